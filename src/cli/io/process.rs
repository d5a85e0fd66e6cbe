//! A program that runs beside this one: started, spoken to line by line, and ended with all that it has started.

use crate::cli::context::lock;
use crate::cli::io::interruption::Interruption;
use crate::page::text::{visible, visible_lines};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line has no more bytes than this.
const LINE: u64 = 64 * 1024;
/// So many lines may wait to be read.
const WAITING: usize = 256;
/// The last bytes of standard error are kept.
const SAID: usize = 2000;
/// So many of its lines are shown.
const SAID_LINES: usize = 4;
/// Ctrl-C is looked for so often.
const TICK: Duration = Duration::from_millis(100);
/// A program may take so long to end after its output did.
const GRACE: Duration = Duration::from_millis(500);
/// So often what is left of a program is looked for.
#[cfg(target_os = "linux")]
const SEARCHES: usize = 50;
/// Marks what the program starts, in its environment.
const MARK: &str = "PLYWOOD_STARTED";

/// Ends all that run, and lets no other one start: nobody else does, where the program ends in the middle of its work.
pub(in crate::cli) fn end_all(run: &Interruption) {
    let running = lock(&run.running);
    for (group, mark) in running.iter() {
        end_group(*group);
        end_marked(mark);
    }
    std::mem::forget(running);
}

#[derive(Debug)]
pub(in crate::cli) struct Process {
    /// The run that has started it.
    run: Arc<Interruption>,
    child: Child,
    mark: String,
    heard: Receiver<Heard>,
    /// Where lines go that another thread writes, so that nobody waits for a program that does not read.
    input: Sender<String>,
    said: Arc<Mutex<Vec<u8>>>,
}

#[derive(Debug)]
enum Heard {
    Line(String),
    Endless,
}

/// Why no line comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Quiet {
    /// None came in time, or somebody has stopped everything.
    Late,
    /// It ended, in this way, and said this on standard error.
    Ended(String, String),
    Endless,
}

impl Process {
    /// Starts a program by these words, the first of which is its name; it may have so many bytes of data.
    pub(in crate::cli) fn start(
        run: &Arc<Interruption>,
        words: &[OsString],
        memory: Option<u64>,
    ) -> Result<Self, String> {
        let mark = format!("{}-{}", std::process::id(), run.started.fetch_add(1, Ordering::Relaxed));
        let Some((program, arguments)) = words.split_first() else { return Err("no program given".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).env(MARK, &mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = lock(&run.running);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", visible(&program.to_string_lossy())))?;
        running.push((child.id(), mark.clone()));
        drop(running);
        if let Some(bytes) = memory {
            limit_memory(&child, bytes);
        }
        let (input, lines) = channel::<String>();
        let (hear, heard) = sync_channel(WAITING);
        let said = Arc::new(Mutex::new(Vec::new()));
        if let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            thread::spawn(move || lines.iter().all(|line| stdin.write_all(line.as_bytes()).is_ok()));
            thread::spawn(move || listen(stdout, &hear));
            let said = said.clone();
            thread::spawn(move || keep_last(stderr, &said));
        }
        Ok(Self { run: run.clone(), child, mark, heard, input, said })
    }

    /// Sends a line. What becomes of it shows when something is received.
    pub(in crate::cli) fn send(&self, line: &str) {
        // Who does not listen any more shows it when he should speak.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Waits for a line until this moment.
    pub(in crate::cli) fn receive(&mut self, until: Instant) -> Result<String, Quiet> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(TICK)) {
                Ok(Heard::Line(line)) if !left.is_zero() && !self.run.is_stopped() => return Ok(line),
                Ok(Heard::Endless) => return Err(Quiet::Endless),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if !left.is_zero() && !self.run.is_stopped() => {}
                Ok(Heard::Line(_)) | Err(RecvTimeoutError::Timeout) => return Err(Quiet::Late),
            }
        }
    }

    /// Says how the process ended, whose output is at an end.
    fn ended(&mut self) -> Quiet {
        let until = Instant::now() + GRACE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => break None,
            }
        };
        // What it said last may still be on its way.
        thread::sleep(Duration::from_millis(20));
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = visible_lines(&String::from_utf8_lossy(&said));
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let said = lines[lines.len().saturating_sub(SAID_LINES)..].join("\n");
        Quiet::Ended(status.map_or_else(|| "closed its standard output".to_owned(), how), said)
    }
}

fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".to_owned(),
    }
}

impl Drop for Process {
    /// Ends the process and all that it has started.
    fn drop(&mut self) {
        end_group(self.child.id());
        // The number of its group may be another's as soon as it was waited for.
        lock(&self.run.running).iter_mut().filter(|(_, mark)| *mark == self.mark).for_each(|(group, _)| *group = 0);
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        end_marked(&self.mark);
        lock(&self.run.running).retain(|(_, mark)| *mark != self.mark);
    }
}

#[cfg(unix)]
fn end_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// Ends what has left the group of the program, as a daemon does: the environment still tells where it comes from. Who starts
/// others meanwhile is looked for again.
#[cfg(target_os = "linux")]
fn end_marked(mark: &str) {
    let wanted = format!("{MARK}={mark}");
    for _ in 0..SEARCHES {
        if !ends_some(wanted.as_bytes()) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ends each process with this variable in its environment; returns whether there was one.
#[cfg(target_os = "linux")]
fn ends_some(wanted: &[u8]) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    let Ok(entries) = std::fs::read_dir("/proc") else { return false };
    let mut found = false;
    for entry in entries.flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let (Some(pid), Ok(environment)) = (pid, std::fs::read(entry.path().join("environ"))) else { continue };
        if environment.split(|byte| *byte == 0).any(|variable| variable == wanted) {
            // Where it belongs to somebody else it stays.
            found |= kill_process(pid, Signal::KILL).is_ok();
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

/// Lets the process have no more memory than it may need.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // Where this is not allowed there is no limit.
    let _ = prlimit(pid, Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) {}

/// Hands on the lines of the program, until it ends or nobody listens.
fn listen(stdout: ChildStdout, hear: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let heard = match reader.by_ref().take(LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(count) if count as u64 == LINE && line.last() != Some(&b'\n') => Heard::Endless,
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        if hear.send(heard).is_err() {
            return;
        }
    }
}

fn keep_last(mut stderr: impl Read, said: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(&buffer[..count]);
        let surplus = said.len().saturating_sub(SAID);
        said.drain(..surplus);
    }
}
