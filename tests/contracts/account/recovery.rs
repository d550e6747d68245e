//! `AccountStore`: recovery links, grants, and the passwords they set.

use std::sync::Arc;

use forum_domain::accounts::{
    OneTimeToken, PasswordReset, Purpose, RecoverError, RedeemError, RedeemOutcome, RedeemStep,
    RegistrationDraft, ResetContext, ResetStep, Session, SignInRecord, TokenSelector, redeem_code,
    redeem_link, set_recovery_password,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_tests::builders::{NOON, act, address, id, mail, registration, session};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::identities::linked;
use super::registrations::{confirm, register, token_is_live};
use crate::concurrently;
use crate::steps::Rendezvous;

crate::on_both!(
    a_grant_sets_the_password_once_and_ends_every_session_of_the_user,
    using_one_link_or_grant_invalidates_all_for_the_address,
    the_step_sees_the_owner_of_the_grants_address,
    a_grant_for_a_pending_address_creates_the_user,
    the_first_password_of_a_contested_account_is_set_by_a_grant,
    a_second_reset_sees_that_the_grant_is_used,
    a_reset_whose_mail_cannot_be_queued_is_rolled_back,
    a_sign_in_code_is_used_once,
    a_typed_code_belongs_to_the_newest_mail_of_its_purposes,
);

/// Stores a token with its mail; returns its id.
async fn issue(stores: &Stores, email: &str, purpose: Purpose, at: OffsetDateTime) -> Uuid {
    let token = OneTimeToken::new(id(), purpose, address(email), None, at);
    let token_id = token.id;
    let mail = OutgoingMail { token_id: Some(token_id), ..mail(MailKind::Recovery, email, at) };
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None });
    stores.accounts.issue(address(email), at, step).await.expect("a queued mail");
    token_id
}

/// Follows a recovery link; returns the id of the grant.
async fn follow(stores: &Stores, token_id: Uuid, at: OffsetDateTime) -> Result<Uuid, RedeemError> {
    let step = Box::new(move |seen: &_| redeem_link(seen, &act(at)));
    let used = stores.accounts.redeem(TokenSelector::Id(token_id), at, step).await?;
    Ok(used.grant.expect("a grant").id)
}

fn reset_step(hash: &str, at: OffsetDateTime) -> ResetStep {
    let hash = hash.to_owned();
    Box::new(move |seen| set_recovery_password(seen, hash, &act(at)))
}

async fn hash_of(stores: &Stores, email: &str) -> Option<String> {
    match stores.accounts.sign_in_record(&address(email)).await.expect("a result") {
        Some(SignInRecord::User { password_hash, .. }) => password_hash,
        other => panic!("{email} has an account: {other:?}"),
    }
}

async fn is_alive(stores: &Stores, session: &Session, now: OffsetDateTime) -> bool {
    let found = stores.live_session(session.id).await;
    found.check_alive(now).is_ok()
}

/// A link gives one grant, a grant sets one password, and every session of that user ends.
async fn a_grant_sets_the_password_once_and_ends_every_session_of_the_user(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let (own, others) = ([session(ana, NOON), session(ana, NOON)], session(bo, NOON));
    for session in own.iter().chain([&others]) {
        stores.open(session.clone()).await;
    }
    let at = NOON + Duration::MINUTE;
    let link = issue(stores, "ANA@example.org", Purpose::Recovery, at).await;
    let grant = follow(stores, link, at).await.expect("a valid link");
    assert_eq!(follow(stores, link, at).await, Err(RedeemError::TokenInvalid));
    let at = at + Duration::MINUTE;
    stores.accounts.set_recovery_password(grant, reset_step("$plain$new", at)).await.expect("a valid grant");
    let again = stores.accounts.set_recovery_password(grant, reset_step("$plain$newer", at)).await;
    assert_eq!(again, Err(RecoverError::Expired));

    assert_eq!(hash_of(stores, "ana@example.org").await.as_deref(), Some("$plain$new"));
    assert_eq!(hash_of(stores, "bo@example.org").await.as_deref(), Some("$plain$Quiet-River-42"));
    assert!(!is_alive(stores, &own[0], at).await && !is_alive(stores, &own[1], at).await);
    assert!(is_alive(stores, &others, at).await);
    assert_eq!(stores.readback.audit_actions().await.last().map(String::as_str), Some("password.reset"));
    let mails = stores.readback.mails().await;
    assert_eq!(mails.last().map(|mail| mail.kind), Some(MailKind::PasswordChanged));
}

