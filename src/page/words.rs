//! Scores, moves and owners of bounds in words, in the same way on every page.

use super::bound_label::BoundLabel;
use super::comparison::{Perspective, Rules, View};
use super::style::Style;
use super::text::{counted, game_over};
use crate::core::game::Weight;
use crate::core::game::classic::AnyGame;
use crate::core::hooks::{Leaf, NotUsed, Pass, ReSearchReason};
use crate::core::score::{Bound, Score, ScoreKind, Window};
use crate::core::search::{Algorithm, Technique};
use crate::core::trace::{Header, Shape, line_text, move_text};
use crate::core::tree::{Applied, Judgement};

/// Writes scores, moves and lines of one search. A ply is counted in half-moves after the root; a score "at" a ply is
/// for the side to move at that ply.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The style of the output.
    pub style: &'a Style,
    /// The view in which scores are shown.
    pub perspective: Perspective,
    /// The rules for comparing scores.
    pub rules: Rules,
    /// Whether a move's name identifies its place in the tree.
    names_are_unique: bool,
    /// Label for a bound that no move set.
    bound_label: BoundLabel,
    /// The same label for mate scores.
    mate_label: BoundLabel,
    /// The range of leaf values for MAX, if known.
    pub(crate) limits: Option<[Score; 2]>,
    /// The full tree, if known.
    full: Option<&'a Shape>,
    /// Whether only a search below a null move can have no events.
    pub(crate) omits_null_moves_only: bool,
    /// Whether rows record the moves that lead to them, so that they can be looked up; this doubles the cost of a row.
    pub(super) has_lines: bool,
}

/// Returns a word that says why a node is a leaf, and the word's meaning; `None` at the horizon and if the game is
/// over.
pub(crate) const fn leaf_word(leaf: Leaf) -> Option<(&'static str, &'static str)> {
    match leaf {
        Leaf::Horizon | Leaf::Terminal(_) => None,
        Leaf::Childless => Some(("line ends", "the lesson lists no moves here")),
        Leaf::Tablebase => Some(("tablebase", "the endgame tablebase gave the score")),
        Leaf::Table => Some(("from the table", "the transposition table gave the score")),
        Leaf::StandPat => Some(("stand pat", "the depth is used up, and making no capture is already good enough")),
        Leaf::NullMove => Some(("null move", "even a null move is good enough for the side to move")),
        Leaf::MateDistance => {
            Some(("mate distance", "a mate that was found is shorter than any that could be found here"))
        }
        Leaf::Omitted => Some(("left out", "it was searched further, but this partial trace omits that")),
        Leaf::Other => Some(("other rule", "a rule of the program that wrote this trace ended the search here")),
    }
}

impl<'a> Words<'a> {
    /// Returns the words of the search with this header.
    pub fn new(style: &'a Style, header: &'a Header) -> Self {
        let techniques = header.technique_set();
        let bound_label = if header.only_tests() {
            BoundLabel::Test
        } else if techniques.has(Technique::Aspiration) {
            BoundLabel::Aspiration
        } else if header.known_algorithm().is_some_and(Algorithm::scouts) {
            BoundLabel::NullWindow
        } else if techniques.has(Technique::Quiescence) {
            BoundLabel::StandPat
        } else if header.leaves.is_some() {
            BoundLabel::Limit
        } else {
            BoundLabel::NoMove
        };
        // Standing pat never has a mate score, and plywood puts no narrow window around one.
        let is_no_mate = [BoundLabel::Aspiration, BoundLabel::StandPat, BoundLabel::NoMove].contains(&bound_label);
        let mate_label = match (is_no_mate, techniques.has(Technique::MateDistance)) {
            (false, _) => bound_label,
            (true, true) => BoundLabel::MateDistance,
            (true, false) => BoundLabel::NoMove,
        };
        let is_known = |name: &String| name.parse::<Technique>().is_ok();
        Self {
            omits_null_moves_only: techniques.has(Technique::NullMove)
                && header.known_algorithm().is_some()
                && header.techniques.iter().all(is_known),
            style,
            perspective: Perspective::new(style.view, header),
            rules: Rules::of(header),
            names_are_unique: header.numbering.is_some() || header.shape.as_ref().is_some_and(Shape::has_unique_names),
            bound_label,
            mate_label,
            limits: header.leaves,
            full: header.shape.as_ref(),
            has_lines: false,
        }
    }

