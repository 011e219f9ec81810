//! Applications to store.

use std::sync::Arc;

use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};
use domain::value::Object;
use domain::{Application, BlobKey, Data, Decimal, PaId, Status, Timestamp, Value};
use ports::{Store, StoreError, StoredKey, Transaction};

/// An application with its key. What must be unique differs between samples of different numbers.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The application.
    pub application: Application,
    /// What is stored of its key.
    pub key: StoredKey,
}

impl Sample {
    /// The sample with this number.
    pub fn of(pa_id: PaId) -> Self {
        let [high, low] = pa_id.number().to_be_bytes();
        let mut entropy = [pa_id.year(); KEY_ENTROPY_BYTES];
        entropy[..2].copy_from_slice(&[high, low]);
        let (lookup, digest) = ApplicationKey::from_entropy(entropy).lookup_and_digest();
        Self {
            application: Application {
                pa_id,
                form_type: "pa_form".to_owned(),
                status: Status::Incomplete,
                data: data_of(0),
                original: loose_key(u16::from_be_bytes([high, low])),
                created_at: time(0),
                updated_at: time(0),
                revision: 1,
            },
            key: StoredKey {
                pa_id,
                lookup,
                digest,
            },
        }
    }

    /// Stores a sample under the next number of the year 26.
    pub async fn add_to(store: &Arc<dyn Store>) -> Result<Self, StoreError> {
        store.write(Self::add).await
    }

    /// Adds a sample under the next number of the year 26.
    pub fn add(transaction: &mut dyn Transaction) -> Result<Self, StoreError> {
        let pa_id = transaction
            .next_pa_id(26)?
            .ok_or_else(|| StoreError::Failed("no number left".into()))?;
        let sample = Self::of(pa_id);
        transaction.add_application(&sample.application, &sample.key)?;
        Ok(sample)
    }
}

/// Data with one number in it.
pub(super) fn data_of(count: i64) -> Data {
    let number = Value::Number(Decimal::from_integer(count));
    Data::from_checked(Object::from_iter([("count".to_owned(), number)]))
}

/// The number in such data.
pub(super) fn count_in(data: &Data) -> Option<i64> {
    match data.at("count") {
        Some(Value::Number(number)) => number.to_integer(),
        _ => None,
    }
}

/// A time so many microseconds after the first of the samples.
pub(super) fn time(microseconds: i64) -> Timestamp {
    let first = 1_769_904_000_000_042;
    Timestamp::from_microseconds(first + microseconds).unwrap_or_else(|| time(0))
}

/// A blob key that no sample of another number has.
pub(super) fn loose_key(number: u16) -> BlobKey {
    let mut bytes = [0xb1; 16];
    bytes[..2].copy_from_slice(&number.to_be_bytes());
    BlobKey::from_entropy(bytes)
}

/// An error like those that a work answers to undo what it did.
pub(super) fn changed_my_mind() -> StoreError {
    StoreError::Failed("changed my mind".into())
}
