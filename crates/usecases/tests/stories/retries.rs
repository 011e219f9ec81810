//! A request that is sent again gets the first answer, and nothing is made twice.

use std::collections::HashSet;
use std::time::Duration;

use bytes::Bytes;
use domain::access::Caller;
use domain::attachment::{AttachmentLimitError, AttachmentLimits};
use domain::cost_position::OfferInput;
use domain::{IdempotencyKey, PaId};
use futures::{StreamExt as _, future, stream};
use testkit::{FailurePoint, TestResult, run};
use tokio::sync::oneshot;
use usecases::{
    ApplicationError, AttachmentError, AttachmentReport, CostPositionError, CostPositions, NewFile,
    OfferReport, RequestContent, Retry, RetryOutcome, RetryPepper, UploadReport,
};

use crate::attaching::{
    attachments, named, nothing_is_forgotten, nothing_is_loose, pieces, sized, with_application,
};
use crate::house::House;
use crate::made::{at, by_master, judged};

const KEY: &str = "a-key-of-one-request";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const SECOND: Duration = Duration::from_secs(1);
const FORM: &str = "%PDF\nname=Fest";

#[test]
fn an_upload_is_made_once_and_answered_twice() -> TestResult {
    run(async {
        let house = House::new();
        let first = text_of(upload(&house, FORM, KEY).await?);
        let works = house.store.count();
        let again = upload(&house, FORM, KEY).await?;
        assert!(again.is_repeated);
        assert_eq!(house.store.count() - works, 1, "only a look");
        assert_eq!(text_of(again), first);
        assert!(first.contains("pak_"), "the key is in the answer again");
        let other = text_of(upload(&house, FORM, "a-key-of-another-one").await?);
        assert!(other.starts_with("26-0002"), "{other}");
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn a_key_that_was_sent_with_another_request_is_refused() -> TestResult {
    run(async {
        let house = House::new();
        upload(&house, FORM, KEY).await?;
        let refused = upload(&house, "%PDF\nname=Feier", KEY).await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::IdempotencyKeyReused)
        ));
        let pa_id = PaId::parse("26-0001").unwrap();
        attach(&house, pa_id, pieces_of("quote"), Caller::Master).await?;
        for file in [
            pieces_of("quotE"),
            NewFile {
                filename: "other.pdf".into(),
                ..pieces_of("quote")
            },
        ] {
            let refused = attach(&house, pa_id, file, Caller::Master).await.err();
            assert!(matches!(
                refused,
                Some(AttachmentError::IdempotencyKeyReused)
            ));
        }
        offer(&house, pa_id, "A").await?;
        let refused = offer(&house, pa_id, "B").await.err();
        assert!(matches!(
            refused,
            Some(CostPositionError::IdempotencyKeyReused)
        ));
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn a_key_belongs_to_its_caller_and_to_what_it_was_sent_to() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        for (caller, is_fresh) in [
            (Caller::Master, true),
            (Caller::Application(pa_id), true),
            (Caller::Master, false),
        ] {
            let outcome = attach(&house, pa_id, sized(3), caller).await?;
            assert_eq!(!outcome.is_repeated, is_fresh);
        }
        assert!(!offer(&house, pa_id, "A").await?.is_repeated);
        nothing_is_forgotten(&house, 3).await
    })
}

#[test]
fn the_last_place_is_given_once_and_its_answer_twice() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        for is_fresh in [true, false] {
            let outcome = attach(&house, pa_id, sized(3), Caller::Master).await?;
            assert_eq!(!outcome.is_repeated, is_fresh);
            nothing_is_forgotten(&house, 2).await?;
        }
        Ok(())
    })
}

/// It is only compared, and read for that.
#[test]
fn a_file_that_is_sent_again_is_read_no_further_than_one_may_be_large() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        attach(&house, pa_id, sized(3), Caller::Master).await?;
        let refused = attach(&house, pa_id, sized(10), Caller::Master).await;
        let too_large = AttachmentLimitError::FileTooLarge { file_bytes_max: 9 };
        assert!(matches!(refused, Err(AttachmentError::NotAdmitted(limit)) if limit == too_large));
        nothing_is_loose(&house, 2).await
    })
}

