//! XFA, the second form inside some PDFs (PDF 32000-1, 12.7.8).
//!
//! A hybrid form is read from its AcroForm, which every viewer but Acrobat shows. What the XFA data
//! holds for a field is told with the field; whether that is another value is judged where the
//! template is known. A form that is filled in there and blank here is refused.

mod data;
mod template;

use std::collections::HashSet;

use form_reading::expected_form::{BlankTexts, XfaText};
use form_reading::xfa_data::says_nothing;
use forms::form_content::FormField;
use ports::PdfError;

use self::data::{Data, Text, Values};
use crate::document::{Document, Object};
use crate::fields;
use crate::pages::Pages;
use crate::steps::step;

/// The XFA of a file, as far as it matters for reading the fields.
#[derive(Debug, PartialEq)]
pub(crate) struct Xfa {
    is_there: bool,
    /// Whether the pages must be made from the XFA (`NeedsRendering`).
    is_rendered: bool,
    /// The texts of its data that somebody may have typed, where all fields are blank, sorted.
    /// `None` where the data cannot be read.
    typed: Option<Vec<XfaText>>,
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
                typed: Some(Vec::new()),
                values: Values::new(),
            });
        }
        let packet = match &xfa {
            Object::Stream(dictionary, id) => Some(document.stream_bytes(dictionary, *id)?),
            _ => named_packet(document, &xfa, b"datasets")?,
        };
        let packet = packet.unwrap_or_default();
        let data = Data::read(&packet);
        let mut fillable = fields.iter().filter(|field| field.kind.is_fillable());
        let typed = match &data {
            _ if !fillable.all(FormField::is_blank) => Some(Vec::new()),
            None => None,
            Some(data) => {
                let defaults = fields::defaults(document, pages)?;
                Some(typed(document, &xfa, data, defaults))
            }
        };
        Ok(Self {
            is_there: true,
            is_rendered: document.get(&catalog, b"NeedsRendering")? == Object::Boolean(true),
            typed,
            values: data.map(|data| data.values).unwrap_or_default(),
        })
    }

    /// Notes with each field what the XFA data holds for it.
    pub(crate) fn note(&self, fields: &mut [FormField]) {
        data::note(&self.values, fields);
    }

    /// Refuses a form whose pages only XFA can show ([`PdfError::DynamicXfa`]).
    pub(crate) fn check(&self, fields: &[FormField]) -> Result<(), PdfError> {
        let mut fillable = fields.iter().filter(|field| field.kind.is_fillable());
        if self.is_there && (self.is_rendered || fillable.next().is_none()) {
            return Err(PdfError::DynamicXfa);
        }
        Ok(())
    }

    /// Refuses a form whose XFA data is filled in with more than the blank one's, or not known,
    /// while all fields are blank ([`PdfError::Ambiguous`]).
    pub(crate) fn check_typed(&self, blank: Option<&BlankTexts>) -> Result<(), PdfError> {
        // Each of the form's own texts stands for one.
        let mut own = blank.map_or(&[][..], |blank| &blank.xfa_texts).iter();
        let problem = match &self.typed {
            Some(texts) if texts.iter().all(|text| own.any(|own| own == text)) => return Ok(()),
            Some(_) => "its XFA data is filled in and its fields are blank",
            None => "its XFA data cannot be read and its fields are blank",
        };
        Err(PdfError::Ambiguous(problem.to_owned()))
    }

    /// The texts of its data that somebody would have typed if it were no template.
    pub(crate) fn typed(self) -> Vec<XfaText> {
        self.typed.unwrap_or_default()
    }
}

/// The packet of a name: packets stand in an array behind their names.
fn named_packet(
    document: &dyn Document,
    xfa: &Object,
    wanted: &[u8],
) -> Result<Option<Vec<u8>>, PdfError> {
    let Object::Array(packets) = xfa else {
        return Ok(None);
    };
    for pair in packets.chunks_exact(2) {
        if let (Object::String(name), Object::Stream(dictionary, id)) =
            (document.resolve(&pair[0])?, document.resolve(&pair[1])?)
            && *name == *wanted
        {
            return document.stream_bytes(&dictionary, id).map(Some);
        }
    }
    Ok(None)
}

/// What in the data nobody has typed.
struct NotTyped<'template> {
    /// The texts that fields begin with.
    defaults: HashSet<String>,
    /// The names of fields that the form itself fills.
    read_only: HashSet<&'template str>,
}

/// The texts of the data that somebody may have typed. The template is read only where that depends
/// on it; one that cannot be read explains nothing.
fn typed(
    document: &dyn Document,
    xfa: &Object,
    data: &Data<'_>,
    defaults: Vec<String>,
) -> Vec<XfaText> {
    let mut not_typed = NotTyped {
        defaults: defaults.into_iter().collect(),
        read_only: HashSet::new(),
    };
    let texts = filled(data, &not_typed);
    if texts.is_empty() {
        return texts;
    }
    let template = named_packet(document, xfa, b"template");
    let template = template.ok().flatten().unwrap_or_default();
    let template = str::from_utf8(&template).unwrap_or_default();
    not_typed.read_only = template::read_only_names(template);
    not_typed.defaults.extend(template::initial_texts(template));
    filled(data, &not_typed)
}

/// The texts of the data that are neither one of the defaults nor a zero, which is a check box that
/// is off or a sum of nothing, sorted.
fn filled(data: &Data<'_>, not_typed: &NotTyped<'_>) -> Vec<XfaText> {
    let is_typed = |element: &str, text: &str| {
        step();
        !says_nothing(text)
            && !not_typed.defaults.contains(text)
            && !not_typed.read_only.contains(element)
    };
    let texts = data.texts.iter();
    let texts = texts.map(|Text { element, text }| (*element, text.trim()));
    let typed = texts.filter(|(element, text)| is_typed(element, text));
    let mut typed: Vec<XfaText> = typed.map(XfaText::from).collect();
    typed.sort_unstable();
    typed
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::data::Data;
    use super::{NotTyped, filled};

    #[test]
    fn is_filled_in_by_a_text_in_the_data_that_is_no_default() {
        let whole = |data: &str| {
            format!(r#"<xfa:datasets xmlns:xfa="x">{data}<dd:other>x</dd:other></xfa:datasets>"#)
        };
        let not_typed = NotTyped {
            defaults: HashSet::from(["form.pdf".to_owned()]),
            read_only: HashSet::from(["page", "p"]),
        };
        for (data, is_typed) in [
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
                false,
            ),
            ("<xfa:data><a><body></body><p>1</p></a></xfa:data>", false),
        ] {
            let whole = whole(data);
            let read = Data::read(whole.as_bytes()).unwrap();
            assert_eq!(!filled(&read, &not_typed).is_empty(), is_typed, "{data}");
        }
        for elsewhere in [
            "<datasets><data><name>Anna</name></data></datasets>",
            "<xfa:data xmlns:xfa=\"x\"><form1><name>Anna</name></form1></xfa:data>",
        ] {
            let read = Data::read(elsewhere.as_bytes()).unwrap();
            assert!(!filled(&read, &not_typed).is_empty(), "{elsewhere}");
        }
    }

    #[test]
    fn what_stands_beside_the_data_does_not_tell_whether_that_can_be_read() {
        let beside = "<field>&unknown;</field>".repeat(100_001);
        let markup =
            format!("<xdp><template>{beside}</template><datasets><data/></datasets></xdp>");
        let read = Data::read(markup.as_bytes()).unwrap();
        assert!(read.texts.is_empty());
    }
}
