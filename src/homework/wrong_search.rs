//! Imitates programs with a known mistake, in every form in which students write a search: with the best score in
//! alpha or in a separate variable, with `>=` or `>`, fail-hard or fail-soft, in one function or in two branches.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a mistake changes one place; all others are as in the right search"
)]

use super::mistake_form::{Flip, LeafOwner, MistakeForm, Rival, SharedMove, Sides, chance_value, mistake_forms};
use super::protocol::places;
use super::search_form::{BestIn, SearchForm};
use super::task::Task;
use crate::core::game::{Movers, Side};
use crate::core::score::{Score, Window};
use crate::core::search::{Cut, Fail, Mistake};
use crate::core::sort::sort_by_key;
use crate::exercise::PaperTree;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrongSearch {
    pub form: MistakeForm,
    pub sides: Sides,
    pub search_form: SearchForm,
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

/// The tree of a task, prepared for the many imitated programs that search it.
pub(super) struct TaskTree {
    whole: PaperTree,
    places: Vec<Option<usize>>,
    is_leaf: Vec<bool>,
    root_is_max: bool,
    plies: usize,
}

impl TaskTree {
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

    /// Returns whether the windows that a program reported show that it is not a search whose root never passes on a
    /// bound that it has raised.
    pub fn refutes(&self, model: &WrongSearch, windows: &[(usize, Window)]) -> bool {
        let other = if self.root_is_max { Sides::Min } else { Sides::Max };
        let keeps = model.form == MistakeForm::NotRaised { at_root: true } && model.sides != other;
        let is_child = |node: usize| self.whole.node(0).children.iter().any(|&child| self.places[child] == Some(node));
        let root = windows.iter().find(|(node, _)| *node == 0).filter(|_| keeps);
        root.is_some_and(|&(_, root)| windows.iter().any(|&(at, own)| own != root && own != -root && is_child(at)))
    }

    /// Searches the tree as the model does. If `prunes` is false, there are no cutoffs.
    pub fn outcome(&self, model: WrongSearch, prunes: bool) -> RunResult {
        let plies = match model.form {
            MistakeForm::Plain(Mistake::PlyShort) => self.plies.saturating_sub(1),
            MistakeForm::Deeper => self.plies.saturating_add(1),
            MistakeForm::NoLimit if model.sides == Sides::Both => usize::MAX,
            _ => self.plies,
        };
        let flag = match model.form {
            MistakeForm::NoMinRoot => true,
            MistakeForm::RootIsMin(by_flag) => self.root_is_max != by_flag,
            _ => self.root_is_max,
        };
        let mut run = Run { tree: self, model, prunes, plies, stored: None, best: None, reads: Vec::new() };
        let window = match model.form {
            MistakeForm::SwappedInCall => (Score::MAX, Score::MIN),
            MistakeForm::ZeroInCall(true) | MistakeForm::ZeroInBoth(true) if !flag => (Score::MIN, Score::ZERO),
            MistakeForm::ZeroInCall(_) | MistakeForm::ZeroInBoth(_) => (Score::ZERO, Score::MAX),
            _ => (Score::MIN, Score::MAX),
        };
        let score = run.node(0, flag, window);
        let is_turned = flag || model.form == MistakeForm::RootNotTurned;
        let value = if is_turned { score } else { -score };
        let (best, stray) = match model.form {
            MistakeForm::MoveOverwritten(shared) => {
                run.stored.map_or((None, None), |stored| self.overwritten(shared, stored))
            }
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
    tree: &'a TaskTree,
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
        let TaskTree { whole, places, is_leaf, .. } = self.tree;
        let node = whole.node(at);
        if node.children.is_empty() || self.plies <= self.counted(node.ply) {
            if let Some(place) = places[at].filter(|_| is_leaf[at]) {
                self.reads.push(place);
            }
            return self.leaf(at, is_max);
        }
        if whole.is_chance(at) {
            return self.chance(at, is_max);
        }
        let SearchForm { best: way, fail, .. } = self.model.search_form;
        let (form, is_root) = (self.form(node.ply, is_max), node.ply == 0);
        let children = self.children(at, form);
        let is_alpha = matches!(way, BestIn::Alpha | BestIn::RaisedAlpha);
        let (mut alpha, mut previous) = (first, None);
        let start = match form {
            MistakeForm::Plain(Mistake::ZeroStart) | MistakeForm::ZeroInBoth(_) => Score::ZERO,
            MistakeForm::BestFromTop => Score::MAX,
            _ => Score::MIN,
        };
        if is_alpha && fail == Fail::Hard {
            alpha = alpha.max(start);
        }
        let (mut best, mut mv) = (start, None);
        // A separate loop at the root rarely tests for a cutoff, so even infinite values do not end the loop.
        let may_cut = !(is_root && self.model.search_form.root_is_right);
        for (index, (place, child)) in children.into_iter().enumerate() {
            let score = self.child(child, (node.ply, index), is_max, form, (first, alpha, beta));
            if matches!(form, MistakeForm::MoveOverwritten(_)) && (if is_alpha { alpha } else { best }) < score {
                self.stored = Some(child);
            }
            let is_worse = self.is_worse(form, is_root, score, (alpha, best, previous));
            previous = Some(score);
            if is_alpha {
                best = best.max(score);
                let raised = alpha.max(score);
                let (tested, cut) = match (way, fail) {
                    (_, Fail::Hard) if form == MistakeForm::AlphaAtCut => (score, alpha),
                    (BestIn::RaisedAlpha, _) => (raised, raised),
                    (_, Fail::Soft) => (score, best),
                    (_, Fail::Hard) => (score, beta),
                };
                if may_cut && self.cuts(form, (alpha, raised, tested), beta) {
                    return self.left(at, cut, Some(place));
                }
                if is_worse {
                    break;
                }
                if alpha < score || (form == MistakeForm::Plain(Mistake::RootGe) && is_root && score == alpha) {
                    (alpha, mv) = (score, Some(place));
                }
                continue;
            }
            if is_worse {
                break;
            }
            let is_tie = form == MistakeForm::Plain(Mistake::RootGe) && is_root && score == best;
            if best < score || is_tie || form == MistakeForm::LastMove {
                (best, mv) = (score, Some(place));
            }
            mv = if form == MistakeForm::MoveOfLast { Some(place) } else { mv };
            if form == MistakeForm::BetaIntoAlpha && !is_max {
                // At this MIN node, `beta` is MAX's alpha. The mistake sets it to the smaller of MAX's beta and the
                // best score.
                let is_cut = may_cut && self.cuts(form, (alpha, alpha, best), beta) && way == BestIn::Own;
                beta = alpha.max(best);
                if is_cut || may_cut && way == BestIn::OwnThenAlpha && self.cuts(form, (alpha, alpha, alpha), beta) {
                    break;
                }
                continue;
            }
            let raised = if form == MistakeForm::AlphaReplaced { score } else { alpha.max(best) };
            let tested = if way == BestIn::Own { best } else { raised };
            if may_cut && self.cuts(form, (alpha, raised, tested), beta) {
                best = if form == MistakeForm::AlphaAtCut { alpha } else { best };
                break;
            }
            alpha = raised;
        }
        let score = match (form, fail) {
            (MistakeForm::Plain(Mistake::LastScore), _) => previous.unwrap_or(Score::MIN),
            (_, Fail::Soft) => best,
            (_, Fail::Hard) => self.clamped(is_max, best, (first, alpha, beta)),
        };
        self.left(at, score, mv)
    }

    /// Returns how many of the moves that lead to this ply the program counts against its depth limit.
    fn counted(&self, ply: usize) -> usize {
        let uncounted = match (self.model.form, self.model.sides) {
            (MistakeForm::NoLimit, Sides::Max) => Side::First,
            (MistakeForm::NoLimit, Sides::Min) => Side::Second,
            _ => return ply,
        };
        (0..ply).filter(|&ply| self.tree.whole.movers().side(ply) != uncounted).count()
    }

    /// Returns the children that the search tries at a node, in order, with their places.
    fn children(&self, at: usize, form: MistakeForm) -> Vec<(usize, usize)> {
        let mut children: Vec<(usize, usize)> = self.tree.whole.node(at).children.iter().copied().enumerate().collect();
        if form == MistakeForm::Plain(Mistake::RightToLeft) {
            children.reverse();
        }
        if let MistakeForm::LastChild { spares_only } = form
            && !(spares_only && children.len() == 1)
        {
            children.pop();
        }
        if form == MistakeForm::FirstChild {
            children.truncate(1);
        }
        children
    }

    /// Returns the score of a fail-hard node, given its best score, the alpha that it was given, the alpha that it
    /// reached, and beta.
    fn clamped(&self, is_max: bool, best: Score, (first, alpha, beta): (Score, Score, Score)) -> Score {
        match self.model.search_form.best {
            BestIn::Alpha | BestIn::RaisedAlpha => alpha,
            _ if !is_max && self.model.form == MistakeForm::SwappedInBranches => best.max(first).min(beta),
            BestIn::Own | BestIn::OwnThenAlpha => best.min(beta).max(first),
        }
    }

    /// Returns the value of a chance node, for MAX if `is_max` and otherwise for MIN.
    fn chance(&mut self, at: usize, is_max: bool) -> Score {
        let whole = &self.tree.whole;
        let node = whole.node(at);
        let open = (Score::MIN, Score::MIN, Score::MAX);
        let children = node.children.iter().enumerate();
        let score = |(index, &child): (usize, &usize)| {
            let score = self.child(child, (node.ply, index), is_max, MistakeForm::None, open);
            (whole.node(child).share, score)
        };
        let scores: Vec<(u32, Score)> = children.map(score).collect();
        let wrong = if let MistakeForm::ChanceAs(wrong) = self.model.form { Some(wrong) } else { None };
        chance_value(&scores, wrong, is_max)
    }

    fn left(&mut self, at: usize, score: Score, mv: Option<usize>) -> Score {
        if at == 0 {
            self.best = mv;
        }
        score
    }

    /// Returns the mistake if the program makes it at this node, and otherwise `MistakeForm::None`.
    fn form(&self, ply: usize, is_max: bool) -> MistakeForm {
        let WrongSearch { form, sides, search_form } = self.model;
        let is_side = sides == Sides::Both || (sides == Sides::Max) == is_max;
        if is_side && !(search_form.root_is_right && ply == 0) { form } else { MistakeForm::None }
    }

    fn leaf(&self, at: usize, is_max: bool) -> Score {
        let value = self.tree.whole.node(at).value;
        let (own, root_is_max) = (if is_max { value } else { -value }, self.tree.root_is_max);
        match self.model.form {
            MistakeForm::LeafSign(owner) | MistakeForm::BothMax(owner) => match owner {
                LeafOwner::Max => value,
                LeafOwner::Min => -value,
                LeafOwner::Root if root_is_max => value,
                LeafOwner::Root => -value,
                LeafOwner::RootOpponent if at == 0 => own,
                LeafOwner::RootOpponent if root_is_max => -value,
                LeafOwner::RootOpponent => value,
            },
            MistakeForm::RootIsMin(false) => -own,
            _ => own,
        }
    }

    fn child(
        &mut self,
        child: usize,
        (ply, index): (usize, usize),
        is_max: bool,
        form: MistakeForm,
        (first, alpha, beta): (Score, Score, Score),
    ) -> Score {
        use Mistake as M;
        let flag = match self.model.form {
            MistakeForm::Side(Flip::Never, _) => is_max,
            MistakeForm::Side(Flip::AllMax, _) => true,
            MistakeForm::Side(Flip::AllMin, _) => false,
            MistakeForm::Side(Flip::Inverted, _) => is_max != (ply != 0),
            MistakeForm::Side(Flip::NeverBelow, _) => is_max != (ply == 0),
            MistakeForm::Side(Flip::EachChild, _) => is_max != index.is_multiple_of(2),
            MistakeForm::Side(Flip::InTurn, _) => !is_max,
            _ => is_max != self.tree.whole.movers().turns(ply),
        };
        let (full, turned) = ((Score::MIN, Score::MAX), (-beta, -alpha));
        let window = match form {
            MistakeForm::Plain(M::RootWindow) | MistakeForm::Side(_, true) if ply == 0 => full,
            MistakeForm::Plain(M::NoDeepBounds) => (Score::MIN, -alpha),
            MistakeForm::Plain(M::SwappedBounds) | MistakeForm::SwappedInBranches => (-alpha, -beta),
            MistakeForm::Plain(M::SameWindow) | MistakeForm::MissingNegation { turns: false } => (alpha, beta),
            MistakeForm::NoWindow if ply != 0 || self.model.sides != Sides::Both => full,
            MistakeForm::NotRaised { at_root } if at_root || ply != 0 => (-beta, -first),
            MistakeForm::NoResearch if index != 0 && flag != is_max => (-alpha.shifted(1000), -alpha),
            _ if flag == is_max => (alpha, beta),
            _ => turned,
        };
        let score = self.node(child, flag, window);
        match form {
            MistakeForm::MissingNegation { .. } | MistakeForm::BothMax(_) => score,
            MistakeForm::RootNotNegated if ply == 0 => score,
            _ if flag == is_max => score,
            _ => -score,
        }
    }

    /// Returns whether a score causes a cutoff at the node, according to the program's comparison. The program may have
    /// raised alpha since it found the score.
    fn cuts(&self, form: MistakeForm, (before, raised, tested): (Score, Score, Score), beta: Score) -> bool {
        let ends = |score: Score, end: Score| match self.model.search_form.cut {
            Cut::AtBeta => end <= score,
            Cut::AboveBeta => end < score,
        };
        if !self.prunes {
            return false;
        }
        match form {
            MistakeForm::Plain(Mistake::NoPruning) => false,
            MistakeForm::Plain(Mistake::LateAlpha) => ends(before, beta),
            MistakeForm::Plain(Mistake::WrongSide) => match self.model.search_form.best {
                BestIn::OwnThenAlpha | BestIn::RaisedAlpha => ends(raised, tested),
                BestIn::Alpha | BestIn::Own => ends(before, tested),
            },
            MistakeForm::InvertedTest => ends(beta, tested),
            MistakeForm::StrictCut => beta < tested,
            _ => ends(tested, beta),
        }
    }

    fn is_worse(
        &self,
        form: MistakeForm,
        is_root: bool,
        score: Score,
        (alpha, best, previous): (Score, Score, Option<Score>),
    ) -> bool {
        let (MistakeForm::WorseSibling { than, strict, at_root }, Some(previous)) = (form, previous) else {
            return false;
        };
        let rival = match than {
            Rival::Alpha => alpha,
            Rival::Best => best,
            Rival::Previous => previous,
        };
        self.prunes && (at_root || !is_root) && (score < rival || (score == rival && !strict))
    }
}

impl WrongSearch {
    /// Returns all wrong searches: each mistake in each form in which a program can make it.
    pub fn all(movers: Movers) -> Vec<Self> {
        let (every, mut one_sided) = (mistake_forms(movers), mistake_forms(movers));
        one_sided.retain(|(_, is_of_one_side)| *is_of_one_side);
        // A bound that a program fails to pass on is a better explanation than a missing cutoff, so try it first.
        sort_by_key(&mut one_sided, |(form, _)| !matches!(form, MistakeForm::NotRaised { .. }));
        let both = every.into_iter().map(|(form, _)| (form, Sides::Both));
        let one = one_sided.into_iter().flat_map(|(form, _)| [(form, Sides::Max), (form, Sides::Min)]);
        let with_search_form =
            |(form, sides)| SearchForm::all().map(move |search_form| Self { form, sides, search_form });
        both.chain(one).flat_map(with_search_form).collect()
    }

    /// Returns the correct searches. Those that are fail-hard and don't cut off on ties read more leaves than the
    /// others.
    pub fn right() -> impl Iterator<Item = Self> {
        let forms = SearchForm::all().filter(|search_form| !search_form.root_is_right);
        forms.map(|search_form| Self { form: MistakeForm::None, sides: Sides::Both, search_form })
    }

    /// Returns true if this is a correct search that reads more leaves than other correct searches, because it is
    /// fail-hard and doesn't cut off on ties.
    pub fn is_hard_and_strict(self) -> bool {
        self.form == MistakeForm::None && self.search_form.cut == Cut::AboveBeta && self.search_form.fail == Fail::Hard
    }
}
