//! Names (PDF 32000-1, 7.3.5).

use std::fmt;
use std::ops::Deref;

/// So many bytes are kept in the name itself, which is then no larger than a `Vec`.
const SHORT_MAX: usize = 22;

/// A name, freed of its `#xx` escapes. A file has more of them than of anything else, and nearly
/// all are short: those take no memory of their own.
#[derive(Clone)]
pub(crate) struct Name(Kept);

#[derive(Clone)]
enum Kept {
    Short { length: u8, bytes: [u8; SHORT_MAX] },
    Long(Box<[u8]>),
}

impl From<&[u8]> for Name {
    fn from(name: &[u8]) -> Self {
        let mut bytes = [0; SHORT_MAX];
        let length = u8::try_from(name.len());
        Self(match (bytes.get_mut(..name.len()), length) {
            (Some(kept), Ok(length)) => {
                kept.copy_from_slice(name);
                Kept::Short { length, bytes }
            }
            _ => Kept::Long(name.into()),
        })
    }
}

impl<const LENGTH: usize> From<&[u8; LENGTH]> for Name {
    fn from(name: &[u8; LENGTH]) -> Self {
        Self::from(&name[..])
    }
}

impl Deref for Name {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kept::Short { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or_default(),
            Kept::Long(bytes) => bytes,
        }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<const LENGTH: usize> PartialEq<[u8; LENGTH]> for Name {
    fn eq(&self, other: &[u8; LENGTH]) -> bool {
        **self == *other
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::from(b"")
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, SHORT_MAX};

    #[test]
    fn a_name_is_what_it_was_made_of_however_long_it_is() {
        let written = [b'x'; 300];
        let lengths = [0, 1, SHORT_MAX - 1, SHORT_MAX, SHORT_MAX + 1, 255, 256, 300];
        for length in lengths {
            let name = Name::from(&written[..length]);
            assert_eq!(*name, written[..length]);
            for other in lengths {
                let is_same = name == Name::from(&written[..other]);
                assert_eq!(is_same, length == other, "{length} and {other}");
            }
        }
        assert_ne!(Name::from(b"Tx"), Name::from(b"Ty"));
        assert_eq!(Name::default(), *b"");
    }
}
