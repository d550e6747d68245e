//! Password hashes. Each takes 19 MiB of memory and about 20 ms of CPU time, so a bounded queue runs them outside the async
//! threads, in reused memory: allocating 19 MiB of zeroed pages takes a third of the time that a hash takes.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{
    self, CustomizedPasswordHasher, Error, PasswordHasher as _, PasswordVerifier as _,
};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use async_trait::async_trait;
use forum_domain::accounts::{PASSWORD_MAX, PasswordHasher, composed_password};
use forum_domain::shared::Fault;

use crate::bounded_queue::{BoundedQueue, QueueError, QueueState};

/// Maximum number of concurrent hashes on a machine with many cores: each takes 19 MiB.
const MAX_RUNNING: usize = 4;
/// Maximum number of waiting callers.
const MAX_WAITING: usize = 64;
/// Maximum size of a password in bytes: four bytes per code point.
const MAX_BYTES: usize = PASSWORD_MAX * 4;

/// Replaces the hash of an unknown address. It has the same cost and matches no password: its digest is all zeros.
const DUMMY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm8gc3VjaCBhZGRyZXNz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

pub struct Argon2Hasher {
    queue: BoundedQueue,
    memory: Arc<HashMemory>,
}

impl Default for Argon2Hasher {
    fn default() -> Self {
        Self::new()
    }
}

impl Argon2Hasher {
    /// Allows one concurrent hash per core, up to four, and 64 waiting callers.
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self::with_limits(cores.min(MAX_RUNNING), MAX_WAITING)
    }

    pub fn with_limits(running: usize, waiting: usize) -> Self {
        Self { queue: BoundedQueue::new(running, waiting), memory: Arc::default() }
    }

    pub fn queue(&self) -> QueueState {
        self.queue.state()
    }

    /// Returns the memory that no hash has used since the last call to the system.
    pub fn free_unused_memory(&self) {
        self.memory.free_unused();
    }

    async fn in_queue<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2In<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Fault> {
        let memory = Arc::clone(&self.memory);
        let result = self.queue.run(move || memory.with(work)).await.map_err(|error| match error {
            QueueError::Full => Fault::Busy,
            QueueError::Panicked | QueueError::ShuttingDown => {
                Fault::Unavailable(format!("password hashing was interrupted: {error}"))
            }
        })?;
        result.map_err(|error| Fault::Bug(format!("argon2id: {error}")))
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    #[tracing::instrument(name = "passwords.hash", skip_all)]
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        let password = composed_password(password).into_owned();
        if password.len() > MAX_BYTES {
            return Err(Fault::Bug("refused to hash a password longer than the policy allows".into()));
        }
        self.in_queue(move |argon2| {
            let hash = argon2.hash_password(password.as_bytes())?;
            Ok(hash.to_string())
        })
        .await
    }

    #[tracing::instrument(name = "passwords.verify", skip_all)]
    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        let password = composed_password(password);
        // The policy allows no such password. Verification still takes the same time.
        let known = hash.filter(|_| password.len() <= MAX_BYTES);
        let hash = known.unwrap_or(DUMMY).to_owned();
        let password = password.as_bytes()[..password.len().min(MAX_BYTES)].to_vec();
        let matched = self.in_queue(move |argon2| {
            let hash = PasswordHash::new(&hash).map_err(Error::from)?;
            match argon2.verify_password(&password, &hash) {
                Ok(()) => Ok(true),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            }
        });
        Ok(matched.await? && known.is_some())
    }
}

/// m = 19 MiB, t = 2, p = 1, as OWASP's Password Storage Cheat Sheet recommends.
const PARAMS: Params = match Params::new(19_456, 2, 1, None) {
    Ok(params) => params,
    Err(_) => panic!("the cost parameters of argon2id are out of range"),
};

#[derive(Default)]
struct HashMemory(Mutex<Vec<Kept>>);

struct Kept {
    blocks: Vec<Block>,
    /// Whether a hash has used it since [`HashMemory::free_unused`] was last called.
    used: bool,
}

impl HashMemory {
    fn with<T>(&self, work: impl FnOnce(&Argon2In<'_>) -> T) -> T {
        let kept = self.kept().pop();
        let mut blocks = kept.map(|kept| kept.blocks).unwrap_or_default();
        let done = work(&Argon2In(RefCell::new(&mut blocks)));
        self.kept().push(Kept { blocks, used: true });
        done
    }

    /// Returns the memory that no hash has used since the last call to the system.
    fn free_unused(&self) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.used);
        kept.iter_mut().for_each(|kept| kept.used = false);
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// argon2 in borrowed memory, which grows if it is too small. The library provides salts, comparison and the hash format.
struct Argon2In<'a>(RefCell<&'a mut Vec<Block>>);

impl CustomizedPasswordHasher<PasswordHash> for Argon2In<'_> {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<PasswordHash, Error> {
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

impl password_hash::PasswordHasher<PasswordHash> for Argon2In<'_> {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<PasswordHash, Error> {
        self.hash_password_with_params(password, salt, PARAMS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_is_argon2id_with_the_chosen_cost_and_matches_only_its_password() {
        let hasher = Argon2Hasher::new();
        let hash = hasher.hash("Tr1cky-Pässword").await.expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hasher.verify("Tr1cky-Pässword", Some(&hash)).await, Ok(true));
        assert_eq!(hasher.verify("Tr1cky-Password", Some(&hash)).await, Ok(false));
        assert_ne!(hasher.hash("Tr1cky-Pässword").await.expect("a hash"), hash, "salts differ");
    }

    #[tokio::test]
    async fn a_password_matches_with_composed_or_decomposed_accents() {
        let hasher = Argon2Hasher::new();
        let (composed, decomposed) = ("Caf\u{e9}-1234", "Cafe\u{301}-1234");
        for (set, typed) in [(composed, decomposed), (decomposed, composed)] {
            let hash = hasher.hash(set).await.expect("a hash");
            assert_eq!(hasher.verify(typed, Some(&hash)).await, Ok(true));
            assert_eq!(hasher.verify("Cafe-1234", Some(&hash)).await, Ok(false));
        }
    }

    #[tokio::test]
    async fn an_unknown_address_is_verified_against_a_dummy_hash_of_equal_cost() {
        let dummy = PasswordHash::new(DUMMY).expect("a PHC string");
        let params = Params::try_from(&dummy).expect("cost parameters");
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (19_456, 2, 1));
        assert_eq!(dummy.hash.map(|digest| digest.len()), Some(Params::DEFAULT_OUTPUT_LEN));
        assert_eq!(Argon2Hasher::new().verify("anything", None).await, Ok(false));
    }

    #[tokio::test]
    async fn an_overlong_password_matches_no_hash() {
        let hasher = Argon2Hasher::new();
        let longest = "ä".repeat(MAX_BYTES / 2);
        let hash = hasher.hash(&longest).await.expect("a hash");
        assert_eq!(hasher.verify(&format!("{longest}x"), Some(&hash)).await, Ok(false));
        assert!(matches!(hasher.hash(&format!("{longest}x")).await, Err(Fault::Bug(_))));
    }

    #[tokio::test]
    async fn a_damaged_stored_hash_is_a_fault_and_not_a_wrong_password() {
        let outcome = Argon2Hasher::new().verify("x", Some("plain text")).await;
        assert!(matches!(outcome, Err(Fault::Bug(_))), "{outcome:?}");
    }

    #[tokio::test]
    async fn a_caller_is_refused_as_busy_if_the_queue_is_full() {
        assert_eq!(Argon2Hasher::with_limits(0, 0).verify("x", None).await, Err(Fault::Busy));
    }

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
