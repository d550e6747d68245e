//! `AccountStore`: recovery links, grants, and the passwords they set.

use forum_domain::accounts::{
    OneTimeToken, PasswordReset, Purpose, RedeemOutcome, RedeemStep, RegistrationDraft, ResetContext,
    TokenSelector, redeem_link, set_recovery_password,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{NOON, act, address, id, mail, registration};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::registrations::{register, token_is_live};

crate::on_postgresql!(
    using_one_link_or_grant_invalidates_all_for_the_address,
    a_typed_code_belongs_to_the_newest_mail_of_its_purposes,
);

/// Stores a token with its mail; returns its id.
pub(crate) async fn issue(stores: &Stores, email: &str, purpose: Purpose, at: OffsetDateTime) -> Uuid {
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

pub(crate) fn reset_step(hash: &str, at: OffsetDateTime) -> Step<ResetContext, PasswordReset> {
    let hash = hash.to_owned();
    Box::new(move |seen| set_recovery_password(seen, hash, &act(at)))
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

    let link = register(stores, registration("cy@example.org", "Cy", at)).await;
    let grant = issue(stores, "CY@example.org", Purpose::RecoveryGrant, at).await;
    let reset = stores.accounts.set_recovery_password(grant, reset_step("$plain$new", at)).await;
    reset.expect("a grant for a pending address");
    let cy =
        stores.accounts.find_by_email(&address("cy@example.org")).await.expect("a result").expect("a user");
    assert_eq!(stores.account(cy.id).await.password_hash.as_deref(), Some("$plain$new"));
    assert_eq!((stores.readback.registrations().await, token_is_live(stores, link, at).await), (0, false));
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
