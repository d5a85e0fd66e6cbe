//! `plywood book`.

use super::Usage;
use super::form::{FormArgs, FormName, TEXT, refuse_promised};
use super::opened;
use super::output::{Bare, OutputArgs, SignArgs};
use super::subject;
use crate::book::{Book, BookPage, Builder, PLIES, best, by_chance, dump, merge};
use crate::game::chess::Chess;
use crate::input::{decode, read_pgn};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood book`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: Option<BookCommand>,
    /// A book in the Polyglot format
    #[arg(required = true, value_name = "FILE.bin")]
    file: Option<String>,
    /// A position: FEN (quoted or not) [default: startpos]
    #[arg(value_name = "FEN")]
    position: Vec<String>,
    /// Choose by chance; the same seed chooses the same [default: the move of the most weight]
    ///
    /// A move is chosen in proportion to its weight.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Show how the key of the position is made
    #[arg(long, alias = "key")]
    zobrist: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

/// What makes a book writes no text.
const BOOK: FormName<'static> = ("book", &["bin"]);

#[derive(Debug, Subcommand)]
enum BookCommand {
    /// Make a book of games: a move weighs 2 for each game that its side won and 1 for each draw
    Make {
        /// Files of games (PGN)
        #[arg(required = true, value_name = "FILE.pgn")]
        games: Vec<String>,
        /// At most so many plies of each game
        #[arg(long, value_name = "N", default_value_t = PLIES)]
        plies: usize,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
    /// Merge books: where several know a position, the first of them has the word
    Merge {
        /// Two books or more
        #[arg(required = true, num_args = 2.., value_name = "FILE.bin")]
        books: Vec<String>,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
    /// Write every entry of a book as a line of text: key, move, weight, learn
    Dump {
        /// The book
        #[arg(value_name = "FILE.bin")]
        book: String,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
}

/// Reads a book.
pub(super) fn read(name: &str) -> Result<Book> {
    let bytes = opened::read(name)?;
    Book::read(&bytes).with_context(|| name.to_owned())
}

impl BookArgs {
    pub(super) fn run(&self) -> Result<ExitCode> {
        match &self.command {
            None => self.show(),
            Some(BookCommand::Make { games, plies, output }) => {
                refuse_promised(output, None, &[BOOK])?;
                make(games, *plies, output)
            }
            Some(BookCommand::Merge { books, output }) => {
                refuse_promised(output, None, &[BOOK])?;
                let mut merged = read(&books[0])?;
                for name in &books[1..] {
                    merged = merge(&merged, &read(name)?);
                }
                write(&merged, output)?;
                Ok(ExitCode::SUCCESS)
            }
            Some(BookCommand::Dump { book, output }) => {
                refuse_promised(output, None, &[TEXT])?;
                let book = read(book)?;
                let mut out = output.open()?;
                dump(&book, &mut out)?;
                out.close()?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn show(&self) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        let name = self.file.as_deref().unwrap_or_default();
        let words = if self.position.is_empty() { &["startpos".to_owned()][..] } else { &self.position };
        let subject = subject::find(words)?;
        subject::refuse_game(&subject, "a book")?;
        let Some(position) = subject.position() else {
            return Err(Usage("a book needs a board; this lesson is a tree without one".to_owned()).into());
        };
        let book = read(name)?;
        let page = consult((&book, name), position, self.seed)?;
        self.form.write(
            &self.output,
            |style| page.document(self.zobrist, style),
            |out| page.json(self.zobrist, out),
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks a book about a position: its moves, and the one that is played, the heaviest or one by chance.
pub(super) fn consult<'a>(
    (book, name): (&Book, &'a str),
    position: &'a Chess,
    seed: Option<u64>,
) -> Result<BookPage<'a>> {
    let choices = book.moves(position).with_context(|| name.to_owned())?;
    let chosen = match seed {
        Some(seed) => by_chance(&choices, seed),
        None => best(&choices),
    };
    let chosen = chosen.cloned();
    Ok(BookPage { name, entries: book.entries().len(), position, choices, chosen, seed })
}

/// Makes a book; bad games are reported and left out, and the exit code tells of them.
fn make(files: &[String], plies: usize, output: &OutputArgs<Bare>) -> Result<ExitCode> {
    let (mut builder, mut code) = (Builder::default(), ExitCode::SUCCESS);
    for name in files {
        let bytes = opened::read(name)?;
        for record in read_pgn(&decode(&bytes)) {
            match record {
                Ok(record) => {
                    builder.add(&record.content, plies);
                }
                Err(error) => {
                    super::complain(&anyhow::Error::new(error).context(name.clone()));
                    code = ExitCode::FAILURE;
                }
            }
        }
    }
    if builder.games() == 0 {
        return Err(Usage("no game with a result was found, so there is no book to write".to_owned()).into());
    }
    write(&builder.finish(), output)?;
    Ok(code)
}

/// Writes a book into a file; a terminal has no use for it.
fn write(book: &Book, output: &OutputArgs<Bare>) -> Result<()> {
    if !output.is_file() {
        return Err(Usage("a book is no text; say where to write it with -o FILE.bin".to_owned()).into());
    }
    let mut out = output.open()?;
    out.write_all(&book.to_bytes())?;
    out.close()
}
