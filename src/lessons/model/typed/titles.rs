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
            let told = root_player(remark)?;
            (!told.is_to_move || is_above && content.is_empty()).then_some((at, told.player))
        });
        if let Some((at, player)) = told.filter(|(_, player)| *player != first) {
            return Err((start + at, contradiction("remark", player, first)));
        }
        is_above &= content.is_empty() || content.starts_with("---") || content.starts_with("```");
        start += line.len();
    }
    Ok(())
}

/// Returns the error for a text that says that another player moves first than in the tree.
pub(super) fn contradiction(text: &str, player: Mover, first: Mover) -> TypedProblem {
    let [player, first] = [player, first].map(roles::word);
    TypedProblem::Role(format!(
        "this {text} says that {player} moves first, but {first} moves first in the tree; write the player at the root, as \
         in A ({player})"
    ))
}

/// Returns the remark or the title in a line, and where it begins.
pub(super) fn remark(line: &str) -> Option<(usize, &str)> {
    if let Some(title) = line.trim().strip_prefix("title:") {
        return Some((line.len() - line.trim_start().len(), title.trim()));
    }
    let is_apart = |at: &usize| line[..*at].trim().is_empty() || line[..*at].ends_with(char::is_whitespace);
    let marks = ["#", "//", "%", "/*"].iter().flat_map(|mark| line.match_indices(mark));
    let at = marks.map(|(at, _)| at).filter(is_apart).min()?;
    Some((at, &line[at..]))
}

/// Returns who moves at the root, according to a title: `MIN moves first`, `MIN to move`.
pub(super) fn mover(title: &str) -> Option<Mover> {
    root_player(title).map(|told| told.player)
}

/// A player of whom a text says that the root is theirs.
pub(super) struct RootPlayer {
    pub player: Mover,
    /// Whether the text says only that the player is to move, as it could at any node.
    pub is_to_move: bool,
}

/// Reads a text that says only who moves at the root: `MIN moves first`, `Figure 2: the root is a MIN node`, `MIN to
/// move`.
pub(super) fn root_player(text: &str) -> Option<RootPlayer> {
    let behind = text.rsplit(':').next();
    let parts = text.split([',', ';']).map(|part| (part, false));
    [Some(text), behind].into_iter().flatten().map(|text| (text, true)).chain(parts).find_map(|(text, is_whole)| {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let is_brief = words.len() == 2;
        let words: Vec<&str> = words.into_iter().filter(|word| !["the", "a", "is", "at", "s"].contains(word)).collect();
        let (name, is_to_move) = match words[..] {
            [name, "to", "move" | "play"]
            | ["to", "move" | "play", name]
            | ["player", "to", "move", name]
            | [name, "am", "zug"]
                if is_whole =>
            {
                (name, true)
            }
            [name, "moves" | "plays" | "chooses" | "goes", "first"]
            | [name, "player" | "node", "moves" | "plays" | "chooses" | "goes", "first"]
            | [name, "player" | "node", "first" | "starts" | "begins"]
            | [name, "to", "move" | "play", "first"]
            | [name, "starts" | "begins"]
            | ["starts" | "starting" | "begins" | "beginning", "with", name]
            | ["first", "player", name]
            | ["root", name]
            | ["root", "node", name]
            | ["root", name, "node"]
            | [name, "top"]
            | [name, "root"] => (name, false),
            ["maximizing" | "maximising" | "maximizingplayer" | "ismaximizing", "false"]
            | ["maximizing" | "maximising", "player", "false"] => ("min", false),
            [name, "first"] if is_brief => (name, false),
            _ => return None,
        };
        Some(RootPlayer { player: named(name)?, is_to_move })
    })
}

/// Returns the player with this name. Other words of chance, such as `mean`, may be about something else.
pub(super) fn named(word: &str) -> Option<Mover> {
    let is_player = ["max", "min", "chance"].contains(&word) || word.ends_with("izer") || word.ends_with("iser");
    match player(word).filter(|_| is_player)? {
        PlayerWord::Clear(player) => Some(player),
        PlayerWord::Unclear(_) => None,
    }
}

/// Returns whether the name or the title of a group says that it explains the picture.
pub(super) fn is_legend(title: &str) -> bool {
    title.to_lowercase().contains("legend")
}

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
            "# min player first\n((3 12) (2 4))",
            "# starting with MIN\n((3 12) (2 4))",
            "((3 12) (2 4))  # MIN at the top",
            "# maximizing = False\n[[3, 12], [2, 4]]",
            "tree = [[3, 12], [2, 4]]  # maximizingPlayer=False",
            "# player to move: MIN\n[[3, 12], [2, 4]]",
            "# depth 2, root is MIN\n[[3, 12], [2, 4]]",
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
            format!("%% depth 2, MIN at the top\nflowchart TD\n{edges}"),
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
            "A\n  B: 3, 12  # first MIN node\n  C: 2, 4  # second MIN node",
            "# Compute the minimum first\nA\n  B: 3, 12  # root's MIN child\n  C: 2, 4",
            "digraph { label=\"Root with two MIN children\"; A->B; A->C; B->3; B->12; C->2; C->4 }",
            "digraph { label=\"Minimum cost, first quarter\"; A->B; A->C; B->3; B->12; C->2; C->4 }",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
    }
}
