//! Housekeeping skips locked rows and does not scan whole tables.

use forum_domain::accounts::RegistrationDraft;
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::mail::MailKind;
use forum_tests::builders::{NOON, mail, registration, token};
use forum_tests::stores::Stores;
use time::Duration;

use super::PostgresDatabase;

async fn sign_up(stores: &Stores, email: &str) {
    let waiting = registration(email, "Ana", NOON);
    let (token, mail) = (token(email, Some(waiting.id), NOON), mail(MailKind::VerifyEmail, email, NOON));
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None });
    stores.accounts.sign_up(waiting, step).await.expect("a stored sign-up");
}

#[tokio::test]
async fn old_rows_locked_by_others_are_skipped_and_removed_later() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    for email in ["ana@example.org", "Bo@example.org"] {
        sign_up(&stores, email).await;
    }
    let now = NOON + Duration::days(9);
    // Signing up or confirming locks the address; entering a code locks the token.
    let hold = [
        (ExpiringRows::Registrations, "select pg_advisory_xact_lock(hashtextextended('bo@example.org', 0))"),
        (ExpiringRows::Tokens, "select from one_time_tokens where email = 'Bo@example.org' for update"),
    ];
    for (what, lock) in hold {
        let remove = || stores.leftovers.remove(what, now, now, 10);
        let mut other = database.pool().begin().await.expect("a transaction");
        sqlx::query(lock).execute(&mut *other).await.expect("a held lock");
        assert_eq!(remove().await, Ok(1), "{what:?}");
        other.rollback().await.expect("a released lock");
        assert_eq!(remove().await, Ok(1), "{what:?}");
    }
    drop(stores);
}

/// Without an index, deleting a row scans the whole referencing table.
#[tokio::test]
async fn every_foreign_key_has_an_index() {
    let database = PostgresDatabase::fresh().await;
    let bare: Vec<String> = sqlx::query_scalar(
        "select conname::text from pg_constraint k
         where contype = 'f' and not exists (
             select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
         )
         order by conname",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    assert_eq!(bare, Vec::<String>::new());
}
