//! The library and the command produce the same pages, byte for byte.

use crate::support::plywood;
use crate::{output, succeeded};
use plywood::render::{PageOptions, Style};
use plywood::tasks::{SearchRequest, Subject, TextError};
use plywood::verify::Effort;

/// Includes the README's first tree.
const SUBJECTS: [(&str, Option<u32>); 10] = [
    ("((3 12 8) (2 4 6) (14 5 2))", None),
    ("sargon-1", None),
    ("fail-low", None),
    ("equality", None),
    ("startpos", Some(2)),
    ("8/8/8/8/8/2k5/8/K6R w - - 0 1", Some(3)),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(1)),
    ("ttt:XO./.../...", Some(3)),
    ("nim:1,2", None),
    ("(5 (1 7) ((2 9) 4))", None),
];

/// Returns the arguments of a command, and the equivalent request to the library.
fn request<'a>(command: &'a str, text: &'a str, depth: &'a Option<String>) -> (Vec<&'a str>, SearchRequest) {
    let mut words = vec![command, text];
    let mut request = SearchRequest::default();
    if let Some(depth) = depth {
        words.extend(["--depth", depth]);
        request = request.depth(depth.parse::<u32>().unwrap());
    }
    (words, request)
}

#[test]
fn a_page_of_the_library_is_the_page_of_the_command() {
    for (text, depth) in SUBJECTS {
        let depth = depth.map(|depth: u32| depth.to_string());
        let (words, request) = request("explain", text, &depth);
        let mut page = Vec::new();
        Subject::from_text(text).unwrap().explain(&request, &Style::default(), &mut page).unwrap();
        assert_eq!(String::from_utf8(page).unwrap(), output(&mut plywood(&words)), "{text}");
    }
}

#[test]
fn so_are_pictures_steps_and_comparisons() {
    // Some searches do not use the range of leaf values.
    for (text, depth) in SUBJECTS.into_iter().step_by(3).chain([("leaf-range", None)]) {
        let depth = depth.map(|depth: u32| depth.to_string());
        let subject = Subject::from_text(text).unwrap();
        let (words, request) = request("explain", text, &depth);
        let (mut picture, mut step, mut costs) = (Vec::new(), Vec::new(), Vec::new());
        subject.draw(&request, "svg", &PageOptions::default(), &Style::default(), &mut picture).unwrap();
        let drawn = [&words[..], &["--format", "svg"]].concat();
        assert_eq!(String::from_utf8(picture).unwrap(), output(&mut plywood(&drawn)), "{text}");
        subject.step(&request, (3, "text"), &Style::default(), &mut step).unwrap();
        let third = [&words[..], &["--at-event", "3"]].concat();
        assert_eq!(String::from_utf8(step).unwrap(), output(&mut plywood(&third)), "{text}");
        subject.compare(&[], &request, &Style::default(), &mut costs).unwrap();
        let compared = [&["compare"], &words[1..]].concat();
        assert_eq!(String::from_utf8(costs).unwrap(), output(&mut plywood(&compared)), "{text}");
    }
}

#[test]
fn the_library_verifies_what_the_command_verifies() {
    for (text, depth) in SUBJECTS.into_iter().step_by(4) {
        let depth = depth.map(|depth: u32| depth.to_string());
        let (words, request) = request("verify", text, &depth);
        let report = Subject::from_text(text).unwrap().verify(&request, &Effort::default()).unwrap();
        assert!(report.passes(), "{text}");
        succeeded(plywood(&words).output().unwrap());
    }
}

#[test]
fn what_is_no_subject_is_an_error() {
    assert!(matches!(Subject::from_text("gibberish"), Err(TextError::Unknown(text)) if text == "gibberish"));
    assert!(matches!(Subject::from_text("((3 12) (2"), Err(TextError::Words(_))));
}
