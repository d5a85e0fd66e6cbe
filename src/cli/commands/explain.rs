//! `plywood explain`.

use super::shown_command::typed_again;
use super::stored_page;
use crate::cases::{Cases, document, json};
use crate::cli::args::cost;
use crate::cli::args::depths::{SeveralArgs, StageArgs};
use crate::cli::args::display_args::{self, ShownSearch};
use crate::cli::args::engine_args::EngineArgs;
use crate::cli::args::game_args::{GameArgs, HEADING};
use crate::cli::args::moment_args::MomentArgs;
use crate::cli::args::output_args::{OutputArgs, refuse_negamax};
use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::subject_args::{self, Input};
use crate::cli::args::trace_source;
use crate::cli::args::values::{Typed, moves};
use crate::cli::command_error::{Result, WithContext as _, ensure};
use crate::cli::commands::eval;
use crate::cli::commands::playground::write_playground;
use crate::cli::commands::suite::{PositionSource, SuiteArgs};
use crate::cli::context::Context;
use crate::cli::io::output_file::Watched;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::core::names::Named;
use crate::core::search::{Cut, Fail};
use crate::core::study::{AnyStudy, SanNames, StudyUntil};
use crate::explain::{Page, PageOptions};
use crate::formats::{Format, ShapedBy};
use crate::input::strip_bom;
use crate::page::document::Excerpt;
use crate::page::{Form, Style};
use crate::subject::Subject;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

const SEE_ALSO: &str = "See also `compare` (algorithms), `verify` (traces), `eval` (no search).";

/// Arguments of `plywood explain`.
#[derive(Debug, Args)]
#[command(after_long_help = SEE_ALSO)]
pub(in crate::cli) struct Explain {
    #[command(flatten)]
    pub(in crate::cli) typed: Typed,
    /// A lesson, a tree in brackets, a FEN, a game such as `ttt`, a file, `startpos`, or `-`
    ///
    /// A file can contain a lesson, a tree, positions (EPD), games (PGN), or a recorded search. You need not quote a
    /// FEN. Use `-` for standard input.
    #[arg(required = true, value_name = "TREE|LESSON|FILE|FEN")]
    pub(in crate::cli) subject: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) search: SearchArgs,
    #[command(flatten)]
    shown: ShownSearch,
    /// Write the playground with this subject loaded (.html)
    #[arg(long, hide_short_help = true, help_heading = display_args::HEADING)]
    play: bool,
    #[command(flatten)]
    stage: StageArgs,
    #[command(flatten)]
    moment: MomentArgs,
    #[command(flatten)]
    pub(in crate::cli) several: SeveralArgs,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    suite: SuiteArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Compare the output with FILE; if they differ, print a diff and exit with 1
    ///
    /// As with --output, the name of FILE determines the format. plywood writes no file. The exit code is 2 if there is
    /// nothing to compare, for example because FILE does not exist.
    #[arg(id = "stored", long = "check", value_name = "FILE", hide_short_help = true, conflicts_with_all = ["output", "steps"],
          help_heading = "Output")]
    check: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Options that apply before any search: moves to play first, and an opening book.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
struct Start {
    /// Start from the position after this line; `--` is a null move: "Nf3 --"
    #[arg(long, value_name = "LINE", value_parser = moves, allow_hyphen_values = true, hide_short_help = true)]
    after: Option<String>,
    /// Look up the position in an opening book (Polyglot) first; search only if the book has no move
    #[arg(long, value_name = "FILE.bin", hide_short_help = true)]
    book: Option<String>,
    /// Choose a book move at random with this seed
    ///
    /// The probability of a move is proportional to its weight.
    #[arg(long, alias = "seed", value_name = "SEED", requires = "book", hide_short_help = true)]
    random: Option<u64>,
}

impl Explain {
    pub(in crate::cli) fn run(&mut self, context: &Context) -> Result<ExitCode> {
        let Some(stored) = self.check.clone() else { return self.explained(context) };
        stored_page::check(context, &stored, |inside| {
            self.output.keep_for(stored.clone());
            self.explained(inside).map(drop)
        })
    }

