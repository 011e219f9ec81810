//! The page: all metrics of one process.

use std::sync::Arc;

use prometheus::core::Collector;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

use crate::callback_metric::{CallbackMetric, PREFIX};
use crate::{Description, MetricsError};

/// From a look into memory to a slow upload.
const SECONDS: [f64; 15] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0,
];

/// A number's name and meaning, and the number itself in what knows it.
pub type DescribedNumber<S> = (&'static Description, fn(&S) -> u64);

/// The metrics of one process. Nothing of it is global, so that tests have their own.
pub struct Metrics {
    registry: Registry,
}

impl Metrics {
    /// Metrics of this version of the service.
    pub fn new(version: &str) -> Result<Self, MetricsError> {
        let metrics = Self {
            registry: Registry::new(),
        };
        let what = "Always 1; the label tells the version that runs.";
        let build: IntGaugeVec =
            metrics.with(IntGaugeVec::new(opts("build_info", what), &["version"]))?;
        build.get_metric_with_label_values(&[version])?.set(1);
        Ok(metrics)
    }

    /// Adds numbers that `source` knows. It is asked for each of them whenever the page is written,
    /// so answering must take no time.
    pub fn read<S: 'static, const N: usize>(
        &self,
        source: impl Fn() -> S + Send + Sync + 'static,
        numbers: [DescribedNumber<S>; N],
    ) -> Result<(), MetricsError> {
        let source = Arc::new(source);
        for (description, number) in numbers {
            let source = Arc::clone(&source);
            self.add(CallbackMetric::new(description, move || number(&source()))?)?;
        }
        Ok(())
    }

    /// The same for one of several sources, told apart by the value of a label.
    pub fn read_labelled<S: 'static, const N: usize>(
        &self,
        label: (&'static str, &'static str),
        source: impl Fn() -> S + Send + Sync + 'static,
        numbers: [DescribedNumber<S>; N],
    ) -> Result<(), MetricsError> {
        let source = Arc::new(source);
        for (description, number) in numbers {
            let source = Arc::clone(&source);
            let ask = move || number(&source());
            self.add(CallbackMetric::labelled(description, label, ask)?)?;
        }
        Ok(())
    }

    pub(crate) fn add(&self, metric: CallbackMetric) -> Result<(), MetricsError> {
        Ok(self.registry.register(Box::new(metric))?)
    }

    /// The page, in the text format of Prometheus (version 0.0.4).
    pub fn page(&self) -> Result<String, MetricsError> {
        Ok(TextEncoder::new().encode_to_string(&self.registry.gather())?)
    }

    pub(crate) fn counter(&self, name: &str, what: &str) -> Result<IntCounter, MetricsError> {
        self.with(IntCounter::with_opts(opts(name, what)))
    }

    pub(crate) fn gauge(&self, name: &str, what: &str) -> Result<IntGauge, MetricsError> {
        self.with(IntGauge::with_opts(opts(name, what)))
    }

    pub(crate) fn gauges(
        &self,
        name: &str,
        what: &str,
        labels: &[&str],
    ) -> Result<IntGaugeVec, MetricsError> {
        self.with(IntGaugeVec::new(opts(name, what), labels))
    }

    pub(crate) fn counters(
        &self,
        name: &str,
        what: &str,
        labels: &[&str],
    ) -> Result<IntCounterVec, MetricsError> {
        self.with(IntCounterVec::new(opts(name, what), labels))
    }

    pub(crate) fn durations(
        &self,
        name: &str,
        what: &str,
        labels: &[&str],
    ) -> Result<HistogramVec, MetricsError> {
        let opts = HistogramOpts::new(format!("{PREFIX}{name}"), what).buckets(SECONDS.to_vec());
        self.with(HistogramVec::new(opts, labels))
    }

    fn with<C: Collector + Clone + 'static>(
        &self,
        made: prometheus::Result<C>,
    ) -> Result<C, MetricsError> {
        let collector = made?;
        self.registry.register(Box::new(collector.clone()))?;
        Ok(collector)
    }
}

fn opts(name: &str, what: &str) -> Opts {
    Opts::new(format!("{PREFIX}{name}"), what)
}
