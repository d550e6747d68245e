//! All services over one memory database, and the few moves that most tests begin with.

use std::sync::Arc;

use forum_domain::accounts::{
    Access, AccessError, AdminAccounts, Caller, Device, NewAdmin, OneTimeTokens, PasswordHasher, Presented,
    SecretDeriver, Sessions, SessionsPorts, SignInError, SignUp, SignUpError, SignUpPorts, SignUpRequest,
    SignedIn, Verification, VerifyError,
};
use forum_domain::applications::{Review, ReviewPorts, SubmitApplication, SubmitPorts};
use forum_domain::mail::{Dispatched, MailDispatcher, MailDispatcherPorts, MailSender};
use forum_domain::shared::IdSource;
use forum_tests::builders::{id, mail_queue};
use forum_tests::contract::{Backend, Stores};
use forum_tests::memory::{
    FixedClock, MemoryDatabase, MemoryMailSender, PlainComposer, PlainHasher, PlainSecretDeriver,
    PlainTokenIssuer, SentMail,
};
use uuid::Uuid;

/// A password that every rule accepts.
pub const PASSWORD: &str = "Quiet-River-42";
/// The applicant of most tests.
pub const ANA: &str = "ana@example.org";
/// Where links in mails lead.
const ORIGIN: &str = "https://forum.example";

/// What became of the mails of one delivery.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    pub sent: usize,
    pub failed: usize,
    pub discarded: usize,
}

/// Random ids.
pub struct Ids;

impl IdSource for Ids {
    fn new_id(&self) -> Uuid {
        id()
    }
}

/// The whole product but for its edges.
pub struct World {
    pub database: MemoryDatabase,
    pub stores: Stores,
    pub clock: Arc<FixedClock>,
    pub inbox: Arc<MemoryMailSender>,
    pub sign_up: SignUp,
    pub verification: Verification,
    pub sessions: Sessions,
    pub access: Access,
    pub applications: SubmitApplication,
    pub review: Review,
    pub dispatcher: MailDispatcher,
    sender: Arc<dyn MailSender>,
    admins: AdminAccounts,
}

fn dispatcher(stores: &Stores, sender: Arc<dyn MailSender>, clock: &Arc<FixedClock>) -> MailDispatcher {
    MailDispatcher::new(
        MailDispatcherPorts {
            outbox: Arc::clone(&stores.outbox),
            composer: Arc::new(PlainComposer),
            sender,
            tokens: OneTimeTokens::new(Arc::new(PlainSecretDeriver::default())),
            clock: Arc::clone(clock) as _,
            timer: Arc::clone(clock) as _,
            ids: Arc::new(Ids),
        },
        ORIGIN,
    )
}

impl World {
    pub fn new() -> Self {
        Self::with_hasher(Arc::new(PlainHasher::default()))
    }

    pub fn with_hasher(hasher: Arc<dyn PasswordHasher>) -> Self {
        let inbox = Arc::new(MemoryMailSender::default());
        Self { inbox: Arc::clone(&inbox), ..Self::with(hasher, inbox, Arc::default()) }
    }

    pub fn with_sender(sender: Arc<dyn MailSender>) -> Self {
        Self::with_sender_at(sender, Arc::default())
    }

    pub fn with_sender_at(sender: Arc<dyn MailSender>, clock: Arc<FixedClock>) -> Self {
        Self::with(Arc::new(PlainHasher::default()), sender, clock)
    }

    fn with(hasher: Arc<dyn PasswordHasher>, sender: Arc<dyn MailSender>, fixed: Arc<FixedClock>) -> Self {
        let database = MemoryDatabase::new();
        let stores = database.stores();
        let clock = || Arc::clone(&fixed) as _;
        let secrets: Arc<dyn SecretDeriver> = Arc::new(PlainSecretDeriver::default());
        let tokens = OneTimeTokens::new(Arc::clone(&secrets));
        let issuer = Arc::new(PlainTokenIssuer);
        let ids = || Arc::new(Ids) as _;
        let Stores { accounts, sessions, applications, queue, audit, .. } = stores.clone();
        Self {
            sign_up: SignUp::new(SignUpPorts {
                accounts: Arc::clone(&accounts),
                hasher: Arc::clone(&hasher),
                clock: clock(),
                ids: ids(),
                mails: mail_queue(),
            }),
            verification: Verification::new(Arc::clone(&accounts), tokens, clock(), ids(), mail_queue()),
            access: Access::new(Arc::clone(&sessions), Arc::clone(&issuer) as _, clock()),
            applications: SubmitApplication::new(SubmitPorts {
                applications: Arc::clone(&applications),
                clock: clock(),
                ids: ids(),
                mails: mail_queue(),
            }),
            review: Review::new(ReviewPorts {
                applications,
                queue,
                audit,
                clock: clock(),
                ids: ids(),
                mails: mail_queue(),
            }),
            dispatcher: dispatcher(&stores, Arc::clone(&sender), &fixed),
            sender,
            admins: AdminAccounts::new(Arc::clone(&accounts), Arc::clone(&hasher), clock(), ids()),
            sessions: Sessions::new(SessionsPorts {
                accounts,
                sessions,
                hasher,
                issuer,
                secrets,
                clock: clock(),
                ids: ids(),
            }),
            clock: fixed,
            inbox: Arc::default(),
            stores,
            database,
        }
    }

