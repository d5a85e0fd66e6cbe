//! The stops that trace the search (the window on its way down, the three cases, and cutoffs), and the list of all
//! stops.

use super::super::search::PageSearch;
use super::super::steps::{Maker, asked, kind};
use super::whole::{back_up, change, leaves, order};
use super::{Frame, Letters, TourMoment, TourStop, choice};
use crate::core::hooks::{Event, Verdict};
use crate::core::score::End;
use crate::core::study::StudyError;
use crate::exercise::value_is_safe;
use crate::page::text::counted;
use crate::page::words::Words;
use crate::step::{Choice, sentence};
use serde_json::json;

/// A cutoff that skips something.
struct TourCutoff<'a> {
    /// The number of the cutoff's event.
    moment: usize,
    /// The node whose search the cutoff ends.
    node: usize,
    /// The node whose move set the bound.
    owner: usize,
    score: String,
    end: End,
    skipped: Vec<usize>,
    letters: &'a Letters<'a>,
}

/// Returns all stops that the tree can show, in order.
pub(super) fn all(letters: &Letters<'_>, search: &PageSearch) -> Result<Vec<TourStop>, StudyError> {
    let words = letters.words();
    let guide = Guide { letters, words };
    let cuts = guide.cuts();
    let deep = cuts.iter().find(|cut| cut.is_deep());
    let shown = cuts.iter().find(|cut| !cut.is_deep()).or(deep);
    let first = deep.or(shown);
    let unread: Vec<usize> = first.into_iter().flat_map(TourCutoff::leaves).collect();
    let stops = [
        Some(leaves(letters)),
        Some(back_up(letters)),
        Some(change(letters, &unread)),
        first.and_then(|cut| guide.name(cut)),
        first.and_then(|cut| guide.walk(cut)),
        guide.cases(),
        shown.and_then(|cut| guide.cutoff(cut)),
        deep.and_then(|cut| guide.deep(cut)),
        Some(order(letters)?),
        guide.board(search),
    ];
    Ok(stops.into_iter().flatten().collect())
}

impl TourCutoff<'_> {
    /// Returns whether the bound was set above the node's parent.
    fn is_deep(&self) -> bool {
        1 < self.plies_up()
    }

    fn plies_up(&self) -> usize {
        self.letters.tree.node(self.node).ply - self.letters.tree.node(self.owner).ply + 1
    }

    fn leaves(&self) -> Vec<usize> {
        self.skipped.iter().flat_map(|&node| self.letters.tree.leaves_below(node)).collect()
    }

    fn skipped_names(&self) -> String {
        let names: Vec<&str> = self.skipped.iter().map(|&node| self.letters.name(node)).collect();
        names.join(" and ")
    }

    /// Returns the side that is already sure of the bound.
    fn owner_side(&self) -> &'static str {
        self.letters.side(self.letters.tree.node(self.owner).parent.unwrap_or_default())
    }
}

struct Guide<'a> {
    letters: &'a Letters<'a>,
    words: Words<'a>,
}

impl<'a> Guide<'a> {
    /// Returns the frame after an event.
    fn at(&self, moment: usize) -> Frame {
        let letters = self.letters;
        let moment = &letters.moments[moment];
        let mut maker = Maker::new(&letters.nodes, &self.words, letters.scale.clone());
        Frame {
            text: sentence(&moment.state, &letters.header, &self.words),
            cells: moment.cells.clone(),
            state: maker.state(&moment.state, &letters.header),
            ask: Vec::new(),
        }
    }

    /// Returns the frame after an event, but with this text.
    fn saying(&self, moment: usize, text: String) -> Frame {
        Frame { text, ..self.at(moment) }
    }

    /// Returns the frame after an event, preceded by the questions about that event.
    fn asked_at(&self, moment: usize) -> Frame {
        Frame { ask: asked(&self.letters.moments[moment].state, &self.words), ..self.at(moment) }
    }

