use super::{
    CostPosition, Justification, OFFERS_MAX, Offer, OfferError, OfferId, OfferInput, PositionIndex,
    admit_offer,
};
use crate::known_paths::costs_count;
use crate::{AttachmentId, Timestamp};
use forms::Data;
use forms::value::{Object, Value};

fn offer() -> OfferInput {
    OfferInput {
        supplier_name: " Müller & Söhne ".into(),
        amount_cents: 123_450,
        ..OfferInput::default()
    }
}

fn costs(count: usize) -> Data {
    let rows = vec![Value::Object(Object::new()); count];
    Data::from_checked(Object::from_iter([("costs".to_owned(), Value::List(rows))]))
}

#[test]
fn an_index_is_within_the_list_or_below_a_hundred_without_one() {
    for (index, data, exists) in [
        (0, Data::default(), true),
        (99, Data::default(), true),
        (100, Data::default(), false),
        (99, costs(0), true),
        (2, costs(3), true),
        (3, costs(3), false),
        (u64::MAX, costs(3), false),
    ] {
        assert_eq!(
            PositionIndex::among(index, costs_count(&data)).is_some(),
            exists,
            "{index}"
        );
    }
}

#[test]
fn an_offer_is_trimmed_and_every_fault_named() {
    assert_eq!(offer().checked().unwrap().supplier_name, "Müller & Söhne");
    let wrong = OfferInput {
        supplier_name: "  ".into(),
        amount_cents: -1,
        description: "x".repeat(2001),
        url: "ftp://example.org".into(),
        attachment: None,
    };
    let sentence = wrong.checked().unwrap_err().to_string();
    for path in ["supplier_name:", "amount:", "description:", "url:"] {
        assert!(sentence.contains(path), "{sentence}");
    }
}

#[test]
fn names_and_reasons_that_show_nothing_are_none() {
    for nothing in ["\u{200B}", "\u{2800}\u{3164}", "\u{E0041} \u{AD}"] {
        let nameless = OfferInput {
            supplier_name: nothing.into(),
            ..offer()
        };
        let told = nameless.checked().unwrap_err().to_string();
        assert!(told.contains("shows nothing"), "{told}");
        assert!(Justification::new(true, Some(nothing)).is_err());
        // Nothing depends on it.
        let remark = Justification::new(false, Some(nothing)).unwrap();
        assert!(remark.text().is_some());
    }
}

#[test]
fn both_sides_of_every_bound_of_an_offer() {
    let name = |length: usize| {
        OfferInput {
            supplier_name: "ü".repeat(length),
            ..offer()
        }
        .checked()
        .is_ok()
    };
    assert_eq!((name(200), name(201)), (true, false));
    let amount = |amount_cents: i64| {
        OfferInput {
            amount_cents,
            ..offer()
        }
        .checked()
        .is_ok()
    };
    assert_eq!(
        (amount(0), amount(9_999_999_999), amount(10_000_000_000)),
        (true, true, false)
    );
    let url = |url: &str| {
        OfferInput {
            url: url.into(),
            ..offer()
        }
        .checked()
        .is_ok()
    };
    for (address, valid) in [
        ("", true),
        ("https://example.org", true),
        ("HTTP://user@example.org:80/a?b#c", true),
        ("https://", false),
        ("https:///a", false),
        ("https://:80", false),
        ("//example.org", false),
        ("javascript:alert(1)", false),
        ("https://example.org/a b", false),
    ] {
        assert_eq!(url(address), valid, "{address}");
    }
    let long = |length: usize| url(&format!("https://example.org/{}", "a".repeat(length - 20)));
    assert_eq!((long(2048), long(2049)), (true, false));
    let description = |length: usize| {
        OfferInput {
            description: "ü".repeat(length),
            ..offer()
        }
        .checked()
        .is_ok()
    };
    assert_eq!((description(2000), description(2001)), (true, false));
}

#[test]
fn a_position_takes_fifty_offers_and_only_attachments_of_its_application() {
    let (file, other) = (Some(AttachmentId(7)), Some(AttachmentId(8)));
    let admit = |named, offer_count, attached| {
        let input = OfferInput {
            attachment: named,
            ..offer()
        };
        admit_offer(&input.checked().unwrap(), offer_count, attached)
    };
    for named in [None, file] {
        assert_eq!(admit(named, OFFERS_MAX - 1, named), Ok(()));
        assert_eq!(admit(named, OFFERS_MAX, named), Err(OfferError::TooMany));
    }
    for attached in [None, other] {
        let unknown = Err(OfferError::UnknownAttachment);
        assert_eq!(admit(file, 0, attached), unknown);
        assert_eq!(admit(file, OFFERS_MAX, attached), Err(OfferError::TooMany));
    }
}

