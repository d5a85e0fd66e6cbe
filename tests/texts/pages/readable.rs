//! Requirements for every page: it fits on a screen, its numbers agree with the trace, and each thing has one symbol
//! and one word.

use super::commands::{self, told};
use super::english::home_made;
use crate::support::{every, in_turn, lessons_without_chance, path, searched_lessons};
use plywood::hooks::{Event, Verdict};
use plywood::score::{Bound, Score};
use plywood::trace::{Record, Trace};
use std::collections::HashMap;

const POSITIONS: [&str; 3] = [
    "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
];

fn run(arguments: &[&str]) -> String {
    let output = commands::run(arguments, "");
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns whether MIN chooses at a ply.
fn is_min(header: &plywood::trace::Header, ply: usize) -> bool {
    let black_first = header.numbering.is_some_and(|numbering| numbering.black_to_move);
    let in_turn = (ply % 2 == 1) != black_first;
    header.movers.map_or(in_turn, |movers| movers.at(ply) == plywood::game::Mover::Min)
}

/// Returns whether the sides alternate, so that scores change their sign at each ply.
fn moves_in_turn(name: &str) -> bool {
    let movers = told(name, &[]).header.movers;
    movers.is_none_or(|movers| (0..4).all(|ply| movers.turns(ply)))
}

/// Returns whether a lesson has the moves of its position, so that its tree is folded like that of a position.
fn is_position(name: &str) -> bool {
    ["horizon", "smothered"].contains(&name)
}

#[test]
fn every_lesson_fits_its_rows_and_seven_fit_a_small_screen() {
    let mut small = 0;
    for name in searched_lessons() {
        let rows = run(&["explain", name]).lines().count();
        let most = match name {
            "wikipedia" => 48,
            // This page has additional lines that say where the tour is.
            "tour" => 41,
            name if is_position(name) => 60,
            _ => 40,
        };
        assert!(rows <= most, "{name}: {rows}");
        small += usize::from(rows <= 24);
    }
    assert!(7 <= small, "only {small} lessons fit 24 rows");
}

#[test]
fn positions_fit_sixty_rows_and_techniques_add_a_few() {
    let searches: [(usize, &[&str]); 4] = [
        (60, &[]),
        (60, &["--algorithm", "pvs"]),
        (60, &["--order", "mvv-lva"]),
        (72, &["--with", "tt,iterative,quiescence,killers"]),
    ];
    for (index, position) in POSITIONS.into_iter().enumerate() {
        for (turn, depth) in ["1", "2", "3", "4"].into_iter().enumerate() {
            // Each position at each depth with all searches, or with one in turn.
            for (most, options) in in_turn(searches, index + turn, 4) {
                let rows = run(&[&["explain", position, "--depth", depth], options].concat()).lines().count();
                assert!(rows <= most, "{position} {depth} {options:?}: {rows}");
            }
        }
    }
}

#[test]
fn a_legend_fits_25_rows_and_knows_the_signs_of_its_page() {
    let plain = searched_lessons().into_iter().map(|name| (name, &[][..]));
    // Texts that appear only if there are several passes.
    let mtdf = &["--algorithm", "mtdf"][..];
    for (name, options) in plain.chain([("wikipedia", mtdf), ("sargon-5", mtdf)]) {
        let page = run(&[&["explain", name, "--legend"], options].concat());
        let (above, legend) = page.split_once("\nLegend\n").unwrap();
        assert!(legend.lines().count() < 25, "{name}: {}", legend.lines().count());
        for word in ["new best", "no better", "best before", "alpha cutoff", "beta cutoff", "not searched", "first"] {
            let is_row = |line: &str| line.contains("- ") || line.contains("-*");
            let is_used = above.lines().any(|line| is_row(line) && line.contains(&format!(" {word}")));
            let is_told = legend.lines().any(|line| line.starts_with(&format!("  {word} ")));
            assert!(!is_used || is_told, "{name} {options:?}: {word}");
        }
    }
}

/// Regression: the legend of a folded tree explained steps, which such a tree doesn't have, and didn't explain nodes.
#[test]
fn a_legend_tells_of_the_columns_that_stand_there() {
    let plain = searched_lessons().into_iter().map(|name| (name, &[][..]));
    let positions = ["ttt:XO./.X./..O", "startpos"].map(|position| (position, &["--depth", "3"][..]));
    for (subject, options) in plain.chain(positions) {
        let page = run(&[&["explain", subject, "--legend"], options].concat());
        let (above, legend) = page.split_once("\nLegend\n").unwrap();
        let heads = above.lines().find(|line| line.contains(" score ") && line.contains(" verdict"));
        let heads = heads.unwrap_or_else(|| panic!("{page}"));
        for head in ["step", "nodes"] {
            let is_told = legend.lines().any(|line| line.starts_with(&format!("  {head}  ")));
            assert_eq!(heads.split_whitespace().any(|word| word == head), is_told, "{subject}: {head}\n{page}");
        }
        assert_eq!(above.contains(" refuted by "), legend.contains("If refuted"), "{subject}\n{page}");
    }
}

/// If the rows of a folded tree are not in search order, the page says so.
#[test]
fn a_folded_tree_says_that_best_play_stands_first() {
    let said = "\nThe best line comes first; for the search order, see the log (--log).\n";
    let best_was_last = run(&["explain", "ttt:XO./.X./..O", "--depth", "3"]);
    assert!(best_was_last.contains(said), "{best_was_last}");
    let best_was_first = run(&["explain", "ttt:XO./.X./..O", "--depth", "2"]);
    assert!(!best_was_first.contains(said), "{best_was_first}");
}

/// A row of a page: its step, its score with a sign, and the bound.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    score: String,
    compared: Option<(String, String)>,
}

