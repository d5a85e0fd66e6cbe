//! The questions before the steps of a search, the answers to them, and the marks.

use crate::steps::stage::YesNoQuestion;
use clap::ValueEnum;

/// What happens after a wrong answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// The answer is shown, and the search goes on
    #[default]
    Fix,
    /// The question is asked again, now without a point
    Undo,
    /// Nothing is said before the last step; then all marks are shown
    Final,
}

/// What was asked and answered so far.
#[derive(Debug, Default)]
pub(super) struct Quiz {
    mode: Mode,
    /// The questions before the next step that were not answered yet.
    open: Vec<YesNoQuestion>,
    /// What was said to the last answer.
    reply: String,
    /// Whether the first of the open questions was answered wrong before.
    is_repeated: bool,
    asked: usize,
    right: usize,
    /// What was answered wrong, a text each.
    wrong: Vec<String>,
}

impl Quiz {
    pub(super) fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Asks these before the next step.
    pub(super) fn ask(&mut self, questions: Vec<YesNoQuestion>) {
        self.forget();
        self.open = questions;
    }

    /// Returns whether an answer is wanted.
    pub(super) const fn is_waiting(&self) -> bool {
        !self.open.is_empty()
    }

    /// Drops what was not answered.
    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.reply.clear();
        self.is_repeated = false;
    }

    /// Takes an answer to the first open question, before step `step`.
    pub(super) fn answer(&mut self, said: bool, step: usize) {
        let Some(question) = self.open.first() else { return };
        let is_right = said == question.answer;
        self.asked += usize::from(!self.is_repeated);
        self.right += usize::from(is_right && !self.is_repeated);
        if !is_right && !self.is_repeated {
            let said = if said { "yes" } else { "no" };
            self.wrong.push(format!("Step {step}: {} You said {said}, but {}.", question.text, question.reason));
        }
        let word = if is_right { "Right" } else { "No" };
        self.is_repeated = !is_right && self.mode == Mode::Undo;
        // Behind the last answer the sentence of the step says the same with more words.
        self.reply = match self.mode {
            Mode::Final => String::new(),
            Mode::Undo if !is_right => "No. Compare once more:".to_owned(),
            _ if self.open.len() == 1 => format!("{word}."),
            Mode::Fix | Mode::Undo => format!("{word}: {}.", question.reason),
        };
        if !self.is_repeated {
            self.open.remove(0);
        }
    }

    /// Returns what is said in place of the sentence of the step, which `sentence` gives, if anything is.
    pub(super) fn spoken(&self, sentence: impl FnOnce() -> String) -> Option<String> {
        match self.open.first() {
            Some(question) => Some(format!("{} {} (y/n)", self.reply, question.text).trim().to_owned()),
            None if self.reply.is_empty() => None,
            None => Some(format!("{} {}", self.reply, sentence())),
        }
    }

    /// Returns how many answers were right, or while that is kept back, how many were given.
    pub(super) fn tally(&self) -> String {
        match self.mode {
            Mode::Final => format!("{} answered", self.asked),
            Mode::Fix | Mode::Undo => format!("{} of {} right", self.right, self.asked),
        }
    }

    /// Returns the marks for the end of the search, if they were kept back until then.
    pub(super) fn marks(&self) -> Option<Vec<String>> {
        let first = format!("{} of {} right.", self.right, self.asked);
        (self.mode == Mode::Final && 0 < self.asked).then(|| [first].into_iter().chain(self.wrong.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(answer: bool) -> YesNoQuestion {
        YesNoQuestion { text: "3 against beta 3: cutoff?".into(), answer, reason: "3 >= 3".into() }
    }

    fn asked(mode: Mode, answers: &[bool]) -> Quiz {
        let mut quiz = Quiz::new(mode);
        quiz.ask(vec![question(true), question(false)]);
        for &said in answers {
            quiz.answer(said, 7);
        }
        quiz
    }

    #[test]
    fn fix_shows_the_answer_and_goes_on() {
        let quiz = asked(Mode::Fix, &[false]);
        let spoken = quiz.spoken(String::new).unwrap();
        assert_eq!(spoken, "No: 3 >= 3. 3 against beta 3: cutoff? (y/n)");
        let quiz = asked(Mode::Fix, &[false, false]);
        assert!(!quiz.is_waiting());
        assert_eq!((quiz.tally().as_str(), quiz.marks()), ("1 of 2 right", None));
    }

    #[test]
    fn undo_asks_again_and_the_point_is_lost() {
        let quiz = asked(Mode::Undo, &[false]);
        assert_eq!(quiz.spoken(String::new).unwrap(), "No. Compare once more: 3 against beta 3: cutoff? (y/n)");
        let quiz = asked(Mode::Undo, &[false, false, true, false]);
        assert!(!quiz.is_waiting());
        assert_eq!(quiz.tally(), "1 of 2 right");
    }

    #[test]
    fn final_says_nothing_before_the_end() {
        let quiz = asked(Mode::Final, &[false]);
        assert_eq!(quiz.spoken(String::new).unwrap(), "3 against beta 3: cutoff? (y/n)");
        assert_eq!(quiz.tally(), "1 answered");
        let marks = asked(Mode::Final, &[false, false]).marks().unwrap();
        assert_eq!(marks, ["1 of 2 right.", "Step 7: 3 against beta 3: cutoff? You said no, but 3 >= 3."]);
    }
}
