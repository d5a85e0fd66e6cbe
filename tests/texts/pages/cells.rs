//! Compares what a browser page shows step by step with the search in the page: the look of nodes, the number line,
//! names.

use super::html::{data, named, page, states};
use plywood::hooks::Event;
use plywood::internal::web::data_in;
use plywood::model::{Lesson, Model};
use plywood::trace::Trace;
use serde_json::{Value, json};

fn typed(tree: &str) -> Lesson {
    Lesson::new(&Model::from_typed(tree).unwrap()).unwrap()
}

fn with_tour(tree: &str) -> Lesson {
    let mut model: Value = serde_json::from_str(&Model::from_typed(tree).unwrap().to_json()).unwrap();
    model["tour"] = true.into();
    Lesson::new(&Model::from_json(&model.to_string()).unwrap()).unwrap()
}

/// A node that was only created is faint, a node that is being searched is open, and the root has no score before its
/// search is over.
#[test]
fn nodes_look_as_far_as_the_search_has_come() {
    for lesson in [named("sargon-2"), named("wikipedia"), named("sargon-5"), typed("((3 12 (8 1)) (2 4 6) (14 5 2))")] {
        let page = page(lesson);
        let trace = Trace::read_json(&data_in(&page, "trace").unwrap()).unwrap();
        let data = states(&page);
        let mut cells = vec![json!(["", "", "", ""]); data["parents"].as_array().unwrap().len()];
        let (mut at, mut seen) = (None, [0, 0]);
        for (step, record) in data["steps"].as_array().unwrap().iter().zip(&trace.records) {
            for (node, cell) in step["cells"].as_object().into_iter().flatten() {
                let alone = |look: &str| json!(["", "", "", look]);
                cells[node.parse::<usize>().unwrap()] = cell.as_str().map_or_else(|| cell.clone(), alone);
            }
            at = step.get("at").map_or(at, Value::as_u64);
            let look = |node: u64| cells[usize::try_from(node).unwrap()][3].as_str().unwrap();
            match (&record.event, at) {
                (Event::Created { .. }, Some(node)) => {
                    assert_eq!(look(node), "made", "{record:?}");
                    seen[0] += 1;
                }
                (Event::Enter { .. }, Some(node)) if node != 0 => {
                    assert_eq!(look(node), "open", "{record:?}");
                    seen[1] += 1;
                }
                _ => {}
            }
            let is_over = matches!(record.event, Event::Leave { .. }) && record.line.is_empty();
            assert_eq!(cells[0][0] == "", !is_over, "the root says {} at {record:?}", cells[0]);
        }
        assert!(0 < seen[1], "{seen:?}");
    }
}

/// Infinite scores are at the ends of the line. In between, whole scores are spaced by value; others are only in order,
/// and the page says so.
#[test]
fn distances_on_the_line_mean_something_where_all_scores_are_whole() {
    for (tree, is_whole) in [
        ("((3 12 8) (2 4 6))", true),
        ("((-7 0) (3 5))", true),
        ("((3 12.5 8) (2 4 6))", false),
        ("((3.5 1.5) (2.25 4.5))", false),
        ("((3 4 0.001) (2 4))", false),
    ] {
        let data = states(&page(typed(tree)));
        let places: Vec<i64> = serde_json::from_value(data["places"].clone()).unwrap();
        let scale: Vec<String> = serde_json::from_value(data["scale"].clone()).unwrap();
        assert_eq!((places[0], places[places.len() - 1], places.len()), (0, 1000, scale.len()), "{tree}");
        assert_eq!(data["measured"], is_whole, "{tree}");
        let inner = |index: usize| scale[index].parse::<i64>().unwrap();
        let last = scale.len() - 1;
        for (index, &place) in places.iter().enumerate().take(last).skip(1) {
            let expected = match is_whole {
                true => 100 + 800 * (inner(index) - inner(1)) / (inner(last - 1) - inner(1)),
                false => 1000 * index as i64 / last as i64,
            };
            assert_eq!(place, expected, "{tree}: {}", scale[index]);
        }
    }
}

/// The tour names nodes by letters, so the drawing shows letters during the tour even if it otherwise shows moves.
#[test]
fn a_tour_brings_letters_where_the_drawing_has_moves() {
    let names = |lesson: Lesson| data(&page(lesson))["tour"]["names"].take();
    assert_eq!(names(with_tour("((3 12) (2 4))")), Value::Null);
    let letters: Vec<String> = serde_json::from_value(names(named("tour"))).unwrap();
    assert_eq!(letters[..5], ["(root)", "A", "A1", "A2", "B"]);
}

#[test]
fn a_tour_counts_one_leaf_as_one() {
    let said = data(&page(with_tour("((5))")))["tour"]["sentences"].take();
    let is_it = |text: &&Value| text.as_str().unwrap().starts_with("The finished search");
    let order = said.as_array().unwrap().iter().find(is_it).unwrap().as_str().unwrap();
    assert!(order.contains(": 1 leaf of 1 evaluated. "), "{order}");
}
