//! What is right on paper is right in the formats of learning platforms, and every question says what is right.

use crate::{Folder, output};
use roxmltree::Document;

/// An exercise in a folder of its own.
struct Made(Folder);

impl Made {
    fn new(arguments: &[&str]) -> Self {
        let folder = Folder::new();
        output(&mut folder.plywood(&[&["exercise", "new"], arguments, &["-o", "ex.json"]].concat()));
        Self(folder)
    }

    fn sheet(&self, format: &str) -> String {
        output(&mut self.0.plywood(&["exercise", "sheet", "ex.json", "--format", format]))
    }

    /// Returns the answers with this share of the points, in percent, to the GIFT question with this name.
    fn gift(&self, name: &str, share: u32) -> Vec<String> {
        let gift = self.sheet("gift").replace('\\', "");
        let question = gift.split("\n\n").find(|question| question.contains(&format!(", {name}::")));
        let start = format!("\t=%{share}%");
        let lines = question.unwrap_or_else(|| panic!("{name}: {gift}")).lines();
        lines.filter_map(|line| line.strip_prefix(&start).map(str::to_owned)).collect()
    }

    /// Returns the text of the question for Moodle, as its editor reads it.
    fn moodle(&self) -> String {
        let xml = self.sheet("moodle-xml");
        let document = Document::parse(&xml).unwrap();
        let text = document.descendants().find(|node| node.has_tag_name("questiontext")).unwrap();
        text.descendants()
            .filter_map(|node| node.text().filter(|text| !text.trim().is_empty()))
            .next()
            .unwrap()
            .to_owned()
    }

    /// Returns the line of `grade` for an answer.
    fn graded(&self, answer: &str) -> String {
        self.0.write("answer.txt", answer);
        let marks = output(&mut self.0.plywood(&["exercise", "grade", "ex.json", "answer.txt"]));
        let (name, _) = answer.split_once(':').unwrap();
        let line = marks.lines().find(|line| line.contains(&format!(" {name} ")));
        line.unwrap_or_else(|| panic!("{answer}: {marks}")).to_owned()
    }
}

#[test]
fn every_format_says_which_of_equal_moves_is_best() {
    let formats = ["text", "markdown", "html", "tex", "moodle-xml", "gift", "anki", "answers"];
    for (tree, has_ties) in [("((3 5) (3 9) (4 3))", true), ("((3 5) (2 9) (4 1))", false)] {
        let made = Made::new(&[tree, "--items", "best,pv"]);
        for format in formats {
            let text = made.sheet(format).replace('\n', " ").to_lowercase();
            assert_eq!(text.contains("of equal moves, the first"), has_ties, "{format}: {text}");
        }
    }
}

#[test]
fn a_line_that_is_equally_good_earns_half_of_the_points() {
    let made = Made::new(&["((3 5) (3 9) (4 3))", "--items", "best,pv"]);
    for (answer, points, is_equal) in [
        ("pv: A A1", "1/1", false),
        ("pv: B B1", "0.5/1", true),
        ("pv: C C2", "0.5/1", true),
        ("pv: B", "0/1", false),
        ("pv: B1", "0/1", false),
        ("pv: B B2", "0/1", false),
        ("best: B", "0.5/1", true),
    ] {
        let line = made.graded(answer);
        assert!(line.contains(points), "{answer}: {line}");
        assert_eq!(line.contains("equally good"), is_equal, "{answer}: {line}");
    }
    // Two of the three moves of this line are those of the search, which is more than half.
    let made = Made::new(&["(((1 2 2) (2 9)) 0)", "--items", "pv"]);
    let line = made.graded("pv: A A1 A1c");
    assert!(line.contains("0.67/1") && line.contains("equally good"), "{line}");
}

#[test]
fn a_number_may_leave_out_the_zeros_that_other_leaves_need() {
    let made = Made::new(&["((3 12.5 8) (2.5 4 6) (14 5 2))", "--all-items"]);
    let answers = made.gift("value A", 100);
    for text in ["= 3.0", "= 3", "=3", "3", "3.0"] {
        assert!(answers.contains(&text.to_owned()), "{text}: {answers:?}");
    }
    let range = made.gift("B1 cuts if", 100);
    assert!(["<= 3.0", "<= 3", "≤3", "x<=3"].iter().all(|text| range.contains(&(*text).to_owned())), "{range:?}");
    assert!(made.moodle().contains("%100%&lt;= 3~"), "{}", made.moodle());
}

