//! The standard streams of a run: those of the process, or buffers in memory.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The input and output of a run.
#[derive(Debug)]
pub(in crate::cli) enum Streams {
    /// Standard input, standard output and standard error.
    Process,
    /// Buffers with the input, and with the output written so far.
    Memory { input: Mutex<Vec<u8>>, output: Mutex<Vec<u8>>, errors: Mutex<Vec<u8>> },
}

/// Locks data that stays consistent even if a thread panics while it holds the lock.
pub(in crate::cli) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to a buffer in memory.
pub(in crate::cli) struct MemoryWriter<'a>(pub &'a Mutex<Vec<u8>>);

impl Write for MemoryWriter<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        lock(self.0).write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Streams {
    pub(in crate::cli) fn memory(input: &[u8]) -> Arc<Self> {
        let input = Mutex::new(input.to_vec());
        Arc::new(Self::Memory { input, output: Mutex::default(), errors: Mutex::default() })
    }

    /// Returns standard error or its substitute.
    pub(in crate::cli) fn errors(&self) -> Box<dyn Write + '_> {
        match self {
            Self::Process => Box::new(io::stderr()),
            Self::Memory { errors, .. } => Box::new(MemoryWriter(errors)),
        }
    }

    pub(in crate::cli) fn errors_are_a_terminal(&self) -> bool {
        matches!(self, Self::Process) && io::stderr().is_terminal()
    }
}
