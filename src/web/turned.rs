//! Trees for phones: with shorter words and, if a tree is wide, with its root on the left.

use super::cells::PageTwig;
use super::search::PageSearch;
use super::upright::{BESIDE, HEAD, LEAF, TIP, TreePlaces, UprightSvg, pixels, place};
use crate::page::packing::{Packing, upright};
use crate::page::words::Words;

/// The maximum width of an upright drawing on a phone, in pixels; it can shrink a little.
const MOST_ON_PHONE: i32 = 480;

/// Returns the drawing for a phone, with shorter words and, if the tree is wide, with its root on the left. Returns
/// `None` if the normal drawing suits a phone.
pub(super) fn narrow(search: &PageSearch, words: &Words<'_>, title: &str, key: &str) -> Option<String> {
    let (nodes, has_window) = (&search.nodes, search.tree.header.has_window());
    let wide =
        UprightSvg { nodes, words, has_window, is_narrow: !key.is_empty(), is_tall: false, is_turned: false, key };
    let narrow = UprightSvg { is_narrow: true, ..wide };
    let is_turned = narrow.needs_turn();
    (nodes.is_upright() && (is_turned || !wide.is_dense())).then(|| UprightSvg { is_turned, ..narrow }.draw(title))
}

impl UprightSvg<'_> {
    /// Returns whether the tree is too wide for a phone unless its root is on the left. Probabilities have room only at
    /// upright branches.
    pub(super) fn needs_turn(&self) -> bool {
        let has_chance = (0..self.nodes.all.len()).any(|node| self.is_chance(node));
        MOST_ON_PHONE < self.width() && !has_chance
    }

    /// Returns the places of all nodes if the root is on the left, and the size of the drawing.
    pub(super) fn turned(&self, halves: [i32; 2]) -> TreePlaces {
        let root = PageTwig::of(self.nodes, 0);
        let reach = |twig: &PageTwig| match twig.children.is_empty() {
            true => (LEAF + 3, LEAF + 5),
            false => (TIP + 16, TIP + if self.has_window { 16 } else { 2 }),
        };
        let spot = upright(&root, &reach, 2, Packing::Tight);
        let mut places = vec![(0, 0); self.nodes.all.len()];
        place(&spot, (HEAD + 14 + spot.reach.0, 0), 0, &mut places);
        let mut width = 0;
        for (node, at) in places.iter_mut().enumerate() {
            *at = (self.column(self.nodes.all[node].ply, halves), at.0);
            let behind = if self.nodes.is_leaf(node) {
                halves[1] + BESIDE + pixels(&self.name(node), 72) + 16
            } else {
                halves[0]
            };
            width = width.max(at.0 + behind + 2);
        }
        (places, (width, HEAD + 20 + spot.reach.0 + spot.reach.1))
    }

    /// Returns the middle of the column of a ply if the root is on the left.
    pub(super) fn column(&self, ply: usize, halves: [i32; 2]) -> i32 {
        4 + halves[0] + (2 * halves[0] + 20) * i32::try_from(ply).unwrap_or(0)
    }
}
