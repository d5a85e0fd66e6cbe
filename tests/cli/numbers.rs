//! The statements on pages about a search are true: the chosen order, the counts, and the results of a stopped search.

use crate::support::{self, lessons_without_chance, plywood, searched_lessons};
use crate::{Folder, failed, output, refused};
use plywood::search::Technique;

/// Returns the output of a successful `plywood` command.
fn says(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

/// Returns the words of a page, however its lines are broken.
fn words(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn history_gets_an_order_that_leaves_it_something_to_say_and_the_page_says_which() {
    // At this width no board is next to the sentence.
    let page = words(&says(&["explain", "startpos", "-d", "2", "--with", "history", "--columns", "50"]));
    assert!(page.contains("mvv-lva order (quiet moves by history)"), "{page}");
    let page = words(&says(&[
        "compare",
        "startpos",
        "-d",
        "2",
        "-a",
        "alpha-beta,pvs",
        "--with",
        "history",
        "--columns",
        "50",
    ]));
    assert!(page.contains("mvv-lva order"), "{page}");
    // An explicit option is not overruled.
    let message = refused(&["startpos", "-d", "2", "--with", "history", "--order", "static"]);
    assert!(message.starts_with("exit 2\n") && message.contains("history has no effect"), "{message}");
    // A tree has no captures.
    let page = says(&["explain", "wikipedia", "--with", "history"]);
    assert!(page.contains("with history, moves as listed"), "{page}");
}

/// Returns the result in the JSON Lines of `plywood explain`.
fn outcome(arguments: &[&str]) -> serde_json::Value {
    let text = says(&[&["explain"], arguments, &["--format", "jsonl"]].concat());
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_leaf_that_the_table_knew_is_not_a_scored_leaf() {
    let known = outcome(&["sargon-1", "-a", "mtdf", "--with", "iterative,tt"]);
    let statistics = &known["statistics"];
    // Of the 21 leaves judged, 4 were in the table.
    assert_eq!((statistics["leaves"].as_u64(), statistics["unscored"].as_u64()), (Some(17), Some(4)), "{statistics}");
    let page = words(&says(&["compare", "sargon-1"]));
    assert!(page.contains("mtdf + iterative + tt 44 17 "), "{page}");
}

#[test]
fn a_stopped_iterative_search_answers_from_the_last_depth_that_was_finished() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let ways = [&["-a", "alpha-beta"][..], &["-a", "pvs"], &["-a", "mtdf"], &["--with", "aspiration"]];
    for way in ways.into_iter().step_by(support::every(2)) {
        let with = [&[fen, "--with", "iterative"], way].concat();
        let finished = outcome(&[&with[..], &["-d", "3"]].concat());
        let sum = |name: &str| finished["statistics"][name].as_u64().unwrap();
        let nodes = (sum("entered") + sum("leaves") + 300).to_string();
        let stopped = outcome(&[&with[..], &["-d", "5", "--nodes", &nodes]].concat());
        assert_eq!(stopped["complete"], false);
        assert_eq!(stopped["finished_depth"], 3, "{way:?} {stopped}");
        for field in ["score", "best", "pv", "leaf_score"] {
            assert_eq!(stopped[field], finished[field], "{way:?} {field}");
        }
        let page = says(&[&["explain"], &with[..], &["-d", "5", "--nodes", &nodes]].concat());
        let text = words(&page.lines().map(|line| line.get(21..).unwrap_or_default()).collect::<Vec<_>>().join(" "));
        assert!(text.contains("at depth 4, which was not finished. Everything below is from depth 3"), "{page}");
        let last = page.lines().find(|line| line.contains("not finished") && line.contains("[")).map(words);
        // The nodes of the unfinished pass are counted.
        assert!(last.is_none_or(|row| !row.ends_with(" 0")), "{page}");
        assert!(page.contains("Answer and tree are from the last finished depth."), "{page}");
    }
}

#[test]
fn the_depths_of_iterative_deepening_say_what_it_saves() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let (last, rows) = if support::is_long() { ("4", 4) } else { ("3", 3) };
    let depths = format!("1..{last}");
    let page = says(&["explain", fen, "--order", "mvv-lva", "--depths", &depths, "--with", "iterative"]);
    let leaves = |depth: &str, with: &[&str]| {
        outcome(&[&[fen, "--order", "mvv-lva", "-d", depth], with].concat())["statistics"]["leaves"].as_u64().unwrap()
    };
    let table = page.lines().skip_while(|line| !line.starts_with("depth  score"));
    let row = table.take(1 + rows).last().unwrap().replace(',', "");
    for number in [leaves(last, &["--with", "iterative"]), leaves(last, &[])] {
        assert!(row.split_whitespace().any(|word| word == number.to_string()), "{number} in {page}");
    }
    assert!(page.contains("at once"), "{page}");
    assert!(!says(&["explain", "startpos", "--depths", "1..2"]).contains("at once"));
}

#[test]
fn the_value_that_sargon_leaves_behind_a_mate_is_not_told_as_that_of_best_play() {
    let mate = ["explain", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "-d", "3", "--engine", "sargon", "--columns", "50"];
    let page = words(&says(&mate));
    assert!(page.contains("the best line ends in mate: this is the value of the position scored last"), "{page}");
    assert!(!page.contains("at the end of the best line"), "{page}");
    let other = ["explain", "startpos", "-d", "2", "--engine", "sargon", "--no-book", "--columns", "50"];
    assert!(words(&says(&other)).contains("for White at the end of the best line"));
}

#[test]
fn the_leaves_of_the_full_tree_do_not_depend_on_what_is_shown() {
    let fen = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let perft = says(&["perft", fen, "-d", "3"]);
    let all: String = perft.lines().last().unwrap().split(' ').next_back().unwrap().to_owned();
    let cost = |shown: &[&str]| {
        let page = says(&[&["explain", fen, "-d", "3", "--columns", "200"], shown].concat());
        page.lines().find(|line| line.contains("leaves evaluated")).unwrap_or_default()[21..].trim().to_owned()
    };
    let usual = cost(&[]);
    assert!(usual.replace(',', "").contains(&format!(" of {all} leaves evaluated (minimum ")), "{all}: {usual}");
    for shown in [&["--plies", "1"][..], &["--width", "2"], &["--focus", "Nxd3"], &["--full"], &["--roots", "all"]] {
        assert_eq!(cost(shown), usual, "{shown:?}");
    }
    // A stopped search knows nothing about the full tree.
    assert!(!cost(&["--nodes", "700"]).contains(" of "));
}

#[test]
fn cutting_only_above_beta_says_that_it_fails_soft_and_refuses_to_fail_hard() {
    let header = says(&["explain", "wikipedia", "--cut", "gt", "--format", "jsonl"]);
    let header: serde_json::Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    assert_eq!(header["fail"], "soft");
    assert!(words(&says(&["explain", "wikipedia", "--cut", "gt"])).contains("fail-soft"));
    let message = refused(&["wikipedia", "--cut", "gt", "--fail", "hard"]);
    for part in ["exit 2\n", "--cut ge --fail hard", "--cut ge,gt --fail hard,soft"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn the_leaves_that_verify_may_look_at_are_the_whole_budget() {
    for (with, budget) in [("iterative", 9000_u64), ("iterative", 20), ("tt", 100_000), ("iterative,tt", 1000)] {
        let page = words(&says(&["verify", "startpos", "-d", "4", "--with", with, "--leaves", &budget.to_string()]));
        // The number of leaves that minimax evaluated is in brackets after the sentence about what it covers.
        let looked = page.split_once(" (MAX).").unwrap().1.split_once('(').unwrap().1.split_once(" leaves").unwrap().0;
        let looked: u64 = looked.replace(',', "").parse().unwrap();
        assert!(looked <= budget && (0 < looked || budget < 100), "{looked} of {budget}: {page}");
    }
}

#[test]
fn a_distilled_lesson_has_scores_that_nobody_invented() {
    let folder = Folder::new();
    let position = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    output(&mut folder.plywood(&["distil", position, "-d", "2", "-o", "lesson.json"]));
    let page = words(&output(&mut folder.plywood(&["explain", "lesson.json", "--columns", "50"])));
    assert!(!page.contains("invented") && page.contains("and uses its scores"), "{page}");
}

#[test]
fn the_end_of_best_play_is_checked_also_where_a_trace_says_nothing_of_it() {
    let without = |subject: &str, with: &[&str]| {
        let text = says(&[&["explain", subject, "-d", "2", "--format", "jsonl"], with].concat());
        let (head, result) = text.trim_end().rsplit_once('\n').unwrap();
        let mut result: serde_json::Value = serde_json::from_str(result).unwrap();
        assert!(result.as_object_mut().unwrap().remove("leaf_score").is_some());
        let folder = Folder::with("trace.jsonl", format!("{head}\n{result}\n"));
        words(&output(&mut folder.plywood(&["explain", "trace.jsonl", "--columns", "50"])))
    };
    // Mate in one: the end of the best line is the end of the game.
    let italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3";
    let quiescence = &["--with", "quiescence"][..];
    for (subject, with) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &[][..]),
        ("startpos", &[]),
        ("startpos", quiescence),
        (italian, quiescence),
    ] {
        let page = without(subject, with);
        assert!(page.contains("Checked the position after ") && page.contains(" is worth "), "{page}");
        assert!(!page.contains("does not reach a leaf"), "{page}");
    }
    // Without a board, the page doesn't state what is always true.
    assert!(!without("((3 12 8) (2 4 6))", &[]).contains("Checked"));
}

#[test]
fn a_lesson_is_written_to_no_file_of_another_kind() {
    let folder = Folder::new();
    for command in [
        &["exercise", "new", "((3 12 8) (2 4 6))"][..],
        &["distil", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "-d", "1"],
        &["lessons", "show", "wide"],
        &["lessons", "new", "((3 12 8) (2 4 6))"],
    ] {
        let wrong = folder.plywood(&[command, &["-o", "quiz.xml"]].concat()).output().unwrap();
        let message = failed(wrong);
        assert!(message.starts_with("exit 2\n") && message.contains("cannot write .xml"), "{message}");
        output(&mut folder.plywood(&[command, &["-o", "quiz.json", "--force"]].concat()));
    }
    assert_eq!(folder.names(), ["quiz.json"]);
}

#[test]
fn a_drawn_ending_has_no_distance_and_a_lost_one_has() {
    let tables = support::path("tests/data/syzygy");
    let page = says(&["eval", "8/8/8/8/8/1k6/3Q4/K7 w - - 0 1", "--tables", tables.to_str().unwrap()]);
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split_whitespace().collect()).collect();
    let distances = |word: &str| -> Vec<&str> {
        rows.iter().filter(|row| row.len() == 3 && row[1] == word).map(|row| row[2]).collect()
    };
    assert_eq!(distances("drawn"), ["-", "-", "-"], "{page}");
    assert!(!distances("won").is_empty() && !distances("won").contains(&"-"), "{page}");
    assert!(words(&page).contains("a dash means a draw, or that the tablebase has no number"));
    let page = says(&["eval", "8/8/8/8/8/2k5/2p5/K7 w - - 0 1", "--tables", tables.to_str().unwrap()]);
    assert!(page.lines().any(|line| words(line) == "Ka2 lost -1"), "{page}");
    // There is no column for values that the tables never give.
    let page = says(&["eval", "8/8/8/8/8/1k6/3Q4/K7 w - - 0 1", "--tables", "retro"]);
    assert!(page.contains("\nmove  result  mate\n") && !page.contains("DTZ"), "{page}");
}

