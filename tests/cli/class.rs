//! `plywood exercise run --each`: classes with any names and programs, interrupted and resumed; and single programs as
//! students write them.

use crate::Folder;
use crate::homework::{document, filled, has, left_behind, ran};
use crate::support::in_turn;
use serde_json::Value;
use std::process::Stdio;

/// Alpha-beta that takes turns.
pub(crate) const RIGHT: &str = "
def ab(node, depth, alpha, beta, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    best, move = (-10**9 if is_max else 10**9), None
    for child in node.children():
        value = ab(child, depth - 1, alpha, beta, not is_max)[0]
        if value > best if is_max else value < best:
            best, move = value, child
        if is_max: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if alpha >= beta: break
    return best, move

def search(node, depth, is_max):
    return ab(node, depth, -10**9, 10**9, is_max)
";

fn text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn small_trees_and_trees_with_mates_can_be_run() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", filled(RIGHT));
    std::fs::create_dir(folder.path().join("trees")).unwrap();
    folder.write("trees/one.txt", "((1 2) (3 4))");
    folder.write("trees/two.txt", "((4 2) (3 4))");
    for words in [
        &["1"][..],
        &["-1"],
        &["-2.5"],
        &["(2 1)"],
        &["(2 1)", "--root", "min"],
        &["mate-distance"],
        &["stalemate-trap"],
        &["trees"],
    ] {
        let run = ran(&folder, words, &["python3", "search.py"]);
        assert_eq!(run.status.code(), Some(0), "{words:?}: {run:?}");
        // A search that cuts with >= reads no more than is necessary.
        assert!(!text(&run).contains("only > causes a cutoff"), "{run:?}");
    }
    assert!(text(&ran(&folder, &["trees"], &["python3", "search.py"])).contains("All 2 trees"));
}

#[test]
fn work_that_is_not_needed_is_seen() {
    if !has("python3") {
        return;
    }
    let leaf = "    if depth == 0 or node.is_leaf():\n        return node.value(), None\n    best";
    let late = "    if depth == 0 or node.is_leaf():\n        if alpha >= beta: return alpha, None\n        return node.value(), None\n    best";
    let visits = RIGHT.replacen(leaf, late, 1).replace("        if alpha >= beta: break\n", "");
    let found = document(&filled(&visits), &["--trees", "30"]);
    assert_eq!(
        (&found["verdict"], &found["mistake"]["name"]),
        (&"needless".into(), &"cuts-at-leaves".into()),
        "{found}"
    );
    let call = "ab(child, depth - 1, alpha, beta, not is_max)[0]";
    let twice = RIGHT.replace(call, &format!("{call}\n        value = {call}"));
    let found = document(&filled(&twice), &["--trees", "30"]);
    assert_eq!(
        (&found["verdict"], &found["mistake"]["name"]),
        (&"needless".into(), &"double-search".into()),
        "{found}"
    );
    let plain = twice.replace("        if alpha >= beta: break\n", "");
    let found = document(&filled(&plain), &["--trees", "30", "--algorithm", "minimax"]);
    assert_eq!(
        (&found["verdict"], &found["mistake"]["name"]),
        (&"needless".into(), &"double-search".into()),
        "{found}"
    );
}

/// Mistakes are recognised by their answers, on thirty trees. A program that breaks off is not run on these trees.
#[test]
fn a_program_without_an_answer_is_not_compared_with_mistakes() {
    if !has("python3") {
        return;
    }
    let leaf = "        return node.value(), None\n";
    let code = RIGHT.replacen(leaf, &format!("        if node.value() == 777: raise ValueError\n{leaf}"), 1);
    let search = "def search(node, depth, is_max):\n";
    let code = code.replacen(search, &format!("{search}    print('searched', file=open('log', 'a'))\n"), 1);
    let folder = crate::Folder::with("search.py", filled(&code));
    let run = ran(&folder, &["((777 1 2) (2 3))"], &["python3", "search.py"]);
    assert!(run.status.code() == Some(1) && text(&run).contains("it gives no valid answer"), "{run:?}");
    let searches = folder.read("log").lines().count();
    assert!(searches < 30, "{searches} searches: {}", text(&run));
}

