//! A page as a digest, by which it is known again in another file without being read.
//!
//! Into it goes all that decides what the page prints beside its fields, and where: its number, its
//! area, what draws it, and every object that its resources lead to, the files of fonts included;
//! which all parsers must find alike, since they may differ about a file. Numbers of objects do
//! not, so that a program may save a form anew. Annotations do not either: notes and fields are
//! read of every file.

use std::collections::HashMap;

use form_reading::expected_form::{KnownObject, KnownPage, KnownPlace, PageDigest};
use sha256::Sha256;

use crate::document::{Dictionary, Document, Id, Object};
use crate::known_beginning::half;
use crate::limits::DIGEST_OBJECTS_MAX;
use crate::pages::{Page, Pages};

/// The digests of the wanted pages, by their numbers from 0. `None` for the others, and for a page
/// that cannot be hashed: an object is broken, more than `DIGEST_OBJECTS_MAX` were looked at, or
/// parsers differ.
pub(crate) fn digests(
    documents: &[&dyn Document],
    pages: &Pages,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Option<PageDigest>> {
    let of_document = |document: &&dyn Document| {
        let mut walk = Walk::new(*document);
        let mut digest = |(number, page)| {
            let mut hash = Sha256::new();
            hash.update(usize::to_le_bytes(number));
            walk.add_page(page, &mut hash)?;
            Some(PageDigest(hash.finalize()))
        };
        let pages = pages.iter().enumerate();
        let digest = |page: (usize, _)| is_wanted(page.0).then(|| digest(page)).flatten();
        pages.map(digest).collect()
    };
    alike(documents.iter().map(of_document))
}

/// What a page is made of, where that is, and how it names it. `None` for one that cannot be
/// hashed.
pub(crate) fn known_page(
    document: &dyn Document,
    page: &Page,
    place: impl Fn(Id) -> Option<KnownPlace>,
) -> Option<KnownPage> {
    let mut walk = Walk::new(document);
    let (mut hash, mut met) = (Sha256::new(), Met::default());
    walk.add_front(page, &mut met, &mut hash)?;
    let front = half(hash);
    walk.add_open(&mut met, &mut Sha256::new())?;
    let objects = met.order.into_iter().map(|id| KnownObject {
        id,
        place: place(id),
    });
    Some(KnownPage {
        front,
        objects: objects.collect(),
    })
}

/// Whether a page names what it is made of as a known one does. Whether that is still the same, is
/// not looked at.
pub(crate) fn names_alike(document: &dyn Document, page: &Page, known: &KnownPage) -> bool {
    let (mut hash, mut met) = (Sha256::new(), Met::default());
    let added = Walk::new(document).add_front(page, &mut met, &mut hash);
    let known_ids = known.objects.iter().map(|object| &object.id);
    let is_same_order = met.order.iter().eq(known_ids.take(met.order.len()));
    added.is_some() && half(hash) == known.front && is_same_order
}

/// Digests of single objects, with all that they lead to, as each of the documents has them. `None`
/// for one that cannot be hashed, as with pages.
pub(crate) fn object_digests<'document, 'object>(
    documents: impl Iterator<Item = (&'document dyn Document, Vec<&'object Object>)>,
) -> Vec<Option<[u8; 32]>> {
    alike(documents.map(|(document, objects)| {
        let mut walk = Walk::new(document);
        let digest = |object: &Object| {
            let mut hash = Sha256::new();
            let mut met = Met::default();
            walk.add(object, &mut met, &mut hash)?;
            walk.add_open(&mut met, &mut hash)?;
            Some(hash.finalize())
        };
        objects.into_iter().map(digest).collect()
    }))
}

/// What all documents have in the same place.
fn alike<Digest: PartialEq>(
    mut documents: impl Iterator<Item = Vec<Option<Digest>>>,
) -> Vec<Option<Digest>> {
    let mut alike = documents.next().unwrap_or_default();
    for other in documents {
        for (one, other) in alike.iter_mut().zip(&other) {
            if one != other {
                *one = None;
            }
        }
    }
    alike
}

/// One parser's way through the objects of all pages.
struct Walk<'document> {
    document: &'document dyn Document,
    /// Digests of the bytes of streams, which pages share.
    streams: HashMap<Id, [u8; 32]>,
    objects_left: usize,
}

/// The objects of one page: the order in which they are met stands for their numbers.
#[derive(Default)]
struct Met {
    places: HashMap<Id, usize>,
    order: Vec<Id>,
    /// How many of them were added to the digest.
    added: usize,
}

impl<'document> Walk<'document> {
    fn new(document: &'document dyn Document) -> Self {
        Self {
            document,
            streams: HashMap::new(),
            objects_left: DIGEST_OBJECTS_MAX,
        }
    }

    fn add_page(&mut self, page: &Page, hash: &mut Sha256) -> Option<()> {
        let mut met = Met::default();
        self.add_front(page, &mut met, hash)?;
        self.add_open(&mut met, hash)
    }

