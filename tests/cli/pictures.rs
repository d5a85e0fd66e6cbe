//! Pictures and graphs: what each format draws for a few searches, and properties of every picture.

use crate::support::{in_turn, plywood, searched_lessons, snapshot};
use crate::{Folder, output, refused};
use roxmltree::{Document, Node};
use serde_json::Value;

const POSITION: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
const TYPED: &str = "((3 12 8) (2 4 6) (14 5 2))";
const FORMATS: [&str; 5] = ["svg", "tikz", "dot", "mermaid", "markdown"];

fn explained(arguments: &[&str]) -> String {
    output(&mut plywood(&[&["explain"], arguments].concat()))
}

#[test]
fn every_format_of_a_few_searches() {
    let subjects: [(&str, &[&str]); 4] = [
        ("sargon-1", &["sargon-1"]),
        ("sargon-4", &["sargon-4"]),
        ("typed", &[TYPED]),
        ("position", &[POSITION, "--depth", "3"]),
    ];
    for (name, subject) in subjects {
        for format in FORMATS {
            snapshot(&format!("{format}@{name}"), &explained(&[subject, &["--format", format]].concat()));
        }
    }
}

#[test]
fn upright_trees_and_steps() {
    snapshot("svg-rows@sargon-4", &explained(&["sargon-4", "--style", "annotated", "--format", "svg"]));
    snapshot("tikz-rows@typed", &explained(&[TYPED, "--style", "annotated", "--format", "tikz"]));
    snapshot("svg-bare@typed", &explained(&[TYPED, "--bare", "--names", "none", "--format", "svg"]));
    snapshot("svg-strip@typed", &explained(&[TYPED, "--strip", "--format", "svg"]));
    snapshot("svg-step-17@sargon-4", &explained(&["sargon-4", "--at-event", "17", "--format", "svg"]));
    for format in ["dot", "mermaid", "markdown"] {
        snapshot(
            &format!("{format}-step-17@sargon-4"),
            &explained(&["sargon-4", "--at-event", "17", "--format", format]),
        );
    }
    snapshot("svg-negamax@sargon-4", &explained(&["sargon-4", "--view", "negamax", "--format", "svg"]));
}

const CHANCE: &str =
    "max(chance(0.05: 1 0.1: 2 0.2: 3 0.15: 4 0.05: 5 0.05: 6 0.1: 7 0.1: 8 0.1: 9 0.1: 10) chance(0.125: 3 0.875: 4))";

#[test]
fn probabilities_of_many_moves_do_not_overlap() {
    check(&explained(&[CHANCE, "--format", "svg"]), "chance");
}

#[test]
fn an_upright_picture_writes_each_score_in_one_form() {
    let picture = explained(&["max(chance(0.5: 1 0.5: 3) chance(1.25 1.75))", "--format", "svg"]);
    assert!(picture.contains(" 2 on average") && !picture.contains(">2.00"), "{picture}");
    let page = explained(&["max(chance(0.5: 1 0.5: 3) chance(1.25 1.75))", "--format", "html"]);
    assert!(page.contains(" 2 on average</dd>"), "{page}");
}

/// After a word with right-to-left letters, a mark starts again from left to right.
#[test]
fn words_and_numbers_stay_in_order_around_words_from_right_to_left() {
    let tree = "(\u{5d0}\u{5d1}: (1 2) \u{628}\u{62a}: (3 0))";
    for (format, best) in
        [("svg", "\u{5d0}\u{5d1}&#8206; \u{5d0}\u{5d1}1"), ("html", "MAX takes \u{5d0}\u{5d1}:&#8206; 1")]
    {
        let page = explained(&[tree, "--format", format]);
        assert!(page.contains(best), "{format}: {page}");
    }
}

