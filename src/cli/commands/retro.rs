//! `plywood retro`.

use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::values::described;
use crate::cli::command_error::{Result, WithContext as _, ensure};
use crate::cli::context::Context;
use crate::cli::io::file_kind;
use crate::cli::io::input_file;
use crate::cli::io::output_file::Watched;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::core::study::{AnyStudy, Study};
use crate::core::trace::Caption;
use crate::endgame::retro::{
    EndingTables, Examples, ProofEngine, RetroEnding, SmallBoard, Solved, TablePlan, Unfold, is_tables, proof_sentence,
    read_position,
};
use crate::explain::PageOptions;
use crate::formats::FORMATS;
use crate::page::document::Excerpt;
use crate::page::{Document, FORMS, Form, Style};
use clap::Args;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `plywood retro`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Retro {
    /// The pieces of both sides, such as KQK, KPK or KBNK; or a tablebase file, written with -o NAME.tbl
    #[arg(value_name = "ENDING|FILE.tbl")]
    subject: String,
    /// Board size, 3x3 to 8x8 [default: 8x8]
    #[arg(long, value_name = "NxN")]
    board: Option<SmallBoard>,
    /// Print every won or lost position, iteration by iteration (best on small boards)
    #[arg(long, conflicts_with_all = ["explain", "format"])]
    print: bool,
    /// Show an example from each iteration, not just one for each kind of mark
    #[arg(long, conflicts_with_all = ["explain", "format", "print"])]
    examples: bool,
    /// Prove the result of this position, move by move
    #[arg(long, value_name = "FEN")]
    explain: Option<String>,
    /// Show at most N plies of the tree [default: 3]
    #[arg(long, value_name = "N", requires = "explain", help_heading = "Proof (--explain)", value_parser = clap::value_parser!(u32).range(1..=64))]
    plies: Option<u32>,
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(formats_described()))]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The formats other than pages in which plywood writes a table, with their file extensions.
const TABLE_FORMATS: [(&str, &[&str]); 3] = [("json", &["json"]), ("jsonl", &["jsonl"]), ("tbl", &["tbl"])];

/// Returns the formats of a table and, for `--explain`, those of a search, each with a description.
fn formats_described() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables = [
        ("json", "the counts for programs"),
        ("jsonl", "one line per iteration, then the totals"),
        ("tbl", "a tablebase file, which retro reads again"),
    ];
    let of_table: Vec<_> = FORMS.iter().map(|form| (form.name, form.description)).chain(tables).collect();
    let is_other = |name| of_table.iter().all(|(known, _)| *known != name);
    let of_search = FORMATS.iter().filter(|format| is_other(format.name));
    let of_search: Vec<_> = of_search.map(|format| (format.name, "only with --explain")).collect();
    of_table.into_iter().chain(of_search)
}

/// The maximum number of boards on a page.
const MOST_PRINTED: u64 = 20_000;

