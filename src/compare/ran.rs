//! A search that was run to be held beside others.

use super::rows::SearchRow;
use crate::study::{AnyStudy, StudyError};
use crate::trace::Header;
use crate::tree::{Keep, SearchTree};

/// More nodes than this are not compared one by one.
const MOST_NODES: usize = 500_000;

/// What one of the searches came to.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What it came to.
    pub row: SearchRow,
    /// What was searched and how.
    pub header: Header,
    /// Its tree, if it was kept.
    pub tree: Option<SearchTree>,
}

impl Ran {
    /// Runs a search. `inexact` names what its score does not have to agree with minimax for; the tree is kept if nodes are
    /// compared.
    ///
    /// # Errors
    /// [`StudyError`] if the search cannot be run, or not again for its tree.
    pub fn of(name: String, inexact: Vec<String>, study: &dyn AnyStudy, with_tree: bool) -> Result<Self, StudyError> {
        let row = SearchRow::new(name, inexact, study.solve()?);
        let keep = Keep { limit: MOST_NODES, ..Keep::ALL };
        let tree = if with_tree { Some(study.explain(&keep)?) } else { None };
        Ok(Self { row, header: study.header().clone(), tree })
    }
}
