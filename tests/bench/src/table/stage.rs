//! All that the rows are measured on: the service, what is stored in it, and what it is compared
//! with.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use actix_web::web::Bytes;
use bench::client::Client;
use bench::requests::{Own, attachment, get, upload};
use forms::Data;
use tempfile::TempDir;
use test_servers::Fallible;

use crate::Effort;
use crate::bare::BareServer;
use crate::connection::Request;
use crate::driver::Load;
use crate::forms::Forms;
use crate::nginx::Nginx;
use crate::service::Service;

/// The size of an attachment that is a large file.
pub(crate) const LARGE_BYTES: usize = 50 * 1_048_576;

/// The size of a usual one.
pub(crate) const SMALL_BYTES: usize = 100 * 1024;

/// How many attachments an application may have, and how many offers a cost position.
const ATTACHMENTS_MAX: usize = 30;
const OFFERS_MAX: usize = 50;

/// Cost positions of the applications that offers are for.
const POSITIONS: usize = 20;

/// Applications that requests are spread over.
const APPLICATIONS: usize = 100;

/// Forms that differ in their data.
const FORMS: usize = 32;

/// A key that can be none.
const JUNK: &str = "X-PA-KEY: pak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

pub(crate) struct Stage {
    pub(crate) effort: Effort,
    pub(crate) service: Service,
    /// One that refuses everything but the first request.
    pub(crate) refusing: Service,
    pub(crate) folder: TempDir,
    pub(crate) forms: Forms,
    pub(crate) uploads: Vec<Bytes>,
    pub(crate) filled: Vec<Vec<u8>>,
    pub(crate) applications: Vec<Own>,
    /// What `applications` have in common.
    pub(crate) shown: Data,
    /// Offers made of `applications` so far.
    offers: Cell<usize>,
    /// The application with as many attachments as it may have.
    pub(crate) attached: Own,
    /// The path of a large file, and its application.
    pub(crate) large: (Own, String),
    pub(crate) small_body: Bytes,
    pub(crate) large_body: Bytes,
    pub(crate) bare: BareServer,
    pub(crate) nginx: Option<Nginx>,
}

impl Stage {
    pub(crate) fn prepare(program: &Path, effort: Effort, service: Service) -> Fallible<Self> {
        let refusing = [("PER_ADDRESS", "1"), ("WINDOW_SECONDS", "3600")];
        let refusing =
            refusing.map(|(name, value)| (format!("RATE_LIMIT__{name}"), value.to_owned()));
        let refusing = Service::start(program, &refusing)?;
        let folder = tempfile::tempdir()?;
        let forms = Forms::builtin()?;
        let filled: Fallible<Vec<_>> = (0..FORMS).map(|number| forms.filled(number)).collect();
        let filled = filled?;
        let uploads = filled.iter().map(|form| upload(form).into()).collect();
        let applications = with_positions(&service, APPLICATIONS)?;
        let shown = service.done(&[applications[0].read()])?.concat();
        let shown = forms.shown(shown.as_bytes())?;
        let small: Vec<u8> = (0..SMALL_BYTES)
            .map(|number| (number % 251) as u8)
            .collect();
        let large: Vec<u8> = (0..LARGE_BYTES)
            .map(|number| (number % 253) as u8)
            .collect();
        let (small_body, large_body) = (attachment(&small), attachment(&large));
        let [attached, holder] = <[Own; 2]>::try_from(service.applications(2)?)
            .map_err(|_| "two applications are missing")?;
        let attach = |own: &Own, body: &[u8]| [&own.attach(body.len()), body].concat();
        let usual: Vec<_> = (0..ATTACHMENTS_MAX)
            .map(|_| attach(&attached, &attachment(b"a few bytes")))
            .collect();
        service.done(&usual)?;
        let answer = service.done(&[attach(&holder, &large_body)])?.concat();
        let id = answer.split("\"id\":").nth(1).ok_or("no id")?;
        let id: String = id.chars().take_while(char::is_ascii_digit).collect();
        let files = folder.path().join("files");
        fs::create_dir(&files)?;
        let answers = [
            ("application", &service, applications[0].read()),
            ("pdf", &service, applications[0].read_of("?format=pdf")),
            ("attachments", &service, attached.read_of("/attachments")),
            ("junk", &service, junk()),
            ("closing-refused", &refusing, get("/forms", "Accept: */*")),
        ];
        for (name, of, request) in answers {
            let mut client = Client::connect(&of.instance.address())?;
            if name == "closing-refused" {
                client.send(&request)?;
            }
            fs::write(files.join(name), client.send(&request)?.body)?;
        }
        let bare = BareServer::start(&files)?;
        // From here on `bare` has read what it serves.
        fs::write(files.join("large"), &large)?;
        let nginx = Nginx::start(&files, folder.path())?;
        Ok(Self {
            effort,
            refusing,
            service,
            folder,
            forms,
            uploads,
            filled,
            applications,
            shown,
            offers: Cell::new(0),
            attached,
            large: (holder, format!("/attachments/{id}")),
            small_body: small_body.into(),
            large_body: large_body.into(),
            bare,
            nginx,
        })
    }

    /// So many connections, for the time of a measurement.
    pub(crate) fn load(&self, connections: usize) -> Load {
        Load {
            connections,
            time: self.effort.time,
            requests_max: usize::MAX,
        }
    }

    /// Offers for all applications in turn; each is made once.
    pub(crate) fn offer_for_all(&self) -> Request {
        let number = self.offers.replace(self.offers.get() + 1);
        let own = &self.applications[number % APPLICATIONS];
        own.offer_for(number / APPLICATIONS / OFFERS_MAX % POSITIONS)
            .into()
    }

    /// Fresh applications, enough for so many offers, each of which gets its own before the next
    /// one's turn.
    pub(crate) fn one_by_one(&self, offers: usize) -> Fallible<Vec<Own>> {
        with_positions(&self.service, offers.div_ceil(OFFERS_MAX * POSITIONS))
    }
}

/// The offer with this number for applications that have their turn one after the other.
pub(crate) fn offer_in_turn(own: &[Own], number: usize) -> Request {
    let each = OFFERS_MAX * POSITIONS;
    own[number / each]
        .offer_for(number % each / OFFERS_MAX)
        .into()
}

/// The attachment with this number for applications that have their turn one after the other.
pub(crate) fn attach_in_turn(own: &[Own], each: usize, number: usize, body: &Bytes) -> Request {
    Request {
        head: own[number / each].attach(body.len()).into(),
        body: body.clone(),
    }
}

/// A request with a key that can be none.
pub(crate) fn junk() -> Vec<u8> {
    get("/applications/26-0001", JUNK)
}

fn with_positions(service: &Service, count: usize) -> Fallible<Vec<Own>> {
    let own = service.applications(count)?;
    let costs = vec![r#"{"name": "Getränke", "amount": 412.5}"#; POSITIONS].join(",");
    let patch = format!(r#"{{"costs": [{costs}]}}"#);
    let changes: Vec<_> = own.iter().map(|own| own.change(&patch)).collect();
    service.done(&changes)?;
    Ok(own)
}
