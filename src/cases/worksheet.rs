//! Sheets and keys for trees that students work out by hand and that plywood does not grade: trees with chance nodes or
//! unknown leaves.

use super::page::{conditions, results, rows, rule, table};
use super::unsearched::UnsearchedTree;
use super::{Cases, CasesError, cases};
use crate::core::game::{Mover, Weight};
use crate::core::score::Score;
use crate::core::search::Cut;
use crate::core::study::Limits;
use crate::core::text::listed;
use crate::core::trace::{Header, NodeName, Shape};
use crate::core::tree::{Keep, SearchTree};
use crate::explain::{cutoff_sentences, exact_style};
use crate::lessons::model::{Lesson, is_builtin_title};
use crate::page::document::{Below, Block, Column, Document, NumberedPoint, Table};
use crate::page::outline::outlined;
use crate::page::upright::{NodeLabel, NodeRoom, Upright};
use crate::page::{Perspective, Row, Style, View, Words};
use crate::subject::{SearchRequest, Subject};

/// A tree to work out on paper, with its answers.
#[derive(Clone, Debug)]
pub struct Worksheet {
    header: Header,
    /// The lines to the unknown leaves, and the letter of each.
    unknown: Vec<(Vec<String>, String)>,
    key: WorksheetKey,
}

/// The answers.
#[derive(Clone, Debug)]
enum WorksheetKey {
    /// An alpha-beta search, and the true value of each node for MAX. The values are `None` if they depend on a leaf
    /// that the search never reads.
    Search(Box<SearchTree>, Option<Vec<Score>>),
    /// The search's result for each value of the unknown leaf.
    Cases(Box<Cases>),
}

impl Worksheet {
    /// Returns the sheet of a tree with chance nodes or unknown leaves, or `None` for a lesson without them, which
    /// plywood can grade as an exercise.
    ///
    /// # Errors
    /// [`CasesError`] if the tree cannot be searched.
    pub fn of(lesson: &Lesson) -> Result<Option<Self>, CasesError> {
        let subject = Subject::from(lesson.clone());
        let letters = subject.unknown_leaves();
        let mut unknown = Vec::new();
        for letter in &letters {
            unknown.extend(subject.lines_of(letter).into_iter().map(|line| (line, letter.clone())));
        }
        let settings = SearchRequest::default().settings(&subject);
        if subject.letter().is_some() {
            let cases = cases(&subject, &settings, &Limits::default())?;
            let header = cases.header.clone();
            return Ok(Some(Self { header, unknown, key: WorksheetKey::Cases(Box::new(cases)) }));
        }
        if unknown.is_empty() && !subject.has_chance() {
            return Ok(None);
        }
        let tree = subject.study(&settings, None, Limits::default())?.explain(&Keep::ALL)?;
        let header = tree.header.clone();
        let values = header.shape.as_ref().and_then(|shape| shape.values(header.movers(), None));
        Ok(Some(Self { header, unknown, key: WorksheetKey::Search(Box::new(tree), values) }))
    }

    /// Returns the sheet or the key as a page.
    pub fn document(&self, is_key: bool, style: &Style) -> Document {
        let style = &match &self.key {
            WorksheetKey::Search(tree, _) => Style { view: View::Minimax, ..exact_style(tree, style) },
            WorksheetKey::Cases(_) => Style { view: View::Minimax, scale: self.header.scale(), decimals: 0, ..*style },
        };
        let style = &Style { decimals: self.decimals().max(if is_key { style.decimals } else { 0 }), ..*style };
        let mut page = Document::default();
        page.heading(match self.header.title.as_str() {
            "" => "A tree to work out by hand",
            // The title of a built-in lesson may give the answer away.
            title if !is_key && is_builtin_title(title) => "A tree to work out by hand",
            title => title,
        });
        page.push(match is_key {
            true => Block::Text("Key.".to_owned()),
            false => Block::Blank("Name:".to_owned(), String::new()),
        });
        page.gap();
        page.text(self.intro(style));
        page.gap();
        self.drawing(is_key, style).into_iter().for_each(|block| page.push(block));
        let points = match &self.key {
            WorksheetKey::Search(tree, values) => {
                if values.is_some() {
                    page.gap();
                    page.table(self.values(values.as_deref().filter(|_| is_key), style));
                }
                self.questions(tree, values.as_deref(), is_key, style)
            }
            WorksheetKey::Cases(cases) => cases_questions(cases, is_key, style),
        };
        page.gap();
        page.push(Block::Steps(points));
        if let WorksheetKey::Cases(cases) = &self.key
            && is_key
        {
            page.gap();
            page.table(table(&cases.letter, rows(&cases.list, &cases.letter, style)));
        }
        page
    }

