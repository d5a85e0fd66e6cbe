//! Answers as lines of text: read as a student types them, and written as a template or as the key.

use super::Exercise;
use super::answers::{Answers, Reader, is_blank, shortened};
use super::asked::{Question, cutting, threshold};
use super::language::{Head, is_between};
use super::numbers::{Claim, range_text, window_text};
use super::solution::{Search, Solution};
use super::tree::PaperTree;
use crate::score::{Bound, End, Score, Window};
use std::fmt::Write;

/// Reads one line.
pub(super) fn read_line(line: &str, reader: &mut Reader<'_>) {
    let line = without_comment(line).trim().trim_start_matches("- ").trim_start_matches("* ").trim();
    if line.is_empty() {
        return;
    }
    let Some(at) = line.find([':', '=', '<', '>', '≤', '≥', '⩽', '⩾']) else {
        return without_sign(line, reader);
    };
    let head = line[..at].trim();
    let is_plain = line[at..].starts_with([':', '=']) && !line[at..].starts_with("=<") && !line[at..].starts_with("=>");
    let rest = if is_plain { line[at + 1..].trim() } else { line[at..].trim() };
    if is_plain && field(head, rest, reader) {
        return;
    }
    // `B1 cuts if <= 3` needs no colon.
    if let Some(leaf) = head.to_lowercase().strip_suffix("cuts if").map(|name| name.trim().to_owned()) {
        if let Some(leaf) = reader.node(&leaf).filter(|_| !is_blank(rest)) {
            reader.range(leaf, rest);
        }
        return;
    }
    let Some(node) = reader.node(head) else { return };
    let is_window =
        line[at..].starts_with(':') && (rest.to_lowercase().contains("alpha") || rest.to_lowercase().contains("beta"));
    let is_bracket = line[at..].starts_with(':')
        && (rest.starts_with(['(', '[']) || rest.contains([',', ';']) || rest.contains(".."));
    match (is_window, is_bracket) {
        (true, _) => named_ends(node, rest, reader),
        (_, true) => bracketed_ends(node, rest, reader),
        _ if is_plain => reader.value(node, rest),
        _ => reader.value(node, &line[at..]),
    }
}

/// Cuts off a comment: what follows a `#` at the beginning or behind a blank, unless it is a mate such as #2.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 1..].chars().next();
        before.is_none_or(char::is_whitespace)
            && (before.is_none() || !after.is_some_and(|c| c.is_ascii_digit() || c == '-'))
    };
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

/// A line such as `A 3`.
fn without_sign(line: &str, reader: &mut Reader<'_>) {
    match line.split_once(char::is_whitespace) {
        Some((name, rest)) if reader.tree.find(name).is_some() => {
            if let Some(node) = reader.node(name) {
                reader.value(node, rest);
            }
        }
        _ => reader.complain(format!("`{}` says nothing that can be marked", shortened(line))),
    }
}

/// Reads `head: rest` if the head is a word of the language of answers.
fn field(head: &str, rest: &str, reader: &mut Reader<'_>) -> bool {
    let lower = head.to_lowercase();
    let lower = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    let names: Vec<&str> = rest
        .split(|c: char| c.is_whitespace() || ",;{}".contains(c))
        .filter(|name| !name.is_empty() && !is_between(name))
        .collect();
    let is_empty = is_blank(rest);
    if let Some((node, end)) = owner_head(&lower) {
        let node = reader.node(node);
        if let Some(node) = node.filter(|_| !is_empty) {
            reader.owner(node, end, rest);
        }
        return true;
    }
    let Some(head) = Head::of(&lower) else { return false };
    if is_empty {
        return true;
    }
    match head {
        Head::View => reader.view(rest),
        Head::Student => reader.student(rest),
        Head::Exercise => reader.exercise(rest),
        Head::Pruned => reader.pruned(&names),
        Head::Read => reader.read(&names),
        Head::Order => reader.order(&names),
        Head::Cutoffs => reader.cutoffs(rest),
        Head::Best => reader.best(rest),
        Head::Pv => reader.pv(&names),
    }
    true
}

