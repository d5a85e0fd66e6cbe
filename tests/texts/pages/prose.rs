//! Compares the numbers and move names in prose with the searches to which the prose refers: in the notes, questions
//! and answers of lessons, on the page of lessons, and in the course.

use super::beside;
use super::commands::{Shell, run, told};
use crate::support::{every, is_long, path, searched_lessons};
use plywood::hooks::Event;
use plywood::model::{Model, ModelMove, builtin};
use plywood::score::Score;
use plywood::trace::{Numbering, Trace};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Options that take a value and change the search.
const SEARCHING: [&str; 7] = ["--algorithm", "--depth", "--depths", "--fail", "--mistake", "--order", "--with"];
/// Numbers written as words; "one" is also an article.
const NUMBERS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
];

/// The numbers and moves that are true of some searches.
#[derive(Default)]
struct Known {
    names: BTreeSet<String>,
    scores: BTreeSet<String>,
    /// The counts, by noun.
    counts: HashMap<&'static str, HashSet<u64>>,
}

impl Known {
    /// Returns the facts about the lessons and options that `text` names, about `lesson` itself, and about its true
    /// scores.
    fn of(lesson: &str, text: &str) -> Self {
        let mut known = Self::default();
        let own: Vec<&str> = if lesson.is_empty() { Vec::new() } else { vec![lesson] };
        for option in options(text).iter().filter(|option| option[0] == "--depth") {
            known.count("plies", option[1].parse::<u64>());
        }
        let minimax = vec!["--algorithm".to_owned(), "minimax".to_owned()];
        for subject in own.into_iter().chain(mentioned(text)) {
            for options in [vec![], minimax.clone()].into_iter().chain(options(text)) {
                // All scores of a lesson's tree are true; those of a position come from its search.
                let is_other = !options.is_empty() && subject != lesson && options != minimax;
                let is_asked = !is_other || subject == "startpos";
                if is_asked && (subject != "startpos" || options != minimax) {
                    let options: Vec<&str> = options.iter().map(String::as_str).collect();
                    known.learn(told(subject, &options));
                }
            }
        }
        known
    }

    fn learn(&mut self, trace: &Trace) {
        let numbering = trace.header.numbering;
        for record in &trace.records {
            match &record.event {
                Event::Enter { moves, window, .. } => {
                    moves.iter().for_each(|name| self.name(name, record.line.len(), numbering));
                    self.score(window.alpha);
                    self.score(window.beta);
                }
                Event::Created { score: Some(score), .. }
                | Event::Judged { score, .. }
                | Event::Leave { score, .. } => self.score(*score),
                _ => {}
            }
        }
        let counts = &trace.outcome.statistics;
        self.count("leaves", [counts.leaves]);
        self.count("nodes", [counts.nodes()]);
        self.count("cutoffs", [counts.cutoffs]);
        self.count("moves", [counts.skipped]);
        self.count("new bests", [counts.raised]);
        self.count("steps", 1..=counts.judged);
        self.count("plies", 1..=u64::from(trace.header.depth));
        let Some(shape) = &trace.header.shape else { return };
        let (all, nodes) = (shape.leaves() as u64, shape.len() as u64);
        let best = shape.best_order_leaves(trace.header.movers()).map(|leaves| leaves as u64);
        self.count("leaves", [all, all.saturating_sub(counts.leaves)].into_iter().chain(best));
        self.count("moves", [nodes - 1]);
        self.count("nodes", [nodes, nodes.saturating_sub(counts.nodes())]);
        let mut level = vec![(0, 0)];
        while let Some((node, ply)) = level.pop() {
            self.count("moves", [shape.children(node).len() as u64]);
            for child in shape.children(node) {
                self.name(shape.name(child), ply, numbering);
                shape.score(child).into_iter().for_each(|score| self.score(score));
                level.push((child, ply + 1));
            }
        }
    }

    /// The move alone, and with its number.
    fn name(&mut self, name: &str, ply: usize, numbering: Option<Numbering>) {
        let bare = |name: &str| name.trim_end_matches(['+', '#']).to_owned();
        self.names.insert(bare(name));
        if let Some(Numbering { move_number, black_to_move }) = numbering {
            let half = ply as u32 + u32::from(black_to_move);
            let dots = if half.is_multiple_of(2) { "." } else { "..." };
            self.names.insert(bare(&format!("{}{dots}{name}", move_number + half / 2)));
        }
    }

