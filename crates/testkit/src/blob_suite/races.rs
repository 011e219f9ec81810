//! Several readers and writers at once.

use std::sync::Arc;

use futures::StreamExt as _;
use ports::{BlobError, BlobStore};

use super::samples::{content, key, pieces, read_all, rest_of};
use crate::TestResult;

/// A download under way ends well although the blob is removed, and put anew, meanwhile.
pub async fn a_reader_survives_the_removal(store: Arc<dyn BlobStore>) -> TestResult {
    let bytes = content(1, 1_000_000);
    store.put(&key(1), pieces(&[&bytes])).await?;
    let mut reading = store.read(&key(1), None).await?.ok_or("not found")?;
    let mut read = reading.next().await.ok_or("empty")??.to_vec();
    assert!(read.len() < bytes.len());
    store.remove(&key(1)).await?;
    store.put(&key(1), pieces(&[b"new"])).await?;
    read.extend(rest_of(reading).await?);
    assert!(read == bytes);
    Ok(())
}

/// The others are told, and no byte of theirs is in it.
pub async fn of_parallel_puts_of_one_key_one_wins(store: Arc<dyn BlobStore>) -> TestResult {
    for number in 0..5 {
        let puts: Vec<_> = (0..8)
            .map(|seed| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let bytes = content(seed, 200_000);
                    (seed, store.put(&key(number), pieces(&[&bytes])).await)
                })
            })
            .collect();
        let mut winners = Vec::new();
        for put in puts {
            match put.await? {
                (seed, Ok(_)) => winners.push(seed),
                (_, Err(BlobError::AlreadyExists)) => {}
                (_, Err(error)) => return Err(error.into()),
            }
        }
        let [winner] = winners[..] else {
            return Err(format!("winners: {winners:?}").into());
        };
        let read = read_all(&*store, &key(number), None).await?;
        assert!(read == Some(content(winner, 200_000)));
    }
    Ok(())
}

/// Each key gives its own bytes.
pub async fn parallel_puts_of_many_keys_do_not_mix(store: Arc<dyn BlobStore>) -> TestResult {
    let puts: Vec<_> = (0..32)
        .map(|seed| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let bytes = content(seed, 100_000);
                store.put(&key(u16::from(seed)), pieces(&[&bytes])).await
            })
        })
        .collect();
    for put in puts {
        put.await??;
    }
    for seed in 0..32 {
        let read = read_all(&*store, &key(u16::from(seed)), None).await?;
        assert!(read == Some(content(seed, 100_000)), "{seed}");
    }
    Ok(())
}
