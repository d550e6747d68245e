//! One in-memory database, shared by all stores created from it, so that a unit of work is atomic across them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forum_domain::shared::Fault;

use super::state::State;

/// A handle to the database; clones share the same rows.
#[derive(Clone, Default)]
pub struct MemoryDatabase(Arc<Mutex<Committed>>);

#[derive(Default)]
struct Committed {
    state: State,
    down: Option<Fault>,
    /// The number of calls that still succeed before one fails.
    fails_after: Option<(usize, Fault)>,
}

impl Committed {
    fn answer(&mut self) -> Result<(), Fault> {
        if let Some(fault) = &self.down {
            return Err(fault.clone());
        }
        match self.fails_after.take() {
            Some((0, fault)) => Err(fault),
            later => {
                self.fails_after = later.map(|(calls, fault)| (calls - 1, fault));
                Ok(())
            }
        }
    }
}

impl MemoryDatabase {
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every call fail with `fault` until [`come_back`](Self::come_back).
    pub fn go_down(&self, fault: Fault) {
        self.lock().down = Some(fault);
    }

    /// Makes one call fail with `fault`: the one after the next `calls`.
    pub fn fail_after(&self, calls: usize, fault: Fault) {
        self.lock().fails_after = Some((calls, fault));
    }

    /// Ends the outage that [`go_down`](Self::go_down) started.
    pub fn come_back(&self) {
        self.lock().down = None;
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> Result<T, Fault> {
        let mut committed = self.lock();
        committed.answer()?;
        Ok(look(&committed.state))
    }

    /// Runs a unit of work: `work` changes a draft, which becomes the state only if it returns `Ok`. Other units wait
    /// for the lock, so the second of two sees the result of the first.
    pub(crate) fn write<T, E: From<Fault>>(
        &self,
        work: impl FnOnce(&mut State) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut committed = self.lock();
        committed.answer()?;
        let mut draft = committed.state.clone();
        let done = work(&mut draft);
        if done.is_ok() {
            committed.state = draft;
        }
        done
    }

    /// A step that panics under the lock has changed only its draft, so the state is still consistent.
    fn lock(&self) -> MutexGuard<'_, Committed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of what the stores in memory do not have, such as lists.
pub(crate) fn only_on_postgresql() -> Fault {
    Fault::Bug("the stores in memory do not have this".into())
}
