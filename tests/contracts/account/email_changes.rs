//! `AccountStore`: changes of address, and what other acts do to them.

use std::sync::Arc;

use forum_domain::accounts::{
    AddressSide, Challenge, ChallengePurpose, ChangeRequest, ChangeRequestContext, EmailChangeOutcome,
    Identity, Method, NewUser, OneTimeToken, PasswordChange, PresentedChange, Purpose, RecoveryCodes,
    RegistrationDraft, SUSPECT_PERIOD, SecurityChange, change_email, redeem_email_change,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, address, audit, id, mail, new_user, proved, registration};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::account::account_security::{factor, links, seen, store};
use crate::account::registrations::{register, token_is_live};
use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

crate::on_postgresql!(
    a_change_ends_registrations_links_and_grants_for_both_addresses,
    an_address_is_reserved_as_long_as_it_can_be_restored,
    restoring_an_address_removes_suspect_factors_and_identities,
    a_change_whose_notice_cannot_be_queued_keeps_the_old_address,
);

const OLD: &str = "ana@example.org";
const NEW: &str = "ana@new.example";

/// Requests a change with the real rule; returns its id.
pub(crate) async fn request(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    requested(stores, user_id, to, at).await.change
}

/// The ids of the rows of a request.
#[derive(Clone)]
struct Requested {
    change: Uuid,
    tokens: [Uuid; 2],
}

