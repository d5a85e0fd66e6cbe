//! The content of a sheet, independent of the format: the tree with its blanks, and the questions below it.

use super::super::{Exercise, Question};
use super::upright::{SheetRow, UprightSheet, UprightTree, is_upright};
use crate::core::search::Cut;
use crate::core::text::listed;
use crate::core::trace::move_text;
use crate::lessons::model::{Points, QuestionKind};
use crate::page::comparison::Mark;
use crate::page::document::{Below, Block, Column, Document, NumberedPoint, Table};
use crate::page::layout::{Branch, draw, sideways_columns};
use crate::page::outline::outlined;
use crate::page::text::{capitalized, columns, left, wrapped};
use crate::page::{Perspective, Row, Style, View, position};
use crate::picture::in_page;

#[derive(Clone, Debug)]
pub(crate) struct SheetPage {
    pub title: String,
    pub is_key: bool,
    pub board: Vec<String>,
    /// The instructions, one paragraph each.
    pub intro: Vec<String>,
    /// The headings above the tree and its columns.
    pub heads: SheetRow,
    pub rows: Vec<SheetRow>,
    /// The tree with its root on top; `None` if the tree is too large for that.
    upright: Option<UprightTree>,
    pub questions: Vec<NumberedPoint>,
    /// On a key: the reason for each value and window, with its answer.
    pub reasons: Vec<[String; 3]>,
    pub max: Points,
    /// How the sheet was made, and its fingerprint.
    pub foot: String,
}

/// The blanks for windows and values on a sheet.
const WINDOW: &str = "(______, ______)";
const VALUE: &str = "________";

/// The maximum number of nodes to name in the sentence about who chooses.
const MOST_NAMED: usize = 6;

/// The key's remark about the bounds that it does not print.
const LIMITS: &str = "If the search proves only a bound, other proven bounds are also right: a fail-hard search returns alpha or beta, a fail-soft search the best score found, and any bound between these two.";
/// The width left for the tree on a page of 80 columns.
const ROOM: usize = 36;
/// The minimum width for the lines of a long name, however deep its node is.
const LEAST_NAME: usize = 8;

impl SheetPage {
    pub(crate) fn of(exercise: &Exercise, is_key: bool, style: &Style) -> Self {
        let page = SheetWriter { exercise, is_key, style };
        let (heads, rows) = page.tree();
        let points = |question: &Question| exercise.questions.points(question.kind);
        Self {
            title: exercise.heading(is_key),
            is_key,
            board: exercise.position.as_deref().map(|root| position(root, &exercise.games, style)).unwrap_or_default(),
            intro: page.with_points(page.intro()),
            upright: is_upright(exercise).then(|| page.upright(&rows)),
            heads,
            rows,
            questions: page.questions(),
            reasons: if is_key { page.reasons() } else { Vec::new() },
            max: exercise.asked.iter().map(points).sum(),
            foot: page.foot(),
        }
    }

    /// Returns the sheet as a page, independent of any format.
    pub(super) fn document(self) -> Document {
        let mut page = Document::default();
        let tree = self.tree();
        page.heading(self.title);
        page.push(match self.is_key {
            true => Block::Text(format!("Key, {} in all.", points(self.max))),
            false => Block::Blank("Name:".to_owned(), format!("of {}", points(self.max))),
        });
        page.gap();
        let mut intro = self.intro.into_iter();
        if !self.board.is_empty() {
            page.push(Block::Beside(self.board, intro.next().unwrap_or_default(), Vec::new()));
            page.gap();
        }
        let html = |html: &str| Block::Browser(html.to_owned());
        page.push(html("<div class=\"columns\">\n"));
        intro.for_each(|text| page.text(text));
        page.push(html("</div>\n"));
        page.gap();
        tree.into_iter().for_each(|block| page.push(block));
        if !self.questions.is_empty() {
            page.gap();
            page.push(Block::Steps(self.questions));
        }
        if !self.reasons.is_empty() {
            page.gap();
            page.heading("Why");
            page.table(Table::new([Column::Left, Column::Left, Column::Rest(0, 0)], [""; 3], self.reasons));
        }
        page.gap();
        page.text(self.foot);
        page
    }

