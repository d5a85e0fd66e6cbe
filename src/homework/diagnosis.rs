//! Finds the known mistake that a program makes: runs each wrong search on a few trees and compares it with the
//! program.

use super::judge::ROUNDING;
use super::mistake_form::{Flip, LeafOwner, MistakeForm, Sides, WrongMean};
use super::protocol::Attempt;
use super::task::{Task, TreeKind, TreeSpec, drawn};
use super::wrong_search::{TaskTree, WrongSearch};
use super::{AskedAlgorithm, Assignment, Evidence, Smallest};
use crate::core::game::{Movers, Side};
use crate::core::names::named;
use crate::core::search::{Cut, Fail, Mistake};

/// The number of trees used to distinguish the mistakes.
const TREES: usize = 30;
/// The number of trees with which a mistake in the depth is checked in addition.
const SHALLOW: usize = 6;
/// The seed of these trees, which are the same for every program.
const SEED: u64 = 30;
/// The maximum number of mistakes to name if several behave alike.
const MOST_NAMES: usize = 3;

named! {
    /// Mistakes that only programs make and that plywood's search cannot imitate.
    pub(crate) enum ProgramMistake: "mistake of a program" {
        SameSide = "same-side", "the wrong player moves below the root";
        AlphaNotRaised = "alpha-not-raised",
            "a node does not pass on the alpha that it has raised, so the cutoffs at MIN's nodes below it come too late";
        BetaNotLowered = "beta-not-lowered",
            "a node does not pass on the beta that it has lowered, so the cutoffs at MAX's nodes below it come too late";
        NoMinAtRoot = "no-min-at-root", "it assumes that MAX moves at the root when MIN does";
        RootNotTurned = "root-not-turned",
            "the value of the root is for the player to move, not for MAX: negate it (multiply by the color) when MIN moves";
        LastChildSkipped = "last-child-skipped", "the loop ends one child too early, so the last child is never searched";
        FirstChildOnly = "first-child-only",
            "the loop always ends after the first child: a `return` or `break` in it is indented too far, or its condition is \
             always true";
        MoveOverwritten = "move-overwritten",
            "nodes below the root overwrite the root's best move: keep each node's best move in a local variable";
        BetaIntoAlpha = "beta-into-alpha",
            "MIN's nodes change alpha instead of beta: `alpha = min(beta, value)` should be `beta = min(beta, value)`";
        PlyLong = "ply-long", "the depth is off by one: the search ends a ply too late";
        NoDepthLimit = "no-depth-limit", "the search goes deeper than the depth that it was given";
        LastMove = "last-move", "the best move is stored after every child, not only after a better one";
        WrongStart = "wrong-start",
            "the best score of a node starts at the wrong end: it should start at minus infinity for MAX and at plus infinity for MIN";
        AlphaReplaced = "alpha-replaced",
            "the score of each child replaces alpha (at MIN's nodes, beta), even if it is worse: `alpha = score` should be \
             `alpha = max(alpha, score)`";
        AlphaAtCut = "alpha-at-cut",
            "at a cutoff, a node of MAX returns alpha and a node of MIN returns beta: return the score that caused the cutoff";
        NoWindow = "no-window", "a node passes its children no bounds, so nothing above it causes a cutoff below it";
        NoResearch = "no-re-search",
            "a null window proves only a bound, but the search takes it for the value: after a score above alpha and below \
             beta, search the child again with the full window, and let no table answer with a bound";
        DoubleSearch = "double-search", "it searches a node again whose value it has computed: twice the work at each ply";
        CutsAtLeaves = "cuts-at-leaves", "it tests for cutoffs only at the leaves, so it still visits every node";
        ChanceAsMax = "chance-as-max", "a chance node is treated as MAX's: it gets the largest value of its children";
        ChanceAsMin = "chance-as-min", "a chance node is treated as MIN's: it gets the smallest value of its children";
        PlainMean = "plain-mean", "the mean at a chance node ignores the probabilities of the children";
        SumAtChance = "sum-at-chance", "a chance node gets the sum of its children's values, not their mean";
        HardStrict = "hard-strict",
            "a node that fails hard returns a bound itself, and this tie causes no cutoff (`>`). Return the best score found, or \
             use `>=`: each of the two is right, but together they read more";
    }
}

