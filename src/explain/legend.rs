//! The legend of a page: the symbols that the page uses, in order of appearance.

use crate::core::score::{Bound, End};
use crate::core::search::{Cut, Fail};
use crate::core::trace::Header;
use crate::page::comparison::{Comparison, Mark, Sign, View};
use crate::page::document::{Block, Document};
use crate::page::row::{LeafWord, Row};
use crate::page::sheet::Columns;
use crate::page::words::Words;

/// Explains why a node has only a bound although all its leaves were read.
pub(crate) const OUTSIDE: &str = "A node that fails high or low gets a bound, even with all moves tried";

const SIGNS: usize = 20;

/// Returns the two lines above the first tree of a page. `has_window` says whether moves are compared with bounds.
pub(crate) fn brief(words: &Words<'_>, has_window: bool) -> [String; 2] {
    let star = words.star();
    let first = match (words.perspective.view, words.perspective.has_names()) {
        (View::Minimax, true) => {
            let (max, min) = words.sides();
            format!("{max} (MAX) picks the highest score, {min} (MIN) the lowest. {star} best line.")
        }
        (View::Minimax, false) if words.perspective.movers.has_chance() => {
            let star =
                if words.perspective.movers.is_chance(0) { String::new() } else { format!(" {star} best line.") };
            format!("MAX picks the highest score, MIN the lowest, CHANCE the mean.{star}")
        }
        (View::Minimax, false) => format!("MAX picks the highest score, MIN the lowest. {star} marks the best line."),
        (View::Negamax, _) => {
            format!("Each side picks its highest score; -(x) negates the other side's. {star} best line.")
        }
    };
    let second = if has_window {
        "Read a row as: score, sign, bound, the move that set the bound; verdict."
    } else {
        "Every move gets its true score: nothing is cut off."
    };
    [first, second.to_owned()]
}

/// Returns the meaning of the symbols in the tree below `root`, and in the log if there is one.
pub(crate) fn legend(words: &Words<'_>, header: &Header, (shown, root): (Columns, &Row), has_log: bool) -> Document {
    let mut rows = Vec::new();
    root.walk(&mut |row| rows.push(row));
    let mut legend = Legend { words, header, shown, rows, entries: Vec::new() };
    legend.tree();
    legend.verdicts();
    legend.techniques();
    let window = "the window of a move: the score that MAX (alpha) and MIN (beta) already has";
    legend.add(has_log, "window (a,b)", window);
    legend.add(has_log, "-inf  +inf", "no score yet");
    let mut page = Document::default();
    page.text("Legend");
    page.push(Block::Facts(SIGNS + 2, legend.entries));
    page
}

/// Returns true if the bound shown for a node is also the score that the node returns, even if all its moves have only
/// bounds.
fn limit_is_score(header: &Header, cut: Cut) -> bool {
    let usual = || header.known_algorithm().map(|algorithm| algorithm.fails(cut));
    let fail = header.fail.parse().ok().or_else(usual);
    fail == Some(Fail::Soft) && header.techniques.is_empty() && header.mistake.is_empty()
}

/// The symbols of a page that its rows use.
struct Legend<'a> {
    words: &'a Words<'a>,
    header: &'a Header,
    shown: Columns,
    rows: Vec<&'a Row>,
    entries: Vec<(String, String)>,
}

