//! The tiling patterns and soft masks that pages paint with, as far as they show text.

use ports::PdfError;

use super::Drawing;
use super::state::GraphicsState;
use crate::document::content::ContentOperation;
use crate::document::{Dictionary, Id, Object};
use crate::limits::STRINGS_MAX;

impl Drawing<'_> {
    /// A colour that is chosen by name is a pattern (8.6.8).
    pub(super) fn choose_pattern(
        &mut self,
        operation: &ContentOperation,
        resources: &Dictionary,
    ) -> Result<(), PdfError> {
        let Some(Object::Name(name)) = operation.operands.last() else {
            return Ok(());
        };
        let patterns = self.document.dictionary(resources, b"Pattern")?;
        self.look_into(patterns.get(name), resources)
    }

    /// The mask of a graphics state dictionary.
    pub(super) fn choose_mask(
        &mut self,
        state: &Dictionary,
        resources: &Dictionary,
    ) -> Result<(), PdfError> {
        match self.document.get(state, b"SMask")? {
            Object::Dictionary(mask) => self.look_into(mask.get(b"G"), resources),
            _ => Ok(()),
        }
    }

    /// Each is drawn once, to see whether it shows text.
    fn look_into(&mut self, found: &Object, resources: &Dictionary) -> Result<(), PdfError> {
        let Object::Stream(dictionary, id) = self.document.resolve(found)? else {
            return Ok(());
        };
        if self.is_within(id) {
            return Ok(());
        }
        let has_text = match self.script.inner_texts.has_text(id) {
            Some(known) => known,
            None => self.shows_text((&dictionary, id), resources)?,
        };
        if has_text {
            let page = self.script.shapes.page;
            self.script.inner_texts.add((page, id), found);
        }
        if self.script.inner_texts.found().len() > STRINGS_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {STRINGS_MAX} patterns and masks with text on its pages"
            )));
        }
        Ok(())
    }

    fn shows_text(
        &mut self,
        (dictionary, id): (&Dictionary, Id),
        resources: &Dictionary,
    ) -> Result<bool, PdfError> {
        let outer = self.script.inner_texts.look_in();
        let left_out = std::mem::replace(&mut self.script.shapes.are_left_out, true);
        let outcome = self.draw_form((dictionary, id), resources, GraphicsState::default());
        self.script.shapes.are_left_out = left_out;
        let has_text = self.script.inner_texts.look_out(id, outer);
        outcome.map(|()| has_text)
    }
}
