//! The least that can be done with this HTTP library: a handler that answers the same bytes, in a
//! process of its own.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use actix_web::http::ConnectionType;
use actix_web::web::{Bytes, Data, get};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use test_servers::Fallible;

/// The argument with which the bench is started once more, as this server.
pub(crate) const COMMAND: &str = "bare";

/// The answers whose name begins so close the connection.
const CLOSING: &str = "closing";

/// The running server; killed when it goes out of scope.
pub(crate) struct BareServer {
    child: Child,
    pub(crate) address: String,
}

impl BareServer {
    /// Serves the files of a folder from memory.
    pub(crate) fn start(folder: &Path) -> Fallible<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(COMMAND)
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        let said = child.stdout.take().ok_or("no output")?;
        BufReader::new(said).read_line(&mut address)?;
        let address = address.trim().to_owned();
        Ok(Self { child, address })
    }
}

impl BareServer {
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for BareServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves until it is killed.
pub(crate) fn serve(folder: &str) -> Fallible<()> {
    let mut answers = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        answers.insert(name, Bytes::from(fs::read(entry.path())?));
    }
    let answers = Data::new(answers);
    actix_web::rt::System::new().block_on(async {
        let app = move || {
            App::new()
                .app_data(answers.clone())
                .route("/{name}", get().to(answer))
        };
        let server = HttpServer::new(app)
            .workers(std::thread::available_parallelism()?.get())
            .bind(("127.0.0.1", 0))?;
        writeln!(std::io::stdout(), "{}", server.addrs()[0])?;
        Ok(server.run().await?)
    })
}

async fn answer(request: HttpRequest, answers: Data<HashMap<String, Bytes>>) -> HttpResponse {
    let name = request.match_info().query("name");
    let Some(body) = answers.get(name) else {
        return HttpResponse::NotFound().finish();
    };
    let mut response = HttpResponse::Ok();
    response.content_type("application/json");
    let mut response = response.body(body.clone());
    if name.starts_with(CLOSING) {
        let head = response.head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    response
}
