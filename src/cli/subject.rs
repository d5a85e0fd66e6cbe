//! Finds out what a command was given: a file, a built-in lesson, a FEN or EPD, the start position, or standard input.

use super::Usage;
use super::opened::{self, STDIN, plain_name, shown_name};
use crate::exercise::{Exercise, Paper};
use crate::game::Game;
use crate::game::chess::{Chess, parse_san};
use crate::game::classic::{game_rows, is_game};
use crate::input::{looks_like_fen, parse_epd_line, with_line_ends, without_mark};
use crate::model::{Lesson, Model, builtin, builtin_names, looks_graph, looks_typed};
use crate::page::escape;
use crate::page::text::visible;
use crate::shakmaty::Position;
use crate::study::line_words;
use crate::subject::{START, Subject};
use anyhow::{Context, Result, anyhow};
use std::path::Path;

/// How a pass is written in a line.
const PASS: &str = "--";

/// What the arguments stand for.
pub(super) enum Input {
    /// One lesson or position.
    One(Box<Subject>),
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

/// Reads a FEN or a line of EPD.
pub(super) fn position(text: &str) -> Result<Subject> {
    Ok(Subject::of_epd(text)?)
}

/// Reads a position of a game of the table, if the text names one.
fn named_game(text: &str) -> Result<Option<Subject>> {
    Ok(Subject::of_named_game(text)?)
}

/// Refuses a game other than chess where only chess makes sense.
pub(super) fn refuse_game(subject: &Subject, what: &str) -> Result<()> {
    match subject.game() {
        None => Ok(()),
        Some(game) => Err(Usage(format!("{what} wants a position of chess, and this is {}", game.position())).into()),
    }
}

/// Reads what a UCI interface sends: `position startpos moves e2e4 ...`, or `position fen ... moves ...`.
fn sent(words: &[String]) -> Result<Subject> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).skip(1).collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..end] {
        ["startpos"] => parse_epd_line(START)?,
        ["fen", fen @ ..] => parse_epd_line(&fen.join(" "))?,
        _ => return Err(Usage("after `position` comes `startpos` or `fen ...`, then `moves ...`".to_owned()).into()),
    };
    let history = played(start.position, words.into_iter().skip(end + 1))?;
    Ok(Subject::of_game(String::new(), history))
}

/// Plays moves and returns the positions on the way, the last of them at the end. `--` is a pass, before which nothing can be
/// repeated.
fn played<'a>(start: Chess, moves: impl IntoIterator<Item = &'a str>) -> Result<Vec<Chess>> {
    let mut history = vec![start];
    for (index, name) in moves.into_iter().enumerate() {
        let mut next = history[history.len() - 1].clone();
        if name == PASS {
            next = next.swap_turn().map_err(|_| anyhow!("move {}: nobody may pass in check", index + 1))?;
            history.clear();
        } else {
            let mv = parse_san(&next, name).with_context(|| format!("move {}", index + 1))?;
            next.play_unchecked(mv);
        }
        history.push(next);
    }
    Ok(history)
}

/// Returns the position after a line from the one of `subject`, as a subject of its own.
pub(super) fn after(subject: &Subject, line: &str) -> Result<Subject> {
    if let Some(mut game) = subject.game().cloned() {
        for (index, word) in line_words(line).enumerate() {
            let mv = game.read(word).with_context(|| format!("move {}", index + 1))?;
            game.play(mv);
        }
        // Who moves there begins: piles have nobody's colour.
        let mut after = named_game(&game.position())?.ok_or_else(|| anyhow!("there is no such game"))?;
        after.caption.title = visible(&format!("After {}", line.trim()));
        return Ok(after);
    }
    let Some(position) = subject.position().filter(|_| !subject.is_lesson()) else {
        return Err(Usage("a line is played from a position; this is a lesson with moves of its own".to_owned()).into());
    };
    let history = played(position.clone(), line_words(line))?;
    Ok(Subject::of_game(format!("After {}", line.trim()), history))
}

