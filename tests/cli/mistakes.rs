//! The names that plywood gives to mistakes: each mistake in each style of student programs, and unknown mistakes.

use crate::homework::{document, filled, has, ran};
use crate::support::{every, in_turn};

const WRONG: &str = include_str!("../data/homework/wrong.py");

/// Returns a search in this style with this mistake.
fn wrong(words: [&str; 4]) -> String {
    let [mistake, tie, fail, form] = words;
    let words = format!("MISTAKE, TIE, FAIL, FORM = {mistake:?}, {tie:?}, {fail:?}, {form:?}");
    filled(&WRONG.replace("MISTAKE, TIE, FAIL, FORM = sys.argv[1:5]", &words))
}

/// The generator's name for each mistake, the expected name, and whether the mistake is possible in negamax and in a
/// search with two branches.
const MISTAKES: [(&str, &str, bool, bool); 41] = [
    ("root-window", "root-window", true, true),
    ("swapped-bounds", "swapped-bounds", true, true),
    ("missing-negation", "missing-negation", true, false),
    ("root-ge", "root-ge", true, true),
    ("no-deep-bounds", "no-deep-bounds", true, true),
    ("no-deep-max", "no-deep-bounds", false, true),
    ("no-pruning", "no-pruning", true, true),
    ("no-cut-max", "no-pruning", false, true),
    ("no-cut-min", "no-pruning", false, true),
    ("right-to-left", "right-to-left", true, true),
    ("root-is-min", "root-is-min", true, true),
    ("worse-sibling", "worse-sibling", true, true),
    ("zero-start", "zero-start", false, true),
    ("last-score", "last-score", true, true),
    ("leaf-sign", "leaf-sign", true, true),
    ("both-max", "both-max", true, false),
    ("same-window", "same-window", true, false),
    ("late-alpha", "late-alpha", true, true),
    ("ply-short", "ply-short", true, true),
    ("wrong-side", "wrong-side", true, true),
    ("alpha-not-raised", "alpha-not-raised", true, true),
    ("alpha-never-raised", "alpha-not-raised", false, true),
    ("beta-not-lowered", "beta-not-lowered", false, true),
    ("beta-never-lowered", "beta-not-lowered", false, true),
    ("window-not-updated", "alpha-not-raised", false, true),
    ("same-side", "same-side", true, true),
    ("all-min-below", "same-side", false, true),
    ("all-max-below", "same-side", false, true),
    ("inverted", "same-side", false, true),
    ("never-below", "same-side", false, true),
    ("loop-toggle", "same-side", false, true),
    ("no-min-at-root", "no-min-at-root", true, true),
    ("first-child", "first-child-only", true, true),
    ("last-move", "last-move", false, true),
    ("min-from-max", "wrong-start", false, true),
    ("alpha-replaced", "alpha-replaced", false, true),
    ("alpha-at-cut", "alpha-at-cut", true, true),
    ("no-window-min", "no-window", false, true),
    ("strict-max", "hard-strict", false, true),
    ("uncounted-max", "no-depth-limit", false, true),
    ("no-re-search", "no-re-search", true, false),
];

#[test]
fn mistakes_have_their_names_in_every_style() {
    if !has("python3") {
        return;
    }
    let mut programs = Vec::new();
    for (mistake, name, is_negamax, has_branches) in MISTAKES {
        for (form, can) in [("nega", is_negamax), ("negb", is_negamax), ("two", has_branches), ("tab", has_branches)] {
            let styles = [["ge", "hard"], ["ge", "soft"], ["gt", "hard"], ["gt", "soft"]];
            programs.extend(styles.iter().filter(|_| can).map(|&[tie, fail]| ([mistake, tie, fail, form], name)));
        }
    }
    let (mut failing, mut unnamed) = (0, Vec::new());
    // All programs together take three minutes; this interval covers each style of most mistakes.
    for (words, name) in programs.into_iter().step_by(every(61)) {
        let found = document(&wrong(words), &["--trees", "60"]);
        if !["right", "later-tie"].contains(&found["verdict"].as_str().unwrap()) {
            failing += 1;
            let names = format!("{} {}", found["mistake"]["name"], found["mistake"]["also"]);
            if !names.contains(&format!("\"{name}\"")) {
                unnamed.push(format!("{words:?}: {names}"));
            }
        }
    }
    // If no tree distinguishes two mistakes, several names are right.
    assert!(unnamed.len() * 50 <= failing, "{failing} fail, without their name: {unnamed:#?}");
}

