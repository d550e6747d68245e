//! Builders for unit tests of rules that take an [`Act`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use time::OffsetDateTime;
use uuid::Uuid;

use crate::act::{Act, Acts};
use crate::shared::{Clock, IdSource};

/// The first id of an act. Each further id is one higher.
pub(crate) const FIRST_ID: u64 = 1_001;

struct Counting(AtomicU64);

impl IdSource for Counting {
    fn new_id(&self) -> Uuid {
        Uuid::from_u64_pair(0, self.0.fetch_add(1, Ordering::Relaxed))
    }
}

struct At(OffsetDateTime);

impl Clock for At {
    fn now(&self) -> OffsetDateTime {
        self.0
    }
}

pub(crate) fn act(now: OffsetDateTime) -> Act {
    let ids = Counting(AtomicU64::new(FIRST_ID));
    Acts::new(Arc::new(At(now)), Arc::new(ids), "forum.example").begin()
}