    /// Returns the number of decimals that the leaves need.
    fn decimals(&self) -> usize {
        let Some(shape) = &self.header.shape else { return 0 };
        let leaves = (1..shape.len()).filter(|&node| shape.children(node).is_empty());
        leaves.filter_map(|leaf| shape.score(leaf)).map(Score::decimals).max().unwrap_or(0)
    }

    fn intro(&self, style: &Style) -> String {
        let movers = self.header.movers();
        let mut said = format!(
            "{} moves first. All scores are MAX's: MAX takes the highest score, and MIN takes the lowest.",
            Perspective::new(View::Minimax, &self.header).side(0)
        );
        if movers.is_chance(0) {
            said =
                "Chance picks the first move. All scores are MAX's: MAX takes the highest score, and MIN takes the lowest."
                    .to_owned();
        }
        if movers.has_chance() {
            said += " A chance node is worth the sum of its moves' values, each times its probability.";
        }
        if let Some([least, most]) = self.header.leaves {
            said += &match (least.is_infinite(), most.is_infinite()) {
                (false, false) => {
                    format!(" Every leaf is worth from {} to {}.", style.score(least), style.score(most))
                }
                (false, true) => format!(" Every leaf is worth at least {}.", style.score(least)),
                (true, _) => format!(" Every leaf is worth at most {}.", style.score(most)),
            };
        }
        let mut letters: Vec<String> = Vec::new();
        for (_, letter) in &self.unknown {
            if !letters.contains(letter) {
                letters.push(letter.clone());
            }
        }
        match letters.as_slice() {
            [] => {}
            [one] if one == "?" => said += " The scores of the leaves marked ? are unknown.",
            [one] => said += &format!(" The score {one} is unknown."),
            all => said += &format!(" The scores {} are unknown.", listed(all)),
        }
        said
    }

    /// Draws the tree with its root on top, or as an outline if that would be too wide.
    fn drawing(&self, is_key: bool, style: &Style) -> Vec<Block> {
        let values = match &self.key {
            WorksheetKey::Search(_, values) if is_key => values.as_deref(),
            WorksheetKey::Search(..) | WorksheetKey::Cases(_) => None,
        };
        let perspective = Perspective::new(View::Minimax, &self.header);
        let root = UnsearchedTree { header: &self.header, unknown: &self.unknown, values }.root();
        let (cut, room) = (Cut::default(), NodeRoom::default());
        let ways = [NodeLabel::Scores, NodeLabel::Narrow];
        let ways = ways.map(|label| Upright { style, perspective, cut, label, room });
        if let Some(way) = ways.iter().find(|way| way.width(&root) <= style.width) {
            return vec![Block::Lines(way.draw(&root))];
        }
        let branches = outlined(&root, style, &|ply| 2 * (ply - 1));
        let cells = |row: &Row| {
            let leaf = row.leaf.as_ref().map(|leaf| leaf.word.clone());
            [row.weight.map(Weight::text).unwrap_or_default(), leaf.unwrap_or_else(|| row.value(style))]
        };
        let rows = branches.iter().map(|branch| {
            let [weight, value] = cells(branch.row);
            [branch.text.clone(), weight, value]
        });
        let kinds = [Column::Drawn, Column::Right, Column::Right];
        vec![Block::Table(Table::new(kinds, ["node", "probability", "score"], rows))]
    }

    /// Returns a table of the inner nodes, with the value of each and the reason for it, or with an empty field for
    /// each.
    fn values(&self, values: Option<&[Score]>, style: &Style) -> Table {
        let Some(shape) = &self.header.shape else { return Table::new([Column::Left; 3], [""; 3], []) };
        let (movers, plies) = (self.header.movers(), shape.plies());
        let inner = (0..shape.len()).filter(|&node| !shape.children(node).is_empty());
        let row = |node: usize| {
            let name = self.name(shape, node);
            let Some(values) = values else { return [name, "________".to_owned(), String::new()] };
            [name, style.score(values[node]), reason(shape, node, movers.at(plies[node]), values, style)]
        };
        let kinds = [Column::Left, Column::Blank, Column::Rest(0, 2)];
        Table::new(kinds, ["node", "value", if values.is_some() { "why" } else { "" }], inner.map(row))
    }

