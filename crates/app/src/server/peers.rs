//! Counts the connections from each network, so that one network cannot take all connections.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forum_http::{TrustedProxies, network};
use ipnet::IpNet;

#[derive(Clone)]
pub(super) struct Peers(Arc<Shared>);

struct Shared {
    most: usize,
    exempt: TrustedProxies,
    open: Mutex<HashMap<IpNet, usize>>,
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, HashMap<IpNet, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The permit for one connection, released when dropped. Connections from trusted proxies are not counted.
pub(super) struct Permit(Option<(Peers, IpNet)>);

impl Peers {
    /// `most` is the maximum number of connections from a network. The proxies in `exempt` have no limit.
    pub(super) fn new(most: usize, exempt: TrustedProxies) -> Self {
        Self(Arc::new(Shared { most, exempt, open: Mutex::default() }))
    }

    /// A permit for a connection from this address; `None` if its network has too many.
    pub(super) fn admit(&self, peer: IpAddr) -> Option<Permit> {
        if self.0.exempt.contains(peer) {
            return Some(Permit(None));
        }
        let network = network(peer);
        let mut open = self.0.open();
        let connections = open.entry(network).or_default();
        if *connections >= self.0.most {
            return None;
        }
        *connections += 1;
        Some(Permit(Some((self.clone(), network))))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((peers, network)) = &self.0 else { return };
        let mut open = peers.0.open();
        if let Some(connections) = open.get_mut(network) {
            *connections -= 1;
            if *connections == 0 {
                open.remove(network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn connections_from_a_network_are_limited_and_those_from_a_proxy_are_not() {
        let peers = Peers::new(2, TrustedProxies::parse("203.0.113.9").expect("a proxy"));
        let admit = |text| peers.admit(address(text));
        let first = admit("203.0.113.1").expect("a permit");
        let _second = admit("::ffff:203.0.113.2").expect("a permit");
        assert!(admit("203.0.113.3").is_none());
        let proxied: Vec<_> = (0..5).filter_map(|_| admit("203.0.113.9")).collect();
        assert_eq!(proxied.len(), 5);
        let _other = admit("203.0.114.3").expect("another network");
        drop(first);
        let _next = admit("203.0.113.3").expect("a released permit");
        assert!(admit("203.0.113.4").is_none());
    }

    #[test]
    fn networks_without_connections_are_forgotten() {
        let peers = Peers::new(1, TrustedProxies::default());
        for network in 0..=255_u8 {
            drop(peers.admit(IpAddr::from([10, 0, network, 1])).expect("a permit"));
        }
        assert!(peers.0.open().is_empty());
    }
}
