//! The rows of the memory store.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use domain::attachment::Attachment;
use domain::cost_position::{CostNames, CostPosition, PositionIndex};
use domain::history::{ChainEnd, HistoryEntry};
use domain::key::KeyLookup;
use domain::{Application, AttachmentId, BlobKey, PaId, Timestamp};
use forms::PackageDigest;
use ports::{ApplicationSummary, ListFilter, Replay, StoredFormPackage, StoredKey};

#[derive(Debug, Clone, Default)]
pub(super) struct MemoryRows {
    pub(super) applications: BTreeMap<PaId, Application>,
    pub(super) form_packages: BTreeMap<PackageDigest, StoredFormPackage>,
    pub(super) keys: HashMap<KeyLookup, StoredKey>,
    pub(super) last_numbers: BTreeMap<u8, u16>,
    pub(super) loose_blobs: BTreeMap<BlobKey, LooseBlob>,
    pub(super) attachments: BTreeMap<(PaId, AttachmentId), Attachment>,
    pub(super) last_attachment_id: i64,
    pub(super) positions: BTreeMap<(PaId, PositionIndex), CostPosition>,
    pub(super) last_offer_id: i64,
    pub(super) cleared_costs: BTreeMap<PaId, CostNames>,
    pub(super) history: BTreeMap<(PaId, u64), HistoryEntry>,
    pub(super) history_ends: BTreeMap<PaId, ChainEnd>,
    pub(super) replays: BTreeMap<[u8; 32], Replay>,
    pub(super) unfinished_copy: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct LooseBlob {
    /// `None`: its bytes are being erased.
    pub(super) since: Option<Timestamp>,
    pub(super) reserved_bytes: u64,
}

impl LooseBlob {
    /// Whether it is listed since this time or longer.
    pub(super) fn is_due(&self, before: Timestamp) -> bool {
        self.since.is_none_or(|since| since <= before)
    }
}

impl MemoryRows {
    /// The applications that pass the filter, in its order.
    pub(super) fn listed(&self, filter: &ListFilter) -> Vec<ApplicationSummary> {
        let passing = self.applications.values().filter(|one| filter.passes(one));
        let mut listed: Vec<_> = passing.map(ApplicationSummary::of).collect();
        listed.sort_by_key(|summary| Reverse(summary.place(filter.order)));
        listed
    }

    /// Why an application and its key cannot be added: the constraint that they violate.
    pub(super) fn conflict(
        &self,
        application: &Application,
        key: &StoredKey,
    ) -> Option<&'static str> {
        let mut stored = self.applications.values();
        if self.applications.contains_key(&application.pa_id) {
            return Some("the number is in use");
        }
        if stored.any(|other| other.original == application.original) {
            return Some("the original is another application's");
        }
        if self.keys.contains_key(&key.lookup) {
            return Some("the lookup id is in use");
        }
        let package = application.form_version.map(|version| version.package);
        if package.is_some_and(|package| !self.form_packages.contains_key(&package)) {
            return Some("the form package is not stored");
        }
        let owned = key.pa_id == application.pa_id || self.applications.contains_key(&key.pa_id);
        (!owned).then_some("the key is of no application")
    }

    /// The application, if there is one; the number of its version is that of its package.
    pub(super) fn find_application(&self, pa_id: PaId) -> Option<Application> {
        let mut application = self.applications.get(&pa_id)?.clone();
        if let Some(version) = application.form_version {
            let package = self.form_packages.get(&version.package)?;
            application.form_version = Some(package.summary.version);
        }
        Some(application)
    }

    /// Removes an application with all that belongs to it.
    pub(super) fn erase(&mut self, pa_id: PaId) {
        self.applications.remove(&pa_id);
        self.keys.retain(|_, key| key.pa_id != pa_id);
        self.attachments.retain(|(owner, _), _| *owner != pa_id);
        self.positions.retain(|(owner, _), _| *owner != pa_id);
        self.cleared_costs.remove(&pa_id);
        self.history.retain(|(owner, _), _| *owner != pa_id);
        self.history_ends.remove(&pa_id);
        self.replays.retain(|_, replay| replay.pa_id != pa_id);
    }

    pub(super) fn stored_bytes(&self) -> u64 {
        let applications = self.applications.values();
        let originals = applications.filter_map(|application| application.original_bytes);
        let attachments = self.attachments.values();
        let attached = attachments.map(|attachment| attachment.file.size_bytes);
        let reserved = self
            .loose_blobs
            .values()
            .map(|listed| listed.reserved_bytes);
        originals.chain(attached).chain(reserved).sum()
    }

    /// How many rows name a blob.
    pub(super) fn names_of(&self, key: &BlobKey) -> usize {
        let originals = self.applications.values().map(|one| &one.original);
        let attached = self.attachments.values().map(|one| &one.file.blob);
        originals
            .chain(attached)
            .filter(|blob| *blob == key)
            .count()
    }

    /// The attachments of an application, in the order in which they came.
    pub(super) fn attachments_of(&self, pa_id: PaId) -> impl Iterator<Item = &Attachment> {
        self.attachments
            .iter()
            .filter(move |((owner, _), _)| *owner == pa_id)
            .map(|(_, attachment)| attachment)
    }

    /// The history of an application, oldest first.
    pub(super) fn history_of(&self, pa_id: PaId) -> impl DoubleEndedIterator<Item = &HistoryEntry> {
        self.history
            .range((pa_id, 0)..=(pa_id, u64::MAX))
            .map(|(_, entry)| entry)
    }

    pub(super) fn positions_of(&mut self, pa_id: PaId) -> impl Iterator<Item = &mut CostPosition> {
        self.positions
            .iter_mut()
            .filter(move |((owner, _), _)| *owner == pa_id)
            .map(|(_, position)| position)
    }
}
