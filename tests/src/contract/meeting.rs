//! A rendezvous inside two steps: where a lock is missing both are inside at once and both act on what stood
//! before them; where it holds the second comes in only after the first has stored.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long the first waits for a second that must not come. Too short a wait could only overlook a missing
/// lock, never fail a good store.
const PATIENCE: Duration = Duration::from_millis(500);

/// The place where two steps would meet.
#[derive(Clone, Default)]
pub(super) struct Meeting(Arc<(Mutex<u32>, Condvar)>);

impl Meeting {
    /// Comes in and waits for the other, but not for ever.
    pub(super) fn enter(&self) {
        let (inside, changed) = &*self.0;
        // Steps are synchronous; the runtime is told, so that the other one can go on meanwhile.
        tokio::task::block_in_place(|| {
            let mut inside = inside.lock().unwrap_or_else(PoisonError::into_inner);
            *inside += 1;
            changed.notify_all();
            drop(changed.wait_timeout_while(inside, PATIENCE, |inside| *inside < 2));
        });
    }
}
