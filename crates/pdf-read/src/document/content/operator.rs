//! The name of an operation.

/// Those of the standard have at most three letters (PDF 32000-1, annex A).
const LENGTH_MAX: usize = 3;

/// An operator, kept in place: a page has thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Operator {
    bytes: [u8; LENGTH_MAX],
    length: usize,
}

impl Operator {
    /// The operator of that name. A longer one than any of the standard does nothing, and is empty.
    pub(super) fn of(name: &[u8]) -> Self {
        let mut operator = Self::default();
        if let Some(bytes) = operator.bytes.get_mut(..name.len()) {
            bytes.copy_from_slice(name);
            operator.length = name.len();
        }
        operator
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// How many operands it takes, where that is the same each time and they bear on text. Of more
    /// of them viewers take the last ones.
    pub(super) fn operands_count(self) -> Option<usize> {
        match self.as_slice() {
            b"Tj" | b"TJ" | b"'" | b"Do" | b"gs" => Some(1),
            b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Tr" | b"Ts" => Some(1),
            b"Tf" | b"Td" | b"TD" => Some(2),
            b"\"" => Some(3),
            b"re" => Some(4),
            b"Tm" | b"cm" => Some(6),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Operator;

    #[test]
    fn a_longer_operator_than_any_is_empty() {
        for name in [&b""[..], b"f", b"T*", b"BDC"] {
            assert_eq!(Operator::of(name).as_slice(), name);
        }
        assert_eq!(Operator::of(b"BDCs").as_slice(), b"");
    }
}
