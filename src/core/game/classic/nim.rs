//! Nim: piles of matches; a move takes one or more matches from one pile.
//!
//! Source: Bouton, *Nim, a Game with a Complete Mathematical Theory* (1901).

use super::{Man, Playable, PlayableMove, PositionError, Sketch};
use crate::core::game::{Ending, Game, MoveError, Side, Symmetry, read_by_name};
use crate::core::random::splitmix64;
use crate::core::score::Score;

/// The piles, and the moves that led to them. A move is encoded as the number of its pile times `BASE` plus the number
/// of matches that it takes.
#[derive(Clone, Debug)]
pub struct Nim {
    piles: Vec<u8>,
    /// Whether the player who takes the last match loses.
    is_misere: bool,
    played: Vec<PlayableMove>,
    score: usize,
}

const BASE: u16 = 32;
/// The maximum number of piles, and of matches in each.
const MOST: (usize, u8) = (8, 31);
/// Games with at most this many matches are small enough to search to the end while the reader waits.
const WHOLE: u32 = 12;

impl Nim {
    fn matches(&self) -> u32 {
        self.piles.iter().copied().map(u32::from).sum()
    }

    /// Returns whether the side to move wins, by the XOR rule.
    fn is_won(&self) -> bool {
        let sum = self.piles.iter().fold(0, |sum, pile| sum ^ pile) != 0;
        // In misère play, the rule is reversed when no pile has more than one match.
        let is_small = self.piles.iter().all(|&pile| pile <= 1);
        sum != (self.is_misere && is_small)
    }

    fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.piles.len()).collect();
        order.sort_by_key(|&pile| std::cmp::Reverse(self.piles[pile]));
        order
    }

    fn key_of(&self, piles: impl Iterator<Item = u8>) -> u64 {
        splitmix64(piles.fold(u64::from(self.is_misere) + 2, |code, pile| code << 5 | u64::from(pile)))
    }
}

const fn split(mv: PlayableMove) -> (usize, u8) {
    ((mv.0 / BASE) as usize, (mv.0 % BASE) as u8)
}

const fn step(pile: usize, taken: u8) -> PlayableMove {
    PlayableMove(pile as u16 * BASE + taken as u16)
}

const fn letter(pile: usize) -> char {
    (b'A' + pile as u8) as char
}

impl Game for Nim {
    type Move = PlayableMove;

    #[inline]
    fn turn(&self) -> Side {
        if self.played.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        for (pile, &matches) in self.piles.iter().enumerate() {
            moves.extend((1..=matches).map(|taken| step(pile, taken)));
        }
    }

    #[inline]
    fn play(&mut self, mv: PlayableMove) {
        let (pile, taken) = split(mv);
        self.piles[pile] -= taken;
        self.played.push(mv);
    }

    #[inline]
    fn undo(&mut self) {
        if let Some((pile, taken)) = self.played.pop().map(split) {
            self.piles[pile] += taken;
        }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        let ending = if self.is_misere { Ending::Win } else { Ending::Loss };
        self.piles.iter().all(|&pile| pile == 0).then_some(ending)
    }

    fn ending_name(&self) -> Option<&'static str> {
        self.ending().map(|_| "no matches left")
    }

    #[inline]
    fn evaluate(&self) -> Score {
        match (self.score, self.is_won()) {
            (0, _) => Score::ZERO,
            (_, true) => Score::from_millipawns(1000),
            (_, false) => Score::from_millipawns(-1000),
        }
    }

    fn evaluation_name(&self) -> &'static str {
        Self::SCORES[self.score].0
    }

    fn name(&self, mv: PlayableMove) -> String {
        let (pile, taken) = split(mv);
        format!("{}-{taken}", letter(pile))
    }

    fn read(&self, text: &str) -> Result<PlayableMove, MoveError> {
        read_by_name(self, &text.to_ascii_uppercase())
    }

    const HAS_KEYS: bool = true;

    fn key(&self) -> u64 {
        self.key_of(self.piles.iter().copied())
    }

    fn depends_on_past(&self, _: u32) -> bool {
        false
    }

    const HAS_SYMMETRY: bool = true;

    /// Sorts the piles, because their order does not matter. The returned `Symmetry` stores the original number of each
    /// pile in three bits.
    fn canonical_key(&self) -> (u64, Symmetry) {
        let order = self.sorted();
        let places = order.iter().enumerate().fold(0, |places, (place, &pile)| places | (pile as u32) << (3 * place));
        (self.key_of(order.iter().map(|&pile| self.piles[pile])), Symmetry(places))
    }

    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        let (pile, taken) = split(mv);
        let place = (0..self.piles.len()).find(|place| symmetry.0 >> (3 * place) & 7 == pile as u32);
        step(place.unwrap_or(pile), taken)
    }

    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        let (place, taken) = split(mv);
        step((symmetry.0 >> (3 * place) & 7) as usize, taken)
    }

    const HISTORY_SIZE: usize = 512;

    fn history_index(&self, mv: PlayableMove) -> usize {
        usize::from(mv.0) + if self.turn() == Side::First { 0 } else { 256 }
    }
}

