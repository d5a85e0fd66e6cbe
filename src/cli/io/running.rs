//! The processes of a run, and how to end them together with all processes that they started.

#[cfg(target_os = "linux")]
use crate::cli::io::guard;
use crate::cli::io::streams::lock;
use std::sync::Mutex;
use std::time::Duration;

/// How many times plywood looks for processes that a program left behind.
#[cfg(target_os = "linux")]
const SEARCHES: usize = 50;
/// The environment variable that marks all processes that the program starts.
pub(in crate::cli) const MARK: &str = "PLYWOOD_STARTED";
/// How long a guard may take to end its program.
pub(in crate::cli) const GUARD_GRACE: Duration = Duration::from_secs(3);

/// A running process.
#[derive(Debug)]
pub(in crate::cli) struct Running {
    /// Its process id, which is also its group id; 0 once the process has been waited for, because the number may be
    /// reused.
    pub pid: u32,
    pub mark: String,
    /// Whether the process is a guard, which ends its own program.
    pub is_guard: bool,
}

/// Ends all running processes and prevents new ones. If plywood exits in the middle of its work, nothing else ends
/// these processes.
pub(in crate::cli) fn end_all(running: &Mutex<Vec<Running>>) {
    let running = lock(running);
    running.iter().filter(|one| one.is_guard).for_each(|one| stop_guard(one.pid));
    running.iter().filter(|one| one.is_guard).for_each(|one| await_end(one.pid));
    for one in running.iter() {
        end_group(one.pid);
        end_marked(&one.mark);
    }
    std::mem::forget(running);
}

/// Tells a guard to end its program and itself.
#[cfg(unix)]
pub(in crate::cli) fn stop_guard(guard: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(pid) = i32::try_from(guard).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

#[cfg(not(unix))]
pub(in crate::cli) fn stop_guard(_: u32) {}

/// Waits until a guard has ended.
#[cfg(unix)]
pub(in crate::cli) fn await_end(guard: u32) {
    use rustix::process::{Pid, WaitOptions, waitpid};
    use std::{thread, time::Instant};
    let until = Instant::now() + GUARD_GRACE;
    let pid = i32::try_from(guard).ok().and_then(Pid::from_raw);
    while matches!(waitpid(pid, WaitOptions::NOHANG), Ok(None)) && Instant::now() < until {
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(not(unix))]
pub(in crate::cli) fn await_end(_: u32) {}

/// Ends the processes that a guard left behind: children that this process did not start itself.
#[cfg(target_os = "linux")]
pub(in crate::cli) fn end_orphans(running: &[Running]) {
    guard::end_children(&|pid| running.iter().all(|one| one.pid != pid));
}

#[cfg(not(target_os = "linux"))]
pub(in crate::cli) fn end_orphans(_: &[Running]) {}

#[cfg(unix)]
pub(in crate::cli) fn end_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(in crate::cli) fn end_group(_: u32) {}

/// Ends processes that left the program's group, as a daemon does. Their environment still contains the mark. Looks
/// several times, to catch processes started in the meantime.
#[cfg(target_os = "linux")]
pub(in crate::cli) fn end_marked(mark: &str) {
    let wanted = format!("{MARK}={mark}");
    for _ in 0..SEARCHES {
        if !ends_some(wanted.as_bytes()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ends each process with this variable in its environment; returns whether it ended any.
#[cfg(target_os = "linux")]
fn ends_some(wanted: &[u8]) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    let Ok(entries) = std::fs::read_dir("/proc") else { return false };
    let mut found = false;
    for entry in entries.flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let (Some(pid), Ok(environment)) = (pid, std::fs::read(entry.path().join("environ"))) else { continue };
        if environment.split(|byte| *byte == 0).any(|variable| variable == wanted) {
            // Ending another user's process fails, which is fine.
            found |= kill_process(pid, Signal::KILL).is_ok();
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
pub(in crate::cli) fn end_marked(_: &str) {}