/// Reads the rows that have a step: `.- 2.h3  6  0.375 <= 5.125 1.Nf5+  no better`.
fn rows(page: &str) -> HashMap<usize, Said> {
    let start = page.find("compared with").expect("the heads of the columns");
    let mut found = HashMap::new();
    // The root is not compared.
    let lines = page[start..].lines().skip(1).take_while(|line| !line.is_empty());
    for line in lines.filter(|line| !line.starts_with("(root)")) {
        // After the drawing comes the name, then the step, if there is one.
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = words.iter().position(|word| word.contains(char::is_alphanumeric)).unwrap();
        let at = name + 1;
        let Some(step) = words.get(at).and_then(|word| word.parse().ok()) else { continue };
        let mut rest = words[at + 1..].iter();
        let mut score = (*rest.next().unwrap()).to_owned();
        // A bound is in brackets.
        if score.starts_with('(') {
            score = format!("{} {}", &score[1..], rest.next().unwrap().trim_end_matches(')'));
        }
        let sign = *rest.next().unwrap();
        let compared = (sign != "first").then(|| (sign.to_owned(), (*rest.next().unwrap()).to_owned()));
        assert!(found.insert(step, Said { score, compared }).is_none(), "step {step} stands twice:\n{page}");
    }
    found
}

/// Writes a score as pages do, as MAX sees it.
fn seen(score: Score, bound: Bound, turned: bool, decimals: usize) -> String {
    let (score, bound) = if turned { (-score, -bound) } else { (score, bound) };
    match bound {
        Bound::Exact => format!("{score:.decimals$}"),
        Bound::Upper => format!("<= {score:.decimals$}"),
        Bound::Lower => format!(">= {score:.decimals$}"),
    }
}

