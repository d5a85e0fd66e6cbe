//! Properties of every search.

use plywood::Score;
use plywood::game::{Game, Movers};
use plywood::hooks::{Event, Observer, SearchEvent, Watch};
use plywood::internal::core::pv::{CollectedLines, ReverseScan, TriangularTable};
use plywood::search::{Algorithm, Order, SearchResult, Settings};
use plywood::study::AnyStudy;
use plywood::trace::Trace;
use plywood::verify::{Effort, Report, verify};
use std::fmt::Debug;

/// The maximum number of leaves that plain minimax evaluates for `verify`.
const LEAVES: u64 = 20_000;

type Rules<M> = (ReverseScan<M>, (CollectedLines<M>, (TriangularTable<M>, WideRoot)));

/// Whether any pass searched the root with room for a score between alpha and beta.
#[derive(Default)]
struct WideRoot(bool);

impl<M> Observer<M> for WideRoot {
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        if let Event::Enter { window, .. } = event {
            self.0 |= line.is_empty() && window.alpha.shifted(1) < window.beta;
        }
    }
}

/// Searches a game: the score equals minimax, the three rules find one line, and its leaf has the score of the root.
pub fn game<G: Game>(game: &mut G, settings: &Settings)
where
    G::Move: Debug,
{
    let mut watch: Watch<Rules<G::Move>> = Watch::default();
    let SearchResult { score, best } = settings.search(game, &mut watch).expect("nothing stops it");
    let (scan, (lines, (table, wide))) = watch.0;
    let pv = lines.pv();
    assert_eq!(scan.line(&scan.picks()), pv.line, "{settings:?}");
    assert_eq!(table.line(), pv.line, "{settings:?}");
    if settings.is_exact() {
        let right = minimax(game, settings.depth);
        assert_eq!((score, best.is_some()), (right.score, right.best.is_some()), "{settings:?}");
        if let Some(best) = best {
            assert_eq!(worth(game, best, settings.depth), score, "{settings:?}");
        }
        // Null windows alone prove a score without a line.
        if wide.0 {
            assert_eq!(pv.line.first().copied(), best, "{settings:?}");
            let is_whole = !pv.line.is_empty() && pv.cut_short.is_none();
            assert!(!is_whole || pv.leaf_score_at_root(Movers::of(game)) == Some(score), "{settings:?}");
        }
    }
}

/// Returns the value of a root move by plain minimax.
fn worth<G: Game>(game: &mut G, mv: G::Move, depth: u32) -> Score {
    game.play(mv);
    let score = match depth {
        1 => game.evaluate(),
        _ => minimax(game, depth - 1).score,
    };
    game.undo();
    -score
}

fn minimax<G: Game>(game: &mut G, depth: u32) -> SearchResult<G::Move> {
    Settings::plain(Algorithm::Minimax, depth, Order::None).search(game, &mut ()).expect("nothing stops it")
}

/// Replays a search: its trace can be written, read and verified.
pub fn study(study: &dyn AnyStudy) {
    let trace = study.trace().expect("nothing stops it");
    trace.check().unwrap_or_else(|error| panic!("{error}"));
    let outcome = &trace.outcome;
    assert_eq!(study.solve().ok().as_ref(), Some(outcome), "once more");
    if outcome.complete && outcome.cut_short.is_none() && is_exact(&trace) && outcome.leaf_score.is_some() {
        assert_eq!(outcome.leaf_score, outcome.score, "the leaf of the PV");
    }
    let report = verify(study, &Effort::default().leaves(LEAVES));
    believed(report.as_ref().unwrap_or_else(|error| panic!("{error}")), &trace);
    let read = written_and_read(&trace);
    believed(&verify(&read, &Effort::default().leaves(LEAVES)).unwrap_or_else(|error| panic!("{error}")), &trace);
}

/// Returns whether the score is that of plain minimax.
fn is_exact(trace: &Trace) -> bool {
    let header = &trace.header;
    header.mistake.is_empty() && header.technique_set().iter().all(|technique| technique.is_exact())
}

/// Nothing that the program says about its own search is wrong, unless it was told to make a mistake.
fn believed(report: &Report, trace: &Trace) {
    let is_right = report.passes() || !trace.header.mistake.is_empty();
    assert!(is_right, "{:?}\n{:?}\n{:?}", trace.header, report.failures, report.audit);
}

/// Writes a trace in both formats; reading either gives the same trace.
pub fn written_and_read(trace: &Trace) -> Trace {
    let (mut document, mut lines) = (Vec::new(), Vec::new());
    trace.write_json(&mut document).expect("a vector takes everything");
    trace.write_json_lines(&mut lines).expect("a vector takes everything");
    let document = Trace::read_json(&String::from_utf8_lossy(&document)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&document, trace);
    let lines = Trace::read_json_lines(&*lines).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&lines, trace);
    lines
}

/// Every algorithm in its plain form finds the same score.
pub fn algorithms<G: Game>(game: &mut G, depth: u32) {
    // Negamax needs alternating sides.
    let in_turn = game.movers().is_none();
    // PVS does not search chance nodes.
    let has_chance = Movers::of(game).has_chance();
    let fits = |algorithm: &&Algorithm| match **algorithm {
        Algorithm::Negamax => in_turn,
        Algorithm::Pvs | Algorithm::MtdF => !has_chance,
        _ => true,
    };
    let mut score = |&algorithm: &Algorithm| {
        Settings::plain(algorithm, depth, Order::None).search(game, &mut ()).expect("nothing stops it").score
    };
    let scores: Vec<Score> = Algorithm::ALL.iter().filter(fits).map(&mut score).collect();
    assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
}
