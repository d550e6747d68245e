//! What the program may count of the site. This crate reports; what becomes of it is the program's choice.

use std::time::Duration;

use uuid::Uuid;

use crate::request::keyed_limit::KeyedLimit;

/// Told of every response. Called on every request, so it must not block.
pub trait Traffic: Send + Sync {
    /// A request was answered with this status (499: its peer left before). `operation` is one of few words: the id of an
    /// operation, `page`, `photo` and the like, or `none`.
    fn answered(&self, operation: &'static str, status: u16, took: Duration);

    /// A request was refused by this limit of the domain's table.
    fn limited(&self, limit: &'static str);

    /// A browser reported an error of this kind, one of [`BROWSER_ERRORS`](crate::BROWSER_ERRORS).
    fn browser_error(&self, kind: &'static str);
}

/// What is under way in a process. Clones share the numbers.
#[derive(Clone, Default)]
pub struct Activity {
    pub(crate) uploads: KeyedLimit<Uuid>,
    pub(crate) event_streams: KeyedLimit<Uuid>,
}

impl Activity {
    /// Photos being uploaded.
    pub fn uploads(&self) -> usize {
        self.uploads.sum()
    }

    /// Open streams of events.
    pub fn event_streams(&self) -> usize {
        self.event_streams.sum()
    }
}
