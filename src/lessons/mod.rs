//! Lessons: reading, writing, and making them from positions; the list of lessons; and class plans.

pub mod distil;
pub mod model;

#[cfg(feature = "cli")]
use crate::core::game::Mover;
#[cfg(feature = "cli")]
use crate::core::score::Score;
#[cfg(feature = "cli")]
use crate::core::text::write_json;
#[cfg(feature = "cli")]
use crate::lessons::model::{HOME, Plan, PlanStop};
use crate::lessons::model::{MISCONCEPTIONS, Misconception};
#[cfg(feature = "cli")]
use crate::page::document::{Block, coded};
use crate::page::document::{Column, Document, Table};
#[cfg(feature = "cli")]
use crate::page::escape::xml;
#[cfg(feature = "cli")]
use crate::page::{Sign, Style};
#[cfg(feature = "cli")]
use serde::Serialize;
#[cfg(feature = "cli")]
use std::io::{self, Write};
#[cfg(feature = "cli")]
use std::ops::Range;

/// A lesson as shown in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The name of the lesson.
    pub name: &'static str,
    /// The topic that the lesson belongs to.
    pub topic: &'static str,
    /// The numbers of the misconceptions that the lesson addresses.
    pub addresses: Vec<u32>,
    /// The title of the lesson.
    pub title: String,
    /// The question that the lesson asks, and the answer.
    pub asked: (String, String),
}

/// The width of the labels, in columns.
#[cfg(feature = "cli")]
const LABEL: usize = 12;

/// Returns the list of lessons with the name, topic, misconceptions and title of each. The list is followed by commands
/// to try first and by all misconceptions.
pub fn lessons(lessons: &[Listed]) -> Document {
    let mut page = Document::default();
    let row = |lesson: &Listed| {
        let addresses: Vec<String> = lesson.addresses.iter().map(u32::to_string).collect();
        [lesson.name.to_owned(), lesson.topic.to_owned(), addresses.join(" "), lesson.title.clone()]
    };
    let kinds = [Column::Left, Column::Left, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["lesson", "topic", "addresses", "what it shows"], lessons.iter().map(row)));
    page.gap();
    if let Some(Listed { name, .. }) = lessons.first() {
        page.text(format!(
            "Try:  plywood explain {name}, then the others in this order. --answers answers a lesson's question, plywood lessons show {name} prints its source, and plywood lessons plan 50 prints a class plan. The numbers under \"addresses\" are questions and misconceptions of students, listed here:"
        ));
    }
    page.gap();
    let numbered = (1..).map_while(|number| MISCONCEPTIONS.iter().find(|misconception| misconception.number == number));
    let row = |misconception: &Misconception| {
        [misconception.number.to_string(), misconception.chapter.to_string(), misconception.words.to_owned()]
    };
    let kinds = [Column::Right, Column::Right, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["no.", "chapter", "question or misconception"], numbered.map(row)));
    page
}

/// The list of lessons as JSON.
#[cfg(feature = "cli")]
#[derive(Serialize)]
struct LessonsDocument<'a> {
    format: &'static str,
    version: u32,
    lessons: Vec<LessonDocument<'a>>,
    misconceptions: Vec<MisconceptionDocument>,
}

#[cfg(feature = "cli")]
#[derive(Serialize)]
struct LessonDocument<'a> {
    name: &'a str,
    topic: &'a str,
    title: &'a str,
    /// The numbers of the misconceptions that the lesson addresses.
    addresses: &'a [u32],
    question: &'a str,
    answer: &'a str,
}

#[cfg(feature = "cli")]
impl<'a> LessonDocument<'a> {
    #[cfg(feature = "cli")]
    fn of(lesson: &'a Listed) -> Self {
        let Listed { name, topic, addresses, title, asked: (question, answer) } = lesson;
        Self { name, topic, title, addresses, question, answer }
    }
}

#[cfg(feature = "cli")]
#[derive(Serialize)]
struct MisconceptionDocument {
    number: u32,
    chapter: u32,
    text: &'static str,
}

/// Writes the list of lessons as JSON, with the question of each lesson and its answer.
///
/// # Errors
/// Any error from `out`.
#[cfg(feature = "cli")]
pub(crate) fn write_lessons_json(lessons: &[Listed], out: &mut dyn Write) -> io::Result<()> {
    let mut misconceptions = MISCONCEPTIONS;
    misconceptions.sort_by_key(|misconception| misconception.number);
    let misconception =
        |Misconception { number, chapter, words }| MisconceptionDocument { number, chapter, text: words };
    let document = LessonsDocument {
        format: "plywood-lessons",
        version: 1,
        lessons: lessons.iter().map(LessonDocument::of).collect(),
        misconceptions: misconceptions.into_iter().map(misconception).collect(),
    };
    write_json(&document, out)
}

