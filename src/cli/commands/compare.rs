//! `plywood compare`.

use super::compare_searches::Searches;
use super::compare_suite;
use crate::cli::args::cost;
use crate::cli::args::engine_args::EngineName;
use crate::cli::args::form_args::{CheckForm, CheckFormArgs};
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::subject_args::{self, Input};
use crate::cli::args::trace_source::{self, OpenedTrace, TraceComparison};
use crate::cli::args::values::{Typed, group, moves, names};
use crate::cli::command_error::{ExitKind, Result, ensure};
use crate::cli::context::Context;
use crate::cli::io::input_file;
use crate::cli::usage;
use crate::compare::suite::{ComparedPosition, ComparedSuite, FailOn};
use crate::compare::{self, Differences, Ignored, Ran, SearchRows, Searched, page};
use crate::core::search::{Algorithm, Order, Settings};
use crate::core::study::{Limits, line_words, spelled};
use crate::core::text::write_json;
use crate::core::tree::SearchTree;
use crate::page::document::Excerpt;
use crate::page::{Command, Document, Style};
use crate::subject::Subject;
use crate::web;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The group of options for cutoffs and for comparing node by node.
const NODES: &str = "nodes";

/// Arguments of `plywood compare`.
#[derive(Debug, Args)]
#[command(group = group(NODES))]
pub(in crate::cli) struct Compare {
    #[command(flatten)]
    typed: Typed,
    /// A tree in brackets, a lesson's name or file, a FEN (quoted or not), `startpos`, a game such as `ttt`, or `-` for
    /// standard input; or two or more recorded traces
    #[arg(required = true, value_name = "TREE|LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    searches: Searches,
    /// Exit with 1 if the searches differ, or 2 if they cannot be compared
    ///
    /// Two searches differ if any of their nodes differ. In a table of more searches, only their scores are compared,
    /// unless you give --fail-on.
    #[arg(long, group = NODES)]
    check: bool,
    /// Show only the subtree after this line
    #[arg(long, value_name = "LINE", value_parser = moves, group = NODES)]
    focus: Option<String>,
    /// What to ignore; repeatable
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names::<Ignored>())]
    ignore: Vec<Ignored>,
    /// What makes --check fail: difference, contradiction, or nodes:5% for over 5% more nodes in total [default:
    /// difference]
    ///
    /// Separate several with commas. With this option, or for two folders, plywood writes one line for each position,
    /// or for each search that it compares with the first.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', requires = "check")]
    fail_on: Vec<FailOn>,
    #[command(flatten)]
    form: CheckFormArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Compare {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        match self.suite(context).and_then(|code| code.map_or_else(|| self.differs(context), Ok)) {
            Err(error) if error.kind() == ExitKind::Unread && !self.check => Ok(ExitCode::SUCCESS),
            Err(error) if error.kind() != ExitKind::Unread && self.check => {
                context.complain(&error);
                Ok(ExitCode::from(2))
            }
            done => done,
        }
    }

    fn differs(&self, context: &Context) -> Result<ExitCode> {
        Ok(if self.compared(context)? && self.check { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Writes a line or a test for each position or search, if the user names two folders, gives `--fail-on`, or asks
    /// for a format that only a check has; otherwise returns `None`.
    fn suite(&self, context: &Context) -> Result<Option<ExitCode>> {
        input_file::refuse_dashes(&self.subject)?;
        let form = self.form.form(&self.output)?;
        let is_for_ci = matches!(form, CheckForm::Github | CheckForm::Junit) || !self.fail_on.is_empty();
        let Some((suite, folder)) = self.positions(context, self.check && is_for_ci)? else { return Ok(None) };
        ensure!(self.focus.is_none(), usage("--focus has no effect here: each position or search has one line"));
        let code = context.decide(match self.check {
            true if suite.has_trouble() => ExitCode::from(2),
            true if suite.fails() => ExitCode::FAILURE,
            _ => ExitCode::SUCCESS,
        });
        match form {
            CheckForm::Page(form) => self.output.page(context, form, |_| suite.document())?,
            CheckForm::Json => self.output.with(context, |out| write_json(&suite.json(), out))?,
            CheckForm::Github => self.output.write(context, suite.github(folder.as_deref()).as_bytes())?,
            CheckForm::Junit => self.output.write(context, suite.junit().as_bytes())?,
        }
        Ok(Some(code))
    }

    /// Compares each position in two folders, or in the results of two runs over a file of positions. If `is_suite`,
    /// also compares any other searches with the first of them. Also returns the folder of the new traces, which
    /// contains the files that annotations refer to; searches without a file have none.
    fn positions(&self, context: &Context, is_suite: bool) -> Result<Option<(ComparedSuite, Option<PathBuf>)>> {
        let is_over = |option: &str| format!("{option} does nothing here: recorded searches are over");
        if let Some(suite) = compare_suite::results(context, &self.subject, &self.fail_on)? {
            self.typed.refuse::<Searches>(is_over)?;
            ensure!(self.ignore.is_empty(), usage("--ignore is for traces; these are results of a file of positions"));
            return Ok(Some((suite, Some(PathBuf::new()))));
        }
        let new = Path::new(self.subject.last().map_or("", String::as_str));
        let (pairs, folder) = match (compare_suite::folders(context, &self.subject)?, self.subject.as_slice()) {
            (Some(pairs), _) => (pairs, new),
            (None, [old, new_file]) if is_suite && compare_suite::are_traces(context, [old, new_file]) => {
                (compare_suite::files([old, new_file]), new.parent().unwrap_or(Path::new("")))
            }
            (None, _) if is_suite => return self.suite_of_searches(context),
            (None, _) => return Ok(None),
        };
        self.typed.refuse::<Searches>(is_over)?;
        let suite = compare_suite::compared(context, pairs, &self.ignore, &self.fail_on);
        Ok(Some((suite, Some(folder.to_owned()))))
    }

    /// Compares searches, recorded or not, with the first of them, and has one line for each.
    fn suite_of_searches(&self, context: &Context) -> Result<Option<(ComparedSuite, Option<PathBuf>)>> {
        let rules = (self.ignore.as_slice(), self.fail_on.as_slice());
        if let Some((traces, rest)) = self.traces(context)? {
            let is_one = traces.len() == 1;
            let (mut traces, _) = self.with_search(context, traces, rest)?;
            if let ([trace, search], true) = (traces.as_mut_slice(), is_one) {
                search.name.clone_from(&trace.name);
            }
            return compare_suite::with_first(context, traces, rules).map(|suite| Some((suite, Some(PathBuf::new()))));
        }
        if let Some(lessons) = self.two_lessons(context)? {
            let traces = self.lessons(context, lessons)?;
            return compare_suite::with_first(context, traces, rules).map(|suite| Some((suite, None)));
        }
        if !matches!(self.searches.engine.as_slice(), [] | [EngineName::Plywood]) {
            return Ok(None);
        }
        let subject = self.searches.subject(context, &self.subject)?;
        self.refuse_ignore()?;
        let variants = self.searches.variants(&subject);
        self.searches.table.refuse_idle(variants.iter().map(|(_, settings)| settings.techniques))?;
        let (mut traces, mut refused) = (Vec::new(), Vec::new());
        for (name, settings) in variants {
            match self.searches.study(context, settings, &subject) {
                Ok(study) => traces.push(trace_source::searched(&name, &*study)?),
                Err(error) => refused.push(ComparedPosition::incomparable(name, error.to_string())),
            }
        }
        let mut suite = compare_suite::with_first(context, traces, rules)?;
        if self.fail_on.is_empty() {
            // A format must not change the verdict: the same rows and nodes decide as on the page.
            let (compared, trees) = self.ran(context, &subject)?;
            let differ = differing(&compared, &Differences::of_rows(&compared, &trees));
            suite.positions.iter_mut().zip(differ).for_each(|(position, differs)| position.passes = !differs);
        }
        suite.positions.extend(refused);
        suite.is_of_one_position = true;
        Ok(Some((suite, None)))
    }

    /// Runs the comparison, and returns whether any of the searches that are compared node by node differ.
    fn compared(&self, context: &Context) -> Result<bool> {
        let form = self.form.form(&self.output)?;
        if let Some((traces, rest)) = self.traces(context)? {
            return self.recorded(context, traces, rest);
        }
        if let Some(lessons) = self.two_lessons(context)? {
            let traces = self.lessons(context, lessons)?;
            return self.held(self.focus()).traces(context, &self.subject[0], traces, &[]);
        }
        let subject = self.searches.subject(context, &self.subject)?;
        self.refuse_ignore()?;
        if matches!(form, CheckForm::Page(form) if form.name == "html") {
            return self.pair(context, &subject);
        }
        match self.searches.engine.as_slice() {
            [] | [EngineName::Plywood] => self.searches(context, &subject),
            [a, b] if a != b => self.engines(context, &subject).map(|()| false),
            _ => Err(usage("--engine compares two programs: sargon,plywood")),
        }
    }

    /// Opens the recorded traces at the beginning of the arguments, if any. After a single trace, the other arguments
    /// name the subject whose search is compared with the trace.
    fn traces(&self, context: &Context) -> Result<Option<(Vec<OpenedTrace>, &[String])>> {
        let mut traces = Vec::new();
        for word in &self.subject {
            let Some(found) = OpenedTrace::find(context, std::slice::from_ref(word))? else { break };
            traces.push(found);
        }
        let rest = &self.subject[traces.len()..];
        match traces.len() {
            0 => self.refuse_late_trace(context).map(|()| None),
            1 if rest.is_empty() && !self.check => Err(usage(
                "one trace cannot be compared; give at least two, or add --check to search again as its header says",
            )),
            1 => Ok(Some((traces, rest))),
            _ if !rest.is_empty() => Err(usage("give traces only, or one trace and one search")),
            _ => Ok(Some((traces, rest))),
        }
    }

    /// Rejects a trace after the subject whose search is compared with it.
    fn refuse_late_trace(&self, context: &Context) -> Result<()> {
        let Some((trace, subject)) = self.subject.split_last().filter(|(_, subject)| !subject.is_empty()) else {
            return Ok(());
        };
        let is_trace = matches!(trace_source::open(context, std::slice::from_ref(trace)), Ok(Some(_)));
        if !is_trace || Input::find(context, subject).is_err() {
            return Ok(());
        }
        let mut words = context.arguments();
        words.retain(|word| word != trace);
        let at = words.iter().position(|word| *word == subject[0]).unwrap_or(words.len());
        words.insert(at, trace.clone());
        let right = Command::new(words).lines(usize::MAX).concat();
        Err(usage(format!("the recorded trace comes before the search that is compared with it:\n  {right}")))
    }

    /// Returns two lessons or trees, each named by one word.
    fn two_lessons(&self, context: &Context) -> Result<Option<[(&str, Subject); 2]>> {
        let [one, other] = self.subject.as_slice() else { return Ok(None) };
        let lesson = |word: &String| match Input::find(context, std::slice::from_ref(word)) {
            Ok(Input::One(subject)) if subject.is_lesson() => Ok(Some(*subject)),
            Err(error) if context.at(word).is_file() => Err(error),
            Ok(Input::One(_) | Input::Suite { .. } | Input::Games { .. }) | Err(_) => Ok(None),
        };
        let Some(first) = lesson(one)? else { return Ok(None) };
        Ok(lesson(other)?.map(|second| [(one.as_str(), first), (other.as_str(), second)]))
    }

    /// Runs the searches of two lessons, and keeps their traces.
    fn lessons(&self, context: &Context, lessons: [(&str, Subject); 2]) -> Result<Vec<OpenedTrace>> {
        let mut traces = Vec::new();
        for (name, subject) in lessons {
            let subject = self.searches.applied(context, subject)?;
            let own = subject.caption.algorithm.unwrap_or_default();
            let settings = self.searches.one_search(&subject)?;
            let algorithm = if self.searches.algorithm.is_empty() { own } else { settings.algorithm };
            let study = self.searches.study(context, Settings { algorithm, ..settings }, &subject)?;
            traces.push(trace_source::searched(name, &*study)?);
        }
        self.searches.table.refuse_idle([self.searches.techniques()].into_iter())?;
        Ok(traces)
    }

    fn focus(&self) -> Vec<String> {
        self.focus.iter().flat_map(|line| line_words(line)).map(str::to_owned).collect()
    }

    const fn held(&self, focus: Vec<String>) -> TraceComparison<'_> {
        TraceComparison { focus, ignored: self.ignore.as_slice(), form: &self.form, output: &self.output }
    }

    fn refuse_ignore(&self) -> Result<()> {
        let text = "--ignore is for recorded traces; give two traces, or a trace and a search";
        if self.ignore.is_empty() { Ok(()) } else { Err(usage(text)) }
    }

    /// Compares recorded searches with the first of them, or one recorded search with a new search.
    fn recorded(&self, context: &Context, mut traces: Vec<OpenedTrace>, rest: &[String]) -> Result<bool> {
        let line = self.focus.as_ref().map(|line| traces[0].line(context, line)).transpose()?.unwrap_or_default();
        let focus = spelled(traces[0].header(), &line);
        let (traces, inexact) = self.with_search(context, traces, rest)?;
        self.held(focus).traces(context, &self.subject[0], traces, &inexact)
    }

    /// Adds the search that is compared with a single trace: a search of the subject in `rest` or, without a subject, a
    /// rerun of the recorded search. Also returns the names of the settings that can change the search's scores.
    fn with_search(
        &self,
        context: &Context,
        mut traces: Vec<OpenedTrace>,
        rest: &[String],
    ) -> Result<(Vec<OpenedTrace>, Vec<String>)> {
        let (study, inexact) = match (rest, traces.as_slice()) {
            ([], [trace]) => self.searches.again(context, trace.header())?,
            ([], _) => {
                self.typed.refuse::<Searches>(trace_source::is_over(&traces[0].name))?;
                return Ok((traces, Vec::new()));
            }
            _ => {
                let subject = self.searches.subject(context, rest)?;
                let settings = self.searches.one_search(&subject)?;
                self.searches.table.refuse_idle([settings.techniques].into_iter())?;
                (self.searches.study(context, settings, &subject)?, compare::inexact(&settings))
            }
        };
        traces.push(trace_source::searched("the search", &*study)?);
        Ok((traces, inexact))
    }

    fn searches(&self, context: &Context, subject: &Subject) -> Result<bool> {
        let (compared, trees) = self.ran(context, subject)?;
        self.show(context, &compared, &trees)
    }

    /// Returns part of the page that compares the searches.
    pub(in crate::cli) fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        let style = self.output.style(context);
        let (compared, trees) = self.ran(context, &self.searches.subject(context, &self.subject)?)?;
        let differences = Differences::of_rows(&compared, &trees);
        Ok(self.document(&compared, (&trees, &differences), &style).excerpt(excerpt, &style))
    }

    /// Runs the searches. Returns their results, and the trees to compare node by node.
    fn ran(&self, context: &Context, subject: &Subject) -> Result<(SearchRows, Vec<SearchTree>)> {
        let variants = self.searches.variants(subject);
        self.searches.table.refuse_idle(variants.iter().map(|(_, settings)| settings.techniques))?;
        let first = variants.first().and_then(|(_, settings)| self.searches.study(context, *settings, subject).ok());
        if let Some(study) = first {
            cost::warn(context, &*study);
        }
        let results = self.searches.run_all(context, &variants, subject, self.output.interrupt(context))?;
        let searched = Searched::of(variants.iter().map(|(name, _)| name.clone()), results)?;
        let nothing = |reasons: Vec<String>| usage(format!("nothing to compare\n  {}", reasons.join("\n  ")));
        let first = searched.first().map_err(nothing)?;
        Ok(searched.rows(&*self.searches.study(context, variants[first].1, subject)?))
    }

    /// Writes two searches as a page for browsers. For a check, also returns whether they differ.
    fn pair(&self, context: &Context, subject: &Subject) -> Result<bool> {
        ensure!(self.focus.is_none(), usage("--focus has no effect on a browser page; leave it out"));
        let variants = self.searches.variants(subject);
        self.searches.table.refuse_idle(variants.iter().map(|(_, settings)| settings.techniques))?;
        let plain = |(_, settings): &&(String, Settings)| settings.algorithm == Algorithm::AlphaBeta;
        // If two orders are given without an algorithm, alpha-beta is meant.
        let named = if self.searches.algorithm.is_empty() {
            variants.iter().filter(plain).collect()
        } else {
            variants.iter().collect::<Vec<_>>()
        };
        let is_usual = self.searches.algorithm.is_empty() && self.searches.order.len() < 2;
        let ([one, other], []) = (named.as_slice(), self.searches.engine.as_slice()) else {
            let text = format!(
                "a page shows two searches side by side, but these are {}; give two values to --order or --algorithm, separated by a comma",
                if is_usual { variants.len() } else { named.len() }
            );
            return Err(usage(text));
        };
        let studies = [self.searches.study(context, one.1, subject)?, self.searches.study(context, other.1, subject)?];
        let sides = [(one.0.as_str(), &*studies[0]), (other.0.as_str(), &*studies[1])];
        self.output.with(context, |out| web::pair(sides, &self.output.style(context), out))?;
        if !self.check {
            return Ok(false);
        }
        let ran = sides.into_iter().map(|(name, study)| Ran::of(name.to_owned(), Vec::new(), study, true).map(Ok));
        let names = sides.into_iter().map(|(name, _)| name.to_owned());
        let (compared, trees) = Searched::of(names, ran.collect::<Result<_, _>>()?)?.rows(sides[0].1);
        Ok(differing(&compared, &Differences::of_rows(&compared, &trees)).contains(&true))
    }

    /// Writes the comparison, and returns whether anything differs.
    fn show(&self, context: &Context, compared: &SearchRows, trees: &[SearchTree]) -> Result<bool> {
        let mut differences = Differences::of_rows(compared, trees);
        if let Some(line) = &self.focus {
            ensure!(
                !differences.is_empty(),
                usage("--focus needs searches that are compared node by node: two of them")
            );
            let focus: Vec<String> = line_words(line).map(str::to_owned).collect();
            differences.iter_mut().for_each(|differences| differences.keep_below(&focus));
        }
        let differs = match self.focus {
            Some(_) => differences.iter().any(|found| !found.list.is_empty()),
            None => differing(compared, &differences).contains(&true),
        };
        context.judge(!differs);
        self.write(context, compared, trees, &differences)?;
        Ok(differs)
    }

    fn write(
        &self,
        context: &Context,
        compared: &SearchRows,
        trees: &[SearchTree],
        differences: &[Differences],
    ) -> Result<()> {
        let document = |style: &Style| self.document(compared, (trees, differences), style);
        self.form.write(context, &self.output, document, |out| page::json(compared, differences, out))
    }

    fn document(&self, compared: &SearchRows, details: (&[SearchTree], &[Differences]), style: &Style) -> Document {
        // If the orders differ, the row names include them.
        page::searches(compared, details, self.searches.order.len() < 2, style)
    }

    fn engines(&self, context: &Context, subject: &Subject) -> Result<()> {
        if let Some(option) = self.typed.in_group(NODES).first() {
            let text = "the two programs are compared by their moves and costs, not node by node";
            return Err(usage(format!("{option} has no effect here: {text}")));
        }
        let position = subject_args::board(subject, "--engine")?;
        ensure!(!subject.is_lesson(), usage("--engine needs a position; the program of 1978 cannot search lessons"));
        let algorithm = match self.searches.algorithm.as_slice() {
            [] => Algorithm::AlphaBeta,
            &[algorithm] => algorithm,
            _ => return Err(usage("--engine takes one algorithm for plywood")),
        };
        let settings = Settings {
            algorithm,
            order: self.searches.orders(subject)[0],
            techniques: self.searches.techniques(),
            ..Settings::default()
        };
        self.searches.table.refuse_idle([settings.techniques].into_iter())?;
        let settings = self.searches.at_depth(settings, subject);
        let search = subject.study(&settings, self.searches.evaluation(), Limits::default())?;
        let mut pair = compare::play(position, &*search)?;
        if settings.order != Order::default() {
            pair[1].name = format!("{} {}", pair[1].name, settings.order);
        }
        if self.searches.engine.first() == Some(&EngineName::Plywood) {
            pair.swap(0, 1);
        }
        let document = |style: &Style| page::engines(search.header(), &pair, style);
        self.form.write(context, &self.output, document, |out| page::engines_json(search.header(), &pair, out))
    }
}

/// Returns whether each of the other searches differs from the first: in its score or, if the searches were compared
/// node by node, in any node.
fn differing(compared: &SearchRows, differences: &[Differences]) -> Vec<bool> {
    let nodes = |at: usize| differences.get(at).is_some_and(|found| !found.list.is_empty());
    let others = compared.rows.iter().skip(1).enumerate();
    others.map(|(at, row)| row.score != compared.rows[0].score || nodes(at)).collect()
}
