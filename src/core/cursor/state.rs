//! The state of a search after one of its events, folded from the earlier events. The fold represents moves by labels;
//! the reported state contains their names.

use crate::core::game::Game;
use crate::core::game::chess::{parse_fen, parse_san};
use crate::core::game::classic::{AnyGame, GameList};
use crate::core::hooks::{
    Event, Leaf, Observer, Owner, SearchEvent, Siblings, Tracker, Verdict, before_enter_event, untold_nodes,
};
use crate::core::pv::CollectedLines;
use crate::core::recording::{Label, Replay};
use crate::core::score::{Score, Window};
use crate::core::trace::{Counter, Record, Statistics};
use crate::core::tree::{Applied, Judgement, Node, Unsearched, bare_node};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Move, Position, Square};
use std::sync::Arc;

/// Everything that is known about a search after one of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The number of the event, from 1.
    pub step: usize,
    /// The total number of events.
    pub of: usize,
    /// The event.
    pub event: Record,
    /// The entered nodes from the root to the event. If the event is the last one of a node, that node is still in this
    /// list, with its value.
    pub line: Vec<LineNode>,
    /// The board after the moves to the subject of the event, if the game has a board that can be shown.
    pub board: Option<Board>,
    /// The best line so far.
    pub pv: Vec<String>,
    /// The score of the best root move so far, for the side to move at the root.
    pub score: Option<Score>,
    /// The counts so far.
    pub counts: Statistics,
}

impl State {
    /// Returns the node where the event happened, if the search entered that node. For the verdict on a child, this is
    /// the child's parent.
    #[must_use]
    pub fn here(&self) -> Option<&LineNode> {
        self.line.last()
    }

    /// Returns the step number as counted on pages, in logs and in traces, if the event is a numbered verdict.
    #[must_use]
    pub fn numbered(&self) -> Option<u64> {
        let Event::Judged { mv, .. } = &self.event.event else { return None };
        let child = self.here()?.node.children.iter().find(|child| child.mv.as_ref() == Some(mv))?;
        child.judgement.as_ref()?.order
    }

    /// Returns the moves to the subject of the event: to the child if the event is about a child, otherwise to the
    /// node.
    #[must_use]
    pub fn subject(&self) -> Vec<String> {
        self.event.subject()
    }

    /// Returns the window that the event reports, for example, the window of a comparison or of an entered node. If the
    /// event reports none, returns the current window of the node where it happened. The window is for the side to
    /// move.
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        use crate::core::hooks::Event as E;
        if let E::Judged { window, .. }
        | E::Enter { window, .. }
        | E::Pass { window, .. }
        | E::StandPat { window, .. }
        | E::Pruned { window, .. }
        | E::ReSearch { window, .. }
        | E::NullMove { window, .. } = self.event.event
        {
            Some(window)
        } else {
            self.here().map(|node| node.now)
        }
    }

    /// Returns the moves that set alpha and beta of the event's [window](Self::window).
    #[must_use]
    pub fn owners(&self) -> [Option<&Owner<String>>; 2] {
        use crate::core::hooks::Event as E;
        let Some(here) = self.here() else { return [None, None] };
        let own = [here.alpha_set_by.as_ref(), here.beta_set_by.as_ref()];
        if let E::Judged { mv, .. } = &self.event.event {
            // A new best move has already set alpha itself. The bound with which it was compared is in its judgement.
            let child = here.node.children.iter().find(|child| child.name() == mv);
            let judgement = child.and_then(|child| child.judgement.as_ref());
            judgement.map_or(own, |one| [one.alpha_set_by.as_ref(), one.beta_set_by.as_ref()])
        } else if let E::Pass { .. } | E::ReSearch { .. } | E::NullMove { .. } = &self.event.event {
            // Each of these events is about a node that is not yet entered and has a window of its own.
            [None, None]
        } else {
            own
        }
    }
}

/// Names the moves of a state; `children` returns the children of a node on the line, given its ply.
pub(super) fn named<'a>(
    fold: &'a StateFold,
    names: &Replay,
    (step, of): (usize, usize),
    board: Option<Board>,
    event: Record,
    children: impl Fn(usize, &'a Level) -> &'a [Node<Label>],
) -> State {
    let name = |label: Label| names.name(label).to_owned();
    let owner = |owner: Owner<Label>| Owner { ply: owner.ply, mv: name(owner.mv) };
    let pv = fold.lines.pv();
    let line = fold.levels.iter().enumerate().map(|(ply, level)| {
        let [alpha, beta] = fold.owners(ply);
        LineNode {
            node: named_node(&level.node, children(ply, level), names),
            now: level.now,
            alpha_set_by: alpha.map(owner),
            beta_set_by: beta.map(owner),
            cut: level.cut,
        }
    });
    State {
        step,
        of,
        board,
        event,
        line: line.collect(),
        pv: pv.line.iter().map(|&label| name(label)).collect(),
        score: pv.score,
        counts: fold.counter.statistics,
    }
}

