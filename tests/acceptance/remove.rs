//! Erasing an application.

use crate::form::blank;
use crate::service::{MASTER_KEY, Service, refusal};

#[test]
fn only_the_master_key_erases_and_the_key_is_then_worth_nothing() {
    let service = Service::start();
    let blobs = service.blob_count();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    assert_eq!(service.blob_count(), blobs + 1);
    refusal(
        service
            .delete(&uploaded.path())
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap(),
        403,
        "master_key_required",
    );
    let response = service
        .delete(&uploaded.path())
        .header("X-MASTER-KEY", MASTER_KEY)
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(
        service.blob_count(),
        blobs,
        "nothing of it is left among the blobs"
    );
    refusal(
        service
            .get(&uploaded.path())
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap(),
        401,
        "key_invalid",
    );
    refusal(
        service
            .get(&uploaded.path())
            .header("X-MASTER-KEY", MASTER_KEY)
            .send()
            .unwrap(),
        404,
        "application_not_found",
    );
    assert!(
        service
            .uploaded("pa_form", blank("pa_form"))
            .pa_id
            .ends_with("-0002"),
        "a number is never given twice"
    );
}
