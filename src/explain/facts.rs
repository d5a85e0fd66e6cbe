//! The top of a page: the subject and settings of the search, the view of its scores, and the result next to the board.

use super::answer::Fact;
use super::tables;
use crate::core::game::Mover;
use crate::core::game::chess::Evaluation;
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut, Fail, Order, Technique, Techniques};
use crate::core::text::listed;
use crate::core::trace::{Change, Header, ReplacedScore};
use crate::core::tree::{Node, SearchTree};
use crate::page::comparison::View;
use crate::page::document::{Block, Document, PagePart};
use crate::page::escape;
use crate::page::style::Style;
use crate::page::text::{counted, position, side_to_move};
use crate::page::words::Words;

/// The maximum number of replaced scores that are listed; the rest are only counted.
const MOST_REPLACED: usize = 4;

/// Returns the title of a lesson or position or, if it has no title, its name; empty if it has neither.
pub(crate) fn heading(header: &Header) -> &str {
    if header.title.is_empty() { &header.name } else { &header.title }
}

/// Returns the short name of a search: its heading, or else its board, or else its algorithm.
pub(crate) fn called(header: &Header) -> &str {
    match heading(header) {
        "" => header.position().unwrap_or(&header.algorithm),
        heading => heading,
    }
}

/// Returns the sentences before the result: the subject, the settings, the view of the scores, the changes, and the
/// board on which Sargon searched.
pub(crate) fn sentences(tree: &SearchTree, words: &Words<'_>) -> Vec<String> {
    let header = &tree.header;
    let mut sentences = vec![search_sentence(header), score_sentence(header, words.style.view)];
    sentences.extend(further_sentences(tree, words));
    sentences
}

/// Returns the sentences in three parts: the subject and settings; the view of the scores; and everything else.
pub(crate) fn about(tree: &SearchTree, words: &Words<'_>) -> [String; 3] {
    let header = &tree.header;
    let rest: Vec<String> = origin_sentence(header).into_iter().chain(further_sentences(tree, words)).collect();
    [search_sentence(header), whose_sentence(header, words.style.view), rest.join(" ")]
}

fn further_sentences(tree: &SearchTree, words: &Words<'_>) -> impl Iterator<Item = String> {
    let limits = limit_sentence(&tree.header, words);
    limits.into_iter().chain(change_sentences(&tree.header, words)).chain(tables::sentence(tree))
}

/// Describes the range of leaf values; if it is unknown, explains the consequence for chance nodes.
pub(crate) fn limit_sentence(header: &Header, words: &Words<'_>) -> Vec<String> {
    let Some(limits) = header.leaves else {
        let is_cutting = header.movers().has_chance() && header.has_window();
        let text = "A chance node passes no bounds down unless you give the range of leaf values (--leaves MIN..MAX).";
        return is_cutting.then(|| text.to_owned()).into_iter().collect();
    };
    let [least, most] = limits.map(|limit| words.style.score(limit));
    let worth = match limits.map(Score::is_infinite) {
        [false, false] => format!("from {least} to {most}"),
        [false, true] => format!("at least {least}"),
        [true, _] => format!("at most {most}"),
    };
    let mut said = vec![format!("Leaves are assumed to be worth {worth}.")];
    let shape = header.shape.as_ref();
    if let Some((name, score)) = shape.and_then(|shape| shape.leaf_beyond(limits, header.movers())) {
        said.push(format!(
            "{name} is {}, though: what is skipped because of the range is not proved.",
            words.style.score(score)
        ));
    }
    said
}

/// Returns a page that begins with the title and the name. `sentences` come next to the board, followed by `facts`,
/// each with a label and its text.
pub(crate) fn top(header: &Header, sentences: &[String], facts: Vec<Fact>, style: &Style) -> Document {
    let mut page = Document::default();
    if !header.title.is_empty() {
        let name = if header.title == header.name { "" } else { &header.name };
        page.push(Block::Heading(header.title.clone(), name.to_owned()));
    }
    if !header.title.is_empty() && header.position().is_some() {
        page.gap();
    }
    let board = header.position().map(|root| position(root, &header.games, style)).unwrap_or_default();
    page.part(PagePart::Board);
    page.push(Block::Beside(board, sentences.join(" "), facts));
    page
}

