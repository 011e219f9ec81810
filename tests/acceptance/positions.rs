//! Offers and justifications stay with their cost position when the list of costs is replaced.

use reqwest::blocking::Response;
use serde_json::{Value, json};

use crate::form::blank;
use crate::service::{Service, Uploaded, refusal};

/// An application with these costs.
fn started(names: &[&str]) -> (Service, Uploaded) {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    assert_eq!(put(&service, &uploaded, names).status(), 200);
    (service, uploaded)
}

fn put(service: &Service, to: &Uploaded, names: &[&str]) -> Response {
    let costs: Vec<Value> = names
        .iter()
        .map(|name| json!({"name": name, "amount": 1}))
        .collect();
    let request = service.put(&to.path()).header("X-PA-KEY", &to.pa_key);
    request.json(&json!({"costs": costs})).send().unwrap()
}

fn add(service: &Service, to: &Uploaded, index: usize, supplier_name: &str) -> Response {
    let path = format!("{}/costs/{index}/offers", to.path());
    let offer = json!({"supplier_name": supplier_name, "amount": 1, "is_preferred": true});
    let request = service.post(&path).header("X-PA-KEY", &to.pa_key);
    request.json(&offer).send().unwrap()
}

fn clear(service: &Service, at: &Uploaded, nothing: &Value) {
    let request = service.put(&at.path()).header("X-PA-KEY", &at.pa_key);
    let answer = request.json(&json!({"costs": nothing})).send().unwrap();
    assert_eq!(answer.status(), 200);
}

/// Which indexes became others, as the last entry of the history tells.
fn moves_told(service: &Service, of: &Uploaded) -> Vec<String> {
    let request = service.get(&format!("{}/history", of.path()));
    let answer = request.header("X-PA-KEY", &of.pa_key).send().unwrap();
    let history: Value = answer.json().unwrap();
    let last = history["entries"].as_array().unwrap().last().unwrap();
    let paths = last["changes"].as_array().unwrap().iter();
    let paths = paths.map(|change| change["path"].as_str().unwrap().to_owned());
    paths.filter(|path| path.ends_with(".index")).collect()
}

fn justify(service: &Service, to: &Uploaded, index: usize, reason: &str) {
    let path = format!("{}/costs/{index}/justification", to.path());
    let body = json!({"no_offers_required": true, "justification": reason});
    let request = service.put(&path).header("X-PA-KEY", &to.pa_key);
    assert_eq!(request.json(&body).send().unwrap().status(), 200);
}

fn position(service: &Service, of: &Uploaded, index: usize) -> Value {
    let path = format!("{}/costs/{index}/offers", of.path());
    let request = service.get(&path).header("X-PA-KEY", &of.pa_key);
    request.send().unwrap().json().unwrap()
}

/// Who offers at each of so many positions.
fn suppliers(service: &Service, of: &Uploaded, count: usize) -> Vec<Vec<String>> {
    let names = |index| {
        let position = position(service, of, index);
        let offers = position["offers"].as_array().unwrap();
        let name = |offer: &Value| offer["supplier_name"].as_str().unwrap().to_owned();
        offers.iter().map(name).collect()
    };
    (0..count).map(names).collect()
}

#[test]
fn offers_stay_with_their_position_when_costs_are_sorted_shortened_and_renamed() {
    let (service, uploaded) = started(&["Zelt", "Musik", "Druck", "Licht"]);
    for (index, supplier_name) in [(0, "Zeltbau"), (1, "Band")] {
        assert_eq!(add(&service, &uploaded, index, supplier_name).status(), 201);
    }
    justify(&service, &uploaded, 3, "nur ein Anbieter");
    let costs_after = |names: &[&str]| {
        assert_eq!(put(&service, &uploaded, names).status(), 200);
        suppliers(&service, &uploaded, names.len())
    };
    let sorted = costs_after(&["Druck", "Licht", "Musik", "Zelt"]);
    assert_eq!(sorted, [vec![], vec![], vec!["Band"], vec!["Zeltbau"]]);
    let preferred = position(&service, &uploaded, 3)["offers"][0]["is_preferred"].clone();
    assert_eq!(preferred, true);
    let justified = position(&service, &uploaded, 1)["justification"].clone();
    assert_eq!(justified, "nur ein Anbieter");
    // A row in the middle that nothing hangs on.
    let shortened = costs_after(&["Licht", "Musik", "Zelt"]);
    assert_eq!(shortened, [vec![], vec!["Band"], vec!["Zeltbau"]]);
    let renamed = costs_after(&["Licht", "Livemusik", "Zelt"]);
    assert_eq!(renamed, shortened);
    // Cleared and written again in the same order.
    assert_eq!(put(&service, &uploaded, &[]).status(), 200);
    assert_eq!(suppliers(&service, &uploaded, 3), shortened);
    assert_eq!(costs_after(&["Licht", "Livemusik", "Zelt"]), shortened);
    let justified = position(&service, &uploaded, 0)["justification"].clone();
    assert_eq!(justified, "nur ein Anbieter");
}

