//! What another engine says of every root move, by its option MultiPV.

use super::progress::{self, Interrupt, Progress};
use super::scores::{Begun, UCI, UciArgs, begun, sentence};
use crate::explain::Refuted;
use crate::game::chess::{Chess, ChessGame, Material};
use crate::outside::line_of;
use crate::page::text::visible;
use crate::score::Score;
use anyhow::{Result, anyhow, bail};
use shakmaty::Position;
use std::collections::BTreeMap;
use std::time::Instant;

/// Asks the engine that an evaluation names for every move of a position; nothing if the evaluation is one of plywood's own.
pub(super) fn refuted(evaluation: &str, uci: &UciArgs, position: &Chess) -> Result<Option<Refuted>> {
    let Some(words) = evaluation.strip_prefix(UCI).map(str::trim) else { return Ok(None) };
    let (go, time) = uci.how();
    let moves = position.legal_moves().len();
    let game = ChessGame::new(position.clone(), Material);
    let Begun { mut process, name, options } = begun(words, time)?;
    if !options.iter().any(|option| option.starts_with("MultiPV type spin")) {
        bail!("the engine {} cannot say several lines: it has no option MultiPV", visible(words));
    }
    let mut said: BTreeMap<usize, (Vec<String>, Score)> = BTreeMap::new();
    if moves != 0 {
        let mut progress = Progress::start(format!("{moves} moves"), Interrupt::Stops);
        process.send(&format!("setoption name MultiPV value {moves}"));
        process.send("ucinewgame");
        process.send(&format!("position fen {}", game.fen()));
        process.send(&format!("go {go}"));
        let until = Instant::now() + time;
        loop {
            let line = process.receive(until).map_err(|quiet| match progress::is_stopped() {
                true => progress::interrupted(),
                false => anyhow!("{}, when it was asked of {}", sentence(words, &quiet, time), game.fen()),
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
