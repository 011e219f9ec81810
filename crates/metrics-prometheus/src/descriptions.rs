//! Names and meanings of the numbers that others know and are asked for.

use Kind::{Counter, Gauge};

/// Whether a number can go down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It only grows, by ones.
    Counter,
    /// It goes up and down.
    Gauge,
}

/// A number of the service. Its name on the page begins with `formservice_`.
pub struct Description {
    pub(crate) kind: Kind,
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
}

const fn describe(kind: Kind, name: &'static str, what: &'static str) -> Description {
    Description { kind, name, what }
}

pub const DATABASE_CONNECTIONS: Description = describe(
    Gauge,
    "database_connections",
    "Open connections of the pool.",
);
pub const DATABASE_CONNECTIONS_USED: Description = describe(
    Gauge,
    "database_connections_used",
    "Connections on which a transaction runs.",
);
pub const DATABASE_CONNECTIONS_MAX: Description = describe(
    Gauge,
    "database_connections_max",
    "How many connections there may be.",
);
pub const PDF_READS_RUNNING: Description =
    describe(Gauge, "pdf_reads_running", "PDFs that are being read.");
pub const PDF_READS_WAITING: Description =
    describe(Gauge, "pdf_reads_waiting", "PDFs that wait to be read.");
pub const PDF_READS_RUNNING_MAX: Description = describe(
    Gauge,
    "pdf_reads_running_max",
    "How many PDFs are read at once.",
);
pub const PDF_WORKERS_DIED: Description = describe(
    Counter,
    "pdf_workers_died_total",
    "Workers that died of a PDF, or were ended since it used too much.",
);
pub const PDF_WORKERS_LANDLOCK: Description = describe(
    Gauge,
    "pdf_workers_landlock_abi",
    "Version of Landlock that confines the workers, 0 where the kernel has none.",
);
pub const PDF_WORKERS_SECCOMP: Description = describe(
    Gauge,
    "pdf_workers_seccomp",
    "1 where a filter of system calls confines the workers, else 0.",
);
pub const CPU_WORK_RUNNING: Description = describe(
    Gauge,
    "cpu_work_running",
    "Pieces of processor work, such as filling a form, that run.",
);
pub const CPU_WORK_WAITING: Description = describe(
    Gauge,
    "cpu_work_waiting",
    "Pieces of processor work that wait.",
);
pub const NUMBERS_LEFT: Description = describe(
    Gauge,
    "numbers_left",
    "Numbers of applications that the year has left, as of the last upload to this instance.",
);
pub const STORED: Description = describe(
    Gauge,
    "stored_bytes",
    "Bytes of all originals and attachments, with the room put aside for those on their way.",
);
pub(crate) const STORED_MAX: Description = describe(
    Gauge,
    "stored_max_bytes",
    "How many bytes all files may have together; only where that is bounded.",
);
pub(crate) const FREE: Description = describe(
    Gauge,
    "free_bytes",
    "Free space where blobs and the database are kept; only where that is known.",
);
pub(crate) const FREE_MIN: Description = describe(
    Gauge,
    "free_min_bytes",
    "Free space below which no file is taken.",
);
pub const UPLOAD_MEMORY: Description = describe(
    Gauge,
    "upload_memory_bytes",
    "Memory that uploads under way take.",
);
pub const UPLOAD_MEMORY_MAX: Description = describe(
    Gauge,
    "upload_memory_max_bytes",
    "Memory that uploads may take together; further ones wait.",
);
pub const POOL_CAPACITY: Description = describe(
    Gauge,
    "pool_capacity",
    "How much there is of what clients share; of uploads in bytes.",
);
pub const POOL_HELD: Description = describe(Gauge, "pool_held", "How much of it is in use.");
pub const POOL_WAITING: Description = describe(
    Gauge,
    "pool_waiting",
    "Requests, or connections, that wait for their share of it.",
);
pub const POOL_REFUSED: Description = describe(
    Counter,
    "pool_refused_total",
    "How often somebody was told to come back, since others waited or too many did.",
);
pub const POOL_REVOKED: Description = describe(
    Counter,
    "pool_revoked_total",
    "How often something under way was ended, since its client had more than its share and another \
        waited.",
);
pub const LIMITER_SHARED_UP: Description = describe(
    Gauge,
    "limiter_shared_up",
    "1 while requests are counted together with other instances, 0 while this one counts for \
        itself.",
);
pub const LIMITER_SHARED_OUTAGES: Description = describe(
    Counter,
    "limiter_shared_outages_total",
    "How often the shared count of requests went away.",
);
pub const LIMITER_COUNTED_HERE: Description = describe(
    Counter,
    "limiter_counted_here_total",
    "Requests that were counted here since the shared count was away.",
);
pub const LOG_LINES_LOST: Description = describe(
    Counter,
    "log_lines_lost_total",
    "Lines of the log that were lost since nobody read it, or its disk was full.",
);
