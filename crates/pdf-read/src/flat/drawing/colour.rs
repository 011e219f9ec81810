//! Colours (PDF 32000-1, 8.6), as far as they tell what cannot be seen.

use crate::document::Object;
use crate::document::content::ContentOperation;

/// This near to full it is white, or as good as.
const NEAR: f32 = 0.1;

/// Whether an operation chooses white. Of a colour space with one component it is not known which
/// end is white, and each begins with another colour.
pub(super) fn is_white(operation: &ContentOperation) -> bool {
    let components: Option<Vec<f32>> = operation.operands.iter().map(Object::number).collect();
    let all_near = |components: &[f32], full: f32| {
        let mut components = components.iter();
        components.all(|component| (component - full).abs() <= NEAR)
    };
    match (operation.operator.as_slice(), components.as_deref()) {
        (b"g" | b"G", Some(grey @ [_])) => all_near(grey, 1.0),
        (_, Some(light @ [_, _, _])) => all_near(light, 1.0),
        (_, Some(ink @ [_, _, _, _])) => all_near(ink, 0.0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_white;
    use crate::document::content::{OperatorSet, operations};

    #[test]
    fn white_is_all_light_or_no_ink() {
        for (colour, white) in [
            ("1 g", true),
            ("0.5 g", false),
            ("1 1 1 rg", true),
            ("1 1 0 RG", false),
            ("0 0 0 0 k", true),
            ("0 0 0 1 K", false),
            ("1 1 1 scn", true),
            ("1 sc", false),
            ("0.5 1 g", true),
            ("0 1 1 1 rg", true),
            ("/Karo scn", false),
        ] {
            let operations = operations(colour.as_bytes(), OperatorSet::TextAndShapes).unwrap();
            assert_eq!(is_white(&operations[0]), white, "{colour}");
        }
    }
}
