//! Pseudocode: the lines of each search, and the citations of these lines.

use super::commands::told;
use crate::support::{load_model, path, plywood, snapshot};
use plywood::hooks::{Event, Verdict};
use plywood::internal::explain::Code;
use plywood::internal::page::{Style, View};
use plywood::internal::subject::Subject;
use plywood::search::{Algorithm, Mistake, Order, Settings, Technique};
use plywood::study::Limits;
use plywood::trace::{Header, Trace};

fn header(algorithm: Algorithm, mistake: Option<Mistake>) -> Header {
    let mistake = mistake.map(|mistake| mistake.name().to_owned()).unwrap_or_default();
    Header { algorithm: algorithm.name().to_owned(), mistake, ..Header::default() }
}

fn trace(lesson: &str, algorithm: Algorithm, mistake: Option<Mistake>) -> Trace {
    let lesson = load_model(&path(&format!("models/{lesson}.json")));
    let settings = Settings::plain(algorithm, lesson.depth, Order::Static).mistake(mistake);
    Subject::from(lesson).study(&settings, None, Limits::default()).unwrap().trace().unwrap()
}

#[test]
fn every_search_in_pseudocode() {
    let mut text = String::new();
    for &algorithm in Algorithm::ALL {
        for (name, view) in [("", View::Minimax), (" --view negamax", View::Negamax)] {
            let code = Code::of(&header(algorithm, None), view);
            text += &format!("{}{name}\n{}\n\n", algorithm.name(), code.listing(None, 80).join("\n"));
        }
    }
    let fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
    let some = ["iterative", "tt", "null-move", "quiescence"].map(str::to_owned).to_vec();
    let all = Technique::ALL.iter().filter(|&&technique| technique != Technique::Symmetry);
    let all: Vec<String> = all.map(|technique| technique.name().to_owned()).collect();
    for techniques in [some, all] {
        let whole = Header { techniques, fen: fen.clone(), ..header(Algorithm::Pvs, None) };
        let listing = Code::of(&whole, View::Minimax).listing(None, 80).join("\n");
        text += &format!("pvs --with {}\n{listing}\n\n", whole.techniques.join(","));
    }
    for &mistake in Mistake::ALL {
        let code = Code::of(&header(Algorithm::AlphaBeta, Some(mistake)), View::Minimax);
        let changed: Vec<String> = code.listing(None, 80).into_iter().filter(|line| line.starts_with(" !")).collect();
        assert!((1..=2).contains(&changed.len()), "{}", mistake.name());
        text += &format!("{}\n{}\n\n", mistake.name(), changed.join("\n"));
    }
    snapshot("code", &text);
}

/// Each technique has its own lines: the code of a search with the technique differs from the code without it.
#[test]
fn every_technique_shows_its_lines() {
    for &technique in Technique::ALL {
        let needed = match technique {
            Technique::Symmetry => &["tt"][..],
            Technique::Delta | Technique::See => &["quiescence"],
            _ => &[],
        };
        let page = |techniques: Vec<String>| {
            let header = Header { techniques, ..header(Algorithm::AlphaBeta, None) };
            let mut text = Vec::new();
            Code::of(&header, View::Negamax)
                .document(&Style::default())
                .write_text(&Style::default(), &mut text)
                .unwrap();
            String::from_utf8(text).unwrap()
        };
        let without: Vec<String> = needed.iter().map(|&name| name.to_owned()).collect();
        let with = [without.clone(), vec![technique.name().to_owned()]].concat();
        assert!(!page(with.clone()).contains("not shown here"), "{technique:?}");
        assert_ne!(page(with), page(without), "{technique:?}");
    }
    let own = Header { techniques: vec!["razoring".to_owned()], ..header(Algorithm::AlphaBeta, None) };
    let listing = Code::of(&own, View::Negamax).document(&Style::default());
    let mut text = Vec::new();
    listing.write_text(&Style::default(), &mut text).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("not shown here"));
}

