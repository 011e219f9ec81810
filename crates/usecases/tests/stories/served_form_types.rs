//! What an instance says of form types that others have served, and it does not.

use testkit::{TestResult, run};
use usecases::UnservedFormType;

use crate::form_versions::beside;
use crate::house::House;

#[test]
fn form_types_of_applications_that_are_served_no_more_are_named_with_their_number() -> TestResult {
    run(async {
        let house = House::new();
        let erased = house.uploaded().await?.pa_id;
        let gone = beside(&house, &["other_form 1 20"]);
        assert_eq!(house.forms.unserved(&house.rows).await?, []);
        for _ in 0..2 {
            house.uploaded().await?;
        }
        house.erase(erased).await?;
        let expected = UnservedFormType {
            form_type: "sample_form".to_owned(),
            applications: 2,
        };
        let unserved = gone.forms.unserved(&house.rows).await?;
        assert_eq!(unserved, std::slice::from_ref(&expected));
        assert!(expected.to_string().contains("stored of it: 2."));
        // Another version is served in its place.
        let newer = beside(&house, &["sample_form 2 20"]);
        assert_eq!(newer.forms.unserved(&house.rows).await?, []);
        Ok(())
    })
}

#[test]
fn a_form_type_without_applications_is_missed_by_nobody() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        house.erase(pa_id).await?;
        let gone = beside(&house, &[]);
        assert_eq!(gone.forms.unserved(&house.rows).await?, []);
        Ok(())
    })
}
