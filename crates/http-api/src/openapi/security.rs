//! The keys that operations require.

use std::collections::BTreeMap;

use paperclip::actix::Apiv2Security;
use paperclip::v2::models::SecurityScheme;
use paperclip::v2::schema::Apiv2Schema;

use crate::request::extract::RequiredKey;

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

/// The security requirements for this key; each of them is enough.
pub(super) fn requirements(key: RequiredKey) -> Vec<BTreeMap<String, Vec<String>>> {
    let names: &[Option<String>] = match key {
        RequiredKey::None => &[],
        RequiredKey::Application => &[ApplicationKey::name(), MasterKey::name()],
        RequiredKey::ApplicationInBrowser => &[
            ApplicationKey::name(),
            MasterKey::name(),
            ApplicationKeyInQuery::name(),
        ],
        RequiredKey::Master => &[MasterKey::name()],
    };
    let names = names.iter().flatten().cloned();
    names
        .map(|name| BTreeMap::from([(name, Vec::new())]))
        .collect()
}

/// The schemes of all kinds of keys.
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
