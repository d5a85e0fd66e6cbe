//! Searches that engines really use, on random trees: however their nodes fail, and wherever they search again.

use super::foreign::{said, verified};
use crate::support::dice::Dice;
use crate::support::trees::{NAMES, Tree};
use plywood::verify::Rule;
use serde_json::{Value, json};

/// Larger than every score.
const INF: i32 = i32::MAX / 2;
/// One pawn: the scores of these trees are whole numbers.
const UNIT: i32 = 1000;

/// How a search returns a score that is outside its window, and how it searches a better move again.
#[derive(Clone, Copy, Default)]
struct Manner {
    fails_low_hard: bool,
    fails_high_hard: bool,
    /// Searches later moves with a null window, and a better move again from the score that the null window has proved,
    /// as in the original NegaScout.
    is_scouting: bool,
    /// Does so even at leaves, whose exact scores need no second search.
    scouts_leaves: bool,
    /// Returns a wrong score from the first node, other than the root, whose score is inside its window.
    has_bug: bool,
}

/// A score, what it proves, and the best line.
type Found = (i32, &'static str, Vec<&'static str>);

struct Search {
    manner: Manner,
    events: Vec<Value>,
    line: Vec<&'static str>,
}

fn random_tree(dice: &mut Dice, depth: u32) -> Tree {
    let width = if depth == 0 { 0 } else { 2 + dice.below(2) };
    let score = UNIT * (dice.below(19) as i32 - 9);
    Tree { score, children: (0..width).map(|_| random_tree(dice, depth - 1)).collect() }
}

/// Returns the score by plain negamax.
fn negamax(tree: &Tree) -> i32 {
    tree.children.iter().map(|child| -negamax(child)).max().unwrap_or(tree.score)
}

fn score(millipawns: i32) -> Value {
    match millipawns.abs() {
        INF.. if 0 < millipawns => json!("+inf"),
        INF.. => json!("-inf"),
        _ => json!(f64::from(millipawns) / 1000.0),
    }
}

fn window(alpha: i32, beta: i32) -> Value {
    json!({ "alpha": score(alpha), "beta": score(beta) })
}

fn turned((score, proved, line): Found) -> Found {
    let proved = match proved {
        "lower" => "upper",
        "upper" => "lower",
        exact => exact,
    };
    (-score, proved, line)
}

impl Search {
    fn child(&mut self, child: &Tree, depth: u32, alpha: i32, beta: i32) -> Found {
        turned(self.node(child, depth, -beta, -alpha))
    }

    fn node(&mut self, tree: &Tree, depth: u32, alpha: i32, beta: i32) -> Found {
        if depth == 0 {
            return (tree.score, "exact", Vec::new());
        }
        let moves = &NAMES[..tree.children.len()];
        let line = self.line.clone();
        self.events.push(
            json!({ "event": "enter", "line": line, "depth": depth, "window": window(alpha, beta), "moves": moves }),
        );
        let (mut best, mut low, mut bound, mut pv) = (-INF, alpha, "upper", Vec::new());
        for (index, (name, child)) in moves.iter().zip(&tree.children).enumerate() {
            self.line.push(name);
            let line = self.line.clone();
            let mut created = json!({ "event": "created", "line": line });
            if depth == 1 {
                created["score"] = score(-child.score);
            }
            self.events.push(created);
            let (is_scouting, scouts_leaves) = (self.manner.is_scouting, self.manner.scouts_leaves);
            let is_null = is_scouting && 0 < index && (1 < depth || scouts_leaves);
            let (mut found, mut proved, mut below) =
                self.child(child, depth - 1, low, if is_null { low + UNIT } else { beta });
            if is_null && low < found && found < beta && (proved != "exact" || scouts_leaves) {
                self.events.push(json!({ "event": "again", "line": line, "reason": "scout", "depth": depth - 1, "window": window(-beta, -found) }));
                let again = self.child(child, depth - 1, found, beta);
                // The null window has proved that the score is not lower.
                (found, proved, below) = if again.0 <= found { (found, "exact", again.2) } else { again };
            }
            let verdict = if beta <= found {
                "cutoff"
            } else if low < found {
                "best"
            } else {
                "not_best"
            };
            let mut judged = json!({ "event": "judged", "line": line, "score": score(found), "bound": proved, "window": window(low, beta), "verdict": verdict });
            if depth == 1 {
                judged["leaf"] = json!("horizon");
            }
            let skipped = moves.len() - 1 - index;
            if verdict == "cutoff" && skipped != 0 {
                judged["skipped"] = json!(skipped);
            }
            self.events.push(judged);
            self.line.pop();
            best = best.max(found);
            if verdict != "not_best" {
                pv = [&[*name], &below[..]].concat();
                bound = if verdict == "cutoff" { "lower" } else { proved };
                low = found;
            }
            if verdict == "cutoff" {
                break;
            }
        }
        let mut returned = match best {
            _ if best < alpha && self.manner.fails_low_hard => alpha,
            _ if beta < best && self.manner.fails_high_hard => beta,
            _ => best,
        };
        if self.manner.has_bug && !line.is_empty() && alpha < best && best < beta {
            self.manner.has_bug = false;
            returned -= UNIT / 2;
        }
        self.events.push(json!({ "event": "leave", "line": line, "score": score(returned), "bound": bound }));
        (returned, bound, pv)
    }
}

