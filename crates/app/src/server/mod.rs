//! The accept loop: serves the site over HTTP/1.1 so that no peer can hold a connection open for nothing, and ends in
//! order. poem's own server waits for a half-sent header or a trickled body for good. Only `serve` calls it.

mod connection;
mod pace;
#[cfg(test)]
mod tests;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Bytes, Incoming};
use hyper::{Request, Response};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::lifecycle::Tasks;

/// What a peer may cost.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Connections at a time; more wait in the listener's queue.
    pub connections: usize,
    /// How long the header of a request may take, and how long a connection may wait for its next request.
    pub header: Duration,
    /// How long a peer that takes (almost) nothing may make us wait with an answer.
    pub answer: Duration,
    /// How long a connection without a request in flight may linger once shutdown began.
    pub farewell: Duration,
    /// How long a peer may go on sending what is not read any more.
    pub parting: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 1024,
            header: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            farewell: Duration::from_millis(500),
            parting: Duration::from_secs(2),
        }
    }
}

/// Longest header of a request in bytes; a longer one is answered with 431.
const MAX_HEADER: usize = 64 * 1024;
/// How long to wait after the operating system refused a connection (no file descriptors left).
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts and serves until shutdown begins; the connections end by themselves, as tasks of `tasks`. `answer` is called
/// with each request and the address of its peer.
pub async fn run<A, F, B>(listener: TcpListener, answer: A, limits: ConnectionLimits, tasks: Tasks)
where
    A: Fn(Request<Incoming>, SocketAddr) -> F + Send + Sync + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data = Bytes, Error = io::Error> + Send + Unpin + 'static,
{
    let answer = Arc::new(answer);
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        let next = async {
            // Never closed.
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = tasks.stop.cancelled() => break,
        };
        match accepted {
            Ok((socket, peer)) => {
                let serving = connection::serve(socket, peer, answer.clone(), limits, tasks.clone());
                tasks.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
