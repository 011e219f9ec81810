//! A field of a form type and what its value may be.

/// A single field.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// Its path in `data`: `applicant.email`.
    pub path: String,
    /// What the form calls it.
    pub label: String,
    /// What its value may be.
    pub kind: FieldType,
    /// Whether an application without it is incomplete.
    pub required: bool,
    /// The path of a date field that this date must not lie before.
    pub not_before: Option<String>,
    /// A sentence of help: the tooltip in the PDF, the description in the schema.
    pub hint: Option<String>,
    /// How much of the line it takes in a template made from this definition.
    pub width: Width,
}

/// A column of a table; its cells are `<table>.<row>.<key>`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Column {
    /// The member of each row.
    pub key: String,
    /// The heading.
    pub label: String,
    /// What its cells may hold.
    pub kind: FieldType,
}

/// What the value of a field may be.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FieldType {
    /// Free text.
    Text {
        /// In characters (Unicode scalar values).
        max_length: usize,
        /// Whether the field shows several lines.
        multiline: bool,
    },
    /// A calendar day.
    Date {
        /// How the template writes it, of `dd`, `d`, `mm`, `m`, `yyyy`, `yy` and separators:
        /// `dd.mm.yyyy`.
        format: String,
    },
    /// An amount in euros, 0 to [`CENTS_MAX`](crate::field_value::CENTS_MAX).
    Money,
    /// A whole number, bounds inclusive.
    Integer {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A box; off is false.
    Boolean,
    /// One of several words, or some of them where `multiple`.
    Choice {
        /// In the order in which the form shows them.
        choices: Vec<Choice>,
        /// Whether several can be chosen at once: the value is then an array.
        multiple: bool,
    },
    /// An e-mail address.
    Email,
    /// An international bank account number (ISO 13616), kept without spaces.
    Iban,
}

/// One of the words of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// The word in `data`.
    pub key: String,
    /// What the form shows.
    pub label: String,
    /// What a template made elsewhere stores for it: its export value or appearance state. The key
    /// where there is none.
    pub export: Option<String>,
}

impl Choice {
    /// What the PDF stores for this choice.
    pub fn export(&self) -> &str {
        self.export.as_deref().unwrap_or(&self.key)
    }
}

/// How wide a field is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Width {
    /// The whole line.
    #[default]
    Full,
    /// Two thirds of it.
    TwoThirds,
    /// Half of it.
    Half,
    /// A third of it.
    Third,
}
