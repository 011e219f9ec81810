//! Cost positions: offers, at most one of them preferred, and justifications.

use domain::cost_position::{OFFERS_MAX, OfferError, OfferId, OfferInput};
use domain::history::HistoryChange;
use domain::{AttachmentId, PaId};
use forms::{Decimal, Value};
use futures::future;
use testkit::{TestResult, run};
use usecases::{
    AddressedPosition, ApplicationError, CostPositionError, CostPositions, ExpectedState,
    IdempotencyKeyInvalid,
};

use crate::attaching::{attachments, sized, with_application};
use crate::house::{House, client, first_entries, patch};
use crate::made::{AddFile as _, AddOffer as _, at, by_master, judged, offer};

#[test]
fn offers_stand_in_the_order_in_which_they_came() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        let added = attachments(&house, Default::default())
            .add_new(pa_id, sized(1))
            .await?;
        let attached = OfferInput {
            attachment: Some(added.id),
            ..offer(" Müller ")
        };
        let first = positions.add_new(pa_id, 99, attached, false).await?;
        let second = positions.add_new(pa_id, 99, offer("B"), false).await?;
        assert_eq!(first.content.supplier_name, "Müller");
        assert_eq!(first.content.attachment, Some(added.id));
        let found = positions.find(pa_id, 99).await?;
        assert_eq!((found.offers, found.preferred), (vec![first, second], None));
        Ok(())
    })
}

#[test]
fn of_many_that_prefer_at_once_one_offer_is_preferred() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        let adding = (0..10).map(|_| positions.add_new(pa_id, 0, offer("A"), true));
        let added = future::try_join_all(adding).await?;
        let preferring = added
            .iter()
            .map(|offer| positions.prefer(by_master(pa_id), at(0), offer.id));
        future::try_join_all(preferring).await?;
        let found = positions.find(pa_id, 0).await?;
        assert_eq!(found.offers.len(), 10);
        let preferred = found.preferred.ok_or("none is preferred")?;
        assert!(added.iter().any(|offer| offer.id == preferred));
        positions
            .remove_offer(by_master(pa_id), at(0), preferred)
            .await?;
        let found = positions.find(pa_id, 0).await?;
        assert_eq!((found.offers.len(), found.preferred), (9, None));
        let next = found.offers[0].id;
        positions.prefer(by_master(pa_id), at(0), next).await?;
        assert_eq!(positions.find(pa_id, 0).await?.preferred, Some(next));
        Ok(())
    })
}

#[test]
fn a_new_preferred_offer_takes_the_place_of_the_old_one() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        positions.add_new(pa_id, 0, offer("A"), true).await?;
        let second = positions.add_new(pa_id, 0, offer("B"), true).await?;
        positions.add_new(pa_id, 0, offer("C"), false).await?;
        assert_eq!(positions.find(pa_id, 0).await?.preferred, Some(second.id));
        Ok(())
    })
}

#[test]
fn a_wrong_offer_or_one_too_many_changes_nothing() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let other = house.uploaded().await?.pa_id;
        let positions = positions(&house);
        let wrong = positions.add_new(pa_id, 0, offer(" "), true).await;
        assert!(matches!(wrong, Err(CostPositionError::DataInvalid(_))));
        let foreign = attachments(&house, Default::default())
            .add_new(other, sized(1))
            .await?;
        for attachment in [foreign.id, AttachmentId(9999)] {
            let offer = OfferInput {
                attachment: Some(attachment),
                ..offer("A")
            };
            let refused = positions.add_new(pa_id, 0, offer, true).await;
            let unknown = OfferError::UnknownAttachment;
            assert!(
                matches!(refused, Err(CostPositionError::OfferNotAdmitted(why)) if why == unknown)
            );
        }
        assert_eq!(positions.find(pa_id, 0).await?, Default::default());
        for _ in 0..OFFERS_MAX {
            positions.add_new(pa_id, 0, offer("A"), false).await?;
        }
        let refused = positions.add_new(pa_id, 0, offer("A"), true).await;
        assert!(matches!(
            refused,
            Err(CostPositionError::OfferNotAdmitted(OfferError::TooMany))
        ));
        let found = positions.find(pa_id, 0).await?;
        assert_eq!((found.offers.len(), found.preferred), (OFFERS_MAX, None));
        positions.add_new(pa_id, 1, offer("A"), false).await?;
        Ok(())
    })
}

