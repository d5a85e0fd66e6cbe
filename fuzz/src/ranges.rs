//! Trees whose leaves have a range, as with `--leaves`: the search has the result of plain minimax and skips only
//! leaves that could not have changed it, and `verify` finds it right.

use super::bytes::Endless;
use super::laws;
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, Model};
use plywood::score::ScoreKind;
use plywood::search::{Algorithm, Cut, Fail, Order, Settings, Technique, Techniques};
use plywood::study::Limits;
use plywood::trace::NodeName;
use std::fmt;

/// How many values are tried for the skipped leaves of a tree.
const REPLACEMENTS: usize = 4;

pub fn ranges(input: &[u8]) {
    let mut choices = Endless::new(input);
    let range = range(&mut choices);
    let height = 1 + choices.below(4);
    let mut leaves = Vec::new();
    let first = [Role::Max, Role::Min][choices.below(2)];
    let tree = grown(&mut choices, height, (0, first), &mut leaves, range);
    let text = tree.written(&leaves).to_string();
    let model = Model::from_typed(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut subject = Subject::from(Lesson::new(&model).unwrap_or_else(|error| panic!("{text}: {error}")));
    let ends = range.map(|end| end.map(f64::from));
    subject.limit_leaves(ends).unwrap_or_else(|error| panic!("{text}: {error}"));
    let settings = settings(&mut choices);
    let Ok(study) = subject.study(&settings, None, Limits::default()) else { return };
    let outcome = study.solve().unwrap_or_else(|error| panic!("{text}: {error}"));
    let about = || format!("{text} {range:?} {settings:?}");
    let header = study.header();
    let score = header.movers().at_max(0, outcome.score.expect("the search is complete"));
    let ScoreKind::Millipawns(score) = score.kind() else { panic!("{score}: {}", about()) };
    let value = tree.value(&leaves);
    assert_eq!(f64::from(score) / f64::from(header.scale()) / 1000.0, value, "{}", about());
    let best = outcome.best.as_deref().expect("a tree has a move");
    assert_eq!(tree.below(best).value(&leaves), value, "{best}: {}", about());
    laws::study(&*study);
    // Whatever the skipped leaves are worth, the result is the same.
    let skipped = outcome.pruned.iter().flatten().filter_map(leaf_number);
    let skipped: Vec<usize> = skipped.collect();
    assert_eq!(skipped.len(), outcome.pruned.iter().flatten().count(), "{}", about());
    for _ in 0..REPLACEMENTS {
        let mut others = leaves.clone();
        for &leaf in &skipped {
            others[leaf] = leaf_value(&mut choices, range);
        }
        assert_eq!(tree.value(&others), value, "{others:?}: {}", about());
    }
}

/// Returns the number of a leaf in its name, which the list of skipped leaves may give alone or at the end of its line.
fn leaf_number(leaf: &NodeName) -> Option<usize> {
    let name = match leaf {
        NodeName::Name(name) => name,
        NodeName::Line(line) => line.last()?,
    };
    name.strip_prefix('v')?.parse().ok()
}

/// The least and the greatest value of a leaf; at least one of them is given.
fn range(choices: &mut Endless<'_>) -> [Option<i32>; 2] {
    let least = choices.below(7) as i32 - 4;
    let most = least + choices.below(5) as i32;
    [[Some(least), Some(most)], [Some(least), None], [None, Some(most)]][choices.below(3)]
}

/// A value inside the range, half the time at one of its ends.
fn leaf_value(choices: &mut Endless<'_>, [least, most]: [Option<i32>; 2]) -> i32 {
    let (least, most) =
        (least.unwrap_or_else(|| most.unwrap_or(0) - 6), most.unwrap_or_else(|| least.unwrap_or(0) + 6));
    match choices.below(4) {
        0 => least,
        1 => most,
        _ => least + choices.below((most - least + 1) as usize) as i32,
    }
}

fn settings(choices: &mut Endless<'_>) -> Settings {
    let algorithm =
        [Algorithm::AlphaBeta, Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Negamax][choices.below(4)];
    let order = [Order::None, Order::RightToLeft, Order::Best, Order::Worst][choices.below(4)];
    let plain = Settings::plain(algorithm, 9, order);
    let techniques: Techniques = [Technique::Killers, Technique::History, Technique::Iterative, Technique::Aspiration]
        .into_iter()
        .filter(|_| choices.below(4) == 0)
        .collect();
    let fail = [None, Some(Fail::Soft), Some(Fail::Hard)][choices.below(3)];
    let cut = [Cut::AtBeta, Cut::AboveBeta][choices.below(2)];
    let tries = [plain.fail(fail).cut(cut).techniques(techniques), plain.fail(fail).cut(cut), plain];
    let possible = tries.into_iter().find(|settings| settings.validate::<plywood::game::TreeGame>().is_ok());
    possible.unwrap_or(plain)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Max,
    Min,
    Chance,
}

enum Node {
    /// The index of a leaf.
    Leaf(usize),
    Inner(Role, Vec<Node>),
}

/// A node, to be written.
struct Written<'a>(&'a Node, &'a [i32]);

/// Returns a random tree. Roles are the same on each ply, as in every tree that plywood reads.
fn grown(
    choices: &mut Endless<'_>,
    height: usize,
    (ply, role): (usize, Role),
    leaves: &mut Vec<i32>,
    range: [Option<i32>; 2],
) -> Node {
    if ply != 0 && (height < ply || choices.below(5) == 0) {
        leaves.push(leaf_value(choices, range));
        return Node::Leaf(leaves.len() - 1);
    }
    // Means of two or four numbers are exact.
    let children = match role {
        Role::Chance => [1, 2, 4][choices.below(3)],
        Role::Max | Role::Min => 1 + choices.below(3),
    };
    let below = match (role, height % 2) {
        (Role::Max, 0) => Role::Min,
        (Role::Min, 0) => Role::Max,
        (Role::Chance, _) => {
            if ply % 4 == 1 {
                Role::Min
            } else {
                Role::Max
            }
        }
        (_, _) => Role::Chance,
    };
    Node::Inner(role, (0..children).map(|_| grown(choices, height, (ply + 1, below), leaves, range)).collect())
}

impl Node {
    fn written<'a>(&'a self, leaves: &'a [i32]) -> Written<'a> {
        Written(self, leaves)
    }

    /// The value by plain minimax.
    fn value(&self, leaves: &[i32]) -> f64 {
        match self {
            Self::Leaf(leaf) => f64::from(leaves[*leaf]),
            Self::Inner(role, children) => {
                let values = children.iter().map(|child| child.value(leaves));
                match role {
                    Role::Max => values.fold(f64::NEG_INFINITY, f64::max),
                    Role::Min => values.fold(f64::INFINITY, f64::min),
                    Role::Chance => values.sum::<f64>() / children.len() as f64,
                }
            }
        }
    }

    /// The child of the root with this name: a leaf has its own name, and other children have capital letters.
    fn below(&self, name: &str) -> &Self {
        let Self::Inner(_, children) = self else { panic!("the root is a leaf") };
        let is_named = |(index, child): &(usize, &Self)| match child {
            Self::Leaf(leaf) => name == format!("v{leaf}"),
            Self::Inner(..) => name == char::from(b'A' + *index as u8).to_string(),
        };
        children.iter().enumerate().find(is_named).unwrap_or_else(|| panic!("there is no move {name}")).1
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(node, leaves) = self;
        match node {
            Node::Leaf(leaf) => write!(f, "v{leaf}={}", leaves[*leaf]),
            Node::Inner(role, children) => {
                f.write_str(match role {
                    Role::Max => "max",
                    Role::Min => "min",
                    Role::Chance => "chance",
                })?;
                for (index, child) in children.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { "(" } else { " " }, child.written(leaves))?;
                }
                f.write_str(")")
            }
        }
    }
}
