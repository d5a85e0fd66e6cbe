//! The rules of a run, which the teacher sets with options. They are written as typed options and as JSON, so that the
//! marks can be reproduced.

use super::RanProgram;
use crate::core::game::Movers;
use crate::homework::{AskedAlgorithm, Assignment, MarksRule, TieRule, mover_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the command that repeats the run: on the same random trees, on the user's tree, or on the position on which
/// the program fails. Several trees of the user's are in files, whose names are not known here.
pub(super) fn command(ran: &RanProgram) -> Option<String> {
    let assignment = &ran.report.assignment;
    let subject = match assignment.own.as_slice() {
        _ if assignment.plays() => format!(" \"{}\"", ran.report.smallest.as_ref()?.task),
        [] => format!(" --seed {} --trees {}", assignment.seed, assignment.trees),
        [task] => {
            let is_min = task.movers.in_turn() && !task.root_is_max();
            format!(" \"{task}\"{}", if is_min { " --root min" } else { "" })
        }
        _ => return None,
    };
    Some(format!("plywood exercise run{subject}{} -- {}", rules(assignment), ran.command()))
}

/// Returns the options that the teacher set, as typed on the command line.
pub(super) fn rules(assignment: &Assignment) -> String {
    let mut text = String::new();
    if assignment.algorithm != AskedAlgorithm::AlphaBeta {
        text += &format!(" --algorithm {}", assignment.algorithm.name());
    }
    if let Some(movers) = assignment.spec.movers.filter(|movers| Some(*movers) != assignment.algorithm.usual_movers()) {
        let names: Vec<&str> = Vec::from(movers).into_iter().map(mover_name).collect();
        text += &format!(" --players {}", names.join(","));
    }
    if let Some(depth) = assignment.spec.depth {
        text += &format!(" --depth {depth}");
    }
    if assignment.rule != TieRule::Any {
        text += &format!(" --rule {}", assignment.rule.name());
    }
    if assignment.scheme.rule != MarksRule::default() {
        text += &format!(" --marks {}", assignment.scheme.rule.name());
    }
    if !assignment.scheme.weights.is_empty() {
        let weight = |(name, points): (&&str, &u32)| format!("{}={points}", name.replace(' ', "-"));
        text += &format!(" --weights {}", assignment.scheme.weights.iter().map(weight).collect::<Vec<_>>().join(","));
    }
    if assignment.time != Assignment::USUAL_TIME {
        text += &format!(" --time {}", assignment.time.as_secs());
    }
    text
}

/// Returns everything that the teacher set, so that the marks can be reproduced.
pub(super) fn as_json(assignment: &Assignment) -> Value {
    let players = |movers: Movers| Vec::from(movers).into_iter().map(mover_name).collect::<Vec<_>>();
    let scheme = &assignment.scheme;
    json!({
        "algorithm": assignment.algorithm.name(),
        "rule": assignment.rule.name(),
        "players": assignment.spec.movers.map(players),
        "depth": assignment.spec.depth,
        "trees": if assignment.own.is_empty() { assignment.trees } else { assignment.own.len() },
        "time": assignment.time.as_secs(),
        "marks": scheme.rule.name(),
        "weights": scheme.weights,
        "visibility": scheme.visibility.iter().map(|(name, when)| (*name, when.name())).collect::<BTreeMap<_, _>>(),
    })
}
