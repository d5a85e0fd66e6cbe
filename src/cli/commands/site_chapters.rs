//! The chapters of the course on a site: their trees can be changed, and they link to other chapters and to lessons.

use super::site_frame::{COURSE, ChapterLink, SitePage, framed, html};
use crate::cli::command_error::Result;
use crate::cli::commands::course::chapters_with_pictures;
use crate::cli::commands::shown_command::{upright, words};
use crate::cli::commands::site_drawings::{between, first_drawing, typed};
use crate::cli::context::Context;
use crate::lessons::model::{builtin, course, looks_typed};
use crate::page::document::{Block, coded};
use crate::page::escape;
use crate::page::{Document, Style};

/// The script that gives each frame the height of its page.
const SCRIPT: &str = include_str!("../../../web/chapter.js");

/// A picture wider than this, in pixels, gets a frame that is wider than the text.
const ROOMY: u32 = 640;

/// Returns the chapters of the course; every tree that a reader could type is interactive.
pub(super) fn chapters(context: &Context) -> Result<Vec<SitePage>> {
    let chapters = chapters_with_pictures(context, Style::default())?;
    let titles: Vec<String> = chapters
        .iter()
        .enumerate()
        .map(|(index, blocks)| match blocks.first() {
            Some(Block::Chapter(title)) => title.clone(),
            _ => format!("Chapter {}", index + 1),
        })
        .collect();
    let page = |(index, mut blocks): (usize, Vec<Block>)| {
        let (number, title) = (index + 1, titles[index].clone());
        let file = format!("chapter-{number}.html");
        let drawn = first_drawing(context, &blocks)?;
        let question =
            blocks.iter().find_map(|block| if let Block::Question(text) = block { Some(text) } else { None });
        let about = question.map_or_else(String::new, |text| coded(text));
        draw_first(context, &mut blocks)?;
        let before =
            index.checked_sub(1).map(|before| ChapterLink { number: index, title: &titles[before], is_next: false });
        let after = titles.get(number).map(|title| ChapterLink { number: number + 1, title, is_next: true });
        let beside: Vec<ChapterLink<'_>> = before.into_iter().chain(after).collect();
        // A chapter has its own page, so its title becomes the page title.
        let parts = blocks.into_iter().skip(1).flat_map(live).map(|block| linked(block, number));
        let titled = [Block::Title(title.clone())].into_iter().chain(parts);
        let html = html(&Document::spaced(titled))?;
        let html = html.replacen("</body>", &format!("<script>\n{SCRIPT}</script>\n</body>"), 1);
        Ok(SitePage { html: framed(&html, &file, &beside), file, title, about, part: COURSE, drawn })
    };
    chapters.into_iter().enumerate().map(page).collect()
}

/// Inserts a picture of the first tree that the playground can change, if the chapter has no picture.
fn draw_first(context: &Context, blocks: &mut Vec<Block>) -> Result<()> {
    if blocks.iter().any(|block| matches!(block, Block::Picture(_))) {
        return Ok(());
    }
    let command =
        |block: &Block| if let Block::Command(shown) = block { PlaygroundSearch::of(&shown.typed) } else { None };
    let searches: Vec<(usize, PlaygroundSearch)> =
        blocks.iter().enumerate().filter_map(|(index, block)| Some((index, command(block)?))).collect();
    for (index, search) in searches {
        let typed = search.typed();
        // A tree of which nearly everything is hidden has no list.
        if let Some(Block::Picture(mut picture)) = upright(context, &typed, &Style::default(), true)?
            && picture.svg.body.contains("class=\"listed\"")
        {
            picture.typed = typed;
            blocks.insert(index, Block::Picture(picture));
            return Ok(());
        }
    }
    Ok(())
}

