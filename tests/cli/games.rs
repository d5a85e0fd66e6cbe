//! Games that classes play, from the command line.

use crate::support::plywood;
use crate::{Folder, failed, output, refused, succeeded};

fn page(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

#[test]
fn a_game_is_explained_beside_its_board() {
    let fork = page(&["explain", "ttt:X../.O./..X"]);
    assert!(fork.contains("3 X . .    O to move, 6 plies"), "{fork}");
    assert!(fork.contains("(a draw)"), "{fork}");
    let nim = page(&["explain", "nim:1,2"]);
    assert!(nim.contains("A |  ") && nim.contains("(MAX wins in 2)"), "{nim}");
    let four = page(&["explain", "connect4@4x4", "--depth", "4"]);
    assert!(four.contains("1 2 3 4    Best move   1   0"), "{four}");
    assert!(four.lines().chain(fork.lines()).chain(nim.lines()).all(|line| line.chars().count() <= 80));
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
        ("ttt:XX/.../...", "row 1 (`XX`): a row has 3 squares, and here are 2"),
        ("ttt:XOZ/.../...", "row 1, square 3: `Z`"),
        ("ttt:XO./...", "3 rows"),
        ("ttt@4x4", "3 rows of 3 squares"),
        ("nim:3,0", "pile 2 (`0`) is empty"),
        ("nim:3,32", "pile 2 (`32`) has too many matches; the most is 31"),
        ("nim:99999999999999999999", "too many matches"),
        ("nim:1,2,3,4,5,6,7,8,9", "9 piles; the most is 8"),
        ("nim:", "pile 1 is missing"),
        ("nim:3:mean", "`mean` is no rule"),
        ("connect4:4\u{e9}4", "move 2: there is no column"),
        ("connect4:49", "move 2: there is no column `9`; they are 1 to 7"),
        ("connect4:1111111", "move 7: column 1 is full"),
        ("connect4:12121212", "move 8: the game is over after 1212121"),
        ("connect4@3x3", "`3x3` is no size"),
        ("connect4@8x8", "`8x8` is no size"),
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
    assert!(error.contains("`material` is no static score of this game"), "{error}");
    let error = refused(&["startpos", "--evaluation", "threats"]);
    assert!(error.contains("`threats` is no evaluation"), "{error}");
}

#[test]
fn lines_of_games_are_counted() {
    assert!(page(&["perft", "connect4", "--depth", "5"]).ends_with("perft(5) = 16807\n"));
    let divided = page(&["perft", "ttt", "--depth", "2", "--divide"]);
    assert!(divided.starts_with("a3      ") && divided.lines().last().unwrap().ends_with("72"), "{divided}");
}

#[test]
fn the_reader_plays_min_sees_what_the_search_says_and_takes_it_back() {
    let folder = Folder::with("answers", "b3\nx9\nback\nback\na3\nquit\n");
    let said = |arguments: &[&str]| {
        let answers = std::fs::File::open(folder.path().join("answers")).unwrap();
        succeeded(folder.plywood(arguments).stdin(answers).output().unwrap())
    };
    let page = said(&["step", "ttt", "--min"]);
    for sentence in [
        "The search plays X (MAX), you play O (MIN).",
        "X plays b2: a draw.",
        "The search says: X wins in 3. It would have played a3: a draw.",
        "X plays a3: X wins in 3.",
        "`x9` is not a move here; legal here: c3 a2 c2 a1 b1 c1",
        "There is no answer of yours to take back.",
        "The search says: a draw. Nothing is better.",
    ] {
        assert!(page.contains(sentence), "{sentence}\n{page}");
    }
    folder.write("answers", "C-1\nB-1\nC-2\n");
    let nim = said(&["step", "nim:1,2,3", "--min"]);
    assert!(
        nim.contains("The search plays MAX, you play MIN.") && nim.contains("MAX plays A-1: MIN wins in 3."),
        "{nim}"
    );
    folder.write("answers", "e5\nNf9\n");
    let chess = said(&["step", "startpos", "--min", "--depth", "1"]);
    assert!(chess.contains("Black (MIN)") && chess.contains("`Nf9`"), "{chess}");
    let lesson = failed(folder.plywood(&["step", "sargon-1", "--min"]).output().unwrap());
    assert!(lesson.starts_with("exit 2") && lesson.contains("--min is for positions and games"), "{lesson}");
}

#[test]
fn boards_of_games_are_drawn_in_pictures_and_pages() {
    let folder = Folder::new();
    let written = |subject: &str, name: &str| {
        assert_eq!(output(&mut folder.plywood(&["explain", subject, "--depth", "2", "--output", name])), "");
        folder.read(name)
    };
    // Beside a board stand the names of rows and columns, and each man is a shape: two beams, or two discs.
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
    let step = output(&mut folder.plywood(&["explain", "ttt:XO./.X./..O", "--step", "9"]));
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
    folder.write("sheet.json", run(&["exercise", "new", "ttt:XOX/OO./.X."]));
    let sheet = run(&["exercise", "sheet", "sheet.json"]);
    assert!(
        sheet.contains("Which leaves are not read?") && sheet.contains("exercise new ttt:XOX/OO./.X. --depth 3"),
        "{sheet}"
    );
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
fn what_only_chess_has_is_refused_for_other_games_by_name() {
    for (words, what) in [
        (&["eval", "ttt"][..], "eval"),
        (&["explain", "ttt", "--engine", "sargon"], "--engine sargon"),
        (&["compare", "ttt", "--engine", "sargon,plywood"], "--engine"),
        (&["explain", "ttt", "--tables", "retro"], "--tables"),
        (&["explain", "ttt", "--book", "no.bin"], "--book"),
    ] {
        let error = failed(plywood(words).output().unwrap());
        let said = format!("exit 2\nplywood: {what} wants a position of chess, and this is ttt:.../.../...");
        assert_eq!(error, said, "{words:?}");
    }
}
