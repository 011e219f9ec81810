//! What has changed beside `data`: files by name, size and SHA-256, never by their bytes.

use forms::hexadecimal::hexadecimal;
use forms::value::Object;
use forms::{Decimal, Value};

use super::HistoryChange;
use crate::AttachmentId;
use crate::attachment::Attachment;
use crate::cost_position::{Justification, Offer, OfferId, PositionIndex};

const POSITIONS: &str = "cost_positions";

/// The uploaded file.
pub fn original_added(filename: &str, size_bytes: u64, sha256: &[u8; 32]) -> HistoryChange {
    HistoryChange::new("original", Value::Null, file(filename, size_bytes, sha256))
}

/// A file that joined.
pub fn attachment_added(attachment: &Attachment) -> HistoryChange {
    let path = format!("attachments.{}", attachment.id.0);
    HistoryChange::new(path, Value::Null, attachment_value(attachment))
}

/// A file that was erased.
pub fn attachment_removed(attachment: &Attachment) -> HistoryChange {
    let path = format!("attachments.{}", attachment.id.0);
    HistoryChange::new(path, attachment_value(attachment), Value::Null)
}

/// An offer that names an attachment no longer.
pub fn attachment_cleared(index: PositionIndex, offer: OfferId, id: AttachmentId) -> HistoryChange {
    let path = format!("{}.attachment_id", offer_path(index, offer));
    HistoryChange::new(path, integer(id.0), Value::Null)
}

/// An offer that joined.
pub fn offer_added(index: PositionIndex, offer: &Offer) -> HistoryChange {
    HistoryChange::new(
        offer_path(index, offer.id),
        Value::Null,
        object(offer.content.members()),
    )
}

/// An offer that was erased.
pub fn offer_removed(index: PositionIndex, offer: &Offer) -> HistoryChange {
    HistoryChange::new(
        offer_path(index, offer.id),
        object(offer.content.members()),
        Value::Null,
    )
}

/// Another preferred offer; `None` where it is the same.
pub fn preferred_change(
    index: PositionIndex,
    before: Option<OfferId>,
    after: Option<OfferId>,
) -> Option<HistoryChange> {
    let value = |id: Option<OfferId>| id.map_or(Value::Null, |id| integer(id.0));
    let path = format!("{}.preferred_offer", position_path(index));
    (before != after).then(|| HistoryChange::new(path, value(before), value(after)))
}

/// Another justification; nothing where it is the same.
pub fn justification_changes(
    index: PositionIndex,
    before: &Justification,
    after: &Justification,
) -> Vec<HistoryChange> {
    let text = |one: &Justification| one.text().map_or(Value::Null, Value::text);
    let is_none = |one: &Justification| Value::Boolean(one.no_offers_required());
    let path = position_path(index);
    let both = [
        HistoryChange::new(
            format!("{path}.no_offers_required"),
            is_none(before),
            is_none(after),
        ),
        HistoryChange::new(format!("{path}.justification"), text(before), text(after)),
    ];
    let changed = both.into_iter();
    changed
        .filter(|change| change.before != change.after)
        .collect()
}

/// A cost position that is another row of `costs` now, with everything that hangs on it.
pub fn position_moved(from: PositionIndex, to: PositionIndex) -> HistoryChange {
    let index = |index: PositionIndex| integer(i64::from(index.get()));
    let path = format!("{}.index", position_path(from));
    HistoryChange::new(path, index(from), index(to))
}

/// Whether a change at this path is one of cost positions, which stand beside the data.
pub(crate) fn is_beside_data(path: &str) -> bool {
    let rest = path.strip_prefix(POSITIONS);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

fn position_path(index: PositionIndex) -> String {
    format!("{POSITIONS}.{}", index.get())
}

fn offer_path(index: PositionIndex, offer: OfferId) -> String {
    format!("{}.offers.{}", position_path(index), offer.0)
}

fn attachment_value(attachment: &Attachment) -> Value {
    let attached = &attachment.file;
    file(&attached.filename, attached.size_bytes, &attached.sha256)
}

fn file(filename: &str, size_bytes: u64, sha256: &[u8; 32]) -> Value {
    let size = integer(i64::try_from(size_bytes).unwrap_or(i64::MAX));
    object([
        ("filename", Value::text(filename)),
        ("size", size),
        ("sha256", digits(sha256)),
    ])
}

fn object<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Value {
    let members = members.map(|(name, value)| (name.to_owned(), value));
    Value::Object(Object::from_iter(members))
}

fn integer(integer: i64) -> Value {
    Value::Number(Decimal::from_integer(integer))
}

fn digits(sha256: &[u8; 32]) -> Value {
    Value::Text(hexadecimal(sha256))
}
