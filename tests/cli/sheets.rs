//! The formats of exercises escape names that a spreadsheet, TeX, Moodle or Markdown would interpret.

use crate::support::{every, plywood};
use crate::{Folder, failed, output};
use plywood::internal::exercise::{
    Exercise, ExerciseSpec, Generator, Graded, MARKS, Paper, QuestionKind, SHEETS, grade, read_answers,
};
use plywood::internal::page::Style;
use plywood::model::{Lesson, Model};

/// Returns an exercise with this title and origin, whose first moves have these names.
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

/// Returns the row of a table of marks for the student whose file has this name.
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

/// The title of a lesson may say what its sheet asks for. The teacher's own titles stay.
#[test]
fn a_sheet_does_not_give_the_answer_away_in_its_title() {
    let said = "The worst order: all nine leaves are evaluated";
    for format in ["text", "markdown", "html", "tex", "answers", "moodle-xml", "gift", "anki"] {
        let sheet =
            |subject: &[&str]| output(&mut plywood(&[&["exercise", "sheet", "--format", format], subject].concat()));
        let page = sheet(&["order-worst"]);
        assert!(!page.contains(said) && page.contains("Exercise "), "{format}: {page}");
        assert_eq!(
            sheet(&["order-worst", "--key"]).contains(said),
            format.len() < 9 && !["gift", "anki"].contains(&format)
        );
    }
    let chance = output(&mut plywood(&["exercise", "sheet", "leaf-range"]));
    assert!(!chance.contains("can be cut off"), "{chance}");
    assert!(sheet("text", &exercise("My own title", ["A", "B"], ""), false).contains("My own title"));
}

/// A drawing that is too wide for paper would shrink until its names are too small.
#[test]
fn a_tree_with_long_names_is_a_list() {
    let drawn = |name: &str| {
        let tree = format!("(({0}: 1 {0}b: 2) (({0}c: 3 {0}d: 4) ({0}e: 5 {0}f: 6 {0}g: 7 {0}h: 8)))", name);
        output(&mut plywood(&["exercise", "sheet", "--key", "--format", "html", &tree])).contains("<svg")
    };
    assert_eq!(["short", "a_name_that_is_longer"].map(drawn), [true, false]);
    // The names that plywood itself gives to 24 leaves are short enough.
    let leaves = "(((1 2) (3 4)) ((1 2) (3 4)))".repeat(3);
    assert!(output(&mut plywood(&["exercise", "sheet", "--format", "html", &format!("({leaves})")])).contains("<svg"));
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

/// After an attempt, Moodle shows the answers of the key with their reasons.
#[test]
fn moodle_gets_the_reasons_of_the_key() {
    let exercise = exercise("t ]]> & <b>", ["A", "B"], "");
    let xml = sheet("moodle-xml", &exercise, false);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let feedback = document.descendants().find(|node| node.has_tag_name("generalfeedback")).unwrap();
    let feedback = feedback.descendants().find_map(|node| node.text().filter(|text| !text.trim().is_empty())).unwrap();
    let html = roxmltree::Document::parse(feedback.trim()).unwrap_or_else(|error| panic!("{error}: {feedback}"));
    let rows: Vec<String> = html
        .descendants()
        .filter(|node| node.has_tag_name("tr"))
        .map(|row| row.children().map(|cell| cell.text().unwrap_or_default()).collect::<Vec<_>>().join("|"))
        .collect();
    assert!(rows.contains(&"value B|<= 2|min(2); 2 <= alpha 3 is a cutoff, so B2 is not read".to_owned()), "{rows:?}");
    assert!(rows.contains(&"pruned|B2|at B, B1 = 2 <= alpha 3, which MAX already has with A".to_owned()), "{rows:?}");
    assert_eq!(rows.len(), 1 + exercise.asked.len());
}

/// A question as a reader of GIFT finds it: its title, whether it is numerical, its answers, and its feedback.
struct GiftQuestion {
    title: String,
    text: String,
    is_number: bool,
    answers: Vec<(u32, String)>,
    feedback: String,
}

/// Splits at a character that has no backslash before it.
fn split_bare(text: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => parts.last_mut().unwrap().extend([letter, letters.next().unwrap()]),
            _ if letter == at => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(letter),
        }
    }
    parts
}

fn unescaped(text: &str) -> String {
    let mut written = String::new();
    let mut letters = text.trim().chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => written.push(letters.next().map(|next| if next == 'n' { '\n' } else { next }).unwrap()),
            _ => {
                assert!(!"~=#{}:".contains(letter), "`{letter}` has a meaning in {text}");
                written.push(letter);
            }
        }
    }
    written
}

