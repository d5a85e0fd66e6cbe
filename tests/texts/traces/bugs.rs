//! Bugs of engines as small traces, each with the report of `verify`: the folder `tests/data/bugs`.

use crate::support::path;
use plywood::internal::page::Style;
use plywood::trace::TraceReader;
use plywood::verify::{Effort, Report, page, verify_lines};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../data/bugs/README.md");

/// The page's entry for a bug.
struct Bug<'a> {
    file: &'a str,
    /// The correct trace that it was made from, and which of its lines was changed; none for the trace of a wrong
    /// engine.
    edit: Option<(String, usize)>,
    /// The first cause.
    said: &'a str,
}

fn bugs() -> Vec<Bug<'static>> {
    PAGE.split("\n### `").skip(1).map(bug).collect()
}

fn bug(section: &'static str) -> Bug<'static> {
    let (file, rest) = section.split_once("`\n").expect(section);
    let (about, block) = rest.split_once("```text\n").expect(section);
    let said = block.split_once("\n```").expect(section).0;
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let edit = about.split_once("[`right/").map(|(_, base)| {
        let (base, rest) = base.split_once('`').expect(section);
        let line = rest.split_once("line ").and_then(|(_, rest)| rest.split_once(' ')).expect(section).0;
        (base.to_owned(), line.parse().expect(section))
    });
    Bug { file, edit, said }
}

fn text(file: &str) -> String {
    std::fs::read_to_string(path("tests/data/bugs").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn verified(file: &str) -> Report {
    let text = text(file);
    let reader = TraceReader::new(text.as_bytes()).unwrap_or_else(|error| panic!("{file}: {error}"));
    verify_lines(reader, &Effort::default()).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn files(folder: &str) -> BTreeSet<String> {
    let names = std::fs::read_dir(path("tests/data/bugs").join(folder)).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".jsonl")).collect()
}

#[test]
fn each_bug_is_found_where_it_was_made() {
    for Bug { file, edit, said } in bugs() {
        let report = verified(file);
        let mut text = Vec::new();
        page::first_cause(&report.audit, &report.header, None).write_text(&Style::default(), &mut text).unwrap();
        let page = String::from_utf8(text).unwrap();
        let found = page.split_once("Everything before").map_or(page.as_str(), |(found, _)| found);
        assert_eq!(found.trim_end(), said, "{file}");
        assert!(!report.passes(), "{file}");
        // The error is found in the changed line, or at the first event that contradicts it.
        let place = report.audit.findings[0].place;
        assert!(edit.is_none_or(|(_, line)| place >= Some(line as u64)), "{file}: {place:?}");
    }
}

#[test]
fn each_bug_is_one_line_of_a_trace_in_which_nothing_is_wrong() {
    let mut bases = BTreeSet::new();
    for Bug { file, edit, .. } in bugs() {
        let Some((base, line)) = edit else { continue };
        let (right, wrong) = (text(&format!("right/{base}")), text(file));
        assert_eq!(right.lines().count(), wrong.lines().count(), "{file}");
        let pairs = right.lines().zip(wrong.lines()).enumerate();
        let changed: Vec<usize> = pairs.filter(|(_, (right, wrong))| right != wrong).map(|(at, _)| at + 1).collect();
        assert_eq!(changed, [line], "{file}");
        bases.insert(base);
    }
    for base in &bases {
        let report = verified(&format!("right/{base}"));
        assert!(report.passes(), "{base}: {:?} {:?}", report.failures, report.audit.findings);
    }
    assert_eq!(bases, files("right"));
}

#[test]
fn the_page_tells_of_every_file() {
    let told: BTreeSet<String> = bugs().iter().map(|bug| bug.file.to_owned()).collect();
    assert_eq!(told, files(""));
    assert!(50 <= told.len(), "{}", told.len());
}
