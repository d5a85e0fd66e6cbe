//! Trees as people type them, of every notation, with chance nodes and unknown leaves: generated from bytes, so that
//! most of them are nearly right.

use super::bytes::{Bytes, Endless, digest};
use super::trees;

/// The text of a leaf. Most are scores.
const LEAVES: &[&str] = &[
    "3",
    "12",
    "8",
    "2",
    "-2.5",
    "0",
    "5.25",
    "7",
    "x",
    "y",
    "?",
    "a=4",
    "b:5",
    "1/3",
    "inf",
    "#2",
    "x+1",
    "\u{2212}3",
    "99999",
    "100001",
    "1e3",
    "..",
    ".5",
    "03",
    "3,5",
    "win",
    "\u{e9}=1",
    "max=2",
    "x=",
    "=3",
    "1.2345",
    "\u{202e}4",
];
/// The brackets of a list, with the word before them.
const LISTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("max(", ")"),
    ("min(", ")"),
    ("chance(", ")"),
    ("{", "}"),
    ("root: (", ")"),
    ("A:(", ")"),
    ("[.A ", " ]"),
    ("MIN [", "]"),
    ("Chance (", ")"),
    ("(", "]"),
    ("mid(", ")"),
    ("{'a': ", "}"),
];
const SEPARATORS: &[&str] = &[" ", " ", " ", ", ", ",", "\n", "\t", "; ", " , , ", "\u{3000}", "|"];
const WEIGHTS: &[&str] =
    &["0.5: ", "1/2: ", "1/3: ", "2/3: ", "0.25: ", "25%: ", "3: ", "0: ", "-1: ", "1/0: ", "0.5 ", ""];

pub fn grammar(input: &[u8]) {
    let mut choices = Endless::new(input);
    let mut text = match choices.below(5) {
        0 => outline(&mut choices),
        1 => graph(&mut choices),
        _ => {
            let height = 1 + choices.below(4);
            list(&mut choices, height)
        }
    };
    // Half of them have a mistake anywhere.
    if choices.below(2) == 0 {
        damaged(&mut text, &mut choices);
    }
    let digest = digest(text.as_bytes());
    trees::read(&text, Bytes(&digest).next() < 2);
}

fn list(choices: &mut Endless<'_>, height: usize) -> String {
    // Two thirds of the lists have plain brackets.
    let known = if choices.below(3) == 0 { LISTS.len() } else { 3 };
    let (start, end) = LISTS[choices.below(known)];
    let separator = SEPARATORS[if choices.below(8) == 0 { choices.below(SEPARATORS.len()) } else { 0 }];
    let weights = match (start, choices.below(4)) {
        ("chance(", 0) => 1 + choices.below(WEIGHTS.len()),
        ("chance(", _) => 1,
        (_, 0) if choices.below(20) == 0 => 1,
        _ => 0,
    };
    let children = 1 + choices.below(3);
    let child = |_| {
        let weight = if weights == 0 { "" } else { WEIGHTS[(weights - 1 + choices.below(weights)) % WEIGHTS.len()] };
        let below = if height == 0 || choices.below(4) == 0 { leaf(choices) } else { list(choices, height - 1) };
        format!("{weight}{below}")
    };
    let children: Vec<String> = (0..children).map(child).collect();
    format!("{start}{}{end}", children.join(separator))
}

fn leaf(choices: &mut Endless<'_>) -> String {
    let most = if choices.below(6) == 0 { LEAVES.len() } else { 8 };
    LEAVES[choices.below(most)].to_owned()
}

/// A tree as indented lines.
fn outline(choices: &mut Endless<'_>) -> String {
    let (mark, mut text, mut depth) = (["", "- ", "* ", "1. "][choices.below(4)], String::new(), 0);
    for line in 0..2 + choices.below(8) {
        let name = ["A", "B", "c", "left", "x", "3"][choices.below(6)];
        let value = if choices.below(2) == 0 { leaf(choices) } else { String::new() };
        text += &format!("{}{mark}{name}{line} {value}\n", "  ".repeat(depth));
        depth = choices.below(depth + 2);
    }
    text
}

/// A tree in the language of Graphviz or Mermaid, or as rows of a table.
fn graph(choices: &mut Endless<'_>) -> String {
    let (start, arrow, end) =
        [("digraph {\n", "->", "}"), ("graph TD\n", "-->", ""), ("", ",", ""), ("flowchart LR\n", "-.->", "")]
            [choices.below(4)];
    let mut text = start.to_owned();
    for child in 1..3 + choices.below(6) {
        let parent = if choices.below(12) == 0 { child + 1 } else { choices.below(child) };
        let value = if choices.below(2) == 0 {
            format!("[label=\"{}\"]", leaf(choices))
        } else {
            format!("[{}]", leaf(choices))
        };
        text += &format!("n{parent} {arrow} n{child}{value};\n");
    }
    text + end
}

/// Removes, inserts or doubles letters.
fn damaged(text: &mut String, choices: &mut Endless<'_>) {
    const INSERTED: &[char] = &[
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ',',
        ':',
        ';',
        '=',
        '-',
        '/',
        '.',
        ' ',
        '\n',
        '\t',
        '"',
        '\'',
        '\\',
        '#',
        '|',
        '&',
        '<',
        '>',
        '0',
        '9',
        'x',
        '%',
        '\u{202e}',
        '\u{200b}',
        '\u{1b}',
        '\0',
        '\r',
        '\u{e9}',
        '\u{65e5}',
        '\u{1f600}',
    ];
    for _ in 0..=choices.below(3) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let Some(&at) = places.get(choices.below(places.len().max(1))) else { return };
        match choices.below(4) {
            0 => drop(text.remove(at)),
            1 => text.truncate(at),
            2 => {
                let copied = text[at..].chars().take(12).collect::<String>();
                text.insert_str(at, &copied);
            }
            _ => text.insert(at, INSERTED[choices.below(INSERTED.len())]),
        }
    }
}
