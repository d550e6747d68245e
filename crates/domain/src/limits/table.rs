//! The limits, as data. `docs/operations.md` shows this table; a test compares the two.

use time::Duration;

use super::rate::Rate;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyedBy {
    /// The submitted email address, whether it exists or not. A network where the address signed in within
    /// [`KNOWN_FOR`](super::KNOWN_FOR) has a reserve, as large again, that the rest of the world cannot empty.
    Address,
    /// The submitted email address, in each network by itself.
    AddressAndNetwork,
    /// The client's network: IPv4 /24, IPv6 /48.
    Network,
    User,
}

impl KeyedBy {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::AddressAndNetwork => "address and network",
            Self::Network => "network",
            Self::User => "user",
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Unique; part of the bucket's key.
    pub name: &'static str,
    /// What it counts, for the documentation.
    pub counts: &'static str,
    pub by: KeyedBy,
    /// Tokens in a full bucket.
    pub burst: u32,
    /// Time in which one token is added.
    pub refill: Duration,
    /// Whether `FORUM__LIMITS__FACTOR` multiplies it.
    pub scales: bool,
}

impl RateLimit {
    pub const PASSWORDS_OF_ADDRESS: Self = Self {
        name: "passwords-of-address",
        counts: "wrong passwords for an address",
        by: KeyedBy::Address,
        burst: 30,
        refill: Duration::minutes(3),
        scales: true,
    };
    /// Wrong passwords on one address from one network: so few that one network cannot use up those of the
    /// address.
    pub const PASSWORDS_IN_NETWORK: Self = Self {
        name: "passwords-in-network",
        counts: "wrong passwords for an address from one network",
        by: KeyedBy::AddressAndNetwork,
        burst: 10,
        refill: Duration::minutes(3),
        scales: true,
    };
    pub const PASSWORDS_FROM_NETWORK: Self = Self {
        name: "passwords-from-network",
        counts: "wrong passwords from a network",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    /// Right passwords, each of which stores a session or a challenge.
    pub const SIGN_INS: Self = Self {
        name: "sign-ins",
        counts: "right passwords for an address",
        by: KeyedBy::Address,
        burst: 60,
        refill: Duration::minutes(5),
        scales: true,
    };
    pub const PASSWORDS_OF_USER: Self = Self {
        name: "passwords-of-user",
        counts: "requests that prove the current password",
        by: KeyedBy::User,
        burst: 20,
        refill: Duration::minutes(3),
        scales: true,
    };
    /// Wrong codes of second factors, of a signed-in user or of one who is signing in. A setting that speeds
    /// up tests must not make six digits guessable.
    pub const FACTOR_CODES: Self = Self {
        name: "factor-codes",
        counts: "wrong codes of second factors (not scaled by `FORUM__LIMITS__FACTOR`)",
        by: KeyedBy::User,
        burst: 10,
        refill: Duration::seconds(90),
        scales: false,
    };
    /// Mails that strangers can have sent to an address by signing up with it. Each kind of mail has a
    /// separate limit, so that a client who uses one up blocks no other kind.
    pub const SIGN_UP_MAILS: Self = Self {
        name: "sign-up-mails",
        counts: "mails for sign-ups to an address",
        by: KeyedBy::Address,
        burst: 4,
        refill: Duration::minutes(15),
        scales: true,
    };
    /// Confirmation mails sent again.
    pub const CONFIRMATION_MAILS: Self = Self {
        name: "confirmation-mails",
        counts: "other confirmation mails to an address",
        by: KeyedBy::Address,
        burst: 4,
        refill: Duration::minutes(15),
        scales: true,
    };
    pub const RECOVERY_MAILS: Self = Self {
        name: "recovery-mails",
        counts: "recovery mails to an address",
        by: KeyedBy::Address,
        burst: 4,
        refill: Duration::minutes(15),
        scales: true,
    };
    pub const CODE_MAILS: Self = Self {
        name: "code-mails",
        counts: "mails with a sign-in code to an address",
        by: KeyedBy::Address,
        burst: 4,
        refill: Duration::minutes(10),
        scales: true,
    };
    /// Mails to the new address of a change. Who asks for them is signed in, and is told when there were too many.
    pub const CHANGE_MAILS: Self = Self {
        name: "change-mails",
        counts: "changes of address to one address",
        by: KeyedBy::Address,
        burst: 4,
        refill: Duration::minutes(15),
        scales: true,
    };
    pub const SIGN_UPS: Self = Self {
        name: "sign-ups",
        counts: "sign-ups",
        by: KeyedBy::Network,
        burst: 60,
        refill: Duration::seconds(30),
        scales: true,
    };
    pub const RESENDS: Self = Self {
        name: "resends",
        counts: "requests for another confirmation mail",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    pub const RECOVERIES: Self = Self {
        name: "recoveries",
        counts: "requests for a recovery mail",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    pub const CODES: Self = Self {
        name: "codes",
        counts: "requests for a sign-in code",
        by: KeyedBy::Network,
        burst: 30,
        refill: Duration::seconds(30),
        scales: true,
    };
    pub const REDEMPTIONS: Self = Self {
        name: "redemptions",
        counts: "presented links, codes, passkeys, identities and recovery grants",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    /// Requests that begin a sign-in flow. Each stores a row for some minutes.
    pub const SIGN_IN_FLOWS: Self = Self {
        name: "sign-in-flows",
        counts: "challenges to sign in with a passkey, nonces, and browsers that leave for a provider",
        by: KeyedBy::Network,
        burst: 100,
        refill: Duration::seconds(10),
        scales: true,
    };
    pub const REFRESHES: Self = Self {
        name: "refreshes",
        counts: "refreshed tokens",
        by: KeyedBy::Network,
        burst: 600,
        refill: Duration::milliseconds(200),
        scales: true,
    };
    /// Reported errors of pages, each of which is a line in the log.
    pub const BROWSER_ERRORS: Self = Self {
        name: "browser-errors",
        counts: "errors that browsers report",
        by: KeyedBy::Network,
        burst: 20,
        refill: Duration::seconds(30),
        scales: true,
    };
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
    pub const TEST_EMAILS: Self = Self {
        name: "test-emails",
        counts: "test mails of email templates",
        by: KeyedBy::User,
        burst: 20,
        refill: Duration::minutes(1),
        scales: true,
    };
    /// Changes of the caller's sign-in methods. Most are kept in the audit log permanently.
    pub const SECURITY_CHANGES: Self = Self {
        name: "security-changes",
        counts: "changes to one's own factors, recovery codes and linked accounts",
        by: KeyedBy::User,
        burst: 20,
        refill: Duration::minutes(5),
        scales: true,
    };
    /// Challenges to use a factor; each stores a row for some minutes.
    pub const CHALLENGES: Self = Self {
        name: "challenges",
        counts: "challenges to use a factor",
        by: KeyedBy::User,
        burst: 30,
        refill: Duration::seconds(20),
        scales: true,
    };
    /// Changes of the caller's name. Each is kept in the audit log permanently.
    pub const RENAMES: Self = Self {
        name: "renames",
        counts: "changes of one's own name",
        by: KeyedBy::User,
        burst: 30,
        refill: Duration::minutes(2),
        scales: true,
    };
    /// Copies of the caller's data. Each is kept in the audit log permanently.
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

    pub const ALL: [&Self; 29] = [
        &Self::PASSWORDS_OF_ADDRESS,
        &Self::PASSWORDS_IN_NETWORK,
        &Self::PASSWORDS_FROM_NETWORK,
        &Self::SIGN_INS,
        &Self::PASSWORDS_OF_USER,
        &Self::FACTOR_CODES,
        &Self::SIGN_UP_MAILS,
        &Self::CONFIRMATION_MAILS,
        &Self::RECOVERY_MAILS,
        &Self::CODE_MAILS,
        &Self::CHANGE_MAILS,
        &Self::SIGN_UPS,
        &Self::RESENDS,
        &Self::RECOVERIES,
        &Self::CODES,
        &Self::REDEMPTIONS,
        &Self::SIGN_IN_FLOWS,
        &Self::REFRESHES,
        &Self::BROWSER_ERRORS,
        &Self::SUBMISSIONS,
        &Self::DRAFTS,
        &Self::UPLOADS,
        &Self::EMAIL_PREVIEWS,
        &Self::TEST_EMAILS,
        &Self::SECURITY_CHANGES,
        &Self::CHALLENGES,
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

#[derive(Debug)]
pub struct MailLimits {
    pub to_address: &'static RateLimit,
    pub from_network: &'static RateLimit,
}

impl MailLimits {
    pub const SIGN_UP: Self =
        Self { to_address: &RateLimit::SIGN_UP_MAILS, from_network: &RateLimit::SIGN_UPS };
    pub const CONFIRMATION: Self =
        Self { to_address: &RateLimit::CONFIRMATION_MAILS, from_network: &RateLimit::RESENDS };
    pub const RECOVERY: Self =
        Self { to_address: &RateLimit::RECOVERY_MAILS, from_network: &RateLimit::RECOVERIES };
    pub const CODE: Self = Self { to_address: &RateLimit::CODE_MAILS, from_network: &RateLimit::CODES };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::tokens::Purpose;
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
    fn the_documentation_lists_these_limits() {
        let row = |limit: &&RateLimit| {
            let RateLimit { counts, by, burst, refill, .. } = limit;
            format!("| {counts} | {} | {burst} | {} |\n", by.as_str(), words(*refill))
        };
        let rows: String = RateLimit::ALL.iter().map(row).collect();
        let table = format!("| counted | by | at once | then one every |\n|---|---|---|---|\n{rows}\n");
        let document = include_str!("../../../../docs/operations.md");
        assert!(document.contains(&table), "docs/operations.md lacks:\n{table}");
    }

    /// Users never wait for a mail that is not sent: if a bucket is empty, a token was taken within the time
    /// in which one is refilled, and the mail sent then still works.
    #[test]
    fn a_throttled_mail_follows_one_whose_link_still_works() {
        for (limits, purpose) in [
            (MailLimits::SIGN_UP, Purpose::VerifyEmail),
            (MailLimits::CONFIRMATION, Purpose::VerifyEmail),
            (MailLimits::RECOVERY, Purpose::Recovery),
            (MailLimits::CODE, Purpose::SignInCode),
        ] {
            let RateLimit { name, refill, .. } = limits.to_address;
            assert!(*refill <= purpose.lifetime(), "{name}");
        }
    }

    /// However many tries come from one network, the owner in another network finds a token.
    #[test]
    fn one_network_cannot_use_up_the_limit_of_an_address() {
        let (network, address) = (RateLimit::PASSWORDS_IN_NETWORK, RateLimit::PASSWORDS_OF_ADDRESS);
        assert!(network.burst < address.burst && network.refill >= address.refill);
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
