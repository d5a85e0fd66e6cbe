//! A game against the search on a page. Choosing one of MIN's moves opens the search's comment and reply; closing that
//! part takes the move back.

use crate::core::game::Game;
use crate::core::game::classic::{AnyGame, PlayableMove};
use crate::core::score::Score;
use crate::core::search::{Order, Settings, TableSettings, Technique, Techniques};
use crate::core::tree::SearchTree;
use crate::page::escape;
use crate::page::text::position;
use crate::page::words::{SeenPosition, Words, game_is_over, judged_answer, who_plays};

/// The maximum number of replies that the page contains; beyond that, the game continues in the terminal.
const MOST: usize = 800;
/// The maximum number of nodes of a search that is repeated for each reply.
const MOST_NODES: u64 = 1_000_000;
/// The size of the table in each of these searches.
const MEBIBYTES: u32 = 1;

/// A position in which MIN chooses, or in which the game is over.
struct MinTurn {
    /// A sentence about MAX's last move.
    said: String,
    game: AnyGame,
    ply: u32,
    answers: Vec<MinReply>,
}

/// One of MIN's moves.
struct MinReply {
    name: String,
    /// The search's comment on the move.
    said: String,
    /// The number of the position after MAX's move.
    next: Option<usize>,
}

/// The result of a search after one of MIN's moves.
struct Reply {
    /// The score for MAX, who is to move.
    score: Score,
    worth: String,
    /// A remark about the end of the game.
    end: String,
    turn: Option<MinTurn>,
}

/// The game as far as the page contains it.
struct GameScript {
    /// The names of MAX and MIN.
    sides: (&'static str, &'static str),
    /// The depth of the page's search, in plies from the root.
    depth: u32,
    order: Order,
    /// Whether the game is searched to its end.
    is_whole: bool,
    turns: Vec<MinTurn>,
}

/// Returns the part of a page in which the reader plays MIN. The part is empty if the subject is not a classroom game,
/// or if the search takes too long.
pub(super) fn opponent(tree: &SearchTree, words: &Words<'_>) -> String {
    let SearchTree { header, outcome, .. } = tree;
    let is_plain = header.shape.is_none() && header.restricted.is_empty() && header.replaced_scores.is_empty();
    let is_short = outcome.complete && outcome.statistics.nodes() <= MOST_NODES;
    let game = header.scored_game().or_else(|| header.named_game().ok().flatten());
    let (true, Some(game), Some(score)) = (is_plain && is_short, game, outcome.score) else {
        return String::new();
    };
    let mut opponent = GameScript {
        sides: words.perspective.sides(),
        depth: header.depth,
        order: header.order.parse().unwrap_or_default(),
        is_whole: game.rest().is_some_and(|rest| rest <= header.depth),
        turns: Vec::new(),
    };
    let first = match outcome.best.as_ref().and_then(|name| game.read(name).ok()) {
        None => return String::new(),
        Some(best) if words.perspective.is_max(0) => opponent.played(game, 0, best, score),
        Some(_) => MinTurn { said: String::new(), game, ply: 0, answers: Vec::new() },
    };
    opponent.turns.push(first);
    opponent.search_turns();
    format!(
        "<details class=\"opponent gives-away\"><summary><b>You are MIN</b></summary>\n<p>{} Open one of your moves to see the search's comment and its \
         reply; close it to take the move back.</p>\n{}</details>\n",
        escape::xml(&who_plays(opponent.sides)),
        opponent.write(0, words)
    )
}

fn moves(game: &AnyGame) -> Vec<PlayableMove> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

impl GameScript {
    /// Searches all of MIN's moves, then all replies to MAX's answers, and so on, up to the maximum.
    fn search_turns(&mut self) {
        let (mut from, mut all) = (0, 0);
        while from < self.turns.len() {
            let turns = from..self.turns.len();
            let count = |turn: &MinTurn| if turn.ply < self.depth { moves(&turn.game).len() } else { 0 };
            all += self.turns[turns.clone()].iter().map(count).sum::<usize>();
            if MOST < all {
                return;
            }
            from = turns.end;
            turns.for_each(|turn| self.answer(turn));
        }
    }

