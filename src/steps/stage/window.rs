//! The window of a state as it is seen: its ends, who set them, and the score beside them.

use crate::cursor::State;
use crate::hooks::{Event, Owner};
use crate::page::words::Words;
use crate::score::{Score, Window};

/// The window of a state, as the page sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SeenWindow {
    /// Both ends.
    pub window: Window,
    /// The score that the step puts beside it, if it does.
    pub score: Option<Score>,
    /// Who set alpha and beta.
    pub set_by: [Setter; 2],
    /// The half-moves from the root to the node whose window it is.
    pub ply: usize,
}

/// Who set an end of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setter {
    /// A move: its name and the line that ends with it.
    Move {
        /// How it is written.
        name: String,
        /// The moves from the root.
        line: Vec<String>,
    },
    /// A rule of the search: its word.
    Rule(&'static str),
    /// Nobody yet.
    Nobody,
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
    // The window is one of the node's own, whose ends somebody may have set.
    let is_own = !matches!(state.event.event, Event::Pass { .. } | Event::Again { .. } | Event::NullMove { .. });
    let setter = |owner: Option<&Owner<String>>, score: Score| match owner {
        Some(owner) => by_move(owner, &line, ply, words),
        None if score.is_infinite() || !is_own => Setter::Nobody,
        None => Setter::Rule(words.nobody().name()),
    };
    let set_by = [setter(alpha, window.alpha), setter(beta, window.beta)];
    let score = compared_score(state).map(|score| words.perspective.score(score, ply));
    Some(SeenWindow { window, score, set_by, ply })
}

fn by_move(owner: &Owner<String>, line: &[String], ply: usize, words: &Words<'_>) -> Setter {
    let line = owner.line(line);
    Setter::Move { name: words.owner(&line, ply), line }
}

/// The score that this step puts beside the window.
const fn compared_score(state: &State) -> Option<Score> {
    if let Event::Judged { score, .. }
    | Event::StandPat { score, .. }
    | Event::Pruned { score, .. }
    | Event::NullMove { score, .. } = state.event.event
    {
        Some(score)
    } else {
        None
    }
}

/// What stands in place of the window where the search has none.
pub(crate) fn best_here(seen: &SeenWindow, words: &Words<'_>) -> String {
    let best = [seen.window.alpha, seen.window.beta].into_iter().find(|score| !score.is_infinite());
    let best = best.map_or_else(|| "none".to_owned(), |score| words.style.score(score));
    format!("best so far at this node: {best} (no window, so no cutoff)")
}

/// Both ends in words, with who set them; where the search has no window, what stands in its place.
pub(crate) fn ends(seen: &SeenWindow, words: &Words<'_>, has_window: bool) -> Vec<String> {
    if !has_window {
        return vec![best_here(seen, words)];
    }
    let end = |name: &str, score: Score, by: &Setter| {
        let by = match by {
            Setter::Move { name, .. } => format!(" of {name}"),
            Setter::Rule(rule) => format!(" {rule}"),
            Setter::Nobody => String::new(),
        };
        format!("{name} {}{by}", words.style.score(score))
    };
    let [alpha, beta] = &seen.set_by;
    vec![end("alpha", seen.window.alpha, alpha), end("beta", seen.window.beta, beta)]
}