#[test]
fn a_coin_is_told_from_a_memory_and_a_tree_is_shown() {
    if !has("python3") {
        return;
    }
    let coin = "import random\n".to_owned() + RIGHT + "    value, best = ab(node, depth, -10**9, 10**9, is_max)\n";
    let coin = coin.replace(
        "    return ab(node, depth, -10**9, 10**9, is_max)\n",
        "    if depth == 0 or node.is_leaf():\n        return node.value(), None\n    value, best = ab(node, depth, -10**9, 10**9, is_max)\n    \
         return value + random.choice((0, 1)) * random.random(), best\n",
    );
    let coin = coin.replace("    value, best = ab(node, depth, -10**9, 10**9, is_max)\n    value", "    value");
    let found = document(&filled(&coin), &["--trees", "20"]);
    assert_eq!((&found["changes"], found["smallest"].is_object()), (&"chance".into(), true), "{found}");
    let memory = "seen = []\n".to_owned()
        + &RIGHT.replace(
            "def search(node, depth, is_max):\n",
            "def search(node, depth, is_max):\n    seen.append(1)\n    if len(seen) > 3: return 99, None\n",
        );
    let found = document(&filled(&memory), &["--trees", "20"]);
    assert_eq!((&found["changes"], found["smallest"].is_object()), (&"memory".into(), true), "{found}");
}

