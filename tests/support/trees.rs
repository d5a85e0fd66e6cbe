//! Trees to search: written down, and random ones.

use plywood::Score;
use plywood::game::{Game, TreeGame};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

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

/// Few different scores, so that there are ties, and inner nodes with scores of their own.
fn score() -> impl Strategy<Value = i32> + Clone {
    prop_oneof![(-3..=3).prop_map(|pawns| pawns * 1000), -2000..2000]
}

/// Trees of uneven depth up to `depth`, with one to four moves at a node.
pub fn uneven(depth: u32) -> impl Strategy<Value = Tree> {
    let leaf = score().prop_map(|score| Tree { score, children: Vec::new() });
    leaf.prop_recursive(depth, 300, 4, |inner| {
        (score(), prop::collection::vec(inner, 1..=4)).prop_map(|(score, children)| Tree { score, children })
    })
}

/// Trees in which each node has `width` moves and each leaf lies `depth` plies deep.
pub fn uniform(width: usize, depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 {
        return score().prop_map(|score| Tree { score, children: Vec::new() }).boxed();
    }
    (score(), prop::collection::vec(uniform(width, depth - 1), width))
        .prop_map(|(score, children)| Tree { score, children })
        .boxed()
}

/// Checks a law on the same `cases` random inputs every time.
pub fn check<S: Strategy>(cases: u32, strategy: S, law: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(&strategy, law) {
        panic!("{error}");
    }
}
