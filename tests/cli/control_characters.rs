//! No control character from any source reaches a page, a file, a terminal or a message unescaped.

use crate::support::command::Plywood;
use crate::support::{every, in_turn, plywood};
use crate::{Folder, failed, feed, output, succeeded};
use std::process::Output;

/// Terminal control sequences, including a colour; direction marks; zero-width characters; line ends.
const ACTING: &str =
    "\u{1b}[31m\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\r\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\u{feff}\u{fffe}";
/// The characters of `ACTING` that JSON and file names can contain.
const TURNING: &str = "\u{202e}\u{2066}\u{200f}\u{200b}";
const TREE: &str = "(left:(a=3 b=12) right:(c=2 d=4))";

/// The same tree as a file; `d` is skipped.
const LESSON: &str = r#"{"title": "", "moves": [
    {"move": "left", "moves": [{"move": "a", "score": 3}, {"move": "b", "score": 12}]},
    {"move": "right", "moves": [{"move": "c", "score": 2}, {"move": "d", "score": 4}]}]}"#;

/// Checks that the text contains no control characters; `place` says where it comes from.
#[track_caller]
fn is_still(text: &str, place: &str) {
    let acts = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{fffe}"
                .contains(c)
    };
    let found = text.char_indices().find(|&(_, c)| acts(c));
    let line = found.map(|(at, _)| text[..at].lines().count().saturating_sub(1));
    assert!(found.is_none(), "{place}: {found:?} in {:?}", line.and_then(|line| text.lines().nth(line)));
}

/// Returns a command's output and message; neither may contain control characters.
#[track_caller]
fn said(command: &mut Plywood) -> String {
    let Output { stdout, stderr, .. } = command.output().unwrap();
    let text = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
    is_still(&text, &format!("{command:?}"));
    text
}

/// Returns a file written by a command, which may not contain control characters.
#[track_caller]
fn written(folder: &Folder, arguments: &[&str], file: &str) -> String {
    let said = said(&mut folder.plywood(&[arguments, &["-o", file]].concat()));
    assert!(folder.path().join(file).exists(), "{arguments:?}: {said}");
    let text = folder.read(file);
    is_still(&text, &format!("{arguments:?}"));
    std::fs::remove_file(folder.path().join(file)).unwrap();
    text
}

/// Returns a trace with another text at `field`.
fn with_text(trace: &str, from: &str) -> String {
    let acting = serde_json::to_string(&format!("{from}{ACTING}\n")).unwrap();
    trace.replace(&format!("\"{from}\""), &acting)
}

#[test]
fn names_of_a_trace_are_made_visible() {
    let trace = output(&mut plywood(&["explain", TREE, "--format", "jsonl"]));
    let lesson = output(&mut plywood(&["explain", "sargon-1", "--format", "jsonl"]));
    let traces = [
        with_text(&with_text(&trace, "left"), "a"),
        with_text(&with_text(&with_text(&trace, "alpha-beta"), "none"), "left"),
        with_text(&with_text(&lesson, "Qg8+"), "Nxg8"),
        trace.replace("\"depth\":2,\"algorithm\"", "\"name\":\"n\\u202e\\n\",\"depth\":2,\"algorithm\""),
        trace.replacen("\"leaf\":", "\"ending\":\"e\\u202e\\n\",\"why\":\"w\\u202e\\n\",\"leaf\":", 1),
        trace.replacen("\"complete\":true", "\"complete\":true,\"own\\u202e\":{\"x\":[\"\\u202e\"]}", 1),
    ];
    let pages: [&[&str]; 13] = [
        &[],
        &["--log"],
        &["--orders"],
        &["--style", "sargon"],
        &["--at-event", "3"],
        &["--format", "json"],
        &["--format", "jsonl"],
        &["--format", "html"],
        &["--format", "svg"],
        &["--format", "tikz"],
        &["--format", "dot"],
        &["--format", "mermaid"],
        &["--format", "markdown"],
    ];
    for (index, trace) in traces.iter().enumerate() {
        let folder = Folder::with("t.jsonl", trace);
        // Each page of every trace, or of only one.
        for page in in_turn(pages, index, 6) {
            let arguments = [&["explain", "t.jsonl"], page].concat();
            said(&mut folder.plywood(&arguments));
            // Output to files is also checked, not only output to terminals.
            written(&folder, &arguments, "page");
        }
        said(&mut folder.plywood(&["verify", "t.jsonl"]));
        said(&mut folder.plywood(&["compare", "t.jsonl", "t.jsonl"]));
        said(&mut folder.plywood(&["compare", "t.jsonl", TREE, "--format", "json"]));
    }
    let folder = Folder::with("t.jsonl", &traces[0]);
    let shown = written(&folder, &["explain", "t.jsonl"], "page.txt");
    assert!(shown.contains("left[U+001B][31m[U+001B]]0;x[U+0007][U+009B]2J[U+007F][U+000D][U+202E]"), "{shown}");
}

