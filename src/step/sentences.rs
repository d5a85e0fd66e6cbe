//! The texts of a step: a sentence about its event, the window, and the questions asked before it.

use crate::core::cursor::State;
use crate::core::hooks::{Event, Owner, Verdict, technique_event};
use crate::core::score::{Bound, Score, Window};
use crate::core::sort::sort_by_key;
use crate::core::trace::Header;
use crate::core::tree::{Judgement, Node};
use crate::explain::log::technique;
use crate::page::comparison::{Comparison, Judged, Mark};
use crate::page::row::Row;
use crate::page::text::{capitalized, counted};
use crate::page::words::Words;

/// Describes what happened at this step.
pub(crate) fn sentence(state: &State, header: &Header, words: &Words<'_>) -> String {
    let record = &state.event;
    let subject = state.subject();
    let place = if subject.is_empty() { "the root".to_owned() } else { words.place(&subject) };
    let ply = subject.len();
    match record.event {
        Event::Root { .. } => format!("The search begins at the root: {} chooses there.", words.perspective.side(0)),
        Event::Enter { depth, window, ref moves } => {
            let (side, moves) = (words.perspective.side(ply), counted(moves.len() as u64, "move", "moves"));
            let place = if ply == 0 { "At the root".to_owned() } else { format!("After {place}") };
            let quiet = if depth == 0 { " in quiescence" } else { "" };
            let window = if !header.has_window() {
                String::new()
            } else {
                format!("; the window is {}", words.window(window, ply))
            };
            format!("{place} {side} has {moves} to try{quiet}{window}.")
        }
        Event::Created { score: None, .. } => format!("The position after {place} is created."),
        Event::Created { score: Some(score), .. } => {
            format!("The position after {place} is created; its static evaluation is {}.", words.score(score, ply - 1))
        }
        Event::Judged { .. } => judged(state, words),
        Event::Leave { score, bound } => {
            let value = words.bounded(score, bound, ply);
            match state.here() {
                _ if ply == 0 => format!("The search of the root ends: the root is worth {value}."),
                Some(here) if here.cut => format!("The cutoff ends the search of {place}: this node is worth {value}."),
                _ => format!("All moves after {place} were tried: this node is worth {value}."),
            }
        }
        Event::Settled { .. } | Event::Pass { .. } | technique_event!() => {
            let text = capitalized(&technique(record, words, &place));
            if text.ends_with('.') { text } else { format!("{text}.") }
        }
    }
}

/// Returns the child that the event is about, and its judgement.
fn child(state: &State) -> Option<(&Node, &Judgement)> {
    let mv = state.event.event.child()?;
    let child = state.here()?.node.children.iter().find(|child| child.name() == mv)?;
    Some((child, child.judgement.as_ref()?))
}

fn judged(state: &State, words: &Words<'_>) -> String {
    let subject = state.subject();
    let Some((child, judgement)) = child(state) else { return String::new() };
    let (name, ply) = (words.place(&subject), subject.len() - 1);
    let score = words.bounded(judgement.score, judgement.bound, ply);
    let mark = Mark::of(judgement.verdict, ply, words.perspective).word();
    let leaf = words.leaf(child.leaf, child.ending.as_deref(), child.name());
    let leaf = leaf.map(|leaf| format!(" ({leaf})")).unwrap_or_default();
    if let Some(weight) = judgement.weight {
        let at = if ply == 0 { "the root".to_owned() } else { words.place(&subject[..ply]) };
        let row = Row::drawn(words, weight, (judgement.score, judgement.window), judgement.verdict, ply);
        let drawn = format!("Chance picks a move at {at}: {name} is worth {score}, with probability {}", weight.text());
        let Verdict::Cutoff { skipped } = judgement.verdict else { return format!("{drawn}: {}.", row.verdict()) };
        let rest = if skipped == 0 { "So" } else { "Whatever the rest is worth," };
        let is_low = judgement.score <= judgement.window.alpha;
        let beyond = if is_low { "does not exceed alpha" } else { "is not below beta" };
        return format!("{drawn}. {rest} {at} {beyond}: {}.", row.verdict());
    }
    if judgement.order.is_none() {
        return format!("{name}{leaf} is worth {score}: {mark}, because a reply refuted it.");
    }
    let owners = words.owners(judgement, &subject);
    let judged = Judged { ply, score: judgement.score, window: judgement.window, owners, verdict: judgement.verdict };
    let (first, second) = judged.comparisons(words.perspective, words.rules);
    let (side, at) = (words.perspective.side(ply), &subject[..ply]);
    let at = if at.is_empty() { "at the root".to_owned() } else { format!("after {}", words.place(at)) };
    let is = if judgement.bound == Bound::Exact { "= " } else { "" };
    let to_move = format!("{side} to move {at}: {}{leaf} {is}{score}", words.mv(child.name(), ply));
    let is_first = judgement.verdict == Verdict::Best && first.threshold.is_infinite();
    let second = second.filter(|second| !second.threshold.is_infinite());
    let seen = (words.perspective.score(judgement.score, ply), words.perspective.bound(judgement.bound, ply));
    let second = second.map(|second| format!(" and {}", compared(&second, seen.0, words))).unwrap_or_default();
    if is_first {
        let comma = if second.is_empty() { "" } else { "," };
        return format!("{to_move}, the first score here{comma}{second}: {mark}.");
    }
    let (score, sign) = (words.style.apart(seen.0, seen.1), words.style.sign(first.sign));
    let against = words.style.among(first.threshold, [seen.0, first.opposite]) + &owner(&first, words);
    format!("{to_move} against {against}; {score} {sign} {}{second}: {mark}.", first.end.name())
}

