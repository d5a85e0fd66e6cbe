//! What of a recording was not told yet.

use super::foretold::{Foretold, JudgedChild};
use super::kept::{Kept, KeptMark, Shared};
use super::pieces::{Items, PackedLists};
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Line, Ranked, SearchEvent, Verdict};
use crate::score::{Bound, Score, Window};

/// What of a recording was not told yet, list by list as it is kept, and what is foretold of it.
pub(super) struct Rest<'a, M> {
    marks: Items<'a, KeptMark>,
    down: Items<'a, M>,
    shared: Items<'a, Shared>,
    moves: Items<'a, M>,
    entered: Items<'a, (u32, Window)>,
    scores: Items<'a, i16>,
    created: Items<'a, (M, Option<Score>)>,
    judged: Items<'a, (JudgedChild<M>, Verdict)>,
    left: Items<'a, (Score, Bound)>,
    others: Items<'a, Event<M, u32, u32>>,
    ranked: PackedLists<'a, Ranked<M>>,
    foretold: Foretold<M>,
}

impl<'a, M: Copy + Eq> Rest<'a, M> {
    pub(super) fn of(all: &'a Kept<M>) -> Self {
        Self {
            marks: all.marks.iter(),
            down: all.down.iter(),
            shared: all.shared.iter(),
            moves: all.moves.iter(),
            entered: all.entered.iter(),
            scores: all.scores.iter(),
            created: all.created.iter(),
            judged: all.judged.iter(),
            left: all.left.iter(),
            others: all.others.iter(),
            ranked: all.ranked.lists(),
            foretold: Foretold::default(),
        }
    }

    /// Shows it to `hooks`; when they break off, `line` has led the game from the root to where it is.
    pub(super) fn tell<G: Game<Move = M>>(
        mut self,
        game: &mut G,
        line: &mut Vec<M>,
        hooks: &mut impl Hooks<G>,
    ) -> Flow {
        while let Some(&mark) = self.marks.next() {
            if let KeptMark::Up = mark {
                line.pop();
                game.undo();
            } else if let KeptMark::Down = mark {
                self.down.next().into_iter().for_each(|&mv| {
                    game.play(mv);
                    line.push(mv);
                });
                self.foretold.reach(line.len());
            } else if let Some(event) = self.event::<G>(line, mark) {
                hooks.event(Line { game, moves: line }, event)?;
            }
        }
        Flow::Continue(())
    }

    fn event<G: Game<Move = M>>(&mut self, line: &[M], mark: KeptMark) -> Option<SearchEvent<'_, M>> {
        let ply = line.len();
        match mark {
            KeptMark::Up | KeptMark::Down => None,
            KeptMark::Enter => {
                let question = self.foretold.question(ply)?;
                self.enter(ply, question)
            }
            KeptMark::EnterOther => {
                let &question = self.entered.next()?;
                self.enter(ply, question)
            }
            KeptMark::Unscored => self.next::<G>(ply, None),
            KeptMark::Scored => {
                let &score = self.scores.next()?;
                self.next::<G>(ply, Some(Score::from_millipawns(i32::from(score))))
            }
            KeptMark::Created => {
                let &(mv, score) = self.created.next()?;
                self.foretold.node(ply).create::<G>(mv);
                self.foretold.created(mv, score);
                Some(Event::Created { mv, score })
            }
            KeptMark::NotBest => self.judged(ply, self.foretold.child?, Verdict::NotBest),
            KeptMark::Best => self.judged(ply, self.foretold.child?, Verdict::Best),
            KeptMark::Cutoff => {
                let cutoff = self.foretold.node(ply).cutoff();
                self.judged(ply, self.foretold.child?, cutoff)
            }
            KeptMark::Judged => {
                let &(judged, verdict) = self.judged.next()?;
                self.judged(ply, judged, verdict)
            }
            KeptMark::Leave => {
                let value = self.foretold.node(ply).value;
                self.leave(line, value)
            }
            KeptMark::Left => {
                let &value = self.left.next()?;
                self.leave(line, value)
            }
            KeptMark::Other => {
                let event = self.others.next()?;
                if let &Event::Judged { score, bound, window, verdict, .. } = event {
                    self.foretold.node(ply).judge(window, (score, bound), verdict);
                }
                // Only a node that is entered has a list of moves, and that is kept in another way.
                Some(event.map(|&mv| mv, |_| &[][..], |&length| self.ranked.next(length)))
            }
        }
    }

    fn enter(&mut self, ply: usize, (depth, window): (u32, Window)) -> Option<SearchEvent<'_, M>> {
        let &Shared { front, back, others } = self.shared.next()?;
        let node = self.foretold.node(ply);
        node.enter((depth, window));
        let between = usize::from(front)..node.moves.len() - usize::from(back);
        node.moves.splice(between, self.moves.by_ref().take(others as usize).copied());
        Some(Event::Enter { depth, window, moves: &node.moves })
    }

    fn next<G: Game<Move = M>>(&mut self, ply: usize, score: Option<Score>) -> Option<SearchEvent<'_, M>> {
        let node = self.foretold.node(ply);
        let mv = node.next()?;
        node.create::<G>(mv);
        self.foretold.created(mv, score);
        Some(Event::Created { mv, score })
    }

    fn judged(&mut self, ply: usize, judged: JudgedChild<M>, verdict: Verdict) -> Option<SearchEvent<'_, M>> {
        let window = self.foretold.node(ply).window;
        let JudgedChild { mv, score, bound, leaf } = judged;
        self.foretold.node(ply).judge(window, (score, bound), verdict);
        Some(Event::Judged { mv, score, bound, leaf, window, verdict })
    }

    fn leave(&mut self, line: &[M], (score, bound): (Score, Bound)) -> Option<SearchEvent<'_, M>> {
        self.foretold.left(line.last().copied(), (score, bound));
        Some(Event::Leave { score, bound })
    }
}
