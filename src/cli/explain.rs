//! `plywood explain`.

use super::Usage;
use super::output::{Output, OutputArgs};
use super::subject::Subject;
use anyhow::Result;
use clap::{Args, ValueEnum};
use plywood::game::chess::{ChessGame, Material, Move};
use plywood::game::{Game, Notation};
use plywood::hooks::Hooks;
use plywood::model::Content;
use plywood::pv::CollectedLines;
use plywood::render::log::Log;
use plywood::render::{self, Style, report};
use plywood::search::{Algorithm, MAX_DEPTH, Order, SearchResult, Stopped};
use plywood::trace::{
    Counter, Format, GameNames, Header, JsonLines, Keep, Names, Numbering, Outcome, Recorder, SearchTree, Shape, Sink,
    Trace, TreeBuilder, VERSION, Watch,
};
use std::io::Write;
use std::process::ExitCode;

/// Depth for a position that says nothing about it.
const DEFAULT_DEPTH: u32 = 4;

/// Arguments of `plywood explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    /// How many plies to search [default: what the lesson says, or 4]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Which search to run
    #[arg(short, long, value_enum, default_value_t = AlgorithmName::AlphaBeta)]
    algorithm: AlgorithmName,
    /// In which order moves are tried: best static score first, or as generated
    #[arg(long, value_enum, default_value_t = OrderName::Static)]
    order: OrderName,
    /// Search only these moves at the root, in this order: "Nxd3,Ng6+"
    #[arg(long, value_name = "MOVES")]
    only: Option<String>,
    /// How the tree looks; `sargon` is the look of the Sargon document
    #[arg(long, value_enum, default_value_t = StyleName::Annotated)]
    style: StyleName,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    /// Add the log: every step of the search, in order
    #[arg(long)]
    log: bool,
    /// Show structure, creation order and minimax order as small diagrams with keys
    #[arg(long)]
    orders: bool,
    /// Show how the PV is read from the list of best moves so far
    #[arg(long)]
    pv_scan: bool,
    /// Explain every sign
    #[arg(long)]
    legend: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AlgorithmName {
    AlphaBeta,
    Minimax,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderName {
    Static,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StyleName {
    Annotated,
    Sargon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// For people
    Text,
    /// The whole trace as one JSON document
    Json,
    /// The trace as JSON Lines, written while the search runs
    Jsonl,
}

impl Explain {
    pub fn run(&self) -> Result<ExitCode> {
        let subject = Subject::find(&self.subject)?;
        let depth = self.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH);
        let mut header = Header {
            format: Format::PlywoodTrace,
            version: VERSION,
            title: subject.title,
            note: subject.note,
            fen: None,
            numbering: None,
            depth,
            algorithm: self.algorithm().name().to_owned(),
            order: self.order().name().to_owned(),
            evaluation: String::new(),
            shape: None,
        };
        match subject.content {
            Content::Tree(mut game) => {
                if self.only.is_some() {
                    return Err(Usage("--only needs a board; this lesson is a tree without one".to_owned()).into());
                }
                header.shape = Some(Shape::of(&mut game, &mut (), depth));
                self.explain(Search { game, hooks: (), header, explain: self })
            }
            Content::Board { position, mut overlay, closed } => {
                let mut game = ChessGame::new(position, Material);
                if let Some(only) = &self.only {
                    let moves = parse_moves(&game, only)?;
                    overlay.restrict(&[], moves);
                }
                header.fen = Some(game.fen());
                header.numbering = Some(Numbering {
                    move_number: game.move_number(),
                    black_to_move: game.turn() == plywood::game::Side::Second,
                });
                header.evaluation = "material".to_owned();
                if closed && subject.depth.is_some_and(|lesson| depth <= lesson) {
                    header.shape = Some(Shape::of(&mut game, &mut overlay, depth));
                }
                self.explain(Search { game, hooks: overlay, header, explain: self })
            }
        }
    }

    fn algorithm(&self) -> Algorithm {
        match self.algorithm {
            AlgorithmName::AlphaBeta => Algorithm::AlphaBeta,
            AlgorithmName::Minimax => Algorithm::Minimax,
        }
    }

    fn order(&self) -> Order {
        match self.order {
            OrderName::Static => Order::Static,
            OrderName::None => Order::None,
        }
    }

    fn explain<G: Notation + Clone, H: Hooks<G> + Clone>(&self, search: Search<'_, G, H>) -> Result<ExitCode> {
        let mut out = self.output.open()?;
        match self.format {
            FormatName::Text => self.text(&search, &mut out)?,
            FormatName::Json => search.trace()?.write_json(&mut out)?,
            FormatName::Jsonl => search.json_lines(&mut out)?,
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    fn text<G: Notation + Clone, H: Hooks<G> + Clone>(
        &self,
        search: &Search<'_, G, H>,
        out: &mut Output,
    ) -> Result<()> {
        let mut style = self.output.style();
        let keep = if search.header.shape.is_some() { Keep::ALL } else { Keep::FOLDED };
        let (tree, leaf_score) = search.tree(keep);
        if self.style == StyleName::Sargon {
            return self.sargon(search, &tree, &style, out);
        }
        style.decimals = report::decimals(&tree);
        report::heading(&tree.header, &style, out)?;
        writeln!(out)?;
        if tree.outcome.ending.is_some() {
            return Ok(report::answer(&tree, None, &style, out)?);
        }
        if tree.header.shape.is_none() {
            report::answer(&tree, leaf_score, &style, out)?;
            writeln!(out)?;
            report::root_moves(&tree, &style, out)?;
            writeln!(out)?;
        }
        if !render::annotated_tree(&tree, &style, out)? {
            report::too_big(&style, out)?;
            render::outline(&tree, &style, out)?;
        }
        writeln!(out)?;
        if tree.header.shape.is_some() {
            report::answer(&tree, leaf_score, &style, out)?;
        }
        report::costs(&tree, &style, out)?;
        if !tree.header.note.is_empty() {
            writeln!(out)?;
            report::note(&tree.header, &style, out)?;
        }
        self.extras(search, &tree, &style, out)
    }

    /// Writes what was asked for on top.
    fn extras<G: Notation + Clone, H: Hooks<G> + Clone>(
        &self,
        search: &Search<'_, G, H>,
        tree: &SearchTree,
        style: &Style,
        out: &mut Output,
    ) -> Result<()> {
        if self.orders {
            writeln!(out)?;
            render::orders(tree, style, out)?;
        }
        if self.pv_scan {
            writeln!(out)?;
            render::pv_scan(&search.trace()?, tree, style, out)?;
        }
        if self.legend {
            writeln!(out)?;
            render::legend(style, out)?;
        }
        if self.log {
            writeln!(out, "\nLog")?;
            let numbering = search.header.numbering;
            search.record(Log::annotated(out, numbering, style))?.0.finish()?;
        }
        Ok(())
    }

    fn sargon<G: Notation + Clone, H: Hooks<G> + Clone>(
        &self,
        search: &Search<'_, G, H>,
        tree: &SearchTree,
        style: &Style,
        out: &mut Output,
    ) -> Result<()> {
        let header = &tree.header;
        if !header.title.is_empty() {
            writeln!(out, "{}", header.title)?;
        }
        if let Some(fen) = &header.fen {
            writeln!(out, "{} to move", report::side_to_move(header).unwrap_or_default())?;
            render::board(fen, &Style { coordinates: false, ..*style }, out)?;
        }
        writeln!(out)?;
        if let Some(ending) = &tree.outcome.ending {
            writeln!(out, "The game is over: {ending}.")?;
            return Ok(());
        }
        render::sargon::tree(tree, style, out)?;
        report::note(header, style, out)?;
        if self.log {
            writeln!(out, "\nDetailed log")?;
            let numbering = header.numbering;
            search.record(Log::sargon(out, numbering))?.0.finish()?;
        }
        Ok(())
    }
}

fn parse_moves(game: &ChessGame, text: &str) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let mv = game.parse_san(name)?;
        if moves.contains(&mv) {
            return Err(Usage(format!("--only names {name} twice")).into());
        }
        moves.push(mv);
    }
    if moves.is_empty() {
        return Err(Usage("--only names no move".to_owned()).into());
    }
    Ok(moves)
}

/// A search that can be run again and again with the same result.
struct Search<'a, G, H> {
    game: G,
    hooks: H,
    header: Header,
    explain: &'a Explain,
}