/// Writes a comparison after its score: `>= beta 12.00 of 1...Nxg8`.
fn compared(one: &Comparison<String>, score: Score, words: &Words<'_>) -> String {
    format!("{} {}", words.style.sign(one.sign), threshold(one, score, words))
}

fn threshold(one: &Comparison<String>, score: Score, words: &Words<'_>) -> String {
    format!("{} {}{}", one.end.name(), words.style.among(one.threshold, [score, one.opposite]), owner(one, words))
}

/// Returns the owner of the bound with which a score is compared.
fn owner(one: &Comparison<String>, words: &Words<'_>) -> String {
    match &one.owner {
        Some(owner) => format!(" of {owner}"),
        None if one.threshold.is_infinite() => String::new(),
        None => format!(" {}", words.bound_label(one.threshold).name()),
    }
}

/// A yes-or-no question about the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YesNoQuestion {
    /// The question: `12.00 against beta 5.00 of 1...Kg8: cutoff?`
    pub text: String,
    /// Whether the right answer, according to the numbers in the question, is yes.
    pub answer: bool,
    /// The comparison that gives the answer.
    pub reason: String,
}

/// Returns the questions that lead to the verdict of this step: whether it is a cutoff and, if not, whether it is a new
/// best. If no bound is finite, there is nothing to ask.
pub fn questions(state: &State, words: &Words<'_>) -> Vec<YesNoQuestion> {
    let subject = state.subject();
    let Some((_, judgement)) = child(state).filter(|(_, judgement)| judgement.order.is_some()) else {
        return Vec::new();
    };
    let ply = subject.len() - 1;
    let comparisons = |verdict: Verdict| {
        let owners = words.owners(judgement, &subject);
        // Ask about the comparisons that a correct search makes: first with the bound that would cause a cutoff, and
        // then with the best score so far.
        let window = judgement.window;
        let score = if verdict == Verdict::Best { window.beta.below() } else { window.beta };
        Judged { ply, score, window, owners, verdict }.comparisons(words.perspective, words.rules)
    };
    let score = words.perspective.score(judgement.score, ply);
    let ask = |what: &str, yes: Comparison<String>, no: Option<Comparison<String>>| {
        let answer = yes.sign.holds(score, yes.threshold);
        let shown = if answer { Some(&yes) } else { no.as_ref() };
        let reason = shown.map(|one| format!("{} {}", words.style.score(score), compared(one, score, words)));
        YesNoQuestion {
            text: format!("{} against {}: {what}?", words.style.score(score), threshold(&yes, score, words)),
            answer,
            reason: reason.unwrap_or_default(),
        }
    };
    let (cutoff, _) = comparisons(Verdict::Cutoff { skipped: 0 });
    let (best, below) = comparisons(Verdict::Best);
    let mut questions = Vec::new();
    if !cutoff.threshold.is_infinite() {
        questions.push(ask("cutoff", cutoff, below));
    }
    if !best.threshold.is_infinite() && questions.iter().all(|question| !question.answer) {
        questions.push(ask("new best", best, Some(comparisons(Verdict::NotBest).0)));
    }
    questions
}

/// A multiple-choice question about the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The question: `Which window does 1...Rxg8 get?`
    pub text: String,
    /// The answers, in numerical order.
    pub options: Vec<String>,
    /// The index of the correct answer.
    pub right: usize,
    /// The reason.
    pub reason: String,
}

impl Choice {
    /// Returns a yes-or-no question.
    pub(crate) fn yes_or_no(text: String, is_yes: bool, reason: String) -> Self {
        Self { text, options: ["Yes", "No"].map(str::to_owned).to_vec(), right: usize::from(!is_yes), reason }
    }
}

