//! How a subject is searched where somebody asks for some things and leaves the rest to it.

use super::Subject;
use crate::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, TableSettings, Techniques};

/// Depth for a position that says nothing about it.
pub const DEFAULT_DEPTH: u32 = 4;

/// What was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// How many plies to search.
    pub depth: Option<u32>,
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// The order of moves.
    pub order: Option<Order>,
    /// The techniques to add.
    pub techniques: Techniques,
    /// Which scores cut.
    pub cut: Cut,
    /// What a node returns whose score lies outside of its window.
    pub fail: Option<Fail>,
    /// How a transposition table is kept.
    pub table: TableSettings,
    /// A mistake to make.
    pub mistake: Option<Mistake>,
}

impl Asked {
    /// Returns the settings for a subject, which may ask for a depth and an order.
    #[must_use]
    pub fn settings(&self, subject: &Subject) -> Settings {
        let &Self { fail, cut, techniques, table, mistake, .. } = self;
        let order = self.order.or(subject.order).unwrap_or_else(|| techniques.order(subject.position().is_some()));
        Settings {
            algorithm: self.algorithm(subject),
            depth: self.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH),
            order,
            cut,
            fail,
            techniques,
            table,
            mistake,
        }
    }

    /// The algorithm that was asked for, else the lesson's, unless something is asked for that only alpha-beta does.
    fn algorithm(&self, subject: &Subject) -> Algorithm {
        let is_plain =
            self.techniques.is_empty() && self.mistake.is_none() && self.fail.is_none() && self.cut == Cut::default();
        self.algorithm.or(subject.caption.algorithm.filter(|_| is_plain)).unwrap_or_default()
    }
}
