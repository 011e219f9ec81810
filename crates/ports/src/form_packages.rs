//! A form type together with its template.

use bytes::Bytes;
use forms::FormType;

/// What a folder of a form type holds. Loaded once at start; the two halves agree (`formservice
/// forms check`).
#[derive(Debug, Clone)]
pub struct FormPackage {
    /// The definition.
    pub form_type: FormType,
    /// The blank fillable PDF.
    pub template: Bytes,
}
