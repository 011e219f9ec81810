//! What XFA data holds: values, by the places of the fields that they belong to, and all of its
//! texts, by the elements that begin with them.
//!
//! Elements have the names of subforms and fields, counted from 0 among those of one name:
//! `form1[0].Page1[0].Name[0]`. So are fields of hybrid forms named, with parts such as
//! `#subform[0]` for subforms without a name, which have no element. Where two fields then have one
//! place, or data stands elsewhere by a rule of the template, no value is compared.

use std::collections::{BTreeMap, HashMap};

use forms::form_content::FormField;

use crate::limits::{
    FIELD_TEXT_BYTES_MAX, NAME_BYTES_MAX, NODES_MAX, OBJECT_DEPTH_MAX, TOTAL_TEXT_BYTES_MAX,
};
use crate::markup::{characters_of, local_name, piece_length, plain_text};

/// The element that holds formatted text, whose own elements are no fields.
const FORMATTED: &str = "body";

/// The texts of the elements that hold no other elements but formatted text, by place:
/// `form1[0].Page1[0].Name[0]`.
pub(super) type Values = BTreeMap<String, String>;

/// What stands in `datasets` and `data`.
#[derive(Debug, Default)]
pub(super) struct Data<'markup> {
    pub(super) values: Values,
    /// All that stands between tags, and is not blank.
    pub(super) texts: Vec<Text<'markup>>,
}

/// What stands between two tags.
#[derive(Debug)]
pub(super) struct Text<'markup> {
    /// The name of the element that begins with it; empty where none does, and in formatted text.
    pub(super) element: &'markup str,
    pub(super) text: String,
}

impl<'markup> Data<'markup> {
    /// The data in this markup. `None` where that is broken, has no end or is beyond all bounds.
    pub(super) fn read(markup: &'markup [u8]) -> Option<Self> {
        let markup = str::from_utf8(markup).ok()?;
        let mut reader = Reader {
            markup,
            open: Vec::new(),
            begun: "",
            count: 0,
            bytes: 0,
            data: Data::default(),
        };
        let mut position = 0;
        while let Some(offset) = markup[position..].find('<') {
            let start = position + offset;
            reader.read_text(&markup[position..start])?;
            position = reader.read_piece(start)?;
        }
        reader.open.is_empty().then_some(reader.data)
    }
}

/// Sets `xfa_data` of each field for whose place the data has a text; where two fields have the
/// same place, of neither.
pub(super) fn note(values: &Values, fields: &mut [FormField]) {
    let mut by_place: HashMap<String, Option<usize>> = HashMap::new();
    for (index, field) in fields.iter().enumerate() {
        let of_place = by_place.entry(place(&field.name));
        of_place
            .and_modify(|only| *only = None)
            .or_insert(Some(index));
    }
    for (place, index) in by_place {
        if let Some(index) = index
            && let Some(value) = values.get(&place)
        {
            fields[index].xfa_data = Some(value.clone());
        }
    }
}

fn place(name: &str) -> String {
    let parts = name.split('.').filter(|part| !part.starts_with('#'));
    let counted = parts.map(|part| match part.ends_with(']') {
        true => part.to_owned(),
        false => format!("{part}[0]"),
    });
    counted.collect::<Vec<_>>().join(".")
}

struct Reader<'markup> {
    markup: &'markup str,
    open: Vec<Element<'markup>>,
    /// The element that has just begun.
    begun: &'markup str,
    count: usize,
    /// Of places and texts that are kept.
    bytes: usize,
    data: Data<'markup>,
}

struct Element<'markup> {
    name: &'markup str,
    /// Where its content begins.
    start: usize,
    /// Below the data: the place, unless no field has such a long name; of the data itself an empty
    /// one.
    place: Option<String>,
    kids: HashMap<&'markup str, usize>,
    is_formatted: bool,
}

impl<'markup> Element<'markup> {
    /// The place of the next element of this name in this one.
    fn place_of_kid(&mut self, name: &'markup str) -> Option<String> {
        let Some(above) = &self.place else {
            let is_data = self.name == "datasets" && name == "data";
            return is_data.then(String::new);
        };
        let count = self.kids.entry(name).or_default();
        *count += 1;
        // Formatted text is no level of the form.
        if name == FORMATTED {
            self.is_formatted = true;
            return None;
        }
        let number = *count - 1;
        Some(match above.is_empty() {
            true => format!("{name}[{number}]"),
            false => format!("{above}.{name}[{number}]"),
        })
    }
}

impl<'markup> Reader<'markup> {
    /// Reads what begins with `<` and tells where it ends.
    fn read_piece(&mut self, start: usize) -> Option<usize> {
        let end = start + piece_length(&self.markup[start..])?;
        let piece = &self.markup[start..end];
        let tag = &piece[1..piece.len() - 1];
        if let Some(name) = tag.strip_prefix('/') {
            self.close(local_name(name), start)?;
            return Some(end);
        }
        if self.is_in_data() {
            self.count += 1;
        }
        if self.count > NODES_MAX {
            return None;
        }
        if let Some(characters) = characters_of(piece) {
            self.keep_text("", characters.to_owned())?;
        } else if !tag.starts_with(['!', '?']) {
            let name = local_name(tag);
            self.open(name, end)?;
            if tag.ends_with('/') {
                self.close(name, end)?;
            }
        }
        Some(end)
    }

