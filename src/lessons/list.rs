//! The list of lessons, and what they settle in an hour of class.

use crate::model::Confusion;
use crate::page::style::Style;
use crate::page::text::{entries, paragraph};
use std::io::{self, Write};

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

/// Writes name, topic, confusions and title of each lesson, and what to try first.
///
/// # Errors
/// What writing gives.
pub fn lessons(lessons: &[Listed], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let row = |lesson: &Listed| {
        let settles: Vec<String> = lesson.settles.iter().map(|number| format!("#{number}")).collect();
        ([lesson.name.to_owned(), lesson.topic.to_owned(), settles.join(" ")], lesson.title.clone())
    };
    entries(&lessons.iter().map(row).collect::<Vec<_>>(), &[false; 3], style.width, out)?;
    writeln!(out)?;
    if let Some(Listed { name, .. }) = lessons.first() {
        let text = format!(
            "Try:  plywood explain {name}, and then the others in this order. --answers answers a lesson's question, and \
             plywood lessons show {name} prints its source. A number such as #9 is something that students get wrong and \
             the lesson settles; plywood lessons hour has all of them, minute by minute."
        );
        paragraph(&text, style, out)?;
    }
    Ok(())
}

/// Writes a plan for an hour of class: what is settled when, and by which lessons.
///
/// # Errors
/// What writing gives.
pub fn hour(plan: &[Confusion], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    paragraph("What students get wrong, and the lesson that settles it, in an hour of class.", style, out)?;
    writeln!(out)?;
    let heads = (["minute", "chapter", "#", "lesson"].map(str::to_owned), "what students ask or believe".to_owned());
    let mut rows = vec![heads];
    for confusion in plan {
        let Confusion { number, chapter, minute, words } = confusion;
        // A row for each lesson; what is said of all of them stands in the first.
        for (index, lesson) in confusion.lessons().into_iter().enumerate() {
            let said = |text: &dyn ToString| if index == 0 { text.to_string() } else { String::new() };
            rows.push(([said(minute), said(chapter), said(number), lesson.to_owned()], said(words)));
        }
    }
    entries(&rows, &[true, true, true, false], style.width, out)?;
    writeln!(out)?;
    let text = "Each lesson asks: plywood explain LESSON, and --answers once the class has guessed. Chapter: of plywood \
                course, which explains it.";
    paragraph(text, style, out)
}
