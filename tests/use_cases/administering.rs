//! Administrators who are demoted while they make a request.

use forum_domain::accounts::{Administrator, Caller, Holder, Role, Roles, TokenScope, User};
use forum_domain::applications::{Decision, ExportRequest, Mark};
use forum_domain::mail::{AfterFailure, TemplateText};
use forum_domain::shared::{Code, Refusal};
use forum_domain::users::{Actor, UserChange, UserSummary};
use forum_tests::builders::{NOON, address, id, name, new_user, submit_step};
use forum_tests::harness::Ports;
use time::Duration;
use uuid::Uuid;

const GRANT: UserChange = UserChange::Grant(Role::Admin);
const REVOKE: UserChange = UserChange::Revoke(Role::Admin);

/// Changes the user with this address as the commands do.
async fn on_the_command_line(
    ports: &Ports,
    email: &str,
    change: UserChange,
    reason: Option<&str>,
) -> Result<UserSummary, Refusal> {
    let users = ports.use_cases().users;
    let id = users.id_of(Actor::CommandLine, email).await?;
    users.change(Actor::CommandLine, id, change, reason).await
}

async fn user(ports: &Ports, email: &str, roles: &[Role]) -> Uuid {
    let user = new_user(email, roles);
    let id = user.id;
    ports.accounts.create_user(user).await.expect("a new address");
    id
}

/// The user as an administrator, which they were when their request arrived.
fn administrator(id: Uuid) -> Administrator {
    let user = User {
        id,
        email: address("ana@forum.example"),
        name: name("Ana", "Li"),
        roles: Roles::from_iter([Role::Admin]),
        created_at: NOON,
        disabled_at: None,
    };
    let caller = Caller { user, session_id: Uuid::nil(), proofs: Vec::new(), lacks_factor: false };
    caller.into_administrator().expect("an administrator")
}

fn refusal<T, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.err().map_or_else(|| "not refused".to_owned(), |error| error.to_string())
}

/// Every action by an administrator checks the current roles under its lock, not those at the start of the request.
#[tokio::test]
async fn a_late_request_from_a_former_administrator_is_refused_without_effect() {
    let ports = Ports::new().await;
    let admin = administrator(user(&ports, "ana@forum.example", &[Role::Admin]).await);
    user(&ports, "max@forum.example", &[Role::Admin]).await;
    let program = &ports.program;
    let ben = user(&ports, "ben@school.example", &[Role::Applicant]).await;
    let submitted = program.applications.submit(ben, submit_step(NOON)).await;
    let Ok(application) = submitted else { panic!("an applicant may apply") };
    let lease = id();
    let leased = program.outbox.lease(NOON, NOON + Duration::minutes(1), lease).await.expect("a leased mail");
    let mail = leased.expect("the mail of the submission").mail.id;
    let buried = AfterFailure::bury(mail, lease, NOON);
    program.outbox.mark_failed(mail, lease, buried, "550 no").await.expect("a dead letter");

    let services = ports.use_cases();
    let (review, templates) = (&services.review, &services.email_templates);
    let by_ana = Actor::Administrator(&admin);
    let holder = Holder::User(admin.caller().clone());
    let reader = holder.clone().into_reader(TokenScope::Read).expect("an administrator");
    let text = TemplateText { subject: "Hello".into(), html_content: "<p>Hello</p>".into() };
    let (name, person) = ("application_approved", &admin.caller().user.name);
    let export = ExportRequest::default;
    for (lost, regained) in [(REVOKE, GRANT), (UserChange::Disable, UserChange::Enable)] {
        on_the_command_line(&ports, "ana@forum.example", lost, Some("left"))
            .await
            .expect("another administrator");
        let (audit, mails) = (ports.readback.audit().await, ports.readback.mails().await);
        let refusals = [
            refusal(review.decide(&admin, application.id, Decision::Approve, None, None, None).await),
            refusal(review.mark(&admin, application.id, Some(Mark::Yes)).await),
            refusal(review.set_target(&admin, None, Some(40)).await),
            refusal(review.review(&admin, application.id).await),
            refusal(review.history(&reader, application.id).await),
            refusal(review.export(&reader, export()).await),
            refusal(templates.edit(by_ana, name, 1, &text).await),
            refusal(templates.preview(by_ana, name, &text, person).await),
            refusal(templates.test(by_ana, name, &text, &admin.caller().user, None).await),
            refusal(services.email_messages.retry(by_ana, mail, None).await),
        ];
        assert_eq!(refusals, ["forbidden"; 10], "{lost:?}");
        // The error is the same as for any other user.
        assert_eq!(review.read(&holder, application.id).await, Err(Code::NotFound.into()));
        assert_eq!((ports.readback.audit().await, ports.readback.mails().await), (audit, mails), "{lost:?}");
        assert!(ports.readback.roles(ben).await.is_applicant());
        on_the_command_line(&ports, "ana@forum.example", regained, None).await.expect("a permitted change");
    }
    review
        .decide(&admin, application.id, Decision::Approve, None, None, None)
        .await
        .expect("an administrator again");
}
