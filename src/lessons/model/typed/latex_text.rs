//! The text that a label in LaTeX shows, in plain characters.

use std::iter::Peekable;
use std::str::Chars;

/// The commands for triangles and circles, which say who chooses, and for other signs that are words of their own.
const WORDS: [(&str, char); 25] = [
    ("bigcirc", '\u{25cb}'),
    ("circ", '\u{25cb}'),
    ("nabla", '\u{25bd}'),
    ("triangledown", '\u{25bd}'),
    ("bigtriangledown", '\u{25bd}'),
    ("blacktriangledown", '\u{25bd}'),
    ("triangle", '\u{25b3}'),
    ("vartriangle", '\u{25b3}'),
    ("bigtriangleup", '\u{25b3}'),
    ("blacktriangle", '\u{25b3}'),
    ("Delta", '\u{25b3}'),
    ("le", '\u{2264}'),
    ("leq", '\u{2264}'),
    ("leqslant", '\u{2264}'),
    ("lt", '<'),
    ("ge", '\u{2265}'),
    ("geq", '\u{2265}'),
    ("geqslant", '\u{2265}'),
    ("gt", '>'),
    ("to", '\u{2192}'),
    ("rightarrow", '\u{2192}'),
    ("Rightarrow", '\u{21d2}'),
    ("mapsto", '\u{2192}'),
    ("quad", ' '),
    ("qquad", ' '),
];

/// The commands for signs that belong to the text beside them.
const SIGNS: [(&str, char); 23] = [
    ("textminus", '-'),
    ("textendash", '-'),
    ("minus", '-'),
    ("times", '\u{d7}'),
    ("cdot", '\u{b7}'),
    ("div", '\u{f7}'),
    ("pm", '\u{b1}'),
    ("infty", '\u{221e}'),
    ("approx", '\u{2248}'),
    ("sim", '~'),
    ("dots", '\u{2026}'),
    ("ldots", '\u{2026}'),
    ("alpha", '\u{3b1}'),
    ("beta", '\u{3b2}'),
    ("gamma", '\u{3b3}'),
    ("delta", '\u{3b4}'),
    ("theta", '\u{3b8}'),
    ("lambda", '\u{3bb}'),
    ("mu", '\u{3bc}'),
    ("pi", '\u{3c0}'),
    ("sigma", '\u{3c3}'),
    ("phi", '\u{3c6}'),
    ("omega", '\u{3c9}'),
];

/// The commands with arguments that are not shown, and how many of their first arguments are not shown.
const HIDING: [(&str, usize); 15] = [
    ("phantom", 1),
    ("hphantom", 1),
    ("vphantom", 1),
    ("color", 1),
    ("textcolor", 1),
    ("colorbox", 1),
    ("fcolorbox", 2),
    ("label", 1),
    ("hspace", 1),
    ("vspace", 1),
    ("raisebox", 1),
    ("rotatebox", 1),
    ("scalebox", 1),
    ("parbox", 1),
    ("fontsize", 2),
];

/// The commands that only say how the text looks, including those that strike it out.
const LOOK: &str = "bf it rm sf tt em emph bfseries itshape ttfamily sffamily rmfamily upshape tiny scriptsize footnotesize \
     small normalsize large Large LARGE huge Huge boxed fbox mbox hbox makebox framebox shortstack underline uline left right \
     displaystyle textstyle scriptstyle centering strut ensuremath operatorname circled bm boldsymbol text textbf \
     textit texttt textsf textrm textsc textmd textup textsl textnormal textcircled mathbf mathit mathrm mathsf mathtt \
     mathcal selectfont noindent big sout xout st cancel bcancel xcancel";

/// The text of a label.
pub(super) struct LatexText {
    /// The text without commands: `$\max$` becomes `max`, and `A\\3` has two lines.
    pub text: String,
    /// The first command whose effect on the text is not known.
    pub unknown: Option<String>,
}

