//! The documents agree with the program.

use super::commands::{Block, Shell, blocks, run, split};
use crate::support::{every, path, plywood};
use plywood::model::{HOME, Lesson, MISCONCEPTIONS, PLAN_MINUTES, Plan, builtin};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_pictures_in_the_readme_are_what_the_program_prints() {
    let readme = read("README.md");
    let pictures: Vec<&str> =
        blocks(&readme).into_iter().filter(|block| block.language == "text").map(|block| block.text).collect();
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let commands: [&[&str]; 4] = [
        &["explain", tree, "--style", "upright"],
        &["explain", "sargon-2"],
        &["lessons", "plan", "45"],
        &["verify", "tests/data/bugs/engine-swapped-window.jsonl"],
    ];
    assert_eq!(pictures.len(), commands.len());
    for (picture, command) in pictures.iter().zip(commands) {
        let printed = run(&[command, &["--columns", "80", "--color", "never"]].concat(), "").stdout;
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains(&format!("\n{picture}")), "part of this should stand in README.md:\n{printed}");
    }
    let drawn = stdout(run(&["explain", tree, "--format", "svg"], ""));
    assert!(drawn == read("docs/textbook.svg"), "copy it again: plywood site DIR; cp DIR/textbook.svg docs");
}

#[test]
fn the_readme_says_one_thing_first() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    let titles: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let ways = ["Set up", "See it", "Teach with it", "Look into your engine", "Use it as a library"];
    assert_eq!(titles, ways);
    for way in readme.split("\n## ").filter(|part| !part.starts_with("Set up")).skip(1) {
        let commands = way.lines().filter(|line| line.starts_with("plywood ")).count();
        assert!(commands == 5 || way.starts_with("Use it"), "{way}");
        let pictures = blocks(way).iter().filter(|block| block.language == "text").count();
        assert!(pictures == 1 || way.starts_with("Use it"), "{pictures} pictures: {way}");
    }
}

#[test]
fn a_dozen_documents_are_found_from_one() {
    let names = fs::read_dir(path("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    assert!(names.len() <= 12, "{names:?}");
    let index = read("docs/commands.md");
    let lost: Vec<&String> = names.iter().filter(|name| !index.contains(&format!("]({name}"))).collect();
    assert_eq!(lost, ["commands.md"]);
    assert!(read("README.md").contains("](docs/commands.md)"));
}

/// Beginnings of shell lines that the document tests do not run.
const NOT_OURS: [&str; 7] = ["cargo", "mkdir", "rsvg-convert", "pdflatex", "dot", "web/build", ".ci/playground"];

/// A line of a document that runs the program.
struct TraceSelection<'a> {
    line: &'a str,
    /// The words after `plywood`, and what is piped to it.
    arguments: Vec<String>,
    input: String,
}

impl<'a> TraceSelection<'a> {
    /// Nothing if the line is not a plywood command.
    fn of(line: &'a str, words: &[String]) -> Option<Self> {
        let all: Vec<&str> = words.iter().map(String::as_str).collect();
        let (arguments, input) = match all.as_slice() {
            [] => return None,
            ["plywood", arguments @ ..] => (arguments, String::new()),
            ["printf", text, "|", "plywood", arguments @ ..] => {
                (arguments, text.trim_matches('\'').replace("\\n", "\n"))
            }
            [other, ..] => {
                assert!(NOT_OURS.contains(other), "what runs this line? {words:?}");
                return None;
            }
        };
        Some(Self { line, arguments: arguments.iter().map(|&word| word.to_owned()).collect(), input })
    }

    /// Returns the file that it writes.
    fn writes(&self) -> Option<&str> {
        let option = self.arguments.iter().position(|word| word == "-o")?;
        self.arguments.get(option + 1).map(String::as_str)
    }

    /// Runs the command, and returns what is wrong, if anything.
    fn complaint(&self) -> Option<String> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        // Files of an earlier run would be kept.
        if let Some(file) = self.writes().filter(|file| Path::new(file).starts_with(env!("CARGO_TARGET_TMPDIR"))) {
            let _ = fs::remove_file(file);
        }
        let output = run(&arguments, &self.input);
        let error = String::from_utf8_lossy(&output.stderr);
        // A document may show findings of `verify`, an unsolved suite, and unfinished homework.
        let is_homework = arguments.starts_with(&["exercise", "run"]);
        let finds = arguments[0] == "verify" || is_homework || arguments.iter().any(|name| name.ends_with(".epd"));
        // If marks go to a file, the summary is on standard error.
        let is_summary = is_homework && error.starts_with("plywood: 1 program: ");
        let found = finds && output.status.code() == Some(1) && (output.stderr.is_empty() || is_summary);
        let lacks_python = is_homework && error.contains("cannot be started");
        // The viewer needs a terminal; `.ci/terminal` provides one.
        let lacks_terminal = arguments[0] == "step" && error.starts_with("plywood: plywood step needs a terminal");
        let is_fine = output.status.success() || found || lacks_terminal || lacks_python;
        (!is_fine).then(|| format!("{}: {error}", self.line))
    }
}

