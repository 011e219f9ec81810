//! What a scanner answers for clean, infected and broken-off files.

use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt as _, future, stream};
use ports::{BlobError, ByteStream, ScanError, ScanVerdict, Scanner};

use super::eicar;
use crate::TestResult;
use crate::blob_suite::{content, pieces};

fn is_infected(verdict: &ScanVerdict) -> bool {
    matches!(verdict, ScanVerdict::Infected(_))
}

pub async fn a_file_without_malware_is_clean(scanner: Arc<dyn Scanner>) -> TestResult {
    let large = content(1, 3_000_000);
    for file in [
        pieces(&[]),
        pieces(&[b""]),
        pieces(&[b"a", b"", b"b"]),
        pieces(&[&large]),
    ] {
        assert_eq!(scanner.scan(file).await?, ScanVerdict::Clean);
    }
    Ok(())
}

pub async fn malware_is_found_wherever_its_pieces_are_cut(scanner: Arc<dyn Scanner>) -> TestResult {
    let eicar = eicar();
    for cut in [0, 1, 30, eicar.len()] {
        let (begin, end) = eicar.split_at(cut);
        let file = pieces(&[begin.as_bytes(), b"", end.as_bytes()]);
        assert!(is_infected(&scanner.scan(file).await?), "cut at {cut}");
    }
    Ok(())
}

pub async fn malware_is_found_behind_many_bytes(scanner: Arc<dyn Scanner>) -> TestResult {
    let (before, eicar) = (content(1, 3_000_000), eicar());
    let file = pieces(&[&before, eicar.as_bytes(), b"and more"]);
    assert!(is_infected(&scanner.scan(file).await?));
    Ok(())
}

pub async fn bytes_that_break_off_are_no_file(scanner: Arc<dyn Scanner>) -> TestResult {
    let gone = || Err(BlobError::Interrupted("gone".into()));
    let broken = stream::iter([Ok(Bytes::from_static(b"half")), gone()]);
    let outcome = scanner.scan(broken.boxed()).await;
    assert!(
        matches!(outcome, Err(ScanError::BytesFailed(_))),
        "{outcome:?}"
    );
    a_file_without_malware_is_clean(scanner).await
}

pub async fn files_at_once_do_not_mix(scanner: Arc<dyn Scanner>) -> TestResult {
    let file = |number: usize| -> ByteStream {
        let clean = content(u8::try_from(number).unwrap_or_default(), 100_000);
        let eicar = eicar();
        let malware = if number.is_multiple_of(2) {
            &*eicar
        } else {
            ""
        };
        pieces(&[&clean, malware.as_bytes()])
    };
    let scans = (0..40).map(|number| scanner.scan(file(number)));
    for (number, verdict) in future::join_all(scans).await.into_iter().enumerate() {
        assert_eq!(is_infected(&verdict?), number.is_multiple_of(2), "{number}");
    }
    Ok(())
}

pub async fn the_scanner_answers(scanner: Arc<dyn Scanner>) -> TestResult {
    Ok(scanner.check().await?)
}
