//! Who chooses at each ply of a typed tree, according to the words in it.

use super::branch_players::BranchPlayers;
use super::doubts;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::probability::{beside, is_fraction, may_be_in};
use super::word::{CIRCLES, is_weight, is_whole, role};
use super::wrapped::pairs;
use crate::core::game::{Mover, Movers, Weight};

/// Returns who chooses at each ply, or `None` if MAX and MIN alternate. All nodes of a ply belong to one player.
pub(super) fn movers(root: &mut Draft) -> Result<Option<Movers>, TypedFault> {
    doubts::name_lone_words(root);
    doubts::read_classes(root);
    let branches = BranchPlayers::read(root);
    branches.choose(root);
    let mut said = Vec::new();
    collect(root, 0, &mut said)?;
    if let Some(doubt) = doubts::unclear(root, &said, in_order) {
        return Err((doubt.at, TypedProblem::UnclearPlayer(doubt.word.clone(), word(doubt.player))));
    }
    check_circles(root)?;
    check_players(root)?;
    let movers = in_order(&said);
    // One more ply, in which only leaves are.
    let turns = in_order(&[said.as_slice(), &[None]].concat());
    branches.check(&said, &turns).map_err(|(at, player)| (at, TypedProblem::PlayerOnBranch(word(player))))?;
    check(root, 0, &movers)?;
    let list = Movers::new(&movers).map(|list| list.within(movers.len()));
    Ok(list.filter(|&list| list != Movers::default()))
}

/// Returns the players of all plies. Down to the first ply with a word, the players alternate so that this ply gets the right
/// player. After each word, they alternate until the next word.
pub(super) fn in_order(said: &[Option<Mover>]) -> Vec<Mover> {
    let first = said.iter().position(|word| matches!(word, Some(Mover::Max | Mover::Min)));
    let above = said[..first.unwrap_or_default()].iter().filter(|word| word.is_none()).count();
    let player = first.and_then(|first| said[first]).unwrap_or(Mover::Max);
    in_turn(said, if above.is_multiple_of(2) { player } else { opposite(player) })
}

/// Rejects a circle if no triangle shows that it is the sign of a chance node. In other trees, all nodes are circles,
/// or those of one player.
fn check_circles(root: &Draft) -> Result<(), TypedFault> {
    let mut nodes = vec![root];
    let mut circle = None;
    while let Some(node) = nodes.pop() {
        match node.sign {
            Some(sign) if CIRCLES.contains(&sign) => {
                let is_drawn = node.moves().iter().all(|child| child.weight.is_some() || child.hint.is_some());
                circle = circle.or_else(|| Some((node.at, sign)).filter(|_| !is_drawn));
            }
            Some(_) => return Ok(()),
            None => {}
        }
        nodes.extend(node.moves().iter().rev());
    }
    circle.map_or(Ok(()), |(at, sign)| Err((at, TypedProblem::UnclearPlayer(sign.into(), word(Mover::Chance)))))
}

/// Rejects a word such as `random` that may say that chance chooses, if it may be a name: a node beside it has a name,
/// or a noun follows, as in `chance of rain`.
pub(super) fn check_words(node: &Draft, text: &str) -> Result<(), TypedFault> {
    let is_named = |child: &Draft| !child.moves().is_empty() && child.name.is_some() && child.role.is_none();
    let is_beside_name = node.moves().iter().any(is_named);
    let is_before = |c: char| "\"'\u{201c}\u{2018}([{".contains(c);
    for child in node.moves() {
        let written = text[child.at..].trim_start_matches(is_before);
        let behind = written.trim_start_matches(char::is_alphabetic);
        let word = &written[..written.len() - behind.len()];
        let noun = child.name.as_deref().filter(|name| name.starts_with("of_") || name.starts_with("of "));
        // In `avg(3 12)`, the word is a function.
        let is_loose = child.name.as_ref().is_none_or(|name| name == word)
            && is_beside_name
            && !word.eq_ignore_ascii_case("chance")
            && !behind.starts_with(['(', '[', '{']);
        let is_word = child.role == Some(Mover::Chance) && role(word) == Some(Mover::Chance);
        if is_word && (is_loose || noun.is_some()) {
            let written = noun.map_or_else(|| word.to_owned(), |noun| format!("{word} {}", noun.replace('_', " ")));
            return Err((child.at, TypedProblem::UnclearPlayer(written, self::word(Mover::Chance))));
        }
        check_words(child, text)?;
    }
    Ok(())
}

/// Rejects a tree for more than two players: its leaves all have two numbers, or a node belongs to a third player.
fn check_players(root: &Draft) -> Result<(), TypedFault> {
    let mut nodes = vec![root];
    let mut leaves = Vec::new();
    while let Some(node) = nodes.pop() {
        if node.moves().is_empty() {
            leaves.push(node);
        } else if let Some(name) = node.name.as_ref().filter(|name| is_third_player(name)) {
            let problem = format!(
                "`{}` is a third player, and plywood searches games of two players, MAX and MIN; write MAX or MIN at each node",
                name.replace('_', " ")
            );
            return Err((node.at, TypedProblem::Role(problem)));
        }
        nodes.extend(node.moves().iter().rev());
    }
    match leaves.as_slice() {
        [first, _, ..] if leaves.iter().all(|leaf| leaf.stacked.is_some()) => {
            let numbers = first.stacked.clone().unwrap_or_default();
            let list = format!("({})", numbers.replace(',', ""));
            Err((first.at, TypedProblem::Players(format!("({numbers})"), 2, list)))
        }
        _ => Ok(()),
    }
}

