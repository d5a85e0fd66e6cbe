//! Every format in which a search can be written: none fails, and text keeps to its columns.

use super::bytes::Bytes;
use plywood::cursor::{Cursor, Goal, Way};
use plywood::internal::explain::{PageOptions, PageQuestion, TreeStyle};
use plywood::internal::formats::FORMATS;
use plywood::internal::page::text::columns;
use plywood::internal::page::{Charset, Style, View};
use plywood::internal::step::{Scene, frame};
use plywood::study::AnyStudy;
use plywood::tree::Keep;

/// Writes a search in all formats, with some of all parts.
pub fn all(study: &dyn AnyStudy, bytes: &mut Bytes<'_>) {
    let style = style(bytes);
    let parts = parts(study, bytes);
    for format in FORMATS {
        let mut out = Vec::new();
        let written = (format.write)(study, &parts, &style, &mut out);
        assert!(written.is_ok(), "{}: {:?}", format.name, written.err());
        let text = String::from_utf8(out).expect("everything is text");
        assert!(style.color || !text.contains('\u{1b}'), "{}", format.name);
        let is_page = format.name == "text" && parts.drawing == TreeStyle::Annotated && !parts.log && !style.color;
        if is_page {
            narrow(&text, style.width);
        }
    }
    if let Ok(cursor) = Cursor::of_study(study) {
        steps(cursor, &style, bytes);
    }
}

/// No character acts instead of being shown: it would give a command to a terminal, or turn the text around it.
pub fn is_still(text: &str, place: &str) {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let found = text.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t') || turns(c));
    assert!(found.is_none(), "{place}: {found:?} in {text:?}");
}

/// No line is wider than the page.
fn narrow(text: &str, width: usize) {
    for line in text.lines() {
        assert!(columns(line) <= width, "{} of {width} columns: {line}", columns(line));
    }
}

fn style(bytes: &mut Bytes<'_>) -> Style {
    Style::default()
        .color(bytes.next() % 4 == 1)
        .charset(bytes.pick(&[Charset::Ascii, Charset::Unicode]))
        .view(bytes.pick(&[View::Minimax, View::Negamax]))
        .width(bytes.pick(&[80, 60, 100, 200]))
}

fn parts(study: &dyn AnyStudy, bytes: &mut Bytes<'_>) -> PageOptions {
    let (flags, more) = (bytes.next(), bytes.next());
    let has = |bit: u8| flags >> bit & 1 == 1;
    let line = study.solve().map(|outcome| outcome.pv).unwrap_or_default();
    let question = match more % 8 {
        1 if !line.is_empty() => PageQuestion::Why(line),
        2 if !line.is_empty() => PageQuestion::Line(line),
        3 => PageQuestion::Focus(line[..line.len().min(2)].to_vec()),
        _ => PageQuestion::Search,
    };
    let is_search = question == PageQuestion::Search;
    PageOptions::default()
        .drawing(bytes.pick(&[TreeStyle::Annotated, TreeStyle::Annotated, TreeStyle::Outline, TreeStyle::Sargon]))
        .full(has(0) && is_search)
        .width((has(1) && is_search).then_some(2))
        .plies((has(2) && is_search).then_some(2))
        .roots((more & 0x30 == 0x10 && is_search).then_some(3))
        .log(has(3) && is_search)
        .code(has(4) && is_search)
        .orders(has(5) && is_search)
        .pv_scan(has(6) && is_search)
        .legend(has(7) && is_search)
        .question(question)
}

/// Jumps around in a search: a state depends only on its number.
fn steps(mut cursor: Cursor<std::io::Cursor<Vec<u8>>>, style: &Style, bytes: &mut Bytes<'_>) {
    let last = cursor.len();
    for _ in 0..3 {
        let step = usize::from(bytes.next()) * last / 256 + 1;
        cursor.go(step).expect("there is such a step");
        let state = cursor.state();
        let forward = cursor.advance(&Goal::Event, Way::Forward).expect("the trace is in memory");
        if forward {
            assert!(cursor.advance(&Goal::Event, Way::Back).expect("the trace is in memory"));
        }
        assert_eq!(cursor.state(), state);
        let tree = (last <= 2000).then(|| cursor.tree(&Keep::ALL).expect("the trace is in memory"));
        drawn(&cursor, &state, tree.as_ref(), style);
    }
}

/// Draws a state in every format, and as a frame of a terminal.
fn drawn(
    cursor: &Cursor<std::io::Cursor<Vec<u8>>>,
    state: &plywood::cursor::State,
    tree: Option<&plywood::tree::SearchTree>,
    style: &Style,
) {
    let (header, style) = (cursor.header(), *style);
    let scene = Scene::new(header, state, style).tree(tree).hint("? help");
    for format in FORMATS {
        if let Some(write) = format.write_step {
            write(&scene, &mut Vec::new()).expect("a vector takes everything");
        }
    }
    let lines = frame(&scene, style.width, 24);
    assert_eq!(lines.len(), 24);
    if !style.color {
        narrow(&lines.join("\n"), style.width);
    }
}
