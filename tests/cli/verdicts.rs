//! What `plywood exercise run` says about a program is true of that program.

use crate::Folder;
use crate::class::RIGHT;
use crate::homework::{document, filled, has, ran};

/// Negamax; `JUDGE` and `WINDOW` are places for mistakes, and `LOW` and `HIGH` are the ends of the first window.
const NEGAMAX: &str = "
INF = float('inf')
def nega(node, depth, alpha, beta, color):
    if depth == 0 or node.is_leaf(): return color * node.value(), None
    best, move = -INF, None
    for child in node.children():
        value = -nega(child, depth - 1, WINDOW, -color)[0]
        if value > best: best, move = value, child
        JUDGE
        if alpha >= beta: break
    return best, move
def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, move = nega(node, depth, LOW, HIGH, color)
    return color * value, move
";

fn negamax(changes: &[(&str, &str)]) -> String {
    let usual = [("WINDOW", "-beta, -alpha"), ("JUDGE", "alpha = max(alpha, best)"), ("LOW", "-INF"), ("HIGH", "INF")];
    let code = changes.iter().chain(&usual).fold(NEGAMAX.to_owned(), |code, (place, text)| code.replace(place, text));
    filled(&code)
}

/// Returns the text report of a Python program, on one line.
fn report(code: &str, options: &[&str]) -> String {
    let folder = Folder::with("search.py", code);
    let run = ran(&folder, options, &["python3", "search.py"]);
    let text = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_program_that_keeps_data_is_shown_on_a_tree_that_it_gets_right_in_a_fresh_process() {
    if !has("python3") {
        return;
    }
    // It also has a fault that does not depend on other trees: the value of a bare leaf is wrong.
    let keeping = RIGHT
        .replace("def ab(", "seen = {}\ndef ab(")
        .replace("        return node.value(), None\n", "        return (node.value() if node.path else 99), None\n    if len(node.path) > 1 and node.path in seen: return seen[node.path], None\n")
        .replace("    return best, move\n", "    seen[node.path] = best\n    return best, move\n");
    let code = filled(&keeping);
    let found = document(&code, &["--trees", "60"]);
    assert_eq!(found["changes"], "memory", "{found}");
    let (tree, root) = (found["smallest"]["tree"].as_str().unwrap(), found["smallest"]["root"].as_str().unwrap());
    let mut options = vec![tree, "--root", root];
    let depth = found["smallest"]["depth"].to_string();
    if found["smallest"]["depth"].is_number() {
        options.extend(["--depth", &depth]);
    }
    assert_eq!(document(&code, &options)["verdict"], "right", "{found}");
}

#[test]
fn the_windows_of_a_wrong_negamax_are_in_the_view_of_max() {
    if !has("python3") {
        return;
    }
    let said = |judge: &str, tree: &str| report(&negamax(&[("JUDGE", judge)]), &[tree]);
    let page = said("alpha = max(alpha, best - 1)", "(2 (1 1))");
    assert!(page.contains("It entered B with (1,+inf), not (2,+inf) (MAX's view)."), "{page}");
    let page = said("alpha = max(alpha, best + 1)", "(1 (2 1))");
    assert!(page.contains("It entered B with (2,+inf), not (1,+inf) (MAX's view)."), "{page}");
}

#[test]
fn a_bound_is_infinite_only_if_the_program_says_so_or_no_value_reaches_it() {
    if !has("python3") {
        return;
    }
    let said = |changes: &[(&str, &str)], tree: &str| report(&negamax(changes), &[tree]);
    let page = said(&[("LOW", "-3"), ("HIGH", "3")], "(3 14)");
    assert!(page.contains("It entered the root with (-3,3), not (-inf,+inf)"), "{page}");
    let page = said(&[("LOW", "-9"), ("HIGH", "9"), ("return best, move", "return min(best, beta), move")], "((16))");
    assert!(page.contains("It entered the root with (-9,9), not (-inf,+inf)"), "{page}");
    let page = said(
        &[("LOW", "-999"), ("HIGH", "999"), ("WINDOW", "*((-beta, -alpha) if node.path else (-999, 999))")],
        "(2 (1 1))",
    );
    assert!(page.contains("It entered B with (-inf,+inf), not (2,+inf)"), "{page}");
}

/// Searches that deepen iteratively until no leaf is deeper, with the best move first in the second one.
const DEEPENING: [&str; 2] = [
    "
INF = float('inf')
deep = [False]
def ab(node, depth, a, b, is_max):
    if node.is_leaf(): return node.value(), None
    if depth == 0:
        deep[0] = True
        return node.value(), None
    best, move = (-INF if is_max else INF), None
    for child in node.children():
        value = ab(child, depth - 1, a, b, not is_max)[0]
        if value > best if is_max else value < best: best, move = value, child
        if is_max: a = max(a, best)
        else: b = min(b, best)
        if a >= b: break
    return best, move
def search(node, depth, is_max):
    plies = 0
    while True:
        deep[0] = False
        result = ab(node, plies, -INF, INF, is_max)
        if not deep[0] or plies >= depth: return result
        plies += 1
",
    "
INF = float('inf')
def search(root, depth, is_max):
    first, deep, known = {}, [False], {}
    def children(node):
        if node.path not in known: known[node.path] = node.children()
        return list(known[node.path])
    def ab(node, depth, a, b, is_max):
        moves = children(node)
        if not moves: return node.value(), None
        if depth == 0:
            deep[0] = True
            return node.value(), None
        if node.path in first: moves.sort(key=lambda move: move is not first[node.path])
        best, move = (-INF if is_max else INF), None
        for child in moves:
            value = ab(child, depth - 1, a, b, not is_max)[0]
            if value > best if is_max else value < best: best, move = value, child
            if is_max: a = max(a, best)
            else: b = min(b, best)
            if a >= b: break
        first[node.path] = move
        return best, move
    plies = 0
    while True:
        deep[0] = False
        result = ab(root, plies, -INF, INF, is_max)
        if not deep[0] or plies >= depth: return result
        plies += 1
",
];

#[test]
fn iterative_deepening_is_right_if_each_iteration_is() {
    if !has("python3") {
        return;
    }
    for code in DEEPENING {
        let found = document(&filled(code), &["--trees", "100"]);
        assert_eq!((&found["outcome"], &found["score"]), (&"right".into(), &found["max"]), "{found}");
        let wasteful = code.replace("        if a >= b: break\n", "").replace("    if a >= b: break\n", "");
        let found = document(&filled(&wasteful), &["--trees", "60"]);
        assert_eq!(found["verdict"], "needless", "{found}");
    }
}

/// Random trees have whole numbers, so that a program need not read any others unless its teacher says so.
#[test]
fn trees_of_a_teacher_may_have_decimals() {
    if !has("python3") {
        return;
    }
    let whole = RIGHT.replacen("return node.value(), None", "return int(node.value()), None", 1);
    let margin = RIGHT.replace("value > best if is_max", "value > best + 0.5 if is_max");
    for code in [whole, margin] {
        assert_eq!(document(&filled(&code), &["--trees", "60"])["verdict"], "right");
        assert_eq!(document(&filled(&code), &["(1.2 1.7)"])["verdict"], "value");
    }
    assert_eq!(document(&filled(RIGHT), &["(1.2 1.7)"])["verdict"], "right");
}

#[test]
fn mistakes_at_the_root_of_one_player_have_names() {
    if !has("python3") {
        return;
    }
    let two = |root: [&str; 2]| {
        RIGHT.split("\ndef search").next().unwrap().to_owned()
            + &format!(
                "
def search(node, depth, is_max):
    if depth == 0 or node.is_leaf(): return node.value(), None
    best, move = (-10**9 if is_max else 10**9), None
    for child in node.children():
        value = ab(child, depth - 1, *(({}) if is_max else ({})), not is_max)[0]
        if value > best if is_max else value < best: best, move = value, child
    return best, move
",
                root[0], root[1]
            )
    };
    let one = |call: &str| {
        NEGAMAX.split("\ndef search").next().unwrap().to_owned()
            + &format!(
                "
def search(node, depth, is_max):
    if depth == 0 or node.is_leaf(): return node.value(), None
    color = 1 if is_max else -1
    alpha, move = -INF, None
    for child in node.children():
        value = {call}
        if value > alpha: alpha, move = value, child
    return color * alpha, move
"
            )
    };
    let first = |window: &str| {
        RIGHT.replace("ab(node, depth, -10**9, 10**9, is_max)", &format!("ab(node, depth, {window}, is_max)"))
    };
    let same_sign = one("-nega(child, depth - 1, -INF, -alpha, -color)[0]").replace("WINDOW, -color", "WINDOW, color");
    let leaves =
        RIGHT.replacen("return node.value(), None", "return (node.value() if is_max else -node.value()), None", 1);
    let usual = |code: String| code.replace("WINDOW", "-beta, -alpha").replace("JUDGE", "alpha = max(alpha, best)");
    for (code, name, detail) in [
        (two(["-10**9, 10**9", "-10**9, best"]), "root-window", "only if MAX moves at the root"),
        (two(["best, 10**9", "-10**9, 10**9"]), "root-window", "only if MIN moves at the root"),
        (one("nega(child, depth - 1, -INF, -alpha, -color)[0]"), "missing-negation", "at the root only"),
        (same_sign, "same-side", "each leaf counts for the root's opponent"),
        (leaves, "leaf-sign", "a search with a branch for each player needs the value for MAX"),
        (first("0, 10**9"), "zero-start", "alpha is 0 in the first call"),
        (first("10**9, -10**9"), "swapped-bounds", "in the first call"),
    ] {
        let page = report(&filled(&usual(code)), &["--trees", "60"]);
        let said = format!("It behaves like a search with the mistake {name}:");
        assert!(page.contains(&said) && page.contains(detail), "{name}, {detail}: {page}");
    }
}

#[test]
fn those_who_write_the_protocol_are_told_what_to_write() {
    if !has("python3") {
        return;
    }
    let said = |line: &str, tree: &str| {
        let code = format!("import sys\ninput(); input()\nprint({line:?}, flush=True)\nsys.stdin.read()\n");
        report(&code, &[tree, "--time", "20"])
    };
    for (line, tree, sentence) in [
        ("answer 1.0", "(1 2)", "It wrote \"answer 1.0\" without a move."),
        ("children", "(1 2)", "It wrote \"children\" without a node. Write \"children -\" for the root"),
        ("Children -", "(1 2)", "The words of the protocol are in lower case: children."),
        ("children 0", "(1 2)", "Write \"-\" for the root."),
        ("children root", "(1 2)", "Write \"-\" for the root."),
        ("answer 1 None", "1", "It chose move None, but the root is a leaf. Write \"-\" if there is no move."),
        ("answer 1 0", "1", "Write \"-\" if there is no move."),
        ("answer 1 null", "(1 2)", "a move is a number from 1 to 2."),
    ] {
        let page = said(line, tree);
        assert!(page.contains(sentence), "{line}: {page}");
    }
    let once = "input(); input()\nprint('value -', flush=True)\nprint('answer', input(), '-', flush=True)\n";
    let folder = Folder::with("search.py", once);
    std::fs::create_dir(folder.path().join("trees")).unwrap();
    folder.write("trees/one.txt", "1");
    folder.write("trees/two.txt", "2");
    let run = ran(&folder, &["trees"], &["python3", "search.py"]);
    let page = String::from_utf8(run.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("After each answer, it must read the next line, until the line \"end\"."), "{page}");
    assert!(!page.contains("Does it keep data"), "{page}");
    // Some languages print whole numbers with a decimal point.
    let float = filled(RIGHT).replace("move = best.path[0] if best", "move = float(best.path[0]) if best");
    assert!(float.contains("float(best.path[0])"));
    assert_eq!(document(&float, &["--trees", "20"])["verdict"], "right");
}

#[test]
fn a_program_that_is_not_run_has_no_wrong_trees() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("class/ann")).unwrap();
    folder.write("class/ann/notes.md", "");
    let run = ran(&folder, &["--each", "class", "--format", "json"], &["python3", "{}/search.py"]);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("not run") && !text.contains("wrong on"), "{text}");
    assert!(text.contains("not tried. There is no file class/ann/search.py."), "{text}");
}

