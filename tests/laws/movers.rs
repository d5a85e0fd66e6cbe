//! Trees whose sides need not alternate, compared with an independent search written from the definition.

use crate::support::dice::Dice;
use crate::support::runs;
use plywood::Score;
use plywood::game::{Mover, Movers, TreeGame};
use plywood::hooks::{Event, Verdict};
use plywood::search::{Algorithm, Cut, Fail, Order, Settings, SettingsError, Technique};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{NodeName, Trace};
use plywood::verify::{Effort, verify};

/// A node: the score of a leaf, for MAX, and the moves.
#[derive(Clone, Debug, Default)]
struct Node {
    score: i32,
    moves: Vec<Self>,
}

/// Returns a random tree whose lines end at different plies, with few different scores, so that there are ties.
fn grown(dice: &mut Dice, plies: usize) -> Node {
    let score = dice.below(7) as i32 * 1000;
    if plies == 0 || dice.below(6) == 0 {
        return Node { score, moves: Vec::new() };
    }
    Node { score, moves: (0..=dice.below(3)).map(|_| grown(dice, plies - 1)).collect() }
}

fn planted(node: &Node, name: &str, game: &mut TreeGame) {
    for (index, child) in node.moves.iter().enumerate() {
        let name = format!("{name}{}", char::from(b'a' + index as u8));
        let mv = game.add(&name, Score::from_millipawns(child.score));
        plywood::game::Game::play(game, mv);
        planted(child, &name, game);
        plywood::game::Game::undo(game);
    }
}

/// Textbook alpha-beta with separate code for MAX and MIN, whichever side moves: the leaves that are read, and the
/// value for MAX.
struct Read {
    movers: Vec<Mover>,
    cuts_ties: bool,
    leaves: Vec<String>,
}

impl Read {
    fn value(&mut self, node: &Node, name: &str, ply: usize, (mut low, mut high): (i32, i32)) -> i32 {
        if node.moves.is_empty() {
            self.leaves.push(name.to_owned());
            return node.score;
        }
        let is_max = self.movers[ply] == Mover::Max;
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        for (index, child) in node.moves.iter().enumerate() {
            let value = self.value(child, &format!("{name}{}", char::from(b'a' + index as u8)), ply + 1, (low, high));
            best = if is_max { best.max(value) } else { best.min(value) };
            let (beaten, limit) = if is_max { (high, best) } else { (best, low) };
            if beaten < limit || self.cuts_ties && beaten == limit {
                break;
            }
            (low, high) = if is_max { (low.max(best), high) } else { (low, high.min(best)) };
        }
        best
    }
}

/// Trees with MAX or MIN chosen at random for each ply.
fn drawn(mut with: impl FnMut(&Node, &[Mover], TreeGame)) {
    let mut dice = Dice(2026);
    for _ in 0..runs(600) {
        let plies = 1 + dice.below(5);
        let list: Vec<Mover> = (0..plies).map(|_| *dice.pick(&[Mover::Max, Mover::Min])).collect();
        let tree = grown(&mut dice, plies);
        if tree.moves.is_empty() {
            continue;
        }
        let mut game = TreeGame::new().with_movers(Movers::new(&list).unwrap().within(plies));
        planted(&tree, "", &mut game);
        with(&tree, &list, game);
    }
}

fn study(game: &TreeGame, plies: usize, settings: Settings) -> Study<TreeGame> {
    let settings = settings.depth(plies as u32).order(Order::None);
    Study::new(game.clone(), (), settings).unwrap().with_whole_tree()
}

/// Returns the judged leaves, in order.
fn judged(trace: &Trace) -> Vec<String> {
    let leaf = |event: &Event<String>| match event {
        Event::Judged { mv, leaf: Some(_), .. } => Some(mv.clone()),
        _ => None,
    };
    trace.records.iter().filter_map(|record| leaf(&record.event)).collect()
}

