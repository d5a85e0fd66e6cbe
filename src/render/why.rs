//! One move or one line, explained in words and numbers.

use super::report::{bound_word, counted, incomplete, paragraph, table};
use super::style::Style;
use super::words::{Words, again_word, prune_word};
use crate::hooks::{Again, Verdict};
use crate::score::{Bound, Score};
use crate::trace::{Judgement, LeafKind, Node, SearchTree, Source, Unsearched, line_text};
use std::io::{self, Write};

/// Explains what the search thought of the last move of `line`: its score, what refutes it or why it is best, against
/// which bound, and which line set that bound.
///
/// The tree must have been built with the line as its focus. Where the search never came to the move, the output says
/// what prevented it, and the index of the first move of `line` that was not searched is returned.
///
/// # Errors
/// What writing gives.
pub fn why(tree: &SearchTree, line: &[String], style: &Style, out: &mut dyn Write) -> io::Result<Option<usize>> {
    incomplete(tree, style, out)?;
    let why = Why { words: Words { style, numbering: tree.header.numbering }, tree, out };
    why.explain(line)
}

/// Says of a line that was not searched what prevented it; of any other it says nothing.
///
/// The tree must have been built with the line as its focus. Returns the index of the first move that was not searched.
///
/// # Errors
/// What writing gives.
pub fn unsearched(tree: &SearchTree, line: &[String], style: &Style, out: &mut dyn Write) -> io::Result<Option<usize>> {
    Why { words: Words { style, numbering: tree.header.numbering }, tree, out }.unsearched(line)
}

struct Why<'a, 'o> {
    words: Words<'a>,
    tree: &'a SearchTree,
    out: &'o mut dyn Write,
}

impl Why<'_, '_> {
    fn explain(mut self, line: &[String]) -> io::Result<Option<usize>> {
        let style = self.words.style;
        if let Some(index) = self.unsearched(line)? {
            return Ok(Some(index));
        }
        let nodes = walk(self.tree, line).unwrap_or_default();
        let Some(node) = nodes.last() else { return Ok(None) };
        let names: Vec<&str> = line.iter().map(String::as_str).collect();
        let Some(judgement) = &node.judgement else {
            self.say(&format!("{} was not searched to its end: the search was stopped.", self.text(&names)))?;
            return Ok(None);
        };
        writeln!(self.out, "{}", style.paint(&format!("Why {}?", self.text(&names)), super::Paint::Heading))?;
        self.score(node, judgement, &names)?;
        self.techniques(node, judgement, &names)?;
        self.verdict(node, judgement, &names)?;
        self.continuation(node, &names)?;
        let effort = counted(node.nodes, "node was", "nodes were");
        self.say(&format!("{effort} searched for it, of {} in all.", self.tree.root.nodes))?;
        Ok(None)
    }

    /// Says which move of the line was not searched, and why not; returns its index.
    fn unsearched(&mut self, line: &[String]) -> io::Result<Option<usize>> {
        let Err((index, reason)) = walk(self.tree, line) else { return Ok(None) };
        let names: Vec<&str> = line[..=index].iter().map(String::as_str).collect();
        self.say(&format!("{} was not searched.", self.text(&names)))?;
        self.say(&unsearched_reason(&self.words, self.tree, reason, &names))?;
        Ok(Some(index))
    }

    fn text(&self, line: &[&str]) -> String {
        line_text(line, self.words.numbering)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        paragraph(text, self.words.style, self.out)
    }

    fn shown(&self, score: Score, ply: usize) -> String {
        self.words.style.score(self.words.style.view.score(score, ply, self.words.numbering))
    }

    fn score(&mut self, node: &Node, judgement: &Judgement, line: &[&str]) -> io::Result<()> {
        let ply = line.len() - 1;
        let score = self.words.style.bounded(judgement.score, judgement.bound, ply, self.words.numbering);
        let bound = self.words.style.view.bound(judgement.bound, ply, self.words.numbering);
        let kind = match (&node.ending, node.leaf) {
            (Some(ending), _) => format!("the game is over: {ending}"),
            (None, Some(LeafKind::Horizon)) => "static, the depth is used up".to_owned(),
            (None, Some(LeafKind::Childless)) => "static, there are no moves".to_owned(),
            _ => bound_word(bound).to_owned(),
        };
        let (number, of) = (judgement.tried, self.siblings(line));
        self.say(&format!("It was tried as number {number} of {of}. Its score is {score} ({kind})."))
    }

