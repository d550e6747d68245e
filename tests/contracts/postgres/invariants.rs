//! The program breaks no invariant, and each one detects a row that breaks only it.

use forum_adapters::postgres::{ConnectionPool, Moments, examine_invariants, invariants};
use forum_domain::accounts::Role;
use forum_domain::applications::{Decision, Mark};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, change_step, fields_with, session, undo_step, undoable_step};
use forum_tests::stores::Stores;
use sqlx::{Connection, PgConnection};
use time::Duration;

use crate::application::applications::edited;
use crate::contact::received;

pub(super) const MOMENTS: Moments =
    Moments { now: NOON, mails_kept_since: NOON.saturating_sub(Duration::days(30)), settled_before: NOON };

/// Invariants with a statement that breaks each. Constraints and triggers are disabled.
const VIOLATIONS: &[(&str, &str)] = &[
    (
        "every foreign key refers to an existing row",
        "insert into application_drafts (user_id, fields, step, updated_at, version)
         values (gen_random_uuid(), '{}', 1, now(), gen_random_uuid())",
    ),
    (
        "every row satisfies the checks of its table",
        "alter table headshots drop constraint headshots_width_range;
         update headshots set width = 4000;
         alter table headshots add constraint headshots_width_range check (width between 1 and 1024) not valid",
    ),
    (
        "no key occurs twice: addresses, message ids, pending applications of a user",
        "alter table outbox drop constraint outbox_message_id_key;
         update outbox set message_id = 'twice@forum.example' where kind <> 'application_submitted';
         create index outbox_message_id_key on outbox (message_id);
         update pg_index set indisunique = true where indexrelid = 'outbox_message_id_key'::regclass",
    ),
    (
        "each application began with one submission by its applicant",
        "delete from application_events e using applications a
         where a.id = e.application_id and a.status = 'pending' and e.from_status is null",
    ),
    (
        "each decided application has one decision in its history that was not undone, and each pending one none",
        "delete from application_events where to_status = 'approved'",
    ),
    (
        "each decided application has one decision in its history that was not undone, and each pending one none",
        "insert into application_events (id, application_id, at, actor_id, from_status, to_status)
         select gen_random_uuid(), application_id, at, actor_id, from_status, to_status
         from application_events where to_status = 'rejected'",
    ),
    (
        "it contains each submission once",
        "delete from audit_events e using applications a
         where a.id = e.target_id and a.status = 'pending' and e.action = 'application.submitted'",
    ),
    ("it contains each decision once", "update audit_events set detail = '{}' where action = 'application.decided'"),
    (
        "each submitted application exists, unless its applicant withdrew it",
        "update audit_events set action = 'application.lost' where action = 'application.withdrawn'",
    ),
    (
        "a pending application is the newest of its applicant, so no member by approval has an older one",
        "with moved as (
             update applications a set submitted_at = a.submitted_at - interval '1 day' from profiles p
             where p.user_id = a.user_id and p.email = 'ivy@example.org' and a.status = 'pending'
             returning a.id, a.submitted_at as at
         ), event as (
             update application_events e set at = m.at from moved m where e.application_id = m.id
         ), entry as (
             update audit_events e set at = m.at from moved m where e.target_id = m.id
         ), row as (
             update application_list l set submitted_at = m.at, changed_at = m.at from moved m where l.application_id = m.id
         )
         update outbox o set queued_at = m.at from moved m where o.application_id = m.id",
    ),
    (
        "an approved applicant is a member and no longer an applicant, unless the audit log has later changes",
        "update user_roles set role = 'applicant' where role = 'member'",
    ),
    (
        "an approved applicant is a member and no longer an applicant, unless the audit log has later changes",
        "insert into user_roles select user_id, 'applicant', granted_at, user_created_at from user_roles
         where role = 'member'",
    ),
    (
        "the roles are as before the decision, unless the audit log has later changes",
        "delete from user_roles r using profiles p
         where p.user_id = r.user_id and p.email = 'flo@example.org' and r.role = 'applicant'",
    ),
    (
        "there is no mail about an undone decision",
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select mail_id, 'undone', 'application_approved', 'flo@example.org', '', '', at, at from application_events e
         join applications a on a.id = e.application_id
         where a.status = 'pending' and e.to_status = 'approved'",
    ),
    ("the counts match the applications", "insert into application_count_changes values ('tx', 'pending', 1)"),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set last_name = 'Other' where email = 'ana@example.org'",
    ),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set has_notes = not has_notes where email = 'ana@example.org'",
    ),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set yes = 0 where email = 'gus@example.org'",
    ),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set changes = 'made' where email = 'gus@example.org'",
    ),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set changed_at = submitted_at where email = 'ana@example.org'",
    ),
    (
        "it has one row per application, with the current values of the applicant and the application",
        "update application_list set experience_words = ' other ' where email = 'ana@example.org'",
    ),
    (
        "they have no personal data",
        "insert into application_readings (application_id, user_id, read_at)
         select a.id, u.id, now() from applications a, users u where u.deleted_at is not null",
    ),
    (
        "the audit log contains the addition of each note once, with its author and time",
        "insert into application_notes
         select gen_random_uuid(), id, decided_by, 'Called.', now(), now(), now(), gen_random_uuid() from applications
         where decided_by is not null;
         update application_list set has_notes = true where status <> 'pending'",
    ),
    (
        "a request is open only while its application is pending",
        "update application_change_requests set closed_at = null, outcome = null where outcome = 'decided'",
    ),
    (
        "the audit log contains each request once, with its author and time",
        "insert into application_change_requests
         select gen_random_uuid(), id, decided_by, 'Which city?', '{city}', now(), now(), 'taken_back' from applications
         where decided_by is not null",
    ),
    (
        "the versions of an application are numbered from 1 without gaps",
        "update application_versions set number = 2",
    ),
    (
        "each version was replaced after a request for changes to its application, which the edit closed",
        "update application_change_requests set outcome = 'taken_back' where outcome = 'resubmitted'",
    ),
    (
        "each version was replaced after a request for changes to its application, which the edit closed",
        "delete from application_versions",
    ),
    ("each has a name and an address", "delete from profiles where email = 'no-applicant@example.org'"),
    (
        "they have no personal data",
        "insert into identities (id, user_id, provider, subject, linked_at)
         select gen_random_uuid(), id, 'school', '1', now() from users where deleted_at is not null",
    ),
    (
        "each account has an entry about its creation",
        "delete from audit_events e using profiles p
         where p.user_id = e.target_id and p.email = 'bo@example.org' and e.action = 'user.created'",
    ),
    (
        "accounts are disabled, enabled and deleted according to it",
        "update users u set disabled_at = now() from profiles p
         where p.user_id = u.id and p.email = 'no-applicant@example.org'",
    ),
    (
        "accounts are disabled, enabled and deleted according to it",
        "update users set disabled_at = null where disabled_at is not null",
    ),
    (
        "accounts are disabled, enabled and deleted according to it",
        "delete from audit_events where action = 'user.deleted'",
    ),
    (
        "an approval, an administrator or the command line granted every role except `applicant`",
        "insert into user_roles select user_id, 'partner', now(), user_created_at from profiles where email = 'bo@example.org'",
    ),
    (
        "an approval, an administrator or the command line granted every role except `applicant`",
        "insert into user_roles select user_id, 'member', now(), user_created_at from profiles where email = 'bo@example.org'",
    ),
    ("after the first one was created, one can sign in", "delete from user_roles where role = 'admin'"),
    (
        "a disabled account has no live session",
        "insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, expires_at, last_used_at)
         select gen_random_uuid(), id, 1, false, disabled_at, disabled_at, disabled_at + interval '30 days', disabled_at
         from users where disabled_at is not null",
    ),
    (
        "a link for an email address change belongs to a change",
        "insert into one_time_tokens (id, purpose, email, created_at, expires_at)
         values (gen_random_uuid(), 'restore_email', 'ana@example.org', now(), now())",
    ),
    (
        "a link for an email address change belongs to a change",
        "with token as (
             insert into one_time_tokens (id, purpose, email, created_at, expires_at)
             values (gen_random_uuid(), 'change_email_new', 'ana@example.org', now(), now()) returning id
         )
         insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, token_id)
         select gen_random_uuid(), 'change', 'change_email_new', 'ana@example.org', '', '', now(), now(), id from token",
    ),
    (
        "both addresses confirmed each completed change, and the audit log contains it",
        "insert into email_changes
             (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at, changed_at, old_confirmed_at)
         select gen_random_uuid(), user_id, 'a@example.org', email, now(), now(), now(), now(), now() from profiles
         where email = 'ana@example.org'",
    ),
    (
        "each submission has one mail until housekeeping deletes it",
        "delete from outbox where kind = 'application_submitted' and to_email = 'cy@example.org'",
    ),
    (
        "each submission has one mail until housekeeping deletes it",
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), 'again', kind, to_email, first_name, last_name, queued_at, due_at from outbox
         where kind = 'application_submitted' and to_email = 'cy@example.org'",
    ),
    (
        "each decision has one mail until housekeeping deletes it",
        "delete from outbox where kind = 'application_approved'",
    ),
    (
        "each decision has one mail until housekeeping deletes it",
        "update outbox set kind = 'application_rejected' where kind = 'application_approved'",
    ),
    (
        "a mail about requested changes has its message only as long as the request exists",
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, items)
         select gen_random_uuid(), 'asked', kind, to_email, '', '', queued_at, due_at, items from outbox
         where kind = 'changes_requested' limit 1",
    ),
    (
        "each open request for changes has its mail until housekeeping or an operator deletes it",
        "delete from outbox where kind = 'changes_requested'",
    ),
    (
        "each message of the contact form has its mail until housekeeping or an operator deletes it",
        "delete from outbox where kind = 'contact_message'",
    ),
    ("all sent mails and no others have a sending time", "update outbox set state = 'sent', attempts = 1"),
    ("all sent mails and no others have a sending time", "update outbox set sent_at = now()"),
    (
        "only queued mails are leased, and a lease is complete",
        "update outbox set state = 'sent', sent_at = now(), attempts = 1, lease = id, leased_until = now()",
    ),
    ("only queued mails are leased, and a lease is complete", "update outbox set leased_until = now()"),
    (
        "a failed mail has an error and an entry in the audit log",
        "update outbox set state = 'failed', attempts = 1, last_error = '550' where kind = 'application_approved'",
    ),
    (
        "a queued mail with a link has its token",
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), 'next', 'recovery', to_email, '', '', queued_at, due_at from outbox
         where kind = 'application_approved'",
    ),
    (
        "each is equal to its newest version",
        "update email_templates set subject = 'Other' where template_name = 'application_approved'",
    ),
    (
        "photos of applications and earlier versions are stored and belong to the applicants",
        "update application_versions set headshot_id = h.id,
             answers = answers || jsonb_build_object('headshot_url', '/storage/headshots/' || h.key)
         from headshots h",
    ),
    (
        "photos of applications and earlier versions are stored and belong to the applicants",
        "update applications a set headshot_id = h.id, headshot_url = '/storage/headshots/' || h.key from headshots h
         where a.status = 'rejected' and a.user_id <> h.user_id",
    ),
    (
        "an application, an earlier version or a draft shows each photo of an earlier day",
        "update headshots set changed_at = changed_at - interval '2 days'",
    ),
    (
        "a user has at most 4 photos, besides those of earlier versions and of the last day",
        "insert into application_drafts (user_id, fields, step, updated_at, version)
         select user_id, '{}', 1, changed_at + interval '1 hour', user_id from headshots;
         insert into headshots
         select gen_random_uuid(), user_id, user_id || '/headshot-4' || number, content_type, width, height, bytes,
                state, created_at, changed_at - interval '2 days'
         from headshots, generate_series(1, 5) as number",
    ),
    (
        "uploads and removals end",
        "update headshots set state = 'removing', changed_at = timestamptz '2026-11-01'",
    ),
];

