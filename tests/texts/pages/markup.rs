//! The markup of browser pages: text is only where text is allowed, class names are valid, and a page has exactly the
//! scripts that it needs.

use crate::support::{path, plywood};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Elements that contain elements, and no text of their own.
const HOLDERS: &[&str] = &[
    "html", "head", "body", "main", "section", "figure", "div", "nav", "ol", "ul", "svg", "g", "table", "thead",
    "tbody", "tr", "details", "select", "dl",
];
/// Elements without an end tag; in SVG, those that end at once.
const EMPTY: &[&str] = &["meta", "br", "hr", "input", "col", "rect", "path", "circle", "line", "polyline", "polygon"];

fn page(words: &[&str]) -> String {
    let output = plywood(words).output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Only the markup of a page.
fn markup(page: &str) -> String {
    let mut text = page.to_owned();
    for name in ["script", "style", "textarea"] {
        while let Some(from) = text.find(&format!("<{name}")) {
            let end = format!("</{name}>");
            let to = from + text[from..].find(&end).unwrap() + end.len();
            text.replace_range(from..to, "");
        }
    }
    text
}

/// Text outside elements, and invalid classes and ids.
fn loose(page: &str) -> Vec<String> {
    let text = markup(page);
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for part in text.split('<').skip(1) {
        let (tag, behind) = part.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        for attribute in ["class=\"", "id=\""] {
            let value = tag.split_once(attribute).map_or("", |(_, rest)| rest.split('"').next().unwrap());
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || " _-".contains(letter);
            found.extend((!value.chars().all(is_name)).then(|| format!("{attribute}{value}\"")));
        }
        if tag.starts_with('/') {
            // Cells, rows and items need no end tag.
            let at = open.iter().rposition(|one| *one == name).unwrap_or_else(|| panic!("</{name}> ends nothing"));
            open.truncate(at);
        } else if !tag.starts_with('!') && !tag.ends_with('/') && !EMPTY.contains(&name) {
            open.push(name);
        }
        let inside = open.last().copied().unwrap_or("html");
        found.extend((HOLDERS.contains(&inside) && !behind.trim().is_empty()).then(|| format!("{inside}: {behind}")));
    }
    found
}

#[test]
fn text_stands_only_where_text_belongs() {
    let pages: &[&[&str]] = &[
        &["explain", "sargon-2", "--format", "html"],
        &["explain", "tour", "--format", "html"],
        &["explain", "((3 12 8) (2 -4.5 6) 1)", "--format", "html"],
        &["explain", "ttt:..X/.O./X..", "--format", "html"],
        &["explain", "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1", "--depth", "2", "--format", "html"],
        &["compare", "sargon-1", "--order", "static,best", "--format", "html"],
        &["lessons", "--format", "html"],
        &["course", "--format", "html"],
        &["course", "3", "--format", "html"],
        &["exercise", "sheet", "wide", "--key", "--format", "html"],
        &["playground"],
    ];
    for words in pages {
        assert_eq!(loose(&page(words)), Vec::<String>::new(), "{words:?}");
    }
    assert_eq!(loose("<div class=\"#a\">b<p>c</p></div>"), ["class=\"#a\"", "div: b"]);
}

#[test]
fn a_page_has_the_scripts_that_it_needs() {
    for (words, has_tour, has_board) in [
        (["explain", "tour", "--format", "html"], true, true),
        (["explain", "sargon-2", "--format", "html"], false, true),
        (["explain", "((3 12) (2 4))", "--format", "html"], false, false),
    ] {
        let page = page(&words);
        let has_stops = markup(&page).contains("class=\"tour\"");
        assert_eq!(has_stops, page.contains("const Tour="), "{words:?}");
        assert_eq!((has_stops, page.contains("class Board{")), (has_tour, has_board), "{words:?}");
    }
}

/// The look of each part of a picture is defined once on a page, for any number of pictures.
#[test]
fn the_parts_of_pictures_have_a_style() {
    for words in [&["exercise", "sheet", "wide", "--key"][..], &["course", "9"]] {
        let page = page(&[words, &["--format", "html"]].concat());
        let style = page.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
        let mut parts = std::collections::BTreeSet::new();
        for picture in page.split("<svg").skip(1) {
            let picture = picture.split("</svg>").next().unwrap();
            let named = picture.split("class=\"").skip(1).flat_map(|rest| rest.split('"').next().unwrap().split(' '));
            // These only group other parts.
            parts.extend(named.filter(|name| !["", "figure", "node", "plywood"].contains(name)));
        }
        assert!(parts.len() > 5, "{words:?}: {parts:?}");
        for part in parts {
            let rules = style.lines().filter(|line| line.split([' ', '{', ',']).any(|word| word == format!(".{part}")));
            assert_ne!(rules.count(), 0, "{words:?}: nothing says how .{part} looks");
        }
        assert_eq!(style.matches(".plywood .paper ").count(), 1, "{words:?}");
    }
}

/// With an empty address, the playground opens with its first example.
#[test]
fn the_playground_begins_with_its_first_example() {
    let page = page(&["playground"]);
    let shown = page.split_once("<textarea").unwrap().1.split_once("</textarea>").unwrap().0.split_once('>').unwrap().1;
    let first = page.split_once("data-subject=\"").unwrap().1.split('"').next().unwrap();
    assert_eq!(shown, first);
}

#[test]
fn the_contents_of_the_book_name_each_topic_once() {
    let page = page(&["lessons", "--format", "html"]);
    let contents = page.split_once("<nav").unwrap().1.split_once("</nav>").unwrap().0;
    let topics: Vec<&str> = contents.split("<p>").skip(1).map(|part| part.split("</p>").next().unwrap()).collect();
    assert!(topics.len() > 3 && topics.len() == contents.matches("<ol").count(), "{topics:?}");
    let unique: std::collections::BTreeSet<&str> = topics.iter().copied().collect();
    assert_eq!(unique.len(), topics.len(), "{topics:?}");
    // Each line of a thumbnail goes down by one ply from its start, which is inside of the picture.
    for picture in contents.split("<svg class=\"thumbnail\"").skip(1) {
        let height: u32 = picture
            .split("viewBox=\"0 0 ")
            .nth(1)
            .and_then(|rest| rest.split([' ', '"']).nth(1))
            .unwrap()
            .parse()
            .unwrap();
        let starts = picture.split("</svg>").next().unwrap().split('M').skip(1);
        let lowest = starts.filter_map(|start| start.split([',', ' ', 'l', 'm']).nth(1)?.parse::<u32>().ok()).max();
        assert!(
            lowest.is_some_and(|lowest| lowest < height && height <= lowest + 2 * 16),
            "{height} {lowest:?}: {picture}"
        );
    }
    assert_eq!(contents.matches("<li>").count(), page.matches("<section class=\"chapter\"").count());
}

/// Returns the text of the files in a folder with one of these endings.
fn texts(folder: &Path, endings: &[&str]) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|entry| entry.is_dir());
    let is_wanted = |file: &&std::path::PathBuf| {
        file.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
    };
    let own = files.iter().filter(is_wanted).map(|file| fs::read_to_string(file).unwrap());
    own.chain(folders.iter().flat_map(|folder| texts(folder, endings))).collect()
}

/// A class that nothing writes selects nothing, and a rule that recognises an element by its size breaks when the size
/// changes.
#[test]
fn style_sheets_select_by_classes_that_are_written() {
    let written = [texts(&path("src"), &["rs"]), texts(&path("web"), &["js", "html"])].concat().join(" ");
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let words: HashSet<&str> = written.split(|letter| !is_part(letter)).collect();
    let mut count = 0;
    for sheet in texts(&path("web"), &["css"]) {
        let rules: String =
            sheet.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, rules)| rules)).collect();
        for selector in rules.split('{').map(|part| part.rsplit('}').next().unwrap()) {
            assert!(!selector.contains("viewBox"), "{selector}");
            let classes = selector.split('.').skip(1).map(|rest| rest.split(|letter| !is_part(letter)).next().unwrap());
            for class in classes.filter(|class| class.starts_with(|first: char| first.is_alphabetic())) {
                // A class with a number is written with that number in place.
                let stem = class.trim_end_matches(|last: char| last.is_ascii_digit());
                assert!(words.contains(stem), "no source writes the class {class}: {selector}");
                count += 1;
            }
        }
    }
    assert!(1000 < count, "{count}");
}
