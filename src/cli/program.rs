//! A program of a student as a process that answers one tree after the other.

use super::process::{Process, Quiet};
use crate::exercise::run::{AskedAlgorithm, Attempt, FAREWELL, GREETING, Lost, Player, Task, Wire, talk};
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// It may have so many bytes of data.
const MEMORY: u64 = 4 << 30;

/// A program that can be asked to search.
pub(super) struct Program {
    words: Vec<OsString>,
    deadline: Instant,
    running: Option<Process>,
}

impl Program {
    /// Returns a program that is started by these words.
    pub(super) fn new(words: Vec<OsString>) -> Self {
        Self { words, deadline: Instant::now(), running: None }
    }

    /// Starts it, so that what cannot be started is told before anything is asked.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn begin(&mut self) -> Result<(), String> {
        self.running = Some(self.start()?);
        Ok(())
    }

    fn start(&self) -> Result<Process, String> {
        let running = Process::start(&self.words, Some(MEMORY))?;
        running.send(GREETING);
        Ok(running)
    }
}

impl Player for Program {
    fn attempt(&mut self, task: &Task, algorithm: AskedAlgorithm, time: Duration) -> Attempt {
        let running = self.running.take().map_or_else(|| self.start(), Ok);
        let mut turn = Conversation { running, time, began: Instant::now(), deadline: self.deadline };
        let attempt = talk(task, algorithm, &mut turn);
        // Who did not answer is not asked again.
        self.running = turn.running.ok().filter(|_| attempt.answer.is_ok());
        attempt
    }

    fn restart(&mut self) {
        if let Some(running) = self.running.take() {
            running.send(FAREWELL);
        }
    }

    fn allow(&mut self, time: Duration) {
        let now = Instant::now();
        self.deadline = now.checked_add(time).unwrap_or(now + Duration::from_secs(u64::from(u32::MAX)));
    }
}

/// One tree's worth of conversation.
struct Conversation {
    running: Result<Process, String>,
    time: Duration,
    began: Instant,
    deadline: Instant,
}

impl Wire for Conversation {
    fn send(&mut self, line: &str) {
        if let Ok(running) = &self.running {
            running.send(line);
        }
    }

    fn receive(&mut self) -> Result<String, Lost> {
        let running = self.running.as_mut().map_err(|why| Lost::Unstarted(why.clone()))?;
        let end = self.began + self.time;
        running.receive(self.deadline.min(end)).map_err(|quiet| match quiet {
            Quiet::Late if self.deadline <= end => Lost::Late,
            Quiet::Late => Lost::Silent(self.time.as_secs()),
            Quiet::Ended(how, said) => Lost::Ended(how, said),
            Quiet::Endless => Lost::Endless,
        })
    }
}
