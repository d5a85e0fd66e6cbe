//! Which known mistake a program makes: what it does with some trees beside what each wrong search does.

use super::protocol::Attempt;
use super::task::{Task, TreeKind, drawn};
use super::{AskedAlgorithm, TieRule};
use crate::core::score::Score;
use crate::core::search::{Cut, Fail, Mistake};
use crate::exercise::{ExerciseSearch, PaperTree, Solution};

/// So many trees tell most mistakes apart.
const TREES: usize = 20;
/// With fewer of them alike nothing is said.
const ENOUGH: usize = 18;
/// These trees are the same for every program.
const SEED: u64 = 29;

/// A wrong search that does what a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnosis {
    /// Its mistake; none if it is the right search that takes the root for MAX's.
    pub mistake: Option<Mistake>,
    /// On so many trees it did the same.
    pub equal: usize,
    pub of: usize,
    /// Whether it does so only if it fails soft.
    pub is_soft: bool,
    /// Other mistakes that do the same on as many.
    pub also: Vec<Mistake>,
}

/// What a search is like that has no name in the list of mistakes.
pub(crate) const NO_MIN_ROOT: (&str, &str) = ("no-min-at-root", "MAX is taken to move at the root where MIN does");

impl Diagnosis {
    pub(crate) fn name(&self) -> &'static str {
        self.mistake.map_or(NO_MIN_ROOT.0, Mistake::name)
    }

    /// What it does, in a line.
    pub(crate) fn description(&self) -> &'static str {
        self.mistake.map_or(NO_MIN_ROOT.1, Mistake::description)
    }
}

/// Returns the wrong search that is most like a program, if one is much like it; asks the program for 20 trees.
pub(crate) fn recognise(
    (algorithm, rule): (AskedAlgorithm, TieRule),
    run: &mut dyn FnMut(&Task) -> Attempt,
) -> Option<Diagnosis> {
    let tasks: Vec<Task> = tasks().collect();
    let mut attempts = Vec::new();
    for task in &tasks {
        let attempt = run(task);
        if attempt.answer.as_ref().is_err_and(|trouble| trouble.is_slow) {
            return None;
        }
        attempts.push(attempt);
    }
    let rights = Cut::ALL.iter().filter(|&&cut| rule.demanded().is_none_or(|own| own == cut));
    let right = rights.map(|&cut| alike(&tasks, &attempts, algorithm, ComparedSearch::Right(cut))).max();
    let ways = Mistake::ALL
        .iter()
        .flat_map(|&mistake| [Fail::Hard, Fail::Soft].map(|fail| ComparedSearch::Wrong(mistake, fail)));
    let mut best: Option<Diagnosis> = None;
    for way in ways.chain([ComparedSearch::ZeroInAlpha, ComparedSearch::MaxRoot]) {
        let equal = alike(&tasks, &attempts, algorithm, way);
        let mistake = way.mistake();
        match &mut best {
            Some(best) if equal < best.equal => {}
            Some(Diagnosis { mistake: Some(first), equal: most, also, .. }) if equal == *most => {
                also.extend(mistake.filter(|mistake| mistake != first && !also.contains(mistake)));
            }
            _ => {
                let is_soft = matches!(way, ComparedSearch::Wrong(mistake, Fail::Soft) if mistake.fails().is_none());
                best = Some(Diagnosis { mistake, equal, of: tasks.len(), is_soft, also: Vec::new() });
            }
        }
    }
    best.filter(|best| ENOUGH <= best.equal && right < Some(best.equal))
}

/// Trees of all kinds but the smallest.
fn tasks() -> impl Iterator<Item = Task> {
    use TreeKind as K;
    let is_telling = |kind: K| matches!(kind, K::Uneven | K::Ties | K::Negative | K::MinRoot | K::Limited | K::Deep);
    let drawn = (20..).map(|index| drawn(SEED, index, 0));
    drawn.filter(move |(kind, task)| is_telling(*kind) && task.depth != Some(1)).map(|(_, task)| task).take(TREES)
}

#[derive(Clone, Copy, Debug)]
enum ComparedSearch {
    Right(Cut),
    Wrong(Mistake, Fail),
    /// What begins at 0 goes into alpha, so that it cuts, too.
    ZeroInAlpha,
    MaxRoot,
}

impl ComparedSearch {
    const fn mistake(self) -> Option<Mistake> {
        match self {
            Self::Wrong(mistake, _) => Some(mistake),
            Self::ZeroInAlpha => Some(Mistake::ZeroStart),
            Self::Right(_) | Self::MaxRoot => None,
        }
    }

    /// What it makes of a tree: the value of the root for MAX, its best child, and the leaves that are read, in order. None if
    /// the mistake is none that this algorithm can have.
    fn outcome(
        self,
        algorithm: AskedAlgorithm,
        tree: &PaperTree,
        plies: usize,
    ) -> Option<(Score, Option<usize>, Vec<usize>)> {
        if algorithm == AskedAlgorithm::Minimax || matches!(self, Self::ZeroInAlpha) {
            return Plain::search(tree, self.mistake(), algorithm, plies);
        }
        let solution = match self {
            Self::Right(cut) => Solution::of(tree, ExerciseSearch::Right(cut)),
            Self::Wrong(mistake, fail) => Solution::to_depth(tree, ExerciseSearch::Wrong(mistake), Some(fail), plies),
            Self::ZeroInAlpha | Self::MaxRoot => Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta)),
        };
        let value = solution.visits[0].as_ref().map(|visit| visit.value.0)?;
        Some((value, solution.best(), solution.order()))
    }
}

