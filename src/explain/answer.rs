//! The result of a search and its cost: the rows next to the board.

use super::new_bests::new_bests;
use super::skips::Skips;
use crate::core::game::{Ending, Game, Side};
use crate::core::hooks::Leaf;
use crate::core::score::{Bound, Score, ScoreKind};
use crate::core::search::{Cut, LineEnd, TableLine, Techniques};
use crate::core::study::CountedLeaves;
use crate::core::text::listed;
use crate::core::trace::{Header, Leaves, NodeName, Outcome, Shape, Statistics};
use crate::core::tree::{Node, PassSummary, SearchTree};
use crate::page::View;
use crate::page::document::{Column, Document, PagePart, Table};
use crate::page::style::Style;
use crate::page::text::{counted, game_over, grouped, percent};
use crate::page::words::{Words, pass_word};

/// A label and its text.
pub(crate) type Fact = (&'static str, String);

const MOST_PASSES: usize = 12;

/// The label of the position at the end of the best line, with its score.
pub(crate) const CHECKED: &str = "Checked";

/// Returns the result: best move, score, best line, and whether the leaf at the end of that line has the score of the
/// root. `is_marked` says whether a tree below marks the best line.
pub(crate) fn answer(tree: &SearchTree, words: &Words<'_>, is_marked: bool) -> Vec<Fact> {
    let outcome = &tree.outcome;
    if let Some(ending) = &outcome.ending {
        let game = tree.header.named_game().ok().flatten();
        let mut over = game_over(game.as_ref(), ending);
        let is_mate = |score: Score| [Score::mate_in(0), Score::mated_in(0)].contains(&score);
        if game.is_none() && outcome.score.is_some_and(is_mate) {
            let winner = if tree.header.movers().side(0) == Side::First { "Black" } else { "White" };
            over = format!("{over}, and {winner} has won");
        }
        return vec![("Game over", format!("{over}; there is nothing to search."))];
    }
    let mut rows = Vec::new();
    if !outcome.complete {
        rows.push((STOPPED, stopped(tree)));
    }
    if let (true, Some(score), true) = (tree.header.movers().is_chance(0), outcome.score, outcome.complete) {
        rows.push(("Value", format!("{} on average: chance picks the first move", words.score(score, 0))));
        rows.extend(listed_nodes(outcome, score, words));
        return rows;
    }
    let (Some(best), Some(score)) = (&outcome.best, outcome.score) else {
        let is_judged = tree.root.children.iter().any(|child| child.judgement.is_some());
        let none = if outcome.complete { "no move was left to search" } else { "the search finished no move" };
        let why = if is_judged { "no move raised alpha" } else { none };
        rows.push(("Best move", format!("none: {why}.")));
        return rows;
    };
    let mark = if is_marked { format!("   (marked\u{a0}{}\u{a0}below)", words.star()) } else { String::new() };
    let play = words.line(&outcome.pv);
    if tree.header.position().is_some() {
        let said = meaning(tree, score, words).map(|said| format!("   ({said})")).unwrap_or_default();
        rows.push(("Best move", format!("{}   {}{said}", words.mv(best, 0), words.score(score, 0))));
        rows.push(("Best line", format!("{play}{mark}")));
        rows.push((CHECKED, checked(tree, words)));
    } else {
        // Without a board next to the facts, every line makes the page longer, so show fewer facts.
        let has_chance = tree.header.movers().has_chance();
        let mean = if has_chance { " on average" } else { "" };
        rows.push(("Best line", format!("{play}   {}{mean}{mark}", words.score(score, 0))));
        rows.extend((!has_chance && end_of_play(tree).0 != Some(score)).then(|| (CHECKED, checked(tree, words))));
        rows.extend(listed_nodes(outcome, score, words));
    }
    rows.extend(outcome.table_line.as_ref().map(|line| ("From table", table_line(outcome, line, words))));
    rows
}

/// Lists what exams ask about a small tree: the leaves that were not evaluated, and the moves that are as good as the
/// best move.
fn listed_nodes(outcome: &Outcome, score: Score, words: &Words<'_>) -> Vec<Fact> {
    let mut rows = Vec::new();
    if let Some(pruned) = &outcome.pruned {
        let names: Vec<String> = pruned.iter().map(ToString::to_string).collect();
        let is_line = pruned.iter().any(|name| matches!(name, NodeName::Line(_)));
        let names = names.join(if is_line { ", " } else { " " });
        rows.push(("Pruned", if names.is_empty() { "none".to_owned() } else { names }));
    }
    if let Some(others) = outcome.also_best.as_deref().filter(|others| !others.is_empty()) {
        let value = words.score(score, 0);
        rows.push(("Also best", format!("{} ({value})", others.join(" "))));
    }
    rows
}

/// Explains a score whose number alone is unclear: `X wins in 3`, `given for mate`.
pub(super) fn meaning(tree: &SearchTree, score: Score, words: &Words<'_>) -> Option<String> {
    let is_given = given_for_mate(&tree.header, &tree.outcome.pv, score);
    played_out(tree, score, words).or_else(|| is_given.then(|| "given for mate".to_owned()))
}

/// Describes in words the score of a named game that was played to its end.
fn played_out(tree: &SearchTree, score: Score, words: &Words<'_>) -> Option<String> {
    let game = tree.header.game_after(&tree.outcome.pv)?;
    let side = |ply| words.perspective.side(ply);
    match score.kind() {
        ScoreKind::MateIn(plies) => Some(format!("{} wins in {}", side(0), plies.div_ceil(2))),
        ScoreKind::MatedIn(plies) => Some(format!("{} wins in {}", side(1), plies.div_ceil(2))),
        ScoreKind::Millipawns(_) => (game.ending() == Some(Ending::Draw)).then(|| "a draw".to_owned()),
        ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => None,
    }
}

/// Returns whether the best line ends in a mate that has an ordinary score.
pub(crate) fn given_for_mate(header: &Header, pv: &[String], score: Score) -> bool {
    pv.last().is_some_and(|name| name.ends_with('#')) && header.fen.is_some() && !score.is_mate()
}

/// The label of the sentence about a stopped search.
pub(super) const STOPPED: &str = "Stopped";

/// Returns what the answer of a search that did not finish is based on, and why there is no more.
pub(super) const fn unfinished(outcome: &Outcome) -> &'static str {
    if outcome.is_missing {
        "the trace ends without a result; this is what the search had found up to there."
    } else {
        "the search was stopped; this is what it had found."
    }
}

