//! A game, an engine and a format added by a user without changes to the crate. `examples/` has more.

use crate::support::searches::{alpha_beta, minimax};
use plywood::Score;
use plywood::game::chess::Evaluation::Material;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::game::{Ending, Game, Side};
use plywood::hooks::{Event, Hooks};
use plywood::internal::explain::{Page, PageOptions};
use plywood::internal::formats::{Format, ShapedBy, format};
use plywood::internal::page::{Arrangement, Row, Style, Words, places};
use plywood::search::{Found, Order, SearchError};
use plywood::study::{AnyStudy, Engine, Study};
use plywood::trace::{Header, Trace};
use plywood::tree::Keep;
use plywood::verify::{Effort, verify};

/// One heap; a move takes one or two, and a player who cannot move has lost.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    taken: Vec<u8>,
}

impl Game for Heap {
    type Move = u8;

    fn turn(&self) -> Side {
        if self.taken.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.left.min(2));
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.taken.push(taken);
    }

    fn undo(&mut self) {
        self.left += self.taken.pop().unwrap_or(0);
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then_some(Ending::Loss)
    }

    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn name(&self, taken: u8) -> String {
        format!("take{taken}")
    }
}

/// A custom engine: it searches deeper and deeper without events until it knows who wins, and reports only the last
/// search.
#[derive(Clone, Copy, Debug)]
struct UntilDecided {
    most: u32,
}

impl UntilDecided {
    fn depth(self, game: &Heap) -> u32 {
        let decides = |&depth: &u32| {
            alpha_beta(&mut game.clone(), &mut (), depth, Order::Static).is_ok_and(|found| found.score != Score::ZERO)
        };
        (1..self.most).find(decides).unwrap_or(self.most)
    }
}

impl Engine<Heap> for UntilDecided {
    type Report = ();

    fn header(&self, game: &Heap) -> Header {
        // The engine's own settings are enough; the header must be serializable.
        let (algorithm, order) = ("until-decided".to_owned(), Order::Static.to_string());
        Header { depth: self.depth(game), algorithm, order, ..Header::default() }
    }

    fn search<H: Hooks<Heap>>(&self, game: &mut Heap, hooks: &mut H) -> Result<Found<u8>, SearchError> {
        let result = alpha_beta(game, hooks, self.depth(game), Order::Static)?;
        Ok(Found { result, table_line: None })
    }
}

/// A format: the tree as edges, from the layout shared by all pictures.
const EDGES: Format = Format {
    name: "edges",
    description: "an edge a line",
    suffixes: &["edges"],
    shaped_by: ShapedBy::Nothing,
    write: |study, _, style, out| {
        let tree = study.explain(&Keep::ALL)?;
        let words = Words::new(style, &tree.header);
        let root = Row::in_search_order(&words, &tree.root);
        let rows = places(&root, Arrangement::Outline);
        for place in &rows {
            if let Some(parent) = place.parent {
                writeln!(out, "{} -> {}", rows[parent].node.name, place.node.name)?;
            }
        }
        Ok(())
    },
    write_step: None,
    write_strip: None,
};

fn study() -> Study<Heap, (), UntilDecided> {
    Study::by(UntilDecided { most: 9 }, Heap { left: 4, taken: Vec::new() }, ())
}

#[test]
fn a_strangers_game_and_engine_have_a_page_a_trace_and_a_verdict() {
    let study = study();
    let mut page = Vec::new();
    Page::new(&study, &PageOptions::default(), &Style::default()).unwrap().write(&mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    // With four matches, leave three.
    assert!(
        page.contains("until-decided") && page.contains("Best move   take1") | page.contains("Best line   take1"),
        "{page}"
    );
    let mut html = Vec::new();
    (format("html").unwrap().write)(&study, &PageOptions::default(), &Style::default(), &mut html).unwrap();
    assert!(String::from_utf8(html).unwrap().contains("until-decided"));
    let mut json = Vec::new();
    study.json_lines(&mut json).unwrap();
    let trace = Trace::read_json_lines(json.as_slice()).unwrap();
    assert_eq!((trace.header.depth, trace.outcome.best.as_deref()), (3, Some("take1")));
    assert!(verify(&study, &Effort::default()).unwrap().passes());
}

#[test]
fn a_strangers_format_is_drawn_from_the_common_layout() {
    let mut edges = Vec::new();
    (EDGES.write)(&study(), &PageOptions::default(), &Style::default(), &mut edges).unwrap();
    let edges = String::from_utf8(edges).unwrap();
    let tree = study().explain(&Keep::ALL).unwrap();
    assert_eq!(edges.lines().count() + 1, tree.root.size());
    assert!(edges.starts_with("(root) -> take1\n"), "{edges}");
}

/// An algorithm built on `Walk` needs to report only its passes, and its trace can be verified.
#[test]
fn a_strangers_algorithm_finds_the_score_and_its_trace_is_verified() {
    // A rook ending, a mate in two for White, and a stalemate at the root.
    let positions = [
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 2),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2),
    ];
    for (fen, depth) in positions {
        let study = crate::own_algorithm_example::study(fen, depth).unwrap();
        let trace = study.trace().unwrap();
        let mut game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        let is = minimax(&mut game, &mut (), depth, Order::None).unwrap();
        assert_eq!(trace.outcome.score, Some(is.score), "{fen}");
        let windows = trace.records.iter().filter_map(|record| match record.event {
            Event::Pass { window, .. } => Some(window),
            _ => None,
        });
        assert!(windows.clone().all(plywood::Window::is_null) && (1..12).contains(&windows.count()), "{fen}");
        let report = verify(&study, &Effort::default()).unwrap();
        assert!(report.passes(), "{fen}: {:?} {:?}", report.audit.findings.first(), report.failures);
        assert!(is.best.is_none() || report.has_checked(), "{fen}");
    }
}