    fn score(&mut self, score: Score) {
        self.scores.extend([score, -score].map(|score| short(&score.to_string())));
    }

    fn count(&mut self, what: &'static str, numbers: impl IntoIterator<Item = u64>) {
        self.counts.entry(what).or_default().extend(numbers);
    }

    /// Returns the claims in `text` that no search supports. A number with a noun must be a count of this noun; any
    /// other number must be a score or a count.
    fn unknown(&self, words: &[String]) -> Vec<String> {
        let mut unknown = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let is_known = match Said::of(word) {
                Said::Name => self.names.contains(word.trim_end_matches(['+', '#'])),
                Said::Number(_) if is_given(&words[..index]) => continue,
                Said::Number(number) => match place(&words[..index]).or_else(|| unit(&words[index + 1..])) {
                    Some(unit) => self.has(unit, &number),
                    // These words mostly refer to things that the text names.
                    None if ["two", "three"].contains(&word.to_lowercase().as_str()) => continue,
                    None => {
                        self.scores.contains(&number)
                            || ["leaves", "nodes", "cutoffs", "new bests"].iter().any(|unit| self.has(unit, &number))
                    }
                },
                Said::Nothing => continue,
            };
            if !is_known {
                unknown.push(word.clone());
            }
        }
        unknown
    }

    fn has(&self, unit: &str, number: &str) -> bool {
        number.parse().is_ok_and(|number| self.counts.get(unit).is_some_and(|counts| counts.contains(&number)))
    }
}

/// The kind of a word of prose.
pub(super) enum Said {
    Name,
    Number(String),
    Nothing,
}

impl Said {
    pub(super) fn of(word: &str) -> Self {
        if let Some(index) = NUMBERS.iter().position(|number| *number == word.to_lowercase()) {
            return Self::Number((index + 2).to_string());
        }
        let digits = word.trim_start_matches(['-', '#']);
        if digits.parse::<f64>().is_ok() && digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Self::Number(short(word));
        }
        if is_name_in_tree(word) || is_san(word) { Self::Name } else { Self::Nothing }
    }
}

/// `B`, `A2`, `B1a1`, or a key as in the lessons on the PV scan: `BHA`. A lone A may be an article.
fn is_name_in_tree(word: &str) -> bool {
    let letters = word.chars().all(|c| ('A'..='H').contains(&c));
    let mut chars = word.chars();
    let first = chars.next().is_some_and(|c| c.is_ascii_uppercase());
    let kinds: [fn(&char) -> bool; 3] = [char::is_ascii_digit, char::is_ascii_lowercase, char::is_ascii_digit];
    let is_lettered = first && word.len() <= 4 && 1 < word.len() && chars.zip(kinds).all(|(c, is_kind)| is_kind(&c));
    (letters && (1..=3).contains(&word.len()) && word != "A") || is_lettered
}

fn is_san(word: &str) -> bool {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches(['+', '#']);
    let square: Vec<char> = bare.chars().rev().take(2).collect();
    let is_square =
        matches!(square.as_slice(), [rank, file] if ('1'..='8').contains(rank) && ('a'..='h').contains(file));
    is_square && bare.len() <= 6 && bare.chars().all(|c| "KQRBNabcdefgh12345678x".contains(c))
}

/// Returns the words without surrounding signs, without commands, and without the values of search options.
pub(super) fn words(text: &str) -> Vec<String> {
    let text = text.replace(['`', '*', '"', '(', ')', '?', '!', ';', ':'], " ").replace(", ", " ").replace(". ", " ");
    let mut words: Vec<String> = Vec::new();
    let mut is_value = false;
    for word in text.split_whitespace() {
        if std::mem::take(&mut is_value) {
            continue;
        }
        is_value = SEARCHING.contains(&word);
        // `--set A2=7` names a move and gives it a score; a window has two bounds.
        let parts = word.split(['=', ',']).map(|part| part.trim_end_matches(['.', ',']).to_owned());
        let is_assigned = word.len() > 1 && word.contains('=') && !word.starts_with(['<', '>']);
        if is_assigned {
            words.extend(parts.clone().take(1).chain(["=".to_owned()]).chain(parts.skip(1)));
        } else if word == "=" {
            words.push(word.to_owned());
        } else {
            words.extend(parts);
        }
    }
    words
}

