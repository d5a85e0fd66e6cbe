//! Other engines that speak UCI: the score of a leaf (`--evaluation`), and their opinion of every root move.

use crate::cli::command_error::{Result, bail, failure};
use crate::cli::context::Context;
use crate::cli::io::interruption::Interruption;
use crate::cli::io::process::{Process, Quiet};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::started_engine::StartedEngine;
use crate::cli::io::streams::lock;
use crate::cli::usage;
use crate::core::game::chess::{Chess, ChessGame, Material};
use crate::core::score::Score;
use crate::explain::Refuted;
use crate::input::uci_score::{Outside, line_of, score_of};
use crate::page::text::visible;
use clap::Args;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

pub(in crate::cli) const UCI: &str = "uci:";

/// Options of an engine that scores leaves.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct UciArgs {
    /// How the engine of `--evaluation uci:ENGINE` searches each position [default: depth 1]
    #[arg(long, value_name = "WORDS", hide_short_help = true)]
    uci_go: Option<String>,
    /// Time limit for this engine per position, in seconds [default: 10]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400), hide_short_help = true)]
    uci_time: Option<u32>,
}

impl UciArgs {
    /// Rejects the options if no engine scores.
    pub(in crate::cli) fn refuse_idle(&self, evaluation: Option<&str>) -> Result<()> {
        let is_idle = !evaluation.is_some_and(|name| name.starts_with(UCI));
        if is_idle && (self.uci_go.is_some() || self.uci_time.is_some()) {
            return Err(usage("--uci-go and --uci-time are for --evaluation uci:ENGINE"));
        }
        Ok(())
    }

    pub(in crate::cli) fn how(&self) -> (String, Duration) {
        let go = self.uci_go.as_deref().unwrap_or("depth 1").split_whitespace().collect::<Vec<_>>().join(" ");
        (go, Duration::from_secs(u64::from(self.uci_time.unwrap_or(10))))
    }

    /// Returns the engine named by an evaluation, already started; nothing if it is one of plywood's own.
    pub(in crate::cli) fn engine(&self, context: &Context, evaluation: &str) -> Result<Option<Arc<dyn Outside>>> {
        let Some(words) = evaluation.strip_prefix(UCI).map(str::trim) else { return Ok(None) };
        let (go, time) = self.how();
        let mut open = lock(&context.engines.open);
        if let Some(engine) = open.as_ref().filter(|engine| engine.is(words, &go)) {
            return Ok(Some(engine.clone()));
        }
        let engine = Arc::new(UciEngine::start(context, words, go, time)?);
        *open = Some(engine.clone());
        Ok(Some(engine))
    }
}

impl StartedEngine for UciEngine {
    fn is(&self, words: &str, go: &str) -> bool {
        self.words == words && self.go == go
    }

    fn end(&self) {
        *lock(&self.process) = None;
    }
}

#[derive(Debug)]
struct UciEngine {
    words: String,
    go: String,
    time: Duration,
    name: String,
    run: Arc<Interruption>,
    failed: Arc<OnceLock<String>>,
    process: Mutex<Option<Process>>,
    /// Its scores of positions, for the side to move.
    known: Mutex<HashMap<String, Score>>,
}

impl UciEngine {
    fn start(context: &Context, words: &str, go: String, time: Duration) -> Result<Self> {
        let (run, failed) = (context.interruption().clone(), context.engines.failed.clone());
        context.note_program(&words.split_whitespace().collect::<Vec<_>>());
        let Begun { process, name, .. } = begun(&run, words, time)?;
        let name = format!("{UCI}{name}, go {go}");
        let (words, known) = (words.to_owned(), Mutex::default());
        let process = Mutex::new(Some(process));
        Ok(Self { words, go, time, name: visible(&name), run, failed, process, known })
    }

    fn ask(&self, process: &mut Process, fen: &str) -> Result<Score, String> {
        // State kept from one leaf would change the score of the next.
        process.send("ucinewgame");
        process.send(&format!("position fen {fen}"));
        process.send(&format!("go {}", self.go));
        let until = Instant::now() + self.time;
        let (mut score, mut error) = (None, None);
        loop {
            let line = process.receive(until).map_err(|quiet| self.sentence(&quiet, error.as_deref(), fen))?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", ..] => break,
                ["info", "string", ..] if line.to_lowercase().contains("error") => error = Some(visible(&line)),
                ["info", rest @ ..] => score = score_of(rest).or(score),
                _ => {}
            }
        }
        score.ok_or_else(|| format!("the engine {} gave no score for {fen}", visible(&self.words)))
    }

    fn sentence(&self, quiet: &Quiet, error: Option<&str>, fen: &str) -> String {
        let error = error.map(|error| format!(": {error}")).unwrap_or_default();
        format!("{}{error}, when asked about {fen}", sentence(&self.words, quiet, self.time))
    }
}

