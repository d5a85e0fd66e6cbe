//! A modern chess engine that shares no code with plywood except the rules of chess (shakmaty). It writes its trace as
//! described in `docs/trace-format.md`. There is a switch for every technique, and for each of several bugs of real
//! engines.

mod writer;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role, fen::Fen, uci::UciMove};
use std::cmp::Reverse;
use std::collections::HashMap;
use writer::Writer;

/// The score of a mate at the root; a mate `n` plies after the root is `n` less.
const MATE: i32 = 30_000;
/// Every score beyond this is a mate.
const MATES: i32 = 29_000;
const INFINITE: i32 = 32_000;

/// A score, and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }

    const fn flipped(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// Why a node is a leaf, in the format's word and in the engine's words.
type Leaf = Option<(&'static str, &'static str)>;

/// The result of a node, for its side to move.
#[derive(Clone, Debug)]
struct Value {
    score: i32,
    bound: Bound,
    leaf: Leaf,
    pv: Vec<String>,
}

impl Value {
    fn leaf(score: i32, bound: Bound, word: &'static str, why: &'static str) -> Self {
        Self { score, bound, leaf: Some((word, why)), pv: Vec::new() }
    }
}

#[derive(Clone, Debug)]
struct Entry {
    depth: u32,
    score: i32,
    bound: Bound,
    best: Option<String>,
    /// Whether a node without events stored this value.
    untold: bool,
}

/// The arguments of the search of a node.
#[derive(Clone, Copy)]
struct Asked {
    depth: u32,
    alpha: i32,
    beta: i32,
    may_pass: bool,
}

/// The engine, configured for one search.
pub struct Engine<'a> {
    /// The names of the parts that are switched on.
    parts: Vec<&'a str>,
    bug: &'a str,
    depth: u32,
    root: Chess,
    positions: Vec<u64>,
    table: HashMap<u64, Entry>,
    killers: HashMap<usize, String>,
    out: Writer,
    drift: i32,
}

/// Searches a position and returns the trace. `parts` is a list of techniques separated by spaces; `bug` is one bug or
/// empty.
pub fn trace(fen: &str, depth: u32, parts: &str, bug: &str) -> String {
    let root: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut engine = Engine {
        parts: parts.split_whitespace().collect(),
        bug,
        depth,
        root,
        positions: Vec::new(),
        table: HashMap::new(),
        killers: HashMap::new(),
        out: Writer::default(),
        drift: 0,
    };
    engine.run(fen)
}

