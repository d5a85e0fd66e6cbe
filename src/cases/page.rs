//! Presents the cases of an unknown leaf as a page.

#[cfg(feature = "cli")]
use super::UnsearchedTree;
use super::{Case, CaseValue, Cases};
use crate::core::ratio::Ratio;
use crate::core::search::Cut;
use crate::core::sort::sort_by_key;
use crate::core::text::listed;
use crate::core::trace::NodeName;
use crate::explain::{limit_sentence, score_sentence, search_sentence};
#[cfg(feature = "cli")]
use crate::explain::{note, top};
#[cfg(feature = "cli")]
use crate::page::document::{Block, Column, Document, Table, coded};
#[cfg(feature = "cli")]
use crate::page::escape::xml;
use crate::page::text::capitalized;
use crate::page::{Sign, Style, Words, decimals};
#[cfg(feature = "cli")]
use crate::picture::{in_page, of_rows, pictured};

/// A range of values of x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    from: Option<(Ratio, bool)>,
    to: Option<(Ratio, bool)>,
}

impl Stretch {
    fn of(case: &Case) -> Self {
        Self { from: case.from.map(|end| (end, case.from_included)), to: case.to.map(|end| (end, case.to_included)) }
    }

    /// Writes the values: `x >= 2` in a sentence, `2 <= x` in a table.
    fn text(self, x: &str, is_sentence: bool, style: &Style) -> String {
        let sign = |is_included: bool| style.sign(if is_included { Sign::AtMost } else { Sign::Less });
        match (self.from, self.to) {
            (None, None) => format!("any {x}"),
            (Some((from, true)), Some((to, true))) if from == to => format!("{x} = {from}"),
            (Some((from, is_included)), None) if is_sentence => {
                let sign = style.sign(if is_included { Sign::AtLeast } else { Sign::Greater });
                format!("{x} {sign} {from}")
            }
            (from, to) => {
                let from = from.map(|(end, is_included)| format!("{end} {} ", sign(is_included)));
                let to = to.map(|(end, is_included)| format!(" {} {end}", sign(is_included)));
                format!("{}{x}{}", from.unwrap_or_default(), to.unwrap_or_default())
            }
        }
    }
}

/// The headings of a table of cases, after the heading of the letter's column.
pub(crate) const HEADS: [&str; 3] = ["value", "best", "pruned"];

/// A row of a table of cases: the values of x, the value of the root, the best move, and the pruned leaves.
pub(crate) type CaseRow = [String; 4];

/// The text of a page about the cases.
#[derive(Debug)]
pub(crate) struct CasesText {
    /// The subject and settings of the search, and the view of its scores.
    pub search: Vec<String>,
    /// A sentence about the unknown leaves.
    pub about: String,
    pub rows: Vec<CaseRow>,
    /// Sentences that say for which values each leaf is pruned.
    pub conditions: Vec<String>,
    /// If the cases differ under the other rule for ties: a sentence about that rule, and the rows of its cases.
    pub other: Option<(String, Vec<CaseRow>)>,
}

impl CasesText {
    /// `other_rule` names the other rule for ties within a sentence.
    pub(crate) fn of(cases: &Cases, other_rule: &dyn Fn(Cut) -> String, style: &Style) -> Self {
        let (header, x) = (&cases.header, cases.letter.as_str());
        let limits = header.leaves.into_iter().flatten().filter(|limit| !limit.is_infinite());
        let plain = Style { decimals: decimals(limits, 0), scale: header.scale(), ..*style };
        let mut search = vec![search_sentence(header), score_sentence(header, style.view)];
        search.extend(limit_sentence(header, &Words::new(&plain, header)));
        let (is, its) = if cases.leaves.len() == 1 { ("is", "its") } else { ("are", "their") };
        let about = format!(
            "{} {is} unknown; the letter {x} is {its} score. The table lists the result of the search for each value of {x}.",
            listed(&cases.leaves)
        );
        let other = cases.other.as_ref().map(|(cut, other)| match *other == cases.list {
            true => (format!("The cases are the same {} ({}).", rule(*cut), option(*cut)), Vec::new()),
            false => (format!("{} ({}):", capitalized(rule(*cut)), option(*cut)), rows(other, x, style)),
        });
        let conditions = conditions(cases, other_rule, style);
        Self { search, about, rows: rows(&cases.list, x, style), conditions, other }
    }
}

/// Returns the answer that a browser page begins with: for which values each leaf is pruned.
#[cfg(feature = "cli")]
fn brief(cases: &Cases, style: &Style) -> String {
    let own = Cases { other: None, ..cases.clone() };
    conditions(&own, &option, style).join(" ")
}

