use time::{Duration, OffsetDateTime};

use super::*;
use crate::accounts::email_changes::*;
use crate::accounts::factors::testing::{account, session};
use crate::accounts::profile::{Reauthentication, ReauthenticationRefused};
use crate::mail::testing::{FIRST_ID, act};
use crate::shared::{EmailAddress, Invalid, PersonName};
use uuid::Uuid;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const MINUTE: Duration = Duration::MINUTE;
const CHANGE: Uuid = Uuid::from_u64_pair(0, FIRST_ID);

fn address(text: &str) -> EmailAddress {
    EmailAddress::stored(text.into())
}

fn requested(to: &str, proved: &str, taken: bool) -> Result<ChangeRequest, ChangeEmailError> {
    let mut account = account("old@example.org", NOW);
    account.sessions = vec![session(1, Vec::new(), NOW - Duration::days(40))];
    let proved = Reauthentication { session_id: Uuid::from_u128(1), password_hash: Some(proved.to_owned()) };
    request_change(&ChangeRequestContext { account, taken }, &proved, address(to), &act(NOW))
}

fn change() -> EmailChange {
    requested("new@example.org", "hash", false).expect("a valid request").change
}

/// A link with this purpose, sent at [`NOW`].
fn presented(purpose: Purpose) -> PresentedChange {
    let mut change = change();
    let email = match purpose {
        Purpose::ChangeEmailNew => change.new_email.clone(),
        _ => change.old_email.clone(),
    };
    let mut account = account("old@example.org", NOW);
    if purpose == Purpose::RestoreEmail {
        (change.old_confirmed_at, change.new_confirmed_at, change.changed_at) =
            (Some(NOW), Some(NOW), Some(NOW));
        account.user.email = change.new_email.clone();
    }
    let token = OneTimeToken::of_change(Uuid::from_u128(2), purpose, email, Some(change.id), NOW);
    PresentedChange { token, change, others: Vec::new(), account, taken: false }
}

fn with(purpose: Purpose, alter: impl FnOnce(&mut PresentedChange)) -> PresentedChange {
    let mut seen = presented(purpose);
    alter(&mut seen);
    seen
}

fn word(seen: &PresentedChange, after: Duration) -> &'static str {
    match redeem_change(seen, &act(NOW + after)) {
        None => "refuse",
        Some(EmailChangeOutcome::Confirm(AddressSide::Old)) => "old confirms",
        Some(EmailChangeOutcome::Confirm(AddressSide::New)) => "new confirms",
        Some(EmailChangeOutcome::Complete { .. }) => "complete",
        Some(EmailChangeOutcome::Restore { .. }) => "restore",
    }
}

#[test]
fn a_request_needs_the_password_and_a_different_address() {
    let table = [
        ("new@example.org", "hash", None),
        ("new@example.org", "replaced", Some("password")),
        ("old@example.org", "hash", Some("same")),
        ("OLD@Example.org", "hash", Some("same")),
        ("old@example.org", "replaced", Some("password")),
    ];
    for (to, proved, expected) in table {
        let refused = requested(to, proved, false).err().map(|error| match error {
            ChangeEmailError::Reauthentication(ReauthenticationRefused::InvalidCredentials) => "password",
            ChangeEmailError::Invalid(Invalid(errors)) => {
                assert_eq!((errors[0].field.as_str(), errors[0].code), ("/email", "same_email"));
                "same"
            }
            other => panic!("{other:?}"),
        });
        assert_eq!(refused, expected, "{to} {proved}");
    }
}

#[test]
fn both_addresses_get_a_mail_and_a_taken_one_gets_no_link() {
    let kinds = |taken| {
        let ChangeRequest { mails, tokens, .. } =
            requested("new@example.org", "hash", taken).expect("a valid request");
        let token = |id| tokens.iter().position(|token| token.id == id).expect("a token for the request");
        mails.map(|mail| (mail.kind, mail.to.as_str().to_owned(), mail.token_id.map(token), mail.name.first))
    };
    let old = (MailKind::ChangeEmailOld, "old@example.org".to_owned(), Some(0), "Ana".to_owned());
    let to_new = |kind, token| (kind, "new@example.org".to_owned(), token, String::new());
    assert_eq!(kinds(false), [old.clone(), to_new(MailKind::ChangeEmailNew, Some(1))]);
    assert_eq!(kinds(true), [old, to_new(MailKind::ChangeEmailTaken, None)]);
}

