//! Checks that events come in the order promised by the format, so that consumers never see an invalid order.

use super::{Record, Trace, line_text};
use crate::core::hooks::{Event, Leaf, Siblings, Verdict, before_enter_event};

impl Trace {
    /// Checks that the events come in the order promised by `docs/trace-format.md`. A trace that was read from a file
    /// has passed this check.
    ///
    /// Takes time proportional to the length of the trace.
    ///
    /// # Errors
    /// The first [`OrderError`].
    pub fn check(&self) -> Result<(), OrderError> {
        let mut checker = Checker::default();
        self.records.iter().try_for_each(|record| checker.take(record))?;
        checker.finish(self.outcome.complete)
    }
}

/// Why an event is not allowed at its place in a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderError {
    /// An event comes before `root`.
    #[error("`{event}` comes before `root`, which must be the first event")]
    NotRoot {
        /// The kind of the event.
        event: &'static str,
    },
    /// `root` occurs again.
    #[error("`root` must occur once, at the start")]
    RootAgain,
    /// The root has been left, so no further event is allowed.
    #[error("`{event}` comes after the `leave` of the root")]
    Over {
        /// The kind of the event.
        event: &'static str,
    },
    /// The event is not about the open node: the last node that was entered and not left.
    #[error("{}", elsewhere(event, line, here))]
    Elsewhere {
        /// The kind of the event.
        event: &'static str,
        /// The line of the event.
        line: Vec<String>,
        /// The node that is open.
        here: Vec<String>,
    },
    /// An inner node has no moves.
    #[error("{} is entered without moves; a leaf is judged, not entered", place(line))]
    NoMoves {
        /// The node.
        line: Vec<String>,
    },
    /// The names don't distinguish the moves.
    #[error("`{name}` appears twice among the moves of {}", place(line))]
    SameName {
        /// The node.
        line: Vec<String>,
        /// The name.
        name: String,
    },
    /// The event names a move that its node does not have.
    #[error("`{event}` names `{name}`, which is not among the moves of {}{}", place(here), unless_left(name, here))]
    UnknownMove {
        /// The kind of the event.
        event: &'static str,
        /// The move.
        name: String,
        /// The node.
        here: Vec<String>,
    },
    /// The steps of a child are `created`, then `enter` ... `leave` if it is an inner node, then `judged`.
    #[error("`{event}` of {}, which {}", place(line), stage.words())]
    Step {
        /// The kind of the event.
        event: &'static str,
        /// The child.
        line: Vec<String>,
        /// The stage that the child had reached before.
        stage: ChildStage,
    },
    /// A node continues after a cutoff.
    #[error("`{event}` at {} after a cutoff there; only `leave` can follow", place(here))]
    AfterCutoff {
        /// The kind of the event.
        event: &'static str,
        /// The node.
        here: Vec<String>,
    },
    /// The number of skipped siblings is wrong.
    #[error("{} claims that {claimed} siblings were skipped, but {left} were not tried", place(line))]
    Skipped {
        /// The child that was judged.
        line: Vec<String>,
        /// The number in the event.
        claimed: u32,
        /// The number of siblings that were not judged and will not be.
        left: usize,
    },
    /// A node is left although it has moves to try.
    #[error("{} is left without a cutoff and without a judgement of `{name}`", place(line))]
    LeftEarly {
        /// The node.
        line: Vec<String>,
        /// The first move that was not judged.
        name: String,
    },
    /// The events end in the middle of a search that claims to be complete.
    #[error("the events end at {}, although the search is marked as complete", place(here))]
    Unfinished {
        /// The node that is open.
        here: Vec<String>,
    },
}

fn place(line: &[String]) -> String {
    if line.is_empty() { "the root".to_owned() } else { format!("`{}`", line_text(line, None)) }
}

fn elsewhere(event: &str, line: &[String], here: &[String]) -> String {
    match line == here {
        true => format!("`{event}` comes while {} is still open: its `leave` is missing", place(here)),
        false => format!("`{event}` is about {}, but the search is at {}", place(line), place(here)),
    }
}

/// If the name is that of the open node, returns what may be missing.
fn unless_left(name: &str, here: &[String]) -> String {
    match here.last().is_some_and(|last| last == name) {
        true => format!(" (if it is about {} itself, the `leave` of that node is missing before it)", place(here)),
        false => String::new(),
    }
}

