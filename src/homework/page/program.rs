//! The report of one program, on one screen: the smallest tree on which it fails, drawn as in textbooks, and the
//! explanation.

use super::errors::errors;
use super::marks::marks;
use super::rules::{command, rules};
use super::words::{MINIMAX, due, given, in_words, incomplete, mover, other_rule, root_and_depth, why};
use super::{RanProgram, points};
use crate::core::game::Movers;
use crate::core::score::{Bound, Window};
use crate::core::search::{Cut, Fail};
use crate::core::text::listed;
use crate::core::trace::Header;
use crate::exercise::{ExerciseSearch, PaperTree, Solution};
use crate::homework::judge::exactly;
use crate::homework::{
    AskedAlgorithm, Assignment, Changes, Diagnosis, MistakeName, ProgramFate, ProgramReport, ProgramVerdict, Smallest,
    SolvedPosition, TieRule, WindowView, due_windows,
};
use crate::page::Style;
use crate::page::comparison::Mark;
use crate::page::document::{Block, Column, Document, Table};
use crate::page::escape::xml;
use crate::page::row::Row;
use crate::page::text::{counted, ordinal, position as board};
use crate::page::upright::{NodeLabel, NodeRoom, Upright};
use crate::page::words::Words;
use crate::picture::{Figure, NodeErrors, in_page, of_rows, pictured};

/// Returns the page of one program, which fits on one screen.
pub(super) fn page(ran: &RanProgram, style: &Style) -> Document {
    let (report, mut page) = (&ran.report, Document::default());
    let headline = format!("{}: {}", ran.student(), ran.headline());
    let plain = vec![Block::Heading(headline.clone(), String::new())];
    let (score, max) = report.score();
    let marked = if max == 0 { headline } else { format!("{headline} ({} of {} points)", points(score), points(max)) };
    page.push(Block::Verdict(report.verdict.is_right(), marked, plain));
    page.gap();
    match &report.smallest {
        None => page.text(fine(report)),
        Some(smallest) => {
            if report.is_minimax() {
                page.text(MINIMAX);
                page.gap();
            }
            given(report, smallest, &mut page);
            wrong(report, smallest, style, &mut page);
        }
    }
    page.gap();
    marks(report, &mut page);
    let rules = rules(&report.assignment);
    if !rules.is_empty() {
        page.text(format!("Rules of this run:{rules}"));
    }
    // The user has just typed the command for their own tree.
    let is_news = report.assignment.plays() || (report.assignment.own.is_empty() && !report.verdict.is_right());
    if let Some(command) = command(ran).filter(|_| is_news) {
        again(&command, &mut page);
    }
    page
}

/// Adds the command that runs the program again.
fn again(command: &str, page: &mut Document) {
    let html = format!("<p>Again:</p>\n<pre class=\"typed\">{}</pre>\n", xml(command));
    page.push(Block::Rich(html, vec![Block::Text(format!("Again: {command}"))]));
}

fn fine(report: &ProgramReport) -> String {
    if report.verdict == ProgramVerdict::Incomplete {
        return incomplete(report);
    }
    if report.assignment.plays() {
        let count = counted(report.tried as u64, "position", "positions");
        return format!("{count}: each move keeps the result.");
    }
    let trees = if report.tried == 1 { "The tree".to_owned() } else { format!("All {} trees", report.tried) };
    let what = match (report.assignment.algorithm, report.assignment.rule) {
        (AskedAlgorithm::Minimax | AskedAlgorithm::Expectimax, _) => {
            "value and best move are right, and it read every leaf once"
        }
        (_, TieRule::Any) => "value, best move and the leaves read are right",
        (_, TieRule::Ge) => "value, best move and the leaves read are right, and ties cut",
        (_, TieRule::Gt) => "value, best move and the leaves read are right, and ties cause no cutoff",
    };
    let tie = if report.verdict == ProgramVerdict::LaterTie {
        format!(" Of equal moves it names a later one, which is also right: {}", report.why)
    } else {
        String::new()
    };
    format!("{trees}: {what}.{tie}{}", other_rule(report).unwrap_or_default())
}

/// Shows a position in which the program's move is wrong.
fn played(report: &ProgramReport, position: &SolvedPosition, smallest: &Smallest, style: &Style, page: &mut Document) {
    if let Some(change) = report.change() {
        page.text(format!("Note: {change}."));
    }
    let player = position.player();
    page.text(format!(
        "The position closest to the end of the game on which it fails is {}; {player} moves:",
        position.text()
    ));
    page.gap();
    page.lines(board(&position.text(), &position.games(), style).into_iter().map(|line| format!("  {line}")));
    page.gap();
    why("", smallest, "", page);
}

