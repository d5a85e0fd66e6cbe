//! The Python tracer: a right search gives a trace in which nothing is wrong, or none and the reason; its result is
//! never lost.

use crate::Folder;
use crate::homework::has;
use crate::support::{PROGRAMS, runs};
use std::process::{Command, Output};

/// Returns a folder with the tracing module and a trace of another search.
fn folder() -> Folder {
    let folder = Folder::with("mine.jsonl", "stale");
    let written = folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
    assert!(written.status.success(), "{written:?}");
    folder
}

fn python(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new("python3")
        .env("PATH", &*PROGRAMS)
        .env("PYTHONPATH", ".")
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

fn is_verified(folder: &Folder, file: &str) -> bool {
    folder.plywood(&["verify", file]).output().unwrap().status.code() == Some(0)
}

#[test]
fn right_searches_of_random_trees_have_traces_in_which_nothing_is_wrong() {
    if !has("python3") {
        return;
    }
    let folder = folder();
    folder.write("right.py", include_str!("../data/python/right_searches.py"));
    let count = runs(1200);
    let run = python(&folder, &["right.py", "1", &count.to_string()]);
    assert!(run.status.success(), "{run:?}");
    for number in 0..count {
        let file = format!("{number}.jsonl");
        assert!(is_verified(&folder, &file), "{file}: {}", folder.read(&file));
    }
}

const HEAD: &str = "import copy, functools, math
from plywood_trace import traced
T = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
";

/// Minimax with a player, which a test names.
const PLAYERS: &str = "@traced('mine.jsonl', side='player')
def minimax(node, player):
    if not isinstance(node, list): return node
    values = [minimax(child, OTHER) for child in node]
    return max(values) if player == MAX else min(values)
print(minimax(T, MIN))
";

/// Alpha-beta with moves that are made and taken back on one object.
const UNDONE: &str = "@traced('mine.jsonl', children=lambda node: [node + [i] for i in range(3)][: 6 - 3 * len(node)])
def ab(node, alpha, beta, is_max):
    if len(node) == 2: return T[node[0]][node[1]]
    for i in range(3):
        node.append(i)
        value = ab(node, alpha, beta, not is_max)
        node.pop()
        if is_max: alpha = max(alpha, value)
        else: beta = min(beta, value)
        if alpha >= beta: break
    return alpha if is_max else beta
print(ab([], -99, 99, False))
";

/// Two functions, one of which is not decorated.
const ONE_DECORATED: &str = "@traced('mine.jsonl')
def max_value(node):
    return max(map(min_value, node)) if isinstance(node, list) else node
def min_value(node):
    return min(map(max_value, node)) if isinstance(node, list) else node
print(max_value(T) + 3)
";

/// Positions that are created each time.
const ANEW: &str = "class Place:
    def __init__(self, tree): self.tree = tree
    def children(self): return [Place(tree) for tree in self.tree] if isinstance(self.tree, list) else []
@traced('mine.jsonl')
def minimax(node, is_max):
    values = [minimax(child, not is_max) for child in node.children()]
    return node.tree if not values else max(values) if is_max else min(values)
print(minimax(Place(T), False))
";

/// A cache between a search and its tracer.
const CACHED: &str = "T = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
@functools.lru_cache(None)
@traced('mine.jsonl')
def minimax(node, is_max):
    if not isinstance(node, tuple): return node
    return (max if is_max else min)(minimax(child, not is_max) for child in node)
print(minimax(T, False))
";

/// The same with a cache of the student's own.
const REMEMBERED: &str = "seen = {}
def remember(search):
    def found(*key):
        if str(key) not in seen: seen[str(key)] = search(*key)
        return seen[str(key)]
    return found
@remember
@traced('mine.jsonl')
def minimax(node, is_max):
    if not isinstance(node, list): return node
    return (max if is_max else min)(minimax(child, not is_max) for child in node)
print(minimax(T, False))
";

const SCORES: &str = "@traced('mine.jsonl')
def minimax(node, is_max):
    if not isinstance(node, list): return node
    return (max if is_max else min)(minimax(child, not is_max) for child in node)
print(minimax(TREE, False))
";

const PAIRS: &str = "@traced('mine.jsonl')
def minimax(node, is_max):
    if not isinstance(node, list): return 0, node
    values = [minimax(child, not is_max)[1] for child in node]
    best = (max if is_max else min)(values)
    return values.index(best), best
print(minimax(T, False)[1])
";

/// Minimax that does not say who moves, and that would take an error of its tracer for its own.
const UNCLEAR: &str = "@traced('mine.jsonl')
def search(node, depth):
    if not isinstance(node, list): return node
    try: values = [search(child, depth + 1) for child in node]
    except TypeError: return 0
    return max(values) if depth % 2 else min(values)
print(search(T, 0))
";

/// Positions with a property that the tracer reads.
const FAILING_PATH: &str = "class Place(list):
    @property
    def path(self): return 1 / 0
@traced('mine.jsonl')
def minimax(node, is_max):
    if not isinstance(node, list): return node
    return (max if is_max else min)(minimax(child, not is_max) for child in node)
print(minimax(Place(map(Place, T)), False))
";

/// A program whose result is 6, the words with which its trace is refused (none if it is not), and the change that
/// these words ask for.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, (&'static str, &'static str));

const CASES: [Case; 15] = [
    (PLAYERS, &[("OTHER", "-player"), ("MAX", "1"), ("MIN", "-1")], "", ("", "")),
    (
        PLAYERS,
        &[("OTHER", "'O' if player == 'X' else 'X'"), ("MAX", "'X'"), ("MIN", "'O'")],
        "player is 'O' at the root, so it is unclear whether MAX moves; add side=(\"player\", its value for MAX)",
        ("side='player'", "side=('player', 'X')"),
    ),
    // Numbers of players may begin with MAX or with MIN.
    (
        PLAYERS,
        &[("OTHER", "1 - player"), ("MAX", "0"), ("MIN", "1")],
        "player is 1 at the root",
        ("side='player'", "side=('player', 0)"),
    ),
    (
        UNDONE,
        &[],
        "pass a copy of it, such as ab(copy.deepcopy(node), ...)",
        ("= ab(node,", "= ab(copy.deepcopy(node),"),
    ),
    (ONE_DECORATED, &[], "also decorate min_value", ("def min_value", "@traced('mine.jsonl')\ndef min_value")),
    (
        ANEW,
        &[],
        "give Place an __eq__ that compares positions",
        ("    def children", "    def __eq__(self, other): return self.tree == other.tree\n    def children"),
    ),
    (CACHED, &[], "minimax has a cache", ("@functools.lru_cache(None)\n", "")),
    (REMEMBERED, &[("T, False", "[[6, 6], [9, 9]], False")], "minimax was not called for A2", ("@remember\n", "")),
    (
        PAIRS,
        &[],
        "minimax returned (0, 3), which contains several numbers",
        ("('mine.jsonl'", "('mine.jsonl', value=lambda found: found[1]"),
    ),
    (UNCLEAR, &[], "who moves in search? Add side=", ("('mine.jsonl'", "('mine.jsonl', side=('depth', 1)")),
    (FAILING_PATH, &[], "ZeroDivisionError", ("    @property\n    def path(self): return 1 / 0\n", "    pass\n")),
    (SCORES, &[("TREE", "[[6, 5], [math.inf, 7]]")], "inf is not one", ("math.inf", "10000")),
    (SCORES, &[("TREE", "[[6, 5], [1000000, 7]]")], "1000000 is not one", ("1000000", "10000")),
    // The sum is not 0.3, but differs from it by less than a trace can show.
    (
        SCORES,
        &[("TREE", "[[6, 0.3], [9, 0.1 + 0.2]]")],
        "0.30000000000000004 and 0.3 are too close",
        ("0.1 + 0.2", "0.4"),
    ),
    (SCORES, &[("TREE", "[[6, 0.50012], [9, 0.50034]]")], "", ("", "")),
];

#[test]
fn a_search_that_cannot_be_traced_keeps_its_result_and_leaves_no_file() {
    if !has("python3") {
        return;
    }
    for (program, changes, words, (asked, cure)) in CASES {
        let folder = folder();
        let mut code = format!("{HEAD}{program}");
        for (from, to) in changes {
            assert!(code.contains(from), "{code}");
            code = code.replace(from, to);
        }
        folder.write("mine.py", &code);
        let run = python(&folder, &["mine.py"]);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.status.code(), run.stdout.as_slice()), (Some(0), b"6\n".as_slice()), "{code}\n{said}");
        assert_eq!((said.is_empty(), said.contains(words)), (words.is_empty(), true), "{code}\n{said}");
        assert_eq!(folder.path().join("mine.jsonl").exists(), words.is_empty(), "{code}");
        // What the warning asks for makes the trace.
        folder.write("mine.py", code.replacen(asked, cure, 1));
        let run = python(&folder, &["mine.py"]);
        assert!(run.stderr.is_empty() && is_verified(&folder, "mine.jsonl"), "{code}\n{run:?}");
    }
}

