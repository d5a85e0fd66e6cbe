//! Classroom games on the command line.

use crate::support::plywood;
use crate::{Folder, failed, feed, output, refused, succeeded};
use plywood::Score;
use plywood::cli::{Context, run};
use plywood::game::classic::{GameList, Playable, PlayableMove, PositionError, Sketch};
use plywood::game::{Ending, Game, Side};
use std::io::Read;
use std::process::{ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Duration;

fn page(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

/// Returns the text next to the board, starting at these words, joined into one line.
fn beside_the_board(page: &str, start: &str) -> String {
    let Some((above, at)) = page.lines().enumerate().find_map(|(above, line)| Some((above, line.find(start)?))) else {
        panic!("{start}: {page}");
    };
    let words = page.lines().skip(above).flat_map(|line| line.get(at..).unwrap_or_default().split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_explained_beside_its_board() {
    let fork = page(&["explain", "ttt:X../.O./..X"]);
    assert!(fork.contains("3 X . .    O to move, 6 plies"), "{fork}");
    assert!(fork.contains("(a draw)"), "{fork}");
    let nim = page(&["explain", "nim:1,2"]);
    assert!(nim.contains("A |  ") && nim.contains("(MAX wins in 2)"), "{nim}");
    let four = page(&["explain", "connect4@4x4", "--depth", "4"]);
    assert!(four.contains("Best move   col1   0"), "{four}");
    assert!(four.lines().chain(fork.lines()).chain(nim.lines()).all(|line| line.chars().count() <= 80));
}

/// In nim, each losing move has another reply. The page lists up to 48 of them.
#[test]
fn the_page_of_a_position_lists_every_move_with_its_reply() {
    // The search takes a moment, although its estimate is longer.
    let run = plywood(&["explain", "nim:2,29", "--depth", "31", "--with", "tt", "--format", "html"]).output().unwrap();
    let page = String::from_utf8(run.stdout).unwrap();
    let (_, list) = page.split_once("<h3>30 moves and the reply to each</h3>").unwrap_or_else(|| panic!("{page}"));
    let (list, _) = list.split_once("</ul>").unwrap();
    // MIN brings the other heap to the same size.
    let mut replies: Vec<(String, String)> = (1..=28)
        .filter(|taken| *taken != 27)
        .map(|taken| (format!("B-{taken}"), if taken == 28 { "A-1".to_owned() } else { format!("B-{}", 27 - taken) }))
        .collect();
    replies.push(("B-29".to_owned(), "A-2".to_owned()));
    replies.extend([("A-1".to_owned(), "B-28".to_owned()), ("A-2".to_owned(), "B-29".to_owned())]);
    assert_eq!(list.matches("<li>").count(), replies.len(), "{list}");
    for (mv, reply) in replies {
        assert!(list.contains(&format!("<li><span>{mv}</span> <b>{reply}</b></li>")), "{mv} {reply}: {list}");
    }
}

#[test]
fn one_move_and_its_answer_are_not_read_as_two_moves() {
    let text = page(&["explain", "ttt:XOX/.O./..X"]);
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("`- 1 move")).take(2).collect();
    assert!(rows[0].starts_with("`- 1 move: c2 ") && rows[1] == "  `- X's a2 keeps it from beating #-2", "{text}");
}

#[test]
fn a_name_that_several_moves_have_says_which_one_is_meant() {
    let won = page(&["explain", "ttt:XO./.X./..O", "--depth", "3"]);
    assert!(won.contains("Checked     the position after a1 a2 c3 is worth #2\n"), "{won}");
    // The move c3 after a1, and then at the root itself.
    assert!(
        won.contains("| | |-*c3               #2 >  1 root c3 ") && won.contains("|-*a1                   #2 >  1 c3 "),
        "{won}"
    );
    let why = page(&["explain", "ttt:XO./.X./..O", "--depth", "3", "--why", "a1 a2 c3"]);
    assert!(why.contains("root c3"), "{why}");
    let log = page(&["explain", "ttt:XO./.X./..O", "--depth", "3", "--log"]);
    assert!(log.contains("root c3") && !page(&["explain", "sargon-2", "--log"]).contains("root "), "{log}");
}

#[test]
fn where_best_play_ends_before_the_game_does_its_score_is_called_static() {
    let open = page(&["explain", "ttt", "--depth", "4"]);
    let said = beside_the_board(&open, "Horizon");
    let wanted =
        "Horizon the best line ends before the game does: 1 is a static evaluation, not a result (try --depth 5)";
    assert!(said.starts_with(wanted), "{open}");
    // Games that are won, drawn, and played to the end.
    for over in
        [&["explain", "ttt:XO./.X./..O", "--depth", "3"][..], &["explain", "ttt:X../.O./..X"], &["explain", "nim:3,4"]]
    {
        assert!(!page(over).contains("Horizon"), "{over:?}");
    }
}

/// As in lessons, a node's bound comes from the scores of its moves, not from its window.
#[test]
fn limits_of_games_are_what_their_moves_came_to() {
    let text = page(&["explain", "ttt:XOX/.O./..X"]);
    assert!(text.contains("2 moves: a1 a2   (>= #1) "), "{text}");
    let hard = page(&["explain", "ttt:XOX/.O./..X", "--fail", "hard"]);
    assert!(hard.contains("fail-hard") && hard.contains("2 moves: a1 a2  (>= #-1) "), "{hard}");
    assert!(page(&["explain", "nim:3,4"]).contains("2 others   (<= #-3) "));
}

#[test]
fn a_faster_win_is_better_and_the_distance_is_that_of_the_winner() {
    let lost = page(&["explain", "ttt:XOX/.O./..X"]);
    assert!(lost.contains("Best move   b1   #-1   (O wins in 1)"), "{lost}");
    let first = page(&["explain", "connect4:3344", "--depth", "3"]);
    assert!(first.contains("(X wins in 2)"), "{first}");
}

#[test]
fn the_whole_of_tic_tac_toe_is_searched_unless_another_depth_is_asked_for() {
    assert!(page(&["explain", "ttt:XO./.../..."]).contains("X to move, 7 plies"));
    assert!(page(&["explain", "tic-tac-toe", "--depth", "2"]).contains("X to move, 2 plies"));
    assert!(page(&["explain", "connect4", "--depth", "2"]).contains("X to move, 2 plies"));
}

#[test]
fn what_is_wrong_with_a_position_is_said_with_its_place() {
    for (text, problem) in [
        ("ttt:XXX/XXO/...", "X has 5 and O has 1"),
        ("ttt:XXX/OOO/...", "both have three in a row: X the upper row, O the middle row"),
        ("ttt:XXX/OO./O..", "O has moved after that"),
        ("ttt:OOO/XX./XX.", "X has moved after that"),
        ("ttt:XX/.../...", "row 1 (`XX`): a row has 3 squares, and this has 2"),
        ("ttt:XOZ/.../...", "row 1, square 3: `Z`"),
        ("ttt:XO./...", "3 rows separated by slashes, and this has 2 rows"),
        ("ttt:", "no board follows the colon; it has 3 rows separated by slashes\n"),
        ("ttt:XXXX", "and this has 1 row\n"),
        ("ttt@4x4", "3 rows of 3 squares"),
        ("nim:3,0", "pile 2 (`0`) is empty"),
        ("nim:3,32", "pile 2 (`32`) is too large; the maximum is 31"),
        ("nim:99999999999999999999", "is too large; the maximum is 31"),
        ("nim:1,2,3,4,5,6,7,8,9", "9 piles; the maximum is 8"),
        ("nim:", "pile 1 is missing"),
        ("nim:3:mean", "`mean` is not a rule"),
        ("connect4:4\u{e9}4", "move 2: there is no column"),
        ("connect4:49", "move 2: there is no column `9`; they are 1 to 7"),
        ("connect4:1111111", "move 7: column 1 is full"),
        ("connect4:12121212", "move 8: the game is over after 1212121"),
        ("connect4@5x4:9", "there is no column `9`; they are 1 to 5"),
        ("connect4:444444444", "move 7: column 4 is full"),
        ("connect4@0x0", "`0x0` is not a size"),
        ("connect4@3x3", "`3x3` is not a size"),
        ("connect4@8x8", "`8x8` is not a size"),
    ] {
        let error = refused(&[text]);
        assert!(error.starts_with("exit 1") && error.contains(problem) && error.contains(text), "{text}: {error}");
    }
}

#[test]
fn a_static_score_is_chosen_by_name() {
    let lines = page(&["explain", "connect4@4x4:11", "--depth", "2", "--evaluation", "threats"]);
    assert!(lines.contains("threats evaluation"), "{lines}");
    let error = refused(&["ttt", "--evaluation", "material"]);
    assert!(error.contains("`material` is not a static evaluation of this game"), "{error}");
    let error = refused(&["startpos", "--evaluation", "threats"]);
    assert!(error.contains("`threats` is not a static evaluation for chess"), "{error}");
}

#[test]
fn lines_of_games_are_counted() {
    assert!(page(&["perft", "connect4", "--depth", "5"]).ends_with("perft(5) = 16807\n"));
    let divided = page(&["perft", "ttt", "--depth", "2", "--divide"]);
    assert!(divided.starts_with("a3      ") && divided.lines().last().unwrap().ends_with("72"), "{divided}");
}

#[test]
fn the_reader_plays_min_sees_what_the_search_says_and_takes_it_back() {
    // All four corners draw; the search would play the first of them.
    let folder = Folder::with("answers", "b3\nx9\nback\nback\nc1\nquit\n");
    let said = |arguments: &[&str]| succeeded(feed(&mut folder.plywood(arguments), folder.read("answers")));
    let page = said(&["step", "ttt", "--min"]);
    for sentence in [
        "The search plays X (MAX) and you play O (MIN).",
        "X plays b2. The search says: a draw.",
        "The search says: X wins in 3. It would have played a3: a draw.",
        "X plays a3. The search says: X wins in 3.",
        "`x9` is not a move here; legal here: c3 a2 c2 a1 b1 c1",
        "You have no move to take back.",
        "The search says: a draw. You had no better move.",
    ] {
        assert!(page.contains(sentence), "{sentence}\n{page}");
    }
    folder.write("answers", "C-1\nB-1\nC-2\n");
    let nim = said(&["step", "nim:1,2,3", "--min"]);
    assert!(
        nim.contains("The search plays MAX and you play MIN.")
            && nim.contains("MAX plays A-1. The search says: MIN wins in 3."),
        "{nim}"
    );
    folder.write("answers", "e5\nNf9\n");
    let chess = said(&["step", "startpos", "--min", "--depth", "1"]);
    assert!(chess.contains("Black (MIN)") && chess.contains("`Nf9`"), "{chess}");
    // A reply under another name is the same reply, and the scores that are compared look equally far ahead.
    for (subject, depth, reply, name, other) in
        [("connect4", "6", "4", "col4", "col3"), ("startpos", "3", "b8c6", "Nc6", "a6")]
    {
        let judged = |reply: &str| {
            folder.write("answers", format!("{reply}\n"));
            said(&["step", subject, "--min", "--depth", depth])
        };
        assert_eq!(judged(reply).replacen(&format!("> {reply}"), &format!("> {name}"), 1), judged(name));
        for reply in [name, other] {
            let page = judged(reply).replace('\n', " ");
            // The first sentence is about the move of the search, the second about the reply.
            let scores: Vec<f64> = page
                .split("worth ")
                .skip(2)
                .take(2)
                .map(|rest| rest.split(' ').next().unwrap().parse().unwrap())
                .collect();
            let is_judged = page.contains("You had no better move.") || scores[1] < scores[0];
            assert!(is_judged && page.contains("> "), "{subject} {reply}: {scores:?} {page}");
        }
    }
    // What follows `quit` is not read.
    folder.write("answers", "q\nx9\n");
    let ended = said(&["step", "ttt", "--min"]);
    assert!(!ended.contains("x9"), "{ended}");
    folder.write("answers", "quit\n");
    let lesson = said(&["step", "sargon-1", "--min"]);
    assert!(lesson.contains("White plays Ng6+. The search says: worth 9.000 to White."), "{lesson}");
}

/// Two moves would leave the wrong side to move. The number of a move is not a move.
#[test]
fn a_reply_is_one_move() {
    let said = |subject: &[&str], answers: &str| {
        succeeded(feed(&mut plywood(&[&["step"], subject, &["--min"]].concat()), answers))
    };
    let two = said(&["ttt"], "b3 a3\nb3\n");
    assert!(two.contains("> b3 a3\ntype one move at a time\n"), "{two}");
    assert_eq!(
        two.replace("> b3 a3\ntype one move at a time\nO to move: a3 b3 c3 a2 c2 a1 b1 c1", ""),
        said(&["ttt"], "b3\n")
    );
    let numbered = said(&["startpos", "--depth", "1"], "1...a5\n");
    assert_eq!(numbered.replacen("1...a5", "a5", 1), said(&["startpos", "--depth", "1"], "a5\n"));
}

/// The player sees the question before answering.
#[test]
fn the_question_is_there_before_the_answer() {
    let child = plywood(&["step", "nim:1,2", "--min"]);
    let mut child = child.process().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let (say, said) = mpsc::channel();
    std::thread::spawn(move || {
        let mut byte = [0];
        while out.read(&mut byte).is_ok_and(|read| read == 1) && say.send(byte[0]).is_ok() {}
    });
    let mut shown = Vec::new();
    while !shown.ends_with(b"> ") {
        let Ok(byte) = said.recv_timeout(Duration::from_secs(30)) else { break };
        shown.push(byte);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.ends_with("\nMIN to move: A-1 B-1> "), "{shown}");
}

#[test]
fn boards_of_games_are_drawn_in_pictures_and_pages() {
    let folder = Folder::new();
    let written = |subject: &str, name: &str| {
        assert_eq!(output(&mut folder.plywood(&["explain", subject, "--depth", "2", "--output", name])), "");
        folder.read(name)
    };
    // Next to a board are the names of rows and columns, and each piece is a shape: two bars, or two discs.
    let empty = written("ttt", "empty.svg");
    let men = written("ttt:XO./.X./..O", "men.svg");
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(count(&men, "<circle") - count(&empty, "<circle"), 4);
    assert!(empty.contains(">a</text>") && empty.contains(">3</text>"));
    assert!(written("nim:2,1", "nim.svg").contains(">B</text>"));
    let page = written("ttt:XO./.X./..O", "page.html");
    assert!(page.contains("X a3, O b3, X b2, O c1") && page.contains("X plays "), "the board is said in words, too");
    assert!(!page.contains("arrow: the best"), "no move is shown on it");
    assert!(written("connect4:44", "four.html").contains("O 4/2"));
    assert!(written("nim:2,1", "nim.html").contains("A 2, B 1"));
    assert!(written("ttt:XO./.X./..O", "page.md").contains("3 X O .\n"));
    let step = output(&mut folder.plywood(&["explain", "ttt:XO./.X./..O", "--at-event", "9"]));
    assert!(step.contains("3 X O"), "{step}");
}

#[test]
fn lessons_and_sheets_are_made_of_positions_of_games() {
    let folder = Folder::new();
    let run = |words: &[&str]| output(&mut folder.plywood(words));
    folder.write("lesson.json", run(&["distil", "ttt:XOX/OO./.X.", "--width", "2"]));
    let page = run(&["explain", "lesson.json"]);
    assert!(page.contains("3 X O X") && page.contains("Best move   c2   0   (a draw)"), "{page}");
    assert!(page.contains("refuted by c1     no better"), "{page}");
    run(&["verify", "lesson.json"]);
    let small = run(&["distil", "ttt:XO./.X./..O", "--depth", "1"]);
    assert!(small.contains("found by a search to 1 ply"), "{small}");
    folder.write("sheet.json", run(&["exercise", "new", "ttt:XOX/OO./.X."]));
    let sheet = run(&["exercise", "sheet", "sheet.json"]);
    assert!(
        sheet.contains("Which leaves are not read?") && sheet.contains("exercise new ttt:XOX/OO./.X. --depth 3"),
        "{sheet}"
    );
    assert!(sheet.contains("3 X O X    X is to move."), "{sheet}");
    // If O moves first, MIN chooses at the root.
    folder.write("second.json", run(&["exercise", "new", "ttt:XOX/.O./..X"]));
    let second = run(&["exercise", "sheet", "second.json"]);
    let said = beside_the_board(&second, "O is to move.");
    for sentence in ["O chooses at the root, X at A and B.", "All scores are X's:"] {
        assert!(said.contains(sentence), "{sentence}: {second}");
    }
    folder.write(
        "two.json",
        folder.read("lesson.json").replace("\"depth\"", "\"fen\": \"8/8/8/8/8/1k6/3Q4/K7 w - - 0 1\", \"depth\""),
    );
    folder.write("bad.json", folder.read("lesson.json").replace("XOX/OO.", "XXX/OO."));
    folder.write("move.json", folder.read("lesson.json").replacen("\"a1\"", "\"b2\"", 1));
    for (file, problem) in [
        ("two.json", "a lesson has a `fen` or a `game`, not both"),
        ("bad.json", "the lesson's position: X has 4 and O has 2"),
        ("move.json", "`b2` is not a move here"),
    ] {
        let error = failed(folder.plywood(&["explain", file]).output().unwrap());
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn a_recorded_game_knows_moves_by_all_their_names() {
    let folder = Folder::new();
    let run = |words: &[&str]| output(&mut folder.plywood(words));
    folder.write("four.jsonl", run(&["explain", "connect4@5x4:12", "--depth", "3", "--format", "jsonl"]));
    let named = run(&["explain", "four.jsonl", "--why", "col3 col2"]);
    assert_eq!(run(&["explain", "four.jsonl", "--why", "3 2"]), named);
    folder.write("board.jsonl", run(&["explain", "ttt:XOX/OO./.X.", "--format", "jsonl"]));
    assert_eq!(run(&["explain", "board.jsonl", "--focus", "C2"]), run(&["explain", "board.jsonl", "--focus", "c2"]));
    let error = failed(folder.plywood(&["explain", "four.jsonl", "--why", "9"]).output().unwrap());
    assert!(error.contains("`9` is not a move here"), "{error}");
}

#[test]
fn a_sheet_says_what_the_score_of_a_win_is() {
    let folder = Folder::new();
    let run = |words: &[&str]| output(&mut folder.plywood(words));
    folder.write("won.json", run(&["exercise", "new", "ttt:XO./.X./O.."]));
    let sheet = run(&["exercise", "sheet", "won.json"]);
    assert!(sheet.starts_with("Alpha-beta by hand: 3 plies from this position\n"), "{sheet}");
    let said = beside_the_board(&sheet, "X is to move.");
    assert!(said.contains("#2 is a win in two moves, #-2 a loss in two, counted from the root"), "{sheet}");
    folder.write("even.json", run(&["exercise", "new", "ttt:.../.../...", "--depth", "2"]));
    assert!(!run(&["exercise", "sheet", "even.json"]).contains('#'));
}

#[test]
fn what_only_chess_has_is_refused_for_other_games_by_name() {
    for (words, what) in [
        (&["eval", "ttt"][..], "eval"),
        (&["explain", "ttt", "--engine", "sargon"], "--engine sargon"),
        (&["compare", "ttt", "--engine", "sargon,plywood"], "--engine"),
        (&["explain", "ttt", "--tablebases", "retro"], "--tablebases"),
        (&["explain", "ttt", "--book", "no.bin"], "--book"),
    ] {
        let error = failed(plywood(words).output().unwrap());
        let said = format!("exit 2\nplywood: {what} needs a chess position, but this is ttt:.../.../...");
        assert_eq!(error, said, "{words:?}");
    }
}

#[test]
fn a_page_says_who_moves_what_wins_and_how_moves_are_read() {
    let flat = |start: &str, arguments: &[&str]| beside_the_board(&page(arguments), start);
    let nim = flat("MAX to move", &["explain", "nim:1,2"]);
    assert!(
        nim.contains("MAX to move, 3 plies") && nim.contains("The player who takes the last match wins. "),
        "{nim}"
    );
    assert!(nim.contains("B-2 takes two from pile B."), "there are no more piles: {nim}");
    assert!(
        flat("MAX to move", &["explain", "nim:1,2:misere"]).contains("The player who takes the last match loses. ")
    );
    let four = flat("X to move", &["explain", "connect4:44", "--depth", "2"]);
    for sentence in [
        "X to move, 2 plies, alpha-beta, static order (except at the last ply), lines evaluation.",
        "Static evaluations (lines): lines of four that X can still fill, less those of O.",
        "X and O are the discs of the two sides, and four in a row win.",
        "col1 is the left one.",
    ] {
        assert!(four.contains(sentence), "{sentence}: {four}");
    }
    let whole = flat("O to move", &["explain", "ttt:XO./X../..."]);
    assert!(
        whole.contains("Three in a row wins.") && !whole.contains("Static evaluations"),
        "the end is searched: {whole}"
    );
}

#[test]
fn a_game_that_is_over_says_who_has_won() {
    for (text, said) in [
        ("nim:0,0", "no matches left, and MIN has won; there is nothing to search."),
        ("nim:0,0:misere", "no matches left, and MAX has won; there is nothing to search."),
        ("ttt:XXX/OO./...", "three in a row, and X has won; there is nothing to search."),
        ("ttt:OOO/XX./X..", "three in a row, and O has won; there is nothing to search."),
        ("ttt:XOX/XOO/OXX", "draw; there is nothing to search."),
        ("connect4:1212121", "four in a row, and X has won; there is nothing to search."),
    ] {
        let page = beside_the_board(&page(&["explain", text]), "Game over");
        assert!(page.contains(said), "{text}: {page}");
    }
}

/// "-3 4" would be read as two numbers.
#[test]
fn a_column_is_no_number_and_can_be_typed_as_one() {
    let four = page(&["explain", "connect4:4435", "--depth", "3"]);
    assert!(four.contains("Best line   col1 col2 col4"), "{four}");
    for column in ["4", "col4", "COL4"] {
        let why = page(&["explain", "connect4:4435", "--depth", "3", "--why", column]);
        assert!(why.contains("Why not col4?"), "{why}");
    }
    let after = page(&["explain", "connect4:44", "--after", "3 col5", "--depth", "1"]);
    assert!(after.contains("After 3 col5") && after.contains(". . X X O . ."), "{after}");
    let set = page(&["explain", "connect4", "--set", "col2=9", "--depth", "1"]);
    assert!(set.contains("Best move   col2   9"), "{set}");
    let error = refused(&["connect4:444444", "--why", "4", "--depth", "2"]);
    assert!(error.contains("col1") && error.contains("legal"), "{error}");
}

#[test]
fn boards_have_their_own_signs_in_unicode_and_no_squares_of_chess() {
    let unicode = |subject: &str| page(&["explain", subject, "--depth", "1", "--charset", "unicode"]);
    assert!(unicode("ttt:XO./.X./..O").contains("3 \u{2715} \u{25cb} ."));
    assert!(unicode("connect4:44").contains(". . . \u{2715} . . ."));
    assert!(unicode("nim:2").contains("A \u{2502} \u{2502}"));
    let coloured = page(&["explain", "connect4:44", "--depth", "1", "--color", "always"]);
    assert!(coloured.starts_with(". . . . . . .    X to move"), "{coloured}");
}

/// Each of these moves costs one node, which is confusing without an explanation.
#[test]
fn moves_that_are_the_same_by_symmetry_say_as_which() {
    let explain = |more: &[&str]| page(&[&["explain", "ttt", "--depth", "2", "--order", "none"], more].concat());
    let folded = explain(&["--with", "tt,symmetry"]);
    assert!(folded.contains("6 moves, by symmetry the same:"), "{folded}");
    for pair in ["c3 as a3", "a2 as b3", "c2 as b3", "a1 as a3", "b1 as b3", "c1 as a3"] {
        assert!(folded.contains(pair), "{folded}");
    }
    let roots = explain(&["--with", "tt,symmetry", "--roots", "all"]);
    assert!(roots.contains("(as a3)") && roots.contains("(as b3)"), "{roots}");
    let why = explain(&["--with", "tt,symmetry", "--why", "c3"]);
    let why = why.replace('\n', " ");
    assert!(why.contains("for a position that equals this one by symmetry; it was stored by a3"), "{why}");
    // Without symmetry no moves are equal, and the table contains the positions themselves.
    assert!(!explain(&["--with", "tt"]).contains("by symmetry"));
    let nim = page(&["explain", "nim:2,2", "--with", "tt,symmetry"]);
    assert!(nim.contains(", by symmetry the same:") && nim.contains("B-2 as A-2"), "{nim}");
}

/// The page's reply to each first move equals that of `step --min`.
#[test]
fn the_reader_of_a_page_plays_min_against_the_search() {
    for (subject, more) in
        [("ttt:X../.O./X..", &[][..]), ("ttt:X../.O./..X", &[]), ("nim:1,2,3", &[]), ("connect4@4x4:12213443", &[])]
    {
        let folder = Folder::new();
        output(&mut folder.plywood(&[&["explain", subject, "-o", "page.html"], more].concat()));
        let page = folder.read("page.html");
        let part = page.split("<details class=\"opponent").nth(1).unwrap().split("<footer>").next().unwrap();
        assert!(part.contains("You are MIN") && part.contains("The search plays "), "{part}");
        let first: Vec<&str> = part.split("<details name=\"answers-0\"><summary>").skip(1).collect();
        assert!(3 <= first.len(), "{subject}: {part}");
        for answer in first {
            let name = answer.split('<').next().unwrap();
            folder.write("answer", name);
            let answers = folder.read("answer");
            let step = [&["step", subject, "--min"], more].concat();
            let said = succeeded(feed(&mut folder.plywood(&step), answers)).replace('\n', " ");
            // After its own moves, the search says what they are worth, too.
            let is_reply = |before: &str| before.trim_end().rsplit(' ').nth(1) == Some("plays");
            let parts: Vec<&str> = said.split("The search says: ").collect();
            let said = parts.windows(2).find(|pair| !is_reply(pair[0])).unwrap()[1];
            let worth = said.split('.').next().unwrap();
            assert!(answer.contains(&format!("<p>The search says: {worth}")), "{subject}, {name}: {said}\n{answer}");
            let is_best = said.contains("You had no better move.");
            assert_eq!(
                answer.split("</p>").next().unwrap().contains("You had no better move."),
                is_best,
                "{subject}, {name}: {said}"
            );
            if !is_best {
                let expected = said.split("It would have played ").nth(1).unwrap().split([':', '.']).nth(1).unwrap();
                assert!(answer.contains(&format!(":{expected}.")), "{subject}, {name}: {said}\n{answer}");
            }
        }
    }
    // The whole of a small game can be played to its end, and the winner is announced.
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "ttt:XO./.X./..O", "-o", "page.html"]));
    let won = folder.read("page.html");
    assert!(
        won.contains("Game over: three in a row, and X has won.") && !won.contains("Go on in the terminal"),
        "{won}"
    );
    output(&mut folder.plywood(&["explain", "sargon-1", "-o", "lesson.html"]));
    assert!(!folder.read("lesson.html").contains("You are MIN"), "a lesson's tree ends where its moves do");
}

/// Lists of static evaluations name every game that has the evaluation.
#[test]
fn a_static_score_is_said_to_be_of_each_game_that_has_it() {
    let help = output(&mut plywood(&["explain", "ttt", "--evaluation", "help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "zero tic-tac-toe, nim and connect4: 0 for every unfinished game",
        "lines tic-tac-toe: lines that X can still fill, less those of O; connect4: lines of four",
        "xor nim: ",
        "threats connect4: ",
    ] {
        assert!(help.contains(said), "{said}: {help}");
    }
}

/// The example `examples/own_game.rs`; these tests use only its game.
#[allow(dead_code)]
#[path = "../../examples/own_game.rs"]
mod own_game;

#[test]
fn a_game_that_a_program_adds_does_what_the_others_do() {
    let folder = Folder::new();
    let run = |words: &str, games: GameList| {
        let words = ["plywood"].into_iter().chain(words.split_whitespace()).map(Into::into);
        let context = Context::in_memory(words, &[]).in_folder(folder.path()).with_games(games);
        let code = run(&context);
        let (output, errors) = context.written();
        (code, String::from_utf8(output).unwrap(), String::from_utf8(errors).unwrap())
    };
    let added = |words: &str| {
        let (code, output, errors) = run(words, GameList::default().with::<own_game::Take>());
        assert_eq!((code, errors.as_str()), (ExitCode::SUCCESS, ""), "{words}: {output}");
        output
    };
    // Its board, its rules and its static evaluation.
    let page = added("explain take:5 --evaluation zero");
    assert!(page.contains("| | | | |") && page.contains("takes the last match"), "{page}");
    assert!(added("explain take:5 --format svg").contains("<svg"));
    assert!(added("explain take:5 --depth 2 --at-event 5").contains("event 5 of 25"));
    // A trace and a lesson of this game can be read.
    added("explain take:5 -o take.jsonl");
    added("explain take:5 -o take.json");
    for trace in ["take.jsonl", "take.json"] {
        assert!(added(&format!("explain {trace}")).starts_with("| | | | |"), "{trace}");
        assert!(added(&format!("verify {trace}")).contains("root score"), "{trace}");
    }
    added("distil take:4 --depth 2 -o lesson.json");
    assert!(added("explain lesson.json").contains("| | | |"));
    assert!(added("explain take:5 --after -1").contains("| | | |    MAX to move, 4 plies"));
    assert!(added("perft take:3 --depth 2").contains(" = "));
    assert!(added("completions bash").contains(" take "));
    // A program without this game rejects its name.
    let (code, _, errors) = run("explain take:5", GameList::default());
    assert!(code == ExitCode::from(2) && errors.contains("`take:5` is not a file"), "{errors}");
}

/// Take with points: whoever takes more matches wins by the difference. It ends without an ending.
#[derive(Clone, Debug)]
struct Points(own_game::Take, Vec<u16>);

impl Game for Points {
    type Move = PlayableMove;

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        self.0.moves(moves);
    }

    fn play(&mut self, mv: PlayableMove) {
        self.0.play(mv);
        self.1.push(mv.0);
    }

    fn undo(&mut self) {
        self.0.undo();
        self.1.pop();
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn evaluate(&self) -> Score {
        let of_first =
            self.1.iter().enumerate().map(|(ply, &taken)| i32::from(taken) * if ply % 2 == 0 { 1 } else { -1 });
        let points = Score::from_millipawns(1000 * of_first.sum::<i32>());
        if self.turn() == Side::First { points } else { -points }
    }

    fn name(&self, mv: PlayableMove) -> String {
        self.0.name(mv)
    }
}

impl Playable for Points {
    const NAMES: &'static [&'static str] = &["points"];
    const SYNTAX: &'static str = "the number of matches: points:5";
    const SCORES: &'static [(&'static str, &'static str)] = &[("points", "the difference of the points")];

    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError> {
        own_game::Take::parse(size, position).map(|take| Self(take, Vec::new()))
    }

    fn position(&self) -> String {
        self.0.position().replace("take", "points")
    }

    fn scored_by(self, _: usize) -> Self {
        self
    }

    fn rules(&self) -> String {
        "Whoever takes more matches wins.".to_owned()
    }

    fn sketch(&self) -> Sketch {
        self.0.sketch()
    }
}

/// The points at the end are the result, so no deeper search is suggested.
#[test]
fn a_game_that_ends_with_points_is_over_where_no_move_is_left() {
    let explain = |depth: &str| {
        let words = ["plywood", "explain", "points:4", "--depth", depth].map(Into::into);
        let context = Context::in_memory(words, &[]).with_games(GameList::default().with::<Points>());
        assert_eq!(run(&context), ExitCode::SUCCESS);
        let page = String::from_utf8(context.written().0).unwrap();
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let early = explain("1");
    assert!(early.contains("is a static evaluation, not a result"), "{early}");
    let whole = explain("4");
    // -3 -1: three matches against one.
    assert!(whole.contains("Best line -3 -1") && !whole.contains("not a result"), "{whole}");
}
