//! Writes the cases of an unknown leaf as JSON.

use super::{Case, Cases};
use crate::core::game::Movers;
use crate::core::ratio::Ratio;
use crate::core::search::Cut;
use crate::core::text::write_json;
use crate::core::trace::NodeName;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The JSON document.
#[derive(Serialize)]
struct CasesJson<'a> {
    format: &'static str,
    version: u32,
    title: &'a str,
    unknown: &'a str,
    leaves: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    movers: Option<Movers>,
    depth: u32,
    algorithm: &'a str,
    order: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<&'static str>,
    cases: Vec<CaseJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<OtherJson<'a>>,
}

/// The cases under the other rule for ties.
#[derive(Serialize)]
struct OtherJson<'a> {
    cut: &'static str,
    cases: Vec<CaseJson<'a>>,
}

#[derive(Serialize)]
struct CaseJson<'a> {
    from: Option<Value>,
    from_included: bool,
    to: Option<Value>,
    to_included: bool,
    value: LineJson,
    best: Option<&'a str>,
    pruned: &'a [NodeName],
}

#[derive(Serialize)]
struct LineJson {
    slope: Value,
    constant: Value,
}

impl<'a> From<&'a Case> for CaseJson<'a> {
    fn from(case: &'a Case) -> Self {
        Self {
            from: case.from.map(exact),
            from_included: case.from_included,
            to: case.to.map(exact),
            to_included: case.to_included,
            value: LineJson { slope: exact(case.value.slope), constant: exact(case.value.constant) },
            best: case.best.as_deref(),
            pruned: &case.pruned,
        }
    }
}

/// Returns the ratio as a number if three decimals express it exactly, otherwise as a fraction in a string.
fn exact(ratio: Ratio) -> Value {
    let text = ratio.to_string();
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// Writes the cases as JSON.
pub(crate) fn json(cases: &Cases, out: &mut dyn Write) -> io::Result<()> {
    let header = &cases.header;
    // The rule for ties is written only if there are cases under the other rule.
    let own = cases.other.as_ref().map(|(cut, _)| match cut {
        Cut::AtBeta => Cut::AboveBeta.name(),
        Cut::AboveBeta => Cut::AtBeta.name(),
    });
    let document = CasesJson {
        format: "plywood-cases",
        version: 1,
        title: &header.title,
        unknown: &cases.letter,
        leaves: &cases.leaves,
        movers: header.movers,
        depth: header.depth,
        algorithm: &header.algorithm,
        order: &header.order,
        cut: own,
        cases: cases.list.iter().map(CaseJson::from).collect(),
        other: cases
            .other
            .as_ref()
            .map(|(cut, list)| OtherJson { cut: cut.name(), cases: list.iter().map(CaseJson::from).collect() }),
    };
    write_json(&document, out)
}