    /// Makes rows record the moves that lead to them, so that rows can be looked up by these moves.
    pub fn with_lines(self) -> Self {
        Self { has_lines: true, ..self }
    }

    /// Returns the score of a leaf of the full tree in the page's view, whether it was searched or not. The leaf is
    /// given by its path of child indices. Returns `None` if the tree is not known or the node is not a leaf.
    pub(crate) fn known_score(&self, path: &[usize]) -> Option<Score> {
        let shape = self.full?;
        let leaf = path.iter().try_fold(0, |node, &index| shape.children(node).nth(index))?;
        let score = shape.score(leaf).filter(|_| shape.children(leaf).is_empty())?;
        Some(self.perspective.score(score, path.len().checked_sub(1)?))
    }

    /// Returns whether a node of the full tree, given by its path of child indices, is a leaf with an unknown score.
    pub(crate) fn is_unknown(&self, path: &[usize]) -> bool {
        let leaf = |shape: &Shape| path.iter().try_fold(0, |node, &index| shape.children(node).nth(index));
        self.full.is_some_and(|shape| {
            leaf(shape).is_some_and(|leaf| shape.children(leaf).is_empty() && shape.score(leaf).is_none())
        })
    }

    /// Returns the probability of the move to a node of the full tree, whether it was searched or not, if the move is
    /// drawn at random.
    pub(crate) fn weight(&self, path: &[usize]) -> Option<Weight> {
        let shape = self.full?;
        shape.weight(path.iter().try_fold(0, |node, &index| shape.children(node).nth(index))?)
    }

    /// Writes a score at `ply` in the page's view.
    pub fn score(&self, score: Score, ply: usize) -> String {
        self.style.score(self.perspective.score(score, ply))
    }

    /// Writes a score at `ply` with the sign of its bound: `<= 3.00`.
    pub fn bounded(&self, score: Score, bound: Bound, ply: usize) -> String {
        self.style.bounded(self.perspective.score(score, ply), self.perspective.bound(bound, ply))
    }

    /// Like [`Self::bounded`], but makes the score look different from `other`, a score at the same ply, if the two
    /// differ.
    pub fn bounded_among(&self, (score, bound): (Score, Bound), other: Option<Score>, ply: usize) -> String {
        let seen = |score| self.perspective.score(score, ply);
        self.style.signed(self.style.among(seen(score), other.map(seen)), self.perspective.bound(bound, ply))
    }

    /// Writes a window at `ply`: `(-inf,3.38)`.
    pub fn window(&self, window: Window, ply: usize) -> String {
        self.style.window(self.perspective.window(window, ply))
    }

    /// Returns the scores that end the search of a node with this window, as a sign and a bound. Returns `None` if no
    /// score can end the search, or if the node's move is drawn at random.
    pub(crate) fn cut_if(&self, window: Window, ply: usize) -> Option<(&'static str, Score)> {
        let (sign, end) = self.perspective.cut_if(self.rules.cut, window, ply)?;
        Some((self.style.sign(sign), end))
    }

    /// Returns whether pages show how scores change sign from ply to ply.
    pub fn shows_arithmetic(&self) -> bool {
        self.perspective.view == View::Negamax
    }

    /// Writes just the move at `ply`: `1...Nxg8`, or its name if moves have no numbers.
    pub fn mv(&self, name: &str, ply: usize) -> String {
        move_text(name, ply, self.perspective.numbering)
    }

    /// Writes the move at `ply`, with its side if both sides could make a move of this name: `1...Nxg8`, `O's a1`.
    pub(crate) fn reply(&self, name: &str, ply: usize) -> String {
        let name = self.mv(name, ply);
        let is_clear = self.names_are_unique || self.perspective.numbering.is_some();
        if is_clear { name } else { format!("{}'s {name}", self.perspective.side(ply)) }
    }

    /// Writes a line from the root: `1.Qg8+ Nxg8 2.Nf7#`.
    pub fn line<S: AsRef<str>>(&self, line: &[S]) -> String {
        if line.is_empty() { "(root)".to_owned() } else { line_text(line, self.perspective.numbering) }
    }

