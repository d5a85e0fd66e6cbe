//! In an exact search, the result of every node is true, not only that of the root.

use crate::gallery::algorithms::every_exact_way;
use crate::gallery::techniques::exact_ways;
use crate::gallery::watch::Truth;
use crate::support::in_turn;
use crate::support::trees::{check, uneven};
use plywood::game::TreeGame;
use plywood::search::Settings;

#[test]
fn every_score_is_exact_or_a_bound_on_the_right_side() {
    let ways: Vec<Vec<Settings>> = (1..=5)
        .map(|depth| every_exact_way(depth).into_iter().chain(exact_ways::<TreeGame>(depth)).collect())
        .collect();
    check(40, (uneven(5), 1..=5_u32), |(tree, depth)| {
        // All settings, or some that depend on the tree.
        for settings in in_turn(&ways[depth as usize - 1], tree.children.len(), 5) {
            let mut truth = Truth::default();
            settings.search(&mut tree.game(), &mut truth).unwrap();
            assert!(0 < truth.checked || tree.children.is_empty());
        }
        Ok(())
    });
}
