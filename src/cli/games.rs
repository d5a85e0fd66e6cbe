//! A position out of a file of games.

use super::Usage;
use super::named::from_one;
use crate::input::{InputRecord, PgnGame, read_pgn};
use crate::subject::Subject;
use anyhow::Result;
use clap::Args;
use std::process::ExitCode;

/// The heading of what leads to a position.
pub(super) const HEADING: &str = "Where the search begins";

/// Options that choose a position out of a game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(super) struct GameArgs {
    /// Take the position after so many half-moves of a game (PGN)
    #[arg(long, value_name = "N", hide_short_help = true)]
    ply: Option<usize>,
    /// Take this game of a file, counted from 1 (PGN)
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = from_one::<u32>)]
    game: Option<u32>,
}

impl GameArgs {
    /// The game that was asked for.
    pub(super) const fn game(&self) -> Option<u32> {
        self.game
    }

    /// Refuses the options where there is no game.
    pub(super) fn refuse(&self) -> Result<()> {
        if self.ply.is_some() || self.game.is_some() {
            return Err(Usage("--ply and --game are for files of games (PGN)".to_owned()).into());
        }
        Ok(())
    }
}

/// Finds the position that `args` chooses. Bad games before it are reported on standard error; the exit code tells of them.
pub(super) fn position(name: &str, text: &str, args: &GameArgs) -> Result<(Subject, ExitCode)> {
    let wanted = args.game.unwrap_or(1) as usize;
    let mut code = ExitCode::SUCCESS;
    let mut found = None;
    let mut count = 0;
    // What comes behind the game need not be read.
    for record in read_pgn(text).take(wanted) {
        count += 1;
        match record {
            Ok(record) if record.number == wanted => found = Some(record.content),
            Ok(_) => {}
            Err(error) if error.number == wanted => {
                return Err(anyhow::Error::new(error).context(name.to_owned()));
            }
            Err(error) => {
                super::complain(&anyhow::Error::new(error).context(name.to_owned()));
                code = ExitCode::FAILURE;
            }
        }
    }
    let Some(game) = found else {
        let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        return Err(Usage(format!("{name} has {games}; there is no game {wanted}")).into());
    };
    Ok((choose(name, &game, args.ply)?, code))
}

/// Returns the positions of all games, or of one of them, from its first to its last; a game that cannot be read is an error.
pub(super) fn all(text: &str, game: Option<u32>) -> impl Iterator<Item = Result<Subject>> + Send {
    read_pgn(text).flat_map(move |record| -> Box<dyn Iterator<Item = Result<Subject>> + Send> {
        match record {
            Err(error) => Box::new(std::iter::once(Err(anyhow::Error::new(error)))),
            Ok(record) if game.is_some_and(|wanted| wanted as usize != record.number) => Box::new(std::iter::empty()),
            Ok(InputRecord { number, content, .. }) => Box::new((0..content.positions.len()).filter_map(move |ply| {
                Some(Ok(Subject::of_game(format!("game {number} ply {ply}"), content.history(ply)?.to_vec())))
            })),
        }
    })
}

fn choose(name: &str, game: &PgnGame, ply: Option<usize>) -> Result<Subject> {
    let last = game.moves.len();
    let Some(ply) = ply else {
        return Err(Usage(format!("say which position of the game in {name}: --ply 0 to --ply {last}")).into());
    };
    let Some(history) = game.history(ply) else {
        return Err(Usage(format!("the game in {name} has {last} half-moves; --ply {ply} is beyond its end")).into());
    };
    let player = |tag: &str| game.tag(tag).unwrap_or("?").to_owned();
    let moves = if ply == 1 { "half-move" } else { "half-moves" };
    let title = format!("{} - {}, after {ply} {moves}", player("White"), player("Black"));
    Ok(Subject::of_game(title, history.to_vec()))
}