    /// Returns the name of a node, or the line to the node if several nodes share the name.
    fn name(&self, shape: &Shape, node: usize) -> String {
        if node == 0 {
            return "the root".to_owned();
        }
        if shape.has_unique_names() {
            return shape.name(node).to_owned();
        }
        let parent = |node: usize| (0..node).find(|&above| shape.children(above).contains(&node));
        let above = std::iter::successors(Some(node), |&node| parent(node)).filter(|&node| node != 0);
        let mut line: Vec<&str> = above.map(|node| shape.name(node)).collect();
        line.reverse();
        line.join(" ")
    }

    fn questions(
        &self,
        tree: &SearchTree,
        values: Option<&[Score]>,
        is_key: bool,
        style: &Style,
    ) -> Vec<NumberedPoint> {
        let mut points = Vec::new();
        let mut ask = |text: &str, answer: String, reason: String| {
            let below = if is_key { Below::Answer(answer, reason) } else { Below::Line };
            points.push(NumberedPoint { text: text.to_owned(), below });
        };
        let outcome = &tree.outcome;
        if let Some(best) = &outcome.best {
            let score = outcome.score.map(|score| style.score(self.header.movers().at_max(0, score)));
            let others = outcome.also_best.iter().flatten().map(|name| format!(", {name} is as good"));
            let worth = format!("the root is worth {}{}", score.unwrap_or_default(), others.collect::<String>());
            ask("Which move is best, and what is the root worth?", best.clone(), worth);
        }
        let words = Words::new(style, &self.header);
        let pruned: Vec<String> = outcome.pruned.iter().flatten().map(NodeName::to_string).collect();
        let is_open = self.header.movers().has_chance() && self.header.leaves.is_none();
        let cutoffs = cutoff_sentences(tree, &words);
        let why = if !cutoffs.is_empty() {
            cutoffs.join("; ")
        } else if is_open {
            "by the rule in the question, a chance node passes no bounds down".to_owned()
        } else {
            "no score causes a cutoff".to_owned()
        };
        let pruned = if pruned.is_empty() { "none".to_owned() } else { pruned.join(" ") };
        let chance = if is_open { ", and a chance node passes no bounds down" } else { "" };
        ask(
            &format!(
                "Alpha-beta searches the tree from left to right. A tie causes a cutoff{chance}. Which leaves does it skip?"
            ),
            pruned,
            why,
        );
        if values.is_none() {
            ask(
                "Why do the unknown scores not matter?",
                "the search never reads these leaves".to_owned(),
                "the root has the same value whatever they are worth".to_owned(),
            );
        }
        points
    }
}

/// Returns the reason for a value: `max(4.2, 4.5)`, `0.4 * 6 + 0.6 * 3`, `(8 + 1) / 2`.
fn reason(shape: &Shape, node: usize, mover: Mover, values: &[Score], style: &Style) -> String {
    let scores: Vec<String> = shape.children(node).map(|child| style.score(values[child])).collect();
    let weights: Vec<Weight> = shape.children(node).filter_map(|child| shape.weight(child)).collect();
    match mover {
        Mover::Max => format!("max({})", scores.join(", ")),
        Mover::Min => format!("min({})", scores.join(", ")),
        Mover::Chance if scores.len() == 1 => scores.concat(),
        Mover::Chance if weights.iter().all(|weight| weight.part() == 1) => {
            format!("({}) / {}", scores.join(" + "), scores.len())
        }
        Mover::Chance => {
            let terms = weights.iter().zip(&scores).map(|(weight, score)| format!("{} * {score}", weight.text()));
            terms.collect::<Vec<_>>().join(" + ")
        }
    }
}

fn cases_questions(cases: &Cases, is_key: bool, style: &Style) -> Vec<NumberedPoint> {
    let x = &cases.letter;
    let search = if cases.header.has_window() {
        "Alpha-beta searches the tree from left to right, and a tie causes a cutoff. "
    } else {
        ""
    };
    let texts = [
        format!("{search}Which leaves does it skip, and for which values of {x}?"),
        format!("Which move is best, and what is the root worth? Give an answer for each value of {x}."),
    ];
    let answers = [
        (conditions(cases, &|cut| rule(cut).to_owned(), style).join(" "), "the table below has all cases"),
        (results(cases, style), "the move, then the value"),
    ];
    let points = texts.into_iter().zip(answers).map(|(text, (answer, reason))| NumberedPoint {
        text,
        below: if is_key { Below::Answer(answer, reason.to_owned()) } else { Below::Line },
    });
    points.collect()
}