impl Retro {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        if let Some(fen) = &self.explain {
            let tables = self.tables(context)?;
            return self.prove(context, fen, Arc::new(tables));
        }
        let formats: Vec<_> = FORMS.iter().map(|form| (form.name, form.suffixes)).chain(TABLE_FORMATS).collect();
        let format = self.output.format(self.format.as_deref(), &formats)?;
        if !formats.iter().any(|(name, _)| *name == format) {
            let text = "a tablebase is written as text, markdown, html, tex, json, jsonl or tbl, not as";
            return Err(usage(format!("{text} {format}")));
        }
        let tables = self.tables(context)?;
        let mut out = self.output.open(context)?;
        let mut progress = Progress::start(context, format!("looking through {}", tables.ending()), Interrupt::Stops);
        let mut watched = Watched { out: &mut out, progress: &mut progress };
        let style = self.output.style(context);
        match format {
            "tbl" => tables.write(&mut watched)?,
            "json" => Solved::new(&tables).json(&mut watched)?,
            "jsonl" => Solved::new(&tables).json_lines(&mut watched)?,
            form => {
                let form = Form::named(form).unwrap_or(&FORMS[0]);
                let page = self.page(&Solved::new(&tables), &form.style(&style))?;
                form.write(&page, &style, &mut watched)?;
            }
        }
        progress.finish();
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns part of the page about an ending.
    pub(in crate::cli) fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        let (tables, style) = (self.tables(context)?, self.output.style(context));
        Ok(self.page(&Solved::new(&tables), &style)?.excerpt(excerpt, &style))
    }

    fn page(&self, solved: &Solved<'_>, style: &Style) -> Result<Document> {
        if self.print {
            ensure!(
                solved.boards() <= MOST_PRINTED,
                usage(format!("--print would draw {} boards; choose a smaller --board, such as 4x4", solved.boards()))
            );
            return Ok(solved.positions(style.width));
        }
        let asked = self.subject.to_uppercase().replace('V', "");
        let examples = if self.examples { Examples::OfIterations } else { Examples::OfKinds };
        Ok(solved.document(asked.parse::<RetroEnding>().is_ok().then_some(&asked), examples, style))
    }

    /// Reads the tables from a file, or builds them.
    fn tables(&self, context: &Context) -> Result<EndingTables> {
        // A folder that happens to have the name of an ending is not a tablebase.
        let is_folder = context.at(&self.subject).is_dir();
        if let Some(bytes) = if is_folder { None } else { input_file::read_if_any(context, &self.subject)? } {
            ensure!(self.board.is_none(), usage("--board is for building a tablebase; a file has its own board"));
            file_kind::refuse(&self.subject, &bytes)?;
            ensure!(
                is_tables(&bytes),
                usage(format!("{} is not a tablebase file; write one with -o NAME.tbl", self.subject))
            );
            return EndingTables::read(&bytes).with_context(|| self.subject.clone());
        }
        ensure!(!self.subject.contains(['.', '/']), "there is no file {}", self.subject);
        let ending: RetroEnding = self.subject.parse().map_err(|error| usage(format!("{error}")))?;
        make(context, ending, self.board.unwrap_or_default())
    }

    fn prove(&self, context: &Context, fen: &str, tables: Arc<EndingTables>) -> Result<ExitCode> {
        let (position, swapped) = read_position(fen, &tables).map_err(|error| usage(error.to_string()))?;
        let title = format!("The result in {}, and why", tables.ending());
        let note = proof_sentence(&tables, &position, swapped);
        let game = Unfold::new(tables, position, swapped);
        let plies = self.plies.unwrap_or_else(|| game.value().plies().map_or(2, |plies| u32::from(plies).clamp(1, 3)));
        let caption = Caption { title, note, ..Caption::default() };
        let study = Study::by(ProofEngine { depth: plies }, game, ()).captioned(&caption).within(context.limits());
        let suffixes: Vec<(&str, &[&str])> = FORMATS.iter().map(|format| (format.name, format.suffixes)).collect();
        let name = self.output.format(self.format.as_deref(), &suffixes)?;
        let known = || usage(format!("`{name}` is not a format of a search; see `plywood explain --help`"));
        let format = crate::formats::format(name).ok_or_else(known)?;
        let parts = PageOptions { full: true, ..PageOptions::default() };
        let mut out = self.output.open(context)?;
        let written = (format.write)(&study as &dyn AnyStudy, &parts, &self.output.style(context), &mut out);
        out.finish(written)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds tables and shows progress; Ctrl-C stops the work.
pub(in crate::cli) fn make(context: &Context, ending: RetroEnding, board: SmallBoard) -> Result<EndingTables> {
    let plan = TablePlan::new(ending, board).map_err(|error| usage(error.to_string()))?;
    let mut progress = Progress::start(context, format!("{ending}, {} tables", plan.endings().len()), Interrupt::Stops);
    let mut watch = |step: crate::endgame::retro::TableProgress| {
        progress.say(format!("table {} of {}: {}, iteration {}", step.table, step.tables, step.ending, step.ply));
        if context.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let tables = plan.run(&mut watch)?;
    progress.finish();
    Ok(tables)
}
