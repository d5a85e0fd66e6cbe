//! Explains one move, or follows one line ply by ply.

use super::annotated::write_outline;
use super::move_question::{AskedMove, offer, path, unsearched};
use crate::core::game::Weight;
use crate::core::game::chess::REPETITION;
use crate::core::hooks::{Leaf, Owner, Verdict};
use crate::core::score::{Bound, Score};
use crate::core::search::Techniques;
use crate::core::trace::line_text;
use crate::core::tree::{Judgement, Node, SearchTree};
use crate::page::command::Command;
use crate::page::comparison::{Judged, Mark};
use crate::page::document::{Block, Document};
use crate::page::row::Row;
use crate::page::sheet::{Columns, Sheet};
use crate::page::text::{bound_word, capitalized, columns, counted, grouped, ordinal, paragraph, unbreakable, wrapped};
use crate::page::words::Words;
use std::io::{self, Write};

/// Explains the search's verdict on the last move of `line`: the score that the mover already has, the reply to the
/// move, and what this reply proves. If the search never visited the move, explains what prevented that. `command` is
/// the command that was run. If it is given, the page offers the command that finds the true score.
///
/// The tree must have been built with the line as its focus.
pub fn why(tree: &SearchTree, line: &[String], words: &Words<'_>, command: Option<&Command>) -> Document {
    let asked = AskedMove { words, tree, line };
    match path(tree, line) {
        Err((index, reason)) => unsearched(tree, line, (index, reason), words, command),
        Ok(nodes) => nodes.last().map_or_else(Document::default, |node| asked.explain(node, command)),
    }
}

/// The number of columns for the labels.
const LABEL: usize = 20;
const WORTH: &str = "This move is worth";
/// What a bound that equals the best score leaves open.
const WHETHER: &str = "whether it is worse, or by how much";

