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

/// Returns the text of the built-in lesson `name`, without `.json`.
#[must_use]
pub fn builtin(name: &str) -> Option<&'static str> {
    MODELS.get_file(format!("{name}.json"))?.contents_utf8()
}
