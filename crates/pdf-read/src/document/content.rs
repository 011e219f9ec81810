//! The operations of a content stream (PDF 32000-1, 7.8.2).

mod known;
mod operator;

use forms::words::{FIELD_TAG, LINE_END_TAG, LINE_TAG};
use hayro_syntax::content::{Instruction, UntypedIter};
use hayro_syntax::object::Object as Operand;
use lopdf::Object as Parsed;
use lopdf::content::Content;
use ports::PdfError;

pub(crate) use self::known::KnownOperations;
use self::operator::Operator;
use super::primary::operand;
use super::strict::shown_bytes;
use super::{Object, damaged};
use crate::limits::OPERATIONS_MAX;
use crate::steps::step;

/// An operator and what stands before it.
pub(crate) struct ContentOperation {
    pub(crate) operator: Operator,
    pub(crate) operands: Vec<Object>,
}

/// The tag of marked content that may say the letters of what it draws (14.9.4).
pub(crate) const SPAN_TAG: &str = "Span";

/// Operators that show text.
const SHOWING: [&[u8]; 4] = [b"Tj", b"TJ", b"'", b"\""];

/// The text of an operation that is put behind a stream: a parser that does not find it has stopped
/// before the end.
const END: &str = "end of the stream";

/// What draws lines, areas and pictures, and in which colour.
const PAINTING: [&[u8]; 17] = [
    b"w", b"J", b"m", b"l", b"c", b"v", b"y", b"g", b"G", b"rg", b"RG", b"k", b"K", b"sc", b"SC",
    b"scn", b"SCN",
];

/// Which operations keep their operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum OperatorSet {
    /// Those that bear on text; of rectangles, since they may clip it, and of patterns, since they
    /// may show it. Those of lines and colours, which are many, are dropped.
    #[default]
    Text,
    /// Also those of what is painted.
    TextAndShapes,
}

/// All operations. Two parsers must come to the end and find the same amount of text, since one of
/// them stops silently where it does not understand a stream.
pub(crate) fn operations(
    stream: &[u8],
    wanted: OperatorSet,
) -> Result<Vec<ContentOperation>, PdfError> {
    let stream = [stream, format!("\n({END}) Tj").as_bytes()].concat();
    let mut operations = Vec::new();
    let mut shown = 0;
    let mut instructions = UntypedIter::new(&stream);
    while let Some(instruction) = instructions.next() {
        if operations.len() >= OPERATIONS_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {OPERATIONS_MAX} operations that draw a page"
            )));
        }
        step();
        let mut operands = if matters(&instruction, wanted) {
            instruction
                .operands()
                .map(|found| operand(found.clone()))
                .collect::<Result<_, _>>()?
        } else {
            Vec::new()
        };
        let operator = Operator::of(instruction.operator);
        if SHOWING.contains(&operator.as_slice()) {
            shown += operands.iter().map(text_bytes).sum::<usize>();
        }
        keep_last(&mut operands, operator);
        operations.push(ContentOperation { operator, operands });
    }
    let end = operations
        .pop()
        .and_then(|operation| operation.operands.into_iter().next_back());
    if end != Some(Object::String(END.as_bytes().into())) {
        return Err(damaged("what draws its pages is broken"));
    }
    let is_agreed = shown_bytes(&stream, &SHOWING) == Ok(shown);
    // What the strict parser does not take may still be understood by the lenient one.
    if !is_agreed && lenient_text_bytes(&stream) != Some(shown) {
        return Err(PdfError::Ambiguous(
            "what its pages draw can be understood differently".to_owned(),
        ));
    }
    Ok(operations)
}

/// Drops the operands before those that the operator takes.
fn keep_last(operands: &mut Vec<Object>, operator: Operator) {
    if let Some(count) = operator.operands_count() {
        operands.drain(..operands.len().saturating_sub(count));
    }
}

/// Whether the operands of an operation are wanted.
fn matters(instruction: &Instruction<'_, '_>, wanted: OperatorSet) -> bool {
    let operator: &[u8] = instruction.operator;
    match operator {
        [b'T', ..] | b"ET" | b"'" | b"\"" | b"cm" | b"Do" | b"gs" | b"re" => true,
        b"BDC" | b"DP" => has_known_tag(instruction),
        b"scn" | b"SCN" if names_pattern(instruction) => true,
        _ => wanted == OperatorSet::TextAndShapes && PAINTING.contains(&operator),
    }
}

fn names_pattern(instruction: &Instruction<'_, '_>) -> bool {
    let last = instruction.operands().last();
    matches!(last, Some(Operand::Name(_)))
}

fn has_known_tag(instruction: &Instruction<'_, '_>) -> bool {
    let tag = instruction.operands().next();
    let tags = [LINE_TAG, LINE_END_TAG, FIELD_TAG, SPAN_TAG].map(str::as_bytes);
    let matters = |name: &[u8]| tags.contains(&name);
    tag.is_some_and(|tag| matches!(tag, Operand::Name(name) if matters(name.as_ref())))
}

fn text_bytes(operand: &Object) -> usize {
    match operand {
        Object::String(bytes) => bytes.len(),
        Object::Array(members) => members.iter().map(text_bytes).sum(),
        _ => 0,
    }
}

/// How much text the second parser finds; `None` where it does not understand the stream.
fn lenient_text_bytes(stream: &[u8]) -> Option<usize> {
    let mut bytes = 0;
    for operation in Content::decode_iter(stream) {
        let operation = operation.ok()?;
        if SHOWING.contains(&operation.operator.as_bytes()) {
            bytes += operation
                .operands
                .iter()
                .map(parsed_text_bytes)
                .sum::<usize>();
        }
    }
    Some(bytes)
}

fn parsed_text_bytes(operand: &Parsed) -> usize {
    match operand {
        Parsed::String(bytes, _) => bytes.len(),
        Parsed::Array(members) => members.iter().map(parsed_text_bytes).sum(),
        _ => 0,
    }
}