#[test]
fn a_program_without_an_answer_has_skipped_nothing_that_matters() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    assert!(folder.plywood(&["exercise", "starter", "python", "-o", "search.py"]).output().unwrap().status.success());
    let run = ran(&folder, &["((3 12) (2 4))"], &["python3", "search.py"]);
    let text = String::from_utf8(run.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("On your tree it fails in the same way as on a smaller tree. The smallest tree"), "{text}");
    assert!(text.contains("Your program read nothing. It ended with exit code 1"), "{text}");
    assert!(
        !text.contains("which can change") && text.matches("NotImplementedError: write the body").count() == 1,
        "{text}"
    );
}

/// Principal variation search that searches a move again even if the test with a null window has failed low.
const ALWAYS_AGAIN: &str = "
INF = 10**9
def pvs(node, depth, alpha, beta, color):
    if depth == 0 or node.is_leaf(): return color * node.value(), None
    best = None
    for i, child in enumerate(node.children()):
        if i > 0: pvs(child, depth - 1, -alpha - 1, -alpha, -color)
        value = -pvs(child, depth - 1, -beta, -alpha, -color)[0]
        if value > alpha: alpha, best = value, child
        if alpha >= beta: break
    return alpha, best
def search(node, depth, is_max):
    color = 1 if is_max else -1
    value, best = pvs(node, depth, -INF, INF, color)
    return color * value, best
