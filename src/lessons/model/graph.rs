//! Game graphs in the format of the autograder of Berkeley's CS 188 (`test_cases/*.test`): states, successors, values.

use super::{LARGEST_LESSON, LONGEST_LESSON, Model, ModelMove, NESTING_LIMIT};
use crate::core::game::{Mover, Movers};
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut};
use std::collections::{HashMap, HashSet};

/// Why a graph cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A required field is missing.
    #[error("there is no `{0}`")]
    Missing(&'static str),
    /// The text of a field is not closed.
    #[error("line {0}: the text that begins here is never closed")]
    Unclosed(usize),
    /// A line of a field has the wrong form.
    #[error("line {number}: `{field}`: `{line}` is wrong; {wanted}")]
    Line {
        /// The number of the line in the file, counted from 1.
        number: usize,
        /// The field.
        field: &'static str,
        /// The line.
        line: String,
        /// The expected form.
        wanted: &'static str,
    },
    /// A state at which the search ends has no value.
    #[error("the state `{0}` has no value in `evaluation`")]
    NoValue(String),
    /// The file requests a search that plywood does not have.
    #[error("`alg`: `{0}` is not known here; plywood reads files for MinimaxAgent, AlphaBetaAgent and ExpectimaxAgent")]
    Agent(String),
    /// The tree is too large.
    #[error("the tree of this graph is too large: more than {LARGEST_LESSON} nodes or {NESTING_LIMIT} plies")]
    TooLarge,
}

/// Returns whether a text looks like a file in this format.
pub(crate) fn looks_graph(text: &str) -> bool {
    text.len() <= LONGEST_LESSON && text.contains("\"GraphGameTreeTest\"") && text.contains("successors:")
}

impl Model {
    /// Reads a graph as a tree: agent 0 is MAX, and all others are MIN. If `alg`, the algorithm, is expectimax, the
    /// others draw their moves at random. The tree ends where the graph ends, at won and lost states, and at the depth
    /// of the test.
    ///
    /// # Errors
    /// [`GraphError`].
    pub fn from_graph(text: &str) -> Result<Self, GraphError> {
        let fields = fields(text)?;
        let field = |name: &'static str| fields.get(name).map(String::as_str).ok_or(GraphError::Missing(name));
        let number = |name: &'static str, usual: usize| match fields.get(name) {
            None => Ok(usual),
            Some(value) => {
                let wrong = || wrong(text, name, value, "expected a number of at least 1");
                value.trim().parse().ok().filter(|&number| 0 < number).ok_or_else(wrong)
            }
        };
        let (agents, rounds) = (number("num_agents", 2)?, number("depth", NESTING_LIMIT)?);
        let ends = ["win_states", "lose_states"].iter().filter_map(|name| fields.get(*name));
        let mut graph = Graph {
            plies: rounds.saturating_mul(agents),
            moves: HashMap::new(),
            values: HashMap::new(),
            ends: ends.flat_map(|states| states.split_whitespace()).collect(),
            nodes: 0,
        };
        for line in lines(field("successors")?) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let wanted = "expected a state, a move and the state that it leads to";
            let &[from, _, to] = words.as_slice() else { return Err(wrong(text, "successors", line, wanted)) };
            graph.moves.entry(from).or_default().push(to);
        }
        for line in lines(field("evaluation")?) {
            let value = line
                .split_once(char::is_whitespace)
                .and_then(|(state, value)| Some((state, value.trim().parse().ok()?)));
            let value = value.filter(|&(_, value)| Score::from_pawns(value).is_some());
            let (state, value) =
                value.ok_or_else(|| wrong(text, "evaluation", line, "expected a state and a number"))?;
            if !Score::is_exact(value) {
                return Err(wrong(text, "evaluation", line, "expected at most three decimals"));
            }
            graph.values.insert(state, value);
        }
        let start = field("start_state")?.trim();
        let agent = fields.get("alg").map(|name| name.trim());
        let title = format!("The graph of {}", agent.unwrap_or("a test"));
        let (algorithm, cut) = searched_by(agent)?;
        let moves = graph.below(start, 0)?;
        let movers = moved_by(agents, agent == Some("ExpectimaxAgent"));
        Ok(Self { title, movers, algorithm, cut, moves, ..Self::default() })
    }
}

/// Returns the algorithm of an agent and, if it is not the default, the agent's rule for ties: the course does not
/// allow alpha-beta to prune on equality.
fn searched_by(agent: Option<&str>) -> Result<(Option<String>, Option<String>), GraphError> {
    match agent {
        None => Ok((None, None)),
        Some("MinimaxAgent") => Ok((Some(Algorithm::Minimax.name().to_owned()), None)),
        Some("AlphaBetaAgent") => Ok((None, Some(Cut::AboveBeta.name().to_owned()))),
        Some("ExpectimaxAgent") => Ok((Some(Algorithm::Minimax.name().to_owned()), None)),
        Some(other) => Err(GraphError::Agent(other.to_owned())),
    }
}

/// Returns who chooses at each ply: agent 0, then the others in order. Returns `None` if MAX and MIN alternate.
fn moved_by(agents: usize, is_drawn: bool) -> Option<Movers> {
    let other = if is_drawn { Mover::Chance } else { Mover::Min };
    let agents: Vec<Mover> =
        (0..agents.min(Movers::LONGEST)).map(|agent| if agent == 0 { Mover::Max } else { other }).collect();
    Movers::new(&agents).filter(|&movers| movers != Movers::default())
}

