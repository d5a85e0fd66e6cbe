//! The list of lessons, and what they settle in an hour of class.

use crate::model::Confusion;
use crate::page::document::{Column, Document, Table};

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
}

/// Returns name, topic, confusions and title of each lesson, and what to try first.
#[must_use]
pub fn lessons(lessons: &[Listed]) -> Document {
    let mut page = Document::default();
    let row = |lesson: &Listed| {
        let settles: Vec<String> = lesson.settles.iter().map(|number| format!("#{number}")).collect();
        [lesson.name.to_owned(), lesson.topic.to_owned(), settles.join(" "), lesson.title.clone()]
    };
    let kinds = [Column::Left, Column::Left, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, [""; 4], lessons.iter().map(row)));
    page.gap();
    if let Some(Listed { name, .. }) = lessons.first() {
        page.text(format!(
            "Try:  plywood explain {name}, and then the others in this order. --answers answers a lesson's question, and \
             plywood lessons show {name} prints its source. A number such as #9 is something that students get wrong and \
             the lesson settles; plywood lessons hour has all of them, minute by minute."
        ));
    }
    page
}

/// Returns a plan for an hour of class: what is settled when, and by which lessons.
#[must_use]
pub fn hour(plan: &[Confusion]) -> Document {
    let mut page = Document::default();
    page.text("What students get wrong, and the lesson that settles it, in an hour of class.");
    page.gap();
    let mut rows = Vec::new();
    for confusion in plan {
        let Confusion { number, chapter, minute, words } = confusion;
        // A row for each lesson; what is said of all of them stands in the first.
        for (index, lesson) in confusion.lessons().into_iter().enumerate() {
            let said = |text: &dyn ToString| if index == 0 { text.to_string() } else { String::new() };
            rows.push([said(minute), said(chapter), said(number), lesson.to_owned(), said(words)]);
        }
    }
    let kinds = [Column::Right, Column::Right, Column::Right, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["minute", "chapter", "#", "lesson", "what students ask or believe"], rows));
    page.gap();
    page.text(
        "Each lesson asks: plywood explain LESSON, and --answers once the class has guessed. Chapter: of plywood course, \
         which explains it.",
    );
    page
}
