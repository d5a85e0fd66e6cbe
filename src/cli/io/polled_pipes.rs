//! The pipes to a program where the system has `poll`: plywood itself writes, waits and reads. With threads, a question
//! and its answer would cost twice as many changes of context.

use crate::cli::io::heard::{LINE, ProgramOutput};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

#[derive(Debug)]
pub(in crate::cli) struct PolledPipes {
    /// `None` once the program no longer reads.
    stdin: Option<ChildStdin>,
    /// What the program has not read yet.
    unsent: Vec<u8>,
    stdout: BufReader<ChildStdout>,
    /// The beginning of a line of the program.
    line: Vec<u8>,
}

impl PolledPipes {
    pub(in crate::cli) fn new(stdin: ChildStdin, stdout: ChildStdout) -> std::io::Result<Self> {
        // This concerns plywood's ends of the pipes; the program's ends block as usual.
        rustix::io::ioctl_fionbio(&stdin, true)?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        Ok(Self { stdin: Some(stdin), unsent: Vec::new(), stdout: BufReader::new(stdout), line: Vec::new() })
    }

    /// Sends a line as soon as the program reads.
    pub(in crate::cli) fn send(&mut self, line: &str) {
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
        self.write();
    }

    /// Waits for a line, but no longer than `time`. Returns `None` if no line has arrived.
    pub(in crate::cli) fn receive(&mut self, time: Duration) -> Option<ProgramOutput> {
        if self.stdout.buffer().is_empty() {
            self.wait(time);
            self.write();
        }
        let rest = LINE - self.line.len() as u64;
        match self.stdout.by_ref().take(rest).read_until(b'\n', &mut self.line) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            _ => Some(ProgramOutput::of(&std::mem::take(&mut self.line))),
        }
    }

    /// Waits until the program writes, or reads what is unsent.
    fn wait(&self, time: Duration) {
        let mut ends = vec![PollFd::new(self.stdout.get_ref(), PollFlags::IN)];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.unsent.is_empty()) {
            ends.push(PollFd::new(stdin, PollFlags::OUT));
        }
        // If the wait fails, for example because of a signal, nothing can be read yet.
        let _ = Timespec::try_from(time).map(|time| poll(&mut ends, Some(&time)));
    }

    /// Writes as much of what is unsent as the program reads.
    fn write(&mut self) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !self.unsent.is_empty()) {
            match stdin.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // If the program has ended, the end of its output says so.
                Err(_) => self.stdin = None,
            }
        }
    }
}