/// Describes who moves, the depth and the settings: `White to move, 3 plies, alpha-beta, static order.`
pub(crate) fn search_sentence(header: &Header) -> String {
    let mut facts = subject_facts(header);
    facts.push(header.algorithm.clone());
    if !header.techniques.is_empty() {
        facts.push(format!("with {}", listed(&header.techniques)));
    }
    if header.takes_deeper_answers() {
        facts.push("deeper table entries also answer".to_owned());
    }
    facts.push(order_words(header));
    if header.cut == Cut::AboveBeta.name() {
        facts.push("cutoffs only above beta (gt)".to_owned());
    }
    // If the lesson is fail-soft by default, there is no need to mention fail-soft.
    let is_usual = [&header.fail, &header.lesson_fail].iter().all(|fail| *fail == Fail::Soft.name());
    if !(header.fail.is_empty() || is_usual && header.cut.is_empty()) {
        facts.push(format!("fail-{}", header.fail));
    }
    if !header.mistake.is_empty() {
        facts.push(format!("with the mistake {}", header.mistake));
    }
    if header.shape.is_none() && !header.evaluation.is_empty() {
        facts.push(evaluation_words(header));
    }
    sentence(&facts)
}

/// Describes what several searches share: who moves, the depth, and the move ordering if all of them use the same one.
pub(crate) fn subject_sentence(header: &Header, shares_order: bool) -> String {
    let mut facts = subject_facts(header);
    if shares_order {
        facts.push(order_words(header));
    }
    if !header.evaluation.is_empty() {
        facts.push(evaluation_words(header));
    }
    sentence(&facts)
}

/// Returns the external engine that evaluates positions, if there is one.
fn outside(header: &Header) -> Option<&str> {
    header.evaluation.strip_prefix("uci:")
}

fn evaluation_words(header: &Header) -> String {
    match outside(header) {
        Some(engine) => format!("static evaluation by {engine}"),
        None => format!("{} evaluation", header.evaluation),
    }
}

fn subject_facts(header: &Header) -> Vec<String> {
    let mover = side_to_move(header).map(|side| format!("{side} to move"));
    mover.into_iter().chain([counted(u64::from(header.depth), "ply", "plies")]).collect()
}

fn sentence(facts: &[String]) -> String {
    format!("{}.", facts.join(", "))
}

/// Returns the move ordering in words.
pub(crate) fn order_words(header: &Header) -> String {
    if header.order == Order::None.to_string() {
        return if header.shape.is_some() { "moves as listed" } else { "moves as generated" }.to_owned();
    }
    if header.order == Order::RightToLeft.to_string() {
        return if header.shape.is_some() { "moves from right to left" } else { "moves as generated, reversed" }
            .to_owned();
    }
    let mut words = format!("{} order", header.order);
    if header.technique_set().has(Technique::History) {
        // History only decides between moves that the ordering ranks equally, so a search with history uses this
        // ordering.
        words.push_str(" (quiet moves by history)");
    }
    if header.game.is_some() && header.order == Order::Static.to_string() {
        words.push_str(" (except at the last ply)");
    }
    words
}

/// Describes the view, the unit and the source of the scores; for a game, also its rules.
pub(crate) fn score_sentence(header: &Header, view: View) -> String {
    match (header.fen.is_some(), header.shape.is_some(), header.evaluation.is_empty()) {
        // The author of the lesson may have invented the scores, or `distil` may have computed them.
        (true, true, true) => format!("{GIVEN}, in pawns {}.", whose(header, view)),
        (true, true, false) => {
            format!("{TRIED}. Scores are in pawns {}: {}.", whose(header, view), own_scores(header))
        }
        _ => [whose_sentence(header, view)].into_iter().chain(origin_sentence(header)).collect::<Vec<_>>().join(" "),
    }
}

/// The beginning of the sentence about the moves of a lesson.
pub(crate) const TRIED: &str = "This search tries only the lesson's moves";
const GIVEN: &str = "This search tries only the lesson's moves and uses its scores";

/// Describes the view and the unit of the scores.
pub(crate) fn whose_sentence(header: &Header, view: View) -> String {
    let whose = whose(header, view);
    match (header.game.is_some(), header.fen.is_some(), view) {
        (true, ..) => format!("Scores are {whose}: #2 is a win in two moves (better than #3), #-2 a loss."),
        (_, true, _) => format!("Scores are in pawns {whose}."),
        (_, false, View::Minimax) => format!("All scores are {whose}."),
        (_, false, View::Negamax) => format!("Each score is {whose}."),
    }
}

