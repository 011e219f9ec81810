//! Cost positions: offers, the preferred one, the justification.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::cost_position::{
    CostPosition, Justification, Offer, OfferContent, OfferId, PositionIndex,
};
use domain::{AttachmentId, PaId};
use ports::{Store, StoreError, Transaction};

use super::samples::{Sample, attached_file, change, justification, offer_content, position, time};
use crate::TestResult;

/// Of an application that exists and of one that does not.
pub async fn a_position_of_which_nothing_is_stored_is_the_default(
    store: Arc<dyn Store>,
) -> TestResult {
    let present = Sample::add_to(&store).await?.application.pa_id;
    for pa_id in [present, PaId::new(26, 77).ok_or("no id")?] {
        let found = store
            .read(move |rows| rows.find_position(pa_id, position(0)))
            .await?;
        assert_eq!(found, CostPosition::default());
        let listed = store.read(move |rows| rows.list_positions(pa_id)).await?;
        assert_eq!(listed, BTreeMap::new());
    }
    Ok(())
}

/// In the order in which they came, not by time; each with all it says, up to the bounds.
pub async fn every_member_of_an_offer_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let full = OfferContent {
        supplier_name: "„Müller“ & Söhne' \" \\ Ωmega 😀".to_owned(),
        amount_cents: 9_999_999_999,
        description: "Zeile\r\nZeile\t; DROP TABLE offers; --".to_owned(),
        url: "https://example.org/?a=%20&b='".to_owned(),
        attachment: None,
    };
    let bare = OfferContent {
        description: String::new(),
        url: String::new(),
        ..offer_content(0, None)
    };
    let added = full.clone();
    let attached = change(&store, pa_id, move |rows| {
        rows.add_attachment(pa_id, &attached_file(1), time(1))
    });
    let with_attachment = OfferContent {
        attachment: Some(attached.await?),
        ..bare.clone()
    };
    let contents = [added, bare, with_attachment];
    let mut expected = Vec::new();
    for (content, created_at) in contents.into_iter().zip([time(5), time(3), time(4)]) {
        let added = content.clone();
        let add = change(&store, pa_id, move |rows| {
            rows.add_offer(pa_id, position(255), &added, created_at)
        });
        let id = add.await?;
        let offer = Offer {
            id,
            content,
            created_at,
        };
        expected.push(offer);
    }
    let stored = store
        .read(move |rows| rows.find_position(pa_id, position(255)))
        .await?;
    assert_eq!(stored.offers, expected);
    assert_eq!(stored.preferred, None);
    Ok(())
}

/// Neither found nor removed nor preferred from there.
pub async fn an_offer_of_another_position_or_application_is_not_found(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let id = add(&store, pa_id, 0, 1).await?;
    for (pa_id, index) in [(pa_id, 1), (other, 0)] {
        let index = position(index);
        let removed = change(&store, pa_id, move |rows| {
            rows.remove_offer(pa_id, index, id)
        });
        assert!(!removed.await?);
        let preferred = prefer(&store, pa_id, index, Some(id)).await;
        assert!(
            matches!(preferred, Err(StoreError::Conflict(_))),
            "{preferred:?}"
        );
        let left = store
            .read(move |rows| rows.find_position(pa_id, index))
            .await?;
        assert_eq!(left, CostPosition::default());
    }
    let stored = find(&store, pa_id, 0).await?;
    assert_eq!(stored.offers.first().map(|offer| offer.id), Some(id));
    Ok(())
}

/// Those of other positions and applications are not counted, nor those that are gone.
pub async fn offers_are_counted_for_each_position(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let gone = add(&store, pa_id, 0, 1).await?;
    for (pa_id, index) in [(pa_id, 0), (pa_id, 0), (pa_id, 1), (other, 0)] {
        add(&store, pa_id, index, 2).await?;
    }
    let remove = move |rows: &mut dyn Transaction| rows.remove_offer(pa_id, position(0), gone);
    change(&store, pa_id, remove).await?;
    for (pa_id, index, expected) in [(pa_id, 0, 2), (pa_id, 1, 1), (other, 0, 1), (other, 1, 0)] {
        let count = move |rows: &mut dyn Transaction| rows.count_offers(pa_id, position(index));
        assert_eq!(store.read(count).await?, expected);
    }
    Ok(())
}

