//! What is wrong with a JSON text, said to the person who sent it.

use forms::Faults;

/// Why a text is not taken. Its sentences never repeat values, only positions and the names of
/// members.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The bytes are not UTF-8 (RFC 8259, section 8.1).
    #[error("the text is not UTF-8, first at byte {byte}")]
    NotUtf8 {
        /// Offset of the first wrong byte, from 0.
        byte: usize,
    },
    /// The text breaks JSON's grammar, or an escape gives half a character.
    #[error("the text is not valid JSON: {what} at line {line}, column {column}")]
    Syntax {
        /// What is wrong, as a clause.
        what: String,
        /// Line, from 1.
        line: usize,
        /// Byte within the line, from 1.
        column: usize,
    },
    /// Arrays and objects stand inside each other too deep.
    #[error(
        "arrays and objects are nested more than {nesting_max} deep at line {line}, column {column}"
    )]
    TooDeep {
        nesting_max: usize,
        /// Line, from 1.
        line: usize,
        /// Byte within the line, from 1.
        column: usize,
    },
    /// More values than any application has.
    #[error("the text holds more than {values_max} values")]
    TooMany { values_max: usize },
    /// Members that are given twice, texts with a NUL: each with its path.
    #[error("{0}")]
    Members(Faults),
}
