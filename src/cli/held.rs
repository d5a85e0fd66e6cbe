//! `plywood compare` of recorded searches: read side by side, and kept only as far as they differ.

use super::Usage;
use super::form::FormArgs;
use super::output::OutputArgs;
use super::progress::{self, Progress};
use super::recorded::OpenedTrace;
use crate::compare::{Ignored, Recordings, SearchRow, SearchRows, page, recordings};
use crate::page::Style;
use crate::trace::{Header, Record};
use anyhow::{Result, anyhow};

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
