//! The list of applications shows what came in: by when they were made, and by when anything of
//! them last changed.

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::form::blank;
use crate::operator::attach;
use crate::service::{MASTER_KEY, Service, refusal};

fn list(service: &Service, query: &str) -> Value {
    let request = service.get(&format!("/applications?{query}"));
    let response = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
    assert_eq!(response.status(), 200, "{query}");
    response.json().unwrap()
}

/// The numbers that are listed, without their year, in their order.
fn numbers(list: &Value) -> Vec<&str> {
    let rows = list["applications"].as_array().unwrap().iter();
    rows.map(|row| &row["pa_id"].as_str().unwrap()[3..])
        .collect()
}

/// Three applications, made one after the other. Then the second one gets an attachment, and after
/// it the first one an offer.
fn three() -> Service {
    let service = Service::start();
    let paths: Vec<String> = (0..3)
        .map(|_| service.uploaded("pa_form", blank("pa_form")).path())
        .collect();
    attach(&service, &paths[1], b"quote".to_vec());
    let offer = service.post(&format!("{}/costs/0/offers", paths[0]));
    let offer = offer.json(&json!({"supplier_name": "A", "amount": 1}));
    let offer = offer.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
    assert_eq!(offer.status(), 201);
    service
}

/// When anything of the application in this row of the list last changed.
fn activity(list: &Value, row: usize) -> String {
    let at = list["applications"][row]["activity_at"].as_str();
    at.unwrap().to_owned()
}

/// The same moment on the clocks of a place so many hours east of Greenwich.
fn elsewhere(moment: &str, hours: i8) -> String {
    let moment = OffsetDateTime::parse(&format!("{moment}Z"), &Rfc3339).unwrap();
    let there = moment.to_offset(UtcOffset::from_hms(hours, 0, 0).unwrap());
    there.format(&Rfc3339).unwrap().replace('+', "%2B")
}

#[test]
fn sort_by_activity_puts_what_changed_last_first_and_created_what_was_made_last() {
    let service = three();
    assert_eq!(numbers(&list(&service, "")), ["0003", "0002", "0001"]);
    assert_eq!(
        numbers(&list(&service, "sort=created")),
        ["0003", "0002", "0001"]
    );
    let by_activity = list(&service, "sort=activity");
    assert_eq!(numbers(&by_activity), ["0001", "0002", "0003"]);
    for row in by_activity["applications"].as_array().unwrap() {
        // Neither an attachment nor an offer is a change of the data.
        assert_eq!(row["updated_at"], row["created_at"], "{row}");
        let is_later = row["activity_at"].as_str() > row["updated_at"].as_str();
        assert_eq!(
            is_later,
            row["pa_id"].as_str().unwrap()[3..] != *"0003",
            "{row}"
        );
    }
    let page = list(&service, "sort=activity&limit=1&offset=1");
    assert_eq!(
        (numbers(&page), &page["total_count"]),
        (vec!["0002"], &json!(3))
    );
    // A change that changes nothing is no activity, one of the data is.
    let third = &by_activity["applications"][2]["pa_id"];
    let path = format!("/applications/{}", third.as_str().unwrap());
    for (patch, expected) in [
        (json!({}), ["0001", "0002", "0003"]),
        (json!({"name": "Fest"}), ["0003", "0001", "0002"]),
    ] {
        let put = service.put(&path).header("X-MASTER-KEY", MASTER_KEY);
        assert_eq!(put.json(&patch).send().unwrap().status(), 200);
        assert_eq!(
            numbers(&list(&service, "sort=activity")),
            expected,
            "{patch}"
        );
    }
}

