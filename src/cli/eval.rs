//! `plywood eval`.

use super::Usage;
use super::engine::EngineName;
use super::output::{Output, OutputArgs};
use super::sargon::Inspection;
use super::subject::Subject;
use anyhow::Result;
use clap::{Args, ValueEnum};
use plywood::game::chess::{Chess, ChessGame, Evaluation, Evaluator, EvaluatorTask, Material, Term};
use plywood::game::{Game, Notation, Side};
use plywood::model::Content;
use plywood::render::{Style, board, report};
use plywood::score::Score;
use serde::Serialize;
use shakmaty::Square;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// A position: FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Which evaluation: material or positional [default: positional]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<Evaluation>,
    /// Whose static score: plywood's, or that of Sargon as of 1978
    #[arg(long, value_enum, default_value_t = EngineName::Plywood, value_name = "NAME")]
    engine: EngineName,
    /// Sargon: score every root move and list them as the program sorts them
    #[arg(long, conflicts_with = "square")]
    moves: bool,
    /// Sargon: show the exchange on a square, step by step
    #[arg(long, value_name = "SQUARE")]
    square: Option<Square>,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// For people
    Text,
    /// One JSON document
    Json,
}

/// How every JSON document of this command begins.
#[derive(Serialize)]
pub struct Head<'a> {
    format: &'static str,
    version: u32,
    engine: &'static str,
    fen: &'a str,
}

impl<'a> Head<'a> {
    pub fn new(engine: &'static str, fen: &'a str) -> Self {
        Self { format: "plywood-eval", version: 1, engine, fen }
    }
}

/// The evaluation as JSON. All scores are White's but `score`.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    side_to_move: &'static str,
    ending: Option<&'static str>,
    evaluation: &'static str,
    terms: Vec<TermDocument>,
    total: Score,
    /// For the side to move.
    score: Score,
}

#[derive(Serialize)]
struct TermDocument {
    name: &'static str,
    white: Score,
    /// From Black's view.
    black: Score,
    balance: Score,
    middlegame: Score,
    endgame: Score,
    /// 24 is the middlegame, 0 the endgame.
    phase: i32,
}

impl TermDocument {
    fn new(term: &Term) -> Self {
        Self {
            name: term.name,
            white: term.white_score(),
            black: term.black_score(),
            balance: term.score(),
            middlegame: Score::from_millipawns(term.white.middlegame - term.black.middlegame),
            endgame: Score::from_millipawns(term.white.endgame - term.black.endgame),
            phase: term.phase.value(),
        }
    }
}

/// What stands above an evaluation.
pub struct Preface<'a> {
    /// The side to move.
    pub side: &'a str,
    /// What evaluates.
    pub what: &'a str,
    /// The position.
    pub fen: &'a str,
    /// How the game ended, if it did.
    pub ending: Option<&'a str>,
}

impl Preface<'_> {
    /// Writes side to move, board, and whether the game is over.
    pub fn write(&self, style: &Style, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{} to move; {}.\n", self.side, self.what)?;
        board(self.fen, style, out)?;
        writeln!(out)?;
        if let Some(ending) = self.ending {
            writeln!(out, "The game is over: {ending}. The evaluation is not asked for such a position.\n")?;
        }
        Ok(())
    }
}

