//! The gaps of an exercise in Moodle. A question of type Cloze accepts every answer that `exercise grade` accepts, as
//! far as a gap can judge an answer on its own.

use super::accepted::CLAIMS;
use super::sheet::SheetPage;
use crate::core::game::gcd;
use crate::core::score::{Bound, Score};
use crate::exercise::{Claim, Exercise, Question};
use crate::lessons::model::{Points, QuestionKind};
use crate::page::escape;

pub(super) struct Cloze<'a> {
    pub exercise: &'a Exercise,
}

impl Cloze<'_> {
    pub(super) fn tree(&self, page: &SheetPage) -> String {
        let (has_window, has_value) = (!page.heads.window.is_empty(), !page.heads.value.is_empty());
        let mut text = String::from("<table>\n");
        let heads = &page.heads;
        text.push_str(&format!("<tr><th>{}</th><th>leaf</th>", drawn(&heads.tree)));
        text.push_str(if has_window { "<th>alpha</th><th>beta</th>" } else { "" });
        text.push_str(if has_value { "<th>value</th>" } else { "" });
        text.push_str("</tr>\n");
        for row in &page.rows {
            text.push_str(&format!("<tr><td>{}</td><td>{}</td>", drawn(&row.tree), prose(&row.leaf)));
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

    /// Returns the weight of each gap of an answer. The weights are whole, and their sum is in the same proportion to
    /// each of them as on the sheet: the unit is half a point, or less if the points of a gap need it. A node that the
    /// search never visits earns nothing, but keeps its gaps, because their absence would tell that it is not visited.
    fn weight(&self, question: Question) -> u32 {
        const UNIT: u64 = 100;
        let asked = &self.exercise.asked;
        let worth = |question: &Question| {
            let points: Points = self.exercise.questions.points(question.kind);
            // In half hundredths of a point, because an answer may fill two gaps.
            u64::from(points.hundredths()) * 2 / if question.is_in_tree() { 2 } else { 1 }
        };
        // Moodle divides by the sum of the weights.
        match asked.iter().map(worth).max() {
            None | Some(0) => 1,
            Some(_) if !asked.contains(&question) => 0,
            Some(_) => (worth(&question) / asked.iter().map(worth).fold(UNIT, gcd)) as u32,
        }
    }

    fn window(&self, node: usize) -> [String; 2] {
        let question = Question::of(QuestionKind::Windows, node);
        let weight = self.weight(question);
        let mut ends = [NumberGap::default(), NumberGap::default()];
        for answers in self.exercise.answers(question) {
            match answers.window(node) {
                Some([Some(alpha), Some(beta)]) => {
                    for (gap, end) in ends.iter_mut().zip([alpha, beta]) {
                        gap.accept(self.exercise, [end, end]);
                    }
                }
                _ => ends.iter_mut().for_each(NumberGap::accept_nothing),
            }
        }
        ends.map(|gap| gap.text(weight))
    }

    /// Returns two gaps for a value: a list of signs to choose from, and a field for the number.
    fn value(&self, node: usize) -> String {
        let question = Question::of(QuestionKind::Values, node);
        let weight = self.weight(question);
        let claims: Vec<Option<Claim>> = self.exercise.answers(question).map(|answers| answers.claim(node)).collect();
        let numbers = |bound: Option<Bound>| -> Vec<Option<[Score; 2]>> {
            let numbers = claims.iter().map(|claim| match (bound, *claim) {
                (Some(bound), Some(claim)) => self.exercise.proven(question, claim, bound).map(Some),
                (bound, claim) => (bound.is_none() && claim.is_none()).then_some(None),
            });
            numbers.flatten().collect()
        };
        let right = CLAIMS.map(|(word, bound)| (word, numbers(bound)));
        let choices =
            right.each_ref().map(|(word, numbers)| format!("{}{word}", if numbers.is_empty() { "" } else { "=" }));
        let mut number = NumberGap::default();
        // A gap of numbers cannot see which word was chosen, so it accepts the numbers of all right words.
        let mut accepted: Vec<Option<[Score; 2]>> = right.into_iter().flat_map(|(_, numbers)| numbers).collect();
        accepted.sort_by_key(|ends| ends.map_or(0, |[low, high]| low.ordinal() - high.ordinal()));
        for ends in accepted {
            match ends {
                Some(ends) => number.accept(self.exercise, ends),
                None => number.accept_nothing(),
            }
        }
        format!("{{{weight}:MULTICHOICE:{}}} {}", choices.join("~"), number.text(weight))
    }

    pub(super) fn gap(&self, question: Question) -> String {
        let exercise = self.exercise;
        let weight = self.weight(question);
        if let Some(counts) = exercise.counts(question) {
            let counts: Vec<String> = counts.iter().map(|count| format!("={count}:0")).collect();
            return format!("{{{weight}:NUMERICAL:{}}}", counts.join("~"));
        }
        short(weight, &exercise.accepted(question))
    }
}

/// The correct numbers and words for a gap.
#[derive(Default)]
struct NumberGap {
    /// Intervals of correct numbers, each given by its two ends.
    numbers: Vec<[Score; 2]>,
    /// All correct answers as text: numbers, infinities in all their spellings, mates, a dash.
    words: Vec<String>,
    /// Whether some correct answers are not numbers, so that the gap must compare text.
    has_words_only: bool,
}

impl NumberGap {
    /// Accepts the scores from `low` to `high`.
    fn accept(&mut self, exercise: &Exercise, [low, high]: [Score; 2]) {
        match exercise.spellings(low) {
            Some(spellings) => {
                self.has_words_only = true;
                self.say(&spellings);
            }
            None => {
                if !self.numbers.iter().any(|[least, most]| *least <= low && high <= *most) {
                    self.numbers.push([low, high]);
                }
                self.say(&[low, high].map(|score| exercise.numbers(score)).concat());
            }
        }
    }

    /// Accepts a dash: the search never visits the node.
    fn accept_nothing(&mut self) {
        self.has_words_only = true;
        self.say(&["-".to_owned()]);
    }

    fn say(&mut self, words: &[String]) {
        for word in words {
            if !self.words.contains(word) {
                self.words.push(word.clone());
            }
        }
    }

    fn text(self, weight: u32) -> String {
        if self.has_words_only {
            return short(weight, &self.words);
        }
        // Returns twice the middle of an interval, and its whole length, in millipawns.
        let halves = |[low, high]: [Score; 2]| [high.ordinal() + low.ordinal(), high.ordinal() - low.ordinal()];
        let numbers: Vec<String> = self
            .numbers
            .into_iter()
            .map(halves)
            .map(|twice| {
                let [middle, half] = twice.map(|twice| twice as f64 / 2000.0);
                format!("={middle}:{half}")
            })
            .collect();
        format!("{{{weight}:NUMERICAL:{}}}", numbers.join("~"))
    }
}

/// Returns a gap for a short answer that accepts each of these answers.
fn short(weight: u32, answers: &[String]) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| format!("%100%{}", literal(answer))).collect();
    format!("{{{weight}:SHORTANSWER:{}}}", answers.join("~"))
}

/// Escapes text outside the gaps, which Moodle prints as it is unless it looks like a gap.
pub(super) fn prose(text: &str) -> String {
    escape::xml(text).replace('{', "&#123;").replace('}', "&#125;")
}

/// Escapes text inside a gap so that no character has a special meaning in Cloze or HTML.
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

/// Writes a line of the drawing with its spaces preserved.
fn drawn(line: &str) -> String {
    format!("<code>{}</code>", prose(line).replace(' ', "&nbsp;"))
}
