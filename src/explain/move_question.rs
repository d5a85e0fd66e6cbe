//! Answers questions about the last move of a line: how its score compared, why it was not searched, and how other
//! nodes affected it (the visit that stored its table entry, and the search after a null move that caused a cutoff).

use super::folded::differ;
use crate::core::game::chess::REPETITION;
use crate::core::hooks::{Event, Leaf, NotUsed, Owner, Prune, Stored};
use crate::core::score::{Bound, Score};
use crate::core::study::{AnyStudy, StudyError};
use crate::core::trace::{Change, Header, Record, Sink};
use crate::core::tree::{Judgement, Node, SearchTree, Unsearched};
use crate::page::bound_label::BoundLabel;
use crate::page::command::Command;
use crate::page::comparison::prune_word;
use crate::page::document::Document;
use crate::page::row::Row;
use crate::page::text::{capitalized, counted, grouped};
use crate::page::words::Words;
use std::io;

/// The ply of the first unsearched move of a line, and the reason if known.
pub(crate) type Missing<'a> = (usize, Option<&'a Unsearched>);

/// Returns the nodes along `line`, or the first unsearched move of the line.
///
/// # Errors
/// The ply of the first unsearched move, and why it was not searched, if known.
pub fn path<'a>(tree: &'a SearchTree, line: &[String]) -> Result<Vec<&'a Node>, Missing<'a>> {
    let mut node = &tree.root;
    let mut nodes = Vec::with_capacity(line.len());
    for (index, name) in line.iter().enumerate() {
        let Some(child) = node.children.iter().find(|child| child.name() == name) else { return Err((index, None)) };
        if child.unsearched.is_some() {
            return Err((index, child.unsearched.as_deref()));
        }
        nodes.push(child);
        node = child;
    }
    Ok(nodes)
}

pub(crate) fn offer(command: Option<Command>, width: usize, page: &mut Document) {
    offer_as("This command gives its true score:", command, width, page);
}

/// Describes the search of a move that a lesson on a board does not list.
const OUTSIDE_LESSON: &str = "This command searches it. Below it, the lesson lists no moves or scores, so all legal moves and the static evaluation count, and its score can't be compared with the lesson's:";

/// Adds a sentence and the command that it describes, if there is a command.
fn offer_as(sentence: &str, command: Option<Command>, width: usize, page: &mut Document) {
    let Some(command) = command else { return };
    page.gap();
    page.text(sentence);
    page.typed(command.lines(width - 2).iter().map(|line| format!("  {line}")));
}

/// A question about the last move of a line.
pub(crate) struct AskedMove<'a> {
    pub words: &'a Words<'a>,
    pub tree: &'a SearchTree,
    pub line: &'a [String],
}

impl AskedMove<'_> {
    /// Returns the ply of the position in which the move was made.
    pub(crate) fn ply(&self) -> usize {
        self.line.len() - 1
    }

    pub(crate) fn text(&self) -> String {
        self.words.place(self.line)
    }

    pub(crate) fn mover(&self) -> &'static str {
        self.words.perspective.side(self.ply())
    }

    pub(crate) fn other(&self) -> &'static str {
        self.words.perspective.side(self.ply() + 1)
    }

    /// Returns the position before the move.
    pub(crate) fn parent(&self) -> &Node {
        path(self.tree, &self.line[..self.ply()])
            .ok()
            .and_then(|nodes| nodes.last().copied())
            .unwrap_or(&self.tree.root)
    }

    pub(crate) fn siblings(&self) -> usize {
        let parent = self.parent();
        parent.children.len() + parent.fold.len()
    }

    pub(crate) fn whole(&self, owner: &Owner<String>) -> String {
        let whole = owner.line(self.line);
        self.words.root_move(&whole, self.ply()).unwrap_or_else(|| self.words.place(&whole))
    }
}

