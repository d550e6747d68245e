//! Tests refused sign-ups. A sign-up does not reveal whether an address has an account.

use std::sync::Arc;

use forum_domain::accounts::{SignUpError, SignUpRequest, WeakReason};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::memory::PlainHasher;

use crate::world::{ANA, PASSWORD, World};

#[tokio::test]
async fn a_weak_password_is_refused_before_it_is_hashed() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    let Err(SignUpError::WeakPassword(weak)) = world.signs_up(ANA, "password").await else {
        panic!("a weak password was accepted")
    };
    assert!(weak.reasons.contains(&WeakReason::Characters), "{weak:?}");
    assert_eq!((hasher.calls(), world.stores.readback.registrations().await), (0, 0));
}

#[tokio::test]
async fn new_pending_and_taken_addresses_cost_the_same_and_differ_only_in_the_mail() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    for (turn, kind) in (0..).zip([MailKind::VerifyEmail, MailKind::VerifyEmail, MailKind::AccountExists]) {
        if turn == 2 {
            world.follows(&world.link_to(ANA)).await.expect("a valid link");
            world.deliver().await;
        }
        let before = cost(&world, &hasher).await;
        world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
        assert_eq!(cost(&world, &hasher).await, before.map(|rows| rows + 1), "{kind:?}");
        world.deliver().await;
        assert_eq!(world.mail_to(ANA).kind, kind);
    }
}

/// The number of hasher calls, and of rows for registrations, tokens and mails.
async fn cost(world: &World, hasher: &PlainHasher) -> [u64; 4] {
    let readback = &world.stores.readback;
    let mails = readback.mails().await.len() as u64;
    [hasher.calls() as u64, readback.registrations().await, readback.tokens().await, mails]
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
    world.sign_up.sign_up(request, None).await.expect("an accepted sign-up");
    world.deliver().await;
    let mail = world.mail_to(ANA);
    assert_eq!(mail.kind, MailKind::AccountExists);
    assert!(mail.content.text.contains("Hello Ana,") && !mail.content.text.contains("Mallory"));
    assert!(!mail.content.text.contains("token="), "{:?}", mail.content.text);
    world.signs_in(ANA, PASSWORD).await.expect("the unchanged password");
    assert_eq!(world.signs_in(ANA, "Other-River-43").await.err(), Some(Code::InvalidCredentials));
}

#[tokio::test]
async fn an_internationalised_domain_and_its_ascii_form_are_one_address() {
    let world = World::new().await;
    world.signs_up_and_gets_mail("lehrer@München.example.").await;
    let ascii = "lehrer@xn--mnchen-3ya.example";
    world.follows(&world.link_to(ascii)).await.expect("a valid link");
    for spelling in [ascii, "Lehrer@münchen.example", "lehrer@münchen.example."] {
        let signed_in = world.signs_in(spelling, PASSWORD).await.expect("the same address");
        assert_eq!(signed_in.user.email.as_str(), ascii, "{spelling}");
    }
    world.signs_up("lehrer@münchen.example", PASSWORD).await.expect("an accepted sign-up");
    world.deliver().await;
    assert_eq!(world.mail_to(ascii).kind, MailKind::AccountExists);
}

#[tokio::test]
async fn spaces_around_a_typed_address_and_code_are_ignored() {
    let world = World::new().await;
    world.signs_up_and_gets_mail(ANA).await;
    let code = world.code_to(ANA);
    world.types(" ANA@example.org ", &format!(" {code} ")).await.expect("the right code");
}
