//! The number of an application: `<YY>-<NNNN>`, counted up from 0001 in each UTC year.

use std::fmt;

/// The last number of a year.
pub const NUMBER_MAX: u16 = 9999;

/// Application identifier: the last two digits of the year and a number from 1 to 9999. Ordered by
/// year, then number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PaId {
    year: u8,
    number: u16,
}

impl PaId {
    /// The shape of its text as a regular expression. A number of 0 has it too, and is none.
    pub const PATTERN: &str = "^[0-9]{2}-[0-9]{4}$";

    /// The id of a year (0 to 99) and a number (1 to 9999); `None` outside of them.
    pub fn new(year: u8, number: u16) -> Option<Self> {
        (year <= 99 && (1..=NUMBER_MAX).contains(&number)).then_some(Self { year, number })
    }

    /// Reads `26-0001`; `None` for any other shape.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let digits = |range: std::ops::Range<usize>| {
            text.get(range)?
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then_some(())
        };
        if bytes.len() != 7 || bytes[2] != b'-' {
            return None;
        }
        digits(0..2)?;
        digits(3..7)?;
        Self::new(text[..2].parse().ok()?, text[3..].parse().ok()?)
    }

    /// The last two digits of the year.
    pub fn year(self) -> u8 {
        self.year
    }

    /// The number within the year.
    pub fn number(self) -> u16 {
        self.number
    }
}

impl fmt::Display for PaId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:02}-{:04}", self.year, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::PaId;

    #[test]
    fn reads_what_it_writes() {
        for (year, number, text) in [
            (26, 1, "26-0001"),
            (99, 9999, "99-9999"),
            (0, 120, "00-0120"),
        ] {
            let pa_id = PaId::new(year, number).unwrap();
            assert_eq!(pa_id.to_string(), text);
            assert_eq!(PaId::parse(text), Some(pa_id));
        }
    }

    #[test]
    fn other_shapes_are_no_ids() {
        for text in [
            "",
            "26-000",
            "26-00001",
            "26_0001",
            "26-0000",
            "+6-0001",
            "26-+001",
            "2é-001",
            "２６-0001",
        ] {
            assert_eq!(PaId::parse(text), None, "{text}");
        }
        assert_eq!(PaId::new(26, 10_000), None);
        assert_eq!(PaId::new(100, 1), None);
    }
}
