//! The judging of master keys, measured: many wrong ones are somebody who guesses.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{MasterKeyError, MasterKeyVerifier};

use crate::operations::Operations;
use crate::{Metrics, MetricsError};

/// Keys whose checks are counted and timed.
pub struct MeasuredMasterKeys {
    inner: Arc<dyn MasterKeyVerifier>,
    checks: Operations,
}

impl MeasuredMasterKeys {
    /// Wraps the verifier, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn MasterKeyVerifier>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let what = "Checks of master keys";
        let known: [(&str, &[&str]); 1] = [("verify", &["right", "wrong", "busy", "failed"])];
        let checks = Operations::new(metrics, "master_key_checks", what, &known)?;
        Ok(Self { inner, checks })
    }
}

#[async_trait]
impl MasterKeyVerifier for MeasuredMasterKeys {
    fn recall(&self, key: &str) -> Option<bool> {
        // What is not known is counted when it is verified.
        let known = self.inner.recall(key)?;
        self.checks.begin("verify").end(outcome(known));
        Some(known)
    }

    async fn verify(&self, key: &str) -> Result<bool, MasterKeyError> {
        let counted = self.checks.begin("verify");
        let verified = self.inner.verify(key).await;
        counted.end(match &verified {
            Ok(is_right) => outcome(*is_right),
            Err(MasterKeyError::Busy) => "busy",
            Err(MasterKeyError::Failed(_)) => "failed",
        });
        verified
    }
}

fn outcome(is_right: bool) -> &'static str {
    match is_right {
        true => "right",
        false => "wrong",
    }
}
