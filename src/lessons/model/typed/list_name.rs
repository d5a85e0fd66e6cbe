//! Who chooses, according to the names of lists and the words before lists: `['MIN A', ..]`, `MIN: (3 12)`, `▽(3 12)`.

use super::draft::{DraftBody, PlayerDoubt};
use super::error::{TypedFault, TypedProblem};
use super::roles;
use super::separators::{ReadItem, ReadList};
use super::word::{CIRCLES, PlayerWord, TRIANGLES, is_sign, may_be_name, player};
use crate::core::game::Mover;

/// Words beside the player in the name of a node.
const BESIDE: [&str; 7] = ["root", "node", "player", "turn", "-", "\u{2013}", "\u{2014}"];

/// What the name of a node says.
#[derive(Debug, Default)]
pub(super) struct ListName {
    /// The name without the words that say who chooses.
    pub name: Option<String>,
    pub role: Option<Mover>,
    /// The triangle or the circle that says who chooses.
    pub sign: Option<char>,
    /// A word that may say who chooses, and the player.
    pub unclear: Option<(String, Mover)>,
    /// The word for the player, if it is the whole name and may be a name.
    pub lone: Option<String>,
}

impl ListName {
    /// Returns what the name of a node with moves says: `MIN A`, `A (MIN)`, `minimizer`, `▽`.
    pub(super) fn read(name: &str) -> Self {
        let signs = TRIANGLES.into_iter().chain(CIRCLES);
        let spaced = signs.fold(name.to_owned(), |name, sign| name.replace(sign, &format!(" {sign} ")));
        let words: Vec<&str> = spaced.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
        let (mut role, mut unclear) = (None, None);
        let mut others = Vec::new();
        for word in &words {
            match player(word) {
                Some(PlayerWord::Clear(found)) if role.is_none() && is_certain(name, word, found, &words) => {
                    role = Some((found, word.chars().next().filter(|&c| is_sign(c))));
                }
                Some(PlayerWord::Unclear(found)) => {
                    unclear.get_or_insert(((*word).to_owned(), found));
                    others.push(*word);
                }
                _ => others.push(*word),
            }
        }
        let Some((role, sign)) = role else {
            return Self { unclear, ..Self::named(name) };
        };
        let lone = Some(name.to_owned()).filter(|name| may_be_name(name));
        others.retain(|word| !BESIDE[1..].contains(word));
        let name = (!others.is_empty()).then(|| others.join(" "));
        Self { name, role: Some(role), sign, lone, ..Self::default() }
    }

    /// Returns the word at this offset that may say who chooses.
    pub(super) fn doubt(&self, at: usize) -> Option<PlayerDoubt> {
        self.unclear.clone().map(|(word, player)| PlayerDoubt { at, word, player, is_class: false })
    }

    pub(super) fn named(name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..Self::default() }
    }

    /// Returns the sign or the word for the player of the node.
    pub(super) fn written(&self, role: Mover) -> String {
        self.sign.filter(|_| self.role == Some(role)).map_or_else(|| roles::word(role).to_owned(), String::from)
    }

    /// Returns who chooses, if the name says nothing else.
    pub(super) fn lone_player(name: &str) -> Option<Mover> {
        Some(Self::read(name)).filter(|told| told.name.is_none()).and_then(|told| told.role)
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| "()[]{}<>,:".contains(c))
}

/// Returns whether a word of a name says who chooses. Beside other words, it is certain only in capital letters, in
/// brackets or beside short names: `Max Planck`, `Last chance` and `random move` are names.
fn is_certain(name: &str, word: &str, role: Mover, words: &[&str]) -> bool {
    if words.len() == 1 || word.chars().all(is_sign) {
        return true;
    }
    let is_label = |other: &&&str| {
        BESIDE.contains(other) || other.chars().count() <= 2 || other.contains(|c: char| c.is_ascii_digit())
    };
    let others = words.iter().filter(|&&other| other != word);
    let is_marked = word.chars().all(|c| !c.is_lowercase()) || name.contains(&format!("({word}"));
    let is_known = role != Mover::Chance || word.to_lowercase().starts_with("chance");
    is_known && (is_marked || others.clone().count() == others.filter(is_label).count())
}

/// Returns whether a name in quotation marks may be that of a person, although it also names a player: `Max`.
pub(super) fn may_be_person(name: &str) -> bool {
    ["Max", "Min"].contains(&name)
}

