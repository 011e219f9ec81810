//! The parts of the document.

pub(crate) const FORMS: &str = "Forms";
pub(crate) const APPLICATIONS: &str = "Applications";
pub(crate) const ATTACHMENTS: &str = "Attachments";
pub(crate) const COST_POSITIONS: &str = "Cost positions";
pub(crate) const ADMINISTRATION: &str = "Administration";
pub(crate) const SERVICE: &str = "Service";