#[test]
fn latex_prints_cyrillic_and_greek_names() {
    let tree = "(Париж: (1 2) Ρώμη: (3 0))";
    for (format, options) in [("tikz", &[][..]), ("tikz", &["--bare"])] {
        let picture = explained(&[&[tree, "--format", format], options].concat());
        assert!(picture.contains("\\incyrillic{Париж}{Parizh}") && picture.contains("\\providecommand{\\incyrillic}"));
        assert_eq!(picture.contains("\\usepackage[T2A,T1]{fontenc}"), options.is_empty());
        assert!(picture.contains("P$\\acute{\\omega}$$\\mu$$\\eta$") && !picture.contains("U+"), "{picture}");
    }
    let sheet = output(&mut plywood(&["exercise", "sheet", tree, "--format", "tex"]));
    assert!(sheet.contains("\\usepackage[T2A,T1]{fontenc}") && !sheet.contains("U+"), "{sheet}");
    assert!(!explained(&[TYPED, "--format", "tikz"]).contains("cyrillic"));
}

#[test]
fn a_bare_tex_picture_is_for_input_and_any_other_is_a_document_of_its_own() {
    let parts: [&[&str]; 3] = [&[], &["--style", "annotated"], &["--step", "3"]];
    for part in parts {
        let whole = explained(&[&[TYPED, "--format", "tikz"], part].concat());
        let bare = explained(&[&[TYPED, "--format", "tikz", "--bare"], part].concat());
        for (text, is_document) in [(&whole, true), (&bare, false)] {
            for word in ["\\documentclass[tikz]{standalone}", "\\begin{document}", "\\usepackage{geometry}"] {
                assert!(is_document || !text.contains(word), "{part:?}: {word}");
            }
            assert_eq!(text.contains("\n\\documentclass[tikz]{standalone}\n"), is_document, "{part:?}");
            assert_eq!(text.matches("\\begin{tikzpicture}").count(), 1, "{part:?}");
        }
        // Outside the picture, where a line end is a space, there are no line ends.
        let outside = bare.lines().take_while(|line| !line.starts_with("\\begin{tikzpicture}"));
        assert!(outside.chain(bare.lines().last()).all(|line| line.contains('%')), "{part:?}");
    }
}

#[test]
fn mermaid_gives_the_description_a_place_of_its_own() {
    for (subject, has_description) in
        [(&["sargon-4"][..], true), (&["sargon-4", "--step", "3"], true), (&[TYPED, "--bare"], false)]
    {
        let text = explained(&[subject, &["--format", "mermaid"]].concat());
        assert_eq!(text.contains("  about ~~~ n\n"), has_description, "{text}");
        assert_eq!(text.contains("about["), has_description, "{text}");
    }
}

/// A box in pixels: left, top, right, bottom.
type Box = [f64; 4];

/// Returns the area of an element; for a text, the area in a narrow font, so that no false overlap is found.
fn extent(element: Node<'_, '_>) -> Option<Box> {
    let number = |name: &str| element.attribute(name).and_then(|text| text.parse::<f64>().ok());
    match element.tag_name().name() {
        "polyline" | "polygon" => {
            let points = element.attribute("points")?.split(' ').map(|point| {
                let (x, y) = point.split_once(',').unwrap();
                (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap())
            });
            let start = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
            Some(points.fold(start, |[l, t, r, b], (x, y)| [l.min(x), t.min(y), r.max(x), b.max(y)]))
        }
        "circle" => {
            let (x, y, r) = (number("cx")?, number("cy")?, number("r")?);
            Some([x - r, y - r, x + r, y + r])
        }
        "text" => {
            let size = number("font-size")?;
            let width = 0.5 * size * element.text()?.chars().count() as f64;
            let left = match element.attribute("text-anchor") {
                None => number("x")?,
                Some("middle") => number("x")? - width / 2.0,
                Some("end") => number("x")? - width,
                Some(other) => panic!("{other}"),
            };
            let y = number("y")?;
            Some([left, y - 0.6 * size, left + width, y])
        }
        _ => None,
    }
}

