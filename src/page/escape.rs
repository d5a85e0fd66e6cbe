//! Escapes text for formats with special characters, one function per format, so that a name is never read as markup.

use super::tex_letters::{cyrillic_word, greek, is_cyrillic, latin};
use super::text::visible;
use crate::core::text::{acts, numbered};

/// Returns the text, escaped for use in an element or an attribute of HTML or XML.
pub(crate) fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// Returns the text, escaped for use in an element of HTML or XML. A mark after each word with right-to-left letters
/// keeps what follows to the right of the word, so that words and numbers stay in order.
pub(crate) fn xml_text(text: &str) -> String {
    let is_turned =
        |letter: char| matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}');
    if !text.contains(is_turned) {
        return xml(text);
    }
    let word = |word: &str| if word.contains(is_turned) { format!("{}&#8206;", xml(word)) } else { xml(word) };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the text, escaped for use in Markdown, even in a table: a backslash precedes anything that could be markup.
pub(crate) fn markdown(text: &str) -> String {
    by_letter(text, |letter, safe| match letter {
        '&' => safe.push_str("&amp;"),
        '<' => safe.push_str("&lt;"),
        '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '>' | '!' | '@' => {
            safe.extend(['\\', letter]);
        }
        _ => safe.push(letter),
    })
}

/// Returns a fence of backticks for a block of Markdown, longer than any fence inside the block.
pub(crate) fn fence(block: &str) -> String {
    let longest = block.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}

pub(crate) fn dot(text: &str) -> String {
    by_letter(text, |letter, safe| match letter {
        '\\' | '"' => safe.extend(['\\', letter]),
        // Graphviz interprets HTML entities even in plain strings.
        '&' => safe.push_str("&amp;"),
        '<' => safe.push_str("&lt;"),
        '>' => safe.push_str("&gt;"),
        _ => safe.push(letter),
    })
}

/// Returns the text, escaped for use in Mermaid: special characters are written as numbers.
pub(crate) fn mermaid(text: &str) -> String {
    by_letter(text, |letter, safe| match letter {
        '\u{a0}' => safe.push(' '),
        _ if letter.is_alphanumeric() || " .,+=()/:*≤≥∞★…-".contains(letter) => safe.push(letter),
        _ => safe.push_str(&format!("#{};", u32::from(letter))),
    })
}

/// Returns an argument quoted for a shell. Control characters are written as bytes.
pub(crate) fn shell(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    if !argument.contains(acts) {
        return format!("'{}'", argument.replace('\'', "'\\''"));
    }
    let letter = |letter: char| match letter {
        '\'' | '\\' => format!("\\{letter}"),
        _ if acts(letter) => letter.to_string().bytes().map(|byte| format!("\\{byte:03o}")).collect(),
        _ => letter.to_string(),
    };
    format!("$'{}'", argument.chars().map(letter).collect::<String>())
}

/// Returns an option with its value for a shell, so that a value that begins with `-` is not taken for an option.
pub(crate) fn shell_option(option: &str, value: &str) -> String {
    let joint = if value.starts_with('-') { '=' } else { ' ' };
    format!("{option}{joint}{}", shell(value))
}

/// Quotes the name of a file for a shell, so that a name that begins with `-` is not taken for an option.
pub(crate) fn shell_file(name: &str) -> String {
    if name.starts_with('-') { shell(&format!("./{name}")) } else { shell(name) }
}

