//! The frames of the step viewer: every lesson in three states, and properties of all frames.

use crate::support::{each_model, in_turn, load_model, path, snapshot};
use plywood::cursor::{Cursor, Goal, Way};
use plywood::hooks::{Event, Verdict};
use plywood::internal::explain::{Code, TreeLook, TreeStyle, least_decimals};
use plywood::internal::page::text::columns;
use plywood::internal::page::{Style, Words, decimals};
use plywood::internal::step::{Scene, ScoreLine, YesNoQuestion, frame, questions};
use plywood::internal::subject::Subject;
use plywood::score::{Score, Window};
use plywood::search::{Algorithm, Cut, Fail, Order, Settings, Technique};
use plywood::study::Limits;
use plywood::trace::Record;
use plywood::tree::Keep;
use std::io;
use std::path::Path;

type InMemory = Cursor<io::Cursor<Vec<u8>>>;

fn cursor(lesson: &Path) -> InMemory {
    let lesson = load_model(lesson);
    let (depth, subject) = (lesson.depth, Subject::from(lesson));
    let settings = Settings::default().depth(depth).order(subject.order.unwrap_or_default());
    let study = subject.study(&settings, None, Limits::default()).unwrap();
    Cursor::of_study(&*study).unwrap()
}

fn style(cursor: &InMemory) -> Style {
    let shape = cursor.header().shape.iter();
    let scores = shape.flat_map(|shape| (1..shape.len()).filter_map(|index| shape.score(index)));
    Style::default().decimals(decimals(scores, least_decimals(cursor.header()).max(cursor.decimals())))
}

fn drawn(cursor: &mut InMemory, step: usize, size: (usize, usize)) -> Vec<String> {
    let style = style(cursor);
    drawn_as(cursor, step, size, style)
}

fn drawn_as(cursor: &mut InMemory, step: usize, size: (usize, usize), style: Style) -> Vec<String> {
    looked_at(cursor, step, size, style, TreeLook::default())
}

fn looked_at(
    cursor: &mut InMemory,
    step: usize,
    (width, height): (usize, usize),
    style: Style,
    look: TreeLook,
) -> Vec<String> {
    cursor.go(step).unwrap();
    let (state, tree) = (cursor.state(), cursor.tree(&Keep::ALL).unwrap());
    let scene = Scene::new(cursor.header(), &state, style).tree(&tree).hint("? keys  q quit").look(look);
    frame(&scene, width, height)
}

/// Returns a third of the way, the first cutoff (or the middle), and the end.
fn three(cursor: &mut InMemory) -> [usize; 3] {
    let last = cursor.len();
    cursor.go(1).unwrap();
    let cutoff = if cursor.advance(&Goal::Cutoff, Way::Forward).unwrap() { cursor.step() } else { last / 2 };
    [last / 3, cutoff, last]
}

#[test]
fn frames() {
    each_model(&[], |lesson| {
        let mut cursor = cursor(lesson);
        let steps = three(&mut cursor);
        let frames = steps.map(|step| drawn(&mut cursor, step, (80, 24)).join("\n"));
        snapshot("stage", &frames.map(|frame| format!("{frame}\n{}", "=".repeat(80))).join("\n"));
    });
}

#[test]
fn the_key_for_cutoffs_finds_only_those_that_skip_something() {
    let mut cursor = cursor(&path("models/last-child.json"));
    cursor.go(1).unwrap();
    assert!(cursor.advance(&Goal::Cutoff, Way::Forward).unwrap());
    let skips = |record: &Record| matches!(record.event, Event::Judged { verdict: Verdict::Cutoff { skipped: 1 }, .. });
    assert!(skips(&cursor.state().event), "{:?}", cursor.state().event);
    assert!(!cursor.advance(&Goal::Cutoff, Way::Forward).unwrap());
}

