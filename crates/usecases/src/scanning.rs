//! Files are shown to a scanner, where there is one, before they are taken. Where it does not
//! answer, none is.

use std::sync::Arc;

use ports::{ByteStream, ScanError, ScanVerdict, Scanner, Signature};

use crate::InternalError;

/// What was found in the file; `None` where it is clean, or nobody looks.
pub(crate) async fn find_malware(
    scanner: Option<&Arc<dyn Scanner>>,
    bytes: ByteStream,
) -> Result<Option<Signature>, InternalError> {
    let Some(scanner) = scanner else {
        return Ok(None);
    };
    match scanner.scan(bytes).await {
        Ok(ScanVerdict::Clean) => Ok(None),
        Ok(ScanVerdict::Infected(signature)) => Ok(Some(signature)),
        Err(ScanError::BytesFailed(error)) => Err(error.into()),
        Err(error @ ScanError::Unavailable(_)) => Err(InternalError::Unavailable(error.into())),
    }
}