/// A node whose bound stays as it was makes cutoffs below it too late, as if they were missing there. The windows that
/// the starter reports tell the two apart.
#[test]
fn a_missing_cutoff_is_told_from_a_bound_that_is_not_passed_on() {
    if !has("python3") {
        return;
    }
    let mistakes = [
        ("no-cut-max", "no-pruning"),
        ("no-cut-min", "no-pruning"),
        ("beta-never-lowered", "beta-not-lowered"),
        ("alpha-never-raised", "alpha-not-raised"),
    ];
    for (mistake, name) in in_turn(mistakes, 1, 2) {
        let found = document(&wrong([mistake, "ge", "soft", "two"]), &["--trees", "60"]);
        assert_eq!(found["mistake"]["name"], name, "{mistake}: {found}");
    }
}

/// Returns a search in two branches with one line changed.
fn changed(from: &str, to: &str) -> String {
    let plain = wrong(["none", "ge", "soft", "two"]);
    assert!(plain.contains(from), "{from}");
    plain.replace(from, to)
}

#[test]
fn a_mistake_that_nobody_knows_gets_no_name() {
    if !has("python3") {
        return;
    }
    let leaf = "return (-v if is_(\"leaf-sign\") and not is_max else v), None";
    let kids = "    flag = is_max\n    for i, c in enumerate(kids):";
    let programs = [
        changed(kids, "    flag = is_max\n    for i, c in enumerate(kids[:2]):"),
        changed(leaf, "return min(v, 5), None"),
        changed(leaf, "return abs(v), None"),
        changed(leaf, "return v + ply, None"),
        changed("        nf = not is_max\n", "        nf = not is_max\n        a, b = a - 1, b + 1\n"),
        changed("        nf = not is_max\n", "        nf = not is_max\n        a, b = a + 1, b - 1\n"),
        changed("else 1), a, b, nf", "else 2), a, b, nf"),
        changed("else over(best, beta) if is_max", "else over(best, beta) or best == 7 if is_max"),
    ];
    for code in in_turn(programs, 1, 4) {
        let found = document(&code, &["--trees", "60"]);
        assert!(found["verdict"] != "right" && found["mistake"].is_null(), "{found}");
    }
}

/// A root with a separate loop over a search in two branches; and negamax that keeps the best score in alpha.
const ROOT_LOOP: &str = "
INF = float('inf')

def ab(node, depth, alpha, beta, maximizing):
    a0, b0 = alpha, beta
    if depth <= 0 or node.is_leaf():
        return node.value()
    value = -INF if maximizing else INF
    for child in node.children():
        v = ab(child, depth - 1, WINDOW, not maximizing)
        if maximizing:
            value = max(value, v)
            alpha = max(alpha, value)
        else:
            value = min(value, v)
            beta = min(beta, value)
        if alpha >= beta: break
    return max(a0, min(b0, value))

def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    best, move, alpha, beta = (-INF if is_max else INF), None, -INF, INF
    for child in node.children():
        v = ab(child, depth - 1, alpha, beta, not is_max)
        if (v > best) if is_max else (v < best):
            best, move = v, child
        if is_max: alpha = max(alpha, best)
        else: beta = min(beta, best)
    return best, move
";

const ALPHA_IS_BEST: &str = "
INF = float('inf')

def negamax(node, depth, alpha, beta, color):
    if depth == 0 or node.is_leaf():
        return color * node.value(), None
    alpha, move = max(alpha, 0), None
    for child in node.children():
        score = -negamax(child, depth - 1, -beta, -alpha, -color)[0]
        if score >= beta:
            return beta, child
        if score > alpha:
            alpha, move = score, child
    return alpha, move

def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, move = negamax(node, depth, -INF, INF, color)
    return color * value, move
";

#[test]
fn a_root_with_a_loop_of_its_own_hides_no_mistake() {
    if !has("python3") {
        return;
    }
    let programs = [
        (ROOT_LOOP.replace("WINDOW", "-INF, INF"), "no-pruning"),
        (ROOT_LOOP.replace("WINDOW", "beta, alpha"), "swapped-bounds"),
        (ALPHA_IS_BEST.to_owned(), "zero-start"),
    ];
    for (code, name) in programs {
        let found = document(&filled(&code), &["--trees", "60"]);
        assert_eq!(found["mistake"]["name"], name, "{found}");
    }
}