    /// Returns the cutoffs that skip something, in order.
    fn cuts(&self) -> Vec<TourCutoff<'a>> {
        let letters = self.letters;
        let cut = |(moment, at): (usize, &'a TourMoment)| {
            let Event::Judged { verdict: Verdict::Cutoff { skipped: 1.. }, window, .. } = at.state.event.event else {
                return None;
            };
            let subject = at.state.subject();
            let (last, parent) = (letters.node(&subject), &subject[..subject.len() - 1]);
            let [_, beta] = at.state.owners();
            let owner = beta?;
            let node = letters.node(parent);
            let ply = parent.len();
            Some(TourCutoff {
                moment,
                node,
                owner: letters.node(&owner.line(&subject)),
                score: self.words.score(window.beta, ply),
                end: if self.words.perspective.flips(ply) { End::Alpha } else { End::Beta },
                skipped: letters.tree.node(node).children.iter().copied().filter(|&child| last < child).collect(),
                letters,
            })
        };
        letters.moments.iter().enumerate().filter_map(cut).collect()
    }

    /// Returns the stop about the bound and the move that set it.
    fn name(&self, cut: &TourCutoff<'_>) -> Option<TourStop> {
        let letters = self.letters;
        let entered = letters.entered(cut.node)?;
        let (name, owner, score, side) =
            (letters.name(cut.node), letters.name(cut.owner), &cut.score, cut.owner_side());
        let text = format!("The search enters {name}. By now {side} is sure of {score}, thanks to {owner}.");
        let ways = [format!("{score} and less"), format!("{score} and more")];
        let dead = &ways[usize::from(cut.end == End::Beta)];
        let asked = choice(
            format!("Which values of {name} would not change the root?"),
            ways.to_vec(),
            dead,
            format!("{side} is sure of {score}, thanks to {owner}"),
        )?;
        let (end, other, rival) = match cut.end {
            End::Alpha => ("alpha", "beta", "MIN"),
            End::Beta => ("beta", "alpha", "MAX"),
        };
        let told = format!(
            "{dead}: that is the dead range of {name}. It ends at {end}, the {score} of {owner}: the score that {side} is sure of. The score that {rival} is sure of is called {other}; it is infinite while {rival} has none."
        );
        let frames = vec![self.saying(entered, text), self.saying(entered, told).asking(asked)];
        Some(TourStop { title: "The dead range has a name", frames })
    }

    /// Returns the stop about the window on its way down to the node.
    fn walk(&self, cut: &TourCutoff<'_>) -> Option<TourStop> {
        let letters = self.letters;
        let path = letters.tree.path(cut.node);
        let entered: Option<Vec<usize>> = path.iter().map(|&node| letters.entered(node)).collect();
        let entered = entered?;
        let name = letters.name(cut.node);
        let text = format!("Walk down from the root to {name}. Each child gets its parent's current window.");
        let mut frames = vec![self.saying(entered.first()?.checked_sub(1)?, text)];
        frames.extend(entered.iter().map(|&moment| self.asked_at(moment)));
        Some(TourStop { title: "Walk down: the child gets the same window", frames })
    }

    /// Returns the stop about the three cases: the first move that is not better, the first new best, and the first
    /// cutoff that can be asked about.
    fn cases(&self) -> Option<TourStop> {
        let letters = self.letters;
        let first = |wanted: &str| {
            let fits =
                |moment: &TourMoment| kind(&moment.state) == wanted && !asked(&moment.state, &self.words).is_empty();
            letters.moments.iter().position(fits)
        };
        let mut found: Vec<usize> = ["none", "best", "cut"].into_iter().filter_map(first).collect();
        found.sort_unstable();
        let text = "A score is left of alpha, between alpha and beta, or right of beta. At a MAX node these mean no better, new best, and cutoff; at a MIN node, in reverse, cutoff, new best, and no better.";
        let mut frames = vec![self.saying(found.first()?.checked_sub(1)?, text.to_owned())];
        frames.extend(found.iter().map(|&moment| self.asked_at(moment)));
        Some(TourStop { title: "Three cases", frames })
    }

    fn cutoff(&self, cut: &TourCutoff<'_>) -> Option<TourStop> {
        let letters = self.letters;
        let leaves = cut.leaves();
        let is_safe = value_is_safe(letters.tree, &leaves.iter().copied().collect());
        let root = letters.score(letters.tree.minimax(0));
        let (skipped, any) = (cut.skipped_names(), counted(leaves.len() as u64, "leaf", "leaves"));
        let asked = Choice::yes_or_no(
            format!("Can the search skip {skipped} ({any}), whatever the values there?"),
            is_safe,
            format!("with any value there, the root {} {root}", if is_safe { "stays" } else { "need not be" }),
        );
        let told = format!(
            "{skipped}: not searched, and drawn dashed, with a double bar. With any value there, the root stays {root}."
        );
        let frames = vec![self.at(cut.moment), self.saying(cut.moment, told).asking(asked)];
        Some(TourStop { title: "The cutoff and what it skips", frames })
    }

    /// Returns the stop about a cutoff whose bound comes from far above.
    fn deep(&self, cut: &TourCutoff<'_>) -> Option<TourStop> {
        let letters = self.letters;
        let before = cut.moment.checked_sub(1)?;
        let path = letters.tree.path(cut.node);
        let (owner, score) = (letters.name(cut.owner), &cut.score);
        let name = letters.name(cut.node);
        let text = format!(
            "Back at {name}, {} below the root, just before a cutoff.",
            counted(path.len() as u64, "ply", "plies")
        );
        let mut options = vec![owner.to_owned()];
        options.extend(path.iter().rev().skip(1).map(|&node| letters.name(node).to_owned()));
        let asked = choice(
            format!("Whose score is the next score at {name} compared with?"),
            options,
            owner,
            format!(
                "{} is {score}, set by {owner}, {} up",
                cut.end.name(),
                counted(cut.plies_up() as u64, "ply", "plies")
            ),
        )?;
        let cut_at = self.at(cut.moment);
        let told = format!(
            "{} The bound was set {} above {name}: a deep cutoff.",
            cut_at.text,
            counted(cut.plies_up() as u64, "ply", "plies")
        );
        let frames = vec![self.saying(before, text), Frame { text: told, ..cut_at }.asking(asked)];
        Some(TourStop { title: "A deep cutoff", frames })
    }

    /// Returns the stop that shows a cutoff of the page's own search, on the board.
    fn board(&self, search: &PageSearch) -> Option<TourStop> {
        let (letters, header) = (self.letters, &search.tree.header);
        let steps = search.steps.as_ref().filter(|_| header.fen.is_some())?;
        let cut = steps.log.iter().position(|step| step.is_cutoff && !step.asked.is_empty())?;
        let real = Words::new(&search.style, header);
        let pairs: Vec<String> = letters
            .tree
            .node(0)
            .children
            .iter()
            .map(|&node| format!("{} is {}", letters.name(node), real.mv(&letters.tree.node(node).mv, 0)))
            .collect();
        let text = format!(
            "The letters were moves in a chess position: {}. The board shows the position of each step; the search is the same.",
            pairs.join(", ")
        );
        let cells = self.letters.moments.last()?.cells.clone();
        let frame = |text: String, step: usize| Frame::new(text, cells.clone(), None, &[]).with("real", json!(step));
        let mut judged = frame(steps.log[cut].sentence.clone(), cut + 1);
        judged.ask.clone_from(&steps.log[cut].asked);
        let last = format!(
            "This is the end of the tour. Best line: {}. Now go through all steps.",
            real.line(&search.tree.outcome.pv)
        );
        let frames = vec![frame(text, cut), judged, frame(last, steps.log.len())];
        Some(TourStop { title: "The same on a board", frames })
    }
}
