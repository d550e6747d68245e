//! The address to listen on.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, bail};
use tokio::net::TcpListener;

/// Ports tried if none is configured.
const DEFAULT_PORTS: std::ops::RangeInclusive<u16> = 8080..=8089;

/// Binds the configured address, or the first free default port.
///
/// # Errors
/// Names the setting if the configured address cannot be bound.
pub async fn bind(configured: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = configured {
        return TcpListener::bind(address)
            .await
            .with_context(|| format!("FORUM__HTTP__LISTEN: cannot listen on {address}"));
    }
    for port in DEFAULT_PORTS {
        if let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            return Ok(listener);
        }
    }
    bail!("ports 8080 to 8089 of 127.0.0.1 are all in use; set an address with FORUM__HTTP__LISTEN")
}
