//! The accept loop: serves the site over HTTP/1.1 such that no idle peer can hold a connection open, and shuts down in
//! order. poem's own server waits indefinitely for an incomplete header or a slow body. Only `serve` calls it.

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
    /// Maximum number of connections; more wait in the listener's queue.
    pub connections: usize,
    /// Maximum number of connections from one network; more are closed at once. Trusted proxies have no limit.
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
/// How long connections and requests are still taken once shutdown has begun: what arrived before is only noticed when
/// the runtime has asked the operating system again.
const NOTICE: Duration = Duration::from_millis(20);

/// Accepts and serves until shutdown begins; the connections are tasks of `tasks` and end by themselves. `answer` is
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
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = everything_noticed(&tasks) => break,
        };
        match accepted {
            Ok((socket, peer)) => {
                let begin = async {
                    let Some(of_network) = peers.enter(peer.ip()) else { return };
                    let serving = connection::serve(socket, peer, answer.clone(), limits, tasks.clone());
                    tasks.spawn(async move {
                        serving.await;
                        drop((place, of_network));
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

/// Returns once shutdown has begun and everything that arrived before has been noticed.
async fn everything_noticed(tasks: &Tasks) {
    tasks.stop.cancelled().await;
    tokio::time::sleep(NOTICE).await;
}
