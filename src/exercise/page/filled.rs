//! Answers on a copy of the sheet, or with the numbers of its questions: leaves out what the sheet prints, and puts the
//! name of the question before an answer that has only its number.

use super::super::questions::answers::AnswerReader;
use super::super::text_format::{has_subject, is_names};
use super::super::{Answers, Exercise, Question, read_answers};
use crate::core::text::strip_bom;
use crate::page::{Charset, FORMS, Style};
use std::collections::HashSet;

impl Exercise {
    /// Reads what a student handed in: answers, or the sheet with answers on it.
    pub fn read(&self, text: &str) -> Answers {
        let text = strip_bom(text);
        if text.trim_start().starts_with('{') {
            return read_answers(text, &self.tree);
        }
        let questions = self.asked.iter().filter(|question| !question.is_in_tree()).copied().collect();
        let mut sheet =
            FilledSheet { exercise: self, printed: printed(self), questions, pending: None, was_printed: false };
        let lines: Vec<String> = text.lines().map(|line| sheet.answer(&plain(line))).collect();
        read_answers(&lines.join("\n"), &self.tree)
    }
}

/// Returns a line without what Markdown adds to it.
fn plain(line: &str) -> String {
    let escapes = [("\\_", "_"), ("\\>", ">"), ("\\<", "<"), ("&lt;", "<"), ("&gt;", ">")];
    let line = escapes.iter().fold(line.to_owned(), |line, (escape, sign)| line.replace(escape, sign));
    if line.trim_start().starts_with("| ") && line.trim_end().ends_with('|') { line.replace('|', " ") } else { line }
}

/// Returns the words of a line with one space between them.
fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the lines of the sheet as text and as Markdown.
fn printed(exercise: &Exercise) -> HashSet<String> {
    let mut lines = HashSet::new();
    for (form, charset) in [(0, Charset::Ascii), (0, Charset::Unicode), (1, Charset::Ascii)] {
        let style = FORMS[form].style(&Style { charset, ..Style::default() });
        let mut page = Vec::new();
        // Writing to memory does not fail.
        let _ = FORMS[form].write(&exercise.sheet(false, &style), &style, &mut page);
        lines.extend(String::from_utf8_lossy(&page).lines().map(|line| spaced(&plain(line))));
    }
    lines
}

/// Splits `1. B2 B3`, `(1) B2 B3` or `1: B2 B3` after its number.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start_matches('(');
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let rest = line[end..].strip_prefix(['.', ')', ':'])?;
    if rest.starts_with(|c: char| c.is_ascii_digit()) { None } else { Some((line[..end].parse().ok()?, rest.trim())) }
}

/// A sheet that is read line by line.
struct FilledSheet<'a> {
    exercise: &'a Exercise,
    printed: HashSet<String>,
    /// The questions below the tree.
    questions: Vec<Question>,
    /// The question whose number came last, if its answer has not come yet.
    pending: Option<Question>,
    /// Whether the last line is one that the sheet prints.
    was_printed: bool,
}

impl FilledSheet<'_> {
    /// Returns the answer in a line, after the name of its question; empty if the sheet prints the line.
    fn answer(&mut self, line: &str) -> String {
        let words = spaced(line);
        if words.is_empty() || words.starts_with('#') || words.to_lowercase().starts_with("exercise") {
            return words;
        }
        let reader = AnswerReader::new(&self.exercise.tree);
        // A list of leaves may look like a line of names below the tree.
        let may_be_list = self.pending.is_some() || !self.was_printed;
        self.was_printed = self.printed.contains(&words) && !(may_be_list && is_names(&words, &reader));
        let number = numbered(&words).filter(|(_, rest)| self.was_printed || !self.is_moves(rest));
        let rest = number.map_or(line, |(_, rest)| rest);
        let may_answer = number.is_some() || self.pending.is_some();
        if !self.was_printed && (!may_answer || has_subject(rest, &reader)) {
            self.pending = None;
            return rest.to_owned();
        }
        let question = number.and_then(|(number, _)| self.questions.get(number.checked_sub(1)?));
        self.pending = question.copied().or(self.pending);
        let Some(question) = self.pending.filter(|_| !self.was_printed) else {
            return if self.was_printed { String::new() } else { line.to_owned() };
        };
        let is_start = |printed: &&String| !printed.contains('_') && !is_names(printed, &reader);
        let starts = self.printed.iter().filter(is_start).filter_map(|printed| words.strip_prefix(printed.as_str()));
        let behind = starts.filter(|rest| rest.starts_with([' ', '_'])).min_by_key(|rest| rest.len());
        let answer = behind.unwrap_or(rest).trim_matches(|c: char| c == '_' || c.is_whitespace());
        if answer.is_empty() {
            return String::new();
        }
        self.pending = None;
        format!("{}: {answer}", question.name(&self.exercise.tree))
    }

    /// Returns whether a text has a move in it that is not the name of a node: `1. Qg8+ Nxg8` is not an answer to the
    /// first question.
    fn is_moves(&self, text: &str) -> bool {
        let tree = &self.exercise.tree;
        let is_move = |word: &str| tree.find(word).is_none() && tree.nodes().iter().any(|node| node.mv == word);
        tree.numbering().is_some() && text.split_whitespace().any(is_move)
    }
}
