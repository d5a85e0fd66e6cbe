//! The nodes that a tree keeps under each limit, checked on small trees.

use crate::gallery::counts::WIKIPEDIA;
use crate::gallery::techniques::set;
use crate::support::snapshot;
use crate::support::trees::Tree;
use plywood::game::TreeGame;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::Verdict;
use plywood::search::{Algorithm, Cut, Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::tree::{Fold, Keep, Node, Unsearched};
use std::fmt::Write as _;

/// Returns the node in brackets: name, `!` if it caused a cutoff, `*` if it was the best so far, its nodes, in the long
/// form its index, its two numbers and its depth, why it was not searched, the fold, its children.
fn text(node: &Node, is_long: bool) -> String {
    let verdict = match node.judgement.as_ref().map(|judgement| judgement.verdict) {
        Some(Verdict::Cutoff { .. }) => "!",
        Some(Verdict::Best) => "*",
        Some(Verdict::NotBest | Verdict::Weighed) => "",
        None => "?",
    };
    let mut text = format!("{}{verdict}{}", node.name(), node.nodes);
    if is_long {
        let number = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
        write!(text, "[{} {} {} d{}]", node.index, number(node.number), number(node.created), node.depth).unwrap();
    }
    if let Some(reason) = &node.unsearched {
        let reason = format!("{reason:?}");
        write!(text, ":{}", reason.split('(').next().unwrap_or_default()).unwrap();
    }
    if let Some((stand_pat, is_best)) = node.techniques.as_ref().and_then(|applied| applied.stand_pat) {
        write!(text, "p{stand_pat}{}", if is_best { "*" } else { "" }).unwrap();
    }
    if !node.fold.is_empty() {
        let Fold { searched, best, nodes, skipped, pruned, .. } = &node.fold;
        let best = best.map_or_else(String::new, |(score, bound)| format!(" {bound:?} {score}"));
        write!(text, "{{{}:{searched}+{skipped}+{pruned}, {nodes} nodes{best}}}", node.fold.len()).unwrap();
    }
    if !node.children.is_empty() {
        let children: Vec<String> = node.children.iter().map(|child| self::text(child, is_long)).collect();
        write!(text, "({})", children.join(" ")).unwrap();
    }
    text
}

/// Returns the first moves of a game, each the first or second in the list.
fn line(study: &dyn AnyStudy, indices: &[usize]) -> Vec<String> {
    let tree = study.explain(&Keep::ALL).unwrap();
    let (mut node, mut line) = (&tree.root, Vec::new());
    for &index in indices {
        node = &node.children[index];
        line.push(node.name().to_owned());
    }
    line
}

/// Ways to keep a part of the tree.
fn keeps(study: &dyn AnyStudy) -> [(&'static str, Keep<String>); 13] {
    let focus = |indices: &[usize]| Keep::ALL.focus(line(study, indices));
    [
        ("all", Keep::ALL),
        ("folded", Keep::FOLDED),
        ("two of the root", Keep::FOLDED.at_focus(2)),
        ("two of each", Keep::ALL.width(2).at_focus(2)),
        ("no ply", Keep::ALL.plies(0)),
        ("one ply", Keep::ALL.plies(1)),
        ("two plies", Keep::ALL.plies(2)),
        ("ten nodes", Keep::ALL.limit(10)),
        ("focus", focus(&[1])),
        ("focus, deeper", focus(&[0, 1])),
        ("focus, one ply", focus(&[1]).plies(1)),
        ("focus, no ply", focus(&[0]).plies(0)),
        ("focus, two, then one", focus(&[0]).at_focus(2).width(1)),
    ]
}

fn folds(study: &dyn AnyStudy, out: &mut String) {
    for (name, keep) in keeps(study) {
        let tree = study.explain(&keep).unwrap();
        writeln!(out, "{name}: {}", text(&tree.root, name == "folded" || name == "two plies")).unwrap();
        for pass in &tree.passes {
            writeln!(out, "  {:?} {} {:?} {}", pass.pass, pass.depth, pass.value, pass.nodes).unwrap();
        }
    }
}

/// Returns a search that prunes moves by estimates.
fn guesses() -> Study<ChessGame<Evaluation>> {
    let game = ChessGame::new(parse_fen("8/8/8/3k4/2p5/1P6/8/3K4 w - - 0 1").unwrap(), Material);
    let techniques = set("quiescence null-move lmr futility");
    let (algorithm, order) = (Algorithm::Pvs, Order::MvvLva);
    Study::new(game, (), Settings::default().depth(3).algorithm(algorithm).order(order).techniques(techniques)).unwrap()
}

#[test]
fn each_limit_keeps_what_it_says() {
    let mut out = String::new();
    let tree: TreeGame = Tree::parse(WIKIPEDIA).game();
    let settings = Settings::default();
    folds(&Study::new(tree.clone(), (), settings).unwrap(), &mut out);
    out.push_str("\nin passes\n");
    let passes = settings.techniques(set("iterative"));
    folds(&Study::new(tree, (), passes).unwrap(), &mut out);
    out.push_str("\nwith techniques\n");
    folds(&guesses(), &mut out);
    snapshot("folded", &out);
}

/// Checks that each node's fold accounts for everything in the whole tree except the kept children; returns how many
/// children were pruned.
fn check_folds(node: &Node, whole: &Node) -> u32 {
    let mut pruned = 0;
    let mut away = Vec::new();
    for child in &whole.children {
        match node.children.iter().find(|kept| kept.name() == child.name()) {
            Some(kept) => pruned += check_folds(kept, child),
            None => away.push(child),
        }
    }
    let Fold { searched, best, nodes, skipped, pruned: here, .. } = node.fold;
    let judged: Vec<_> = away.iter().filter_map(|child| child.judgement.as_ref()).collect();
    let is_pruned = |child: &&&Node| matches!(child.unsearched.as_deref(), Some(Unsearched::Pruned(..)));
    assert_eq!((node.fold.len(), searched as usize), (away.len(), judged.len()));
    assert_eq!(here as usize, away.iter().filter(is_pruned).count());
    assert_eq!(skipped, node.fold.len() as u32 - searched - here);
    assert_eq!(nodes, away.iter().filter(|child| child.judgement.is_some()).map(|child| child.nodes).sum::<u64>());
    assert_eq!(best.map(|(score, _)| score), judged.iter().map(|judgement| judgement.score).max());
    pruned + here
}

/// Whatever White does, the knight takes a rook or the queen, and the search expects no quiet reply to be better.
const FORK: &str = "5r1k/6pp/8/8/8/8/2n5/R3Q2K w - - 0 1";

#[test]
fn what_is_not_kept_is_counted_where_it_would_stand() {
    let game = ChessGame::new(parse_fen(FORK).unwrap(), Material);
    let settings = Settings::default().depth(2).order(Order::MvvLva).techniques(set("futility"));
    let study = Study::new(game, (), settings).unwrap();
    let whole = study.explain(&Keep::ALL).unwrap();
    for (name, keep) in keeps(&study) {
        let pruned = check_folds(&study.explain(&keep).unwrap().root, &whole.root);
        assert!(0 < pruned || !["folded", "two of each", "focus"].contains(&name), "{name}");
    }
    // The same holds if a line is extracted from the whole tree.
    let mut pruned = 0;
    for child in &whole.root.children {
        let mut tree = whole.clone();
        tree.focus(&[child.name().to_owned(), child.children[0].name().to_owned()]);
        pruned += check_folds(&tree.root, &whole.root);
    }
    assert!(0 < pruned);
}

#[test]
fn a_node_is_folded_in_the_same_way_wherever_the_focus_is() {
    // After `b` all replies give 3. Of the two folded ones, one is a leaf, and the other is only known to be no worse
    // for MIN.
    let settings = Settings::default().cut(Cut::AboveBeta);
    let study = Study::new(Tree::parse("[[3],[3,[3],[3]]]").game(), (), settings).unwrap();
    let folded = study.explain(&Keep::FOLDED).unwrap().root;
    let beside = study.explain(&Keep::FOLDED.focus(vec!["a".to_owned()])).unwrap().root;
    assert_eq!(folded.children[1].fold.searched, 2);
    assert_eq!(folded.children[1], beside.children[1]);
}