fn wrong(text: &str, field: &'static str, line: &str, wanted: &'static str) -> GraphError {
    // The value of a single-line field is on the same line as its name.
    let is_it = |(_, whole): &(usize, &str)| whole.trim() == line || whole.starts_with(field) && whole.contains(line);
    let number = text.lines().enumerate().find(is_it).map_or(1, |(index, _)| index + 1);
    GraphError::Line { number, field, line: line.to_owned(), wanted }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Reads the fields, by name: `name: "text"`, or several lines in triple quotes.
fn fields(text: &str) -> Result<HashMap<&str, String>, GraphError> {
    let mut fields = HashMap::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some((name, rest)) = line.split_once(':').filter(|_| !line.trim_start().starts_with('#')) else { continue };
        let rest = rest.trim();
        let value = match rest.strip_prefix("\"\"\"") {
            None => rest.trim_matches('"').to_owned(),
            Some(first) => {
                let mut long = vec![first];
                loop {
                    let (_, line) = lines.next().ok_or(GraphError::Unclosed(number + 1))?;
                    match line.split_once("\"\"\"") {
                        Some((last, _)) => break long.push(last),
                        None => long.push(line),
                    }
                }
                long.join("\n")
            }
        };
        fields.insert(name.trim(), value);
    }
    Ok(fields)
}

struct Graph<'a> {
    /// The maximum number of moves of all agents together.
    plies: usize,
    moves: HashMap<&'a str, Vec<&'a str>>,
    values: HashMap<&'a str, f64>,
    ends: HashSet<&'a str>,
    nodes: usize,
}

impl Graph<'_> {
    /// Returns the moves of a state that is reached after `moved` moves.
    fn below(&mut self, state: &str, moved: usize) -> Result<Vec<ModelMove>, GraphError> {
        let next = self.moves.get(state).cloned().unwrap_or_default();
        next.into_iter().map(|child| self.node(child, moved + 1)).collect()
    }

    fn node(&mut self, state: &str, moved: usize) -> Result<ModelMove, GraphError> {
        self.nodes += 1;
        if LARGEST_LESSON < self.nodes || NESTING_LIMIT < moved {
            return Err(GraphError::TooLarge);
        }
        let name = state.to_owned();
        let is_over = self.ends.contains(state) || moved == self.plies || !self.moves.contains_key(state);
        if is_over {
            let value = self.values.get(state).ok_or_else(|| GraphError::NoValue(name.clone()))?;
            return Ok(ModelMove { name, score: Some(*value), ..ModelMove::default() });
        }
        Ok(ModelMove { name, moves: Some(self.below(state, moved)?), ..ModelMove::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_GHOSTS: &str = "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"3\"\n\ndiagram: \"\"\"\n a: b\n\"\"\"\n\
        num_agents: \"3\"\nstart_state: \"a\"\nwin_states: \"d1 d2 d3\"\nlose_states: \"\"\n\
        successors: \"\"\"\na L b1\na R b2\nb1 L c1\nb2 L d3\nc1 L d1\nc1 R d2\n\"\"\"\n\
        evaluation: \"\"\"\nd1 3.0\nd2 9.0\nd3 -2\n\"\"\"\n";

    #[test]
    fn two_ghosts_are_two_plies_of_min() {
        let model = Model::from_graph(TWO_GHOSTS).unwrap();
        let first = &model.moves[0];
        let below = |node: &ModelMove| node.moves.as_ref().unwrap()[0].clone();
        let names: Vec<String> =
            std::iter::successors(Some(first.clone()), |node| node.moves.as_ref().map(|_| below(node)))
                .map(|node| node.name)
                .collect();
        assert_eq!(names, ["b1", "c1", "d1"]);
        assert_eq!(model.movers.map(Vec::from), Some(vec![Mover::Max, Mover::Min, Mover::Min]));
        assert_eq!(below(&model.moves[1]).score, Some(-2.0));
    }

    #[test]
    fn it_ends_where_the_depth_does_and_says_what_is_missing() {
        let shallow =
            TWO_GHOSTS.replace("depth: \"3\"", "depth: \"1\"").replace("num_agents: \"3\"", "num_agents: \"1\"");
        assert_eq!(Model::from_graph(&shallow).unwrap_err(), GraphError::NoValue("b1".to_owned()));
        let error = |from: &str, to: &str| Model::from_graph(&TWO_GHOSTS.replace(from, to)).unwrap_err().to_string();
        assert_eq!(error("start_state", "x"), "there is no `start_state`");
        assert_eq!(
            error("d3 -2", "d3 much"),
            "line 23: `evaluation`: `d3 much` is wrong; expected a state and a number"
        );
        assert_eq!(
            error("a R b2", "a b2"),
            "line 14: `successors`: `a b2` is wrong; expected a state, a move and the state that it leads to"
        );
        assert_eq!(error("c1 L d1", "c1 L a"), "the state `a` has no value in `evaluation`");
        assert_eq!(error("-2\n\"\"\"\n", "-2\n"), "line 20: the text that begins here is never closed");
    }
}
