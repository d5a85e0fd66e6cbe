//! `plywood exercise run` with programs in the different styles of students, and the traces of these programs.

use crate::Folder;
use crate::homework::{document, filled, has, ran};
use crate::support::{PROGRAMS, every};
use serde_json::Value;

/// Two functions that call each other, with a counter in a global variable.
const TWO_FUNCTIONS: &str = "
counter = 0

def max_value(state, depth, alpha, beta):
    global counter
    counter += 1
    if state.is_leaf() or depth == 0:
        return state.value()
    v = float('-inf')
    for child in state.children():
        v = max(v, min_value(child, depth - 1, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, depth, alpha, beta):
    global counter
    counter += 1
    if state.is_leaf() or depth == 0:
        return state.value()
    v = float('inf')
    for child in state.children():
        v = min(v, max_value(child, depth - 1, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    alpha, beta, best = float('-inf'), float('inf'), None
    for child in node.children():
        if is_max:
            v = min_value(child, depth - 1, alpha, beta)
            if v > alpha:
                alpha, best = v, child
        else:
            v = max_value(child, depth - 1, alpha, beta)
            if v < beta:
                beta, best = v, child
    print('nodes:', counter)
    return (alpha if is_max else beta), best
";

/// One function whose window is a default argument, and which returns pairs.
const ONE_FUNCTION: &str = "
def search(node, depth, maximizing, alpha=-10**6, beta=10**6):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    best_move = None
    if maximizing:
        best = -10**6
        for child in node.children():
            score, _ = search(child, depth - 1, False, alpha, beta)
            if score > best:
                best, best_move = score, child
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = 10**6
        for child in node.children():
            score, _ = search(child, depth - 1, True, alpha, beta)
            if score < best:
                best, best_move = score, child
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best, best_move
";

/// A class that counts, with a method that searches.
const CLASS: &str = "
class Agent:
    def __init__(self, depth):
        self.depth, self.expanded = depth, 0

    def alphabeta(self, node, depth, alpha, beta, color):
        self.expanded += 1
        if depth == 0 or node.is_leaf():
            return color * node.value()
        value = -1e9
        for child in node.children():
            value = max(value, -self.alphabeta(child, depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value

    def choose(self, node, color):
        alpha, move = -1e9, None
        for child in node.children():
            score = -self.alphabeta(child, self.depth - 1, -1e9, -alpha, -color)
            if score > alpha:
                alpha, move = score, child
        return color * alpha, move

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    return Agent(depth).choose(node, 1 if is_max else -1)
";

/// A table in a default argument, which outlives the search.
const DEFAULT_ARGUMENT: &str = "
def minimax(node, depth, is_max, seen={}):
    key = (node.path, depth, is_max)
    if key not in seen:
        if depth == 0 or node.is_leaf():
            seen[key] = node.value()
        else:
            values = [minimax(child, depth - 1, not is_max) for child in node.children()]
            seen[key] = max(values) if is_max else min(values)
    return seen[key]

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    values = [minimax(child, depth - 1, not is_max) for child in node.children()]
    best = (max if is_max else min)(values)
    return best, node.children()[values.index(best)]
";

/// A search that sorts the moves before it tries them, as engines do.
const SORTED: &str = "
def alphabeta(node, depth, a, b, is_max):
    if depth == 0 or node.is_leaf():
        return node.value()
    for child in sorted(node.children(), key=lambda c: c.value(), reverse=is_max):
        v = alphabeta(child, depth - 1, a, b, not is_max)
        a, b = (max(a, v), b) if is_max else (a, min(b, v))
        if a >= b:
            break
    return a if is_max else b

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    best, move = None, None
    for child in node.children():
        v = alphabeta(child, depth - 1, -1e9, 1e9, not is_max)
        if best is None or (v > best if is_max else v < best):
            best, move = v, child
    return best, move
";

#[test]
fn five_students_are_judged_as_their_programs_are() {
    if !has("python3") {
        return;
    }
    let verdict = |code: &str, options: &[&str]| document(&filled(code), options)["verdict"].clone();
    let [some, many] = [40 / every(3), 60 / every(3)].map(|trees| trees.to_string());
    for code in [TWO_FUNCTIONS, ONE_FUNCTION, CLASS] {
        assert_eq!(verdict(code, &["--trees", &many]), "right", "{code}");
    }
    assert_eq!(verdict(SORTED, &["--trees", &some]), "needless");
    let found = document(&filled(DEFAULT_ARGUMENT), &["--trees", &some, "--algorithm", "minimax"]);
    assert_eq!((&found["verdict"], &found["mistake"]), (&"value".into(), &Value::Null), "{found}");
    let folder = Folder::with("search.py", filled(DEFAULT_ARGUMENT));
    let run = ran(&folder, &["--trees", &some, "--algorithm", "minimax"], &["python3", "search.py"]);
    let page = String::from_utf8(run.stdout).unwrap();
    assert!(page.contains("right on this tree in a fresh process") && page.contains("default"), "{page}");
}

/// Runs a program on a tree with all its search functions traced; returns the report of `verify`.
fn verified(code: &str) -> (Option<i32>, String) {
    let mut traced = String::from("from plywood_trace import traced\n");
    for line in filled(code).lines() {
        let name = line.trim_start();
        if ["def max_value", "def min_value", "def search(", "def alphabeta"]
            .iter()
            .any(|start| name.starts_with(start))
        {
            traced += &format!("{}@traced(\"mine.jsonl\")\n", &line[..line.len() - name.len()]);
        }
        traced = traced + line + "\n";
    }
    let folder = Folder::with("search.py", traced);
    folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
    let run = ran(&folder, &["((3 12 8) (2 4 6) (14 5 2))"], &["python3", "search.py"]);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let output = folder.plywood(&["verify", "mine.jsonl"]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn whole_programs_are_traced_however_they_are_written() {
    if !has("python3") {
        return;
    }
    for code in [TWO_FUNCTIONS, ONE_FUNCTION] {
        let (code, text) = verified(code);
        assert_eq!(code, Some(0), "{text}");
    }
}

/// Correct searches in styles that a tracer could mistake for wrong ones, and words of the warning if there is no
/// trace.
const TRACED: [(&str, &str, &str); 5] = [
    ("node, alpha, beta, is_max", "", ""),
    ("alpha, beta, state, is_max", "", ""),
    ("node, alpha, beta, turn", "", "Add side="),
    ("node, alpha, beta, turn", ", side=\"turn\"", ""),
    ("node, alpha, beta, turn", ", view=\"max\"", ""),
];

#[test]
fn a_tracer_refuses_what_it_cannot_know_and_accuses_nobody() {
    if !has("python3") {
        return;
    }
    for (parameters, more, refused) in TRACED {
        let [node, side] = [["state", "node"], ["turn", "is_max"]]
            .map(|[odd, usual]| if parameters.contains(odd) { odd } else { usual });
        let given = parameters.replace(node, "child").replace(side, &format!("not {side}"));
        let root = parameters.replace(node, "[[3, 12, 8], [14, 5, 2], [2, 4, 6]]").replace(side, "True");
        let root = root.replace("alpha", "-999").replace("beta", "999");
        let code = format!(
            "from plywood_trace import traced\n
@traced(\"mine.jsonl\"{more})
def ab({parameters}):
    if not isinstance({node}, list): return {node}
    best = -999 if {side} else 999
    for child in sorted({node}, key=str, reverse=True):
        value = ab({given})
        best = max(best, value) if {side} else min(best, value)
        if {side}: alpha = max(alpha, value)
        else: beta = min(beta, value)
        if alpha >= beta: break
    return best

ab({root})
"
        );
        let folder = Folder::with("mine.py", code);
        folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
        let run = std::process::Command::new("python3")
            .env("PATH", &*PROGRAMS)
            .arg("mine.py")
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success() && said.contains(refused), "{parameters}: {said}");
        assert_eq!(said.is_empty(), refused.is_empty(), "{parameters}: {said}");
        assert_eq!(folder.path().join("mine.jsonl").exists(), refused.is_empty(), "{parameters}");
        if refused.is_empty() {
            let verified = folder.plywood(&["verify", "mine.jsonl"]).output().unwrap();
            assert_eq!(verified.status.code(), Some(0), "{parameters}: {verified:?}");
        }
    }
}

/// A graph with two ghosts, and thus consecutive MIN plies.
const GRAPH: &str = "class: \"GraphGameTreeTest\"
alg: \"AlphaBetaAgent\"
depth: \"2\"
num_agents: \"3\"
start_state: \"top\"
win_states: \"w1 w2\"
lose_states: \"\"
successors: \"\"\"
top Left g1
top Right h1
g1 Left g2
h1 Left h2
h1 Right h3
g2 Left w1
g2 Right w2
h2 Left w2
h3 Left w1
\"\"\"
evaluation: \"\"\"
w1 4.0
w2 -1.5
\"\"\"
";

#[test]
fn trees_of_other_courses_are_read() {
    let folder = Folder::with("two-ghosts.test", GRAPH);
    let page = |words: &[&str]| {
        let output = folder.plywood(words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let graph = page(&["explain", "two-ghosts.test"]);
    assert!(graph.contains("Best line   g1 g2 w2   -1.5"), "{graph}");
    assert!(page(&["exercise", "sheet", "two-ghosts.test"]).contains("4.0"));
    let typed = page(&["explain", "['A', ('B', 5), ['C', ('D', 2), ('E', 7)]]"]);
    assert!(typed.contains("Best line   B   5"), "{typed}");
    folder.write("bad.test", GRAPH.replace("w2 -1.5\n", ""));
    let output = folder.plywood(&["explain", "bad.test"]).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && complaint.contains("`w2` has no value"), "{complaint}");
}

type Names = &'static [&'static str];

/// The elements of junit-10.xsd that are written: required attributes, optional attributes, and allowed children.
const JUNIT: [(&str, Names, Names, Names); 6] = [
    ("testsuites", &[], &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
    (
        "testsuite",
        &["name", "tests", "failures", "errors"],
        &["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
        &["testsuite", "properties", "testcase", "system-out", "system-err"],
    ),
    (
        "testcase",
        &["name"],
        &["time", "classname", "group"],
        &["skipped", "error", "failure", "system-out", "system-err"],
    ),
    ("failure", &[], &["type", "message"], &[]),
    ("skipped", &[], &["type", "message"], &[]),
    ("system-out", &[], &[], &[]),
];

#[test]
fn junit_is_what_its_schema_wants_whatever_a_program_says() {
    if !has("python3") {
        return;
    }
    let rogue = "import sys\nsys.stderr.buffer.write(b'\\x00\\x1b[31m <&]]> \\xff\\n')\nsys.exit(3)\n";
    for code in [filled(ONE_FUNCTION), filled(SORTED), rogue.to_owned()] {
        let folder = Folder::new();
        for name in ["all/a&b", "all/<c>"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
            folder.write(&format!("{name}/search.py"), &code);
        }
        let some = (20 / every(4)).to_string();
        let options = ["--each", "all", "--trees", &some, "--format", "junit"];
        let text = String::from_utf8(ran(&folder, &options, &["python3", "{}/search.py"]).stdout).unwrap();
        let junit = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(junit.root_element().tag_name().name(), "testsuites");
        for node in junit.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            let rules = JUNIT.iter().find(|rules| rules.0 == name).unwrap_or_else(|| panic!("{name} in {text}"));
            let has = |wanted: &&&str| node.attribute(**wanted).is_some();
            assert_eq!(rules.1.iter().filter(has).count(), rules.1.len(), "{name}: {text}");
            assert!(
                node.attributes().all(|own| rules.1.contains(&own.name()) || rules.2.contains(&own.name())),
                "{text}"
            );
            let is_allowed = |child: roxmltree::Node<'_, '_>| rules.3.contains(&child.tag_name().name());
            assert!(node.children().filter(roxmltree::Node::is_element).all(is_allowed), "{name}: {text}");
        }
        for suite in junit.descendants().filter(|node| node.has_tag_name("testsuite")) {
            let count = |name: &str| suite.descendants().filter(|node| node.has_tag_name(name)).count().to_string();
            assert_eq!(suite.attribute("tests"), Some(count("testcase").as_str()));
            assert_eq!(suite.attribute("failures"), Some(count("failure").as_str()));
        }
    }
}
