//! The search as its header describes it, which determines the possible scores, windows and results.

use crate::core::game::Movers;
use crate::core::game::chess::Evaluation;
use crate::core::names::{Named, normalize};
use crate::core::score::{Bound, Score, ScoreKind, Window, WindowSide};
use crate::core::search::{Algorithm, Cut, Fail, Order, TableAnswers, Technique, Techniques};
use crate::core::trace::Header;
use std::cell::Cell;

/// The header's description of the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// The algorithm; `None` if plywood doesn't know its name.
    pub algorithm: Option<Algorithm>,
    pub techniques: Techniques,
    /// Whether the name of any technique is unknown to plywood.
    pub has_unknown: bool,
    /// The move ordering; `None` if plywood doesn't know its name.
    pub order: Option<Order>,
    /// Whether the search makes a deliberate mistake, for teaching.
    pub is_mistaken: bool,
    pub cut: Cut,
    /// The fail rule; `None` if plywood doesn't know what the search returns outside the window. Each node may then
    /// return the score that was found, the bound of the window, or any score between them.
    pub fail: Option<Fail>,
    /// Whether the move ordering and the evaluation show that another engine recorded the trace under the name of a
    /// known algorithm. Such an engine has that algorithm's windows and results, but its own margins and its own score
    /// unit. Without `fail` in the header, it may also fail in its own way.
    pub has_own_names: bool,
    /// The width of the engine's null windows, taken from the first one, if the engine has its own names.
    null_width: Cell<Option<i64>>,
    /// Whether plywood doesn't know the game: there is no board, no named game and no tree. The score of a finished
    /// game may then be anything, such as a difference in discs or points.
    pub is_unknown_game: bool,
    /// Whether static evaluations may differ from those that follow from the rules of the game.
    pub is_replaced: bool,
    /// Which table entries may be used, if the header specifies it.
    pub table_answers: Option<TableAnswers>,
    /// By how much scores that should be equal may differ.
    pub tolerance: Score,
    /// Who chooses at each ply.
    pub movers: Movers,
    /// The value of a won game, if it does not depend on the number of plies to the end.
    pub win: Option<Score>,
    /// The names of the techniques, unknown to plywood, that may search nodes without events and store their results.
    pub searches_untold: Vec<String>,
    /// Whether the search first searches nodes to a smaller depth, without events.
    pub deepens_untold: bool,
    /// Whether the search reduces nodes for reasons other than late moves, so that no re-search is required.
    pub keeps_reductions: bool,
    /// Whether a technique unknown to plywood may treat different positions as equal.
    pub may_fold: bool,
    /// The largest difference between scores that counted as equal since this field was last read.
    pub tolerated: Cell<Score>,
}

/// Names of techniques that plywood doesn't implement and that never search a node without an event: they only order,
/// prune, reduce and extend, or are a part of every search. The spelling is that of [`normalize`].
const SEARCH_NOTHING: [&str; 52] = [
    "latemovepruning",
    "latemovecountpruning",
    "lmp",
    "movecountpruning",
    "reversefutility",
    "reversefutilitypruning",
    "rfp",
    "staticnullmove",
    "staticnullmovepruning",
    "historypruning",
    "seepruning",
    "countermove",
    "countermoves",
    "countermoveheuristic",
    "countermovehistory",
    "continuationhistory",
    "capturehistory",
    "butterflyhistory",
    "historytable",
    "moveordering",
    "mvvlva",
    "mvv",
    "pvmove",
    "principalvariation",
    "pvtable",
    "triangularpvtable",
    "internaliterativereduction",
    "internaliterativereductions",
    "iir",
    "recaptureextension",
    "recaptureextensions",
    "passedpawnextension",
    "passedpawnextensions",
    "alphabeta",
    "alphabetapruning",
    "negamax",
    "minimax",
    "pvs",
    "principalvariationsearch",
    "negascout",
    "nullwindow",
    "nullwindowsearch",
    "failsoft",
    "failhard",
    "matedistance",
    "zobristhashing",
    "piecesquaretables",
    "pst",
    "taperedevaluation",
    "contempt",
    "fiftymovescaling",
    "timemanagement",
];

