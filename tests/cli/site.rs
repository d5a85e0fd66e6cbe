//! The folder of a site: the target of every link exists, and nothing is loaded from outside the folder.

use crate::support::dice::Dice;
use crate::support::runs;
use crate::{Folder, failed, succeeded};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::sync::OnceLock;

/// Written once for all tests.
fn site() -> &'static (Folder, BTreeMap<String, String>) {
    static SITE: OnceLock<(Folder, BTreeMap<String, String>)> = OnceLock::new();
    SITE.get_or_init(written)
}

fn written() -> (Folder, BTreeMap<String, String>) {
    let folder = Folder::new();
    succeeded(folder.plywood(&["site", "public"]).output().unwrap());
    let names = std::fs::read_dir(folder.path().join("public")).unwrap();
    let read = |name: String| {
        let text = std::fs::read_to_string(folder.path().join("public").join(&name)).unwrap();
        (name, text)
    };
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages = names.filter(|name| name.ends_with(".html")).map(read).collect();
    (folder, pages)
}

/// The page for a wrong address, which servers show and no page links to.
const MISSING: &str = "404.html";
const PICTURE: &str = "textbook.svg";

/// Returns the values of an attribute in the tags of a page.
fn named<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn every_link_leads_to_a_page_of_the_folder() {
    let (folder, pages) = site();
    assert!(pages.contains_key("index.html") && pages.contains_key("contents.html"), "{:?}", pages.keys());
    let mut linked = BTreeSet::from(["index.html"]);
    for (name, page) in pages {
        let markup = page.split("<script").next().unwrap();
        let links = [named(markup, "href"), named(markup, "src")].concat();
        for link in links {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file == PICTURE {
                continue;
            }
            assert!(file.is_empty() || pages.contains_key(file), "{name} leads to {link}");
            let target = if file.is_empty() { page } else { &pages[file] };
            // The playground itself reads the rest of the link.
            let is_own = file == "index.html" || anchor.contains('=');
            assert!(
                anchor.is_empty() || is_own || target.contains(&format!("id=\"{anchor}\"")),
                "{name} leads to {link}"
            );
            linked.extend(pages.keys().map(String::as_str).filter(|other| *other == file));
        }
    }
    let lost: Vec<&String> = pages.keys().filter(|name| *name != MISSING && !linked.contains(name.as_str())).collect();
    assert!(lost.is_empty(), "no page leads to {lost:?}");
    let size: usize = pages.values().map(String::len).sum();
    assert!(size <= 6_000_000, "{size} bytes");
    // An existing site is not overwritten.
    let refused = failed(folder.plywood(&["site", "public"]).output().unwrap());
    assert!(refused.contains("is already there; --force replaces the site"), "{refused}");
    std::fs::write(folder.path().join("public/index.html"), "old").unwrap();
    succeeded(folder.plywood(&["site", "public", "--force"]).output().unwrap());
    assert_ne!(std::fs::read_to_string(folder.path().join("public/index.html")).unwrap(), "old");
}

#[test]
fn pages_load_nothing_and_have_a_title_a_heading_and_a_dark_form() {
    let (_, pages) = site();
    let mut titles = BTreeSet::new();
    for (name, page) in pages {
        let title = page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or_default();
        assert!(!title.is_empty() && titles.insert(title), "{name} has the title {title:?}");
        assert!(page.contains("<h1"), "{name} has no heading");
        assert!(page.replace(": ", ":").contains("prefers-color-scheme:dark"), "{name} has no dark form");
        assert!(page.contains("<html lang=\"en\">"), "{name}");
        assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "{name} leads out of the folder");
    }
}

