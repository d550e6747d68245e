//! The rule for opening a session: the maximum per account, and notices to the owner.

use time::Duration;
use uuid::Uuid;

use crate::accounts::{AccountSecurity, Device, Proof, SecurityChange, Session};
use crate::act::Act;
use crate::mail::MailKind;
use crate::shared::{Code, Refusal};

/// Maximum number of live sessions per user. Opening another one ends the least recently used.
const SESSIONS_MAX: usize = 50;

/// Opens a session with these proofs. The owner gets notices about a new device and about an ended session.
///
/// # Errors
/// `account_disabled`.
pub fn open_session(
    account: &AccountSecurity,
    id: Uuid,
    proofs: Vec<Proof>,
    device: Device,
    act: &Act,
) -> Result<SecurityChange, Refusal> {
    let user = &account.user;
    if user.is_disabled() {
        return Err(Code::AccountDisabled.into());
    }
    let is_new = is_new_device(&device, &account.earlier);
    let surplus = (account.sessions.len() + 1).saturating_sub(SESSIONS_MAX);
    let end: Vec<Uuid> = account.sessions.iter().take(surplus).map(|session| session.id).collect();
    let kinds = [(is_new, MailKind::NewDevice), (!end.is_empty(), MailKind::SessionReplaced)];
    let mail = |kind| act.mail(kind, &user.email, &user.name);
    Ok(SecurityChange {
        mails: kinds.into_iter().filter(|(is_due, _)| *is_due).map(|(_, kind)| mail(kind)).collect(),
        end,
        open: Some(Session::open(id, user.id, proofs, device, act.now)),
        ..SecurityChange::default()
    })
}

/// How long a browser on a network is remembered after its last use.
pub const DEVICE_REMEMBERED: Duration = Duration::days(90);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierSignIns {
    pub any: bool,
    /// Devices that were used within [`DEVICE_REMEMBERED`].
    pub devices: Vec<Device>,
}

/// Whether the owner gets a notice: no remembered device has the same kind of browser on the same network. The first
/// sign-in causes no notice, because the user has just confirmed the address.
fn is_new_device(device: &Device, earlier: &EarlierSignIns) -> bool {
    let same = |known: &Device| known.ip_prefix == device.ip_prefix && family(known) == family(device);
    earlier.any && !earlier.devices.iter().any(same)
}

/// The kind of a browser, independent of its version: recognized by a word in its `User-Agent`, most specific first.
/// For other programs, the text before the version.
fn family(device: &Device) -> Option<&str> {
    const FAMILIES: [(&str, &str); 10] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("Mozilla/", "another browser"),
    ];
    let text = device.user_agent.as_deref()?;
    let known = FAMILIES.iter().find(|(word, _)| text.contains(word)).map(|(_, name)| *name);
    known.or_else(|| text.split(['/', ' ']).next())
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::accounts::factors::testing::{account, session};
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn opened(seen: &AccountSecurity) -> Result<SecurityChange, Refusal> {
        open_session(seen, Uuid::from_u128(99), Vec::new(), Device::default(), &act(NOW))
    }

    fn with_sessions(count: u128) -> AccountSecurity {
        let mut seen = account("a@example.org", NOW);
        seen.sessions = (1..=count).map(|id| session(id, Vec::new(), NOW - Duration::DAY)).collect();
        seen.earlier = EarlierSignIns { any: count > 0, devices: vec![Device::default()] };
        seen
    }

    #[test]
    fn the_fifty_first_session_ends_the_least_recently_used_and_notifies_the_owner() {
        let kinds = |change: &SecurityChange| change.mails.iter().map(|mail| mail.kind).collect::<Vec<_>>();
        let below = opened(&with_sessions(49)).expect("an enabled account");
        assert_eq!((below.end.len(), kinds(&below)), (0, vec![]));
        let full = opened(&with_sessions(50)).expect("an enabled account");
        let replaced = [MailKind::SessionReplaced];
        assert_eq!(
            (full.end.as_slice(), kinds(&full).as_slice()),
            (&[Uuid::from_u128(1)][..], &replaced[..])
        );
        let mut new_device = with_sessions(1);
        new_device.earlier.devices.clear();
        assert_eq!(kinds(&opened(&new_device).expect("an enabled account")), [MailKind::NewDevice]);
        // An account from before the limit.
        let above = opened(&with_sessions(60)).expect("an enabled account");
        assert_eq!((above.end.len(), kinds(&above)), (11, replaced.to_vec()));
    }

    #[test]
    fn a_disabled_account_opens_no_session() {
        let mut seen = with_sessions(0);
        seen.user.disabled_at = Some(NOW);
        assert_eq!(opened(&seen), Err(Code::AccountDisabled.into()));
    }

    const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const NEWER_FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0";
    const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    const EDGE: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0";
    const SAFARI: &str =
        "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15";
    const HOME: &str = "192.0.2.0/24";
    const AWAY: &str = "198.51.100.0/24";

    fn device(ip_prefix: &str, user_agent: &str) -> Device {
        Device { ip_prefix: Some(ip_prefix.into()), user_agent: Some(user_agent.into()) }
    }

    #[test]
    fn only_a_known_browser_on_its_known_network_is_not_a_new_device() {
        let known = EarlierSignIns { any: true, devices: vec![device(HOME, FIREFOX), device(AWAY, CHROME)] };
        let table = [
            (device(HOME, FIREFOX), false),
            (device(HOME, NEWER_FIREFOX), false),
            (device(AWAY, CHROME), false),
            (device(AWAY, FIREFOX), true),
            (device(HOME, CHROME), true),
            (Device { user_agent: None, ..device(HOME, "") }, true),
            (Device { ip_prefix: None, ..device(HOME, FIREFOX) }, true),
        ];
        for (device, is_new) in table {
            assert_eq!(is_new_device(&device, &known), is_new, "{device:?}");
        }
        // The first sign-in is not a new device, and a forgotten one is.
        for any in [false, true] {
            let earlier = EarlierSignIns { any, devices: Vec::new() };
            assert_eq!(is_new_device(&device(HOME, FIREFOX), &earlier), any);
        }
    }

    #[test]
    fn browsers_are_distinguished_despite_misleading_user_agents() {
        let families = [
            (FIREFOX, "Firefox"),
            (NEWER_FIREFOX, "Firefox"),
            (CHROME, "Chrome"),
            (EDGE, "Edge"),
            (SAFARI, "Safari"),
            ("Mozilla/5.0 (compatible)", "another browser"),
            ("curl/8.5.0", "curl"),
            ("", ""),
        ];
        for (text, expected) in families {
            assert_eq!(family(&device(HOME, text)), Some(expected), "{text}");
        }
        assert_eq!(family(&Device::default()), None);
    }
}
