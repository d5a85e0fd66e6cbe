//! Where the answers of a student come from: lines of text, or a JSON object.

use super::answers::{AnswerReader, Answers};
use super::tree::PaperTree;
use super::{json, written};
use crate::text::without_mark;

/// Reads answers. Whatever cannot be read becomes a complaint.
#[must_use]
pub fn read_answers(text: &str, tree: &PaperTree) -> Answers {
    let text = without_mark(text);
    let mut reader = AnswerReader::new(tree);
    if text.trim_start().starts_with('{') {
        json::read(text, &mut reader);
    } else {
        for (index, line) in text.lines().enumerate() {
            reader.place = format!("line {}", index + 1);
            written::read_line(line, &mut reader);
        }
    }
    reader.finish()
}