#[test]
fn a_range_has_every_usual_spelling_and_the_question_shows_one() {
    let made = Made::new(&["--shape", "3x2x2", "--seed", "3", "--all-items", "--rule", "ge"]);
    let answers = made.gift("A2a cuts if", 100);
    let moodle = made.moodle();
    for text in [">= 12", "≥ 12", "x>=12", "x≥12", "A2a >= 12", "12..inf", "[12, inf)"] {
        assert!(answers.contains(&text.to_owned()), "{text}: {answers:?}");
        assert!(moodle.contains(&format!("%100%{}", text.replace('>', "&gt;"))), "{text}: {moodle}");
    }
    for answer in &answers {
        assert!(made.graded(&format!("A2a cuts if: {answer}")).contains("1/1"), "{answer}");
    }
    for format in ["gift", "moodle-xml", "anki"] {
        let text = made.sheet(format).replace('\\', "").replace("&gt;", ">").replace("&lt;", "<");
        assert!(text.contains("would A2b not be read? Write a comparison, such as >= 5 or < 5."), "{format}: {text}");
    }
}

#[test]
fn each_bound_that_the_read_leaves_prove_is_right() {
    // B1 is at least its first child, and at most what its second child proves.
    let made = Made::new(&["--shape", "2x2x2x2", "--seed", "9"]);
    let answers = made.gift("value B1", 100);
    for text in ["<= 6", ">= 1"] {
        assert!(made.graded(&format!("B1: {text}")).contains("1/1"));
        assert!(answers.contains(&text.to_owned()), "{text}: {answers:?}");
    }
    let moodle = made.moodle();
    let row = moodle.split("<tr>").find(|row| row.contains(";B1┤")).unwrap();
    assert!(row.contains(":MULTICHOICE:is~=at most~=at least~never reached}"), "{row}");
    assert!(row.contains("=1:0") && row.contains("=6.5:0.5"), "{row}");
    // A fail-hard search returns alpha.
    let made = Made::new(&["--shape", "3x2x2", "--seed", "3"]);
    let answers = made.gift("value B", 100);
    assert!(["<= 8", "<= 11", "≤ 11"].iter().all(|text| answers.contains(&(*text).to_owned())), "{answers:?}");
}

#[test]
fn moodle_prints_text_outside_the_gaps_as_it_is() {
    let mate = Made::new(&["1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", "--depth", "3", "--width", "3"]);
    let text = mate.moodle();
    assert!(text.contains("2.Nf7#") && text.contains("#2 is a win in two moves"), "{text}");
    let outside: Vec<&str> = text.split('{').map(|part| part.rsplit('}').next().unwrap()).collect();
    assert!(outside.iter().all(|part| !part.contains('\\')), "{outside:?}");
    let folder = Folder::new();
    let lesson = r#"{"title": "t", "moves": [{"move": "n/m~{1:SA:=x}", "moves": [{"move": "a", "score": 1}]}, {"move": "b", "score": 2}]}"#;
    folder.write("lesson.json", lesson);
    let path = folder.path().join("lesson.json");
    let text = Made::new(&[path.to_str().unwrap()]).moodle();
    assert!(text.contains("n/m~&#123;1:SA:=x&#125;"), "{text}");
}

#[test]
fn no_question_asks_for_what_a_form_has_no_place_for() {
    let made = Made::new(&["((3 5) (3 9) (4 3))", "--all-items"]);
    for format in ["moodle-xml", "gift", "anki"] {
        let text = made.sheet(format);
        assert!(!text.contains("say so") && text.contains("you may also use the other rule for ties"), "{format}");
    }
}

#[test]
fn a_sheet_says_who_chooses_where_the_sides_do_not_take_turns() {
    let text = Made::new(&["two-ghosts"]).sheet("text").replace('\n', " ");
    let said = "MAX chooses at the root, MIN at L and R, MIN again at L1, L2, R1 and R2.";
    assert!(text.contains(said), "{text}");
}

/// Under the rule `ge`, the search never visits B2, so the node earns nothing. Under the other rule its value is at
/// least 6, and a fail-hard search finds 4.
#[test]
fn a_gap_of_a_node_that_only_the_other_rule_visits_takes_its_right_answers() {
    let moodle = Made::new(&["((4 9) (4 (6 1)))"]).moodle();
    let row = moodle.split("<tr>").find(|row| row.contains(";B2┤")).unwrap();
    assert!(row.contains("{0:MULTICHOICE:is~at most~=at least~=never reached}"), "{row}");
    let number = row.rsplit(":SHORTANSWER:").next().unwrap().split('}').next().unwrap();
    let numbers: Vec<&str> = number.split("%100%").map(|number| number.trim_end_matches('~')).skip(1).collect();
    assert!(["4", "6", "-"].iter().all(|right| numbers.contains(right)) && numbers.len() == 3, "{row}");
}

