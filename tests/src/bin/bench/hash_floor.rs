//! The floor for sign-ins: the password hash alone, in this process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::PasswordHasher;
use tokio::task::JoinSet;

use crate::cpu;

const TIME: Duration = Duration::from_secs(3);

/// CPU milliseconds of one verification, with as many concurrent callers as clients that sign in.
pub async fn cpu_ms(callers: usize) -> anyhow::Result<f64> {
    let hasher = Arc::new(Argon2Hasher::new());
    let hash: Arc<str> = hasher.hash("Lantern-42-harbor").await?.into();
    let own = std::process::id();
    let (before, started) = (cpu::with_children(own)?, Instant::now());
    let mut tasks = JoinSet::new();
    for _ in 0..callers {
        let (hasher, hash) = (Arc::clone(&hasher), Arc::clone(&hash));
        tasks.spawn(async move {
            let mut verified = 0_u32;
            while started.elapsed() < TIME {
                ensure!(hasher.verify("Lantern-42-harbor", Some(&hash)).await?, "the password matches");
                verified += 1;
            }
            Ok(verified)
        });
    }
    let mut verified = 0;
    while let Some(one) = tasks.join_next().await {
        verified += one??;
    }
    Ok((cpu::with_children(own)? - before) * 1e3 / f64::from(verified))
}
