//! `plywood exercise run` is fair: right programs of every kind are right, and a verdict says what was wrong.

use crate::Folder;
use crate::class::RIGHT;
use crate::homework::{document, filled, has, ran};
use crate::support::{every, in_turn, is_long};

/// Right searches that search nodes again: principal variation search with a null window, or a search of the root with
/// two windows.
const FAMILIES: [(&str, &str); 5] = [
    (
        "negamax PVS",
        "
INF = float('inf')
def pvs(n, d, a, b, c):
    if d == 0 or n.is_leaf(): return c * n.value(), None
    best, mv, first = -INF, None, True
    for k in n.children():
        if first:
            s = -pvs(k, d - 1, -b, -a, -c)[0]
            first = False
        else:
            s = -pvs(k, d - 1, -a - 1, -a, -c)[0]
            if a < s < b:
                s = -pvs(k, d - 1, -b, -a, -c)[0]
        if s > best: best, mv = s, k
        a = max(a, s)
        if a >= b: break
    return best, mv
def search(node, depth, is_max):
    c = 1 if is_max else -1
    v, m = pvs(node, depth, -INF, INF, c)
    return c * v, m
",
    ),
    (
        "PVS in two branches",
        "
INF = 10**9
def pvs(n, d, a, b, mx):
    if d == 0 or n.is_leaf(): return n.value(), None
    best, mv = (-INF if mx else INF), None
    for i, k in enumerate(n.children()):
        if i == 0: s = pvs(k, d - 1, a, b, not mx)[0]
        elif mx:
            s = pvs(k, d - 1, a, a + 1, False)[0]
            if a < s < b: s = pvs(k, d - 1, s, b, False)[0]
        else:
            s = pvs(k, d - 1, b - 1, b, True)[0]
            if a < s < b: s = pvs(k, d - 1, a, s, True)[0]
        if mx and s > best: best, mv = s, k
        if not mx and s < best: best, mv = s, k
        if mx: a = max(a, s)
        else: b = min(b, s)
        if a >= b: break
    return best, mv
def search(node, depth, is_max): return pvs(node, depth, -INF, INF, is_max)
",
    ),
    (
        "aspiration",
        "
from math import inf
ROOTS
def search(node, depth, is_max):
    if depth == 0 or node.is_leaf(): return node.value(), None
    v, m = ab(node, depth, -5, 5, is_max)
    if v <= -5 or v >= 5:
        v, m = ab(node, depth, -inf, inf, is_max)
    return v, m
",
    ),
    (
        "MTD(f)",
        "
from math import inf
ROOTS
def search(node, depth, is_max):
    if depth == 0 or node.is_leaf(): return node.value(), None
    low, high, guess = -inf, inf, 0
    moves = {}
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess, move = ab(node, depth, beta - 1, beta, is_max)
        moves[guess < beta] = move
        if guess < beta: high = guess
        else: low = guess
    return guess, moves.get(not is_max, move)
",
    ),
    (
        "MTD(f) with a table",
        "
INF = 10**6
TT = {}
def abm(node, depth, alpha, beta, is_max):
    key = tuple(node.path)
    lo, hi, mv = TT.get(key, (-INF, INF, None))
    if lo >= beta: return lo, mv
    if hi <= alpha: return hi, mv
    if lo == hi: return lo, mv
    alpha, beta = max(alpha, lo), min(beta, hi)
    if depth == 0 or node.is_leaf():
        g, move = node.value(), None
    else:
        a, b = alpha, beta
        g, move = (-INF if is_max else INF), None
        for c in node.children():
            v = abm(c, depth-1, a, b, not is_max)[0]
            if (v > g) if is_max else (v < g): g, move = v, c
            if is_max: a = max(a, g)
            else: b = min(b, g)
            if a >= b: break
    if g <= alpha: TT[key] = (lo, g, move)
    elif g >= beta: TT[key] = (g, hi, move)
    else: TT[key] = (g, g, move)
    if depth == 0 or node.is_leaf(): TT[key] = (g, g, None)
    return g, move
def search(node, depth, is_max):
    TT.clear()
    g, lo, hi, move = 0, -INF, INF, None
    good = None
    while lo < hi:
        beta = g + 1 if g == lo else g
        g, m = abm(node, depth, beta-1, beta, is_max)
        if g < beta:
            hi = g
            if not is_max: good = m
        else:
            lo = g
            if is_max: good = m
        if good is None: good = m
    return g, good
",
    ),
];

