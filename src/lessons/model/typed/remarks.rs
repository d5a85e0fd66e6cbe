//! Remarks of programs that say who chooses: `[[3, 12], [2, 4]]  # MIN moves first`.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::list_name::ListName;
use super::roles::{self, word};
use super::small_letters::is_bracket;
use super::titles::root_player;
use crate::core::game::Mover;
use std::ops::Range;

/// A remark that says who chooses.
struct PlayerRemark<'a> {
    at: usize,
    text: &'a str,
    player: Mover,
    /// Whether the player is the one at the root.
    is_of_root: bool,
    /// Whether the player is to move, at the root or at the node beside the remark.
    is_to_move: bool,
    /// The line that it describes.
    line: Range<usize>,
    /// Whether the remark is on a line of its own, above the line that it describes.
    is_above: bool,
}

/// Returns who chooses at the nodes of this ply of a tree.
fn mover_at(root: &Draft, ply: usize) -> Option<Mover> {
    roles::movers(&mut root.clone()).ok().map(|movers| movers.unwrap_or_default().at(ply))
}

/// Returns the tree with the players that remarks name. `bare` is the text without remarks.
///
/// # Errors
/// Returns an error if the node of a remark is unclear, or if the tree has another player there.
pub(super) fn with_players(mut root: Draft, text: &str, bare: &str) -> Result<Draft, TypedFault> {
    let mut nodes = Vec::new();
    list_nodes(&root, 0, &mut nodes);
    let brackets = brackets(bare);
    for remark in player_remarks(text, bare) {
        let agrees = |&place: &usize| mover_at(&root, nodes[place].1) == Some(remark.player);
        let place = place(&remark, &nodes, &brackets, bare).or_else(|last| last.filter(agrees).map(Some).ok_or(()));
        let problem = match place {
            Ok(place) => match place.and_then(|mut place| nth_node(&mut root, &mut place)) {
                Some(node) => match node.role.replace(remark.player) {
                    Some(role) if role != remark.player => {
                        format!("contradicts the tree, in which {} chooses here; correct one of them", word(role))
                    }
                    Some(_) | None => continue,
                },
                None => continue,
            },
            // Whichever node is meant, the remark agrees with the tree.
            Err(()) if mover_at(&root, 0) == Some(remark.player) => continue,
            Err(()) => {
                let advice = "write the player into the tree, as in min(3 12) or {\"min\": [3, 12]}";
                format!("may say who chooses at several nodes; {advice}")
            }
        };
        return Err((remark.at, TypedProblem::Role(format!("the remark `{}` {problem}", remark.text))));
    }
    Ok(root)
}

/// Returns the remarks that consist of a player and of words such as `moves first`.
fn player_remarks<'a>(text: &'a str, bare: &str) -> Vec<PlayerRemark<'a>> {
    let mut remarks = Vec::new();
    let mut start = 0;
    for (written, code) in text.split_inclusive('\n').zip(bare.split_inclusive('\n')) {
        let code = code.trim_end().len();
        let next = start + written.len();
        let sign = written[code..].find(['#', '%']).or_else(|| written[code..].find("//"));
        let remark = sign.map(|sign| (start + code + sign, written[code + sign..].trim()));
        // A remark on a line of its own describes the next line.
        let below = bare[next..].len() - bare[next..].trim_start().len();
        let end_below = bare[next + below..].find('\n').map_or(bare.len(), |end| next + below + end);
        let line = if code == 0 { next + below..end_below } else { start..start + code };
        remarks.extend(remark.and_then(|(at, text)| {
            let root = root_player(text);
            let player = root.as_ref().map(|root| root.player).or_else(|| player(text))?;
            let is_to_move = root.as_ref().is_some_and(|root| root.is_to_move);
            Some(PlayerRemark {
                at,
                text,
                player,
                is_of_root: root.is_some() && !is_to_move,
                is_to_move,
                line,
                is_above: code == 0,
            })
        }));
        start = next;
    }
    remarks
}

/// Words beside the player in a remark on one node.
const BESIDE: [&str; 12] =
    ["node", "nodes", "level", "ply", "player", "turn", "chooses", "moves", "plays", "to", "is", "the"];
/// Returns the player that a remark names.
fn player(remark: &str) -> Option<Mover> {
    let lower = remark.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.map(|word| word.strip_suffix("'s").unwrap_or(word)).collect();
    let lone = |word: &str| {
        let role = ListName::lone_player(word)?;
        (role != Mover::Chance || word.starts_with("chance")).then_some(role)
    };
    let player = words.iter().find_map(|word| lone(word))?;
    let is_known = |word: &&str| BESIDE.contains(word) || lone(word) == Some(player);
    (remark.chars().all(|c| !c.is_ascii_digit()) && words.iter().all(is_known)).then_some(player)
}

