//! A sheet as one Moodle question of type Cloze: the tree with its blanks inside, and the questions below it.
//!
//! Format: <https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type>,
//! <https://docs.moodle.org/en/Moodle_XML_format>.

use super::super::answers::Answer;
use super::super::{Answers, Exercise, Question, key_answers};
use super::sheet::SheetPage;
use crate::model::{Item, Points};
use crate::page::{Charset, Style, escape};
use crate::score::{Bound, Score};
use std::io::{self, Write};

/// Writes a question for each exercise. Sheet and key are the same, since Moodle holds both.
pub(super) fn write(exercises: &[Exercise], _: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>")?;
    exercises.iter().try_for_each(|exercise| question(exercise, style, out))?;
    writeln!(out, "</quiz>")
}

fn question(exercise: &Exercise, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let page = SheetPage::of(exercise, false, &Style { charset: Charset::Unicode, ..*style });
    let cloze = Cloze { exercise };
    let mut text = String::new();
    if !page.board.is_empty() {
        text.push_str(&format!("<pre>{}</pre>\n", escape::xml(&page.board.join("\n"))));
    }
    text.push_str(&format!("<p>{}</p>\n", literal(&page.intro[0])));
    text.push_str(&format!("<p>{}</p>\n", literal(HOW)));
    text.push_str(&cloze.tree(&page));
    let below = exercise.asked.iter().filter(|question| !question.is_in_tree());
    for (asked, &question) in page.questions.iter().zip(below) {
        text.push_str(&format!("<p>{} {}</p>\n", literal(&asked.text), cloze.gap(question)));
    }
    text.push_str(&format!("<p><small>{}</small></p>", literal(&page.foot)));
    // A section of CDATA must not end within.
    let text = text.replace("]]>", "]]&gt;");
    writeln!(out, "<question type=\"cloze\">")?;
    writeln!(out, "<name><text>{}</text></name>", escape::xml(&page.title))?;
    writeln!(out, "<questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext>")?;
    writeln!(out, "<generalfeedback format=\"html\"><text></text></generalfeedback>")?;
    writeln!(out, "<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>")
}

const HOW: &str = "Leaves are named with blanks between, such as B2 B3; write none if there are none. Infinity is inf. A dash says that the search never comes here.";

struct Cloze<'a> {
    exercise: &'a Exercise,
}

