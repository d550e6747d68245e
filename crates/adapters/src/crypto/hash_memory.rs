//! Reuses the memory of password hashes: allocating 19 MiB of zeroed pages takes a third of the time that a hash takes.
//! Only [`Argon2Hasher`](super::Argon2Hasher) uses it.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{CustomizedPasswordHasher, Error, PasswordHasher, Result};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// m = 19 MiB, t = 2, p = 1, as OWASP's Password Storage Cheat Sheet recommends.
pub(super) const PARAMS: Params = match Params::new(19_456, 2, 1, None) {
    Ok(params) => params,
    Err(_) => panic!("the cost parameters of argon2id are out of range"),
};

#[derive(Default)]
pub(super) struct HashMemory(Mutex<Vec<Kept>>);

struct Kept {
    blocks: Vec<Block>,
    /// Whether a hash has used it since [`HashMemory::free_unused`] was last called.
    used: bool,
}

impl HashMemory {
    pub(super) fn with<T>(&self, work: impl FnOnce(&Argon2In<'_>) -> T) -> T {
        let kept = self.kept().pop();
        let mut blocks = kept.map(|kept| kept.blocks).unwrap_or_default();
        let done = work(&Argon2In(RefCell::new(&mut blocks)));
        self.kept().push(Kept { blocks, used: true });
        done
    }

    /// Returns the memory that no hash has used since the last call to the system.
    pub(super) fn free_unused(&self) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.used);
        kept.iter_mut().for_each(|kept| kept.used = false);
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// argon2 in borrowed memory, which grows if it is too small. The library provides salts, comparison and the hash format.
pub(super) struct Argon2In<'a>(RefCell<&'a mut Vec<Block>>);

impl CustomizedPasswordHasher<PasswordHash> for Argon2In<'_> {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let salt = Salt::new(salt)?;
        let mut digest = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let digest = digest.get_mut(..length).ok_or(Error::OutputSize)?;
        let stored = ParamsString::try_from(&params)?;
        // A block is 1 KiB, which is the unit of the memory cost.
        let needed = params.m_cost() as usize;
        let mut blocks = self.0.borrow_mut();
        if blocks.len() < needed {
            blocks.resize(needed, Block::new());
        }
        let argon2 = Argon2::new(algorithm, version, params);
        argon2.hash_password_into_with_memory(password, &salt, digest, &mut blocks[..needed])?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: stored,
            salt: Some(salt),
            hash: Some(Output::new(digest)?),
        })
    }
}

impl PasswordHasher<PasswordHash> for Argon2In<'_> {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<PasswordHash> {
        self.hash_password_with_params(password, salt, PARAMS)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier;

    use super::*;

    #[test]
    fn hashes_in_reused_memory_equal_the_librarys_hashes() {
        let memory = HashMemory::default();
        for (m, t, p) in [(64, 2, 1), (19_456, 2, 1), (32, 3, 4), (65, 1, 2), (19_456, 1, 1)] {
            let params = Params::new(m, t, p, Some(24)).expect("parameters");
            let library = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
            let expected = library.hash_password_with_salt(b"Tr1cky-Password", b"some salt").expect("a hash");
            let own = memory
                .with(|argon2| argon2.hash_password_with_params(b"Tr1cky-Password", b"some salt", params));
            assert_eq!(own.expect("a hash"), expected, "{m} {t} {p}");
            let verified = memory.with(|argon2| {
                [b"Tr1cky-Password", b"Tr1cky-password"]
                    .map(|password| argon2.verify_password(password, &expected))
            });
            assert_eq!(verified, [Ok(()), Err(Error::PasswordInvalid)]);
        }
        assert_eq!(memory.kept().len(), 1, "sequential hashes use the same memory");
    }

    #[test]
    fn unused_memory_is_freed() {
        let memory = HashMemory::default();
        let kept = || memory.kept().len();
        memory.with(|_| memory.with(|_| {}));
        assert_eq!(kept(), 2);
        memory.free_unused();
        assert_eq!(kept(), 2, "both were used");
        memory.with(|_| {});
        memory.free_unused();
        assert_eq!(kept(), 1, "one was used");
        memory.free_unused();
        assert_eq!(kept(), 0);
    }
}
