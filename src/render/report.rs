//! The frame around a tree: what was searched, what came out, what it cost.

use super::annotated::MOST_ROWS;
use super::board::board;
use super::sargon_report;
use super::style::{Paint, Style};
use super::words::{Words, pass_word};
use crate::score::{Bound, Score};
use crate::search::{Algorithm, Order};
use crate::trace::{Header, LeafKind, Node, ReplacedScore, SearchTree, TableLine, TableLineEnd, line_text, move_text};
use std::cmp::Ordering;
use std::io::{self, Write};

/// Writes title, side to move, how it was searched, and the board.
///
/// # Errors
/// What writing gives.
pub fn heading(header: &Header, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    title(header, style, out)?;
    let mut facts = vec![format!("depth {}", counted(u64::from(header.depth), "ply", "plies"))];
    facts.push(header.algorithm.clone());
    if !header.techniques.is_empty() {
        facts.push(format!("with {}", header.techniques.join(" + ")));
    }
    facts.push(order_words(&header.order));
    if !header.cut.is_empty() {
        facts.push("cutoffs only above beta".to_owned());
    }
    if !header.mistake.is_empty() {
        facts.push(format!("with the mistake {}", header.mistake));
    }
    if !header.fail.is_empty() {
        facts.push(format!("fail-{}", header.fail));
    }
    if !header.evaluation.is_empty() {
        facts.push(format!("{} evaluation", header.evaluation));
    }
    let mover = side_to_move(header).map(|side| format!("{side} to move; ")).unwrap_or_default();
    paragraph(&format!("{mover}{}.", facts.join(", ")), style, out)?;
    replaced_scores(header, style, out)?;
    if let Some(fen) = &header.fen {
        writeln!(out)?;
        board(fen, style, out)?;
    }
    Ok(())
}

/// More replaced scores than this are counted.
const MOST_REPLACED: usize = 4;

/// Says which scores are not the evaluation's.
fn replaced_scores(header: &Header, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let replaced = &header.replaced_scores;
    if replaced.is_empty() {
        return Ok(());
    }
    let show = |one: &ReplacedScore| {
        let place = if one.line.is_empty() { "(root)".to_owned() } else { line_text(&one.line, header.numbering) };
        let score = style.view.score(one.score, one.line.len().saturating_sub(1), header.numbering);
        format!("{place} {score:.*}", score.decimals())
    };
    let mut shown: Vec<String> = replaced.iter().take(MOST_REPLACED).map(show).collect();
    if MOST_REPLACED < replaced.len() {
        shown.push(format!("and {} more", replaced.len() - MOST_REPLACED));
    }
    paragraph(&format!("Static scores given, not evaluated: {}.", shown.join(", ")), style, out)
}

/// Says that the search was stopped, if it was.
pub(super) fn incomplete(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if tree.outcome.complete {
        return Ok(());
    }
    paragraph("INCOMPLETE: the search was stopped; this is what it had found so far.", style, out)
}

fn order_words(order: &str) -> String {
    if order == "none" { "generator order".to_owned() } else { format!("{order} order") }
}

fn title(header: &Header, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for line in textwrap::wrap(&header.title, style.width).iter().filter(|line| !line.is_empty()) {
        writeln!(out, "{}", style.paint(line, Paint::Heading))?;
    }
    Ok(())
}

/// Writes title, side to move, depth and board: what several searches have in common, and the order of moves if they
/// share it.
///
/// # Errors
/// What writing gives.
pub fn subject(header: &Header, order: Option<&str>, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    title(header, style, out)?;
    let mover = side_to_move(header).map(|side| format!("{side} to move; ")).unwrap_or_default();
    let evaluation =
        if header.evaluation.is_empty() { String::new() } else { format!(", {} evaluation", header.evaluation) };
    let depth = counted(u64::from(header.depth), "ply", "plies");
    let order = order.map(|order| format!(", {}", order_words(order))).unwrap_or_default();
    paragraph(&format!("{mover}depth {depth}{order}{evaluation}."), style, out)?;
    if let Some(fen) = &header.fen {
        writeln!(out)?;
        board(fen, style, out)?;
    }
    Ok(())
}

/// Returns "White" or "Black" where there are such sides.
#[must_use]
pub fn side_to_move(header: &Header) -> Option<&'static str> {
    let numbering = header.numbering?;
    Some(if numbering.black_to_move { "Black" } else { "White" })
}