impl Playable for Nim {
    const NAMES: &'static [&'static str] = &["nim"];
    const SYNTAX: &'static str =
        "the piles, comma-separated, and :misere if the player who takes the last match loses: nim:3,4,5";
    const SCORES: &'static [(&'static str, &'static str)] = &[
        ("zero", "0 for every unfinished game"),
        ("xor", "1 if the side to move wins by the XOR rule, -1 if it loses"),
    ];

    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError> {
        if size.is_some() {
            return Err(PositionError("Nim has no size; the piles follow a colon".to_owned()));
        }
        let text = position.unwrap_or("3,4,5");
        let (piles, is_misere) = match text.split_once(':') {
            None => (text, false),
            Some((piles, "misere")) => (piles, true),
            Some((piles, "normal")) => (piles, false),
            Some((_, rule)) => return Err(PositionError(format!("`{rule}` is not a rule; expected normal or misere"))),
        };
        let count = piles.split(',').count();
        if MOST.0 < count {
            return Err(PositionError(format!("this has {count} piles; the maximum is {}", MOST.0)));
        }
        // A position without any match is valid: the game is over. An empty pile next to other piles is a mistake.
        let is_over = piles.split(',').all(|pile| pile.trim() == "0");
        let pile = |(index, text): (usize, &str)| {
            let place = format!("pile {} (`{text}`)", index + 1);
            match text.trim() {
                "" => Err(PositionError(format!("pile {} is missing; expected a number of matches", index + 1))),
                "-" => Ok(0),
                "0" if is_over => Ok(0),
                "0" => {
                    Err(PositionError(format!("{place} is empty; leave it out, or write - for a pile that is gone")))
                }
                text if !text.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Err(PositionError(format!("{place} is not a number of matches")))
                }
                text => text
                    .parse()
                    .ok()
                    .filter(|&matches| matches <= MOST.1)
                    .ok_or_else(|| PositionError(format!("{place} is too large; the maximum is {}", MOST.1))),
            }
        };
        let piles: Result<Vec<u8>, _> = piles.split(',').enumerate().map(pile).collect();
        Ok(Self { piles: piles?, is_misere, played: Vec::new(), score: 0 })
    }

    fn position(&self) -> String {
        let pile = |&pile: &u8| if pile == 0 { "-".to_owned() } else { pile.to_string() };
        let piles: Vec<String> = self.piles.iter().map(pile).collect();
        format!("nim:{}{}", piles.join(","), if self.is_misere { ":misere" } else { "" })
    }

    fn scored_by(self, score: usize) -> Self {
        Self { score, ..self }
    }

    fn rules(&self) -> String {
        let end = if self.is_misere { "loses" } else { "wins" };
        let pile = |least: u8| self.piles.iter().rposition(|&matches| least <= matches).map(letter);
        let example = match (pile(2), pile(1)) {
            (Some(pile), _) => format!(": {pile}-2 takes two from pile {pile}"),
            (None, Some(pile)) => format!(": {pile}-1 takes one from pile {pile}"),
            (None, None) => String::new(),
        };
        format!("The player who takes the last match {end}. A move takes matches from one pile{example}.")
    }

    fn sketch(&self) -> Sketch {
        let row = |(pile, &matches): (usize, &u8)| (letter(pile).to_string(), vec![Man::Match; usize::from(matches)]);
        Sketch { rows: self.piles.iter().enumerate().map(row).collect(), columns: Vec::new() }
    }

    fn rest(&self) -> Option<u32> {
        Some(self.matches()).filter(|&matches| matches <= WHOLE)
    }
}
