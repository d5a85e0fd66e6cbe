//! Sentences about a program that breaks the protocol: what is wrong and, for those who write the protocol themselves,
//! what to write instead.

use crate::core::text::visible;

/// The maximum number of characters of a program's output to show.
const SHOWN: usize = 60;
/// The lines with which a program asks about a node.
const QUESTIONS: [&str; 4] = ["children", "value", "player", "probability"];

/// Why no line comes from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The program could not be started, for this reason.
    Unstarted(String),
    /// The program was silent for this many seconds.
    Silent(u64),
    /// The program ended; contains its exit status and standard error.
    Ended(String, String),
    /// The program wrote a line that never ended.
    Endless,
    /// The time for all trees together ran out.
    Late,
}

/// What a program that plays must do. The starter programs cannot, because they wait for a tree.
const POSITION: &str = " It must answer the line \"position ...\" with a move, such as \"move b2\". The programs of `plywood exercise starter` search only trees.";

/// Returns a program's output in printable form.
pub(super) fn shown(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Returns the word of the protocol with which a line begins, even if the program wrote it with capitals or with a
/// punctuation mark after it.
fn keyword(line: &str, plays: bool) -> Option<&'static str> {
    let letters: String = line.trim_start().chars().take_while(|letter| letter.is_alphabetic()).collect();
    let of_trees = QUESTIONS.iter().chain(&["answer"]);
    let words: Vec<&'static str> = if plays { vec!["move"] } else { of_trees.copied().collect() };
    words.into_iter().find(|word| *word == letters.to_lowercase())
}

/// Returns whether a line does not begin with a word of the protocol.
pub(super) fn is_stray(line: &str, plays: bool) -> bool {
    keyword(line, plays).is_none()
}

/// Quotes a line that the program wrote.
fn quoted(line: &str) -> String {
    if line.trim().is_empty() { "an empty line".to_owned() } else { format!("\"{}\"", shown(line)) }
}

/// Explains what is wrong with a line if its first word is a word of the protocol in another spelling.
fn misspelled(line: &str, plays: bool) -> Option<String> {
    let word = keyword(line, plays)?;
    let own = line.split_whitespace().next().filter(|own| *own != word)?;
    let wrote = format!("It wrote {}", quoted(line));
    if own.to_lowercase() == word {
        return Some(format!("{wrote}. The words of the protocol are in lower case: {word}."));
    }
    Some(format!("{wrote}. The word must be \"{word}\", with nothing but a space after it."))
}

/// Explains why a line is neither a question nor an answer.
pub(super) fn unknown(line: &str, words: &[&str]) -> String {
    let wrote = format!("It wrote {}", quoted(line));
    if let Some(why) = misspelled(line, false) {
        return why;
    }
    match words {
        [word] if QUESTIONS.contains(word) => {
            format!("{wrote} without a node. Write \"{word} -\" for the root, or \"{word} 2\" for its second child.")
        }
        [word, ..] if QUESTIONS.contains(word) => format!(
            "{wrote}. After \"{word}\" comes one node, such as \"{word} 2.1\" for the first child of the root's second child."
        ),
        ["answer", value] => {
            format!(
                "{wrote} without a move. Write \"answer {} 1\" for the first move, or \"-\" instead of the 1 if there is no move.",
                shown(value)
            )
        }
        ["answer", ..] => {
            format!("{wrote}. After \"answer\" come a value and the number of a move, such as \"answer 3 1\".")
        }
        _ => format!(
            "{wrote} instead of a question or an answer. Only the protocol may go to standard output; print everything else to standard error."
        ),
    }
}

/// Explains why a line is not a move, given a legal move.
pub(super) fn unknown_move(line: &str, legal: &str) -> String {
    misspelled(line, true).unwrap_or_else(|| {
        format!(
            "It wrote {} instead of a move, such as \"move {legal}\". Print everything else to standard error.",
            quoted(line)
        )
    })
}

/// Explains a line that a program wrote between two tasks.
pub(super) fn between(line: &str, plays: bool) -> String {
    let when = if plays {
        "After its move in one position, and before its move in the next one,"
    } else {
        "After its answer to one tree, and before its first question about the next one,"
    };
    format!(
        "{when} it wrote {}. Only the protocol may go to standard output; print everything else to standard error.",
        quoted(line)
    )
}

/// Explains that a node does not exist. A program that has asked about the root as `-` means another node by 0.
pub(super) fn no_node(place: &str, knows_root: bool) -> String {
    let asked = format!("It asked for the node {}, which does not exist.", shown(place));
    let place = place.to_lowercase();
    if place == "root" || (place == "0" && !knows_root) {
        return format!("{asked} Write \"-\" for the root.");
    }
    format!("{asked} The first move of a node is number 1.")
}

