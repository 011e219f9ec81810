//! The room for files: what was measured last. What is not known is not on the page.

use std::sync::{Arc, Mutex, PoisonError};

use crate::callback_metric::CallbackMetric;
use crate::descriptions::{FREE, FREE_MIN, STORED, STORED_MAX};
use crate::{Description, Metrics, MetricsError};

/// When no more files are taken, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct RoomBounds {
    pub free_min: u64,
    pub stored_max: Option<u64>,
}

/// How much room there was when somebody looked, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct RoomMeasurement {
    pub stored: u64,
    pub blobs_free: Option<u64>,
    pub database_free: Option<u64>,
}

/// What is told of the room for files.
pub struct Room {
    last: Arc<Mutex<Option<RoomMeasurement>>>,
}

impl Room {
    /// Within these bounds; nothing was measured so far.
    pub fn new(metrics: &Metrics, bounds: RoomBounds) -> Result<Self, MetricsError> {
        let room = Self {
            last: Arc::default(),
        };
        metrics.add(CallbackMetric::known(&FREE_MIN, &[], move || {
            Some(bounds.free_min)
        })?)?;
        if bounds.stored_max.is_some() {
            metrics.add(CallbackMetric::known(&STORED_MAX, &[], move || {
                bounds.stored_max
            })?)?;
        }
        room.add(metrics, &STORED, &[], |last| Some(last.stored))?;
        room.add(metrics, &FREE, &[("of", "blobs")], |last| last.blobs_free)?;
        let of_database = [("of", "database")];
        room.add(metrics, &FREE, &of_database, |last| last.database_free)?;
        Ok(room)
    }

    /// Takes what was found; `None` where it could not be measured.
    pub fn measured(&self, found: Option<RoomMeasurement>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }

    fn add(
        &self,
        metrics: &Metrics,
        description: &Description,
        labels: &[(&'static str, &'static str)],
        number: fn(RoomMeasurement) -> Option<u64>,
    ) -> Result<(), MetricsError> {
        let last = Arc::clone(&self.last);
        let ask = move || {
            let last = *last.lock().unwrap_or_else(PoisonError::into_inner);
            last.and_then(number)
        };
        metrics.add(CallbackMetric::known(description, labels, ask)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, RoomBounds, RoomMeasurement};
    use crate::Metrics;

    /// The lines of the page that are about the room.
    fn lines(metrics: &Metrics) -> Vec<String> {
        let page = metrics.page().unwrap();
        let lines = page.lines().filter_map(|line| {
            let line = line.strip_prefix("formservice_")?;
            (!line.starts_with("build")).then(|| line.to_owned())
        });
        lines.collect()
    }

    #[test]
    fn measured_room_is_on_the_page_until_it_cannot_be_measured() {
        let metrics = Metrics::new("0.0.0").unwrap();
        let bounds = RoomBounds {
            free_min: 5,
            stored_max: Some(100),
        };
        let room = Room::new(&metrics, bounds).unwrap();
        let bounds = ["free_min_bytes 5", "stored_max_bytes 100"];
        assert_eq!(lines(&metrics), bounds);
        room.measured(Some(RoomMeasurement {
            stored: 42,
            blobs_free: Some(7),
            database_free: None,
        }));
        let all = [
            "free_bytes{of=\"blobs\"} 7",
            "free_min_bytes 5",
            "stored_bytes 42",
            "stored_max_bytes 100",
        ];
        assert_eq!(lines(&metrics), all);
        room.measured(None);
        assert_eq!(lines(&metrics), bounds);
    }

    #[test]
    fn room_without_a_bound_has_none_on_the_page() {
        let metrics = Metrics::new("0.0.0").unwrap();
        let bounds = RoomBounds {
            free_min: 0,
            stored_max: None,
        };
        Room::new(&metrics, bounds).unwrap();
        assert_eq!(lines(&metrics), ["free_min_bytes 0"]);
    }
}
