//! Refused sign-ins.

use std::sync::Arc;

use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::{NewUser, PasswordHasher, PendingRegistration, RegistrationDraft};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, mail, new_user, registration, token};
use forum_tests::memory::PlainHasher;

use crate::world::{ANA, PASSWORD, World};

#[tokio::test]
async fn every_refused_sign_in_costs_one_hash_and_only_the_right_password_reveals_the_reason() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    let (disabled, waiting) = ("disabled@example.org", "waiting@example.org");
    for email in [ANA, disabled] {
        let user = new_user(email, &[]);
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if email == disabled {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    world.signs_up(waiting, PASSWORD).await.expect("a valid sign-up");

    let wrong = "Wrong-River-42";
    let table = [
        (ANA, wrong, Code::InvalidCredentials),
        (ANA, "", Code::InvalidCredentials),
        ("unknown@example.org", PASSWORD, Code::InvalidCredentials),
        ("no address", PASSWORD, Code::InvalidCredentials),
        ("", "", Code::InvalidCredentials),
        (disabled, wrong, Code::InvalidCredentials),
        (disabled, PASSWORD, Code::AccountDisabled),
        (waiting, wrong, Code::InvalidCredentials),
        (waiting, PASSWORD, Code::EmailNotVerified),
    ];
    for (email, password, refusal) in table {
        let before = hasher.calls();
        assert_eq!(world.signs_in(email, password).await.err(), Some(refusal), "{email:?}");
        assert_eq!(hasher.calls(), before + 1, "{email:?}");
    }
    world.signs_in(" Ana@Example.org ", PASSWORD).await.expect("the address in any letter case");
}

/// A confirmed, a disabled and a pending address, whose passwords are hashed with argon2id.
async fn three_addresses(world: &World) -> [&'static str; 3] {
    let addresses = [ANA, "disabled@example.org", "waiting@example.org"];
    let password_hash = Argon2Hasher::new().hash(PASSWORD).await.expect("a hash");
    for email in &addresses[..2] {
        let user = NewUser { password_hash: Some(password_hash.clone()), ..new_user(email, &[]) };
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if *email != ANA {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    let pending = PendingRegistration { password_hash, ..registration(addresses[2], "Ana", NOON) };
    let draft = RegistrationDraft {
        token: token(addresses[2], Some(pending.id), NOON),
        mail: mail(MailKind::Decoy, addresses[2], NOON),
        record: None,
    };
    world.stores.accounts.sign_up(pending, Box::new(move |_| draft)).await.expect("a stored sign-up");
    addresses
}

/// A call of `verify` does not prove that argon2 ran. If the hasher has no capacity, every sign-in that needs it gets
/// `Busy`.
#[tokio::test]
async fn no_sign_in_bypasses_the_capacity_limit_of_argon2() {
    let world = World::with_hasher(Arc::new(Argon2Hasher::with_limits(0, 0))).await;
    let [known, disabled, waiting] = three_addresses(&world).await;
    for email in [known, disabled, waiting, "unknown@example.org", "no address", ""] {
        for password in [PASSWORD, "Wrong-River-42", ""] {
            assert_eq!(world.signs_in(email, password).await.err(), Some(Code::Busy), "{email:?}");
        }
    }
}
