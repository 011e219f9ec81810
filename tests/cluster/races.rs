//! Whoever is faster, at whichever instance: the rules hold.

use serde_json::{Value, json};
use test_harness::form::{blank, filled, summer_festival};

use crate::cluster::Cluster;
use test_harness::client::{
    Application, at_once, attach, ids, json_of, left_after, offer, tally, text, upload, uploaded,
};
use test_harness::instances::Instances;

/// Limits that are reached quickly, and an allowance of a key that hardly grows again while it is
/// looked at.
const SMALL: [(&str, &str); 4] = [
    ("FORMSERVICE__RATE_LIMIT__PER_KEY", "5000"),
    ("FORMSERVICE__LIMITS__ATTACHMENTS_MAX", "10"),
    ("FORMSERVICE__LIMITS__ATTACHMENT_BYTES", "3000000"),
    ("FORMSERVICE__LIMITS__ATTACHMENTS_TOTAL_BYTES", "4000000"),
];

type Race = fn(&Instances, &[u8]);

const RACES: [(&str, Race); 11] = [
    ("uploads get consecutive numbers", uploads_are_numbered),
    ("two places are taken by two files", places_are_taken_once),
    ("of two large files one stays", bytes_are_taken_once),
    ("one offer is preferred", one_offer_is_preferred),
    (
        "one of many conditional changes is made",
        one_condition_holds,
    ),
    (
        "a request that is repeated is done once",
        repeated_requests_are_one,
    ),
    (
        "a new key is in force everywhere",
        keys_are_replaced_everywhere,
    ),
    (
        "an offer never names a deleted file",
        offers_name_what_is_there,
    ),
    ("nothing is attached to what is erased", erased_is_erased),
    ("an erased application is erased once", erasing_is_done_once),
    (
        "requests are counted together",
        requests_are_counted_together,
    ),
];

#[test]
fn two_instances_are_as_one() {
    race_all(2);
}

#[test]
fn four_instances_are_as_one() {
    race_all(4);
}

fn race_all(count: usize) {
    let cluster = Cluster::start(count, &SMALL);
    let form = filled("pa_form", &summer_festival());
    for (name, race) in RACES {
        println!("{count} instances: {name}");
        race(&cluster, &form);
    }
    cluster.must_be_sound();
}

fn uploads_are_numbered(instances: &Instances, form: &[u8]) {
    let answers = at_once(50, |_| uploaded(instances, form).pa_id);
    let mut numbers: Vec<u32> = answers
        .iter()
        .map(|pa_id| pa_id[3..].parse().unwrap())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>());
}

fn places_are_taken_once(instances: &Instances, _: &[u8]) {
    let application = uploaded(instances, &blank("pa_form"));
    let add = |size| {
        attach(instances, &application, &vec![b'a'; size])
            .send()
            .unwrap()
    };
    at_once(8, |_| json_of(add(100), 201));
    let answers = at_once(8, |turn| add(100 + turn));
    assert_eq!(tally(&answers, [201, 400]), [2, 6]);
    for refused in answers.into_iter().filter(|answer| answer.status() == 400) {
        assert_eq!(json_of(refused, 400)["code"], "too_many_attachments");
    }
    let list = application.read(instances, "/attachments");
    assert_eq!(list["total_count"], 10);
}

fn bytes_are_taken_once(instances: &Instances, _: &[u8]) {
    let application = uploaded(instances, &blank("pa_form"));
    let add = |_| {
        attach(instances, &application, &vec![b'a'; 2_500_000])
            .send()
            .unwrap()
    };
    let answers = at_once(2, add);
    assert_eq!(tally(&answers, [201, 400]), [1, 1]);
    for refused in answers.into_iter().filter(|answer| answer.status() == 400) {
        let refused = json_of(refused, 400);
        assert_eq!(refused["code"], "attachments_too_large_together");
    }
    let list = application.read(instances, "/attachments");
    assert_eq!(list["total_size"], 2_500_000);
}

fn one_offer_is_preferred(instances: &Instances, _: &[u8]) {
    let application = uploaded(instances, &blank("pa_form"));
    let made = at_once(32, |turn| {
        let made = offer(instances, &application, turn as u64, None)
            .send()
            .unwrap();
        json_of(made, 201)["id"].as_u64().unwrap()
    });
    at_once(32, |turn| {
        let path = format!("/costs/0/offers/{}/preferred", made[turn]);
        let marked = application.next(instances, "PUT", &path).send().unwrap();
        json_of(marked, 200);
    });
    for instance in 0..instances.count() {
        let read = instances.ask(instance, "GET", &application.path("/costs/0/offers"));
        let read = read.header("X-PA-KEY", &application.key).send().unwrap();
        let position = json_of(read, 200);
        let offers = position["offers"].as_array().unwrap();
        let preferred = offers.iter().filter(|offer| offer["is_preferred"] == true);
        assert_eq!((offers.len(), preferred.count()), (32, 1));
    }
}

fn one_condition_holds(instances: &Instances, form: &[u8]) {
    let application = uploaded(instances, form);
    for round in 0..4 {
        let read = application.next(instances, "GET", "").send().unwrap();
        let etag = read.headers()["etag"].clone();
        let name = |turn| format!("Fest {round} von {turn}");
        let answers = at_once(12, |turn| {
            let change = application
                .next(instances, "PUT", "")
                .header("If-Match", etag.clone());
            change.json(&json!({"name": name(turn)})).send().unwrap()
        });
        assert_eq!(tally(&answers, [200, 412]), [1, 11]);
        let winner = answers.iter().position(|answer| answer.status() == 200);
        let data = &application.read(instances, "")["data"];
        assert_eq!(text(data, "name"), name(winner.unwrap()));
    }
}

