use time::Duration;

use super::*;
use crate::accounts::factors::testing::user;
use crate::accounts::sessions::User;
use crate::mail::testing::{FIRST_ID, act};
use uuid::Uuid;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const MINUTE: Duration = Duration::MINUTE;

fn address() -> EmailAddress {
    EmailAddress::stored("a@example.org".into())
}

fn registration() -> PendingRegistration {
    PendingRegistration {
        id: Uuid::from_u128(1),
        email: address(),
        name: PersonName { first: "Ana".into(), last: "Li".into() },
        password_hash: "hash".into(),
        created_at: NOW,
        contested: false,
    }
}

/// A token with this purpose, sent at [`NOW`] to an address with one pending sign-up.
fn presented(purpose: Purpose) -> RedeemContext {
    let registration_id = (purpose == Purpose::VerifyEmail).then_some(Uuid::from_u128(1));
    RedeemContext {
        email: address(),
        token: Some(OneTimeToken::new(Uuid::from_u128(2), purpose, address(), registration_id, NOW)),
        registration: registration_id.map(|_| registration()),
        registrations: 1,
        wrong_codes: 0,
        record: Some(SignInRecord::Unverified { registration: Box::new(registration()) }),
    }
}

fn owner(disabled_at: Option<OffsetDateTime>) -> SignInRecord {
    let user = User { disabled_at, ..user("a@example.org", NOW) };
    SignInRecord::User { user: Box::new(user), password_hash: Some("hash".into()) }
}

/// Redeems a link (`None`) or a code that is correct or wrong.
fn redeem(seen: &RedeemContext, code: Option<bool>, after: Duration) -> RedeemOutcome {
    match code {
        None => redeem_link(seen, &act(NOW + after)),
        Some(matches) => redeem_code(seen, matches, &act(NOW + after)),
    }
}

fn word(redemption: &RedeemOutcome) -> &'static str {
    match redemption {
        RedeemOutcome::Redeem(used) => match (&used.create, &used.grant) {
            (Some(user), None) if user.password_hash.is_some() => "create",
            (Some(user), Some(_)) if user.password_hash.is_none() => "create without password",
            (None, Some(_)) => "grant",
            (None, None) => "sign in",
            other => panic!("{other:?}"),
        },
        RedeemOutcome::CountTry(_) => "count",
        RedeemOutcome::Refuse => "refuse",
    }
}

fn expect(table: &[(&RedeemContext, Option<bool>, Duration, &str)]) {
    for (seen, code, after, expected) in table {
        assert_eq!(word(&redeem(seen, *code, *after)), *expected, "{code:?} after {after} for {seen:?}");
    }
}

#[test]
fn the_user_gets_the_data_from_the_registration_and_the_creation_is_audited() {
    let RedeemOutcome::Redeem(used) = redeem(&presented(Purpose::VerifyEmail), None, MINUTE) else {
        panic!("a valid link")
    };
    let expected = registration().confirmed(Some("hash".into()), &act(NOW + MINUTE));
    let user_id = Uuid::from_u64_pair(0, FIRST_ID);
    assert_eq!(expected.roles, [crate::accounts::roles::Role::Applicant]);
    assert_eq!((expected.audit.action, expected.audit.actor_id), ("user.verified", Some(user_id)));
    assert_eq!((expected.id, expected.audit.target_id), (user_id, user_id));
    let create = Some(expected);
    let plain =
        RedeemPlan { purpose: Purpose::VerifyEmail, at: NOW + MINUTE, create, grant: None, mail: None };
    assert_eq!(*used, plain);
}

#[test]
fn only_a_live_link_or_a_correct_code_confirms_an_address() {
    let fresh = presented(Purpose::VerifyEmail);
    let taken = RedeemContext { record: Some(owner(None)), ..fresh.clone() };
    let dropped = RedeemContext { registration: None, ..fresh.clone() };
    let unsent = RedeemContext { token: None, registration: None, ..fresh.clone() };
    let four_wrong = RedeemContext { wrong_codes: 4, ..fresh.clone() };
    let five_wrong = RedeemContext { wrong_codes: 5, ..fresh.clone() };
    expect(&[
        (&fresh, None, Duration::hours(24) - MINUTE, "create"),
        (&fresh, None, Duration::hours(24), "refuse"),
        (&fresh, Some(true), Duration::minutes(9), "create"),
        (&fresh, Some(true), Duration::minutes(10), "count"),
        (&fresh, Some(false), MINUTE, "count"),
        (&fresh, Some(false), Duration::minutes(11), "count"),
        (&taken, None, MINUTE, "refuse"),
        (&taken, Some(true), MINUTE, "count"),
        (&dropped, None, MINUTE, "refuse"),
        (&dropped, Some(true), MINUTE, "count"),
        (&unsent, Some(false), MINUTE, "count"),
        (&four_wrong, Some(true), MINUTE, "create"),
        (&four_wrong, Some(false), MINUTE, "count"),
        (&five_wrong, Some(true), MINUTE, "refuse"),
        (&five_wrong, Some(false), MINUTE, "refuse"),
        (&five_wrong, None, MINUTE, "create"),
    ]);
}