/// Describes what the answer of a stopped search is based on.
fn stopped(tree: &SearchTree) -> String {
    let now = tree.passes.last().map_or(tree.header.depth, |pass| pass.depth);
    match tree.outcome.finished_depth {
        Some(depth) if depth == now => format!("after depth {depth}, which was finished."),
        Some(depth) => {
            format!("at depth {now}, which was not finished. Everything below is from depth {depth}, except the cost.")
        }
        None => unfinished(&tree.outcome).to_owned(),
    }
}

/// Reports whether the position at the end of the best line has the score of the root, as it must.
fn checked(tree: &SearchTree, words: &Words<'_>) -> String {
    let SearchTree { header, outcome, .. } = tree;
    let is_position = words.perspective.has_names() || header.position().is_some();
    let place = match &outcome.pv {
        pv if pv.is_empty() => "the root".to_owned(),
        pv if is_position => format!("the position after {}", words.last(pv)),
        pv => format!("the leaf {}", words.last(pv)),
    };
    let root = outcome.score.unwrap_or_default();
    // As in the tree, the score of the leaf belongs to the side that made the last move.
    let last = outcome.pv.len().saturating_sub(1);
    let is = |leaf: Score| format!("{place} is worth {}", words.score(header.movers().at_root(last, leaf), last));
    match end_of_play(tree) {
        (Some(leaf), _) if leaf == root => is(leaf),
        // If a leaf lies outside the range of leaf values, a fail-hard search returns the end of the range instead.
        (Some(leaf), _) if header.leaves.is_some_and(|range| is_beyond(leaf, root, range)) => {
            format!("no: {}, outside the range of leaf values", is(leaf))
        }
        (Some(leaf), _) => format!("FALSE: {}, but the search gives the root {}", is(leaf), words.score(root, 0)),
        (None, Some(Leaf::Table)) => "no: the line ends at a transposition table hit".to_owned(),
        (None, Some(_)) => format!("no: {place} was not searched; a rule decided its score"),
        (None, None) if header.leaves.is_some() => {
            format!("no: at {} an end of the range of leaf values decides the score", words.last(&outcome.pv))
        }
        (None, None) if !header.only_tests() => "no: the line does not reach a leaf".to_owned(),
        (None, None) => "no: the score was proved with null windows, so only the first move is known".to_owned(),
    }
}

