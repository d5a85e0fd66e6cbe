//! States the result and the cost of a search in one sentence each, for browser pages.

use super::answer::{answer, meaning};
use super::skips::Skips;
use crate::core::score::ScoreKind;
use crate::core::tree::SearchTree;
use crate::page::text::{capitalized, counted, in_words, noun, without_zeros};
use crate::page::words::Words;

/// Describes the best move, its score and the cost: `MAX takes A: 3. Seven of nine leaves were evaluated; two cutoffs
/// skipped two leaves in all.`
pub(crate) fn claim(tree: &SearchTree, words: &Words<'_>) -> String {
    let outcome = &tree.outcome;
    let cost = || capitalized(&cost_in_words(tree));
    if let (Some(score), true, true) = (outcome.score, outcome.complete, tree.header.movers().is_chance(0)) {
        return format!("Value: {} on average. {}.", without_zeros(&words.score(score, 0)), cost());
    }
    let (Some(best), Some(score), true) = (&outcome.best, outcome.score, outcome.complete) else {
        let facts = answer(tree, words, false).into_iter();
        return facts.map(|(label, text)| format!("{label}: {text}")).collect::<Vec<_>>().join(" ");
    };
    let takes = if tree.header.position().is_some() { "plays" } else { "takes" };
    let meaning = meaning(tree, score, words).map(|said| format!(", {said}")).unwrap_or_default();
    let (side, mv) = (words.perspective.side(0), words.mv(best, 0));
    let mate = match score.kind() {
        ScoreKind::MateIn(plies) => Some(("mate", plies)),
        ScoreKind::MatedIn(plies) => Some(("mated", plies)),
        ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => None,
    };
    let worth = match mate.filter(|_| tree.header.fen.is_some()) {
        Some((word, plies)) => format!("{word} in {}", in_words(u64::from(plies.div_ceil(2)))),
        None if tree.header.position().is_none() => without_zeros(&words.score(score, 0)),
        None => words.score(score, 0),
    };
    format!("{side} {takes} {mv}: {worth}{meaning}. {}.", cost())
}

/// Describes whether two named searches agree and what each cost: `Both find 1.Ng6+: 9. Static order: 8 of 8 leaves;
/// best order: 5 of 8 leaves.`
pub(crate) fn claim_of_two(searches: [(&str, &SearchTree); 2], words: &Words<'_>) -> String {
    let found = searches.map(|(_, tree)| match (&tree.outcome.best, tree.outcome.score) {
        (Some(best), Some(score)) => {
            let meaning = meaning(tree, score, words).map(|said| format!(", {said}")).unwrap_or_default();
            format!("{}: {}{meaning}", words.mv(best, 0), without_zeros(&words.score(score, 0)))
        }
        _ => "no best move".to_owned(),
    });
    let [one, other] = searches.map(|(name, tree)| format!("{name}: {}", leaves_in_short(tree)));
    let cost = format!("{}; {}.", capitalized(&one), uncapitalized(&other));
    match found {
        [first, second] if first == second => format!("Both find {first}. {cost}"),
        [first, second] => format!("One finds {first}; the other {second}. {cost}"),
    }
}

fn cost_in_words(tree: &SearchTree) -> String {
    if !tree.header.has_window() {
        return format!("{}; minimax has no cutoffs", leaves_in_words(tree));
    }
    let skips = Skips::of(tree);
    // "Two cutoffs skipped two leaves" could be read as two leaves each.
    let all = if skips.are_several() { " in all" } else { "" };
    format!("{}; {}{all}", leaves_in_words(tree), skips.in_words(in_words))
}

/// Returns how many leaves were evaluated, in a few words.
fn leaves_in_short(tree: &SearchTree) -> String {
    let counts = &tree.outcome.statistics;
    let (scored, all) = (counts.leaves, tree.header.shape.as_ref().map_or(0, |shape| shape.leaves() as u64));
    match () {
        () if 1 < counts.passes || counts.searched_again != 0 || 0 < all && all < scored => {
            counted(scored, "evaluation", "evaluations")
        }
        () if all == 0 => counted(scored, "leaf", "leaves"),
        () => format!("{scored} of {}", counted(all, "leaf", "leaves")),
    }
}

/// Returns the text with a lower-case letter at its beginning.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn leaves_in_words(tree: &SearchTree) -> String {
    let counts = &tree.outcome.statistics;
    let (scored, all) = (counts.leaves, tree.header.shape.as_ref().map_or(0, |shape| shape.leaves() as u64));
    let were = noun(scored, "was", "were");
    match () {
        () if 1 < counts.passes || counts.searched_again != 0 || 0 < all && all < scored => {
            // Without this remark, a reader of "15 leaves" would assume that they are all different.
            let passes =
                if 1 < counts.passes { format!(" in {} passes", in_words(counts.passes)) } else { String::new() };
            let tree = if all == 0 { String::new() } else { format!(" (the tree has {})", in_words(all)) };
            format!("leaves were evaluated {} {}{passes}{tree}", in_words(scored), noun(scored, "time", "times"))
        }
        () if all == 0 => format!("{} {} {were} evaluated", in_words(scored), noun(scored, "leaf", "leaves")),
        () if all == scored && all == 1 => "the only leaf was evaluated".to_owned(),
        () if all == scored && all == 2 => "both leaves were evaluated".to_owned(),
        () if all == scored => format!("all {} leaves were evaluated", in_words(all)),
        () => format!("{} of {} leaves {were} evaluated", in_words(scored), in_words(all)),
    }
}
