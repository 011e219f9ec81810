//! Where a test service keeps its bytes: in its folder, or on a real S3 server where
//! `FORMSERVICE_TEST_STORAGE` names `s3`.

use std::path::{Path, PathBuf};

use test_servers::s3::{BUCKET, S3Server};

use crate::{database, is_wanted};

/// The blobs of one service.
pub enum BlobStorage {
    /// Files in this folder.
    Folder(PathBuf),
    /// Objects on a server of its own.
    S3(Box<S3Server>),
    /// Where its settings say; another cares for it.
    Elsewhere,
}

impl BlobStorage {
    /// An empty one.
    pub fn fresh(directory: &Path) -> Self {
        if is_wanted("s3") {
            Self::S3(Box::new(S3Server::start()))
        } else {
            Self::Folder(directory.join("data/blobs"))
        }
    }

    /// Hands it on to another service.
    pub fn take(&mut self) -> Self {
        std::mem::replace(self, Self::Elsewhere)
    }

    /// What the service must be told of it.
    pub fn variables(&self) -> Vec<(String, String)> {
        match self {
            Self::Folder(_) | Self::Elsewhere => Vec::new(),
            Self::S3(server) => on(server),
        }
    }

    /// The files in its folder; none of a bucket. Without that of no blob which a sweep makes for a
    /// moment, at any time, to learn what time it is on the disk.
    pub fn files(&self) -> Vec<PathBuf> {
        let is_of_sweep = |file: &PathBuf| {
            let name = file.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with(&"0".repeat(32)))
        };
        match self {
            Self::Folder(folder) => {
                let files = files_below(folder).into_iter();
                files.filter(|file| !is_of_sweep(file)).collect()
            }
            Self::S3(_) | Self::Elsewhere => Vec::new(),
        }
    }

    /// The bytes of all blobs, those on their way included. Nothing may be stored meanwhile.
    pub fn contents(&self) -> Vec<Vec<u8>> {
        let files = match self {
            Self::Folder(_) | Self::Elsewhere => self.files(),
            Self::S3(server) => {
                let objects = server.stored().into_iter();
                objects.map(|object| server.file(&object)).collect()
            }
        };
        let read = files
            .iter()
            .map(|file| std::fs::read(file).expect("a blob"));
        read.collect()
    }

    /// The number of blobs, those on their way included.
    pub fn count(&self) -> usize {
        match self {
            Self::Folder(_) | Self::Elsewhere => self.files().len(),
            Self::S3(server) => server.stored().len(),
        }
    }
}

/// An empty storage for several services: its blobs, and what each of them must be told.
pub fn shared(directory: &Path) -> (BlobStorage, Vec<(String, String)>) {
    let blobs = BlobStorage::fresh(directory);
    let mut settings = database::fresh();
    settings.extend(blobs.variables());
    for (name, scheme, place) in [("DATABASE", "sqlite", "app.db"), ("BLOBS", "file", "blobs")] {
        let name = format!("FORMSERVICE__{name}__URL");
        if settings.iter().all(|(other, _)| *other != name) {
            let place = directory.join(place);
            settings.push((name, format!("{scheme}:{}", place.display())));
        }
    }
    (blobs, settings)
}

/// What the names of all objects of a service begin with.
pub const PREFIX: &str = "of/the/service";

/// What a service must be told to keep its bytes on this server.
pub fn on(server: &S3Server) -> Vec<(String, String)> {
    let url = format!("s3://{BUCKET}/{PREFIX}");
    let mut variables = server.variables();
    variables.push(("FORMSERVICE__BLOBS__URL".to_owned(), url));
    variables
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
