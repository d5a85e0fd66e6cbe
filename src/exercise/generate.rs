//! Generates random trees for exercises until one meets the requirements, and reads the shapes of trees: `3x3x2`,
//! `3x1..3x2`, or brackets with a dot for each leaf.

use super::solution::{ExerciseSearch, Solution};
use super::tree::PaperTree;
use super::{Exercise, ExerciseError, MOST_NODES};
use crate::core::random::Rng;
use crate::core::search::{Cut, Mistake};
use crate::lessons::model::{Lesson, Model, QuestionKind, Questions};
use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseSpec {
    /// The level of difficulty from which the other fields were set, if a level was given.
    pub level: Option<u8>,
    pub shape: TreeShape,
    pub cuts: RangeInclusive<usize>,
    /// Whether there must be a deep cutoff, that is, a cutoff by a bound that was set above the parent.
    pub deep: bool,
    pub ties: bool,
    pub negative: bool,
    pub best_later: bool,
    pub items: Vec<QuestionKind>,
}

/// The default shape, as in exams; see `docs/teaching.md`.
const USUAL: &[(usize, usize)] = &[(3, 3), (3, 3), (2, 2)];

impl Default for ExerciseSpec {
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

impl ExerciseSpec {
    pub const LEVELS: u8 = 5;

