//! Handouts made from lessons: a page for each lesson, or one document in the style of the Sargon document.

use crate::cli::args::subject_args::{find, lesson_source};
use crate::cli::command_error::{Result, WithContext as _};
use crate::cli::commands::shown_command::explained;
use crate::cli::context::Context;
use crate::cli::usage;
use crate::core::trace::{Caption, Numbering, Shape, line_text, node_key};
use crate::explain::{Page, PageOptions};
use crate::lessons::model::{Lesson, Model};
use crate::page::Style;
use crate::page::document::{Block, Excerpt, NumberedPoint, PagePart, ShownCommand};
use crate::page::text::{visible, visible_lines};

/// The default title of a document in the style of the Sargon document.
const WINDOW: &str = "A window into Sargon";

/// Returns a handout with a page for each lesson; the options in `parts` add to these pages. Each page ends with the
/// lesson's question; the answers are at the end of the handout.
pub(super) fn handout(context: &Context, title: Option<&str>, lessons: &[String], parts: &str) -> Result<Vec<Block>> {
    let mut blocks = vec![Block::Title(visible_lines(title.unwrap_or("Lessons")))];
    let mut answers = Vec::new();
    for name in lessons {
        let caption = lesson(context, name)?;
        let is_plain = !name.contains([' ', '"', '(', '[']);
        let typed = if is_plain { name.clone() } else { format!("\"{name}\"") };
        blocks.push(Block::Chapter(if caption.title.is_empty() { visible(name) } else { caption.title.clone() }));
        blocks.push(Block::Command(ShownCommand::of(format!("plywood explain {typed}{parts}"))));
        if !caption.answer.is_empty() {
            answers.push(Block::Text(caption.title));
            answers.push(Block::Question(caption.ask));
            answers.push(Block::Answer(caption.answer));
        }
    }
    if !answers.is_empty() {
        blocks.push(Block::Chapter("Answers".to_owned()));
        blocks.extend(answers);
    }
    Ok(blocks)
}

/// Returns the caption of a lesson.
fn lesson(context: &Context, name: &String) -> Result<Caption> {
    let source: Option<Model> = lesson_source(context, std::slice::from_ref(name))?;
    let Some(model) = source else {
        find(context, std::slice::from_ref(name))?;
        return Err(usage(format!("{name} is not a lesson; a handout consists of lessons")));
    };
    Ok(Lesson::new(&model).with_context(|| name.clone())?.caption)
}

/// A lesson in the style `sargon`: its page, and what each option adds to the page.
struct SargonExample {
    title: String,
    page: String,
    orders: String,
    list: String,
    log: String,
    /// The symbols of the page.
    signs: String,
    /// The board on which Sargon searches the lesson, and the lesson's moves on that board. It is present only if the
    /// lesson gives all moves and scores.
    carrier: Option<String>,
    numbering: Option<Numbering>,
    shape: Option<Shape>,
}

impl SargonExample {
    fn of(context: &Context, name: &String, looks: &Style) -> Result<Self> {
        let caption = lesson(context, name)?;
        let explained = |options: &[&str]| {
            let words = [&["explain", name.as_str()], options].concat();
            explained(context, &words.into_iter().map(str::to_owned).collect::<Vec<_>>(), looks)
        };
        let (study, parts, style) = explained(&["--style", "sargon"])?;
        let added = |parts: &PageOptions, part: PagePart| -> Result<String> {
            Ok(Page::new(&*study, parts, &style)?.excerpt(Excerpt::from(part))?)
        };
        let header = study.header().clone();
        let carrier = explained(&["--engine", "sargon", "--carrier"])
            .ok()
            .map(|(study, parts, style)| Page::new(&*study, &parts, &style)?.excerpt(Excerpt::from(PagePart::Carrier)));
        Ok(Self {
            title: if caption.title.is_empty() { visible(name) } else { caption.title },
            orders: added(&parts.clone().orders(true), PagePart::Orders)?,
            list: added(&parts.clone().pv_scan(true), PagePart::List)?,
            log: added(&parts.clone().log(true), PagePart::Log)?,
            signs: added(&parts.clone().legend(true), PagePart::Legend)?,
            carrier: carrier.transpose()?.filter(|shown| !shown.is_empty()),
            page: Page::new(&*study, &parts, &style)?.to_text()?,
            numbering: header.numbering,
            shape: header.shape,
        })
    }

    /// Returns the positions with their keys.
    fn model(&self) -> Block {
        match &self.carrier {
            Some(carrier) => lines(carrier),
            None => Block::Lines(self.keys()),
        }
    }

    /// Returns a row for each position: its key, the moves that lead to it, and its static evaluation.
    fn keys(&self) -> Vec<String> {
        let mut rows = Vec::new();
        if let Some(shape) = &self.shape {
            self.collect_keys((shape, 0), &mut Vec::new(), &mut Vec::new(), &mut rows);
        }
        let widest = |column: fn(&[String; 3]) -> &String| {
            rows.iter().map(|row| column(row).chars().count()).max().unwrap_or_default()
        };
        let (keys, moves) = (widest(|row| &row[0]), widest(|row| &row[1]));
        rows.iter().map(|[key, line, score]| format!("{key:keys$}  {line:moves$}  {score:>8}")).collect()
    }

