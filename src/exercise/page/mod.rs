//! Exercises on paper and on screen: sheets, keys and marks, in the page formats and in formats of their own.
//!
//! Moodle imports a sheet as one question of type Cloze: the tree with its blanks inside, and the questions below it.
//! The general feedback of that question contains the answers of the key with their reasons. Formats:
//! <https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type>, <https://docs.moodle.org/en/Moodle_XML_format>.

mod accepted;
mod cards;
mod cloze;
mod filled;
pub(crate) mod marks;
mod sheet;
mod upright;

pub use marks::{Graded, Paper};

use super::{Answers, Exercise, Question, QuestionKind, as_text, key_answers};
use crate::lessons::model::is_builtin_title;
use crate::page::{Charset, Document, FORMS, Style, escape};
use accepted::HOW_RANGE;
use cloze::{Cloze, prose};
use sheet::SheetPage;
use std::io::{self, Write};

/// A format in which sheets, marks or reports can be written.
#[derive(Clone, Copy, Debug)]
pub struct PaperFormat<W> {
    /// The format's name on the command line.
    pub name: &'static str,
    pub description: &'static str,
    /// The file extensions of the format, without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether the format accepts only one exercise, student or program.
    pub is_for_one: bool,
    /// Whether people edit files in this format.
    pub is_edited: bool,
    pub write: W,
}

impl<W: Copy> PaperFormat<W> {
    /// Returns one of the page formats.
    pub(crate) const fn page(form: usize, write: W) -> Self {
        let form = &FORMS[form];
        Self::own(form.name, form.description, form.suffixes, write)
    }

    /// Returns a format other than the page formats.
    pub(crate) const fn own(
        name: &'static str,
        description: &'static str,
        suffixes: &'static [&'static str],
        write: W,
    ) -> Self {
        Self { name, description, suffixes, is_for_one: false, is_edited: false, write }
    }

    pub(crate) const fn for_one(self) -> Self {
        Self { is_for_one: true, ..self }
    }

    const fn edited(self) -> Self {
        Self { is_edited: true, ..self }
    }
}

/// Writes the sheets or the keys, each on a separate page.
type WriteSheets = fn(&[Exercise], bool, &Style, &mut dyn Write) -> io::Result<()>;

/// All formats of sheets; the first is for the terminal.
pub const SHEETS: &[PaperFormat<WriteSheets>] = &[
    PaperFormat::page(0, sheets::<0>),
    PaperFormat::page(1, sheets::<1>),
    PaperFormat::page(2, sheets::<2>),
    PaperFormat::page(3, sheets::<3>),
    PaperFormat::own("answers", "an answer file, blank or filled in", &["answers"], answers as _).for_one().edited(),
    PaperFormat::own("moodle-xml", "questions for Moodle, with the answers", &["xml"], moodle),
    PaperFormat::own("gift", "single questions for learning platforms, with the answers", &["gift"], cards::gift),
    PaperFormat::own("anki", "cards for Anki, with the answers (CSV)", &["csv"], cards::anki),
];

impl Exercise {
    /// Returns the title of the sheet or of the key. The title of a built-in lesson often gives the answer away, so its
    /// sheet has only the number of the exercise.
    fn heading(&self, is_key: bool) -> String {
        match is_key || !is_builtin_title(&self.title) {
            true => self.title.clone(),
            false => format!("Exercise {}", self.tree.fingerprint()),
        }
    }

    /// Returns the sheet, or the key, as a page.
    pub(crate) fn sheet(&self, is_key: bool, style: &Style) -> Document {
        SheetPage::of(self, is_key, style).document()
    }
}

fn sheets<const FORM: usize>(all: &[Exercise], is_key: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let style = FORMS[FORM].style(style);
    let sheets = all.iter().map(|exercise| exercise.sheet(is_key, &style));
    FORMS[FORM].write(&Document::pages(sheets), &style, out)
}

/// Writes the marks of these exercises.
type WriteMarks = fn(&[Graded], &[Paper], &Style, &mut dyn Write) -> io::Result<()>;

