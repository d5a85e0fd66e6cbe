//! `plywood exercise run` for the various tasks: expectimax, several players, a limited depth, the teacher's own trees.

use crate::Folder;
use crate::class::RIGHT;
use crate::homework::{document, filled, has, ran};
use crate::support::every;
use serde_json::Value;

/// Expectimax; `CHANCE` is the value of a chance node.
const EXPECTIMAX: &str = r#"
def value(node, depth):
    if depth == 0 or node.is_leaf():
        return node.value()
    who = node.player()
    values = [value(child, depth - 1) for child in node.children()]
    if who == "chance":
        return CHANCE
    return max(values) if who == "max" else min(values)

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    if node.player() == "chance":
        return value(node, depth), None
    scores = [(value(child, depth - 1), child) for child in node.children()]
    return (max if node.player() == "max" else min)(scores, key=lambda one: one[0])
"#;

const MEAN: &str = "sum(child.probability() * value for child, value in zip(node.children(), values))";

/// Alpha-beta that asks who moves at each node, instead of taking turns.
fn by_player() -> String {
    filled(&RIGHT.replacen("    best, move = (", "    is_max = node.player() == 'max'\n    best, move = (", 1))
}

fn mistake(found: &Value) -> &str {
    found["mistake"]["name"].as_str().unwrap_or("none")
}

#[test]
fn means_are_judged_and_their_mistakes_named() {
    if !has("python3") {
        return;
    }
    let some = (60 / every(3)).to_string();
    let run = |chance: &str, options: &[&str]| {
        let code = filled(&EXPECTIMAX.replace("CHANCE", chance));
        document(&code, &[&["--algorithm", "expectimax", "--trees", &some], options].concat())
    };
    for players in
        ["max,chance", "max,chance,min,chance", "chance,max", "min,chance,chance"].into_iter().step_by(every(2))
    {
        let found = run(MEAN, &["--players", players]);
        assert_eq!((&found["score"], &found["max"]), (&16.into(), &16.into()), "{players}: {found}");
    }
    let wrong = [
        ("sum(values) / len(values)", "plain-mean"),
        ("sum(values)", "sum-at-chance"),
        ("max(values)", "chance-as-max"),
        ("min(values)", "chance-as-min"),
    ];
    for (chance, name) in wrong {
        let found = run(chance, &["--players", "max,chance,min,chance"]);
        assert_eq!((found["verdict"].as_str(), mistake(&found)), (Some("value"), name), "{found}");
        // The smallest tree can be typed, and fails again.
        let tree = found["smallest"]["tree"].as_str().unwrap();
        let again = document(&filled(&EXPECTIMAX.replace("CHANCE", chance)), &[tree, "--algorithm", "expectimax"]);
        assert_eq!(again["verdict"], "value", "{again}");
    }
    // A mean that a program cannot write exactly.
    let third = "max(chance(1/3: min(6 10) 2/3: 2.5) 3.6)";
    let code = filled(&EXPECTIMAX.replace("CHANCE", &format!("round({MEAN}, 2)")));
    assert_eq!(document(&code, &[third, "--algorithm", "expectimax"])["verdict"], "right");
    // A node without a searched child is worth minus infinity, and so is a mean over it.
    let starts_low = EXPECTIMAX.replace("max(values) if who", "max(values + [-1e9]) if who");
    let last = starts_low
        .replace("in node.children()]\n    if", "in node.children()[:-1]]\n    if")
        .replace("min(values)\n", "min(values + [1e9])\n");
    let code = filled(&last.replace("CHANCE", "sum(values) / max(1, len(values))"));
    for options in [&["chance(max(1) 2)"][..], &["--players", "chance,max,min", "--trees", &some]] {
        assert_eq!(document(&code, &[options, &["--algorithm", "expectimax"]].concat())["verdict"], "value");
    }
}

