//! Behaviour of the adapter as a whole. Most hashes here are cheap, so that the tests are.

use ports::{MasterKeyError, MasterKeyVerifier as _};

use crate::{Argon2MasterKeys, HashError, KEY_BYTES_MAX, hash_key};

/// A hash that takes only 8 KiB and one pass.
fn cheap(key: &str) -> String {
    use argon2::password_hash::PasswordHasher as _;
    let params = argon2::Params::new(8, 1, 1, None).unwrap();
    let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    let hash: argon2::password_hash::phc::PasswordHash = argon2
        .hash_password_with_salt(key.as_bytes(), b"0123456789abcdef")
        .unwrap();
    hash.to_string()
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(work)
}

#[test]
fn a_hash_that_was_made_here_is_right_for_its_key_only() {
    let hash = hash_key("correct horse battery").unwrap();
    assert!(
        hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{hash}"
    );
    assert_ne!(hash, hash_key("correct horse battery").unwrap());
    let keys = Argon2MasterKeys::new(vec![hash]).unwrap();
    assert!(run(keys.verify("correct horse battery")).unwrap());
    assert!(!run(keys.verify("correct horse batterz")).unwrap());
}

#[test]
fn two_keys_are_valid_at_once_and_stay_so() {
    let keys = Argon2MasterKeys::new(vec![cheap("old"), cheap("new")]).unwrap();
    for _ in 0..3 {
        for (key, right) in [("old", true), ("new", true), ("other", false)] {
            assert_eq!(run(keys.verify(key)).unwrap(), right, "{key}");
            assert_eq!(keys.recall(key), Some(right), "{key}");
        }
    }
}

#[test]
fn without_a_hash_every_key_is_wrong() {
    let keys = Argon2MasterKeys::new(vec![]).unwrap();
    for key in ["", "anything"] {
        assert!(!run(keys.verify(key)).unwrap());
    }
}

#[test]
fn empty_and_overlong_keys_are_wrong_even_where_a_hash_is_of_them() {
    let overlong = "x".repeat(KEY_BYTES_MAX + 1);
    let keys = Argon2MasterKeys::new(vec![cheap(""), cheap(&overlong)]).unwrap();
    for key in ["", &overlong] {
        assert!(!run(keys.verify(key)).unwrap());
    }
}

#[test]
fn a_wrong_hash_is_named_by_its_position() {
    let good = cheap("rose");
    let with = |hash: &str| Argon2MasterKeys::new(vec![good.clone(), hash.to_owned()]).err();
    let malformed = Some(HashError::Malformed { position: 2 });
    assert_eq!(with(" "), Some(HashError::Empty { position: 2 }));
    assert_eq!(with("rose"), malformed);
    assert_eq!(with(&good.replace("argon2id", "argon2i")), malformed);
    assert_eq!(with(&good[..good.rfind('$').unwrap()]), malformed);
    assert_eq!(with(&good.replace("m=8,", "m=7,")), malformed);
    let costly = Some(HashError::TooCostly { position: 2 });
    for parameters in ["m=262145,t=1", "m=8,t=21"] {
        assert_eq!(with(&good.replace("m=8,t=1", parameters)), costly);
    }
    assert_eq!(with(&good.replace("m=8,t=1", "m=262144,t=20")), None);
}

#[test]
fn a_flood_of_wrong_keys_is_turned_away_and_the_known_key_still_opens() {
    let keys = std::sync::Arc::new(Argon2MasterKeys::new(vec![hash_key("rose").unwrap()]).unwrap());
    run(async {
        assert!(keys.verify("rose").await.unwrap());
        let flood: Vec<_> = (0..200)
            .map(|number| {
                let keys = std::sync::Arc::clone(&keys);
                tokio::spawn(async move { keys.verify(&format!("wrong {number}")).await })
            })
            .collect();
        assert!(keys.verify("rose").await.unwrap());
        let mut busy = 0;
        for attempt in flood {
            match attempt.await.unwrap() {
                Ok(right) => assert!(!right),
                Err(MasterKeyError::Busy) => busy += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(busy > 0);
        assert!((1..=2).contains(&keys.0.slots.buffers_kept()));
    });
}

#[test]
fn one_wrong_key_sent_again_and_again_takes_no_slot() {
    let keys = Argon2MasterKeys::new(vec![hash_key("rose").unwrap()]).unwrap();
    run(async {
        assert_eq!(keys.recall("wrong"), None);
        assert!(!keys.verify("wrong").await.unwrap());
        assert_eq!(keys.recall("wrong"), Some(false));
        let _both = (
            keys.0.slots.acquire().await.unwrap(),
            keys.0.slots.acquire().await.unwrap(),
        );
        assert!(!keys.verify("wrong").await.unwrap());
    });
}
