//! Reads files of positions with perft counts, for testing move generators: EPD with `D1 20; D2 400`, and the xboard
//! format with `id`, `epd` and `perft` lines.

use super::{EpdError, parse_epd_line};
use crate::core::game::chess::Chess;

/// A position, and the number of lines from it to each depth.
#[derive(Clone, Debug)]
pub(crate) struct PerftEntry {
    /// The name of the position in the file, or the number of its line if it has no name.
    pub name: String,
    pub position: Chess,
    /// Depths and counts, as the file lists them.
    pub counts: Vec<(u32, u64)>,
}

/// An error in a line of a perft file.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub(crate) struct PerftError {
    line: usize,
    problem: String,
}

/// Returns whether a text contains counts to check.
pub(crate) fn has_counts(text: &str) -> bool {
    text.lines().any(|line| !is_comment(line) && (perft_line(line).is_some() || !counts(line).is_empty()))
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// Reads a line such as `perft 3 97862`.
fn perft_line(line: &str) -> Option<(&str, &str)> {
    line.trim().strip_prefix("perft ")?.trim().split_once(char::is_whitespace)
}

/// Returns the depths and counts of a text such as `D1 20; D2 400`, each with its offset.
fn counts(line: &str) -> Vec<(usize, &str, &str)> {
    let begins = |(at, _): &(usize, &str)| *at == 0 || line[..*at].ends_with([' ', ';', '\t']);
    let count = |(at, _): (usize, &'_ str)| {
        let rest = line[at + 1..].split(';').next().unwrap_or_default();
        let (depth, count) = rest.trim_end().split_once(char::is_whitespace)?;
        let is_depth = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
        is_depth.then_some((at, depth, count.trim()))
    };
    line.match_indices('D').filter(begins).filter_map(count).collect()
}

/// Reads the entries of a file; an entry that cannot be read becomes an error in its place.
pub(crate) fn read_perft_suite(text: &str) -> Vec<Result<PerftEntry, PerftError>> {
    let mut entries: Vec<Result<PerftEntry, PerftError>> = Vec::new();
    let mut name = None;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !is_comment(line)) {
        let line_number = index + 1;
        let wrong = |problem: String| PerftError { line: line_number, problem };
        let of_position = |problem: EpdError| wrong(problem.to_string());
        if let Some(id) = line.trim().strip_prefix("id ") {
            name = Some(id.trim().to_owned());
        } else if let Some(epd) = line.trim().strip_prefix("epd ") {
            let name = name.take().unwrap_or_else(|| format!("line {line_number}"));
            let entry = parse_epd_line(epd.trim()).map_err(of_position);
            entries.push(entry.map(|epd| PerftEntry { name, position: epd.position, counts: Vec::new() }));
        } else if let Some((depth, lines)) = perft_line(line) {
            match (entries.last_mut(), number(depth, lines)) {
                (None, _) => entries.push(Err(wrong("no position precedes this count".to_owned()))),
                // The position's own error has been reported already.
                (Some(Err(_)), _) => {}
                (Some(_), Err(problem)) => entries.push(Err(wrong(problem))),
                (Some(Ok(entry)), Ok(count)) => entry.counts.push(count),
            }
        } else {
            let counts = counts(line);
            let end = counts.first().map_or(line.len(), |(at, ..)| *at);
            let fen = line[..end].trim().trim_end_matches(';').trim();
            let read = || {
                let epd = parse_epd_line(fen).map_err(of_position)?;
                let counts = counts.iter().map(|(_, depth, lines)| number(depth, lines).map_err(wrong));
                let name =
                    epd.id().or_else(|| quoted_id(line)).map_or_else(|| format!("line {line_number}"), str::to_owned);
                Ok(PerftEntry { name, position: epd.position.clone(), counts: counts.collect::<Result<_, _>>()? })
            };
            entries.push(read());
        }
    }
    entries
}

/// Returns the name after the counts: `id "kiwipete"`.
fn quoted_id(line: &str) -> Option<&str> {
    line.split_once("id \"")?.1.split('"').next()
}

fn number(depth: &str, lines: &str) -> Result<(u32, u64), String> {
    let depth = depth.parse().ok().filter(|depth| *depth != 0);
    let lines = lines.trim().trim_end_matches(';').parse().ok();
    depth.zip(lines).ok_or_else(|| "expected a depth and a whole number of lines, such as D3 97862".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    #[test]
    fn every_form_says_the_same() {
        for text in [
            format!("{KIWIPETE} D1 48; D2 2039; id \"kiwipete\";\n"),
            format!("# a comment\n{KIWIPETE} 0 1 ;D1 48 ;D2 2039;id \"kiwipete\"\n"),
            format!("{KIWIPETE} id \"kiwipete\"; D1 48; D2 2039;"),
            format!("\nid kiwipete\nepd {KIWIPETE}\nperft 1 48\nperft 2 2039\n"),
        ] {
            assert!(has_counts(&text), "{text}");
            let entries = read_perft_suite(&text);
            let [Ok(entry)] = entries.as_slice() else { panic!("{text}: {entries:?}") };
            assert_eq!(
                (entry.name.as_str(), entry.counts.as_slice()),
                ("kiwipete", &[(1, 48), (2, 2039)][..]),
                "{text}"
            );
        }
        assert!(!has_counts(&format!("{KIWIPETE} bm Qd1; id \"D 1\";")));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        let text = format!("perft 1 20\nno position D1 20\n{KIWIPETE} D1 many\nepd {KIWIPETE}\nperft x 20\n");
        let said: Vec<String> =
            read_perft_suite(&text).into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!(said.len(), 4, "{said:?}");
        assert!((1..=3).all(|line| said[line - 1].starts_with(&format!("line {line}: "))), "{said:?}");
        assert!(said[3].starts_with("line 5: expected a depth"), "{said:?}");
    }
}
