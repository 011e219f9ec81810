//! File descriptors: how many files and connections the process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The most that are taken. More is of no use, and some programs walk through all that there may
/// be.
const DESCRIPTORS_MAX: u64 = 65_536;

/// With fewer the service would refuse requests in ordinary operation.
pub(crate) const DESCRIPTORS_MIN: u64 = 512;

/// The soft limit now, and how far the process may raise it itself (`RLIMIT_NOFILE`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Descriptors {
    pub(crate) now: u64,
    pub(crate) attainable: u64,
}

impl Descriptors {
    pub(crate) fn found() -> Self {
        let limit = getrlimit(Resource::Nofile);
        // No limit at all is none here.
        let now = limit.current.unwrap_or(u64::MAX);
        let hard = limit.maximum.unwrap_or(u64::MAX);
        Self {
            now,
            attainable: now.max(hard.min(DESCRIPTORS_MAX)),
        }
    }

    /// Raises the limit as far as it may. Answers the limit then.
    pub(crate) fn raise(self) -> u64 {
        if self.now >= self.attainable {
            return self.now;
        }
        let raised = Rlimit {
            current: Some(self.attainable),
            maximum: getrlimit(Resource::Nofile).maximum,
        };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => self.attainable,
            Err(error) => {
                tracing::warn!(%error, "the limit of open files could not be raised");
                self.now
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTORS_MAX, Descriptors};

    #[test]
    fn raise_takes_what_is_attainable_and_lowers_nothing() {
        let found = Descriptors::found();
        assert!(found.now <= found.attainable);
        assert!(found.attainable <= DESCRIPTORS_MAX.max(found.now));
        assert_eq!(found.raise(), found.attainable);
        assert_eq!(Descriptors::found().now, found.attainable);
    }
}