    /// What techniques did before the node had its score.
    fn techniques(&mut self, node: &Node, judgement: &Judgement, line: &[&str]) -> io::Result<()> {
        let ply = line.len() - 1;
        let applied = node.techniques.as_deref().copied().unwrap_or_default();
        let mut said = Vec::new();
        if applied.extended != 0 {
            let plies = counted(u64::from(applied.extended), "ply", "plies");
            said.push(format!("It gives check, so it was searched {plies} deeper."));
        }
        if applied.reduced != 0 {
            let plies = counted(u64::from(applied.reduced), "ply", "plies");
            said.push(format!("It came late, so it was first searched {plies} less deep."));
        }
        said.extend(applied.again.map(|reason| match reason {
            Again::Scout => {
                format!("A null window showed that it beats the best move, so it was {}.", again_word(reason))
            }
            Again::Reduced => format!("That did not refute it, so it was {}.", again_word(reason)),
        }));
        if let Some((depth, score, bound, cut)) = applied.hash {
            let stored = self.words.style.bounded(-score, -bound, ply, self.words.numbering);
            let plies = counted(u64::from(depth), "ply", "plies");
            let use_ = if cut { "that was enough" } else { "that was not enough" };
            said.push(format!("The transposition table knew the position: {stored} by a search of {plies}; {use_}."));
        }
        if let Some((score, cut)) = applied.null_move {
            let score = self.shown(-score, ply);
            let effect = if cut { "which refutes the move" } else { "which does not refute the move" };
            said.push(format!("If the opponent passes (null move), it is worth {score}, {effect}."));
        }
        match (node.leaf, applied.stand_pat) {
            (Some(LeafKind::StandPat), _) => {
                let score = self.shown(judgement.score, ply);
                said.push(format!(
                    "The depth is used up, and the opponent may stand pat: the static score is {score}."
                ));
            }
            (_, Some((score, _))) => {
                let score = self.shown(-score, ply);
                said.push(format!("The depth is used up (static score {score}): only captures were searched on."));
            }
            (Some(LeafKind::MateDistance), None) => {
                said.push("A mate that was found is nearer than any that could be found here.".to_owned());
            }
            _ => {}
        }
        if said.is_empty() { Ok(()) } else { self.say(&said.join(" ")) }
    }

    fn siblings(&self, line: &[&str]) -> usize {
        let parent = &line[..line.len() - 1];
        let names: Vec<String> = parent.iter().map(|&name| name.to_owned()).collect();
        let node = walk(self.tree, &names)
            .ok()
            .map_or(&self.tree.root, |nodes| nodes.last().copied().unwrap_or(&self.tree.root));
        node.children.len() + node.fold.len()
    }

    fn verdict(&mut self, node: &Node, judgement: &Judgement, line: &[&str]) -> io::Result<()> {
        let ply = line.len() - 1;
        let (alpha, beta) = (self.shown(judgement.window.alpha, ply), self.shown(judgement.window.beta, ply));
        let set = |words: &Words<'_>, source: &Option<Source<String>>| match source {
            Some(source) => format!(", which {} set", whole_source(words, source, line)),
            None => String::new(),
        };
        let alpha_set = set(&self.words, &judgement.alpha_set_by);
        let text = match judgement.verdict {
            Verdict::Best if judgement.score <= judgement.window.alpha => {
                format!("It only equals what the mover had before ({alpha}{alpha_set}), and replaces it by mistake.")
            }
            Verdict::Best if node.on_pv => {
                let later =
                    if self.tree.outcome.complete { "nothing later beats it" } else { "nothing beat it so far" };
                format!("It beats what the mover had before ({alpha}{alpha_set}), and {later}: it is on the PV.")
            }
            Verdict::Best => {
                format!("It beats what the mover had before ({alpha}{alpha_set}): best so far, but not to the end.")
            }
            Verdict::NotBest if judgement.bound == Bound::Upper && node.leaf.is_none() => {
                let reply = refutation(node);
                let by = reply.map(|reply| format!("{} refutes it: ", self.words.last_move(reply, line.len())));
                format!(
                    "{}the mover already has {alpha}{alpha_set}, and this does not beat it.",
                    by.unwrap_or_default()
                )
            }
            Verdict::NotBest => format!("The mover already has {alpha}{alpha_set}, and this does not beat it."),
            Verdict::Cutoff { skipped } => {
                let beta_set = set(&self.words, &judgement.beta_set_by);
                let skipped = counted(u64::from(skipped), "other move was", "other moves were");
                format!(
                    "It reaches the opponent's bound ({beta}{beta_set}): the opponent will not allow the position \
                     before it. {skipped} skipped."
                )
            }
        };
        self.say(&text)
    }

    /// The line that the kept children spell: the refutation, or best play.
    fn continuation(&mut self, node: &Node, line: &[&str]) -> io::Result<()> {
        let mut names: Vec<&str> = line.to_vec();
        let mut at = node;
        while let Some(next) = at.decisive() {
            // Who stands pat does none of the captures that were tried in vain.
            let stands_pat = at.techniques.as_ref().is_some_and(|applied| applied.stand_pat.is_some());
            if stands_pat && next.judgement.as_ref().is_some_and(|judgement| judgement.verdict == Verdict::NotBest) {
                break;
            }
            names.push(next.name());
            at = next;
        }
        if names.len() == line.len() {
            return Ok(());
        }
        let what = if node.on_pv { "Best play" } else { "The line behind the score" };
        let text = self.text(&names);
        // Told from the view of the move that is explained, as its own score is.
        let ply = line.len() - 1;
        let is_other = (names.len() - line.len()) % 2 == 1;
        let leaf = at.judgement.as_ref().map(|judgement| {
            let (score, bound) = (judgement.score, judgement.bound);
            let (score, bound) = if is_other { (-score, -bound) } else { (score, bound) };
            format!(" ({})", self.words.style.bounded(score, bound, ply, self.words.numbering))
        });
        self.say(&format!("{what}: {text}{}", leaf.unwrap_or_default()))
    }
}

