//! Serves one connection from its first request to its close.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::pace::Paced;
use super::{ConnectionLimits, MAX_HEADER, last_requests_seen};
use crate::lifecycle::Tasks;

/// Maximum number of bytes read and discarded from a refused body.
const UNREAD: u64 = 32 * 1024 * 1024;

/// Serves the connection until the peer disconnects, a limit is exceeded, or shutdown.
pub(super) async fn serve<A, F, B>(
    socket: TcpStream,
    peer: SocketAddr,
    answer: Arc<A>,
    limits: ConnectionLimits,
    tasks: Tasks,
) where
    A: Fn(Request<Incoming>, SocketAddr) -> F + Send + Sync + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data = Bytes, Error = io::Error> + Send + Unpin + 'static,
{
    // Responses are small and must not be delayed in order to be combined.
    let _ = socket.set_nodelay(true);

    // A token lives from the arrival of a request until hyper has taken the last frame of its response.
    let in_flight = TaskTracker::new();
    let service = service_fn(|request| {
        let token = in_flight.token();
        let response = answer(request, peer);
        let draining = tasks.draining.clone();
        Box::pin(async move {
            let mut response = response.await;
            if draining.is_cancelled() {
                // The peer then sends its next request to a process that is not draining.
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| Answer { body, _in_flight: token }))
        })
    });
    let socket = Paced::new(socket, limits.answer);
    let unsent = socket.unsent();
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(MAX_HEADER)
        .serve_connection(TokioIo::new(socket), service);

    let ended = tokio::select! {
        biased;
        ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
        () = last_requests_seen(&tasks) => {
            // Closes an idle connection immediately. One with an incomplete header is closed after the shutdown delay,
            // one with a request in flight after the process's grace period.
            Pin::new(&mut connection).graceful_shutdown();
            in_flight.close();
            let settled = async {
                loop {
                    in_flight.wait().await;
                    // If a header is completed or a response is being sent in this time, the shutdown delay starts
                    // again.
                    tokio::time::sleep(limits.shutdown_delay).await;
                    if in_flight.is_empty() && !unsent.is_any() {
                        break;
                    }
                }
            };
            let expired = async {
                tokio::select! {
                    () = settled => {}
                    () = tasks.grace_over() => {}
                }
            };
            tokio::select! {
                ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
                () = expired => return,
            }
        }
    };
    match ended {
        Ok(()) => lingering_close(connection.into_parts().io.into_inner(), limits, &tasks).await,
        // The peer disconnected or was too slow; of interest only for debugging.
        Err(error) => tracing::debug!(%error, "a connection ended early"),
    }
}

/// Closes our side and lets the peer close its own. Closing a socket with unread bytes resets the connection, and a
/// peer that is still sending a refused body would never see the response.
async fn lingering_close(mut socket: Paced<TcpStream>, limits: ConnectionLimits, tasks: &Tasks) {
    let close = async {
        socket.shutdown().await?;
        tokio::io::copy(&mut socket.take(UNREAD), &mut tokio::io::sink()).await
    };
    tokio::select! {
        _ = tokio::time::timeout(limits.linger, close) => {}
        () = tasks.stop.cancelled() => {}
    }
}

/// A body that is in flight until it is sent completely or dropped.
struct Answer<B> {
    body: B,
    _in_flight: TaskTrackerToken,
}

impl<B: Body + Unpin> Body for Answer<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
