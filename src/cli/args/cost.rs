//! A warning before a search that would take too long.

use crate::cli::context::Context;
use crate::core::study::AnyStudy;
use crate::explain::CostEstimate;

/// The approximate number of nodes searched per second.
const SPEED: f64 = 1e6;

/// Warns on standard error if a search will take too long, and suggests alternatives.
pub(in crate::cli) fn warn(context: &Context, study: &dyn AnyStudy) {
    let Some(cost) = CostEstimate::of_hopeless(study) else { return };
    context.tell(&format!(
        "{}\n  at a million nodes a second: {}\n  to keep the answer of each finished depth: --with iterative,tt\n  a depth that ends \
         soon: --depth {}",
        cost.sentence(),
        lasting(cost.nodes / SPEED),
        cost.patient_depth()
    ));
}

/// Returns a duration in words.
fn lasting(seconds: f64) -> String {
    const HOUR: f64 = 3600.0;
    const YEAR: f64 = 365.0 * 24.0 * HOUR;
    match seconds {
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        ..172_800.0 => format!("{:.0} hours", seconds / HOUR),
        ..YEAR => format!("{:.0} days", seconds / (24.0 * HOUR)),
        _ if seconds < 1e4 * YEAR => format!("{:.0} years", seconds / YEAR),
        _ => "more than 10,000 years".to_owned(),
    }
}
