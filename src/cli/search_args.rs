//! Options that say how to search, and what they make of a subject: a [`Study`].

use super::Usage;
use super::progress;
use super::subject::Subject;
use anyhow::{Context, Result};
use clap::{Args, Parser};
use plywood::game::chess::{Chess, ChessGame, Evaluation, Evaluator, EvaluatorTask, Move};
use plywood::game::{Game, Notation, Side, TreeGame};
use plywood::hooks::Hooks;
use plywood::model::{Content, Overlay};
use plywood::score::Score;
use plywood::search::{Algorithm, Cut, Fail, MAX_DEPTH, Mistake, Order, Settings, TableSettings, Technique};
use plywood::study::{Engine, Limits, Study};
use plywood::trace::{Format, Header, Numbering, Shape, VERSION};
use std::time::{Duration, Instant};

/// Depth for a position that says nothing about it.
pub const DEFAULT_DEPTH: u32 = 4;

/// Options of every command that searches.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// How many plies to search [default: what the lesson says, or 4]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Which search to run: alpha-beta, minimax, negamax, pvs (or negascout), mtdf
    #[arg(short, long, value_name = "NAME", default_value = "alpha-beta", value_parser = algorithm)]
    pub algorithm: Algorithm,
    /// In which order moves are tried: static, none, mvv-lva, see, best, worst, random:SEED
    #[arg(long, value_name = "NAME", default_value = "static")]
    pub order: Order,
    /// Techniques to add, with commas: iterative, aspiration, tt, killers, history, quiescence, delta, exchange,
    /// check-extension, null-move, lmr, futility, mate-distance
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = technique)]
    pub with: Vec<Technique>,
    /// Which scores cut: ge (those that reach beta) or gt (those above it)
    #[arg(long, value_name = "RULE", default_value = "ge", value_parser = cut)]
    pub cut: Cut,
    /// What a node outside of its window returns: hard (the bound) or soft (what was found)
    #[arg(long, value_name = "RULE", value_parser = fail)]
    pub fail: Option<Fail>,
    /// A mistake to make; `--mistake` of explain sets it.
    #[arg(skip)]
    pub mistake: Option<Mistake>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = TableSettings::default().mebibytes)]
    pub table: u32,
    /// What a leaf of a board is worth: material or positional [default: material in lessons, else positional]
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<Evaluation>,
    /// Search only these moves at the root, in this order: "Nxd3, Ng6+"
    #[arg(long, value_name = "MOVES")]
    only: Option<String>,
    /// Search only some moves after a line: "Nxd3: Qd6, Qg5"; may be given again
    #[arg(long, value_name = "LINE: MOVES")]
    only_at: Vec<String>,
    /// Replace a static score, in pawns from White's view: "Nxd3 Qd6 Ne1=3.375"; may be given again
    #[arg(long, value_name = "LINE=PAWNS", allow_hyphen_values = true)]
    score: Vec<String>,
    /// Stop after so many nodes and show what was found so far
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after so many seconds and show what was found so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

/// Reads the name of an algorithm.
pub fn algorithm(name: &str) -> Result<Algorithm, String> {
    let known: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    Algorithm::from_name(name).ok_or_else(|| format!("choose one of: {}", known.join(", ")))
}

/// Reads a name out of a list of known ones.
fn named<T: Copy>(name: &str, known: &[T], name_of: impl Fn(T) -> &'static str) -> Result<T, String> {
    let names: Vec<&str> = known.iter().map(|&known| name_of(known)).collect();
    let found = known.iter().copied().find(|&known| name_of(known) == name);
    found.ok_or_else(|| format!("choose one of: {}", names.join(", ")))
}

/// Reads the name of a technique.
pub fn technique(name: &str) -> Result<Technique, String> {
    named(name, Technique::ALL, Technique::name)
}

/// Reads which scores cut.
pub fn cut(name: &str) -> Result<Cut, String> {
    named(name, &Cut::ALL, Cut::name)
}

/// Reads what a node outside of its window returns.
pub fn fail(name: &str) -> Result<Fail, String> {
    named(name, &Fail::ALL, Fail::name)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds such as 2.5 is wanted".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a positive number of seconds is wanted".to_owned())
}