/// Returns true if this leaf lies outside the range of leaf values and the root's score is an end of that range. Each
/// score may be from the point of view of either side.
fn is_beyond(leaf: Score, root: Score, [least, most]: [Score; 2]) -> bool {
    [least, most, -least, -most].contains(&root) && (leaf < root || root < leaf) && {
        let inside = |score: Score| least <= score && score <= most;
        !inside(leaf) || !inside(-leaf)
    }
}

/// Returns the score at the end of the best line, for the side to move at the root, or the reason why that leaf was not
/// evaluated. Takes them from the result or, if they are missing there, from the tree.
fn end_of_play(SearchTree { header, outcome, root, .. }: &SearchTree) -> (Option<Score>, Option<Leaf>) {
    let said = (outcome.leaf_score, outcome.cut_short);
    let mut node = root;
    for name in &outcome.pv {
        let Some(child) = node.children.iter().find(|child| child.name() == name) else { return said };
        node = child;
    }
    match (&node.judgement, node.leaf) {
        // If there are several passes, the tree shows only one of them, and the best line may come from another.
        _ if said != (None, None) || header.only_tests() => said,
        (Some(judgement), leaf) if leaf.map_or_else(|| ends_in_stand_pat(node), Leaf::ends_line) => {
            let score = judgement.score;
            (Some(header.movers().at_root(outcome.pv.len().saturating_sub(1), score)), None)
        }
        (Some(_), leaf) => (None, leaf),
        (None, _) => said,
    }
}

/// Returns whether the side to move decided the score of this node by standing pat, so that the best line ends here.
fn ends_in_stand_pat(node: &Node) -> bool {
    let stand_pat = node.techniques.as_ref().and_then(|applied| applied.stand_pat);
    matches!((stand_pat, node.value), (Some((score, true)), Some((value, Bound::Exact))) if score == value)
}

/// Describes how the line in the transposition table differs from the best line, and how reliable it is.
fn table_line(outcome: &Outcome, line: &TableLine<String>, words: &Words<'_>) -> String {
    let same = line.moves.iter().zip(&outcome.pv).take_while(|(a, b)| a == b).count();
    let agrees = match (line.moves.len(), outcome.pv.len()) {
        (length, pv) if same == length && same == pv => "the same line",
        (length, _) if same == length => "the same line, shorter",
        (_, pv) if same == pv => "the same line, longer",
        _ => "another line",
    };
    let end = match line.end {
        LineEnd::Depth => "to the full depth",
        LineEnd::GameOver => "to the end of the game",
        LineEnd::Missing => "then the next position is missing",
        LineEnd::NoMove => "then there is no move",
    };
    let exact = counted(line.exact as u64, "move", "moves");
    format!("{} ({agrees}; {exact} from exact entries, {end})", words.line(&line.moves))
}

/// Returns the cost of the search, compared with the whole tree and the minimum if `full` is known.
pub(crate) fn cost(tree: &SearchTree, full: Option<CountedLeaves>) -> Vec<Fact> {
    let counts = &tree.outcome.statistics;
    let shape = tree.header.shape.as_ref();
    let of_shape = |shape: &Shape| Leaves { all: shape.leaves() as u64, fewest: shape.fewest_leaves() as u64 };
    let full = full.or_else(|| Some(CountedLeaves::All(shape.map(of_shape)?)));
    // If the header does not name the tablebases, their leaves are inner nodes of the counted tree.
    let full = full.filter(|_| counts.tablebase == 0 || !tree.header.tablebases.is_empty());
    let mut lines = Vec::new();
    // A short page shows a small tree in full, so there is no need to count its nodes.
    lines.extend(shape.is_none().then(|| counted(counts.nodes(), "node", "nodes")));
    lines.push(leaves(&tree.header, counts, full));
    lines.extend((tree.header.has_window()).then(|| cutoffs(tree, shape.is_some())));
    lines.extend(new_bests(counts).filter(|_| shape.is_none()));
    lines.extend(techniques(counts));
    if tree.header.position().is_none() {
        return vec![("Cost", lines.join("; "))];
    }
    // Next to a board, each fact gets its own line.
    lines.into_iter().enumerate().map(|(index, line)| (if index == 0 { "Cost" } else { "" }, line)).collect()
}

