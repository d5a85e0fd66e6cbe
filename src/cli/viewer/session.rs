//! The viewer's keys and screen: everything but the terminal.

// Another crate defines the keys, and the viewer ignores most of them.
#![allow(clippy::wildcard_enum_match_arm)]

use super::progress::bar;
use super::{Mode, Quiz};
use crate::cli::args::trace_source::FileCursor;
use crate::cli::command_error::Result;
use crate::core::cursor::{CursorError, Goal, Way};
use crate::core::hooks::{Event, Verdict};
use crate::core::study::spelled;
use crate::core::tree::Keep;
use crate::explain::{Code, TreeLook, why};
use crate::page::text::wrapped;
use crate::page::{Style, View, Words};
use crate::step::{Scene, frame, kept, questions, sentence};
use crossterm::event::{KeyCode, KeyEvent};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    More,
    Quit,
}

pub(crate) struct Session {
    cursor: FileCursor,
    /// The goal of a step forward or back.
    stop: Goal,
    /// The step whose questions are open.
    asked: usize,
    style: Style,
    /// The pseudocode, if the page cites its lines.
    code: Option<Code>,
    /// The quiz before the steps, if the viewer asks questions.
    ask: Option<Quiz>,
    typing: Option<(Typing, String)>,
    marks: HashMap<char, usize>,
    /// The last goal that the user looked for.
    sought: Option<Goal>,
    /// A page shown over the picture, with its scroll position.
    page: Option<(Vec<String>, usize)>,
    /// A message about the last key.
    word: String,
    /// The events that are cutoffs, once they are known.
    cutoffs: Option<Vec<usize>>,
}

/// On a terminal with at least this many lines, a bar shows how far the search has got.
const TALL: usize = 36;

impl Session {
    pub(crate) fn new(cursor: FileCursor, style: Style, (stop, ask): (Goal, Option<Mode>), has_code: bool) -> Self {
        Self {
            code: has_code.then(|| Code::of(cursor.header(), style.view)),
            cursor,
            stop,
            asked: 0,
            style,
            ask: ask.map(Quiz::new),
            typing: None,
            marks: HashMap::new(),
            sought: None,
            page: None,
            word: String::new(),
            cutoffs: None,
        }
    }

    /// Finds the cutoffs of a search whose tree is small enough to be drawn whole.
    fn find_cutoffs(&mut self) -> Result<()> {
        let mut found = Vec::new();
        if self.cutoffs.is_none() && kept(&self.cursor).is_some() {
            let here = self.cursor.step();
            self.cursor.go(1)?;
            while self.cursor.advance(&Goal::Cutoff, Way::Forward)? {
                // A cutoff that skips nothing doesn't count.
                if matches!(
                    self.cursor.state().event.event,
                    Event::Judged { verdict: Verdict::Cutoff { skipped: 1.. }, .. }
                ) {
                    found.push(self.cursor.step());
                }
            }
            self.cursor.go(here)?;
        }
        self.cutoffs.get_or_insert(found);
        Ok(())
    }

    /// Returns whether the user is typing text, so that each key is a letter of the text.
    pub(crate) const fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Shows the next step of automatic play; returns whether more steps follow.
    pub(crate) fn play(&mut self) -> Result<bool> {
        Ok(self.cursor.advance(&self.stop, Way::Forward)?)
    }