/// Returns whether a name is that of a player other than the first two: `Player 3`.
fn is_third_player(name: &str) -> bool {
    let lower = name.to_lowercase();
    let number = lower.strip_prefix("player").map(|number| number.trim_start_matches(['_', ' ']));
    number.and_then(|number| number.parse::<u32>().ok()).is_some_and(|number| 2 < number)
}

pub(super) const fn opposite(mover: Mover) -> Mover {
    match mover {
        Mover::Min => Mover::Max,
        Mover::Max | Mover::Chance => Mover::Min,
    }
}

/// Fills in the plies without a word, at which the players alternate. `next` is the player at the root if the root's
/// ply has no word.
fn in_turn(said: &[Option<Mover>], mut next: Mover) -> Vec<Mover> {
    let mover = |word: &Option<Mover>| {
        let mover = word.unwrap_or(next);
        if mover != Mover::Chance {
            next = opposite(mover);
        }
        mover
    };
    said.iter().map(mover).collect()
}

/// Records the role of each ply, and rejects contradictions.
fn collect(node: &Draft, ply: usize, said: &mut Vec<Option<Mover>>) -> Result<(), TypedFault> {
    if node.moves().is_empty() {
        return Ok(());
    }
    if said.len() <= ply {
        said.resize(ply + 1, None);
    }
    if let Some(mover) = node.role
        && let Some(other) = said[ply].replace(mover).filter(|&other| other != mover)
    {
        let problem = format!(
            "{} chooses here, but {} chooses at another node of the same ply; all nodes of a ply belong to one player",
            word(mover),
            word(other)
        );
        return Err((node.at, TypedProblem::Role(problem)));
    }
    node.moves().iter().try_for_each(|child| collect(child, ply + 1, said))
}

pub(super) const fn word(mover: Mover) -> &'static str {
    match mover {
        Mover::Max => "MAX",
        Mover::Min => "MIN",
        Mover::Chance => "chance",
    }
}

fn fraction_without_chance(weight: &str) -> String {
    format!(
        "`{weight}:` is a fraction, so it says how likely a branch is, and only chance nodes have such branches; write \
         chance at the node above, or begin a name with a letter"
    )
}

/// Returns the first of several moves whose numbers are fractions that add up to 1 and so are probabilities. If a number
/// is also the score of a leaf below its node, it may be the value of the node.
fn part_of_one(moves: &[Draft]) -> Option<&Draft> {
    fn has_leaf(node: &Draft, value: f64) -> bool {
        matches!(node.body, DraftBody::Score(score) if score == value)
            || node.moves().iter().any(|child| has_leaf(child, value))
    }
    let part = |node: &Draft| {
        let hint = node.hint.as_ref().filter(|hint| node.weight.is_none() && is_fraction(hint));
        let weight = hint?.parse::<Weight>().ok()?;
        let part = weight.part() as f64 / weight.of() as f64;
        (!has_leaf(node, part)).then_some(part)
    };
    let parts: Option<Vec<f64>> = moves.iter().map(part).collect();
    moves
        .first()
        .filter(|_| parts.is_some_and(|parts| 1 < parts.len() && (parts.iter().sum::<f64>() - 1.0).abs() < 0.001))
}

/// Rejects trees that cannot be searched, and fractions before moves that are not drawn at random.
fn check(node: &mut Draft, ply: usize, movers: &[Mover]) -> Result<(), TypedFault> {
    let at = node.at;
    let refused = |problem: String| Err((at, TypedProblem::Role(problem)));
    let is_drawn = 0 < ply && movers.get(ply - 1) == Some(&Mover::Chance);
    // If the move is not drawn at random, a whole number before it is its name.
    if !is_drawn && node.name.is_none() && node.weight.as_ref().is_some_and(|weight| is_whole(weight)) {
        node.name = node.weight.take();
    }
    let of_drawn = |text: &String| is_weight(text) && !is_whole(text) || is_fraction(text);
    if let Some(weight) = node.weight.as_ref().filter(|text| !is_drawn && of_drawn(text)) {
        return refused(fraction_without_chance(weight));
    }
    if movers.get(ply) != Some(&Mover::Chance)
        && let Some(part) = part_of_one(node.moves())
    {
        return Err((part.at, TypedProblem::Role(fraction_without_chance(part.hint.as_deref().unwrap_or_default()))));
    }
    node.hint = node.hint.take().filter(|text| is_drawn && node.weight.is_none() && is_fraction(text));
    node.name.take_if(|name| node.hint.as_ref() == Some(name));
    node.weight = match &node.weight {
        Some(text) if is_drawn => beside(text).map_err(|()| (at, TypedProblem::Probability(text.clone())))?,
        Some(_) => None,
        None => node.hint.take(),
    };
    let named = node.name.as_ref().filter(|_| is_drawn && node.weight.is_none());
    if let Some(name) = named.filter(|name| may_be_in(name)) {
        return Err((at, TypedProblem::NamedProbability(name.clone())));
    }
    if let Some(Err(error)) = node.weight.as_ref().map(|weight| weight.parse::<Weight>()) {
        return refused(error.to_string());
    }
    if movers.get(ply) == Some(&Mover::Chance)
        && let Some(problem) = pairs(node.moves())
    {
        return refused(problem);
    }
    match &mut node.body {
        DraftBody::Score(_) | DraftBody::Unknown(_) => Ok(()),
        DraftBody::Moves(moves) => moves.iter_mut().try_for_each(|child| check(child, ply + 1, movers)),
    }
}
