//! `AccountStore`: changes of address, and what other acts do to them.

use std::sync::Arc;

use forum_domain::accounts::{
    Account, AddressSide, EmailChangeContext, EmailChangeOutcome, EmailChangeRequest, NewUser, OneTimeToken,
    PasswordChange, PresentedChange, Purpose, RegistrationDraft, change_email, redeem_email_change,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, address, audit, id, mail, new_user, proved, registration};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::account::registrations::{register, token_is_live};
use crate::concurrently;
use crate::steps::Recorder;

crate::on_postgresql!(
    a_change_ends_registrations_links_and_grants_for_both_addresses,
    an_address_is_reserved_as_long_as_it_can_be_restored,
);

const OLD: &str = "ana@example.org";
const NEW: &str = "ana@new.example";

/// Requests a change with the real rule; returns the ids of its tokens.
pub(crate) async fn requested(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> [Uuid; 2] {
    let (new_email, tokens) = (address(to), Recorder::default());
    let recorder = tokens.clone();
    let step: Step<EmailChangeContext, EmailChangeRequest> = Box::new(move |seen| {
        let mut seen = seen.clone();
        let proved = proved(&mut seen.account);
        let request = change_email(&seen, &proved, new_email, &act(at))?;
        recorder.record(request.tokens.each_ref().map(|token| token.id));
        Ok(request)
    });
    stores.accounts.change_email(user_id, address(to), at, step).await.expect("a valid request");
    tokens.take().remove(0)
}

/// A new password, with a notice.
pub(crate) fn password_step(user_id: Uuid, hash: &str) -> Step<Account, PasswordChange> {
    let change = PasswordChange {
        password_hash: hash.into(),
        at: NOON,
        keep: Uuid::nil(),
        mail: mail(MailKind::PasswordChanged, OLD, NOON),
        audit: audit("user.password_changed", user_id),
    };
    Box::new(move |_| Ok(change))
}

/// Follows a link with the real rule.
pub(crate) async fn follow(
    stores: &Stores,
    token: Uuid,
    at: OffsetDateTime,
) -> Result<EmailChangeOutcome, Refusal> {
    let step = Box::new(move |seen: &_| redeem_email_change(seen, &act(at)));
    stores.accounts.redeem_email_change(token, at, step).await
}

/// Changes the address of a user. Returns the token that restores the old one.
pub(crate) async fn moved(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    let [old, new] = requested(stores, user_id, to, at).await;
    assert_eq!(follow(stores, old, at).await, Ok(EmailChangeOutcome::Confirm(AddressSide::Old)));
    match follow(stores, new, at).await {
        Ok(EmailChangeOutcome::Complete { side: AddressSide::New, restore, .. }) => restore.id,
        other => panic!("the last confirmation: {other:?}"),
    }
}

/// The account itself may reclaim the address.
async fn an_address_is_reserved_as_long_as_it_can_be_restored(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    requested(stores, ana, OLD, NOON).await;
    let end = NOON + Duration::days(7);
    let taken = Err(Code::AccountExists.into());
    for (created_at, expected) in [(end - Duration::SECOND, taken), (end, Ok(()))] {
        let twin = NewUser { created_at, ..new_user("ANA@example.org", &[]) };
        assert_eq!(stores.accounts.create_user(twin).await, expected);
    }
    assert_eq!(follow(stores, restore, end).await, Err(Code::TokenInvalid.into()));
}

/// Links and registrations for both addresses are void.
async fn a_change_ends_registrations_links_and_grants_for_both_addresses(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let mut begun = Vec::new();
    for (email, purpose) in
        [(OLD, Purpose::Recovery), (OLD, Purpose::RecoveryGrant), (NEW, Purpose::SignInCode)]
    {
        let token = OneTimeToken::new(id(), purpose, address(email), None, NOON);
        begun.push(token.id);
        let mail = OutgoingMail { token_id: Some(token.id), ..mail(MailKind::Recovery, email, NOON) };
        let step = Box::new(move |_| RegistrationDraft { token, mail, record: None });
        stores.accounts.issue(address(email), NOON, step).await.expect("a queued mail");
    }
    begun.push(register(stores, registration(NEW, "Eve", NOON)).await);
    register(stores, registration(OLD, "Eve", NOON)).await;
    let strange = register(stores, registration("bo@example.org", "Bo", NOON)).await;
    moved(stores, ana, NEW, NOON).await;
    for token in begun {
        assert!(!token_is_live(stores, token, NOON).await);
    }
    assert!(token_is_live(stores, strange, NOON).await);
    assert_eq!(stores.readback.registrations().await, 1);
}

/// Accounts that request the same address neither deadlock nor share it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_give_each_address_to_one_account() {
    let stores = &Stores::fresh().await;
    let mut tokens = Vec::new();
    for turn in 0..10 {
        let user = stores.user(&format!("p{turn}@example.org"), &[]).await;
        let to = if turn % 2 == 0 { "wanted@example.org".to_owned() } else { format!("n{turn}@example.org") };
        tokens.extend(requested(stores, user, &to, NOON).await);
    }
    let results = concurrently(tokens.into_iter().map(|token| {
        let store = Arc::clone(&stores.accounts);
        let step: Step<PresentedChange, EmailChangeOutcome> =
            Box::new(move |seen: &PresentedChange| redeem_email_change(seen, &act(NOON)));
        async move { store.redeem_email_change(token, NOON, step).await }
    }))
    .await;
    let complete = results.iter().filter(|used| matches!(used, Ok(EmailChangeOutcome::Complete { .. })));
    assert_eq!(complete.count(), 6, "{results:?}");
    assert!(results.iter().all(|used| !matches!(used, Err(refusal) if refusal.is_fault())), "{results:?}");
}