impl AskedMove<'_> {
    fn explain(&self, node: &Node, command: Option<&Command>) -> Document {
        let mut page = Document::default();
        let Some(judgement) = &node.judgement else {
            page.text(format!("{} was not finished.", self.text()));
            return page;
        };
        self.title(node, judgement, &mut page);
        let of_mover = || self.has(self.mover(), judgement, judgement.window.alpha, judgement.alpha_set_by.as_ref());
        let (had, so) = match judgement.verdict {
            verdict if judgement.weight.is_some() => drawn(judgement.weight, verdict),
            Verdict::Cutoff { skipped } => {
                let had = self.has(
                    self.opponent(self.ply()),
                    judgement,
                    judgement.window.beta,
                    judgement.beta_set_by.as_ref(),
                );
                (had, self.cutoff(judgement, skipped))
            }
            Verdict::Best if judgement.alpha_set_by.is_none() && judgement.window.alpha.is_infinite() => {
                let nothing = "no score yet: this move gave the first one.".to_owned();
                ((format!("{} had", self.mover()), nothing), self.new_best(node, judgement))
            }
            Verdict::Best => (of_mover(), self.new_best(node, judgement)),
            Verdict::NotBest => (of_mover(), self.no_better(judgement)),
            Verdict::Weighed => drawn(None, judgement.verdict),
        };
        let facts = [had].into_iter().chain(self.worth(node, judgement)).chain([("So".to_owned(), so)]);
        page.push(Block::Facts(LABEL, facts.chain(self.techniques(node)).collect()));
        self.continuation(node, &mut page);
        if judgement.bound != Bound::Exact {
            let command = command.map(|command| command.searching(self.line, self.tree.header.depth, None));
            offer(command, self.words.style.width, &mut page);
        }
        page
    }

    fn title(&self, node: &Node, judgement: &Judgement, page: &mut Document) {
        let is_final = node.on_pv || judgement.verdict.is_cutoff();
        let title = format!("Why {}{}?", if is_final { "" } else { "not " }, self.text());
        let effort = format!(
            "move {} of {}, {} of {} nodes",
            judgement.tried,
            self.siblings(),
            grouped(node.nodes),
            grouped(self.tree.root.nodes)
        );
        let has_room = columns(&title) + columns(&effort) + 2 <= self.words.style.width;
        page.push(Block::Heading(title, effort.clone()));
        if !has_room {
            page.text(effort);
        }
        page.gap();
    }

    /// Describes the score that a side already has: `12.00 with 1...Nxg8`, or the bound itself if no move set it.
    fn has(
        &self,
        side: &str,
        judgement: &Judgement,
        threshold: Score,
        owner: Option<&Owner<String>>,
    ) -> (String, String) {
        let shown = self.words.bounded_among((threshold, Bound::Exact), Some(judgement.score), self.ply());
        match owner {
            Some(owner) => (format!("{side} already has"), format!("{shown} with {}.", self.whole(owner))),
            None if threshold.is_infinite() => (format!("{side} has"), "no score yet to compare it with.".to_owned()),
            None => {
                let what = self.words.bound_label(self.words.perspective.score(threshold, self.ply())).said();
                ("Asked against".to_owned(), format!("{shown}, {what}"))
            }
        }
    }

    fn score(&self, judgement: &Judgement) -> String {
        self.words.bounded(judgement.score, judgement.bound, self.ply())
    }

    /// Returns whether moves are drawn at random at the nodes of this ply.
    const fn is_drawn(&self, ply: usize) -> bool {
        self.words.perspective.movers.is_chance(ply)
    }

    /// Describes the score of the move itself, or of the reply to it.
    fn worth(&self, node: &Node, judgement: &Judgement) -> Vec<(String, String)> {
        let score = self.score(judgement);
        if self.is_drawn(self.line.len()) && !node.children.is_empty() {
            let text = match judgement.bound {
                Bound::Exact => format!("{score}, the mean: chance picks a move there."),
                Bound::Lower | Bound::Upper => {
                    format!(
                        "{}: chance picks a move there, whatever the skipped ones are worth.",
                        self.no_more(judgement)
                    )
                }
            };
            return vec![(WORTH.to_owned(), text)];
        }
        let Some(answer) = node.decisive() else {
            let kind = match (node.ending.as_deref(), node.leaf) {
                (Some(REPETITION), _) => "the position is repeated, which counts as a draw".to_owned(),
                (Some(ending), _) => format!("the game is over: {ending}"),
                (None, Some(Leaf::Horizon | Leaf::Childless)) if self.tree.header.shape.is_some() => {
                    "the score of this leaf".to_owned()
                }
                (None, Some(Leaf::Horizon)) => "static evaluation: the depth is used up".to_owned(),
                (None, Some(Leaf::Childless)) => "static evaluation: there are no moves to try".to_owned(),
                (None, Some(Leaf::Table)) => "from the transposition table".to_owned(),
                (None, Some(Leaf::StandPat)) => format!("{} may stand pat", self.other()),
                (None, Some(Leaf::NullMove)) => format!("even a null move is good enough for {}", self.other()),
                (None, Some(Leaf::MateDistance)) => "a mate that was found is shorter than any here".to_owned(),
                (None, Some(Leaf::Other)) => {
                    let why = node.why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
                    format!("by a rule of the engine's own{why}")
                }
                (None, Some(Leaf::Omitted)) => "by a search that the trace omits".to_owned(),
                _ => bound_word(self.words.perspective.bound(judgement.bound, self.ply())).to_owned(),
            };
            return vec![(WORTH.to_owned(), format!("{score} ({kind})."))];
        };
        let replies = node.children.len() + node.fold.len();
        let text = match (&answer.judgement, replies) {
            (Some(reply), _) if reply.verdict.is_cutoff() => {
                let skipped = reply.verdict.skipped();
                let others = match skipped {
                    0 => String::new(),
                    1 => "; the other one was not searched".to_owned(),
                    skipped => format!("; the other {} were not searched", grouped(u64::from(skipped))),
                };
                format!("{}, the {} reply tried{others}.", self.reply(answer), ordinal_word(reply.tried))
            }
            (_, 1) => format!("{}, the only reply.", self.reply(answer)),
            (_, count) => format!("{}, the best of {} replies.", self.reply(answer), grouped(count as u64)),
        };
        let after = answer.children.len() + answer.fold.len();
        let follows = match (judgement.bound, after) {
            (Bound::Exact, _) => format!("{score}."),
            (_, 0) => format!("{}.", self.no_more(judgement)),
            (_, 1) => format!("{}, with the only move there.", self.no_more(judgement)),
            (_, 2) => format!("{}, with either of 2 moves.", self.no_more(judgement)),
            (_, count) => format!("{}, with any of {} moves.", self.no_more(judgement), grouped(count as u64)),
        };
        let gets = match self.is_drawn(self.ply()) {
            true => WORTH.to_owned(),
            false => format!("{} then gets", self.mover()),
        };
        vec![(format!("{} answers", self.other()), text), (gets, follows)]
    }

    /// Returns text such as `no more than 4.925`, in the page's view.
    fn no_more(&self, judgement: &Judgement) -> String {
        let (perspective, ply) = (self.words.perspective, self.ply());
        self.words.style.limited(perspective.score(judgement.score, ply), perspective.bound(judgement.bound, ply))
    }

    fn reply(&self, reply: &Node) -> String {
        self.words.mv(reply.name(), self.line.len())
    }

    fn no_better(&self, judgement: &Judgement) -> String {
        let is_beaten = judgement.alpha_set_by.is_some() && judgement.window.alpha < judgement.score;
        if is_beaten && judgement.bound == Bound::Exact {
            return format!("the trace calls {} no better, but its score is better.", self.text());
        }
        if judgement.bound == Bound::Exact {
            return format!("{} is no better.", self.text());
        }
        // An upper bound above alpha proves nothing either.
        if judgement.bound == Bound::Lower || judgement.window.alpha < judgement.score {
            return format!(
                "the trace calls {} no better, but \"{}\" does not prove it: the move may be better.",
                self.text(),
                self.score(judgement)
            );
        }
        let guesses = self.tree.header.technique_set().intersects(Techniques::GUESSES);
        let is_worse = judgement.alpha_set_by.is_some() && judgement.score < judgement.window.alpha;
        let (proved, open) = match (guesses, is_worse) {
            (true, true) => (format!("an inexact search found {} worse", self.text()), "by how much"),
            (true, false) => (format!("an inexact search did not find {} better", self.text()), WHETHER),
            (false, true) => (format!("{} is worse", self.text()), "by how much"),
            (false, false) => (format!("{} cannot be better", self.text()), WHETHER),
        };
        format!("{proved}. plywood did not work out {open}: \"{}\" is a bound, not a score.", self.score(judgement))
    }

    fn new_best(&self, node: &Node, judgement: &Judgement) -> String {
        let later = self.parent().decisive().filter(|other| other.name() != node.name());
        match later {
            _ if judgement.score <= judgement.window.alpha => {
                "it only equals that score, but replaces it by mistake.".to_owned()
            }
            Some(later) => {
                let (mover, later_name) = (self.mover(), self.words.mv(later.name(), self.ply()));
                let with = later.judgement.as_ref().map(|later| format!(", with {}", self.score(later)));
                format!("it was {mover}'s best move so far; {later_name} later beat it{}.", with.unwrap_or_default())
            }
            None if node.on_pv && self.tree.outcome.complete => {
                "it was the new best, and no later move was better, so it is on the principal variation.".to_owned()
            }
            None if node.on_pv => "it was the new best, and nothing better was found.".to_owned(),
            None => "it was the new best, and no later move was better.".to_owned(),
        }
    }

    fn cutoff(&self, judgement: &Judgement, skipped: u32) -> String {
        let owners = [None, judgement.beta_set_by.as_ref().map(|owner| self.whole(owner))];
        let Judgement { score, bound, window, verdict, .. } = judgement;
        let judged = Judged { ply: self.ply(), score: *score, window: *window, owners, verdict: *verdict };
        let (compared, _) = judged.comparisons(self.words.perspective, self.words.rules);
        let sign = self.words.style.sign(compared.sign);
        let seen = self.words.perspective.score(*score, self.ply());
        let threshold = self.words.style.among(compared.threshold, [seen, compared.opposite]);
        let said = self.words.bounded(*score, *bound, self.ply());
        let mark = Mark::of(*verdict, self.ply(), self.words.perspective);
        let mark = if let Mark::Cutoff { end, .. } = mark { end.name() } else { "" };
        let others = match skipped {
            0 => "There was no other move left to skip.".to_owned(),
            count => format!("{} not searched.", counted(u64::from(count), "other move was", "other moves were")),
        };
        let article = if mark == "alpha" { "an" } else { "a" };
        let so = match judgement.beta_set_by {
            Some(_) => format!("{} will avoid this position", self.opponent(self.ply())),
            None => self.reaches(window.beta, self.ply()).to_owned(),
        };
        format!("{said} {sign} {threshold} is {article} {mark} cutoff: {so}. {others}")
    }

    /// Describes what techniques did before the move got its score.
    fn techniques(&self, node: &Node) -> Option<(String, String)> {
        let applied = node.techniques.as_deref()?;
        let text = self.words.techniques(applied, self.line.len());
        Some(("Techniques".to_owned(), capitalized(text.trim_matches(['(', ')'])) + "."))
    }

    /// Adds the line along the kept children: the refutation of the move, or the best line.
    fn continuation(&self, node: &Node, page: &mut Document) {
        let mut names: Vec<&str> = self.line.iter().map(String::as_str).collect();
        let mut at = node;
        // The line ends at a chance node.
        while let Some(next) = at.decisive().filter(|_| !self.is_drawn(names.len())) {
            names.push(next.name());
            at = next;
        }
        let Some(judgement) = at.judgement.as_ref().filter(|_| self.line.len() < names.len()) else { return };
        let score = self.words.bounded(judgement.score, judgement.bound, names.len() - 1);
        let what = if node.on_pv {
            "Best line from here:"
        } else {
            "A possible continuation (not the best line), with the score at its end:"
        };
        page.gap();
        page.text(what);
        let text = unbreakable(&format!("{}   {score}", line_text(&names, self.words.perspective.numbering)));
        page.lines(wrapped(&text, self.words.style.width - 2).iter().map(|line| format!("  {line}")));
    }
}

