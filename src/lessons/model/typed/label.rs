//! The text at a node of a picture or an outline: its name, its score, and the player who chooses at the node.

use super::annotations::{is_arrow, is_value_word, without_annotations, without_announcement};
use super::draft::{Draft, DraftBody, PlayerDoubt};
use super::error::{TypedFault, TypedProblem};
use super::probability::{Parted, is_fraction, is_odd_number, of_symbol, without_probability};
use super::rows;
use super::unread;
use super::word::{
    CIRCLES, PlayerWord, TRIANGLES, is_behind_player, is_bound, is_minus, is_odd_fraction, is_weight, is_whole,
    may_be_name, number, player, role,
};
use crate::core::game::{ANY, Mover, is_unknown_leaf};
use std::borrow::Cow;

/// The text of a label, split into its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeText {
    pub role: Option<Mover>,
    pub score: Option<f64>,
    /// The probability of the branch to the node, from the first line.
    weight: Option<String>,
    /// A fraction alone in a line below: the probability of the branch, or the value of a node with moves.
    weight_below: Option<String>,
    /// The words other than the role, the score and the probability.
    pub(super) words: Vec<String>,
    /// The score as written.
    pub(super) written: Option<String>,
    /// Whether several numbers could be the score.
    has_several: bool,
    /// Whether a fraction or a percentage cannot be read.
    is_odd: bool,
    /// Whether the first line ends with a whole number that belongs to the name, as in `Move 1`.
    pub(super) is_numbered: bool,
    /// What to write instead of a minus sign that may be a dash.
    minus: Option<TypedProblem>,
    /// A word that may say who chooses.
    unclear_player: Option<(String, Mover)>,
    /// A bound where a score belongs, such as `>= 3`.
    bound: Option<String>,
    /// The number beside the label of a leaf, which may be that of the leaf.
    pub(super) beside: Option<String>,
    /// The whole text.
    pub(super) text: String,
}

impl NodeText {
    /// Returns the length of the whole text in bytes.
    pub(super) const fn length(&self) -> usize {
        self.text.len()
    }

