//! The limits, as data. `docs/operations.md` shows this table; a test compares the two.

use time::Duration;

use super::rate::Rate;

/// What has a bucket of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyedBy {
    /// The submitted email address, whether it exists or not. From a network where the address signed in within
    /// [`KNOWN_FOR`](super::KNOWN_FOR), a bucket that the rest of the world cannot empty.
    Address,
    /// The client's network: IPv4 /24, IPv6 /48.
    Network,
    /// The signed-in user.
    User,
}

impl KeyedBy {
    /// Word in the documentation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Network => "network",
            Self::User => "user",
        }
    }
}

/// A limit on what one address, network or user may do.
#[derive(Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Unique; part of the bucket's key.
    pub name: &'static str,
    /// What it counts, for the documentation.
    pub counts: &'static str,
    /// What has a bucket of its own.
    pub by: KeyedBy,
    /// Tokens in a full bucket.
    pub burst: u32,
    /// Time in which one token is added.
    pub refill: Duration,
    /// Whether `FORUM__LIMITS__FACTOR` multiplies it.
    pub scales: bool,
}

impl RateLimit {
    /// Wrong passwords on one address.
    pub const PASSWORDS_OF_ADDRESS: Self = Self {
        name: "passwords-of-address",
        counts: "wrong passwords for an address",
        by: KeyedBy::Address,
        burst: 30,
        refill: Duration::minutes(3),
        scales: true,
    };
    /// Wrong passwords from one network, for any address.
    pub const PASSWORDS_FROM_NETWORK: Self = Self {
        name: "passwords-from-network",
        counts: "wrong passwords from a network",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    /// Current passwords, right or wrong, of a signed-in user.
    pub const PASSWORDS_OF_USER: Self = Self {
        name: "passwords-of-user",
        counts: "requests that prove the current password",
        by: KeyedBy::User,
        burst: 20,
        refill: Duration::minutes(3),
        scales: true,
    };
    /// Wrong codes of second factors, of a signed-in user or of one who is signing in. A setting that lets tests do
    /// everything faster must not let anybody guess six digits.
    pub const FACTOR_CODES: Self = Self {
        name: "factor-codes",
        counts: "wrong codes of second factors (not scaled by `FORUM__LIMITS__FACTOR`)",
        by: KeyedBy::User,
        burst: 10,
        refill: Duration::seconds(90),
        scales: false,
    };
    /// Mails that strangers can have sent to an address.
    pub const MAILS_TO_ADDRESS: Self = Self {
        name: "mails-to-address",
        counts: "mails requested for an address: sign-up, another confirmation mail, recovery, sign-in code, change of address",
        by: KeyedBy::Address,
        burst: 6,
        refill: Duration::minutes(15),
        scales: true,
    };
    /// Sign-ups.
    pub const SIGN_UPS: Self = Self {
        name: "sign-ups",
        counts: "sign-ups",
        by: KeyedBy::Network,
        burst: 60,
        refill: Duration::seconds(30),
        scales: true,
    };
    /// Repeated confirmation mails.
    pub const RESENDS: Self = Self {
        name: "resends",
        counts: "requests for another confirmation mail",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    /// Recovery mails.
    pub const RECOVERIES: Self = Self {
        name: "recoveries",
        counts: "requests for a recovery mail",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    /// Mails with a sign-in code.
    pub const CODES: Self = Self {
        name: "codes",
        counts: "requests for a sign-in code",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    /// Presented links and codes, good or bad.
    pub const REDEMPTIONS: Self = Self {
        name: "redemptions",
        counts: "presented links, codes, passkeys, identities and recovery grants",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    /// Whatever begins a flow for people who are not known yet: each stores a row for some minutes.
    pub const SIGN_IN_FLOWS: Self = Self {
        name: "sign-in-flows",
        counts: "challenges to sign in with a passkey, nonces, and browsers that leave for a provider",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    /// Refreshed tokens.
    pub const REFRESHES: Self = Self {
        name: "refreshes",
        counts: "refreshed tokens",
        by: KeyedBy::Network,
        burst: 600,
        refill: Duration::milliseconds(200),
        scales: true,
    };
    /// Submitted applications.
    pub const SUBMISSIONS: Self = Self {
        name: "submissions",
        counts: "submitted applications",
        by: KeyedBy::User,
        burst: 30,
        refill: Duration::minutes(2),
        scales: true,
    };
    /// Saved drafts: the form saves as one types, one request at a time.
    pub const DRAFTS: Self = Self {
        name: "drafts",
        counts: "saved drafts",
        by: KeyedBy::User,
        burst: 60,
        refill: Duration::seconds(1),
        scales: true,
    };
    /// Uploaded photos.
    pub const UPLOADS: Self = Self {
        name: "uploads",
        counts: "uploaded photos",
        by: KeyedBy::User,
        burst: 30,
        refill: Duration::minutes(1),
        scales: true,
    };
    /// Previews of mails, each of which stores a page.
    pub const EMAIL_PREVIEWS: Self = Self {
        name: "email-previews",
        counts: "previews of email templates",
        by: KeyedBy::User,
        burst: 120,
        refill: Duration::seconds(1),
        scales: true,
    };
    /// Test mails of templates.
    pub const TEST_EMAILS: Self = Self {
        name: "test-emails",
        counts: "test mails of email templates",
        by: KeyedBy::User,
        burst: 20,
        refill: Duration::minutes(1),
        scales: true,
    };
    /// Changes of one's own name; each is kept in the audit log for good.
    pub const RENAMES: Self = Self {
        name: "renames",
        counts: "changes of one's own name",
        by: KeyedBy::User,
        burst: 30,
        refill: Duration::minutes(2),
        scales: true,
    };
    /// Copies of one's own data; each is kept in the audit log for good.
    pub const EXPORTS: Self = Self {
        name: "exports",
        counts: "copies of one's own data",
        by: KeyedBy::User,
        burst: 10,
        refill: Duration::minutes(10),
        scales: true,
    };
    /// Every request to the API and for photos but health and readiness. Each process counts its own: a flood must not turn into
    /// writes to the database.
    pub const REQUESTS: Self = Self {
        name: "requests",
        counts: "all requests to the API and for photos, in each process",
        by: KeyedBy::Network,
        burst: 2_000,
        refill: Duration::milliseconds(20),
        scales: true,
    };

    /// Every limit.
    pub const ALL: [&Self; 20] = [
        &Self::PASSWORDS_OF_ADDRESS,
        &Self::PASSWORDS_FROM_NETWORK,
        &Self::PASSWORDS_OF_USER,
        &Self::FACTOR_CODES,
        &Self::MAILS_TO_ADDRESS,
        &Self::SIGN_UPS,
        &Self::RESENDS,
        &Self::RECOVERIES,
        &Self::CODES,
        &Self::REDEMPTIONS,
        &Self::SIGN_IN_FLOWS,
        &Self::REFRESHES,
        &Self::SUBMISSIONS,
        &Self::DRAFTS,
        &Self::UPLOADS,
        &Self::EMAIL_PREVIEWS,
        &Self::TEST_EMAILS,
        &Self::RENAMES,
        &Self::EXPORTS,
        &Self::REQUESTS,
    ];

    /// The rate, multiplied by `factor` if it scales: so many times the burst in the same time.
    pub fn rate(&self, factor: f64) -> Rate {
        let factor = if self.scales { factor } else { 1.0 };
        Rate::new(f64::from(self.burst) * factor, self.refill * self.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_every_limit_lets_something_pass() {
        let names: HashSet<_> = RateLimit::ALL.iter().map(|limit| limit.name).collect();
        assert_eq!(names.len(), RateLimit::ALL.len());
        for limit in RateLimit::ALL {
            assert!(limit.burst > 0 && limit.refill > Duration::ZERO, "{}", limit.name);
        }
    }

    #[test]
    fn only_the_limit_of_factors_is_the_same_at_any_scale() {
        let fixed = RateLimit::ALL.into_iter().filter(|limit| limit.rate(1_000.0) == limit.rate(1.0));
        assert_eq!(fixed.map(|limit| limit.name).collect::<Vec<_>>(), ["factor-codes"]);
    }

    /// In the largest unit that divides it.
    fn words(duration: Duration) -> String {
        let milliseconds = duration.whole_milliseconds();
        let (unit, name) = [(60_000, "min"), (1_000, "s"), (1, "ms")]
            .into_iter()
            .find(|(unit, _)| milliseconds % unit == 0)
            .expect("whole milliseconds");
        format!("{} {name}", milliseconds / unit)
    }

    #[test]
    fn the_table_in_the_documentation_is_this_one() {
        let row = |limit: &&RateLimit| {
            let RateLimit { counts, by, burst, refill, .. } = limit;
            format!("| {counts} | {} | {burst} | {} |\n", by.as_str(), words(*refill))
        };
        let rows: String = RateLimit::ALL.iter().map(row).collect();
        let table = format!("| counted | by | at once | then one every |\n|---|---|---|---|\n{rows}\n");
        let document = include_str!("../../../../docs/operations.md");
        assert!(document.contains(&table), "docs/operations.md lacks:\n{table}");
    }

    /// The promise about guessing: of 200 wrong passwords in a row on one account, at most 60 are checked.
    #[test]
    fn two_hundred_quick_guesses_check_at_most_sixty_passwords() {
        let rate = RateLimit::PASSWORDS_OF_ADDRESS.rate(1.0);
        let (mut full_at, mut checked) = (None, 0);
        for second in 0..200 {
            let now = time::OffsetDateTime::UNIX_EPOCH + Duration::seconds(second);
            if let Ok(next) = rate.take(full_at, now) {
                full_at = Some(next);
                checked += 1;
            }
        }
        assert_eq!(checked, 31);
    }
}