#[test]
fn the_preferred_offer_is_one_of_the_position_or_none() {
    let stored = |id| Offer {
        id: OfferId(id),
        content: offer().checked().unwrap(),
        created_at: Timestamp::from_microseconds(0).unwrap(),
    };
    let mut position = CostPosition::default();
    for id in [1, 2, 3, 5] {
        position.offers.push(stored(id));
        assert_eq!(position.preferred, None);
    }
    assert_eq!(position.prefer(OfferId(5)), Some(()));
    assert_eq!(position.preferred, Some(OfferId(5)));
    assert_eq!(position.prefer(OfferId(2)), Some(()));
    assert_eq!(position.remove_offer(OfferId(5)), Some(stored(5)));
    assert_eq!(position.prefer(OfferId(4)), None);
    assert_eq!(position.preferred, Some(OfferId(2)));
    assert_eq!(position.prefer(OfferId(3)), Some(()));
    assert_eq!(position.remove_offer(OfferId(2)), Some(stored(2)));
    assert_eq!(position.remove_offer(OfferId(2)), None);
    assert_eq!(position.preferred, Some(OfferId(3)));
    assert_eq!(position.remove_offer(OfferId(3)), Some(stored(3)));
    assert_eq!(position.preferred, None);
    assert_eq!(position.offers, [stored(1)]);
}

#[test]
fn justifying_and_clearing_an_attachment_leave_the_rest_as_it_is() {
    let naming = |id, attachment| {
        let input = OfferInput {
            attachment,
            ..offer()
        };
        Offer {
            id: OfferId(id),
            content: input.checked().unwrap(),
            created_at: Timestamp::from_microseconds(0).unwrap(),
        }
    };
    let mut position = CostPosition::default();
    position.offers.push(naming(1, Some(AttachmentId(7))));
    position.offers.push(naming(2, Some(AttachmentId(8))));
    assert_eq!(position.prefer(OfferId(1)), Some(()));
    let reason = Justification::new(true, Some("nur ein Anbieter")).unwrap();
    position.justify(reason.clone());
    position.clear_attachment(AttachmentId(7));
    let expected = CostPosition {
        offers: vec![naming(1, None), naming(2, Some(AttachmentId(8)))],
        preferred: Some(OfferId(1)),
        justification: reason,
    };
    assert_eq!(position, expected);
}

#[test]
fn no_offers_need_a_reason() {
    assert!(Justification::new(true, None).is_err());
    assert!(Justification::new(true, Some("  \n")).is_err());
    assert_eq!(
        Justification::new(true, Some(" nur ein Anbieter "))
            .unwrap()
            .text(),
        Some("nur ein Anbieter")
    );
    assert_eq!(
        Justification::new(false, Some("")).unwrap(),
        Justification::default()
    );
    assert!(
        Justification::new(false, Some("vorläufig"))
            .unwrap()
            .text()
            .is_some()
    );
    let long = |length: usize| Justification::new(true, Some(&"ß".repeat(length))).is_ok();
    assert_eq!((long(2000), long(2001)), (true, false));
}

#[test]
fn checked_refuses_control_characters_as_data_does() {
    let offer = |supplier_name: &str, description: &str| OfferInput {
        supplier_name: supplier_name.to_owned(),
        description: description.to_owned(),
        ..OfferInput::default()
    };
    let faults = offer("A\u{1}\u{1b}[2J", "\u{7}").checked().unwrap_err();
    let told = faults.to_string();
    assert!(told.contains("U+0001") && told.contains("U+0007"), "{told}");
    let taken = offer("A", "one\r\ntwo\tthree").checked().unwrap();
    assert_eq!(taken.description, "one\ntwo\tthree");
    for required_none in [true, false] {
        let fault = Justification::new(required_none, Some("so\u{0}")).unwrap_err();
        assert!(fault.problem.contains("U+0000"), "{fault:?}");
    }
}
