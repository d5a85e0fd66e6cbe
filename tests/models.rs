//! Every lesson through every renderer. The pictures are read, not only compared.

mod support;

use plywood::render::{self, Style, report};
use plywood::search::{Algorithm, Order};
use std::path::Path;
use support::{load_model, plywood, snapshot, trace};

/// What `plywood explain` prints for the lesson at `path`.
fn explain(path: &Path, options: &[&str]) -> String {
    let output = plywood(&["explain"]).arg(path).args(options).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Of an output, what stands behind the note: what options add.
fn extras<'a>(plain: &str, full: &'a str) -> &'a str {
    full.strip_prefix(plain).expect("options add to the output and change nothing before").trim_start_matches('\n')
}

#[test]
fn explained_with_log() {
    insta::glob!("../models", "*.json", |path| snapshot("explain", &explain(path, &["--log"])));
}

#[test]
fn in_the_style_of_sargon() {
    insta::glob!("../models", "*.json", |path| snapshot("sargon", &explain(path, &["--style", "sargon", "--log"])));
}

#[test]
fn with_keys() {
    insta::glob!("../models", "*.json", |path| {
        let (plain, full) = (explain(path, &[]), explain(path, &["--orders", "--pv-scan"]));
        snapshot("keyed", extras(&plain, &full));
    });
}

#[test]
fn as_outline() {
    insta::glob!("../models", "*.json", |path| {
        let tree = trace(&load_model(path), Algorithm::AlphaBeta, Order::Static).tree();
        let style = Style { decimals: report::decimals(&tree), ..Style::default() };
        let mut text = Vec::new();
        render::outline(&tree, &style, &mut text).unwrap();
        snapshot("outline", &String::from_utf8(text).unwrap());
    });
}

#[test]
fn as_json_lines() {
    insta::glob!("../models", "*.json", |path| {
        let text = explain(path, &["--format", "jsonl"]);
        snapshot("jsonl", &text);
        let mut recorded = Vec::new();
        trace(&load_model(path), Algorithm::AlphaBeta, Order::Static).write_json_lines(&mut recorded).unwrap();
        assert_eq!(String::from_utf8(recorded).unwrap(), text, "what is recorded is what is streamed");
    });
}

#[test]
fn as_one_json_document() {
    insta::glob!("../models", "{equality,sargon-2}.json", |path| {
        snapshot("json", &explain(path, &["--format", "json"]));
    });
}

#[test]
fn in_unicode_seen_by_white() {
    insta::glob!("../models", "{black-to-move,deep-cutoff,sargon-4,mate-distance}.json", |path| {
        snapshot(
            "unicode-white",
            &explain(path, &["--charset", "unicode", "--view", "white", "--coordinates", "--log"]),
        );
    });
}

#[test]
fn searched_by_minimax() {
    insta::glob!("../models", "{equality,leaf-kinds,ties}.json", |path| {
        snapshot("minimax", &explain(path, &["--algorithm", "minimax"]));
    });
}

#[test]
fn in_the_order_of_the_generator() {
    insta::glob!("../models", "{mate-distance,sargon-5,skipped-subtree}.json", |path| {
        snapshot("unordered", &explain(path, &["--order", "none", "--pv-scan"]));
    });
}

#[test]
fn with_legend() {
    insta::glob!("../models", "sargon-2.json", |path| {
        let white = ["--view", "white", "--charset", "unicode"];
        snapshot("legend", extras(&explain(path, &[]), &explain(path, &["--legend"])));
        let (plain, full) = (explain(path, &white), explain(path, &[&white[..], &["--legend"]].concat()));
        snapshot("legend-unicode-white", extras(&plain, &full));
    });
}
