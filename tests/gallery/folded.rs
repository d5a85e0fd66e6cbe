//! Which nodes a tree keeps, by each of the limits that there are: read off small trees.

use crate::counts::WIKIPEDIA;
use crate::support::snapshot;
use crate::support::trees::Tree;
use crate::techniques::set;
use plywood::game::TreeGame;
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::hooks::Verdict;
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::tree::{Fold, Keep, Node};
use std::fmt::Write as _;

/// The node in brackets: name, `!` if it cut, `*` if it was the best so far, its nodes, if it is to be long its index, its two
/// numbers and its depth, why it was not searched, what is folded, its children.
fn text(node: &Node, is_long: bool) -> String {
    let verdict = match node.judgement.as_ref().map(|judgement| judgement.verdict) {
        Some(Verdict::Cutoff { .. }) => "!",
        Some(Verdict::Best) => "*",
        Some(Verdict::NotBest) => "",
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

/// The first moves of a game, each the first or second there is.
fn line(study: &dyn AnyStudy, indices: &[usize]) -> Vec<String> {
    let tree = study.explain(&Keep::ALL).unwrap();
    let (mut node, mut line) = (&tree.root, Vec::new());
    for &index in indices {
        node = &node.children[index];
        line.push(node.name().to_owned());
    }
    line
}

fn folds(study: &dyn AnyStudy, out: &mut String) {
    let focus = |indices: &[usize]| Keep { focus: line(study, indices), ..Keep::ALL };
    let keeps = [
        ("all", Keep::ALL),
        ("folded", Keep::FOLDED),
        ("two of the root", Keep { at_focus: Some(2), ..Keep::FOLDED }),
        ("two of each", Keep { width: Some(2), at_focus: Some(2), ..Keep::ALL }),
        ("no ply", Keep { plies: Some(0), ..Keep::ALL }),
        ("one ply", Keep { plies: Some(1), ..Keep::ALL }),
        ("two plies", Keep { plies: Some(2), ..Keep::ALL }),
        ("ten nodes", Keep { limit: 10, ..Keep::ALL }),
        ("focus", focus(&[1])),
        ("focus, deeper", focus(&[0, 1])),
        ("focus, one ply", Keep { plies: Some(1), ..focus(&[1]) }),
        ("focus, no ply", Keep { plies: Some(0), ..focus(&[0]) }),
        ("focus, two, then one", Keep { at_focus: Some(2), width: Some(1), ..focus(&[0]) }),
    ];
    for (name, keep) in keeps {
        let tree = study.explain(&keep).unwrap();
        writeln!(out, "{name}: {}", text(&tree.root, name == "folded" || name == "two plies")).unwrap();
        for pass in &tree.passes {
            writeln!(out, "  {:?} {} {:?} {}", pass.pass, pass.depth, pass.value, pass.nodes).unwrap();
        }
    }
}

#[test]
fn each_limit_keeps_what_it_says() {
    let mut out = String::new();
    let tree: TreeGame = Tree::parse(WIKIPEDIA).game();
    let settings = Settings::default();
    folds(&Study::new(tree.clone(), (), settings).unwrap(), &mut out);
    out.push_str("\nin passes\n");
    let passes = Settings { techniques: set("iterative"), ..settings };
    folds(&Study::new(tree, (), passes).unwrap(), &mut out);
    out.push_str("\nwith techniques\n");
    let game = ChessGame::new(parse_fen("8/8/8/3k4/2p5/1P6/8/3K4 w - - 0 1").unwrap(), Material);
    let techniques = set("quiescence null-move lmr futility");
    let (algorithm, order) = (Algorithm::Pvs, Order::MvvLva);
    let guesses = Settings { depth: 3, algorithm, order, techniques, ..settings };
    folds(&Study::new(game, (), guesses).unwrap(), &mut out);
    snapshot("folded", &out);
}
