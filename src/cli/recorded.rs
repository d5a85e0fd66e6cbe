//! Recorded searches as subjects: a trace in a file, plain or compressed, is told again and not searched; `plywood compare` reads
//! several side by side.

use super::Usage;
use super::opened::{self, LARGEST, refuse_large, shown_name, spooled, written};
use super::output::{FormArgs, OutputArgs};
use super::progress::{self, Progress};
use crate::compare::{Ignored, Recordings, SearchRow, SearchRows, page, recordings};
use crate::cursor::{Cursor, CursorError};
use crate::input::without_mark;
use crate::page::Style;
use crate::study::{AnyStudy, RecordedStudy, Spelled};
use crate::trace::{Header, JsonLines, Outcome, Record, Trace, TraceError, TraceReader};
use crate::web::data_in;
use anyhow::{Context, Result, anyhow};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};

/// Says why an option does nothing for a trace.
pub(super) fn is_over(name: &str) -> impl Fn(&str) -> String {
    move |option| format!("{option} does nothing here: {name} is a recorded trace, whose search is over")
}

/// A trace that is told again for each question.
pub(super) struct Recorded {
    /// Where it comes from.
    pub name: String,
    /// What tells it.
    pub study: RecordedStudy<BufReader<File>>,
    /// What is wrong with the document that it stood in.
    problem: Option<TraceError>,
}

/// A trace that was read.
pub(super) struct TraceDocument {
    /// Where it comes from.
    pub name: String,
    /// The trace, up to where it can be read.
    pub trace: Trace,
    /// What is wrong behind that.
    pub problem: Option<TraceError>,
}

/// Opens the file of a trace, uncompressed; nothing if `words` are no such file.
fn open(words: &[String]) -> Result<Option<(String, File)>> {
    let [name] = words else { return Ok(None) };
    let Some(mut file) = opened::find(name)? else { return Ok(None) };
    let shown = shown_name(name);
    let context = || format!("cannot read {shown}");
    let start = opened::begins(&mut file).with_context(context)?;
    file.rewind()?;
    if without_mark(&String::from_utf8_lossy(&start)).trim_start().starts_with("<!DOCTYPE html>") {
        refuse_large(name, file.metadata().with_context(context)?.len(), LARGEST)?;
        return in_page(&mut file).with_context(context).map(|file| Some((shown, file)));
    }
    Ok(opened::is_trace(&start).then_some((shown, file)))
}

/// Takes the trace out of a page for browsers.
fn in_page(file: &mut File) -> Result<File> {
    let mut page = String::new();
    file.read_to_string(&mut page)?;
    let trace =
        data_in(&page, "trace").ok_or_else(|| anyhow!("this page carries no trace; write one with -o trace.jsonl"))?;
    spooled(&mut trace.as_bytes())
}

/// Returns whether the text is one JSON document, and no lines of them.
fn is_document(file: &mut File) -> Result<bool> {
    let mut first = Vec::new();
    // A line that is too long or not UTF-8 is told of when the trace is read.
    let _ = BufReader::new((&mut *file).take(LARGEST)).read_until(b'\n', &mut first);
    file.rewind()?;
    Ok(opened::is_document(&first))
}

/// A trace in a file that was opened.
pub(super) enum OpenedTrace {
    /// It has lines, and none of them but the header was read.
    Lines(TraceLines),
    /// It is one JSON document, and was read.
    Document(TraceDocument),
}

/// A trace that is read line by line.
pub(super) struct TraceLines {
    /// Where it comes from.
    pub name: String,
    pub reader: TraceReader<BufReader<File>>,
    /// Its size in bytes, uncompressed.
    pub size: u64,
}

impl OpenedTrace {
    /// Opens the trace that `words` name, if they name one.
    pub(super) fn find(words: &[String]) -> Result<Option<Self>> {
        let Some((name, mut file)) = open(words)? else { return Ok(None) };
        if is_document(&mut file)? {
            let (trace, problem) = document(&name, &mut file)?;
            return Ok(Some(Self::Document(TraceDocument { name, trace, problem })));
        }
        let size = file.metadata().with_context(|| name.clone())?.len();
        let reader = TraceReader::new(BufReader::new(file)).with_context(|| name.clone())?;
        Ok(Some(Self::Lines(TraceLines { name, reader, size })))
    }

