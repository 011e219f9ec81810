//! What is S3's own: the prefix, secrets, a server that goes away and comes back, uploads that are
//! cut off.

use std::error::Error as _;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use blobs_s3::S3BlobStore;
use bytes::Bytes;
use futures::{SinkExt as _, StreamExt as _, channel::mpsc};
use ports::{BlobError, BlobStore};
use test_servers::s3::{BUCKET, S3Server};
use testkit::blob_suite::{content, key, listed, pieces, read_all};
use testkit::{Checked, Fallible};

const PREFIX: &str = "some/blobs";

fn store_with(server: &S3Server, secret: &str) -> Fallible<S3BlobStore> {
    Ok(S3BlobStore::open(
        BUCKET,
        PREFIX,
        server.variables_with(secret),
    )?)
}

fn store_on(server: &S3Server) -> Fallible<S3BlobStore> {
    Ok(S3BlobStore::open(BUCKET, PREFIX, server.variables())?)
}

/// All methods' outcomes, as far as they are errors.
async fn errors_of(store: &S3BlobStore) -> Vec<Option<BlobError>> {
    vec![
        store.put(&key(1), pieces(&[b"a"])).await.err(),
        store
            .put(&key(1), pieces(&[&content(1, 6_000_000)]))
            .await
            .err(),
        store.read(&key(1), None).await.err(),
        store.read(&key(1), Some(0..0)).await.err(),
        store.read(&key(1), Some(0..9)).await.err(),
        store.remove(&key(1)).await.err(),
        listed(store).await.err(),
        store.check().await.err(),
        store.remove_unfinished(Duration::ZERO).await.err(),
    ]
}

#[test]
fn nothing_outside_of_the_prefix_is_listed_or_touched() -> Checked {
    let server = S3Server::start();
    testkit::run(async {
        let store = store_on(&server)?;
        store.put(&key(1), pieces(&[b"a"])).await?;
        let stranger = key(2).to_string();
        let foreign = [
            stranger.clone(),
            format!("some/{stranger}"),
            format!("some/blobs2/{stranger}"),
            format!("some/blobs/{stranger}/x"),
            format!("some/blobs/deeper/{stranger}"),
            "some/blobs/README".to_owned(),
        ];
        for name in &foreign {
            let file = server.file(name);
            fs::create_dir_all(file.parent().ok_or("no folder")?)?;
            if !file.is_dir() {
                fs::write(file, b"foreign")?;
            }
        }
        assert_eq!(listed(&store).await?, [key(1)]);
        store.check().await?;
        store.remove(&key(1)).await?;
        assert_eq!(server.stored().len(), foreign.len());
        Ok(())
    })
}

#[test]
fn without_a_prefix_the_bucket_itself_is_the_place() -> Checked {
    let server = S3Server::start();
    testkit::run(async {
        let store = S3BlobStore::open(BUCKET, "", server.variables())?;
        store.put(&key(1), pieces(&[b"a"])).await?;
        assert_eq!(listed(&store).await?, [key(1)]);
        assert_eq!(server.stored(), [key(1).to_string()]);
        Ok(())
    })
}

#[test]
fn a_wrong_secret_is_refused_and_no_error_tells_a_secret_a_key_or_a_place() -> Checked {
    let server = S3Server::start();
    testkit::run(async {
        let store = store_with(&server, "a wrong secret")?;
        for (number, error) in errors_of(&store).await.into_iter().enumerate() {
            let error = error.ok_or_else(|| format!("{number} was allowed"))?;
            assert!(matches!(error, BlobError::Failed(_)), "{number}: {error:?}");
            let told = format!("{error} {error:?} {:?}", error.source());
            for hidden in [
                "a wrong",
                "a-key",
                &key(1).to_string(),
                PREFIX,
                BUCKET,
                "127.0",
            ] {
                assert!(!told.contains(hidden), "{told}");
            }
            assert!(told.contains("403"), "{told}");
        }
        assert_eq!(server.stored().len(), 0);
        Ok(())
    })
}

#[test]
fn while_the_server_is_away_it_is_unavailable_and_then_all_goes_on_by_itself() -> Checked {
    let mut server = S3Server::start();
    let store = store_on(&server)?;
    testkit::run(async {
        store.put(&key(2), pieces(&[b"kept"])).await?;
        server.stop();
        for (number, error) in errors_of(&store).await.into_iter().enumerate() {
            assert!(
                matches!(error, Some(BlobError::Unavailable(_))),
                "{number}: {error:?}"
            );
        }
        server.start_again();
        store.check().await?;
        let read = read_all(&store, &key(2), None).await?;
        assert_eq!(read.as_deref(), Some(&b"kept"[..]));
        store
            .put(&key(1), pieces(&[&content(1, 6_000_000)]))
            .await?;
        assert_eq!(listed(&store).await?.len(), 2);
        Ok(())
    })
}

#[test]
fn a_server_that_comes_back_at_once_is_not_missed() -> Checked {
    let mut server = S3Server::start();
    let store = store_on(&server)?;
    testkit::run(async {
        for number in 0..3 {
            store.check().await?;
            server.stop();
            let again = tokio::task::spawn_blocking(move || {
                std::thread::sleep(Duration::from_millis(50));
                server.start_again();
                server
            });
            store.put(&key(number), pieces(&[b"a"])).await?;
            server = again.await?;
        }
        Ok(())
    })
}

#[test]
fn uploads_that_are_dropped_or_fail_leave_no_part_behind() -> Checked {
    let server = S3Server::start();
    testkit::run(async {
        let store = Arc::new(store_on(&server)?);
        for number in 0..8_u16 {
            let (mut sender, receiver) = mpsc::channel(0);
            let putting = Arc::clone(&store);
            let put =
                tokio::spawn(async move { putting.put(&key(number), receiver.boxed()).await });
            for _ in 0..4 + number {
                sender.send(Ok(Bytes::from(content(1, 2_000_000)))).await?;
            }
            if number % 2 == 0 {
                put.abort();
            } else {
                sender
                    .send(Err(BlobError::Interrupted("hung up".into())))
                    .await?;
            }
            assert!(!matches!(put.await, Ok(Ok(_))));
        }
        store
            .put(&key(9), pieces(&[&content(1, 11_000_000)]))
            .await?;
        // What is dropped is undone in the background.
        for _ in 0..200 {
            if server.stored().len() == 1 {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("left: {:?}", server.stored()).into())
    })
}

#[test]
fn a_server_that_lists_no_uploads_is_told_so() -> Checked {
    let server = S3Server::start();
    testkit::run(async {
        let removed = store_on(&server)?.remove_unfinished(Duration::ZERO).await;
        let error = removed.err().ok_or("it lists them")?;
        let told = error.source().map(ToString::to_string);
        assert!(
            told.is_some_and(|told| told.contains("501 NotImplemented")),
            "{error:?}"
        );
        Ok(())
    })
}

#[test]
fn an_address_without_tls_must_be_allowed() {
    let variables = [("AWS_ENDPOINT_URL", "http://127.0.0.1:1")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let refused = S3BlobStore::open(BUCKET, PREFIX, variables).err();
    let told = refused.and_then(|error| error.source().map(ToString::to_string));
    assert!(told.is_some_and(|told| told.contains("AWS_ALLOW_HTTP")));
}
