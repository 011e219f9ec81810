//! Beside a template that was made stand the digests of it and of the definition that it was made
//! of, as `sha256sum` writes and checks them.

use std::path::{Path, PathBuf};

use forms::hexadecimal::hexadecimal;
use sha256::Sha256;

use crate::FormTools;

use super::folder_file;

/// The file of the digests of this template.
pub(super) fn digest_file(template: &Path) -> PathBuf {
    template.with_added_extension("sha256")
}

/// The digests of a template and of its definition, a line each.
pub(super) fn digest_lines<T: FormTools>(template: &[u8], definition: &[u8]) -> String {
    let files = [
        (template, T::TEMPLATE_FILE),
        (definition, T::DEFINITION_FILE),
    ];
    let line = |(bytes, name): (&[u8], &str)| format!("{}  {name}\n", hex_digest(bytes));
    files.map(line).concat()
}

/// Whether a template is what was made, byte for byte.
pub(super) fn is_made(file: &Path, template: &[u8]) -> bool {
    digest(file, 0).is_some_and(|digest| digest == hex_digest(template))
}

/// Whether a template was made and nobody changed it, but the definition in its folder did change:
/// it may print labels that are no longer there. Releases that kept no digest of the definition
/// leave that open.
pub(super) fn is_outdated<T: FormTools>(folder: &Path, template: &[u8]) -> bool {
    let file = folder.join(T::TEMPLATE_FILE);
    let of_definition =
        digest(&file, 1).zip(folder_file::read(&folder.join(T::DEFINITION_FILE)).ok());
    let has_changed =
        of_definition.is_some_and(|(digest, definition)| digest != hex_digest(&definition));
    has_changed && is_made(&file, template)
}

/// The digest on a line, from 0, of the digests of this template.
fn digest(template: &Path, line: usize) -> Option<String> {
    let lines = folder_file::read(&digest_file(template)).ok()?;
    let lines = str::from_utf8(&lines).ok()?;
    let words = lines.lines().nth(line)?.split_whitespace().next()?;
    Some(words.to_owned())
}

fn hex_digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}