    pub(crate) fn frame(&mut self, width: usize, height: usize) -> Result<Vec<String>> {
        if let Some((text, from)) = &mut self.page {
            *from = (*from).min((text.len() + 1).saturating_sub(height));
            let mut lines: Vec<String> = text.iter().skip(*from).take(height - 1).cloned().collect();
            lines.resize(height - 1, String::new());
            lines.push("Up and Down scroll; any other key goes back".chars().take(width).collect());
            return Ok(lines);
        }
        let has_bar = TALL <= height && kept(&self.cursor).is_some();
        if has_bar {
            self.find_cutoffs()?;
        }
        let state = self.cursor.state();
        let tree = kept(&self.cursor).map(|keep| self.cursor.tree(&keep)).transpose()?;
        let header = self.cursor.header();
        let sentence = || sentence(&state, header, &Words::new(&self.style, header));
        let spoken = self.ask.as_ref().and_then(|quiz| quiz.spoken(sentence));
        let tally = self.ask.as_ref().map(|quiz| format!("{}  ", quiz.tally()));
        let hint = format!("-> next  c cutoff  w why  {}? keys  q quit", tally.unwrap_or_default());
        let message = match &self.typing {
            Some((wanted, text)) => Some(format!("{}{text}_", wanted.prompt())),
            None => Some(self.word.clone()).filter(|word| !word.is_empty()),
        };
        let scene = Scene {
            header,
            state: &state,
            tree: tree.as_ref(),
            style: self.style,
            instead: spoken.as_deref(),
            hint: &hint,
            message: message.as_deref(),
            code: self.code.clone(),
            look: TreeLook::default(),
        };
        let mut lines = frame(&scene, width, if has_bar { height - 1 } else { height });
        if has_bar {
            // While the viewer asks questions, a mark on a later event would give away an answer.
            let is_seen = |event: &&usize| self.ask.is_none() || **event <= state.step;
            let cutoffs: Vec<usize> = self.cutoffs.iter().flatten().filter(is_seen).copied().collect();
            lines.insert(1, bar(state.step, state.of, &cutoffs, width, &self.style));
        }
        Ok(lines)
    }

