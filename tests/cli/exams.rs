//! Exam questions: one command answers each of them, and its result agrees with the published answer.

use crate::support::plywood;
use plywood::internal::core::ratio::Ratio;
use serde_json::Value;
use std::collections::HashMap;
use std::process::Output;

const QUESTIONS: &str = include_str!("../data/exam-questions.txt");

/// Returns the subject, which may contain spaces, and the options after it.
fn words(command: &str) -> Vec<&str> {
    let end =
        command.find(" -").filter(|_| command.contains([')', ']'])).map(|_| command.rfind([')', ']']).unwrap() + 1);
    let (subject, options) = command.split_at(end.unwrap_or(command.len()));
    [subject].into_iter().chain(options.split_whitespace()).collect()
}

fn run(arguments: &[&str], command: &str) -> Output {
    plywood(&[&["explain"], arguments, &words(command)[..]].concat()).output().unwrap()
}

/// The result of a search.
struct Found {
    trace: Value,
    /// The factor by which scores are multiplied.
    scale: i128,
}

impl Found {
    fn of(command: &str) -> Self {
        let output = run(&["--format", "json"], command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let trace: Value = serde_json::from_slice(&output.stdout).unwrap();
        let scale = trace["scale"].as_i64().unwrap_or(1).into();
        Self { trace, scale }
    }

    /// Returns a score as people write it, for MAX or for MIN.
    fn text(&self, score: &Value, is_turned: bool) -> String {
        let thousandths = (score.as_f64().unwrap() * 1000.0).round() as i128;
        Ratio::new(if is_turned { -thousandths } else { thousandths }, 1000 * self.scale).to_string()
    }

    /// Returns whether the scores at this ply are MIN's.
    fn is_turned(&self, ply: usize) -> bool {
        match self.trace["movers"].as_array() {
            Some(movers) => movers[ply % movers.len()] == "min",
            None => ply % 2 == 1,
        }
    }

    fn pruned(&self) -> Vec<String> {
        self.trace["pruned"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    fn events(&self, kind: &str) -> impl Iterator<Item = &Value> {
        let kind = kind.to_owned();
        self.trace["events"].as_array().unwrap().iter().filter(move |event| event["event"] == kind.as_str())
    }

    /// Returns the values of the nodes that were judged, for MAX.
    fn nodes(&self) -> HashMap<String, String> {
        let value = |event: &Value| {
            let line = event["line"].as_array().unwrap();
            let name = line.last().unwrap().as_str().unwrap().to_owned();
            (name, self.text(&event["score"], self.is_turned(line.len() - 1)))
        };
        self.events("judged").map(value).collect()
    }

    /// Returns the scores of the leaves of the tree, for MAX.
    fn leaves(&self) -> HashMap<String, String> {
        fn collect(found: &Found, moves: &Value, ply: usize, all: &mut HashMap<String, String>) {
            for mv in moves.as_array().unwrap() {
                match mv["moves"].is_array() {
                    true => collect(found, &mv["moves"], ply + 1, all),
                    false => {
                        let score = found.text(&mv["score"], found.is_turned(ply));
                        all.insert(mv["move"].as_str().unwrap().to_owned(), score);
                    }
                }
            }
        }
        let mut all = HashMap::new();
        collect(self, &self.trace["shape"], 0, &mut all);
        all
    }

    /// Answers one part of a question.
    fn answer(&self, part: &str, published: &str) -> String {
        let list = |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        match part {
            "value" => self.text(&self.trace["score"], self.is_turned(0)),
            "best" => self.trace["best"].as_str().unwrap().to_owned(),
            "names" => list(self.pruned()),
            "pruned" => {
                let leaves = self.leaves();
                list(self.pruned().iter().map(|name| leaves[name].clone()).collect())
            }
            "read" => self.trace["statistics"]["leaves"].to_string(),
            "moves" => self.events("created").count().to_string(),
            "visited" => {
                let last =
                    |event: &Value| event["line"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
                list(self.events("created").map(last).collect())
            }
            "nodes" => {
                let nodes = self.nodes();
                let named = published.split(' ').map(|node| node.split('=').next().unwrap());
                list(named.map(|name| format!("{name}={}", nodes[name])).collect())
            }
            part => panic!("no question asks for {part}"),
        }
    }
}

#[test]
fn the_questions_of_exams_are_answered_with_one_command() {
    let lines = QUESTIONS.lines().filter(|line| !line.starts_with('#'));
    let (mut answered, mut refused) = (0, 0);
    for line in lines {
        let [name, command, facts] = line.split(" | ").map(str::trim).collect::<Vec<_>>()[..] else { panic!("{line}") };
        if let Some(words) = facts.strip_prefix("refused ") {
            let output = run(&[], command);
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && message.contains(words), "{name}: {message}");
            refused += 1;
            continue;
        }
        answered += 1;
        if let Some(sentence) = facts.strip_prefix("says ") {
            let page = String::from_utf8(run(&[], command).stdout).unwrap();
            assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence), "{name}: {page}");
            continue;
        }
        let found = Found::of(command);
        for fact in facts.split(';') {
            let (part, published) = fact.trim().split_once(' ').unwrap();
            assert_eq!(found.answer(part, published), published, "{name}: {part}");
        }
    }
    assert_eq!((answered, refused), (55, 4));
}