/// Writes the best move, its score, the PV, and whether the PV's leaf has the score of the root.
///
/// # Errors
/// What writing gives.
pub fn answer(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let (header, outcome) = (&tree.header, &tree.outcome);
    let show = |score: Score| style.score(style.view.score(score, 0, header.numbering));
    if let Some(ending) = &outcome.ending {
        return writeln!(out, "The game is over: {ending}.");
    }
    if let Some(report) = &outcome.sargon {
        return sargon_report::answer(tree, report, style, out);
    }
    incomplete(tree, style, out)?;
    let (Some(best), Some(score)) = (&outcome.best, outcome.score) else {
        return writeln!(out, "No best move: no move was searched to its end.");
    };
    let whose = match (style.view, side_to_move(header)) {
        (crate::trace::View::White, Some(_)) => "for White",
        (_, Some("Black")) => "for Black",
        (_, Some(_)) => "for White",
        (_, None) => "for the side to move",
    };
    writeln!(out, "Best move {}, score {} {whose}.", move_text(best, 0, header.numbering), show(score))?;
    paragraph(&format!("PV = {}", line_text(&outcome.pv, header.numbering)), style, out)?;
    let verdict = match (outcome.leaf_score, outcome.cut_short) {
        (Some(leaf), _) if leaf == score => format!("Leaf score = root score: verified ({}).", show(leaf)),
        (Some(leaf), _) => format!("Leaf score {} differs from the root score {}.", show(leaf), show(score)),
        (None, Some(LeafKind::Hash)) => {
            "The PV is cut short by a hit in the transposition table: its end was searched before, elsewhere."
                .to_owned()
        }
        (None, Some(_)) => "The PV is cut short: its end was not searched but judged by a rule.".to_owned(),
        (None, None) => {
            "Null windows prove the score without a line: only the first move of the PV is known.".to_owned()
        }
    };
    paragraph(&verdict, style, out)?;
    outcome.table_line.as_ref().map_or(Ok(()), |line| table_line(tree, line, style, out))
}

/// Writes the PV as the transposition table has it, and how far it can be trusted.
fn table_line(tree: &SearchTree, line: &TableLine, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let pv = &tree.outcome.pv;
    let text = line_text(&line.moves, tree.header.numbering);
    let same = line.moves.iter().zip(pv).take_while(|(a, b)| a == b).count();
    let agrees = match (same == line.moves.len(), line.moves.len().cmp(&pv.len())) {
        (true, Ordering::Equal) => "the same",
        (true, Ordering::Less) => "shorter",
        (true, Ordering::Greater) => "longer",
        (false, _) => "another line",
    };
    let end = match line.end {
        TableLineEnd::Depth => "to the full depth",
        TableLineEnd::GameOver => "to the end of the game",
        TableLineEnd::Missing => "then the next position is missing",
        TableLineEnd::NoMove => "then there is no move",
    };
    let exact = counted(line.exact as u64, "move", "moves");
    paragraph(&format!("PV from the table = {text} ({agrees}; {exact} from exact entries, {end})."), style, out)
}

