use crate::shared::words;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Chain {
        /// Accounts with a secp256k1 key; contract accounts are not supported.
        Ethereum = "ethereum",
        /// Accounts with an Ed25519 key.
        Solana = "solana",
    }
}

impl Chain {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ethereum => "Ethereum",
            Self::Solana => "Solana",
        }
    }

    /// The `Chain ID` in messages, which is always the main network's.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ethereum => "1",
            Self::Solana => "mainnet",
        }
    }

    /// Parses a comma-separated list; `None` if a chain is unknown or repeated.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        let chains: Vec<Self> =
            text.split(',').map(|name| Self::parse(name.trim())).collect::<Option<_>>()?;
        let once = |(at, chain): (usize, &Self)| !chains[..at].contains(chain);
        chains.iter().enumerate().all(once).then_some(chains)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_contains_each_chain_once() {
        assert_eq!(Chain::list("solana, ethereum"), Some(vec![Chain::Solana, Chain::Ethereum]));
        for text in ["", "bitcoin", "ethereum,", "ethereum,solana,ethereum", "Ethereum"] {
            assert_eq!(Chain::list(text), None, "{text}");
        }
    }
}
