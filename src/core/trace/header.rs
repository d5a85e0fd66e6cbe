//! The header of a trace: the searched position and the settings.

use super::{Caption, Numbering, Shape, VERSION};
use crate::core::game::chess::{DrawRules, FenError, parse_fen};
use crate::core::game::classic::{AnyGame, GameList, PositionError};
use crate::core::game::{Game, Movers, Side};
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, TableAnswers, Technique, Techniques};
use crate::core::text::{lines, names};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shakmaty::Chess;
use std::num::NonZeroU32;

/// The name of the three-piece tablebases that plywood builds itself.
pub(crate) const RETRO_TABLES: &str = "retro";

/// The subject and settings of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Always `plywood-trace`.
    pub format: TraceFormat,
    /// The version of the format.
    pub version: Version,
    /// The name of the lesson, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub name: String,
    /// The title of the lesson or position.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub title: String,
    /// The lesson's note.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub note: String,
    /// The lesson's question for its reader.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub ask: String,
    /// The answer to this question.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub answer: String,
    /// Whether the lesson offers the guided tour of its tree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tour: bool,
    /// The algorithm that the lesson's note refers to, if any.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub lesson_algorithm: String,
    /// The fail rule of the search that the lesson's note refers to.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub lesson_fail: String,
    /// The move ordering that the lesson names, if any.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "lines")]
    pub lesson_order: String,
    /// Changes made for this search: moves that were skipped, and leaves whose scores were replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Whether the lesson was searched to another depth, with another range of leaf values, or with another evaluation
    /// than its note refers to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varied: bool,
    /// The root position, if the game has a board.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "names")]
    pub fen: Option<String>,
    /// The root position of a named game, as the text that names it: `ttt:X../.O./...`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "names")]
    pub game: Option<String>,
    /// The named games. A trace does not contain them; its reader must know them.
    #[serde(skip)]
    pub games: GameList,
    /// The positions from before the root that may recur in the search, oldest first, as FEN.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "names")]
    pub history: Vec<String>,
    /// The number of the first move, if moves have numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbering: Option<Numbering>,
    /// Who chooses at each ply, from the root on; `None` if two sides alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movers: Option<Movers>,
    /// The lowest and the highest value that a leaf can have for MAX, if known; an infinite value means no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<[Score; 2]>,
    /// The factor by which all scores of the trace are multiplied to make the means of chance nodes whole thousandths,
    /// if it is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<NonZeroU32>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The name of the algorithm.
    #[serde(deserialize_with = "names")]
    pub algorithm: String,
    /// The name of the move ordering.
    #[serde(deserialize_with = "names")]
    pub order: String,
    /// The names of the techniques added to the algorithm.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "names")]
    pub techniques: Vec<String>,
    /// The rule for which entries of the transposition table may be used; empty if there is no table or the trace does
    /// not contain the rule.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub table_answers: String,
    /// The rule for ties, if it is not the default (a tie causes a cutoff).
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub cut: String,
    /// The fail rule, if it was chosen or follows from the lesson or from the rule for ties.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub fail: String,
    /// The deliberate mistake of the search, for teaching.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub mistake: String,
    /// The name of the evaluation.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub evaluation: String,
    /// The tablebases that score the positions they contain: `retro`, which plywood builds itself, or another name;
    /// empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "names")]
    pub tablebases: String,
    /// The rules by which the game is drawn, if they differ from plywood's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<DrawRules>,
    /// The maximum difference between scores that should be equal, for writers that use floats.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub tolerance: Score,
    /// The value of a won game, if it does not depend on the distance to the win; `None` if mates are counted in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Score>,
    /// The static evaluations that were replaced, if the tree was not known before the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced_scores: Vec<ReplacedScore>,
    /// The lines after which the search was not given all legal moves, if the tree was not known before the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "names")]
    pub restricted: Vec<Vec<String>>,
    /// The full tree, if it was known before the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

impl Header {
    /// Returns the header of a search of `game` with these settings. No other code converts settings to a header.
    ///
    /// Fields that the game cannot know (title, note, the full tree) stay empty.
    #[must_use]
    pub fn of<G: Game>(game: &G, settings: &Settings) -> Self {
        let chosen = |is_usual: bool, name: &str| if is_usual { String::new() } else { name.to_owned() };
        let has_table = settings.techniques.has(Technique::TranspositionTable);
        // If a tie causes no cutoff, the default fail rule is unusual, so it is recorded even if it was not chosen
        // explicitly.
        let fail = settings.fail.or_else(|| (settings.cut != Cut::default()).then(|| settings.fails()));
        Self {
            depth: settings.depth,
            algorithm: settings.algorithm.name().to_owned(),
            order: settings.order.to_string(),
            techniques: settings.techniques.iter().map(|technique| technique.name().to_owned()).collect(),
            table_answers: if has_table { settings.table.answers.name() } else { "" }.to_owned(),
            cut: chosen(settings.cut == Cut::default(), settings.cut.name()),
            fail: fail.map(Fail::name).unwrap_or_default().to_owned(),
            mistake: settings.mistake.map(Mistake::name).unwrap_or_default().to_owned(),
            ..Self::of_game(game)
        }
    }

