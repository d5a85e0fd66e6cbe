//! Random trees for exercises: drawn until one has what was wished for.

use super::shape::{Bush, Dice, TreeShape};
use super::solution::{ExerciseSearch, Solution};
use super::tree::PaperTree;
use super::{Exercise, ExerciseError};
use crate::model::{Item, Lesson, Model, ModelMove, Questions};
use crate::search::{Cut, Mistake};
use std::ops::RangeInclusive;

/// What a tree is wished to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The level of difficulty that the rest began as, if it did.
    pub level: Option<u8>,
    pub shape: TreeShape,
    pub cuts: RangeInclusive<usize>,
    /// Whether a bound from further up than the parent has to cut.
    pub deep: bool,
    pub ties: bool,
    pub negative: bool,
    pub best_later: bool,
    pub items: Vec<Item>,
}

/// The usual shape: the one of an examination, see `docs/teaching.md`.
const USUAL: &[(usize, usize)] = &[(3, 3), (3, 3), (2, 2)];

impl Default for Wish {
    fn default() -> Self {
        Self {
            level: None,
            shape: TreeShape::Plies(USUAL.to_vec()),
            cuts: 1..=usize::MAX,
            deep: false,
            ties: false,
            negative: false,
            best_later: false,
            items: Vec::new(),
        }
    }
}

impl Wish {
    /// The highest level.
    pub const LEVELS: u8 = 5;

    /// Returns what is usual for a level of difficulty, 1 to 5; beyond these the nearest.
    pub fn level(level: u8) -> Self {
        use Item as I;
        let plies = |plies: &[usize]| TreeShape::Plies(plies.iter().map(|&moves| (moves, moves)).collect());
        let level = level.clamp(1, Self::LEVELS);
        let usual = Self { level: Some(level), ..Self::default() };
        let some = vec![I::Values, I::Pruned, I::Best];
        let more = vec![I::Values, I::Windows, I::Pruned, I::Best];
        let most = vec![I::Values, I::Windows, I::Pruned, I::Cutoffs, I::Range, I::Best, I::Pv];
        let deep = Self { shape: plies(&[3, 2, 2, 2]), deep: true, negative: true, best_later: true, ..usual.clone() };
        match level {
            1 => Self { shape: plies(&[3, 3]), items: some, ..usual },
            2 => Self { shape: plies(&[3, 2, 2]), best_later: true, items: more, ..usual },
            3 => Self { cuts: 2..=4, negative: true, best_later: true, items: most, ..usual },
            4 => deep,
            _ => Self { ties: true, ..deep },
        }
    }

    /// The words of the command that says the same, beside the seed.
    pub fn options(&self) -> String {
        let usual = self.level.map(Self::level).unwrap_or_default();
        let mut words = Vec::from_iter(self.level.map(|level| format!("--level {level}")));
        if self.level.is_none() || self.shape != usual.shape {
            words.push(format!("--shape {}", self.shape));
        }
        match (*self.cuts.start(), *self.cuts.end()) {
            _ if self.cuts == usual.cuts => {}
            (least, usize::MAX) => words.push(format!("--cuts {least}..")),
            (least, most) => words.push(format!("--cuts {least}..{most}")),
        }
        let flags = [
            (self.deep && !usual.deep, "--deep"),
            (self.ties && !usual.ties, "--ties"),
            (self.negative && !usual.negative, "--negative"),
        ];
        words.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| (*word).to_owned()));
        words.join(" ")
    }
}

/// Why there is no such tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WishError {
    #[error("no tree of shape {shape} can have {what}: {why}")]
    Impossible { shape: String, what: &'static str, why: &'static str },
    #[error("none of {draws} random trees of shape {shape} has what was wished for: {what}")]
    NotFound { shape: String, draws: usize, what: String },
    #[error(transparent)]
    Exercise(#[from] ExerciseError),
}

/// What an exercise is like: by this it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    pub read: usize,
    pub skipped: usize,
    pub cuts: usize,
    pub last_child_cuts: bool,
    /// Whether a bound from further up than the parent cuts.
    pub is_deep: bool,
    pub has_ties: bool,
    pub best_is_later: bool,
    /// Whether the right search reads other leaves or finds another result than each wrong one.
    pub is_told_apart: bool,
}

impl Features {
    /// Finds them out by as many searches as there are mistakes.
    pub fn of(tree: &PaperTree) -> Self {
        let right = Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta));
        let strict = Solution::of(tree, ExerciseSearch::Right(Cut::AboveBeta));
        let read = |solution: &Solution| solution.reads.iter().map(|read| read.leaf).collect::<Vec<_>>();
        let found =
            |solution: &Solution| (read(solution), solution.best(), solution.visits[0].as_ref().map(|root| root.found));
        let wrong = |&mistake: &Mistake| Solution::of(tree, ExerciseSearch::Wrong(mistake));
        // Without ties nobody can tell the rules for ties apart.
        let mut mistakes = Mistake::ALL.iter().filter(|mistake| **mistake != Mistake::Strict);
        Self {
            read: right.reads.len(),
            skipped: tree.leaves().count() - right.reads.len(),
            cuts: right.real_cutoffs(),
            last_child_cuts: right.cutoffs.iter().any(|(_, skipped)| *skipped == 0),
            is_deep: read(&right) != read(&wrong(&Mistake::NoDeepBounds)),
            has_ties: read(&right) != read(&strict),
            best_is_later: right.best() != Some(1),
            is_told_apart: mistakes.all(|mistake| found(&wrong(mistake)) != found(&right)),
        }
    }
}

