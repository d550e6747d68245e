//! The stores of one new database, helpers for set-up, and direct access to the rows.

use std::sync::Arc;
use std::time::Duration;

use forum_adapters::postgres::ConnectionPool;
use forum_domain::accounts::{
    Account, AccountSecurity, AccountStore, IdentityStore, LiveSession, NewUser, Role, SecurityChange,
    SecurityQuery, Session, SessionStore,
};
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationEvent, ApplicationFields, ApplicationStore, ChangeActor,
    ChangeRequest, ChangeRequestStore, ChangeState, Decision, ReviewStore,
};
use forum_domain::audit::{AuditEvent, AuditLog};
use forum_domain::headshots::{Headshot, HeadshotStore};
use forum_domain::housekeeping::HousekeepingStore;
use forum_domain::idempotency::{RequestRecord, RequestRecords};
use forum_domain::limits::RateLimiter;
use forum_domain::mail::{AfterFailure, FailedMailChange, MailState, OutboxStore, TemplateStore};
use forum_domain::notes::NoteStore;
use forum_domain::own_data::OwnDataStore;
use forum_domain::shared::Refusal;
use forum_domain::users::UserStore;
use sqlx::postgres::PgConnectOptions;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::builders::{NOON, asking, decide_step, deletion_step, fields, new_user, submission};
use crate::postgres::{self, PostgresDatabase};
use crate::readback::Readback;

/// All stores on one database.
#[derive(Clone)]
pub struct Stores {
    pub accounts: Arc<dyn AccountStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub identities: Arc<dyn IdentityStore>,
    pub applications: Arc<dyn ApplicationStore>,
    pub review: Arc<dyn ReviewStore>,
    pub notes: Arc<dyn NoteStore>,
    pub change_requests: Arc<dyn ChangeRequestStore>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub own_data: Arc<dyn OwnDataStore>,
    pub outbox: Arc<dyn OutboxStore>,
    pub templates: Arc<dyn TemplateStore>,
    pub audit: Arc<dyn AuditLog>,
    pub leftovers: Arc<dyn HousekeepingStore>,
    pub requests: Arc<dyn RequestRecords>,
    pub limiter: Arc<dyn RateLimiter>,
    pub users: Arc<dyn UserStore>,
    pub readback: Readback,
    /// Removed with the last clone of these stores.
    pub database: Option<Arc<PostgresDatabase>>,
}

impl Stores {
    /// On a new PostgreSQL database.
    pub async fn fresh() -> Self {
        Self::of(PostgresDatabase::fresh().await)
    }

    /// On a new PostgreSQL database, in which `doctor --invariants` must find nothing at the end.
    pub async fn checked() -> Self {
        Self::of(PostgresDatabase::checked().await)
    }

    /// On a database that nobody can reach.
    pub fn unreachable() -> Self {
        let nowhere = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(1);
        postgres::stores(&ConnectionPool::new(nowhere, 1, Duration::from_millis(1)))
    }

    fn of(database: PostgresDatabase) -> Self {
        let stores = database.stores();
        Self { database: Some(Arc::new(database)), ..stores }
    }

    pub async fn create_user(&self, user: NewUser) -> Uuid {
        let user_id = user.id;
        self.accounts.create_user(user).await.expect("a free address");
        user_id
    }

    pub async fn user(&self, email: &str, roles: &[Role]) -> Uuid {
        self.create_user(new_user(email, roles)).await
    }

    /// Two users, ana@example.org and bo@example.org.
    pub async fn ana_and_bo(&self, roles: &[Role]) -> [Uuid; 2] {
        [self.user("ana@example.org", roles).await, self.user("bo@example.org", roles).await]
    }

    pub async fn two_applicants(&self) -> [Uuid; 2] {
        self.ana_and_bo(&[Role::Applicant]).await
    }

    pub async fn applicant(&self, email: &str) -> Uuid {
        self.user(email, &[Role::Applicant]).await
    }

    /// New applicants, p0@example.org and so on.
    pub async fn applicants(&self, count: usize) -> Vec<Uuid> {
        let mut applicants = Vec::new();
        for number in 0..count {
            applicants.push(self.applicant(&format!("p{number}@example.org")).await);
        }
        applicants
    }