#[test]
fn the_lines_of_other_branches_keep_their_colour() {
    let mut cursor = cursor(&path("models/sargon-2.json"));
    cursor.go(1).unwrap();
    for _ in 0..2 {
        assert!(cursor.advance(&Goal::Cutoff, Way::Forward).unwrap());
    }
    let (step, style) = (cursor.step(), style(&cursor).color(true));
    let lines = drawn_as(&mut cursor, step, (120, 40), style);
    let red: Vec<&str> = lines.iter().flat_map(|line| line.split("\u{1b}[1;31m").skip(1)).collect();
    assert!(!red.is_empty());
    for text in red {
        let text = text.split('\u{1b}').next().unwrap();
        assert!(!text.contains(['|', '`']), "{text}");
    }
}

/// In an upright tree in colour, only the node of the step and the nodes of the best line are bold.
#[test]
fn only_the_node_of_the_step_is_bold() {
    let mut cursor = cursor(&path("models/wikipedia.json"));
    let mut bold_steps = 0;
    for step in 1..=cursor.len() {
        let style = style(&cursor).color(true);
        let look = TreeLook::default().drawing(TreeStyle::Upright);
        let lines = looked_at(&mut cursor, step, (120, 40), style, look);
        // After the title, which is also bold.
        let bold = lines[1..].iter().flat_map(|line| line.split("\u{1b}[1m").skip(1));
        let bold: Vec<&str> = bold.map(|text| text.split('\u{1b}').next().unwrap()).collect();
        // The sign of the player and the value are next to the name.
        let is_name = |text: &&&str| !matches!(**text, "^" | "v") && text.parse::<f64>().is_err();
        let names: Vec<&&str> = bold.iter().filter(is_name).collect();
        assert!(names.len() <= 1 && names.iter().all(|name| name.starts_with('>')), "step {step}: {bold:?}");
        assert!(bold.len() <= 2 * names.len(), "step {step}: {bold:?}");
        bold_steps += names.len();
    }
    assert!(cursor.len() / 4 < bold_steps, "{bold_steps}");
}

#[test]
fn a_large_screen_is_used_and_keeps_things_together() {
    let frame = drawn(&mut cursor(&path("models/sargon-2.json")), 20, (200, 60));
    let board = frame.iter().find_map(|line| line.find("8 . r r")).unwrap();
    assert!(board < 160, "{board}");
    let axis = frame.iter().position(|line| line.starts_with("-inf")).unwrap();
    assert!(axis < 30 && frame.len() == 60, "{axis}");
    assert!(190 < frame[axis].len() && frame[axis].len() <= 200, "{}", frame[axis]);
    let frame = drawn(&mut cursor(&path("models/wikipedia.json")), 20, (80, 40));
    assert!(28 < frame.iter().filter(|line| !line.is_empty()).count(), "{}", frame.join("\n"));
}

/// If the board has no room next to the tree, it is printed below the tree after a blank line; if the page is at least
/// as wide as tree and board together, there is room.
#[test]
fn a_board_stands_beside_an_upright_tree_as_soon_as_both_fit() {
    const BOARD: usize = 20;
    let mut cursor = cursor(&path("models/sargon-2.json"));
    let style = style(&cursor);
    cursor.go(cursor.len()).unwrap();
    let (state, tree) = (cursor.state(), cursor.tree(&Keep::ALL).unwrap());
    let look = TreeLook::default().drawing(TreeStyle::Upright);
    let (header, tree) = (cursor.header(), Some(&tree));
    let scene = Scene::new(header, &state, style).tree(tree).look(look);
    let rank = "8 . r r";
    let (mut beside, mut below) = (0, 0);
    for width in 80..200 {
        let lines = frame(&scene, width, 60);
        let at = lines.iter().position(|line| line.contains(rank)).unwrap();
        if lines[at].starts_with(rank) {
            assert!(lines[at - 1].is_empty() && !lines[at - 2].is_empty(), "{}", lines.join("\n"));
            below += 1;
            continue;
        }
        // The lines of the board and those of the tree between them.
        let board = columns(lines[at].split(rank).next().unwrap());
        assert_eq!(board, width - BOARD + 1);
        let tree = lines[at..]
            .iter()
            .take_while(|line| !line.starts_with("-inf"))
            .map(|line| columns(line.get(..board).unwrap_or(line).trim_end()))
            .max();
        assert!(tree.unwrap() < board);
        beside += 1;
        let narrower = frame(&scene, width - 1, 60);
        if narrower.iter().any(|line| line.starts_with(rank)) {
            assert_eq!(tree.unwrap() + 1, board, "{}", lines.join("\n"));
        }
    }
    assert!(0 < beside && 0 < below, "{beside} {below}");
}

