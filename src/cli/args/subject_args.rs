//! Finds out what a command's subject is: a file, a built-in lesson, a FEN or EPD, the start position, standard input,
//! or a position of a game.

use crate::cases::Worksheet;
use crate::cli::args::unknown_subject::{PASTED, beside_tree, refuse_trees, unknown};
use crate::cli::command_error::{CommandError, Result, WithContext as _, bail, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::file_kind;
use crate::cli::io::input_file::{self, STDIN, plain_name, refuse_late_header, shown_name};
use crate::cli::usage;
use crate::compare::results;
use crate::core::game::Game;
use crate::core::game::chess::Chess;
use crate::core::study::line_words;
use crate::exercise::{Exercise, Paper, PaperTree};
use crate::input::{looks_like_fen, read_pgn, strip_bom, with_line_ends};
use crate::lessons::model::{Lesson, Model, ModelError, ModelMove, builtin, looks_typed, meant_lesson};
use crate::page::escape;
use crate::page::text::visible;
use crate::subject::{PastedError, START, Subject, WordsError, is_start, played, tree_of};
use std::path::Path;

pub(in crate::cli) enum Input {
    One(Box<Subject>),
    /// A file of positions, EPD or FEN, one per line.
    Suite {
        name: String,
        text: String,
    },
    Games {
        name: String,
        text: String,
    },
}

/// For a command that needs chess, rejects any other game.
pub(in crate::cli) fn refuse_game(subject: &Subject, what: &str) -> Result<()> {
    match subject.game() {
        None => Ok(()),
        Some(game) => Err(usage(format!("{what} needs a chess position, but this is {}", game.position()))),
    }
}

/// Returns the subject's chess position, or an error if it has none.
pub(in crate::cli) fn board<'a>(subject: &'a Subject, what: &str) -> Result<&'a Chess> {
    refuse_game(subject, what)?;
    let wrong = || usage(format!("{what} needs a chess position, but this is a tree without a board"));
    subject.position().ok_or_else(wrong)
}

/// Returns a new subject: the position reached by playing a line from the position of `subject`.
pub(in crate::cli) fn after(subject: &Subject, line: &str) -> Result<Subject> {
    ensure!(line_words(line).next().is_some(), usage("expected moves, for example \"e4 e5\""));
    if let Some(mut game) = subject.game().cloned() {
        for (index, word) in line_words(line).enumerate() {
            let mv = game.read(word).with_context(|| format!("move {}", index + 1))?;
            game.play(mv);
        }
        // The text of a position must begin with the side to move, because the piles don't show whose turn it is.
        let mut after = Subject::of_named_game(&game.position(), &game.games())?
            .ok_or_else(|| failure!("there is no such game"))?;
        after.caption.title = visible(&format!("After {}", line.trim()));
        return Ok(after);
    }
    let Some(position) = subject.position().filter(|_| !subject.is_lesson()) else {
        return Err(usage("--after needs a position; a lesson has its own moves"));
    };
    let history = played(position.clone(), line_words(line))?;
    Ok(Subject::of_game(format!("After {}", line.trim()), history))
}

/// Returns the source of the lesson or tree named by `words`, or `None` if they name a position or games.
pub(in crate::cli) fn lesson_source(context: &Context, words: &[String]) -> Result<Option<Model>> {
    refuse_trees(context, words)?;
    let (name, source) = match (text(context, words)?, words) {
        (Some(read), _) => read,
        (None, [word]) if meant_lesson(word).is_some() => {
            let name = meant_lesson(word).unwrap_or_default();
            (name.to_owned(), builtin(name).unwrap_or_default().to_owned())
        }
        _ => ("the tree".to_owned(), words.join(" ")),
    };
    let source = strip_bom(&source);
    if let Some(tree) = tree_of(source) {
        return tree.map(Some).with_context(|| name);
    }
    let is_lesson = source.trim_start().starts_with('{');
    let games = || context.games().clone();
    let read = || -> Result<_, ModelError> { Ok(Model { games: games(), ..Model::from_json(source)? }) };
    is_lesson.then(|| read().with_context(|| name)).transpose()
}

