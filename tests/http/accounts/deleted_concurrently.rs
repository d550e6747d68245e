//! An account can be deleted between the check of its token and the operation. Operations on the caller's own account then
//! report an ended session and never 404, which they do not document.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, AccountSecurityStore, SecurityError, SecurityQuery, SecurityRefused, SecurityStep,
};
use forum_domain::shared::Fault;
use forum_tests::harness::{PASSWORD, Ports, TestApi};
use forum_tests::postgres::PostgresDatabase;
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::support::sign_in_methods::id_token;

/// A store without accounts.
struct Deleted;

#[async_trait]
impl AccountSecurityStore for Deleted {
    async fn of_user(&self, _: Uuid, _: OffsetDateTime) -> Result<Option<AccountSecurity>, Fault> {
        Ok(None)
    }

    async fn change(&self, _: Uuid, _: SecurityQuery, _: SecurityStep) -> Result<(), SecurityError> {
        Err(SecurityRefused::NotFound.into())
    }
}

#[tokio::test]
async fn a_deleted_account_ends_the_session_instead_of_a_404() {
    // Signing in reads factors, so it uses another store.
    let database = PostgresDatabase::fresh().await;
    let original = TestApi::with(Ports::on(database.stores()));
    original.applicant("ana@school.example").await;
    let credentials = json!({"email": "ana@school.example", "password": PASSWORD});
    let session = original.anonymous().post("/api/auth/sessions", &credentials).await.expect(201);
    let token = id_token(&original, "1", None).await;
    let api = TestApi::with(Ports::on(database.stores()).with(|program| {
        program.security = Arc::new(Deleted);
    }));
    let ana = api.with_token(&session.text_at("/access_token"));
    ana.get("/api/auth/factors").await.problem(401, "session_revoked");
    let enrolment = json!({"factor_type": "totp"});
    ana.post("/api/auth/factors", &enrolment).await.problem(401, "session_revoked");
    let proof = json!({"factor_id": Uuid::nil(), "code": "123456"});
    ana.post("/api/auth/sessions/reauthentication", &proof).await.problem(401, "session_revoked");
    ana.post("/api/users/me/identities", &token).await.problem(401, "session_revoked");
}
