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
    let mut faults = Vec::new();
    for folder in directory.map(folders).transpose()?.unwrap_or_default() {
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

fn folders(directory: &Path) -> Result<Vec<PathBuf>, FormTypeError> {
    let unreadable = |error: io::Error| {
        FormTypeError::one(format!("forms.dir {}: {error}", directory.display()))
    };
    let mut folders = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() && !name(&path).starts_with('.') {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
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
mod tests {
    use std::fs;

    use super::{load_all, load_definition, load_folder};
    use crate::FormTypeError;

    const DEFINITION: &str = "form_type = 'club_form'\ntitle = 'Vereinsantrag'\nversion = \
        1\n[[section]]\ntitle = 'Verein'\n[[section.entry]]\nkey = 'name'\nlabel = 'Name'\ntype = \
        'text'\n";

    #[test]
    fn folders_add_form_types_and_replace_builtin_ones() {
        let directory = tempfile::tempdir().unwrap();
        for (folder, definition) in [
            ("club", DEFINITION.to_owned()),
            ("own", DEFINITION.replace("club_form", "pa_form")),
        ] {
            fs::create_dir(directory.path().join(folder)).unwrap();
            fs::write(directory.path().join(folder).join("form.toml"), definition).unwrap();
            fs::write(
                directory.path().join(folder).join("template.pdf"),
                "%PDF-1.7",
            )
            .unwrap();
        }
        let packages = load_all(Some(directory.path())).unwrap();
        let titles: Vec<_> = packages
            .iter()
            .map(|package| {
                (
                    package.form_type.key.as_str(),
                    package.form_type.title.as_str(),
                )
            })
            .collect();
        assert_eq!(
            titles[..2],
            [("club_form", "Vereinsantrag"), ("pa_form", "Vereinsantrag")]
        );
        assert_eq!(titles[2].0, "vsm_form");
    }

    #[test]
    fn hidden_folders_are_passed_over() {
        let directory = tempfile::tempdir().unwrap();
        for folder in [".git", "..2026_02_01", "club"] {
            fs::create_dir(directory.path().join(folder)).unwrap();
        }
        for folder in ["..2026_02_01", "club"] {
            let folder = directory.path().join(folder);
            fs::write(folder.join("form.toml"), DEFINITION).unwrap();
            fs::write(folder.join("template.pdf"), "%PDF-1.7").unwrap();
        }
        assert_eq!(load_all(Some(directory.path())).unwrap().len(), 3);
    }

    #[test]
    fn a_definition_larger_than_a_megabyte_is_refused_and_one_of_a_megabyte_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let sentences = |bytes: usize| {
            let comment = "#".repeat(bytes - DEFINITION.len());
            let definition = format!("{DEFINITION}{comment}");
            fs::write(folder.path().join("form.toml"), definition).unwrap();
            load_definition(folder.path()).map_err(|error| error.to_string())
        };
        assert!(sentences(1 << 20).is_ok());
        let refused = sentences((1 << 20) + 1).unwrap_err();
        assert!(refused.contains("has 1048577 bytes"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_in_the_place_of_a_file_is_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |error: FormTypeError| error.to_string().contains("is no regular file");
        std::os::unix::fs::symlink("/dev/null", folder.path().join("form.toml")).unwrap();
        assert!(load_definition(folder.path()).is_err_and(refused));
        // A link to a file is one: folders that are mounted from elsewhere are made of such.
        fs::remove_file(folder.path().join("form.toml")).unwrap();
        fs::write(folder.path().join("version-1.toml"), DEFINITION).unwrap();
        std::os::unix::fs::symlink("version-1.toml", folder.path().join("form.toml")).unwrap();
        assert!(load_definition(folder.path()).is_ok());
    }

    #[test]
    fn every_fault_of_every_folder_is_named() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("a")).unwrap();
        fs::create_dir(directory.path().join("b")).unwrap();
        fs::write(directory.path().join("b/form.toml"), "title = 3").unwrap();
        let sentences = load_all(Some(directory.path())).unwrap_err().to_string();
        assert!(
            sentences.contains("a/form.toml: is missing, write it, or have")
                && sentences.contains("b/form.toml"),
            "{sentences}"
        );
        fs::write(directory.path().join("b/form.toml"), DEFINITION).unwrap();
        let sentence = load_folder(&directory.path().join("b")).unwrap_err();
        let missing = "b/template.pdf: is missing, put the blank fillable PDF there under just";
        assert!(sentence.to_string().starts_with(missing), "{sentence}");
        assert!(load_folder(&directory.path().join("absent")).is_err());
    }
}
