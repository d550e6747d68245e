//! `AccountStore`: users and pending registrations.

use std::sync::Arc;

use forum_domain::accounts::{
    AddressOwner, PendingRegistration, Purpose, RedeemStep, RegistrationDraft, Role, TokenSelector,
    redeem_code, redeem_link,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, act, address, mail, name, new_user, registration, token};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Recorder;

crate::on_postgresql!(
    the_owner_of_an_address_is_found_in_either_case,
    wrong_codes_count_per_address_and_not_per_mail,
    an_address_taken_concurrently_creates_one_user,
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
    stores.accounts.sign_up(waiting, step).await.expect("a stored sign-up");
    token_id
}

/// The real rule for a presented link.
pub(crate) fn link_step(at: OffsetDateTime) -> RedeemStep {
    Box::new(move |seen| redeem_link(seen, &act(at)))
}

/// Whether the link of a token can still be used.
pub(crate) async fn token_is_live(stores: &Stores, id: Uuid, now: OffsetDateTime) -> bool {
    let token = stores.accounts.find_token(id).await.expect("a result");
    token.is_some_and(|token| token.is_live(now))
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

/// Another mail gives no new tries: wrong codes of every kind from the last day count together, ignoring the case of the
/// address.
async fn wrong_codes_count_per_address_and_not_per_mail(stores: &Stores) {
    use Purpose::{Recovery, SignInCode, VerifyEmail};
    let day_later = NOON + Duration::DAY - Duration::MINUTE;
    // The time of the mail and of the wrong code, its purpose, the address, and the number of tries that the rule sees.
    let table = [
        (NOON, VerifyEmail, "ana@example.org", 0),
        (NOON + Duration::HOUR, SignInCode, "Ana@example.org", 1),
        (NOON + Duration::HOUR * 2, VerifyEmail, "bo@example.org", 0),
        (day_later, Recovery, "ana@example.org", 2),
        // The first no longer counts; the two since then do.
        (NOON + Duration::DAY, VerifyEmail, "ana@example.org", 2),
        (NOON + Duration::DAY * 3, VerifyEmail, "ana@example.org", 0),
    ];
    for (at, purpose, email, expected) in table {
        register(stores, registration(email, "Ana", at)).await;
        let counts = Recorder::default();
        let recorder = counts.clone();
        let step: RedeemStep = Box::new(move |seen| {
            recorder.record(seen.wrong_codes);
            redeem_code(seen, false, &act(at))
        });
        let purposes: &[Purpose] = match purpose {
            VerifyEmail => &[VerifyEmail],
            SignInCode => &[SignInCode],
            _ => &[Recovery],
        };
        let selector = TokenSelector::NewestFor(address(&email.to_uppercase()), purposes);
        let refused = stores.accounts.redeem_verification(selector, at, step).await;
        assert_eq!(refused, Err(Code::TokenInvalid.into()));
        assert_eq!(counts.take(), [expected], "{email} {at}");
    }
}

/// The loser gets a refusal, not a fault. A pending registration of the address is dropped.
async fn an_address_taken_concurrently_creates_one_user(stores: &Stores) {
    register(stores, registration("ANA@example.org", "Eve", NOON)).await;
    let results = concurrently(["ana@example.org", "Ana@example.org"].map(|email| {
        let accounts = Arc::clone(&stores.accounts);
        async move { accounts.create_user(new_user(email, &[Role::Admin])).await }
    }))
    .await;
    assert!(results.contains(&Ok(())), "{results:?}");
    assert!(results.contains(&Err(Code::AccountExists.into())), "{results:?}");
    assert_eq!(stores.readback.registrations().await, 0);
}
