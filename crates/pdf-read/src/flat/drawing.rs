//! What the pages draw: which string stands where, in which font, and which small shapes.
//!
//! Follows the graphics state and form objects (PDF 32000-1, 8.4, 8.10, 9.4) and leaves out
//! everything without letters. The outcome is a plain content stream for each page in the page's
//! own coordinates, on which a library that only needs to know fonts cannot go wrong: it would
//! place text in form objects wrongly, mix up their fonts and overlook operators.

mod clip;
mod colour;
mod font;
mod inner_texts;
mod marks;
mod matrix;
mod path;
mod patterns;
mod script;
mod shape;
mod shapes;
mod state;

use std::rc::Rc;

use ports::PdfError;

pub(super) use self::clip::ClipArea;
use self::marks::Marks;
use self::matrix::Matrix;
use self::path::Path;
pub(super) use self::script::{MarkedLine, Script, Shown};
pub(super) use self::shapes::PaintedArea;
use self::state::GraphicsState;
use crate::annotations::normal_looks;
use crate::document::content::{ContentOperation, KnownOperations};
use crate::document::{Dictionary, Document, Id, Object};
use crate::limits::{DRAWING_DEPTH_MAX, FORM_OBJECT_BYTES, STATES_MAX};
use crate::notes::tells_by_look;
use crate::pages::Page;

/// Adds the text and shapes of one page to the script, and the text of what annotations draw over
/// it.
pub(super) fn draw(
    document: &dyn Document,
    page: &Page,
    script: &mut Script,
    known: &mut KnownOperations,
) -> Result<(), PdfError> {
    let mut content = Vec::new();
    let streams = match document.resolve(page.contents())? {
        Object::Array(streams) => streams,
        single => Rc::from([single]),
    };
    for stream in streams.iter() {
        if let Object::Stream(dictionary, id) = document.resolve(stream)? {
            content.extend(document.stream_bytes(&dictionary, id)?);
            content.push(b'\n');
        }
    }
    let resources = match document.resolve(page.resources())? {
        Object::Dictionary(resources) => resources,
        _ => Dictionary::default(),
    };
    let mut drawing = Drawing {
        document,
        script,
        known,
        open: Vec::new(),
    };
    drawing.draw(&content, &resources, GraphicsState::default())?;
    for annotation in page.annotations() {
        if let Object::Dictionary(annotation) = document.resolve(annotation)?
            && tells_by_look(document, &annotation)?
        {
            drawing.draw_looks(&annotation)?;
        }
    }
    Ok(())
}

struct Drawing<'page> {
    document: &'page dyn Document,
    script: &'page mut Script,
    known: &'page mut KnownOperations,
    /// The form objects that are being drawn.
    open: Vec<Id>,
}

