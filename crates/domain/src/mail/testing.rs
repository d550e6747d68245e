//! For the unit tests of the rules that queue mails.

use std::sync::Arc;

use uuid::Uuid;

use super::MailQueue;
use crate::shared::IdSource;

struct OneId;

impl IdSource for OneId {
    fn new_id(&self) -> Uuid {
        Uuid::from_u128(9)
    }
}

pub(crate) fn mails() -> MailQueue {
    MailQueue::new(Arc::new(OneId), "forum.example")
}