/// Returns the search of [`RIGHT`], with other names for its window, so that plywood does not learn it.
fn silent() -> String {
    let own = RIGHT.split("\ndef search").next().unwrap_or_default();
    own.replace("alpha", "a").replace("beta", "b")
}

#[test]
fn right_searches_of_each_family_are_right() {
    if !has("python3") {
        return;
    }
    let some = (200 / every(4)).to_string();
    for (name, code) in in_turn(FAMILIES, 1, 3) {
        for search in [silent(), RIGHT.split("\ndef search").next().unwrap_or_default().to_owned()] {
            let code = filled(&code.replace("ROOTS", &search));
            let found = document(&code, &["--trees", &some]);
            assert_eq!(found["verdict"], "right", "{name}: {found}");
            assert_eq!(found["score"], found["max"], "{name}: {found}");
        }
    }
}

/// A wrong value is shown with enough decimals to differ from the right one.
#[test]
fn a_report_shows_how_a_value_differs() {
    if !has("python3") {
        return;
    }
    let wrong = filled(&RIGHT.replacen("return node.value(), None", "return node.value() - 0.01, None", 1));
    let folder = Folder::with("search.py", wrong);
    let page = String::from_utf8(ran(&folder, &["(1)"], &["python3", "search.py"]).stdout).unwrap();
    assert!(page.contains("It returned 0.99 for the root. The correct"), "{page}");
}

/// Messages that need no answer do not count as questions, so that a program that works twice at each ply gets its name
/// even if the largest tree makes it write many of them.
#[test]
fn a_program_that_does_the_work_twice_is_not_said_to_search_forever() {
    if !has("python3") {
        return;
    }
    let call = "ab(child, depth - 1, alpha, beta, not is_max)[0]";
    let twice =
        RIGHT.replace(call, &format!("{call}\n        value = {call}")).replace("alpha >= beta", "alpha > beta");
    let all = (110 / every(5)).to_string();
    let found = document(&filled(&twice), &["--trees", &all]);
    assert_eq!(
        (&found["verdict"], &found["mistake"]["name"]),
        (&"needless".into(), &"double-search".into()),
        "{found}"
    );
}

/// A program that searches a node twice with the same window is wasteful, whatever it may look like.
#[test]
fn a_repeated_search_is_no_new_search() {
    if !has("python3") {
        return;
    }
    let call = "ab(child, depth - 1, a, b, not is_max)[0]";
    let twice = silent().replace(call, &format!("max({call}, {call})"))
        + "\n"
        + "def search(node, depth, is_max): return ab(node, depth, -10**9, 10**9, is_max)\n";
    let found = document(&filled(&twice), &["--trees", "40"]);
    assert_eq!(
        (&found["verdict"], &found["mistake"]["name"]),
        (&"needless".into(), &"double-search".into()),
        "{found}"
    );
    // Values that are only asked for to sort the moves are no search: one fault costs one property.
    let sorted = RIGHT.replace(
        "for child in node.children():",
        "for child in sorted(node.children(), key=lambda c: c.value(), reverse=is_max):",
    );
    let found = document(&filled(&sorted), &["--trees", "60"]);
    assert_eq!((&found["verdict"], &found["score"]), (&"needless".into(), &18.into()), "{found}");
    assert!(!found["smallest"]["why"].as_str().unwrap().contains("twice"), "{found}");
}

