//! Interprets the printed pseudocode on random trees, on games with transpositions and on chess positions: it gives the
//! engine's score, leaves and principal variation.

mod position;
mod run;

use crate::chance::{grown, written};
use crate::gallery::dag::dag;
use crate::support::dice::Dice;
use crate::support::trees::{check, uneven};
use crate::support::{in_turn, runs};
use plywood::game::Mover;
use plywood::game::chess::Evaluation::Material;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::{Event, Leaf, Pass, Prune, Reason, Verdict};
use plywood::internal::explain::Code;
use plywood::internal::page::View;
use plywood::internal::subject::Subject;
use plywood::model::{Content, Lesson, Overlay};
use plywood::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Header, Record, Trace};
use position::Position;
use proptest::prelude::*;
use run::Run;

/// One line of pseudocode: its indentation and its words, without the text after two spaces.
struct Line {
    indent: usize,
    words: String,
    /// The text after two spaces: where a changed line applies.
    aside: String,
}

/// Pseudocode as printed, and its lines before a mistake changed one of them.
struct Program {
    lines: Vec<Line>,
    usual: Vec<Line>,
}

impl Program {
    fn of(header: &Header, view: View) -> Self {
        let read = |header: &Header, view| -> Vec<Line> {
            let printed = Code::of(header, view).listing(None, 200);
            printed.iter().filter(|line| !line.is_empty()).map(|line| Line::of(line)).collect()
        };
        let lines = read(header, view);
        // The lines that a mistake or another cutoff rule changes were different in the code of a negamax search.
        let fails = [Fail::Hard, Fail::Soft].map(|fail| {
            let fail = fail.name().to_owned();
            Header { mistake: String::new(), cut: String::new(), fail, ..header.clone() }
        });
        let different = |usual: &Vec<Line>| {
            let pairs = lines.iter().zip(usual);
            pairs.filter(|(line, usual)| line.words != usual.words).count() + lines.len().abs_diff(usual.len())
        };
        let usual = fails.iter().flat_map(|header| [read(header, View::Minimax), read(header, View::Negamax)]);
        let usual = usual.min_by_key(different).expect("there are four");
        // With chance nodes, the rule for ties also changes the ends of windows.
        assert!(different(&usual) <= 2 || header.movers.is_some(), "{header:?}");
        Self { lines, usual }
    }

    /// Returns the line at which a function begins.
    fn function(&self, name: &str) -> usize {
        let begins = |line: &Line| line.indent == 0 && line.words.starts_with(&format!("{name}("));
        self.lines.iter().position(begins).unwrap_or_else(|| panic!("no {name}"))
    }

    fn is_negamax(&self) -> bool {
        !self.lines[self.function("search")].aside.contains("MAX")
    }
}

impl Line {
    fn of(printed: &str) -> Self {
        let text = &printed[7..];
        let indent = text.len() - text.trim_start().len();
        let (words, aside) = text.trim().split_once("  ").unwrap_or((text.trim(), ""));
        Self { indent, words: words.trim().to_owned(), aside: aside.trim().to_owned() }
    }
}

/// Returns the leaves of a recorded search, each by the moves from the root.
fn leaves(trace: &Trace) -> Vec<Vec<String>> {
    let scored = trace.records.iter().filter_map(|record| match &record.event {
        Event::Judged { mv, leaf: Some(_), .. } => Some((&record.line, mv)),
        _ => None,
    });
    scored.map(|(line, mv)| line.iter().chain([mv]).map(|name| name.to_string()).collect()).collect()
}

/// Compares the printed code for the search of a game with the search itself.
fn interpret(game: &dyn Position, trace: &Trace, settings: Settings, views: &[View]) -> Result<(), TestCaseError> {
    for &view in views {
        let program = Program::of(&trace.header, view);
        let mut run = Run::new(&program, game.boxed());
        let value = run.run(settings.depth);
        let found: Vec<Vec<String>> = std::mem::take(&mut run.leaves).iter().map(|line| run.names(line)).collect();
        let expected = leaves(trace);
        let differs = found.iter().zip(&expected).position(|(found, expected)| found != expected);
        let at = differs.unwrap_or(found.len().min(expected.len()));
        let shown = (found.get(at), expected.get(at));
        prop_assert!(found == expected, "leaf {at}: {shown:?} of {settings:?}, {view:?}");
        let hidden = trace.records.iter().filter_map(|record| match record.event {
            Event::NullMove { leaves, .. } => Some(leaves),
            _ => None,
        });
        prop_assert_eq!(run.hidden, hidden.sum::<u64>(), "{:?}, {:?}", settings, view);
        // The score of the root is for the side to move there, and that of code with branches for MAX.
        let turned = !program.is_negamax() && trace.header.movers.is_some_and(|movers| movers.at(0) == Mover::Min);
        let score = if turned { -value.score } else { value.score };
        prop_assert_eq!(Some(score), trace.outcome.score, "{:?}, {:?}", settings, view);
        if !settings.algorithm.only_tests() && settings.mistake.is_none() {
            prop_assert_eq!(run.names(&value.line), trace.outcome.pv.clone(), "{:?}, {:?}", settings, view);
        }
    }
    Ok(())
}

