//! Writing PDFs: the blank template of a form type and the filled form.

pub mod font;