impl Drawing<'_> {
    fn draw(
        &mut self,
        content: &[u8],
        resources: &Dictionary,
        mut state: GraphicsState,
    ) -> Result<(), PdfError> {
        self.script.count_drawn(content.len())?;
        let mut saved = Vec::new();
        let mut marks = Marks::default();
        let mut path = Path::default();
        for operation in self.known.find_or_read(content)?.iter() {
            if let Some(ended) = path.follow(operation, state.matrix()) {
                self.script.shapes.paint(&state, &ended)?;
                if let Some(area) = ended.clip {
                    state.clip(area);
                }
            }
            match operation.operator.as_slice() {
                b"q" if saved.len() >= STATES_MAX => {
                    return Err(PdfError::TooComplex(format!(
                        "more than {STATES_MAX} saved states of drawing"
                    )));
                }
                b"q" => saved.push(state.clone()),
                b"Q" => state = saved.pop().unwrap_or(state),
                b"Do" => self.draw_object(operation, resources, &state)?,
                b"BI" => self.script.shapes.paint_picture(&state)?,
                b"Tf" => self.choose_font(operation, resources, &mut state)?,
                b"gs" => self.choose_state(operation, resources, &mut state)?,
                b"scn" | b"SCN" => {
                    state.apply(operation);
                    self.choose_pattern(operation, resources)?;
                }
                b"Tj" | b"TJ" => self.script.show(&mut state, operation.operands.first())?,
                b"'" => {
                    state.next_line();
                    self.script.show(&mut state, operation.operands.first())?;
                }
                b"\"" => {
                    state.space(&operation.operands);
                    state.next_line();
                    self.script.show(&mut state, operation.operands.get(2))?;
                }
                b"BMC" | b"BDC" => marks.begin(operation, self.script.shown().len()),
                b"DP" => marks.point(operation, self.script.shown().len()),
                b"ET" => self.script.mark(marks.end_of_point()),
                b"EMC" => self.script.mark(marks.end()),
                _ => state.apply(operation),
            }
        }
        Ok(())
    }

    /// Draws a form object or a picture. One that draws itself is drawn once, as viewers do.
    fn draw_object(
        &mut self,
        operation: &ContentOperation,
        resources: &Dictionary,
        state: &GraphicsState,
    ) -> Result<(), PdfError> {
        let found = self.resource(operation, resources, b"XObject")?;
        let Object::Stream(dictionary, id) = self.document.resolve(&found)? else {
            return Ok(());
        };
        let kind = self.document.name(&dictionary, b"Subtype")?;
        if kind.as_deref() == Some(b"Image") {
            return self.script.shapes.paint_picture(state);
        }
        if kind.as_deref() != Some(b"Form") || self.is_within(id) {
            return Ok(());
        }
        self.draw_form((&dictionary, id), resources, state.clone())
    }

    /// Whether this is drawn within itself. A pattern or mask that leads to it counts as one with
    /// text: painted from elsewhere, it may show what is left out here.
    fn is_within(&mut self, id: Id) -> bool {
        let is_within = self.open.contains(&id);
        self.script.inner_texts.take(is_within);
        is_within
    }

    /// Draws a form object (8.10.2), or what else is made like one.
    fn draw_form(
        &mut self,
        (dictionary, id): (&Dictionary, Id),
        resources: &Dictionary,
        mut state: GraphicsState,
    ) -> Result<(), PdfError> {
        if self.open.len() >= DRAWING_DEPTH_MAX {
            return Err(PdfError::TooComplex(format!(
                "drawings within drawings deeper than {DRAWING_DEPTH_MAX} levels"
            )));
        }
        self.script.count_drawn(FORM_OBJECT_BYTES)?;
        let content = self.document.stream_bytes(dictionary, id)?;
        let own = match self.document.get(dictionary, b"Resources")? {
            Object::Dictionary(own) => own,
            _ => resources.clone(),
        };
        state.transform(self.own_matrix(dictionary)?);
        let bounds = self.document.members(dictionary, b"BBox")?;
        if let Some(area) = ClipArea::of_box(&bounds, state.matrix()) {
            state.clip(area);
        }
        self.open.push(id);
        self.draw(&content, &own, state)?;
        self.open.pop();
        Ok(())
    }

    fn own_matrix(&self, form: &Dictionary) -> Result<Matrix, PdfError> {
        let numbers = self.document.members(form, b"Matrix")?;
        Ok(Matrix::of(&numbers).unwrap_or_default())
    }

    /// Draws the looks of an annotation into its rectangle (12.5.5, algorithm 8.1), without shapes:
    /// those of annotations are told by their points, and a stamp hides no field.
    fn draw_looks(&mut self, annotation: &Dictionary) -> Result<(), PdfError> {
        let corners = self.document.members(annotation, b"Rect")?;
        let Some(rectangle) = ClipArea::of_box(&corners, Matrix::default()) else {
            return Ok(());
        };
        // Nobody sees a look that is not there.
        for (look, id) in normal_looks(self.document, annotation).unwrap_or_default() {
            let bounds = self.document.members(&look, b"BBox")?;
            let drawn = ClipArea::of_box(&bounds, self.own_matrix(&look)?);
            let mut state = GraphicsState::default();
            state
                .transform(drawn.map_or_else(Matrix::default, |drawn| drawn.moved_onto(rectangle)));
            self.script.shapes.are_left_out = true;
            let outcome = self.draw_form((&look, id), &Dictionary::default(), state);
            self.script.shapes.are_left_out = false;
            outcome?;
        }
        Ok(())
    }

    fn choose_font(
        &mut self,
        operation: &ContentOperation,
        resources: &Dictionary,
        state: &mut GraphicsState,
    ) -> Result<(), PdfError> {
        let font = self.resource(operation, resources, b"Font")?;
        self.set_font(state, font, operation.operands.get(1))
    }

    /// A font may also be chosen by a graphics state dictionary (8.4.5), and how opaque it paints.
    fn choose_state(
        &mut self,
        operation: &ContentOperation,
        resources: &Dictionary,
        state: &mut GraphicsState,
    ) -> Result<(), PdfError> {
        let found = self.resource(operation, resources, b"ExtGState")?;
        let Object::Dictionary(chosen) = self.document.resolve(&found)? else {
            return Ok(());
        };
        if let [font, size] = &*self.document.array(&chosen, b"Font")? {
            let size = self.document.resolve(size)?;
            self.set_font(state, font.clone(), Some(&size))?;
        }
        let number = |key: &[u8]| Ok(self.document.get(&chosen, key)?.number());
        state.set_opacity(number(b"ca")?, number(b"CA")?);
        state.set_lines(number(b"LW")?, number(b"LC")?);
        let blending = self.document.name(&chosen, b"BM")?;
        state.is_opaque &= blending.is_none_or(|mode| mode == *b"Normal");
        self.choose_mask(&chosen, resources)
    }

    fn set_font(
        &mut self,
        state: &mut GraphicsState,
        font: Object,
        size: Option<&Object>,
    ) -> Result<(), PdfError> {
        state.text.font = self.script.font(self.document, font)?;
        state.text.size = size.and_then(Object::number).unwrap_or(0.0);
        Ok(())
    }

    /// The resource of a kind that the operation names, references not followed.
    fn resource(
        &self,
        operation: &ContentOperation,
        resources: &Dictionary,
        kind: &[u8],
    ) -> Result<Object, PdfError> {
        let named = self.document.dictionary(resources, kind)?;
        Ok(match operation.operands.first() {
            Some(Object::Name(name)) => named.get(name).clone(),
            _ => Object::Null,
        })
    }
}