/// Takes `Max` in quotation marks as the name of a person if another item of the list has a name, too.
pub(super) fn name_people(items: &mut [ReadItem]) {
    let is_named = |item: &ReadItem| item.draft.name.is_some() && item.role.is_none() && item.draft.role.is_none();
    if !items.iter().any(is_named) {
        return;
    }
    for item in items {
        let Some(person) = item.person.take() else { continue };
        item.draft.name = Some(person);
        if item.role.take().is_some() {
            continue;
        }
        item.draft.role = None;
        // As in `("Max", 5)`, a list of a name and a score is a leaf.
        if let [only] = item.draft.moves()
            && only.name.is_none()
            && only.moves().is_empty()
        {
            let leaf = only.body.clone();
            item.draft.body = leaf;
        }
    }
}

/// Returns the role of the list around these items, if the word before the first item refers to that list: `(max (3 4)
/// (5 6))`, `[MIN: [3, 4], [5, 6]]`. A colon before the only item belongs to that item.
pub(super) fn assign_roles(items: &mut [ReadItem]) -> Option<Mover> {
    let (first, others) = items.split_first_mut()?;
    let is_free = |item: &ReadItem| item.role.is_none() && !(first.is_signed && item.draft.name.is_some());
    let is_list = first.is_spaced && !(first.is_signed && others.is_empty()) && others.iter().all(is_free);
    if is_list { first.role.take() } else { None }
}

/// Gives each list the role named by the word before it.
pub(super) fn keep_roles(items: &mut [ReadItem], lists: &mut [ReadList]) -> Result<(), TypedFault> {
    for item in items {
        let Some(found) = item.role.take() else { continue };
        if item.draft.role.replace(found).is_some_and(|inner| inner != found) {
            let problem = "two words say who chooses here; write one of them before each list: max(min(3 12) 5)";
            return Err((item.draft.at, TypedProblem::Role(problem.to_owned())));
        }
        if let Some(list) = item.list {
            lists[list].has_role = true;
        }
    }
    Ok(())
}