    /// Handles a key. On the last step, shows the marks if they were withheld until then.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Result<After> {
        let before = self.cursor.step();
        let after = self.pressed(key)?;
        if self.cursor.step() == self.cursor.len()
            && self.cursor.step() != before
            && let Some(marks) = self.ask.as_ref().and_then(Quiz::marks)
        {
            let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
            self.page = Some((lines(&marks), 0));
        }
        Ok(after)
    }

    fn pressed(&mut self, key: KeyEvent) -> Result<After> {
        self.word.clear();
        if self.page.is_some() {
            self.scroll(key.code);
            return Ok(After::More);
        }
        if let Some((wanted, text)) = self.typing.take() {
            self.typed(wanted, text, key.code)?;
            return Ok(After::More);
        }
        if self.answered(key.code)? {
            return Ok(After::More);
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(After::Quit),
            KeyCode::Char('/') => self.typing = Some((Typing::Place, String::new())),
            KeyCode::Char('g') => self.typing = Some((Typing::Step, String::new())),
            KeyCode::Char('m') => self.typing = Some((Typing::Mark, String::new())),
            KeyCode::Char('\'') => self.typing = Some((Typing::Jump, String::new())),
            KeyCode::Char('?') => self.page = Some((lines(HELP), 0)),
            KeyCode::Char('l') => self.page = Some((lines(LEGEND), 0)),
            KeyCode::Char('w') => self.page = Some((self.why()?, 0)),
            KeyCode::Char('v') => {
                self.style.view = if self.style.view == View::Minimax { View::Negamax } else { View::Minimax };
            }
            KeyCode::Home => self.go(1)?,
            KeyCode::End => self.go(self.cursor.len())?,
            code => self.step(code)?,
        }
        Ok(After::More)
    }

    /// Handles the keys that look for an event.
    fn step(&mut self, code: KeyCode) -> Result<()> {
        let (goal, way) = match code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') => return self.forward(),
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => (self.stop.clone(), Way::Back),
            KeyCode::Char(']') => (Goal::Over, Way::Forward),
            KeyCode::Char('[') => (Goal::Over, Way::Back),
            KeyCode::Char('o') => (Goal::Out, Way::Forward),
            KeyCode::Char('O') => (Goal::Out, Way::Back),
            KeyCode::Char('c') => (Goal::Cutoff, Way::Forward),
            KeyCode::Char('C') => (Goal::Cutoff, Way::Back),
            KeyCode::Char('b') => (Goal::NewBest, Way::Forward),
            KeyCode::Char('B') => (Goal::NewBest, Way::Back),
            KeyCode::Char('p') => (Goal::NewPv, Way::Forward),
            KeyCode::Char('P') => (Goal::NewPv, Way::Back),
            KeyCode::Char(letter @ ('n' | 'N')) => {
                let Some(goal) = self.sought.clone() else { return Ok(()) };
                (goal, if letter == 'n' { Way::Forward } else { Way::Back })
            }
            _ => {
                "? shows the keys".clone_into(&mut self.word);
                return Ok(());
            }
        };
        self.advance(&goal, way)
    }

    fn advance(&mut self, goal: &Goal, way: Way) -> Result<()> {
        self.forget_question();
        if !self.cursor.advance(goal, way)? {
            self.word = none(goal, way).to_owned();
        }
        Ok(())
    }

    fn go(&mut self, step: usize) -> Result<()> {
        self.forget_question();
        match self.cursor.go(step) {
            Err(error @ CursorError::Range { .. }) => self.word = error.to_string(),
            result => result?,
        }
        Ok(())
    }

    fn forget_question(&mut self) {
        if let Some(quiz) = &mut self.ask {
            quiz.forget();
        }
    }

    /// Goes one step forward. If the viewer asks questions, it first asks those about the next verdict.
    fn forward(&mut self) -> Result<()> {
        let was_asked = self.ask.as_ref().is_some_and(Quiz::is_waiting);
        if self.ask.is_none() || was_asked || self.cursor.step() == self.cursor.len() {
            return self.advance(&self.stop.clone(), Way::Forward);
        }
        let here = self.cursor.step();
        self.cursor.advance(&self.stop, Way::Forward)?;
        self.asked = self.cursor.step();
        let asked = questions(&self.cursor.state(), &Words::new(&self.style, self.cursor.header()));
        if !asked.is_empty() {
            self.cursor.go(here)?;
        }
        if let Some(quiz) = &mut self.ask {
            quiz.ask(asked);
        }
        Ok(())
    }

    /// Accepts an answer if a question is open; returns whether the key was an answer.
    fn answered(&mut self, code: KeyCode) -> Result<bool> {
        let Some(quiz) = self.ask.as_mut().filter(|quiz| quiz.is_waiting()) else { return Ok(false) };
        let said = match code {
            KeyCode::Char('y' | 'Y') => true,
            KeyCode::Char('n' | 'N') => false,
            _ => return Ok(false),
        };
        quiz.answer(said, self.asked);
        if !quiz.is_waiting() {
            self.cursor.go(self.asked)?;
        }
        Ok(true)
    }

    fn typed(&mut self, wanted: Typing, mut text: String, code: KeyCode) -> Result<()> {
        match code {
            KeyCode::Esc => {}
            KeyCode::Enter => self.entered(wanted, text.trim())?,
            KeyCode::Backspace => {
                text.pop();
                self.typing = Some((wanted, text));
            }
            KeyCode::Char(letter) if wanted.is_letter() => match (wanted, self.marks.get(&letter).copied()) {
                (Typing::Mark, _) => {
                    self.marks.insert(letter, self.cursor.step());
                    self.word = format!("' {letter} comes back here");
                }
                (_, Some(step)) => self.go(step)?,
                (_, None) => self.word = format!("there is no bookmark {letter}"),
            },
            KeyCode::Char(letter) => {
                text.push(letter);
                self.typing = Some((wanted, text));
            }
            _ => self.typing = Some((wanted, text)),
        }
        Ok(())
    }

    fn entered(&mut self, wanted: Typing, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if wanted == Typing::Step {
            return match text.parse() {
                Ok(step) => self.go(step),
                Err(_) => {
                    self.word = format!("expected a number from 1 to {}", self.cursor.len());
                    Ok(())
                }
            };
        }
        let without_number = |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned();
        let has_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let names =
            text.split_whitespace().map(|word| if has_number(word) { without_number(word) } else { word.to_owned() });
        let mut line: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let coordinates = Goal::Node(spelled(self.cursor.header(), &line));
        let goal = if line.len() == 1 { Goal::Move(line.remove(0)) } else { Goal::Node(line) };
        self.forget_question();
        for goal in [goal, coordinates] {
            self.sought = Some(goal.clone());
            if self.cursor.advance(&goal, Way::Forward)? || self.cursor.advance(&goal, Way::Back)? {
                return Ok(());
            }
        }
        self.word = format!("the search never visited {text}");
        Ok(())
    }

    /// Returns the verdict of the whole search on this step's node or, if the viewer asks questions, the verdict so
    /// far.
    fn why(&mut self) -> Result<Vec<String>> {
        let (here, line) = (self.cursor.step(), self.cursor.state().subject());
        if line.is_empty() {
            return Ok(vec!["The root has no verdict; ask about a move.".to_owned()]);
        }
        if self.ask.is_none() {
            self.cursor.go(self.cursor.len())?;
        }
        let tree = self.cursor.tree(&Keep { focus: line.clone(), ..Keep::FOLDED })?;
        self.cursor.go(here)?;
        let page = why(&tree, &line, &Words::new(&self.style, &tree.header), None);
        Ok(page.to_text(&self.style).lines().map(str::to_owned).collect())
    }

    fn scroll(&mut self, code: KeyCode) {
        if let Some((_, from)) = &mut self.page {
            match code {
                KeyCode::Down => *from += 1,
                KeyCode::Up => *from = from.saturating_sub(1),
                _ => self.page = None,
            }
        }
    }
}

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().flat_map(|line| if line.is_empty() { vec![String::new()] } else { wrapped(line, 80) }).collect()
}

