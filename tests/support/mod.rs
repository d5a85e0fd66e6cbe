//! Where the files of the tests lie, and how a lesson is searched. The only place that knows either.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod trees;

use plywood::game::chess::{ChessGame, Material};
use plywood::game::{Game, Notation, Side};
use plywood::hooks::Hooks;
use plywood::model::{Content, Lesson};
use plywood::pv::CollectedLines;
use plywood::search::{Algorithm, Order, SearchResult};
use plywood::trace::{
    Counter, Format, GameNames, Header, Names, Numbering, Outcome, Recorder, Shape, Trace, VERSION, Watch,
};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A path in the repository.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Compares `text` with the file `snapshots/NAME.snap`, where NAME carries the suffix that `glob!` set.
pub fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

/// Reads a lesson from its file.
pub fn load_model(path: &Path) -> Lesson {
    let text = std::fs::read_to_string(path).unwrap();
    Lesson::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The `plywood` command, away from the colours and the width of whoever runs the tests.
pub fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
    command
}

/// Searches a lesson as `plywood explain` does and records everything.
pub fn trace(lesson: &Lesson, algorithm: Algorithm, order: Order) -> Trace {
    let mut header = header(lesson.depth, algorithm, order);
    (header.title, header.note) = (lesson.title.clone(), lesson.note.clone());
    match &lesson.content {
        Content::Tree(tree) => {
            header.shape = Some(Shape::of(&mut tree.clone(), &mut (), lesson.depth));
            record(tree.clone(), (), header, algorithm, order)
        }
        Content::Board { position, overlay, .. } => {
            let mut game = ChessGame::new(position.clone(), Material);
            header.fen = Some(game.fen());
            header.numbering =
                Some(Numbering { move_number: game.move_number(), black_to_move: game.turn() == Side::Second });
            header.evaluation = "material".to_owned();
            overlay.tell(&mut game, lesson.is_closed(lesson.depth), &mut header);
            record(game, overlay.clone(), header, algorithm, order)
        }
    }
}

/// Searches a tree by alpha-beta and records everything.
pub fn tree_trace(tree: &trees::Tree, depth: u32, order: Order) -> Trace {
    let mut header = header(depth, Algorithm::AlphaBeta, order);
    header.shape = Some(Shape::of(&mut tree.game(), &mut (), depth));
    record(tree.game(), (), header, Algorithm::AlphaBeta, order)
}

/// The header of a search that nobody has said anything about.
pub fn header(depth: u32, algorithm: Algorithm, order: Order) -> Header {
    Header {
        format: Format::PlywoodTrace,
        version: VERSION,
        title: String::new(),
        note: String::new(),
        fen: None,
        numbering: None,
        depth,
        algorithm: algorithm.name().to_owned(),
        order: order.name().to_owned(),
        ..Header::default()
    }
}

/// Searches `game` with `hooks` and records everything.
pub fn record<G: Notation + Clone>(
    game: G,
    hooks: impl Hooks<G>,
    header: Header,
    algorithm: Algorithm,
    order: Order,
) -> Trace {
    let mut recorder = Recorder::new(Vec::new(), header.shape.clone());
    let mut watch: Watch<(CollectedLines<G::Move>, Counter)> = Watch::default();
    let result =
        algorithm.search(&mut game.clone(), &mut (hooks, (&mut recorder, &mut watch)), header.depth, order).unwrap();
    let outcome = outcome(&game, result, &watch.0);
    Trace { header, outcome, events: recorder.into_sink() }
}

/// What came out of a search that was watched.
pub fn outcome<G: Notation + Clone>(
    game: &G,
    result: SearchResult<G::Move>,
    (lines, counter): &(CollectedLines<G::Move>, Counter),
) -> Outcome {
    let leaf_score = lines.pv().leaf_score_at_root();
    let pv = lines.pv().line;
    let mut names = GameNames::new(game.clone());
    Outcome {
        complete: true,
        score: Some(result.score),
        best: result.best.map(|mv| game.name(mv)),
        pv: (1..=pv.len()).map(|length| names.name(&pv[..length])).collect(),
        ending: game.ending_name().map(str::to_owned),
        statistics: counter.statistics,
        leaf_score,
        ..Outcome::default()
    }
}
