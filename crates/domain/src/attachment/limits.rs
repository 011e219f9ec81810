//! How many attachments an application may have, and how large.

/// A megabyte as the service counts it: a power of two.
const MEGABYTE: u64 = 1_048_576;

/// The three limits. The defaults are 30 files, 50 MB each, 100 MB together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttachmentLimits {
    /// How many.
    pub count_max: u64,
    /// How large one may be.
    pub file_bytes_max: u64,
    /// How large all of them together may be.
    pub total_bytes_max: u64,
}

/// What an application has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttachmentUsage {
    /// Number of attachments.
    pub count: u64,
    /// Sum of their sizes.
    pub total_bytes: u64,
}

/// Why a file is not taken. Each carries the limit that it would pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachmentLimitError {
    /// The application has as many as it may.
    TooMany {
        /// The limit.
        count_max: u64,
    },
    /// The file alone is too large.
    FileTooLarge {
        /// The limit.
        file_bytes_max: u64,
    },
    /// The file is too large beside the others.
    TotalTooLarge {
        /// The limit.
        total_bytes_max: u64,
    },
    /// The file has no bytes.
    Empty,
}

impl Default for AttachmentLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl AttachmentLimits {
    /// What an application may have where nothing else is configured.
    pub const DEFAULT: Self = Self {
        count_max: 30,
        file_bytes_max: 50 * MEGABYTE,
        total_bytes_max: 100 * MEGABYTE,
    };

    /// Whether a file of this size may join what is there.
    pub fn admit(
        &self,
        usage: AttachmentUsage,
        size_bytes: u64,
    ) -> Result<(), AttachmentLimitError> {
        if size_bytes == 0 {
            return Err(AttachmentLimitError::Empty);
        }
        if usage.count >= self.count_max {
            return Err(AttachmentLimitError::TooMany {
                count_max: self.count_max,
            });
        }
        if size_bytes > self.file_bytes_max {
            return Err(AttachmentLimitError::FileTooLarge {
                file_bytes_max: self.file_bytes_max,
            });
        }
        if usage.total_bytes.saturating_add(size_bytes) > self.total_bytes_max {
            return Err(AttachmentLimitError::TotalTooLarge {
                total_bytes_max: self.total_bytes_max,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{AttachmentLimitError, AttachmentLimits, AttachmentUsage, MEGABYTE};

    #[test]
    fn both_sides_of_every_limit() {
        let limits = AttachmentLimits::default();
        let with = |count, total_bytes| AttachmentUsage { count, total_bytes };
        for (usage, size, outcome) in [
            (with(29, 0), 1, Ok(())),
            (
                with(30, 0),
                1,
                Err(AttachmentLimitError::TooMany { count_max: 30 }),
            ),
            (with(0, 0), 50 * MEGABYTE, Ok(())),
            (
                with(0, 0),
                50 * MEGABYTE + 1,
                Err(AttachmentLimitError::FileTooLarge {
                    file_bytes_max: 50 * MEGABYTE,
                }),
            ),
            (with(2, 60 * MEGABYTE), 40 * MEGABYTE, Ok(())),
            (
                with(2, 60 * MEGABYTE),
                40 * MEGABYTE + 1,
                Err(AttachmentLimitError::TotalTooLarge {
                    total_bytes_max: 100 * MEGABYTE,
                }),
            ),
            (with(0, 0), 0, Err(AttachmentLimitError::Empty)),
            (
                with(0, u64::MAX),
                1,
                Err(AttachmentLimitError::TotalTooLarge {
                    total_bytes_max: 100 * MEGABYTE,
                }),
            ),
        ] {
            assert_eq!(limits.admit(usage, size), outcome, "{usage:?} + {size}");
        }
    }
}
