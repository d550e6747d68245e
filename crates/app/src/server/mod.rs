//! The accept loop: serves the site over HTTP/1.1, closes connections of idle peers, and shuts down gracefully. poem's
//! server would wait indefinitely for an incomplete header or a slow body.

mod connection;
pub mod listener;
mod pace;
mod peers;
#[cfg(test)]
mod tests;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use forum_http::TrustedProxies;
use hyper::body::{Body, Bytes, Incoming};
use hyper::{Request, Response};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::lifecycle::{Tasks, survive};
use peers::Peers;

#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Maximum number of connections. Further ones wait in the listener's queue.
    pub connections: usize,
    /// Maximum number of connections from one network. Further ones are closed immediately. Trusted proxies have no
    /// limit.
    pub of_network: usize,
    /// How long a peer may take to send a request's header, and how long a connection may be idle.
    pub header: Duration,
    /// How long sending may stall in total when a peer does not read its response.
    pub answer: Duration,
    /// How long a connection without a request in flight may stay open once shutdown has begun.
    pub shutdown_delay: Duration,
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
            shutdown_delay: Duration::from_millis(500),
            linger: Duration::from_secs(2),
        }
    }
}

/// Maximum size of a request's header in bytes; a longer one is answered with 431.
const MAX_HEADER: usize = 64 * 1024;
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
    let peers = Peers::new(limits.of_network, proxies);
    let permits = Arc::new(Semaphore::new(limits.connections));
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
        match accepted {
            Ok((socket, peer)) => {
                let begin = async {
                    let Some(of_network) = peers.admit(peer.ip()) else { return };
                    let serving = connection::serve(socket, peer, answer.clone(), limits, tasks.clone());
                    tasks.spawn(async move {
                        serving.await;
                        drop((permit, of_network));
                    });
                };
                survive("accepting connections", begin).await;
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Returns once shutdown has begun and every request that arrived before it has been seen.
async fn last_requests_seen(tasks: &Tasks) {
    tasks.stop.cancelled().await;
    tokio::time::sleep(LAST_POLL).await;
}
