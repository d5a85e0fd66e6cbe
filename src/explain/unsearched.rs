//! One move that was not searched, explained: which cutoff, rule, or limit came before it.

use super::asked::{AskedMove, Missing, offer, path};
use crate::hooks::{Leaf, Owner, Prune};
use crate::page::command::Command;
use crate::page::comparison::prune_word;
use crate::page::document::Document;
use crate::page::row::Row;
use crate::page::words::Words;
use crate::score::Bound;
use crate::tree::{Node, SearchTree, Unsearched};

/// Says of a line what prevented its first unsearched move, and how to search it.
pub(crate) fn unsearched(
    tree: &SearchTree,
    line: &[String],
    (index, reason): Missing<'_>,
    words: &Words<'_>,
    command: Option<&Command>,
) -> Document {
    let names: Vec<&str> = line[..=index].iter().map(String::as_str).collect();
    let asked = AskedMove { words, tree, line: &names };
    let mut page = Document::default();
    page.heading(format!("Why was {} not searched?", asked.text()));
    page.gap();
    asked.reasons(reason).into_iter().for_each(|text| page.text(text));
    let technique = match reason {
        Some(Unsearched::Pruned(rule, _)) => Some(prune_word(*rule)),
        _ => None,
    };
    if asked.can_be_searched(reason) {
        let command = command.map(|command| command.searching(line, tree.header.depth, technique));
        offer(command, words.style.width, &mut page);
    }
    page
}

impl AskedMove<'_> {
    /// Why the last move of the line was not searched.
    fn reasons(&self, reason: Option<&Unsearched>) -> Vec<String> {
        match reason {
            Some(Unsearched::Cutoff(cutter)) => self.cut_by(cutter),
            Some(Unsearched::Pruned(rule, most)) => {
                let most = self.words.bounded(*most, Bound::Upper, self.ply());
                vec![format!("The rule {} expects {most} of it, and that is not enough.", describe(*rule))]
            }
            Some(Unsearched::Settled(winner)) => {
                vec![format!("{} wins by force, so the search ended with it.", self.whole(winner))]
            }
            Some(Unsearched::Stopped) => vec!["The search was stopped before it came to the move.".to_owned()],
            None => vec![self.not_reached()],
        }
    }

    /// Says which move cut, and against what.
    fn cut_by(&self, cutter: &Owner<String>) -> Vec<String> {
        let line: Vec<&str> = self.line[..cutter.ply].iter().copied().chain([cutter.mv.as_str()]).collect();
        let names: Vec<String> = line.iter().map(|&name| name.to_owned()).collect();
        let text = self.words.place(&line);
        let first = match path(self.tree, &names).ok().and_then(|nodes| nodes.last().copied()) {
            Some(node) => self.comparison_of(node, &line),
            None => "its score is a cutoff".to_owned(),
        };
        let (mover, other) = (self.words.perspective.side(cutter.ply), self.words.perspective.side(cutter.ply + 1));
        let before = if cutter.ply == 0 { "the root".to_owned() } else { self.words.place(&line[..cutter.ply]) };
        vec![format!(
            "{text} was searched before it: {first}. So {mover} is so well off after {before} that {other}, who has at least \
             as much elsewhere, will not let it come to this. What else {mover} could play there does not matter."
        )]
    }

    fn comparison_of(&self, node: &Node, line: &[&str]) -> String {
        let row = Row::alone(self.words, node, line);
        let score = row.score.map(|(score, bound)| self.words.style.bounded(score, bound)).unwrap_or_default();
        format!("{score} {}, {}", row.compared(self.words), row.verdict()).replace(" ,", ",")
    }

    /// Why a move is not even known to the tree: its parent is a leaf, or the move is not one of its parent's.
    fn not_reached(&self) -> String {
        let parent = self.parent();
        let is_root = self.ply() == 0;
        let applied = parent.techniques.as_deref();
        match (parent.leaf.filter(|_| !is_root), &parent.ending) {
            (_, Some(ending)) => format!("The game is over before it: {ending}."),
            (Some(Leaf::Horizon), _) => "The depth is used up before it.".to_owned(),
            (Some(Leaf::Childless), _) => "There are no moves after the position before it.".to_owned(),
            (Some(leaf), None) => {
                let kind = self.words.leaf(Some(leaf), None, "").unwrap_or("leaf");
                format!("The position before it was a leaf ({kind}).")
            }
            (None, _) if applied.is_some_and(|applied| applied.stand_pat.is_some()) => {
                "The depth is used up before it, and only captures were searched on.".to_owned()
            }
            (None, _) => "It is not among the moves to which the search was restricted there.".to_owned(),
        }
    }

    /// Whether a longer or narrower search would come to the move.
    fn can_be_searched(&self, reason: Option<&Unsearched>) -> bool {
        let parent = self.parent();
        let is_over = parent.ending.is_some() || (self.ply() != 0 && parent.leaf == Some(Leaf::Childless));
        reason.is_some() || !is_over
    }
}

fn describe(rule: Prune) -> &'static str {
    match rule {
        Prune::Futility => "futility (a quiet move cannot make up so much at the last ply)",
        Prune::Delta => "delta (the capture wins too little)",
        Prune::See => "see (the exchange loses material)",
        Prune::Other => "a rule of the engine's own",
    }
}
