//! The suite that every scanner passes, on a real daemon.

use std::sync::Arc;

use ports::Scanner;
use scan_clamd::{ClamdAddress, ClamdScanner};
use test_servers::clamd::ClamdServer;
use test_servers::waiting::PATIENCE;
use testkit::TestResult;
use testkit::scanner_suite::eicar;

fn make_scanner() -> TestResult<(Arc<dyn Scanner>, ClamdServer)> {
    let server = ClamdServer::start(&eicar())?;
    let address = ClamdAddress::Socket(server.socket());
    Ok((Arc::new(ClamdScanner::new(address, PATIENCE)), server))
}

testkit::scanner_conformance!(make_scanner);
