//! Recorded searches as subjects. A trace in a file, plain or compressed, is replayed instead of searched. `plywood
//! compare` reads several traces in parallel.

use crate::cli::args::form_args::CheckFormArgs;
use crate::cli::args::output_args::OutputArgs;
use crate::cli::command_error::{Result, WithContext as _, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::file_kind;
use crate::cli::io::input_file::{self, LARGEST, refuse_large, shown_name, spooled, written};
use crate::cli::io::progress::Progress;
use crate::cli::usage;
use crate::compare::{Ignored, Recordings, SearchRow, SearchRows, page, recordings, result_fields, tree_difference};
use crate::core::cursor::{Cursor, CursorError};
use crate::core::game::classic::GameList;
use crate::core::hooks::Event;
use crate::core::score::Score;
use crate::core::search::Cut;
use crate::core::study::{AnyStudy, RecordedStudy, SanNames, line_words};
use crate::core::trace::{Header, JsonLines, Outcome, Record, Trace, TraceError, TraceReader};
use crate::input::strip_bom;
use crate::page::Style;
use crate::page::text::visible;
use crate::web::data_in;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Read, Seek};

/// Explains why an option has no effect on a trace.
pub(in crate::cli) fn is_over(name: &str) -> impl Fn(&str) -> String {
    move |option| format!("{option} has no effect here: {name} is a recorded trace, whose search is over")
}

/// Opens a trace file and decompresses it if necessary; returns `None` if `words` do not name a trace file.
pub(in crate::cli) fn open(context: &Context, words: &[String]) -> Result<Option<(String, File)>> {
    let [name] = words else { return Ok(None) };
    let Some(mut file) = input_file::find(context, name)? else { return Ok(None) };
    let shown = shown_name(name);
    let place = || format!("cannot read {shown}");
    let start = input_file::begins(&mut file).with_context(place)?;
    refuse_utf16(&shown, &start)?;
    file_kind::refuse(&shown, &start)?;
    file.rewind()?;
    if strip_bom(&String::from_utf8_lossy(&start)).trim_start().starts_with("<!DOCTYPE html>") {
        refuse_large(name, file.metadata().with_context(place)?.len(), LARGEST)?;
        return in_page(&mut file).with_context(place).map(|file| Some((shown, file)));
    }
    Ok(input_file::is_trace(&start).then_some((shown, file)))
}

/// Rejects a trace in UTF-16, the encoding in which `>` of Windows PowerShell writes files.
fn refuse_utf16(name: &str, start: &[u8]) -> Result<()> {
    let is_wide = matches!(start, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, ..] | [_, 0, ..]);
    let letters: Vec<u8> = start.iter().copied().filter(|byte| ![0, 0xfe, 0xff].contains(byte)).collect();
    ensure!(
        !is_wide || !input_file::is_trace(&letters),
        "{name} is in UTF-16, and a trace must be UTF-8: let the program write the file itself or, in PowerShell, replace `> FILE` by `| Out-File -Encoding utf8 FILE`"
    );
    Ok(())
}

fn in_page(file: &mut File) -> Result<File> {
    let mut page = String::new();
    file.read_to_string(&mut page)?;
    let trace = data_in(&page, "trace")
        .ok_or_else(|| failure!("this page contains no trace; write one with -o trace.jsonl"))?;
    spooled(&mut trace.as_bytes())
}

/// Returns whether the text is one JSON document rather than JSON Lines.
pub(in crate::cli) fn is_document(file: &mut File) -> Result<bool> {
    // A line that is too long or not UTF-8 is reported when the trace is read.
    let first = input_file::first_line(&mut BufReader::new(&mut *file)).unwrap_or_default();
    file.rewind()?;
    Ok(input_file::is_document(&first))
}

/// A trace that is read record by record, with moves in ordinary notation.
pub(in crate::cli) struct OpenedTrace {
    pub name: String,
    file: File,
    reader: TraceReader<BufReader<File>>,
    /// The error after the last record, if the trace was one JSON document and is damaged.
    problem: Option<TraceError>,
}