/// Reads the exercise named by `words`.
pub(in crate::cli) fn exercise(context: &Context, words: &[String]) -> Result<Exercise> {
    let lesson = lesson_of(&tree_model(context, words)?, words)?;
    Exercise::new(&lesson).with_context(|| visible(&words.join(" ")))
}

/// Reads the tree named by `words`, for a program that searches it. Unlike an exercise, the tree may be small and may
/// have chance nodes.
///
/// If `depth` is given, the nodes at this depth need static evaluations.
pub(in crate::cli) fn whole_tree(context: &Context, words: &[String], depth: Option<usize>) -> Result<PaperTree> {
    let what = || visible(&words.join(" "));
    let model = tree_model(context, words)?;
    let tree = PaperTree::of_lesson(&lesson_of(&model, words)?).with_context(what)?;
    let depth = depth.filter(|_| model.fen.is_none() && model.game.is_none());
    if let Some(name) = depth.and_then(|depth| without_score(&model.moves, depth)) {
        let problem = format!(
            "{}: {} has no static evaluation, and --depth ends the search there; give it one in a lesson file (`plywood lessons new` makes one): {{ \"move\": ..., \"score\": 3, \"moves\": ... }}",
            what(),
            visible(&name)
        );
        return Err(usage(problem));
    }
    Ok(tree)
}

/// Returns the first move at this depth that has replies but no score.
fn without_score(moves: &[ModelMove], depth: usize) -> Option<String> {
    moves.iter().find_map(|mv| {
        let replies = mv.moves.as_deref().unwrap_or_default();
        match depth {
            0 | 1 => (mv.score.is_none() && !replies.is_empty()).then(|| mv.name.clone()),
            _ => without_score(replies, depth - 1),
        }
    })
}

fn lesson_of(model: &Model, words: &[String]) -> Result<Lesson> {
    Lesson::new(model).with_context(|| visible(&words.join(" ")))
}

fn tree_model(context: &Context, words: &[String]) -> Result<Model> {
    let what = || visible(&words.join(" "));
    let Some(model) = lesson_source(context, words)? else {
        // If the text is not a subject at all, this returns the general error.
        Input::find(context, words)?;
        let problem =
            format!("{} is a position, not an exercise; make an exercise with `plywood exercise new`", what());
        return Err(usage(problem));
    };
    Ok(model)
}

/// Returns what these words name: several files, the files in a folder, or a single subject.
fn subjects(context: &Context, words: &[String]) -> Result<Vec<Vec<String>>> {
    Ok(match words {
        [folder] if input_file::is_folder(context, folder) => input_file::exercises_inside(context, Path::new(folder))?
            .iter()
            .map(|file| vec![file.display().to_string()])
            .collect(),
        [_, _, ..] if words.iter().all(|word| context.at(word).is_file()) => {
            words.iter().map(|word| vec![word.clone()]).collect()
        }
        _ => vec![words.to_vec()],
    })
}

/// Makes exercises from several files or the files in a folder, or one exercise from the subject.
pub(in crate::cli) fn papers(context: &Context, words: &[String]) -> Result<Vec<Paper>> {
    let paper =
        |words: &Vec<String>| Ok(Paper { exercise: exercise(context, words)?, name: escape::shell(&words.join(" ")) });
    subjects(context, words)?.iter().map(paper).collect()
}

/// Anything that plywood can print as a sheet.
pub(in crate::cli) enum PaperSource {
    Exercise(Box<Exercise>),
    /// A tree that is not graded.
    Worksheet(Box<Worksheet>),
}

impl PaperSource {
    /// Returns the exercise, or `None` if the source is a worksheet.
    pub(in crate::cli) fn exercise(self) -> Option<Exercise> {
        match self {
            Self::Exercise(exercise) => Some(*exercise),
            Self::Worksheet(_) => None,
        }
    }
}