/// A mistake from either list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MistakeName {
    /// A mistake that `plywood explain --mistake` shows.
    Search(Mistake),
    Program(ProgramMistake),
}

impl MistakeName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Search(mistake) => mistake.name(),
            Self::Program(mistake) => mistake.name(),
        }
    }

    /// Describes the mistake in one line.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Search(mistake) => mistake.description(),
            Self::Program(mistake) => mistake.description(),
        }
    }
}

/// A wrong search that behaves like the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnosis {
    pub mistake: MistakeName,
    /// A description of the form of the mistake, if it has several forms.
    pub detail: &'static str,
    /// The number of trees tried. The program behaved like the wrong search on all of them.
    pub of: usize,
    /// Other mistakes with the same behaviour on these trees, each with its form.
    pub also: Vec<(MistakeName, &'static str)>,
}

impl Diagnosis {
    pub(crate) fn name(&self) -> &'static str {
        self.mistake.name()
    }

    /// Describes the mistake and its form.
    pub(crate) fn description(&self) -> String {
        with_form(self.mistake.description(), self.detail)
    }

    /// Returns the names of the other mistakes, with their forms.
    pub(crate) fn others(&self) -> Vec<String> {
        self.also.iter().map(|(mistake, detail)| with_form(mistake.name(), detail)).collect()
    }
}

fn with_form(text: &str, form: &str) -> String {
    if form.is_empty() { text.to_owned() } else { format!("{text} ({form})") }
}

