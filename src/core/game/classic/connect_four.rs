//! Connect Four: discs drop down a column, and four in a row wins.

use super::{Man, Playable, PlayableMove, PositionError, Sketch};
use crate::core::game::{Ending, Game, MoveError, Side, Symmetry, read_by_name};
use crate::core::random::splitmix64;
use crate::core::score::Score;

/// A position of Connect Four and the moves that led to it.
///
/// Each place is a bit. Columns are numbered from the left and places from the bottom up. Above each column is an extra
/// place that is always empty, so that no line runs from the top of a column to the bottom of the next.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    /// The discs of the first player and of the second.
    men: [u64; 2],
    columns: u32,
    rows: u32,
    /// All places of the board.
    places: u64,
    /// The columns played, including those before the root.
    played: Vec<PlayableMove>,
    score: usize,
}

const USUAL: (u32, u32) = (7, 6);
/// The range of columns and rows. Smaller boards have no room for four in a row; larger ones don't fit into the bits.
const LEAST: u32 = 4;
const MOST: u32 = 8;
/// The prefix of each move's name.
const COLUMN: &str = "col";
/// Boards with at most this many empty places are searched to the end while the reader waits.
const WHOLE: u32 = 12;

/// Returns the total number of bits set in these words. Not every processor that plywood is built for has an
/// instruction for this, so pairs of bits, groups of four and bytes are added up for all words at once.
#[inline]
fn count(words: [u64; 4]) -> i32 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let nibbles = |word: u64| {
        let pairs = word - (word >> 1 & PAIRS);
        (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
    };
    let bytes = |nibbles: u64| (nibbles & BYTES) + (nibbles >> 4 & BYTES);
    let [a, b, c, d] = words.map(nibbles);
    let bytes = bytes(a + b) + bytes(c + d);
    // Adds all bytes into the highest byte. The sum fits, because a board of at most 56 places has fewer than 256
    // lines.
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}

impl ConnectFour {
    const fn height(&self) -> u32 {
        self.rows + 1
    }

    const fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * self.height())
    }

    #[inline]
    fn mover(&self) -> usize {
        self.played.len() % 2
    }

    #[inline]
    fn taken(&self) -> u64 {
        self.men[0] | self.men[1]
    }

    #[inline]
    fn is_full(&self, column: u32) -> bool {
        self.taken() >> (column * self.height() + self.rows - 1) & 1 == 1
    }

    /// Returns the first place of each line of four in `men`.
    #[inline]
    fn fours(&self, men: u64) -> [u64; 4] {
        let height = self.height();
        [1, height - 1, height, height + 1].map(|step| {
            let pairs = men & men >> step;
            pairs & pairs >> (2 * step)
        })
    }

    #[inline]
    fn has_won(&self, men: u64) -> bool {
        let [a, b, c, d] = self.fours(men);
        a | b | c | d != 0
    }

    /// Returns how many lines of four a side can still fill.
    #[inline]
    fn open(&self, side: usize) -> i32 {
        count(self.fours(self.places & !self.men[1 - side]))
    }

    /// Counts the empty places that would make four in a row for a side.
    fn threats(&self, side: usize) -> i32 {
        let mut empty = self.places & !self.taken();
        let mut count = 0;
        while empty != 0 {
            let place = empty & empty.wrapping_neg();
            count += i32::from(self.has_won(self.men[side] | place));
            empty ^= place;
        }
        count
    }

    fn man(&self, column: u32, row: u32) -> Man {
        match self.men.map(|men| men >> (column * self.height() + row) & 1) {
            [0, 0] => Man::Empty,
            [0, _] => Man::Second,
            [_, _] => Man::First,
        }
    }

    fn mirrored(&self, men: u64) -> u64 {
        let height = self.height();
        (0..self.columns).fold(0, |all, column| {
            all | (men >> (column * height) & ((1 << height) - 1)) << ((self.columns - 1 - column) * height)
        })
    }

    /// Encodes which places are taken, and by whom: the mover's discs, plus a bit for the lowest free place of each
    /// column.
    #[inline]
    fn code(&self, [first, second]: [u64; 2]) -> u64 {
        first + (first | second)
    }

    fn take(&mut self, text: &str) -> Result<(), PositionError> {
        for (index, letter) in text.chars().enumerate() {
            let number = index + 1;
            let column = letter.to_digit(10).filter(|column| (1..=self.columns).contains(column));
            let Some(column) = column.map(|column| column - 1) else {
                let most = self.columns;
                return Err(PositionError(format!(
                    "move {number}: there is no column `{letter}`; they are 1 to {most}"
                )));
            };
            if self.ending() == Some(Ending::Loss) {
                let before: String = text.chars().take(index).collect();
                return Err(PositionError(format!(
                    "move {number}: the game is over after {before}, with four in a row"
                )));
            }
            if self.is_full(column) {
                return Err(PositionError(format!("move {number}: column {letter} is full")));
            }
            self.play(PlayableMove(column as u16));
        }
        Ok(())
    }
}

impl Game for ConnectFour {
    type Move = PlayableMove;

    #[inline]
    fn turn(&self) -> Side {
        if self.mover() == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        if !self.has_won(self.men[1 - self.mover()]) {
            moves.extend(
                (0..self.columns).filter(|&column| !self.is_full(column)).map(|column| PlayableMove(column as u16)),
            );
        }
    }

