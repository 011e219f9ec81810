//! Where each value of an application came from.

use std::time::Duration;

use domain::PaId;
use forms::Value;
use forms::value_source::SourceKind;
use testkit::{TestResult, run};
use usecases::{ApplicationError, ExpectedState, SourceReport, SourcedValue, ValueOrigin};

use crate::form_versions::{beside, renamed};
use crate::house::{House, client, patch};
use crate::made::by_master;

async fn sources(house: &House, pa_id: PaId) -> Result<SourceReport, ApplicationError> {
    let unread = house.applications.unread_sources(pa_id).await?;
    house.applications.sources(client(), unread).await
}

/// Path and raw text of what is from the file; of what is not `None`.
fn raw(values: &[SourcedValue]) -> Vec<(&str, Option<&str>)> {
    fn tell(value: &SourcedValue) -> (&str, Option<&str>) {
        match &value.origin {
            ValueOrigin::File(source) => (&value.path, Some(&source.raw)),
            _ => (&value.path, None),
        }
    }
    values.iter().map(tell).collect()
}

#[test]
fn sources_name_the_field_of_each_value_and_the_time_of_each_change() -> TestResult {
    run(async {
        let house = House::new();
        let upload = house.upload("%PDF\nname=Sommerfest\nprojectBeginn=1.2.2026\nfrei=x");
        let pa_id = upload.await?.pa_id;
        let report = sources(&house, pa_id).await?;
        let expected = [
            ("name", Some("Sommerfest")),
            ("projectBeginn", Some("1.2.2026")),
            ("otherFields.frei", Some("x")),
        ];
        assert_eq!(raw(&report.values), expected);
        assert_eq!(report.refused, None);
        let kinds = report.values.iter().map(|value| match &value.origin {
            ValueOrigin::File(source) => Some(source.kind),
            _ => None,
        });
        let (field, unknown) = (Some(SourceKind::Field), Some(SourceKind::UnknownField));
        assert_eq!(kinds.collect::<Vec<_>>(), [field, field, unknown]);

        house.clock.advance(Duration::from_secs(1));
        let changed = renamed(&house, pa_id, "Herbstfest").await?;
        house.clock.advance(Duration::from_secs(1));
        let back = renamed(&house, pa_id, "Sommerfest").await?;
        assert!(back.updated_at > changed.updated_at);
        let report = sources(&house, pa_id).await?;
        assert_eq!(report.values[0].origin, ValueOrigin::Put(back.updated_at));
        assert_eq!(raw(&report.values)[1..], expected[1..]);
        Ok(())
    })
}

#[test]
fn the_changes_of_a_long_history_are_found_in_all_of_its_parts() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let first = renamed(&house, pa_id, "Herbstfest").await?.updated_at;
        let mut last = first;
        // Larger than a part each.
        for letter in ["a", "b", "c"] {
            house.clock.advance(Duration::from_secs(1));
            let value = |_| Value::text(letter.repeat(10_000));
            let others = (0..20).map(|number| (format!("frei {number}"), value(number)));
            let others = Value::Object(others.collect());
            let change = patch([("otherFields", others)]);
            let changed =
                house
                    .applications
                    .change(client(), by_master(pa_id), ExpectedState::Any, change);
            last = changed.await?.updated_at;
        }
        let unread = house.applications.unread_sources(pa_id).await?;
        house.clock.advance(Duration::from_secs(1));
        renamed(&house, pa_id, "Winterfest").await?;
        let report = house.applications.sources(client(), unread).await?;
        let origins: Vec<_> = report.values.iter().map(|value| &value.origin).collect();
        let (name, others) = origins.split_first().ok_or("no values")?;
        assert_eq!(*name, &ValueOrigin::Put(first));
        assert_eq!(others, [&ValueOrigin::Put(last); 20]);
        Ok(())
    })
}

#[test]
fn sources_of_what_is_erased_while_they_are_read_are_not_found() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let unread = house.applications.unread_sources(pa_id).await?;
        house.erase(pa_id).await?;
        let erased = house.applications.sources(client(), unread).await;
        assert!(matches!(erased, Err(ApplicationError::NotFound)));
        Ok(())
    })
}

#[test]
fn sources_are_read_by_the_form_version_of_the_application() -> TestResult {
    run(async {
        let old = House::new();
        let pa_id = old.uploaded().await?.pa_id;
        for definitions in [&["sample_form 2 5"][..], &["other_form 1 20"], &[]] {
            let report = sources(&beside(&old, definitions), pa_id).await?;
            assert_eq!(raw(&report.values), [("name", Some("Sommerfest"))]);
        }
        Ok(())
    })
}

#[test]
fn sources_are_of_the_state_that_their_digest_names() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let unread = house.applications.unread_sources(pa_id).await?;
        let digest = unread.digest();
        house.clock.advance(Duration::from_secs(1));
        renamed(&house, pa_id, "Herbstfest").await?;
        let report = house.applications.sources(client(), unread).await?;
        assert_eq!(raw(&report.values), [("name", Some("Sommerfest"))]);
        renamed(&house, pa_id, "Sommerfest").await?;
        // The data is as it was, but it is from a change.
        let unread = house.applications.unread_sources(pa_id).await?;
        assert_ne!(unread.digest(), digest);
        Ok(())
    })
}

#[test]
fn sources_are_gone_with_their_application() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let unread = house.applications.unread_sources(pa_id).await?;
        house.erase(pa_id).await?;
        let late = house.applications.sources(client(), unread).await;
        assert!(matches!(late, Err(ApplicationError::NotFound)));
        let gone = house.applications.unread_sources(pa_id).await;
        assert!(matches!(gone, Err(ApplicationError::NotFound)));
        Ok(())
    })
}
