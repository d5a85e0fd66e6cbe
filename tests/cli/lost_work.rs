//! No work is lost: no output replaces an input, and a file that people edit is replaced only with `--force`.

use crate::support::{in_turn, is_long};
use crate::{Folder, failed, output};
use clap::{Arg, Command, CommandFactory};
use plywood::cli::Cli;
use std::any::TypeId;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// For each argument that may name a file, a command in which it does; the file comes after the bar.
const INPUTS: &str = "\
explain subject | explain my.json --format text | my.json
explain subject | explain trace.jsonl --format text | trace.jsonl
explain subject | explain games.pgn --ply 2 --format text | games.pgn
explain subject | explain suite.epd --depth 1 | suite.epd
explain subject | explain page.html --format text | page.html
explain subject | explain - --format text | my.json
explain book | explain startpos --depth 1 --book book.bin --format text | book.bin
explain tablebases | explain ROOK --depth 1 --tablebases syzygy --format text | syzygy/KRvK.rtbw
explain evaluation | explain P --depth 1 --evaluation uci:./engine.sh --format text | engine.sh
compare subject | compare my.json --algorithm minimax,pvs | my.json
compare subject | compare trace.jsonl other.jsonl | trace.jsonl
compare subject | compare trace.jsonl other.jsonl | other.jsonl
compare tablebases | compare ROOK --depth 1 --algorithm minimax,pvs --tablebases syzygy | syzygy/KRvK.rtbz
compare evaluation | compare P --depth 1 --algorithm minimax,pvs --evaluation uci:./engine.sh | engine.sh
verify subject | verify trace.jsonl | trace.jsonl
verify tablebases | verify ROOK --depth 1 --tablebases syzygy | syzygy/KRvK.rtbw
verify evaluation | verify P --depth 1 --evaluation uci:./engine.sh | engine.sh
eval subject | eval position.fen | position.fen
eval tablebases | eval ROOK --tablebases syzygy | syzygy/KRvK.rtbw
lessons new tree | lessons new - --force | tree.txt
course what | course my.json | my.json
distil subject | distil games.pgn --ply 2 --depth 1 --force | games.pgn
distil evaluation | distil P --depth 1 --force --evaluation uci:./engine.sh | engine.sh
retro subject | retro KQK.tbl | KQK.tbl
book file | book book.bin | book.bin
book position | book book.bin position.fen | position.fen
book make games | book make games.pgn | games.pgn
book merge books | book merge book.bin other.bin | other.bin
book dump book | book dump book.bin | book.bin
exercise new subject | exercise new my.json --force | my.json
exercise sheet exercise | exercise sheet my.json | my.json
exercise sheet exercise | exercise sheet my.json --format answers --force | my.json
exercise grade exercise | exercise grade my.json answers.txt --format text | my.json
exercise grade answers | exercise grade my.json answers.txt | answers.txt
exercise run tree | exercise run my.json --format text -- sh player.sh | my.json
exercise run program | exercise run T --format text -- sh player.sh | player.sh
exercise run each | exercise run T --format text --each players -- sh {} | players/one.sh
perft subject | perft position.fen --depth 1 | position.fen";

/// Arguments that are text, but never name a file that is read by a command that also writes one. `eval` takes engines
/// that report several lines, and starts them in the same way as other commands. `step` reads files and writes none.
const NO_INPUT: &str = "\
explain stored
site folder
site address
eval evaluation
step subject
step evaluation
step tablebases
explain uci_go
step uci_go
compare uci_go
verify uci_go
eval uci_go
distil uci_go
explain after
explain only
explain only_at
explain set
explain why
explain line
explain focus
step only
step only_at
step set
compare focus
verify only
verify only_at
verify set
eval after
lessons show name
course title
distil title
retro explain
man command";

