//! Recovering an account: the response, the work and the rows are the same for every address, and only the mail's reader
//! can choose a password.

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

/// Asks for the mail and follows its link; returns the bearer token of the grant.
async fn grant(world: &World, email: &str) -> String {
    world.recovery.request(email).await.expect("a good address");
    world.deliver().await;
    assert_eq!(world.mail_to(email).kind, MailKind::Recovery);
    match world.follows(&world.link_to(email)).await {
        Ok(Redeemed::Recovery { recovery_token }) => recovery_token,
        other => panic!("the link is good: {other:?}"),
    }
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_ends_every_session_and_is_announced() {
    let world = World::new();
    let (session, _) = world.applicant(ANA).await;
    let grant = grant(&world, "ANA@example.org").await;
    world.calls(&session).await.expect("asking changes nothing");
    world.chooses(&grant, NEW).await.expect("the grant is good");
    assert_eq!(world.calls(&session).await.err(), Some(AccessError::Revoked));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::InvalidCredentials));
    world.signs_in(ANA, NEW).await.expect("the new password");
    world.deliver().await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::PasswordChanged);
    assert_eq!(world.chooses(&grant, PASSWORD).await, Err(RecoverError::Expired), "it works once");
}

#[tokio::test]
async fn every_kind_of_address_costs_the_same_and_only_the_mail_differs() {
    let world = World::new();
    world.joins(ANA).await;
    world.signs_up("waits@example.org", PASSWORD).await.expect("a good sign-up");
    world.joins("off@example.org").await;
    let off = world.signs_in("off@example.org", PASSWORD).await.expect("it is enabled").user.id;
    world.stores.readback.disable(off, NOON).await;
    world.deliver().await;
    for (email, sent) in [(ANA, 1), ("waits@example.org", 1), ("off@example.org", 1), ("no@example.org", 0)] {
        let readback = &world.stores.readback;
        let before = (readback.tokens().await, readback.mails().await.len());
        world.recovery.request(email).await.expect("a good address");
        let after = (readback.tokens().await, readback.mails().await.len());
        assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
        assert_eq!(world.deliver().await, Delivered { sent, failed: 0, discarded: 1 - sent }, "{email}");
    }
    assert!(world.mail_to(ANA).content.text.starts_with("Dear Ana"));
    assert!(world.mail_to("waits@example.org").content.text.starts_with("Dear \n"), "anybody entered it");
    let refused = world.recovery.request("no address").await;
    assert!(matches!(refused, Err(ResendError::Invalid(_))), "{refused:?}");
}

#[tokio::test]
async fn an_unconfirmed_address_is_confirmed_by_the_new_password() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    let grant = grant(&world, ANA).await;
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::EmailNotVerified));
    world.chooses(&grant, NEW).await.expect("the grant is good");
    assert!(world.signs_in(ANA, NEW).await.expect("she is in").user.roles.is_applicant());
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
    let Err(RecoverError::WeakPassword(weak)) = weak else { panic!("it is weak: {weak:?}") };
    assert!(weak.reasons.contains(&WeakReason::Length));
    assert_eq!(hasher.calls(), before, "refused before it is hashed");
    assert_eq!(world.chooses(&grant, PASSWORD).await, Err(RecoverError::SamePassword));
    world.chooses(&grant, NEW).await.expect("the grant is still good");
}

#[tokio::test]
async fn links_and_grants_expire_and_never_stand_for_each_other() {
    let world = World::new();
    world.joins(ANA).await;
    let bearer = grant(&world, ANA).await;
    assert_eq!(world.follows(&bearer).await, REFUSED);
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
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
async fn an_older_link_is_void_once_a_password_was_set() {
    let world = World::new();
    world.joins(ANA).await;
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let (older, earlier_grant) = (world.link_to(ANA), grant(&world, ANA).await);
    world.clock.advance(Duration::SECOND);
    world.recovers(ANA, NEW).await.expect("the newest link");
    assert_eq!(world.follows(&older).await, REFUSED);
    assert_eq!(world.chooses(&earlier_grant, PASSWORD).await, Err(RecoverError::Expired));
    world.signs_in(ANA, NEW).await.expect("it stands");
}

#[tokio::test]
async fn a_strangers_sign_up_does_not_void_the_code_of_a_recovery_mail() {
    let world = World::new();
    world.joins(ANA).await;
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let code = world.code_to(ANA);
    world.clock.advance(Duration::MINUTE);
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    let used = world.types(ANA, &code).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "{used:?}");
}

/// The newest mail counts where an address waits for confirmation, so that a try is compared with one code.
#[tokio::test]
async fn only_the_newer_code_of_a_confirmation_and_a_recovery_mail_is_valid() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    world.deliver().await;
    let older = world.code_to(ANA);
    world.clock.advance(Duration::MINUTE);
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let newer = world.code_to(ANA);
    assert_eq!(world.types(ANA, &older).await, REFUSED);
    let used = world.types(ANA, &newer).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "{used:?}");
}

#[tokio::test]
async fn codes_of_one_purpose_serve_no_other_and_wrong_ones_count_together() {
    let world = World::new();
    world.joins(ANA).await;
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let recovery = world.code_to(ANA);
    world.codes.request(ANA).await.expect("a good address");
    world.deliver().await;
    let sign_in = world.code_to(ANA);
    assert_ne!(recovery, sign_in);
    for _try in 0..2 {
        assert_eq!(world.enters_code(ANA, &recovery).await.err(), Some(CodeError::Invalid));
        assert_eq!(world.types(ANA, &sign_in).await, REFUSED);
    }
    assert_eq!(world.types(ANA, "000000").await, REFUSED);
    assert_eq!(world.types(ANA, &recovery).await, REFUSED, "five tries are all");
    assert_eq!(world.enters_code(ANA, &sign_in).await.err(), Some(CodeError::Invalid));
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let used = world.follows(&world.link_to(ANA)).await;
    assert!(matches!(used, Ok(Redeemed::Recovery { .. })), "links work on");
}

#[tokio::test]
async fn the_code_of_a_recovery_mail_works_for_ten_minutes() {
    let world = World::new();
    world.joins(ANA).await;
    world.recovery.request(ANA).await.expect("a good address");
    world.deliver().await;
    let code = world.code_to(ANA);
    world.clock.advance(Duration::minutes(10));
    assert_eq!(world.types(ANA, &code).await, REFUSED);
}

/// Sets a new password while the next one is being checked.
#[derive(Default)]
struct Meddling {
    plain: PlainHasher,
    next: Mutex<Option<(Arc<Recovery>, String)>>,
}

#[async_trait]
impl PasswordHasher for Meddling {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.plain.hash(password).await
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        let right = self.plain.verify(password, hash).await;
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((recovery, grant)) = next {
            let grant = recovery.grant(&grant).await.expect("the grant is good");
            recovery.set_password(grant, NEW).await.expect("a good password");
        }
        right
    }
}

#[tokio::test]
async fn a_password_replaced_while_it_is_checked_opens_no_session() {
    let hasher = Arc::new(Meddling::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _);
    world.joins(ANA).await;
    let grant = grant(&world, ANA).await;
    *hasher.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((world.recovery.clone(), grant));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    let own = world.sessions.list(ana.user.id, Page::default()).await.expect("they are read");
    assert_eq!(own.total, 1, "the session of the old password has ended");
}