/// Stores an approved, a rejected and a pending application, one whose approval was undone, two that were edited, a
/// photo, and a deleted and a disabled account.
async fn fill(stores: &Stores) {
    let admin = stores.user("admin@example.org", &[Role::Admin]).await;
    stores.user("no-applicant@example.org", &[]).await;
    let apply = async |email: &str, decision: Option<Decision>| {
        let user_id = stores.applicant(email).await;
        stores.open(session(user_id, NOON)).await;
        let application = stores.submitted(user_id, NOON).await;
        if let Some(decision) = decision {
            stores.decide(application.id, decision, admin, NOON + Duration::HOUR).await;
        }
        user_id
    };
    apply("ana@example.org", Some(Decision::Approve)).await;
    apply("bo@example.org", Some(Decision::Reject)).await;
    let cy = apply("cy@example.org", None).await;
    sqlx::query(
        "insert into headshots (id, user_id, key, content_type, width, height, bytes, state, created_at, changed_at)
         values ($1, $1, $1 || '/headshot-1.jpg', 'image/jpeg', 64, 48, 1000, 'stored', $2, $2)",
    )
    .bind(cy)
    .bind(NOON)
    .execute(stores.pool())
    .await
    .expect("a photo");
    let dana = apply("dana@example.org", None).await;
    stores.delete_account(dana).await;
    let flo = stores.applicant("flo@example.org").await;
    let application = stores.submitted(flo, NOON).await.id;
    let at = NOON + Duration::HOUR;
    let step = undoable_step(Decision::Approve, admin, at);
    stores.review.decide(application, admin, step).await.expect("a pending application");
    let step = undo_step(admin, at + Duration::SECOND);
    stores.review.undo(application, admin, step).await.expect("an undone decision");
    for (email, decision) in [("gus@example.org", None), ("hal@example.org", Some(Decision::Reject))] {
        let application = stores.submitted(stores.applicant(email).await, NOON).await;
        stores.requested(application.id, admin).await;
        edited(stores, &application, 1, fields_with(&[("city", "Ocala")])).await;
        stores.requested(application.id, admin).await;
        stores.mark(application.id, admin, Some(Mark::Yes)).await.expect("a mark");
        if let Some(decision) = decision {
            stores.decide(application.id, decision, admin, NOON + Duration::HOUR).await;
        }
    }
    stores.contact.add(received("ada@example.org", NOON)).await.expect("a stored message");
    let ivy = apply("ivy@example.org", Some(Decision::Reject)).await;
    stores.submitted(ivy, NOON + Duration::HOUR * 2).await;
    let eve = stores.applicant("eve@example.org").await;
    let disable = change_step(UserChange::Disable, Some(admin), NOON);
    stores.users.change(eve, disable).await.expect("a disabled account");
}

