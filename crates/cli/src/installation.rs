//! What commands work on: the service as it is configured. The program's wiring implements it.

use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use domain::Timestamp;
use forms::FormContent;
use http_api::{Api, MetricsPage};
use ports::{
    BlobStore, Clock, FormPackage, FormReader, FormWriter, RequestLimiter, Scanner, Store,
};
use usecases::{FormCatalogue, RoomReport, Storage, StorageRoom, SweepReport, Sweeper};

use crate::CommandError;
use crate::instance_lock::InstanceLock;

/// A configuration, and what stands behind it.
pub trait Installation: FormTools + Sized {
    /// Longer keys are refused by whoever verifies them.
    const MASTER_KEY_BYTES_MAX: usize;

    /// Every setting with its default, for `serve --help`.
    fn settings_help() -> String;

    /// The settings of a configuration file and of the environment.
    fn configured(file: Option<&Path>) -> Result<Self, CommandError>;

    /// The settings that `DATABASE_URL,BLOBS_URL` or the path of a configuration file means.
    fn of_storage(named: &str) -> Result<Self, CommandError>;

    /// A database and a blob store in a folder, such as that of a backup.
    fn in_folder(folder: &Path) -> Result<Self, CommandError>;

    /// Whether both keep the same rows, or the same bytes.
    fn shares_storage(&self, other: &Self) -> bool;

    /// What an operator should mend, though the service runs: a sentence each.
    fn warnings(&self) -> &[String];

    /// Starts the log. Once in a process.
    fn start_log(&self) -> LogFormat;

    /// Starts the log as far as it is said how, though the configuration is wrong. Once in a
    /// process.
    fn start_log_despite_faults(file: Option<&Path>) -> LogFormat;

    fn serve_settings(&self) -> ServeSettings;

    /// The service over the configured adapters, which are made where they are not there yet.
    /// It may have so many files and connections open. Must run in a runtime.
    fn service(&self, descriptors: u64) -> impl Future<Output = Result<Service, CommandError>>;

    /// The OpenAPI document, indented.
    fn openapi(&self) -> Result<String, CommandError>;

    /// Brings the database up to date; how many migrations that took.
    fn migrate(&self) -> Result<usize, CommandError>;

    /// A database that is there and up to date. Nothing is made and nothing migrated: it may be
    /// another version's, which serves.
    fn existing_store(&self) -> Result<Arc<dyn Store>, CommandError>;

    /// A blob store that is there; `None` where it is not made yet. A bucket counts as there until
    /// it is asked for something.
    fn existing_blobs(&self) -> Result<Option<Arc<dyn BlobStore>>, CommandError>;

    /// A storage, made if it is not there, and brought up to date.
    fn ready_storage(&self) -> Result<Storage, CommandError>;

    /// A new database in a file, for rows that are only put aside.
    fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, CommandError>;

    /// Whether the configured hashes of master keys are some; what can be said of them.
    fn check_master_keys(&self) -> Result<&'static str, CommandError>;

    /// Whether the pepper of kept answers is one; what can be said of it.
    fn check_pepper(&self) -> Result<&'static str, CommandError>;

    /// How the connection to a database elsewhere is protected; completes a colon. `None` where
    /// there is none.
    fn database_protection(&self) -> Option<&'static str>;

    /// How the workers that read PDFs are confined; an error where they are not and must be. Must
    /// run in a runtime.
    fn check_workers(&self) -> impl Future<Output = Result<String, CommandError>>;

    /// What counts requests for all instances together, where one is configured. Must run in a
    /// runtime.
    fn shared_limiter(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError>;

    /// What looks at files before they are taken, where one is configured.
    fn scanner(&self) -> Option<Arc<dyn Scanner>>;

    /// Age in seconds at which bytes that no row names are swept.
    fn sweep_grace_seconds(&self) -> u64;

    /// So long the longest upload that goes on may have been under way, in seconds.
    fn upload_seconds_max(&self) -> u64;

    /// The fonts that were added, or what is wrong with them; what can be said of them.
    fn check_fonts(&self) -> Result<String, CommandError>;

    /// What fills forms, with the fonts that were added: call it once in a process.
    fn form_writer(&self) -> Result<Arc<dyn FormWriter>, CommandError>;

    /// What makes blank forms, with the same fonts: call it once in a process.
    fn template_maker(&self) -> Result<TemplateMaker, CommandError>;

    /// The built-in form types and those in a folder: this one, or else the configured one.
    fn form_types(&self, folder: Option<&Path>) -> Result<FormCatalogue, CommandError>;

    fn hash_master_key(key: &str) -> anyhow::Result<String>;

    fn clock() -> Arc<dyn Clock>;

    /// Reads one PDF in this process, which is for nothing else.
    fn pdf_worker() -> ExitCode;
}

/// What works with form types and filled forms, without a server.
pub trait FormTools {
    /// The file in the folder of a form type that defines it.
    const DEFINITION_FILE: &str;

    /// The form type in a folder, or all that is wrong with it.
    fn form_in(folder: &Path) -> Result<FormPackage, Vec<String>>;

    /// The file in the folder of a form type that is its blank form.
    const TEMPLATE_FILE: &str;

    /// A definition for a fillable PDF; `None` where it has no fields.
    fn definition_of(name: &str, template: &FormContent) -> Option<String>;

    /// Where definition and template differ.
    fn disagreements(package: &FormPackage, template: &FormContent) -> Vec<String>;

    /// Workers of this very program, tried once. Must run in a runtime.
    fn form_reader() -> impl Future<Output = anyhow::Result<Arc<dyn FormReader>>>;
}

/// A blank form for the definition in a folder, or all that is wrong with it.
pub type TemplateMaker = Box<dyn Fn(&Path) -> Result<Vec<u8>, Vec<String>>>;

/// Where `serve` listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServeSettings {
    pub listen: SocketAddr,
    /// Where metrics are; `None` where they are switched off.
    pub metrics: Option<MetricsAddress>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricsAddress {
    /// An address that only this machine reaches.
    pub address: SocketAddr,
    /// Whether somebody asked for it. Where not, the service does without if something else is
    /// there.
    pub is_configured: bool,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For programs: one JSON object a line.
    Json,
}

/// The service, ready to run.
pub struct Service {
    /// Of rows that are in a file.
    pub lock: Option<InstanceLock>,
    pub api: Api,
    pub metrics: MetricsPage,
    pub sweeper: Sweeper,
    pub sweeps: Box<dyn SweepListener>,
    pub room: StorageRoom,
    pub room_listener: Box<dyn RoomListener>,
}

/// Who is told of the sweeps of the running service.
pub trait SweepListener {
    fn ended(&self, report: &SweepReport, at: Timestamp);
    fn failed(&self);
}

/// Who is told of the room for files while the service runs.
pub trait RoomListener {
    /// `None`: it could not be measured.
    fn measured(&self, report: Option<RoomReport>);
}
