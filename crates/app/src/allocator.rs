//! Returns free memory to the system. By default, glibc allocates the 19 MiB of a password hash on its heaps after the
//! first few and never returns them: 500 concurrent sign-ins left 450 MB behind (docs/performance.md). This module does
//! nothing without glibc.

use std::sync::Arc;
use std::time::Duration;

use forum_adapters::crypto::Argon2Hasher;

use crate::lifecycle::Tasks;

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

/// Returns free heap memory until shutdown. That takes milliseconds and holds one heap's lock at a time.
pub(crate) fn start(tasks: &Tasks) {
    tasks.every(INTERVAL, "trimming the heap", || tokio::task::spawn_blocking(trim));
}

/// Returns unused memory of password hashes until shutdown.
pub(crate) fn start_freeing_hash_memory(tasks: &Tasks, hasher: Arc<Argon2Hasher>) {
    tasks.every(INTERVAL, "freeing memory", move || {
        let hasher = hasher.clone();
        async move { hasher.free_unused_memory() }
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