    /// Returns a header that describes only the game, not the search.
    #[must_use]
    pub fn of_game<G: Game>(game: &G) -> Self {
        let diagram = game.diagram();
        let movers = game.movers().filter(|&movers| movers != Movers::default());
        Self {
            version: Version::of(movers.is_some() || game.value_range().is_some() || game.scale() != 1),
            movers,
            leaves: game.value_range(),
            scale: NonZeroU32::new(game.scale()).filter(|scale| scale.get() != 1),
            numbering: diagram.as_ref().map(|diagram| Numbering {
                move_number: diagram.move_number,
                black_to_move: game.turn() == Side::Second,
            }),
            fen: diagram.map(|diagram| diagram.fen),
            game: game.position_text(),
            evaluation: game.evaluation_name().to_owned(),
            ..Self::default()
        }
    }

    /// Returns the positions before the root and the root itself. The list is empty if the root has no FEN.
    ///
    /// # Errors
    /// [`FenError`] for the first invalid position.
    pub(crate) fn positions(&self) -> Result<Vec<Chess>, FenError> {
        let Some(root) = &self.fen else { return Ok(Vec::new()) };
        self.history.iter().chain([root]).map(|fen| parse_fen(fen)).collect()
    }

    /// Returns the text that names the root position, if there is a board; in chess, this is the FEN.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        self.fen.as_deref().or(self.game.as_deref())
    }

    /// Returns the root position of a game other than chess, if plywood knows its name.
    ///
    /// # Errors
    /// [`PositionError`] if the text is not a position of that game.
    pub fn named_game(&self) -> Result<Option<AnyGame>, PositionError> {
        self.game.as_deref().and_then(|text| self.games.read(text)).transpose()
    }

    /// Returns the game after a line of moves from the root.
    pub(crate) fn game_after<S: AsRef<str>>(&self, line: &[S]) -> Option<AnyGame> {
        let mut game = self.named_game().ok().flatten()?;
        for name in line {
            let mv = game.read(name.as_ref()).ok()?;
            game.play(mv);
        }
        Some(game)
    }

    /// Returns whether another program computed the static evaluations, or files of tablebases contain some of them, so
    /// that only the search was plywood's.
    pub(crate) fn is_scored_outside(&self) -> bool {
        let has_others = !self.tablebases.is_empty() && !self.has_own_tables();
        (has_others || self.evaluation.starts_with("uci:")) && self.known_algorithm().is_some()
    }

    /// Returns whether the leaves were scored by tablebases that plywood builds itself. Browser pages have no
    /// tablebases, so the code for them is not part of their module.
    pub(crate) fn has_own_tables(&self) -> bool {
        !cfg!(target_family = "wasm") && self.tablebases == RETRO_TABLES
    }

    /// Returns the named game with the static evaluation named in the header, or `None` if the game has no evaluation
    /// of that name.
    pub(crate) fn scored_game(&self) -> Option<AnyGame> {
        self.named_game().ok().flatten()?.scored_by(&self.evaluation).ok()
    }

    /// Returns the factor by which all scores are multiplied.
    #[must_use]
    pub fn scale(&self) -> u32 {
        self.scale.map_or(1, NonZeroU32::get)
    }

    /// Returns whether the search can have cutoffs that plain alpha-beta does not have: at chance nodes, or because of
    /// the range of leaf values.
    pub(crate) fn has_other_cutoffs(&self) -> bool {
        self.leaves.is_some() || self.movers().has_chance()
    }

    /// Returns the name of the move ordering that a search of this subject uses if no options are given. With chance
    /// nodes or unknown leaves, moves are tried in the order listed.
    pub(crate) fn usual_order(&self) -> String {
        if !self.lesson_order.is_empty() {
            return self.lesson_order.clone();
        }
        let is_listed = self.movers().has_chance() || self.shape.as_ref().is_some_and(Shape::has_unknown);
        if is_listed { Order::None } else { Order::default() }.to_string()
    }

    /// Returns who chooses at each ply, from the root on.
    #[must_use]
    pub fn movers(&self) -> Movers {
        let is_second = |game: AnyGame| game.turn() == Side::Second;
        let is_turned = || match self.numbering {
            Some(numbering) => numbering.black_to_move,
            None => self.named_game().ok().flatten().is_some_and(is_second),
        };
        let in_turn = || Movers::alternating(if is_turned() { Side::Second } else { Side::First });
        self.movers.unwrap_or_else(in_turn)
    }

    /// Returns the header with the lesson's texts.
    #[must_use]
    pub fn captioned(self, caption: &Caption) -> Self {
        let Caption { name, title, note, ask, answer, tour, algorithm, fail, order, cut: _ } = caption.clone();
        let lesson_algorithm = algorithm.map(|algorithm| algorithm.name().to_owned()).unwrap_or_default();
        let lesson_fail = fail.map(|fail| fail.name().to_owned()).unwrap_or_default();
        let lesson_order = order.map(|order| order.to_string()).unwrap_or_default();
        Self { name, title, note, ask, answer, tour, lesson_algorithm, lesson_fail, lesson_order, ..self }
    }

    /// Returns whether the score must be that of minimax to the same depth, so that two such searches of a position
    /// agree.
    pub(crate) fn is_exact(&self) -> bool {
        let exact = |name: &String| name.parse().is_ok_and(Technique::is_exact);
        self.techniques.iter().all(exact) && !self.takes_deeper_answers() && self.mistake.is_empty()
    }

    /// Returns whether deeper table entries may be used, in which case scores can differ from those of a fixed-depth
    /// search.
    #[must_use]
    pub fn takes_deeper_answers(&self) -> bool {
        self.table_answers == TableAnswers::AtLeastDepth.name()
    }

    /// Returns the techniques as a set, without those unknown to plywood.
    #[must_use]
    pub fn technique_set(&self) -> Techniques {
        self.techniques.iter().filter_map(|name| name.parse::<Technique>().ok()).collect()
    }

    /// Returns the algorithm, if plywood has it.
    #[must_use]
    pub fn known_algorithm(&self) -> Option<Algorithm> {
        self.algorithm.parse().ok()
    }

    /// Returns whether the search has windows and can therefore have cutoffs; an unknown algorithm may have them.
    #[must_use]
    pub fn has_window(&self) -> bool {
        self.known_algorithm().is_none_or(Algorithm::has_window)
    }

    /// Returns whether the search only tests bounds at the root, with null windows.
    #[must_use]
    pub fn only_tests(&self) -> bool {
        self.known_algorithm().is_some_and(Algorithm::only_tests)
    }
}

