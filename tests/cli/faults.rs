//! Signals at any time, a full disk, and readers that quit: no file is ever lost, incomplete or left behind.
//!
//! Each round is a command and a fault, both chosen by the round's number. `PLYWOOD_FAULT_ROUNDS` sets the number of
//! rounds.

use crate::fuzz_regressions::signal;
#[cfg(target_os = "linux")]
use crate::homework::left_behind;
use crate::support::dice::Dice;
use crate::support::is_long;
use crate::{Folder, failed, output, start};
use std::collections::HashMap;
use std::io::Read;
use std::process::Output;
use std::time::{Duration, Instant};

/// Commands that write the file named last.
const COMMANDS: [&[&str]; 7] = [
    &["explain", "startpos", "-d", "3", "-o", "out.jsonl"],
    &["explain", "startpos", "-d", "3", "-o", "out.json.gz"],
    &["explain", "sargon-1", "-o", "out.html"],
    &["explain", "startpos", "-d", "3", "-o", "out.svg"],
    &["compare", "startpos", "-d", "3", "-o", "out.txt"],
    &["perft", "startpos", "-d", "4", "--divide", "-o", "out.txt"],
    &["lessons", "-o", "out.html"],
];
const OLD: &str = "precious";

/// Returns the default number of rounds.
fn usual() -> u64 {
    if is_long() { 70 } else { 40 }
}

/// A command, its output when nothing disturbs it, and its running time.
struct Job {
    arguments: &'static [&'static str],
    written: Vec<u8>,
    took: Duration,
}

impl Job {
    fn new(arguments: &'static [&'static str]) -> Self {
        let mut job = Self { arguments, written: Vec::new(), took: Duration::ZERO };
        let folder = Folder::new();
        let start = Instant::now();
        output(&mut folder.plywood(arguments));
        job.took = start.elapsed();
        job.written = job.found(&folder);
        job
    }

    /// Returns the name of the file that it writes.
    fn name(&self) -> &'static str {
        self.arguments[self.arguments.len() - 1]
    }

    fn found(&self, folder: &Folder) -> Vec<u8> {
        std::fs::read(folder.path().join(self.name())).unwrap()
    }

    /// Checks that the file is the complete old or new file, depending on `is_done`, and that there is no other file
    /// except those that `may_stay` allows.
    fn check(&self, folder: &Folder, is_done: Option<bool>, may_stay: bool, round: &str) -> bool {
        let found = self.found(folder);
        let is_new = found == self.written;
        assert!(is_new || found == OLD.as_bytes(), "{round}: {} bytes of {}", found.len(), self.written.len());
        assert!(is_done.is_none_or(|done| done == is_new), "{round}: {is_done:?} {is_new}");
        let others: Vec<String> = folder.names().into_iter().filter(|name| name != self.name()).collect();
        let is_ours = others.len() == 1 && others[0].starts_with(".plywood-");
        assert!(others.is_empty() || may_stay && is_ours, "{round}: {others:?}");
        !others.is_empty()
    }
}