#[test]
fn a_list_without_a_row_for_a_position_in_use_is_cost_position_in_use() {
    let (service, uploaded) = started(&["Zelt", "Musik", "Musik", "Licht"]);
    assert_eq!(add(&service, &uploaded, 0, "Zeltbau").status(), 201);
    assert_eq!(add(&service, &uploaded, 2, "Band").status(), 201);
    justify(&service, &uploaded, 0, "nur einer");
    let before = suppliers(&service, &uploaded, 4);
    let refused = |names: &[&str]| {
        let answer = put(&service, &uploaded, names);
        let sentence = refusal(answer, 400, "cost_position_in_use");
        assert_eq!(suppliers(&service, &uploaded, 4), before, "{names:?}");
        sentence
    };
    let taken_out = refused(&["Musik", "Musik", "Licht"]);
    assert!(
        taken_out.contains("costs.0: \"Zelt\" has 1 offer and a justification"),
        "{taken_out}"
    );
    let fewer = refused(&["Zelt", "Musik", "Licht"]);
    assert!(fewer.contains("costs.2: \"Musik\" has 1 offer"), "{fewer}");
    refused(&["Zelt", "Musik", "Musik", "Musik"]);
    // Renamed and moved at once: nobody knows where to.
    refused(&["Licht", "Pavillon", "Musik", "Musik"]);
}

#[test]
fn costs_that_are_cleared_and_written_in_another_order_keep_what_hangs_on_their_rows() {
    for nothing in [json!([]), Value::Null] {
        let (service, uploaded) = started(&["Bühne", "Technik"]);
        assert_eq!(add(&service, &uploaded, 1, "Lichtverleih").status(), 201);
        justify(&service, &uploaded, 0, "gibt es nur einmal");
        clear(&service, &uploaded, &nothing);
        // Meanwhile the indexes are those of the list before.
        assert_eq!(
            suppliers(&service, &uploaded, 2),
            [vec![], vec!["Lichtverleih"]]
        );
        assert_eq!(add(&service, &uploaded, 1, "Tonverleih").status(), 201);
        // Twice, and once more as it is.
        clear(&service, &uploaded, &json!([]));
        clear(&service, &uploaded, &Value::Null);
        let written = put(&service, &uploaded, &["Technik", "Druck", "Bu\u{308}hne"]);
        assert_eq!(written.status(), 200);
        assert_eq!(
            suppliers(&service, &uploaded, 3),
            [vec!["Lichtverleih", "Tonverleih"], vec![], vec![]]
        );
        let found = position(&service, &uploaded, 2);
        assert_eq!(found["justification"], "gibt es nur einmal");
        assert_eq!(
            moves_told(&service, &uploaded),
            ["cost_positions.0.index", "cost_positions.1.index"]
        );
        // The next time it is by the names of this list.
        clear(&service, &uploaded, &nothing);
        let written = put(&service, &uploaded, &["Druck", "Bühne", "Technik"]);
        assert_eq!(written.status(), 200);
        let offers = suppliers(&service, &uploaded, 3);
        assert_eq!(offers[2], ["Lichtverleih", "Tonverleih"]);
    }
}

