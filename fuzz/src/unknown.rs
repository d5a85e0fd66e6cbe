//! Trees with one unknown leaf: the table of cases has the result of a search for every value of the leaf.

use super::bytes::Endless;
use plywood::internal::cases::{Case, cases};
use plywood::internal::core::ratio::Ratio;
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, Model};
use plywood::score::ScoreKind;
use plywood::search::{Algorithm, Cut, Order, Settings};
use plywood::study::Limits;

pub fn unknown(input: &[u8]) {
    let mut choices = Endless::new(input);
    let has_chance = choices.below(3) == 0;
    let mut count = 0;
    let height = 1 + choices.below(3);
    let text = tree(&mut choices, height, has_chance, &mut count);
    // One leaf, or two with the same letter.
    let mut text = text.replacen(&format!("<{}>", choices.below(count)), "y", 1);
    if choices.below(4) == 0 {
        text = text.replacen(&format!("<{}>", choices.below(count)), "y", 1);
    }
    let known = |text: &str, choices: &mut Endless<'_>| {
        let mut known = text.to_owned();
        for leaf in 0..count {
            let value = ["0", "1", "2", "3", "5", "8", "-1", "2.5", "-0.25"][choices.below(9)];
            known = known.replace(&format!("<{leaf}>"), value);
        }
        known
    };
    let text = known(&text, &mut choices);
    let subject = |text: &str| {
        let model = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Subject::from(Lesson::new(&model).unwrap_or_else(|error| panic!("{text}: {error}")))
    };
    let algorithm = [Algorithm::Minimax, Algorithm::AlphaBeta][choices.below(2)];
    let order = [Order::None, Order::RightToLeft][choices.below(2)];
    let settings = Settings::plain(algorithm, 9, order).cut([Cut::AtBeta, Cut::AboveBeta][choices.below(2)]);
    let Ok(all) = cases(&subject(&text), &settings, &Limits::default()) else { return };
    joined(&all.list, &text);
    for thousandths in
        [-7_000, -250, 0, 1_000, 2_000, 2_500, 3_000, 5_000, 9_000, choices.below(20_000) as i64 - 10_000]
    {
        let x = Ratio::new(thousandths.into(), 1000);
        let case = all.list.iter().find(|case| has(case, x)).unwrap_or_else(|| panic!("{text}: no case for {x:?}"));
        let number = format!("{}", thousandths as f64 / 1000.0);
        let filled = text.replace('y', &number);
        let study = subject(&filled)
            .study(&settings, None, Limits::default())
            .unwrap_or_else(|error| panic!("{filled}: {error}"));
        let outcome = study.solve().unwrap_or_else(|error| panic!("{filled}: {error}"));
        let header = study.header();
        let score = header.movers().at_max(0, outcome.score.expect("the search is complete"));
        let ScoreKind::Millipawns(score) = score.kind() else { panic!("{filled}: {score}") };
        assert_eq!(
            case.value.at(x),
            Ratio::new(score.into(), 1000 * i128::from(header.scale())),
            "{filled} {settings:?}"
        );
        assert_eq!(case.best, outcome.best, "{filled} {settings:?}");
        assert_eq!(Some(&case.pruned), outcome.pruned.as_ref(), "{filled} {settings:?}");
    }
}

/// A tree whose leaves are numbered in angle brackets. Roles are the same on each ply.
fn tree(choices: &mut Endless<'_>, height: usize, has_chance: bool, count: &mut usize) -> String {
    let roles: Vec<&str> = match has_chance {
        true => ["max", "chance", "min", "chance"].into(),
        false => ["", "", "", ""].into(),
    };
    grown(choices, height, &roles, 0, count)
}

fn grown(choices: &mut Endless<'_>, height: usize, roles: &[&str], ply: usize, count: &mut usize) -> String {
    if ply != 0 && (height < ply || choices.below(5) == 0) {
        *count += 1;
        return format!("<{}>", *count - 1);
    }
    let children = 1 + choices.below(3);
    let below: Vec<String> = (0..children).map(|_| grown(choices, height, roles, ply + 1, count)).collect();
    format!("{}({})", roles[ply % roles.len()], below.join(" "))
}

/// The cases follow each other without gaps and without overlap.
fn joined(list: &[Case], text: &str) {
    for pair in list.windows(2) {
        assert_eq!(pair[0].to, pair[1].from, "{text}: {list:?}");
        assert!(pair[0].to_included != pair[1].from_included, "{text}: {list:?}");
    }
    assert!(list.first().is_some_and(|first| first.from.is_none()), "{text}: {list:?}");
    assert!(list.last().is_some_and(|last| last.to.is_none()), "{text}: {list:?}");
}

fn has(case: &Case, x: Ratio) -> bool {
    let above = case.from.is_none_or(|from| if case.from_included { from <= x } else { from < x });
    above && case.to.is_none_or(|to| if case.to_included { x <= to } else { x < to })
}