/// Returns whether a technique with this name, which is not one of plywood's, may search nodes without events.
fn may_search(name: &str) -> bool {
    Technique::meant(name).is_none() && !SEARCH_NOTHING.contains(&normalize(name).as_str())
}

/// Returns the name of a technique, without the separators between its words.
fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_'], " ")
}

/// Returns whether a technique, judging by its name, uses one table entry for rotated and mirrored positions.
fn is_folding(name: &str) -> bool {
    let name = plain_name(name);
    ["symmetr", "mirror", "rotat", "reflect", "canonical", "fold"].iter().any(|word| name.contains(word))
}

/// The maximum width of a null window, in millipawns: ten centipawns, the largest score unit of an engine.
const MOST_NARROW: i64 = 100;

/// The minimum score in centipawns of a won game, for an engine without `win` in its header.
const FLAT_WIN: i32 = 5000;

impl Manner {
    pub(crate) fn of(header: &Header) -> Self {
        let algorithm = header.known_algorithm();
        let cut: Cut = header.cut.parse().unwrap_or_default();
        let usual = algorithm.map(|algorithm| algorithm.fails(cut));
        let names = |some: &[&str]| header.techniques.iter().any(|name| some.contains(&plain_name(name).as_str()));
        let has_own_evaluation = match (&header.fen, &header.game) {
            _ if header.shape.is_some() || header.is_scored_outside() => false,
            (Some(_), _) => header.evaluation.parse::<Evaluation>().is_err(),
            (None, Some(_)) => header.scored_game().is_none(),
            (None, None) => true,
        };
        let has_own_names = algorithm.is_some() && (has_own_evaluation || header.order.parse::<Order>().is_err());
        let is_own = algorithm.is_none() || has_own_names;
        let meant = |name: &String| if is_own { Technique::meant(name) } else { name.parse().ok() };
        Self {
            has_own_names,
            null_width: Cell::default(),
            algorithm,
            techniques: header.techniques.iter().filter_map(meant).collect(),
            has_unknown: !header.techniques.iter().all(|name| meant(name).is_some()),
            order: header.order.parse::<Order>().ok(),
            is_mistaken: !header.mistake.is_empty(),
            cut,
            fail: header.fail.parse().ok().or(usual.filter(|_| header.fail.is_empty() && !has_own_names)),
            is_unknown_game: header.fen.is_none()
                && header.shape.is_none()
                && !matches!(header.named_game(), Ok(Some(_))),
            is_replaced: !header.replaced_scores.is_empty() || header.shape.is_some(),
            table_answers: header.table_answers.parse().ok(),
            tolerance: header.tolerance,
            movers: header.movers(),
            win: header.win,
            tolerated: Cell::default(),
            searches_untold: header.techniques.iter().filter(|name| may_search(name)).cloned().collect(),
            may_fold: header.techniques.iter().any(|name| name.parse::<Technique>().is_err() && is_folding(name)),
            deepens_untold: names(&["iid", "internal iterative deepening"]),
            keeps_reductions: names(&["iir", "internal iterative reduction", "internal iterative reductions"]),
        }
    }

    /// Returns true if this reason for a reduction means that the move is a late move.
    pub(crate) fn is_late_move(why: &str) -> bool {
        ["late", "lmr", "history"].iter().any(|word| plain_name(why).contains(word))
    }

    /// Returns whether a technique may act, or `None` if that is unknown.
    pub(crate) fn allows(&self, technique: Technique) -> Option<bool> {
        if self.has(technique) { Some(true) } else { (!self.has_unknown).then_some(false) }
    }

    /// Returns the move ordering named in the header, if plywood knows it.
    pub(crate) fn order_name(&self) -> String {
        self.order.map_or_else(String::new, |order| order.to_string())
    }

    /// Returns whether two scores count as equal.
    pub(crate) fn same(&self, a: Score, b: Score) -> bool {
        a == b || self.is_tolerated(a, b)
    }

