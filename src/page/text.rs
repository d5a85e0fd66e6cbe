//! Helpers for text on all pages: paragraphs, tables, counts.

use super::comparison::{Perspective, View};
use super::style::{Charset, Paint, Style};
use crate::core::game::Side;
use crate::core::game::classic::{AnyGame, GameList, Man, Sketch};
use crate::core::score::Bound;
pub(crate) use crate::core::text::visible;
#[cfg(feature = "cli")]
pub(crate) use crate::core::text::visible_lines;
use crate::core::trace::Header;
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes a number with commas between thousands: `4,085,604`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index != 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a share in percent, with one decimal, or without decimals if the part is many times the whole.
pub fn percent(part: u64, whole: u64) -> String {
    let decimals = usize::from(part / whole.max(1) < 10);
    format!("{:.decimals$}%", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Writes a number with its noun.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), noun(count, one, many))
}

/// Writes a number for a sentence, small numbers in words.
pub(crate) fn in_words(number: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = usize::try_from(number).ok().and_then(|index| WORDS.get(index));
    word.map_or_else(|| grouped(number), |word| (*word).to_owned())
}

/// Writes an ordinal number: 1st, 2nd, 3rd, 4th.
pub(crate) fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, not) if not != 11 => "st",
        (2, not) if not != 12 => "nd",
        (3, not) if not != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns the noun after a number.
pub const fn noun<'a>(count: u64, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// Returns `text` with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the number of columns that a text occupies on a terminal.
pub fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Shortens text that is too wide, with two dots at its end.
pub(crate) fn fit_columns(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if width < columns(&short) + columns(letter.encode_utf8(&mut [0; 4])) + 2 {
            break;
        }
        short.push(letter);
    }
    short + &".."[..width.min(2)]
}

/// Replaces the signs that plain text has to write with several characters: bounds and infinity.
pub(crate) fn with_signs(text: &str) -> String {
    const SIGNS: [(&str, &str); 4] =
        [("<=", "\u{2264}"), (">=", "\u{2265}"), ("-inf", "-\u{221e}"), ("+inf", "+\u{221e}")];
    SIGNS.iter().fold(text.to_owned(), |text, (plain, sign)| text.replace(plain, sign))
}

