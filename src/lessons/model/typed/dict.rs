//! Trees as Python dictionaries: either the successors of each node, `{"A": ["B", "C"], "B": [3, 12], "C": 5}`, or
//! nested dictionaries. A key may say who chooses, `{"max": [{"min": [3, 12]}, {"min": [2, 4]}]}`, or how likely a move
//! is, `{"chance": {0.3: 5, 0.7: 3}}`.

use super::adjacency::Adjacency;
use super::dict_keys::{behind_name, key_inside, named_keys};
use super::dict_value::{DictContent, DictKey, DictReader, DictValue, ToldByKey};
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::list_name::{ListName, may_be_person};
use super::unread;
use super::word::number;
use crate::core::game::{ANY, Mover, is_unknown_leaf};
use std::collections::{HashMap, HashSet};

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let keys = named_keys(text).into_iter().filter(|key| number(key).is_err()).collect();
    let mut reader = DictReader { text, at: 0, depth: 0, keys };
    let mut pairs: Vec<(DictKey, DictValue)> = Vec::new();
    // The places of the keys in each table of values.
    let mut tables: Vec<HashSet<usize>> = Vec::new();
    reader.skip();
    while reader.at < text.len() {
        let rest = reader.rest();
        reader.at += rest.len() - behind_name(rest).len();
        match reader.value()? {
            value if value.role.is_some() && pairs.is_empty() => {
                reader.skip();
                let after = reader.rest().chars().next().map(|c| (reader.at, TypedProblem::TextAfter(c.into())));
                return after.map_or_else(|| inner(&value), Err);
            }
            DictValue { what: DictContent::Pairs(more), role: None, .. } => {
                if more.iter().all(|(_, value)| matches!(value.what, DictContent::Number(_))) {
                    tables.push(more.iter().map(|(key, _)| key.at).collect());
                }
                pairs.extend(more);
            }
            DictValue { at, .. } => return Err((at, TypedProblem::TextAfter(text[at..].chars().take(1).collect()))),
        }
        reader.skip();
    }
    if let Some(fault) = payoffs(text, &pairs) {
        return Err(fault);
    }
    tables.iter().for_each(|table| drop_spare_values(&mut pairs, table));
    take_players(&mut pairs);
    let keys: HashSet<String> = pairs.iter().map(|(key, _)| key.text.clone()).collect();
    let number = pairs.iter_mut().filter_map(|(_, value)| value.numbers_as_names(&keys)).min_by_key(|(at, _)| *at);
    let is_key = |value: &DictValue| matches!(&value.what, DictContent::Text(text) if keys.contains(text));
    let names_another =
        |(key, value): &(DictKey, DictValue)| value.items().any(is_key) || is_key(value) && !value.is_text(&key.text);
    let is_graph = pairs.iter().any(names_another);
    let inner: Vec<(usize, String)> = pairs.iter().flat_map(|(_, value)| value.children_by_key(&keys)).collect();
    if let Some(fault) = numbers_beside_names(text, &pairs, &keys) {
        return Err(fault);
    }
    if let Some((at, key)) = key_inside(&keys, &inner, is_graph) {
        return Err((at, TypedProblem::KeyInside(key)));
    }
    if 1 < pairs.len() && !is_graph {
        return nested(pairs[0].0.at, &pairs);
    }
    let draft = graph(&pairs);
    let has_scores = |value: &DictValue| value.items().any(|item| matches!(item.what, DictContent::Number(_)));
    // If the numbers are not the nodes of a whole tree, or if others are scores, the meaning of each is unclear.
    match number {
        Some((at, number)) if draft.is_err() || pairs.iter().any(|(_, value)| has_scores(value)) => {
            Err((at, TypedProblem::NodeOrScore(number)))
        }
        _ => draft,
    }
}