/// Sends one of these signals at a random time during a command or shortly after its end; returns the signal's name and
/// how the run ended.
pub fn struck(
    (arguments, took): (&[&str], Duration),
    folder: &Folder,
    names: &[&'static str],
    dice: &mut Dice,
) -> (&'static str, Output) {
    let child = start(&mut folder.plywood(arguments));
    std::thread::sleep(took * dice.below(1200) as u32 / 1000);
    let name = *dice.pick(names);
    signal(name, &child);
    (name, child.wait_with_output().unwrap())
}

/// The results of the rounds.
#[derive(Debug, Default)]
struct Count {
    finished: u64,
    refused: u64,
    killed: u64,
    left_behind: u64,
}

impl Count {
    /// Returns whether every kind of ending occurred.
    fn has_all(&self) -> bool {
        0 < self.finished && 0 < self.refused && 0 < self.killed
    }

    fn add(&mut self, code: Option<i32>) {
        match code {
            Some(0) => self.finished += 1,
            Some(_) => self.refused += 1,
            None => self.killed += 1,
        }
    }
}

/// After a signal that can be caught, the run ends as if nothing had happened, or reports that it was interrupted.
fn asked(job: &Job, dice: &mut Dice, count: &mut Count, round: &str) {
    let folder = Folder::with(job.name(), OLD);
    let (name, ended) = struck((job.arguments, job.took), &folder, &["-INT", "-TERM", "-HUP"], dice);
    let code = ended.status.code();
    assert!(matches!(code, Some(0 | 1) | None), "{round} {name}: {ended:?}");
    if code == Some(1) {
        let message = failed(ended);
        assert!(message.contains("interrupted") && message.contains("is unchanged"), "{round} {name}: {message}");
    }
    job.check(&folder, code.map(|code| code == 0), false, round);
    count.add(code);
}

/// After a signal that cannot be caught, the output file is complete. A temporary file may be left behind.
fn killed(job: &Job, dice: &mut Dice, count: &mut Count, round: &str) {
    let folder = Folder::with(job.name(), OLD);
    let (name, ended) = struck((job.arguments, job.took), &folder, &["-KILL", "-ABRT", "-QUIT"], dice);
    let code = ended.status.code();
    assert!(matches!(code, Some(0) | None), "{round}: {code:?}");
    // The killed run may already have moved the file into place.
    let is_done = code.map(|_| true);
    count.left_behind += u64::from(job.check(&folder, is_done, name != "-QUIT", round));
    count.add(code);
}

/// A disk without room for the whole file.
fn full(job: &Job, dice: &mut Dice, count: &mut Count, round: &str) {
    let folder = Folder::with(job.name(), OLD);
    let blocks = dice.below(job.written.len() / 512 + 2);
    let mut command = folder.behind(&format!("trap '' XFSZ; ulimit -f {blocks}"), job.arguments);
    let ended = command.output().unwrap();
    let code = ended.status.code();
    if code == Some(1) {
        assert!(failed(ended).contains(&format!("cannot write {}", job.name())), "{round}");
    }
    assert!(matches!(code, Some(0 | 1)), "{round}: {code:?}");
    job.check(&folder, code.map(|code| code == 0), false, round);
    count.add(code);
}

/// A reader that quits after some bytes; that is not an error.
fn left_alone(job: &Job, dice: &mut Dice, count: &mut Count, round: &str) {
    let folder = Folder::new();
    let arguments = &job.arguments[..job.arguments.len() - 2];
    let mut child = start(&mut folder.plywood(arguments));
    let mut pipe = child.stdout.take().unwrap();
    let mut seen = vec![0; dice.below(5000)];
    let _ = pipe.read(&mut seen).unwrap();
    drop(pipe);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{round}");
    assert!(folder.names().is_empty(), "{round}");
    count.add(ended.status.code());
}

pub fn rounds() -> u64 {
    std::env::var("PLYWOOD_FAULT_ROUNDS").map_or_else(|_| usual(), |rounds| rounds.parse().unwrap())
}

/// Returns whether there is a round with this number: there are at least `rounds`, and more until every ending has been
/// seen, because faults may come early or late on a busy machine.
fn goes_on(number: u64, rounds: u64, all_was_seen: bool) -> bool {
    number < rounds || !all_was_seen && number < 10 * usual()
}

/// Returns the number of slow rounds: only a few, unless a thousand rounds are requested.
pub fn slow_rounds() -> u64 {
    if rounds() < 1000 { rounds() / 7 } else { rounds() }
}

#[test]
#[expect(clippy::print_stdout, reason = "how the rounds ended is what a long run is for")]
fn whatever_happens_no_file_is_lost_or_half_written() {
    let rounds = rounds();
    let jobs: Vec<Job> = COMMANDS.iter().map(|arguments| Job::new(arguments)).collect();
    let mut count = Count::default();
    for number in 0.. {
        if !goes_on(number, rounds, count.has_all()) {
            break;
        }
        let mut dice = Dice(number);
        let job = dice.pick(&jobs);
        let round = format!("round {number}, {}", job.arguments.join(" "));
        match number % 4 {
            0 => asked(job, &mut dice, &mut count, &round),
            1 => killed(job, &mut dice, &mut count, &round),
            2 => full(job, &mut dice, &mut count, &round),
            _ => left_alone(job, &mut dice, &mut count, &round),
        }
    }
    println!("{rounds} rounds: {count:?}");
    assert!(count.has_all(), "{count:?}");
}

/// If a run that tests a program is killed, everything that it started ends, and its output file is unchanged.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_judges_leaves_no_process_and_no_half_file() {
    const TALKS: &str = "while read a; do echo children -; done";
    let (mut interrupted, mut marks) = (0, Vec::new());
    for number in 0.. {
        if !goes_on(number, slow_rounds(), 0 < interrupted) {
            break;
        }
        let mut dice = Dice(number);
        let is_asked = number % 2 == 0;
        // When plywood has been killed, only the program itself can end the processes that it started.
        let program = if is_asked { format!("sleep 60 & {TALKS}") } else { TALKS.to_owned() };
        let folder = Folder::with("out.json", OLD);
        let words = ["exercise", "run", "--time", "2", "-o", "out.json", "--", "sh", "-c", &program];
        let child = start(&mut folder.plywood(&words));
        let mark = format!("PLYWOOD_STARTED={}-", child.id());
        // Plywood and its program are busy until then.
        let longest = if rounds() < 1000 { 200 } else { 500 };
        std::thread::sleep(Duration::from_millis(dice.below(longest) as u64));
        let name = *dice.pick(if is_asked { &["-INT", "-TERM", "-HUP"] } else { &["-KILL", "-ABRT", "-QUIT"] });
        signal(name, &child);
        let ended = child.wait_with_output().unwrap();
        let round = format!("round {number} {name}: {ended:?}");
        let left = if is_asked { left_behind(&mark) } else { left_at_last(std::slice::from_ref(&mark)) };
        assert_eq!(left, Vec::<String>::new(), "{round}");
        marks.push(mark);
        let found = folder.read("out.json");
        match ended.status.code() {
            Some(1) if found == OLD => {
                let message = failed(ended);
                assert!(message.contains("interrupted"), "{round}");
                interrupted += 1;
            }
            Some(1) => drop(serde_json::from_str::<serde_json::Value>(&found).expect(&round)),
            code => assert!(code.is_none() && found == OLD, "{round}: {found}"),
        }
    }
    assert!(0 < interrupted, "nobody was interrupted");
    // A process that plywood was starting when it was killed has its mark only later.
    assert_eq!(left_at_last(&marks), Vec::<String>::new());
}

