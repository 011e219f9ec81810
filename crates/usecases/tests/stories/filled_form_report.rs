//! What is told of a filled form before it leaves.

use std::sync::Arc;

use domain::PaId;
use forms::Value;
use testkit::{TestResult, run};
use usecases::{
    ApplicationError, FilledFormReport, FormFiles, FormOutput, ReadBackDifference, ReadBackOutcome,
    UnfilledForm, WorkPools,
};

use crate::form_versions::{beside, renamed};
use crate::house::{House, client};

async fn report(house: &House, pa_id: PaId) -> Result<FilledFormReport, ApplicationError> {
    let form = unfilled(house, pa_id).await?;
    house.applications.fill_report(client(), form).await
}

async fn unfilled(house: &House, pa_id: PaId) -> Result<UnfilledForm, ApplicationError> {
    let view = house.view(pa_id).await?;
    house
        .applications
        .unfilled(view, FormOutput::Fillable)
        .await
}

#[test]
fn fill_report_is_complete_where_every_value_is_shown_and_reads_back() -> TestResult {
    run(async {
        let house = House::new();
        let report = report(&house, house.uploaded().await?.pa_id).await?;
        assert!(report.is_complete(), "{report:?}");
        let paths = report.placed.values.iter().map(|value| value.path.as_str());
        assert_eq!(paths.collect::<Vec<_>>(), ["name"]);
        Ok(())
    })
}

#[test]
fn fill_report_names_what_reads_otherwise_than_it_was_written() -> TestResult {
    run(async {
        let house = House::new();
        let upload = house.upload("%PDF\nprojectBeginn=1.2.2026\nname=forget me");
        let report = report(&house, upload.await?.pa_id).await?;
        let ReadBackOutcome::Different(differences) = &report.read_back else {
            return Err(format!("{report:?}").into());
        };
        let lost = ReadBackDifference {
            path: "name".to_owned(),
            written: Value::text("forget me"),
            read: Value::Null,
        };
        assert_eq!(*differences, [lost]);
        assert!(!report.is_complete());
        let shown = report.placed.values.iter().map(|value| value.is_shown());
        assert_eq!(shown.collect::<Vec<_>>(), [false, true]);
        Ok(())
    })
}

#[test]
fn fill_report_says_that_a_form_would_be_refused() -> TestResult {
    run(async {
        let house = House::new();
        let upload = house.upload("%PDF\nname=forget me").await?;
        let report = report(&house, upload.pa_id).await?;
        assert!(matches!(report.read_back, ReadBackOutcome::Refused(_)));
        assert!(!report.is_complete());
        Ok(())
    })
}

#[test]
fn fill_report_reads_by_the_form_version_of_the_application() -> TestResult {
    run(async {
        let old = House::new();
        let before = old.uploaded().await?.pa_id;
        let new = beside(&old, &["sample_form 2 5"]);
        let after = new.upload("%PDF\nname=kurz").await?.pa_id;
        // Both are asked for twice, each after the other.
        for pa_id in [after, before, after, before] {
            let report = report(&new, pa_id).await?;
            assert!(report.is_complete(), "{pa_id}: {report:?}");
        }
        Ok(())
    })
}

#[test]
fn fill_report_is_of_the_state_that_its_digest_names() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let form = unfilled(&house, pa_id).await?;
        let digest = form.report_digest();
        assert_ne!(digest, form.digest());
        renamed(&house, pa_id, "forget me").await?;
        let changed = unfilled(&house, pa_id).await?;
        assert_ne!(changed.report_digest(), digest);
        let report = house.applications.fill_report(client(), form).await?;
        assert!(report.is_complete(), "{report:?}");
        renamed(&house, pa_id, "Sommerfest").await?;
        let back = unfilled(&house, pa_id).await?;
        assert_eq!(back.report_digest(), digest);
        Ok(())
    })
}

#[test]
fn fill_reported_waits_for_its_turn_at_the_workers() -> TestResult {
    run(async {
        let house = House::new();
        let application = house.uploaded().await?;
        let pools = WorkPools::new(1, 1)?;
        let form_files = FormFiles::new(
            house.ports.reader.clone(),
            house.ports.writer.clone(),
            pools.clone(),
            Arc::clone(&house.forms),
        );
        let turn = pools.pdf_workers.acquire(client()).await?;
        let package = Arc::clone(&house.forms.list()[0]);
        let asked = tokio::spawn(async move {
            let told = form_files.fill_reported(client(), &package, application.data);
            told.await.is_ok_and(|(_, report)| report.is_complete())
        });
        while pools.pdf_workers.load().waiting == 0 {
            assert!(!asked.is_finished());
            tokio::task::yield_now().await;
        }
        drop(turn);
        assert!(asked.await?);
        Ok(())
    })
}
