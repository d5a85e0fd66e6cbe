//! `plywood exercise run` end to end: right and wrong programs in five languages, and programs that misbehave.

use crate::class::RIGHT;
use crate::support::{PROGRAMS, every, in_turn, is_long, path, plywood};
use crate::{Folder, output};
use plywood::search::Mistake;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const STARTER: &str = include_str!("../../assets/homework/search.py");

/// The body of a negamax search; capitals mark the places for mistakes.
const NEGAMAX: &str = r#"
INF = float("inf")


def is_root(node):
    return not node.path


def negamax(node, depth, alpha, beta, color):
    if LIMIT or node.is_leaf():
        return LEAF, None
    best, move = START, None
    for index, child in enumerate(CHILDREN):
        s = SIGN negamax(child, depth - 1, WINDOW, -color)[0]
        best = max(best, s)
        JUDGE
    return RETURN, move


def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, move = negamax(node, depth, -INF, INF, color)
    return color * value, move
"#;

/// The default text at these places. `CUT` and `RETURN` are those of fail-soft.
const USUAL: [(&str, &str); 8] = [
    ("JUDGE", "if s >= beta:\n            return CUT, child\n        if BETTER:\n            alpha, move = s, child"),
    ("BETTER", "s > alpha"),
    ("LIMIT", "depth == 0"),
    ("LEAF", "color * node.value()"),
    ("START", "-INF"),
    ("CHILDREN", "node.children()"),
    ("SIGN", "-"),
    ("WINDOW", "-beta, -alpha"),
];

/// Returns the text of a mistake at these places.
fn changes(mistake: Mistake) -> &'static [(&'static str, &'static str)] {
    match mistake {
        Mistake::RootWindow => &[("WINDOW", "*((-INF, INF) if is_root(node) else (-beta, -alpha))")],
        Mistake::SwappedBounds => &[("WINDOW", "-alpha, -beta")],
        Mistake::MissingNegation => &[("SIGN", "")],
        Mistake::RootGe => &[("BETTER", "s > alpha or (s == alpha and is_root(node))")],
        Mistake::NoDeepBounds => &[("WINDOW", "-INF, -alpha")],
        Mistake::NoPruning => &[("WINDOW", "-INF, INF")],
        Mistake::RightToLeft => &[("CHILDREN", "reversed(node.children())")],
        Mistake::RootIsMin => &[("LEAF", "-color * node.value()")],
        Mistake::WorseSibling => &[(
            "JUDGE",
            "if s >= beta or (index and not is_root(node) and s <= alpha):\n            return (CUT if s >= beta else RETURN), child\n        if s > alpha:\n            alpha, move = s, child",
        )],
        Mistake::ZeroStart => &[("START", "0")],
        Mistake::LastScore => &[("RETURN", "s")],
        Mistake::LeafSign => &[("LEAF", "node.value()")],
        Mistake::BothMax => &[("LEAF", "node.value()"), ("SIGN", "")],
        Mistake::SameWindow => &[("WINDOW", "alpha, beta")],
        Mistake::LateAlpha => &[(
            "JUDGE",
            "if alpha >= beta:\n            return CUT, child\n        if s > alpha:\n            alpha, move = s, child",
        )],
        Mistake::PlyShort => &[("LIMIT", "depth == 1")],
        Mistake::WrongSide => &[(
            "JUDGE",
            "if s <= alpha:\n            return CUT, child\n        if s > alpha:\n            alpha, move = s, child",
        )],
        Mistake::Strict => &[(
            "JUDGE",
            "if s > beta:\n            return CUT, child\n        if s > alpha:\n            alpha, move = s, child",
        )],
        _ => &[],
    }
}

/// Returns a fail-hard or fail-soft program with these changes, which replaces the starter's function.
fn negamax(changes: &[(&str, &str)], is_soft: bool) -> String {
    let mut code = NEGAMAX.to_owned();
    for (place, usual) in USUAL {
        let text = changes.iter().find(|(changed, _)| *changed == place).map_or(usual, |(_, text)| text);
        code = code.replace(place, text);
    }
    let ends = if is_soft { [("CUT", "best"), ("RETURN", "best")] } else { [("CUT", "beta"), ("RETURN", "alpha")] };
    for (place, usual) in ends {
        // Only the last line of the function with the loop changes the returned value.
        let text = changes.iter().find(|(changed, _)| *changed == place).map_or(usual, |(_, text)| text);
        code = code.replace(place, text);
    }
    filled(&code)
}

/// Returns the starter with this code as its function.
pub(super) fn filled(code: &str) -> String {
    let start = STARTER.find("def search(").unwrap();
    let end = STARTER.find("# ---- Change nothing below").unwrap();
    format!("{}{code}\n\n{}", &STARTER[..start], &STARTER[end..])
}

