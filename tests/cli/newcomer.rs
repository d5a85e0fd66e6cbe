//! What teachers, students, players and engine authors type before they have read anything. Each command line works, or
//! the answer says what to type instead.

use crate::{Folder, output, succeeded};
use std::process::{Command, Stdio};

/// A command line, its exit code, and its output. For a wrong line, the answer contains the right one, `plywood ...`.
type Typed = (&'static str, i32, &'static [&'static str]);

const BEST: &[&str] = &["Best move"];
const PLAY: &[&str] = &["Best line"];

/// A subject without a command is explained.
const SUBJECTS: &[Typed] = &[
    ("plywood 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' -d 2", 0, BEST),
    ("plywood r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 -d 2", 0, BEST),
    ("plywood '((3 12 8) (2 4 6) (14 5 2))'", 0, &["Best line   A A1   3"]),
    ("plywood sargon-2", 0, &["Philidor"]),
    ("plywood sargon-2 --log", 0, &["Philidor", "new best"]),
    ("plywood Sargon-1", 0, BEST),
    ("plywood startpos --depth 2", 0, BEST),
    ("plywood --depth 2 startpos", 0, BEST),
    ("plywood -d 2 startpos", 0, BEST),
    ("plywood ttt --depth 2", 0, BEST),
    ("plywood lesson.json", 0, PLAY),
    ("plywood trace.jsonl", 0, BEST),
    ("plywood trace.jsonl --why Nf3", 0, &["Why not 1.Nf3?"]),
    ("plywood - < lesson.json", 0, PLAY),
    ("plywood position startpos moves e2e4 -d 2", 0, &["Black to move"]),
    ("plywood game.pgn", 2, &["--ply 0 to --ply 3"]),
    ("plywood game.pgn --ply 3 -d 1", 0, BEST),
    ("plywood nofile.json", 1, &["there is no file nofile.json"]),
    ("plywood leson.json", 1, &["there is no file leson.json; did you mean `lesson.json`"]),
    ("plywood ./missing", 1, &["there is no file ./missing"]),
    ("plywood chess", 2, &["plywood explain startpos"]),
    ("plywood alpha-beta", 2, &["an algorithm", "plywood explain wikipedia --algorithm alpha-beta"]),
    ("plywood sargom-1", 2, &["did you mean `sargon-1`", "plywood explain sargon-1"]),
];

/// Misspelled commands, and other names for commands.
const COMMANDS: &[Typed] = &[
    ("plywood explian sargon-1", 2, &["did you mean `explain`?", "\n  plywood explain sargon-1\n"]),
    ("plywood Explain sargon-1", 0, BEST),
    ("plywood EXPLAIN sargon-1", 0, BEST),
    ("plywood expalin", 2, &["did you mean `explain`?", "plywood explain sargon-1"]),
    ("plywood eplain '((3 12) (2 4))'", 2, &["plywood explain '((3 12) (2 4))'"]),
    ("plywood compre sargon-1", 2, &["did you mean `compare`?", "plywood compare sargon-1"]),
    ("plywood lesson", 2, &["did you mean `lessons`?"]),
    ("plywood lesson wikipedia", 2, &["`explain` searches a lesson:\n  plywood explain wikipedia\n"]),
    ("plywood lesson show wikipedia", 2, &["did you mean `lessons`?\n  plywood lessons show wikipedia\n"]),
    ("plywood play ttt", 2, &["`step` can play against you:\n  plywood step ttt --min\n"]),
    ("plywood list", 2, &["plywood lessons"]),
    ("plywood version", 0, &["plywood 0.", "traces: version"]),
    ("plywood -v", 0, &["plywood 0."]),
    ("plywood --verbose", 2, &["--log --full", "plywood --version"]),
    ("plywood /?", 0, &["Usage: plywood"]),
    ("plywood solve ttt", 2, &["plywood explain ttt"]),
    ("plywood best startpos", 2, &["plywood explain startpos"]),
    ("plywood bestmove startpos", 2, &["plywood explain startpos"]),
    ("plywood search startpos --depth 3", 2, &["plywood explain startpos --depth 3"]),
    ("plywood play", 2, &["plywood playground"]),
    ("plywood gui", 2, &["plywood playground"]),
    ("plywood draw wide", 2, &["plywood explain wide"]),
    ("plywood tree wide", 2, &["plywood explain wide"]),
    ("plywood grade ex.json ans.txt", 2, &["plywood exercise grade ex.json ans.txt"]),
    ("plywood quiz", 2, &["plywood exercise new"]),
    ("plywood sheet wide", 2, &["plywood exercise sheet wide"]),
    ("plywood run -- python3 agent.py", 2, &["plywood exercise run -- python3 agent.py"]),
    ("plywood test agent.py", 2, &["plywood exercise run -- python3 agent.py"]),
    ("plywood test trace.jsonl", 2, &["plywood verify trace.jsonl"]),
    ("plywood run wide", 2, &["plywood explain wide"]),
    ("plywood export", 2, &["plywood site\n"]),
    ("plywood export wide -o x.svg", 2, &["plywood explain wide -o x.svg"]),
    ("plywood -- sargon-1", 0, BEST),
    ("plywood bench startpos", 2, &["plywood compare startpos"]),
    ("plywood evaluate startpos", 2, &["plywood eval startpos"]),
    ("plywood tutorial", 2, &["plywood course"]),
    ("plywood manual explain", 2, &["plywood man explain"]),
    ("plywood uci", 2, &["not a UCI engine", "--evaluation uci:stockfish"]),
    ("plywood go depth 5", 2, &["plywood explain startpos --depth 5"]),
    ("plywood quit", 2, &["plywood --help", "plywood explain sargon-1"]),
    ("plywood ''", 2, &["the first word is empty", "plywood explain sargon-1"]),
];

/// The different ways to ask for help.
const HELP: &[Typed] = &[
    ("plywood help explain", 0, &["Usage: plywood explain"]),
    ("plywood help exercise new", 0, &["Usage: plywood exercise new"]),
    ("plywood explain help", 0, &["Usage: plywood explain"]),
    ("plywood exercise new help", 0, &["Usage: plywood exercise new"]),
    ("plywood man help", 0, &["Usage: plywood man"]),
    ("plywood exercise help sheet", 0, &["Usage: plywood exercise sheet", "--key"]),
    ("plywood lessons help plan", 0, &["Usage: plywood lessons plan", "MINUTES"]),
    ("plywood book help make", 0, &["Usage: plywood book make", "--output"]),
    ("plywood exercise help", 0, &["Usage: plywood exercise", "sheet"]),
    ("plywood exercise help -h", 0, &["Usage: plywood exercise", "sheet"]),
    ("plywood help --help", 0, &["Usage: plywood <COMMAND>"]),
    ("plywood help exercise --help", 0, &["Usage: plywood exercise", "sheet"]),
    ("plywood help sargon-1", 2, &["plywood explain sargon-1"]),
    ("plywood help with", 2, &["`--with` is an option of explain", "plywood explain --help"]),
    (
        "plywood help comparisons",
        2,
        &["what each value means: plywood explain --log=help\n", "plywood explain wikipedia --log=comparisons"],
    ),
    ("plywood retro KQK --format help", 0, &["text", "tbl", "svg"]),
    ("plywood explain --help=all", 2, &["--help takes no value, so leave `=all` out:\n  plywood explain --help\n"]),
    ("plywood lessons plan", 2, &["plywood: lessons plan needs a number of minutes\n"]),
    ("plywood retro", 2, &["plywood: retro needs an ending or a file FILE.tbl\n"]),
    ("plywood help tt", 2, &["`tt` is a value of --with", "plywood explain --with help"]),
    ("plywood help pvs", 2, &["plywood explain wikipedia --algorithm pvs"]),
    ("plywood explain wide --depth help", 0, &["Depth in plies ["]),
    ("plywood explain wide --mistake help", 0, &["root-window"]),
    ("plywood explain sargon-1 --verbose", 2, &["--log --full"]),
    ("plywood compare sargon-1 -v", 2, &["plywood compare --help"]),
    ("plywood explain", 2, &["explain needs a tree, a lesson, a file or a FEN", "plywood explain sargon-2 --log"]),
    ("plywood step", 2, &["plywood step sargon-2"]),
    ("plywood compare", 2, &["plywood compare sargon-2"]),
    ("plywood book", 2, &["plywood book games.bin"]),
    ("plywood completions", 2, &["plywood completions bash"]),
    (
        "plywood exercise grade ex.json",
        2,
        &["exercise grade needs answers", "plywood exercise grade ex.json answers.txt"],
    ),
    (
        "plywood exercise run agent.py",
        2,
        &["exercise run needs a program after --", "plywood exercise run -- python3 agent.py"],
    ),
    ("plywood lessons show", 2, &["plywood lessons show wikipedia"]),
    ("plywood explain --depth 3", 2, &["explain needs a tree, a lesson, a file or a FEN"]),
];

/// Names in any case, with surrounding spaces, and in other common spellings.
const NAMES: &[Typed] = &[
    ("plywood explain ' sargon-1 '", 0, BEST),
    ("plywood explain SARGON-1", 0, BEST),
    ("plywood explain sargon1", 0, &["sargon-1"]),
    ("plywood explain 'sargon 1'", 0, &["sargon-1"]),
    ("plywood explain pv_scan_1", 0, &["pv-scan-1"]),
    ("plywood explain STARTPOS -d 1", 0, BEST),
    ("plywood explain start -d 1", 0, BEST),
    ("plywood explain 'start position' -d 1", 0, BEST),
    ("plywood explain TTT -d 2", 0, BEST),
    ("plywood explain tictactoe -d 2", 0, BEST),
    ("plywood explain Tic-Tac-Toe -d 2", 0, BEST),
    ("plywood explain 'tic tac toe' -d 2", 0, BEST),
    ("plywood explain connect-four -d 2", 0, BEST),
    ("plywood explain Connect4:4435 -d 2", 0, BEST),
    ("plywood explain NIM:1,2 -d 2", 0, BEST),
    ("plywood explain wide --algorithm alphabeta", 0, &["alpha-beta"]),
    ("plywood explain wide --algorithm AlphaBeta", 0, &["alpha-beta"]),
    ("plywood explain wide --algorithm alpha_beta", 0, &["alpha-beta"]),
    ("plywood explain wide --algorithm 'alpha beta'", 0, &["alpha-beta"]),
    ("plywood explain wide --algorithm ab", 0, &["alpha-beta"]),
    ("plywood explain wide --algorithm 'MTD(f)'", 0, &["mtdf"]),
    ("plywood explain wide --algorithm NegaScout", 0, &["pvs"]),
    ("plywood explain wide --algorithm mini-max", 0, &["minimax"]),
    ("plywood explain startpos -d 2 --with TT", 0, &["with tt"]),
    ("plywood explain startpos -d 2 --with 'tt, killers'", 0, &["with tt and killers"]),
    ("plywood explain startpos -d 2 --with TT,Killer", 0, &["with tt and killers"]),
    ("plywood explain startpos -d 2 --with 'null move'", 0, &["with null-move"]),
    ("plywood explain startpos -d 2 --with 'transposition table'", 0, &["with tt"]),
    ("plywood explain startpos -d 2 --with 'iterative deepening'", 0, &["with iterative"]),
    ("plywood explain wide --order Best", 0, &["best order"]),
    ("plywood explain wide --order 'Random: 3'", 0, &["random:3 order"]),
    ("plywood explain startpos -d 1 --order MVVLVA", 0, &["mvv-lva order"]),
    ("plywood explain startpos -d 1 --evaluation Material", 0, &["static order, material"]),
    ("plywood explain ttt -d 1 --evaluation ZERO", 0, &["zero evaluation"]),
    ("plywood explain wide --cut '>'", 0, &["gt"]),
    ("plywood explain wide --format SVG", 0, &["<svg"]),
    ("plywood explain wide --style Upright", 0, PLAY),
    ("plywood explain wide --color NEVER", 0, PLAY),
    ("plywood explain wide --view NegaMax", 0, PLAY),
    ("plywood compare sargon-1 --algorithm Minimax,AlphaBeta", 0, &["minimax"]),
    ("plywood lessons show Sargon-1", 0, &["\"title\""]),
    ("plywood lessons --format Markdown", 0, &["sargon-1"]),
    ("plywood exercise sheet Wikipedia --format HTML", 0, &["<html"]),
    ("plywood exercise starter PYTHON", 0, &["def "]),
    ("plywood exercise starter js", 0, &["function"]),
    ("plywood completions BASH", 0, &["_plywood"]),
    ("plywood man Explain", 0, &[".TH plywood"]),
    ("plywood course Sargon-1", 0, &["A bishop or a queen"]),
    ("plywood verify SARGON-2 --with Killers", 0, &["sargon-2"]),
    ("plywood explain sargon", 2, &["did you mean `sargon-1`, `sargon-2` or `sargon-3`?", "plywood lessons"]),
    ("plywood explain wikipedai", 2, &["did you mean `wikipedia`?"]),
    ("plywood lessons show wikipedai", 2, &["did you mean `wikipedia`?"]),
    (
        "plywood explain wide --algorithm alphabetta",
        2,
        &["did you mean `alpha-beta`?", "plywood explain --algorithm help"],
    ),
    (
        "plywood explain wide --with kilers",
        2,
        &["did you mean `killers`?", "expected one of: iterative", "--with help"],
    ),
    ("plywood explain wide --with 'tt killers'", 2, &["--with tt,killers"]),
    ("plywood explain wide --with tt,", 2, &["a name is missing next to a comma in --with"]),
    ("plywood explain wide --order beest", 2, &["did you mean `best`?"]),
    ("plywood explain wide --order random:x", 2, &["random:SEED"]),
    ("plywood explain wide --log=full", 2, &["what each means: plywood explain --log=help\n"]),
    ("plywood explain wide --format pdf", 2, &["-o page.html"]),
    ("plywood explain wide --format png", 2, &["; for a picture, use -o tree.svg\n"]),
    ("plywood explain wide -o tree.png", 2, &["\n  for a picture: plywood ... -o tree.svg\n"]),
    ("plywood explain wide -o tree.pdf", 2, &["\n  for a PDF, write a page and print it"]),
    ("plywood explain startpos --evaluation stockfish", 2, &["--evaluation uci:stockfish"]),
    ("plywood completions sh", 2, &["bash, elvish, fish, powershell, zsh"]),
];

/// Words in the wrong places.
const PLACES: &[Typed] = &[
    (
        "plywood explain sargon-1 sargon-2",
        2,
        &["takes one subject", "plywood explain sargon-1\n", "plywood explain sargon-2"],
    ),
    (
        "plywood compare sargon-1 sargon-2 sargon-3",
        2,
        &["takes one subject, two trees or lessons, or two or more traces, but you gave 3", "plywood compare sargon-2"],
    ),
    (
        "plywood compare sargon-1 startpos",
        2,
        &["compare takes two trees or lessons, or two or more traces, but not `sargon-1` with `startpos`. Run"],
    ),
    ("plywood verify sargon-1 wide", 2, &["takes one subject"]),
    (
        "plywood explain sargon-1 --log help",
        2,
        &["the value of --log follows an equals sign:\n  plywood explain sargon-1 --log=help\n"],
    ),
    ("plywood explain --help", 0, &["`--with help` (but\n`--log=help`, `--pv-scan=help`)."]),
    ("plywood explain sargon-1 --log yes", 2, &["--log takes no value", "plywood explain sargon-1 --log"]),
    ("plywood explain sargon-1 --answers true", 2, &["--answers takes no value"]),
    ("plywood explain sargon-1 --with tt killers", 2, &["plywood explain sargon-1 --with tt,killers"]),
    ("plywood explain wide alpha-beta", 2, &["plywood explain wide --algorithm alpha-beta"]),
    ("plywood explain wide minimax", 2, &["plywood explain wide --algorithm minimax"]),
    ("plywood compare sargon-1 minimax alphabeta", 2, &["plywood compare sargon-1 --algorithm minimax,alpha-beta"]),
    ("plywood compare sargon-1 --algorithm minimax pvs", 2, &["plywood compare sargon-1 --algorithm minimax,pvs"]),
    ("plywood compare minimax alpha-beta", 2, &["plywood compare wikipedia --algorithm minimax,alpha-beta"]),
    ("plywood explain wide depth 3", 2, &["plywood explain wide --depth 3"]),
    ("plywood explain wide -depth 3", 2, &["plywood explain wide --depth 3"]),
    ("plywood explain wide -style upright", 2, &["one hyphen too few:\n  plywood explain wide --style upright\n"]),
    ("plywood explain wide '--depth 3'", 2, &["is one word here", "plywood explain wide --depth 3\n"]),
    ("plywood explain wide '-d 3'", 2, &["expected a whole number"]),
    ("plywood explain wide --comparisons", 2, &["plywood explain wide --log=comparisons\n"]),
    ("plywood compare --ignore numbers no1.jsonl no2.jsonl", 1, &["there is no file no1.jsonl"]),
    ("plywood explain wide --set A2=x", 2, &["`x` is not a score; expected a number, for example \"A2=-0.5\""]),
    (
        "plywood explain wide --style upright --format html",
        2,
        &["--style has no effect on a browser page; leave it out"],
    ),
    ("plywood explain wide --why “A”", 2, &["these quotation marks are part of the text; leave them out"]),
    ("plywood explain file:///tmp/x.json", 2, &["give the path:\n  plywood explain /tmp/x.json\n"]),
    ("plywood explain wide --dept 3", 2, &["did you mean `--depth`", "plywood explain wide --depth 3"]),
    ("plywood explain wide --alpha-beta", 2, &["plywood explain wide --algorithm alpha-beta"]),
    ("plywood explain wide --tt", 2, &["plywood explain wide --with tt"]),
    ("plywood explain wide --svg", 2, &["plywood explain wide --format svg"]),
    ("plywood explain wide --html page.html", 2, &["plywood explain wide -o page.html"]),
    ("plywood explain wide --colour always", 2, &["did you mean `--color`?"]),
    ("plywood explain startpos --moves e4", 2, &["did you mean `--after`?", "plywood explain startpos --after e4"]),
    // An option of another command is not a misspelled option of this one, nor a value.
    (
        "plywood compare startpos --time 5",
        2,
        &["no option `--time`; leave it out, or use explain, which has it\n  all"],
    ),
    (
        "plywood compare startpos --set A=3",
        2,
        &["no option `--set`; leave it out, or use explain, which has it\n  all"],
    ),
    (
        "plywood distil startpos --with tt",
        2,
        &["no option `--with`; leave it out, or use explain, which has it\n  all"],
    ),
    (
        "plywood exercise new --order none",
        2,
        &["no option `--order`; leave it out, or use explain, which has it\n  all"],
    ),
    ("plywood explain sargon-2 --all", 2, &["no option `--all`; leave it out, or use verify, which has it\n  all"]),
    ("plywood explain sargon-2 --each x", 2, &["leave it out, or use exercise run, which has it"]),
    ("plywood --verify trace.jsonl", 2, &["`verify` is a command", "\n  plywood verify trace.jsonl\n"]),
    ("plywood --explain wide -d 1", 2, &["`explain` is a command", "\n  plywood explain wide -d 1\n"]),
    (
        "plywood lessons -o own.json show wide",
        2,
        &["write --output after `lessons show`:\n  plywood lessons show wide -o own.json\n"],
    ),
    ("plywood lessons --columns 60 plan 45", 2, &["\n  plywood lessons plan 45 --columns 60\n"]),
    (
        "plywood lessons --format html show wide",
        2,
        &["lessons show cannot use --format here; leave it out:\n  plywood lessons show wide\n"],
    ),
    ("plywood lessons -o l.html wikipedia", 2, &["`wikipedia` is a lesson"]),
    (
        "plywood exercise run ttt nim -- python3 good.py",
        2,
        &["\n  plywood exercise run ttt -- python3 good.py\n  plywood exercise run nim -- python3 good.py\n"],
    ),
    ("plywood explain wide wikipedia --log -d 2", 2, &["\n  plywood explain wide --log -d 2\n"]),
    (
        "plywood exercise run python3 good.py",
        2,
        &["`--` before the program:\n  plywood exercise run -- python3 good.py\n"],
    ),
    ("plywood explain trace.jsnl", 1, &["there is no file trace.jsnl; did you mean `trace.jsonl`?"]),
    ("plywood step sargon-2 --log", 2, &["step has no option `--log`; leave it out, or use explain, which has it"]),
    ("plywood perft startpos 5", 2, &["plywood perft startpos --depth 5"]),
    ("plywood perft 5", 2, &["plywood perft startpos --depth 5"]),
    ("plywood explain wide --depth three", 2, &["expected a whole number"]),
    ("plywood explain suite.epd --shard 3/2", 2, &["part 3 of 2 does not exist"]),
    ("plywood eval startpos --square z9", 2, &["invalid value `z9` for --square: expected a square such as e4"]),
    ("plywood explain suite.epd --resume", 2, &["plywood: --resume needs --output <FILE>\n"]),
    ("plywood exercise run --resume -- cat", 2, &["plywood: --resume needs --each <DIR>\n"]),
    ("plywood course --title x", 2, &["plywood: --title needs a chapter or a lesson\n"]),
    ("plywood compare '(1 2)' '(3 4)' '(5 6)'", 2, &["compare takes one or two trees, but you gave 3"]),
    ("plywood eval", 2, &["eval needs a FEN\n"]),
    ("plywood explain wide --depth 0", 2, &["expected a whole number from 1 to 64"]),
    ("plywood explain wide --why", 2, &["--why needs a value", "Explain the last move of a line"]),
    ("plywood explain wide -o", 2, &["--output needs a value", "Write to FILE instead of standard output"]),
    ("plywood explain wide --why Z", 1, &["`Z` is not a move here; legal here: A B C D E F G H"]),
    ("plywood explain '3 12 8 2 4 6'", 1, &["in brackets", "((3 12 8) (2 4 6))"]),
    ("plywood explain ''", 2, &["the argument is empty", "plywood explain sargon-1"]),
    ("plywood lessons sargon-1", 2, &["plywood explain sargon-1", "plywood lessons show sargon-1"]),
    ("plywood lessons list", 2, &["\n  plywood lessons"]),
    ("plywood lessons shwo sargon-1", 2, &["plywood lessons show sargon-1"]),
    ("plywood exercise wide", 2, &["plywood exercise new wide"]),
    ("plywood exercise list", 2, &["new, sheet, grade, run or starter"]),
    (
        "plywood exercise grade ans.txt ex.json",
        2,
        &["the exercise comes first", "plywood exercise grade ex.json ans.txt"],
    ),
    ("plywood course 4 | head -n 1", 0, &["4. Alpha-beta"]),
    ("plywood course chapter 4 | head -n 1", 0, &["4. Alpha-beta"]),
    ("plywood course alpha-beta | head -n 1", 0, &["4. Alpha-beta"]),
    ("plywood course Negamax | head -n 1", 0, &["3. Negamax"]),
    ("plywood course transposition table | head -n 1", 0, &["14. The transposition table"]),
    ("plywood course pv | head -n 1", 0, &["10. Three ways to find the principal variation"]),
    ("plywood course quiescence | head -n 1", 0, &["12. What a leaf is worth"]),
    ("plywood course search", 2, &["plywood course 16", "plywood course 17"]),
    ("plywood course minmax", 2, &["2. Minimax", "plywood course 2"]),
    ("plywood course all", 2, &["plywood course --whole"]),
    ("plywood course contents", 2, &["\n  plywood course"]),
    ("plywood course 99", 2, &["chapters 1 to ", "plywood course"]),
    ("plywood course 3 4", 2, &["plywood course 1", "plywood course --whole"]),
    ("plywood man exercise new", 0, &["exercise"]),
    ("plywood man explian", 2, &["did you mean `explain`?", "plywood man explain"]),
    ("plywood man alpha-beta", 2, &["plywood explain --with help"]),
    ("plywood explain '((3 12) (2 4))' --root min", 2, &["a typed tree says who moves: min((3 12) (2 4))"]),
    ("plywood explain 'expectimax((6 10) 3)'", 1, &["that is a search, not a player"]),
    ("plywood playground open", 2, &["unexpected argument `open`: playground takes no further arguments"]),
    ("plywood completions bash zsh", 2, &["unexpected argument `zsh`"]),
];

/// Texts that are almost a subject, files of other kinds, and options under other names.
const ALMOST: &[Typed] = &[
    ("plywood sargon-1 explain", 2, &["comes first", "plywood explain sargon-1"]),
    ("plywood startpos step -d 3", 2, &["comes first", "plywood step startpos -d 3"]),
    ("plywood explain startpos –depth 3", 2, &["long dash", "plywood explain startpos --depth 3"]),
    ("plywood explain startpos —depth=3", 2, &["long dash", "plywood explain startpos --depth 3"]),
    ("plywood nim 3 4 5", 2, &["plywood explain nim:3,4,5"]),
    ("plywood explain 'nim 3,4,5'", 2, &["plywood explain nim:3,4,5"]),
    ("plywood explain '“((3 12) (2 4))”'", 2, &["quotation marks", "plywood explain '((3 12) (2 4))'"]),
    ("plywood explain \"'((3 12) (2 4))\"", 2, &["quotation marks", "plywood explain '((3 12) (2 4))'"]),
    ("plywood explain 'X O X / . O . / . . .'", 2, &["plywood explain ttt:XOX/.O./..."]),
    ("plywood explain 'nim(3,4,5)'", 2, &["plywood explain nim:3,4,5"]),
    ("plywood ttt XOX/OO./.X.", 2, &["plywood explain ttt:XOX/OO./.X."]),
    ("plywood explain 'X|O|X\n-+-+-\nO|O| \n-+-+-\n |X| '", 2, &["plywood explain ttt:XOX/OO./.X."]),
    ("plywood explain '((3 12) (2 4))' —depth 2", 2, &["a long dash", "plywood explain '((3 12) (2 4))' --depth 2"]),
    (
        "plywood explain '((3 12) (2 4)) --depth 2'",
        2,
        &["inside the quotation marks", "plywood explain '((3 12) (2 4))' --depth 2"],
    ),
    ("plywood explain 'sargon-1 -d 3'", 2, &["inside the quotation marks", "plywood explain sargon-1 -d 3"]),
    (
        "plywood explain '((3 12) (2 4))' --log all",
        2,
        &["an equals sign", "plywood explain '((3 12) (2 4))' --log=all"],
    ),
    ("plywood explain sargon-1 --pv-scan all", 2, &["an equals sign", "plywood explain sargon-1 --pv-scan=all"]),
    ("plywood explain sargon-1 --strip 1,4", 2, &["an equals sign", "plywood explain sargon-1 --strip=1,4"]),
    ("plywood explain sargon-1 --strip 4", 2, &["an equals sign", "plywood explain sargon-1 --strip=4"]),
    ("plywood explain sargon-2 --depth 3 4", 2, &["a number", "plywood explain sargon-2 --depth 4\n"]),
    ("plywood explain wide --order random:SEED", 2, &["unknown value `random:SEED` for --order", "as in random:7"]),
    ("plywood course sargon-1 --pv-scan all", 2, &["an equals sign", "plywood course sargon-1 --pv-scan=all"]),
    ("cp rows.txt ./-x.txt; plywood explain -x.txt", 2, &["plywood explain ./-x.txt"]),
    ("plywood eval game.pgn --game 1", 2, &["eval has no option `--game`; leave it out, or use explain, which has it"]),
    ("plywood lessons --game 1", 2, &["lessons has no option `--game`; leave it out, or use explain, which has it"]),
    ("plywood lessons --tree wide", 2, &["lessons has no option `--tree`"]),
    ("plywood eval startpos 1", 2, &["does not know what `1` is"]),
    ("plywood distil ''", 2, &["the argument is empty", "plywood distil startpos"]),
    ("echo '((3 12) (2 4))' > tree.txt; plywood lessons new tree.txt", 0, &["\"score\": 12"]),
    ("echo '((3 12' > torn.txt; plywood lessons new torn.txt", 1, &["plywood: torn.txt: "]),
    ("plywood lessons new '((3 12'", 1, &["plywood: the tree: "]),
    ("plywood explain startpos --after ''", 2, &["expected moves"]),
    ("plywood explain '((3 12) (2 4))' --set 'A1=−7'", 0, &["Best line   B B1   2"]),
    (
        "plywood explain 'max(chance(-1 1) chance(0 1))' --leaves −1..1",
        0,
        &["Leaves are assumed to be worth from -1.0 to 1.0"],
    ),
    ("plywood explain 'A -> B\nA -> 4\nB -> 3'", 0, &["Best line   C   4"]),
    ("plywood explain '* MAX\n** A\n*** 3'", 2, &["what can be pasted as a tree: nested lists"]),
    (
        "plywood explain '  MAX\n  / \\\n 3   4'",
        1,
        &["does not read trees that are drawn with slashes", "type the tree here"],
    ),
    ("printf 'parent,child,value\nA,B,3\n' | plywood explain -", 1, &["what can be pasted as a tree: nested lists"]),
    ("plywood explain '[[1e-05, 12], [2, 3L]]'", 1, &["column 3: `1e-05` is not a score; write it as a plain number"]),
    ("plywood explain '[[\"3\", \"12\"], [\"2\", \"4\"]]'", 1, &["column 3: `3` is in quotation marks"]),
    ("plywood explain 'max(chance(0,5: 3, 0,5: 12), 4)'", 1, &["column 12: `0,5` could be one number or two", "0.5"]),
    ("plywood explain 'max(chance(0.3333: 3, 0.6667: 12), 4)'", 0, &["Best line   A   90003/10000 on average"]),
    ("plywood explain '3 12 8 / 2 4 6'", 2, &["brackets", "plywood explain '((3 12 8) (2 4 6))'"]),
    (
        "plywood explain '((1 2) (3 4))' '((5 6) (7 8))'",
        2,
        &["one tree, but you gave 2", "(((1 2) (3 4)) ((5 6) (7 8)))"],
    ),
    ("plywood explain E4", 2, &["a move and not a position", "--after"]),
    ("plywood explain Sf3", 2, &["a move and not a position", "--after"]),
    ("plywood explain what is alpha beta", 2, &["how search works: plywood course"]),
    ("plywood what is alpha beta", 2, &["how search works: plywood course"]),
    ("plywood explain 2048", 2, &["((3 12 8) (2 4 6))"]),
    ("plywood play ttt", 2, &["plywood step ttt --min"]),
    ("plywood lesson wikipedia", 2, &["plywood explain wikipedia"]),
    ("plywood help explian", 2, &["there is no command `explian`", "plywood help explain"]),
    ("plywood HELP", 0, &["Usage: plywood"]),
    ("plywood hlp", 2, &["did you mean `help`?"]),
    ("plywood compare missing.jsonl other.jsonl", 1, &["there is no file missing.jsonl"]),
    ("plywood explain list.json", 0, &["Best line   A A1   3"]),
    ("plywood explain utf16.txt", 0, &["Best line   A A1   3"]),
    ("plywood explain rows.txt", 0, &["Best line   A A1   3"]),
    ("plywood explain flow.yaml", 0, &["Best line   a a1   3"]),
    ("plywood explain paper.pdf", 1, &["paper.pdf is a PDF; plywood reads text"]),
    ("plywood explain other.json", 1, &["JSON of another program"]),
    ("plywood explain half.json", 1, &["the file ends in the middle of a list"]),
    ("plywood explain wrong.json", 1, &["unknown field `name`, expected one of `title`"]),
    ("plywood explain '((inf 3) (2 4))'", 1, &["large enough, up to 100000"]),
    ("plywood explain '((win 3) (2 4))'", 1, &["1 for a win, 0 for a draw"]),
    ("plywood explain '(chance (0.2 3) (0.8 12))'", 1, &["write a probability before a colon"]),
    ("plywood explain 'chance((0 5) (1 3))'", 0, &["Value"]),
    ("plywood explain '((3 12) (2 4))' -d 1", 2, &["`A`, which has no score", "--set 'A=3'"]),
    ("plywood explain '((3 12) (2 4))' -d 1 --set A=3", 2, &["`B`, which has no score", "--set 'B=3'"]),
    // The score of a leaf does not count for another node.
    ("plywood explain '((3 12) 7 (2 4))' -d 1 --set A=3 --set B=9", 2, &["`C`, which has no score"]),
    ("plywood explain '((3 12) (2 4))' -d 1 --set A=3 --set B=4", 0, &["1 ply", "Best line   B   4"]),
    ("plywood explain '((3 12) (2 4))' -d 5", 0, &["2 plies, "]),
    ("plywood explain '((3 12) (2 4))' -o - | head -n 1", 0, &["((3 12) (2 4))"]),
    ("plywood explain startpos --seed 3", 2, &["opening book", "plywood explain startpos --order random:3"]),
    ("plywood explain --fen ttt", 2, &["without an option", "plywood explain ttt"]),
    ("plywood explain startpos --multipv 3", 2, &["plywood explain startpos --roots 3"]),
    ("plywood explain wikipedia --lines 3 --format csv", 2, &["plywood explain wikipedia --roots 3 --format csv"]),
    ("plywood explain wikipedia --pvs 3", 2, &["plywood explain wikipedia --algorithm pvs\n"]),
    (
        "plywood explain 'chance(max(3,12),min(2,4))' --algorithm expectimax",
        2,
        &["; minimax and alpha-beta also search chance nodes\n"],
    ),
    (
        "plywood explain dice-race --order best",
        2,
        &["--order best cannot be used", "; use --order none, right-to-left or"],
    ),
    ("plywood exercise new 3x3x2", 2, &["is the shape of a tree; for an exercise: plywood exercise new --shape 3x3x2"]),
    ("plywood lessons new wikipedia", 2, &["is a lesson; to print its file: plywood lessons show wikipedia"]),
    ("plywood explain wide --no-color", 2, &["plywood explain wide --color never"]),
    ("plywood explain wide -a iterative-deepening", 2, &["it is a technique: --with iterative"]),
    ("plywood explain wide --format graphviz", 2, &["did you mean `dot`?"]),
    (
        "plywood explain wide -o page.pdf",
        2,
        &["for a PDF, write a page and print it from your browser: plywood ... -o page.html"],
    ),
    ("plywood explain startpos --evaluation uci:no-engine", 2, &["install it, or give its path"]),
    ("plywood exercise starter c# | head -n 4", 0, &["dotnet"]),
    ("plywood completions pwsh", 2, &["did you mean `powershell`?"]),
    ("plywood course 1-3", 2, &["one chapter at a time"]),
    ("plywood course one | head -n 1", 0, &["1. A tree of moves"]),
    ("plywood step ttt --min", 0, &["3 . . .\n2 . X .\n"]),
    ("plywood step nim --min", 0, &["A |\nB | | | |\n"]),
    ("echo '((3 12) (2 4))' | plywood explain", 2, &["to read from the pipe, write - for it: plywood explain -"]),
];

/// A command's name means the command, even if a file has this name; and messages name every word that they are about.
const WHOLE: &[Typed] = &[
    ("touch course lessons; plywood course 4 | head -n 1", 0, &["4. Alpha-beta"]),
    ("plywood lessons plan 45 | head -n 1", 0, &["45"]),
    ("cat game.pgn game.pgn > two.pgn; plywood two.pgn", 2, &["one of the 2 games in two.pgn: --game 1 to --game 2"]),
    ("cp game.pgn one.pgn; plywood one.pgn --game 1", 2, &["choose a position of the game in one.pgn: --ply 0"]),
    ("touch empty.jsonl; plywood verify empty.jsonl", 1, &["empty.jsonl is empty; expected", "a trace (JSON Lines)"]),
    ("plywood explain ./course", 1, &["./course"]),
    ("plywood course --whole 3", 2, &["--whole cannot be used together with CHAPTER|LESSON"]),
    ("plywood help course extra", 2, &["`course` has no commands of its own, so leave `extra` out"]),
    ("plywood book merge", 2, &["book merge needs at least two files FILE.bin"]),
    ("plywood book merge one.bin", 2, &["book merge needs at least two files FILE.bin"]),
    ("plywood exercise run python3 agent.py", 2, &["\n  plywood exercise run -- python3 agent.py\n"]),
    ("cp lesson.json 'my lesson.json'; plywood explain my lesson.json", 2, &["plywood explain 'my lesson.json'"]),
    (
        "plywood compare game.pgn --ply 3 -d 2",
        2,
        &["compare has no option `--ply`; leave it out, or use explain, which has it"],
    ),
    ("plywood compare startpos '8/8/8/8/8/5k2/6q1/7K w - - 0 1'", 2, &["but not `startpos` with `8/8/8/8/8/5k2"]),
    ("plywood eval '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'", 0, &["does not use the\nevaluation below"]),
    ("plywood book game.pgn", 1, &["game.pgn is text and not an opening book", "plywood book make games.pgn"]),
    ("plywood explain startpos --depths 1..2 --format html | head -n 1", 0, &["<!DOCTYPE html>"]),
    ("plywood explain startpos --depths 1..2 --format text", 0, &["depth"]),
    ("plywood explain startpos --depths 1..2 --format json", 2, &["--depths writes text, Markdown or HTML, not json"]),
    ("echo '7k/8/6K1/8/8/8/8/5Q2 w - - bm Qf8; id \"one\";' > one.epd; plywood eval one.epd", 0, &["White"]),
    ("plywood explain one.epd -d 2 --why Qf7", 0, &["Why not 1.Qf7?"]),
    ("plywood explain one.epd -d 2", 0, &["one", "Qf8"]),
    ("touch empty.bin; plywood book empty.bin", 1, &["empty.bin: the book is empty"]),
    (
        "plywood verify '((3 12) (2 x))'",
        0,
        &["from the searched leaves, without minimax, because\nthe tree has an unknown leaf: nothing is wrong"],
    ),
    ("plywood verify '((3 12) (2 x))' --set x=1", 0, &["minimax over the whole tree (4 leaves)"]),
    (
        "echo '((3 12) (2 4))' | plywood explain - --why B2",
        0,
        &["\n  plywood explain '((3 12) (2 4))' --only B --only-at 'B: B2'"],
    ),
    ("plywood retro nofile.tbl", 1, &["there is no file nofile.tbl"]),
];

/// Returns a folder with a file of each kind.
fn folder() -> Folder {
    let folder = Folder::new();
    for words in [
        &["lessons", "show", "wide", "-o", "lesson.json"][..],
        &["explain", "startpos", "-d", "2", "-o", "trace.jsonl"],
        &["exercise", "new", "wide", "-o", "ex.json"],
    ] {
        output(&mut folder.plywood(words));
    }
    folder.write("game.pgn", "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 *\n");
    folder.write("ans.txt", "best: A\n");
    folder.write("agent.py", "print(1)\n");
    folder.write("list.json", "[[3, 12, 8], [2, 4, 6]]\n");
    let units = "((3 12 8) (2 4 6))".encode_utf16().flat_map(u16::to_le_bytes);
    folder.write("utf16.txt", [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>());
    folder.write("rows.txt", "A\n  3 12 8\nB\n  2 4 6\n");
    folder.write("flow.yaml", "root:\n  a: [3, 12]\n  b: [2, 4]\n");
    folder.write("paper.pdf", "%PDF-1.4\n\u{e9}");
    folder.write("other.json", "{\"name\": \"A\", \"children\": [{\"value\": 3}]}");
    folder.write("half.json", "{\"title\": \"x\", \"moves\": [\n");
    folder.write("wrong.json", "{\"name\": \"x\", \"moves\": []}\n");
    folder
}

/// What a command line prints to standard output and standard error, and its exit code.
fn typed(folder: &Folder, line: &str) -> (String, i32) {
    let script = format!("plywood() {{ \"$PLYWOOD\" \"$@\"; }}\n{line}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path()).stdin(Stdio::null());
    let shown = command.env("PLYWOOD", env!("CARGO_BIN_EXE_plywood")).output().unwrap();
    let text = String::from_utf8([shown.stdout, shown.stderr].concat()).unwrap();
    (text, shown.status.code().unwrap())
}

fn check(lines: &[Typed]) {
    let folder = folder();
    let mut wrong = Vec::new();
    for (line, code, wanted) in lines {
        let (text, exit) = typed(&folder, line);
        let missing: Vec<&&str> = wanted.iter().filter(|part| !text.contains(**part)).collect();
        // Every rejection has the same form, and says what to type.
        let is_refusal = exit == 2;
        let has_form =
            !is_refusal || text.starts_with("plywood: ") && !text.contains("error:") && !text.contains("Usage:");
        let helps = !is_refusal || text.contains("plywood ") || text.contains("--");
        if exit != *code || !missing.is_empty() || !has_form || !helps {
            wrong.push(format!("{line}\n  exit {exit}, not {code}; missing {missing:?}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_subject_is_explained_without_a_command() {
    check(SUBJECTS);
}

#[test]
fn a_command_with_slips_gets_the_right_one() {
    check(COMMANDS);
}

#[test]
fn help_is_found_wherever_it_is_looked_for() {
    check(HELP);
}

#[test]
fn names_are_read_as_people_write_them() {
    check(NAMES);
}

#[test]
fn words_in_the_wrong_place_are_put_right() {
    check(PLACES);
}

#[test]
fn what_is_almost_right_is_recognized() {
    check(ALMOST);
}

#[test]
fn words_are_taken_as_they_are_meant() {
    check(WHOLE);
}

/// A name that is the value of an option gets a command line, and that line works.
#[test]
fn suggested_commands_work() {
    let folder = folder();
    let names = ["minimax", "pvs", "mtdf", "mvv-lva", "centre", "material", "svg", "7"];
    let techniques = succeeded(folder.plywood(&["explain", "--with", "help"]).output().unwrap());
    let techniques = techniques.lines().filter_map(|line| {
        line.strip_prefix("  ")?.split_whitespace().next().filter(|name| line[2..].starts_with(name))
    });
    let mut wrong = Vec::new();
    for name in names.into_iter().chain(techniques.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))) {
        let (said, code) = typed(&folder, &format!("plywood explain {name}"));
        // mate-distance is also a lesson.
        if code == 0 {
            continue;
        }
        let Some(line) = said.lines().find_map(|line| line.strip_prefix("  plywood explain ")) else {
            wrong.push(format!("{name}: {said}"));
            continue;
        };
        // A lesson has its own depth.
        let depth = if line.contains("--depth") || line.contains("wikipedia") { "" } else { "--depth 1" };
        let line = line.replace("--depth 7", "--depth 1");
        let (text, code) = typed(&folder, &format!("plywood explain {line} {depth}"));
        if code != 0 && !text.contains("; add it") && !text.contains("needs") {
            wrong.push(format!("{line}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The command that a message offers is the user's own command, and it works.
#[test]
fn the_offered_command_is_about_the_same_subject() {
    for (typed, expected) in [
        (&["explain", "wide", "--deepth=3"][..], "  plywood explain wide --depth=3\n"),
        (&["explain", "wide", "--depth3"], "  plywood explain wide --depth 3\n"),
        (&["explain", "wide", "--ordr"], "did you mean `--order`?\n  all options"),
        (&["explain", "wide", "--ordr", "x"], "did you mean `--order`?\n  all options"),
        (&["explain", "wide", "--dept", "1..3"], "  plywood explain wide --depths 1..3\n"),
        (
            &["explain", "wide", "signs", "-o", "a.b/x.jsonl.gz"],
            "  plywood explain wide -o a.b/x.jsonl.gz\n  plywood explain signs -o a.b/x-2.jsonl.gz\n",
        ),
        (&["explain", "wide", "-v"], "  every comparison and every node: plywood explain wide --log --full\n"),
        (&["explain", "startpos", "startpos"], "Run it once for each:\n  plywood explain startpos\n"),
    ] {
        let done = crate::support::plywood(typed).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && said.contains(expected), "{said}");
    }
    let folder = crate::Folder::with("search.py", "");
    let done = folder.plywood(&["exercise", "run", "--", "search.py"]).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    let expected = "search.py: it is not on the PATH (to run it, write: python3 search.py)\n";
    assert!(said.ends_with(expected), "{said}");
}
