//! A program that runs alongside plywood. plywood starts it, exchanges lines with it, and ends it together with all
//! processes that it started.

use crate::cli::io::error_lines::telling_lines;
#[cfg(target_os = "linux")]
use crate::cli::io::guard;
use crate::cli::io::heard::ProgramOutput;
use crate::cli::io::interruption::Interruption;
use crate::cli::io::message::without_numbers;
#[cfg(unix)]
use crate::cli::io::polled_pipes::PolledPipes as Pipes;
use crate::cli::io::running::{GUARD_GRACE, MARK, Running, end_group, end_marked, end_orphans, stop_guard};
use crate::cli::io::streams::lock;
#[cfg(not(unix))]
use crate::cli::io::threaded_pipes::ThreadedPipes as Pipes;
use crate::page::text::{visible, visible_lines};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The number of bytes to keep from the end of standard error: enough for the message of an error before a list of a
/// thousand calls.
const SAID: usize = 64 * 1024;
/// How often plywood checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(100);
/// How long a program may take to end after its output has ended.
const GRACE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(in crate::cli) struct Process {
    /// The run that started the program.
    run: Arc<Interruption>,
    child: Child,
    mark: String,
    is_guard: bool,
    pipes: Pipes,
    said: Arc<Mutex<Vec<u8>>>,
    /// Reads standard error.
    listener: Option<JoinHandle<()>>,
}

/// The maximum size of a program's data in bytes, and the `PATH` on which to look for the program.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only a guard keeps limits"))]
pub(in crate::cli) struct MemoryLimit<'a> {
    pub bytes: u64,
    pub path: &'a OsStr,
}

/// Why no line was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Quiet {
    /// No line arrived in time, or the run was stopped.
    Late,
    /// The program ended. Contains how it ended, and what it wrote to standard error.
    Ended(String, String),
    /// The program could not be started, for this reason.
    Unstarted(String),
    Endless,
}

impl Process {
    /// Starts a program; the first word is its name. With a limit, the program and each process that it starts may each
    /// use that many bytes of data. A guard then finds the program on the limit's `PATH`, and later ends all its
    /// processes.
    pub(in crate::cli) fn start(
        run: &Arc<Interruption>,
        words: &[OsString],
        memory: Option<MemoryLimit<'_>>,
    ) -> Result<Self, String> {
        let mark = format!("{}-{}", std::process::id(), run.started.fetch_add(1, Ordering::Relaxed));
        let Some((program, arguments)) = words.split_first() else { return Err("no program given".to_owned()) };
        let is_guard = cfg!(target_os = "linux") && memory.is_some() && run.is_of_process();
        let problem = |error: std::io::Error| {
            let name = visible(&program.to_string_lossy());
            let hint = how_to_run(&name, &error);
            let is_here = error.kind() == std::io::ErrorKind::NotFound
                && !name.contains('/')
                && std::path::Path::new(&name).is_file();
            let about = if is_here { "it is not on the PATH".to_owned() } else { without_numbers(&error.to_string()) };
            format!("{name}: {about}{}", hint.unwrap_or_default())
        };
        let mut command = match memory {
            #[cfg(target_os = "linux")]
            Some(MemoryLimit { bytes, path }) if is_guard => {
                found(program, path).map_err(problem)?;
                guarding(program, bytes)
            }
            _ => Command::new(program),
        };
        command.args(arguments).env(MARK, &mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = lock(&run.running);
        let mut child = command.spawn().map_err(problem)?;
        running.push(Running { pid: child.id(), mark: mark.clone(), is_guard });
        drop(running);
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its pipes are missing".to_owned());
        };
        let said = Arc::new(Mutex::new(Vec::new()));
        let kept = said.clone();
        let listener = Some(thread::spawn(move || keep_last(stderr, &kept)));
        let pipes = Pipes::new(stdin, stdout).map_err(problem)?;
        Ok(Self { run: run.clone(), child, mark, is_guard, pipes, said, listener })
    }

    /// Sends a line. If this fails, the next call to `receive` reports the failure.
    pub(in crate::cli) fn send(&mut self, line: &str) {
        self.pipes.send(line);
    }

