//! Long histories: what is refused, and what waits for its turn.

use domain::PaId;
use domain::access::Caller;
use domain::attachment::AttachmentLimits;
use domain::history::{ChainEnd, EntryContent, HISTORY_BYTES_MAX, HistoryChange};
use forms::Value;
use testkit::{TestResult, run};
use usecases::{
    ApplicationError, AttachmentError, CostPositionError, CostPositions, ExpectedState,
    HistoryPage, HistoryRange,
};

use crate::attaching::{attachments, sized};
use crate::history::{entries, patch};
use crate::house::{House, client, first_entries};
use crate::made::{AddFile as _, at, by_holder, by_master};

#[test]
fn a_large_history_is_shown_off_the_request_threads() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let shown_by = async |bytes| {
            let show = |page: &HistoryPage| (page.total_count, std::thread::current().id());
            let range = first_entries(pa_id, 200);
            house
                .applications
                .shown_history(client(), range, bytes, show)
                .await
        };
        let own = std::thread::current().id();
        assert_eq!(shown_by(256 * 1024).await?, (1, own));
        let (count, other) = shown_by(256 * 1024 + 1).await?;
        assert!(count == 1 && other != own);
        Ok(())
    })
}

/// An entry as large as all that may be, by whoever holds a master key; what it says is not the
/// question here.
async fn fill(house: &House, pa_id: PaId) -> TestResult {
    fill_with(house, pa_id, HISTORY_BYTES_MAX).await
}

async fn fill_with(house: &House, pa_id: PaId, bytes: u64) -> TestResult {
    let now = house.applications.find(pa_id).await?.activity_at;
    let text = "x".repeat(usize::try_from(bytes)?);
    let large = EntryContent {
        at: now,
        by: Caller::Master.into(),
        action: domain::history::Action::DataChanged,
        changes: vec![HistoryChange::new("name", Value::Null, Value::text(text))],
    };
    let add = house.rows.write(move |rows| {
        rows.lock(pa_id)?;
        let end: ChainEnd = rows.find_history_end(pa_id)?;
        rows.add_history_entry(pa_id, &end.next(pa_id, large))
    });
    add.await.map_err(|error: ports::StoreError| error.into())
}

#[test]
fn a_page_of_more_bytes_than_fit_into_one_is_refused_and_a_single_entry_is_shown() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        fill(&house, pa_id).await?;
        fill(&house, pa_id).await?;
        let bytes = async |count, offset| {
            let range = HistoryRange {
                count,
                offset,
                ..first_entries(pa_id, 0)
            };
            house.applications.history_page_bytes(range).await
        };
        let fits = bytes(2, 0).await?;
        assert!(fits > HISTORY_BYTES_MAX && fits < 2 * HISTORY_BYTES_MAX);
        for too_many in [3, 200, usize::MAX] {
            let refused = bytes(too_many, 0).await;
            let told = matches!(
                refused,
                Err(ApplicationError::HistoryPageTooLarge { bytes, .. })
                    if bytes > 2 * HISTORY_BYTES_MAX
            );
            assert!(told, "{refused:?}");
        }
        assert!(bytes(200, 2).await? > HISTORY_BYTES_MAX);
        fill_with(&house, pa_id, 2 * HISTORY_BYTES_MAX).await?;
        assert!(bytes(1, 3).await? > 2 * HISTORY_BYTES_MAX);
        Ok(())
    })
}

#[test]
fn a_full_history_refuses_the_holder_of_the_key_and_nobody_else() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let (files, access) = (
            attachments(&house, AttachmentLimits::default()),
            by_holder(pa_id),
        );
        let positions = CostPositions::new(house.rows.clone(), house.clock.clone());
        let file = files.add_new(pa_id, sized(5)).await?.id;
        fill(&house, pa_id).await?;
        let any = || ExpectedState::Any;
        let refused = house
            .applications
            .change(client(), access, any(), patch("Neu"));
        assert!(matches!(refused.await, Err(ApplicationError::HistoryFull)));
        let refused = files.add(access, sized(5), None).await.err();
        assert!(matches!(refused, Some(AttachmentError::HistoryFull)));
        let refused = files.remove(access, file).await;
        assert!(matches!(refused, Err(AttachmentError::HistoryFull)));
        let refused = positions.justify(access, at(0), true, Some("x")).await;
        assert!(matches!(refused, Err(CostPositionError::HistoryFull)));
        assert_eq!(house.loose_count().await, 0, "the refused file is erased");
        assert_eq!(entries(&house, pa_id).await?.len(), 3);
        house
            .applications
            .change(client(), by_master(pa_id), any(), patch("Neu"))
            .await?;
        files.remove(by_master(pa_id), file).await?;
        assert_eq!(entries(&house, pa_id).await?.len(), 5);
        Ok(())
    })
}