/// Something to do with a study of whatever game there is.
pub trait StudyTask {
    /// What it returns.
    type Output;

    /// Does it.
    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Self::Output;
}

/// A game that the command line can speak of: it reads moves, and a lesson can lie over it.
pub trait Board: Notation + Clone + Send {
    /// What searches it.
    type Engine: Engine<Self> + Send;

    /// The hooks that a lesson puts on a search of it.
    type Overlay: Hooks<Self> + Clone + Send;

    /// Reads a move of the current position.
    fn read(&self, name: &str) -> Result<Self::Move>;

    /// Returns how to make a search of the subject go to `line`, whose first moves `..index` were searched already, as options
    /// to be added to a command.
    fn detour(line: &[String], index: usize, depth: u32) -> String;
}

impl<E: Evaluator + Clone + Send + Sync> Board for ChessGame<E> {
    type Engine = Settings;
    type Overlay = Overlay;

    fn read(&self, name: &str) -> Result<Move> {
        Ok(self.parse_san(name)?)
    }

    fn detour(line: &[String], index: usize, depth: u32) -> String {
        restricting_detour(line, index, depth)
    }
}

/// The detour of a game with a generator: its moves are restricted.
pub fn restricting_detour(line: &[String], index: usize, depth: u32) -> String {
    let plies = line.len() as u32;
    let deeper = (depth < plies).then(|| format!("--depth {plies}"));
    // From the first move that was not searched on, no other move may be tried before; in a deeper search, from the
    // root on.
    let only = if deeper.is_some() { 0..line.len() } else { index..line.len() };
    let only = only.map(|ply| match ply {
        0 => format!("--only {}", line[0]),
        _ => format!("--only-at \"{}: {}\"", line[..ply].join(" "), line[ply]),
    });
    deeper.into_iter().chain(only).collect::<Vec<_>>().join(" ")
}

impl Board for TreeGame {
    type Engine = Settings;
    type Overlay = ();

    fn read(&self, name: &str) -> Result<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let names: Vec<String> = moves.iter().map(|&mv| self.name(mv)).collect();
        let found = names.iter().position(|known| known == name);
        match found {
            Some(index) => Ok(moves[index]),
            None if names.is_empty() => anyhow::bail!("`{name}` is no move: the line ends here"),
            None => anyhow::bail!("`{name}` is no move here; the moves are: {}", names.join(" ")),
        }
    }

    /// There is no generator to be restricted, so everything is searched.
    fn detour(line: &[String], _: usize, depth: u32) -> String {
        let deeper = if depth < line.len() as u32 { format!(" --depth {}", line.len()) } else { String::new() };
        format!("--algorithm minimax{deeper}")
    }
}

/// What the options are if none is given.
impl Default for SearchArgs {
    fn default() -> Self {
        #[derive(Parser)]
        struct Nothing {
            #[command(flatten)]
            search: SearchArgs,
        }
        Nothing::parse_from(["plywood"]).search
    }
}

impl SearchArgs {
    /// Returns the options that ask for `settings`, but for their depth, and nothing else.
    pub fn asking(settings: &Settings, depth: Option<u32>, evaluation: Option<Evaluation>) -> Self {
        Self {
            depth,
            algorithm: settings.algorithm,
            order: settings.order,
            cut: settings.cut,
            fail: settings.fail,
            with: settings.techniques.iter().collect(),
            table: settings.table.mebibytes,
            evaluation,
            ..Self::default()
        }
    }

    /// Returns the settings for a subject that asks for `depth`.
    pub fn settings(&self, depth: Option<u32>) -> Settings {
        let depth = self.depth.or(depth).unwrap_or(DEFAULT_DEPTH);
        Settings {
            algorithm: self.algorithm,
            depth,
            order: self.order,
            cut: self.cut,
            fail: self.fail,
            techniques: self.with.iter().copied().collect(),
            table: TableSettings { mebibytes: self.table, ..TableSettings::default() },
            mistake: self.mistake,
        }
    }

    /// Returns when to stop.
    pub fn limits(&self) -> Limits {
        let deadline = self.time.map(|time| Instant::now() + time);
        Limits { nodes: self.nodes, deadline, ..progress::limits() }
    }

