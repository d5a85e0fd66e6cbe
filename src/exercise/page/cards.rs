//! Exercises as single questions: GIFT, which most learning platforms import, and cards for Anki.
//!
//! Formats: <https://docs.moodle.org/en/GIFT_format>, <https://docs.ankiweb.net/importing/text-files.html>.

use super::super::{Claim, Exercise, Question, QuestionKind};
use super::accepted::{CLAIMS, HOW_RANGE};
use super::sheet::SheetPage;
use crate::core::score::{Bound, Score};
use crate::core::sort::sort_by_key;
use crate::page::text::{columns, left, visible};
use crate::page::{Charset, Style, escape};
use std::io::{self, Write};

/// The answers that a question accepts.
enum Accepted {
    Numbers(Vec<String>),
    /// Text answers, each with its share of the points in percent.
    Texts(Vec<(usize, String)>),
}

/// A question with one answer.
struct Card {
    /// The subject of the question, such as `value B`.
    name: String,
    text: String,
    accepted: Accepted,
    reason: String,
}

/// Writes a GIFT question for each answer to each exercise. The file serves both as the sheet and as the key.
pub(super) fn gift(exercises: &[Exercise], _: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for exercise in exercises {
        let page = page(exercise, style);
        writeln!(out, "// {}\n", visible(&page.foot))?;
        let tree = tree(&page);
        for card in exercise.asked.iter().flat_map(|&question| cards(exercise, question)) {
            let title = gift_text(&format!("{}, {}", page.title, card.name));
            let text = gift_text(&format!("{tree}<p>{}</p>", escape::xml(&card.text)));
            let answers: Vec<String> = match &card.accepted {
                Accepted::Numbers(numbers) => numbers.iter().map(|number| format!("={number}:0")).collect(),
                Accepted::Texts(texts) => {
                    texts.iter().map(|(share, text)| format!("=%{share}%{}", gift_text(text))).collect()
                }
            };
            let kind = if matches!(card.accepted, Accepted::Numbers(_)) { "#" } else { "" };
            let reason = gift_text(&escape::xml(&card.reason));
            writeln!(out, "::{title}::[html]{text}{{{kind}")?;
            answers.iter().try_for_each(|answer| writeln!(out, "\t{answer}"))?;
            writeln!(out, "\t####{reason}\n}}\n")?;
        }
    }
    Ok(())
}

/// Writes a card for each question of each exercise, with the answer and its reason on the back.
pub(super) fn anki(exercises: &[Exercise], _: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "#separator:Comma\n#html:true\n#columns:Front,Back,Tags\n#tags column:3")?;
    for exercise in exercises {
        let page = page(exercise, style);
        let tree = format!("<p><b>{}</b></p>{}", escape::xml(&visible(&page.title)), tree(&page));
        let (key, id) = (exercise.key(), exercise.tree.fingerprint());
        for &question in &exercise.asked {
            let answer = exercise.answer_by(key, question);
            let front = format!("{tree}<p>{}</p>", escape::xml(&asked(exercise, question)));
            let reason = escape::xml(&exercise.reason_by(key, question));
            let back = format!("<p><b>{}</b></p><p>{reason}</p>", escape::xml(&answer));
            let tags = format!("plywood exercise-{id} {}", question.kind.name());
            let cells = [front, back, tags].map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
            writeln!(out, "{}", cells.join(","))?;
        }
    }
    Ok(())
}

fn page(exercise: &Exercise, style: &Style) -> SheetPage {
    SheetPage::of(exercise, false, &Style { charset: Charset::Unicode, ..*style })
}

/// Returns the board, the instructions and the tree in HTML, because learners see each question on its own.
fn tree(page: &SheetPage) -> String {
    let board = if page.board.is_empty() { String::new() } else { pre(&page.board) };
    let width = page.rows.iter().map(|row| columns(&row.tree)).max().unwrap_or(0);
    let rows = [&page.heads].into_iter().chain(&page.rows);
    let rows: Vec<String> =
        rows.map(|row| format!("{}  {}", left(&row.tree, width), row.leaf).trim_end().to_owned()).collect();
    format!("{board}<p>{}</p>{}", escape::xml(&visible(&page.intro[0])), pre(&rows))
}

fn pre(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escape::xml(&visible(line))).collect();
    format!("<pre>{}</pre>", lines.join("\n"))
}

