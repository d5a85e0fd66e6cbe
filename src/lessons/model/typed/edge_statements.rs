//! Reads the statements of a list of edges: what a node is, and which scores and probabilities are beside it.

use super::dot::DotReader;
use super::edges::EdgeNumber;
use super::error::{TypedFault, TypedProblem};
use super::probability::is_fraction;
use super::word::{number, role};
use crate::core::game::Mover;
use std::collections::BTreeMap;

impl DotReader<'_> {
    /// Reads statements up to the end of the text.
    pub(super) fn edges(&mut self) -> Result<(), TypedFault> {
        loop {
            self.skip();
            if self.rest().is_empty() {
                return self.scores();
            }
            if !self.eat(";") && !self.eat(",") {
                self.is_behind_arrow = false;
                self.statement()?;
            }
        }
    }

    /// Reads the nodes of a list of edges, of which each may have a score: `B, C`, `a = 3`. A node before an arrow
    /// begins another edge.
    pub(super) fn listed(&mut self) -> Result<Vec<usize>, TypedFault> {
        let is_behind_arrow = self.is_behind_arrow;
        let mut nodes = Vec::new();
        loop {
            self.skip();
            let at = self.at;
            let id = self.word()?;
            if !nodes.is_empty() && self.arrow() {
                self.at = at;
                break;
            }
            let node = self.graph.node(&id, at);
            let player = self.described(node, at)?;
            nodes.push((node, player));
            if !self.eat(",") || self.rest().trim_start().is_empty() {
                break;
            }
        }
        let list = nodes.iter().map(|(node, _)| *node).collect();
        if is_behind_arrow {
            self.players = nodes;
        } else {
            nodes
                .into_iter()
                .for_each(|(node, player)| player.into_iter().for_each(|player| self.graph.choose(node, player)));
        }
        Ok(list)
    }

    /// Reads what a list of edges says about a node after its name: `= 3`, `: 0.3`, `(MAX)`. Returns the player.
    fn described(&mut self, node: usize, at: usize) -> Result<Option<Mover>, TypedFault> {
        let line = self.rest().lines().next().unwrap_or_default();
        let is_score = !self.is_behind_arrow && number(line.trim().trim_end_matches([';', ','])).is_ok();
        let is_in_brackets = self.eat("(");
        let is_colon = !is_in_brackets && self.eat(":");
        if !is_in_brackets && !is_colon && !self.eat("=") && !is_score {
            return Ok(None);
        }
        let text = self.word()?;
        if is_in_brackets && !self.eat(")") {
            return Err((at, TypedProblem::Unclosed('(')));
        }
        let player = role(&text);
        if player.is_none() {
            let is_beside = self.is_behind_arrow && (is_colon || is_in_brackets);
            self.numbers.push(EdgeNumber { at, node, text, is_beside });
        }
        Ok(player)
    }

    /// Gives nodes their scores. Of two numbers after a node, a fraction beside an edge to it is its probability.
    fn scores(&mut self) -> Result<(), TypedFault> {
        let mut scores: BTreeMap<usize, EdgeNumber> = BTreeMap::new();
        for number in std::mem::take(&mut self.numbers) {
            let Some(earlier) = scores.get(&number.node) else {
                scores.insert(number.node, number);
                continue;
            };
            let (weight, score) = if earlier.is_beside { (earlier, &number) } else { (&number, earlier) };
            if weight.is_beside && !score.is_beside && is_fraction(&weight.text) {
                self.graph.weigh(number.node, &weight.text);
                if earlier.is_beside {
                    scores.insert(number.node, number);
                }
            } else if earlier.text != number.text {
                let name = self.graph.id(number.node).to_owned();
                return Err((number.at, TypedProblem::TwoScores(name, earlier.text.clone(), number.text)));
            }
        }
        for number in scores.into_values() {
            let label = scored(self.graph.id(number.node), &number.text);
            self.graph.label(number.node, &label);
        }
        Ok(())
    }
}

/// Returns the label of a leaf with this name and score. A number that names the leaf is not part of the label.
fn scored(name: &str, score: &str) -> String {
    if number(name).is_ok() { score.to_owned() } else { format!("{name}\n{score}") }
}
