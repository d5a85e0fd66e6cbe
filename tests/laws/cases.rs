//! The cases of an unknown leaf, compared with plain searches that have numbers in its place.

use crate::support::dice::Dice;
use crate::support::runs;
use plywood::internal::cases::{Case, Cases, cases};
use plywood::internal::core::ratio::Ratio;
use plywood::internal::lessons::model::{Lesson, Model};
use plywood::internal::subject::{SearchRequest, Subject};
use plywood::search::{Algorithm, Cut, Order, Settings};
use plywood::study::Limits;

/// Returns a tree in brackets with the letter at some leaves.
fn typed(dice: &mut Dice, plies: usize, movers: &[&str], ply: usize, letters: &mut usize) -> String {
    if plies == 0 {
        *letters = letters.saturating_sub(1);
        return if *letters == 0 {
            *letters = usize::MAX;
            "x".to_owned()
        } else {
            dice.below(11).to_string()
        };
    }
    let children: Vec<String> =
        (0..2 + dice.below(2)).map(|_| typed(dice, plies - 1, movers, ply + 1, letters)).collect();
    format!("{}({})", movers[ply], children.join(" "))
}

/// Returns trees with x at one leaf.
fn trees(number: u32, roles: &[&'static str]) -> Vec<String> {
    let mut dice = Dice(52);
    let mut trees = Vec::new();
    while trees.len() < number as usize {
        let plies = 1 + dice.below(3);
        let movers: Vec<&str> = (0..plies).map(|_| *dice.pick(roles)).collect();
        let mut letters = 1 + dice.below(8);
        let tree = typed(&mut dice, plies, &movers, 0, &mut letters);
        if letters == usize::MAX {
            trees.push(tree);
        }
    }
    trees
}

fn subject(tree: &str) -> Subject {
    Subject::from(Lesson::new(&Model::from_typed(tree).unwrap()).unwrap())
}

fn holds(case: &Case, x: Ratio) -> bool {
    let after = case.from.is_none_or(|from| from < x || case.from_included && from == x);
    after && case.to.is_none_or(|to| x < to || case.to_included && to == x)
}

/// Values of x: halves and thirds around the numbers of the tree, and every end of a case with its neighbours.
fn samples(list: &[Case], limits: Option<[i128; 2]>) -> Vec<Ratio> {
    let grid = (-18..=78).map(|sixths| Ratio::new(sixths, 6));
    let near = Ratio::new(1, 1000);
    let ends = list.iter().flat_map(|case| [case.from, case.to]).flatten();
    let all = grid.chain(ends.flat_map(|end| [end - near, end, end + near]));
    let limits = limits.map(|ends| ends.map(Ratio::whole));
    all.filter(|x| limits.is_none_or(|[least, most]| (least..=most).contains(x))).collect()
}

/// Checks that there are no gaps between the cases, that neighbours differ, and that a search with each sample gives
/// the result of its case.
fn check(subject: &Subject, settings: &Settings, list: &[Case], limits: Option<[i128; 2]>, about: &str) {
    for pair in list.windows(2) {
        assert!(pair[0].to == pair[1].from && pair[0].to_included != pair[1].from_included, "{about}: {list:?}");
        let same = (&pair[0].best, &pair[0].pruned, pair[0].value) == (&pair[1].best, &pair[1].pruned, pair[1].value);
        assert!(!same, "{about}: {list:?}");
    }
    for x in samples(list, limits) {
        let mut fitting = list.iter().filter(|case| holds(case, x));
        let (Some(case), None) = (fitting.next(), fitting.next()) else { panic!("{about}: {x}: {list:?}") };
        let study = subject.with_letter("x", x).unwrap().study(settings, None, Limits::default()).unwrap();
        let outcome = study.solve().unwrap();
        let header = study.header();
        let score = header.movers().at_max(0, outcome.score.unwrap());
        let thousandths: f64 = serde_json::to_string(&score).unwrap().parse().unwrap();
        let score = Ratio::new((thousandths * 1000.0).round() as i128, 1000 * i128::from(header.scale()));
        let said = (case.value.at(x), &case.best, &case.pruned);
        assert_eq!(said, (score, &outcome.best, outcome.pruned.as_ref().unwrap()), "{about}: {x}: {list:?}");
    }
}

fn asked(subject: &Subject, asked: &SearchRequest) -> (Settings, Cases) {
    let settings = asked.settings(subject);
    let cases = cases(subject, &settings, &Limits::default()).unwrap();
    (settings, cases)
}

fn by_rule(mut asked: SearchRequest, cut: Cut) -> SearchRequest {
    asked.cut = Some(cut);
    asked
}

#[test]
fn the_cases_of_a_tree_are_those_of_every_search_in_it() {
    for tree in trees(runs(1500), &["max", "min"]) {
        let subject = subject(&tree);
        let ways = [
            SearchRequest::default(),
            by_rule(SearchRequest::default(), Cut::AboveBeta),
            SearchRequest::default().order(Order::RightToLeft),
            SearchRequest::default().algorithm(Algorithm::Minimax),
        ];
        for way in ways {
            let (settings, cases) = asked(&subject, &way);
            check(&subject, &settings, &cases.list, None, &format!("{tree} {way:?}"));
            let Some((cut, other)) = cases.other else { continue };
            let settings = by_rule(way, cut).settings(&subject);
            check(&subject, &settings, &other, None, &format!("{tree} {cut:?}"));
        }
    }
}

#[test]
fn the_cases_of_a_tree_with_chance_nodes_have_exact_ends() {
    for tree in trees(runs(1500), &["max", "min", "chance"]) {
        let subject = subject(&tree);
        let (settings, cases) = asked(&subject, &SearchRequest::default());
        check(&subject, &settings, &cases.list, None, &tree);
    }
}

#[test]
fn the_cases_within_limits_are_those_of_star1() {
    let mut ends = 0;
    for tree in trees(runs(1500), &["max", "min", "chance"]) {
        let mut subject = subject(&tree);
        subject.limit_leaves([Some(0.0), Some(10.0)]).unwrap();
        let (settings, cases) = asked(&subject, &SearchRequest::default());
        check(&subject, &settings, &cases.list, Some([0, 10]), &tree);
        ends += cases.list.len();
    }
    assert!(60 < ends, "{ends} cases");
}
