//! `limits.*`: how large uploads may be, and how many attachments an application may have.

use domain::attachment::AttachmentLimits;
use settings_toml::DefaultValue::{Number, Unset};
use settings_toml::{Setting, SettingsReader};
use usecases::StorageLimits;

/// A worker has 256 MiB for a file and all that it becomes.
const UPLOAD_BYTES_MAX: u64 = 64 * 1024 * 1024;

const UPLOAD_BYTES: Setting = Setting::new(
    "limits.upload_bytes",
    Number(10 * 1024 * 1024),
    "size of an uploaded form",
);
const ATTACHMENTS_MAX: Setting = Setting::new(
    "limits.attachments_max",
    Number(AttachmentLimits::DEFAULT.count_max),
    "attachments of an application",
);
const ATTACHMENT_BYTES: Setting = Setting::new(
    "limits.attachment_bytes",
    Number(AttachmentLimits::DEFAULT.file_bytes_max),
    "size of an attachment",
);
const ATTACHMENTS_TOTAL_BYTES: Setting = Setting::new(
    "limits.attachments_total_bytes",
    Number(AttachmentLimits::DEFAULT.total_bytes_max),
    "size of all attachments of an application",
);

const FREE_BYTES_MIN: Setting = Setting::new(
    "limits.free_bytes_min",
    Number(256 * 1024 * 1024),
    "free space below which no file is taken",
);
const STORED_TOTAL_BYTES: Setting = Setting::new(
    "limits.stored_total_bytes",
    Unset("none"),
    "size of all files together",
);

/// When the storage takes nothing more.
pub(super) fn storage_limits(reader: &mut SettingsReader) -> Option<StorageLimits> {
    const HUGE: u64 = 1 << 60;
    let free_bytes_min = reader.number(&FREE_BYTES_MIN, "bytes", 0..=HUGE);
    let is_bounded = reader.is_given(&STORED_TOTAL_BYTES);
    let total = reader.number(&STORED_TOTAL_BYTES, "bytes", 1..=HUGE);
    Some(StorageLimits {
        free_bytes_min: free_bytes_min?,
        total_bytes_max: if is_bounded { Some(total?) } else { None },
    })
}

pub(super) fn upload_bytes_max(reader: &mut SettingsReader) -> Option<u64> {
    reader.number(&UPLOAD_BYTES, "bytes", 1..=UPLOAD_BYTES_MAX)
}

pub(super) fn attachment_limits(reader: &mut SettingsReader) -> Option<AttachmentLimits> {
    const MANY: u64 = 100_000;
    const LARGE: u64 = 1 << 40;
    let count = reader.number(&ATTACHMENTS_MAX, "attachments", 0..=MANY);
    let file = reader.number(&ATTACHMENT_BYTES, "bytes", 1..=LARGE);
    let total = reader.number(&ATTACHMENTS_TOTAL_BYTES, "bytes", 1..=LARGE);
    Some(AttachmentLimits {
        count_max: count?,
        file_bytes_max: file?,
        total_bytes_max: total?,
    })
}