/// Returns whether a tool is installed; if it is not, prints a note.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(super) fn has(tool: &str) -> bool {
    let started = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    // The output doesn't matter, and some compilers take a long time to produce it.
    let found = started.map(|mut child| (child.kill(), child.wait())).is_ok();
    if !found {
        eprintln!("skipped: there is no {tool} here");
    }
    found
}

/// `plywood exercise run` in the folder.
fn running(folder: &Folder, options: &[&str], program: &[&str]) -> Command {
    let words = [&["exercise", "run"], options, &["--"], program].concat();
    let mut command = folder.plywood(&words).process();
    command.stdin(Stdio::null());
    command
}

/// Runs a program in the folder, and returns the result.
pub(super) fn ran(folder: &Folder, options: &[&str], program: &[&str]) -> Output {
    running(folder, options, program).output().unwrap()
}

/// Returns a command's JSON output.
fn said(output: &Output) -> Value {
    serde_json::from_str(&String::from_utf8_lossy(&output.stdout)).unwrap_or_else(|_| panic!("{output:?}"))
}

/// Returns the JSON report of a run of a Python program.
pub(super) fn document(code: &str, options: &[&str]) -> Value {
    let folder = Folder::with("search.py", code);
    let output = ran(&folder, &[options, &["--format", "json"]].concat(), &["python3", "search.py"]);
    let document = said(&output);
    let is_right = ["right", "later-tie"].contains(&document["verdict"].as_str().unwrap());
    assert_eq!(output.status.code(), Some(i32::from(!is_right)), "{document}");
    document
}

fn leaves(document: &Value) -> usize {
    document["smallest"]["tree"].as_str().unwrap().split([' ', '(', ')']).filter(|word| !word.is_empty()).count()
}

#[test]
fn every_known_mistake_is_named_and_stands_in_the_manual() {
    if !has("python3") {
        return;
    }
    let manual = std::fs::read_to_string(path("docs/homework.md")).unwrap();
    let mut missing = Vec::new();
    let some = (40 / every(2)).to_string();
    // Every third mistake is enough to include mistakes with windows, scores and cutoffs, and the one with a special
    // rule.
    for (index, &mistake) in Mistake::ALL.iter().enumerate().skip(every(3) - 1).step_by(every(3)) {
        // Not cutting off at a tie is correct, unless the rule requires it.
        let rule: &[&str] = if mistake == Mistake::Strict { &["--rule", "ge"] } else { &[] };
        let all = [true, false].into_iter().filter(|is_soft| *is_soft || mistake.fails().is_none());
        let forms: Vec<bool> = all.take(if index.is_multiple_of(every(4)) { 2 } else { 1 }).collect();
        for is_soft in forms {
            let found = document(&negamax(changes(mistake), is_soft), &[rule, &["--trees", &some]].concat());
            let named = [&found["mistake"]["name"], &found["mistake"]["also"]].map(Value::to_string).concat();
            assert!(named.contains(&format!("\"{}\"", mistake.name())), "{} {is_soft}: {found}", mistake.name());
            assert!(leaves(&found) <= 6, "{}: {found}", mistake.name());
            let (tree, why) = (found["smallest"]["tree"].as_str().unwrap(), found["smallest"]["why"].as_str().unwrap());
            let row = format!("| `{}` | `{tree}` | {why} |", mistake.name());
            if is_soft && !manual.contains(&row) {
                missing.push(row);
            }
        }
    }
    assert!(missing.is_empty(), "docs/homework.md should say:\n{}", missing.join("\n"));
}

#[test]
fn right_programs_are_right_in_both_forms_and_by_both_rules() {
    if !has("python3") {
        return;
    }
    let [some, many] = [60 / every(4), 120 / every(6)].map(|trees| trees.to_string());
    for is_soft in [true, false] {
        let found = document(&negamax(&[], is_soft), &["--trees", &many, "--seed", "3"]);
        assert_eq!((&found["verdict"], &found["score"], &found["max"]), (&"right".into(), &20.into(), &20.into()));
        assert_eq!((&found["mistake"], &found["smallest"]), (&Value::Null, &Value::Null));
    }
    let strict = negamax(changes(Mistake::Strict), true);
    assert_eq!(document(&strict, &["--trees", &some, "--rule", "gt"])["verdict"], "right");
    assert_eq!(document(&strict, &["--trees", &some])["verdict"], "right");
    assert_eq!(document(&negamax(&[], true), &["--trees", &some, "--rule", "gt"])["verdict"], "ties");
    assert_eq!(document(&negamax(&[], true), &["--trees", &some, "--algorithm", "minimax"])["verdict"], "order");
    let whole = negamax(changes(Mistake::NoPruning), true);
    assert_eq!(document(&whole, &["--trees", &some, "--algorithm", "minimax"])["verdict"], "right");
}