#[test]
fn players_need_not_take_turns() {
    if !has("python3") {
        return;
    }
    let some = (60 / every(2)).to_string();
    let players = ["--players", "max,min,min", "--trees", &some];
    let by_player = by_player();
    let found = document(&by_player, &players);
    assert_eq!((&found["score"], &found["max"]), (&18.into(), &18.into()), "{found}");
    let in_turn = filled(RIGHT);
    let found = document(&in_turn, &players);
    assert_eq!((found["verdict"].as_str(), mistake(&found)), (Some("value"), "same-side"), "{found}");
    assert_eq!(document(&in_turn, &["--trees", &some, "--depth", "2"])["verdict"], "right");
    assert_eq!(document(&in_turn, &["max(min(min(max(1 2))) 0)"])["verdict"], "value");
    assert_eq!(document(&by_player, &["max(min(min(max(1 2))) 0)"])["verdict"], "right");
}

#[test]
fn own_trees_come_from_a_folder_and_to_a_depth() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", by_player());
    std::fs::create_dir(folder.path().join("trees")).unwrap();
    folder.write("trees/leaf.txt", "7\n");
    folder.write("trees/ply.txt", "(3 1)\n");
    folder.write("trees/ghosts.txt", "max(min(min(max(1 2))) 3)");
    let said = |options: &[&str]| {
        let run = ran(&folder, options, &["python3", "search.py"]);
        let text = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        (run.status.code(), text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (code, text) = said(&["trees"]);
    assert!(code == Some(0) && text.contains("All 3 trees"), "{text}");
    // Several trees are not one tree with another root.
    folder.write("trees/lines.txt", "(-3 -4)\n(1 2)\n");
    for options in [&["trees"][..], &["(7 8)", "(-3 -4)", "(1 2)", "(3 1)", "((3 1) 2)"]] {
        let (code, text) = said(options);
        assert!(code == Some(0) && text.contains("All 5 trees"), "{text}");
    }
    let new = folder.plywood(&["exercise", "new", "(1 2)", "(9 (1 2))"]).output().unwrap();
    assert!(new.status.code() == Some(2) && String::from_utf8_lossy(&new.stderr).contains("takes one tree"), "{new:?}");
    folder.write(
        "scored.json",
        r#"{"title": "t", "moves": [
            {"move": "A", "score": 5, "moves": [{"move": "A1", "score": 1}, {"move": "A2", "score": 2}]},
            {"move": "B", "score": 4, "moves": [{"move": "B1", "score": 9}, {"move": "B2", "score": 9}]}]}"#,
    );
    let (code, text) = said(&["scored.json", "--depth", "1"]);
    assert!(code == Some(0), "{text}");
    let refused = [
        (&["((1 2) (3 4))", "--depth", "1"][..], "A has no static evaluation"),
        (&["max(chance(1 2))"], "--algorithm expectimax"),
        (&["--players", "max,chance"], "--algorithm expectimax"),
        (&["--players", "max,mid"], "`mid` is not a player"),
        (&["(1 2)", "--players", "max,min"], "--players is for random trees"),
        (&["max(min(min(1 2)))", "--root", "min"], "in turn"),
    ];
    for (options, problem) in refused {
        let (code, text) = said(options);
        assert!(code == Some(2) && text.contains(problem), "{options:?}: {text}");
    }
}

