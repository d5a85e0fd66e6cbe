//! The table of dependencies in `docs/proof.md` lists exactly the crates in `Cargo.toml`, and its claims about the lock
//! file are true.

use crate::support::path;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap()
}

/// Returns the document's section on dependencies.
fn chapter() -> String {
    let document = read("docs/proof.md");
    document.split("\n## ").find(|chapter| chapter.starts_with("Dependencies\n")).unwrap().to_owned()
}

/// Returns the versions of each crate in the lock file.
fn locked() -> BTreeMap<String, usize> {
    let mut versions = BTreeMap::new();
    for line in read("Cargo.lock").lines() {
        if let Some(name) = line.strip_prefix("name = \"") {
            *versions.entry(name.trim_end_matches('"').to_owned()).or_default() += 1;
        }
    }
    versions
}

#[test]
fn every_dependency_has_its_row() {
    let manifest = read("Cargo.toml");
    let sections = manifest.split("\n[").filter(|section| {
        ["dependencies]\n", "dev-dependencies]\n"].iter().any(|heading| section.starts_with(heading))
    });
    let entries = sections.flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let named: BTreeSet<&str> = entries.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    let chapter = chapter();
    let rows: Vec<&str> = chapter.lines().filter_map(|line| line.strip_prefix("| `")).collect();
    for row in &rows {
        assert_eq!(row.split('|').filter(|cell| !cell.trim().is_empty()).count(), 4, "{row}");
    }
    let told: Vec<&str> = rows.iter().filter_map(|row| Some(row.split_once('`')?.0)).collect();
    assert_eq!(told.len(), rows.len());
    assert_eq!(told.iter().copied().collect::<BTreeSet<_>>(), named);
    assert_eq!(told.len(), named.len(), "a crate has two rows");
}

#[test]
fn the_lock_file_is_as_large_as_is_said_and_its_doubles_are_named() {
    let (chapter, locked) = (chapter(), locked());
    let count: usize = locked.values().sum();
    assert!(chapter.contains(&format!("the {count} packages of the lock file")), "{count}");
    let (before, _) = chapter.split_once("\n| crate |").unwrap();
    let doubles = locked.iter().filter(|(_, versions)| 1 < **versions);
    let untold: Vec<&String> =
        doubles.map(|(name, _)| name).filter(|name| !before.contains(&format!("`{name}`"))).collect();
    assert!(untold.is_empty(), "in several versions, and not said: {untold:?}");
}

/// The tests use the same features as the build; otherwise, `cargo test` after `cargo build` would compile the crate a
/// second time.
#[test]
fn what_is_built_has_the_same_features_with_tests_and_without() {
    let features = |edges: &str| -> BTreeSet<String> {
        let words = ["tree", "--offline", "--locked", "--prefix", "none", "--no-dedupe", "-f", "{p} {f}", "-e", edges];
        let output = Command::new(env!("CARGO")).args(words).current_dir(path(".")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    };
    let (built, tested) = (features("normal,build"), features("normal,build,dev"));
    assert!(20 < built.len());
    assert_eq!(
        built.difference(&tested).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "say these features in Cargo.toml"
    );
}
