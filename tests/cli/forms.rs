//! Every command that makes a page can write it in every format, and no name is interpreted as markup.

use crate::support::{in_turn, path, plywood};
use crate::{Folder, output};

/// Names that contain markup of HTML, TeX or Markdown.
const NAMES: [&str; 2] = ["<b>&x", "50%_$\\y{"];

/// Returns a lesson whose title and moves have such names.
fn folder() -> Folder {
    let lesson = serde_json::json!({
        "title": "A <i> & 100% of #1_{\\z}",
        "moves": [
            { "move": NAMES[0], "moves": [{ "move": "a", "score": 3 }, { "move": "b", "score": 12 }] },
            { "move": NAMES[1], "moves": [{ "move": "a", "score": 2 }, { "move": "b", "score": 4 }] },
        ],
    });
    let folder = Folder::with("own.json", lesson.to_string());
    let trace = |arguments: &[&str]| output(&mut folder.plywood(&[&["explain", "own.json"], arguments].concat()));
    folder.write("one.jsonl", trace(&["--format", "jsonl"]));
    folder.write("other.jsonl", trace(&["--format", "jsonl", "--order", "worst"]));
    folder.write("book.bin", std::fs::read(path("tests/data/lasker-trap.bin")).unwrap());
    folder.write("answers.txt", "name: <u>&%_\nbest: A\nvalue of 7\n");
    folder
}

/// Commands that take `--format`, and whether their HTML is a special page.
const COMMANDS: [(&[&str], bool); 18] = [
    (&["book", "book.bin", "--key"], false),
    (&["compare", "own.json"], true),
    (&["compare", "own.json", "-a", "minimax,alpha-beta"], true),
    (&["compare", "one.jsonl", "other.jsonl"], false),
    (&["compare", "startpos", "-d", "1", "--engine", "sargon,plywood"], true),
    (&["verify", "own.json"], true),
    (&["verify", "one.jsonl"], true),
    (&["eval", "startpos"], false),
    (&["eval", "startpos", "--evaluation", "material", "--after", "e4"], false),
    (&["eval", "startpos", "--engine", "sargon"], false),
    (&["eval", "startpos", "--engine", "sargon", "--moves"], false),
    (&["eval", "startpos", "--engine", "sargon", "--square", "e2"], false),
    (&["eval", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "--tablebases", "retro"], false),
    (&["lessons"], true),
    (&["lessons", "plan", "50"], false),
    (&["retro", "KQK", "--board", "4x4"], false),
    (&["exercise", "sheet", "own.json", "--key"], false),
    (&["exercise", "grade", "own.json", "answers.txt"], false),
];

#[test]
fn every_page_comes_in_every_form() {
    let folder = folder();
    for (index, (command, has_own_html)) in COMMANDS.into_iter().enumerate() {
        let forms =
            [("markdown", Some(markdown as fn(&str))), ("html", Some(html)), ("tex", Some(tex)), ("text", None)];
        // All formats of a command, or one or two of them.
        for (form, check) in in_turn(forms, index, 3) {
            if form == "html" && has_own_html {
                continue;
            }
            let page = output(&mut folder.plywood(&[command, &["--format", form]].concat()));
            if form == "html" && !DRAWN.contains(&command[1]) {
                let text = output(&mut folder.plywood(&[command, &["--charset", "unicode"]].concat()));
                // What is in backticks on a text page is in an element of its own here.
                let (shown, text) = (signed(&html_text(&page)), signed(&text.replace('`', " ")));
                assert_eq!(words(&shown), words(&text), "{command:?}");
            }
            match check {
                None => assert_eq!(page, output(&mut folder.plywood(command)), "{command:?}"),
                Some(check) => check(&page),
            }
        }
    }
}

/// Pages with pictures, which are drawn with other characters on text pages.
const DRAWN: [&str; 2] = ["plan", "sheet"];