/// Requests a change; returns the ids of its rows.
async fn requested(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Requested {
    let (new_email, requests) = (address(to), Recorder::default());
    let recorder = requests.clone();
    let step: Step<ChangeRequestContext, ChangeRequest> = Box::new(move |seen| {
        let mut seen = seen.clone();
        let proved = proved(&mut seen.account);
        let request = change_email(&seen, &proved, new_email, &act(at))?;
        let tokens = request.tokens.each_ref().map(|token| token.id);
        recorder.record(Requested { change: request.change.id, tokens });
        Ok(request)
    });
    stores.accounts.change_email(user_id, address(to), at, step).await.expect("a valid request");
    requests.take().remove(0)
}

/// Sets a new password, which ends a pending change.
pub(crate) async fn end_waiting(stores: &Stores, user_id: Uuid, at: OffsetDateTime) {
    let step = Box::new(move |_: &_| {
        let notice = mail(MailKind::PasswordChanged, OLD, at);
        let audit = audit("user.password_changed", user_id);
        Ok(PasswordChange { password_hash: "$plain$new".into(), at, keep: Uuid::nil(), mail: notice, audit })
    });
    stores.accounts.change_password(user_id, step).await.expect("a new password");
}

/// Follows a link with the real rule.
async fn follow(stores: &Stores, token: Uuid, at: OffsetDateTime) -> Result<EmailChangeOutcome, Refusal> {
    let step = Box::new(move |seen: &_| redeem_email_change(seen, &act(at)));
    stores.accounts.redeem_email_change(token, at, step).await
}

/// Changes the address of a user. Returns the token that restores the old one.
async fn moved(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    let [old, new] = requested(stores, user_id, to, at).await.tokens;
    assert_eq!(follow(stores, old, at).await, Ok(EmailChangeOutcome::Confirm(AddressSide::Old)));
    match follow(stores, new, at).await {
        Ok(EmailChangeOutcome::Complete { side: AddressSide::New, restore, .. }) => restore.id,
        other => panic!("the last confirmation: {other:?}"),
    }
}

async fn address_of(stores: &Stores, user_id: Uuid) -> String {
    let account = stores.account(user_id).await;
    account.user.email.as_str().to_owned()
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

/// The store removes exactly what the rule selects, and every open challenge.
async fn restoring_an_address_removes_suspect_factors_and_identities(stores: &Stores) {
    let (before, since) = (NOON - SUSPECT_PERIOD - Duration::MINUTE, NOON - SUSPECT_PERIOD);
    let ana = stores.user(OLD, &[]).await;
    let verified = |at| {
        let new = factor(ana, at);
        new.used(new.authenticator.clone(), at)
    };
    let identity = |subject: &str, linked_at| Identity {
        id: id(),
        user_id: ana,
        provider: "school".into(),
        subject: subject.into(),
        email: None,
        linked_at,
    };
    let (kept, suspect) = (verified(before), verified(since));
    let challenge = Challenge::new(id(), ana, ChallengePurpose::SignIn { method: Method::Password }, NOON);
    let change = SecurityChange {
        put: vec![kept.clone(), suspect, factor(ana, before)],
        recovery: Some(Some(RecoveryCodes::new(id(), since))),
        challenge: Some(challenge.clone()),
        ..SecurityChange::default()
    };
    store(stores, ana, change).await;
    let own = identity("1", before);
    for identity in [own.clone(), identity("2", since)] {
        links(stores, identity).await.expect("a linked identity");
    }
    let restore = moved(stores, ana, NEW, NOON).await;
    follow(stores, restore, NOON + Duration::HOUR).await.expect("a valid link");
    let account = stores.security_of(ana).await;
    assert_eq!((account.factors, account.recovery), (vec![kept], None));
    assert_eq!((account.identities, account.password_hash, account.sessions), (vec![own], None, vec![]));
    assert_eq!(seen(stores, ana, challenge.id).await, None);
    let mails = stores.readback.mails().await;
    let notice =
        mails.iter().find(|mail| mail.kind == MailKind::AccountRestored).expect("a mail to the owner");
    assert_eq!(notice.items.len(), 2, "{:?}", notice.items);
}

/// Without the lock, both steps would run at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_second_confirmation_sees_what_the_first_stored() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let tokens = requested(stores, ana, NEW, NOON).await.tokens;
    let meeting = Rendezvous::default();
    let results = concurrently(tokens.map(|token| {
        let store = Arc::clone(&stores.accounts);
        let step = meeting.before(Box::new(|seen: &PresentedChange| redeem_email_change(seen, &act(NOON))));
        async move { store.redeem_email_change(token, NOON, step).await }
    }))
    .await;
    let complete =
        |used: &Result<EmailChangeOutcome, Refusal>| matches!(used, Ok(EmailChangeOutcome::Complete { .. }));
    assert_eq!(results.iter().filter(|used| complete(used)).count(), 1, "{results:?}");
    assert_eq!(address_of(stores, ana).await, NEW);
}

/// Accounts that request the same address neither deadlock nor share it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_give_each_address_to_one_account() {
    let stores = &Stores::fresh().await;
    let mut tokens = Vec::new();
    for turn in 0..10 {
        let user = stores.user(&format!("p{turn}@example.org"), &[]).await;
        let to = if turn % 2 == 0 { "wanted@example.org".to_owned() } else { format!("n{turn}@example.org") };
        tokens.extend(requested(stores, user, &to, NOON).await.tokens);
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

async fn a_change_whose_notice_cannot_be_queued_keeps_the_old_address(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let [old, new] = requested(stores, ana, NEW, NOON).await.tokens;
    follow(stores, old, NOON).await.expect("the first confirmation");
    let taken = stores.readback.mails().await[0].id;
    let step: Step<PresentedChange, EmailChangeOutcome> = Box::new(move |seen| {
        let used = redeem_email_change(seen, &act(NOON))?;
        Ok(match used {
            EmailChangeOutcome::Complete { side, restore, mail, audit } => EmailChangeOutcome::Complete {
                side,
                restore,
                mail: Box::new(OutgoingMail { id: taken, ..*mail }),
                audit,
            },
            other => other,
        })
    });
    let failed = stores.accounts.redeem_email_change(new, NOON, step).await;
    assert!(failed.as_ref().is_err_and(Refusal::is_fault), "{failed:?}");
    assert_eq!(address_of(stores, ana).await, OLD);
    assert!(token_is_live(stores, new, NOON).await);
}

#[tokio::test]
async fn deleting_an_account_deletes_its_changes_with_their_links_and_mails() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let bo = stores.user("bo@example.org", &[]).await;
    requested(stores, bo, "bo@new.example", NOON).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    let waiting = requested(stores, ana, "third@example.org", NOON).await.tokens;
    stores.delete_account(ana).await;
    for token in [restore, waiting[0], waiting[1]] {
        assert_eq!(stores.accounts.find_token(token).await, Ok(None));
        assert_eq!(follow(stores, token, NOON).await, Err(Code::TokenInvalid.into()));
    }
    assert_eq!(stores.readback.email_changes().await, 1);
    let mails = stores.readback.mails().await;
    assert!(mails.len() == 2 && mails.iter().all(|mail| mail.to.starts_with("bo@")), "{mails:?}");
}