    /// Writes the place at the end of a line: the last name if it is unique, otherwise the whole line.
    pub fn place<S: AsRef<str>>(&self, line: &[S]) -> String {
        match line.last() {
            Some(last) if self.names_are_unique && self.perspective.numbering.is_none() => last.as_ref().to_owned(),
            _ => self.line(line),
        }
    }

    /// Writes the last move of a line: on its own if its name is unique, otherwise with the whole line.
    pub fn last<S: AsRef<str>>(&self, line: &[S]) -> String {
        match line.split_last() {
            Some((name, above)) if self.names_are_unique => self.mv(name.as_ref(), above.len()),
            _ => self.line(line),
        }
    }

    /// Writes the last move of the line `owner`, which set a bound of the window of a node at `ply`. The move appears
    /// on its own if it belongs to that node or has a unique name, otherwise with its line.
    pub fn owner<S: AsRef<str>>(&self, owner: &[S], ply: usize) -> String {
        match owner.split_last() {
            Some((name, above)) if above.len() == ply => self.mv(name.as_ref(), ply),
            _ => self.root_move(owner, ply).unwrap_or_else(|| self.last(owner)),
        }
    }

    /// Writes the moves that set alpha and beta of the window in which the child at the end of `line` was judged.
    pub(crate) fn owners<S: AsRef<str>>(&self, judgement: &Judgement, line: &[S]) -> [Option<String>; 2] {
        [&judgement.alpha_set_by, &judgement.beta_set_by]
            .map(|owner| owner.as_ref().map(|owner| self.owner(&owner.line(line), line.len() - 1)))
    }

    /// Writes a root move as "root" and its name if the name alone could be mistaken for a move of a node at `ply`.
    pub(crate) fn root_move<S: AsRef<str>>(&self, line: &[S], ply: usize) -> Option<String> {
        let [name] = line else { return None };
        (ply != 0 && !self.names_are_unique).then(|| format!("root {}", self.mv(name.as_ref(), 0)))
    }

    /// Returns the labels that bounds on this page can have if no move set them.
    pub(crate) fn bound_labels(&self) -> Vec<BoundLabel> {
        let mut labels = vec![self.bound_label, self.mate_label, BoundLabel::Mean];
        labels.dedup();
        labels
    }

    /// Returns the label for a bound, in the page's view, that no move set.
    pub(crate) fn bound_label(&self, bound: Score) -> BoundLabel {
        let is_end = self.limits.is_some_and(|limits| limits.contains(&bound));
        let is_of_mean = self.bound_label == BoundLabel::Limit && self.perspective.movers.has_chance() && !is_end;
        match is_of_mean {
            true => BoundLabel::Mean,
            false if bound.is_mate() => self.mate_label,
            false => self.bound_label,
        }
    }

    /// Returns the word that says why a node is a leaf, if the page needs it. The word is not needed at the horizon, at
    /// the ends of a tree without a board, or for a move whose name already has the symbol for mate.
    pub fn leaf(&self, leaf: Option<Leaf>, ending: Option<&'a str>, name: &str) -> Option<&'a str> {
        match (ending, leaf) {
            (Some(ending), _) => (!name.ends_with('#')).then_some(ending),
            (None, Some(Leaf::Childless)) if self.perspective.numbering.is_none() => None,
            (None, leaf) => leaf.and_then(leaf_word).map(|(word, _)| word),
        }
    }

    /// Describes in brackets what techniques did at a node at `ply`.
    pub fn techniques(&self, applied: &Applied, ply: usize) -> String {
        let (mover, movers) = (ply.saturating_sub(1), self.perspective.movers);
        let effect = |is_enough: bool| if is_enough { "enough" } else { "not enough" };
        let mut said = Vec::new();
        if applied.extended != 0 {
            said.push(format!("searched {} deeper", counted(u64::from(applied.extended), "ply", "plies")));
        }
        if applied.reduced != 0 {
            let first = if applied.re_search.is_some() { "first " } else { "" };
            said.push(format!("{first}searched {} shallower", counted(u64::from(applied.reduced), "ply", "plies")));
        }
        if let Some((depth, score, bound, cut)) = applied.hash {
            let (score, bound) = (movers.up(ply, score), movers.up(ply, bound));
            let known = self.bounded(score, bound, mover);
            said.push(format!("the table has {known} from depth {depth}: {}", used_word(cut, applied.not_used)));
        }
        if let Some((score, cut)) = applied.null_move {
            said.push(format!("a null move gives {}: {}", self.score(movers.up(ply, score), mover), effect(cut)));
        }
        if let Some((score, _)) = applied.stand_pat {
            said.push(format!("standing pat gives {}", self.score(movers.up(ply, score), mover)));
        }
        said.extend(applied.re_search.map(|reason| re_search_word(reason).to_owned()));
        format!("({})", said.join("; "))
    }

    /// Returns the names of MAX and MIN: White and Black in chess.
    pub const fn sides(&self) -> (&'static str, &'static str) {
        self.perspective.sides()
    }

    /// Returns the star in this style's characters.
    pub fn star(&self) -> char {
        self.style.star()
    }
}

/// Returns the words that say whether the search used the score of a table entry and, if not, why.
pub(crate) const fn used_word(cut: bool, not_used: Option<NotUsed>) -> &'static str {
    match not_used {
        _ if cut => "score used",
        Some(NotUsed::Root) => "not used: the root needs a best move",
        Some(NotUsed::Shallow) => "not used: too shallow",
        Some(NotUsed::Deep) => "not used: too deep, only the same depth counts",
        Some(NotUsed::Bound) => "not used: its bound does not decide the node",
        None => "score not used",
    }
}

