//! A password hasher that is fast, readable and not secure.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use forum_domain::accounts::{PasswordHasher, composed_password};
use forum_domain::shared::Fault;

/// Stores the password in plain text and counts its calls, so that a test can check that two requests cost the same.
#[derive(Debug, Default)]
pub struct PlainHasher(AtomicUsize);

impl PlainHasher {
    /// The number of hashes computed and verified so far, including verifications without a stored hash.
    pub fn calls(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl PasswordHasher for PlainHasher {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(format!("$plain${}", composed_password(password)))
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let password = composed_password(password);
        Ok(hash.is_some_and(|hash| hash.strip_prefix("$plain$") == Some(&*password)))
    }
}
