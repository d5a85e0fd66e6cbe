//! What surrounds a tree in the text from which it was copied: remarks, code fences, and the parts of a program.

use super::Language;
use super::dot::is_graph;
use super::foreign::is_newick;
use super::titles::named;
use super::word::{player, role};
use std::borrow::Cow;
use std::ops::Range;

/// Returns the text with everything around the tree replaced by spaces, so that the tree keeps its place.
pub(super) fn without_surroundings(text: &str) -> Cow<'_, str> {
    if let Some(plain) = headings(text).or_else(|| fenced(text)) {
        return Cow::Owned(without_surroundings(&plain).into_owned());
    }
    if let Some(plain) = formula(text) {
        return Cow::Owned(without_surroundings(&plain).into_owned());
    }
    let remarks = remarks_above(text);
    let head = remarks + heading(&text[remarks..]);
    let inside = text[head..].trim_end();
    let fence = inside.len() - inside.trim_end_matches('`').len();
    let ticks = inside.len() - inside.trim_start_matches('`').len();
    if inside.len() == fence {
        return Cow::Borrowed(text);
    }
    // Backticks around a line of the tree are not around the tree.
    let is_around = 3 <= fence || ticks == fence && !inside[ticks..inside.len() - fence].contains('`');
    let (ticks, fence) = if is_around { (ticks, fence) } else { (0, 0) };
    let signs = inside.len() - inside.trim_start_matches('$').len();
    let is_formula =
        2 * signs < inside.len() && inside.ends_with('$') && inside.trim_matches('$').len() + 2 * signs == inside.len();
    let is_formula = is_formula && !inside.trim_matches('$').contains('$');
    let (ticks, fence) = if is_formula { (signs, signs) } else { (ticks, fence) };
    let tree = head + ticks..head + inside.len() - fence;
    let mut around = vec![0..tree.start, tree.end..text.len()];
    around.extend(remarks_beside(text, tree.clone()));
    around.extend(count_of_files(text, tree.clone()));
    around.extend(prompts(text, tree.clone()));
    let text = without(Cow::Borrowed(text), around);
    let program = program(&text, tree);
    without(text, program)
}

/// Returns an outline without the signs of Markdown headings, if each line is a heading and only the first is the highest:
/// `# MAX`, `## A`, `### 3`. Without its signs, a lower heading begins further to the right.
fn headings(text: &str) -> Option<String> {
    let level = |line: &str| {
        let behind = line.trim_start_matches('#');
        Some(line.len() - behind.len()).filter(|level| 0 < *level && behind.starts_with(' '))
    };
    let levels: Vec<usize> =
        text.lines().filter(|line| !line.trim().is_empty()).map(level).collect::<Option<Vec<usize>>>()?;
    let (first, others) = levels.split_first()?;
    (1 < others.len() && others.iter().all(|level| first < level)).then(|| {
        let plain = |line: &str| {
            let behind = line.trim_start_matches('#');
            " ".repeat(line.len() - behind.len()) + behind
        };
        text.split_inclusive('\n').map(plain).collect()
    })
}

/// Returns the tree in the only code fence of a text, with spaces instead of the sentences around the fence. A sentence that
/// names a player may say who moves first.
fn fenced(text: &str) -> Option<String> {
    let is_fence = |part: &&str| part.trim_start().starts_with("```");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let fences: Vec<usize> = (0..lines.len()).filter(|&line| is_fence(&lines[line])).collect();
    let [open, close] = fences[..] else { return None };
    let around = || lines[..open].iter().chain(&lines[close + 1..]).copied();
    let sentences: String = around().collect();
    let names_player = sentences.split(|c: char| !c.is_alphanumeric()).any(|word| player(word).is_some());
    if names_player || sentences.trim().is_empty() || Language::of(&sentences).is_some() {
        return None;
    }
    let start: usize = lines[..=open].iter().map(|line| line.len()).sum();
    let end = start + lines[open + 1..close].iter().map(|line| line.len()).sum::<usize>();
    Some(without(Cow::Borrowed(text), vec![0..start, end..text.len()]).into_owned())
}

