use time::Duration;

use super::*;
use crate::accounts::email_changes::SUSPECT_PERIOD;
use crate::accounts::factors::RecoveryCodes;
use crate::accounts::factors::testing::{account, app, identity, passkey, session};
use crate::mail::testing::act;
use crate::shared::EmailAddress;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const SINCE: OffsetDateTime = NOW.saturating_sub(SUSPECT_PERIOD);
const BEFORE: OffsetDateTime = SINCE.saturating_sub(Duration::SECOND);

fn address(text: &str) -> EmailAddress {
    EmailAddress::stored(text.into())
}

/// A change that was requested at this time and completed immediately.
fn change(id: u128, at: OffsetDateTime) -> EmailChange {
    EmailChange {
        id: Uuid::from_u128(id),
        user_id: Uuid::from_u128(7),
        old_email: address("old@example.org"),
        new_email: address("new@example.org"),
        requested_at: at,
        suspect_since: at - SUSPECT_PERIOD,
        expires_at: at + Duration::days(7),
        old_confirmed_at: Some(at),
        new_confirmed_at: Some(at),
        changed_at: Some(at),
        ended_at: None,
    }
}

fn presented(change: EmailChange, others: Vec<EmailChange>, account: AccountSecurity) -> PresentedChange {
    let email = change.old_email.clone();
    let token =
        OneTimeToken::of_change(Uuid::from_u128(2), Purpose::RestoreEmail, email, Some(change.id), NOW);
    PresentedChange { token, change, others, account, taken: false }
}

fn restored(seen: &PresentedChange, granted: bool) -> (Vec<Uuid>, Option<OneTimeToken>, SecurityChange) {
    match restore(seen, &seen.change, granted, &act(NOW)) {
        EmailChangeOutcome::Restore { to, ended, grant, security } => {
            assert_eq!(to, seen.change.old_email);
            (ended, grant, *security)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn sign_in_methods_added_since_the_suspect_time_are_removed_and_listed_for_the_owner() {
    let mut seen = account("new@example.org", NOW);
    let renamed = |factor: Factor, name: &str| Factor { friendly_name: name.into(), ..factor };
    seen.factors = vec![
        app(1, BEFORE),
        app(2, SINCE),
        renamed(passkey(3, NOW), "visit evil.com"),
        Factor { verified_at: Some(SINCE), ..app(4, BEFORE) },
        Factor { verified_at: None, ..app(5, BEFORE) },
    ];
    seen.identities = vec![identity(6, BEFORE), identity(8, SINCE)];
    seen.sessions = vec![session(9, Vec::new(), BEFORE), session(10, Vec::new(), NOW)];
    seen.recovery = Some(RecoveryCodes::new(Uuid::nil(), BEFORE));
    let (ended, grant, security) = restored(&presented(change(1, NOW), Vec::new(), seen), true);
    let ids = |ids: &[u128]| ids.iter().map(|&id| Uuid::from_u128(id)).collect::<Vec<_>>();
    assert_eq!(ended, ids(&[1]));
    assert_eq!(
        grant.map(|grant| (grant.purpose, grant.email)),
        Some((Purpose::RecoveryGrant, address("old@example.org")))
    );
    assert_eq!((&security.remove, &security.unlink), (&ids(&[2, 3, 4, 5]), &ids(&[8])));
    assert_eq!(
        (security.end, security.recovery),
        (ids(&[9, 10]), None),
        "the recovery codes stay with the first app"
    );
    let notices: Vec<_> =
        security.mails.iter().map(|mail| (mail.kind, mail.to.as_str(), mail.items.len())).collect();
    let expected =
        [(MailKind::EmailRestored, "new@example.org", 0), (MailKind::AccountRestored, "old@example.org", 4)];
    assert_eq!(notices, expected);
    let items = &security.mails[1].items;
    assert_eq!(
        items[..2],
        ["authenticator app \u{201c}Phone 2\u{201d}", "passkey"],
        "no link chosen by the attacker"
    );
    assert_eq!(items[3], "sign-in with school");
    assert_eq!(security.audit.map(|audit| audit.action), Some("user.email_restored"));
}

#[test]
fn recovery_codes_stay_only_with_a_factor_from_before_the_suspect_time() {
    let codes = |at| Some(RecoveryCodes::new(Uuid::nil(), at));
    let table = [
        (Some(BEFORE), BEFORE, None),
        (Some(BEFORE), SINCE, Some(None)),
        (Some(SINCE), BEFORE, Some(None)),
        (None, BEFORE, Some(None)),
    ];
    for (factor_at, codes_at, expected) in table {
        let mut seen = account("new@example.org", NOW);
        seen.factors = factor_at.map(|at| app(1, at)).into_iter().collect();
        seen.recovery = codes(codes_at);
        let (_, _, security) = restored(&presented(change(1, NOW), Vec::new(), seen), true);
        assert_eq!(security.recovery, expected, "{factor_at:?} {codes_at}");
    }
}

/// An attacker gains nothing by preparing with one change and stealing the account with the next one.
#[test]
fn later_changes_end_too_and_the_earliest_suspect_time_counts() {
    let later = EmailChange { suspect_since: BEFORE, ..change(2, NOW) };
    let waiting = EmailChange { changed_at: None, ..change(3, NOW) };
    let earlier = EmailChange { suspect_since: BEFORE - Duration::DAY, ..change(4, NOW - Duration::DAY) };
    let mut seen = account("new@example.org", NOW);
    seen.identities = vec![identity(6, BEFORE), identity(8, BEFORE - Duration::SECOND)];
    let seen = presented(change(1, NOW), vec![later, waiting, earlier], seen);
    let (ended, grant, security) = restored(&seen, false);
    assert_eq!(ended, [2, 3, 1].map(Uuid::from_u128));
    assert_eq!((security.unlink, grant), (vec![Uuid::from_u128(6)], None));
}

#[test]
fn an_unchanged_address_gets_no_removal_notice() {
    let (_, _, security) =
        restored(&presented(change(1, NOW), Vec::new(), account("Old@example.org", NOW)), true);
    assert_eq!(security.mails.iter().map(|mail| mail.kind).collect::<Vec<_>>(), [MailKind::AccountRestored]);
}