#[test]
fn a_file_that_is_sent_again_while_its_answer_goes_is_told_whether_the_application_went_too()
-> TestResult {
    run(async {
        for is_erased in [true, false] {
            let (house, pa_id) = with_application().await?;
            attach(&house, pa_id, sized(3), Caller::Master).await?;
            let (begin, begun) = oneshot::channel();
            let (end, ended) = oneshot::channel();
            let bytes = stream::once(async {
                let _ = begin.send(());
                let _ = ended.await;
                Ok(Bytes::from_static(b"xxx"))
            });
            let meanwhile = async {
                begun.await?;
                match is_erased {
                    true => house.erase(pa_id).await?,
                    false => house.clock.advance(DAY),
                }
                end.send(()).map_err(|()| "nobody waits")?;
                TestResult::Ok(())
            };
            let sent = attach(&house, pa_id, named(bytes.boxed()), Caller::Master);
            let (refused, done) = future::join(sent, meanwhile).await;
            done?;
            match refused {
                Err(AttachmentError::ApplicationNotFound) => assert!(is_erased),
                Err(AttachmentError::AnswerGone) => assert!(!is_erased),
                other => panic!("{other:?}"),
            }
        }
        Ok(())
    })
}

#[test]
fn of_requests_that_run_at_once_one_makes_and_all_get_its_answer() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let uploads = future::join_all((0..8).map(|_| upload(&house, FORM, KEY))).await;
        let attached = (0..8).map(|_| attach(&house, pa_id, sized(3), Caller::Master));
        let attached = future::join_all(attached).await;
        let offers = future::join_all((0..8).map(|_| offer(&house, pa_id, "A"))).await;
        one_made_it(uploads, text_of)?;
        one_made_it(attached, |outcome| format!("{:?}", outcome.report))?;
        one_made_it(offers, |outcome| format!("{:?}", outcome.report))?;
        nothing_is_loose(&house, 3).await
    })
}

#[test]
fn after_a_failure_at_any_step_a_retry_is_answered_and_nothing_is_there_twice() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            // Works: two looks, the loose key, the row. That a row was kept all the same is
            // found out at once.
            for nth in 1..=4 {
                let house = House::new();
                house.store.fail_at(nth, failure);
                let first = upload(&house, FORM, KEY).await;
                let is_kept = (nth, failure) == (4, FailurePoint::After);
                assert_eq!(first.is_ok(), is_kept, "{nth} {failure:?}");
                let answer = text_of(upload(&house, FORM, KEY).await?);
                assert!(answer.starts_with("26-0001"), "{nth} {failure:?} {answer}");
                nothing_is_forgotten(&house, 1).await?;
            }
        }
        Ok(())
    })
}

#[test]
fn a_file_whose_row_was_kept_by_a_store_that_broke_keeps_its_bytes() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        // Works: the loose key, the row.
        house.store.fail_at(2, FailurePoint::After);
        let outcome = attach(&house, pa_id, sized(3), Caller::Master).await?;
        assert!(outcome.is_repeated);
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn an_answer_is_kept_for_a_day() -> TestResult {
    run(async {
        let house = House::new();
        upload(&house, FORM, KEY).await?;
        house.clock.advance(DAY - SECOND);
        let again = upload(&house, FORM, KEY).await?;
        assert!(again.is_repeated);
        assert_eq!(
            house
                .sweeper
                .forget_answers(house.ports.storing.clock.now())
                .await?,
            0
        );
        house.clock.advance(SECOND);
        let anew = upload(&house, FORM, KEY).await?;
        assert!(text_of(anew).starts_with("26-0002"));
        let again = upload(&house, FORM, KEY).await?;
        assert!(text_of(again).starts_with("26-0002"));
        house.clock.advance(DAY);
        assert_eq!(
            house
                .sweeper
                .forget_answers(house.ports.storing.clock.now())
                .await?,
            1
        );
        Ok(())
    })
}

#[test]
fn a_key_whose_day_is_over_may_be_used_for_another_file_and_another_offer() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        for (size_bytes, supplier_name) in [(3, "A"), (4, "B")] {
            let file = sized(size_bytes);
            let added = attach(&house, pa_id, file, Caller::Master).await?;
            assert!(!added.is_repeated);
            assert!(!offer(&house, pa_id, supplier_name).await?.is_repeated);
            house.clock.advance(DAY);
        }
        Ok(())
    })
}

