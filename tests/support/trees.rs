//! Trees to search: literal ones and random ones.

use super::runs;
use plywood::Score;
use plywood::game::{Game, TreeGame};
use proptest::prelude::*;
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::any::Any;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// The names of the moves at each node, in generator order.
pub const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// A tree whose moves are named by letters; scores are in thousandths for the side to move at the root.
#[derive(Clone, Debug)]
pub struct Tree {
    pub score: i32,
    pub children: Vec<Tree>,
}

impl Tree {
    pub fn game(&self) -> TreeGame {
        let mut game = TreeGame::new();
        self.add_to(&mut game);
        game
    }

    fn add_to(&self, game: &mut TreeGame) {
        for (name, child) in NAMES.iter().zip(&self.children) {
            let mv = game.add(name, Score::from_millipawns(child.score));
            game.play(mv);
            child.add_to(game);
            game.undo();
        }
    }

    /// Returns the subtree that the moves `line` lead to.
    pub fn at<S: AsRef<str>>(&self, line: &[S]) -> &Self {
        line.iter().fold(self, |tree, name| &tree.children[index(name.as_ref())])
    }

    /// Returns the subtree that the moves `line` lead to, to be changed.
    pub fn at_mut<S: AsRef<str>>(&mut self, line: &[S]) -> &mut Self {
        line.iter().fold(self, |tree, name| &mut tree.children[index(name.as_ref())])
    }

    /// Returns the minimax value of a search to `depth` plies, for the side to move at the root; `max` says whether
    /// this side is to move at this node.
    pub fn value(&self, depth: usize, max: bool) -> i32 {
        let values = self.children.iter().map(|child| child.value(depth - 1, !max));
        match depth {
            0 => self.score,
            _ if max => values.max().unwrap_or(self.score),
            _ => values.min().unwrap_or(self.score),
        }
    }

    /// Reads nested lists of leaf scores, such as `[[1,2],[3]]`.
    pub fn parse(text: &str) -> Self {
        let mut lists = vec![Vec::new()];
        let mut number = String::new();
        for c in text.chars() {
            match c {
                '[' => lists.push(Vec::new()),
                '-' | '0'..='9' => number.push(c),
                ',' | ']' => {
                    if !number.is_empty() {
                        let score = 1000 * number.parse::<i32>().unwrap();
                        lists.last_mut().unwrap().push(Self { score, children: Vec::new() });
                        number.clear();
                    }
                    if c == ']' {
                        let children = lists.pop().unwrap();
                        lists.last_mut().unwrap().push(Self { score: 0, children });
                    }
                }
                _ => panic!("`{c}` in a tree"),
            }
        }
        lists.pop().unwrap().pop().unwrap()
    }
}

/// Returns the indices of `keys` sorted by key, stably.
pub fn in_order(keys: &[i32]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by_key(|&place| keys[place]);
    places
}

/// Returns the index of the move with this name.
fn index(name: &str) -> usize {
    NAMES.iter().position(|&other| other == name).unwrap()
}

/// Few different scores, so that there are ties, and inner nodes with their own scores.
fn score() -> BoxedStrategy<i32> {
    prop_oneof![(-3..=3).prop_map(|pawns| pawns * 1000), -2000..2000].boxed()
}

/// Trees of uneven depth up to `depth`, with one to four moves at a node. The root of a [`TreeGame`] scores 0.
pub fn uneven(depth: u32) -> BoxedStrategy<Tree> {
    branches(depth).prop_map(|tree| Tree { score: 0, ..tree }).boxed()
}

fn branches(depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 {
        return leaf();
    }
    Union::new_weighted(vec![(1, leaf()), (4, node(branches(depth - 1), 1..=4))]).boxed()
}

fn leaf() -> BoxedStrategy<Tree> {
    score().prop_map(|score| Tree { score, children: Vec::new() }).boxed()
}

/// Returns a node with this many children, each from `child`.
fn node(child: BoxedStrategy<Tree>, width: RangeInclusive<usize>) -> BoxedStrategy<Tree> {
    (score(), prop::collection::vec(child, width)).prop_map(|(score, children)| Tree { score, children }).boxed()
}

/// Trees in which each node has `width` moves and each leaf is `depth` plies deep.
pub fn uniform(width: usize, depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 { leaf() } else { node(uniform(width, depth - 1), width..=width) }
}

/// Checks a property on `cases` random inputs, the same in every run; without PLYWOOD_LONG, on a twentieth of them, but
/// at least twelve.
pub fn check<S: Strategy + 'static>(cases: u32, inputs: S, law: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    check_all(runs(cases).max(12).min(cases), inputs, law);
}

/// Checks a property on all `cases` random inputs, for tests in which certain cases must occur.
pub fn check_all<S: Strategy + 'static>(cases: u32, inputs: S, law: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    check_any(cases, &any_input(inputs), &|input| law(*(input as Box<dyn Any>).downcast().unwrap()));
}

/// An input of any kind, so that the code that generates and shrinks inputs is compiled once, not for each property.
trait Input: Any + Debug {}

impl<T: Any + Debug> Input for T {}

/// Separate from [`check_all`], so that it is compiled once for each kind of input.
fn any_input<S: Strategy + 'static>(inputs: S) -> BoxedStrategy<Box<dyn Input>> {
    inputs.prop_map(|input| Box::new(input) as Box<dyn Input>).boxed()
}

fn check_any(
    cases: u32,
    inputs: &BoxedStrategy<Box<dyn Input>>,
    law: &dyn Fn(Box<dyn Input>) -> Result<(), TestCaseError>,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(inputs, law) {
        panic!("{error}");
    }
}