/// A name can be requested as it is shown, and as it is written in the file.
#[test]
fn names_with_letters_that_act_can_be_asked_for() {
    let typed = TREE.replace("left", &format!("left{TURNING}"));
    let trace = output(&mut plywood(&["explain", TREE, "--format", "jsonl"]));
    let folder = Folder::with("lesson.json", LESSON.replace("left", &format!("left{TURNING}")));
    folder.write("t.jsonl", trace.replace("\"left\"", &format!("\"left{TURNING}\"")));
    folder.write("other.jsonl", folder.read("t.jsonl").replace(":-12.0", ":-11.0"));
    let shown = "left[U+202E][U+2066][U+200F][U+200B]";
    for name in [shown, &format!("left{TURNING}")] {
        let line = format!("{name} b");
        for subject in [&*typed, "lesson.json", "t.jsonl"] {
            for (index, option) in ["--why", "--line", "--focus"].into_iter().enumerate() {
                // Both cases, or one of the two in turn.
                for line in in_turn([name, &line], index, 2) {
                    let text = succeeded(folder.plywood(&["explain", subject, option, line]).output().unwrap());
                    let is_told = text.contains(shown) || option == "--why" && text.contains("Why not b?");
                    assert!(is_told, "{option} {line}: {text}");
                }
            }
        }
        for subject in [&*typed, "lesson.json"] {
            let options: [&[&str]; 4] = [
                &["--only", name],
                &["--only-at", &format!("{name}: b")],
                &["--set", &format!("{name} b=7")],
                &["--set", &format!("{line}=7"), "--why", &line],
            ];
            for options in options {
                for command in ["explain", "verify"].into_iter().take(if options.len() == 2 { 2 } else { 1 }) {
                    succeeded(folder.plywood(&[&[command, subject], options].concat()).output().unwrap());
                }
            }
        }
        let compared =
            succeeded(folder.plywood(&["compare", "t.jsonl", "other.jsonl", "--focus", name]).output().unwrap());
        assert!(compared.contains(shown), "{compared}");
        let message =
            failed(folder.plywood(&["explain", "lesson.json", "--why", &format!("{name} x")]).output().unwrap());
        assert!(message.contains(&format!("after {shown}: `x` is not a move here")), "{message}");
    }
}

#[test]
fn lessons_games_and_suites_say_what_they_hold() {
    let typed = format!("(l{TURNING}:(1 2) r:(2 3))");
    let lesson = serde_json::json!({ "title": TURNING, "note": TURNING, "ask": TURNING, "answer": TURNING,
        "exercise": { "made": TURNING }, "moves": [{ "move": format!("l{TURNING}"), "moves": [{ "move": "a", "score": 1.0 }] }] });
    let folder = Folder::with("lesson.json", lesson.to_string());
    for subject in [typed.as_str(), "lesson.json"] {
        for format in ["text", "html", "svg", "json"] {
            written(&folder, &["explain", subject, "--format", format], "page");
        }
        for format in ["text", "markdown", "html", "tex", "moodle-xml", "gift", "anki", "answers"] {
            written(&folder, &["exercise", "sheet", subject, "--format", format, "--key"], "page");
        }
        for file in ["page.md", "page.html", "page.tex", "page.txt"] {
            written(&folder, &["course", subject, "--title", TURNING], file);
        }
    }
    assert!(said(&mut folder.plywood(&["explain", "lesson.json"])).contains("l[U+202E][U+2066]"));
    folder.write("games.pgn", format!("[White \"W{TURNING}\u{1b}[31m\"]\n\n1. e4 *\n"));
    written(&folder, &["explain", "games.pgn", "-d", "1", "--ply", "0"], "page");
    let record = format!("4k3/8/4K3/8/8/8/8/R7 w - - id \"i{TURNING}\u{1b}[31m\";\n");
    folder.write("suite.epd", record.repeat(2));
    for format in [&[][..], &["--format", "jsonl"]] {
        written(&folder, &[&["explain", "suite.epd", "-d", "1"], format].concat(), "page");
    }
}

