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
    Colour { light: "0072b2", text: "0072b2", terminal: (Weight::Bold, Some(Color::BrightBlue)) };
/// Cutoffs, and what they skipped.
pub(crate) const CUT: Colour = Colour { light: "d55e00", text: "b84a00", terminal: (Weight::Bold, Some(Color::Red)) };
/// The lower end of a window.
pub(crate) const ALPHA: Colour =
    Colour { light: "009e73", text: "00694d", terminal: (Weight::Usual, Some(Color::Green)) };
/// Its upper end.
pub(crate) const BETA: Colour =
    Colour { light: "cc79a7", text: "9c3a70", terminal: (Weight::Usual, Some(Color::Magenta)) };
/// Not searched, or secondary.
pub(crate) const QUIET: Colour = Colour { light: "767676", text: "595959", terminal: (Weight::Dim, None) };
