use time::{Duration, OffsetDateTime};

use super::*;
use crate::accounts::factors::testing::{account, session};
use crate::accounts::sessions::EarlierSignIns;
use crate::mail::testing::act;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn opened(seen: &AccountSecurity) -> Result<SecurityChange, SecurityRefused> {
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
    assert_eq!((full.end.clone(), kinds(&full)), (vec![Uuid::from_u128(1)], vec![MailKind::SessionReplaced]));
    // An account from before the limit.
    let above = opened(&with_sessions(60)).expect("an enabled account");
    assert_eq!((above.end.len(), kinds(&above)), (11, vec![MailKind::SessionReplaced]));
}

#[test]
fn the_owner_is_notified_of_a_new_device() {
    let mut seen = with_sessions(1);
    seen.earlier.devices.clear();
    let change = opened(&seen).expect("an enabled account");
    let notices: Vec<_> = change.mails.iter().map(|mail| (mail.kind, mail.to.as_str())).collect();
    assert_eq!(notices, [(MailKind::NewDevice, "a@example.org")]);
}

#[test]
fn a_disabled_account_opens_no_session() {
    let mut seen = with_sessions(0);
    seen.user.disabled_at = Some(NOW);
    assert_eq!(opened(&seen), Err(SecurityRefused::AccountDisabled));
}
