//! The table of metrics and the rules for alerts in docs/OPERATING.md, against the page.

use test_servers::waiting::wait_until;

use crate::page::Page;
use crate::service::Service;

#[test]
fn docs_operating_tells_of_every_metric_and_alerts_on_those_there_are() {
    let bound = ("FORMSERVICE__LIMITS__STORED_TOTAL_BYTES", "1000000");
    let service = Service::start_in_with(tempfile::tempdir().unwrap(), &[bound]);
    // What has labels is there from the first request on, what is measured soon after the start.
    service.get("/").send().unwrap();
    wait_until("a request and the free space on the page", || {
        let page = Page::of(&service);
        ["http_requests_total", "free_bytes"]
            .iter()
            .all(|name| !page.under(&format!("formservice_{name}")).is_empty())
    });
    let page = service.metrics();
    let document = include_str!("../../../docs/OPERATING.md");
    let families = page.lines().filter_map(|line| {
        let family = line.strip_prefix("# TYPE ")?.split(' ').next()?;
        Some(family.strip_prefix("formservice_").unwrap_or(family))
    });
    let rows: Vec<&str> = document
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let families: Vec<&str> = families.collect();
    for family in &families {
        let is_in = |row: &&str| {
            row.contains(&format!("`{family}`")) || row.contains(&format!("`{family}{{"))
        };
        assert!(rows.iter().any(is_in), "{family} is not in the table");
    }
    let is_word = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    for rest in document.split("formservice_").skip(1) {
        let alerted = rest.split(|letter| !is_word(letter)).next().unwrap();
        let family = alerted.strip_suffix("_bucket").unwrap_or(alerted);
        // Only where Redis and a scanner are configured.
        let is_configured = !["limiter_shared_up", "scans_total"].contains(&family);
        let is_there = families.contains(&family);
        assert!(
            is_there || family.is_empty() || !is_configured,
            "there is no metric {family}"
        );
    }
}

#[test]
fn docs_operating_says_for_each_alert_what_to_do() {
    let document = include_str!("../../../docs/OPERATING.md");
    let words = |line: &'static str| line.split(['|', ',', ' ']).collect::<Vec<_>>();
    let rules = document
        .lines()
        .filter_map(|line| line.split_once("- alert: "));
    let alerts: Vec<&str> = rules.map(|(_, rule)| words(rule)[0]).collect();
    assert!(alerts.len() > 10, "{alerts:?}");
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| Formservice"));
    let told: Vec<&str> = rows.flat_map(words).collect();
    for alert in alerts {
        assert!(
            told.contains(&alert),
            "{alert} has no row that says what to do"
        );
    }
}
