//! Cost positions that are named by their index in a state that the client has seen.

use domain::cost_position::OfferId;
use domain::{Application, PaId};
use forms::Value;
use futures::future;
use testkit::{TestResult, run};
use usecases::{
    AddressedPosition, CostPositionError, CostPositions, ExpectedState, RetryOutcome, StateDigest,
};

use crate::attaching::with_application;
use crate::house::{House, client, patch};
use crate::made::{AddOffer as _, by_master, judged, offer};

#[test]
fn a_position_that_another_client_has_moved_is_not_changed() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = CostPositions::new(house.store.clone(), house.clock.clone());
        list_costs(&house, pa_id, &["Bus", "Bahn"]).await?;
        let added = positions.add_new(pa_id, 0, offer("A"), false).await?.id;
        let seen = state(&house.applications.find(pa_id).await?);
        list_costs(&house, pa_id, &["Bahn", "Bus"]).await?;

        let of_seen = |index| addressed(index, ExpectedState::OneOf(vec![seen]));
        let now = state(&house.applications.find(pa_id).await?);
        let unless_now = || addressed(1, ExpectedState::NoneOf(vec![now]));
        is_outdated(positions.prefer(by_master(pa_id), of_seen(1), added).await);
        is_outdated(
            positions
                .prefer(by_master(pa_id), unless_now(), added)
                .await,
        );
        is_outdated(
            positions
                .remove_offer(by_master(pa_id), of_seen(1), added)
                .await,
        );
        is_outdated(
            positions
                .justify(by_master(pa_id), of_seen(1), true, Some("x"))
                .await,
        );
        is_outdated(add(&positions, pa_id, of_seen(1)).await);
        // The state is judged first: what an index of another state names says nothing.
        is_outdated(
            positions
                .prefer(by_master(pa_id), of_seen(250), added)
                .await,
        );
        is_outdated(
            positions
                .prefer(by_master(pa_id), of_seen(1), OfferId(9999))
                .await,
        );

        let found = positions.find(pa_id, 1).await?;
        assert_eq!((found.offers.len(), found.preferred), (1, None));
        let current = addressed(1, ExpectedState::OneOf(vec![seen, now]));
        positions.prefer(by_master(pa_id), current, added).await?;
        assert_eq!(positions.find(pa_id, 1).await?.preferred, Some(added));
        Ok(())
    })
}

#[test]
fn an_offer_that_races_with_a_move_of_its_row_stands_at_that_row_or_nowhere() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = CostPositions::new(house.store.clone(), house.clock.clone());
        for _ in 0..10 {
            list_costs(&house, pa_id, &["Bus", "Bahn"]).await?;
            let seen = state(&house.applications.find(pa_id).await?);
            let at_bus = || addressed(0, ExpectedState::OneOf(vec![seen]));
            let adding = future::join_all((0..4).map(|_| add(&positions, pa_id, at_bus())));
            let moving = list_costs(&house, pa_id, &["Bahn", "Bus"]);
            let (added, moved) = future::join(adding, moving).await;
            moved?;
            let mut count = 0;
            for outcome in added {
                match outcome {
                    Ok(_) => count += 1,
                    refused => is_outdated(refused),
                }
            }
            let (bahn, bus) = (
                positions.find(pa_id, 0).await?,
                positions.find(pa_id, 1).await?,
            );
            assert_eq!((bahn.offers.len(), bus.offers.len()), (0, count));
            for offer in bus.offers {
                let at_row = addressed(1, ExpectedState::Any);
                positions
                    .remove_offer(by_master(pa_id), at_row, offer.id)
                    .await?;
            }
        }
        Ok(())
    })
}

async fn add(
    positions: &CostPositions,
    pa_id: PaId,
    position: AddressedPosition,
) -> Result<(), CostPositionError> {
    let offer = judged(offer("B"), false);
    let added = positions.add_offer(by_master(pa_id), position, offer, Ok(None));
    added
        .await
        .map(|RetryOutcome { is_repeated, .. }| assert!(!is_repeated))
}

/// Replaces the list of costs by one with these names.
async fn list_costs(house: &House, pa_id: PaId, names: &[&str]) -> TestResult {
    let row = |name: &&str| patch([("name", Value::text(*name))]);
    let costs = patch([("costs", Value::List(names.iter().map(row).collect()))]);
    let change = house
        .applications
        .change(client(), by_master(pa_id), ExpectedState::Any, costs);
    change.await?;
    Ok(())
}

fn addressed(index: u64, expected: ExpectedState) -> AddressedPosition {
    AddressedPosition { index, expected }
}

fn state(application: &Application) -> StateDigest {
    StateDigest::of(application)
}

fn is_outdated<T>(outcome: Result<T, CostPositionError>) {
    assert!(matches!(outcome, Err(CostPositionError::StateOutdated)));
}