";

/// Plywood learns the window of a function only if the variables are called alpha and beta.
#[test]
fn a_mark_does_not_depend_on_the_names_of_variables() {
    if !has("python3") {
        return;
    }
    let renamed = ALWAYS_AGAIN.replace("alpha", "a").replace("beta", "b");
    for code in [ALWAYS_AGAIN, &renamed] {
        let found = document(&filled(code), &["(2 (3 1))"]);
        let why = found["smallest"]["why"].as_str().unwrap();
        assert!(
            why.starts_with("It searched B again, although its first search of B had shown that A is better."),
            "{found}"
        );
    }
}

/// Principal variation search with a table of bounds. When it searches a node again, it does not read all leaves again.
const PVS_WITH_TABLE: &str = "
TT = {}
INF=10**9
def pvs(node,depth,alpha,beta,color):
    a0=alpha
    e=TT.get((node.path,depth))
    if e:
        f,s,i=e
        if f==0: return s
        if f==1: alpha=max(alpha,s)
        else: beta=min(beta,s)
        if alpha>=beta: return s
    if depth==0 or node.is_leaf(): return color*node.value()
    best=-INF;bi=0
    for i,c in enumerate(node.children()):
        if i==0: v=-pvs(c,depth-1,-beta,-alpha,-color)
        else:
            v=-pvs(c,depth-1,-alpha-1,-alpha,-color)
            if alpha<v<beta: v=-pvs(c,depth-1,-beta,-alpha,-color)
        if v>best: best=v;bi=i
        alpha=max(alpha,v)
        if alpha>=beta: break
    TT[(node.path,depth)]=(2 if best<=a0 else 1 if best>=beta else 0,best,bi)
    return best
