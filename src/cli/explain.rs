//! `plywood explain`.

use super::engine::EngineArgs;
use super::games::{self, GameArgs};
use super::lab::LabArgs;
use super::look::{FormatName, Look, StyleName};
use super::output::{Output, OutputArgs};
use super::progress::{Interrupt, Progress};
use super::search_args::{Board, SearchArgs, StudyTask, read_line};
use super::subject::Input;
use super::{Usage, suite};
use anyhow::{Context, Result};
use clap::Args;
use plywood::render::log::Log;
use plywood::render::{self, Style, report};
use plywood::study::Study;
use plywood::trace::{Keep, Node, SearchTree};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood explain`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub struct Explain {
    /// A lesson's name or file, a FEN (quoted or not), a file of positions (EPD) or games (PGN), `startpos`, or `-` for
    /// standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    lab: LabArgs,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    output: OutputArgs,
}

impl Explain {
    pub fn run(&self) -> Result<ExitCode> {
        let (subject, code) = match Input::find(&self.subject)? {
            Input::Suite { name, text } => {
                self.game.refuse()?;
                self.look.refuse("a file of positions")?;
                self.lab.refuse("a file of positions")?;
                return suite::run(&name, &text, (&self.engine, &self.search), &self.output);
            }
            Input::Games { name, text } => games::position(&name, &text, &self.game)?,
            Input::One(subject) => {
                self.game.refuse()?;
                (subject, ExitCode::SUCCESS)
            }
        };
        if self.lab.is_asked() {
            self.engine.refuse_sargon("--depths and --mistake are")?;
            if let Some(search) = self.lab.alone(&self.search).filter(|_| self.look.is_asked()) {
                self.look.check()?;
                search.study(subject, Task { look: &self.look, output: &self.output })??;
                return Ok(code);
            }
            self.look.refuse("--depths")?;
            self.lab.run(&self.search, &subject, &self.output)?;
            return Ok(code);
        }
        self.look.check()?;
        self.engine.study(&self.search, subject, Task { look: &self.look, output: &self.output })??;
        Ok(code)
    }
}

/// Explains a study.
struct Task<'a> {
    look: &'a Look,
    output: &'a OutputArgs,
}

/// The leaves of full minimax are counted up to so many, which takes a fraction of a second, and else estimated.
pub const COUNTED: u64 = 5_000_000;
/// More kept nodes than this are not shown one by one.
const FULL_LIMIT: usize = 200_000;

impl StudyTask for Task<'_> {
    type Output = Result<()>;

    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Result<()> {
        let focus = self.focus(&study.game)?;
        let mut out = self.output.open()?;
        let mut progress = Progress::start(format!("depth {}", study.header.depth), Interrupt::Shows);
        match self.look.format {
            FormatName::Json => study.json(&mut out)?,
            FormatName::Jsonl => study.json_lines(&mut out)?,
            FormatName::Text => {
                let tree = study.explain(self.keep(&study, focus))?;
                progress.finish();
                self.text(&study.up_to(&tree.outcome), tree, &mut out)?;
            }
        }
        progress.finish();
        out.close()
    }
}

impl Task<'_> {
    /// Returns the line whose surroundings are looked at.
    fn focus<B: Board>(&self, game: &B) -> Result<Vec<B::Move>> {
        let look = self.look;
        let asked = [("--why", &look.why), ("--line", &look.line), ("--focus", &look.focus)];
        let given: Vec<_> =
            asked.into_iter().filter_map(|(option, text)| text.as_ref().map(|text| (option, text))).collect();
        match given.as_slice() {
            [] => Ok(Vec::new()),
            [(option, text)] => {
                let (line, _) = read_line(game, text).with_context(|| format!("{option} \"{text}\""))?;
                if line.is_empty() && *option != "--focus" {
                    return Err(Usage(format!("{option} needs a move")).into());
                }
                Ok(line)
            }
            [(a, _), (b, _), ..] => {
                Err(Usage(format!("{a} and {b} cannot be combined; ask one thing at a time")).into())
            }
        }
    }

    fn keep<B: Board>(&self, study: &Study<B, B::Overlay, B::Engine>, focus: Vec<B::Move>) -> Keep<B::Move> {
        let look = self.look;
        let whole = study.header.shape.is_some() || look.full;
        let width = look.width.map(usize::from).or(if whole { None } else { Some(1) });
        let plies = look.plies.map(usize::from);
        Keep { focus, width, plies, limit: FULL_LIMIT }
    }

    fn text<B: Board>(
        &self,
        study: &Study<B, B::Overlay, B::Engine>,
        mut tree: SearchTree,
        out: &mut Output,
    ) -> Result<()> {
        let mut style = self.output.style();
        if self.look.style == StyleName::Sargon {
            return self.sargon(study, &tree, &style, out);
        }
        style.decimals = report::decimals(&tree);
        report::heading(&tree.header, &style, out)?;
        writeln!(out)?;
        let is_book = tree.outcome.sargon.as_ref().is_some_and(|report| report.book);
        if tree.outcome.ending.is_some() || is_book {
            return Ok(report::answer(&tree, &style, out)?);
        }
        if let Some(line) = self.look.why.as_ref().or(self.look.line.as_ref()) {
            let names = self.names(study, line)?;
            return self.one_line(&study.game, &tree, &names, &style, out);
        }
        if let Some(line) = &self.look.focus {
            let names = self.names(study, line)?;
            if let Some(index) = render::unsearched(&tree, &names, &style, out)? {
                return offer(&study.game, &names, index, tree.header.depth, out);
            }
            tree.focus(&names);
        }
        let is_lesson = tree.header.shape.is_some();
        if !is_lesson && self.look.focus.is_none() {
            report::answer(&tree, &style, out)?;
            writeln!(out)?;
            report::root_moves(&tree, &style, out)?;
            writeln!(out)?;
        }
        report::passes(&tree, &style, out)?;
        if self.look.full && FULL_LIMIT <= tree.root.size() {
            let text = format!(
                "The tree is too big for --full: the first {FULL_LIMIT} nodes are shown, of the others only what decided. \
                 --focus, --width and --plies show less."
            );
            super::complain(&anyhow::anyhow!(text));
        }
        if !render::annotated_tree(&tree, &style, out)? {
            report::too_big(&style, out)?;
            render::outline(&tree, &style, out)?;
        }
        writeln!(out)?;
        if is_lesson {
            report::answer(&tree, &style, out)?;
        }
        let full = if is_lesson { None } else { study.count_leaves(COUNTED) };
        render::costs(&tree, full, &style, out)?;
        if !tree.header.note.is_empty() {
            writeln!(out)?;
            report::note(&tree.header, &style, out)?;
        }
        self.extras(study, &tree, &style, out)
    }

    /// Writes the names of a line's moves as the tree has them.
    fn names<B: Board>(&self, study: &Study<B, B::Overlay, B::Engine>, line: &str) -> Result<Vec<String>> {
        let (moves, _) = read_line(&study.game, line)?;
        let mut game = study.game.clone();
        Ok(moves
            .into_iter()
            .map(|mv| {
                let name = game.name(mv);
                game.play(mv);
                name
            })
            .collect())
    }

    /// Answers `--why` or `--line`.
    fn one_line<B: Board>(
        &self,
        game: &B,
        tree: &SearchTree,
        names: &[String],
        style: &Style,
        out: &mut Output,
    ) -> Result<()> {
        let found = if self.look.why.is_some() {
            render::why(tree, names, style, out)?
        } else {
            render::follow(tree, names, style, out)?
        };
        found.map_or(Ok(()), |index| offer(game, names, index, tree.header.depth, out))
    }

    /// Writes what was asked for on top.
    fn extras<B: Board>(
        &self,
        study: &Study<B, B::Overlay, B::Engine>,
        tree: &SearchTree,
        style: &Style,
        out: &mut Output,
    ) -> Result<()> {
        if self.look.orders {
            writeln!(out)?;
            render::orders(tree, style, out)?;
        }
        if self.look.pv_scan {
            writeln!(out)?;
            render::pv_scan(&study.trace()?, style, out)?;
        }
        if self.look.legend {
            writeln!(out)?;
            render::legend(style, out)?;
        }
        if self.look.log {
            writeln!(out, "\nLog")?;
            let (log, again) = study.record(Log::annotated(out, study.header.numbering, style))?;
            log.finish()?;
            if again.complete != tree.outcome.complete {
                writeln!(out, "INCOMPLETE: the log was stopped here.")?;
            }
        }
        Ok(())
    }

    fn sargon<B: Board>(
        &self,
        study: &Study<B, B::Overlay, B::Engine>,
        tree: &SearchTree,
        style: &Style,
        out: &mut Output,
    ) -> Result<()> {
        let header = &tree.header;
        if !header.title.is_empty() {
            writeln!(out, "{}", header.title)?;
        }
        if let Some(fen) = &header.fen {
            writeln!(out, "{} to move", report::side_to_move(header).unwrap_or_default())?;
            render::board(fen, &Style { coordinates: false, ..*style }, out)?;
        }
        writeln!(out)?;
        if let Some(ending) = &tree.outcome.ending {
            writeln!(out, "The game is over: {ending}.")?;
            return Ok(());
        }
        if tree.outcome.sargon.as_ref().is_some_and(|report| report.book) {
            return Ok(report::answer(tree, style, out)?);
        }
        render::sargon::tree(tree, style, out)?;
        report::note(header, style, out)?;
        if has_folds(&tree.root) {
            let text = "Only the moves that decide are drawn; --width K draws more of them, --full all.";
            writeln!(out, "{}", textwrap::fill(text, style.width))?;
        }
        if self.look.log {
            writeln!(out, "\nDetailed log")?;
            study.record(Log::sargon(out, header.numbering))?.0.finish()?;
        }
        Ok(())
    }
}

/// Returns whether the tree does not show every node.
fn has_folds(node: &Node) -> bool {
    !node.fold.is_empty() || node.children.iter().any(has_folds)
}

/// Offers the command that searches `names`, whose moves from `index` on were not searched, unless the game is over there.
fn offer<B: Board>(game: &B, names: &[String], index: usize, depth: u32, out: &mut Output) -> Result<()> {
    let (_, before) = read_line(game, &names[..index].join(" "))?;
    if before.ending().is_some() {
        return Ok(());
    }
    let typed: Vec<String> = std::env::args().skip(1).collect();
    let kept = without(&typed, &["--nodes", "--time"]);
    // What may leave the line out again is left out; then no other move may come before any of the line.
    let plain = without(&kept, &["--with", "--only", "--only-at", "--algorithm", "-a", "--cut", "--fail", "--mistake"]);
    let index = if plain == kept { index } else { 0 };
    let option = B::detour(names, index, depth);
    let plain: Vec<String> = plain.into_iter().map(quoted).collect();
    Ok(writeln!(out, "\nThis searches it:\n  plywood {} {option}", plain.join(" "))?)
}

/// What was typed, but for some options with their values.
fn without(typed: &[String], options: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut is_value = false;
    for word in typed {
        let (name, value) = word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        let is_option = !is_value && options.contains(&name);
        if !is_option && !is_value {
            kept.push(word.clone());
        }
        is_value = is_option && value.is_none();
    }
    kept
}

/// Returns an argument as it can be typed into a shell.
fn quoted(argument: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}
