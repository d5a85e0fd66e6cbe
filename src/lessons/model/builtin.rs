//! The lessons that are embedded in the library.

use include_dir::{Dir, include_dir};

static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/models");

/// Returns the names of the built-in lessons, in alphabetical order.
#[must_use]
pub fn builtin_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = MODELS.files().filter_map(|file| file.path().file_stem()?.to_str()).collect();
    names.sort_unstable();
    names
}

/// The lessons in the order in which they teach, by topic.
const COURSE: &[(&str, &[&str])] = &[
    ("a tour", &["tour"]),
    ("minimax", &["highest-leaf", "signs", "ties", "leaf-kinds", "black-to-move"]),
    ("cutoffs", &["equality", "all-lose", "window", "cut-names", "last-child", "skipped-subtree"]),
    ("limits", &["fail-low", "deep-cutoff", "wikipedia"]),
    ("order", &["order-worst", "order-best", "static-orders", "wide"]),
    ("best play", &["pv-scan-1", "pv-scan-2", "pv-scan-3", "unequal-lines", "single-reply", "window-missed"]),
    ("mates", &["mate-flat", "mate-distance", "stalemate-trap", "smothered"]),
    ("depth", &["horizon", "odd-even", "deepening", "table-hit"]),
    ("mistakes", &["root-window", "looks-right"]),
    ("Sargon", &["sargon-1", "sargon-2", "sargon-3", "sargon-4", "sargon-5"]),
];

/// Returns the built-in lessons in the order in which they teach: topic and name.
pub(crate) fn course() -> impl Iterator<Item = (&'static str, &'static str)> {
    COURSE.iter().flat_map(|(topic, names)| names.iter().map(|name| (*topic, *name)))
}

/// Returns the text of the built-in lesson `name`, without `.json`.
#[must_use]
pub fn builtin(name: &str) -> Option<&'static str> {
    MODELS.get_file(format!("{name}.json"))?.contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_has_every_lesson_once() {
        let mut names: Vec<&str> = course().map(|(_, name)| name).collect();
        names.sort_unstable();
        assert_eq!(names, builtin_names());
    }
}
