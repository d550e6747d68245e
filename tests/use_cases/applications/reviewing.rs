//! Who may read and decide what.

use forum_domain::accounts::{Caller, NotAdministrator, Role};
use forum_domain::applications::{
    DecideError, Decision, FieldLimits, RawFields, ReadError, ReviewFilter, Status, SubmitError, Submitted,
};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, change_step, id};
use uuid::Uuid;

use crate::world::{ANA, World, first_page};

async fn applies(world: &World, caller: &Caller) -> Uuid {
    match world.applications.submit(caller, &RawFields::example(), None).await {
        Ok(Submitted::Created(application)) => application.id,
        other => panic!("an applicant may apply: {other:?}"),
    }
}

#[tokio::test]
async fn all_errors_of_an_application_are_reported_at_once_and_nothing_is_stored() {
    let world = World::new();
    let (_, teacher) = world.applicant(ANA).await;
    let mut raw = RawFields::example();
    raw.city = "  ".into();
    raw.t_shirt_size = "XXXL".into();
    let Err(SubmitError::Invalid(invalid)) = world.applications.submit(&teacher, &raw, None).await else {
        panic!("two fields are wrong")
    };
    let fields: Vec<&str> = invalid.0.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["/city", "/t_shirt_size"]);
    applies(&world, &teacher).await;
}

#[tokio::test]
async fn only_administrators_can_list_and_decide() {
    let world = World::new();
    let (_, teacher) = world.applicant(ANA).await;
    assert_eq!(teacher.into_administrator().err(), Some(NotAdministrator::Role));
    let (_, admin) = world.admin().await;
    let (list, counts) =
        world.review.list(&admin, ReviewFilter::default(), first_page()).await.expect("they may");
    assert_eq!((list.total, counts.total), (0, 0));
}

#[tokio::test]
async fn an_application_is_read_by_its_owner_and_with_an_audit_entry_by_administrators() {
    let world = World::new();
    let (_, owner) = world.applicant(ANA).await;
    let (_, stranger) = world.applicant("bo@example.org").await;
    let (_, admin) = world.admin().await;
    let application = applies(&world, &owner).await;
    let reads = || async {
        let actions = world.stores.readback.audit_actions().await;
        actions.iter().filter(|action| *action == "application.read").count()
    };
    world.review.read(&owner, application).await.expect("it is their own");
    assert_eq!(world.review.read(&stranger, application).await, Err(ReadError::NotFound));
    assert_eq!(world.review.read(&stranger, id()).await, Err(ReadError::NotFound));
    assert_eq!(world.review.read(admin.caller(), id()).await, Err(ReadError::NotFound));
    assert_eq!(reads().await, 0);
    let detail = world.review.read(admin.caller(), application).await.expect("administrators may");
    assert_eq!(
        (detail.application.id, detail.person.expect("an account").email.as_str()),
        (application, ANA)
    );
    assert_eq!(reads().await, 1);
}

#[tokio::test]
async fn a_decision_is_final_and_nobody_decides_on_their_own_application() {
    let world = World::new();
    let (signed_in, teacher) = world.applicant(ANA).await;
    let (_, admin) = world.admin().await;
    let application = applies(&world, &teacher).await;

    let step = change_step(UserChange::Grant(Role::Admin), None, NOON);
    world.stores.users.change(teacher.user.id, step).await.expect("roles change");
    let both = world.calls(&signed_in).await.expect("the token is fresh");
    let both = both.into_administrator().expect("the role was granted");
    let own = world.review.decide(&both, application, Decision::Approve, None).await;
    assert_eq!(own, Err(DecideError::OwnApplication));

    world.review.decide(&admin, application, Decision::Reject, None).await.expect("it is pending");
    for decision in [Decision::Approve, Decision::Reject] {
        let late = world.review.decide(&admin, application, decision, None).await;
        assert_eq!(late, Err(DecideError::AlreadyDecided(Status::Rejected)));
    }
    let unknown = world.review.decide(&admin, id(), Decision::Approve, None).await;
    assert_eq!(unknown, Err(DecideError::NotFound));
}

#[tokio::test]
async fn a_note_is_trimmed_and_has_its_limit() {
    let world = World::new();
    let (_, teacher) = world.applicant(ANA).await;
    let (_, admin) = world.admin().await;
    let application = applies(&world, &teacher).await;
    let long = "n".repeat(FieldLimits::NOTE + 1);
    for (note, code) in [(long.as_str(), "too_long"), ("bell\u{7}", "invalid_text")] {
        let refused = world.review.decide(&admin, application, Decision::Approve, Some(note)).await;
        let Err(DecideError::Invalid(invalid)) = refused else { panic!("the note is wrong: {refused:?}") };
        assert_eq!((invalid.0[0].field.as_str(), invalid.0[0].code), ("/note", code));
    }
    let decided = world.review.decide(&admin, application, Decision::Approve, Some("  \n ")).await;
    assert_eq!(decided.expect("a blank note is none").application.note, None);
}
