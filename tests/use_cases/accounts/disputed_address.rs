//! Two people sign up with one address that belongs to one of them. In every order of sign-up, resend, link and code,
//! only the owner ever gets in, and always does.

use forum_domain::accounts::{Redeemed, ResendRequest, SignInError};
use forum_domain::mail::MailKind;

use crate::world::{ANA, PASSWORD, REFUSED, World};

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

/// Everything that can happen before Ana uses one of her mails.
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

/// Does the steps; returns the links and codes of the mails, in their order.
async fn after(world: &World, order: &[Step]) -> Vec<(String, String)> {
    let mut mails = Vec::new();
    for step in order {
        world.clock.advance(time::Duration::SECOND);
        match step {
            AnaSignsUp => world.signs_up(ANA, PASSWORD).await.expect("a good sign-up"),
            StrangerSignsUp => world.signs_up("Ana@Example.org", PLANTED).await.expect("a good sign-up"),
            Resend => {
                let request = ResendRequest { email: ANA.into() };
                world.verification.resend(request).await.expect("a good address");
            }
        }
        world.deliver().await;
        mails.push((world.link_to(ANA), world.code_to(ANA)));
    }
    mails
}

async fn nobody_knows_a_password(world: &World) {
    for password in [PASSWORD, PLANTED] {
        let refused = world.signs_in(ANA, password).await.err();
        assert_eq!(refused, Some(SignInError::InvalidCredentials), "{password}");
    }
}

async fn ana_chooses(world: &World, verified: Redeemed) {
    let Redeemed::Address { recovery_token: Some(token) } = verified else {
        panic!("she has to choose: {verified:?}")
    };
    nobody_knows_a_password(world).await;
    world.chooses(&token, CHOSEN).await.expect("the grant is good");
    nobody_knows_a_password(world).await;
    world.signs_in(ANA, CHOSEN).await.expect("only she knows it");
}

#[tokio::test]
async fn whichever_link_is_followed_the_owner_chooses_the_password() {
    for order in ORDERS {
        for mail in 0..order.len() {
            let world = World::new();
            let mails = after(&world, order).await;
            let verified = world.follows(&mails[mail].0).await;
            ana_chooses(&world, verified.unwrap_or_else(|error| panic!("{order:?} {mail}: {error}"))).await;
            for (link, _) in &mails {
                assert_eq!(world.follows(link).await, REFUSED, "the other sign-ups were dropped");
            }
        }
    }
}

#[tokio::test]
async fn the_typed_code_of_the_newest_mail_does_the_same() {
    for order in ORDERS {
        let world = World::new();
        let mails = after(&world, order).await;
        let (_, code) = mails.last().expect("a mail");
        ana_chooses(&world, world.types(ANA, code).await.expect("the newest code")).await;
    }
}

#[tokio::test]
async fn without_a_grant_used_in_time_the_owner_recovers() {
    let world = World::new();
    let mails = after(&world, ORDERS[0]).await;
    world.follows(&mails[0].0).await.expect("the link is good");
    world.deliver().await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::AddressConfirmed);
    world.clock.advance(time::Duration::minutes(11));
    nobody_knows_a_password(&world).await;
    world.recovers(ANA, CHOSEN).await.expect("the mail reaches her");
    world.signs_in(ANA, CHOSEN).await.expect("only she knows it");
}

#[tokio::test]
async fn a_single_sign_up_keeps_its_password_however_often_the_mail_is_sent() {
    for order in [&[AnaSignsUp][..], &[AnaSignsUp, Resend], &[AnaSignsUp, Resend, Resend]] {
        for mail in 0..order.len() {
            let world = World::new();
            let mails = after(&world, order).await;
            let verified = world.follows(&mails[mail].0).await;
            assert_eq!(verified, Ok(Redeemed::Address { recovery_token: None }), "{order:?}");
            world.signs_in(ANA, PASSWORD).await.expect("it is her own");
            assert_eq!(world.deliver().await.sent, 0, "there is nothing to tell");
        }
    }
}

#[tokio::test]
async fn a_sign_up_stays_contested_when_the_earlier_one_is_deleted() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    world.clock.advance(time::Duration::days(6));
    world.signs_up(ANA, PLANTED).await.expect("a good sign-up");
    world.clock.advance(time::Duration::days(2));
    world.housekeeping.run().await;
    assert_eq!(world.stores.readback.registrations().await, 1, "the earlier one is gone");
    world.verification.resend(ResendRequest { email: ANA.into() }).await.expect("a good address");
    world.deliver().await;
    ana_chooses(&world, world.follows(&world.link_to(ANA)).await.expect("the link is good")).await;
}
