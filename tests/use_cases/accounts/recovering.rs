//! Recovery of an account with a swapped hasher.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::{Accounts, PasswordHasher, Redeemed, SessionSort};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Code, Fault, Page, Refusal};
use forum_tests::memory::PlainHasher;

use crate::world::{ANA, PASSWORD, World};

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
async fn a_refused_password_leaves_the_grant_usable() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    world.joins(ANA).await;
    let grant = grant(&world, ANA).await;
    let before = hasher.calls();
    let refused = |refusal: Refusal| (refusal.fields[0].code, hasher.calls() - before);
    let weak = world.chooses(&grant, "short").await.map_err(refused);
    assert_eq!(weak, Err(("weak_password", 0)), "refused before it is hashed");
    let same = world.chooses(&grant, PASSWORD).await.map_err(refused);
    assert_eq!(same, Err(("same_password", 1)));
    world.chooses(&grant, NEW).await.expect("a valid grant");
}

/// Sets a new password while the next one is being checked.
#[derive(Default)]
struct ConcurrentReset {
    plain: PlainHasher,
    next: Mutex<Option<(Arc<Accounts>, String)>>,
}

#[async_trait]
impl PasswordHasher for ConcurrentReset {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.plain.hash(password).await
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        let right = self.plain.verify(password, hash).await;
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((accounts, grant)) = next {
            let grant = accounts.recovery_grant(&grant).await.expect("a valid grant");
            accounts.set_recovery_password(grant, NEW).await.expect("a valid password");
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
    *hasher.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((world.accounts.clone(), grant));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(Code::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    let own =
        world.sessions.list(ana.user.id, SessionSort::page(Page::default())).await.expect("readable values");
    assert_eq!(own.total, 1, "the session opened with the old password has ended");
}