def search(node,depth,is_max):
    TT.clear()
    c=1 if is_max else -1
    v=pvs(node,depth,-INF,INF,c)
    e=TT.get(((),depth))
    return c*v,(node.children()[e[2]] if e else None)
";

#[test]
fn a_second_search_is_known_as_one_even_if_a_table_spares_its_first_leaves() {
    if !has("python3") {
        return;
    }
    let found = document(&filled(PVS_WITH_TABLE), &["(3 (((3) 1 1) 2))", "--root", "min"]);
    assert_eq!(found["verdict"], "right", "{found}");
}

#[test]
fn a_leaf_that_only_another_order_makes_needless_is_explained_by_the_order() {
    if !has("python3") {
        return;
    }
    let sorted = RIGHT
        .replace("in node.children():", "in sorted(node.children(), key=lambda one: one.value(), reverse=is_max):");
    assert_ne!(sorted, RIGHT);
    let found = document(&filled(&sorted), &["((1 1) 2)"]);
    let why = "It read A2 needlessly, given the order in which it tried the moves: MAX already had 2, and MIN could hold MAX to 1 there.";
    assert_eq!(found["smallest"]["why"], why, "{found}");
}

#[test]
fn a_needless_read_at_a_node_of_max_is_explained_by_what_min_already_had() {
    if !has("python3") {
        return;
    }
    let unlowered =
        RIGHT.replace("ab(child, depth - 1, alpha, beta,", "ab(child, depth - 1, alpha, beta if is_max else 10**9,");
    assert_ne!(unlowered, RIGHT);
    let found = document(&filled(&unlowered), &["(1 (2 1))", "--root", "min"]);
    assert_eq!(
        found["smallest"]["why"], "It read B2 needlessly: MIN already had 1, and MAX could get 2 there.",
        "{found}"
    );
}

/// The window is a default argument that changes, so even the first tree may be wrong.
#[test]
fn a_program_that_keeps_data_and_is_also_wrong_in_a_fresh_process_is_shown_there() {
    if !has("python3") {
        return;
    }
    let keeping = "
def search(node, depth, is_max, window=[-1e9, 1e9]):
    if node.is_leaf() or depth == 0: return node.value(), None
    best, move = (-1e9 if is_max else 1e9), None
    for child in node.children():
        value = search(child, depth - 1, not is_max)[0]
        if value > best if is_max else value < best: best, move = value, child
        if is_max: window[0] = max(window[0], best)
        else: window[1] = min(window[1], best)
        if window[0] >= window[1]: break
    return best, move
";
    let page = report(&filled(keeping), &["--trees", "40"]);
    assert!(page.contains("It also keeps data from one search to the next"), "{page}");
    assert!(page.contains("The smallest tree on which it fails, ((1) 2); MAX moves"), "{page}");
}

#[test]
fn those_whose_program_is_not_found_are_told_what_there_is() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("class/ann/own")).unwrap();
    std::fs::create_dir_all(folder.path().join("class/__MACOSX/ann")).unwrap();
    folder.write("class/ann/own/Search.py", "");
    let run = ran(&folder, &["--each", "class", "--format", "json"], &["python3", "{}/search.py"]);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("There is no file class/ann/search.py. Did you mean class/ann/own/Search.py?"), "{text}");
    assert!(!text.contains("MACOSX"), "{text}");
    #[cfg(unix)]
    {
        let run = ran(&folder, &[], &["class/ann/own/Search.py"]);
        let said = String::from_utf8(run.stderr).unwrap() + &String::from_utf8(run.stdout).unwrap();
        assert!(said.contains("(to run it, write: python3 class/ann/own/Search.py)"), "{said}");
    }
}
