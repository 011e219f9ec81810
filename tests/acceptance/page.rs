//! The page for Prometheus, read strictly: what its text format (version 0.0.4) does not allow
//! fails the story.

use std::collections::{BTreeMap, BTreeSet};

use crate::service::Service;

/// What stood on a page: each series with its labels, as it is written.
pub(crate) struct Page(BTreeMap<String, f64>);

impl Page {
    /// The page of a service as it is now.
    pub(crate) fn of(service: &Service) -> Self {
        Self::read(&service.metrics())
    }

    /// Reads a page.
    pub(crate) fn read(text: &str) -> Self {
        assert!(text.ends_with('\n'), "the last line is cut");
        let mut series = BTreeMap::new();
        let (mut helped, mut typed) = (BTreeSet::new(), BTreeMap::new());
        let mut family = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').expect(line);
                assert!(is_name(name) && help.len() > 10, "{line}");
                assert!(helped.insert(name.to_owned()), "twice: {line}");
                name.clone_into(&mut family);
            } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').expect(line);
                assert_eq!(name, family, "no HELP before {line}");
                assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
                assert!(typed.insert(name.to_owned(), kind.to_owned()).is_none());
            } else {
                let (labelled, value) = line.rsplit_once(' ').expect(line);
                let name = labelled.split('{').next().expect(line);
                let kind = typed.get(&family).expect(line);
                assert!(belongs(name, &family, kind), "{line} stands under {family}");
                check_labels(&labelled[name.len()..], line);
                let value = value.parse().expect(line);
                assert!(kind == "gauge" || value >= 0.0, "{line}");
                assert!(
                    series.insert(labelled.to_owned(), value).is_none(),
                    "twice: {line}"
                );
            }
        }
        assert_eq!(helped.len(), typed.len());
        Self(series)
    }

    /// The number of a series; 0 where there is none.
    pub(crate) fn number(&self, series: &str) -> f64 {
        self.0.get(series).copied().unwrap_or_default()
    }

    /// The series under a name.
    pub(crate) fn under(&self, name: &str) -> Vec<(&str, f64)> {
        let prefix = format!("{name}{{");
        let series = self
            .0
            .iter()
            .filter(|(series, _)| series.starts_with(&prefix));
        series
            .map(|(series, number)| (series.as_str(), *number))
            .collect()
    }
}

fn is_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    name.starts_with(is_letter)
        && name
            .chars()
            .all(|letter| is_letter(letter) || letter.is_ascii_digit())
}

/// Names after the conventions: counters end in `_total`, what a histogram is made of begins with
/// its name.
fn belongs(name: &str, family: &str, kind: &str) -> bool {
    match kind {
        "counter" => name == family && name.ends_with("_total"),
        "histogram" => ["_bucket", "_sum", "_count"]
            .iter()
            .any(|part| name.strip_suffix(part) == Some(family)),
        _ => name == family && !name.ends_with("_total"),
    }
}

/// `{name="value",…}`, or nothing. No value of the service needs an escape.
fn check_labels(labels: &str, line: &str) {
    if labels.is_empty() {
        return;
    }
    let inner = labels
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    for label in inner.expect(line).split("\",") {
        let (name, value) = label.split_once("=\"").expect(line);
        let value = value.strip_suffix('"').unwrap_or(value);
        assert!(is_name(name), "{line}");
        assert!(!value.contains(['"', '\\', '\n']), "{line}");
    }
}
