//! What an instance says of form types that others have served, and it does not.

use std::sync::Arc;

use bytes::Bytes;
use ports::{FormPackage, FormParseError, FormParser};
use testkit::{FixedClock, TestResult, run};
use usecases::{FormVersionFault, StorageFault, UnservedFormType, Verification};

use crate::form_versions::beside;
use crate::house::House;
use crate::storing::{Listener, sound_storage};

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

/// An older program, for which every definition has a word that it does not know.
struct OlderParser;

impl FormParser for OlderParser {
    fn parse(&self, _: Bytes, _: Bytes) -> Result<FormPackage, FormParseError> {
        Err(FormParseError("unknown".into()))
    }
}

#[test]
fn a_stored_definition_that_the_program_does_not_understand_is_named() -> TestResult {
    run(async {
        let newer = House::new();
        newer.uploaded().await?;
        let older = beside(&newer, &[]);
        let unknown = older.forms.unknown_versions(&newer.rows, &OlderParser);
        let expected = FormVersionFault::Unknown {
            form_type: "sample_form".to_owned(),
            number: 1,
        };
        assert_eq!(unknown.await?, [expected]);
        // What the catalogue has was understood.
        let same = newer.forms.unknown_versions(&newer.rows, &OlderParser);
        assert_eq!(same.await?, []);

        let listener = Arc::new(Listener::default());
        let clock = Arc::new(FixedClock::default());
        let verification = Verification::new(sound_storage(&newer), clock, listener.clone());
        let seen = verification
            .with_parser(Arc::new(OlderParser))
            .run()
            .await?;
        assert_eq!(seen.faults, 1);
        let expected = StorageFault::FormPackageUnknown {
            form_type: "sample_form".to_owned(),
            number: 1,
        };
        assert_eq!(listener.heard(), [expected]);
        Ok(())
    })
}
