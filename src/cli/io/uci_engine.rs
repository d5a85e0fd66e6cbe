//! Other engines that speak UCI: they score leaves (`--evaluation`) and give their opinion of every root move.

use crate::cli::command_error::{Result, bail, failure};
use crate::cli::context::Context;
use crate::cli::io::interruption::Interruption;
use crate::cli::io::process::{Process, Quiet};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::started_engine::StartedEngine;
use crate::cli::io::streams::lock;
use crate::cli::io::uci_request::{UciArgs, UciOption, UciRequest};
use crate::cli::usage;
use crate::core::game::Game;
use crate::core::game::chess::{Chess, ChessGame, Material};
use crate::core::score::Score;
use crate::core::sort::sort_by_key;
use crate::explain::Refuted;
use crate::input::uci_score::{EngineScore, Outside, line_of, score_of};
use crate::page::text::visible;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, Position};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

impl UciArgs {
    /// Returns the engine named by an evaluation, already started, or `None` for a built-in evaluation.
    pub(in crate::cli) fn engine(&self, context: &Context, evaluation: &str) -> Result<Option<Arc<dyn Outside>>> {
        let Some(request) = self.request(evaluation) else { return Ok(None) };
        let mut open = lock(&context.engines.open);
        if let Some(engine) = open.as_ref().filter(|engine| engine.is(&request)) {
            return Ok(Some(engine.clone()));
        }
        let engine = Arc::new(UciEngine::start(context, request)?);
        *open = Some(engine.clone());
        Ok(Some(engine))
    }
}

impl StartedEngine for UciEngine {
    fn is(&self, request: &UciRequest) -> bool {
        self.request == *request
    }

    fn end(&self) {
        *lock(&self.process) = None;
    }
}

#[derive(Debug)]
struct UciEngine {
    request: UciRequest,
    name: String,
    run: Arc<Interruption>,
    failed: Arc<OnceLock<String>>,
    process: Mutex<Option<Process>>,
    /// The engine's scores for positions, from the point of view of the side to move.
    known: Mutex<HashMap<String, Score>>,
}

impl UciEngine {
    fn start(context: &Context, request: UciRequest) -> Result<Self> {
        let (run, failed) = (context.interruption().clone(), context.engines.failed.clone());
        context.note_program(&request.program());
        let Begun { process, name, .. } = begun(&run, &request)?;
        let (name, process) = (request.name(&name), Mutex::new(Some(process)));
        Ok(Self { request, name, run, failed, process, known: Mutex::default() })
    }

    fn ask(&self, process: &mut Process, fen: &str) -> Result<Score, String> {
        // Clear the engine's state; otherwise, what it kept from one leaf would change the score of the next.
        process.send("ucinewgame");
        process.send(&format!("position fen {fen}"));
        process.send(&format!("go {}", self.request.go));
        let until = Instant::now() + self.request.time;
        let (mut score, mut has_bound, mut error) = (None, false, None);
        loop {
            let line = process.receive(until).map_err(|quiet| self.sentence(&quiet, error.as_deref(), fen))?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", ..] => break,
                ["info", "string", ..] if line.to_lowercase().contains("error") => error = Some(visible(&line)),
                ["info", rest @ ..] => match score_of(rest) {
                    Some(EngineScore::Bound) => has_bound = true,
                    known => score = known.or(score),
                },
                _ => {}
            }
        }
        let engine = visible(&self.request.words);
        match score {
            Some(EngineScore::Known(score)) => Ok(score),
            Some(EngineScore::TooLarge(said)) => Err(too_large(&engine, &said, fen)),
            _ if has_bound => Err(format!(
                "the engine {engine} sent only bounds (lowerbound, upperbound) and no score for {fen}. Try a deeper search with --uci-go"
            )),
            _ => Err(format!("the engine {engine} gave no score for {fen}")),
        }
    }

    fn sentence(&self, quiet: &Quiet, error: Option<&str>, fen: &str) -> String {
        let error = error.map(|error| format!(": {error}")).unwrap_or_default();
        format!("{}{error}, when asked about {fen}", sentence(&self.request, quiet))
    }
}

fn too_large(engine: &str, said: &str, fen: &str) -> String {
    format!("the engine {engine} gave the score {said} for {fen}. {}", EngineScore::limits())
}