#[test]
fn the_code_shows_the_lines_of_each_technique() {
    for technique in Technique::ALL {
        // Some need another technique or another order.
        let with = match technique {
            Technique::Aspiration => "iterative,aspiration".to_owned(),
            Technique::Delta | Technique::See => format!("quiescence,{}", technique.name()),
            _ => technique.name().to_owned(),
        };
        let game = ["explain", "ttt", "-d", "1", "--with", "tt,symmetry", "--code"];
        let chess = ["explain", "startpos", "-d", "1", "--with", &with, "--order", "mvv-lva", "--code"];
        let page = says(if *technique == Technique::Symmetry { &game } else { &chess });
        let line = match technique {
            Technique::Iterative => "deepen(root, depth):",
            Technique::Aspiration => "aspire(root, depth, s):",
            Technique::TranspositionTable => "known = the node's table entry of this depth",
            Technique::Killers => "put the two killers of this ply first",
            Technique::History => "put quiet moves with a history first",
            Technique::Quiescence => "quiesce(node, alpha, beta):",
            Technique::Delta => "evaluate(node) + its gain + 2 <= alpha",
            Technique::See => "it loses material in the exchange",
            Technique::CheckExtension => "depth = depth + 1",
            Technique::NullMove => "s = -search(null move,",
            Technique::LateMoveReduction => "s = -search(it, depth - 1 - r,",
            Technique::Futility => "evaluate(node) + 1.5 <= alpha",
            Technique::MateDistance => "return MATE - ply - 1",
            Technique::Symmetry => "its entry of this depth, also turned or mirrored",
            _ => panic!("what are the lines of {technique:?}?"),
        };
        assert!(page.contains(line), "{line}: {page}");
        assert!(!page.contains("not shown here"), "{page}");
    }
    let page = words(&says(&["explain", "wikipedia", "-a", "mtdf", "--code"]));
    assert!(page.contains("mtdf(root, depth):"), "{page}");
}

