//! A student's program: a process to which plywood sends one tree at a time, and which it restarts if necessary.

use crate::cli::context::Context;
use crate::cli::io::interruption::Interruption;
use crate::cli::io::process::{MemoryLimit, Process, Quiet};
use crate::homework::{AskedAlgorithm, Attempt, FAREWELL, GREETING, Lost, Player, Task, Wire, talk};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of bytes of data.
const MEMORY: u64 = 4 << 30;

pub(in crate::cli) struct Program {
    run: Arc<Interruption>,
    words: Vec<OsString>,
    /// The `PATH` on which to look for the program.
    path: OsString,
    deadline: Instant,
    running: Option<Process>,
    /// Whether the running process has answered a task.
    has_answered: bool,
}

impl Program {
    pub(in crate::cli) fn new(context: &Context, words: Vec<OsString>) -> Self {
        let path = context.variable("PATH").unwrap_or_default().to_owned();
        Self {
            run: context.interruption().clone(),
            words,
            path,
            deadline: Instant::now(),
            running: None,
            has_answered: false,
        }
    }

    /// Starts the program before the first question, so that plywood can report a failure to start.
    pub(in crate::cli) fn begin(&mut self) -> Result<(), String> {
        self.running = Some(self.start()?);
        Ok(())
    }

    fn start(&self) -> Result<Process, String> {
        let mut running =
            Process::start(&self.run, &self.words, Some(MemoryLimit { bytes: MEMORY, path: &self.path }))?;
        running.send(GREETING);
        Ok(running)
    }
}

impl Player for Program {
    fn attempt(&mut self, task: &Task, algorithm: AskedAlgorithm, time: Duration) -> Attempt {
        // No program is started for a tree after the user has interrupted the run.
        let running = match self.running.take() {
            _ if self.run.is_stopped() => Err(Lost::Late),
            Some(running) => Ok(running),
            None => self.start().map_err(Lost::Unstarted),
        };
        let (began, deadline, has_answered) = (Instant::now(), self.deadline, self.has_answered);
        let mut turn = Conversation { running, has_answered, time, began, deadline };
        let attempt = talk(task, algorithm, &mut turn);
        // Keep the program running only if it answered; otherwise the next question starts it again.
        self.running = turn.running.ok().filter(|_| attempt.answer.is_ok());
        self.has_answered = self.running.is_some();
        attempt
    }

    fn restart(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.send(FAREWELL);
        }
        self.has_answered = false;
    }

    fn allow(&mut self, time: Duration) {
        let now = Instant::now();
        self.deadline = now.checked_add(time).unwrap_or(now + Duration::from_secs(u64::from(u32::MAX)));
    }
}

struct Conversation {
    /// The program, or why there is none to talk to.
    running: Result<Process, Lost>,
    /// Whether the process has answered a task before.
    has_answered: bool,
    time: Duration,
    began: Instant,
    deadline: Instant,
}

impl Wire for Conversation {
    fn send(&mut self, line: &str) {
        if let Ok(running) = &mut self.running {
            running.send(line);
        }
    }

    fn receive(&mut self) -> Result<String, Lost> {
        let running = self.running.as_mut().map_err(|lost| lost.clone())?;
        let end = self.began + self.time;
        running.receive(self.deadline.min(end)).map_err(|quiet| match quiet {
            Quiet::Late if self.deadline <= end => Lost::Late,
            Quiet::Late => Lost::Silent(self.time.as_secs()),
            Quiet::Ended(how, said) => Lost::Ended(how, said),
            Quiet::Unstarted(why) => Lost::Unstarted(why),
            Quiet::Endless => Lost::Endless,
        })
    }

    fn has_answered_before(&self) -> bool {
        self.has_answered
    }
}