fn named_node(node: &Node<Label>, children: &[Node<Label>], names: &Replay) -> Node {
    let name = |label: Label| names.name(label).to_owned();
    let children = children.iter().map(|child| named_node(child, &child.children, names)).collect();
    node.renamed(node.mv.map(name), children, |&Owner { ply, mv }| Owner { ply, mv: name(mv) })
}

/// A node on the current line: what is known about it and about each of its children.
#[derive(Clone, Debug, PartialEq)]
pub struct LineNode<M = String> {
    /// The node. Its children are all its moves in generator order, each without the nodes below it.
    pub node: Node<M>,
    /// The current window, for the side to move here.
    pub now: Window,
    /// The move that set alpha.
    pub alpha_set_by: Option<Owner<M>>,
    /// The move that set beta.
    pub beta_set_by: Option<Owner<M>>,
    /// Whether a child caused a cutoff, so that nothing more is searched here.
    pub cut: bool,
}

/// A state that processes events. Moves are numbers, and only the current line is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct StateFold {
    /// The nodes on the current line, root first. A node that was left remains until the next event.
    pub levels: Vec<Level>,
    tracker: Tracker<Label>,
    pub lines: CollectedLines<Label>,
    pub counter: Counter,
    /// The number of decimals needed to print every score so far exactly.
    pub decimals: usize,
}

/// A node on the current line.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The node; its children are its moves, in the order of `moves`.
    pub node: Node<Label>,
    moves: Siblings<Label>,
    pub now: Window,
    pub cut: bool,
    tried: u32,
    best: Option<Label>,
    nodes_before: u64,
}

impl Level {
    fn child(&mut self, mv: Label) -> Option<&mut Node<Label>> {
        self.node.children.get_mut(self.moves.seek(&mv)?)
    }

    /// Returns the child with this move as a one-element slice, or an empty slice if there is no such child.
    pub(super) fn only(&self, mv: Label) -> &[Node<Label>] {
        self.moves.find(&mv).map_or(&[], |index| &self.node.children[index..=index])
    }

    /// Marks all children that have not been tried yet as skipped.
    fn skip_rest(&mut self, reason: &Unsearched<Label>) {
        let reason = Arc::new(reason.clone());
        for child in &mut self.node.children {
            if child.judgement.is_none() && child.unsearched.is_none() {
                child.unsearched = Some(Arc::clone(&reason));
            }
        }
    }
}

impl StateFold {
    /// Processes the next record.
    pub(super) fn take(&mut self, record: &Record, names: &mut Replay) {
        names.show(record, self);
        let (ending, why) = (&record.notes.ending, &record.notes.why);
        if ending.is_none() && why.is_none() {
            return;
        }
        let child = record.event.child().map(|name| names.label(name));
        let level = self.levels.last_mut();
        if let Some(child) = child.zip(level).and_then(|(mv, level)| level.child(mv)) {
            child.ending.clone_from(ending);
            child.why = why.as_deref().filter(|_| child.leaf == Some(Leaf::Other)).map(Box::from);
        }
    }

    /// Returns the number of nodes in the state: those on the line, and the children of each.
    pub(super) fn size(&self) -> usize {
        self.levels.iter().map(|level| 1 + level.node.children.len()).sum()
    }

    /// Returns the moves that set alpha and beta at a node on the line.
    pub(super) fn owners(&self, ply: usize) -> [Option<Owner<Label>>; 2] {
        self.tracker.owners(ply)
    }

    fn enter(&mut self, line: &[Label], depth: u32, window: Window, moves: &[Label]) {
        let child = |(index, &mv)| Node { mv: Some(mv), index, ..bare_node() };
        if let Some(own) = self.own_child(line) {
            own.window = Some(window);
        }
        let node = Node {
            mv: line.last().copied(),
            depth,
            window: Some(window),
            children: moves.iter().enumerate().map(child).collect(),
            ..bare_node()
        };
        let mut siblings = Siblings::default();
        siblings.set(moves);
        let nodes_before = self.tracker.nodes();
        let level = Level { node, moves: siblings, now: window, cut: false, tried: 0, best: None, nodes_before };
        self.levels.push(level);
    }

    fn judge(&mut self, ply: usize, event: SearchEvent<'_, Label>) {
        let Event::Judged { mv, score, leaf, window, verdict, .. } = event else { return };
        let scores = [score, window.alpha, window.beta];
        self.decimals = scores.map(Score::decimals).into_iter().fold(self.decimals, usize::max);
        let Some(level) = self.levels.get_mut(ply) else { return };
        level.tried += 1;
        let judgement = Judgement::of(event, ply, level.tried, &self.tracker);
        if let Some(child) = level.child(mv) {
            child.judgement = judgement.map(Box::new);
            child.leaf = leaf;
            child.nodes = child.nodes.saturating_add(u64::from(!Leaf::was_entered(leaf)));
        }
        match verdict {
            Verdict::Best => (level.now.alpha, level.best) = (score, Some(mv)),
            Verdict::NotBest | Verdict::Weighed => {}
            Verdict::Cutoff { .. } => {
                level.cut = true;
                level.skip_rest(&Unsearched::Cutoff(Owner { ply, mv }));
            }
        }
    }

