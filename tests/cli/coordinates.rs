//! Traces with moves in an engine's notation: their pages draw boards and show moves in ordinary notation.

use crate::support::{in_turn, is_long};
use crate::{Folder, output, succeeded};
use plywood::game::chess::{ChessGame, Material, Move, parse_fen};
use plywood::game::{Game, Side};
use serde_json::Value;

/// Castling, en passant, promotion and mate, and moves whose names need a second letter.
const ENDING: &str = "r3k2r/8/8/8/2pP4/8/1p6/4K1NR b Kkq d3 0 3";
const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

/// Writes a move in another notation, given its name in ordinary notation.
type Notation = fn(&ChessGame<Material>, Move, &str) -> String;

fn coordinates(game: &ChessGame<Material>, mv: Move, name: &str) -> String {
    let rank = if game.turn() == Side::First { '1' } else { '8' };
    match (name.trim_end_matches(['+', '#']), mv.from()) {
        ("O-O", _) => format!("e{rank}g{rank}"),
        ("O-O-O", _) => format!("e{rank}c{rank}"),
        (_, Some(from)) => {
            let promotion = mv.promotion().map(|role| role.char().to_string()).unwrap_or_default();
            format!("{from}{}{promotion}", mv.to())
        }
        (_, None) => panic!("{name}"),
    }
}

/// Castling as the king's move to its rook, and promotion with a capital letter.
fn onto_the_rook(game: &ChessGame<Material>, mv: Move, name: &str) -> String {
    let name = coordinates(game, mv, name);
    match (mv.is_castle(), mv.promotion()) {
        (true, _) => name.replace('g', "h").replace('c', "a"),
        (false, Some(_)) => format!("{}{}", &name[..4], name[4..].to_uppercase()),
        (false, None) => name,
    }
}

fn without_signs(_: &ChessGame<Material>, _: Move, name: &str) -> String {
    name.trim_end_matches(['+', '#']).to_owned()
}

/// Replaces the names of a line in place; returns the position at its end.
fn rewrite(root: &ChessGame<Material>, line: &mut Value, notation: Notation) -> ChessGame<Material> {
    let mut game = root.clone();
    for value in line.as_array_mut().unwrap() {
        let mv = rename(&game, value, notation);
        game.play(mv);
    }
    game
}

fn rename(game: &ChessGame<Material>, name: &mut Value, notation: Notation) -> Move {
    let text = name.as_str().unwrap().to_owned();
    let mv = game.read(&text).unwrap();
    *name = notation(game, mv, &text).into();
    mv
}

/// Returns the same trace with coordinates as names, as an engine would write it.
fn in_coordinates(trace: &str) -> String {
    in_notation(trace, coordinates)
}

fn in_notation(trace: &str, notation: Notation) -> String {
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let root = ChessGame::new(parse_fen(header["fen"].as_str().unwrap()).unwrap(), Material);
    let event = |line: &str| {
        let mut event: Value = serde_json::from_str(line).unwrap();
        let is_result = event["event"] == "result";
        for lines in ["alpha_set_by", "beta_set_by", "stored_by", "pv"] {
            event.get_mut(lines).into_iter().for_each(|line| drop(rewrite(&root, line, notation)));
        }
        event.get_mut("table_line").into_iter().for_each(|line| drop(rewrite(&root, &mut line["moves"], notation)));
        let game = event.get_mut("line").map_or_else(|| root.clone(), |line| rewrite(&root, line, notation));
        for value in event.get_mut("moves").and_then(Value::as_array_mut).into_iter().flatten() {
            rename(&game, if value.is_string() { value } else { &mut value["move"] }, notation);
        }
        let one = if is_result { "best" } else { "move" };
        event.get_mut(one).into_iter().for_each(|name| _ = rename(&game, name, notation));
        format!("{event}\n")
    };
    // Engines don't write the number of the first move, either.
    let mut header = header;
    header.as_object_mut().unwrap().remove("numbering").unwrap();
    format!("{header}\n{}", trace.lines().skip(1).map(event).collect::<String>())
}