/// A program that reads a leaf, asks whether the leaf has children, and reads it again has visited it twice.
#[test]
fn a_leaf_that_is_read_twice_in_a_row_is_visited_twice() {
    if !has("python3") {
        return;
    }
    let code = "def ask(words): print(words, flush=True); return input()
input()
while input() != 'end':
    ask('children -'); ask('children 1')
    ask('value 1.1'); ask('children 1.1')
    print('answer', ask('value 1.1'), 1, flush=True)
";
    let found = document(code, &["((5))"]);
    assert_eq!(found["verdict"], "needless", "{found}");
    assert!(found["smallest"]["why"].as_str().unwrap().contains("It searched A1 twice"), "{found}");
}

#[test]
fn numbers_are_read_as_languages_print_them() {
    if !has("python3") {
        return;
    }
    let answers = |value: &str, tree: &str| {
        let folder = Folder::with(
            "search.py",
            format!(
                "
import sys
for line in sys.stdin:
    if line.startswith('search'):
        print('children -', flush=True); count = int(input())
        for child in range(count):
            print('value', child + 1, flush=True); input()
        print('answer', {value:?}, 1 if count else '-', flush=True)
"
            ),
        );
        String::from_utf8(ran(&folder, &[tree], &["python3", "search.py"]).stdout).unwrap()
    };
    let forms: [(&str, &str, &[&str]); 6] = [
        ("(1)", "are right", &["1,0", "1E+0", "+1", "0.1e1", "1e0", "1.0E0", "1.", "01", "1.0", "10e-1", "3/3"]),
        ("(0)", "are right", &["-8.88e-16", "−0", "4.9E-324", "-0.0", "0e5", ".0"]),
        ("(300)", "are right", &["3e2"]),
        ("(1)", "It returned +inf", &["∞", "inf", "1e400", "Infinity", "+Inf"]),
        ("(1)", "NaN is the result", &["-nan(ind)", "nan", "NaN", "-nan"]),
        ("(1)", "is not a number", &["1_000", "1,000,000", "one", "0x10"]),
    ];
    for (tree, sentence, values) in forms {
        for value in in_turn(values, 0, 3) {
            let page = answers(value, tree);
            assert!(page.contains(sentence), "{value}: {page}");
        }
    }
}

#[test]
fn the_rule_for_ties_costs_the_property_ties_and_nothing_else() {
    if !has("python3") {
        return;
    }
    let strict = RIGHT.replace("if alpha >= beta", "if alpha > beta");
    let some = (60 / every(3)).to_string();
    for (code, rule, sentence) in [(RIGHT, "gt", "It skipped B2"), (&*strict, "ge", "(a tie must cause a cutoff)")] {
        let options = ["--trees", &some, "--rule", rule];
        let found = document(&filled(code), &options);
        let failed: Vec<_> = found["tests"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|test| test["status"] == "failed")
            .map(|test| &test["name"])
            .collect();
        assert_eq!((&found["verdict"], failed), (&"ties".into(), vec![&"ties".into()]), "{found}");
        assert!(found["smallest"]["why"].as_str().unwrap().contains(sentence), "{found}");
        let folder = Folder::with("search.py", filled(code));
        let page = String::from_utf8(ran(&folder, &options, &["python3", "search.py"]).stdout).unwrap();
        assert!(!page.contains("matters") && page.contains("rule for ties"), "{page}");
    }
    // On a teacher's own trees, the property is only there if a rule is required, and only of a search with cutoffs.
    for (options, has_ties) in [
        (&["((3 12) (3 4))", "--rule", "ge"][..], true),
        (&["((3 12) (3 4))"], false),
        (&["((3 12) (3 4))", "--rule", "ge", "--algorithm", "minimax"], false),
    ] {
        let found = document(&filled(RIGHT), options);
        let is_listed = found["tests"].as_array().unwrap().iter().any(|test| test["name"] == "ties");
        assert_eq!(is_listed, has_ties, "{options:?}: {found}");
    }
    let folder = Folder::with("search.py", filled(&strict));
    let page = String::from_utf8(ran(&folder, &["(1 (1 1))"], &["python3", "search.py"]).stdout).unwrap();
    assert!(
        page.split_whitespace().collect::<Vec<_>>().join(" ").contains("With >=, 2 would do; both are right."),
        "{page}"
    );
}

