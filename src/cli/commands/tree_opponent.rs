//! `plywood step --min` in a known tree: a lesson or a typed tree. MAX plays the best move of each node, and the reader
//! chooses MIN's moves and the outcomes of chance nodes.

use crate::cli::command_error::{Result, ensure};
use crate::cli::io::prompt::{PromptReply, ask};
use crate::cli::usage;
use crate::core::game::Mover;
use crate::core::score::Score;
use crate::core::trace::{Header, Shape};
use crate::page::text::{visible, wrapped};
use crate::page::words::{judged_answer, who_plays};
use crate::page::{Style, View, Words, decimals};
use crate::step::exact;
use std::io::{BufRead, Write};

/// A tree with the value of each node, and the path to the current node.
pub(in crate::cli) struct TreeOpponent<'a> {
    shape: &'a Shape,
    words: &'a Words<'a>,
    /// The names of MAX and MIN.
    sides: (&'static str, &'static str),
    /// The value of each node, from MAX's view.
    values: Vec<Score>,
    /// The nodes from the root to the current one.
    line: Vec<usize>,
}

/// Plays until the input ends.
pub(in crate::cli) fn play(
    header: &Header,
    style: &Style,
    (input, is_shown): (&mut dyn BufRead, bool),
    out: &mut dyn Write,
) -> Result<()> {
    let Some(shape) = &header.shape else {
        return Err(usage("--min needs the whole tree of a lesson, and this lesson does not say how far it goes"));
    };
    let Some(values) = shape.values(header.movers(), None) else {
        return Err(usage("--min needs the score of every leaf, and this lesson leaves some out"));
    };
    // A mean may need more decimals than the leaves.
    let style = exact(header, decimals(values.iter().copied(), 0), Style { view: View::Minimax, ..*style });
    let words = Words::new(&style, header);
    ensure!(!shape.is_empty(), usage("--min needs a tree with moves, and this one has none"));
    let sides = words.sides();
    TreeOpponent { shape, words: &words, sides, values, line: vec![0] }.play((input, is_shown), out)
}

impl TreeOpponent<'_> {
    fn here(&self) -> usize {
        self.line[self.line.len() - 1]
    }

    /// Returns who chooses at the current node.
    fn mover(&self) -> Mover {
        self.words.perspective.mover(self.line.len() - 1)
    }

    fn score(&self, node: usize) -> String {
        self.words.style.score(self.values[node])
    }

    fn worth(&self, node: usize) -> String {
        format!("worth {} to {}", self.score(node), self.sides.0)
    }

    /// Returns the first of the best moves of the current node.
    fn best(&self) -> Option<usize> {
        let (here, children) = (self.values[self.here()], self.shape.children(self.here()));
        children.into_iter().find(|&child| self.values[child] == here)
    }

    fn play(mut self, (input, is_shown): (&mut dyn BufRead, bool), out: &mut dyn Write) -> Result<()> {
        let max = self.sides.0;
        let has_chance = self.words.perspective.movers.has_chance();
        let also = if has_chance { " You also choose what chance decides." } else { "" };
        self.say(&format!("{}{also} Type back to take back an answer, quit to stop.", who_plays(self.sides)), out)?;
        loop {
            writeln!(out)?;
            if self.shape.children(self.here()).is_empty() {
                let worth = self.worth(self.here());
                self.say(&format!("The tree ends here: {worth}. Type back to take back your last answer."), out)?;
            } else if self.mover() == Mover::Max {
                let Some(best) = self.best() else { return Ok(()) };
                self.line.push(best);
                let (name, worth) = (self.shape.name(best), self.worth(best));
                self.say(&format!("{max} plays {name}. The search says: {worth}."), out)?;
                continue;
            }
            if !self.asked((&mut *input, is_shown), out)? {
                return Ok(());
            }
        }
    }

    /// Asks until the reader has made or taken back a move; returns whether the game continues.
    fn asked(&mut self, (input, is_shown): (&mut dyn BufRead, bool), out: &mut dyn Write) -> Result<bool> {
        let names: Vec<&str> = self.shape.children(self.here()).map(|child| self.shape.name(child)).collect();
        let moves = names.join(" ");
        let prompt = match self.mover() {
            _ if names.is_empty() => format!("{} to move> ", self.sides.1),
            Mover::Chance => {
                let odds = self.shape.children(self.here()).map(|child| match self.shape.weight(child) {
                    Some(weight) => format!("{} ({})", self.shape.name(child), weight.text()),
                    None => self.shape.name(child).to_owned(),
                });
                format!("Chance decides: {}> ", odds.collect::<Vec<_>>().join(", "))
            }
            Mover::Max | Mover::Min => format!("{} to move: {moves}> ", self.sides.1),
        };
        loop {
            let is_move = |name: &str| self.child(name).is_some();
            let name = match ask(&prompt, is_move, (&mut *input, is_shown), out)? {
                PromptReply::Quit => return Ok(false),
                PromptReply::Back if self.back() => return Ok(true),
                PromptReply::Back => {
                    self.say("There is no answer of yours to take back.", out)?;
                    continue;
                }
                PromptReply::Move(name) => name,
            };
            match self.child(&name) {
                Some(child) => {
                    let said = self.answered(child);
                    self.line.push(child);
                    self.say(&said, out)?;
                    return Ok(true);
                }
                None if names.is_empty() => self.say("The tree ends here; type back or quit.", out)?,
                None => {
                    self.say(&format!("There is no move {} here. The moves: {moves}.", visible(&name)), out)?;
                }
            }
        }
    }

    /// Returns the move with this name from the current node; upper and lower case matter only if two names differ in
    /// nothing else.
    fn child(&self, name: &str) -> Option<usize> {
        let mut children = self.shape.children(self.here());
        let lower = name.to_lowercase();
        let exact = children.clone().find(|&child| self.shape.name(child) == name);
        exact.or_else(|| children.find(|&child| self.shape.name(child).to_lowercase() == lower))
    }

    /// Explains the value of MIN's move, and which move would have been better; or the value of what chance decided.
    fn answered(&self, child: usize) -> String {
        if self.mover() == Mover::Chance {
            return format!("The search says: {}. The mean was {}.", self.worth(child), self.score(self.here()));
        }
        let better = self.best().filter(|&best| self.values[best] != self.values[child]);
        let better = better.map(|best| (self.shape.name(best), self.worth(best)));
        judged_answer(&self.worth(child), better.as_ref().map(|(name, worth)| (*name, worth.as_str())))
    }

    /// Takes back the reader's last answer and any moves of MAX after it.
    fn back(&mut self) -> bool {
        let is_asked = |length: usize| self.words.perspective.mover(length - 1) != Mover::Max;
        let Some(length) = (1..self.line.len()).rev().find(|&length| is_asked(length)) else { return false };
        self.line.truncate(length);
        true
    }

    fn say(&self, text: &str, out: &mut dyn Write) -> Result<()> {
        Ok(wrapped(text, self.words.style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }
}