    /// Makes a study of the subject and does `task` with it.
    pub fn study<T: StudyTask>(&self, subject: Subject, task: T) -> Result<T::Output> {
        let settings = self.settings(subject.depth);
        let header = Header {
            format: Format::PlywoodTrace,
            version: VERSION,
            title: subject.title,
            note: subject.note,
            fen: None,
            numbering: None,
            depth: settings.depth,
            algorithm: settings.algorithm.name().to_owned(),
            order: settings.order.to_string(),
            techniques: settings.techniques.iter().map(|technique| technique.name().to_owned()).collect(),
            cut: if settings.cut == Cut::default() { String::new() } else { settings.cut.name().to_owned() },
            fail: settings.fail.map(|fail| fail.name().to_owned()).unwrap_or_default(),
            mistake: settings.mistake.map(|mistake| mistake.name().to_owned()).unwrap_or_default(),
            evaluation: String::new(),
            replaced_scores: Vec::new(),
            shape: None,
        };
        match subject.content {
            Content::Tree(mut game) => {
                self.refuse_board_options()?;
                let shape = Some(Shape::of(&mut game, &mut (), settings.depth));
                let study = Study {
                    game,
                    hooks: (),
                    engine: settings,
                    header: Header { shape, ..header },
                    limits: self.limits(),
                };
                Ok(task.run(study))
            }
            Content::Board { position, overlay, closed } => {
                let known = closed && subject.lesson_depth.is_some_and(|depth| settings.depth <= depth);
                let history = subject.history.unwrap_or_else(|| vec![position]);
                // What is taught with whole pawns should not be blurred by fractions of them.
                let usual = if subject.lesson_depth.is_some() { Evaluation::Material } else { Evaluation::default() };
                let evaluation = self.evaluation.unwrap_or(usual);
                let header = Header { evaluation: evaluation.name().to_owned(), ..header };
                evaluation.with(Setup { args: self, history, overlay, settings, header, known, task })
            }
        }
    }

    fn refuse_board_options(&self) -> Result<()> {
        let asked = [("--only", self.only.is_some()), ("--only-at", !self.only_at.is_empty())];
        let asked = asked.into_iter().chain([("--score", !self.score.is_empty())]);
        match asked.into_iter().find(|(_, is_there)| *is_there) {
            Some((option, _)) => {
                Err(Usage(format!("{option} needs a board; this lesson is a tree without one: edit its file")).into())
            }
            None => Ok(()),
        }
    }

    /// Returns whether `--only`, `--only-at` or `--score` change the search.
    pub fn has_overlay(&self) -> bool {
        self.only.is_some() || !self.only_at.is_empty() || !self.score.is_empty()
    }

    /// Puts `--only`, `--only-at` and `--score` over the position.
    pub fn overlay<B: Board>(&self, root: &B, overlay: &mut Overlay<B::Move>) -> Result<()> {
        if let Some(moves) = &self.only {
            restrict(root, overlay, "", moves).with_context(|| format!("--only \"{moves}\""))?;
        }
        let mut restricted: Vec<Vec<B::Move>> = self.only.iter().map(|_| Vec::new()).collect();
        for text in &self.only_at {
            let context = || format!("--only-at \"{text}\"");
            let (line, moves) = text
                .split_once(':')
                .ok_or_else(|| Usage("a line, a colon, and moves are wanted: \"Nxd3: Qd6, Qg5\"".to_owned()))
                .with_context(context)?;
            let at = restrict(root, overlay, line, moves).with_context(context)?;
            refuse_again(&mut restricted, at, line).with_context(context)?;
        }
        let mut scored = Vec::new();
        for text in &self.score {
            let context = || format!("--score \"{text}\"");
            let (at, line) = set_score(root, overlay, text).with_context(context)?;
            refuse_again(&mut scored, at, line).with_context(context)?;
        }
        Ok(())
    }
}

/// Refuses an option that speaks once more of the same line, which is written as `text`.
fn refuse_again<M: PartialEq>(known: &mut Vec<Vec<M>>, line: Vec<M>, text: &str) -> Result<()> {
    if known.contains(&line) {
        let place = match text.trim() {
            "" => "the root".to_owned(),
            text => format!("the line {text}"),
        };
        return Err(Usage(format!("{place} is given twice, and only one of the two can count")).into());
    }
    known.push(line);
    Ok(())
}