/// Draws the tree before the search, with the letter in its leaf.
#[cfg(feature = "cli")]
fn drawing(cases: &Cases, style: &Style) -> Block {
    let root = UnsearchedTree { header: &cases.header, unknown: &cases.unknown(), values: None }.root();
    let style = Style { scale: cases.header.scale(), ..pictured(style) };
    let title = format!("The tree before the search, with the unknown score {}", cases.letter);
    in_page(&of_rows(&root, &Words::new(&style, &cases.header), &title, &[]), Vec::new())
}

/// Makes the page.
#[cfg(feature = "cli")]
pub(crate) fn document(cases: &Cases, answers: bool, style: &Style) -> Document {
    let (header, x) = (&cases.header, cases.letter.as_str());
    let CasesText { search, about, rows, conditions, other } = CasesText::of(cases, &option, style);
    let mut page = Document::default();
    let beginning = top(header, &search, Vec::new(), style);
    let [answer, search] = [brief(cases, style), search.join(" ")].map(|text| coded(&text));
    let html = format!("<h1>{answer}</h1>\n<p>{}</p>\n<p>{search}</p>\n", xml(&header.title));
    page.push(beginning.or_html(html));
    page.push(drawing(cases, style));
    page.text(about);
    page.gap();
    page.table(table(x, rows));
    page.gap();
    let html = conditions.iter().map(|condition| format!("<p>{}</p>\n", coded(condition))).collect();
    page.push(Block::Rich(html, vec![Block::Lines(conditions)]));
    if let Some((said, rows)) = other {
        if !rows.is_empty() {
            page.gap();
        }
        page.text(said);
        if !rows.is_empty() {
            page.gap();
        }
        page.table(table(x, rows));
    }
    let plain = Style { scale: header.scale(), ..*style };
    page.append(note(header, answers, &Words::new(&plain, header)));
    page
}

pub(crate) const fn rule(cut: Cut) -> &'static str {
    match cut {
        Cut::AtBeta => "if a tie causes a cutoff",
        Cut::AboveBeta => "if a tie causes no cutoff",
    }
}

fn option(cut: Cut) -> String {
    format!("--cut {}", cut.name())
}

#[cfg(feature = "cli")]
pub(super) fn table(x: &str, rows: Vec<CaseRow>) -> Table {
    let columns = [Column::Left, Column::Left, Column::Left, Column::Rest(40, 2)];
    let [value, best, pruned] = HEADS;
    Table::new(columns, [x, value, best, pruned], rows)
}

pub(super) fn rows(list: &[Case], x: &str, style: &Style) -> Vec<CaseRow> {
    let row = |case: &Case| {
        let pruned: Vec<String> = case.pruned.iter().map(NodeName::to_string).collect();
        let pruned = if pruned.is_empty() { "none".to_owned() } else { pruned.join(" ") };
        [
            Stretch::of(case).text(x, false, style),
            value(case.value, x),
            case.best.clone().unwrap_or_else(|| "-".to_owned()),
            pruned,
        ]
    };
    list.iter().map(row).collect()
}

/// Lists the best move and the value of the root for each range of x: `x < 2: B 2; 2 <= x: A x`.
#[cfg(feature = "cli")]
pub(super) fn results(cases: &Cases, style: &Style) -> String {
    let x = cases.letter.as_str();
    // Neighbouring cases that differ only in the skipped leaves are listed as one.
    let same = |one: &&Case, other: &&Case| (&one.best, one.value) == (&other.best, other.value);
    let mut said = Vec::new();
    let mut rest = cases.list.iter().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if(|next| same(&first, next)) {
            last = next;
        }
        let stretch = Stretch { from: Stretch::of(first).from, to: Stretch::of(last).to };
        let best = first.best.as_ref().map(|best| format!("{best} ")).unwrap_or_default();
        said.push(format!("{}: {best}{}", stretch.text(x, false, style), value(first.value, x)));
    }
    said.join("; ")
}

/// Writes a value that depends on x: `5`, `x + 3`, `(x + 66) / 3`.
fn value(CaseValue { slope, constant }: CaseValue, x: &str) -> String {
    if slope == Ratio::ZERO {
        return constant.to_string();
    }
    let of = (slope + constant).of().max(slope.of()).max(constant.of());
    let of = [slope.of(), constant.of()].into_iter().fold(of, |of, part| if of % part == 0 { of } else { of * part });
    let whole = |ratio: Ratio| (ratio * Ratio::whole(of)).part();
    let first = match whole(slope) {
        1 => x.to_owned(),
        -1 => format!("-{x}"),
        times => format!("{times} * {x}"),
    };
    let sum = match whole(constant) {
        0 => first,
        plus if plus < 0 => format!("{first} - {}", -plus),
        plus => format!("{first} + {plus}"),
    };
    match of {
        1 => sum,
        _ if constant == Ratio::ZERO => format!("{sum} / {of}"),
        _ => format!("({sum}) / {of}"),
    }
}

