//! The members of a JSON body that has a fixed shape: each of its type, none unknown, all mistakes
//! named.

use data_json::{JsonError, NotedJson};
use forms::excerpt::excerpt;
use forms::form_type::FieldType;
use forms::value::Object;
use forms::{Fault, Faults, Value};

use crate::error::{ApiError, BodyError};

/// A name is shown in an error up to this many characters.
const NAME_SHOWN_MAX: usize = 60;

/// The members of a body, taken one by one.
pub(crate) struct BodyMembers<'body> {
    members: &'body Object,
    known: Vec<&'static str>,
    /// Those of the JSON text come first.
    faults: Vec<Fault>,
}

/// The error for a body of which all of this is wrong. It names the faults in the order of the
/// input; of members that are missing last.
pub(crate) fn refusal(body: &NotedJson, faults: Faults) -> ApiError {
    let only_in_text = faults.iter().count() == body.faults.len();
    let faults = match &body.value {
        Value::Object(members) => in_order(members, faults),
        _ => faults,
    };
    if only_in_text {
        BodyError::JsonInvalid(JsonError::Members(faults)).into()
    } else {
        ApiError::DataInvalid(faults)
    }
}

impl<'body> BodyMembers<'body> {
    /// The members of an object.
    pub(crate) fn of(body: &'body NotedJson) -> Result<Self, Faults> {
        let faults = body.faults.clone();
        match &body.value {
            Value::Object(members) => Ok(Self {
                members,
                known: Vec::new(),
                faults,
            }),
            other => {
                let problem = format!("is {}, give an object", other.kind());
                Err(Faults::from(Fault::new("body", problem)).and(faults))
            }
        }
    }

    /// A text; absent or null is `None`.
    pub(crate) fn text(&mut self, name: &'static str) -> Option<&'body str> {
        match self.member(name)? {
            Value::Text(text) => Some(text),
            other => self.wrong(name, other, "a text"),
        }
    }

    /// A boolean; absent or null is `None`.
    pub(crate) fn boolean(&mut self, name: &'static str) -> Option<bool> {
        match self.member(name)? {
            Value::Boolean(on) => Some(*on),
            other => self.wrong(name, other, "true or false"),
        }
    }

    /// A whole number; absent or null is `None`.
    pub(crate) fn integer(&mut self, name: &'static str) -> Option<i64> {
        match self.member(name)? {
            Value::Number(number) => number.to_integer().or_else(|| {
                let digits = number.as_str().trim_start_matches('-');
                let problem = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    "is out of range"
                } else {
                    "is not a whole number"
                };
                self.fault(name, &format!("{problem}, give a number such as 3"));
                None
            }),
            other => self.wrong(name, other, "a whole number"),
        }
    }

    /// An amount in cents; absent or null is `None`.
    pub(crate) fn cents(&mut self, name: &'static str) -> Option<i64> {
        let value = self.member(name)?;
        match FieldType::Money.accept(value) {
            Ok(Some(Value::Number(number))) => number.to_cents(),
            Ok(_) => None,
            Err(problem) => {
                self.fault(name, &problem);
                None
            }
        }
    }

    /// Notes that a member is missing, and what to give, unless its value was named already.
    pub(crate) fn missing(&mut self, name: &'static str, wanted: &str) {
        if !self.faults.iter().any(|fault| fault.path == name) {
            self.fault(name, &format!("is missing, give {wanted}"));
        }
    }

    /// `made`, or all faults: those of the members and those of `made`.
    pub(crate) fn finish<T>(mut self, made: Result<T, Faults>) -> Result<T, Faults> {
        let known = self.known.join(", ");
        let is_unknown = |name: &&String| !self.known.contains(&name.as_str());
        for name in self.members.keys().filter(is_unknown) {
            let problem = format!("is not known, give {known}");
            self.faults.push(Fault::new(name, problem));
        }
        if let Err(others) = &made {
            for other in others.iter() {
                if !self.faults.iter().any(|fault| fault.path == other.path) {
                    self.faults.push(other.clone());
                }
            }
        }
        Faults::unless_none(self.faults, made)?
    }

    fn member(&mut self, name: &'static str) -> Option<&'body Value> {
        self.known.push(name);
        self.members
            .get(name)
            .filter(|value| **value != Value::Null)
    }

    fn wrong<T>(&mut self, name: &'static str, value: &Value, expected: &str) -> Option<T> {
        self.fault(name, &format!("is {}, give {expected}", value.kind()));
        None
    }

    fn fault(&mut self, name: &'static str, problem: &str) {
        self.faults.push(Fault::new(name, problem));
    }
}

/// The faults in the order of these members, with paths that can be shown.
fn in_order(members: &Object, faults: Faults) -> Faults {
    let place = |fault: &Fault| {
        let member = fault.path.split('.').next().unwrap_or_default();
        let whole = members.get_index_of(&fault.path);
        whole.or_else(|| members.get_index_of(member))
    };
    faults
        .sorted_by_key(|fault| place(fault).unwrap_or(usize::MAX))
        .with_paths(|path| excerpt(path, NAME_SHOWN_MAX))
}
