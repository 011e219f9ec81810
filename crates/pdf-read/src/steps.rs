//! Counts what reading looks at, so that tests can tell how the work grows. Costs nothing else.

#[cfg(test)]
thread_local! {
    static COUNT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// One thing was looked at: an object, an operation, a run.
pub(crate) fn step() {
    #[cfg(test)]
    COUNT.set(COUNT.get() + 1);
}

/// The steps of this thread since the last call.
#[cfg(test)]
pub(crate) fn take() -> u64 {
    COUNT.replace(0)
}
