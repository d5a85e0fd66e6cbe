//! In every search, events come in the documented order.

use crate::gallery::watch::Balance;
use crate::support::trees::{check, uneven};
use plywood::search::{Algorithm, Mistake, Order, Settings, Technique, Techniques};

#[test]
fn every_algorithm_with_every_order_is_balanced() {
    check(200, (uneven(5), 1..=6_u32), |(tree, depth)| {
        for &algorithm in Algorithm::ALL {
            for order in [Order::Static, Order::None, Order::Random(7), Order::Best, Order::Worst] {
                for iterative in [Techniques::NONE, Techniques::NONE.with(Technique::Iterative)] {
                    let settings = Settings::plain(algorithm, depth, order).techniques(iterative);
                    let mut balance = Balance::default();
                    settings.search(&mut tree.game(), &mut balance).unwrap();
                    balance.assert_closed();
                }
            }
        }
        Ok(())
    });
}

#[test]
fn every_mistake_is_balanced() {
    check(200, (uneven(5), 1..=6_u32), |(tree, depth)| {
        for &mistake in Mistake::ALL {
            let settings = Settings::default().mistake(mistake).depth(depth);
            let mut balance = Balance::default();
            settings.search(&mut tree.game(), &mut balance).unwrap();
            balance.assert_closed();
        }
        Ok(())
    });
}
