//! What was done, and by whom: one word each, as clients see it and as it is hashed.

use crate::access::Caller;

/// Who made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// Whoever uploaded the form; only of the first entry.
    Upload,
    /// Whoever holds the key of the application.
    Application,
    /// Whoever holds a master key.
    Master,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The form came in.
    Uploaded,
    /// Members of `data` changed, and perhaps the places of cost positions with them.
    DataChanged,
    /// A file joined.
    AttachmentAdded,
    /// A file was erased; offers that named it name none.
    AttachmentRemoved,
    /// An offer joined a cost position.
    OfferAdded,
    /// An offer was erased.
    OfferRemoved,
    /// An offer became the preferred one.
    OfferPreferred,
    /// The justification of a cost position was replaced.
    JustificationChanged,
    /// The application got another key.
    KeyReplaced,
}

impl Author {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Upload, Self::Application, Self::Master];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Application => "application",
            Self::Master => "master",
        }
    }

    /// The author of this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|author| author.as_str() == word)
    }
}

impl From<Caller> for Author {
    fn from(caller: Caller) -> Self {
        match caller {
            Caller::Application(_) => Self::Application,
            Caller::Master => Self::Master,
        }
    }
}

impl Action {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Uploaded,
        Self::DataChanged,
        Self::AttachmentAdded,
        Self::AttachmentRemoved,
        Self::OfferAdded,
        Self::OfferRemoved,
        Self::OfferPreferred,
        Self::JustificationChanged,
        Self::KeyReplaced,
    ];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Uploaded => "uploaded",
            Self::DataChanged => "data_changed",
            Self::AttachmentAdded => "attachment_added",
            Self::AttachmentRemoved => "attachment_removed",
            Self::OfferAdded => "offer_added",
            Self::OfferRemoved => "offer_removed",
            Self::OfferPreferred => "offer_preferred",
            Self::JustificationChanged => "justification_changed",
            Self::KeyReplaced => "key_replaced",
        }
    }

    /// The action of this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Author};

    #[test]
    fn every_word_is_parsed_back() {
        for action in Action::ALL {
            assert_eq!(Action::parse(action.as_str()), Some(action));
        }
        for author in Author::ALL {
            assert_eq!(Author::parse(author.as_str()), Some(author));
        }
        assert_eq!(Action::parse("something"), None);
        assert_eq!(Author::parse("Master"), None);
    }
}
