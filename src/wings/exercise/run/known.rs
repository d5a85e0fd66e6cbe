//! Which known mistake a program makes: what it does with some trees beside what each wrong search does.

use super::super::{PaperTree, Search, Solution};
use super::forest;
use super::plain::Plain;
use super::talk::Attempt;
use super::twig::Task;
use super::{Algorithm, Rule};
use crate::score::Score;
use crate::search::{Cut, Fail, Mistake};

/// So many trees tell most mistakes apart.
const TREES: usize = 20;
/// With fewer of them alike nothing is said.
const ENOUGH: usize = 18;
/// These trees are the same for every program.
const SEED: u64 = 29;

/// A wrong search that does what a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Likeness {
    /// Its mistake; none if it is the right search that takes the root for MAX's.
    pub mistake: Option<Mistake>,
    /// On so many trees it did the same.
    pub equal: usize,
    /// Of so many.
    pub of: usize,
    /// Whether it does so only if it fails soft.
    pub is_soft: bool,
    /// Other mistakes that do the same on as many.
    pub also: Vec<Mistake>,
}

/// What a search is like that has no name in the list of mistakes.
pub(crate) const NO_MIN_ROOT: (&str, &str) = ("no-min-at-root", "MAX is taken to move at the root where MIN does");

impl Likeness {
    /// Its name.
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
    (algorithm, rule): (Algorithm, Rule),
    run: &mut dyn FnMut(&Task) -> Attempt,
) -> Option<Likeness> {
    let tasks: Vec<Task> = tasks().collect();
    let mut attempts = Vec::new();
    for task in &tasks {
        let attempt = run(task);
        if attempt.answer.as_ref().is_err_and(|trouble| trouble.is_slow) {
            return None;
        }
        attempts.push(attempt);
    }
    let rights: &[Cut] = match rule {
        Rule::Any => &[Cut::AtBeta, Cut::AboveBeta],
        Rule::Ge => &[Cut::AtBeta],
        Rule::Gt => &[Cut::AboveBeta],
    };
    let right = rights.iter().map(|&cut| alike(&tasks, &attempts, algorithm, Way::Right(cut))).max();
    let ways = Mistake::ALL.iter().flat_map(|&mistake| [Fail::Hard, Fail::Soft].map(|fail| Way::Wrong(mistake, fail)));
    let mut best: Option<Likeness> = None;
    for way in ways.chain([Way::ZeroInAlpha, Way::MaxRoot]) {
        let equal = alike(&tasks, &attempts, algorithm, way);
        let mistake = way.mistake();
        match &mut best {
            Some(best) if equal < best.equal => {}
            Some(Likeness { mistake: Some(first), equal: most, also, .. }) if equal == *most => {
                also.extend(mistake.filter(|mistake| mistake != first && !also.contains(mistake)));
            }
            _ => {
                let is_soft = matches!(way, Way::Wrong(mistake, Fail::Soft) if mistake.fails().is_none());
                best = Some(Likeness { mistake, equal, of: tasks.len(), is_soft, also: Vec::new() });
            }
        }
    }
    best.filter(|best| ENOUGH <= best.equal && right < Some(best.equal))
}

/// Trees of all kinds but the smallest.
fn tasks() -> impl Iterator<Item = Task> {
    use forest::Kind as K;
    let is_telling = |kind: K| matches!(kind, K::Uneven | K::Ties | K::Negative | K::MinRoot | K::Limited | K::Deep);
    let drawn = (20..).map(|index| forest::drawn(SEED, index, 0));
    drawn.filter(move |(kind, task)| is_telling(*kind) && task.depth != Some(1)).map(|(_, task)| task).take(TREES)
}

/// A search that a program is compared with.
#[derive(Clone, Copy, Debug)]
enum Way {
    Right(Cut),
    Wrong(Mistake, Fail),
    /// What begins at 0 goes into alpha, so that it cuts, too.
    ZeroInAlpha,
    MaxRoot,
}

impl Way {
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
        algorithm: Algorithm,
        tree: &PaperTree,
        plies: usize,
    ) -> Option<(Score, Option<usize>, Vec<usize>)> {
        if algorithm == Algorithm::Minimax || matches!(self, Self::ZeroInAlpha) {
            return Plain::search(tree, self.mistake(), algorithm, plies);
        }
        let solution = match self {
            Self::Right(cut) => Solution::of(tree, Search::Right(cut)),
            Self::Wrong(mistake, fail) => Solution::to_depth(tree, Search::Wrong(mistake), Some(fail), plies),
            Self::ZeroInAlpha | Self::MaxRoot => Solution::of(tree, Search::Right(Cut::AtBeta)),
        };
        let value = solution.visits[0].as_ref().map(|visit| visit.value.0)?;
        Some((value, solution.best(), solution.reads.iter().map(|read| read.leaf).collect()))
    }
}

/// On how many trees a program does what a search does.
fn alike(tasks: &[Task], attempts: &[Attempt], algorithm: Algorithm, way: Way) -> usize {
    tasks.iter().zip(attempts).filter(|(task, attempt)| is_alike(task, attempt, algorithm, way)).count()
}

fn is_alike(task: &Task, attempt: &Attempt, algorithm: Algorithm, way: Way) -> bool {
    let Ok(answer) = &attempt.answer else { return false };
    // Who scores leaves for MAX does so whoever moves at the root.
    let is_turned = matches!(way, Way::MaxRoot | Way::Wrong(Mistake::LeafSign | Mistake::BothMax, _));
    let tree: PaperTree = Task { root_is_max: task.root_is_max || is_turned, ..task.clone() }.searched();
    let outcome = way.outcome(algorithm, &tree, task.depth.unwrap_or(usize::MAX));
    let Some((value, best, reads)) = outcome else { return false };
    let values: &[Score] = match way {
        // Whoever mixes the players up may do so at the leaves only.
        Way::Wrong(Mistake::RootIsMin, _) => &[value, -value],
        Way::Wrong(Mistake::LeafSign | Mistake::BothMax, _) if !task.root_is_max => &[value, -value],
        Way::Wrong(..) | Way::Right(_) | Way::ZeroInAlpha | Way::MaxRoot => &[value],
    };
    let best = best.and_then(|best| tree.node(0).children.iter().position(|&child| child == best));
    // Who finds no move better than nothing may name the first or none.
    let is_same_move = best.is_none() || best == answer.best;
    values.contains(&answer.value) && is_same_move && reads == attempt.reads
}