/// Everything is inside the picture, no texts overlap, and ids are unique.
fn check(svg: &str, of: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{of}: {error}"));
    let view: Vec<f64> =
        document.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    // Office programs don't support style sheets, so each element has its own style attributes.
    assert!(!document.descendants().any(|node| node.has_tag_name("style") || node.has_attribute("style")), "{of}");
    let mut texts: Vec<(Box, &str)> = Vec::new();
    let mut drawn = 0;
    for element in document.descendants() {
        let Some(covered) = extent(element) else { continue };
        drawn += 1;
        assert!(element.has_attribute("fill"), "{of}: {element:?}");
        let [left, top, right, bottom] = covered;
        let is_inside = 0.0 <= left && 0.0 <= top && right <= view[2] && bottom <= view[3];
        assert!(is_inside, "{of}: {covered:?} is outside of {view:?}: {:?}", element.text());
        if let Some(text) = element.text() {
            texts.push((covered, text));
        }
    }
    assert!(20 < drawn, "{of}: {drawn}");
    for (index, (a, first)) in texts.iter().enumerate() {
        for (b, second) in &texts[index + 1..] {
            let meets = a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
            assert!(!meets, "{of}: `{first}` lies on `{second}`: {a:?} {b:?}");
        }
    }
    let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{of}");
}

#[test]
fn a_picture_holds_all_that_is_drawn_and_no_text_lies_on_another() {
    let looks: [&[&str]; 4] =
        [&[], &["--style", "annotated"], &["--style", "upright", "--names", "inner"], &["--at-event", "7"]];
    for (index, name) in searched_lessons().into_iter().enumerate() {
        // Each lesson with all looks, or with only one.
        for look in in_turn(looks, index, 4) {
            check(&explained(&[&[name, "--format", "svg"], look].concat()), name);
        }
    }
    check(&explained(&["startpos", "--depth", "3", "--full", "--format", "svg"]), "--full");
    check(&explained(&["sargon-1", "--with", "tt,iterative", "--format", "svg"]), "notes");
    check(&explained(&[POSITION, "--depth", "4", "--at-event", "99", "--format", "svg"]), "a step of a position");
}

#[test]
fn a_node_names_the_events_that_a_step_shows() {
    for name in ["sargon-4", "deep-cutoff", "wide"] {
        let trace = explained(&[name, "--format", "jsonl"]);
        let events: Vec<Value> = trace.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        let svg = explained(&[name, "--format", "svg"]);
        let document = Document::parse(&svg).unwrap();
        let mut judged = 0;
        for node in document.descendants().filter(|node| node.attribute("class") == Some("node")) {
            let ply: usize = node.attribute("data-ply").unwrap().parse().unwrap();
            let kinds = [
                ("data-created", "created"),
                ("data-entered", "enter"),
                ("data-judged", "judged"),
                ("data-left", "leave"),
            ];
            for (attribute, kind) in kinds {
                let Some(step) = node.attribute(attribute) else { continue };
                let event = &events[step.parse::<usize>().unwrap() - 1];
                assert_eq!(event["event"], kind);
                let line = event["line"].as_array().unwrap();
                assert_eq!(line.len(), ply);
                if let Some(mv) = line.last() {
                    assert!(node.attribute("data-name").unwrap().ends_with(mv.as_str().unwrap()), "{mv}");
                }
                judged += usize::from(kind == "judged");
            }
        }
        assert_eq!(judged, events.iter().filter(|event| event["event"] == "judged").count(), "{name}");
    }
}

/// Returns the nodes and edges of a graph: lines with its brackets, and lines with its arrows.
fn counted(graph: &str, node: &str, edge: &[&str]) -> (usize, usize) {
    let lines = || graph.lines().filter(|line| line.starts_with("  n"));
    let is_edge = |line: &&str| edge.iter().any(|edge| line.contains(edge));
    (lines().filter(|line| !is_edge(line) && line.contains(node)).count(), lines().filter(is_edge).count())
}

#[test]
fn a_graph_has_one_edge_less_than_nodes_and_is_folded_where_it_is_too_big() {
    let subjects: [&[&str]; 4] =
        [&["sargon-4"], &["wikipedia"], &[POSITION, "--depth", "4"], &["startpos", "--depth", "3", "--full"]];
    for subject in subjects {
        let dot = explained(&[subject, &["--format", "dot"]].concat());
        let (nodes, edges) = counted(&dot.replace("  node [", ""), "label=", &[" -> "]);
        assert!(nodes == edges + 1 && 8 < nodes && nodes <= 500, "{subject:?}: {nodes}, {edges}");
        let mermaid = explained(&[subject, &["--format", "mermaid"]].concat());
        let (nodes, edges) = counted(&mermaid, "\"", &[" === ", " --- ", " -.- "]);
        assert!(nodes == edges + 1 && 8 < nodes && edges < 200, "{subject:?}: {nodes}, {edges}");
        let is_folded = mermaid.contains("rows are omitted, those furthest from the root");
        assert_eq!(is_folded, subject.contains(&"--full"), "{subject:?}");
        assert_eq!(mermaid.contains(" not drawn)"), is_folded);
    }
}

