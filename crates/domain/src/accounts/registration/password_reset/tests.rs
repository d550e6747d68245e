use time::Duration;

use super::*;
use crate::accounts::factors::testing;
use crate::accounts::new_user::PendingRegistration;
use crate::mail::testing::{FIRST_ID, act};
use crate::shared::{EmailAddress, PersonName};

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn name() -> PersonName {
    PersonName { first: "Ana".into(), last: "Li".into() }
}

fn address() -> EmailAddress {
    EmailAddress::stored("a@example.org".into())
}

fn grant() -> OneTimeToken {
    OneTimeToken::new(Uuid::from_u128(2), Purpose::RecoveryGrant, address(), None, NOW)
}

fn user(password_hash: Option<&str>) -> Option<SignInRecord> {
    let user = testing::user("a@example.org", NOW);
    Some(SignInRecord::User { user: Box::new(user), password_hash: password_hash.map(str::to_owned) })
}

fn pending() -> Option<SignInRecord> {
    let registration = PendingRegistration {
        id: Uuid::from_u128(1),
        email: address(),
        name: name(),
        password_hash: "sign-up".into(),
        created_at: NOW,
        contested: true,
    };
    Some(SignInRecord::Unverified { registration: Box::new(registration) })
}

fn reset(grant: OneTimeToken, record: Option<SignInRecord>, after: Duration) -> Option<PasswordReset> {
    let seen = ResetContext { grant, record, identities: vec![testing::identity(8, NOW)] };
    set_recovery_password(&seen, "new".into(), &act(NOW + after))
}

#[test]
fn a_grant_is_accepted_once_within_ten_minutes() {
    let minute = Duration::MINUTE;
    let used = OneTimeToken { used_at: Some(NOW), ..grant() };
    let link = OneTimeToken { purpose: Purpose::Recovery, ..grant() };
    let table = [
        (grant(), user(Some("old")), minute, true),
        (grant(), user(Some("old")), minute * 10 - Duration::SECOND, true),
        (grant(), user(Some("old")), minute * 10, false),
        (grant(), user(None), minute, true),
        (grant(), pending(), minute, true),
        (grant(), None, minute, false),
        (used, user(Some("old")), minute, false),
        (link, user(Some("old")), minute, false),
    ];
    for (grant, record, after, accepted) in table {
        let case = format!("{grant:?} {record:?} {after}");
        assert_eq!(reset(grant, record, after).is_some(), accepted, "{case}");
    }
}

#[test]
fn the_owner_is_notified_unless_it_is_the_first_password() {
    let notice = (MailKind::PasswordChanged, vec!["sign-in with school".to_owned()]);
    for (earlier, expected) in [(Some("old"), Some(notice)), (None, None)] {
        let Some(PasswordReset::Change(change)) = reset(grant(), user(earlier), Duration::MINUTE) else {
            panic!("an existing user")
        };
        let ChosenPassword { user_id, password_hash, at, mail, audit } = *change;
        assert_eq!((user_id, password_hash.as_str()), (Uuid::from_u128(7), "new"));
        assert_eq!(at, NOW + Duration::MINUTE);
        assert_eq!(mail.map(|mail| (mail.kind, mail.items)), expected);
        let audited = (audit.action, audit.actor_id, audit.target_id, audit.at);
        assert_eq!(audited, ("password.reset", Some(user_id), user_id, at));
    }
}

#[test]
fn a_pending_registration_becomes_a_user_with_the_new_password_and_not_the_one_from_sign_up() {
    let Some(PasswordReset::Create(user)) = reset(grant(), pending(), Duration::MINUTE) else {
        panic!("a pending registration")
    };
    assert_eq!((user.name, user.password_hash.as_deref()), (name(), Some("new")));
    assert_eq!((user.id, user.audit.action), (Uuid::from_u64_pair(0, FIRST_ID), "user.verified"));
}