/// Returns the words that say why a node was searched again.
pub(crate) const fn re_search_word(reason: ReSearchReason) -> &'static str {
    match reason {
        ReSearchReason::Scout => "searched again with the full window",
        ReSearchReason::Reduced => "searched again to the full depth",
        ReSearchReason::Other => "searched again",
    }
}

/// Returns the words that say why the search makes this pass over the whole tree.
pub(crate) const fn pass_word(pass: Pass) -> &'static str {
    match pass {
        Pass::Iteration => "iteration",
        Pass::Aspiration => "narrow window",
        Pass::FailedLow => "failed low, again",
        Pass::FailedHigh => "failed high, again",
        Pass::Test => "test",
    }
}

/// A position in a game against the search, as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenPosition<'a> {
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The word for the game's ending, if the game is over in this position.
    pub ending: Option<&'a str>,
    pub is_max: bool,
    /// Whether the search goes to the end of the game, so that a score of 0 is a draw.
    pub is_whole: bool,
}

impl SeenPosition<'_> {
    /// Describes the position's value in words; `sides` are the names of MAX and MIN.
    pub(crate) fn worth(self, sides: (&str, &str)) -> String {
        let (max, min) = sides;
        let (mover, other) = if self.is_max { (max, min) } else { (min, max) };
        if let Some(ending) = self.ending {
            return ending.to_owned();
        }
        let Some(score) = self.score else { return "nothing is known".to_owned() };
        match score.kind() {
            ScoreKind::MateIn(plies) => format!("{mover} wins in {}", plies.div_ceil(2)),
            ScoreKind::MatedIn(plies) => format!("{other} wins in {}", plies.div_ceil(2)),
            ScoreKind::Millipawns(0) if self.is_whole => "a draw".to_owned(),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => {
                let score = if self.is_max { score } else { -score };
                format!("worth {score:.2} to {max}")
            }
        }
    }
}

/// Describes which side the search plays and which side the reader plays: `The search plays X (MAX) and you play O
/// (MIN).`
pub(crate) fn who_plays((max, min): (&str, &str)) -> String {
    let named = |side: &str, name: &str| if side == name { name.to_owned() } else { format!("{side} ({name})") };
    format!("The search plays {} and you play {}.", named(max, "MAX"), named(min, "MIN"))
}

/// Describes the value of a reply and, if the search's own reply is better, that move and its value.
pub(crate) fn judged_answer(worth: &str, better: Option<(&str, &str)>) -> String {
    match better {
        None => format!("The search says: {worth}. You had no better move."),
        Some((best, expected)) => format!("The search says: {worth}. It would have played {best}: {expected}."),
    }
}

/// Announces that the game is over, and the winner of a classroom game.
pub(crate) fn game_is_over(game: Option<&AnyGame>, ending: &str) -> String {
    format!("Game over: {}.", game_over(game, ending))
}
