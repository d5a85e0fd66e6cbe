//! The guided tour: ten stops on one small tree, from its leaves to deep cutoffs, each with its question.

mod change;
mod frame;
mod letters;
mod order;
mod stops;
mod whole;

use super::cells::Cells;
use super::search::PageSearch;
use super::steps::{Maker, frame_json};
use crate::exercise::PaperTree;
use crate::page::escape;
use crate::page::text::in_words;
use crate::study::StudyError;
use frame::TourStop;
use letters::Letters;
use serde_json::{Value, json};
use std::fmt::Write;

/// A tour as a page takes it.
pub(super) struct Tour {
    /// What stands in the page: the stops with their questions, for readers with and without scripts.
    pub text: String,
    /// What the script shows: the frames, in the form of the steps of a search.
    pub data: Value,
    /// The widths of the three columns behind the tree, in characters.
    pub widths: [usize; 3],
}

impl Tour {
    /// Makes the tour of a search, if its lesson asks for one and its tree can give it.
    ///
    /// # Errors
    /// [`StudyError`] if the tree cannot be searched in another order.
    pub(super) fn of(search: &PageSearch) -> Result<Option<Self>, StudyError> {
        let header = &search.tree.header;
        let (true, true, Some(tree)) = (header.tour, search.is_whole, PaperTree::of(header)) else { return Ok(None) };
        // The drawing's nodes have the numbers of the tree on paper.
        let parents = |node: usize| (search.nodes.all[node].parent, tree.node(node).parent);
        let is_same = search.nodes.all.len() == tree.nodes().len()
            && (0..tree.nodes().len()).map(parents).all(|(drawn, written)| drawn == written);
        if !is_same || !tree.is_max(0) || tree.height() < 2 {
            return Ok(None);
        }
        let letters = Letters::new(&tree, search.style)?;
        let stops = stops::all(&letters, search)?;
        Ok(Some(Self::written(&letters, &stops)))
    }

    fn written(letters: &Letters<'_>, stops: &[TourStop]) -> Self {
        let words = letters.words();
        let mut cells = Cells::new(&letters.nodes, &words);
        let mut maker = Maker::new(&letters.nodes, &words, letters.scale.clone());
        let (mut steps, mut sentences) = (Vec::new(), Vec::new());
        for (number, stop) in stops.iter().enumerate() {
            for frame in &stop.frames {
                let mut now = frame.state.clone();
                now.insert("stop".to_owned(), json!(number));
                cells.take_all(&frame.cells);
                steps.push(maker.step(now, &cells.changed(), &frame.ask));
                sentences.push(frame.text.as_str());
            }
        }
        let mut data = frame_json(&letters.nodes, &words, &letters.scale, &[], steps);
        data["sentences"] = json!(sentences);
        data["sides"] = json!([letters.side(0), words.perspective.side(1)]);
        if letters.tree.has_moves() {
            data["names"] = letters.nodes.all.iter().map(|shown| shown.row.name.as_str()).collect();
        }
        Self { text: text(stops), data, widths: cells.widths }
    }
}

/// The stops as text: what each is about, its question, and the answer folded away.
fn text(stops: &[TourStop]) -> String {
    let mut out = format!(
        "<section class=\"tour\" aria-label=\"The tour\">\n<h2>The tour: {} steps through this tree</h2>\n<ol>\n",
        in_words(stops.len() as u64)
    );
    for (number, stop) in stops.iter().enumerate() {
        let _ = write!(out, "<li><a href=\"#tour={0}\">{0}. <span>{1}</span></a>", number + 1, stop.title);
        if let (Some(first), Some(choice)) = (stop.frames.first(), stop.frames.iter().find_map(|one| one.ask.first())) {
            let answer = format!("{}: {}", choice.options[choice.right], choice.reason);
            let _ = write!(
                out,
                "<div class=\"told\"><p>{}</p><details><summary>{}</summary><p>{}</p></details></div>",
                escape::xml(&first.text),
                escape::xml(&choice.text),
                escape::xml(&answer)
            );
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n<p class=\"scripted\"><a href=\"#step=1\">All steps of the search</a></p>\n</section>\n");
    out
}