/// Returns a formula of LaTeX with plain brackets: `\max\{\min\{3, 12\}, 5\}`, `\min\left(3, 12\right)`.
fn formula(text: &str) -> Option<String> {
    let begins = |bracket: &str| ["max", "min"].iter().any(|player| text.contains(&format!("\\{player}{bracket}")));
    if text.contains("\\begin") || !["\\{", "\\left"].into_iter().any(begins) {
        return None;
    }
    let sizes = [("\\left", "     "), ("\\right", "      ")];
    let signs = ["\\{", "\\}", "(", ")", "[", "]"];
    let plain = signs.into_iter().fold(text.to_owned(), |text, sign| {
        // The space comes after the bracket, because `max (..)` may mean something else than `max(..)`.
        let bracket = format!("{}{}", sign.trim_start_matches('\\'), &" "[..sign.len() - 1]);
        let text = sizes
            .iter()
            .fold(text, |text, (size, blanks)| text.replace(&format!("{size}{sign}"), &format!("{bracket}{blanks}")));
        if sign.len() == 1 { text } else { text.replace(sign, &bracket) }
    });
    Some(plain)
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
pub(super) fn remarks_above(text: &str) -> usize {
    // Several lines that begin with `#1`, `#2` are nodes of an outline.
    let is_numbered = |line: &str| {
        line.trim_start().strip_prefix('#').is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()))
    };
    let are_numbered = 1 < text.lines().filter(|line| is_numbered(line)).count();
    let is_around = |line: &str| {
        let is_node = are_numbered && is_numbered(line);
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        line.is_empty()
            || line.starts_with(['#', '%']) && !line.starts_with("#NEXUS") && !is_node
            || ["//", "```"].iter().any(|mark| line.starts_with(mark))
    };
    let settings = front_matter(text);
    settings + text[settings..].split_inclusive('\n').take_while(|line| is_around(line)).map(str::len).sum::<usize>()
}

/// Returns the length of the first line if it is a heading such as `Game tree:`. With several nodes directly below it,
/// the line is their root.
pub(super) fn heading(text: &str) -> usize {
    let margin = |line: &str| line.len() - line.trim_start().len();
    let line = text.split_inclusive('\n').next().unwrap_or_default();
    let words = line.trim().trim_end_matches(':');
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && role(word).is_none();
    let is_heading = words.split(' ').next_back().is_some_and(|word| word.eq_ignore_ascii_case("tree"))
        && words.split(' ').count() <= LONGEST_HEADING
        && words.split(' ').all(is_word);
    let below = || text[line.len()..].lines().filter(|line| !line.trim().is_empty());
    let Some(first) = below().next().filter(|_| is_heading) else { return 0 };
    let is_deeper = margin(line) < margin(first)
        || !first.trim_start().starts_with(|c: char| c.is_alphanumeric() || "([{\\".contains(c));
    let beside = below().filter(|line| margin(line) == margin(first)).count();
    if is_deeper && 1 < beside { 0 } else { line.len() }
}

/// The maximum number of words in a heading.
const LONGEST_HEADING: usize = 4;

/// Returns the length of the settings above a picture of Mermaid, which are between two lines of hyphens.
fn front_matter(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let inside = text[start..].strip_prefix("---\n").unwrap_or_default();
    inside.find("\n---\n").map_or(0, |end| start + "---\n".len() + end + "\n---\n".len())
}

/// The signs before a remark, in the same line or above it.
const BEFORE_REMARKS: [char; 8] = ['(', '[', '{', ')', ']', '}', ',', ';'];

/// Returns the remarks of programs after a bracket or a comma, and before the bracket that closes a list:
/// `((3 12) (2 4)) # figure 5.2`.
fn remarks_beside(text: &str, tree: Range<usize>) -> Vec<Range<usize>> {
    let mut at = tree.start;
    let mut remarks = Vec::new();
    // The reader of DOT skips remarks itself, and one of them says whose scores plywood's own pictures show.
    if is_graph(text[tree.clone()].trim_start()) {
        return remarks;
    }
    let mut is_behind = false;
    for line in text[tree.clone()].split_inclusive('\n') {
        let end = at + line.len();
        let is_last = text[end..tree.end].trim_start().starts_with([')', ']', '}']);
        let mark = remark(line, is_behind, is_last);
        remarks.extend(mark.map(|mark| at + mark..end));
        let content = line[..mark.unwrap_or(line.len())].trim_end();
        is_behind = content.ends_with(BEFORE_REMARKS) || is_behind && content.is_empty();
        at = end;
    }
    remarks
}