#[test]
fn the_numbers_of_a_page_are_those_of_the_trace() {
    let mut compared = 0;
    for name in lessons_without_chance().into_iter().filter(|name| !is_position(name)).step_by(every(3)) {
        let search = ["explain", name, "--algorithm", "alpha-beta"];
        let page = run(&search);
        let trace = run(&[&search[..], &["--format", "jsonl"]].concat());
        let trace = Trace::read_json_lines(trace.as_bytes()).unwrap();
        let rows = rows(&page);
        let decimals = decimals_of(&rows);
        let mut steps = 0;
        for record in &trace.records {
            let Event::Judged { score, bound, window, .. } = &record.event else { continue };
            let Some(step) = record.notes.step else { continue };
            steps += 1;
            let turned = is_min(&trace.header, record.line.len());
            let said = &rows[&(step as usize)];
            assert_eq!(said.score, seen(*score, *bound, turned, decimals), "{name} step {step}");
            if let Some((sign, threshold)) = &said.compared {
                let end = [window.alpha, window.beta]
                    .into_iter()
                    .find(|end| seen(*end, Bound::Exact, turned, decimals) == *threshold)
                    .unwrap_or_else(|| panic!("{name} step {step}: {threshold} is no end of {window:?}"));
                let (a, b) = if turned { (-*score, -end) } else { (*score, end) };
                let holds = match sign.as_str() {
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => b < a,
                    ">=" => b <= a,
                    _ => false,
                };
                assert!(holds, "{name} step {step}: {said:?}");
            }
            compared += 1;
        }
        assert_eq!(steps, rows.len(), "{name}: every step has its row");
    }
    assert!(150 / every(3) < compared, "{compared}");
}

/// Returns the number of decimals of a page's scores, the same for all.
fn decimals_of(rows: &HashMap<usize, Said>) -> usize {
    let digits = |said: &Said| said.score.split_once('.').map_or(0, |(_, after)| after.len());
    let pawns: Vec<usize> = rows.values().filter(|said| !said.score.contains('#')).map(digits).collect();
    assert!(pawns.iter().all(|digits| *digits == pawns[0]), "{rows:?}");
    pawns.first().copied().unwrap_or(0)
}

/// Reads `-(>= -4.00)` as `<= 4.00`.
fn computed(text: &str) -> (f64, i8) {
    let (inner, turned) = match text.strip_prefix("-(").and_then(|text| text.strip_suffix(')')) {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let (number, bound) = match inner.split_once(' ') {
        Some(("<=", number)) => (number, -1),
        Some((">=", number)) => (number, 1),
        _ => (inner, 0),
    };
    let value = match number.split_once('#') {
        Some((_, plies)) => {
            let moves: f64 = plies.parse().unwrap();
            if moves < 0.0 { -1e6 - moves } else { 1e6 - moves }
        }
        None => number.parse().unwrap(),
    };
    if turned { (-value, -bound) } else { (value, bound) }
}

#[test]
fn the_minimax_view_is_the_negamax_view_with_signs() {
    let mut compared = 0;
    for name in
        searched_lessons().into_iter().filter(|name| !is_position(name) && moves_in_turn(name)).step_by(every(3))
    {
        let mut scores = ["minimax", "negamax"].map(|view| {
            // The page is wide enough for the negamax arithmetic; otherwise the tree would become an outline, with its
            // rows in another order.
            let page = run(&["explain", name, "--view", view, "--columns", "120"]);
            let tree = page.lines().skip_while(|line| !line.contains("compared with")).skip(1);
            let tree = tree.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("(root)"));
            let rows: Vec<_> = tree.filter_map(score_of).collect();
            rows.into_iter()
        });
        let trace = told(name, &[]);
        loop {
            let [minimax, negamax] = &mut scores;
            let (Some((node, max)), Some((same, mover))) = (minimax.next(), negamax.next()) else { break };
            assert_eq!(node, same, "{name}");
            let plies = plies_of(trace, &node);
            let sign = if is_min(&trace.header, plies - 1) { -1.0 } else { 1.0 };
            let (value, bound) = computed(&mover);
            assert_eq!(computed(&max), (sign * value, if sign < 0.0 { -bound } else { bound }), "{name}: {node}");
            compared += 1;
        }
    }
    assert!(200 / every(3) < compared, "{compared}");
}

