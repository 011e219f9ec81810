//! XFA, the second form inside some PDFs (PDF 32000-1, 12.7.8).
//!
//! A hybrid form is read from its AcroForm, which every viewer but Acrobat shows. What the XFA data
//! holds for a field is told with the field; whether that is another value is judged where the
//! template is known. A form that is filled in there and blank here is refused at once.

mod data;
mod template;

use std::collections::HashSet;

use form_reading::xfa_data::says_nothing;
use forms::form_content::FormField;
use ports::PdfError;

use self::data::{Values, local_name};
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
    /// Whether its data holds any text that somebody may have typed while all fields are blank.
    is_filled_alone: bool,
    /// What the data holds for fields.
    values: Values,
}

impl Xfa {
    /// Looks for XFA in the catalog and the interactive form, which has these fields. Default
    /// values of fields and data of those that nobody can type in do not count as filled in.
    pub(crate) fn read(
        document: &dyn Document,
        pages: &Pages,
        fields: &[FormField],
    ) -> Result<Self, PdfError> {
        let catalog = document.catalog()?;
        let form = document.dictionary(&catalog, b"AcroForm")?;
        let xfa = document.get(&form, b"XFA")?;
        if xfa == Object::Null {
            return Ok(Self {
                is_there: false,
                is_rendered: false,
                is_filled_alone: false,
                values: Values::new(),
            });
        }
        let data = match &xfa {
            Object::Stream(dictionary, id) => packet(document, dictionary, *id)?,
            _ => named_packet(document, &xfa, b"datasets")?,
        };
        let is_blank = !fields
            .iter()
            .any(|field| is_fillable(field) && !field.values.is_empty());
        let is_filled_alone = match &data {
            Some(markup) if is_blank => {
                let defaults = fields::defaults(document, pages)?;
                is_typed(document, &xfa, markup, defaults)
            }
            _ => false,
        };
        Ok(Self {
            is_there: true,
            is_rendered: document.get(&catalog, b"NeedsRendering")? == Object::Boolean(true),
            is_filled_alone,
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
        if self.is_filled_alone {
            return Err(PdfError::Ambiguous(
                "its XFA data is filled in and its fields are blank".to_owned(),
            ));
        }
        Ok(())
    }
}

/// The packet of a name: packets stand in an array behind their names.
fn named_packet(
    document: &dyn Document,
    xfa: &Object,
    wanted: &[u8],
) -> Result<Option<String>, PdfError> {
    let Object::Array(packets) = xfa else {
        return Ok(None);
    };
    for pair in packets.chunks_exact(2) {
        if let (Object::String(name), Object::Stream(dictionary, id)) =
            (document.resolve(&pair[0])?, document.resolve(&pair[1])?)
            && *name == *wanted
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

/// What in the data nobody has typed.
struct NotTyped<'template> {
    /// The texts that fields begin with.
    defaults: HashSet<String>,
    /// The names of fields that the form itself fills.
    read_only: HashSet<&'template str>,
}

/// Whether the data holds any text that somebody may have typed. The template is read only where
/// that depends on it; one that cannot be read explains nothing.
fn is_typed(document: &dyn Document, xfa: &Object, markup: &str, defaults: Vec<String>) -> bool {
    let mut not_typed = NotTyped {
        defaults: defaults.into_iter().collect(),
        read_only: HashSet::new(),
    };
    if !is_filled(markup, &not_typed) {
        return false;
    }
    let template = named_packet(document, xfa, b"template");
    let template = template.ok().flatten().unwrap_or_default();
    not_typed.read_only = template::read_only_names(&template);
    is_filled(markup, &not_typed)
}

/// Whether the data element holds any text that somebody may have typed: neither one of the
/// defaults nor a zero, which is a check box that is off or a sum of nothing.
fn is_filled(markup: &str, not_typed: &NotTyped<'_>) -> bool {
    let data = markup
        .split_once("<xfa:data")
        .and_then(|(_, rest)| rest.rsplit_once("</xfa:data>"))
        .and_then(|(data, _)| data.split_once('>'));
    let Some((_, elements)) = data.filter(|(_, elements)| plain_text(elements).is_some()) else {
        return false;
    };
    texts(elements).any(|(element, text)| {
        step();
        !says_nothing(&text)
            && !not_typed.defaults.contains(&text)
            && !not_typed.read_only.contains(element)
    })
}

/// What stands between the tags, piece by piece, with the name of the element that begins with it;
/// an empty one where none does, and in formatted text, whose elements are no fields.
fn texts(elements: &str) -> impl Iterator<Item = (&str, String)> {
    let mut is_formatted = false;
    elements.split('<').filter_map(move |piece| {
        let (element, text) = match piece.strip_prefix("![CDATA[") {
            Some(data) => ("", data.replace("]]>", "")),
            None => {
                let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
                match tag.strip_prefix('/') {
                    Some(end) => is_formatted &= local_name(end) != "body",
                    None => is_formatted |= local_name(tag) == "body",
                }
                let element = match is_formatted || tag.ends_with('/') {
                    true => "",
                    false => local_name(tag),
                };
                (element, plain_text(text)?)
            }
        };
        Some((element, text.trim().to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{NotTyped, is_filled};

    #[test]
    fn is_filled_by_a_text_in_the_data_that_is_no_default() {
        let whole = |data: &str| {
            format!(r#"<xfa:datasets xmlns:xfa="x">{data}<dd:other>x</dd:other></xfa:datasets>"#)
        };
        let not_typed = NotTyped {
            defaults: HashSet::from(["form.pdf".to_owned()]),
            read_only: HashSet::from(["page", "p"]),
        };
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
            ("<xfa:data><a/><page\n>1</page></xfa:data>", false),
            ("<xfa:data><page><b>1</b></page></xfa:data>", true),
            ("<xfa:data><page/>1</xfa:data>", true),
            ("<xfa:data><a><page>1</page>2</a></xfa:data>", true),
            ("<xfa:data><a><body><p>1</p></body></a></xfa:data>", true),
            (
                "<xfa:data><a><x:body a=\"b\"/><p>1</p></a></xfa:data>",
                true,
            ),
            ("<xfa:data><a><body></body><p>1</p></a></xfa:data>", false),
        ] {
            assert_eq!(is_filled(&whole(data), &not_typed), filled, "{data}");
        }
    }
}
