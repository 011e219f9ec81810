//! Loads form types from folders.

use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use forms::FormType;
use ports::FormPackage;

use crate::{FormTypeError, builtin, parse_definition};

pub const DEFINITION_FILE: &str = "form.toml";

pub const TEMPLATE_FILE: &str = "template.pdf";

/// Largest definition (1 MB) and template (50 MB); larger files are a fault.
const DEFINITION_BYTES_MAX: u64 = 1_048_576;
const TEMPLATE_BYTES_MAX: u64 = 50 * 1_048_576;

/// The built-in form types and those in the folders below `directory`, which replace built-in ones
/// of the same key. Ordered by key. Faults of all folders are named at once; two folders with one
/// key are a fault. Hidden folders are none of theirs: tools keep older versions there, of which
/// each would be a second form type of one key.
pub fn load_all(directory: Option<&Path>) -> Result<Vec<FormPackage>, FormTypeError> {
    let mut added: Vec<FormPackage> = Vec::new();
    let (folders, mut faults) = directory.map(folders).transpose()?.unwrap_or_default();
    for folder in folders {
        match load_folder(&folder) {
            Ok(package)
                if added
                    .iter()
                    .any(|other| other.form_type.key == package.form_type.key) =>
            {
                faults.push(format!(
                    "{}: another folder has form_type {} already",
                    name(&folder),
                    package.form_type.key
                ));
            }
            Ok(package) => added.push(package),
            Err(wrong) => faults.extend(wrong.into_sentences()),
        }
    }
    let builtin = builtin()?.into_iter().filter(|builtin| {
        !added
            .iter()
            .any(|package| package.form_type.key == builtin.form_type.key)
    });
    let mut packages: Vec<FormPackage> = builtin.collect();
    packages.extend(added);
    packages.sort_by(|one, other| one.form_type.key.cmp(&other.form_type.key));
    FormTypeError::unless_none(faults, packages)
}

/// The form type in a folder.
pub fn load_folder(folder: &Path) -> Result<FormPackage, FormTypeError> {
    let (form_type, definition) = load_definition(folder)?;
    let template = read(folder, TEMPLATE_FILE, TEMPLATE_BYTES_MAX)?;
    Ok(FormPackage::new(
        form_type,
        Bytes::from(definition),
        Bytes::from(template),
    ))
}

/// The form type that the definition in a folder defines, whether it has a template or not, and the
/// text of the definition.
pub fn load_definition(folder: &Path) -> Result<(FormType, String), FormTypeError> {
    let place = name(folder);
    let definition = read(folder, DEFINITION_FILE, DEFINITION_BYTES_MAX)?;
    let definition = String::from_utf8(definition)
        .map_err(|_| FormTypeError::one(format!("{place}/{DEFINITION_FILE}: is not UTF-8")))?;
    let form_type = parse_definition(&definition)
        .map_err(|faults| faults.within(&format!("{place}/{DEFINITION_FILE}")))?;
    Ok((form_type, definition))
}

/// The folders below the directory, each of which must be a form type, and what is wrong with what
/// else is there: a form type that was passed over would be missed by nobody until somebody uploads
/// its form.
fn folders(directory: &Path) -> Result<(Vec<PathBuf>, Vec<String>), FormTypeError> {
    let fault = |problem: String| format!("forms.dir {}: {problem}", directory.display());
    let unreadable = |error: io::Error| FormTypeError::one(fault(error.to_string()));
    let (mut folders, mut faults) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        match is_form_folder(&path) {
            Ok(true) => folders.push(path),
            Ok(false) => {}
            Err(problem) => faults.push(fault(problem)),
        }
    }
    folders.sort();
    faults.sort();
    Ok((folders, faults))
}

/// Whether what lies in the folder of form types is one; an error where it was meant to be one.
fn is_form_folder(path: &Path) -> Result<bool, String> {
    let name = name(path);
    if name == DEFINITION_FILE {
        return Err(format!(
            "has a {DEFINITION_FILE} itself, and each form type needs a folder of its own below \
                it: name the folder above, or move the form type into a folder"
        ));
    }
    if name.starts_with('.') {
        return Ok(false);
    }
    match fs::metadata(path) {
        Ok(found) => Ok(found.is_dir()),
        Err(error) if path.is_symlink() => Err(format!(
            "{name} is a link that leads nowhere ({error}): remove it, or bring back the folder of \
                the form type that it leads to"
        )),
        // Whoever removed it meanwhile has meant it.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// A device or a pipe is refused before it is opened: it has no size, may have no end, and keeps
/// whoever reads it waiting.
fn read(folder: &Path, file: &str, bytes_max: u64) -> Result<Vec<u8>, FormTypeError> {
    let path = folder.join(file);
    let fault = |problem: String| FormTypeError::one(format!("{}/{file}: {problem}", name(folder)));
    let unreadable = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => fault(format!("is missing, {}", what_to_do(file))),
        _ => fault(error.to_string()),
    };
    let found = fs::metadata(&path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(fault("is no regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    // What is read counts, not the size: it may grow meanwhile.
    let read = fs::File::open(&path).and_then(|file| {
        file.take(bytes_max.saturating_add(1))
            .read_to_end(&mut bytes)
    });
    read.map_err(unreadable)?;
    if bytes.len() as u64 > bytes_max {
        let size = found.len().max(bytes.len() as u64);
        return Err(fault(format!(
            "has {size} bytes, at most {bytes_max} are read"
        )));
    }
    Ok(bytes)
}

/// Where a file comes from that a folder lacks.
fn what_to_do(file: &str) -> &'static str {
    match file {
        DEFINITION_FILE => {
            "write it, or have `formservice forms inspect` write one for a fillable PDF"
        }
        _ => {
            "put the blank fillable PDF there under just this name, or have `formservice forms \
             make` make it"
        }
    }
}

fn name(folder: &Path) -> String {
    folder.file_name().map_or_else(
        || folder.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

#[cfg(test)]
mod tests;
