//! The interface between commands and the configured service. The program's wiring implements it.

use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use domain::Timestamp;
use forms::FormContent;
use http_api::{Api, MetricsPage};
use ports::{
    BlobStore, Clock, FormPackage, FormParser, FormReader, FormWriter, RequestLimiter, Scanner,
    Store,
};
use usecases::{
    FormCatalogue, RoomReport, SharedScanner, Storage, StorageLimits, StorageRoom, SweepReport,
    Sweeper,
};

use crate::CommandError;
use crate::instance_lock::InstanceLock;

/// A configuration, and the adapters that it names.
pub trait Installation: FormTools + Sized {
    /// The longest master key that the verifier takes, in bytes.
    const MASTER_KEY_BYTES_MAX: usize;

    /// Every setting with its default, for `serve --help`.
    fn settings_help() -> String;

    /// The settings of a configuration file and of the environment.
    fn configured(file: Option<&Path>) -> Result<Self, CommandError>;

    /// The settings for a storage that is given as `DATABASE_URL,BLOBS_URL` or as the path of a
    /// configuration file.
    fn of_storage(named: &str) -> Result<Self, CommandError>;

    /// A database and a blob store in a folder, such as that of a backup.
    fn in_folder(folder: &Path) -> Result<Self, CommandError>;

    /// Whether both have the same database, or the same blob store.
    fn shares_storage(&self, other: &Self) -> bool;

    /// What an operator should correct although the service can run, a sentence each.
    fn warnings(&self) -> &[String];

    /// The folder of own form types, if one is configured.
    fn forms_dir(&self) -> Option<&Path>;

    /// Starts the log. Once in a process.
    fn start_log(&self) -> LogFormat;

    /// Starts the log although the configuration is wrong, by the settings for it that can be read.
    /// Once in a process.
    fn start_log_despite_faults(file: Option<&Path>) -> LogFormat;

    fn serve_settings(&self) -> ServeSettings;

    /// The service over the configured adapters, which are made where they are not there yet.
    /// `descriptors` is how many files and connections it may have open. Must run in a tokio
    /// runtime.
    fn service(&self, descriptors: u64) -> impl Future<Output = Result<Service, CommandError>>;

    /// The OpenAPI document, indented.
    fn openapi(&self) -> Result<String, CommandError>;

    /// Brings the database up to date. Answers how many migrations were applied.
    fn migrate(&self) -> Result<usize, CommandError>;

    /// The database, which must exist and be up to date. Nothing is made and nothing migrated:
    /// another version of the service may be running on it.
    fn existing_store(&self) -> Result<Arc<dyn Store>, CommandError>;

    /// Whether the database is a file that is not there yet, and the first start makes it. An error
    /// where what lies beside it says that there was one, or where it could not be made.
    fn is_first_start(&self) -> Result<bool, CommandError>;

    /// The blob store, `None` where it does not exist yet. A bucket counts as existing until it is
    /// asked for something.
    fn existing_blobs(&self) -> Result<Option<Arc<dyn BlobStore>>, CommandError>;

    /// The limits at which no more files are taken.
    fn storage_limits(&self) -> StorageLimits;

    /// Refuses a blob store that does not exist and could not be made. Makes nothing.
    fn see_blobs_can_be_made(&self) -> Result<(), CommandError>;

    /// The file with the database, which may not exist yet; `None` where a server has it.
    fn database_file(&self) -> Option<&Path>;

    /// The storage, made if it does not exist, and brought up to date.
    fn ready_storage(&self) -> Result<Storage, CommandError>;

    /// A new database in a file, for the snapshot of a backup.
    fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, CommandError>;

    /// Checks the configured hashes of master keys. Answers a clause that describes them.
    fn check_master_keys(&self) -> Result<&'static str, CommandError>;

    /// Checks the pepper of kept answers. Answers a clause that describes it.
    fn check_pepper(&self) -> Result<&'static str, CommandError>;

    /// What may be lost of the database although it was acknowledged, a sentence each; nothing of
    /// one that cannot be asked.
    fn database_risks(&self) -> Vec<String>;

    /// A clause on how the connection to a database server is protected, to follow a colon. `None`
    /// where there is no server.
    fn database_protection(&self) -> Option<&'static str>;