fn san(mv: &Move) -> String {
    UciMove::from_standard(*mv).to_string()
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

const fn value_of(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 310,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

impl Engine<'_> {
    fn on(&self, part: &str) -> bool {
        self.parts.contains(&part)
    }

    fn bug(&self, bug: &str) -> bool {
        self.bug == bug
    }

    fn run(&mut self, fen: &str) -> String {
        let mut techniques: Vec<&str> = Vec::new();
        for (part, name) in [
            ("iterative", "iterative"),
            ("aspiration", "aspiration"),
            ("tt", "tt"),
            ("killers", "killers"),
            ("quiescence", "quiescence"),
            ("delta", "delta"),
            ("check", "check-extension"),
            ("null", "null-move"),
            ("lmr", "lmr"),
            ("futility", "futility"),
            ("mate-distance", "mate-distance"),
            ("lmp", "late move pruning"),
            ("reverse", "reverse futility"),
            ("iid", "internal iterative deepening"),
            ("iir", "internal iterative reduction"),
        ] {
            if self.on(part) {
                techniques.push(name);
            }
        }
        let rules = serde_json::json!({"repetition": 1, "clock": 100, "material": true});
        let mut header = serde_json::json!({
            "format": "plywood-trace", "version": 1, "fen": fen, "depth": self.depth, "algorithm": "modern",
            "order": "mine", "evaluation": "mine", "techniques": techniques, "draws": rules,
        });
        if self.on("says-fail") {
            header["fail"] = if self.on("hard") { "hard" } else { "soft" }.into();
        }
        self.out.header(&header);
        let root = self.root.clone();
        self.positions.push(key(&root));
        let score = self.evaluate(&root);
        self.out.root(score);
        let value = self.passes(&root);
        let best = if self.bug("best-stale") { self.out.last_root_move() } else { value.pv.first().cloned() };
        self.out.result(&value, best.as_ref());
        std::mem::take(&mut self.out).text()
    }

    /// Iterative deepening with aspiration windows, or one search.
    fn passes(&mut self, root: &Chess) -> Value {
        let mut value = Value { score: 0, bound: Bound::Exact, leaf: None, pv: Vec::new() };
        if !self.on("iterative") {
            let asked = Asked { depth: self.depth, alpha: -INFINITE, beta: INFINITE, may_pass: false };
            return self.node(root, asked, 0);
        }
        for depth in 1..=self.depth {
            let is_narrow = self.on("aspiration") && 1 < depth && value.score.abs() < MATES;
            let (mut alpha, mut beta) =
                if is_narrow { (value.score - 25, value.score + 25) } else { (-INFINITE, INFINITE) };
            let mut word = if is_narrow { "aspiration" } else { "iteration" };
            loop {
                self.out.pass(word, depth, (alpha, beta));
                let found = self.node(root, Asked { depth, alpha, beta, may_pass: false }, 0);
                let score = found.score;
                if score <= alpha && -INFINITE < alpha && !self.bug("aspiration-low-accepted") {
                    word = "failed_low";
                    alpha = -INFINITE;
                    beta = if self.on("narrows") { (alpha.max(score) + beta) / 2 } else { beta }.max(score + 1);
                } else if beta <= score && beta < INFINITE {
                    word = "failed_high";
                    if self.bug("aspiration-wrong-end") && -INFINITE < alpha {
                        alpha = -INFINITE;
                    } else {
                        beta = INFINITE;
                    }
                } else {
                    value = found;
                    break;
                }
            }
        }
        value
    }

    fn evaluate(&mut self, position: &Chess) -> i32 {
        let board = position.board();
        let mut score = 0;
        for (square, piece) in board {
            let centre =
                3 - (i32::from(square.file()) * 2 - 7).abs() / 2 + 3 - (i32::from(square.rank()) * 2 - 7).abs() / 2;
            let worth = value_of(piece.role) + if piece.role == Role::King { 0 } else { 2 * centre };
            score += if piece.color == Color::White { worth } else { -worth };
        }
        if self.bug("evaluation-drifts") {
            self.drift += 1;
            score += self.drift / 40;
        }
        if position.turn() == Color::White { score } else { -score }
    }

    /// Returns a score or, in a fail-hard search, the bound of the window that it exceeds.
    fn limited(&self, score: i32, alpha: i32, beta: i32) -> i32 {
        if self.on("hard") { score.max(alpha).min(beta) } else { score }
    }

    /// Returns a leaf's static evaluation, clamped or not.
    fn rated(&self, score: i32, (alpha, beta): (i32, i32), word: &'static str) -> Value {
        let kept = self.limited(score, alpha, beta);
        let bound = match kept.cmp(&score) {
            std::cmp::Ordering::Less => Bound::Lower,
            std::cmp::Ordering::Equal => Bound::Exact,
            std::cmp::Ordering::Greater => Bound::Upper,
        };
        Value::leaf(kept, bound, word, "")
    }

    /// Draws and ends of the game, before anything is searched.
    fn over(&self, position: &Chess, ply: usize, window: (i32, i32)) -> Option<Value> {
        let repeats = self.positions[..self.positions.len() - 1].contains(self.positions.last()?);
        let is_repeated = repeats && !self.bug("repetition-ignored") || self.bug("repetition-always") && ply == 2;
        let is_old = 100 <= position.halfmoves() && !self.bug("fifty-ignored");
        let is_dead = position.is_insufficient_material() && !self.bug("material-ignored");
        if position.legal_moves().is_empty() {
            let is_mate = position.is_check() || self.bug("stalemate-as-mate");
            let is_mate = is_mate && !self.bug("mate-as-draw");
            let distance = if self.bug("mate-from-node") { 1 } else { ply as i32 };
            return Some(match is_mate {
                true => Value::leaf(-MATE + distance, Bound::Exact, "lost", ""),
                false => self.rated(0, if self.on("clips-draws") { window } else { (-INFINITE, INFINITE) }, "drawn"),
            });
        }
        (0 < ply && (is_repeated || is_old || is_dead)).then(|| Value::leaf(0, Bound::Exact, "drawn", ""))
    }

    fn stored(&self, score: i32, ply: usize) -> i32 {
        let ply = if self.bug("table-mate-from-root") { 0 } else { ply as i32 };
        if MATES < score {
            score + ply
        } else if score < -MATES {
            score - ply
        } else {
            score
        }
    }

    fn used(&self, score: i32, ply: usize) -> i32 {
        let ply = if self.bug("table-mate-from-root") { 0 } else { ply as i32 };
        if MATES < score {
            score - ply
        } else if score < -MATES {
            score + ply
        } else {
            score
        }
    }

    fn table_key(&self, position: &Chess) -> u64 {
        match self.bug {
            "table-key-without-side" => {
                let mut key = 0;
                for (square, piece) in position.board() {
                    let man = (u64::from(square) * 16 + piece.role as u64) * 2 + u64::from(piece.color == Color::White);
                    key ^= (man + 1)
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                        .rotate_left(17)
                        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
                }
                key
            }
            _ => key(position),
        }
    }

    /// Returns the information of the table: a score, or a move to try.
    fn probe(&mut self, position: &Chess, asked: Asked, ply: usize) -> (Option<Value>, Option<String>) {
        let Some(entry) = self.table.get(&self.table_key(position)).cloned() else { return (None, None) };
        let score = self.used(entry.score, ply);
        let Asked { depth, alpha, beta, .. } = asked;
        let is_deep = depth <= entry.depth || self.bug("table-depth-ignored");
        let settles = match entry.bound {
            _ if self.bug("table-bound-ignored") => true,
            Bound::Exact => true,
            Bound::Lower => beta <= score,
            Bound::Upper => score <= alpha,
        };
        let cut = 0 < ply && is_deep && settles;
        let best = entry.best.clone().filter(|best| position.legal_moves().iter().any(|mv| san(mv) == *best));
        let untold = self.on("says-untold") && entry.untold;
        let said = if self.bug("table-move-illegal") { Some("a1a8".to_owned()) } else { best.clone() };
        self.out.hash(entry.depth, score, entry.bound, said.as_ref(), cut, untold);
        if !cut {
            return (None, best);
        }
        let kept = if self.on("clips-table") { score.max(alpha).min(beta) } else { score };
        let bound = match entry.bound {
            Bound::Exact if score < kept => Bound::Upper,
            Bound::Exact if kept < score => Bound::Lower,
            bound => bound,
        };
        (Some(Value::leaf(kept, bound, "hash", "")), best)
    }

    /// Narrows the window to the bound that the table proves.
    fn narrow(&self, position: &Chess, asked: &mut Asked, ply: usize) {
        let Some(entry) = self.table.get(&self.table_key(position)).filter(|entry| asked.depth <= entry.depth) else {
            return;
        };
        let score = self.used(entry.score, ply);
        match entry.bound {
            Bound::Lower => asked.alpha = asked.alpha.max(score),
            Bound::Upper => asked.beta = asked.beta.min(score),
            Bound::Exact => {}
        }
    }

    fn store(&mut self, position: &Chess, depth: u32, ply: usize, (score, bound): (i32, Bound), best: Option<&str>) {
        if !self.on("tt") {
            return;
        }
        let bound = if self.bug("table-bounds-swapped") { bound.flipped() } else { bound };
        let bound = if self.bug("table-always-exact") { Bound::Exact } else { bound };
        let (score, untold) = (self.stored(score, ply), self.out.is_silent());
        let key = self.table_key(position);
        if self.table.get(&key).is_none_or(|old| old.depth <= depth) {
            let best = best.map(str::to_owned);
            self.table.insert(key, Entry { depth, score, bound, best, untold });
        }
    }

    fn node(&mut self, position: &Chess, mut asked: Asked, ply: usize) -> Value {
        let in_check = position.is_check();
        let window = (asked.alpha, asked.beta);
        if 0 < ply
            && let Some(value) = self.over(position, ply, window)
        {
            return value;
        }
        if in_check && 0 < ply && ply < 2 * self.depth as usize && self.on("check") {
            self.out.extended(1);
            asked.depth += u32::from(!self.bug("extension-forgotten"));
        }
        if asked.depth == 0 {
            return match self.on("quiescence") {
                true => self.quiet(position, window, ply, 0),
                false => {
                    let score = self.evaluate(position);
                    self.out.scored(score);
                    if self.bug("leaf-sign") && ply % 2 == 1 {
                        return self.rated(-score, window, "horizon");
                    }
                    self.rated(score, window, "horizon")
                }
            };
        }
        if self.on("mate-distance") && 0 < ply {
            let (worst, best) = (-MATE + ply as i32, MATE - ply as i32 - 1);
            let (alpha, beta) = (asked.alpha.max(worst), asked.beta.min(best));
            if beta <= alpha {
                let bound = if asked.beta <= worst { Bound::Lower } else { Bound::Upper };
                let score = if self.on("distance-soft") && bound == Bound::Upper { best } else { alpha };
                return Value::leaf(score, bound, "mate_distance", "");
            }
            if self.on("narrows-by-distance") {
                (asked.alpha, asked.beta) = (alpha, beta);
            }
        }
        let mut hash_move = None;
        if self.on("tt") {
            let (value, best) = self.probe(position, asked, ply);
            if let Some(value) = value {
                return value;
            }
            hash_move = best;
            if self.on("narrows-by-table") && 0 < ply {
                self.narrow(position, &mut asked, ply);
            }
        }
        let is_wide = 1 < asked.beta - asked.alpha;
        let own = self.evaluate(position);
        if let Some(value) = self.without_moves(position, asked, ply, (own, in_check, is_wide)) {
            return value;
        }
        if self.on("iid") && 3 <= asked.depth && hash_move.is_none() && 0 < ply {
            self.out.silent(|_| ());
            self.node(position, Asked { depth: asked.depth - 2, may_pass: false, ..asked }, ply);
            self.out.aloud();
            hash_move = self.table.get(&key(position)).and_then(|entry| entry.best.clone());
        }
        if self.on("iir") && 3 <= asked.depth && hash_move.is_none() && 0 < ply {
            self.out.reduced_because(1, "no table move");
            asked.depth -= 1;
        }
        self.moves(position, asked, ply, (own, in_check), hash_move)
    }

    /// Reverse futility and the null move.
    fn without_moves(
        &mut self,
        position: &Chess,
        asked: Asked,
        ply: usize,
        (own, in_check, is_wide): (i32, bool, bool),
    ) -> Option<Value> {
        let Asked { depth, alpha, beta, may_pass } = asked;
        if in_check && !self.bug("null-move-in-check") || is_wide || ply == 0 || MATES < beta.abs() {
            return None;
        }
        if self.on("reverse") && depth <= 2 && beta <= own - 90 * depth as i32 {
            let score = self.limited(own - 90 * depth as i32, alpha, beta);
            return Some(Value::leaf(score, Bound::Lower, "other", "reverse futility"));
        }
        let men = position.board().by_color(position.turn()) & !position.board().pawns() & !position.board().kings();
        if !(self.on("null") && may_pass && 2 <= depth && (beta <= own || in_check) && men.any()) {
            return None;
        }
        let passed = passed(position);
        let left = depth.saturating_sub(3);
        let counts = self.out.silent(|out| out.counts());
        let asked = Asked { depth: left, alpha: -beta, beta: 1 - beta, may_pass: false };
        let found = match passed {
            Some(passed) => {
                self.positions.push(key(&passed));
                let found = if left == 0 && self.on("quiescence") {
                    self.quiet(&passed, (-beta, 1 - beta), ply + 1, 0)
                } else {
                    self.node(&passed, asked, ply + 1)
                };
                self.positions.pop();
                found
            }
            // A side in check cannot pass, so the bug ends here.
            None => Value::leaf(-own, Bound::Exact, "horizon", ""),
        };
        self.out.aloud();
        let score = -found.score;
        let cut = beta <= score;
        let told = if self.bug("null-move-window") { beta + 1 } else { beta };
        self.out.null_move(left, (told - 1, told), score, cut, counts);
        if !cut {
            return None;
        }
        let kept = if self.on("hard") || MATES < score { beta } else { score };
        if self.on("stores-null") {
            self.store(position, depth, ply, (kept, Bound::Lower), None);
        }
        Some(Value::leaf(kept, Bound::Lower, "null_move", ""))
    }

    fn ordered(&self, position: &Chess, ply: usize, hash_move: Option<&str>) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if self.bug("en-passant-missing") {
            moves.retain(|mv| !mv.is_en_passant());
        }
        if self.bug("underpromotion-missing") {
            moves.retain(|mv| mv.promotion().is_none_or(|role| role == Role::Queen));
        }
        let killer = self.killers.get(&ply).filter(|_| self.on("killers"));
        moves.sort_by_key(|mv| {
            let name = san(mv);
            let gain = mv.capture().map_or(0, value_of) * 16 - value_of(mv.role()) / 64;
            let rank = if Some(name.as_str()) == hash_move {
                100_000
            } else if mv.is_capture() || mv.is_promotion() {
                20_000 + gain
            } else {
                i32::from(killer == Some(&name))
            };
            Reverse(rank)
        });
        moves
    }

    /// Tries the moves of a node.
    fn moves(
        &mut self,
        position: &Chess,
        asked: Asked,
        ply: usize,
        (own, in_check): (i32, bool),
        hash_move: Option<String>,
    ) -> Value {
        let Asked { depth, mut alpha, beta, .. } = asked;
        let moves = self.ordered(position, ply, hash_move.as_deref());
        self.out.enter(depth, (alpha, beta), &moves.iter().map(san).collect::<Vec<_>>());
        let mut value = Value { score: -INFINITE, bound: Bound::Upper, leaf: None, pv: Vec::new() };
        let mut best = None;
        let mut last = -INFINITE;
        for (index, mv) in moves.iter().enumerate() {
            let name = san(mv);
            let mut after = position.clone();
            after.play_unchecked(*mv);
            let is_quiet = !in_check || self.bug("futility-in-check");
            let is_late = 0 < index && !mv.is_capture() && !mv.is_promotion() && is_quiet && !after.is_check();
            if is_late && ply != 0 && alpha.abs() < MATES && -MATES < value.score.max(alpha) {
                if self.on("futility") && depth <= 2 {
                    let margin = 60 + 60 * depth as i32;
                    let beats = alpha < own + margin;
                    if !beats || self.bug("futility-beats-alpha") {
                        self.out.pruned(&name, "futility", "", Some(own + margin), (alpha, beta));
                        if self.on("counts-pruned") {
                            value.score = value.score.max(own + margin);
                        }
                        continue;
                    }
                }
                if self.on("lmp") && depth <= 2 && 3 + 3 * depth as usize <= index {
                    self.out.pruned(&name, "other", "late move", None, (alpha, beta));
                    continue;
                }
            }
            let is_scored = self.on("scores-all").then(|| -self.evaluate(&after));
            self.out.created(&name, is_scored);
            self.positions.push(key(&after));
            let found = self.child(&after, asked, (alpha, beta), ply, index, is_late);
            self.positions.pop();
            let (score, bound) =
                (if self.bug("no-negation") && depth == 2 { found.score } else { -found.score }, found.bound.flipped());
            last = score;
            let is_cut = if self.bug("cut-above-beta") { beta < score } else { beta <= score };
            let raises = alpha < score || self.bug("best-on-tie") && alpha == score && 0 < index;
            let verdict = if is_cut {
                "cutoff"
            } else if raises {
                "best"
            } else {
                "not_best"
            };
            let skipped = if is_cut { moves.len() - 1 - index } else { 0 };
            self.out.judged(&name, (score, bound), (alpha, beta), verdict, skipped, found.leaf);
            value.score = value.score.max(score);
            if !is_cut && !raises {
                if self.bug("alpha-overwritten") && index == 1 {
                    alpha = score;
                }
                continue;
            }
            value.pv =
                if self.bug("pv-of-last") { vec![name.clone()] } else { [vec![name.clone()], found.pv].concat() };
            best = Some(name.clone());
            if is_cut {
                value.bound = Bound::Lower;
                if is_late {
                    self.killers.insert(ply, name);
                }
                break;
            }
            alpha = score;
            value.bound = if self.bug("scout-bound") { bound } else { Bound::Exact };
        }
        if value.score == -INFINITE {
            value.score = alpha;
        }
        let returned = if self.bug("last-score") { last } else { value.score };
        value.score = self.limited(returned, asked.alpha, asked.beta);
        if self.bug("bound-always-exact") {
            value.bound = Bound::Exact;
        }
        self.out.leave((value.score, value.bound));
        let stored = value.bound;
        self.store(position, depth, ply, (value.score, stored), best.as_deref());
        value
    }

    /// Searches a child: reduced, with a null window, or normally.
    fn child(
        &mut self,
        after: &Chess,
        asked: Asked,
        (alpha, beta): (i32, i32),
        ply: usize,
        index: usize,
        is_late: bool,
    ) -> Value {
        let depth = asked.depth - 1;
        let handed = if self.bug("child-alpha-stale") { asked.alpha } else { alpha };
        let full = Asked { depth, alpha: -beta, beta: -handed, may_pass: true };
        let off = i32::from(self.bug("scout-off-by-one"));
        let width = if self.bug("scout-too-wide") { 3 } else { 1 };
        let scout = Asked { alpha: (-alpha - width).max(-beta) - off, beta: -alpha - off, ..full };
        let mut value = None;
        if self.on("lmr") && is_late && 2 <= depth && 3 <= index {
            if self.on("says-why") {
                self.out.reduced_because(1, "Late-move reduction");
            } else {
                self.out.reduced(1);
            }
            let found = self.node(after, Asked { depth: depth - 1, ..scout }, ply + 1);
            if -found.score <= alpha || self.bug("reduced-trusted") {
                return found;
            }
            if self.on("pvs") {
                self.out.again("reduced", depth, (scout.alpha, scout.beta));
                value = Some(self.node(after, scout, ply + 1));
            } else {
                self.out.again("reduced", depth, (full.alpha, full.beta));
                return self.node(after, full, ply + 1);
            }
        } else if self.on("pvs") && 0 < index {
            value = Some(self.node(after, scout, ply + 1));
        }
        match value {
            Some(found) if -found.score <= alpha || beta <= -found.score || self.bug("scout-trusted") => found,
            Some(_) => {
                self.out.again("scout", depth, (full.alpha, full.beta));
                self.node(after, full, ply + 1)
            }
            None => self.node(after, full, ply + 1),
        }
    }

    /// Quiescence: captures and promotions, or all moves if the side to move is in check.
    fn quiet(&mut self, position: &Chess, (alpha, beta): (i32, i32), ply: usize, plies: u32) -> Value {
        let mut alpha_now = alpha;
        let in_check = position.is_check();
        if 0 < plies
            && let Some(value) = self.over(position, ply, (alpha, beta))
        {
            return value;
        }
        if self.on("quiescence-tt") {
            let (value, _) = self.probe(position, Asked { depth: 0, alpha, beta, may_pass: false }, ply);
            if let Some(value) = value {
                return value;
            }
        }
        let own = self.evaluate(position);
        if !self.out.is_scored() {
            self.out.scored(own);
        }
        if 6 <= plies {
            return self.rated(own, (alpha, beta), "horizon");
        }
        let mut best = -INFINITE;
        let mut bound = Bound::Upper;
        let may_stand = !in_check || self.bug("stand-pat-in-check");
        if may_stand && beta <= own {
            let score = self.limited(own, alpha, beta);
            if self.on("stores-leaves") {
                self.store(position, 0, ply, (score, Bound::Lower), None);
            }
            return Value::leaf(score, Bound::Lower, "stand_pat", "");
        }
        let mut moves = self.ordered(position, ply, None);
        if !in_check {
            moves.retain(|mv| mv.is_capture() || mv.is_promotion());
        }
        if moves.is_empty() {
            let value = self.rated(own, (alpha, beta), "horizon");
            if self.on("stores-leaves") {
                self.store(position, 0, ply, (value.score, value.bound), None);
            }
            return value;
        }
        self.out.enter(0, (alpha, beta), &moves.iter().map(san).collect::<Vec<_>>());
        if may_stand {
            self.out.stand_pat(own, (alpha, beta), if alpha < own { "best" } else { "not_best" });
            best = own;
            if alpha < own {
                (alpha_now, bound) = (own, Bound::Exact);
            }
        }
        let mut pv = Vec::new();
        for (index, mv) in moves.iter().enumerate() {
            let name = san(mv);
            let gain = mv.capture().map_or(0, value_of) + mv.promotion().map_or(0, value_of);
            let expected = own + gain + 120;
            let is_hopeless = expected <= alpha_now || self.bug("delta-beats-alpha") && 0 < index;
            let may_prune = !in_check || self.bug("delta-in-check") && 0 < index;
            if self.on("delta") && may_prune && is_hopeless && alpha_now.abs() < MATES {
                self.out.pruned(&name, "delta", "", Some(expected), (alpha_now, beta));
                if self.on("counts-pruned") {
                    best = best.max(expected.min(alpha_now));
                }
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(*mv);
            self.out.created(&name, None);
            self.positions.push(key(&after));
            let found = self.quiet(&after, (-beta, -alpha_now), ply + 1, plies + 1);
            self.positions.pop();
            let (score, proved) = (-found.score, found.bound.flipped());
            let is_cut = beta <= score;
            let verdict = if is_cut {
                "cutoff"
            } else if alpha_now < score {
                "best"
            } else {
                "not_best"
            };
            let skipped = if is_cut { moves.len() - 1 - index } else { 0 };
            self.out.judged(&name, (score, proved), (alpha_now, beta), verdict, skipped, found.leaf);
            best = best.max(score);
            if is_cut {
                bound = Bound::Lower;
                pv = [vec![name], found.pv].concat();
                break;
            }
            if alpha_now < score {
                (alpha_now, bound) = (score, Bound::Exact);
                pv = [vec![name], found.pv].concat();
            }
        }
        if best == -INFINITE {
            best = alpha_now;
        }
        let score = self.limited(best, alpha, beta);
        self.out.leave((score, bound));
        if self.on("stores-leaves") {
            self.store(position, 0, ply, (score, bound), None);
        }
        Value { score, bound, leaf: None, pv }
    }
}

/// Returns the position after a null move; none if a null move is impossible.
fn passed(position: &Chess) -> Option<Chess> {
    position.clone().swap_turn().ok()
}
