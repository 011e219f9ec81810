//! A blank form as a file, by which files that were made from it are known again.

/// What a file that was made from a blank one has in common with it.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlankFile {
    /// Digests of its pages. None for a page that is too complex for that.
    pub pages: Vec<PageDigest>,
    /// How the file begins.
    pub beginning: KnownBeginning,
    /// Of a hybrid form with blank fields, the texts in its XFA data that somebody would have typed
    /// in another, sorted.
    pub xfa_texts: Vec<XfaText>,
}

/// A text in XFA data.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct XfaText {
    /// The name of the element that begins with it; empty where none does, and in formatted text.
    pub element: String,
    /// Without white space around it.
    pub text: String,
}

impl From<(&str, &str)> for XfaText {
    fn from((element, text): (&str, &str)) -> Self {
        Self {
            element: element.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// SHA-256 over a page, its number included. Pages of two files with the same digest print the same
/// beside their fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PageDigest(pub [u8; 32]);

/// The bytes with which other files may begin too, and what parsers have agreed about in them:
/// viewers save what is filled in behind the form as it was (PDF 32000-1, 7.5.6). By default none.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownBeginning {
    /// What they are cut into, one piece behind the other.
    pub pieces: Vec<KnownPiece>,
    /// Where the objects lie that parsers have agreed about, in the order of their places.
    pub objects: Vec<ObjectRange>,
    /// Objects that are packed in one of `objects`, while the table of the blank form names another
    /// state of them elsewhere: pairs of that stream's number and their own, sorted.
    pub replaced: Vec<(u32, u32)>,
    /// What its pages are made of, in their order.
    pub pages: Vec<KnownPage>,
}

/// Bytes that are alike or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownPiece {
    /// In bytes from the beginning of the file.
    pub end: u32,
    /// Of what lies between the end of the piece before and its own.
    pub digest: PieceDigest,
}

/// The first half of the SHA-256 of some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceDigest(pub u128);

/// Where an object begins, with its number, and where it ends, in bytes from the beginning of the
/// file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectRange(pub u32, pub u32);

/// A page, told by how it names what it is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownPage {
    /// Digest of its area, contents and resources, as far as these stand in the page itself and are
    /// no objects of their own.
    pub front: PieceDigest,
    /// Each object that it leads to, in the order in which they are met.
    pub objects: Vec<KnownObject>,
}

/// An object of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownObject {
    /// Its number and generation.
    pub id: (u32, u16),
    /// Where it is; nowhere if the file does not define it.
    pub place: Option<KnownPlace>,
}

/// Where a table has an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownPlace {
    /// Where the object begins, or the stream that it is packed in, in bytes from the beginning of
    /// the file.
    pub begin: u32,
    /// The number of that stream, and the object's index in it.
    pub packed: Option<(u32, u32)>,
}
