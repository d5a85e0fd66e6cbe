//! Compares the numbers and moves near a plywood command in README and `docs/` with the printed output; if it doesn't
//! contain them, with the output of the commands. The chapters of the course about positions are checked in the same
//! way. A number of leaves, nodes or cutoffs must appear in the output as a number of leaves, nodes or cutoffs.

use super::commands::{Shell, blocks, run};
use super::prose::{Said, Unchecked, hold, unit, words};
use crate::support::{every, path};
use std::collections::{BTreeSet, HashSet};
use std::fs;

/// Checked elsewhere: `docs/teaching.md` by the lessons.
const ELSEWHERE: (&str, &str) = ("docs/teaching.md", "The lessons\n");

const OF_DOCUMENTS: [Unchecked<'_>; 44] = [
    ("docs/trace-format.md: `judged`", &["1"], "the number of the first judgement, which the tracker gives"),
    ("docs/trace-format.md: Table entries", &["1"], "a depth, which verify::stored holds"),
    (
        "docs/homework.md: What each mistake looks like",
        &["-1", "0", "1", "2", "30", "A1", "A2", "B1a2", "B2"],
        "the report of each mistake: tests/cli/homework",
    ),
    ("docs/teaching.md: Plans for a class", &["90", "45", "120"], "minutes of a plan: `lessons plan`"),
    ("docs/positions.md: After: endgame tablebases", &["-1", "-2"], "what `wdl` may be in JSON"),
    ("docs/positions.md: Before: the opening book", &["16"], "bytes of an entry, by the format"),
    ("docs/positions.md: Within: tablebases at the leaves", &["1000"], "the score of a win by files of tables"),
    ("docs/commands.md: Choose the look", &["0"], "an exit code: tests of the command"),
    ("docs/trace-your-engine.md: Two searches compared", &["10000"], "how many differences are listed"),
    ("docs/trace-your-engine.md: In your own CI", &["0"], "an exit code: tests of the command"),
    (
        "docs/teaching.md: Making exercises",
        &["30", "A1", "A1a"],
        "how many exercises are made, and how moves are named",
    ),
    ("docs/teaching.md: Sheets", &["A4"], "a size of paper"),
    ("docs/gallery.md: Verify", &["1"], "an exit code: tests of the command"),
    (
        "docs/homework.md: For teachers",
        &["0", "4", "5", "6", "60", "65001", "ten"],
        "exit codes, seconds, GiB, programs of a class, the number of UTF-8 in Excel: tests/cli",
    ),
    (
        "docs/homework.md: The protocol",
        &["10000", "2.1", "64", "0.4", "0.25", "b2"],
        "a version, limits, a probability, a value, a move: tests/cli",
    ),
    (
        "docs/homework.md: For students",
        &["0.005", "b2", "3e0", "-0.0", "9", "999", "-1", "0.001", "100000"],
        "how far a mean may be off, a move, notations of numbers, numbers for infinity, and a tracer's limits: tests/cli",
    ),
    (
        "docs/trace-format.md: Games scored by a difference",
        &["0", "4"],
        "scores of a game that plywood does not know: tests/texts/traces/foreign.rs",
    ),
    (
        "docs/proof.md: Two traces compared",
        &["10000", "102", "23", "4.0", "47", "5.1", "500000", "532781", "552413", "57352", "7", "79", "8", "85", "89"],
        "what is kept and what was measured: lines, seconds, MiB",
    ),
    ("docs/model-format.md: # The model format, version 1", &["1"], "the version of the format"),
    ("docs/model-format.md: A tree typed in brackets", &["A1a", "A1b", "C"], "a course, and how moves are named"),
    (
        "docs/model-format.md: All fields",
        &["-100000", "0.4", "1000", "100000", "20000", "250000", "60", "64"],
        "limits of the format: tests/cli",
    ),
    ("docs/model-format.md: Chance nodes", &["6.333"], "how plywood does not write a value"),
    ("docs/model-format.md: Chance nodes", &["4e-1"], "how a probability is not written"),
    (
        "docs/model-format.md: Unknown leaves",
        &["12", "14", "3", "60", "8"],
        "a limit, and trees that are answered without cases: tests/cli/trees.rs",
    ),
    ("docs/pages.md: What it shows", &["17", "24"], "an address of any step, and which trees stand upright"),
    ("docs/positions.md: The square of the pawn", &["a4", "a8", "d5", "d8", "e8"], "squares where nobody moves to"),
    (
        "docs/pages.md: The playground",
        &["1000", "1000000", "16000", "400", "5", "60000", "9"],
        "piles, an address of any step, and limits of the page",
    ),
    (
        "docs/pages.md: How the playground is made",
        &["2", "200", "24", "3", "300", "31", "39", "43", "50", "800000", "five", "four"],
        "what it may cost, and what it did: .ci/playground",
    ),
    ("docs/questions.md: # Twenty questions to ask a trace", &["ten"], "how many of the questions each way answers"),
    (
        "docs/questions.md: Count with SQL",
        &["0.03", "0.2", "0.5", "130", "9", "GB", "ten"],
        "what was measured on a trace of ten million events",
    ),
    (
        "docs/positions.md: The two evaluations",
        &["100000", "15.1", "450", "500", "9"],
        "what a queen is worth: `plywood eval`; a version, what was measured, and limits of scores: tests/cli/uci.rs",
    ),
    (
        "docs/sargon.md: 7. See it yourself",
        &["a3", "b4", "h8"],
        "where pawns stand: cli::sargon asks Sargon for its order",
    ),
    ("docs/sargon.md: 7. See it yourself", &["128", "15.875", "255", "d4"], "bytes, and a move: tests/laws/sargon"),
    (
        "docs/trace-format.md: Wins without distance",
        &["100000", "50"],
        "what other engines score a win as, and from where such a score counts as one: `FLAT_WIN` of the audit",
    ),
    ("docs/trace-format.md: Draws", &["0", "100"], "a score and a number of half-moves, by the rules"),
    (
        "docs/trace-format.md: Writing a trace from another program",
        &["Nf3", "Nf3+", "e1g1", "e1h1", "five", "g1f3"],
        "how other programs write scores and moves",
    ),
    (
        "docs/trace-your-engine.md: # Trace your engine in an afternoon",
        &["five", "g1f3"],
        "places to call, and how engines write moves",
    ),
    ("docs/trace-your-engine.md: A page in a shell script", &["2"], "an exit code: tests of the command"),
    ("docs/trace-your-engine.md: Long searches", &["128"], "megabytes"),
    ("docs/pages.md: Keys", &["B", "C", "Kh8", "Nf5+"], "keys, and a line that is looked for"),
    ("docs/pages.md: Pictures", &["200"], "how many nodes a flowchart has at most"),
    ("docs/teaching.md: Which wrong search was it?", &["0"], "a mistake: where the best begins"),
    (
        "docs/trace-format.md: The result",
        &["0", "60", "128", "255", "1978"],
        "a limit, a year, and the bytes of Sargon: tests/laws/sargon",
    ),
    (
        "docs/trace-format.md: The header",
        &["2", "0", "1", "100", "3", "4", "4435", "5"],
        "what fields are if they are left out, and positions of games",
    ),
];

