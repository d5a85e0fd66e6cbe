//! `plywood compare`.

use super::Usage;
use super::explain::COUNTED;
use super::output::OutputArgs;
use super::progress::{Interrupt, Progress};
use super::search_args::{self, Board, SearchArgs, StudyTask};
use super::subject::Subject;
use anyhow::Result;
use clap::{Args, ValueEnum};
use plywood::compare::{self, Comparison, Contender, Differences, Refused, Row};
use plywood::game::chess::{Chess, Evaluation, Evaluator, EvaluatorTask};
use plywood::model::{Content, Overlay};
use plywood::render::{self, Style, report};
use plywood::search::{Algorithm, Cut, Fail, MAX_DEPTH, Order, SearchError, Settings, TableSettings, Technique};
use plywood::study::Study;
use plywood::trace::{Header, Keep, Leaves, SearchTree};
use rayon::prelude::*;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    /// How many plies to search [default: what the lesson says, or 4]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Which searches, with commas: minimax, negamax, alpha-beta, pvs, mtdf [default: ten of them, some with techniques]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = search_args::algorithm)]
    algorithms: Vec<Algorithm>,
    /// Which orders of moves, with commas: static, none, mvv-lva, see, best, worst, random:SEED
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "static")]
    orders: Vec<Order>,
    /// Which scores cut, with commas: ge, gt
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = search_args::cut)]
    cut: Vec<Cut>,
    /// What a node outside of its window returns, with commas: hard, soft
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = search_args::fail)]
    fail: Vec<Fail>,
    /// Techniques to add to all of them, with commas; `plywood explain --help` lists them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = search_args::technique)]
    with: Vec<Technique>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = TableSettings::default().mebibytes)]
    table: u32,
    /// What a leaf of a board is worth: material or positional [default: material in lessons, else positional]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<Evaluation>,
    /// Compare programs: sargon,plywood
    #[arg(long, value_name = "NAMES", value_enum, value_delimiter = ',')]
    engine: Vec<EngineName>,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// The program of 1978
    Sargon,
    /// The project's own search
    Plywood,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// For people
    Text,
    /// For programs: one JSON document
    Json,
}