/// Lists the offsets and the plies of the nodes with moves.
fn list_nodes(node: &Draft, ply: usize, nodes: &mut Vec<(usize, usize)>) {
    if !node.moves().is_empty() {
        nodes.push((node.at, ply));
        node.moves().iter().for_each(|child| list_nodes(child, ply + 1, nodes));
    }
}

/// Returns the place in this list of the node that a remark describes: the outermost node whose whole list is in its line,
/// or else the innermost node that begins there, or the one whose list ends there. If several nodes may be meant, returns an
/// error: the last child, if the line has the whole lists of the root and of some of its children.
fn place(
    remark: &PlayerRemark<'_>,
    nodes: &[(usize, usize)],
    brackets: &[(usize, usize)],
    bare: &str,
) -> Result<Option<usize>, Option<usize>> {
    if remark.is_of_root || nodes.iter().all(|(at, _)| remark.at < *at) {
        return Ok(Some(0));
    }
    let places: Vec<usize> = (0..nodes.len()).filter(|&place| remark.line.contains(&nodes[place].0)).collect();
    let is_below = places.is_empty() && nodes.iter().all(|(at, _)| *at < remark.at);
    if remark.is_to_move && (is_below || places.len() == nodes.len()) {
        return Ok(Some(0));
    }
    if 1 < places.len() && places.len() == nodes.len() {
        return Err(None);
    }
    let mut whole: Vec<usize> = Vec::new();
    let mut end = 0;
    for (index, &place) in places.iter().enumerate() {
        // The root of a dictionary begins at its first key, like the node of that key.
        let at = nodes[place].0;
        let is_last = places.get(index + 1).is_none_or(|&next| nodes[next].0 != at);
        if let Some(length) = list_length(&bare[at..remark.line.end]).filter(|_| end <= at && is_last) {
            whole.push(place);
            end = at + length;
        }
    }
    let is_even = whole.windows(2).all(|pair| nodes[pair[0]].1 == nodes[pair[1]].1);
    match (whole.first().or(places.last()), closed(brackets, &remark.line).as_slice()) {
        (Some(&place), _) => {
            if is_even {
                Ok(Some(place))
            } else {
                let is_of_root = whole[0] == 0 && whole[1..].iter().all(|&place| nodes[place].1 == 1);
                Err(whole.last().copied().filter(|_| is_of_root))
            }
        }
        (None, [open]) if !remark.is_above => Ok(nodes.iter().rposition(|(at, _)| at <= open).or(Some(0))),
        (None, []) if !(remark.is_above && is_below) => Ok(None),
        (None, _) => Err(None),
    }
}

/// Returns where the first list of a text ends, if it does.
fn list_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        depth = if is_opening(c) { depth + 1 } else { depth };
        let is_end = is_bracket(c) && !is_opening(c) && depth <= 1;
        depth = if is_bracket(c) && !is_opening(c) { depth.saturating_sub(1) } else { depth };
        is_end.then_some(at + 1)
    })
}

/// Returns the offsets of the pairs of brackets in a text: where each closes and where it opens, in the order of closing.
fn brackets(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (at, c) in text.char_indices().filter(|(_, c)| is_bracket(*c)) {
        match is_opening(c) {
            true => open.push(at),
            false => pairs.extend(open.pop().map(|open| (at, open))),
        }
    }
    pairs
}

/// Returns the offsets of the brackets that a line closes and an earlier line opens.
fn closed(brackets: &[(usize, usize)], line: &Range<usize>) -> Vec<usize> {
    let first = brackets.partition_point(|(close, _)| *close < line.start);
    let pairs = brackets[first..].iter().take_while(|(close, _)| *close < line.end);
    pairs.map(|(_, open)| *open).filter(|open| *open < line.start).collect()
}

const fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{')
}