#[test]
fn starters_ask_who_moves_and_how_likely_a_child_is() {
    let javascript = "
  const value = (node, depth) => {
    if (depth === 0 || node.isLeaf()) return node.value();
    const values = node.children().map((child) => value(child, depth - 1));
    if (node.player() === \"max\") return Math.max(...values);
    return node.children().reduce((sum, child, i) => sum + child.probability() * values[i], 0);
  };
  const values = node.children().map((child) => value(child, depth - 1));
  const best = Math.max(...values);
  return [best, node.children()[values.indexOf(best)]];";
    let c = "
    Result result = {is_max ? -1e9 : 0, 0};
    for (int number = 1; number <= child_count(node); number++) {
        double v = search(child(node, number), depth - 1, player(child(node, number)) == 'M').value;
        if (!is_max) result.value += probability(child(node, number)) * v;
        else if (v > result.value) result = (Result){v, number};
    }
    return result;";
    let languages = [
        ("node", "javascript", "search.js", "  throw new Error(\"write the body of search() first\");", javascript),
        ("gcc", "c", "search.c", "    fprintf(stderr, \"write the body of search() first\\n\");\n    exit(1);", c),
    ];
    for (tool, language, file, hole, code) in languages {
        if !has(tool) {
            continue;
        }
        let folder = Folder::new();
        crate::output(&mut folder.plywood(&["exercise", "starter", language, "-o", file]));
        folder.write(file, folder.read(file).replace(hole, code));
        if tool == "gcc" {
            let built =
                std::process::Command::new("gcc").args([file, "-o", "search"]).current_dir(folder.path()).output();
            assert!(built.as_ref().unwrap().status.success(), "{built:?}");
        }
        let program: &[&str] = if tool == "gcc" { &["./search"] } else { &["node", file] };
        let run = ran(&folder, &["--algorithm", "expectimax", "--trees", "20"], program);
        assert_eq!(run.status.code(), Some(0), "{language}: {run:?}");
    }
}

/// Plays tic-tac-toe by its own rules; `DEPTH` is the number of plies it looks ahead.
const TIC_TAC_TOE: &str = "
import functools
LINES = ['012', '345', '678', '036', '147', '258', '048', '246']

def won(board):
    return next((board[int(a)] for a, b, c in LINES if '.' != board[int(a)] == board[int(b)] == board[int(c)]), None)

@functools.cache
def result(board, side, depth):
    if won(board): return -1
    free = [square for square in range(9) if board[square] == '.']
    if not free or depth == 0: return 0
    return max(-result(board[:s] + side + board[s + 1:], 'XO'[side == 'X'], depth - 1) for s in free)

input()
while (line := input()) != 'end':
    board = line.split(':')[1].replace('/', '')
    side = 'XO'[board.count('X') > board.count('O')]
    free = [square for square in range(9) if board[square] == '.']
    best = max(free, key=lambda s: -result(board[:s] + side + board[s + 1:], 'XO'[side == 'X'], DEPTH))
    print('move', 'abc'[best % 3] + '321'[best // 3], flush=True)
";

#[test]
fn a_game_is_played_move_by_move() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", TIC_TAC_TOE.replace("DEPTH", "9"));
    folder.write("blind.py", TIC_TAC_TOE.replace("DEPTH", "0"));
    folder.write("a3.py", "input()\nwhile input() != 'end': print('move a3', flush=True)\n");
    let said = |options: &[&str], file: &str| {
        let run = ran(&folder, options, &["python3", file]);
        let text = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        (run.status.code(), text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (code, text) = said(&["tic-tac-toe", "--trees", "40"], "search.py");
    assert!(code == Some(0) && text.contains("each move keeps the result. Marks: 2 of 2."), "{text}");
    let (code, text) = said(&["ttt", "--trees", "60"], "blind.py");
    assert!(code == Some(1) && text.contains("the best move is wrong"), "{text}");
    assert!(
        text.contains("The position closest to the end of the game on which it fails is ttt:")
            && text.contains("Again: "),
        "{text}"
    );
    let (code, text) = said(&["ttt:.../.O./.XX"], "blind.py");
    assert!(code == Some(1) && text.contains("which loses; a1 draws."), "{text}");
    let (code, text) = said(&["ttt:XX./.O./..."], "a3.py");
    assert!(code == Some(1) && text.contains("It played a3, which is not legal; the legal moves are c3"), "{text}");
    let (code, text) = said(&["connect4"], "a3.py");
    assert!(code == Some(1) && text.contains("not legal"), "{text}");
    folder.write("ends.py", "");
    let (_, text) = said(&["ttt:XX./.O./..."], "ends.py");
    assert!(text.contains("before its move in this position. After each move, it must read the next line"), "{text}");
    folder.write("asleep.py", "import time\ninput()\ntime.sleep(60)\n");
    let (code, text) = said(&["ttt", "--time", "1"], "asleep.py");
    assert!(
        code == Some(1) && text.contains("The time limit of 1 s for all positions ran out before the first position"),
        "{text}"
    );
    assert!(text.contains("asleep.py: the time was too short to judge it"), "{text}");
    assert!(!text.contains("Again: "), "no position is wrong, so there is none to repeat: {text}");
    let (code, text) = said(&["ttt:XXX/OO./..."], "a3.py");
    assert!(code == Some(2) && text.contains("this game is over"), "{text}");
}
