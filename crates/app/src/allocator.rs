//! Returns free memory to the system. By default, glibc allocates the 19 MiB of a password hash on its heaps after the
//! first few and never returns them: 500 concurrent sign-ins left 450 MB behind (docs/performance.md). This module does
//! nothing without glibc.

use std::sync::Arc;
use std::time::Duration;

use forum_adapters::crypto::Argon2Hasher;

use crate::lifecycle::{Tasks, survive};

const INTERVAL: Duration = Duration::from_secs(20);

/// Larger allocations, such as hashes, photos and exports, are mapped individually and returned when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_FROM: libc::c_int = 1024 * 1024;

/// Call it first in the program, before anything large is allocated.
pub fn configure_malloc() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "no safe interface exists; changes one number in the allocator")]
    // SAFETY: `mallopt` takes two numbers, refuses unknown ones, and may be called at any time.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_FROM);
    }
}

/// Returns free heap memory every [`INTERVAL`] until shutdown.
pub(crate) fn start(tasks: &Tasks) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        while stop.run_until_cancelled(tokio::time::sleep(INTERVAL)).await.is_some() {
            // Takes milliseconds and holds one heap's lock at a time.
            let _ = tokio::task::spawn_blocking(trim).await;
        }
    });
}

/// Returns unused memory of password hashes every [`INTERVAL`] until shutdown.
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
    #[expect(unsafe_code, reason = "no safe interface exists")]
    // SAFETY: `malloc_trim` returns only free pages and takes the allocator's locks.
    unsafe {
        libc::malloc_trim(0);
    }
}