/// The line of a source, whole.
fn whole_source(words: &Words<'_>, source: &Source<String>, line: &[&str]) -> String {
    let whole: Vec<&str> = line[..source.ply].iter().copied().chain([source.mv.as_str()]).collect();
    line_text(&whole, words.numbering)
}

/// The child that cut.
fn refutation(node: &Node) -> Option<&Node> {
    let cuts = |child: &&Node| matches!(child.judgement, Some(Judgement { verdict: Verdict::Cutoff { .. }, .. }));
    node.children.iter().find(cuts)
}

/// Goes down `line`. An error is the index of the first move that was not searched, and why not.
fn walk<'a>(tree: &'a SearchTree, line: &[String]) -> Result<Vec<&'a Node>, (usize, Option<&'a Unsearched>)> {
    let mut node = &tree.root;
    let mut nodes = Vec::with_capacity(line.len());
    for (index, name) in line.iter().enumerate() {
        let Some(child) = node.children.iter().find(|child| child.name() == name) else { return Err((index, None)) };
        if child.unsearched.is_some() {
            return Err((index, child.unsearched.as_ref()));
        }
        nodes.push(child);
        node = child;
    }
    Ok(nodes)
}

fn unsearched_reason(words: &Words<'_>, tree: &SearchTree, reason: Option<&Unsearched>, line: &[&str]) -> String {
    match reason {
        Some(Unsearched::Cutoff(cutter)) => {
            let whole = whole_source(words, cutter, line);
            format!("{whole} cut before: it was already good enough that the position before it will not be allowed.")
        }
        Some(Unsearched::Pruned(rule, expected)) => {
            let expected = words.style.score(words.style.view.score(*expected, line.len() - 1, words.numbering));
            format!("The rule of {} expected no more than {expected} of it.", prune_word(*rule))
        }
        Some(Unsearched::Settled(winner)) => {
            format!("{} wins by force, so the search ended.", whole_source(words, winner, line))
        }
        Some(Unsearched::Stopped) => "The search was stopped before.".to_owned(),
        None => not_reached(words, tree, line),
    }
}

/// Why a move is not even known to the tree: its parent is a leaf, or the move is not one of its parent's.
fn not_reached(words: &Words<'_>, tree: &SearchTree, line: &[&str]) -> String {
    let parent: Vec<String> = line[..line.len() - 1].iter().map(|&name| name.to_owned()).collect();
    let nodes = walk(tree, &parent).unwrap_or_default();
    let (leaf, applied) = nodes.last().map_or((None, None), |node| (node.leaf, node.techniques.as_deref()));
    match (leaf, &nodes.last().and_then(|node| node.ending.clone())) {
        (_, Some(ending)) => format!("The game is over before it: {ending}."),
        (Some(LeafKind::Horizon), _) => "The depth is used up before it.".to_owned(),
        (Some(LeafKind::Childless), _) => "There are no moves after the position before it.".to_owned(),
        (Some(_), _) => {
            format!("The position before it was a leaf ({}).", words.leaf(leaf).unwrap_or("the game is over"))
        }
        (None, _) if applied.is_some_and(|applied| applied.stand_pat.is_some()) => {
            "The depth is used up before it, and only captures were searched on.".to_owned()
        }
        (None, _) => "It is not among the moves to which the search was restricted there.".to_owned(),
    }
}