/// A static evaluation that was given instead of being computed. The node is identified by its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplacedScore {
    /// The moves from the root.
    #[serde(deserialize_with = "names")]
    pub line: Vec<String>,
    /// The score for the side that made the last move or, at the root, for the side to move.
    pub score: Score,
}

/// Something that was changed for one search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
#[non_exhaustive]
pub enum Change {
    /// The static evaluation at the end of a line was replaced. The new value is for MAX.
    Score {
        /// The moves from the root.
        #[serde(deserialize_with = "names")]
        line: Vec<String>,
        /// The replacement.
        score: Score,
    },
    /// Only some moves were searched after a line.
    Only {
        /// The moves from the root.
        #[serde(deserialize_with = "names")]
        line: Vec<String>,
        /// The moves, in the order in which they were to be tried.
        #[serde(deserialize_with = "names")]
        moves: Vec<String>,
    },
    /// Moves of some kinds were skipped everywhere.
    Without {
        /// The names of the kinds.
        #[serde(deserialize_with = "names")]
        kinds: Vec<String>,
    },
}

/// The name of the trace format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TraceFormat {
    /// The only trace format.
    #[default]
    #[serde(rename = "plywood-trace")]
    PlywoodTrace,
}

/// The version of the trace format that a reader must support: 1 unless the trace contains something that older
/// programs would misread. Versions newer than [`VERSION`] are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(u32);

impl Default for Version {
    fn default() -> Self {
        Self(1)
    }
}

impl Version {
    /// Returns the version of a trace; `is_new` says whether its header has movers, a range of leaf values, or a scale.
    const fn of(is_new: bool) -> Self {
        Self(if is_new { 2 } else { 1 })
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = u32::deserialize(deserializer)?;
        let is_known = (1..=VERSION).contains(&version);
        is_known
            .then_some(Self(version))
            .ok_or_else(|| D::Error::custom(format!("version {version} is not known here")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_written_if_it_is_not_zero_and_comes_back() {
        for (millipawns, is_written) in [(0, false), (1, true), (100, true)] {
            let header = Header { tolerance: Score::from_millipawns(millipawns), ..Header::default() };
            let text = serde_json::to_string(&header).unwrap();
            assert_eq!(text.contains("tolerance"), is_written, "{text}");
            assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), header);
        }
    }
}
