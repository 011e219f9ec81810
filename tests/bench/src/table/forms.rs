//! Forms in this process: reading and filling alone, on all processors.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench::load::on_threads;
use data_json::JsonLimits;
use forms::{Data, reading, validation};
use pdf_write::TemplateFiller;
use ports::{FormPackage, FormWriter as _};
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
        let data = validation::merge(&self.package.form_type, &Data::default(), &value)
            .map_err(|faults| format!("{faults:?}"))?;
        Ok(self.filler.fill(&self.package, &data, false)?)
    }

    /// Both parsers, their comparison, and the rules of the form type.
    pub(crate) fn read(&self, bytes: &[u8]) -> Fallible<()> {
        let content = pdf_read::read(bytes).map_err(|error| format!("{error:?}"))?;
        let read = reading::read(&self.package.form_type, &content, &[]);
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