#[test]
fn the_mistakes_of_minimax_are_told_apart_and_a_zero_that_goes_into_alpha_is_named() {
    if !has("python3") {
        return;
    }
    let without_windows = [
        Mistake::MissingNegation,
        Mistake::RightToLeft,
        Mistake::RootIsMin,
        Mistake::ZeroStart,
        Mistake::LastScore,
        Mistake::LeafSign,
        Mistake::BothMax,
        Mistake::PlyShort,
    ];
    let some = (30 / every(2)).to_string();
    for mistake in without_windows.into_iter().step_by(every(3)) {
        let code = negamax(&[changes(Mistake::NoPruning), changes(mistake)].concat(), true);
        let found = document(&code, &["--trees", &some, "--algorithm", "minimax"]);
        let named = (&found["mistake"]["name"], &found["mistake"]["also"]);
        assert_eq!(named, (&mistake.name().into(), &serde_json::json!([])), "{found}");
    }
    let judge = "best = max(best, s)\n        if s > alpha:\n            move = child\n        alpha = max(alpha, best)\n        \
                 if alpha >= beta:\n            break";
    let found = document(&negamax(&[("START", "0"), ("JUDGE", judge)], true), &["--trees", &some]);
    assert_eq!(found["mistake"]["name"], "zero-start", "{found}");
}

/// Bugs that are not on any list, and the verdicts about these searches.
#[test]
fn unknown_bugs_are_judged_rightly() {
    if !has("python3") {
        return;
    }
    let usual = |place: &str| USUAL.iter().find(|(own, _)| *own == place).unwrap().1.to_owned();
    let judge = |more: &str| usual("JUDGE") + "\n        " + more;
    let bugs: [(&str, String, &[&str]); 10] = [
        ("CHILDREN", "node.children()[:2]".into(), &["value"]),
        ("CHILDREN", "node.children()[:3] + node.children()[4:]".into(), &["value", "unsafe", "right"]),
        ("CHILDREN", "sorted(node.children(), key=lambda child: child.path[-1] % 2)".into(), &["order", "move"]),
        ("LEAF", "color * min(node.value(), 5)".into(), &["value"]),
        ("LEAF", "color * abs(node.value())".into(), &["value"]),
        ("WINDOW", "-beta - 1, -alpha + 1".into(), &["needless"]),
        ("WINDOW", "-beta + 1, -alpha - 1".into(), &["unsafe", "value", "move"]),
        ("JUDGE", judge("if s == 7:\n            break"), &["value", "unsafe", "move"]),
        (
            "JUDGE",
            judge("child = node.children()[-1]\n        child.is_leaf() and child.value()"),
            &["needless", "order"],
        ),
        ("SIGN", "-1 + -".into(), &["value"]),
    ];
    let some = (60 / every(3)).to_string();
    // Every second bug is enough to cover each verdict.
    for (place, text, verdicts) in bugs.into_iter().step_by(every(2)) {
        let found = document(&negamax(&[(place, &text)], true), &["--trees", &some]);
        let verdict = found["verdict"].as_str().unwrap();
        assert!(verdicts.contains(&verdict), "{place} {text}: {found}");
        assert!(verdict == "right" || leaves(&found) <= 6, "{place} {text}: {found}");
    }
}

#[test]
fn what_a_program_keeps_between_searches_is_said() {
    if !has("python3") {
        return;
    }
    let body = negamax(&[], true);
    let keeping = body
        .replace("def negamax(", "seen = {}\n\n\ndef negamax(")
        .replace("    if depth == 0", "    if node.path in seen:\n        return seen[node.path]\n    if depth == 0")
        .replace("    return best, move\n", "    seen[node.path] = best, move\n    return best, move\n");
    assert!(keeping.contains("seen[node.path] = best"), "{keeping}");
    let folder = Folder::with("search.py", keeping);
    let text = String::from_utf8(ran(&folder, &["--trees", "40"], &["python3", "search.py"]).stdout).unwrap();
    assert!(text.replace('\n', " ").contains("Does it keep data"), "{text}");
}

/// Runs a Python program with traced functions on a tree, and returns the folder with the trace, `mine.jsonl`.
fn traced(code: &str, tree: &str) -> Folder {
    let line = "from plywood_trace import traced\n\n\n@traced(\"mine.jsonl\")\ndef negamax(";
    let folder = Folder::with("search.py", code.replacen("def negamax(", line, 1));
    let starter = folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
    assert!(starter.status.success(), "{starter:?}");
    let run = ran(&folder, &[tree], &["python3", "search.py"]);
    assert!(run.stderr.is_empty() && folder.path().join("mine.jsonl").exists(), "{run:?}");
    folder
}