impl Eval {
    pub fn run(&self) -> Result<ExitCode> {
        let Content::Board { position, .. } = Subject::find(&self.subject)?.content else {
            return Err(Usage("eval needs a board; this lesson is a tree without one".to_owned()).into());
        };
        let mut out = self.output.open()?;
        match self.engine {
            EngineName::Sargon => self.sargon(&position, &mut out)?,
            EngineName::Plywood => self.plywood(position, &mut out)?,
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    fn sargon(&self, position: &Chess, out: &mut Output) -> Result<()> {
        if self.evaluation.is_some() {
            let text = "--evaluation makes no sense with --engine sargon: it has its own static score";
            return Err(Usage(text.to_owned()).into());
        }
        let style = self.output.style();
        let inspection = Inspection::new(position);
        match (self.format, self.square) {
            (FormatName::Json, Some(square)) => return inspection.square_json(square, out),
            (FormatName::Json, None) if self.moves => return inspection.moves_json(out),
            (FormatName::Json, None) => return inspection.json(out),
            (FormatName::Text, _) => inspection.preface(&style, out)?,
        }
        match self.square {
            Some(square) => inspection.square(square, &style, out),
            None if self.moves => {
                inspection.moves(out)?;
                inspection.moves_legend(&style, out)
            }
            None => inspection.position(&style, out),
        }
    }

    fn plywood(&self, position: Chess, out: &mut Output) -> Result<()> {
        if self.moves || self.square.is_some() {
            let option = if self.moves { "--moves" } else { "--square" };
            return Err(Usage(format!("{option} is for --engine sargon")).into());
        }
        let style = Style { decimals: 3, ..self.output.style() };
        let evaluation = self.evaluation.unwrap_or_default();
        let (terms, score) = evaluation.with(Task { position: &position });
        let game = ChessGame::new(position, Material);
        let black = game.turn() == Side::Second;
        let total = if black { -score } else { score };
        if self.format == FormatName::Json {
            let fen = game.fen();
            let document = Document {
                head: Head::new("plywood", &fen),
                side_to_move: if black { "black" } else { "white" },
                ending: game.ending_name(),
                evaluation: evaluation.name(),
                terms: terms.iter().map(TermDocument::new).collect(),
                total,
                score,
            };
            serde_json::to_writer_pretty(&mut *out, &document)?;
            return Ok(writeln!(out)?);
        }
        let side = if black { "Black" } else { "White" };
        let what = format!("{evaluation} evaluation");
        Preface { side, what: &what, fen: &game.fen(), ending: game.ending_name() }.write(&style, out)?;
        Self::table(&terms, total, &style, out)?;
        if black {
            writeln!(out, "For the side to move, Black: {}", style.score(score))?;
        }
        Ok(())
    }

    fn table(terms: &[Term], total: Score, style: &Style, out: &mut dyn Write) -> Result<()> {
        let tapered = terms.iter().any(|term| !term.is_constant());
        let pair = |middlegame: i32, endgame: i32| {
            let show = |n: i32| style.score(Score::from_millipawns(n));
            format!("{:>8} {:>8}", show(middlegame), show(endgame))
        };
        let wide = |text: &str| if tapered { text.to_owned() } else { String::new() };
        writeln!(out, "{:<16}{:>9}{:>9}{:>9}{}", "term", "White", "Black", "balance", wide("   middlegame  endgame"))?;
        for term in terms {
            let balance = (term.white.middlegame - term.black.middlegame, term.white.endgame - term.black.endgame);
            let (white, black) = (style.score(term.white_score()), style.score(term.black_score()));
            let row = format!("{:<16}{white:>9}{black:>9}{:>9}", term.name, style.score(term.score()));
            writeln!(out, "{row}{}", wide(&format!("    {}", pair(balance.0, balance.1))))?;
        }
        writeln!(out, "{:<16}{:>27}", "total (White)", style.score(total))?;
        if let (true, Some(term)) = (tapered, terms.first()) {
            let phase = term.phase.value();
            writeln!(out)?;
            let text = format!(
                "Each side has {phase}/24 of its middlegame value and {}/24 of its endgame value, cut to thousandths.",
                24 - phase
            );
            report::paragraph(&text, style, out)?;
        }
        Ok(())
    }
}

struct Task<'a> {
    position: &'a Chess,
}

impl EvaluatorTask for Task<'_> {
    type Output = (Vec<Term>, Score);

    fn run<E: Evaluator + Copy + std::fmt::Debug + Send + Sync + 'static>(self, evaluator: E) -> Self::Output {
        (evaluator.terms(self.position), evaluator.evaluate(self.position))
    }
}