/// Writes the passes over the tree, if there were several, and which of them the tree shows.
///
/// # Errors
/// What writing gives.
pub fn passes(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let numbering = tree.header.numbering;
    let mut rows = vec![["pass", "depth", "window", "score", "nodes"].map(str::to_owned)];
    for pass in &tree.passes {
        let score = pass
            .value
            .map_or_else(|| "not finished".to_owned(), |(score, bound)| style.bounded(score, bound, 0, numbering));
        let window = style.window(pass.window, 0, numbering);
        rows.push([pass_word(pass.pass).to_owned(), pass.depth.to_string(), window, score, pass.nodes.to_string()]);
    }
    if 1 < rows.len() {
        table(&rows, &[false, true, false, true, true], out)?;
        writeln!(out)?;
    }
    if 2 < rows.len() {
        paragraph(&last_pass(tree, style), style, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// What the last of several passes is: the one that is drawn, and not always the one that found the best move.
fn last_pass(tree: &SearchTree, style: &Style) -> String {
    let numbering = tree.header.numbering;
    let failed_low = tree.passes.last().and_then(|pass| pass.value).filter(|(_, bound)| *bound == Bound::Upper);
    match (failed_low, &tree.outcome.best, tree.outcome.score) {
        (Some((most, _)), Some(best), Some(score)) if most == score => format!(
            "Scores and tree are those of the last pass. It failed low: no move does better than {}. That {} does as \
             well was proved before.",
            style.score(style.view.score(score, 0, numbering)),
            move_text(best, 0, numbering)
        ),
        _ if tree.passes.last().is_some_and(|pass| pass.value.is_none()) => {
            "Scores and tree are those of the last pass that was finished.".to_owned()
        }
        _ => "Scores and tree are those of the last pass.".to_owned(),
    }
}

/// Writes the root moves in the order in which they were searched: score, what refutes the move, what it cost.
///
/// # Errors
/// What writing gives.
pub fn root_moves(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if tree.outcome.sargon.is_some() {
        return sargon_report::root_moves(tree, style, out);
    }
    let words = Words { style, numbering: tree.header.numbering };
    let mut rows = vec![["move", "score", "reply", "nodes", "share"].map(str::to_owned)];
    let (searched, rest): (Vec<&Node>, Vec<&Node>) =
        tree.root.in_search_order().into_iter().partition(|child| child.judgement.is_some() || 0 < child.nodes);
    for child in searched {
        let name = move_text(child.name(), 0, words.numbering);
        let star = if child.on_pv { style.glyph('*') } else { ' ' };
        let score = match &child.judgement {
            Some(judgement) => style.bounded(judgement.score, judgement.bound, 0, words.numbering),
            None => "not finished".to_owned(),
        };
        let reply = child.decisive().map(|reply| words.last_move(reply, 1)).unwrap_or_default();
        rows.push([
            format!("{star}{name}"),
            score,
            reply,
            child.nodes.to_string(),
            percent(child.nodes, tree.root.nodes),
        ]);
    }
    if 1 < rows.len() {
        table(&rows, &[false, true, false, true, true], out)?;
    }
    if !rest.is_empty() {
        writeln!(out, " {} not searched", counted(rest.len() as u64, "move was", "moves were"))?;
    }
    Ok(())
}

/// Writes a part of a whole in percent, without decimals where it is many times the whole.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let decimals = usize::from(part / whole.max(1) < 10);
    format!("{:.decimals$}%", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Writes rows in columns; `right` says which are aligned at the right. The first row is the heading.
pub(super) fn table<const N: usize>(rows: &[[String; N]], right: &[bool; N], out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            line.push_str(if column == 0 { "" } else { "  " });
            line.push_str(&if right[column] { format!("{pad}{cell}") } else { format!("{cell}{pad}") });
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Says that the tree is printed as an outline because a drawing of it would not fit.
///
/// # Errors
/// What writing gives.
pub fn too_big(style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let text = format!(
        "The tree does not fit into a sideways drawing of {} columns and {MOST_ROWS} rows; here is its outline, in \
         search order.",
        style.width
    );
    paragraph(&text, style, out)
}

/// Writes text in lines no wider than the style.
pub fn paragraph(text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    // A name like mvv-lva is one word.
    let options = textwrap::Options::new(style.width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(text, options) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes a number with its noun.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Writes the lesson's note. Its numbers are those of the usual search; beside another one it has to be said.
///
/// # Errors
/// What writing gives.
pub fn note(header: &Header, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if header.note.is_empty() {
        return Ok(());
    }
    let chosen = [&header.cut, &header.fail, &header.mistake];
    let is_usual = header.algorithm == Algorithm::default().name()
        && header.order == Order::default().name()
        && header.techniques.is_empty()
        && chosen.into_iter().all(String::is_empty);
    if !is_usual {
        paragraph("The lesson speaks of plain alpha-beta in static order:", style, out)?;
    }
    paragraph(&header.note, style, out)
}

/// Returns the fewest decimals, from 2 on, with which all scores of a tree print exactly.
#[must_use]
pub fn decimals(tree: &SearchTree) -> usize {
    fn most(node: &Node) -> usize {
        let own = node.judgement.iter().flat_map(|judgement| {
            let window = judgement.window;
            [judgement.score, window.alpha, window.beta].map(Score::decimals)
        });
        own.chain(node.children.iter().map(most)).max().unwrap_or(2)
    }
    most(&tree.root)
}

/// Returns whether a bound is exact; the word for it otherwise.
#[must_use]
pub const fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower bound",
        Bound::Upper => "upper bound",
    }
}