fn with(settings: Settings, techniques: &[Technique]) -> Settings {
    let techniques = techniques.iter().fold(Techniques::NONE, |set, &technique| set.with(technique));
    settings.techniques(techniques)
}

const BOTH: [View; 2] = [View::Minimax, View::Negamax];

#[test]
fn what_is_printed_is_what_is_run() {
    let plain = |algorithm| Settings::plain(algorithm, 4, Order::None);
    let algorithms = Algorithm::ALL.iter().map(|&algorithm| plain(algorithm));
    let deepening = algorithms.clone().map(|settings| with(settings, &[Technique::Iterative]));
    let soft = plain(Algorithm::AlphaBeta).fail(Fail::Soft);
    let strict = plain(Algorithm::AlphaBeta).cut(Cut::AboveBeta);
    let wrong = Mistake::ALL.iter().flat_map(|&mistake| {
        let made = plain(Algorithm::AlphaBeta).mistake(mistake);
        [made, made.fail(Fail::Soft)]
    });
    let all: Vec<Settings> = algorithms.chain(deepening).chain([soft, strict]).chain(wrong).collect();
    check(200, uneven(5), |tree| {
        let asked = if tree.children.is_empty() { &[][..] } else { &all };
        // All of them, or some that depend on the number of moves.
        let asked = in_turn(asked.iter(), tree.children.len(), 4);
        let game = tree.game();
        asked.into_iter().try_for_each(|&settings| {
            interpret(&game, &Study::new(game.clone(), (), settings).unwrap().trace().unwrap(), settings, &BOTH)
        })
    });
}

#[test]
fn what_is_printed_of_a_table_is_what_is_run() {
    use Technique::{Iterative, TranspositionTable};
    check(200, dag(5), |dag| {
        let game = dag.game();
        let interpret = |settings| {
            let trace = Study::new(game.clone(), Overlay::default(), settings).unwrap().trace().unwrap();
            interpret(&game, &trace, settings, &BOTH)
        };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
            let plain = Settings::plain(algorithm, 5, Order::None);
            interpret(with(plain, &[TranspositionTable]))?;
            interpret(with(plain, &[TranspositionTable, Iterative]))?;
        }
        let soft = Settings::plain(Algorithm::AlphaBeta, 5, Order::None).fail(Fail::Soft);
        interpret(with(soft, &[TranspositionTable]))
    });
}

#[test]
fn what_is_printed_of_null_moves_and_quiescence_is_what_is_run() {
    use Technique::{Iterative, NullMove, Quiescence};
    let positions = [
        // Positions with many captures, a mate in two, an ending in which passing helps, and a pawn about to promote.
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
        ("4k3/7p/8/3n4/8/5N2/7P/4K3 b - - 0 1", 5),
        ("8/1P3k2/8/2n5/8/4K3/5p2/8 w - - 0 1", 4),
    ];
    for (place, (fen, depth)) in positions.into_iter().enumerate() {
        let game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        for (turn, algorithm) in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF].into_iter().enumerate() {
            let plain = Settings::plain(algorithm, depth, Order::None);
            let sets = [&[Quiescence][..], &[NullMove], &[Iterative, NullMove, Quiescence]];
            // All sets, or one in turn, so that each is combined with each algorithm.
            for techniques in in_turn(sets, place + turn, 3) {
                let settings = with(plain, techniques);
                let trace = Study::new(game.clone(), (), settings).unwrap().trace().unwrap();
                let checked = interpret(&game, &trace, settings, &[View::Negamax]);
                checked.unwrap_or_else(|error| panic!("{fen}: {error}"));
            }
        }
    }
}

