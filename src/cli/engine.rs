//! Which program searches: plywood's own, or Sargon as of 1978.

use super::Usage;
use super::search_args::{Board, DEFAULT_DEPTH, SearchArgs, StudyTask, restricting_detour};
use super::subject::Subject;
use anyhow::Result;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ValueEnum};
use plywood::game::sargon::{Book, Move, SargonGame};
use plywood::model::{Content, Overlay};
use plywood::study::{SargonEngine, Study};
use plywood::trace::{Format, Header, Numbering, VERSION};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

/// Options that choose the program.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    /// Which program searches
    #[arg(long, value_enum, default_value_t = EngineName::Plywood, value_name = "NAME")]
    engine: EngineName,
    /// Sargon: search even where its opening book has a move
    #[arg(long)]
    no_book: bool,
    /// The options that were given though Sargon has nothing of the kind.
    #[arg(skip)]
    foreign: Vec<Foreign>,
}

/// The name of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The project's own search
    Plywood,
    /// Sargon (Dan and Kathe Spracklen), as of 1978
    Sargon,
}

/// An option, and why Sargon has no use for it.
type Foreign = (&'static str, &'static str);

const FOREIGN: [Foreign; 7] = [
    ("algorithm", "it has one algorithm, its own alpha-beta"),
    ("order", "it always sorts moves by their static scores, and not at all at the last ply"),
    ("with", "it has none of these techniques"),
    ("cut", "its rule is fixed: a score that reaches beta cuts"),
    ("fail", "it is fail-hard"),
    ("table", "it has no transposition table"),
    ("evaluation", "it has its own static score (see `plywood eval --engine sargon`)"),
];

impl EngineArgs {
    /// Takes note of the options that were really typed.
    pub fn take_note(&mut self, given: &ArgMatches) {
        let is_typed = |name: &str| given.value_source(name) == Some(ValueSource::CommandLine);
        self.foreign = FOREIGN.into_iter().filter(|(name, _)| is_typed(name)).collect();
    }

    /// Refuses Sargon for `what`, which only plywood's own search can do.
    pub fn refuse_sargon(&self, what: &str) -> Result<()> {
        match self.engine {
            EngineName::Plywood => Ok(()),
            EngineName::Sargon => Err(Usage(format!("{what} for plywood's own search, not for Sargon")).into()),
        }
    }

    /// Makes a study of the subject and does `task` with it.
    pub fn study<T: StudyTask>(&self, search: &SearchArgs, subject: Subject, task: T) -> Result<T::Output> {
        if self.engine == EngineName::Plywood {
            if self.no_book {
                return Err(Usage("--no-book is for --engine sargon; plywood has no book".to_owned()).into());
            }
            return search.study(subject, task);
        }
        if let Some((name, reason)) = self.foreign.first() {
            return Err(Usage(format!("--{name} makes no sense with --engine sargon: {reason}")).into());
        }
        Ok(task.run(self.sargon(search, subject)?))
    }

    fn sargon(&self, search: &SearchArgs, subject: Subject) -> Result<Study<SargonGame, Overlay<Move>, SargonEngine>> {
        let Content::Board { position, overlay, .. } = subject.content else {
            return Err(Usage("--engine sargon needs a board; this lesson is a tree without one".to_owned()).into());
        };
        let mut overlay = translated(&overlay)?;
        // Who puts something over the search wants to see a search.
        let is_changed = search.has_overlay() || !overlay.is_empty();
        let book = if self.no_book || is_changed { Book::Closed } else { Book::Open };
        let mut game = SargonGame::from_chess(&position, book);
        search.overlay(&game, &mut overlay)?;
        let depth = search.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH);
        let header = Header {
            format: Format::PlywoodTrace,
            version: VERSION,
            title: subject.title,
            note: subject.note,
            fen: Some(fen(&position)),
            numbering: Some(Numbering {
                move_number: position.fullmoves().get(),
                black_to_move: position.turn().is_black(),
            }),
            depth,
            algorithm: "sargon".to_owned(),
            order: "static".to_owned(),
            replaced_scores: overlay.replaced_scores(&mut game),
            ..Header::default()
        };
        Ok(Study { game, hooks: overlay, engine: SargonEngine { depth }, header, limits: search.limits() })
    }
}

/// Returns a position as FEN, with every double step that Sargon takes note of.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// Returns what a lesson puts over a position in Sargon's moves.
fn translated(overlay: &Overlay) -> Result<Overlay<Move>> {
    overlay.translate(|mv| {
        Move::from_chess(mv).ok_or_else(|| {
            let text = "this lesson promotes to another piece than a queen, which Sargon does not know";
            Usage(text.to_owned()).into()
        })
    })
}

impl Board for SargonGame {
    type Engine = SargonEngine;
    type Overlay = Overlay<Move>;

    fn read(&self, name: &str) -> Result<Move> {
        Ok(self.parse_san(name)?)
    }

    fn detour(line: &[String], index: usize, depth: u32) -> String {
        restricting_detour(line, index, depth)
    }
}