#[test]
fn trees_of_the_course_are_live() {
    let (_, pages) = site();
    let live: usize = pages.values().map(|page| page.matches("class=\"live\"").count()).sum();
    assert!(20 < live, "{live}");
    assert!(
        pages["chapter-1.html"]
            .contains("src=\"index.html#tree=(((1)+(0))+(-1+(0))+(-1+(1)))&amp;algorithm=minimax&amp;embed&amp;fit\""),
        "the first tree of the course opens in place"
    );
    let live = |chapter: &str, address: &str| pages[chapter].contains(&format!("src=\"index.html#tree={address}"));
    assert!(
        live("chapter-14.html", "table-hit&amp;with=tt&amp;embed"),
        "the tree has the table that its chapter explains"
    );
    assert!(
        live("chapter-10.html", "pv-scan-1&amp;embed"),
        "a chapter without a picture opens its first tree in place"
    );
    // The playground cannot show scores from other points of view.
    assert!(!pages["chapter-3.html"].contains("<iframe") && pages["chapter-3.html"].contains("class=\"figure"));
    assert!(pages["chapter-3.html"].contains("for this chapter: <a href=\"lessons.html#"));
    assert!(pages["chapter-14.html"].contains("ending of <a href=\"chapter-13.html\">chapter 13</a>"));
    assert!(pages["lessons.html"].contains("<a href=\"index.html#tree=signs\">Change this tree</a>"));
    assert!(pages["plan.html"].contains("<a href=\"index.html#tree=skipped-subtree\"><code>plywood explain"));
    assert!(
        pages["chapter-2.html"].contains("href=\"chapter-1.html\"")
            && pages["chapter-2.html"].contains("href=\"chapter-3.html\"")
    );
    assert!(
        pages["glossary.html"].contains("<td>MAX</td>") && !pages["glossary.html"].contains("]("),
        "the glossary is a page"
    );
    // The glossary has the signs of the pages, not those of the terminal.
    let glossary = &pages["glossary.html"];
    assert!(
        glossary.contains("Marked \u{2605}") && !glossary.contains("&lt;=") && !glossary.contains("<code>*</code>")
    );
}

#[test]
fn every_page_in_the_contents_has_a_drawing() {
    let (_, pages) = site();
    let entries: Vec<&str> = pages["contents.html"].split("<li>").skip(1).collect();
    assert!(25 < entries.len(), "{}", entries.len());
    for entry in entries {
        let drawing = entry.split("</svg>").next().unwrap();
        let shapes = ["<path", "<polygon", "<polyline"].map(|shape| drawing.matches(shape).count());
        assert!(5 < shapes.iter().sum::<usize>(), "{entry}");
    }
}

#[test]
fn drawn_trees_of_chapters_and_sheets_are_also_lists() {
    let (_, pages) = site();
    for (name, page) in pages.iter().filter(|(name, _)| name.starts_with("chapter-") || name.starts_with("sheet-")) {
        let figures = page.split("<div class=\"figure").skip(1).map(|figure| figure.split("</svg>").next().unwrap());
        // A phone shows another drawing of a wide tree. A page can also have boards, and trees in rows.
        let trees = figures.filter(|figure| !figure.starts_with(" turned") && figure.contains("class=\"leaf\""));
        assert!(trees.count() <= page.matches("<summary>The tree as a list</summary>").count(), "{name}");
    }
    assert!(pages["chapter-4.html"].contains("<li>B2a, 9, skipped by the cutoff at B</li>"));
    let sheet = &pages["sheet-skipped-subtree.html"];
    assert!(sheet.contains("<li>B2a, 9</li>") && !sheet.contains("skipped by"), "a sheet gives nothing away");
    assert!(pages["key-skipped-subtree.html"].contains("<li>B2a, 9, skipped by the cutoff at B</li>"));
}

#[test]
fn the_page_for_a_wrong_address_can_name_the_address_of_the_site() {
    let (folder, pages) = site();
    assert!(!pages[MISSING].contains("<base "));
    succeeded(folder.plywood(&["site", "below", "--address", "https://example.org/plywood"]).output().unwrap());
    let page = |name: &str| std::fs::read_to_string(folder.path().join("below").join(name)).unwrap();
    assert!(page(MISSING).contains("<base href=\"https://example.org/plywood/\">\n<title>"));
    assert!(!page("contents.html").contains("<base "), "all other pages also work without a server");
    let refused = failed(folder.plywood(&["site", "other", "--address", "plywood"]).output().unwrap());
    assert!(refused.contains("expected an address such as https://example.org/plywood/"), "{refused}");
}

