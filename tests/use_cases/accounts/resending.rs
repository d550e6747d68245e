//! Requesting another confirmation mail: the response and the cost are the same for all three kinds of address.

use forum_domain::accounts::{RedeemError, ResendRequest};
use forum_domain::mail::MailKind;

use crate::world::{ANA, Delivered, PASSWORD, World};

async fn asks(world: &World, email: &str) {
    let readback = &world.stores.readback;
    let before = (readback.tokens().await, readback.mails().await.len());
    let request = ResendRequest { email: email.into() };
    assert_eq!(world.verification.resend(request).await, Ok(()));
    let after = (readback.tokens().await, readback.mails().await.len());
    assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
}

#[tokio::test]
async fn a_pending_address_gets_a_mail_that_confirms_it() {
    let world = World::new();
    world.signs_up_and_gets_mail(ANA).await;
    let first = world.link_to(ANA);
    asks(&world, "ANA@example.org").await;
    assert_eq!(world.deliver().await.sent, 1);
    let second = world.link_to(ANA);
    assert_ne!(first, second);
    world.follows(&second).await.expect("a valid link");
    // The address is already confirmed.
    assert_eq!(world.follows(&first).await, Err(RedeemError::TokenInvalid));
    world.signs_in(ANA, PASSWORD).await.expect("the address is confirmed");
}

#[tokio::test]
async fn a_confirmed_owner_is_notified_that_the_account_exists() {
    let world = World::new();
    world.joins(ANA).await;
    asks(&world, ANA).await;
    assert_eq!(world.deliver().await.sent, 1);
    assert_eq!(world.mail_to(ANA).kind, MailKind::AccountExists);
    assert!(world.mail_to(ANA).content.text.contains("Dear Ana"));
}

#[tokio::test]
async fn an_unknown_address_gets_no_mail() {
    let world = World::new();
    asks(&world, "unknown@example.org").await;
    assert_eq!(world.deliver().await, Delivered { sent: 0, failed: 0, discarded: 1 });
    assert_eq!(world.inbox.sent(), []);
}

/// A stranger may have entered the name, so that mails could carry text such as `Claim your prize`.
#[tokio::test]
async fn no_mail_to_an_unconfirmed_address_contains_the_entered_name() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    asks(&world, ANA).await;
    world.recovery.request(ANA).await.expect("an address");
    world.sign_in_codes.request(ANA).await.expect("an address");
    world.deliver().await;
    let sent = world.inbox.sent();
    assert_eq!(sent.len(), 4);
    for mail in sent {
        assert!(!mail.content.text.contains("Ana"), "{mail:?}");
    }
}
