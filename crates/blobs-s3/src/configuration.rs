//! What the AWS variables say, as a bucket that can be asked.

use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, S3ConditionalPut};
use object_store::client::ClientConfigKey;
use object_store::path::Path;
use object_store::{BackoffConfig, RetryConfig};
use ports::{BlobError, BoxError};

use crate::bucket::Bucket;
use crate::http_client::Connector;
use crate::key_locks::KeyLocks;

/// A server that comes back at once is not missed, and one that stays away is told within seconds.
fn retries() -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        },
        max_retries: 3,
        retry_timeout: Duration::from_secs(30),
    }
}

/// The bucket, with what the variables that begin with `AWS_` say of its server.
pub(crate) fn bucket(
    name: &str,
    prefix: &str,
    variables: impl IntoIterator<Item = (String, String)>,
) -> Result<Bucket, BlobError> {
    let prefix = Path::parse(prefix).map_err(failed)?;
    let connector = Connector::new().map_err(BlobError::Failed)?;
    let builder = from_variables(variables)
        .with_bucket_name(name)
        .with_retry(retries())
        .with_conditional_put(S3ConditionalPut::ETagMatch)
        // One DELETE for one object: part of S3 wherever it is spoken.
        .with_disable_bulk_delete(true);
    let allow_http = allows_http(&builder)?;
    let http = connector.client(allow_http);
    let objects = builder
        .with_http_connector(connector)
        .build()
        .map_err(failed)?;
    Ok(Bucket {
        objects,
        http,
        prefix,
        key_locks: KeyLocks::default(),
    })
}

fn from_variables(variables: impl IntoIterator<Item = (String, String)>) -> AmazonS3Builder {
    variables
        .into_iter()
        .filter(|(name, value)| name.starts_with("AWS_") && !value.is_empty())
        .filter_map(|(name, value)| Some((name.to_lowercase().parse().ok()?, value)))
        .fold(AmazonS3Builder::new(), |builder, (key, value)| {
            builder.with_config(key, value)
        })
}

/// Whether requests may go without TLS. An address that would need it and may not is told here:
/// later it would look like a server that is away.
fn allows_http(builder: &AmazonS3Builder) -> Result<bool, BlobError> {
    let value = |key| builder.get_config_value(&key);
    let allowed = value(AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp));
    let allowed = allowed.as_deref() == Some("true");
    let endpoint = value(AmazonS3ConfigKey::S3Endpoint).or(value(AmazonS3ConfigKey::Endpoint));
    if !allowed && endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
        let told = "AWS_ENDPOINT_URL is without TLS; AWS_ALLOW_HTTP=true allows that";
        return Err(BlobError::Failed(told.into()));
    }
    Ok(allowed)
}

/// What is wrong with a variable; its value may be quoted where it is no secret: a number or a yes
/// or no.
fn failed(error: impl Into<BoxError>) -> BlobError {
    BlobError::Failed(error.into())
}
