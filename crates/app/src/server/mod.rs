//! The accept loop: serves the site over HTTP/1.1, closes connections of idle or slow peers, and shuts down gracefully.
//! poem's server would wait indefinitely for an incomplete header or a slow body.

pub mod listener;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use forum_http::{TrustedProxies, network};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::lifecycle::Tasks;

#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Maximum number of connections. Further ones wait in the listener's queue.
    pub connections: usize,
    /// Maximum number of connections from one network. Further ones are closed immediately. Trusted proxies have no
    /// limit.
    pub of_network: usize,
    /// How long a peer may take to send a request's header, and how long a connection may be idle.
    pub header: Duration,
    /// How long a peer may take to read the next part of its response: about a third of the socket's send buffer.
    pub answer: Duration,
    /// How long a peer may continue to send a refused body.
    pub linger: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 1024,
            of_network: 512,
            header: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            linger: Duration::from_secs(2),
        }
    }
}

/// Maximum size of a request's header in bytes; a longer one is answered with 431.
const MAX_HEADER: usize = 64 * 1024;
/// Maximum number of bytes read and discarded from a refused body.
const UNREAD: u64 = 32 * 1024 * 1024;
/// Pause after the operating system failed to accept a connection, for example without file descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// How long connections and requests are still accepted after shutdown has begun. The runtime must poll the operating
/// system once more to see those that arrived before.
const LAST_POLL: Duration = Duration::from_millis(20);

/// Accepts and serves until shutdown begins; the connections are tasks in `tasks` and end by themselves. `answer` is
/// called with each request and the address of its peer.
pub async fn run<A, F, B>(
    listener: TcpListener,
    answer: A,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    tasks: Tasks,
) where
    A: Fn(Request<Incoming>, SocketAddr) -> F + Send + Sync + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data = Bytes, Error = io::Error> + Send + Unpin + 'static,
{
    let answer = Arc::new(answer);
    let permits = Arc::new(Semaphore::new(limits.connections));
    let mut networks = Networks::default();
    loop {
        let next = async {
            // The semaphore is never closed.
            let permit = permits.clone().acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            next = next => next,
            () = last_requests_seen(&tasks) => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let of_network = if proxies.contains(peer.ip()) {
            None
        } else {
            let Some(permit) = networks.admit(network(peer.ip()), limits.of_network) else { continue };
            Some(permit)
        };
        let serving = serve(socket, peer, answer.clone(), limits, tasks.clone());
        tasks.spawn(async move {
            serving.await;
            drop((permit, of_network));
        });
    }
}

/// A semaphore for each network with open connections, so that one network cannot take all connections.
#[derive(Default)]
struct Networks(HashMap<IpNet, Arc<Semaphore>>);

impl Networks {
    /// A permit for a connection from this network; `None` if it has `most` connections.
    fn admit(&mut self, network: IpNet, most: usize) -> Option<OwnedSemaphorePermit> {
        self.0.retain(|_, permits| permits.available_permits() < most);
        let permits = self.0.entry(network).or_insert_with(|| Arc::new(Semaphore::new(most)));
        permits.clone().try_acquire_owned().ok()
    }
}

/// Returns once shutdown has begun and every request that arrived before it has been seen.
async fn last_requests_seen(tasks: &Tasks) {
    tasks.stop.cancelled().await;
    tokio::time::sleep(LAST_POLL).await;
}

/// Serves the connection until the peer disconnects, a limit is exceeded, or shutdown.
async fn serve<A, F, B>(
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
    let service = service_fn(|request| {
        let response = answer(request, peer);
        let draining = tasks.draining.clone();
        Box::pin(async move {
            let mut response = response.await;
            if draining.is_cancelled() {
                // The peer then sends its next request to a process that is not draining.
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        })
    });
    let mut socket = TimeoutStream::new(socket);
    socket.set_write_timeout(Some(limits.answer));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(MAX_HEADER)
        .serve_connection(TokioIo::new(Box::pin(socket)), service);
    let ended = tokio::select! {
        biased;
        ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
        () = last_requests_seen(&tasks) => {
            // Closes an idle connection immediately, and another one after its response. One with an incomplete header is
            // closed after the limit for headers.
            Pin::new(&mut connection).graceful_shutdown();
            tokio::select! {
                ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
                () = tasks.grace_over() => return,
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
async fn lingering_close(
    mut socket: Pin<Box<TimeoutStream<TcpStream>>>,
    limits: ConnectionLimits,
    tasks: &Tasks,
) {
    let close = async {
        socket.shutdown().await?;
        tokio::io::copy(&mut socket.take(UNREAD), &mut tokio::io::sink()).await
    };
    tokio::select! {
        _ = tokio::time::timeout(limits.linger, close) => {}
        () = tasks.stop.cancelled() => {}
    }
}