fn leaves(header: &Header, counts: &Statistics, full: Option<CountedLeaves>) -> String {
    let scored = counts.leaves;
    let mut passes = if 1 < counts.passes {
        format!(", counted in each of {} passes", grouped(counts.passes))
    } else {
        String::new()
    };
    // A node that was searched again is counted each time.
    if counts.searched_again != 0 {
        passes.push_str(", repeats included");
    }
    let (all, fewest) = match full {
        Some(CountedLeaves::All(Leaves { all, fewest })) => (all, fewest),
        Some(CountedLeaves::MoreThan(all)) if scored < all => {
            let scored = counted(scored, "leaf", "leaves");
            return format!("{scored} evaluated{passes}; the tree has more than {}", rounded_down(all));
        }
        _ => return format!("{} evaluated{passes}", counted(scored, "leaf", "leaves")),
    };
    let best = least(header, fewest).map(|least| format!(" ({least})")).unwrap_or_default();
    if !passes.is_empty() || all < scored {
        return format!("{} evaluated{passes}; the tree has {}{best}", counted(scored, "leaf", "leaves"), grouped(all));
    }
    format!("{} of {} evaluated{best}", grouped(scored), counted(all, "leaf", "leaves"))
}

/// If the tree and its scores are known, returns the number of leaves that plain alpha-beta evaluates with perfect
/// ordering. Otherwise returns the minimum `fewest`, because the best move ordering is unknown unless the whole tree of
/// the position is searched.
fn least(header: &Header, fewest: u64) -> Option<String> {
    let is_plain = header.technique_set().is_subset(Techniques::ORDERING);
    // A search that is not plain alpha-beta can evaluate fewer leaves or more.
    let whose = match is_plain {
        _ if !header.has_window() => " with alpha-beta",
        false => " with plain alpha-beta",
        true => "",
    };
    // If ties do not cause cutoffs, no order is best for all ties. At chance nodes, and with a range of leaf values,
    // there are other kinds of cutoffs.
    if header.shape.is_some() && header.cut == Cut::AboveBeta.name() || header.has_other_cutoffs() {
        return None;
    }
    let (said, leaves) = match &header.shape {
        Some(shape) => ("best order needs", shape.best_order_leaves(header.movers())? as u64),
        None => ("minimum", fewest),
    };
    Some(format!("{said} {}{whose}", grouped(leaves)))
}

/// Returns a number rounded down to its first two digits: "more than 4,800,000".
fn rounded_down(number: u64) -> String {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    grouped(number / unit * unit)
}

fn cutoffs(tree: &SearchTree, is_small: bool) -> String {
    let counts = &tree.outcome.statistics;
    if !is_small && counts.cutoffs != 0 {
        let cutoffs = counted(counts.cutoffs, "cutoff", "cutoffs");
        return format!("{cutoffs}, {} by the first move tried", percent(counts.first_move_cutoffs, counts.cutoffs));
    }
    Skips::of(tree).in_words(grouped)
}

/// Describes the effects of techniques, if there were any.
fn techniques(counts: &Statistics) -> Option<String> {
    let mut parts = Vec::new();
    if counts.hash_hits != 0 {
        let hits = counted(counts.hash_hits, "table hit", "table hits");
        parts.push(format!("{hits} ({} saved a search)", grouped(counts.hash_cuts)));
    }
    if counts.null_moves != 0 {
        let tried = counted(counts.null_moves, "null move", "null moves");
        let nodes = counted(counts.null_nodes, "node", "nodes");
        let cutoffs = counted(counts.null_cuts, "cutoff", "cutoffs");
        parts.push(format!("{tried} tried ({cutoffs}, {nodes})"));
    }
    let plain = [
        (counts.tablebase, "leaf evaluated by the tablebase", "leaves evaluated by the tablebase"),
        (counts.stand_pats, "stand pat", "stand pats"),
        (counts.pruned, "move pruned by a rule", "moves pruned by a rule"),
        (counts.extended, "extension", "extensions"),
        (counts.reduced, "reduction", "reductions"),
        (counts.searched_again, "node searched again and counted twice", "nodes searched again and counted twice"),
    ];
    parts.extend(
        plain.into_iter().filter(|(count, ..)| *count != 0).map(|(count, one, many)| counted(count, one, many)),
    );
    (!parts.is_empty()).then(|| listed(&parts))
}

