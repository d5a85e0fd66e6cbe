//! Tables in a file: versioned, with a checksum, refused if damaged.
//!
//! A file begins with the eight letters `PLYRETRO`, the version, the size of the board and the number of tables, a byte each.
//! For each table follow a byte with the length of its name, the name (`KQK`), the number of bytes for one side to move (four
//! bytes, least significant first), and the bytes for White and for Black to move. At the end stands the CRC-32 of all that
//! comes before, four bytes, least significant first.

use super::board::SmallBoard;
use super::ending::RetroEnding;
use super::error::RetroError;
use super::generate::TablePlan;
use super::index::Index;
use super::tables::{EndingTable, EndingTables};
use super::value::WAITING;
use std::io::{self, Write};

const MAGIC: &[u8; 8] = b"PLYRETRO";
/// The version that is written, and the only one that is read.
const VERSION: u8 = 1;

/// Returns whether a file begins like one of tables.
pub(crate) fn is_tables(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl EndingTables {
    /// Writes all tables.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(MAGIC)?;
        put(&[VERSION, self.board.size() as u8, self.tables.len() as u8])?;
        for table in &self.tables {
            let name = table.ending.to_string();
            put(&[name.len() as u8])?;
            put(name.as_bytes())?;
            put(&(table.bytes[0].len() as u32).to_le_bytes())?;
            put(&table.bytes[0])?;
            put(&table.bytes[1])?;
        }
        out.write_all(&sum.finalize().to_le_bytes())
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// [`RetroError::File`] if it is something else, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, RetroError> {
        if !is_tables(bytes) {
            return Err(RetroError::file("this is no file of tables: it does not begin with PLYRETRO"));
        }
        match bytes.get(MAGIC.len()) {
            Some(&VERSION) => {}
            Some(version) => {
                let problem =
                    format!("this file has version {version}, and only version {VERSION} is known; make it anew");
                return Err(RetroError::file(problem));
            }
            None => return Err(cut_off(bytes)),
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(|| cut_off(bytes))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            let problem = "the file of tables is damaged: its checksum is wrong; make it anew";
            return Err(RetroError::file(problem));
        }
        let mut rest = UnreadTable { all: body, at: MAGIC.len() + 1 };
        let tables = rest.tables()?;
        match rest.at == body.len() {
            true => Ok(tables),
            false => Err(RetroError::file(format!("the file of tables goes on after its end at byte {}", rest.at))),
        }
    }
}

fn cut_off(bytes: &[u8]) -> RetroError {
    RetroError::file(format!("the file of tables ends after {} bytes, in the middle", bytes.len()))
}

/// What is still to be read.
struct UnreadTable<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> UnreadTable<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], RetroError> {
        let taken = self.all.get(self.at..).and_then(|rest| rest.get(..count)).ok_or_else(|| cut_off(self.all))?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<usize, RetroError> {
        Ok(usize::from(self.take(1)?[0]))
    }

    fn tables(&mut self) -> Result<EndingTables, RetroError> {
        let size = self.byte()?;
        let wrong = || RetroError::file(format!("the file of tables names a board of {size} by {size}"));
        let board = SmallBoard::new(size as u8).ok_or_else(wrong)?;
        let count = self.byte()?;
        let mut tables = EndingTables::new(board);
        for _ in 0..count {
            let table = self.table(board)?;
            tables.add(table);
        }
        let plan = TablePlan::new(tables.ending(), board)?;
        let found: Vec<RetroEnding> = tables.endings().collect();
        if found != plan.endings() {
            return Err(RetroError::file(format!("the file lacks tables that {} needs", tables.ending())));
        }
        Ok(tables)
    }

    fn table(&mut self, board: SmallBoard) -> Result<EndingTable, RetroError> {
        let (at, length) = (self.at, self.byte()?);
        let name = std::str::from_utf8(self.take(length)?).unwrap_or_default();
        let ending = if name == "KK" { RetroEnding::default() } else { name.parse()? };
        if ending.to_string() != name {
            return Err(RetroError::file(format!("the table at byte {at} is called {name}, and its name is {ending}")));
        }
        let index = Index::new(ending, board);
        let four = self.take(4)?;
        let size = u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize;
        if size != index.len() {
            let problem =
                format!("the table of {name} at byte {at} has {size} positions and must have {}", index.len());
            return Err(RetroError::file(problem));
        }
        let bytes = [self.take(size)?.to_vec(), self.take(size)?.to_vec()];
        if bytes.iter().flatten().any(|&byte| WAITING <= byte) {
            return Err(RetroError::file(format!("the table of {name} at byte {at} was not finished")));
        }
        Ok(EndingTable { ending, index, bytes })
    }
}
