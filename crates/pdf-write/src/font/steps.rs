//! Counts the bytes that are put in order and shaped, so that tests can tell how the work grows.
//! Outside of tests it counts nothing.

#[cfg(test)]
thread_local! {
    static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts bytes of text that are put in order and shaped.
pub(super) fn count(bytes: usize) {
    #[cfg(test)]
    COUNT.set(COUNT.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// The bytes of this thread since the last call.
#[cfg(test)]
pub(crate) fn take() -> usize {
    COUNT.replace(0)
}