/// Returns the text of a question that readers see on its own.
fn asked(exercise: &Exercise, question: Question) -> String {
    match question.kind {
        QuestionKind::Values => format!(
            "What is the value of {}? Write = and the value if the leaves that are read determine it, otherwise <= or >= and the bound that they prove.",
            node(exercise, question)
        ),
        QuestionKind::Windows => {
            format!("Which window (alpha, beta) does the search have when it enters {}?", node(exercise, question))
        }
        QuestionKind::Pruned => {
            let text = question.rules().text(exercise, question);
            format!(
                "{text} Write the names from left to right, with spaces between them; write none if there are none."
            )
        }
        QuestionKind::Order | QuestionKind::Pv => {
            format!("{} Separate the names with spaces.", question.rules().text(exercise, question))
        }
        QuestionKind::Range => format!("{} {HOW_RANGE}", question.rules().text(exercise, question)),
        QuestionKind::Cutoffs | QuestionKind::Owner | QuestionKind::Best => question.rules().text(exercise, question),
    }
}

fn node(exercise: &Exercise, question: Question) -> String {
    if question.node == 0 { "the root".to_owned() } else { exercise.tree.node(question.node).name.clone() }
}

/// Splits a question of a sheet into questions with one answer each.
fn cards(exercise: &Exercise, question: Question) -> Vec<Card> {
    let name = question.name(&exercise.tree);
    let reason = exercise.reason_by(exercise.key(), question);
    let card = |name: String, text: String, accepted| Card { name, text, accepted, reason: reason.clone() };
    match question.kind {
        QuestionKind::Windows => {
            let ends =
                exercise.key_window(question).into_iter().flat_map(|ends| ["alpha", "beta"].into_iter().zip(ends));
            let end = |(end, score): (&str, Score)| {
                let node = node(exercise, question);
                let text = format!("What is {end} when the search enters {node}? Write inf for infinity.");
                card(format!("{end} of {node}"), text, number(exercise, score))
            };
            ends.map(end).collect()
        }
        QuestionKind::Values => {
            let claim = exercise.key_claim(question);
            let accepted = claim.map(|claim| Accepted::Texts(claims(exercise, question, claim)));
            accepted.map(|accepted| card(name, asked(exercise, question), accepted)).into_iter().collect()
        }
        QuestionKind::Pruned
        | QuestionKind::Order
        | QuestionKind::Cutoffs
        | QuestionKind::Owner
        | QuestionKind::Range
        | QuestionKind::Best
        | QuestionKind::Pv => {
            let accepted = match exercise.counts(question) {
                Some(counts) => Accepted::Numbers(counts.iter().map(usize::to_string).collect()),
                None => Accepted::Texts(exercise.accepted(question).into_iter().map(|text| (100, text)).collect()),
            };
            vec![card(name, asked(exercise, question), accepted)]
        }
    }
}

/// Returns a score in all its spellings.
fn number(exercise: &Exercise, score: Score) -> Accepted {
    match exercise.spellings(score) {
        Some(texts) => Accepted::Texts(texts.into_iter().map(|text| (100, text)).collect()),
        None => Accepted::Numbers(vec![exercise.tree.text(score)]),
    }
}

/// Returns all claims that earn points, each with its share of the points. As in plywood's own grading, confusing a
/// proven bound with the value costs half of the points.
fn claims(exercise: &Exercise, question: Question, key: Claim) -> Vec<(usize, String)> {
    let numbers = exercise.claimable();
    let bounds = CLAIMS.iter().filter_map(|(_, bound)| *bound);
    let all = bounds.flat_map(|bound| numbers.iter().map(move |&score| Claim { score, bound }));
    let mut claims: Vec<(usize, Claim)> = all.map(|claim| (exercise.share(question, claim), claim)).collect();
    claims.retain(|(share, _)| *share > 0);
    sort_by_key(&mut claims, |&(share, claim)| (100 - share, claim != key));
    let spelled = |(share, claim): (usize, Claim)| {
        let signs: &[&str] = match claim.bound {
            Bound::Exact => &["= ", "=", ""],
            Bound::Upper => &["<= ", "<=", "≤ ", "≤"],
            Bound::Lower => &[">= ", ">=", "≥ ", "≥"],
        };
        let numbers = exercise.numbers(claim.score).into_iter();
        numbers.flat_map(move |number| signs.iter().map(move |sign| (share, format!("{sign}{number}"))))
    };
    claims.into_iter().flat_map(spelled).collect()
}

/// Escapes text so that no character has a meaning in GIFT; a question ends at an empty line, so line ends are written
/// as `\n`.
fn gift_text(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '~' | '=' | '#' | '{' | '}' | ':' => written.extend(['\\', c]),
            '\n' => written.push_str("\\n"),
            c => written.push_str(&visible(c.encode_utf8(&mut [0; 4]))),
        }
    }
    written
}
