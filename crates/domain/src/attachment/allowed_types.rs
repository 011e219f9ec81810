//! Which media types attachments may have, judged by their first bytes alone: what a client says
//! of a file does not count.

use super::media_type::{SIGNATURES, found_type};

/// The media types that are taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllowedTypes(Option<Vec<&'static str>>);

/// The file is of a type that is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentTypeError {
    /// What its bytes tell; `None` where they tell nothing that is known.
    pub found: Option<&'static str>,
    /// What is taken.
    pub allowed: Vec<&'static str>,
}

impl AllowedTypes {
    /// Any file, also one whose bytes tell nothing.
    pub const ANY: Self = Self(None);

    /// Only files whose bytes tell one of these types.
    pub fn only(types: Vec<&'static str>) -> Self {
        Self(Some(types))
    }

    /// Every type that bytes tell, each once.
    pub fn known() -> Vec<&'static str> {
        let mut known: Vec<&str> = SIGNATURES
            .iter()
            .map(|(_, media_type)| *media_type)
            .collect();
        known.dedup();
        known
    }

    /// Whether a file that begins so is taken. As many bytes are looked at as
    /// [`BEGINNING_BYTES`](super::BEGINNING_BYTES), or the whole file if it is shorter.
    pub fn admit(&self, first_bytes: &[u8]) -> Result<(), AttachmentTypeError> {
        let Some(allowed) = &self.0 else {
            return Ok(());
        };
        let found = found_type(first_bytes);
        if found.is_some_and(|found| allowed.contains(&found)) {
            return Ok(());
        }
        Err(AttachmentTypeError {
            found,
            allowed: allowed.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AllowedTypes, AttachmentTypeError};

    #[test]
    fn admit_goes_by_the_bytes() {
        let pictures = AllowedTypes::only(vec!["image/png", "image/gif"]);
        let refused = |found| {
            Err(AttachmentTypeError {
                found,
                allowed: vec!["image/png", "image/gif"],
            })
        };
        for (bytes, outcome) in [
            (&b"\x89PNG\r\n\x1a\n\0"[..], Ok(())),
            (b"GIF89a", Ok(())),
            (b"GIF87a", Ok(())),
            (b"%PDF-1.7", refused(Some("application/pdf"))),
            (b"\x89PNG", refused(None)),
            (b"name;amount", refused(None)),
            (b"", refused(None)),
        ] {
            assert_eq!(pictures.admit(bytes), outcome, "{}", bytes.escape_ascii());
            assert_eq!(AllowedTypes::ANY.admit(bytes), Ok(()));
        }
    }

    #[test]
    fn known_names_each_type_once() {
        let mut known = AllowedTypes::known();
        assert!(known.contains(&"application/pdf"));
        let count = known.len();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), count);
    }
}