/// Equal leaves, positions that are created each time and tried in another order, and lists that are created each time.
const WIDE: &str = "import resource
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
class Place:
    def __init__(self, number): self.number = number
    def __eq__(self, other): return self.number == other.number
    def __hash__(self): return self.number
    def children(self): return [] if self.number else [Place(number) for number in range(1, 10001)]
@traced('places.jsonl')
def minimax(node, is_max):
    children = node.children()[::-1]
    return (max if is_max else min)(minimax(child, not is_max) for child in children) if children else node.number
@traced('lists.jsonl', children=lambda node: [[number] for number in range(10000)] if not node else [])
def negamax(node):
    return max(-negamax([number]) for number in range(10000)) if not node else node[0]
@traced('mine.jsonl')
def equal(node, is_max):
    if not isinstance(node, list): return node
    return (max if is_max else min)(equal(child, not is_max) for child in node)
print(minimax(Place(0), True), negamax([]), equal([1] * 10000, True))
";

/// The kernel ends the program after 20 seconds, far more than it needs and far less than quadratic costs.
#[cfg(target_os = "linux")]
#[test]
fn wide_nodes_are_traced_in_linear_time() {
    if !has("python3") {
        return;
    }
    let folder = folder();
    folder.write("mine.py", format!("{HEAD}{WIDE}"));
    let run = python(&folder, &["mine.py"]);
    assert_eq!((run.stdout.as_slice(), run.stderr.as_slice()), (b"10000 0 1\n".as_slice(), b"".as_slice()), "{run:?}");
    let moves = |file: &str| folder.read(file).matches("\"event\":\"judged\"").count();
    assert_eq!(["places.jsonl", "lists.jsonl", "mine.jsonl"].map(moves), [10_000; 3]);
}