    fn explained(&self, context: &Context) -> Result<ExitCode> {
        if self.play {
            return self.play(context);
        }
        if let Some(code) = self.recorded(context)? {
            return Ok(code);
        }
        let input = Input::find(context, &self.subject)?;
        // A file with one position can be searched like this position, if that is what the options ask for.
        let is_about_one = self.shown.is_asked() || self.stage.is_asked();
        let (mut subject, code) = match if is_about_one { input.alone()? } else { input } {
            Input::Suite { name, text } => {
                self.game.refuse()?;
                return self.suite(context, &name, &PositionSource::Epd(&text));
            }
            Input::Games { name, text } if self.suite.all_plies => {
                return self.suite(context, &name, &PositionSource::Pgn(&text, self.game.game));
            }
            input @ (Input::Games { .. } | Input::One(_)) => {
                let chosen = self.game.choose(context, input)?;
                self.suite.refuse()?;
                self.after(chosen)?
            }
        };
        self.engine.check(&self.search)?;
        if let Some(name) = &self.start.book {
            if self.is_in_book(context, name, &subject)? {
                return Ok(code);
            }
            subject.caption.note = format!("The book {name} does not contain this position, so plywood searched it.");
        }
        self.prepare(&mut subject);
        if let Some(cases) = self.search.cases(context, &subject)? {
            return self.cases(context, &cases).map(|()| code);
        }
        if self.several.is_asked() {
            self.several(context, &subject)?;
            return Ok(code);
        }
        self.explain(context, &*self.engine.study(context, &self.search, &subject)?, true)?;
        Ok(code)
    }

    /// Makes the search fail-hard if its page is in the style of the Sargon document, which shows fail-hard searches.
    fn prepare(&self, subject: &mut Subject) {
        if let Some(fail) = subject.caption.fail.as_mut().filter(|_| self.shown.is_sargon()) {
            *fail = Fail::Hard;
        }
    }

    /// Returns the subject that the command searches.
    fn chosen(&self, context: &Context) -> Result<Subject> {
        let (mut subject, _) = self.after(self.game.choose(context, Input::find(context, &self.subject)?)?)?;
        self.prepare(&mut subject);
        Ok(subject)
    }

    /// Returns the search that the command shows.
    pub(in crate::cli) fn study(&self, context: &Context) -> Result<Box<dyn AnyStudy>> {
        self.engine.study(context, &self.search, &self.chosen(context)?)
    }

