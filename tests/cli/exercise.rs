//! `plywood exercise` end to end: exercises can be made, printed, answered and graded, and bad input destroys nothing.

use crate::support::{in_turn, snapshot};
use crate::{Folder, failed, feed, output, succeeded};
use insta::assert_snapshot;
use std::collections::HashSet;

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// All kinds of questions except the order of the leaves, which would reveal the answer to another question.
const ITEMS: &str = "values,windows,pruned,cutoffs,owner,range,best,pv";

fn textbook() -> Folder {
    let folder = Folder::new();
    output(&mut folder.plywood(&["exercise", "new", TREE, "--items", ITEMS, "-o", "ex.json"]));
    folder
}

/// Fails with exit code 1, and writes to both outputs.
fn partly_failed(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let output = folder.plywood(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_sheet_is_blank_and_the_key_is_not() {
    let folder = textbook();
    snapshot("exercise-sheet", &output(&mut folder.plywood(&["exercise", "sheet", "ex.json"])));
    snapshot("exercise-key", &output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--key"])));
    snapshot(
        "exercise-answers",
        &output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--format", "answers"])),
    );
}

/// The points on a sheet add up to the sum at its top; ties are mentioned if two leaves have the same value.
#[test]
fn the_sheet_says_what_earns_points() {
    let folder = Folder::new();
    for (tree, options, said, is_tied) in [
        ("((3 12 8) (2 4 6))", &[][..], "Windows and values: 5 points, 1 for each", false),
        ("((3 12 8) (2 3 6))", &["--items", "values,order"], "Values: 3 points, 1 for each", true),
        ("((3 12 8) (2 3 6))", &["--items", "pruned,pv"], "", true),
    ] {
        output(&mut folder.plywood(&[&["exercise", "new", tree, "--force", "-o", "ex.json"], options].concat()));
        let sheet = output(&mut folder.plywood(&["exercise", "sheet", "ex.json"]));
        let sheet = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!((sheet.contains(said), sheet.contains("rule for ties")), (true, is_tied), "{sheet}");
        let number = |text: &str| text.split(' ').next().unwrap().trim_matches('(').parse::<u32>().ok();
        let below: u32 = sheet.split("? (").skip(1).filter_map(number).sum();
        let above = sheet.split("alues: ").nth(1).map_or(0, |text| number(text).unwrap());
        assert_eq!(Some(above + below), number(sheet.split(" of ").nth(1).unwrap()), "{sheet}");
        assert_eq!(above == 0, said.is_empty(), "{sheet}");
    }
    folder.write(
        "own.json",
        r#"{"title":"own","depth":2,"moves":[{"move":"A","moves":[{"move":"A1","score":1}]}],"exercise":{"points":{"values":0.5}}}"#,
    );
    let sheet = output(&mut folder.plywood(&["exercise", "sheet", "own.json"]));
    let sheet = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(sheet.contains("values: 2 points, 1 for each window and 0.5 for each value of a visited node"), "{sheet}");
}

/// If all leaves are read and the value is outside the window, the bound of the window is also a correct answer; a
/// weaker bound is not.
#[test]
fn a_value_that_is_read_may_be_told_as_its_limit() {
    let folder = Folder::new();
    output(&mut folder.plywood(&[
        "exercise",
        "new",
        "(((5 6) (7 8)) ((4 1) (9 9)))",
        "--items",
        "values",
        "-o",
        "ex.json",
    ]));
    let (right, wrong) = (["B1 = 4", "B1 <= 4", "B1 <= 5", "B1 < 6"], ["B1 < 4", "B1 <= 3", "B1 <= 12"]);
    for said in right.into_iter().chain(wrong) {
        folder.write("a.txt", said);
        let marks = output(&mut folder.plywood(&["exercise", "grade", "ex.json", "a.txt"]));
        assert_eq!(marks.contains("1/1  value B1"), right.contains(&said), "{said}: {marks}");
    }
}

/// The command at the bottom of a sheet recreates the exercise, whatever the options were.
#[test]
fn the_sheet_says_how_it_was_made() {
    let folder = Folder::new();
    let wishes =
        ["--level 1", "--level 2", "--level 3", "--level 4", "--level 5", "--level 2 --shape 3x3 --cuts 1..3", ""];
    for (index, wish) in wishes.into_iter().enumerate() {
        for seed in in_turn(["3", "5"], index, 2) {
            let make = |words: &str, file: &str| {
                let command = format!("exercise new {words} --force -o {file}");
                output(&mut folder.plywood(&command.split_whitespace().collect::<Vec<_>>()));
            };
            make(&format!("{wish} --seed {seed}"), "ex.json");
            let sheet = output(&mut folder.plywood(&["exercise", "sheet", "ex.json"]));
            // It may be wider than the page.
            let foot = sheet.split("\nExercise ").last().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            let made = foot.split(" exercise new ").nth(1).unwrap_or_else(|| panic!("{sheet}"));
            make(made, "again.json");
            assert_eq!(folder.read("ex.json"), folder.read("again.json"), "{wish} --seed {seed}: {foot}");
        }
    }
}

#[test]
fn a_small_tree_stands_upright_on_its_sheet_and_a_large_one_has_rows() {
    let folder = Folder::new();
    for (shape, is_upright) in [("3x4x2", true), ("5x5", false)] {
        output(&mut folder.plywood(&["exercise", "new", "--shape", shape, "--force", "-o", "ex.json"]));
        let sheet = |form: &str| output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--format", form]));
        assert_eq!(sheet("html").contains("<svg"), is_upright, "{shape}");
        assert_eq!(sheet("html").contains("<td"), !is_upright, "{shape}");
        assert_eq!(sheet("tex").contains("\\begin{tikzpicture}"), is_upright, "{shape}");
    }
}

#[test]
fn a_branch_with_a_long_name_continues_on_the_next_line() {
    let folder = Folder::new();
    for name in ["Attack_the_bishop_with_the_knight_and_then_push_the_pawn_to_the_eighth_rank", &"x".repeat(70)] {
        let tree = format!("({name}: (3 12 8) b: (2 4 6))");
        for more in [&[][..], &["--key"]] {
            let arguments = [&["exercise", "sheet", &tree], more].concat();
            let page = output(&mut folder.plywood(&arguments));
            assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
            // No letter of the name is lost in the tree, which is 36 columns wide.
            let drawn: String = page.lines().flat_map(|line| line.chars().take(36)).collect();
            let drawn: String = drawn.split(|c: char| c.is_whitespace() || "|-`".contains(c)).collect();
            assert!(drawn.contains(&format!("{name}1")), "{page}");
        }
    }
}

#[test]
fn usual_questions_are_few_and_all_can_be_asked() {
    let folder = Folder::new();
    let asked = |options: &[&str]| {
        output(&mut folder.plywood(&[&["exercise", "new", TREE, "--force", "-o", "ex.json"], options].concat()));
        let sheet = output(&mut folder.plywood(&["exercise", "sheet", "ex.json"]));
        sheet
            .lines()
            .filter(|line| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok()))
            .count()
    };
    assert_eq!((asked(&[]), asked(&["--all-items"])), (2, 7));
}

#[test]
fn marks_have_their_reasons() {
    let folder = textbook();
    folder.write(
        "answers.txt",
        "name: Ada\nA = 3\nB <= 2\nroot: 4\npruned: A3 B2 B3 C3\nbest A\nb: alpha 3, beta\nD = 3\n",
    );
    snapshot("exercise-marks", &output(&mut folder.plywood(&["exercise", "grade", "ex.json", "answers.txt"])));
}

#[test]
fn the_key_earns_everything_in_every_form() {
    let folder = textbook();
    output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--key", "--format", "answers", "-o", "key.txt"]));
    let grade =
        |format: &str| output(&mut folder.plywood(&["exercise", "grade", "ex.json", "key.txt", "--format", format]));
    let json: serde_json::Value = serde_json::from_str(&grade("json")).unwrap();
    let fields: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["format", "items", "max", "mistake", "score", "version"]);
    assert_eq!((&json["score"], &json["max"], &json["mistake"]), (&16.into(), &16.into(), &serde_json::Value::Null));
    let fields: Vec<&String> = json["items"][0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["item", "max", "message", "points", "verdict"]);
    let verdict = |item: &str| {
        json["items"].as_array().unwrap().iter().find(|mark| mark["item"] == item).unwrap()["verdict"].clone()
    };
    assert_eq!((verdict("pruned"), verdict("value B")), ("right".into(), "right".into()));
    let gradescope: serde_json::Value = serde_json::from_str(&grade("gradescope")).unwrap();
    assert_eq!(
        (&gradescope["tests"][0]["max_score"], &gradescope["tests"][0]["visibility"]),
        (&1.into(), &"visible".into())
    );
    let csv = grade("csv");
    assert_eq!(csv.lines().nth(1).unwrap(), "key.txt,,16,16,,1,1,1,1,1,1,1,4,1,1,1,1,1,");
}

#[test]
fn thirty_are_marked_although_one_is_broken() {
    let folder = textbook();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for number in 1..=30 {
        folder.write(&format!("sub/{number:02}.txt"), format!("name: Student {number}\nbest: A\n"));
    }
    folder.write("sub/13.txt", [0xff, 0xfe, 0x00]);
    let (out, message) = partly_failed(&folder, &["exercise", "grade", "ex.json", "sub", "--format", "csv"]);
    assert_eq!(out.lines().count(), 31);
    assert_eq!(out.lines().filter(|line| line.contains(",1,16,")).count(), 29);
    let problem = "this file is not a text file; expected answers as plain text, one on each line, such as A = 3 or pruned: B2 B3";
    assert!(out.contains("sub/13.txt,,,") && out.contains(problem), "{out}");
    assert_eq!(message, format!("plywood: sub/13.txt: {problem}\n"));
    folder.write("sub/13.txt", "exercise: 000000\nbest: A\n");
    let (_, message) = partly_failed(&folder, &["exercise", "grade", "ex.json", "sub", "-o", "marks.csv"]);
    assert!(message.contains("these are answers for exercise 000000"), "{message}");
    assert_eq!(folder.read("marks.csv").lines().count(), 31, "the file is written all the same");
}

#[test]
fn bad_input_is_named() {
    let folder = textbook();
    folder.write("none.txt", "what is this\n");
    folder.write("torn.json", "{\"values\": ");
    for file in ["none.txt", "torn.json", "missing.txt"] {
        let (_, message) = partly_failed(&folder, &["exercise", "grade", "ex.json", file]);
        assert!(message.starts_with(&format!("plywood: {file}: ")) && !message.contains("panicked"), "{message}");
    }
    let refused = |arguments: &[&str]| failed(folder.plywood(&[&["exercise"], arguments].concat()).output().unwrap());
    assert_snapshot!(refused(&["new", "--shape", "3x3x2", "--deep"]), @"
    exit 2
    plywood: no tree of shape 3x3x2 can have a deep cutoff: the bound has to come from three plies up, so the tree needs four plies; choose a shape such as 2x2x2x2
    ");
    assert_snapshot!(refused(&["new", TREE, "--seed", "3"]), @"
    exit 2
    plywood: --shape, --seed, --cuts, --deep, --ties, --negative, --level and --count are for random trees
    ");
    assert_snapshot!(refused(&["new", "--count", "3"]), @"
    exit 2
    plywood: --count writes several files and needs a file name: -o ex.json
    ");
    assert_snapshot!(refused(&["new", "horizon"]), @"
    exit 1
    plywood: this lesson does not list every move down to its depth; an exercise needs the whole tree
    ");
    assert!(refused(&["grade", "nothing.json", "none.txt"]).contains("there is no file nothing.json"));
}

/// Returns the moves and scores of an exercise.
fn tree_of(exercise: &str) -> String {
    serde_json::from_str::<serde_json::Value>(exercise).unwrap()["moves"].to_string()
}

#[test]
fn a_class_set_is_made_at_once_and_the_same_every_time() {
    let folder = Folder::new();
    let make = ["exercise", "new", "--level", "4", "--seed", "5", "--count", "3", "--force", "-o", "ex.json"];
    output(&mut folder.plywood(&make));
    assert_eq!(folder.names(), ["ex-01.json", "ex-02.json", "ex-03.json"]);
    let first = folder.read("ex-01.json");
    assert_ne!(first, folder.read("ex-02.json"));
    output(&mut folder.plywood(&make));
    assert_eq!(folder.read("ex-01.json"), first);
    // A small shape has few trees: they are all different, or the program says how many there are.
    let small = |count: &str| folder.plywood(&["exercise", "new", "--shape", "2x2", "--count", count, "-o", "s.json"]);
    output(&mut small("8"));
    let trees: HashSet<String> = (1..=8).map(|number| tree_of(&folder.read(&format!("s-{number:02}.json")))).collect();
    assert_eq!(trees.len(), 8);
    let said = failed(small("99").output().unwrap());
    assert!(said.contains("different trees that meet these conditions; reduce --count or choose a larger"), "{said}");
    assert!(!folder.names().contains(&"s-09.json".to_owned()));
    // An exercise is a lesson, and its moves are tried in file order.
    assert!(output(&mut folder.plywood(&["explain", "ex-01.json"])).contains("moves as listed"));
}

#[test]
fn names_mean_nothing_to_html_tex_and_xml() {
    let folder = Folder::new();
    let lesson = r#"{"title": "<b>&\\x_{}~ ]]>", "moves": [
        {"move": "<i>", "moves": [{"move": "a&b", "score": 1}, {"move": "c{d}", "score": -2.5}]},
        {"move": "e", "moves": [{"move": "f_g", "score": 3}, {"move": "h~", "score": 0}]}]}"#;
    folder.write("ex.json", lesson);
    let sheet =
        |arguments: &[&str]| output(&mut folder.plywood(&[&["exercise", "sheet", "ex.json"], arguments].concat()));
    for key in [&[][..], &["--key"][..]] {
        let html = sheet(&[&["--format", "html"], key].concat());
        assert!(html.contains("&lt;b&gt;&amp;\\x_{}~ ]]&gt;") && html.contains(">&lt;i&gt;<"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<i>") && !html.contains("<script"));
        let tex = sheet(&[&["--format", "tex"], key].concat());
        assert!(tex.contains("$<$b$>$\\&\\textbackslash{}x\\_\\{\\}\\textasciitilde{}"), "{tex}");
        let xml = sheet(&[&["--format", "moodle-xml"], key].concat());
        assert!(xml.contains("<name><text>&lt;b&gt;&amp;\\x_{}~ ]]&gt;</text></name>"), "{xml}");
        assert_eq!(xml.matches("]]>").count(), 2, "each of the two sections of CDATA ends once");
        // Every gap has a closing brace, and all other braces are escaped.
        let bare = xml.split("<questiontext").nth(1).unwrap().replace("\\{", "").replace("\\}", "");
        assert_eq!(bare.matches('{').count(), bare.matches('}').count());
        assert!(
            bare.contains(":NUMERICAL:=-2.5:0}")
                && bare.contains(":MULTICHOICE:")
                && bare.contains(":SHORTANSWER:%100%")
        );
    }
}

/// A right answer to a question that is not on the sheet is not passed over in silence.
#[test]
fn an_answer_that_was_not_asked_for_is_noted() {
    let folder = Folder::with("a.txt", "best: A\nA = 3\n");
    let marks = output(&mut folder.plywood(&["exercise", "grade", "((3 12 8) (2 4 6) (14 5 2))", "a.txt"]));
    assert!(marks.contains("  best: not graded, because this exercise does not ask for it\n"), "{marks}");
    assert_eq!(marks.matches("not graded").count(), 1, "{marks}");
}

#[test]
fn answers_come_from_standard_input_and_a_position_makes_an_exercise() {
    let folder = textbook();
    let marks = succeeded(feed(&mut folder.plywood(&["exercise", "grade", "ex.json", "-"]), "BEST: a\r\n"));
    assert!(marks.starts_with("-: 1 of 16 points"), "{marks}");
    let fen = "1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1";
    output(&mut folder.plywood(&[
        "exercise",
        "new",
        fen,
        "--depth",
        "3",
        "--width",
        "2",
        "--items",
        ITEMS,
        "-o",
        "chess.json",
    ]));
    folder.write("answers.txt", "pv: 1.Qg8+ Nxg8 2.Nf7#\nbest: Qg8\n");
    let marks = output(&mut folder.plywood(&["exercise", "grade", "chess.json", "answers.txt", "--format", "json"]));
    let marks: serde_json::Value = serde_json::from_str(&marks).unwrap();
    assert_eq!(marks["score"], 2, "moves will do for names");
}

#[test]
fn a_position_from_standard_input_is_made_an_exercise() {
    let fen = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let folder = Folder::new();
    let piped = succeeded(feed(&mut folder.plywood(&["exercise", "new", "-", "--depth", "2", "--width", "2"]), fen));
    assert_eq!(piped, output(&mut folder.plywood(&["exercise", "new", fen, "--depth", "2", "--width", "2"])));
}

/// In two-ply trees, a search that prunes nothing and a search whose root forgets alpha behave the same; the report
/// names the simpler mistake.
#[test]
fn who_prunes_nothing_is_told_so() {
    let folder = textbook();
    let values = "A = 3\nB = 2\nC = 2\nroot = 3\nA: -inf, inf\nB: -inf, inf\nC: -inf, inf\n";
    folder.write("a.txt", format!("{values}pruned: none\ncutoffs: 0\nbest: A\npv: A A1\n"));
    let marks = output(&mut folder.plywood(&["exercise", "grade", "ex.json", "a.txt"]));
    assert!(marks.contains("A search with the mistake no-pruning gives 11 of these 11 answers"), "{marks}");
    assert!(marks.contains("--mistake no-pruning\nThese explain as many: root-window"), "{marks}");
}

#[test]
fn the_order_says_which_leaves_are_not_read() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["exercise", "new", "((3 12) (2 4))", "--items", "order,pruned", "-o", "ex.json"]));
    for (order, verdict) in [("A1 A2 B1", "6 of 6"), ("A1 A2 B1 B2", "1.5 of 6"), ("A1 B1", "2.67 of 6")] {
        folder.write("a.txt", format!("name: Ada\norder: {order}\n"));
        let marks = output(&mut folder.plywood(&["exercise", "grade", "ex.json", "a.txt"]));
        assert!(marks.starts_with(&format!("Ada: {verdict} points")), "{order}: {marks}");
    }
    // An explicit answer wins.
    folder.write("a.txt", "name: Ada\norder: A1 A2 B1\npruned: none\n");
    let marks = output(&mut folder.plywood(&["exercise", "grade", "ex.json", "a.txt"]));
    assert!(!marks.starts_with("Ada: 6 of 6"), "{marks}");
}

/// Three different exercises need only one command for the sheets, one for the import, and one for grading.
#[test]
fn a_class_with_different_exercises_takes_one_command_each() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("class")).unwrap();
    std::fs::create_dir_all(folder.path().join("in")).unwrap();
    output(&mut folder.plywood(&["exercise", "new", "--level", "1", "--count", "2", "-o", "class/ex.json"]));
    output(&mut folder.plywood(&["exercise", "new", "--shape", "2x2x2", "-o", "class/ex-03.json"]));
    let names = ["class/ex-01.json", "class/ex-02.json", "class/ex-03.json"];
    let sheet = |arguments: &[&str]| output(&mut folder.plywood(&[&["exercise", "sheet"], arguments].concat()));
    let html = sheet(&[&names[..], &["--format", "html"]].concat());
    assert_eq!((html.matches("<hr class=\"page\">").count(), html.matches("</html>").count()), (2, 1));
    assert_eq!(sheet(&["class", "--format", "html"]), html, "a folder stands for its files");
    assert_eq!(sheet(&["class", "--format", "tex"]).matches("\\newpage").count(), 2);
    assert_eq!(sheet(&["class", "--format", "moodle-xml"]).matches("<question type=\"cloze\">").count(), 3);
    let refused = folder.plywood(&["exercise", "sheet", "class", "--format", "answers"]).output().unwrap();
    assert_eq!(failed(refused), "exit 2\nplywood: answers takes one exercise, but 3 were given");
    for (index, name) in names.iter().enumerate() {
        let key = sheet(&[name, "--key", "--format", "answers"]);
        folder.write(&format!("in/{index}.txt"), key);
    }
    let csv = output(&mut folder.plywood(&["exercise", "grade", "class", "in", "--format", "csv"]));
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(widths.len() == 4 && widths.iter().all(|width| *width == widths[0]), "{csv}");
    for line in csv.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[2], cells[3], "the key earns everything: {line}");
    }
    let text = output(&mut folder.plywood(&["exercise", "grade", "class", "in"]));
    assert!(text.starts_with("3 exercises\n") && text.contains("Graded 3 of 3 files."), "{text}");
    folder.write("in/2.txt", "best: A\n");
    folder.write("in/3.txt", "exercise: 000000\nbest: A\n");
    let (out, message) = partly_failed(&folder, &["exercise", "grade", "class", "in", "--format", "csv"]);
    assert!(message.contains("in/2.txt: the answers do not name one of the 3 exercises"), "{message}");
    assert!(
        message.contains("in/3.txt: these are answers for exercise 000000, which is not one of the 3"),
        "{message}"
    );
    assert_eq!(out.lines().count(), 5);
}