#[test]
fn after_a_new_key_nothing_is_made_again_and_an_erased_application_takes_its_answer_along()
-> TestResult {
    run(async {
        let house = House::new();
        let pa_id = PaId::parse("26-0001").unwrap();
        upload(&house, FORM, KEY).await?;
        house.applications.replace_key(pa_id).await?;
        let refused = upload(&house, FORM, KEY).await.err();
        assert!(matches!(
            refused,
            Some(ApplicationError::IdempotencyKeyReused)
        ));
        let other_key = KEY.replace('-', "_");
        let anew = upload(&house, FORM, &other_key).await?;
        assert!(text_of(anew).starts_with("26-0002"));
        let second = PaId::parse("26-0002").unwrap();
        house.erase(second).await?;
        let anew = upload(&house, FORM, &other_key).await?;
        assert!(text_of(anew).starts_with("26-0003"));
        Ok(())
    })
}

async fn upload(
    house: &House,
    pdf: &'static str,
    key: &str,
) -> Result<RetryOutcome<UploadReport>, ApplicationError> {
    upload_at(house, RetryPepper::NONE, pdf, key).await
}

async fn upload_at(
    house: &House,
    pepper: RetryPepper,
    pdf: &'static str,
    key: &str,
) -> Result<RetryOutcome<UploadReport>, ApplicationError> {
    let retry = Retry::new(pepper, "/upload", None, idempotency_key(key));
    let form = house.form(pdf);
    house.applications.upload(form, Some(retry)).await
}

#[test]
fn an_answer_opens_with_its_own_pepper_and_one_sealed_with_none_always() -> TestResult {
    run(async {
        let house = House::new();
        let (ours, theirs) = (RetryPepper::of("ours"), RetryPepper::of("theirs"));
        let first = text_of(upload_at(&house, ours, FORM, KEY).await?);
        assert_eq!(text_of(upload_at(&house, ours, FORM, KEY).await?), first);
        for other in [theirs, RetryPepper::NONE] {
            let refused = upload_at(&house, other, FORM, KEY).await.err();
            assert!(matches!(
                refused,
                Some(ApplicationError::IdempotencyKeyReused)
            ));
        }
        let before_peppers = "a-key-of-the-version-before";
        let first = text_of(upload(&house, FORM, before_peppers).await?);
        let again = upload_at(&house, ours, FORM, before_peppers).await?;
        assert_eq!(text_of(again), first);
        nothing_is_forgotten(&house, 2).await
    })
}

async fn attach(
    house: &House,
    pa_id: PaId,
    file: NewFile,
    caller: Caller,
) -> Result<RetryOutcome<AttachmentReport>, AttachmentError> {
    let limits = AttachmentLimits {
        count_max: 2,
        file_bytes_max: 9,
        ..AttachmentLimits::default()
    };
    let retry = Retry::new(
        RetryPepper::NONE,
        "/attachments",
        Some(caller),
        idempotency_key(KEY),
    );
    attachments(house, limits)
        .add(by_master(pa_id), file, Some(retry))
        .await
}

async fn offer(
    house: &House,
    pa_id: PaId,
    supplier_name: &str,
) -> Result<RetryOutcome<OfferReport>, CostPositionError> {
    let positions = CostPositions::new(
        house.ports.storing.store.clone(),
        house.ports.storing.clock.clone(),
    );
    let offer = OfferInput {
        supplier_name: supplier_name.into(),
        ..OfferInput::default()
    };
    let caller = Some(Caller::Application(pa_id));
    let retry = Retry::new(RetryPepper::NONE, "/offers", caller, idempotency_key(KEY));
    let content = RequestContent::of([supplier_name.as_bytes()]);
    let (offer, retry) = (judged(offer, false), Ok(Some((retry, content))));
    positions
        .add_offer(by_master(pa_id), at(0), offer, retry)
        .await
}

fn idempotency_key(text: &str) -> IdempotencyKey {
    IdempotencyKey::parse(text).unwrap()
}

fn pieces_of(text: &'static str) -> NewFile {
    named(pieces([text]))
}

fn text_of(outcome: RetryOutcome<UploadReport>) -> String {
    let UploadReport {
        pa_id,
        key,
        data,
        status,
    } = outcome.report;
    format!("{pa_id} {} {data:?} {status}", key.reveal())
}

fn one_made_it<T, E: std::error::Error + Send + Sync + 'static>(
    outcomes: Vec<Result<RetryOutcome<T>, E>>,
    shown: impl Fn(RetryOutcome<T>) -> String,
) -> TestResult {
    let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, E>>()?;
    let repeated = outcomes.iter().filter(|outcome| outcome.is_repeated);
    assert_eq!((outcomes.len(), repeated.count()), (8, 7));
    let shown: HashSet<String> = outcomes.into_iter().map(shown).collect();
    assert_eq!(shown.len(), 1, "fresh or repeated, it is the same");
    Ok(())
}
