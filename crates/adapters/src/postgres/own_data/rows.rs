//! Reads all rows of one user.

use forum_domain::accounts::User;
use forum_domain::mail::MailState;
use forum_domain::own_data::{
    ACTIONS_MAX, APPLICATIONS_MAX, NOTES_MAX, OwnApplication, OwnData, OwnMail, REQUESTS_MAX, ROWS_MAX,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::{account_security, email_change_rows, identities, sessions};
use crate::postgres::applications::{application, change_requests, drafts};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::headshots;
use crate::postgres::notes;

pub(crate) async fn all_of(connection: &mut PgConnection, user: User) -> Result<OwnData, Fault> {
    let id = user.id;
    let (actions, actions_total) = audit_log::newest_of(connection, id, ACTIONS_MAX).await?;
    Ok(OwnData {
        sessions: sessions::newest_of(connection, id, ROWS_MAX).await?,
        factors: account_security::factors_of(connection, id).await?,
        identities: identities::identities_of(connection, id).await?,
        email_changes: email_change_rows::newest_of(connection, id, ROWS_MAX).await?,
        draft: drafts::of_user(connection, id).await?,
        applications: own_applications(connection, id).await?,
        notes: notes::newest_of(connection, id, NOTES_MAX).await?,
        change_requests: change_requests::newest_of(connection, id, REQUESTS_MAX).await?,
        headshots: headshots::stored(connection, id).await?,
        mails: mails(connection, &user.email.key()).await?,
        actions,
        actions_total,
        user,
    })
}

async fn own_applications(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<OwnApplication>, Fault> {
    let mut own = Vec::new();
    for mut application in application::newest_of(connection, user_id, APPLICATIONS_MAX).await? {
        (application.note, application.decided_by) = (None, None);
        let history = application::history(connection, application.id).await?;
        let requests = change_requests::requests_of(connection, application.id).await?;
        let versions = change_requests::versions_of(connection, application.id).await?;
        let requests = requests.into_iter().map(|signed| signed.request).collect();
        own.push(OwnApplication { application, history, requests, versions });
    }
    Ok(own)
}

async fn mails(connection: &mut PgConnection, key: &str) -> Result<Vec<OwnMail>, StoreError> {
    // A decoy is not a mail: it only makes every address take the same time.
    let rows = sqlx::query!(
        "select kind, queued_at, state from outbox where lower(to_email) = $1 and kind <> 'silence'
         order by queued_at desc, id desc limit $2",
        key,
        i64::from(ROWS_MAX),
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let state = MailState::parse(&row.state).ok_or_else(|| unknown("mail state", &row.state))?;
            Ok(OwnMail { kind: row.kind, queued_at: row.queued_at, state })
        })
        .collect()
}
