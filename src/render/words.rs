//! What there is to say about a node, in the default style: one wording for tree, outline and log.

use super::style::{Paint, Style};
use crate::hooks::{Again, Pass, Prune, Verdict};
use crate::score::{Bound, Score};
use crate::trace::{Applied, Fold, Judgement, LeafKind, Node, Numbering, Source, Unsearched, line_text, move_text};

/// Writes about nodes, one way for the whole output.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// How it looks.
    pub style: &'a Style,
    /// Where move numbers begin.
    pub numbering: Option<Numbering>,
}

/// A line of more moves is told by its last one.
const LONG: usize = 8;

impl Words<'_> {
    /// Writes a node that the moves `line` lead to: its move, and what became of it.
    #[must_use]
    pub fn node(&self, node: &Node, line: &[&str]) -> (String, Paint) {
        let Some(ply) = line.len().checked_sub(1) else { return ("(root)".to_owned(), Paint::Plain) };
        let name = move_text(node.name(), ply, self.numbering);
        let (rest, paint) = self.fate(node, line);
        (if rest.is_empty() { name } else { format!("{name} {rest}") }, paint)
    }

    /// Writes what became of the node that `line` leads to.
    fn fate(&self, node: &Node, line: &[&str]) -> (String, Paint) {
        match (&node.judgement, &node.unsearched) {
            (Some(judgement), _) => self.judgement(node, judgement, line),
            (None, Some(Unsearched::Cutoff(cutter))) => {
                (format!("- not searched: {} cut", self.source(cutter, line)), Paint::Unsearched)
            }
            (None, Some(Unsearched::Pruned(rule, expected))) => {
                (self.pruned(*rule, *expected, line), Paint::Unsearched)
            }
            (None, Some(Unsearched::Settled(winner))) => {
                (format!("- not searched: {} wins", self.source(winner, line)), Paint::Unsearched)
            }
            (None, Some(Unsearched::Stopped)) => ("- not searched: stopped".to_owned(), Paint::Unsearched),
            (None, None) => ("- not finished: stopped".to_owned(), Paint::Unsearched),
        }
    }

    /// Writes which rule kept a move from being searched, and what it expected.
    #[must_use]
    pub fn pruned(&self, rule: Prune, expected: Score, line: &[&str]) -> String {
        let rule = prune_word(rule);
        let expected = self.style.score(self.style.view.score(expected, line.len() - 1, self.numbering));
        format!("- not searched: pruned by {rule}, at most {expected} expected")
    }

    /// Writes what techniques did at the node after the move at `ply`: ` {reduced 1, stand pat 0.50}`. Like the node's score, all
    /// scores are for the side that moved.
    #[must_use]
    pub fn applied(&self, applied: &Applied, ply: usize) -> String {
        let shown = |score: Score| self.style.score(self.style.view.score(-score, ply, self.numbering));
        let mut parts = Vec::new();
        if applied.extended != 0 {
            parts.push(format!("extended {}", applied.extended));
        }
        if applied.reduced != 0 {
            parts.push(format!("reduced {}", applied.reduced));
        }
        if let Some((depth, score, bound, cut)) = applied.hash {
            let what = self.style.bounded(-score, -bound, ply, self.numbering);
            let use_ = if cut { "" } else { ", not enough" };
            parts.push(format!("hash {what} at depth {depth}{use_}"));
        }
        if let Some((score, cut)) = applied.null_move {
            parts.push(format!("null move {}{}", shown(score), if cut { " cut" } else { "" }));
        }
        if let Some((score, _)) = applied.stand_pat {
            parts.push(format!("stand pat {}", shown(score)));
        }
        parts.extend(applied.again.map(|reason| again_word(reason).to_owned()));
        format!(" {{{}}}", parts.join(", "))
    }

    fn judgement(&self, node: &Node, judgement: &Judgement, line: &[&str]) -> (String, Paint) {
        let ply = line.len() - 1;
        let score = self.style.bounded(judgement.score, judgement.bound, ply, self.numbering);
        let Some(order) = judgement.order else {
            let refutation = node.in_search_order().into_iter().find(|child| {
                child.judgement.as_ref().is_some_and(|child| matches!(child.verdict, Verdict::Cutoff { .. }))
            });
            let by = refutation.map(|reply| format!(": {} refutes it", self.last_move(reply, line.len())));
            let applied = node.techniques.as_ref().map(|applied| self.applied(applied, ply));
            let text = format!("{score} DROPPED{}{}", by.unwrap_or_default(), applied.unwrap_or_default());
            return (text, Paint::Discarded);
        };
        let ending = node.ending.as_ref().map(|ending| format!(" {ending}")).unwrap_or_default();
        let kind = self.leaf(node.leaf).map(|kind| format!(" {kind}")).unwrap_or_default();
        let window = self.style.window(judgement.window, ply, self.numbering);
        let (comparison, paint) = self.comparison(judgement, line);
        let applied = node.techniques.as_ref().map(|applied| self.applied(applied, ply)).unwrap_or_default();
        (format!("({order}) {score}{ending}{kind} {window} {comparison}{applied}"), paint)
    }

    /// Returns the word for why a node is a leaf, if that has to be said. Without a board it is no wonder that there are
    /// no more moves.
    #[must_use]
    pub fn leaf(&self, leaf: Option<LeafKind>) -> Option<&'static str> {
        match leaf? {
            LeafKind::Childless => self.numbering.is_some().then_some("closed"),
            LeafKind::Hash => Some("hash"),
            LeafKind::StandPat => Some("stand pat"),
            LeafKind::NullMove => Some("null move"),
            LeafKind::MateDistance => Some("mate distance"),
            LeafKind::Horizon | LeafKind::Lost | LeafKind::Drawn | LeafKind::Won => None,
        }
    }

    /// Writes the comparison that decided and its result, with the line that set the threshold unless a sibling or a
    /// sibling of the parent did.
    fn comparison(&self, judgement: &Judgement, line: &[&str]) -> (String, Paint) {
        let ply = line.len() - 1;
        let flipped = self.style.view.flips(ply, self.numbering);
        let shown = |score: Score| self.style.score(self.style.view.score(score, ply, self.numbering));
        let (sign, threshold, source, usual_ply) = match judgement.verdict {
            Verdict::Best => (">", judgement.window.alpha, &judgement.alpha_set_by, Some(ply)),
            Verdict::NotBest => ("<=", judgement.window.alpha, &judgement.alpha_set_by, Some(ply)),
            Verdict::Cutoff { .. } => (">=", judgement.window.beta, &judgement.beta_set_by, ply.checked_sub(1)),
        };
        let sign = match (flipped, sign) {
            (true, ">") => "<",
            (true, "<=") => ">=",
            (true, ">=") => "<=",
            (_, sign) => sign,
        };
        let (result, paint) = match judgement.verdict {
            Verdict::Best => ("BEST".to_owned(), Paint::Best),
            Verdict::NotBest => ("discard".to_owned(), Paint::Discarded),
            Verdict::Cutoff { skipped: 0 } => ("CUTOFF, none left".to_owned(), Paint::Cutoff),
            Verdict::Cutoff { skipped } => (format!("CUTOFF, skips {skipped}"), Paint::Cutoff),
        };
        let setter = source
            .as_ref()
            .filter(|source| Some(source.ply) != usual_ply)
            .map(|source| format!(" of {}", self.source(source, line)))
            .unwrap_or_default();
        (format!("{} {}{setter} {result}", self.style.sign(sign), shown(threshold)), paint)
    }

    /// Writes the line of a move that set something, seen from the node that `line` leads to: only the move itself if
    /// its siblings lie on the line's last two plies, else the whole line. Deep down the beginning is left out, which is
    /// the same as that of `line`.
    #[must_use]
    pub fn source(&self, source: &Source<String>, line: &[&str]) -> String {
        if line.len() <= source.ply + 2 {
            return move_text(&source.mv, source.ply, self.numbering);
        }
        if LONG <= source.ply {
            return format!("... {}", move_text(&source.mv, source.ply, self.numbering));
        }
        let whole: Vec<&str> = line[..source.ply].iter().copied().chain([source.mv.as_str()]).collect();
        line_text(&whole, self.numbering)
    }

    /// Writes the move to a child of the node at `ply`.
    #[must_use]
    pub fn last_move(&self, child: &Node, ply: usize) -> String {
        move_text(child.name(), ply, self.numbering)
    }

    /// Writes a fold of children whose parent is at `ply`: `(27 more, best <= -0.50; 3 not searched)`.
    #[must_use]
    pub fn fold(&self, fold: &Fold, ply: usize) -> String {
        let mut parts = Vec::new();
        if 0 < fold.searched {
            let best = fold.best.map(|(score, bound)| self.best_of_fold(score, bound, ply)).unwrap_or_default();
            parts.push(format!("{} more{best}", fold.searched));
        }
        if 0 < fold.pruned {
            parts.push(format!("{} pruned", fold.pruned));
        }
        if 0 < fold.skipped {
            parts.push(format!("{} not searched", fold.skipped));
        }
        format!("({})", parts.join("; "))
    }

    fn best_of_fold(&self, score: Score, bound: Bound, ply: usize) -> String {
        format!(", best {}", self.style.bounded(score, bound, ply, self.numbering))
    }
}

/// The word for why a node was searched again.
#[must_use]
pub fn again_word(reason: Again) -> &'static str {
    match reason {
        Again::Scout => "searched again with the full window",
        Again::Reduced => "searched again to the full depth",
    }
}

/// The word for why a move was not searched.
#[must_use]
pub fn prune_word(rule: Prune) -> &'static str {
    match rule {
        Prune::Futility => "futility",
        Prune::Delta => "delta",
        Prune::Exchange => "exchange",
    }
}

/// The words for why the whole tree is searched.
#[must_use]
pub fn pass_word(pass: Pass) -> &'static str {
    match pass {
        Pass::Iteration => "iteration",
        Pass::Aspiration => "narrow window",
        Pass::FailedLow => "failed low, again",
        Pass::FailedHigh => "failed high, again",
        Pass::Test => "test",
    }
}
