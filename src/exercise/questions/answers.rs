//! A student's answers: the claims about each node, and the parts that plywood cannot read.

use super::super::numbers::{Claim, Range, end_of_window, number, range_text, read_claim, read_range, window_text};
use super::super::tree::PaperTree;
use super::super::{is_dash, is_nobody};
use super::{Question, QuestionKind, rules};
use crate::core::score::{Bound, End, Interval, Score, Window};
use crate::core::text::visible;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What to write instead of a line that is not an answer.
pub(crate) const SUCH_AS: &str = "write a line such as A = 3, pruned: B2 B3 or pv: A A1";

/// A part of the answers that plywood cannot read; it counts as no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The place: `line 3`, or the path in a JSON document.
    pub place: String,
    pub problem: String,
}

/// A student's answers. All scores are from MAX's view, whichever view they were written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub student: Option<String>,
    /// The fingerprint of the exercise that the student answers.
    pub exercise: Option<String>,
    given: BTreeMap<Question, Answer>,
    /// The contradictions between `pruned` and `read`.
    pub conflict: Option<String>,
    /// Whether the student wrote the scores from the view of the player to move.
    pub is_negamax: bool,
    pub complaints: Vec<Complaint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Value(Claim),
    /// Alpha and beta; either may be missing.
    Window([Option<Score>; 2]),
    Leaves(BTreeSet<usize>),
    Line(Vec<usize>),
    Count(u64),
    /// A node, or `None` if the answer is that there is no such node.
    Node(Option<usize>),
    Range(Range),
}

impl Answer {
    /// Writes the answer; the text is empty if a part of a window is missing.
    pub(crate) fn text(&self, tree: &PaperTree) -> String {
        let name = |node: usize| tree.node(node).name.as_str();
        let list = |nodes: &mut dyn Iterator<Item = usize>| nodes.map(name).collect::<Vec<_>>().join(" ");
        match self {
            Self::Value(claim) => claim.text(tree),
            Self::Window([Some(alpha), Some(beta)]) => window_text(tree, Window::new(*alpha, *beta)),
            Self::Window(_) => String::new(),
            Self::Leaves(leaves) if leaves.is_empty() => "none".to_owned(),
            Self::Leaves(leaves) => list(&mut leaves.iter().copied()),
            Self::Line(nodes) => list(&mut nodes.iter().copied()),
            Self::Count(count) => count.to_string(),
            Self::Node(node) => node.map_or("nobody", name).to_owned(),
            Self::Range(range) => range_text(tree, *range),
        }
    }

    /// Returns whether a later answer to the same question only repeats this answer or adds to it.
    fn is_part_of(&self, later: &Self) -> bool {
        match (self, later) {
            (Self::Window(ends), Self::Window(all)) => {
                ends.iter().zip(all).all(|(end, all)| end.is_none() || end == all)
            }
            (Self::Leaves(leaves), Self::Leaves(all)) => leaves.is_subset(all),
            _ => self == later,
        }
    }

    /// Returns the answer with the scores of its node, if any, from the other side's view.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Value(claim) => Self::Value(claim.turned()),
            Self::Window([alpha, beta]) => Self::Window([beta.map(|beta| -beta), alpha.map(|alpha| -alpha)]),
            Self::Leaves(_) | Self::Line(_) | Self::Count(_) | Self::Node(_) | Self::Range(_) => self,
        }
    }
}

/// Collects answers piece by piece.
pub(crate) struct AnswerReader<'a> {
    pub tree: &'a PaperTree,
    answers: Answers,
    /// The leaves that are read, in the given order.
    read: Option<Vec<usize>>,
    /// The leaves that have a dash, which means that they are not read.
    dashed: Vec<usize>,
    /// The place of the piece being read.
    pub place: String,
}

impl<'a> AnswerReader<'a> {
    pub(crate) fn new(tree: &'a PaperTree) -> Self {
        Self { tree, answers: Answers::default(), read: None, dashed: Vec::new(), place: String::new() }
    }

    pub(crate) fn complain(&mut self, problem: impl Into<String>) {
        self.answers.complaints.push(Complaint { place: self.place.clone(), problem: problem.into() });
    }

