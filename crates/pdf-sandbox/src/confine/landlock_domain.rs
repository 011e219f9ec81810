//! Landlock without a rule: nothing can be opened, made, renamed or removed; with newer kernels
//! nothing connected to (ABI 4: TCP) and nobody outside signalled or reached over an abstract
//! socket (ABI 6). What was open before stays so.

use std::io;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr as _, RulesetError,
    RulesetStatus, Scope,
};

/// The newest that the crate knows: what the kernel does not know of it is left out.
const NEWEST: ABI = ABI::V9;

/// Enters a domain that nothing is allowed in. Gives the version of Landlock that holds from now
/// on; 0 where the kernel has none, or whoever started the service forbids it.
pub(super) fn enter() -> io::Result<u8> {
    let status = restrict().map_err(io::Error::other)?;
    let abi = match status {
        (RulesetStatus::NotEnforced, _) => ABI::Unsupported,
        (_, LandlockStatus::Available { effective_abi, .. }) => effective_abi,
        (_, _) => ABI::Unsupported,
    };
    Ok(abi as u8)
}

fn restrict() -> Result<(RulesetStatus, LandlockStatus), RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .restrict_self()?;
    Ok((status.ruleset, status.landlock))
}
