//! The address to listen on.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, bail};
use tokio::net::{TcpListener, TcpSocket};

const DEFAULT_PORTS: std::ops::RangeInclusive<u16> = 8080..=8089;

/// Backlog of connections that are not yet accepted.
const BACKLOG: u32 = 1024;

/// Send buffer per connection, in bytes. Without a bound, peers that do not read could use up the kernel's socket
/// memory with several megabytes each.
const SEND_BUFFER: u32 = 128 * 1024;

/// Binds the configured address, or the first free default port.
pub async fn bind(configured: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = configured {
        return listen(address).with_context(|| format!("FORUM__HTTP__LISTEN: cannot listen on {address}"));
    }
    for port in DEFAULT_PORTS {
        if let Ok(listener) = listen((Ipv4Addr::LOCALHOST, port).into()) {
            return Ok(listener);
        }
    }
    bail!("ports 8080 to 8089 of 127.0.0.1 are all in use; set an address with FORUM__HTTP__LISTEN")
}

/// Listens on an address. Accepted sockets inherit the send buffer.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpStream;

    #[tokio::test]
    async fn an_accepted_connection_has_a_bounded_send_buffer() {
        let listener = bind(Some((Ipv4Addr::LOCALHOST, 0).into())).await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (peer, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (socket, _) = accepted.expect("accepted");
        let socket = TcpSocket::from_std_stream(socket.into_std().expect("a socket"));
        // Linux doubles the value for bookkeeping.
        let size = socket.send_buffer_size().expect("its size");
        assert!((SEND_BUFFER..=2 * SEND_BUFFER).contains(&size), "{size}");
        drop(peer);
    }
}
