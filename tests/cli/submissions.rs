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