/// Returns whether a technique acted in a search, according to its events.
fn acts(technique: Technique, trace: &Trace) -> bool {
    trace.records.iter().any(|record| match (&record.event, technique) {
        (Event::Pass { pass, .. }, Technique::Iterative) => *pass == Pass::Iteration,
        (Event::Pass { pass, .. }, Technique::Aspiration) => matches!(pass, Pass::FailedLow | Pass::FailedHigh),
        (Event::TableHit { cut, .. }, Technique::TranspositionTable) => *cut,
        (Event::Ordered { moves }, Technique::Killers) => moves.iter().any(|mv| mv.reason == Reason::Killer),
        (Event::Ordered { moves }, Technique::History) => {
            moves.iter().any(|mv| matches!(mv.reason, Reason::History { .. }))
        }
        (Event::StandPat { .. }, Technique::Quiescence) | (Event::Extended { .. }, Technique::CheckExtension) => true,
        (Event::Pruned { reason, .. }, Technique::Delta) => *reason == Prune::Delta,
        (Event::Pruned { reason, .. }, Technique::See) => *reason == Prune::See,
        (Event::Pruned { reason, .. }, Technique::Futility) => *reason == Prune::Futility,
        (Event::NullMove { cut, .. }, Technique::NullMove) => *cut,
        (Event::Reduced { .. }, Technique::LateMoveReduction) => true,
        (Event::Judged { leaf, .. }, Technique::MateDistance) => *leaf == Some(Leaf::MateDistance),
        _ => false,
    })
}

/// Every technique, alone and with others, on positions in which it acts.
#[test]
fn what_is_printed_of_each_technique_is_what_is_run() {
    use Technique::{
        Aspiration, CheckExtension, Delta, Futility, History, Iterative, Killers, LateMoveReduction, MateDistance,
        NullMove, Quiescence, See, TranspositionTable,
    };
    const SETS: [&[Technique]; 17] = [
        &[Aspiration],
        &[Iterative, Aspiration],
        &[Killers],
        &[History],
        &[Killers, History, Iterative],
        &[TranspositionTable, Killers, History],
        &[Quiescence, Delta],
        &[Quiescence, See],
        &[Quiescence, Delta, See, CheckExtension],
        &[CheckExtension],
        &[LateMoveReduction],
        &[LateMoveReduction, Killers, TranspositionTable],
        &[Futility],
        &[Futility, LateMoveReduction, TranspositionTable],
        &[MateDistance],
        &[NullMove, LateMoveReduction],
        &[
            Iterative,
            Aspiration,
            TranspositionTable,
            Killers,
            History,
            Quiescence,
            Delta,
            See,
            CheckExtension,
            NullMove,
            LateMoveReduction,
            Futility,
            MateDistance,
        ],
    ];
    let positions = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4),
        ("4k3/7p/8/3n4/8/5N2/7P/4K3 b - - 0 1", 5),
        ("8/1P3k2/8/2n5/8/4K3/5p2/8 w - - 0 1", 4),
        ("6k1/5ppp/8/8/8/2q5/5PPP/R3R1K1 w - - 0 1", 3),
    ];
    let mut acting = Techniques::NONE;
    for (place, (fen, depth)) in positions.into_iter().enumerate() {
        let game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        for (number, techniques) in SETS.into_iter().enumerate() {
            let algorithms = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
            // All algorithms, or one in turn, so that each set is combined with each.
            for algorithm in in_turn(algorithms, place + number, 3) {
                for fail in [None, Some(Fail::Soft)] {
                    // At a small depth, no two positions use the same slot of the table.
                    let depth = if techniques.contains(&TranspositionTable) { depth.min(3) } else { depth };
                    let plain = Settings::plain(algorithm, depth, Order::None);
                    let settings = with(plain, techniques).fail(fail);
                    let Ok(study) = Study::new(game.clone(), (), settings) else { continue };
                    let trace = study.trace().unwrap();
                    let checked = interpret(&game, &trace, settings, &[View::Negamax]);
                    checked.unwrap_or_else(|error| panic!("{fen}: {error}"));
                    let acts = |technique: &&Technique| acts(**technique, &trace);
                    acting = techniques.iter().filter(acts).fold(acting, |set, &technique| set.with(technique));
                }
            }
        }
    }
    assert_eq!(acting, Techniques::ALL.without(Technique::Symmetry), "{acting}");
}

