//! Lessons: read and written, made of positions, listed; and plans for a class.

pub mod distil;
pub mod model;

use crate::lessons::model::{CONFUSIONS, Confusion, HOME, Plan, PlanStop};
use crate::page::document::{Block, Column, Document, Table};
use std::ops::Range;

/// A lesson as the list shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub topic: &'static str,
    /// The numbers of the confusions that it settles.
    pub settles: Vec<u32>,
    /// Its title.
    pub title: String,
    /// What it asks, and the answer.
    pub asked: (String, String),
}

/// Columns for the words before what is shown, asked and said.
const LABEL: usize = 12;

/// Returns name, topic, confusions and title of each lesson, and what to try first.
pub fn lessons(lessons: &[Listed]) -> Document {
    let mut page = Document::default();
    let row = |lesson: &Listed| {
        let settles: Vec<String> = lesson.settles.iter().map(u32::to_string).collect();
        [lesson.name.to_owned(), lesson.topic.to_owned(), settles.join(" "), lesson.title.clone()]
    };
    let kinds = [Column::Left, Column::Left, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["lesson", "topic", "settles", "what it shows"], lessons.iter().map(row)));
    page.gap();
    if let Some(Listed { name, .. }) = lessons.first() {
        page.text(format!(
            "Try:  plywood explain {name}, and then the others in this order. --answers answers a lesson's question, \
             plywood lessons show {name} prints its source, and plywood lessons plan 50 is a plan for a class. Below \
             \"settles\" stand numbers of what students ask or believe:"
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

/// Returns a plan for a class: what is shown, asked and said from which minute to which, and what goes home. `trees` are what is on
/// the projector, for each part that shows one.
pub(crate) fn plan(plan: &Plan, lessons: &[Listed], trees: &[Option<Block>]) -> Document {
    let mut page = Document::default();
    let taken: u32 = plan.stops.iter().map(|(minutes, _)| minutes).sum();
    page.heading(format!("Alpha-beta in {} minutes: {} lessons", plan.minutes, plan.stops.len()));
    page.gap();
    page.text(
        "Show is the command whose output is on the projector while the class thinks. Let them write an answer down before \
         anybody speaks. Then is the command that shows why the answer is right. Below each lesson stands the tree that is shown, \
         for a class without a projector.",
    );
    page.gap();
    page.text(
        "Say first, and leave it on the board: MAX picks the highest score, MIN the lowest. Alpha is what MAX has already, \
         beta what MIN has. As soon as the side that answers a move can hold it to what the other side has already, nothing \
         else below that move is searched: a cutoff. What it skips hangs on dots with //, and its scores stand in \
         brackets; <=2 is at most 2.",
    );
    page.gap();
    page.text(
        "The signs in a tree: ^ where MAX moves, v where MIN moves, * on best play. A window such as (3,+inf) stands where \
         it is limited: alpha is 3, and beta is not set.",
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
    part(&mut page, taken..plan.minutes, "What goes home", HOME.map(|(what, how)| (what, how.to_owned())).into());
    page
}

/// What is shown, asked and said of one lesson.
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

fn part(page: &mut Document, minutes: Range<u32>, title: &str, facts: Vec<(&'static str, String)>) {
    page.gap();
    page.heading(format!("Minute {} to {}: {title}", minutes.start, minutes.end));
    page.push(Block::Facts(LABEL, facts.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()));
}
