//! Imitates programs with a known mistake, in every style in which students write them: with the best score in alpha or
//! in a separate variable, with `>=` or `>`, fail-hard or fail-soft, in one function or in two branches.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a mistake changes one place; all others are as in the right search"
)]

use super::bug::{Bug, Flip, LeafOwner, Rival, SharedMove, Sides, WrongMean, bugs};
use super::protocol::places;
use super::search_form::{BestIn, SearchForm};
use super::task::Task;
use crate::core::game::{Movers, Side};
use crate::core::score::Score;
use crate::core::search::{Cut, Fail, Mistake};
use crate::core::sort::sort_by_key;
use crate::exercise::PaperTree;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrongSearch {
    pub bug: Bug,
    pub sides: Sides,
    pub style: SearchForm,
}

/// The result of a search: the value of the root for MAX, its best child or the stray move that the program names
/// instead, and the leaves read, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunResult {
    pub value: Score,
    pub best: Option<usize>,
    pub stray: Option<String>,
    pub reads: Vec<usize>,
}

/// A tree that many models search.
pub(super) struct Ground {
    whole: PaperTree,
    places: Vec<Option<usize>>,
    is_leaf: Vec<bool>,
    root_is_max: bool,
    plies: usize,
}

impl Ground {
    pub fn new(task: &Task) -> Self {
        let (whole, plies) = (task.whole(), task.depth.unwrap_or(usize::MAX));
        let is_leaf = whole.nodes().iter().map(|node| node.children.is_empty() || node.ply == plies).collect();
        Self { places: places(&whole, plies), whole, is_leaf, root_is_max: task.movers.side(0) == Side::First, plies }
    }

    pub fn has_chance(&self) -> bool {
        self.whole.movers().has_chance()
    }

    /// Returns whether a program that visited these nodes visited every node that has children.
    pub fn is_whole(&self, visits: &[(usize, usize)]) -> bool {
        let inner = self.places.iter().zip(&self.is_leaf).filter(|(_, is_leaf)| !**is_leaf);
        inner.filter_map(|(place, _)| *place).all(|place| visits.iter().any(|(visited, _)| *visited == place))
    }

    /// Searches the tree as the model does. If `prunes` is false, there are no cutoffs.
    pub fn outcome(&self, model: WrongSearch, prunes: bool) -> RunResult {
        let plies = match model.bug {
            Bug::Plain(Mistake::PlyShort) => self.plies.saturating_sub(1),
            Bug::Deeper => self.plies.saturating_add(1),
            Bug::NoLimit => usize::MAX,
            _ => self.plies,
        };
        let flag = match model.bug {
            Bug::NoMinRoot => true,
            Bug::RootIsMin(by_flag) => self.root_is_max != by_flag,
            _ => self.root_is_max,
        };
        let mut run = Run { ground: self, model, prunes, plies, stored: None, best: None, reads: Vec::new() };
        let window = match model.bug {
            Bug::SwappedInCall => (Score::MAX, Score::MIN),
            Bug::ZeroInCall(true) | Bug::ZeroInBoth(true) if !flag => (Score::MIN, Score::ZERO),
            Bug::ZeroInCall(_) | Bug::ZeroInBoth(_) => (Score::ZERO, Score::MAX),
            _ => (Score::MIN, Score::MAX),
        };
        let score = run.node(0, flag, window);
        let is_turned = flag || model.bug == Bug::RootNotTurned;
        let value = if is_turned { score } else { -score };
        let (best, stray) = match model.bug {
            Bug::MoveOverwritten(shared) => run.stored.map_or((None, None), |stored| self.overwritten(shared, stored)),
            _ => (run.best, None),
        };
        RunResult { value, best, stray, reads: run.reads }
    }

    /// Returns the root's move, or otherwise the stray move, that a program names if it stored this node last.
    fn overwritten(&self, shared: SharedMove, stored: usize) -> (Option<usize>, Option<String>) {
        let whole = &self.whole;
        let path = whole.path(stored);
        let place = |node: usize| {
            let siblings = &whole.node(whole.node(node).parent.unwrap_or_default()).children;
            siblings.iter().position(|sibling| *sibling == node).unwrap_or_default()
        };
        let number = |node: usize| (place(node) + 1).to_string();
        match shared {
            SharedMove::RootMove => (path.first().copied().map(place), None),
            SharedMove::Number if place(stored) < whole.node(0).children.len() => (Some(place(stored)), None),
            SharedMove::Number => (None, Some(number(stored))),
            SharedMove::Path if path.len() == 1 => (Some(place(stored)), None),
            SharedMove::Path => (None, Some(path.into_iter().map(number).collect::<Vec<_>>().join("."))),
        }
    }
}

