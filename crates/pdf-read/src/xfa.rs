//! XFA, the second form inside some PDFs (PDF 32000-1, 12.7.8).
//!
//! A hybrid form is read from its AcroForm, which every viewer but Acrobat shows. Left out on
//! purpose: comparing single values of the two, whose formats differ; only a form that is blank in
//! one of them and filled in the other is refused.

use forms::form_content::FormField;
use ports::PdfError;

use crate::document::{Dictionary, Document, Id, Object};
use crate::is_fillable;
use crate::markup::plain_text;

/// What a file says about XFA.
#[derive(Debug, PartialEq)]
pub(crate) struct Xfa {
    is_there: bool,
    /// Whether the pages must be made from the XFA (`NeedsRendering`).
    is_rendered: bool,
    /// Whether its data holds any text.
    is_filled: bool,
}

impl Xfa {
    /// Looks for XFA in the catalog and the interactive form.
    pub(crate) fn read(document: &dyn Document) -> Result<Self, PdfError> {
        let catalog = document.catalog()?;
        let form = document.dictionary(&catalog, b"AcroForm")?;
        let data = match document.get(&form, b"XFA")? {
            Object::Null => {
                return Ok(Self {
                    is_there: false,
                    is_rendered: false,
                    is_filled: false,
                });
            }
            Object::Stream(dictionary, id) => packet(document, &dictionary, id)?,
            Object::Array(packets) => datasets(document, &packets)?,
            _ => None,
        };
        Ok(Self {
            is_there: true,
            is_rendered: document.get(&catalog, b"NeedsRendering")? == Object::Boolean(true),
            is_filled: data.is_some_and(|markup| holds_text(&markup)),
        })
    }

    /// Refuses a form that only XFA shows, or that XFA shows filled and the fields show blank.
    pub(crate) fn check(&self, fields: &[FormField]) -> Result<(), PdfError> {
        let fillable = || fields.iter().filter(|field| is_fillable(field));
        if self.is_there && (self.is_rendered || fillable().next().is_none()) {
            return Err(PdfError::DynamicXfa);
        }
        if self.is_filled && fillable().all(|field| field.values.is_empty()) {
            return Err(PdfError::Ambiguous(
                "its XFA data is filled in and its fields are blank".to_owned(),
            ));
        }
        Ok(())
    }
}

/// The packet with the data: packets stand in the array behind their names.
fn datasets(document: &dyn Document, packets: &[Object]) -> Result<Option<String>, PdfError> {
    for pair in packets.chunks_exact(2) {
        if let (Object::String(name), Object::Stream(dictionary, id)) =
            (document.resolve(&pair[0])?, document.resolve(&pair[1])?)
            && name == b"datasets"
        {
            return packet(document, &dictionary, id);
        }
    }
    Ok(None)
}

fn packet(
    document: &dyn Document,
    dictionary: &Dictionary,
    id: Id,
) -> Result<Option<String>, PdfError> {
    Ok(String::from_utf8(document.stream_bytes(dictionary, id)?).ok())
}

/// Whether the data element holds any text.
fn holds_text(markup: &str) -> bool {
    let data = markup
        .split_once("<xfa:data")
        .and_then(|(_, rest)| rest.rsplit_once("</xfa:data>"));
    let text = data
        .and_then(|(data, _)| data.split_once('>'))
        .and_then(|(_, inner)| plain_text(inner));
    text.is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::holds_text;

    #[test]
    fn only_text_in_the_data_counts() {
        let whole = |data: &str| {
            format!(r#"<xfa:datasets xmlns:xfa="x">{data}<dd:other>x</dd:other></xfa:datasets>"#)
        };
        assert!(holds_text(&whole(
            "<xfa:data><form1><name>Anna</name></form1></xfa:data>"
        )));
        assert!(!holds_text(&whole(
            "<xfa:data\n><form1><name/>\n</form1\n></xfa:data>"
        )));
        assert!(!holds_text(&whole("<xfa:data/>")));
    }
}
