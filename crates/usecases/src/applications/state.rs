//! States of an application, to compare what a client has seen with what is there.

use domain::{Application, PaId};
use ports::{StoreError, Transaction};
use sha256::Sha256;

/// Identifies the state of an application's answer: its data and when that last changed.
/// Attachments, offers, justifications and a new key do not change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateDigest(pub [u8; 32]);

/// The state that an application must have so that it, or what belongs to it, is changed or erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedState {
    /// Any state.
    Any,
    /// One of these; with an empty list no change is made.
    OneOf(Vec<StateDigest>),
    /// None of these.
    NoneOf(Vec<StateDigest>),
}

impl StateDigest {
    /// SHA-256 over the time of the last change, the status and the canonical text of the data.
    pub fn of(application: &Application) -> Self {
        let members = application.data.members();
        let text = data_json::members_to_raw_json(members);
        match text {
            Ok(text) => Self::of_text(application, text.get()),
            Err(_) => {
                let tree = data_json::members_to_json(members);
                Self::of_text(application, &tree.to_string())
            }
        }
    }

    /// Like [`StateDigest::of`], from the canonical text.
    pub(super) fn of_text(application: &Application, data: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(application.updated_at.microseconds().to_be_bytes());
        hasher.update(application.status.as_str());
        hasher.update([0]);
        hasher.update(data);
        Self(hasher.finalize())
    }
}

impl ExpectedState {
    /// Whether the application that is there is in such a state; `None` if there is none. Where
    /// every state will do its row is not read, so that one that makes no sense any more hinders
    /// nothing.
    pub(crate) fn is_met(
        &self,
        rows: &mut dyn Transaction,
        pa_id: PaId,
    ) -> Result<Option<bool>, StoreError> {
        if *self == Self::Any {
            return Ok(Some(true));
        }
        let application = rows.find_application(pa_id)?;
        Ok(application.map(|application| self.holds_for(&application)))
    }

    pub(super) fn holds_for(&self, application: &Application) -> bool {
        *self == Self::Any || self.allows(StateDigest::of(application))
    }

    /// Whether this state is one of those that are expected.
    pub fn allows(&self, state: StateDigest) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(states) => states.contains(&state),
            Self::NoneOf(states) => !states.contains(&state),
        }
    }
}
