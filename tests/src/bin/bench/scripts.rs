//! The SQL that one would write by hand for each request: the floors.

use forum_adapters::postgres::PgPool;
use uuid::Uuid;

use crate::floor::Script;

/// Numbers the applicants and the pending applications that the program's own requests leave, for the scripts that
/// write.
pub async fn prepare(pool: &PgPool, applicants: i64, pending: i64) -> anyhow::Result<()> {
    let tables = format!(
        "create sequence bench_turn;
         create table bench_applicants as
         select row_number() over (order by user_id) as n, user_id from (
             select distinct a.user_id from applications a
             join user_roles r on r.user_id = a.user_id and r.role = 'applicant'
             where not exists (select from applications p where p.user_id = a.user_id and p.status = 'pending')
             order by a.user_id offset {applicants}
         ) free;
         create unique index on bench_applicants (n);
         create sequence bench_decided;
         create table bench_pending as
         select row_number() over (order by id) as n, id, user_id from (
             select id, user_id from applications where status = 'pending' order by id offset {pending}
         ) waiting;
         create unique index on bench_pending (n);
         analyze bench_applicants; analyze bench_pending"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(tables)).execute(pool).await?;
    Ok(())
}

fn script(sql: impl Into<String>) -> Script {
    Script { sql: sql.into(), times: None }
}

/// The applicant of the application is the sample.
pub fn account(application: Uuid) -> Script {
    script(format!(
        "select u.id, p.email, p.first_name, p.last_name, u.created_at,
                array(select role from user_roles r where r.user_id = u.id)
         from users u join profiles p on p.user_id = u.id
         where u.id = (select user_id from applications where id = '{application}');"
    ))
}

pub fn application(application: Uuid) -> Script {
    script(format!(
        "select a.*, p.first_name, p.last_name, p.email
         from applications a left join profiles p on p.user_id = a.user_id where a.id = '{application}';"
    ))
}

pub fn mine(application: Uuid) -> Script {
    script(format!(
        "select id, status, submitted_at, reviewed_at, count(*) over () from applications
         where user_id = (select user_id from applications where id = '{application}') and status = 'pending'
         order by submitted_at desc, id desc limit 1;"
    ))
}

/// One statement: the application, its history, its audit entry and its mail.
pub fn create(times: usize) -> Script {
    Script {
        times: Some(times),
        sql: "with applicant as (
             select p.user_id, p.first_name, p.last_name, p.email from bench_applicants b
             join profiles p on p.user_id = b.user_id where b.n = (select nextval('bench_turn'))
         ), application as (
             insert into applications (id, user_id, status, submitted_at, teaching_experience, teaching_position,
                 school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code, phone,
                 t_shirt_size)
             select gen_random_uuid(), user_id, 'pending', now(), 'Twelve years, mostly grade 4.', 'Grade 4 teacher',
                 'Hillsborough', array['Science', 'Math'], '1984-02-29', '1 Main Street', 'Tampa', 'Florida', '33601',
                 '(813) 555-0100', 'M'
             from applicant returning id, user_id, submitted_at
         ), event as (
             insert into application_events (id, application_id, at, actor_id, to_status)
             select gen_random_uuid(), id, submitted_at, user_id, 'pending' from application
         ), audit as (
             insert into audit_events (id, at, actor_id, action, target_type, target_id)
             select gen_random_uuid(), submitted_at, user_id, 'application.submitted', 'application', id
             from application
         )
         insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), gen_random_uuid() || '@forum.example', 'application_submitted', email, first_name,
             last_name, now(), now()
         from applicant;"
            .to_owned(),
    }
}

/// One statement: the decision, the roles, its history, its audit entry and its mail.
pub fn decide(times: usize) -> Script {
    Script {
        times: Some(times),
        sql: "with chosen as (
             select b.id, p.user_id, p.first_name, p.last_name, p.email from bench_pending b
             join profiles p on p.user_id = b.user_id where b.n = (select nextval('bench_decided'))
         ), decided as (
             update applications a set status = 'approved', reviewed_at = now(), note = 'Good fit.'
             from chosen where a.id = chosen.id returning a.id, a.user_id
         ), revoked as (
             delete from user_roles r using decided where r.user_id = decided.user_id and r.role = 'applicant'
         ), granted as (
             insert into user_roles (user_id, role, granted_at) select user_id, 'member', now() from decided
         ), event as (
             insert into application_events (id, application_id, at, actor_id, from_status, to_status)
             select gen_random_uuid(), id, now(), user_id, 'pending', 'approved' from decided
         ), audit as (
             insert into audit_events (id, at, actor_id, action, target_type, target_id)
             select gen_random_uuid(), now(), user_id, 'application.decided', 'application', id from decided
         )
         insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), gen_random_uuid() || '@forum.example', 'application_approved', email, first_name,
             last_name, now(), now()
         from chosen;"
            .to_owned(),
    }
}