#[test]
fn costs_that_are_cleared_and_written_anew_are_refused_as_if_they_were_replaced_at_once() {
    let (service, uploaded) = started(&["Bühne", "Technik"]);
    assert_eq!(add(&service, &uploaded, 1, "Lichtverleih").status(), 201);
    clear(&service, &uploaded, &json!([]));
    for names in [
        &["Bühne"][..],
        &["Technik", "Technik"],
        // Renamed and moved, and renamed to what another row was called.
        &["Licht", "Bühne"],
        &["Druck", "Bühne", "Licht"],
    ] {
        let answer = put(&service, &uploaded, names);
        let sentence = refusal(answer, 400, "cost_position_in_use");
        let named = "costs.1: \"Technik\" has 1 offer";
        assert!(sentence.contains(named), "{names:?}: {sentence}");
        assert_eq!(suppliers(&service, &uploaded, 2)[1], ["Lichtverleih"]);
    }
    // Renamed in its place.
    let written = put(&service, &uploaded, &["Bühne", "Licht"]);
    assert_eq!(written.status(), 200);
    assert_eq!(suppliers(&service, &uploaded, 2)[1], ["Lichtverleih"]);
    // One that came meanwhile for a row that was not there takes none that was.
    clear(&service, &uploaded, &json!([]));
    assert_eq!(add(&service, &uploaded, 2, "Druckerei").status(), 201);
    let answer = put(&service, &uploaded, &["Druck", "Bühne", "Licht"]);
    let sentence = refusal(answer, 400, "cost_position_in_use");
    let named = "costs.2: has 1 offer, give this row a new name";
    assert!(sentence.contains(named), "{sentence}");
    let written = put(&service, &uploaded, &["Licht", "Bühne", "Druck"]);
    assert_eq!(written.status(), 200);
    assert_eq!(
        suppliers(&service, &uploaded, 3),
        [vec!["Lichtverleih"], vec![], vec!["Druckerei"]]
    );
}

#[test]
fn offers_that_come_after_an_unused_list_was_cleared_are_for_the_list_that_comes() {
    let (service, uploaded) = started(&["Bühne", "Technik"]);
    clear(&service, &uploaded, &json!([]));
    assert_eq!(add(&service, &uploaded, 0, "Lichtverleih").status(), 201);
    let written = put(&service, &uploaded, &["Technik", "Bühne"]);
    assert_eq!(written.status(), 200);
    let offers = suppliers(&service, &uploaded, 2);
    assert_eq!(offers, [vec!["Lichtverleih"], vec![]]);
}

/// 16 add offers to the position of their name, wherever they last saw it, while 8 sort the list.
#[test]
fn whoever_sorts_costs_while_offers_are_added_every_offer_ends_at_a_row_that_was_there() {
    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    let (service, uploaded) = started(&NAMES);
    let (service, uploaded) = (&service, &uploaded);
    // One for each position: these must follow their names through every order.
    for (index, name) in NAMES.iter().enumerate() {
        assert_eq!(add(service, uploaded, index, name).status(), 201);
    }
    let added: usize = std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                for step in 0..4 {
                    let mut names = NAMES;
                    names.rotate_left((number + step) % 4);
                    if number % 2 == 0 {
                        names.reverse();
                    }
                    assert_eq!(put(service, uploaded, &names).status(), 200);
                }
            });
        }
        let adders: Vec<_> = (0..16)
            .map(|number| {
                scope.spawn(move || {
                    let answer = add(service, uploaded, number % 4, "x");
                    usize::from(answer.status() == 201)
                })
            })
            .collect();
        let added = adders.into_iter().map(|adder| adder.join().unwrap());
        added.sum()
    });
    assert_eq!(added, 16);
    let request = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key);
    let stored: Value = request.send().unwrap().json().unwrap();
    let found = suppliers(service, uploaded, 4);
    for (index, offers) in found.iter().enumerate() {
        let name = stored["data"]["costs"][index]["name"].as_str().unwrap();
        let named: Vec<_> = offers.iter().filter(|supplier| *supplier != "x").collect();
        assert_eq!(named, [name], "{found:?}");
    }
    assert_eq!(found.concat().len(), 20, "{found:?}");
}
