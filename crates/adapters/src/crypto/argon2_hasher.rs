//! Password hashes. Each takes 19 MiB of memory and about 20 ms of CPU time, so a bounded queue runs them outside the async
//! threads.

use std::sync::Arc;
use std::thread::available_parallelism;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error as Argon2Error, PasswordHasher as _, PasswordVerifier as _};
use async_trait::async_trait;
use forum_domain::accounts::{PASSWORD_MAX, PasswordHasher, composed_password};
use forum_domain::shared::Fault;

use super::hash_memory::{Argon2In, HashMemory};
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
        work: impl FnOnce(&Argon2In<'_>) -> Result<T, Argon2Error> + Send + 'static,
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
            let hash = PasswordHash::new(&hash).map_err(Argon2Error::from)?;
            match argon2.verify_password(&password, &hash) {
                Ok(()) => Ok(true),
                Err(Argon2Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            }
        });
        Ok(matched.await? && known.is_some())
    }
}

#[cfg(test)]
mod tests {
    use argon2::Params;

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
}
