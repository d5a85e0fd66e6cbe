//! The three PV rules agree for every exact technique, and the line leads to the score of the root.

use crate::gallery::algorithms::every_exact_way;
use crate::gallery::dag::dag;
use crate::gallery::techniques::{exact_ways, set};
use crate::support::trees::{check, uneven};
use plywood::Score;
use plywood::game::chess::Evaluation::Material;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::game::classic::AnyGame;
use plywood::game::{Game, Movers, TreeGame};
use plywood::hooks::{Event, Leaf, Observer, SearchEvent, Verdict, Watch};
use plywood::internal::core::pv::{CollectedLines, ReverseScan, TriangularTable};
use plywood::search::{SearchResult, Settings};
use plywood::study::{AnyStudy, Study};
use proptest::prelude::*;
use std::cell::Cell;

type Rules<M> = (ReverseScan<M>, (CollectedLines<M>, (TriangularTable<M>, WideRoot)));

/// Whether any pass searched the root with room for a score between alpha and beta.
#[derive(Clone, Copy, Debug, Default)]
struct WideRoot(bool);

impl<M> Observer<M> for WideRoot {
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        if let Event::Enter { window, .. } = event {
            self.0 |= line.is_empty() && window.alpha.above() < window.beta;
        }
    }
}

/// How often each case occurred: lines to a leaf, lines that end early because of the table, and no line.
#[derive(Clone, Copy, Debug, Default)]
struct LineCounts {
    whole: u32,
    hash: u32,
    none: u32,
}

/// Searches `game` and checks the line; counts the kinds of results.
fn check_line<G: Game>(game: &mut G, settings: Settings, counts: &Cell<LineCounts>) -> Result<(), TestCaseError>
where
    G::Move: std::fmt::Debug,
{
    let mut watch: Watch<Rules<G::Move>> = Watch::default();
    let SearchResult { score, best } = settings.search(game, &mut watch).unwrap();
    let (scan, (lines, (table, wide))) = watch.0;
    let pv = lines.pv();
    prop_assert_eq!(&scan.line(&scan.picks()), &pv.line, "{:?}", settings);
    prop_assert_eq!(&table.line(), &pv.line, "{:?}", settings);
    let mut count = counts.get();
    // With null windows only, no score is between alpha and beta, so no move is ever the best so far.
    if !wide.0 || best.is_none() {
        count.none += 1;
        counts.set(count);
        prop_assert!(pv.line.is_empty() && pv.leaf_score.is_none(), "{:?}", settings);
        return Ok(());
    }
    prop_assert_eq!(pv.line.first().copied(), best, "{:?}", settings);
    let mut legal = Vec::new();
    for &mv in &pv.line {
        legal.clear();
        game.moves(&mut legal);
        prop_assert!(legal.contains(&mv), "{:?}", settings);
        game.play(mv);
    }
    let plies = pv.line.len() as u32;
    let sign = |score: Score| if plies.is_multiple_of(2) { score } else { -score };
    // Where the line ends, minimax to the remaining depth finds the score of the root; at a leaf, nothing is left.
    legal.clear();
    game.moves(&mut legal);
    let is_leaf = plies == settings.depth || legal.is_empty();
    let end = match is_leaf {
        true => game.ending().map_or_else(|| game.evaluate(), |ending| ending.score(plies)),
        false => minimax_from(game, settings.depth - plies, plies),
    };
    for _ in &pv.line {
        game.undo();
    }
    prop_assert_eq!(sign(end), score, "{:?} {:?}", settings, pv);
    match pv.cut_short {
        None => {
            count.whole += 1;
            prop_assert!(is_leaf, "{:?} {:?}", settings, pv);
            prop_assert_eq!(pv.leaf_score_at_root(Movers::default()), Some(score), "{:?}", settings);
        }
        // Mate-distance pruning returns a score at or beyond a bound of the window, which is never the best so far.
        cut => {
            count.hash += 1;
            prop_assert_eq!(cut, Some(Leaf::Table), "{:?}", settings);
        }
    }
    counts.set(count);
    Ok(())
}

/// Minimax below the root, with mates counted from the root.
fn minimax_from<G: Game>(game: &mut G, depth: u32, ply: u32) -> Score {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if depth == 0 || moves.is_empty() {
        return game.ending().map_or_else(|| game.evaluate(), |ending| ending.score(ply));
    }
    let scores = moves.into_iter().map(|mv| {
        game.play(mv);
        let score = -minimax_from(game, depth - 1, ply + 1);
        game.undo();
        score
    });
    scores.max().expect("there is a move")
}

#[test]
fn all_rules_agree_on_trees_however_they_are_searched() {
    let ways: Vec<Vec<Settings>> = (1..=6)
        .map(|depth| every_exact_way(depth).into_iter().chain(exact_ways::<TreeGame>(depth)).collect())
        .collect();
    let counts = Cell::new(LineCounts::default());
    check(60, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for &settings in &ways[depth as usize - 1] {
            check_line(&mut tree.game(), settings, &counts)?;
        }
        Ok(())
    });
    let LineCounts { whole, hash, none } = counts.get();
    assert!(1000 < whole && 1000 < none, "{:?}", counts.get());
    // Only one line leads to each position, and a pass is repeated only if the previous pass gave no exact score for
    // the best line.
    assert_eq!(hash, 0);
}

#[test]
fn all_rules_agree_where_positions_recur_and_the_table_cuts_lines_short() {
    let ways: Vec<Vec<Settings>> = (1..=6).map(exact_ways::<AnyGame>).collect();
    let counts = Cell::new(LineCounts::default());
    check(60, (dag(6), 1..=6_u32), |(dag, depth)| {
        let mut dag = dag.game();
        for &settings in &ways[depth as usize - 1] {
            check_line(&mut dag, settings, &counts)?;
        }
        Ok(())
    });
    let LineCounts { whole, hash, .. } = counts.get();
    assert!(1000 < whole && 100 < hash, "{:?}", counts.get());
}

pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Standing pat is not a move, so no line of the search set the new alpha.
#[test]
fn nobody_owns_an_alpha_that_was_raised_by_standing_pat() {
    let game = ChessGame::new(parse_fen(KIWIPETE).unwrap(), Material);
    let settings = Settings::default().depth(2).techniques(set("quiescence"));
    let trace = Study::new(game, (), settings).unwrap().trace().unwrap();
    let (mut stood, mut judged) = (None, 0);
    for record in &trace.records {
        match record.event {
            Event::StandPat { score, verdict: Verdict::Best, .. } => stood = Some((record.line.clone(), score)),
            Event::Judged { window, .. } if stood == Some((record.line.clone(), window.alpha)) => {
                assert_eq!(record.notes.alpha_set_by, None, "{record:?}");
                judged += 1;
            }
            _ => {}
        }
    }
    assert!(0 < judged);
}