/// Restricts the moves after `line`, which it returns.
fn restrict<B: Board>(root: &B, overlay: &mut Overlay<B::Move>, line: &str, moves: &str) -> Result<Vec<B::Move>> {
    let read: Vec<&str> = line.split_whitespace().collect();
    let (line, game) = read_line(root, line)?;
    let mut listed = Vec::new();
    for name in moves.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()) {
        let mv = game.read(name).with_context(|| place(&read))?;
        if listed.contains(&mv) {
            return Err(Usage(format!("{name} stands there twice")).into());
        }
        listed.push(mv);
    }
    if listed.is_empty() {
        return Err(Usage("no move is named".to_owned()).into());
    }
    overlay.restrict(&line, listed);
    Ok(line)
}

/// Replaces a score; returns the line to it, read and as it is written.
fn set_score<'a, B: Board>(root: &B, overlay: &mut Overlay<B::Move>, text: &'a str) -> Result<(Vec<B::Move>, &'a str)> {
    let wanted = || Usage("a line, an equals sign, and pawns are wanted: \"Nxd3 Qd6=-0.5\"".to_owned());
    // A promotion has an equals sign of its own.
    let (line, pawns) = text.rsplit_once('=').ok_or_else(wanted)?;
    let pawns: f64 = pawns.trim().parse().map_err(|_| wanted())?;
    let score = Score::from_pawns(pawns)
        .ok_or_else(|| Usage(format!("{pawns:?} is out of range; pawns must be between -100000 and 100000")))?;
    let (read, _) = read_line(root, line)?;
    overlay.set_score(&read, score);
    Ok((read, line))
}

/// Reads a line of moves as people write it, with or without move numbers; returns it with the game at its end.
pub fn read_line<B: Board>(root: &B, text: &str) -> Result<(Vec<B::Move>, B)> {
    let mut game = root.clone();
    let mut line = Vec::new();
    let mut read: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = if after_number.starts_with('.') { after_number.trim_start_matches('.') } else { word };
        if name.is_empty() {
            continue;
        }
        let mv = game.read(name).with_context(|| place(&read))?;
        game.play(mv);
        line.push(mv);
        read.push(name);
    }
    Ok((line, game))
}

/// Says where a move is wrong: after the moves that were `read`.
fn place(read: &[&str]) -> String {
    if read.is_empty() { "at the root".to_owned() } else { format!("after {}", read.join(" ")) }
}

/// A lesson knows positions by the line to them, and after a pass the line says something else.
fn refuse_passes(settings: &Settings, overlay: &Overlay) -> Result<()> {
    if settings.techniques.has(Technique::NullMove) && *overlay != Overlay::default() {
        let reason = "null-move cannot be combined with a lesson, --only, --only-at or --score: these say nothing of what \
                      follows a pass";
        return Err(Usage(reason.to_owned()).into());
    }
    Ok(())
}

/// A study on a board, but for the evaluator.
struct Setup<'a, T> {
    args: &'a SearchArgs,
    history: Vec<Chess>,
    overlay: Overlay,
    settings: Settings,
    header: Header,
    /// Whether the lesson lists the whole tree.
    known: bool,
    task: T,
}

impl<T: StudyTask> EvaluatorTask for Setup<'_, T> {
    type Output = Result<T::Output>;

    fn run<E: Evaluator + Copy + std::fmt::Debug + Send + Sync + 'static>(self, evaluator: E) -> Self::Output {
        let Self { args, history, mut overlay, settings, mut header, known, task } = self;
        let mut game = ChessGame::with_history(history, evaluator);
        args.overlay(&game, &mut overlay)?;
        refuse_passes(&settings, &overlay)?;
        header.fen = Some(game.fen());
        let black_to_move = game.turn() == Side::Second;
        header.numbering = Some(Numbering { move_number: game.move_number(), black_to_move });
        overlay.tell(&mut game, known, &mut header);
        Ok(task.run(Study { game, hooks: overlay, engine: settings, header, limits: args.limits() }))
    }
}
