//! Administrators: created on the command line, and demoted while they make a request.

use forum_domain::accounts::{AdminAccounts, Caller, NewAdmin, Role, Roles};
use forum_domain::applications::ExportRequest;
use forum_domain::shared::Code;
use forum_domain::users::{Actor, UserChange};
use forum_tests::builders::{NOON, acts, address, new_user, submit_step};
use forum_tests::harness::Ports;
use uuid::Uuid;

use crate::world::PASSWORD;

#[tokio::test]
async fn only_a_created_administrator_is_audited() {
    let ports = Ports::new().await;
    let forum_domain::use_cases::Ports { accounts, hasher, clock, .. } = ports.program.clone();
    let admins = AdminAccounts { accounts, hasher, acts: acts(clock) };
    let create = async |email: &str| {
        let (first_name, last_name, password) = ("Max".into(), "Orr".into(), PASSWORD.into());
        admins.create(NewAdmin { email: email.into(), first_name, last_name, password }).await
    };
    let id = create("max@forum.example").await.expect("a new address");
    create("MAX@forum.example").await.expect_err("a taken address");
    create("no address").await.expect_err("no address");
    assert_eq!(ports.readback.roles(id).await, Roles::from_iter([Role::Admin]));
    let [created] = &ports.readback.audit().await[..] else { panic!("one entry") };
    assert_eq!((created.action.as_str(), created.actor_id, created.target_id), ("user.created", None, id));
}

/// Reads that are audited check the current roles under the lock of their entry, not those at the start of the request.
#[tokio::test]
async fn a_late_request_of_a_former_administrator_reads_nothing() {
    let ports = Ports::new().await;
    let program = &ports.program;
    let ben = new_user("ben@school.example", &[Role::Applicant]);
    let applicant = ben.id;
    let others = ["ana@forum.example", "max@forum.example"].map(|email| new_user(email, &[Role::Admin]));
    for user in [ben].into_iter().chain(others) {
        program.accounts.create_user(user).await.expect("a new address");
    }
    let submitted = program.applications.submit(applicant, submit_step(NOON)).await;
    let ben = submitted.expect("an applicant may apply").id;
    let user = program.accounts.find_by_email(&address("ana@forum.example")).await.expect("a result");
    let user = user.expect("an account");
    let (id, session_id) = (user.id, Uuid::nil());
    let ana = Caller { user, session_id, proofs: Vec::new(), lacks_factor: false };
    let admin = ana.clone().into_administrator().expect("an administrator");
    let services = ports.use_cases();
    for lost in [UserChange::Revoke(Role::Admin), UserChange::Disable] {
        services
            .users
            .change(Actor::CommandLine, id, lost, Some("left"))
            .await
            .expect("another administrator");
        let audit = ports.readback.audit().await;
        let history = services.review.history(&admin, ben).await.map(drop);
        let export = services.review.export(&admin, ExportRequest::default()).await.map(drop);
        assert_eq!([history, export], [(); 2].map(|()| Err(Code::Forbidden.into())), "{lost:?}");
        // The error is the same as for any other user.
        assert_eq!(services.review.read(&ana, ben).await, Err(Code::NotFound.into()));
        assert_eq!(ports.readback.audit().await, audit);
    }
}