/// All formats of marks; the first is for the terminal.
pub const MARKS: &[PaperFormat<WriteMarks>] = &[
    PaperFormat::page(0, marks::page::<0>),
    PaperFormat::page(1, marks::page::<1>),
    PaperFormat::page(2, marks::page::<2>),
    PaperFormat::page(3, marks::page::<3>),
    PaperFormat::own("json", "all marks as one JSON document", &["json"], marks::documents),
    PaperFormat::own("csv", "a table of points, for spreadsheets", &["csv"], marks::csv),
    PaperFormat::own("gradescope", "the results of one student, as Gradescope reads them", &[], marks::gradescope as _)
        .for_one(),
];

/// Writes an answer file, blank or filled in.
fn answers(exercises: &[Exercise], is_key: bool, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(exercise) = exercises.first() else { return Ok(()) };
    let title = exercise.heading(is_key);
    let head = [
        title.as_str(),
        "",
        "Fill in the values after the signs. The nodes are those of the sheet.",
        "A = 3, A <= 2, A >= 5   a value, or a bound",
        "B: alpha 3, beta inf    the window of B when the search enters it",
        "B = -                   the search never visits B",
        "pruned: B2 B3           or read: A1 A2 ...; none if there are none",
        "B1 cuts if: <= 3        or < 3, or never",
        "All scores are MAX's. Write `view: negamax` if yours are for the player to move at each node.",
    ];
    let mut head = head.map(str::to_owned).to_vec();
    if exercise.tree.has_ties()
        && exercise.asked.iter().any(|question| matches!(question.kind, QuestionKind::Best | QuestionKind::Pv))
    {
        head.push("Of equal moves, the first is the best.".to_owned());
    }
    let filled = match is_key {
        true => key_answers(&exercise.tree, &exercise.asked, exercise.key()),
        false => Answers::default(),
    };
    out.write_all(as_text(&exercise.tree, &exercise.asked, &filled, &head).as_bytes())
}

/// Writes a question for each exercise. The file serves both as the sheet and as the key, because Moodle stores both.
fn moodle(exercises: &[Exercise], _: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
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
    text.push_str(&format!("<p>{}</p>\n", prose(&page.intro[0])));
    text.push_str(&format!("<p>{}</p>\n", prose(HOW)));
    text.push_str(&cloze.tree(&page));
    let below = exercise.asked.iter().filter(|question| !question.is_in_tree());
    for &question in below {
        let how = if question.kind == QuestionKind::Range { format!(" {HOW_RANGE}") } else { String::new() };
        let asked = question.rules().text(exercise, question) + &how;
        text.push_str(&format!("<p>{} {}</p>\n", prose(&asked), cloze.gap(question)));
    }
    text.push_str(&format!("<p><small>{}</small></p>", prose(&page.foot)));
    // The end mark of a CDATA section must not occur inside it.
    let text = text.replace("]]>", "]]&gt;");
    writeln!(out, "<question type=\"cloze\">")?;
    writeln!(out, "<name><text>{}</text></name>", escape::xml(&page.title))?;
    writeln!(out, "<questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext>")?;
    let reasons = reasons(exercise).replace("]]>", "]]&gt;");
    writeln!(out, "<generalfeedback format=\"html\"><text><![CDATA[{reasons}]]></text></generalfeedback>")?;
    writeln!(out, "<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>")
}

/// Returns the answers of the key with their reasons, which Moodle shows after an attempt.
fn reasons(exercise: &Exercise) -> String {
    let reason = |question: &Question| {
        let [name, answer, reason] = [
            question.name(&exercise.tree),
            exercise.answer_by(exercise.key(), *question),
            exercise.reason_by(exercise.key(), *question),
        ]
        .map(|text| escape::xml(&text));
        format!("<tr><td>{name}</td><td>{answer}</td><td>{reason}</td></tr>\n")
    };
    let rows: String = exercise.asked.iter().map(reason).collect();
    format!("<table>\n<tr><th></th><th>answer</th><th>reason</th></tr>\n{rows}</table>")
}

const HOW: &str = "Separate leaves with spaces, in the order of the tree, for example B2 B3; write none if there are none. Infinity is inf. A dash means that the search never visits this node.";
