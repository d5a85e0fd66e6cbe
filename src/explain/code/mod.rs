//! The search in pseudocode, including the loop that calls it and the function that searches beyond its depth, and the
//! line to which each event belongs.
//!
//! The log, the steps and the pages all cite the lines defined here.

mod lines;

use crate::core::game::Mover;
use crate::core::hooks::{Event, Pass, Prune, Verdict};
use crate::core::score::Bound;
use crate::core::search::pseudocode::{CodeAction, CodeLine, CodeMover};
use crate::core::search::{Algorithm, Cut, Fail, Mistake, Technique, Techniques};
use crate::core::trace::Header;
use crate::page::comparison::{Perspective, View};
use crate::page::document::{Document, PagePart};
use crate::page::style::{Paint, Style};
use crate::page::text::{hanging, right};
use lines::{
    CodePlace, OF_MAX, call, changes, driver, has_rules, insert_rules, is_in_node, of_players, with_techniques,
};

/// The number of columns before the continuation of a line that is too long.
const CONTINUED: usize = 20;

/// Returns the code that a mistake changes, and the changed lines by number with their new text.
fn changed(mistake: Mistake, fail: Fail) -> (&'static [CodeLine], Vec<(usize, String)>) {
    let is_soft = mistake.fails().unwrap_or(fail) == Fail::Soft;
    // A fail-soft search sets the best score at the start, and raises it later.
    let number = |place: CodePlace| match (place, is_soft) {
        (CodePlace::Leaf, _) => 3,
        (CodePlace::Start, _) => 4,
        (CodePlace::For | CodePlace::Child, false) => place as usize,
        (CodePlace::For | CodePlace::Child, true) => place as usize + 1,
        (CodePlace::Cutoff | CodePlace::Better | CodePlace::Leave, false) => place as usize,
        (CodePlace::Cutoff | CodePlace::Better | CodePlace::Leave, true) => place as usize + 2,
    };
    let text = |text: &str| if is_soft { text.replace("return alpha ", "return best  ") } else { text.to_owned() };
    let lines = changes(mistake).iter().map(|&(place, words)| (number(place), text(words))).collect();
    (Algorithm::AlphaBeta.code(is_soft).negamax, lines)
}

fn is_soft(header: &Header) -> bool {
    match header.fail.parse::<Fail>() {
        Ok(fail) => fail == Fail::Soft,
        Err(_) => header.known_algorithm().unwrap_or_default().fails(Cut::AtBeta) == Fail::Soft,
    }
}

/// Returns true if the code needs a branch for each player. It does if MAX and MIN do not simply alternate, or if the
/// leaves have a range.
fn has_players(header: &Header) -> bool {
    header.leaves.is_some() || !header.movers().in_turn()
}

/// Returns the lines of a search without a mistake, and the line that the rule for ties changes.
fn plain(header: &Header, view: View) -> (&'static [CodeLine], Option<(usize, &'static str)>) {
    let algorithm = header.known_algorithm().unwrap_or_default();
    if header.cut == Cut::AboveBeta.name() && algorithm == Algorithm::AlphaBeta {
        return (algorithm.code(true).negamax, Some((8, "        if s > beta:")));
    }
    let code = algorithm.code(is_soft(header));
    (if view == View::Negamax { code.negamax } else { code.branches }, None)
}

/// Writes the citation of a line.
pub(crate) fn cited(line: Option<usize>) -> String {
    line.map(|line| format!(" [{line}]")).unwrap_or_default()
}

/// The pseudocode of a search in the page's view of scores: with separate branches for MAX and MIN, or as negamax,
/// where each score is for the side to move.
#[derive(Clone, Debug)]
pub struct Code {
    lines: Vec<CodeLine>,
    /// The lines that a mistake changed: the number, the new text and the usual text.
    changed: Vec<(usize, String, &'static str)>,
    /// The techniques that have no lines in the code: their names and what they do.
    more: Vec<String>,
    algorithm: Algorithm,
    /// The techniques added to the search.
    techniques: Techniques,
    /// Whether the game can end. If it can, the score of a node without moves is not a static evaluation.
    has_rules: bool,
    /// Whether the changed lines are a mistake, and not just another rule for ties.
    is_wrong: bool,
    /// Whether the leaves have a range.
    has_range: bool,
    perspective: Perspective,
}

impl Code {
    /// Returns the pseudocode of the search with this header. The code is negamax in every view if the search has a
    /// mistake, a table, null moves, quiescence or null windows at the root.
    pub fn of(header: &Header, view: View) -> Self {
        let does = |name: &String| match name.parse::<Technique>() {
            Ok(_) => None,
            Err(_) => Some(name.clone()),
        };
        let (algorithm, techniques) = (header.known_algorithm().unwrap_or_default(), header.technique_set());
        let (mut body, mut changed) = match header.mistake.parse::<Mistake>() {
            Ok(mistake) => {
                let (lines, changed) = changed(mistake, header.fail.parse().unwrap_or_default());
                (lines.to_vec(), changed)
            }
            // A driver that only tests null windows calls a search whose scores are for the side to move, so this
            // search is also written as negamax.
            Err(_) if is_in_node(techniques) || algorithm.only_tests() => {
                (with_techniques(header, is_soft(header)), Vec::new())
            }
            Err(_) if has_players(header) && algorithm != Algorithm::Pvs => {
                (of_players(header, is_soft(header)), Vec::new())
            }
            Err(_) => {
                let (lines, changed) = plain(header, view);
                (lines.to_vec(), changed.map(|(number, text)| (number, text.to_owned())).into_iter().collect())
            }
        };
        // A mistake in the line for leaves also applies to the results of finished games.
        if changed.iter().all(|(number, _)| *number != CodePlace::Leaf as usize) {
            let (at, more) = insert_rules(&mut body, header);
            changed.iter_mut().filter(|(number, _)| at < *number).for_each(|(number, _)| *number += more);
        }
        let before = driver(header);
        let usual = |(number, text): (usize, String)| (before.len() + number, text, body[number - 1].2);
        let changed = changed.into_iter().map(usual).collect();
        Self {
            lines: [before, body, vec![call(header)]].concat(),
            changed,
            more: header.techniques.iter().filter_map(does).collect(),
            algorithm,
            techniques,
            has_rules: has_rules(header),
            is_wrong: !header.mistake.is_empty(),
            has_range: header.leaves.is_some(),
            perspective: Perspective::new(view, header),
        }
    }

