//! Counts the steps of reading, so that tests can tell how the work grows with the input. Outside
//! of tests it compiles to nothing.

/// Defines `step()`, which says that one thing was looked at: an object, an operation, a line; and
/// for the tests of the crate that calls this `take()`, the steps of a thread since the last call.
#[macro_export]
macro_rules! count_steps {
    () => {
        #[cfg(test)]
        thread_local! {
            static COUNT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
        }

        pub(crate) fn step() {
            #[cfg(test)]
            COUNT.set(COUNT.get() + 1);
        }

        #[cfg(test)]
        pub(crate) fn take() -> u64 {
            COUNT.replace(0)
        }
    };
}

count_steps!();