/// Reads `beta of C2 set by`.
pub(super) fn owner_head(head: &str) -> Option<(&str, End)> {
    let (end, rest) = head.split_once(" of ")?;
    let end = match end {
        "alpha" => End::Alpha,
        "beta" => End::Beta,
        _ => return None,
    };
    let node = ["set by", "was", "is"].iter().fold(rest.trim(), |node, word| without(node, word));
    Some((node, end))
}

/// Drops a word at the end; a name may end like it.
fn without<'a>(text: &'a str, word: &str) -> &'a str {
    let before = text.strip_suffix(word).filter(|before| before.ends_with(char::is_whitespace));
    before.map_or(text, str::trim_end)
}

/// Reads `alpha 3, beta inf`, and a value that stands beside them.
fn named_ends(node: usize, text: &str, reader: &mut Reader<'_>) {
    let lower = text.to_lowercase();
    let words = ["alpha", "beta", "value"];
    let at = words.map(|word| lower.find(word));
    let part = |index: usize| {
        let start = at[index]? + words[index].len();
        let end = at.iter().flatten().copied().filter(|&other| start <= other).min().unwrap_or(lower.len());
        Some(lower[start..end].trim_matches(|c: char| c.is_whitespace() || ",;:".contains(c)))
    };
    let bare = |part: Option<&'_ str>| part.map(|part| part.trim_start_matches('=').trim().to_owned());
    let ends = [bare(part(0)), bare(part(1))];
    reader.window(node, [ends[0].as_deref(), ends[1].as_deref()]);
    if let Some(value) = part(2) {
        reader.value(node, value);
    }
}

/// Reads `(3, inf)`.
fn bracketed_ends(node: usize, text: &str, reader: &mut Reader<'_>) {
    let inside = text.trim_matches(['(', ')', '[', ']']);
    match inside.split_once([',', ';']).or_else(|| inside.split_once("..")) {
        Some((alpha, beta)) => reader.window(node, [Some(alpha.trim()), Some(beta.trim())]),
        None => reader.complain(format!("`{}` is no window; write (3, inf)", shortened(text))),
    }
}

