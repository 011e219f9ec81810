//! What the rows of an application name, and is not there: the service never writes that, and no
//! store takes it, but whoever changes rows by hand can leave it behind.

use std::collections::HashSet;

use domain::AttachmentId;

use super::ApplicationCopy;
use crate::StorageFault;

impl ApplicationCopy {
    /// Each offer that names an attachment which the application does not have, and each position
    /// whose preferred offer is none of its own.
    pub(crate) fn reference_faults(&self) -> Vec<StorageFault> {
        let (pa_id, attached) = (self.application.pa_id, self.attachment_ids());
        let mut faults = Vec::new();
        for (&index, position) in &self.positions {
            for offer in &position.offers {
                let named = offer.content.attachment;
                if named.is_some_and(|named| !attached.contains(&named)) {
                    let offer = offer.id;
                    faults.push(StorageFault::OfferAttachmentUnknown {
                        pa_id,
                        index,
                        offer,
                    });
                }
            }
            let is_there = |preferred| position.offers.iter().any(|offer| offer.id == preferred);
            if !position.preferred.is_none_or(is_there) {
                faults.push(StorageFault::PreferredUnknown { pa_id, index });
            }
        }
        faults
    }

    /// The application as if what is not there had been removed by the service (then no offer names
    /// the attachment any longer, and no offer is preferred), and the faults of which that is rid.
    /// For copies: no store takes such rows, and one application shall cost no other its copy.
    pub(crate) fn without_faulty_references(mut self) -> (Self, Vec<StorageFault>) {
        let faults = self.reference_faults();
        let attached = self.attachment_ids();
        for position in self.positions.values_mut() {
            for offer in &mut position.offers {
                let named = &mut offer.content.attachment;
                named.take_if(|named| !attached.contains(named));
            }
            let offers = &position.offers;
            let is_there = |id| offers.iter().any(|offer| offer.id == id);
            position.preferred.take_if(|id| !is_there(*id));
        }
        (self, faults)
    }

    fn attachment_ids(&self) -> HashSet<AttachmentId> {
        let attachments = self.attachments.iter();
        attachments.map(|attachment| attachment.id).collect()
    }
}
