//! What stories about whole storages need: a house with something of everything in it, and somebody
//! who listens.

use std::sync::{Arc, Mutex};

use domain::attachment::Attachment;
use domain::{Application, BlobKey, PaId};
use ports::{BlobStore as _, Replay, StoreError};
use testkit::{FixedClock, TestResult};
use usecases::{
    ProgressListener, ProgressStep, Storage, StorageFault, Transfer, TransferPorts, Verification,
    VerificationReport,
};

use crate::attaching::{attachments, named, offered_with, pieces};
use crate::house::{House, end_of_time};
use crate::made::AddFile as _;

/// Writes down what it is told.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) faults: Mutex<Vec<StorageFault>>,
    pub(crate) steps: Mutex<Vec<(ProgressStep, u64, u64)>>,
}

impl ProgressListener for Listener {
    fn begins(&self, step: ProgressStep, total: u64) {
        self.steps.lock().unwrap().push((step, total, 0));
    }

    fn advances(&self) {
        if let Some((_, _, done)) = self.steps.lock().unwrap().last_mut() {
            *done += 1;
        }
    }

    fn finds(&self, fault: &StorageFault) {
        self.faults.lock().unwrap().push(fault.clone());
    }
}

impl Listener {
    pub(crate) fn heard(&self) -> Vec<StorageFault> {
        self.faults.lock().unwrap().clone()
    }
}

/// A house and what is in it: three applications, of which the first has two attachments, the first
/// of them named by an offer, and a kept answer; and of a fourth that was erased only the number is
/// left.
pub(crate) struct Furnished {
    pub(crate) house: House,
    pub(crate) applications: Vec<Application>,
    pub(crate) attachments: Vec<Attachment>,
}

pub(crate) async fn furnished() -> TestResult<Furnished> {
    let house = House::new();
    let mut applications = Vec::new();
    for _ in 0..4 {
        applications.push(house.uploaded().await?);
    }
    let pa_id = applications[0].pa_id;
    let files = attachments(&house, Default::default());
    let mut attached = Vec::new();
    for bytes in [["some ", "bytes"], ["other ", "bytes"]] {
        attached.push(files.add_new(pa_id, named(pieces(bytes))).await?);
    }
    offered_with(&house, pa_id, attached[0].id).await?;
    keep_answer(&house, pa_id).await?;
    let erased = applications.remove(3).pa_id;
    house.erase(erased).await?;
    Ok(Furnished {
        house,
        applications,
        attachments: attached,
    })
}

async fn keep_answer(house: &House, pa_id: PaId) -> Result<(), StoreError> {
    let replay = Replay {
        scope_hash: [7; 32],
        request_hash: [8; 32],
        pa_id,
        answer: b"sealed".to_vec(),
        expires_at: end_of_time(),
    };
    let keep = house.rows.write(move |rows| {
        rows.lock(pa_id)?;
        rows.add_replay(&replay)
    });
    keep.await
}

/// An empty house whose keys are none of the other's.
pub(crate) fn empty_house() -> House {
    let house = House::new();
    for _ in 0..1000 {
        house.ports.storing.entropy.fill(&mut [0; 8]);
    }
    house
}

/// What a house keeps, with its failures.
pub(crate) fn storage(house: &House) -> Storage {
    Storage {
        store: house.store.clone(),
        blobs: house.blobs.clone(),
    }
}

/// The same, never failing.
pub(crate) fn sound_storage(house: &House) -> Storage {
    Storage {
        store: Arc::clone(&house.rows),
        blobs: Arc::new(house.bytes.clone()),
    }
}

pub(crate) fn transfer(from: &House, to: &House, watcher: &Arc<Listener>) -> Transfer {
    Transfer::new(TransferPorts {
        from: storage(from),
        live: from.store.clone(),
        to: storage(to),
        clock: Arc::new(FixedClock::default()),
        watcher: watcher.clone(),
    })
}

/// What a verification of a house finds.
pub(crate) async fn verified(house: &House) -> TestResult<(VerificationReport, Vec<StorageFault>)> {
    let listener = Arc::new(Listener::default());
    let clock = Arc::new(FixedClock::default());
    let verification = Verification::new(sound_storage(house), clock, listener.clone());
    Ok((verification.run().await?, listener.heard()))
}

pub(crate) async fn is_sound(house: &House) -> TestResult {
    let (seen, faults) = verified(house).await?;
    assert_eq!((seen.faults, faults), (0, vec![]));
    Ok(())
}

/// Puts other bytes in the place of those of a blob.
pub(crate) async fn damage(house: &House, blob: &BlobKey) -> TestResult {
    house.bytes.remove(blob).await?;
    house.bytes.put(blob, pieces(["damaged"])).await?;
    Ok(())
}