#[test]
fn a_program_that_chooses_at_random_has_no_known_mistake() {
    if !has("python3") {
        return;
    }
    let coin = RIGHT.replace(
        "if value > best if is_max else value < best:",
        "if (value > best if is_max else value < best) or value == best and random.random() < .5:",
    );
    let found = document(&filled(&("import random\n".to_owned() + &coin)), &["--trees", "200"]);
    assert_eq!((&found["changes"], found["mistake"].is_null()), (&"chance".into(), true), "{found}");
}

#[test]
fn a_class_table_says_what_happened() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    let programs = [
        ("crash", "import sys\nsys.exit(3)\n".to_owned()),
        ("stray", "print('Hello')\ninput()\n".to_owned()),
        ("right", filled(RIGHT)),
        ("minimax", filled(&RIGHT.replace("        if alpha >= beta: break\n", ""))),
        (
            "memory",
            filled(
                &("seen = []\n".to_owned()
                    + &RIGHT.replace(
                        "def search(node, depth, is_max):\n",
                        "def search(node, depth, is_max):\n    seen.append(1)\n    if len(seen) > 3: return 99, None\n",
                    )),
            ),
        ),
        ("minroot", filled(&RIGHT.replace("depth, -10**9, 10**9, is_max)", "depth, -10**9, 10**9, True)"))),
    ];
    for (name, code) in &programs {
        std::fs::create_dir_all(folder.path().join("all").join(name)).unwrap();
        folder.write(&format!("all/{name}/search.py"), code);
    }
    for name in ["empty", "misnamed"] {
        std::fs::create_dir_all(folder.path().join("all").join(name)).unwrap();
    }
    folder.write("all/misnamed/serach.py", filled(RIGHT));
    let some = (40 / every(4)).to_string();
    let options = ["--each", "all", "--trees", &some];
    let said = |more: &[&str]| {
        let run = ran(&folder, &[&options[..], more].concat(), &["python3", "{}/search.py"]);
        String::from_utf8(run.stdout).unwrap()
    };
    let summary = "1 right, 3 wrong, 1 crashed, 1 no answer, 2 not run";
    let csv = said(&["--format", "csv"]);
    let row = |name: &str| csv.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    for (name, part) in [
        ("crash", ",crashed,"),
        ("stray", ",no answer,"),
        ("empty", "The folder empty is empty."),
        ("misnamed", "There is no file all/misnamed/search.py."),
        ("memory", "It is right if it has just been started"),
        ("minimax", "This is minimax: no leaf is pruned."),
        ("minroot", "MIN moves at the root"),
    ] {
        assert!(row(name).contains(part), "{part}: {csv}");
    }
    // What was never asked about a tree has no smallest tree.
    assert!(row("empty").starts_with("empty,0,20,not run,,,"), "{csv}");
    said(&["-o", "reports/{}.html"]);
    let page = folder.read("reports/minroot.html");
    assert!(page.contains("minroot: the value is wrong") && page.contains("-- python3 search.py"), "{page}");
    assert!(!page.contains("all/minroot"), "{page}");
    if !is_long() {
        return;
    }
    let table = said(&[]);
    assert!(table.contains(summary), "{table}");
    let carried = said(&["--format", "csv", "--marks", "carried"]);
    assert!(carried.lines().any(|line| line.starts_with("misnamed,0,20,not run")), "{carried}");
    let weighted = said(&["--format", "csv", "--weights", "no-needless-reads=20"]);
    assert!(weighted.lines().any(|line| line.starts_with("minimax,18,38,needless")), "{weighted}");
    said(&["-o", "reports/{}.txt"]);
    for name in programs.iter().map(|(name, _)| *name).chain(["empty", "misnamed"]) {
        let page = folder.read(&format!("reports/{name}.txt"));
        assert!(!page.contains("\n\n\n"), "{page}");
    }
}