/// Returns a class plan: what to show, ask and say, minute by minute, and the homework. `trees` contains the tree on
/// the projector for each part that shows one, and `style` has the symbols with which it is drawn.
#[cfg(feature = "cli")]
pub(crate) fn plan(plan: &Plan, lessons: &[Listed], trees: &[Option<Block>], style: &Style) -> Document {
    let mut page = Document::default();
    let taken: u32 = plan.stops.iter().map(|(minutes, _)| minutes).sum();
    page.heading(format!("Alpha-beta in {} minutes: {} lessons", plan.minutes, plan.stops.len()));
    let of_stop = |stop: &PlanStop| lessons.iter().find(|lesson| lesson.name == stop.lesson);
    let titles = plan.stops.iter().map(|(minutes, stop)| (*minutes, of_stop(stop).map_or("", |it| it.title.as_str())));
    page.push(Block::Browser(overview(titles.chain([(plan.minutes - taken, HOMEWORK)]))));
    page.gap();
    page.text(
        "Show: put the output of this command on the projector while the class thinks. Let the students write down an answer before anybody speaks. Then: run this command to show why the answer is right. If you have no projector, use the tree printed below each lesson.",
    );
    page.gap();
    let plain = [
        Block::Text(format!(
            "{SAY} Skipped branches are dotted and marked {}, with their scores in brackets; {}2 means at most 2.",
            style.cut(),
            style.sign(Sign::AtMost)
        )),
        Block::Gap,
        Block::Text(format!(
            "The symbols in a tree: {} for a MAX node, {} for a MIN node, {} for the best line. A window such as (3,{}) means that alpha is 3 and beta is not set.",
            style.player(Mover::Max),
            style.player(Mover::Min),
            style.star(),
            style.score(Score::MAX)
        )),
    ];
    page.push(Block::Rich(format!("<p>{SAY}</p>\n{DRAWN_SIGNS}"), plain.into()));
    let mut begins = 0;
    for ((minutes, stop), tree) in plan.stops.iter().zip(trees) {
        let found = of_stop(stop);
        let title = found.map_or("", |lesson| lesson.title.as_str());
        part(&mut page, begins..begins + minutes, title, found.map_or(Vec::new(), |lesson| said(stop, lesson, style)));
        if let Some(tree) = tree {
            page.gap();
            page.push(tree.clone());
        }
        begins += minutes;
    }
    part(&mut page, taken..plan.minutes, HOMEWORK, HOME.map(|(what, how)| (what, how.to_owned())).into());
    page
}

#[cfg(feature = "cli")]
const SAY: &str = "Say this first, and leave it on the board: MAX picks the highest score, MIN the lowest. Alpha is the score that MAX already has, beta the score that MIN already has. As soon as one reply shows that a move gives its side nothing better than that side already has elsewhere, the search skips the remaining replies: a cutoff.";

#[cfg(feature = "cli")]
const HOMEWORK: &str = "Homework";

/// The signs of drawn trees, for browser pages.
#[cfg(feature = "cli")]
const DRAWN_SIGNS: &str = "<p>In a tree, <svg class=\"sign\" viewBox=\"0 0 24 20\" aria-hidden=\"true\"><path class=\"max\" d=\"M2 8L12 1L22 8V19H2z\"/></svg> is a MAX \
node, <svg class=\"sign\" viewBox=\"0 0 24 20\" aria-hidden=\"true\"><path class=\"min\" d=\"M2 12L12 19L22 12V1H2z\"/></svg> a MIN node, and \u{2605} marks the best line. \
Skipped branches are dashed, behind a double <span class=\"kept\">bar <svg class=\"sign\" viewBox=\"0 0 16 20\" aria-hidden=\"true\"><path class=\"bar\" d=\"M2 12L14 6M2 18L14 12\"/></svg>.</span> \
\u{2264}2 means at most 2. A node marked \u{201c}cut if \u{2264}\u{a0}3\u{201d} skips its other moves as soon as one is worth 3 or less; \
a window such as <span class=\"kept\">(3,+\u{221e})</span> means that alpha is 3 and beta is not set.</p>\n";

/// Returns a table of the parts with links to them, for browser pages.
#[cfg(feature = "cli")]
fn overview<'a>(parts: impl Iterator<Item = (u32, &'a str)>) -> String {
    let mut begins = 0;
    let row = |(minutes, title): (u32, &str)| {
        let text = format!(
            "<tr><th scope=\"row\" class=\"number\">{begins}\u{2013}{}</th><td><a href=\"#minute-{begins}\">{}</a></td></tr>\n",
            begins + minutes,
            xml(title)
        );
        begins += minutes;
        text
    };
    let rows: String = parts.map(row).collect();
    format!("<table class=\"parts\">\n<tr><th class=\"number\">minutes</th><th>lesson</th></tr>\n{rows}</table>\n")
}

/// Returns the command, question and hint of one lesson.
#[cfg(feature = "cli")]
fn said(stop: &PlanStop, lesson: &Listed, style: &Style) -> Vec<(&'static str, String)> {
    let (question, answer) = lesson.asked.clone();
    let mut facts = vec![
        ("Show", stop.show.to_owned()),
        ("Ask", question),
        ("If silent", stop.hint.to_owned()),
        ("Answer", answer),
        ("Then", stop.then.to_owned()),
        ("The tree", stop.tree.replace("+inf", &style.score(Score::MAX))),
    ];
    facts.retain(|(_, text)| !text.is_empty());
    facts
}

#[cfg(feature = "cli")]
fn part(page: &mut Document, minutes: Range<u32>, title: &str, facts: Vec<(&'static str, String)>) {
    page.gap();
    let heading = format!("Minute {} to {}: {title}", minutes.start, minutes.end);
    let fact = |(label, text): &(&'static str, String)| {
        let text = if text.starts_with("plywood ") { format!("<code>{}</code>", xml(text)) } else { coded(text) };
        match label.len() < LABEL {
            true => format!("<tr><th scope=\"row\">{label}</th><td>{text}</td></tr>\n"),
            false => format!("<tr><td>{label}:<br>{text}</td></tr>\n"),
        }
    };
    let facts_drawn: String = facts.iter().map(fact).collect();
    let html = format!(
        "<h2 id=\"minute-{}\">{}</h2>\n<table class=\"said\">\n{facts_drawn}</table>\n",
        minutes.start,
        xml(&heading),
    );
    let facts = facts.into_iter().map(|(label, text)| (label.to_owned(), text)).collect();
    page.push(Block::Rich(html, vec![Block::Heading(heading, String::new()), Block::Facts(LABEL, facts)]));
}
