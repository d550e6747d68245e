//! Requesting another confirmation mail: the response and the cost are the same for all three kinds of address.

use forum_domain::accounts::ResendRequest;

use crate::world::{ANA, Delivered, PASSWORD, World};

async fn asks(world: &World, email: &str) {
    let readback = &world.stores.readback;
    let before = (readback.tokens().await, readback.mails().await.len());
    let request = ResendRequest { email: email.into() };
    assert_eq!(world.verification.resend(request, None).await, Ok(()));
    let after = (readback.tokens().await, readback.mails().await.len());
    assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
}

#[tokio::test]
async fn an_unknown_address_gets_no_mail() {
    let world = World::new().await;
    asks(&world, "unknown@example.org").await;
    assert_eq!(world.deliver().await, Delivered { sent: 0, failed: 0, discarded: 1 });
    assert_eq!(world.inbox.sent(), []);
}

/// A stranger may have entered the name, so that mails could carry text such as `Claim your prize`.
#[tokio::test]
async fn no_mail_to_an_unconfirmed_address_contains_the_entered_name() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    asks(&world, ANA).await;
    world.recovery.request(ANA, None).await.expect("an address");
    world.sessions.request_code(ANA, None).await.expect("an address");
    world.deliver().await;
    let sent = world.inbox.sent();
    assert_eq!(sent.len(), 4);
    for mail in sent {
        assert!(!mail.content.text.contains("Ana"), "{mail:?}");
    }
}
