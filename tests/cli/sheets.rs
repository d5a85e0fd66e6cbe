//! How the formats of exercises treat names that a spreadsheet, TeX, Moodle or Markdown would interpret.

use crate::{Folder, failed, output};
use plywood::internal::exercise::{Exercise, Graded, MARKS, Paper, SHEETS, grade, read_answers};
use plywood::internal::page::Style;
use plywood::model::{Lesson, Model};

/// An exercise with this title and origin, whose first moves have these names.
fn exercise(title: &str, names: [&str; 2], made: &str) -> Exercise {
    let lesson = serde_json::json!({
        "title": title,
        "exercise": { "items": ["values", "windows", "pruned", "cutoffs", "owner", "range", "best", "pv"], "points": { "pruned": 6, "cutoffs": 0.5, "windows": 3 }, "made": made },
        "moves": [
            { "move": names[0], "moves": [{ "move": "a", "score": 3 }, { "move": "b", "score": 12 }] },
            { "move": names[1], "moves": [{ "move": "a", "score": 2 }, { "move": "b", "score": 4 }] },
        ],
    });
    Exercise::new(&Lesson::from_json(&lesson.to_string()).unwrap()).unwrap()
}

fn sheet(form: &str, exercise: &Exercise, is_key: bool) -> String {
    let format = SHEETS.iter().find(|format| format.name == form).unwrap();
    let mut out = Vec::new();
    (format.write)(std::slice::from_ref(exercise), is_key, &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The row of a table of marks for the student whose file has this name.
fn row(file: &str, student: &str) -> String {
    let exercise = exercise("t", ["A", "B"], "");
    let marks = grade(&exercise, &read_answers(&format!("name: {student}\nbest: A"), &exercise.tree));
    let format = MARKS.iter().find(|format| format.name == "csv").unwrap();
    let mut out = Vec::new();
    let graded = [Graded { file: file.to_owned(), paper: 0, marks: Ok(marks) }];
    let papers = [Paper { exercise, name: "t".to_owned() }];
    (format.write)(&graded, &papers, &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().nth(1).unwrap().to_owned()
}

/// A table is printed below a text tree only if there is something to fill in.
#[test]
fn a_table_stands_below_a_tree_only_where_something_is_filled_in() {
    let of = |items: &[&str]| {
        let mut model: serde_json::Value =
            serde_json::from_str(&Model::from_typed("((3 12) (2 4))").unwrap().to_json()).unwrap();
        model["exercise"] = serde_json::json!({ "items": items });
        sheet("text", &Exercise::new(&Lesson::from_json(&model.to_string()).unwrap()).unwrap(), false)
    };
    let has_table = |sheet: &str| sheet.lines().any(|line| line.split_whitespace().next() == Some("node"));
    for (items, is_wanted) in
        [(&["best"][..], false), (&["values", "best"], true), (&["windows"], true), (&["pruned", "pv"], false)]
    {
        let sheet = of(items);
        assert_eq!(has_table(&sheet), is_wanted, "{items:?}\n{sheet}");
    }
}

#[test]
fn no_cell_is_a_formula() {
    let cells = [
        ("Ada", "Ada"),
        ("a-b=c", "a-b=c"),
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠SUM(A1)", "'＠SUM(A1)"),
        ("x;=1", "x;'=1"),
        ("x|@y", "x|'@y"),
        ("Lovelace, Ada", "\"Lovelace, Ada\""),
        ("Lovelace,＝1", "\"Lovelace,'＝1\""),
        ("the \"great\"", "\"the \"\"great\"\"\""),
        ("\"=1\"", "\"\"\"'=1\"\"\""),
    ];
    let wrong = cells.map(|(student, cell)| {
        let line = row("a.txt", student);
        (!line.starts_with(&format!("a.txt,{cell},1,"))).then_some(line)
    });
    assert_eq!(wrong.into_iter().flatten().collect::<Vec<_>>(), Vec::<String>::new());
    assert!(row("\t=1", "Ada").starts_with("'\t'=1,Ada,"));
    assert!(row("a\n=1", "Ada").starts_with("\"a"), "a line end does not end the line");
}

/// Every character of a name is printed by LaTeX or replaced.
#[test]
fn every_name_can_be_printed_by_latex() {
    let exercise =
        exercise("#1: 50% of $x_1^2$ & {\\y} ~ 日本 😀 \u{200b} \u{202e} Erdős, ﬁ", ["日本", "😀"], "#2 \u{200b}");
    for is_key in [false, true] {
        let tex = sheet("tex", &exercise, is_key);
        let title = "\\section*{\\#1: 50\\% of \\$x\\_1\\textasciicircum{}2\\$ \\& \\{\\textbackslash{}y\\} \
                     \\textasciitilde{} [U+65E5][U+672C] [U+1F600] [U+200B] [U+202E] Erd\\H{o}s, [U+FB01]}";
        assert!(tex.contains(title), "{tex}");
        assert!(tex.contains("{[U+65E5][U+672C]}") && tex.contains("{[U+1F600]}"), "{tex}");
        assert!(tex.contains(": \\#2 [U+200B]\n"), "{tex}");
        assert!(tex.is_ascii(), "{tex}");
    }
}

#[test]
fn a_title_of_several_lines_is_one_line_on_a_sheet() {
    let exercise = exercise("two\n\nbest: A", ["A", "B"], "");
    for form in ["answers", "text", "markdown", "html", "tex", "moodle-xml"] {
        let written = sheet(form, &exercise, false);
        assert!(written.contains("two  best: A"), "{form}: {written}");
    }
    let template = sheet("answers", &exercise, false);
    assert!(read_answers(&template, &exercise.tree).is_empty(), "{template}");
}

#[test]
fn moodle_gets_xml_that_is_well_formed_and_weights_of_half_points() {
    let exercise = exercise("t ]]> & \u{fffe} \u{1}", ["<i>\u{ffff}", "b"], "]]> \u{fffe}");
    let xml = sheet("moodle-xml", &exercise, false);
    let document = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let question = document.descendants().find(|node| node.has_tag_name("questiontext")).unwrap();
    let cloze: String = question.descendants().filter_map(|node| node.text()).collect();
    let weights = |question: &str| -> Vec<&str> {
        let line = cloze.lines().find(|line| line.contains(question)).unwrap_or_else(|| panic!("{question}: {cloze}"));
        line.split('{').skip(1).map(|gap| gap.split(':').next().unwrap()).collect()
    };
    assert_eq!(weights("Which leaves are not read?"), ["12"], "6 points");
    assert_eq!(weights("How many cutoffs"), ["1"], "half a point");
    assert_eq!(weights("Which move is best"), ["2"], "one point");
    // Three points for both bounds of a window, one for the value in two gaps.
    assert_eq!(weights("B&nbsp;b"), ["3", "3", "1", "1"]);
}

#[test]
fn names_mean_nothing_to_markdown() {
    let exercise = exercise("a|b *c* _d_ `e` [f](g) <h> \\ #", ["A", "B"], "x|y");
    for is_key in [false, true] {
        let markdown = sheet("markdown", &exercise, is_key);
        assert!(markdown.contains("# a\\|b \\*c\\* \\_d\\_ \\`e\\` \\[f\\](g) &lt;h\\> \\\\ \\#\n"), "{markdown}");
        assert!(markdown.contains(": x\\|y\n"), "{markdown}");
    }
}

#[test]
fn letters_without_width_are_seen_on_every_sheet() {
    let exercise = exercise("t\u{200b}", ["A\u{202e}", "B"], "\u{200b}");
    for format in SHEETS {
        let written = sheet(format.name, &exercise, true);
        assert!(written.contains("U+200B"), "{}: {written}", format.name);
        assert!(!written.contains(['\u{200b}', '\u{202e}']), "{}: {written}", format.name);
    }
}

#[test]
fn a_folder_stands_for_its_files_but_not_for_hidden_ones() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("class/sub")).unwrap();
    for file in ["class/b.txt", "class/a.txt", "class/.DS_Store", "class/.a.txt.swp", "class/sub/c.txt"] {
        folder.write(file, "best: A\n");
    }
    let csv = output(&mut folder.plywood(&["exercise", "grade", "(3 (4 5))", "class", "--format", "csv"]));
    let files: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(files, ["class/a.txt", "class/b.txt"]);
}

#[test]
fn what_is_too_large_for_an_exercise_is_refused_before_it_is_searched() {
    let folder = Folder::new();
    let refused =
        |arguments: &[&str]| failed(folder.plywood(&[&["exercise", "new"], arguments].concat()).output().unwrap());
    insta::assert_snapshot!(refused(&["startpos", "-d", "9"]), @r"
    exit 2
    plywood: 9 plies with 3 moves at each node make more than 2000 nodes, the maximum for an exercise; reduce --depth or --width
    ");
    // All moves of a position with few moves are not too many.
    let few = output(&mut folder.plywood(&["exercise", "new", "8/8/8/8/8/k7/p7/K7 b - - 0 1", "-d", "3", "-w", "40"]));
    assert!(few.contains("\"fen\""), "{few}");
    let model = Model::from_json(&few).unwrap();
    assert!(Exercise::new(&Lesson::new(&model).unwrap()).is_ok());
}
