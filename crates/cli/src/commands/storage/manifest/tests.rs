use domain::{AttachmentId, PaId, Timestamp};
use usecases::{BlobRole, StorageFault};

use super::Manifest;
use crate::found_faults::FoundFaults;

fn changed(number: &str, part: BlobRole) -> StorageFault {
    let pa_id = PaId::parse(number).unwrap();
    StorageFault::BytesChanged { pa_id, part }
}

fn missing(number: &str) -> StorageFault {
    let pa_id = PaId::parse(number).unwrap();
    let part = BlobRole::Original;
    StorageFault::BytesMissing { pa_id, part }
}

fn found(faults: &[StorageFault]) -> FoundFaults {
    let mut found = FoundFaults::default();
    for fault in faults {
        found.add(fault);
    }
    found
}

fn manifest(faults: &FoundFaults) -> Manifest {
    Manifest {
        applications: 7,
        rows_of: Timestamp::from_microseconds(1_769_904_000_000_042).unwrap(),
        faults: faults.count(),
        damaged: faults.told().map(str::to_owned).collect(),
        in_the_copy: faults.in_a_copy().map(str::to_owned).collect(),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let senseless = StorageFault::SenselessRow {
        table: "applications",
        column: "data",
        row: "\"quoted\"\nand broken".to_owned(),
    };
    for faults in [&[][..], &[senseless, missing("26-0001")]] {
        let manifest = manifest(&found(faults));
        assert_eq!(Manifest::parse(&manifest.text()).unwrap(), manifest);
    }
}

#[test]
fn a_fault_is_known_by_its_name_and_not_by_the_number_of_faults() {
    let attachment = BlobRole::Attachment(AttachmentId(3));
    let at_backup = [
        changed("26-0001", BlobRole::Original),
        changed("26-0002", attachment),
    ];
    let manifest = manifest(&found(&at_backup));
    assert!(manifest.names_all());
    // The uploaded form was left out, the attachment is not even named there.
    let of_backup = found(&[missing("26-0001")]);
    assert!(manifest.unknown(&of_backup).is_empty());
    let others = found(&[missing("26-0001"), missing("26-0003")]);
    let named = manifest.unknown(&others);
    assert_eq!(
        named,
        ["26-0003: the bytes of the uploaded form are missing."]
    );
}

#[test]
fn of_a_backup_that_names_none_the_number_must_do() {
    let text = manifest(&found(&[missing("26-0001")])).text();
    let old = text.split("damaged = ").next().unwrap();
    let old = Manifest::parse(old).unwrap();
    assert_eq!((old.faults, old.names_all()), (1, false));
    assert!(old.unknown(&found(&[missing("26-0009")])).is_empty());
    let two = found(&[missing("26-0008"), missing("26-0009")]);
    assert_eq!(old.unknown(&two).len(), 2);
}

#[test]
fn a_manifest_of_another_kind_is_refused() {
    for text in [
        "",
        "format = 2",
        "format = 1",
        "format = 1\napplications = -1",
        "{",
    ] {
        assert!(Manifest::parse(text).is_err(), "{text}");
    }
}