/// Describes where the scores of a lesson on a board come from; for a game, what its static evaluation counts, and its
/// rules.
pub(crate) fn origin_sentence(header: &Header) -> Option<String> {
    if let Some(game) = header.named_game().ok().flatten() {
        return Some(format!("{}{}", counted_at_leaves(header), game.rules()));
    }
    let is_given = header.evaluation.is_empty();
    let said = || if is_given { format!("{GIVEN}.") } else { format!("{TRIED}; scores are {}.", own_scores(header)) };
    (header.fen.is_some() && header.shape.is_some()).then(said)
}

fn whose(header: &Header, view: View) -> String {
    let game = header.named_game().ok().flatten();
    match (view, game, header.fen.is_some()) {
        (View::Negamax, ..) => "for the side that made the move (negamax)".to_owned(),
        (View::Minimax, Some(game), _) => format!("for {} (MAX)", game.sides()[0]).replace("MAX (MAX)", "MAX"),
        (View::Minimax, None, true) => "for White (MAX)".to_owned(),
        (View::Minimax, None, false) => {
            let first = match header.movers().at(0) {
                Mover::Max => "MAX moves first",
                Mover::Min => "MIN moves first",
                Mover::Chance => "a chance node comes first",
            };
            format!("MAX's; {first}")
        }
    }
}

fn own_scores(header: &Header) -> String {
    let else_ = match outside(header) {
        Some(engine) => format!("those of {engine}"),
        None if header.evaluation == Evaluation::Material.name() => "the material on the board".to_owned(),
        None => format!("those of the {}", evaluation_words(header)),
    };
    format!("the lesson's own if it gives them, otherwise {else_}")
}

/// Describes what the static evaluation of a classroom game counts, if the search can stop before the end of the game.
fn counted_at_leaves(header: &Header) -> String {
    let Some(game) = header.scored_game() else { return String::new() };
    let is_whole = game.rest().is_some_and(|rest| rest <= header.depth);
    if is_whole {
        String::new()
    } else {
        format!("Static evaluations ({}): {}. ", header.evaluation, game.scored_in_words())
    }
}

/// Lists how the search differs from the plain position or lesson: static evaluations that the lesson gives, and
/// changes for this run.
fn change_sentences(header: &Header, words: &Words<'_>) -> Vec<String> {
    let mut said = Vec::new();
    let is_changed = |one: &&ReplacedScore| {
        header.changes.iter().any(|change| matches!(change, Change::Score { line, .. } if *line == one.line))
    };
    let given: Vec<&ReplacedScore> = header.replaced_scores.iter().filter(|one| !is_changed(one)).collect();
    if !given.is_empty() {
        let show = |one: &&ReplacedScore| {
            format!("{} {}", words.place(&one.line), words.score(one.score, one.line.len().saturating_sub(1)))
        };
        let mut shown: Vec<String> = given.iter().take(MOST_REPLACED).map(show).collect();
        if MOST_REPLACED < given.len() {
            shown.push(format!("{} more", given.len() - MOST_REPLACED));
        }
        said.push(format!("Static evaluations given by the lesson: {}.", listed(&shown)));
    }
    let mut scores = Vec::new();
    for change in &header.changes {
        match change {
            Change::Score { line, score } => {
                let effect = match &header.shape {
                    _ if is_beyond(header, line) => {
                        ", which has no effect, because it is deeper than this search".to_owned()
                    }
                    None => " (static evaluation)".to_owned(),
                    Some(_) if is_inner(header, line) => {
                        format!(", which is not a leaf: {}", effect_of_evaluation(header))
                    }
                    Some(_) => String::new(),
                };
                scores.push(format!("{} = {}{effect}", words.place(line), change_score(*score, line, words)));
            }
            Change::Only { line, moves } if line.is_empty() => {
                said.push(format!("This run searched only these root moves: {}.", listed(moves)));
            }
            Change::Only { line, moves } => {
                said.push(format!("After {}, this run searched only {}.", words.place(line), listed(moves)));
            }
            Change::Without { kinds } => {
                let kind = if kinds.len() == 1 { "kind" } else { "kinds" };
                said.push(format!("This run skipped moves of the {kind} {}.", listed(kinds)));
            }
        }
    }
    if !scores.is_empty() {
        let separator = if scores.iter().any(|score| score.contains(", ")) { "; " } else { ", " };
        said.push(format!("Changed for this run: {}.", scores.join(separator)));
    }
    said
}