/// A row for several moves counts them, and names each or says how many it does not name.
#[test]
fn a_group_names_as_many_moves_as_it_counts() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut shortened = 0;
    for subject in [KIWIPETE, "startpos"] {
        for depth in ["1", "2", "3"] {
            let page = says(&["explain", subject, "-d", depth]);
            let lines: Vec<&str> = page.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let is_group = |part: &(&str, &str)| part.0.ends_with(" moves");
                let Some((head, behind)) = line.split_once(':').filter(is_group) else { continue };
                let count: usize = head.split(' ').rev().nth(1).unwrap().parse().unwrap();
                // The names come after the colon, or on the lines below, before those with other branches and scores.
                let is_list = |line: &&&str| {
                    let text = line.trim_start_matches(['|', '`', ' ']);
                    !text.is_empty() && !text.starts_with(['-', '(']) && !text.contains(['(', ':'])
                };
                let below = lines[at + 1..].iter().skip_while(|line| line.contains("  (")).take_while(is_list);
                let text = if behind.trim().is_empty() || behind.trim_start().starts_with('(') {
                    below.map(|line| line.trim_start_matches(['|', ' '])).collect::<Vec<_>>().join(" ")
                } else {
                    behind.split("  (").next().unwrap().to_owned()
                };
                let (names, more) = match text.split_once(" and ") {
                    Some((names, more)) => (names, more.trim_end_matches(" more").parse().unwrap()),
                    None => (text.as_str(), 0),
                };
                assert_eq!(names.split_whitespace().count() + more, count, "{line}\n{text}\n{page}");
                shortened += usize::from(more != 0);
            }
        }
    }
    assert_ne!(shortened, 0);
}

