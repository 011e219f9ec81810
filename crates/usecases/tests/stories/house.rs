//! Everything wired together, with a form type of two fields and a list of costs.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::attachment::Attachment;
use domain::client_network::{ClientAddress, ClientNetwork};
use domain::quota::Quota;
use domain::{Application, PaId, Timestamp};
use forms::form_type::{Column, Entry, Field, FieldType, Section, Table, Width};
use forms::value::Object;
use forms::{FormType, Value};
use ports::{FormOutput, FormPackage, Store, StoreError};
use testkit::blob_suite::listed;
use testkit::{
    CountingEntropy, FailingBlobStore, FailingStore, FixedClock, MemoryBlobStore, MemoryStore,
};
use usecases::{
    AccessControl, ApplicationError, ApplicationPorts, ApplicationView, Applications,
    ExpectedState, FormCatalogue, FormVersions, HistoryRange, NewForm, RateLimitTicket, Storage,
    StorageLimits, StorageRoom, StoringPorts, Sweeper, UploadReport, WorkPools,
};

use crate::fakes::{PlainFormParser, PlainMasterKeys, TextReader, TextWriter};
use crate::made::made;

/// The form that [`House::uploaded`] uploads.
pub(crate) const UPLOADED: &str = "%PDF\nname=Sommerfest";

/// The first entries of a history.
pub(crate) fn first_entries(pa_id: PaId, count: usize) -> HistoryRange {
    HistoryRange {
        pa_id,
        count,
        offset: 0,
    }
}

pub(crate) struct House {
    pub(crate) applications: Applications,
    pub(crate) access: AccessControl,
    pub(crate) sweeper: Sweeper,
    pub(crate) ports: ApplicationPorts,
    pub(crate) forms: Arc<FormCatalogue>,
    pub(crate) versions: Arc<FormVersions>,
    pub(crate) clock: Arc<FixedClock>,
    /// Fail when told to.
    pub(crate) store: Arc<FailingStore>,
    pub(crate) blobs: Arc<FailingBlobStore>,
    /// The same content, never failing.
    pub(crate) rows: Arc<dyn Store>,
    pub(crate) bytes: MemoryBlobStore,
}

impl House {
    pub(crate) fn new() -> Self {
        let rows: Arc<dyn Store> = Arc::new(MemoryStore::default());
        Self::on(rows, MemoryBlobStore::default(), "sample_form")
    }

    /// An instance on these rows and bytes, with one form type of this key.
    pub(crate) fn on(rows: Arc<dyn Store>, bytes: MemoryBlobStore, key: &str) -> Self {
        Self::with_forms(rows, bytes, [package(&format!("{key} 1 20"))])
    }

    /// An instance on these rows and bytes, with these form types.
    pub(crate) fn with_forms(
        rows: Arc<dyn Store>,
        bytes: MemoryBlobStore,
        forms: impl IntoIterator<Item = FormPackage>,
    ) -> Self {
        let store = Arc::new(FailingStore::over(Arc::clone(&rows)));
        let blobs = Arc::new(FailingBlobStore::over(Arc::new(bytes.clone())));
        let clock = Arc::new(FixedClock::default());
        let forms = Arc::new(FormCatalogue::new(forms));
        let versions = FormVersions::new(Arc::clone(&forms), Arc::new(PlainFormParser));
        let versions = Arc::new(versions);
        let storage = Storage {
            store: store.clone(),
            blobs: blobs.clone(),
        };
        let ports = ApplicationPorts {
            storing: StoringPorts {
                store: store.clone(),
                blobs: blobs.clone(),
                clock: clock.clone(),
                entropy: Arc::new(CountingEntropy::default()),
                scanner: None,
                room: StorageRoom::new(storage, StorageLimits::default()),
            },
            reader: Arc::new(TextReader),
            writer: Arc::new(TextWriter),
            build: "1",
        };
        Self {
            applications: Applications::new(
                ports.clone(),
                Arc::clone(&versions),
                WorkPools::new(2, 4).unwrap(),
            ),
            ports,
            forms,
            versions,
            access: AccessControl::new(store.clone(), Arc::new(PlainMasterKeys)),
            sweeper: Sweeper::new(store.clone(), blobs.clone()),
            clock,
            store,
            blobs,
            rows,
            bytes,
        }
    }

    pub(crate) async fn upload(&self, pdf: &'static str) -> Result<UploadReport, ApplicationError> {
        let uploaded = self.applications.upload(self.form(pdf), None);
        uploaded.await.map(made)
    }

