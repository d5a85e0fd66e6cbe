//! Cyrillic and Greek letters for LaTeX, whose usual fonts lack them.

/// The Cyrillic capital letters, each with its transliteration.
#[rustfmt::skip]
const CYRILLIC: [(char, &str); 44] = [
    ('А', "A"), ('Б', "B"), ('В', "V"), ('Г', "G"), ('Д', "D"), ('Е', "E"), ('Ё', "Yo"), ('Ж', "Zh"), ('З', "Z"),
    ('И', "I"), ('Й', "Y"), ('К', "K"), ('Л', "L"), ('М', "M"), ('Н', "N"), ('О', "O"), ('П', "P"), ('Р', "R"),
    ('С', "S"), ('Т', "T"), ('У', "U"), ('Ф', "F"), ('Х', "Kh"), ('Ц', "Ts"), ('Ч', "Ch"), ('Ш', "Sh"),
    ('Щ', "Shch"), ('Ъ', ""), ('Ы', "Y"), ('Ь', ""), ('Э', "E"), ('Ю', "Yu"), ('Я', "Ya"), ('І', "I"), ('Ї', "Yi"),
    ('Є', "Ye"), ('Ґ', "G"), ('Ў', "W"), ('Ј', "J"), ('Љ', "Lj"), ('Њ', "Nj"), ('Џ', "Dz"), ('Ђ', "Dj"), ('Ћ', "C"),
];

/// The Greek letters that look like no Latin letter, their commands, and their transliterations.
#[rustfmt::skip]
const GREEK: [(char, &str, &str); 34] = [
    ('α', "alpha", "a"), ('β', "beta", "v"), ('γ', "gamma", "g"), ('δ', "delta", "d"), ('ε', "varepsilon", "e"),
    ('ζ', "zeta", "z"), ('η', "eta", "i"), ('θ', "theta", "th"), ('ι', "iota", "i"), ('κ', "kappa", "k"),
    ('λ', "lambda", "l"), ('μ', "mu", "m"), ('ν', "nu", "n"), ('ξ', "xi", "x"), ('π', "pi", "p"), ('ρ', "rho", "r"),
    ('ς', "varsigma", "s"), ('σ', "sigma", "s"), ('τ', "tau", "t"), ('υ', "upsilon", "y"), ('φ', "varphi", "f"),
    ('χ', "chi", "ch"), ('ψ', "psi", "ps"), ('ω', "omega", "o"), ('Γ', "Gamma", "G"), ('Δ', "Delta", "D"),
    ('Θ', "Theta", "Th"), ('Λ', "Lambda", "L"), ('Ξ', "Xi", "X"), ('Π', "Pi", "P"), ('Σ', "Sigma", "S"),
    ('Φ', "Phi", "F"), ('Ψ', "Psi", "Ps"), ('Ω', "Omega", "O"),
];

/// The Greek letters that look like a Latin letter, each before that letter.
const LIKE_LATIN: &str = "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοo";

/// For each accent in mathematics: the accented letters, each before its base letter.
const ACCENTS: [(&str, &str); 2] = [("acute", "άαέεήηίιόούυώωΆΑΈΕΉΗΊΙΌΟΎΥΏΩ"), ("ddot", "ϊιϋυΐιΰυΪΙΫΥ")];

/// Defines the command that `latex` writes around Cyrillic words: in the fonts for Cyrillic, or transliterated. Engines
/// that read Unicode have no such fonts.
const DEFINITION: &str = "\\makeatletter\\providecommand{\\incyrillic}[2]{\\@ifundefined{T@T2A}{#2}{\\@ifundefined{Umathchar}{{\\fontencoding{T2A}\\selectfont#1}}{#2}}}\\makeatother";

/// Returns the lines that a document with this text needs before it, so that it prints its Cyrillic letters. The fonts
/// for Cyrillic can be loaded only in the preamble.
pub(crate) fn definitions(text: &str, in_preamble: bool) -> String {
    let fonts = if in_preamble { "\\IfFileExists{t2acmr.fd}{\\usepackage[T2A,T1]{fontenc}}{}\n" } else { "" };
    if text.contains("\\incyrillic{") { format!("{fonts}{DEFINITION}\n") } else { String::new() }
}

pub(super) fn is_cyrillic(letter: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&letter) && cyrillic(letter).is_some()
}

/// Returns a Cyrillic word as LaTeX, followed by its transliteration for installations without Cyrillic fonts.
pub(super) fn cyrillic_word(word: &str) -> String {
    format!("\\incyrillic{{{word}}}{{{}}}", word.chars().filter_map(cyrillic).collect::<String>())
}

/// Returns a Greek letter as LaTeX.
pub(super) fn greek(letter: char) -> Option<String> {
    if let Some((accent, bare)) = ACCENTS.iter().find_map(|(accent, pairs)| Some((accent, partner(pairs, letter)?))) {
        let bare = greek(bare)?;
        return Some(format!("$\\{accent}{{{}}}$", bare.trim_matches('$')));
    }
    let like_latin = partner(LIKE_LATIN, letter).map(String::from);
    like_latin.or_else(|| Some(format!("$\\{}$", GREEK.iter().find(|(greek, ..)| *greek == letter)?.1)))
}

/// Returns the transliteration of a Cyrillic or Greek letter.
pub(super) fn latin(letter: char) -> Option<String> {
    let bare = ACCENTS.iter().find_map(|(_, pairs)| partner(pairs, letter)).unwrap_or(letter);
    let greek = || GREEK.iter().find(|(greek, ..)| *greek == bare).map(|(.., latin)| (*latin).to_owned());
    cyrillic(letter).or_else(|| partner(LIKE_LATIN, bare).map(String::from)).or_else(greek)
}

fn cyrillic(letter: char) -> Option<String> {
    let is_capital = letter.is_uppercase();
    let capital = letter.to_uppercase().next()?;
    let (_, latin) = CYRILLIC.iter().find(|(other, _)| *other == capital)?;
    Some(if is_capital { (*latin).to_owned() } else { latin.to_lowercase() })
}

/// Returns the character that follows `letter` in a list of pairs.
fn partner(pairs: &str, letter: char) -> Option<char> {
    let mut pairs = pairs.chars();
    std::iter::from_fn(|| Some((pairs.next()?, pairs.next()?)))
        .find(|(first, _)| *first == letter)
        .map(|(_, other)| other)
}
