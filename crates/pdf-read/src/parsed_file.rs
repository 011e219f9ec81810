//! A file as parsers have it, and which of them are asked.
//!
//! Two independent parsers must find the same in a file. Where one that is strict agrees with a
//! lenient one about every object that is looked at, the file is read once. All other files are
//! read with each of two lenient parsers, which mend what they can, and the readings compared.

use form_reading::expected_form::{KnownBeginning, KnownPage, PageDigest};
use ports::PdfError;

use crate::document::agreed::{AgreedDocument, AgreedRanges, NewestStates, StrictDocument};
use crate::document::primary::PrimaryDocument;
use crate::document::second::SecondDocument;
use crate::document::{self, Document, trailers};
use crate::known_beginning::{KnownArea, pieces};
use crate::page_digest::{known_page, names_alike};
use crate::pages::{Page, Pages};
use crate::{ParserOutput, compare, file, page_digest};

pub(crate) enum ParsedFile<'pdf> {
    /// As two parsers have it that agree about all objects which were looked at so far.
    Agreed(Box<AgreedDocument<'pdf>>),
    /// As each of two parsers has it.
    Apart(PrimaryDocument, Box<SecondDocument>),
}

impl ParsedFile<'_> {
    /// What must be read alike.
    pub(crate) fn documents(&self) -> Vec<&dyn Document> {
        match self {
            Self::Agreed(document) => vec![&**document],
            Self::Apart(primary, second) => vec![primary, &**second],
        }
    }

    /// The one of them of which what both read alike is taken whole.
    pub(crate) fn whole(&self) -> &dyn Document {
        match self {
            Self::Agreed(document) => &**document,
            Self::Apart(_, second) => &**second,
        }
    }

    /// Whether parsers agree about all that was asked for, and viewers can know nothing else of it.
    fn is_agreed(&self) -> bool {
        match self {
            Self::Agreed(document) => {
                document.reject_other_states();
                document.is_agreed()
            }
            Self::Apart(..) => false,
        }
    }

    /// What was read, if that was not more than may be looked at: a refusal in between may have
    /// been taken for something that cannot be read.
    fn bounded<Read>(&self, read: Result<Read, PdfError>) -> Result<Read, PdfError> {
        let mut documents = self.documents().into_iter();
        documents.try_for_each(|document| document.looked_at().check())?;
        read
    }

    /// Refuses a file of which viewers may know another state of an object that was looked at.
    fn see_is_newest(&self, newest: &NewestStates<'_>, pdf: &[u8]) -> Result<(), PdfError> {
        match self {
            // Judged by `is_agreed`.
            Self::Agreed(_) => Ok(()),
            Self::Apart(primary, second) => {
                newest.check(second.looked_at(), primary)?;
                second.check_packed()?;
                second.check_unlisted(pdf)
            }
        }
    }

    /// The digests of the wanted pages, by their numbers from 0.
    pub(crate) fn page_digests(
        &self,
        pages: &Pages,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<Option<PageDigest>> {
        page_digest::digests(&self.documents(), pages, is_wanted)
    }

    /// Which of the first pages are known to be those of the blank form, with which the file
    /// begins.
    pub(crate) fn known_pages(&self, pages: &Pages) -> Vec<bool> {
        match self {
            Self::Agreed(document) => {
                let is_known = |(page, known): (&Page, &KnownPage)| {
                    let mut objects = known.objects.iter();
                    names_alike(&**document, page, known)
                        && objects.all(|object| document.has_known(object))
                };
                let known = document.known_pages();
                pages.iter().zip(known).map(is_known).collect()
            }
            Self::Apart(..) => Vec::new(),
        }
    }

    /// What is to be known of this file, which is a blank form, in others that begin like it.
    pub(crate) fn beginning(&self, pages: &Pages) -> KnownBeginning {
        match self {
            Self::Agreed(document) => {
                let pages = pages
                    .iter()
                    .map(|page| known_page(&**document, page, |id| document.known_place(id)));
                let pages = pages.map_while(|page| page).collect();
                let AgreedRanges { objects, replaced } = document.ranges();
                KnownBeginning {
                    pieces: pieces(document.pdf(), &objects),
                    objects,
                    replaced,
                    pages,
                }
            }
            Self::Apart(..) => KnownBeginning::default(),
        }
    }
}