/// Without techniques, in both views: the end of a game is scored by its rules, the leaves of a lesson by the lesson.
#[test]
fn what_is_printed_of_boards_is_what_is_run() {
    let algorithms = Algorithm::ALL.iter().map(|&algorithm| Settings::plain(algorithm, 3, Order::None));
    let soft = Settings::plain(Algorithm::AlphaBeta, 3, Order::None).fail(Fail::Soft);
    let all: Vec<Settings> = algorithms.chain([soft]).collect();
    // Mates for either side, and a stalemate.
    for fen in
        ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "7k/5Q2/8/6K1/8/8/8/r7 b - - 0 1", "k7/8/1K6/8/8/8/8/1Q6 w - - 0 1"]
    {
        let game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        for &settings in &all {
            let trace = Study::new(game.clone(), (), settings).unwrap().trace().unwrap();
            interpret(&game, &trace, settings, &BOTH).unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
    }
    for text in ["ttt:XX./OO./...", "nim:2,1", "nim:2,1:misere", "connect4@4x4:112"] {
        let game = plywood::game::classic::read_game(text).unwrap().unwrap();
        for &settings in &all {
            let trace = Study::new(game.clone(), (), settings).unwrap().trace().unwrap();
            interpret(&game, &trace, settings, &BOTH).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

#[test]
fn what_is_printed_of_symmetry_is_what_is_run() {
    use Technique::{Iterative, Killers, MateDistance, Symmetry, TranspositionTable};
    for (text, depth) in [("ttt:X../.O./...", 5), ("nim:2,2,1", 5), ("nim:2,1:misere", 3), ("connect4@4x4:23", 5)] {
        let game = plywood::game::classic::read_game(text).unwrap().unwrap();
        for techniques in [
            &[TranspositionTable, Symmetry][..],
            &[TranspositionTable, Symmetry, Iterative],
            &[TranspositionTable, Symmetry, Killers, MateDistance],
        ] {
            let settings = with(Settings::plain(Algorithm::AlphaBeta, depth, Order::None), techniques);
            let trace = Study::new(game.clone(), Overlay::default(), settings).unwrap().trace().unwrap();
            interpret(&game, &trace, settings, &[View::Negamax]).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

#[test]
fn what_is_printed_of_aspiration_and_killers_is_what_is_run_on_trees() {
    use Technique::{Aspiration, Futility, Iterative, Killers, LateMoveReduction, MateDistance};
    check(100, uneven(5), |tree| {
        if tree.children.is_empty() {
            return Ok(());
        }
        let game = tree.game();
        for techniques in [
            &[Aspiration][..],
            &[Iterative, Aspiration],
            &[Iterative, Killers],
            &[Killers, LateMoveReduction],
            &[Futility],
            &[MateDistance],
        ] {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
                let settings = with(Settings::plain(algorithm, 4, Order::None), techniques);
                let trace = Study::new(game.clone(), (), settings).unwrap().trace().unwrap();
                interpret(&game, &trace, settings, &BOTH)?;
            }
        }
        Ok(())
    });
}

/// Chance nodes in every place, weights of all kinds, with a range of leaf values and without.
#[test]
fn the_code_for_chance_nodes_and_for_every_order_of_players_is_what_is_run() {
    let orders: [&[&str]; 7] = [
        &["max", "chance", "min", "chance"],
        &["chance", "max", "min"],
        &["min", "chance", "max"],
        &["chance", "chance", "min", "max"],
        &["max", "min", "min"],
        &["min", "max"],
        &["max", "chance", "chance"],
    ];
    let mut dice = Dice(11);
    let (mut cut, mut drawn) = (0, 0);
    for round in 0..runs(2000) {
        let movers = orders[round as usize % orders.len()];
        let tree = grown(&mut dice, movers.len(), 10);
        if tree.moves.is_empty() {
            continue;
        }
        let leaves = match round % 3 {
            0 => "",
            1 => "\"leaves\": [0, 10], ",
            _ => "\"leaves\": [null, 10], ",
        };
        let listed = movers.iter().map(|mover| format!("\"{mover}\"")).collect::<Vec<_>>().join(", ");
        let depth = movers.len();
        let moves = written(&tree, "", movers, 0);
        let json =
            format!("{{\"title\": \"\", \"movers\": [{listed}], {leaves}\"depth\": {depth}, \"moves\": {moves}}}");
        let lesson = Lesson::from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        let Content::Tree(game) = lesson.content.clone() else { panic!("{json}") };
        let plain = |algorithm| Settings::plain(algorithm, depth as u32, Order::None);
        let hard = plain(Algorithm::AlphaBeta).fail(Fail::Hard);
        let soft = hard.fail(Fail::Soft);
        let strict = soft.cut(Cut::AboveBeta);
        let deepening = with(soft, &[Technique::Iterative]);
        for settings in [plain(Algorithm::Minimax), hard, soft, strict, deepening] {
            let study = Subject::from(lesson.clone()).study(&settings, None, Limits::default()).unwrap();
            let trace = study.trace().unwrap();
            let is_chance = |record: &Record| matches!(record.event, Event::Judged { weight: Some(_), .. });
            drawn += trace.records.iter().filter(|record| is_chance(record)).count();
            let is_cut =
                |record: &&Record| matches!(record.event, Event::Judged { verdict: Verdict::Cutoff { .. }, .. });
            cut += trace.records.iter().filter(is_cut).filter(|record| is_chance(record)).count();
            interpret(&game, &trace, settings, &BOTH).unwrap_or_else(|error| panic!("{error}\n{json}"));
        }
    }
    assert!(100 < drawn && 20 < cut, "{drawn} {cut}");
}
