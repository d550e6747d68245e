//! `AccountStore`: pending registrations and their confirmation.

use std::sync::Arc;

use forum_domain::accounts::{
    AddressOwner, PendingRegistration, Purpose, RedeemError, RedeemOutcome, RedeemStep, RegistrationDraft,
    Role, Roles, SignInRecord, TokenSelector, redeem_code, redeem_link,
};
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::Fault;
use forum_tests::builders::{NOON, act, address, id, mail, name, registration, token};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

crate::on_both!(
    a_sign_up_writes_the_same_rows_whoever_owns_the_address,
    a_sign_up_whose_mail_cannot_be_queued_is_rolled_back,
    the_owner_of_an_address_is_found_in_either_case,
    confirming_creates_a_user_and_drops_the_other_registrations_for_the_address,
    a_used_link_is_read_as_used_and_creates_no_user,
    an_unknown_token_is_refused,
    wrong_codes_are_counted_and_cost_the_same_for_every_address,
    wrong_codes_count_per_address_and_not_per_mail,
    two_concurrent_confirmations_create_one_user,
    two_links_for_one_address_used_concurrently_create_one_user,
    a_token_is_live_until_it_is_used_expires_or_is_dropped,
);

/// Stores a sign-up with its token and mail; returns the token's id.
pub(crate) async fn register(stores: &Stores, waiting: PendingRegistration) -> Uuid {
    let (email, at) = (waiting.email.as_str().to_owned(), waiting.created_at);
    let token = token(&email, Some(waiting.id), at);
    let token_id = token.id;
    let mail = OutgoingMail {
        token_id: Some(token_id),
        name: waiting.name.clone(),
        ..mail(MailKind::VerifyEmail, &email, at)
    };
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None });
    stores.accounts.register(waiting, step).await.expect("a stored sign-up");
    token_id
}

/// The real rule for a presented link.
fn link_step(at: OffsetDateTime) -> RedeemStep {
    Box::new(move |seen| redeem_link(seen, &act(at)))
}

pub(crate) async fn confirm(
    stores: &Stores,
    selector: TokenSelector,
    at: OffsetDateTime,
) -> Result<Uuid, RedeemError> {
    let used = stores.accounts.redeem(selector, at, link_step(at)).await?;
    Ok(used.create.expect("a created user").id)
}

/// Whether the link of a token can still be used.
pub(crate) async fn token_is_live(stores: &Stores, id: Uuid, now: OffsetDateTime) -> bool {
    let token = stores.accounts.find_token(id).await.expect("a result");
    token.is_some_and(|token| token.is_live(now))
}

/// A new, a pending and a taken address must cost the same.
async fn a_sign_up_writes_the_same_rows_whoever_owns_the_address(stores: &Stores) {
    stores.applicant("taken@example.org").await;
    register(stores, registration("waits@example.org", "Ana", NOON)).await;
    let owners = Recorder::default();
    for email in ["new@example.org", "Waits@example.org", "Taken@example.org"] {
        let rows = || async {
            let (registrations, tokens) =
                (stores.readback.registrations().await, stores.readback.tokens().await);
            (registrations, tokens, stores.readback.mails().await.len())
        };
        let before = rows().await;
        let recorder = owners.clone();
        let draft = RegistrationDraft {
            token: token(email, None, NOON),
            mail: mail(MailKind::Decoy, email, NOON),
            record: None,
        };
        let step = Box::new(move |owner| {
            recorder.record(owner);
            draft
        });
        stores.accounts.register(registration(email, "Eve", NOON), step).await.expect("a stored sign-up");
        let after = rows().await;
        assert_eq!(after, (before.0 + 1, before.1 + 1, before.2 + 1), "{email}");
    }
    let owners = owners.take();
    assert!(matches!(owners[1], AddressOwner::Pending(_)), "{owners:?}");
    assert_eq!(
        (&owners[0], &owners[2]),
        (&AddressOwner::Unknown, &AddressOwner::Confirmed(name("Ana", "Li")))
    );
}