/// The error for a silent engine.
pub(in crate::cli) fn sentence(words: &str, quiet: &Quiet, time: Duration) -> String {
    let engine = visible(words);
    match quiet {
        Quiet::Late => {
            format!("the engine {engine} did not answer for {} s (set the limit with --uci-time)", time.as_secs())
        }
        Quiet::Ended(how, said) if said.is_empty() => format!("the engine {engine} {how}"),
        Quiet::Ended(how, said) => format!("the engine {engine} {how} and wrote \"{}\"", said.replace('\n', " ")),
        Quiet::Unstarted(why) => format!("the engine {engine} cannot be started: {why}"),
        Quiet::Endless => format!("the engine {engine} wrote a line of more than 64 KiB"),
    }
}

pub(in crate::cli) struct Begun {
    pub process: Process,
    pub name: String,
    pub options: Vec<String>,
}

/// Starts an engine and waits until it is ready.
pub(in crate::cli) fn begun(run: &Arc<Interruption>, words: &str, time: Duration) -> Result<Begun> {
    let all: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    let mut process =
        Process::start(run, &all, None).map_err(|why| usage(format!("the engine cannot be started: {why}")))?;
    let until = Instant::now() + time;
    let (mut name, mut options) = (words.to_owned(), Vec::new());
    process.send("uci");
    loop {
        let line = process
            .receive(until)
            .map_err(|quiet| failure!("{}, when asked whether it speaks UCI", sentence(words, &quiet, time)))?;
        if let Some(own) = line.strip_prefix("id name ") {
            own.trim().clone_into(&mut name);
        } else if let Some(option) = line.strip_prefix("option name ") {
            options.push(option.to_owned());
        } else if line.trim() == "uciok" {
            break;
        }
    }
    // A large table would be cleared for every leaf, and several threads do not give the same result twice.
    for (option, start) in [("Hash", "Hash type spin"), ("Threads", "Threads type spin")] {
        if options.iter().any(|own| own.starts_with(start)) {
            process.send(&format!("setoption name {option} value 1"));
        }
    }
    process.send("isready");
    while process.receive(until).map_err(|quiet| failure!("{}", sentence(words, &quiet, time)))?.trim() != "readyok" {}
    Ok(Begun { process, name, options })
}

impl Outside for UciEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn score(&self, position: &Chess) -> Option<Score> {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let mut running = lock(&self.process);
        if let Some(score) = lock(&self.known).get(&fen) {
            return Some(*score);
        }
        if self.failed.get().is_some() {
            return None;
        }
        if running.is_none() {
            *running = begun(&self.run, &self.words, self.time).ok().map(|begun| begun.process);
        }
        let score = self.ask(running.as_mut()?, &fen);
        match score {
            Ok(score) => {
                lock(&self.known).insert(fen, score);
                Some(score)
            }
            Err(why) => {
                // Its late output would be mistaken for the answer to the next question.
                *running = None;
                if !self.run.is_stopped() {
                    // The first reason is kept.
                    let _ = self.failed.set(why);
                    self.run.stop();
                }
                None
            }
        }
    }
}

/// Asks the engine named by an evaluation about every move of a position; nothing if the evaluation is one of plywood's
/// own.
pub(in crate::cli) fn refuted(
    context: &Context,
    evaluation: &str,
    uci: &UciArgs,
    position: &Chess,
) -> Result<Option<Refuted>> {
    let Some(words) = evaluation.strip_prefix(UCI).map(str::trim) else { return Ok(None) };
    let (go, time) = uci.how();
    let moves = position.legal_moves().len();
    let game = ChessGame::new(position.clone(), Material);
    context.note_program(&words.split_whitespace().collect::<Vec<_>>());
    let Begun { mut process, name, options } = begun(context.interruption(), words, time)?;
    if !options.iter().any(|option| option.starts_with("MultiPV type spin")) {
        bail!("the engine {} cannot analyse several lines: it has no option MultiPV", visible(words));
    }
    let mut said: BTreeMap<usize, (Vec<String>, Score)> = BTreeMap::new();
    if moves != 0 {
        let mut progress = Progress::start(context, format!("{moves} moves"), Interrupt::Stops);
        process.send(&format!("setoption name MultiPV value {moves}"));
        process.send("ucinewgame");
        process.send(&format!("position fen {}", game.fen()));
        process.send(&format!("go {go}"));
        let until = Instant::now() + time;
        loop {
            let line = process.receive(until).map_err(|quiet| match context.is_stopped() {
                true => context.interrupted(),
                false => failure!("{}, when asked about {}", sentence(words, &quiet, time), game.fen()),
            })?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", ..] => break,
                ["info", rest @ ..] => said.extend(line_of(rest)),
                _ => {}
            }
        }
        progress.finish();
    }
    let said: Vec<(Vec<String>, Score)> = said.into_values().collect();
    Ok(Some(Refuted::new(position, visible(&format!("{UCI}{name}, go {go}")), &said)))
}
