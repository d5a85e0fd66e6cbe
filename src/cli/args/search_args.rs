//! Options for the search. Also applies these options to a subject.

use crate::cases::{Cases, cases};
use crate::cli::args::tablebase_folder::with_tables;
use crate::cli::args::values::{Typed, evaluations, from_one, moves, names, orders};
use crate::cli::command_error::{Result, WithContext as _, ensure};
use crate::cli::context::Context;
use crate::cli::io::uci_request::UciArgs;
use crate::cli::usage;
use crate::core::game::chess::Evaluation;
use crate::core::game::classic::GameList;
use crate::core::score::Score;
use crate::core::search::{
    Algorithm, Cut, Fail, MAX_DEPTH, Mistake, Order, TableAnswers, TableSettings, Technique, Techniques,
};
use crate::core::study::{AnyStudy, Limits};
use crate::lessons::model::KindOfMove;
use crate::lessons::model::with_minus;
use crate::subject::{LineOptions, SearchRequest, Subject};
use clap::Args;
use std::time::{Duration, Instant};

/// Options of every command that searches.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct SearchArgs {
    #[command(flatten)]
    pub typed: Typed,
    /// Depth in plies [default: lesson's, game's or 4]
    ///
    /// The default searches a small game to its end.
    #[arg(short, long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Search algorithm [default: the lesson's, or alpha-beta]
    #[arg(short, long, value_name = "NAME", value_parser = names::<Algorithm>())]
    pub algorithm: Option<Algorithm>,
    /// Move ordering [default: the lesson's; none for typed trees, otherwise static]
    ///
    /// The default is the order that the lesson or a technique requires; for a tree in brackets it is `none`, otherwise
    /// `static`.
    #[arg(long, value_name = "NAME", value_parser = orders())]
    pub order: Option<Order>,
    /// Techniques to add, comma-separated
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names::<Technique>())]
    pub with: Vec<Technique>,
    /// Whether a tie causes a cutoff [default: the lesson's, or ge]
    #[arg(long, value_name = "RULE", value_parser = names::<Cut>(), hide_short_help = true)]
    pub cut: Option<Cut>,
    /// Value that a node returns when it fails high or low [default: hard in chess positions, otherwise soft]
    #[arg(long, value_name = "RULE", value_parser = names::<Fail>(), hide_short_help = true)]
    pub fail: Option<Fail>,
    /// A mistake for the search to make, set by `explain --mistake`.
    #[arg(skip)]
    pub mistake: Option<Mistake>,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    leaf: LeafArgs,
    /// Search only these root moves: "Nxd3, Ng6+"
    ///
    /// With `--order none`, the search tries the moves in the order that you give.
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    only: Option<String>,
    /// Search only these moves after a line: "Nxd3: Qd6, Qg5"; repeatable
    #[arg(long, value_name = "LINE: MOVES", value_parser = moves, hide_short_help = true)]
    only_at: Vec<String>,
    /// Skip all moves of these kinds, at every node
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = names::<KindOfMove>(), hide_short_help = true)]
    without: Vec<KindOfMove>,
    /// Change a static evaluation (from MAX's view): "A2=7"
    ///
    /// Give the line from the root, or only the move's name if that is unique. You can repeat this option.
    #[arg(long, value_name = "LINE=SCORE", value_parser = moves, allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Possible leaf values: 0..10, ..10, or 0..
    ///
    /// The search leaves a node as soon as it has found the best possible value, and a chance node as soon as the other
    /// moves can no longer change the result. This option is for trees without a board. In `verify`, a single number is
    /// the most leaves that plain minimax may evaluate in total [default: 6000000]; beyond that, plywood searches a
    /// sample.
    #[arg(long, value_name = "FROM..TO", value_parser = limits, allow_hyphen_values = true, hide_short_help = true)]
    leaves: Option<LeafOption>,
    /// Stop after N nodes and show the result so far
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = from_one::<u64>)]
    nodes: Option<u64>,
    /// Stop after SECONDS and show the result so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds, hide_short_help = true)]
    time: Option<Duration>,
}