async fn a_sign_up_whose_mail_cannot_be_queued_is_rolled_back(stores: &Stores) {
    let queued = mail(MailKind::Decoy, "a@example.org", NOON);
    for turn in 0..2 {
        let waiting = registration("a@example.org", "Ana", NOON);
        let draft = RegistrationDraft {
            token: token("a@example.org", Some(waiting.id), NOON),
            mail: queued.clone(),
            record: None,
        };
        let stored = stores.accounts.register(waiting, Box::new(move |_| draft)).await;
        assert_eq!(matches!(stored, Err(Fault::Bug(_))), turn == 1, "{stored:?}");
    }
    assert_eq!((stores.readback.registrations().await, stores.readback.tokens().await), (1, 1));
}

/// A resend depends on the owner of the address: a confirmed user takes precedence over registrations, of which the
/// newest counts.
async fn the_owner_of_an_address_is_found_in_either_case(stores: &Stores) {
    let owner = || async {
        let owners = Recorder::default();
        let recorder = owners.clone();
        let draft = RegistrationDraft {
            token: token("ana@example.org", None, NOON),
            mail: mail(MailKind::Decoy, "ana@example.org", NOON),
            record: None,
        };
        let step = Box::new(move |owner| {
            recorder.record(owner);
            draft
        });
        stores.accounts.issue(address("ANA@example.org"), NOON, step).await.expect("stored rows");
        owners.take().remove(0)
    };
    assert_eq!(owner().await, AddressOwner::Unknown);
    register(stores, registration("ana@example.org", "Old", NOON)).await;
    let newest = registration("Ana@example.org", "New", NOON + Duration::minutes(1));
    let newest_id = newest.id;
    register(stores, newest).await;
    register(stores, registration("bo@example.org", "Bo", NOON + Duration::minutes(2))).await;
    assert_eq!(owner().await, AddressOwner::Pending(newest_id));
    stores.applicant("aNa@example.org").await;
    register(stores, registration("ana@example.org", "Eve", NOON + Duration::minutes(3))).await;
    assert_eq!(owner().await, AddressOwner::Confirmed(name("Ana", "Li")));
}

/// Otherwise an attacker could set the password for another person's address.
async fn confirming_creates_a_user_and_drops_the_other_registrations_for_the_address(stores: &Stores) {
    let planted = register(stores, registration("ANA@example.org", "Eve", NOON)).await;
    let own = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let later = register(stores, registration("ana@Example.org", "Eve", NOON)).await;
    register(stores, registration("bo@example.org", "Bo", NOON)).await;
    let at = NOON + Duration::minutes(5);
    let user_id = confirm(stores, TokenSelector::Id(own), at).await.expect("a valid token");

    let user = stores.accounts.find_by_email(&address("ana@example.org")).await.expect("a result");
    let user = user.expect("a created user");
    assert_eq!((user.id, user.created_at, user.name), (user_id, at, name("Ana", "Li")));
    assert_eq!(user.roles, Roles::from_iter([Role::Applicant]));
    assert_eq!(stores.readback.registrations().await, 1);
    assert_eq!(stores.readback.audit_actions().await, ["user.verified"]);
    for other in [planted, later] {
        assert_eq!(confirm(stores, TokenSelector::Id(other), at).await, Err(RedeemError::TokenInvalid));
    }
}

/// A link works only once.
async fn a_used_link_is_read_as_used_and_creates_no_user(stores: &Stores) {
    let token_id = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    confirm(stores, TokenSelector::Id(token_id), NOON).await.expect("a valid token");
    let step: RedeemStep = Box::new(|seen| {
        assert!(matches!(seen.record, Some(SignInRecord::User { .. })) && seen.registration.is_none());
        assert!(seen.token.as_ref().is_some_and(|token| !token.is_live(NOON)));
        redeem_link(seen, &act(NOON))
    });
    assert_eq!(
        stores.accounts.redeem(TokenSelector::Id(token_id), NOON, step).await,
        Err(RedeemError::TokenInvalid)
    );
    assert_eq!(stores.readback.audit_actions().await, ["user.verified"]);
}

