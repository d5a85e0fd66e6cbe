//! Reports about programs: the formats, the summary of a class on one page, and the table of points.

mod class;
mod errors;
mod marks;
mod platforms;
mod program;
mod rules;
mod words;

use platforms::{classroom, gradescope, json, junit};
use words::{MINIMAX, sentence};

use crate::exercise::PaperFormat;
use crate::exercise::page::marks::line;
use crate::homework::{Evidence, ProgramFate, ProgramReport, ProgramVerdict, Smallest, TestState};
use crate::page::escape::shell;
use crate::page::text::visible_lines;
use crate::page::{FORMS, Style};
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(crate) struct RanProgram {
    pub student: Option<String>,
    pub program: Vec<String>,
    /// On a separate page for a student of a class: the student's name, and the command for the student's own folder.
    pub own: Option<(String, Vec<String>)>,
    /// The address of the student's own report, relative to the page of the class.
    pub address: Option<String>,
    pub report: ProgramReport,
}

/// A platform's data about a submission, and the time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// Environment variables that a format needs.
    pub variables: Vec<(&'static str, String)>,
    /// Date and time in ISO 8601.
    pub datetime: String,
}

/// The variables of Classroom 50.
pub(crate) const VARIABLES: [&str; 6] =
    ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"];

/// Writes reports. The function does not read the clock or the environment itself: `Surroundings` contains their data.
type WriteReports = fn(&[RanProgram], &Surroundings, &Style, &mut dyn Write) -> io::Result<()>;

/// A format for reports.
pub(crate) type ReportFormat = PaperFormat<WriteReports>;

/// All formats of reports; the first is for the terminal.
pub(crate) const REPORTS: &[ReportFormat] = &[
    PaperFormat::page(0, page::<0>),
    PaperFormat::page(1, page::<1>),
    PaperFormat::page(2, page::<2>),
    PaperFormat::page(3, page::<3>),
    PaperFormat::own("json", "all reports as one JSON document", &["json"], json),
    PaperFormat::own("csv", "a table of points, for spreadsheets", &["csv"], csv),
    PaperFormat::own("junit", "the properties as tests, in XML", &["xml"], junit),
    PaperFormat::own("gradescope", "the results of one program, as Gradescope reads them", &[], gradescope as _)
        .for_one(),
    PaperFormat::own("classroom50", "the results of one program, as Classroom 50 reads them", &[], classroom as _)
        .for_one(),
];

fn page<const FORM: usize>(all: &[RanProgram], _: &Surroundings, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let style = FORMS[FORM].style(style);
    let page = match all {
        [ran @ RanProgram { student: None, .. }] => program::page(ran, &style),
        _ => class::page(all),
    };
    FORMS[FORM].write(&page, &style, out)
}

impl RanProgram {
    /// Returns the command that starts the program, as the reader can type it.
    fn command(&self) -> String {
        let words = self.own.as_ref().map_or(&self.program, |(_, words)| words);
        words.iter().map(|word| shell(word)).collect::<Vec<_>>().join(" ")
    }

    fn student(&self) -> String {
        let own = self.own.as_ref().map(|(name, _)| name);
        self.student.as_ref().or(own).cloned().unwrap_or_else(|| self.command())
    }

    /// Explains in one line why the program failed.
    fn reason(&self) -> String {
        let report = &self.report;
        if report.verdict == ProgramVerdict::Incomplete {
            return words::incomplete(report);
        }
        let Some(smallest) = &report.smallest else { return String::new() };
        let mut parts: Vec<String> = report.change().map(sentence).into_iter().collect();
        if report.is_minimax() {
            parts.push(MINIMAX.to_owned());
        }
        let setting = words::setting(&smallest.task).filter(|_| !smallest.is_between());
        parts.extend(setting.map(|setting| format!("On the smallest tree, {setting}.")));
        parts.push(smallest.judgement.why.replace('\n', " "));
        parts.join(" ")
    }