/// Whatever the use case has checked: the database says so as well.
pub async fn an_offer_names_only_attachments_of_its_application(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let of_other = change(&store, other, move |rows| {
        rows.add_attachment(other, &attached_file(1), time(1))
    });
    for named in [of_other.await?, AttachmentId(777), AttachmentId(-1)] {
        let outcome = change(&store, pa_id, move |rows| {
            rows.add_offer(pa_id, position(0), &offer_content(1, Some(named)), time(0))
        });
        let outcome = outcome.await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    assert_eq!(find(&store, pa_id, 0).await?, CostPosition::default());
    Ok(())
}

/// Of one position; that of another is its own.
pub async fn preferring_an_offer_takes_the_place_of_the_one_before(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let [first, second] = [
        add(&store, pa_id, 0, 1).await?,
        add(&store, pa_id, 0, 2).await?,
    ];
    let elsewhere = add(&store, pa_id, 1, 3).await?;
    prefer(&store, pa_id, position(1), Some(elsewhere)).await?;
    for preferred in [Some(first), Some(second), Some(second), None, Some(first)] {
        prefer(&store, pa_id, position(0), preferred).await?;
        assert_eq!(find(&store, pa_id, 0).await?.preferred, preferred);
    }
    assert_eq!(find(&store, pa_id, 1).await?.preferred, Some(elsewhere));
    assert_eq!(find(&store, pa_id, 0).await?.offers.len(), 2);
    Ok(())
}

/// The rows say what was decided, or refuse it: an offer that is stored as preferred is there.
pub async fn the_preferred_offer_is_not_removed_while_it_is_stored_as_that(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let [first, second] = [
        add(&store, pa_id, 0, 1).await?,
        add(&store, pa_id, 0, 2).await?,
    ];
    prefer(&store, pa_id, position(0), Some(second)).await?;
    assert!(remove(&store, pa_id, first).await?);
    let refused = remove(&store, pa_id, second).await;
    assert!(
        matches!(refused, Err(StoreError::Conflict(_))),
        "{refused:?}"
    );
    assert_eq!(find(&store, pa_id, 0).await?.preferred, Some(second));
    prefer(&store, pa_id, position(0), None).await?;
    assert!(remove(&store, pa_id, second).await?);
    assert!(!remove(&store, pa_id, second).await?);
    let third = add(&store, pa_id, 0, 3).await?;
    assert!(third > second, "{third:?}");
    let stored = find(&store, pa_id, 0).await?;
    let ids: Vec<_> = stored.offers.iter().map(|offer| offer.id).collect();
    assert_eq!((ids, stored.preferred), (vec![third], None));
    Ok(())
}

/// Written, replaced and cleared; offers and the preferred one stay.
pub async fn a_justification_is_replaced_and_changes_nothing_else(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let offer = add(&store, pa_id, 0, 1).await?;
    prefer(&store, pa_id, position(0), Some(offer)).await?;
    for (no_offers_required, text) in [
        (true, Some("nur ein Anbieter für „Łódź“")),
        (false, Some("vorläufig")),
        (false, None),
    ] {
        let justification = justification(no_offers_required, text);
        justify(&store, pa_id, 0, &justification).await?;
        let stored = find(&store, pa_id, 0).await?;
        assert_eq!(stored.justification, justification);
        assert_eq!((stored.offers.len(), stored.preferred), (1, Some(offer)));
    }
    Ok(())
}

/// Each under its index, and none that has come back to the default: else a deleted offer would go
/// on asking for three.
pub async fn positions_are_listed_while_there_is_anything_to_say(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    add(&store, other, 3, 1).await?;
    let offer = add(&store, pa_id, 0, 1).await?;
    let reason = justification(true, Some("Bagatelle"));
    justify(&store, pa_id, 99, &reason).await?;
    justify(&store, pa_id, 5, &Justification::default()).await?;
    prefer(&store, pa_id, position(6), None).await?;
    prefer(&store, pa_id, position(0), Some(offer)).await?;
    let listed = store.read(move |rows| rows.list_positions(pa_id)).await?;
    let expected = BTreeMap::from([
        (position(0), find(&store, pa_id, 0).await?),
        (position(99), find(&store, pa_id, 99).await?),
    ]);
    assert_eq!(listed, expected);
    assert_eq!(listed[&position(0)].preferred, Some(offer));
    assert_eq!(listed[&position(99)].justification, reason);
    prefer(&store, pa_id, position(0), None).await?;
    remove(&store, pa_id, offer).await?;
    let listed = store.read(move |rows| rows.list_positions(pa_id)).await?;
    assert_eq!(listed.into_keys().collect::<Vec<_>>(), [position(99)]);
    Ok(())
}

async fn add(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    index: u8,
    amount_cents: i64,
) -> Result<OfferId, StoreError> {
    let add = change(store, pa_id, move |rows| {
        let offer = offer_content(amount_cents, None);
        rows.add_offer(pa_id, position(index), &offer, time(0))
    });
    add.await
}

async fn remove(store: &Arc<dyn Store>, pa_id: PaId, id: OfferId) -> Result<bool, StoreError> {
    let remove = change(store, pa_id, move |rows| {
        rows.remove_offer(pa_id, position(0), id)
    });
    remove.await
}

async fn prefer(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    index: PositionIndex,
    preferred: Option<OfferId>,
) -> Result<(), StoreError> {
    let prefer = change(store, pa_id, move |rows| {
        let position = CostPosition {
            preferred,
            ..rows.find_position(pa_id, index)?
        };
        rows.replace_position(pa_id, index, &position)
    });
    prefer.await
}

async fn justify(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    index: u8,
    justification: &Justification,
) -> Result<(), StoreError> {
    let justification = justification.clone();
    let justify = change(store, pa_id, move |rows| {
        let mut found = rows.find_position(pa_id, position(index))?;
        found.justify(justification);
        rows.replace_position(pa_id, position(index), &found)
    });
    justify.await
}

async fn find(store: &Arc<dyn Store>, pa_id: PaId, index: u8) -> Result<CostPosition, StoreError> {
    let find = store.read(move |rows| rows.find_position(pa_id, position(index)));
    find.await
}