/// Makes a sheet from each of several files or the files in a folder, or one sheet from the subject.
pub(in crate::cli) fn paper_sources(context: &Context, words: &[String]) -> Result<Vec<PaperSource>> {
    let source = |words: &Vec<String>| {
        let Some(model) = lesson_source(context, words)? else { return exercise(context, words).map(graded) };
        let what = || visible(&words.join(" "));
        let lesson = Lesson::new(&model).with_context(what)?;
        match Worksheet::of(&lesson).with_context(what)? {
            Some(worksheet) => Ok(PaperSource::Worksheet(Box::new(worksheet))),
            None => Ok(graded(Exercise::new(&lesson).with_context(what)?)),
        }
    };
    subjects(context, words)?.iter().map(source).collect()
}

fn graded(exercise: Exercise) -> PaperSource {
    PaperSource::Exercise(Box::new(exercise))
}

/// Finds the subject named by `words`, for a command that takes one lesson or position.
pub(in crate::cli) fn find(context: &Context, words: &[String]) -> Result<Subject> {
    match Input::find(context, words)?.alone()? {
        Input::One(subject) => Ok(*subject),
        Input::Suite { name, .. } => Err(too_many(&name)),
        Input::Games { name, text } => {
            if let Some(only) = only_position(&text) {
                return Ok(only);
            }
            let text = "contains games with many positions, but this command needs one; give it as a FEN";
            Err(usage(format!("{name} {text}")))
        }
    }
}

/// Returns the position of a text that has one game without moves, such as a puzzle with a FEN tag.
fn only_position(text: &str) -> Option<Subject> {
    let mut games = read_pgn(text);
    let (Some(Ok(record)), None) = (games.next(), games.next()) else { return None };
    let history = record.content.history(0).filter(|_| record.content.plies() == 0)?;
    Some(Subject::of_game(String::new(), history.to_vec()))
}

/// Reads the file named by `words`, or standard input. Reads the input only once, because it may be a pipe. Returns
/// `None` if `words` name neither.
pub(in crate::cli) fn text(context: &Context, words: &[String]) -> Result<Option<(String, String)>> {
    let [word] = words else { return Ok(None) };
    let Some(bytes) = input_file::read_if_any(context, word)? else { return Ok(None) };
    let name = shown_name(word);
    utf8(&name, bytes).map(|text| Some((name, text)))
}

/// Returns the error for a command that takes one position but got a file with several.
pub(in crate::cli) fn too_many(name: &str) -> CommandError {
    usage(format!("{name} contains several positions, but this command needs one; give it as a FEN"))
}

impl Input {
    fn one(subject: Subject) -> Self {
        Self::One(Box::new(subject))
    }

    /// Returns the position of a file that has only one, and any other input unchanged.
    pub(in crate::cli) fn alone(self) -> Result<Self> {
        let Self::Suite { name, text } = &self else { return Ok(self) };
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (lines.next(), lines.next()) {
            (Some(line), None) => Ok(Self::one(Subject::of_epd(line).with_context(|| name.clone())?)),
            _ => Ok(self),
        }
    }

    pub(in crate::cli) fn find(context: &Context, words: &[String]) -> Result<Self> {
        if let Some((name, text)) = self::text(context, words)? {
            return Self::read(context, &name, text);
        }
        refuse_trees(context, words)?;
        input_file::refuse_dashes(words)?;
        let text = words.join(" ");
        match Subject::of_words(&text, context.games()) {
            Ok(Some(subject)) => return Ok(Self::one(subject)),
            Ok(None) => {}
            Err(WordsError::Pasted(error @ (PastedError::Sent | PastedError::Link(_)))) => {
                return Err(usage(error.to_string()));
            }
            Err(error @ WordsError::Tree(_)) => return Err(beside_tree(context, words).unwrap_or_else(|| error.into())),
            Err(error) => return Err(error.into()),
        }
        Err(unknown(context, words))
    }

