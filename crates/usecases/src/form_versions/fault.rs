//! Faults between the form types of the catalogue and the versions that applications came in with,
//! as sentences for operators.

/// A fault that an operator should correct.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormVersionFault {
    /// Definition or template changed and the number did not.
    #[error(
        "Form {form_type}: its definition or template is not that of version {number} which \
            earlier applications came in with. New ones get it as a version of its own; raise \
            `version`."
    )]
    Changed {
        /// The form type's key.
        form_type: String,
        /// The number that both have.
        number: u32,
    },
    /// A version is stored as a row that makes no sense.
    #[error(
        "Form versions: row {row} of form_packages: {column} makes no sense. Its applications \
            cannot be opened, copied or filled in; `formservice verify` names them. Mend the row, \
            or restore a backup."
    )]
    Senseless {
        /// Its primary key.
        row: String,
        /// What makes no sense of it.
        column: &'static str,
    },
    /// Applications came before versions were stored, and the catalogue does not have their form
    /// type.
    #[error(
        "Form {form_type}: applications have it whose version is not stored, and no folder has it. \
            They can be read, but not changed, checked or filled in. Bring its folder back below \
            `forms.dir` and start again, or call `formservice migrate`."
    )]
    Missing {
        /// The form type's key.
        form_type: String,
    },
    /// This program does not understand the definition that is stored.
    #[error(
        "Form {form_type}: this program cannot read the stored definition of version {number}, \
            mostly because a newer program took it. Its applications can be read as JSON, but not \
            changed, checked or filled in: run the program that took them, or a newer one."
    )]
    Unknown {
        /// The form type's key.
        form_type: String,
        /// The number of the version.
        number: u32,
    },
}