/// Follows a line ply by ply: the window each node was given, its score, the verdict, and where the line died.
///
/// The tree must have been built with the line as its focus. Returns the index of the first move that was not searched,
/// if there is one.
///
/// # Errors
/// What writing gives.
pub fn follow(tree: &SearchTree, line: &[String], style: &Style, out: &mut dyn Write) -> io::Result<Option<usize>> {
    incomplete(tree, style, out)?;
    let words = Words { style, numbering: tree.header.numbering };
    let names: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut rows = vec![["move", "judged in", "score", "verdict"].map(str::to_owned)];
    let (nodes, missing) = match walk(tree, line) {
        Ok(nodes) => (nodes, None),
        Err((index, reason)) => (walk(tree, &line[..index]).unwrap_or_default(), Some((index, reason))),
    };
    for (ply, node) in nodes.iter().enumerate() {
        let (window, score, verdict) = row(&words, node, &names[..=ply]);
        let star = if node.on_pv { style.glyph('*') } else { ' ' };
        rows.push([format!("{star}{}", words.last_move(node, ply)), window, score, verdict]);
    }
    table(&fold_last(&rows, style), &[false, false, true, false], out)?;
    writeln!(out)?;
    if let Some((index, reason)) = missing {
        let text = line_text(&names[..=index], words.numbering);
        let reason = unsearched_reason(&words, tree, reason, &names[..=index]);
        paragraph(&format!("The line died here: {text} was not searched. {reason}"), style, out)?;
        return Ok(Some(index));
    }
    if nodes.iter().any(|node| node.judgement.is_none()) {
        paragraph("The search was stopped inside this line.", style, out)?;
        return Ok(None);
    }
    let died = nodes
        .iter()
        .position(|node| node.judgement.as_ref().is_some_and(|judgement| judgement.verdict == Verdict::NotBest));
    let text = match died {
        _ if nodes.last().is_some_and(|node| node.on_pv) => {
            "The line is the principal variation, or its beginning.".to_owned()
        }
        Some(ply) => {
            let text = line_text(&names[..=ply], words.numbering);
            format!("The line died with {text}: it does not beat what the mover had.")
        }
        None if !tree.outcome.complete => "No move of the line failed so far.".to_owned(),
        None => "No move of the line failed; the PV has a better one somewhere along the way.".to_owned(),
    };
    paragraph(&text, style, out)?;
    Ok(None)
}

/// Breaks the last column into several rows where it is too wide.
fn fold_last(rows: &[[String; 4]], style: &Style) -> Vec<[String; 4]> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let room = style.width.saturating_sub(width(0) + width(1) + width(2) + 6).max(20);
    let mut folded = Vec::with_capacity(rows.len());
    for [mv, window, score, verdict] in rows {
        let mut cells = [mv.clone(), window.clone(), score.clone()];
        for part in textwrap::wrap(verdict, room) {
            let [mv, window, score] = std::mem::take(&mut cells);
            folded.push([mv, window, score, part.into_owned()]);
        }
    }
    folded
}

fn row(words: &Words<'_>, node: &Node, line: &[&str]) -> (String, String, String) {
    let ply = line.len() - 1;
    let Some(judgement) = &node.judgement else {
        return (String::new(), "not finished".to_owned(), "stopped".to_owned());
    };
    let window = words.style.window(judgement.window, ply, words.numbering);
    let score = words.style.bounded(judgement.score, judgement.bound, ply, words.numbering);
    let set = |source: &Option<Source<String>>| match source {
        Some(source) => format!(" of {}", whole_source(words, source, line)),
        None => String::new(),
    };
    let verdict = match judgement.verdict {
        Verdict::Best => "best so far".to_owned(),
        Verdict::NotBest if judgement.order.is_none() => {
            let by = refutation(node).map(|reply| format!("{} refutes it; ", words.last_move(reply, line.len())));
            format!("dropped: {}does not beat alpha{}", by.unwrap_or_default(), set(&judgement.alpha_set_by))
        }
        Verdict::NotBest => format!("does not beat alpha{}", set(&judgement.alpha_set_by)),
        Verdict::Cutoff { skipped } => format!("cuts, {skipped} skipped; reaches beta{}", set(&judgement.beta_set_by)),
    };
    (window, score, verdict)
}