/// Returns the error for an engine that does not answer.
fn sentence(request: &UciRequest, quiet: &Quiet) -> String {
    let (engine, time) = (visible(&request.words), request.time);
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

struct Begun {
    process: Process,
    name: String,
    options: Vec<String>,
}

/// Starts an engine and waits until it is ready.
fn begun(run: &Arc<Interruption>, request: &UciRequest) -> Result<Begun> {
    let mut process = Process::start(run, &request.program(), None).map_err(|why| {
        usage(format!(
            "the engine cannot be started: {why}; install it, or give its path: --evaluation uci:/path/to/engine"
        ))
    })?;
    let until = Instant::now() + request.time;
    let (mut name, mut options) = (request.words.clone(), Vec::new());
    process.send("uci");
    loop {
        let line = process
            .receive(until)
            .map_err(|quiet| failure!("{}, when asked whether it speaks UCI", sentence(request, &quiet)))?;
        if let Some(own) = line.strip_prefix("id name ") {
            own.trim().clone_into(&mut name);
        } else if let Some(option) = line.strip_prefix("option name ") {
            options.push(option.to_owned());
        } else if line.trim() == "uciok" {
            break;
        }
    }
    // Use a small table, because the engine clears it for every leaf. Use one thread, because several threads would
    // give different results in each run.
    for (option, start) in [("Hash", "Hash type spin"), ("Threads", "Threads type spin")] {
        if options.iter().any(|own| own.starts_with(start)) {
            process.send(&format!("setoption name {option} value 1"));
        }
    }
    for option in &request.options {
        refuse_unknown(&request.words, option, &options)?;
        let value = option.value.as_ref().map(|value| format!(" value {value}")).unwrap_or_default();
        process.send(&format!("setoption name {}{value}", option.name));
    }
    process.send("isready");
    while process.receive(until).map_err(|quiet| failure!("{}", sentence(request, &quiet)))?.trim() != "readyok" {}
    Ok(Begun { process, name, options })
}

/// Rejects an option that the engine does not have, because engines silently ignore unknown options.
fn refuse_unknown(engine: &str, option: &UciOption, all: &[String]) -> Result<()> {
    let names: Vec<&str> = all.iter().map(|own| own.split(" type ").next().unwrap_or(own).trim()).collect();
    if names.iter().any(|name| name.eq_ignore_ascii_case(&option.name)) {
        return Ok(());
    }
    let has = if names.is_empty() { "no options".to_owned() } else { format!("the options {}", names.join(", ")) };
    Err(usage(visible(&format!("the engine {engine} has no option {}; it has {has}", option.name))))
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
            *running = begun(&self.run, &self.request).ok().map(|begun| begun.process);
        }
        let score = self.ask(running.as_mut()?, &fen);
        match score {
            Ok(score) => {
                lock(&self.known).insert(fen, score);
                Some(score)
            }
            Err(why) => {
                // If the engine stayed alive, its late output would be mistaken for the answer to the next question.
                *running = None;
                if !self.run.is_stopped() {
                    // Keep a reason that is already set.
                    let _ = self.failed.set(why);
                    self.run.stop();
                }
                None
            }
        }
    }
}

/// Asks the engine named by an evaluation about every move of the last position of a game; returns `None` for a
/// built-in evaluation.
pub(in crate::cli) fn refuted(
    context: &Context,
    evaluation: &str,
    uci: &UciArgs,
    history: &[Chess],
) -> Result<Option<Refuted>> {
    let Some(request) = uci.request(evaluation) else { return Ok(None) };
    let game = ChessGame::with_history(history.to_vec(), Material);
    let moves = game.position().legal_moves().len();
    context.note_program(&request.program());
    let Begun { mut process, name, options } = begun(context.interruption(), &request)?;
    let mut said = Vec::new();
    if moves != 0 {
        let mut progress = Progress::start(context, format!("{moves} moves"), Interrupt::Stops);
        said = if options.iter().any(|option| option.starts_with("MultiPV type spin")) {
            process.send(&format!("setoption name MultiPV value {moves}"));
            lines(context, &mut process, &request, &game.fen())?.into_values().collect()
        } else {
            move_by_move(context, &mut process, &request, &game)?
        };
        progress.finish();
    }
    Ok(Some(Refuted::new(history, request.name(&name), &said)))
}

/// A line of moves, and its score for the side to move.
type ScoredLine = (Vec<String>, Score);

/// Searches a position once, and returns the engine's last line with each number.
fn lines(
    context: &Context,
    process: &mut Process,
    request: &UciRequest,
    fen: &str,
) -> Result<BTreeMap<usize, ScoredLine>> {
    process.send("ucinewgame");
    process.send(&format!("position fen {fen}"));
    process.send(&format!("go {}", request.go));
    let (until, mut said) = (Instant::now() + request.time, BTreeMap::new());
    loop {
        let line = process.receive(until).map_err(|quiet| match context.is_stopped() {
            true => context.interrupted(),
            false => failure!("{}, when asked about {fen}", sentence(request, &quiet)),
        })?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["bestmove", ..] => return Ok(said),
            ["info", rest @ ..] => match line_of(rest) {
                Some((number, (moves, EngineScore::Known(score)))) => {
                    said.insert(number, (moves, score));
                }
                Some((_, (_, EngineScore::TooLarge(said)))) => {
                    bail!("{}", too_large(&visible(&request.words), &said, fen))
                }
                Some((_, (_, EngineScore::Bound))) | None => {}
            },
            _ => {}
        }
    }
}

/// Searches the position after each move, because the engine cannot report several lines of one search. Returns the
/// best move first.
fn move_by_move(
    context: &Context,
    process: &mut Process,
    request: &UciRequest,
    game: &ChessGame<Material>,
) -> Result<Vec<ScoredLine>> {
    let mut said = Vec::new();
    for mv in game.position().legal_moves() {
        let mut after = game.clone();
        after.play(mv);
        let first = UciMove::from_move(mv, CastlingMode::Standard).to_string();
        let reply = match after.ending() {
            Some(ending) => Some((Vec::new(), ending.score(0))),
            None => lines(context, process, request, &after.fen())?.remove(&1),
        };
        let line = |(moves, score): ScoredLine| ([vec![first], moves].concat(), (-score).counted_from_root(1));
        said.extend(reply.map(line));
    }
    sort_by_key(&mut said, |&(_, score)| std::cmp::Reverse(score));
    Ok(said)
}