#[test]
fn differences_below_a_thousandth_are_kept() {
    if !has("python3") {
        return;
    }
    let folder = folder();
    let tree = "[[0.50012, 0.9], [0.50034, 0.7, 0.6]]";
    folder.write("mine.py", format!("{HEAD}{}", SCORES.replace("TREE, False", &format!("{tree}, True"))));
    let run = python(&folder, &["mine.py"]);
    assert_eq!(run.stdout, b"0.50034\n", "{run:?}");
    let page = folder.plywood(&["explain", "mine.jsonl"]).output().unwrap();
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(is_verified(&folder, "mine.jsonl") && page.contains("Best line   B B1 "), "{page}");
}

/// The trace of another search must not be taken for the trace of one that fails, even before it begins.
#[test]
fn a_search_that_fails_leaves_no_trace_of_another() {
    if !has("python3") {
        return;
    }
    let failing = SCORES.replace("return node\n", "return 1 / node\n").replace("TREE", "[[1, 0]]");
    let [inner, unknown] = [
        CACHED
            .replace("@functools.lru_cache(None)\n", "")
            .replace("@traced('mine.jsonl')", "@traced('mine.jsonl')\n@functools.cache"),
        SCORES.replace("('mine.jsonl')", "('mine.jsonl', side='turn')"),
    ];
    for (program, words) in
        [(failing, "ZeroDivisionError"), (inner, "minimax has a cache"), (unknown, "minimax has no parameter 'turn'")]
    {
        let folder = folder();
        folder.write("mine.py", format!("{HEAD}{program}"));
        let run = python(&folder, &["mine.py"]);
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && said.contains(words), "{program}\n{said}");
        assert!(!folder.path().join("mine.jsonl").exists(), "{program}");
    }
}

/// The null windows of plywood's PVS are as wide as a step of its scores; those of a program are as wide as its own.
#[test]
fn a_search_with_null_windows_of_its_own_is_not_called_pvs() {
    if !has("python3") {
        return;
    }
    let folder = folder();
    let code = format!(
        "{HEAD}@traced('mine.jsonl')
def negascout(node, alpha, beta, color):
    if not isinstance(node, list): return color * node
    for at, child in enumerate(node):
        value = -negascout(child, -alpha - 1 if at else -beta, -alpha, -color)
        if at and alpha < value < beta: value = -negascout(child, -beta, -value, -color)
        alpha = max(alpha, value)
        if alpha >= beta: break
    return alpha
negascout([[3, 12, 8], [5, 7, 6], [14, 9, 10]], -99, 99, 1)
"
    );
    folder.write("mine.py", &code);
    let run = python(&folder, &["mine.py"]);
    assert!(
        run.stderr.is_empty() && folder.read("mine.jsonl").contains("\"algorithm\":\"null-window-search\""),
        "{run:?}"
    );
    assert!(is_verified(&folder, "mine.jsonl"));
    folder.write("mine.py", code.replacen("('mine.jsonl'", "('mine.jsonl', algorithm='pvs'", 1));
    let run = python(&folder, &["mine.py"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && said.contains("wider than 0.001"), "{said}");
    assert!(!folder.path().join("mine.jsonl").exists());
}