/// Rejects a list that begins with a word and a colon which may name the list or only its first item: `(B: 2 4)`, and
/// `(MIN: 2 C: 4)` with the player of the list as `player`.
pub(super) fn check_first(items: &[ReadItem], player: Option<(usize, &str)>) -> Result<(), TypedFault> {
    let Some((first, others)) = items.split_first().filter(|(_, others)| !others.is_empty()) else { return Ok(()) };
    let is_leaf = |item: &ReadItem| matches!(item.draft.body, DraftBody::Score(_) | DraftBody::Unknown(_));
    let is_plain = |item: &ReadItem| item.draft.name.is_none() && item.draft.weight.is_none();
    if let Some((at, word)) = player {
        let is_unclear =
            is_leaf(first) && is_plain(first) && others.iter().any(|item| is_leaf(item) && !is_plain(item));
        let role = ListName::lone_player(word).map_or("", roles::word);
        return match is_unclear {
            true => Err((at, TypedProblem::UnclearPlayer(word.to_owned(), role))),
            false => Ok(()),
        };
    }
    let name = first.draft.name.as_ref().filter(|_| first.is_signed && first.is_spaced && first.draft.weight.is_none());
    match name.filter(|_| others.iter().all(is_plain)) {
        Some(name) => Err((first.draft.at, TypedProblem::ListOrItem(name.clone()))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::error;
    use crate::model::Model;

    /// Compares the players and the moves of two texts.
    fn same(text: &str, typed: &str) {
        let [read, expected] = [text, typed].map(|text| {
            let model = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            (model.movers, model.moves)
        });
        assert_eq!(read, expected, "{text}");
    }

    #[test]
    fn the_name_of_a_list_or_a_key_may_say_who_chooses() {
        let chance = "(A:chance(6 3) B:chance(8 1))";
        let min = "min(B:(3 12) C:(2 4))";
        for (text, typed) in [
            ("{'MAX': {'chance A': [6, 3], 'chance B': [8, 1]}}", chance),
            ("{'chance A': [6, 3], 'chance B': [8, 1]}", chance),
            ("{'A (chance)': [6, 3], 'B (chance)': [8, 1]}", chance),
            ("['MAX', ['Chance A', 6, 3], ['Chance B', 8, 1]]", chance),
            ("(\"chance A\":(6 3) \"chance B\":(8 1))", chance),
            ("{'MAX B': [3, 12], 'MAX C': [2, 4]}", min),
            ("{'root': {'MAX B': [3, 12], 'MAX C': [2, 4]}}", min),
            ("{'R': ['B (MAX)', 'C (MAX)'], 'B (MAX)': [3, 12], 'C (MAX)': [2, 4]}", min),
            ("{'A - MIN': {'B - MAX': [3, 12], 'C - MAX': [2, 4]}}", min),
            ("['MIN A', ['MAX B', 3, 12], ['MAX C', 2, 4]]", min),
            ("['MIN\u{2019}s turn', ['B (MAX)', 3, 12], ['C (MAX)', 2, 4]]", min),
            ("['A (MIN node)', ['B (MAX)', 3, 12], ['C (MAX)', 2, 4]]", min),
            ("(minimizer (B 3 12) (C 2 4))", min),
            (
                "{\u{201c}A\u{201d}: [\u{201c}B\u{201d}, \u{201c}C\u{201d}], \u{201c}B\u{201d}: [3, 12], \u{201c}C\u{201d}: [2, 4]}",
                "(B:(3 12) C:(2 4))",
            ),
            ("tree = {'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4]}\ntypes = {'A': 'MIN', 'B': 'MAX', 'C': 'MAX'}", min),
            ("['Minimizer', ['Maximizer', 3, 12], ['Maximizer', 2, 4]]", "min((3 12) (2 4))"),
            ("['\u{25bd}', ['\u{25b3}', 3, 12], ['\u{25b3}', 2, 4]]", "min((3 12) (2 4))"),
            ("(\u{25bd} (\u{25b3} 3 12) (\u{25b3} 2 4))", "min((3 12) (2 4))"),
            ("\u{25b3}(\u{25bd}(3,12), \u{25bd}(2,4))", "max(min(3 12) min(2 4))"),
            ("\u{25b2}[\u{25bc}[3 12] \u{25bc}[2 4]]", "max(min(3 12) min(2 4))"),
            ("\u{25b3}(\u{25cb}(6,3), \u{25cb}(8,1))", "max(chance(6 3) chance(8 1))"),
            // Leaves may have such names, and `random` beside other words is not a player.
            ("['R', ('MAX a', 5), ('b_min', 3)]", "(MAX_a=5 b_min=3)"),
            ("{'random move': [3, 12], 'B': [2, 4]}", "(random_move:(3 12) B:(2 4))"),
            ("{'R': ['random move', 'B'], 'random move': [3, 12], 'B': [2, 4]}", "(random_move:(3 12) B:(2 4))"),
            ("{'R': {'random move': [3, 12], 'B': [2, 4]}}", "(random_move:(3 12) B:(2 4))"),
        ] {
            same(text, typed);
        }
        for text in [
            "(max_A:(6 3) max_B:(8 1))",
            "['R', ['A', ['B', ['C_max', 3, 12], ['D_max', 2, 4]]]]",
            "{'A_max': [3, 12], 'B': [2, 4]}",
            "{'R': ['A_max', 'B'], 'A_max': [3, 12], 'B': [2, 4]}",
        ] {
            assert!(error(text).contains("could be a name or say that MAX chooses here"), "{text}: {}", error(text));
        }
        assert!(error("\u{25cb}((6,3), (8,1))").contains("could be a name or say that chance chooses here"));
    }

    #[test]
    fn a_player_or_a_name_with_a_colon_may_come_first() {
        for (text, typed) in [
            ("(MIN: 3 12)", "min(3 12)"),
            ("(MIN: a=3 b=12)", "min(a=3 b=12)"),
            ("(MAX: (MIN: 3 12) 2)", "max(min(3 12) 2)"),
            ("(MAX: (MIN: 3 12) (MIN: 2 4))", "max(min(3 12) min(2 4))"),
            ("[MAX: [MIN: 3, 12], [MIN: 2, 4]]", "max(min(3 12) min(2 4))"),
            ("[MIN: [3, 12], [2, 4]]", "min((3 12) (2 4))"),
            ("MIN: (3 12) (2 4)", "min((3 12) (2 4))"),
            ("(MIN:(3 12) 5)", "max(min(3 12) 5)"),
            ("(MAX: min(3 12) min(2 4))", "max(min(3 12) min(2 4))"),
            ("(min1:min(3 12) min2:min(2 4))", "max(min1:min(3 12) min2:min(2 4))"),
            ("MAX: [MIN: [3, 12], B: [2, 4]]", "max(min(3 12) B:(2 4))"),
            ("A:(B:(3 12) C:(2 4))", "(B:(3 12) C:(2 4))"),
            ("A: (B: (D=3 E=12) C: (F=2 G=4))", "(B:(D=3 E=12) C:(F=2 G=4))"),
            ("{root: {left: 3, right: 4}}", "(left=3 right=4)"),
            ("tree = {A: {B: [3, 12], C: [2, 4]}}", "(B:(3 12) C:(2 4))"),
            ("min_tree = [[3, 12], [2, 4]]", "((3 12) (2 4))"),
            ("minimum = [[3, 12], [2, 4]]", "((3 12) (2 4))"),
            ("{\u{201c}A\u{201d}: {\u{201c}B\u{201d}: 3, \u{201c}C\u{201d}: 4}}", "(B=3 C=4)"),
            ("const tree = {A: {B: [3, 12], C: [2, 4]}};", "(B:(3 12) C:(2 4))"),
            ("{1: {2: 5, 3: 7}}", "(2=5 3=7)"),
            ("[{B: [3, 12]}, {C: 2}]", "(B:(3 12) C=2)"),
            ("[{\"MIN B\": [3, 12]}, {\"MIN C\": [2, 4]}]", "(B:min(3 12) C:min(2 4))"),
            ("{\"root\": [{\"B\": [3, 12]}, {\"MIN C\": [2, 4]}, {\"D\": 5}]}", "(B:(3 12) C:min(2 4) D=5)"),
            ("{\"chance\": [{0.5: 3}, {0.5: 4}]}", "chance(0.5: 3 0.5: 4)"),
        ] {
            same(text, typed);
        }
        for text in ["((B: 2 4) (C: 3 12))", "(A: (B: 2 4) (D: 14 5))", "(B: (3 12) (2 4))"] {
            assert!(error(text).contains("could name this list or only its first item"), "{text}: {}", error(text));
        }
        for text in ["(MIN: 3 MAX: 12)", "(MIN:3 b=4)"] {
            assert!(error(text).contains("`MIN` could be a name or say that MIN chooses here"), "{text}");
        }
        let beside = error("{'A': [('B', 0.5), ('C', 0.5)], 'B': 3, 'C': 12}");
        assert!(beside.contains("column 8: the number in `('B', 0.5)` is not clear as a probability"), "{beside}");
    }

    #[test]
    fn a_word_of_chance_beside_a_name_is_unclear() {
        for (text, word) in [
            ("{'random': [3, 12], 'greedy': [2, 4]}", "random"),
            ("{\"median\": [3, 12], \"mean\": [2, 4]}", "mean"),
            ("[[\"average\", 3, 12], [\"best\", 2, 4]]", "average"),
            ("(expected:(3 12) actual:(2 4))", "expected"),
            ("root\n  random\n    3\n    12\n  greedy\n    2\n    4", "random"),
            ("root\n  chance of rain\n    3\n    12\n  sun\n    2\n    4", "chance of rain"),
            ("digraph { R -> random; R -> greedy; random -> {3 12}; greedy -> {2 4} }", "random"),
        ] {
            let problem = format!("`{word}` could be a name or say that chance chooses here");
            assert!(error(text).contains(&problem), "{text}: {}", error(text));
        }
        for (text, typed) in [
            ("max(avg(3 12) B:(2 4))", "(A:chance(3 12) B:(2 4))"),
            ("{'random': [3, 12], 'average': [2, 4]}", "max(chance(3 12) chance(2 4))"),
            ("{'chance': [3, 12], 'B': [2, 4]}", "(A:chance(3 12) B:(2 4))"),
        ] {
            same(text, typed);
        }
    }

    #[test]
    fn max_in_quotation_marks_may_be_a_person() {
        for (text, typed) in [
            ("(\"Max\":(5 12) \"Moritz\":(2 6))", "(Z:(5 12) Moritz:(2 6))"),
            ("[[\"Max\", 5, 12], [\"Moritz\", 2, 6]]", "(Z:(5 12) Moritz:(2 6))"),
            ("[\"Root\", [\"Max\", 5], [\"Moritz\", 2, 6]]", "(Z=5 Moritz:(2 6))"),
            ("{\"Max\": [5, 12], \"Moritz\": [2, 6]}", "(Z:(5 12) Moritz:(2 6))"),
            ("{\"Root\": {\"Max\": [5, 12], \"Moritz\": [2, 6]}}", "(Z:(5 12) Moritz:(2 6))"),
            ("{\"R\": [\"Max\", \"Moritz\"], \"Max\": [5, 12], \"Moritz\": [2, 6]}", "(Z:(5 12) Moritz:(2 6))"),
        ] {
            let read = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(
                (read.movers, read.to_string()),
                (None, Model::from_typed(typed).unwrap().to_string()),
                "{text}"
            );
            assert_eq!(read.moves[0].name, "Max", "{text}");
        }
        same("[\"Max\", [\"Min\", 3, 12], [\"Min\", 2, 4]]", "max(min(3 12) min(2 4))");
        for text in ["{'Max Planck': [5, 12], 'Last chance': [2, 6]}", "[['Max Planck', 5, 12], ['Chance Corp', 2, 6]]"]
        {
            let read = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((read.movers, read.moves[0].name.as_str()), (None, "Max_Planck"), "{text}");
        }
    }
}
