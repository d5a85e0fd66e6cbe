//! `plywood compare --check OLD NEW` for folders of traces, or for two traces with `--fail-on`.

use crate::cli::args::trace_source::{self, OpenedTrace};
use crate::cli::command_error::{Result, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::input_file::{self, LARGEST, files_inside, is_folder, plain_name, shown_name};
use crate::cli::usage;
use crate::compare::results::{self, PositionResults};
use crate::compare::suite::{ComparedPosition, ComparedSuite, FailOn, PositionVerdict};
use crate::compare::{Ignored, recordings};
use crate::page::escape::shell_file;
use std::collections::BTreeMap;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};

/// The file of each position in the old and in the new folder, keyed by file name without `.gz`.
type Pairs = BTreeMap<String, [Option<PathBuf>; 2]>;

/// Returns the pairs of files in two folders, or `None` if `words` does not name two folders.
pub(super) fn folders(context: &Context, words: &[String]) -> Result<Option<Pairs>> {
    let [old, new] = words else {
        let are_folders = !words.is_empty() && words.iter().all(|word| is_folder(context, word));
        return if are_folders { Err(usage(not_two(words))) } else { Ok(None) };
    };
    let sides = [Path::new(old), Path::new(new)];
    match sides.map(|side| is_folder(context, side)) {
        [true, true] => {}
        [false, false] => return Ok(None),
        [is_old, _] => {
            let (folder, other) = if is_old { (old, new) } else { (new, old) };
            return Err(usage(format!("{folder} is a folder and {other} is not; give two folders or two traces")));
        }
    }
    let mut pairs = Pairs::new();
    for (side, folder) in sides.into_iter().enumerate() {
        for file in files_inside(context, folder)? {
            // Other files, such as a list of the positions, are skipped.
            if !is_trace(&file) {
                continue;
            }
            // A trace may be compressed in only one of the folders.
            let name = plain_name(Path::new(file.file_name().unwrap_or_default())).to_string_lossy().into_owned();
            if let Some(other) = pairs.entry(name).or_default()[side].replace(file.clone()) {
                let [one, two] = [shown_name(other), shown_name(file)];
                return Err(failure!("{one} and {two} are the same position; remove one of them"));
            }
        }
    }
    ensure!(!pairs.is_empty(), usage(format!("there is no trace in {old} and {new}")));
    Ok(Some(pairs))
}

/// Describes folders that are not two.
fn not_two(folders: &[String]) -> String {
    match folders {
        [folder] => {
            let quoted = shell_file(folder);
            format!(
                "{folder} is one folder; name a second one with the new traces:\n  plywood compare {quoted} NEW --check"
            )
        }
        _ => format!("compare takes two folders, the old one and the new one, but you gave {}", folders.len()),
    }
}

fn is_trace(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    plain.ends_with(".jsonl") || plain.ends_with(".json")
}

/// Compares the results of two runs over a file of positions. Returns `None` if `words` does not name two files with
/// such results.
pub(super) fn results(context: &Context, words: &[String], fail_on: &[FailOn]) -> Result<Option<ComparedSuite>> {
    if words.len() < 2 || !words.iter().all(|name| context.at(Path::new(name)).is_file()) {
        return Ok(None);
    }
    let mut texts = Vec::new();
    for name in words {
        let Some(mut file) = input_file::find(context, name)? else { return Ok(None) };
        if input_file::is_trace(&input_file::begins(&mut file)?) {
            return Ok(None);
        }
        file.rewind()?;
        let mut text = String::new();
        if file.take(LARGEST).read_to_string(&mut text).is_err() || !results::is_results(&text) {
            return Ok(None);
        }
        texts.push(text);
    }
    let [old, new] = words else {
        let [old, new] = [&words[0], &words[1]].map(|name| shell_file(name));
        let text = "results of a file of positions are compared two at a time:";
        return Err(usage(format!("{text}\n  plywood compare {old} {new}")));
    };
    let read =
        |name: &str, text: &str| PositionResults::read(text).map_err(|error| failure!("{}: {error}", shown_name(name)));
    let files = [old, new].map(shown_name);
    let positions =
        results::compared(files.each_ref().map(String::as_str), read(old, &texts[0])?, read(new, &texts[1])?);
    Ok(Some(suite_of(positions, fail_on)))
}

