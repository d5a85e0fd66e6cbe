//! How often techniques were at work, and how often they had to be.

use crate::search::Technique;

/// How often techniques were at work, and how often they had to be and were not.
#[derive(Clone, Debug, Default)]
pub(super) struct TechniqueMarks {
    /// Whether something is left out, where techniques may have been at work.
    pub is_partial: bool,
    made: [u64; Technique::ALL.len()],
    missed: [u64; Technique::ALL.len()],
    /// Where each had to be at work first.
    first: [Option<Vec<String>>; Technique::ALL.len()],
}

impl TechniqueMarks {
    /// A technique was at work.
    pub(super) fn mark(&mut self, technique: Technique) {
        self.made[technique as usize] += 1;
    }

    /// A technique had to be at work at a line, and was not.
    pub(super) fn miss(&mut self, technique: Technique, line: &[String]) {
        let at = technique as usize;
        self.missed[at] += 1;
        self.first[at].get_or_insert_with(|| line.to_vec());
    }

    /// How often a technique that was never at work had to be, and where first.
    pub(super) fn missed(&self, technique: Technique) -> (u64, Vec<String>) {
        let at = technique as usize;
        let count = if self.made[at] == 0 && !self.is_partial { self.missed[at] } else { 0 };
        (count, self.first[at].clone().unwrap_or_default())
    }
}
