//! Text for LaTeX, in documents, pictures and sheets.

use super::text;

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
#[must_use]
pub(crate) fn escaped(text: &str) -> String {
    text::by_letter(text, |letter, safe| match letter {
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
        ' '..='~' => safe.push(letter),
        // These have accents that every font of TeX can make.
        'À'..='Ï' | 'Ñ'..='Ö' | 'Ø'..='Ü' | 'ß'..='ï' | 'ñ'..='ö' | 'ø'..='ü' | 'ÿ' => safe.push(letter),
        _ => match accented(letter) {
            Some((accent, bare)) => safe.push_str(&format!("{accent}{{{bare}}}")),
            None => safe.push_str(&format!("[U+{:04X}]", u32::from(letter))),
        },
    })
}

/// The accent of a letter, and the letter without it.
fn accented(letter: char) -> Option<(&'static str, char)> {
    ACCENTS.iter().find_map(|(accent, pairs)| {
        let at = pairs.chars().position(|other| other == letter)?;
        Some((*accent, pairs.chars().nth(at + 1)?))
    })
}
