//! Tic-tac-toe: three in a row wins.

use super::{Man, Playable, PlayableMove, PositionError, Sketch};
use crate::core::game::{Ending, Game, MoveError, Side, Symmetry, read_by_name};
use crate::core::random::splitmix64;
use crate::core::score::Score;

/// A position of tic-tac-toe and the moves that led to it. Squares are numbered from the upper left corner, row by row.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    /// The squares of X and of O, a bit for each.
    men: [u16; 2],
    played: Vec<PlayableMove>,
    score: usize,
}

const ALL: u16 = 0b1_1111_1111;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// The square to which each square moves when the board is rotated or reflected.
const SYMMETRIES: [[u16; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

impl TicTacToe {
    fn empty(&self) -> u16 {
        ALL & !(self.men[0] | self.men[1])
    }

    /// Returns the side to move. X begins, so it is X's turn if both sides have the same number of pieces.
    fn mover(&self) -> usize {
        usize::from(self.men[0].count_ones() != self.men[1].count_ones())
    }

    fn has_won(men: u16) -> bool {
        LINES.iter().any(|line| men & line == *line)
    }

    /// Returns how many lines a side can still fill: those in which the other side has no piece.
    fn open(&self, side: usize) -> i32 {
        LINES.iter().filter(|line| self.men[1 - side] & **line == 0).count() as i32
    }

    fn man(&self, square: usize) -> Man {
        match self.men.map(|men| men >> square & 1) {
            [0, 0] => Man::Empty,
            [0, _] => Man::Second,
            [_, _] => Man::First,
        }
    }

    fn code(men: [u16; 2]) -> u64 {
        u64::from(men[0]) << 16 | u64::from(men[1])
    }

    fn check(&self) -> Result<(), PositionError> {
        let [x, o] = self.men.map(u16::count_ones);
        let won = self.men.map(Self::has_won);
        let line = |side: usize| LINES.iter().find(|line| self.men[side] & **line == **line).map_or("", line_name);
        let problem = if x != o && x != o + 1 {
            format!("X has {x} and O has {o}; X begins, so X has as many as O or one more")
        } else if won == [true, true] {
            format!("both have three in a row: X the {}, O the {}", line(0), line(1))
        } else if won[0] && x == o {
            format!("X has three in a row (the {}), and O has moved after that: X has {x} and O has {o}", line(0))
        } else if won[1] && x != o {
            format!("O has three in a row (the {}), and X has moved after that: X has {x} and O has {o}", line(1))
        } else {
            return Ok(());
        };
        Err(PositionError(problem))
    }
}

fn line_name(line: &u16) -> &'static str {
    const NAMES: [&str; 8] = [
        "upper row",
        "middle row",
        "lower row",
        "left column",
        "middle column",
        "right column",
        "diagonal from a3 to c1",
        "diagonal from a1 to c3",
    ];
    LINES.iter().position(|other| other == line).map_or("", |index| NAMES[index])
}

impl Game for TicTacToe {
    type Move = PlayableMove;

    #[inline]
    fn turn(&self) -> Side {
        if self.mover() == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        let mut empty = if self.ending().is_some() { 0 } else { self.empty() };
        while empty != 0 {
            moves.push(PlayableMove(empty.trailing_zeros() as u16));
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: PlayableMove) {
        let mover = self.mover();
        self.men[mover] |= 1 << mv.0;
        self.played.push(mv);
    }

    #[inline]
    fn undo(&mut self) {
        if let Some(mv) = self.played.pop() {
            self.men = self.men.map(|men| men & !(1 << mv.0));
        }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if Self::has_won(self.men[1 - self.mover()]) {
            return Some(Ending::Loss);
        }
        (self.empty() == 0).then_some(Ending::Draw)
    }

    fn ending_name(&self) -> Option<&'static str> {
        match self.ending()? {
            Ending::Loss | Ending::Win => Some("three in a row"),
            Ending::Draw => Some("draw"),
        }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        let mover = self.mover();
        match self.score {
            0 => Score::from_millipawns(1000 * (self.open(mover) - self.open(1 - mover))),
            _ => Score::ZERO,
        }
    }

    fn evaluation_name(&self) -> &'static str {
        Self::SCORES[self.score].0
    }

    fn name(&self, mv: PlayableMove) -> String {
        let (row, column) = (mv.0 / 3, mv.0 % 3);
        format!("{}{}", ['a', 'b', 'c'][usize::from(column)], 3 - row)
    }

    fn read(&self, text: &str) -> Result<PlayableMove, MoveError> {
        read_by_name(self, &text.to_ascii_lowercase())
    }

    const HAS_KEYS: bool = true;

    #[inline]
    fn key(&self) -> u64 {
        splitmix64(Self::code(self.men))
    }

    fn depends_on_past(&self, _: u32) -> bool {
        false
    }

    const HAS_SYMMETRY: bool = true;

    fn canonical_key(&self) -> (u64, Symmetry) {
        let image = |number: usize| {
            let moved = |men: u16| (0..9).map(|square| (men >> square & 1) << SYMMETRIES[number][square]).sum::<u16>();
            (Self::code(self.men.map(moved)), Symmetry(number as u32))
        };
        let (code, symmetry) = (0..SYMMETRIES.len()).map(image).min().unwrap_or_default();
        (splitmix64(code), symmetry)
    }

    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        PlayableMove(SYMMETRIES[symmetry.0 as usize][usize::from(mv.0)])
    }

    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        let back = SYMMETRIES[symmetry.0 as usize].iter().position(|&square| square == mv.0);
        PlayableMove(back.unwrap_or_default() as u16)
    }

    const HAS_CENTRE: bool = true;

    fn centrality(&self, mv: PlayableMove) -> i32 {
        [1, 0, 1, 0, 2, 0, 1, 0, 1][usize::from(mv.0)]
    }

    const HISTORY_SIZE: usize = 18;

    fn history_index(&self, mv: PlayableMove) -> usize {
        usize::from(mv.0) + 9 * self.mover()
    }
}