/// Takes out of a table of values those that no list names, if lists name others: `tree = {"A": ["D", "E"]}` and
/// `values = {"D": 3, "E": 12, "H": 9}`.
fn drop_spare_values(pairs: &mut Vec<(DictKey, DictValue)>, table: &HashSet<usize>) {
    let named: HashSet<String> = pairs
        .iter()
        .flat_map(|(_, value)| value.items())
        .filter_map(|item| if let DictContent::Text(text) = &item.what { Some(text.clone()) } else { None })
        .collect();
    let is_spare = |key: &DictKey| table.contains(&key.at) && !named.contains(&key.text);
    if pairs.iter().any(|(key, _)| table.contains(&key.at) && !is_spare(key)) {
        pairs.retain(|(key, _)| !is_spare(key));
    }
}

/// Takes the players of nodes out of the dictionary that has them: `types = {"A": "MIN", "B": "MAX"}`.
fn take_players(pairs: &mut Vec<(DictKey, DictValue)>) {
    let has_moves = |(_, value): &&(DictKey, DictValue)| value.items().next().is_some();
    let inner: HashSet<String> = pairs.iter().filter(has_moves).map(|(key, _)| key.text.clone()).collect();
    let mut players: HashMap<String, Mover> = HashMap::new();
    pairs.retain(|(key, value)| {
        let DictContent::Text(text) = &value.what else { return true };
        let player = ListName::lone_player(text).filter(|_| inner.contains(&key.text));
        player.is_none_or(|player| players.insert(key.text.clone(), player).is_some())
    });
    for (key, value) in pairs {
        value.role = value.role.or_else(|| players.get(&key.text).copied());
    }
}

/// Rejects numbers beside the names of the nodes that follow, which may be probabilities: `[("B", 0.5), ("C", 0.5)]`.
fn numbers_beside_names(text: &str, pairs: &[(DictKey, DictValue)], keys: &HashSet<String>) -> Option<TypedFault> {
    let is_pair = |item: &&DictValue| match &item.what {
        DictContent::Items(pair) => match pair.as_slice() {
            [DictValue { what: DictContent::Text(name), .. }, DictValue { what: DictContent::Number(_), .. }]
            | [DictValue { what: DictContent::Number(_), .. }, DictValue { what: DictContent::Text(name), .. }] => {
                keys.contains(name)
            }
            _ => false,
        },
        DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown | DictContent::Pairs(_) => false,
    };
    let at = pairs.iter().flat_map(|(_, value)| value.items()).find(is_pair)?.at;
    let end = text[at..].find([')', ']', '}']).map_or(text.len(), |end| at + end + 1);
    Some((at, TypedProblem::NamedProbability(text[at..end].to_owned())))
}

/// Rejects scores of several players: all lists of numbers have the same length and are in round brackets, and all
/// other lists are in square brackets.
fn payoffs(text: &str, pairs: &[(DictKey, DictValue)]) -> Option<TypedFault> {
    let lists = || pairs.iter().map(|(_, value)| value).filter(|value| value.items().next().is_some());
    let is_payoff = |list: &&DictValue| list.items().all(|item| matches!(item.what, DictContent::Number(_)));
    let begins = |list: &DictValue, bracket| text[list.at..].starts_with(bracket);
    let (payoffs, others): (Vec<&DictValue>, Vec<&DictValue>) = lists().partition(is_payoff);
    let [first, _, ..] = payoffs[..] else { return None };
    let count = first.items().count();
    let are_payoffs = payoffs.iter().all(|list| begins(list, '(') && list.items().count() == count);
    let has_scores = pairs.iter().any(|(_, value)| matches!(value.what, DictContent::Number(_)));
    if has_scores || count < 2 || !are_payoffs || others.is_empty() || !others.iter().all(|list| begins(list, '[')) {
        return None;
    }
    let written = &text[first.at..=first.at + text[first.at..].find(')')?];
    Some((first.at, TypedProblem::Players(written.to_owned(), count, written.replace(',', ""))))
}