/// If a page of the course shows a command whose tree the playground can change, adds a link to the playground. If the
/// page shows a picture of the tree, the playground takes the picture's place if the browser runs scripts.
fn live(mut block: Block) -> Vec<Block> {
    let Some(typed) = typed(&block).map(str::to_owned) else { return vec![block] };
    let Some(address) = address(&typed) else { return vec![block] };
    let link = format!("<p class=\"live\"><a href=\"index.html#{address}\">Change this tree</a></p>\n");
    let Block::Picture(picture) = &mut block else { return vec![block, Block::Browser(link)] };
    picture.typed.clear();
    // The playground shows all scores from MAX's point of view.
    if typed.contains(" --view ") {
        return vec![block];
    }
    let width = between(&picture.svg.body, "--width: ", "px").and_then(|(_, width, _)| width.parse().ok());
    let roomy = if width.is_some_and(|width: u32| ROOMY < width) { " roomy" } else { "" };
    let after = format!(
        "</div>\n<div class=\"live{roomy}\"><iframe loading=\"lazy\" src=\"index.html#{address}&amp;embed&amp;fit\" \
         title=\"The tree, to change\"></iframe>\n<p><a href=\"index.html#{address}\">Open it in the playground</a></p>\n</div>\n"
    );
    vec![Block::Browser("<div class=\"still\">\n".to_owned()), block, Block::Browser(after)]
}

/// Links the chapters that a paragraph names, and its lessons.
fn linked(block: Block, here: usize) -> Block {
    let Block::Text(text) = block else { return block };
    let mut out = String::new();
    let html = coded(&text);
    let mut rest = html.as_str();
    if let Some((before, names, after)) = between(rest, "for this chapter: ", ".").filter(|_| names_lessons(&text)) {
        let links: Vec<String> = names.split(", ").map(lesson_link).collect();
        out = format!("{before}for this chapter: {}.", links.join(", "));
        rest = after;
    }
    while let Some((before, after)) = rest.split_once("chapter ") {
        let digits = after.len() - after.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, tail) = after.split_at(digits);
        out += before;
        out += &match number.parse::<usize>() {
            Ok(other) if other != here => format!("<a href=\"chapter-{other}.html\">chapter {other}</a>"),
            _ => format!("chapter {number}"),
        };
        rest = tail;
    }
    Block::Browser(format!("<p>{out}{rest}</p>\n"))
}

fn names_lessons(text: &str) -> bool {
    text.starts_with("The lesson for this chapter: ") || text.starts_with("Lessons for this chapter: ")
}

/// Returns a link to a lesson in the book of all lessons.
fn lesson_link(name: &str) -> String {
    match course().position(|(_, other)| other == name) {
        Some(number) => format!("<a href=\"lessons.html#{number}\">{name}</a>"),
        None => name.to_owned(),
    }
}

/// A search that a command shows and that the playground can show, too.
struct PlaygroundSearch {
    subject: String,
    /// The options that the playground has, and the point of view, with their values.
    options: Vec<(&'static str, String)>,
}

impl PlaygroundSearch {
    fn of(typed: &str) -> Option<Self> {
        let words = words(typed.strip_prefix("plywood explain ")?);
        let subject = words.first()?.clone();
        if !looks_typed(&subject) && builtin(&subject).is_none() {
            return None;
        }
        let value =
            |name: &str| words.iter().position(|word| *word == format!("--{name}")).and_then(|at| words.get(at + 1));
        let names = ["algorithm", "order", "depth", "cut", "fail", "with", "mistake", "set", "view"];
        let options = names.into_iter().filter_map(|name| Some((name, value(name)?.clone()))).collect();
        Some(Self { subject, options })
    }

    fn typed(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!(" --{name} \"{value}\""));
        format!("plywood explain \"{}\"{}", self.subject, options.collect::<String>())
    }
}

/// Returns the part of a URL that opens a command's subject in the playground, or `None` if the playground cannot show
/// it.
pub(super) fn address(typed: &str) -> Option<String> {
    let PlaygroundSearch { subject, options } = PlaygroundSearch::of(typed)?;
    let options = options.iter().filter(|(name, _)| *name != "view");
    let options = options.map(|(name, value)| format!("&amp;{name}={}", encoded(value)));
    Some(format!("tree={}{}", encoded(&subject), options.collect::<String>()))
}

/// Encodes a text for the part of an address that the playground reads.
fn encoded(text: &str) -> String {
    escape::address(text.as_bytes(), b"()[],/:").replace("%20", "+")
}
