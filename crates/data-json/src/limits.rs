//! How much a text may hold.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonLimits {
    /// How many arrays and objects may stand inside each other.
    pub nesting_max: usize,
    /// How many values there may be altogether, those inside others counted too.
    pub values_max: usize,
    /// Whether texts and member names may hold U+0000.
    pub nul_allowed: bool,
}

impl JsonLimits {
    /// For the body of a request.
    pub const BODY: Self = Self {
        nesting_max: 32,
        values_max: 20_000,
        nul_allowed: false,
    };

    /// For what was checked before it was stored. Wider, so that a limit that is lowered one day
    /// makes nothing unreadable.
    pub const STORED: Self = Self {
        nesting_max: 128,
        values_max: usize::MAX,
        nul_allowed: true,
    };
}
