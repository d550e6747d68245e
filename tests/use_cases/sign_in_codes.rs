//! Signing in with a code from a mail.

use forum_domain::accounts::{CodeError, Verified};
use forum_domain::mail::MailKind;
use forum_tests::builders::NOON;
use time::Duration;

use crate::world::{ANA, Delivered, PASSWORD, REFUSED, World};

async fn asks(world: &World, email: &str) -> Delivered {
    let readback = &world.stores.readback;
    let before = (readback.tokens().await, readback.mails().await.len());
    world.codes.request(email).await.expect("a good address");
    let after = (readback.tokens().await, readback.mails().await.len());
    assert_eq!(after, (before.0 + 1, before.1 + 1), "{email}");
    world.deliver().await
}

fn other_than(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

#[tokio::test]
async fn the_code_signs_in_once_within_ten_minutes() {
    let world = World::new();
    world.joins(ANA).await;
    asks(&world, "ANA@example.org").await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::SignInCode);
    let code = world.code_to(ANA);
    world.clock.advance(Duration::minutes(10) - Duration::SECOND);
    let signed_in =
        world.enters_code("Ana@example.org", &format!(" {code} ")).await.expect("the code is good");
    assert_eq!(world.calls(&signed_in).await.expect("a session").user.email.as_str(), ANA);
    assert_eq!(world.enters_code(ANA, &code).await.err(), Some(CodeError::Invalid), "it works once");

    asks(&world, ANA).await;
    world.clock.advance(Duration::minutes(10));
    assert_eq!(world.enters_code(ANA, &world.code_to(ANA)).await.err(), Some(CodeError::Invalid));
}

#[tokio::test]
async fn only_the_newest_code_counts_and_a_sign_up_mail_is_none() {
    let world = World::new();
    world.joins(ANA).await;
    asks(&world, ANA).await;
    let older = world.code_to(ANA);
    world.clock.advance(Duration::SECOND);
    asks(&world, ANA).await;
    assert_eq!(world.enters_code(ANA, &older).await.err(), Some(CodeError::Invalid));
    assert_eq!(world.types(ANA, &world.code_to(ANA)).await, REFUSED, "it confirms no address");
    world.enters_code(ANA, &world.code_to(ANA)).await.expect("the newest");
}

#[tokio::test]
async fn an_address_that_waits_gets_its_confirmation_mail_and_an_unknown_one_none() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    world.deliver().await;
    assert_eq!(asks(&world, ANA).await.sent, 1);
    assert_eq!(world.mail_to(ANA).kind, MailKind::VerifyEmail);
    let code = world.code_to(ANA);
    assert_eq!(world.enters_code(ANA, &code).await.err(), Some(CodeError::Invalid));
    assert_eq!(world.types(ANA, &code).await, Ok(Verified::Address { recovery_token: None }));
    assert_eq!(asks(&world, "nobody@example.org").await, Delivered { sent: 0, failed: 0, discarded: 1 });
}

#[tokio::test]
async fn a_disabled_account_gets_no_session() {
    let world = World::new();
    let (signed_in, _) = world.applicant(ANA).await;
    asks(&world, ANA).await;
    world.stores.readback.disable(signed_in.user.id, NOON).await;
    assert_eq!(world.enters_code(ANA, &world.code_to(ANA)).await.err(), Some(CodeError::Invalid));
}

#[tokio::test]
async fn five_wrong_codes_of_either_kind_block_codes_for_a_day_but_not_the_password() {
    let world = World::new();
    world.joins(ANA).await;
    for turn in 0..5 {
        asks(&world, ANA).await;
        let wrong = other_than(&world.code_to(ANA));
        match turn % 2 {
            0 => assert_eq!(world.enters_code(ANA, wrong).await.err(), Some(CodeError::Invalid)),
            _ => assert_eq!(world.types(ANA, wrong).await, REFUSED),
        }
        world.clock.advance(Duration::SECOND);
    }
    asks(&world, ANA).await;
    assert_eq!(world.enters_code(ANA, &world.code_to(ANA)).await.err(), Some(CodeError::Invalid));
    world.signs_in(ANA, PASSWORD).await.expect("the password still works");
    world.clock.advance(Duration::DAY);
    asks(&world, ANA).await;
    world.enters_code(ANA, &world.code_to(ANA)).await.expect("a day later");
}