/// Nouns that pages count, in the plural.
const MANY: [&str; 12] = [
    "nodes",
    "leaves",
    "plies",
    "moves",
    "positions",
    "cutoffs",
    "others",
    "events",
    "passes",
    "games",
    "records",
    "rows",
];

/// Returns the first place of a page with a plural noun after 1.
fn one_of_several(page: &str) -> Option<String> {
    let all: Vec<&str> = page.split_whitespace().collect();
    let bare = |word: &str| word.trim_end_matches([')', '.', ',', ';', ':']).to_owned();
    let is_one = |word: &str| word == "1" || word == "(1";
    let at = all.windows(2).position(|pair| is_one(pair[0]) && MANY.contains(&bare(pair[1]).as_str()))?;
    Some(all[at.saturating_sub(4)..(at + 3).min(all.len())].join(" "))
}

#[test]
fn nothing_is_counted_as_one_of_several() {
    let pages: [&[&str]; 8] = [
        // A page so narrow that the nodes have no column and come after the move.
        &["explain", "startpos", "-d", "2", "--columns", "40"],
        &["explain", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "-d", "1", "--log"],
        &["explain", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "-d", "3", "--with", "null-move", "--log"],
        // The whole board gives the same text and takes three hundred times as long.
        if support::is_long() { &["retro", "KBKB"] } else { &["retro", "KBKB", "--board", "4x4"] },
        &["retro", "KQK", "--board", "3x3"],
        &["compare", "((3))"],
        &["verify", "((3))"],
        &["exercise", "sheet", "((3 4) (1))", "--key"],
    ];
    for arguments in pages {
        assert_eq!(one_of_several(&says(arguments)), None, "{arguments:?}");
    }
    for entry in std::fs::read_dir(support::path("snapshots")).unwrap() {
        let file = entry.unwrap().path();
        let page = std::fs::read_to_string(&file).unwrap();
        // Files in program formats are excluded.
        let is_page = !["folded", "json"].iter().any(|name| file.to_string_lossy().contains(name));
        assert_eq!(one_of_several(&page).filter(|_| is_page), None, "{}", file.display());
    }
}