#[test]
fn one_line_makes_a_whole_trace_of_a_function_in_python() {
    if !has("python3") {
        return;
    }
    let tree = "((3 (12 8)) (2 (1 (5 6))) 7)";
    let [soft, hard] = [true, false].map(|is_soft| traced(&negamax(&[], is_soft), tree));
    for folder in [&soft, &hard] {
        let verified = folder.plywood(&["verify", "mine.jsonl"]).output().unwrap();
        assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    }
    let page = String::from_utf8(soft.plywood(&["explain", "mine.jsonl"]).output().unwrap().stdout).unwrap();
    assert!(page.starts_with("negamax in search.py") && page.contains("Best line   C "), "{page}");
    // The rule that the code breaks, on the smallest tree on which the mistake shows.
    let rules = [
        (Mistake::RootWindow, "window-handed-down"),
        (Mistake::LastScore, "node-score"),
        (Mistake::MissingNegation, "leaf-score"),
        // The same rule as in the first case.
        (Mistake::SwappedBounds, "window-handed-down"),
        (Mistake::NoDeepBounds, "window-handed-down"),
    ];
    for (mistake, rule) in rules.into_iter().take(if is_long() { 5 } else { 3 }) {
        let folder = traced(&negamax(changes(mistake), true), "((3 12) ((2 (5 6)) 4))");
        let verified = folder.plywood(&["verify", "mine.jsonl"]).output().unwrap();
        let text = String::from_utf8(verified.stdout).unwrap();
        let cause = text.split("\n\n").find(|part| part.starts_with("First cause")).unwrap_or_default();
        assert!(
            verified.status.code() == Some(1) && cause.contains(&format!("({rule})")),
            "{}: {text}",
            mistake.name()
        );
    }
}

/// The name of a language, its file, its compiler with arguments, and the command that runs the program.
pub(super) type Language = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

/// The languages with a compiler, or a syntax check.
pub(super) const LANGUAGES: [Language; 7] = [
    (
        "java",
        "Search.java",
        "javac",
        &["-J-XX:TieredStopAtLevel=1", "Search.java"],
        &["java", "-XX:TieredStopAtLevel=1", "Search"],
    ),
    ("cpp", "search.cpp", "g++", &["-std=c++17", "search.cpp", "-o", "search"], &["./search"]),
    ("c", "search.c", "gcc", &["-std=c11", "search.c", "-o", "search"], &["./search"]),
    ("go", "search.go", "go", &["build", "search.go"], &["./search"]),
    ("rust", "search.rs", "rustc", &["search.rs", "-o", "search"], &["./search"]),
    ("javascript", "search.js", "node", &["--check", "search.js"], &["node", "search.js"]),
    ("csharp", "Search.cs", "mcs", &["Search.cs"], &["mono", "Search.exe"]),
];

