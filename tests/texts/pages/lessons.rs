//! The numbers of lessons are right: published ones, and those that `docs/teaching.md` asks for.

use super::commands::told;
use crate::support::{load_model, path, plywood, trace};
use plywood::hooks::{Event, Verdict};
use plywood::internal::core::pv::ReverseScan;
use plywood::model::{Lesson, MISCONCEPTIONS, Plan, builtin};
use plywood::score::{Score, Window};
use plywood::search::{Algorithm, Order};
use plywood::trace::{Trace, line_text};
use std::collections::{BTreeSet, HashSet};

fn run(lesson: &str, algorithm: Algorithm, order: Order) -> Trace {
    trace(&load_model(&path(&format!("models/{lesson}.json"))), algorithm, order)
}

/// Returns the nodes at which a cutoff happened, as child numbers from the root.
fn cut_nodes(trace: &Trace) -> Vec<String> {
    let mut moves: Vec<&[String]> = Vec::new();
    let mut nodes = Vec::new();
    for record in &trace.records {
        match &record.event {
            Event::Enter { moves: here, .. } => {
                moves.truncate(record.line.len());
                moves.push(here);
            }
            Event::Judged { verdict: Verdict::Cutoff { .. }, .. } => {
                let index = |(name, list): (&String, &&[String])| list.iter().position(|other| other == name).unwrap();
                nodes.push(record.line.iter().zip(&moves).map(index).map(|index| index.to_string()).collect());
            }
            _ => {}
        }
    }
    nodes
}

/// Score in pawns, PV, evaluated leaves and places of cutoffs; recomputed with a separate program from the scores in
/// the five examples of retro-sargon (billforsternz/retro-sargon).
#[test]
fn the_five_sargon_lessons() {
    let facts: [(&str, &str, &str, u64, &[&str]); 5] = [
        ("sargon-1", "9.000", "Ng6+ Kg8 Nxe5", 8, &[]),
        ("sargon-2", "12.000", "Qg8+ Nxg8 Nf7#", 5, &["01", "1"]),
        ("sargon-3", "12.000", "Qg8+ Nxg8 Nf7#", 6, &["01", "11"]),
        ("sargon-4", "5.125", "Nf5+ Kg8 Nxh6+", 5, &["01", "1"]),
        ("sargon-5", "9.000", "Ng6+ Kg8 Nxe5", 6, &["0"]),
    ];
    for (lesson, score, pv, leaves, cuts) in facts {
        let trace = run(lesson, Algorithm::AlphaBeta, Order::Static);
        assert_eq!(trace.outcome.score.unwrap().to_string(), score, "{lesson}");
        assert_eq!(trace.outcome.pv.join(" "), pv, "{lesson}");
        assert_eq!(trace.outcome.statistics.leaves, leaves, "{lesson}");
        assert_eq!(cut_nodes(&trace), cuts, "{lesson}");
        let shape = trace.header.shape.unwrap();
        assert_eq!((shape.leaves(), shape.fewest_leaves()), (8, 5), "{lesson}");
    }
}

/// Wikipedia's tree: 33 nodes, 14 leaves; 25 nodes and 9 leaves are visited. Two of the five cutoffs skip nothing.
#[test]
fn the_tree_of_the_encyclopedia() {
    let trace = run("wikipedia", Algorithm::AlphaBeta, Order::Static);
    let shape = trace.header.shape.as_ref().unwrap();
    assert_eq!((shape.len(), shape.leaves()), (33, 14));
    let counts = trace.outcome.statistics;
    assert_eq!((counts.nodes(), counts.leaves, counts.cutoffs, counts.skipped), (25, 9, 5, 3));
    assert_eq!(cut_nodes(&trace), ["001", "101", "11", "200", "2"]);
    assert_eq!(
        (trace.outcome.score.unwrap().to_string().as_str(), trace.outcome.pv.join(" ").as_str()),
        ("6.000", "B B1 B1a B1a1")
    );
}

/// `[[1,1],[5,3],[4,3,2]]`, from a question about equality: 11 nodes, 7 leaves, 6 of them read; value 3, PV 1-1.
#[test]
fn the_equality_tree() {
    let trace = run("equality", Algorithm::AlphaBeta, Order::Static);
    let shape = trace.header.shape.as_ref().unwrap();
    assert_eq!((shape.len(), shape.leaves(), trace.outcome.statistics.leaves), (11, 7, 6));
    assert_eq!(
        (trace.outcome.score.unwrap().to_string().as_str(), trace.outcome.pv.join(" ").as_str()),
        ("3.000", "B B2")
    );
}