/// Each argument whose value is neither a number nor from a list, as the command and clap's name for it.
fn words(command: &mut Command, name: &str, found: &mut Vec<String>) {
    command.build();
    let is_word = |arg: &&Arg| {
        let texts = [TypeId::of::<String>(), TypeId::of::<PathBuf>(), TypeId::of::<OsString>()];
        let is_text = texts.iter().any(|text| arg.get_value_parser().type_id() == *text);
        // Only list values that have their own argument may name a file: uci:ENGINE.
        let listed = || arg.get_possible_values().iter().any(|value| value.get_name().contains(':'));
        arg.get_action().takes_values() && is_text && (arg.get_possible_values().is_empty() || listed())
    };
    found.extend(
        command.get_arguments().filter(is_word).map(|arg| format!("{name} {}", arg.get_id()).trim().to_owned()),
    );
    for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
        let name = format!("{name} {}", below.get_name());
        words(below, name.trim(), found);
    }
}

#[test]
fn every_argument_that_may_name_a_file_is_tried() {
    let mut found = Vec::new();
    words(&mut Cli::command(), "", &mut found);
    let is_output =
        |argument: &&String| ["output", "steps", "reports"].iter().any(|name| argument.ends_with(&format!(" {name}")));
    let known = |argument: &&String| {
        INPUTS.lines().any(|row| row.split(" | ").next() == Some(argument))
            || NO_INPUT.lines().any(|row| row == *argument)
    };
    let missing: Vec<&String> = found.iter().filter(|argument| !is_output(argument) && !known(argument)).collect();
    assert!(missing.is_empty(), "may these name a file that is read? {missing:#?}");
    let rows = INPUTS.lines().map(|row| row.split(" | ").next().unwrap()).chain(NO_INPUT.lines());
    let gone: Vec<&str> = rows.filter(|row| !found.iter().any(|argument| argument == row)).collect();
    assert!(gone.is_empty(), "no command has these any more: {gone:#?}");
}

const TREE: &str = "((3 12 8) (2 4 6))";
const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
const PLAYER: &str = "while read a; do case $a in search*) echo answer 3 1;; esac; done";
const ENGINE: &str = "#!/bin/sh\nwhile read a b; do case $a in uci) echo uciok;; isready) echo readyok;; \
                      go) echo info depth 1 score cp 20; echo bestmove a;; quit) exit;; esac; done\n";
const POSITION: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// Runs a command with `input`, whether or not it reads it.
fn run(folder: &Folder, words: &[&str], input: &str) -> Output {
    folder.write("stdin", input);
    let stdin = fs::File::open(folder.path().join("stdin")).unwrap();
    fs::remove_file(folder.path().join("stdin")).unwrap();
    folder.plywood(words).process().stdin(stdin).output().unwrap()
}

