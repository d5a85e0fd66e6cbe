//! Regression tests for fuzzing: replays the findings and the seeds.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a run of a fuzz target shows its progress")]

use crate::fuzz::{TARGETS, check};
use crate::support::dice::Dice;
use crate::support::{every, path};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Returns the files of a folder, in alphabetical order.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_seed_and_nothing_that_ever_failed_breaks_a_law() {
    for (name, _) in TARGETS {
        let seeds = files(&format!("fuzz/seeds/{name}"));
        assert!(!seeds.is_empty(), "{name}");
        for file in seeds.into_iter().step_by(every(9)).chain(files("fuzz/regressions")) {
            let stem = file.file_name().unwrap().to_string_lossy().into_owned();
            if file.starts_with(path("fuzz/seeds")) || stem.starts_with(&format!("{name}-")) {
                eprintln!("{}", file.display());
                check(name, &fs::read(&file).unwrap());
            }
        }
    }
}

#[test]
fn every_lesson_of_the_project_is_a_seed() {
    for file in files("models").into_iter().step_by(every(4)) {
        eprintln!("{}", file.display());
        check("lesson", &fs::read(&file).unwrap());
    }
}

/// Returns the bytes of all files of a folder.
fn contents(folder: &str) -> Vec<Vec<u8>> {
    files(folder).iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Returns the words of a dictionary of libFuzzer, if there is one.
fn words(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(path(&format!("fuzz/dictionaries/{name}.dict"))).unwrap_or_default();
    let quoted = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(|word| word.replace("\\\"", "\"").into_bytes()).chain([b" ".to_vec()]).collect()
}

/// One of the seeds with some changes: bytes flipped, removed or doubled, words inserted, the end of another seed
/// appended.
fn changed(seeds: &[Vec<u8>], words: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut input = dice.pick(seeds).clone();
    for _ in 0..=dice.below(6) {
        let (from, to) = (dice.below(input.len() + 1), dice.below(input.len() + 1));
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 40));
        match dice.below(6) {
            0 | 1 if from < input.len() => input[from] = dice.below(256) as u8,
            2 => drop(input.drain(from..to)),
            3 => drop(input.splice(from..from, input[from..to].to_vec())),
            4 => {
                let other = dice.pick(seeds);
                input.truncate(from);
                input.extend(&other[dice.below(other.len() + 1)..]);
            }
            _ => drop(input.splice(from..from, dice.pick(words).clone())),
        }
    }
    input.truncate(4096);
    input
}

/// Tries as many inputs as the time allows; returns how many were tried and how many violated a property. The latter
/// are kept.
fn fuzz(name: &str, time: Duration, dice: &mut Dice) -> (u64, u64) {
    let mut seeds = contents(&format!("fuzz/seeds/{name}"));
    if name == "lesson" {
        seeds.extend(contents("models"));
    }
    let (words, start) = (words(name), Instant::now());
    let (mut count, mut failed) = (0, 0);
    while start.elapsed() < time {
        let input = changed(&seeds, &words, dice);
        if std::panic::catch_unwind(|| check(name, &input)).is_err() {
            let place = path(&format!("fuzz/artifacts/{name}-{}", dice.0));
            fs::create_dir_all(path("fuzz/artifacts")).unwrap();
            fs::write(&place, &input).unwrap();
            println!("{name} after {count} inputs: {}", place.display());
            failed += 1;
        }
        count += 1;
    }
    (count, failed)
}

/// `PLYWOOD_FUZZ="60 tree typed" cargo test --test laws -- --ignored --nocapture fuzzing` fuzzes `tree` and `typed` for
/// 60 seconds each.
#[test]
#[ignore = "runs until its time is up; fuzz/run looks deeper, and this needs nothing but cargo"]
fn fuzzing_finds_nothing() {
    let all = || ["10"].into_iter().chain(TARGETS.iter().map(|(name, _)| *name)).collect::<Vec<_>>().join(" ");
    let wish = std::env::var("PLYWOOD_FUZZ").unwrap_or_else(|_| all());
    let mut words = wish.split_whitespace();
    let seconds = words.next().unwrap().parse().unwrap();
    let seed = std::env::var("PLYWOOD_FUZZ_SEED").map_or(1, |seed| seed.parse().unwrap());
    let (mut total, mut all_failed) = (0, 0);
    for name in words {
        let (count, failed) = fuzz(name, Duration::from_secs(seconds), &mut Dice(seed));
        println!("{name:<10} {count:>12} inputs in {seconds} s");
        total += count;
        all_failed += failed;
    }
    println!("{:<10} {total:>12} inputs", "in total");
    assert_eq!(all_failed, 0);
}