#[test]
fn the_weights_of_moodle_are_the_points_of_the_sheet() {
    let weights = |moodle: &str| -> Vec<u32> {
        moodle.split('{').skip(1).filter_map(|gap| gap.split(':').next().unwrap().parse().ok()).collect()
    };
    for arguments in [&["--all-items", "--seed", "5"][..], &["wikipedia"], &["--ties", "--seed", "14"]] {
        let made = Made::new(arguments);
        let sheet = made.sheet("text").replace('\n', " ");
        let points: u32 = sheet.split(" points").next().unwrap().rsplit([' ', '/']).next().unwrap().parse().unwrap();
        assert_eq!(weights(&made.moodle()).iter().sum::<u32>(), 2 * points, "{arguments:?}: {sheet}");
    }
    let made = Made::new(&["((3 4) (2 4))", "--items", "values,pruned,best"]);
    let path = made.0.path().join("ex.json");
    for (value, expected) in [("0.25", vec![1, 1, 1, 1, 1, 1, 48, 8]), ("0.5", vec![1, 1, 1, 1, 1, 1, 24, 4])] {
        let mut exercise: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        exercise["exercise"]["points"] =
            serde_json::from_str(&format!(r#"{{"pruned": 6, "values": {value}}}"#)).unwrap();
        std::fs::write(&path, exercise.to_string()).unwrap();
        assert_eq!(weights(&made.moodle()), expected, "{value}");
    }
}

#[test]
fn an_unset_bound_has_every_usual_spelling() {
    let made = Made::new(&["((3 5) (3 9) (4 3))", "--items", "windows"]);
    for (end, right) in [
        ("alpha", ["-inf", "-infinity", "-oo", "-∞", "inf", "-"]),
        ("beta", ["inf", "+inf", "+infinity", "+oo", "+∞", "infinity"]),
    ] {
        let answers = made.gift(&format!("{end} of A"), 100);
        for text in right {
            assert!(answers.contains(&text.to_owned()), "{end} {text}: {answers:?}");
            let other = if end == "alpha" { "beta inf" } else { "alpha -inf" };
            assert!(made.graded(&format!("A: {end} {text}, {other}")).contains("1/1"), "{end} {text}");
        }
    }
}

#[test]
fn answers_may_use_the_names_of_the_report_and_a_decimal_comma() {
    let made = Made::new(&["((-3.5 12 8) (-4 4 6) (14 5 2))", "--items", "windows"]);
    for answer in ["B: (-3,5; inf)", "B: (-3,5 inf)", "B: (-3,5, inf)", "B: (-3.5,inf)", "B: -3,5..inf"] {
        assert!(made.graded(answer).contains("1/1"), "{answer}");
    }
    let made = Made::new(&["((-3.5 12 8) (-4 4 6) (14 5 2))"]);
    made.0.write("named.txt", "window B: (-3.5, inf)\nvalue A = -3.5\npruned leaves: B2 B3\n");
    let marks = output(&mut made.0.plywood(&["exercise", "grade", "ex.json", "named.txt"]));
    for item in ["window B", "value A", "pruned"] {
        assert!(marks.lines().any(|line| line.contains(item) && !line.contains(" 0/")), "{item}: {marks}");
    }
}

/// A sheet, an answer file or a backup in a folder of exercises is not an exercise.
#[test]
fn a_folder_of_exercises_may_contain_other_files() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("class")).unwrap();
    output(&mut folder.plywood(&["exercise", "new", "--level", "1", "--count", "2", "-o", "class/ex.json"]));
    let html = output(&mut folder.plywood(&["exercise", "sheet", "class", "--format", "html"]));
    for name in ["class/all.html", "class/ex-01.json~", "class/ex-01.txt"] {
        folder.write(name, "name: Ada\n");
    }
    let both = folder.plywood(&["exercise", "sheet", "class", "--format", "html", "--force"]).output().unwrap();
    let said = String::from_utf8_lossy(&both.stderr);
    assert!(both.status.success() && said.contains("all.html") && said.contains("ex-01.json~"), "{said}");
    assert_eq!(String::from_utf8_lossy(&both.stdout), html);
}