#[test]
fn the_log_calls_first_what_the_tree_calls_first() {
    let first = |page: &str, step: usize| -> Vec<usize> {
        let rows = page.lines().filter(|line| line.split(' ').any(|word| word.trim_end_matches(',') == "first"));
        let number = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).nth(step);
        rows.filter_map(number).collect()
    };
    for lesson in ["signs", "wikipedia", "tour", "all-lose"] {
        let page = says(&["explain", lesson, "--log", "--charset", "ascii"]);
        let (tree, log) = page.split_once("\nLog: ").unwrap();
        let (mut tree, log) = (first(tree, 0), first(log, 0));
        tree.sort_unstable();
        assert_eq!((tree, log.is_empty()), (log, false), "{lesson}: {page}");
        assert!(!["beta +inf", "alpha -inf", "first, no"].iter().any(|text| page.contains(text)), "{page}");
    }
    // There is a score that the search must not reach.
    let page = words(&says(&["explain", "((3 12) (14 5))", "--log"]));
    assert!(page.contains("14 first, > alpha 3 of A new best"), "{page}");
}

#[test]
fn no_search_in_the_best_order_scores_fewer_than_the_page_says() {
    let typed = ["((3 12 8) (2 4 6) (14 5 2))", "((5 (1 2)) 3 ((2 2) 7 (9 1)))", "((0 0) (0 0) (1 0))"];
    let lessons = lessons_without_chance().into_iter().step_by(support::every(3));
    for subject in lessons.chain(typed) {
        let page = words(&says(&["explain", subject, "-a", "alpha-beta", "--columns", "200"]));
        // With techniques, the page names the search that needs this number.
        let plain = page.split_once("(best order needs ").and_then(|(_, said)| said.split_once(')')?.0.parse().ok());
        let Some(said): Option<u64> = plain else {
            let is_named = page.contains(" with plain alpha-beta");
            assert!(is_named || page.contains(" nodes "), "{subject}: {page}");
            continue;
        };
        let best = outcome(&[subject, "-a", "alpha-beta", "--order", "best"])["statistics"]["leaves"].as_u64();
        // The first of several equally good moves may cost more nodes than another, and so may the reply that refutes
        // the most moves.
        assert!(best.is_some_and(|best| said <= best), "{subject}: {said}, {best:?}");
    }
}

