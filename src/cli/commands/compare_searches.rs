//! The searches that `plywood compare` runs, as given by its options.

use crate::cli::args::engine_args::EngineName;
use crate::cli::args::rerun;
use crate::cli::args::search_args::{LeafArgs, LeafOption, TableArgs, evaluated, limit_leaves, limits};
use crate::cli::args::subject_args;
use crate::cli::args::tablebase_folder::with_tables;
use crate::cli::args::values::{names, orders, variants};
use crate::cli::command_error::{Result, ensure};
use crate::cli::context::Context;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::streams::lock;
use crate::cli::usage;
use crate::compare::{self, Ran};
use crate::core::game::chess::Evaluation;
use crate::core::parallel::map;
use crate::core::search::{Algorithm, Cut, Fail, MAX_DEPTH, Order, Settings, Technique, Techniques};
use crate::core::sort::sort_by_key;
use crate::core::study::AnyStudy;
use crate::core::trace::Header;
use crate::subject::{DEFAULT_DEPTH, SearchRequest, Subject, SubjectError};
use clap::Args;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Options for how to search.
#[derive(Debug, Args)]
pub(super) struct Searches {
    /// Depth in plies [default: lesson's, game's or 4]
    ///
    /// The default searches a small game to its end.
    #[arg(short, long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Search algorithm [default: ten searches, some with techniques]
    #[arg(short, long, alias = "algorithms", value_name = "NAMES", value_delimiter = ',', value_parser = names::<Algorithm>())]
    pub algorithm: Vec<Algorithm>,
    /// Move ordering [default: the lesson's; none for typed trees, otherwise static]
    #[arg(long, alias = "orders", value_name = "NAMES", value_delimiter = ',', value_parser = orders())]
    pub order: Vec<Order>,
    /// Whether a tie causes a cutoff [default: ge]
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = names::<Cut>(), hide_short_help = true,
          group = "nodes")]
    pub cut: Vec<Cut>,
    /// Value that a node returns when it fails high or low [default: hard in chess positions, otherwise soft]
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = names::<Fail>(), hide_short_help = true,
          group = "nodes")]
    pub fail: Vec<Fail>,
    /// Techniques to add, comma-separated
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names::<Technique>())]
    pub with: Vec<Technique>,
    #[command(flatten)]
    pub table: TableArgs,
    /// Possible leaf values: 0..10, ..10, or 0..
    ///
    /// The searches leave a node as soon as they have found the best possible value. This option is for trees without a
    /// board.
    #[arg(id = "leaves", long, value_name = "FROM..TO", value_parser = limits, allow_hyphen_values = true, hide_short_help = true)]
    pub range: Option<LeafOption>,
    #[command(flatten)]
    pub leaves: LeafArgs,
    /// Program to use [default: plywood]
    #[arg(long, value_name = "NAMES", value_parser = variants::<EngineName>(), value_delimiter = ',')]
    pub engine: Vec<EngineName>,
}

impl Searches {
    pub(super) fn subject(&self, context: &Context, words: &[String]) -> Result<Subject> {
        self.applied(context, subject_args::find(context, words)?)
    }

    /// Returns the subject with the options for its leaves applied.
    pub(super) fn applied(&self, context: &Context, mut subject: Subject) -> Result<Subject> {
        limit_leaves(&mut subject, self.range)?;
        evaluated(context, self.leaves.evaluation.as_deref(), &self.leaves.uci, &mut subject)?;
        match &self.leaves.tablebases {
            _ if subject.outside.is_some() && self.engine.contains(&EngineName::Sargon) => {
                Err(usage("--evaluation uci:ENGINE cannot be used with --engine sargon"))
            }
            Some(_) if self.engine.contains(&EngineName::Sargon) => {
                Err(usage("--tablebases cannot be used with --engine sargon: Sargon has no endgame tablebase"))
            }
            Some(folder) => with_tables(context, subject, folder),
            None => Ok(subject),
        }
    }

