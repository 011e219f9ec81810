//! Ids of requests: unique and not secret. A random part differs from one start of the process to
//! the next.

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

static PROCESS: LazyLock<String> = LazyLock::new(|| {
    let random = RandomState::new().build_hasher().finish();
    format!("{random:016x}-")
});
static COUNT: AtomicU64 = AtomicU64::new(1);

/// An id that no other request of this process has, and hardly one of another.
pub(super) fn next() -> String {
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut id = PROCESS.clone();
    // Text takes whatever is written to it.
    let _ = write!(id, "{count:x}");
    id
}