/// Returns a lesson whose words contain markup.
fn hostile() -> String {
    let name = |start: &str| format!("{start}{}", "x".repeat(300 - start.chars().count()));
    let leaf = |name: &str, score: f64| serde_json::json!({ "move": name, "score": score });
    serde_json::json!({
        "title": "</title><script>alert(1)</script> & \"50%\" \\input{x} $_#^~ %%{init}%% \u{202e}right to left",
        "depth": 2,
        "moves": [
            { "move": "<script>", "moves": [leaf("a&b", 3.0), leaf("\"quoted\"", 4.0)] },
            { "move": "\\end{tikzpicture}", "moves": [leaf("50%_#$^~", 2.0), leaf("'`|[](*)", 1.0)] },
            { "move": name("\u{202e}\u{200f}abc"), "moves": [leaf("end];}", 2.5), leaf("#quot;&lt;-->", 9.0)] },
            { "move": name("W"), "moves": [leaf("日本語é", 5.0), leaf("graph", 6.0)] },
        ],
    })
    .to_string()
}

#[test]
fn names_that_try_to_be_more_than_names_stay_names() {
    let folder = Folder::with("hostile.json", hostile());
    let write = |format: &str, style: &str| {
        output(&mut folder.plywood(&["explain", "hostile.json", "--format", format, "--style", style]))
    };
    for style in ["annotated", "upright"] {
        let svg = write("svg", style);
        check(&svg, style);
        let document = Document::parse(&svg).unwrap();
        let known = ["svg", "title", "desc", "rect", "g", "polyline", "polygon", "circle", "text"];
        let strange = document.descendants().find(|node| node.is_element() && !known.contains(&node.tag_name().name()));
        assert!(strange.is_none(), "{strange:?}");
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        for name in ["<script>", "\\end{tikzpicture}", "\"quoted\"", "50%_#$^~", "#quot;&lt;-->", "日本語é"] {
            assert!(texts.contains(&name), "{name}");
        }
        for format in FORMATS {
            let text = write(format, style);
            assert!(!text.contains(['\u{202e}', '\u{200f}']), "{format}");
            assert!(text.contains("U+202E"), "{format}");
            assert!(!text.contains("<script"), "{format}");
        }
    }
    let tikz = write("tikz", "annotated");
    assert_eq!(tikz.matches("\\end{tikzpicture}").count(), 1);
    let open = |line: &str| line.matches('{').count() - line.matches("\\{").count();
    let closed = |line: &str| line.matches('}').count() - line.matches("\\}").count();
    for line in tikz.lines().filter(|line| line.starts_with("\\node")) {
        assert_eq!(open(line), closed(line), "{line}");
    }
    for line in write("dot", "annotated").lines().filter(|line| line.contains("label=")) {
        let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
        assert_eq!(quotes % 2, 0, "{line}");
    }
    for line in write("mermaid", "annotated").lines().filter(|line| line.starts_with("  n")) {
        assert!([0, 2].contains(&line.matches('"').count()), "{line}");
    }
}

/// Returns the x coordinates of the nodes with these ids: the middle of each text.
fn middles(svg: &str, ids: &[&str]) -> Vec<i32> {
    let document = Document::parse(svg).unwrap();
    let middle = |id: &&str| {
        let node = document.descendants().find(|node| node.attribute("id") == Some(id)).unwrap();
        let text = node.descendants().find(|node| node.has_tag_name("text")).unwrap();
        text.attribute("x").unwrap().parse().unwrap()
    };
    ids.iter().map(middle).collect()
}