/// The numbers in `docs/teaching.md`: leaves evaluated, cutoffs, children skipped.
#[test]
fn the_numbers_that_teachers_are_told() {
    use Algorithm::{AlphaBeta, Minimax};
    let facts = [
        ("highest-leaf", AlphaBeta, Order::Static, "1.000", [4, 0, 0]),
        ("last-child", AlphaBeta, Order::Static, "4.000", [5, 2, 1]),
        ("ties", AlphaBeta, Order::Static, "3.000", [5, 2, 1]),
        ("ties", Minimax, Order::Static, "3.000", [6, 0, 0]),
        ("wide", AlphaBeta, Order::Static, "5.000", [9, 7, 7]),
        ("skipped-subtree", AlphaBeta, Order::Static, "3.000", [4, 1, 2]),
        ("deep-cutoff", AlphaBeta, Order::Static, "6.000", [7, 2, 3]),
        ("order-worst", AlphaBeta, Order::Static, "9.000", [9, 0, 0]),
        ("order-best", AlphaBeta, Order::Static, "9.000", [5, 2, 4]),
        ("static-orders", AlphaBeta, Order::Static, "5.000", [5, 2, 4]),
        ("static-orders", AlphaBeta, Order::None, "5.000", [9, 0, 0]),
        ("sargon-5", AlphaBeta, Order::None, "9.000", [8, 0, 0]),
        ("leaf-kinds", Minimax, Order::Static, "#1", [5, 0, 0]),
        ("mate-flat", AlphaBeta, Order::Static, "12.000", [3, 0, 0]),
        ("mate-distance", AlphaBeta, Order::None, "#1", [5, 0, 0]),
        ("black-to-move", AlphaBeta, Order::Static, "4.000", [5, 2, 2]),
        ("single-reply", AlphaBeta, Order::Static, "#3", [2, 2, 1]),
    ];
    for (lesson, algorithm, order, score, expected) in facts {
        let outcome = run(lesson, algorithm, order).outcome;
        let counts = outcome.statistics;
        assert_eq!(outcome.score.unwrap().to_string(), score, "{lesson}");
        assert_eq!([counts.leaves, counts.cutoffs, counts.skipped], expected, "{lesson}");
    }
}