/// Returns a table of the passes over the tree, if there were several, and says which pass the tree shows.
pub(crate) fn passes(tree: &SearchTree, words: &Words<'_>) -> Document {
    let mut page = Document::default();
    let value = |pass: &PassSummary| {
        pass.value.map_or_else(|| "not finished".to_owned(), |(score, bound)| words.bounded(score, bound, 0))
    };
    let (earlier, shown) = tree.passes.split_at(tree.passes.len().saturating_sub(MOST_PASSES));
    if tree.passes.len() < 2 {
        return page;
    }
    let row = |pass: &PassSummary| {
        let (word, depth) = (pass_word(pass.pass).to_owned(), pass.depth.to_string());
        [word, depth, words.window(pass.window, 0), value(pass), grouped(pass.nodes)]
    };
    let kinds = [Column::Left, Column::Right, Column::Left, Column::Right, Column::Right];
    page.gap();
    page.part(PagePart::Table);
    page.table(Table::new(kinds, ["pass", "depth", "window", "score", "nodes"], shown.iter().map(row)));
    page.part(PagePart::Remarks);
    if !earlier.is_empty() {
        page.text(format!("({} came before)", counted(earlier.len() as u64, "pass", "passes")));
    }
    page.text(shown_pass(tree, words));
    page.gap();
    page
}

fn shown_pass(tree: &SearchTree, words: &Words<'_>) -> String {
    let unfinished = tree.passes.last().is_some_and(|pass| pass.value.is_none());
    let is_open = unfinished && tree.root.value.is_none();
    let is_shown = |pass: &&PassSummary| tree.outcome.finished_depth.is_none_or(|depth| pass.depth == depth);
    let last = tree.passes.iter().rev().filter(is_shown).find_map(|pass| pass.value);
    let first = if tree.outcome.finished_depth.is_some() {
        "Answer and tree are from the last finished depth."
    } else if is_open {
        "The tree shows the last pass, as far as it got."
    } else if unfinished {
        "The tree is from the last finished pass."
    } else {
        "The tree shows the last pass."
    };
    match (last, &tree.outcome.best, tree.outcome.score) {
        (Some((most, Bound::Upper)), Some(best), Some(score)) if most == score => format!(
            "{first} It proves that no move is better than {}; an earlier pass proved that {} is at least that good.",
            words.score(score, 0),
            words.mv(best, 0)
        ),
        _ => first.to_owned(),
    }
}

/// Returns the smallest number of decimals that prints all scores of a tree exactly: at least 2 for pawns, none for a
/// tree without a board that has only whole numbers.
pub(crate) fn decimals(tree: &SearchTree) -> usize {
    fn collect(node: &crate::core::tree::Node, scores: &mut Vec<Score>) {
        if let Some(judgement) = &node.judgement {
            scores.extend([judgement.score, judgement.window.alpha, judgement.window.beta]);
        }
        for child in &node.children {
            collect(child, scores);
        }
    }
    let mut scores = Vec::new();
    collect(&tree.root, &mut scores);
    scores.extend(tree.outcome.score);
    if let Some(shape) = &tree.header.shape {
        scores.extend((1..shape.len()).filter_map(|index| shape.score(index)));
    }
    crate::page::style::decimals(scores, least_decimals(&tree.header))
}

/// Returns the minimum number of decimals on every page of this search.
pub const fn least_decimals(header: &Header) -> usize {
    if header.fen.is_some() { 2 } else { 0 }
}

/// Returns a style that prints all scores of the tree exactly, without the negamax view if the sides don't alternate.
pub fn exact_style(tree: &SearchTree, style: &Style) -> Style {
    let view = if tree.header.movers().in_turn() { style.view } else { View::Minimax };
    Style { decimals: decimals(tree), scale: tree.header.scale(), view, ..*style }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_whose_leaves_were_not_all_counted_has_more_than_so_many() {
        let said =
            |scored, full| leaves(&Header::default(), &Statistics { leaves: scored, ..Statistics::default() }, full);
        let more = |all| Some(CountedLeaves::MoreThan(all));
        assert_eq!(said(1234, more(4_812_345)), "1,234 leaves evaluated; the tree has more than 4,800,000");
        assert_eq!(said(1, more(7)), "1 leaf evaluated; the tree has more than 7");
        // If several passes visit the same leaves, the number of leaves does not show what share of the whole tree was
        // evaluated.
        assert_eq!(
            (said(9, more(9)), said(9, None)),
            ("9 leaves evaluated".to_owned(), "9 leaves evaluated".to_owned())
        );
        assert_eq!(
            said(3, Some(CountedLeaves::All(Leaves { all: 9, fewest: 3 }))),
            "3 of 9 leaves evaluated (minimum 3)"
        );
    }
}