    fn collect_keys(
        &self,
        (shape, node): (&Shape, usize),
        path: &mut Vec<usize>,
        line: &mut Vec<String>,
        rows: &mut Vec<[String; 3]>,
    ) {
        for (index, child) in shape.children(node).enumerate() {
            path.push(index);
            line.push(shape.name(child).to_owned());
            let score = shape.score(child).map(|score| score.to_string()).unwrap_or_default();
            rows.push([node_key(path), line_text(line, self.numbering), score]);
            self.collect_keys((shape, child), path, line, rows);
            path.pop();
            line.pop();
        }
    }
}

/// Returns one document that presents the lessons like the examples of the Sargon document: the trees and their keys,
/// the orders of creation and minimax, a log for each example, and the lists from which the PV is read.
pub(super) fn sargon(context: &Context, title: Option<&str>, lessons: &[String], looks: &Style) -> Result<Vec<Block>> {
    let examples: Vec<SargonExample> =
        lessons.iter().map(|name| SargonExample::of(context, name, looks)).collect::<Result<_>>()?;
    let chapter = |title: &str| Block::Chapter(title.to_owned());
    let text = |text: &str| Block::Text(text.to_owned());
    let mut blocks = vec![Block::Title(visible_lines(title.unwrap_or(WINDOW)))];
    blocks.push(text(
        "These examples are trees small enough to be understood in every detail, and large enough to show how minimax and alpha-beta work.",
    ));
    blocks.push(chapter("The model"));
    blocks.push(text(
        "A key names each position: one letter for each move that leads there, A, B and so on for the side that moves first, and G, H and so on for the other. So AGB is the position after the first move, the first reply to it, and the second reply to that. Each position has a static evaluation in pawns, for the side that moves first. At inner nodes it only decides which moves are tried first.",
    ));
    if examples.iter().any(|example| example.carrier.is_some()) {
        blocks.push(text(
            "Sargon searches such a tree without knowing its position: on a board of kings and pawns, with the king moves removed. Its pawn moves stand for the moves of the example, in order, and each position there gets the score of the example.",
        ));
    }
    for (number, example) in examples.iter().enumerate() {
        blocks.push(text(&format!("Example number {}: {}", number + 1, example.title)));
        blocks.push(example.model());
    }
    blocks.push(chapter("Two orders"));
    blocks.push(text(
        "All moves of a position are created together, but a position gets its score only after every position below it has one. These are the orders if nothing is cut off.",
    ));
    orders(&examples, &mut blocks);
    blocks.push(chapter("How to read the examples"));
    blocks.extend(examples.first().map(|example| lines(&example.signs)));
    for (number, example) in examples.iter().enumerate() {
        blocks.push(chapter(&format!("Example number {}", number + 1)));
        blocks.push(lines(&example.page));
        blocks.push(lines(&example.log));
    }
    blocks.push(chapter("The principal variation"));
    blocks.push(text(
        "Sargon does not keep the principal variation (PV). It can be read from the list of the positions in the order in which they were judged, with an asterisk at each new best:",
    ));
    let steps = [
        "Start at the end of the list, and look for an asterisk at a position after one move.",
        "Go on towards the beginning, and look for an asterisk at a position after two moves; then after three, and so on.",
        "The positions found, in the order in which they were found, are the PV.",
    ];
    blocks.push(Block::Steps(steps.map(|step| NumberedPoint::from(step.to_owned())).into()));
    for (number, example) in examples.iter().enumerate() {
        blocks.push(text(&format!("Example number {}:", number + 1)));
        blocks.push(lines(&example.list));
    }
    Ok(blocks)
}

/// Adds the orders of creation and minimax as figures. Examples with the same orders share a figure.
fn orders(examples: &[SargonExample], blocks: &mut Vec<Block>) {
    let same = |one: &SargonExample| examples.iter().position(|other| other.orders == one.orders);
    for (number, example) in examples.iter().enumerate().filter(|(number, example)| same(example) == Some(*number)) {
        let of: Vec<String> = (number..examples.len())
            .filter(|&other| examples[other].orders == example.orders)
            .map(|other| (other + 1).to_string())
            .collect();
        if of.len() < examples.len() {
            blocks.push(Block::Text(format!(
                "{} {}:",
                if of.len() == 1 { "Example" } else { "Examples" },
                of.join(", ")
            )));
        }
        blocks.push(lines(&example.orders));
    }
}

/// Returns the text as a block, without blank lines at the beginning and the end.
fn lines(text: &str) -> Block {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or_default();
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    Block::Lines(lines[first.min(last)..last].iter().map(|line| (*line).to_owned()).collect())
}