#[test]
fn names_of_files_are_made_visible() {
    let name = "e\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}\u{202e}\n";
    let (lesson, trace, answers) = (format!("{name}.json"), format!("{name}.jsonl"), format!("{name}.txt"));
    let folder = Folder::with(&lesson, LESSON);
    folder.write(&trace, output(&mut plywood(&["explain", TREE, "--format", "jsonl"])));
    folder.write(&answers, format!("name: Ann{TURNING}\nbest: b{TURNING}\n{TURNING}"));
    folder.write(
        "answers.json",
        serde_json::json!({ "name": "Ann", "values": { TURNING: TURNING }, TURNING: [1] }).to_string(),
    );
    let missing = format!("no{name}.json");
    let commands: [&[&str]; 12] = [
        &["explain", &lesson],
        &["explain", &lesson, "--why", "a"],
        &["explain", &lesson, "--format", "json"],
        &["explain", &trace, "--log"],
        &["compare", &trace, &trace],
        &["compare", &trace, &trace, "--format", "json"],
        &["verify", &trace],
        &["course", &lesson],
        &["exercise", "grade", &lesson, &answers, "answers.json", &missing],
        &["exercise", "grade", &lesson, &answers, "answers.json", &missing, "--format", "csv"],
        &["exercise", "grade", &lesson, &answers, "answers.json", &missing, "--format", "json"],
        &["exercise", "sheet", &lesson],
    ];
    for command in commands {
        said(&mut folder.plywood(command));
        written(&folder, command, "page");
    }
    let shown = said(&mut folder.plywood(&["exercise", "grade", &lesson, &answers]));
    assert!(shown.contains("e[U+001B]]0;owned[U+0007][U+001B][31m[U+009B][U+202E][U+000A].txt"), "{shown}");
}

#[test]
fn messages_quote_what_was_typed_and_obey_nothing() {
    let word = format!("x{ACTING}");
    let (option, value, file) = (format!("--{word}"), format!("--order={word}"), format!("{word}.json"));
    let commands: [&[&str]; 14] = [
        &[&word],
        &["explain", &word],
        &["explain", &file],
        &["explain", "wikipedia", &option],
        &["explain", "wikipedia", &value],
        &["explain", "wikipedia", "--depth", &word],
        &["explain", "wikipedia", "--format", &word],
        &["explain", "wikipedia", "--why", &word],
        &["explain", "wikipedia", "--only", &word],
        &["explain", "startpos", "--tables", &word],
        &["explain", "startpos", "-d", "1", "-o", "no/x\u{1b}[31m\u{202e}"],
        &["explain", "startpos", "--shard", &word],
        &["lessons", &word],
        &["retro", &word],
    ];
    for command in commands {
        let text = said(&mut plywood(command));
        assert!(text.contains("[U+202E]"), "{command:?}: {text}");
    }
    let result = feed(&mut plywood(&["explain", "-"]), format!("{{\"title\": 1, \"{TURNING}\": 2}}"));
    is_still(&String::from_utf8(result.stderr).unwrap(), "standard input");
}

#[test]
fn a_command_that_is_offered_names_its_file_and_obeys_nothing() {
    let folder = Folder::new();
    let name = "it's\u{1b}[31m\u{202e}.json";
    folder.write(name, LESSON);
    let page = said(&mut folder.plywood(&["explain", name, "--why", "d"]));
    let offered = page.lines().find(|line| line.trim().starts_with("plywood explain $'"));
    let offered = offered.unwrap_or_else(|| panic!("{page}")).trim();
    assert!(offered.contains(r"$'it\'s\033[31m\342\200\256.json'"), "{offered}");
}

