//! `plywood site`: writes a folder with the playground, the course, all lessons, sheets and the glossary. Any web
//! server can serve the folder, and a browser can open its pages without a server.

use crate::cli::args::output_args::ForceArgs;
use crate::cli::args::subject_args;
use crate::cli::command_error::{Result, WithContext as _, ensure, failure};
use crate::cli::commands::lessons::{book, plan_page};
use crate::cli::commands::playground::MODULE;
use crate::cli::commands::shown_command::picture_file;
use crate::cli::commands::site_chapters::{address, chapters};
use crate::cli::commands::site_drawings::{between, drawn_tree, thumbnail};
use crate::cli::commands::site_frame::{
    CHAPTER_1, CONTENTS, COURSE, GLOSSARY, LESSONS, PLAYGROUND, SitePage, framed, html, html_form,
};
use crate::cli::commands::site_glossary::{glossary, words};
use crate::cli::context::Context;
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::usage;
use crate::exercise;
use crate::lessons::model::{Lesson, MISCONCEPTIONS, Plan, builtin, course};
use crate::page::Style;
use crate::page::document::coded;
use crate::page::escape::xml;
use crate::page::style::custom_properties;
use crate::web;
use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `plywood site`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Site {
    /// The folder for the pages; plywood creates it if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The address of the site, so that the links of its 404 page work under any address
    ///
    /// A web server shows 404.html under the wrong address. Its relative links then work only if that address is in the
    /// site's top folder. With this option, they work under any address.
    #[arg(long, value_name = "URL", value_parser = address_of_site)]
    address: Option<String>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Returns the address with a slash at its end.
fn address_of_site(text: &str) -> std::result::Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_address = host.map_or(text.starts_with('/'), |host| !host.starts_with('/') && !host.is_empty());
    // A link after `?` or `#` would not lead into the site's folder, and browsers skip or replace the other characters.
    let is_special = |letter: char| "\"<>?#\\".contains(letter) || letter.is_whitespace() || letter.is_control();
    if !is_address || text.contains(is_special) {
        return Err("expected an address such as https://example.org/plywood/ or /plywood/".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// A picture of the tree that the playground opens with; `docs/textbook.svg` is a copy for the README.
const PICTURE: &str = "textbook.svg";
const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// The page that most servers show for an address that does not exist.
const MISSING: &str = "404.html";
/// Lessons whose trees students search by hand.
const SHEETS: [&str; 3] = ["wikipedia", "skipped-subtree", "deep-cutoff"];
/// The length of the class that the site plans.
const CLASS_MINUTES: u32 = 45;

/// The styles of pages that have no styles of their own.
const PLAIN: &str = include_str!("../../../web/site-plain.css");
/// The styles of the list of all pages, and the script that searches it.
const LIST: &str = include_str!("../../../web/contents.css");
const FIND: &str = include_str!("../../../web/contents.js");

/// What the contents page says about the site.
const ABOUT: &str =
    "<p>See how a program searches a game tree: every step, every cutoff and its reason, and the best line.</p>\n";

/// The headings of the list of all pages, each with a sentence about its pages.
const START: &str = "Start here";
const BOOK: &str = "Lessons";
const CLASS: &str = "For your class";
const REFERENCE: &str = "Reference";
const PARTS: [(&str, &str); 5] = [
    (START, ""),
    (COURSE, "Read the chapters in order. Chapters 1 to 18 take 100 minutes."),
    (BOOK, ""),
    (CLASS, "Print a sheet for your students, and its answers for yourself."),
    (REFERENCE, ""),
];

/// The first lines of the page for a wrong address.
const LOST: &str = "\
<p id=\"lost\" hidden>No page is called <code></code>.</p>
<p>The address may be mistyped, or the page may have moved. Search for its title, or choose a page below.</p>
";

impl Site {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let folder = context.at(&self.folder);
        ensure!(
            !folder.exists() || folder.is_dir(),
            usage(format!("{} is a file; name a folder for the site", self.folder.display()))
        );
        let pages = pages(context, self.address.as_deref())?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        let existing = self.force.existing();
        // Check every name first, so that plywood writes either all files or none.
        let there = pages.iter().map(|page| self.folder.join(&page.file)).find(|path| context.at(path).exists());
        if let Some(path) = there.filter(|_| existing == Existing::Kept) {
            let text = format!("{} is already there; --force replaces the site", path.display());
            return Err(usage(text));
        }
        for page in &pages {
            write_file(context, &self.folder.join(&page.file), existing, page.html.as_bytes())?;
        }
        if context.output_is_a_terminal() {
            let front = self.folder.join("index.html");
            context.tell(&format!("wrote {} files; open {} in a browser", pages.len(), front.display()));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns all pages; the list of all pages comes last.
fn pages(context: &Context, address: Option<&str>) -> Result<Vec<SitePage>> {
    let picture = picture_file(context, TEXTBOOK)?;
    let small = thumbnail(&picture);
    let mut pages = vec![playground(small.clone())?];
    pages.extend(chapters(context)?);
    let mut lessons = Vec::new();
    book(context, &Style::default(), &mut lessons)?;
    pages.push(SitePage {
        file: LESSONS.to_owned(),
        title: "All lessons, step by step".to_owned(),
        about: format!("{} small trees, one idea each.", course().count()),
        part: BOOK,
        html: framed(&with_links(&String::from_utf8(lessons)?), LESSONS, &[]),
        drawn: drawn_tree(context, "plywood explain tour")?,
    });
    pages.extend(sheets(context)?);
    pages.push(plan(context)?);
    pages.push(SitePage {
        file: GLOSSARY.to_owned(),
        title: "Glossary".to_owned(),
        about: "Every term and sign of these pages.".to_owned(),
        part: REFERENCE,
        html: plain("Glossary", GLOSSARY, &glossary(), ""),
        drawn: small,
    });
    let unlisted = |file: &str, title: &str, html: String| SitePage {
        file: file.to_owned(),
        title: title.to_owned(),
        about: String::new(),
        part: "",
        html,
        drawn: None,
    };
    let contents = unlisted(CONTENTS, "Contents", contents(&pages, CONTENTS, "plywood: contents", ABOUT));
    let mut missing = self::contents(&pages, MISSING, "There is no page at this address", LOST);
    if let Some(address) = address {
        missing = missing.replacen("<title>", &format!("<base href=\"{}\">\n<title>", xml(address)), 1);
    }
    let missing = unlisted(MISSING, "No such page", missing);
    pages.extend([contents, missing, unlisted(PICTURE, TEXTBOOK, picture)]);
    Ok(pages)
}

/// Returns the front page: the playground, whose first line links to everything else.
fn playground(drawn: Option<String>) -> Result<SitePage> {
    let mut page = Vec::new();
    web::playground(MODULE, &[], &mut page)?;
    let links = format!(
        "</div>\n<nav class=\"pages\" aria-label=\"Site\"><a href=\"{CONTENTS}\">Contents</a> <a href=\"{CHAPTER_1}\">Course</a> \
         <a href=\"{LESSONS}\">Lessons</a> <a href=\"{GLOSSARY}\">Glossary</a></nav>\n</header>"
    );
    let still = format!(
        "<noscript><p><img src=\"{PICTURE}\" alt=\"The tree {TEXTBOOK}: MAX takes A, and B2 and B3 are skipped.\"></p>\n<p>"
    );
    let html = String::from_utf8(page)?.replacen("</div>\n</header>", &links, 1).replacen("<noscript><p>", &still, 1);
    Ok(SitePage {
        file: "index.html".to_owned(),
        title: PLAYGROUND.to_owned(),
        about: "Change a tree, follow its search, or cut it yourself.".to_owned(),
        part: START,
        html,
        drawn,
    })
}

/// Returns the plan of a class, whose commands lead to the playground.
fn plan(context: &Context) -> Result<SitePage> {
    let plan = Plan::of(CLASS_MINUTES).ok_or_else(|| failure!("a class of {CLASS_MINUTES} minutes has no plan"))?;
    let html = html(&plan_page(context, &plan, &Style::default(), html_form()?)?)?;
    let (mut page, mut rest) = (String::new(), html.as_str());
    while let Some((before, typed, after)) = between(rest, "<code>", "</code>") {
        page += before;
        page += &match address(&typed.replace("&quot;", "\"")) {
            Some(address) => format!("<a href=\"index.html#{address}\"><code>{typed}</code></a>"),
            None => format!("<code>{typed}</code>"),
        };
        rest = after;
    }
    Ok(SitePage {
        file: "plan.html".to_owned(),
        title: format!("Plan for {CLASS_MINUTES} minutes"),
        about: "What to show, to ask and to say, minute by minute.".to_owned(),
        part: CLASS,
        html: framed(&(page + rest), "", &[]),
        drawn: drawn_tree(context, "plywood explain skipped-subtree")?,
    })
}

/// Returns the sheets, each followed by its answers.
fn sheets(context: &Context) -> Result<Vec<SitePage>> {
    let sheets = exercise::page::SHEETS.iter().find(|format| format.name == "html");
    let sheets = sheets.ok_or_else(|| failure!("sheets have no format html"))?;
    let mut pages = Vec::new();
    for lesson in SHEETS {
        let exercises = [subject_args::exercise(context, &[lesson.to_owned()])?];
        let drawn = drawn_tree(context, &format!("plywood explain {lesson}"))?;
        for (is_key, file, what) in [(false, "sheet", "Exercise"), (true, "key", "Answers")] {
            let mut page = Vec::new();
            (sheets.write)(&exercises, is_key, &Style::default(), &mut page)?;
            let page = String::from_utf8(page)?;
            // A sheet does not show the answers, not even in its small drawing.
            let class = if is_key { "small" } else { "small open" };
            pages.push(SitePage {
                file: format!("{file}-{lesson}.html"),
                title: format!("{what}: {}", exercises[0].title),
                about: String::new(),
                part: CLASS,
                html: framed(&page.replacen("<title>", &format!("<title>{what}: "), 1), "", &[]),
                drawn: drawn.as_ref().map(|drawn| drawn.replacen("\"small\"", &format!("\"{class}\""), 1)),
            });
        }
    }
    Ok(pages)
}

/// Adds links to the book of lessons: to each lesson's tree in the playground, and to the chapter that explains it.
fn with_links(book: &str) -> String {
    let mut parts = book.split("<section class=\"chapter\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (part, (_, lesson)) in parts.zip(course()) {
        let chapter = MISCONCEPTIONS.iter().find(|misconception| misconception.lessons().contains(&lesson));
        let chapter = chapter.map(|misconception| {
            let number = misconception.chapter;
            format!("<a href=\"chapter-{number}.html\">Chapter {number}</a>")
        });
        let tree = address(&format!("plywood explain {lesson}"));
        let tree = tree.map(|address| format!("<a href=\"index.html#{address}\">Change this tree</a>"));
        let links = [tree, chapter].into_iter().flatten().collect::<Vec<_>>().join(" ");
        out += "<section class=\"chapter\"";
        out += &part.replacen("</h2>\n", &format!("</h2>\n<p class=\"leads\">{links}</p>\n"), 1);
    }
    out
}

/// Returns a page with only the site's styles.
fn plain(title: &str, file: &str, body: &str, script: &str) -> String {
    let script = if script.is_empty() { String::new() } else { format!("<script>\n{script}</script>\n") };
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{}</title>\n<style>\n{}{PLAIN}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n{body}</main>\n{script}</body>\n</html>\n",
        xml(title),
        custom_properties(),
        xml(title)
    );
    framed(&html, file, &[])
}

/// Returns the lessons and the words of the glossary, which only a search shows.
fn searched() -> String {
    let mut body =
        "<p id=\"none\" role=\"status\"></p>\n<section id=\"within\" hidden>\n<h2>Lessons and words</h2>\n<ul>\n"
            .to_owned();
    let lessons = course().enumerate().filter_map(|(number, (_, name))| {
        let lesson = Lesson::from_json(builtin(name)?).ok()?;
        let about = format!("<code>{name}</code>: {}", coded(&lesson.caption.note));
        Some((format!("{LESSONS}#{number}"), xml(&lesson.caption.title), about))
    });
    for (address, title, about) in lessons.chain(words()) {
        let _ = writeln!(
            body,
            "<li class=\"word\"><a href=\"{address}\"><span><b>{title}</b><small>{about}</small></span></a></li>"
        );
    }
    body + "</ul>\n</section>\n"
}

/// Returns the list of all pages, grouped by part.
fn contents(pages: &[SitePage], file: &str, title: &str, lead: &str) -> String {
    let mut body = format!(
        "{lead}<p class=\"find\" hidden><label for=\"find\">Search</label><br>\n<input type=\"search\" id=\"find\"></p>\n"
    );
    for (part, about) in PARTS {
        let about = if about.is_empty() { String::new() } else { format!("<p>{about}</p>\n") };
        let _ = write!(body, "<section>\n<h2>{part}</h2>\n{about}<ul>\n");
        for SitePage { file, title, about, drawn, .. } in pages.iter().filter(|page| page.part == part) {
            let (title, drawn) = (xml(title), drawn.as_deref().unwrap_or_default());
            let about = if about.is_empty() { String::new() } else { format!("<small>{about}</small>") };
            let _ = writeln!(body, "<li><a href=\"{file}\">{drawn}<span><b>{title}</b>{about}</span></a></li>");
        }
        body.push_str("</ul>\n</section>\n");
    }
    body += &searched();
    let page = plain(title, file, &body, FIND);
    page.replacen("</style>", &format!("{LIST}</style>"), 1)
}