    /// Returns part of the page that the command shows.
    pub(in crate::cli) fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        let (subject, style) = (self.chosen(context)?, self.output.style(context));
        let study = match self.single(self.shown.format(&self.output)?) {
            Some(search) => self.engine.study(context, &search, &subject)?,
            None => {
                let page = self.several.document(context, &self.search, &subject, Interrupt::Stops, &style)?;
                return Ok(page.map(|page| page.excerpt(excerpt, &style)).unwrap_or_default());
            }
        };
        let parts = self.shown.parts(&*study, None)?;
        Ok(Page::new(&*study, &parts, &style)?.excerpt(excerpt)?)
    }

    /// Returns the page's only search, or `None` if the page compares several.
    fn single(&self, format: &Format) -> Option<SearchArgs> {
        if !self.several.is_asked() {
            return Some(self.search.clone());
        }
        let is_asked = self.shown.is_asked() || self.stage.is_asked() || format.name != "text";
        self.several.alone(&self.search).filter(|_| is_asked)
    }

    /// Returns the search, what the page shows, and the style.
    pub(in crate::cli) fn shown(&self, context: &Context) -> Result<(Box<dyn AnyStudy>, PageOptions, Style)> {
        let study = self.study(context)?;
        let parts = self.shown.parts(&*study, None)?;
        Ok((study, parts, self.output.style(context)))
    }

    /// Plays the moves that come before the search.
    fn after(&self, (subject, code): (Subject, ExitCode)) -> Result<(Subject, ExitCode)> {
        let Some(line) = &self.start.after else { return Ok((subject, code)) };
        Ok((subject_args::after(&subject, line).with_context(|| format!("--after \"{line}\""))?, code))
    }

    fn suite(&self, context: &Context, name: &str, positions: &PositionSource<'_>) -> Result<ExitCode> {
        const WHAT: &str = "a file of positions";
        self.engine.check(&self.search)?;
        self.typed.refuse::<Start>(|option| format!("{option} is for one position, not for {WHAT}"))?;
        self.stage.refuse(WHAT)?;
        self.moment.refuse(WHAT)?;
        let format = self.shown.suite_format(WHAT, &self.output)?;
        let depths = self.several.of_suite(WHAT)?;
        self.suite.run(context, (name, positions), (&self.engine, &self.search, depths), (format, &self.output))
    }

    /// Shows what the search finds for each value of an unknown leaf.
    fn cases(&self, context: &Context, cases: &Cases) -> Result<()> {
        const WHAT: &str = "an unknown leaf";
        self.engine.refuse_sargon("the cases of an unknown leaf are")?;
        self.stage.refuse(WHAT)?;
        self.moment.refuse(WHAT)?;
        ensure!(!self.several.is_asked(), usage(format!("--depths and --mistake are not for {WHAT}")));
        match Form::named(self.shown.page_format(WHAT, &self.output)?.name) {
            Some(form) => self.output.page(context, form, |style| document(cases, self.shown.answers(), style)),
            None => self.output.with(context, |out| json(cases, out)),
        }
    }

    fn several(&self, context: &Context, subject: &Subject) -> Result<()> {
        self.engine.refuse_sargon("--depths and --mistake are")?;
        let format = self.shown.format(&self.output)?;
        if let Some(search) = self.single(format) {
            return self.explain(context, &*search.study(context, subject)?, true);
        }
        self.stage.refuse("--depths")?;
        self.moment.refuse("--depths")?;
        let form = Form::named(format.name).ok_or_else(|| {
            let given = if self.output.is_file() { "a file name ending in .txt" } else { "--format text" };
            usage(format!("--depths writes text, Markdown or HTML, not {}; use {given}", format.name))
        });
        if let Some(line) = self.shown.only_why() {
            return self.several.history(context, line, &self.search, subject, (form?, &self.output));
        }
        self.shown.refuse("--depths")?;
        self.several.run(context, &self.search, subject, (form?, &self.output))
    }

    /// Returns an option that the user typed and that only a search can satisfy, if there is one. The other options of
    /// a search are used if the book has no move.
    fn about_search(&self) -> Option<&str> {
        const MOVES: [&str; 4] = ["--only", "--only-at", "--without", "--set"];
        let moves = self.typed.of::<SearchArgs>().filter(|option| MOVES.contains(option));
        let shown = self.typed.of::<ShownSearch>().filter(|option| *option != "--format");
        let steps = self.typed.of::<StageArgs>().chain(self.typed.of::<MomentArgs>());
        moves.chain(shown).chain(steps).chain(self.typed.of::<SeveralArgs>()).next()
    }

    /// Shows the book's move and returns `true` if the book has a move for the position.
    fn is_in_book(&self, context: &Context, name: &str, subject: &Subject) -> Result<bool> {
        subject_args::refuse_game(subject, "--book")?;
        let Some(position) = subject.position().filter(|_| !subject.is_lesson()) else {
            return Err(usage("--book is for positions, not for lessons"));
        };
        let book = eval::read(context, name)?;
        let page = eval::consult((&book, name), position, self.start.random)?;
        if page.chosen.is_none() {
            return Ok(false);
        }
        if let Some(option) = self.about_search() {
            let text = format!("{option} has no effect here: the move comes from the book, and nothing is searched");
            return Err(usage(format!("{text}; to search the position, omit --book")));
        }
        let format = self.shown.format(&self.output)?.name;
        let form = Form::named(format);
        if format != "json" && form.is_none() {
            return Err(usage(format!("the move comes from the book, and there is no search to write as {format}")));
        }
        match form {
            Some(form) => self.output.page(context, form, |style| page.document(false, style))?,
            None => self.output.with(context, |out| page.json(false, out))?,
        }
        Ok(true)
    }

    /// Shows a recorded search, if the subject is one. Its page suggests no command that searches a line, because a
    /// recorded line cannot be searched.
    fn recorded(&self, context: &Context) -> Result<Option<ExitCode>> {
        if self.stage.is_asked() {
            self.moment.refuse("single steps")?;
            let is_shown = self.shown.state_format(&self.output)?.shaped_by != ShapedBy::Part;
            let Some((name, mut cursor)) = trace_source::cursor(context, &self.subject, is_shown)? else {
                return Ok(None);
            };
            self.refuse_searching(&name)?;
            let shown = self.stage.write(context, &mut cursor, &self.shown, &self.output);
            let whole = trace_source::undamaged(&name, cursor.problem(), self.stage.place(&self.output).as_deref());
            let code = context.judge(whole.is_ok());
            return shown.and(whole).map(|()| Some(code));
        }
        let Some((name, study, problem)) = trace_source::study(context, &self.subject)? else { return Ok(None) };
        self.refuse_searching(&name)?;
        let shown = self.explain(context, &study, false);
        let problem = problem.as_ref().or_else(|| study.problem());
        let whole = trace_source::undamaged(&name, problem, self.output.place().as_deref());
        let code = context.judge(whole.is_ok());
        shown.and(whole).map(|()| Some(code))
    }

    fn refuse_searching(&self, name: &str) -> Result<()> {
        refuse_searching(&self.typed, name)?;
        self.typed.refuse::<Start>(trace_source::is_over(name))
    }

    fn explain(&self, context: &Context, study: &dyn AnyStudy, can_search: bool) -> Result<()> {
        if self.stage.is_asked() {
            self.moment.refuse("single steps")?;
            self.stage.check(&self.shown, &self.output)?;
            let mut progress = Progress::start(context, format!("depth {}", study.header().depth), Interrupt::Shows);
            let mut cursor = trace_source::cursor_of(study)?;
            progress.finish();
            return self.stage.write(context, &mut cursor, &self.shown, &self.output);
        }
        // Inside another command's page, the user did not choose the view for this subject, so the view is not checked.
        if context.looks().is_none() {
            refuse_negamax(study.header(), self.output.style(context).view)?;
        }
        ensure!(
            !(self.shown.is_sargon() && study.header().movers().has_chance()),
            usage("--style sargon is for trees in which MAX and MIN choose; this one has chance nodes")
        );
        let format = self.shown.format(&self.output)?;
        let until = self.moment.of(study)?;
        let (study, can_search) = until.as_ref().map_or((study, can_search), |until| (until as &dyn AnyStudy, false));
        // JSON keeps a trace's own move names; pages show moves in ordinary notation.
        let is_shown = study.is_recorded() && format.shaped_by != ShapedBy::Part;
        let spelled = is_shown.then(|| SanNames::of(study)).flatten();
        let study = spelled.as_ref().map_or(study, |spelled| spelled as &dyn AnyStudy);
        let command = can_search.then(|| typed_again(context, &self.subject));
        let until = until.as_ref().and_then(StudyUntil::until);
        let in_terminal = !self.output.is_file() && context.output_is_a_terminal();
        let parts = PageOptions { until, in_terminal, ..self.shown.parts(study, command)? };
        let mut out = self.output.open(context)?;
        if can_search && !self.search.has_limit() {
            cost::warn(context, study);
        }
        let mut progress =
            Progress::start(context, format!("depth {}", study.header().depth), self.output.interrupt(context));
        let mut watched = Watched { out: &mut out, progress: &mut progress };
        let written = (format.write)(study, &parts, &self.output.style(context), &mut watched);
        progress.finish();
        out.finish(written)
    }
}

