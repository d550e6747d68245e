use std::sync::Arc;

use derive_more::Constructor;
use time::{Duration, OffsetDateTime};

use super::event_log::EventLog;
use super::logged_action::{LogPosition, LoggedAction};
use crate::accounts::sessions::Access;
use crate::shared::{Clock, Fault};

/// An idle stream sends a heartbeat at this interval (docs/product.md, 6.5).
pub const HEARTBEAT: Duration = Duration::seconds(25);
/// Maximum delay between an act and its visibility, longer than any request. Readers re-read this period and skip known
/// entries.
pub const OVERLAP: Duration = Duration::seconds(30);
/// A reconnected reader gets the events of this period. Older changes must be read from the lists.
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

    /// The next batch of acts after `position`, oldest first; empty at the end of the log.
    pub async fn after(&self, position: LogPosition) -> Result<Vec<LoggedAction>, Fault> {
        self.log.after(position, BATCH).await
    }

    /// The position from which a reader that has read up to `last` continues: [`OVERLAP`] earlier, because acts become
    /// visible out of order.
    pub fn resumed(&self, last: LogPosition) -> LogPosition {
        LogPosition::before((last.at - OVERLAP).max(self.now() - KEPT))
    }

    /// Whether the access token currently belongs to an administrator. `false` after a fault, because the client
    /// reconnects.
    pub async fn may_listen(&self, access_token: &str) -> bool {
        let caller = self.access.caller(access_token).await;
        caller.is_ok_and(|caller| caller.check_administrator().is_ok())
    }
}