/// Returns the name and the score of a row.
fn score_of(line: &str) -> Option<(String, String)> {
    let drawing = |c: char| ".|`-*".contains(c) || c == ' ';
    let from = line.find(|c| !drawing(c))?;
    let rest = &line[from..];
    let name = rest.split_whitespace().next()?.to_owned();
    let after = &rest[name.len()..];
    let cells: Vec<&str> = after.split_whitespace().collect();
    let cells = match cells.first()?.parse::<usize>() {
        Ok(_) => &cells[1..],
        Err(_) => &cells[..],
    };
    let is_score =
        |text: &str| text.trim_start_matches("-(").starts_with(|c: char| c.is_ascii_digit() || "#-<>".contains(c));
    if let Some(sign) = cells.first()?.strip_prefix('(') {
        return Some((name, format!("{sign} {}", cells[1].trim_end_matches(')'))));
    }
    let first = *cells.first().filter(|cell| is_score(cell))?;
    let joined = first.ends_with('=');
    Some((name, if joined { format!("{first} {}", cells[1]) } else { first.to_owned() }))
}

/// Returns the ply of the node with this name.
fn plies_of(trace: &Trace, name: &str) -> usize {
    let is_black = name.contains("...");
    match &trace.header.numbering {
        Some(numbering) => {
            let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
            let number: u32 = digits.parse().unwrap();
            let half = 2 * (number - numbering.move_number) + u32::from(is_black);
            (half - u32::from(numbering.black_to_move) + 1) as usize
        }
        None => {
            let mut lines = trace.records.iter().map(plywood::trace::Record::subject);
            let line = lines.find(|line| line.last().is_some_and(|last| last == name));
            line.map_or(0, |line| line.len())
        }
    }
}

/// Words that the glossary replaces by another word, in addition to the list of home-made words.
const OTHER_WORDS: [&str; 9] =
    ["discard", "dropped", "half-move", "maximizer", "minimizer", "so far best", "judgement", "judgment", "dead end"];

#[test]
fn pages_have_one_word_for_a_thing() {
    let mut pages = Vec::new();
    for (index, name) in searched_lessons().into_iter().enumerate() {
        let kinds = [
            &["explain", name, "--log", "--legend", "--answers"][..],
            &["explain", name, "--style", "outline"],
            &["explain", name, "--view", "negamax", "--log"],
            &["explain", name, "--orders", "--pv-scan"],
            &["compare", name],
            &["verify", name],
        ];
        // Each lesson on all pages, or on one in turn.
        for options in in_turn(kinds, index, 6) {
            if options.contains(&"negamax") && !moves_in_turn(name) {
                continue;
            }
            // Titles, notes, questions and answers are the lesson's own words.
            pages.push((options.join(" "), run(options)));
        }
    }
    for (index, position) in POSITIONS.into_iter().enumerate() {
        let page = run(&["explain", position, "--depth", "3", "--log"]);
        let (_, best) = page.split_once("Best move").unwrap();
        let root = best.split_whitespace().next().unwrap().trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
        let kinds = [
            &["--why", root][..],
            &["--line", root],
            &["--roots", "all"],
            &["--focus", root, "--full"],
            &["--with", "tt,null-move,quiescence,delta,futility,lmr", "--legend"],
        ];
        for options in in_turn(kinds, index, 2) {
            let arguments = [&["explain", position, "--depth", "3"], options].concat();
            pages.push((arguments.join(" "), run(&arguments)));
        }
        pages.push((position.to_owned(), page));
    }
    for (command, page) in pages {
        assert_eq!(home_made(&page), Vec::<String>::new(), "{command}");
        let title = page.lines().next().unwrap_or("");
        // The label `Pruned` is the word used in exams.
        for line in page.lines().filter(|line| *line != title && !line.starts_with("Pruned ")) {
            let lower = line.to_lowercase();
            if let Some(word) = OTHER_WORDS.iter().find(|word| lower.contains(**word)) {
                panic!("{command}: \"{word}\" in: {line}");
            }
        }
    }
}