/// Returns the source of the lesson or tree that `words` name; none if they name a position or games.
pub(super) fn lesson_source(words: &[String]) -> Result<Option<Model>> {
    let (name, source) = match (text(words)?, words) {
        (Some(read), _) => read,
        (None, [word]) if builtin(word).is_some() => (word.clone(), builtin(word).unwrap_or_default().to_owned()),
        _ => ("the tree".to_owned(), words.join(" ")),
    };
    let source = without_mark(&source).trim_start();
    if source.starts_with('{') {
        return Model::from_json(source).map(Some).with_context(|| name);
    }
    if looks_graph(source) {
        return Model::from_graph(source).map(Some).with_context(|| name);
    }
    looks_typed(source).then(|| Model::from_typed(source).with_context(|| name)).transpose()
}

/// Reads the exercise that `words` name.
pub(super) fn exercise(words: &[String]) -> Result<Exercise> {
    let what = || visible(&words.join(" "));
    let Some(model) = lesson_source(words)? else {
        // What is nothing at all is told as everywhere.
        Input::find(words)?;
        let problem = format!("{} is a position and no exercise; `plywood exercise new` makes one of it", what());
        return Err(Usage(problem).into());
    };
    Exercise::new(&Lesson::new(&model).with_context(what)?).with_context(what)
}

/// Makes exercises of several files, or of those in a folder; or one of what the words mean.
pub(super) fn papers(words: &[String]) -> Result<Vec<Paper>> {
    let files: Vec<String> = match words {
        [folder] if Path::new(folder).is_dir() => {
            opened::inside(Path::new(folder))?.iter().map(|file| file.display().to_string()).collect()
        }
        [_, _, ..] if words.iter().all(|word| Path::new(word).is_file()) => words.to_vec(),
        _ => return Ok(vec![Paper { exercise: exercise(words)?, name: escape::shell(&words.join(" ")) }]),
    };
    let paper =
        |file: &String| Ok(Paper { exercise: exercise(std::slice::from_ref(file))?, name: escape::shell(file) });
    files.iter().map(paper).collect()
}

/// Finds out what `words` mean, for a command that wants one lesson or position.
pub(super) fn find(words: &[String]) -> Result<Subject> {
    match Input::find(words)? {
        Input::One(subject) => Ok(*subject),
        Input::Suite { name, .. } | Input::Games { name, .. } => Err(too_many(&name).into()),
    }
}

/// Reads the file that `words` name, or standard input, once: it may be a pipe. Nothing if they name neither.
pub(super) fn text(words: &[String]) -> Result<Option<(String, String)>> {
    let [word] = words else { return Ok(None) };
    let Some(bytes) = opened::read_if_any(word)? else { return Ok(None) };
    let name = shown_name(word);
    utf8(&name, bytes).map(|text| Some((name, text)))
}

/// The error of a command that wants one position and got a file of several.
pub(super) fn too_many(name: &str) -> Usage {
    Usage(format!("{name} holds several positions, and this command wants one; give it as FEN"))
}

impl Input {
    fn one(subject: Subject) -> Self {
        Self::One(Box::new(subject))
    }

    /// Finds out what `words`, the arguments, mean.
    pub(super) fn find(words: &[String]) -> Result<Self> {
        if let Some((name, text)) = self::text(words)? {
            return Self::read(&name, text);
        }
        let text = words.join(" ");
        if text.starts_with("position ") {
            return Ok(Self::One(Box::new(sent(words)?)));
        }
        if let Some(subject) = Subject::of_words(&text)? {
            return Ok(Self::one(subject));
        }
        Err(unknown(words))
    }