/// Returns the rows of the tree on a page, from its headings on.
fn tree(page: &str) -> Vec<&str> {
    let rows = page.lines().skip_while(|line| !line.contains("  score ") || !line.contains("verdict")).skip(1);
    rows.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn a_limit_stands_apart_from_what_it_is_compared_with() {
    for (index, lesson) in searched_lessons().into_iter().enumerate() {
        // Both cases, or one of them in turn.
        for fail in ["hard", "soft"].into_iter().skip(index % support::every(2)).step_by(support::every(2)) {
            let page = says(&["explain", lesson, "-a", "alpha-beta", "--fail", fail, "--columns", "200"]);
            for row in tree(&page) {
                let all: Vec<&str> = row.split_whitespace().collect();
                let is_sign = |word: &str| ["<", ">", "<=", ">="].contains(&word);
                assert!(!all.windows(3).any(|three| is_sign(three[0]) && is_sign(three[2])), "{lesson}: {row}");
            }
        }
    }
}

#[test]
fn who_is_refuted_has_no_step_and_the_reply_is_a_cutoff() {
    let mut refuted = 0;
    for lesson in searched_lessons() {
        let page = says(&["explain", lesson, "-a", "alpha-beta", "--columns", "200"]);
        let rows = tree(&page);
        // Names of moves may not be unique on a board.
        if page.contains("  a b c d e f g h") {
            continue;
        }
        for row in rows.iter().filter(|row| row.contains("no better")) {
            let all: Vec<&str> = row.split_whitespace().collect();
            let Some((_, reply)) = row.split_once(" refuted by ") else {
                assert!(all.iter().any(|word| ["<", ">", "<=", ">="].contains(word)), "{lesson}: {row}");
                continue;
            };
            let reply = reply.split_whitespace().next().unwrap();
            let is_reply = |row: &&&str| row.split([' ', '-', '*', '`', '|', '.']).any(|word| word == reply);
            let named = rows.iter().filter(|row| row.contains("cutoff")).find(is_reply);
            assert!(named.is_some(), "{lesson}: {row}");
            refuted += 1;
        }
    }
    assert!(10 < refuted, "{refuted}");
}

#[test]
fn every_score_in_the_negamax_view_shows_its_minus() {
    for lesson in ["signs", "deep-cutoff", "wikipedia"] {
        let page = says(&["explain", lesson, "--view", "negamax", "--log"]);
        let (_, log) = page.split_once("\nLog: ").unwrap();
        let is_score = |line: &&str| line.contains("new best") || line.contains("no better") || line.contains("cutoff");
        let judged: Vec<&str> = log.lines().filter(is_score).filter(|line| !line.starts_with("          ")).collect();
        let bare: Vec<&&str> = judged.iter().filter(|line| !line.contains("-(")).collect();
        assert!(bare.is_empty() && 5 < judged.len(), "{lesson}: {bare:?}");
    }
}

#[test]
fn a_suite_with_a_missed_solution_fails_however_it_is_written() {
    let missed = "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"missed\";\n";
    let found = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"found\";\n";
    for (suite, code) in [(missed, 1), (found, 0)] {
        let folder = Folder::with("suite.epd", suite);
        for format in [&[][..], &["--format", "jsonl"]] {
            let explained = folder.plywood(&[&["explain", "suite.epd", "-d", "2"], format].concat()).output().unwrap();
            let page = String::from_utf8_lossy(&explained.stdout);
            assert_eq!(explained.status.code(), Some(code), "{format:?} {page}");
        }
    }
}

#[test]
fn options_that_mean_nothing_are_refused_and_exchanged_colours_are_told() {
    for option in [["--view", "negamax"], ["--charset", "unicode"]] {
        let message = failed(plywood(&[&["perft", "startpos", "-d", "1"], &option[..]].concat()).output().unwrap());
        assert!(message.starts_with("exit 2\nplywood: perft has no option `--"), "{message}");
    }
    let first = |ending: &str| says(&["retro", ending, "--board", "4x4"]).lines().next().unwrap().to_owned();
    assert_eq!(first("KKQ"), "KKQ is solved as KQK, with the colours swapped.");
    for same in ["KQK", "kqk", "KQvK"] {
        assert!(first(same).starts_with("Retrograde analysis of KQK"), "{same}");
    }
}

/// In a tree or lesson the reader sees every score, and a bound is one of these scores. Fail-hard output remains
/// fail-hard.
#[test]
fn a_limit_in_a_tree_is_the_score_that_was_seen() {
    const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
    let page = says(&["explain", TREE]);
    assert!(page.contains("B             (<= 2) refuted by B1") && !page.contains("fail-"), "{page}");
    assert_eq!(says(&["explain", TREE, "--fail", "soft"]), page);
    let hard = says(&["explain", TREE, "--fail", "hard"]);
    assert!(hard.contains("B             (<= 3) refuted by B1") && hard.contains("fail-hard"), "{hard}");
    let header = |arguments: &[&str]| {
        let lines = says(&[&["explain"], arguments, &["--format", "jsonl"]].concat());
        serde_json::from_str::<serde_json::Value>(lines.lines().next().unwrap()).unwrap()
    };
    for (subject, fail) in [("horizon", "soft"), ("fail-low", "hard")] {
        assert_eq!(header(&[subject])["fail"], fail, "{subject}");
    }
    assert!(header(&["startpos", "-d", "1"])["fail"].is_null());
    assert!(header(&[TREE, "--mistake", "root-window"])["fail"].is_null());
    assert!(header(&[TREE, "--algorithm", "pvs"])["fail"].is_null());
    // A search next to a search with a mistake, and the document's listing, keep their own bounds.
    let listing = says(&["explain", "(((4 2) (6 1)) ((3 0) (9 5) (7 8)))", "--style", "sargon"]);
    assert!(listing.contains("B B1 (8): -4.000 [-4.000,-MAX]"), "{listing}");
}

/// A child is searched again by its parent.
#[test]
fn the_log_cites_the_line_of_the_side_that_searches_again() {
    let page = says(&["explain", "((3 4) (5 6))", "--algorithm", "pvs", "--code", "--log"]);
    let line = |begin: &str| page.lines().find(|line| line.trim_start().starts_with(begin)).unwrap().to_owned();
    assert!(line("9 ").contains("again with (alpha, beta)"), "{page}");
    assert!(line("B is searched again").ends_with("[9]"), "{page}");
}

/// Rounded scores could change the best move, so a score that is too fine is refused wherever it is given.
#[test]
fn scores_are_not_rounded() {
    for arguments in [
        &["((3 5) (1 4))", "--set", "A1=0.3333"][..],
        &["startpos", "-d", "1", "--set", "e4=0.6404"],
        &["((3 5) (1 4))", "--leaves", "0..2.9996"],
        &["((0.3333 1) 0)"],
    ] {
        let message = refused(arguments);
        assert!(message.contains("has more than three decimals"), "{message}");
    }
    assert!(refused(&["((0.3333 1) 0)"]).ends_with("or multiply all leaves by the same number"));
    assert!(refused(&["((100001 1) 0)"]).ends_with("is out of range; scores must be between -100000 and 100000"));
    assert!(says(&["explain", "((3 5) (1 4))", "--set", "A1=0.333"]).contains("Best line"));
}
