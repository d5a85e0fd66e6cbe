//! What a run may cost: nothing takes much more time or memory than what it reads or searches asks for.
//!
//! The limits are the kernel's, in seconds of the processor and in bytes, and far from what a run needs: what costs the square
//! of its input passes them by far.

use crate::{Folder, output};

/// What the program needs before it does anything, most of it its own code: 300 MB.
const BASE: usize = 300_000_000;

/// Runs a command on the file `input` with so many bytes of memory beyond the base and so many seconds.
fn within(bytes: usize, seconds: u32, folder: &Folder, arguments: &[&str]) -> String {
    let limits = format!("ulimit -t {seconds}; ulimit -v {}; exec < input", (BASE + bytes) / 1024);
    output(&mut folder.behind(&limits, arguments))
}

/// A tree of `n` moves with two answers each: 3 n nodes.
fn wide(n: usize) -> String {
    format!("({})", "(1 2) ".repeat(n))
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_costs_a_kilobyte_a_node() {
    let n = 60_000;
    let folder = Folder::with("input", wide(n));
    let page = within(3 * n * 1000, 30, &folder, &["explain", "-"]);
    assert!(page.contains("Best play"), "{page}");
    let outline = within(3 * n * 1000, 30, &folder, &["explain", "-", "--style", "outline"]);
    assert!(3 * n < outline.lines().count(), "every node has a row");
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_is_verified_at_a_kilobyte_a_node() {
    let n = 15_000;
    let folder = Folder::with("input", wide(n));
    let trace = within(3 * n * 1000, 30, &folder, &["explain", "-", "--format", "jsonl"]);
    folder.write("input", trace);
    let verified = within(3 * n * 1000, 30, &folder, &["verify", "-"]);
    assert!(verified.contains("claims none is wrong"), "{verified}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_found_at_the_cost_of_those_before_it() {
    let folder = Folder::with("input", "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(100_000));
    within(20_000_000, 5, &folder, &["explain", "-", "-d", "1", "--ply", "0", "--game", "1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_suite_costs_two_kilobytes_a_position() {
    let n = 5000;
    let folder = Folder::with("input", "4k3/8/4K3/8/8/8/8/R7 w - - id \"one\";\n".repeat(n));
    let suite = within(n * 2000, 30, &folder, &["explain", "-", "-d", "1"]);
    assert!(n < suite.lines().count());
}
