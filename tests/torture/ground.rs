//! What each run begins with: a copy of a folder that has an application.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use test_harness::operator;
use test_harness::service::{Service, Uploaded};

use crate::operations::furnished;
use crate::state::State;

pub(crate) struct Ground {
    pub(crate) folder: TempDir,
    pub(crate) own: Uploaded,
    /// What the service answers on the folder as it is.
    pub(crate) before: State,
}

impl Ground {
    pub(crate) fn furnished() -> Self {
        let (folder, own) = furnished();
        let service = Service::start_in(copy(folder.path()));
        let before = State::of(&service, &own.pa_key);
        Self {
            folder,
            own,
            before,
        }
    }

    pub(crate) fn copy(&self) -> TempDir {
        copy(self.folder.path())
    }
}

fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new("cp");
    command.arg("-a").arg(folder.join("data")).arg(copy.path());
    assert!(command.status().expect("cp starts").success());
    copy
}

pub(crate) fn must_be_sound(folder: &Path, which: &str) {
    let verified = operator::call(folder, &["verify"]);
    assert_eq!(verified.status, Some(0), "{which}: {}", verified.said);
}