impl OpenedTrace {
    /// If `words` name a trace, opens it. A damaged trace keeps its own move names, because rewriting the trace would
    /// hide the damage.
    pub(in crate::cli) fn find(context: &Context, words: &[String]) -> Result<Option<Self>> {
        let Some((name, mut file, problem)) = lines(context, words)? else { return Ok(None) };
        if problem.is_none()
            && let Some((other, None)) = spelled(&file, context.games()).with_context(|| name.clone())?
        {
            file = other;
        }
        file.rewind()?;
        let reader =
            TraceReader::knowing(BufReader::new(file.try_clone()?), context.games()).with_context(|| name.clone())?;
        Ok(Some(Self { name, file, reader, problem }))
    }

    pub(in crate::cli) const fn header(&self) -> &Header {
        self.reader.header()
    }

    /// Returns the same trace, to be read from its beginning. Only one of the two can be read, because they share a
    /// file.
    pub(in crate::cli) fn again(&mut self) -> Result<Self> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        let reader = TraceReader::knowing(BufReader::new(file.try_clone()?), &self.header().games)?;
        Ok(Self { name: self.name.clone(), file, reader, problem: self.problem.take() })
    }

    /// Returns the moves of a line without their numbers. If the trace has moves whose names look like a number and a
    /// move, such as `1.2`, the words of the line are the moves.
    pub(in crate::cli) fn line(&mut self, context: &Context, text: &str) -> Result<Vec<String>> {
        let mut again = self.again()?;
        let mut at_root = Vec::new();
        for record in again.records(context) {
            if let Event::Enter { moves, .. } = record?.event {
                at_root = moves;
                break;
            }
        }
        *self = again.again()?;
        let is_numbered = |name: &String| line_words(name).ne([name.as_str()]);
        let words = text.split_whitespace().map(str::to_owned);
        Ok(if at_root.iter().any(is_numbered) {
            words.collect()
        } else {
            line_words(text).map(str::to_owned).collect()
        })
    }

    /// Reads any remaining records and returns the outcome.
    pub(in crate::cli) fn outcome(self) -> Result<Outcome> {
        Ok(self.finish()?.1)
    }

    /// Reads the records one by one. An item is an error if the trace is damaged or the user pressed Ctrl-C.
    pub(in crate::cli) fn records(&mut self, context: &Context) -> impl Iterator<Item = Result<Record>> {
        let Self { name, reader, problem, .. } = self;
        reader.by_ref().map(|record| match record {
            Ok(_) if context.is_stopped() => Err(failure!("stopped before the end of the traces")),
            // The lines made from a damaged JSON document simply end. The document's own error therefore replaces the
            // reader's error.
            record => record.map_err(|error| problem.take().unwrap_or(error)).with_context(|| name.clone()),
        })
    }

    /// Returns the name and the outcome of the trace.
    fn finish(self) -> Result<(String, Outcome)> {
        let (header, outcome) = self.reader.finish().context(self.name.clone())?;
        if !outcome.omits.any() {
            return Ok((self.name, outcome));
        }
        let study = RecordedStudy::knowing(BufReader::new(self.file), &header.games).context(self.name.clone())?;
        Ok((self.name, study.solve()?))
    }
}

type FileStudy = RecordedStudy<BufReader<File>>;

/// If `words` name a trace, returns it as a study that can be replayed for each question. Also returns the trace's name
/// and any error in its JSON document.
pub(in crate::cli) fn study(
    context: &Context,
    words: &[String],
) -> Result<Option<(String, FileStudy, Option<TraceError>)>> {
    let Some((name, file, problem)) = lines(context, words)? else { return Ok(None) };
    let study = RecordedStudy::knowing(BufReader::new(file), context.games()).with_context(|| name.clone())?;
    Ok(Some((name, study, problem)))
}

/// If `words` name a trace, opens it as a file of JSON Lines. Also returns the trace's name and, if the file was one
/// JSON document, any error in the document.
fn lines(context: &Context, words: &[String]) -> Result<Option<(String, File, Option<TraceError>)>> {
    let Some((name, mut file)) = open(context, words)? else { return Ok(None) };
    if !is_document(&mut file)? {
        return Ok(Some((name, file, None)));
    }
    let (trace, problem) = document(context, &name, &mut file)?;
    let file = retold(&trace, |_| problem.is_none())?;
    Ok(Some((name, file, problem)))
}

/// Writes a trace as JSON Lines to a temporary file; if the trace is incomplete, the file ends without a result.
fn retold(study: &dyn AnyStudy, is_whole: impl FnOnce(&Outcome) -> bool) -> Result<File> {
    written(|out| {
        let mut lines = JsonLines::new(&mut *out, study.header())?;
        let outcome = study.record(&mut lines)?;
        if is_whole(&outcome) {
            lines.finish(&outcome)?;
        }
        Ok(())
    })
}

