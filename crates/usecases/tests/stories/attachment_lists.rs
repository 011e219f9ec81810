//! A list of attachments that was made is given again for as long as it is right.

use std::sync::Arc;

use bytes::Bytes;
use domain::PaId;
use testkit::{TestResult, run};
use usecases::{ApplicationQuery as _, AttachmentError, AttachmentListView};

use crate::attaching::{attachments, named, pieces};
use crate::house::House;
use crate::made::AddFile as _;
use crate::made::by_master;

async fn listed(house: &House, pa_id: PaId) -> Result<Arc<AttachmentListView>, AttachmentError> {
    let query = house.applications.list_attachments();
    house.rows.read(move |rows| query.find(rows, pa_id)).await
}

#[test]
fn a_list_is_made_anew_after_any_change_and_gone_with_its_application() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let query = house.applications.find_view();
        let shown = house.rows.read(move |rows| query.find(rows, pa_id));
        assert_eq!(shown.await?.application.pa_id, pa_id);
        let empty = listed(&house, pa_id).await?;
        let answer = Bytes::from_static(b"as it is shown");
        empty.answer.get_or_init(|| answer.clone());
        let again = listed(&house, pa_id).await?;
        assert!(Arc::ptr_eq(&empty, &again));
        assert_eq!(again.answer.get(), Some(&answer));
        // By somebody who does not know what is kept here.
        let files = attachments(&house, Default::default());
        let file = files.add_new(pa_id, named(pieces(["some bytes"]))).await?;
        let filled = listed(&house, pa_id).await?;
        assert_eq!(filled.list.usage.count, 1);
        assert_eq!(filled.answer.get(), None);
        files.remove(by_master(pa_id), file.id).await?;
        assert_eq!(listed(&house, pa_id).await?.list.attachments, []);
        house.erase(pa_id).await?;
        let gone = listed(&house, pa_id).await;
        assert!(
            matches!(gone, Err(AttachmentError::ApplicationNotFound)),
            "{gone:?}"
        );
        let (lists, views) = (
            house.applications.list_attachments(),
            house.applications.find_view(),
        );
        assert!(lists.find_remembered(pa_id).is_none(), "nor in memory");
        assert!(views.find_remembered(pa_id).is_none(), "nor in memory");
        Ok(())
    })
}
