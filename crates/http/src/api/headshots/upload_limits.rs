//! Limits on running uploads: number per user, minimum rate, and shared memory.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt};
use poem::Body;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::request::keyed_limit::{KeyedLimit, Permit};
use crate::response::code::Code;
use crate::response::downloads::PACE;
use crate::response::problem::Problem;

/// Maximum number of uploads per user: one, and its repetition after a lost connection.
const MAX_PER_USER: usize = 2;
/// `Retry-After` of another one. A stalled upload has failed by then.
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);

/// Passed to the API as request data.
#[derive(Clone)]
pub(crate) struct Uploads {
    /// Counts running uploads.
    pub(crate) of_user: KeyedLimit<Uuid>,
    /// In bytes, for all uploads together. If it is exhausted, uploads are refused at once instead of queued, so that no
    /// connection waits.
    pub(crate) memory: Arc<Semaphore>,
    /// How long an upload may stall.
    pub(crate) patience: Duration,
}

impl Uploads {
    /// Starts an upload of this user.
    ///
    /// # Errors
    /// 429 `rate_limited` if the user has two running uploads.
    pub(crate) fn begin(&self, user_id: Uuid) -> Result<Upload, Box<Problem>> {
        let Some(permit) = self.of_user.begin(user_id, 1, MAX_PER_USER) else {
            let detail = "Two of your photos are being uploaded already. Please wait until they are done.";
            return Err(Box::new(Problem::new(Code::RateLimited, detail).retry_after(RETRY_AFTER)));
        };
        Ok(Upload { uploads: self.clone(), _permit: permit, held: Arc::default() })
    }
}

/// A running upload. Dropping it releases its memory and its permit.
pub(crate) struct Upload {
    uploads: Uploads,
    _permit: Permit<Uuid>,
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    bytes: usize,
    memory: Option<OwnedSemaphorePermit>,
    stopped: Option<Code>,
}

impl Upload {
    /// Bounds a body by `limit` bytes, the shared memory and the minimum rate. Memory is reserved as the bytes arrive.
    pub(crate) fn receive(&self, body: Body, limit: usize) -> Body {
        let (held, memory) = (self.held.clone(), self.uploads.memory.clone());
        let (started, patience) = (Instant::now(), self.uploads.patience);
        let rest: BoxStream<'static, io::Result<Bytes>> = body.into_bytes_stream().boxed();
        let received = stream::try_unfold(rest, move |mut rest| {
            let (held, memory) = (held.clone(), memory.clone());
            async move {
                let earned = Duration::from_secs_f64(locked(&held).bytes as f64 / PACE);
                let Ok(next) = timeout_at(started + patience + earned, rest.next()).await else {
                    return Err(locked(&held).stop(Code::RequestTimeout));
                };
                let Some(chunk) = next.transpose()? else { return Ok(None) };
                locked(&held).take(chunk.len(), limit, memory)?;
                Ok(Some((chunk, rest)))
            }
        });
        Body::from_bytes_stream(received)
    }

    /// The code with which reading stopped.
    pub(crate) fn stopped(&self) -> Option<Code> {
        locked(&self.held).stopped
    }
}

fn locked(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Held {
    fn take(&mut self, bytes: usize, limit: usize, memory: Arc<Semaphore>) -> io::Result<()> {
        let all = self.bytes + bytes;
        let (true, Ok(permits)) = (all <= limit, u32::try_from(bytes)) else {
            return Err(self.stop(Code::PayloadTooLarge));
        };
        let Ok(permit) = memory.try_acquire_many_owned(permits) else {
            return Err(self.stop(Code::Busy));
        };
        self.bytes = all;
        match &mut self.memory {
            Some(memory) => memory.merge(permit),
            None => self.memory = Some(permit),
        }
        Ok(())
    }

    fn stop(&mut self, code: Code) -> io::Error {
        self.stopped = Some(code);
        io::Error::other("reading was stopped")
    }
}