struct Run<'a> {
    ground: &'a Ground,
    model: WrongSearch,
    prunes: bool,
    plies: usize,
    /// The child that the variable for the best move holds, if all nodes share one.
    stored: Option<usize>,
    best: Option<usize>,
    reads: Vec<usize>,
}

impl Run<'_> {
    /// Searches a node. The program treats the node as MAX's if `is_max` is true, and otherwise as MIN's; all scores
    /// are for that player.
    fn node(&mut self, at: usize, is_max: bool, (first, mut beta): (Score, Score)) -> Score {
        let Ground { whole, places, is_leaf, .. } = self.ground;
        let node = whole.node(at);
        if node.children.is_empty() || self.plies <= node.ply {
            if let Some(place) = places[at].filter(|_| is_leaf[at]) {
                self.reads.push(place);
            }
            return self.leaf(at, is_max);
        }
        if whole.is_chance(at) {
            return self.chance(at, is_max);
        }
        let SearchForm { best: way, fail, .. } = self.model.style;
        let bug = self.bug(node.ply, is_max);
        let children = self.children(at, bug);
        let is_alpha = matches!(way, BestIn::Alpha | BestIn::RaisedAlpha);
        let (mut alpha, mut last, mut previous) = (first, Score::MIN, None);
        let from_zero = matches!(bug, Bug::Plain(Mistake::ZeroStart) | Bug::ZeroInBoth(_));
        if from_zero && is_alpha && fail == Fail::Hard {
            alpha = alpha.max(Score::ZERO);
        }
        let mut best = if from_zero { Score::ZERO } else { Score::MIN };
        let mut mv = None;
        let is_root = node.ply == 0;
        // A separate loop at the root rarely tests for a cutoff, so even infinite values do not end the loop.
        let may_cut = !(is_root && self.model.style.root_is_right);
        for (index, (place, child)) in children.into_iter().enumerate() {
            let score = self.child(child, (node.ply, index), is_max, bug, (first, alpha, beta));
            if matches!(bug, Bug::MoveOverwritten(_)) && (if is_alpha { alpha } else { best }) < score {
                self.stored = Some(child);
            }
            let is_worse = self.is_worse(bug, is_root, score, (alpha, best, previous));
            last = score;
            previous = Some(score);
            if is_alpha {
                best = best.max(score);
                let raised = alpha.max(score);
                let (tested, cut) = match (way, fail) {
                    (BestIn::RaisedAlpha, _) => (raised, raised),
                    (_, Fail::Soft) => (score, best),
                    (_, Fail::Hard) => (score, beta),
                };
                if may_cut && self.cuts(bug, (alpha, raised, tested), beta) {
                    return self.left(at, cut, Some(place));
                }
                if is_worse {
                    break;
                }
                if alpha < score || (bug == Bug::Plain(Mistake::RootGe) && is_root && score == alpha) {
                    (alpha, mv) = (score, Some(place));
                }
                continue;
            }
            if is_worse {
                break;
            }
            let is_tie = bug == Bug::Plain(Mistake::RootGe) && is_root && score == best;
            if best < score || is_tie || bug == Bug::LastMove {
                (best, mv) = (score, Some(place));
            }
            if bug == Bug::BetaIntoAlpha && !is_max {
                // At this MIN node, `beta` is MAX's alpha. The mistake sets it to the smaller of MAX's beta and the
                // best score.
                let is_cut = may_cut && self.cuts(bug, (alpha, alpha, best), beta) && way == BestIn::Own;
                beta = alpha.max(best);
                if is_cut || may_cut && way == BestIn::OwnThenAlpha && self.cuts(bug, (alpha, alpha, alpha), beta) {
                    break;
                }
                continue;
            }
            let raised = alpha.max(best);
            let tested = if way == BestIn::Own { best } else { raised };
            if may_cut && self.cuts(bug, (alpha, raised, tested), beta) {
                break;
            }
            alpha = raised;
        }
        let score = match (bug, fail) {
            (Bug::Plain(Mistake::LastScore), _) => last,
            (_, Fail::Soft) => best,
            (_, Fail::Hard) => self.clamped(is_max, best, (first, alpha, beta)),
        };
        self.left(at, score, mv)
    }

    /// Returns the children that the search tries at a node, in order, with their places.
    fn children(&self, at: usize, bug: Bug) -> Vec<(usize, usize)> {
        let mut children: Vec<(usize, usize)> =
            self.ground.whole.node(at).children.iter().copied().enumerate().collect();
        if bug == Bug::Plain(Mistake::RightToLeft) {
            children.reverse();
        }
        if let Bug::LastChild { spares_only } = bug
            && !(spares_only && children.len() == 1)
        {
            children.pop();
        }
        if bug == Bug::FirstChild {
            children.truncate(1);
        }
        children
    }

    /// Returns the score of a fail-hard node, given its best score, the alpha that it was given, the alpha that it
    /// reached, and beta.
    fn clamped(&self, is_max: bool, best: Score, (first, alpha, beta): (Score, Score, Score)) -> Score {
        match self.model.style.best {
            BestIn::Alpha | BestIn::RaisedAlpha => alpha,
            _ if !is_max && self.model.bug == Bug::SwappedInBranches => best.max(first).min(beta),
            BestIn::Own | BestIn::OwnThenAlpha => best.min(beta).max(first),
        }
    }

    /// Returns the value of a chance node, for MAX if `is_max` and otherwise for MIN.
    fn chance(&mut self, at: usize, is_max: bool) -> Score {
        let whole = &self.ground.whole;
        let node = whole.node(at);
        let mut scores = Vec::new();
        for (index, &child) in node.children.iter().enumerate() {
            let share = i64::from(whole.node(child).share);
            scores.push((
                share,
                self.child(child, (node.ply, index), is_max, Bug::None, (Score::MIN, Score::MIN, Score::MAX)),
            ));
        }
        let mean = |share: &dyn Fn(i64) -> i64| {
            let whole: i64 = scores.iter().map(|(own, _)| share(*own)).sum();
            let sum: i64 = scores.iter().map(|(own, score)| share(*own) * score.ordinal()).sum();
            Score::from_millipawns((2 * sum + whole).div_euclid(2 * whole) as i32)
        };
        let extreme = |is_largest: bool| {
            let all = scores.iter().map(|(_, score)| *score);
            if is_largest { all.max() } else { all.min() }.unwrap_or_default()
        };
        match self.model.bug {
            Bug::ChanceAs(WrongMean::Max) => extreme(is_max),
            Bug::ChanceAs(WrongMean::Min) => extreme(!is_max),
            Bug::ChanceAs(WrongMean::Even) => mean(&|_| 1),
            Bug::ChanceAs(WrongMean::Sum) => {
                Score::from_millipawns(scores.iter().map(|(_, score)| score.ordinal()).sum::<i64>() as i32)
            }
            _ => mean(&|share| share),
        }
    }

    fn left(&mut self, at: usize, score: Score, mv: Option<usize>) -> Score {
        if at == 0 {
            self.best = mv;
        }
        score
    }

    /// Returns the mistake if the program makes it at this node, and otherwise `Bug::None`.
    fn bug(&self, ply: usize, is_max: bool) -> Bug {
        let WrongSearch { bug, sides, style } = self.model;
        let is_side = sides == Sides::Both || (sides == Sides::Max) == is_max;
        if is_side && !(style.root_is_right && ply == 0) { bug } else { Bug::None }
    }

    fn leaf(&self, at: usize, is_max: bool) -> Score {
        let value = self.ground.whole.node(at).value;
        let (own, root_is_max) = (if is_max { value } else { -value }, self.ground.root_is_max);
        match self.model.bug {
            Bug::LeafSign(owner) | Bug::BothMax(owner) => match owner {
                LeafOwner::Max => value,
                LeafOwner::Min => -value,
                LeafOwner::Root if root_is_max => value,
                LeafOwner::Root => -value,
                LeafOwner::RootOpponent if at == 0 => own,
                LeafOwner::RootOpponent if root_is_max => -value,
                LeafOwner::RootOpponent => value,
            },
            Bug::RootIsMin(false) => -own,
            _ => own,
        }
    }

    fn child(
        &mut self,
        child: usize,
        (ply, index): (usize, usize),
        is_max: bool,
        bug: Bug,
        (first, alpha, beta): (Score, Score, Score),
    ) -> Score {
        use Mistake as M;
        let flag = match self.model.bug {
            Bug::Side(Flip::Never, _) => is_max,
            Bug::Side(Flip::AllMax, _) => true,
            Bug::Side(Flip::AllMin, _) => false,
            Bug::Side(Flip::Inverted, _) => is_max != (ply != 0),
            Bug::Side(Flip::NeverBelow, _) => is_max != (ply == 0),
            Bug::Side(Flip::EachChild, _) => is_max != index.is_multiple_of(2),
            Bug::Side(Flip::InTurn, _) => !is_max,
            _ => is_max != self.ground.whole.movers().turns(ply),
        };
        let (full, turned) = ((Score::MIN, Score::MAX), (-beta, -alpha));
        let window = match bug {
            Bug::Plain(M::RootWindow) | Bug::Side(_, true) if ply == 0 => full,
            Bug::Plain(M::NoDeepBounds) => (Score::MIN, -alpha),
            Bug::Plain(M::SwappedBounds) | Bug::SwappedInBranches => (-alpha, -beta),
            Bug::Plain(M::SameWindow) | Bug::MissingNegation { turns: false } => (alpha, beta),
            Bug::NoWindow if ply != 0 => full,
            Bug::NotRaised { at_root } if at_root || ply != 0 => (-beta, -first),
            _ if flag == is_max => (alpha, beta),
            _ => turned,
        };
        let score = self.node(child, flag, window);
        match bug {
            Bug::MissingNegation { .. } | Bug::BothMax(_) => score,
            Bug::RootNotNegated if ply == 0 => score,
            _ if flag == is_max => score,
            _ => -score,
        }
    }

    /// Returns whether a score causes a cutoff at the node, according to the program's comparison. The program may have
    /// raised alpha since it found the score.
    fn cuts(&self, bug: Bug, (before, raised, tested): (Score, Score, Score), beta: Score) -> bool {
        let ends = |score: Score, end: Score| match self.model.style.cut {
            Cut::AtBeta => end <= score,
            Cut::AboveBeta => end < score,
        };
        if !self.prunes {
            return false;
        }
        match bug {
            Bug::Plain(Mistake::NoPruning) => false,
            Bug::Plain(Mistake::LateAlpha) => ends(before, beta),
            Bug::Plain(Mistake::WrongSide) => match self.model.style.best {
                BestIn::OwnThenAlpha | BestIn::RaisedAlpha => ends(raised, tested),
                BestIn::Alpha | BestIn::Own => ends(before, tested),
            },
            Bug::InvertedTest => ends(beta, tested),
            _ => ends(tested, beta),
        }
    }

    fn is_worse(
        &self,
        bug: Bug,
        is_root: bool,
        score: Score,
        (alpha, best, previous): (Score, Score, Option<Score>),
    ) -> bool {
        let (Bug::WorseSibling { than, strict, at_root }, Some(previous)) = (bug, previous) else { return false };
        let rival = match than {
            Rival::Alpha => alpha,
            Rival::Best => best,
            Rival::Previous => previous,
        };
        self.prunes && (at_root || !is_root) && (score < rival || (score == rival && !strict))
    }
}