/// Returns where the remark in a line begins. `is_behind` says whether the line above lets a remark follow, and
/// `is_last` whether the next line closes a list. The sign of a remark may also be in quotation marks, or part of a
/// character that Mermaid writes as a number.
fn remark(line: &str, is_behind: bool, is_last: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = line[at..].find(['"', '\'', '#', '/']) {
        let place = at + found;
        let (before, behind) = line.split_at(place);
        at = place + 1;
        let is_escaped = |text: &str| text.ends_with('\\');
        let content = before.trim_end();
        // In `#1`, the sign belongs to the name of a node.
        let is_line = || is_behind && !behind[1..].starts_with(|c: char| c.is_ascii_digit());
        let is_apart = || match content.is_empty() {
            true => is_line(),
            false => content.len() < before.len() && (is_last || content.ends_with(BEFORE_REMARKS)),
        };
        if let Some(quote) = behind.strip_prefix(['"', '\'']).map(|_| &behind[..1]).filter(|_| !is_escaped(before)) {
            // A quotation mark that is never closed is an apostrophe.
            let mut ends = behind[1..].match_indices(quote).map(|(end, _)| end);
            at += ends.find(|&end| !is_escaped(&behind[1..=end])).map_or(0, |end| end + 1);
        } else if (behind.starts_with("//") || behind.starts_with('#') && !is_entity(behind)) && is_apart() {
            return Some(place);
        }
    }
    None
}

/// Returns whether a text begins with a character that Mermaid writes as a number or a name: `#35;`, `#quot;`.
fn is_entity(text: &str) -> bool {
    let behind = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    behind.len() + 1 < text.len() && behind.starts_with(';')
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

/// Returns the prompts of Python before its lines: `>>> tree = [3, 12]`.
fn prompts(text: &str, tree: Range<usize>) -> Vec<Range<usize>> {
    let mut at = tree.start;
    let is_session = text[tree.clone()].trim_start().starts_with(">>> ");
    let mut prompts = Vec::new();
    for line in text[tree].split_inclusive('\n') {
        if is_session && [">>> ", "... "].iter().any(|prompt| line.starts_with(prompt)) {
            prompts.push(at..at + 3);
        }
        at += line.len();
    }
    prompts
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
    if let Some(call) = named_call(&text[list.clone()]) {
        parts.extend([list.start..list.start + call.start, list.start + call.end..list.end]);
        return parts;
    }
    let assigned = text[list.clone()].split_once('=').filter(|(name, value)| {
        is_declared(name) && (is_list(value.trim_start()) || called(value.trim_start()).is_some())
    });
    if let Some((name, _)) = assigned {
        // The reader of brackets takes a single name for the name of the list, also one that says who chooses.
        let value = list.start + name.len() + 1;
        let variable = variable(name);
        if named(&name[variable.clone()].to_lowercase()).is_some() {
            parts.extend([list.start..list.start + variable.start, list.start + variable.end..value - 1]);
        } else if variable != (0..name.trim_end().len()) {
            parts.push(list.start..value);
        }
        if text[list.clone()].ends_with(';') {
            parts.push(list.end - 1..list.end);
            list.end -= 1;
        }
        list = trimmed(value..list.end);
    }
    // A statement may consist of the tree alone.
    let is_statement = is_list(&text[list.clone()]) && !is_newick(&text[list.clone()]);
    if is_statement && text[list.clone()].ends_with(';') {
        parts.push(list.end - 1..list.end);
        list = trimmed(list.start..list.end - 1);
    }
    if let Some((start, end)) = called(&text[list.clone()]) {
        parts.extend([list.start..list.start + start, list.start + end..list.end]);
        list = list.start + start..list.start + end;
    }
    parts.extend(
        constructors(&text[list.clone()]).into_iter().map(|word| list.start + word.start..list.start + word.end),
    );
    parts
}

/// Returns whether a text declares a variable, or is its name alone.
pub(super) fn is_declared(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_ []<>:,.".contains(c);
    let first = text.split_whitespace().next().unwrap_or_default();
    first.starts_with(char::is_alphabetic)
        && text.chars().all(is_part)
        && (role(first).is_none() || first == text.trim())
}

/// Returns where the name of the variable is in its declaration: `t` in `const t`, `int t[2][2]` and
/// `let t: number[][]`.
pub(super) fn variable(declaration: &str) -> Range<usize> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let typed = declaration.replace("::", "..").find(':').map_or(declaration, |colon| &declaration[..colon]);
    let name = typed.trim_end_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "[]".contains(c));
    // A name may end with digits.
    let end = name.len() + typed[name.len()..].find(|c: char| !c.is_ascii_digit()).unwrap_or(typed.len() - name.len());
    name.trim_end_matches(is_name).len()..end
}