/// Returns the line of the starter to fill in, its replacement, and how a mistake changes the replacement.
fn solution(language: &str) -> (&'static str, &'static str, [&'static str; 2]) {
    match language {
        "java" => (
            "        throw new UnsupportedOperationException(\"write the body of search() first\");",
            "        return within(node, depth, isMax, -1e9, 1e9);
    }

    static Result within(Node node, int depth, boolean isMax, double alpha, double beta) {
        if (depth == 0 || node.isLeaf()) return new Result(node.value(), null);
        double value = isMax ? -1e9 : 1e9;
        Node best = null;
        for (Node child : node.children()) {
            double v = within(child, depth - 1, !isMax, alpha, beta).value();
            if (isMax ? v > value : v < value) { value = v; best = child; }
            if (isMax) alpha = Math.max(alpha, v); else beta = Math.min(beta, v);
            if (alpha >= beta) break;
        }
        System.out.println(\"what students print\");
        return new Result(value, best);",
            ["!isMax, alpha, beta", "!isMax, -1e9, 1e9"],
        ),
        "cpp" => (
            "    throw std::runtime_error(\"write the body of search() first\");",
            "    static double alpha, beta;
    struct Inner {
        static Result search(Node& node, int depth, bool is_max, double alpha, double beta) {
            if (depth == 0 || node.is_leaf()) return {node.value(), 0};
            Result result{is_max ? -1e9 : 1e9, 0};
            for (Node& child : node.children()) {
                double v = search(child, depth - 1, !is_max, alpha, beta).value;
                if (is_max ? v > result.value : v < result.value) result = {v, child.number};
                if (is_max) alpha = std::max(alpha, v); else beta = std::min(beta, v);
                if (alpha >= beta) break;
            }
            std::cout << \"what students print\" << std::endl;
            return result;
        }
    };
    alpha = -1e9, beta = 1e9;
    return Inner::search(node, depth, is_max, alpha, beta);",
            ["!is_max, alpha, beta", "!is_max, -1e9, 1e9"],
        ),
        "c" => (
            "    fprintf(stderr, \"write the body of search() first\\n\");
    exit(1);",
            "    static double alpha = -1e9, beta = 1e9, within_alpha, within_beta;
    double low = depth_is_inner ? within_alpha : alpha, high = depth_is_inner ? within_beta : beta;
    Result result = {is_max ? -1e9 : 1e9, 0};
    for (int number = 1; number <= child_count(node); number++) {
        bool outer = depth_is_inner;
        depth_is_inner = true;
        within_alpha = low, within_beta = high;
        double v = search(child(node, number), depth - 1, !is_max).value;
        depth_is_inner = outer;
        if (is_max ? v > result.value : v < result.value) result = (Result){v, number};
        if (is_max && v > low) low = v;
        if (!is_max && v < high) high = v;
        if (low >= high) break;
    }
    return result;",
            ["within_alpha = low, within_beta = high", "within_alpha = -1e9, within_beta = 1e9"],
        ),
        "go" => (
            "	panic(\"write the body of search() first\")",
            "	var within func(node *Node, depth int, isMax bool, alpha, beta float64) (float64, *Node)
	within = func(node *Node, depth int, isMax bool, alpha, beta float64) (float64, *Node) {
		if depth == 0 || node.IsLeaf() {
			return node.Value(), nil
		}
		value, best := 1e9, (*Node)(nil)
		if isMax {
			value = -1e9
		}
		for _, child := range node.Children() {
			v, _ := within(child, depth-1, !isMax, alpha, beta)
			if (isMax && v > value) || (!isMax && v < value) {
				value, best = v, child
			}
			if isMax && v > alpha {
				alpha = v
			} else if !isMax && v < beta {
				beta = v
			}
			if alpha >= beta {
				break
			}
		}
		return value, best
	}
	return within(node, depth, isMax, -1e9, 1e9)",
            ["!isMax, alpha, beta)\n			if", "!isMax, -1e9, 1e9)\n			if"],
        ),
        "rust" => (
            "    todo!(\"write the body of search() first\")",
            "    fn within(node: &Node, depth: u32, is_max: bool, mut alpha: f64, mut beta: f64) -> (f64, usize) {
        if depth == 0 || node.is_leaf() {
            return (node.value(), 0);
        }
        let (mut value, mut best) = (if is_max { -1e9 } else { 1e9 }, 0);
        for (index, child) in node.children().iter().enumerate() {
            let v = within(child, depth - 1, !is_max, alpha, beta).0;
            if (is_max && v > value) || (!is_max && v < value) {
                (value, best) = (v, index + 1);
            }
            if is_max { alpha = alpha.max(v) } else { beta = beta.min(v) }
            if alpha >= beta {
                break;
            }
        }
        eprintln!(\"what students print\");
        (value, best)
    }
    within(node, depth, is_max, -1e9, 1e9)",
            ["!is_max, alpha, beta", "!is_max, -1e9, 1e9"],
        ),
        "csharp" => (
            "        throw new NotImplementedException(\"write the body of search() first\");",
            "        return Within(node, depth, isMax, -1e9, 1e9);
    }

    static (double Value, Node Best) Within(Node node, int depth, bool isMax, double alpha, double beta)
    {
        if (depth == 0 || node.IsLeaf) return (node.Value, null);
        double value = isMax ? -1e9 : 1e9;
        Node best = null;
        foreach (Node child in node.Children)
        {
            double v = Within(child, depth - 1, !isMax, alpha, beta).Value;
            if (isMax ? v > value : v < value) { value = v; best = child; }
            if (isMax) alpha = Math.Max(alpha, v); else beta = Math.Min(beta, v);
            if (alpha >= beta) break;
        }
        Console.WriteLine(\"what students print\");
        return (value, best);",
            ["!isMax, alpha, beta", "!isMax, -1e9, 1e9"],
        ),
        _ => (
            "  throw new Error(\"write the body of search() first\");",
            "  const within = (node, depth, isMax, alpha, beta) => {
    if (depth === 0 || node.isLeaf()) return [node.value(), null];
    let [value, best] = [isMax ? -Infinity : Infinity, null];
    for (const child of node.children()) {
      const [v] = within(child, depth - 1, !isMax, alpha, beta);
      if (isMax ? v > value : v < value) [value, best] = [v, child];
      if (isMax) alpha = Math.max(alpha, v);
      else beta = Math.min(beta, v);
      if (alpha >= beta) break;
    }
    console.log(\"what students print\");
    return [value, best];
  };
  return within(node, depth, isMax, -Infinity, Infinity);",
            ["!isMax, alpha, beta", "!isMax, -1e9, 1e9"],
        ),
    }
}

#[test]
fn starters_in_other_languages_are_filled_in_right_and_wrong() {
    let some = (60 / every(4)).to_string();
    // Compilers are slow, so either all languages are tested, or only the one without a compiler; and one of the two
    // programs in each language, in turn.
    for (index, (language, file, compiler, arguments, program)) in in_turn(LANGUAGES.into_iter().enumerate(), 3, 4) {
        if !has(compiler) {
            continue;
        }
        let folder = Folder::new();
        output(&mut folder.plywood(&["exercise", "starter", language, "-o", file]));
        let starter = folder.read(file);
        let (hole, right, [bound, none]) = solution(language);
        assert!(starter.contains(hole), "{language}");
        // C has no nested functions.
        let starter = starter
            .replace("Result search(Node *node", "static bool depth_is_inner = false;\nResult search(Node *node");
        let wrong = ("needless".into(), "no-pruning".into());
        let all = [(right.to_owned(), ("right".into(), Value::Null)), (right.replace(bound, none), wrong)];
        for (code, expected) in in_turn(all, index, 2) {
            folder.write(file, starter.replace(hole, &code));
            let built = Command::new(compiler).args(arguments).current_dir(folder.path()).output().unwrap();
            assert!(built.status.success(), "{language}: {}", String::from_utf8_lossy(&built.stderr));
            let run = ran(&folder, &["--trees", &some, "--format", "json"], program);
            let document = said(&run);
            let verdict = (document["verdict"].clone(), document["mistake"]["name"].clone());
            assert_eq!(verdict, expected, "{language}");
        }
    }
}

/// A program that takes long to start, such as one on a slow virtual machine, does the same each time.
#[test]
fn a_program_that_starts_slowly_is_not_said_to_choose_at_random() {
    if !is_long() || !has("python3") {
        return;
    }
    let folder = Folder::new();
    output(&mut folder.plywood(&["exercise", "starter", "python", "-o", "search.py"]));
    let starter = folder.read("search.py");
    let hole = "    raise NotImplementedError(\"write the body of search() first\")";
    assert!(starter.contains(hole), "{starter}");
    let minimax = "    scores = [(search(child, depth - 1, not is_max)[0], child) for child in node.children()]
    return (max if is_max else min)(scores, key=lambda one: one[0])";
    let slow = format!("import time\ntime.sleep(2)\n{}", starter.replace(hole, minimax));
    folder.write("search.py", slow);
    let run = ran(&folder, &["--trees", "2", "--format", "json"], &["python3", "search.py"]);
    let document = said(&run);
    assert_eq!((&document["verdict"], &document["changes"]), (&"needless".into(), &Value::Null), "{document}");
}

/// Programs that misbehave, and the messages about them.
const ROGUES: [(&str, &str); 8] = [
    ("import sys; input(); input(); print('children -', flush=True); input(); sys.exit('boom')", "boom"),
    ("import os; input(); input(); os.abort()", "ended by signal 6"),
    ("input(); input(); print('Searching', flush=True); input()", "It wrote \"Searching\""),
    ("input(); input(); print('value 9', flush=True); input()", "which does not exist"),
    ("input(); input(); print('answer x 1', flush=True); input()", "not a number"),
    ("input(); input(); print('answer 1 99', flush=True); input()", "move 99"),
    ("import sys\nwhile True: sys.stdout.write('x' * 1000)", "64 KiB"),
    ("while True: print('children -', flush=True)", "10000 questions"),
];

/// Programs that are silent until their time is over.
const SILENT_ROGUES: [(&str, &str); 3] = [
    (
        "import sys, time\nfor i in range(9999): sys.stderr.write('x' * 1000 + '\\n')\ntime.sleep(99)",
        "Your program sent nothing",
    ),
    ("import os, time; os.close(1); time.sleep(100)", "closed its standard output"),
    (
        "import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(1000)\n  os._exit(0)\ntime.sleep(99)",
        "Your program sent nothing",
    ),
];

/// Two of these programs that use the processor until the end.
const BUSY_ROGUES: [(&str, &str); 2] = [
    ("while True: pass", "Your program sent nothing"),
    ("import sys\nwhile True: sys.stderr.write('x' * 1000 + '\\n')", "Your program sent nothing"),
];

#[test]
fn rogues_are_ended_with_a_sentence_and_leave_nothing_behind() {
    if !has("python3") {
        return;
    }
    // Silent programs run in parallel with the others.
    std::thread::scope(|scope| {
        for &(code, sentence) in &SILENT_ROGUES {
            scope.spawn(move || is_ended(code, sentence));
        }
        let busy = if is_long() { &BUSY_ROGUES[..] } else { &[] };
        for &(code, sentence) in ROGUES.iter().chain(busy) {
            is_ended(code, sentence);
        }
    });
}

/// A program that misbehaves is killed, with this message, and so is everything that it started.
fn is_ended(code: &str, sentence: &str) {
    let folder = Folder::with("rogue.py", code);
    let start = Instant::now();
    let mut command = running(&folder, &["((1 2) (3 4))", "--time", "1"], &["python3", "rogue.py"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mark = format!("PLYWOOD_STARTED={}-", child.id());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap().replace('\n', " ");
    let said =
        text.contains(sentence) || (sentence == "Your program sent nothing" && text.contains("for all trees ran out"));
    assert!(said && output.status.code() == Some(1), "{code}: {text}");
    assert!(start.elapsed() < Duration::from_secs(40), "{code}: {:?}", start.elapsed());
    assert_eq!(left_behind(&mark), Vec::<String>::new(), "{code}");
}

/// Returns the processes with this mark in their environment.
pub(super) fn left_behind(mark: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let is_marked = |path: &Path| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|one| one.starts_with(mark.as_bytes()))
    };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_marked(path))
        .map(|path| path.display().to_string())
        .collect()
}

/// What the teacher set is in the JSON and in the report, so that the marks can be reproduced.
#[test]
fn a_report_says_the_rules_of_the_run() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", negamax(changes(Mistake::RootWindow), true));
    let rules = ["--rule", "gt", "--depth", "2", "--players", "max,min,min", "--marks", "share"];
    let rest = ["--weights", "value=4,safe-pruning=6", "--visibility", "ties=hidden", "--trees", "20", "--time", "90"];
    let options = [&rules[..], &rest[..]].concat();
    let program = ["python3", "search.py"];
    let typed = "--players max,min,min --depth 2 --rule gt --marks share --weights safe-pruning=6,value=4 --time 90";
    let text = String::from_utf8(ran(&folder, &options, &program).stdout).unwrap();
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(&format!("Rules of this run: {typed}")), "{text}");
    assert!(plain.contains(&format!("Again: plywood exercise run --seed 1 --trees 20 {typed} --")), "{text}");
    let document = said(&ran(&folder, &[&options[..], &["--format", "json"]].concat(), &program));
    assert_eq!(
        document["rules"],
        serde_json::json!({
            "algorithm": "alpha-beta", "rule": "gt", "players": ["max", "min", "min"], "depth": 2, "trees": 20, "time": 90,
            "marks": "share", "weights": {"value": 4, "safe pruning": 6}, "visibility": {"ties": "hidden"},
        })
    );
    let usual = String::from_utf8(ran(&folder, &["--trees", "20"], &program).stdout).unwrap();
    assert!(!usual.contains("Rules of this run"), "{usual}");
}