/// Returns whether a line is longer than any line of the search.
fn is_beyond(header: &Header, line: &[String]) -> bool {
    let techniques = header.technique_set();
    let knows = header.known_algorithm().is_some() && techniques.iter().count() == header.techniques.len();
    knows && (header.depth as usize) < line.len() && !techniques.intersects(Techniques::BEYOND_DEPTH)
}

/// Returns whether the full-depth search continues after a line. If it does, the static evaluation after this line is
/// not the line's value.
fn is_inner(header: &Header, line: &[String]) -> bool {
    let Some(shape) = &header.shape else { return false };
    let node = line.iter().try_fold(0, |node, name| shape.child(Some(node), 0, name));
    line.len() < header.depth as usize && node.is_some_and(|node| !shape.children(node).is_empty())
}

/// Describes what the static evaluation of an inner node affects.
fn effect_of_evaluation(header: &Header) -> String {
    let techniques = header.technique_set();
    if header.known_algorithm().is_none() || techniques.iter().count() != header.techniques.len() {
        return "this changes its static evaluation".to_owned();
    }
    let by_technique = [
        (Technique::Iterative, "the shallower passes"),
        (Technique::LateMoveReduction, "the reduced searches"),
        (Technique::Futility, "futility"),
        (Technique::NullMove, "null moves"),
    ];
    let uses: Vec<&str> = [(header.order == Order::Static.to_string(), "the move ordering")]
        .into_iter()
        .chain(by_technique.map(|(technique, use_)| (techniques.has(technique), use_)))
        .chain([(!header.mistake.is_empty(), "the mistake")])
        .filter_map(|(is_used, use_)| is_used.then_some(use_))
        .collect();
    match uses.as_slice() {
        [] => "this search does not use its static evaluation".to_owned(),
        uses => format!("its static evaluation affects only {}", listed(uses)),
    }
}

/// Writes a changed score in the page's view; the header gives it from MAX's view.
fn change_score(score: Score, line: &[String], words: &Words<'_>) -> String {
    let mover = line.len().saturating_sub(1);
    let of_mover = if words.perspective.is_max(mover) { score } else { -score };
    words.score(of_mover, mover)
}

/// Returns the lesson's note, empty if it has none. The note refers to the default search of the whole lesson and to
/// MAX's scores, so a remark is added if the search or the view differs.
pub(crate) fn note_text(header: &Header, words: &Words<'_>) -> String {
    if header.note.is_empty() {
        return String::new();
    }
    let fail = if header.fail == header.lesson_fail { "" } else { &header.fail };
    let chosen = [&header.cut, fail, &header.mistake];
    let usual = match header.lesson_algorithm.as_str() {
        "" => Algorithm::default().name(),
        named => named,
    };
    let is_usual = header.algorithm == usual
        && header.order == header.usual_order()
        && header.techniques.is_empty()
        && header.changes.is_empty()
        && !header.varied
        && chosen.into_iter().all(str::is_empty);
    let aside = if is_usual || header.name.is_empty() {
        String::new()
    } else {
        format!("(This note describes the unchanged lesson, searched by plain {usual}; the numbers above may differ.) ")
    };
    let view = match words.perspective.view {
        View::Minimax => String::new(),
        View::Negamax => format!("(Scores in this note are {}'s.) ", words.sides().0),
    };
    format!("{aside}{view}{}", header.note)
}

/// Returns the lesson's note and question, and the answer if requested.
pub(crate) fn note(header: &Header, answers: bool, words: &Words<'_>) -> Document {
    let mut said = vec![note_text(header, words)];
    said.retain(|text| !text.is_empty());
    if header.tour {
        said.push("For the guided tour of this tree, write a page for your browser: -o tour.html".to_owned());
    }
    if !header.ask.is_empty() {
        said.push(format!("Question: {}", header.ask));
    }
    if answers && !header.answer.is_empty() {
        said.push(format!("Answer: {}", header.answer));
    }
    let mut page = Document::default();
    if !said.is_empty() {
        page.gap();
    }
    said.into_iter().for_each(|text| page.text(text));
    page
}

/// Returns the options that show more about a position.
pub(crate) fn hints(tree: &SearchTree) -> Vec<String> {
    let other = tree.root.in_search_order().into_iter().find(|child| !child.on_pv && child.judgement.is_some());
    let of = |other: &Node| ["--why", "--focus"].map(|option| escape::shell_option(option, other.name()));
    let hints = other.into_iter().flat_map(of);
    let hints = hints.chain(["--roots all", "--full", "--log", "--legend"].map(str::to_owned));
    hints.map(|hint| hint.replace(' ', "\u{a0}")).collect()
}
