//! Finds out what a command was given: a file, a built-in lesson, a FEN or EPD, the start position, or standard input.

use super::Usage;
use anyhow::{Context, Result, anyhow};
use plywood::game::chess::Chess;
use plywood::input::{looks_like_fen, parse_epd_line};
use plywood::model::{Content, Lesson, Overlay, builtin, builtin_names};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The start position, and what a FEN looks like.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the arguments stand for.
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Input {
    /// One lesson or position.
    One(Subject),
    /// A file of positions, EPD or FEN, a line each.
    Suite {
        /// Where they come from.
        name: String,
        /// The lines.
        text: String,
    },
    /// A file of games.
    Games {
        /// Where they come from.
        name: String,
        /// The text of the file.
        text: String,
    },
}

/// Something that can be searched.
#[derive(Clone)]
pub struct Subject {
    /// A line about it, empty for a bare position.
    pub title: String,
    /// What the lesson says about itself.
    pub note: String,
    /// The depth that it asks for.
    pub depth: Option<u32>,
    /// The depth down to which a lesson may know the whole tree.
    pub lesson_depth: Option<u32>,
    /// What it is.
    pub content: Content,
    /// The positions of the game up to this one, if it comes from a game.
    pub history: Option<Vec<Chess>>,
}

impl Subject {
    /// Returns a position as a subject.
    pub fn of_position(title: String, position: Chess) -> Self {
        let content = Content::Board { position, overlay: Overlay::default(), closed: false };
        Self { title, note: String::new(), depth: None, lesson_depth: None, content, history: None }
    }

    fn lesson(text: &str) -> Result<Self> {
        let Lesson { title, note, depth, content } = Lesson::from_json(text)?;
        Ok(Self { title, note, depth: Some(depth), lesson_depth: Some(depth), content, history: None })
    }

    /// Reads a FEN or a line of EPD.
    pub fn position(text: &str) -> Result<Self> {
        let epd = parse_epd_line(text)?;
        Ok(Self::of_position(epd.id().unwrap_or_default().to_owned(), epd.position))
    }

    /// Finds out what `words` mean, for a command that wants one lesson or position.
    pub fn find(words: &[String]) -> Result<Self> {
        match Input::find(words)? {
            Input::One(subject) => Ok(subject),
            Input::Suite { name, .. } | Input::Games { name, .. } => Err(Self::too_many(&name).into()),
        }
    }

    /// The error of a command that wants one position and got a file of several.
    pub fn too_many(name: &str) -> Usage {
        Usage(format!("{name} holds several positions, and this command wants one; give it as FEN"))
    }
}

impl Input {
    /// Finds out what `words`, the arguments, mean.
    pub fn find(words: &[String]) -> Result<Self> {
        let text = words.join(" ");
        if text == "-" {
            return Self::read("standard input", read_stdin()?);
        }
        if let [word] = words {
            if Path::new(word).exists() {
                return Self::read(word, read_file(word)?);
            }
            if let Some(lesson) = builtin(word) {
                return Ok(Self::One(Subject::lesson(lesson).with_context(|| format!("built-in lesson {word}"))?));
            }
        }
        if text == "startpos" {
            return Ok(Self::One(Subject::position(START)?));
        }
        if looks_like_fen(&text) {
            return Ok(Self::One(Subject::position(&text)?));
        }
        Err(unknown(words))
    }

    /// Tells by a file's content what it is: a lesson begins like JSON, a game with a tag; else it is positions.
    fn read(name: &str, text: String) -> Result<Self> {
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let start = text.trim_start();
        if start.is_empty() {
            return Err(anyhow!("{name} is empty; a lesson (JSON), positions (FEN, EPD) or a game (PGN) was expected"));
        }
        if start.starts_with('{') || extension == "json" {
            return Ok(Self::One(Subject::lesson(&text).with_context(|| name.to_owned())?));
        }
        let name = name.to_owned();
        if start.starts_with('[') || extension == "pgn" {
            return Ok(Self::Games { name, text });
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (lines.next(), lines.next()) {
            (None, _) => Err(anyhow!("{name} has only comments; a position (FEN, EPD) was expected")),
            (Some(line), None) if !looks_like_fen(line) => Err(anyhow!(
                "{name} is neither a lesson (JSON, which begins with {{) nor a game nor a FEN such as {START}"
            )),
            (Some(line), None) if extension != "epd" => Ok(Self::One(Subject::position(line).with_context(|| name)?)),
            _ => Ok(Self::Suite { name, text }),
        }
    }
}

fn read_file(path: &str) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::IsADirectory => anyhow!("{path} is a folder; name a file in it"),
        _ => anyhow!(error).context(format!("cannot read {path}")),
    })?;
    utf8(path, bytes)
}

fn read_stdin() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    utf8("standard input", bytes)
}

/// Games may be in Latin-1, as older files are; everything else must be UTF-8.
fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let bytes = error.into_bytes();
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Ok(plywood::input::decode(&bytes).into_owned());
        }
        Err(anyhow!("{name}, line {line}: the text is not UTF-8 (byte {})", at + 1))
    })
}

/// The error for words that are nothing known.
fn unknown(words: &[String]) -> anyhow::Error {
    let text = words.join(" ");
    let is_path = |word: &str| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
        word.contains(['/', '\\']) || matches!(extension, Some("json" | "jsonl" | "epd" | "fen" | "pgn"))
    };
    if let [word] = words
        && is_path(word)
    {
        return anyhow!("there is no file {word}");
    }
    let near = match nearest(&text).as_slice() {
        [] => String::new(),
        names => format!("\n  near by that name: {}", names.join(", ")),
    };
    let usage = Usage(format!(
        "`{text}` is neither a file, nor a built-in lesson, nor a FEN{near}\n  all lessons: plywood lessons\n  \
         a FEN looks like this: {START}"
    ));
    usage.into()
}

/// The lessons whose names are most like `word`, best first.
fn nearest(word: &str) -> Vec<&'static str> {
    let mut names: Vec<(f64, &str)> =
        builtin_names().into_iter().map(|name| (strsim::jaro_winkler(word, name), name)).collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names.into_iter().take_while(|(likeness, _)| *likeness > 0.75).take(3).map(|(_, name)| name).collect()
}