/// The options that have a field in the playground, and those for the page's destination.
const KNOWN: [&str; 12] = [
    "--stored",
    "--subject",
    "--play",
    "--output",
    "--depth",
    "--algorithm",
    "--order",
    "--with",
    "--cut",
    "--fail",
    "--mistake",
    "--set",
];

impl Explain {
    pub(in crate::cli) fn play(&self, context: &Context) -> Result<ExitCode> {
        if let Some(option) = self.typed.of::<Self>().find(|option| !KNOWN.contains(option)) {
            return Err(usage(format!("the playground has no field for {option}; omit {option} or --play")));
        }
        self.output.format(None, &[("html", &["html", "htm"])])?;
        let text = match subject_args::text(context, &self.subject)? {
            Some((_, text)) => strip_bom(&text).trim().to_owned(),
            None => self.subject.join(" "),
        };
        let Some(subject) = Subject::of_words(&text, context.games())? else {
            let wanted = "a tree in brackets, a lesson or its name, a game, or a FEN";
            return Err(usage(format!("--play needs a subject that can be typed in the playground: {wanted}")));
        };
        let search = self.several.alone(&self.search).unwrap_or_else(|| self.search.clone());
        // Reject a subject that neither plywood nor the playground can search.
        if search.cases(context, &subject)?.is_none() {
            search.study(context, &subject)?;
        }
        let named = |value: Option<&str>| value.map(str::to_owned);
        let with: Vec<&str> = search.with.iter().map(|technique| technique.name()).collect();
        let parts = [
            ("tree", Some(text)),
            ("algorithm", named(search.algorithm.map(Named::name))),
            ("depth", search.depth.map(|depth| depth.to_string())),
            ("order", search.order.map(|order| order.to_string())),
            ("cut", named(search.cut.filter(|cut| *cut != Cut::default()).map(Cut::name))),
            ("fail", named(search.fail.map(Named::name))),
            ("with", Some(with.join(",")).filter(|with| !with.is_empty())),
            ("mistake", named(search.mistake.map(Named::name))),
        ];
        let set = search.set.iter().map(|text| ("set", text.clone()));
        let parts: Vec<_> = parts.into_iter().filter_map(|(name, value)| Some((name, value?))).chain(set).collect();
        write_playground(context, &self.output, &parts)
    }
}

/// Rejects options that have no effect on a recorded search, because they specify how to search or what to search.
pub(in crate::cli) fn refuse_searching(typed: &Typed, name: &str) -> Result<()> {
    typed.refuse::<SearchArgs>(trace_source::is_over(name))?;
    typed.refuse::<EngineArgs>(trace_source::is_over(name))?;
    typed.refuse::<SeveralArgs>(trace_source::is_over(name))?;
    typed.refuse::<SuiteArgs>(trace_source::is_over(name))?;
    typed.refuse::<GameArgs>(trace_source::is_over(name))
}
