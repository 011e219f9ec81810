//! Applications to store, and what belongs to them.

use std::sync::Arc;

use domain::attachment::{AttachedFile, Attachment};
use domain::cost_position::{
    CostPosition, Justification, Offer, OfferContent, OfferId, PositionIndex,
};
use domain::history::{Action, Author, EntryContent, HistoryChange, HistoryEntry};
use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};
use domain::{Application, AttachmentId, BlobKey, FormVersion, PaId, Timestamp};
use forms::value::Object;
use forms::{Data, Decimal, PackageDigest, Status, Value};
use ports::{
    FormPackageSummary, Replay, Store, StoreError, StoredFormPackage, StoredKey, Transaction,
};

/// An application with its key. What must be unique differs between samples of different numbers.
#[derive(Debug, Clone)]
pub struct Sample {
    pub application: Application,
    pub key: StoredKey,
}

impl Sample {
    pub fn of(pa_id: PaId) -> Self {
        Self {
            application: Application {
                pa_id,
                form_type: "pa_form".to_owned(),
                form_version: None,
                status: Status::Incomplete,
                data: data_of(0),
                original: loose_key(pa_id.number()),
                original_sha256: Some([0x0b; 32]),
                original_bytes: Some(11),
                created_at: time(0),
                updated_at: time(0),
                activity_at: time(0),
                revision: 1,
            },
            key: key_of(pa_id, pa_id.number()),
        }
    }

    /// Stores a sample under the next number of the year 26.
    pub async fn add_to(store: &Arc<dyn Store>) -> Result<Self, StoreError> {
        store.write(Self::add).await
    }