/// Returns the trace of a search of a random tree, with these fields in its header.
fn recorded(seed: u64, depth: u32, manner: Manner, header: &Value) -> String {
    let tree = random_tree(&mut Dice(seed), depth);
    let mut first = json!({ "format": "plywood-trace", "version": 1, "depth": depth, "order": "none" });
    first.as_object_mut().unwrap().extend(header.as_object().unwrap().clone());
    let mut search = Search { manner, events: vec![first, json!({ "event": "root", "score": 0 })], line: Vec::new() };
    let (found, _, pv) = search.node(&tree, depth, -INF, INF);
    assert!(manner.has_bug || found == negamax(&tree));
    search.events.push(json!({ "event": "result", "complete": true, "score": score(found), "best": pv[0], "pv": pv }));
    search.events.iter().map(|event| format!("{event}\n")).collect()
}

const SEEDS: std::ops::Range<u64> = 0..20;

/// All four ways to fail: low and high, each hard or soft.
fn failing() -> impl Iterator<Item = Manner> {
    let all = [(false, false), (true, true), (true, false), (false, true)];
    all.into_iter().map(|(fails_low_hard, fails_high_hard)| Manner {
        fails_low_hard,
        fails_high_hard,
        ..Manner::default()
    })
}

/// `alpha = max(alpha, score); if beta <= alpha: break; return alpha` fails low hard and fails high soft.
#[test]
fn a_search_that_names_no_rule_may_fail_hard_and_soft() {
    for algorithm in ["alpha-beta", "mine"] {
        let header = json!({ "algorithm": algorithm });
        for manner in failing() {
            for seed in SEEDS {
                let report = verified(&recorded(seed, 4, manner, &header));
                assert!(report.passes(), "{algorithm} {seed}: {}", said(&report));
            }
        }
        for manner in failing() {
            for seed in SEEDS {
                let manner = Manner { has_bug: true, ..manner };
                let report = verified(&recorded(seed, 4, manner, &header));
                let first = report.audit.findings.first();
                assert!(
                    first.is_some_and(|found| found.rule == Rule::NodeScore),
                    "{algorithm} {seed}: {}",
                    said(&report)
                );
            }
        }
    }
}

#[test]
fn a_search_that_names_its_rule_keeps_it_at_every_node() {
    let rules = failing().zip([Some("soft"), Some("hard"), None, None]);
    for (manner, own) in rules {
        for rule in ["soft", "hard"] {
            let header = json!({ "algorithm": "alpha-beta", "fail": rule });
            let wrong: Vec<String> = SEEDS
                .filter_map(|seed| {
                    verified(&recorded(seed, 4, manner, &header))
                        .audit
                        .findings
                        .first()
                        .map(|found| found.follows.clone())
                })
                .collect();
            assert_eq!(wrong.is_empty(), own == Some(rule), "{rule}: {wrong:?}");
            assert!(wrong.iter().all(|follows| follows.contains("omit `fail`")), "{wrong:?}");
        }
    }
}