impl<G: Notation + Clone, H: Hooks<G> + Clone> Search<'_, G, H> {
    fn run(&self, watch: &mut impl Hooks<G>) -> Result<SearchResult<G::Move>, Stopped> {
        let (mut game, hooks) = (self.game.clone(), self.hooks.clone());
        self.explain.algorithm().search(&mut game, &mut (hooks, watch), self.header.depth, self.explain.order())
    }

    /// Searches and folds the tree; also returns the score of the PV's leaf for the side to move at the root.
    fn tree(&self, keep: Keep<G::Move>) -> (SearchTree, Option<plywood::Score>) {
        let mut watch = Watch((TreeBuilder::new(keep), Observed::default()));
        let result = self.run(&mut watch);
        let Watch((builder, observed)) = watch;
        let mut names = GameNames::new(self.game.clone());
        let outcome = self.outcome(result, &observed, &mut names);
        (builder.finish(&mut names, self.header.clone(), outcome), observed.0.pv().leaf_score_at_root())
    }

    fn outcome(
        &self,
        result: Result<SearchResult<G::Move>, Stopped>,
        observed: &Observed<G::Move>,
        names: &mut GameNames<G>,
    ) -> Outcome {
        let pv = observed.0.pv().line;
        let pv_names: Vec<String> = (1..=pv.len()).map(|length| names.name(&pv[..length])).collect();
        Outcome {
            complete: result.is_ok(),
            score: result.ok().map(|result| result.score),
            best: pv_names.first().cloned(),
            pv: pv_names,
            ending: self.game.ending_name().map(str::to_owned),
            statistics: observed.1.statistics,
        }
    }

    fn trace(&self) -> Result<Trace> {
        let (events, outcome) = self.record(Vec::new())?;
        Ok(Trace { header: self.header.clone(), outcome, events })
    }

    fn json_lines(&self, out: &mut Output) -> Result<()> {
        let sink = JsonLines::new(out, &self.header)?;
        let (sink, outcome) = self.record(sink)?;
        sink.finish(&outcome)?;
        Ok(())
    }

    /// Searches and hands every event, with names, to `sink`.
    fn record<S: Sink>(&self, sink: S) -> Result<(S, Outcome)> {
        let mut recorder = Recorder::new(sink, self.header.shape.clone());
        let mut observed = Watch(Observed::default());
        let result = self.run(&mut (&mut recorder, &mut observed));
        let outcome = self.outcome(result, &observed.0, &mut GameNames::new(self.game.clone()));
        Ok((recorder.into_sink(), outcome))
    }
}

/// What is watched in every search: the PV and the counts.
type Observed<M> = (CollectedLines<M>, Counter);