    pub async fn admin(&self) -> Uuid {
        self.user("admin@example.org", &[Role::Admin]).await
    }

    pub async fn account(&self, user_id: Uuid) -> Account {
        self.accounts.account(user_id).await.expect("a result").expect("an account")
    }

    pub async fn security_of(&self, user_id: Uuid) -> AccountSecurity {
        self.sessions.account(user_id, NOON).await.expect("an account")
    }

    pub async fn delete_account(&self, user_id: Uuid) -> Vec<Headshot> {
        let deleted = self.own_data.delete_account(user_id, NOON, deletion_step()).await;
        deleted.expect("an account that may be deleted")
    }

    pub async fn open(&self, session: Session) {
        let user_id = session.user_id;
        let change = SecurityChange { open: Some(session), ..SecurityChange::default() };
        self.change_security(user_id, change).await.expect("an opened session");
    }

    /// Stores this change, whatever the state of the account.
    pub async fn change_security(&self, user_id: Uuid, change: SecurityChange) -> Result<(), Refusal> {
        let step = Box::new(move |_: &AccountSecurity| Ok(change));
        self.sessions.change(user_id, SecurityQuery::at(NOON), step).await
    }

    /// A stored session with its user.
    pub async fn live_session(&self, session_id: Uuid) -> LiveSession {
        self.sessions.find(session_id).await.expect("a result").expect("a session")
    }

    /// Submits an application, which is then pending.
    pub async fn submitted(&self, user_id: Uuid, at: OffsetDateTime) -> Application {
        self.applied(user_id, fields(), at).await
    }

    /// The same with these fields.
    pub async fn applied(&self, user_id: Uuid, fields: ApplicationFields, at: OffsetDateTime) -> Application {
        self.applications.submit(user_id, submission(fields, at)).await.expect("a submission")
    }

    pub async fn application(&self, id: Uuid) -> ApplicationDetail {
        self.review.read(id).await.expect("a result").expect("an application").0
    }

    /// The version and the open request of an application, which may be withdrawn.
    pub async fn changes_of(&self, id: Uuid) -> ChangeState {
        let read = self.review.read(id).await.expect("a result");
        read.map_or(ChangeState { version: 1, open: None }, |(_, changes)| changes)
    }

    /// Decides on a pending application.
    pub async fn decide(
        &self,
        application: Uuid,
        decision: Decision,
        admin: Uuid,
        at: OffsetDateTime,
    ) -> ApplicationDetail {
        let step = decide_step(decision, admin, at);
        self.review.decide(application, admin, step).await.expect("a pending application")
    }

    /// Asks for another city.
    pub async fn requested(&self, application: Uuid, admin: Uuid) -> ChangeRequest {
        let step = asking(admin, &["city"], NOON);
        let actor = ChangeActor::Administrator(admin);
        let requested = self.change_requests.change(application, actor, step).await;
        requested.expect("a request").1
    }

    pub async fn mark_sent(&self, mail: Uuid, lease: Uuid, at: OffsetDateTime) {
        assert_eq!(self.outbox.mark_sent(mail, lease, at).await, Ok(true));
    }

    /// Makes a leased mail a dead letter.
    pub async fn bury_mail(&self, mail: Uuid, lease: Uuid, at: OffsetDateTime, error: &str) {
        let buried = AfterFailure::bury(mail, lease, at);
        assert_eq!(self.outbox.mark_failed(mail, lease, buried, error).await, Ok(true));
    }

    /// Queues a dead letter again, due at the time of its audit entry.
    pub async fn retry_mail(
        &self,
        mail: Uuid,
        audit: AuditEvent,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let (due_at, actor) = (Some(audit.at), audit.actor_id);
        let step = move |_: &MailState| Ok(FailedMailChange { due_at, audit, record });
        self.outbox.change_failed(mail, actor, Box::new(step)).await
    }

    /// The history of an application, oldest event first; empty if there is no such application.
    pub async fn history(&self, id: Uuid) -> Vec<ApplicationEvent> {
        let entries = self.review.history(id).await.expect("a result").unwrap_or_default();
        entries.into_iter().map(|entry| entry.event).collect()
    }
}
