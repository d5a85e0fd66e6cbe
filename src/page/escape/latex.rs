//! Text for LaTeX, in documents, pictures and sheets.

use super::by_letter;
use crate::text::numbered;

/// Accents that every font of TeX can make; each letter has the bare one behind it.
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

/// Returns text in which no sign means anything to LaTeX. What its fonts do not have stands there by its number.
pub(crate) fn latex(text: &str) -> String {
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
            None => safe.push_str(&numbered(letter)),
        },
    })
}

/// Returns a block for the environment `Verbatim`, in which all letters but one command stand for themselves.
pub(crate) fn verbatim(block: &str) -> String {
    let mut safe = String::with_capacity(block.len());
    for letter in block.chars() {
        match letter {
            '\n' => safe.push(letter),
            _ if is_printed(letter) => safe.push(letter),
            _ => safe.push_str(&numbered(letter)),
        }
    }
    safe.replace("\\end{", "\\end {")
}

/// Whether every font of TeX has a letter; it can make these accents.
const fn is_printed(letter: char) -> bool {
    matches!(letter, ' '..='~' | 'À'..='Ï' | 'Ñ'..='Ö' | 'Ø'..='Ü' | 'ß'..='ï' | 'ñ'..='ö' | 'ø'..='ü' | 'ÿ')
}

/// The accent of a letter, and the letter without it.
fn accented(letter: char) -> Option<(&'static str, char)> {
    ACCENTS.iter().find_map(|(accent, pairs)| {
        let at = pairs.chars().position(|other| other == letter)?;
        Some((*accent, pairs.chars().nth(at + 1)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            // Two of these would become another sign.
            ("-", "{-}"),
            ("'", "{'}"),
            ("`", "{`}"),
            ("!", "{!}"),
            ("?", "{?}"),
            ("≤", "$\\le$"),
            ("★", "$\\star$"),
            ("ő", "\\H{o}"),
            ("日", "[U+65E5]"),
            ("\u{202e}", "[U+202E]"),
            ("\n", "[U+000A]"),
        ];
        for (letter, expected) in letters {
            assert_eq!(latex(&format!("a{letter}{letter}b")), format!("a{expected}{expected}b"), "{letter}");
        }
        assert_eq!(latex("Nf3+ (é, ß) = [1.5]; @/*:"), "Nf3+ (é, ß) = [1.5]; @/*:");
    }

    #[test]
    fn nothing_ends_what_is_verbatim() {
        assert_eq!(verbatim("\\x{} %\n\\end{Verbatim} é 日"), "\\x{} %\n\\end {Verbatim} é [U+65E5]");
    }
}