    /// Returns the number of the line for an event at a node of this ply and, if known, with this remaining depth.
    /// Returns `None` if the code does not show the event.
    pub fn line<M, L, R>(&self, event: &Event<M, L, R>, ply: usize, depth: Option<u32>) -> Option<usize> {
        let does = match event {
            Event::Enter { .. } => CodeAction::Enter,
            // In a search with a mistake, even a score that reaches no bound can cause a cutoff.
            Event::Judged { weight: None, verdict: Verdict::Cutoff { .. }, score, window, .. }
                if *score < window.beta =>
            {
                CodeAction::NotBest
            }
            Event::Judged { weight: Some(_), verdict: Verdict::Cutoff { .. }, score, window, .. }
                if *score <= window.alpha =>
            {
                CodeAction::CutoffLow
            }
            Event::Judged { verdict: Verdict::Cutoff { .. }, .. } => CodeAction::Cutoff,
            Event::Judged { verdict: Verdict::Best, .. } => CodeAction::Best,
            Event::Judged { verdict: Verdict::NotBest, .. } => CodeAction::NotBest,
            Event::Judged { verdict: Verdict::Weighed, .. } => CodeAction::Weigh,
            Event::Created { .. } if depth == Some(1) => CodeAction::Leaf,
            Event::Created { .. } | Event::Ordered { .. } => CodeAction::Order,
            Event::ReSearch { .. } => CodeAction::ReSearch,
            // After a cutoff, the node has already returned.
            Event::Leave { bound: Bound::Lower, .. } if self.changed.is_empty() && self.algorithm.has_window() => {
                CodeAction::Cutoff
            }
            Event::Leave { bound: Bound::Upper, .. } if self.perspective.movers.is_chance(ply) => CodeAction::CutoffLow,
            Event::Leave { .. } => CodeAction::Leave,
            Event::Pass { pass: Pass::Test, .. } => CodeAction::Test,
            Event::Pass { .. } => CodeAction::Iteration,
            Event::TableHit { cut: true, .. } => CodeAction::Known,
            Event::TableHit { .. } => CodeAction::LookUp,
            Event::NullMove { cut: true, .. } => CodeAction::PassCut,
            Event::NullMove { .. } => CodeAction::Pass,
            Event::StandPat { .. } => CodeAction::StandPat,
            Event::Extended { .. } => CodeAction::Extend,
            Event::Reduced { .. } => CodeAction::Reduce,
            Event::Pruned { reason: Prune::See, .. } => CodeAction::PruneLoss,
            Event::Pruned { .. } => CodeAction::Prune,
            Event::Root { .. } | Event::Settled { .. } | Event::Omitted { .. } => return None,
        };
        // The code for the re-search is in the child's parent.
        let ply = ply + usize::from(matches!(event, Event::ReSearch { .. }));
        let here = match self.perspective.mover(ply) {
            Mover::Max => CodeMover::Max,
            Mover::Min => CodeMover::Min,
            Mover::Chance => CodeMover::Chance,
        };
        // The function that searches beyond the depth has its own lines for the same events.
        let beyond = self.lines.iter().position(|(_, _, text)| text.starts_with("quiesce("));
        let is_beyond = depth == Some(0) && !event.comes_before_enter();
        let from = beyond.filter(|_| is_beyond).unwrap_or_default();
        let is_said = |&(done, who, _): &CodeLine| done == does && (who == CodeMover::Any || who == here);
        self.lines[from..].iter().position(is_said).map(|index| from + index + 1)
    }

