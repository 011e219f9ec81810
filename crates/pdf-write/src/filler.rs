//! Filling a template: the way from data to the bytes of a filled form.

mod apply;
mod boxes_on;
mod report;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use forms::Data;
use forms::writing::{WrittenContent, WrittenField, written_fields};
use ports::{FillError, FilledForm, FormOutput, FormPackage, FormWriter};

use crate::blank::Blank;
use crate::body::Body;
use crate::font::{AddedFonts, FontSet};
use crate::packing::Packing;
use crate::{continuation, flatten, output, placing};
use report::FinishedWork;

/// Room for what most fillings add to a template.
const ADDED_BYTES: usize = 64 << 10;

/// Fills the templates of form types.
///
/// A template is parsed when it is first filled and remembered for as long as its package is in
/// use.
#[derive(Default)]
pub struct TemplateFiller {
    blanks: Mutex<Vec<(Weak<FormPackage>, Arc<Blank>)>>,
    added: AddedFonts,
}

/// What is written of a form.
#[derive(Clone, Copy, PartialEq)]
enum Writing {
    Filled(FormOutput),
    FlatWithBoxesOn,
}

impl Writing {
    fn output(self) -> FormOutput {
        match self {
            Self::Filled(output) => output,
            Self::FlatWithBoxesOn => FormOutput::Flat,
        }
    }
}

impl FormWriter for TemplateFiller {
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        output: FormOutput,
    ) -> Result<Vec<u8>, FillError> {
        let blank = self.blank(package)?;
        let (pdf, ()) = self.filled(package, &blank, data, Writing::Filled(output), |_| ())?;
        Ok(pdf)
    }

    fn fill_reported(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
    ) -> Result<FilledForm, FillError> {
        let blank = self.blank(package)?;
        let writing = Writing::Filled(FormOutput::Fillable);
        let (pdf, report) = self.filled(package, &blank, data, writing, |work| work.report())?;
        Ok(FilledForm { pdf, report })
    }

    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError> {
        let blank = self.blank(package)?;
        let nothing = Data::default();
        let (pdf, ()) = self.filled(package, &blank, &nothing, Writing::FlatWithBoxesOn, |_| ())?;
        Ok(pdf)
    }

    fn digest(&self) -> [u8; 32] {
        self.added.digest().unwrap_or_default()
    }
}

impl TemplateFiller {
    /// A filler that draws with these fonts what the built-in ones lack.
    pub fn with_fonts(added: AddedFonts) -> Self {
        let blanks = Mutex::default();
        Self { blanks, added }
    }

    /// The filled form, and what `tell` makes of the finished work.
    fn filled<T>(
        &self,
        package: &FormPackage,
        blank: &Blank,
        data: &Data,
        writing: Writing,
        tell: impl FnOnce(&FinishedWork<'_>) -> T,
    ) -> Result<(Vec<u8>, T), FillError> {
        let form_type = &package.form_type;
        let written = written_fields(form_type, data);
        let output = writing.output();
        // What is flattened changes in all of its parts.
        let (body, mut document) = match output {
            FormOutput::Flat => (Body::begin(&blank.document), blank.document.clone()),
            FormOutput::Fillable => (
                blank.skeleton.body.copy(ADDED_BYTES),
                blank.skeleton.changing.clone(),
            ),
        };
        let fonts = FontSet::new(&mut document, Packing::Quick, &self.added)?;
        let mut fonts = fonts.for_texts(written.iter().flat_map(texts));
        let placing = placing::place(form_type, blank, &fonts, &written);
        let plan = continuation::plan(fonts.family(), &placing.entries, blank.pages.len());
        apply::apply(&mut document, &mut fonts, blank, &placing.fields, &plan);
        let drawn = continuation::draw(&mut document, &mut fonts, blank, &form_type.title, &plan);
        let told = tell(&FinishedWork {
            family: fonts.family(),
            blank,
            written: &written,
            placements: &placing.fields,
            plan: &plan,
            drawn: &drawn,
        });
        output::describe(&mut document, &form_type.language, &form_type.title);
        fonts.finish(&mut document)?;
        if writing == Writing::FlatWithBoxesOn {
            boxes_on::turn_on(&mut document, blank);
        }
        if output == FormOutput::Flat {
            flatten::flatten(&mut document, blank, blank.pages.iter().chain(&drawn.pages));
        }
        output::identify(&mut document, blank, &self.added, &written, output);
        Ok((output::save(body, document)?, told))
    }

    /// The blank template of a package. Only packages that are still in use are remembered.
    fn blank(&self, package: &Arc<FormPackage>) -> Result<Arc<Blank>, FillError> {
        let known = |blanks: &Vec<(Weak<FormPackage>, Arc<Blank>)>| {
            blanks
                .iter()
                .find(|(other, _)| std::ptr::eq(other.as_ptr(), Arc::as_ptr(package)))
                .map(|(_, blank)| Arc::clone(blank))
        };
        // What is remembered is whole whenever the lock is free, so a panic elsewhere does not
        // spoil it.
        let lock = || self.blanks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(blank) = known(&lock()) {
            return Ok(blank);
        }
        let blank = Arc::new(Blank::load(&package.template)?);
        let mut blanks = lock();
        blanks.retain(|(package, _)| package.strong_count() > 0);
        if let Some(blank) = known(&blanks) {
            return Ok(blank);
        }
        blanks.push((Arc::downgrade(package), Arc::clone(&blank)));
        Ok(blank)
    }
}

/// The texts that are drawn for a field.
fn texts(field: &WrittenField) -> impl Iterator<Item = &str> {
    let (text, choices) = match &field.content {
        WrittenContent::Text(text) => (Some(text.as_str()), &[][..]),
        WrittenContent::Boolean(_) => (None, &[][..]),
        WrittenContent::Choice(choices) => (None, choices.as_slice()),
    };
    let choices = choices.iter().map(|choice| choice.label.as_str());
    std::iter::once(field.label.as_str())
        .chain(text)
        .chain(choices)
}
