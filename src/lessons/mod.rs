//! Lessons: reading, writing, and making them from positions; the list of lessons; and class plans.

pub mod distil;
pub mod model;

#[cfg(feature = "cli")]
use crate::core::text::write_json;
use crate::lessons::model::{CONFUSIONS, Confusion};
#[cfg(feature = "cli")]
use crate::lessons::model::{HOME, Plan, PlanStop};
#[cfg(feature = "cli")]
use crate::page::document::Block;
use crate::page::document::{Column, Document, Table};
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
    pub settles: Vec<u32>,
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
        let settles: Vec<String> = lesson.settles.iter().map(u32::to_string).collect();
        [lesson.name.to_owned(), lesson.topic.to_owned(), settles.join(" "), lesson.title.clone()]
    };
    let kinds = [Column::Left, Column::Left, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["lesson", "topic", "addresses", "what it shows"], lessons.iter().map(row)));
    page.gap();
    if let Some(Listed { name, .. }) = lessons.first() {
        page.text(format!(
            "Try:  plywood explain {name}, then the others in this order. --answers answers a lesson's question, plywood lessons show {name} prints its source, and plywood lessons plan 50 prints a class plan. The numbers under \"addresses\" are misconceptions and questions of students, listed here:"
        ));
    }
    page.gap();
    let numbered = (1..).map_while(|number| CONFUSIONS.iter().find(|confusion| confusion.number == number));
    let row = |confusion: &Confusion| {
        [confusion.number.to_string(), confusion.chapter.to_string(), confusion.words.to_owned()]
    };
    let kinds = [Column::Right, Column::Right, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["no.", "chapter", "what students ask or believe"], numbered.map(row)));
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
        let Listed { name, topic, settles, title, asked: (question, answer) } = lesson;
        Self { name, topic, title, addresses: settles, question, answer }
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
    let mut confusions = CONFUSIONS;
    confusions.sort_by_key(|confusion| confusion.number);
    let misconception = |Confusion { number, chapter, words }| MisconceptionDocument { number, chapter, text: words };
    let document = LessonsDocument {
        format: "plywood-lessons",
        version: 1,
        lessons: lessons.iter().map(LessonDocument::of).collect(),
        misconceptions: confusions.into_iter().map(misconception).collect(),
    };
    write_json(&document, out)
}

/// Returns a class plan: what to show, ask and say, minute by minute, and the homework. `trees` contains the tree on
/// the projector for each part that shows one.
#[cfg(feature = "cli")]
pub(crate) fn plan(plan: &Plan, lessons: &[Listed], trees: &[Option<Block>]) -> Document {
    let mut page = Document::default();
    let taken: u32 = plan.stops.iter().map(|(minutes, _)| minutes).sum();
    page.heading(format!("Alpha-beta in {} minutes: {} lessons", plan.minutes, plan.stops.len()));
    page.gap();
    page.text(
        "Show: put the output of this command on the projector while the class thinks. Let the students write down an answer before anybody speaks. Then: run this command to show why the answer is right. If you have no projector, use the tree printed below each lesson.",
    );
    page.gap();
    page.text(
        "Say this first, and leave it on the board: MAX picks the highest score, MIN the lowest. Alpha is the score that MAX already has, beta the score that MIN already has. As soon as a reply holds a move to a score that the other side already has elsewhere, the search skips the remaining replies: a cutoff. Skipped branches are dotted and marked //, with their scores in brackets; <=2 means at most 2.",
    );
    page.gap();
    page.text(
        "The symbols in a tree: ^ for a MAX node, v for a MIN node, * for the best line. A window such as (3,+inf) means that alpha is 3 and beta is not set.",
    );
    let mut begins = 0;
    for ((minutes, stop), tree) in plan.stops.iter().zip(trees) {
        let found = lessons.iter().find(|lesson| lesson.name == stop.lesson);
        let title = found.map_or("", |lesson| lesson.title.as_str());
        part(&mut page, begins..begins + minutes, title, found.map_or(Vec::new(), |lesson| said(stop, lesson)));
        if let Some(tree) = tree {
            page.gap();
            page.push(tree.clone());
        }
        begins += minutes;
    }
    part(&mut page, taken..plan.minutes, "Homework", HOME.map(|(what, how)| (what, how.to_owned())).into());
    page
}

/// Returns the command, question and hint of one lesson.
#[cfg(feature = "cli")]
fn said(stop: &PlanStop, lesson: &Listed) -> Vec<(&'static str, String)> {
    let (question, answer) = lesson.asked.clone();
    let mut facts = vec![
        ("Show", stop.show.to_owned()),
        ("Ask", question),
        ("If silent", stop.hint.to_owned()),
        ("Answer", answer),
        ("Then", stop.then.to_owned()),
        ("The tree", stop.tree.to_owned()),
    ];
    facts.retain(|(_, text)| !text.is_empty());
    facts
}

#[cfg(feature = "cli")]
fn part(page: &mut Document, minutes: Range<u32>, title: &str, facts: Vec<(&'static str, String)>) {
    page.gap();
    page.heading(format!("Minute {} to {}: {title}", minutes.start, minutes.end));
    page.push(Block::Facts(LABEL, facts.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()));
}