#[test]
fn every_form_says_the_same() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", negamax(changes(Mistake::RootWindow), true));
    let some = (30 / every(3)).to_string();
    let form = |name: &str| {
        let run = ran(&folder, &["--trees", &some, "--format", name], &["python3", "search.py"]);
        assert_eq!((run.status.code(), run.stderr.as_slice()), (Some(1), &b""[..]), "{name}");
        String::from_utf8(run.stdout).unwrap()
    };
    let json = |name: &str| -> Value { serde_json::from_str(&form(name)).unwrap() };
    let own = json("json");
    assert_eq!((&own["score"], &own["max"], &own["verdict"]), (&18.into(), &20.into(), &"needless".into()));
    assert_eq!(own["smallest"]["right"]["value"], own["smallest"]["yours"]["value"]);
    let gradescope = json("gradescope");
    assert_eq!((&gradescope["score"], gradescope["tests"].as_array().unwrap().len()), (&18.into(), 10));
    assert_eq!((&gradescope["tests"][3]["status"], &gradescope["tests"][3]["number"]), (&"failed".into(), &"4".into()));
    let classroom = json("classroom50");
    assert_eq!((&classroom["schema"], &classroom["max-score"]), (&"classroom50/result/v1".into(), &20.into()));
    assert_eq!(classroom["tests"][3]["test-name"], "no needless reads");
    let junit = form("junit");
    let junit = roxmltree::Document::parse(&junit).unwrap();
    let count = |name: &str| junit.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("testcase"), count("failure")), (10, 1));
    let failure = junit.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    let (message, body) = (failure.attribute("message").unwrap(), failure.text().unwrap());
    assert_eq!(failure.attribute("type"), Some("no-needless-reads"));
    let repeat = format!("To repeat this: plywood exercise run --seed 1 --trees {some} -- python3 search.py");
    assert!(body.starts_with(message) && body.contains(&repeat), "{body}");
    assert!(form("csv").lines().nth(1).unwrap().contains(",18,20,needless,root-window,"));
    for name in ["text", "markdown", "tex"].into_iter().step_by(every(2)) {
        assert!(form(name).contains("root-window"), "{name}");
    }
    let html = form("html");
    let kept = |window: &str| format!("<span class=\"kept\">({window})</span>");
    let entered =
        format!("It entered B with {}, not {} (MAX's view).", kept("-\u{221e},+\u{221e}"), kept("2,+\u{221e}"));
    for part in ["root-window", &entered, ">read,</text>", ">not needed</text>"] {
        assert!(html.contains(part), "{html}");
    }
}