fn wrong(report: &ProgramReport, smallest: &Smallest, style: &Style, page: &mut Document) {
    if smallest.is_between() {
        return why("", smallest, "", page);
    }
    if let Some(position) = &smallest.task.position {
        return played(report, position, smallest, style, page);
    }
    let (task, tree) = (&smallest.task, smallest.task.searched());
    let (text, root) = (task.to_string(), root_and_depth(task));
    let is_short = text.len() <= 14;
    let is_alone = report.changes.is_none();
    let has_asked = smallest.attempt.answer.as_ref().map_or_else(|trouble| trouble.has_asked, |_| true);
    let shown = if is_short { format!(", {text}") } else { String::new() };
    match report.changes {
        Some(Changes::Memory) => {
            let why = if has_asked { " Does it keep data from one search to the next, in a global variable or a default argument?" } else { "" };
            page.text(format!("It is right on this tree in a fresh process, but wrong after it has searched other trees; {root}.{why}"));
        }
        Some(Changes::Chance) => page.text(format!(
            "It behaves differently each time it runs. Does it choose at random, or by the order of a set? A small tree \
             on which it sometimes fails{shown}; {root}:"
        )),
        None if report.fate() == ProgramFate::NotRun => {}
        None if !has_asked => {
            let smallest = match tree.is_leaf(0) {
                true => format!(", not even about the smallest tree, the single leaf {text}"),
                false => format!(" about the smallest tree on which it gives no answer{shown}"),
            };
            page.text(format!("It asks no questions{smallest}; {root}.{}", unanswered(report)));
        }
        None if tree.is_leaf(0) => page.text(format!(
            "It {} even on the smallest tree, the single leaf {text}; {root}.",
            if report.verdict == ProgramVerdict::NoAnswer { "gives no answer" } else { "fails" }
        )),
        None if report.verdict == ProgramVerdict::NoAnswer => page.text(format!(
            "The smallest tree on which it gives no answer{shown}; {root}:"
        )),
        None => page.text(format!(
            "The smallest tree on which it fails{shown}; {root}:"
        )),
    }
    let drawing = drawn(smallest, &tree, report.view, style).filter(|_| has_asked);
    if !(is_alone && is_short)
        && (drawing.is_none() || text.len() <= 70)
        && !(is_short && report.changes == Some(Changes::Chance))
    {
        page.text(format!("  {text}"));
    }
    if report.fate() != ProgramFate::NotRun {
        page.gap();
    }
    let mut before = String::new();
    if let Some(drawing) = drawing {
        let figure = pictured_tree(smallest, &tree, report.view, &errors(smallest, &tree, &report.assignment), style);
        page.push(in_page(&figure, vec![Block::Lines(drawing)]));
        page.gap();
        before = in_words(smallest, &tree, &report.assignment);
    } else if tree.nodes().len() <= 20 && has_asked && !(tree.is_leaf(0) && smallest.attempt.answer.is_err()) {
        page.table(reads(smallest, &tree, &report.assignment));
        page.gap();
    }
    why(&before, smallest, &window(report, smallest, &tree), page);
    if let Some(fresh) = &report.fresh {
        let (tree, root) = (&fresh.task, root_and_depth(&fresh.task));
        page.gap();
        let text = format!("A fresh process is also wrong. The smallest tree on which it fails is {tree}; {root}. ");
        why(&text, fresh, "", page);
    }
    mistake(report, smallest, page);
}

/// If the program was tried on several trees and answered none of them, says so.
fn unanswered(report: &ProgramReport) -> String {
    if report.tried <= 1 || report.answered != 0 {
        return String::new();
    }
    format!(" It answered none of the {} trees that it got.", report.tried)
}