fn repeated_requests_are_one(instances: &Instances, form: &[u8]) {
    let key = "one-key-over-all-instances";
    let same = |requests: Vec<(bool, Value)>| {
        let (repeated, first) = (
            requests.iter().filter(|(repeated, _)| *repeated),
            &requests[0].1,
        );
        assert_eq!(repeated.count(), requests.len() - 1);
        assert!(requests.iter().all(|(_, answer)| answer == first));
        first.clone()
    };
    let answered = |request: reqwest::blocking::RequestBuilder| {
        let answer = request.header("Idempotency-Key", key).send().unwrap();
        let repeated = answer.headers().contains_key("Idempotency-Replayed");
        (repeated, json_of(answer, 201))
    };
    let before = listed(instances);
    let application = same(at_once(12, |_| answered(upload(instances, form))));
    assert_eq!(listed(instances), before + 1);
    let application = Application::of(&application);
    same(at_once(12, |_| {
        answered(attach(instances, &application, b"a quote"))
    }));
    same(at_once(12, |_| {
        answered(offer(instances, &application, 7, None))
    }));
    let list = application.read(instances, "/attachments");
    assert_eq!(list["total_count"], 1);
    let position = application.read(instances, "/costs/0/offers");
    assert_eq!(ids(&position, "offers").len(), 1);
}

fn listed(instances: &Instances) -> u64 {
    let list = instances.administer("GET", "/applications").send().unwrap();
    json_of(list, 200)["total_count"].as_u64().unwrap()
}

fn keys_are_replaced_everywhere(instances: &Instances, form: &[u8]) {
    let mut application = uploaded(instances, form);
    for _ in 0..2 * instances.count() {
        let replaced = instances
            .administer("POST", &application.path("/key"))
            .send();
        let fresh = text(&json_of(replaced.unwrap(), 200), "pa_key");
        for instance in 0..instances.count() {
            for (key, status) in [(&application.key, 401), (&fresh, 200)] {
                let read = instances.ask(instance, "GET", &application.path(""));
                json_of(read.header("X-PA-KEY", key).send().unwrap(), status);
            }
        }
        application.key = fresh;
    }
    // Of several at once exactly one key is right in the end.
    let fresh = at_once(8, |_| {
        let replaced = instances
            .administer("POST", &application.path("/key"))
            .send();
        text(&json_of(replaced.unwrap(), 200), "pa_key")
    });
    let answers: Vec<_> = fresh
        .iter()
        .map(|key| {
            let read = instances.next("GET", &application.path(""));
            read.header("X-PA-KEY", key).send().unwrap()
        })
        .collect();
    assert_eq!(tally(&answers, [200, 401]), [1, 7]);
}

fn offers_name_what_is_there(instances: &Instances, form: &[u8]) {
    let application = uploaded(instances, form);
    let mut both = 0;
    for round in 0..12 {
        let file = attach(instances, &application, b"a quote").send().unwrap();
        let file = json_of(file, 201)["id"].as_u64().unwrap();
        let answers = at_once(2, |turn| {
            if (turn + round) % 2 == 0 {
                let path = format!("/attachments/{file}");
                let erased = application.next(instances, "DELETE", &path).send().unwrap();
                json_of(erased, 200);
                None
            } else {
                Some(
                    offer(instances, &application, 1, Some(file))
                        .send()
                        .unwrap(),
                )
            }
        });
        let answers: Vec<_> = answers.into_iter().flatten().collect();
        both += tally(&answers, [201, 400])[0];
        let list = application.read(instances, "/attachments");
        assert_eq!(list["total_count"], 0);
        let position = application.read(instances, "/costs/0/offers");
        let offers = position["offers"].as_array().unwrap();
        assert_eq!(offers.len(), both);
        assert!(offers.iter().all(|offer| offer["attachment_id"].is_null()));
    }
}

fn erased_is_erased(instances: &Instances, form: &[u8]) {
    let mut first = 0;
    for round in 0..12 {
        let application = uploaded(instances, form);
        let answers = at_once(4, |turn| {
            if turn == round % 4 {
                let erased = instances.administer("DELETE", &application.path(""));
                json_of(erased.send().unwrap(), 200);
                None
            } else {
                Some(
                    attach(instances, &application, &[b'a'; 20_000])
                        .send()
                        .unwrap(),
                )
            }
        });
        let answers: Vec<_> = answers.into_iter().flatten().collect();
        first += tally(&answers, [201, 401, 404])[0];
        let gone = instances.administer("GET", &application.path("")).send();
        json_of(gone.unwrap(), 404);
    }
    println!("{first} of 36 files came before their application was erased");
}

fn erasing_is_done_once(instances: &Instances, form: &[u8]) {
    let application = uploaded(instances, form);
    let answers = at_once(8, |_| {
        let erased = instances.administer("DELETE", &application.path(""));
        erased.send().unwrap()
    });
    assert_eq!(tally(&answers, [200, 404]), [1, 7]);
}

/// A Redis that was late for once, on a busy machine, is left alone for a moment: then each counts
/// for itself, and another address is tried.
pub(crate) fn requests_are_counted_together(instances: &Instances, form: &[u8]) {
    let counted_together = || {
        let application = uploaded(instances, form);
        let left: Vec<u64> = (0..2 * instances.count())
            .map(|turn| left_after(application.ask(instances, turn, "GET", "/check")))
            .collect();
        left.windows(2).all(|pair| pair[1] + 1 == pair[0])
    };
    assert!(
        (0..240).any(|_| counted_together() || pause()),
        "they never count together"
    );
}

fn pause() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(500));
    false
}