/// Options for evaluating the leaves of a game with a board.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct LeafArgs {
    /// Static evaluation [default: material in lessons, positional in chess, otherwise the game's]
    #[arg(long, value_name = "NAME", value_parser = evaluations(&GameList::default()), hide_short_help = true)]
    pub evaluation: Option<String>,
    #[command(flatten)]
    pub uci: UciArgs,
    /// Use an endgame tablebase: a folder of Syzygy files, or `retro` for three-piece endings
    #[arg(long, alias = "tables", value_name = "DIR|retro", hide_short_help = true)]
    pub tablebases: Option<String>,
}

/// Options for a transposition table.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct TableArgs {
    /// Transposition table size in MiB [default: 16]
    #[arg(long, alias = "table", value_name = "MIB", hide_short_help = true)]
    hash: Option<u32>,
    /// Depth that a table entry must have to be used [default: equal]
    #[arg(long, value_name = "RULE", value_parser = names::<TableAnswers>(), hide_short_help = true)]
    table_answers: Option<TableAnswers>,
}

impl TableArgs {
    pub(in crate::cli) fn settings(self) -> TableSettings {
        self.over(TableSettings::default())
    }

    /// Returns the settings `other` with these options applied.
    pub(in crate::cli) fn over(self, other: TableSettings) -> TableSettings {
        let (mebibytes, answers) = (self.hash.unwrap_or(other.mebibytes), self.table_answers.unwrap_or(other.answers));
        TableSettings { mebibytes, answers, ..other }
    }

    /// Rejects the options if no search uses a table.
    pub(in crate::cli) fn refuse_idle(self, mut techniques: impl Iterator<Item = Techniques>) -> Result<()> {
        let option = match (self.hash, self.table_answers) {
            (None, None) => return Ok(()),
            (Some(_), _) => "--hash",
            (None, Some(_)) => "--table-answers",
        };
        if techniques.any(|techniques| techniques.has(Technique::TranspositionTable)) {
            return Ok(());
        }
        Err(usage(format!("{option} has no effect without a transposition table; add --with tt")))
    }
}

/// Selects the static evaluation with this name. For chess, returns the evaluation; for a classroom game, sets the
/// evaluation on the subject. If the name is an engine's, the engine scores the subject's leaves.
pub(in crate::cli) fn evaluated(
    context: &Context,
    name: Option<&str>,
    uci: &UciArgs,
    subject: &mut Subject,
) -> Result<Option<Evaluation>> {
    uci.refuse_idle(name)?;
    let Some(name) = name else { return Ok(None) };
    if subject.game().is_some() {
        subject.score_by(name)?;
        return Ok(None);
    }
    ensure!(
        subject.position().is_some(),
        usage("--evaluation has no effect here: this tree has no board and uses its own scores")
    );
    subject.outside = uci.engine(context, name)?;
    if subject.outside.is_some() {
        return Ok(None);
    }
    let known = Evaluation::ALL.iter().map(|known| known.name()).chain(["uci:ENGINE"]).collect::<Vec<_>>().join(", ");
    let unknown = |_| usage(format!("`{name}` is not a static evaluation for chess; expected one of: {known}"));
    Ok(Some(name.parse::<Evaluation>().map_err(unknown)?))
}

/// The value of `--leaves`.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum LeafOption {
    /// The minimum and maximum value of a leaf.
    Limits([Option<f64>; 2]),
    /// How many leaves minimax may evaluate; only `verify` uses this.
    Count(u64),
}

