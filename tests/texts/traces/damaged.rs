//! Traces with one damaged line: each gives an error or can be drawn, and none causes a panic.

use crate::support::{every, path, plywood};
use plywood::internal::explain::{Page, PageOptions, TreeStyle};
use plywood::internal::page::Style;
use plywood::trace::{Counter, Trace};

const LESSONS: [&str; 4] = ["equality", "sargon-2", "leaf-kinds", "unequal-lines"];

fn lines_of(lesson: &str) -> Vec<String> {
    let output = plywood(&["explain", &format!("models/{lesson}.json"), "--format", "jsonl"])
        .current_dir(path("."))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Reads a trace both ways and draws it if it can be read; returns whether it could.
fn survives(lines: &[String]) -> bool {
    let Ok(trace) = Trace::read_json_lines(lines.join("\n").as_bytes()) else { return false };
    let mut document = Vec::new();
    trace.write_json(&mut document).unwrap();
    let again = Trace::read_json(std::str::from_utf8(&document).unwrap());
    assert_eq!(again.as_ref().ok(), Some(&trace), "what can be read as lines can be read as a document");
    let everything = PageOptions::default().log(true).orders(true).pv_scan(true).legend(true).answers(true);
    for drawing in [TreeStyle::Annotated, TreeStyle::Outline, TreeStyle::Sargon] {
        let parts = everything.clone().drawing(drawing);
        let mut page = Vec::new();
        Page::new(&trace, &parts, &Style::default()).unwrap().write(&mut page).unwrap();
    }
    trace.replay(&mut Counter::default());
    true
}

/// All ways to replace one occurrence of `from` in a line.
fn replacements<'a>(line: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = String> + 'a {
    line.match_indices(from).map(move |(at, _)| format!("{}{to}{}", &line[..at], &line[at + from.len()..]))
}

/// Returns whether a line is about a position that was created for ordering and then skipped. The trace is also valid
/// without such a line.
fn is_created_and_skipped(lines: &[String], index: usize) -> bool {
    let Some(rest) = lines[index].strip_prefix(r#"{"event":"created","#) else { return false };
    let line = rest.split(r#","number""#).next().unwrap();
    !lines.iter().any(|other| other.starts_with(&format!(r#"{{"event":"judged",{line},"#)))
}

#[test]
fn a_line_that_is_missing_is_noticed() {
    for lesson in LESSONS {
        let lines = lines_of(lesson);
        assert!(survives(&lines), "{lesson}");
        for index in 0..lines.len() {
            if is_created_and_skipped(&lines, index) {
                continue;
            }
            let mut damaged = lines.clone();
            damaged.remove(index);
            assert!(!survives(&damaged), "{lesson} without line {}", index + 1);
        }
    }
}

#[test]
fn a_line_that_stands_twice_is_noticed() {
    for lesson in LESSONS {
        let lines = lines_of(lesson);
        // Text after the result is not read.
        for index in 0..lines.len() - 1 {
            let mut damaged = lines.clone();
            damaged.insert(index, lines[index].clone());
            assert!(!survives(&damaged), "{lesson} with line {} twice", index + 1);
        }
    }
}

#[test]
fn lines_that_change_places_cause_no_panic() {
    for lesson in LESSONS {
        let lines = lines_of(lesson);
        let mut refused = 0;
        for first in 0..lines.len() {
            for second in first + 1..lines.len() {
                let mut damaged = lines.clone();
                damaged.swap(first, second);
                refused += usize::from(!survives(&damaged));
            }
        }
        // Only consecutively created positions may be swapped.
        let pairs = lines.len() * (lines.len() - 1) / 2;
        assert!(pairs * 9 / 10 < refused && refused < pairs, "{lesson}: {refused} of {pairs}");
    }
}

#[test]
fn values_that_change_cause_no_panic() {
    let changes = [
        ("1", "4000000000"),
        ("3", "18446744073709551615"),
        ("1", "-1"),
        ("0", "1e400"),
        (".0", ".123456789"),
        ("\"", ""),
        ("[", "[[\"a\"],"),
        ("[]", "[\"a\"]"),
        ("\"a\"", "\"\""),
        ("\"a\"", "\"\\u0007\""),
        ("\"+inf\"", "{\"mate\":-1000}"),
        ("\"-inf\"", "\"+inf\""),
        ("best", "not_best"),
        ("horizon", "won"),
        ("lower", "upper"),
        ("true", "false"),
        ("2", "0"),
        (",", ",,"),
    ];
    let (mut tried, mut refused) = (0, 0);
    for lesson in LESSONS {
        let lines = lines_of(lesson);
        for (index, line) in lines.iter().enumerate() {
            // Each change in every line, or in every seventh one.
            for (_, (from, to)) in changes.into_iter().enumerate().filter(|(at, _)| (at + index) % every(7) == 0) {
                for damaged_line in replacements(line, from, to) {
                    let mut damaged = lines.clone();
                    damaged[index] = damaged_line;
                    refused += usize::from(!survives(&damaged));
                    tried += 1;
                }
            }
        }
    }
    assert!(1000 / every(7) < tried && tried / 2 < refused && refused < tried, "{refused} of {tried}");
}
