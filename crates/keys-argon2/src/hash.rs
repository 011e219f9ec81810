//! One argon2id hash: made, parsed, compared.

use argon2::password_hash::PasswordHasher as _;
use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use ports::MasterKeyError;
use subtle::ConstantTimeEq as _;

/// A hash may ask for at most so much memory: 256 MiB.
const MEMORY_KIB_MAX: u32 = 256 * 1024;

/// A hash may ask for at most so many passes and lanes.
const PASSES_MAX: u32 = 20;
const LANES_MAX: u32 = 16;

/// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Why a hash cannot be made or taken.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum HashError {
    /// It is empty.
    #[error("hash {position} is empty, give an argon2id hash as `formservice hash-key` prints it")]
    Empty {
        /// Which of the hashes, from 1.
        position: usize,
    },
    /// It is no argon2id hash.
    #[error(
        "hash {position} is not an argon2id hash in PHC form, make one with `formservice hash-key`"
    )]
    Malformed {
        /// Which of the hashes, from 1.
        position: usize,
    },
    /// It would take more memory or time than a request may.
    #[error(
        "hash {position} asks for too much: at most m={MEMORY_KIB_MAX}, t={PASSES_MAX}, \
            p={LANES_MAX} are taken"
    )]
    TooCostly {
        /// Which of the hashes, from 1.
        position: usize,
    },
    /// The system gave no randomness.
    #[error("the system gave no randomness")]
    NoEntropy,
    /// The hash could not be computed.
    #[error("the key could not be hashed")]
    Failed,
}

/// The argon2id hash of a key, as a PHC string with a fresh salt.
pub fn hash_key(key: &str) -> Result<String, HashError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|_| HashError::Failed)?;
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| HashError::NoEntropy)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash: PasswordHash = argon2
        .hash_password_with_salt(key.as_bytes(), &salt)
        .map_err(|_| HashError::Failed)?;
    Ok(hash.to_string())
}

/// A parsed hash.
pub(crate) struct MasterKeyHash {
    argon2: Argon2<'static>,
    salt: Salt,
    output: Output,
}

impl MasterKeyHash {
    /// Reads a PHC string; `position` is for the error.
    pub(crate) fn parse(position: usize, text: &str) -> Result<Self, HashError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(HashError::Empty { position });
        }
        let malformed = || HashError::Malformed { position };
        let hash = PasswordHash::new(text).map_err(|_| malformed())?;
        let version = hash.version.map_or(Ok(Version::V0x13), Version::try_from);
        let version = version.map_err(|_| malformed())?;
        let params = Params::try_from(&hash).map_err(|_| malformed())?;
        let (Some(salt), Some(output)) = (hash.salt, hash.hash) else {
            return Err(malformed());
        };
        if hash.algorithm != argon2::ARGON2ID_IDENT || output.len() < 16 {
            return Err(malformed());
        }
        if params.m_cost() > MEMORY_KIB_MAX
            || params.t_cost() > PASSES_MAX
            || params.p_cost() > LANES_MAX
        {
            return Err(HashError::TooCostly { position });
        }
        let argon2 = Argon2::new(Algorithm::Argon2id, version, params);
        Ok(Self {
            argon2,
            salt,
            output,
        })
    }

    /// How many blocks of memory a check takes.
    pub(crate) fn block_count(&self) -> usize {
        self.argon2.params().block_count()
    }

    /// Whether this is the hash of the key. `memory` has at least [`MasterKeyHash::block_count`]
    /// blocks.
    pub(crate) fn is_of(&self, key: &str, memory: &mut [Block]) -> Result<bool, MasterKeyError> {
        let mut computed = vec![0; self.output.len()];
        self.argon2
            .hash_password_into_with_memory(key.as_bytes(), &self.salt, &mut computed, memory)
            .map_err(|error| MasterKeyError::Failed(error.to_string().into()))?;
        Ok(computed.ct_eq(self.output.as_bytes()).into())
    }
}
