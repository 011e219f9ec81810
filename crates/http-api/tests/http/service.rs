//! A service of its own for each test, listening on a free port.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use domain::attachment::AttachmentLimits;
use domain::quota::Quota;
use http_api::{Api, HttpSettings, Pools, serve};
use ipnet::IpNet;
use testkit::PlainLimiter;
use tokio::sync::oneshot;
use usecases::{
    AccessControl, Applications, Attachments, CostPositions, LimitRules, RequestLimits,
    RetryPepper, Storage, WorkPools,
};

use crate::client::{Request, Response};
use crate::fakes::PlainMasterKeys;
use crate::house::House;

pub(crate) struct Service {
    pub(crate) house: House,
    pub(crate) address: SocketAddr,
    pub(crate) pools: Pools,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// What an upload answered.
pub(crate) struct Uploaded {
    pub(crate) path: String,
    pub(crate) key: String,
}

impl Service {
    pub(crate) fn start() -> Self {
        Self::start_with(HttpSettings::default())
    }

    pub(crate) fn start_with(settings: HttpSettings) -> Self {
        Self::start_limited(settings, vec!["127.0.0.0/8".parse().unwrap()])
    }

    /// With limits of five for an address, three for a key, two for a master key at an address, an
    /// hour each, and four uploads a day, for all but these networks.
    pub(crate) fn start_limited(settings: HttpSettings, exempt: Vec<IpNet>) -> Self {
        Self::start_over(House::new(), settings, exempt)
    }

    /// The same over what is stored there.
    pub(crate) fn start_over(house: House, settings: HttpSettings, exempt: Vec<IpNet>) -> Self {
        let rules = LimitRules {
            enabled: true,
            per_address: Quota::new(5, 3600).unwrap(),
            per_key: Quota::new(3, 3600).unwrap(),
            per_master_key: Quota::new(2, 3600).unwrap(),
            uploads: Quota::new(4, 86_400).unwrap(),
            exempt,
        };
        let counter = Arc::new(PlainLimiter::default());
        let clock = house.ports.storing.clock.clone();
        let limits = RequestLimits::new(rules, counter, None, clock);
        let forms = Arc::clone(&house.forms);
        let (versions, work) = (Arc::clone(&house.versions), WorkPools::new(2, 4).unwrap());
        let applications = Applications::new(house.ports.clone(), versions, work);
        let access =
            AccessControl::new(house.ports.storing.store.clone(), Arc::new(PlainMasterKeys));
        let store = || house.ports.storing.store.clone();
        let pools = Pools::new(&settings);
        let api = Api {
            applications: Arc::new(applications),
            attachments: Arc::new(attachments(&house)),
            cost_positions: Arc::new(CostPositions::new(
                store(),
                house.ports.storing.clock.clone(),
            )),
            forms,
            storage: Storage {
                store: store(),
                blobs: house.ports.storing.blobs.clone(),
            },
            access: Arc::new(access),
            limits: Arc::new(limits),
            retry_pepper: RetryPepper::of("the pepper of the tests"),
            listener: Arc::new(()),
            pools: pools.clone(),
            settings: HttpSettings {
                workers: 2,
                ..settings
            },
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || serve_until(stopped, api, listener));
        Self {
            house,
            address,
            pools,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn request(&self, method: &str, target: &str) -> Request {
        Request::new(self.address, method, target)
    }

    pub(crate) fn get(&self, target: &str) -> Response {
        self.request("GET", target).send()
    }

    /// Uploads a "PDF" of the sample form type.
    pub(crate) fn upload(&self, pdf: &str) -> Response {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"form_type\"\r\n\r\nsample_form\r\n\
             --b\r\nContent-Disposition: form-data; name=\"file\"; \
             filename=\"a.pdf\"\r\n\r\n{pdf}\r\n--b--\r\n"
        );
        self.multipart(&body)
    }

    /// Posts a multipart body with the boundary `b`.
    pub(crate) fn multipart(&self, body: &str) -> Response {
        self.request("POST", "/upload")
            .body("multipart/form-data; boundary=b", body)
            .send()
    }

    /// An application that was uploaded just now.
    pub(crate) fn uploaded(&self) -> Uploaded {
        let answer = self.upload("%PDF\nname=Sommerfest").json();
        let text = |member: &str| answer[member].as_str().unwrap().to_owned();
        Uploaded {
            path: format!("/applications/{}", text("pa_id")),
            key: text("pa_key"),
        }
    }

    /// Tells it to stop, without waiting. So does dropping it.
    pub(crate) fn tell_to_stop(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until it has stopped.
    pub(crate) fn stopped(&mut self) -> std::io::Result<()> {
        self.tell_to_stop();
        self.thread
            .take()
            .map_or(Ok(()), |thread| thread.join().unwrap())
    }
}

fn serve_until(
    stopped: oneshot::Receiver<()>,
    api: Api,
    listener: TcpListener,
) -> std::io::Result<()> {
    let shutdown = async { drop(stopped.await) };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(api, listener, shutdown))
}

fn attachments(house: &House) -> Attachments {
    Attachments::new(house.ports.storing.clone(), AttachmentLimits::default())
}