#[test]
fn after_several_sign_ups_the_owner_sets_the_password() {
    let fresh = presented(Purpose::VerifyEmail);
    let beside = RedeemContext { registrations: 2, ..fresh.clone() };
    // The other sign-up has been deleted since.
    let contested = PendingRegistration { contested: true, ..registration() };
    let after = RedeemContext { registration: Some(contested), ..fresh };
    for seen in [beside, after] {
        for code in [None, Some(true)] {
            let redemption = redeem(&seen, code, MINUTE);
            assert_eq!(word(&redemption), "create without password");
            let RedeemOutcome::Redeem(used) = redemption else { unreachable!() };
            let grant = used.grant.expect("a grant");
            let ten_minutes = Duration::minutes(10);
            assert_eq!(
                (grant.purpose, grant.expires_at),
                (Purpose::RecoveryGrant, NOW + MINUTE + ten_minutes)
            );
            let mail = used.mail.expect("a notice");
            assert_eq!(
                (mail.kind, mail.name, mail.token_id),
                (MailKind::AddressConfirmed, PersonName::none(), None)
            );
        }
    }
}

#[test]
fn a_recovery_link_gives_a_grant_to_the_owner_of_the_address() {
    let pending = presented(Purpose::Recovery);
    let with = |record| RedeemContext { record, ..presented(Purpose::Recovery) };
    let (enabled, disabled) = (with(Some(owner(None))), with(Some(owner(Some(NOW)))));
    let unowned = with(None);
    let soon = MINUTE * 2;
    expect(&[
        (&pending, None, soon, "grant"),
        (&enabled, None, soon, "grant"),
        (&disabled, None, soon, "grant"),
        (&unowned, None, soon, "refuse"),
        (&pending, None, MINUTE * 60, "refuse"),
        (&pending, None, MINUTE * 59, "grant"),
    ]);
}

#[test]
fn the_code_in_a_recovery_mail_gives_the_same_grant_for_ten_minutes() {
    let pending = presented(Purpose::Recovery);
    let with = |record| RedeemContext { record, ..presented(Purpose::Recovery) };
    let (user, unknown) = (with(Some(owner(None))), with(None));
    let four_wrong = RedeemContext { wrong_codes: 4, ..user.clone() };
    let five_wrong = RedeemContext { wrong_codes: 5, ..user.clone() };
    let soon = MINUTE * 2;
    expect(&[
        (&pending, Some(true), soon, "grant"),
        (&user, Some(true), soon, "grant"),
        (&user, Some(true), MINUTE * 10 - Duration::SECOND, "grant"),
        (&user, Some(true), MINUTE * 10, "count"),
        (&user, Some(false), soon, "count"),
        (&unknown, Some(true), soon, "count"),
        (&four_wrong, Some(true), soon, "grant"),
        (&five_wrong, Some(true), soon, "refuse"),
    ]);
}

#[test]
fn for_a_users_address_only_the_code_in_a_recovery_mail_is_accepted() {
    let pending = SignInRecord::Unverified { registration: Box::new(registration()) };
    assert_eq!(codes_of(Some(&owner(None))), [Purpose::Recovery]);
    assert_eq!(codes_of(Some(&pending)), [Purpose::VerifyEmail, Purpose::Recovery]);
    assert_eq!(codes_of(None), codes_of(Some(&pending)));
}

#[test]
fn a_sign_in_code_signs_in_only_the_enabled_owner_of_the_address() {
    let with = |record| RedeemContext { record, ..presented(Purpose::SignInCode) };
    let (user, disabled) = (with(Some(owner(None))), with(Some(owner(Some(NOW)))));
    let (pending, unowned) = (presented(Purpose::SignInCode), with(None));
    expect(&[
        (&user, Some(true), MINUTE, "sign in"),
        (&user, Some(false), MINUTE, "count"),
        (&user, Some(true), MINUTE * 10, "count"),
        (&user, None, MINUTE, "refuse"),
        (&disabled, Some(true), MINUTE, "count"),
        (&pending, Some(true), MINUTE, "count"),
        (&unowned, Some(true), MINUTE, "count"),
    ]);
}

#[test]
fn grants_and_wrong_codes_are_not_accepted_as_links_or_codes() {
    for purpose in [Purpose::RecoveryGrant, Purpose::WrongCode] {
        let seen = RedeemContext { record: Some(owner(None)), ..presented(purpose) };
        expect(&[(&seen, None, MINUTE, "refuse"), (&seen, Some(true), MINUTE, "count")]);
    }
}

#[test]
fn a_used_token_does_nothing() {
    for (purpose, code, expected) in [
        (Purpose::VerifyEmail, None, "refuse"),
        (Purpose::VerifyEmail, Some(true), "count"),
        (Purpose::Recovery, None, "refuse"),
        (Purpose::Recovery, Some(true), "count"),
        (Purpose::SignInCode, Some(true), "count"),
    ] {
        let mut seen = RedeemContext { record: Some(owner(None)), ..presented(purpose) };
        if purpose == Purpose::VerifyEmail {
            seen.record = None;
        }
        seen.token.as_mut().expect("a token").used_at = Some(NOW);
        expect(&[(&seen, code, MINUTE, expected)]);
    }
}

#[test]
fn a_wrong_code_counts_for_a_day() {
    let RedeemOutcome::CountTry(wrong) = redeem(&presented(Purpose::SignInCode), Some(false), MINUTE) else {
        panic!("a wrong code")
    };
    assert_eq!((wrong.purpose, wrong.email, wrong.registration_id), (Purpose::WrongCode, address(), None));
    assert_eq!(wrong.expires_at, NOW + MINUTE + Duration::DAY);
}
