//! The lines of an outline, without the connecting lines, bullets and numbers of items before them.

use super::error::{TypedFault, TypedProblem};
use super::label::{NodeText, is_leaf};
use super::word::{CIRCLES, is_whole, number, with_minus};
use crate::core::game::Mover;

/// A line of an outline.
#[derive(Clone, Debug)]
pub(super) struct OutlineLine<'a> {
    pub at: usize,
    /// The place at which the line begins, in half columns. A bullet counts half a column, because in YAML, the items
    /// of a list may begin in the column of the name above them.
    pub column: usize,
    /// The text, which is empty if an item of a list contains another list: `- - 3`.
    pub text: &'a str,
    /// The bullet before the text, or the number of the item.
    bullet: Option<&'a str>,
    /// Whether a bullet or a connecting line shows that the line is one item.
    pub is_item: bool,
    /// The place at which the text begins, in half columns.
    text_column: usize,
    /// Who chooses at the node, if the remark behind it says so and nothing else: `A  # MIN`.
    pub said: Option<Mover>,
}

/// Returns the lines of a text without decoration such as bullets and connecting lines.
pub(super) fn lines(text: &str) -> Vec<OutlineLine<'_>> {
    let mut lines: Vec<OutlineLine<'_>> = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let (line, remark) = line.split_at(without_remark(line).len());
        let remark = remark.trim_matches(|c: char| c == '#' || c.is_whitespace());
        let said = if remark.is_empty() { None } else { NodeText::read(remark).lone_player() };
        let place = |rest: &str| {
            let before = &line[..line.len() - rest.len()];
            let columns: usize = before.chars().map(|c| if c == '\t' { 8 } else { 1 }).sum();
            (start + before.len(), 2 * columns)
        };
        let drawn = behind_connection(line);
        let is_item = drawn.len() < line.len();
        let mut content = drawn.trim_start();
        if content.is_empty() || is_remark(content) || content.trim_end() == "---" {
            continue;
        }
        loop {
            let (at, column) = place(content);
            let Some(bullet) = bullet(content.trim_end()) else {
                let text = unmarked(content.trim_end());
                lines.push(OutlineLine { at, column, text, bullet: None, text_column: column, said, is_item });
                break;
            };
            content = content[bullet.len()..].trim_start();
            let is_inner = self::bullet(content.trim_end()).is_some();
            let text = if is_inner { "" } else { unmarked(content.trim_end()) };
            let (text_at, text_column) = place(content);
            let at = if text.is_empty() { at } else { text_at };
            lines.push(OutlineLine {
                at,
                column: column + 1,
                text,
                bullet: Some(bullet),
                text_column,
                said,
                is_item: true,
            });
            if !is_inner {
                break;
            }
        }
    }
    apart(lines)
}

