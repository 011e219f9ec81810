//! Forms in this process: reading and filling alone, on all processors.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench::load::on_threads;
use data_json::JsonLimits;
use forms::{Data, Value, validation};
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormWriter as _};
use test_servers::Fallible;

use crate::driver::Driven;

const DATA: &str = include_str!("../../data/pa_form.json");

/// The form type that is measured, and how to fill it.
pub(crate) struct Forms {
    package: Arc<FormPackage>,
    filler: TemplateFiller,
}

impl Forms {
    pub(crate) fn builtin() -> Fallible<Self> {
        let package = forms_toml::builtin()?
            .into_iter()
            .find(|package| package.form_type.key == "pa_form")
            .ok_or("no pa_form")?;
        Ok(Self {
            package: Arc::new(package),
            filler: TemplateFiller::default(),
        })
    }

    /// A filled form that no other number gives.
    pub(crate) fn filled(&self, number: usize) -> Fallible<Vec<u8>> {
        let text = DATA.replace("Fachschaft Physik 2026", &format!("Fachschaft {number}"));
        let value = data_json::parse(text.as_bytes(), JsonLimits::BODY)
            .map_err(|error| format!("{error:?}"))?;
        let data = self.changed(&Data::default(), &value)?;
        Ok(self
            .filler
            .fill(&self.package, &data, FormOutput::Fillable)?)
    }

    /// The data in an answer that shows an application.
    pub(crate) fn shown(&self, answer: &[u8]) -> Fallible<Data> {
        let answer = data_json::parse(answer, JsonLimits::BODY);
        let answer = answer.map_err(|error| format!("{error:?}"))?;
        self.changed(&Data::default(), answer.at("data").ok_or("no data")?)
    }

    /// A filled form with this data, but for a name that no other number gives.
    pub(crate) fn refilled(&self, data: &Data, number: usize) -> Fallible<Vec<u8>> {
        let name = format!(r#"{{"name": "Fest {number}"}}"#);
        let patch = data_json::parse(name.as_bytes(), JsonLimits::BODY);
        let patch = patch.map_err(|error| format!("{error:?}"))?;
        let data = self.changed(data, &patch)?;
        Ok(self
            .filler
            .fill(&self.package, &data, FormOutput::Fillable)?)
    }

    fn changed(&self, data: &Data, patch: &Value) -> Fallible<Data> {
        let changed = validation::merge(&self.package.form_type, data, patch);
        changed.map_err(|faults| format!("{faults:?}").into())
    }

    /// Both parsers, their comparison, and the rules of the form type.
    pub(crate) fn read(&self, bytes: &[u8]) -> Fallible<()> {
        let content = pdf_read::read(bytes).map_err(|error| format!("{error:?}"))?;
        let read = form_reading::read(&self.package.form_type, &content, &[]);
        read.map(drop).map_err(|error| format!("{error:?}").into())
    }
}

/// Does this on every processor, for so long.
pub(crate) fn on_all_processors(
    time: Duration,
    work: impl Fn(usize) -> Fallible<()> + Sync,
) -> Fallible<Driven> {
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let processors = std::thread::available_parallelism()?.get();
    on_threads(processors, &|_| {
        while start.elapsed() < time {
            work(next.fetch_add(1, Ordering::Relaxed))?;
        }
        Ok(())
    })?;
    Ok(Driven {
        count: next.into_inner(),
        elapsed: start.elapsed(),
    })
}