#[test]
fn value_and_leaves_are_those_of_a_search_written_from_the_definition() {
    let mut mixed = 0;
    drawn(|tree, list, game| {
        let movers = Movers::new(list).unwrap().within(list.len());
        mixed += usize::from(!movers.in_turn());
        for cut in [Cut::AtBeta, Cut::AboveBeta] {
            let mut read = Read { movers: list.to_vec(), cuts_ties: cut == Cut::AtBeta, leaves: Vec::new() };
            let value = read.value(tree, "", 0, (i32::MIN, i32::MAX));
            let trace = study(&game, list.len(), Settings::default().cut(cut)).trace().unwrap();
            let score = movers.at_max(0, trace.outcome.score.unwrap());
            assert_eq!(
                (score, judged(&trace)),
                (Score::from_millipawns(value), read.leaves.clone()),
                "{list:?} {tree:?}"
            );
            // The list of pruned leaves agrees.
            let pruned = trace.outcome.pruned.clone().unwrap_or_default();
            assert!(pruned.iter().all(|name| matches!(name, NodeName::Name(name) if !read.leaves.contains(name))));
            let all = trace.header.shape.as_ref().unwrap().leaves();
            assert!(60 < all || pruned.len() + read.leaves.len() == all, "{list:?} {tree:?}");
        }
    });
    assert!(0 < mixed);
}

#[test]
fn every_search_agrees_its_events_keep_the_rules_and_a_file_brings_all_of_it_back() {
    drawn(|tree, list, game| {
        let movers = Movers::new(list).unwrap().within(list.len());
        let mut read = Read { movers: list.to_vec(), cuts_ties: true, leaves: Vec::new() };
        let value = Score::from_millipawns(read.value(tree, "", 0, (i32::MIN, i32::MAX)));
        let with = |algorithm, techniques: &[Technique]| {
            Settings::default().algorithm(algorithm).techniques(techniques.iter().copied().collect())
        };
        for settings in [
            with(Algorithm::Minimax, &[]),
            with(Algorithm::AlphaBeta, &[]),
            with(Algorithm::Pvs, &[]),
            with(Algorithm::MtdF, &[]),
            with(Algorithm::AlphaBeta, &[Technique::Iterative, Technique::Aspiration]),
            with(Algorithm::Pvs, &[Technique::Iterative, Technique::TranspositionTable, Technique::Killers]),
        ] {
            let study = study(&game, list.len(), settings);
            let trace = study.trace().unwrap();
            assert_eq!(movers.at_max(0, trace.outcome.score.unwrap()), value, "{settings:?} {list:?} {tree:?}");
            let report = verify(&study, &Effort::default()).unwrap();
            assert!(
                report.passes(),
                "{settings:?} {list:?} {tree:?} {:?} {:?}",
                report.failures,
                report.audit.findings
            );
            let mut text = Vec::new();
            trace.write_json_lines(&mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(text.contains("\"version\":2"), movers != Movers::default(), "{text}");
            assert_eq!(Trace::read_json_lines(text.as_bytes()).unwrap(), trace, "{list:?}");
        }
    });
}

/// Returns the tree with `by` added to all scores.
fn shifted(node: &Node, by: i32) -> Node {
    Node { score: node.score + by, moves: node.moves.iter().map(|child| shifted(child, by)).collect() }
}

/// A null window may lie beyond the range of leaf values, where every test fails in the same way, again and again.
#[test]
fn null_windows_and_a_range_of_leaves_do_not_go_together() {
    let mut game = TreeGame::new().with_limits(Some([Score::ZERO, Score::from_millipawns(10_000)]));
    planted(&grown(&mut Dice(1), 2), "", &mut game);
    for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
        let made = Study::new(game.clone(), (), Settings::plain(algorithm, 2, Order::None));
        assert_eq!(made.err(), Some(SettingsError::LeafRange(algorithm)));
    }
    assert!(Study::new(game, (), Settings::plain(Algorithm::AlphaBeta, 2, Order::None)).is_ok());
}