/// Returns whether a number is an input of the search rather than a claim: `B1 = 3`, `chapter 8`.
fn is_given(before: &[String]) -> bool {
    let [.., name, last] = before else { return false };
    (last == "=" && matches!(Said::of(name), Said::Name)) || ["chapter", "Chapter"].contains(&last.as_str())
}

/// Returns the kind of thing that a number identifies, according to the word before it.
fn place(before: &[String]) -> Option<&'static str> {
    match before.last()?.to_lowercase().as_str() {
        "depth" => Some("plies"),
        "step" => Some("steps"),
        _ => None,
    }
}

/// Returns the noun that a number counts, according to the word after it. In `5 of 8 leaves` both numbers count leaves;
/// in `5 of 8 moves` the first may count anything.
pub(super) fn unit(behind: &[String]) -> Option<&'static str> {
    match behind {
        [of, number, rest @ ..] if of == "of" && matches!(Said::of(number), Said::Number(_)) => {
            unit(rest).filter(|unit| *unit != "moves")
        }
        [word, ..] => match word.as_str() {
            "leaf" | "leaves" => Some("leaves"),
            "node" | "nodes" => Some("nodes"),
            "cutoff" | "cutoffs" => Some("cutoffs"),
            "ply" | "plies" => Some("plies"),
            "new" => Some("new bests"),
            "move" | "moves" => Some("moves"),
            _ => None,
        },
        [] => None,
    }
}

fn short(number: &str) -> String {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number.to_owned() }
}

/// Returns the lessons that a text names, and the start position.
fn mentioned(text: &str) -> Vec<&'static str> {
    let words: Vec<&str> = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    searched_lessons().into_iter().chain(["startpos"]).filter(|name| words.contains(name)).collect()
}

/// Returns the search options in a text, one by one.
fn options(text: &str) -> Vec<Vec<String>> {
    let words: Vec<&str> =
        text.split([' ', '\n', '`']).map(|word| word.trim_end_matches(['.', ';', ':', ')', '?'])).collect();
    let mut found = Vec::new();
    for pair in words.windows(2).filter(|pair| SEARCHING.contains(&pair[0]) && !matches!(pair[1], "" | "·")) {
        let value = pair[1].trim_end_matches(',');
        match (pair[0], value.split_once("..")) {
            ("--depths", Some((first, last))) => {
                let depths = first.parse::<u32>().unwrap()..=last.parse().unwrap();
                found.extend(depths.map(|depth| vec!["--depth".to_owned(), depth.to_string()]));
            }
            ("--fail", _) => found.extend(value.split(',').map(|rule| vec!["--fail".to_owned(), rule.to_owned()])),
            (option, _) => found.push(vec![option.to_owned(), value.to_owned()]),
        }
    }
    found
}

/// All texts of a lesson.
fn texts(name: &str) -> Vec<String> {
    fn notes(moves: &[ModelMove], found: &mut Vec<String>) {
        for mv in moves {
            found.extend(mv.note.clone());
            notes(mv.moves.as_deref().unwrap_or_default(), found);
        }
    }
    let Model { note, ask, answer, moves, .. } = Model::from_json(builtin(name).unwrap()).unwrap();
    let mut found: Vec<String> = [note, ask, answer].into_iter().flatten().collect();
    notes(&moves, &mut found);
    found
}

/// Each lesson, or every second, with all its texts and facts.
static LESSONS: LazyLock<Vec<(&str, String, Known)>> = LazyLock::new(|| {
    let known = |name| {
        let text = texts(name).join(" \n");
        let known = Known::of(name, &text);
        (name, text, known)
    };
    searched_lessons().into_iter().step_by(every(2)).map(known).collect()
});

/// Claims about a lesson or chapter that these searches cannot check, and why.
pub(super) type Unchecked<'a> = (&'a str, &'a [&'a str], &'a str);

const OF_LESSONS: [Unchecked<'_>; 5] = [
    ("all-lose", &["16", "-32768", "32767", "-32767"], "what 16 bits can hold"),
    ("cut-names", &["two"], "nodes with a cutoff, which there_is_one_cutoff_of_each_name counts"),
    ("deepening", &["4", "10", "16", "6"], "sums and differences, which the_answers_on_counts_and_costs computes"),
    ("futile-reply", &["1.5", "2.4", "2.5"], "the margin of futility, and static evaluations less this margin"),
    ("sargon-1", &["1...Bxg6"], "the move over the board, which the lesson leaves out"),
];