/// Reads the value of `--leaves`.
pub(in crate::cli) fn limits(text: &str) -> Result<LeafOption, String> {
    let text = &text.split("..").map(with_minus).collect::<Vec<_>>().join("..");
    if let Ok(count) = text.parse() {
        return Ok(LeafOption::Count(count));
    }
    let expected = || "expected the lowest and highest leaf value, such as 0..10, ..10 or 0..".to_owned();
    let (least, most) = text.split_once("..").ok_or_else(expected)?;
    // `0...5` would be 0 to 0.5.
    if most.starts_with('.') {
        let most = most.trim_start_matches('.');
        return Err(format!(
            "write two dots between the lowest and the highest leaf value: {least}..{most} or {least}..0.{most}"
        ));
    }
    let end = |text: &str, open: f64| match text.trim() {
        "" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(pawns) if pawns == open => Ok(None),
            Ok(pawns) if pawns.is_finite() && Score::is_exact(pawns) => Ok(Some(pawns)),
            Ok(pawns) if pawns.is_finite() => Err(format!("{text} has more than three decimals; round it")),
            _ => Err(expected()),
        },
    };
    match [end(least, f64::NEG_INFINITY)?, end(most, f64::INFINITY)?] {
        [None, None] => Err(expected()),
        [Some(low), Some(high)] if high < low => {
            Err(format!("the lowest leaf value comes first: {}..{}", most.trim(), least.trim()))
        }
        ends => Ok(LeafOption::Limits(ends)),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 2.5".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a positive number of seconds".to_owned())
}

impl SearchArgs {
    fn techniques(&self) -> Techniques {
        self.with.iter().copied().collect()
    }

    /// Splits off the number of leaves that minimax may evaluate. Returns the other options, and the number if
    /// `--leaves` gives one.
    pub(in crate::cli) fn counted(&self) -> (Self, Option<u64>) {
        match self.leaves {
            Some(LeafOption::Count(count)) => (Self { leaves: None, ..self.clone() }, Some(count)),
            _ => (self.clone(), None),
        }
    }

