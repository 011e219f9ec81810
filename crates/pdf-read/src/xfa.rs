//! XFA, the second form inside some PDFs (PDF 32000-1, 12.7.8).
//!
//! A hybrid form is read from its AcroForm, which every viewer but Acrobat shows. What the XFA data
//! holds for a field is told with the field; whether that is another value is judged where the
//! template is known. A form that is filled in there and blank here is refused at once.

mod data;

use std::collections::HashSet;

use forms::form_content::FormField;
use forms::reading::xfa_data::says_nothing;
use ports::PdfError;

use self::data::Values;
use crate::document::{Dictionary, Document, Id, Object};
use crate::fields;
use crate::is_fillable;
use crate::markup::plain_text;
use crate::pages::Pages;
use crate::steps::step;

/// The XFA of a file, as far as it matters for reading the fields.
#[derive(Debug, PartialEq)]
pub(crate) struct Xfa {
    is_there: bool,
    /// Whether the pages must be made from the XFA (`NeedsRendering`).
    is_rendered: bool,
    /// Whether its data holds any text.
    is_filled: bool,
    /// What the data holds for fields.
    values: Values,
}

impl Xfa {
    /// Looks for XFA in the catalog and the interactive form. Default values of fields do not count
    /// as filled in.
    pub(crate) fn read(document: &dyn Document, pages: &Pages) -> Result<Self, PdfError> {
        let catalog = document.catalog()?;
        let form = document.dictionary(&catalog, b"AcroForm")?;
        let data = match document.get(&form, b"XFA")? {
            Object::Null => {
                return Ok(Self {
                    is_there: false,
                    is_rendered: false,
                    is_filled: false,
                    values: Values::new(),
                });
            }
            Object::Stream(dictionary, id) => packet(document, &dictionary, id)?,
            Object::Array(packets) => datasets(document, &packets)?,
            _ => None,
        };
        Ok(Self {
            is_there: true,
            is_rendered: document.get(&catalog, b"NeedsRendering")? == Object::Boolean(true),
            is_filled: match &data {
                Some(markup) => is_filled(markup, &fields::defaults(document, pages)?),
                None => false,
            },
            values: data
                .and_then(|markup| data::values(&markup))
                .unwrap_or_default(),
        })
    }

    /// Notes with each field what the XFA data holds for it.
    pub(crate) fn note(&self, fields: &mut [FormField]) {
        data::note(&self.values, fields);
    }

    /// Refuses a form whose pages only XFA can show ([`PdfError::DynamicXfa`]), or whose XFA data
    /// is filled in while all fields are blank ([`PdfError::Ambiguous`]).
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
            && *name == *b"datasets"
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

/// Whether the data element holds any text that somebody may have typed: neither one of the
/// defaults nor a zero, which is a check box that is off or a sum of nothing.
fn is_filled(markup: &str, defaults: &[String]) -> bool {
    let data = markup
        .split_once("<xfa:data")
        .and_then(|(_, rest)| rest.rsplit_once("</xfa:data>"))
        .and_then(|(data, _)| data.split_once('>'));
    let Some((_, elements)) = data.filter(|(_, elements)| plain_text(elements).is_some()) else {
        return false;
    };
    let defaults: HashSet<&String> = defaults.iter().collect();
    texts(elements).any(|text| {
        step();
        !says_nothing(&text) && !defaults.contains(&text)
    })
}

/// What stands between the tags, piece by piece.
fn texts(elements: &str) -> impl Iterator<Item = String> {
    elements.split('<').filter_map(|piece| {
        let text = match piece.strip_prefix("![CDATA[") {
            Some(data) => data.replace("]]>", ""),
            None => plain_text(piece.split_once('>').map_or(piece, |(_, text)| text))?,
        };
        Some(text.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::is_filled;

    #[test]
    fn is_filled_by_a_text_in_the_data_that_is_no_default() {
        let whole = |data: &str| {
            format!(r#"<xfa:datasets xmlns:xfa="x">{data}<dd:other>x</dd:other></xfa:datasets>"#)
        };
        let defaults = ["form.pdf".to_owned()];
        for (data, filled) in [
            (
                "<xfa:data><form1><name>Anna</name></form1></xfa:data>",
                true,
            ),
            ("<xfa:data><a><![CDATA[Anna]]></a></xfa:data>", true),
            (
                "<xfa:data><a>0</a><b>form.pdf</b><c>0,5</c></xfa:data>",
                true,
            ),
            ("<xfa:data><a>0</a><b> form.pdf</b></xfa:data>", false),
            ("<xfa:data><a>0.00000000</a><b>0.00</b></xfa:data>", false),
            ("<xfa:data><a>0.00000001</a></xfa:data>", true),
            ("<xfa:data\n><form1><name/>\n</form1\n></xfa:data>", false),
            ("<xfa:data/>", false),
        ] {
            assert_eq!(is_filled(&whole(data), &defaults), filled, "{data}");
        }
    }
}
