//! Every setting: its key, what it is, and what holds where it is not given. Reading, the names of
//! environment variables, hints at unknown keys and `serve --help` are made from this.

use std::fmt;

use domain::attachment::AttachmentLimits;
use domain::quota::Quota;

use DefaultValue::{Number, Text, Unset};

pub(crate) struct Setting {
    pub(crate) key: &'static str,
    pub(crate) about: &'static str,
    pub(crate) default: DefaultValue,
}

pub(crate) enum DefaultValue {
    /// Read as if it had been given.
    Text(&'static str),
    Number(u64),
    /// Nothing is read; the words tell what that means.
    Unset(&'static str),
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Unset(text) => formatter.write_str(text),
            Self::Number(number) => number.fmt(formatter),
        }
    }
}

impl Setting {
    const fn new(key: &'static str, default: DefaultValue, about: &'static str) -> Self {
        Self {
            key,
            about,
            default,
        }
    }
}

pub(crate) const LISTEN: Setting =
    Setting::new("server.listen", Text("127.0.0.1:8080"), "address and port");
pub(crate) const METRICS_LISTEN: Setting = Setting::new(
    "server.metrics_listen",
    Text("127.0.0.1:9090"),
    "loopback address and port of /metrics, or off",
);
pub(crate) const TRUSTED_PROXIES: Setting = Setting::new(
    "server.trusted_proxies",
    Unset("none"),
    "networks whose word on the client's address is taken",
);
pub(crate) const CORS_ORIGINS: Setting = Setting::new(
    "server.cors_origins",
    Unset("none"),
    "origins whose pages may call the service",
);
pub(crate) const PUBLIC_URL: Setting = Setting::new(
    "server.public_url",
    Unset("none"),
    "address from outside, for OpenAPI",
);
pub(crate) const MASTER_KEY_HASHES: Setting = Setting::new(
    "auth.master_key_hashes",
    Unset("one is made at the first start"),
    "list of hashes from `hash-key`",
);
pub(crate) const DATABASE_URL: Setting = Setting::new(
    "database.url",
    Text("sqlite:data/formservice.db"),
    if cfg!(feature = "postgres") {
        "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME"
    } else {
        "sqlite:PATH"
    },
);
pub(crate) const BLOBS_URL: Setting = Setting::new(
    "blobs.url",
    Text("file:data/blobs"),
    if cfg!(feature = "s3") {
        "file:PATH or s3://BUCKET/PREFIX"
    } else {
        "file:PATH"
    },
);
pub(crate) const FORMS_DIR: Setting =
    Setting::new("forms.dir", Unset("none"), "folder of more form types");
pub(crate) const UPLOAD_BYTES: Setting = Setting::new(
    "limits.upload_bytes",
    Number(10 * 1024 * 1024),
    "size of an uploaded form",
);
pub(crate) const ATTACHMENTS_MAX: Setting = Setting::new(
    "limits.attachments_max",
    Number(AttachmentLimits::DEFAULT.count_max),
    "attachments of an application",
);
pub(crate) const ATTACHMENT_BYTES: Setting = Setting::new(
    "limits.attachment_bytes",
    Number(AttachmentLimits::DEFAULT.file_bytes_max),
    "size of an attachment",
);
pub(crate) const ATTACHMENTS_TOTAL_BYTES: Setting = Setting::new(
    "limits.attachments_total_bytes",
    Number(AttachmentLimits::DEFAULT.total_bytes_max),
    "size of all attachments of an application",
);
pub(crate) const RATE_LIMIT_ENABLED: Setting = Setting::new(
    "rate_limit.enabled",
    Text("true"),
    "whether requests are limited",
);
pub(crate) const PER_ADDRESS: Setting = Setting::new(
    "rate_limit.per_address",
    Number(Quota::PER_ADDRESS.limit() as u64),
    "requests of one address in a window",
);
pub(crate) const PER_KEY: Setting = Setting::new(
    "rate_limit.per_key",
    Number(Quota::PER_KEY.limit() as u64),
    "requests with one key in a window",
);
pub(crate) const WINDOW_SECONDS: Setting = Setting::new(
    "rate_limit.window_seconds",
    Number(60),
    "length of the window",
);
pub(crate) const RATE_LIMIT_STORE: Setting = Setting::new(
    "rate_limit.store",
    Text("memory"),
    if cfg!(feature = "redis") {
        "memory, or redis for several instances"
    } else {
        "memory"
    },
);
pub(crate) const REDIS_URL: Setting =
    Setting::new("rate_limit.redis_url", Unset("none"), "where Redis is");
/// Loopback and private ranges.
pub(crate) const EXEMPT: Setting = Setting::new(
    "rate_limit.exempt",
    Text(
        "127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 \
            fe80::/10",
    ),
    "networks that are not limited",
);
pub(crate) const GRACE_SECONDS: Setting = Setting::new(
    "sweep.grace_seconds",
    Number(3600),
    "age at which bytes that no application names are erased",
);
pub(crate) const LOG_FORMAT: Setting = Setting::new(
    "log.format",
    Unset("pretty on a terminal, json elsewhere"),
    "pretty or json",
);
pub(crate) const LOG_LEVEL: Setting = Setting::new(
    "log.level",
    Text("info"),
    "error, warn, info, debug or trace",
);
