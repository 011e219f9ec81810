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
    /// The first `in_text` of them are faults of the JSON text.
    faults: Vec<Fault>,
    in_text: usize,
}

impl<'body> BodyMembers<'body> {
    /// The members of an object.
    pub(crate) fn of(body: &'body NotedJson) -> Result<Self, ApiError> {
        let faults = body.faults.clone();
        match &body.value {
            Value::Object(members) => Ok(Self {
                members,
                known: Vec::new(),
                in_text: faults.len(),
                faults,
            }),
            other => {
                let problem = format!("is {}, give an object", other.kind());
                let all = Faults::from(Fault::new("body", problem)).and(faults);
                Err(ApiError::DataInvalid(all))
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

    /// `made`, or all faults in the order of the input: those of the members and those of `made`.
    /// Members that are missing come last.
    pub(crate) fn finish<T>(mut self, made: Result<T, Faults>) -> Result<T, ApiError> {
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
        let only_in_text = self.faults.len() == self.in_text;
        let judged = Faults::unless_none(self.in_order(), made);
        judged.and_then(|made| made).map_err(|faults| {
            if only_in_text {
                BodyError::JsonInvalid(JsonError::Members(faults)).into()
            } else {
                ApiError::DataInvalid(faults)
            }
        })
    }

    fn in_order(mut self) -> Vec<Fault> {
        let place = |fault: &Fault| {
            let member = fault.path.split('.').next().unwrap_or_default();
            let whole = self.members.get_index_of(&fault.path);
            whole.or_else(|| self.members.get_index_of(member))
        };
        self.faults
            .sort_by_key(|fault| place(fault).unwrap_or(usize::MAX));
        for fault in &mut self.faults {
            fault.path = excerpt(&fault.path, NAME_SHOWN_MAX);
        }
        self.faults
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

    /// Notes a mistake in a member.
    pub(crate) fn fault(&mut self, name: &'static str, problem: &str) {
        self.faults.push(Fault::new(name, problem));
    }
}
