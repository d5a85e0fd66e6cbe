//! Leaves with unknown scores. Such a leaf must be given a score unless the search never reads it.

use super::{LineOptions, Subject, SubjectError, SubjectGame, once, play_line};
use crate::core::game::{ANY, Game, Mover, Movers, TreeGame, TreeMove};
use crate::core::hooks::{Event, Verdict};
use crate::core::ratio::Ratio;
use crate::core::score::Score;
use crate::core::search::Algorithm;
use crate::core::study::AnyStudy;
use crate::core::trace::{Record, Shape, Trace};

impl Subject {
    /// Returns the letters of the leaves with unknown scores, each once.
    pub fn unknown_leaves(&self) -> Vec<String> {
        let SubjectGame::Tree { game, .. } = &self.game else { return Vec::new() };
        let mut names: Vec<String> = Vec::new();
        for (_, name) in game.unknown() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// Returns the letter of the unknown leaves, if they all have the same one.
    pub fn letter(&self) -> Option<String> {
        match self.unknown_leaves().as_slice() {
            [name] if name != ANY => Some(name.clone()),
            _ => None,
        }
    }

    /// Returns the names of the leaves with this letter. If several moves share a leaf's name, the line to the leaf is
    /// returned instead.
    pub fn leaves_of(&self, letter: &str) -> Vec<String> {
        let SubjectGame::Tree { game, .. } = &self.game else { return Vec::new() };
        let leaves = game.unknown().filter(|&(_, name)| name == letter);
        let name = |mv| match game.find(&game.name(mv)) {
            Some(_) => game.name(mv),
            None => names(game, mv).join(" "),
        };
        leaves.map(|(mv, _)| name(mv)).collect()
    }

    /// Returns the lines to the leaves with this letter.
    pub(crate) fn lines_of(&self, letter: &str) -> Vec<Vec<String>> {
        let SubjectGame::Tree { game, .. } = &self.game else { return Vec::new() };
        game.unknown().filter(|&(_, name)| name == letter).map(|(mv, _)| names(game, mv)).collect()
    }

    /// Returns the lowest and the highest value that a leaf can have; a missing value means no limit.
    pub fn value_range(&self) -> [Option<Ratio>; 2] {
        let SubjectGame::Tree { game, .. } = &self.game else { return [None, None] };
        let end = |score: Score| {
            (!score.is_infinite()).then(|| Ratio::new(score.ordinal().into(), 1000 * i128::from(game.scale())))
        };
        game.value_range().map_or([None, None], |limits| limits.map(end))
    }

    /// Returns the number of thousandths of which the score of every leaf must be a multiple.
    pub(crate) fn leaf_unit(&self) -> i64 {
        if let SubjectGame::Tree { game, .. } = &self.game { game.leaf_unit().into() } else { 1 }
    }

    /// Returns the factor by which all scores were multiplied to make every mean a whole number.
    pub(crate) fn scale(&self) -> i64 {
        if let SubjectGame::Tree { game, .. } = &self.game { game.scale().into() } else { 1 }
    }

    /// Returns whether there are chance nodes.
    pub(crate) fn has_chance(&self) -> bool {
        matches!(&self.game, SubjectGame::Tree { game, .. } if Movers::of(game).has_chance())
    }

    /// Returns whether there are chance nodes that a search with a window can cut off.
    pub fn cuts_at_chance(&self) -> bool {
        matches!(&self.game, SubjectGame::Tree { game, .. } if game.value_range().is_some()) && self.has_chance()
    }

    /// Returns the subject with a value for a letter, in a unit in which all compared scores are whole numbers.
    ///
    /// # Errors
    /// [`SubjectError::Cases`] if there is no such unit.
    pub fn with_letter(&self, letter: &str, value: Ratio) -> Result<Self, SubjectError> {
        let SubjectGame::Tree { game, overlay } = &self.game else { return Ok(self.clone()) };
        let (whole, scale) = (Ratio::whole(game.whole().into()), Ratio::whole(1000 * i128::from(game.scale())));
        let needed = (value * scale / whole).of();
        let finer = if self.cuts_at_chance() { game.parts() } else { 1 };
        let by = u32::try_from(needed).ok().zip(u32::try_from(finer).ok());
        let by = by.and_then(|(needed, finer)| needed.checked_mul(finer)).ok_or(SubjectError::Cases)?;
        let (Some(mut game), Some(overlay)) = (game.times(by), overlay.times(by)) else {
            return Err(SubjectError::Cases);
        };
        let score = value * scale * Ratio::whole(by.into());
        let most = i128::from(Score::LIMIT_PAWNS) * 1000;
        let score = i32::try_from(score.part()).ok().filter(|score| i128::from(*score).abs() <= most);
        let score = Score::from_millipawns(score.ok_or(SubjectError::Cases)?);
        let leaves: Vec<_> = game.unknown().filter(|&(_, name)| name == letter).map(|(mv, _)| mv).collect();
        for mv in leaves {
            game.set_score(mv, score);
            game.forget_unknown(mv);
        }
        Ok(Self { game: SubjectGame::Tree { game, overlay }, changes: Vec::new(), ..self.clone() })
    }

    /// Returns the unknown leaves that a line means: a letter, or a capital letter that was read as a small letter
    /// because it can only be a leaf.
    pub(super) fn letter_at(&self, line: &str) -> Option<String> {
        let SubjectGame::Tree { game, .. } = &self.game else { return None };
        let (name, known) = (line.trim(), self.unknown_leaves());
        let small = || Some(name.to_ascii_lowercase()).filter(|_| play_line(game, name).is_err());
        let is_known = |name: &String| known.contains(name);
        Some(name.to_owned()).filter(is_known).or_else(|| small().filter(is_known))
    }

    /// Gives a score to all leaves with this letter.
    pub(super) fn set_unknown(
        &mut self,
        letter: &str,
        score: Score,
        given: &mut LineOptions,
    ) -> Result<(), SubjectError> {
        once(&mut given.scored, vec![letter.to_owned()], letter)?;
        for name in self.leaves_of(letter) {
            self.set_score(&name, score, &mut LineOptions::default())?;
        }
        Ok(())
    }

    /// Rejects a search that reads a leaf with an unknown score.
    pub(super) fn refuse_unknown(&self, game: &TreeGame, study: &dyn AnyStudy) -> Result<(), SubjectError> {
        if game.unknown().next().is_none() {
            return Ok(());
        }
        let trace = study.trace().map_err(|error| SubjectError::Unknown(error.to_string()))?;
        let unknown: Vec<_> = game.unknown().map(|(mv, letter)| (names(game, mv), letter)).collect();
        let letter = |record: &Record| {
            let line = leaf_read(record)?;
            let (line, letter) = unknown.iter().find(|(unknown, _)| *unknown == line)?;
            Some((line, *letter))
        };
        let found = trace.records.iter().enumerate().find_map(|(at, record)| Some((at, letter(record)?)));
        let Some((at, (line, letter))) = found else { return Ok(()) };
        let place = place(&trace, line);
        let what = if letter == ANY { format!("the unknown leaf {place}") } else { format!("{letter} (at {place})") };
        let set = if letter == ANY { format!("--set \"{place}=3\"") } else { format!("--set {letter}=3") };
        let others = self.unknown_leaves();
        let hint = match self.letter() {
            Some(letter) => {
                format!("give it a value: {set}\n  or let `plywood explain` list what follows for each {letter}")
            }
            None if game.unknown().count() == 1 => {
                format!(
                    "give it a value: {set}\n  or write x there, and `plywood explain` lists what follows for each value of x"
                )
            }
            None if others.iter().any(|name| name == ANY) || others.len() < 2 => format!("give it a value: {set}"),
            None => format!("give values to all but one of {}: {set}", others.join(", ")),
        };
        Err(SubjectError::Unknown(format!("the search reads {what}: {}\n  {hint}", why(&trace, at, line))))
    }
}

/// Returns the line to the leaf whose score an event reports, if any.
fn leaf_read(record: &Record) -> Option<Vec<String>> {
    let (Event::Judged { mv, leaf: Some(_), .. } | Event::Created { mv, score: Some(_) }) = &record.event else {
        return None;
    };
    Some(record.line.iter().chain([mv]).cloned().collect())
}

/// Returns the names of the moves that lead to a leaf.
fn names(game: &TreeGame, mv: TreeMove) -> Vec<String> {
    game.line_to(mv).into_iter().map(|mv| game.name(mv)).collect()
}

/// Writes only the last move of a line if all names in the tree are unique, and otherwise the whole line.
fn place(trace: &Trace, line: &[String]) -> String {
    let is_unique = trace.header.shape.as_ref().is_some_and(Shape::has_unique_names);
    match line {
        [] => "the root".to_owned(),
        [.., last] if is_unique => last.clone(),
        _ => line.join(" "),
    }
}

/// Explains why a search reads this leaf; for example, it is the first move at its node, or the move before it did not
/// cause a cutoff.
fn why(trace: &Trace, at: usize, line: &[String]) -> String {
    let (above, ply) = (&line[..line.len() - 1], line.len() - 1);
    let node = place(trace, above);
    if trace.header.algorithm == Algorithm::Minimax.name() {
        return "minimax reads every leaf".to_owned();
    }
    let is_sibling = |record: &&Record| record.line == above && matches!(record.event, Event::Judged { .. });
    let before = trace.records[..at].iter().rev().find(is_sibling);
    let Some(Record { event: Event::Judged { mv, score, window, verdict, .. }, notes, .. }) = before else {
        return format!("it is the first move at {node}, and a search reads at least one move of a node");
    };
    let name = place(trace, &[above, std::slice::from_ref(mv)].concat());
    if *verdict == Verdict::Weighed {
        return format!("chance picks a move at {node}, so each of them counts");
    }
    let movers = trace.header.movers();
    let (sign, other) = if movers.at(ply) == Mover::Max { (">=", "MIN") } else { ("<=", "MAX") };
    let text = |score: Score| {
        let unit = 1000 * i128::from(trace.header.scale());
        Ratio::new(movers.at_max(ply, score).ordinal().into(), unit).to_string()
    };
    if window.beta.is_infinite() {
        return format!("{name} is {}, and {other} has no other move yet", text(*score));
    }
    let owner = notes.beta_set_by.as_ref().map(|line| format!(" of {}", place(trace, line))).unwrap_or_default();
    format!("{name} is {}, which is not {sign} the {}{owner}", text(*score), text(window.beta))
}