/// The rule is not run for a link with an unknown token. A code without a mail is checked like any other.
async fn an_unknown_token_is_refused(stores: &Stores) {
    let step: RedeemStep = Box::new(|_| panic!("the step must not run"));
    let refused = stores.accounts.redeem(TokenSelector::Id(id()), NOON, step).await;
    assert_eq!(refused, Err(RedeemError::TokenInvalid));
    for purposes in [&[Purpose::VerifyEmail, Purpose::Recovery] as &[_], &[Purpose::SignInCode]] {
        let step: RedeemStep = Box::new(|seen| {
            assert_eq!((seen.token.clone(), seen.record.clone(), seen.registrations), (None, None, 0));
            redeem_code(seen, true, &act(NOON))
        });
        let unknown = TokenSelector::NewestFor(address("ana@example.org"), purposes);
        let refused = stores.accounts.redeem(unknown, NOON, step).await;
        assert_eq!(refused, Err(RedeemError::TokenInvalid));
    }
}

/// Types a wrong code; returns how many the rule saw before.
pub(crate) async fn mistypes(
    stores: &Stores,
    email: &str,
    purposes: &'static [Purpose],
    at: OffsetDateTime,
) -> u32 {
    let counts = Recorder::default();
    let recorder = counts.clone();
    let step: RedeemStep = Box::new(move |seen| {
        recorder.record(seen.wrong_codes);
        redeem_code(seen, false, &act(at))
    });
    let selector = TokenSelector::NewestFor(address(email), purposes);
    let refused = stores.accounts.redeem(selector, at, step).await;
    assert_eq!(refused, Err(RedeemError::TokenInvalid));
    counts.take().remove(0)
}

/// Five wrong codes block further tries. For an address without a mail, without an owner or with a confirmed owner, as
/// much is counted and written as for a pending one, so that the cost reveals nothing.
async fn wrong_codes_are_counted_and_cost_the_same_for_every_address(stores: &Stores) {
    register(stores, registration("waits@example.org", "Ana", NOON)).await;
    stores.applicant("taken@example.org").await;
    for email in ["waits@example.org", "taken@example.org", "nobody@example.org"] {
        for purposes in [&[Purpose::VerifyEmail, Purpose::Recovery] as &[_], &[Purpose::SignInCode]] {
            let other_address = format!("{}-{email}", purposes[0].as_str());
            for tries in 0..7 {
                let before = stores.readback.tokens().await;
                assert_eq!(mistypes(stores, &other_address, purposes, NOON).await, tries.min(5), "{email}");
                let rows = stores.readback.tokens().await - before;
                assert_eq!(rows, u64::from(tries < 5), "{email}");
            }
        }
        let before = stores.readback.tokens().await;
        assert_eq!(mistypes(stores, email, &[Purpose::VerifyEmail], NOON).await, 0);
        assert_eq!(mistypes(stores, email, &[Purpose::SignInCode], NOON).await, 1, "counted together");
        assert_eq!(mistypes(stores, email, &[Purpose::Recovery], NOON).await, 2, "counted together");
        assert_eq!(stores.readback.tokens().await, before + 3, "{email}");
    }
}

/// Another mail gives no new tries: wrong codes from the last day count, ignoring the case of the address.
async fn wrong_codes_count_per_address_and_not_per_mail(stores: &Stores) {
    let day_later = NOON + Duration::DAY - Duration::MINUTE;
    // The time of the mail and of the wrong code, the address, and the number of tries that the rule sees.
    let table = [
        (NOON, "ana@example.org", 0),
        (NOON + Duration::HOUR, "Ana@example.org", 1),
        (NOON + Duration::HOUR * 2, "bo@example.org", 0),
        (day_later, "ana@example.org", 2),
        // The first no longer counts; the two since then do.
        (NOON + Duration::DAY, "ana@example.org", 2),
        (NOON + Duration::DAY * 3, "ana@example.org", 0),
    ];
    for (at, email, expected) in table {
        register(stores, registration(email, "Ana", at)).await;
        let seen = mistypes(stores, &email.to_uppercase(), &[Purpose::VerifyEmail], at).await;
        assert_eq!(seen, expected, "{email} {at}");
    }
}

