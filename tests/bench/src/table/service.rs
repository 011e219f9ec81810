//! The service under load.

use std::path::Path;

use bench::client::Client;
use bench::instance::{Instance, Settings, master_key_hash};
use bench::load::on_threads;
use bench::processor;
use bench::requests::{Own, upload};
use test_servers::Fallible;

use crate::connection::Request;
use crate::driver::{Driven, Expected, Load, drive};

const UPLOADERS: usize = 4;

/// One instance, and what it is loaded with.
pub(crate) struct Service {
    pub(crate) instance: Instance,
    upload: Vec<u8>,
}

/// What a measurement gave.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) rate: f64,
    /// Milliseconds of processor time for each, of whatever answers; none where that is the bench.
    pub(crate) processor: Option<f64>,
}

impl From<Driven> for Sample {
    fn from(driven: Driven) -> Self {
        Self {
            rate: driven.rate(),
            processor: None,
        }
    }
}

impl Service {
    /// Starts one with limits on requests that everyone is counted for and nobody reaches.
    pub(crate) fn start(program: &Path, more: &[(String, String)]) -> Fallible<Self> {
        let mut settings: Settings = vec![master_key_hash(program)?];
        let limits = [
            ("RATE_LIMIT__EXEMPT", "192.0.2.0/24"),
            ("RATE_LIMIT__PER_ADDRESS", "6000000"),
            ("RATE_LIMIT__PER_KEY", "6000000"),
            ("RATE_LIMIT__PER_MASTER_KEY", "6000000"),
            ("RATE_LIMIT__UPLOADS_PER_DAY", "6000000"),
        ];
        let limits = limits.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (name, value) in limits.iter().chain(more) {
            settings.push((format!("FORMSERVICE__{name}"), value.clone()));
        }
        Ok(Self {
            instance: Instance::start(program, &settings)?,
            upload: upload(&bench::form()?),
        })
    }

    /// Uploads so many applications.
    pub(crate) fn applications(&self, count: usize) -> Fallible<Vec<Own>> {
        let address = self.instance.address();
        let some = |uploader: usize| -> Fallible<Vec<Own>> {
            let mut client = Client::connect(&address)?;
            let own = (uploader..count).step_by(UPLOADERS);
            own.map(|_| Own::upload(&mut client, &self.upload))
                .collect()
        };
        Ok(on_threads(UPLOADERS, &some)?.concat())
    }

    /// Answers of requests that must succeed.
    pub(crate) fn done(&self, requests: &[Vec<u8>]) -> Fallible<Vec<String>> {
        let mut client = Client::connect(&self.instance.address())?;
        let answers = requests.iter().map(|request| client.done(request));
        answers.collect()
    }

    /// Loads it, and counts the processor time.
    pub(crate) fn drive(
        &self,
        load: Load,
        expected: Expected,
        request: &dyn Fn(usize) -> Request,
    ) -> Fallible<Sample> {
        let address = self.instance.address();
        Sample::of(self.instance.process(), || {
            drive(&address, load, expected, request)
        })
    }
}

impl Sample {
    /// Of work for which this process, or what it has started, uses the processor.
    pub(crate) fn of(process: u32, work: impl FnOnce() -> Fallible<Driven>) -> Fallible<Self> {
        let before = processor::seconds_of_family(process)?;
        let driven = work()?;
        let milliseconds = (processor::seconds_of_family(process)? - before) * 1000.0;
        Ok(Self {
            rate: driven.rate(),
            processor: Some(milliseconds / driven.count.max(1) as f64),
        })
    }
}
