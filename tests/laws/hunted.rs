//! What a hunt for crashes and lies has found stays found: its inputs are replayed, and so are the seeds it begins with.

use crate::fuzz::{HUNTS, hunt};
use crate::support::path;
use std::fs;
use std::path::PathBuf;

/// The files of a folder, in alphabetical order.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_seed_and_nothing_that_ever_failed_breaks_a_law() {
    for (name, _) in HUNTS {
        let seeds = files(&format!("fuzz/seeds/{name}"));
        assert!(!seeds.is_empty(), "{name}");
        for file in seeds.into_iter().chain(files("fuzz/regressions")) {
            let stem = file.file_name().unwrap().to_string_lossy().into_owned();
            if file.starts_with(path("fuzz/seeds")) || stem.starts_with(&format!("{name}-")) {
                eprintln!("{}", file.display());
                hunt(name, &fs::read(&file).unwrap());
            }
        }
    }
}

#[test]
fn every_lesson_of_the_project_is_a_seed() {
    for file in files("models") {
        eprintln!("{}", file.display());
        hunt("lesson", &fs::read(&file).unwrap());
    }
}