/// Returns a score without trailing zeros.
fn short(score: Score) -> String {
    score.to_string().trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns a score of the side to move at `ply`, as MAX sees it.
fn max(score: Score, ply: usize) -> Score {
    if ply.is_multiple_of(2) { score } else { -score }
}

/// Returns the last judged score of a move, as MAX sees it.
fn judged(trace: &Trace, line: &str) -> String {
    let of_line = trace.records.iter().rev().filter(|record| record.subject().join(" ") == line);
    let mut scores = of_line.filter_map(|record| match record.event {
        Event::Judged { score, .. } => Some(max(score, record.line.len())),
        _ => None,
    });
    short(scores.next().unwrap_or_else(|| panic!("{line} was not judged")))
}

/// Returns the window with which the node after `line` was entered, as MAX sees it.
fn entered(trace: &Trace, line: &str) -> String {
    let window = trace.records.iter().find_map(|record| match record.event {
        Event::Enter { window, .. } if record.line.join(" ") == line => Some(window),
        _ => None,
    });
    let Window { alpha, beta } =
        window.map(|window| if line.split(' ').count() % 2 == 1 { -window } else { window }).unwrap();
    let end = |score: Score| match score {
        Score::MAX => "+inf".to_owned(),
        Score::MIN => "-inf".to_owned(),
        score => short(score),
    };
    format!("({},{})", end(alpha), end(beta))
}

/// A plan shows the windows of each tree that it prints, in the tree or in words. If it says "all moves", this is true
/// of all moves.
#[test]
fn the_plans_tell_the_windows_of_their_trees() {
    // Every part is in one of these plans.
    for (_, stop) in [45, 90].into_iter().flat_map(|minutes| Plan::of(minutes).unwrap().stops) {
        let Some(options) = stop.show.strip_prefix(&format!("plywood explain {}", stop.lesson)) else { continue };
        let options: Vec<&str> = options.split_whitespace().collect();
        let trace = told(stop.lesson, options.strip_suffix(&["--style", "upright"]).unwrap_or(&options));
        let output = plywood(&[&["explain", stop.lesson], &options[..]].concat()).output().unwrap();
        let drawn = String::from_utf8(output.stdout).unwrap().replace(".00", "");
        let mut windows: Vec<(String, Vec<String>)> = Vec::new();
        for record in trace.records.iter().filter(|record| matches!(record.event, Event::Enter { .. })) {
            let window = entered(trace, &record.line.join(" "));
            let Some(name) = record.line.last().filter(|_| window != "(-inf,+inf)") else { continue };
            match windows.iter_mut().find(|(known, _)| *known == window) {
                Some((_, names)) => names.push(name.clone()),
                None => windows.push((window, vec![name.clone()])),
            }
        }
        let at = |(window, names): &(String, Vec<String>)| match names.split_last() {
            Some((last, [])) => format!("{window} at {last}"),
            Some((last, first)) => format!("{window} at {} and {last}", first.join(", ")),
            None => String::new(),
        };
        let words = format!("Windows: {}.", windows.iter().map(at).collect::<Vec<_>>().join("; "));
        // A window that is open on one side is drawn as what it cuts.
        let short = |window: &str| {
            let ends = window.trim_matches(['(', ')']).split_once(',');
            match ends {
                Some((alpha, "+inf")) => format!(" cut if <= {alpha}"),
                Some(("-inf", beta)) => format!(" cut if >= {beta}"),
                _ => format!(" {window}"),
            }
        };
        let is_drawn = windows
            .iter()
            .all(|(window, _)| [format!(" {window}"), short(window)].iter().any(|text| drawn.contains(text)));
        assert!(is_drawn || stop.tree.contains(&words), "{}: {words}", stop.lesson);
        if let Some((_, moves)) = stop.tree.split_once("only two moves for White, ") {
            let all = trace.records.iter().find_map(|record| match &record.event {
                Event::Enter { moves, .. } => Some(moves.join(" and ")),
                _ => None,
            });
            assert!(all.is_some_and(|all| moves.starts_with(&format!("{all}, and"))), "{moves}");
        }
    }
}

/// What each node returned, in the order in which they were left: the line, and the score for the side to move there.
fn returned(trace: &Trace) -> Vec<(String, Score)> {
    let left = trace.records.iter().filter_map(|record| match record.event {
        Event::Leave { score, .. } => Some((record.line.join(" "), score)),
        _ => None,
    });
    left.collect()
}

/// Every lesson that addresses a misconception asks about it, and every misconception is addressed.
#[test]
fn each_misconception_has_a_lesson_that_asks_and_answers() {
    let numbers: HashSet<u32> = MISCONCEPTIONS.iter().map(|misconception| misconception.number).collect();
    assert_eq!(numbers, (1..=23).collect());
    for misconception in MISCONCEPTIONS {
        assert!(!misconception.lessons().is_empty(), "{} has no lesson", misconception.words);
        for name in misconception.lessons() {
            let caption = Lesson::from_json(builtin(name).unwrap()).unwrap().caption;
            assert!(caption.ask.ends_with('?'), "{name} asks: {}", caption.ask);
            assert!(!caption.answer.is_empty(), "{name} does not answer");
        }
    }
}

/// Each answer states the result of a search of its lesson, in these words.
fn answers(lesson: &str, said: &[String]) {
    let answer = Lesson::from_json(builtin(lesson).unwrap()).unwrap().caption.answer;
    for said in said {
        assert!(answer.contains(said), "{lesson}: {said} is not in: {answer}");
    }
}

fn score(trace: &Trace) -> String {
    short(trace.outcome.score.unwrap())
}

fn best(trace: &Trace) -> &str {
    &trace.outcome.pv[0]
}

fn nodes(lesson: &str, options: &[&str]) -> u64 {
    told(lesson, options).outcome.statistics.nodes()
}

fn leaves(trace: &Trace) -> u64 {
    trace.outcome.statistics.leaves
}

#[test]
fn the_answers_on_signs_and_windows() {
    let returned = returned(told("signs", &["--algorithm", "negamax"]));
    let sign = |line: &str| short(returned.iter().find(|(left, _)| left == line).unwrap().1);
    let nodes = [sign("A A1"), sign("A"), sign("")];
    let [deep, above, root] = &nodes;
    let wrong = judged(told("signs", &["--mistake", "missing-negation"]), "A A1");
    answers(
        "signs",
        &[
            format!("{deep} at A1, where MAX is to move; {above} at A, where MIN is; {root} at the root"),
            format!("takes A1 to be {wrong}"),
        ],
    );
    let window = told("window", &[]);
    answers(
        "window",
        &[
            format!("B with {}, because A is worth {}", entered(window, "B"), judged(window, "A")),
            format!("B2 with {}, because B1 gives MIN an {}", entered(window, "B B2"), judged(window, "B B1")),
        ],
    );
    assert_eq!(entered(window, "B B1"), entered(window, "B"), "inherited");
    answers(
        "all-lose",
        &[
            format!("the best score is {}", score(told("all-lose", &[]))),
            format!("from {} to {}, so negating {} gives", i16::MIN, i16::MAX, i16::MIN),
        ],
    );
}

#[test]
fn the_answers_on_counts_and_costs() {
    let counts = told("skipped-subtree", &[]);
    let (shape, counted) = (counts.header.shape.as_ref().unwrap(), counts.outcome.statistics);
    let (full, unsearched) = (shape.leaves() as u64, shape.len() as u64 - counted.nodes());
    let note = Lesson::from_json(builtin("skipped-subtree").unwrap()).unwrap().caption.note;
    for said in [
        format!("{} cutoff, {} moves skipped, {unsearched} nodes", counted.cutoffs, counted.skipped),
        format!("{} of {full} leaves saved", full - counted.leaves),
    ] {
        assert!(note.contains(&said), "{said} is not in: {note}");
    }
    let (right, wrong) = (told("root-window", &[]), told("root-window", &["--mistake", "root-window"]));
    assert_eq!(best(right), best(wrong));
    answers("root-window", &[format!("All {} instead of {}", leaves(wrong), leaves(right))]);
    let [one, two, three] = ["1", "2", "3"].map(|depth| nodes("deepening", &["--depth", depth]));
    let all = nodes("deepening", &["--with", "iterative"]);
    let last = all - one - two;
    answers(
        "deepening",
        &[
            format!("{one} + {two} + {last} = {all} nodes; depth 3 alone costs {three}"),
            format!("cost {}, but their best line is tried first, which saves {}", one + two, three - last),
        ],
    );
    let (table, without) = (told("table-hit", &["--with", "tt"]), told("table-hit", &[]));
    assert_eq!((best(table), score(table)), (best(without), score(without)));
    answers(
        "table-hit",
        &[
            format!("{} instead of {}", leaves(table), leaves(without)),
            format!("The best line is {} and ends there", line_text(&table.outcome.pv, table.header.numbering)),
        ],
    );
    let order = told("order-best", &[]);
    answers("order-worst", &[format!("The score {} and the best move {}", score(order), best(order))]);
}

/// `odd-even`: the score changes with the side that made the last move; the same happens in the start position.
#[test]
fn odd_and_even_depths_disagree_and_play_the_same() {
    let at = |subject: &str, depth: u32| told(subject, &["--depth", &depth.to_string()]);
    let traces = [1, 2, 3, 4].map(|depth| at("odd-even", depth));
    assert!(traces.iter().all(|trace| best(trace) == "A"));
    let scores = traces.map(score);
    let [last, others @ ..] = [3, 0, 1, 2].map(|index| scores[index].as_str());
    let ask = Lesson::from_json(builtin("odd-even").unwrap()).unwrap().caption.ask;
    assert!(ask.contains(&format!("{} and {last}", others.join(", "))), "{scores:?} is not in: {ask}");
    let start = [1, 2, 3].map(|depth| score(at("startpos", depth)));
    assert!(start[0] == start[2] && start[0] != start[1], "{start:?}");
}

#[test]
fn the_answers_on_limits_and_scores() {
    let [hard, soft] = ["hard", "soft"].map(|fail| told("fail-low", &["--fail", fail]));
    assert_eq!(leaves(hard), leaves(soft));
    answers(
        "fail-low",
        &[
            format!("Fail-hard says <= {}", judged(hard, "B")),
            format!("fail-soft says <= {}", judged(soft, "B")),
            format!("both searches evaluate {} leaves", leaves(hard)),
        ],
    );
    let (right, hasty) = (told("looks-right", &[]), told("looks-right", &["--mistake", "worse-sibling"]));
    assert_eq!(best(right), best(hasty), "the move is right");
    let changed = told("looks-right", &["--set", "B3=1"]);
    let misled = told("looks-right", &["--set", "B3=1", "--mistake", "worse-sibling"]);
    answers(
        "looks-right",
        &[
            format!("says {} for B, but B is worth {}", judged(hasty, "B"), judged(right, "B")),
            format!("it plays {}, although {} is better", best(misled), best(changed)),
        ],
    );
    let minimax = |lesson: &str| told(lesson, &["--algorithm", "minimax"]);
    answers("equality", &[format!("{}, because", judged(minimax("equality"), "C"))]);
    let limit = minimax("fail-low");
    answers("fail-low", &[format!("B is worth {} and A2 is worth {}", judged(limit, "B"), judged(limit, "A A2"))]);
    answers("wide", &[format!("MIN can hold D to {} with D1", judged(told("wide", &[]), "D D1"))]);
    let mates = told("mate-distance", &["--order", "none"]);
    let [material, slow, fast] = ["Kh6", "Rb1", "Ra8#"].map(|mv| judged(mates, mv));
    answers("mate-distance", &[format!("From {material}.00 to {slow} to {fast}")]);
}

/// `cut-names`: one cutoff is at a MAX node and the other at a MIN node, each against the 4 named in the answer.
#[test]
fn there_is_one_cutoff_of_each_name() {
    let trace = told("cut-names", &[]);
    let cuts = trace.records.iter().filter_map(|record| match record.event {
        Event::Judged { verdict: Verdict::Cutoff { .. }, window, .. } => {
            Some((record.line.join(" "), record.subject().join(" "), short(max(window.beta, record.line.len()))))
        }
        _ => None,
    });
    let cut = |node: &str, mv: &str| (node.to_owned(), mv.to_owned(), "4".to_owned());
    assert_eq!(cuts.collect::<Vec<_>>(), [cut("A A2", "A A2 A2a"), cut("B", "B B1")]);
}

/// `window-missed`: the pass that fails high has not seen B, which is best.
#[test]
fn the_pass_that_fails_high_has_another_best_move() {
    let trace = told("window-missed", &["--with", "iterative,aspiration"]);
    let passes: Vec<_> = trace.records.split(|record| matches!(record.event, Event::Pass { .. })).collect();
    let [.., failed, last] = passes.as_slice() else { panic!("too few passes") };
    let best = |records: &[plywood::trace::Record]| {
        let raised = records.iter().rev().find_map(|record| match &record.event {
            Event::Judged { mv, score, verdict, .. } if record.line.is_empty() && *verdict != Verdict::NotBest => {
                Some((mv.clone(), short(*score)))
            }
            _ => None,
        });
        raised.unwrap()
    };
    assert_eq!(best(failed), ("A".to_owned(), "5".to_owned()));
    assert_eq!(best(last), ("B".to_owned(), "7".to_owned()));
}

/// The arrows of a PV scan are at the moves of the last pass with a new best, and together they are the best line.
#[test]
fn arrows_point_at_best_play_in_each_pass() {
    for arguments in [&["sargon-1", "--with", "iterative"][..], &["wikipedia", "--with", "iterative"], &["sargon-1"]] {
        let output = plywood(&[&["explain"], arguments, &["--pv-scan"]].concat()).output().unwrap();
        let page = String::from_utf8(output.stdout).unwrap();
        let list = page.split("the line is complete.").nth(1).unwrap();
        let mut arrows: Vec<(usize, usize, &str)> = Vec::new();
        for (row, line) in list.lines().enumerate() {
            if let Some((_, after)) = line.split_once("<---- ") {
                let ply = after.split_whitespace().next().unwrap().parse().unwrap();
                arrows.push((ply, row, line.split_whitespace().last().unwrap()));
            }
        }
        arrows.sort_unstable();
        assert!(arrows.is_sorted_by(|one, next| next.1 < one.1), "the list is read backwards: {list}");
        let names: Vec<&str> = arrows.iter().map(|(_, _, name)| name.rsplit('.').next().unwrap()).collect();
        let said = list.split("the arrows give the best line: ").nth(1).unwrap().trim_end().trim_end_matches('.');
        let best: Vec<&str> = said.split_whitespace().map(|name| name.rsplit('.').next().unwrap()).collect();
        assert_eq!(names, best, "{arguments:?}: {list}");
    }
}

/// The three lists in the last section of "A Window into Sargon": which entries have a star, and the PV.
#[test]
fn the_document_s_three_lists() {
    let lists = [
        ("pv-scan-1", "AGA AG AHA A BGA BG BHA", "A AG AGA"),
        ("pv-scan-2", "AGA AG AHA A BGA BGB BG BHA BHB BH", "A AG AGA"),
        ("pv-scan-3", "AGA AG AHA AHB AH A BGA BGB BG BHA BHB B", "B BG BGB"),
    ];
    for (lesson, starred, pv) in lists {
        let trace = told(lesson, &["--algorithm", "minimax"]);
        let mut scan = ReverseScan::default();
        let names = trace.replay(&mut scan);
        let entries: Vec<&str> = scan.list().iter().map(|entry| names.name(*entry.line.last().unwrap())).collect();
        assert_eq!(entries.join(" "), starred, "{lesson}");
        let read: Vec<&str> = scan.line(&scan.picks()).into_iter().map(|label| names.name(label)).collect();
        assert_eq!((read.join(" ").as_str(), trace.outcome.pv.join(" ").as_str()), (pv, pv), "{lesson}");
        let output = plywood(&["explain", lesson, "--algorithm", "minimax", "--pv-scan=all"]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.ends_with(&format!("All three ways give {pv}.\n")), "{lesson}: {said}");
    }
}

/// The entries to which the lessons on the PV scan refer are in the list on the page of the lesson.
#[test]
fn lessons_on_the_pv_scan_speak_of_their_own_lists() {
    let page = |lesson: &str| {
        let output = plywood(&["explain", lesson, "--pv-scan", "--answers"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    /// Returns the rows of the list: the key, whether it is a new best, and whether an arrow points to it.
    fn list(page: &str) -> Vec<(&str, bool, bool)> {
        let lines = page.split("the line is complete.").nth(1).unwrap().lines();
        let rows = lines.filter(|line| line.starts_with(['A', 'B']));
        rows.map(|row| (row.split(' ').next().unwrap(), row.contains('*'), row.contains("<----"))).collect()
    }
    /// Returns the keys in a text.
    fn keys(text: &str) -> BTreeSet<&str> {
        let is_key = |word: &&str| !word.is_empty() && word.chars().all(|letter| "ABGH".contains(letter));
        text.split([' ', ',', '.', ':']).filter(is_key).collect()
    }
    let said = |lesson: &str| Lesson::from_json(builtin(lesson).unwrap()).unwrap().caption;
    let bests = |rows: &[(&str, bool, bool)]| rows.iter().filter(|row| row.1).count();

    let first = page("pv-scan-1");
    let rows = list(&first);
    assert!(said("pv-scan-1").note.contains("the list has seven new bests") && bests(&rows) == 7, "{first}");
    let answer = said("pv-scan-1").answer;
    let (passed, line) = answer.split_once("The line is ").unwrap();
    let passed_over: BTreeSet<&str> = rows.iter().filter(|row| row.1 && !row.2).map(|row| row.0).collect();
    assert_eq!(keys(passed), passed_over, "{first}");
    assert!(first.contains(&format!("best line: {}.", line.split(':').next().unwrap())), "{first}");

    let second = page("pv-scan-2");
    let last: Vec<_> =
        list(&second).into_iter().rev().skip_while(|row| !row.1).take_while(|row| row.0 != "A").collect();
    assert!(said("pv-scan-2").ask.contains("The last entries in the list are below B"));
    assert_eq!(last.iter().filter(|row| row.1).count(), 6, "{second}");
    assert!(last.iter().all(|row| row.0.starts_with('B') && !row.2), "{second}");

    let third = page("pv-scan-3");
    let rows = list(&third);
    assert!(
        said("pv-scan-3").ask.starts_with("Twelve of the fourteen moves") && (bests(&rows), rows.len()) == (12, 14)
    );
    let answer = said("pv-scan-3").answer;
    let taken: BTreeSet<&str> = rows.iter().filter(|row| row.2).map(|row| row.0).collect();
    assert_eq!(keys(answer.split(". ").next().unwrap()), taken, "{third}");
    assert!(rows.iter().any(|row| row.0 == "BH" && !row.1), "BH was no better: {third}");
}