/// The original NegaScout searches again with a window that begins at the score that its null window has proved.
#[test]
fn a_better_move_may_be_searched_again_from_its_proved_score() {
    for scouts_leaves in [false, true] {
        let manner = Manner { is_scouting: true, scouts_leaves, ..Manner::default() };
        let mut again = 0;
        for seed in SEEDS {
            let text = recorded(seed, 4, manner, &json!({ "algorithm": "NegaScout" }));
            again += text.matches("\"again\"").count();
            let report = verified(&text);
            assert!(report.passes(), "{seed}: {}", said(&report));
            let bug = recorded(seed, 4, Manner { has_bug: true, ..manner }, &json!({ "algorithm": "NegaScout" }));
            assert!(!verified(&bug).passes(), "{seed}");
        }
        assert!(20 < again, "{again}");
    }
}

/// A finding about a window says what to write if the name of the algorithm promises other windows.
#[test]
fn a_window_that_the_name_of_the_algorithm_excludes_is_explained() {
    let scouting = Manner { is_scouting: true, ..Manner::default() };
    for (algorithm, manner, advice) in [
        ("pvs", scouting, "give `algorithm` a name of your own"),
        ("negamax", Manner::default(), "write \"algorithm\": \"alpha-beta\""),
    ] {
        let report = verified(&recorded(1, 4, manner, &json!({ "algorithm": algorithm })));
        let first = report.audit.findings.first().unwrap();
        assert!(first.rule == Rule::HandedDown && first.follows.contains(advice), "{algorithm}: {first:?}");
    }
}

/// A line through a cutoff at a bound of the table has the score of the root. An engine that records only moves that
/// raise alpha ends its line there, but must not continue it with an earlier move.
#[test]
fn a_best_line_may_pass_or_end_at_a_cutoff_at_a_table_bound() {
    let text = include_str!("../../data/foreign/right-best-line-through-a-table-bound.jsonl");
    for (line, is_right) in
        [(json!(["x", "q"]), true), (json!(["x"]), true), (json!(["x", "p"]), false), (json!([]), false)]
    {
        for algorithm in ["mine", "alpha-beta"] {
            let text = text.replacen(r#""algorithm":"mine""#, &format!(r#""algorithm":"{algorithm}""#), 1);
            let report = verified(&text.replacen(r#"["x","q"]}"#, &format!("{line}}}"), 1));
            assert_eq!(report.passes(), is_right, "{line} {algorithm}: {}", said(&report));
        }
    }
}

/// The score of a finished game is wrong, not the word for its leaf, unless the header says what a win is worth.
#[test]
fn a_wrong_score_of_a_finished_game_is_not_blamed_on_the_word() {
    let trace = |(game, mv): (&str, &str), leaf: &str, score: f64, header: &Value| {
        let mut first = json!({ "format": "plywood-trace", "version": 1, "game": game, "depth": 1,
                                "algorithm": "mine", "order": "mine", "evaluation": "mine", "restricted": [[]] });
        first.as_object_mut().unwrap().extend(header.as_object().unwrap().clone());
        let open = || json!({ "alpha": "-inf", "beta": "+inf" });
        let events = [
            first,
            json!({ "event": "root", "score": 0 }),
            json!({ "event": "enter", "line": [], "depth": 1, "window": open(), "moves": [mv] }),
            json!({ "event": "created", "line": [mv] }),
            json!({ "event": "judged", "line": [mv], "score": score, "bound": "exact", "leaf": leaf, "window": open(), "verdict": "best" }),
            json!({ "event": "leave", "line": [], "score": score, "bound": "exact" }),
            json!({ "event": "result", "complete": true }),
        ];
        verified(&events.iter().map(|event| format!("{event}\n")).collect::<String>())
    };
    let (won, drawn) = (("ttt:.XX/OO./XOX", "c2"), ("ttt:XOX/OOX/.XO", "a1"));
    let right = trace(won, "lost", 1.0, &json!({ "win": 1 }));
    assert!(right.passes(), "{}", said(&right));
    for (place, leaf, score, rule, advice) in [
        (won, "lost", 1.0, Rule::LeafScore, "write it as `win` in the header"),
        (drawn, "drawn", 0.5, Rule::LeafScore, "drawn at ply 1"),
        // Here the word is wrong.
        (won, "drawn", 0.5, Rule::Leaf, "a different `leaf`"),
        (drawn, "lost", 1.0, Rule::Leaf, "a different `leaf`"),
    ] {
        let report = trace(place, leaf, score, &json!({}));
        let first = report.audit.findings.first().unwrap();
        assert!(first.rule == rule && first.follows.contains(advice), "{leaf}: {first:?}");
    }
}