    /// Returns the sentence that states what is wrong.
    fn headline(&self) -> &'static str {
        if self.report.fate() == ProgramFate::NotRun {
            return "there is nothing to run";
        }
        if self.report.verdict == ProgramVerdict::Incomplete && self.report.tried == 0 {
            return "the time was too short to judge it";
        }
        let is_read = |smallest: &Smallest| smallest.judgement.evidence == Evidence::AnswerOrReads;
        if self.report.verdict == ProgramVerdict::Needless && !self.report.smallest.as_ref().is_some_and(is_read) {
            return "it does unnecessary work";
        }
        self.report.verdict.description()
    }

    fn mistake(&self) -> &'static str {
        self.report.mistake.as_ref().map_or("", |like| like.name())
    }

    /// Returns the overall comment.
    fn summary(&self) -> String {
        let report = &self.report;
        let mut lines = vec![format!("{}.", self.headline())];
        lines.extend(report.change().map(|change| format!("{change}.")));
        lines.extend(report.is_minimax().then(|| MINIMAX.to_owned()));
        lines.extend((report.verdict == ProgramVerdict::Incomplete).then(|| words::incomplete(report)));
        if let Some(smallest) = &report.smallest {
            let what = if report.verdict == ProgramVerdict::NoAnswer { "gives no answer" } else { "fails" };
            let root = words::root_and_depth(&smallest.task);
            lines.extend((!smallest.is_between()).then(|| match &smallest.task.position {
                Some(position) => {
                    format!("The position closest to the end of the game on which it {what}: {}", position.text())
                }
                None => format!("The smallest tree on which it {what} ({root}): {}", smallest.task),
            }));
            lines.push(smallest.judgement.why.clone());
        }
        if let Some(like) = &report.mistake {
            lines.push(format!("It behaves like a search with the mistake {}: {}.", like.name(), like.description()));
        }
        visible_lines(&lines.join("\n"))
    }
}

