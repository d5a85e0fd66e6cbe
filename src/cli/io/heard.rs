//! What plywood hears from a program that runs alongside it.

/// The maximum length of a line, in bytes.
pub(in crate::cli) const LINE: u64 = 64 * 1024;

/// What a program wrote.
#[derive(Debug)]
pub(in crate::cli) enum ProgramOutput {
    Line(String),
    /// A line that is too long.
    Endless,
    /// The end of its output.
    End,
}

impl ProgramOutput {
    /// Reads what arrived up to and including the end of a line, or up to [`LINE`] bytes; nothing is the end.
    pub(in crate::cli) fn of(line: &[u8]) -> Self {
        match line.last() {
            None => Self::End,
            Some(&last) if line.len() as u64 == LINE && last != b'\n' => Self::Endless,
            Some(_) => Self::Line(String::from_utf8_lossy(line).trim_end().to_owned()),
        }
    }
}
