//! What the signs of one page mean, in the order in which they appear; signs that it does not use are left out.

use crate::page::comparison::{Mark, Sign, View};
use crate::page::document::{Block, Document};
use crate::page::row::{LeafWord, Row};
use crate::page::sheet::Columns;
use crate::page::words::Words;
use crate::score::{Bound, End};
use crate::search::{Cut, Fail};
use crate::trace::Header;

/// Why a node has a limit though all of its leaves were read.
pub(crate) const OUTSIDE: &str = "Outside of its window a node gets only a limit, even with all moves tried";

/// Columns for the signs.
const SIGNS: usize = 20;

/// Returns the two lines that stand above the first tree of a page. `has_window` says whether moves are compared with
/// thresholds.
pub(crate) fn brief(words: &Words<'_>, has_window: bool) -> [String; 2] {
    let star = words.star();
    let first = match (words.perspective.view, words.perspective.has_names()) {
        (View::Minimax, true) => {
            let (max, min) = words.sides();
            format!("{max} (MAX) picks the highest score, {min} (MIN) the lowest. {star} best play.")
        }
        (View::Minimax, false) => format!("MAX picks the highest score, MIN the lowest. {star} marks best play."),
        (View::Negamax, _) => {
            format!("Each side picks its highest score; -(x) negates the other side's. {star} best play.")
        }
    };
    let second = if has_window {
        "Read a row as: score, sign, threshold, the move that set the threshold; verdict."
    } else {
        "Every move gets its true score: nothing is cut off."
    };
    [first, second.to_owned()]
}

/// Returns what the signs of the tree below `root` mean, and those of the log if there is one.
pub(crate) fn legend(words: &Words<'_>, header: &Header, (shown, root): (Columns, &Row), has_log: bool) -> Document {
    let limit_is_score = limit_is_score(header, words.rules.cut);
    let mut used = UsedSigns { has_window: header.has_window(), limit_is_score, ..UsedSigns::default() };
    root.walk(&mut |row| used.add(row));
    let mut entries = Vec::new();
    used.tree(words, shown, &mut entries);
    used.verdicts(words, shown, &mut entries);
    used.techniques(&mut entries);
    if has_log {
        let window = "the window when a move is entered: what MAX has (alpha) and what MIN has (beta)";
        entries.push(("window (a,b)".to_owned(), window.to_owned()));
        entries.push(("-inf  +inf".to_owned(), "nothing yet".to_owned()));
    }
    let entries: Vec<(String, String)> =
        entries.into_iter().map(|(sign, meaning)| (format!("  {sign}"), meaning)).collect();
    let mut page = Document::default();
    page.text("Legend");
    page.push(Block::Facts(SIGNS + 2, entries));
    page
}

/// Whether the limit of a node is its score where each of its moves has a score that is none: if nothing but moves is asked, and
/// what they are worth is given up as it is, be it enough or not.
fn limit_is_score(header: &Header, cut: Cut) -> bool {
    let usual = || header.known_algorithm().map(|algorithm| algorithm.fails(cut));
    let fail = header.fail.parse().ok().or_else(usual);
    fail == Some(Fail::Soft) && header.techniques.is_empty() && header.mistake.is_empty()
}

/// Which signs a page uses.
#[derive(Default)]
struct UsedSigns {
    on_pv: bool,
    step: bool,
    mate: bool,
    upper: bool,
    lower: bool,
    negated: bool,
    first: bool,
    refuted: bool,
    owner: bool,
    nobody: bool,
    best: bool,
    no_better: bool,
    best_before: bool,
    alpha_cutoff: bool,
    beta_cutoff: bool,
    skips_none: bool,
    skips_some: bool,
    not_searched: bool,
    pruned: bool,
    unfinished: bool,
    folded: bool,
    leaves: Vec<LeafWord>,
    notes: String,
    has_window: bool,
    /// See [`limit_is_score`].
    limit_is_score: bool,
}

impl UsedSigns {
    fn add(&mut self, row: &Row) {
        self.on_pv |= row.on_pv;
        self.step |= row.step.is_some();
        self.negated |= row.negated.is_some();
        self.folded |= row.path.is_empty() && matches!(row.mark, Mark::NoBetter | Mark::NotSearched);
        if let Some((score, bound)) = row.score {
            self.mate |= score.is_mate();
            self.upper |= bound == Bound::Upper;
            self.lower |= bound == Bound::Lower;
        }
        if let Some(compared) = &row.comparison {
            self.first |= row.mark == Mark::NewBest && compared.threshold.is_infinite();
            self.owner |= compared.owner.is_some();
            self.nobody |= compared.owner.is_none() && !compared.threshold.is_infinite();
        }
        self.refuted |= row.refuted_by.is_some();
        match row.mark {
            Mark::NewBest => self.best = true,
            Mark::NoBetter => {
                self.no_better |= !row.is_best_of_earlier();
                self.best_before |= row.is_best_of_earlier();
            }
            Mark::Cutoff { end, skipped } => {
                self.alpha_cutoff |= end == End::Alpha;
                self.beta_cutoff |= end == End::Beta;
                self.skips_none |= skipped == 0;
                self.skips_some |= skipped != 0;
            }
            Mark::NotSearched => self.not_searched = true,
            Mark::Pruned(_) => self.pruned = true,
            Mark::Unfinished => self.unfinished = true,
            Mark::Root | Mark::ToCome => {}
        }
        if let Some(leaf) = row.leaf.as_ref().filter(|leaf| !self.leaves.contains(leaf)) {
            self.leaves.push(leaf.clone());
        }
        row.notes.iter().for_each(|note| self.notes.push_str(note));
    }