const OF_THE_PAGE: [Unchecked<'_>; 9] = [
    ("two-ghosts", &["two"], "MIN plies in a row, which the head of its page names"),
    ("tour", &["ten"], "the stops of the tour, and what one of them asks: snapshot `tour`"),
    ("signs", &["three"], "signs that turn, which the_answers_on_signs_and_windows computes"),
    ("all-lose", &["16", "-32768"], "what 16 bits can hold"),
    ("wide", &["two"], "leaves below one move"),
    ("order-best", &["1"], "what Knuth and Moore subtract"),
    ("mate-distance", &["three"], "new bests at the root alone: snapshot `unordered@mate-distance.json`"),
    ("pv-scan-1", &["14"], "the moves, whose new bests are counted before it"),
    ("deepening", &["16"], "nodes of one iteration, which the_answers_on_counts_and_costs computes"),
];

const OF_THE_COURSE: [Unchecked<'_>; 11] = [
    ("01-trees", &["-1", "A1", "A1a", "A2", "A2a", "B", "C"], "the game that is drawn there: snapshot `course`"),
    ("02-minimax", &["C"], "a move of the game of chapter 1"),
    ("03-negamax", &["3.375"], "a score of no search in particular"),
    ("05-examples", &["1978", "d3", "d6", "a1", "h8"], "a year, and squares"),
    ("05-examples", &["a3", "b4", "a4", "b3"], "where pawns stand: cli::sargon asks Sargon for its order of moves"),
    ("05-examples", &["1.a4", "B", "G", "H"], "a move of the carrier, and letters of keys: snapshot `course`"),
    ("10-pv", &["G", "H"], "letters of keys"),
    ("11-mate", &["99"], "plies that the position counts"),
    (
        "12-horizon",
        &["3.2", "39"],
        "the value of a knight, and the rank of pawn takes queen, which this position does not have: snapshot `course`",
    ),
    ("14-table", &["a1"], "a square"),
    ("17-before", &["0"], "plies to the mate, counted backwards"),
];

