//! Macros that turn the conformance suites into tests, and what checks return.

use std::future::Future;

/// A result that takes any error, so that a test needs no `unwrap`; an assertion that fails panics.
pub type TestResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Runs a check on a tokio runtime of its own with four threads.
pub fn run(check: impl Future<Output = TestResult>) -> TestResult {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()?
        .block_on(check)
}

/// One `#[test]` for each check of [`crate::store_suite`]. Takes a function that makes a fresh,
/// migrated store: `fn() -> TestResult<(Arc<dyn Store>, T)>`, where `T` is anything that must live
/// as long.
#[macro_export]
macro_rules! store_conformance {
    ($make_store:expr) => {
        $crate::store_checks!([$crate::expand_checks] store_suite, $make_store);
    };
}

/// One `#[test]` for each check of [`crate::blob_suite`]. Takes a function that makes a fresh
/// store: `fn() -> TestResult<(Arc<dyn BlobStore>, T)>`, where `T` is anything that must live as
/// long.
#[macro_export]
macro_rules! blob_conformance {
    ($make_store:expr) => {
        $crate::blob_checks!([$crate::expand_checks] blob_suite, $make_store);
    };
}

/// One `#[test]` for each check of [`crate::limits_suite`]. Takes a function that makes a fresh
/// counter: `fn() -> TestResult<(LimiterUnderTest, T)>`, where `T` is anything that must live as
/// long.
#[macro_export]
macro_rules! limits_conformance {
    ($make_limiter:expr) => {
        $crate::limits_checks!([$crate::expand_checks] limits_suite, $make_limiter);
    };
}

/// One `#[test]` for each check of [`crate::scanner_suite`]. Takes a function that makes a scanner
/// that knows the text of EICAR: `fn() -> TestResult<(Arc<dyn Scanner>, T)>`, where `T` is anything
/// that must live as long.
#[macro_export]
macro_rules! scanner_conformance {
    ($make_scanner:expr) => {
        $crate::scanner_checks!([$crate::expand_checks] scanner_suite, $make_scanner);
    };
}

/// One `#[test]` for each name in a list of checks; not for direct use.
#[doc(hidden)]
#[macro_export]
macro_rules! expand_checks {
    ($suite:ident, $make_store:expr, $($check:ident)*) => {
        $(
            #[test]
            fn $check() -> $crate::TestResult {
                let (store, _alive) = $make_store()?;
                $crate::run($crate::$suite::$check(store))
            }
        )*
    };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    macro_rules! names {
        ($suite:ident, $nothing:expr,
            $($check:ident)*) => { BTreeSet::from([$(stringify!($check)),*]) };
    }

    fn written(sources: &'static [&'static str]) -> BTreeSet<&'static str> {
        let functions = sources
            .iter()
            .flat_map(|source| source.split("pub async fn ").skip(1));
        functions
            .filter_map(|rest| rest.split('(').next())
            .collect()
    }

    #[test]
    fn every_check_of_the_store_is_listed() {
        let listed = crate::store_checks!([names] store_suite, ());
        assert_eq!(listed, written(crate::store_suite::SOURCES));
    }

    #[test]
    fn every_check_of_the_blob_store_is_listed() {
        let listed = crate::blob_checks!([names] blob_suite, ());
        assert_eq!(listed, written(crate::blob_suite::SOURCES));
    }

    #[test]
    fn every_check_of_the_scanner_is_listed() {
        let listed = crate::scanner_checks!([names] scanner_suite, ());
        assert_eq!(listed, written(crate::scanner_suite::SOURCES));
    }

    #[test]
    fn every_check_of_the_counters_is_listed() {
        let listed = crate::limits_checks!([names] limits_suite, ());
        assert_eq!(listed, written(crate::limits_suite::SOURCES));
    }
}
