//! Typed trees in every format and every view: each output is complete, and shows everything that was searched, by name
//! and value.

use super::bytes::{Bytes, digest};
use plywood::game::TreeGame;
use plywood::internal::explain::{PageOptions, TreeStyle};
use plywood::internal::formats::FORMATS;
use plywood::internal::page::{Charset, Style, View};
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, Model};
use plywood::score::Score;
use plywood::study::{AnyStudy, Limits};
use plywood::tree::{Keep, Node};

/// Larger trees are folded in some formats.
const MOST_NODES: usize = 100;
/// Longer names are shortened in pictures.
const SHORT: usize = 6;

pub fn forms(text: &str) {
    let Ok(model) = Model::from_typed(text) else { return };
    let Ok(lesson) = Lesson::new(&model) else { return };
    let digest = digest(text.as_bytes());
    let mut bytes = Bytes(&digest);
    let settings = bytes.settings::<TreeGame>(lesson.depth);
    let Ok(study) = Subject::from(lesson).study(&settings, None, Limits::default()) else { return };
    let tree = study.explain(&Keep::ALL).expect("nothing stops it");
    if MOST_NODES < tree.root.size() {
        return;
    }
    let mut seen = Seen::default();
    seen.collect(&tree.root);
    for &view in View::ALL {
        let charset = bytes.pick(&[Charset::Ascii, Charset::Unicode]);
        let style = Style::default().view(view).charset(charset).width(200);
        for &drawing in TreeStyle::ALL {
            let parts = PageOptions::default().drawing(drawing).full(true);
            written(&*study, &parts, &style, &seen);
        }
    }
}

/// What was searched: names that no format has to escape, and the scores of leaves.
#[derive(Default)]
struct Seen {
    names: Vec<String>,
    leaves: Vec<Score>,
}

impl Seen {
    fn collect(&mut self, node: &Node) {
        for child in node.children.iter().filter(|child| child.judgement.is_some()) {
            if child.name().len() <= SHORT && child.name().chars().all(|c| c.is_ascii_alphanumeric()) {
                self.names.push(child.name().to_owned());
            }
            self.leaves.extend(child.judgement.as_ref().filter(|_| child.leaf.is_some()).map(|one| one.score));
            self.collect(child);
        }
    }
}

fn written(study: &dyn AnyStudy, parts: &PageOptions, style: &Style, seen: &Seen) {
    for format in FORMATS {
        let mut out = Vec::new();
        let written = (format.write)(study, parts, style, &mut out);
        assert!(written.is_ok(), "{}: {:?}", format.name, written.err());
        let text = String::from_utf8(out).expect("everything is text");
        assert!(is_whole(format.name, &text), "{}: {text}", format.name);
        // A browser page has its states packed.
        if format.name == "html" {
            continue;
        }
        let text = if format.name == "dot" { text.replace("\\n", "\n") } else { text };
        let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').collect();
        let is_there = |name: &String| words.iter().any(|word| word.trim_matches('.') == name);
        let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let missing: Vec<&String> = seen.names.iter().filter(|name| !is_there(name)).collect();
        let unseen: Vec<&Score> = seen.leaves.iter().filter(|leaf| !numbers.contains(&pawns(**leaf))).collect();
        let whole = missing.is_empty() && unseen.is_empty();
        assert!(whole, "{} {:?}: {missing:?} {unseen:?}\n{text}", format.name, parts.drawing);
    }
}

/// Returns a score without its sign, which depends on the view.
fn pawns(score: Score) -> f64 {
    score.to_string().trim_start_matches('-').parse().expect("leaves of trees are pawns")
}

/// Returns whether a file in this format has its proper end.
fn is_whole(form: &str, text: &str) -> bool {
    let text = text.trim_end();
    match form {
        "json" => serde_json::from_str::<serde_json::Value>(text).is_ok(),
        "jsonl" => text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
        "svg" => text.ends_with("</svg>"),
        "tikz" => text.ends_with("\\end{document}"),
        "dot" => text.ends_with('}'),
        "html" => text.ends_with("</html>"),
        _ => !text.is_empty(),
    }
}
