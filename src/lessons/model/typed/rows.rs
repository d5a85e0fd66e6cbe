//! Several leaves in one line of an outline: `a: [3, 12]`, `a 3 12`, `3 12 8`.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::word::{is_whole, number};

/// Reads a line that consists of several leaves, perhaps after the name of their node. Returns the name and the leaves.
pub(super) fn row(at: usize, line: &str) -> Result<Option<(&str, Vec<Draft>)>, TypedFault> {
    let is_gap = |c: char| c.is_whitespace() || ":=,[]()".contains(c);
    let mut name = line;
    let mut scores = Vec::new();
    loop {
        let rest = name.trim_end_matches(is_gap);
        let start = rest.trim_end_matches(|c| !is_gap(c)).len();
        let Ok(score) = number(&rest[start..]) else { break };
        scores.push(score);
        name = &rest[..start];
    }
    let row = &line[name.len()..];
    let list = row.trim_end_matches([']', ')']);
    // In `state 2: 3`, the first number belongs to the name, and in `a 3 (4)`, the second may be anything.
    if scores.len() < 2 || list.contains([':', '=', '[', ']', '(', ')']) {
        return Ok(None);
    }
    let is_bracketed = list.len() < row.len();
    if let Some(problem) = commas(list.trim(), is_bracketed) {
        return Err((at, problem));
    }
    let leaves = scores.into_iter().rev().map(|score| Draft::new(at, DraftBody::Score(score))).collect();
    Ok(Some((name.trim_end_matches(is_gap), leaves)))
}

/// Returns why the numbers of a row may be others than they seem: `3,5` may be 3.5, and `1,000` may be 1000.
fn commas(row: &str, is_bracketed: bool) -> Option<TypedProblem> {
    let is_padded = |word: &&str| matches!(word.trim_start_matches(['+', '-']).as_bytes(), [b'0', b'0'..=b'9', ..]);
    let words = row.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let padded = words.skip(1).find(is_padded);
    let parts: Vec<&str> = row.split_whitespace().map(|part| part.trim_matches(',')).collect();
    let Some(tight) = parts.iter().find(|part| part.contains(',')) else {
        return padded.map(|word| TypedProblem::LeadingZero(word.to_owned()));
    };
    let groups: Vec<&str> = tight.split(',').skip(1).collect();
    let is_number = groups.len() == 1 || groups.iter().all(|group| group.len() == 3 && is_whole(group));
    let is_unclear = 1 < parts.len() || padded.is_some() || is_number && !is_bracketed;
    let written = |gap| tight.replacen(',', gap, 1);
    is_unclear.then(|| TypedProblem::DecimalComma((*tight).to_owned(), written("."), written(" ")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_comma_that_may_belong_to_a_number_is_refused() {
        for (text, same) in [
            ("root\n  A: 3, 12\n  B: [2,4]", "((3 12) (2 4))"),
            ("root\n  A 3,12,8\n  B 2 4 6", "((3 12 8) (2 4 6))"),
            ("root\n  A: - 3, - 12\n  B: 2 +4", "((-3 -12) (2 4))"),
        ] {
            assert_eq!(tree(text), same, "{text}");
        }
        let decimal = "could be one number or two";
        for (text, problem) in [
            ("root\n  a = 3,5\n  b = 4", "line 2, column 3: `3,5` could be one number or two"),
            ("root\n  3,5\n  4", decimal),
            ("root\n  A: 1,000\n  B: 999", decimal),
            ("root\n  A: 1,234,567\n  B: 999", decimal),
            ("root\n  A: 3,5 2,5\n  B: 1", decimal),
            ("root\n  A: [3,5, 2,5]\n  B: 1", decimal),
            ("root\n  A: [1,000]\n  B: 1", decimal),
            ("root\n  A: 1 000\n  B: 999", "`000` begins with 0"),
            ("root\n  1 3\n  2 12", "`1 3` has numbers whose meaning is unclear"),
            ("root\n  1.1 3\n  1.2 12", "`1.1 3` has numbers whose meaning is unclear"),
            (
                "\\begin{forest}[r [3,5] [4]]\\end{forest}",
                "`3,5` could be one number or two. Write one number with a decimal point: 3.5; write two with a space between them: [3] [5]",
            ),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }
}