/// On a lesson's board, too, a function asks each question about a node once before it tries the moves.
#[test]
fn a_function_asks_each_question_once() {
    for lesson in ["table-hit", "stalemate-trap", "sargon-2", "leaf-kinds", "signs"] {
        let whole = trace(lesson, Algorithm::AlphaBeta, None).header;
        for &technique in Technique::ALL {
            let header = Header { techniques: vec![technique.name().to_owned()], ..whole.clone() };
            let listing = Code::of(&header, View::Negamax).listing(None, 80);
            for function in listing.split(|line| line.is_empty()) {
                let first = function.iter().take_while(|line| !line.contains("for each move"));
                let mut asked: Vec<&str> =
                    first.map(|line| line[5..].trim()).filter(|text| text.starts_with("if ")).collect();
                let count = asked.len();
                asked.sort_unstable();
                asked.dedup();
                assert_eq!(asked.len(), count, "{lesson} {technique:?}:\n{}", function.join("\n"));
            }
        }
    }
}

#[test]
fn each_judgement_cites_the_line_that_does_it() {
    let right = Algorithm::ALL.iter().map(|&algorithm| (algorithm, None));
    let wrong = Mistake::ALL.iter().map(|&mistake| (Algorithm::AlphaBeta, Some(mistake)));
    let views = [View::Minimax, View::Negamax];
    for ((algorithm, mistake), view) in right.chain(wrong).flat_map(|search| views.map(|view| (search, view))) {
        let trace = trace("deep-cutoff", algorithm, mistake);
        let code = Code::of(&trace.header, view);
        let lines: Vec<String> = code.listing(None, 80).into_iter().filter(|line| !line.is_empty()).collect();
        for record in &trace.records {
            let Some(line) = code.line(&record.event, record.line.len(), None) else { continue };
            let text = &lines[line - 1];
            let wanted = match &record.event {
                Event::Enter { .. } => "search(node",
                Event::Leave { .. } => "return ",
                Event::Judged { verdict: Verdict::Best, .. } => "new best",
                Event::Judged { verdict: Verdict::Cutoff { .. }, score, window, .. } if window.beta <= *score => {
                    "cutoff"
                }
                Event::Pass { .. } => "s = search(root",
                Event::Judged { .. } => "if s",
                _ => continue,
            };
            assert!(text.contains(wanted), "{algorithm:?} {mistake:?} {:?}: {text}", record.event);
        }
    }
}

#[test]
fn log_and_step_cite_the_lines() {
    let explain = |rest: &[&str]| {
        let output = plywood(&[&["explain"], rest].concat()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let page = explain(&["sargon-2", "--mistake", "root-window", "--code", "--log"]);
    let from = page.find("The search in pseudocode").unwrap();
    snapshot("code-log", &page[from..]);
    snapshot("code-step", &explain(&["sargon-4", "--at-event", "17", "--code"]));
}

/// The text about what a technique did cites the line of this technique.
#[test]
fn each_technique_cites_its_line() {
    for (lesson, with, line) in [
        ("check-extended", "check-extension", "depth = depth + 1"),
        ("late-move", "lmr", "s = -search(it, depth - 1 - r,"),
        ("futile-reply", "futility", "evaluate(node) + 1.5 <= alpha"),
        ("delta-pawn", "quiescence,delta", "evaluate(node) + its gain + 2 <= alpha"),
        ("losing-capture", "quiescence,see", "it loses material in the exchange"),
        ("narrow-window", "aspiration", "s = search(root, depth, alpha, beta)"),
        ("table-hit", "tt", "if known is exact, >= beta or <= alpha: return it"),
        ("mirror-image", "tt,symmetry", "if known is exact, >= beta or <= alpha: return it"),
    ] {
        let trace = told(lesson, &["--with", with]);
        let code = Code::of(&trace.header, View::Minimax);
        let lines: Vec<String> = code.listing(None, 200).into_iter().filter(|line| !line.is_empty()).collect();
        let beyond = with.starts_with("quiescence").then_some(0);
        let mut cited = trace.records.iter().filter_map(|record| match &record.event {
            event @ (Event::Extended { .. }
            | Event::Reduced { .. }
            | Event::Pruned { .. }
            | Event::Pass { .. }
            | Event::TableHit { cut: true, .. }) => code.line(event, record.line.len(), beyond),
            _ => None,
        });
        let at = cited.next().unwrap_or_else(|| panic!("{lesson} does nothing"));
        assert!(lines[at - 1].contains(line), "{lesson}: {}", lines[at - 1]);
        assert!(cited.all(|other| other == at), "{lesson}");
    }
}
