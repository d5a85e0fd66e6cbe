//! On uneven trees, Sargon's own search and ours produce the same events in the same order.

use crate::support::trees::{NAMES, Tree};
use crate::support::{path, tree_trace};
use plywood::hooks::{Event, Verdict};
use plywood::search::Order;
use plywood::trace::{Record, Trace};
use plywood::{Score, score::ScoreKind};

/// A file of `tests/data/trees`; its header explains the lines.
struct Listing {
    depth: u32,
    tree: Tree,
    events: Vec<String>,
}

fn read(text: &str) -> Listing {
    let mut listing = Listing { depth: 0, tree: Tree { score: 0, children: Vec::new() }, events: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ').unwrap() {
            ("depth", depth) => listing.depth = depth.parse().unwrap(),
            ("tree", tree) => {
                listing.tree = read_tree(&mut tree.replace('(', "( ").replace(')', " )").split_whitespace())
            }
            _ => listing.events.push(line.to_owned()),
        }
    }
    listing
}

fn read_tree<'a>(words: &mut impl Iterator<Item = &'a str>) -> Tree {
    let leaf = |word: &str| Tree { score: (word.parse::<f64>().unwrap() * 1000.0) as i32, children: Vec::new() };
    let mut open: Vec<Tree> = Vec::new();
    let mut is_score_of_node = false;
    for word in words {
        let done = match word {
            "(" => {
                is_score_of_node = true;
                continue;
            }
            ")" => open.pop().unwrap(),
            score if is_score_of_node => {
                open.push(leaf(score));
                is_score_of_node = false;
                continue;
            }
            score => leaf(score),
        };
        match open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => return done,
        }
    }
    panic!("the tree does not end");
}

/// Returns the events of a trace as the files write them.
fn listed(trace: &Trace) -> Vec<String> {
    let mut lines: Vec<String> = trace.records.iter().filter_map(listed_record).collect();
    lines.push(format!("pv {} {}", node(&trace.outcome.pv), pawns(trace.outcome.score.unwrap())));
    lines
}

fn listed_record(record: &Record) -> Option<String> {
    let line = &record.subject();
    match &record.event {
        Event::Enter { moves, .. } => Some(format!("g {} {}", node(line), moves.len())),
        Event::Created { score, .. } => score.map(|score| format!("s {} {}", node(line), pawns(score))),
        Event::Judged { score, window, verdict, .. } if record.notes.step.is_some() => {
            let verdict = match verdict {
                Verdict::Best => "best",
                Verdict::NotBest | Verdict::Weighed => "discard",
                Verdict::Cutoff { .. } => "cutoff",
            };
            let [score, alpha, beta] = [*score, window.alpha, window.beta].map(pawns);
            Some(format!("t {} {score} {alpha} {beta} {verdict}", node(line)))
        }
        _ => None,
    }
}

fn node(line: &[String]) -> String {
    let index = |name: &String| NAMES.iter().position(|other| other == name).unwrap().to_string();
    if line.is_empty() { "root".to_owned() } else { line.iter().map(index).collect::<Vec<_>>().join(".") }
}

fn pawns(score: Score) -> String {
    match score.kind() {
        ScoreKind::Millipawns(number) => (f64::from(number) / 1000.0).to_string(),
        _ => score.to_string(),
    }
}

#[test]
fn every_generation_score_and_test_is_sargons() {
    let mut files: Vec<_> =
        std::fs::read_dir(path("tests/data/trees")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 10);
    for file in files {
        let listing = read(&std::fs::read_to_string(&file).unwrap());
        assert!(!listing.events.is_empty());
        let ours = listed(&tree_trace(&listing.tree, listing.depth, Order::Static));
        assert_eq!(ours.join("\n"), listing.events.join("\n"), "{}", file.display());
    }
}