/// Returns a table with a row for each node: its value, and the order in which the program read the leaves.
fn reads(smallest: &Smallest, tree: &PaperTree, assignment: &Assignment) -> Table {
    let place = |reads: &[usize], leaf: usize| match reads.iter().position(|&read| read == leaf) {
        _ if !tree.is_leaf(leaf) => String::new(),
        Some(place) => ordinal(place + 1),
        None => "-".to_owned(),
    };
    let due = due(tree, assignment);
    let rows = (0..tree.nodes().len()).map(|node| {
        let (paper, is_leaf) = (tree.node(node), tree.is_leaf(node));
        let likely = if node != 0 && tree.is_chance(paper.parent.unwrap_or_default()) {
            format!(" x {:.3}", tree.probability(node)).trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            String::new()
        };
        let player = mover(tree, node);
        let name = format!("  {}{}{likely}", "   ".repeat(paper.ply), paper.name);
        let name = if is_leaf { name } else { format!("{name} ({player})") };
        let worth = tree.text(tree.minimax(node));
        [name, worth, place(&smallest.attempt.reads, node), place(&due, node)]
    });
    let columns = [Column::Drawn, Column::Right, Column::Right, Column::Right];
    Table::new(columns, ["  node", "worth", "read by yours", "read by a correct search"], rows)
}

/// Describes the first node that the program visited with a wrong window.
fn window(report: &ProgramReport, smallest: &Smallest, tree: &PaperTree) -> String {
    if report.assignment.algorithm != AskedAlgorithm::AlphaBeta {
        return String::new();
    }
    let (yours, due) = (report.view.windows(&smallest.attempt, tree), due_windows(tree));
    // A null window, which tests whether a move is better, is correct.
    let is_null = |yours: Window, due: Window| {
        let is_within = due.alpha <= yours.alpha && yours.beta <= due.beta;
        is_within && !yours.alpha.is_infinite() && yours.beta <= yours.alpha.shifted(1000)
    };
    let other = (0..tree.nodes().len()).find_map(|node| {
        let (yours, due) = (yours[node]?, due[node]?);
        (yours != due && !is_null(yours, due)).then_some((node, yours, due))
    });
    let Some((node, yours, due)) = other else { return String::new() };
    let text = |window: Window| format!("({},{})", exactly(tree, window.alpha), exactly(tree, window.beta));
    let at = if node == 0 { "the root" } else { &tree.node(node).name };
    format!(" It entered {at} with {}, not {} (MAX's view).", text(yours), text(due))
}

fn mistake(report: &ProgramReport, smallest: &Smallest, page: &mut Document) {
    // A program that follows the other rule for ties makes no mistake in the search, and the text above explains the
    // difference.
    let is_unanswered = smallest.judgement.verdict == ProgramVerdict::NoAnswer && report.mistake.is_none();
    let is_explained = is_unanswered || smallest.judgement.verdict == ProgramVerdict::Ties;
    if is_explained || report.changes.is_some() {
        return;
    }
    page.gap();
    if report.keeps {
        page.text(
            "It also keeps data from one search to the next: on some trees, it behaves differently in a fresh process \
             than after other trees. Is there a global variable or a default argument that changes? Start each search with fresh data.",
        );
        return;
    }
    let Some(like) = &report.mistake else {
        page.text("No known mistake behaves like this (`plywood explain --mistake help` lists them).");
        return;
    };
    let also = match like.others().as_slice() {
        [] => String::new(),
        [one] => format!(" A search with the mistake {one} behaves in the same way."),
        several => format!(" Searches with the mistakes {} behave in the same way.", listed(several)),
    };
    page.text(format!("It behaves like a search with the mistake {}: {}.{also}", like.name(), like.description()));
    if let Some(options) = explained_by(smallest, like) {
        page.typed([format!("  plywood explain \"{}\" --mistake {}{options} --code", smallest.task, like.name())]);
    }
}

/// Returns the options with which plywood's own search makes the same mistake on this tree, or `None` if plywood's
/// search cannot make it.
fn explained_by(smallest: &Smallest, like: &Diagnosis) -> Option<&'static str> {
    let MistakeName::Search(mistake) = like.mistake else { return None };
    let (task, tree) = (&smallest.task, smallest.task.searched());
    if task.movers != Movers::default() || task.depth.is_some() || tree.is_leaf(0) {
        return None;
    }
    let answer = smallest.attempt.answer.as_ref().ok()?;
    let is_same = |fail: Fail| {
        let solution = Solution::to_depth(&tree, ExerciseSearch::Wrong(mistake), Some(fail), tree.height());
        let value = solution.visits[0].as_ref().map(|visit| visit.value.0);
        value == Some(answer.value) && solution.order() == smallest.attempt.reads
    };
    let ways = match mistake.fails() {
        Some(_) => vec![(Fail::Soft, "")],
        None => vec![(Fail::Hard, ""), (Fail::Soft, " --fail soft")],
    };
    ways.into_iter().find(|(fail, _)| is_same(*fail)).map(|(_, options)| options)
}

