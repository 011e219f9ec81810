//! Answers about cost positions.

use domain::cost_position::Offer;
use forms::{Decimal, Value};
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use serde_json::Value as Json;
use usecases::OfferReport;

/// A comparison offer of a supplier.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Offer")]
pub(crate) struct OfferResponse {
    /// Its number, never used twice.
    id: i64,
    /// Who made it.
    supplier_name: String,
    /// What it costs, with at most two decimal places.
    amount: Json,
    /// What is offered; empty when nothing was said.
    description: String,
    /// Where it can be seen; empty when nothing was said.
    url: String,
    /// The attachment that holds it; null when there is none.
    attachment_id: Option<i64>,
    /// Whether it is the one that shall be taken.
    is_preferred: bool,
    /// When it was added, UTC.
    created_at: String,
}

/// The offers of a cost position, or the reason why there are none.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "CostPosition")]
pub(crate) struct CostPositionResponse {
    /// The place in `data.costs`, counted from 0.
    pub(crate) cost_position_index: u64,
    /// The offers, oldest first. At most one is preferred.
    pub(crate) offers: Vec<OfferResponse>,
    /// Whether it was said that no comparison offers are needed.
    pub(crate) no_offers_required: bool,
    /// Why not; null when nothing was said.
    pub(crate) justification: Option<String>,
}

impl OfferResponse {
    pub(crate) fn new(offer: &Offer, is_preferred: bool) -> Self {
        let amount = Value::Number(Decimal::from_cents(offer.content.amount_cents));
        Self {
            id: offer.id.0,
            supplier_name: offer.content.supplier_name.clone(),
            amount: data_json::to_json(&amount),
            description: offer.content.description.clone(),
            url: offer.content.url.clone(),
            attachment_id: offer.content.attachment.map(|attachment| attachment.0),
            is_preferred,
            created_at: offer.created_at.to_string(),
        }
    }
}

impl From<&OfferReport> for OfferResponse {
    fn from(report: &OfferReport) -> Self {
        Self::new(&report.offer, report.is_preferred)
    }
}
