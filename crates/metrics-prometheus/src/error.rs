//! What went wrong with setting up metrics.

use ports::BoxError;

/// Two metrics have one name, or a name is none: a mistake in the program.
#[derive(Debug, thiserror::Error)]
#[error("the metrics cannot be set up")]
pub struct MetricsError(#[source] BoxError);

impl From<prometheus::Error> for MetricsError {
    fn from(error: prometheus::Error) -> Self {
        Self(error.into())
    }
}
