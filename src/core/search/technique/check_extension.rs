//! Check extension: a position in check is not quiet, so the search goes one ply deeper.
//!
//! Source: <https://www.chessprogramming.org/Check_Extensions>.

use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeSection, SectionLines};

/// The extra plies for a node whose side to move is in check.
pub(crate) const PLIES: u32 = 1;

pub(crate) const CODE: &[SectionLines] =
    &[(CodeSection::Head, &[(CodeAction::Extend, Any, "    if in check and below the root: depth = depth + 1")])];
