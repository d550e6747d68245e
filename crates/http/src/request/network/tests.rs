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
        assert_eq!(proxies.client(&request("10.0.0.1", forwarded)), Some(address(expected)), "{forwarded:?}");
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