    /// Returns the tree: upright, or a row for each node.
    fn tree(&self) -> Vec<Block> {
        let SheetRow { tree, leaf, read, window, value, .. } = &self.heads;
        let rows = || {
            let kinds = [Column::Drawn, Column::Right, Column::Left, Column::Blank, Column::Blank];
            let cells = |row: &SheetRow| [&row.tree, &row.leaf, &row.read, &row.window, &row.value].map(Clone::clone);
            vec![Block::Table(Table::new(kinds, [tree, leaf, read, window, value], self.rows.iter().map(cells)))]
        };
        let Some(UprightTree { figure, lines }) = &self.upright else { return rows() };
        let plain = match lines {
            None => rows(),
            Some((lines, blanks)) => {
                let kinds = [Column::Left, Column::Blank, Column::Blank];
                let table = Table::new(kinds, ["node", window, value], blanks.clone());
                let has_blanks = blanks.iter().flat_map(|row| &row[1..]).any(|cell| !cell.is_empty());
                let below = has_blanks.then_some([Block::Gap, Block::Table(table)]);
                [Block::Lines(lines.clone())].into_iter().chain(below.into_iter().flatten()).collect()
            }
        };
        vec![in_page(figure, plain)]
    }
}

struct SheetWriter<'a> {
    exercise: &'a Exercise,
    is_key: bool,
    style: &'a Style,
}