    fn leave(&mut self, line: &[Label], value: (Score, crate::core::score::Bound)) {
        // The mean of a chance node may need more decimals than every score of a move.
        self.decimals = self.decimals.max(value.0.decimals());
        let total = self.tracker.nodes();
        let Some(level) = self.levels.get_mut(line.len()) else { return };
        let nodes = total - level.nodes_before;
        (level.node.value, level.node.nodes) = (Some(value), nodes);
        if let Some(child) = self.own_child(line) {
            (child.value, child.nodes) = (Some(value), child.nodes.saturating_add(nodes));
        }
    }

    /// Returns the node at the end of `line`, as a child of its parent.
    fn own_child(&mut self, line: &[Label]) -> Option<&mut Node<Label>> {
        let (&mv, parent) = line.split_last()?;
        self.child(parent, mv)
    }

    fn child(&mut self, line: &[Label], mv: Label) -> Option<&mut Node<Label>> {
        self.levels.get_mut(line.len())?.child(mv)
    }

    fn settle(&mut self) {
        if let Some(root) = self.levels.first_mut() {
            let reason = root.best.map_or(Unsearched::Stopped, |mv| Unsearched::Settled(Owner { ply: 0, mv }));
            root.skip_rest(&reason);
        }
    }

    fn stand_pat(&mut self, line: &[Label], score: Score, raises: bool) {
        if let Some(level) = self.levels.get_mut(line.len()) {
            level.node.techniques.get_or_insert_default().stand_pat = Some((score, raises));
            level.now.alpha = if raises { score } else { level.now.alpha };
        }
        if let Some(child) = self.own_child(line) {
            child.techniques.get_or_insert_default().stand_pat = Some((score, raises));
        }
    }
}

impl Observer<Label> for StateFold {
    fn observe(&mut self, line: &[Label], event: SearchEvent<'_, Label>) {
        // An event at a node ends everything below it; an event before a node is entered happens at its parent.
        let is_outside = event.comes_before_enter() || matches!(event, Event::Enter { .. } | Event::Pass { .. });
        self.levels.truncate(line.len() + usize::from(!is_outside));
        match event {
            Event::Enter { depth, window, moves } => self.enter(line, depth, window, moves),
            Event::Created { mv, score } => {
                let created = Some(self.tracker.created() + 1);
                if let Some(child) = self.child(line, mv) {
                    (child.created, child.static_score) = (created, score);
                }
            }
            Event::Judged { .. } => self.judge(line.len(), event),
            Event::Leave { score, bound } => self.leave(line, (score, bound)),
            Event::Settled { .. } => self.settle(),
            Event::StandPat { score, verdict, .. } => self.stand_pat(line, score, verdict == Verdict::Best),
            Event::Pruned { mv, reason, score, .. } => {
                if let Some(child) = self.child(line, mv) {
                    child.unsearched = Some(Arc::new(Unsearched::Pruned(reason, score, None)));
                }
            }
            before_enter_event!() => {
                if let Some(child) = self.own_child(line) {
                    child.nodes = child.nodes.saturating_add(untold_nodes(&event));
                    Applied::note(&mut child.techniques, event);
                }
            }
            Event::Root { .. } | Event::Pass { .. } | Event::Ordered { .. } => {}
        }
        self.tracker.observe(line.len(), &event);
        self.lines.observe(line, event);
        self.counter.observe(line, event);
    }
}

/// The board at the end of a line, as far as the line can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The position: a FEN, or the text that names a position of a classroom game.
    pub fen: String,
    /// The number of moves of the line that were played: those before the first illegal move.
    pub moves: usize,
    /// The squares of the last move, each as file and rank from 0; for castling, the king's squares.
    pub last: Option<[(u8, u8); 2]>,
}

/// Plays a line from the root position. Returns `None` if `root` is not a position.
pub(crate) fn board<S: AsRef<str>>(games: &GameList, root: &str, line: &[S]) -> Option<Board> {
    if let Some(game) = games.read(root) {
        return Some(of_game(game.ok()?, line));
    }
    let mut position = parse_fen(root).ok()?;
    let (mut moves, mut last) = (0, None);
    for name in line {
        let Ok(mv) = parse_san(&position, name.as_ref()) else { break };
        last = squares(mv);
        position.play_unchecked(mv);
        moves += 1;
    }
    Some(Board { fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(), moves, last })
}

fn of_game<S: AsRef<str>>(mut game: AnyGame, line: &[S]) -> Board {
    let mut moves = 0;
    for name in line {
        let Ok(mv) = game.read(name.as_ref()) else { break };
        game.play(mv);
        moves += 1;
    }
    Board { fen: game.position(), moves, last: None }
}

fn squares(mv: Move) -> Option<[(u8, u8); 2]> {
    let to = mv.castling_side().map_or(mv.to(), |side| Square::from_coords(side.king_to_file(), mv.to().rank()));
    let place = |square: Square| (square.file() as u8, square.rank() as u8);
    Some([place(mv.from()?), place(to)])
}