    /// Searches MIN's moves at a turn.
    fn answer(&mut self, index: usize) {
        let MinTurn { game, ply, .. } = &self.turns[index];
        if self.depth <= *ply {
            return;
        }
        let reply = |mv| {
            let mut after = game.clone();
            after.play(mv);
            (game.name(mv), self.reply(after, ply + 1))
        };
        let found: Vec<(String, Reply)> = moves(game).into_iter().map(reply).collect();
        let best = found.iter().min_by_key(|(_, reply)| reply.score);
        let Some((best, least)) = best.map(|(name, reply)| (name.clone(), reply.score)) else { return };
        let expected = self.seen(-least.counted_from_root(1), false).worth(self.sides);
        let answers = found.into_iter().map(|(name, Reply { score, worth, end, turn })| {
            let said = judged_answer(&worth, (score != least).then_some((&best, &expected))) + &end;
            let next = turn.map(|turn| {
                self.turns.push(turn);
                self.turns.len() - 1
            });
            MinReply { name, said, next }
        });
        self.turns[index].answers = answers.collect();
    }

    fn seen(&self, score: Score, is_max: bool) -> SeenPosition<'static> {
        SeenPosition { score: Some(score), ending: None, is_max, is_whole: self.is_whole }
    }

    /// Searches a position where MAX moves, `ply` plies after the root, and plays MAX's move.
    fn reply(&self, mut game: AnyGame, ply: u32) -> Reply {
        if let (Some(ending), Some(name)) = (game.ending(), game.ending_name()) {
            let end = format!(" {}", game_is_over(Some(&game), name));
            return Reply { score: ending.score(0), worth: name.to_owned(), end, turn: None };
        }
        let settings = Settings {
            depth: self.depth - ply,
            order: self.order,
            techniques: Techniques::NONE.with(Technique::TranspositionTable).with(Technique::Symmetry),
            table: TableSettings { mebibytes: MEBIBYTES, ..TableSettings::default() },
            ..Settings::default()
        };
        let found = Some(&settings).filter(|settings| settings.depth != 0);
        let found = found.and_then(|settings| settings.search(&mut game, &mut ()).ok());
        let score = found.as_ref().map_or_else(|| game.evaluate(), |found| found.score);
        let worth = self.seen(score, true).worth(self.sides);
        let best = found.and_then(|found| found.best);
        let end = if best.is_none() { " The search looks no further." } else { "" }.to_owned();
        Reply { score, worth, end, turn: best.map(|mv| self.played(game, ply, mv, score)) }
    }

    /// Plays MAX's move, for which the search found this score, and returns MIN's turn.
    fn played(&self, mut game: AnyGame, ply: u32, mv: PlayableMove, score: Score) -> MinTurn {
        let said = format!(
            "{} plays {}. The search says: {}.",
            self.sides.0,
            game.name(mv),
            self.seen(score, true).worth(self.sides)
        );
        game.play(mv);
        MinTurn { said, game, ply: ply + 1, answers: Vec::new() }
    }

    /// Writes a turn and everything that can follow it.
    fn write(&self, index: usize, words: &Words<'_>) -> String {
        let MinTurn { said, game, ply, answers } = &self.turns[index];
        let end = match game.ending_name() {
            Some(ending) => game_is_over(Some(game), ending),
            None if self.depth <= *ply => "The search looks no further.".to_owned(),
            None if answers.is_empty() => format!("Go on in the terminal: plywood step {} --min", game.position()),
            None => String::new(),
        };
        let said = [said.as_str(), end.as_str()].join(" ");
        let position = position(&game.position(), &game.games(), words.style).join("\n");
        let mut out = format!("<p>{}</p>\n<pre>{}</pre>\n", escape::xml(said.trim()), escape::xml(&position));
        if answers.is_empty() {
            return out;
        }
        out.push_str("<ul>\n");
        for MinReply { name, said, next } in answers {
            let then = next.map(|next| self.write(next, words)).unwrap_or_default();
            out.push_str(&format!(
                "<li><details name=\"answers-{index}\"><summary>{}</summary>\n<p>{}</p>\n{then}</details></li>\n",
                escape::xml(name),
                escape::xml(said)
            ));
        }
        out + "</ul>\n"
    }
}