#[test]
fn a_drawn_tree_shows_the_error_at_its_node() {
    if !has("python3") {
        return;
    }
    let report = |mistake: Mistake| {
        let folder = Folder::with("search.py", negamax(changes(mistake), true));
        let _ = ran(&folder, &["--trees", "40", "-o", "report.html"], &["python3", "search.py"]);
        std::fs::read_to_string(folder.path().join("report.html")).unwrap()
    };
    let swapped = report(Mistake::SwappedBounds);
    for part in ["(4 of 20 points)</h1>", ">yours 2, right 1</text>", ">skipped,</text>", ">but needed</text>"] {
        assert!(swapped.contains(part), "{part}: {swapped}");
    }
    let minimax = report(Mistake::NoPruning);
    assert!(minimax.contains(">not needed</text>") && !minimax.contains(">yours "), "{minimax}");
}

#[test]
fn a_report_fits_on_a_screen_and_shows_tree_and_windows() {
    if !has("python3") {
        return;
    }
    let some = (100 / every(5)).to_string();
    let screen = |mistake: Mistake| {
        let folder = Folder::with("search.py", negamax(changes(mistake), true));
        let screen = String::from_utf8(ran(&folder, &["--trees", &some], &["python3", "search.py"]).stdout).unwrap();
        assert!(screen.lines().count() <= 24 && screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
        screen
    };
    let manual = std::fs::read_to_string(path("docs/homework.md")).unwrap();
    let page = screen(Mistake::RootWindow);
    let shown = page.split("\nMarks").next().unwrap();
    assert!(manual.contains(shown), "docs/homework.md should show:\n{shown}");
    // The unread leaf is in brackets, and its branch is drawn differently.
    let page = screen(Mistake::SwappedBounds);
    assert!(page.contains("\n      .-+..\n      |   :\n      2  (1)\n     A1  A2\n"), "{page}");
    assert!(page.contains("entered A with (+inf,-inf)"), "{page}");
    assert!(screen(Mistake::NoDeepBounds).contains("B1a (MIN)"));
    let page = screen(Mistake::LastScore);
    assert!(page.contains("Your program read A1 A2, like a correct search.") && !page.contains("It entered"), "{page}");
}

#[test]
fn a_class_is_a_table_and_a_count_of_mistakes() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    for (name, mistake) in [("ada", None), ("bob", Some(Mistake::LeafSign)), ("eve", Some(Mistake::LeafSign))] {
        std::fs::create_dir_all(folder.path().join("all").join(name)).unwrap();
        folder.write(&format!("all/{name}/search.py"), negamax(mistake.map_or(&[][..], changes), true));
    }
    let options = ["--each", "all", "--trees", "20"];
    let text = String::from_utf8(ran(&folder, &options, &["python3", "{}/search.py"]).stdout).unwrap();
    assert!(text.contains("ada       20/20  right"), "{text}");
    assert!(text.contains("       2  leaf-sign"), "{text}");
    let usage = ran(&folder, &options, &["python3", "search.py"]);
    assert_eq!(usage.status.code(), Some(2), "{usage:?}");
    let unknown = ran(&folder, &[], &["./nobody"]);
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("cannot be started: ./nobody"));
    let none = plywood(&["exercise", "run"]).output().unwrap();
    assert_eq!(none.status.code(), Some(2));
}

