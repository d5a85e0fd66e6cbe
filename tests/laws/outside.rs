//! What a stranger adds without touching the crate: a game, an engine, a format. `examples/` has more.

use plywood::Score;
use plywood::game::{Ending, Game, Side};
use plywood::hooks::Hooks;
use plywood::proof::{Effort, verify};
use plywood::render::{Format, Page, Parts, Row, Shape, ShapedBy, Style, Words, places};
use plywood::search::{Found, SearchError, Settings};
use plywood::study::{AnyStudy, Engine, Study};
use plywood::trace::{Header, Trace};
use plywood::tree::Keep;

/// One heap; a move takes one or two, and whoever cannot move has lost.
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

/// An engine with an idea of its own: it searches deeper, unseen, until it knows who wins, and shows that search only.
#[derive(Clone, Copy, Debug)]
struct UntilDecided {
    most: u32,
}

impl UntilDecided {
    fn settings(self, game: &Heap) -> Settings {
        let at = |depth| Settings { depth, ..Settings::default() };
        let decides = |depth: &u32| {
            at(*depth).run(&mut game.clone(), &mut ()).is_ok_and(|found| found.result.score != Score::ZERO)
        };
        at((1..self.most).find(decides).unwrap_or(self.most))
    }
}

impl Engine<Heap> for UntilDecided {
    type Report = ();

    fn header(&self, game: &Heap) -> Header {
        Header { algorithm: "until-decided".to_owned(), ..Header::of(game, &self.settings(game)) }
    }

    fn search<H: Hooks<Heap>>(&self, game: &mut Heap, hooks: &mut H) -> Result<Found<u8>, SearchError> {
        self.settings(game).run(game, hooks)
    }
}

/// A format: the tree as edges, drawn from the layout that all pictures have.
const EDGES: Format = Format {
    name: "edges",
    description: "an edge a line",
    suffixes: &["edges"],
    shaped_by: ShapedBy::Nothing,
    write: |study, _, style, out| {
        let tree = study.explain(&Keep::ALL)?;
        let words = Words::new(style, &tree.header);
        let root = Row::in_search_order(&words, &tree.root);
        let rows = places(&root, Shape::Outline);
        for place in &rows {
            if let Some(parent) = place.parent {
                writeln!(out, "{} -> {}", rows[parent].node.name, place.node.name)?;
            }
        }
        Ok(())
    },
    write_step: None,
};

fn study() -> Study<Heap, (), UntilDecided> {
    Study::by(UntilDecided { most: 9 }, Heap { left: 4, taken: Vec::new() }, ())
}

#[test]
fn a_strangers_game_and_engine_have_a_page_a_trace_and_a_verdict() {
    let study = study();
    let mut page = Vec::new();
    Page::new(&study, &Parts::default(), &Style::default()).unwrap().write(&mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    // Four matches: leave three.
    assert!(
        page.contains("until-decided") && page.contains("Best move   take1") | page.contains("Best play   take1"),
        "{page}"
    );
    let mut json = Vec::new();
    study.json_lines(&mut json).unwrap();
    let trace = Trace::read_json_lines(json.as_slice()).unwrap();
    assert_eq!((trace.header.depth, trace.outcome.best.as_deref()), (3, Some("take1")));
    assert!(verify(&study, &Effort::default()).unwrap().passes());
}

#[test]
fn a_strangers_format_is_drawn_from_the_common_layout() {
    let mut edges = Vec::new();
    (EDGES.write)(&study(), &Parts::default(), &Style::default(), &mut edges).unwrap();
    let edges = String::from_utf8(edges).unwrap();
    let tree = study().explain(&Keep::ALL).unwrap();
    assert_eq!(edges.lines().count() + 1, tree.root.size());
    assert!(edges.starts_with("(root) -> take1\n"), "{edges}");
}
