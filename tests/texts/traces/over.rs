//! Roots at which the game is over, with every algorithm, technique and evaluation, as searches and as traces.

use crate::support::{every, in_turn};
use plywood::game::chess::Evaluation;
use plywood::game::classic::GameList;
use plywood::internal::subject::Subject;
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Limits};
use plywood::trace::TraceReader;
use plywood::verify::{Effort, verify, verify_lines};

const ROOTS: [&str; 16] = [
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "7k/8/8/8/8/8/8/KR6 w - - 100 80",
    "6K1/8/8/8/8/8/7k/1b6 w - - 0 50",
    "8/8/8/3k4/8/3K4/8/8 b - - 3 70",
    "ttt:XXX/OO./...",
    "ttt:OXX/OO./OXX",
    "ttt:XOX/XOO/OXX",
    "connect4:1122334",
    "connect4:121212",
    "connect4:1212121",
    "nim:0",
    "nim:0:misere",
    "nim:0,0,0",
    "nim:0,0:misere",
    "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
];

fn names(techniques: &[Technique]) -> Techniques {
    techniques.iter().copied().collect()
}

#[test]
fn a_root_where_the_game_is_over_is_right_in_every_search() {
    let mut sets: Vec<Techniques> = vec![Techniques::NONE];
    for &technique in Technique::ALL {
        sets.push(names(&[technique]));
        sets.push(names(&[technique, Technique::Quiescence]));
        sets.push(names(&[technique, Technique::TranspositionTable]));
        sets.push(names(&[technique, Technique::Iterative, Technique::Aspiration]));
    }
    sets.push(Technique::ALL.iter().copied().collect());
    let (mut turn, mut searched) = (0, 0);
    for text in ROOTS {
        let subject = Subject::of_words(text, &GameList::default()).unwrap().unwrap_or_else(|| panic!("{text}"));
        let evaluations: &[Option<Evaluation>] =
            if text.contains('/') && !text.contains(':') { &[None, Some(Evaluation::Material)] } else { &[None] };
        for &algorithm in Algorithm::ALL {
            turn += 1;
            for &techniques in in_turn(sets.as_slice(), turn, 9) {
                for &evaluation in evaluations {
                    let settings = Settings::plain(algorithm, 3, Order::None).techniques(techniques);
                    let Ok(study) = subject.study(&settings, evaluation, Limits::default()) else { continue };
                    searched += 1;
                    is_right(&*study, &format!("{text} {} {techniques}", algorithm.name()));
                }
            }
        }
    }
    assert!(1000 / every(9) < searched, "{searched}");
}

#[track_caller]
fn is_right(study: &dyn AnyStudy, what: &str) {
    let live = verify(study, &Effort::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(live.passes(), "{what}: {:?} {:?}", live.failures, live.audit.findings);
    let mut told = Vec::new();
    study.json_lines(&mut told).unwrap();
    // The name of the evaluation, such as that of an engine, makes no difference.
    let text = String::from_utf8(told).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let mut header: serde_json::Value = serde_json::from_str(head).unwrap();
    header["evaluation"] = "uci:engine, go depth 1".into();
    for text in [text.clone(), format!("{header}\n{rest}")] {
        let reader = TraceReader::new(text.as_bytes()).unwrap();
        let recorded = verify_lines(reader, &Effort::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(recorded.passes(), "{what}: {:?} {:?}\n{text}", recorded.failures, recorded.audit.findings);
    }
}