/// Otherwise an old mail in a mailbox would outlive the password it replaced.
async fn using_one_link_or_grant_invalidates_all_for_the_address(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    stores.applicant("bo@example.org").await;
    let at = NOON + Duration::MINUTE;
    let [older, used, other] = [
        issue(stores, "ana@example.org", Purpose::Recovery, at).await,
        issue(stores, "Ana@example.org", Purpose::Recovery, at).await,
        issue(stores, "bo@example.org", Purpose::Recovery, at).await,
    ];
    let grant = follow(stores, used, at).await.expect("a valid link");
    assert_eq!(follow(stores, older, at).await, Err(RedeemError::TokenInvalid));
    let later = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    let second_grant = follow(stores, later, at).await.expect("a valid later link");
    let unused = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    stores
        .accounts
        .set_recovery_password(second_grant, reset_step("$plain$new", at))
        .await
        .expect("a valid grant");
    let refused = stores.accounts.set_recovery_password(grant, reset_step("$plain$newer", at)).await;
    assert_eq!(refused, Err(RecoverError::Expired));
    assert_eq!(follow(stores, unused, at).await, Err(RedeemError::TokenInvalid));
    assert!(token_is_live(stores, other, at).await);
}

/// The step also sees the identities of the owner.
async fn the_step_sees_the_owner_of_the_grants_address(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    linked(stores, ana, "1").await;
    let grant = issue(stores, "Ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let step: ResetStep = Box::new(move |ResetContext { grant: seen, record, identities }| {
        assert_eq!((seen.id, seen.purpose, seen.used_at), (grant, Purpose::RecoveryGrant, None));
        assert_eq!(identities.iter().map(|identity| identity.subject.as_str()).collect::<Vec<_>>(), ["1"]);
        match record {
            Some(SignInRecord::User { user, password_hash }) => {
                assert_eq!((user.id, password_hash.is_some()), (ana, true));
            }
            other => panic!("expected Ana: {other:?}"),
        }
        None
    });
    assert_eq!(stores.accounts.set_recovery_password(grant, step).await, Err(RecoverError::Expired));
    let step: ResetStep = Box::new(|_| panic!("the step must not run"));
    assert_eq!(stores.accounts.set_recovery_password(id(), step).await, Err(RecoverError::Expired));
    assert!(token_is_live(stores, grant, NOON).await, "a refusal leaves no trace");
}

/// Setting a password for a pending address creates the user and deletes the registrations and their links.
async fn a_grant_for_a_pending_address_creates_the_user(stores: &Stores) {
    let link = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let grant = issue(stores, "ANA@example.org", Purpose::RecoveryGrant, NOON).await;
    stores
        .accounts
        .set_recovery_password(grant, reset_step("$plain$new", NOON))
        .await
        .expect("a valid grant");
    assert_eq!(hash_of(stores, "ana@example.org").await.as_deref(), Some("$plain$new"));
    assert_eq!(stores.readback.registrations().await, 0);
    assert_eq!(confirm(stores, TokenSelector::Id(link), NOON).await, Err(RedeemError::TokenInvalid));
    assert_eq!(stores.readback.audit_actions().await, ["user.verified"]);
}

/// A user without a password gets one in the same way.
async fn the_first_password_of_a_contested_account_is_set_by_a_grant(stores: &Stores) {
    register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let link = register(stores, registration("ana@example.org", "Eve", NOON)).await;
    let at = NOON + Duration::MINUTE;
    let step = Box::new(move |seen: &_| redeem_link(seen, &act(at)));
    let used = stores.accounts.redeem(TokenSelector::Id(link), at, step).await.expect("a valid link");
    let grant = used.grant.expect("a grant").id;
    assert_eq!(hash_of(stores, "ana@example.org").await, None);
    assert_eq!(stores.readback.mails().await.last().map(|mail| mail.kind), Some(MailKind::AddressConfirmed));
    stores.accounts.set_recovery_password(grant, reset_step("$plain$new", at)).await.expect("a valid grant");
    assert_eq!(hash_of(stores, "ana@example.org").await.as_deref(), Some("$plain$new"));
}