/// Leaves that are pruned for the same values of x: their names, the values under this rule for ties, and the values
/// under the other rule.
type PrunedTogether = (Vec<String>, Vec<Stretch>, Option<Vec<Stretch>>);

/// Returns, for each leaf, the values of x for which it is pruned under this rule for ties, and those under the other
/// rule.
pub(super) fn conditions(cases: &Cases, other_rule: &dyn Fn(Cut) -> String, style: &Style) -> Vec<String> {
    let x = cases.letter.as_str();
    let mut groups: Vec<PrunedTogether> = Vec::new();
    let all = cases.list.iter().chain(cases.other.iter().flat_map(|(_, list)| list));
    let mut names: Vec<&NodeName> = Vec::new();
    for name in all.flat_map(|case| &case.pruned) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    sort_by_key(&mut names, |name| cases.place(name));
    for name in names {
        let own = stretches(&cases.list, name);
        let other = cases.other.as_ref().map(|(_, list)| stretches(list, name)).filter(|other| *other != own);
        match groups.iter_mut().find(|(_, known, others)| (known, others) == (&own, &other)) {
            Some((names, ..)) => names.push(name.to_string()),
            None => groups.push((vec![name.to_string()], own, other)),
        }
    }
    if groups.is_empty() {
        return vec![format!("No leaf is pruned for any value of {x}.")];
    }
    let ends = cases.list.first().zip(cases.list.last());
    let whole = ends.map(|(first, last)| Stretch { from: Stretch::of(first).from, to: Stretch::of(last).to });
    let is_whole = |stretches: &[Stretch]| stretches.len() == 1 && stretches.first() == whole.as_ref();
    let said = |(names, own, other): (Vec<String>, Vec<Stretch>, Option<Vec<Stretch>>)| {
        let is = if names.len() == 1 { "is" } else { "are" };
        let main = match own.as_slice() {
            [] => format!("{is} never pruned"),
            own if is_whole(own) => format!("{is} pruned for every value of {x}"),
            own => format!("{is} pruned if and only if {}", union(own, x, style)),
        };
        let other = other.zip(cases.other.as_ref()).map(|(other, (cut, _))| {
            let text = match other.as_slice() {
                [] => "never".to_owned(),
                other if is_whole(other) => format!("for every value of {x}"),
                other => union(other, x, style),
            };
            format!(" ({}: {text})", other_rule(*cut))
        });
        format!("{} {main}{}.", listed(&names), other.unwrap_or_default())
    };
    groups.into_iter().map(said).collect()
}

fn union(stretches: &[Stretch], x: &str, style: &Style) -> String {
    stretches.iter().map(|stretch| stretch.text(x, true, style)).collect::<Vec<_>>().join(" or ")
}

/// Returns the ranges of x for which a leaf is pruned, from left to right.
fn stretches(list: &[Case], name: &NodeName) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    let mut is_open = false;
    for case in list {
        let is_pruned = case.pruned.contains(name);
        let stretch = Stretch::of(case);
        match all.last_mut() {
            Some(last) if is_pruned && is_open => last.to = stretch.to,
            _ if is_pruned => all.push(stretch),
            _ => {}
        }
        is_open = is_pruned;
    }
    all
}

impl Cases {
    /// Returns the lines to the unknown leaves, each with the letter.
    pub(crate) fn unknown(&self) -> Vec<(Vec<String>, String)> {
        self.lines.iter().map(|line| (line.clone(), self.letter.clone())).collect()
    }

    /// Returns the index of a leaf in the tree.
    fn place(&self, name: &NodeName) -> usize {
        let last = |name: &NodeName| match name {
            NodeName::Name(name) => vec![name.clone()],
            NodeName::Line(line) => line.clone(),
        };
        let line = last(name);
        let Some(shape) = &self.header.shape else { return 0 };
        match line.as_slice() {
            [one] => (1..shape.len()).find(|&node| shape.name(node) == one).unwrap_or_default(),
            line => line.iter().try_fold(0, |node, name| shape.child(Some(node), 0, name)).unwrap_or_default(),
        }
    }
}
