//! What is recorded about the browser of a sign-in: the network part of its address and its `User-Agent`.

use std::net::IpAddr;

use forum_domain::accounts::Device;
use poem::{Addr, Request};

/// Maximum number of characters kept of a `User-Agent`.
const USER_AGENT: usize = 200;

/// Peers whose `X-Forwarded-For` is trusted, passed to the API as request data.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(pub(crate) Vec<IpAddr>);

/// The browser that sent a request.
pub(crate) fn device(request: &Request) -> Device {
    let trusted = request.data::<TrustedProxies>().map_or(&[][..], |proxies| &proxies.0);
    let user_agent = request.header("User-Agent").map(|text| text.chars().take(USER_AGENT).collect());
    Device { ip_prefix: client_address(request, trusted).map(prefix), user_agent }
}

/// The peer or, behind a trusted proxy, the last address in the header that is not itself a trusted proxy.
fn client_address(request: &Request, trusted: &[IpAddr]) -> Option<IpAddr> {
    let peer = peer(request)?;
    if !trusted.contains(&peer) {
        return Some(peer);
    }
    let forwarded =
        request.headers().get_all("X-Forwarded-For").iter().filter_map(|value| value.to_str().ok());
    let addresses: Vec<IpAddr> =
        forwarded.flat_map(|value| value.split(',')).filter_map(|text| text.trim().parse().ok()).collect();
    Some(addresses.into_iter().rev().find(|address| !trusted.contains(address)).unwrap_or(peer))
}

/// The address that the connection comes from.
pub(crate) fn peer(request: &Request) -> Option<IpAddr> {
    match &request.remote_addr().0 {
        Addr::SocketAddr(address) => Some(address.ip().to_canonical()),
        _ => None,
    }
}

/// IPv4 /24, IPv6 /48.
fn prefix(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::{self, uri::Scheme};
    use poem::web::{LocalAddr, RemoteAddr};
    use poem::{Body, RequestParts};
    use std::net::SocketAddr;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn request(peer: &str, forwarded: &str) -> Request {
        let request = http::Request::builder().header("X-Forwarded-For", forwarded).body(());
        let (parts, ()) = request.expect("a request").into_parts();
        let peer = RemoteAddr(Addr::SocketAddr(SocketAddr::new(address(peer), 1)));
        let parts = RequestParts::from((parts, LocalAddr::default(), peer, Scheme::HTTP));
        Request::from_parts(parts, Body::empty())
    }

    fn from_browser(user_agent: Option<&str>) -> Request {
        let mut request = request("10.0.0.1", "198.51.100.1");
        if let Some(text) = user_agent {
            request.headers_mut().insert("User-Agent", text.parse().expect("a header"));
        }
        request
    }

    #[test]
    fn a_device_is_a_network_and_the_first_200_characters_of_a_user_agent() {
        let long = "x".repeat(300);
        for (given, kept) in
            [(None, None), (Some("Firefox"), Some("Firefox")), (Some(&*long), Some(&long[..200]))]
        {
            let expected =
                Device { ip_prefix: Some("10.0.0.0/24".into()), user_agent: kept.map(str::to_owned) };
            assert_eq!(device(&from_browser(given)), expected);
        }
    }

    #[test]
    fn proxies_given_to_the_api_are_trusted() {
        let mut request = from_browser(None);
        request.set_data(TrustedProxies(vec![address("10.0.0.1")]));
        assert_eq!(device(&request).ip_prefix, Some("198.51.100.0/24".into()));
    }

    #[test]
    fn only_the_network_part_of_an_address_is_kept() {
        let table = [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::9", "2001:db8:1::/48")];
        for (text, expected) in table {
            assert_eq!(prefix(address(text)), expected);
        }
    }

    #[test]
    fn a_forwarded_address_counts_only_behind_a_trusted_proxy_and_never_a_forged_one() {
        let trusted = [address("10.0.0.1"), address("10.0.0.2")];
        let table = [
            ("203.0.113.77", "198.51.100.1", "203.0.113.77"),
            ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("10.0.0.1", "192.0.2.66, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
            ("10.0.0.1", "nonsense", "10.0.0.1"),
        ];
        for (peer, forwarded, expected) in table {
            let found = client_address(&request(peer, forwarded), &trusted);
            assert_eq!(found, Some(address(expected)), "{peer}: {forwarded}");
        }
    }
}
