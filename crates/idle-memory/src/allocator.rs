//! What the allocator of the C library keeps for whoever asks next.

/// Gives pages back in which nothing is kept, of the heaps of all threads (malloc_trim(3)).
#[cfg(target_env = "gnu")]
pub(crate) fn give_back() {
    const KEPT_AT_THE_END: usize = 0;
    #[expect(unsafe_code, reason = "a function of the C library")]
    // SAFETY: it locks each heap that it looks at, and touches nothing that is in use.
    unsafe {
        libc::malloc_trim(KEPT_AT_THE_END);
    }
}

/// Other C libraries give back what is free at once, or never.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn give_back() {}
