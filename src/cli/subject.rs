//! Finds out what `explain` was given: a file, a built-in lesson, a FEN or EPD, the start position, or standard input.

use super::Usage;
use anyhow::{Context, Result, anyhow};
use plywood::game::chess::{Chess, parse_fen};
use plywood::model::{Content, Lesson, Overlay, builtin, builtin_names};
use std::fs;
use std::io::Read;
use std::path::Path;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Something that can be searched.
pub struct Subject {
    /// A line about it, empty for a bare position.
    pub title: String,
    /// What the lesson says about itself.
    pub note: String,
    /// The depth that it asks for.
    pub depth: Option<u32>,
    /// What it is.
    pub content: Content,
}

impl Subject {
    /// Finds out what `words`, the arguments, mean.
    pub fn find(words: &[String]) -> Result<Self> {
        let text = words.join(" ");
        if text == "-" {
            return Self::read(&read_stdin()?).context("standard input");
        }
        if let [word] = words {
            if Path::new(word).exists() {
                return Self::read(&read_file(word)?).with_context(|| word.clone());
            }
            if let Some(lesson) = builtin(word) {
                return Self::lesson(lesson).with_context(|| format!("built-in lesson {word}"));
            }
        }
        if text == "startpos" {
            return Self::position(START);
        }
        if looks_like_fen(&text) {
            return Self::position(&text);
        }
        Err(unknown(words).into())
    }

    /// Reads the content of a file: a lesson if it begins like JSON, else a FEN or EPD.
    fn read(text: &str) -> Result<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let start = text.trim_start();
        if start.is_empty() {
            return Err(anyhow!("there is nothing in it; a lesson (JSON) or a FEN was expected"));
        }
        if start.starts_with('{') {
            return Self::lesson(text);
        }
        Self::position(start.lines().next().unwrap_or_default().trim())
    }

    fn lesson(text: &str) -> Result<Self> {
        let Lesson { title, note, depth, content } = Lesson::from_json(text)?;
        Ok(Self { title, note, depth: Some(depth), content })
    }

    fn position(text: &str) -> Result<Self> {
        let position: Chess = parse_fen(text)?;
        let content = Content::Board { position, overlay: Overlay::default(), closed: false };
        Ok(Self { title: String::new(), note: String::new(), depth: None, content })
    }
}

/// A FEN begins with eight ranks between slashes; be generous so that its errors can be told.
fn looks_like_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let slashes = first.matches('/').count();
    let symbols = first.chars().filter(|c| "pnbrqkPNBRQK12345678/".contains(*c)).count();
    3 <= slashes && first.len() <= symbols + 4
}

fn read_file(path: &str) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::IsADirectory => anyhow!("{path} is a folder; name a file in it"),
        _ => anyhow!(error).context(format!("cannot read {path}")),
    })?;
    utf8(bytes).with_context(|| path.to_owned())
}

fn read_stdin() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    utf8(bytes).context("standard input")
}

fn utf8(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!("line {line}: the text is not UTF-8 (byte {})", at + 1)
    })
}

/// The error for words that are nothing known.
fn unknown(words: &[String]) -> Usage {
    let text = words.join(" ");
    let is_path = |word: &str| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
        word.contains(['/', '\\']) || matches!(extension, Some("json" | "jsonl" | "epd" | "fen" | "pgn"))
    };
    if let [word] = words
        && is_path(word)
    {
        return Usage(format!("there is no file {word}"));
    }
    let near = nearest(&text);
    let near = match near.as_slice() {
        [] => String::new(),
        names => format!("\n  near by that name: {}", names.join(", ")),
    };
    Usage(format!(
        "`{text}` is neither a file, nor a built-in lesson, nor a FEN{near}\n  all lessons: plywood lessons\n  \
         a FEN looks like this: {START}"
    ))
}

/// The lessons whose names are most like `word`, best first.
fn nearest(word: &str) -> Vec<&'static str> {
    let mut names: Vec<(f64, &str)> =
        builtin_names().into_iter().map(|name| (strsim::jaro_winkler(word, name), name)).collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names.into_iter().take_while(|(likeness, _)| *likeness > 0.75).take(3).map(|(_, name)| name).collect()
}
