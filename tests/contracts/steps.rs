//! Tools for steps, the rules that a store runs under its lock.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long the first step waits for a second that must not come. If this is too short, a missing lock may go
/// unnoticed, but a correct store never fails.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) type Step<C, R> = Box<dyn FnOnce(&C) -> R + Send>;

/// A rendezvous inside two steps. Without the lock, both are inside at the same time and act on the same old state.
/// With it, the second enters only after the first has stored its result.
#[derive(Clone, Default)]
pub(crate) struct Rendezvous(Arc<(Mutex<u32>, Condvar)>);

impl Rendezvous {
    /// The step, which first meets the other one.
    pub(crate) fn before<C: ?Sized + 'static, R: 'static>(&self, step: Step<C, R>) -> Step<C, R> {
        let meeting = self.clone();
        Box::new(move |context| {
            meeting.enter();
            step(context)
        })
    }

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

/// Values that steps record for the test, oldest first.
#[derive(Clone)]
pub(crate) struct Recorder<T>(Arc<Mutex<Vec<T>>>);

impl<T> Default for Recorder<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Recorder<T> {
    pub(crate) fn record(&self, value: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(value);
    }

    /// The values recorded since the last call.
    pub(crate) fn take(&self) -> Vec<T> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