/// Returns the processes with one of these marks that do not end within ten seconds.
#[cfg(target_os = "linux")]
fn left_at_last(marks: &[String]) -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let left: Vec<String> = marks.iter().flat_map(|mark| left_behind(mark)).collect();
        if left.is_empty() || until < Instant::now() {
            return left;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// All files of a folder.
fn files(folder: &Folder) -> HashMap<String, Vec<u8>> {
    let content = |name: &String| std::fs::read(folder.path().join(name)).unwrap();
    folder.names().into_iter().map(|name| (name.clone(), content(&name))).collect()
}

/// Steps are written to separate files, one after another; every file present is complete.
#[test]
fn steps_that_end_early_are_whole() {
    const COMMAND: [&str; 5] = ["explain", "wikipedia", "--every-event", "--steps", "."];
    const FIRST: &str = "event-01.txt";
    let (all, start) = (Folder::new(), Instant::now());
    output(&mut all.plywood(&COMMAND));
    let (all, took) = (files(&all), start.elapsed());
    let (mut asked, mut killed) = (0, 0);
    for number in 0.. {
        if !goes_on(number, rounds() / 5, 0 < asked && 0 < killed) {
            break;
        }
        let mut dice = Dice(number);
        let folder = Folder::with(FIRST, OLD);
        let (name, ended) =
            struck((&COMMAND, took), &folder, &["-INT", "-TERM", "-HUP", "-KILL", "-ABRT", "-QUIT"], &mut dice);
        let round = format!("round {number} {name}: {ended:?}");
        let mut found = files(&folder);
        if matches!(name, "-KILL" | "-ABRT") {
            found.retain(|name, _| !name.starts_with(".plywood-"));
        }
        if found.get(FIRST).is_some_and(|content| content == OLD.as_bytes()) {
            assert_eq!(found.len(), 1, "{round}");
            continue;
        }
        for (name, content) in &found {
            assert!(all.get(name) == Some(content), "{round}: {name}");
        }
        match ended.status.code() {
            Some(0) => assert_eq!(found.len(), all.len(), "{round}"),
            Some(code) => {
                assert_eq!(code, 1, "{round}");
                let message = failed(ended);
                assert!(message.contains("interrupted") && message.contains("was not written"), "{round}");
                asked += 1;
            }
            None => killed += 1,
        }
    }
    assert!(0 < asked && 0 < killed, "{asked} asked, {killed} killed");
}
