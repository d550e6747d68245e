//! A socket that limits how slowly its peer may read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// Minimum average speed of a peer: slower than the slowest phone connection.
const BYTES_PER_SECOND: f64 = 1024.0;

/// Adds up the time that writes wait for the peer and fails if it exceeds the allowance. Every [`BYTES_PER_SECOND`]
/// bytes that the peer reads deduct a second; if the peer sends something while no write is waiting, the total is
/// reset to zero.
pub(super) struct Paced<S> {
    inner: S,
    allowance: Duration,
    waited: Duration,
    waiting: Option<Waiting>,
    unsent: Unsent,
}

/// Whether a write is waiting for the peer, for code that does not own the socket.
#[derive(Clone, Default)]
pub(super) struct Unsent(Arc<AtomicBool>);

impl Unsent {
    pub(super) fn is_any(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Waiting {
    since: Instant,
    over: Pin<Box<Sleep>>,
}

impl<S> Paced<S> {
    /// `allowance`: how long writes may wait in total, beyond the time that the peer earns by reading.
    pub(super) fn new(inner: S, allowance: Duration) -> Self {
        Self { inner, allowance, waited: Duration::ZERO, waiting: None, unsent: Unsent::default() }
    }

    pub(super) fn unsent(&self) -> Unsent {
        self.unsent.clone()
    }

    fn written(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let outcome = self.account(context, outcome);
        if let Poll::Ready(Ok(bytes)) = outcome {
            let earned = Duration::from_secs_f64(bytes as f64 / BYTES_PER_SECOND);
            self.waited = self.waited.saturating_sub(earned);
        }
        outcome
    }

    fn account<T>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.unsent.0.store(outcome.is_pending(), Ordering::Relaxed);
        if outcome.is_ready() {
            if let Some(waiting) = self.waiting.take() {
                self.waited += waiting.since.elapsed();
            }
            return outcome;
        }
        let left = self.allowance.saturating_sub(self.waited);
        let waiting = self.waiting.get_or_insert_with(|| Waiting {
            since: Instant::now(),
            over: Box::pin(tokio::time::sleep(left)),
        });
        ready!(waiting.over.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the peer did not read its response in time",
        )))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.inner).poll_read(context, buffer);
        if buffer.filled().len() > before && self.waiting.is_none() {
            self.waited = Duration::ZERO;
        }
        outcome
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.written(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.written(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_flush(context);
        self.account(context, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    /// A read without data does not reset the time: only data from the peer does.
    #[tokio::test]
    async fn the_time_that_writes_waited_is_forgiven_when_the_peer_sends_something() {
        const COST: Duration = Duration::from_secs(5);
        let (mut peer, socket) = duplex(64);
        let mut paced = Paced { waited: COST, ..Paced::new(socket, 2 * COST) };
        assert!(paced.read_u8().now_or_never().is_none(), "nothing was sent");
        assert_eq!(paced.waited, COST);
        peer.write_u8(b'.').await.expect("sent");
        assert_eq!(paced.read_u8().await.expect("a byte"), b'.');
        assert_eq!(paced.waited, Duration::ZERO);
    }
}
