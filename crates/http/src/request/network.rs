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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use poem::http::{self, HeaderValue, uri::Scheme};
    use poem::web::{LocalAddr, RemoteAddr};
    use poem::{Body, RequestParts};

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn request(peer: &str, forwarded: &[&[u8]]) -> Request {
        let mut request = http::Request::builder();
        for value in forwarded {
            request = request.header("X-Forwarded-For", HeaderValue::from_bytes(value).expect("a value"));
        }
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        let peer = RemoteAddr(Addr::SocketAddr(SocketAddr::new(address(peer), 1)));
        let parts = RequestParts::from((parts, LocalAddr::default(), peer, Scheme::HTTP));
        Request::from_parts(parts, Body::empty())
    }

    fn trusted(text: &str) -> TrustedProxies {
        TrustedProxies::parse(text).expect("proxies")
    }

    #[test]
    fn the_first_entry_from_the_right_that_is_no_trusted_proxy_is_the_client() {
        let proxies = trusted("10.0.0.1, 10.0.2.0/24, ::ffff:10.0.3.0/120, fd00::/8");
        let table = [
            ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("10.0.3.7", "198.51.100.1", "198.51.100.1"),
            ("fd12::1", "198.51.100.1", "198.51.100.1"),
            // Brackets without a port.
            ("10.0.0.1", "1.2.3.4, [2001:db8::7]", "2001:db8::7"),
            ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
            // An entry that cannot be read ends the search.
            ("10.0.0.1", "nonsense", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, unknown, 10.0.2.9", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, 198.51.100.7:port", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, [198.51.100.7]", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, fe80::1%eth0", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, \u{e9}", "10.0.0.1"),
            ("10.0.0.1", "", "10.0.0.1"),
        ];
        for (peer, forwarded, expected) in table {
            let found = proxies.client(&request(peer, &[forwarded.as_bytes()]));
            assert_eq!(found, Some(address(expected)), "{peer}: {forwarded}");
        }
    }

    #[test]
    fn several_headers_are_one_list_and_invalid_utf_8_ends_the_search() {
        let proxies = trusted("10.0.0.1");
        let table: [(&[&[u8]], &str); 4] = [
            (&[b"1.2.3.4", b"198.51.100.7, 10.0.0.1"], "198.51.100.7"),
            (&[b"198.51.100.7", b"10.0.0.1"], "198.51.100.7"),
            (&[b"1.2.3.4", b"\xff"], "10.0.0.1"),
            (&[], "10.0.0.1"),
        ];
        for (forwarded, expected) in table {
            assert_eq!(
                proxies.client(&request("10.0.0.1", forwarded)),
                Some(address(expected)),
                "{forwarded:?}"
            );
        }
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        let table = [
            ("127.0.0.1", Some("127.0.0.1")),
            (" 10.0.0.0/8 , fd00::/8,::1", Some("10.0.0.0/8, fd00::/8, ::1")),
            ("::ffff:10.0.0.1", Some("10.0.0.1")),
            ("::ffff:10.0.0.0/104", Some("10.0.0.0/8")),
            ("::ffff:10.0.0.0/64", Some("::ffff:10.0.0.0/64")),
            ("10.0.0.0/33", None),
            ("10.0.0.1:80", None),
            ("proxy.example", None),
            ("10.0.0.1,", None),
            ("", None),
        ];
        for (text, expected) in table {
            let parsed = TrustedProxies::parse(text).map(|proxies| proxies.to_string());
            assert_eq!(parsed.as_deref(), expected, "{text}");
        }
        assert_eq!(TrustedProxies::default().to_string(), "none");
    }

    #[test]
    fn only_the_network_part_of_an_address_is_kept() {
        let table = [
            ("203.0.113.77", "203.0.113.0/24"),
            ("::ffff:203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:1:2::9", "2001:db8:1::/48"),
        ];
        for (text, expected) in table {
            assert_eq!(network(address(text)).to_string(), expected);
        }
    }

    /// Addresses, about half of them of trusted proxies.
    fn addresses() -> impl Strategy<Value = IpAddr> {
        let proxy = any::<[u8; 3]>().prop_map(|[a, b, c]| IpAddr::from([10, a, b, c]));
        prop_oneof![proxy, any::<[u8; 4]>().prop_map(IpAddr::from), any::<[u8; 16]>().prop_map(IpAddr::from)]
    }

    proptest! {
        /// Arbitrary entries by the client do not change its network.
        #[test]
        fn a_peer_that_is_no_proxy_is_the_client_regardless_of_its_headers(
            peer in addresses(), forwarded in prop::collection::vec(
                prop_oneof![addresses().prop_map(|address| address.to_string()), "[\\t -~\u{80}-\u{ff}]{0,40}"], 0..4,
            ),
        ) {
            let proxies = trusted("10.0.0.0/8");
            prop_assume!(!proxies.contains(peer));
            let values: Vec<&[u8]> = forwarded.iter().map(String::as_bytes).collect();
            prop_assert_eq!(proxies.client(&request(&peer.to_string(), &values)), Some(peer.to_canonical()));
        }

        #[test]
        fn behind_proxies_the_last_address_that_is_no_proxy_is_the_client(
            hops in prop::collection::vec((addresses(), 0..4_u8), 1..6), forged in "[ -~]{0,20}",
        ) {
            let proxies = trusted("10.0.0.0/8");
            let spelled = hops.iter().map(|(hop, form)| match form {
                0 => format!(" {hop}\t"),
                1 => SocketAddr::new(*hop, 443).to_string(),
                2 if hop.is_ipv6() => format!("[{hop}]"),
                _ => hop.to_string(),
            });
            let header = spelled.collect::<Vec<_>>().join(",");
            let is_proxy = |hop: &IpAddr| matches!(hop.to_canonical(), IpAddr::V4(v4) if v4.octets()[0] == 10);
            let expected = hops.iter().map(|(hop, _)| hop.to_canonical()).rev().find(|hop| !is_proxy(hop));
            if let Some(client) = expected {
                // Entries to the left of the client's own are ignored.
                for header in [header.clone(), format!("{forged},{header}")] {
                    prop_assert_eq!(proxies.client(&request("10.0.0.1", &[header.as_bytes()])), Some(client), "{}", header);
                }
            } else {
                prop_assert_eq!(proxies.client(&request("10.0.0.1", &[header.as_bytes()])), Some(address("10.0.0.1")));
            }
        }

        #[test]
        fn the_displayed_proxies_parse_to_the_same_setting(
            networks in prop::collection::vec((addresses(), 0..=128_u8), 1..5), junk in "[0-9a-f.:/, ]{0,40}",
        ) {
            let texts = networks.iter().map(|(address, length)| {
                let most = if address.is_ipv4() { 32 } else { 128 };
                format!("{address}/{}", (*length).min(most))
            });
            let proxies = trusted(&texts.collect::<Vec<_>>().join(" , "));
            prop_assert_eq!(TrustedProxies::parse(&proxies.to_string()), Some(proxies));
            if let Some(read) = TrustedProxies::parse(&junk) {
                prop_assert_eq!(TrustedProxies::parse(&read.to_string()), Some(read));
            }
        }
    }
}
