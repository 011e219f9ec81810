//! Applications: upload, find, list, change, check, remove; their keys, their filled form and the
//! bytes they came from.
//!
//! Nothing is answered before it is durable. A failure between any two steps leaves at most a key
//! in the list of loose blobs, and perhaps the bytes under it; the sweeper erases both.

mod change;
mod check;
mod error;
mod filled_forms;
mod history;
mod key;
mod list;
mod numbers;
mod read;
mod remove;
mod sources;
mod state;
mod unfilled_form;
mod upload;
mod upload_report;
mod versioned;
mod view;

use std::sync::Arc;

use ports::{FormReader, FormWriter};

pub use error::ApplicationError;
pub use history::{HistoryPage, HistoryRange};
pub use list::{ApplicationPage, PageStart};
pub use read::FindApplication;
pub use sources::{SourceReport, SourcedValue, UnreadSources, ValueOrigin};
pub use state::{ExpectedState, StateDigest};
pub use unfilled_form::{FilledFormDigest, UnfilledForm};
pub use upload::{BeforeStoring, NewForm};
pub use upload_report::UploadReport;
pub use view::ApplicationView;

use self::filled_forms::FilledForms;
use self::numbers::LastNumber;
use self::view::VIEW_BYTES_MAX;
use crate::attachments::{AttachmentListView, LIST_BYTES_MAX};
use crate::download::KnownContents;
use crate::loose_blobs::STORING_SECONDS_MAX;
use crate::stamped_cache::StampedCache;
use crate::{FormFiles, FormVersions, StoringPorts, WorkPools};

/// The ports that the use cases of applications need.
#[derive(Clone)]
pub struct ApplicationPorts {
    /// What storing needs.
    pub storing: StoringPorts,
    /// Reads uploaded PDFs.
    pub reader: Arc<dyn FormReader>,
    /// Fills templates.
    pub writer: Arc<dyn FormWriter>,
    /// Names the build of the program: reader and writer of another may answer otherwise.
    pub build: &'static str,
}

/// What is done with applications as a whole: upload, read, change, fill, check, erase.
pub struct Applications {
    ports: ApplicationPorts,
    versions: Arc<FormVersions>,
    pools: WorkPools,
    form_files: FormFiles,
    last_number: LastNumber,
    filled: FilledForms,
    views: Arc<StampedCache<ApplicationView>>,
    attachment_lists: Arc<StampedCache<AttachmentListView>>,
    known: Arc<KnownContents>,
}

impl Applications {
    /// Longest time between listing a blob key, or listing it anew while its bytes arrive, and
    /// adding the row that names it. A sweep must leave younger keys alone.
    pub const STORING_SECONDS_MAX: u64 = STORING_SECONDS_MAX;

    /// Use cases over these ports. Each application is read by its own version of a form type;
    /// clients share the processors in these pools.
    pub fn new(ports: ApplicationPorts, versions: Arc<FormVersions>, pools: WorkPools) -> Self {
        let (reader, writer) = (Arc::clone(&ports.reader), Arc::clone(&ports.writer));
        let form_files = FormFiles::new(
            reader,
            writer,
            pools.clone(),
            Arc::clone(versions.catalogue()),
        );
        let known = Arc::new(KnownContents::new(ports.storing.entropy.as_ref()));
        Self {
            ports,
            versions,
            pools,
            form_files,
            last_number: LastNumber::default(),
            filled: FilledForms::default(),
            views: Arc::new(StampedCache::new(VIEW_BYTES_MAX)),
            attachment_lists: Arc::new(StampedCache::new(LIST_BYTES_MAX)),
            known,
        }
    }
}
