//! The rules of a run, which the teacher sets with options. They are written as typed options and as JSON, so that the
//! marks can be reproduced.

use super::RanProgram;
use crate::core::game::Movers;
use crate::homework::{AskedAlgorithm, MarksRule, Orders, TieRule, mover_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the command that repeats the run: on the same random trees, on the user's tree, or on the position on which
/// the program fails. Several trees of the user's are in files, whose names are not known here.
pub(super) fn command(ran: &RanProgram) -> Option<String> {
    let orders = &ran.report.orders;
    let subject = match orders.own.as_slice() {
        _ if orders.plays() => format!(" \"{}\"", ran.report.smallest.as_ref()?.task),
        [] => format!(" --seed {} --trees {}", orders.seed, orders.trees),
        [task] => {
            let is_min = task.movers.in_turn() && !task.root_is_max();
            format!(" \"{task}\"{}", if is_min { " --root min" } else { "" })
        }
        _ => return None,
    };
    Some(format!("plywood exercise run{subject}{} -- {}", rules(orders), ran.command()))
}

/// Returns the options that the teacher set, as typed on the command line.
pub(super) fn rules(orders: &Orders) -> String {
    let mut text = String::new();
    if orders.algorithm != AskedAlgorithm::AlphaBeta {
        text += &format!(" --algorithm {}", orders.algorithm.name());
    }
    if let Some(movers) = orders.spec.movers.filter(|movers| Some(*movers) != orders.algorithm.usual_movers()) {
        let names: Vec<&str> = Vec::from(movers).into_iter().map(mover_name).collect();
        text += &format!(" --players {}", names.join(","));
    }
    if let Some(depth) = orders.spec.depth {
        text += &format!(" --depth {depth}");
    }
    if orders.rule != TieRule::Any {
        text += &format!(" --rule {}", orders.rule.name());
    }
    if orders.scheme.rule != MarksRule::default() {
        text += &format!(" --marks {}", orders.scheme.rule.name());
    }
    if !orders.scheme.weights.is_empty() {
        let weight = |(name, points): (&&str, &u32)| format!("{}={points}", name.replace(' ', "-"));
        text += &format!(" --weights {}", orders.scheme.weights.iter().map(weight).collect::<Vec<_>>().join(","));
    }
    if orders.time != Orders::USUAL_TIME {
        text += &format!(" --time {}", orders.time.as_secs());
    }
    text
}

/// Returns everything that the teacher set, so that the marks can be reproduced.
pub(super) fn as_json(orders: &Orders) -> Value {
    let players = |movers: Movers| Vec::from(movers).into_iter().map(mover_name).collect::<Vec<_>>();
    let scheme = &orders.scheme;
    json!({
        "algorithm": orders.algorithm.name(),
        "rule": orders.rule.name(),
        "players": orders.spec.movers.map(players),
        "depth": orders.spec.depth,
        "trees": if orders.own.is_empty() { orders.trees } else { orders.own.len() },
        "time": orders.time.as_secs(),
        "marks": scheme.rule.name(),
        "weights": scheme.weights,
        "visibility": scheme.visibility.iter().map(|(name, when)| (*name, when.name())).collect::<BTreeMap<_, _>>(),
    })
}
