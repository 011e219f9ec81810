//! What the value of a field may be: one module per type, each with what it reads, what it accepts and what it writes.

use crate::Value;
use crate::form_type::FieldType;

impl FieldType {
    /// The value as the form shows it, by its own format: `1.234,50 €`, `01.02.2026`.
    pub fn write(&self, _value: &Value) -> String {
        String::new()
    }
}