/// Reads a dictionary whose values name the successors.
fn graph(pairs: &[(DictKey, DictValue)]) -> Result<Draft, TypedFault> {
    let mut graph = Adjacency::default();
    let keys: HashSet<&str> = pairs.iter().map(|(key, _)| key.text.as_str()).collect();
    let mut scored = HashSet::new();
    // The place of a node is that of its key.
    for (key, _) in pairs {
        graph.node(&key.text, key.at);
    }
    for (key, value) in pairs {
        let node = graph.node(&key.text, key.at);
        let is_score = matches!(value.what, DictContent::Number(_));
        if graph.width(node) != 0 || is_score && !scored.insert(node) {
            return Err((key.at, TypedProblem::NameTwice(key.text.clone())));
        }
        if value.items().next().is_some() {
            let person = may_be_person(&key.text) && is_beside_name(pairs, &key.text);
            let told = if person { ListName::named(&key.text) } else { ListName::read(&key.text) };
            graph.doubt(node, told.doubt(key.at));
            let role = value.role.or(told.role);
            let name = told.name.as_ref().filter(|_| told.role.is_some());
            say(
                &mut graph,
                node,
                role.map(|role| format!("{}\n{}", name.map_or("", String::as_str), told.written(role))),
            );
        }
        match &value.what {
            DictContent::Number(score) => graph.label(node, &score.to_string()),
            DictContent::Unknown => graph.label(node, ANY),
            DictContent::Text(text) if is_unknown_leaf(text) && !keys.contains(text.as_str()) => {
                graph.label(node, text);
            }
            DictContent::Text(text) => return Err((value.at, TypedProblem::NoList(text.clone()))),
            DictContent::Items(_) | DictContent::Pairs(_) => follow(&mut graph, node, value)?,
        }
    }
    graph.draft()
}

/// Returns whether a list names another node that is not a player beside this one.
fn is_beside_name(pairs: &[(DictKey, DictValue)], name: &str) -> bool {
    let is_name = |item: &DictValue| {
        let DictContent::Text(text) = &item.what else { return false };
        ListName::read(text).role.is_none()
    };
    let lists = || pairs.iter().filter(|(_, value)| value.items().any(|item| item.is_text(name)));
    lists().any(|(_, value)| value.items().any(is_name))
}

/// Says who chooses at a node with moves. Otherwise, its name does not say so, even if a word in it could be a player.
fn say(graph: &mut Adjacency, node: usize, player: Option<String>) {
    // A number without a label says that numbers are the names of nodes.
    if player.is_some() || number(graph.id(node)).is_err() {
        graph.label(node, &player.unwrap_or_default());
    }
}

/// Adds the successors of a node.
fn follow(graph: &mut Adjacency, node: usize, value: &DictValue) -> Result<(), TypedFault> {
    let mut told = match &value.what {
        DictContent::Pairs(pairs) => DictValue::told_by_keys(pairs)?.into_iter(),
        DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown | DictContent::Items(_) => {
            Vec::new().into_iter()
        }
    };
    for item in value.items() {
        let of_item = || {
            (
                ListName {
                    name: item.name.clone(),
                    role: item.role,
                    unclear: item.unclear.clone(),
                    ..ListName::default()
                },
                item.weight.clone(),
            )
        };
        let (told, weight) = told.next().unwrap_or_else(of_item);
        let name = told.name.as_deref().unwrap_or_default();
        let child = match &item.what {
            DictContent::Text(text) => graph.node(text, item.at),
            DictContent::Number(_) | DictContent::Unknown | DictContent::Items(_) | DictContent::Pairs(_) => {
                graph.add(name, item.at)
            }
        };
        match &item.what {
            DictContent::Number(score) => graph.label(child, &score.to_string()),
            DictContent::Unknown => graph.label(child, ANY),
            DictContent::Text(_) => {}
            DictContent::Items(_) | DictContent::Pairs(_) => {
                say(graph, child, told.role.map(|role| told.written(role)));
                graph.doubt(child, told.doubt(item.at));
                follow(graph, child, item)?;
            }
        }
        graph.branch(node, child, weight.as_deref());
    }
    Ok(())
}