/// Returns whether a line is a remark. In `#1 9`, the sign belongs to the name.
fn is_remark(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns a line without the remark at its end, which begins with `#` as in YAML. In `Move #1`, the sign belongs to
/// the name.
fn without_remark(line: &str) -> &str {
    let is_remark = |&(at, _): &(usize, &str)| {
        let is_apart = line[..at].ends_with(char::is_whitespace) && !line[..at].trim().is_empty();
        is_apart && !line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    line.match_indices('#').find(is_remark).map_or(line, |(at, _)| &line[..at])
}

/// Returns a text without the marks of Markdown around all of it: `**3**`, `~~3~~`, and `3` in backticks.
fn unmarked(text: &str) -> &str {
    let inside = |mark: &&str| text.strip_prefix(*mark)?.strip_suffix(*mark).filter(|text| !text.contains(*mark));
    ["**", "__", "~~", "`"].iter().find_map(inside).map_or(text, unmarked)
}

/// Returns what follows the connecting lines that drawings have before a node: `├──`, `|--`, `+---`, `\---`.
fn behind_connection(line: &str) -> &str {
    let is_line = |c: char| is_drawing(c) || c == '|';
    let mut rest = line;
    loop {
        let bare = rest.trim_start();
        let is_corner = bare.starts_with(['+', '\\', '`']) && bare[1..].starts_with('-');
        let drawn = if is_corner { &bare[1..] } else { bare.trim_start_matches(is_line) };
        if drawn.len() == bare.len() {
            return rest;
        }
        rest = drawn.trim_start_matches(['-', '>']);
        // After a line of its own characters, a hyphen before a number is its sign.
        let line = &bare[..bare.len() - drawn.len()];
        if line.ends_with('\u{2500}') && drawn.len() == rest.len() + 1 && is_number(rest) {
            rest = drawn;
        }
    }
}

/// Returns whether a character draws lines: `│`, `├`, `─`.
fn is_drawing(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// Returns the bullet at the beginning of a text, or the number of the item: `-`, `•`, `1.`, `2)`, `(3)`.
fn bullet(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?;
    let is_sign = ["-", "\u{2013}", "\u{2014}", "*", "+", "->", "-->", "=>", "\u{2192}", "\u{21d2}"].contains(&word)
        || word.chars().all(|c| "\u{2022}\u{25e6}\u{2023}\u{2043}\u{b7}\u{2219}\u{22c5}\u{25cb}\u{25cf}\u{25a0}\u{25a1}\u{25aa}\u{25ab}\u{25c6}\u{25c7}\u{25ba}\u{25b8}\u{25b9}\u{27a2}\u{27a4}".contains(c));
    let is_last = word.len() == text.len();
    // Alone in its line, a circle is a chance node.
    if is_last && word.chars().all(|c| CIRCLES.contains(&c)) {
        return None;
    }
    (is_sign || is_numbering(word) && !is_last).then_some(word)
}

/// Returns whether a word numbers an item of a list: `1.`, `1.2.`, `2)`, `(3)`.
fn is_numbering(word: &str) -> bool {
    let level = word.strip_suffix('.').is_some_and(|word| word.split('.').all(is_whole));
    level || word.strip_suffix(')').is_some_and(|word| is_whole(word.strip_prefix('(').unwrap_or(word)))
}

/// In YAML, an item may have several names with scores: `- a: 3` and below it `  b: 12`. Makes the item a line of its
/// own.
fn apart(lines: Vec<OutlineLine<'_>>) -> Vec<OutlineLine<'_>> {
    let mut apart = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1).filter(|next| next.bullet.is_none() && next.column == line.text_column);
        if line.bullet.is_some() && next.is_some() && is_leaf(line.text) {
            apart.push(OutlineLine { text: "", ..line.clone() });
            apart.push(OutlineLine { column: line.text_column, bullet: None, ..line.clone() });
        } else {
            apart.push(line.clone());
        }
    }
    apart
}

/// Makes a line of each part of a text in one line: `A: B, C; B: 3, 12; C: 2, 4`.
pub(super) fn one_per_line(lines: Vec<OutlineLine<'_>>) -> Vec<OutlineLine<'_>> {
    let [line] = lines.as_slice() else { return lines };
    let parts = line.text.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|text| OutlineLine { text, ..line.clone() }).collect()
}

/// Rejects lines whose decoration may be part of a score.
pub(super) fn check(text: &str, lines: &[OutlineLine<'_>]) -> Result<(), TypedFault> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let rest = behind_connection(line).trim_end();
        let end = line.trim_end().len() - rest.len();
        let dashes = &line[line[..end].trim_end_matches(['-', '>']).len()..end];
        if dashes.ends_with('-') && is_number(rest) {
            return Err((start + end - dashes.len(), unclear_sign(dashes, rest, &format!("{dashes} "))));
        }
        start += line.len();
    }
    let is_drawn = |line: &&OutlineLine<'_>| {
        let is_line = !line.text.is_empty() && line.text.chars().all(|c| "\\/| ".contains(c));
        is_line || line.text.contains(is_drawing) || line.text.contains("-+-")
    };
    if let Some(line) = lines.iter().find(is_drawn) {
        return Err((line.at, TypedProblem::Drawn(line.text.to_owned())));
    }
    for (index, line) in lines.iter().enumerate() {
        let (above, next) = (index.checked_sub(1).map(|index| &lines[index]), lines.get(index + 1));
        let is_beside = |other: &OutlineLine<'_>| other.column / 2 == line.column / 2 && is_leaf(other.text);
        let is_score = number(line.text).is_ok();
        let Some(bullet) = line.bullet else { continue };
        let is_dotted = |word: &str| word.ends_with('.') && number(word).is_ok();
        if is_dotted(bullet) && line.text.split_whitespace().any(is_dotted) {
            let plain = bullet.trim_end_matches('.').to_owned();
            return Err((line.at, TypedProblem::Numbered(bullet.to_owned(), plain)));
        }
        let is_dash = |bullet: &str| bullet == "+" || with_minus(bullet) == "-";
        let is_other = |other: &OutlineLine<'_>| {
            is_beside(other) && other.bullet.is_none_or(|other| other != bullet && is_dash(other))
        };
        // In YAML, `- - 3` begins a list in a list. If the inner list ends there, its hyphen may be a minus sign.
        let is_inner = above.is_some_and(|above| above.text.is_empty() && !text[above.at..line.at].contains('\n'));
        let is_only = is_inner && next.is_none_or(|next| next.column < line.column);
        if is_score && is_dash(bullet) && (is_only || above.is_some_and(is_other) || next.is_some_and(is_other)) {
            return Err((line.at, unclear_sign(&format!("{bullet} "), line.text, "")));
        }
        // A list may begin in the column of the name above it, but not below a leaf.
        if above.is_some_and(|above| above.bullet.is_none() && is_beside(above)) {
            return Err((line.at, TypedProblem::Indented));
        }
    }
    Ok(())
}

