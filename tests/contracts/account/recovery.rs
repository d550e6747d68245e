//! `AccountStore`: recovery links, grants, and the passwords they set.

use std::sync::Arc;

use forum_domain::accounts::{
    OneTimeToken, PasswordReset, Purpose, RedeemOutcome, RedeemStep, RegistrationDraft, ResetContext,
    SignInRecord, TokenSelector, redeem_link, set_recovery_password,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, address, id, mail, registration};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::registrations::{register, token_is_live};
use crate::concurrently;
use crate::steps::Rendezvous;

crate::on_postgresql!(
    using_one_link_or_grant_invalidates_all_for_the_address,
    a_second_reset_sees_that_the_grant_is_used,
    a_reset_whose_mail_cannot_be_queued_is_rolled_back,
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
async fn follow(stores: &Stores, token_id: Uuid, at: OffsetDateTime) -> Result<Uuid, Refusal> {
    let step = Box::new(move |seen: &_| redeem_link(seen, &act(at)));
    let used = stores.accounts.redeem_verification(TokenSelector::Id(token_id), at, step).await?;
    Ok(used.grant.expect("a grant").id)
}

fn reset_step(hash: &str, at: OffsetDateTime) -> Step<ResetContext, PasswordReset> {
    let hash = hash.to_owned();
    Box::new(move |seen| set_recovery_password(seen, hash, &act(at)))
}

async fn hash_of(stores: &Stores, email: &str) -> Option<String> {
    match stores.accounts.sign_in_record(&address(email)).await.expect("a result") {
        Some(SignInRecord::User { password_hash, .. }) => password_hash,
        other => panic!("{email} has an account: {other:?}"),
    }
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
    assert_eq!(follow(stores, older, at).await, Err(Code::TokenInvalid.into()));
    let later = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    let second_grant = follow(stores, later, at).await.expect("a valid later link");
    let unused = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    stores
        .accounts
        .set_recovery_password(second_grant, reset_step("$plain$new", at))
        .await
        .expect("a valid grant");
    let refused = stores.accounts.set_recovery_password(grant, reset_step("$plain$newer", at)).await;
    assert_eq!(refused, Err(Code::RecoveryExpired.into()));
    assert_eq!(follow(stores, unused, at).await, Err(Code::TokenInvalid.into()));
    assert!(token_is_live(stores, other, at).await);
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
    assert!(results.contains(&Ok(())) && results.contains(&Err(Code::RecoveryExpired.into())), "{results:?}");
}

async fn a_reset_whose_mail_cannot_be_queued_is_rolled_back(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    let grant = issue(stores, "ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let taken = stores.readback.mails().await[0].id;
    let step: Step<ResetContext, PasswordReset> = Box::new(move |seen| {
        let mut reset = set_recovery_password(seen, "$plain$new".into(), &act(NOON));
        if let Ok(PasswordReset::Change(change)) = &mut reset
            && let Some(mail) = &mut change.mail
        {
            mail.id = taken;
        }
        reset
    });
    let failed = stores.accounts.set_recovery_password(grant, step).await;
    assert!(failed.as_ref().is_err_and(Refusal::is_fault), "{failed:?}");
    assert_eq!(hash_of(stores, "ana@example.org").await.as_deref(), Some("$plain$Quiet-River-42"));
    assert!(token_is_live(stores, grant, NOON).await);
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
        let refused = stores.accounts.redeem_verification(selector, later, step).await;
        assert_eq!(refused, Err(Code::TokenInvalid.into()));
    }
}
