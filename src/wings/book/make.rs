//! Books made of games, and of other books.

use super::key::key;
use super::{Book, BookEntry, BookMove};
use crate::input::PgnGame;
use shakmaty::{Color, Position};
use std::collections::{BTreeMap, BTreeSet};

/// How many plies of a game go into a book unless somebody says otherwise.
pub(crate) const PLIES: usize = 30;

/// Collects games. The weight of a move is two for each game that its side won and one for each draw; moves without weight
/// are left out.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    points: BTreeMap<(u64, BookMove), u64>,
    /// How many games had a result.
    games: u64,
}

impl Builder {
    /// Adds the first `plies` of a game; returns whether it counts. A game without a result does not.
    pub fn add(&mut self, game: &PgnGame, plies: usize) -> bool {
        let result = game.result.as_deref().or_else(|| game.tag("Result")).unwrap_or_default();
        let points = |turn: Color| match (result, turn) {
            ("1-0", Color::White) | ("0-1", Color::Black) => Some(2),
            ("1-0", Color::Black) | ("0-1", Color::White) => Some(0),
            ("1/2-1/2", _) => Some(1),
            _ => None,
        };
        if points(Color::White).is_none() {
            return false;
        }
        for (position, &mv) in game.positions.iter().zip(&game.moves).take(plies) {
            *self.points.entry((key(position), BookMove::of(mv))).or_default() += points(position.turn()).unwrap_or(0);
        }
        self.games += 1;
        true
    }

    /// Returns how many games counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the book. Where a weight does not fit, those of its position are halved until they do.
    #[must_use]
    pub fn finish(self) -> Book {
        let mut most: BTreeMap<u64, u64> = BTreeMap::new();
        for (&(key, _), &points) in &self.points {
            let most = most.entry(key).or_default();
            *most = points.max(*most);
        }
        let entry = |((key, mv), points): ((u64, BookMove), u64)| {
            let mut halvings = 0;
            while u64::from(u16::MAX) < most[&key] >> halvings {
                halvings += 1;
            }
            BookEntry { key, mv, weight: (points >> halvings) as u16, learn: 0 }
        };
        let mut entries: Vec<BookEntry> =
            self.points.into_iter().map(entry).filter(|entry| entry.weight != 0).collect();
        entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.mv));
        Book { entries }
    }
}

/// Returns the positions of both books. Where both know a position, the first has the word, and the other's moves are left
/// out.
#[must_use]
pub fn merge(first: &Book, second: &Book) -> Book {
    let known: BTreeSet<u64> = first.entries.iter().map(|entry| entry.key).collect();
    let added = second.entries.iter().filter(|entry| !known.contains(&entry.key));
    let mut entries: Vec<BookEntry> = first.entries.iter().chain(added).copied().collect();
    entries.sort_by_key(|entry| entry.key);
    Book { entries }
}
