//! The protocol between plywood and a program for one tree. The program asks for nodes, so plywood knows which nodes it
//! read.

use super::AskedAlgorithm;
use super::position::SolvedPosition;
use super::protocol_errors::{
    self, Lost, OtherMove, between, no_move, no_node, no_value, shown, unknown, unknown_move,
};
use super::task::{Task, mover_name};
use crate::core::score::{Score, Window};
use crate::core::text::strip_bom;
use crate::exercise::PaperTree;
use crate::exercise::numbers::number;

/// The first line that a program receives.
pub(crate) const GREETING: &str = "plywood 1";
/// The last line that a program receives.
pub(crate) const FAREWELL: &str = "end";
/// The maximum number of questions that a program may ask about one tree.
const QUESTIONS: usize = 10_000;
/// The maximum number of messages without an answer that plywood records for one tree.
const RECORDED: usize = 50_000;

/// The connection to a program.
pub trait Wire {
    /// Sends a line. The next call to `receive` reports any failure.
    fn send(&mut self, line: &str);

    /// Waits for a line.
    fn receive(&mut self) -> Result<String, Lost>;

    /// Returns whether the same process has already answered another task.
    fn has_answered_before(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramAnswer {
    pub value: Score,
    pub best: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub answer: Result<ProgramAnswer, Trouble>,
    /// The value in the answer as the program wrote it, if it is not 0 but too small for a score.
    pub tiny: Option<String>,
    /// If the answer names a move that is not the root's: the value and the move, as the program wrote it.
    pub stray: Option<(Score, String)>,
    /// The leaves whose values the program asked for, each once, in order. The leaves are numbered as in the tree to
    /// search.
    pub reads: Vec<usize>,
    /// The values of the program's variables alpha and beta when it reached each node, if it reported them.
    pub windows: Vec<(usize, Window)>,
    /// The nodes whose children or value the program asked for, each once, with the number of leaves that it had read
    /// before.
    pub visits: Vec<(usize, usize)>,
    /// The leaves about which the program asked again after leaving them.
    pub again: Vec<usize>,
    /// All questions about nodes, in order, without immediate repetitions.
    pub questions: Vec<NodeQuestion>,
    /// The name of the first node below the depth limit whose children the program asked for.
    pub beyond: Option<String>,
    /// The name of the first node whose value the program asked for, although the node is not a leaf of this search.
    pub beside: Option<String>,
    /// The inner nodes whose static evaluations the program asked for, with the number of questions before.
    pub statics: Vec<(usize, usize)>,
}

/// A question about a node of the tree to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeQuestion {
    pub node: usize,
    /// Whether the program asked for a leaf's value; otherwise it asked whether the node has children.
    pub reads: bool,
}

/// The reason why a program gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    Unstarted,
    Silent,
    /// The time for all trees ran out, so nothing is known about this tree.
    Late,
    Ended,
    /// The program wrote something unexpected, or never stopped asking.
    Nonsense,
    /// The program wrote a line that is not part of the protocol after its answer to the task before, and before its
    /// first line about this task.
    Between,
}

impl Trouble {
    /// Returns whether another attempt would take a long time.
    pub fn is_slow(&self) -> bool {
        matches!(self.kind, TroubleKind::Silent | TroubleKind::Late)
    }
}

