//! A search that was run to be held beside others.

use anyhow::Result;
use plywood::compare::{Comparison, Differences, Row};
use plywood::study::AnyStudy;
use plywood::trace::Header;
use plywood::tree::{Keep, SearchTree};
use serde::Serialize;
use std::io::Write;

/// More nodes than this are not compared one by one.
const MOST_NODES: usize = 500_000;

/// What one of the searches came to.
pub struct Ran {
    pub row: Row,
    pub header: Header,
    pub tree: Option<SearchTree>,
}

impl Ran {
    /// Runs a search. `inexact` names what its score does not have to agree with minimax for; the tree is kept if nodes are
    /// compared.
    pub fn of(name: String, inexact: Vec<String>, study: &dyn AnyStudy, with_tree: bool) -> Result<Self> {
        let row = Row::new(name, inexact, study.solve()?);
        let keep = Keep { limit: MOST_NODES, ..Keep::ALL };
        let tree = if with_tree { Some(study.explain(&keep)?) } else { None };
        Ok(Self { row, header: study.header().clone(), tree })
    }
}

/// How the trees of finished searches differ from the first of them.
pub fn differences(compared: &Comparison, trees: &[SearchTree]) -> Vec<Differences> {
    match trees.split_first() {
        Some((first, others)) if compared.is_complete() => {
            others.iter().map(|other| Differences::of(first, other)).collect()
        }
        _ => Vec::new(),
    }
}

/// Writes searches side by side as JSON; `differences` are those of each row but the first against the first.
pub fn write_json(comparison: &Comparison, differences: &[impl Serialize], out: &mut impl Write) -> Result<()> {
    #[derive(Serialize)]
    struct Document<'a, D> {
        #[serde(flatten)]
        comparison: &'a Comparison,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        differences: &'a [D],
    }
    serde_json::to_writer_pretty(&mut *out, &Document { comparison, differences })?;
    Ok(writeln!(out)?)
}