    /// Reads a label of one line, `A = 3`, or of several lines: the name, then the score and other text.
    pub(super) fn read(text: &str) -> Self {
        let mut label = Self { text: text.trim().to_owned(), ..Self::default() };
        let text = &without_annotations(text);
        let is_number = |word: &String| number(word).is_ok();
        let mut lines: Vec<Vec<String>> = Vec::new();
        // The numbers that are alone in brackets in a line below.
        let mut bracketed = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let Parted { weight, rest } = without_probability(line);
            let signs = with_signs(&rest);
            let rest = words(&signs.text);
            if lines.is_empty() {
                label.weight = weight;
                label.minus = signs.unclear;
                lines.push(rest);
            } else if let Some(weight) = of_symbol(line) {
                label.weight_below.get_or_insert(weight);
            } else if rest.iter().all(is_number) {
                label.weight_below = label.weight_below.take().or(weight);
                if line.trim_start().starts_with(['(', '[']) && rest.len() == 1 {
                    bracketed.push(rest);
                } else {
                    lines.push(rest);
                }
            } else {
                label.is_odd |= is_odd_number(line);
                // Other words may explain a number, as in `9 x 1/3`.
                lines.push(words(line));
            }
        }
        let is_score = |words: &Vec<String>| !words.is_empty() && words.iter().all(is_number);
        let is_lone = |lines: &[Vec<String>]| lines.first().is_some_and(|first| first.len() == 1 && is_score(first));
        // Beside a score, a fraction in brackets is the probability, as in `3` and `(0.2)`.
        let is_scored = is_lone(&lines) || lines.iter().skip(1).any(is_score);
        for words in bracketed {
            if is_scored && label.weight_below.is_none() && is_fraction(&words[0]) {
                label.weight_below = Some(words[0].clone());
            } else {
                label.has_several |= is_lone(&lines);
                lines.push(words);
            }
        }
        // A fraction above a score is the probability, too.
        if is_lone(&lines) && is_fraction(&lines[0][0]) && lines.iter().skip(1).any(is_score) && label.weight.is_none()
        {
            label.weight = Some(lines.remove(0).remove(0));
            label.has_several |= is_lone(&lines) && is_fraction(&lines[0][0]);
        }
        lines.retain(|words| !words.is_empty());
        let first = lines.first().map_or(&[] as &[String], Vec::as_slice);
        let below = lines.iter().skip(1).flatten().find(|word| is_number(word));
        // Below a number that is alone, other words explain a number that may be anything.
        let is_announced = |words: &Vec<String>| is_score(words) || words.iter().any(|word| is_value_word(word));
        if below.is_some() && is_lone(&lines) && !lines.iter().skip(1).any(is_announced) {
            label.has_several = true;
        }
        let score = below.or_else(|| first.last().filter(|word| is_number(word)));
        label.score = score.and_then(|word| number(word).ok());
        label.written = score.cloned();
        label.bound = bound(text, &lines, score);
        label.minus = label.minus.filter(|_| below.is_none());
        let name = if below.is_none() && score.is_some() { &first[..first.len() - 1] } else { first };
        let has_role = name.iter().any(|word| matches!(player(word), Some(PlayerWord::Clear(_))));
        let name = &if score.is_some() { without_announcement(name, has_role) } else { name.to_vec() };
        label.read_players(name, &lines[lines.len().min(1)..]);
        let alone = lines.iter().skip(1).filter(|words| words.iter().all(is_number)).flatten().count();
        // In `state 2: 7` and `s(2): 7`, the name ends with a number.
        let is_numbered = name.last().is_some_and(|word| is_whole(word) || has_number_inside(word)) && is_signed(text);
        let others = &name[..name.len() - usize::from(is_numbered)];
        let has_two =
            below.is_none() && score.is_some() && others.iter().any(|word| is_number(word) || has_number_inside(word));
        label.has_several |= 1 < alone || has_two;
        label.is_odd |= name.iter().any(|word| is_odd_fraction(word) || word.contains('/') && is_weight(word));
        label.is_numbered = below.is_none() && is_named_by_number(text) && !label.words.is_empty();
        label
    }

    /// Reads who chooses, from the words of the name and the lines below it. The other words are the name.
    fn read_players(&mut self, name: &[String], below: &[Vec<String>]) {
        let is_dash = |word: &String| word.chars().all(is_minus);
        let mut is_behind = false;
        for word in name.iter().filter(|word| !is_bound(word) && !is_glued_bound(word) && !is_dash(word)) {
            is_behind &= is_behind_player(word);
            match player(word) {
                _ if is_behind => {}
                Some(PlayerWord::Clear(role)) if self.role.is_none() => (self.role, is_behind) = (Some(role), true),
                Some(PlayerWord::Unclear(role)) => {
                    self.unclear_player = self.unclear_player.take().or_else(|| Some((word.clone(), role)));
                    self.words.push(word.clone());
                }
                Some(PlayerWord::Clear(_)) | None => self.words.push(word.clone()),
            }
        }
        // Alone, `die` may also be a word of another language.
        let is_roll = |pair: &&[String]| pair[0].eq_ignore_ascii_case("die") && pair[1].eq_ignore_ascii_case("roll");
        let roll = name.windows(2).find(is_roll).map(|pair| (pair.join(" "), Mover::Chance));
        self.unclear_player = self.unclear_player.take().or(roll);
        let clear = |word: &String| if let Some(PlayerWord::Clear(role)) = player(word) { Some(role) } else { None };
        self.role = self.role.or_else(|| below.iter().flatten().find_map(clear));
    }

    /// Returns a label that consists of these parts: a name, and a score or the mark of an unknown score.
    pub(super) fn of(name: Option<&str>, score: Option<&str>, text: &str) -> Self {
        let unknown = score.filter(|score| *score == ANY);
        let words = name.into_iter().chain(unknown).map(str::to_owned).collect();
        let score = score.and_then(|score| number(score).ok());
        Self { words, score, text: text.trim().to_owned(), ..Self::default() }
    }

    /// Returns the name that the text gives to its node, which may be a leaf or have moves.
    pub(super) fn name(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join("_"))
    }

    /// Returns who chooses, if the text says nothing else.
    pub(super) fn lone_player(&self) -> Option<Mover> {
        self.role.filter(|_| self.words.is_empty() && self.score.is_none())
    }

    /// Returns whether the text has a score, or a bound where a score belongs.
    pub(super) fn has_score(&self) -> bool {
        self.score.is_some() || self.bound.is_some()
    }

    /// Returns the word that may say who chooses, for a text at this offset.
    pub(super) fn doubt(&self, at: usize) -> Option<PlayerDoubt> {
        let (word, player) = self.unclear_player.clone().filter(|_| self.role.is_none())?;
        Some(PlayerDoubt { at, word, player, is_class: false })
    }

    /// Returns the word for the player, if it is the whole label and may be a name.
    pub(super) fn lone(&self) -> Option<String> {
        let word = self.text.trim_end_matches(':');
        (self.role.is_some() && may_be_name(word)).then(|| word.to_owned())
    }

    /// Returns the node with these moves. A number is its name if the text has no other words, or a part of its name if
    /// it follows them as in `Move 1`. Otherwise, it is the value or the probability of the node.
    pub(super) fn inner(&self, at: usize, moves: Vec<Draft>) -> Result<Draft, TypedFault> {
        self.check(at, self.is_odd || has_odds(&self.text))?;
        let is_alone = self.words.is_empty() && self.role.is_none();
        // In `0.2 MIN`, the fraction is not a name.
        let fraction = match self.words.as_slice() {
            [word] if self.role.is_some() && is_fraction(word) => Some(word),
            _ => None,
        };
        let number = self.written.as_ref().or(fraction).cloned();
        let number = number.or_else(|| self.weight.clone().filter(|_| is_alone));
        let numbering = self.written.as_ref().filter(|_| self.is_numbered && self.role.is_none());
        let name = self.name().map(|name| numbering.map_or_else(|| name.clone(), |number| format!("{name}_{number}")));
        let name = name.filter(|_| fraction.is_none()).or_else(|| number.clone().filter(|_| is_alone));
        let hint = number.or_else(|| self.weight_below.clone());
        let weight = self.weight.clone().filter(|_| self.written.is_some() || !is_alone);
        let is_sign = |c: &char| TRIANGLES.contains(c) || CIRCLES.contains(c);
        let sign = self.text.chars().find(is_sign).filter(|_| self.role.is_some());
        let (doubt, lone) = (self.doubt(at), self.lone());
        Ok(Draft { name, role: self.role, sign, doubt, lone, weight, hint, ..Draft::new(at, DraftBody::Moves(moves)) })
    }

    /// Returns the leaf that the text describes; it must contain a score or mark the score as unknown.
    pub(super) fn leaf(&self, at: usize) -> Result<Draft, TypedFault> {
        if let Some(problem) = &self.minus {
            return Err((at, problem.clone()));
        }
        if let Some(bound) = &self.bound {
            return Err((at, TypedProblem::NoNumber(bound.clone())));
        }
        // Only at a leaf, a number directly behind the name must be the score.
        if self.score.is_none()
            && let Cow::Owned(spaced) = with_space(without_annotations(&self.text).trim())
        {
            return Self::read(&spaced).leaf(at);
        }
        self.check(at, self.is_odd || self.has_several)?;
        if self.weight.is_none() && !self.text.contains('\n') {
            rows::check_leaf(at, &self.text)?;
        }
        let weight = self.weight.clone().or_else(|| self.weight_below.clone());
        if let Some(score) = self.score {
            let stacked = self.stacked().filter(|_| weight.is_none());
            let numbered = self.name().filter(|_| self.is_numbered);
            return Ok(Draft {
                name: self.name(),
                weight,
                stacked,
                numbered,
                beside: self.beside.clone().map(|beside| (self.text.clone(), beside)),
                ..Draft::new(at, DraftBody::Score(score))
            });
        }
        let unknown = self.words.split_last().filter(|(last, _)| is_unknown_leaf(last));
        // In `3 (a)`, the letter is a remark.
        let is_remark = self.text.ends_with([')', ']']) && self.words.iter().any(|word| number(word).is_ok());
        let unknown = unknown.filter(|_| !is_remark);
        let (last, name) = unknown.ok_or_else(|| (at, unread::problem(without_annotations(&self.text).trim())))?;
        let name = (!name.is_empty()).then(|| name.join("_"));
        Ok(Draft { name, weight, ..Draft::new(at, DraftBody::Unknown(last.clone())) })
    }

    /// Returns the numbers of a text that has two lines, each of which is a number.
    fn stacked(&self) -> Option<String> {
        let lines: Vec<&str> = self.text.lines().map(str::trim).collect();
        (lines.len() == 2 && lines.iter().all(|line| number(line).is_ok())).then(|| lines.join(", "))
    }

    fn check(&self, at: usize, is_unclear: bool) -> Result<(), TypedFault> {
        if is_unclear { Err((at, TypedProblem::SeveralNumbers(self.text.clone()))) } else { Ok(()) }
    }
}