    /// Records an answer. If a question is answered twice, the last answer counts.
    pub(crate) fn take(&mut self, question: Question, answer: Answer) {
        let before = self.answers.given.get(&question);
        if before.is_some_and(|before| !before.is_part_of(&answer)) {
            self.complain(format!("a second answer for {}; this one counts", question.name(self.tree)));
        }
        self.answers.given.insert(question, answer);
    }

    /// Finds a node by its name. The name may follow the word that reports and keys put before it, as in `window B`,
    /// and a full stop or the value may follow the name: `B1.`, `B1(4)`, `B1=4`.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let bare = || {
            let (word, rest) = name.split_once(' ')?;
            ["value", "window"].contains(&word.to_lowercase().as_str()).then(|| rest.trim())
        };
        let unvalued = || {
            let (name, value) = name.split_once(['(', '='])?;
            number(value.trim_end_matches(')'), self.tree).map(|_| name.trim())
        };
        let tree = self.tree;
        let found = tree.find(name).or_else(|| tree.find(bare()?));
        let found = found.or_else(|| tree.find(name.strip_suffix('.')?)).or_else(|| tree.find(unvalued()?));
        // The sheet writes `_` for a space in a name.
        found.or_else(|| tree.find(&name.replace(' ', "_")))
    }

    /// Finds a node by its name, or records a complaint.
    pub(crate) fn node(&mut self, name: &str) -> Option<usize> {
        let found = self.find(name);
        if found.is_none() {
            self.complain(format!("there is no node `{}`", shortened(name)));
        }
        found
    }

    /// Records a complaint about the beginning of a line, which is neither a node nor a question.
    pub(crate) fn no_question(&mut self, head: &str) {
        self.complain(format!("`{}` is neither a node nor a question; {SUCH_AS}", shortened(head)));
    }

    /// Records a value with its sign. Blanks are not an answer.
    pub(crate) fn value(&mut self, node: usize, text: &str) {
        // On a sheet, the value may be written into its blank.
        let text = &text.replace('_', " ");
        // A dash means that the search never visits this node.
        let bare = text.trim_start_matches(|c: char| c.is_whitespace() || "=<>≤≥".contains(c)).trim_end();
        if is_blank(bare) || is_dash(bare) {
            self.dashed.extend(Some(node).filter(|&node| !is_blank(bare) && self.tree.is_leaf(node)));
            return;
        }
        let Some(claim) = read_claim(text, self.tree) else {
            let right = match text.contains("inf") && self.asks_window(node) {
                true => "write a window in brackets: (3, inf)",
                false => "write = 3, <= 3 or >= 3",
            };
            return self.complain(format!("`{}` is not a value; {right}", shortened(text)));
        };
        if self.tree.is_leaf(node) {
            let name = &self.tree.node(node).name;
            let value = self.tree.node(node).value;
            if claim.score != value {
                self.complain(format!("{name} is a leaf; the sheet gives its value, {}", self.tree.text(value)));
            }
            return;
        }
        self.take(Question::of(QuestionKind::Values, node), Answer::Value(claim));
    }

    /// Returns whether sheets ask for the window of a node.
    pub(crate) fn asks_window(&self, node: usize) -> bool {
        let first = rules(QuestionKind::Windows).in_tree();
        !self.tree.is_leaf(node) && first.is_some_and(|first| first <= node)
    }

    /// Records the bounds of a window, unless the answer is empty.
    pub(crate) fn window(&mut self, node: usize, ends: [Option<&str>; 2]) {
        // A blank next to a filled-in bound means that no move has set that bound.
        if ends.iter().flatten().all(|text| is_blank(text)) {
            return;
        }
        if self.tree.is_leaf(node) {
            let name = &self.tree.node(node).name;
            return self.complain(format!("{name} is a leaf; the sheet asks only for the windows of inner nodes"));
        }
        let unset = [Score::MIN, Score::MAX];
        let mut read = [None; 2];
        for (index, text) in ends.into_iter().enumerate() {
            let Some(text) = text else { continue };
            read[index] = end_of_window(text.trim_matches('_'), unset[index], self.tree);
            if read[index].is_none() {
                self.complain(format!("`{}` is not a bound; write 3, -inf or inf", shortened(text)));
            }
        }
        let is_set = read.iter().zip(unset).any(|(end, unset)| end.is_some_and(|end| end != unset));
        if is_set && !self.asks_window(node) {
            let name = &self.tree.node(node).name;
            return self.complain(format!("the sheet does not ask for the window of {name}"));
        }
        let known = self.answers.window(node).unwrap_or_default();
        self.take(
            Question::of(QuestionKind::Windows, node),
            Answer::Window([0, 1].map(|end| read[end].or(known[end]))),
        );
    }

    /// Records leaves that are not read, next to those recorded before.
    pub(super) fn pruned(&mut self, leaves: Vec<usize>) {
        let known = self.answers.pruned().into_iter().flatten().copied();
        let all = known.chain(leaves).collect();
        self.take(Question::whole(QuestionKind::Pruned), Answer::Leaves(all));
    }

    /// Records leaves that are read, after those recorded before.
    pub(crate) fn read(&mut self, leaves: Vec<usize>) {
        let read = self.read.get_or_insert_default();
        let more: Vec<usize> = leaves.into_iter().filter(|leaf| !read.contains(leaf)).collect();
        read.extend(more);
    }

    pub(crate) fn owner(&mut self, node: usize, end: End, name: &str) {
        let owner = if is_nobody(name) { Some(None) } else { self.node(name).map(Some) };
        if let Some(owner) = owner {
            self.take(Question { kind: QuestionKind::Owner, node, end: Some(end) }, Answer::Node(owner));
        }
    }

    pub(crate) fn range(&mut self, leaf: usize, text: &str) {
        match read_range(text, self.tree) {
            Some(range) => self.take(Question::of(QuestionKind::Range, leaf), Answer::Range(range)),
            None => self.complain(format!("`{}` is not a range of values; write <= 3, < 3 or never", shortened(text))),
        }
    }

    /// Finds a node by its name, or by the move from `above` that leads to it. A text that is the name of a node always
    /// means that node, even if it is also a move from `above`.
    pub(crate) fn step(&self, above: usize, name: &str) -> Option<usize> {
        if let Some(node) = self.tree.find_exactly(name) {
            return Some(node);
        }
        let bare = name.trim_end_matches('.').rsplit('.').next().unwrap_or(name).trim().trim_end_matches(['+', '#']);
        let children = &self.tree.node(above).children;
        let is_move = |&&child: &&usize| self.tree.node(child).mv.trim_end_matches(['+', '#']) == bare;
        let by_move = children.iter().find(is_move).copied().filter(|_| self.tree.has_moves());
        by_move.or_else(|| self.find(name))
    }

    pub(crate) fn view(&mut self, text: &str) {
        match text.trim().to_lowercase().as_str() {
            "negamax" => self.answers.is_negamax = true,
            "minimax" | "max" | "max/min" => self.answers.is_negamax = false,
            _ => self.complain(
                "the view must be minimax (all scores are MAX's) or negamax (scores are for the player to move)",
            ),
        }
    }

    pub(crate) fn student(&mut self, text: &str) {
        // On a sheet, the points that can be reached follow the blank for the name.
        let is_points = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(" point");
        let name = text.rsplit_once("of ").filter(|(_, rest)| is_points(rest)).map_or(text, |(name, _)| name);
        let name = name.trim_matches(|c: char| c == '_' || c.is_whitespace());
        self.answers.student = Some(shortened(name)).filter(|name| !name.is_empty());
    }

    pub(crate) fn exercise(&mut self, text: &str) {
        self.answers.exercise = Some(shortened(text).to_lowercase()).filter(|name| !name.is_empty());
    }

    /// Returns the recorded answers, from MAX's view.
    pub(crate) fn finish(mut self) -> Answers {
        let tree = self.tree;
        if !self.dashed.is_empty() {
            let dashed = std::mem::take(&mut self.dashed);
            self.pruned(dashed);
        }
        if self.answers.is_negamax {
            self.answers = self.answers.turned(tree);
        }
        let Some(read) = self.read.take() else { return self.answers };
        let rest: BTreeSet<usize> = tree.leaves().filter(|leaf| !read.contains(leaf)).collect();
        let pruned = self.answers.pruned();
        match pruned.and_then(|pruned| pruned.symmetric_difference(&rest).next().copied()) {
            Some(leaf) => self.answers.conflict = Some(tree.node(leaf).name.clone()),
            None => self.take(Question::whole(QuestionKind::Pruned), Answer::Leaves(rest)),
        }
        self.answers.given.entry(Question::whole(QuestionKind::Order)).or_insert(Answer::Line(read));
        self.answers
    }
}