#[test]
fn a_small_tree_stands_upright_unless_asked_and_a_large_one_lies() {
    let is_upright = |arguments: &[&str]| explained(arguments).contains("class=\"max\"");
    assert!(is_upright(&[TYPED, "--format", "svg"]));
    assert!(!is_upright(&[TYPED, "--format", "svg", "--style", "annotated"]));
    assert!(!is_upright(&["((1 2 3 4 5) (1 2 3 4 5) (1 2 3 4 5) (1 2 3 4 5) (1 2 3 4 5))", "--format", "svg"]));
    assert!(is_upright(&[TYPED, "--format", "svg", "--at-event", "12"]));
    assert!(explained(&[TYPED, "--format", "dot"]).contains("rankdir=TB"));
    assert!(explained(&[TYPED, "--at-event", "12", "--style", "upright"]).contains("MAX "));
}

#[test]
fn what_is_said_of_a_cut_moves_no_node() {
    // A is entered with the full window; the windows of B and C are printed next to them.
    let places = middles(&explained(&[TYPED, "--format", "svg", "--names", "none"]), &["n-0", "n-1", "n-2"]);
    let (first, second) = (places[1] - places[0], places[2] - places[1]);
    assert!((first - second).abs() < 40, "{places:?}");
}

#[test]
fn wide_letters_and_accents_move_nothing_in_an_upright_text() {
    let lesson = r#"{"title":"t","depth":2,"moves":[
        {"move":"日本","moves":[{"move":"e\u0301","score":1},{"move":"c","score":2}]},
        {"move":"d","moves":[{"move":"e","score":3}]}]}"#;
    let text = output(&mut Folder::with("wide.json", lesson).plywood(&["explain", "wide.json", "--style", "upright"]));
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("日本 v")).unwrap();
    let last = |line: &str, sign: char| plywood::internal::page::text::columns(&line[..line.rfind(sign).unwrap()]);
    assert_eq!(last(lines[at], 'v'), last(lines[at - 1], '|'), "{text}");
    assert!(text.contains("e\u{301}"), "{text}");
}

#[test]
fn six_moments_stand_side_by_side() {
    let six = explained(&[TYPED, "--strip", "--format", "svg"]);
    check(&six, "--strip");
    assert!(six.contains(">(f) ") && !six.contains(">(g) "), "{six}");
    let two = explained(&[TYPED, "--strip=4,12", "--format", "tikz", "--names", "none"]);
    assert!(two.contains("(b) ") && !two.contains("(c) "), "{two}");
    let bare = explained(&[TYPED, "--bare", "--format", "svg"]);
    check(&bare, "--bare");
    assert!(!bare.contains("leaf with its score") && !bare.contains("class=\"title\""), "{bare}");
}

#[test]
fn an_upright_tree_has_nodes_only_and_a_game_that_is_over_has_none() {
    let folded = explained(&[POSITION, "--depth", "3", "--format", "svg"]);
    assert!(folded.contains("holds each of them"));
    let upright = explained(&[POSITION, "--depth", "3", "--format", "svg", "--style", "upright"]);
    assert!(upright.contains("11 moves") && !upright.contains("holds"), "{upright}");
    let over = explained(&["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "--format", "svg"]);
    assert!(over.contains("checkmate") && !over.contains("(root)"), "{over}");
}

#[test]
fn steps_become_pictures_with_the_suffix_of_their_format() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "sargon-4", "--steps", "all", "--every-event", "--format", "svg"]));
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("all"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!((names.len(), names[16].as_str()), (34, "event-17.svg"));
    output(&mut folder.plywood(&["explain", "sargon-4", "--at-event", "17", "-o", "one.svg"]));
    assert_eq!(folder.read("one.svg"), folder.read("all/event-17.svg"));
    output(&mut folder.plywood(&["explain", "sargon-4", "-o", "tree.TEX"]));
    assert!(folder.read("tree.TEX").contains("\n\\documentclass"));
}

#[test]
fn the_legend_of_a_picture_names_only_what_is_in_it() {
    for (tree, ends, windows) in
        [("((1.25 2 3) (2 4 6))", true, false), ("((3 12 8) (2 4 6))", true, false), ("(3 (8 (1 2)))", true, true)]
    {
        let picture = output(&mut plywood(&["explain", tree, "--format", "svg"]));
        let drawn = |text: &str| picture.matches(text).count();
        let [end, window] = ["cut if: such a score", "(alpha,beta): "].map(|text| drawn(text) == 1);
        assert_eq!([end, window], [ends, windows], "{picture}");
        assert_eq!([end, window], [drawn(">cut if \u{2264}") != 0, drawn(">(3,") != 0], "{picture}");
    }
}