    /// Signs up as Ana Li.
    pub async fn signs_up(&self, email: &str, password: &str) -> Result<(), SignUpError> {
        self.sign_up
            .sign_up(SignUpRequest {
                email: email.into(),
                password: password.into(),
                first_name: "Ana".into(),
                last_name: "Li".into(),
            })
            .await
    }

    /// Sends everything that is due.
    pub async fn deliver(&self) -> Delivered {
        let mut all = Delivered::default();
        while let Some(done) = self.dispatcher.dispatch().await.expect("the outbox works") {
            match done {
                Dispatched::Sent => all.sent += 1,
                Dispatched::Failed => all.failed += 1,
                Dispatched::Discarded => all.discarded += 1,
                Dispatched::LeaseLost => panic!("nobody else is there"),
            }
        }
        all
    }

    /// The mail worker of another process beside this one's.
    pub fn another_dispatcher(&self) -> MailDispatcher {
        dispatcher(&self.stores, Arc::clone(&self.sender), &self.clock)
    }

    /// The newest mail to an address.
    pub fn mail_to(&self, email: &str) -> SentMail {
        self.inbox.last_to(email).unwrap_or_else(|| panic!("a mail to {email}"))
    }

    /// The secret behind the link in the newest mail.
    pub fn link_to(&self, email: &str) -> String {
        let text = self.mail_to(email).content.text;
        let start = format!("link: {ORIGIN}/auth/confirm#token=");
        let link = text.lines().find_map(|line| line.strip_prefix(&start));
        link.unwrap_or_else(|| panic!("a link in {text:?}")).to_owned()
    }

    /// The six digits in the newest mail.
    pub fn code_to(&self, email: &str) -> String {
        let text = self.mail_to(email).content.text;
        let code = text.lines().find_map(|line| line.strip_prefix("code: "));
        code.unwrap_or_else(|| panic!("a code in {text:?}")).to_owned()
    }

    /// Follows a link.
    pub async fn follows(&self, link: &str) -> Result<(), VerifyError> {
        self.verification.verify(Presented::Link(link.to_owned())).await
    }

    /// Types a code.
    pub async fn types(&self, email: &str, code: &str) -> Result<(), VerifyError> {
        self.verification.verify(Presented::Code { email: email.into(), code: code.into() }).await
    }

    /// Signs up and confirms the address.
    pub async fn joins(&self, email: &str) {
        self.signs_up(email, PASSWORD).await.expect("a good sign-up");
        self.deliver().await;
        self.follows(&self.link_to(email)).await.expect("the link is good");
    }

    /// Signs in.
    pub async fn signs_in(&self, email: &str, password: &str) -> Result<SignedIn, SignInError> {
        self.sessions.sign_in(email, password, Device::default()).await
    }

    /// Joins and signs in.
    pub async fn applicant(&self, email: &str) -> (SignedIn, Caller) {
        self.joins(email).await;
        self.enters(email).await
    }

    /// Makes an administrator, who signs in.
    pub async fn admin(&self) -> (SignedIn, Caller) {
        let email = "admin@example.org";
        let admin = NewAdmin {
            email: email.into(),
            first_name: "Max".into(),
            last_name: "Orr".into(),
            password: PASSWORD.into(),
        };
        self.admins.create(admin).await.expect("an administrator is made");
        self.enters(email).await
    }

    async fn enters(&self, email: &str) -> (SignedIn, Caller) {
        let signed_in = self.signs_in(email, PASSWORD).await.expect("the password is right");
        let caller = self.calls(&signed_in).await.expect("the token is fresh");
        (signed_in, caller)
    }

    /// A request with the access token.
    pub async fn calls(&self, signed_in: &SignedIn) -> Result<Caller, AccessError> {
        self.access.caller(&signed_in.access_token).await
    }
}
