//! The main journey: from sign-up to membership, with every mail on the way.

use forum_domain::accounts::{Role, Roles, SignInError};
use forum_domain::applications::{Decision, RawFields, ReviewFilter, Status, SubmitError, Submitted};
use forum_domain::mail::MailKind;
use forum_domain::shared::Page;
use time::Duration;

use crate::world::{ANA, PASSWORD, REFUSED, World, first_page};

#[tokio::test]
async fn a_teacher_signs_up_confirms_applies_and_becomes_a_member() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::EmailNotVerified));
    world.deliver().await;
    world.follows(&world.link_to(ANA)).await.expect("the link is good");

    let signed_in = world.signs_in(ANA, PASSWORD).await.expect("the address is confirmed");
    assert_eq!(signed_in.user.roles, Roles::from_iter([Role::Applicant]));
    let teacher = world.calls(&signed_in).await.expect("the token is fresh");
    let submitted = world.applications.submit(&teacher, &RawFields::example(), None).await;
    let Ok(Submitted::Created(application)) = submitted else {
        panic!("an applicant may apply: {submitted:?}")
    };
    let mine = world.applications.list_own(&teacher, Some(Status::Pending), Page::default()).await;
    assert_eq!(mine.expect("the list is read").total, 1);
    world.deliver().await;
    let mail = world.mail_to(ANA);
    assert_eq!(mail.kind, MailKind::ApplicationSubmitted);
    assert!(mail.content.text.contains("Dear Ana Li"), "{:?}", mail.content);

    world.clock.advance(Duration::minutes(5));
    let (_, admin) = world.admin().await;
    let (listing, counts) =
        world.review.list(&admin, ReviewFilter::default(), first_page()).await.expect("an admin may look");
    assert_eq!((listing.items[0].id, counts.pending), (application.id, 1));
    let decided = world.review.decide(&admin, application.id, Decision::Approve, Some(" good ")).await;
    let decided = decided.expect("a pending one is decided");
    assert_eq!(
        (decided.application.status, decided.application.note.as_deref()),
        (Status::Approved, Some("good"))
    );
    world.deliver().await;
    assert_eq!(world.mail_to(ANA).kind, MailKind::ApplicationApproved);

    // This access token is older than the decision; roles are read at each request.
    let member = world.calls(&signed_in).await.expect("the token is fresh");
    assert_eq!(member.user.roles, Roles::from_iter([Role::Member]));
    let refused = world.applications.submit(&member, &RawFields::example(), None).await;
    assert_eq!(refused, Err(SubmitError::AlreadyMember));
}

#[tokio::test]
async fn a_rejected_teacher_gets_a_mail_and_may_apply_again() {
    let world = World::new();
    let (signed_in, teacher) = world.applicant(ANA).await;
    let (_, admin) = world.admin().await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let submitted = world.applications.submit(&teacher, &RawFields::example(), None).await;
        let Ok(Submitted::Created(application)) = submitted else {
            panic!("nothing is pending: {submitted:?}")
        };
        let again = world.applications.submit(&teacher, &RawFields::example(), None).await;
        assert_eq!(again, Err(SubmitError::PendingExists));
        world.review.decide(&admin, application.id, Decision::Reject, None).await.expect("it is decided");
        world.deliver().await;
        assert_eq!(world.mail_to(ANA).kind, MailKind::ApplicationRejected);
        ids.push(application.id);
    }
    assert_ne!(ids[0], ids[1]);
    let still = world.calls(&signed_in).await.expect("the token is fresh");
    assert_eq!(still.user.roles, Roles::from_iter([Role::Applicant]));
}

#[tokio::test]
async fn an_address_can_also_be_confirmed_by_the_typed_code_but_not_by_guessing() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    world.deliver().await;
    let right = world.code_to(ANA);
    let wrong = if right == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        assert_eq!(world.types(ANA, wrong).await, REFUSED);
    }
    assert_eq!(world.types(ANA, &right).await, REFUSED, "the tries are used up");
    // Wrong guesses concern the code only; the link still works.
    world.follows(&world.link_to(ANA)).await.expect("the link is good");

    world.signs_up("bo@example.org", PASSWORD).await.expect("a good sign-up");
    world.deliver().await;
    let code = world.code_to("bo@example.org");
    assert_eq!(world.types(ANA, &code).await, REFUSED, "a code belongs to its address");
    world.types(" BO@example.org ", &format!(" {code} ")).await.expect("the code is right");
    world.signs_in("bo@example.org", PASSWORD).await.expect("the address is confirmed");
}

#[tokio::test]
async fn a_link_works_once_and_for_one_day() {
    let world = World::new();
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    world.deliver().await;
    let link = world.link_to(ANA);
    for damaged in ["", "x", &link[1..], &format!("{link}A")] {
        assert_eq!(world.follows(damaged).await, REFUSED, "{damaged:?}");
    }
    world.clock.advance(Duration::hours(24));
    assert_eq!(world.follows(&link).await, REFUSED, "it has ended");
    world.clock.advance(Duration::hours(-1));
    world.follows(&link).await.expect("it is in time");
    assert_eq!(world.follows(&link).await, REFUSED, "it was used");
}
