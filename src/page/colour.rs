//! The colours of everything that is shown, once for terminal, pictures and pages: best play blue, cuts red, what was not searched and
//! what is secondary dim, alpha green, beta pink, all else plain. They are of the palette of Okabe and Ito, which people with any
//! colour vision can tell apart, and no meaning hangs on them alone.

/// A colour in all the places where it is used. Those of pictures and pages are hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    /// Of lines and areas on white.
    pub light: &'static str,
    /// Of letters on white, which need more contrast.
    pub text: &'static str,
    /// What a terminal is told, between `ESC [` and `m`.
    pub terminal: &'static str,
}

/// Best play.
pub(crate) const BEST: Colour = Colour { light: "0072b2", text: "0072b2", terminal: "1;94" };
/// Cutoffs, and what they skipped.
pub(crate) const CUT: Colour = Colour { light: "d55e00", text: "b84a00", terminal: "1;31" };
/// The lower end of a window.
pub(crate) const ALPHA: Colour = Colour { light: "009e73", text: "00694d", terminal: "32" };
/// Its upper end.
pub(crate) const BETA: Colour = Colour { light: "cc79a7", text: "9c3a70", terminal: "35" };
/// Not searched, or secondary.
pub(crate) const QUIET: Colour = Colour { light: "767676", text: "595959", terminal: "2" };