/// So many trees are drawn before the generator gives up.
const MOST_DRAWS: usize = 5000;
/// So many of those that are as wished are looked at for one that skips enough and tells all mistakes apart.
const CHOICE: usize = 40;
/// A tree that skips fewer leaves shows little of what alpha-beta saves.
const ENOUGH: usize = 2;

/// Makes exercises as they are wished for.
#[derive(Clone, Debug)]
pub struct Generator {
    pub wish: Wish,
}

impl Generator {
    /// Draws trees from a seed until one is as wished. Of those, one is preferred that skips a subtree or several leaves, and
    /// of these one on which no well-known mistake has the answers of the right search.
    pub fn make(&self, seed: u64) -> Result<Model, WishError> {
        self.check()?;
        let mut dice = Dice::new(seed);
        let mut lacking = [0; 5];
        let mut best: Option<((bool, bool), Model)> = None;
        let mut good = 0;
        for _ in 0..MOST_DRAWS {
            let model = draw_with(&self.wish, &mut dice);
            let lesson = Lesson::new(&model).map_err(|_| ExerciseError::Open)?;
            let features = Features::of(&Exercise::new(&lesson)?.tree);
            let lacks = self.lacks(&features);
            if lacks.iter().any(|&lacks| lacks) {
                lacking.iter_mut().zip(lacks).for_each(|(count, lacks)| *count += usize::from(lacks));
                continue;
            }
            good += 1;
            let rank = (ENOUGH <= features.skipped, features.is_told_apart);
            if best.as_ref().is_none_or(|(other, _)| *other < rank) {
                best = Some((rank, model));
            }
            if rank == (true, true) || CHOICE <= good {
                break;
            }
        }
        best.map(|(_, model)| self.titled(model, seed)).ok_or_else(|| self.not_found(lacking))
    }

    fn check(&self) -> Result<(), WishError> {
        let shape = &self.wish.shape;
        let impossible = |what, why| Err(WishError::Impossible { shape: shape.to_string(), what, why });
        if self.wish.deep && shape.height() < 4 {
            return impossible("a deep cutoff", "the bound has to come from three plies up, which takes four plies");
        }
        if shape.width() < 2 && self.wish.cuts.start() != &0 {
            return impossible("cutoffs", "there is no choice anywhere");
        }
        Ok(())
    }

    fn lacks(&self, features: &Features) -> [bool; 5] {
        [
            features.cuts < *self.wish.cuts.start(),
            *self.wish.cuts.end() < features.cuts,
            self.wish.deep && !features.is_deep,
            self.wish.ties && !features.has_ties,
            self.wish.best_later && !features.best_is_later,
        ]
    }

    fn not_found(&self, lacking: [usize; 5]) -> WishError {
        let what =
            ["too few cutoffs", "too many cutoffs", "no deep cutoff", "no tie that matters", "the first move best"];
        let told = lacking.iter().zip(what).filter(|(count, _)| **count != 0);
        let told: Vec<String> = told.map(|(count, what)| format!("{count} had {what}")).collect();
        WishError::NotFound { shape: self.wish.shape.to_string(), draws: MOST_DRAWS, what: told.join(", ") }
    }

    fn titled(&self, model: Model, seed: u64) -> Model {
        let made = format!("plywood {} exercise new {} --seed {seed}", env!("CARGO_PKG_VERSION"), self.wish.options());
        let exercise = Questions { items: self.wish.items.clone(), made, ..Questions::default() };
        Model {
            title: format!("Alpha-beta by hand: {}, seed {seed}", self.wish.shape),
            exercise: Some(exercise),
            ..model
        }
    }
}

/// Draws one tree, whatever it is like: what a wish says of cutoffs is not looked at.
pub fn draw(wish: &Wish, seed: u64) -> Model {
    draw_with(wish, &mut Dice::new(seed))
}

fn draw_with(wish: &Wish, dice: &mut Dice) -> Model {
    let bush = wish.shape.grow(dice);
    let leaves = count_leaves(&bush);
    let mut values: Vec<i32> = match wish.ties {
        // One to nine, so that some come several times.
        true => (0..leaves).map(|_| 1 + dice.below(9) as i32).collect(),
        false => (1..=leaves as i32).collect(),
    };
    for index in (1..values.len()).rev() {
        values.swap(index, dice.below(index + 1));
    }
    if wish.negative {
        let shift = if wish.ties { 4 } else { leaves as i32 / 3 + 1 };
        values.iter_mut().for_each(|value| *value -= shift);
    }
    let model = Model { moves: moves(&bush, &mut values.into_iter()), ..Model::default() };
    // The text of the tree has the names that a typed tree gets.
    Model::from_typed(&model.to_string()).unwrap_or(model)
}

fn count_leaves(bush: &Bush) -> usize {
    if bush.0.is_empty() { 1 } else { bush.0.iter().map(count_leaves).sum() }
}

fn moves(bush: &Bush, values: &mut dyn Iterator<Item = i32>) -> Vec<ModelMove> {
    let mut nodes = Vec::new();
    for child in &bush.0 {
        nodes.push(match child.0.is_empty() {
            true => ModelMove { score: values.next().map(f64::from), ..ModelMove::default() },
            false => ModelMove { moves: Some(moves(child, values)), ..ModelMove::default() },
        });
    }
    nodes
}
