//! The browser page: its contents, its size, and that its trace can be extracted.

use crate::support::{each_model, load_model, path, plywood, snapshot};
use base64::Engine as _;
use plywood::game::classic::GameList;
use plywood::hooks::Event;
use plywood::internal::explain::PageOptions;
use plywood::internal::formats::format;
use plywood::internal::page::Style;
use plywood::internal::subject::Subject;
use plywood::internal::web::data_in;
use plywood::model::{Lesson, Model};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Limits};
use plywood::trace::Trace;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::LazyLock;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

fn study(subject: Subject, depth: u32) -> Box<dyn AnyStudy> {
    let order = subject.order.unwrap_or_default();
    subject.study(&Settings::default().depth(depth).order(order), None, Limits::default()).unwrap()
}

fn written(study: &dyn AnyStudy, name: &str) -> String {
    let mut out = Vec::new();
    (format(name).unwrap().write)(study, &PageOptions::default(), &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn typed(text: &str) -> Lesson {
    Lesson::new(&Model::from_typed(text).unwrap()).unwrap()
}

pub(super) fn page(lesson: Lesson) -> String {
    let depth = lesson.depth;
    written(&*study(Subject::from(lesson), depth), "html")
}

/// The pages of all lessons in `models`, by file: several tests read them.
static PAGES: LazyLock<HashMap<PathBuf, String>> = LazyLock::new(|| {
    let mut pages = HashMap::new();
    each_model(&[], |file| drop(pages.insert(file.to_owned(), page(load_model(file)))));
    pages
});

pub(super) fn named(name: &str) -> Lesson {
    load_model(&path(&format!("models/{name}.json")))
}

/// Returns the states as the scripts read them: those of the search, and those of the tour.
pub(super) fn data(page: &str) -> Value {
    serde_json::from_str(&data_in(page, "states").unwrap()).unwrap()
}

pub(super) fn states(page: &str) -> Value {
    data(page)["search"].take()
}

/// Returns the text of a page between `start` and `end`.
pub(super) fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    page.split_once(start).unwrap().1.split_once(end).unwrap().0
}

#[test]
fn the_trace_comes_out_as_it_went_in() {
    for name in ["sargon-4", "wikipedia", "leaf-kinds"] {
        let lesson = named(name);
        let study = study(Subject::from(lesson.clone()), lesson.depth);
        let trace = Trace::read_json(&data_in(&written(&*study, "html"), "trace").unwrap()).unwrap();
        assert_eq!(trace, study.trace().unwrap());
    }
}

#[test]
fn every_step_has_its_sentence_and_its_state() {
    each_model(&[], |file| {
        let lesson = load_model(file);
        let study = study(Subject::from(lesson.clone()), lesson.depth);
        let page = &PAGES[file];
        let steps = study.trace().unwrap().records.len();
        let log = between(page, "<table id=\"log\">", "</table>");
        assert_eq!((log.matches("<tr").count() - 1, states(page)["steps"].as_array().unwrap().len()), (steps, steps));
    });
}

#[test]
fn the_last_step_is_the_finished_tree() {
    each_model(&[], |file| {
        let page = &PAGES[file];
        let data = states(page);
        let mut last = vec![["", "", ""]; data["parents"].as_array().unwrap().len()];
        for step in data["steps"].as_array().unwrap() {
            for (node, cell) in step["cells"].as_object().into_iter().flatten() {
                last[node.parse::<usize>().unwrap()] = [0, 1, 2].map(|part| cell[part].as_str().unwrap_or_default());
            }
        }
        let list = between(page, "<ul id=\"outline\">", "</details>");
        let said: Vec<String> = list.split("<li>").skip(1).map(|item| without_tags(item).replace("★ ", "")).collect();
        assert_eq!(said.len(), last.len());
        for (said, cells) in said.iter().zip(last) {
            let known: Vec<&str> = cells.into_iter().filter(|part| !part.is_empty()).collect();
            let is_skipped = said.contains("skipped by the cutoff at ") && known == ["not searched"];
            assert!(is_skipped || said.ends_with(&known.join(" ")), "{said}: {known:?}");
        }
    });
}

/// Returns the text of an item, without its nested items.
fn without_tags(item: &str) -> String {
    let item = item.split("<ul>").next().unwrap();
    let text = item.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect::<String>();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").trim().to_owned()
}

/// Returns the steps that a page shows unless every event is requested.
fn brief(data: &Value) -> Vec<&Value> {
    data["steps"].as_array().unwrap().iter().filter(|step| step["minor"] != true).collect()
}

#[test]
fn the_first_verdict_comes_within_five_steps() {
    each_model(&[], |file| {
        let data = states(&PAGES[file]);
        let is_verdict = |step: &&Value| ["best", "none", "cut"].iter().any(|kind| step["kind"] == *kind);
        let first = brief(&data).iter().position(is_verdict).unwrap() + 1;
        assert!(first <= 5, "{}: {first}", file.display());
    });
}

#[test]
fn the_key_for_cutoffs_finds_only_those_that_skip_something() {
    let skipping = |name: &str| {
        let data = states(&page(named(name)));
        data["steps"].as_array().unwrap().iter().filter(|step| step["skips"] == true).count()
    };
    assert_eq!(["sargon-2", "last-child", "skipped-subtree"].map(skipping), [2, 1, 1]);
}

#[test]
fn every_event_is_a_step_only_on_request() {
    let data = states(&page(named("sargon-2")));
    let all = data["steps"].as_array().unwrap();
    // One step begins the search and eleven create positions; the others enter a node, compare a score, or leave a
    // node.
    assert_eq!((all.len(), brief(&data).len()), (34, 34 - 1 - 11));
    assert_eq!(all.last().unwrap()["minor"], Value::Null);
}

#[test]
fn a_page_begins_with_what_came_out_and_what_it_cost() {
    let claim = |name: &str| between(&page(named(name)), "<p class=\"claim gives-away\">", "</p>").to_owned();
    for (text, said) in [
        (
            "((3 12 8) (2 4 6) (14 5 2))",
            "MAX takes A: 3. Seven of nine leaves were evaluated; one cutoff skipped two leaves.",
        ),
        ("((1.25 2 3) (2 4 6))", "MAX takes B: 2. All six leaves were evaluated; no cutoff."),
        ("chance(0.5:3 0.5:4)", "Value: 3.5 on average. Both leaves were evaluated; no cutoff."),
        ("chance(0.25:(3 13) 0.75:(2 4))", "Value: 6.25 on average. All four leaves were evaluated; no cutoff."),
    ] {
        let page = page(typed(text));
        assert_eq!(between(&page, "<h1><span class=\"claim gives-away\">", "</span> <code>"), said);
        assert_eq!(page.contains("Best line."), page.contains("class=\"pv\""), "{text}");
    }
    assert_eq!(
        claim("sargon-2"),
        "White plays 1.Qg8+: 12.00, given for mate. Five of eight leaves were evaluated; two cutoffs skipped three leaves in all."
    );
    assert!(claim("sargon-1").ends_with("All eight leaves were evaluated; no cutoff."));
    each_model(&[], |file| {
        let page = &PAGES[file];
        let text = without_elements(between(page, "<main>", "</main>"));
        let claim = without_elements(between(page, "<p class=\"claim gives-away\">", "</p>"));
        assert!(text.find(&claim).is_some_and(|at| at + claim.len() <= 600), "{}", file.display());
    });
}

/// Returns the text of a part of a page.
fn without_elements(part: &str) -> String {
    part.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

#[test]
fn small_trees_stand_upright_with_values_in_their_nodes() {
    let page = page(named("wikipedia"));
    let svg = between(&page, "<svg id=\"tree\" class=\"upright\"", "</svg>");
    let nodes: Vec<&str> = svg.split("<g class=\"node ").skip(1).collect();
    assert_eq!(nodes.len(), 33);
    let known = nodes.iter().filter(|node| node.contains("class=\"known\"")).count();
    let scored =
        nodes.iter().filter(|node| node.contains("class=\"score\" y=\"5\">") && !node.contains("y=\"5\"></text>"));
    assert_eq!((known, scored.count()), (5, 33 - 8));
    assert!(data(&page)["rows"].as_str().unwrap().contains("class=\"rows\""));
    let wide = format!("({})", "(1 2) ".repeat(13));
    assert!(self::page(typed(&wide)).contains("<svg id=\"tree\" class=\"rows\""));
}

#[test]
fn boards_are_drawn_with_the_last_move_and_the_best_one() {
    let page = page(named("sargon-2"));
    let data = states(&page);
    let boards: Vec<&str> = data["boards"].as_array().unwrap().iter().map(|board| board.as_str().unwrap()).collect();
    let numbers = data["steps"].as_array().unwrap().iter().filter_map(|step| step["board"].as_u64());
    let shown: Vec<&str> = numbers.map(|number| boards[usize::try_from(number).unwrap()]).collect();
    // Coordinates are the only letters; pieces are shapes.
    for board in &boards {
        let texts: Vec<&str> = board.split("</text>").filter_map(|part| part.split("<text").nth(1)).collect();
        assert_eq!(texts.len(), 16, "{board}");
        assert!(texts.iter().all(|text| text.ends_with(|last: char| "abcdefgh12345678".contains(last))), "{board}");
        assert!(board.contains("The board: black rook b8, ") && board.contains("<path class=\"white\""), "{board}");
    }
    let has = |board: &str, class: &str| board.matches(&format!("class=\"{class}\"")).count();
    let [first, last] = [shown[0], shown[shown.len() - 1]];
    assert_eq!((has(first, "moved"), has(first, "arrow"), has(last, "moved"), has(last, "arrow")), (0, 0, 0, 1));
    assert!(last.contains("white queen a2") && last.contains("; best a2-g8\""), "{last}");
    // 1...Rxg8 is answered by 2.Nf7#, and the rook came from c8.
    let answered = shown.iter().find(|board| board.contains("; played c8-g8; best h6-f7\"")).unwrap();
    assert_eq!((has(answered, "moved"), has(answered, "arrow")), (2, 1));
    // Without scripts, the page shows the board at the root and the best move there.
    assert!(page.contains(&format!("<div class=\"board\">{last}</div>")));
}

#[test]
fn the_key_names_every_sign_that_a_drawing_has() {
    each_model(&[], |file| {
        let page = &PAGES[file];
        let tree = between(page, "<svg id=\"tree\"", "</svg>");
        let key = without_elements(between(page, "<ul class=\"key\">", "</ul>"));
        for (sign, words) in [
            ("<g class=\"node cut", "caused a cutoff"),
            (" barred\"", "not searched"),
            ("class=\"pv\"", "est line"),
            ("class=\"max\"", "highest"),
            ("class=\"min\"", "lowest"),
        ] {
            assert!(!tree.contains(sign) || key.contains(words), "{}: {sign}: {key}", file.display());
        }
        // It names no sign that the drawing does not have.
        let is_upright = tree.contains("upright\"");
        for (sign, words) in [("class=\"max\"", "highest"), ("class=\"min\"", "lowest"), ("upright\"", "Orange frame")]
        {
            assert!(
                !key.contains(words) || tree.contains(sign) || !is_upright && words != "Orange frame",
                "{}: {words}: {key}",
                file.display()
            );
        }
        let chip = tree.split(">cut ").nth(1).map(|rest| format!("cut {}", rest.split('<').next().unwrap()));
        assert!(
            chip.as_ref().is_none_or(|chip| key.contains(&format!("{chip}:")) || key.contains(&format!("{chip}cut "))),
            "{}: {chip:?}: {key}",
            file.display()
        );
        let has_bound = tree.contains("upright\"") && [">≤", ">≥"].iter().any(|sign| tree.contains(sign));
        assert_eq!(has_bound, key.contains("at most, at least"), "{}: {key}", file.display());
        assert_eq!(tree.contains(">cut "), key.contains("ends the search of this node"), "{}: {key}", file.display());
        assert!(tree.contains("<g class=\"node cut") == key.contains("caused a cutoff"), "{}: {key}", file.display());
    });
}

/// The overview of a position: the boards of the best line, every move on one line, and the replies.
#[test]
fn a_position_begins_with_an_overview_that_adds_up() {
    let games = GameList::default();
    for (words, depth, moves, board) in [
        (FEN, 3, 27, "large"),
        ("connect4", 4, 7, "large"),
        ("ttt:XOX/.O./..X", 4, 4, "small"),
        ("nim:3,4", 3, 7, "middle"),
        ("nim:12,1", 3, 13, "large"),
    ] {
        let study = study(Subject::of_words(words, &games).unwrap().unwrap(), depth);
        let page = written(&*study, "html");
        let overview = between(&page, "<section class=\"overview", "</section>");
        let film = between(overview, "<ol class=\"film\">", "</ol>");
        let boards = film.matches(&format!("<svg class=\"squares {board}-board\"")).count();
        assert_eq!(boards, film.matches("<li>").count(), "{words}");
        assert!(1 < boards && boards <= 10, "{words}: {boards}");
        let captions: Vec<&str> = film.split("<p>").skip(1).collect();
        assert!(
            captions[1].starts_with("1.") && captions.get(2).is_none_or(|caption| caption.starts_with("1...")),
            "{captions:?}"
        );
        // The best move is on the first board, whatever the game.
        let first = film.split("</svg>").next().unwrap();
        assert!(first.contains("class=\"arrow\""), "{words}: {first}");
        // A line with a single dot would show nothing.
        let heading = match overview.contains("<svg class=\"moves\"") {
            true => format!("<h2>All {moves} moves on one line</h2>"),
            false => format!("<h2>The other moves</h2>\n<p class=\"about\">{} other moves: at ", moves - 1),
        };
        assert!(overview.contains(&heading), "{words}: {heading}");
        let start = page.find("<p class=\"start").unwrap();
        assert!(start < page.find("<section class=\"overview").unwrap(), "{words}: the buttons are below the overview");
        // The replies to all but the best move.
        let cards: usize = overview.split("<article>").skip(1).map(|card| card.matches("<li>").count()).sum();
        assert_eq!(cards, moves - 1, "{words}");
        // Boards have one scale, also if they get smaller.
        let sizes: HashSet<&str> = film.split("viewBox=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(sizes.len(), 1, "{words}: {sizes:?}");
        // Each reply is a move after the move next to it.
        let trace = study.trace().unwrap();
        let is_move = |name: &str, reply: &str| {
            let [name, reply] = [name, reply].map(|text| text.rsplit('.').next().unwrap());
            trace.records.iter().any(|record| match &record.event {
                Event::Enter { moves, .. } => record.line == [name] && moves.iter().any(|mv| mv == reply),
                _ => false,
            })
        };
        let pairs: Vec<_> = overview.split("<li><span>").skip(1).map(|item| between(item, "", "</b>")).collect();
        assert!(!pairs.is_empty(), "{words}");
        for (name, reply) in pairs.iter().map(|pair| pair.split_once("</span> <b>").unwrap()) {
            assert!(is_move(name, reply), "{words}: {name} {reply}");
        }
    }
    // A lesson shows its tree at once.
    assert!(!PAGES.values().any(|page| page.contains("<section class=\"overview")));
}

#[test]
fn a_small_typed_tree_stands_upright_where_people_read_it() {
    let shown = |lesson: Lesson, in_terminal: bool, width: usize| {
        let (depth, mut out) = (lesson.depth, Vec::new());
        let parts = PageOptions::default().in_terminal(in_terminal);
        let style = Style::default().width(width);
        (format("text").unwrap().write)(&*study(Subject::from(lesson), depth), &parts, &style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let page = shown(typed(tree), true, 80);
    assert!(page.contains("cut if <= 3") && page.contains("`- 2 <= 3 of A"), "{page}");
    // C's last move skips nothing, so that is not a cutoff.
    assert!(page.contains("At B:") && !page.contains("At C:"), "{page}");
    assert!(shown(typed(tree), false, 80).contains("compared with"), "programs get rows");
    let narrow = shown(typed(tree), true, 20);
    assert!(!narrow.contains("At B:") && narrow.contains("new best"), "a narrow terminal has rows: {narrow}");
    let wide = format!("({})", "(1 2 3 4 5) ".repeat(5));
    assert!(shown(typed(&wide), true, 400).contains("compared with"), "a large tree has rows");
}

#[test]
fn pages_stay_within_their_budgets() {
    let mut sizes = Vec::new();
    each_model(&[], |file| {
        let page = &PAGES[file];
        let most = if page.contains("class=\"tour\"") { 88 } else { 80 };
        assert!(page.len() <= most * 1024, "{}: {}", file.display(), page.len());
        let style = between(page, "<style>", "</style>").len();
        let script = page.rsplit_once("<script>").unwrap().1.len();
        let most = if page.contains("class=\"tour\"") { 46 } else { 45 };
        assert!(style + script <= most * 1024, "{}: {style} {script}", file.display());
        sizes.push(page.len());
    });
    assert!(20 < sizes.len());
}

/// On a phone, everything in `how` is hidden at each step, so the point of view of the scores must be shown elsewhere.
#[test]
fn whose_scores_these_are_stays_in_sight() {
    let seen = |page: &str| {
        let about = between(page, "<p class=\"about\">", "</p>");
        about
            .split("<span")
            .map(|part| part.split_once("</span>").map_or(part, |(_, text)| text).trim())
            .collect::<String>()
    };
    let typed = typed("((3 12 8) (2 4 6) (14 5 2))");
    assert_eq!(seen(&page(typed)), "All scores are MAX's; MAX moves first.");
    assert_eq!(seen(&page(named("sargon-2"))), "Scores are in pawns for White (MAX).");
    let game = study(Subject::of_words("ttt:XOX/.O./..X", &GameList::default()).unwrap().unwrap(), 4);
    let said = "Scores are for X (MAX): #2 is a win in two moves (better than #3), #-2 a loss.";
    assert_eq!(seen(&written(&*game, "html")), said);
}

/// The first screen of 360 pixels for a position with long texts shows the scores, and names the settings in words, not
/// as on the command line.
#[test]
fn a_position_has_a_name_and_scores_in_sight() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let page = written(&*study(Subject::of_epd(kiwipete).unwrap(), 3), "html");
    assert!(page.contains("<small><bdi>A position, White to move</bdi></small></h1>") && page.contains(kiwipete));
    assert!(page.contains("the score there changes from 4.173 to -6.751.</p>") && !page.contains("--with"));
    let score: u32 = between(&page, "<g class=\"heads\"><text x=\"", "\"").parse().unwrap();
    assert!(score <= 320, "{score}");
    assert!(
        page.contains(
            "The moves that decided the search come first; the search may have tried other moves before them."
        )
    );
}

#[test]
fn moves_that_stand_in_another_order_than_that_of_the_search_are_told() {
    let told = "the search tried them in a different order";
    let search = |order| {
        let lesson = named("order-worst");
        let settings = Settings::default().depth(lesson.depth).order(order);
        written(&*Subject::from(lesson).study(&settings, None, Limits::default()).unwrap(), "html")
    };
    assert!(search(Order::Best).contains(told) && !search(Order::None).contains(told));
}

#[test]
fn a_position_is_folded_and_its_trace_left_out() {
    let position = plywood::internal::input::parse_epd_line(FEN).unwrap().position;
    let page = written(&*study(Subject::of_game(String::new(), vec![position]), 4), "html");
    assert!(page.len() <= 400 * 1024, "{}", page.len());
    assert_eq!(data_in(&page, "trace"), None);
    assert!(page.contains("steps, those at the nodes drawn"));
    let data = states(&page);
    let rows = data["parents"].as_array().unwrap().len();
    assert!((8..40).contains(&rows), "{rows}");
    assert!(100 < data["steps"].as_array().unwrap().len());
}

/// All moves with the same refutation share one row, as in `explain`; a step of any of these moves is shown at this
/// row.
#[test]
fn moves_of_a_position_are_grouped_by_the_answer_that_holds_them() {
    let position = plywood::internal::input::parse_epd_line(START).unwrap().position;
    let page = written(&*study(Subject::of_game(String::new(), vec![position]), 3), "html");
    let tree = between(&page, "<svg id=\"tree\"", "</svg>");
    assert_eq!(tree.matches("<g class=\"node ").count(), 8);
    let list = without_elements(between(&page, "<ul id=\"outline\">", "</details>"));
    let names = "19 moves: Nf3 e4 d4 e3 d3 Na3 Nh3 b4 g4 a4 h4 a3 h3 b3 g3 c4 f4 c3 f3 (≤ 0.64) no better";
    assert!(list.contains(names) && list.contains("1...Nc6 holds each of them to 0.64 or less"), "{list}");
    let steps = brief(&states(&page)).into_iter().cloned().collect::<Vec<_>>();
    let log = between(&page, "<table id=\"log\">", "</table>");
    let of_group = steps.iter().filter(|step| step["at"] == 6).count();
    assert!(log.contains("1.f3 Nc6") && 19 < of_group, "{of_group}");
}

/// A row for several moves never states for all of them what is known about only one of them.
#[test]
fn a_row_of_several_moves_names_the_one_at_hand() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let page = written(&*study(Subject::of_epd(kiwipete).unwrap(), 3), "html");
    let data = states(&page);
    let steps = data["steps"].as_array().unwrap();
    let rows: Vec<&str> =
        page.split("<text class=\"name\"").skip(1).map(|row| between(row, "\">", "</text>")).collect();
    let is_of_several = |node: &str| rows[node.parse::<usize>().unwrap()].contains(" moves");
    let said = |step: &Value| -> Vec<String> {
        let cells = step["cells"].as_object().into_iter().flatten();
        let verdicts = cells.filter(|(node, _)| is_of_several(node)).filter_map(|(_, cell)| cell[2].as_str());
        verdicts.filter(|verdict| !verdict.is_empty()).map(str::to_owned).collect()
    };
    let (last, before) = steps.split_last().unwrap();
    let of_one: Vec<String> = before.iter().flat_map(said).collect();
    assert!(of_one.contains(&"Qxh3: no better".to_owned()), "{of_one:?}");
    assert!(of_one.iter().all(|verdict| verdict.contains(": ")), "{of_one:?}");
    let of_all = said(last);
    assert!(!of_all.is_empty() && of_all.iter().all(|verdict| verdict == "no better"), "{of_all:?}");
}

#[test]
fn who_reads_a_score_reads_of_the_capture_beyond_the_horizon() {
    let position = plywood::internal::input::parse_epd_line("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1").unwrap().position;
    let page = written(&*study(Subject::of_game(String::new(), vec![position]), 1), "html");
    let said = "<p class=\"caveat gives-away\"><b>Horizon.</b> The best line ends with the capture 1.Rxd6. If you also search the captures that follow,";
    assert!(page.contains(said), "{page}");
    // The number of leaves of the whole tree is unknown.
    assert!(page.contains("White plays 1.Rxd6: 4.168. 16 leaves were evaluated; no cutoff.</span>"));
    assert!(!self::page(named("sargon-2")).contains("caveat gives-away"));
}

/// A mate is not shown as a bound, because any score is "mate or less".
#[test]
fn what_is_no_better_than_mate_is_not_held_to_it() {
    let position = plywood::internal::input::parse_epd_line("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap().position;
    let page = written(&*study(Subject::of_game(String::new(), vec![position]), 3), "html");
    let list = without_elements(between(&page, "<ul id=\"outline\">", "</details>"));
    assert!(list.contains("1...h6 keeps each of them from beating #1"), "{list}");
    assert!(!list.contains("or less"), "{list}");
}

#[test]
fn nothing_is_asked_of_the_network_and_no_name_is_markup() {
    let long = "x".repeat(300);
    let names = ["<script>alert(1)</script>", "</script><b>", "a&b\"c'd", "\u{202e}abc", "\u{5d0}\u{5d1}", &long];
    let leaf = |name: &str, score: i32| serde_json::json!({ "move": name, "score": score });
    let moves: Vec<Value> = names
        .iter()
        .map(|name| serde_json::json!({ "move": name, "moves": [leaf(&format!("{name}1"), 1), leaf("y", 2)] }))
        .collect();
    let model = serde_json::json!({
        "title": "<script>alert('title')</script> & \"quotes\"", "note": "<img src=x onerror=alert(1)>",
        "ask": "<b>?</b>", "answer": "</details><script>alert(2)</script>", "tour": true, "moves": moves
    });
    let page = page(Lesson::new(&Model::from_json(&model.to_string()).unwrap()).unwrap());
    let inside = |start: &str| page.matches(start).count();
    // The policy, the trace, the states and the scripts; no text of the lesson became an element.
    assert_eq!((inside("<script"), inside("</script"), inside("<img"), inside("<b>?")), (3, 3, 0, 0));
    assert!(page.contains("default-src 'none'"));
    for asks in ["src=", "http:", "https:", "@import", "url(", "fetch(", "<link"] {
        let own = page.replace("src=x", "").replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(asks), "{asks}");
    }
    assert!(Trace::read_json(&data_in(&page, "trace").unwrap()).unwrap().header.title.starts_with("<script>"));
}

/// The style and the scripts of a page are active because the policy of the page names their hashes; anything inserted
/// by others is not.
#[test]
fn the_policy_names_the_style_and_the_script() {
    for name in ["sargon-4", "tour", "wikipedia"] {
        let page = page(named(name));
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        assert!(!policy.contains("unsafe"), "{policy}");
        let hash =
            |text: &str| base64::engine::general_purpose::STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes()));
        let style = hash(between(&page, "<style>", "</style>"));
        let script = hash(between(&page, "<script>", "</script>"));
        let said = format!("style-src 'sha256-{style}'; script-src 'sha256-{script}';");
        assert!(policy.contains(&said), "{policy}");
    }
}

#[test]
fn the_book_has_every_lesson_within_its_budget() {
    let path = std::env::temp_dir().join(format!("plywood-book-{}.html", std::process::id()));
    let status = plywood(&["lessons", "-o", path.to_str().unwrap()]).output().unwrap().status;
    let book = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(status.success());
    let count = plywood::model::builtin_names().len();
    assert!(book.len() <= (62 + 8 * count) * 1024, "{}", book.len());
    for (part, times) in [
        ("<section class=\"chapter\"", count),
        ("<svg id=\"tree-", count),
        ("<svg class=\"thumbnail\"", count),
        // The signs are drawn once, and each tree refers to them.
        ("<ul class=\"key\">", 1),
        ("<a href=\"#key\">", count),
        ("<li><a href=\"#", count),
        ("<script", 2),
        ("class=\"open\"", count),
    ] {
        assert_eq!(book.matches(part).count(), times, "{part}");
    }
    let mut ids: Vec<&str> = book.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn a_page_is_read_as_its_trace() {
    let path = std::env::temp_dir().join(format!("plywood-page-{}.html", std::process::id()));
    let name = path.to_str().unwrap();
    assert!(plywood(&["explain", "sargon-2", "-o", name]).output().unwrap().status.success());
    let [page, search] = [name, "sargon-2"].map(|word| plywood(&["explain", word]).output().unwrap());
    assert_eq!(String::from_utf8_lossy(&page.stdout), String::from_utf8_lossy(&search.stdout));
    assert!(plywood(&["verify", name]).output().unwrap().status.success());
    let step = plywood(&["explain", name, "--at-event", "5"]).output().unwrap();
    assert!(step.status.success());
    assert!(plywood(&["lessons", "-o", name]).output().unwrap().status.success());
    let book = plywood(&["verify", name]).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    let said = String::from_utf8(book.stderr).unwrap();
    assert_eq!(book.status.code(), Some(1));
    assert!(said.contains("this page contains no trace; write one with -o trace.jsonl"), "{said}");
}

#[test]
fn the_best_move_is_marked_although_the_last_pass_proves_less() {
    let settings = Settings::default().algorithm(Algorithm::MtdF).depth(3);
    let study = Subject::from(named("sargon-1")).study(&settings, None, Limits::default()).unwrap();
    let page = written(&*study, "html");
    assert_eq!(
        between(&page, "<p class=\"claim gives-away\">", "</p>"),
        "White plays 1.Ng6+: 9.000. Leaves were evaluated 15 times in four passes (the tree has eight); cutoffs skipped ten moves in all."
    );
    let states = states(&page);
    assert_eq!(states["steps"].as_array().unwrap().last().unwrap()["pv"], serde_json::json!([8]));
}

#[test]
fn two_searches_stand_side_by_side() {
    let path = std::env::temp_dir().join(format!("plywood-pair-{}.html", std::process::id()));
    let name = path.to_str().unwrap();
    let compare = |arguments: &[&str]| {
        let output = plywood(&[&["compare"], arguments, &["-o", name]].concat()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = compare(&["sargon-1", "--order", "static"]);
    assert!(code == Some(2) && said.contains("give two values to --order or --algorithm"), "{said}");
    let (code, said) = compare(&["startpos", "--order", "static,none", "--depth", "3"]);
    assert!(code == Some(1) && said.contains("only of a small tree, such as a lesson"), "{said}");
    assert!(!path.exists());
    assert_eq!(compare(&["sargon-1", "--order", "static,best"]), (Some(0), String::new()));
    let page = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let second = between(&page, "<h2>Best order</h2>", "</section>");
    assert!(
        second.contains("class=\"rank\"")
            && !page.split("<h2>Best order</h2>").next().unwrap().contains("class=\"rank\"")
    );
    for text in ["<h2>Moves as listed</h2>", "8 of 8 leaves evaluated", "5 of 8 leaves evaluated"] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(
        between(&page, "<p class=\"claim gives-away\">", "</p>"),
        "Both find 1.Ng6+: 9. Moves as listed: 8 of 8 leaves; best order: 5 of 8 leaves."
    );
}

#[test]
fn the_tour_shows_what_minimax_makes_of_each_leaf() {
    let tour = data(&page(named("tour")))["tour"].take();
    let parents: Vec<Option<usize>> = serde_json::from_value(tour["parents"].clone()).unwrap();
    let mut scores = vec![String::new(); parents.len()];
    let mut stop = 0;
    let mut changed = 0;
    for step in tour["steps"].as_array().unwrap() {
        stop = step["stop"].as_u64().unwrap_or(stop);
        for (node, cell) in step["cells"].as_object().into_iter().flatten() {
            scores[node.parse::<usize>().unwrap()] = cell[0].as_str().unwrap_or_default().to_owned();
        }
        // At the third stop leaves are changed.
        if stop == 2 {
            let worth = |node: usize| scores[node].parse::<f64>().unwrap();
            assert_eq!(minimax(&parents, 0, true, &worth), worth(0), "{scores:?}");
            changed += 1;
        }
    }
    assert!(2 * 11 < changed, "{changed}");
    assert_eq!(stop, 9);
}

fn minimax(parents: &[Option<usize>], node: usize, is_max: bool, leaf: &dyn Fn(usize) -> f64) -> f64 {
    let below = (0..parents.len()).filter(|&child| parents[child] == Some(node));
    let values = below.map(|child| minimax(parents, child, !is_max, leaf));
    let best = values.reduce(if is_max { f64::max } else { f64::min });
    best.unwrap_or_else(|| leaf(node))
}

#[test]
fn a_tour_has_the_stops_that_its_tree_can_show() {
    let tour = |tree: &str, extra: Value| {
        let mut model: Value = serde_json::from_str(&Model::from_typed(tree).unwrap().to_json()).unwrap();
        model["tour"] = true.into();
        model.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        Lesson::new(&Model::from_json(&model.to_string()).unwrap())
    };
    let stops = |tree: &str| page(tour(tree, serde_json::json!({})).unwrap()).matches("<li><a href=\"#tour=").count();
    // Stops about the leaves, backing up, a changed leaf, the cases, and the order. A tree with a cutoff has three more
    // stops: the name of the cutoff, the way to it, and the cutoff itself.
    assert_eq!([stops("((1 2) (4 5))"), stops("((3 12) (2 4))")], [5, 8]);
    let refused = |tree: &str, extra: Value| tour(tree, extra).unwrap_err().to_string();
    let wide = format!("({})", "(1 2) ".repeat(30));
    assert_eq!(refused(&wide, serde_json::json!({})), "`tour` cannot be true here: a tour shows at most 60 moves");
    let flat = refused("(1 2)", serde_json::json!({}));
    assert_eq!(flat, "`tour` cannot be true here: a tour needs at least two plies");
    let open = refused("((1 2) (3 4))", serde_json::json!({ "depth": 1 }));
    assert!(open.contains("all listed down to the depth"), "{open}");
}

#[test]
fn what_stands_in_a_page() {
    for name in ["highest-leaf", "sargon-4"] {
        let page = page(named(name));
        snapshot(&format!("html@{name}"), between(&page, "<main>\n", "</main>"));
    }
}

#[test]
fn what_the_tour_says() {
    let page = page(named("tour"));
    let tour = data(&page)["tour"].take();
    let mut text = between(&page, "<section class=\"tour\"", "</section>").to_owned() + "\n";
    let sentences = tour["sentences"].as_array().unwrap();
    for (number, (step, sentence)) in tour["steps"].as_array().unwrap().iter().zip(sentences).enumerate() {
        for asked in step["ask"].as_array().into_iter().flatten() {
            let right = &asked[3][asked[1].as_u64().unwrap() as usize];
            text += &format!("    {} {} -> {}: {}\n", asked[0], asked[3], right, asked[2]);
        }
        text += &format!("{:2} {}\n", number + 1, sentence.as_str().unwrap());
    }
    snapshot("tour", &text);
}
