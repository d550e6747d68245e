//! What the mails of a sign-up say, and how often passwords are hashed.

use std::sync::Arc;

use forum_domain::accounts::SignUpRequest;
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::memory::PlainHasher;

use crate::world::{ANA, PASSWORD, World};

#[tokio::test]
async fn a_weak_password_is_refused_before_it_is_hashed() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    let refusal = world.signs_up(ANA, "password").await.expect_err("a weak password");
    assert_eq!(refusal.fields[0].code, "weak_password");
    assert_eq!((hasher.calls(), world.stores.readback.registrations().await), (0, 0));
}

/// Every sign-up costs one hash, whoever owns the address.
#[tokio::test]
async fn new_pending_and_taken_addresses_are_hashed_once() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    world.joins("taken@example.org").await;
    for email in [ANA, ANA, "taken@example.org"] {
        let before = hasher.calls();
        world.signs_up(email, PASSWORD).await.expect("a valid sign-up");
        assert_eq!(hasher.calls(), before + 1, "{email}");
    }
}

#[tokio::test]
async fn a_confirmed_owner_is_addressed_by_their_own_name_and_keeps_the_password() {
    let world = World::new().await;
    world.joins(ANA).await;
    let request = SignUpRequest {
        email: "ANA@example.org".into(),
        password: "Other-River-43".into(),
        first_name: "Mallory".into(),
        last_name: "Moe".into(),
    };
    world.accounts.sign_up(request, None).await.expect("an accepted sign-up");
    world.deliver().await;
    let mail = world.mail_to(ANA);
    assert_eq!(mail.kind, MailKind::AccountExists);
    assert!(mail.content.text.contains("Hello Ana,") && !mail.content.text.contains("Mallory"));
    assert!(!mail.content.text.contains("token="), "{:?}", mail.content.text);
    world.signs_in(ANA, PASSWORD).await.expect("the unchanged password");
    assert_eq!(world.signs_in(ANA, "Other-River-43").await.err(), Some(Code::InvalidCredentials));
}

/// A stranger may have entered the name, so that mails could carry text such as `Claim your prize`.
#[tokio::test]
async fn no_mail_to_an_unconfirmed_address_contains_the_entered_name() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.accounts.resend_verification(ANA, None).await.expect("an address");
    world.accounts.request_recovery(ANA, None).await.expect("an address");
    world.sessions.request_code(ANA, None).await.expect("an address");
    world.deliver().await;
    let sent = world.inbox.sent();
    assert_eq!(sent.len(), 4);
    for mail in sent {
        assert!(!mail.content.text.contains("Ana"), "{mail:?}");
    }
}

#[tokio::test]
async fn spaces_around_a_typed_address_and_code_are_ignored() {
    let world = World::new().await;
    world.signs_up_and_gets_mail(ANA).await;
    let code = world.code_to(ANA);
    world.types(" ANA@example.org ", &format!(" {code} ")).await.expect("the right code");
}