/// Of twenty requests with one grant, one sets its password.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_resets_with_one_grant_succeed_once() {
    let stores = &Stores::fresh().await;
    stores.applicant("ana@example.org").await;
    let grant = issue(stores, "ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let results =
        concurrently(
            (0..20).map(|turn| {
                let accounts = Arc::clone(&stores.accounts);
                async move {
                    accounts.set_recovery_password(grant, reset_step(&format!("$plain${turn}"), NOON)).await
                }
            }),
        )
        .await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let refused = results.iter().filter(|result| **result == Err(RecoverError::Expired));
    assert_eq!(refused.count(), 19, "{results:?}");
}

/// Without the lock, both resets would run their steps at the same time.
async fn a_second_reset_sees_that_the_grant_is_used(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    let grant = issue(stores, "ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let meeting = Rendezvous::default();
    let results = concurrently((0..2).map(|_| {
        let (accounts, step) = (Arc::clone(&stores.accounts), meeting.before(reset_step("$plain$new", NOON)));
        async move { accounts.set_recovery_password(grant, step).await }
    }))
    .await;
    assert!(results.contains(&Ok(())) && results.contains(&Err(RecoverError::Expired)), "{results:?}");
}

async fn a_reset_whose_mail_cannot_be_queued_is_rolled_back(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    let grant = issue(stores, "ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let taken = stores.readback.mails().await[0].id;
    let step: ResetStep = Box::new(move |seen| {
        let mut reset = set_recovery_password(seen, "$plain$new".into(), &act(NOON));
        if let Some(PasswordReset::Change(change)) = &mut reset
            && let Some(mail) = &mut change.mail
        {
            mail.id = taken;
        }
        reset
    });
    let failed = stores.accounts.set_recovery_password(grant, step).await;
    assert!(matches!(failed, Err(RecoverError::Fault(_))), "{failed:?}");
    assert_eq!(hash_of(stores, "ana@example.org").await.as_deref(), Some("$plain$Quiet-River-42"));
    assert!(token_is_live(stores, grant, NOON).await);
}

/// Only the code in the newest mail with the purpose is accepted.
async fn a_sign_in_code_is_used_once(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    issue(stores, "ana@example.org", Purpose::SignInCode, NOON).await;
    let at = NOON + Duration::MINUTE;
    let newest = issue(stores, "Ana@example.org", Purpose::SignInCode, at).await;
    register(stores, registration("ana@example.org", "Eve", at)).await;
    for turn in 0..2 {
        let step = Box::new(move |seen: &_| redeem_code(seen, true, &act(at)));
        let selector = TokenSelector::NewestFor(address("ANA@example.org"), &[Purpose::SignInCode]);
        let used = stores.accounts.redeem(selector, at, step).await;
        assert_eq!(used.is_ok(), turn == 0, "{used:?}");
        assert!(!token_is_live(stores, newest, at).await);
    }
}

/// A code is compared only with the newest of the mails that have one of the requested purposes.
async fn a_typed_code_belongs_to_the_newest_mail_of_its_purposes(stores: &Stores) {
    const BOTH: &[Purpose] = &[Purpose::VerifyEmail, Purpose::Recovery];
    let confirmation = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let (soon, later) = (NOON + Duration::minutes(1), NOON + Duration::minutes(2));
    let recovery = issue(stores, "Ana@example.org", Purpose::Recovery, soon).await;
    issue(stores, "ana@example.org", Purpose::SignInCode, later).await;
    issue(stores, "bo@example.org", Purpose::Recovery, later).await;
    for (purposes, expected) in
        [(BOTH, recovery), (&[Purpose::Recovery] as &[_], recovery), (&[Purpose::VerifyEmail], confirmation)]
    {
        let step: RedeemStep = Box::new(move |seen| {
            assert_eq!(seen.token.as_ref().map(|token| token.id), Some(expected), "{purposes:?}");
            RedeemOutcome::Refuse
        });
        let selector = TokenSelector::NewestFor(address("ANA@example.org"), purposes);
        let refused = stores.accounts.redeem(selector, later, step).await;
        assert_eq!(refused, Err(RedeemError::TokenInvalid));
    }
}
