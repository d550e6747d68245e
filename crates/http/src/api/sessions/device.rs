//! The stored description of a client at sign-in: its network and its `User-Agent`.

use forum_domain::accounts::Device;
use poem::Request;

use crate::request::network::client_network;

/// Stored length of a `User-Agent`, in characters.
const USER_AGENT: usize = 200;

pub(crate) fn device(request: &Request) -> Device {
    let user_agent = request.header("User-Agent").map(|text| text.chars().take(USER_AGENT).collect());
    Device { ip_prefix: client_network(request), user_agent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::network::TrustedProxies;
    use poem::http::{self, uri::Scheme};
    use poem::web::{LocalAddr, RemoteAddr};
    use poem::{Addr, Body, RequestParts};

    #[test]
    fn proxies_given_to_the_api_are_trusted() {
        let request = http::Request::builder().header("X-Forwarded-For", "198.51.100.1");
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        let peer = RemoteAddr(Addr::SocketAddr("10.0.0.1:1".parse().expect("an address")));
        let parts = RequestParts::from((parts, LocalAddr::default(), peer, Scheme::HTTP));
        let mut request = Request::from_parts(parts, Body::empty());
        assert_eq!(device(&request).ip_prefix, Some("10.0.0.0/24".into()));
        request.set_data(TrustedProxies::parse("10.0.0.1").expect("a proxy"));
        assert_eq!(device(&request).ip_prefix, Some("198.51.100.0/24".into()));
    }
}
