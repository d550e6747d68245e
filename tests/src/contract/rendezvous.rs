//! A rendezvous inside two steps. If the lock is missing, both are inside at once and act on the same old state; if
//! it works, the second enters only after the first has stored its result.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long the first step waits for a second that must not come. If this is too short, a missing lock may go
/// unnoticed, but a correct store never fails.
const PATIENCE: Duration = Duration::from_millis(500);

#[derive(Clone, Default)]
pub(crate) struct Rendezvous(Arc<(Mutex<u32>, Condvar)>);

impl Rendezvous {
    /// Enters and waits for the other step, up to [`PATIENCE`].
    pub(crate) fn enter(&self) {
        let (inside, changed) = &*self.0;
        // Steps are synchronous; `block_in_place` lets the runtime run the other one.
        tokio::task::block_in_place(|| {
            let mut inside = inside.lock().unwrap_or_else(PoisonError::into_inner);
            *inside += 1;
            changed.notify_all();
            drop(changed.wait_timeout_while(inside, PATIENCE, |inside| *inside < 2));
        });
    }
}
