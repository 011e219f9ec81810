//! What a list of applications is asked and what it shows.

use domain::known_paths::NAME;
use domain::{Application, PaId, Timestamp};
use forms::{Data, Status, Value};

use super::StoreError;

/// By which time applications are listed, the latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListOrder {
    /// When they were uploaded.
    #[default]
    Created,
    /// When anything of them last changed.
    Activity,
}

/// Which applications are listed, and in which order: those that every given member lets pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListFilter {
    /// Of this form type.
    pub form_type: Option<String>,
    /// As complete as this.
    pub status: Option<Status>,
    /// Uploaded at this time or later.
    pub created_from: Option<Timestamp>,
    /// Uploaded at this time or earlier.
    pub created_to: Option<Timestamp>,
    /// With a last change of anything at this time or later.
    pub activity_from: Option<Timestamp>,
    /// With a last change of anything at this time or earlier.
    pub activity_to: Option<Timestamp>,
    /// What comes first.
    pub order: ListOrder,
}

/// A place in a list: that of an application, be it still there or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListPlace {
    /// Its time by the order of the list.
    pub time: Timestamp,
    /// Its number, which orders those of one time.
    pub pa_id: PaId,
}

/// An application in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSummary {
    /// Its number.
    pub pa_id: PaId,
    /// The form type's key.
    pub form_type: String,
    /// How complete its data is.
    pub status: Status,
    /// What it calls itself, see [`ApplicationSummary::name_in`].
    pub name: Option<String>,
    /// When it was uploaded.
    pub created_at: Timestamp,
    /// When its data last changed.
    pub updated_at: Timestamp,
    /// When anything of it last changed, attachments and offers included.
    pub activity_at: Timestamp,
}

/// A row of the list: what it shows, or why it makes no sense, always a [`StoreError::Corrupt`].
/// The service never writes the latter, and it shall cost no other application its place.
pub type ListedRow = Result<ApplicationSummary, StoreError>;

impl ListFilter {
    /// Whether a time says what passes.
    pub fn has_bounds(&self) -> bool {
        self.created_from.is_some()
            || self.created_to.is_some()
            || self.activity_from.is_some()
            || self.activity_to.is_some()
    }

    /// Whether an application is listed.
    pub fn passes(&self, application: &Application) -> bool {
        let is_within = |time: Timestamp, from: Option<Timestamp>, to: Option<Timestamp>| {
            from.is_none_or(|from| from <= time) && to.is_none_or(|to| time <= to)
        };
        let same_type = |form_type: &String| *form_type == application.form_type;
        self.form_type.as_ref().is_none_or(same_type)
            && self
                .status
                .is_none_or(|status| status == application.status)
            && is_within(application.created_at, self.created_from, self.created_to)
            && is_within(
                application.activity_at,
                self.activity_from,
                self.activity_to,
            )
    }
}

impl ApplicationSummary {
    /// How an application stands in a list.
    pub fn of(application: &Application) -> Self {
        Self {
            pa_id: application.pa_id,
            form_type: application.form_type.clone(),
            status: application.status,
            name: Self::name_in(&application.data).map(str::to_owned),
            created_at: application.created_at,
            updated_at: application.updated_at,
            activity_at: application.activity_at,
        }
    }

    /// Where it stands in a list of this order.
    pub fn place(&self, order: ListOrder) -> ListPlace {
        let time = match order {
            ListOrder::Created => self.created_at,
            ListOrder::Activity => self.activity_at,
        };
        ListPlace {
            time,
            pa_id: self.pa_id,
        }
    }

    /// The name under which data is listed: its member `name` where that is a text. The one source
    /// of what a store may keep beside the data to list faster.
    pub fn name_in(data: &Data) -> Option<&str> {
        match data.at(NAME) {
            Some(Value::Text(name)) => Some(name),
            _ => None,
        }
    }
}
