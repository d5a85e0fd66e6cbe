//! `plywood eval`.

use super::Usage;
use super::output::OutputArgs;
use super::subject::Subject;
use anyhow::Result;
use clap::Args;
use plywood::game::chess::{Chess, ChessGame, Evaluation, Evaluator, EvaluatorTask, Material, Term};
use plywood::game::{Game, Notation, Side};
use plywood::model::Content;
use plywood::render::{Style, board};
use plywood::score::Score;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// A position: FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Which evaluation: material or positional
    #[arg(long, value_name = "NAME", default_value_t)]
    evaluation: Evaluation,
    #[command(flatten)]
    output: OutputArgs,
}

impl Eval {
    pub fn run(&self) -> Result<ExitCode> {
        let Content::Board { position, .. } = Subject::find(&self.subject)?.content else {
            return Err(Usage("eval needs a board; this lesson is a tree without one".to_owned()).into());
        };
        let style = Style { decimals: 3, ..self.output.style() };
        let (terms, score) = self.evaluation.with(Task { position: &position });
        let game = ChessGame::new(position, Material);
        let black = game.turn() == Side::Second;
        let mut out = self.output.open()?;
        let side = if black { "Black" } else { "White" };
        writeln!(out, "{side} to move; {} evaluation.\n", self.evaluation)?;
        board(&game.fen(), &style, &mut out)?;
        writeln!(out)?;
        if let Some(ending) = game.ending_name() {
            writeln!(out, "The game is over: {ending}. The evaluation is not asked for such a position.\n")?;
        }
        self.table(&terms, if black { -score } else { score }, &style, &mut out)?;
        if black {
            writeln!(out, "For the side to move, Black: {}", style.score(score))?;
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    fn table(&self, terms: &[Term], total: Score, style: &Style, out: &mut dyn Write) -> Result<()> {
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
            writeln!(
                out,
                "\nThe balance is {phase}/24 of its middlegame value and {}/24 of its endgame value.",
                24 - phase
            )?;
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