/// Explains what prevented the first unsearched move of a line, and how to search it.
pub(crate) fn unsearched(
    tree: &SearchTree,
    line: &[String],
    (index, reason): Missing<'_>,
    words: &Words<'_>,
    command: Option<&Command>,
) -> Document {
    let asked = AskedMove { words, tree, line: &line[..=index] };
    let mut page = Document::default();
    page.heading(format!("Why was {} not searched?", asked.text()));
    page.gap();
    asked.reasons(reason).into_iter().for_each(|text| page.text(text));
    let technique = match reason {
        Some(Unsearched::Pruned(rule, ..)) => Some(prune_word(*rule)),
        _ => None,
    };
    if asked.can_be_searched(reason) {
        // The option `--without` may have excluded this move, or a later one of the line.
        let may_be_excluded = reason.is_none() || index + 1 < line.len();
        let command = command.map(|command| {
            let command = if may_be_excluded { &command.with_all_moves() } else { command };
            command.searching(line, tree.header.depth, technique)
        });
        if asked.is_outside_lesson(reason) {
            offer_as(OUTSIDE_LESSON, command, words.style.width, &mut page);
        } else {
            offer(command, words.style.width, &mut page);
        }
    }
    page
}

impl AskedMove<'_> {
    /// Explains why the last move of the line was not searched.
    fn reasons(&self, reason: Option<&Unsearched>) -> Vec<String> {
        match reason {
            Some(Unsearched::Cutoff(cutter)) => self.cut_by(cutter),
            Some(Unsearched::Pruned(Prune::Other, _, why)) => {
                let why = why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
                vec![format!("The engine left it out by a rule of its own{why}.")]
            }
            Some(Unsearched::Pruned(rule, most, _)) => {
                let rule = describe(*rule);
                vec![match most.map(|most| self.words.bounded(most, Bound::Upper, self.ply())) {
                    Some(most) => format!("The rule {rule} estimates it at {most}, and that is not enough."),
                    None => format!("The rule {rule} left it out, without an estimate of its score."),
                }]
            }
            Some(Unsearched::Settled(winner)) => {
                vec![format!("{} wins by force, so the search ended there.", self.whole(winner))]
            }
            Some(Unsearched::Stopped) => vec!["The search had not reached the move.".to_owned()],
            None => vec![self.not_reached()],
        }
    }

    /// Describes the move that caused the cutoff, and the bound that it reached.
    fn cut_by(&self, cutter: &Owner<String>) -> Vec<String> {
        let line = cutter.line(self.line);
        let text = self.words.place(&line);
        let node = path(self.tree, &line).ok().and_then(|nodes| nodes.last().copied());
        let first = match node {
            Some(node) => self.comparison_of(node, &line),
            None => "its score is a cutoff".to_owned(),
        };
        let before = if cutter.ply == 0 { "the root".to_owned() } else { self.words.place(&line[..cutter.ply]) };
        let judgement = node.and_then(|node| node.judgement.as_deref());
        vec![format!("{text} was searched first: {first}. {}", self.enough(judgement, cutter.ply, &before))]
    }

    /// Explains why a cutoff at the node `before` makes its other moves irrelevant.
    fn enough(&self, judgement: Option<&Judgement>, ply: usize, before: &str) -> String {
        let perspective = self.words.perspective;
        let mover = perspective.side(ply);
        let others = format!("{mover}'s other moves there no longer matter");
        let Some(judgement) = judgement else { return format!("{others}.") };
        if perspective.movers.is_chance(ply) {
            return format!("Whatever the skipped moves are worth, the mean there is outside its window, so {others}.");
        }
        if judgement.beta_set_by.is_some() {
            let opponent = self.opponent(ply);
            return format!(
                "{mover} does so well after {before} that {opponent}, who has at least as good a score elsewhere, will avoid it. {others}."
            );
        }
        format!("{}, so {others}.", capitalized(self.reaches(judgement.window.beta, ply)))
    }

    /// Describes what it means that a score reaches a beta, from the mover's view, that no move set.
    pub(crate) fn reaches(&self, beta: Score, ply: usize) -> &'static str {
        match self.words.bound_label(self.words.perspective.score(beta, ply)) {
            BoundLabel::Limit if self.words.perspective.is_max(ply) => "no leaf can be worth more",
            BoundLabel::Limit => "no leaf can be worth less",
            BoundLabel::Mean => "the mean of the chance node above is outside its window",
            BoundLabel::Test
            | BoundLabel::Aspiration
            | BoundLabel::NullWindow
            | BoundLabel::StandPat
            | BoundLabel::MateDistance
            | BoundLabel::NoMove => "the score reaches the bound",
        }
    }

    /// Returns the side that avoids a node where the side to move at `ply` does too well.
    pub(crate) fn opponent(&self, ply: usize) -> &'static str {
        let (max, min) = self.words.perspective.sides();
        if self.words.perspective.is_max(ply) { min } else { max }
    }

    fn comparison_of(&self, node: &Node, line: &[String]) -> String {
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let row = Row::alone(self.words, node, &line);
        let score = row.score.map(|(score, bound)| self.words.style.bounded(score, bound)).unwrap_or_default();
        format!("{score} {}, {}", row.compared(self.words), row.verdict()).replace(" ,", ",")
    }

    /// Explains why the tree doesn't contain a move: its parent is a leaf, or has no such move.
    fn not_reached(&self) -> String {
        let parent = self.parent();
        let is_root = self.ply() == 0;
        let applied = parent.techniques.as_deref();
        match (parent.leaf.filter(|_| !is_root), parent.ending.as_deref()) {
            (_, Some(REPETITION)) => "The position before it is repeated, which counts as a draw.".to_owned(),
            (_, Some(ending)) => format!("The game is already over before it: {ending}."),
            (Some(Leaf::Horizon), _) => "It lies beyond the depth.".to_owned(),
            (Some(Leaf::Childless), _) => "There are no moves after the position before it.".to_owned(),
            (Some(leaf), None) => {
                let kind = parent.why.as_deref().or_else(|| self.words.leaf(Some(leaf), None, ""));
                let kind = kind.unwrap_or("leaf");
                format!("The position before it was a leaf ({kind}).")
            }
            (None, _) if applied.is_some_and(|applied| applied.stand_pat.is_some()) => {
                "It lies beyond the depth, where the search tries only captures.".to_owned()
            }
            (None, _) if self.is_outside_lesson(None) => "The lesson does not list this move.".to_owned(),
            (None, _) => "The search was restricted to other moves there.".to_owned(),
        }
    }

    /// Returns whether the search never saw the move because the lesson on this board lists only other moves. A move
    /// that an option excluded may belong to the lesson.
    fn is_outside_lesson(&self, reason: Option<&Unsearched>) -> bool {
        let header = &self.tree.header;
        let before = &self.line[..self.ply()];
        let is_excluded = |change: &Change| match change {
            Change::Only { line, .. } => line == before,
            Change::Without { .. } => true,
            Change::Score { .. } => false,
        };
        let is_lesson = header.shape.is_some() && header.position().is_some();
        let is_inner = self.ply() == 0 || self.parent().leaf.is_none();
        reason.is_none() && is_lesson && is_inner && !header.changes.iter().any(is_excluded)
    }

    /// Returns true if a deeper or narrower search could reach the move, and false if the game is over before it.
    fn can_be_searched(&self, reason: Option<&Unsearched>) -> bool {
        let parent = self.parent();
        let is_over = parent.ending.is_some() || (self.ply() != 0 && parent.leaf == Some(Leaf::Childless));
        reason.is_some() || !is_over
    }
}