/// Reads GIFT: questions are separated by empty lines.
fn read_gift(text: &str) -> Vec<GiftQuestion> {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty() && !block.starts_with("//"));
    blocks
        .map(|block| {
            let (title, rest) = block.strip_prefix("::").unwrap().split_once("::[html]").unwrap();
            let [text, inside, end] =
                &split_bare(rest, '{').iter().flat_map(|part| split_bare(part, '}')).collect::<Vec<_>>()[..]
            else {
                panic!("{block}")
            };
            assert_eq!(end, "");
            let (answers, feedback) = inside.split_once("####").unwrap();
            let (is_number, answers) = answers.strip_prefix('#').map_or((false, answers), |rest| (true, rest));
            let answers = split_bare(answers, '=').into_iter().skip(1).map(|answer| match answer.strip_prefix('%') {
                Some(rest) => {
                    let (share, text) = rest.split_once('%').unwrap();
                    (share.parse().unwrap(), unescaped(text))
                }
                None => (100, unescaped(answer.trim().strip_suffix(":0").unwrap())),
            });
            GiftQuestion {
                title: unescaped(title),
                text: unescaped(text),
                is_number,
                answers: answers.collect(),
                feedback: unescaped(feedback),
            }
        })
        .collect()
}

/// Every answer that GIFT takes earns the same share when plywood grades it.
#[test]
fn gift_takes_the_answers_that_grade_takes() {
    let mut trees = vec![exercise("t", ["A", "B"], "")];
    for (seed, has_ties) in (1..=20 / every(5) as u64).flat_map(|seed| [(seed, false), (seed, true)]) {
        let spec = ExerciseSpec { ties: has_ties, negative: has_ties, ..ExerciseSpec::default() };
        let mut model = Generator { spec }.make(seed).unwrap();
        model.exercise.get_or_insert_default().items = QuestionKind::ALL.to_vec();
        trees.push(Exercise::new(&Lesson::new(&model).unwrap()).unwrap());
    }
    for exercise in &trees {
        let questions = read_gift(&sheet("gift", exercise, false));
        let mut windows = std::collections::BTreeMap::new();
        for question in &questions {
            assert!(question.text.starts_with("<p>") && !question.feedback.is_empty());
            let name = question.title.strip_prefix(&format!("{}, ", exercise.title)).unwrap();
            if let Some((end, node)) = name.split_once(" of ").filter(|_| !name.contains("set by")) {
                windows.entry(node.to_owned()).or_insert_with(Vec::new).push((end.to_owned(), question));
                continue;
            }
            assert_eq!(question.answers[0].0, 100);
            for (share, answer) in &question.answers {
                let line = match name.strip_prefix("value ") {
                    Some(node) => format!("{}: {answer}", node.replace("the root", "root")),
                    None => format!("{name}: {answer}"),
                };
                let marks = grade(exercise, &read_answers(&line, &exercise.tree));
                let mark = marks.items.iter().find(|mark| mark.item == name);
                let mark = mark.unwrap_or_else(|| panic!("{name}"));
                let max = mark.max;
                let earned = if *share == 100 { max } else { max.half() };
                assert_eq!(mark.points, earned, "{line} earns {share} %");
                assert_eq!(question.is_number, name == "cutoffs");
            }
        }
        for (node, ends) in windows {
            let answers = |end: &str| &ends.iter().find(|(name, _)| name == end).unwrap().1.answers;
            for (alpha, beta) in
                answers("alpha").iter().flat_map(|alpha| answers("beta").iter().map(move |beta| (alpha, beta)))
            {
                let line = format!("{node}: alpha {}, beta {}", alpha.1, beta.1);
                let marks = grade(exercise, &read_answers(&line, &exercise.tree));
                let mark = marks.items.iter().find(|mark| mark.item == format!("window {node}")).unwrap();
                assert_eq!(mark.points, mark.max, "{line}");
            }
        }
    }
}

#[test]
fn titles_mean_nothing_to_gift_and_anki() {
    let title = "=1 ~ {x} #2: \\n // \"q\", <b> %50% \u{200b}";
    let exercise = exercise(title, ["A", "B"], "}\n\n::x::y{T}");
    let questions = read_gift(&sheet("gift", &exercise, true));
    let windows = exercise.asked.iter().filter(|question| question.kind == QuestionKind::Windows).count();
    assert_eq!(questions.len(), exercise.asked.len() + windows);
    assert!(
        questions.iter().all(|question| question.title.starts_with("=1 ~ {x} #2: \\n // \"q\", <b> %50% [U+200B], "))
    );
    let csv = sheet("anki", &exercise, true);
    let (head, rows) = csv.split_at(csv.find("\"<").unwrap());
    assert_eq!(head, "#separator:Comma\n#html:true\n#columns:Front,Back,Tags\n#tags column:3\n");
    let rows: Vec<&str> = rows.split("\"\n").filter(|row| !row.is_empty()).collect();
    assert_eq!(rows.len(), exercise.asked.len());
    for row in rows {
        let cells: Vec<&str> = row[1..].split("\",\"").collect();
        assert!(cells.len() == 3 && cells[2].starts_with("plywood exercise-"), "{row}");
        assert!(cells[0].ends_with("</p>") && cells[1].starts_with("<p><b>"), "{row}");
    }
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
    assert_eq!(files, ["class/a.txt", "class/b.txt", "class/sub/c.txt"]);
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
    // The text beside the board has the same signs as the rest of the page.
    folder.write("few.json", &few);
    let page = output(&mut folder.plywood(&["exercise", "sheet", "few.json", "--format", "html"]));
    assert!(page.contains("as soon as its value is ≥ beta") && !page.contains("&gt;= "), "{page}");
}