impl Legend<'_> {
    fn has(&self, is_so: impl Fn(&Row) -> bool) -> bool {
        self.rows.iter().any(|row| is_so(row))
    }

    fn has_mark(&self, is_so: impl Fn(Mark) -> bool) -> bool {
        self.has(|row| is_so(row.mark))
    }

    fn has_bound(&self, wanted: Bound) -> bool {
        self.has(|row| row.score.is_some_and(|(_, bound)| bound == wanted))
    }

    fn has_compared(&self, is_so: impl Fn(&Comparison<String>) -> bool) -> bool {
        self.has(|row| row.comparison.as_ref().is_some_and(&is_so))
    }

    /// Returns whether a row represents several moves.
    fn is_folded(&self) -> bool {
        self.has(|row| row.path.is_empty() && matches!(row.mark, Mark::NoBetter | Mark::NotSearched))
    }

    fn is_refuted(&self) -> bool {
        self.has(|row| row.refuted_by.is_some())
    }

    fn add(&mut self, used: bool, sign: &str, meaning: &str) {
        if used {
            self.entries.push((format!("  {sign}"), meaning.to_owned()));
        }
    }

    /// Adds the symbols of names, steps and scores.
    fn tree(&mut self) {
        let (words, shown, style) = (self.words, self.shown, self.words.style);
        let number = if style.decimals == 0 { "3" } else { "3.00" };
        self.add(
            self.has(|row| row.on_pv),
            &words.star().to_string(),
            "the principal variation (PV): best moves of both sides",
        );
        self.add(
            self.is_folded(),
            "28 others",
            "moves that are not shown one by one, with the bound that holds for all of them",
        );
        let step = if self.is_refuted() {
            "the order in which moves were judged; none if refuted by x"
        } else {
            "the order in which moves were judged, from 1"
        };
        self.add(shown.step && self.has(|row| row.step.is_some()), "step", step);
        self.add(shown.nodes, "nodes", "positions searched here and below");
        let whose = match words.perspective.view {
            View::Minimax if words.perspective.has_names() => format!("for {} (MAX)", words.sides().0),
            View::Minimax => "for MAX".to_owned(),
            View::Negamax => "for the side that made the move".to_owned(),
        };
        self.add(true, number, &format!("a score {whose}"));
        self.add(self.has(|row| row.negated.is_some()), &format!("-({number})"), "the other side's score, negated");
        let mates = match words.perspective.players {
            None => "mate in two moves, being mated in two moves, counted from the root; a sooner mate is worth more",
            Some(_) => "a win in two moves, a loss in two moves, counted from the root; a sooner win is worth more",
        };
        self.add(self.has(|row| row.score.is_some_and(|(score, _)| score.is_mate())), "#2  #-2", mates);
        let limit = |sign| match shown.verdict {
            true => format!("({} {number})", style.sign(sign)),
            false => format!("{}{number}", style.sign(sign)),
        };
        let [most, least] = [Sign::AtMost, Sign::AtLeast].map(limit);
        // Some bounds don't come from a window, such as the bound of a row that represents several moves.
        let outside = if self.header.has_window() { format!(". {OUTSIDE}") } else { String::new() };
        let has_upper = self.has_bound(Bound::Upper);
        self.add(has_upper, &most, &format!("a bound, not a score: {number} or less{outside}"));
        let outside = if has_upper { String::new() } else { outside };
        self.add(self.has_bound(Bound::Lower), &least, &format!("a bound, not a score: {number} or more{outside}"));
        let compared = shown.comparison;
        self.add(
            compared && shown.verdict && self.has(Row::is_first),
            "first",
            "the first score at its node: there was nothing yet to compare it with",
        );
        let refuted = compared && shown.verdict && self.is_refuted();
        self.add(refuted, "refuted by x", "the reply x refutes it: see the cutoff in the row of x");
        let the = if shown.verdict { format!("{number} x") } else { format!("the {number} of x") };
        let sign = format!("{} {the}", style.sign(Sign::AtMost));
        let is_owned = self.has_compared(|compared| compared.owner.is_some());
        self.add(compared && is_owned, &sign, "the bound that a score is compared with, and the move x that set it");
        for label in words.bound_labels() {
            let is_labelled = |compared: &Comparison<_>| {
                compared.owner.is_none()
                    && !compared.threshold.is_infinite()
                    && words.bound_label(compared.threshold) == label
            };
            self.add(compared && self.has_compared(is_labelled), label.name(), label.meaning());
        }
    }

    /// Adds the words for verdicts, or only those for cutoffs if the rows have no others.
    fn verdicts(&mut self) {
        let (words, is_shown) = (self.words, self.shown.verdict);
        let (max, min) = words.sides();
        // Without a window, the search compares a move only with the other moves of its node.
        let [higher, or_higher] = match self.header.has_window() {
            true => [" and than what its side has above", " at its node or above"],
            false => [""; 2],
        };
        self.add(
            is_shown && self.has_mark(|mark| mark == Mark::NewBest),
            "new best",
            &format!("better than the moves before it at its node{higher}; a later one may be better still"),
        );
        let mut no_better = format!("not better than the best so far{or_higher}; a tie is no better");
        no_better.push_str(if self.is_refuted() { ". If refuted, it may have been left early" } else { "" });
        no_better.push_str(if self.is_folded() {
            ". Among several moves in one row, one may have been best for a while"
        } else {
            ""
        });
        let is_no_better = |row: &Row| row.mark == Mark::NoBetter && !row.is_best_of_earlier();
        self.add(is_shown && self.has(is_no_better), "no better", &no_better);
        let before = "the best move of an earlier pass; this pass proves that no move is better";
        self.add(is_shown && self.has(Row::is_best_of_earlier), "best before", before);
        let cuts = |wanted: End| move |mark: Mark| matches!(mark, Mark::Cutoff { end, .. } if end == wanted);
        let is_owned = |row: &Row| row.comparison.as_ref().is_some_and(|compared| compared.owner.is_some());
        let avoids = |end: End, side: &str, other: &str| {
            if self.has(|row| cuts(end)(row.mark) && !is_owned(row)) {
                return format!("the move reaches {}, so the other moves of its node no longer matter", end.name());
            }
            format!(
                "the move is so good for {side} that {other}, who has at least as good a score elsewhere, avoids the node"
            )
        };
        let beta = match words.perspective.view {
            View::Minimax => avoids(End::Beta, max, min),
            View::Negamax => avoids(End::Beta, "its side", "the other side"),
        };
        let alpha = avoids(End::Alpha, min, max);
        self.add(self.has_mark(cuts(End::Beta)), "beta cutoff", &beta);
        self.add(self.has_mark(cuts(End::Alpha)), "alpha cutoff", &alpha);
        self.add(
            self.has_mark(|mark| matches!(mark, Mark::Cutoff { skipped: 1.., .. })),
            "skips 2",
            "that many moves were skipped",
        );
        let skips_none = if limit_is_score(self.header, words.rules.cut) {
            "all other moves of its node were tried before; if all their scores are exact, the node's bound is its score"
        } else {
            "all other moves of its node were tried before"
        };
        self.add(self.has_mark(|mark| matches!(mark, Mark::Cutoff { skipped: 0, .. })), "skips none", skips_none);
        let is_skipped = self.has_mark(|mark| mark == Mark::NotSearched);
        self.add(is_shown && is_skipped, "not searched", "a cutoff made it unnecessary, or the search ended");
        let is_pruned = self.has_mark(|mark| matches!(mark, Mark::Pruned(_)));
        self.add(is_shown && is_pruned, "not searched: rule", "a rule estimates it as too bad");
        let is_unfinished = self.has_mark(|mark| mark == Mark::Unfinished);
        self.add(is_shown && is_unfinished, "not finished", "the search did not finish the node");
        let mut leaves: Vec<&LeafWord> = Vec::new();
        for leaf in self.rows.iter().filter_map(|row| row.leaf.as_ref()) {
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        }
        for LeafWord { word, meaning } in leaves {
            self.add(is_shown, word, meaning);
        }
    }

    /// Adds the words for techniques, which appear in brackets below a name.
    fn techniques(&mut self) {
        let known = [
            ("the table has", "the transposition table entry of the position, and whether it was enough"),
            ("null move", "the score of a null move, and whether it was enough"),
            ("standing pat", "the score in quiescence if the side to move makes no capture"),
            ("shallower", "a late move, first searched to a reduced depth"),
            ("deeper", "searched deeper than usual"),
            ("searched again", "the first, cheaper search suggested a better score"),
        ];
        for (sign, meaning) in known {
            self.add(self.has(|row| row.notes.iter().any(|note| note.contains(sign))), sign, meaning);
        }
    }
}
