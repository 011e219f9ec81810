//! Measuring changes nothing: the suites of the ports pass on measured adapters.

mod store {
    use std::sync::Arc;

    use metrics_prometheus::{MeasuredStore, Metrics};
    use ports::Store;
    use testkit::{MemoryStore, TestResult};

    fn make_store() -> TestResult<(Arc<dyn Store>, ())> {
        let inner = Arc::new(MemoryStore::default());
        let store = MeasuredStore::new(inner, &Metrics::new("0.0.0")?)?;
        Ok((Arc::new(store), ()))
    }

    testkit::store_conformance!(make_store);
}

mod blobs {
    use std::sync::Arc;

    use metrics_prometheus::{MeasuredBlobs, Metrics};
    use ports::BlobStore;
    use testkit::{MemoryBlobStore, TestResult};

    fn make_store() -> TestResult<(Arc<dyn BlobStore>, ())> {
        let inner = Arc::new(MemoryBlobStore::default());
        let store = MeasuredBlobs::new(inner, &Metrics::new("0.0.0")?)?;
        Ok((Arc::new(store), ()))
    }

    testkit::blob_conformance!(make_store);
}

mod limiter {
    use std::sync::Arc;

    use metrics_prometheus::{MeasuredLimiter, Metrics};
    use testkit::limits_suite::LimiterUnderTest;
    use testkit::{PlainLimiter, SteppedClock, TestResult};

    fn make_limiter() -> TestResult<(LimiterUnderTest, ())> {
        let clock = Arc::new(SteppedClock::default());
        let inner = Arc::new(PlainLimiter::new(Arc::clone(&clock)));
        let metrics = Metrics::new("0.0.0")?;
        let limiter = Arc::new(MeasuredLimiter::new(inner, "local", &metrics)?);
        Ok((LimiterUnderTest { limiter, clock }, ()))
    }

    testkit::limits_conformance!(make_limiter);
}

mod scanner {
    use std::sync::Arc;

    use metrics_prometheus::{MeasuredScanner, Metrics};
    use ports::Scanner;
    use testkit::{MemoryScanner, TestResult};

    fn make_scanner() -> TestResult<(Arc<dyn Scanner>, ())> {
        let inner = Arc::new(MemoryScanner::default());
        let scanner = MeasuredScanner::new(inner, &Metrics::new("0.0.0")?)?;
        Ok((Arc::new(scanner), ()))
    }

    testkit::scanner_conformance!(make_scanner);
}
