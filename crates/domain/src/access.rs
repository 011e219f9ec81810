//! Who may do what: one credential, judged once.

use crate::PaId;

/// Who a verified credential belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// Whoever holds the key of this application.
    Application(PaId),
    /// Whoever holds a master key.
    Master,
}

/// Why a verified caller may not do something. That nobody could be verified at all is decided
/// before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionError {
    /// The key is of another application than the addressed one, whether or not that one exists.
    KeyOfAnotherApplication,
    /// Only a master key opens this.
    MasterKeyOnly,
}

impl Caller {
    /// Whether the caller may read and change an application. `addressed` is `None` where the path
    /// holds no possible id.
    pub fn may_use(self, addressed: Option<PaId>) -> Result<(), PermissionError> {
        match self {
            Self::Master => Ok(()),
            Self::Application(own) if addressed == Some(own) => Ok(()),
            Self::Application(_) => Err(PermissionError::KeyOfAnotherApplication),
        }
    }

    /// Whether the caller may do what only operators may.
    pub fn may_administer(self) -> Result<(), PermissionError> {
        match self {
            Self::Master => Ok(()),
            Self::Application(_) => Err(PermissionError::MasterKeyOnly),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Caller, PermissionError};
    use crate::PaId;

    #[test]
    fn a_key_opens_its_own_application_only() {
        let own = PaId::parse("26-0001").unwrap();
        let caller = Caller::Application(own);
        assert_eq!(caller.may_use(Some(own)), Ok(()));
        assert_eq!(
            caller.may_use(PaId::parse("26-0002")),
            Err(PermissionError::KeyOfAnotherApplication)
        );
        assert_eq!(
            caller.may_use(None),
            Err(PermissionError::KeyOfAnotherApplication)
        );
        assert_eq!(caller.may_administer(), Err(PermissionError::MasterKeyOnly));
    }

    #[test]
    fn the_master_key_opens_everything() {
        assert_eq!(Caller::Master.may_use(None), Ok(()));
        assert_eq!(Caller::Master.may_administer(), Ok(()));
    }
}
