//! What is missing before an application can be decided.

use domain::PaId;
use domain::cost_position::OfferInput;
use forms::Value;
use forms::value::Object;
use testkit::{TestResult, run};
use usecases::{ApplicationError, CostPositions, ExpectedState};

use crate::attaching::with_application;
use crate::house::{House, client, id, patch};
use crate::made::{AddOffer as _, at, by_master};

#[test]
fn what_is_missing_of_data_and_positions_is_named_until_nothing_is() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let positions = CostPositions::new(house.store.clone(), house.clock.clone());
        assert_eq!(paths(&house, pa_id).await?, ["projectBeginn", "costs"]);
        let offer = OfferInput {
            supplier_name: "A".into(),
            ..OfferInput::default()
        };
        let offer = positions.add_new(pa_id, 0, offer, false).await?;
        let missing = ["projectBeginn", "costs", "costs.0", "costs.0"];
        assert_eq!(paths(&house, pa_id).await?, missing);
        positions.prefer(by_master(pa_id), at(0), offer.id).await?;
        positions
            .justify(by_master(pa_id), at(0), false, Some("ein Hinweis"))
            .await?;
        let missing = ["projectBeginn", "costs", "costs.0"];
        assert_eq!(paths(&house, pa_id).await?, missing);
        positions
            .justify(by_master(pa_id), at(0), true, Some("nur einer"))
            .await?;
        assert_eq!(paths(&house, pa_id).await?, ["projectBeginn", "costs"]);
        let row = Object::from_iter([("name".to_owned(), Value::text("Saal"))]);
        let date = patch([
            ("projectBeginn", Value::text("2026-07-01")),
            ("costs", Value::List(vec![Value::Object(row)])),
        ]);
        house
            .applications
            .change(client(), by_master(pa_id), ExpectedState::Any, date)
            .await?;
        assert_eq!(paths(&house, pa_id).await?, [""; 0]);
        Ok(())
    })
}

#[test]
fn what_does_not_exist_cannot_be_checked() -> TestResult {
    run(async {
        let (house, _) = with_application().await?;
        let refused = house.applications.check(id("26-9999")).await;
        assert!(matches!(refused, Err(ApplicationError::NotFound)));
        Ok(())
    })
}

async fn paths(house: &House, pa_id: PaId) -> Result<Vec<String>, ApplicationError> {
    let problems = house.applications.check(pa_id).await?;
    Ok(problems.into_iter().map(|problem| problem.path).collect())
}