    /// Returns whether two different scores still count as equal; if so, keeps the difference in [`Self::tolerated`].
    fn is_tolerated(&self, a: Score, b: Score) -> bool {
        let is_near = self.tolerance != Score::ZERO && a != b && a.is_near(b, self.tolerance);
        if is_near {
            let apart = if a < b { b.plus(-a) } else { a.plus(-b) };
            self.tolerated.set(self.tolerated.get().max(apart));
        }
        is_near
    }

    /// Returns whether `a` counts as at least `b`.
    pub(crate) fn reaches(&self, a: Score, b: Score) -> bool {
        b <= a || self.same(a, b)
    }

    /// Returns whether a score may lie on this side of a window, if the score and the ends of the window may each be
    /// off by the tolerance. A window that is narrower than the tolerance may hold scores that are rounded to its ends.
    pub(crate) fn may_lie(&self, window: Window, score: Score, side: WindowSide) -> bool {
        let place = |score: Score| self.cut.place(window, score);
        let most = self.tolerance;
        place(score) == side
            || most != Score::ZERO && place(score.plus(-most)) <= side && side <= place(score.plus(most))
    }

    /// Returns whether two windows count as equal. No score can lie beyond a mate that is already on the board, so a
    /// bound beyond that mate counts as infinite.
    pub(crate) fn same_window(&self, a: Window, b: Window) -> bool {
        let open = |Window { alpha, beta }: Window| Window {
            alpha: if alpha <= Score::mated_in(0) { Score::MIN } else { alpha },
            beta: if Score::mate_in(0) <= beta { Score::MAX } else { beta },
        };
        let (a, b) = (open(a), open(b));
        [(a.alpha, b.alpha), (a.beta, b.beta)].into_iter().all(|(a, b)| self.same(a, b))
    }

    /// Returns whether a search may return a bound of the window instead of a score outside the window, even at leaves.
    pub(crate) fn may_limit(&self) -> bool {
        self.has_own_margins() && self.fail != Some(Fail::Soft)
    }

    /// Returns whether another engine recorded the trace, so that margins, conditions and other details of techniques
    /// are its own.
    pub(crate) const fn has_own_margins(&self) -> bool {
        self.algorithm.is_none() || self.has_own_names
    }

    /// Returns whether `asked` is the null window `null`, which may be as wide as the engine's score unit. A window
    /// that is also the parent's `whole` window does not show how large that unit is.
    pub(crate) fn is_null(&self, asked: Window, null: Window, whole: Option<Window>) -> bool {
        if self.same_window(asked, null) {
            return true;
        }
        let width = asked.beta.ordinal() - asked.alpha.ordinal();
        let is_at_bound = self.same(asked.alpha, null.alpha) || self.same(asked.beta, null.beta);
        if !self.has_own_names || !is_at_bound || !(1..=MOST_NARROW).contains(&width) {
            return false;
        }
        if let Some(known) = self.null_width.get() {
            return known == width;
        }
        if whole.is_none_or(|whole| !self.same_window(asked, whole)) {
            self.null_width.set(Some(width));
        }
        true
    }

    /// Returns whether `asked` looks like the null window `null` of an engine whose scores have larger units.
    pub(crate) fn is_wide(&self, asked: Window, null: Window) -> bool {
        let is_at_bound = asked.alpha == null.alpha || asked.beta == null.beta;
        is_at_bound && !asked.alpha.is_infinite() && !asked.beta.is_infinite()
    }

    /// Returns whether every move after the first is first searched with a null window.
    pub(crate) fn always_scouts(&self) -> bool {
        self.algorithm.is_some_and(Algorithm::scouts) && !self.is_mistaken
    }

    /// Returns true if `said` may be the score of a won or lost game whose exact score is `is`, in a search that gives
    /// every win the same score, however many plies away it is.
    pub(crate) fn is_flat_win(&self, is: Score, said: Score) -> bool {
        let size = if said < Score::ZERO { -said } else { said };
        let is_so = (is < Score::ZERO) == (said < Score::ZERO) && matches!(said.kind(), ScoreKind::Millipawns(_));
        is.is_mate()
            && is_so
            && match self.win {
                Some(win) => self.same(size, win),
                None => self.has_own_margins() && Score::from_centipawns(FLAT_WIN) <= size,
            }
    }

