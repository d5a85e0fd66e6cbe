//! What the report of `plywood exercise run` says about a program, and what it must not say.

use crate::Folder;
use crate::class::RIGHT;
use crate::homework::{document, filled, has, ran};
use crate::support::in_turn;

/// Returns the report of a Python program, with single spaces.
fn report(code: &str, options: &[&str]) -> String {
    let folder = Folder::with("search.py", code);
    let page = ran(&folder, options, &["python3", "search.py"]).stdout;
    String::from_utf8(page).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the starter with a right search whose first line is this one.
fn beginning_with(line: &str) -> String {
    let search = "def search(node, depth, is_max):\n";
    assert!(RIGHT.contains(search));
    filled(&RIGHT.replace(search, &format!("{search}    {line}\n")))
}

#[test]
fn a_report_names_who_moves_and_the_depth_on_the_smallest_tree() {
    if !has("python3") {
        return;
    }
    let page = report(&beginning_with("if not is_max: raise ValueError"), &["--trees", "20"]);
    let sentence = "It asks no questions, not even about the smallest tree, the single leaf 1; MIN moves at the root.";
    assert!(page.contains(sentence) && !page.contains("It answered none"), "{page}");
    // A program that treats a single leaf as MIN's own is right on every other tree.
    let page =
        report(&beginning_with("if not is_max and node.is_leaf(): return -node.value(), None"), &["--trees", "20"]);
    assert!(page.contains("the single leaf 1; MIN moves at the root."), "{page}");
    let options = ["--trees", "20", "--rule", "ge", "--format", "junit"];
    let junit = report(&beginning_with("if depth < 9: raise ValueError"), &options);
    assert!(junit.contains("(MAX moves at the root, searched 2 plies deep): 1"), "{junit}");
    let repeat = "To repeat this: plywood exercise run --seed 1 --trees 20 --rule ge -- python3 search.py";
    assert!(junit.contains(repeat), "{junit}");
    let none = report(&beginning_with("raise ValueError"), &["--trees", "20"]);
    assert!(none.contains("It answered none of the 4 trees that it got."), "{none}");
}

#[test]
fn a_line_after_an_answer_is_not_taken_for_kept_data() {
    if !has("python3") {
        return;
    }
    let answer = "print(\"answer\", value, move, file=_out, flush=True)";
    let code = filled(RIGHT);
    assert!(code.contains(answer));
    let page = report(&code.replace(answer, &format!("{answer}\n        print('done', file=_out)")), &["--trees", "9"]);
    let sentence = "After its answer to one tree, and before its first question about the next one, it wrote \"done\".";
    assert!(page.contains(sentence) && !page.contains("keep"), "{page}");
}

#[test]
fn a_mistake_is_named_only_if_it_explains_the_smallest_tree() {
    if !has("python3") {
        return;
    }
    let walk = "def walk(at): return [walk(child) for child in at.children()]\n    walk(node)";
    let found = document(&beginning_with(walk), &["--trees", "20"]);
    assert!(found["mistake"].is_null(), "{found}");
    assert!(found["smallest"]["why"].as_str().unwrap().contains("below the depth limit"), "{found}");
    let by_key = "
def negamax(node, depth, color):
    if depth == 0 or node.is_leaf(): return color * node.value(), None
    best = max(node.children(), key=lambda child: -negamax(child, depth - 1, -color)[0])
    return -negamax(best, depth - 1, -color)[0], best
def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, move = negamax(node, depth, color)
    return color * value, move
";
    let found = document(&filled(by_key), &["--trees", "20"]);
    assert_eq!(found["mistake"]["name"], "double-search", "{found}");
    let tie = "value < best:";
    let found = document(&filled(&RIGHT.replace(tie, "value <= best:")), &["(1 (1 2))", "--root", "min"]);
    assert_eq!(found["mistake"]["name"], "root-ge", "{found}");
}

/// In floating point, 0.1 * 2 + 0.1 * 4 + 0.8 * 3 is more than 3.
#[test]
fn rounding_between_equal_moves_is_not_a_choice_of_the_later_one() {
    if !has("python3") {
        return;
    }
    let expectimax = "
def search(node, depth, is_max):
    if node.is_leaf(): return node.value(), None
    scores = [(search(child, depth, is_max)[0], child) for child in node.children()]
    if node.player() == \"chance\": return sum(child.probability() * score for score, child in scores), None
    return max(scores, key=lambda one: one[0])
";
    for (tree, verdict) in [("max(3 chance(0.1: 2 0.1: 4 0.8: 3))", "right"), ("max(3 3 chance(1 1))", "later-tie")] {
        let code = if verdict == "right" {
            expectimax.to_owned()
        } else {
            expectimax.replace("max(scores,", "max(scores[::-1],")
        };
        let found = document(&filled(&code), &[tree, "--algorithm", "expectimax"]);
        assert_eq!(found["verdict"], verdict, "{found}");
    }
}

/// A search without a starter, whose nodes all store their best move in one variable.
const RAW: &str = "
import sys
def ask(line):
    print(line, flush=True)
    return sys.stdin.readline()
def ab(path, depth, a, b, is_max):
    global move
    place = '.'.join(path) or '-'
    count = int(ask('children ' + place))
    if depth == 0 or count == 0: return float(ask('value ' + place))
    best = -1e9 if is_max else 1e9
    for number in range(1, count + 1):
        value = ab(path + [str(number)], depth - 1, a, b, not is_max)
        if value > best if is_max else value < best:
            best, move = value, STORED
        if is_max: a = max(a, best)
        else: b = min(b, best)
        if a >= b: break
    return best
for line in sys.stdin:
    words = line.split()
    if words[0] != 'search': continue
    move = '-'
    value = ab([], int(words[4]) if len(words) > 4 else 99, -1e9, 1e9, words[2] == 'max')
    print('answer', value, move, flush=True)
";

#[test]
fn a_best_move_that_all_nodes_share_is_recognised() {
    if !has("python3") {
        return;
    }
    let hint = "Is the best move in a variable that all nodes share?";
    for (stored, part) in [
        ("number", "but the root has 2, counted from 1. "),
        ("'.'.join(path + [str(number)])", "but that lies below the root's move 2. "),
    ] {
        let page = report(&RAW.replace("STORED", stored), &["--trees", "20"]);
        assert!(page.contains(&format!("{part}{hint}")) && page.contains("mistake move-overwritten:"), "{page}");
    }
}

#[test]
fn a_raw_program_may_begin_with_a_byte_order_mark_and_counts_from_1() {
    if !has("python3") {
        return;
    }
    let right = RAW
        .replace("STORED", "(move if path else number)")
        .replace("import sys\n", "import sys\nprint(end='\\ufeff')\n");
    let found = document(&right, &["((3 12) (2 4))"]);
    assert_eq!(found["verdict"], "right", "{found}");
    let page = report(&right.replace("str(number)", "str(number - 1)"), &["((3 12) (2 4))"]);
    assert!(
        page.contains("asked for the node 0, which does not exist. The first move of a node is number 1."),
        "{page}"
    );
}

#[test]
fn a_starter_says_what_search_must_return() {
    if !has("python3") {
        return;
    }
    let wrong = [
        ("node.children()[0].value(), 0", "search must return a child (a Node, or None at a leaf), not 0"),
        ("node.children()[0], 1", "search must return the value first, not 1, and then the best child"),
        ("1", "search must return a value and the best child (None at a leaf), not 1"),
        ("1, node.children()[0].children()[0]", "Is the best move in a variable that all nodes share?"),
    ];
    for (returned, sentence) in in_turn(wrong, 0, 2) {
        let page = report(&beginning_with(&format!("return {returned}")), &["((1 2) 3)"]);
        assert!(page.contains(sentence), "{page}");
    }
    if has("node") {
        let folder = Folder::new();
        folder.plywood(&["exercise", "starter", "javascript", "-o", "search.js"]).output().unwrap();
        let starter = folder.read("search.js");
        let hole = "throw new Error(\"write the body of search() first\");";
        assert!(starter.contains(hole));
        folder.write("search.js", starter.replace(hole, "return [1, 0];"));
        let page = String::from_utf8(ran(&folder, &["(1 2)"], &["node", "search.js"]).stdout).unwrap();
        assert!(page.contains("Error: search must return a child (a Node, or null at a leaf), not 0"), "{page}");
    }
}