/// The stage of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildStage {
    /// The child has had no event.
    Unseen,
    /// It was created.
    Created,
    /// The child was entered, and also left unless it is still open.
    Entered,
    /// It was judged.
    Judged,
}

impl ChildStage {
    const fn words(self) -> &'static str {
        match self {
            Self::Unseen => "was not created before",
            Self::Created => "was created but not entered",
            Self::Entered => "was entered before",
            Self::Judged => "was judged before",
        }
    }
}

/// Follows records and finds the first one that is not allowed at its place.
#[derive(Debug, Default)]
pub(super) struct Checker {
    started: bool,
    over: bool,
    /// The nodes that were entered and not left, root first.
    open: Vec<Open>,
    /// Nodes that were left, for reuse.
    spare: Vec<Open>,
    /// The moves that lead to the last of these nodes.
    path: Vec<String>,
}

/// A node that was entered and not left.
#[derive(Debug, Default)]
struct Open {
    siblings: Siblings<String>,
    stages: Vec<ChildStage>,
    cut: bool,
}

impl Open {
    fn stage(&mut self, name: &str) -> Option<&mut ChildStage> {
        let index = self.siblings.seek(name)?;
        self.stages.get_mut(index)
    }

    /// Returns the first child that was not judged.
    fn untried(&self) -> Option<&String> {
        self.siblings
            .moves()
            .iter()
            .zip(&self.stages)
            .find(|(_, stage)| **stage != ChildStage::Judged)
            .map(|(name, _)| name)
    }
}

impl Checker {
    /// Checks the next record.
    pub(super) fn take(&mut self, record: &Record) -> Result<(), OrderError> {
        let (kind, line) = (record.event.kind().name(), &record.line);
        match record.event {
            Event::Root { .. } if self.started => return Err(OrderError::RootAgain),
            Event::Root { .. } => self.started = true,
            _ if !self.started => return Err(OrderError::NotRoot { event: kind }),
            Event::Pass { .. } => self.pass()?,
            _ if self.over => return Err(OrderError::Over { event: kind }),
            Event::Enter { ref moves, .. } => self.enter(line, moves)?,
            Event::Created { ref mv, .. } => self.step(kind, (line, mv), ChildStage::Unseen, ChildStage::Created)?,
            Event::Judged { ref mv, leaf, verdict, .. } => self.judge((line, mv), leaf, verdict)?,
            Event::Leave { .. } => self.leave(line)?,
            Event::Pruned { ref mv, .. } => self.prune((line, mv))?,
            Event::Settled { .. } => self.settle()?,
            Event::Ordered { .. } | Event::StandPat { .. } => self.at(kind, line)?,
            before_enter_event!() if matches!(record.event, Event::ReSearch { .. }) => self.re_search(line)?,
            before_enter_event!() => self.at_child(kind, line)?,
        }
        Ok(())
    }

    /// Checks the end of the records.
    pub(super) fn finish(self, complete: bool) -> Result<(), OrderError> {
        if complete && !(self.started && self.open.is_empty()) {
            return Err(OrderError::Unfinished { here: self.path });
        }
        Ok(())
    }

