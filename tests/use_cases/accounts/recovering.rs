//! Recovery of an account: the response, the work and the rows are the same for every address, and only the reader of the
//! mail can choose a password.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::{
    AccessError, CodeError, PasswordHasher, RecoverError, Recovery, RedeemError, Redeemed, ResendError,
    SignInError, WeakReason,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Fault, Page};
use forum_tests::builders::NOON;
use forum_tests::memory::PlainHasher;
use time::Duration;

use crate::world::{ANA, Delivered, PASSWORD, REFUSED, World};

const NEW: &str = "Chosen-Meadow-51";

/// Requests the mail and follows its link. Returns the bearer token of the grant.
async fn grant(world: &World, email: &str) -> String {
    world.requests_recovery(email).await;
    assert_eq!(world.mail_to(email).kind, MailKind::Recovery);
    match world.follows(&world.link_to(email)).await {
        Ok(Redeemed::Recovery { recovery_token }) => recovery_token,
        other => panic!("no recovery grant: {other:?}"),
    }
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_ends_every_session_and_notifies_the_owner() {
    let world = World::new();
    let (session, _) = world.applicant(ANA).await;
    let grant = grant(&world, "ANA@example.org").await;
    world.calls(&session).await.expect("an active session");
    world.chooses(&grant, NEW).await.expect("a valid grant");
    assert_eq!(world.calls(&session).await.err(), Some(AccessError::Revoked));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::InvalidCredentials));
    world.signs_in(ANA, NEW).await.expect("the new password");
    world.deliver().await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::PasswordChanged);
    assert_eq!(world.chooses(&grant, PASSWORD).await, Err(RecoverError::Expired), "a grant is single-use");
}

#[tokio::test]
async fn every_kind_of_address_costs_the_same_and_only_the_mail_differs() {
    let world = World::new();
    world.joins(ANA).await;
    world.signs_up("waits@example.org", PASSWORD).await.expect("a valid sign-up");
    world.joins("off@example.org").await;
    let off = world.signs_in("off@example.org", PASSWORD).await.expect("an enabled account").user.id;
    world.stores.readback.disable(off, NOON).await;
    world.deliver().await;
    for (email, sent) in [(ANA, 1), ("waits@example.org", 1), ("off@example.org", 1), ("no@example.org", 0)] {
        let readback = &world.stores.readback;
        let before = (readback.tokens().await, readback.mails().await.len());
        world.recovery.request(email).await.expect("a valid address");
        let after = (readback.tokens().await, readback.mails().await.len());
        assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
        assert_eq!(world.deliver().await, Delivered { sent, failed: 0, discarded: 1 - sent }, "{email}");
    }
    assert!(world.mail_to(ANA).content.text.starts_with("Dear Ana"));
    assert!(world.mail_to("waits@example.org").content.text.starts_with("Dear \n"), "an unconfirmed name");
    let refused = world.recovery.request("no address").await;
    assert!(matches!(refused, Err(ResendError::Invalid(_))), "{refused:?}");
}

#[tokio::test]
async fn an_unconfirmed_address_is_confirmed_by_the_new_password() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    let grant = grant(&world, ANA).await;
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::EmailNotVerified));
    world.chooses(&grant, NEW).await.expect("a valid grant");
    assert!(world.signs_in(ANA, NEW).await.expect("a session").user.roles.is_applicant());
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::InvalidCredentials));
}

#[tokio::test]
async fn a_refused_password_leaves_the_grant_usable() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _);
    world.joins(ANA).await;
    let grant = grant(&world, ANA).await;
    let before = hasher.calls();
    let weak = world.chooses(&grant, "short").await;
    let Err(RecoverError::WeakPassword(weak)) = weak else { panic!("not refused as weak: {weak:?}") };
    assert!(weak.reasons.contains(&WeakReason::Length));
    assert_eq!(hasher.calls(), before, "refused before it is hashed");
    assert_eq!(world.chooses(&grant, PASSWORD).await, Err(RecoverError::SamePassword));
    world.chooses(&grant, NEW).await.expect("a valid grant");
}

#[tokio::test]
async fn links_and_grants_expire_and_are_not_interchangeable() {
    let world = World::new();
    world.joins(ANA).await;
    let bearer = grant(&world, ANA).await;
    assert_eq!(world.follows(&bearer).await, REFUSED);
    world.requests_recovery(ANA).await;
    let link = world.link_to(ANA);
    assert_eq!(world.chooses(&link, NEW).await, Err(RecoverError::Expired));
    world.clock.advance(Duration::minutes(10));
    assert_eq!(world.chooses(&bearer, NEW).await, Err(RecoverError::Expired));
    world.clock.advance(Duration::minutes(50));
    assert_eq!(world.follows(&link).await, Err(RedeemError::TokenInvalid));
    for junk in ["", "junk", &bearer[1..]] {
        assert_eq!(world.chooses(junk, NEW).await, Err(RecoverError::Expired), "{junk:?}");
    }
}