#[test]
fn resending_the_mails_extends_a_change_by_an_hour_up_to_a_day_after_the_request() {
    let hour = MINUTE * 60;
    for (after, until) in [(0, 1), (22, 23), (23, 24)] {
        let seen = PendingChange { change: change(), name: PersonName::none(), taken: false };
        let resend = resend_change(Some(&seen), &address("x@example.org"), &act(NOW + hour * after));
        assert_eq!(resend.extended, Some((CHANGE, NOW + hour * until)), "{after}");
    }
    let late = NOW + hour * 24 - MINUTE;
    let seen = PendingChange { change: change(), name: PersonName::none(), taken: false };
    let resend = resend_change(Some(&seen), &address("x@example.org"), &act(late));
    assert_eq!(resend.extended, Some((CHANGE, NOW + hour * 24)));
}

#[test]
fn only_unconfirmed_addresses_get_their_mail_again() {
    use MailKind::{ChangeEmailNew, ChangeEmailOld, ChangeEmailTaken, Decoy};
    let at = NOW + MINUTE;
    let kinds = |old: bool, new: bool, taken: bool| {
        let mut change = change();
        (change.old_confirmed_at, change.new_confirmed_at) = (old.then_some(NOW), new.then_some(NOW));
        let seen = PendingChange { change, name: PersonName::none(), taken };
        let resend = resend_change(Some(&seen), &address("x@example.org"), &act(at));
        assert_eq!(resend.extended, Some((CHANGE, at + MINUTE * 60)));
        resend.mails.map(|mail| mail.kind)
    };
    assert_eq!(kinds(false, false, false), [ChangeEmailOld, ChangeEmailNew]);
    assert_eq!(kinds(true, false, false), [Decoy, ChangeEmailNew]);
    assert_eq!(kinds(false, true, false), [ChangeEmailOld, Decoy]);
    assert_eq!(kinds(false, false, true), [ChangeEmailOld, ChangeEmailTaken]);
    let nothing = resend_change(None, &address("x@example.org"), &act(at));
    assert_eq!(nothing.extended, None);
    assert_eq!(
        nothing.mails.map(|mail| (mail.kind, mail.to)),
        [0; 2].map(|_| (Decoy, address("x@example.org")))
    );
    assert!(nothing.tokens.iter().all(|token| !token.is_live(at)), "decoys have dead tokens");
}

#[test]
fn the_second_confirmation_changes_the_address() {
    use Purpose::{ChangeEmailNew, ChangeEmailOld};
    let old_confirmed = |seen: &mut PresentedChange| seen.change.old_confirmed_at = Some(NOW);
    let new_confirmed = |seen: &mut PresentedChange| seen.change.new_confirmed_at = Some(NOW);
    let taken = |seen: &mut PresentedChange| seen.taken = true;
    let both = |seen: &mut PresentedChange| {
        new_confirmed(seen);
        taken(seen);
    };
    let table = [
        (presented(ChangeEmailOld), MINUTE * 59, "old confirms"),
        (presented(ChangeEmailNew), MINUTE * 59, "new confirms"),
        (presented(ChangeEmailOld), MINUTE * 60, "refuse"),
        (with(ChangeEmailOld, new_confirmed), MINUTE, "complete"),
        (with(ChangeEmailNew, old_confirmed), MINUTE, "complete"),
        (with(ChangeEmailOld, taken), MINUTE, "old confirms"),
        (with(ChangeEmailOld, both), MINUTE, "refuse"),
        (with(ChangeEmailNew, taken), MINUTE, "refuse"),
        (with(ChangeEmailNew, |seen| seen.token.used_at = Some(NOW)), MINUTE, "refuse"),
        (with(ChangeEmailNew, |seen| seen.change.ended_at = Some(NOW)), MINUTE, "refuse"),
        (with(ChangeEmailNew, |seen| seen.change.changed_at = Some(NOW)), MINUTE, "refuse"),
        (with(ChangeEmailNew, |seen| seen.change.expires_at = NOW + MINUTE), MINUTE, "refuse"),
        (
            with(ChangeEmailNew, |seen| seen.account.user.email = address("other@example.org")),
            MINUTE,
            "refuse",
        ),
        (with(ChangeEmailNew, |seen| seen.account.user.disabled_at = Some(NOW)), MINUTE, "refuse"),
        (with(ChangeEmailNew, |seen| seen.token.purpose = Purpose::Recovery), MINUTE, "refuse"),
    ];
    for (seen, after, expected) in table {
        assert_eq!(word(&seen, after), expected, "after {after} for {seen:?}");
    }
}

