//! The three regression tests of docs/trace-your-engine.md, as an engine author would run them.

use super::commands::blocks;
use crate::support::{path, plywood};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

// Here begins what the document shows.
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::render::{Page, PageOptions, Style};
use plywood::search::Settings;
use plywood::study::Study;

#[test]
fn the_search_explains_itself_as_before() {
    let game = ChessGame::new(parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap(), Material);
    let study = Study::new(game, (), Settings::default().depth(2)).unwrap();
    let options = PageOptions::default();
    let page = Page::new(&study, &options, &Style::default()).unwrap();
    insta::assert_snapshot!("log", page.log_to_text().unwrap());
    insta::assert_snapshot!("page", page.to_text().unwrap());
}
// Here ends what the document shows.

fn document() -> String {
    let document = fs::read_to_string(path("docs/trace-your-engine.md")).unwrap();
    let (_, section) = document.split_once("\n## Keep it right").expect("the section on regression tests");
    section.split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_test_of_the_document_is_the_one_above() {
    let here = include_str!("regression.rs");
    let here = here.split_once("what the document shows.\n").unwrap().1.split_once("// Here ends").unwrap().0;
    let document = document();
    let shown = blocks(&document).into_iter().find(|block| block.language == "rust").unwrap().text;
    assert_eq!(shown.trim(), here.trim());
    // Three ways, each in about ten lines.
    let own = blocks(&document).into_iter().filter(|block| ["rust", "bash"].contains(&block.language));
    let lines: Vec<usize> = own.map(|block| block.text.lines().filter(|line| !line.is_empty()).count()).collect();
    assert!(lines.len() == 3 && lines.iter().all(|&count| count <= 13), "{lines:?}");
}

/// Returns a folder in which a script of the document runs: `plywood` is found, and `./engine` writes a trace to this
/// depth.
fn folder(depth: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("tests/traces")).unwrap();
    let engine = format!("#!/bin/sh\nexec plywood explain startpos --format jsonl -o \"$2\" --depth {depth}\n");
    fs::write(folder.path().join("engine"), engine).unwrap();
    fs::set_permissions(folder.path().join("engine"), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn script(folder: &Path, which: usize) -> Output {
    let document = document();
    let scripts = blocks(&document).into_iter().filter(|block| block.language == "bash");
    fs::write(folder.join("script.sh"), scripts.map(|block| block.text.to_owned()).nth(which).unwrap()).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().unwrap().to_owned();
    let search =
        std::env::join_paths([program].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())));
    Command::new("sh").arg("script.sh").env("PATH", search.unwrap()).current_dir(folder).output().unwrap()
}

#[test]
fn pages_are_checked_in_a_shell_script() {
    let folder = folder(1);
    for lesson in ["wikipedia", "sargon-1"] {
        let trace = folder.path().join(format!("tests/traces/{lesson}.jsonl"));
        assert!(plywood(&["explain", lesson, "-o", trace.to_str().unwrap()]).status().unwrap().success());
    }
    // The message says how to create the texts.
    let missing = script(folder.path(), 0);
    let said = String::from_utf8(missing.stderr).unwrap();
    assert_eq!((missing.status.code(), said.matches("make it with").count()), (Some(1), 2), "{said}");
    let makes: Vec<&str> = said.lines().filter(|line| line.starts_with("  plywood ")).collect();
    for make in makes {
        let words: Vec<&str> = make.split_whitespace().skip(1).collect();
        assert!(plywood(&words).current_dir(folder.path()).status().unwrap().success(), "{make}");
    }
    let same = script(folder.path(), 0);
    assert_eq!((same.status.code(), same.stdout.as_slice()), (Some(0), &b""[..]));
    let text = folder.path().join("tests/traces/sargon-1.txt");
    let log = fs::read_to_string(&text).unwrap();
    fs::write(&text, log.replacen("new best", "no better", 1)).unwrap();
    let changed = script(folder.path(), 0);
    let diff = String::from_utf8(changed.stdout).unwrap();
    assert!(changed.status.code() == Some(1) && diff.contains("\n-") && diff.contains("\n+"), "{diff}");
}

#[test]
fn traces_are_checked_in_a_shell_script() {
    let same = folder(3);
    let stored = same.path().join("tests/stored.jsonl");
    let made = plywood(&["explain", "startpos", "--depth", "3", "-o", stored.to_str().unwrap()]);
    assert!({ made }.status().unwrap().success());
    let done = script(same.path(), 1);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    // An engine that searches differently.
    let other = folder(2);
    fs::copy(&stored, other.path().join("tests/stored.jsonl")).unwrap();
    assert_eq!(script(other.path(), 1).status.code(), Some(1));
}
