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

    /// How many operands it takes, of those that are looked at and take as many each time. Of more
    /// of them viewers take the last ones.
    pub(super) fn operands_count(self) -> Option<usize> {
        match self.as_slice() {
            b"Tj" | b"TJ" | b"'" | b"Do" | b"gs" => Some(1),
            b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Tr" | b"Ts" => Some(1),
            b"w" | b"J" | b"g" | b"G" => Some(1),
            b"Tf" | b"Td" | b"TD" | b"m" | b"l" => Some(2),
            b"\"" | b"rg" | b"RG" => Some(3),
            b"re" | b"v" | b"y" | b"k" | b"K" => Some(4),
            b"Tm" | b"cm" | b"c" => Some(6),
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
