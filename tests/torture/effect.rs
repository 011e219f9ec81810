//! What a fault does to a step.

use libc::c_int;

use crate::steps::{Kind, Step};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The process is killed before the step.
    Kill,
    /// This step fails with EIO.
    Broken,
    /// This step and all later ones that take room fail with ENOSPC.
    Full,
    /// The same, and nothing can be removed either: a file system may need room for that too.
    FullForAll,
    /// The same as `Full` with EDQUOT.
    OverQuota,
    /// This step and all later ones that need a descriptor fail with EMFILE.
    NoDescriptors,
    /// A part of what this step writes is written, and told so.
    Short,
}

impl Effect {
    /// Whether it can meet such a step.
    pub(crate) fn can_meet(self, step: &Step) -> bool {
        match self {
            Self::Kill => step.kind != Kind::Open,
            Self::Broken => !matches!(step.kind, Kind::Send | Kind::Open),
            Self::Full | Self::OverQuota => {
                !matches!(step.kind, Kind::Send | Kind::Open | Kind::Unlink)
            }
            Self::FullForAll => !matches!(step.kind, Kind::Send | Kind::Open),
            Self::NoDescriptors => step.opens,
            Self::Short => step.can_be_short(),
        }
    }

    /// Whether it meets all later steps as well.
    pub(crate) fn lasts(self) -> bool {
        !matches!(self, Self::Kill | Self::Broken | Self::Short)
    }

    /// Whether stored bytes can be read while it lasts.
    pub(crate) fn lets_read(self) -> bool {
        !matches!(self, Self::Kill | Self::NoDescriptors)
    }

    /// Whether nobody may notice it.
    pub(crate) fn is_harmless(self) -> bool {
        self == Self::Short
    }

    /// What steps fail with.
    pub(crate) fn error(self) -> c_int {
        match self {
            Self::Kill | Self::Broken | Self::Short => libc::EIO,
            Self::Full | Self::FullForAll => libc::ENOSPC,
            Self::OverQuota => libc::EDQUOT,
            Self::NoDescriptors => libc::EMFILE,
        }
    }
}
