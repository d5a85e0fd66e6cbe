//! Recognizes input that is almost a subject: text in a word processor's quotation marks, piles without a colon, a
//! tic-tac-toe board, rows of numbers.

use crate::page::escape;

/// Quotation marks of word processors, which no shell removes.
pub(super) const TYPOGRAPHIC_QUOTES: &str = "\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}\u{ab}\u{bb}";
/// Other quotation marks; Windows does not remove all of them.
const PLAIN_QUOTES: &str = "\"'`";
/// Dashes that word processors substitute for hyphens.
const DASHES: [char; 3] = ['\u{2013}', '\u{2014}', '\u{2212}'];

/// Returns the message for `words` if the first word begins with a word processor's dash. `before` is the part of the
/// command line before that word.
pub(super) fn long_dash(words: &[&str], before: &str) -> Option<String> {
    let (word, rest) = words.split_first()?;
    let name = word.strip_prefix(DASHES)?.trim_start_matches(['-', '\u{2013}']).replacen('=', " ", 1);
    let right = [&[name.as_str()], rest].concat().join(" ");
    Some(format!("`{word}` begins with a long dash; an option begins with two hyphens:\n  {before} --{right}"))
}

/// Returns the message for a text that is almost a subject of the command; `is_subject` recognizes subjects.
pub(super) fn look_alike(is_subject: &dyn Fn(&str) -> bool, command: &str, text: &str) -> Option<String> {
    if is_line(text) {
        let text = "this is a move and not a position; --after plays moves from one";
        return Some(format!("{text}:\n  plywood {command} startpos --after \"e4 e5\""));
    }
    let (what, subject) =
        quoted(is_subject, text).or_else(|| piles(text)).or_else(|| board(text)).or_else(|| rows(text))?;
    Some(format!("{what}:\n  plywood {command} {}", escape::shell(&subject)))
}

fn quoted(is_subject: &dyn Fn(&str) -> bool, text: &str) -> Option<(&'static str, String)> {
    let text = text.trim();
    let bare = text.trim_matches(|letter: char| {
        letter.is_whitespace() || TYPOGRAPHIC_QUOTES.contains(letter) || PLAIN_QUOTES.contains(letter)
    });
    let is_quoted = bare != text && is_subject(bare);
    is_quoted.then(|| ("these quotation marks are part of the text; leave them out", bare.to_owned()))
}

fn piles(text: &str) -> Option<(&'static str, String)> {
    let piles = text.strip_prefix("nim")?.split([' ', ',', ':', '(', ')']);
    let piles: Vec<&str> = piles.filter(|pile| !pile.is_empty()).collect();
    let is_nim = !piles.is_empty() && piles.iter().all(|pile| pile.parse::<u32>().is_ok());
    is_nim.then(|| ("the piles follow a colon", format!("nim:{}", piles.join(","))))
}

fn board(text: &str) -> Option<(&'static str, String)> {
    let man = |letter: char| match letter {
        'X' | 'x' => Some('X'),
        'O' | 'o' | '0' => Some('O'),
        '.' | '_' | '-' => Some('.'),
        _ => None,
    };
    let text = text.strip_prefix("ttt").unwrap_or(text);
    // A drawn board has bars between its squares, of which some may be empty, and lines between its rows.
    let is_line = |line: &&str| line.contains("-+-") || line.contains("---");
    let drawn: Vec<&str> = text.lines().filter(|line| !is_line(line)).collect();
    let cell = |cell: &str| if cell.trim().is_empty() { ".".to_owned() } else { cell.to_owned() };
    let text = match drawn.as_slice() {
        [_, _, _] => drawn.iter().flat_map(|line| line.trim_matches(['|', '\t']).split('|').map(cell)).collect(),
        _ => text.to_owned(),
    };
    let squares = text.chars().filter(|letter| !letter.is_whitespace() && !"/|,:".contains(*letter));
    let men: Vec<char> = squares.map(man).collect::<Option<_>>()?;
    let rows: Vec<String> = men.chunks(3).map(|row| row.iter().collect()).collect();
    (men.len() == 9)
        .then(|| ("a board of tic-tac-toe is one word, after ttt and a colon", format!("ttt:{}", rows.join("/"))))
}

fn rows(text: &str) -> Option<(&'static str, String)> {
    let is_score = |word: &str| word.is_empty() || word.parse::<f64>().is_ok();
    let is_row = |row: &&str| !row.is_empty() && row.split([' ', ',']).all(is_score);
    let rows: Vec<&str> = text.split(['/', ';', '|']).map(str::trim).collect();
    let lists: Vec<String> = rows.iter().map(|row| format!("({})", row.replace(',', " "))).collect();
    let is_tree = 1 < rows.len() && rows.iter().all(is_row);
    is_tree.then(|| ("brackets group the moves of each node", format!("({})", lists.join(" "))))
}

/// Returns whether all words look like chess moves, in any notation and language: `Nf3`, `Sf3`, `e2-e4`, `P-K4`.
fn is_line(text: &str) -> bool {
    let mut words =
        text.split_whitespace().map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let is_square = |end: &str| {
        let mut letters = end.chars();
        let square = (letters.next(), letters.next(), letters.next());
        matches!(square, (Some('a'..='h'), Some('1'..='8'), None))
    };
    let is_move = |word: &str| {
        let word = word.to_lowercase();
        let word = word.trim_end_matches(['+', '#', '!', '?']);
        let word = word.split('=').next().unwrap_or(word);
        let from = word.len().saturating_sub(2);
        let is_from =
            |start: &str| start.len() <= 5 && start.chars().all(|c| "kqrbnpdtlsc-x:abcdefgh12345678".contains(c));
        matches!(word, "o-o" | "o-o-o" | "0-0" | "0-0-0" | "p-k4" | "p-q4")
            || word.is_char_boundary(from) && is_square(&word[from..]) && is_from(&word[..from])
    };
    words.clone().next().is_some() && words.all(is_move)
}