    /// Stores a sample with something of everything: two attachments; two offers at position 0, of
    /// which the second is preferred and names the first attachment; a justification at position 7;
    /// the names of two rows of a list of costs that was cleared; two replays.
    pub async fn add_full_to(store: &Arc<dyn Store>) -> Result<Self, StoreError> {
        let add = |rows: &mut dyn Transaction| {
            let sample = Self::add(rows)?;
            let pa_id = sample.application.pa_id;
            let named = rows.add_attachment(pa_id, &attached_file(3), time(3))?;
            rows.add_attachment(pa_id, &attached_file(2), time(2))?;
            rows.add_offer(pa_id, position(0), &offer_content(1, None), time(1))?;
            let preferred =
                rows.add_offer(pa_id, position(0), &offer_content(2, Some(named)), time(2))?;
            let first = CostPosition {
                preferred: Some(preferred),
                ..CostPosition::default()
            };
            rows.replace_position(pa_id, position(0), &first)?;
            let justified = CostPosition {
                justification: justification(true, Some("Bagatelle")),
                ..CostPosition::default()
            };
            rows.replace_position(pa_id, position(7), &justified)?;
            let names = ["Bühne", "Tontechnik"].into_iter().collect();
            rows.keep_cleared_costs(pa_id, &names)?;
            rows.add_replay(&replay(1, pa_id))?;
            rows.add_replay(&replay(2, pa_id))?;
            Ok(sample)
        };
        store.write(add).await
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

/// A key of an application; those of different numbers differ.
pub(super) fn key_of(pa_id: PaId, number: u16) -> StoredKey {
    let mut entropy = [pa_id.year(); KEY_ENTROPY_BYTES];
    entropy[..2].copy_from_slice(&number.to_be_bytes());
    let (lookup, digest) = ApplicationKey::from_entropy(entropy).lookup_and_digest();
    StoredKey {
        pa_id,
        lookup,
        digest,
    }
}

/// A file of one byte; those of different numbers differ.
pub(super) fn attached_file(number: u16) -> AttachedFile {
    let mut sha256 = [0x5a; 32];
    sha256[..2].copy_from_slice(&number.to_be_bytes());
    AttachedFile {
        filename: format!("Angebot {number}.pdf"),
        content_type: "application/pdf".to_owned(),
        size_bytes: 1,
        sha256,
        blob: loose_key(20_000 + number),
    }
}

/// The attachment that this file became at the time of its number.
pub(super) fn attachment(id: AttachmentId, number: u16) -> Attachment {
    Attachment {
        id,
        file: attached_file(number),
        created_at: time(i64::from(number)),
    }
}

/// An offer of so many cents.
pub(super) fn offer_content(amount_cents: i64, attachment: Option<AttachmentId>) -> OfferContent {
    OfferContent {
        supplier_name: format!("Anbieter {amount_cents}"),
        amount_cents,
        description: "frei Haus".to_owned(),
        url: "https://example.org/angebot".to_owned(),
        attachment,
    }
}

/// An offer of so many cents with so high an id.
pub(super) fn offer(number: i64) -> Offer {
    Offer {
        id: OfferId(number),
        content: offer_content(number, None),
        created_at: time(number),
    }
}

pub(super) fn justification(no_offers_required: bool, text: Option<&str>) -> Justification {
    Justification::new(no_offers_required, text).unwrap_or_default()
}

pub(super) fn position(index: u8) -> PositionIndex {
    PositionIndex::from_stored(index)
}

/// A replay with every byte in its answer, which may be forgotten 1 000 microseconds after the
/// first of the times; those of different numbers differ.
pub(super) fn replay(number: u8, pa_id: PaId) -> Replay {
    Replay {
        scope_hash: [number; 32],
        request_hash: [number ^ 0xff; 32],
        pa_id,
        answer: (0..=u8::MAX).collect(),
        expires_at: time(1_000),
    }
}

/// The first entries of a history, each of another author and action, with values of every kind.
pub(super) fn entries(pa_id: PaId, count: u8) -> Vec<HistoryEntry> {
    let mut entries = Vec::<HistoryEntry>::new();
    for index in 0..count {
        let end = entries.last().map(HistoryEntry::end).unwrap_or_default();
        entries.push(end.next(pa_id, entry_content(index)));
    }
    entries
}

/// What an entry says; those of different indexes differ.
pub(super) fn entry_content(index: u8) -> EntryContent {
    let number = Value::Number(Decimal::from_cents(i64::from(index) * 10 + 1));
    let row = Value::Object(Object::from_iter([
        ("name".to_owned(), Value::text("„Łódź\0“ 😀\n")),
        ("amount".to_owned(), Value::Null),
        ("cells".to_owned(), Value::List(vec![number.clone()])),
    ]));
    let index = usize::from(index);
    EntryContent {
        at: time(i64::try_from(index).unwrap_or_default()),
        by: Author::ALL[index % Author::ALL.len()],
        action: Action::ALL[index % Action::ALL.len()],
        changes: vec![
            HistoryChange::new("costs.0", Value::Null, row),
            HistoryChange::new("otherFields.\"ü\"", Value::Boolean(true), number),
        ],
    }
}

/// A version of `pa_form` with every byte in both files; those of different numbers differ.
pub fn form_package(number: u32) -> StoredFormPackage {
    let definition: Vec<u8> = (0..=u8::MAX).chain(number.to_be_bytes()).collect();
    let template: Vec<u8> = (0..=u8::MAX).rev().cycle().take(5_000).collect();
    StoredFormPackage {
        summary: FormPackageSummary {
            form_type: "pa_form".to_owned(),
            version: FormVersion {
                number,
                package: PackageDigest::of(&definition, &template),
            },
            stored_at: time(i64::from(number)),
        },
        definition: definition.into(),
        template: template.into(),
    }
}

pub(super) async fn change<T: Send + 'static>(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let locked_work = move |rows: &mut dyn Transaction| {
        rows.lock(pa_id)?.ok_or_else(changed_my_mind)?;
        work(rows)
    };
    store.write(locked_work).await
}

pub(super) fn data_of(count: i64) -> Data {
    let number = Value::Number(Decimal::from_integer(count));
    Data::from_checked(Object::from_iter([("count".to_owned(), number)]))
}

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