/// Returns where the tree is, if a text consists of a name and a tree that begins with its player: `tree = max(3, 12)`,
/// `MINIMAX(root) = max(3, 12)`.
fn named_call(text: &str) -> Option<Range<usize>> {
    let (name, value) = text.split_once('=').or_else(|| text.split_once(':'))?;
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_alphanumeric() || "_ []<>:,.(){}\\".contains(c);
        name.starts_with(|c: char| c.is_alphabetic() || c == '\\') && name.chars().all(is_part) && role(name).is_none()
    };
    let call = value.trim_end_matches(|c: char| c.is_whitespace() || c == ';').trim_start();
    let list = call.trim_start_matches(|c: char| c.is_alphabetic() || c == '\\');
    let is_tree = role(&call[..call.len() - list.len()]).is_some() && is_one_list(list.trim_start());
    let start = text.len() - value.trim_start().len();
    (is_tree && is_name(name.trim())).then(|| start..start + call.len())
}

/// Returns whether the bracket at the beginning of a text is closed at its end.
pub(super) fn is_one_list(text: &str) -> bool {
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.is_some_and(|end| 0 < end && end + 1 == text.len())
}

/// The functions that make a list, and that programs print around it.
const LIST_FUNCTIONS: [&str; 6] = ["array", "asarray", "list", "matrix", "tensor", "tuple"];

/// Returns where the list begins and ends, if a text calls a function of a module, or one that makes a list, with a
/// list. Settings may follow the list: `array([[3, 12], [2, 4]], dtype=int8)`.
fn called(text: &str) -> Option<(usize, usize)> {
    let (function, list) = text.split_once('(')?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_known = match function.split_once('.') {
        Some((module, name)) => is_name(module) && is_name(name),
        None => LIST_FUNCTIONS.contains(&function),
    };
    let end = text.rfind(']').filter(|_| is_known && list.trim_start().starts_with('['))? + 1;
    let settings = text[end..].strip_suffix(')')?;
    let is_setting = |part: &str| part.trim().is_empty() || part.contains('=');
    settings.split(',').all(is_setting).then_some((function.len() + 1, end))
}

