//! Administrators created and appointed on the command line, and the resulting audit entries, on both kinds of
//! stores.

use forum_domain::accounts::{AdminAccounts, NewAdmin, Role, Roles};
use forum_domain::shared::Clock;
use forum_tests::builders::new_user;
use forum_tests::contract::AuditRow;
use forum_tests::harness::Ports;
use serde_json::json;
use time::Duration;
use uuid::Uuid;

use crate::world::PASSWORD;

forum_tests::on_both_stores!(
    a_created_administrator_is_audited_without_an_actor,
    a_granted_role_is_audited_with_its_name,
    a_refused_command_leaves_nothing_in_the_audit_log,
    administrators_and_nobody_else_are_listed,
);

fn administration(ports: &Ports) -> AdminAccounts {
    let educators_forum::Ports { accounts, hasher, clock, ids, .. } = ports.program.clone();
    AdminAccounts::new(accounts, hasher, clock, ids)
}

fn max(email: &str) -> NewAdmin {
    NewAdmin {
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

async fn a_created_administrator_is_audited_without_an_actor(ports: Ports) {
    ports.clock.advance(Duration::minutes(5));
    let id = administration(&ports).create(max("max@forum.example")).await.expect("a new address");
    assert_eq!(ports.readback.roles(id).await, Roles::from_iter([Role::Admin]));
    assert_eq!(ports.readback.audit().await, [of_the_command_line(&ports, "user.created", id)]);
}

async fn a_granted_role_is_audited_with_its_name(ports: Ports) {
    let user = new_user("ana@school.example", &[Role::Member]);
    let id = user.id;
    ports.program.accounts.create_user(user).await.expect("a new address");
    ports.clock.advance(Duration::minutes(5));
    administration(&ports).grant("ANA@school.example").await.expect("the account is there");
    assert_eq!(ports.readback.roles(id).await, Roles::from_iter([Role::Admin, Role::Member]));
    assert_eq!(ports.readback.audit().await[1..], [of_the_command_line(&ports, "role.granted", id)]);
}

async fn a_refused_command_leaves_nothing_in_the_audit_log(ports: Ports) {
    let admins = administration(&ports);
    admins.create(max("max@forum.example")).await.expect("a new address");
    admins.create(max("MAX@forum.example")).await.expect_err("a taken address");
    admins.create(max("no address")).await.expect_err("no address");
    admins.grant("nobody@forum.example").await.expect_err("nobody");
    assert_eq!(ports.readback.audit_actions().await, ["user.created"]);
}

async fn administrators_and_nobody_else_are_listed(ports: Ports) {
    ports
        .program
        .accounts
        .create_user(new_user("ana@school.example", &[Role::Member]))
        .await
        .expect("a new address");
    let id = administration(&ports).create(max("max@forum.example")).await.expect("a new address");
    let listed = administration(&ports).list().await.expect("the database works");
    assert_eq!(listed.iter().map(|user| user.id).collect::<Vec<_>>(), [id]);
}