#[test]
fn a_report_of_verify_draws_the_tree_of_the_search_with_its_errors_at_their_nodes() {
    let folder = Folder::new();
    let drawn = |search: &[&str], is_wrong: bool| {
        output(&mut folder.plywood(&[&["explain", TYPED, "-o", "trace.jsonl"], search].concat()));
        let report = folder.plywood(&["verify", "trace.jsonl", "-o", "report.html"]).output().unwrap();
        assert_eq!(report.status.code(), Some(i32::from(is_wrong)), "{report:?}");
        folder.read("report.html")
    };
    // The right search skips B2 and B3 after the cutoff; a tree of minimax values would show no bound and skip nothing.
    let right = drawn(&[], false);
    assert!(right.contains("<li>B, cut if \u{2264} 3, \u{2264}2") || right.contains("<li>B, \u{2264}2"), "{right}");
    assert!(right.contains("B2, 4, skipped by the cutoff at B") && !right.contains("class=\"error\""), "{right}");
    let wrong = drawn(&["--mistake", "worse-sibling"], true);
    let list = &wrong[wrong.find("The tree as a list").unwrap()..];
    assert!(wrong.contains("class=\"error\"") && list.contains("skipped, but needed"), "{wrong}");
    // The words about the first cause are above the board or next to it, so they come first in the file.
    let position = ["explain", "tests/data/bugs/engine-swapped-window.jsonl"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(position[1]);
    folder.plywood(&["verify", root.to_str().unwrap(), "-o", "board.html"]).output().unwrap();
    let board = folder.read("board.html");
    let places = [
        "First cause",
        "<tr class=\"removed\">",
        "<tr class=\"added\">",
        "<figcaption>",
        "wrong window",
        "Black to move",
    ]
    .map(|part| board.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
}

#[test]
fn what_means_nothing_to_a_picture_is_refused() {
    let log = "exit 2\nplywood: --log affects only text output; as svg it has no effect";
    assert_eq!(refused(&["sargon-4", "--log", "--format", "svg"]), log);
    let sargon = "exit 2\nplywood: --style sargon is a text style; it cannot be written as tikz";
    assert_eq!(refused(&["sargon-4", "--style", "sargon", "--format", "tikz"]), sargon);
    let step = "exit 2\nplywood: a step is written as text, json, svg, tikz, dot, mermaid, markdown, not as html";
    assert_eq!(refused(&["sargon-4", "--at-event", "3", "--format", "html"]), step);
    let suffix = refused(&["sargon-4", "-o", "tree.png"]);
    assert!(
        suffix.contains("expected .txt, .json, .jsonl, .csv, .svg, .tex, .dot, .gv, .mmd, .md, .html, .htm\n"),
        "{suffix}"
    );
}

#[test]
fn two_searches_of_one_tree_have_nodes_of_one_size_at_the_same_places() {
    for subject in ["sargon-1", "sargon-2", "wikipedia", "((3.125 -12) (2.5 400) (14 5 2))"] {
        let page = output(&mut plywood(&["compare", subject, "--order", "static,best", "--format", "html"]));
        let trees = page.split("<svg id=\"tree").skip(1).map(|rest| rest.split("</svg>").next().unwrap());
        let outline = |tree: &str| -> Vec<String> {
            let nodes = tree.split(" transform=\"").skip(1).map(|node| node.split("/>").next().unwrap());
            let nodes = nodes.map(|node| node.replace("class=\"max\"", "").replace("class=\"min\"", ""));
            nodes
                .chain(tree.split("viewBox=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()))
                .collect()
        };
        let outlines: Vec<Vec<String>> = trees.map(outline).collect();
        assert_eq!(outlines.len(), 2, "{subject}");
        assert!(6 < outlines[0].len(), "{subject}");
        assert_eq!(outlines[0], outlines[1], "{subject}");
    }
}