    /// Detects the kind of a file from its content. A file that begins neither like JSON nor with a tag has positions.
    fn read(context: &Context, name: &str, text: String) -> Result<Self> {
        let text = with_line_ends(strip_bom(&text)).into_owned();
        let games = context.games();
        let plain = plain_name(Path::new(name));
        let extension = plain.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let start = text.trim_start();
        if start.is_empty() {
            bail!(
                "{name} is empty; expected a lesson (JSON), a trace (JSON Lines), a tree in brackets, positions (FEN, EPD) or a game (PGN)"
            );
        }
        refuse_late_header(name, &text)?;
        // A game's tags are in brackets as well, so brackets alone do not mean a tree. JSON from another program may be
        // a tree rather than a lesson.
        let is_quoted = start.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with('"'));
        let is_tree =
            (extension != "json" || start.starts_with('[') || is_quoted) && (extension != "pgn" || !looks_typed(&text));
        if let Some(tree) = Subject::of_tree_text(&text).filter(|_| is_tree) {
            return Ok(Self::one(tree.with_context(|| name.to_owned())?));
        }
        ensure!(!results::is_results(&text), usage(results_of_positions(name)));
        if start.starts_with('{') || extension == "json" {
            let stem = plain.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let stem = if name == STDIN { "" } else { stem };
            return Ok(Self::one(Subject::of_lesson(&text, stem, games).with_context(|| name.to_owned())?));
        }
        let name = name.to_owned();
        if let Some(subject) = Subject::of_pasted(&text).filter(|_| extension != "pgn") {
            return Ok(Self::one(subject.with_context(|| name)?));
        }
        if start.starts_with('[') || extension == "pgn" {
            return Ok(Self::Games { name, text });
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (lines.next(), lines.next()) {
            (None, _) => Err(failure!("{name} has only comments; expected a position (FEN, EPD)")),
            (Some(line), None) if games.has(line) || is_start(line) => {
                let subject = Subject::of_words(line, games).with_context(|| name.clone())?;
                subject.map(Self::one).ok_or_else(|| failure!("{name} contains no position"))
            }
            (_, next) if !text.lines().any(|line| looks_like_fen(line.trim())) => {
                let pasted = next.map(|_| format!("\n  {PASTED}")).unwrap_or_default();
                Err(failure!(
                    "{name} is not a lesson (JSON, starting with {{), a tree such as ((3 12) (2 4)), a game, or a FEN such as {START}{pasted}"
                ))
            }
            _ if !["epd", "fen"].contains(&extension) && is_mostly_other(&text) => Err(failure!(
                "{name} is not a lesson, a tree, a game, a trace or a file of positions: most of its lines are not FENs"
            )),
            (Some(line), None) if extension != "epd" => Ok(Self::one(Subject::of_epd(line).with_context(|| name)?)),
            _ => Ok(Self::Suite { name, text }),
        }
    }
}

/// Describes a file that plywood itself wrote, and that only `compare` reads.
fn results_of_positions(name: &str) -> String {
    let [shown, quoted] = [name.to_owned(), escape::shell(name)];
    format!(
        "{shown} holds the results of a file of positions; two such files can be compared:\n  plywood compare {quoted} NEW.jsonl"
    )
}

/// Returns whether most lines of a text are not positions, so that it is not a file of positions.
fn is_mostly_other(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (all, positions) =
        lines.fold((0, 0), |(all, positions), line| (all + 1, positions + usize::from(looks_like_fen(line))));
    2 * positions < all
}

/// Decodes UTF-16 with a byte order mark, the encoding in which Windows PowerShell writes files.
pub(in crate::cli) fn utf16(bytes: &[u8]) -> Option<String> {
    let read = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
    String::from_utf16(&units).ok().filter(|_| bytes.len().is_multiple_of(2))
}

/// Decodes the text of a file: games may be in Latin-1, as in older files; everything else must be UTF-8.
pub(in crate::cli) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    let is_pgn = plain_name(Path::new(name)).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    if let Some(text) = utf16(&bytes) {
        return Ok(text);
    }
    file_kind::refuse(name, &bytes)?;
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let bytes = error.into_bytes();
        // Tags may follow comments.
        let has_tags = bytes.split(|&byte| byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"["));
        if is_pgn || has_tags || bytes.trim_ascii_start().starts_with(b"1.") {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
            return Ok(crate::input::decode(bytes).into_owned());
        }
        if bytes.contains(&0) {
            return Err(failure!("{name} is not a text file; {}", file_kind::READS));
        }
        Err(failure!("{name}, line {line}: the text is not UTF-8 (byte {}); save the file as UTF-8", at + 1))
    })
}