#[test]
fn marks_count_what_was_tried_as_the_teacher_says() {
    if !has("python3") {
        return;
    }
    let run = |options: &[&str]| document(&filled(RIGHT), options);
    let few = run(&["--trees", "3"]);
    assert_eq!((&few["score"], &few["max"], &few["tests"][9]["status"]), (&12.into(), &12.into(), &"not-tried".into()));
    let late = document(
        &filled(&RIGHT.replace(
            "def search(node, depth, is_max):\n",
            "def search(node, depth, is_max):\n    import time; time.sleep(0.1)\n",
        )),
        &["--time", "1"],
    );
    assert_eq!((&late["verdict"], &late["score"]), (&"incomplete".into(), &late["max"]), "{late}");
    let weighted = run(&["--trees", "10", "--weights", "value=4,safe-pruning=6"]);
    assert_eq!((&weighted["score"], &weighted["tests"][2]["max"]), (&weighted["max"], &6.into()), "{weighted}");
    let wrong = filled(&RIGHT.replace("depth, -10**9, 10**9, is_max)", "depth, -10**9, 10**9, True)"));
    let [usual, share, carried] = ["properties", "share", "carried"]
        .map(|name| document(&wrong, &["--trees", "40", "--marks", name])["score"].as_f64().unwrap());
    assert!(usual < share && usual < carried && share < 20.0, "{usual} {share} {carried}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_class_survives_names_and_programs_of_every_kind() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    let student = |name: &[u8], code: &str| {
        let inside = folder.path().join("all").join(OsStr::from_bytes(name));
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(inside.join("search.py"), code).unwrap();
    };
    for name in [&b"Jos\xe9"[..], b"esc\x1b[31m", b"row\nada 20", b"=cmd()", b"<b>&\"x"] {
        student(name, &filled(RIGHT));
    }
    student(b"killer", "import os, signal\ninput()\nos.kill(os.getppid(), signal.SIGKILL)\n");
    student(b"syntax", "def (");
    let options = |more: &[&'static str]| [&["--each", "all", "--trees", "10", "--jobs", "2"][..], more].concat();
    let run = ran(&folder, &options(&["-o", "marks.csv"]), &["python3", "{}/search.py"]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stderr).contains("7 programs: 5 right, 2 crashed"), "{run:?}");
    let table = folder.read("marks.csv");
    assert_eq!(table.lines().count(), 8, "{table}");
    assert!(table.contains("Jos\\xE9,20,20,right") && !table.contains('\x1b') && table.contains("'=cmd()"), "{table}");
    // An incomplete line is written again, and no program runs twice.
    let cut: String = table.lines().take(4).map(|line| format!("{line}\n")).collect();
    folder.write("marks.csv", cut + "=half");
    ran(&folder, &options(&["-o", "marks.csv", "--resume"]), &["python3", "{}/search.py"]);
    // A run that finds only earlier results says so, and ends like the run that made them.
    let again = ran(&folder, &options(&["-o", "marks.csv", "--resume"]), &["python3", "{}/search.py"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("0 programs; kept 7 earlier results as they were"),
        "{again:?}"
    );
    let mut lines = [table, folder.read("marks.csv")].map(|table| table.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.iter_mut().for_each(|lines| lines.sort());
    let names =
        lines.map(|lines| lines.iter().map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>());
    assert_eq!(names[0], names[1]);
    ran(&folder, &options(&["-o", "reports/{}.html"]), &["python3", "{}/search.py"]);
    assert_eq!(std::fs::read_dir(folder.path().join("reports")).unwrap().count(), 7);
    // One run writes the table and the reports, and refuses a name that all students would share.
    ran(&folder, &options(&["-o", "both.csv", "--reports", "own/{}.html"]), &["python3", "{}/search.py"]);
    assert_eq!(folder.read("both.csv").lines().count(), 8);
    for (file, said) in [("own/=cmd().html", "all 10 trees"), ("own/syntax.html", "no valid answer")] {
        let report = folder.read(file);
        assert!(report.starts_with("<!DOCTYPE html>") && report.to_lowercase().contains(said), "{report}");
    }
    // The page of the class begins with those who need help, and leads to each student's report.
    ran(&folder, &options(&["-o", "own/class.html", "--reports", "reports/{}.html"]), &["python3", "{}/search.py"]);
    let page = folder.read("own/class.html");
    let places = ["Who needs help", "<strong>crashed</strong>", "Marks"].map(|part| page.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    for address in ["../reports/syntax.html", "../reports/%3Dcmd%28%29.html", "../reports/Jos%E9.html"] {
        assert!(page.contains(&format!("<th scope=\"row\"><a href=\"{address}\">")), "{address}: {page}");
    }
    let shared = ran(&folder, &options(&["-o", "both.csv", "--reports", "own.html"]), &["python3", "{}/search.py"]);
    assert_eq!(shared.status.code(), Some(2), "{shared:?}");
    for format in in_turn(["junit", "json", "text"], 0, 3) {
        let said = ran(&folder, &options(&["--format", format]), &["python3", "{}/search.py"]).stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(!said.contains('\x1b') && said.contains("Jos"), "{said}");
        match format {
            "junit" => drop(roxmltree::Document::parse(&said).unwrap()),
            "json" => drop(serde_json::from_str::<Value>(&said).unwrap()),
            _ => assert!(said.contains("5 right, 2 crashed"), "{said}"),
        }
    }
}

/// The table grows while the programs run, so what it would replace is checked before the first row.
#[cfg(unix)]
#[test]
fn a_table_replaces_neither_a_program_nor_the_work_of_somebody() {
    let folder = Folder::with("roster.csv", "name,mail\nada,ada@example.org\n");
    std::fs::create_dir(folder.path().join("class")).unwrap();
    folder.write("class/a.csv", "read tree; echo nothing\n");
    folder.write("class/\u{e9}.sh", "read tree; echo nothing\n");
    for (file, reason) in
        [("class/a.csv", "is an input of this command"), ("roster.csv", "is not a CSV file of this command")]
    {
        for resume in [&[][..], &["--resume"]] {
            let before = folder.read(file);
            let run = ran(&folder, &[&["--each", "class", "-o", file], resume].concat(), &["sh", "{}"]);
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(run.status.code() == Some(2) && said.contains(file) && said.contains(reason), "{said}");
            assert!(said.contains("name another file with -o"), "{said}");
            assert_eq!(folder.read(file), before);
        }
    }
    // A table that breaks off within its first line or within a letter goes on.
    let marks = &["--each", "class", "--trees", "2", "-o", "marks.csv"];
    assert_eq!(ran(&folder, marks, &["sh", "{}"]).status.code(), Some(1));
    let whole = std::fs::read(folder.path().join("marks.csv")).unwrap();
    let letter = whole.iter().position(|&byte| byte == 0xc3).unwrap();
    for cut in [0, 9, letter + 1] {
        std::fs::write(folder.path().join("marks.csv"), &whole[..cut]).unwrap();
        let run = ran(&folder, &[&marks[..], &["--resume"]].concat(), &["sh", "{}"]);
        assert_eq!(std::fs::read(folder.path().join("marks.csv")).unwrap(), whole, "{cut}: {run:?}");
    }
}

/// A table in the folder of the class is not a student when the class runs again.
#[test]
fn a_table_in_the_folder_of_a_class_has_no_row() {
    let folder = Folder::with("a.sh", "read tree; echo nothing\n");
    let run = || ran(&folder, &["--each", ".", "--trees", "2", "-o", "marks.csv"], &["sh", "{}"]);
    assert_eq!(run().status.code(), Some(1));
    let first = folder.read("marks.csv");
    assert_eq!(run().status.code(), Some(1));
    assert_eq!((folder.read("marks.csv"), first.lines().count()), (first.clone(), 2));
    for name in ["README.md", "notes.txt", "a.sh~"] {
        folder.write(name, "");
    }
    std::fs::create_dir(folder.path().join("__pycache__")).unwrap();
    assert_eq!(run().status.code(), Some(1));
    assert_eq!(folder.read("marks.csv"), first);
    folder.write("b.sh", "read tree; echo nothing\n");
    let options = ["--each", ".", "--trees", "2", "-o", "marks.csv", "--resume", "--weights", "value=8"];
    let resumed = ran(&folder, &[&options[..], &["--reports", "reports/{}.html"]].concat(), &["sh", "{}"]);
    let said = String::from_utf8_lossy(&resumed.stderr);
    for sentence in ["follow other rules", "kept 1 earlier result as it was", "one of them has no report"] {
        assert!(said.contains(sentence), "{said}");
    }
}

/// Processes left behind by a program are killed, even in another session and environment, and the memory limit applies
/// to them from the start.
#[cfg(target_os = "linux")]
#[test]
fn nothing_of_a_program_survives_and_its_memory_is_limited_from_the_start() {
    if !has("python3") {
        return;
    }
    let code = "import os, resource, sys
if os.fork() == 0:
    os.setsid()
    os.execve('/bin/sleep', ['sleep', '93.71'], {})
sys.exit('limit %d' % resource.getrlimit(resource.RLIMIT_DATA)[0])
";
    let folder = Folder::with("search.py", code);
    let run = ran(&folder, &["((1 2) (3 4))"], &["python3", "search.py"]);
    assert!(text(&run).contains("limit 4294967296"), "{run:?}");
    let is_left = || {
        let entries = std::fs::read_dir("/proc").unwrap().flatten();
        entries
            .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
            .any(|line| line == b"sleep\x0093.71\0")
    };
    assert!(!is_left());
    let command = folder.plywood(&["exercise", "run", "--", "python3", "-c", "import time; time.sleep(60)"]);
    let mut child = command.process().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    child.kill().unwrap();
    child.wait().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(left_behind(&format!("PLYWOOD_STARTED={}-", child.id())), Vec::<String>::new());
}

/// A class whose programs say nothing useful; `a.sh` and `b.sh` also do what is in `a.do` and `b.do`, if these exist.
#[cfg(target_os = "linux")]
fn class_that_acts() -> Folder {
    let folder = Folder::with("empty", "");
    std::fs::create_dir(folder.path().join("class")).unwrap();
    for student in ["a", "b", "c"] {
        folder.write(
            &format!("class/{student}.sh"),
            format!("read tree; [ -e {student}.do ] && . ./{student}.do; echo nothing\n"),
        );
    }
    folder
}

/// Sends plywood a signal from a student's program, and waits for the end.
#[cfg(target_os = "linux")]
fn signal(name: &str) -> String {
    format!("kill -{name} $(cut -d ' ' -f 4 /proc/$PPID/stat); sleep 60\n")
}

/// A run that starts again replaces the table of an earlier run only when it is complete.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_starts_again_and_is_interrupted_keeps_the_earlier_table() {
    let folder = class_that_acts();
    let marks = &["--each", "class", "--trees", "2", "-o", "marks.csv"];
    assert_eq!(ran(&folder, marks, &["sh", "{}"]).status.code(), Some(1));
    let whole = folder.read("marks.csv");
    let part = folder.path().join("marks.csv.part");
    for (student, name, rows) in [("b", "INT", 2), ("b", "KILL", 2), ("a", "INT", 0)] {
        folder.write(&format!("{student}.do"), signal(name));
        let run = ran(&folder, marks, &["sh", "{}"]);
        assert_eq!(folder.read("marks.csv"), whole, "{name}: {run:?}");
        assert_eq!(std::fs::read_to_string(&part).unwrap_or_default().lines().count(), rows, "{name}: {run:?}");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(name == "KILL" || said.contains("marks.csv is unchanged"), "{said}");
        assert_eq!(rows == 2 && name == "INT", said.contains("marks.csv.part"), "{said}");
        std::fs::remove_file(folder.path().join(format!("{student}.do"))).unwrap();
        let run = ran(&folder, &[&marks[..], &["--resume"]].concat(), &["sh", "{}"]);
        assert!(folder.read("marks.csv") == whole && !part.exists(), "{name}: {run:?}");
    }
    // A second run that is not interrupted replaces the table.
    folder.write("class/c.sh", "exit 3\n");
    ran(&folder, marks, &["sh", "{}"]);
    assert!(folder.read("marks.csv") != whole && !part.exists());
}

/// A row is in the table as soon as its program has ended, even if an earlier student's program is still running. In
/// the end, the rows are in the order of the students.
#[cfg(target_os = "linux")]
#[test]
fn a_row_does_not_wait_for_the_programs_before_it() {
    let folder = class_that_acts();
    let marks = &["--each", "class", "--trees", "2", "--jobs", "2", "-o", "marks.csv"];
    assert_eq!(ran(&folder, marks, &["sh", "{}"]).status.code(), Some(1));
    let whole = folder.read("marks.csv");
    std::fs::remove_file(folder.path().join("marks.csv")).unwrap();
    folder.write("a.do", format!("until grep -q ^c.sh marks.csv; do sleep 0.01; done; {}", signal("KILL")));
    ran(&folder, marks, &["sh", "{}"]);
    let names = |table: String| {
        table.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(folder.read("marks.csv")), ["b.sh", "c.sh"]);
    std::fs::remove_file(folder.path().join("a.do")).unwrap();
    ran(&folder, &[&marks[..], &["--resume"]].concat(), &["sh", "{}"]);
    assert_eq!(folder.read("marks.csv"), whole);
}

/// Two names may look the same in the table: a control character, and the text that stands for it. Each student has an
/// own row.
#[cfg(unix)]
#[test]
fn students_whose_names_look_the_same_are_both_graded() {
    let folder = Folder::with("empty", "");
    std::fs::create_dir(folder.path().join("class")).unwrap();
    for name in ["\n", "[U+000A]", "other"] {
        folder.write(&format!("class/{name}"), "read tree; echo nothing\n");
    }
    let marks = &["--each", "class", "--trees", "2", "-o", "marks.csv"];
    ran(&folder, marks, &["sh", "{}"]);
    let whole = folder.read("marks.csv");
    assert_eq!(whole.lines().filter(|line| line.starts_with("[U+000A],")).count(), 2, "{whole}");
    folder.write("marks.csv", whole.lines().take(2).map(|line| format!("{line}\n")).collect::<String>());
    ran(&folder, &[&marks[..], &["--resume"]].concat(), &["sh", "{}"]);
    assert_eq!(folder.read("marks.csv"), whole);
}