    /// The same, with moves as people write them; a damaged trace, which nobody reads to its end, is left as it is.
    pub(super) fn spelled(words: &[String]) -> Result<Option<Self>> {
        let found = Self::find(words)?;
        if let Some(Self::Document(TraceDocument { name, trace, problem: None })) = &found
            && let Some(spelled) = Spelled::of(trace)
        {
            let (name, trace) = (name.clone(), spelled.trace()?);
            return Ok(Some(Self::Document(TraceDocument { name, trace, problem: None })));
        }
        if let Some(Self::Lines(TraceLines { name, size, .. })) = &found
            && let Some((_, file)) = open(words)?
            && let Some((file, None)) = spelled(&file).with_context(|| name.clone())?
        {
            let reader = TraceReader::new(BufReader::new(file))?;
            return Ok(Some(Self::Lines(TraceLines { name: name.clone(), reader, size: *size })));
        }
        Ok(found)
    }

    /// Returns where it comes from.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Lines(lines) => &lines.name,
            Self::Document(document) => &document.name,
        }
    }

    /// Returns what was searched and how.
    pub(super) const fn header(&self) -> &Header {
        match self {
            Self::Lines(lines) => lines.reader.header(),
            Self::Document(document) => &document.trace.header,
        }
    }

    /// Takes the records out, one after the other; the last may be an error.
    pub(super) fn records(&mut self) -> Box<dyn Iterator<Item = Result<Record>> + '_> {
        match self {
            Self::Lines(TraceLines { name, reader, .. }) => {
                Box::new(reader.by_ref().map(|record| record.with_context(|| name.clone())))
            }
            Self::Document(TraceDocument { name, trace, problem }) => {
                let problem = problem.take().map(|problem| Err(anyhow!(problem).context(name.clone())));
                Box::new(trace.records.drain(..).map(Ok).chain(problem))
            }
        }
    }

    /// Returns what came out.
    pub(super) fn outcome(self) -> Result<Outcome> {
        match self {
            Self::Lines(TraceLines { name, reader, .. }) => Ok(reader.finish().context(name)?.1),
            Self::Document(document) => Ok(document.trace.outcome),
        }
    }
}

impl Recorded {
    /// Opens the trace that `words` name, if they name one.
    pub(super) fn find(words: &[String]) -> Result<Option<Self>> {
        let Some((name, file, problem)) = lines(words)? else { return Ok(None) };
        let study = RecordedStudy::new(BufReader::new(file)).with_context(|| name.clone())?;
        Ok(Some(Self { name, study, problem }))
    }

    /// Returns the error for a trace that is damaged, after what is right was shown.
    pub(super) fn undamaged(&self) -> Result<()> {
        undamaged(&self.name, self.problem.as_ref().or_else(|| self.study.problem()))
    }
}

/// Opens the trace that `words` name, if they name one, as a file of lines; returns its name, too, and what is wrong with it if
/// it was one JSON document.
fn lines(words: &[String]) -> Result<Option<(String, File, Option<TraceError>)>> {
    let Some((name, mut file)) = open(words)? else { return Ok(None) };
    if !is_document(&mut file)? {
        return Ok(Some((name, file, None)));
    }
    let (trace, problem) = document(&name, &mut file)?;
    let file = written(|out| {
        let mut lines = JsonLines::new(&mut *out, &trace.header)?;
        trace.tell(&mut lines)?;
        // A search that breaks off has no result.
        if problem.is_none() {
            lines.finish(&trace.outcome)?;
        }
        Ok(())
    })?;
    Ok(Some((name, file, problem)))
}

