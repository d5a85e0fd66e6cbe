//! The overview of a position: the best line as a strip of boards, all moves on a number line, and the replies that
//! refute the other moves.

use super::shell::OVERVIEW_BEGIN;
use super::steps::drawn_board;
use crate::core::cursor;
use crate::core::score::{Bound, Score};
use crate::core::tree::{Node, SearchTree};
use crate::page::escape;
use crate::page::text::{counted, grouped};
use crate::page::words::Words;
use crate::picture::board::BoardMoves;
use crate::picture::svg::inline_board;
use crate::picture::{Figure, Point};
use std::fmt::Write as _;

/// The maximum number of boards in a strip.
const MOST_BOARDS: usize = 10;
/// The maximum number of replies that get a separate card.
const MOST_CARDS: usize = 5;
/// The maximum number of moves named on a card.
const MOST_NAMED: usize = 24;

/// Returns the overview as a part of the page, or nothing for a search without a board or a move.
pub(super) fn overview(tree: &SearchTree, words: &Words<'_>) -> String {
    // A lesson about a position explains itself and gets no overview.
    let is_of_moves = tree.header.title.is_empty() && tree.header.shape.is_none() && !tree.outcome.pv.is_empty();
    let Some(root) = tree.header.position().filter(|_| is_of_moves) else { return String::new() };
    let overview = Overview { tree, words, root };
    let best = tree.outcome.pv.first().map(String::as_str);
    let Some(first) = overview.drawn(&[], best) else { return String::new() };
    let room = first.size();
    let parts = overview.film(&first) + &overview.line() + &overview.stops(room);
    format!(
        "{OVERVIEW_BEGIN} gives-away\" aria-label=\"Overview\">\n{parts}<h2>The tree, row by row</h2>\n</section>\n"
    )
}

struct Overview<'a> {
    tree: &'a SearchTree,
    words: &'a Words<'a>,
    /// The position at the root.
    root: &'a str,
}