impl WrongSearch {
    /// Returns all wrong searches: each mistake in each style in which a program can make it.
    pub fn all(movers: Movers) -> Vec<Self> {
        let (every, mut one_sided) = (bugs(movers), bugs(movers));
        one_sided.retain(|(_, is_of_one_side)| *is_of_one_side);
        // A bound that a program fails to pass on is a better explanation than a missing cutoff, so try it first.
        sort_by_key(&mut one_sided, |(bug, _)| !matches!(bug, Bug::NotRaised { .. }));
        let both = every.into_iter().map(|(bug, _)| (bug, Sides::Both));
        let one = one_sided.into_iter().flat_map(|(bug, _)| [(bug, Sides::Max), (bug, Sides::Min)]);
        let styled = |(bug, sides)| SearchForm::all().map(move |style| Self { bug, sides, style });
        both.chain(one).flat_map(styled).collect()
    }

    /// Returns the correct searches. Those that are fail-hard and don't cut off on ties read more leaves than the
    /// others.
    pub fn right() -> impl Iterator<Item = Self> {
        let styles = SearchForm::all().filter(|style| !style.root_is_right);
        styles.map(|style| Self { bug: Bug::None, sides: Sides::Both, style })
    }

    /// Returns true if this is a correct search that reads more leaves than other correct searches, because it is
    /// fail-hard and doesn't cut off on ties.
    pub fn is_hard_and_strict(self) -> bool {
        self.bug == Bug::None && self.style.cut == Cut::AboveBeta && self.style.fail == Fail::Hard
    }
}
