//! Ids of requests: unique and not secret. A random part differs from one start of the process to
//! the next.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
static COUNT: AtomicU64 = AtomicU64::new(1);

/// An id that no other request of this process has, and hardly one of another.
pub(super) fn next() -> String {
    format!(
        "{:016x}-{:x}",
        *PROCESS,
        COUNT.fetch_add(1, Ordering::Relaxed)
    )
}
