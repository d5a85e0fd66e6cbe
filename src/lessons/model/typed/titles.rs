//! Titles and remarks of graphs, drawings and outlines that say who moves first.

use super::error::{TypedFault, TypedProblem};
use super::roles;
use super::word::{PlayerWord, player};
use crate::core::game::{Mover, Movers};

/// Rejects a text with a title or a remark that names another player than the one who moves first in the tree.
pub(super) fn check(text: &str, movers: Option<Movers>) -> Result<(), TypedFault> {
    let first = movers.unwrap_or_default().at(0);
    let mut is_above = true;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let found = remark(line);
        let content = line[..found.map_or(line.len(), |(at, _)| at)].trim();
        // Inside the tree, `MIN to move` may belong to another node.
        let told = found.and_then(|(at, remark)| {
            let player = first_mover(remark).or_else(|| mover(remark).filter(|_| is_above && content.is_empty()))?;
            Some((at, player))
        });
        if let Some((at, player)) = told.filter(|(_, player)| *player != first) {
            let [player, first] = [player, first].map(roles::word);
            let problem = format!(
                "this remark says that {player} moves first, but {first} moves first in the tree; write the player at the \
                 root, as in A ({player})"
            );
            return Err((start + at, TypedProblem::Role(problem)));
        }
        is_above &= content.is_empty() || content.starts_with("---") || content.starts_with("```");
        start += line.len();
    }
    Ok(())
}

/// Returns the remark or the title in a line, and where it begins.
fn remark(line: &str) -> Option<(usize, &str)> {
    if let Some(title) = line.trim().strip_prefix("title:") {
        return Some((line.len() - line.trim_start().len(), title.trim()));
    }
    let is_apart = |at: &usize| line[..*at].trim().is_empty() || line[..*at].ends_with(char::is_whitespace);
    let marks = ["#", "//", "%", "/*"].iter().flat_map(|mark| line.match_indices(mark));
    let at = marks.map(|(at, _)| at).filter(is_apart).min()?;
    Some((at, &line[at..]))
}

/// Returns who moves first, according to a remark: `MIN moves first`, `the root is MIN`, `MIN starts`.
fn first_mover(remark: &str) -> Option<Mover> {
    let words = words(remark);
    let is_told = words.iter().any(|word| ["first", "starts", "begins", "root"].contains(&word.as_str()));
    only_player(&words).filter(|_| is_told)
}

/// Returns who moves at the root, according to a title: `MIN moves first`, `MIN to move`.
pub(super) fn mover(title: &str) -> Option<Mover> {
    let words = words(title);
    let is_told = words.windows(2).any(|pair| pair[0] == "to" && ["move", "play"].contains(&pair[1].as_str()));
    first_mover(title).or_else(|| only_player(&words).filter(|_| is_told))
}

fn words(remark: &str) -> Vec<String> {
    let words = remark.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(LONGEST_TITLE + 1).map(str::to_lowercase).collect()
}

/// Returns the player of a short title that names only one.
fn only_player(words: &[String]) -> Option<Mover> {
    let named = |word: &String| match player(word) {
        Some(PlayerWord::Clear(player)) => Some(player),
        Some(PlayerWord::Unclear(_)) | None => None,
    };
    let mut players = words.iter().filter_map(named);
    let first = players.next().filter(|_| words.len() <= LONGEST_TITLE)?;
    players.all(|player| player == first).then_some(first)
}

/// The maximum number of words in a title that says who moves. A longer one may tell more.
const LONGEST_TITLE: usize = 7;

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_remark_behind_a_line_and_a_title_say_who_chooses() {
        for text in [
            "A   # MIN\n  B  # MAX\n    3\n    12\n  C\n    2\n    4",
            "A\n  B: 3, 12  # MAX node\n  C: 2, 4",
            "- A  #MIN\n  - B: 3, 12\n  - C: 2, 4",
            "A: B, C  # MIN's turn\nB: 3, 12\nC: 2, 4",
            "digraph { label=\"MIN to move\"; A->B; A->C; B->3; B->12; C->2; C->4 }",
            "digraph { A->B; A->C; B->3; B->12; C->2; C->4; label=\"Figure 2: MIN moves first\" }",
            "# MIN to move\nA (MIN)\n  B: 3, 12\n  C: 2, 4",
        ] {
            assert_eq!(tree(text), "min(max(3 12) max(2 4))", "{text}");
        }
    }

    #[test]
    fn a_title_that_contradicts_the_tree_is_refused() {
        let edges = "A --> B & C\nB --> 3 & 12\nC --> 2 & 4";
        for text in [
            "# MIN begins\nA\n  B: 3, 12\n  C: 2, 4".to_owned(),
            format!("---\ntitle: MIN moves first\n---\nflowchart TD\n{edges}"),
            format!("%% MIN to move\nflowchart TD\n{edges}"),
            format!("flowchart TD\n%% The root is a MIN node.\n{edges}"),
            "digraph {\n// MIN moves first\nA->B; A->C; B->3; B->12; C->2; C->4 }".to_owned(),
            "% MIN to move\n\\begin{forest} [A [B [3] [12]] [C [2] [4]]] \\end{forest}".to_owned(),
        ] {
            let problem = "this remark says that MIN moves first, but MAX moves first in the tree";
            assert!(error(&text).contains(problem), "{text}: {}", error(&text));
        }
        for text in [
            "# After MAX has moved, MIN to move\nA\n  B: 3, 12\n  C: 2, 4",
            "A\n  B: 3, 12  # MIN to move here\n  C: 2, 4",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
    }
}
