//! Sorts the visits of searches that may be larger than memory: in runs, each in a temporary file, which are merged.

use super::opened;
use plywood::compare::{Sorted, Sorter, Visit};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Lines, Write};

/// So many visits are kept in memory.
const RUN: usize = 100_000;
/// So many files are open at once; before there are more they become one.
const MOST_FILES: usize = 64;

/// Visits that wait to be sorted.
#[derive(Default)]
pub struct Spool {
    visits: Vec<Visit>,
    runs: Vec<File>,
}

impl Spool {
    fn write_run(&mut self) -> io::Result<()> {
        if self.runs.len() == MOST_FILES {
            let merged = written(Merged::new(std::mem::take(&mut self.runs))?)?;
            self.runs.push(merged);
        }
        let run = written(Sorter::sorted(&mut self.visits)?)?;
        self.runs.push(run);
        Ok(())
    }
}

impl Sorter for Spool {
    fn push(&mut self, visit: Visit) -> io::Result<()> {
        if self.visits.len() == RUN {
            self.write_run()?;
        }
        self.visits.push(visit);
        Ok(())
    }

    fn sorted(&mut self) -> io::Result<Sorted<'_>> {
        if self.runs.is_empty() {
            return Sorter::sorted(&mut self.visits);
        }
        self.write_run()?;
        Ok(Box::new(Merged::new(std::mem::take(&mut self.runs))?))
    }
}

/// Writes visits to a file that has no name, a line each.
fn written(mut visits: impl Iterator<Item = io::Result<Visit>>) -> io::Result<File> {
    let write = |out: &mut BufWriter<File>| {
        visits.try_for_each(|visit| {
            serde_json::to_writer(&mut *out, &visit?)?;
            Ok(out.write_all(b"\n")?)
        })
    };
    opened::written(write).map_err(io::Error::other)
}

/// The visits of several sorted files in one order.
struct Merged {
    files: Vec<Lines<BufReader<File>>>,
    heads: BinaryHeap<Reverse<Head>>,
}

impl Merged {
    fn new(files: Vec<File>) -> io::Result<Self> {
        let files: Vec<_> = files.into_iter().map(|file| BufReader::new(file).lines()).collect();
        let mut merged = Self { heads: BinaryHeap::with_capacity(files.len()), files };
        (0..merged.files.len()).try_for_each(|file| merged.read(file))?;
        Ok(merged)
    }

    fn read(&mut self, file: usize) -> io::Result<()> {
        let Some(line) = self.files[file].next().transpose()? else { return Ok(()) };
        self.heads.push(Reverse(Head { visit: serde_json::from_str(&line)?, file }));
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<Visit>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse(Head { visit, file }) = self.heads.pop()?;
        Some(self.read(file).map(|()| visit))
    }
}

/// The first visit of a file that was not taken yet.
struct Head {
    visit: Visit,
    file: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        self.visit.key().cmp(&other.visit.key())
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::compare::Said;
    use plywood::hooks::Verdict;
    use plywood::{Bound, Score};

    fn visit(event: u64) -> Visit {
        // Lines of every length, in no order.
        let line = (0..event % 5).map(|ply| (event * 7919 % (11 + ply)).to_string()).collect();
        let said =
            Said { score: Score::ZERO, bound: Bound::Exact, verdict: Verdict::Cutoff { skipped: 2 }, leaf: None };
        Visit { depth: (event % 3) as u32, line, event, said }
    }

    #[test]
    fn what_goes_through_files_comes_back_as_from_memory() {
        let mut kept: Vec<Visit> = Vec::new();
        let mut spool = Spool::default();
        for event in 0..2500 {
            kept.push(visit(event));
            spool.push(visit(event)).unwrap();
            // More runs than files may be open.
            if event % 20 == 0 {
                spool.write_run().unwrap();
            }
        }
        assert!(spool.runs.len() <= MOST_FILES);
        let spooled: Vec<Visit> = spool.sorted().unwrap().collect::<io::Result<_>>().unwrap();
        let sorted: Vec<Visit> = Sorter::sorted(&mut kept).unwrap().collect::<io::Result<_>>().unwrap();
        assert_eq!(spooled, sorted);
    }
}
