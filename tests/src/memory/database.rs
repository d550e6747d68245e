//! One in-memory database, shared by all stores created from it, so that a unit of work is atomic across them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forum_domain::shared::Fault;
use tokio::sync::watch;

use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

/// A handle to the database; clones share the same rows.
#[derive(Clone)]
pub struct MemoryDatabase(Arc<Shared>);

struct Shared {
    committed: Mutex<Committed>,
    queued: watch::Sender<()>,
    bug: Option<SeededBug>,
}

struct Committed {
    state: State,
    version: u64,
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
    /// An empty database with the seeded mail templates.
    pub fn new() -> Self {
        Self::build(None)
    }

    pub fn with_bug(bug: SeededBug) -> Self {
        Self::build(Some(bug))
    }

    fn build(bug: Option<SeededBug>) -> Self {
        let committed =
            Mutex::new(Committed { state: State::seeded(bug), version: 0, down: None, fails_after: None });
        Self(Arc::new(Shared { committed, queued: watch::Sender::new(()), bug }))
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

    pub(crate) fn has(&self, bug: SeededBug) -> bool {
        self.0.bug == Some(bug)
    }

    /// A receiver that is notified of every later commit that queues a mail.
    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.0.queued.subscribe()
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
        let begun = committed.version;
        let done = if self.has(SeededBug::NoLock) || self.has(SeededBug::LoserFails) {
            drop(committed);
            let done = work(&mut draft);
            committed = self.lock();
            done
        } else {
            work(&mut draft)
        };
        if done.is_err() {
            if self.has(SeededBug::NoRollback) {
                committed.state = draft;
            } else if self.has(SeededBug::MailsOutsideTransaction) {
                committed.state.outbox = draft.outbox;
            }
            return done;
        }
        if self.has(SeededBug::LoserFails) && committed.version != begun {
            return Err(Fault::Bug("the rows were changed concurrently".into()).into());
        }
        if !self.has(SeededBug::ForgottenCommit) {
            let queued = draft.outbox.len() > committed.state.outbox.len();
            committed.state = draft;
            committed.version += 1;
            if queued && !self.has(SeededBug::NeverWakes) {
                self.0.queued.send_replace(());
            }
        }
        done
    }

    /// A step that panics under the lock has changed only its draft, so the state is still consistent.
    fn lock(&self) -> MutexGuard<'_, Committed> {
        self.0.committed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryDatabase {
    fn default() -> Self {
        Self::new()
    }
}
