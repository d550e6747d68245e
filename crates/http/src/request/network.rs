//! The address and network of a client: those of the connection or, behind a trusted proxy, those in `X-Forwarded-For`.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use ipnet::{IpNet, Ipv4Net};
use poem::{Addr, Request};

/// Prefix lengths that a household or a school typically has.
const V4_PREFIX: u8 = 24;
const V6_PREFIX: u8 = 48;

/// Number of leading bits in IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2) before the IPv4 address.
const MAPPED: u8 = 96;

/// The network of an address: IPv4 /24, IPv6 /48.
pub fn network(address: IpAddr) -> IpNet {
    let address = address.to_canonical();
    let length = if address.is_ipv4() { V4_PREFIX } else { V6_PREFIX };
    IpNet::new(address, length).map_or(IpNet::from(address), |network| network.trunc())
}

pub(crate) fn peer(request: &Request) -> Option<IpAddr> {
    match &request.remote_addr().0 {
        Addr::SocketAddr(address) => Some(address.ip().to_canonical()),
        _ => None,
    }
}

pub(crate) fn client_network(request: &Request) -> Option<String> {
    let address = match request.data::<TrustedProxies>() {
        Some(trusted) => trusted.client(request),
        None => peer(request),
    };
    address.map(|address| network(address).to_string())
}

/// Peers whose `X-Forwarded-For` is trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Parses addresses and networks (`10.0.0.0/8`), separated by commas; `None` if one of them is neither.
    pub fn parse(text: &str) -> Option<Self> {
        text.split(',').map(|part| parse_network(part.trim())).collect::<Option<_>>().map(Self)
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address of the client. Each proxy appends the peer it sees to `X-Forwarded-For`, so the first entry from the
    /// right that is not a trusted proxy is the last one that can be trusted; entries to its left may be forged. An
    /// unreadable entry ends the search, and the connection's address is used.
    fn client(&self, request: &Request) -> Option<IpAddr> {
        let peer = peer(request)?;
        if !self.contains(peer) {
            return Some(peer);
        }
        let values = request.headers().get_all("X-Forwarded-For").iter().rev();
        let entries = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        for entry in entries {
            match std::str::from_utf8(entry).ok().and_then(parse_entry) {
                Some(address) if self.contains(address) => {}
                Some(address) => return Some(address),
                None => break,
            }
        }
        Some(peer)
    }
}

impl fmt::Display for TrustedProxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let networks = self.0.iter().map(|network| {
            let single = network.prefix_len() == network.max_prefix_len();
            if single { network.addr().to_string() } else { network.to_string() }
        });
        f.write_str(&networks.collect::<Vec<_>>().join(", "))
    }
}

/// Parses an address or a network. IPv4-mapped IPv6 addresses become IPv4.
fn parse_network(text: &str) -> Option<IpNet> {
    let network = match text.parse::<IpAddr>() {
        Ok(address) => IpNet::from(address.to_canonical()),
        Err(_) => text.parse().ok()?,
    };
    let mapped = match network {
        IpNet::V6(v6) if v6.prefix_len() >= MAPPED => v6.addr().to_ipv4_mapped().map(|v4| (v4, v6)),
        _ => None,
    };
    match mapped {
        Some((v4, v6)) => Ipv4Net::new(v4, v6.prefix_len() - MAPPED).ok().map(IpNet::V4),
        None => Some(network),
    }
}

/// Parses an entry of `X-Forwarded-For`: an address with optional brackets and port.
fn parse_entry(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let address = text
        .parse::<IpAddr>()
        .ok()
        .or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
        .or_else(bracketed)?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests;
