//! `database.url`: which database, and the adapter that keeps rows there. What a further one takes
//! here is what `Memory` takes, which only tests have; docs/ADAPTERS.md has the rest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use cli::CommandError;
use cli::instance_lock::refuse_replaced;
use ports::Database;
use settings_toml::DefaultValue::Text;
#[cfg(feature = "postgres")]
use settings_toml::Secret;
use settings_toml::{Setting, SettingsReader};
#[cfg(feature = "postgres")]
use store_postgres::{Address, PostgresStore, SslMode};
use store_sqlite::SqliteStore;
#[cfg(test)]
use testkit::MemoryStore;

use super::{lead_to_the_same, path_in};

const DATABASE_URL: Setting = Setting::new(
    "database.url",
    Text("sqlite:data/formservice.db"),
    if cfg!(feature = "postgres") {
        "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME"
    } else {
        "sqlite:PATH"
    },
)
.secret();

/// Why it cannot be told whether the file is there.
pub(super) const UNSEEN: &str =
    "The database cannot be seen: this user must be able to enter its folder";

const NOT_MIGRATED: &str = "The database cannot be brought up to date";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DatabaseSettings {
    Sqlite(PathBuf),
    /// The whole URL is judged where it is used.
    #[cfg(feature = "postgres")]
    Postgres(Secret),
    #[cfg(test)]
    Memory,
}

impl DatabaseSettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let on_a_server = if cfg!(feature = "postgres") {
            ", or `postgres://user:password@host/name`"
        } else {
            " (this build knows no PostgreSQL)"
        };
        let what = format!("`sqlite:` and a path, such as `sqlite:data/name`{on_a_server}");
        reader.parsed(&DATABASE_URL, &what, Self::parse)
    }

    fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.split_once(':')?;
        match scheme {
            "sqlite" => path_in(rest).map(Self::Sqlite),
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => rest
                .starts_with("//")
                .then(|| Self::Postgres(Secret::new(url))),
            #[cfg(test)]
            "memory" => Some(Self::Memory),
            _ => None,
        }
    }

    fn build(&self) -> Result<Arc<dyn Database>, CommandError> {
        Ok(match self {
            Self::Sqlite(file) => {
                refuse_replaced(file)?;
                Arc::new(SqliteStore::open(file).context("The database cannot be opened")?)
            }
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => {
                let address = Address::parse(url.reveal()).map_err(|error| {
                    CommandError::Configuration(vec![format!("`database.url`: {error}.")])
                })?;
                Arc::new(PostgresStore::new(&address))
            }
            #[cfg(test)]
            Self::Memory => Arc::new(MemoryStore::default()),
        })
    }

    /// Whether rows of one are rows of the other, as far as that can be told without asking.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self.file(), other.file()) {
            (Some(one), Some(other)) => lead_to_the_same(one, other),
            _ => self == other,
        }
    }

    /// The file that holds all of it, where one does.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(file) => Some(file),
            #[cfg(any(feature = "postgres", test))]
            _ => None,
        }
    }

    /// How the connection to a server elsewhere is protected. Of a URL that is none, that is told
    /// where it is used.
    pub(crate) fn protection(&self) -> Option<&'static str> {
        match self {
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => {
                let address = Address::parse(url.reveal()).ok()?;
                address.ssl_mode().map(SslMode::meaning)
            }
            _ => None,
        }
    }

    /// What may be lost although it was acknowledged; nothing of a server that cannot be asked.
    pub(crate) fn risks(&self) -> Vec<String> {
        // A file has none, and is opened no more often than it must be.
        if self.file().is_some() {
            return Vec::new();
        }
        let risks = self.opened().ok().and_then(|opened| opened.risks().ok());
        risks.unwrap_or_default()
    }

    /// The database, made if it does not exist; perhaps one that is not up to date.
    pub(crate) fn opened(&self) -> Result<Arc<dyn Database>, CommandError> {
        let database = self.build()?;
        refuse_newer(&*database)?;
        Ok(database)
    }

    /// A database that is there; perhaps not up to date.
    pub(crate) fn existing(&self) -> Result<Arc<dyn Database>, CommandError> {
        if let Some(file) = self.file()
            && !file.try_exists().context(UNSEEN)?
        {
            Err(anyhow!(
                "There is no database: `{}` does not exist. `formservice migrate` makes it.",
                file.display()
            ))?;
        }
        self.opened()
    }
}

/// The database, and how many migrations brought it up to date.
pub(crate) fn migrated(
    database: Arc<dyn Database>,
) -> Result<(Arc<dyn Database>, usize), CommandError> {
    let steps = database.migrate().context(NOT_MIGRATED)?;
    Ok((database, steps))
}

/// Refuses a database that is not up to date.
pub(crate) fn refuse_older(database: &dyn Database) -> Result<(), CommandError> {
    let schema = database.schema();
    let schema = schema.context("The database does not say whether it is up to date")?;
    match schema.pending {
        0 => Ok(()),
        _ => Err(anyhow!(
            "The database is not up to date: `formservice migrate` brings it there."
        ))?,
    }
}

/// What a newer program has made of the tables, this one would not keep right.
fn refuse_newer(database: &dyn Database) -> Result<(), CommandError> {
    let schema = database.schema();
    let schema = schema.context("The database does not say which program it fits")?;
    match schema.unknown {
        0 => Ok(()),
        _ => Err(anyhow!(
            "A newer formservice has brought the database further than this one knows: use that \
             one, or restore a backup of before with this one."
        ))?,
    }
}