/// Returns whether both words name traces. A trace may be missing or damaged, which the report then says.
pub(super) fn are_traces(context: &Context, words: [&str; 2]) -> bool {
    words.iter().all(|word| {
        let is_recorded = !matches!(trace_source::open(context, &[(*word).to_owned()]), Ok(None));
        is_recorded || word.trim_end_matches(".gz").ends_with(".jsonl")
    })
}

/// Returns two traces as the pair of files for one position.
pub(super) fn files([old, new]: [&str; 2]) -> Pairs {
    let name = Path::new(new).file_name().unwrap_or_default().to_string_lossy().into_owned();
    Pairs::from([(name, [Some(old.into()), Some(new.into())])])
}

/// Compares the files of each pair.
pub(super) fn compared(context: &Context, pairs: Pairs, ignored: &[Ignored], fail_on: &[FailOn]) -> ComparedSuite {
    let position = |files: [Option<PathBuf>; 2]| {
        // Annotations refer to the new file.
        let shown = files[1].as_ref().or(files[0].as_ref()).and_then(|file| file.file_name());
        let name = shown.unwrap_or_default().to_string_lossy().into_owned();
        match files {
            [Some(old), Some(new)] => one(context, name.clone(), [&old, &new], ignored)
                .unwrap_or_else(|error| ComparedPosition::incomparable(name, format!("{error:#}"))),
            [Some(old), None] => ComparedPosition::of_one_run(name, "old", &shown_name(old)),
            [None, new] => ComparedPosition::of_one_run(name, "new", &new.map(shown_name).unwrap_or_default()),
        }
    };
    suite_of(pairs.into_values().map(position).collect(), fail_on)
}

/// Compares each of the other searches with the first.
pub(super) fn with_first(
    context: &Context,
    traces: Vec<OpenedTrace>,
    (ignored, fail_on): (&[Ignored], &[FailOn]),
) -> Result<ComparedSuite> {
    let mut traces = traces.into_iter();
    let mut first = traces.next().ok_or_else(|| usage("nothing to compare"))?;
    let one = |other: OpenedTrace| pair(context, other.name.clone(), [first.again()?, other], ignored);
    Ok(suite_of(traces.map(one).collect::<Result<_>>()?, fail_on))
}

fn suite_of(positions: Vec<ComparedPosition>, fail_on: &[FailOn]) -> ComparedSuite {
    let fail_on = if fail_on.is_empty() { vec![FailOn::Difference] } else { fail_on.to_vec() };
    ComparedSuite { positions, fail_on, is_of_one_position: false }
}

fn one(context: &Context, name: String, files: [&Path; 2], ignored: &[Ignored]) -> Result<ComparedPosition> {
    let open = |file: &Path| {
        let word = file.to_string_lossy().into_owned();
        OpenedTrace::find(context, std::slice::from_ref(&word))?
            .ok_or_else(|| failure!("{word} is not a recorded trace"))
    };
    let found = pair(context, name, [open(files[0])?, open(files[1])?], ignored)?;
    if found.verdict == PositionVerdict::Equal {
        return Ok(found);
    }
    let [old, new] = files.map(|file| shell_file(&file.to_string_lossy()));
    let ignored: Vec<&str> = ignored.iter().map(|part| part.name()).collect();
    let ignore = if ignored.is_empty() { String::new() } else { format!(" --ignore {}", ignored.join(",")) };
    Ok(ComparedPosition { command: format!("plywood compare {old} {new}{ignore}"), ..found })
}

fn pair(
    context: &Context,
    name: String,
    [mut old, mut new]: [OpenedTrace; 2],
    ignored: &[Ignored],
) -> Result<ComparedPosition> {
    let headers = [old.header().clone(), new.header().clone()];
    if let [Some(a), Some(b)] = headers.each_ref().map(|header| header.position())
        && a != b
    {
        return Err(failure!("two positions cannot be compared: {a} and {b}"));
    }
    let found = recordings([(&headers[0], old.records(context)), (&headers[1], new.records(context))], ignored, &[])?;
    let outcomes = [old.outcome()?, new.outcome()?];
    Ok(ComparedPosition::of(name, headers.each_ref(), outcomes.each_ref(), &found))
}
