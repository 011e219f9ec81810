//! Where a test service keeps its bytes: in its folder, or on a real S3 server where `FORMSERVICE_TEST_STORAGE` names `s3`.

use std::path::{Path, PathBuf};

use test_servers::s3::{BUCKET, S3Server};

/// The blobs of one service.
pub(crate) enum BlobStorage {
    Folder(PathBuf),
    S3(Box<S3Server>),
}

impl BlobStorage {
    /// An empty one.
    pub(crate) fn fresh(directory: &Path) -> Self {
        if is_wanted("s3") {
            Self::S3(Box::new(S3Server::start()))
        } else {
            Self::Folder(directory.join("data/blobs"))
        }
    }

    /// Hands it on to another service.
    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(self, Self::Folder(PathBuf::new()))
    }

    /// What the service must be told of it.
    pub(crate) fn variables(&self) -> Vec<(String, String)> {
        match self {
            Self::Folder(_) => Vec::new(),
            Self::S3(server) => {
                let url = format!("s3://{BUCKET}/of/the/service");
                let mut variables = server.variables();
                variables.push(("FORMSERVICE__BLOBS__URL".to_owned(), url));
                variables
            }
        }
    }

    /// The files in its folder; none of a bucket.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Folder(folder) => files_below(folder),
            Self::S3(_) => Vec::new(),
        }
    }

    /// The number of blobs, those on their way included.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Folder(_) => self.files().len(),
            Self::S3(server) => server.stored().len(),
        }
    }
}

/// Whether the variable names a kind of storage. It may name several, with commas between them.
fn is_wanted(kind: &str) -> bool {
    let wanted = std::env::var("FORMSERVICE_TEST_STORAGE").unwrap_or_default();
    wanted.split(',').any(|wanted| wanted.trim() == kind)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = |path: PathBuf| {
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    };
    entries.flat_map(|entry| files(entry.path())).collect()
}
