//! `database.url`: which database, and where.

#[cfg(feature = "postgres")]
use std::fmt;
use std::path::PathBuf;

use super::path_in;
use super::source::Source;

/// Where rows are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DatabasePlace {
    /// In a SQLite file.
    File(PathBuf),
    /// In a database of a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Server(ServerUrl),
}

/// The URL of a database. It may hold a password, so it does not show itself.
#[cfg(feature = "postgres")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ServerUrl(pub(crate) String);

#[cfg(feature = "postgres")]
impl fmt::Debug for ServerUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ServerUrl")
    }
}

/// The place that is configured, if one is.
pub(super) fn database(source: &mut Source) -> Option<DatabasePlace> {
    let on_a_server = if cfg!(feature = "postgres") {
        ", or `postgres://user:password@host/name`"
    } else {
        " (this build knows no PostgreSQL)"
    };
    let what = format!("`sqlite:` and a path, such as `sqlite:data/name`{on_a_server}");
    source.parsed("database.url", &what, |url| {
        path_in(url, "sqlite")
            .map(DatabasePlace::File)
            .or_else(|| server(url))
    })
}

/// The whole URL is judged where it is used.
#[cfg(feature = "postgres")]
fn server(url: &str) -> Option<DatabasePlace> {
    let is_of_a_server = url.starts_with("postgres://") || url.starts_with("postgresql://");
    is_of_a_server.then(|| DatabasePlace::Server(ServerUrl(url.to_owned())))
}

#[cfg(not(feature = "postgres"))]
fn server(_url: &str) -> Option<DatabasePlace> {
    None
}
