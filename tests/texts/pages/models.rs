//! Every lesson in every renderer. The tests read the pictures instead of just comparing them with snapshots.

use crate::support::{each_model, lessons_without_chance, load_model, plywood, snapshot, some_models, trace};
use plywood::search::Order;
use std::path::Path;

/// What `plywood explain` prints for the lesson at `path`.
fn explain(path: &Path, options: &[&str]) -> String {
    let output = plywood(&["explain"]).arg(path).args(options).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the lines that options add to an output. Nothing else may change.
fn extras(plain: &str, full: &str) -> String {
    let (plain, full): (Vec<&str>, Vec<&str>) = (plain.lines().collect(), full.lines().collect());
    let above = plain.iter().zip(&full).take_while(|(one, other)| one == other).count();
    let below = plain.len() - above;
    let added = full.len().checked_sub(below).expect("options add lines");
    assert_eq!(plain[above..], full[added..], "options add to the output and change nothing else");
    full[above..added].join("\n").trim_start_matches('\n').to_owned() + "\n"
}

#[test]
fn explained_with_log() {
    each_model(&[], |path| snapshot("explain", &explain(path, &["--log"])));
}

#[test]
fn in_the_style_of_sargon() {
    let chosen = lessons_without_chance();
    some_models(|path| {
        if chosen.contains(&path.file_stem().unwrap().to_str().unwrap()) {
            snapshot("sargon", &explain(path, &["--style", "sargon", "--log"]));
        }
    });
}

#[test]
fn with_keys() {
    each_model(&["sargon-1", "unequal-lines", "wikipedia", "mate-distance"], |path| {
        let (plain, full) = (explain(path, &[]), explain(path, &["--orders", "--pv-scan"]));
        snapshot("keyed", &extras(&plain, &full));
    });
}

#[test]
fn as_outline() {
    each_model(&["deep-cutoff", "sargon-2", "single-reply"], |path| {
        snapshot("outline", &explain(path, &["--style", "outline"]));
    });
}

#[test]
fn as_json_lines() {
    some_models(|path| {
        let text = explain(path, &["--format", "jsonl"]);
        snapshot("jsonl", &text);
        let mut recorded = Vec::new();
        let mut lesson = load_model(path);
        lesson.caption.name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        trace(&lesson, lesson.caption.algorithm.unwrap_or_default(), Order::Static)
            .write_json_lines(&mut recorded)
            .unwrap();
        assert_eq!(String::from_utf8(recorded).unwrap(), text, "what is recorded is what is streamed");
    });
}

#[test]
fn as_one_json_document() {
    each_model(&["equality", "sargon-2"], |path| {
        snapshot("json", &explain(path, &["--format", "json"]));
    });
}

#[test]
fn in_unicode() {
    each_model(&["deep-cutoff", "sargon-4"], |path| {
        snapshot("unicode", &explain(path, &["--charset", "unicode"]));
    });
}

#[test]
fn seen_by_the_side_that_moves() {
    each_model(&["black-to-move", "deep-cutoff", "sargon-2"], |path| {
        snapshot("negamax-view", &explain(path, &["--view", "negamax", "--log"]));
    });
}

#[test]
fn with_the_answer() {
    some_models(|path| {
        let (plain, full) = (explain(path, &[]), explain(path, &["--answers"]));
        snapshot("answer", &extras(&plain, &full));
    });
}

#[test]
fn searched_by_minimax() {
    each_model(&["equality", "leaf-kinds", "ties"], |path| {
        snapshot("minimax", &explain(path, &["--algorithm", "minimax"]));
    });
}

#[test]
fn in_the_order_of_the_generator() {
    each_model(&["mate-distance", "sargon-5", "skipped-subtree"], |path| {
        snapshot("unordered", &explain(path, &["--order", "none", "--pv-scan"]));
    });
}

#[test]
fn with_legend() {
    each_model(&["leaf-kinds", "sargon-2", "ties"], |path| {
        snapshot("legend", &extras(&explain(path, &[]), &explain(path, &["--legend"])));
    });
}