/// Converts hundredths of a point to points.
fn points(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reports how many programs are correct, how many are wrong, and how many gave no answer.
pub(crate) fn summary(all: &[RanProgram]) -> String {
    let count = |fate: &ProgramFate| all.iter().filter(|ran| ran.report.fate() == *fate).count();
    let parts = ProgramFate::ALL.iter().map(|fate| (count(fate), fate.name()));
    let parts: Vec<String> =
        parts.filter(|(count, _)| *count != 0).map(|(count, name)| format!("{count} {name}")).collect();
    parts.join(", ")
}

fn csv(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    csv_head(all.first(), out)?;
    csv_lines(all, out)
}

/// Writes the header of the table.
pub(crate) fn csv_head(first: Option<&RanProgram>, out: &mut dyn Write) -> io::Result<()> {
    let tests = first.map(|ran| ran.report.tests.iter().map(|test| test.name.to_owned()).collect::<Vec<_>>());
    let heads = ["student", "score", "max", "verdict", "mistake", "smallest tree"].map(str::to_owned);
    line(heads.into_iter().chain(tests.unwrap_or_default()).chain(["reason".to_owned()]), out)
}

/// Writes a row that consists of one cell.
pub(crate) fn csv_cell(cell: &str, out: &mut dyn Write) -> io::Result<()> {
    line(std::iter::once(cell.to_owned()), out)
}

/// Writes a row for each program.
pub(crate) fn csv_lines(all: &[RanProgram], out: &mut dyn Write) -> io::Result<()> {
    for ran in all {
        let (score, max) = ran.report.score();
        let smallest = ran.report.smallest.as_ref().filter(|_| ran.report.has_asked());
        let tree = smallest.map(|smallest| smallest.task.to_string()).unwrap_or_default();
        let (why, verdict) = (ran.reason(), ran.report.verdict());
        let cells = [ran.student(), points(score), points(max), verdict.to_owned(), ran.mistake().to_owned(), tree];
        let tests = ran.report.tests.iter().map(|test| match test.state {
            TestState::NotTried => String::new(),
            TestState::Passed | TestState::Failed => points(test.score),
        });
        line(cells.into_iter().chain(tests).chain([why]), out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::{Movers, Side};
    use crate::core::score::Score;
    use crate::core::search::Mistake;
    use crate::homework::{
        AskedAlgorithm, Assignment, Attempt, NodeQuestion, ProgramAnswer, Task, TieRule, Twig, judge,
    };
    use crate::homework::{Diagnosis, MarkingScheme, MistakeName, Test, TreeSpec, Visibility, WindowView};
    use serde_json::Value;
    use std::time::Duration;

    /// Returns a two-ply tree with these leaves.
    pub(super) fn task(leaves: &[&[i32]], root_is_max: bool) -> Task {
        let leaf = |&value: &i32| Twig::leaf(Score::from_millipawns(value * 1000));
        let node = |leaves: &&[i32]| Twig::node(leaves.iter().map(leaf).collect());
        let side = if root_is_max { Side::First } else { Side::Second };
        Task::of(Twig::node(leaves.iter().map(node).collect()), Movers::alternating(side))
    }

    /// Returns the verdict for a program that reads these leaves and returns the first move.
    pub(super) fn smallest(task: Task, reads: &[usize]) -> Smallest {
        let tree = task.searched();
        let answer = Ok(ProgramAnswer { value: tree.minimax(0), best: Some(0) });
        let questions = reads.iter().map(|&node| NodeQuestion { node, reads: true }).collect();
        let attempt = Attempt { reads: reads.to_vec(), questions, ..Attempt::of(answer) };
        let judgement = judge(&task, &attempt, AskedAlgorithm::AlphaBeta, TieRule::Any);
        Smallest { task, attempt, judgement }
    }

    pub(super) fn ran(smallest: Smallest, mistake: Option<Diagnosis>) -> RanProgram {
        let (time, scheme) = (Duration::from_secs(1), MarkingScheme::default());
        let assignment = Assignment {
            algorithm: AskedAlgorithm::AlphaBeta,
            rule: TieRule::Any,
            trees: 20,
            seed: 1,
            spec: TreeSpec::default(),
            time,
            own: Vec::new(),
            scheme,
        };
        let verdict = smallest.judgement.verdict;
        let (state, visibility, message) = (TestState::Failed, Visibility::Visible, "wrong".to_owned());
        let tests = vec![Test { name: "values", state, score: 0, max: Test::MAX, visibility, message }];
        let (why, view, smallest) = (String::new(), WindowView::of(std::iter::once(&smallest)), Some(smallest));
        let report = ProgramReport {
            assignment,
            verdict,
            why,
            wrong: 2,
            tried: 20,
            answered: 20,
            smallest,
            mistake,
            given: None,
            changes: None,
            keeps: false,
            fresh: None,
            view,
            tests,
        };
        RanProgram { student: None, program: vec!["./mine".to_owned()], own: None, address: None, report }
    }

    fn written(name: &str, ran: &RanProgram, around: &Surroundings) -> String {
        let format = REPORTS.iter().find(|format| format.name == name).unwrap();
        let mut out = Vec::new();
        (format.write)(std::slice::from_ref(ran), around, &Style::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// An upright drawing implies that MAX moves at the root. If MIN does, the page has a table with the order in which
    /// the program read the leaves.
    #[test]
    fn a_tree_that_is_not_drawn_is_a_table_of_what_was_read() {
        let page = written(
            "text",
            &ran(smallest(task(&[&[3, 1], &[2, 4]], false), &[3, 2, 5]), None),
            &Surroundings::default(),
        );
        let row = |name: &str| -> Vec<String> {
            let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            page.lines().map(words).find(|words| words.first().is_some_and(|first| first == name)).unwrap_or_default()
        };
        assert_eq!(row("A1"), ["A1", "3", "2nd", "1st"], "{page}");
        assert_eq!(row("A2"), ["A2", "1", "1st", "2nd"], "{page}");
        assert_eq!(row("B1"), ["B1", "2", "3rd", "3rd"], "{page}");
        assert_eq!(row("B2"), ["B2", "4", "-", "4th"], "{page}");
        assert_eq!(row("B"), ["B", "(MAX)", "4"], "{page}");
    }

    #[test]
    fn a_mistake_is_named_with_its_way_to_people_and_to_platforms() {
        let like = |detail: &'static str| {
            Some(Diagnosis { mistake: MistakeName::Search(Mistake::NoPruning), detail, of: 24, also: Vec::new() })
        };
        let smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]);
        let what = Mistake::NoPruning.description();
        for (detail, end) in [("", "."), ("at MIN's nodes only", " (at MIN's nodes only).")] {
            let said = format!("It behaves like a search with the mistake no-pruning: {what}{end}");
            let ran = ran(smallest.clone(), like(detail));
            let page = written("text", &ran, &Surroundings::default());
            assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(&said), "{page}");
            let gradescope = written("gradescope", &ran, &Surroundings::default());
            let platform: Value = serde_json::from_str(&gradescope).unwrap();
            assert!(platform["output"].as_str().unwrap().lines().any(|line| line == said), "{platform}");
        }
    }

    /// The result has a field for each of the platform's variables, with the variable's name and value.
    #[test]
    fn classroom_50_gets_back_what_it_said() {
        let around = Surroundings {
            variables: VARIABLES.map(|name| (name, format!("my {name}"))).to_vec(),
            datetime: "2026-11-23T12:00:00Z".to_owned(),
        };
        let ran = ran(smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]), None);
        let fields = ["classroom", "assignment", "submission", "commit", "release", "review"];
        let document: Value = serde_json::from_str(&written("classroom50", &ran, &around)).unwrap();
        assert_eq!(fields.map(|field| document[field].clone()), VARIABLES.map(|name| format!("my {name}")));
        assert_eq!(document["datetime"], "2026-11-23T12:00:00Z");
        let alone: Value = serde_json::from_str(&written("classroom50", &ran, &Surroundings::default())).unwrap();
        assert_eq!(fields.map(|field| alone[field].clone()), [""; 6]);
    }
}
