//! A process between plywood and a student's program. It limits memory before the program starts, and it adopts all
//! processes that the program leaves behind. It ends the program and these processes when plywood asks it to, or when
//! plywood has exited.

use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getpid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, setrlimit, wait, waitpid,
};
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The name under which plywood starts itself as a guard.
pub(in crate::cli) const GUARD: &str = "plywood-guard";
/// The guard's message before the reason why a program cannot be started.
pub(in crate::cli) const CANNOT_START: &str = "plywood-guard: cannot be started: ";
/// The exit code of a guard that was asked to end.
pub(in crate::cli) const STOPPED: i32 = 143;
/// How often the guard checks its program.
const TICK: Duration = Duration::from_millis(4);
/// How long the guard keeps ending the processes that a program left behind.
const ENDING: Duration = Duration::from_secs(2);

/// Returns whether this process was started as a guard. `words` are its command line, and the first word is its name.
pub(in crate::cli) fn is_guard(words: &[OsString]) -> bool {
    words.first().is_some_and(|name| name == GUARD)
}

/// Guards a program. `words` are the guard's name, the memory limit in bytes, and the program's name and arguments.
pub(in crate::cli) fn guard(words: &[OsString]) -> ExitCode {
    let mut words = words.iter().skip(1).cloned();
    let memory = words.next().and_then(|word| word.to_str()?.parse().ok());
    let (Some(memory), Some(program)) = (memory, words.next()) else { return ExitCode::from(2) };
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
        // If the handler cannot be registered, the signal ends the guard at once, and plywood ends the remaining
        // processes.
        let _ = signal_hook::flag::register(signal, stop.clone());
    }
    // If the system does not allow one of these limits, the others still apply.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    let _ = set_child_subreaper(Some(getpid()));
    let limited = |bytes: u64| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = setrlimit(Resource::Data, limited(memory));
    let _ = setrlimit(Resource::Core, limited(0));
    match guarded(&program, words.collect(), &stop) {
        Ok(Some(status)) => pass_on(status),
        Ok(None) => ExitCode::from(STOPPED as u8),
        Err(error) => {
            #[allow(clippy::print_stderr, reason = "plywood reads what the guard says")]
            {
                eprintln!("{CANNOT_START}{error}");
            }
            ExitCode::from(126)
        }
    }
}

/// Runs a program; returns how it ended, or `None` if the guard was asked to end.
fn guarded(program: &OsString, arguments: Vec<OsString>, stop: &AtomicBool) -> std::io::Result<Option<ExitStatus>> {
    let mut child = Command::new(program).args(arguments).process_group(0).spawn()?;
    // The guard gives up its own ends of the pipes, so that plywood notices when the program closes its ends.
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    let _ = rustix::stdio::dup2_stdin(&nothing);
    let _ = rustix::stdio::dup2_stdout(&nothing);
    let _ = rustix::stdio::dup2_stderr(&nothing);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if stop.load(Ordering::Relaxed) {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        thread::sleep(TICK);
    };
    if has_children() {
        end_children(&|_| true);
    }
    Ok(status)
}

/// Returns whether this process has children. Unlike the search for them in `/proc`, this takes no time.
fn has_children() -> bool {
    !matches!(wait(WaitOptions::NOHANG), Err(Errno::CHILD))
}

/// Ends the guard in the same way as the program ended: with the same signal or exit code.
fn pass_on(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal() {
        // If the guard cannot raise the signal, its exit code reports the signal.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        return ExitCode::from(128 + signal as u8);
    }
    ExitCode::from(status.code().unwrap_or(1) as u8)
}

/// Ends the children of this process that `is_chosen` selects. Also ends their children, because this process adopts
/// them when their parents are gone.
pub(in crate::cli) fn end_children(is_chosen: &dyn Fn(u32) -> bool) {
    let until = Instant::now() + ENDING;
    loop {
        let children: Vec<Pid> =
            children().into_iter().filter(|pid| is_chosen(pid.as_raw_nonzero().get() as u32)).collect();
        if children.is_empty() || until <= Instant::now() {
            return;
        }
        for pid in children {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the children of this process.
fn children() -> Vec<Pid> {
    let own = getpid().as_raw_nonzero().get();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parent = |pid: i32| -> Option<i32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program is in parentheses and may contain any characters.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|&pid| parent(pid) == Some(own)).filter_map(Pid::from_raw).collect()
}
