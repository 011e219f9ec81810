//! Properties of keys, numbers and times: what is written reads back, and no input makes a parser
//! panic.

use domain::Timestamp;
use domain::application::PaId;
use domain::key::{ApplicationKey, PresentedKey};
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>()) {
        prop_assert!(PresentedKey::parse(&text).is_none());
        prop_assert!(PaId::parse(&text).is_none_or(|pa_id| pa_id.to_string() == text));
    }

    #[test]
    fn every_key_is_recognised(first in any::<[u8; 32]>(), second in any::<[u8; 9]>()) {
        let mut entropy = [0; domain::key::KEY_ENTROPY_BYTES];
        entropy[..32].copy_from_slice(&first);
        entropy[32..].copy_from_slice(&second);
        let key = ApplicationKey::from_entropy(entropy);
        let (lookup, digest) = key.lookup_and_digest();
        let presented = PresentedKey::parse(key.reveal()).unwrap();
        prop_assert!(presented.matches(&digest) && *presented.lookup() == lookup);
    }

    #[test]
    fn later_times_sort_later(one in -62_000_000_000_000_000i64..200_000_000_000_000_000,
        other in -62_000_000_000_000_000i64..200_000_000_000_000_000) {
        let (one, other) = (Timestamp::from_microseconds(one).unwrap(),
            Timestamp::from_microseconds(other).unwrap());
        prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
    }
}