impl Overview<'_> {
    /// Draws the board after a line, with an arrow for the move that follows.
    fn drawn(&self, line: &[&str], next: Option<&str>) -> Option<Figure> {
        let games = &self.tree.header.games;
        let after = cursor::board(games, self.root, line)?;
        let mut moves = BoardMoves { played: after.last, ..BoardMoves::default() };
        if let Some((last, before)) = line.split_last().filter(|_| moves.played.is_none()) {
            let before = cursor::board(games, self.root, before);
            moves.filled = before.map_or(0, |before| BoardMoves::default().with_best(games, &before.fen, last).marked);
        }
        let moves = next.map_or(moves, |next| moves.with_best(games, &after.fen, next));
        Some(drawn_board((games, &after.fen), moves))
    }

    /// Returns the board after a line as an element of the page, at least of this size.
    fn board(&self, line: &[&str], next: Option<&str>, room: Point) -> String {
        self.drawn(line, next).map(|board| inline_board(&board, room)).unwrap_or_default()
    }

    /// Returns the boards along the best line, beginning with the board at the root.
    fn film(&self, first: &Figure) -> String {
        let room = first.size();
        let pv: Vec<&str> = self.tree.outcome.pv.iter().map(String::as_str).collect();
        let shown = pv.len().min(MOST_BOARDS - 1);
        let mut out =
            format!("<h2>The best line</h2>\n<ol class=\"film\">\n<li>{}<p>Now</p></li>\n", inline_board(first, room));
        for ply in 0..shown {
            let name = escape::xml(&self.numbered(pv[ply], ply));
            let score = self.tree.outcome.score.filter(|_| ply + 1 == pv.len());
            let score = score.map(|score| format!(" <b>{}</b>", self.words.score(score, 0))).unwrap_or_default();
            let _ = writeln!(out, "<li>{}<p>{name}{score}</p></li>", self.board(&pv[..=ply], None, room));
        }
        out.push_str("</ol>\n");
        if shown < pv.len() {
            let rest: Vec<String> = (shown..pv.len()).map(|ply| self.numbered(pv[ply], ply)).collect();
            let _ = writeln!(out, "<p class=\"about\">It goes on: {}.</p>", escape::xml(&rest.join(" ")));
        }
        out
    }

    /// Returns the name of a move of the best line with its number, also in games whose moves have none.
    fn numbered(&self, name: &str, ply: usize) -> String {
        let name = self.words.mv(name, ply);
        match self.words.perspective.numbering {
            Some(_) => name,
            None => format!("{}{}{name}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }),
        }
    }

    /// Returns the moves at the root that have a score.
    fn judged(&self) -> impl Iterator<Item = (&Node, Score, Bound)> {
        let perspective = self.words.perspective;
        self.tree.root.children.iter().filter_map(move |node| {
            let judgement = node.judgement.as_ref()?;
            Some((node, perspective.score(judgement.score, 0), perspective.bound(judgement.bound, 0)))
        })
    }

    /// Draws all moves on a line from the lowest score to the highest.
    fn line(&self) -> String {
        let style = self.words.style;
        let judged: Vec<_> = self.judged().filter(|(_, score, _)| !score.is_infinite()).collect();
        let Some(best) = self.tree.outcome.score.map(|score| self.words.perspective.score(score, 0)) else {
            return String::new();
        };
        let scale = Scale::of(judged.iter().map(|(_, score, _)| *score).chain([best]));
        let mut bars = String::new();
        let mut said = Vec::new();
        for (bound, word) in [(Bound::Upper, "at most"), (Bound::Lower, "at least")] {
            let others =
                || judged.iter().filter(|(node, _, of)| *of == bound && !node.on_pv).map(|(_, score, _)| *score);
            let end = if bound == Bound::Upper { others().max() } else { others().min() };
            let Some(end) = end else { continue };
            let (from, wide) = match bound {
                Bound::Upper => (0, scale.place(end)),
                Bound::Lower | Bound::Exact => (scale.place(end), 1000 - scale.place(end)),
            };
            let _ = write!(
                bars,
                "<rect class=\"bounded\" x=\"{}\" y=\"30\" width=\"{}\" height=\"20\"/>",
                percent(from),
                percent(wide)
            );
            let count = others().count() as u64;
            let is_worse = if bound == Bound::Upper { end < best } else { best < end };
            said.push((count, format!("{word} {}", style.score(end)), is_worse));
        }
        let mut exact = judged.iter().filter(|(node, _, bound)| *bound == Bound::Exact && !node.on_pv).peekable();
        if exact.peek().is_none() {
            return one_score(&said);
        }
        let mut exact: Vec<(i64, String)> =
            exact.map(|(node, score, _)| (scale.place(*score), self.dot_name(node.name(), *score))).collect();
        exact.sort();
        let mut dots = String::new();
        let mut last = i64::MIN;
        for (at, name) in &exact {
            let _ = write!(dots, "<circle cx=\"{}\" cy=\"40\" r=\"5\"/>", percent(*at));
            if last.saturating_add(LABEL) <= *at {
                dots.push_str(&label(*at, 70, name, ""));
                last = *at;
            }
        }
        let name = self.tree.outcome.best.as_ref().map(|best_move| self.dot_name(best_move, best)).unwrap_or_default();
        let at = scale.place(best);
        let _ = write!(
            dots,
            "<circle class=\"pv\" cx=\"{}\" cy=\"40\" r=\"8\"/>{}",
            percent(at),
            label(at, 20, &name, " class=\"pv\"")
        );
        let mut ticks = String::new();
        for score in scale.ticks() {
            let (at, text) = (scale.place(score), style.score(score));
            let _ = write!(ticks, "<line x1=\"{0}\" x2=\"{0}\" y1=\"52\" y2=\"58\"/>", percent(at));
            ticks.push_str(&anchored(at, 92, &text, " class=\"tick\"", 11 * text.chars().count() as i64));
        }
        let all = judged.len();
        let what = if said.is_empty() { "Every move has an exact score.".to_owned() } else { proved(&said) };
        let heading = format!("All {} moves on one line", grouped(all as u64));
        format!(
            "<h2>{heading}</h2>\n<svg class=\"moves\" role=\"img\" aria-label=\"{name}; {what}\" width=\"100%\" height=\"98\">\
             <line x1=\"0\" x2=\"100%\" y1=\"40\" y2=\"40\"/>{bars}{ticks}{dots}</svg>\n<p class=\"about\">{what}</p>\n"
        )
    }

    fn dot_name(&self, name: &str, score: Score) -> String {
        escape::xml(&format!("{} {}", self.words.mv(name, 0), self.words.style.score(score)))
    }

    /// Lists the replies to all other moves, with a card for each reply that refutes several of them.
    fn stops(&self, room: Point) -> String {
        let mut groups: Vec<(&str, Vec<&Node>)> = Vec::new();
        for (node, ..) in self.judged().filter(|(node, ..)| !node.on_pv) {
            let Some(reply) = node.decisive().map(Node::name) else { continue };
            match groups.iter_mut().find(|(other, _)| *other == reply) {
                Some((_, group)) => group.push(node),
                None => groups.push((reply, vec![node])),
            }
        }
        if groups.is_empty() {
            return String::new();
        }
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        let cards = groups.iter().take_while(|(_, group)| 1 < group.len()).count().min(MOST_CARDS);
        let singles: Vec<(&str, &Node)> =
            groups[cards..].iter().flat_map(|(reply, group)| group.iter().map(|node| (*reply, *node))).collect();
        let cards: String = groups[..cards].iter().map(|(reply, group)| self.card(reply, group, room)).collect();
        let singles = if singles.is_empty() { String::new() } else { self.singles(&singles, !cards.is_empty()) };
        format!("<h2>What stops the others</h2>\n<div class=\"stops\">\n{cards}{singles}</div>\n")
    }

    /// Draws the card of a reply: the moves that it refutes, and the board after the first of them.
    fn card(&self, reply: &str, group: &[&Node], room: Point) -> String {
        let names = group
            .iter()
            .take(MOST_NAMED)
            .map(|node| format!("<li>{}</li>", escape::xml(&self.words.mv(node.name(), 0))));
        let names: String = names.collect();
        let more = group.len().saturating_sub(MOST_NAMED);
        let more = if more == 0 { String::new() } else { format!("<li>and {} more</li>", grouped(more as u64)) };
        format!(
            "<article>\n<h3>{} stops {} moves</h3>\n{}<ul>{names}{more}</ul>\n</article>\n",
            escape::xml(&self.words.reply(reply, 1)),
            grouped(group.len() as u64),
            self.board(&[group[0].name()], Some(reply), room)
        )
    }

    /// Lists the other moves, each with its reply.
    fn singles(&self, moves: &[(&str, &Node)], has_cards: bool) -> String {
        let row = |(reply, node): &(&str, &Node)| {
            let [name, reply] = [self.words.mv(node.name(), 0), self.words.mv(reply, 1)];
            let [name, reply] = [name, reply].map(|name| escape::xml(&name));
            format!("<li><span>{name}</span> <b>{reply}</b></li>")
        };
        let rows: String = moves.iter().take(2 * MOST_NAMED).map(row).collect();
        let more = moves.len().saturating_sub(2 * MOST_NAMED);
        let more = if more == 0 { String::new() } else { format!("<li>and {} more</li>", grouped(more as u64)) };
        let replies = match (has_cards, moves.len()) {
            (true, 1) => " with a reply of its own",
            (true, _) => ", each with its own reply",
            (false, 1) => " and the reply to it",
            (false, _) => " and the reply to each",
        };
        format!(
            "<article>\n<h3>{}{replies}</h3>\n<ul class=\"replies\">{rows}{more}</ul>\n</article>\n",
            counted(moves.len() as u64, "move", "moves")
        )
    }
}