/// Returns a folder with a file of each readable kind.
fn folder() -> Folder {
    let folder = Folder::with("games.pgn", GAMES);
    folder.write("suite.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n");
    folder.write("position.fen", POSITION);
    folder.write("tree.txt", TREE);
    folder.write("player.sh", PLAYER);
    for name in ["players", "syzygy"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("players/one.sh", PLAYER);
    folder.write("engine.sh", ENGINE);
    #[cfg(unix)]
    fs::set_permissions(folder.path().join("engine.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        fs::copy(crate::support::path(&format!("tests/data/syzygy/{name}")), folder.path().join("syzygy").join(name))
            .unwrap();
    }
    for words in [
        &["lessons", "new", TREE, "-o", "my.json"][..],
        &["explain", TREE, "-o", "trace.jsonl"],
        &["explain", "((3 12 9) (2 4 6))", "-o", "other.jsonl"],
        &["explain", TREE, "-o", "page.html"],
        &["book", "make", "games.pgn", "-o", "book.bin"],
        &["book", "make", "games.pgn", "-o", "other.bin"],
        &["retro", "KQK", "--board", "4x4", "-o", "KQK.tbl"],
        &["exercise", "sheet", "my.json", "--key", "--format", "answers", "-o", "answers.txt"],
    ] {
        let done = run(&folder, words, "");
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
    folder
}

/// All files below a folder, with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        if entry.file_type().unwrap().is_symlink() {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Returns the arguments of a row; the output option comes before the arguments of a program.
fn row(text: &str, output: &str) -> Vec<String> {
    let (own, program) = text.split_once(" -- ").map_or((text, None), |(own, program)| (own, Some(program)));
    let word = |word: &str| match word {
        "T" => TREE.to_owned(),
        "P" => POSITION.to_owned(),
        "ROOK" => "8/8/8/8/8/2k5/8/K6R w - - 0 1".to_owned(),
        other => other.to_owned(),
    };
    let mut words: Vec<String> = own.split(' ').map(word).collect();
    words.extend(["-o".to_owned(), output.to_owned()]);
    words.extend(program.into_iter().flat_map(|program| ["--"].into_iter().chain(program.split(' '))).map(word));
    words
}

/// Returns the ways to name a file.
fn ways(folder: &Folder, name: &str) -> Vec<String> {
    let mut ways = vec![name.to_owned()];
    #[cfg(unix)]
    {
        let target = folder.path().join(name);
        std::os::unix::fs::symlink(&target, folder.path().join("symbolic")).unwrap();
        std::os::unix::fs::symlink("symbolic", folder.path().join("link-of-link")).unwrap();
        std::os::unix::fs::symlink(".", folder.path().join("here")).unwrap();
        fs::hard_link(&target, folder.path().join("hard")).unwrap();
        ways.push("symbolic".to_owned());
        if is_long() || name == "my.json" {
            ways.extend(["link-of-link", "hard"].map(str::to_owned));
            ways.extend([format!("./{name}"), format!("here/{name}"), target.display().to_string()]);
        }
    }
    ways
}

#[test]
fn no_output_replaces_an_input() {
    let mut failures = Vec::new();
    let folder = folder();
    for one in in_turn(INPUTS.lines(), 1, 2) {
        let [_, command, input] = one.split(" | ").collect::<Vec<_>>()[..] else { panic!("{one}") };
        let stdin = fs::read_to_string(folder.path().join(input)).unwrap_or_default();
        // If its output is not the input, the command writes the file.
        let words = row(command, "written");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = fs::remove_file(folder.path().join("written"));
        let done = run(&folder, &words, if command.contains(" -") { &stdin } else { "" });
        let wrote = folder.path().join("written").exists();
        if !wrote {
            failures.push(format!("{command} writes nothing: {}", String::from_utf8_lossy(&done.stderr)));
        }
        for way in ways(&folder, input) {
            let words = row(command, &way);
            let before = files(folder.path());
            let command = folder.plywood(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let file = fs::File::open(folder.path().join(input)).unwrap();
            let done = command.process().stdin(file).output().unwrap();
            let said = String::from_utf8(done.stderr).unwrap();
            // A file whose name promises another format is rejected for that reason.
            let is_promised = way.ends_with(input) && said.contains("this command cannot write .");
            if done.status.code() != Some(2) || !(said.contains("is an input of this command") || is_promised) {
                failures.push(format!("{}: exit {:?}: {said}", words.join(" "), done.status.code()));
            }
            if files(folder.path()) != before {
                failures.push(format!("{} changed a file", words.join(" ")));
            }
        }
        for link in ["symbolic", "link-of-link", "hard", "here"] {
            let _ = fs::remove_file(folder.path().join(link));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A row whose output, `OUT`, is one of several files there.
/// A word after a format is a file to write only if there is no such file.
#[test]
fn no_advice_replaces_an_input() {
    let folder = Folder::new();
    for (name, tree) in [("old.json", "((3 12) (2 4))"), ("new.json", "((3 12) (2 5))")] {
        output(&mut folder.plywood(&["explain", tree, "-o", name]));
    }
    for (words, advice) in [
        (&["compare", "--check", "--json", "old.json", "new.json"][..], "--format json old.json new.json"),
        (&["verify", "--json", "old.json"], "--format json old.json"),
        (&["explain", "old.json", "--html", "page.html"], "old.json -o page.html"),
    ] {
        let said = failed(folder.plywood(words).output().unwrap());
        assert!(said.starts_with("exit 2") && said.contains(advice), "{words:?}: {said}");
    }
}

#[test]
fn a_folder_of_outputs_replaces_no_input() {
    let folder = folder();
    let lesson = folder.read("my.json");
    fs::create_dir(folder.path().join("steps")).unwrap();
    folder.write("steps/event-05.txt", lesson.as_bytes());
    let done = run(&folder, &["explain", "steps/event-05.txt", "--steps", "steps"], "");
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(2) && said.contains("steps/event-05.txt is an input"), "{said}");
    assert_eq!(files(&folder.path().join("steps")).len(), 1, "none of the others was written either");
    assert_eq!(folder.read("steps/event-05.txt"), lesson);
}

#[cfg(unix)]
#[test]
fn what_the_shell_writes_on_with_is_no_input() {
    let folder = folder();
    for (script, shown) in [
        ("\"$0\" explain my.json >> my.json", "standard output"),
        ("\"$0\" explain my.json -o /dev/stdout >> my.json", "/dev/stdout"),
        ("\"$0\" explain my.json -o /dev/fd/3 3>> my.json", "/dev/fd/3"),
        ("\"$0\" explain - < my.json 1<> my.json", "standard output"),
        ("\"$0\" verify trace.jsonl >> trace.jsonl", "standard output"),
    ] {
        let before = files(folder.path());
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_plywood")]).current_dir(folder.path());
        let done = command.output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && said.contains(&format!("{shown} is an input")), "{script}: {said}");
        assert_eq!(files(folder.path()), before, "{script}");
    }
}

/// Commands whose output people edit.
const EDITED: [&str; 9] = [
    "lessons new T",
    "lessons show sargon-1",
    "distil P --depth 1",
    "exercise new",
    "exercise new T",
    "exercise sheet T --format answers",
    "exercise sheet T --key --format answers",
    "exercise starter python",
    "exercise starter rust",
];

#[test]
fn what_people_edit_is_replaced_only_with_force() {
    let folder = Folder::new();
    for command in EDITED {
        for (name, is_there) in [("mine", true), ("new", false)] {
            if is_there {
                folder.write(name, "my work of a whole evening\n");
            }
            let words = row(command, name);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let done = run(&folder, &words, "");
            let said = String::from_utf8(done.stderr).unwrap();
            if is_there {
                assert!(done.status.code() == Some(2) && said.contains("mine exists"), "{command}: {said}");
                assert_eq!(folder.read(name), "my work of a whole evening\n", "{command}");
            }
            let forced = run(&folder, &[&words[..], &["--force"]].concat(), "");
            assert!(forced.status.success(), "{command}: {}", String::from_utf8_lossy(&forced.stderr));
            assert!(!folder.read(name).contains("evening"), "{command}");
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
    // Several files are written together or not at all.
    folder.write("ex-02.json", "mine");
    let words = ["exercise", "new", "--count", "3", "-o", "ex.json"];
    let done = run(&folder, &words, "");
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(folder.names(), ["ex-02.json"]);
    assert!(run(&folder, &[&words[..], &["--force"]].concat(), "").status.success());
    assert_eq!(folder.names(), ["ex-01.json", "ex-02.json", "ex-03.json"]);
    assert_ne!(folder.read("ex-02.json"), "mine");
}

/// A report for a student, or about the class, replaces an earlier report and no file that a student handed in.
#[test]
fn a_report_replaces_a_report_and_no_work_of_a_student() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join("class/ada")).unwrap();
    folder.write("class/ada/search.sh", PLAYER);
    let run = |options: &[&str]| {
        let words = [&["exercise", "run", "--each", "class", "--trees", "2"], options, &["--", "sh", "{}/search.sh"]];
        run(&folder, &words.concat(), "")
    };
    let outputs = [
        ("README.md", &["--reports", "class/{}/README.md"][..]),
        ("README.md", &["-o", "class/{}/README.md"]),
        ("README.md", &["-o", "class/ada/README.md"]),
        ("essay.txt", &["-o", "class/{}/essay.txt"]),
        ("essay.txt", &["-o", "class/ada/essay.txt"]),
        ("page.html", &["--reports", "class/{}/page.html"]),
        ("data.json", &["-o", "class/{}/data.json"]),
        ("data.json", &["-o", "class/{}/data.json", "--format", "gradescope"]),
        ("data.json", &["-o", "class/{}/data.json", "--format", "classroom50"]),
        ("data.json", &["-o", "class/{}/data.json", "--resume"]),
        ("tests.xml", &["-o", "class/{}/tests.xml"]),
        ("marks.csv", &["-o", "class/ada/marks.csv"]),
        ("marks.csv", &["-o", "class/{}/marks.csv"]),
        ("search.sh", &["-o", "class/{}/search.sh", "--format", "text"]),
    ];
    for (name, options) in in_turn(outputs, 0, 3) {
        let file = format!("class/ada/{name}");
        if name != "search.sh" {
            folder.write(&file, "{\"mine\": 1}\n");
        }
        let before = folder.read(&file);
        let said = String::from_utf8(run(options).stderr).unwrap();
        assert!(said.starts_with(&format!("plywood: {file} is ")), "{options:?}: {said}");
        assert_eq!(folder.read(&file), before, "{options:?}");
        if name == "search.sh" {
            continue;
        }
        fs::remove_file(folder.path().join(&file)).unwrap();
        for time in ["first", "second"] {
            let done = run(options);
            let said = String::from_utf8(done.stderr).unwrap();
            assert!(done.status.code() == Some(1) || said.contains("earlier result"), "{options:?} {time}: {said}");
            assert_ne!(folder.read(&file), before, "{options:?}");
        }
        fs::remove_file(folder.path().join(&file)).unwrap();
    }
}

/// A sheet is replaced by a new one, but not a file with a student's answers.
#[test]
fn a_sheet_replaces_a_sheet_and_no_answers() {
    let folder = folder();
    let answers = folder.read("answers.txt");
    let words = ["exercise", "sheet", "my.json", "-o", "answers.txt"];
    let done = run(&folder, &words, "");
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(2) && said.contains("answers.txt exists"), "{said}");
    assert_eq!(folder.read("answers.txt"), answers);
    assert!(run(&folder, &[&words[..], &["--force"]].concat(), "").status.success());
    assert!(run(&folder, &words, "").status.success(), "it is a sheet now");
    assert_ne!(folder.read("answers.txt"), answers);
}

#[test]
fn marks_replace_marks_and_no_answers() {
    let folder = Folder::new();
    let tree = "((3 12 8) (2 4 6))";
    for (name, answers) in [("ann.txt", "name: Ann\npruned: B2 B3\n"), ("bob.txt", "pruned: none\n")] {
        folder.write(name, answers);
    }
    for (target, is_kept) in [("bob.txt", true), ("marks.txt", false), ("marks.txt", false)] {
        let done = run(&folder, &["exercise", "grade", tree, "ann.txt", "-o", target], "");
        assert_eq!(done.status.code(), Some(if is_kept { 2 } else { 0 }), "{target}");
    }
    assert_eq!(folder.read("bob.txt"), "pruned: none\n");
}

/// Every command with `--force` is tested above, so a new command cannot be forgotten; and every command that writes a
/// lesson has this option.
#[test]
fn every_command_that_people_edit_after_is_tried() {
    fn walk(command: &mut Command, name: &str, all: &mut Vec<(String, bool)>) {
        command.build();
        let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
        if has("output") {
            all.push((name.to_owned(), has("force")));
        }
        for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
            let name = format!("{name} {}", below.get_name());
            walk(below, name.trim(), all);
        }
    }
    let mut all = Vec::new();
    walk(&mut Cli::command(), "", &mut all);
    let of = |row: &str| {
        let fits = all.iter().filter(|(name, _)| format!("{row} ").starts_with(&format!("{name} ")));
        fits.max_by_key(|(name, _)| name.len()).unwrap().0.clone()
    };
    let tried: BTreeSet<String> = EDITED.iter().map(|row| of(row)).collect();
    let forced: BTreeSet<String> = all.iter().filter(|(_, has)| *has).map(|(name, _)| name.clone()).collect();
    assert_eq!(tried, forced);
}
