//! What `check` asks beside what the service itself uses.

use std::sync::Arc;

use ports::{RequestLimiter, Scanner};
use usecases::StorageLimits;

use crate::CommandError;

/// Looks at each thing that the service will need, and makes none of them.
pub trait ServiceChecks {
    /// Checks the configured hashes of master keys. Answers a clause that describes them.
    fn check_master_keys(&self) -> Result<&'static str, CommandError>;

    /// Checks the pepper of kept answers. Answers a clause that describes it.
    fn check_pepper(&self) -> Result<&'static str, CommandError>;

    /// Whether the database is a file that is not there yet, and the first start makes it. An error
    /// where what lies beside it says that there was one, or where it could not be made.
    fn is_first_start(&self) -> Result<bool, CommandError>;

    /// What may be lost of the database although it was acknowledged, a sentence each; nothing of
    /// one that cannot be asked.
    fn database_risks(&self) -> Vec<String>;

    /// A clause on how the connection to a database server is protected, to follow a colon. `None`
    /// where there is no server.
    fn database_protection(&self) -> Option<&'static str>;

    /// Refuses a blob store that does not exist and could not be made.
    fn see_blobs_can_be_made(&self) -> Result<(), CommandError>;

    /// The limits at which no more files are taken.
    fn storage_limits(&self) -> StorageLimits;

    /// Starts a worker that reads PDFs. Answers how it is confined; an error where it is not and
    /// must be. Must run in a tokio runtime.
    fn check_workers(&self) -> impl Future<Output = Result<String, CommandError>>;

    /// The malware scanner, where one is configured.
    fn scanner(&self) -> Option<Arc<dyn Scanner>>;

    /// The limiter that counts requests of all instances together, where one is configured. Must
    /// run in a tokio runtime.
    fn shared_limiter(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError>;

    /// Reads the fonts that were added. Answers a clause that describes them.
    fn check_fonts(&self) -> Result<String, CommandError>;
}
