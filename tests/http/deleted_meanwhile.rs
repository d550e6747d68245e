//! An account can be deleted between the check of its token and the act. Where the caller's own account is all that an
//! operation looks for, its session has ended; it is never a 404, which the document does not promise.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountFactors, FactorError, FactorRefused, FactorStep, FactorStore, Identity, IdentityError,
    IdentityRefused, IdentityStep, IdentityStore, NewIdentityError, NewUser, User,
};
use forum_domain::shared::Fault;
use forum_tests::harness::{PASSWORD, Ports, TestApi};
use forum_tests::memory::MemoryDatabase;
use serde_json::json;
use uuid::Uuid;

use crate::ways_in::id_token;

/// Stores in which nobody is found any more.
struct Deleted;

#[async_trait]
impl FactorStore for Deleted {
    async fn of_user(&self, _: Uuid) -> Result<Option<AccountFactors>, Fault> {
        Ok(None)
    }

    async fn change(&self, _: Uuid, _: Option<Uuid>, _: FactorStep) -> Result<(), FactorError> {
        Err(FactorRefused::NotFound.into())
    }
}

#[async_trait]
impl IdentityStore for Deleted {
    async fn owner(&self, _: &str, _: &str) -> Result<Option<User>, Fault> {
        Ok(None)
    }

    async fn of_user(&self, _: Uuid) -> Result<Vec<Identity>, Fault> {
        Ok(Vec::new())
    }

    async fn create_user(&self, _: NewUser, _: Identity) -> Result<(), NewIdentityError> {
        Err(NewIdentityError::AddressTaken)
    }

    async fn change(&self, _: Uuid, _: IdentityStep) -> Result<(), IdentityError> {
        Err(IdentityRefused::NotFound.into())
    }
}

#[tokio::test]
async fn an_account_that_is_gone_has_no_session_and_is_no_undocumented_404() {
    // Signing in looks for factors, and so it is done before.
    let database = MemoryDatabase::new();
    let before = TestApi::with(Ports::memory_on(&database));
    before.applicant("ana@school.example").await;
    let credentials = json!({"email": "ana@school.example", "password": PASSWORD});
    let session = before.anonymous().post("/api/auth/sessions", &credentials).await.expect(201);
    let token = id_token(&before, "1", None).await;
    let api = TestApi::with(Ports::memory_on(&database).with(|program| {
        program.factors = Arc::new(Deleted);
        program.identities = Arc::new(Deleted);
    }));
    let ana = api.with_token(&session.text_at("/access_token"));
    ana.get("/api/auth/factors").await.problem(401, "session_revoked");
    let enrolment = json!({"factor_type": "totp"});
    ana.post("/api/auth/factors", &enrolment).await.problem(401, "session_revoked");
    let proof = json!({"factor_id": Uuid::nil(), "code": "123456"});
    ana.post("/api/auth/sessions/reauthentication", &proof).await.problem(401, "session_revoked");
    let link = json!({"id_token": token["id_token"], "nonce": token["nonce"]});
    ana.post("/api/users/me/identities/school", &link).await.problem(401, "session_revoked");
}