impl Cloze<'_> {
    fn tree(&self, page: &SheetPage) -> String {
        let (has_window, has_value) = (!page.heads.window.is_empty(), !page.heads.value.is_empty());
        let mut text = String::from("<table>\n");
        let heads = &page.heads;
        text.push_str(&format!("<tr><th>{}</th><th>leaf</th>", drawn(&heads.tree)));
        text.push_str(if has_window { "<th>alpha</th><th>beta</th>" } else { "" });
        text.push_str(if has_value { "<th>value</th>" } else { "" });
        text.push_str("</tr>\n");
        for row in &page.rows {
            text.push_str(&format!("<tr><td>{}</td><td>{}</td>", drawn(&row.tree), literal(&row.leaf)));
            let node = row.node;
            if has_window {
                let ends = if row.is_inner && node != 0 { self.window(node) } else { [String::new(), String::new()] };
                text.push_str(&format!("<td>{}</td><td>{}</td>", ends[0], ends[1]));
            }
            if has_value {
                text.push_str(&format!("<td>{}</td>", if row.is_inner { self.value(node) } else { String::new() }));
            }
            text.push_str("</tr>\n");
        }
        text + "</table>\n"
    }

    fn key(&self, question: Question) -> Answers {
        key_answers(&self.exercise.tree, &[question], self.exercise.key())
    }

    /// Points become whole weights; an answer in two gaps gives each of them half.
    fn weight(&self, question: Question, gaps: u32) -> u32 {
        const UNIT: u32 = 50;
        let points: Points = self.exercise.questions.points(question.item);
        (points.hundredths() / UNIT / gaps).max(1)
    }

    fn window(&self, node: usize) -> [String; 2] {
        let question = Question::of(Item::Windows, node);
        let weight = self.weight(question, 2);
        match self.key(question).window(node) {
            Some([Some(alpha), Some(beta)]) => [alpha, beta].map(|end| self.number(weight, end)),
            _ => [short(weight, &["-".to_owned()]), short(weight, &["-".to_owned()])],
        }
    }

    /// A number; infinities in all the ways in which they are written.
    fn number(&self, weight: u32, score: Score) -> String {
        match score {
            Score::MAX => short(weight, &["inf", "+inf", "oo", "-", "∞"].map(str::to_owned)),
            Score::MIN => short(weight, &["-inf", "-oo", "-", "-∞"].map(str::to_owned)),
            score if score.is_mate() => short(weight, &[self.exercise.tree.text(score)]),
            score => format!("{{{weight}:NUMERICAL:={}:0}}", self.exercise.tree.text(score)),
        }
    }

    /// What the value is, in a list, and the number.
    fn value(&self, node: usize) -> String {
        let question = Question::of(Item::Values, node);
        let weight = self.weight(question, 2);
        let claim = self.key(question).claim(node);
        let choices = [
            ("is", Some(Bound::Exact)),
            ("at most", Some(Bound::Upper)),
            ("at least", Some(Bound::Lower)),
            ("never reached", None),
        ];
        let bound = claim.map(|claim| claim.bound);
        let share = |choice: Option<Bound>| if choice == bound { "=" } else { "" };
        let choices: Vec<String> = choices.iter().map(|(word, choice)| format!("{}{word}", share(*choice))).collect();
        let number = match claim {
            Some(claim) => self.number(weight, claim.score),
            None => short(weight, &["-".to_owned()]),
        };
        format!("{{{weight}:MULTICHOICE:{}}} {number}", choices.join("~"))
    }

    /// The gap of a question below the tree.
    fn gap(&self, question: Question) -> String {
        let exercise = self.exercise;
        let weight = self.weight(question, 1);
        if let Some(counts) = question.kind().numbers(exercise.key()) {
            return format!("{{{weight}:NUMERICAL:={}:0~={}:0}}", counts[0], counts[1]);
        }
        let keys = if exercise.questions.rule.is_some() { &exercise.keys[..1] } else { &exercise.keys[..] };
        let mut written: Vec<String> = Vec::new();
        for key in keys {
            let Some(given) = question.kind().answer(&exercise.tree, key, question) else { continue };
            let answer = given.text(&exercise.tree);
            let answers = match given {
                Answer::Leaves(_) | Answer::Line(_) => {
                    vec![answer.replace(' ', ", "), answer.replace(' ', ","), answer]
                }
                Answer::Range(_) => vec![answer.replace(' ', ""), format!("x {answer}"), answer],
                Answer::Value(_) | Answer::Window(_) | Answer::Count(_) | Answer::Node(_) => vec![answer],
            };
            for answer in answers.into_iter().rev().filter(|answer| !answer.is_empty()) {
                if !written.contains(&answer) {
                    written.push(answer);
                }
            }
        }
        short(weight, &written)
    }
}

/// A gap for a short answer, any of these.
fn short(weight: u32, answers: &[String]) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| format!("%100%{}", literal(answer))).collect();
    format!("{{{weight}:SHORTANSWER:{}}}", answers.join("~"))
}

/// Writes text so that no sign in it means anything to Cloze or to HTML.
fn literal(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in escape::xml(text).chars() {
        if matches!(c, '{' | '}' | '~' | '/' | '\\') || (c == '#') {
            written.push('\\');
        }
        written.push(c);
    }
    written
}

/// Writes a line of the drawing, its blanks kept.
fn drawn(line: &str) -> String {
    format!("<code>{}</code>", literal(line).replace(' ', "&nbsp;"))
}