#[test]
fn of_a_wrong_offer_everything_is_named_after_that_there_is_no_such_position() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        let add = async |index, supplier_name, attachment| {
            let offer = OfferInput {
                attachment,
                ..offer(supplier_name)
            };
            // In no state, and with a key that is none: neither is told before the offer is right.
            let position = AddressedPosition {
                expected: ExpectedState::OneOf(Vec::new()),
                ..at(index)
            };
            let retry = Err(IdempotencyKeyInvalid);
            let offer = judged(offer, false);
            let added = positions.add_offer(by_master(pa_id), position, offer, retry);
            added.await.unwrap_err()
        };
        for (named, paths) in [
            (Some(AttachmentId(9999)), "supplier_name attachment_id"),
            (None, "supplier_name"),
        ] {
            let refused = add(0, " ", named).await;
            let CostPositionError::DataInvalid(faults) = refused else {
                return Err(refused.into());
            };
            let told: Vec<_> = faults.iter().map(|fault| &*fault.path).collect();
            assert_eq!(told.join(" "), paths);
        }
        for supplier_name in ["A", " "] {
            let refused = add(100, supplier_name, None).await;
            assert!(matches!(refused, CostPositionError::NotFound));
        }
        let refused = add(0, "A", Some(AttachmentId(9999))).await;
        assert!(matches!(
            refused,
            CostPositionError::IdempotencyKeyInvalid(IdempotencyKeyInvalid)
        ));
        Ok(())
    })
}

#[test]
fn a_justification_is_replaced_and_leaves_the_offers() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        positions.add_new(pa_id, 3, offer("A"), false).await?;
        positions
            .justify(by_master(pa_id), at(3), true, Some(" Einzelstück "))
            .await?;
        let found = positions.find(pa_id, 3).await?;
        assert!(found.justification.no_offers_required());
        assert_eq!(
            (found.justification.text(), found.offers.len()),
            (Some("Einzelstück"), 1)
        );
        let wrong = positions
            .justify(by_master(pa_id), at(3), true, Some(" "))
            .await;
        assert!(matches!(wrong, Err(CostPositionError::DataInvalid(_))));
        assert_eq!(positions.find(pa_id, 3).await?, found);
        positions
            .justify(by_master(pa_id), at(3), false, None)
            .await?;
        let found = positions.find(pa_id, 3).await?;
        assert_eq!(found.justification, Default::default());
        Ok(())
    })
}

#[test]
fn what_is_elsewhere_is_not_found() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let other = house.uploaded().await?.pa_id;
        let positions = positions(&house);
        let added = positions.add_new(pa_id, 0, offer("A"), false).await?.id;
        for (pa_id, index, id) in [
            (other, 0, added),
            (pa_id, 1, added),
            (pa_id, 0, OfferId(9999)),
        ] {
            has_no_offer(positions.prefer(by_master(pa_id), at(index), id).await);
            has_no_offer(
                positions
                    .remove_offer(by_master(pa_id), at(index), id)
                    .await,
            );
        }
        for (pa_id, index) in [(pa_id, 100), (pa_id, 256)] {
            is_not_found(positions.prefer(by_master(pa_id), at(index), added).await);
            is_not_found(
                positions
                    .remove_offer(by_master(pa_id), at(index), added)
                    .await,
            );
        }
        for (pa_id, index) in [(pa_id, 100), (pa_id, u64::MAX)] {
            is_not_found(positions.find(pa_id, index).await);
            is_not_found(positions.add_new(pa_id, index, offer("A"), true).await);
            is_not_found(
                positions
                    .justify(by_master(pa_id), at(index), true, None)
                    .await,
            );
        }
        assert_eq!(positions.find(pa_id, 0).await?.offers.len(), 1);
        Ok(())
    })
}

#[test]
fn an_application_that_is_removed_meanwhile_is_what_is_not_found() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        let added = positions.add_new(pa_id, 0, offer("A"), false).await?.id;
        house.erase(pa_id).await?;
        has_no_application(positions.find(pa_id, 0).await);
        has_no_application(positions.add_new(pa_id, 0, offer("B"), true).await);
        has_no_application(positions.prefer(by_master(pa_id), at(0), added).await);
        has_no_application(positions.remove_offer(by_master(pa_id), at(0), added).await);
        has_no_application(
            positions
                .justify(by_master(pa_id), at(0), true, Some("x"))
                .await,
        );
        Ok(())
    })
}

#[test]
fn a_list_of_costs_must_keep_the_positions_that_there_is_something_to_say_of() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        let added = positions.add_new(pa_id, 1, offer("A"), false).await?.id;
        positions
            .justify(by_master(pa_id), at(3), false, Some("x"))
            .await?;
        assert_eq!(
            unplaced(&house, pa_id, &["a"]).await?,
            ["costs.1", "costs.3"]
        );
        assert_eq!(
            unplaced(&house, pa_id, &["a", "b", "c"]).await?,
            ["costs.3"]
        );
        assert_eq!(
            unplaced(&house, pa_id, &["a", "b", "c", "d"]).await?,
            [""; 0]
        );
        assert_eq!(unplaced(&house, pa_id, &[]).await?, [""; 0]);
        positions
            .justify(by_master(pa_id), at(3), false, None)
            .await?;
        positions
            .remove_offer(by_master(pa_id), at(1), added)
            .await?;
        assert_eq!(unplaced(&house, pa_id, &["a"]).await?, [""; 0]);
        Ok(())
    })
}

