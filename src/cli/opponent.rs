//! The search plays MAX, and the reader chooses MIN's answers: lines of text, so that a pipe can choose as well.

use super::Usage;
use super::search_args::SearchArgs;
use super::subject;
use crate::page::board::board;
use crate::page::opponent::{SeenPosition, judged, over, who_plays};
use crate::page::text::{visible, wrapped};
use crate::page::{Style, View, Words};
use crate::score::Score;
use crate::subject::Subject;
use crate::trace::{Header, Outcome};
use anyhow::Result;
use std::io::{self, BufRead, IsTerminal, Write};

/// What can be typed besides moves.
const KEYS: &str = "back takes your last answer back, quit ends";

/// A position on the way, and what the search says of it.
struct Here {
    subject: Subject,
    header: Header,
    outcome: Outcome,
    moves: Vec<String>,
    /// Whether MAX moves here.
    is_max: bool,
}

/// A game against the search.
pub(super) struct OpponentGame<'a> {
    search: &'a SearchArgs,
    style: Style,
    /// What MAX and MIN are called.
    sides: (&'static str, &'static str),
    /// The positions from the root, the present one last.
    line: Vec<Here>,
}

impl<'a> OpponentGame<'a> {
    pub(super) fn new(search: &'a SearchArgs, subject: Subject, style: Style) -> Result<Self> {
        if subject.is_lesson() || subject.is_changed() {
            let text = "--min is for positions and games: a lesson's tree ends where its moves do";
            return Err(Usage(text.to_owned()).into());
        }
        let style = Style { view: View::Minimax, ..style };
        let mut opponent = Self { search, style, sides: ("", ""), line: Vec::new() };
        let root = opponent.look(subject, true)?;
        let words = Words::new(&opponent.style, &root.header);
        let is_max = words.perspective.is_max(0);
        opponent.sides = words.sides();
        opponent.line.push(Here { is_max, ..root });
        Ok(opponent)
    }

    /// Searches a position.
    fn look(&self, subject: Subject, is_max: bool) -> Result<Here> {
        let study = self.search.study(&subject)?;
        let moves = study.ground().map(|mut ground| ground.names()).unwrap_or_default();
        let (header, outcome) = (study.header().clone(), study.solve()?);
        Ok(Here { subject, header, outcome, moves, is_max })
    }

    fn here(&self) -> &Here {
        &self.line[self.line.len() - 1]
    }

    /// Plays until the game is over, or nobody answers any more.
    pub(super) fn play(mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
        let max = self.sides.0;
        self.say(&format!("{} {KEYS}.", who_plays(self.sides)), out)?;
        loop {
            writeln!(out)?;
            if let Some(position) = self.here().header.position() {
                board(position, &self.style).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
            if let Some(ending) = &self.here().outcome.ending {
                let game = self.here().subject.game();
                self.say(&format!("{} back takes your last answer back.", over(game, ending)), out)?;
            } else if self.here().is_max {
                let Some(best) = self.here().outcome.best.clone() else { return Ok(()) };
                let worth = self.worth(self.here());
                self.go(&best)?;
                self.say(&format!("{max} plays {best}: {worth}."), out)?;
                continue;
            }
            if !self.asked(input, out)? {
                return Ok(());
            }
        }
    }

    /// Asks until something was done; returns whether there is more.
    fn asked(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<bool> {
        loop {
            let moves = &self.here().moves;
            write!(
                out,
                "{} to move{}> ",
                self.sides.1,
                if moves.is_empty() { "" } else { ": " }.to_owned() + &moves.join(" ")
            )?;
            out.flush()?;
            let mut text = String::new();
            if input.read_line(&mut text)? == 0 {
                writeln!(out)?;
                return Ok(false);
            }
            if !io::stdin().is_terminal() {
                // Nobody has seen what a pipe says.
                writeln!(out, "{}", visible(text.trim()))?;
            }
            match text.trim() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "back" | "b" => {
                    if self.back() {
                        return Ok(true);
                    }
                    self.say("There is no answer of yours to take back.", out)?;
                }
                name => match self.answered(name) {
                    Ok(said) => {
                        self.say(&said, out)?;
                        return Ok(true);
                    }
                    Err(error) => self.say(&error.root_cause().to_string(), out)?,
                },
            }
        }
    }

    /// Plays the reader's answer, and says what the search thinks of it.
    fn answered(&mut self, name: &str) -> Result<String> {
        let best = self.here().outcome.best.clone().unwrap_or_default();
        let (before, expected) = (self.here().outcome.score, self.worth(self.here()));
        self.go(name)?;
        let now = self.here();
        let is_as_good = match (before, now.outcome.score) {
            (Some(before), Some(now)) => name == best || same(before, now),
            _ => true,
        };
        Ok(judged(&self.worth(now), (!is_as_good).then_some((&best, &expected))))
    }

    fn go(&mut self, name: &str) -> Result<()> {
        let next = subject::after(&self.here().subject, name)?;
        let is_max = !self.here().is_max;
        let next = self.look(next, is_max)?;
        self.line.push(next);
        Ok(())
    }

    /// Takes back MAX's moves at the end, and MIN's answer before them.
    fn back(&mut self) -> bool {
        let Some(last) = self.line.iter().rposition(|here| !here.is_max).filter(|&last| last != 0) else {
            return false;
        };
        let is_answered = last + 1 < self.line.len();
        let answer = if is_answered { Some(last) } else { self.line[..last].iter().rposition(|here| !here.is_max) };
        let Some(answer) = answer else { return false };
        self.line.truncate(answer + 1);
        true
    }

    /// What the search says of a position, in words.
    fn worth(&self, here: &Here) -> String {
        let Here { subject, outcome, is_max, .. } = here;
        let (score, ending) = (outcome.score, outcome.ending.as_deref());
        SeenPosition { score, ending, is_max: *is_max, is_whole: subject.depth.is_some() }.worth(self.sides)
    }

    fn say(&self, text: &str, out: &mut dyn Write) -> Result<()> {
        Ok(wrapped(text, self.style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }
}

/// Whether an answer gives away nothing: `now` is for the other side, one ply later, which is nearer to a forced end by one.
fn same(before: Score, now: Score) -> bool {
    before.counted_from_node(1) == -now
}