/// Returns a number without trailing zeros after its decimal point: `3.250` becomes `3.25`, and `3.000` becomes `3`.
pub(crate) fn without_zeros(number: &str) -> String {
    if !number.contains('.') {
        return number.to_owned();
    }
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the text with all its numbers [without zeros](without_zeros) at their ends, except in percentages and in names
/// such as `B-2.50`.
pub(crate) fn short_numbers(text: &str) -> String {
    let is_part = |letter: &char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let letters: Vec<char> = text.chars().collect();
    let parts =
        letters.chunk_by(|one, other| is_part(one) == is_part(other)).map(String::from_iter).collect::<Vec<_>>();
    let after = |index: usize| parts.get(index + 1).map_or("", String::as_str);
    let is_number = |part: &str| part.ends_with(|letter: char| letter.is_ascii_digit()) && part.parse::<f64>().is_ok();
    let part = |(index, part): (usize, &String)| match is_number(part) && !after(index).starts_with('%') {
        true => without_zeros(part),
        false => part.clone(),
    };
    parts.iter().enumerate().map(part).collect()
}

/// Returns the text padded with spaces on the left to `width` columns.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Returns the text padded with spaces on the right to `width` columns.
pub fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Wraps text to at most `width` columns. A name such as mvv-lva is one word. A no-break space keeps a sign and its
/// number, or a number and its unit, together.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
    fitting(text, options).iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// Wraps text into lines of similar length. If that makes a line too long, which happens if a word is as wide as the
/// page, fills each line as far as possible instead.
fn fitting<'a>(text: &'a str, options: textwrap::Options<'_>) -> Vec<Cow<'a, str>> {
    let (lines, width) = (textwrap::wrap(text, options.clone()), options.width);
    if lines.iter().all(|line| columns(line) <= width) {
        return lines;
    }
    textwrap::wrap(text, options.wrap_algorithm(textwrap::WrapAlgorithm::FirstFit))
}

/// Like [`wrapped`], but indents all lines except the first by this many spaces.
pub fn hanging(text: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(width.max(1)).subsequent_indent(&indent);
    fitting(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Returns the text with no-break spaces between comparison signs and the number after them, and between percent signs
/// and the number before them.
pub fn unbreakable(text: &str) -> String {
    ["<= ", ">= ", "< ", "> ", "≤ ", "≥ ", " %"]
        .iter()
        .fold(text.to_owned(), |text, sign| text.replace(sign, &sign.replace(' ', "\u{a0}")))
}

/// Writes text in lines no wider than the style's width.
///
/// # Errors
/// If `out` cannot be written.
pub fn paragraph(text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for line in wrapped(&unbreakable(text), style.width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns lines with `others` to their right, starting at column `at`.
pub fn side_by_side(lines: &[String], others: &[String], at: usize) -> Vec<String> {
    let line = |index: usize| {
        let [one, other] = [lines, others].map(|lines| lines.get(index).map_or("", String::as_str));
        format!("{}{other}", left(one, at)).trim_end().to_owned()
    };
    (0..lines.len().max(others.len())).map(line).collect()
}

/// Returns the name of the side to move, such as White or X, if the sides have names.
pub fn side_to_move(header: &Header) -> Option<&'static str> {
    let perspective = Perspective::new(View::Minimax, header);
    (perspective.has_names() || header.game.is_some()).then(|| perspective.side(0))
}

/// Describes how a game ended: the word for it, and the winner of a classroom game.
pub(crate) fn game_over(game: Option<&AnyGame>, ending: &str) -> String {
    let winner = game.and_then(|game| {
        let [first, second] = game.sides();
        Some(if game.winner()? == Side::First { first } else { second })
    });
    winner.map_or_else(|| ending.to_owned(), |winner| format!("{ending}, and {winner} has won"))
}

/// Returns the word for a bound.
pub const fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower bound",
        Bound::Upper => "upper bound",
    }
}

/// Returns White or Black.
pub const fn side_name(turn: shakmaty::Color) -> &'static str {
    match turn {
        shakmaty::Color::White => "White",
        shakmaty::Color::Black => "Black",
    }
}

/// Returns the board of a position: as its game draws it, if it belongs to one of these games, otherwise from a FEN.
pub(crate) fn position(position: &str, games: &GameList, style: &Style) -> Vec<String> {
    match games.read(position) {
        Some(Ok(game)) => sketched(&game.sketch(), style.charset),
        _ => board(position, style),
    }
}

/// Returns the board of a FEN with coordinates: a line for each rank, starting with the eighth, and a dot for each
/// empty square.
///
/// The FEN must be well-formed, as in a trace; otherwise only the readable part is drawn.
pub(crate) fn board(fen: &str, style: &Style) -> Vec<String> {
    let mut lines: Vec<String> = Vec::with_capacity(9);
    // Boards for teaching may be smaller than 8 by 8.
    let ranks = ranks(fen);
    let size = ranks.len();
    for (index, rank) in ranks.iter().enumerate() {
        let squares: Vec<String> = rank.chars().map(|symbol| figurine(symbol, style.charset).to_string()).collect();
        lines.push(format!("{} {}", size.saturating_sub(index), squares.join(" ")));
    }
    lines.push("  a b c d e f g h"[..1 + 2 * size].to_owned());
    lines
}

/// Returns the rows of a sketch with their labels.
fn sketched(sketch: &Sketch, charset: Charset) -> Vec<String> {
    let before = sketch.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |name: &str, places: &[String]| {
        let gap = if before == 0 { "" } else { " " };
        format!("{name:before$}{gap}{}", places.join(" ")).trim_end().to_owned()
    };
    let row = |(name, men): &(String, Vec<Man>)| {
        line(name, &men.iter().map(|one| man(*one, charset).to_string()).collect::<Vec<_>>())
    };
    let below = (!sketch.columns.is_empty()).then(|| line("", &sketch.columns));
    sketch.rows.iter().map(row).chain(below).collect()
}

fn man(man: Man, charset: Charset) -> char {
    match (charset, man) {
        (Charset::Ascii, _) | (_, Man::Empty) => man.letter(),
        (_, Man::First) => '✕',
        (_, Man::Second) => '○',
        (_, Man::Match) => '│',
    }
}

/// Returns the lines of a board with colours for squares and pieces, if the style has colours.
pub(crate) fn coloured(board: &[String], style: &Style) -> Vec<String> {
    let size = board.iter().take_while(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
    let line = |(rank, line): (usize, &String)| {
        // A board without row numbers consists of discs or matches. They must remain visible, so leave the line
        // unchanged.
        if size == 0 {
            return line.clone();
        }
        let (number, squares) = line.split_at(line.len().min(1));
        if size <= rank || !style.color {
            return style.paint(line, Paint::Quiet);
        }
        let squares: Vec<char> = squares.chars().collect();
        let square = |(file, square): (usize, &[char])| {
            let is_white = square.last().filter(|man| **man != '.').map(|man| WHITE.contains(*man));
            style.square(&square.iter().collect::<String>(), (file + rank) % 2 == (size + 1) % 2, is_white)
        };
        let squares: String = squares.chunks(2).enumerate().map(square).collect();
        style.paint(number, Paint::Quiet) + &squares
    };
    board.iter().enumerate().map(line).collect()
}

/// White's pieces, as letters and as figurines.
const WHITE: &str = "KQRBNP♔♕♖♗♘♙";

/// Returns the ranks of a FEN, starting with the eighth, with a letter or a dot for each square.
pub(crate) fn ranks(fen: &str) -> Vec<String> {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    let rank = |rank: &str| {
        let mut squares = String::new();
        // Each character stands for at least one square, except zeros.
        for symbol in rank.chars().filter(|&symbol| symbol != '0').take(MOST) {
            match symbol.to_digit(10) {
                Some(empty) => squares.push_str(&".".repeat(empty as usize)),
                None => squares.push(if symbol.is_ascii_graphic() { symbol } else { '?' }),
            }
        }
        squares.truncate(MOST);
        squares
    };
    placement.split('/').take(MOST).map(rank).collect()
}

/// The maximum number of ranks or files on a board.
const MOST: usize = 8;

fn figurine(symbol: char, charset: Charset) -> char {
    if charset == Charset::Ascii {
        return symbol;
    }
    let letters = "KQRBNPkqrbnp".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟".chars());
    letters.into_iter().find(|(letter, _)| *letter == symbol).map_or(symbol, |(_, figurine)| figurine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 4_085_604].map(grouped), ["0", "999", "1,000", "4,085,604"]);
    }

    #[test]
    fn numbers_lose_their_last_zeros_and_names_keep_theirs() {
        for (text, short) in [
            ("9.3 on average, >= 2.00", "9.3 on average, >= 2"),
            ("(-2.50, +inf)", "(-2.5, +inf)"),
            ("B-2.50   5.00", "B-2.50   5"),
            ("A_1.10 v1.20 10.00%", "A_1.10 v1.20 10.00%"),
        ] {
            assert_eq!(short_numbers(text), short);
        }
    }

    #[test]
    fn ordinals_are_english() {
        let all = [1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 101, 111, 112, 113, 121].map(ordinal);
        let wanted = "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 24th 101st 111th 112th 113th 121st";
        assert_eq!(all.join(" "), wanted);
    }

    #[test]
    fn no_word_makes_a_line_too_long() {
        let text = format!("Why was B{} not searched?", "[U+0095]".repeat(60));
        for width in [40, 80, 200, 400] {
            assert!(wrapped(&text, width).iter().all(|line| columns(line) <= width), "{width}");
            assert!(hanging(&text, width, 2).iter().all(|line| columns(line) <= width), "{width}");
        }
    }

    #[test]
    fn a_sign_stays_with_its_number() {
        let text = unbreakable("it is worth <= 12.00 and no more");
        assert_eq!(wrapped(&text, 16), ["it is worth", "<= 12.00 and no", "more"]);
    }
}