/// Minimax in the style of most textbooks: alpha is raised, compared with beta, and returned.
const RAISED: &str = "
def ab(node, depth, a, b, is_max):
    if depth == 0 or node.is_leaf(): return node.value(), None
    move = None
    for child in node.children():
        value = ab(child, depth - 1, a, b, not is_max)[0]
        if is_max and value >= a: a, move = value, child
        if not is_max and value <= b: b, move = value, child
        if a >= b: break
    return (a if is_max else b), move
def search(node, depth, is_max): return ab(node, depth, -1e9, 1e9, is_max)
";

/// A search whose nodes all write their best move to the same variable.
const ONE_MOVE: &str = "
def ab(node, depth, a, b, is_max, moves):
    if depth == 0 or node.is_leaf(): return node.value()
    best = -1e9 if is_max else 1e9
    for child in node.children():
        value = ab(child, depth - 1, a, b, not is_max, moves)
        if value > best if is_max else value < best:
            best = value
            moves.append(child)
        if is_max: a = max(a, best)
        else: b = min(b, best)
        if a >= b: break
    return best
def search(node, depth, is_max):
    moves = []
    value = ab(node, depth, -1e9, 1e9, is_max, moves)
    return value, node.children()[moves[-1].path[0] - 1] if moves else None
";

/// A search in two functions, of which only MAX's has a cutoff.
const ONE_CUTOFF: &str = "
def high(node, depth, alpha, beta):
    if depth == 0 or node.is_leaf(): return node.value(), None
    best, move = -1e9, None
    for child in node.children():
        value = low(child, depth - 1, alpha, beta)[0]
        if value > best: best, move = value, child
        if best >= beta: break
        alpha = max(alpha, best)
    return best, move
def low(node, depth, alpha, beta):
    if depth == 0 or node.is_leaf(): return node.value(), None
    best, move = 1e9, None
    for child in node.children():
        value = high(child, depth - 1, alpha, beta)[0]
        if value < best: best, move = value, child
        beta = min(beta, best)
    return best, move
def search(node, depth, is_max): return (high if is_max else low)(node, depth, -1e9, 1e9)
";

/// Negamax with the smallest positive number, which Java calls `Double.MIN_VALUE`, instead of minus infinity.
const TINY: &str = "
def ab(node, depth, a, b, color):
    if depth == 0 or node.is_leaf(): return color * node.value(), None
    best, move = 5e-324, None
    for child in node.children():
        value = -ab(child, depth - 1, -b, -a, -color)[0]
        if value > best: best, move = value, child
        a = max(a, best)
        if a >= b: break
    return best, move
def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, move = ab(node, depth, 5e-324, 1.7e308, color)
    return color * value, move
";

#[test]
fn names_and_their_forms_fit_the_program() {
    if !has("python3") {
        return;
    }
    let unraised = changed("a, b = alpha, beta\n", "a, b = -INF if is_max else alpha, beta\n");
    let either = changed(
        "if is_(\"last-score\"): best, mv",
        "if mv and (v <= best if is_max else v >= best): break\n        if is_(\"last-score\"): best, mv",
    );
    let first = RAISED.replace("        if a >= b: break\n", "        return (a if is_max else b), move\n");
    let programs = [
        (filled(RAISED), &[][..], &["mistake root-ge:"][..]),
        (filled(ONE_MOVE), &[], &["move-overwritten"]),
        (filled(TINY), &[], &["It returned 5e-324 for the root", "mistake zero-start:", "Double.MIN_VALUE"]),
        (filled(&first), &["-a", "minimax"], &["mistake first-child-only:"]),
        // Its windows show that alpha is raised.
        (filled(ONE_CUTOFF), &[], &["mistake no-pruning:", "(at MIN's nodes only)"]),
        (unraised, &[], &["mistake alpha-not-raised:", "mistake no-pruning (at MIN's nodes only) behaves"]),
        (either, &[], &["mistake worse-sibling:", "(and so does the root)"]),
    ];
    for (code, options, parts) in in_turn(programs, 1, 3) {
        let folder = crate::Folder::with("search.py", &code);
        let options = [options, &["--trees", "60"]].concat();
        let page = String::from_utf8(ran(&folder, &options, &["python3", "search.py"]).stdout).unwrap();
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(parts.iter().all(|part| page.contains(part)), "{parts:?}: {page}");
    }
}