    /// Starts a worker that reads PDFs. Answers how it is confined; an error where it is not and
    /// must be. Must run in a tokio runtime.
    fn check_workers(&self) -> impl Future<Output = Result<String, CommandError>>;

    /// The limiter that counts requests of all instances together, where one is configured. Must
    /// run in a tokio runtime.
    fn shared_limiter(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError>;

    /// The malware scanner, where one is configured.
    fn scanner(&self) -> Option<Arc<dyn Scanner>>;

    /// The age in seconds from which loose blobs are swept.
    fn sweep_grace_seconds(&self) -> u64;

    /// The longest time that an upload can take, in seconds.
    fn upload_seconds_max(&self) -> u64;

    /// Reads the fonts that were added. Answers a clause that describes them.
    fn check_fonts(&self) -> Result<String, CommandError>;

    /// The writer of filled forms, with the fonts that were added. These stay in memory: call it
    /// once in a process.
    fn form_writer(&self) -> Result<Arc<dyn FormWriter>, CommandError>;

    /// The maker of blank forms, with the same fonts: call it once in a process.
    fn template_maker(&self) -> Result<TemplateMaker, CommandError>;

    /// The built-in form types and those in a folder: this one, or else the configured one.
    fn form_types(&self, folder: Option<&Path>) -> Result<FormCatalogue, CommandError>;

    fn hash_master_key(key: &str) -> anyhow::Result<String>;

    fn clock() -> Arc<dyn Clock>;

    /// Whether the clock of the machine tells a time that can be written down; if not, why nothing
    /// can be served or begun.
    fn check_clock() -> Result<(), CommandError>;

    /// Runs this process as a worker, which reads one PDF and does nothing else.
    fn pdf_worker() -> ExitCode;
}

/// Tools for form types and filled forms, without a server.
pub trait FormTools {
    /// The file in the folder of a form type that defines it.
    const DEFINITION_FILE: &str;

    /// The form type in a folder, or all faults, a sentence each.
    fn form_in(folder: &Path) -> Result<FormPackage, Vec<String>>;

    /// The file in the folder of a form type that is its blank form.
    const TEMPLATE_FILE: &str;

    /// A definition for a fillable PDF; `None` where it has no fields.
    fn definition_of(name: &str, template: &FormContent) -> Option<String>;

    /// The disagreements of definition and template, a sentence each.
    fn disagreements(package: &FormPackage, template: &FormContent) -> Vec<String>;

    /// What understands stored definitions.
    fn form_parser() -> Arc<dyn FormParser>;

    /// A reader whose workers are this very program; one is tried. Must run in a tokio runtime.
    fn form_reader() -> impl Future<Output = anyhow::Result<Arc<dyn FormReader>>>;
}

/// Makes a blank form for the definition in a folder, or answers all faults, a sentence each.
pub type TemplateMaker = Box<dyn Fn(&Path) -> Result<Vec<u8>, Vec<String>>>;

/// Where `serve` listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServeSettings {
    pub listen: SocketAddr,
    /// Where metrics are served; `None` where they are switched off.
    pub metrics: Option<MetricsAddress>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricsAddress {
    /// An address that only this machine reaches.
    pub address: SocketAddr,
    /// Whether the address is configured. If not, the service runs without metrics when the address
    /// is in use.
    pub is_configured: bool,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For programs: one JSON object a line.
    Json,
}

/// The service, ready to run.
pub struct Service {
    /// The lock of an SQLite file; `None` for a database server.
    pub lock: Option<InstanceLock>,
    pub api: Api,
    pub metrics: MetricsPage,
    pub sweeper: Sweeper,
    pub sweeps: Box<dyn SweepListener>,
    pub room: StorageRoom,
    pub room_listener: Box<dyn RoomListener>,
    /// The scanner of files, where one is configured.
    pub scanner: Option<SharedScanner>,
}

/// Is told of the sweeps of the running service.
pub trait SweepListener {
    fn ended(&self, report: &SweepReport, at: Timestamp);
    fn failed(&self);
}

/// Is told of the free room for files while the service runs.
pub trait RoomListener {
    /// `None` if it could not be measured.
    fn measured(&self, report: Option<RoomReport>);
}
