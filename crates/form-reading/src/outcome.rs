//! What reading a form comes to: values, where each was read, and the faults that refuse the form.
//!
//! Here belongs in what all passes put what they find, and what becomes of that whatever pass has
//! found it. Nothing here knows how anything is read.

pub(crate) mod content_error;
pub(crate) mod data_reader;
pub(crate) mod fault_order;
pub(crate) mod miswritten;
pub(crate) mod printed_values;
pub(crate) mod sources;