impl Attempt {
    /// Returns an attempt about which only the answer is known.
    pub fn of(answer: Result<ProgramAnswer, Trouble>) -> Self {
        let (reads, windows, visits, again) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (questions, statics, tiny, stray, beside, beyond) = (Vec::new(), Vec::new(), None, None, None, None);
        Self { answer, tiny, stray, reads, windows, visits, again, questions, statics, beside, beyond }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub what: String,
    pub kind: TroubleKind,
    /// Whether the program had asked a question before the trouble began.
    pub has_asked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedFor {
    Children,
    Value,
}

/// How many times the program has asked about a node since its last question about a different node.
#[derive(Clone, Copy, Debug, Default)]
struct QuestionBlock {
    node: usize,
    children: usize,
    values: usize,
}

/// The meaning of a line from the program.
enum QuestionLead {
    Children(usize),
    Value(usize),
    /// A question about something that does not affect the node's value, with its answer.
    About(String),
    /// The program asked plywood's helper code, which already knew the answer.
    Known(AskedFor, usize),
    Answer(ProgramAnswer),
    Came(usize, Window),
    Nothing,
}

/// Sets a task, and answers the program's questions until the program gives its answer.
pub fn talk<'a>(task: &'a Task, algorithm: AskedAlgorithm, wire: &'a mut dyn Wire) -> Attempt {
    let (whole, searched) = (task.whole(), task.searched());
    let places = places(&whole, task.depth.unwrap_or(usize::MAX));
    let (position, block) = (task.position.as_ref(), QuestionBlock::default());
    let mut talk = Talk { whole, places, searched, last: None, knows_root: false, stray: None, block, position, wire };
    if let Some(position) = talk.position {
        talk.wire.send(&format!("position {}", position.text()));
        return talk.run();
    }
    let side = mover_name(task.movers.at(0));
    let depth = task.depth.map(|depth| format!(" depth {depth}")).unwrap_or_default();
    talk.wire.send(&format!("search {} {side}{depth}", algorithm.name()));
    talk.run()
}

/// Returns, for each node of the whole tree, the corresponding node of the tree to search, if there is one.
pub(super) fn places(whole: &PaperTree, plies: usize) -> Vec<Option<usize>> {
    let mut next = 0..;
    whole.nodes().iter().map(|node| if node.ply <= plies { next.next() } else { None }).collect()
}

struct Talk<'a> {
    whole: PaperTree,
    places: Vec<Option<usize>>,
    searched: PaperTree,
    last: Option<String>,
    /// Whether the program has named the root as `-`.
    knows_root: bool,
    /// The value and the move of an answer whose move is not the root's.
    stray: Option<(Score, String)>,
    block: QuestionBlock,
    /// The position that the program plays, if it doesn't search a tree.
    position: Option<&'a SolvedPosition>,
    wire: &'a mut dyn Wire,
}

