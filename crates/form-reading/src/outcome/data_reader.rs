//! Where the passes of reading put what they find.

use forms::Fault;
use forms::value::Object;

use super::sources::Sources;

/// What has been read so far.
#[derive(Default)]
pub(crate) struct DataReader {
    pub(crate) members: Object,
    pub(crate) faults: Vec<Fault>,
    pub(crate) ambiguous: bool,
    pub(crate) sources: Sources,
}

impl DataReader {
    pub(crate) fn fault(&mut self, path: &str, problem: String) {
        self.faults.push(Fault::new(path, problem));
    }

    pub(crate) fn ambiguous(&mut self, path: &str, problem: String) {
        self.ambiguous = true;
        self.fault(path, problem);
    }
}
