//! Polls the log once for all streams of this process, and only while there are streams.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::events::{Events, LogPosition, LoggedAction, OVERLAP};
use forum_domain::shared::Fault;
use futures_util::FutureExt;
use time::OffsetDateTime;
use tokio::sync::{Mutex, broadcast};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Actions that a stream may lag behind before it is ended.
const BEHIND: usize = 256;

/// Broadcasts new entries of the log to all streams of this process.
pub(crate) struct EventHub {
    pub(crate) events: Arc<Events>,
    /// Interval between two polls.
    pub(crate) pause: Duration,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    running: Mutex<Option<broadcast::Sender<Arc<LoggedAction>>>>,
}

impl EventHub {
    pub(crate) fn new(
        events: Arc<Events>,
        pause: Duration,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Arc<Self> {
        Arc::new(Self { events, pause, stop, tasks, running: Mutex::default() })
    }

    /// Receives every action that becomes visible from now on.
    pub(crate) async fn listen(self: &Arc<Self>) -> Result<broadcast::Receiver<Arc<LoggedAction>>, Fault> {
        let mut running = self.running.lock().await;
        if let Some(sender) = &*running {
            return Ok(sender.subscribe());
        }
        let mut seen = Seen::at(self.events.now());
        // Actions that are already visible are not events.
        seen.fresh(&self.events).await?;
        let (sender, receiver) = broadcast::channel(BEHIND);
        *running = Some(sender.clone());
        self.tasks.spawn(self.clone().watch(seen, sender));
        Ok(receiver)
    }

    async fn watch(self: Arc<Self>, mut seen: Seen, sender: broadcast::Sender<Arc<LoggedAction>>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.pause) => {}
                () = self.stop.cancelled() => break,
            }
            {
                let mut running = self.running.lock().await;
                if sender.receiver_count() == 0 {
                    *running = None;
                    break;
                }
            }
            // If this task ended, all streams would stay silent.
            match AssertUnwindSafe(seen.fresh(&self.events)).catch_unwind().await {
                Ok(Ok(actions)) => actions.into_iter().for_each(|action| drop(sender.send(Arc::new(action)))),
                Ok(Err(fault)) => tracing::warn!(%fault, "cannot read the log for live events; trying again"),
                Err(_) => tracing::error!("reading the log for live events panicked; trying again"),
            }
        }
    }
}

/// The actions already read, back to the start of the next poll.
struct Seen {
    from: OffsetDateTime,
    actions: HashMap<Uuid, OffsetDateTime>,
}

impl Seen {
    fn at(now: OffsetDateTime) -> Self {
        Self { from: now - OVERLAP, actions: HashMap::new() }
    }

    /// The actions not read yet, oldest first. After a fault the next poll starts at the same position.
    async fn fresh(&mut self, events: &Events) -> Result<Vec<LoggedAction>, Fault> {
        let now = events.now();
        let (mut position, mut fresh) = (LogPosition::before(self.from), Vec::new());
        loop {
            let batch = events.after(position).await?;
            let Some(last) = batch.last() else { break };
            position = last.position;
            fresh.extend(batch.into_iter().filter(|action| !self.actions.contains_key(&action.position.id)));
        }
        self.actions.extend(fresh.iter().map(|action| (action.position.id, action.position.at)));
        self.from = self.from.max(now - OVERLAP);
        self.actions.retain(|_, at| *at >= self.from);
        Ok(fresh)
    }
}