pub(super) fn no_value(line: &str, value: &str) -> String {
    // C++ also prints `-nan` and `nan(ind)`.
    if value.trim_start_matches(['-', '+']).to_lowercase().starts_with("nan") {
        return format!(
            "Its answer was \"{line}\". NaN is the result of a calculation without a value, such as inf - inf or 0 * inf, \
             so no comparison with it is true."
        );
    }
    format!("Its answer was \"{line}\", but the value is not a number.")
}

/// What an answer names instead of a move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherMove {
    /// A node below the root's move with this number.
    Below(usize),
    /// A number that is too large for the root, but not for another node.
    OfAnotherNode,
    Nothing,
}

/// Explains why an answer names none of the moves at a root with this many children.
pub(super) fn no_move(best: &str, children: usize, other: OtherMove) -> String {
    let chose = format!("It chose move {}, but", shown(best));
    let counted = format!("{chose} the root has {children}, counted from 1.");
    let is_shared = "Is the best move in a variable that all nodes share?";
    match (children, other) {
        (0, _) => format!("{chose} the root is a leaf. Write \"-\" if there is no move."),
        (_, OtherMove::Below(mv)) => format!("{chose} that lies below the root's move {mv}. {is_shared}"),
        (_, OtherMove::OfAnotherNode) => format!("{counted} {is_shared}"),
        _ if best.parse::<f64>().is_err() => {
            format!("{chose} a move is a number from 1 to {children}. Write \"-\" if there is no move.")
        }
        _ => counted,
    }
}

/// Explains why a program has not answered, given its last line and whether the program plays positions.
pub(super) fn lost(lost: Lost, last: Option<&str>, plays: bool) -> String {
    let one = if plays { "position" } else { "tree" };
    let first = if plays { "before its move" } else { "before its first question" };
    let after = last.map_or_else(|| first.to_owned(), |line| format!("after \"{line}\""));
    match lost {
        Lost::Unstarted(why) => format!("It cannot be started: {why}."),
        Lost::Silent(seconds) => format!(
            "Your program sent nothing for {seconds} s, the limit for one {one} (--time raises it), {after}. Is it in an endless loop, does it wait for input, or did you forget to flush its output?{}",
            if plays { POSITION } else { "" }
        ),
        Lost::Ended(how, said) if said.is_empty() && last.is_none() && how.ends_with("exit code 0") => format!(
            "It {how} {after} {} this {one}. After each {}, it must read the next line, until the line \"end\".",
            if plays { "in" } else { "about" },
            if plays { "move" } else { "answer" }
        ),
        Lost::Ended(how, said) if said.is_empty() => format!("It {how} {after}."),
        Lost::Ended(how, said) => format!("It {how} {after}, and wrote:\n{said}"),
        Lost::Endless => "It wrote a line of more than 64 KiB.".to_owned(),
        Lost::Late => format!("The time for all {one}s ran out, {after} (--time raises it)."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown_line(line: &str) -> String {
        unknown(line, &line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn a_slip_in_a_line_of_the_protocol_is_not_taken_for_something_printed() {
        for (why, sentence) in [
            (unknown_line("answer: 1 -"), "The word must be \"answer\", with nothing but a space after it."),
            (unknown_line("Answer: 1 -"), "The word must be \"answer\""),
            (unknown_line("ANSWER 1 -"), "The words of the protocol are in lower case: answer."),
            (unknown_line("answer 1 2 3"), "After \"answer\" come a value and the number of a move"),
            (unknown_line("value 1 2"), "After \"value\" comes one node"),
            (unknown_move("Move c2", "c2"), "The words of the protocol are in lower case: move."),
            (unknown_move("move: c2", "c2"), "The word must be \"move\""),
        ] {
            assert!(why.contains(sentence) && !why.contains("standard error"), "{why}");
        }
        let silent = |plays| lost(Lost::Silent(5), None, plays);
        assert!(silent(true).contains("before its move") && silent(true).contains("answer the line \"position ...\""));
        assert!(!silent(false).contains("position"));
        assert!(unknown_line(" ").starts_with("It wrote an empty line instead of a question or an answer."));
        assert!(unknown_move("c2", "c2").contains("\"c2\" instead of a move, such as \"move c2\""));
        assert!(is_stray("done", false) && is_stray("move c2", false) && !is_stray("answer 1 -", false));
    }
}