/// Collects answers with their questions.
impl FromIterator<(Question, Answer)> for Answers {
    fn from_iter<I: IntoIterator<Item = (Question, Answer)>>(given: I) -> Self {
        Self { given: given.into_iter().collect(), ..Self::default() }
    }
}

impl Answers {
    /// Returns a note for each kind of question that has an answer but is not asked.
    pub(super) fn unasked(&self, asked: &[Question]) -> Vec<Complaint> {
        // The leaves that are read answer two questions, whether both are asked or one.
        let is_asked = |kind: &QuestionKind| {
            matches!(kind, QuestionKind::Pruned | QuestionKind::Order)
                || asked.iter().any(|question| question.kind == *kind)
        };
        let items = self.given.keys().map(|question| question.kind).filter(|kind| !is_asked(kind));
        let problem = "not graded, because this exercise does not ask for it";
        let note = |kind: QuestionKind| Complaint { place: kind.name().to_owned(), problem: problem.to_owned() };
        items.collect::<BTreeSet<_>>().into_iter().map(note).collect()
    }

    /// Returns the answers with the scores of MIN's nodes from the other side's view.
    pub(super) fn turned(mut self, tree: &PaperTree) -> Self {
        let turn = |(question, answer): (Question, Answer)| match tree.is_max(question.node) {
            true => (question, answer),
            false => (question, answer.turned()),
        };
        self.given = self.given.into_iter().map(turn).collect();
        self
    }

    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.conflict.is_none()
    }

    /// Returns the answer to a question in its written form, or `None` if there is no answer.
    pub fn text(&self, tree: &PaperTree, question: Question) -> Option<String> {
        self.given(question).map(|answer| answer.text(tree))
    }

    pub(crate) fn given(&self, question: Question) -> Option<&Answer> {
        self.given.get(&question)
    }

    pub(crate) fn answered(&self) -> impl Iterator<Item = Question> + '_ {
        self.given.keys().copied()
    }

    /// Returns the claim about the value of a node.
    pub(crate) fn claim(&self, node: usize) -> Option<Claim> {
        let Answer::Value(claim) = self.given(Question::of(QuestionKind::Values, node))? else { return None };
        Some(*claim)
    }

    /// Returns the bounds of the window of a node.
    pub(crate) fn window(&self, node: usize) -> Option<[Option<Score>; 2]> {
        let Answer::Window(ends) = self.given(Question::of(QuestionKind::Windows, node))? else { return None };
        Some(*ends)
    }

    pub fn pruned(&self) -> Option<&BTreeSet<usize>> {
        let Answer::Leaves(leaves) = self.given(Question::whole(QuestionKind::Pruned))? else { return None };
        Some(leaves)
    }

    /// Returns the skipped leaves: those that the student named or, without such an answer, those missing from the
    /// order.
    pub(crate) fn left_out(&self, tree: &PaperTree) -> Option<Cow<'_, BTreeSet<usize>>> {
        if let Some(pruned) = self.pruned() {
            return Some(Cow::Borrowed(pruned));
        }
        let Answer::Line(order) = self.given(Question::whole(QuestionKind::Order))? else { return None };
        Some(Cow::Owned(tree.leaves().filter(|leaf| !order.contains(leaf)).collect()))
    }

    /// Returns the claimed value of a node as the range of its possible values.
    pub(crate) fn interval(&self, node: usize) -> Option<Interval> {
        let Claim { score, bound } = self.claim(node)?;
        Some(Interval {
            low: if bound == Bound::Upper { Score::MIN } else { score },
            high: if bound == Bound::Lower { Score::MAX } else { score },
        })
    }
}

/// Returns whether nothing was filled in.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().chars().all(|c| c == '_' || c == '.' || c.is_whitespace())
}

/// Returns the beginning of a text that a student typed, as one line without control characters.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let clean = visible(&text.trim().replace(['\t', '\n', '\r'], " "));
    if clean.chars().count() <= MOST {
        return clean;
    }
    let start: String = clean.chars().take(MOST).collect();
    format!("{start}...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_of_an_answer_is_one_short_line() {
        assert_eq!(shortened(" A\tB\nC\rD \n"), "A B C D");
        assert_eq!(shortened(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(shortened(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
    }
}