/// Reads a trace from a single JSON document up to the first error. Also returns that error, if there is one.
pub(in crate::cli) fn document(context: &Context, name: &str, file: &mut File) -> Result<(Trace, Option<TraceError>)> {
    refuse_large(name, file.metadata().with_context(|| name.to_owned())?.len(), LARGEST)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    Trace::read_json_beginning(&bytes, context.games()).with_context(|| name.to_owned())
}

/// Writes a trace with moves in ordinary notation to a temporary file. Returns this file and any error after its last
/// line. Returns `None` if the moves are already in ordinary notation, or if the trace cannot be read.
fn spelled(file: &File, games: &GameList) -> Result<Option<(File, Option<TraceError>)>> {
    let Ok(study) = RecordedStudy::knowing(BufReader::new(file.try_clone()?), games) else { return Ok(None) };
    let Some(spelled) = SanNames::of(&study) else { return Ok(None) };
    let file = retold(&spelled, |outcome| !outcome.is_missing)?;
    Ok(Some((file, study.into_problem())))
}

/// Returns the error for a damaged trace. `place` says where its intact part is: `shown`, or `in` a file.
pub(in crate::cli) fn undamaged(name: &str, problem: Option<impl Display>, place: Option<&str>) -> Result<()> {
    let before = place.map(|place| format!("; everything before this place is {place}")).unwrap_or_default();
    problem.map_or(Ok(()), |error| Err(failure!("{name}: {error}{before}")))
}

/// Runs a search, and keeps its trace in a temporary file.
pub(in crate::cli) fn searched(name: &str, study: &dyn AnyStudy) -> Result<OpenedTrace> {
    let file = written(|out| Ok(study.json_lines(out)?))?;
    let reader = TraceReader::knowing(BufReader::new(file.try_clone()?), &study.header().games)?;
    Ok(OpenedTrace { name: name.to_owned(), file, reader, problem: None })
}

pub(in crate::cli) type FileCursor = Cursor<BufReader<File>>;

/// If `words` name a trace, returns a cursor over it, and its name. Pages show moves in ordinary notation; JSON output
/// keeps the move names of the trace.
pub(in crate::cli) fn cursor(
    context: &Context,
    words: &[String],
    is_shown: bool,
) -> Result<Option<(String, FileCursor)>> {
    let Some((name, mut file, mut problem)) = lines(context, words)? else { return Ok(None) };
    if is_shown && let Some((spelled, damage)) = spelled(&file, context.games()).with_context(|| name.clone())? {
        (file, problem) = (spelled, problem.or(damage));
    }
    file.rewind()?;
    let cursor = Cursor::knowing(BufReader::new(file), context.games()).with_context(|| name.clone())?;
    Ok(Some((name, if problem.is_some() { cursor.damaged(problem) } else { cursor })))
}

/// Runs a search, keeps its trace in a temporary file, and returns a cursor over it.
pub(in crate::cli) fn cursor_of(study: &dyn AnyStudy) -> Result<FileCursor> {
    let file = written(|out| Ok(study.json_lines(out)?))?;
    match Cursor::knowing(BufReader::new(file), &study.header().games) {
        Err(CursorError::Empty) => Err(failure!("nothing was searched, so there is no step to show")),
        cursor => Ok(cursor?),
    }
}

/// How recorded traces are compared.
pub(in crate::cli) struct TraceComparison<'a> {
    /// The line after which the searches are compared; empty for the root.
    pub focus: Vec<String>,
    pub ignored: &'a [Ignored],
    pub form: &'a CheckFormArgs,
    pub output: &'a OutputArgs,
}