/// A move that reaches the end of the range of leaf values is on the line, and no line ends at a leaf with another
/// score.
#[test]
fn a_range_of_leaves_keeps_the_score_and_the_line_and_every_technique_uses_it() {
    use Technique::{Aspiration, History, Iterative, Killers, MateDistance, TranspositionTable};
    let (mut ends, mut complete) = (0, 0);
    // With 0 inside, at the end, and outside; closed or open.
    let shifts = [0, -3000, 1000, -7000];
    let closed = [[true, true], [true, false], [false, true]];
    let mut kinds = shifts.into_iter().flat_map(|by| closed.map(|closed| (by, closed))).cycle();
    drawn(|tree, list, _| {
        let (by, [has_least, has_most]) = kinds.next().unwrap();
        let tree = &shifted(tree, by);
        let movers = Movers::new(list).unwrap().within(list.len());
        let least = if has_least { Score::from_millipawns(by) } else { Score::MIN };
        let most = if has_most { Score::from_millipawns(6000 + by) } else { Score::MAX };
        let range = [least, most];
        let mut game = TreeGame::new().with_movers(movers).with_limits(Some(range));
        planted(tree, "", &mut game);
        let mut read = Read { movers: list.to_vec(), cuts_ties: true, leaves: Vec::new() };
        let value = Score::from_millipawns(read.value(tree, "", 0, (i32::MIN, i32::MAX)));
        let techniques: [&[Technique]; 8] = [
            &[],
            &[Iterative],
            &[Aspiration],
            &[Iterative, Aspiration],
            &[Killers, History],
            &[TranspositionTable],
            &[MateDistance],
            &[Iterative, TranspositionTable, Killers],
        ];
        let searches = techniques.map(|with| (with, Cut::AtBeta)).into_iter().chain([(techniques[0], Cut::AboveBeta)]);
        for ((techniques, cut), fail) in searches.flat_map(|with| [(with, Fail::Soft), (with, Fail::Hard)]) {
            let settings = Settings::default().cut(cut).fail(fail).techniques(techniques.iter().copied().collect());
            let study = study(&game, list.len(), settings);
            let trace = study.trace().unwrap();
            let outcome = &trace.outcome;
            assert_eq!(movers.at_max(0, outcome.score.unwrap()), value, "{settings:?} {list:?} {tree:?}");
            assert!(
                outcome.leaf_score.is_none_or(|leaf| Some(leaf) == outcome.score),
                "{settings:?} {list:?} {tree:?}"
            );
            let report = verify(&study, &Effort::default()).unwrap();
            let findings = (&report.failures, &report.audit.findings);
            assert!(report.passes(), "{settings:?} {list:?} {tree:?} {findings:?}");
            if range.contains(&value) {
                ends += 1;
                complete += usize::from(outcome.leaf_score.is_some());
            }
        }
    });
    assert!(100 < ends && ends / 2 < complete, "{complete} of {ends}");
}

#[test]
fn the_fewest_leaves_are_those_of_the_best_of_all_orders() {
    fn orders(node: &Node) -> Vec<Node> {
        let mut all = vec![Node { score: node.score, moves: Vec::new() }];
        for child in &node.moves {
            let children = orders(child);
            all = all
                .iter()
                .flat_map(|before| {
                    children.iter().flat_map(move |child| {
                        (0..=before.moves.len()).map(move |place| {
                            let mut node = before.clone();
                            node.moves.insert(place, child.clone());
                            node
                        })
                    })
                })
                .collect();
        }
        all
    }
    fn count(node: &Node) -> usize {
        node.moves.iter().fold((1..=node.moves.len()).product(), |all, child| all * count(child))
    }
    drawn(|tree, list, game| {
        if 700 < count(tree) {
            return;
        }
        let movers = Movers::new(list).unwrap().within(list.len());
        let study = study(&game, list.len(), Settings::default());
        let said = study.header().shape.as_ref().unwrap().best_order_leaves(movers);
        let leaves = |tree: Node| {
            let mut read = Read { movers: list.to_vec(), cuts_ties: true, leaves: Vec::new() };
            read.value(&tree, "", 0, (i32::MIN, i32::MAX));
            read.leaves.len()
        };
        assert_eq!(said, orders(tree).into_iter().map(leaves).min(), "{list:?} {tree:?}");
    });
}

#[test]
fn the_owner_of_a_bound_has_its_score() {
    drawn(|tree, list, game| {
        let trace = study(&game, list.len(), Settings::default()).trace().unwrap();
        let movers = trace.header.movers();
        let mut scores = std::collections::HashMap::new();
        for record in &trace.records {
            if let Event::Judged { mv, score, window, verdict, .. } = &record.event {
                let ply = record.line.len();
                let ends = [(&record.notes.alpha_set_by, window.alpha), (&record.notes.beta_set_by, window.beta)];
                for (owner, end) in ends {
                    let Some(owner) = owner else {
                        assert!(end.is_infinite(), "{list:?} {tree:?}: nobody owns {end}");
                        continue;
                    };
                    assert_eq!(scores.get(owner.last().unwrap()), Some(&movers.at_max(ply, end)), "{list:?} {tree:?}");
                }
                if *verdict == Verdict::Best {
                    scores.insert(mv.clone(), movers.at_max(ply, *score));
                }
            }
        }
    });
}