    #[inline]
    fn play(&mut self, mv: PlayableMove) {
        let foot = 1 << (u32::from(mv.0) * self.height());
        let taken = self.taken();
        // The carry of this addition stops at the lowest free place.
        self.men[self.played.len() % 2] |= (taken + foot) & !taken & self.column(u32::from(mv.0));
        self.played.push(mv);
    }

    #[inline]
    fn undo(&mut self) {
        if let Some(mv) = self.played.pop() {
            let column = self.taken() & self.column(u32::from(mv.0));
            self.men[self.played.len() % 2] &= !(1 << column.ilog2());
        }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if self.has_won(self.men[1 - self.mover()]) {
            return Some(Ending::Loss);
        }
        (self.played.len() as u32 == self.columns * self.rows).then_some(Ending::Draw)
    }

    fn ending_name(&self) -> Option<&'static str> {
        match self.ending()? {
            Ending::Loss | Ending::Win => Some("four in a row"),
            Ending::Draw => Some("draw"),
        }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        let mover = self.mover();
        let count = match self.score {
            0 => self.open(mover) - self.open(1 - mover),
            1 => self.threats(mover) - self.threats(1 - mover),
            _ => 0,
        };
        Score::from_millipawns(1000 * count)
    }

    fn evaluation_name(&self) -> &'static str {
        Self::SCORES[self.score].0
    }

    /// Returns a name with a prefix, because a bare number would be read as a score.
    fn name(&self, mv: PlayableMove) -> String {
        format!("{COLUMN}{}", mv.0 + 1)
    }

    fn read(&self, text: &str) -> Result<PlayableMove, MoveError> {
        let text = text.to_ascii_lowercase();
        read_by_name(self, &format!("{COLUMN}{}", text.strip_prefix(COLUMN).unwrap_or(&text)))
    }

    const HAS_KEYS: bool = true;

    #[inline]
    fn key(&self) -> u64 {
        splitmix64(self.code(self.men))
    }

    fn depends_on_past(&self, _: u32) -> bool {
        false
    }

    const HAS_SYMMETRY: bool = true;

    fn canonical_key(&self) -> (u64, Symmetry) {
        let codes = [self.code(self.men), self.code(self.men.map(|men| self.mirrored(men)))];
        (splitmix64(codes[0].min(codes[1])), Symmetry(u32::from(codes[1] < codes[0])))
    }

    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        if symmetry.0 == 0 { mv } else { PlayableMove(self.columns as u16 - 1 - mv.0) }
    }

    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        self.apply_symmetry(mv, symmetry)
    }

    const HAS_CENTRE: bool = true;

    fn centrality(&self, mv: PlayableMove) -> i32 {
        -(2 * i32::from(mv.0) + 1 - self.columns as i32).abs()
    }

    const HISTORY_SIZE: usize = 128;

    /// Returns the number of the place where the disc lands.
    fn history_index(&self, mv: PlayableMove) -> usize {
        let column = self.taken() & self.column(u32::from(mv.0));
        let place = u32::from(mv.0) * self.height() + column.count_ones();
        place as usize % 64 + 64 * self.mover()
    }
}

impl Playable for ConnectFour {
    const NAMES: &'static [&'static str] = &["connect4"];
    const SPELLINGS: &'static [&'static str] = &["connectfour", "fourinarow", "4inarow"];
    const SYNTAX: &'static str = "the columns played so far, 1 at the left: connect4:4435; \
                                  another size is columns x rows: connect4@5x4:12";
    const SIDES: [&'static str; 2] = ["X", "O"];
    const SCORES: &'static [(&'static str, &'static str)] = &[
        ("lines", "lines of four that X can still fill, less those of O"),
        ("threats", "places that would make four in a row for X, less those for O"),
        ("zero", "0 for every unfinished game"),
    ];

    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError> {
        let (columns, rows) = match size {
            None => USUAL,
            Some(size) => {
                let sizes =
                    size.split_once('x').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
                let fits = |size: &u32| (LEAST..=MOST).contains(size);
                sizes.filter(|(columns, rows)| fits(columns) && fits(rows) && columns * (rows + 1) <= 64).ok_or_else(
                    || PositionError(format!("`{size}` is not a size; columns x rows can be 4x4 to 8x7, such as 5x4")),
                )?
            }
        };
        let mut game = Self { men: [0; 2], columns, rows, places: 0, played: Vec::new(), score: 0 };
        game.places = (0..columns).fold(0, |all, column| all | game.column(column));
        game.take(position.unwrap_or_default())?;
        Ok(game)
    }

    fn position(&self) -> String {
        let size = format!("@{}x{}", self.columns, self.rows);
        let size = if (self.columns, self.rows) == USUAL { "" } else { &size };
        let played: String = self.played.iter().map(|mv| (mv.0 + 1).to_string()).collect();
        format!("connect4{size}:{played}")
    }

    fn scored_by(self, score: usize) -> Self {
        Self { score, ..self }
    }

    fn rules(&self) -> String {
        "X and O are the discs of the two sides, and four in a row win. A move drops a disc into a column: col1 is the left one."
            .to_owned()
    }

    fn sketch(&self) -> Sketch {
        let row = |row: u32| (String::new(), (0..self.columns).map(|column| self.man(column, row)).collect());
        let columns = (1..=self.columns).map(|column| column.to_string()).collect();
        Sketch { rows: (0..self.rows).rev().map(row).collect(), columns }
    }

    fn rest(&self) -> Option<u32> {
        Some(self.columns * self.rows - self.played.len() as u32).filter(|&rest| rest <= WHOLE)
    }
}
