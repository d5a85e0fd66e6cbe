//! The counts of searches of known trees agree with published numbers.

use crate::gallery::watch::Counts;
use crate::support::trees::Tree;
use plywood::game::Game;
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Cut, Fail, Order, Settings};
use plywood::{Bound, Score};

fn run(tree: &str, depth: u32, cut: Cut) -> (String, Counts) {
    let mut counts = Counts::default();
    let settings = Settings::default().depth(depth).cut(cut).order(Order::None);
    let result = settings.search(&mut Tree::parse(tree).game(), &mut counts).unwrap();
    (result.score.to_string(), counts)
}

/// The example of Wikipedia's article on alpha-beta pruning.
pub const WIKIPEDIA: &str = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";

#[test]
fn the_wikipedia_tree() {
    let (score, counts) = run(WIKIPEDIA, 4, Cut::AtBeta);
    assert_eq!((score.as_str(), counts.nodes(), counts.leaves), ("6.000", 25, 9));
    assert_eq!(counts.cutoffs.len(), 5);
    assert!(counts.cutoffs.contains(&vec![1, 1]) && counts.cutoffs.contains(&vec![2, 0, 0]));
    let (score, counts) = run(WIKIPEDIA, 4, Cut::AboveBeta);
    assert_eq!((score.as_str(), counts.nodes(), counts.leaves), ("6.000", 26, 10));
    assert!(counts.distinct_leaves.contains(&vec![1, 0, 1, 1]), "the 9 beside the 6 is read");
}

/// A tie at a third root move, from a question about why equality causes a cutoff.
const EQUALITY: &str = "[[1,1],[5,3],[4,3,2]]";

#[test]
fn the_equality_tree() {
    let (score, counts) = run(EQUALITY, 2, Cut::AtBeta);
    assert_eq!((score.as_str(), counts.leaves), ("3.000", 6));
    let (score, counts) = run(EQUALITY, 2, Cut::AboveBeta);
    assert_eq!((score.as_str(), counts.leaves, counts.nodes()), ("3.000", 7, 11));
}

#[test]
fn the_third_move_of_the_equality_tree_returns_only_a_bound() {
    for (cut, expected) in [(Cut::AtBeta, 3000), (Cut::AboveBeta, 2000)] {
        let mut last = LastJudged(None);
        let settings = Settings::default().depth(2).cut(cut).fail(Fail::Soft).order(Order::None);
        settings.search(&mut Tree::parse(EQUALITY).game(), &mut last).unwrap();
        assert_eq!(last.0, Some((Score::from_millipawns(expected), Bound::Upper)));
    }
}

struct LastJudged(Option<(Score, Bound)>);

impl<G: Game> Hooks<G> for LastJudged {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        if let Event::Judged { score, bound, .. } = event {
            self.0 = Some((score, bound));
        }
        Flow::Continue(())
    }
}

/// Millipawns of the leaves of the five models of "A Window into Sargon", for the first side, with the root value, and
/// leaves and cutoffs for the two rules. Models 3 and 5 are 2 and 1 with the root moves swapped.
type Sargon = ([i32; 8], i32, [(usize, &'static [&'static [usize]]); 2]);

const SARGON: [Sargon; 5] = [
    ([3375, 3000, 3125, 3250, 9250, 5000, 9000, 5250], 9000, [(8, &[]), (8, &[])]),
    ([12000, -10000, 12000, -8000, 0, 0, 12000, 0], 12000, [(5, &[&[0, 1], &[1]]), (6, &[&[1]])]),
    ([0, 0, 12000, 0, 12000, -10000, 12000, -8000], 12000, [(6, &[&[0, 1], &[1, 1]]), (7, &[&[0, 1]])]),
    ([5125, 125, 12000, 5000, 375, 500, 250, 12000], 5125, [(5, &[&[0, 1], &[1]]), (5, &[&[0, 1], &[1]])]),
    ([9250, 5000, 9000, 5250, 3375, 3000, 3125, 3250], 9000, [(6, &[&[1]]), (6, &[&[1]])]),
];

#[test]
fn the_sargon_models() {
    for (leaves, value, expected) in SARGON {
        let node = |children: Vec<Tree>| Tree { score: 0, children };
        let leaf = |&score: &i32| Tree { score, children: Vec::new() };
        let pairs: Vec<Tree> = leaves.chunks(2).map(|pair| node(pair.iter().map(leaf).collect())).collect();
        let tree = node(pairs.chunks(2).map(|pair| node(pair.to_vec())).collect());
        for (cut, (count, cutoffs)) in Cut::ALL.iter().copied().zip(expected) {
            let mut counts = Counts::default();
            let settings = Settings::default().depth(3).cut(cut).order(Order::None);
            let result = settings.search(&mut tree.game(), &mut counts).unwrap();
            assert_eq!((result.score, counts.leaves), (Score::from_millipawns(value), count), "{leaves:?} {cut:?}");
            assert_eq!(counts.cutoffs, cutoffs, "{leaves:?} {cut:?}");
        }
    }
}

#[test]
fn minimax_reads_every_leaf() {
    for algorithm in [Algorithm::Minimax, Algorithm::Negamax] {
        let mut counts = Counts::default();
        Settings::plain(algorithm, 4, Order::None).search(&mut Tree::parse(WIKIPEDIA).game(), &mut counts).unwrap();
        assert_eq!((counts.nodes(), counts.leaves), (33, 14));
    }
}
