//! The checks that need nothing but the events: windows and verdicts, and what a table returns.

use super::claims::{Claims, Frame};
use crate::hooks::{Stored, Verdict};
use crate::proof::report::{Check, Failure, Problem, Unchecked};
use crate::score::{Bound, Score, Window};
use crate::search::Cut;

impl Claims {
    /// Notes the result of a check; `None` means that nobody knows.
    fn note(&mut self, check: Check, proved: Option<bool>, line: &[String], problem: Problem) {
        if proved.is_none() {
            return self.skip(Unchecked::Unknown);
        }
        self.checked[check as usize] += 1;
        if proved == Some(false) {
            self.failures.push(Failure { check, line: line.to_vec(), problem });
        }
    }

    /// Notes that a node is entered otherwise than it can be.
    pub fn refuse(&mut self, line: &[String], problem: Problem) {
        self.note(Check::Verdict, Some(false), line, problem);
    }

    /// Remembers what a visit returned.
    pub fn close(&mut self, frame: &Frame, score: Score, bound: Bound) {
        self.visits[frame.visit].value = Some((score, bound));
    }

    /// Checks a judgement: whether its window is that of its node at this moment, and its verdict follows.
    pub fn check_verdict(&mut self, line: &[String], score: Score, window: Window, verdict: Verdict) {
        match self.moved_window(line, window) {
            Some((line, problem)) => self.note(Check::Verdict, Some(false), &line, problem),
            None => {
                let follows = self.follows(score, window, verdict);
                self.note(Check::Verdict, Some(follows), line, Problem::Verdict { score, window, verdict });
            }
        }
        if verdict == Verdict::Best
            && let Some(frame) = self.frames.last_mut()
        {
            frame.window.alpha = score;
            frame.raised_by = line.last().cloned();
        }
    }

    /// The same for standing pat; the static score is compared with the evaluation later.
    pub fn check_stand_pat(&mut self, line: &[String], score: Score, window: Window, verdict: Verdict) {
        let numbers = line.iter().map(|name| self.number(name)).collect();
        self.stand_pats.push((numbers, score));
        let follows = !verdict.is_cutoff() && self.follows(score, window, verdict);
        let stands = self.frames.last().is_none_or(|frame| frame.window.is_near(window, self.tolerance));
        let problem = Problem::StandPat { score, window, verdict };
        self.note(Check::Verdict, Some(stands && follows), line, problem);
        if verdict == Verdict::Best
            && let Some(frame) = self.frames.last_mut()
        {
            frame.window.alpha = score;
        }
    }

    fn follows(&self, score: Score, window: Window, verdict: Verdict) -> bool {
        let by = self.tolerance;
        [score, score.plus(by), score.plus(-by)].into_iter().any(|score| {
            let above = window.alpha < score;
            let cuts = if self.cut == Cut::AboveBeta { window.beta < score } else { window.beta <= score };
            match verdict {
                Verdict::Best => above && !cuts,
                Verdict::NotBest => !above,
                Verdict::Cutoff { .. } => cuts,
            }
        })
    }

    /// What is wrong with the window of a judgement, and where, if it is not the one that the node was entered with,
    /// raised by the best child so far.
    fn moved_window(&mut self, line: &[String], said: Window) -> Option<(Vec<String>, Problem)> {
        let frame =
            self.frames.last_mut().filter(|frame| !frame.window.is_near(said, self.tolerance) && !self.is_mistaken)?;
        let is = std::mem::replace(&mut frame.window, said);
        match (frame.raised_by.take(), line.split_last()) {
            (Some(best), Some((_, parent))) if is.beta == said.beta => {
                let line = parent.iter().cloned().chain([best]).collect();
                Some((line, Problem::Alpha { score: is.alpha, alpha: said.alpha }))
            }
            _ => Some((line.to_vec(), Problem::Window { said, is })),
        }
    }

    /// Checks that a table returns what was stored.
    pub fn check_table(&mut self, line: &[String], stored: Stored<&str>) {
        let Stored { depth, score, bound, visit, .. } = stored;
        if self.has_silent_visits {
            return self.skip(Unchecked::Hash);
        }
        if visit == 0 {
            return self.skip(Unchecked::Unknown);
        }
        let visit = usize::try_from(visit).ok().and_then(|visit| self.visits.get(visit.checked_sub(1)?));
        // A visit that was not left yet may have stored what a later one overwrites; one that never was is a lie.
        let proved = match visit {
            Some(visit) => visit.stored(line.len() as u32, depth, (score, bound), self.tolerance),
            None => Some(false),
        };
        let check = if bound == Bound::Exact { Check::Exact } else { Check::Bound };
        // As for all nodes, for the side that moved there.
        let (said, bound) = if line.is_empty() { (score, bound) } else { (-score, -bound) };
        self.note(check, proved, line, Problem::Stored { said, bound });
    }
}
