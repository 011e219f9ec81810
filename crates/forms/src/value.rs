//! The tree of values that `data` is made of: JSON's model, without JSON's syntax.

mod decimal;

pub use decimal::Decimal;

/// The members of an object in the order in which they came; the order does not count when two are
/// compared.
pub type Object = indexmap::IndexMap<String, Value>;

/// A value as a client sends it or as it is stored. What a form type made of it is in
/// [`crate::Data`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Value {
    /// Nothing; in a patch: remove.
    Null,
    /// A box that is on or off.
    Boolean(bool),
    /// An exact decimal number.
    Number(Decimal),
    /// Any text.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(Object),
}

impl Value {
    /// A text value.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The member of an object or the item of a list at a dotted path (`costs.0.name`), if there is
    /// one.
    pub fn at(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(self, |value, step| match value {
            Self::Object(members) => members.get(step),
            Self::List(items) => items.get(step.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// What kind of value this is, as an error message says it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Puts a value at a dotted path, making the objects on the way. Does nothing where the path leads
/// through a value that is not an object.
pub fn insert_at(object: &mut Object, path: &str, value: Value) {
    let Some((first, rest)) = path.split_once('.') else {
        object.insert(path.to_owned(), value);
        return;
    };
    let group = object
        .entry(first.to_owned())
        .or_insert_with(|| Value::Object(Object::new()));
    if let Value::Object(members) = group {
        insert_at(members, rest, value);
    }
}