#[test]
fn chapters_name_the_chapters_before_and_after_them() {
    let (_, pages) = site();
    let below = pages["chapter-2.html"].rsplit("<nav").next().unwrap();
    for part in [
        "rel=\"prev\" href=\"chapter-1.html\"",
        "\u{2190} 1. A tree of moves",
        "rel=\"next\"",
        "3. Negamax: one function",
    ] {
        assert!(below.contains(part), "{part}: {below}");
    }
    assert!(pages["chapter-2.html"].contains("<a href=\"chapter-1.html\" aria-current=\"page\">Course</a>"));
}

#[test]
fn a_file_is_not_a_folder() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("public"), "").unwrap();
    let refused = refused_by(&folder);
    assert!(refused.contains("public is a file; name a folder for the site"), "{refused}");
}

fn refused_by(folder: &Folder) -> String {
    failed(folder.plywood(&["site", "public"]).output().unwrap())
}

#[test]
fn the_picture_in_the_readme_comes_from_the_site() {
    let (folder, pages) = site();
    let drawn = std::fs::read_to_string(folder.path().join("public").join(PICTURE)).unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(root.join("docs").join(PICTURE)).unwrap();
    assert!(drawn == kept, "copy it again: plywood site DIR; cp DIR/{PICTURE} docs");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains("](docs/textbook.svg)"));
    // A reader without scripts sees it on the front page.
    let still = pages["index.html"].split("<noscript>").nth(1).and_then(|rest| rest.split("</noscript>").next());
    assert!(still.is_some_and(|still| still.contains("<img src=\"textbook.svg\" alt=\"The tree ")), "{still:?}");
}

#[test]
fn a_wrong_address_shows_every_page() {
    let (_, pages) = site();
    let missing = &pages[MISSING];
    assert!(missing.contains("<h1>There is no page at this address</h1>"));
    let entries = |page: &str| page.matches("<li><a href=").count();
    assert_eq!(entries(missing), entries(&pages["contents.html"]));
}

/// Each entry of the glossary has a different, readable name for links.
#[test]
fn the_sections_of_the_glossary_have_names_of_their_own() {
    let (_, pages) = site();
    let names = named(&pages["glossary.html"], "id");
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert!(3 < names.len() && different.len() == names.len() && !different.contains(""), "{names:?}");
}

#[test]
fn every_page_with_the_links_of_the_site_has_their_styles() {
    let (_, pages) = site();
    for (name, page) in pages.iter().filter(|(_, page)| page.contains("<nav class=\"site\"")) {
        let is_book = name == "lessons.html";
        assert!(is_book || page.contains("nav.site { display: flex"), "{name}");
    }
}

/// Random addresses: an accepted one is followed by the name of a page, and leads to this page.
#[test]
fn an_address_is_refused_unless_the_name_of_a_page_can_follow_it() {
    const PARTS: [&str; 18] = [
        "https://",
        "http://",
        "/",
        "//",
        "example.org",
        "plywood",
        "a",
        ":8080",
        "?",
        "#",
        "\\",
        " ",
        "\t",
        "\n",
        "\"",
        "<",
        "..",
        "\u{e9}",
    ];
    let mut dice = Dice(7);
    let mut accepted = 0;
    for _ in 0..runs(20_000) {
        let address: String = (0..1 + dice.below(5)).map(|_| *dice.pick(&PARTS)).collect();
        let words = ["plywood", "site", "public", "--address", &address].map(OsString::from);
        // Clap refuses nothing else here: no address begins with a dash.
        if plywood::cli::Cli::parse(words).is_err() {
            continue;
        }
        accepted += 1;
        let path = match address.split_once("//") {
            Some(("https:" | "http:", rest)) => rest,
            _ => address.strip_prefix('/').unwrap_or_else(|| panic!("{address:?}")),
        };
        assert!(address.starts_with('/') || !path.is_empty() && !path.starts_with('/'), "{address:?}");
        assert!(!path.contains(['?', '#', '\\', ' ', '\t', '\n', '"', '<', '>']), "{address:?}");
    }
    assert!(runs(20_000) / 50 < accepted, "{accepted}");
}
