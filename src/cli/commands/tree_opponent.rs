//! `plywood step --min` in a known tree: a lesson or a typed tree. MAX plays the best move of each node, and the reader
//! chooses MIN's moves.

use crate::cli::command_error::{Result, ensure};
use crate::cli::io::prompt::{PromptReply, ask};
use crate::cli::usage;
use crate::core::score::Score;
use crate::core::trace::{Header, Shape};
use crate::page::text::{visible, wrapped};
use crate::page::words::{judged_answer, who_plays};
use crate::page::{Style, View, Words};
use crate::step::exact;
use std::io::{BufRead, Write};

/// A tree with the value of each node, and the path to the current node.
pub(in crate::cli) struct TreeOpponent<'a> {
    shape: &'a Shape,
    words: &'a Words<'a>,
    /// The names of MAX and MIN.
    sides: (&'static str, &'static str),
    /// The minimax value of each node, from MAX's view.
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
    let style = exact(header, 0, Style { view: View::Minimax, ..*style });
    let words = Words::new(&style, header);
    let Some(values) = values(shape, &words) else {
        return Err(usage("--min needs the score of every leaf, and this lesson leaves some out"));
    };
    ensure!(!shape.is_empty(), usage("--min needs a tree with moves, and this one has none"));
    let sides = words.sides();
    TreeOpponent { shape, words: &words, sides, values, line: vec![0] }.play((input, is_shown), out)
}

/// Returns the minimax value of each node from MAX's view, or `None` if the score of a leaf is unknown.
fn values(shape: &Shape, words: &Words<'_>) -> Option<Vec<Score>> {
    let mut plies = vec![0; shape.len()];
    // Parents come before their children, so one pass is enough.
    for index in 0..shape.len() {
        shape.children(index).for_each(|child| plies[child] = plies[index] + 1);
    }
    let mut values = vec![Score::ZERO; shape.len()];
    for index in (0..shape.len()).rev() {
        let (ply, children) = (plies[index], shape.children(index));
        let of_children = children.map(|child| values[child]);
        let best = if words.perspective.is_max(ply) { of_children.max() } else { of_children.min() };
        values[index] = match best {
            Some(best) => best,
            // A leaf's score is from the view of the side that moved to it.
            None => words.perspective.score(shape.score(index)?, ply.checked_sub(1)?),
        };
    }
    Some(values)
}

impl TreeOpponent<'_> {
    fn here(&self) -> usize {
        self.line[self.line.len() - 1]
    }

    fn is_max(&self) -> bool {
        self.words.perspective.is_max(self.line.len() - 1)
    }

    fn worth(&self, node: usize) -> String {
        format!("worth {} to {}", self.words.style.score(self.values[node]), self.sides.0)
    }

    /// Returns the first of the best moves of the current node.
    fn best(&self) -> Option<usize> {
        let (here, children) = (self.values[self.here()], self.shape.children(self.here()));
        children.into_iter().find(|&child| self.values[child] == here)
    }

    fn play(mut self, (input, is_shown): (&mut dyn BufRead, bool), out: &mut dyn Write) -> Result<()> {
        let max = self.sides.0;
        self.say(&format!("{} Type back to take back an answer, quit to stop.", who_plays(self.sides)), out)?;
        loop {
            writeln!(out)?;
            if self.shape.children(self.here()).is_empty() {
                let worth = self.worth(self.here());
                self.say(&format!("The tree ends here: {worth}. Type back to take back your last answer."), out)?;
            } else if self.is_max() {
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
        let separator = if names.is_empty() { "" } else { ": " };
        let prompt = format!("{} to move{separator}{moves}> ", self.sides.1);
        loop {
            let name = match ask(&prompt, (&mut *input, is_shown), out)? {
                PromptReply::Quit => return Ok(false),
                PromptReply::Back if self.back() => return Ok(true),
                PromptReply::Back => {
                    self.say("There is no answer of yours to take back.", out)?;
                    continue;
                }
                PromptReply::Move(name) => name,
            };
            match self.shape.children(self.here()).find(|&child| self.shape.name(child) == name) {
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

    /// Explains the value of MIN's move, and which move would have been better.
    fn answered(&self, child: usize) -> String {
        let better = self.best().filter(|&best| self.values[best] != self.values[child]);
        let better = better.map(|best| (self.shape.name(best), self.worth(best)));
        judged_answer(&self.worth(child), better.as_ref().map(|(name, worth)| (*name, worth.as_str())))
    }

    /// Takes back MIN's last move and any moves of MAX after it.
    fn back(&mut self) -> bool {
        let is_min = |length: usize| !self.words.perspective.is_max(length - 1);
        let Some(length) = (1..self.line.len()).rev().find(|&length| is_min(length)) else { return false };
        self.line.truncate(length);
        true
    }

    fn say(&self, text: &str, out: &mut dyn Write) -> Result<()> {
        Ok(wrapped(text, self.words.style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }
}
