//! Everything that a drawing of a state needs: the state, the tree so far, texts, pseudocode, and the look.

use crate::core::cursor::{Cursor, State};
use crate::core::setters::setters;
use crate::core::trace::Header;
use crate::core::tree::{Keep, SearchTree};
use crate::explain::{Code, TreeLook};
use crate::page::Style;
use std::io::{BufRead, Seek};

/// The maximum number of events of a search whose whole tree is drawn at each step.
const MOST_EVENTS: usize = 2000;

/// The state to draw, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene<'a> {
    /// The header of the trace.
    pub header: &'a Header,
    /// The state to show.
    pub state: &'a State,
    /// The whole tree up to this state, if it is small.
    pub tree: Option<&'a SearchTree>,
    /// The style; its width is ignored.
    pub style: Style,
    /// The text shown instead of the step's sentence, such as a question.
    pub instead: Option<&'a str>,
    /// The text in the last line, next to the counts if there is room.
    pub hint: &'a str,
    /// The text, such as typed input, that is shown instead of the last line.
    pub message: Option<&'a str>,
    /// The pseudocode, if the drawing shows it.
    pub code: Option<Code>,
    /// The look of the tree, if the whole tree is given.
    pub look: TreeLook,
}

impl<'a> Scene<'a> {
    /// Returns the plain scene of a state, without a tree, other texts or pseudocode.
    #[must_use]
    pub fn new(header: &'a Header, state: &'a State, style: Style) -> Self {
        let look = TreeLook::default();
        Self { header, state, tree: None, style, instead: None, hint: "", message: None, code: None, look }
    }

    setters! {
        tree: impl Into<Option<&'a SearchTree>>,
        instead: impl Into<Option<&'a str>>,
        hint: &'a str,
        message: impl Into<Option<&'a str>>,
        code: impl Into<Option<Code>>,
        look: TreeLook,
    }
}

/// Returns how much of the tree to keep at each step, or `None` if the whole tree is unknown or too large to be drawn.
pub(crate) fn kept<R: BufRead + Seek>(cursor: &Cursor<R>) -> Option<Keep<String>> {
    (cursor.header().shape.is_some() && cursor.len() <= MOST_EVENTS).then_some(Keep::ALL)
}
