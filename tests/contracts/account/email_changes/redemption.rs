//! Following the links: the address changes once both addresses are confirmed, and can be restored.

use std::sync::Arc;

use forum_domain::accounts::{
    AddressOwner, AddressSide, Challenge, ChallengePurpose, EmailChangeOutcome, Identity, Method,
    NewUserError, OneTimeToken, PresentedChange, Purpose, RecoveryCodes, RedeemChangeStep, RedeemError,
    RegistrationDraft, SUSPECT_PERIOD, SecurityChange, redeem_change,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_tests::builders::{NOON, act, address, id, mail, name, new_user, registration, session};
use forum_tests::stores::Stores;
use time::Duration;

use super::{NEW, OLD, address_of, changes, follow, kinds, moved, owner, requested};
use crate::account::account_security::{factor, links, seen, store};
use crate::account::registrations::{register, token_is_live};
use crate::concurrently;
use crate::steps::Rendezvous;

crate::on_both!(
    a_change_ends_registrations_links_and_grants_for_both_addresses,
    an_address_is_reserved_as_long_as_it_can_be_restored,
    restoring_an_address_removes_suspect_factors_and_identities,
    the_oldest_restore_link_of_a_chain_wins,
    a_change_whose_notice_cannot_be_queued_keeps_the_old_address,
);

#[tokio::test]
async fn both_confirmations_in_either_order_change_the_address() {
    let stores = &Stores::fresh().await;
    for (order, name) in [([0, 1], "one"), ([1, 0], "two")] {
        let (old, new) = (format!("{name}@example.org"), format!("{name}@new.example"));
        let user = stores.user(&old, &[]).await;
        let opened = session(user, NOON);
        stores.open(opened.clone()).await;
        let tokens = requested(stores, user, &new, NOON).await.tokens;
        let sides = [AddressSide::Old, AddressSide::New];
        assert_eq!(
            follow(stores, tokens[order[0]], NOON).await,
            Ok(EmailChangeOutcome::Confirm(sides[order[0]]))
        );
        assert_eq!(address_of(stores, user).await, old);
        assert_eq!(follow(stores, tokens[order[0]], NOON).await, Err(RedeemError::TokenInvalid), "once");
        let at = NOON + Duration::minutes(59);
        let last = follow(stores, tokens[order[1]], at).await.expect("the last confirmation");
        assert!(
            matches!(&last, EmailChangeOutcome::Complete { side, .. } if *side == sides[order[1]]),
            "{last:?}"
        );
        assert_eq!(address_of(stores, user).await, new);
        let change = changes(stores, user).await.remove(0);
        let confirmed = [change.old_confirmed_at, change.new_confirmed_at];
        assert_eq!((confirmed[order[0]], confirmed[order[1]]), (Some(NOON), Some(at)));
        assert_eq!((change.changed_at, change.ended_at), (Some(at), None));
        assert_eq!(change.expires_at, at + Duration::days(7));
        let live = stores.live_session(opened.id).await;
        assert_eq!(live.session.revoked_at, None, "the change was confirmed, so sessions stay");
    }
    let log = stores.readback.audit_actions().await;
    assert_eq!(log.iter().filter(|action| *action == "user.email_changed").count(), 2);
    let notices = kinds(stores).await.into_iter().filter(|(kind, _)| *kind == MailKind::EmailChanged);
    let to: Vec<_> = notices.map(|(_, to)| to).collect();
    assert_eq!(to, ["one@example.org", "two@example.org"]);
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

async fn an_address_is_reserved_as_long_as_it_can_be_restored(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let bo = stores.user("bo@example.org", &[]).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    let end = NOON + Duration::days(7);
    let last = end - Duration::seconds(1);
    let name = name("Ana", "Li");
    assert_eq!(owner(stores, "ANA@example.org", last).await, AddressOwner::Reserved(restore, name));
    let mut twin = new_user(OLD, &[]);
    twin.created_at = last;
    assert_eq!(stores.accounts.create_user(twin).await, Err(NewUserError::AddressTaken));
    requested(stores, bo, OLD, last).await;
    assert!(kinds(stores).await.contains(&(MailKind::ChangeEmailTaken, OLD.to_owned())));
    // The account itself may reclaim it.
    requested(stores, ana, OLD, NOON).await;
    assert!(kinds(stores).await.contains(&(MailKind::ChangeEmailNew, OLD.to_owned())));
    assert_eq!(owner(stores, OLD, end).await, AddressOwner::Unknown);
    let mut twin = new_user(OLD, &[]);
    twin.created_at = end;
    assert_eq!(stores.accounts.create_user(twin).await, Ok(()));
    assert_eq!(follow(stores, restore, end).await, Err(RedeemError::TokenInvalid));
}

#[tokio::test]
async fn restoring_an_address_ends_sessions_password_and_later_changes() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let bo = stores.user("bo@example.org", &[]).await;
    let (own, strange) = (session(ana, NOON), session(bo, NOON));
    for session in [&own, &strange] {
        stores.open(session.clone()).await;
    }
    let restore = moved(stores, ana, NEW, NOON).await;
    let waiting = requested(stores, ana, "third@example.org", NOON).await.tokens;
    let at = NOON + Duration::days(1);
    let used = follow(stores, restore, at).await.expect("a valid link");
    let EmailChangeOutcome::Restore { grant: Some(grant), .. } = used else {
        panic!("the address was not restored: {used:?}")
    };
    assert_eq!(grant.email, address(OLD));
    assert!(token_is_live(stores, grant.id, at).await);
    let account = stores.account(ana).await;
    assert_eq!((account.user.email.as_str(), account.password_hash), (OLD, None));
    let revoked = async |id| stores.live_session(id).await.session.revoked_at;
    assert_eq!((revoked(own.id).await, revoked(strange.id).await), (Some(at), None));
    for token in waiting {
        assert!(!token_is_live(stores, token, at).await);
    }
    assert!(changes(stores, ana).await.iter().all(|change| change.ended_at == Some(at)));
    assert_eq!(follow(stores, restore, at).await, Err(RedeemError::TokenInvalid), "once");
    assert_eq!(owner(stores, NEW, at).await, AddressOwner::Unknown);
    for (kind, to) in [(MailKind::EmailRestored, NEW), (MailKind::AccountRestored, OLD)] {
        assert!(kinds(stores).await.contains(&(kind, to.to_owned())), "{kind:?}");
    }
    let log = stores.readback.audit_actions().await;
    assert!(log.iter().any(|action| action == "user.email_restored"), "{log:?}");
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

/// No link restores the intermediate address.
#[tokio::test]
async fn changing_back_to_a_reserved_address_restores_it() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    moved(stores, ana, NEW, NOON).await;
    let at = NOON + Duration::MINUTE;
    let tokens = requested(stores, ana, OLD, at).await.tokens;
    follow(stores, tokens[0], at).await.expect("a confirmation from the intermediate address");
    let used = follow(stores, tokens[1], at).await.expect("a confirmation from the reserved address");
    let EmailChangeOutcome::Restore { grant: Some(grant), .. } = used else {
        panic!("the address was not restored: {used:?}")
    };
    assert_eq!(grant.email, address(OLD));
    assert_eq!(address_of(stores, ana).await, OLD);
    assert_eq!(owner(stores, NEW, at).await, AddressOwner::Unknown, "the intermediate address is free");
    assert!(changes(stores, ana).await.iter().all(|change| change.ended_at == Some(at)));
}

/// The first owner of the address gets it back, regardless of later changes.
async fn the_oldest_restore_link_of_a_chain_wins(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let first = moved(stores, ana, NEW, NOON).await;
    let second = moved(stores, ana, "third@example.org", NOON + Duration::minutes(1)).await;
    let third = moved(stores, ana, "fourth@example.org", NOON + Duration::minutes(2)).await;
    let at = NOON + Duration::hours(1);
    follow(stores, second, at).await.expect("a valid link");
    assert_eq!(address_of(stores, ana).await, NEW);
    assert_eq!(follow(stores, third, at).await, Err(RedeemError::TokenInvalid), "a later change");
    follow(stores, first, at).await.expect("a valid earlier link");
    assert_eq!(address_of(stores, ana).await, OLD);
}

/// Without the lock, both steps would run at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_second_confirmation_sees_what_the_first_stored() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let tokens = requested(stores, ana, NEW, NOON).await.tokens;
    let meeting = Rendezvous::default();
    let results = concurrently(tokens.map(|token| {
        let store = Arc::clone(&stores.email_changes);
        let step = meeting.before(Box::new(|seen: &PresentedChange| redeem_change(seen, &act(NOON))));
        async move { store.redeem(token, NOON, step).await }
    }))
    .await;
    let complete = |used: &Result<EmailChangeOutcome, RedeemError>| {
        matches!(used, Ok(EmailChangeOutcome::Complete { .. }))
    };
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
        let store = Arc::clone(&stores.email_changes);
        let step: RedeemChangeStep = Box::new(move |seen: &PresentedChange| redeem_change(seen, &act(NOON)));
        async move { store.redeem(token, NOON, step).await }
    }))
    .await;
    let complete = results.iter().filter(|used| matches!(used, Ok(EmailChangeOutcome::Complete { .. })));
    assert_eq!(complete.count(), 6, "{results:?}");
    assert!(results.iter().all(|used| !matches!(used, Err(RedeemError::Fault(_)))), "{results:?}");
}

async fn a_change_whose_notice_cannot_be_queued_keeps_the_old_address(stores: &Stores) {
    let ana = stores.user(OLD, &[]).await;
    let [old, new] = requested(stores, ana, NEW, NOON).await.tokens;
    follow(stores, old, NOON).await.expect("the first confirmation");
    let taken = stores.readback.mails().await[0].id;
    let step: RedeemChangeStep = Box::new(move |seen| {
        let used = redeem_change(seen, &act(NOON));
        match used {
            Some(EmailChangeOutcome::Complete { side, restore, mail, audit }) => {
                Some(EmailChangeOutcome::Complete {
                    side,
                    restore,
                    mail: Box::new(OutgoingMail { id: taken, ..*mail }),
                    audit,
                })
            }
            other => other,
        }
    });
    let failed = stores.email_changes.redeem(new, NOON, step).await;
    assert!(matches!(failed, Err(RedeemError::Fault(_))), "{failed:?}");
    assert_eq!(address_of(stores, ana).await, OLD);
    assert!(token_is_live(stores, new, NOON).await);
}
