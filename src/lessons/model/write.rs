//! Models as text that people read and edit.

use super::{Model, ModelMove};
use serde::Serialize;

impl Model {
    /// Writes the model as JSON that [`Lesson::from_json`](super::Lesson::from_json) reads: a move on each line, the
    /// replies below it, indented.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut fields = vec![field("title", &self.title)];
        fields.extend(self.fen.iter().map(|fen| field("fen", fen)));
        fields.extend(self.game.iter().map(|game| field("game", game)));
        fields.extend(self.depth.iter().map(|depth| field("depth", depth)));
        fields.extend(self.algorithm.iter().map(|algorithm| field("algorithm", algorithm)));
        fields.extend(self.fail.iter().map(|fail| field("fail", fail)));
        fields.extend(self.carrier.iter().map(|carrier| field("carrier", carrier)));
        for (name, text) in [("note", &self.note), ("ask", &self.ask), ("answer", &self.answer)] {
            fields.extend(text.iter().map(|text| field(name, text)));
        }
        if !self.settles.is_empty() {
            fields.push(field("settles", &self.settles));
        }
        fields.extend(self.tour.then(|| field("tour", &true)));
        fields.extend(self.exercise.iter().map(|exercise| field("exercise", exercise)));
        let mut text = String::from("{\n");
        for field in fields {
            text.push_str(&format!("  {field},\n"));
        }
        text.push_str("  \"moves\": ");
        write_moves(&self.moves, 2, &mut text);
        text.push_str("\n}\n");
        text
    }
}

fn write_moves(moves: &[ModelMove], indent: usize, text: &mut String) {
    if moves.is_empty() {
        text.push_str("[]");
        return;
    }
    text.push_str("[\n");
    for (index, mv) in moves.iter().enumerate() {
        text.push_str(&" ".repeat(indent + 2));
        write_move(mv, indent + 2, text);
        text.push_str(if index + 1 < moves.len() { ",\n" } else { "\n" });
    }
    text.push_str(&format!("{}]", " ".repeat(indent)));
}

fn write_move(mv: &ModelMove, indent: usize, text: &mut String) {
    let mut fields = vec![field("move", &mv.name)];
    fields.extend(mv.score.iter().map(|score| field("score", score)));
    fields.extend(mv.note.iter().map(|note| field("note", note)));
    text.push_str(&format!("{{ {}", fields.join(", ")));
    if let Some(replies) = &mv.moves {
        text.push_str(", \"moves\": ");
        write_moves(replies, indent, text);
    }
    text.push_str(" }");
}

fn field(name: &str, value: &impl Serialize) -> String {
    let value = serde_json::to_string(value).expect("text and numbers can always be written as JSON");
    format!("\"{name}\": {value}")
}

#[cfg(test)]
mod tests {
    use crate::model::{Model, builtin, builtin_names};

    #[test]
    fn what_is_written_is_read_back() {
        for name in builtin_names() {
            let model: Model = serde_json::from_str(builtin(name).unwrap()).unwrap();
            assert_eq!(serde_json::from_str::<Model>(&model.to_json()).unwrap(), model, "{name}");
        }
    }

    #[test]
    fn every_leaf_has_one_line() {
        let text = builtin("fail-low").unwrap();
        let model: Model = serde_json::from_str(text).unwrap();
        assert_eq!(model.to_json(), text);
    }
}
