//! Connecting and migrating, and the port.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use diesel::PgConnection;
use diesel::connection::{CacheSize, Connection as _, SimpleConnection as _};
use diesel::r2d2::{ConnectionManager, CustomizeConnection, NopErrorHandler, Pool};
use diesel::result::{DatabaseErrorKind, Error};
use ports::{
    AccessMode, Database, FoundKey, KeyLookup, PoolLoad, SchemaReport, Store, StoreError, Work,
    WorkOutcome,
};
use store_diesel::postgres::{KeyLookups, LOCK_SECONDS_MAX, STATEMENT_SECONDS_MAX};
use store_diesel::{DieselStore, store_error};

use crate::address::Address;
use crate::durability;
use crate::migrations;
use crate::patience::{Patience, while_it_answers};
use crate::silence::{OwnStatement, Silence};

/// PostgreSQL takes 100 from all instances together unless it is told otherwise.
const CONNECTIONS_MAX: u32 = 16;
/// Some connections are always left to readers: writers may all wait for one lock.
const WRITERS_MAX: usize = 12;
/// Of statements outside of a transaction: those that a transaction sets for itself. Behind a
/// pooler they would reach sessions of others.
fn session_limits() -> String {
    format!(
        "SET statement_timeout = '{STATEMENT_SECONDS_MAX}s'; \
         SET lock_timeout = '{LOCK_SECONDS_MAX}s'"
    )
}
/// English, in which `store-diesel` knows the server's errors apart, and the log has them. Only a
/// superuser may set it, or who was granted that (PostgreSQL 15 and later); where the server speaks
/// it anyway nobody tries, as each refusal is an error in the server's log.
const ENGLISH: &str = "SELECT set_config('lc_messages', 'C', false) \
    WHERE current_setting('lc_messages') !~ '^(C|en)'";
/// How long to wait for a connection, and twice the longest pause between two attempts to make one.
const CONNECT_WAIT_MAX: Duration = Duration::from_secs(4);

/// What is done with the tables before the service serves.
type AtStart<T> = fn(&mut PgConnection) -> Result<T, Error>;

/// The port's store in one PostgreSQL database.
pub struct PostgresStore {
    rows: Arc<DieselStore<PgConnection>>,
    lookups: Arc<KeyLookups>,
    silence: Arc<Silence>,
    /// Whether a session is a connection's own, as no pooler stands before the server.
    keeps_statements: bool,
    /// How long the server is waited for at the start.
    patience: Patience,
}

impl PostgresStore {
    /// A store at an address. Connects when there is something to do, so it can be made while the
    /// server is away. The tables are [`Database::migrate`]'s to make.
    pub fn new(address: &Address) -> Self {
        let keeps_statements = address.keeps_statements();
        let silence = Arc::new(Silence::default());
        let tune = TunePostgres {
            keeps_statements,
            silence: Arc::clone(&silence),
        };
        let pool = Pool::builder()
            .max_size(CONNECTIONS_MAX)
            .min_idle(Some(1))
            .connection_timeout(CONNECT_WAIT_MAX)
            .connection_customizer(Box::new(tune))
            // Beginning a transaction tests the connection.
            .test_on_check_out(false)
            // The errors reach the caller as well; there is no second place to write them.
            .error_handler(Box::new(NopErrorHandler))
            .build_unchecked(ConnectionManager::new(address.as_str()));
        let rows = Arc::new(DieselStore::new(pool, WRITERS_MAX));
        Self {
            lookups: Arc::new(KeyLookups::new(Arc::clone(&rows))),
            rows,
            silence,
            keeps_statements,
            patience: Patience::default(),
        }
    }

    /// The same store, which takes a server for silent after another time.
    #[cfg(test)]
    pub(crate) fn waiting(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }

    /// What the work finds on a connection, waited for as long as the server answers others.
    fn at_start<T: Send + 'static>(&self, work: AtStart<T>) -> Result<T, StoreError> {
        let (rows, asked) = (Arc::clone(&self.rows), Arc::clone(&self.rows));
        let work = move || work(&mut *rows.connection()?).map_err(store_error);
        let ask = move || {
            asked
                .connection()?
                .batch_execute("SELECT 1")
                .map_err(store_error)
        };
        while_it_answers(self.patience, work, ask)
    }
}

impl Database for PostgresStore {
    fn migrate(&self) -> Result<usize, StoreError> {
        self.at_start(migrations::migrate)
    }

    fn schema(&self) -> Result<SchemaReport, StoreError> {
        self.at_start(migrations::schema)
    }

    fn risks(&self) -> Result<Vec<String>, StoreError> {
        self.at_start(durability::risks)
    }

    fn pool_load(&self) -> Option<PoolLoad> {
        Some(self.rows.pool_load())
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let (work, given_up) = revocable(work);
        let own = OwnStatement::default();
        let entered = own.clone();
        let enter = move || entered.runs_here();
        let run = self.rows.run_entering(access, work, enter);
        let ran = self.silence.unless_unanswered(&own, run).await;
        ran.unwrap_or_else(|silent| {
            given_up.store(true, Ordering::SeqCst);
            Err(silent.into())
        })
    }

    async fn find_key(&self, lookup: KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        if self.keeps_statements {
            return self
                .silence
                .unless_silent(self.lookups.find(lookup))
                .await?;
        }
        let store: &dyn Store = self;
        let find = store.look_up::<_, StoreError>(move |rows| rows.find_key(&lookup));
        find.await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.silence.despite_silence(self.rows.check()).await?
    }

    /// The server's disk is the server's to watch.
    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
}

/// A work that keeps nothing once its caller was told that it is not done: a server that hung for
/// an hour must not do then what somebody has long done in another way. What it hung in while it
/// committed is nobody's to undo.
fn revocable(work: Work) -> (Work, Arc<AtomicBool>) {
    let given_up = Arc::new(AtomicBool::new(false));
    let is_given_up = Arc::clone(&given_up);
    let revocable: Work = Box::new(move |rows| {
        if is_given_up.load(Ordering::SeqCst) {
            return WorkOutcome::RollBack;
        }
        match work(rows) {
            WorkOutcome::Commit if !is_given_up.load(Ordering::SeqCst) => WorkOutcome::Commit,
            _ => WorkOutcome::RollBack,
        }
    });
    (revocable, given_up)
}

/// Readies every new connection of the pool.
#[derive(Debug)]
struct TunePostgres {
    keeps_statements: bool,
    silence: Arc<Silence>,
}

impl CustomizeConnection<PgConnection, diesel::r2d2::Error> for TunePostgres {
    fn on_acquire(&self, connection: &mut PgConnection) -> Result<(), diesel::r2d2::Error> {
        connection.set_instrumentation(self.silence.watch());
        speak_english(connection).map_err(diesel::r2d2::Error::QueryError)?;
        if self.keeps_statements {
            let limited = connection.batch_execute(&session_limits());
            return limited.map_err(diesel::r2d2::Error::QueryError);
        }
        // A statement that was prepared in one transaction is not there in the next one behind a
        // pooler.
        connection.set_prepared_statement_cache_size(CacheSize::Disabled);
        Ok(())
    }
}

/// Asks the server to speak English in this session. One that may not goes on without; behind a
/// pooler the session is that of other instances too, which ask for the same.
fn speak_english(connection: &mut PgConnection) -> Result<(), Error> {
    match connection.batch_execute(ENGLISH) {
        Err(Error::DatabaseError(DatabaseErrorKind::Unknown, _)) => Ok(()),
        asked => asked,
    }
}

#[cfg(test)]
mod tests;
