//! All services on one database, and the steps that most tests start with.

use std::ops::Deref;
use std::sync::Arc;

use forum_domain::accounts::{
    Caller, Device, NewAccount, PasswordHasher, PresentedToken, Redeemed, SessionSort, SignInOutcome,
    SignedIn,
};
use forum_domain::mail::Dispatched;
use forum_domain::shared::{Code, Page, Refusal};
use forum_domain::use_cases::UseCases;
use forum_tests::harness::Ports;
use forum_tests::memory::{FixedClock, MemoryMailSender, SentMail};
use forum_tests::stores::Stores;

pub const PASSWORD: &str = "Quiet-River-42";
pub const ANA: &str = "ana@example.org";

/// The number of mails in one delivery, by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    pub sent: usize,
    pub failed: usize,
    pub discarded: usize,
}

/// The use cases on one database, with direct access to its parts.
pub struct World {
    pub stores: Stores,
    pub clock: Arc<FixedClock>,
    pub inbox: Arc<MemoryMailSender>,
    ports: Ports,
    use_cases: UseCases,
}

impl Deref for World {
    type Target = UseCases;

    fn deref(&self) -> &UseCases {
        &self.use_cases
    }
}

impl World {
    pub async fn new() -> Self {
        let stores = Stores::fresh().await;
        Self::on(Ports::on(stores.clone()), stores)
    }

    pub async fn with_hasher(hasher: Arc<dyn PasswordHasher>) -> Self {
        Self::new().await.with(|program| program.hasher = hasher)
    }

    /// The same world with some of its ports replaced.
    pub fn with(&self, replace: impl FnOnce(&mut forum_domain::use_cases::Ports)) -> Self {
        Self::on(self.ports.clone().with(replace), self.stores.clone())
    }

    fn on(ports: Ports, stores: Stores) -> Self {
        let (clock, inbox, use_cases) = (ports.clock.clone(), ports.inbox.clone(), ports.use_cases());
        Self { stores, clock, inbox, ports, use_cases }
    }

    pub async fn signs_up(&self, email: &str, password: &str) -> Result<(), Refusal> {
        let request = NewAccount {
            email: email.into(),
            password: password.into(),
            first_name: "Ana".into(),
            last_name: "Li".into(),
        };
        self.accounts.sign_up(request, None).await
    }

    pub async fn deliver(&self) -> Delivered {
        let mut all = Delivered::default();
        for _mail in 0..10_000 {
            match self.dispatcher.dispatch().await.expect("a working outbox") {
                None => return all,
                Some(Dispatched::Sent) => all.sent += 1,
                Some(Dispatched::Deferred | Dispatched::Refused | Dispatched::Held | Dispatched::Buried) => {
                    all.failed += 1;
                }
                Some(Dispatched::Discarded) => all.discarded += 1,
                Some(Dispatched::LeaseLost) => panic!("there is no other worker"),
            }
        }
        panic!("the outbox never becomes empty");
    }

    pub fn mail_to(&self, email: &str) -> SentMail {
        self.inbox.last_to(email).unwrap_or_else(|| panic!("a mail to {email}"))
    }

    /// The secret in the newest mail's link.
    pub fn link_to(&self, email: &str) -> String {
        self.mail_to(email).token().expect("a link").to_owned()
    }

    /// The six digits in the newest mail that has any. A notice may be newer.
    pub fn code_to(&self, email: &str) -> String {
        let sent = self.inbox.sent();
        let mut own = sent.iter().rev().filter(|mail| mail.to.eq_ignore_ascii_case(email));
        own.find_map(SentMail::code).expect("a code").to_owned()
    }

    pub async fn follows(&self, link: &str) -> Result<Redeemed, Refusal> {
        self.accounts.redeem_verification(PresentedToken::Link(link.to_owned())).await
    }

    pub async fn types(&self, email: &str, code: &str) -> Result<Redeemed, Refusal> {
        self.accounts
            .redeem_verification(PresentedToken::Code { email: email.into(), code: code.into() })
            .await
    }

    pub async fn joins(&self, email: &str) {
        self.signs_up_and_gets_mail(email).await;
        self.follows(&self.link_to(email)).await.expect("a valid link");
    }

    pub async fn signs_up_and_gets_mail(&self, email: &str) {
        self.signs_up(email, PASSWORD).await.expect("a valid sign-up");
        self.deliver().await;
    }

    /// Requests a recovery mail and follows its link. Returns the bearer token of the grant.
    pub async fn recovery_grant(&self, email: &str) -> String {
        self.accounts.request_recovery(email, None).await.expect("a valid address");
        self.deliver().await;
        match self.follows(&self.link_to(email)).await.expect("a valid link") {
            Redeemed::Recovery { recovery_token } => recovery_token,
            other => panic!("expected a recovery link: {other:?}"),
        }
    }

    /// Sets a password with the bearer token of a grant.
    pub async fn chooses(&self, recovery_token: &str, password: &str) -> Result<(), Refusal> {
        let grant = self.accounts.recovery_grant(recovery_token).await?;
        self.accounts.set_recovery_password(grant, password).await.map(drop)
    }

    /// Requests a recovery mail, follows its link and sets a password.
    pub async fn recovers(&self, email: &str, password: &str) -> Result<(), Refusal> {
        let grant = self.recovery_grant(email).await;
        self.chooses(&grant, password).await
    }

    pub async fn enters_code(&self, email: &str, code: &str) -> Result<SignedIn, Code> {
        let entry = self.sessions.sign_in_by_code(email, code, Device::default()).await;
        entry.map(signed_in).map_err(|refusal| refusal.code)
    }

    pub async fn signs_in(&self, email: &str, password: &str) -> Result<SignedIn, Code> {
        let entry = self.sessions.sign_in(email, password, Device::default()).await;
        entry.map(signed_in).map_err(|refusal| refusal.code)
    }

    /// The number of live sessions of a user.
    pub async fn sessions_of(&self, signed_in: &SignedIn) -> u64 {
        let page = SessionSort::page(Page::default());
        self.sessions.list(signed_in.user.id, page).await.expect("readable values").total
    }

    /// Signs up, confirms and signs in.
    pub async fn applicant(&self, email: &str) -> (SignedIn, Caller) {
        self.joins(email).await;
        let signed_in = self.signs_in(email, PASSWORD).await.expect("the right password");
        let caller = self.calls(&signed_in).await.expect("a valid token");
        (signed_in, caller)
    }

    pub async fn calls(&self, signed_in: &SignedIn) -> Result<Caller, Refusal> {
        self.access.caller(&signed_in.access_token).await
    }
}

/// No user in these tests has a second factor.
fn signed_in(entry: SignInOutcome) -> SignedIn {
    match entry {
        SignInOutcome::SignedIn(signed_in) => signed_in,
        SignInOutcome::FactorRequired(_) => panic!("no factor was enrolled"),
    }
}