/// Reads a trace that is one JSON document, up to where it is damaged.
fn document(name: &str, file: &mut File) -> Result<(Trace, Option<TraceError>)> {
    refuse_large(name, file.metadata().with_context(|| name.to_owned())?.len(), LARGEST)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(|| name.to_owned())?;
    Trace::read_json_beginning(&text).with_context(|| name.to_owned())
}

/// The lines of a trace with moves as people write them, in another file, and what is wrong behind the last of them; nothing if
/// they are written like that already, or cannot be read.
fn spelled(file: &File) -> Result<Option<(File, Option<TraceError>)>> {
    let Ok(study) = RecordedStudy::new(BufReader::new(file.try_clone()?)) else { return Ok(None) };
    let Some(spelled) = Spelled::of(&study) else { return Ok(None) };
    let file = written(|out| {
        let mut lines = JsonLines::new(&mut *out, spelled.header())?;
        let outcome = spelled.record(&mut lines)?;
        // A search that breaks off has no result.
        if study.problem().is_none() {
            lines.finish(&outcome)?;
        }
        Ok(())
    })?;
    Ok(Some((file, study.into_problem())))
}

/// Returns the error for a trace that is damaged, after what is right was shown.
pub(super) fn undamaged(name: &str, problem: Option<impl Display>) -> Result<()> {
    let shown = |error| anyhow!("{error}").context(format!("{name}: shown up to the event before the damage"));
    problem.map_or(Ok(()), |error| Err(shown(error.to_string())))
}

/// Runs a search, and keeps its trace in a temporary file.
pub(super) fn searched(name: &str, study: &dyn AnyStudy) -> Result<OpenedTrace> {
    let file = written(|out| Ok(study.json_lines(out)?))?;
    let size = file.metadata()?.len();
    Ok(OpenedTrace::Lines(TraceLines { name: name.to_owned(), reader: TraceReader::new(BufReader::new(file))?, size }))
}

/// A cursor over a file.
pub(super) type FileCursor = Cursor<BufReader<File>>;

/// Returns a cursor over the trace that `words` name, if they name one, and its name. What is shown of it is written as people
/// write moves; what is told to programs keeps its names.
pub(super) fn cursor(words: &[String], is_shown: bool) -> Result<Option<(String, FileCursor)>> {
    let Some((name, mut file, mut problem)) = lines(words)? else { return Ok(None) };
    if is_shown && let Some((spelled, damage)) = spelled(&file).with_context(|| name.clone())? {
        (file, problem) = (spelled, problem.or(damage));
    }
    file.rewind()?;
    let cursor = Cursor::new(BufReader::new(file)).with_context(|| name.clone())?;
    Ok(Some((name, if problem.is_some() { cursor.damaged(problem) } else { cursor })))
}

/// Runs a search, keeps its trace in a temporary file, and returns the cursor over that.
pub(super) fn cursor_of(study: &dyn AnyStudy) -> Result<FileCursor> {
    let file = written(|out| Ok(study.json_lines(out)?))?;
    match Cursor::new(BufReader::new(file)) {
        Err(CursorError::Empty) => Err(anyhow!("nothing was searched, so there is no step to show")),
        cursor => Ok(cursor?),
    }
}

/// What is asked of two recorded searches.
pub(super) struct Held<'a> {
    /// The line that they are compared at and below; empty for the root.
    pub focus: Vec<String>,
    /// What may differ.
    pub ignored: &'a [Ignored],
    pub form: &'a FormArgs,
    pub output: &'a OutputArgs,
}