/// The nouns after numbers in documents, as in the course.
const COUNTED: [&str; 3] = ["leaves", "nodes", "cutoffs"];

/// Returns the words of the output, and in addition the moves without their numbers and signs.
pub(super) fn printed(text: &str) -> BTreeSet<String> {
    let whole = without_commas(text);
    let is_sign = |c: char| !(c.is_ascii_alphanumeric() || ".#+-".contains(c));
    let words = whole.split(is_sign).map(|word| word.trim_end_matches(['.', '+', '#']));
    let words = words.flat_map(|word| [word, bare(word), word.trim_start_matches('-')]).map(short);
    words.chain(whole.split(['\n', ',', ';', '(']).flat_map(counts)).collect()
}

/// Each number of a phrase with each counted noun there: `5 leaves`.
fn counts(phrase: &str) -> Vec<String> {
    let units = COUNTED.into_iter().filter(|unit| phrase.contains(unit.trim_end_matches("ves").trim_end_matches('s')));
    let numbers: Vec<String> = words(phrase).into_iter().filter(|word| word.parse::<u64>().is_ok()).collect();
    units.flat_map(|unit| numbers.iter().map(move |number| format!("{number} {unit}"))).collect()
}

/// Returns a move without its number.
fn bare(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.starts_with('.') { after.trim_start_matches('.') } else { word }
}

/// Returns a number without trailing zeros.
fn short(word: &str) -> String {
    let is_number = word.contains('.') && word.parse::<f64>().is_ok();
    if is_number { word.trim_end_matches('0').trim_end_matches('.').to_owned() } else { word.to_owned() }
}

/// Returns the text without thousands separators.
fn without_commas(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let is_within =
        |at: usize| (1..=3).all(|next| is_digit(at + next)) && !is_digit(at + 4) && is_digit(at.wrapping_sub(1));
    let kept = letters.iter().enumerate().filter(|&(at, &letter)| letter != ',' || !is_within(at));
    kept.map(|(_, letter)| letter).collect()
}

/// Returns the words of the prose that are not in the output; a number comes with the noun that it counts.
pub(super) fn unknown(prose: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let prose = words(&without_commas(prose));
    let is_known = |(index, word): &(usize, &String)| match Said::of(word) {
        Said::Nothing => true,
        // These words mostly refer to things that the text names.
        Said::Number(_) if ["two", "three"].contains(&word.to_lowercase().as_str()) => true,
        Said::Number(number) => match unit(&prose[index + 1..]).filter(|unit| COUNTED.contains(unit)) {
            Some(unit) => known.contains(&format!("{number} {unit}")),
            None => known.contains(&number),
        },
        Said::Name => {
            let name = word.trim_end_matches(['+', '#']);
            // The name of a square is accepted if a piece moves there.
            let is_square = || name.len() == 2 && known.iter().any(|known| known.ends_with(name));
            known.contains(name) || known.contains(bare(name)) || is_square()
        }
    };
    prose.iter().enumerate().filter(|said| !is_known(said)).map(|(_, word)| word.clone()).collect()
}

