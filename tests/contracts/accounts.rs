//! `AccountStore`: users, pending registrations, recovery links and grants, and changes of address.

use std::sync::Arc;

use forum_domain::accounts::{
    Account, AddressOwner, AddressSide, EmailChangeContext, EmailChangeOutcome, EmailChangeRequest, NewUser,
    OneTimeToken, PasswordChange, PasswordReset, PendingRegistration, PresentedChange, Purpose,
    RedeemOutcome, RedeemStep, RegistrationDraft, ResetContext, Role, TokenSelector, change_email,
    redeem_code, redeem_email_change, redeem_link, set_recovery_password,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::{Code, Refusal, Step};
use forum_tests::builders::{
    NOON, act, address, audit, id, mail, name, new_user, proved, registration, token,
};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Recorder;

const OLD: &str = "ana@example.org";
const NEW: &str = "ana@new.example";

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
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None, audit: None });
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
#[tokio::test]
async fn the_owner_of_an_address_is_found_in_either_case() {
    let stores = &Stores::fresh().await;
    let owner = || async {
        let owners = Recorder::default();
        let recorder = owners.clone();
        let draft = RegistrationDraft {
            token: token("ana@example.org", None, NOON),
            mail: mail(MailKind::Decoy, "ana@example.org", NOON),
            record: None,
            audit: None,
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
#[tokio::test]
async fn wrong_codes_count_per_address_and_not_per_mail() {
    let stores = &Stores::fresh().await;
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
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_address_taken_concurrently_creates_one_user() {
    let stores = &Stores::fresh().await;
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

/// Stores a token with its mail; returns its id.
pub(crate) async fn issue(stores: &Stores, email: &str, purpose: Purpose, at: OffsetDateTime) -> Uuid {
    let token = OneTimeToken::new(id(), purpose, address(email), None, at);
    let token_id = token.id;
    let mail = OutgoingMail { token_id: Some(token_id), ..mail(MailKind::Recovery, email, at) };
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None, audit: None });
    stores.accounts.issue(address(email), at, step).await.expect("a queued mail");
    token_id
}

/// Follows a recovery link; returns the id of the grant.
async fn follow_to_grant(stores: &Stores, token_id: Uuid, at: OffsetDateTime) -> Result<Uuid, Refusal> {
    let step = Box::new(move |seen: &_| redeem_link(seen, &act(at)));
    let used = stores.accounts.redeem_verification(TokenSelector::Id(token_id), at, step).await?;
    Ok(used.grant.expect("a grant").id)
}

pub(crate) fn reset_step(hash: &str, at: OffsetDateTime) -> Step<ResetContext, PasswordReset> {
    let hash = hash.to_owned();
    Box::new(move |seen| set_recovery_password(seen, hash, &act(at)))
}

/// Otherwise an old mail in a mailbox would outlive the password it replaced.
#[tokio::test]
async fn using_one_link_or_grant_invalidates_all_for_the_address() {
    let stores = &Stores::fresh().await;
    stores.applicant("ana@example.org").await;
    stores.applicant("bo@example.org").await;
    let at = NOON + Duration::MINUTE;
    let [older, used, other] = [
        issue(stores, "ana@example.org", Purpose::Recovery, at).await,
        issue(stores, "Ana@example.org", Purpose::Recovery, at).await,
        issue(stores, "bo@example.org", Purpose::Recovery, at).await,
    ];
    let grant = follow_to_grant(stores, used, at).await.expect("a valid link");
    assert_eq!(follow_to_grant(stores, older, at).await, Err(Code::TokenInvalid.into()));
    let later = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    let second_grant = follow_to_grant(stores, later, at).await.expect("a valid later link");
    let unused = issue(stores, "ana@example.org", Purpose::Recovery, at).await;
    stores
        .accounts
        .set_recovery_password(second_grant, reset_step("$plain$new", at))
        .await
        .expect("a valid grant");
    let refused = stores.accounts.set_recovery_password(grant, reset_step("$plain$newer", at)).await;
    assert_eq!(refused, Err(Code::RecoveryExpired.into()));
    assert_eq!(follow_to_grant(stores, unused, at).await, Err(Code::TokenInvalid.into()));
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
#[tokio::test]
async fn a_typed_code_belongs_to_the_newest_mail_of_its_purposes() {
    let stores = &Stores::fresh().await;
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

/// Requests a change with the real rule; returns the ids of its tokens.
pub(crate) async fn requested(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> [Uuid; 2] {
    let (new_email, tokens) = (address(to), Recorder::default());
    let recorder = tokens.clone();
    let step: Step<EmailChangeContext, EmailChangeRequest> = Box::new(move |seen| {
        let mut seen = seen.clone();
        let proved = proved(&mut seen.account);
        let request = change_email(&seen, &proved, new_email, &act(at))?;
        recorder.record(request.letters.each_ref().map(|(token, _)| token.id));
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
pub(crate) async fn follow_change(
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
    assert_eq!(follow_change(stores, old, at).await, Ok(EmailChangeOutcome::Confirm(AddressSide::Old)));
    match follow_change(stores, new, at).await {
        Ok(EmailChangeOutcome::Complete { side: AddressSide::New, restore, .. }) => restore.id,
        other => panic!("the last confirmation: {other:?}"),
    }
}

/// The account itself may reclaim the address.
#[tokio::test]
async fn an_address_is_reserved_as_long_as_it_can_be_restored() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    requested(stores, ana, OLD, NOON).await;
    let end = NOON + Duration::days(7);
    let taken = Err(Code::AccountExists.into());
    for (created_at, expected) in [(end - Duration::SECOND, taken), (end, Ok(()))] {
        let twin = NewUser { created_at, ..new_user("ANA@example.org", &[]) };
        assert_eq!(stores.accounts.create_user(twin).await, expected);
    }
    assert_eq!(follow_change(stores, restore, end).await, Err(Code::TokenInvalid.into()));
}

/// Links and registrations for both addresses are void.
#[tokio::test]
async fn a_change_ends_registrations_links_and_grants_for_both_addresses() {
    let stores = &Stores::fresh().await;
    let ana = stores.user(OLD, &[]).await;
    let mut begun = Vec::new();
    for (email, purpose) in
        [(OLD, Purpose::Recovery), (OLD, Purpose::RecoveryGrant), (NEW, Purpose::SignInCode)]
    {
        begun.push(issue(stores, email, purpose, NOON).await);
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
