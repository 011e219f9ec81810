//! What the library that knows fonts is given: pages of plain text and the fonts that they use, as
//! its own objects. They are handed over one by one, since a file that was written for it alone
//! would be parsed once more.

mod packed;
mod unicode_map;
mod widths;

use std::collections::BTreeMap;

use pdf_extract::{Dictionary, Document as PlainDocument, Object as Plain, Stream, dictionary};
use ports::PdfError;

use self::widths::Widths;
use super::{Document, Id, Object, damaged};

/// The pages with these content streams, one each, and of the file only what the fonts lead to,
/// which are named `F0` and on.
pub(crate) fn document<'font>(
    file: &dyn Document,
    contents: Vec<Vec<u8>>,
    fonts: impl Iterator<Item = &'font Object>,
) -> Result<PlainDocument, PdfError> {
    let mut copying = Copying::of(file);
    let named = fonts.enumerate().map(|(index, font)| {
        let name = format!("F{index}").into_bytes();
        Ok((name, copying.plain(font)?))
    });
    let named: Dictionary = named.collect::<Result<_, PdfError>>()?;
    let mut document = PlainDocument::new();
    (document.objects, document.max_id) = copying.reached()?;
    // The library counts on without a look whether there is a next number.
    let added = contents
        .len()
        .checked_mul(2)
        .and_then(|pages| pages.checked_add(3));
    let last = added.and_then(|added| document.max_id.checked_add(u32::try_from(added).ok()?));
    last.ok_or_else(|| damaged("its objects are numbered up to the last number there is"))?;
    let resources = document.add_object(dictionary! { "Font" => named });
    let tree = document.new_object_id();
    let mut kids = Vec::new();
    for content in contents {
        let content = Stream::new(Dictionary::new(), content);
        let content = document.add_object(content);
        let page = dictionary! {
            "Type" => "Page", "Parent" => tree, "Resources" => resources, "Contents" => content,
            "MediaBox" => vec![0.into(), 0.into(), 1.into(), 1.into()],
        };
        kids.push(document.add_object(page).into());
    }
    let count = i64::try_from(kids.len()).unwrap_or_default();
    let pages = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
    document.set_object(tree, pages);
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer = dictionary! { "Root" => catalog };
    Ok(document)
}

/// What a reference leads to.
#[derive(Clone, Copy)]
enum Role {
    /// The widths of a composite font.
    Widths,
    /// What the codes of a font are in Unicode.
    UnicodeMap,
    Other,
}

/// Makes objects of the library, and knows where references lead that it has met.
struct Copying<'file> {
    file: &'file dyn Document,
    open: Vec<(Id, Role)>,
    widths: Widths<'file>,
}

impl<'file> Copying<'file> {
    fn of(file: &'file dyn Document) -> Self {
        Self {
            file,
            open: Vec::new(),
            widths: Widths::of(file),
        }
    }

    /// The objects that references lead to, as far as they can be read, and the highest number that
    /// a reference has.
    fn reached(mut self) -> Result<(BTreeMap<Id, Plain>, u32), PdfError> {
        let mut reached = BTreeMap::new();
        let mut highest = 0;
        while let Some((id, role)) = self.open.pop() {
            highest = highest.max(id.0);
            if reached.contains_key(&id) {
                continue;
            }
            let object = match self.file.object(id) {
                Ok(Object::Stream(entries, _)) => match self.stream(role, &entries, id)? {
                    Some(stream) => Plain::Stream(stream),
                    None => continue,
                },
                Ok(Object::Null) | Err(_) => continue,
                Ok(object) => self.plain_as(role, &object)?,
            };
            reached.insert(id, object);
        }
        Ok((reached, highest))
    }

    /// The same stream, if its bytes can be found; unpacked where the library could not do it.
    fn stream(
        &mut self,
        role: Role,
        entries: &super::Dictionary,
        id: Id,
    ) -> Result<Option<Stream>, PdfError> {
        if let Role::UnicodeMap = role
            && let Ok(map) = self.file.stream_bytes(entries, id)
        {
            let map = unicode_map::put_right(&map).unwrap_or(map);
            return Ok(Some(Stream::new(Dictionary::new(), map)));
        }
        if !packed::is_unpacked_by_library(entries)
            && let Ok(bytes) = self.file.stream_bytes(entries, id)
        {
            let entries = self.dictionary(&packed::without_filters(entries))?;
            return Ok(Some(Stream::new(entries, bytes)));
        }
        let Ok(Some(content)) = self.file.raw_stream(id) else {
            return Ok(None);
        };
        let entries = self.dictionary(entries)?;
        Ok(Some(Stream::new(entries, content.into_owned())))
    }

    fn plain(&mut self, object: &Object) -> Result<Plain, PdfError> {
        self.plain_as(Role::Other, object)
    }