/// A line with each sign directly before its number.
pub(super) struct SignedLine {
    pub text: String,
    /// The error for a minus sign that may be a dash, as in `A - 3`.
    pub unclear: Option<TypedProblem>,
}

/// Returns a line without spaces between signs and numbers: `A = - 3` becomes `A = -3`.
pub(super) fn with_signs(line: &str) -> SignedLine {
    let mut signed = SignedLine { text: String::with_capacity(line.len()), unclear: None };
    // Of the last unclear sign: the length of the text above it, and the number behind it.
    let mut unclear = None;
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c == '+' || is_minus(c)) {
        let (before, sign) = rest.split_at(at);
        signed.text.push_str(before);
        let length = sign.chars().next().map_or(0, char::len_utf8);
        let (sign, behind) = sign.split_at(length);
        let number = behind.trim_start();
        let above = signed.text.trim_end();
        let is_apart = number.len() < behind.len() && number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let is_first = above.is_empty() || above.ends_with([':', '=', ',', '(', '[']);
        if is_apart && is_first {
            signed.text.push_str(sign);
            rest = number;
            continue;
        }
        let is_spaced = above.len() < signed.text.len() && !above.ends_with(|c: char| c.is_ascii_digit());
        if is_apart && is_spaced && sign != "+" {
            unclear = Some((above.len(), number));
        }
        signed.text.push_str(sign);
        rest = behind;
    }
    signed.text.push_str(rest);
    signed.unclear = unclear.map(|(length, number)| {
        let written = |sign: &str| format!("{} = {sign}{number}", &signed.text[..length]);
        TypedProblem::UnclearSign(line.trim().to_owned(), written("-"), written(""))
    });
    signed
}

