//! Signed-in users in a seeded database: sessions are written and their access tokens signed here, because signing in
//! thousands of times would take longer than everything that is measured.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::crypto::{HmacSecretDeriver, KeyDirectory, PasetoIssuer};
use forum_adapters::postgres::ConnectionPool;
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::accounts::{AccessClaims, SecretDeriver, TokenIssuer};
use forum_domain::shared::{Clock, IdSource};
use time::Duration;
use uuid::Uuid;

/// A user with an access token.
pub struct SignedIn {
    pub token: Arc<str>,
    pub application: Uuid,
    session: Uuid,
    secrets: Arc<HmacSecretDeriver>,
}

impl SignedIn {
    /// The refresh token after this many refreshes: `base64url(session id ‖ counter ‖ MAC)`.
    pub fn refresh_token(&self, refreshes: usize) -> String {
        let counter = (FIRST + refreshes as u32).to_be_bytes();
        let mac = self.secrets.derive("refresh token", self.session, &counter);
        URL_SAFE_NO_PAD.encode([self.session.as_bytes(), &counter[..], &mac].concat())
    }
}

/// The counter of a session that was never refreshed.
const FIRST: u32 = 1;

/// Signs in the users from `query`, which returns ids of users and of their applications. Its parameter limits their
/// number.
pub async fn sign_in(
    pool: &ConnectionPool,
    data: &Path,
    query: &'static str,
    number: i64,
) -> anyhow::Result<Vec<SignedIn>> {
    let keys = KeyDirectory::open(&data.join("keys"))?;
    let (issuer, secrets) = (PasetoIssuer::new(keys.ring), Arc::new(HmacSecretDeriver::new(&keys.master)));
    let now = SystemClock.now();
    let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(query).bind(number).fetch_all(pool).await?;
    let (users, applications): (Vec<Uuid>, Vec<Uuid>) = rows.into_iter().unzip();
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
        let claims = AccessClaims { user_id: *user, session_id: session, counter: FIRST, expires_at };
        let token = issuer.issue(&claims)?.into();
        Ok(SignedIn { token, application, session, secrets: Arc::clone(&secrets) })
    });
    signed_in.collect::<Result<_, forum_domain::shared::Fault>>().context("an access token")
}
