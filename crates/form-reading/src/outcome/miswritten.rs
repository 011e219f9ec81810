//! Printed letters that a program has named wrongly when it wrote the file anew ([`MISWRITTEN`]).
//! Among words of the form's own they do no harm; a value that holds them is refused.

use forms::form_content::MISWRITTEN;
use forms::value_source::SourceKind;
use forms::{Fault, ValueSource};

const PROBLEM: &str = "some of its letters are drawn as one and cannot be decoded, as the program \
                       that wrote this PDF anew has named them wrongly; upload the PDF as it was \
                       before";

/// A fault for each value with such letters.
pub(crate) fn faults(sources: &[ValueSource]) -> impl Iterator<Item = Fault> {
    let printed = sources
        .iter()
        .filter(|source| source.kind != SourceKind::Field);
    let miswritten = printed.filter(|source| source.raw.contains(MISWRITTEN));
    miswritten.map(|source| Fault::new(source.path.as_str(), PROBLEM))
}