/// Writes answers as lines of text, which are read back as the same: what `answers` says, and blanks for the rest.
///
/// The lines follow the questions. `head` stands above them, as comments.
#[must_use]
pub fn as_text(tree: &PaperTree, asked: &[Question], answers: &Answers, head: &[String]) -> String {
    let mut text: String = head.iter().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
    let _ = writeln!(text, "exercise: {}", tree.fingerprint());
    let _ = writeln!(text, "name: {}\n", answers.student.as_deref().unwrap_or_default());
    let mut before = None;
    for question in everywhere(tree, asked) {
        if before.is_some_and(|before| before != question.item()) {
            text.push('\n');
        }
        before = Some(question.item());
        let line = line(tree, question, answers);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The questions, with those of values and windows for all inner nodes: which of them the search visits is for the
/// student to find out.
fn everywhere(tree: &PaperTree, asked: &[Question]) -> Vec<Question> {
    let inner = || (0..tree.nodes().len()).filter(|&node| !tree.is_leaf(node));
    let mut all = Vec::new();
    for (index, &question) in asked.iter().enumerate() {
        let is_first = index == 0 || asked[index - 1].item() != question.item();
        match question {
            Question::Value(_) if is_first => all.extend(inner().map(Question::Value)),
            Question::Window(_) if is_first => all.extend(inner().filter(|&node| node != 0).map(Question::Window)),
            Question::Value(_) | Question::Window(_) => {}
            Question::Pruned | Question::Order | Question::Cutoffs | Question::Owner(..) => all.push(question),
            Question::Range(_) | Question::Best | Question::Pv => all.push(question),
        }
    }
    all
}

fn line(tree: &PaperTree, question: Question, answers: &Answers) -> String {
    let name = |node: usize| tree.node(node).name.as_str();
    let list = |nodes: &[usize]| nodes.iter().map(|&node| name(node)).collect::<Vec<_>>().join(" ");
    match question {
        Question::Value(node) => match answers.values.get(&node) {
            Some(claim) => format!("{} {}", name(node), claim.text(tree)),
            None => format!("{} =", name(node)),
        },
        Question::Window(node) => {
            let [alpha, beta] = answers.windows.get(&node).copied().unwrap_or_default();
            let text = |end: Option<Score>| end.map_or("  ".to_owned(), |end| tree.text(end));
            format!("{}: alpha {}, beta {}", name(node), text(alpha), text(beta))
        }
        Question::Pruned => {
            let pruned = answers.pruned.as_ref().map(|leaves| leaves.iter().copied().collect::<Vec<_>>());
            let text = pruned.map(|leaves| if leaves.is_empty() { "none".to_owned() } else { list(&leaves) });
            format!("pruned: {}", text.unwrap_or_default())
        }
        Question::Order => format!("order: {}", list(answers.order.as_deref().unwrap_or_default())),
        Question::Cutoffs => {
            format!("cutoffs: {}", answers.cutoffs.map(|count| count.to_string()).unwrap_or_default())
        }
        Question::Owner(node, end) => {
            let owner = answers.owners.get(&(node, end)).map(|owner| owner.map_or("nobody", name));
            format!("{} of {} set by: {}", end.name(), name(node), owner.unwrap_or_default())
        }
        Question::Range(leaf) => {
            let range = answers.ranges.get(&leaf).map(|range| range_text(tree, *range));
            format!("{} cuts if: {}", name(leaf), range.unwrap_or_default())
        }
        Question::Best => format!("best: {}", answers.best.map(name).unwrap_or_default()),
        Question::Pv => format!("pv: {}", list(answers.pv.as_deref().unwrap_or_default())),
    }
}

/// Returns the answers that a search gives to the questions.
#[must_use]
pub fn key_answers(tree: &PaperTree, asked: &[Question], solution: &Solution) -> Answers {
    let mut answers = Answers::default();
    for &question in asked {
        match question {
            Question::Value(node) => {
                if let Some(claim) = right_claim(tree, solution, node) {
                    answers.values.insert(node, claim);
                }
            }
            Question::Window(node) => {
                if let Some(visit) = &solution.visits[node] {
                    answers.windows.insert(node, [Some(visit.window.alpha), Some(visit.window.beta)]);
                }
            }
            Question::Pruned => answers.pruned = Some(solution.pruned(tree).into_iter().collect()),
            Question::Order => answers.order = Some(solution.reads.iter().map(|read| read.leaf).collect()),
            Question::Cutoffs => answers.cutoffs = Some(solution.cutoffs.len() as u64),
            Question::Owner(node, end) => {
                if let Some(visit) = &solution.visits[node] {
                    answers.owners.insert((node, end), visit.set_by[end as usize]);
                }
            }
            Question::Range(leaf) => {
                if solution.reads(leaf) {
                    answers.ranges.insert(leaf, cutting(tree, leaf, threshold(tree, solution, leaf)));
                }
            }
            Question::Best => answers.best = solution.best(),
            Question::Pv => answers.pv = Some(solution.pv.clone()),
        }
    }
    answers
}

/// What a search says of a node: the best score that it found there, and what that proves.
fn right_claim(tree: &PaperTree, solution: &Solution, node: usize) -> Option<Claim> {
    let visit = solution.visits[node].as_ref()?;
    if let Search::Wrong(_) = solution.search {
        return Some(Claim { score: visit.found, bound: visit.value.1 });
    }
    let range = solution.interval(tree, node);
    let known = match (range.exact(), visit.cut_by.is_some() == tree.is_max(node)) {
        (Some(score), _) => (score, Bound::Exact),
        // A cutoff at a MAX node proves a lower limit; a MAX node where all moves failed has an upper one.
        (None, true) => (range.low, Bound::Lower),
        (None, false) => (range.high, Bound::Upper),
    };
    Some(Claim { score: known.0, bound: known.1 })
}

impl Exercise {
    /// Writes the answer to one question without the name of what it answers: `<= 2`, `(3, +inf)`, `B2 B3`.
    #[must_use]
    pub fn written(&self, question: Question, answers: &Answers) -> String {
        let tree = &self.tree;
        if let Question::Value(node) = question {
            return answers.values.get(&node).map(|claim| claim.text(tree)).unwrap_or_default();
        }
        if let Question::Window(node) = question {
            let Some(&[Some(alpha), Some(beta)]) = answers.windows.get(&node) else { return String::new() };
            return window_text(tree, Window::new(alpha, beta));
        }
        let line = line(tree, question, answers);
        line.split_once(": ").map(|(_, answer)| answer.to_owned()).unwrap_or_default()
    }
}