    pub(in crate::cli) fn to_depth(&self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self.clone() }
    }

    /// Returns whether a number of nodes or a time limits the search.
    pub(in crate::cli) const fn has_limit(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }

    pub(in crate::cli) fn limits(&self, context: &Context) -> Limits {
        // A deadline beyond the clock's range never arrives.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits { nodes: self.nodes, deadline, ..context.limits() }
    }

    /// Returns the study of the subject, with `--only`, `--only-at` and `--set` applied.
    pub(in crate::cli) fn study(&self, context: &Context, subject: &Subject) -> Result<Box<dyn AnyStudy>> {
        self.check()?;
        let (subject, evaluation) = self.prepared(context, subject)?;
        Ok(subject.study(&self.request().settings(&subject), evaluation, self.limits(context))?)
    }

    /// Applies the options for leaves and moves to the subject. Also returns the static evaluation of chess, if one was
    /// chosen.
    fn prepared(&self, context: &Context, subject: &Subject) -> Result<(Subject, Option<Evaluation>)> {
        let mut subject = subject.clone();
        let evaluation = evaluated(context, self.leaf.evaluation.as_deref(), &self.leaf.uci, &mut subject)?;
        let subject = self.overlaid(&subject)?;
        Ok(match &self.leaf.tablebases {
            Some(folder) => (with_tables(context, subject, folder)?, evaluation),
            None => (subject, evaluation),
        })
    }

    fn request(&self) -> SearchRequest {
        let &Self { depth, algorithm, order, cut, fail, mistake, .. } = self;
        SearchRequest {
            depth,
            algorithm,
            order,
            techniques: self.techniques(),
            cut,
            fail,
            table: self.table.settings(),
            mistake,
        }
    }

    /// Returns the cases of the subject's unknown leaf, if a leaf is still unknown after `--set`.
    pub(in crate::cli) fn cases(&self, context: &Context, subject: &Subject) -> Result<Option<Cases>> {
        if subject.unknown_leaves().is_empty() {
            return Ok(None);
        }
        self.check()?;
        let (subject, _) = self.prepared(context, subject)?;
        if subject.letter().is_none() {
            return Ok(None);
        }
        Ok(Some(cases(&subject, &self.request().settings(&subject), &self.limits(context))?))
    }

    /// Rejects options that cannot be combined, regardless of what is searched.
    pub(in crate::cli) fn check(&self) -> Result<()> {
        self.table.refuse_idle([self.techniques()].into_iter())?;
        // A fail-hard node that fails low returns alpha, which only ties with its parent's beta. With `gt`, that would
        // not cause a cutoff, and the search would search the move again for nothing.
        if (self.cut, self.fail) != (Some(Cut::AboveBeta), Some(Fail::Hard)) {
            return Ok(());
        }
        let text = "--cut gt needs fail-soft scores: a fail-hard node returns the bound itself, and with gt that tie would cause no cutoff\n  omit --fail:                --cut gt\n  or let ties cut:            --cut ge --fail hard\n  or compare all of them:     plywood compare ... --cut ge,gt --fail hard,soft";
        Err(usage(text))
    }

    /// Applies `--only`, `--only-at`, `--without` and `--set` to the subject.
    pub(in crate::cli) fn overlaid(&self, subject: &Subject) -> Result<Subject> {
        let (mut subject, mut given) = (subject.clone(), LineOptions::default());
        if let Some(moves) = &self.only {
            subject.restrict("", &listed(moves), &mut given).with_context(|| format!("--only \"{moves}\""))?;
        }
        for text in &self.only_at {
            let place = || format!("--only-at \"{text}\"");
            let (line, moves) = text
                .split_once(':')
                .ok_or_else(|| usage("expected LINE: MOVES, for example \"Nxd3: Qd6, Qg5\""))
                .with_context(place)?;
            subject.restrict(line, &listed(moves), &mut given).with_context(place)?;
        }
        if !self.without.is_empty() {
            subject.leave_out(&self.without)?;
        }
        limit_leaves(&mut subject, self.leaves)?;
        for text in &self.set {
            let place = || format!("--set \"{text}\"");
            let (line, score) = line_and_score(text).with_context(place)?;
            subject.set_score(line, score, &mut given).with_context(place)?;
        }
        Ok(subject)
    }
}

/// Sets the range of a tree's leaves, if `--leaves` gives one.
pub(in crate::cli) fn limit_leaves(subject: &mut Subject, option: Option<LeafOption>) -> Result<()> {
    match option {
        Some(LeafOption::Limits(limits)) => Ok(subject.limit_leaves(limits)?),
        Some(LeafOption::Count(count)) => {
            Err(usage(format!("--leaves {count}: expected what a leaf can be worth, such as 0..10, ..10 or 0..")))
        }
        None => Ok(()),
    }
}

fn listed(moves: &str) -> Vec<&str> {
    moves.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// Reads `Nxd3 Qd6=-0.5`.
fn line_and_score(text: &str) -> Result<(&str, Score)> {
    let wanted = || usage("expected LINE=SCORE, for example \"A2=7\" or \"Nxd3 Qd6=-0.5\"");
    // Split at the last equals sign, because a promotion also contains one.
    let (line, pawns) = text.rsplit_once('=').ok_or_else(wanted)?;
    let pawns = pawns.trim();
    let not_a_score = |_| usage(format!("`{pawns}` is not a score; expected a number, for example \"{line}=-0.5\""));
    let pawns: f64 = with_minus(pawns).parse().map_err(not_a_score)?;
    let score = Score::from_pawns(pawns)
        .ok_or_else(|| usage(format!("{pawns:?} is out of range; scores must be between -100000 and 100000")))?;
    ensure!(
        Score::is_exact(pawns),
        usage(format!(
            "{pawns:?} has more than three decimals; round it or, in a tree without a board, multiply all leaves by the same number"
        ))
    );
    Ok((line, score))
}