    pub(crate) fn form(&self, pdf: &'static str) -> NewForm {
        NewForm {
            client: client(),
            package: Arc::clone(&self.forms.list()[0]),
            filename: r"C:\Users\Ida\Antrag.pdf".to_owned(),
            pdf: Bytes::from_static(pdf.as_bytes()),
            before_storing: Arc::new(|| Ok(())),
        }
    }

    /// An application that was uploaded just now.
    pub(crate) async fn uploaded(&self) -> Result<Application, ApplicationError> {
        let uploaded = self.upload(UPLOADED).await?;
        self.applications.find(uploaded.pa_id).await
    }

    /// Erases an application, whatever its state.
    pub(crate) async fn erase(&self, pa_id: PaId) -> Result<(), ApplicationError> {
        self.applications.remove(pa_id, ExpectedState::Any).await
    }

    /// An application as it is shown.
    pub(crate) async fn view(&self, pa_id: PaId) -> Result<Arc<ApplicationView>, ApplicationError> {
        let application = self.applications.find(pa_id).await?;
        Ok(Arc::new(ApplicationView::of(application)?))
    }

    /// The attachments of an application.
    pub(crate) async fn files(&self, pa_id: PaId) -> Result<Vec<Attachment>, StoreError> {
        let list = self.rows.read(move |rows| rows.list_attachments(pa_id));
        list.await
    }

    pub(crate) async fn blob_count(&self) -> usize {
        listed(&self.bytes).await.map_or(0, |keys| keys.len())
    }

    /// Waits until nothing is loose: until what was dropped has been undone.
    pub(crate) async fn settled(&self) {
        let settling = async {
            while self.loose_count().await > 0 {
                tokio::task::yield_now().await;
            }
        };
        let settled = tokio::time::timeout(Duration::from_secs(60), settling).await;
        assert!(settled.is_ok(), "something stays loose");
    }

    /// Everything that is loose, however young.
    pub(crate) async fn loose_count(&self) -> usize {
        let loose = self
            .rows
            .read(|rows| rows.list_loose_blobs(end_of_time(), 100));
        loose.await.map_or(0, |keys| keys.len())
    }
}

/// The filled form of an application.
pub(crate) async fn filled(
    house: &House,
    pa_id: PaId,
    output: FormOutput,
) -> Result<Bytes, ApplicationError> {
    let view = house.view(pa_id).await?;
    let form = house.applications.unfilled(view, output).await?;
    house.applications.fill(client(), form).await
}

/// Where all requests come from.
pub(crate) fn client() -> ClientNetwork {
    ClientNetwork::of(Ipv4Addr::LOCALHOST.into())
}

/// A request that no limit holds for.
pub(crate) fn uncounted() -> RateLimitTicket {
    let client = ClientAddress::Known(Ipv4Addr::LOCALHOST.into());
    RateLimitTicket::exempt(client, Quota::PER_ADDRESS)
}

pub(crate) fn end_of_time() -> Timestamp {
    Timestamp::from_microseconds(253_402_300_799_999_999).unwrap()
}

pub(crate) fn id(text: &str) -> PaId {
    PaId::parse(text).unwrap()
}

pub(crate) fn patch<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Value {
    let members = members.map(|(name, value)| (name.to_owned(), value));
    Value::Object(Object::from_iter(members))
}

/// A package whose definition is the key of the form type, its version, and how long a name may be.
pub(crate) fn package(definition: &str) -> FormPackage {
    let mut words = definition.split(' ');
    let mut word = || words.next().unwrap();
    let (key, version, max_length) = (word(), word(), word());
    let field = |path: &str, kind| {
        Entry::Field(Field {
            path: path.into(),
            label: path.into(),
            kind,
            required: true,
            not_before: None,
            hint: None,
            width: Width::Full,
        })
    };
    let text = FieldType::Text {
        max_length: max_length.parse().unwrap(),
        multiline: false,
    };
    let date = FieldType::Date {
        format: "dd.mm.yyyy".into(),
    };
    let costs = Table {
        path: "costs".into(),
        label: "Kosten".into(),
        rows: 4,
        columns: vec![Column {
            key: "name".into(),
            label: "Bezeichnung".into(),
            kind: text.clone(),
        }],
    };
    let (name, begin) = (field("name", text), field("projectBeginn", date));
    let entries = vec![name, begin, Entry::Table(costs)];
    let form_type = FormType {
        key: key.into(),
        title: "Antrag".into(),
        version: version.parse().unwrap(),
        language: "de".into(),
        introduction: None,
        sections: vec![Section {
            title: "Projekt".into(),
            entries,
        }],
        names: Default::default(),
        presets: Default::default(),
    };
    let template = format!("%PDF blank {definition}");
    FormPackage::new(form_type, definition.to_owned().into(), template.into())
}