#[test]
fn pages_of_traces_in_coordinates_are_those_of_the_search() {
    let searches: [(&str, &[&str], [&str; 2]); 2] = [
        (ENDING, &["--depth", if is_long() { "3" } else { "2" }, "--with", "tt,iterative"], ["O-O", "e8g8"]),
        (MIDDLE, &["--depth", "2", "-a", "pvs", "--order", "mvv-lva", "--with", "quiescence"], ["Bxf7+", "c4f7"]),
    ];
    for (index, (fen, search, [san, uci])) in searches.into_iter().enumerate() {
        let (ours, theirs) = (Folder::new(), Folder::new());
        output(&mut ours.plywood(&[&["explain", fen, "-o", "trace.jsonl"], search].concat()));
        let trace = in_coordinates(&ours.read("trace.jsonl"));
        assert!(trace.contains(&format!("\"{uci}\"")) && !trace.contains(&format!("\"{san}\"")));
        theirs.write("trace.jsonl", trace);
        let page =
            |folder: &Folder, rest: &[&str]| output(&mut folder.plywood(&[&["explain", "trace.jsonl"], rest].concat()));
        let asked: [&[&str]; 8] = [
            &[],
            &["--full"],
            &["--roots", "all"],
            &["--log"],
            &["--orders", "--pv-scan=all"],
            &["--format", "svg"],
            &["--format", "markdown"],
            &["--format", "html"],
        ];
        // All pages of each trace, or every second page in turn.
        for asked in in_turn(asked, index, 2) {
            let shown = page(&theirs, asked);
            assert!(shown.contains(san) || asked == ["--format", "html"], "{shown}");
            assert_eq!(shown, page(&ours, asked), "{asked:?}");
        }
        for question in ["--why", "--line", "--focus"] {
            let [one, other] = [san, uci].map(|name| page(&theirs, &[question, name]));
            assert_eq!(one, other);
            assert_eq!(one, page(&ours, &[question, uci]));
        }
        // A trace written from this trace keeps its move names, whichever notation is requested.
        let part = page(&theirs, &["--focus", san, "--format", "jsonl"]);
        assert!(part.contains(&format!("\"line\":[\"{uci}\"]")), "{part}");
        assert_eq!(part, page(&theirs, &["--focus", uci, "--format", "jsonl"]));
    }
}

/// Returns a folder with two traces of a search: one with plywood's move names, one with an engine's.
fn both(fen: &str, search: &[&str]) -> Folder {
    let folder = Folder::new();
    output(&mut folder.plywood(&[&["explain", fen, "-o", "ours.jsonl"], search].concat()));
    folder.write("theirs.jsonl", in_coordinates(&folder.read("ours.jsonl")));
    folder
}

#[test]
fn steps_of_traces_in_coordinates_are_those_of_the_search() {
    let folder = both(ENDING, &["--depth", "2"]);
    let page = |file: &str, rest: &[&str]| output(&mut folder.plywood(&[&["explain", file], rest].concat()));
    for step in ["2", "7", "40"] {
        for rest in [
            &["--at-event", step][..],
            &["--at-event", step, "--format", "svg"],
            &["--at-event", step, "--format", "dot"],
        ] {
            assert_eq!(page("theirs.jsonl", rest), page("ours.jsonl", rest), "{rest:?}");
        }
    }
    // JSON keeps the names of the trace.
    let state = page("theirs.jsonl", &["--at-event", "2", "--format", "json"]);
    assert!(state.contains("\"e8g8\"") && !state.contains("O-O"), "{state}");
    // The same holds for a truncated trace, up to its end.
    for file in ["ours.jsonl", "theirs.jsonl"] {
        let lines: Vec<String> = folder.read(file).lines().take(12).map(str::to_owned).collect();
        folder.write(file, lines.join("\n") + "\n");
    }
    let broken = |file: &str| folder.plywood(&["explain", file, "--at-event", "11"]).output().unwrap();
    let [ours, theirs] = ["ours.jsonl", "theirs.jsonl"].map(broken);
    assert_eq!((theirs.status.code(), String::from_utf8(theirs.stdout)), (Some(1), String::from_utf8(ours.stdout)));
}

