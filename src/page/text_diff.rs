//! A line-by-line difference of two texts.

/// The number of lines of context around a change.
const CONTEXT: usize = 3;
/// The maximum number of lines shown; further lines are only counted.
const MOST_LINES: usize = 200;
/// If the differing parts have more pairs of lines than this, plywood does not align them, and writes all old lines
/// before all new lines.
const MOST_PAIRS: usize = 16_000_000;

/// Whether a line is in the stored text, in the new text or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFate {
    Same,
    Old,
    New,
}

/// Returns the lines in which two texts differ, with some context: `-` before old lines, `+` before new lines. Returns
/// `None` if the texts are equal. Ignores line ends.
pub(crate) fn text_diff(old: &str, new: &str) -> Option<String> {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<_>>());
    if old == new {
        return None;
    }
    let all = aligned(&old, &new);
    let is_near = |index: usize| {
        let near = index.saturating_sub(CONTEXT)..(index + CONTEXT + 1).min(all.len());
        all[near].iter().any(|(change, _)| *change != LineFate::Same)
    };
    let (mut text, mut shown, mut more) = (String::new(), 0, 0);
    let (mut numbers, mut last) = ([1, 1], None);
    for (index, &(change, line)) in all.iter().enumerate() {
        if is_near(index) {
            if shown < MOST_LINES {
                if last != index.checked_sub(1) || index == 0 {
                    text.push_str(&format!(
                        "@@ line {} of the stored text, {} of the new one @@\n",
                        numbers[0], numbers[1]
                    ));
                }
                let sign = match change {
                    LineFate::Same => ' ',
                    LineFate::Old => '-',
                    LineFate::New => '+',
                };
                text.push_str(format!("{sign}{line}").trim_end());
                text.push('\n');
                shown += 1;
            } else if change != LineFate::Same {
                more += 1;
            }
            last = Some(index);
        }
        numbers[0] += usize::from(change != LineFate::New);
        numbers[1] += usize::from(change != LineFate::Old);
    }
    if more != 0 {
        text.push_str(&format!("... and {more} more lines that differ\n"));
    }
    Some(text)
}

/// Walks through both texts at once, along the longest common sequence of lines.
fn aligned<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(LineFate, &'a str)> {
    let before = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let behind = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(one, other)| one == other).count();
    let (a, b) = (&old_rest[..old_rest.len() - behind], &new_rest[..new_rest.len() - behind]);
    let same = |lines: &[&'a str]| lines.iter().map(|&line| (LineFate::Same, line)).collect::<Vec<_>>();
    let mut all = same(&old[..before]);
    if MOST_PAIRS < a.len() * b.len() {
        all.extend(a.iter().map(|&line| (LineFate::Old, line)));
        all.extend(b.iter().map(|&line| (LineFate::New, line)));
    } else {
        let (mut i, mut j) = (0, 0);
        let longest = longest_common(a, b);
        let at = |i: usize, j: usize| longest[i * (b.len() + 1) + j];
        while i < a.len() || j < b.len() {
            if i < a.len() && j < b.len() && a[i] == b[j] {
                all.push((LineFate::Same, a[i]));
                (i, j) = (i + 1, j + 1);
            } else if j == b.len() || i < a.len() && at(i, j + 1) <= at(i + 1, j) {
                all.push((LineFate::Old, a[i]));
                i += 1;
            } else {
                all.push((LineFate::New, b[j]));
                j += 1;
            }
        }
    }
    all.extend(same(&old_rest[old_rest.len() - behind..]));
    all
}

/// Returns, for each pair of positions in two texts, the length of the longest common subsequence of the lines that
/// follow these positions.
fn longest_common(a: &[&str], b: &[&str]) -> Vec<u32> {
    let width = b.len() + 1;
    let mut longest = vec![0; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::text_diff;

    #[test]
    fn the_lines_that_differ_stand_among_those_around_them() {
        assert_eq!(text_diff("a\nb\n", "a\r\nb"), None);
        let old: String = (1..=20).map(|line| format!("line {line}\n")).collect();
        let new = old.replace("line 2\n", "").replace("line 15", "line xv");
        let diff = text_diff(&old, &new).unwrap();
        let expected = "@@ line 1 of the stored text, 1 of the new one @@\n line 1\n-line 2\n line 3\n line 4\n line 5\n\
                        @@ line 12 of the stored text, 11 of the new one @@\n line 12\n line 13\n line 14\n-line 15\n\
                        +line xv\n line 16\n line 17\n line 18\n";
        assert_eq!(diff, expected);
        assert_eq!(text_diff("", "a\n").unwrap(), "@@ line 1 of the stored text, 1 of the new one @@\n+a\n");
    }

    #[test]
    fn what_differs_everywhere_is_cut_short() {
        let old: String = (0..5000).map(|line| format!("{line}\n")).collect();
        let diff = text_diff(&old, &old.replace('\n', "x\n")).unwrap();
        assert!(diff.lines().count() == 202 && diff.ends_with("... and 9800 more lines that differ\n"), "{diff}");
    }
}