#[test]
fn the_glossary_has_the_words_of_the_pages() {
    let document = std::fs::read_to_string(path("docs/gallery.md")).unwrap();
    let (_, glossary) = document.split_once("\n## Glossary\n").unwrap();
    let words: Vec<&str> = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).collect();
    for word in [
        "new best",
        "no better",
        "alpha cutoff",
        "beta cutoff",
        "skips N",
        "not searched",
        "first",
        "step",
        "window",
        "bound",
        "best line",
        "evaluated leaf",
        "created",
        "refutation",
    ] {
        assert!(words.contains(&word), "{word}");
    }
    for word in &words {
        assert_eq!(words.iter().filter(|other| *other == word).count(), if *word == "word" { 4 } else { 1 }, "{word}");
    }
}

/// Moves that need no reply because of a null move or a table hit have their own row, which gives the reason.
#[test]
fn a_group_says_by_which_rule_it_needs_no_answer() {
    let position = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let page = run(&["explain", position, "--depth", "4", "--with", "tt,null-move", "--legend"]);
    let rows: Vec<&str> = page.lines().filter(|line| line.contains("no better, null move")).collect();
    let [row] = rows.as_slice() else { panic!("{page}") };
    let moves = page.lines().find(|line| line.contains("5 moves:")).unwrap();
    assert!(row.ends_with("no better, null move    144") && moves.ends_with("Nd5 Ne6 Kh2 Ne2 Nh5"), "{page}");
    assert!(page.contains("null move           even a null move is good enough"), "{page}");
    for name in ["Nd5", "Ne6", "Kh2", "Ne2", "Nh5"] {
        let why = run(&["explain", position, "--depth", "4", "--with", "tt,null-move", "--why", name]);
        assert!(why.contains("(even a null move is good enough for Black)"), "{why}");
    }
}

/// The text of the legend about a cutoff that skips nothing: if all moves have exact scores, the bound of their node is
/// its minimax value. For example, `<=2` next to 14, 5 and 2 means 2.
#[test]
fn a_limit_is_a_score_where_all_moves_have_scores() {
    let mut count = 0;
    for tree in ["((3 12 8) (2 4 6) (14 5 2))", "((1 1) (5 3) (4 3 2))", "(((5 6) (7 4 5)) ((3) (9 1)) ((6 9) (7 8)))"]
    {
        for algorithm in ["alpha-beta", "pvs", "mtdf"] {
            let [search, minimax] = [algorithm, "minimax"].map(|name| told(tree, &["--algorithm", name]));
            let legend = run(&["explain", tree, "--algorithm", algorithm, "--legend"]);
            let legend = legend.split_whitespace().collect::<Vec<_>>().join(" ");
            for (at, record) in search.records.iter().enumerate() {
                let line = &record.line;
                if !matches!(record.event, Event::Judged { verdict: Verdict::Cutoff { skipped: 0, .. }, .. }) {
                    continue;
                }
                let of_node = |other: &&Record| other.line == *line;
                let visit = search.records[..=at].iter().rev().filter(of_node);
                let visit = visit.take_while(|other| !matches!(other.event, Event::Enter { .. }));
                let is_limit =
                    |other: &Record| matches!(other.event, Event::Judged { bound, .. } if bound != Bound::Exact);
                if !visit.clone().any(is_limit) {
                    let left = |event: &Event<_, _, _>| match event {
                        Event::Leave { score, .. } => Some(*score),
                        _ => None,
                    };
                    let own = search.records[at..].iter().filter(of_node).find_map(|other| left(&other.event));
                    let true_score = minimax.records.iter().filter(of_node).find_map(|other| left(&other.event));
                    assert_eq!(own, true_score, "{tree} {algorithm} {line:?}");
                    // A node that was searched again is shown as it was in its last search.
                    let says = legend.contains("if all their scores are exact, the node's bound is its score");
                    assert!(says || !legend.contains("skips none"), "{legend}");
                    count += 1;
                }
            }
        }
    }
    assert!(3 <= count, "{count}");
}
