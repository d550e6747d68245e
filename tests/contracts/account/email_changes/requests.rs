//! The rows of a request, and events that void its links.

use forum_domain::accounts::{
    AddressOwner, EmailChange, OneTimeToken, Purpose, ReauthenticationRefused, RedeemError,
    RequestChangeStep, SUSPECT_PERIOD, resend_change,
};
use forum_domain::mail::MailKind;
use forum_tests::builders::{NOON, act, address, id, registration};
use forum_tests::stores::Stores;
use time::Duration;

use super::{NEW, OLD, address_of, changes, end_waiting, follow, kinds, moved, owner, requested};
use crate::account::registrations::{register, token_is_live};

crate::on_both!(
    a_refused_request_leaves_no_trace,
    a_request_writes_the_same_rows_whoever_owns_the_address,
    a_newer_request_a_password_and_a_taken_address_void_the_links,
);

#[tokio::test]
async fn a_request_stores_a_change_two_links_and_two_mails() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let requested = requested(stores, ana, NEW, NOON).await;
    let until = NOON + Duration::hours(1);
    let stored = EmailChange {
        id: requested.change,
        user_id: ana,
        old_email: address(OLD),
        new_email: address(NEW),
        requested_at: NOON,
        suspect_since: NOON - SUSPECT_PERIOD,
        expires_at: until,
        old_confirmed_at: None,
        new_confirmed_at: None,
        changed_at: None,
        ended_at: None,
    };
    assert_eq!(changes(stores, ana).await, [stored]);
    let mails = [(MailKind::ChangeEmailNew, NEW.to_owned()), (MailKind::ChangeEmailOld, OLD.to_owned())];
    assert_eq!(kinds(stores).await, mails);
    for (token, purpose, email) in [
        (requested.tokens[0], Purpose::ChangeEmailOld, OLD),
        (requested.tokens[1], Purpose::ChangeEmailNew, NEW),
    ] {
        let found = stores.accounts.find_token(token).await.expect("a result").expect("a stored row");
        let expected = OneTimeToken::of_change(token, purpose, address(email), Some(requested.change), NOON);
        assert_eq!(found, expected);
    }
    assert_eq!(address_of(stores, ana).await, OLD);
}

async fn a_refused_request_leaves_no_trace(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let step: RequestChangeStep = Box::new(|_| Err(ReauthenticationRefused::InvalidCredentials.into()));
    let refused = stores.email_changes.request(ana, address(NEW), NOON, step).await;
    assert_eq!(refused, Err(ReauthenticationRefused::InvalidCredentials.into()));
    let step: RequestChangeStep = Box::new(|_| panic!("there is no user"));
    let unknown = stores.email_changes.request(id(), address(NEW), NOON, step).await;
    assert_eq!(unknown, Err(ReauthenticationRefused::SessionEnded.into()));
    assert_eq!(stores.readback.email_changes().await, 0);
    assert!(stores.readback.mails().await.is_empty());
}

async fn a_request_writes_the_same_rows_whoever_owns_the_address(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    stores.user("Bo@example.org", &[]).await;
    register(stores, registration("cy@example.org", "Cy", NOON)).await;
    for to in ["bo@EXAMPLE.org", "cy@example.org", "free@example.org"] {
        let counted = async || {
            let readback = &stores.readback;
            (readback.tokens().await, readback.mails().await.len(), readback.email_changes().await)
        };
        let before = counted().await;
        requested(stores, ana, to, NOON).await;
        let after = counted().await;
        assert_eq!(after, (before.0 + 2, before.1 + 2, before.2 + 1), "{to}");
    }
    let queued = kinds(stores).await;
    assert!(queued.contains(&(MailKind::ChangeEmailTaken, "bo@EXAMPLE.org".to_owned())), "{queued:?}");
    assert!(queued.contains(&(MailKind::ChangeEmailNew, "cy@example.org".to_owned())), "{queued:?}");
}

async fn a_newer_request_a_password_and_a_taken_address_void_the_links(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let [old, new] = requested(stores, ana, NEW, NOON).await.tokens;
    let second = requested(stores, ana, "second@example.org", NOON).await.tokens;
    for token in [old, new] {
        assert_eq!(follow(stores, token, NOON).await, Err(RedeemError::TokenInvalid), "a newer request");
    }
    assert!(token_is_live(stores, second[0], NOON).await);
    end_waiting(stores, ana, NOON).await;
    for token in second {
        assert!(!token_is_live(stores, token, NOON).await, "a new password");
        assert_eq!(follow(stores, token, NOON).await, Err(RedeemError::TokenInvalid), "a new password");
    }
    let bo = stores.user("bo@example.org", &[]).await;
    let [old, new] = requested(stores, bo, "late@example.org", NOON).await.tokens;
    follow(stores, old, NOON).await.expect("the first confirmation");
    stores.user("Late@example.org", &[]).await;
    assert_eq!(follow(stores, new, NOON).await, Err(RedeemError::TokenInvalid), "taken in between");
    assert_eq!(address_of(stores, bo).await, "bo@example.org");
}

#[tokio::test]
async fn resending_mails_writes_the_same_rows_for_every_address() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let requested = requested(stores, ana, NEW, NOON).await;
    follow(stores, requested.tokens[0], NOON).await.expect("a confirmation from the old address");
    let at = NOON + Duration::minutes(30);
    for (email, known) in [("ANA@example.org", true), (NEW, true), ("nobody@example.org", false)] {
        let before = (stores.readback.tokens().await, stores.readback.mails().await.len());
        let (to, (stored, read)) = (address(email), std::sync::mpsc::channel());
        let step = Box::new(move |seen: Option<&_>| {
            let resend = resend_change(seen, &to, &act(at));
            assert_eq!(resend.extended.is_some(), known);
            stored.send(resend.tokens[1].id).expect("a result");
            resend
        });
        stores.email_changes.resend(address(email), at, step).await.expect("stored rows");
        let after = (stores.readback.tokens().await, stores.readback.mails().await.len());
        assert_eq!(after, (before.0 + 2, before.1 + 2), "{email}");
        assert_eq!(token_is_live(stores, read.recv().expect("a result of the step"), at).await, known);
    }
    assert_eq!(changes(stores, ana).await[0].expires_at, at + Duration::hours(1));
    let sent: Vec<_> = kinds(stores).await.into_iter().map(|(kind, _)| kind).collect();
    let count = |kind| sent.iter().filter(|sent| **sent == kind).count();
    assert_eq!((count(MailKind::ChangeEmailOld), count(MailKind::ChangeEmailNew)), (1, 3));
    follow(stores, requested.tokens[1], at).await.expect("a valid older link");
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
        assert_eq!(follow(stores, token, NOON).await, Err(RedeemError::TokenInvalid));
    }
    assert_eq!(stores.readback.email_changes().await, 1);
    let left: Vec<_> = kinds(stores).await.into_iter().map(|(_, to)| to).collect();
    assert_eq!(left, ["bo@new.example", "bo@example.org"]);
    assert_eq!(owner(stores, OLD, NOON).await, AddressOwner::Unknown);
}