/// Returns the message for an event that was not found.
const fn none(goal: &Goal, way: Way) -> &'static str {
    match (goal, way) {
        (Goal::Event | Goal::Step, Way::Forward) => "this is the last step",
        (Goal::Event | Goal::Step, Way::Back) => "this is the first step",
        (Goal::Over, Way::Forward) => "the node ends here; o goes out",
        (Goal::Over, Way::Back) => "the node begins here; O goes out",
        (_, Way::Forward) => "there is none after this step",
        (_, Way::Back) => "there is none before this step",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typing {
    Place,
    Step,
    Mark,
    Jump,
}

impl Typing {
    /// Returns the prompt before the typed text.
    const fn prompt(self) -> &'static str {
        match self {
            Self::Place => "line or move: ",
            Self::Step => "go to event: ",
            Self::Mark => "bookmark this step under the letter: ",
            Self::Jump => "go to the bookmark: ",
        }
    }

    /// Returns whether the text is a single letter, so that one key completes it.
    const fn is_letter(self) -> bool {
        matches!(self, Self::Mark | Self::Jump)
    }
}

const HELP: &[&str] = &[
    "Keys",
    "",
    "Right, Space    one step forward       Left       one step back",
    "]               skip a subtree         [          back over it",
    "o               out: the node's end    O          back to its beginning",
    "c               next cutoff            C          the previous one",
    "b               next new best          B          the previous one",
    "p               next best line         P          the previous one",
    "/               a line or a move       n  N       the next, the previous",
    "g               to event number        Home  End  first and last step",
    "m x             bookmark x             ' x        to bookmark x",
    "",
    "w  why this move got its verdict       v  whose view scores take",
    "l  legend                              ?  this page",
    "q  quit",
    "",
    "With --ask: y and n answer, Right shows the answer, Left goes back.",
];

/// The legend below the picture.
const LEGEND: &[&str] = &[
    "Legend",
    "",
    ">       the node of this step",
    "*       best line so far",
    "~       a branch that is not searched",
    "5.00    the score of a move, in the page's view",
    "<= >=   a bound: the score is at most, or at least, this value",
    "        (no score: nothing is known yet)",
    "",
    "The line below the tree is the window: ( alpha, ) beta, = between them.",
    "o is the score that is compared, @ a score that equals alpha or beta.",
    "Scores are in order there, but not to scale.",
    "",
    "A step enters a node, judges a score, or leaves a node. In between,",
    "positions are created; --every-event also stops there.",
];