/// Node C of the textbook's tree is worth 2, and a fail-hard search knows only that it is at most 2; `grade` and Moodle
/// accept both.
#[test]
fn moodle_takes_the_bounds_that_grade_takes() {
    let folder = textbook();
    let xml = output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--format", "moodle-xml"]));
    assert!(xml.contains("<tr>") && xml.matches("<tr>").count() == xml.matches("</tr>").count(), "{xml}");
    let gaps: Vec<&str> = xml.split(":MULTICHOICE:").skip(1).map(|gap| gap.split('}').next().unwrap()).collect();
    for claim in ["C: = 2", "C: <= 2"] {
        let marks = succeeded(feed(&mut folder.plywood(&["exercise", "grade", "ex.json", "-"]), claim));
        assert!(marks.starts_with("-: 1 of 16 points"), "{marks}");
    }
    assert!(gaps.contains(&"=is~=at most~at least~never reached"), "{gaps:?}");
    assert!(gaps.contains(&"is~=at most~at least~never reached"), "{gaps:?}");
}

/// A fail-hard search returns the bound, and with `>` instead of `>=` a tie cuts nothing: other numbers are right, too.
#[test]
fn moodle_takes_the_numbers_that_grade_takes() {
    for (tree, claims, gap) in [
        ("min((3 5 4) (6 7 2) (1 2 4))", &["B: >= 5", "B: >= 6"][..], "{1:NUMERICAL:=5.5:0.5}"),
        ("((3 5) (3 1) (2 9))", &["B: <= 3", "B: <= 2", "B: = 1"], "{1:NUMERICAL:=2:1}"),
        ("((0.5 5) (0.25 1))", &["B: <= 0.5", "B: <= 0.25"], "{1:NUMERICAL:=0.375:0.125}"),
    ] {
        let folder = Folder::new();
        output(&mut folder.plywood(&["exercise", "new", tree, "-o", "ex.json"]));
        for claim in claims {
            let marks = succeeded(feed(&mut folder.plywood(&["exercise", "grade", "ex.json", "-"]), claim));
            assert!(marks.starts_with("-: 1 of ") && !marks.contains("mistake"), "{tree} {claim}: {marks}");
        }
        let xml = output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--format", "moodle-xml"]));
        assert!(xml.contains(gap), "{gap}: {xml}");
    }
}