/// Runs the program on some trees, and returns the wrong search that behaves like it, if there is one.
///
/// The report names a mistake only if the wrong search behaves like the program on all these trees, and on the smallest
/// tree on which the program is wrong.
pub(crate) fn recognise(
    assignment: &Assignment,
    smallest: &Smallest,
    run: &mut dyn FnMut(&Task) -> Attempt,
) -> Option<Diagnosis> {
    let mut seen = vec![(TaskTree::new(&smallest.task), smallest.attempt.clone())];
    // A teacher's tree may have players that the random trees of this run don't have.
    let own = (!smallest.task.movers.in_turn()).then_some(smallest.task.movers);
    let spec = TreeSpec { movers: assignment.spec.movers.or(own), depth: assignment.spec.depth };
    for task in tasks(spec) {
        let attempt = run(&task);
        if attempt.answer.is_err() && attempt.stray.is_none() {
            return None;
        }
        seen.push((TaskTree::new(&task), attempt));
    }
    let prunes = assignment.algorithm == AskedAlgorithm::AlphaBeta;
    let does_so = |model: &WrongSearch| seen.iter().all(|(tree, attempt)| is_alike(tree, attempt, *model, prunes));
    let is_wanted = |model: &WrongSearch| assignment.rule.demanded().is_none_or(|cut| cut == model.search_form.cut);
    let named_alone = |mistake: ProgramMistake| Diagnosis {
        mistake: MistakeName::Program(mistake),
        detail: "",
        of: TREES,
        also: Vec::new(),
    };
    let right = WrongSearch::right().find(does_so);
    // The models only answer and read, so they explain no other evidence.
    match smallest.judgement.evidence {
        Evidence::AnswerOrReads => {}
        Evidence::Visit => {
            let is_whole = |(tree, attempt): &(TaskTree, Attempt)| tree.is_whole(&attempt.visits);
            let cuts_at_leaves = right.is_some() && seen.iter().all(is_whole);
            return cuts_at_leaves.then(|| named_alone(ProgramMistake::CutsAtLeaves));
        }
        Evidence::Repetition => {
            let is_known = right.is_some() || WrongSearch::all(smallest.task.movers).iter().any(does_so);
            return is_known.then(|| named_alone(ProgramMistake::DoubleSearch));
        }
        Evidence::BelowLimit => return None,
    }
    if let Some(right) = right {
        let mistake = match (right.is_hard_and_strict(), is_wanted(&right)) {
            (true, _) => MistakeName::Program(ProgramMistake::HardStrict),
            (false, false) if right.search_form.cut == Cut::AboveBeta => MistakeName::Search(Mistake::Strict),
            (false, _) => return None,
        };
        return Some(Diagnosis { mistake, detail: "", of: TREES, also: Vec::new() });
    }
    let mut found: Vec<(MistakeName, &'static str)> = Vec::new();
    // A search whose window is inverted behaves like one with a wrong cutoff test, so its window must show the mistake.
    let is_inverted = seen
        .iter()
        .any(|(_, attempt)| attempt.windows.iter().any(|(node, window)| *node == 0 && window.beta < window.alpha));
    let is_shown = |model: &WrongSearch| is_inverted || model.form != MistakeForm::SwappedInCall;
    // A bound that is never passed on has the effect of missing cutoffs at the other player's nodes; the windows tell.
    let is_refuted = |model: &WrongSearch| seen.iter().any(|(tree, own)| tree.refutes(model, &own.windows));
    let mut models = WrongSearch::all(smallest.task.movers);
    models.retain(|model| is_shown(model) && !is_refuted(model) && does_so(model));
    // Programs that count the depth in another way differ from these mistakes only if the limit is far above the
    // leaves.
    let is_of_depth = |model: &WrongSearch| {
        matches!(model.form, MistakeForm::Deeper | MistakeForm::NoLimit | MistakeForm::Plain(Mistake::PlyShort))
    };
    if models.iter().any(is_of_depth) {
        let shallow: Vec<_> = shallow(spec).map(|task| (TaskTree::new(&task), run(&task))).collect();
        let is_seen = |model: &WrongSearch| shallow.iter().all(|(tree, own)| is_alike(tree, own, *model, prunes));
        models.retain(|model| !is_of_depth(model) || is_seen(model));
    }
    for model in models {
        for mistake in named(model).into_iter().flatten() {
            if found.iter().all(|(other, _)| *other != mistake) {
                found.push((mistake, detail(model)));
            }
        }
    }
    let (&(mistake, detail), others) = found.split_first()?;
    // A search whose cutoff test never succeeds behaves like one without cutoffs.
    let explains_all = is_inverted || mistake == MistakeName::Search(Mistake::NoPruning);
    let is_news = |other: &MistakeName| !explains_all || *other != MistakeName::Search(Mistake::WrongSide);
    let also = others.iter().copied().filter(|(other, _)| is_news(other)).take(MOST_NAMES - 1).collect();
    Some(Diagnosis { mistake, detail, of: TREES, also })
}

/// Returns trees of the kinds on which mistakes are easiest to tell apart.
fn tasks(spec: TreeSpec) -> impl Iterator<Item = Task> {
    use TreeKind as K;
    let is_telling = |kind: K| matches!(kind, K::Uneven | K::Ties | K::Negative | K::MinRoot | K::Limited | K::Deep);
    let drawn = (20..).map(move |index| drawn(SEED, index, 0, spec));
    drawn
        .filter(move |(kind, task)| is_telling(*kind) && (task.depth != Some(1) || spec.depth.is_some()))
        .map(|(_, task)| task)
        .take(TREES)
}

/// Returns trees of which a search sees only one ply, while at least three plies follow.
fn shallow(spec: TreeSpec) -> impl Iterator<Item = Task> {
    let limited = (20..).map(move |index| drawn(SEED, index, 0, spec)).filter(|(kind, _)| *kind == TreeKind::Limited);
    let first = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
    let turned = limited.enumerate().map(move |(index, (_, task))| Task {
        depth: Some(1),
        movers: spec.movers.unwrap_or_else(|| Movers::alternating(first(index))),
        ..task
    });
    turned.take(SHALLOW)
}

fn is_alike(tree: &TaskTree, attempt: &Attempt, model: WrongSearch, prunes: bool) -> bool {
    let (value, best, stray) = match (&attempt.answer, &attempt.stray) {
        (Ok(answer), _) => (answer.value, answer.best, None),
        (Err(_), Some((value, stray))) => (*value, None, Some(stray)),
        (Err(_), None) => return false,
    };
    let outcome = tree.outcome(model, prunes);
    // If no move is better than the initial value, a program may return the first move or no move.
    let is_same_best = outcome.best.is_none() || outcome.best == best;
    let is_same_move = outcome.stray.as_ref() == stray && (stray.is_some() || is_same_best);
    let is_same_value = value == outcome.value || tree.has_chance() && value.is_near(outcome.value, ROUNDING);
    is_same_value && is_same_move && attempt.reads == outcome.reads
}

/// Returns the names of a model's mistakes.
fn named(model: WrongSearch) -> [Option<MistakeName>; 2] {
    use MistakeName::{Program, Search};
    use ProgramMistake as P;
    let name = match model.form {
        MistakeForm::Plain(mistake) => Search(mistake),
        MistakeForm::RootIsMin(_) => Search(Mistake::RootIsMin),
        MistakeForm::LeafSign(LeafOwner::Root | LeafOwner::RootOpponent) => {
            return [Some(Program(P::SameSide)), Some(Search(Mistake::LeafSign))];
        }
        MistakeForm::LeafSign(_) => Search(Mistake::LeafSign),
        MistakeForm::BothMax(_) => Search(Mistake::BothMax),
        MistakeForm::MissingNegation { .. } | MistakeForm::RootNotNegated => Search(Mistake::MissingNegation),
        MistakeForm::WorseSibling { .. } => Search(Mistake::WorseSibling),
        MistakeForm::LastMove => Search(Mistake::LastScore),
        MistakeForm::NoWindow if model.sides == Sides::Both => Search(Mistake::NoPruning),
        MistakeForm::NoWindow => Program(P::NoWindow),
        MistakeForm::MoveOfLast => Program(P::LastMove),
        MistakeForm::BestFromTop => Program(P::WrongStart),
        MistakeForm::AlphaReplaced => Program(P::AlphaReplaced),
        MistakeForm::AlphaAtCut => Program(P::AlphaAtCut),
        MistakeForm::StrictCut => Program(P::HardStrict),
        MistakeForm::NoResearch => Program(P::NoResearch),
        MistakeForm::SwappedInBranches | MistakeForm::SwappedInCall => Search(Mistake::SwappedBounds),
        MistakeForm::ZeroInCall(_) | MistakeForm::ZeroInBoth(_) => Search(Mistake::ZeroStart),
        MistakeForm::InvertedTest => Search(Mistake::WrongSide),
        MistakeForm::NotRaised { .. } if model.sides == Sides::Min => Program(P::BetaNotLowered),
        MistakeForm::NotRaised { .. } => Program(P::AlphaNotRaised),
        MistakeForm::Side(..) => Program(P::SameSide),
        MistakeForm::NoMinRoot => Program(P::NoMinAtRoot),
        MistakeForm::RootNotTurned => Program(P::RootNotTurned),
        MistakeForm::FirstChild => Program(P::FirstChildOnly),
        MistakeForm::MoveOverwritten(_) => Program(P::MoveOverwritten),
        MistakeForm::LastChild { .. } => Program(P::LastChildSkipped),
        MistakeForm::BetaIntoAlpha => Program(P::BetaIntoAlpha),
        MistakeForm::Deeper => Program(P::PlyLong),
        MistakeForm::NoLimit => Program(P::NoDepthLimit),
        MistakeForm::ChanceAs(WrongMean::Max) => Program(P::ChanceAsMax),
        MistakeForm::ChanceAs(WrongMean::Min) => Program(P::ChanceAsMin),
        MistakeForm::ChanceAs(WrongMean::Even) => Program(P::PlainMean),
        MistakeForm::ChanceAs(WrongMean::Sum) => Program(P::SumAtChance),
        MistakeForm::None if model.search_form.fail == Fail::Hard => Program(P::HardStrict),
        MistakeForm::None => Search(Mistake::Strict),
    };
    [Some(name), None]
}

/// Describes the form of a model's mistake, unless the mistake's name already does.
fn detail(model: WrongSearch) -> &'static str {
    match (model.form, model.sides) {
        (MistakeForm::Side(flip, _), _) => match flip {
            Flip::Never => "the flag that says who moves never changes",
            Flip::AllMax => "MAX moves at every node below the root",
            Flip::AllMin => "MIN moves at every node below the root",
            Flip::Inverted => "the root's player moves again at the root's children, and then the players alternate",
            Flip::NeverBelow => "the other player moves at every node below the root",
            Flip::EachChild => "the flag changes from one child to the next",
            Flip::InTurn => "the players take turns, although they do not in this game",
        },
        (MistakeForm::NoLimit, Sides::Both) => "it ignores the depth and ends only at leaves",
        (MistakeForm::NoLimit, Sides::Max) => "it does not count MAX's moves",
        (MistakeForm::NoLimit, Sides::Min) => "it does not count MIN's moves",
        (MistakeForm::NoWindow, Sides::Both) => "the root passes its window on, and the nodes below it pass none",
        (MistakeForm::LeafSign(LeafOwner::Root), _) => {
            "the sign of the player never changes, so each leaf counts for the root's player"
        }
        (MistakeForm::LeafSign(LeafOwner::RootOpponent), _) => {
            "below the root the sign of the player never changes, so each leaf counts for the root's opponent"
        }
        (MistakeForm::LeafSign(_), _) => {
            "negamax needs the value for the side to move, but a search with a branch for each player needs the value for MAX"
        }
        (MistakeForm::SwappedInCall, _) => {
            "in the first call: alpha is plus infinity there, and beta is minus infinity"
        }
        (MistakeForm::ZeroInBoth(_), _) => {
            "in the first call and at the nodes. Double.MIN_VALUE, Number.MIN_VALUE and DBL_MIN are just above 0; use minus infinity"
        }
        (MistakeForm::ZeroInCall(_), _) => "alpha is 0 in the first call; use minus infinity",
        (MistakeForm::RootNotNegated, _) => "at the root only",
        (MistakeForm::Plain(Mistake::RootWindow), Sides::Max) => "only if MAX moves at the root",
        (MistakeForm::Plain(Mistake::RootWindow), Sides::Min) => "only if MIN moves at the root",
        (MistakeForm::Plain(Mistake::ZeroStart), Sides::Max) => {
            "at MAX's nodes only. Double.MIN_VALUE, Number.MIN_VALUE and DBL_MIN are just above 0; use minus infinity"
        }
        (MistakeForm::WorseSibling { at_root: true, .. }, Sides::Both) => "and so does the root",
        (MistakeForm::WorseSibling { at_root: true, .. }, Sides::Max) => "at MAX's nodes only, but also at the root",
        (MistakeForm::WorseSibling { at_root: true, .. }, Sides::Min) => "at MIN's nodes only, but also at the root",
        (MistakeForm::NotRaised { .. }, Sides::Both) => "at MIN's nodes beta stays as it was, too",
        (MistakeForm::NotRaised { .. }, _) | (_, Sides::Both) => "",
        (_, Sides::Max) => "at MAX's nodes only",
        (_, Sides::Min) => "at MIN's nodes only",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trees_have_both_roots_and_several_depths() {
        let tasks = || tasks(TreeSpec::default());
        let depths = |depth: usize| tasks().filter(|task| task.depth == Some(depth)).count();
        assert!(2 <= depths(2) && 2 <= depths(3), "{} {}", depths(2), depths(3));
        assert!(4 <= tasks().filter(|task| !task.root_is_max()).count());
    }
}
