//! Searches by Sargon (1978): of a position, or of a lesson on a board that carries its tree.

use super::{Subject, SubjectError, SubjectGame};
use crate::core::game::chess::{ChessGame, Material};
use crate::core::game::{Game, Side};
use crate::core::search::Settings;
use crate::core::study::{AnyStudy, Limits, Study};
use crate::lessons::model::{Carrier, CarrierError};
use crate::sargon::{BookUse, Move as SargonMove, SargonEngine, SargonGame};

impl Subject {
    /// Returns the study of the subject by Sargon (1978), searched to `depth` plies. A lesson that specifies all moves
    /// and scores is searched on a [`Carrier`] if there is one for it; otherwise Sargon searches the board itself.
    ///
    /// # Errors
    /// [`SubjectError`] if no board can carry the tree of the lesson, or Sargon does not support its moves.
    pub fn study_by_sargon(
        &self,
        depth: u32,
        book: BookUse,
        limits: Limits,
    ) -> Result<Box<dyn AnyStudy>, SubjectError> {
        let carried = if self.is_lesson() { self.carried(depth, &limits) } else { Err(CarrierError::Open.into()) };
        let (history, overlay) = match (carried, &self.game) {
            (Err(SubjectError::Carrier(error)), SubjectGame::Board { history, overlay, .. })
                if self.carrier.is_none() || error == CarrierError::Open =>
            {
                (history, overlay)
            }
            (carried, _) => return carried,
        };
        let overlay = overlay.translate(|mv| SargonMove::from_chess(mv).ok_or(SubjectError::Promotion))?;
        // Closes the book if an option changes the search, because a book move would not show the change.
        let book = if self.is_changed() { BookUse::Closed } else { book };
        let mut game = SargonGame::from_chess(&history[history.len() - 1], book);
        let replaced = overlay.replaced_scores(&mut game);
        let study = Study::by(SargonEngine { depth }, game, (overlay, self.without.clone()));
        let study = study.captioned(&self.caption).with_changes(&self.changes);
        Ok(Box::new(study.with_replaced_scores(replaced).within(limits)))
    }

    /// Returns Sargon's search of a lesson on a board that carries its tree.
    fn carried(&self, depth: u32, limits: &Limits) -> Result<Box<dyn AnyStudy>, SubjectError> {
        let lesson = self.study(&Settings { depth, ..Settings::default() }, None, Limits::default())?;
        let header = lesson.header();
        if header.movers.is_some() {
            return Err(CarrierError::Movers.into());
        }
        let shape = header.shape.as_ref().filter(|_| header.evaluation.is_empty()).ok_or(CarrierError::Open)?;
        let turn = self.position().map_or(Side::First, |position| ChessGame::new(position.clone(), Material).turn());
        let carrier = Carrier::find(self.carrier.as_deref(), shape, turn)?;
        Ok(Box::new(carrier.search(header, limits.clone())?))
    }
}