/// A section of a document: its prose, its output, and its commands.
struct Section<'a> {
    title: &'a str,
    prose: String,
    printed: BTreeSet<String>,
    commands: Vec<String>,
}

impl<'a> Section<'a> {
    fn of(text: &'a str) -> Self {
        let parts: Vec<&str> = text.split("```").collect();
        let said: String = parts.iter().step_by(2).copied().collect();
        let code: Vec<&str> = said.split('`').collect();
        let inline = || code.iter().skip(1).step_by(2).filter(|code| code.starts_with("plywood "));
        let lines =
            blocks(text).into_iter().filter(|block| block.language == "sh").flat_map(|block| block.text.lines());
        let lines_of_prose = said.lines().map(|line| without_number(line.trim_matches('|')));
        let prose = lines_of_prose.collect::<Vec<_>>().join("\n");
        let prose = inline().fold(prose, |prose, command| prose.replace(&format!("`{command}`"), " "));
        Self {
            title: text.lines().next().unwrap_or_default(),
            prose: without_addresses(&prose),
            printed: printed(&parts.iter().skip(1).step_by(2).chain(inline()).copied().collect::<Vec<_>>().join("\n")),
            commands: lines.map(str::to_owned).chain(inline().map(|&command| command.to_owned())).collect(),
        }
    }
}

/// Returns a line of a list without the leading number.
fn without_number(line: &str) -> &str {
    line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok()).map_or(line, |(_, rest)| rest)
}

/// Returns the text without the targets of its links.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + " " + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// Returns whether a command is of plywood, and starts no program of somebody else. What such a program says depends on
/// the machine: Python prints the folder in which it looked for a file, and any number may be in its name.
fn prints_the_same_everywhere(command: &[String]) -> bool {
    command.first().is_some_and(|first| first == "plywood") && !command.iter().any(|argument| argument == "--")
}

#[test]
fn what_stands_beside_a_command_is_what_it_prints() {
    let docs = fs::read_dir(path("docs")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let docs = docs.filter(|name| name.ends_with(".md"));
    let names: BTreeSet<String> = docs.map(|name| format!("docs/{name}")).chain(["README.md".to_owned()]).collect();
    let (mut found, mut read, mut said, mut turn) = (HashSet::new(), BTreeSet::new(), 0, 0_usize);
    for name in names {
        let document = fs::read_to_string(path(&name)).unwrap();
        let mut shell = Shell::default();
        let parts = document.split("\n## ").filter(|part| name != ELSEWHERE.0 || !part.starts_with(ELSEWHERE.1));
        for text in parts.flat_map(|part| part.split("\n### ")) {
            let section = Section::of(text);
            let commands: Vec<Vec<String>> = section.commands.iter().map(|line| shell.line(line)).collect();
            if !section.printed.contains("plywood") {
                continue;
            }
            // Each section, or every third.
            turn += 1;
            if !turn.is_multiple_of(every(3)) {
                continue;
            }
            said += words(&section.prose).iter().filter(|word| !matches!(Said::of(word), Said::Nothing)).count();
            let place = format!("{name}: {}", section.title);
            read.insert(place.clone());
            let listed = OF_DOCUMENTS.iter().filter(|(here, ..)| *here == place).flat_map(|(_, words, _)| words.iter());
            let listed: BTreeSet<&str> = listed.copied().collect();
            let is_open = |known: &_| unknown(&section.prose, known).iter().any(|word| !listed.contains(word.as_str()));
            let mut known = section.printed;
            for command in commands.iter().filter(|command| prints_the_same_everywhere(command)) {
                if is_open(&known) {
                    let arguments: Vec<&str> = command.iter().skip(1).map(String::as_str).collect();
                    known.extend(printed(&String::from_utf8_lossy(&run(&arguments, "").stdout)));
                }
            }
            found.extend(unknown(&section.prose, &known).into_iter().map(|word| (place.clone(), word)));
        }
    }
    assert!(150 / every(3) < said, "{said} numbers and moves were read");
    hold(&found, &OF_DOCUMENTS, &read);
}

/// A falsified move or number is found, unless the output contains the false one, too.
#[test]
fn lies_beside_a_command_are_found() {
    let section = Section::of(
        "Of sargon-2\n`plywood explain sargon-2` gives `1.Qg8+`, 12.00 with 5 of 8 leaves.\n```text\n1.Qg8+ 12.00\n5 of 8 leaves, 25,827 nodes\n```\n",
    );
    assert_eq!(unknown(&section.prose, &section.printed), BTreeSet::new());
    for (truth, lie) in
        [("Qg8", "Qg7"), ("12.00", "11.00"), ("5 of", "6 of"), ("leaves", "nodes"), ("12.00", "twelve, not thirteen")]
    {
        assert!(!unknown(&section.prose.replace(truth, lie), &section.printed).is_empty(), "{lie}");
    }
    assert!(
        unknown("25,827 nodes", &section.printed).is_empty() && !unknown("25,828 nodes", &section.printed).is_empty()
    );
}