/// The broken invariants and the rows that they name.
pub(super) async fn broken(pool: &ConnectionPool) -> Vec<(&'static str, Vec<String>)> {
    let examined = examine_invariants(pool, MOMENTS).await.expect("a result");
    let broken = examined.into_iter().filter(|(_, violations)| violations.count > 0);
    broken.map(|(invariant, violations)| (invariant.holds, violations.some)).collect()
}

/// Bypasses triggers and foreign keys as a superuser.
async fn violate(stores: &Stores, statements: &'static str) {
    let options = stores.pool().options().clone().username("postgres");
    let mut connection = PgConnection::connect_with(&options).await.expect("a connection");
    let off = "set session_replication_role = replica";
    for statement in [off, statements] {
        sqlx::raw_sql(statement).execute(&mut connection).await.expect(statement);
    }
    connection.close().await.expect("a clean close");
}

#[tokio::test]
async fn the_program_breaks_no_invariant() {
    let stores = &Stores::fresh().await;
    fill(stores).await;
    assert_eq!(broken(stores.pool()).await, Vec::new());
}

#[tokio::test]
async fn each_invariant_detects_its_violation() {
    let untested: Vec<_> = invariants()
        .map(|invariant| invariant.holds)
        .filter(|holds| !VIOLATIONS.iter().any(|(tested, _)| tested == holds))
        .collect();
    assert_eq!(untested, Vec::<&str>::new(), "add a row that breaks it");
    for (holds, statements) in VIOLATIONS {
        let stores = &Stores::fresh().await;
        fill(stores).await;
        violate(stores, statements).await;
        let found = broken(stores.pool()).await;
        let [(found_holds, named)] = found.as_slice() else { panic!("{statements}: {found:?}") };
        assert_eq!(found_holds, holds, "{statements}");
        assert!(!named.is_empty() && named.iter().all(|name| !name.contains('@')), "{named:?}");
    }
}

#[tokio::test]
async fn only_a_few_violations_are_named() {
    let stores = &Stores::fresh().await;
    violate(
        stores,
        "insert into application_drafts (user_id, fields, step, updated_at, version)
         select gen_random_uuid(), '{}', 1, now(), gen_random_uuid() from generate_series(1, 1000)",
    )
    .await;
    let examined = examine_invariants(stores.pool(), MOMENTS).await.expect("a result");
    let counted: Vec<_> = examined.iter().map(|(_, found)| (found.count, found.some.len())).collect();
    assert_eq!(counted[0], (1_000, 5));
    assert!(counted[1..].iter().all(|found| *found == (0, 0)), "{counted:?}");
}
