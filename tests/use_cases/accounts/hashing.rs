//! How often passwords are hashed, what happens while one is hashed, and the codes from the real derivation.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_adapters::crypto::{Argon2Hasher, HmacSecretDeriver, MasterSecret};
use forum_domain::accounts::{Accounts, OneTimeTokens, PasswordHasher};
use forum_domain::shared::{Code, Fault, Refusal};
use forum_tests::builders::{NOON, new_user};
use forum_tests::memory::PlainHasher;
use uuid::Uuid;

use crate::world::{ANA, PASSWORD, World};

const NEW: &str = "Chosen-Meadow-51";
const DISABLED: &str = "disabled@example.org";
const WAITING: &str = "waiting@example.org";

/// A confirmed, a disabled and a pending address.
async fn three_addresses(hasher: Arc<dyn PasswordHasher>) -> World {
    let world = World::with_hasher(Arc::clone(&hasher)).await;
    let password_hash = hasher.hash(PASSWORD).await.expect("a hash");
    for email in [ANA, DISABLED] {
        let mut user = new_user(email, &[]);
        user.password_hash = Some(password_hash.clone());
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if email == DISABLED {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    world.signs_up(WAITING, PASSWORD).await.expect("a valid sign-up");
    world
}

/// Every sign-up costs one hash, whoever owns the address, and so does every refused sign-in.
#[tokio::test]
async fn every_attempt_costs_one_hash_and_only_the_right_password_reveals_the_reason_of_a_refusal() {
    let hasher = Arc::new(PlainHasher::default());
    let world = three_addresses(Arc::clone(&hasher) as _).await;
    let wrong = "Wrong-River-42";
    let table = [
        (ANA, wrong, Code::InvalidCredentials),
        (ANA, "", Code::InvalidCredentials),
        ("unknown@example.org", PASSWORD, Code::InvalidCredentials),
        ("no address", PASSWORD, Code::InvalidCredentials),
        ("", "", Code::InvalidCredentials),
        (DISABLED, wrong, Code::InvalidCredentials),
        (DISABLED, PASSWORD, Code::AccountDisabled),
        (WAITING, wrong, Code::InvalidCredentials),
        (WAITING, PASSWORD, Code::EmailNotVerified),
    ];
    for (email, password, refusal) in table {
        let before = hasher.calls();
        assert_eq!(world.signs_in(email, password).await.err(), Some(refusal), "{email:?}");
        assert_eq!(hasher.calls(), before + 1, "{email:?}");
    }
    world.signs_in(" Ana@Example.org ", PASSWORD).await.expect("the address in any letter case");
    for email in ["new@example.org", WAITING, ANA] {
        let before = hasher.calls();
        world.signs_up(email, PASSWORD).await.expect("a valid sign-up");
        assert_eq!(hasher.calls(), before + 1, "{email}");
        let refusal = world.signs_up(email, "password").await.expect_err("a weak password");
        assert_eq!((refusal.fields[0].code, hasher.calls()), ("weak_password", before + 1), "{email}");
    }
}

/// A call of `verify` does not prove that argon2 ran. If the hasher has no capacity, every sign-in that needs it gets
/// `Busy`.
#[tokio::test]
async fn no_sign_in_bypasses_the_capacity_limit_of_argon2() {
    let world = three_addresses(Arc::new(Argon2Hasher::new())).await;
    let full = world.with(|program| program.hasher = Arc::new(Argon2Hasher::with_limits(0, 0)));
    for email in [ANA, DISABLED, WAITING, "unknown@example.org", "no address", ""] {
        for password in [PASSWORD, "Wrong-River-42", ""] {
            assert_eq!(full.signs_in(email, password).await.err(), Some(Code::Busy), "{email:?}");
        }
    }
}

#[tokio::test]
async fn a_refused_password_leaves_the_grant_usable() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    world.joins(ANA).await;
    let grant = world.recovery_grant(ANA).await;
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
    let grant = world.recovery_grant(ANA).await;
    *hasher.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((world.accounts.clone(), grant));
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(Code::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    assert_eq!(world.sessions_of(&ana).await, 1, "the session opened with the old password has ended");
}

#[test]
fn codes_are_six_digits_cover_the_whole_million_and_depend_on_the_secret() {
    let codes = |secret: u8| -> Vec<String> {
        let tokens = OneTimeTokens::new(Arc::new(HmacSecretDeriver::new(&MasterSecret::new([secret; 32]))));
        (0..20_000).map(|row| tokens.code(Uuid::from_u128(row))).collect()
    };
    let (one, other) = (codes(1), codes(2));
    assert!(one.iter().all(|code| code.len() == 6 && code.bytes().all(|digit| digit.is_ascii_digit())));
    // Of 20,000 codes out of 1,000,000, about 198 repeat an earlier one; out of 900,000 it would be 220, out of
    // 100,000 1,870.
    let repeated = one.len() - one.iter().collect::<HashSet<_>>().len();
    assert!((150..250).contains(&repeated), "{repeated}");
    assert!(one.iter().zip(other).filter(|(one, other)| *one == other).count() < 5);
}
