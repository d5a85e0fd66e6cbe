//! Sargon, on a board that carries a lesson, makes the same comparisons as plain alpha-beta in the lesson.

use crate::support::trees::{Tree, check_all, uneven};
use crate::support::{load_model, path, snapshot};
use plywood::game::Side;
use plywood::hooks::Event;
use plywood::internal::explain::{Page, PageOptions};
use plywood::internal::page::Style;
use plywood::internal::sargon::BookUse;
use plywood::internal::subject::{Subject, SubjectError};
use plywood::model::{Carrier, CarrierError, CarrierReport, KindOfMove, Lesson, Model};
use plywood::search::{Algorithm, Fail, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Header, Record, Trace};
use proptest::prelude::*;

/// All comparisons, with windows and verdicts, and the order in which positions were created. On its board, Sargon
/// cannot know that a leaf of the lesson is mate, so this is left out.
fn told(trace: &Trace) -> Vec<String> {
    let tell = |record: &Record| {
        let (line, notes) = (record.line.join(" "), &record.notes);
        Some(match &record.event {
            Event::Created { mv, score } => format!("created {line} {mv} {score:?} {:?}", notes.number),
            Event::Judged { mv, score, bound, window, verdict, .. } => format!(
                "judged {line} {mv} {score} {bound:?} {window:?} {verdict:?} {:?} {:?} {:?}",
                notes.step, notes.alpha_set_by, notes.beta_set_by
            ),
            _ => return None,
        })
    };
    trace.records.iter().filter_map(tell).collect()
}

fn by_sargon(name: &str) -> Trace {
    let lesson = load_model(&path(&format!("models/{name}.json")));
    let depth = lesson.depth;
    let study = Subject::from(lesson).study_by_sargon(depth, BookUse::Closed, Limits::default()).unwrap();
    study.trace().unwrap()
}

#[test]
fn sargon_computes_the_lessons_as_alpha_beta_does() {
    for name in ["sargon-1", "sargon-2", "sargon-3", "sargon-4", "sargon-5", "wikipedia", "wide", "deep-cutoff", "ties"]
    {
        let mut lesson = load_model(&path(&format!("models/{name}.json")));
        // As Sargon does.
        lesson.caption.fail = Some(Fail::Hard);
        let plain = crate::support::trace(&lesson, Algorithm::AlphaBeta, Order::Static);
        let sargon = by_sargon(name);
        assert_eq!(sargon.check(), Ok(()), "{name}");
        assert_eq!(told(&sargon), told(&plain), "{name}");
        assert_eq!((&sargon.outcome.pv, sargon.outcome.score), (&plain.outcome.pv, plain.outcome.score), "{name}");
        let report = CarrierReport::of(&sargon.outcome).unwrap();
        assert_eq!(report.carried.len() + 1, sargon.header.shape.unwrap().len(), "{name}");
        assert!(report.carried.iter().all(|mv| !KindOfMove::King.is_of(mv)), "{name}: {:?}", report.carried);
    }
}

#[test]
fn a_lesson_may_name_its_carrier() {
    assert_eq!(CarrierReport::of(&by_sargon("sargon-3").outcome).unwrap().carrier, "7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1");
}

#[test]
fn the_board_is_shown_with_what_its_moves_stand_for() {
    let (mut out, trace) = (Vec::new(), by_sargon("sargon-1"));
    let parts = PageOptions::default().carrier(true);
    Page::new(&trace, &parts, &Style::default()).unwrap().write(&mut out).unwrap();
    snapshot("carrier", &String::from_utf8(out).unwrap());
}

fn header(tree: &Tree, depth: u32) -> Header {
    let settings = Settings::plain(Algorithm::AlphaBeta, depth, Order::Static);
    Study::new(tree.game(), (), settings).unwrap().with_whole_tree().header().clone()
}

#[test]
fn what_no_board_can_carry_is_refused_with_the_place() {
    let leaves: Vec<String> = (1..=17).map(|score| score.to_string()).collect();
    let lesson = Lesson::new(&Model::from_typed(&format!("(9 ({}))", leaves.join(" "))).unwrap()).unwrap();
    let error = Subject::from(lesson).study_by_sargon(2, BookUse::Closed, Limits::default()).err().unwrap();
    let SubjectError::Carrier(CarrierError::TooFew { line, wanted, found, .. }) = error else { panic!("{error}") };
    assert_eq!((line, wanted, found), (vec!["B".to_owned()], 17, 16));
}

/// On any tree that a board can carry, Sargon makes the same comparisons as alpha-beta.
#[test]
fn sargon_is_alpha_beta_on_any_tree_that_is_carried() {
    check_all(64, (uneven(4), 1..=4_u32), |(tree, depth)| {
        let header = header(&tree, depth);
        let carrier = Carrier::find(None, header.shape.as_ref().unwrap(), Side::First);
        prop_assume!(carrier.is_ok() && !header.shape.as_ref().unwrap().is_empty());
        let sargon = carrier.unwrap().search(&header, Limits::default()).unwrap();
        let settings = Settings::plain(Algorithm::AlphaBeta, depth, Order::Static);
        let plain = Study::new(tree.game(), (), settings).unwrap().with_whole_tree().trace().unwrap();
        prop_assert_eq!(told(&sargon), told(&plain));
        prop_assert_eq!(sargon.outcome.score, plain.outcome.score);
        Ok(())
    });
}
