//! Results of a class in the folder with the students' work: the same command can run again.

use crate::{Folder, output};

#[test]
fn marks_among_the_answers_are_not_answers() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("class")).unwrap();
    output(&mut folder.plywood(&["exercise", "new", "wikipedia", "-o", "ex.json"]));
    for student in ["ada", "bob"] {
        let file = format!("class/{student}.txt");
        output(&mut folder.plywood(&["exercise", "sheet", "ex.json", "--key", "--format", "answers", "-o", &file]));
    }
    let marks =
        |more: &[&str]| output(&mut folder.plywood(&[&["exercise", "grade", "ex.json", "class"], more].concat()));
    let (page, table) = (marks(&[]), marks(&["--format", "csv"]));
    for file in ["marks.csv", "report.html", "marks.json"] {
        let file = format!("class/{file}");
        marks(&["-o", &file]);
        let first = folder.read(&file);
        marks(&["-o", &file]);
        assert_eq!(folder.read(&file), first, "{file}");
    }
    assert_eq!((marks(&[]), marks(&["--format", "csv"])), (page, table));
}

#[test]
fn reports_among_the_programs_are_not_programs() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("subs")).unwrap();
    folder.write("subs/a.sh", "echo 1\n");
    folder.write("subs/b.sh", "echo 2\n");
    let run = |more: &[&str], program: &[&str]| {
        let words = [&["exercise", "run", "--each", "subs", "--trees", "2"], more, &["--"], program].concat();
        let ended = folder.plywood(&words).output().unwrap();
        String::from_utf8(ended.stdout).unwrap()
    };
    let reports = ["--reports", "subs/{}.html"];
    let first = run(&reports, &["sh", "{}"]);
    assert!(first.starts_with("2 programs\n"), "{first}");
    assert_eq!(run(&reports, &["sh", "{}"]), first);
    assert_eq!(run(&[], &["sh", "{}"]), first);
}