/// Reads a dictionary in which each node contains the nodes below it.
fn nested(at: usize, pairs: &[(DictKey, DictValue)]) -> Result<Draft, TypedFault> {
    let told = DictValue::told_by_keys(pairs)?;
    let child = |((key, value), (told, weight)): (&(DictKey, DictValue), ToldByKey)| {
        let doubt = told.doubt(key.at);
        let ListName { name, role, sign, lone, .. } = told;
        Ok(Draft { at: key.at, name, role, sign, doubt, lone, weight, ..inner(value)? })
    };
    Ok(Draft::new(at, DraftBody::Moves(pairs.iter().zip(told).map(child).collect::<Result<_, TypedFault>>()?)))
}

fn inner(value: &DictValue) -> Result<Draft, TypedFault> {
    let draft = match &value.what {
        DictContent::Number(score) => Draft::new(value.at, DraftBody::Score(*score)),
        DictContent::Unknown => Draft::new(value.at, DraftBody::Unknown(ANY.to_owned())),
        DictContent::Text(text) if is_unknown_leaf(text) => Draft::new(value.at, DraftBody::Unknown(text.clone())),
        DictContent::Text(text) => return Err((value.at, unread::problem(text))),
        DictContent::Items(items) => {
            Draft::new(value.at, DraftBody::Moves(items.iter().map(inner).collect::<Result<_, TypedFault>>()?))
        }
        DictContent::Pairs(pairs) => nested(value.at, pairs)?,
    };
    let doubt = ListName { unclear: value.unclear.clone(), ..ListName::default() }.doubt(value.at);
    Ok(Draft { name: value.name.clone(), role: value.role, doubt, weight: value.weight.clone(), ..draft })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};
    use crate::model::Model;

    #[test]
    fn a_table_of_values_may_have_more_keys() {
        let moves = "tree = {'A': ['B', 'C'], 'B': ['D', 'E'], 'C': ['F', 'G']}";
        let values = "values = {'D': 3, 'E': 12, 'F': 2, 'G': 4, 'H': 9}";
        for text in [format!("{moves}\n{values}"), format!("{values}\n{moves}")] {
            assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(tree("{'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4], 'answer': 3}"), "((3 12) (2 4))");
        assert!(error("{'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4], 'G': 1}").contains("nothing leads to `G`"));
    }

    /// The nodes of a dictionary may say who chooses and how likely a move is.
    #[test]
    fn keys_of_dictionaries_may_be_players_and_probabilities() {
        for (text, typed) in [
            ("{\"max\": [{\"min\": [3, 12]}, {\"min\": [2, 4]}]}", "max(min(3 12) min(2 4))"),
            ("[{\"min\":[3,12]},{\"min\":[2,4]}]", "max(min(3 12) min(2 4))"),
            ("{min: [{max: [3, 12]}, {max: [2, 4]}]}", "min(max(3 12) max(2 4))"),
            ("{\"min\": [[3, 12], [2, 4]]}", "min(max(3 12) max(2 4))"),
            ("{'MIN': {'A': {'max': [3, 12]}, 'B': {'max': [2, 4]}}}", "min(A:(3 12) B:(2 4))"),
            ("{'A': {'max': [3, 12]}, 'B': {'max': [2, 4]}}", "min(A:(3 12) B:(2 4))"),
            ("{\"root\": [{\"chance\": [3, 12]}, {\"chance\": [2, 4]}]}", "max(chance(3 12) chance(2 4))"),
            ("{\"min\": [\"A\", \"B\"], \"A\": [3, 12], \"B\": [2, 4]}", "min(A:(3 12) B:(2 4))"),
            ("{'chance': {0.3: 5, 0.7: 3}}", "chance(0.3: 5 0.7: 3)"),
            ("{chance: {0.3: 5, 0.7: 3}}", "chance(0.3: 5 0.7: 3)"),
            ("{\"max\": [{\"chance\": {\"30%\": 5, \"70%\": [2, 3]}}, 4]}", "max(chance(0.3: 5 0.7: (2 3)) 4)"),
            ("{\"chance\": [{\"p\": 0.3, \"v\": 5}, {\"value\": [2, 3], \"prob\": 0.7}]}", "chance(0.3: 5 0.7: (2 3))"),
        ] {
            let [dict, typed] = [text, typed].map(|text| {
                let model = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                (model.movers, model.moves)
            });
            assert_eq!(dict, typed, "{text}");
        }
        assert_eq!(names("{a: [b, c], b: [3, 12], c: [2, 4]}"), ["b", "b1", "b2", "c", "c1", "c2"]);
        assert_eq!(names("{'A': {'p': 3, 'v': 5}, 'B': {1: 2, 2: 4}}"), ["A", "p", "v", "B", "1", "2"]);
        assert!(error("{'A': {0.3: 5, 0.7: 3}, 'B': 1}").contains("`0.3:` is a fraction, so it says how likely"));
        assert!(error("{\"max\": [3, 4]} x").contains("the tree has ended before `x`"));
    }

    /// Keys inside a dictionary that are also keys beside it may be the nodes that follow, each with a number.
    #[test]
    fn a_key_inside_and_beside_a_dictionary_is_unclear() {
        for (text, key) in [
            ("{'A': {'B': 0.5, 'C': 0.5}, 'B': 10, 'C': -10}", "column 8: `B`"),
            (
                "{\"A\": {\"B\": 2, \"C\": 3}, \"B\": {\"D\": 4, \"E\": 5}, \"D\": 3, \"E\": 12, \"C\": 7}",
                "column 8: `B`",
            ),
            ("{'A': {'B': 0.5, 'C': 0.5}, 'B': ['D', 'E'], 'C': -10, 'D': 1, 'E': 2}", "column 8: `B`"),
            ("{0: {1: 0.5, 2: 0.5}, 1: 3, 2: 4}", "column 6: `1`"),
        ] {
            let error = error(text);
            assert!(error.contains(key) && error.contains("is inside a dictionary and also a key"), "{text}: {error}");
        }
        // The same moves may be possible after each other.
        assert_eq!(tree("{'L': {'L': 3, 'R': 12}, 'R': {'L': 2, 'R': 4}}"), "((3 12) (2 4))");
        assert_eq!(tree("{'a': {'c': 3, 'd': 4}, 'b': {'c': 5, 'd': 6}, 'c': 7}"), "((3 4) (5 6) 7)");
        assert!(error("{'A': ['B', 'C'], 'B': 4, 'B': 5, 'C': 3}").contains("two nodes have the name `B`"));
    }

    #[test]
    fn an_unknown_leaf_needs_no_quotation_marks() {
        for (text, typed) in [
            ("{'A': [3, 12], 'B': [2, x]}", "(A:(3 12) B:(2 x))"),
            ("{'A': [3, 12], 'B': [2, ?]}", "(A:(3 12) B:(2 ?))"),
            ("{'A': [3, 12], 'B': {'c': 2, 'd': x}}", "(A:(3 12) B:(2 x))"),
            ("{'A': ['B', 'C'], 'B': [3, 12], 'C': [2, x]}", "(B:(3 12) C:(2 x))"),
            ("{'A': ['B', 'C'], 'B': [3, 12], 'C': x}", "(B:(3 12) C=x)"),
            ("{\"l\": {\"l\": 3, \"r\": \"x\"}, \"r\": {\"l\": 2, \"r\": \"x\"}}", "((3 x) (2 x))"),
        ] {
            assert_eq!(tree(text), tree(typed), "{text}");
        }
        assert!(error("{'A': [3, 12], 'B': [2, xy]}").contains("`xy` is not a score"));
    }

    #[test]
    fn objects_without_quotation_marks_may_share_keys() {
        let object = "{left: {left: 3, right: 12}, right: {left: 2, right: 4}}";
        for text in [object, &format!("const tree = {object};"), &format!("tree = {object}")] {
            assert_eq!((tree(text).as_str(), names(text)[1].as_str()), ("((3 12) (2 4))", "left"), "{text}");
        }
        assert!(error("{left: {a: 3, a: 12}, right: 2}").contains("two nodes have the name `a`"));
    }

    /// A number in a list that is also a key is a node. If such numbers do not make a whole tree, they may be scores.
    #[test]
    fn numbers_that_are_keys_are_nodes() {
        for (text, typed) in [
            ("{1: [2, 3], 2: [4, 5], 3: [6, 7], 4: 3, 5: 12, 6: 2, 7: 4}", "(2:(4=3 5=12) 3:(6=2 7=4))"),
            (
                "{\"1\": [2, 3], \"2\": [4, 5], \"3\": [6, 7], \"4\": 3, \"5\": 12, \"6\": 2, \"7\": 4}",
                "(2:(4=3 5=12) 3:(6=2 7=4))",
            ),
            (
                "tree = {0: [1, 2], 1: [3, 4], 2: [5, 6]}\nvalues = {3: 3, 4: 12, 5: 2, 6: 4}",
                "(1:(3=3 4=12) 2:(5=2 6=4))",
            ),
            ("{0: {'l': 1, 'r': 2}, 1: 3, 2: 12}", "(1=3 2=12)"),
            ("{'A': [1, 2], 1: 3, 2: 4}", "(1=3 2=4)"),
            ("{0: [3, 12], 1: [2, 4]}", "(0:(3 12) 1:(2 4))"),
            ("{'A': {1: 2, 2: 4}, 'B': 1}", "(A:(1=2 2=4) B=1)"),
        ] {
            assert_eq!(tree(text), tree(typed), "{text}");
        }
        for (text, place) in [
            ("{0: [1, 2], 1: [3, 4], 2: [5, 6]}", "column 6: `1`"),
            ("{1: [3, 12], 2: [2, 4]}", "column 18: `2`"),
            ("{1: [3, 12], 2: [2, 4], 3: [14, 5, 2]}", "column 6: `3`"),
            ("{\"1\": [1, 12], \"2\": [3, 4]}", "column 8: `1`"),
        ] {
            let error = error(text);
            assert!(error.contains(place) && error.contains("may be the node with this name or a score"), "{error}");
        }
    }

    /// The fields that programs give to a node are not moves.
    #[test]
    fn fields_of_a_node_are_not_moves() {
        for (text, field) in [
            ("{\"A\": {\"prob\": 0.5, \"value\": 3}, \"B\": {\"prob\": 0.5, \"value\": 4}}", "prob"),
            ("{\"value\": 0, \"left\": {\"value\": 3}, \"right\": {\"value\": 4}}", "value"),
            ("{\"score\": null, \"left\": [3, 4], \"right\": 4}", "score"),
            ("{\"root\": {\"Val\": 0, \"left\": 3, \"right\": 4}}", "Val"),
            ("{\"left\": {\"level\": 2, \"a\": 3}, \"right\": 4}", "level"),
        ] {
            let error = error(text);
            assert!(error.contains(&format!("`{field}` is a field of a node and not a move")), "{text}: {error}");
        }
        let list = error("[{\"value\": 3, \"children\": [1]}, {\"value\": 4}]");
        assert!(list.contains("line 1, column 3: `value` is a field"), "{list}");
        assert_eq!(names("{\"value\": {\"a\": 3}, \"b\": 4}"), ["value", "a", "b"]);
    }
}