/// Returns a text with a space before the value in brackets at its end: `A(3)` becomes `A (3)`, and so do words after a
/// player: `MAX(root)`.
pub(super) fn with_space(text: &str) -> Cow<'_, str> {
    let open = text.strip_suffix([')', ']']).and_then(|inside| inside.rfind(['(', '[']));
    let Some((name, value)) = open.map(|at| text.split_at(at)) else { return Cow::Borrowed(text) };
    let inside = &value[1..value.len() - 1];
    let is_value = number(inside).is_ok() || role(inside).is_some() || role(name).is_some();
    if is_value && name.ends_with(char::is_alphanumeric) {
        Cow::Owned(format!("{name} {value}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether a text is a leaf: a score alone, or after a colon or an equals sign.
pub(super) fn is_leaf(text: &str) -> bool {
    number(text).is_ok() || is_signed(text) && NodeText::read(text).score.is_some()
}

/// Returns the bound that a text has where the score of a leaf belongs: `>= 3`.
fn bound(text: &str, lines: &[Vec<String>], score: Option<&String>) -> Option<String> {
    let is_after_sign = |words: &Vec<String>| {
        words.windows(2).any(|pair| is_bound(&pair[0]) && score.is_some_and(|score| std::ptr::eq(score, &pair[1])))
    };
    let has_bound = match score {
        Some(_) => lines.iter().any(is_after_sign),
        None => lines.iter().flatten().any(|word| is_glued_bound(word)),
    };
    let start = text.find(|c: char| is_bound(c.encode_utf8(&mut [0; 4]))).filter(|_| has_bound)?;
    text[start..].lines().next().map(|bound| bound.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns whether a text has the odds of a branch after its first word: `A (1:9)`.
fn has_odds(text: &str) -> bool {
    let is_odds = |word: &str| word.split_once(':').is_some_and(|(part, other)| is_whole(part) && is_whole(other));
    text.split_whitespace().skip(1).any(|word| is_odds(word.trim_matches(['(', ')', '[', ']'])))
}

/// Returns whether a word is a bound with its sign: `>=3`, `≤2`.
fn is_glued_bound(word: &str) -> bool {
    let announced = word.trim_start_matches(char::is_alphabetic);
    let is_announced = is_value_word(&word[..word.len() - announced.len()]);
    let bound = if is_announced { announced } else { word };
    let number_of = bound.trim_start_matches(|c: char| is_bound(c.encode_utf8(&mut [0; 4])));
    number_of.len() < bound.len() && number(number_of).is_ok()
}

/// Returns the words of a line.
fn words(line: &str) -> Vec<String> {
    // A sign says who chooses, also directly before a name.
    let signs = TRIANGLES.into_iter().chain(CIRCLES).filter(|_| !line.is_ascii());
    let line = signs.fold(line.to_owned(), |line, sign| line.replace(sign, &format!(" {sign} ")));
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',')).map(unbracketed);
    words.filter(|word| !matches!(*word, "" | "★" | "*" | "▶" | "//") && !is_arrow(word)).map(str::to_owned).collect()
}

/// Returns whether a word is a name with a number in brackets: `J(10)`, and `J[10` without the bracket at its end.
fn has_number_inside(word: &str) -> bool {
    let inside = word.trim_end_matches([')', ']']).rsplit_once(['(', '[']);
    inside.is_some_and(|(name, score)| !name.is_empty() && number(score).is_ok())
}

/// Returns a line without a colon or an equals sign at its end.
fn unfinished(line: &str) -> &str {
    line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '='))
}

/// Returns whether a colon or an equals sign comes before the last word of a line.
pub(super) fn is_signed(line: &str) -> bool {
    let name = unfinished(line).trim_end_matches(|c: char| !c.is_whitespace() && !matches!(c, ':' | '='));
    name.trim_end().ends_with([':', '='])
}

/// Returns whether a line ends with a whole number after a word, as in `Move 1`.
fn is_named_by_number(line: &str) -> bool {
    let line = unfinished(line);
    let number = line.split_whitespace().next_back().unwrap_or_default();
    is_whole(number) && !is_signed(line)
}

/// Returns a word without surrounding brackets and the stars of Markdown. The bracket that closes one inside the word
/// stays, as in `h(n)`.
fn unbracketed(word: &str) -> &str {
    let is_around = |c: char| matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | ';');
    let word = word.trim_start_matches(is_around);
    let inside = word.trim_end_matches(is_around);
    let is_open = inside.contains('(') && word[inside.len()..].starts_with(')');
    let inside = if is_open { &word[..inside.len() + 1] } else { inside };
    inside.strip_prefix('*').and_then(|word| word.strip_suffix('*')).unwrap_or(inside)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};
    use super::*;

    #[test]
    fn a_label_has_a_name_and_a_score_in_many_ways() {
        for (text, name, score) in [
            ("3", None, Some(3.0)),
            ("A", Some("A"), None),
            ("A 3", Some("A"), Some(3.0)),
            ("A = \u{2212}3", Some("A"), Some(-3.0)),
            ("A: 3", Some("A"), Some(3.0)),
            ("A (3)", Some("A"), Some(3.0)),
            ("left side\n3", Some("left_side"), Some(3.0)),
            ("★ A2\n12 ≥ 3 of A1\nno better", Some("A2"), Some(12.0)),
            ("B2\nnot searched", Some("B2"), None),
            ("B2\n(4)\nnot searched", Some("B2"), Some(4.0)),
            ("1\n7", Some("1"), Some(7.0)),
            ("", None, None),
        ] {
            let label = NodeText::read(text);
            assert_eq!((label.name().as_deref(), label.score), (name, score), "{text}");
        }
        assert_eq!(NodeText::read("MAX").role, Some(Mover::Max));
        assert_eq!(NodeText::read("B\nmin").role, Some(Mover::Min));
        assert_eq!(NodeText::read("Min B").name().as_deref(), Some("B"));
    }

    #[test]
    fn a_sign_with_a_space_after_it_belongs_to_the_number() {
        for text in [
            "root\n  A = - 3\n  B: \u{2212} 5",
            "digraph{r->a; r->b; a[label=\"- 3\"]; b[label=\"B\\n- 5\"]}",
            "flowchart TB\n r --> a[\"- 3\"] & b[\"b (- 5)\"]",
            "\\Tree [.r {$- 3$} {$- 5$} ]",
            "\\begin{forest}[r [$- 3$] [$b = - 5$]]\\end{forest}",
        ] {
            assert_eq!(tree(text), "(-3 -5)", "{text}");
        }
        let unclear = "line 2, column 3: the sign in `A - 3` could belong to the number or be a dash or bullet; write A = -3 or A = 3";
        assert_eq!(error("root\n  A - 3\n  B 5"), unclear);
        assert_eq!(tree("root\n  Round - 1\n    3\n    4\n  B 5"), "((3 4) 5)");
    }

    /// A number alone in the first line is the score, unless another number is alone below it.
    #[test]
    fn a_score_may_come_before_other_lines() {
        for (text, same) in [
            ("flowchart TD\n a((CHANCE)) --> b[\"3<br/>(0.2)\"] & c[\"5<br/>(0.8)\"]", "chance(0.2: b=3 0.8: c=5)"),
            (
                "flowchart TD\n a((CHANCE)) --> b[\"3<br/>p=0.2\"] & c[\"C<br/>5<br/>(0.8)\"]",
                "chance(0.2: b=3 0.8: C=5)",
            ),
            (
                "digraph{a->b;a->c;a[label=chance];b[label=\"3\\n(0.2)\"];c[label=\"5\\n(0.8)\"]}",
                "chance(0.2: b=3 0.8: c=5)",
            ),
            ("\\begin{forest}[CHANCE [3\\\\(0.2)] [5\\\\(0.8)]]\\end{forest}", "chance(0.2: 3 0.8: 5)"),
            ("digraph{a->b;a->c;b[label=\"3\\n\u{3b1}=5\"];c[label=\"4\"]}", "(b=3 c=4)"),
            ("digraph{a->b;a->c;b[label=\"1\\nvalue 7\"];c[label=\"4\"]}", "(1=7 c=4)"),
            ("digraph{a->b;a->c;b[label=\"1\\n7\"];c[label=\"4\"]}", "(1=7 c=4)"),
        ] {
            assert_eq!((tree(text), names(text)), (tree(same), names(same)), "{text}");
        }
        for below in ["depth 2", "(5)"] {
            let text = format!("digraph{{a->b;a->c;b[label=\"3\\n{below}\"];c[label=4]}}");
            assert!(error(&text).contains("has numbers whose meaning is unclear"), "{text}: {}", error(&text));
        }
        assert!(error("flowchart TD\n a[MAX] --> b[\"B<br/>\u{3b1}=3\"] & c[4]").contains("the leaf `b` has no score"));
    }

    #[test]
    fn what_only_explains_a_score_is_not_a_name() {
        let leaves = "\n    3\n    12\n  B\n    2\n    4";
        for (first, name) in [
            ("MIN \u{2264}2", "A"),
            ("MIN >=3", "A"),
            ("MIN (value\u{2264}2)", "A"),
            ("MIN A [\u{3b1}=-\u{221e}, \u{3b2}=+\u{221e}] \u{2192} 3", "A"),
            ("A (MIN, value 3)", "A"),
            ("A (\u{3b1}=-\u{221e}, \u{3b2}=\u{221e})", "A"),
            ("D [alpha=-inf, beta=3]", "D"),
            ("MIN \u{2192} 3", "A"),
            ("D h(n)=3", "D"),
            ("**D**", "D"),
            ("**D:** 3", "D"),
            ("*D*", "D"),
            ("u(a)", "u(a)"),
        ] {
            let text = format!("MAX\n  {first}{leaves}");
            assert_eq!((tree(&text).as_str(), names(&text)[0].as_str()), ("((3 12) (2 4))", name), "{text}");
        }
        assert_eq!(names("MAX\n  D h(n)=3\n  E -> 4\n  **F:** 5\n  u(a)=6"), ["D", "E", "F", "u(a)"]);
        assert_eq!(names("root\n  alpha: 3\n  beta: 4"), ["alpha", "beta"]);
        assert_eq!(
            tree("MAX [\u{3b1}=-\u{221e}, \u{3b2}=+\u{221e}]\n  MIN\n    3\n    12\n  MIN\n    2\n    4"),
            "((3 12) (2 4))"
        );
        let drawn = "chance\n  P(A)=0.1\n    2\n    4\n  P(B)=0.9\n    3\n    12";
        assert_eq!(tree(drawn), "chance(0.1: max(2 4) 0.9: max(3 12))");
        assert_eq!(names(drawn)[..2], ["A", "A1"]);
    }

    #[test]
    fn a_bound_is_not_a_score() {
        for (text, bound) in [
            ("root\n  A: >= 3\n  B: <= 2", ">= 3"),
            ("root\n  A >3\n  B <2", ">3"),
            ("digraph{r->a; r->b; a[label=\"\u{2265} 3\"]; b[label=2]}", "\u{2265} 3"),
            ("flowchart TB\n r --> a[\"a<br/>\u{2264}3\"] & b[2]", "\u{2264}3"),
            ("\\begin{forest}[r [$\\geq 3$] [4]]\\end{forest}", "\u{2265} 3"),
            ("\\Tree [.r {$a \\le 3$} 4 ]", "\u{2264} 3"),
        ] {
            let problem = format!("`{bound}` is not a score; a leaf has one value, not a bound");
            assert!(error(text).contains(&problem), "{text}: {}", error(text));
        }
        assert_eq!(names("root\n  A >= 3\n    3\n    12\n  B 2"), ["A", "A1", "A2", "B"]);
    }

    #[test]
    fn inner_nodes_may_be_numbered() {
        assert_eq!(names("root\n  Move 1\n    x: 3\n  Move 2:\n    y: 2"), ["Move_1", "x", "Move_2", "y"]);
        assert_eq!(
            names("\\begin{forest}[r [Move 1 [x 3]] [Move 2 [y 2]]]\\end{forest}"),
            ["Move_1", "x", "Move_2", "y"]
        );
        // After an equals sign or in brackets, the number is a value.
        assert_eq!(names("root\n  A = 3\n    x: 3\n  B (2)\n    y: 2"), ["A", "x", "B", "y"]);
    }

    #[test]
    fn a_label_says_who_chooses_in_many_ways() {
        let leaves = "\n    3\n    12\n  B\n    2\n    4";
        for root in [
            "MIN",
            "min:",
            "MIN 1",
            "MIN1",
            "A <MIN>",
            "A (min)",
            "\u{25bd} A",
            "\u{25bd}A",
            "\u{2207}",
            "MIN's turn",
            "minimize",
            "Minimizer A",
        ] {
            let text = format!("{root}\n  A{leaves}");
            assert_eq!(tree(&text), "min(max(3 12) max(2 4))", "{text}");
        }
        for text in [
            "digraph{MIN->MAX1; MIN->MAX2; MAX1->{a b}; MAX2->{c d}; a[label=3]; b[label=12]; c[label=2]; d[label=4]}",
            "flowchart TB\n MIN --> MAX1 & MAX2\n MAX1 --> a[3] & b[12]\n MAX2 --> c[2] & d[4]",
            "flowchart TB\n A((\"\u{25bd}\")) --> B((\"\u{25b3}\")) & C((\"\u{25b3}\"))\n B --> b1[3] & b2[12]\n C --> c1[2] & c2[4]",
            "{'MIN1': {'MAX1': [3, 12], 'MAX2': [2, 4]}}",
            "(MIN1 (MAX1 3 12) (MAX2 2 4))",
            "\\begin{forest}[$\\nabla$ [$\\triangle$ [3] [12]] [$\\Delta$ [2] [4]]]\\end{forest}",
            "\\Tree [.$\\bigtriangledown$ [.$\\bigtriangleup$ 3 12 ] [.$\\bigtriangleup$ 2 4 ] ]",
        ] {
            assert_eq!(tree(text), "min(max(3 12) max(2 4))", "{text}");
        }
        for (root, player) in [("A_min", "MIN"), ("min-node", "MIN"), ("minNode", "MIN")] {
            let problem = format!(
                "line 1, column 1: `{root}` could be a name or say that {player} chooses here; write the player before the list"
            );
            let text = format!("{root}\n  A{leaves}");
            assert!(error(&text).starts_with(&problem), "{text}: {}", error(&text));
        }
        for root in ["Minimierer", "M\u{ed}n", "Minimizador A", "A - MIN", "A (MIN node)"] {
            let text = format!("{root}\n  A{leaves}");
            assert_eq!(tree(&text), "min(max(3 12) max(2 4))", "{text}");
        }
        for root in ["Expectation", "Zufall", "Zufallsknoten K"] {
            let text = format!("MAX\n  {root}{}", leaves.replace("\n  B", &format!("\n  {root}")));
            assert_eq!(tree(&text), "max(chance(3 12) chance(2 4))", "{text}");
        }
        for (root, word) in [
            ("MINI", "MINI"),
            ("Minknoten", "Minknoten"),
            ("minplayer2", "minplayer2"),
            ("Expectimax", "Expectimax"),
            ("coin flip", "coin"),
            ("die roll", "die roll"),
            ("dice", "dice"),
            ("Nature", "Nature"),
            ("chance_A", "chance_A"),
        ] {
            let text = format!("{root}\n  A{leaves}");
            assert!(
                error(&text).contains(&format!("`{word}` could be a name or say that")),
                "{text}: {}",
                error(&text)
            );
        }
        let graph = error("MAX: chance_A, chance_B\nchance_A: 6, 3\nchance_B: 8, 1");
        assert!(graph.contains("`chance_A` could be a name or say that chance chooses here"), "{graph}");
        // Other words only begin in the same way.
        for root in ["Mint", "Maxima", "Minna", "Admin", "mean_A", "Maximilian", "Climax"] {
            assert_eq!(tree(&format!("{root}\n  A{leaves}")), "((3 12) (2 4))", "{root}");
        }
    }

    /// In other trees, all nodes may be circles, or those of MIN.
    #[test]
    fn a_circle_beside_triangles_is_a_chance_node() {
        for text in [
            "\\begin{forest}[$\\triangle$ [$\\bigcirc$ [3] [12]] [$\\circ$ [4] [6]]]\\end{forest}",
            "\\Tree [.$\\triangle$ [.$\\bigcirc$ 3 12 ] [.$\\bigcirc$ 4 6 ] ]",
            "flowchart TD\n r[\"\u{25b3}\"] --> a[\"\u{25cb}\"] & b((\"\u{25cb}\"))\n a --> 3 & 12\n b --> 4 & 6",
            "\u{25b3}\n  \u{25cb}\n    3\n    12\n  \u{25cb}\n    4\n    6",
        ] {
            assert_eq!(tree(text), "max(chance(3 12) chance(4 6))", "{text}");
        }
        assert_eq!(
            tree("\\begin{forest}[MAX [$\\bigcirc$ [3,el=0.5] [12,el=0.5]] [4]]\\end{forest}"),
            "max(chance(0.5: 3 0.5: 12) 4)"
        );
        let refused = error("\\begin{forest}[MAX [$\\bigcirc$ [3] [12]] [$\\bigcirc$ [4] [6]]]\\end{forest}");
        assert!(refused.contains("`\u{25cb}` could be a name or say that chance chooses here"), "{refused}");
    }

    #[test]
    fn the_scores_of_several_players_are_refused() {
        for (text, problem) in [
            (
                "\\begin{forest}[1 [2 [2\\\\3] [5\\\\1]] [2 [0\\\\0] [4\\\\4]]]\\end{forest}",
                "`(2, 3)` may be the scores of 2 players at one leaf",
            ),
            ("digraph{a->b; a->c; b[label=\"1\\n2\"]; c[label=\"4\\n3\"]}", "`(1, 2)` may be the scores of 2 players"),
            ("flowchart TD\n a --> b[\"1<br/>2\"] & c[\"4<br/>3\"]", "`(1, 2)` may be the scores of 2 players"),
            (
                "tree = {\"A\": [\"B\", \"C\"], \"B\": [\"D\", \"E\"], \"C\": [\"F\", \"G\"]}\n\
                 payoff = {\"D\": (1, 2), \"E\": (4, 3), \"F\": (6, 1), \"G\": (7, 4)}",
                "line 2, column 16: `(1, 2)` may be the scores of 2 players",
            ),
            (
                "Player 1\n  Player 2\n    Player 3\n      1, 2, 3\n      4, 3, 3",
                "`(1, 2, 3)` may be the scores of 3 players",
            ),
            ("Player 1\n  Player 2\n    1, 2\n    4, 3", "`(1, 2)` may be the scores of 2 players"),
            (
                "Player 1\n  Player 2\n    Player 3\n      1\n      4\n  B 3",
                "line 3, column 5: `Player 3` is a third player, and plywood searches games of two players",
            ),
        ] {
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
        assert_eq!(tree("{'A': ('B', 'C'), 'B': (3, 12), 'C': (2, 4)}"), "((3 12) (2 4))");
    }

    #[test]
    fn a_window_at_the_root_is_not_passed_over() {
        let below = "\n  A\n    3\n    12\n  B 5";
        for root in ["MAX (\u{3b1}=4, \u{3b2}=8)", "MAX \u{3b1}=4 \u{3b2}=8", "MAX [alpha = 4, beta = 8]"] {
            let text = format!("{root}{below}");
            assert!(error(&text).contains("at the root is not used"), "{text}: {}", error(&text));
        }
        // After a search, the root may show its alpha.
        assert_eq!(tree(&format!("MAX (\u{3b1}=5, \u{3b2}=+\u{221e}){below}")), "((3 12) 5)");
    }

    #[test]
    fn a_line_with_only_a_player_describes_the_node_above_it() {
        for text in [
            "A:\n  min: [3, 12]\nB:\n  min: [2, 4]",
            "max:\n  A:\n    min: [3, 12]\n  B:\n    min: [2, 4]",
            "max:\n  - min: [3, 12]\n  - min: [2, 4]",
            "root\n  A\n    MIN\n      3\n      12\n  B\n    MIN\n      2\n      4",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(tree("MAX\n  MIN\n    3\n    4"), "((3 4))");
    }
}