    /// Returns the settings for a level of difficulty, 1 to 5; other numbers get the nearest level.
    pub fn level(level: u8) -> Self {
        use QuestionKind as I;
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

    /// Returns the command-line options that express these settings, apart from the seed.
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

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseSpecError {
    #[error("no tree of shape {shape} can have {what}: {why}")]
    Impossible { shape: String, what: &'static str, why: &'static str },
    #[error("none of {draws} random trees of shape {shape} meets your conditions: {what}; try {advice}")]
    NotFound { shape: String, draws: usize, what: String, advice: &'static str },
    #[error(transparent)]
    Exercise(#[from] ExerciseError),
}

/// The properties that decide whether a tree is chosen for an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    pub read: usize,
    pub skipped: usize,
    pub cuts: usize,
    pub last_child_cuts: bool,
    /// Whether there is a deep cutoff, that is, a cutoff by a bound that was set above the parent.
    pub is_deep: bool,
    pub has_ties: bool,
    pub best_is_later: bool,
    /// Whether every wrong search differs from the correct search in the leaves that it reads or in its result.
    pub is_told_apart: bool,
}

impl Features {
    /// Determines these properties with one search per mistake.
    pub fn of(tree: &PaperTree) -> Self {
        let right = Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta));
        let strict = Solution::of(tree, ExerciseSearch::Right(Cut::AboveBeta));
        let found = |solution: &Solution| {
            (solution.order(), solution.best(), solution.visits[0].as_ref().map(|root| root.found))
        };
        let wrong = |&mistake: &Mistake| Solution::of(tree, ExerciseSearch::Wrong(mistake));
        // `Strict` changes only the rule for ties, so a tree without ties cannot show it.
        let mut mistakes = Mistake::ALL.iter().filter(|mistake| **mistake != Mistake::Strict);
        Self {
            read: right.reads.len(),
            skipped: tree.leaves().count() - right.reads.len(),
            cuts: right.real_cutoffs(),
            last_child_cuts: right.cutoffs.iter().any(|(_, skipped)| *skipped == 0),
            is_deep: right.order() != wrong(&Mistake::NoDeepBounds).order(),
            has_ties: right.order() != strict.order(),
            best_is_later: right.best() != Some(1),
            is_told_apart: mistakes.all(|mistake| found(&wrong(mistake)) != found(&right)),
        }
    }
}

/// The number of trees generated before giving up.
const MOST_DRAWS: usize = 5000;
/// The number of suitable trees among which to look for one that skips enough leaves and distinguishes all mistakes.
const CHOICE: usize = 40;
/// The minimum number of skipped leaves for a tree to show what alpha-beta saves.
const ENOUGH: usize = 2;

#[derive(Clone, Debug)]
pub struct Generator {
    pub spec: ExerciseSpec,
}

impl Generator {
    /// Generates trees from a seed until one meets the requirements. It prefers a tree in which the search skips at
    /// least two leaves and, among such trees, a tree on which no well-known mistake gives the same answers as the
    /// correct search.
    ///
    /// # Errors
    /// [`ExerciseSpecError`] if no tree can meet the requirements, or none of the random trees does.
    pub fn make(&self, seed: u64) -> Result<Model, ExerciseSpecError> {
        self.check()?;
        let mut rng = Rng::new(seed);
        let mut lacking = [0; 5];
        let mut best: Option<((bool, bool), Model)> = None;
        let mut good = 0;
        for _ in 0..MOST_DRAWS {
            let model = draw_with(&self.spec, &mut rng);
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

    fn check(&self) -> Result<(), ExerciseSpecError> {
        let shape = &self.spec.shape;
        let impossible = |what, why| Err(ExerciseSpecError::Impossible { shape: shape.to_string(), what, why });
        if self.spec.deep && shape.height() < 4 {
            return impossible(
                "a deep cutoff",
                "the bound has to come from three plies up, so the tree needs four plies; choose a shape such as 2x2x2x2",
            );
        }
        if shape.width() < 2 && self.spec.cuts.start() != &0 {
            return impossible("cutoffs", "each node has only one move; choose a shape such as 3x3x2");
        }
        Ok(())
    }

    fn lacks(&self, features: &Features) -> [bool; 5] {
        [
            features.cuts < *self.spec.cuts.start(),
            *self.spec.cuts.end() < features.cuts,
            self.spec.deep && !features.is_deep,
            self.spec.ties && !features.has_ties,
            self.spec.best_later && !features.best_is_later,
        ]
    }

    fn not_found(&self, lacking: [usize; 5]) -> ExerciseSpecError {
        let what =
            ["too few cutoffs", "too many cutoffs", "no deep cutoff", "no tie that matters", "the first move best"];
        let told = lacking.iter().zip(what).filter(|(count, _)| **count != 0);
        let told: Vec<String> = told.map(|(count, what)| format!("{count} had {what}")).collect();
        let most = (0..lacking.len()).max_by_key(|&index| (lacking[index], Reverse(index)));
        let advice = match most {
            Some(0) => "a larger --shape or fewer --cuts",
            Some(1) => "a smaller --shape or more --cuts",
            _ => "a larger --shape",
        };
        let shape = self.spec.shape.to_string();
        ExerciseSpecError::NotFound { shape, draws: MOST_DRAWS, what: told.join(", "), advice }
    }

    fn titled(&self, model: Model, seed: u64) -> Model {
        let made = format!("plywood {} exercise new {} --seed {seed}", env!("CARGO_PKG_VERSION"), self.spec.options());
        let exercise = Questions { items: self.spec.items.clone(), made, ..Questions::default() };
        Model {
            title: format!("Alpha-beta by hand: {}, seed {seed}", self.spec.shape),
            exercise: Some(exercise),
            ..model
        }
    }
}

/// Generates one tree without checking the requirements for cutoffs.
pub fn draw(spec: &ExerciseSpec, seed: u64) -> Model {
    draw_with(spec, &mut Rng::new(seed))
}

fn draw_with(spec: &ExerciseSpec, rng: &mut Rng) -> Model {
    let dots = spec.shape.grow(rng);
    let leaves = dots.matches('.').count();
    let mut values: Vec<i32> = match spec.ties {
        // Values from one to nine, so that some repeat.
        true => (0..leaves).map(|_| 1 + rng.below(9) as i32).collect(),
        false => (1..=leaves as i32).collect(),
    };
    rng.shuffle(&mut values);
    if spec.negative {
        let shift = if spec.ties { 4 } else { leaves as i32 / 3 + 1 };
        values.iter_mut().for_each(|value| *value -= shift);
    }
    let mut values = values.iter().map(i32::to_string);
    let numbers = dots.chars().map(|c| if c == '.' { values.next().unwrap_or_default() } else { c.to_string() });
    Model::from_typed(&numbers.collect::<String>()).unwrap_or_default()
}

/// How many moves the nodes of a tree have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeShape {
    /// The minimum and maximum number of moves for each ply.
    Plies(Vec<(usize, usize)>),
    Exactly(TreeOutline),
}

/// A tree without values: the subtrees of a node, or none at a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeOutline(pub Vec<TreeOutline>);

impl fmt::Display for TreeOutline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let children: Vec<String> = self.0.iter().map(Self::to_string).collect();
        if children.is_empty() { f.write_str(".") } else { write!(f, "({})", children.join(" ")) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeShapeError {
    #[error(
        "`{0}` is not a shape. Write 3x3x2 (moves at each ply), 3x1..3x2 for an uneven tree, or brackets with a dot for each leaf: ((. . .) (. .))"
    )]
    Unknown(String),
    #[error("a tree of shape {0} can have more than {MOST_NODES} nodes")]
    Big(String),
    #[error("a tree of shape {0} has one ply; an exercise needs at least two")]
    Flat(String),
}

impl FromStr for TreeShape {
    type Err = TreeShapeError;

