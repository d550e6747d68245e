//! One connection: its requests one after the other, and its end.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, Response};
use tokio::net::TcpStream;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::pace::Paced;
use super::{ConnectionLimits, MAX_HEADER};
use crate::lifecycle::Tasks;

/// Serves the connection to its end: until the peer leaves, a limit is passed, or shutdown.
pub(super) async fn serve<E>(
    socket: TcpStream,
    peer: SocketAddr,
    endpoint: Arc<E>,
    limits: ConnectionLimits,
    tasks: Tasks,
) where
    E: Endpoint<Output = Response> + 'static,
{
    // Answers are small; they should not wait for more.
    let _ = socket.set_nodelay(true);
    let local = LocalAddr(socket.local_addr().map_or_else(|_| Addr::custom("tcp", ""), Addr::SocketAddr));
    let remote = RemoteAddr(Addr::SocketAddr(peer));

    // A token lives from the arrival of a request until the last byte of its answer was handed to the socket's
    // buffer.
    let in_flight = TaskTracker::new();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let token = in_flight.token();
        let endpoint = endpoint.clone();
        let request = Request::from((request, local.clone(), remote.clone(), Scheme::HTTP));
        async move {
            let response: hyper::Response<_> = endpoint.get_response(request).await.into();
            Ok::<_, Infallible>(response.map(|body| Answer { body, _in_flight: token }))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(MAX_HEADER)
        .serve_connection(TokioIo::new(Paced::new(socket, limits.answer)), service);
    tokio::pin!(connection);

    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = tasks.stop.cancelled() => {
            // Closes a connection between two requests at once. One that has not sent a whole header yet is
            // given up after the farewell, one in flight has the grace of the process.
            connection.as_mut().graceful_shutdown();
            in_flight.close();
            let given_up = async {
                tokio::select! {
                    () = in_flight.wait() => {}
                    () = tasks.grace_over() => {}
                }
                tokio::time::sleep(limits.farewell).await;
            };
            tokio::select! {
                ended = &mut connection => ended,
                () = given_up => Ok(()),
            }
        }
    };
    if let Err(error) = ended {
        // A peer that left, or was too slow: its doing, of interest only when looking into it.
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A body that counts as in flight until it was handed over whole, or dropped.
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