impl Playable for TicTacToe {
    const NAMES: &'static [&'static str] = &["tic-tac-toe", "ttt"];
    const SPELLINGS: &'static [&'static str] = &["noughtsandcrosses", "xsandos", "oxo"];
    const SYNTAX: &'static str = "three rows of X, O and dots, top row first, separated by slashes: ttt:XOX/.O./..X";
    const SIDES: [&'static str; 2] = ["X", "O"];
    const SCORES: &'static [(&'static str, &'static str)] =
        &[("lines", "lines that X can still fill, less those of O"), ("zero", "0 for every unfinished game")];

    fn parse(size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError> {
        if let Some(size) = size {
            return Err(PositionError(format!("the board has 3 rows of 3 squares, not {size}")));
        }
        let mut game = Self { men: [0; 2], played: Vec::new(), score: 0 };
        let Some(text) = position else { return Ok(game) };
        if text.trim().is_empty() {
            return Err(PositionError("no board follows the colon; it has 3 rows separated by slashes".to_owned()));
        }
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 3 {
            return Err(PositionError(format!(
                "the board has 3 rows separated by slashes, and this has {}",
                if rows.len() == 1 { "1 row".to_owned() } else { format!("{} rows", rows.len()) }
            )));
        }
        for (row, squares) in rows.iter().enumerate() {
            let count = squares.chars().count();
            if count != 3 {
                return Err(PositionError(format!(
                    "row {} (`{squares}`): a row has 3 squares, and this has {count}",
                    row + 1
                )));
            }
            for (column, letter) in squares.chars().enumerate() {
                match letter {
                    'X' | 'x' => game.men[0] |= 1 << (3 * row + column),
                    'O' | 'o' => game.men[1] |= 1 << (3 * row + column),
                    '.' => {}
                    _ => {
                        let place = format!("row {}, square {}", row + 1, column + 1);
                        return Err(PositionError(format!("{place}: `{letter}` is neither X nor O nor a dot")));
                    }
                }
            }
        }
        game.check()?;
        Ok(game)
    }

    fn position(&self) -> String {
        let row = |row: usize| (3 * row..3 * row + 3).map(|square| self.man(square).letter()).collect::<String>();
        format!("ttt:{}/{}/{}", row(0), row(1), row(2))
    }

    fn scored_by(self, score: usize) -> Self {
        Self { score, ..self }
    }

    fn rules(&self) -> String {
        "Three in a row wins. A move is a square: a1 is the lower left corner, b2 the middle.".to_owned()
    }

    fn sketch(&self) -> Sketch {
        let row = |row: usize| ((3 - row).to_string(), (3 * row..3 * row + 3).map(|square| self.man(square)).collect());
        Sketch { rows: (0..3).map(row).collect(), columns: ["a", "b", "c"].map(str::to_owned).to_vec() }
    }

    fn rest(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}
