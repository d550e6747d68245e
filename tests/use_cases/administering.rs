//! Creating, appointing and dismissing administrators, and disabling and enabling accounts, by an administrator or on
//! the command line, with the resulting audit entries, on both kinds of stores.

use forum_domain::accounts::{AdminAccounts, Administrator, Caller, Role, Roles, SignUpRequest, User};
use forum_domain::applications::{Decision, ExportRequest};
use forum_domain::mail::{AfterFailure, TemplateText};
use forum_domain::shared::{Clock, Code, Refusal};
use forum_domain::users::{Actor, REASON_MAX, UserChange, UserSummary};
use forum_tests::builders::{NOON, acts, address, id, name, new_user, submit_step};
use forum_tests::harness::Ports;
use forum_tests::readback::AuditRow;
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::world::PASSWORD;

fn administration(ports: &Ports) -> AdminAccounts {
    let forum_domain::use_cases::Ports { accounts, hasher, clock, .. } = ports.program.clone();
    AdminAccounts { accounts, hasher, acts: acts(clock) }
}

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
    ports.program.accounts.create_user(user).await.expect("a new address");
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

fn max(email: &str) -> SignUpRequest {
    SignUpRequest {
        email: email.into(),
        first_name: "Max".into(),
        last_name: "Orr".into(),
        password: PASSWORD.into(),
    }
}

/// The audit entry of a command. The command line does not identify its user, so there is no actor.
fn of_the_command_line(ports: &Ports, action: &str, user_id: Uuid) -> AuditRow {
    AuditRow {
        at: ports.clock.now(),
        actor_id: None,
        action: action.into(),
        target_type: "user".into(),
        target_id: user_id,
        detail: json!({"role": "admin"}),
    }
}

#[tokio::test]
async fn a_created_administrator_is_audited_without_an_actor() {
    let ports = Ports::new().await;
    ports.clock.advance(Duration::minutes(5));
    let id = administration(&ports).create(max("max@forum.example")).await.expect("a new address");
    assert_eq!(ports.readback.roles(id).await, Roles::from_iter([Role::Admin]));
    assert_eq!(ports.readback.audit().await, [of_the_command_line(&ports, "user.created", id)]);
}

#[tokio::test]
async fn a_change_is_audited_with_actor_and_reason_and_one_without_effect_is_not() {
    let ports = Ports::new().await;
    let ana = user(&ports, "ana@forum.example", &[Role::Admin]).await;
    let ben = user(&ports, "ben@school.example", &[Role::Applicant]).await;
    ports.clock.advance(Duration::minutes(5));
    let users = &ports.use_cases().users;
    let admin = administrator(ana);
    let by_ana = Actor::Administrator(&admin);
    let grant = UserChange::Grant(Role::Partner);
    for reason in [Some("  a partner school "), Some("again")] {
        users.change(by_ana, ben, grant, reason).await.expect("a permitted change");
    }
    users.change(by_ana, ben, UserChange::Disable, Some("asked for it")).await.expect("a permitted change");
    users.change(by_ana, ben, UserChange::Enable, Some(" ")).await.expect("a permitted change");
    let entry = |action: &str, detail: Value| AuditRow {
        actor_id: Some(ana),
        detail,
        ..of_the_command_line(&ports, action, ben)
    };
    assert_eq!(
        ports.readback.audit().await[2..],
        [
            entry("role.granted", json!({"role": "partner", "reason": "a partner school"})),
            entry("user.disabled", json!({"reason": "asked for it"})),
            entry("user.enabled", json!({})),
        ]
    );
}

#[tokio::test]
async fn disabling_needs_a_reason_and_a_reason_has_its_limit() {
    let ports = Ports::new().await;
    let admin = administrator(user(&ports, "ana@forum.example", &[Role::Admin]).await);
    let ana = Actor::Administrator(&admin);
    let ben = user(&ports, "ben@school.example", &[]).await;
    let users = &ports.use_cases().users;
    let longest = "é".repeat(REASON_MAX);
    let long = format!("{longest}x");
    let (disable, grant) = (UserChange::Disable, UserChange::Grant(Role::Member));
    for (change, reason, code) in [
        (disable, None, "required"),
        (disable, Some(" "), "required"),
        (disable, Some(long.as_str()), "too_long"),
        (grant, Some(long.as_str()), "too_long"),
        (grant, Some("a\u{0}"), "invalid_text"),
        (UserChange::Enable, Some("a\nb"), "invalid_text"),
    ] {
        match users.change(ana, ben, change, reason).await {
            Err(refusal) => {
                let errors: Vec<_> =
                    refusal.fields.iter().map(|error| (error.field.as_str(), error.code)).collect();
                assert_eq!(errors, [("/reason", code)], "{change:?}");
            }
            other => panic!("{change:?} {reason:?}: {other:?}"),
        }
    }
    users.change(ana, ben, disable, Some(&longest)).await.expect("a reason of maximum length");
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
            refusal(review.history(&admin, application.id).await),
            refusal(review.export(&admin, export()).await),
            refusal(templates.edit(by_ana, name, 1, &text).await),
            refusal(templates.preview(by_ana, name, &text, person).await),
            refusal(templates.test(name, &text, &admin.caller().user, None).await),
            refusal(services.email_messages.retry(by_ana, mail, None).await),
        ];
        assert_eq!(refusals, ["forbidden"; 7], "{lost:?}");
        // The error is the same as for any other user.
        assert_eq!(review.read(admin.caller(), application.id).await, Err(Code::NotFound.into()));
        assert_eq!((ports.readback.audit().await, ports.readback.mails().await), (audit, mails), "{lost:?}");
        assert!(ports.readback.roles(ben).await.is_applicant());
        on_the_command_line(&ports, "ana@forum.example", regained, None).await.expect("a permitted change");
    }
    review
        .decide(&admin, application.id, Decision::Approve, None, None, None)
        .await
        .expect("an administrator again");
}

#[tokio::test]
async fn a_refused_command_is_not_audited() {
    let ports = Ports::new().await;
    let admins = administration(&ports);
    admins.create(max("max@forum.example")).await.expect("a new address");
    admins.create(max("MAX@forum.example")).await.expect_err("a taken address");
    admins.create(max("no address")).await.expect_err("no address");
    let users = &ports.use_cases().users;
    for address in ["unknown@forum.example", "no address"] {
        let unknown = users.id_of(Actor::CommandLine, address).await;
        assert_eq!(unknown.map_err(|refusal| refusal.code), Err(Code::NotFound));
    }
    assert_eq!(ports.readback.audit_actions().await, ["user.created"]);
}
