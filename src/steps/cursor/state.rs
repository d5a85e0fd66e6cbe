//! A state of a search in names: everything that is known after one of its events.

use super::board::{Board, board};
use super::fold::{Level, Standing, StateFold};
use crate::hooks::Owner;
use crate::recording::{Label, Replay};
use crate::score::{Score, Window};
use crate::trace::{Record, Statistics};
use crate::tree::Node;

/// Everything that is known of a search after one of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The number of the event, from 1.
    pub step: usize,
    /// How many events there are.
    pub of: usize,
    /// The event.
    pub event: Record,
    /// The nodes on the way to where it happened that were entered, root first. After its last event a node is still there,
    /// with its value.
    pub line: Vec<Standing>,
    /// The board at what the event is about, if the game has one that can be shown.
    pub board: Option<Board>,
    /// The best play so far.
    pub pv: Vec<String>,
    /// The score of the best root move so far, for the side to move at the root.
    pub score: Option<Score>,
    /// What was counted so far.
    pub counts: Statistics,
}

impl State {
    /// Returns the node where the event happened, if it was entered: for the verdict on a child, its parent.
    #[must_use]
    pub fn here(&self) -> Option<&Standing> {
        self.line.last()
    }

    /// Returns the moves to what the event is about: to the child, if it is about one, else to the node.
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        self.event.subject()
    }

    /// Returns the window of the event: that of a comparison, or of a node that is entered, or else the one that holds now at
    /// the node where it happened. For the side to move there.
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        use crate::hooks::Event as E;
        if let E::Judged { window, .. }
        | E::Enter { window, .. }
        | E::Pass { window, .. }
        | E::StandPat { window, .. }
        | E::Pruned { window, .. }
        | E::Again { window, .. }
        | E::NullMove { window, .. } = self.event.event
        {
            Some(window)
        } else {
            self.here().map(|standing| standing.now)
        }
    }

    /// Returns who had set alpha and beta of that [window](Self::window).
    #[must_use]
    pub fn owners(&self) -> [Option<&Owner<String>>; 2] {
        use crate::hooks::Event as E;
        let Some(here) = self.here() else { return [None, None] };
        let own = [here.alpha_set_by.as_ref(), here.beta_set_by.as_ref()];
        if let E::Judged { mv, .. } = &self.event.event {
            // A new best has set alpha itself; what it was compared with stands in its judgement.
            let child = here.node.children.iter().find(|child| child.name() == mv);
            let judgement = child.and_then(|child| child.judgement.as_ref());
            judgement.map_or(own, |one| [one.alpha_set_by.as_ref(), one.beta_set_by.as_ref()])
        } else if let E::Pass { .. } | E::Again { .. } | E::NullMove { .. } = &self.event.event {
            // These are asked at a node that was not entered, with a window of its own.
            [None, None]
        } else {
            own
        }
    }
}

/// Gives names to a state; `children` says which ones of a node on the line, given its ply, belong to it.
pub(super) fn named<'a>(
    fold: &'a StateFold,
    names: &Replay,
    ((step, of), root): ((usize, usize), Option<&str>),
    event: Record,
    children: impl Fn(usize, &'a Level) -> &'a [Node<Label>],
) -> State {
    let name = |label: Label| names.name(label).to_owned();
    let owner = |owner: Owner<Label>| Owner { ply: owner.ply, mv: name(owner.mv) };
    let pv = fold.lines.pv();
    let line = fold.standing.iter().enumerate().map(|(ply, level)| {
        let [alpha, beta] = fold.owners(ply);
        Standing {
            node: named_node(&level.node, children(ply, level), names),
            now: level.now,
            alpha_set_by: alpha.map(owner),
            beta_set_by: beta.map(owner),
            cut: level.cut,
        }
    });
    State {
        step,
        of,
        board: root.and_then(|root| board(root, &event.subject())),
        event,
        line: line.collect(),
        pv: pv.line.iter().map(|&label| name(label)).collect(),
        score: pv.score,
        counts: fold.counter.statistics,
    }
}

fn named_node(node: &Node<Label>, children: &[Node<Label>], names: &Replay) -> Node {
    let name = |label: Label| names.name(label).to_owned();
    let children = children.iter().map(|child| named_node(child, &child.children, names)).collect();
    node.renamed(node.mv.map(name), children, |&Owner { ply, mv }| Owner { ply, mv: name(mv) })
}
