//! Reads pictures and graphs of random trees: they contain every name and value, each branch leads from a node to its
//! child, and only the best line is marked.

use crate::support::tree_study;
use crate::support::trees::{NAMES, Tree, check, uneven};
use plywood::Score;
use plywood::game::TreeGame;
use plywood::internal::explain::{PageOptions, TreeStyle};
use plywood::internal::formats::format;
use plywood::internal::page::Style;
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, Model, ModelMove};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::tree::{Keep, Node};
use proptest::prelude::*;
use roxmltree::Document;
use std::collections::HashMap;

/// A picture's information about a node. The value is MAX's.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    name: String,
    value: Option<Score>,
    is_best: bool,
    is_searched: bool,
}

/// The nodes of a picture, by the child indices on their paths.
type Nodes = HashMap<Vec<usize>, Drawn>;
type Point = (i32, i32);

fn study(tree: &Tree, depth: u32) -> Study<TreeGame> {
    tree_study(tree, depth, Order::None).with_whole_tree()
}

fn written(study: &Study<TreeGame>, form: &str, drawing: TreeStyle) -> String {
    let (mut text, parts) = (Vec::new(), PageOptions::default().drawing(drawing));
    (format(form).unwrap().write)(study, &parts, &Style::default(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Adds the expected content; `searched` is the node after the search, if it was visited.
fn add(tree: &Tree, searched: Option<&Node>, path: &[usize], depth: u32, nodes: &mut Nodes) {
    let searched = searched.filter(|node| node.unsearched.is_none());
    let is_leaf = depth == 0 || tree.children.is_empty();
    let left = searched.and_then(|node| node.value);
    let left = left.map(|(score, _)| if path.len().is_multiple_of(2) { score } else { -score });
    nodes.insert(
        path.to_vec(),
        Drawn {
            name: path.last().map_or("(root)", |&index| NAMES[index]).to_owned(),
            value: if is_leaf { Some(Score::from_millipawns(tree.score)) } else { left },
            is_best: !path.is_empty() && searched.is_some_and(|node| node.on_pv),
            is_searched: searched.is_some(),
        },
    );
    for (index, child) in tree.children.iter().enumerate().filter(|_| !is_leaf) {
        let below = searched.and_then(|node| node.children.iter().find(|child| child.name() == NAMES[index]));
        add(child, below, &[path, &[index]].concat(), depth - 1, nodes);
    }
}

fn expected(tree: &Tree, study: &Study<TreeGame>, depth: u32) -> Nodes {
    let mut nodes = Nodes::new();
    add(tree, Some(&study.explain(&Keep::ALL).unwrap().root), &[], depth, &mut nodes);
    nodes
}

/// Returns the first number of a text.
fn number(text: &str) -> Option<Score> {
    let text = text.replace('\u{2212}', "-");
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-'));
    let found = words.filter_map(|word| word.parse::<f64>().ok()).next();
    found.map(|pawns| Score::from_millipawns((pawns * 1000.0).round() as i32))
}

/// `n_0_1` or `n-0-1` as a path.
fn path(id: &str) -> Vec<usize> {
    id.split(['_', '-']).skip(1).map(|index| index.parse().unwrap()).collect()
}

/// Returns a node of a graph: its lines, and whether it and its branch are highlighted or dashed.
fn vertex(lines: &[&str], is_best: [bool; 2], is_dashed: [bool; 2]) -> Drawn {
    let is_root = lines[0] == "(root)";
    assert!(
        is_best[0] == is_best[1] && is_dashed[0] == is_dashed[1],
        "{lines:?}: a node and its branch look different"
    );
    assert_eq!(lines[0].starts_with('★'), is_best[0], "{lines:?}");
    assert!(!is_root || !is_best[0], "the root is marked");
    let value = lines.get(1).and_then(|line| number(line));
    Drawn {
        name: lines[0].trim_start_matches("★ ").to_owned(), value, is_best: is_best[0], is_searched: !is_dashed[0]
    }
}

/// Reads a graph: an edge is on the line before the node that it leads to.
fn graph(text: &str, edges: &[&str], between: &str, best: [&str; 2], dashed: [&str; 2]) -> Nodes {
    let (mut nodes, mut branch) = (Nodes::new(), None);
    for line in text.lines().map(str::trim).filter(|line| line.starts_with('n') && !line.starts_with("node")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.get(1).is_some_and(|word| edges.contains(word)) {
            let (from, to) = (path(words[0]), path(words[2].trim_end_matches(';')));
            assert_eq!(from, to[..to.len() - 1], "{line}: not from parent to child");
            assert_eq!(branch.replace((to, line)), None, "{line}: two edges for one node");
            continue;
        }
        let (text, look) = line.split_once('"').and_then(|(_, rest)| rest.split_once('"')).unwrap();
        let at = path(line.split([' ', '[']).next().unwrap());
        let (to, branch) = branch.take().unwrap_or_default();
        assert_eq!(to, at, "{line}: no edge leads there");
        let lines: Vec<&str> = text.split(between).collect();
        let looks = |[node, edge]: [&str; 2]| [look.contains(node), branch.contains(edge)];
        let node = vertex(&lines, looks(best), looks(dashed));
        assert!(nodes.insert(at, node).is_none(), "{line}: twice");
    }
    nodes
}

fn dot(text: &str) -> Nodes {
    graph(text, &["->"], "\\n", ["penwidth=3"; 2], ["dashed"; 2])
}

fn mermaid(text: &str) -> Nodes {
    graph(text, &["---", "===", "-.-"], "<br/>", [":::best", "==="], [":::ghost", "-.-"])
}

#[test]
fn a_graph_is_the_tree() {
    check(100, (uneven(3), 1..=3_u32), |(tree, depth)| {
        let study = study(&tree, depth);
        let wanted = expected(&tree, &study, depth);
        for drawing in [TreeStyle::Upright, TreeStyle::Annotated] {
            prop_assert_eq!(&dot(&written(&study, "dot", drawing)), &wanted);
            prop_assert_eq!(&mermaid(&written(&study, "mermaid", drawing)), &wanted);
        }
        Ok(())
    });
}

/// Trees drawn in rows show no value for unsearched nodes.
fn without_unsearched_values(mut nodes: Nodes) -> Nodes {
    nodes.values_mut().filter(|node| !node.is_searched).for_each(|node| node.value = None);
    nodes
}

/// Returns the moves of a tree as a model has them.
fn moves(tree: &Tree) -> Vec<ModelMove> {
    let named = |(name, child): (&&str, &Tree)| {
        let moves = (!child.children.is_empty()).then(|| moves(child));
        let score = moves.is_none().then(|| f64::from(child.score) / 1000.0);
        ModelMove { name: (*name).to_owned(), score, moves, ..ModelMove::default() }
    };
    NAMES.iter().zip(&tree.children).map(named).collect()
}

#[test]
fn a_graph_is_read_as_the_tree_that_was_drawn() {
    check(100, uneven(4), |tree| {
        if tree.children.is_empty() {
            return Ok(());
        }
        let study = study(&tree, 4);
        for form in ["dot", "mermaid"] {
            for drawing in [TreeStyle::Upright, TreeStyle::Annotated] {
                let text = written(&study, form, drawing);
                let read = Model::from_typed(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
                prop_assert_eq!(read.moves, moves(&tree), "{}", text);
            }
        }
        Ok(())
    });
}

/// Signs that are special in pictures or in trees, and others.
const ODD: [&str; 30] = [
    "a", "B", "3", "-4", "<", ">", "&", "\"", "'", "#", ", # ", "; // ", "|", "[", "]", "(", ")", "{", "}", "%%", "\\",
    "/", "=", ":", ",", ";", "★", "é", "🙂", "max ",
];

fn odd_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&ODD[..]), 1..6).prop_map(|signs| signs.concat())
}

/// Returns the tree with other names; names are unique, have no spaces, and don't begin like move numbers.
fn renamed(moves: Vec<ModelMove>, names: &[String], next: &mut usize) -> Vec<ModelMove> {
    let renamed = |mv: ModelMove| {
        let odd: String = names[*next % names.len()].split_whitespace().collect();
        *next += 1;
        let name = format!("{odd}{next}");
        let name = if name.parse::<f64>().is_ok() { format!("n{name}") } else { name };
        let moves = mv.moves.map(|moves| renamed(moves, names, next));
        ModelMove { name, moves, ..mv }
    };
    moves.into_iter().map(renamed).collect()
}

#[test]
fn a_graph_with_odd_names_is_read_back() {
    check(200, (uneven(3), odd_text(), prop::collection::vec(odd_text(), 1..5)), |(tree, title, names)| {
        if tree.children.is_empty() {
            return Ok(());
        }
        let moves = renamed(moves(&tree), &names, &mut 0);
        let model = Model { title, moves: moves.clone(), ..Model::default() };
        let lesson = Lesson::new(&model).map_err(|error| TestCaseError::fail(format!("{error}: {names:?}")))?;
        let settings = Settings::plain(Algorithm::AlphaBeta, 3, Order::None);
        let study = Subject::from(lesson).study(&settings, None, Limits::default()).unwrap();
        for form in ["dot", "mermaid"] {
            let mut text = Vec::new();
            (format(form).unwrap().write)(&*study, &PageOptions::default(), &Style::default(), &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            let read = Model::from_typed(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert_eq!(&read.moves, &moves, "{}", text);
        }
        Ok(())
    });
}

/// Returns the points of a line or an area: `1,2 3,4`.
fn points(text: &str) -> Vec<Point> {
    let point = |word: &str| word.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap();
    text.split(' ').map(point).collect()
}

/// Returns the middle of an area from left to right, and its top and bottom.
fn extent(area: &[Point]) -> (i32, i32, i32) {
    let (xs, ys) = (|| area.iter().map(|point| point.0), || area.iter().map(|point| point.1));
    (i32::midpoint(xs().min().unwrap(), xs().max().unwrap()), ys().min().unwrap(), ys().max().unwrap())
}

/// A node of a picture: its content, its branch, and its position: middle, top and bottom.
struct Place {
    node: Drawn,
    branch: Option<(Point, Point)>,
    at: (i32, i32, i32),
}

/// Reads a picture: the named groups, with their contents.
fn svg(text: &str, is_upright: bool) -> HashMap<Vec<usize>, Place> {
    let document = Document::parse(text).unwrap();
    let mut places = HashMap::new();
    for group in document.descendants().filter(|part| part.attribute("class") == Some("node")) {
        let of = |classes: &[&str]| {
            let is_one =
                |part: &roxmltree::Node<'_, '_>| part.attribute("class").is_some_and(|class| classes.contains(&class));
            group.children().filter(is_one).collect::<Vec<_>>()
        };
        let said = |part: &roxmltree::Node<'_, '_>| part.text().unwrap_or_default().to_owned();
        let at = path(group.attribute("id").unwrap());
        let (is_root, name) = (at.is_empty(), group.attribute("data-name").unwrap().to_owned());
        let texts: Vec<String> =
            group.children().filter(|part| part.has_tag_name("text")).map(|part| said(&part)).collect();
        assert!(texts.contains(&name) || is_root && is_upright, "{name} stands nowhere");
        let branch = of(&["branch", "best-branch", "ghost-branch"]);
        assert_eq!(branch.len(), usize::from(!is_root), "{name}: not one branch");
        let branch = branch.first().map(|line| points(line.attribute("points").unwrap()));
        let is_best = group.attribute("data-pv") == Some("yes");
        for marks in [of(&["star"]), of(&["best-branch"]), of(&["best-name"])] {
            assert_eq!(marks.len(), usize::from(is_best && !is_root), "{name}: not marked as best");
        }
        let is_searched = group.attribute("data-state") != Some("not-searched");
        assert!(is_searched || !of(&["ghost"]).is_empty() && !of(&["ghost-branch"]).is_empty(), "{name}: not pale");
        let shape = of(&["max", "min", "leaf", "ghost-node"]);
        let row = of(&["name", "best-name", "ghost"]);
        let place = if is_upright {
            extent(&points(shape[0].attribute("points").unwrap()))
        } else {
            let [x, y] = ["x", "y"].map(|end| row[0].attribute(end).unwrap().parse::<i32>().unwrap());
            // Text is on a line five pixels below the middle of its row.
            (x, y - 5, y - 5)
        };
        let value = if is_searched { of(&["score"]).first().map(said) } else { of(&["ghost"]).last().map(said) };
        let value = value.filter(|text| is_upright || text != "not searched").and_then(|text| number(&text));
        let is_best = is_best && !is_root;
        let branch = branch.map(|line| (line[0], *line.last().unwrap()));
        let found = Place { node: Drawn { name, value, is_best, is_searched }, branch, at: place };
        assert!(places.insert(at, found).is_none(), "a node stands there twice");
    }
    places
}

#[test]
fn a_picture_is_the_tree() {
    check(100, (uneven(3), 1..=3_u32), |(tree, depth)| {
        if tree.children.is_empty() {
            return Ok(());
        }
        let study = study(&tree, depth);
        let wanted = expected(&tree, &study, depth);
        for drawing in [TreeStyle::Upright, TreeStyle::Annotated, TreeStyle::Outline] {
            let is_upright = drawing == TreeStyle::Upright;
            let text = written(&study, "svg", drawing);
            let places = svg(&text, is_upright);
            let nodes: Nodes = places.iter().map(|(path, place)| (path.clone(), place.node.clone())).collect();
            let wanted = if is_upright { wanted.clone() } else { without_unsearched_values(wanted.clone()) };
            prop_assert_eq!(nodes, wanted);
            for (path, place) in places.iter().filter(|(path, _)| !path.is_empty()) {
                let (from, to) = place.branch.unwrap();
                let (x, top, bottom) = places[&path[..path.len() - 1]].at;
                if is_upright {
                    prop_assert_eq!(from, (x, bottom), "{:?}: a branch does not begin at its parent", path);
                    prop_assert!(
                        to.0 == place.at.0 && bottom < to.1 && to.1 == place.at.1,
                        "{:?}: nor end at its node",
                        path
                    );
                } else {
                    let below = if drawing == TreeStyle::Outline { 10 } else { 0 };
                    prop_assert!(
                        from.1 == top + below && from.0 > x,
                        "{:?}: a branch does not begin at its parent",
                        path
                    );
                    prop_assert!(
                        to.1 == place.at.1 && to.0 < place.at.0 && to.0 >= from.0,
                        "{:?}: nor end at its node",
                        path
                    );
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_picture_for_papers_draws_what_one_for_browsers_draws() {
    check(40, (uneven(3), 1..=3_u32), |(tree, depth)| {
        let study = study(&tree, depth);
        for drawing in [TreeStyle::Upright, TreeStyle::Annotated] {
            let (svg, tikz) = (written(&study, "svg", drawing), written(&study, "tikz", drawing));
            let document = Document::parse(&svg).unwrap();
            let mut wanted = Vec::new();
            for part in document.descendants() {
                let class = part.attribute("class").unwrap_or_default();
                if let Some(points) = part.attribute("points") {
                    let mut way: Vec<String> = points.split(' ').map(|point| format!("({point})")).collect();
                    let is_closed = part.has_tag_name("polygon");
                    // A closed line in SVG repeats its first point.
                    prop_assert!(!is_closed || way.pop().as_ref() == way.first(), "{}", points);
                    let end = if is_closed { " -- cycle" } else { "" };
                    wanted.push(format!("\\path[plywood/{class}] {}{end};", way.join(" -- ")));
                } else if part.has_tag_name("text") {
                    let anchor = match part.attribute("text-anchor") {
                        None => "base west",
                        Some("middle") => "base",
                        Some(_) => "base east",
                    };
                    let [x, y] = ["x", "y"].map(|end| part.attribute(end).unwrap());
                    wanted.push(format!("\\node[plywood/{class},anchor={anchor}] at ({x},{y}) "));
                }
            }
            let drawn: Vec<&str> =
                tikz.lines().filter(|line| line.starts_with("\\path[") || line.starts_with("\\node[")).collect();
            prop_assert_eq!(drawn.len(), wanted.len());
            for (drawn, wanted) in drawn.iter().zip(&wanted) {
                prop_assert!(drawn.starts_with(wanted.as_str()), "{} for {}", drawn, wanted);
            }
        }
        Ok(())
    });
}