    /// What the page itself says.
    fn add_front(&mut self, page: &Page, met: &mut Met, hash: &mut Sha256) -> Option<()> {
        for number in page.shape() {
            hash.update(rounded(number).to_le_bytes());
        }
        self.add(page.contents(), met, hash)?;
        self.add(page.resources(), met, hash)
    }

    /// Every object that those lead to which were added.
    fn add_open(&mut self, met: &mut Met, hash: &mut Sha256) -> Option<()> {
        while let Some(id) = met.next() {
            let object = self.document.object(id).ok()?;
            self.add(&object, met, hash)?;
        }
        Some(())
    }

    /// Each object begins with a letter of its kind, and what has no fixed length with its length:
    /// so different objects are different bytes.
    fn add(&mut self, object: &Object, met: &mut Met, hash: &mut Sha256) -> Option<()> {
        self.objects_left = self.objects_left.checked_sub(1)?;
        match object {
            Object::Null => hash.update(b"n"),
            Object::Boolean(boolean) => hash.update([b'b', u8::from(*boolean)]),
            Object::Integer(integer) => tagged(hash, b'i', &integer.to_le_bytes()),
            Object::Real(real) => tagged(hash, b'r', &rounded(*real).to_le_bytes()),
            Object::String(bytes) => sized(hash, b's', bytes),
            Object::Name(name) => sized(hash, b'/', name),
            Object::Array(members) => {
                tagged(hash, b'[', &members.len().to_le_bytes());
                for member in members.iter() {
                    self.add(member, met, hash)?;
                }
            }
            Object::Dictionary(dictionary) => self.add_dictionary(dictionary, b"", met, hash)?,
            Object::Stream(dictionary, id) => {
                // The bytes have their own length; a program may write it as another object.
                self.add_dictionary(dictionary, b"Length", met, hash)?;
                tagged(hash, b'~', &self.stream(*id)?);
            }
            Object::Reference(id) => tagged(hash, b'R', &met.place(*id).to_le_bytes()),
        }
        Some(())
    }

    fn add_dictionary(
        &mut self,
        dictionary: &Dictionary,
        without: &[u8],
        met: &mut Met,
        hash: &mut Sha256,
    ) -> Option<()> {
        hash.update(b"<");
        for (key, object) in dictionary.entries().filter(|(key, _)| *key != without) {
            sized(hash, b'k', key);
            self.add(object, met, hash)?;
        }
        hash.update(b">");
        Some(())
    }

    /// The digest of a stream's bytes as they are in the file: how they are packed says the
    /// dictionary.
    fn stream(&mut self, id: Id) -> Option<[u8; 32]> {
        if let Some(known) = self.streams.get(&id) {
            return Some(*known);
        }
        let digest = Sha256::digest(&*self.document.raw_stream(id).ok()??);
        self.streams.insert(id, digest);
        Some(digest)
    }
}

impl Met {
    fn place(&mut self, id: Id) -> usize {
        let next = self.order.len();
        *self.places.entry(id).or_insert_with(|| {
            self.order.push(id);
            next
        })
    }

    fn next(&mut self) -> Option<Id> {
        let next = self.order.get(self.added).copied();
        self.added += usize::from(next.is_some());
        next
    }
}

/// The bits of a number but for the last ones, which parsers read differently.
fn rounded(real: f32) -> u32 {
    real.to_bits().wrapping_add(8) >> 4
}

fn tagged(hash: &mut Sha256, tag: u8, bytes: &[u8]) {
    hash.update([tag]);
    hash.update(bytes);
}

fn sized(hash: &mut Sha256, tag: u8, bytes: &[u8]) {
    tagged(hash, tag, &bytes.len().to_le_bytes());
    hash.update(bytes);
}

#[cfg(test)]
mod tests {
    use lopdf::{Dictionary, Stream, dictionary};

    use super::digests;
    use crate::document::Document;
    use crate::document::primary::PrimaryDocument;
    use crate::document::second::SecondDocument;
    use crate::pages::Pages;

    /// A file with one page that this draws.
    fn file(content: &str) -> Vec<u8> {
        let mut document = lopdf::Document::with_version("1.7");
        let content = Stream::new(Dictionary::new(), content.into());
        let page = dictionary! { "Type" => "Page", "Contents" => document.add_object(content) };
        let page = document.add_object(page);
        let pages = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
        let pages = document.add_object(pages);
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        document.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn digests_are_alike_only_where_both_parsers_find_the_same_page() {
        let (blank, filled) = (file("BT ET"), file("BT (x) Tj ET"));
        let digests_of = |first: &[u8], second: &[u8]| {
            let first = PrimaryDocument::open(first).unwrap();
            let second = SecondDocument::open(second, false).unwrap();
            let pages = Pages::read(&first as &dyn Document).unwrap();
            digests(&[&first, &second], &pages, |_| true)
        };
        let own = digests_of(&blank, &blank);
        assert!(own.len() == 1 && own[0].is_some());
        assert_eq!(digests_of(&blank, &blank), own);
        assert_eq!(digests_of(&filled, &blank), [None]);
        assert_eq!(digests_of(&blank, &filled), [None]);
        assert_ne!(digests_of(&filled, &filled), own);
    }
}