#[test]
fn the_old_address_can_be_restored_for_seven_days() {
    let seen = with(Purpose::ChangeEmailNew, |seen| seen.change.old_confirmed_at = Some(NOW));
    let Some(EmailChangeOutcome::Complete { side, restore, mail, audit }) =
        redeem_change(&seen, &act(NOW + MINUTE))
    else {
        panic!("the second confirmation completes the change")
    };
    assert_eq!((side, restore.change_id), (AddressSide::New, Some(CHANGE)));
    assert_eq!((restore.purpose, restore.email), (Purpose::RestoreEmail, address("old@example.org")));
    assert_eq!(restore.expires_at, NOW + MINUTE + Duration::days(7));
    assert_eq!((mail.kind, mail.to), (MailKind::EmailChanged, address("old@example.org")));
    assert_eq!((mail.token_id, mail.name), (Some(restore.id), seen.account.user.name));
    assert_eq!((audit.action, audit.actor_id), ("user.email_changed", Some(seen.account.user.id)));
}

#[test]
fn a_link_restores_the_address_unless_the_change_ended_or_the_address_is_taken() {
    use Purpose::RestoreEmail;
    let soon = Duration::days(7) - MINUTE;
    let table = [
        (presented(RestoreEmail), soon, "restore"),
        (with(RestoreEmail, |seen| seen.account.user.email = address("third@example.org")), soon, "restore"),
        (with(RestoreEmail, |seen| seen.account.user.disabled_at = Some(NOW)), soon, "restore"),
        (presented(RestoreEmail), Duration::days(7), "refuse"),
        (with(RestoreEmail, |seen| seen.taken = true), soon, "refuse"),
        (with(RestoreEmail, |seen| seen.token.used_at = Some(NOW)), soon, "refuse"),
        (with(RestoreEmail, |seen| seen.change.ended_at = Some(NOW)), soon, "refuse"),
        (with(RestoreEmail, |seen| seen.change.changed_at = None), soon, "refuse"),
    ];
    for (seen, after, expected) in table {
        assert_eq!(word(&seen, after), expected, "after {after} for {seen:?}");
    }
}

/// The intermediate address must not get a link with which the attacker could take over the account again.
#[test]
fn changing_back_to_a_reserved_address_restores_it() {
    use Purpose::{ChangeEmailNew, ChangeEmailOld};
    let mut left = change();
    (left.id, left.changed_at, left.expires_at) = (Uuid::from_u128(9), Some(NOW), NOW + Duration::days(7));
    left.old_email = address("NEW@example.org");
    let last = |purpose: Purpose, alter: fn(&mut EmailChange)| {
        let mut other = left.clone();
        alter(&mut other);
        with(purpose, |seen| {
            (seen.change.old_confirmed_at, seen.change.new_confirmed_at) = match purpose {
                ChangeEmailOld => (None, Some(NOW)),
                _ => (Some(NOW), None),
            };
            seen.others = vec![other];
        })
    };
    // Only the reader of the reserved address may set the password immediately.
    for (purpose, granted) in [(ChangeEmailNew, true), (ChangeEmailOld, false)] {
        match redeem_change(&last(purpose, |_| {}), &act(NOW + MINUTE)) {
            Some(EmailChangeOutcome::Restore { to, ended, grant, .. }) => {
                assert_eq!((to, grant.is_some()), (address("NEW@example.org"), granted));
                assert_eq!(ended, [Uuid::from_u128(9), CHANGE]);
            }
            other => panic!("expected a restore: {other:?}"),
        }
    }
    let alterations: [fn(&mut EmailChange); 3] = [
        |other| other.changed_at = None,
        |other| other.expires_at = NOW + MINUTE,
        |other| other.old_email = address("other@example.org"),
    ];
    for alter in alterations {
        assert_eq!(word(&last(ChangeEmailNew, alter), MINUTE), "complete");
    }
}

#[test]
fn the_suspect_time_is_when_the_session_opened_or_thirty_days_before_the_request() {
    assert_eq!(change().suspect_since, NOW - Duration::days(40));
    let mut young = account("old@example.org", NOW);
    young.sessions = vec![session(1, Vec::new(), NOW - Duration::days(2))];
    let proved = Reauthentication { session_id: Uuid::from_u128(1), password_hash: Some("hash".into()) };
    let seen = ChangeRequestContext { account: young, taken: false };
    let request = request_change(&seen, &proved, address("new@example.org"), &act(NOW));
    assert_eq!(request.expect("a valid request").change.suspect_since, NOW - Duration::days(30));
}
