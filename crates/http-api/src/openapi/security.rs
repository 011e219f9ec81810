//! Who may call an operation, and with which key.

use std::collections::BTreeMap;

use paperclip::actix::Apiv2Security;
use paperclip::v2::models::SecurityScheme;
use paperclip::v2::schema::Apiv2Schema;

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// No key is needed.
    Anyone,
    /// Whoever has the key of the application or a master key.
    Applicant,
    /// The same, and the key of the application may stand in the query, for what a browser opens.
    ApplicantInBrowser,
    /// Whoever has a master key.
    Administrator,
}

/// The key of an application, as the upload answered it.
#[derive(Apiv2Security)]
#[openapi(
    apiKey,
    alias = "ApplicationKey",
    in = "header",
    name = "X-PA-KEY",
    description = "The key of the addressed application, as the upload answered it."
)]
struct ApplicationKey;

#[derive(Apiv2Security)]
#[openapi(
    apiKey,
    alias = "MasterKey",
    in = "header",
    name = "X-MASTER-KEY",
    description = "A key for everything."
)]
struct MasterKey;

#[derive(Apiv2Security)]
#[openapi(
    apiKey,
    alias = "ApplicationKeyInQuery",
    in = "query",
    name = "key",
    description = "The key of the addressed application, for addresses that a browser opens. Does \
        not count when a key is in a header."
)]
struct ApplicationKeyInQuery;

impl Caller {
    /// Each of these is enough.
    pub(super) fn requirements(self) -> Vec<BTreeMap<String, Vec<String>>> {
        let names: &[Option<String>] = match self {
            Self::Anyone => &[],
            Self::Applicant => &[ApplicationKey::name(), MasterKey::name()],
            Self::ApplicantInBrowser => &[
                ApplicationKey::name(),
                MasterKey::name(),
                ApplicationKeyInQuery::name(),
            ],
            Self::Administrator => &[MasterKey::name()],
        };
        let names = names.iter().flatten().cloned();
        names
            .map(|name| BTreeMap::from([(name, Vec::new())]))
            .collect()
    }
}

/// All keys that there are.
pub(super) fn schemes() -> BTreeMap<String, SecurityScheme> {
    [
        (ApplicationKey::name(), ApplicationKey::security_scheme()),
        (MasterKey::name(), MasterKey::security_scheme()),
        (
            ApplicationKeyInQuery::name(),
            ApplicationKeyInQuery::security_scheme(),
        ),
    ]
    .into_iter()
    .filter_map(|(name, scheme)| Some((name?, scheme?)))
    .collect()
}
