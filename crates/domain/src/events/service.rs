use std::sync::Arc;

use derive_more::Constructor;
use time::{Duration, OffsetDateTime};

use super::event_log::EventLog;
use super::logged_action::{LogPosition, LoggedAction};
use crate::accounts::sessions::Access;
use crate::shared::{Clock, Fault};

/// An idle stream sends a heartbeat at this interval (spec section 9, "realtime heartbeat").
pub const HEARTBEAT: Duration = Duration::seconds(25);
/// How long after its time an act may become visible: longer than a request may take. Readers look back so far, and drop
/// what they know.
pub const OVERLAP: Duration = Duration::seconds(30);
/// How far a reader that comes back may have fallen behind; what is older it reads from the lists.
const KEPT: Duration = Duration::DAY;
const BATCH: u32 = 500;

#[derive(Constructor)]
pub struct Events {
    log: Arc<dyn EventLog>,
    access: Arc<Access>,
    clock: Arc<dyn Clock>,
}

impl Events {
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The next batch of acts after `place`, oldest first; empty at the end of the log.
    pub async fn after(&self, place: LogPosition) -> Result<Vec<LoggedAction>, Fault> {
        self.log.after(place, BATCH).await
    }

    /// Where a reader that has read up to `last` continues. It reads the time shortly before again, because
    /// acts become visible out of order.
    pub fn resumed(&self, last: LogPosition) -> LogPosition {
        LogPosition::before((last.at - OVERLAP).max(self.now() - KEPT))
    }

    /// Whether the access token belongs to an administrator now. A fault is reported as no: the client
    /// reconnects.
    pub async fn may_listen(&self, access_token: &str) -> bool {
        let caller = self.access.caller(access_token).await;
        caller.is_ok_and(|caller| caller.check_administrator().is_ok())
    }
}