/// On how many trees a program does what a search does.
fn alike(tasks: &[Task], attempts: &[Attempt], algorithm: AskedAlgorithm, way: ComparedSearch) -> usize {
    tasks.iter().zip(attempts).filter(|(task, attempt)| is_alike(task, attempt, algorithm, way)).count()
}

fn is_alike(task: &Task, attempt: &Attempt, algorithm: AskedAlgorithm, way: ComparedSearch) -> bool {
    let Ok(answer) = &attempt.answer else { return false };
    // Who scores leaves for MAX does so whoever moves at the root.
    let is_turned =
        matches!(way, ComparedSearch::MaxRoot | ComparedSearch::Wrong(Mistake::LeafSign | Mistake::BothMax, _));
    let tree: PaperTree = Task { root_is_max: task.root_is_max || is_turned, ..task.clone() }.searched();
    let outcome = way.outcome(algorithm, &tree, task.depth.unwrap_or(usize::MAX));
    let Some((value, best, reads)) = outcome else { return false };
    let values: &[Score] = match way {
        // Whoever mixes the players up may do so at the leaves only.
        ComparedSearch::Wrong(Mistake::RootIsMin, _) => &[value, -value],
        ComparedSearch::Wrong(Mistake::LeafSign | Mistake::BothMax, _) if !task.root_is_max => &[value, -value],
        ComparedSearch::Wrong(..)
        | ComparedSearch::Right(_)
        | ComparedSearch::ZeroInAlpha
        | ComparedSearch::MaxRoot => &[value],
    };
    let best = best.and_then(|best| tree.node(0).children.iter().position(|&child| child == best));
    // Who finds no move better than nothing may name the first or none.
    let is_same_move = best.is_none() || best == answer.best;
    values.contains(&answer.value) && is_same_move && reads == attempt.reads
}

/// Negamax as students write it: the best so far is kept beside alpha, and nothing is cut unless alpha reaches beta.
///
/// The mistakes of minimax, which has no windows, are made here; and one that alpha-beta has only where the best goes into alpha.
struct Plain<'a> {
    tree: &'a PaperTree,
    mistake: Option<Mistake>,
    prunes: bool,
    /// So many plies are searched.
    plies: usize,
    best: Option<usize>,
    reads: Vec<usize>,
}

impl<'a> Plain<'a> {
    /// Searches a tree; returns the value of the root for MAX, its best child, and the leaves in the order in which they are read.
    /// None if this mistake is one of windows.
    pub(super) fn search(
        tree: &'a PaperTree,
        mistake: Option<Mistake>,
        algorithm: AskedAlgorithm,
        plies: usize,
    ) -> Option<(Score, Option<usize>, Vec<usize>)> {
        use Mistake as M;
        let is_of_windows = match mistake {
            None | Some(M::MissingNegation | M::RightToLeft | M::RootIsMin | M::ZeroStart | M::LastScore) => false,
            Some(M::LeafSign | M::BothMax | M::PlyShort) => false,
            Some(M::RootWindow | M::SwappedBounds | M::RootGe | M::NoDeepBounds | M::Strict | M::NoPruning) => true,
            Some(M::WorseSibling | M::SameWindow | M::LateAlpha | M::WrongSide) => true,
        };
        if is_of_windows {
            return None;
        }
        let plies = if mistake == Some(M::PlyShort) { plies.saturating_sub(1) } else { plies };
        let prunes = algorithm == AskedAlgorithm::AlphaBeta;
        let mut search = Self { tree, mistake, prunes, plies, best: None, reads: Vec::new() };
        let score = search.node(0, (Score::MIN, Score::MAX));
        let is_max = tree.is_max(0) != (mistake == Some(M::RootIsMin));
        Some((if is_max { score } else { -score }, search.best, search.reads))
    }

    /// The value of a leaf for the side that is taken to move there.
    fn value(&self, at: usize) -> Score {
        let is_max = match self.mistake {
            Some(Mistake::LeafSign | Mistake::BothMax) => true,
            Some(Mistake::RootIsMin) => !self.tree.is_max(at),
            _ => self.tree.is_max(at),
        };
        let value = self.tree.node(at).value;
        if is_max { value } else { -value }
    }

    fn node(&mut self, at: usize, (mut alpha, beta): (Score, Score)) -> Score {
        if self.tree.is_leaf(at) {
            self.reads.push(at);
        }
        if self.tree.is_leaf(at) || self.plies <= self.tree.node(at).ply {
            return self.value(at);
        }
        let mut children = self.tree.node(at).children.clone();
        if self.mistake == Some(Mistake::RightToLeft) {
            children.reverse();
        }
        let (mut best, mut last) =
            (if self.mistake == Some(Mistake::ZeroStart) { Score::ZERO } else { Score::MIN }, Score::MIN);
        for child in children {
            let score = self.node(child, (-beta, -alpha));
            last =
                if matches!(self.mistake, Some(Mistake::MissingNegation | Mistake::BothMax)) { score } else { -score };
            if best < last {
                best = last;
                if at == 0 {
                    self.best = Some(child);
                }
            }
            alpha = alpha.max(best);
            if self.prunes && beta <= alpha {
                break;
            }
        }
        if self.mistake == Some(Mistake::LastScore) { last } else { best }
    }
}
