//! A tree folded to the moves that decided it: the best line, the moves that were best for a while, and the other
//! moves, grouped by the reply that refutes them.

use crate::core::game::Game;
use crate::core::hooks::{Leaf, Verdict};
use crate::core::score::{Bound, Score};
use crate::core::search::Technique;
use crate::core::sort::sort_by_key;
use crate::core::trace::Header;
use crate::core::tree::{Node, SearchTree};
use crate::page::comparison::Mark;
use crate::page::row::{LeafWord, Row};
use crate::page::sheet::Columns;
use crate::page::text::{counted, grouped, wrapped};
use crate::page::words::Words;
use std::collections::HashMap;

/// The maximum number of groups; further groups share a row that names the reply to each move.
const MOST_GROUPS: usize = 6;
/// The maximum number of moves that a row names; further moves are only counted.
const MOST_NAMES: usize = 24;
/// The number of columns for the names of a group.
const NAMES: usize = 44;

/// The heading of a folded tree.
pub(crate) const HEAD: &str = "The tree, folded to key moves";

/// The sentence for a page whose tree is reordered; see [`is_reordered`].
pub(crate) const BEST_FIRST: &str = "The best line comes first; for the search order, see the log (--log).";

/// Returns the rows of the tree below `focus`, a line of kept nodes, which is empty for the root.
pub(crate) fn folded_rows(tree: &SearchTree, focus: &[String], words: &Words<'_>) -> Row {
    Folding { words, header: &tree.header }.path(&tree.root, focus, &mut Vec::new())
}

/// Returns whether the best line comes before a move that was judged earlier.
pub(crate) fn is_reordered(root: &Row) -> bool {
    let steps = root.children.iter().filter_map(|row| row.step);
    !steps.is_sorted() || root.children.iter().any(is_reordered)
}

pub(crate) fn folded_columns(tree: &SearchTree) -> Columns {
    Columns { step: false, comparison: tree.header.has_window(), verdict: true, nodes: true }
}

struct Folding<'a> {
    words: &'a Words<'a>,
    header: &'a Header,
}

impl<'a> Folding<'_> {
    /// Returns the rows on the path to the focus, with all moves of the focus.
    fn path(&self, node: &'a Node, focus: &[String], line: &mut Vec<&'a str>) -> Row {
        let mut row = Row::alone(self.words, node, line);
        let next = focus.get(line.len()).and_then(|name| node.children.iter().find(|child| child.name() == name));
        match next {
            None => row.children = self.moves(node, line),
            Some(child) => {
                line.push(child.name());
                row.children.push(self.path(child, focus, line));
                line.pop();
            }
        }
        row
    }

    /// Returns rows for all moves of a node: first the decisive move, then the moves that were best for a while, then
    /// the remaining moves in groups.
    fn moves(&self, node: &'a Node, line: &mut Vec<&'a str>) -> Vec<Row> {
        let decisive = node.decisive().map(Node::name);
        let mut rows = Vec::new();
        let mut others = Vec::new();
        for child in node.in_search_order() {
            let was_best = child.judgement.as_ref().is_some_and(|judgement| judgement.verdict != Verdict::NotBest);
            if child.on_pv || Some(child.name()) == decisive {
                rows.insert(0, self.best_play(child, line));
            } else if was_best {
                rows.push(self.with_answer(child, line));
            } else {
                others.push(child);
            }
        }
        let twin = |child: &&'a Node| Some((*child, twin(self.header, line, child, &node.children)?));
        let twins: Vec<(&Node, &Node)> = others.iter().filter_map(twin).collect();
        others.retain(|child| !twins.iter().any(|(known, _)| known.index == child.index));
        rows.extend(self.groups(&others, line));
        rows.extend((!twins.is_empty()).then(|| self.symmetric(&twins, line)));
        rows.extend(Row::folded(self.words, &node.fold, line.len()));
        rows
    }

    /// Returns the row of a move. Below it are the moves of the best line and, for each of them, a row that counts its
    /// siblings.
    fn best_play(&self, node: &'a Node, line: &mut Vec<&'a str>) -> Row {
        line.push(node.name());
        let mut row = Row::alone(self.words, node, line);
        if let Some(next) = node.decisive() {
            row.children.push(self.best_play(next, line));
            row.children.extend(self.beside(node, next, line.len()));
        }
        line.pop();
        row
    }

