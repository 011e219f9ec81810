//! What tests with a server of their own share, which is no S3.

use std::io;

use blobs_s3::S3BlobStore;
use testkit::TestResult;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

/// A bucket of the server that listens there.
pub(crate) fn store_on(listener: &TcpListener) -> TestResult<S3BlobStore> {
    let endpoint = format!("http://{}", listener.local_addr()?);
    let variables = [
        ("AWS_ENDPOINT_URL", endpoint.as_str()),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "somewhere"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(S3BlobStore::open("bucket", "", variables)?)
}

/// Request line and header lines, to the blank one behind them.
pub(crate) async fn read_head(client: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    Ok(head)
}