    /// Tells by a file's content what it is: a lesson begins like JSON, a game with a tag; else it is positions.
    fn read(name: &str, text: String) -> Result<Self> {
        let text = with_line_ends(without_mark(&text)).into_owned();
        let plain = plain_name(Path::new(name));
        let extension = plain.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let start = text.trim_start();
        if start.is_empty() {
            let expected = "a lesson (JSON), a tree in brackets, positions (FEN, EPD) or a game (PGN)";
            return Err(anyhow!("{name} is empty; {expected} was expected"));
        }
        if start.starts_with('{') || extension == "json" {
            let stem = plain.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let stem = if name == STDIN { "" } else { stem };
            return Ok(Self::one(Subject::of_lesson(&text, stem).with_context(|| name.to_owned())?));
        }
        if looks_typed(&text) && extension != "pgn" {
            return Ok(Self::one(Subject::of_typed(&text).with_context(|| name.to_owned())?));
        }
        if looks_graph(&text) {
            return Ok(Self::one(Subject::of_graph(&text).with_context(|| name.to_owned())?));
        }
        let name = name.to_owned();
        if start.starts_with('[') || extension == "pgn" {
            return Ok(Self::Games { name, text });
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (lines.next(), lines.next()) {
            (None, _) => Err(anyhow!("{name} has only comments; a position (FEN, EPD) was expected")),
            (Some(line), None) if is_game(line) => {
                let subject = named_game(line).with_context(|| name.clone())?;
                subject.map(Self::one).ok_or_else(|| anyhow!("{name} holds no position"))
            }
            (Some(line), None) if !looks_like_fen(line) => Err(anyhow!(
                "{name} is neither a lesson (JSON, which begins with {{) nor a tree such as ((3 12) (2 4)) nor a game nor a FEN such as \
                 {START}"
            )),
            (Some(line), None) if extension != "epd" => Ok(Self::one(position(line).with_context(|| name)?)),
            _ => Ok(Self::Suite { name, text }),
        }
    }
}

/// Games may be in Latin-1, as older files are; everything else must be UTF-8.
fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let bytes = error.into_bytes();
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Ok(crate::input::decode(&bytes).into_owned());
        }
        Err(anyhow!("{name}, line {line}: the text is not UTF-8 (byte {})", at + 1))
    })
}

/// The error for words that are nothing known.
fn unknown(words: &[String]) -> anyhow::Error {
    let text = words.join(" ");
    let is_path = |word: &str| {
        let name = plain_name(Path::new(word));
        let extension = name.extension().and_then(|extension| extension.to_str());
        word.contains(['/', '\\']) || matches!(extension, Some("json" | "jsonl" | "epd" | "fen" | "pgn"))
    };
    if let [word] = words
        && is_path(word)
    {
        return anyhow!("there is no file {word}");
    }
    let near = match nearest(&text).as_slice() {
        [] => String::new(),
        names => format!("\n  similar names: {}", names.join(", ")),
    };
    let games: Vec<&str> = game_rows().iter().filter_map(|row| row.names.first().copied()).collect();
    let usage = Usage(format!(
        "`{text}` is neither a file, nor a built-in lesson, nor a tree, nor a game, nor a FEN{near}\n  all lessons: plywood lessons\n  \
         games: {}\n  a tree looks like this: ((3 12 8) (2 4 6))\n  a FEN looks like this: {START}",
        games.join(", ")
    ));
    usage.into()
}

/// The error for a name that no lesson has.
pub(super) fn unknown_lesson(name: &str) -> Usage {
    let near = match nearest(name).as_slice() {
        [] => String::new(),
        names => format!("; similar names: {}", names.join(", ")),
    };
    Usage(format!("there is no built-in lesson `{name}`{near}\n  all lessons: plywood lessons"))
}

/// The lessons whose names are most like `word`, best first.
fn nearest(word: &str) -> Vec<&'static str> {
    let mut names: Vec<(f64, &str)> =
        builtin_names().into_iter().map(|name| (strsim::jaro_winkler(word, name), name)).collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names.into_iter().take_while(|(likeness, _)| *likeness > 0.75).take(3).map(|(_, name)| name).collect()
}