/// Checks that the unknown claims are exactly those in the list. Without PLYWOOD_LONG only
/// the places that were `read` are checked.
pub(super) fn hold(unknown: &HashSet<(String, String)>, listed: &[Unchecked<'_>], read: &BTreeSet<String>) {
    let listed: HashSet<(String, String)> = listed
        .iter()
        .filter(|(place, ..)| is_long() || read.contains(*place))
        .flat_map(|(place, words, _)| words.iter().map(|word| ((*place).to_owned(), (*word).to_owned())))
        .collect();
    let not_found: Vec<_> = unknown.difference(&listed).collect();
    assert!(
        not_found.is_empty(),
        "no search that the text names gives these: correct the text, or add a row to the list in prose.rs or beside.rs, with the reason why it cannot be checked: {not_found:?}"
    );
    let found: Vec<_> = listed.difference(unknown).collect();
    assert!(found.is_empty(), "these can be checked now, so delete their rows in the list: {found:?}");
}

fn unknown_in(place: &str, known: &Known, text: &str) -> impl Iterator<Item = (String, String)> {
    let place = place.to_owned();
    known.unknown(&words(text)).into_iter().map(move |word| (place.clone(), word))
}

#[test]
fn what_lessons_say_is_on_their_pages() {
    let mut unknown = HashSet::new();
    for (name, text, known) in LESSONS.iter() {
        unknown.extend(unknown_in(name, known, text));
    }
    let read = LESSONS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    hold(&unknown, &OF_LESSONS, &read);
}

/// Falsifies one word of a lesson at a time: a move that doesn't exist, or a number increased by one. A false number is
/// not noticed if it is on the page with another meaning.
#[test]
fn most_lies_about_lessons_are_found() {
    let (mut told, mut found) = (0, 0);
    for (_, text, known) in LESSONS.iter() {
        let honest = words(text);
        let before = known.unknown(&honest).len();
        for index in 0..honest.len() {
            let mut words = honest.clone();
            words[index] = match Said::of(&honest[index]) {
                Said::Name if is_san(&honest[index]) => "Na1".to_owned(),
                Said::Name => "H9".to_owned(),
                Said::Number(number) => match number.parse::<f64>() {
                    Ok(number) => (number + 1.0).to_string(),
                    Err(_) => "#99".to_owned(),
                },
                Said::Nothing => continue,
            };
            told += 1;
            found += u32::from(before < known.unknown(&words).len());
        }
    }
    assert!(300 / every(2) < told as usize && 3 * told < 5 * found, "{found} of {told}");
}

#[test]
fn what_the_page_of_lessons_says_is_on_their_pages() {
    let document = fs::read_to_string(path("docs/teaching.md")).unwrap();
    let (mut unknown, mut read) = (HashSet::new(), BTreeSet::new());
    let lessons = document.split("\n## ").find(|part| part.starts_with("The lessons\n")).unwrap();
    for paragraph in lessons.split("\n\n").filter(|paragraph| paragraph.starts_with("**")).step_by(every(2)) {
        let name = paragraph.split("**").nth(1).unwrap();
        // A page of cases is not that of a search: cli::trees compares it.
        if !searched_lessons().contains(&name) {
            continue;
        }
        read.insert(name.to_owned());
        let said = paragraph.split(" · ").skip(2).collect::<Vec<_>>().join(" ");
        unknown.extend(unknown_in(name, &Known::of(name, paragraph), &said));
    }
    hold(&unknown, &OF_THE_PAGE, &read);
}

/// The counts in the list of classroom games are those of the command of each item, with the options that follow it.
#[test]
fn what_the_page_of_lessons_says_of_games_is_on_their_pages() {
    let document = fs::read_to_string(path("docs/teaching.md")).unwrap();
    let lessons = document.split("\n## ").find(|part| part.starts_with("The lessons\n")).unwrap();
    let items = lessons.split("\n- ").skip(1).map(|item| item.split("\n\n").next().unwrap());
    let mut checked = 0;
    for item in items {
        let parts: Vec<&str> = item.split('`').collect();
        let quoted = || parts.iter().skip(1).step_by(2).copied();
        let Some(command) = quoted().find(|text| text.starts_with("plywood explain ")) else { continue };
        let options: Vec<&str> = quoted().filter(|text| text.starts_with("--")).collect();
        let alone = options.chunks(1).map(|options| options.join(" "));
        let lines = alone.chain(options.windows(2).map(|options| options.join(" "))).chain([String::new()]);
        let pages = lines.map(|options| {
            let command = Shell::default().line(&format!("{command} {options}"));
            let arguments: Vec<&str> = command.iter().skip(1).map(String::as_str).collect();
            String::from_utf8(run(&arguments, "").stdout).unwrap()
        });
        let printed: BTreeSet<String> = pages.flat_map(|page| beside::printed(&page)).collect();
        let prose = parts.iter().step_by(2).copied().collect::<Vec<_>>().join(" ");
        let is_count = |word: &&str| 3 <= word.chars().filter(char::is_ascii_digit).count();
        for count in prose.split_whitespace().filter(is_count) {
            assert!(beside::unknown(count, &printed).is_empty(), "{count}: {item}");
            checked += 1;
        }
    }
    assert!(4 <= checked, "{checked} counts");
}

/// Returns the output words of a chapter's commands that search a position.
fn of_positions(chapter: &str) -> BTreeSet<String> {
    let commands = chapter.lines().filter_map(|line| line.strip_prefix("$ ")).filter(|line| line.contains('/'));
    let pages = commands.map(|line| {
        let command = Shell::default().line(line);
        let arguments: Vec<&str> = command.iter().skip(1).map(String::as_str).collect();
        String::from_utf8(run(&arguments, "").stdout).unwrap()
    });
    pages.flat_map(|page| beside::printed(&page)).collect()
}

#[test]
fn what_the_course_says_is_on_its_pages() {
    let (mut unknown, mut read) = (HashSet::new(), BTreeSet::new());
    let mut files: Vec<PathBuf> =
        fs::read_dir(path("assets/course")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files.into_iter().step_by(every(2)) {
        let text = fs::read_to_string(&file).unwrap();
        let is_prose = |line: &&str| !["$", "from ", "until ", "#"].iter().any(|start| line.starts_with(start));
        let prose: Vec<&str> = text.lines().filter(is_prose).collect();
        let chapter = file.file_stem().unwrap().to_str().unwrap();
        read.insert(chapter.to_owned());
        let printed = of_positions(&text);
        let (known, prose) = (Known::of("", &text), prose.join("\n"));
        let in_chapter = unknown_in(chapter, &known, &prose);
        unknown.extend(in_chapter.filter(|(_, word)| !beside::unknown(word, &printed).is_empty()));
    }
    hold(&unknown, &OF_THE_COURSE, &read);
}
