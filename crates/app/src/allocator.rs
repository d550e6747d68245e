//! Returns free memory to the system. By default, glibc takes the 19 MiB of a password hash from its heaps after a few of
//! them and keeps them: 500 concurrent sign-ins left 450 MB behind (docs/performance.md). Does nothing without glibc.

use std::sync::Arc;
use std::time::Duration;

use forum_adapters::crypto::Argon2Hasher;

use crate::lifecycle::{Tasks, survive};

/// How often free memory is given back.
const INTERVAL: Duration = Duration::from_secs(20);

/// Larger allocations are mapped separately and returned as soon as they are freed: hashes, photos, exports.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_FROM: libc::c_int = 1024 * 1024;

/// Call it first in the program, before anything large is allocated.
pub fn configure_malloc() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(
        unsafe_code,
        reason = "the only way to set it; changes a number in the allocator and nothing else"
    )]
    // SAFETY: `mallopt` takes two numbers, refuses unknown ones, and may be called at any time.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_FROM);
    }
}

/// Returns free heap memory from time to time until shutdown.
pub(crate) fn start(tasks: &Tasks) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        while stop.run_until_cancelled(tokio::time::sleep(INTERVAL)).await.is_some() {
            // Milliseconds, during which it holds the lock of one heap after the other.
            let _ = tokio::task::spawn_blocking(trim).await;
        }
    });
}

/// Returns unused memory of password hashes from time to time until shutdown.
pub(crate) fn start_freeing_hash_memory(tasks: &Tasks, hasher: Arc<Argon2Hasher>) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        while stop.run_until_cancelled(tokio::time::sleep(INTERVAL)).await.is_some() {
            survive("freeing memory", async { hasher.free_unused_memory() }).await;
        }
    });
}

fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "the only way to ask for it")]
    // SAFETY: `malloc_trim` returns free pages alone, under the allocator's own locks.
    unsafe {
        libc::malloc_trim(0);
    }
}