    /// The same object. It is nested no deeper than it was read.
    fn plain_as(&mut self, role: Role, object: &Object) -> Result<Plain, PdfError> {
        Ok(match object {
            Object::Null => Plain::Null,
            Object::Boolean(boolean) => Plain::Boolean(*boolean),
            Object::Integer(integer) => Plain::Integer(*integer),
            Object::Real(real) => Plain::Real(*real),
            Object::String(string) => Plain::string_literal(string.to_vec()),
            Object::Name(name) => Plain::Name(name.to_vec()),
            Object::Array(members) => match role {
                Role::Widths => {
                    let members = self.widths.one_by_one(members)?;
                    self.array(&members)?
                }
                Role::UnicodeMap | Role::Other => self.array(members)?,
            },
            Object::Dictionary(entries) => Plain::Dictionary(self.dictionary(entries)?),
            Object::Stream(_, id) | Object::Reference(id) => {
                self.open.push((*id, role));
                Plain::Reference(*id)
            }
        })
    }

    fn array(&mut self, members: &[Object]) -> Result<Plain, PdfError> {
        let members = members.iter().map(|member| self.plain(member));
        Ok(Plain::Array(members.collect::<Result<_, _>>()?))
    }

    /// Whatever fonts lead to has `W` and `DW` only where it is a composite font (9.7.4.3).
    fn dictionary(&mut self, entries: &super::Dictionary) -> Result<Dictionary, PdfError> {
        let entries = entries.entries().map(|(key, value)| {
            let plain = match key {
                b"W" => self.plain_as(Role::Widths, value)?,
                b"ToUnicode" => self.plain_as(Role::UnicodeMap, value)?,
                b"DW" => self.plain(&self.widths.default(value)?)?,
                _ => self.plain(value)?,
            };
            Ok((key.to_vec(), plain))
        });
        entries.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    use ports::PdfError;

    use super::super::{Dictionary, LookedAt, Name};
    use super::{Document, Id, Object, Plain, document};

    struct Objects(BTreeMap<Id, Object>, LookedAt);

    fn objects<const COUNT: usize>(objects: [(Id, Object); COUNT]) -> Objects {
        Objects(BTreeMap::from(objects), LookedAt::default())
    }

    impl Document for Objects {
        fn catalog(&self) -> Result<Dictionary, PdfError> {
            Ok(Dictionary::default())
        }

        fn object(&self, id: Id) -> Result<Object, PdfError> {
            Ok(self.0.get(&id).cloned().unwrap_or(Object::Null))
        }

        fn raw_stream(&self, _: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError> {
            Ok(None)
        }

        fn decoded_stream(&self, _: Id) -> Option<Vec<u8>> {
            None
        }

        fn looked_at(&self) -> &LookedAt {
            &self.1
        }
    }

    #[test]
    fn a_document_has_the_pages_and_what_the_fonts_lead_to() {
        let (font, widths, other, undefined) = ((3, 0), (4, 0), (90, 0), (5, 0));
        let entries = [
            (Name::from(b"Widths"), Object::Reference(widths)),
            (Name::from(b"ToUnicode"), Object::Reference(undefined)),
        ];
        let numbers = [Object::Integer(9), Object::Real(0.5), Object::Real(-1e20)];
        let file = objects([
            (font, Object::Dictionary(entries.into_iter().collect())),
            (widths, Object::Array(numbers.into())),
            (other, Object::Integer(1)),
        ]);
        let contents = vec![b"BT ET".to_vec(), b"BT ET".to_vec()];
        let fonts = [Object::Reference(font)];
        let plain = document(&file, contents, fonts.iter()).unwrap();
        assert_eq!(plain.get_pages().len(), 2);
        assert!(plain.get_object(font).unwrap().as_dict().is_ok());
        assert!(plain.get_object(other).is_err());
        assert!(plain.get_object(undefined).is_err());
        let numbers = vec![Plain::Integer(9), Plain::Real(0.5), Plain::Real(-1e20)];
        assert_eq!(plain.get_object(widths).unwrap(), &Plain::Array(numbers));
    }

    #[test]
    fn widths_that_many_fonts_share_are_written_out_once() {
        let widths = (1, 0);
        let range = [0, 65_535, 500].map(Object::Integer);
        let file = objects([(widths, Object::Array(range.into()))]);
        let font = [(Name::from(b"W"), Object::Reference(widths))];
        let font = Object::Dictionary(font.into_iter().collect());
        let plain = document(&file, Vec::new(), [&font; 100].into_iter()).unwrap();
        let written = plain.get_object(widths).unwrap().as_array().unwrap();
        let [first, written] = written.as_slice() else {
            panic!("{} members", written.len())
        };
        assert_eq!(first, &Plain::Integer(0));
        assert_eq!(written, &Plain::Array(vec![Plain::Integer(500); 65_536]));
    }

    #[test]
    fn a_file_without_a_number_for_another_page_is_refused() {
        for (last, is_taken) in [(u32::MAX - 5, true), (u32::MAX - 4, false)] {
            let file = objects([((last, 0), Object::Boolean(true))]);
            let fonts = [Object::Reference((last, 0))];
            let made = document(&file, vec![b"BT ET".to_vec()], fonts.iter());
            assert_eq!(made.is_ok(), is_taken);
        }
    }
}