/// The commands, with a subject that each can read.
const COMMANDS: [&[&str]; 17] = [
    &["explain", "wikipedia"],
    &["step", "wikipedia"],
    &["compare", "wikipedia"],
    &["verify", "wikipedia"],
    &["eval", "startpos"],
    &["lessons"],
    &["lessons", "show", "wikipedia"],
    &["lessons", "new", "(1 2)"],
    &["course", "wikipedia"],
    &["distil", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "-d", "1"],
    &["retro", "KRK", "--board", "4x4"],
    &["book", "no.bin"],
    &["exercise", "new", "wikipedia"],
    &["exercise", "sheet", "wikipedia"],
    &["exercise", "grade", "wikipedia"],
    &["perft", "startpos", "-d", "1"],
    &["completions", "bash"],
];

/// Returns the options of a command that take a value.
fn options(command: &[&str]) -> Vec<String> {
    let words = if ["lessons", "exercise"].contains(&command[0]) { command.len().min(2) } else { 1 };
    let help = output(&mut plywood(&[&command[..words], &["--help"]].concat()));
    let option = |line: &str| {
        let (_, option) = line.trim().split_once("--")?;
        let (name, _) = option.split_once(" <").or_else(|| option.split_once("[=<"))?;
        name.chars().all(|c| c.is_ascii_lowercase() || c == '-').then(|| format!("--{name}"))
    };
    let listed = help.lines().filter(|line| line.trim().starts_with('-'));
    listed.filter_map(option).collect()
}

#[test]
fn a_line_feed_in_an_argument_begins_no_line_of_a_message() {
    let mut count = 0;
    let listed = COMMANDS.map(|command| (command, options(command)));
    for (index, argument) in ["x\nplywood: y", "\n", "x\n  plywood: y"].into_iter().enumerate() {
        for (number, (command, options)) in listed.iter().enumerate() {
            let of_options = options.iter().map(|option| vec![option.clone(), argument.to_owned()]);
            // The argument alone and with each option; or the argument alone, and every third option with one argument
            // in turn.
            let all = [vec![argument.to_owned()]].into_iter().chain(of_options);
            for words in in_turn(all, number + 3 * index, 9) {
                let folder = Folder::new();
                let words: Vec<&str> = command.iter().copied().chain(words.iter().map(String::as_str)).collect();
                let message = said_badly(&mut folder.plywood(&words));
                for line in message.lines().skip(1) {
                    let is_own = line.is_empty() || line.starts_with("  ") && !line.starts_with("  plywood:");
                    assert!(is_own, "{words:?}: {message:?}");
                }
                count += 1;
            }
        }
    }
    assert!(500 / every(9) < count, "{count}");
}

/// Returns the message of a command.
fn said_badly(command: &mut Plywood) -> String {
    let Output { stderr, .. } = command.output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    is_still(&message, &format!("{command:?}"));
    assert!(!message.contains("\nplywood"), "{command:?}: {message}");
    message
}

#[test]
fn a_tip_helps_who_follows_it() {
    let mut followed = 0;
    for (number, command) in COMMANDS.into_iter().enumerate() {
        let wrong = ["-1", "-x", "--title", "--bogus", "--outpu", "--colums", "--fromat"].map(|word| vec![word]);
        let behind = options(command);
        let behind = behind.iter().flat_map(|option| [vec![option.as_str(), "--", "-1"], vec![option, "-x"]]);
        for words in in_turn(wrong, number, 4).chain(in_turn(behind, number, 23)) {
            let words = [command, &words].concat();
            let message = said_in_vain(&words);
            // An argument after `--` is a lesson or a file, but these arguments are options.
            assert!(!message.contains("-- -"), "{words:?}: {message}");
            let Some((_, tip)) = message.split_once("did you mean `") else { continue };
            let (wanted, _) = tip.split_once('`').unwrap();
            let last = words.len() - 1;
            let better = [&words[..last], &[wanted, "x"]].concat();
            let message = said_in_vain(&better);
            assert!(!message.contains("there is no option"), "{better:?}: {message}");
            followed += 1;
        }
    }
    assert!(10 / every(4) < followed, "{followed}");
}

fn said_in_vain(words: &[&str]) -> String {
    let folder = Folder::new();
    String::from_utf8(folder.plywood(words).output().unwrap().stderr).unwrap()
}