impl LatexText {
    pub(super) fn read(label: &str) -> Self {
        let mut read = Self { text: String::new(), unknown: None };
        let label = label.replace("\\\\", "\n").replace("\\(", "").replace("\\)", "");
        let mut chars = label.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => read.command(&mut chars),
                // Braces and dollar signs are not shown, so the text around them is one word.
                '$' | '{' | '}' => {}
                '~' => read.text.push(' '),
                c => read.text.push(c),
            }
        }
        read
    }

    /// Reads a command after its backslash.
    fn command(&mut self, chars: &mut Peekable<Chars<'_>>) {
        let mut word = String::new();
        while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
            word.push(letter);
        }
        if word.is_empty() {
            // `\,` and the like are spaces, `\%` is a sign.
            let sign = chars.next().unwrap_or(' ');
            self.text.extend(match sign {
                ',' | ';' | ':' | ' ' => Some(' '),
                '!' | '-' | '/' => None,
                sign => Some(sign),
            });
            return;
        }
        chars.next_if_eq(&'*');
        let shown = |signs: &[(&str, char)]| signs.iter().find(|(command, _)| *command == word).map(|(_, sign)| *sign);
        if matches!(word.as_str(), "max" | "min") {
            self.text.push_str(&word);
            // A command ends before a letter or a number, without a space.
            self.text.extend(chars.peek().filter(|c| !matches!(c, '_' | '^')).map(|_| ' '));
        } else if let Some(sign) = shown(&WORDS) {
            self.text.push_str(&format!(" {sign} "));
        } else if let Some(sign) = shown(&SIGNS) {
            while chars.next_if(|c| c.is_whitespace()).is_some() {}
            self.text.push(sign);
        } else if word.ends_with("frac") {
            let (part, of) = (argument(chars), argument(chars));
            self.text.push_str(&format!(" {part}/{of} "));
        } else if let Some((_, count)) = HIDING.iter().find(|(command, _)| *command == word) {
            (0..*count).for_each(|_| drop(argument(chars)));
            self.text.push(' ');
        } else if LOOK.split_whitespace().any(|command| command == word) {
            while chars.next_if(|c| c.is_whitespace()).is_some() {}
            // Before text in braces, the command ends without a space.
            self.text.extend(chars.peek().filter(|c| **c != '{').map(|_| ' '));
        } else {
            self.unknown.get_or_insert_with(|| format!("\\{word}"));
        }
    }
}

/// Returns a text whose only word is a letter with an index as the letter and its digits: `x1` for `x_1`.
pub(super) fn with_index(text: &str) -> String {
    let is_letter = |letter: &str| letter.len() == 1 && letter.chars().all(|c| c.is_ascii_lowercase());
    match text.trim().split_once('_') {
        Some((letter, index))
            if is_letter(letter) && !index.is_empty() && index.chars().all(|c| c.is_ascii_digit()) =>
        {
            format!("{letter}{index}")
        }
        _ => text.to_owned(),
    }
}

/// Reads the argument of a command: text in braces, or one character.
fn argument(chars: &mut Peekable<Chars<'_>>) -> String {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    let mut argument = String::new();
    let mut depth = 0_usize;
    for c in chars {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() => {}
            c => argument.push(c),
        }
        if depth == 0 {
            break;
        }
    }
    argument
}

/// Returns a text in LaTeX with spaces instead of its remarks, which begin with a percent sign.
pub(super) fn without_remarks(text: &str) -> String {
    let blank = |line: &str| {
        let mut signs = line.match_indices('%').map(|(at, _)| at);
        let slashes = |at: usize| at - line[..at].trim_end_matches('\\').len();
        let remark = signs.find(|&at| slashes(at).is_multiple_of(2)).unwrap_or(line.len());
        format!("{}{}", &line[..remark], " ".repeat(line.len() - remark))
    };
    let lines: Vec<String> = text.split('\n').map(blank).collect();
    lines.join("\n")
}