/// The tree that the user named is the smallest one, and the rule for ties is all that is wrong.
#[test]
fn nothing_is_said_twice_of_a_tree() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", filled(RIGHT));
    let run = ran(&folder, &["--rule", "gt", "(1 (1 1))"], &["python3", "search.py"]);
    let page = String::from_utf8(run.stdout).unwrap();
    assert_eq!(page.matches("It skipped B2").count(), 1, "{page}");
    assert!(!page.contains("On your tree") && !page.contains("No known mistake"), "{page}");
}

#[test]
fn the_named_tree_comes_first() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", filled(&RIGHT.replace("        if alpha >= beta: break\n", "")));
    let run = ran(&folder, &["((3 12 8) (2 4 6) (14 5 2))"], &["python3", "search.py"]);
    let page = String::from_utf8(run.stdout).unwrap();
    let places = ["This is minimax", "On your tree: Your program read A1 A2 A3 B1 B2 B3", "The smallest tree"]
        .map(|part| page.find(part));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
}

#[test]
fn more_mistakes_have_names() {
    if !has("python3") {
        return;
    }
    let negamax = "
INF = float('inf')
def ab(node, depth, alpha, beta, color):
    if depth == 0 or node.is_leaf(): return color * node.value(), None
    best, move = -INF, None
    for child in node.children():
        value = -ab(child, depth - 1, -beta, -alpha, -color)[0]
        if value > best: best, move = value, child
        alpha = max(alpha, best)
        if alpha >= beta: break
    return best, move
def search(node, depth, is_max): return ab(node, depth, -INF, INF, 1 if is_max else -1)
";
    let loop_end = "        if is_max: alpha = max(alpha, best)\n        else: beta = min(beta, best)\n        if alpha >= beta: break\n";
    let swapped = RIGHT.replace(
        loop_end,
        "        if best >= beta if is_max else best <= alpha: break\n        if is_max: alpha = max(alpha, best)\n        else: alpha = min(beta, best)\n",
    );
    let tiny = RIGHT.replace("-10**9 if is_max else 10**9", "5e-324 if is_max else 10**9");
    let programs = [
        (negamax.to_owned(), "root-not-turned"),
        (RIGHT.replace("node.children():", "node.children()[:-1] or node.children():"), "last-child-skipped"),
        (swapped, "beta-into-alpha"),
        (tiny, "zero-start"),
    ];
    for (code, name) in in_turn(programs, 0, 2) {
        let found = document(&filled(&code), &["--trees", "60"]);
        assert_eq!(found["mistake"]["name"], name, "{found}");
    }
}

/// The trace of a right search with `>` is right, whether the tracer finds the rule, the user names it in the code, or
/// on the command line.
#[test]
fn a_traced_search_that_does_not_cut_on_ties_is_right() {
    if !has("python3") {
        return;
    }
    let code = filled(&RIGHT.replace("if alpha >= beta", "if alpha > beta"));
    let folder = Folder::new();
    folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
    let trace = |options: &str| {
        let traced = format!("from plywood_trace import traced\n@traced(\"mine.jsonl\"{options})\ndef ab(");
        folder.write("search.py", code.replacen("def ab(", &traced, 1));
        let run = ran(&folder, &["((3 12 8) (3 4 6) (14 3 2))"], &["python3", "search.py"]);
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        folder.read("mine.jsonl")
    };
    let verify = |options: &[&str]| {
        folder.plywood(&[&["verify", "mine.jsonl"], options].concat()).output().unwrap().status.code()
    };
    for options in ["", ", cut='gt'"] {
        let found = trace(options);
        assert!(found.contains("\"cut\":\"gt\""), "{found}");
        assert_eq!((verify(&[]), verify(&["--cut", "gt"]), verify(&["--cut", "ge"])), (Some(0), Some(0), Some(2)));
    }
    folder.write("mine.jsonl", trace("").replace(",\"cut\":\"gt\"", ""));
    assert_eq!((verify(&[]), verify(&["--cut", "gt"])), (Some(1), Some(0)));
    trace(", cut='ge'");
    assert_eq!(verify(&[]), Some(1));
}
