//! Evaluates positions without a search (`plywood eval`), and reads and makes opening books (`plywood book`).

use crate::cli::args::engine_args::{EngineName, SARGON};
use crate::cli::args::form_args::{FormArgs, TEXT, refuse_promised};
use crate::cli::args::output_args::{Bare, FormName, OutputArgs, SignArgs};
use crate::cli::args::subject_args;
use crate::cli::args::tablebase_folder;
use crate::cli::args::values::{chess_evaluations, from_one, moves, variants};
use crate::cli::command_error::{CommandError, Result, WithContext as _, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::file_kind;
use crate::cli::io::input_file::{self, shown_name};
use crate::cli::io::uci_engine;
use crate::cli::io::uci_request::UciArgs;
use crate::cli::usage;
use crate::core::game::chess::{Chess, ChessGame, Evaluation, Material};
use crate::core::names::UnknownName;
use crate::endgame::tablebase::{Tables, TablesPage};
use crate::explain::{Evaluated, Inspection};
use crate::input::{decode, read_pgn};
use crate::opening_book::{Book, BookPage, Builder, PLIES, best, by_chance, dump, merge};
use crate::page::document::Excerpt;
use crate::page::{Document, Style};
use crate::subject::Subject;
use clap::{Args, Subcommand};
use shakmaty::Square;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `plywood eval`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Eval {
    /// A position: FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Start from the position after this line; `--` is a null move: "Nf3 --"
    #[arg(long, alias = "line", value_name = "LINE", value_parser = moves, allow_hyphen_values = true)]
    after: Option<String>,
    /// Static evaluation [default: positional]
    #[arg(long, value_name = "NAME", value_parser = chess_evaluations())]
    evaluation: Option<String>,
    #[command(flatten)]
    uci: UciArgs,
    /// Program to use
    #[arg(long, value_enum, value_parser = variants::<EngineName>(), default_value_t = EngineName::Plywood, value_name = "NAME", help_heading = SARGON)]
    engine: EngineName,
    /// Evaluate every root move, and list the moves in the order in which the program sorts them
    #[arg(long, conflicts_with = "square", help_heading = SARGON)]
    moves: bool,
    /// Show the captures on a square, step by step
    #[arg(long, value_name = "SQUARE", help_heading = SARGON)]
    square: Option<Square>,
    /// Use an endgame tablebase: a folder of Syzygy files, or `retro` for three-piece endings
    #[arg(long, alias = "tables", value_name = "DIR|retro", conflicts_with_all = ["evaluation", "engine", "moves", "square"])]
    tablebases: Option<String>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

impl Eval {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        self.uci.refuse_idle(self.evaluation.as_deref())?;
        let subject = self.chosen(context)?;
        let position = subject_args::board(&subject, "eval")?;
        if let Some(folder) = &self.tablebases {
            return self.ask(context, &tablebase_folder::open(context, folder)?, position);
        }
        match self.engine {
            EngineName::Sargon => self.sargon(context, position)?,
            EngineName::Plywood => self.plywood(context, position, history(&subject))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn chosen(&self, context: &Context) -> Result<Subject> {
        let subject = subject_args::find(context, &self.subject)?;
        let Some(line) = &self.after else { return Ok(subject) };
        subject_args::after(&subject, line).with_context(|| format!("--after \"{line}\""))
    }

    /// Returns part of the page about a position. Always evaluates with plywood, never with an external engine.
    pub(in crate::cli) fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        let (subject, style) = (self.chosen(context)?, self.output.style(context));
        let position = subject_args::board(&subject, "eval")?;
        let page = match &self.tablebases {
            Some(folder) => TablesPage::new(position, &tablebase_folder::open(context, folder)?).document(&style),
            None => Evaluated::new(history(&subject), self.named()?).document(&style),
        };
        Ok(page.excerpt(excerpt, &style))
    }

    fn name(&self) -> &str {
        self.evaluation.as_deref().unwrap_or(Evaluation::default().name())
    }

    /// Returns the built-in evaluation that the user chose.
    fn named(&self) -> Result<Evaluation> {
        self.name().parse().map_err(|error: UnknownName| usage(error.to_string()))
    }

    /// Writes a page or JSON. If the user gave a line, the page gives the position after this line. JSON always
    /// contains the position.
    fn write(
        &self,
        context: &Context,
        position: &Chess,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let placed = |style: &Style| {
            let mut placed = Document::default();
            if let Some(line) = &self.after {
                let fen = ChessGame::new(position.clone(), Material).fen();
                placed.lines([format!("After {line}:"), fen]);
                placed.gap();
            }
            placed.append(page(style));
            placed
        };
        self.form.write(context, &self.output, placed, json)
    }

    /// Shows the tablebase result. Returns an error if the tablebase does not contain the position.
    fn ask(&self, context: &Context, tables: &Tables, position: &Chess) -> Result<ExitCode> {
        let page = TablesPage::new(position, tables);
        let code = context.judge(page.is_known());
        self.write(context, position, |style| page.document(style), |out| page.json(out))?;
        Ok(code)
    }

    fn sargon(&self, context: &Context, position: &Chess) -> Result<()> {
        ensure!(
            self.evaluation.is_none(),
            usage("--evaluation cannot be used with --engine sargon: it has its own static evaluation")
        );
        let inspection = Inspection::new(position);
        let page = |style: &Style| match self.square {
            Some(square) => inspection.square(square, style),
            None if self.moves => inspection.moves(style),
            None => inspection.position(style),
        };
        self.write(context, position, page, |out| match self.square {
            Some(square) => inspection.square_json(square, out),
            None if self.moves => inspection.moves_json(out),
            None => inspection.json(out),
        })
    }

    fn plywood(&self, context: &Context, position: &Chess, history: &[Chess]) -> Result<()> {
        if self.moves || self.square.is_some() {
            let option = if self.moves { "--moves" } else { "--square" };
            return Err(usage(format!("{option} is for --engine sargon")));
        }
        if let Some(refuted) = uci_engine::refuted(context, self.name(), &self.uci, history)? {
            return self.write(context, position, |style| refuted.document(style), |out| refuted.json(out));
        }
        let evaluated = Evaluated::new(history, self.named()?);
        self.write(context, position, |style| evaluated.document(style), |out| evaluated.json(out))
    }
}

/// Returns the positions of the game up to a chess position, which may have been repeated.
fn history(subject: &Subject) -> &[Chess] {
    subject.history().unwrap_or_default()
}

/// Arguments of `plywood book`.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(in crate::cli) struct BookArgs {
    #[command(subcommand)]
    command: Option<BookCommand>,
    /// A book in the Polyglot format
    #[arg(required = true, value_name = "FILE.bin")]
    file: Option<String>,
    /// A position: FEN (quoted or not) [default: startpos]
    #[arg(value_name = "FEN")]
    position: Vec<String>,
    /// Choose a book move at random with this seed
    ///
    /// The probability of a move is proportional to its weight.
    #[arg(long, alias = "seed", value_name = "SEED")]
    random: Option<u64>,
    /// Show how the Zobrist key of the position is computed
    #[arg(long, alias = "key")]
    zobrist: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

/// The only output format of commands that make a book.
const BOOK: FormName<'static> = ("book", &["bin"]);

#[derive(Debug, Subcommand)]
enum BookCommand {
    /// Make a book from games: a move gets weight 2 for each win and 1 for each draw
    Make {
        /// Files of games (PGN)
        #[arg(required = true, value_name = "FILE.pgn")]
        games: Vec<String>,
        /// Use at most N plies of each game
        #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = from_one::<usize>)]
        plies: usize,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
    /// Merge books: if several books contain a position, the first one wins
    Merge {
        /// Two or more books
        #[arg(required = true, num_args = 2.., value_name = "FILE.bin")]
        books: Vec<String>,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
    /// Write a book as text, one entry per line: key, move, weight, learn
    Dump {
        /// The book
        #[arg(value_name = "FILE.bin")]
        book: String,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
}

pub(in crate::cli) fn read(context: &Context, name: &str) -> Result<Book> {
    let bytes = input_file::read(context, name)?;
    // A book may begin with any bytes, so first try to read a book. Look at the file's kind only if that fails.
    Book::read(&bytes).or_else(|error| {
        file_kind::refuse(&shown_name(name), &bytes)?;
        // Nearly every entry of a book has zero bytes, and text has none.
        if !bytes.is_empty() && bytes.is_ascii() && !bytes.contains(&0) {
            let text = "is text and not an opening book; a book is made from games";
            return Err(failure!("{} {text}:\n  plywood book make games.pgn -o book.bin", shown_name(name)));
        }
        Err(CommandError::from(error).context(name.to_owned()))
    })
}

impl BookArgs {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        match &self.command {
            None => self.show(context),
            Some(BookCommand::Make { games, plies, output }) => {
                refuse_promised(output, None, &[BOOK])?;
                make(context, games, *plies, output)
            }
            Some(BookCommand::Merge { books, output }) => {
                refuse_promised(output, None, &[BOOK])?;
                let mut merged = read(context, &books[0])?;
                for name in &books[1..] {
                    merged = merge(&merged, &read(context, name)?);
                }
                write(context, &merged, output)?;
                Ok(ExitCode::SUCCESS)
            }
            Some(BookCommand::Dump { book, output }) => {
                refuse_promised(output, None, &[TEXT])?;
                let book = read(context, book)?;
                output.with(context, |out| dump(&book, out))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn show(&self, context: &Context) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        let name = self.file.as_deref().unwrap_or_default();
        let words = if self.position.is_empty() { &["startpos".to_owned()][..] } else { &self.position };
        let subject = subject_args::find(context, words)?;
        let position = subject_args::board(&subject, "a book")?;
        let book = read(context, name)?;
        let page = consult((&book, name), position, self.random)?;
        self.form.write(
            context,
            &self.output,
            |style| page.document(self.zobrist, style),
            |out| page.json(self.zobrist, out),
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Looks up a position in a book, and chooses the move with the highest weight or a random move.
pub(in crate::cli) fn consult<'a>(
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

/// Makes a book. Skips and reports bad games, and returns exit code 1 if there were any.
fn make(context: &Context, files: &[String], plies: usize, output: &OutputArgs<Bare>) -> Result<ExitCode> {
    let (mut builder, mut is_read) = (Builder::default(), true);
    for name in files {
        let bytes = input_file::read(context, name)?;
        file_kind::refuse(&shown_name(name), &bytes)?;
        for record in read_pgn(&decode(&bytes)) {
            match record {
                Ok(record) => {
                    builder.add(&record.content, plies);
                }
                Err(error) => {
                    context.complain(&CommandError::from(error).context(name.clone()));
                    is_read = false;
                }
            }
        }
    }
    ensure!(builder.games() != 0, usage("found no game with a result, so there is no book to write"));
    let book = builder.finish();
    ensure!(!book.entries().is_empty(), usage("found no move by a winner or in a draw, so there is no book to write"));
    let code = context.judge(is_read);
    write(context, &book, output)?;
    Ok(code)
}

/// Writes a book to the output named by `-o`. This option is required, because a book is binary.
fn write(context: &Context, book: &Book, output: &OutputArgs<Bare>) -> Result<()> {
    ensure!(output.is_file(), usage("a book is a binary file; write it with -o FILE.bin"));
    output.write(context, &book.to_bytes())
}