    /// Returns the static evaluation of chess, if one was chosen.
    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        self.leaves.evaluation.as_deref()?.parse().ok()
    }

    pub(super) fn techniques(&self) -> Techniques {
        self.with.iter().copied().collect()
    }

    /// Returns at least one move ordering: the requested orderings, else the subject's or the one that the techniques
    /// need, as in `explain`.
    pub(super) fn orders(&self, subject: &Subject) -> Vec<Order> {
        let needed = || vec![subject.order.unwrap_or_else(|| self.techniques().order(subject.position().is_some()))];
        if self.order.is_empty() { needed() } else { self.order.clone() }
    }

    /// Returns the settings of the single search that is compared with a trace.
    pub(super) fn one_search(&self, subject: &Subject) -> Result<Settings> {
        ensure!(
            self.engine.is_empty(),
            usage("--engine has no effect here: a trace is compared with plywood's own search")
        );
        if [self.algorithm.len(), self.order.len(), self.cut.len(), self.fail.len()].iter().any(|&many| 1 < many) {
            return Err(usage("a trace is compared with one search; name one algorithm and one order"));
        }
        let request = SearchRequest {
            algorithm: self.algorithm.first().copied(),
            order: self.order.first().copied(),
            cut: self.cut.first().copied(),
            fail: self.fail.first().copied(),
            techniques: self.techniques(),
            ..SearchRequest::default()
        };
        Ok(request.settings(subject))
    }

    /// Returns a rerun of a recorded search with the given options, and the names of the settings that can change its
    /// scores.
    pub(super) fn again(&self, context: &Context, header: &Header) -> Result<(Box<dyn AnyStudy>, Vec<String>)> {
        ensure!(self.range.is_none(), usage("--leaves has no effect here: a trace keeps the range of its leaves"));
        let mut subject = rerun::subject(context, header)?;
        let recorded = rerun::settings(header)?;
        let asked = self.one_search(&subject)?;
        let settings = Settings {
            algorithm: if self.algorithm.is_empty() { recorded.algorithm } else { asked.algorithm },
            depth: self.depth.unwrap_or(recorded.depth),
            order: if self.order.is_empty() { recorded.order } else { asked.order },
            cut: if self.cut.is_empty() { recorded.cut } else { asked.cut },
            fail: if self.fail.is_empty() { recorded.fail } else { asked.fail },
            techniques: if self.with.is_empty() { recorded.techniques } else { asked.techniques },
            table: self.table.over(recorded.table),
            mistake: recorded.mistake,
        };
        self.table.refuse_idle([settings.techniques].into_iter())?;
        let own = Some(header.evaluation.as_str()).filter(|name| !name.is_empty());
        let name = self.leaves.evaluation.as_deref().or(own);
        let evaluation = evaluated(context, name, &self.leaves.uci, &mut subject)?;
        if let Some(folder) = &self.leaves.tablebases {
            subject = with_tables(context, subject, folder)?;
        }
        let study = subject.study(&settings, evaluation, context.limits())?;
        Ok((study, compare::inexact(&settings)))
    }

    /// Returns the searches to run, each with a name.
    pub(super) fn variants(&self, subject: &Subject) -> Vec<(String, Settings)> {
        let orders = self.orders(subject);
        let base = Settings { techniques: self.techniques(), order: orders[0], ..Settings::default() };
        let chosen = !(self.algorithm.is_empty() && self.cut.is_empty() && self.fail.is_empty());
        let all = if chosen || !self.with.is_empty() || 1 < self.order.len() {
            let algorithms = match self.algorithm.as_slice() {
                [] if chosen => &[Algorithm::AlphaBeta],
                [] => Algorithm::ALL,
                algorithms => algorithms,
            };
            let cuts = if self.cut.is_empty() { &[Cut::default()] } else { self.cut.as_slice() };
            // By default, searches with different rules for ties also differ in being fail-hard or fail-soft, and the
            // comparison would mix both effects.
            let fails: Vec<Option<Fail>> = match self.fail.as_slice() {
                [] if 1 < cuts.len() => vec![Some(Fail::Soft)],
                [] => vec![None],
                fails => fails.iter().copied().map(Some).collect(),
            };
            compare::combinations(base, algorithms, &orders, cuts, &fails)
        } else {
            compare::default_searches(base)
        };
        compare::names(&all).into_iter().zip(all).collect()
    }

    /// Completes settings with the options that all searches share.
    pub(super) fn at_depth(&self, settings: Settings, subject: &Subject) -> Settings {
        let depth = self.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH);
        Settings { depth, table: self.table.settings(), ..settings }
    }

    pub(super) fn study(
        &self,
        context: &Context,
        settings: Settings,
        subject: &Subject,
    ) -> Result<Box<dyn AnyStudy>, SubjectError> {
        subject.study(&self.at_depth(settings, subject), self.evaluation(), context.limits())
    }

    /// Returns true if the trees of this many searches should be compared node by node: that is, if there are two, or
    /// only a few that differ in their rules for ties or in being fail-hard or fail-soft.
    pub(super) fn compares_nodes(&self, searches: usize) -> bool {
        searches == 2 || searches <= 4 && (1 < self.cut.len() || 1 < self.fail.len())
    }

    /// Runs these searches and returns their results in the same order. Searches that visit every node run last, so
    /// that an interrupted comparison has the results of the other searches. If several searches have the same events,
    /// only one of them runs.
    pub(super) fn run_all(
        &self,
        context: &Context,
        variants: &[(String, Settings)],
        subject: &Subject,
        interrupt: Interrupt,
    ) -> Result<Vec<Result<Ran, SubjectError>>> {
        let with_tree = self.compares_nodes(variants.len());
        let settings: Vec<Settings> = variants.iter().map(|(_, settings)| *settings).collect();
        let walk = |at: usize| if with_tree { at } else { compare::same_walk(&settings, at) };
        let mut walks: Vec<usize> = (0..variants.len()).filter(|&at| walk(at) == at).collect();
        sort_by_key(&mut walks, |&at| !settings[at].algorithm.has_window());
        let progress = Progress::start(context, String::new(), interrupt);
        let running = Mutex::new(Vec::new());
        let run = |at: usize| -> Result<Result<Ran, SubjectError>> {
            let (name, settings) = &variants[at];
            let study = match self.study(context, *settings, subject) {
                Ok(study) => study,
                Err(error) => return Ok(Err(error)),
            };
            Ran::of(name.clone(), compare::inexact(settings), &*study, with_tree).map(Ok).map_err(Into::into)
        };
        let named = |&at: &usize| {
            let say = |change: &dyn Fn(&mut Vec<usize>)| {
                let mut running = lock(&running);
                change(&mut running);
                // Other searches may be running as well, but the progress line has room for only one search.
                if let Some(&oldest) = running.first() {
                    progress.say(variants[oldest].0.clone());
                }
            };
            say(&|running| running.push(at));
            let ran = run(at);
            say(&|running| running.retain(|&other| other != at));
            ran.map(|ran| (at, ran))
        };
        let mut ran: BTreeMap<usize, Result<Ran, SubjectError>> = map(&walks, named)?.into_iter().collect();
        for at in (0..variants.len()).filter(|&at| walk(at) != at) {
            let (name, settings) = &variants[at];
            let study = self.study(context, *settings, subject);
            let result = match (study, &ran[&walk(at)]) {
                (Ok(study), Ok(same)) => Ok(same.under(name.clone(), study.header())),
                (Ok(_), Err(_)) => run(at)?,
                (Err(error), _) => Err(error),
            };
            ran.insert(at, result);
        }
        Ok(ran.into_values().collect())
    }
}
