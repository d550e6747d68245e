//! Signed-in people of a seeded database: sessions are written and their access tokens signed here, because signing in
//! thousands of times would take longer than everything that is measured.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use forum_adapters::crypto::{KeyDirectory, PasetoIssuer};
use forum_adapters::postgres::PgPool;
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::accounts::{AccessClaims, TokenIssuer};
use forum_domain::shared::{Clock, IdSource};
use time::Duration;
use uuid::Uuid;

/// A person with an access token.
pub struct SignedIn {
    pub token: Arc<str>,
    /// Their application.
    pub application: Uuid,
}

/// Signs in those to whom `query` leads; it returns ids of users and of their applications. $1: how many at most.
pub async fn sign_in(
    pool: &PgPool,
    data: &Path,
    query: &'static str,
    number: i64,
) -> anyhow::Result<Vec<SignedIn>> {
    let issuer = PasetoIssuer::new(KeyDirectory::open(&data.join("keys"))?.ring);
    let now = SystemClock.now();
    let people: Vec<(Uuid, Uuid)> = sqlx::query_as(query).bind(number).fetch_all(pool).await?;
    let (users, applications): (Vec<Uuid>, Vec<Uuid>) = people.into_iter().unzip();
    let sessions: Vec<Uuid> = users.iter().map(|_| RandomIds.new_id()).collect();
    sqlx::query(
        "insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at)
         select session, user_id, 1, true, $3, $3, $3, $3 + interval '1 day'
         from unnest($1::uuid[], $2::uuid[]) as opened (session, user_id)",
    )
    .bind(&sessions)
    .bind(&users)
    .bind(now)
    .execute(pool)
    .await?;
    let signed_in = users.iter().zip(sessions).zip(applications).map(|((user, session), application)| {
        let expires_at = now + Duration::minutes(15);
        let claims = AccessClaims { user_id: *user, session_id: session, counter: 1, expires_at };
        Ok(SignedIn { token: issuer.issue(&claims)?.into(), application })
    });
    signed_in.collect::<Result<_, forum_domain::shared::Fault>>().context("an access token")
}
