//! The pipes to a program, where the system has no `poll`: one thread writes and one reads, so that plywood does not
//! block.

use crate::cli::io::heard::{LINE, ProgramOutput};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// The number of lines that may wait to be read.
const WAITING: usize = 256;

#[derive(Debug)]
pub(in crate::cli) struct ThreadedPipes {
    heard: Receiver<ProgramOutput>,
    input: Sender<String>,
}

impl ThreadedPipes {
    pub(in crate::cli) fn new(mut stdin: ChildStdin, stdout: ChildStdout) -> std::io::Result<Self> {
        let (input, lines) = channel::<String>();
        let (hear, heard) = sync_channel(WAITING);
        thread::spawn(move || lines.iter().all(|line| stdin.write_all(line.as_bytes()).is_ok()));
        thread::spawn(move || listen(stdout, &hear));
        Ok(Self { heard, input })
    }

    /// Sends a line, as soon as the program reads.
    pub(in crate::cli) fn send(&mut self, line: &str) {
        // If the program no longer reads, its output says so.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Waits for a line, but no longer than `time`; returns `None` if none arrives.
    pub(in crate::cli) fn receive(&mut self, time: Duration) -> Option<ProgramOutput> {
        match self.heard.recv_timeout(time) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ProgramOutput::End),
        }
    }
}

/// Forwards the lines of the program until it ends or the receiver is gone.
fn listen(stdout: ChildStdout, hear: &SyncSender<ProgramOutput>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        // An error is the end, like no line at all.
        let _ = reader.by_ref().take(LINE).read_until(b'\n', &mut line);
        let heard = ProgramOutput::of(&line);
        let is_end = matches!(heard, ProgramOutput::End);
        if hear.send(heard).is_err() || is_end {
            return;
        }
    }
}