/// Reads of a file what the parsers agree on, and does something with the file afterwards.
///
/// What parsers have agreed about in a blank form with which the file begins, they need not agree
/// about again.
pub(crate) fn parse_and<'file, Read>(
    pdf: &'file [u8],
    beginnings: &'file [KnownBeginning],
    done: impl FnOnce(ParsedFile<'_>),
    read: impl Fn(&ParsedFile<'_>, ParserOutput) -> Result<Read, PdfError>,
) -> Result<Read, PdfError> {
    let pdf = file::check(pdf)?;
    if let Ok(document) = agreed(pdf, beginnings) {
        let reading = ParserOutput::of(&document);
        let parsed = ParsedFile::Agreed(Box::new(document));
        let found = reading.and_then(|reading| {
            reading.xfa.check(&reading.fields)?;
            parsed.bounded(read(&parsed, reading))
        });
        // What is broken may still be mended by the others.
        let is_mendable = matches!(found, Err(PdfError::Damaged(_)));
        if !is_mendable && parsed.is_agreed() {
            done(parsed);
            return found;
        }
    }
    let (parsed, reading, newest) = apart(pdf)?;
    let found = parsed.bounded(read(&parsed, reading))?;
    // What pages draw was asked for only now.
    parsed.see_is_newest(&newest, pdf)?;
    done(parsed);
    Ok(found)
}

fn agreed<'file>(
    pdf: &'file [u8],
    beginnings: &'file [KnownBeginning],
) -> Result<AgreedDocument<'file>, PdfError> {
    let strict = StrictDocument::open(pdf)?;
    // The other parser looks through the resources of every page while it opens the file.
    Pages::read(&strict)?.check_resources(&strict)?;
    let primary = PrimaryDocument::open(pdf)?;
    let known = KnownArea::find(pdf, beginnings);
    Ok(AgreedDocument::new(strict, primary, known))
}

/// What both lenient parsers agree on.
fn apart(pdf: &[u8]) -> Result<(ParsedFile<'static>, ParserOutput, NewestStates<'_>), PdfError> {
    let second = read_second(pdf);
    match &second {
        // The first parser looks through the resources of every page while it opens the file.
        Ok((second, Ok(reading))) => reading.pages.check_resources(second)?,
        // No bound that this one has found reached, is left to the other.
        Err(error @ PdfError::TooComplex(_)) | Ok((_, Err(error @ PdfError::TooComplex(_)))) => {
            return Err(error.clone());
        }
        Ok((_, Err(_))) | Err(_) => {}
    }
    let primary = PrimaryDocument::open(pdf);
    if let Err(error @ (PdfError::Locked | PdfError::UnsupportedEncryption(_))) = primary {
        return Err(error);
    }
    trailers::check(pdf)?;
    let newest = NewestStates::read(pdf)?;
    let (second, second_reading) = second?;
    if second.is_rebuilt() && file::hides_object(pdf) {
        return Err(document::damaged("its table of objects is broken"));
    }
    let primary = primary?;
    second.check_packed()?;
    let reading = compare::agreed(ParserOutput::of(&primary), second_reading)?;
    let parsed = ParsedFile::Apart(primary, Box::new(second));
    parsed.see_is_newest(&newest, pdf)?;
    reading.xfa.check(&reading.fields)?;
    Ok((parsed, reading, newest))
}

/// Reads with the second parser; where it misses objects, once more with all objects searched for.
fn read_second(pdf: &[u8]) -> Result<(SecondDocument, Result<ParserOutput, PdfError>), PdfError> {
    let second = SecondDocument::open(pdf, false)?;
    let reading = ParserOutput::of(&second);
    if matches!(reading, Err(PdfError::Damaged(_)))
        && !second.is_rebuilt()
        && let Ok(rebuilt) = SecondDocument::open(pdf, true)
    {
        let reading = ParserOutput::of(&rebuilt);
        return Ok((rebuilt, reading));
    }
    Ok((second, reading))
}

#[cfg(test)]
mod tests;