    fn beside(&self, node: &Node, shown: &Node, ply: usize) -> Option<Row> {
        let mut fold = node.fold;
        for child in node.children.iter().filter(|child| child.name() != shown.name()) {
            fold.count(child);
        }
        Row::folded(self.words, &fold, ply)
    }

    /// Returns the row of a move with the reply to it.
    fn with_answer(&self, node: &'a Node, line: &mut Vec<&'a str>) -> Row {
        line.push(node.name());
        let mut row = Row::alone(self.words, node, line);
        if let Some(answer) = node.decisive() {
            line.push(answer.name());
            row.children.push(Row::alone(self.words, answer, line));
            line.pop();
        }
        line.pop();
        row
    }

    /// Returns rows for moves of the node at `line` that were never best, grouped by the reply that refutes them or by
    /// the reason why they needed no reply.
    fn groups(&self, nodes: &[&'a Node], line: &[&str]) -> Vec<Row> {
        let (searched, others): (Vec<&Node>, Vec<&Node>) = nodes.iter().partition(|node| node.judgement.is_some());
        let (unsearched, unfinished) = others.into_iter().partition::<Vec<_>, _>(|node| node.unsearched.is_some());
        let mut groups: Vec<(Option<&Node>, Vec<&Node>)> = Vec::new();
        let mut places = HashMap::new();
        for &node in &searched {
            let answer = node.decisive();
            let held_by = (answer.map(Node::name), self.rule(node).map(|rule| rule.word));
            let place = *places.entry(held_by).or_insert(groups.len());
            match groups.get_mut(place) {
                Some((_, group)) => group.push(node),
                None => groups.push((answer, vec![node])),
            }
        }
        sort_by_key(&mut groups, |(_, group)| std::cmp::Reverse(group.len()));
        let (mut rows, mut singles) = (Vec::new(), Vec::new());
        for (answer, group) in groups {
            if answer.is_some() && (group.len() == 1 || MOST_GROUPS <= rows.len()) {
                singles.extend(group);
            } else {
                rows.push(self.group(answer, &group, line));
            }
        }
        match singles.as_slice() {
            [] => {}
            [one] => rows.push(self.group(one.decisive(), &singles, line)),
            _ => rows.push(self.singles(&singles, line)),
        }
        for (nodes, mark) in [(unfinished, Mark::Unfinished), (unsearched, Mark::NotSearched)] {
            if !nodes.is_empty() {
                rows.push(Row { mark, ..self.summary(&nodes, line, &names(&nodes), "") });
            }
        }
        rows
    }

    /// Returns the rule that made a reply unnecessary, such as a null move or a table hit; `None` if the move had a
    /// reply or ends the game.
    fn rule(&self, node: &Node) -> Option<LeafWord> {
        let needs_none = node.ending.is_none() && node.decisive().is_none();
        LeafWord::of(node, self.words).filter(|_| needs_none)
    }

    /// Returns a row for moves with the same reply, and the bound that the reply proves.
    fn group(&self, answer: Option<&Node>, group: &[&Node], line: &[&str]) -> Row {
        let mut row = self.judged(group, line, &names(group), "");
        row.leaf = group.first().and_then(|node| self.rule(node));
        if let (Some(answer), Some((score, bound))) = (answer, row.score) {
            let limit = self.words.style.limited(score, bound);
            let (is_mate, score) = (score.is_mate(), self.words.style.score(score));
            let them = if group.len() == 1 { "it" } else { "each of them" };
            // If the bound is a mate score, no line needs to end in that mate, and either side may be the one that
            // mates.
            let held =
                if is_mate { format!("keeps {them} from beating {score}") } else { format!("holds {them} to {limit}") };
            let name = format!("{} {held}", self.words.reply(answer.name(), line.len() + 1));
            row.children.push(Row { lines: lines(line, group, Some(answer)), ..Row::named(name) });
        }
        row
    }

    /// Returns a row for moves with different replies, and names the reply to each.
    fn singles(&self, group: &[&Node], line: &[&str]) -> Row {
        let pair = |node: &&Node| format!("{}:\u{a0}{}", node.name(), node.decisive().map_or("", Node::name));
        let pairs: Vec<String> = group.iter().map(pair).collect();
        let mut row = self.judged(group, line, &pairs, ", each with the reply that refutes it");
        let answered = |&node: &&Node| lines(line, &[node], Some(node.decisive()?)).pop();
        row.lines.extend(group.iter().filter_map(answered));
        row
    }

    /// Returns a row for moves whose results were in the table because they are symmetric to other moves.
    fn symmetric(&self, twins: &[(&'a Node, &Node)], line: &[&str]) -> Row {
        let group: Vec<&Node> = twins.iter().map(|(node, _)| *node).collect();
        let pair = |(node, twin): &(&Node, &Node)| format!("{}\u{a0}as\u{a0}{}", node.name(), twin.name());
        let pairs: Vec<String> = twins.iter().map(pair).collect();
        self.judged(&group, line, &pairs, ", by symmetry the same")
    }

    /// Returns a row for moves that were searched and are not better.
    fn judged(&self, group: &[&Node], line: &[&str], names: &[String], what: &str) -> Row {
        let ply = line.len();
        let judgements = || group.iter().filter_map(|node| node.judgement.as_ref());
        let best = judgements().map(|judgement| judgement.score).max().unwrap_or(Score::MIN);
        let is_exact = group.len() == 1 && judgements().all(|judgement| judgement.bound == Bound::Exact);
        let bound = if is_exact { Bound::Exact } else { Bound::Upper };
        let score = (self.words.perspective.score(best, ply), self.words.perspective.bound(bound, ply));
        Row { score: Some(score), mark: Mark::NoBetter, ..self.summary(group, line, names, what) }
    }

    /// Returns a row whose notes list the names of a group.
    fn summary(&self, group: &[&Node], line: &[&str], names: &[String], what: &str) -> Row {
        let count = counted(group.len() as u64, "move", "moves");
        let separator = if what.is_empty() { " " } else { "; " };
        let most = if names.len() <= MOST_NAMES + 4 { names.len() } else { MOST_NAMES };
        let mut shown: Vec<&str> = names.iter().take(most).map(String::as_str).collect();
        let more = names.len() - most;
        let rest = format!("and\u{a0}{}\u{a0}more", grouped(more as u64));
        if more != 0 {
            shown.push(&rest);
        }
        let room = NAMES.min(self.words.style.width.saturating_sub(12)).max(20);
        let list = wrapped(&shown.join(separator), room);
        let nodes = group.iter().map(|node| node.nodes).sum();
        let first = format!("{count}{what}:");
        let (name, notes) = match list.as_slice() {
            [one] if what.is_empty() && one.len() < 30 => (format!("{first} {one}"), Vec::new()),
            lines => (first, lines.to_vec()),
        };
        Row { nodes, notes, lines: lines(line, group, None), ..Row::named(name) }
    }
}

/// Returns a line for each node of a group: `line`, then the node and, if given, the reply `answer`.
fn lines(line: &[&str], group: &[&Node], answer: Option<&Node>) -> Vec<Vec<String>> {
    let line = |node: &&Node| {
        line.iter().copied().chain([node.name()]).chain(answer.map(Node::name)).map(str::to_owned).collect()
    };
    group.iter().map(line).collect()
}

fn names(nodes: &[&Node]) -> Vec<String> {
    nodes.iter().map(|node| node.name().to_owned()).collect()
}

/// Returns the sibling of `node` that is equal by symmetry and was searched, if the table entry of `node` comes from
/// that sibling.
pub(crate) fn twin<'a>(header: &Header, line: &[&str], node: &Node, siblings: &'a [Node]) -> Option<&'a Node> {
    if node.leaf != Some(Leaf::Table) || !header.technique_set().has(Technique::Symmetry) {
        return None;
    }
    let parent = header.game_after(line)?;
    let folded = |name: &str| {
        let mut game = parent.clone();
        let mv = game.read(name).ok()?;
        game.play(mv);
        Some(game.canonical_key().0)
    };
    let own = folded(node.name())?;
    let is_twin =
        |other: &&Node| other.judgement.is_some() && other.leaf.is_none() && folded(other.name()) == Some(own);
    siblings.iter().find(is_twin)
}

/// Returns whether two lines lead to different positions, in which case the table applies the result of one position to
/// the other by symmetry.
pub(crate) fn differ(header: &Header, one: &[String], other: &[String]) -> bool {
    let key = |line: &[String]| Some(header.game_after(line)?.key());
    matches!((key(one), key(other)), (Some(one), Some(other)) if one != other)
}