impl Talk<'_> {
    fn run(&mut self) -> Attempt {
        let trouble = |what: String| Err(Trouble { what, kind: TroubleKind::Nonsense, has_asked: true });
        let mut attempt = Attempt::of(trouble(String::new()));
        let mut questions = 0;
        // A message that needs no answer does not count as a question. The time limit for a tree also limits how many
        // such messages there can be.
        while questions < QUESTIONS {
            let is_first = self.last.is_none();
            let asked = match self.wire.receive() {
                // Some languages write a byte order mark before their first line.
                Ok(line) if is_first => self.understood(strip_bom(&line)),
                Ok(line) => self.understood(&line),
                Err(lost) => {
                    let kind = match lost {
                        Lost::Unstarted(_) => TroubleKind::Unstarted,
                        Lost::Silent(_) => TroubleKind::Silent,
                        Lost::Late => TroubleKind::Late,
                        Lost::Ended(..) => TroubleKind::Ended,
                        Lost::Endless => TroubleKind::Nonsense,
                    };
                    let what = protocol_errors::lost(lost, self.last.as_deref(), self.position.is_some());
                    let has_asked = self.last.is_some();
                    attempt.answer = Err(Trouble { what, kind, has_asked });
                    return attempt;
                }
            };
            match asked {
                Ok(QuestionLead::Nothing) => {}
                Ok(QuestionLead::Came(node, window)) => {
                    let place = self.places[node].filter(|_| attempt.windows.len() < RECORDED);
                    attempt.windows.extend(place.map(|node| (node, window)));
                }
                Ok(QuestionLead::Known(kind, node)) => {
                    if attempt.questions.len() < RECORDED {
                        self.asked(kind, node, &mut attempt);
                    }
                }
                Ok(QuestionLead::Children(node)) => {
                    questions += 1;
                    self.asked(AskedFor::Children, node, &mut attempt);
                    self.wire.send(&self.whole.node(node).children.len().to_string());
                }
                Ok(QuestionLead::About(answer)) => {
                    questions += 1;
                    self.wire.send(&answer);
                }
                Ok(QuestionLead::Value(node)) => {
                    questions += 1;
                    self.asked(AskedFor::Value, node, &mut attempt);
                    let value = self.whole.node(node).value;
                    self.wire.send(&format!("{value:.*}", value.decimals()));
                }
                Ok(QuestionLead::Answer(answer)) => {
                    attempt.tiny = self.tiny(answer);
                    attempt.answer = Ok(answer);
                    return attempt;
                }
                Err(_) if is_first && self.wire.has_answered_before() && self.is_stray() => {
                    let line = self.last.as_deref().unwrap_or_default();
                    let what = between(line, self.position.is_some());
                    attempt.answer = Err(Trouble { what, kind: TroubleKind::Between, has_asked: false });
                    return attempt;
                }
                Err(what) => {
                    attempt.answer = trouble(what);
                    attempt.stray = self.stray.take();
                    return attempt;
                }
            }
        }
        attempt.answer = trouble(format!(
            "It asked {QUESTIONS} questions about this tree of {} nodes and gave no answer. Does it search forever?",
            self.whole.nodes().len()
        ));
        attempt
    }

    /// Records a question about a node of the whole tree.
    fn asked(&mut self, kind: AskedFor, node: usize, attempt: &mut Attempt) {
        if self.block.node != node || (self.block.children, self.block.values) == (0, 0) {
            self.block = QuestionBlock { node, children: 0, values: 0 };
        }
        let is_first = (self.block.children, self.block.values) == (0, 0);
        match kind {
            AskedFor::Children => self.block.children += 1,
            AskedFor::Value => self.block.values += 1,
        }
        let Some(place) = self.places[node] else {
            let name = || Some(self.whole.node(node).name.clone());
            match kind {
                AskedFor::Children => attempt.beyond = attempt.beyond.take().or_else(name),
                AskedFor::Value => attempt.beside = attempt.beside.take().or_else(name),
            }
            return;
        };
        if !self.searched.is_leaf(place) && kind == AskedFor::Value {
            let name = if node == 0 { "the root".to_owned() } else { self.whole.node(node).name.clone() };
            attempt.beside = attempt.beside.take().or(Some(name));
            if attempt.statics.len() < RECORDED {
                attempt.statics.push((attempt.questions.len(), place));
            }
            return;
        }
        let question = NodeQuestion { node: place, reads: kind == AskedFor::Value };
        if attempt.questions.last() != Some(&question) {
            attempt.questions.push(question);
        }
        if !attempt.visits.iter().any(|(visited, _)| *visited == place) {
            attempt.visits.push((place, attempt.reads.len()));
        }
        if !self.searched.is_leaf(place) {
            return;
        }
        // Some programs ask twice whether a node is a leaf, or ask twice for its value. A program that repeats both
        // questions has visited the node twice.
        let is_read = attempt.reads.contains(&place);
        let comes_back = is_read && is_first && kind == AskedFor::Value;
        let comes_twice = self.block.values == 2 && 2 <= self.block.children;
        let is_back = is_read && is_first && kind == AskedFor::Children;
        if comes_back || is_back || (comes_twice && kind == AskedFor::Value) {
            attempt.again.push(place);
        }
        if kind == AskedFor::Value && !is_read {
            attempt.reads.push(place);
        }
    }

    /// Returns whether the last line does not even begin with a word of the protocol.
    fn is_stray(&self) -> bool {
        let line = self.last.as_deref().unwrap_or_default();
        protocol_errors::is_stray(line, self.position.is_some())
    }

    fn understood(&mut self, line: &str) -> Result<QuestionLead, String> {
        self.last = Some(shown(line));
        let words: Vec<&str> = line.split_whitespace().collect();
        self.knows_root |= words.last() == Some(&"-") && words.first() != Some(&"answer");
        if let Some(position) = self.position {
            return self.moved(position, &words).map(QuestionLead::Answer);
        }
        match words.as_slice() {
            ["children", place] => self.node(place).map(QuestionLead::Children),
            ["value", place] => self.node(place).map(QuestionLead::Value),
            ["player", place] => {
                let mover = |node: usize| self.whole.movers().at(self.whole.node(node).ply);
                self.node(place).map(|node| QuestionLead::About(mover_name(mover(node)).to_owned()))
            }
            ["probability", place] => {
                self.node(place).map(|node| QuestionLead::About(self.whole.probability(node).to_string()))
            }
            ["again", "children", place] => self.node(place).map(|node| QuestionLead::Known(AskedFor::Children, node)),
            ["again", "value", place] => self.node(place).map(|node| QuestionLead::Known(AskedFor::Value, node)),
            ["answer", value, best] => self.answer(value, best).map(QuestionLead::Answer),
            // Programs may report the windows and results of nodes.
            ["call", place, alpha, beta] => Ok(self.came(place, alpha, beta).unwrap_or(QuestionLead::Nothing)),
            ["call" | "return", ..] => Ok(QuestionLead::Nothing),
            _ => Err(unknown(line, &words)),
        }
    }

    /// Reads a move in a position.
    fn moved(&self, position: &SolvedPosition, words: &[&str]) -> Result<ProgramAnswer, String> {
        let line = self.last.as_deref().unwrap_or_default();
        let ["move", mv] = words else { return Err(unknown_move(line, &self.whole.node(1).name)) };
        let names = || self.whole.nodes()[1..].iter().map(|node| node.name.as_str()).collect::<Vec<_>>().join(" ");
        let best = position
            .read(mv)
            .ok_or_else(|| format!("It played {}, which is not legal; the legal moves are {}.", shown(mv), names()))?;
        Ok(ProgramAnswer { value: self.whole.minimax(0), best: Some(best) })
    }

    /// Finds the node of a question: `-`, or the numbers of the moves from the root.
    fn node(&self, place: &str) -> Result<usize, String> {
        if place == "-" {
            return Ok(0);
        }
        let step = |at: usize, word: &str| {
            let number: usize = word.parse().ok()?;
            self.whole.node(at).children.get(number.checked_sub(1)?).copied()
        };
        place.split('.').try_fold(0, step).ok_or_else(|| no_node(place, self.knows_root))
    }

    fn came(&self, place: &str, alpha: &str, beta: &str) -> Option<QuestionLead> {
        let window = Window { alpha: self.score(alpha)?, beta: self.score(beta)? };
        Some(QuestionLead::Came(self.node(place).ok()?, window))
    }

    /// Reads a number as any programming language prints it. A number that is too large for a score counts as infinite.
    fn score(&self, text: &str) -> Option<Score> {
        let text = text.replace(['−', '–'], "-");
        // In some locales, C# and Java print a comma instead of a decimal point.
        let decimal = |text: &str| text.replacen(',', ".", 1).parse::<f64>().ok();
        // Exact means are fractions in many languages.
        let fraction = || text.split_once('/').and_then(|(part, whole)| Some(decimal(part)? / decimal(whole)?));
        let value = || decimal(&text).or_else(fraction).filter(|value| !value.is_nan());
        let beyond = |value: f64| if value < 0.0 { Score::MIN } else { Score::MAX };
        number(&text, &self.whole).or_else(|| value().map(|value| Score::from_pawns(value).unwrap_or(beyond(value))))
    }

    /// Returns the value in the last line if it is not 0, although the score read from it is.
    fn tiny(&self, answer: ProgramAnswer) -> Option<String> {
        let text = self.last.as_deref()?.split_whitespace().nth(1).filter(|_| answer.value == Score::ZERO)?;
        let value: f64 = text.replacen(',', ".", 1).parse().ok()?;
        (value != 0.0).then(|| text.to_owned())
    }

    /// Returns what a text names that is not the number of a move at the root.
    fn other_move(&self, best: &str) -> OtherMove {
        let number = |text: &str| text.parse::<usize>().ok();
        if let Some((mv, _)) = best.split_once('.').filter(|_| self.node(best).is_ok()) {
            return number(mv).map_or(OtherMove::Nothing, OtherMove::Below);
        }
        let most = self.whole.nodes().iter().map(|node| node.children.len()).max().unwrap_or_default();
        let is_elsewhere = number(best).is_some_and(|number| (1..=most).contains(&number));
        if is_elsewhere { OtherMove::OfAnotherNode } else { OtherMove::Nothing }
    }

    fn answer(&mut self, value: &str, best: &str) -> Result<ProgramAnswer, String> {
        let line = self.last.as_deref().unwrap_or_default();
        let value = self.score(value).ok_or_else(|| no_value(line, value))?;
        let count = self.whole.node(0).children.len();
        // Some languages print a whole number as 1.0.
        let index = |best: Score| (1..=count as i32).position(|number| Score::from_millipawns(number * 1000) == best);
        let mv = match best {
            "-" => None,
            _ => self.score(best).and_then(index),
        };
        if mv.is_none() && best != "-" {
            let other = self.other_move(best);
            self.stray = (count != 0 && other != OtherMove::Nothing).then(|| (value, best.to_owned()));
            return Err(no_move(best, count, other));
        }
        Ok(ProgramAnswer { value, best: mv })
    }
}
