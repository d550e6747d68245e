//! The final checks: nothing is lost, partial or duplicated.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{bail, ensure};
use forum_tests::postgres::PostgresDatabase;
use forum_tests::s3_server::S3Server;
use forum_tests::smtp_sink::SmtpSink;

use crate::balancer::until;

/// One row per user who is not an administrator: address, counts that must be 1, and the key of the photo.
const PEOPLE: &str = "
    select p.email,
           (select count(*) from applications a where a.user_id = p.user_id),
           (select count(*) from applications a where a.user_id = p.user_id and a.status = 'approved'),
           (select count(*) from application_events e join applications a on a.id = e.application_id
            where a.user_id = p.user_id and e.to_status = 'approved'),
           (select coalesce(string_agg(role, ',' order by role), '') from user_roles r where r.user_id = p.user_id),
           (select count(*) from outbox o where lower(o.to_email) = p.email and o.kind = 'application_approved'),
           (select count(*) from headshots h where h.user_id = p.user_id and h.state = 'stored'),
           (select max(h.key) from headshots h join applications a on a.headshot_id = h.id where a.user_id = p.user_id)
    from profiles p
    where not exists (select from user_roles r where r.user_id = p.user_id and r.role = 'admin')";

type Row = (String, i64, i64, i64, String, i64, i64, Option<String>);

const UNSENT: &str = "select count(*) from outbox where state <> 'sent'";
const MAILS: &str = "select message_id, lower(to_email), kind from outbox where state = 'sent'";

/// Checks the database, the mails and the photo files. Returns a summary.
pub async fn check(
    database: &PostgresDatabase,
    sink: &SmtpSink,
    bucket: &S3Server,
    finished: &[String],
) -> anyhow::Result<String> {
    let pool = database.pool();
    let unsent =
        async || sqlx::query_scalar::<_, i64>(UNSENT).fetch_one(pool).await.is_ok_and(|number| number == 0);
    until("every mail is sent", unsent).await?;

    let rows: Vec<Row> = sqlx::query_as(PEOPLE).fetch_all(pool).await?;
    let expected: BTreeSet<&str> = finished.iter().map(String::as_str).collect();
    let seen: BTreeSet<&str> = rows.iter().map(|row| row.0.as_str()).collect();
    ensure!(expected == seen, "the approved users and the users in the database differ");
    for (email, applications, approved, decisions, roles, mails, photos, key) in &rows {
        let once = (*applications, *approved, *decisions, roles.as_str(), *mails, *photos);
        ensure!(once == (1, 1, 1, "member", 1, 1), "{email}: {once:?}");
        let Some(key) = key else { bail!("{email}: the application lost its photo") };
        let file = bucket.objects().join("headshots").join(key);
        ensure!(file.exists(), "{email}: the file of the photo is lost");
    }

    let mut arrived: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
    let mut links = BTreeSet::new();
    for mail in sink.mails() {
        let read = mail.read();
        if read.text.contains("#token=") {
            links.insert(read.message_id.clone());
        }
        let entry = arrived.entry(read.message_id).or_default();
        entry.0 += 1;
        entry.1.extend(mail.to);
    }
    let queued: Vec<(String, String, String)> = sqlx::query_as(MAILS).fetch_all(pool).await?;
    let mut sent = 0;
    for (message_id, to, kind) in &queued {
        let Some((_, recipients)) = arrived.remove(message_id).inspect(|(times, _)| sent += times) else {
            // Requests for addresses that need no mail queue one that is never sent.
            ensure!(kind != "application_approved", "{to}: the decision mail never arrived");
            continue;
        };
        ensure!(recipients.iter().eq([to]), "{message_id} went to {recipients:?}");
    }
    // A worker was killed after it had sent a link but before it recorded that. The link was used, so the next worker
    // removed the mail, which was no longer needed.
    arrived.retain(|message_id, _| !links.contains(message_id));
    ensure!(arrived.is_empty(), "mails that were never queued: {arrived:?}");
    Ok(format!(
        "{} people: each one application, one decision, one role, one photo. {} mails, each under one Message-ID; {} arrived.",
        rows.len(),
        queued.len(),
        sent
    ))
}
