//! Notes null windows that are wider than one step of an engine's scores. An algorithm that plywood doesn't know may
//! use such windows.

use super::finding::{TraceValue, line_name};
use crate::core::score::{Score, ScoreKind, Window};
use crate::page::text::counted;
use std::collections::BTreeMap;

/// The widest window, in millipawns, that counts as a null window: ten centipawns.
const MOST: i64 = 100;

/// The steps between scores, and the widths of null windows.
#[derive(Debug, Default)]
pub(super) struct NullWidths {
    /// The greatest common divisor of all scores, in millipawns.
    step: i64,
    /// The number of null windows of each width, and the first node with such a window.
    widths: BTreeMap<i64, (u64, Vec<String>)>,
}

impl NullWidths {
    /// Notes a score of the search.
    pub(super) fn score(&mut self, score: Score) {
        if let ScoreKind::Millipawns(score) = score.kind() {
            let mut rest = i64::from(score).abs();
            while rest != 0 {
                (self.step, rest) = (rest, self.step % rest);
            }
        }
    }

    /// Notes a window that is narrower than the parent's.
    pub(super) fn window(&mut self, window: Window, line: &[String]) {
        self.note(window, MOST, line);
    }

    /// Notes the window of a pass that tests a score.
    pub(super) fn test(&mut self, window: Window) {
        self.note(window, i64::MAX, &[]);
    }

    fn note(&mut self, window: Window, most: i64, line: &[String]) {
        if let (ScoreKind::Millipawns(alpha), ScoreKind::Millipawns(beta)) = (window.alpha.kind(), window.beta.kind()) {
            let width = i64::from(beta - alpha);
            if (1..=most).contains(&width) {
                self.widths.entry(width).or_insert_with(|| (0, line.to_vec())).0 += 1;
            }
        }
    }

    /// Returns a sentence about the null windows that are wider than a step, or `None` if there are none.
    pub(super) fn remark(&self) -> Option<String> {
        let mut wide = self.widths.range(self.step + 1..);
        let (width, (_, line)) = wide.clone().next().filter(|_| self.step != 0)?;
        let count: u64 = wide.by_ref().map(|(_, (count, _))| count).sum();
        let [width, step] = [*width, self.step].map(|size| TraceValue::Score(Score::from_millipawns(size as i32)));
        let line = line_name(line);
        Some(format!(
            "{} {width} wide or more, although scores have steps of {step} (first: {line}). One step is enough: a score can fall inside a wider window.",
            counted(count, "null window is", "null windows are")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_is_the_greatest_common_divisor_of_the_scores() {
        let mut widths = NullWidths::default();
        assert_eq!(widths.remark(), None);
        [0, 120, -90, 0].into_iter().for_each(|score| widths.score(Score::from_millipawns(score)));
        assert_eq!(widths.step, 30);
        let window = |alpha, beta| Window::new(Score::from_millipawns(alpha), Score::from_millipawns(beta));
        widths.window(window(0, 30), &[]);
        widths.window(window(0, MOST as i32 + 1), &[]);
        assert_eq!(widths.remark(), None);
        widths.window(window(0, MOST as i32), &["e4".to_owned()]);
        widths.window(window(0, 31), &["d4".to_owned()]);
        let remark = widths.remark().unwrap();
        assert!(
            remark
                .starts_with("2 null windows are 0.031 wide or more, although scores have steps of 0.030 (first: d4)")
        );
    }
}