/// Describes the probability of a move at a chance node, and what follows from its score.
fn drawn(weight: Option<Weight>, verdict: Verdict) -> ((String, String), String) {
    let said = match weight {
        Some(weight) => format!("picks this move with probability {}.", weight.text()),
        None => "picks a move here.".to_owned(),
    };
    let so = match verdict {
        Verdict::Cutoff { skipped } => format!(
            "the mean lies outside its window, whatever the rest is worth: a cutoff. {} not searched.",
            counted(u64::from(skipped), "other move was", "other moves were")
        ),
        Verdict::Best | Verdict::NotBest | Verdict::Weighed => {
            "its score times its probability is added to the mean.".to_owned()
        }
    };
    (("CHANCE".to_owned(), said), so)
}

/// Writes an ordinal number: first, second, third, 4th.
fn ordinal_word(number: u32) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        number => ordinal(number as usize),
    }
}

/// The number of columns for a verdict; a wider verdict continues on the next line.
const VERDICT: usize = 26;

/// Follows a line: the window in which each of its nodes was judged, its score, the comparison, and where the search
/// departed from the line. If a move was not searched, explains why, and offers the command that searches it.
///
/// The tree must have been built with the line as its focus.
///
/// # Errors
/// If `out` cannot be written.
pub fn follow(
    tree: &SearchTree,
    line: &[String],
    words: &Words<'_>,
    command: Option<&Command>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (nodes, missing) = match path(tree, line) {
        Ok(nodes) => (nodes, None),
        Err(missing) => (path(tree, &line[..missing.0]).unwrap_or_default(), Some(missing)),
    };
    let has_window = tree.header.has_window();
    if !nodes.is_empty() {
        let names: Vec<&str> = line.iter().map(String::as_str).collect();
        let mut root = Row { mark: Mark::Root, ..Row::named("(root)".to_owned()) };
        for ply in (1..=nodes.len()).rev() {
            let mut row = Row::alone(words, nodes[ply - 1], &names[..ply]);
            if let Some(judgement) = nodes[ply - 1].judgement.as_ref().filter(|_| has_window) {
                row.notes.push(format!("judged in the window {}", words.window(judgement.window, ply - 1)));
            }
            row.children = std::mem::replace(&mut root, Row::named("(root)".to_owned())).children;
            root.children.push(row);
        }
        let columns = Columns { step: true, comparison: has_window, verdict: true, nodes: true };
        // If there is no room for both, show the comparisons rather than the node counts.
        let nodes = Sheet::new(words, columns, &root, VERDICT).has_room();
        let columns = Columns { nodes, ..columns };
        write_outline(&root, columns, "The line, ply by ply", words, out)?;
        writeln!(out)?;
    }
    match missing {
        Some(missing) => unsearched(tree, line, missing, words, command).write_text(words.style, out),
        None => paragraph(&end(tree, line, &nodes, words), words.style, out),
    }
}

/// Describes the outcome of a line that was searched to its end.
fn end(tree: &SearchTree, line: &[String], nodes: &[&Node], words: &Words<'_>) -> String {
    if nodes.iter().any(|node| node.judgement.is_none()) {
        return "The search did not finish this line.".to_owned();
    }
    if nodes.last().is_some_and(|node| node.on_pv) {
        return "The line is the principal variation or its beginning.".to_owned();
    }
    let verdict = |node: &&Node| node.judgement.as_ref().map(|judgement| judgement.verdict);
    match nodes.iter().position(|node| verdict(node) == Some(Verdict::NotBest)) {
        Some(ply) => {
            let (mover, text) = (words.perspective.side(ply), words.place(&line[..=ply]));
            format!("The search leaves this line at {text}: {mover} has another move that is at least as good.")
        }
        None if !tree.outcome.complete => "When it was judged, each move of the line was the best so far.".to_owned(),
        None => {
            "Each move of the line was the best so far or caused a cutoff; a later move beat one of them.".to_owned()
        }
    }
}
