//! The owner of an address and a stranger both sign up with it. In every order of sign-up, resend, link and code, only the
//! owner can sign in.

use forum_domain::accounts::Redeemed;
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;

use crate::world::{ANA, PASSWORD, World, refused};

/// The password of an attacker who signs up with Ana's address.
const PLANTED: &str = "Planted-Bridge-7";
const CHOSEN: &str = "Chosen-Meadow-51";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    AnaSignsUp,
    StrangerSignsUp,
    Resend,
}

use Step::{AnaSignsUp, Resend, StrangerSignsUp};

/// The orders of events before Ana uses one of her mails.
const ORDERS: &[&[Step]] = &[
    &[AnaSignsUp, StrangerSignsUp],
    &[StrangerSignsUp, AnaSignsUp],
    &[AnaSignsUp, StrangerSignsUp, Resend],
    &[StrangerSignsUp, AnaSignsUp, Resend],
    &[AnaSignsUp, Resend, StrangerSignsUp],
    &[StrangerSignsUp, Resend, AnaSignsUp],
    &[AnaSignsUp, StrangerSignsUp, Resend, Resend],
    &[StrangerSignsUp, AnaSignsUp, StrangerSignsUp, Resend],
];

/// Performs the steps; returns the links and codes in the mails, in their order.
async fn after(world: &World, order: &[Step]) -> Vec<(String, String)> {
    let mut mails = Vec::new();
    for step in order {
        world.clock.advance(time::Duration::SECOND);
        match step {
            AnaSignsUp => world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up"),
            StrangerSignsUp => world.signs_up("Ana@Example.org", PLANTED).await.expect("a valid sign-up"),
            Resend => {
                world.accounts.resend_verification(ANA, None).await.expect("a valid address");
            }
        }
        world.deliver().await;
        mails.push((world.link_to(ANA), world.code_to(ANA)));
    }
    mails
}

async fn no_known_password_signs_in(world: &World) {
    for password in [PASSWORD, PLANTED] {
        let refused = world.signs_in(ANA, password).await.err();
        assert_eq!(refused, Some(Code::InvalidCredentials), "{password}");
    }
}

async fn ana_chooses(world: &World, verified: Redeemed) {
    let Redeemed::Address { recovery_token: Some(token), .. } = verified else {
        panic!("no grant to choose a password: {verified:?}")
    };
    no_known_password_signs_in(world).await;
    world.chooses(&token, CHOSEN).await.expect("a valid grant");
    no_known_password_signs_in(world).await;
    world.signs_in(ANA, CHOSEN).await.expect("the chosen password");
}

#[tokio::test]
async fn following_any_link_lets_the_owner_choose_the_password() {
    for order in ORDERS {
        for mail in 0..order.len() {
            let world = World::new().await;
            let mails = after(&world, order).await;
            let verified = world.follows(&mails[mail].0).await;
            ana_chooses(&world, verified.unwrap_or_else(|error| panic!("{order:?} {mail}: {error}"))).await;
            for (link, _) in &mails {
                assert_eq!(world.follows(link).await, refused(), "the other sign-ups were dropped");
            }
        }
    }
}

#[tokio::test]
async fn the_code_in_the_newest_mail_lets_the_owner_choose_the_password() {
    for order in ORDERS {
        let world = World::new().await;
        let mails = after(&world, order).await;
        let (_, code) = mails.last().expect("a mail");
        ana_chooses(&world, world.types(ANA, code).await.expect("the newest code")).await;
    }
}

#[tokio::test]
async fn after_the_grant_expired_the_owner_can_recover_the_account() {
    let world = World::new().await;
    let mails = after(&world, ORDERS[0]).await;
    world.follows(&mails[0].0).await.expect("a valid link");
    world.deliver().await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::AddressConfirmed);
    world.clock.advance(time::Duration::minutes(11));
    no_known_password_signs_in(&world).await;
    world.recovers(ANA, CHOSEN).await.expect("a delivered mail");
    world.signs_in(ANA, CHOSEN).await.expect("the chosen password");
}

#[tokio::test]
async fn a_single_sign_up_keeps_its_password_however_often_the_mail_is_sent() {
    for order in [&[AnaSignsUp][..], &[AnaSignsUp, Resend], &[AnaSignsUp, Resend, Resend]] {
        for mail in 0..order.len() {
            let world = World::new().await;
            let mails = after(&world, order).await;
            let verified = world.follows(&mails[mail].0).await;
            assert!(matches!(verified, Ok(Redeemed::Address { recovery_token: None, .. })), "{order:?}");
            world.signs_in(ANA, PASSWORD).await.expect("the password of the only sign-up");
            assert_eq!(world.deliver().await.sent, 0, "no notice is sent");
        }
    }
}

#[tokio::test]
async fn a_sign_up_stays_contested_when_the_earlier_one_is_deleted() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.clock.advance(time::Duration::days(6));
    world.signs_up(ANA, PLANTED).await.expect("a valid sign-up");
    world.clock.advance(time::Duration::days(2));
    world.housekeeping.run().await;
    assert_eq!(world.stores.readback.registrations().await, 1, "the earlier one is gone");
    world.accounts.resend_verification(ANA, None).await.expect("a valid address");
    world.deliver().await;
    ana_chooses(&world, world.follows(&world.link_to(ANA)).await.expect("a valid link")).await;
}
