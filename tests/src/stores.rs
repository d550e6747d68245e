//! The stores of one new database, helpers for set-up, and direct access to the rows.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use forum_adapters::crypto::{KeyRing, PasetoIssuer, SigningKey, WebauthnPasskeys};
use forum_adapters::mail::MiniJinjaComposer;
use forum_adapters::postgres::{
    ConnectionPool, MailSignal, PgAccountStore, PgApplicationStore, PgAuditLog, PgChangeRequestStore,
    PgContactStore, PgHeadshotStore, PgHousekeepingStore, PgIdentityStore, PgMachineStore, PgNewsletterStore,
    PgNoteStore, PgOutboxStore, PgOwnDataStore, PgRateLimiter, PgRequestRecords, PgReviewStore,
    PgSessionStore, PgTemplateStore, PgUserStore,
};
use forum_adapters::system::RandomIds;
use forum_domain::accounts::{
    Account, AccountSecurity, AdminFactor, Chain, LiveSession, NewUser, Role, Secrets, SecurityChange,
    SecurityQuery, Session,
};
use forum_domain::applications::{
    Application, ApplicationDetail, ApplicationFields, ChangeActor, ChangeRequest, ChangeState, Decision,
    Mark, Marks, mark,
};
use forum_domain::audit::AuditEvent;
use forum_domain::contact::Mailboxes;
use forum_domain::headshots::Headshot;
use forum_domain::housekeeping::Retention;
use forum_domain::idempotency::RequestRecord;
use forum_domain::mail::{AfterFailure, FailedMailChange, MailState};
use forum_domain::shared::Refusal;
use forum_domain::use_cases::Ports;
use sqlx::postgres::PgConnectOptions;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::builders::{NOON, act, address, asking, decide_step, deletion_step, fields, new_user, submission};
use crate::harness::ORIGIN;
use crate::memory::{
    FixedClock, MemoryFileStore, MemoryMailSender, PlainHasher, PlainImageProcessor, PlainProviders,
};
use crate::postgres::PostgresDatabase;
use crate::readback::Readback;

/// All stores on one database, and all other ports in memory.
#[derive(Clone)]
pub struct Stores {
    pub program: Ports,
    pub inbox: Arc<MemoryMailSender>,
    pub clock: Arc<FixedClock>,
    pub readback: Readback,
    /// Removed with the last clone of these stores.
    pub database: Option<Arc<PostgresDatabase>>,
}

impl Deref for Stores {
    type Target = Ports;

    fn deref(&self) -> &Ports {
        &self.program
    }
}

/// Factor with which no test reaches a limit. Tests for limits set 1.
const UNLIMITED: f64 = 1e6;

/// One key for all tests.
static ISSUER: LazyLock<Arc<PasetoIssuer>> = LazyLock::new(|| {
    let key = SigningKey::generate().expect("a key");
    Arc::new(PasetoIssuer::new(KeyRing::only(key)))
});

/// Parses its templates once for all tests.
static COMPOSER: LazyLock<Arc<MiniJinjaComposer>> =
    LazyLock::new(|| Arc::new(MiniJinjaComposer::new().expect("templates")));

/// `media@forum.example` and so on.
pub fn mailboxes() -> Mailboxes {
    Mailboxes::new(|department| address(&format!("{}@forum.example", department.as_str())))
}

impl Stores {
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
        Self::on(&ConnectionPool::new(nowhere, 1, Duration::from_millis(1)))
    }

    fn of(database: PostgresDatabase) -> Self {
        let stores = database.stores();
        Self { database: Some(Arc::new(database)), ..stores }
    }

    pub fn on(pool: &ConnectionPool) -> Self {
        let (pool, mails) = (|| pool.clone(), MailSignal::default());
        let (clock, inbox) = (Arc::<FixedClock>::default(), Arc::<MemoryMailSender>::default());
        let program = Ports {
            accounts: Arc::new(PgAccountStore::new(pool(), mails.clone())),
            own_data: Arc::new(PgOwnDataStore::new(pool())),
            sessions: Arc::new(PgSessionStore::new(pool(), mails.clone())),
            machines: Arc::new(PgMachineStore::new(pool())),
            passkeys: Arc::new(WebauthnPasskeys::new(ORIGIN).expect("an origin")),
            identities: Arc::new(PgIdentityStore::new(pool())),
            providers: Arc::new(PlainProviders::school()),
            chains: Chain::ALL.to_vec(),
            admin_factor: AdminFactor::Optional,
            undo_window: time::Duration::ZERO,
            applications: Arc::new(PgApplicationStore::new(pool(), mails.clone())),
            review: Arc::new(PgReviewStore::new(pool(), mails.clone())),
            notes: Arc::new(PgNoteStore::new(pool())),
            contact: Arc::new(PgContactStore::new(pool(), mails.clone())),
            mailboxes: mailboxes(),
            newsletter: Arc::new(PgNewsletterStore::new(pool(), mails.clone())),
            change_requests: Arc::new(PgChangeRequestStore::new(pool(), mails.clone())),
            headshots: Arc::new(PgHeadshotStore::new(pool())),
            files: Arc::new(MemoryFileStore::new(clock.clone())),
            images: Arc::new(PlainImageProcessor),
            outbox: Arc::new(PgOutboxStore::new(pool(), mails.clone())),
            templates: Arc::new(PgTemplateStore::new(pool(), mails.clone())),
            audit: Arc::new(PgAuditLog::new(pool())),
            leftovers: Arc::new(PgHousekeepingStore::new(pool())),
            requests: Arc::new(PgRequestRecords::new(pool())),
            users: Arc::new(PgUserStore::new(pool(), mails)),
            retention: Retention::default(),
            limiter: Arc::new(PgRateLimiter::new(pool())),
            limits_factor: UNLIMITED,
            refusal_pace: Duration::ZERO,
            hasher: Arc::new(PlainHasher::default()),
            issuer: ISSUER.clone(),
            secrets: Secrets::new(&[7; 32]),
            composer: COMPOSER.clone(),
            sender: inbox.clone(),
            clock: clock.clone(),
            timer: clock.clone(),
            ids: Arc::new(RandomIds),
            site: Arc::default(),
        };
        Self { program, inbox, clock, readback: Readback::new(pool()), database: None }
    }

    /// The connections to the database, which these stores have created.
    pub fn pool(&self) -> &ConnectionPool {
        self.database.as_ref().expect("a database").pool()
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
        self.sessions.security(user_id, NOON).await.expect("an account")
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

    pub async fn mark(&self, application: Uuid, admin: Uuid, wanted: Option<Mark>) -> Result<Marks, Refusal> {
        let step = Box::new(move |seen: &_| mark(seen, application, admin, wanted, &act(NOON)));
        self.review.mark(application, admin, step).await
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
}
