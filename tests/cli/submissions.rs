//! `plywood exercise grade` with whatever students hand in: folders, files of other programs, and other encodings.

use crate::{Folder, output};

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// Grades a folder. Returns the exit code, the table and the messages.
fn graded(folder: &Folder, answers: &str) -> (Option<i32>, String, String) {
    let grade = folder.plywood(&["exercise", "grade", TREE, answers, "--format", "csv"]).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (grade.status.code(), text(grade.stdout), text(grade.stderr))
}

/// Learning platforms make one folder for each student.
#[test]
fn each_student_may_have_a_folder() {
    let folder = Folder::new();
    for inside in ["Ada", "Bob Ray_17_assignsubmission_file_", "Eve/drafts", ".git"] {
        std::fs::create_dir_all(folder.path().join("sub").join(inside)).unwrap();
    }
    for file in ["Ada/a.txt", "Bob Ray_17_assignsubmission_file_/b.txt", "Eve/drafts/d.txt", ".git/config", "late.txt"]
    {
        folder.write(&format!("sub/{file}"), "best: A\n");
    }
    folder.write("sub/Eve/e.txt", "name: Eve Stone\nbest: A\n");
    let (code, table, messages) = graded(&folder, "sub");
    let starts: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').take(2).collect()).collect();
    assert_eq!(
        starts,
        [
            ["sub/Ada/a.txt", "Ada"],
            ["sub/Bob Ray_17_assignsubmission_file_/b.txt", "Bob Ray"],
            ["sub/Eve/e.txt", "Eve Stone"],
            ["sub/late.txt", ""]
        ],
        "{table}"
    );
    assert_eq!(code, Some(0));
    assert_eq!(
        messages,
        "plywood: skipped sub/Eve/drafts, a folder inside a student's folder; to grade it, add it to the command\n"
    );
    let (_, _, messages) = graded(&folder, "sub/Eve/../");
    assert!(messages.contains("skipped"), "{messages}");
    std::fs::create_dir_all(folder.path().join("none/empty")).unwrap();
    assert_eq!(graded(&folder, "none").2, "plywood: there are no answers in none\n");
    // Other commands do not look into folders, so they say that there are some.
    let verify = folder.plywood(&["verify", "none"]).output().unwrap();
    let said = String::from_utf8(verify.stderr).unwrap();
    assert!(said.contains("there are no files in none, only folders; name one of them"), "{said}");
}