/// The documented features of the notebook module: named lists, dictionaries, files of positions, and negative results.
#[test]
fn the_pages_of_a_notebook_are_shown() {
    if !has("python3") {
        return;
    }
    let modules = std::env::join_paths([path("adapters/python"), path("tests/data/python")]).unwrap();
    let done = python().args(["-c", "import test_module; test_module.pages()"]).env("PYTHONPATH", modules).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Returns Python with plywood on its path.
fn python() -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().unwrap();
    let paths = std::iter::once(program.to_owned()).chain(std::env::split_paths(&*PROGRAMS));
    let paths = std::env::join_paths(paths).unwrap();
    let mut python = Command::new("python3");
    python.arg("-B").env("PATH", paths);
    python
}

/// A test may extend `sys.path` to find plywood's module, the student's module, and what that one imports.
#[test]
fn a_function_is_checked_with_the_paths_of_its_test() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("helper.py", RIGHT);
    std::fs::create_dir(folder.path().join("work")).unwrap();
    folder.write("work/mine.py", "from helper import search as theirs\ndef search(*words): return theirs(*words)\n");
    let code = format!(
        "import sys\nsys.path[:0] = [{:?}, '.', 'work']\nimport mine\nfrom plywood_trace.homework import check\ncheck(mine.search, trees=5)",
        path("adapters/python")
    );
    let done = python().args(["-c", &code]).current_dir(folder.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
