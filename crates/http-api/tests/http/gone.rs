//! Clients that hang up before their answer: what they waited for is left to others.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex};

use forms::Data;
use http_api::HttpSettings;
use ports::{FillError, FilledForm, FormOutput, FormPackage, FormWriter};

use crate::client::Response;
use crate::house::House;
use crate::service::{Service, Uploaded};
use crate::shares::wait_until;

/// Fills nothing before it is told to go on.
#[derive(Default)]
struct HeldWriter {
    state: Mutex<HeldState>,
    released: Condvar,
}

#[derive(Default)]
struct HeldState {
    begun: usize,
    is_released: bool,
}

impl HeldWriter {
    fn begun(&self) -> usize {
        self.state.lock().unwrap().begun
    }

    fn release(&self) {
        self.state.lock().unwrap().is_released = true;
        self.released.notify_all();
    }
}

impl FormWriter for HeldWriter {
    fn fill(&self, _: &Arc<FormPackage>, _: &Data, _: FormOutput) -> Result<Vec<u8>, FillError> {
        let mut state = self.state.lock().unwrap();
        state.begun += 1;
        drop(self.released.wait_while(state, |state| !state.is_released));
        Ok(b"%PDF".to_vec())
    }

    fn fill_reported(&self, _: &Arc<FormPackage>, _: &Data) -> Result<FilledForm, FillError> {
        Err(FillError::Failed("not asked for".into()))
    }

    fn blank(&self, _: &Arc<FormPackage>, _: FormOutput) -> Result<Vec<u8>, FillError> {
        Ok(b"%PDF".to_vec())
    }

    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError> {
        self.blank(package, FormOutput::Flat)
    }

    fn digest(&self) -> [u8; 32] {
        [0; 32]
    }
}

fn ask_for_pdf(service: &Service, of: &Uploaded) -> TcpStream {
    let mut stream = TcpStream::connect(service.address).unwrap();
    let Uploaded { path, key } = of;
    let request = format!(
        "GET {path}?format=pdf HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {key}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

#[test]
fn a_form_is_not_filled_for_a_client_that_has_gone() {
    let (mut house, writer) = (House::new(), Arc::new(HeldWriter::default()));
    house.ports.writer = writer.clone();
    let service = Service::start_over(house, HttpSettings::default(), Vec::new());
    let uploaded = service.uploaded();
    let connections = &service.pools.connections;
    let mut patient = [0, 1].map(|_| ask_for_pdf(&service, &uploaded));
    wait_until("two are filled", || writer.begun() == 2);
    let gone = ask_for_pdf(&service, &uploaded);
    wait_until("the third waits", || connections.load().held == 3);
    drop(gone);
    wait_until("it is given up", || connections.load().held == 2);
    writer.release();
    for stream in &mut patient {
        assert_eq!(Response::read(stream).status, 200);
    }
    assert_eq!(writer.begun(), 2);
}