#[test]
fn a_change_of_the_list_of_costs_moves_positions_with_their_rows() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = positions(&house);
        assert_eq!(unplaced(&house, pa_id, &["a", "b", "c"]).await?, [""; 0]);
        let of_a = positions.add_new(pa_id, 0, offer("A"), true).await?.id;
        positions
            .justify(by_master(pa_id), at(2), true, Some("x"))
            .await?;
        assert_eq!(unplaced(&house, pa_id, &["c", "new", "a"]).await?, [""; 0]);
        let at_a = positions.find(pa_id, 2).await?;
        assert_eq!((at_a.offers.len(), at_a.preferred), (1, Some(of_a)));
        assert_eq!(at_a.justification.text(), None);
        let at_c = positions.find(pa_id, 0).await?;
        assert_eq!(
            (at_c.offers.len(), at_c.justification.text()),
            (0, Some("x"))
        );
        let went = |from: i64, to: i64| {
            let index = |index| Value::Number(Decimal::from_integer(index));
            let path = format!("cost_positions.{from}.index");
            HistoryChange::new(path, index(from), index(to))
        };
        assert_eq!(moves_told(&house, pa_id).await?, [went(0, 2), went(2, 0)]);
        // What is refused changes neither data nor positions.
        assert_eq!(unplaced(&house, pa_id, &["new", "c"]).await?, ["costs.2"]);
        assert_eq!(positions.find(pa_id, 2).await?, at_a);
        let stored = house.applications.find(pa_id).await?;
        assert_eq!(stored.data.at("costs.2.name"), Some(&Value::text("a")));
        Ok(())
    })
}

#[test]
fn a_change_of_costs_whose_names_cannot_be_read_says_nothing_of_their_offers() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        assert_eq!(unplaced(&house, pa_id, &["a", "b"]).await?, [""; 0]);
        positions(&house)
            .add_new(pa_id, 1, offer("B"), true)
            .await?;
        let row = patch([("name", Value::Boolean(true))]);
        let costs = patch([("costs", Value::List(vec![row]))]);
        let any = ExpectedState::Any;
        let change = house
            .applications
            .change(client(), by_master(pa_id), any, costs);
        let Err(ApplicationError::DataWrong(faults)) = change.await else {
            return Err("the name is no text".into());
        };
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["costs.0.name"]);
        Ok(())
    })
}

/// Which positions went on with another row, as the last entry of the history tells.
async fn moves_told(house: &House, pa_id: PaId) -> TestResult<Vec<HistoryChange>> {
    let history = house
        .applications
        .history(first_entries(pa_id, 200))
        .await?;
    let mut changes = history
        .entries
        .last()
        .ok_or("no entry")?
        .content
        .changes
        .clone();
    changes.retain(|change| change.path.ends_with(".index"));
    Ok(changes)
}

fn positions(house: &House) -> CostPositions {
    CostPositions::new(house.store.clone(), house.clock.clone())
}

fn is_not_found<T>(outcome: Result<T, CostPositionError>) {
    assert!(matches!(outcome, Err(CostPositionError::NotFound)));
}

fn has_no_application<T>(outcome: Result<T, CostPositionError>) {
    assert!(matches!(
        outcome,
        Err(CostPositionError::ApplicationNotFound)
    ));
}

fn has_no_offer<T>(outcome: Result<T, CostPositionError>) {
    assert!(matches!(outcome, Err(CostPositionError::OfferNotFound)));
}

/// Replaces the list of costs: the paths of positions that it has no row for.
async fn unplaced(house: &House, pa_id: PaId, names: &[&str]) -> TestResult<Vec<String>> {
    let row = |name: &&str| patch([("name", Value::text(*name))]);
    let costs = patch([("costs", Value::List(names.iter().map(row).collect()))]);
    let change = house
        .applications
        .change(client(), by_master(pa_id), ExpectedState::Any, costs);
    match change.await {
        Ok(_) => Ok(Vec::new()),
        Err(ApplicationError::CostPositionInUse(faults)) => {
            Ok(faults.iter().map(|fault| fault.path.clone()).collect())
        }
        Err(error) => Err(error.into()),
    }
}