/// The maximum number of lines in a drawing, chosen so that a report fits on one screen.
const LINES: usize = 8;

/// Draws the tree. Returns `None` if the tree is too large for a screen, or if MAX and MIN do not alternate with MAX
/// first, because a drawing cannot show other players.
fn drawn(smallest: &Smallest, tree: &PaperTree, view: WindowView, style: &Style) -> Option<Vec<String>> {
    if smallest.task.movers != Movers::default() || tree.is_leaf(0) {
        return None;
    }
    let style = Style { color: false, decimals: tree.decimals(), ..*style };
    let header = Header::default();
    let words = Words::new(&style, &header);
    let root = row(smallest, tree, &view.windows(&smallest.attempt, tree), 0);
    let ways = [NodeLabel::Windows, NodeLabel::Scores].map(|label| Upright {
        style: words.style,
        perspective: words.perspective,
        cut: Cut::default(),
        label,
        room: NodeRoom::default(),
    });
    let way = ways.iter().find(|way| way.width(&root) <= style.width)?;
    let lines = way.draw(&root);
    (lines.len() <= LINES).then_some(lines)
}

/// Returns the tree as a picture.
fn pictured_tree(
    smallest: &Smallest,
    tree: &PaperTree,
    view: WindowView,
    errors: &NodeErrors,
    style: &Style,
) -> Figure {
    let style = Style { decimals: tree.decimals(), ..pictured(style) };
    let header = Header::default();
    let words = Words::new(&style, &header);
    let root = row(smallest, tree, &view.windows(&smallest.attempt, tree), 0);
    of_rows(
        &root,
        &words,
        "The smallest tree on which the program fails, with minimax values; dashed: not read",
        errors,
    )
}

fn row(smallest: &Smallest, tree: &PaperTree, windows: &[Option<Window>], at: usize) -> Row {
    let (node, value) = (tree.node(at), tree.minimax(at));
    let is_read = tree.leaves_below(at).any(|leaf| smallest.attempt.reads.contains(&leaf));
    Row {
        score: is_read.then_some((value, Bound::Exact)),
        known: Some(value),
        mark: match is_read {
            _ if at == 0 => Mark::Root,
            true => Mark::Open,
            false => Mark::NotSearched,
        },
        window: windows[at].filter(|_| !tree.is_leaf(at)),
        path: tree.path(at),
        children: node.children.iter().map(|&child| row(smallest, tree, windows, child)).collect(),
        ..Row::named(node.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ran, smallest, task};
    use super::*;

    #[test]
    fn a_tree_that_fits_exactly_is_drawn() {
        let smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]);
        let tree = smallest.task.searched();
        let view = WindowView::of(std::iter::once(&smallest));
        let of_width = |width: usize| drawn(&smallest, &tree, view, &Style { width, ..Style::default() });
        let style = Style { decimals: tree.decimals(), ..Style::default() };
        let header = Header::default();
        let words = Words::new(&style, &header);
        let root = row(&smallest, &tree, &view.windows(&smallest.attempt, &tree), 0);
        let label = NodeLabel::Scores;
        let way = Upright {
            style: words.style,
            perspective: words.perspective,
            cut: Cut::default(),
            label,
            room: NodeRoom::default(),
        };
        let least = way.width(&root);
        assert!(of_width(least).is_some() && of_width(least - 1).is_none(), "{least}");
    }

    /// A program that skips a necessary leaf and reads another one has not only skipped something.
    #[test]
    fn a_program_that_skips_and_reads_too_much_is_compared_with_a_correct_search() {
        let assignment = ran(smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]), None).report.assignment;
        let said = |reads: &[usize]| {
            let smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), reads);
            in_words(&smallest, &smallest.task.searched(), &assignment)
        };
        assert_eq!(said(&[2, 3, 4, 6]), "Your program read A1 A2 A3 B1, like a correct search. ");
        assert_eq!(said(&[2, 3, 4]), "Your program read A1 A2 A3 and skipped B1, which can change the result. ");
        assert_eq!(said(&[2, 3, 4, 7]), "Your program read A1 A2 A3 B2; a correct search reads A1 A2 A3 B1. ");
    }
}