/// From the first page to the last by what each says of the next: all of them once, in order, also
/// when one goes and one comes meanwhile.
#[test]
fn each_page_says_where_the_next_one_begins() {
    let service = three();
    for sort in ["created", "activity"] {
        let whole = list(&service, &format!("sort={sort}"));
        assert_eq!(whole["next"], Value::Null);
        let mut query = format!("sort={sort}&limit=1&offset=0");
        for number in numbers(&whole) {
            let page = list(&service, &query);
            assert_eq!(
                (numbers(&page), &page["total_count"]),
                (vec![number], &json!(3))
            );
            let next = page["next"].as_str().unwrap_or_default();
            query = format!("sort={sort}&limit=1&after={next}");
        }
        assert!(query.ends_with("after="), "{query}");
    }
    let first = list(&service, "limit=1&status=empty");
    let next = first["next"].as_str().unwrap().to_owned();
    let gone = format!(
        "/applications/{}",
        first["applications"][0]["pa_id"].as_str().unwrap()
    );
    let remove = service.delete(&gone).header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(remove.send().unwrap().status(), 200);
    service.uploaded("pa_form", blank("pa_form"));
    let second = list(&service, &format!("limit=1&status=empty&after={next}"));
    assert_eq!(
        (numbers(&second), &second["total_count"]),
        (vec!["0002"], &json!(3))
    );
    assert_eq!(numbers(&list(&service, "")), ["0004", "0002", "0001"]);
    for query in [
        "after=".to_owned(),
        "after=26-0002".to_owned(),
        format!("after={next}0"),
        format!("sort=activity&after={next}"),
        format!("after={next}&offset=0"),
    ] {
        let request = service.get(&format!("/applications?{query}"));
        let response = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
        refusal(response, 400, "parameter_invalid");
    }
}

/// As they are uploaded, completed and erased; whatever filters the list.
#[test]
fn the_list_says_how_many_there_are_after_every_change() {
    let service = three();
    let counts = || {
        [
            "",
            "form_type=pa_form",
            "form_type=vsm_form",
            "status=empty",
            "status=incomplete",
        ]
        .map(|query| list(&service, &format!("{query}&limit=1"))["total_count"].clone())
    };
    assert_eq!(counts(), [3, 3, 0, 3, 0]);
    let other = service.uploaded("vsm_form", blank("vsm_form")).path();
    assert_eq!(counts(), [4, 3, 1, 4, 0]);
    let put = service.put(&other).header("X-MASTER-KEY", MASTER_KEY);
    let put = put.json(&json!({"name": "Fest"})).send().unwrap();
    assert_eq!(put.status(), 200);
    assert_eq!(counts(), [4, 3, 1, 3, 1]);
    let remove = service.delete(&other).header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(remove.send().unwrap().status(), 200);
    assert_eq!(counts(), [3, 3, 0, 3, 0]);
}

#[test]
fn bounds_of_activity_are_inclusive_and_may_carry_an_offset() {
    let service = three();
    let all = list(&service, "sort=activity");
    let middle = activity(&all, 1);
    for bound in [
        middle.clone(),
        elsewhere(&middle, 2),
        elsewhere(&middle, -11),
    ] {
        let from = list(&service, &format!("sort=activity&activity_from={bound}"));
        assert_eq!(numbers(&from), ["0001", "0002"], "from {bound}");
        assert_eq!(from["total_count"], 2);
        let to = list(&service, &format!("sort=activity&activity_to={bound}"));
        assert_eq!(numbers(&to), ["0002", "0003"], "to {bound}");
        let both = format!("activity_from={bound}&activity_to={bound}");
        assert_eq!(numbers(&list(&service, &both)), ["0002"], "{both}");
    }
    // The same clock an hour further east was an hour ago.
    let (hour_ago, in_an_hour) = (format!("{middle}%2B01:00"), format!("{middle}-01:00"));
    assert_eq!(
        list(&service, &format!("activity_from={hour_ago}"))["total_count"],
        3
    );
    assert_eq!(
        list(&service, &format!("activity_from={in_an_hour}"))["total_count"],
        0
    );
    assert_eq!(
        list(&service, &format!("activity_to={in_an_hour}"))["total_count"],
        3
    );
    let (first, last) = (&activity(&all, 2)[..10], &activity(&all, 0)[..10]);
    let days = format!("activity_from={first}&activity_to={last}");
    assert_eq!(list(&service, &days)["total_count"], 3, "{days}");
    let before = format!("activity_to={hour_ago}");
    assert_eq!(list(&service, &before)["total_count"], 0, "{before}");
    for query in [
        "sort=name",
        "activity_from=yesterday",
        "activity_to=2026-02-30",
    ] {
        let request = service.get(&format!("/applications?{query}"));
        let response = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
        refusal(response, 400, "parameter_invalid");
    }
}