/// Returns the words at the beginning of all lists if they are the same word, so that the word makes a list, as in
/// Lisp: `(list (list 3 12) (list 2 4))`.
fn constructors(text: &str) -> Vec<Range<usize>> {
    let lists = text.match_indices('(').map(|(at, _)| at + 1);
    let word = |start: usize| {
        let rest = &text[start..];
        start..start + rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
    };
    let words: Vec<Range<usize>> = lists.map(word).collect();
    let first = words.first().map_or("", |word| &text[word.clone()]);
    let is_word = first.starts_with(char::is_alphabetic) && role(first).is_none() && text.starts_with('(');
    let is_same = is_word && 2 < words.len() && words.iter().all(|word| text[word.clone()] == *first);
    if is_same { words } else { Vec::new() }
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
            "((3,12),(2,4));",
            "array([[3, 12],\n       [2, 4]])",
            "tensor([[3., 12.],\n        [2., 4.]], dtype=torch.float64)",
            "np.array([[3, 12], [2, 4]], dtype=float)",
            "(list (list 3 12) (list 2 4))",
            ">>> tree = [[3, 12],\n...         [2, 4]]\n",
            "$\\max(\\min(3,12), \\min(2,4))$",
            "$$((3 12) (2 4))$$\n",
            "Tree: ((3 12) (2 4))",
            "(node (node 3 12) (node 2 4))",
            "---\ntitle: a tree\n---\nflowchart TB\n r --> a & b\n a --> c[3] & d[12]\n b --> e[2] & f[4]\n",
            "flowchart TB\n r[\"x, # 1\"] --> a & b\n a --> c[\"x] // 3\"] & d[12]\n b[#123;#125; #35;] --> e[2] & f[4]\n",
            "[\"it's\", # left\n ['A', 3, 12], ['B', 2, 4]]",
            "tree = [   # root\n  # left\n  [3,  # a\n   12  # b\n  ],\n\n  # right\n  [2, 4],\n]",
            "tree = max(min(3,12), min(2,4))",
            "const v = max(min(3,12), min(2,4));",
            "Tree: max(min(3,12), min(2,4))",
            "tree = Max(Min(3, 12),\n           Min(2, 4))",
            "MINIMAX(root) = max(min(3,12), min(2,4))",
            "$V(s) = \\max(\\min(3,12), \\min(2,4))$",
            "$\\text{MINIMAX}(root) = \\max(\\min(3,12), \\min(2,4))$",
            "$\\max\\{\\min\\{3,12\\},\\min\\{2,4\\}\\}$",
            "\\max\\left\\{\\min\\left(3,12\\right), \\min\\left[2,4\\right]\\right\\}",
            "V = \\max\\left(\\min(3,12), \\min(2,4)\\right)",
            "# MAX\n\n## A\n### 3\n### 12\n\n## B\n### 2\n### 4\n",
            "# Tree\n## A: 3, 12\n## B: 2, 4",
            "Here is the tree of exercise 3:\n\n```\nA\n  B: 3, 12\n  C: 2, 4\n```\nFind its value.\n",
            "## Exercise\n\nSolve it.\n\n```python\ntree = [[3, 12],  # left\n  [2, 4]]\n```",
            "max( // MAX\n  // left\n  min(3, 12), // right\n  min(2, 4))",
        ] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(tree("v = min(3, x)"), "min(3 x)");
        assert_eq!(names("A: min(3 4)\nB: min(5 6)"), ["A", "A1", "A2", "B", "B1", "B2"]);
        for heading in ["Tree:", "Game tree", "The game tree:"] {
            for below in [
                "  A\n    B: 3, 12\n    C: 2, 4",
                "A\n  B: 3, 12\n  C: 2, 4",
                "  B: 3, 12\n  C: 2, 4",
                "\n  MAX A\n    MIN B\n      3\n      12\n    MIN C\n      2\n      4",
                "- A\n  - B: 3, 12\n  - C: 2, 4",
                "\u{2514}\u{2500}\u{2500} A\n    \u{251c}\u{2500}\u{2500} B: 3, 12\n    \u{2514}\u{2500}\u{2500} C: 2, 4",
                "A: B, C\nB: 3, 12\nC: 2, 4",
                "((3 12) (2 4))",
                "[MAX [MIN [3] [12]] [MIN [2] [4]]]",
                "digraph { A -> B; A -> C; B -> 3; B -> 12; C -> 2; C -> 4 }",
            ] {
                let text = format!("{heading}\n{below}");
                assert!(looks_typed(&text), "{text}");
                assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
            }
            assert_eq!(tree(&format!("{heading}\n  3\n  12")), "(3 12)");
        }
        for text in ["MIN moves first:\n```\n((3 12) (2 4))\n```", "One:\n```\n(3 4)\n```\nTwo:\n```\n(5 6)\n```"] {
            assert!(!looks_typed(text), "{text}");
        }
        let shifted = error("const t = [[3, 12], [2, Zz]];");
        assert!(shifted.starts_with("line 1, column 25: `Zz` is not a score"), "{shifted}");
        assert_eq!(names("left = (3 4)\nright = (5 6)"), ["left", "left1", "left2", "right", "right1", "right2"]);
    }
}