    /// Waits for a line until this deadline.
    pub(in crate::cli) fn receive(&mut self, until: Instant) -> Result<String, Quiet> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.pipes.receive(left.min(TICK)) {
                Some(ProgramOutput::Line(line)) if !left.is_zero() && !self.run.is_stopped() => return Ok(line),
                Some(ProgramOutput::Endless) => return Err(Quiet::Endless),
                Some(ProgramOutput::End) => return Err(self.ended()),
                None if !left.is_zero() && !self.run.is_stopped() => {}
                Some(ProgramOutput::Line(_)) | None => return Err(Quiet::Late),
            }
        }
    }

    /// Waits until the process, whose output has ended, exits too, and describes how it exited.
    fn ended(&mut self) -> Quiet {
        let until = Instant::now() + GRACE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => break None,
            }
        };
        // The last lines of standard error may still be on their way. The wait is limited because another process may
        // keep standard error open.
        while !self.listener.as_ref().is_none_or(JoinHandle::is_finished) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = visible_lines(&String::from_utf8_lossy(&said));
        if let Some(why) = not_started(&said) {
            return Quiet::Unstarted(why.to_owned());
        }
        let said = telling_lines(&said).join("\n");
        #[cfg(target_os = "linux")]
        if self.is_guard && status.is_some_and(|status| status.code() == Some(guard::STOPPED)) {
            return Quiet::Ended("ended the process that watches it".to_owned(), said);
        }
        Quiet::Ended(status.map_or_else(|| "closed its standard output".to_owned(), how), said)
    }
}

/// If the last line is a guard's message that it could not start its program, returns the reason.
#[cfg(target_os = "linux")]
fn not_started(said: &str) -> Option<&str> {
    said.lines().next_back()?.rsplit_once(guard::CANNOT_START).map(|(_, why)| why)
}

#[cfg(not(target_os = "linux"))]
fn not_started(_: &str) -> Option<&str> {
    None
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
    /// Ends the process and all processes that it started.
    fn drop(&mut self) {
        let mut is_clean = false;
        if self.is_guard {
            stop_guard(self.child.id());
            let until = Instant::now() + GUARD_GRACE;
            while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
            // A guard that was not killed has ended all processes below it.
            is_clean = matches!(self.child.try_wait(), Ok(Some(status)) if status.code().is_some());
        }
        end_group(self.child.id());
        // Once the process has been waited for, its group number may be reused.
        lock(&self.run.running).iter_mut().filter(|one| one.mark == self.mark).for_each(|one| one.pid = 0);
        // This fails if the process has already exited, which does no harm.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !is_clean {
            end_marked(&self.mark);
        }
        let mut running = lock(&self.run.running);
        running.retain(|one| one.mark != self.mark);
        if self.is_guard {
            end_orphans(&running);
        }
    }
}

/// Returns how to run a file that is not a program itself, or a command that was typed as one word.
fn how_to_run(name: &str, error: &std::io::Error) -> Option<String> {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    let is_missing = error.kind() == NotFound;
    if is_missing && name.trim().contains(' ') {
        return Some(format!(" (without the quotes, write: {})", name.trim()));
    }
    let is_there = error.kind() == PermissionDenied || is_missing && std::path::Path::new(name).is_file();
    let (_, extension) = name.rsplit_once('.')?;
    let known = [("py", "python3"), ("js", "node"), ("sh", "sh"), ("java", "java"), ("rb", "ruby")];
    let (_, by) = known.into_iter().find(|(own, _)| is_there && *own == extension)?;
    Some(format!(" (to run it, write: {by} {name})"))
}

/// Returns a command that starts plywood again, as the guard of another program.
#[cfg(target_os = "linux")]
fn guarding(program: &OsString, bytes: u64) -> Command {
    // The orphans of a killed guard become children of this process.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let mut command = Command::new("/proc/self/exe");
    std::os::unix::process::CommandExt::arg0(&mut command, guard::GUARD);
    command.arg(bytes.to_string()).arg(program);
    command
}

/// Returns an error if the program doesn't exist; the guard would report this too late.
#[cfg(target_os = "linux")]
fn found(program: &OsString, path: &OsStr) -> std::io::Result<()> {
    use std::io::{Error, ErrorKind};
    use std::os::unix::fs::PermissionsExt;
    let is_program = |path: &std::path::Path| {
        let data = std::fs::metadata(path)?;
        let is_executable = data.is_file() && data.permissions().mode() & 0o111 != 0;
        if is_executable { Ok(()) } else { Err(Error::from(ErrorKind::PermissionDenied)) }
    };
    if program.as_encoded_bytes().contains(&b'/') {
        return is_program(program.as_ref());
    }
    let is_anywhere = std::env::split_paths(path).any(|folder| is_program(&folder.join(program)).is_ok());
    // 2 is the system's error number for a file that does not exist (ENOENT).
    if is_anywhere { Ok(()) } else { Err(Error::from_raw_os_error(2)) }
}

fn keep_last(mut stderr: impl Read, said: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(&buffer[..count]);
        // Removing bytes from the front moves all others, so it is done rarely.
        if 2 * SAID < said.len() {
            let surplus = said.len() - SAID;
            said.drain(..surplus);
        }
    }
}
