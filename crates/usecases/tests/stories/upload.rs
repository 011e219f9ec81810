//! A form becomes an application.

use std::sync::Arc;
use std::time::Duration;

use domain::PaId;
use domain::key::PresentedKey;
use forms::{Status, Value};
use ports::PdfError;
use testkit::{TestResult, run};
use usecases::{ApplicationError, InternalError, PageStart};

use crate::attaching::nothing_is_loose;
use crate::house::{House, id};

#[test]
fn the_form_is_stored_with_its_data_its_bytes_and_its_key() -> TestResult {
    run(async {
        let house = House::new();
        let pdf = "%PDF\nname=Sommerfest\nprojectBeginn=1.7.2026\nextra=kept";
        let uploaded = house.upload(pdf).await?;
        let application = house.applications.find(uploaded.pa_id).await?;
        assert_eq!(application.pa_id, id("26-0001"));
        assert_eq!(application.status, Status::Complete);
        assert_eq!(
            application.data.at("projectBeginn"),
            Some(&Value::text("2026-07-01"))
        );
        assert_eq!(
            application.data.at("otherFields.extra"),
            Some(&Value::text("kept"))
        );
        assert_eq!(
            (uploaded.pa_id, uploaded.data, uploaded.status),
            (application.pa_id, application.data, application.status)
        );
        let presented = PresentedKey::parse(uploaded.key.reveal()).ok_or("no key")?;
        let lookup = presented.lookup().clone();
        let stored = house.rows.read(move |rows| rows.find_key(&lookup)).await?;
        assert!(stored.is_some_and(
            |found| presented.matches(&found.key.digest) && found.key.pa_id == id("26-0001")
        ));
        assert_eq!(
            (house.blob_count().await, house.loose_count().await),
            (1, 0)
        );
        Ok(())
    })
}

#[test]
fn what_cannot_be_taken_leaves_nothing_and_takes_no_number() -> TestResult {
    run(async {
        let house = House::new();
        let refused = house.upload("GIF89a").await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::FileRefused(PdfError::NotAPdf))
        ));
        let refused = house.upload("locked").await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::FileRefused(PdfError::Locked))
        ));
        let refused = house.upload("%PDF\nprojectBeginn=soon").await.err();
        assert!(matches!(refused, Some(ApplicationError::ValuesWrong(_))));
        let refused = house.upload("busy").await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::Internal(InternalError::Busy))
        ));
        let unknown = house.forms.chosen("other_form").err();
        let Some(ApplicationError::FormTypeUnknown { known }) = unknown else {
            return Err("a form type that is none was taken".into());
        };
        assert_eq!(known, ["sample_form"]);
        assert_eq!(
            (house.blob_count().await, house.loose_count().await),
            (0, 0)
        );
        assert_eq!(house.uploaded().await?.pa_id, id("26-0001"));
        Ok(())
    })
}

#[test]
fn numbers_begin_anew_with_each_utc_year() -> TestResult {
    run(async {
        let house = House::new();
        let last_second =
            domain::Timestamp::from_microseconds(1_798_761_599_999_999).ok_or("no time")?;
        house.clock.set(last_second);
        assert_eq!(house.uploaded().await?.pa_id, id("26-0001"));
        house.clock.advance(Duration::from_micros(1));
        assert_eq!(house.uploaded().await?.pa_id, id("27-0001"));
        assert_eq!(house.uploaded().await?.pa_id, id("27-0002"));
        Ok(())
    })
}

#[test]
fn when_the_numbers_of_a_year_are_used_up_nothing_is_stored() -> TestResult {
    run(async {
        let house = House::new();
        use_up(&house, 26).await?;
        assert_eq!(
            house.applications.numbers_left(),
            9_999,
            "nobody has looked"
        );
        // Nothing is read: this one would be no PDF.
        for pdf in ["%PDF\nname=late", "GIF89a"] {
            let refused = house.upload(pdf).await.err();
            let Some(ApplicationError::NumbersUsedUp {
                year: 26,
                retry_after_seconds,
            }) = refused
            else {
                panic!("{refused:?}");
            };
            let expected = house.ports.storing.clock.now().seconds_to_next_year();
            assert_eq!(retry_after_seconds, expected);
        }
        assert_eq!(house.applications.numbers_left(), 0);
        nothing_is_loose(&house, 0).await?;
        house.clock.advance(Duration::from_secs(366 * 86_400));
        assert_eq!(house.applications.numbers_left(), 9_999);
        assert_eq!(house.uploaded().await?.pa_id, id("27-0001"));
        assert_eq!(house.applications.numbers_left(), 9_998);
        Ok(())
    })
}

#[test]
fn an_upload_that_must_give_way_when_it_was_read_is_not_stored() -> TestResult {
    run(async {
        let house = House::new();
        let mut form = house.form("%PDF\nname=Fest");
        form.before_storing = Arc::new(|| Err(InternalError::Busy));
        let refused = house.applications.upload(form, None).await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::Internal(InternalError::Busy))
        ));
        nothing_is_loose(&house, 0).await?;
        // What cannot be read is not asked for.
        let mut form = house.form("no form");
        form.before_storing = Arc::new(|| Err(InternalError::Busy));
        let refused = house.applications.upload(form, None).await.err();
        assert!(matches!(refused, Some(ApplicationError::FileRefused(_))));
        assert_eq!(house.uploaded().await?.pa_id, id("26-0001"));
        Ok(())
    })
}

#[test]
fn upload_that_is_dropped_leaves_an_application_or_nothing() -> TestResult {
    run(async {
        let house = House::new();
        for polls in 1..40 {
            let form = house.form("%PDF\nname=Fest");
            let mut upload = Box::pin(house.applications.upload(form, None));
            for _ in 0..polls {
                if futures::poll!(&mut upload).is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        // Each of them ends: with an application, or with nothing.
        let is_settled = async || {
            let list = house
                .applications
                .list(Default::default(), 1, PageStart::Offset(0))
                .await?;
            let stored = usize::try_from(list.total_count)?;
            TestResult::Ok(house.loose_count().await == 0 && house.blob_count().await == stored)
        };
        let settling = async {
            while !is_settled().await? {
                tokio::task::yield_now().await;
            }
            TestResult::Ok(())
        };
        tokio::time::timeout(Duration::from_secs(60), settling).await?
    })
}

async fn use_up(house: &House, year: u8) -> Result<(), ports::StoreError> {
    let work = move |rows: &mut dyn ports::Transaction| {
        while rows
            .next_pa_id(year)?
            .is_some_and(|pa_id: PaId| pa_id.number() < 9999)
        {}
        Ok(())
    };
    house.rows.write(work).await
}

#[test]
fn simultaneous_uploads_get_consecutive_numbers_and_different_keys() -> TestResult {
    run(async {
        let house = Arc::new(House::new());
        let uploads: Vec<_> = (0..20)
            .map(|_| {
                let house = Arc::clone(&house);
                tokio::spawn(async move { house.upload("%PDF\nname=Fest").await })
            })
            .collect();
        let (mut numbers, mut keys) = (Vec::new(), std::collections::HashSet::new());
        for upload in uploads {
            let uploaded = upload.await??;
            numbers.push(uploaded.pa_id.number());
            assert!(keys.insert(uploaded.key.reveal().to_owned()));
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
        Ok(())
    })
}