/// Returns a question that asks which window a node gets. The wrong answers are its parent's window and the full
/// window. Returns `None` if there would be only one answer because all these windows are equal, or if the step does
/// not enter a node from its parent.
pub(crate) fn window_question(state: &State, words: &Words<'_>) -> Option<Choice> {
    let Event::Enter { window, .. } = state.event.event else { return None };
    let subject = state.subject();
    let ply = subject.len().checked_sub(1)?;
    let parent = state.line.get(ply)?;
    let shown = words.perspective.window(window, ply + 1);
    let now = words.perspective.window(parent.now, ply);
    let open = Window { alpha: Score::MIN, beta: Score::MAX };
    let mut windows = vec![shown, words.perspective.window(parent.node.window?, ply), open];
    sort_by_key(&mut windows, |window| (window.alpha, window.beta));
    windows.dedup();
    if windows.len() == 1 {
        return None;
    }
    let text = |window: &Window| format!("({},{})", words.style.score(window.alpha), words.style.score(window.beta));
    let reason = if shown == now { "its parent's current window, " } else { "the window is " };
    Some(Choice {
        text: format!("Which window does {} get?", words.place(&subject)),
        right: windows.iter().position(|window| *window == shown)?,
        reason: format!("{reason}{}", text(&shown)),
        options: windows.iter().map(text).collect(),
    })
}

/// The window of a state, in the page's view.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SeenWindow {
    /// Both bounds of the window.
    pub window: Window,
    /// The score that the step shows with the window, if any.
    pub score: Option<Score>,
    /// The owners of alpha and beta.
    pub set_by: [Setter; 2],
    /// The number of half-moves from the root to the node with this window.
    pub ply: usize,
}

/// The owner of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setter {
    /// A move: its name and the line that ends with it.
    Move {
        /// The move as the page writes it.
        name: String,
        /// The moves from the root.
        line: Vec<String>,
    },
    /// A rule of the search, in a word.
    Rule(&'static str),
    /// The bound is not set yet.
    Unset,
}

/// Returns the window of a state, if it has one.
pub(crate) fn seen(state: &State, words: &Words<'_>) -> Option<SeenWindow> {
    let window = state.window()?;
    let line = state.subject();
    let is_of_parent = matches!(state.event.event, Event::Judged { .. } | Event::Created { .. } | Event::Pruned { .. });
    let ply = line.len() - usize::from(is_of_parent);
    let window = words.perspective.window(window, ply);
    let [own, others] = state.owners();
    let [alpha, beta] = if words.perspective.flips(ply) { [others, own] } else { [own, others] };
    // Moves can have set the bounds only if this is the window of a node, not that of a pass, a re-search or a null
    // move.
    let is_own = !matches!(state.event.event, Event::Pass { .. } | Event::ReSearch { .. } | Event::NullMove { .. });
    let setter = |owner: Option<&Owner<String>>, score: Score| match owner {
        Some(owner) => {
            let line = owner.line(&line);
            Setter::Move { name: words.owner(&line, ply), line }
        }
        None if score.is_infinite() || !is_own => Setter::Unset,
        None => Setter::Rule(words.bound_label(score).name()),
    };
    let set_by = [setter(alpha, window.alpha), setter(beta, window.beta)];
    let score = compared_score(state).map(|score| words.perspective.score(score, ply));
    Some(SeenWindow { window, score, set_by, ply })
}

/// Returns the score that this step shows with the window.
const fn compared_score(state: &State) -> Option<Score> {
    match state.event.event {
        Event::Judged { score, .. } | Event::StandPat { score, .. } | Event::NullMove { score, .. } => Some(score),
        Event::Pruned { score, .. } => score,
        Event::Root { .. }
        | Event::Enter { .. }
        | Event::Created { .. }
        | Event::Settled { .. }
        | Event::Leave { .. }
        | Event::Pass { .. }
        | Event::Ordered { .. }
        | Event::TableHit { .. }
        | Event::Extended { .. }
        | Event::Reduced { .. }
        | Event::ReSearch { .. }
        | Event::Omitted { .. } => None,
    }
}

/// Returns the text shown instead of the window if the search has none.
pub(crate) fn best_here(seen: &SeenWindow, words: &Words<'_>) -> String {
    let best = [seen.window.alpha, seen.window.beta].into_iter().find(|score| !score.is_infinite());
    let best = best.map_or_else(|| "none".to_owned(), |score| words.style.score(score));
    format!("best so far at this node: {best} (no window, so no cutoff)")
}

/// Returns both bounds in words, with the moves that set them, or the replacement text if the search has no window.
pub(crate) fn ends(seen: &SeenWindow, words: &Words<'_>, has_window: bool) -> Vec<String> {
    if !has_window {
        return vec![best_here(seen, words)];
    }
    let end = |name: &str, score: Score, by: &Setter| {
        let by = match by {
            Setter::Move { name, .. } => format!(" of {name}"),
            Setter::Rule(rule) => format!(" {rule}"),
            Setter::Unset => String::new(),
        };
        format!("{name} {}{by}", words.style.score(score))
    };
    let [alpha, beta] = &seen.set_by;
    vec![end("alpha", seen.window.alpha, alpha), end("beta", seen.window.beta, beta)]
}
