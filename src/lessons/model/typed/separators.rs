//! Checks the commas and spaces between the items of lists. A tree with ambiguous separators is rejected.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use crate::core::game::Mover;

/// An open bracket, and its offset.
pub(super) type OpenBracket = (usize, char);

/// A list that was read, with its separators.
#[derive(Debug)]
pub(super) struct ReadList {
    /// The offsets of the list's first byte and of the byte after the list.
    pub span: (usize, usize),
    /// The bracket that opens the list; `None` for rows without surrounding brackets.
    pub open: Option<char>,
    /// The bracket that opens the surrounding list, if there is one.
    pub parent: Option<char>,
    /// Whether a word before the list says who chooses.
    pub has_role: bool,
    pub items: Vec<ListItem>,
}

/// An item that was read.
pub(super) struct ReadItem {
    pub draft: Draft,
    pub end: usize,
    pub gap: Gap,
    /// The index of the list, if the item is a list.
    pub list: Option<usize>,
    /// The role named by the word before the item, which says who chooses.
    pub role: Option<Mover>,
    /// The name of the item that may be that of a person, although it also names a player.
    pub person: Option<String>,
    /// Whether a colon follows the name or the player of the item.
    pub is_signed: bool,
    /// Whether a space separates that word from the item.
    pub is_spaced: bool,
}

impl ReadItem {
    /// Returns how the item looks in its list. With `is_leaf`, a number is the score of a leaf that the list names.
    pub(super) fn listed(&self, is_leaf: bool) -> ListItem {
        let kind = match &self.draft.body {
            DraftBody::Moves(_) => ItemKind::List,
            DraftBody::Score(_) | DraftBody::Unknown(_) if self.draft.name.is_some() || is_leaf => ItemKind::NamedLeaf,
            DraftBody::Score(_) | DraftBody::Unknown(_) => ItemKind::Leaf,
        };
        ListItem { at: self.draft.at, end: self.end, kind, gap: self.gap }
    }
}

/// An item of a list, and the text before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListItem {
    pub at: usize,
    pub end: usize,
    pub kind: ItemKind,
    pub gap: Gap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// A leaf without a name.
    Leaf,
    NamedLeaf,
    List,
}

/// The separator between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Blank,
    Comma,
    /// A comma without a space.
    TightComma,
}

impl ReadList {
    /// Returns whether the list consists of at least two leaves without names and nothing else.
    fn is_group(&self) -> bool {
        2 <= self.items.len() && self.items.iter().all(|item| item.kind == ItemKind::Leaf)
    }

