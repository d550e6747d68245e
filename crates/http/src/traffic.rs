//! Events that the program may count. This crate reports them through a trait, and the program decides what to do with
//! them.

use std::time::Duration;

use uuid::Uuid;

use crate::request::keyed_limit::KeyedLimit;

/// Must not block, because it is called on every request.
pub trait Traffic: Send + Sync {
    /// A request was answered with this status (499: the peer disconnected first). `operation` has few values: an
    /// operation id, `page`, `photo` and the like, or `none`.
    fn answered(&self, operation: &'static str, status: u16, took: Duration);

    /// A request was refused by this limit of the domain's table.
    fn limited(&self, limit: &'static str);

    /// A browser reported an error of this kind, one of [`BROWSER_ERRORS`](crate::BROWSER_ERRORS).
    fn browser_error(&self, kind: &'static str);
}

/// Running uploads and event streams of a process. Clones share the numbers.
#[derive(Clone, Default)]
pub struct Activity {
    pub(crate) uploads: KeyedLimit<Uuid>,
    pub(crate) event_streams: KeyedLimit<Uuid>,
}

impl Activity {
    pub fn uploads(&self) -> usize {
        self.uploads.sum()
    }

    pub fn event_streams(&self) -> usize {
        self.event_streams.sum()
    }
}
