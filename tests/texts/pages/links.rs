//! Links in the documents: their targets exist, and installation commands install only packages that exist.

use crate::support::path;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// All text files of the repository, by their paths from its root.
fn texts() -> Vec<(String, String)> {
    let (mut folders, mut texts) = (vec![PathBuf::new()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(path(".").join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = folder.join(entry.file_name());
            let is_made = [".git", "target", "corpus", "__pycache__"].iter().any(|made| name.ends_with(made));
            if entry.file_type().unwrap().is_dir() {
                folders.extend((!is_made).then_some(name));
            } else if let Ok(text) = fs::read_to_string(entry.path()) {
                texts.push((name.to_str().unwrap().to_owned(), text));
            }
        }
    }
    assert!(300 < texts.len(), "only {} files were found", texts.len());
    texts
}

fn documents() -> Vec<(String, String)> {
    texts().into_iter().filter(|(name, _)| name.ends_with(".md")).collect()
}

/// Returns the words and the target of each link within the repository.
fn links(document: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = document.match_indices("](").map(|(at, _)| at);
    let link = |at: usize| {
        let words = &document[document[..at].rfind('[')? + 1..at];
        let (target, _) = document[at + 2..].split_once(')')?;
        Some((words, target))
    };
    ends.filter_map(link).filter(|(_, target)| !target.contains("://"))
}

/// Returns a path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the anchor of a heading in links.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
}

/// What is wrong with a link in the document `name`, if anything.
fn complaint(name: &str, words: &str, link: &str) -> Option<&'static str> {
    let (target, heading) = link.split_once('#').unwrap_or((link, ""));
    let file = match target {
        "" => PathBuf::from(name),
        target => plain(&Path::new(name).parent().unwrap().join(target)),
    };
    if !path(file.to_str().unwrap()).exists() {
        return Some("leads to no file");
    }
    if file == Path::new(name) && (!target.is_empty() || heading.is_empty()) {
        return Some("leads to the page on which it stands; a place on it is written as #its-heading");
    }
    // Link text that is a file name must link to that file.
    let named = words.split(['`', '/', ' ']).find(|word| word.ends_with(".md"));
    if named.is_some_and(|named| file.file_name().is_none_or(|name| name != named) || target.is_empty()) {
        return Some("leads to another file than its words name");
    }
    let headings = || fs::read_to_string(path(file.to_str().unwrap())).unwrap_or_default();
    let is_there = || headings().lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading);
    (!heading.is_empty() && !is_there()).then_some("names a heading that is not there")
}

#[test]
fn every_link_leads_to_another_place_that_is_there() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, document) in documents() {
        for (words, link) in links(&document) {
            count += 1;
            wrong.extend(complaint(&name, words, link).map(|what| format!("{name}: [{words}]({link}) {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(100 < count, "only {count} links were found");
}

#[test]
fn wrong_links_are_seen() {
    let document =
        "[a](b.md) [docs/pages.md](pages.md) [pages](pages.md) [x.md](#pictures) [y](#nothing) [z](#pictures)";
    let said: Vec<_> = links(document).map(|(words, link)| complaint("docs/pages.md", words, link).is_some()).collect();
    assert_eq!(said, [true, true, true, true, true, false]);
}

/// Documents and source files of this repository that a text mentions, by their path from its root.
#[test]
fn every_file_that_is_named_is_there() {
    let mut missing = Vec::new();
    for (name, text) in texts().into_iter().filter(|(name, _)| name != "CHANGELOG.md") {
        let places = ["docs/", "`src/"].iter().flat_map(|folder| text.match_indices(folder));
        for at in places.map(|(at, folder)| at + folder.len() - folder.trim_start_matches('`').len()) {
            let length = text[at..].find(|c: char| !c.is_ascii_alphanumeric() && !"/-_.".contains(c));
            let named = text[at..].get(..length.unwrap_or(0)).unwrap_or_default().trim_end_matches('.');
            if [".md", ".rs"].iter().any(|ending| named.ends_with(ending)) && !path(named).exists() {
                missing.push(format!("{name}: {named}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Commands that install a package by its name, whoever owns this name.
const INSTALLERS: [&str; 10] = [
    "cargo install ",
    "cargo add ",
    "cargo binstall ",
    "pip install ",
    "pip3 install ",
    "pipx install ",
    "uv add ",
    "uv tool install ",
    "npm install ",
    "npx ",
];

/// What is wrong with an installation instruction, given the text after the installer's words.
fn untrusted(installer: &str, rest: &str) -> Option<&'static str> {
    let line = rest.split(['\n', '`']).next().unwrap_or_default();
    let words = line.split(|c: char| c.is_whitespace() || "'\"();,".contains(c));
    if words.clone().any(|word| word.starts_with("plywood") && !line.contains("--path")) {
        return Some("plywood is not published: somebody else may take its name");
    }
    let is_path = installer == "cargo install " && words.clone().any(|word| word == "--path");
    (is_path && !words.clone().any(|word| word == "--locked"))
        .then_some("without --locked takes crates that nobody has tried")
}

#[test]
fn nothing_is_installed_that_is_not_published() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, text) in texts().into_iter().filter(|(name, _)| !name.ends_with("links.rs")) {
        for installer in INSTALLERS {
            for (at, _) in text.match_indices(installer) {
                count += 1;
                let rest = &text[at + installer.len()..];
                let line = rest.lines().next().unwrap_or_default();
                wrong.extend(untrusted(installer, rest).map(|what| format!("{name}: {installer}{line}: {what}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(5 < count, "only {count} commands were found");
}

#[test]
fn untrusted_commands_are_seen() {
    for (installer, rest) in [
        ("cargo install ", "plywood"),
        ("cargo install ", "--locked plywood\n"),
        ("pip install ", "'plywood-trace'"),
        ("cargo install ", "--path ."),
        ("npx ", "plywood"),
    ] {
        assert!(untrusted(installer, rest).is_some(), "{rest}");
    }
    for (installer, rest) in
        [("cargo install ", "--locked --path ."), ("pip install ", "."), ("cargo install ", "cargo-fuzz")]
    {
        assert_eq!(untrusted(installer, rest), None, "{rest}");
    }
}