/// Returns the node with moves that has this place in the list of such nodes.
fn nth_node<'a>(node: &'a mut Draft, place: &mut usize) -> Option<&'a mut Draft> {
    if node.moves().is_empty() {
        return None;
    }
    if *place == 0 {
        return Some(node);
    }
    *place -= 1;
    let DraftBody::Moves(moves) = &mut node.body else { return None };
    moves.iter_mut().find_map(|child| nth_node(child, place))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};

    #[test]
    fn a_remark_may_say_who_chooses() {
        let below = "(3 12) (2 4)";
        let min = format!("min({})", below.replace('(', "max("));
        for text in [
            "tree = {'A': ['B', 'C'],   # MIN\n  'B': [3, 12],      # MAX\n  'C': [2, 4]}       # MAX",
            "tree = {'B': [3, 12],  # MAX\n  'C': [2, 4]}  # max node",
            "{'A': {'B': [3, 12],  # MAX\n 'C': [2, 4]}}",
            "tree = {  # MIN\n  'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4]}",
            "[[3, 12], [2, 4]]  # MIN moves first",
            "const tree = [[3, 12], [2, 4]];  // min to move",
            "# MIN to move\n((3 12) (2 4))",
            "% root: MIN\n((3 12) (2 4))",
            "# MIN\n((3 12) (2 4))",
            "tree = [[3, 12],  # MAX\n  [2, 4]]  # MAX's turn",
            "[  # MIN\n [3, 12], [2, 4]]",
            "[\n # MAX\n [3, 12],\n [2, 4]]",
            "((3 12) (2 4))\n# MIN moves first",
            "[[3, 12],  # MAX to move\n [2, 4]]  # MAX to move",
            "((3 12) (2 4))\n# MIN to move",
            "[[3, 12],  # first MAX node\n [2, 4]]  # MAX",
            "tree = [\n  [3, 12],\n  [2, 4],\n]  # MIN",
            "tree = {\n 'B': [3,\n   12],  # MAX\n 'C': [2, 4]}",
            "{'A': {\n 'B': [3, 12],\n 'C': [2, 4],\n }}  # MIN first",
            "min(max(3 12) max(2 4)) # MIN",
        ] {
            assert_eq!(tree(text), min, "{text}");
        }
        for text in [
            "# max depth 2\n((3 12) (2 4))",
            "((3 12) (2 4)) # MAX or MIN",
            "((3 12) (2 4)) # MAX",
            "[[3, 12], [2, 4]]  # MAX's turn",
            "{'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4]}  # MAX",
            "[[3, 12], [2, 4]]\n# MAX",
            "[\n [3, 12],\n [2, 4],\n # MAX\n]",
            "[\n [3, 12],\n [2, 4]\n]  # MAX",
            "[[3, 12],  # MIN\n [2, 4]] # MIN",
            "((3 12) (2 4)) # alpha-beta: MIN chooses 3 and 2",
            "max( # MAX\n min(3 12), # left\n min(2 4)) # MIN",
            "{'A': ['B', 'C'], 'B': [3, 12], # MIN\n 'C': [2, 4]}",
            "{'A': ['B', 'C'], 'B': [3, 12], # MAX\n 'C': [2, 4]} # MIN",
            "tree = {'A': ['B', 'C'], 'B': [3, 'F'], # MIN\n 'C': {'c1': 2, 'c2': 4}}\nvalues = dict(F=12)",
        ] {
            assert_eq!(tree(text), format!("({below})"), "{text}");
        }
        assert_eq!(
            tree("{'A': ['B', 'C', 'D'], 'B': [3, 5], 'C': [2, 9], # MIN\n 'D': [4, 6]}"),
            "((3 5) (2 9) (4 6))"
        );
        let lists = "[\n [[3, 5], [6, 9]],  # MIN\n [[1, 2], [0, -1]], # MIN\n]";
        let keys = "{'A': ['B', 'C'],\n 'B': [[3, 5], [6, 9]],  # MIN\n 'C': {'D': [1, 2], 'E': [0, -1]}}  # MIN";
        for text in [lists, keys, "[[[3, 5], [6, 9]],\n [[1, 2], [0, -1]]]  # MIN"] {
            assert_eq!(tree(text), "(((3 5) (6 9)) ((1 2) (0 -1)))", "{text}");
        }
        for (text, problem) in [
            ("((3 12) (2 4))\n# MIN", "line 2, column 1: the remark `# MIN` may say who chooses at several nodes"),
            ("[[3, 12], [2,\n 4]]  # MIN", "line 2, column 7: the remark `# MIN` may say who chooses at several nodes"),
            ("((3 12) (2 4)) # MIN", "line 1, column 16: the remark `# MIN` may say who chooses at several nodes"),
            (
                "max((3 12) (2 4)) # MIN first",
                "the remark `# MIN first` contradicts the tree, in which MAX chooses here",
            ),
            ("{'A': ['B', 'C'], # MIN\n'B': [3, 12], # MIN\n'C': [2, 4]} # MAX", "at another node of the same ply"),
            ("{'A': ['B', 'C'], 'B': [3, 12], # MIN\n'C': [2, 4]} # MAX", "at another node of the same ply"),
            (
                "{'A': ['B', 'C'], 'B': ['D', 5], 'D': [3, 4], # MIN\n'C': [2, 4]}",
                "the remark `# MIN` may say who chooses at several nodes",
            ),
            (
                "{'A': ['B', 'C'],\n'B': ['D', 5],\n'D': [3, 4], 'C': [2, 4]} # MIN",
                "the remark `# MIN` may say who chooses at several nodes",
            ),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }
}