impl Held<'_> {
    /// Compares traces, the others with the first, which `name` names, and returns whether they differ.
    pub(super) fn traces(&self, name: &str, traces: Vec<OpenedTrace>) -> Result<bool> {
        let mut traces = traces.into_iter();
        let mut first = traces.next();
        let (mut header, mut rows, mut found) = (Header::default(), Vec::new(), Vec::new());
        for other in traces {
            let again =
                || OpenedTrace::spelled(&[name.to_owned()])?.ok_or_else(|| anyhow!("{name} is no recorded trace"));
            let first = first.take().map_or_else(again, Ok)?;
            let (its, [one, two], recordings) = self.pair(first, other, &[])?;
            if rows.is_empty() {
                header = its;
                rows.push(one);
            }
            rows.push(two);
            found.push(recordings);
        }
        self.write(header, rows, &found)
    }

    /// Compares a trace with a search that was just recorded; `inexact` names what can change the score of that.
    pub(super) fn search(&self, trace: OpenedTrace, search: OpenedTrace, inexact: &[String]) -> Result<bool> {
        let (header, rows, recordings) = self.pair(trace, search, inexact)?;
        self.write(header, rows.into(), &[recordings])
    }

    /// Reads two searches to their ends; returns the header of the first, what came out of each, and how they differ.
    fn pair(
        &self,
        mut first: OpenedTrace,
        mut second: OpenedTrace,
        inexact: &[String],
    ) -> Result<(Header, [SearchRow; 2], Recordings)> {
        let headers = [first.header().clone(), second.header().clone()];
        if let [Some(one), Some(other)] = headers.each_ref().map(|header| header.fen.as_deref())
            && one != other
        {
            let names = [first.name(), second.name()];
            let text = format!("two positions cannot be compared\n  {}: {one}\n  {}: {other}", names[0], names[1]);
            return Err(Usage(text).into());
        }
        let mut progress = Progress::start("reading".to_owned(), self.output.interrupt());
        let sides = [(&headers[0], records(&mut first)), (&headers[1], records(&mut second))];
        let recordings = recordings(sides, self.ignored, &self.focus)?;
        progress.finish();
        if recordings.plies.is_empty() {
            let text = format!("--focus: neither trace has an event at {} or below", self.focus.join(" "));
            return Err(Usage(text).into());
        }
        let [header, _] = headers;
        let row = |found: OpenedTrace, inexact: &[String]| {
            let name = found.name().to_owned();
            Ok::<_, anyhow::Error>(SearchRow::new(name, inexact.to_vec(), found.outcome()?))
        };
        Ok((header, [row(first, &[])?, row(second, inexact)?], recordings))
    }

    /// Writes the comparison, and returns whether anything differs.
    fn write(&self, header: Header, rows: Vec<SearchRow>, found: &[Recordings]) -> Result<bool> {
        let compared = SearchRows::new(header, rows, Vec::new(), None);
        let results =
            |row: &SearchRow| row.complete != compared.rows[0].complete || row.score != compared.rows[0].score;
        let differs =
            self.focus.is_empty() && compared.rows.iter().any(results) || found.iter().any(Recordings::differ);
        let document = |style: &Style| page::recorded(&compared, found, style);
        self.form.write(self.output, document, |out| page::json(&compared, found, out))?;
        judged(differs, found.iter().find_map(|found| found.whole_to))
    }
}

/// Returns whether recorded searches differ, if that is known: they may have been compared whole down to a ply only.
fn judged(differs: bool, whole_to: Option<usize>) -> Result<bool> {
    match whole_to {
        Some(ply) if !differs => Err(anyhow!(
            "nothing differs as far as it was compared, but that is only a part of what lies below ply {ply}\n  \
             compare what was searched after each line of one move: --focus LINE"
        )),
        _ => Ok(differs),
    }
}

/// The records of a trace, until Ctrl-C.
fn records(found: &mut OpenedTrace) -> impl Iterator<Item = Result<Record>> {
    found.records().map(|record| match record {
        Ok(_) if progress::is_stopped() => Err(anyhow!("stopped before the end of the traces")),
        record => record,
    })
}

#[cfg(test)]
mod tests {
    use super::judged;

    #[test]
    fn what_was_compared_in_part_is_not_called_the_same() {
        for whole_to in [None, Some(3)] {
            assert!(judged(true, whole_to).unwrap(), "what was seen to differ differs");
        }
        assert!(!judged(false, None).unwrap());
        let said = judged(false, Some(3)).unwrap_err().to_string();
        assert!(said.contains("only a part of what lies below ply 3"), "{said}");
    }
}
