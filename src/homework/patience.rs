//! How long a program may take. The limits are generous, because a program may be slow to start and the machine may be
//! busy. If the user sets a longer time limit for all trees, each of these limits grows with it.

use super::Assignment;
use std::time::Duration;

/// The minimum time limit for a tree, and a divisor. The limit is the time for all trees divided by this divisor, but
/// at least the minimum.
const A_TREE: (Duration, u32) = (Duration::from_secs(5), 12);
/// Like [`A_TREE`], but for a position of a game, which a simple program may search to the end.
const A_POSITION: (Duration, u32) = (Duration::from_secs(20), 3);
/// A program that was silent once gets this many times the limit: it may be slow to start, or the machine may be busy.
pub(super) const AGAIN: u32 = 3;
/// The time limit for a tree while shrinking, if the program is known to be slow.
pub(super) const A_SMALLER_TREE: Duration = Duration::from_secs(1);
/// The time limit for shrinking, if the program is known to be slow.
pub(super) const SHRINKING: Duration = Duration::from_secs(8);

impl Assignment {
    /// Returns the time limit for one tree or position; it grows with the time limit for all of them.
    pub(super) fn patience(&self) -> Duration {
        let (least, part) = if self.plays() { A_POSITION } else { A_TREE };
        least.max(self.time / part)
    }

    /// Returns the time limit for each part of the search for an explanation. Only a very slow program needs that long.
    pub(super) fn explaining(&self) -> Duration {
        (self.time / 2).max(SHRINKING)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        AskedAlgorithm, Attempt, MarkingScheme, Player, ProgramAnswer, ProgramFate, ProgramVerdict, Task, TieRule,
        TreeSpec, Trouble, TroubleKind, Twig, examine,
    };
    use super::*;
    use crate::core::game::Movers;

    /// A correct program that needs this long to answer.
    struct Slow {
        needs: Duration,
        limits: Vec<u64>,
    }

    impl Player for Slow {
        fn attempt(&mut self, task: &Task, _: AskedAlgorithm, time: Duration) -> Attempt {
            self.limits.push(time.as_secs());
            let tree = task.searched();
            if time < self.needs {
                let what = format!("It said nothing for {} s.", time.as_secs());
                return Attempt::of(Err(Trouble { what, kind: TroubleKind::Silent, has_asked: false }));
            }
            let value = tree.minimax(0);
            let best = tree.node(0).children.iter().position(|&child| tree.minimax(child) == value);
            Attempt { reads: tree.leaves().collect(), ..Attempt::of(Ok(ProgramAnswer { value, best })) }
        }

        fn restart(&mut self) {}

        fn allow(&mut self, _: Duration) {}
    }

    fn assignment(time: u64) -> Assignment {
        let task = |text: &str| Task::of(Twig::small(text).unwrap(), Movers::default());
        Assignment {
            algorithm: AskedAlgorithm::Minimax,
            rule: TieRule::Any,
            trees: 0,
            seed: 1,
            spec: TreeSpec::default(),
            time: Duration::from_secs(time),
            own: ["(1 2)", "(3 1 2)", "(4 5)"].map(task).to_vec(),
            scheme: MarkingScheme::default(),
        }
    }

    fn run(needs: u64, time: u64) -> (super::super::ProgramReport, Vec<u64>) {
        let mut player = Slow { needs: Duration::from_secs(needs), limits: Vec::new() };
        let report = examine(&mut player, &assignment(time));
        (report, player.limits)
    }

    #[test]
    fn a_correct_program_that_is_slow_once_gets_more_time_and_is_right() {
        for (needs, time, limits) in
            [(1, 60, [5, 5, 5].as_slice()), (12, 60, &[5, 15, 15, 15]), (40, 240, &[20, 60, 60, 60])]
        {
            let (report, asked) = run(needs, time);
            assert_eq!((report.verdict, asked.as_slice()), (ProgramVerdict::Right, limits), "{needs} s");
        }
    }

    /// A position of a game may take so long that the time for all of them ends while the first one is tried again.
    #[test]
    fn a_program_that_is_silent_until_all_time_is_used_up_has_timed_out() {
        struct Silent(Option<TroubleKind>);
        impl Player for Silent {
            fn attempt(&mut self, _: &Task, _: AskedAlgorithm, _: Duration) -> Attempt {
                let kind = self.0.take().unwrap_or(TroubleKind::Late);
                Attempt::of(Err(Trouble { what: "Nothing was said.".to_owned(), kind, has_asked: false }))
            }

            fn restart(&mut self) {}

            fn allow(&mut self, _: Duration) {}
        }
        let report = examine(&mut Silent(Some(TroubleKind::Silent)), &assignment(60));
        assert_eq!((report.verdict, report.fate()), (ProgramVerdict::NoAnswer, ProgramFate::TimedOut));
        assert_eq!((report.tried, report.wrong), (1, 1));
        // A program that had less time than one position may take is not judged.
        let report = examine(&mut Silent(None), &assignment(60));
        assert_eq!((report.verdict, report.tried), (ProgramVerdict::Incomplete, 0));
        assert_eq!(report.fate(), ProgramFate::Incomplete);
    }

    #[test]
    fn a_program_that_never_answers_is_soon_given_up() {
        let (report, asked) = run(100_000, 60);
        assert_eq!((report.verdict, report.fate()), (ProgramVerdict::NoAnswer, ProgramFate::TimedOut));
        assert_eq!(asked[..3], [5, 15, 5], "the second tree is not tried again");
        let last = report.smallest.unwrap().judgement.why;
        assert!(last.contains("for 5 s"), "the smallest tree has the usual limit: {last}");
    }
}
