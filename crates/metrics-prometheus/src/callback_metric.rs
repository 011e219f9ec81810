//! Numbers that others know, asked for when the page is written.

use prometheus::core::{Collector, Desc, Describer as _};
use prometheus::proto::MetricFamily;
use prometheus::{Gauge, IntCounter, Opts};

use crate::{Description, Kind, MetricsError};

/// What the name of every metric of the service begins with.
pub(crate) const PREFIX: &str = "formservice_";

type Ask = Box<dyn Fn() -> Option<f64> + Send + Sync>;

/// A number that somebody else knows.
pub(crate) struct CallbackMetric {
    opts: Opts,
    described: Desc,
    kind: Kind,
    ask: Ask,
}

impl CallbackMetric {
    pub(crate) fn new(
        description: &Description,
        ask: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Result<Self, MetricsError> {
        let opts = Opts::new(format!("{PREFIX}{}", description.name), description.what);
        Self::of(description.kind, opts, move || Some(ask() as f64))
    }

    /// One of several of a name, told apart by a label.
    pub(crate) fn labelled(
        description: &Description,
        (label, value): (&'static str, &'static str),
        ask: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Result<Self, MetricsError> {
        let opts = Opts::new(format!("{PREFIX}{}", description.name), description.what);
        let opts = opts.const_label(label, value);
        Self::of(description.kind, opts, move || Some(ask() as f64))
    }

    /// A number, told apart by labels, that is not on the page while nobody knows it.
    pub(crate) fn known(
        description: &Description,
        labels: &[(&'static str, &'static str)],
        ask: impl Fn() -> Option<u64> + Send + Sync + 'static,
    ) -> Result<Self, MetricsError> {
        let opts = Opts::new(format!("{PREFIX}{}", description.name), description.what);
        let opts = labels.iter().fold(opts, |opts, (label, value)| {
            opts.const_label(*label, *value)
        });
        Self::of(description.kind, opts, move || {
            ask().map(|number| number as f64)
        })
    }

    /// A number under its full name. Where nobody knows it, it is not on the page.
    pub(crate) fn named(
        kind: Kind,
        name: String,
        what: &str,
        ask: impl Fn() -> Option<f64> + Send + Sync + 'static,
    ) -> Result<Self, MetricsError> {
        Self::of(kind, Opts::new(name, what), ask)
    }

    fn of(
        kind: Kind,
        opts: Opts,
        ask: impl Fn() -> Option<f64> + Send + Sync + 'static,
    ) -> Result<Self, MetricsError> {
        Ok(Self {
            described: opts.describe()?,
            opts,
            kind,
            ask: Box::new(ask),
        })
    }

    fn collected(&self) -> prometheus::Result<Vec<MetricFamily>> {
        let Some(number) = (self.ask)() else {
            return Ok(Vec::new());
        };
        match self.kind {
            Kind::Counter => {
                let counter = IntCounter::with_opts(self.opts.clone())?;
                counter.inc_by(number as u64);
                Ok(counter.collect())
            }
            Kind::Gauge => {
                let gauge = Gauge::with_opts(self.opts.clone())?;
                gauge.set(number);
                Ok(gauge.collect())
            }
        }
    }
}

impl Collector for CallbackMetric {
    fn desc(&self) -> Vec<&Desc> {
        vec![&self.described]
    }

    fn collect(&self) -> Vec<MetricFamily> {
        // The name was taken when it was described, so it is taken again.
        self.collected().unwrap_or_default()
    }
}
