//! The colours of everything that is shown, once for terminal, pictures and pages: best play blue, cuts red, what was not searched and
//! what is secondary dim, alpha green, beta pink, all else plain. They are of the palette of Okabe and Ito, which people with any
//! colour vision can tell apart, and no meaning hangs on them alone.

use colored::Color;

/// How letters of a terminal differ from others besides their colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Usual,
    Bold,
    Dim,
}

/// A colour in all the places where it is used. Those of pictures and pages are hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    /// Of lines and areas on white.
    pub light: &'static str,
    /// Of letters on white, which need more contrast.
    pub text: &'static str,
    /// Of both on dark paper.
    pub dark: &'static str,
    /// Of letters in a terminal, if they have one, and how heavy they are.
    pub terminal: (Weight, Option<Color>),
}

impl Colour {
    /// Returns what a terminal is told, between `ESC [` and `m`.
    pub(crate) fn code(self) -> String {
        let (weight, color) = self.terminal;
        let weight = match weight {
            Weight::Usual => None,
            Weight::Bold => Some("1".into()),
            Weight::Dim => Some("2".into()),
        };
        weight.into_iter().chain(color.map(|color| color.to_fg_str())).collect::<Vec<_>>().join(";")
    }
}

/// Best play.
pub(crate) const BEST: Colour =
    Colour { light: "0072b2", text: "0072b2", dark: "56b4e9", terminal: (Weight::Bold, Some(Color::BrightBlue)) };
/// Cutoffs, and what they skipped.
pub(crate) const CUT: Colour =
    Colour { light: "d55e00", text: "b84a00", dark: "ff9a52", terminal: (Weight::Bold, Some(Color::Red)) };
/// The lower end of a window.
pub(crate) const ALPHA: Colour =
    Colour { light: "009e73", text: "00694d", dark: "3ecf9f", terminal: (Weight::Usual, Some(Color::Green)) };
/// Its upper end.
pub(crate) const BETA: Colour =
    Colour { light: "cc79a7", text: "9c3a70", dark: "e79cc6", terminal: (Weight::Usual, Some(Color::Magenta)) };
/// Not searched, or secondary.
pub(crate) const QUIET: Colour =
    Colour { light: "767676", text: "595959", dark: "a9a9a9", terminal: (Weight::Dim, None) };

/// The paper and the ink of pages and pictures, each on white and on dark paper.
pub(crate) const PAPER: [&str; 2] = ["ffffff", "16181b"];
pub(crate) const INK: [&str; 2] = ["1a1a1a", "ececec"];
/// Inside of nodes where MAX moves, and where MIN does.
pub(crate) const MAX: [&str; 2] = ["d4ebf9", "1c3d52"];
pub(crate) const MIN: [&str; 2] = ["fbe6c0", "4a3a1c"];
/// What a step is about.
const HERE: [&str; 2] = ["f0e442", "5b5518"];
/// Parts of the number line of scores: those that become the new best, those that cut, and the rest.
const NEW_BEST: [&str; 2] = ["cfe4f3", "1c3d52"];
const CUTS: [&str; 2] = ["fbd9c3", "4d2f1a"];
const FIELD: [&str; 2] = ["f2f2ef", "23262a"];

/// What the reader's own colours are called: of the paper, and of what stands on it.
const GROUND: &str = "Canvas";
const SIGN: &str = "CanvasText";

/// The colours by the names that the styles of pages know: on white, on dark paper, and what takes their place where colours are forced.
const NAMED: [(&str, [&str; 2], &str); 17] = [
    ("paper", PAPER, GROUND),
    ("ink", INK, SIGN),
    ("faint", letters(QUIET), SIGN),
    ("line", lines(QUIET), SIGN),
    ("field", FIELD, GROUND),
    ("best", lines(BEST), SIGN),
    ("cut", lines(CUT), SIGN),
    ("cut-text", letters(CUT), SIGN),
    ("alpha", lines(ALPHA), SIGN),
    ("beta", lines(BETA), SIGN),
    ("alpha-text", letters(ALPHA), SIGN),
    ("beta-text", letters(BETA), SIGN),
    ("max", MAX, GROUND),
    ("min", MIN, GROUND),
    ("tint", NEW_BEST, GROUND),
    ("warn", CUTS, GROUND),
    ("here", HERE, "Highlight"),
];

const fn lines(colour: Colour) -> [&'static str; 2] {
    [colour.light, colour.dark]
}

const fn letters(colour: Colour) -> [&'static str; 2] {
    [colour.text, colour.dark]
}

/// Returns the colours by their names: on white, on dark paper where the reader wants that, and the reader's own where those are
/// forced; then nothing but shape, width and words tells signs apart. What is printed is on white.
pub(crate) fn custom_properties() -> String {
    let on = |paper: usize| NAMED.map(|(name, hex, _)| format!("--{name}: #{}; ", hex[paper])).concat();
    let forced = NAMED.map(|(name, _, own)| format!("--{name}: {own}; ")).concat();
    format!(
        ":root {{ {}}}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {}}} }}\n\
         @media (forced-colors: active) {{ :root {{ {forced}}} }}\n",
        on(0),
        on(1)
    )
}

/// Returns the name of the colour that is this one on white, or that is nearest to it in its use.
pub(crate) fn name_of(hex: &str) -> Option<&'static str> {
    let nearest = match hex {
        "4d4d4d" => "faint",
        "bfbfbf" | "8c8c8c" => "line",
        "f3f3f3" => "field",
        _ => NAMED.iter().find(|(_, on, _)| on[0] == hex)?.0,
    };
    Some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, as WCAG has it.
    fn light(hex: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(part(0)) + 0.7152 * linear(part(2)) + 0.0722 * linear(part(4))
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (light(one) + 0.05, light(other) + 0.05);
        if one < other { other / one } else { one / other }
    }

    #[test]
    fn letters_and_marks_stand_out_on_white_and_on_dark_paper() {
        let clear = |one: &str, other: &str, least: f64| assert!(least <= contrast(one, other), "{one} on {other}");
        for colour in [BEST, CUT, ALPHA, BETA, QUIET] {
            clear(colour.light, PAPER[0], 3.0);
            clear(colour.text, PAPER[0], 4.5);
            clear(colour.dark, PAPER[1], 4.5);
        }
        for ground in [PAPER, MAX, MIN, HERE, NEW_BEST, CUTS, FIELD] {
            (0..2).for_each(|paper| clear(INK[paper], ground[paper], 4.5));
        }
    }

    #[test]
    fn each_name_of_the_styles_is_a_colour_of_the_table() {
        let known = custom_properties();
        let style = include_str!("../../web/page.css");
        for name in style.split("var(--").skip(1).filter_map(|rest| rest.split(')').next()) {
            let own = ["fill", "stroke", "zone", "pattern", "end"].contains(&name);
            assert!(own || known.contains(&format!("--{name}: #")), "{name}");
        }
        // What stands in the table stands nowhere else.
        assert!(!style.contains("#0072b2") && !style.contains("#d55e00"), "{style}");
    }
}
