//! The parts of the document.

/// Form types.
pub(crate) const FORMS: &str = "Forms";

/// Filled forms.
pub(crate) const APPLICATIONS: &str = "Applications";

/// Their files.
pub(crate) const ATTACHMENTS: &str = "Attachments";

/// Their comparison offers.
pub(crate) const COST_POSITIONS: &str = "Cost positions";

/// What takes a master key.
pub(crate) const ADMINISTRATION: &str = "Administration";

/// The service itself.
pub(crate) const SERVICE: &str = "Service";