/// The second sign-up for an address is marked, so that it stays contested after the first is deleted. The user who
/// confirms gets a grant, and neither password is set.
#[tokio::test]
async fn a_second_sign_up_for_an_address_is_contested() {
    let stores = &Stores::fresh().await;
    let first = registration("ana@example.org", "Ana", NOON);
    let (first_id, second) = (first.id, registration("ANA@example.org", "Eve", NOON + Duration::HOUR));
    register(stores, first).await;
    let alone = register(stores, registration("bo@example.org", "Bo", NOON + Duration::HOUR)).await;
    let token_id = register(stores, second).await;
    let at = NOON + Duration::days(8);
    let removed = stores.leftovers.remove(ExpiringRows::Registrations, NOON, at, 1).await;
    assert_eq!(removed, Ok(1), "{first_id} is the oldest");
    let judged = Recorder::default();
    for token_id in [token_id, alone] {
        let recorder = judged.clone();
        let step: RedeemStep = Box::new(move |seen| {
            let contested = seen.registration.as_ref().is_some_and(|row| row.contested);
            recorder.record((contested, seen.registrations));
            RedeemOutcome::Refuse
        });
        let refused = stores.accounts.redeem(TokenSelector::Id(token_id), NOON, step).await;
        assert_eq!(refused, Err(RedeemError::TokenInvalid));
    }
    assert_eq!(judged.take(), [(true, 1), (false, 1)]);
}

/// Runs two confirmations concurrently. Without the lock, both would run their steps at the same time.
async fn confirm_both(stores: &Stores, tokens: [Uuid; 2]) {
    let meeting = Rendezvous::default();
    let results = concurrently(tokens.map(|token_id| {
        let (accounts, step) = (Arc::clone(&stores.accounts), meeting.before(link_step(NOON)));
        async move { accounts.redeem(TokenSelector::Id(token_id), NOON, step).await }
    }))
    .await;
    assert!(results.contains(&Err(RedeemError::TokenInvalid)), "{results:?}");
    assert!(results.iter().any(|result| result.is_ok()), "{results:?}");
    assert_eq!(stores.readback.audit_actions().await, ["user.verified"]);
}

/// The user clicks the link twice.
async fn two_concurrent_confirmations_create_one_user(stores: &Stores) {
    let token_id = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    confirm_both(stores, [token_id, token_id]).await;
}

/// The links come from two sign-ups. The loser gets a refusal, not a fault.
async fn two_links_for_one_address_used_concurrently_create_one_user(stores: &Stores) {
    let one = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let other = register(stores, registration("Ana@example.org", "Ana", NOON)).await;
    confirm_both(stores, [one, other]).await;
}

/// Mails with a void link are not sent.
async fn a_token_is_live_until_it_is_used_expires_or_is_dropped(stores: &Stores) {
    let used = register(stores, registration("a@example.org", "Ana", NOON)).await;
    let dropped = register(stores, registration("A@example.org", "Eve", NOON)).await;
    let other = register(stores, registration("b@example.org", "Bo", NOON)).await;
    let equal_cost = token("c@example.org", None, NOON);
    let (idle, mail) = (equal_cost.id, mail(MailKind::Decoy, "c@example.org", NOON));
    let step = Box::new(move |_| RegistrationDraft { token: equal_cost, mail, record: None });
    stores.accounts.issue(address("c@example.org"), NOON, step).await.expect("stored rows");

    let end = NOON + Duration::hours(24);
    let live = |id, now| token_is_live(stores, id, now);
    assert!(live(used, NOON).await && live(dropped, NOON).await);
    assert!(!live(idle, NOON).await && !live(id(), NOON).await);
    confirm(stores, TokenSelector::Id(used), NOON).await.expect("a valid token");
    assert!(!live(used, NOON).await && !live(dropped, NOON).await);
    assert!(live(other, end - Duration::MICROSECOND).await);
    assert!(!live(other, end).await);
}
