//! Options that choose a position from a file of games.

use crate::cli::args::subject_args::{Input, too_many};
use crate::cli::args::values::from_one;
use crate::cli::command_error::{CommandError, Result, ensure, failure};
use crate::cli::context::Context;
use crate::cli::usage;
use crate::input::{InputRecord, PgnGame, read_pgn};
use crate::page::text::{counted, visible};
use crate::subject::Subject;
use clap::Args;
use std::process::ExitCode;

pub(in crate::cli) const HEADING: &str = "Where the search begins";

/// Options that choose a position from a game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(in crate::cli) struct GameArgs {
    /// Take the position after N plies of a game (PGN)
    #[arg(long, value_name = "N", hide_short_help = true)]
    ply: Option<usize>,
    /// Take game N of a PGN file, counted from 1
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = from_one::<u32>)]
    pub game: Option<u32>,
}

impl GameArgs {
    /// Rejects these options for a subject that is not a file of games.
    pub(in crate::cli) fn refuse(&self) -> Result<()> {
        ensure!(self.ply.is_none() && self.game.is_none(), usage("--ply and --game are for files of games (PGN)"));
        Ok(())
    }

    /// Returns the single lesson or position given to a command. The exit code reports games that could not be read.
    pub(in crate::cli) fn choose(&self, context: &Context, input: Input) -> Result<(Subject, ExitCode)> {
        match input.alone()? {
            Input::Games { name, text } => self.position(context, &name, &text),
            Input::One(subject) => {
                self.refuse()?;
                Ok((*subject, ExitCode::SUCCESS))
            }
            Input::Suite { name, .. } => Err(too_many(&name)),
        }
    }

    /// Finds the position in a file of games. Reports unreadable games before it on standard error.
    fn position(&self, context: &Context, name: &str, text: &str) -> Result<(Subject, ExitCode)> {
        let wanted = self.game.unwrap_or(1) as usize;
        let mut code = ExitCode::SUCCESS;
        let mut found = None;
        let mut count = 0;
        // Read no further than the requested game.
        for record in read_pgn(text).take(wanted) {
            count += 1;
            match record {
                Ok(record) if record.number == wanted => found = Some(record.content),
                Ok(_) => {}
                Err(error) if error.number == wanted => {
                    return Err(CommandError::from(error).context(name.to_owned()));
                }
                Err(error) => {
                    context.complain(&CommandError::from(error).context(name.to_owned()));
                    code = context.judge(false);
                }
            }
        }
        for (line, tag) in found.iter().flat_map(|game| &game.ignored) {
            let tag = visible(tag);
            context
                .complain(&failure!("{name}, line {line}: `{tag}` is not a tag like [White \"Name\"], and is ignored"));
        }
        let Some(game) = found else {
            let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
            return Err(usage(format!("{name} has {games}; there is no game {wanted}")));
        };
        if self.ply.is_none() && self.game.is_none() {
            let games = read_pgn(text).count();
            ensure!(
                games < 2,
                usage(format!(
                    "choose a position of one of the {games} games in {name}: --game 1 to --game {games}, and a --ply"
                ))
            );
        }
        Ok((after_plies(name, &game, self.ply)?, code))
    }
}

/// Returns the positions of all games, or of one of them, from first to last; a game that cannot be read yields an
/// error.
pub(in crate::cli) fn all_of_games(text: &str, game: Option<u32>) -> impl Iterator<Item = Result<Subject>> + Send {
    read_pgn(text).flat_map(move |record| -> Box<dyn Iterator<Item = Result<Subject>> + Send> {
        match record {
            Err(error) => Box::new(std::iter::once(Err(CommandError::from(error)))),
            Ok(record) if game.is_some_and(|wanted| wanted as usize != record.number) => Box::new(std::iter::empty()),
            Ok(InputRecord { number, content, .. }) => Box::new((0..content.positions.len()).filter_map(move |ply| {
                Some(Ok(Subject::of_game(format!("game {number} ply {ply}"), content.history(ply)?.to_vec())))
            })),
        }
    })
}

fn after_plies(name: &str, game: &PgnGame, ply: Option<usize>) -> Result<Subject> {
    let last = game.plies();
    let Some(ply) = ply.or((last == 0).then_some(0)) else {
        return Err(usage(format!("choose a position of the game in {name}: --ply 0 to --ply {last}")));
    };
    let Some(history) = game.history(ply) else {
        return Err(usage(format!("the game in {name} has {last} plies; --ply {ply} is beyond its end")));
    };
    let player = |tag: &str| game.tag(tag).unwrap_or("?").to_owned();
    let plies = counted(ply as u64, "ply", "plies");
    let mut title = format!("{} - {}, after {plies}", player("White"), player("Black"));
    // A puzzle usually has no players.
    if last == 0 && game.tag("White").is_none() && game.tag("Black").is_none() {
        title = String::new();
    }
    Ok(Subject::of_game(title, history.to_vec()))
}
