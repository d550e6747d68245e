//! Recovery of an account: the response, the work and the rows are the same for every address, and only the reader of the
//! mail can choose a password.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::{
    PasswordHasher, RecoverError, Recovery, Redeemed, ResendError, SessionSort, WeakReason,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Code, Fault, Page};
use forum_tests::builders::NOON;
use forum_tests::memory::PlainHasher;

use crate::world::{ANA, Delivered, PASSWORD, World};

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
async fn every_kind_of_address_costs_the_same_and_only_the_mail_differs() {
    let world = World::new().await;
    world.joins(ANA).await;
    world.signs_up("waits@example.org", PASSWORD).await.expect("a valid sign-up");
    world.joins("off@example.org").await;
    let off = world.signs_in("off@example.org", PASSWORD).await.expect("an enabled account").user.id;
    world.stores.readback.disable(off, NOON).await;
    world.deliver().await;
    for (email, sent) in [(ANA, 1), ("waits@example.org", 1), ("off@example.org", 1), ("no@example.org", 0)] {
        let readback = &world.stores.readback;
        let before = (readback.tokens().await, readback.mails().await.len());
        world.recovery.request(email, None).await.expect("a valid address");
        let after = (readback.tokens().await, readback.mails().await.len());
        assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
        assert_eq!(world.deliver().await, Delivered { sent, failed: 0, discarded: 1 - sent }, "{email}");
    }
    let refused = world.recovery.request("no address", None).await;
    assert!(matches!(refused, Err(ResendError::Invalid(_))), "{refused:?}");
}

#[tokio::test]
async fn a_refused_password_leaves_the_grant_usable() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
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
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    world.joins(ANA).await;
    let grant = grant(&world, ANA).await;
    *hasher.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((world.recovery.clone(), grant));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(Code::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    let own =
        world.sessions.list(ana.user.id, SessionSort::page(Page::default())).await.expect("readable values");
    assert_eq!(own.total, 1, "the session opened with the old password has ended");
}