    /// Reads what stands between tags.
    fn read_text(&mut self, markup: &'markup str) -> Option<()> {
        if markup.trim().is_empty() || !self.is_in_data() {
            return Some(());
        }
        let is_formatted = self.open.iter().any(|element| element.name == FORMATTED);
        let element = if is_formatted { "" } else { self.begun };
        self.keep_text(element, plain_text(markup)?)
    }

    /// Whether what comes next stands in the data: other packets say nothing of its readability.
    fn is_in_data(&self) -> bool {
        self.open.iter().any(|element| element.place.is_some())
    }

    fn keep_text(&mut self, element: &'markup str, text: String) -> Option<()> {
        if self.is_in_data() && !text.trim().is_empty() {
            self.count_bytes(text.len())?;
            self.data.texts.push(Text { element, text });
        }
        Some(())
    }

    fn open(&mut self, name: &'markup str, start: usize) -> Option<()> {
        if self.open.len() >= OBJECT_DEPTH_MAX {
            return None;
        }
        let place = match self.open.last_mut() {
            None => (name == "data").then(String::new),
            Some(parent) => parent.place_of_kid(name),
        };
        self.begun = name;
        self.open.push(Element {
            name,
            start,
            place: place.filter(|place| place.len() <= NAME_BYTES_MAX),
            kids: HashMap::new(),
            is_formatted: false,
        });
        Some(())
    }

    fn close(&mut self, name: &str, end: usize) -> Option<()> {
        self.begun = "";
        let element = self.open.pop().filter(|element| element.name == name)?;
        let is_value = element.kids.is_empty() || element.is_formatted;
        if let Some(place) = element.place.filter(|place| is_value && !place.is_empty()) {
            let text = plain_text(&self.markup[element.start.min(end)..end])?;
            if text.len() <= FIELD_TEXT_BYTES_MAX {
                self.count_bytes(place.len() + text.len())?;
                self.data.values.insert(place, text);
            }
        }
        Some(())
    }

    fn count_bytes(&mut self, more: usize) -> Option<()> {
        self.bytes += more;
        (self.bytes <= TOTAL_TEXT_BYTES_MAX).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use forms::form_content::FormField;

    use super::{Data, note};

    fn read(data: &str) -> Option<Vec<(String, String)>> {
        let markup = format!(
            "<xfa:datasets xmlns:xfa=\"x>y\"><xfa:data\n>{data}</xfa:data><dd:dataDescription>\
             <a>x</a></dd:dataDescription></xfa:datasets>"
        );
        Data::read(markup.as_bytes()).map(|data| data.values.into_iter().collect())
    }

    #[test]
    fn values_are_told_by_their_places() {
        let found = read(
            "<form1><!-- <n>x</n> --><n>Anna</n\n><row><c>1</c></row><row><c> 2&amp;</c><d/></row>\
             <t><body xmlns=\"y\"><p>Eins</p><p>zwei</p></body></t><u><![CDATA[<v>]]></u></form1>",
        );
        let pairs = [
            ("n[0]", "Anna"),
            ("row[0].c[0]", "1"),
            ("row[1].c[0]", " 2&"),
            ("row[1].d[0]", ""),
            ("t[0]", "Eins\nzwei"),
            ("u[0]", "<v>"),
        ];
        let pairs = pairs.map(|(place, text)| (format!("form1[0].{place}"), text.to_owned()));
        assert_eq!(found, Some(pairs.to_vec()));
    }

    #[test]
    fn values_of_broken_markup_are_none() {
        for data in [
            "<a>",
            "<a></b>",
            "</a>",
            "<a",
            "<!-- ",
            "<a b='>",
            "<a>&x;</a>",
        ] {
            assert_eq!(read(data), None, "{data}");
        }
        assert_eq!(read(&"<a>".repeat(100_000)), None);
    }

    #[test]
    fn note_finds_fields_whose_place_is_theirs_alone() {
        let names = [
            "form1[0].#subform[0].Name[0]",
            "form1[0].#pageSet[0].#pageArea[0].Twice[0]",
            "form1[0].#pageSet[0].#pageArea[1].Twice[0]",
            "x",
            "y",
        ];
        let mut fields = names.map(|name| FormField {
            name: name.to_owned(),
            ..FormField::default()
        });
        let values = [
            ("form1[0].Name[0]", "Anna"),
            ("form1[0].Twice[0]", "b"),
            ("x[0]", "c"),
        ];
        let values = values.map(|(place, text)| (place.to_owned(), text.to_owned()));
        note(&values.into_iter().collect(), &mut fields);
        let noted = fields.map(|field| field.xfa_data);
        let texts = noted.each_ref().map(Option::as_deref);
        assert_eq!(texts, [Some("Anna"), None, None, Some("c"), None]);
    }
}
