//! The body of a file: its objects one behind the other, and where each of them stands.

mod places;
mod syntax;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use ports::FillError;

use crate::objects;
use crate::packing::Packing;
use places::{Place, Places};

/// Objects in one packed stream: those of most forms, as to begin compressing takes long; few
/// enough for readers that look for one of them only.
const PACKED_MAX: usize = 500;

/// What marks a file as one of bytes, where the template says nothing that could.
const MARK: [u8; 4] = [0xBB, 0xAD, 0xC0, 0xDE];

/// A file that is being written. What was added to it can be kept, to begin other files with.
#[derive(Clone)]
pub(crate) struct Body {
    bytes: Vec<u8>,
    places: Places,
}

impl Body {
    /// The head of a file, in the document's version or in the first one that packs objects.
    pub(crate) fn begin(document: &Document) -> Self {
        let version = document.version.as_str().max("1.5");
        let mark = Some(document.binary_mark.as_slice());
        let mark = mark.filter(|mark| mark.iter().all(|byte| *byte >= 128));
        let mut bytes = format!("%PDF-{version}\n%").into_bytes();
        bytes.extend_from_slice(mark.unwrap_or(&MARK));
        bytes.push(b'\n');
        Self {
            bytes,
            places: Places::default(),
        }
    }

    /// A copy, with room for as many bytes more.
    pub(crate) fn copy(&self, room: usize) -> Self {
        let mut bytes = Vec::with_capacity(self.bytes.len() + room);
        bytes.extend_from_slice(&self.bytes);
        let places = self.places.clone();
        Self { bytes, places }
    }

    /// Adds objects: streams as they are, all others packed together into compressed streams, which
    /// get the numbers that follow `last`; answers the last number then.
    pub(crate) fn add<'document>(
        &mut self,
        objects: impl Iterator<Item = (&'document ObjectId, &'document Object)>,
        packing: Packing,
        last: u32,
    ) -> Result<u32, FillError> {
        let mut packed = Vec::new();
        for (id, object) in objects {
            match object {
                // Streams of packed objects are made anew.
                Object::Stream(stream) if stream.dict.has_type(b"ObjStm") => {}
                _ if can_be_packed(*id, object) => packed.push((id.0, object)),
                _ => self.write(*id, object)?,
            }
        }
        let mut last = last;
        for objects in packed.chunks(PACKED_MAX) {
            last = next(last)?;
            self.pack(last, objects, packing)?;
        }
        Ok(last)
    }

    /// The finished file; `last` is the last number that is taken.
    pub(crate) fn finish(
        mut self,
        mut trailer: Dictionary,
        last: u32,
        packing: Packing,
    ) -> Result<Vec<u8>, FillError> {
        let number = next(last)?;
        let start = self.bytes.len();
        self.places.add(number, self.here(0)?);
        let (content, index, widths) = self.places.table();
        // Of the template's own table, which may have been such a stream.
        for key in [&b"Filter"[..], b"DecodeParms", b"Length"] {
            trailer.remove(key);
        }
        trailer.set("Type", "XRef");
        trailer.set("Size", i64::from(number) + 1);
        trailer.set("W", widths);
        trailer.set("Index", index);
        let table = objects::stream(packing, trailer, content);
        self.write((number, 0), &Object::Stream(table))?;
        let end = format!("startxref\n{start}\n%%EOF\n");
        self.bytes.extend_from_slice(end.as_bytes());
        Ok(self.bytes)
    }

    fn pack(
        &mut self,
        container: u32,
        objects: &[(u32, &Object)],
        packing: Packing,
    ) -> Result<(), FillError> {
        let (mut table, mut content) = (Vec::new(), Vec::new());
        for ((number, object), index) in objects.iter().zip(0_u16..) {
            self.places.add(*number, Place::Packed { container, index });
            for number in [u64::from(*number), content.len() as u64] {
                syntax::write_number(&mut table, number);
                table.push(b' ');
            }
            syntax::write(&mut content, object).map_err(failed)?;
            content.push(b' ');
        }
        let stream = dictionary! {
            "Type" => "ObjStm",
            "N" => objects.len() as i64,
            "First" => table.len() as i64,
        };
        table.append(&mut content);
        self.write(
            (container, 0),
            &Object::Stream(packing.stream(stream, table)),
        )
    }

    fn write(&mut self, (number, generation): ObjectId, object: &Object) -> Result<(), FillError> {
        self.places.add(number, self.here(generation)?);
        syntax::write_number(&mut self.bytes, number.into());
        self.bytes.push(b' ');
        syntax::write_number(&mut self.bytes, generation.into());
        self.bytes.extend_from_slice(b" obj\n");
        syntax::write(&mut self.bytes, object).map_err(failed)?;
        self.bytes.extend_from_slice(b"\nendobj\n");
        Ok(())
    }

    fn here(&self, generation: u16) -> Result<Place, FillError> {
        let offset = u32::try_from(self.bytes.len()).map_err(failed)?;
        Ok(Place::At { offset, generation })
    }
}

/// Whether an object may stand in a stream with others (PDF 32000-1, 7.5.7).
fn can_be_packed((_, generation): ObjectId, object: &Object) -> bool {
    generation == 0 && !matches!(object, Object::Stream(_))
}

fn next(number: u32) -> Result<u32, FillError> {
    let none = || FillError::Failed("the template uses the last number of an object".into());
    number.checked_add(1).ok_or_else(none)
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> FillError {
    FillError::Failed(error.into())
}