    /// Returns the numbered lines, at most this many columns wide, with an empty line before each function except the
    /// first. An arrow marks line `at`, and exclamation marks the lines that a mistake changed.
    pub fn listing(&self, at: Option<usize>, width: usize) -> Vec<String> {
        let line = |(index, (_, _, text)): (usize, &CodeLine)| {
            let number = index + 1;
            let changed = self.changed.iter().find(|(line, ..)| *line == number);
            let mark = match (at == Some(number), changed) {
                (true, _) => "->",
                (false, Some(_)) => " !",
                (false, None) => "  ",
            };
            let text = match changed {
                Some((_, text, _)) => text.as_str(),
                None => *text,
            };
            let line = format!("{mark} {}  {text}", right(&number.to_string(), 2));
            let lines = hanging(line.trim_end(), width, CONTINUED);
            if index != 0 && !text.starts_with(' ') { [vec![String::new()], lines].concat() } else { lines }
        };
        self.lines.iter().enumerate().flat_map(line).collect()
    }

    /// Returns the lines, with remarks about them.
    pub fn document(&self, style: &Style) -> Document {
        let of_max = self.lines.iter().any(|(_, _, text)| text.ends_with(OF_MAX));
        let whose = match (of_max, self.perspective.view) {
            (true, _) => "",
            (false, View::Minimax) => {
                "Scores in this code are for the side to move, as in any negamax program; the page shows them for MAX. "
            }
            (false, View::Negamax) => "Scores in this code are for the side to move, as in any negamax program. ",
        };
        let mut page = Document::default();
        page.text(format!("The search in pseudocode. {whose}The log gives the line number in brackets."));
        page.gap();
        page.part(PagePart::Listing);
        let painted = |line: String| if line.starts_with(" !") { style.paint(&line, Paint::Heading) } else { line };
        page.lines(self.listing(None, style.width).into_iter().map(painted));
        for (number, _, usual) in &self.changed {
            page.gap();
            let usual = usual.trim();
            page.text(match self.is_wrong {
                true => format!("Line {number} (!) contains the mistake; it should read: {usual}"),
                false => {
                    format!("Line {number} (!): with this rule, a tie causes no cutoff. With the usual rule, it reads: {usual}")
                }
            });
        }
        page.gap();
        page.part(PagePart::Remarks);
        page.text(self.notes());
        if !self.more.is_empty() {
            page.gap();
            page.text(format!(
                "Also in use, but not shown here because plywood does not know them: {}.",
                self.more.join("; ")
            ));
        }
        page
    }

    /// Explains terms in the code.
    fn notes(&self) -> String {
        let has = |technique| self.techniques.has(technique);
        let has_mates = self.lines.iter().any(|(_, _, text)| text.contains("MATE"));
        let has_null_windows =
            self.algorithm.has_null_windows() || has(Technique::NullMove) || has(Technique::LateMoveReduction);
        let only_tests = self.algorithm.only_tests();
        let is_negamax = !self.lines.iter().any(|(_, _, text)| text.ends_with(OF_MAX));
        #[rustfmt::skip]
        let notes = [
            (has_null_windows, "1 is the smallest unit of scores. No score fits inside a null window, so the search only finds on which side the score is."),
            (!only_tests, "Each node has its own pv, empty at first; that of the root becomes the principal variation."),
            (only_tests, "Each node has its own pv, empty at first; that of the root begins with the best move, followed by refutations."),
            (is_negamax && !self.perspective.movers.in_turn(), "Where the same side moves again, its child gets (alpha, beta) unchanged, and the score keeps its sign."),
            (self.has_range && is_negamax, "beta is never more than the most that a leaf can be worth to the side to move."),
            (self.has_range && !is_negamax && self.algorithm.has_window(), "least and most are the ends of the range of leaf values (--leaves)."),
            (self.has_range && has(Technique::Aspiration), "A guess outside the range becomes the nearest end of the range."),
            (has_mates, "MATE is larger than any static evaluation. ply is counted from the root, so an earlier mate is worse for the mated side."),
            (self.has_rules && !has_mates, "At the end of the game, evaluate(node) is its result."),
            (has(Technique::TranspositionTable), "A table entry holds an exact score or a bound. Mates are stored as counted from the node."),
            (has(Technique::Killers) || has(Technique::History), "A quiet move is neither a capture nor a promotion."),
            (has(Technique::History), "A move has one history, wherever it is played. When one exceeds a million, all are halved."),
            (has(Technique::LateMoveReduction) || has(Technique::Futility), "A move is late if it is quiet, not the first, and neither gives check nor answers one."),
            (has(Technique::Futility), "Futility prunes nothing if alpha or evaluate(node) is a mate."),
            (has(Technique::Delta), "The gain of a move is the value of the piece that it captures, and of a promotion."),
            (has(Technique::Delta) || has(Technique::See), "Quiescence prunes nothing if alpha is a mate."),
            (has(Technique::NullMove), "A null move is not tried at the root, after another null move, in check, with only king and pawns, or if beta is infinite or a mate."),
        ];
        let notes: Vec<&str> = notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect();
        notes.join(" ")
    }
}