    /// Returns the pairs of adjacent items.
    fn pairs(&self) -> impl Iterator<Item = (ListItem, ListItem)> {
        self.items.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Returns the pairs of leaves that are separated only by a comma.
    fn tight(&self) -> impl Iterator<Item = (ListItem, ListItem)> {
        self.pairs().filter(|(first, second)| {
            first.kind != ItemKind::List && second.kind == ItemKind::Leaf && second.gap == Gap::TightComma
        })
    }
}

/// Rejects lists whose commas may have another meaning.
pub(super) fn check(text: &str, lists: &[ReadList]) -> Result<(), TypedFault> {
    lists.iter().try_for_each(|list| check_list(text, list))?;
    let is_blank = |(first, second): (ListItem, ListItem)| {
        first.kind == ItemKind::Leaf && second.kind == ItemKind::Leaf && second.gap == Gap::Blank
    };
    let has_blanks = lists.iter().any(|list| list.pairs().any(is_blank));
    if let Some(pair) = lists.iter().find_map(|list| list.tight().next()).filter(|_| has_blanks) {
        return Err(decimal(text, pair));
    }
    check_digits(text, lists)?;
    check_players(text, lists)
}

/// Rejects numbers that begin with 0, such as the second part of `1 000`, and full stops after some whole numbers but
/// not others: `(1. 3 2. 5)`.
fn check_digits(text: &str, lists: &[ReadList]) -> Result<(), TypedFault> {
    let leaves = || lists.iter().flat_map(|list| &list.items).filter(|item| item.kind == ItemKind::Leaf);
    let written = |item: &ListItem| text[item.at..item.end].trim_start_matches(['+', '-']);
    let is_dotted = |item: &&ListItem| written(item).ends_with('.');
    let is_whole = |item: &ListItem| written(item).bytes().all(|byte| byte.is_ascii_digit());
    let is_padded = |item: &&ListItem| matches!(written(item).as_bytes(), [b'0', b'0'..=b'9', ..]);
    if let Some(item) = leaves().find(is_padded) {
        return Err((item.at, TypedProblem::LeadingZero(text[item.at..item.end].to_owned())));
    }
    match leaves().find(is_dotted).filter(|_| leaves().any(is_whole)) {
        None => Ok(()),
        Some(item) => {
            let written = &text[item.at..item.end];
            let plain = written.trim_end_matches('.').to_owned();
            Err((item.at, TypedProblem::Numbered(written.to_owned(), plain)))
        }
    }
}

/// Rejects a list whose items show that its commas are decimal commas, such as `(3,5 12)`, `(1,000, 2)`, or `(3,5,
/// 2,5)`, and a list that mixes commas and spaces.
fn check_list(text: &str, list: &ReadList) -> Result<(), TypedFault> {
    let gaps = |is: fn(Gap) -> bool| {
        list.pairs()
            .any(|(first, second)| (first.kind != ItemKind::List || second.kind != ItemKind::List) && is(second.gap))
    };
    let is_mixed = gaps(|gap| gap == Gap::Blank) && gaps(|gap| gap != Gap::Blank);
    let is_padded = |&(_, second): &(ListItem, ListItem)| {
        let digits = &text[second.at..second.end];
        digits.starts_with('0') && digits.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
    };
    let alternates = list.is_group()
        && 4 <= list.items.len()
        && list.items.len().is_multiple_of(2)
        && list.items[1..]
            .iter()
            .enumerate()
            .all(|(index, item)| item.gap == if index.is_multiple_of(2) { Gap::TightComma } else { Gap::Comma });
    let pair = if is_mixed || alternates { list.tight().next() } else { list.tight().find(is_padded) };
    match pair {
        Some(pair) => Err(decimal(text, pair)),
        None if is_mixed => Err((list.span.0, TypedProblem::MixedSeparators)),
        None => Ok(()),
    }
}

fn decimal(text: &str, (first, second): (ListItem, ListItem)) -> TypedFault {
    let written = &text[first.at..second.end];
    let (before, after) = written.split_once(',').unwrap_or((written, ""));
    // A name before the first number does not belong to the number, and neither does the leaf after a probability.
    let whole = before.rsplit([':', '=']).next().unwrap_or(before).trim_start();
    let decimals = after.split([':', '=']).next().unwrap_or(after);
    let written = |sign: &str| format!("{whole}{sign}{decimals}");
    let at = first.at + before.len() - whole.len();
    (at, TypedProblem::DecimalComma(written(","), written("."), written(" ")))
}

/// Rejects a tree whose innermost lists look like the scores of several players. They do so if all of them have the
/// same number of scores and one more condition holds: commas separate these scores but not the lists, or only the
/// innermost lists have round brackets.
fn check_players(text: &str, lists: &[ReadList]) -> Result<(), TypedFault> {
    let is_row = |list: &&ReadList| list.parent.is_none();
    let groups: Vec<&ReadList> = lists.iter().filter(|list| list.is_group() && list.open.is_some()).collect();
    let [first, _, ..] = groups.as_slice() else { return Ok(()) };
    let players = first.items.len();
    let is_tuple = |list: &ReadList| {
        list.items.len() == players && !list.has_role && list.pairs().all(|(_, second)| second.gap != Gap::Blank)
    };
    let others = || lists.iter().filter(|list| !list.is_group());
    let has_leaves = others().any(|list| list.items.iter().any(|item| item.kind != ItemKind::List));
    if has_leaves || groups.iter().any(|list| is_row(list) || !is_tuple(list)) {
        return Ok(());
    }
    let has_commas = others()
        .filter(|list| list.open.is_some())
        .any(|list| list.pairs().any(|(_, second)| second.gap != Gap::Blank));
    let is_round = |list: &&ReadList| list.open == Some('(') && list.parent != Some('(');
    if has_commas && !groups.iter().all(is_round) {
        return Ok(());
    }
    let written = &text[first.span.0..first.span.1];
    let words: Vec<&str> = first.items.iter().map(|item| &text[item.at..item.end]).collect();
    Err((first.span.0, TypedProblem::Players(written.to_owned(), players, format!("({})", words.join(" ")))))
}

/// Returns the bracket that closes a list opened with this bracket; `None` if this character does not open a list.
pub(super) const fn close_of(c: char) -> Option<char> {
    match c {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Returns the quotation mark that closes a text opened with this quotation mark.
pub(super) const fn close_quote(c: char) -> Option<char> {
    match c {
        '\'' | '"' => Some(c),
        '\u{2018}' => Some('\u{2019}'),
        '\u{201c}' => Some('\u{201d}'),
        '\u{201e}' => Some('\u{201c}'),
        _ => None,
    }
}