fn describe(rule: Prune) -> &'static str {
    match rule {
        Prune::Futility => "futility (a quiet move can't make up that much at the last ply)",
        Prune::Delta => "delta (the capture wins too little)",
        Prune::See => "see (the exchange loses material)",
        Prune::Other => prune_word(rule),
    }
}

/// Facts about a node from events that the tree does not contain. Scores are for the side to move at the node.
struct Aside<'a> {
    line: &'a [String],
    hit: Option<Record>,
    pass: Option<Record>,
}

/// Keeps the last table hit and the last null move at the node, because they belong to its last visit.
impl Sink for Aside<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if record.line != self.line {
            return Ok(());
        }
        if let Event::TableHit { .. } = record.event {
            self.hit = Some(record.clone());
        } else if let Event::NullMove { .. } = record.event {
            self.pass = Some(record.clone());
        }
        Ok(())
    }
}

/// Replays the search and describes the node after `line`: which visit stored its table entry, and what a null move at
/// the node was worth, if the search used either. If a null move caused a cutoff, offers the command that searches the
/// position after it.
pub(crate) fn aside(
    (tree, again): (&SearchTree, &dyn AnyStudy),
    line: &[String],
    words: &Words<'_>,
    command: Option<&Command>,
) -> Result<Document, StudyError> {
    let mut page = Document::default();
    let techniques = path(tree, line).ok().and_then(|nodes| nodes.last().and_then(|node| node.techniques.as_deref()));
    let Some(applied) = techniques.filter(|applied| applied.hash.is_some() || applied.null_move.is_some()) else {
        return Ok(page);
    };
    let mut aside = Aside { line, hit: None, pass: None };
    again.record(&mut aside)?;
    // The last event of either kind may belong to an earlier visit than the last one.
    if let Some(hit) = aside.hit.as_ref().filter(|_| applied.hash.is_some()) {
        page.gap();
        page.text(stored(line, hit, (&tree.header, words)));
    }
    if let Some(Event::NullMove { depth, score, cut, .. }) =
        aside.pass.as_ref().filter(|_| applied.null_move.is_some()).map(|record| &record.event)
    {
        page.gap();
        page.text(passed(line, (*depth, *score, *cut), words));
        let offered = command.filter(|_| *cut && *depth != 0 && tree.header.fen.is_some());
        let offered = offered.and_then(|command| command.after_pass(line, *depth));
        offer_as("This command searches the position after the null move:", offered, words.style.width, &mut page);
    }
    Ok(page)
}

