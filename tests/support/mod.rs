//! The paths of test files, and the search of a lesson, in one place for all tests.

#![allow(dead_code, reason = "each test program uses its own part")]

pub mod command;
pub mod dice;
pub mod modern;
pub mod mutations;
pub mod positions;
pub mod searches;
pub mod trees;

use command::Plywood;
use plywood::game::TreeGame;
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, builtin, builtin_names};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::Trace;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::LazyLock;
use std::{env, fs};

/// Returns a path in the repository.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Returns whether PLYWOOD_LONG is set, as `.ci/run` does: then slow tests run completely.
pub fn is_long() -> bool {
    env::var_os("PLYWOOD_LONG").is_some()
}

/// Returns the number of runs: all if PLYWOOD_LONG is set, otherwise a twentieth, and at least one.
pub fn runs(all: u32) -> u32 {
    if is_long() { all } else { all.div_ceil(20) }
}

/// Returns the interval of the cases to try: 1 if PLYWOOD_LONG is set, otherwise `short`.
pub fn every(short: usize) -> usize {
    if is_long() { 1 } else { short }
}

/// Returns the items of a list to try: all if PLYWOOD_LONG is set, otherwise every `short`th; which one comes first
/// depends on `turn`.
pub fn in_turn<T: IntoIterator>(list: T, turn: usize, short: usize) -> impl Iterator<Item = T::Item> {
    list.into_iter().skip(turn % every(short)).step_by(every(short))
}

/// Compares `text` with the file `snapshots/NAME.snap`, where NAME includes the suffix set by [`each_model`].
pub fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

/// Compares with the file like [`snapshot`]; without PLYWOOD_LONG, the file must contain each line of the text, in
/// order.
pub fn snapshot_or_part(name: &str, text: &str) {
    if is_long() {
        return snapshot(name, text);
    }
    let file = fs::read_to_string(path("snapshots").join(format!("{name}.snap"))).unwrap();
    let mut lines = file.lines();
    for line in text.lines() {
        let is_there = lines.any(|other| other == line);
        assert!(
            is_there,
            "not in snapshots/{name}.snap, or not at its place (PLYWOOD_LONG compares all of it): {line}"
        );
    }
}

/// Returns the lessons that are searched as they are. A lesson with an unknown leaf needs a value for it.
pub fn searched_lessons() -> Vec<&'static str> {
    let is_known = |name: &&str| !builtin(name).unwrap().contains("\"unknown\":");
    builtin_names().into_iter().filter(is_known).collect()
}

/// Returns the lessons in which MAX and MIN choose at every node. With chance nodes, most settings are refused.
pub fn lessons_without_chance() -> Vec<&'static str> {
    let is_chosen = |name: &&str| !builtin(name).unwrap().contains("\"weight\":");
    searched_lessons().into_iter().filter(is_chosen).collect()
}

/// Calls `with` for the file of each lesson in `models`, or of every third one.
pub fn some_models(mut with: impl FnMut(&Path)) {
    each_file(models(&[]).into_iter().step_by(every(3)).collect(), &mut with);
}

/// Calls `with` for the file of each lesson in `models`, or of those with these names. Snapshots have the name of the
/// file as their suffix; all failures are reported.
pub fn each_model(names: &[&str], mut with: impl FnMut(&Path)) {
    each_file(models(names), &mut with);
}

/// Returns the files of the lessons with these names, or of all lessons that are searched as they are.
fn models(names: &[&str]) -> Vec<PathBuf> {
    let all = searched_lessons().into_iter().filter(|name| names.is_empty() || names.contains(name));
    let files: Vec<PathBuf> = all.map(|name| path(&format!("models/{name}.json"))).collect();
    assert!(names.len().max(1) <= files.len(), "{names:?} in {files:?}");
    files
}

fn each_file(files: Vec<PathBuf>, with: &mut dyn FnMut(&Path)) {
    let mut settings = insta::Settings::clone_current();
    let failed = files.iter().filter(|file| {
        settings.set_input_file(file);
        settings.set_snapshot_suffix(file.file_name().unwrap().to_str().unwrap());
        settings.bind(|| panic::catch_unwind(AssertUnwindSafe(|| with(file)))).is_err()
    });
    let failed: Vec<&PathBuf> = failed.collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Reads a lesson from its file.
pub fn load_model(path: &Path) -> Lesson {
    let text = fs::read_to_string(path).unwrap();
    Lesson::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns a run of the command with these words.
pub fn plywood(arguments: &[&str]) -> Plywood {
    Plywood::new(arguments)
}

/// The PATH for students' programs. First comes a Python that ignores installed packages (`-S`) and is not a wrapper
/// script, because loading these would take several times as long as the programs that the tests run.
pub static PROGRAMS: LazyLock<OsString> = LazyLock::new(|| {
    let usual = env::var_os("PATH").unwrap_or_default();
    env::join_paths(bare_python().into_iter().chain(env::split_paths(&usual))).unwrap()
});

/// Returns the folder of that Python, if there is one.
fn bare_python() -> Option<PathBuf> {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let python = String::from_utf8(asked.stdout).ok().filter(|_| asked.status.success())?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    fs::create_dir_all(&folder).unwrap();
    // Another test program may be running it.
    let new = folder.join(format!("new-{}", process::id()));
    fs::write(&new, format!("#!/bin/sh\nexec '{}' -S \"$@\"\n", python.trim())).unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(&new, folder.join("python3")).unwrap();
    Some(folder)
}

/// Searches a lesson as `plywood explain` does and records everything. Moves of a lesson with chance nodes are tried as
/// listed.
pub fn trace(lesson: &Lesson, algorithm: Algorithm, order: Order) -> Trace {
    let subject = Subject::from(lesson.clone());
    let settings = Settings::plain(algorithm, lesson.depth, subject.order.unwrap_or(order));
    let study = subject.study(&settings, None, Limits::default()).unwrap();
    study.trace().unwrap()
}

/// Searches a tree by alpha-beta and records everything.
pub fn tree_trace(tree: &trees::Tree, depth: u32, order: Order) -> Trace {
    tree_study(tree, depth, order).with_whole_tree().trace().unwrap()
}

/// Returns the study of a tree by alpha-beta.
pub fn tree_study(tree: &trees::Tree, depth: u32, order: Order) -> Study<TreeGame> {
    Study::new(tree.game(), (), Settings::plain(Algorithm::AlphaBeta, depth, order)).unwrap()
}