/// Every `step`th command, and earlier ones that write the files that it reads.
fn with_their_files<'a>(told: &'a [TraceSelection<'a>], step: usize) -> Vec<&'a TraceSelection<'a>> {
    let mut read: BTreeSet<&str> = BTreeSet::new();
    let mut chosen = Vec::new();
    for (index, one) in told.iter().enumerate().rev() {
        let is_read = one.writes().is_some_and(|file| read.iter().any(|read| Path::new(file).starts_with(read)));
        if is_read || index % step == step / 2 {
            read.extend(one.arguments.iter().map(String::as_str).filter(|&word| Some(word) != one.writes()));
            chosen.push(one);
        }
    }
    chosen.reverse();
    chosen
}

#[test]
fn every_command_in_the_documents_runs() {
    let (mut count, mut failed) = (0, Vec::new());
    let docs = fs::read_dir(path("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let docs = docs.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}"));
    let documents: BTreeSet<String> = docs.chain(["README.md".to_owned()]).collect();
    let submissions = Path::new(env!("CARGO_TARGET_TMPDIR")).join("submissions");
    // An earlier run may have left this folder, which no command replaces.
    let _ = fs::remove_dir_all(Path::new(env!("CARGO_TARGET_TMPDIR")).join("class"));
    fs::create_dir_all(&submissions).unwrap();
    fs::write(submissions.join("ann.txt"), "best: A\n").unwrap();
    // A class with different exercises; Ada has the first of them.
    let folder = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_string_lossy().into_owned();
    let [class, handed_in, first] = ["class", "handed-in", "ex-of-ada.json"].map(folder);
    [&class, &handed_in].into_iter().for_each(|folder| fs::create_dir_all(folder).unwrap());
    stdout(run(&["exercise", "new", "--force", "-o", &first], ""));
    let ada = format!("{handed_in}/ada.txt");
    stdout(run(&["exercise", "sheet", &first, "--key", "--format", "answers", "--force", "-o", &ada], ""));
    // Gradescope's files, and the trace of a student's own program.
    fs::create_dir_all(folder("autograder/results")).unwrap();
    let mine = folder("mine.jsonl");
    stdout(run(&["explain", "(2 (1 1))", "-o", &mine], ""));
    for name in documents {
        let document = read(&name);
        let mut shell = Shell::default();
        if name == "docs/homework.md" {
            let trees = folder("trees");
            fs::create_dir_all(&trees).unwrap();
            fs::write(format!("{trees}/first.txt"), "((3 12) (2 4))").unwrap();
            shell.written.insert("trees".to_owned(), trees);
            shell.written.insert("mine.jsonl".to_owned(), mine.clone());
            let programs = folder("programs");
            fs::create_dir_all(format!("{programs}/ann")).unwrap();
            shell.written.insert("submissions".to_owned(), programs);
        }
        shell.written.extend([("class".to_owned(), class.clone()), ("handed-in/".to_owned(), handed_in.clone())]);
        shell.written.insert("submissions/".to_owned(), submissions.to_string_lossy().into_owned());
        let blocks = blocks(&document);
        let lines = blocks.iter().filter(|block| block.language == "sh").flat_map(|block| block.text.lines());
        let told: Vec<TraceSelection<'_>> =
            lines.filter_map(|line| TraceSelection::of(line, &shell.line(line))).collect();
        count += told.len();
        // All commands of the README; of the other documents, all or every ninth.
        let step = if name == "README.md" { 1 } else { every(9) };
        let complaints = with_their_files(&told, step).into_iter().filter_map(TraceSelection::complaint);
        failed.extend(complaints.map(|complaint| format!("{name}: {complaint}")));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(150 <= count, "only {count} commands were found");
}

#[test]
fn the_pages_in_the_documents_on_endings_are_what_the_program_prints() {
    let document = read("docs/positions.md");
    let (_, document) = document.split_once("## Books and endings").unwrap();
    let blocks = blocks(document);
    let pages = blocks.windows(2).filter(|pair| pair[0].language == "sh" && pair[1].language == "text");
    let pages: Vec<&[Block<'_>]> = pages.collect();
    assert_eq!(pages.len(), 7);
    // All pages, or one with king and rook and one with king and pawn.
    for page in pages.into_iter().skip(every(3) - 1).step_by(every(4)) {
        let words = Shell::default().line(page[0].text.trim());
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        assert_eq!(page[1].text, stdout(run(&arguments, "")), "{}", page[0].text);
    }
}

#[test]
fn the_scores_of_the_lessons_page_are_written_as_they_are_printed() {
    let document = read("docs/teaching.md");
    let mut scores = 0;
    let lessons = document.split("\n## ").find(|part| part.starts_with("The lessons\n")).unwrap();
    for paragraph in lessons.split("\n\n").filter(|paragraph| paragraph.starts_with("**")) {
        let command = paragraph.split('`').nth(1).expect("each lesson has a command").trim_start_matches("plywood ");
        let words = split(command);
        let printed = stdout(run(&words.iter().map(String::as_str).collect::<Vec<_>>(), ""));
        for word in paragraph.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.')) {
            if word.split_once('.').is_some_and(|(_, decimals)| 2 <= decimals.len() && !decimals.starts_with('.')) {
                let is_there = printed.split(|c: char| !c.is_ascii_digit() && c != '.').any(|other| other == word);
                assert!(is_there, "{command}: {word}");
                scores += 1;
            }
        }
    }
    assert!(4 < scores, "{scores}");
}

/// The minutes of a plan have no gaps; its lessons exist and have questions and answers; and each of its commands runs.
#[test]
fn the_plans_can_be_taught() {
    let document = read("docs/teaching.md");
    let folder = std::env::temp_dir().join(format!("plywood-plans-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut commands: BTreeSet<&str> = BTreeSet::new();
    let mut counts = Vec::new();
    for minutes in PLAN_MINUTES {
        let Plan { stops, .. } = Plan::of(minutes).unwrap();
        let taken: u32 = stops.iter().map(|(minutes, _)| minutes).sum();
        assert!(taken < minutes && minutes - taken <= 5, "{minutes}: {taken}");
        assert!(stops.iter().all(|(minutes, _)| 5 <= *minutes), "{minutes}");
        counts.push(stops.len());
    }
    assert!(counts.first() == Some(&2) && counts.last() == Some(&9), "{counts:?}");
    assert!(Plan::of(19).is_none() && Plan::of(121).is_none());
    for minutes in [45, 50, 90] {
        let Plan { stops, .. } = Plan::of(minutes).unwrap();
        assert!((6..=8).contains(&stops.len()), "{minutes}");
        let names: Vec<String> = stops.iter().map(|(_, stop)| format!("`{}`", stop.lesson)).collect();
        let row = format!("| {minutes} | {} |", names.join(", "));
        assert!(document.contains(&row), "{row}");
        let printed = stdout(run(&["lessons", "plan", &minutes.to_string()], ""));
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        for (_, stop) in stops {
            let caption = Lesson::from_json(builtin(stop.lesson).unwrap()).unwrap().caption;
            assert!(stop.hint.len() < 2 * caption.answer.len().max(60), "{}", stop.hint);
            assert!(printed.contains(&format!("Ask {}", caption.ask)), "{}: {printed}", stop.lesson);
            assert!(printed.contains(&format!("Answer {}", caption.answer)), "{}: {printed}", stop.lesson);
            commands.extend([stop.show, stop.then]);
        }
    }
    for command in commands.into_iter().chain(HOME.map(|(_, command)| command)) {
        let words = command.strip_prefix("plywood ").unwrap().replace('"', "");
        // The names as a shell would expand them.
        let all: Vec<String> = (1..=30).map(|number| format!("ex-{number:02}.json")).collect();
        let words = words.replace("ex-*.json", &all.join(" "));
        let output = plywood(&words.split(' ').collect::<Vec<_>>()).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let wide = String::from_utf8(output.stdout).unwrap().lines().any(|line| 80 < line.chars().count());
        assert!(!wide, "{command} is too wide for a projector");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Each misconception is in the list, with an existing chapter.
#[test]
fn the_list_of_lessons_has_what_students_get_wrong() {
    let printed = stdout(run(&["lessons"], ""));
    let list = printed.split("\nno.  chapter").nth(1).unwrap();
    let chapters = fs::read_dir(path("assets/course")).unwrap().count() as u32;
    for misconception in MISCONCEPTIONS {
        let row =
            list.lines().find(|line| line.trim_start().starts_with(&format!("{} ", misconception.number))).unwrap();
        assert!(row.ends_with(misconception.words) && misconception.chapter <= chapters, "{row}");
    }
}

#[test]
fn the_readme_has_two_commands_to_set_up() {
    let readme = read("README.md");
    let section = readme.split("\n## ").find(|section| section.starts_with("Set up\n")).expect("a section `Set up`");
    let commands: Vec<&str> = section.lines().filter(|line| line.starts_with("cargo ")).collect();
    assert_eq!(commands, ["cargo run -- explain sargon-2", "cargo test"]);
}

/// Returns the lesson and its trace in `docs/trace-format.md`.
fn trace_example(document: &str) -> (&str, &str) {
    let block = |language: &str| blocks(document).into_iter().find(|block| block.language == language).unwrap().text;
    (block("json"), block("jsonl"))
}

#[test]
fn the_example_of_the_trace_format_is_real() {
    let document = read("docs/trace-format.md");
    let (lesson, trace) = trace_example(&document);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pawn.json");
    fs::write(&file, lesson).unwrap();
    assert_eq!(trace, stdout(run(&["explain", file.to_str().unwrap(), "--format", "jsonl"], "")));
}

#[test]
fn the_errors_in_the_trace_format_are_real() {
    let document = read("docs/trace-format.md");
    let (_, trace) = trace_example(&document);
    let errors = document.split("## Errors that readers report").nth(1).expect("the chapter on errors");
    let listed: Vec<&str> = blocks(errors)[0].text.lines().collect();
    let lines: Vec<&str> = trace.lines().collect();
    let replaced = |number: usize, from: &str, to: &str| {
        assert!(lines[number - 1].contains(from), "line {number} of the example has no {from}");
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        lines[number - 1] = lines[number - 1].replacen(from, to, 1);
        lines
    };
    let without = |range: std::ops::Range<usize>| {
        let kept = lines.iter().enumerate().filter(|(index, _)| !range.contains(index));
        kept.map(|(_, &line)| line.to_owned()).collect::<Vec<_>>()
    };
    let damaged = [
        replaced(1, "\"depth\":2,", ""),
        replaced(8, "exact", "exakt"),
        without(6..7),
        without(10..12),
        replaced(15, "\"skipped\":1", "\"skipped\":2"),
        without(8..10),
        without(18..19),
        replaced(1, "\"version\":1", "\"version\":3"),
    ];
    let errors = damaged.map(|lines| {
        let text = lines.join("\n");
        plywood::trace::Trace::read_json_lines(text.as_bytes()).unwrap_err().to_string()
    });
    assert_eq!(errors.to_vec(), listed);
}

#[test]
fn the_examples_of_the_model_format_are_real() {
    let document = read("docs/model-format.md");
    let blocks = blocks(&document);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lesson.json");
    let (mut fine, mut wrong) = (0, 0);
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "json") {
        fs::write(&file, block.text).unwrap();
        let output = run(&["explain", file.to_str().unwrap()], "");
        let said = String::from_utf8(output.stderr).unwrap().replace(file.to_str().unwrap(), "lesson.json");
        match blocks.get(index + 1) {
            Some(next) if next.language == "text" => {
                assert_eq!((output.status.code(), said.as_str()), (Some(1), next.text));
                wrong += 1;
            }
            _ => {
                assert!(output.status.success(), "{said}");
                fine += 1;
            }
        }
    }
    assert_eq!((fine, wrong), (3, 9));
}
