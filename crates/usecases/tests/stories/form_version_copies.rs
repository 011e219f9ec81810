//! Versions of form types come along with every copy.

use std::sync::Arc;

use testkit::{MemoryBlobStore, MemoryStore, TestResult, run};
use usecases::{Snapshot, StorageFault};

use crate::form_versions::{beside, packages, renamed};
use crate::house::House;
use crate::storing::{Listener, empty_house, is_sound, transfer};

#[test]
fn form_versions_come_along_with_a_copy() -> TestResult {
    run(async {
        let house = House::new();
        let kept = house.uploaded().await?;
        let second = beside(&house, &["sample_form 2 5"]);
        let erased = second.upload("%PDF\nname=Fest").await?.pa_id;
        house.erase(erased).await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        copying.run().await?;
        assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
        assert_eq!(packages(&target).await?, packages(&house).await?);
        is_sound(&target).await?;
        let elsewhere = beside(&target, &[]);
        assert_eq!(elsewhere.applications.find(kept.pa_id).await?, kept);
        renamed(&elsewhere, kept.pa_id, "Winterfest").await?;
        // The first of its version, come in while the rest was copied.
        let third = beside(&house, &["sample_form 3 5"]);
        let third = third.upload("%PDF\nname=Fest").await?.pa_id;
        let target = beside(&target, &[]);
        let again = transfer(&house, &target, &listener);
        again.run().await?;
        assert!(renamed(&target, third, "Feste").await.is_ok());
        Ok(())
    })
}

#[test]
fn compare_names_a_form_version_that_has_not_come_along() -> TestResult {
    run(async {
        let (house, target) = (House::new(), empty_house());
        let pa_id = house.uploaded().await?.pa_id;
        house.erase(pa_id).await?;
        let listener = Arc::new(Listener::default());
        let copying = transfer(&house, &target, &listener);
        let fault = StorageFault::FormPackageMissing {
            form_type: "sample_form".to_owned(),
            number: 1,
        };
        assert_eq!(
            (copying.compare().await?, listener.heard()),
            (1, vec![fault])
        );
        Ok(())
    })
}

#[test]
fn a_snapshot_has_every_form_version() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        beside(&house, &["sample_form 2 5"])
            .upload("%PDF\nname=Fest")
            .await?;
        let target = House::on(
            Arc::new(MemoryStore::default()),
            MemoryBlobStore::default(),
            "other_form",
        );
        let now = house.ports.storing.clock.now();
        let listener = Listener::default();
        Snapshot::take(&house.rows, &target.rows, now, &listener).await?;
        assert_eq!(packages(&target).await?, packages(&house).await?);
        let found = target.applications.find(pa_id).await?;
        assert_eq!(found, house.applications.find(pa_id).await?);
        renamed(&target, pa_id, "Winterfest").await?;
        Ok(())
    })
}
