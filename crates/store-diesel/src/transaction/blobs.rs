//! Blobs that rows name, and loose ones.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::{BlobKey, PaId, Timestamp};
use ports::{BlobRows, BlobStatus, StoreError};

use super::super::ids::{is_like_a_key, unlike_keys};
use super::{Connection, Rows};
use crate::rows::{blob_key, corrupt};
use crate::schema::{applications, attachments, loose_blobs, stored_bytes};

/// Stands in `since` of a loose blob whose bytes are being erased: before any time.
const CLAIMED: i64 = i64::MIN;

impl BlobRows for Rows<'_> {
    fn list_blobs(&mut self, pa_id: PaId) -> Result<Vec<BlobKey>, StoreError> {
        let text = pa_id.to_string();
        let (original, attached) = self.query(|connection| {
            let original = applications::table
                .find(&text)
                .select(applications::original)
                .get_result::<String>(connection)
                .optional()?;
            let attached = attachments::table
                .filter(attachments::pa_id.eq(&text))
                .order(attachments::id)
                .select((attachments::id, attachments::blob))
                .load::<(i64, String)>(connection)?;
            Ok((original, attached))
        })?;
        let original = original.map(|blob| {
            BlobKey::parse(&blob).ok_or_else(|| corrupt("applications", "original", &text))
        });
        let attached = attached.into_iter().map(|(id, blob)| blob_key(id, &blob));
        original.into_iter().chain(attached).collect()
    }

    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError> {
        self.reserve_blob(key, 0, since)
    }

    fn reserve_blob(
        &mut self,
        key: &BlobKey,
        size_bytes: u64,
        since: Timestamp,
    ) -> Result<(), StoreError> {
        let Ok(size_bytes) = i64::try_from(size_bytes) else {
            return self.refuse("more room was to be put aside than there can be");
        };
        self.change(|connection| {
            diesel::insert_into(loose_blobs::table)
                .values((
                    loose_blobs::key.eq(key.as_str()),
                    loose_blobs::since.eq(since.microseconds()),
                    loose_blobs::reserved_bytes.eq(size_bytes),
                ))
                .execute(connection)
        })
        .map(drop)
    }

    fn stored_bytes(&mut self) -> Result<u64, StoreError> {
        let total = self.query(|connection| {
            stored_bytes::table
                .find(1)
                .select(stored_bytes::total)
                .get_result::<i64>(connection)
        })?;
        u64::try_from(total).map_err(|_| corrupt("stored_bytes", "total", 1))
    }

    fn take_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        let listed = loose_blobs::table.find(key.as_str());
        let kept = listed.filter(loose_blobs::since.ne(CLAIMED));
        self.change(|connection| diesel::delete(kept).execute(connection))
            .map(|count| count > 0)
    }

    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        self.change(|connection| {
            diesel::delete(loose_blobs::table.find(key.as_str())).execute(connection)
        })
        .map(|count| count > 0)
    }

    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let listed = self.query(|connection| {
            loose_blobs::table
                .filter(loose_blobs::since.le(before.microseconds()))
                .filter(is_like_a_key())
                .order((loose_blobs::since, loose_blobs::key))
                .select(loose_blobs::key)
                .limit(i64::try_from(count_max).unwrap_or(i64::MAX))
                .load::<String>(connection)
        })?;
        loose_keys(listed)
    }

    fn list_senseless_loose_blobs(
        &mut self,
        count_max: usize,
    ) -> Result<Vec<StoreError>, StoreError> {
        let count_max = i64::try_from(count_max).unwrap_or(i64::MAX);
        let unlike = self.query(|connection| unlike_keys(connection, count_max))?;
        let senseless = |key| corrupt("loose_blobs", "key", key);
        Ok(unlike.into_iter().map(senseless).collect())
    }

    fn claim_loose_blobs(
        &mut self,
        keys: &[BlobKey],
        before: Timestamp,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let texts: Vec<&str> = keys.iter().map(BlobKey::as_str).collect();
        let due = loose_blobs::table
            .filter(loose_blobs::key.eq_any(texts))
            .filter(loose_blobs::since.le(before.microseconds()));
        let claimed = self.change(|connection| {
            diesel::update(due)
                .set(loose_blobs::since.eq(CLAIMED))
                .returning(loose_blobs::key)
                .load::<String>(connection)
        })?;
        loose_keys(claimed)
    }

    fn find_blob_statuses(&mut self, keys: &[BlobKey]) -> Result<Vec<BlobStatus>, StoreError> {
        let texts: Vec<&str> = keys.iter().map(BlobKey::as_str).collect();
        let (names, loose) = self.query(|connection| {
            Ok((
                names_among(connection, &texts)?,
                loose_among(connection, &texts)?,
            ))
        })?;
        let status = |text: &&str| BlobStatus {
            names: names.get(*text).copied().unwrap_or_default(),
            loose: loose.contains(*text),
        };
        Ok(texts.iter().map(status).collect())
    }
}

fn loose_keys(listed: Vec<String>) -> Result<Vec<BlobKey>, StoreError> {
    let keys = listed.into_iter();
    keys.map(|key| BlobKey::parse(&key).ok_or_else(|| corrupt("loose_blobs", "key", key)))
        .collect()
}

/// How many rows name each of the keys; those that none does are absent.
fn names_among(connection: &mut Connection, keys: &[&str]) -> QueryResult<HashMap<String, usize>> {
    let originals = applications::table
        .filter(applications::original.eq_any(keys))
        .select(applications::original)
        .load::<String>(connection)?;
    let attached = attachments::table
        .filter(attachments::blob.eq_any(keys))
        .select(attachments::blob)
        .load::<String>(connection)?;
    let mut names = HashMap::new();
    for key in originals.into_iter().chain(attached) {
        *names.entry(key).or_default() += 1;
    }
    Ok(names)
}

fn loose_among(connection: &mut Connection, keys: &[&str]) -> QueryResult<HashSet<String>> {
    let listed = loose_blobs::table
        .filter(loose_blobs::key.eq_any(keys))
        .select(loose_blobs::key)
        .load::<String>(connection)?;
    Ok(listed.into_iter().collect())
}