impl TraceComparison<'_> {
    /// Compares each of the other traces with the first, called `name`, and returns whether any differs. `inexact`
    /// lists the settings of the other searches that can change their scores.
    pub(in crate::cli) fn traces(
        &self,
        context: &Context,
        name: &str,
        traces: Vec<OpenedTrace>,
        inexact: &[String],
    ) -> Result<bool> {
        let mut traces = traces.into_iter();
        let mut first = traces.next();
        let (mut header, mut rows, mut found) = (Header::default(), Vec::new(), Vec::new());
        for other in traces {
            let again = || {
                OpenedTrace::find(context, &[name.to_owned()])?
                    .ok_or_else(|| failure!("{name} is not a recorded trace"))
            };
            let first = first.take().map_or_else(again, Ok)?;
            let (its, [one, two], recordings) = self.pair(context, first, other, inexact)?;
            if rows.is_empty() {
                header = its;
                rows.push(one);
            }
            rows.push(two);
            found.push(recordings);
        }
        self.write(context, header, rows, &found)
    }

    /// Reads two searches to the end, and returns the header of the first, both outcomes, and the differences.
    fn pair(
        &self,
        context: &Context,
        mut first: OpenedTrace,
        mut second: OpenedTrace,
        inexact: &[String],
    ) -> Result<(Header, [SearchRow; 2], Recordings)> {
        let headers = [first.header().clone(), second.header().clone()];
        // Lessons are compared as trees, even if they have boards.
        if headers.iter().any(|header| header.shape.is_none())
            && let [Some(one), Some(other)] = headers.each_ref().map(|header| header.fen.as_deref())
            && one != other
        {
            let names = [&first.name, &second.name];
            let text = format!("the traces are of different positions\n  {}: {one}\n  {}: {other}", names[0], names[1]);
            return Err(usage(text));
        }
        let mut progress = Progress::start(context, "reading".to_owned(), self.output.interrupt(context));
        let sides = [(&headers[0], first.records(context)), (&headers[1], second.records(context))];
        let mut recordings = recordings(sides, self.ignored, &self.focus)?;
        progress.finish();
        ensure!(
            !recordings.plies.is_empty(),
            usage(format!("--focus: neither trace has an event at {} or below", self.focus.join(" ")))
        );
        let [(first, one), (second, other)] = [first.finish()?, second.finish()?];
        if self.focus.is_empty() {
            recordings.results = result_fields(&one, &other, self.ignored, headers[0].tolerance);
            recordings.trees = tree_difference(&headers[0], &headers[1]);
        }
        let rows = [SearchRow::new(first, Vec::new(), one), SearchRow::new(second, inexact.to_vec(), other)];
        let [header, _] = headers;
        Ok((header, rows, recordings))
    }

    /// Writes the comparison, and returns whether anything differs.
    fn write(&self, context: &Context, header: Header, rows: Vec<SearchRow>, found: &[Recordings]) -> Result<bool> {
        let compared = SearchRows::new(header, rows, Vec::new(), None);
        let by = compared.header.tolerance;
        let is_near = |one: Option<Score>, other: Option<Score>| match (one, other) {
            (Some(one), Some(other)) => one.is_near(other, by),
            (one, other) => one == other,
        };
        let first = &compared.rows[0];
        let results = |row: &SearchRow| row.complete != first.complete || !is_near(row.score, first.score);
        let differs =
            self.focus.is_empty() && compared.rows.iter().any(results) || found.iter().any(Recordings::differ);
        let judged = judged(differs, found.iter().find_map(|found| found.whole_to));
        context.judge(matches!(judged, Ok(false)));
        let document = |style: &Style| page::recorded(&compared, found, style);
        self.form.write(context, self.output, document, |out| page::json(&compared, found, out))?;
        judged
    }
}

/// Returns true if the recorded searches differ. Returns an error if no difference was found but the comparison was
/// complete only down to some ply.
fn judged(differs: bool, whole_to: Option<usize>) -> Result<bool> {
    match whole_to {
        Some(ply) if !differs => Err(failure!(
            "no difference found, but below ply {ply} the comparison is incomplete\n  compare everything after each first move: --focus LINE"
        )),
        _ => Ok(differs),
    }
}

/// Sets a trace's rule for ties to the one on the command line, if the trace's header names none.
pub(in crate::cli) fn set_cut(cut: Option<Cut>, header: &mut Header, name: &str) -> Result<()> {
    let Some(cut) = cut else { return Ok(()) };
    let is_open = header.cut.is_empty() || header.cut == cut.name();
    let own = visible(&header.cut);
    ensure!(is_open, usage(format!("{name} names its rule for ties, \"cut\": \"{own}\"; omit --cut")));
    cut.name().clone_into(&mut header.cut);
    Ok(())
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
        assert!(said.contains("below ply 3 the comparison is incomplete"), "{said}");
    }
}
