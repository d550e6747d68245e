//! The address to listen on.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, bail};
use tokio::net::TcpListener;

/// Ports tried in development when none is set.
const DEFAULT_PORTS: std::ops::RangeInclusive<u16> = 8080..=8089;

/// Binds the configured address, or else the first free default.
///
/// # Errors
/// Names the setting when the configured address cannot be had.
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
    bail!("the ports 8080 to 8089 of 127.0.0.1 are all taken; choose an address with FORUM__HTTP__LISTEN")
}