impl Compare {
    pub fn run(&self) -> Result<ExitCode> {
        let subject = Subject::find(&self.subject)?;
        match self.engine.as_slice() {
            [] | [EngineName::Plywood] => self.searches(&subject)?,
            [a, b] if a != b => self.engines(&subject)?,
            _ => return Err(Usage("--engine compares two programs: sargon,plywood".to_owned()).into()),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns what to run, with a name for each.
    fn variants(&self) -> Vec<(String, Settings)> {
        let base = Settings {
            techniques: self.with.iter().copied().collect(),
            order: self.orders.first().copied().unwrap_or_default(),
            ..Settings::default()
        };
        let chosen = !(self.algorithms.is_empty() && self.cut.is_empty() && self.fail.is_empty());
        let all = if chosen || !self.with.is_empty() || 1 < self.orders.len() {
            let algorithms = match self.algorithms.as_slice() {
                [] if chosen => &[Algorithm::AlphaBeta],
                [] => Algorithm::ALL.as_slice(),
                algorithms => algorithms,
            };
            let cuts = if self.cut.is_empty() { &[Cut::default()] } else { self.cut.as_slice() };
            // The rules for ties fail differently unless told otherwise, and that is not what is compared then.
            let fails: Vec<Option<Fail>> = match self.fail.as_slice() {
                [] if 1 < cuts.len() => vec![Some(Fail::Soft)],
                [] => vec![None],
                fails => fails.iter().copied().map(Some).collect(),
            };
            compare::combinations(base, algorithms, &self.orders, cuts, &fails)
        } else {
            compare::gallery(base)
        };
        compare::names(&all).into_iter().zip(all).collect()
    }

    fn args(&self, settings: Settings) -> SearchArgs {
        let table = TableSettings { mebibytes: self.table, ..settings.table };
        SearchArgs::asking(&Settings { table, ..settings }, self.depth, self.evaluation)
    }

    fn searches(&self, subject: &Subject) -> Result<()> {
        let variants = self.variants();
        let run = |(name, settings): &(String, Settings)| -> Result<_> {
            let task = RowTask { name, settings, tree: self.compares_nodes(variants.len()) };
            self.args(*settings).study(subject.clone(), task)
        };
        let mut progress = Progress::start(format!("{} searches", variants.len()), Interrupt::Shows);
        let results: Vec<_> = variants.par_iter().map(run).collect::<Result<_>>()?;
        progress.finish();
        let (mut rows, mut refused, mut trees, mut first) = (vec![], vec![], vec![], None);
        for (result, (name, settings)) in results.into_iter().zip(&variants) {
            match result {
                Ok(ran) => {
                    rows.push(ran.row);
                    trees.extend(ran.tree);
                    first.get_or_insert((ran.header, settings));
                }
                Err(SearchError::Settings(error)) => {
                    refused.push(Refused { name: name.clone(), reason: error.to_string() });
                }
                Err(error) => return Err(error.into()),
            }
        }
        let Some((header, settings)) = first else {
            let reasons: Vec<String> = refused.iter().map(|one| format!("{}: {}", one.name, one.reason)).collect();
            return Err(Usage(format!("nothing to compare\n  {}", reasons.join("\n  "))).into());
        };
        let leaves = self.args(*settings).study(subject.clone(), LeavesTask)?;
        let compared = Comparison::new(header, rows, refused, leaves);
        let differences = match trees.split_first() {
            Some((first, others)) if compared.is_complete() => {
                others.iter().map(|other| Differences::of(first, other)).collect()
            }
            _ => Vec::new(),
        };
        self.show(&compared, &differences, &trees)
    }

    /// Returns whether the trees of so many searches are compared node by node: of two searches, and of the few that the
    /// rules for ties and for scores outside of the window make.
    fn compares_nodes(&self, searches: usize) -> bool {
        searches == 2 || searches <= 4 && (1 < self.cut.len() || 1 < self.fail.len())
    }

    fn show(&self, compared: &Comparison, differences: &[Differences], trees: &[SearchTree]) -> Result<()> {
        let mut out = self.output.open()?;
        if self.format == FormatName::Json {
            #[derive(serde::Serialize)]
            struct Document<'a> {
                #[serde(flatten)]
                comparison: &'a Comparison,
                /// Each row but the first against the first.
                #[serde(skip_serializing_if = "<[_]>::is_empty")]
                differences: &'a [Differences],
            }
            serde_json::to_writer_pretty(&mut out, &Document { comparison: compared, differences })?;
            writeln!(out)?;
            return out.close();
        }
        let header = &compared.header;
        let decimals = match trees {
            [] => render::decimals(compared.rows.iter().filter_map(|row| row.score)),
            trees => trees.iter().map(report::decimals).max().unwrap_or(2),
        };
        let style = Style { decimals, ..self.output.style() };
        // Different orders stand in the names of the rows.
        let order = (self.orders.len() == 1).then_some(header.order.as_str());
        report::subject(header, order, &style, &mut out)?;
        writeln!(out)?;
        render::comparison(compared, &style, &mut out)?;
        for (differences, other) in differences.iter().zip(&compared.rows[1..]) {
            let names = [compared.rows[0].name.as_str(), other.name.as_str()];
            writeln!(out)?;
            if 2 < compared.rows.len() {
                report::paragraph(&format!("{} against {}:", names[1], names[0]), &style, &mut out)?;
            }
            render::differences(header, names, differences, &style, &mut out)?;
        }
        out.close()
    }

    fn engines(&self, subject: &Subject) -> Result<()> {
        let Content::Board { position, overlay, .. } = &subject.content else {
            return Err(Usage("--engine needs a board; this lesson is a tree without one".to_owned()).into());
        };
        if *overlay != Overlay::default() {
            return Err(Usage("--engine wants a position; the program of 1978 knows no lessons".to_owned()).into());
        }
        let [algorithm] = self.algorithms.as_slice() else {
            if self.algorithms.is_empty() {
                return self.contest(subject, position, Algorithm::AlphaBeta);
            }
            return Err(Usage("--engine takes one algorithm for plywood".to_owned()).into());
        };
        self.contest(subject, position, *algorithm)
    }

    fn contest(&self, subject: &Subject, position: &Chess, algorithm: Algorithm) -> Result<()> {
        let settings = Settings {
            algorithm,
            order: self.orders.first().copied().unwrap_or_default(),
            techniques: self.with.iter().copied().collect(),
            ..Settings::default()
        };
        let args = self.args(settings);
        let settings = args.settings(subject.depth);
        let mut pair = self.evaluation.unwrap_or_default().with(Play { position, settings })?;
        if settings.order != Order::default() {
            pair[1].name = format!("{} {}", pair[1].name, settings.order);
        }
        if self.engine.first() == Some(&EngineName::Plywood) {
            pair.swap(0, 1);
        }
        let header = args.study(subject.clone(), HeaderTask)?;
        let mut out = self.output.open()?;
        if self.format == FormatName::Json {
            #[derive(serde::Serialize)]
            struct Document<'a> {
                fen: &'a Option<String>,
                depth: u32,
                engines: &'a [Contender; 2],
            }
            let document = Document { fen: &header.fen, depth: header.depth, engines: &pair };
            serde_json::to_writer_pretty(&mut out, &document)?;
            writeln!(out)?;
            return out.close();
        }
        let style =
            Style { decimals: render::decimals(pair.iter().filter_map(|one| one.score)), ..self.output.style() };
        report::subject(&header, None, &style, &mut out)?;
        writeln!(out)?;
        render::contenders(&header, &pair, &style, &mut out)?;
        out.close()
    }
}

/// One search of the comparison.
struct RowTask<'a> {
    name: &'a str,
    settings: &'a Settings,
    /// Whether the tree is wanted, too.
    tree: bool,
}

/// What it came to.
struct Ran {
    row: Row,
    header: Header,
    tree: Option<SearchTree>,
}

/// More nodes than this are not compared one by one.
const MOST_NODES: usize = 500_000;

impl StudyTask for RowTask<'_> {
    type Output = Result<Ran, SearchError>;

    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Self::Output {
        let row = Row::of(self.name.to_owned(), compare::inexact(self.settings), &study)?;
        let tree = match self.tree {
            true => Some(study.explain(Keep { limit: MOST_NODES, ..Keep::ALL })?),
            false => None,
        };
        Ok(Ran { row, header: study.header, tree })
    }
}

/// Counts the leaves of the whole tree, if its shape does not tell them.
struct LeavesTask;

impl StudyTask for LeavesTask {
    type Output = Option<Leaves>;

    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Self::Output {
        if study.header.shape.is_some() { None } else { study.count_leaves(COUNTED) }
    }
}

/// Only says what would be searched.
struct HeaderTask;

impl StudyTask for HeaderTask {
    type Output = Header;

    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Header {
        study.header
    }
}

struct Play<'a> {
    position: &'a Chess,
    settings: Settings,
}

impl EvaluatorTask for Play<'_> {
    type Output = Result<[Contender; 2], compare::PlayError>;

    fn run<E: Evaluator + Copy + std::fmt::Debug + Send + Sync + 'static>(self, evaluator: E) -> Self::Output {
        compare::play(self.position, evaluator, self.settings)
    }
}