    /// The signs of names, steps and scores.
    fn tree(&self, words: &Words<'_>, shown: Columns, entries: &mut Vec<(String, String)>) {
        let style = words.style;
        let number = if style.decimals == 0 { "3" } else { "3.00" };
        let mut add = |used: bool, sign: &str, meaning: &str| {
            if used {
                entries.push((sign.to_owned(), meaning.to_owned()));
            }
        };
        add(self.on_pv, &words.star().to_string(), "the principal variation (PV): best play by both sides");
        add(self.folded, "28 others", "moves that are not shown one by one, with the limit that holds for all of them");
        let step = if self.refuted {
            "the order in which moves were judged; none if refuted by x"
        } else {
            "the order in which moves were judged, from 1"
        };
        add(self.step && shown.step, "step", step);
        add(shown.nodes, "nodes", "positions that were searched here and below");
        let whose = match words.perspective.view {
            View::Minimax if words.perspective.has_names() => format!("for {} (MAX)", words.sides().0),
            View::Minimax => "for MAX".to_owned(),
            View::Negamax => "for the side that made the move".to_owned(),
        };
        add(true, number, &format!("a score {whose}"));
        add(self.negated, &format!("-({number})"), "the score that the other side found, with its sign changed");
        let mates = match words.perspective.players {
            None => "mate in two moves, being mated in two moves, counted from the root; a sooner mate is worth more",
            Some(_) => "a win in two moves, a loss in two moves, counted from the root; a sooner win is worth more",
        };
        add(self.mate, "#2  #-2", mates);
        let limit = |sign| match shown.verdict {
            true => format!("({} {number})", style.sign(sign)),
            false => format!("{}{number}", style.sign(sign)),
        };
        let [most, least] = [Sign::AtMost, Sign::AtLeast].map(limit);
        // Not all limits come of a window: one of a row of several moves does not.
        let outside = if self.has_window { format!(". {OUTSIDE}") } else { String::new() };
        add(self.upper, &most, &format!("a limit, not a score: {number} or less{outside}"));
        let outside = if self.upper { String::new() } else { outside };
        add(self.lower, &least, &format!("a limit, not a score: {number} or more{outside}"));
        let compared = shown.comparison;
        add(
            compared && shown.verdict && self.first,
            "first",
            "the first score at its node: its side had nothing yet to compare it with",
        );
        let refuted = compared && shown.verdict && self.refuted;
        add(refuted, "refuted by x", "the reply x was enough against it: a cutoff in its row");
        let the = if shown.verdict { format!("{number} x") } else { format!("the {number} of x") };
        let sign = format!("{} {the}", style.sign(Sign::AtMost));
        add(compared && self.owner, &sign, "what a score is compared with, and the move x that set it");
        add(compared && self.nobody, words.nobody().name(), words.nobody().meaning());
    }

    /// The words for what became of a move; only those of cutoffs where rows have none.
    fn verdicts(&self, words: &Words<'_>, shown: Columns, entries: &mut Vec<(String, String)>) {
        let mut add = |used: bool, sign: &str, meaning: &str| {
            if used {
                entries.push((sign.to_owned(), meaning.to_owned()));
            }
        };
        let (max, min) = words.sides();
        add(
            shown.verdict && self.best,
            "new best",
            "better than all moves before it at its node; a later one may be better still",
        );
        let mut no_better = "not better than the best so far; an equal score is no better".to_owned();
        no_better.push_str(if self.refuted { ". If refuted, it may have been left early" } else { "" });
        no_better.push_str(if self.folded {
            ". Of several moves in one row, one may have been best until another came"
        } else {
            ""
        });
        add(shown.verdict && self.no_better, "no better", &no_better);
        let before = "the best move, by an earlier pass; this one proves that none is better, it too";
        add(shown.verdict && self.best_before, "best before", before);
        let avoids = |side: &str, other: &str| {
            format!("{side} choice here is so good that {other}, who has as much elsewhere, avoids it")
        };
        let beta = match words.perspective.view {
            View::Minimax => avoids(&format!("{max}'s"), min),
            View::Negamax => avoids("the", "the other side"),
        };
        add(self.beta_cutoff, "beta cutoff", &beta);
        add(self.alpha_cutoff, "alpha cutoff", &avoids(&format!("{min}'s"), max));
        add(self.skips_some, "skips 2", "that many moves were not tried");
        let skips_none = if self.limit_is_score {
            "all other moves of its node were tried before; if all have scores, none a limit, its own limit is its score"
        } else {
            "all other moves of its node were tried before"
        };
        add(self.skips_none, "skips none", skips_none);
        add(shown.verdict && self.not_searched, "not searched", "a cutoff made it unnecessary, or the search ended");
        add(shown.verdict && self.pruned, "not searched: rule", "a rule expects too little of it");
        add(shown.verdict && self.unfinished, "not finished", "the search was stopped inside of it");
        for LeafWord { word, meaning } in &self.leaves {
            add(shown.verdict, word, meaning);
        }
    }

    /// What stands in brackets below a name.
    fn techniques(&self, entries: &mut Vec<(String, String)>) {
        let known = [
            ("the table has", "what the transposition table knew of the position, and whether it was enough"),
            ("null move", "the score if the side to move passes, and whether it was enough"),
            ("standing pat", "the score if only captures are searched on and the side to move does none"),
            ("less deep", "a late move, searched less deep at first"),
            ("deeper", "searched deeper than usual"),
            ("searched again", "the first, cheaper search promised more"),
        ];
        let used = known.into_iter().filter(|(sign, _)| self.notes.contains(sign));
        entries.extend(used.map(|(sign, meaning)| (sign.to_owned(), meaning.to_owned())));
    }
}