#[test]
fn traces_are_compared_whatever_their_moves_are_called() {
    let folder = both(ENDING, &["--depth", "2"]);
    folder.write("theirs.json", output(&mut folder.plywood(&["explain", "theirs.jsonl", "--format", "json"])));
    for theirs in ["theirs.jsonl", "theirs.json"] {
        let same = folder.plywood(&["compare", "ours.jsonl", theirs, "--check"]).output().unwrap();
        let page = succeeded(same);
        assert!(page.contains("one answer: 3...b1=Q+"), "{page}");
    }
    let focused = |line: &str| {
        let search = ["compare", "theirs.jsonl", ENDING, "--depth", "2", "--check", "--focus", line];
        succeeded(folder.plywood(&search).output().unwrap())
    };
    assert_eq!(focused("O-O"), focused("e8g8"));
}

#[test]
fn every_notation_gives_the_pages_and_the_comparison_of_ordinary_notation() {
    // The rook's move gives check, so its name may lack a sign.
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (fen, notation) in [castling, ENDING]
        .into_iter()
        .flat_map(|fen| [coordinates as Notation, onto_the_rook, without_signs].map(|notation| (fen, notation)))
    {
        let folder = Folder::new();
        ["old", "new"].into_iter().for_each(|name| std::fs::create_dir(folder.path().join(name)).unwrap());
        output(&mut folder.plywood(&["explain", fen, "--depth", "2", "-o", "old/trace.jsonl"]));
        let ours = folder.read("old/trace.jsonl");
        let theirs = in_notation(&ours, notation);
        assert_ne!(ours, theirs);
        folder.write("new/trace.jsonl", theirs);
        let page = |file: &str| output(&mut folder.plywood(&["explain", file]));
        assert_eq!(page("new/trace.jsonl"), page("old/trace.jsonl"));
        for [old, new] in [["old/trace.jsonl", "new/trace.jsonl"], ["old", "new"]] {
            let same = folder.plywood(&["compare", "--check", old, new, "--ignore", "numbers"]).output().unwrap();
            let page = String::from_utf8(same.stdout.clone()).unwrap();
            assert_eq!(same.status.code(), Some(0), "{page}");
            assert!(!page.contains("two best moves") && !page.contains("different"), "{page}");
        }
    }
}

#[test]
fn verify_says_where_as_people_write_moves() {
    let folder = both(ENDING, &["--depth", "2"]);
    let verified_with_wrong_score = |file: &str| {
        let lines: Vec<String> = folder.read(file).lines().map(str::to_owned).collect();
        let (at, wrong) = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.contains("\"judged\"") && !line.contains("\"line\":[]"))
            .map(|(at, line)| {
                let mut event: Value = serde_json::from_str(line).unwrap();
                event["score"] = 77.0.into();
                (at, event.to_string())
            })
            .next()
            .unwrap();
        let mut lines = lines;
        lines[at] = wrong;
        folder.write(file, lines.join("\n") + "\n");
        String::from_utf8(folder.plywood(&["verify", file]).output().unwrap().stdout).unwrap()
    };
    let [ours, theirs] = ["ours.jsonl", "theirs.jsonl"].map(verified_with_wrong_score);
    let place = |page: &str| page.lines().find(|line| line.starts_with("First cause")).unwrap().to_owned();
    assert!(place(&ours).contains("3..."), "{ours}");
    assert_eq!(place(&theirs), place(&ours));
    let failures = |page: &str| {
        let rows = page.lines().skip_while(|line| !line.trim_start().starts_with("line "));
        rows.take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!failures(&ours).is_empty(), "{ours}");
    assert_eq!(failures(&theirs), failures(&ours));
}
