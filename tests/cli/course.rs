//! The course: every command runs, every number is filled in, and the output is always the same.

use super::{Folder, output};
use crate::support::{is_long, path, plywood, snapshot};
use std::process::Output;
use std::sync::LazyLock;

fn course(arguments: &[&str]) -> Output {
    plywood(&[&["course"], arguments].concat()).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = course(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The whole course.
static WHOLE: LazyLock<String> = LazyLock::new(|| printed(&["--whole"]));

#[test]
fn the_whole_course() {
    let whole = &*WHOLE;
    snapshot("course", whole);
    // A single chapter equals the same chapter of the whole course, so running it again proves determinism; the whole
    // course takes a long time.
    assert!(!is_long() || *whole == printed(&["--whole"]));
    assert!(!whole.contains(['{', '}']), "a number is missing");
    // The listing of the Sargon document is as wide as in the original.
    let is_listing = |line: &&str| line.contains("MAX] ") || line.contains(" so discard") || line.ends_with(" CUTOFF");
    let (listing, wide): (Vec<&str>, Vec<&str>) =
        whole.lines().filter(|line| 80 < line.chars().count()).partition(is_listing);
    assert!(wide.is_empty() && listing.len() < 8, "{wide:?}");
    assert!(whole.contains("The lesson for this chapter: fail-low."), "it settles two confusions and is named once");
    for chapter in ["8", "18", "19"] {
        let one = printed(&[chapter]);
        assert!(whole.contains(one.trim_end()), "chapter {chapter} by itself is that of the whole");
    }
}

/// The stated time assumes 125 words per minute and half a minute per page of output. The last chapter is an appendix.
#[test]
fn the_course_is_as_long_as_it_says() {
    assert!(printed(&[]).replace('\n', " ").contains("100 minutes: a little over an hour for the text"));
    let mut files: Vec<_> =
        std::fs::read_dir(path("assets/course")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let (mut words, mut pages) = (0, 0);
    for file in &files[..files.len() - 1] {
        for paragraph in std::fs::read_to_string(file).unwrap().split("\n\n") {
            // A number to fill in is one word.
            let parts = paragraph.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
            let count =
                parts.map(|part| part.split_whitespace().count()).sum::<usize>() + paragraph.matches('{').count();
            if paragraph.starts_with("$ ") { pages += 1 } else { words += count }
        }
    }
    let minutes = words / 125 + pages / 2;
    assert!((75..=100).contains(&minutes), "{words} words and {pages} pages: {minutes} minutes");
}

/// The options for the look of pages apply to the pages in the text.
#[test]
fn charset_and_view_reach_the_pages() {
    let show = |what: &str| printed(&[what, "--charset", "unicode", "--view", "negamax"]);
    // A chapter with the tree of a lesson and one with a board, or all chapters.
    let all = if is_long() { show("--whole") } else { show("4") + &show("5") };
    assert!(all.contains("━★A1") && all.contains('♚'), "{all}");
    assert!(all.contains("The pages below show each score for the side that made the move"), "{all}");
    let chapter = printed(&["4", "--view", "negamax"]);
    assert!(chapter.contains("`-*A1           3      -(3)    first          new best"), "{chapter}");
}

/// Commands in sentences are also run; such a command ends at a comma, a full stop or the word `prints`.
#[test]
fn commands_in_sentences_run() {
    let mut count = 0;
    for file in std::fs::read_dir(path("assets/course")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let sentences = text.split("\n\n").filter(|paragraph| !paragraph.starts_with("$ "));
        let sentences: Vec<String> = sentences.map(|paragraph| paragraph.replace('\n', " ")).collect();
        for rest in sentences
            .iter()
            .flat_map(|text| text.split("plywood explain ").skip(1))
            .filter(|rest| !rest.starts_with('{'))
        {
            let mut words = vec!["explain".to_owned()];
            for word in rest.split(' ').take_while(|word| *word != "prints") {
                words.push(word.trim_end_matches([',', '.']).replace('"', ""));
                if word.ends_with([',', '.']) {
                    break;
                }
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = plywood(&words).output().unwrap();
            assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
            count += 1;
        }
    }
    assert!(3 <= count, "only {count} commands were found");
}

/// Each chapter asks questions, and each question comes before its answer.
#[test]
fn every_chapter_asks_before_it_answers() {
    let contents = printed(&[]);
    let heads: Vec<&str> =
        contents.lines().filter(|line| line.split_once(". ").is_some_and(|(n, _)| n.parse::<u32>().is_ok())).collect();
    let starts: Vec<usize> = heads.iter().map(|head| WHOLE.find(&format!("\n{head}\n---")).unwrap()).collect();
    assert!(17 < starts.len() && starts.is_sorted());
    for (index, &start) in starts.iter().enumerate() {
        let number = index + 1;
        let chapter = &WHOLE[start..starts.get(number).copied().unwrap_or(WHOLE.len())];
        let question = chapter.find("\nQuestion: ").unwrap_or_else(|| panic!("chapter {number} does not ask"));
        let answer = chapter.find("\nAnswer: ").unwrap_or_else(|| panic!("chapter {number} does not answer"));
        assert!(question < answer, "chapter {number}");
    }
}

#[test]
fn a_chapter_comes_in_four_forms() {
    let folder = Folder::new();
    for (name, begins, part) in [
        ("c.txt", "8. Fail-hard", "    $ plywood compare fail-low"),
        ("c.md", "## 8. Fail-hard", "```sh\nplywood compare fail-low --fail hard,soft\n```\n\n```text\n"),
        ("c.html", "<!DOCTYPE html>", "&lt;= 4 alpha cutoff, skips 1</pre>"),
        ("c.tex", "\\documentclass", "\\section*{8. Fail{-}hard and fail{-}soft}"),
    ] {
        let output = course(&["8", "-o", folder.path().join(name).to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = folder.read(name);
        assert!(text.starts_with(begins), "{name}: {text}");
        assert!(text.contains(part), "{name}: {text}");
    }
}

#[test]
fn a_text_of_ones_own_lessons_has_the_answers_at_the_end() {
    let folder = Folder::with(
        "own.json",
        r#"{"title": "Mine {1}", "ask": "Which?", "answer": "B.", "settles": [9], "moves": [{"move": "A", "score": 1}, {"move": "B", "score": 2}]}"#,
    );
    let own = folder.path().join("own.json");
    let text = printed(&["highest-leaf", own.to_str().unwrap(), "--title", "Week 3"]);
    let places = ["WEEK 3", "Question: Which?", "Answers\n-------", "Mine {1}\n\nQuestion: Which?", "Answer: B."]
        .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")));
    assert!(places.is_sorted(), "{text}");
    assert!(text[places[0]..places[2]].contains("MAX MIN"), "the page stands there");
}

#[test]
fn what_is_no_chapter_is_refused() {
    for (arguments, code, part) in [
        (&["0"][..], 2, "there is no chapter 0; the course has chapters 1 to 19"),
        (&["20"], 2, "there is no chapter 20"),
        (&["1", "2"], 2, "print one chapter at a time, for example `plywood course 1`, or all of them"),
        (&["sargon-1", "3"], 2, "print one chapter at a time"),
        (&["startpos"], 2, "startpos is not a lesson"),
        (&["no-such"], 2, "no-such"),
        (&["no-such.json"], 1, "there is no file no-such.json"),
        (&["--title", "x"], 2, "--title needs a chapter or a lesson"),
        (&["8", "-o", "x.tex", "--charset", "unicode"], 2, "LaTeX cannot show --charset unicode"),
        (&["8", "-o", "x.pdf"], 2, "cannot write .pdf"),
    ] {
        let output = course(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

/// The printed plan is sufficient for a class: each part has its tree, as text and as a picture.
#[test]
fn the_trees_of_a_plan_are_printed_in_it() {
    for minutes in ["45", "50", "90"] {
        let plan = |form: &str| output(&mut plywood(&["lessons", "plan", minutes, "--format", form]));
        let text = plan("text");
        let parts = text.lines().filter(|line| line.starts_with("Minute ")).count() - 1;
        let roots = text
            .lines()
            .filter(|line| ["MAX ", "White "].iter().any(|side| line.starts_with(side) && line.contains("  ^ ")));
        assert_eq!(roots.count(), parts, "{text}");
        // A phone shows another drawing of a wide tree.
        let count = |class: &str| plan("html").matches(&format!("<div class=\"figure{class}")).count();
        assert_eq!(count("") - count(" turned"), parts, "{minutes}");
    }
}

/// The texts of a plan name the symbols with which its trees are drawn.
#[test]
fn a_plan_explains_the_symbols_of_its_trees() {
    let plan = |charset: &str| output(&mut plywood(&["lessons", "plan", "45", "--charset", charset]));
    let (plain, drawn) = (plan("ascii"), plan("unicode"));
    for (sign, other) in
        [("^ for a MAX", "▲ for a MAX"), ("marked //", "marked ╱╱"), ("(3,+inf)", "(3,+∞)"), ("<=2", "≤2")]
    {
        let has = |text: &str, part: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(part);
        assert!(has(&plain, sign) && !has(&plain, other), "{sign}");
        assert!(has(&drawn, other) && !has(&drawn, sign), "{other}");
    }
    assert!(!["//", "+inf", "<="].iter().any(|sign| drawn.contains(sign)), "{drawn}");
}

/// A chapter names the part of a page that it shows, so the result does not depend on where lines break or whose scores
/// they show.
#[test]
fn a_chapter_shows_the_same_parts_in_any_look() {
    let narrow = printed(&["7", "--columns", "60"]);
    assert!(narrow.contains("  ^ 9\n"), "{narrow}");
    let negamax = printed(&["4", "--view", "negamax"]);
    assert!(!negamax.contains("Four programs may print four numbers"), "{negamax}");
}

#[test]
fn the_page_of_a_plan_begins_with_links_to_its_parts_and_explains_the_drawn_signs() {
    let page = output(&mut plywood(&["lessons", "plan", "45", "--format", "html"]));
    let (contents, parts) = page.split_once("</table>").unwrap();
    let links: Vec<&str> = contents.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(links.len(), 7, "{links:?}");
    assert!(links.iter().all(|link| parts.contains(&format!("<h2 id=\"{link}\">"))), "{links:?}");
    assert!(parts.contains("<svg class=\"sign\"") && !parts.contains("^ for a MAX node"), "{parts}");
    assert!(parts.contains("<code>plywood explain skipped-subtree --style upright</code>"), "{parts}");
}
