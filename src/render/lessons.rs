//! The list of lessons.

use super::style::Style;
use super::text::{columns, left, paragraph, wrapped};
use std::io::{self, Write};

/// Writes name, topic and title of each lesson, and what to try first.
///
/// # Errors
/// What writing gives.
pub fn lessons(rows: &[[String; 3]], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let width = |at: usize| rows.iter().map(|row| columns(&row[at])).max().unwrap_or(0) + 2;
    let (name, topic) = (width(0), width(1));
    for [lesson, about, title] in rows {
        for (index, line) in wrapped(title, style.width.saturating_sub(name + topic).max(20)).iter().enumerate() {
            let cells = if index == 0 { [lesson.as_str(), about.as_str()] } else { ["", ""] };
            writeln!(out, "{}{}{line}", left(cells[0], name), left(cells[1], topic))?;
        }
    }
    writeln!(out)?;
    if let Some([first, ..]) = rows.first() {
        let text = format!(
            "Try:  plywood explain {first}, and then the others in this order. --answers answers a lesson's question, and \
             plywood lessons show {first} prints its source."
        );
        paragraph(&text, style, out)?;
    }
    Ok(())
}