/// Returns the words of a page in alphabetical order, without list numbers, which browsers add.
fn words(text: &str) -> Vec<&str> {
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
    let mut words: Vec<&str> = text.split_whitespace().filter(|word| !is_number(word)).collect();
    words.sort_unstable();
    words
}

/// Returns the text with the signs that browser pages use.
fn signed(text: &str) -> String {
    text.replace("<=", "\u{2264}").replace(">=", "\u{2265}").replace("+inf", "+\u{221e}").replace("-inf", "-\u{221e}")
}

/// Returns the visible text of a page in a browser.
fn html_text(page: &str) -> String {
    let body = &page[page.find("<body>").unwrap()..page.find("</html>").unwrap()];
    // A window is in an element that keeps it on one line.
    let mut parts = body.split("<span class=\"kept\">");
    let first = parts.next().unwrap_or_default().to_owned();
    let body = parts.fold(first, |all, part| all + &part.replacen("</span>", "", 1));
    let body = body.replace("<br>", " ");
    let parsed = roxmltree::Document::parse(&body).unwrap_or_else(|error| panic!("{error}: {page}"));
    let texts: Vec<&str> = parsed.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
    texts.join(" ")
}

/// Returns whether a line of a Markdown page begins a list item.
fn is_point(line: &str) -> bool {
    let mark = line.trim_start().split(' ').next().unwrap();
    let number = mark.trim_end_matches(['.', ')']);
    matches!(mark, "-" | "+" | "*" | "=")
        || number.len() < mark.len() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// At any width, lists have the same items, no item is wider than the page, and no other line looks like an item.
#[test]
fn lists_do_not_depend_on_the_width_of_the_page() {
    let folder = folder();
    for (index, command) in [
        &["course", "7"][..],
        &["retro", "KQK", "--board", "4x4"],
        &["exercise", "sheet", "own.json", "--key"],
        &["lessons", "plan", "50"],
    ]
    .into_iter()
    .enumerate()
    {
        let points = |columns: usize| {
            let columns_text = columns.to_string();
            let form = ["--format", "markdown", "--columns", &columns_text];
            let page = output(&mut folder.plywood(&[command, &form].concat()));
            let prose: Vec<&str> = page.split("\n```").step_by(2).flat_map(str::lines).collect();
            let points: Vec<&str> = prose.into_iter().filter(|line| is_point(line)).collect();
            for line in points.iter().filter(|line| !line.starts_with("- **")) {
                assert!(line.chars().count() <= columns, "{command:?} {columns}: {line}");
            }
            points.len()
        };
        // All widths, or just two or three.
        let widths: Vec<usize> = in_turn([40, 55, 61, 73, 80], index, 2).collect();
        let found: Vec<usize> = widths.iter().copied().map(points).collect();
        assert!(found.iter().all(|count| *count == found[0]), "{command:?} {widths:?}: {found:?}");
    }
}

/// The file name also determines the format.
#[test]
fn a_file_is_written_in_the_form_of_its_name() {
    let folder = folder();
    for (file, begins) in [
        ("a.md", "# "),
        ("a.html", "<!DOCTYPE html>"),
        ("a.tex", "\\documentclass"),
        ("a.json", "{"),
        ("a.log", "A <i>"),
    ] {
        output(&mut folder.plywood(&["verify", "own.json", "-o", file]));
        assert!(folder.read(file).starts_with(begins), "{file}: {}", folder.read(file));
    }
}

/// A file name with the suffix of a format that the command doesn't write is rejected, because it would be misleading.
#[test]
fn a_file_whose_name_promises_another_form_is_left_alone() {
    let folder = folder();
    folder.write("games.pgn", "[Result \"1-0\"]\n\n1. e4 1-0\n");
    folder.write("some.epd", "8/8/8/8/8/2k5/8/KQ6 w - - bm Qb3+;\n");
    let others: [&[&str]; 8] = [
        &["book", "make", "games.pgn"],
        &["book", "merge", "book.bin", "book.bin"],
        &["book", "dump", "book.bin"],
        &["perft", "startpos", "--depth", "1"],
        &["explain", "some.epd", "--depth", "1"],
        &["course", "1"],
        &["lessons", "show", "wide"],
        &["exercise", "new"],
    ];
    for (index, command) in COMMANDS.iter().map(|(command, _)| *command).chain(others).enumerate() {
        // All names, or one of them; 26 commands.
        let files = ["x.svg", "x.dot", "x.gv", "x.mmd", "x.pdf", "x.svg.gz"];
        for file in in_turn(files, index, 6) {
            folder.write(file, "what was there");
            let refused = folder.plywood(&[command, &["-o", file]].concat()).output().unwrap();
            let said = String::from_utf8(refused.stderr).unwrap();
            assert_eq!(refused.status.code(), Some(2), "{command:?} {file}: {said}");
            let ending = file.trim_end_matches(".gz").trim_start_matches('x');
            let expected = format!("this command cannot write {ending}; expected .");
            assert!(said.contains(&expected), "{command:?} {file}: {said}");
            assert_eq!(folder.read(file), "what was there", "{command:?}");
        }
    }
    // An explicit `--format` overrides the suffix of the file name.
    output(&mut folder.plywood(&["verify", "own.json", "--format", "markdown", "-o", "x.svg"]));
    assert!(folder.read("x.svg").starts_with("# "));
}

#[test]
fn a_form_that_no_page_has_is_refused() {
    let refused = plywood(&["verify", "sargon-1", "--format", "pdf"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("expected one of: text, markdown, html, tex, json"), "{said}");
}

/// HTML is well-formed, except for elements without an end tag.
fn html(page: &str) {
    let body = page.replace("<!DOCTYPE html>", "").replace("<meta charset=\"utf-8\">", "").replace("<br>", "");
    let body: String = body.lines().filter(|line| !line.starts_with("<meta name=")).collect();
    roxmltree::Document::parse(&body).unwrap_or_else(|error| panic!("{error}: {page}"));
}

/// Outside code blocks, no character of a name is markup; every code block ends; and each row has as many cells as the
/// heading of its table.
fn markdown(page: &str) {
    let mut fence = None;
    let mut cells = None;
    for line in page.lines() {
        let ticks = line.chars().take_while(|letter| *letter == '`').count();
        match (ticks, fence) {
            (3.., None) => fence = Some(ticks),
            (3.., Some(open)) if ticks == open && line.len() == ticks => fence = None,
            (_, Some(_)) => {}
            (_, None) => {
                let bare = line.replace("\\\\", "").replace("\\|", "").replace("\\_", "");
                assert!(!bare.contains(['<', '_', '{']) || bare.contains("\\{"), "{line}\n{page}");
                let here = bare.starts_with('|').then(|| bare.matches('|').count());
                assert!(here.is_none() || cells.is_none() || here == cells, "{line}\n{page}");
                cells = here;
            }
        }
    }
    assert_eq!(fence, None, "{page}");
}

/// Returns whether a line is the comment before the parts of a node, which contains no name: `% node 1-2 (open)`.
fn is_node(line: &str) -> bool {
    let parts = line.strip_prefix("% node ").and_then(|rest| rest.strip_suffix(')')?.split_once(" ("));
    let is_path = |path: &str| path.chars().all(|c| c.is_ascii_digit() || c == '-');
    let is_state = |state: &str| state.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    parts.is_some_and(|(path, state)| is_path(path) && is_state(state))
}

/// Environments and braces are balanced, and no character of a name is special outside verbatim text.
fn tex(page: &str) {
    let mut open = Vec::new();
    let (mut braces, mut columns) = (0, 0);
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("\\end{") {
            assert_eq!(open.pop(), name.split('}').next(), "{line}\n{page}");
        }
        if open.last() == Some(&"Verbatim") || is_node(line) {
            continue;
        }
        if let Some(name) = line.strip_prefix("\\begin{") {
            open.extend(name.split('}').next());
            columns = line.rsplit("@{}").nth(1).map_or(0, |kinds| kinds.matches(['l', 'r', 'p']).count());
        }
        let bare = ["\\\\", "\\{", "\\}", "\\%", "\\_", "\\$", "\\#", "\\&"]
            .iter()
            .fold(line.to_owned(), |line, sign| line.replace(sign, ""));
        assert!(!bare.contains(['%', '_', '#', '^']), "{line}\n{page}");
        braces += bare.matches('{').count() as i32 - bare.matches('}').count() as i32;
        if line.ends_with(" \\\\") && open.last() == Some(&"longtable") {
            assert_eq!(bare.matches(" & ").count() + 1, columns, "{line}\n{page}");
        }
    }
    assert_eq!((braces, open), (0, Vec::new()), "{page}");
}

/// The first fields of every JSON document and of each line of results state its format and version.
#[test]
fn every_json_document_has_a_format_name_and_a_version() {
    let folder = Folder::with("suite.epd", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8; id \"corridor\";\n");
    folder.write("answers.txt", "");
    output(&mut folder.plywood(&["explain", "sargon-1", "-o", "one.jsonl"]));
    std::fs::create_dir(folder.path().join("old")).unwrap();
    std::fs::copy(folder.path().join("one.jsonl"), folder.path().join("old/one.jsonl")).unwrap();
    let book = path("tests/data/lasker-trap.bin");
    let documents: [(&str, &[&str]); 13] = [
        ("plywood-trace", &["explain", "sargon-1"]),
        ("plywood-step", &["explain", "sargon-1", "--step", "3"]),
        ("plywood-suite", &["explain", "suite.epd", "--depth", "1", "--format", "jsonl"]),
        ("plywood-suite", &["explain", "suite.epd", "--depths", "1..2", "--format", "jsonl"]),
        ("plywood-compare", &["compare", "sargon-1"]),
        ("plywood-compare", &["compare", "--check", "one.jsonl"]),
        ("plywood-compare-suite", &["compare", "--check", "old", "old"]),
        ("plywood-verify", &["verify", "one.jsonl"]),
        ("plywood-verify", &["verify", "one.jsonl", "old"]),
        ("plywood-eval", &["eval", "startpos"]),
        ("plywood-lessons", &["lessons"]),
        ("plywood-book", &["book", book.to_str().unwrap(), "startpos"]),
        ("plywood-retro", &["retro", "KQK", "--board", "4x4"]),
    ];
    for (name, words) in documents {
        let form: &[&str] = if words.contains(&"--format") { &[] } else { &["--format", "json"] };
        let text = output(&mut folder.plywood(&[words, form].concat()));
        let document: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        // A trace has its name in its header.
        let head = document.get("header").unwrap_or(&document);
        assert_eq!(head["format"], name, "{words:?}");
        assert!(head["version"].is_u64(), "{words:?}");
    }
}

#[test]
fn the_list_of_lessons_is_data_too() {
    let text = output(&mut plywood(&["lessons", "--format", "json"]));
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lessons = found["lessons"].as_array().unwrap();
    let names: Vec<&str> = lessons.iter().map(|lesson| lesson["name"].as_str().unwrap()).collect();
    // In the order of the course, as on the page.
    let page = output(&mut plywood(&["lessons"]));
    let listed = page.lines().skip(1).take_while(|line| !line.is_empty()).filter(|line| !line.starts_with(' '));
    assert_eq!(names, listed.map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>());
    let known: Vec<_> = found["misconceptions"].as_array().unwrap().iter().map(|one| &one["number"]).collect();
    for lesson in lessons {
        assert!(lesson["addresses"].as_array().unwrap().iter().all(|number| known.contains(&number)), "{lesson}");
        assert!(["title", "question", "answer"].iter().all(|field| lesson[*field].is_string()), "{lesson}");
    }
}
