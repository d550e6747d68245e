//! Sign-ups with an address that somebody else has signed up with, or that has an account.

use forum_domain::accounts::{NewAccount, Redeemed};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

/// The password of an attacker who signs up with Ana's address.
const PLANTED: &str = "Planted-Bridge-7";
const CHOSEN: &str = "Chosen-Meadow-51";

#[tokio::test]
async fn a_sign_up_stays_contested_when_the_earlier_one_is_deleted() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.clock.advance(Duration::days(6));
    world.signs_up(ANA, PLANTED).await.expect("a valid sign-up");
    world.clock.advance(Duration::days(2));
    world.housekeeping.run().await;
    assert_eq!(world.stores.readback.registrations().await, 1, "the earlier one is gone");
    world.accounts.resend_verification(ANA, None).await.expect("a valid address");
    world.deliver().await;
    // Spaces around an address and a code are ignored.
    let code = format!(" {} ", world.code_to(ANA));
    let verified = world.types(" ANA@example.org ", &code).await.expect("the newest code");
    let Redeemed::Address { recovery_token: Some(token), .. } = verified else {
        panic!("no grant to choose a password: {verified:?}")
    };
    world.chooses(&token, CHOSEN).await.expect("a valid grant");
    for password in [PASSWORD, PLANTED] {
        assert_eq!(world.signs_in(ANA, password).await.err(), Some(Code::InvalidCredentials), "{password}");
    }
    world.signs_in(ANA, CHOSEN).await.expect("the chosen password");
}

#[tokio::test]
async fn a_confirmed_owner_keeps_the_password_and_is_addressed_by_their_own_name() {
    let world = World::new().await;
    world.joins(ANA).await;
    let request = NewAccount {
        email: "ANA@example.org".into(),
        password: PLANTED.into(),
        first_name: "Mallory".into(),
        last_name: "Moe".into(),
    };
    world.accounts.sign_up(request, None).await.expect("an accepted sign-up");
    world.deliver().await;
    let mail = world.mail_to(ANA);
    assert_eq!(mail.kind, MailKind::AccountExists);
    assert!(mail.content.text.contains("Hello Ana,") && mail.token().is_none(), "{:?}", mail.content.text);
    world.signs_in(ANA, PASSWORD).await.expect("the unchanged password");
    assert_eq!(world.signs_in(ANA, PLANTED).await.err(), Some(Code::InvalidCredentials));
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