fn unclear_sign(dash: &str, number: &str, before: &str) -> TypedProblem {
    let sign = if dash.trim() == "+" { "+" } else { "-" };
    TypedProblem::UnclearSign(format!("{dash}{number}"), format!("{before}{sign}{number}"), format!("{before}{number}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn lists_and_drawings_have_the_leaves_that_they_show() {
        for (text, same) in [
            ("root\n  A\n    -4\n    +6\n  B\n    +9\n    -1", "((-4 6) (9 -1))"),
            ("A\n\u{251c}\u{2500}\u{2500} -5\n\u{2514}\u{2500}\u{2500} 7", "(-5 7)"),
            ("A\n\u{251c}\u{2500}\u{2500}-5\n\u{2514}\u{2500}\u{2500}7", "(-5 7)"),
            (
                "A\n\u{251c}\u{2500} B\n\u{2502}  \u{251c}\u{2500} \u{2212}1\n\u{2502}  \u{2514}\u{2500} 3\n\u{2514}\u{2500} -2",
                "((-1 3) -2)",
            ),
            ("A\n|-- -5\n`-- 7", "(-5 7)"),
            ("A\n+---B\n|   +--- -5\n|   \\--- 4\n\\---C 7", "((-5 4) 7)"),
            ("A\n  -> -5\n  -> 7", "(-5 7)"),
            ("A\n  1. 3\n  2. 12\nB\n  1. 2\n  2. -4", "((3 12) (2 -4))"),
            ("9. A\n   1) 3\n   2) 12\n10. B\n   (1) 2\n   (2) x: 4", "((3 12) (2 4))"),
            ("1. A\n  1.1. 3\n  1.2. 12\n2. B\n  2.1. 2", "((3 12) (2))"),
            ("\u{2022} A\n  \u{25e6} 3\n  \u{25e6} -12\n\u{2022} B\n  \u{2013} 2\n  \u{2013} -4", "((3 -12) (2 -4))"),
            ("+ A\n  + 3\n  + -12\n+ B\n  * 2\n  * 4", "((3 -12) (2 4))"),
            ("- - 3\n  - 12\n- - 2\n  - 4", "((3 12) (2 4))"),
            ("-\n  - 3\n  - 12\n-\n  - 2\n  - 4", "((3 12) (2 4))"),
            ("---\nroot:\n- A:\n  - 3\n  - 12\n- B:\n  - 2\n  - 4", "((3 12) (2 4))"),
            ("- a: 3\n  b: 12\n- c: 2\n  d: 4", "((3 12) (2 4))"),
            ("- Move 1\n  3\n  12\n- Move 2\n  2\n  4", "((3 12) (2 4))"),
            ("mindmap\n  root\n    - 3\n    +6", "(-3 6)"),
            ("MAX\n  #1 9\n  #2 8\n  7", "(9 8 7)"),
            ("#1\n  3\n  12\n#2\n  2\n  #3: 4", "((3 12) (2 4))"),
            ("#1 9\n#2\n  8\n  7", "(9 (8 7))"),
        ] {
            assert_eq!(tree(text), same, "{text}");
        }
    }

    #[test]
    fn a_sign_that_may_be_decoration_is_refused() {
        for (text, problem) in [
            (
                "A\n  3\n  - 5",
                "line 3, column 5: the sign in `- 5` could belong to the number or be a dash or bullet; write -5 or 5",
            ),
            ("A\n  - 5\n  3", "the sign in `- 5`"),
            ("A\n  - 5\n  + 3", "the sign in `- 5`"),
            ("A\n  a = 3\n  \u{2013} 5", "the sign in `\u{2013} 5`"),
            ("A\n  a = 3\n  - b = 5", "line 3, column 5: the indentation of this line"),
            ("- - 3\n- - 5", "line 1, column 5: the sign in `- 3`"),
            (
                "A\n+--5\n+--7",
                "line 2, column 2: the sign in `--5` could belong to the number or be a dash or bullet; write -- -5 or -- 5",
            ),
            ("A\n|-5\n|-7", "the sign in `-5`"),
            ("A\n  1. 3.\n  2. 5.", "`1.` could be the number of an item or a score"),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }
}
