//! The limits, as data. `docs/operations.md` shows this table; a test compares the two.

use time::Duration;

use super::rate::Rate;
use crate::shared::words;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KeyedBy {
        /// The submitted email address, whether it exists or not. A network from which the address signed in within
        /// [`KNOWN_FOR`](super::KNOWN_FOR) has a reserve of the same size, which other networks cannot empty.
        Address = "address",
        /// The submitted email address, separately for each network.
        AddressAndNetwork = "address and network",
        /// The client's network: IPv4 /24, IPv6 /48.
        Network = "network",
        User = "user",
        /// All clients together.
        Site = "site",
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Unique; part of the bucket's key.
    pub name: &'static str,
    /// Description of the counted events, for the documentation.
    pub counts: &'static str,
    pub by: KeyedBy,
    /// Tokens in a full bucket.
    pub burst: u32,
    /// Time in which one token is added.
    pub refill: Duration,
}

/// Declares each limit and [`RateLimit::ALL`]: name, key, burst, the time in which one token is added, and a
/// description.
macro_rules! limits {
    ($(
        $(#[$doc:meta])*
        $limit:ident = $name:literal, $by:ident, $burst:literal, $unit:ident($time:literal), $counts:literal;
    )+) => {
        impl RateLimit {
            $($(#[$doc])* pub const $limit: Self = Self {
                name: $name,
                counts: $counts,
                by: KeyedBy::$by,
                burst: $burst,
                refill: Duration::$unit($time),
            };)+

            pub const ALL: [&Self; [$($name),+].len()] = [$(&Self::$limit),+];
        }
    };
}

limits! {
    PASSWORDS_OF_ADDRESS = "passwords-of-address", Address, 30, minutes(3),
        "wrong passwords for an address";
    /// Lower than the limit for the address, so that one network cannot use it up.
    PASSWORDS_IN_NETWORK = "passwords-in-network", AddressAndNetwork, 10, minutes(3),
        "wrong passwords for an address from one network";
    PASSWORDS_FROM_NETWORK = "passwords-from-network", Network, 100, seconds(10),
        "wrong passwords from a network";
    /// Each correct password stores a session or a challenge.
    SIGN_INS = "sign-ins", Address, 60, minutes(5),
        "right passwords for an address";
    PASSWORDS_OF_USER = "passwords-of-user", User, 20, minutes(3),
        "requests that prove the current password";
    /// Codes from users who are signed in or signing in.
    FACTOR_CODES = "factor-codes", User, 10, seconds(90),
        "wrong codes of second factors (not scaled by `FORUM__LIMITS__FACTOR`)";
    /// Any client can have mails sent to an address by signing up with it. Each kind of mail has a separate limit, so
    /// that a client who uses one up blocks no other kind.
    SIGN_UP_MAILS = "sign-up-mails", Address, 4, minutes(15),
        "mails for sign-ups to an address";
    CONFIRMATION_MAILS = "confirmation-mails", Address, 4, minutes(15),
        "other confirmation mails to an address";
    RECOVERY_MAILS = "recovery-mails", Address, 4, minutes(15),
        "recovery mails to an address";
    CODE_MAILS = "code-mails", Address, 4, minutes(10),
        "mails with a sign-in code to an address";
    SUBSCRIPTION_MAILS = "subscription-mails", Address, 3, hours(8),
        "mails about the newsletter to an address";
    /// Mails to the new address of a change. The requester is signed in and gets an error when there were too many.
    CHANGE_MAILS = "change-mails", Address, 4, minutes(15),
        "changes of address to one address";
    SIGN_UPS = "sign-ups", Network, 60, seconds(30),
        "sign-ups";
    RESENDS = "resends", Network, 30, seconds(30),
        "requests for another confirmation mail";
    RECOVERIES = "recoveries", Network, 30, seconds(30),
        "requests for a recovery mail";
    CODES = "codes", Network, 30, seconds(30),
        "requests for a sign-in code";
    REDEMPTIONS = "redemptions", Network, 100, seconds(10),
        "presented links, codes, passkeys, identities and recovery grants";
    /// Requests that begin a sign-in flow. Each stores a row for some minutes.
    SIGN_IN_FLOWS = "sign-in-flows", Network, 100, seconds(10),
        "challenges to sign in with a passkey, nonces, and browsers that leave for a provider";
    REFRESHES = "refreshes", Network, 600, milliseconds(200),
        "refreshed tokens";
    /// Each stores a row for a week.
    SUBSCRIPTIONS = "subscriptions", Network, 30, seconds(30),
        "requests for a newsletter subscription";
    /// Many subscribers may use the servers of one mail provider.
    SUBSCRIPTION_LINKS = "subscription-links", Network, 600, milliseconds(200),
        "presented links of the newsletter";
    /// Each reported page error is a line in the log.
    BROWSER_ERRORS = "browser-errors", Network, 20, seconds(30),
        "errors that browsers report";
    SUBMISSIONS = "submissions", User, 30, minutes(2),
        "submitted applications";
    /// The form saves while the applicant types, one request at a time.
    DRAFTS = "drafts", User, 60, seconds(1),
        "saved drafts";
    UPLOADS = "uploads", User, 30, minutes(1),
        "uploaded photos";
    /// Each preview of a mail stores a page.
    EMAIL_PREVIEWS = "email-previews", User, 120, seconds(1),
        "previews of email templates";
    TEST_EMAILS = "test-emails", User, 20, minutes(1),
        "test mails of email templates";
    /// Changes to the caller's sign-in methods. Most are kept in the audit log permanently.
    SECURITY_CHANGES = "security-changes", User, 20, minutes(5),
        "changes to one's own factors, recovery codes and linked accounts";
    /// Challenges to use a factor; each stores a row for some minutes.
    CHALLENGES = "challenges", User, 30, seconds(20),
        "challenges to use a factor";
    /// Changes to the caller's name. Each is kept in the audit log permanently.
    RENAMES = "renames", User, 30, minutes(2),
        "changes of one's own name";
    /// Copies of the caller's data. Each is kept in the audit log permanently.
    EXPORTS = "exports", User, 10, minutes(10),
        "copies of one's own data";
    /// Each request decides on up to a hundred applications.
    BULK_DECISIONS = "bulk-decisions", User, 60, seconds(5),
        "requests that decide on several applications";
    /// Separate from decisions, so that decisions never use up the limit for undoing them.
    UNDOS = "undos", User, 60, seconds(5),
        "requests that undo decisions";
    /// Each is kept in the audit log permanently.
    REVIEW_CHANGES = "review-changes", User, 600, seconds(1),
        "marks, changes of the target, and decisions on one application";
    CONFIRMATIONS_AGAIN = "confirmations-again", User, 30, minutes(1),
        "confirmation mails that administrators send again";
    /// Each sends a mail to an address that the administrator enters.
    INVITATIONS = "invitations", User, 20, minutes(10),
        "invitations of administrators";
    /// Each mails the applicant, who may be asked again once the request is taken back.
    CHANGE_REQUESTS = "change-requests", User, 30, minutes(1),
        "requests for changes to an application";
    /// A school may have one network.
    CONTACT_FROM_NETWORK = "contact-from-network", Network, 20, minutes(30),
        "messages of the contact form from a network";
    CONTACT_OF_ADDRESS = "contact-of-address", Address, 5, minutes(30),
        "messages of the contact form with an address of the writer";
    /// At most 588 in any day, so that many networks can fill neither a mailbox nor the disk.
    CONTACT_MESSAGES = "contact-messages", Site, 300, minutes(5),
        "messages of the contact form";
    /// Every request to the API and for photos except health and readiness. Each process counts separately, because a
    /// flood must not cause writes to the database.
    REQUESTS = "requests", Network, 2_000, milliseconds(20),
        "all requests to the API and for photos, in each process";
}

impl RateLimit {
    /// The rate with its burst multiplied by `factor` and the same window. The limit on factor codes does not scale,
    /// because a setting that speeds up tests must not make six digits guessable.
    pub fn rate(&self, factor: f64) -> Rate {
        let factor = if self.name == Self::FACTOR_CODES.name { 1.0 } else { factor };
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
    pub const SUBSCRIPTION: Self =
        Self { to_address: &RateLimit::SUBSCRIPTION_MAILS, from_network: &RateLimit::SUBSCRIPTIONS };
    pub const CODE: Self = Self { to_address: &RateLimit::CODE_MAILS, from_network: &RateLimit::CODES };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::tokens::Purpose;
    use crate::newsletter::CONFIRMED_WITHIN;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_every_limit_allows_requests() {
        let names: HashSet<_> = RateLimit::ALL.iter().map(|limit| limit.name).collect();
        assert_eq!(names.len(), RateLimit::ALL.len());
        for limit in RateLimit::ALL {
            assert!(limit.burst > 0 && limit.refill > Duration::ZERO, "{}", limit.name);
        }
    }

    #[test]
    fn only_the_limit_on_factor_codes_does_not_scale() {
        let fixed = RateLimit::ALL.into_iter().filter(|limit| limit.rate(1_000.0) == limit.rate(1.0));
        assert_eq!(fixed.map(|limit| limit.name).collect::<Vec<_>>(), ["factor-codes"]);
    }

    /// Formats a duration in the largest unit that divides it.
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

    /// Users never wait for a mail that is not sent: if a bucket is empty, a token was taken within its refill time,
    /// and the link in that mail is still live.
    #[test]
    fn a_throttled_mail_follows_one_whose_link_still_works() {
        for (limits, lifetime) in [
            (MailLimits::SIGN_UP, Purpose::VerifyEmail.lifetime()),
            (MailLimits::CONFIRMATION, Purpose::VerifyEmail.lifetime()),
            (MailLimits::RECOVERY, Purpose::Recovery.lifetime()),
            (MailLimits::CODE, Purpose::SignInCode.lifetime()),
            (MailLimits::SUBSCRIPTION, CONFIRMED_WITHIN),
        ] {
            let RateLimit { name, refill, .. } = limits.to_address;
            assert!(*refill <= lifetime, "{name}");
        }
    }

    /// However much comes from one network, tokens are left for another network.
    #[test]
    fn one_network_cannot_use_up_the_limit_for_an_address_or_for_the_site() {
        let (network, address) = (RateLimit::PASSWORDS_IN_NETWORK, RateLimit::PASSWORDS_OF_ADDRESS);
        assert!(network.burst < address.burst && network.refill >= address.refill);
        let (network, site) = (RateLimit::CONTACT_FROM_NETWORK, RateLimit::CONTACT_MESSAGES);
        assert!(network.burst < site.burst && network.refill > site.refill);
    }

    /// Of 200 consecutive wrong passwords, at most 60 are checked.
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
