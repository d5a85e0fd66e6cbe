//! What surrounds a tree in the text from which it was copied: remarks, code fences, and the parts of a program.

use super::word::role;
use std::borrow::Cow;
use std::ops::Range;

/// Returns the text with everything around the tree replaced by spaces, so that the tree keeps its place.
pub(super) fn bare(text: &str) -> Cow<'_, str> {
    let head = remarks_above(text);
    let inside = text[head..].trim_end();
    let fence = inside.len() - inside.trim_end_matches('`').len();
    let ticks = inside.len() - inside.trim_start_matches('`').len();
    if inside.len() == fence {
        return Cow::Borrowed(text);
    }
    let tree = head + ticks..head + inside.len() - fence;
    let mut around = vec![0..tree.start, tree.end..text.len()];
    around.extend(remarks_beside(text, tree.clone()));
    around.extend(count_of_files(text, tree.clone()));
    let text = without(Cow::Borrowed(text), around);
    let program = program(&text, tree);
    without(text, program)
}

/// Replaces these parts of a text by spaces.
fn without(text: Cow<'_, str>, mut parts: Vec<Range<usize>>) -> Cow<'_, str> {
    parts.retain(|part| !text[part.clone()].trim().is_empty());
    if parts.is_empty() {
        return text;
    }
    let mut text = text.into_owned();
    for part in parts {
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        let blanks: String = text[part.clone()].chars().map(blank).collect();
        text.replace_range(part, &blanks);
    }
    Cow::Owned(text)
}

/// Returns the length of the lines above the tree that are remarks, empty, or the beginning of a code fence.
fn remarks_above(text: &str) -> usize {
    let is_around = |line: &str| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        line.is_empty()
            || line.starts_with(['#', '%']) && !line.starts_with("#NEXUS")
            || ["//", "```"].iter().any(|mark| line.starts_with(mark))
    };
    text.split_inclusive('\n').take_while(|line| is_around(line)).map(str::len).sum()
}

/// Returns the remarks of programs after a bracket or a comma: `((3 12) (2 4)) # figure 5.2`.
fn remarks_beside(text: &str, tree: Range<usize>) -> Vec<Range<usize>> {
    let mut at = tree.start;
    let mut remarks = Vec::new();
    for line in text[tree].split_inclusive('\n') {
        let is_remark = |&(mark, _): &(usize, &str)| {
            let before = &line[..mark];
            before.ends_with(char::is_whitespace) && before.trim_end().ends_with([')', ']', '}', ',', ';'])
        };
        let marks = line.match_indices('#').chain(line.match_indices("//"));
        if let Some(mark) = marks.filter(is_remark).map(|(mark, _)| mark).min() {
            remarks.push(at + mark..at + line.len());
        }
        at += line.len();
    }
    remarks
}

/// Returns the last line that the command `tree` writes: `6 directories, 0 files`.
fn count_of_files(text: &str, tree: Range<usize>) -> Option<Range<usize>> {
    let start = tree.start + text[tree.clone()].rfind('\n')? + 1;
    let words: Vec<&str> = text[start..tree.end].split_whitespace().collect();
    let is_count = |pair: &[&str], nouns: [&str; 2]| matches!(pair, [count, noun] if count.parse::<u32>().is_ok() && nouns.contains(&noun.trim_end_matches(',')));
    let (directories, files) = words.split_at(words.len().min(2));
    let is_end =
        is_count(directories, ["directory", "directories"]) && (files.is_empty() || is_count(files, ["file", "files"]));
    is_end.then_some(start..tree.end)
}

/// Returns what a program writes around a list: `const tree = [..];`, `int[][] t = {..};`, `np.array([..])`.
fn program(text: &str, tree: Range<usize>) -> Vec<Range<usize>> {
    let is_list = |text: &str| text.starts_with(['(', '[', '{']);
    let trimmed = |range: Range<usize>| {
        let inside = &text[range.clone()];
        let start = range.start + inside.len() - inside.trim_start().len();
        start..start + inside.trim().len()
    };
    let mut list = trimmed(tree);
    let mut parts = Vec::new();
    let assigned = text[list.clone()].split_once('=').filter(|(name, value)| {
        is_declared(name) && (is_list(value.trim_start()) || called(value.trim_start()).is_some())
    });
    if let Some((name, _)) = assigned {
        // The reader of brackets takes a single name for the name of the list.
        let is_single = name.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
        let value = list.start + name.len() + 1;
        if !is_single {
            parts.push(list.start..value);
        }
        if text[list.clone()].ends_with(';') {
            parts.push(list.end - 1..list.end);
            list.end -= 1;
        }
        list = trimmed(value..list.end);
    }
    if let Some(open) = called(&text[list.clone()]).filter(|_| text[list.clone()].ends_with(')')) {
        parts.extend([list.start..list.start + open, list.end - 1..list.end]);
    }
    parts
}

/// Returns whether a text declares a variable, or is its name alone.
fn is_declared(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_ []<>:,.".contains(c);
    let first = text.split_whitespace().next().unwrap_or_default();
    first.starts_with(char::is_alphabetic) && text.chars().all(is_part) && role(first).is_none()
}

/// Returns the length of the function's name and its bracket, if a text calls a function of a module with a list.
fn called(text: &str) -> Option<usize> {
    let (function, list) = text.split_once('(')?;
    let (module, name) = function.split_once('.')?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    (is_name(module) && is_name(name) && list.trim_start().starts_with('[')).then_some(function.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::super::looks_typed;
    use super::super::tests::{error, names, tree};

    /// Programs and files hold more than the tree.
    #[test]
    fn what_surrounds_a_tree_in_a_program_is_left_out() {
        for text in [
            "const tree = [[3, 12], [2, 4]];",
            "let t: number[][] = [[3, 12],  // left\n [2, 4]];",
            "int[][] t = {{3, 12}, {2, 4}};",
            "tree = [[3, 12], [2, 4]];",
            "std::vector<std::vector<int>> t = {{3, 12}, {2, 4}};",
            "np.array([[3, 12], [2, 4]])",
            "t = np.array([[3, 12],\n  [2, 4]])  # AIMA",
            "((3 12) (2 4)) # AIMA, figure 5.2",
            "((3 12) // left\n (2 4))",
            "MAX\n├── A\n│   ├── 3\n│   └── 12\n└── B\n    ├── 2\n    └── 4\n\n7 directories, 0 files\n",
            "\\begin{tikzpicture}\\Tree [.MAX [.MIN 3 12 ] [.MIN 2 4 ] ]\\end{tikzpicture}",
            "\\max(\\min(3, 12), \\min(2, 4))",
        ] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        let shifted = error("const t = [[3, 12], [2, Zz]];");
        assert!(shifted.starts_with("line 1, column 25: `Zz` is not a score"), "{shifted}");
        assert_eq!(names("left = (3 4)\nright = (5 6)"), ["left", "left1", "left2", "right", "right1", "right2"]);
    }
}