fn stored(line: &[String], hit: &Record, (header, words): (&Header, &Words<'_>)) -> String {
    let Event::TableHit { stored: Stored { depth, score, bound, visit, is_unreported, .. }, cut, not_used } = hit.event
    else {
        return String::new();
    };
    let (score, stored_by) = (words.bounded(score, bound, line.len()), hit.notes.stored_by.as_deref());
    let by = match (stored_by, visit) {
        _ if is_unreported && words.omits_null_moves_only => {
            "it was stored below a null move, which the trace omits".to_owned()
        }
        _ if is_unreported => "it was stored by a search that the trace omits".to_owned(),
        (_, 0) => "the trace doesn't say which node stored it".to_owned(),
        (None, visit) => format!("it was stored by the node entered as number {}", grouped(visit)),
        (Some(line), visit) => {
            let node = if line.is_empty() { "the root".to_owned() } else { words.place(line) };
            format!("it was stored by {node}, entered as number {}", grouped(visit))
        }
    };
    let enough = match not_used {
        _ if cut => "was enough, so nothing was searched here",
        Some(NotUsed::Root) => "was not enough: the root needs a best move",
        Some(NotUsed::Shallow) => "was not enough: the entry was too shallow",
        Some(NotUsed::Deep) => "was not used: the entry was deeper, and only the same depth counts here",
        Some(NotUsed::Bound) => "was not enough: its bound does not decide the node",
        None => "was not enough",
    };
    let plies = counted(u64::from(depth), "ply", "plies");
    let differ = stored_by.is_some_and(|other| differ(header, line, other));
    let this = if differ { "a position that equals this one by symmetry" } else { "this position" };
    format!("The transposition table had {score} at {plies} for {this}; {by}. That {enough}.")
}

fn passed(line: &[String], (depth, score, cut): (u32, Score, bool), words: &Words<'_>) -> String {
    let passer = words.perspective.side(line.len());
    let score = words.score(score, line.len());
    let how = match depth {
        0 => "without a further search, it".to_owned(),
        depth => format!("a {depth}-ply search, which the trace omits,"),
    };
    let enough = if cut { "enough for a cutoff" } else { "not enough for a cutoff" };
    format!("The search tried a null move for {passer}: {how} gave {score}, {enough}.")
}