    fn enter(&mut self, line: &[String], moves: &[String]) -> Result<(), OrderError> {
        if let (false, Some((name, parent))) = (self.open.is_empty(), line.split_last()) {
            self.step("enter", (parent, name), ChildStage::Created, ChildStage::Entered)?;
            self.path.push(name.clone());
        } else if !(line.is_empty() && self.open.is_empty()) {
            return Err(self.elsewhere("enter", line));
        }
        if moves.is_empty() {
            return Err(OrderError::NoMoves { line: line.to_vec() });
        }
        // Numbers are compared in less time than names, and few names begin with the same eight bytes.
        let mut names: Vec<_> = moves.iter().map(|name| (beginning(name), name)).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(OrderError::SameName { line: line.to_vec(), name: pair[0].1.clone() });
        }
        let mut open = self.spare.pop().unwrap_or_default();
        open.siblings.set(moves);
        open.stages.clear();
        open.stages.resize(moves.len(), ChildStage::Unseen);
        open.cut = false;
        self.open.push(open);
        Ok(())
    }

    /// Checks a new pass over the whole tree.
    fn pass(&mut self) -> Result<(), OrderError> {
        if !self.open.is_empty() {
            return Err(self.elsewhere("pass", &[]));
        }
        self.over = false;
        Ok(())
    }

    /// Ends the root early, as if its best move had caused a cutoff.
    fn settle(&mut self) -> Result<(), OrderError> {
        match self.open.as_mut_slice() {
            [root] => root.cut = true,
            _ => return Err(self.elsewhere("settled", &[])),
        }
        Ok(())
    }

    /// Checks an event about the open node.
    fn at(&self, event: &'static str, line: &[String]) -> Result<(), OrderError> {
        if line == self.path && !self.open.is_empty() { Ok(()) } else { Err(self.elsewhere(event, line)) }
    }

    /// Checks an event about a node (a child or the root) that comes before the node is entered.
    fn at_child(&mut self, event: &'static str, line: &[String]) -> Result<(), OrderError> {
        match line.split_last() {
            None if self.open.is_empty() => Ok(()),
            None => Err(self.elsewhere(event, line)),
            Some((name, parent)) => self.step(event, (parent, name), ChildStage::Created, ChildStage::Created),
        }
    }

    /// Checks that a child can be searched again: it may be entered once more or become a leaf.
    fn re_search(&mut self, line: &[String]) -> Result<(), OrderError> {
        let Some((name, parent)) = line.split_last() else { return Err(self.elsewhere("again", line)) };
        match self.step("again", (parent, name), ChildStage::Entered, ChildStage::Created) {
            Err(OrderError::Step { stage: ChildStage::Created, .. }) => Ok(()),
            result => result,
        }
    }

    /// Checks that a child can be pruned. With static ordering, it may already have been created.
    fn prune(&mut self, child: (&[String], &str)) -> Result<(), OrderError> {
        match self.step("pruned", child, ChildStage::Unseen, ChildStage::Judged) {
            Err(OrderError::Step { stage: ChildStage::Created, .. }) => {
                self.step("pruned", child, ChildStage::Created, ChildStage::Judged)
            }
            result => result,
        }
    }

    fn judge(&mut self, child: (&[String], &str), leaf: Option<Leaf>, verdict: Verdict) -> Result<(), OrderError> {
        let before = if leaf.is_some() { ChildStage::Created } else { ChildStage::Entered };
        self.step("judged", child, before, ChildStage::Judged)?;
        if let Some(node) = self.open.last_mut() {
            node.cut = verdict.is_cutoff();
            // This is counted at most once per node, because nothing comes after a cutoff.
            let untried = || node.stages.iter().filter(|stage| **stage != ChildStage::Judged).count();
            let left = if node.cut { untried() } else { 0 };
            if verdict.skipped() as usize != left {
                return Err(OrderError::Skipped { line: whole(child), claimed: verdict.skipped(), left });
            }
        }
        Ok(())
    }

    fn leave(&mut self, line: &[String]) -> Result<(), OrderError> {
        if line != self.path {
            return Err(self.elsewhere("leave", line));
        }
        let Some(node) = self.open.pop() else { return Err(self.elsewhere("leave", line)) };
        if let (false, Some(name)) = (node.cut, node.untried()) {
            return Err(OrderError::LeftEarly { line: line.to_vec(), name: name.clone() });
        }
        self.spare.push(node);
        self.over = self.path.pop().is_none();
        Ok(())
    }

    /// Moves a child of the open node from one stage to the next.
    fn step(
        &mut self,
        event: &'static str,
        child: (&[String], &str),
        from: ChildStage,
        to: ChildStage,
    ) -> Result<(), OrderError> {
        let (parent, name) = child;
        let Some(node) = self.open.last_mut().filter(|_| parent == self.path) else {
            return Err(self.elsewhere(event, &whole(child)));
        };
        if node.cut {
            return Err(OrderError::AfterCutoff { event, here: parent.to_vec() });
        }
        let Some(stage) = node.stage(name) else {
            return Err(OrderError::UnknownMove { event, name: name.to_owned(), here: parent.to_vec() });
        };
        if *stage != from {
            return Err(OrderError::Step { event, line: whole(child), stage: *stage });
        }
        *stage = to;
        Ok(())
    }

    fn elsewhere(&self, event: &'static str, line: &[String]) -> OrderError {
        OrderError::Elsewhere { event, line: line.to_vec(), here: self.path.clone() }
    }
}

/// Returns a number that is in the same order as the first eight bytes of names.
fn beginning(name: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = name.len().min(bytes.len());
    bytes[..length].copy_from_slice(&name.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}

fn whole((parent, name): (&[String], &str)) -> Vec<String> {
    parent.iter().cloned().chain([name.to_owned()]).collect()
}