impl SheetWriter<'_> {
    fn asks(&self, kind: QuestionKind) -> bool {
        self.exercise.questions.asked().contains(&kind)
    }

    fn perspective(&self) -> Perspective {
        let tree = &self.exercise.tree;
        let players = tree.numbering().is_none().then(|| tree.sides());
        Perspective { view: View::Minimax, numbering: tree.numbering(), players, movers: tree.movers() }
    }

    fn upright(&self, rows: &[SheetRow]) -> UprightTree {
        let Self { exercise, is_key, style } = *self;
        UprightSheet { exercise, is_key, perspective: self.perspective(), rows }.draw(style)
    }

    fn intro(&self) -> Vec<String> {
        let perspective = self.perspective();
        let first = perspective.side(0);
        let [max, min] = self.exercise.tree.sides();
        let (signs, ties) = match self.exercise.questions.rule {
            None if !self.exercise.tree.has_ties() => ([">=", "<="], ""),
            None => ([">=", "<="], " (you may also use the other rule for ties)"),
            Some(Cut::AtBeta) => ([">=", "<="], ": a tie causes a cutoff"),
            Some(Cut::AboveBeta) => ([">", "<"], ": a tie causes no cutoff"),
        };
        let mut intro = vec![format!(
            "{first} is to move. Alpha-beta searches this tree and tries the moves of each node from left to right; {}. All scores are {max}'s: alpha is the score that {max} already has, beta the score that {min} already has.{} The search leaves a node where {max} chooses as soon as its value is {} beta, and a node where {min} chooses as soon as its value is {} alpha{ties}.",
            self.choosers(),
            self.mates(),
            signs[0],
            signs[1]
        )];
        let blanks = match (self.asks(QuestionKind::Windows), self.asks(QuestionKind::Values)) {
            (true, true) => "its window (alpha, beta) when the search enters it, and its value",
            (true, false) => "its window (alpha, beta) when the search enters it",
            (false, true) => "its value",
            (false, false) => return intro,
        };
        let signs = if self.asks(QuestionKind::Values) {
            ": write = if the leaves that are read determine it, otherwise <= or >= and the bound that they prove"
        } else {
            ""
        };
        if self.is_key {
            let unread =
                if is_upright(self.exercise) { "a leaf that it does not read is dashed or in brackets; " } else { "" };
            intro.push(format!(
                "A dash means that the search never visits that node; {unread}a star or a thick line marks the best line."
            ));
            if self.asks(QuestionKind::Values) {
                intro.push(LIMITS.to_owned());
            }
        } else {
            intro.push(format!(
                "For each inner node, fill in {blanks}{signs}. Write a dash for a node that the search never visits."
            ));
        }
        intro
    }

    /// Explains mate scores, if a leaf has one.
    fn mates(&self) -> &'static str {
        let tree = &self.exercise.tree;
        if !tree.leaves().any(|leaf| tree.node(leaf).value.is_mate()) {
            return "";
        }
        " #2 is a win in two moves, #-2 a loss in two, counted from the root; a faster win is worth more."
    }

    /// Appends the points for the blanks in the tree to the last paragraph before the tree, because a sheet must fit on
    /// one page.
    fn with_points(&self, mut intro: Vec<String>) -> Vec<String> {
        match (self.in_tree(), intro.last_mut()) {
            (earned, Some(last)) if !earned.is_empty() => *last += &format!(" {earned}"),
            _ => {}
        }
        intro
    }

    /// Explains the points for the blanks in the tree: `Windows and values: 7 points, 1 for each window and
    /// each value of a visited node.`
    fn in_tree(&self) -> String {
        let exercise = self.exercise;
        let earns = |kind: QuestionKind| exercise.questions.points(kind);
        let asked: Vec<QuestionKind> =
            [QuestionKind::Windows, QuestionKind::Values].into_iter().filter(|&kind| self.asks(kind)).collect();
        let sum: Points = exercise.asked.iter().filter(|one| one.is_in_tree()).map(|one| earns(one.kind)).sum();
        let each = match asked[..] {
            [] => return String::new(),
            [one, other] if earns(one) != earns(other) => {
                format!("{} for each window and {} for each value", earns(one), earns(other))
            }
            [one, _, ..] => format!("{} for each window and each value", earns(one)),
            [one] => {
                format!("{} for each {}", earns(one), if one == QuestionKind::Windows { "window" } else { "value" })
            }
        };
        let names: Vec<&str> = asked.iter().map(|kind| kind.name()).collect();
        format!("{}: {}, {each} of a visited node.", capitalized(&listed(&names)), points(sum))
    }

    /// Describes who chooses at which nodes. The columns do not show this: each is named after the side that makes the
    /// moves in it. Example: `MAX chooses at the root, MIN at A, B`. If the sides don't take turns, describes all
    /// plies.
    fn choosers(&self) -> String {
        let tree = &self.exercise.tree;
        if !tree.movers().in_turn() {
            return self.choosers_of_all_plies();
        }
        let [first, second] = [0, 1].map(|ply| self.perspective().side(ply));
        let inner = tree.node(0).children.iter().filter(|&&child| !tree.is_leaf(child));
        let names: Vec<String> = inner.map(|&child| tree.node(child).name.clone()).collect();
        match names.len() {
            0 => format!("{first} chooses at the root"),
            1..=MOST_NAMED => format!("{first} chooses at the root, {second} at {}", listed(&names)),
            _ => format!("{first} chooses at the root, {second} after one move"),
        }
    }

    /// Example: `MAX chooses at the root, MIN at L, R, MIN again at L1, L2`.
    fn choosers_of_all_plies(&self) -> String {
        let tree = &self.exercise.tree;
        let mut said = format!("{} chooses at the root", self.perspective().side(0));
        for ply in 1.. {
            let inner = (1..tree.nodes().len()).filter(|&node| tree.node(node).ply == ply && !tree.is_leaf(node));
            let names: Vec<&str> = inner.map(|node| tree.node(node).name.as_str()).collect();
            if names.is_empty() {
                break;
            }
            let [before, side] = [ply - 1, ply].map(|ply| self.perspective().side(ply));
            let again = if before == side { " again" } else { "" };
            let place = match names.len() {
                ..=MOST_NAMED => format!("at {}", listed(&names)),
                _ => format!("after {ply} moves"),
            };
            said += &format!(", {side}{again} {place}");
        }
        said
    }

    /// Returns the row of a node with its children, for drawing.
    fn row(&self, node: usize) -> Row {
        let tree = &self.exercise.tree;
        let name = &tree.node(node).name;
        let name = match tree.node(node) {
            at if at.mv == at.name || node == 0 => name.clone(),
            at => format!("{name} {}", move_text(&at.mv, at.ply - 1, tree.numbering())),
        };
        let children = tree.node(node).children.iter().map(|&child| self.row(child)).collect();
        let on_pv = self.is_key && self.exercise.key().pv.contains(&node);
        let mark = if node == 0 { Mark::Root } else { Mark::Open };
        Row { on_pv, children, mark, path: vec![node], ..Row::named(name) }
    }

    fn tree(&self) -> (SheetRow, Vec<SheetRow>) {
        let root = self.row(0);
        let sides = [0, 1].map(|ply| self.perspective().side(ply));
        let letters = sides[0].len().max(sides[1].len());
        let room = ROOM.max(self.style.width.saturating_sub(80 - ROOM));
        let plies = sideways_columns(&root, room, letters + 1, self.style.charset);
        let (branches, heads) = match &plies {
            Some(plies) => {
                let mut heads = String::new();
                for (ply, &column) in plies.iter().enumerate().skip(1) {
                    heads = left(&heads, column) + self.perspective().side(ply - 1);
                }
                (draw(&root, self.style, &|ply| plies[ply]), heads)
            }
            None => (outlined(&root, self.style, &|ply| 2 * (ply - 1)), String::new()),
        };
        let rows = branches.iter().flat_map(|branch| self.rows(branch, room)).collect();
        let has = |is_there: bool, head: &str| if is_there { head.to_owned() } else { String::new() };
        let heads = SheetRow {
            tree: heads,
            leaf: "leaf".to_owned(),
            read: has(self.is_key, "read"),
            window: has(self.asks(QuestionKind::Windows), "(alpha, beta)"),
            value: has(self.asks(QuestionKind::Values), "value"),
            ..SheetRow::default()
        };
        (heads, rows)
    }

    /// Returns the row of a node, and a row for each line that its name continues on.
    fn rows(&self, branch: &Branch<'_>, room: usize) -> Vec<SheetRow> {
        let node = branch.row.path[0];
        if columns(&branch.text) <= room {
            return vec![self.cells(branch.text.clone(), node)];
        }
        let (stem, name) = branch.parts();
        let below = left(&branch.below, branch.name_at);
        let parts = wrapped(name, room.saturating_sub(branch.name_at).max(LEAST_NAME));
        let row = |(index, part): (usize, String)| match index {
            0 => self.cells(format!("{stem}{part}"), node),
            _ => SheetRow { tree: format!("{below}{part}"), node, ..SheetRow::default() },
        };
        parts.into_iter().enumerate().map(row).collect()
    }

    fn cells(&self, text: String, node: usize) -> SheetRow {
        let exercise = self.exercise;
        let tree = &exercise.tree;
        let bare = SheetRow { tree: text, node, ..SheetRow::default() };
        if tree.is_leaf(node) {
            let read = match (self.is_key, exercise.key().reads(node)) {
                (false, _) => "",
                (true, true) => "yes",
                (true, false) => "no",
            };
            return SheetRow { leaf: tree.text(tree.node(node).value), read: read.to_owned(), ..bare };
        }
        let cell = |kind: QuestionKind, blank: &str| match (self.asks(kind), self.is_key) {
            (false, _) => String::new(),
            (true, false) => blank.to_owned(),
            (true, true) => {
                let answer = exercise.answer_by(exercise.key(), Question::of(kind, node));
                Some(answer).filter(|text| !text.is_empty()).unwrap_or("-".to_owned())
            }
        };
        // The root's window is always the same, so the sheet doesn't ask for it.
        let window = if node == 0 { String::new() } else { cell(QuestionKind::Windows, WINDOW) };
        SheetRow { window, value: cell(QuestionKind::Values, VALUE), is_inner: true, ..bare }
    }

    /// Returns the questions below the tree, with answers and reasons if the page is a key.
    fn questions(&self) -> Vec<NumberedPoint> {
        let (exercise, key) = (self.exercise, self.exercise.key());
        let below = exercise.asked.iter().filter(|question| !question.is_in_tree());
        let asked = below.map(|&question| {
            let (rules, earned) = (question.rules(), points(exercise.questions.points(question.kind)));
            let text = format!("{} ({earned}{})", rules.text(exercise, question), rules.shared());
            let below = match self.is_key {
                true => Below::Answer(exercise.answer_by(key, question), exercise.reason_by(key, question)),
                false => Below::Line,
            };
            NumberedPoint { text, below }
        });
        asked.collect()
    }

    fn reasons(&self) -> Vec<[String; 3]> {
        let (exercise, key) = (self.exercise, self.exercise.key());
        let above = exercise.asked.iter().filter(|question| question.is_in_tree());
        let reasons = above.map(|&question| {
            let name = question.name(&exercise.tree);
            [name, exercise.answer_by(key, question), exercise.reason_by(key, question)]
        });
        reasons.collect()
    }

    fn foot(&self) -> String {
        let made = &self.exercise.questions.made;
        let id = format!("Exercise {}", self.exercise.tree.fingerprint());
        if made.is_empty() { id } else { format!("{id}: {made}") }
    }
}

fn points(points: Points) -> String {
    format!("{points} {}", if points.hundredths() == 100 { "point" } else { "points" })
}
