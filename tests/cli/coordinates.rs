//! Pages of traces whose moves are written as engines write them: their boards are played, and pages show moves as people do.

use crate::{Folder, output};
use plywood::game::chess::{ChessGame, Material, Move, parse_fen};
use plywood::game::{Game, Side};
use serde_json::Value;

/// Castling, en passant, promotion and mate; names that would need another letter.
const ENDING: &str = "r3k2r/8/8/8/2pP4/8/1p6/4K1NR b Kkq d3 0 3";
const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

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

/// Writes the names of a line in place; returns the position at its end.
fn rewrite(root: &ChessGame<Material>, line: &mut Value) -> ChessGame<Material> {
    let mut game = root.clone();
    for value in line.as_array_mut().unwrap() {
        let mv = rename(&game, value);
        game.play(mv);
    }
    game
}

fn rename(game: &ChessGame<Material>, name: &mut Value) -> Move {
    let text = name.as_str().unwrap().to_owned();
    let mv = game.read(&text).unwrap();
    *name = coordinates(game, mv, &text).into();
    mv
}

/// The same trace with coordinates for names, as an engine would write it.
fn in_coordinates(trace: &str) -> String {
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let root = ChessGame::new(parse_fen(header["fen"].as_str().unwrap()).unwrap(), Material);
    let event = |line: &str| {
        let mut event: Value = serde_json::from_str(line).unwrap();
        let is_result = event["event"] == "result";
        for lines in ["alpha_set_by", "beta_set_by", "stored_by", "pv"] {
            event.get_mut(lines).into_iter().for_each(|line| drop(rewrite(&root, line)));
        }
        event.get_mut("table_line").into_iter().for_each(|line| drop(rewrite(&root, &mut line["moves"])));
        let game = event.get_mut("line").map_or_else(|| root.clone(), |line| rewrite(&root, line));
        for value in event.get_mut("moves").and_then(Value::as_array_mut).into_iter().flatten() {
            rename(&game, if value.is_string() { value } else { &mut value["move"] });
        }
        let one = if is_result { "best" } else { "move" };
        event.get_mut(one).into_iter().for_each(|name| _ = rename(&game, name));
        format!("{event}\n")
    };
    // An engine does not say how its first move is numbered either.
    let mut header = header;
    header.as_object_mut().unwrap().remove("numbering").unwrap();
    format!("{header}\n{}", trace.lines().skip(1).map(event).collect::<String>())
}

#[test]
fn pages_of_traces_in_coordinates_are_those_of_the_search() {
    let searches: [(&str, &[&str], [&str; 2]); 2] = [
        (ENDING, &["--depth", "3", "--with", "tt,iterative"], ["O-O", "e8g8"]),
        (MIDDLE, &["--depth", "2", "-a", "pvs", "--order", "mvv-lva", "--with", "quiescence"], ["Bxf7+", "c4f7"]),
    ];
    for (fen, search, [san, uci]) in searches {
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
        for asked in asked {
            let shown = page(&theirs, asked);
            assert!(shown.contains(san) || asked == ["--format", "html"], "{shown}");
            assert_eq!(shown, page(&ours, asked), "{asked:?}");
        }
        for question in ["--why", "--line", "--focus"] {
            let [one, other] = [san, uci].map(|name| page(&theirs, &[question, name]));
            assert_eq!(one, other);
            assert_eq!(one, page(&ours, &[question, uci]));
        }
        // What is written as a trace keeps its names, whichever are asked for.
        let part = page(&theirs, &["--focus", san, "--format", "jsonl"]);
        assert!(part.contains(&format!("\"line\":[\"{uci}\"]")), "{part}");
        assert_eq!(part, page(&theirs, &["--focus", uci, "--format", "jsonl"]));
    }
}
