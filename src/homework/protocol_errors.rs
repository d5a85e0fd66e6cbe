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

/// Returns a program's output in printable form.
pub(super) fn shown(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Explains why a line is neither a question nor an answer.
pub(super) fn unknown(line: &str, words: &[&str]) -> String {
    let wrote = format!("It wrote \"{}\"", shown(line));
    let lower = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    let is_question = QUESTIONS.contains(&lower.as_str());
    match words {
        [word, ..] if *word != lower && (is_question || lower == "answer") => {
            format!("{wrote}. The words of the protocol are in lower case: {lower}.")
        }
        [word] if is_question => {
            format!("{wrote} without a node. Write \"{word} -\" for the root, or \"{word} 2\" for its second child.")
        }
        ["answer", value] => {
            format!(
                "{wrote} without a move. Write \"answer {} 1\" for the first move, or \"-\" instead of the 1 if there is no move.",
                shown(value)
            )
        }
        _ => format!(
            "{wrote} instead of a question or an answer. Only the protocol may go to standard output; print everything else to standard error."
        ),
    }
}

pub(super) fn no_node(place: &str) -> String {
    let asked = format!("It asked for the node {}, which does not exist.", shown(place));
    if ["0", "root"].contains(&place.to_lowercase().as_str()) {
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

/// Explains why an answer names none of the moves at a root with this many children.
pub(super) fn no_move(best: &str, children: usize) -> String {
    let chose = format!("It chose move {}, but", shown(best));
    match children {
        0 => format!("{chose} the root is a leaf. Write \"-\" if there is no move."),
        _ if best.parse::<f64>().is_err() => {
            format!("{chose} a move is a number from 1 to {children}. Write \"-\" if there is no move.")
        }
        _ => format!("{chose} the root has {children}, counted from 1."),
    }
}

/// Explains why a program has not answered, given its last line and whether the program plays positions.
pub(super) fn lost(lost: Lost, last: Option<&str>, plays: bool) -> String {
    let one = if plays { "position" } else { "tree" };
    let after = last.map_or_else(|| "before its first question".to_owned(), |line| format!("after \"{line}\""));
    match lost {
        Lost::Unstarted(why) => format!("It cannot be started: {why}."),
        Lost::Silent(seconds) => format!(
            "Your program sent nothing for {seconds} s, the limit for one {one} (--time raises it), {after}. Is it in an endless loop, does it wait for input, or did you forget to flush its output?"
        ),
        Lost::Ended(how, said) if said.is_empty() && last.is_none() && how.ends_with("exit code 0") => format!(
            "It {how} {after} about this {one}. After each answer, it must read the next line, until the line \"end\"."
        ),
        Lost::Ended(how, said) if said.is_empty() => format!("It {how} {after}."),
        Lost::Ended(how, said) => format!("It {how} {after}, and wrote:\n{said}"),
        Lost::Endless => "It wrote a line of more than 64 KiB.".to_owned(),
        Lost::Late => format!("The time for all trees ran out, {after} (--time raises it)."),
    }
}