    /// Returns whether `said` may be the final score `is` of a game that plywood does not know: any score with the same
    /// sign.
    pub(crate) fn is_final_score(&self, is: Score, said: Score) -> bool {
        let is_so = (is < Score::ZERO) == (said < Score::ZERO) && said != Score::ZERO;
        self.is_unknown_game && is.is_mate() && is_so && matches!(said.kind(), ScoreKind::Millipawns(_))
    }

    /// Returns the value of a won or lost game in this search.
    pub(crate) fn flat(&self, is: Score) -> Score {
        match self.win.filter(|_| is.is_mate()) {
            Some(win) => {
                if is < Score::ZERO {
                    -win
                } else {
                    win
                }
            }
            None => is,
        }
    }

    /// Returns whether the engine may have reasons unknown to plywood.
    pub(crate) const fn may_be_other(&self) -> bool {
        self.algorithm.is_none() || self.has_unknown
    }

    pub(crate) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Returns whether nodes have no windows.
    pub(crate) fn is_minimax(&self) -> bool {
        self.algorithm.is_some_and(|algorithm| !algorithm.has_window())
    }

    /// Returns whether a child may get the window `asked`. `whole` is its parent's window, negated and swapped.
    /// `is_first` means that the child is tried first and is not reduced.
    pub(crate) fn hands_down(&self, whole: Window, asked: Window, null: Option<Window>) -> bool {
        if self.is_minimax() {
            return asked == Window::FULL;
        }
        let reduces = self.allows(Technique::LateMoveReduction) != Some(false);
        let may_scout = self.algorithm.is_none_or(|algorithm| algorithm.scouts() || reduces);
        let is_null = null.is_some_and(|null| match self.algorithm {
            Some(_) => !self.same_window(asked, whole) && self.is_null(asked, null, Some(whole)),
            // The width of a null window is the engine's score unit, which may be too small for a trace.
            None if null.beta == whole.beta => {
                self.same(asked.beta, whole.beta) && whole.alpha <= asked.alpha && asked.alpha <= asked.beta
            }
            None => self.same(asked.alpha, whole.alpha) && asked.beta <= whole.beta && asked.alpha <= asked.beta,
        });
        self.same_window(asked, whole) || may_scout && is_null
    }

    /// Returns true if a score is exact because the table entry proves the opposite bound.
    pub(crate) fn meets(&self, known: Option<(Score, Bound)>, (score, bound): (Score, Bound)) -> bool {
        known.is_some_and(|(end, other)| other == -bound && self.same(score, end))
    }

    /// Returns the score of a table entry if an engine may use it for a leaf or for standing pat, because it says more
    /// about the node than the static evaluation `own`.
    pub(crate) fn better_static(&self, entry: Option<(Score, Bound)>, own: Score) -> Option<Score> {
        let (score, bound) = entry.filter(|_| self.has_own_margins())?;
        let is_better = match bound {
            Bound::Exact => true,
            Bound::Lower => own <= score,
            Bound::Upper => score <= own,
        };
        is_better.then_some(score)
    }

    /// Returns whether `asked` is the null window that tests whether `beta` is reached.
    pub(crate) fn is_null_at(&self, asked: Window, beta: Score) -> bool {
        let is_narrow = || matches!((asked.alpha.kind(), beta.kind()), (ScoreKind::Millipawns(a), ScoreKind::Millipawns(b)) if (1..=MOST_NARROW).contains(&i64::from(b - a)));
        self.same(asked.beta, beta)
            && (self.is_null(asked, Window::null_below(beta), None) || self.algorithm.is_none() && is_narrow())
    }

    /// Returns whether a node may return `said` if failing soft gives `soft`, and failing hard gives `hard`. If no move
    /// was pruned, every score between these two is a bound that the search has proved.
    pub(crate) fn may_return(&self, said: Score, (soft, hard): (Score, Score), has_pruned: bool) -> bool {
        let is_between = || !has_pruned && soft.min(hard) <= said && said <= soft.max(hard);
        match self.fail {
            Some(Fail::Hard) => self.same(said, hard),
            Some(Fail::Soft) => self.same(said, soft),
            None => is_between() || self.same(said, soft) || self.same(said, hard),
        }
    }
}