#[test]
fn a_sentence_has_two_lines_on_a_wide_screen_and_four_on_a_narrow_one() {
    let mut cursor = cursor(&path("models/wikipedia.json"));
    cursor.go(cursor.len()).unwrap();
    let (state, style) = (cursor.state(), style(&cursor));
    let text = "word ".repeat(60);
    let (header, look) = (cursor.header(), TreeLook::default());
    let scene = Scene::new(header, &state, style).instead(text.trim()).look(look);
    for (width, height, most) in [(61, 24, 2), (60, 24, 2), (59, 24, 4), (59, 16, 4), (59, 15, 3)] {
        let frame = frame(&scene, width, height);
        let said: Vec<&String> = frame[1..].iter().take_while(|line| line.starts_with("word")).collect();
        assert_eq!((said.len(), said[said.len() - 1].ends_with("..")), (most, true), "{width} {height}: {frame:?}");
        assert_eq!(frame[most + 1], "", "{width} {height}: {frame:?}");
    }
}

#[test]
fn frames_of_other_sizes() {
    for name in ["sargon-2", "deep-cutoff"] {
        let mut cursor = cursor(&path(&format!("models/{name}.json")));
        let step = three(&mut cursor)[1];
        for (width, height) in [(120, 40), (40, 20)] {
            let frame = drawn(&mut cursor, step, (width, height)).join("\n");
            snapshot(&format!("stage-{width}x{height}@{name}"), &frame);
        }
    }
}

#[test]
fn a_frame_fits_and_shows_the_current_node() {
    each_model(&[], |lesson| {
        let mut cursor = cursor(lesson);
        for step in 1..=cursor.len() {
            let sizes = [(80, 24), (120, 40), (40, 20), (30, 12), (300, 80)];
            // All sizes, or one in turn.
            for size in in_turn(sizes, step, 5) {
                let lines = drawn(&mut cursor, step, size);
                assert_eq!(lines.len(), size.1);
                for line in &lines {
                    assert!(columns(line) <= size.0, "step {step}, {size:?}: {line}");
                }
                // After the title and the sentence.
                let picture = &lines[if size.0 < 60 { 4 } else { 3 }..];
                // In rows at the start of the line, upright before the name.
                let is_mark = |text: &str| text.starts_with('>') && !text.starts_with(">=");
                let marks = |line: &String| line.char_indices().filter(|(at, _)| is_mark(&line[*at..])).count();
                let current: usize = picture[..picture.len() - 1].iter().map(marks).sum();
                assert_eq!(current, 1, "step {step}, {size:?}:\n{}", lines.join("\n"));
            }
        }
    });
}

/// Returns the verdict implied by the answers.
fn answered(questions: &[YesNoQuestion], event: &Record) -> Option<&'static str> {
    let Event::Judged { verdict, .. } = event.event else { return None };
    let yes = |what: &str| questions.iter().any(|one| one.text.ends_with(what) && one.answer);
    let no = |what: &str| questions.iter().any(|one| one.text.ends_with(what) && !one.answer);
    Some(match () {
        () if yes("cutoff?") => "cutoff",
        () if yes("new best?") => "best",
        () if no("new best?") => "not_best",
        // Nothing to compare with: the first score is the best.
        () => {
            if verdict == Verdict::NotBest {
                "?"
            } else {
                "best"
            }
        }
    })
}