    fn from_str(text: &str) -> Result<Self, TreeShapeError> {
        let unknown = || TreeShapeError::Unknown(text.to_owned());
        let text = text.trim();
        let shape = if text.starts_with(['(', '[']) {
            let round = text.replace('[', "(").replace(']', ")");
            Self::Exactly(outline(&round).ok_or_else(unknown)?)
        } else {
            let plies = text.to_lowercase().replace('-', "x");
            let plies: Option<Vec<_>> = plies.split('x').map(ply).collect();
            Self::Plies(plies.ok_or_else(unknown)?)
        };
        if shape.height() < 2 {
            return Err(TreeShapeError::Flat(text.to_owned()));
        }
        if MOST_NODES < shape.most_nodes() {
            return Err(TreeShapeError::Big(text.to_owned()));
        }
        Ok(shape)
    }
}

fn ply(text: &str) -> Option<(usize, usize)> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (1 <= least && least <= most && most <= MOST_NODES).then_some((least, most))
}

/// Reads a shape such as `((. .) .)`.
fn outline(text: &str) -> Option<TreeOutline> {
    let mut open = vec![Vec::new()];
    for c in text.chars() {
        match c {
            '(' => open.push(Vec::new()),
            ')' => {
                let children = open.pop().filter(|children: &Vec<TreeOutline>| !children.is_empty())?;
                open.last_mut()?.push(TreeOutline(children));
            }
            '.' | '*' | '?' if 1 < open.len() => open.last_mut()?.push(TreeOutline::default()),
            c if c.is_whitespace() || c == ',' => {}
            _ => return None,
        }
    }
    let mut whole = open.pop().filter(|_| open.is_empty())?;
    whole.pop().filter(|outline| whole.is_empty() && !outline.0.is_empty())
}

impl TreeShape {
    pub fn height(&self) -> usize {
        fn height(outline: &TreeOutline) -> usize {
            outline.0.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
        }
        match self {
            Self::Plies(plies) => plies.len(),
            Self::Exactly(outline) => height(outline),
        }
    }

    fn most_nodes(&self) -> usize {
        fn nodes(outline: &TreeOutline) -> usize {
            1 + outline.0.iter().map(nodes).sum::<usize>()
        }
        match self {
            Self::Exactly(outline) => nodes(outline),
            Self::Plies(plies) => {
                let level = |(level, all): (usize, usize), &(_, most): &(usize, usize)| {
                    let level = level.saturating_mul(most);
                    (level, all.saturating_add(level))
                };
                plies.iter().fold((1, 1), level).1
            }
        }
    }

    pub fn width(&self) -> usize {
        fn width(outline: &TreeOutline) -> usize {
            outline.0.iter().map(width).fold(outline.0.len(), usize::max)
        }
        match self {
            Self::Plies(plies) => plies.iter().map(|(_, most)| *most).max().unwrap_or(0),
            Self::Exactly(outline) => width(outline),
        }
    }

    /// Generates a tree of this shape, in brackets with a dot for each leaf.
    fn grow(&self, rng: &mut Rng) -> String {
        fn grow(plies: &[(usize, usize)], rng: &mut Rng) -> String {
            let Some((&(least, most), below)) = plies.split_first() else { return ".".to_owned() };
            let moves = least + rng.below(most - least + 1);
            let children: Vec<String> = (0..moves).map(|_| grow(below, rng)).collect();
            format!("({})", children.join(" "))
        }
        match self {
            Self::Plies(plies) => grow(plies, rng),
            Self::Exactly(_) => self.to_string(),
        }
    }
}

impl fmt::Display for TreeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(outline) => outline.fmt(f),
            Self::Plies(plies) => {
                let ply = |&(least, most): &(usize, usize)| match least == most {
                    true => least.to_string(),
                    false => format!("{least}..{most}"),
                };
                f.write_str(&plies.iter().map(ply).collect::<Vec<_>>().join("x"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_and_written() {
        for text in ["3x3x2", "3x1..3x2", "((. . .) (. .))"] {
            assert_eq!(text.parse::<TreeShape>().unwrap().to_string(), text);
        }
        assert_eq!("3-2-2".parse::<TreeShape>().unwrap().to_string(), "3x2x2");
        let uneven: TreeShape = "((. . .) ((. .) .))".parse().unwrap();
        assert_eq!((uneven.height(), uneven.width()), (3, 3));
    }

    #[test]
    fn what_is_no_shape_is_refused() {
        let error = |text: &str| text.parse::<TreeShape>().unwrap_err();
        for text in ["", "3x", "0x3", "3x4..2", "(. ()", "()", "((. .) (. .)", "(. .)) (", "3xax2"] {
            assert!(matches!(error(text), TreeShapeError::Unknown(_)), "{text}");
        }
        assert!(matches!(error("5"), TreeShapeError::Flat(_)));
        assert!(matches!(error("30x30x30"), TreeShapeError::Big(_)));
        assert!(matches!(error("9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9"), TreeShapeError::Big(_)));
    }
}