/// The message says what the file is, and that answers are expected.
#[test]
fn a_file_that_is_not_an_answer_file_is_named() {
    let folder = Folder::new();
    let exercise = output(&mut folder.plywood(&["exercise", "new", TREE]));
    for (bytes, what) in [
        (&b"<p>A = 3<br>B &lt;= 2</p>"[..], "a web page (HTML)"),
        (b"\n<!DOCTYPE html><title>x</title>", "a web page (HTML)"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture (JPEG)"),
        (b"%PDF-1.7\n\x93\x8c", "a PDF"),
        (b"PK\x03\x04\x14\0\0\0word/document.xml", "a Word document (docx)"),
        (b"\x28\xb5\x2f\xfd\0\0", "compressed with zstd; decompress it first, for example with `zstd -d`"),
        (b"A = 3\0", "not a text file"),
        (exercise.as_bytes(), "an exercise or a lesson, not answers"),
    ] {
        folder.write("a", bytes);
        let (code, _, said) = graded(&folder, "a");
        let expected =
            format!("plywood: a: this file is {what}; expected answers as plain text, one on each line, such as A = 3");
        assert!(code == Some(1) && said.starts_with(&expected), "{what}: {said}");
    }
    // These begin in a similar way.
    for text in ["<= 2\nA = 3\n", "{\"values\": {\"A\": 3}}"] {
        folder.write("a", text);
        let (_, table, said) = graded(&folder, "a");
        assert!(!said.contains("this file is") && table.contains("a,,1,"), "{table}{said}");
    }
}

/// Text that is not UTF-8 is read as Windows-1252, which has a long dash, too.
#[test]
fn answers_may_be_in_the_encoding_of_older_programs() {
    let folder = Folder::new();
    folder.write("a", b"name: Ada M\xfcller \x96 B\nA = 3\n");
    let (code, table, said) = graded(&folder, "a");
    assert!(code == Some(0) && said.is_empty() && table.contains("a,Ada Müller – B,1,"), "{table}{said}");
}

/// Returns the points of some answers, and the page with the marks.
fn marks(folder: &Folder, tree: &str, answers: &str) -> (String, String) {
    folder.write("a.txt", answers);
    let page = output(&mut folder.plywood(&["exercise", "grade", tree, "a.txt"]));
    (page.lines().next().unwrap().to_owned(), page)
}

/// The sheet says `MIN` and prints names, but only what the student adds to it is an answer.
#[test]
fn a_filled_sheet_is_an_answer_file() {
    let folder = Folder::new();
    for (format, blank, values) in [
        ("text", "________", ["root                    ", "B     (______, ______)  "]),
        ("markdown", r"\_\_\_\_\_\_\_\_", ["| root |  | ", r"| B | (\_\_\_\_\_\_, \_\_\_\_\_\_) | "]),
    ] {
        let sheet = output(&mut folder.plywood(&["exercise", "sheet", TREE, "--format", format]));
        let (points, page) = marks(&folder, TREE, &sheet);
        assert!(points == "a.txt: 0 of 12 points" && !page.contains("Notes"), "{page}");
        let [root, b] = values;
        let mut filled = sheet.replace(&format!("{root}{blank}"), &format!("{root}= 3"));
        let window = b.replace("______", "3").replace(r"\_\_\_\_\_\_", "3").replace("3, 3", "3, inf");
        filled = filled.replace(&format!("{b}{blank}"), &format!("{window}<= 2"));
        filled = filled.replace("credit otherwise)", "credit otherwise)\n\n   B2 B3");
        filled = filled.replace("? (1 point)", "? (1 point) A A1");
        let (points, page) = marks(&folder, TREE, &filled);
        assert!(points == "a.txt: 8 of 12 points" && !page.contains("Notes"), "{filled}\n{page}");
        let other = filled.replace("Exercise 90ed18", "Exercise 90ed19: made by hand");
        folder.write("a.txt", other);
        let (_, _, said) = graded(&folder, "a.txt");
        assert!(said.contains("these are answers for exercise 90ed19; this one is 90ed18"), "{said}");
    }
}

#[test]
fn a_question_has_a_number() {
    let folder = Folder::new();
    let items = "values,pruned,order,cutoffs,owner,range,best,pv";
    output(&mut folder.plywood(&["exercise", "new", TREE, "--items", items, "-o", "ex.json"]));
    for (answers, points) in [
        ("1. B2, B3\n2) A1 A2 A3 B1 C1 C2 C3\n(3) 2\n4: A\n5. <= 3\n6. A\n7. A A1", "11"),
        ("1.\n\nB2 B3\n\n7. ____A A1____", "5"),
        // Numbers that the student gave.
        ("1. root = 3\n2. B <= 2\n3. pruned: B2 B3\n4. A 3\n20. pv: A A1", "8"),
        ("pruned:\nB2 B3", "4"),
        // The line is also that of the leaves below the tree.
        ("order:\nA1 A2 A3 B1 B2 B3 C1 C2 C3\npruned: B2 B3", "4.89"),
    ] {
        let (found, page) = marks(&folder, "ex.json", answers);
        assert!(found.starts_with(&format!("a.txt: {points} of")) && !page.contains("Notes"), "{answers}: {page}");
    }
    // The number of a chess move is not that of a question.
    let mate = ["1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", "--depth", "3", "--width", "2", "-o", "mate.json"];
    output(&mut folder.plywood(&[&["exercise", "new"], &mate[..]].concat()));
    let (_, page) = marks(&folder, "mate.json", "best: A\npv:\n1. Qg8+ Nxg8\n2. Nf7#\n");
    assert!(
        page.contains("line 3: ") && page.contains("line 4: ") && page.contains("missing  no answer; right: B B1 B1a"),
        "{page}"
    );
}

/// The teacher sees in every table of a class what could not be read.
#[test]
fn a_table_has_the_notes_on_all_answers() {
    let folder = Folder::new();
    folder.write("a.txt", "A = 3\nD = 3\n");
    folder.write("b.txt", "A = 3\npruned: B2 B33\n");
    for format in ["text", "markdown", "html", "tex"] {
        let page = output(&mut folder.plywood(&["exercise", "grade", TREE, "a.txt", "b.txt", "--format", format]));
        let found =
            ["a.txt: line 2: there is no node", "b.txt: line 2: there is no node"].map(|note| page.contains(note));
        assert_eq!(found, [true; 2], "{format}: {page}");
    }
}

/// A student who writes every score for the player to move makes no mistake in the search.
#[test]
fn answers_from_the_view_of_the_player_to_move_are_noticed() {
    let folder = Folder::new();
    let answers =
        "root = 3\nA = -3\nB >= -2\nC = -2\nA: -inf, inf\nB: -inf, -3\nC: -inf, -3\npruned: B2 B3\npv: A A1\n";
    let (points, page) = marks(&folder, TREE, answers);
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "view: 4 of 9 answers are right from MAX's view, but 9 from the view of the player to move; if that is meant, add the line `view: negamax`";
    assert!(points.starts_with("a.txt: 7 of") && page.contains(note) && !page.contains("mistake"), "{page}");
    assert_eq!(marks(&folder, TREE, &format!("view: negamax\n{answers}")).0, "a.txt: 12 of 12 points");
    // What is right is said from the same view.
    let (_, page) = marks(&folder, TREE, "view: negamax\nA = 3\nB: 3, inf\n");
    let said = ["right: = -3 (= 3 for MAX): min(3, 12, 8)", "right: = -2 (= 2 for MAX)", "alpha is -inf; beta is -3"];
    assert!(said.iter().all(|said| page.contains(said)), "{page}");
}