#[tokio::test]
async fn an_older_link_is_invalid_after_a_password_was_set() {
    let world = World::new();
    world.joins(ANA).await;
    world.requests_recovery(ANA).await;
    let (older, earlier_grant) = (world.link_to(ANA), grant(&world, ANA).await);
    world.clock.advance(Duration::SECOND);
    world.recovers(ANA, NEW).await.expect("the newest link");
    assert_eq!(world.follows(&older).await, REFUSED);
    assert_eq!(world.chooses(&earlier_grant, PASSWORD).await, Err(RecoverError::Expired));
    world.signs_in(ANA, NEW).await.expect("the new password");
}

#[tokio::test]
async fn a_strangers_sign_up_does_not_invalidate_the_code_in_a_recovery_mail() {
    let world = World::new();
    world.joins(ANA).await;
    world.requests_recovery(ANA).await;
    let code = world.code_to(ANA);
    world.clock.advance(Duration::MINUTE);
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    let used = world.types(ANA, &code).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "{used:?}");
}

/// Only the newest mail of an unconfirmed address has a valid code, so that each attempt is compared with one code.
#[tokio::test]
async fn only_the_newer_code_of_a_confirmation_and_a_recovery_mail_is_valid() {
    let world = World::new();
    world.signs_up_and_gets_mail(ANA).await;
    let older = world.code_to(ANA);
    world.clock.advance(Duration::MINUTE);
    world.requests_recovery(ANA).await;
    let newer = world.code_to(ANA);
    assert_eq!(world.types(ANA, &older).await, REFUSED);
    let used = world.types(ANA, &newer).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "{used:?}");
}

#[tokio::test]
async fn codes_are_bound_to_their_purpose_and_wrong_ones_count_together() {
    let world = World::new();
    world.joins(ANA).await;
    world.requests_recovery(ANA).await;
    let recovery = world.code_to(ANA);
    world.sign_in_codes.request(ANA).await.expect("a valid address");
    world.deliver().await;
    let sign_in = world.code_to(ANA);
    assert_ne!(recovery, sign_in);
    for _try in 0..2 {
        assert_eq!(world.enters_code(ANA, &recovery).await.err(), Some(CodeError::Invalid));
        assert_eq!(world.types(ANA, &sign_in).await, REFUSED);
    }
    assert_eq!(world.types(ANA, "000000").await, REFUSED);
    assert_eq!(world.types(ANA, &recovery).await, REFUSED, "five attempts are the limit");
    assert_eq!(world.enters_code(ANA, &sign_in).await.err(), Some(CodeError::Invalid));
    world.requests_recovery(ANA).await;
    let used = world.follows(&world.link_to(ANA)).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "links stay valid");
}

#[tokio::test]
async fn the_code_in_a_recovery_mail_works_for_ten_minutes() {
    let world = World::new();
    world.joins(ANA).await;
    world.requests_recovery(ANA).await;
    let code = world.code_to(ANA);
    world.clock.advance(Duration::minutes(10));
    assert_eq!(world.types(ANA, &code).await, REFUSED);
}

/// Sets a new password while the next one is being checked.
#[derive(Default)]
struct ConcurrentReset {
    plain: PlainHasher,
    next: Mutex<Option<(Arc<Recovery>, String)>>,
}

#[async_trait]
impl PasswordHasher for ConcurrentReset {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.plain.hash(password).await
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        let right = self.plain.verify(password, hash).await;
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((recovery, grant)) = next {
            let grant = recovery.grant(&grant).await.expect("a valid grant");
            recovery.set_password(grant, NEW).await.expect("a valid password");
        }
        right
    }
}

#[tokio::test]
async fn a_password_replaced_while_it_is_checked_opens_no_session() {
    let hasher = Arc::new(ConcurrentReset::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _);
    world.joins(ANA).await;
    let grant = grant(&world, ANA).await;
    *hasher.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((world.recovery.clone(), grant));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    let own = world.sessions.list(ana.user.id, Page::default()).await.expect("readable values");
    assert_eq!(own.total, 1, "the session opened with the old password has ended");
}