/// The number of moves that have a bound, the bound in words, and whether it proves that they are worse than the best.
type BoundedMoves = (u64, String, bool);

/// Says which moves have which bound, and what the search proves about these moves.
fn proved(bounded: &[BoundedMoves]) -> String {
    let who = |(count, what, _): &BoundedMoves| format!("{}: {what}", counted(*count, "other move", "other moves"));
    let said: Vec<String> = bounded.iter().map(who).collect();
    let is_one = bounded.iter().map(|(count, ..)| count).sum::<u64>() == 1;
    let proved = match (bounded.iter().all(|(.., is_worse)| *is_worse), is_one) {
        (true, true) => "The search proves that it is worse, but not by how much.",
        (true, false) => "The search proves that they are worse, but not by how much.",
        (false, true) => "The search proves only that it is not better. It may be equally good or worse.",
        (false, false) => "The search proves only that they are not better. They may be equally good or worse.",
    };
    format!("{}. {proved}", said.join("; "))
}

/// Returns the part about all moves if only the best move has an exact score.
fn one_score(bounded: &[BoundedMoves]) -> String {
    if bounded.is_empty() {
        return "<h2>The only move</h2>\n<p class=\"about\">Its score is exact.</p>\n".to_owned();
    }
    format!("<h2>The other moves</h2>\n<p class=\"about\">{}</p>\n", proved(bounded))
}

/// The distance between two labels, in thousandths of the line's length.
const LABEL: i64 = 260;

/// Maps scores to positions on the line, in thousandths of its length: proportionally, with mates at the ends.
struct Scale {
    low: i64,
    high: i64,
}

impl Scale {
    fn of(scores: impl Iterator<Item = Score>) -> Self {
        let plain: Vec<i64> = scores.filter(|score| !score.is_mate()).map(Score::ordinal).collect();
        let [low, high] = [plain.iter().min(), plain.iter().max()].map(|end| end.copied().unwrap_or(0));
        Self { low, high }
    }

    /// Returns at most six round scores on the line.
    fn ticks(&self) -> impl Iterator<Item = Score> {
        let (low, high) = (self.low, self.high);
        let steps = (0..).map(|power| [1, 2, 5][power % 3] * 10_i64.pow(power as u32 / 3));
        let step = steps.take(24).find(|step| (high - low) / step < 5).unwrap_or(i64::MAX);
        let (first, last) = (-(-low).div_euclid(step), high.div_euclid(step));
        (first..=last).map(move |tick| Score::from_millipawns((tick * step) as i32))
    }

    fn place(&self, score: Score) -> i64 {
        match (score.ordinal(), score.is_mate()) {
            (ordinal, true) => {
                if ordinal < 0 {
                    50
                } else {
                    950
                }
            }
            (_, false) if self.low == self.high => 500,
            (ordinal, false) => 150 + (ordinal - self.low) * 700 / (self.high - self.low),
        }
    }
}

fn percent(thousandths: i64) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

/// Draws text at a position on the line, moved inside the ends of the line if necessary.
fn label(at: i64, y: i64, text: &str, class: &str) -> String {
    anchored(at, y, text, class, 250)
}

/// Draws a text at a position on the line, centred unless the position is nearer than `room` to an end of the line.
fn anchored(at: i64, y: i64, text: &str, class: &str, room: i64) -> String {
    let anchor = match at {
        _ if at < room => "start",
        _ if at < 1000 - room => "middle",
        _ => "end",
    };
    format!("<text{class} x=\"{}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>", percent(at))
}