/// Escapes a text in a GitHub workflow command.
pub(crate) fn github(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a GitHub workflow command, for example the name of a file.
pub(crate) fn github_property(text: &str) -> String {
    github(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns the text with each visible character converted by `write`; control characters are made visible first.
fn by_letter(text: &str, write: impl Fn(char, &mut String)) -> String {
    let mut safe = String::with_capacity(text.len());
    visible(text).chars().for_each(|letter| write(letter, &mut safe));
    safe
}

/// For each accent that every TeX font can produce: the accented characters, each after its base letter.
const ACCENTS: [(&str, &str); 8] = [
    ("\\'", "ĆCćcĹLĺlŃNńnŔRŕrŚSśsŹZźz"),
    ("\\v", "ČCčcĎDďdĚEěeĽLľlŇNňnŘRřrŠSšsŤTťtŽZžz"),
    ("\\u", "ĂAăaĔEĕeĞGğgŎOŏoŬUŭu"),
    ("\\=", "ĀAāaĒEēeŌOōoŪUūu"),
    ("\\H", "ŐOőoŰUűu"),
    ("\\.", "ĊCċcĖEėeĠGġgİIŻZżz"),
    ("\\c", "ŞSşsŢTţtĢGĶKķkĻLļlŅNņnŖRŗr"),
    ("\\r", "ŮUůu"),
];

/// Returns the text, escaped for use in LaTeX. Cyrillic words need [definitions](super::tex_letters::definitions).
/// Characters missing from its fonts are written as numbers.
pub(crate) fn latex(text: &str) -> String {
    let text = visible(text);
    let letters: Vec<char> = text.chars().collect();
    let words = letters.chunk_by(|one, other| is_cyrillic(*one) && is_cyrillic(*other)).map(String::from_iter);
    words.map(|word| if word.starts_with(is_cyrillic) { cyrillic_word(&word) } else { plain_latex(&word) }).collect()
}

/// Returns text without Cyrillic letters and control characters, escaped for use in LaTeX.
fn plain_latex(text: &str) -> String {
    by_letter(text, |letter, safe| match letter {
        '\\' => safe.push_str("\\textbackslash{}"),
        '{' | '}' | '#' | '$' | '%' | '&' | '_' => safe.extend(['\\', letter]),
        '~' => safe.push_str("\\textasciitilde{}"),
        '^' => safe.push_str("\\textasciicircum{}"),
        '<' => safe.push_str("$<$"),
        '>' => safe.push_str("$>$"),
        '|' => safe.push_str("$|$"),
        '"' => safe.push_str("\\texttt{\\char34}"),
        '-' => safe.push_str("{-}"),
        '\'' | '`' | '!' | '?' => safe.extend(['{', letter, '}']),
        '≤' => safe.push_str("$\\le$"),
        '≥' => safe.push_str("$\\ge$"),
        '∞' => safe.push_str("$\\infty$"),
        '★' => safe.push_str("$\\star$"),
        '…' => safe.push_str("\\dots{}"),
        '–' => safe.push_str("\\textendash{}"),
        '—' => safe.push_str("\\textemdash{}"),
        '‘' => safe.push_str("\\textquoteleft{}"),
        '’' => safe.push_str("\\textquoteright{}"),
        '“' => safe.push_str("\\textquotedblleft{}"),
        '”' => safe.push_str("\\textquotedblright{}"),
        'ı' => safe.push_str("\\i{}"),
        'Ł' => safe.push_str("\\L{}"),
        'ł' => safe.push_str("\\l{}"),
        'Œ' => safe.push_str("\\OE{}"),
        'œ' => safe.push_str("\\oe{}"),
        '\u{a0}' => safe.push('~'),
        _ if is_printed(letter) => safe.push(letter),
        _ => match accented(letter) {
            Some((accent, bare)) => safe.push_str(&format!("{accent}{{{bare}}}")),
            None => safe.push_str(&greek(letter).unwrap_or_else(|| numbered(letter))),
        },
    })
}

/// Returns a block for the `Verbatim` environment, which takes everything literally except the command that ends it.
/// Cyrillic and Greek letters are transliterated.
pub(crate) fn verbatim(block: &str) -> String {
    let mut safe = String::with_capacity(block.len());
    for letter in block.chars() {
        match letter {
            '\n' => safe.push(letter),
            _ if is_printed(letter) => safe.push(letter),
            _ => safe.push_str(&latin(letter).unwrap_or_else(|| numbered(letter))),
        }
    }
    safe.replace("\\end{", "\\end {")
}

/// Returns whether every TeX font has this character or can produce it with an accent.
const fn is_printed(letter: char) -> bool {
    matches!(letter, ' '..='~' | 'À'..='Ï' | 'Ñ'..='Ö' | 'Ø'..='Ü' | 'ß'..='ï' | 'ñ'..='ö' | 'ø'..='ü' | 'ÿ')
}

fn accented(letter: char) -> Option<(&'static str, char)> {
    ACCENTS.iter().find_map(|(accent, pairs)| {
        let at = pairs.chars().position(|other| other == letter)?;
        Some((*accent, pairs.chars().nth(at + 1)?))
    })
}

/// Writes bytes as part of an address: `%` and two digits for each byte that is not a letter of ASCII, a digit, `-`,
/// `.`, `_` or in `also`.
#[cfg(feature = "cli")]
pub(crate) fn address(bytes: &[u8], also: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte) || also.contains(&byte);
    let letter = |&byte: &u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `escape` replaces each letter with its partner in the table.
    #[track_caller]
    fn becomes(escape: fn(&str) -> String, letters: &[(&str, &str)]) {
        for (letter, expected) in letters {
            assert_eq!(escape(&format!("a{letter}{letter}b")), format!("a{expected}{expected}b"), "{letter}");
        }
    }

    /// Checks that `escape` keeps these characters.
    #[track_caller]
    fn keeps(escape: fn(&str) -> String, letters: &str) {
        assert_eq!(escape(letters), letters);
    }

    #[test]
    fn xml_has_no_signs() {
        becomes(xml, &[("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;"), ("&lt;", "&amp;lt;")]);
        keeps(xml, "a'b\\n|*日本\n");
    }

    #[test]
    fn markdown_has_no_signs() {
        becomes(markdown, &[("&", "&amp;"), ("<", "&lt;"), ("\u{202e}", "\\[U+202E\\]"), ("\n", "\\[U+000A\\]")]);
        for letter in "\\`*_{}[]#|~>!@".chars().map(String::from) {
            becomes(markdown, &[(&letter, &format!("\\{letter}"))]);
        }
        keeps(markdown, "a'b\" (c) 1.e4 Nf3+ 日本");
    }

    #[test]
    fn a_fence_is_longer_than_what_stands_inside() {
        assert_eq!(["a", "``", "a\n```\nb", "`````x"].map(fence), ["```", "```", "````", "``````"]);
    }

    #[test]
    fn a_string_of_dot_does_not_end() {
        becomes(dot, &[("\\", "\\\\"), ("\"", "\\\""), ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]);
        becomes(dot, &[("\u{202e}", "[U+202E]"), ("\n", "[U+000A]"), ("\\\"", "\\\\\\\"")]);
        keeps(dot, "a'b {c} [d];% 日本");
    }

    #[test]
    fn mermaid_has_no_signs() {
        becomes(mermaid, &[("\"", "#34;"), ("#", "#35;"), ("&", "#38;"), (";", "#59;"), ("<", "#60;"), ("\\", "#92;")]);
        becomes(mermaid, &[("`", "#96;"), ("|", "#124;"), ("]", "#93;"), ("%%", "#37;#37;"), ("\u{a0}", " ")]);
        keeps(mermaid, "a.b, +c=(d)/e:*f ≤≥∞★…- 日本");
    }

    #[test]
    fn a_shell_reads_an_argument_as_it_was() {
        let quotes = [
            ("a-b", "a-b"),
            ("", "''"),
            ("it's (3)", "'it'\\''s (3)'"),
            ("$(x)", "'$(x)'"),
            ("\u{202e}\x1b1\\'", r"$'\342\200\256\0331\\\''"),
        ];
        for (argument, expected) in quotes {
            assert_eq!(shell(argument), expected);
        }
    }

    #[test]
    fn latex_has_no_signs() {
        let letters = [
            ("\\", "\\textbackslash{}"),
            ("{", "\\{"),
            ("}", "\\}"),
            ("#", "\\#"),
            ("$", "\\$"),
            ("%", "\\%"),
            ("&", "\\&"),
            ("_", "\\_"),
            ("~", "\\textasciitilde{}"),
            ("^", "\\textasciicircum{}"),
            ("<", "$<$"),
            (">", "$>$"),
            ("|", "$|$"),
            ("\"", "\\texttt{\\char34}"),
            // TeX would turn two of these in a row into another character.
            ("-", "{-}"),
            ("'", "{'}"),
            ("`", "{`}"),
            ("!", "{!}"),
            ("?", "{?}"),
            ("≤", "$\\le$"),
            ("★", "$\\star$"),
            ("ő", "\\H{o}"),
            ("α", "$\\alpha$"),
            ("Ω", "$\\Omega$"),
            ("ά", "$\\acute{\\alpha}$"),
            ("ό", "$\\acute{o}$"),
            ("Ε", "E"),
            ("日", "[U+65E5]"),
            ("\u{202e}", "[U+202E]"),
            ("\n", "[U+000A]"),
        ];
        for (letter, expected) in letters {
            assert_eq!(latex(&format!("a{letter}{letter}b")), format!("a{expected}{expected}b"), "{letter}");
        }
        assert_eq!(latex("в Париж!"), "\\incyrillic{в}{v} \\incyrillic{Париж}{Parizh}{!}");
        assert_eq!(latex("Nf3+ (é, ß) = [1.5]; @/*:"), "Nf3+ (é, ß) = [1.5]; @/*:");
    }

    #[test]
    fn nothing_ends_what_is_verbatim() {
        assert_eq!(verbatim("\\x{} %\n\\end{Verbatim} é 日"), "\\x{} %\n\\end {Verbatim} é [U+65E5]");
        assert_eq!(verbatim("Щука Ελλάδα"), "Shchuka Ellada");
    }
}