#[test]
fn the_answers_are_the_verdicts() {
    let all = Algorithm::ALL.iter().flat_map(|&algorithm| {
        let techniques =
            [None, Some(Technique::Quiescence), Some(Technique::TranspositionTable), Some(Technique::Aspiration)];
        let cuts = [(Cut::default(), None), (Cut::AboveBeta, Some(Fail::Soft))];
        techniques.into_iter().flat_map(move |technique| cuts.map(|(cut, fail)| (algorithm, technique, cut, fail)))
    });
    let (mut asked, mut cutoffs) = (0, 0);
    for (algorithm, technique, cut, fail) in all {
        for name in ["sargon-4", "wikipedia", "ties", "equality", "deep-cutoff"] {
            let lesson = load_model(&path(&format!("models/{name}.json")));
            let techniques = technique.into_iter().collect();
            let plain = Settings::plain(algorithm, lesson.depth, Order::Static);
            let settings = plain.techniques(techniques).cut(cut).fail(fail);
            let Ok(study) = Subject::from(lesson).study(&settings, None, Limits::default()) else { continue };
            let mut cursor = Cursor::of_study(&*study).unwrap();
            let style = Style::default();
            for step in 1..=cursor.len() {
                cursor.go(step).unwrap();
                let state = cursor.state();
                let asks = questions(&state, &Words::new(&style, cursor.header()));
                let Event::Judged { verdict, .. } = state.event.event else {
                    assert_eq!(asks, []);
                    continue;
                };
                if state.event.notes.step.is_some() {
                    assert_eq!(answered(&asks, &state.event), Some(verdict.name()), "{name} {settings:?} {step}");
                    asked += asks.len();
                    cutoffs += usize::from(verdict.is_cutoff());
                } else {
                    assert_eq!(asks, []);
                }
            }
        }
    }
    assert!(800 < asked && 100 < cutoffs, "{asked} {cutoffs}");
}

#[test]
fn the_interval_has_the_order_of_the_scores() {
    let scores: Vec<Score> =
        [Score::MIN, Score::MAX].into_iter().chain([-3000, 0, 1, 5000].map(Score::from_millipawns)).collect();
    for &alpha in &scores {
        for &beta in &scores {
            for &score in &scores {
                for width in [10, 70] {
                    let ScoreLine { alpha: a, beta: b, dot } =
                        ScoreLine::new(Window::new(alpha, beta), Some(score), width);
                    let dot = dot.unwrap();
                    assert_eq!(
                        (a.cmp(&b), dot.cmp(&a), dot.cmp(&b)),
                        (alpha.cmp(&beta), score.cmp(&alpha), score.cmp(&beta))
                    );
                    assert!(a.max(b).max(dot) < width);
                }
            }
        }
    }
}

/// With `--code`, the frame contains the lines of the code next to the tree or above it, with a mark at the line of
/// this step.
#[test]
fn the_code_stands_beside_the_tree() {
    let mut cursor = cursor(&path("models/wikipedia.json"));
    cursor.go(9).unwrap();
    let (state, style) = (cursor.state(), style(&cursor));
    let code = Some(Code::of(cursor.header(), style.view));
    let (header, look) = (cursor.header(), TreeLook::default());
    let scene = Scene::new(header, &state, style).code(code).look(look);
    for size in [(140, 45), (80, 45)] {
        let lines = frame(&scene, size.0, size.1);
        assert!(lines.iter().any(|line| line.contains("search(")), "{size:?}\n{}", lines.join("\n"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("-> ")).count(), 1, "{}", lines.join("\n"));
        assert!(lines.len() <= size.1 && lines.iter().all(|line| columns(line) <= size.0), "{}", lines.join("\n"));
    }
}

/// While a question about the next score is open, no dot shows a score on the number line.
#[test]
fn no_dot_stands_on_the_line_while_a_question_is_open() {
    let mut cursor = cursor(&path("models/wikipedia.json"));
    let style = style(&cursor);
    let mut seen = 0;
    for step in 1..=cursor.len() {
        cursor.go(step).unwrap();
        let (state, look) = (cursor.state(), TreeLook::default());
        let axis = |instead| {
            let header = cursor.header();
            let scene = Scene::new(header, &state, style).instead(instead).look(look);
            let lines = frame(&scene, 80, 24);
            lines.into_iter().find(|line| line.starts_with("-inf ")).unwrap_or_default()
        };
        let has_dot = |line: &str| line.contains(['o', '@']);
        seen += usize::from(has_dot(&axis(None)));
        assert!(!has_dot(&axis(Some("8 against 5: cutoff?"))), "at event {step}");
    }
    assert!(5 < seen, "{seen}");
}