/// Leaf B1 of this tree cuts at 7 only if a tie causes a cutoff, and there is a tie: under each rule, grading, GIFT and
/// Moodle accept what the sheet's rule says, and without a rule, either.
#[test]
fn a_range_follows_the_tie_rule_everywhere() {
    let folder = Folder::new();
    for (rule, right) in [(Some("ge"), &["<= 7"][..]), (Some("gt"), &["< 7"]), (None, &["<= 7", "< 7"])] {
        let options: &[&str] = if let Some(rule) = &rule { &["--rule", rule] } else { &[] };
        let new = ["exercise", "new", "((7 9) (7 8) (6 3))", "--items", "range,cutoffs", "--force", "-o", "ex.json"];
        output(&mut folder.plywood(&[&new, options].concat()));
        let sheet = |form: &str| output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--format", form]));
        let (gift, moodle) = (sheet("gift").replace('\\', ""), sheet("moodle-xml").replace("&lt;", "<"));
        let counts = |rule: &str| if rule == "ge" { [2] } else { [1] };
        for text in ["<= 7", "< 7", "<=7", "x < 7"] {
            let is_right = right.iter().any(|right| right.replace(' ', "") == text.replace(['x', ' '], ""));
            assert_eq!(gift.contains(&format!("=%100%{text}\n")), is_right, "{rule:?} {text}: {gift}");
            assert_eq!(
                moodle.contains(&format!("%100%{text}~")) || moodle.contains(&format!("%100%{text}}}")),
                is_right,
                "{rule:?} {text}: {moodle}"
            );
            let answer = format!("B1 cuts if: {text}");
            let marks = succeeded(feed(&mut folder.plywood(&["exercise", "grade", "ex.json", "-"]), &answer));
            assert_eq!(marks.starts_with("-: 1 of "), is_right, "{rule:?} {text}: {marks}");
        }
        for count in 0..3 {
            let is_right =
                ["ge", "gt"].iter().any(|one| rule.is_none_or(|rule| rule == *one) && counts(one).contains(&count));
            assert_eq!(gift.contains(&format!("={count}:0")), is_right, "{rule:?}: {gift}");
            assert_eq!(moodle.contains(&format!("={count}:0")), is_right, "{rule:?}: {moodle}");
        }
    }
}
