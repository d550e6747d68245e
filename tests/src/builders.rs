//! Builders for test data: people, forms, submissions and mails with sensible contents.

use std::sync::Arc;

use forum_adapters::system::RandomIds;
use forum_domain::accounts::{
    AccountSecurity, Device, Method, NewUser, OneTimeToken, PendingRegistration, Proof, Purpose,
    Reauthentication, Role, Session,
};
use forum_domain::act::{Act, Acts};
use forum_domain::applications::{
    Applicant, ApplicationFields, ChangePlan, Decidable, Decision, DecisionPlan, Field, RawFields, Revisable,
    SeenDecision, Submission, UndoPlan, decide, request_changes, submit, undo,
};
use forum_domain::audit::AuditEvent;
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::own_data::{DeletionContext, DeletionPlan, delete_account};
use forum_domain::shared::{Clock, EmailAddress, IdSource, PersonName, Step};
use forum_domain::site::Season;
use forum_domain::users::{UserChange, UserChangeContext, UserChangePlan, change_user};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use totp_rs::{Builder, Secret};
use uuid::Uuid;

pub type DecideStep = Step<Decidable, DecisionPlan>;
pub type UndoStep = Step<SeenDecision, Option<UndoPlan>>;
pub type ChangeStep = Step<Revisable, ChangePlan>;

/// The time at which tests start.
pub const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

pub fn id() -> Uuid {
    RandomIds.new_id()
}

/// An address without validation.
pub fn address(text: &str) -> EmailAddress {
    EmailAddress::stored(text.to_owned())
}

pub fn name(first: &str, last: &str) -> PersonName {
    PersonName { first: first.to_owned(), last: last.to_owned() }
}

struct At(OffsetDateTime);

impl Clock for At {
    fn now(&self) -> OffsetDateTime {
        self.0
    }
}

pub fn act(at: OffsetDateTime) -> Act {
    acts(Arc::new(At(at))).begin()
}

pub fn acts(clock: Arc<dyn Clock>) -> Acts {
    Acts::new(clock, Arc::new(RandomIds), "forum.example")
}

pub fn mail(kind: MailKind, to: &str, at: OffsetDateTime) -> OutgoingMail {
    act(at).mail(kind, &address(to), &name("Ana", "Li"))
}

pub fn audit(action: &'static str, target_id: Uuid) -> AuditEvent {
    AuditEvent::new(id(), NOON, None, action, ("user", target_id)).with("role", "admin")
}

/// A user to create, with the password "Quiet-River-42".
pub fn new_user(email: &str, roles: &[Role]) -> NewUser {
    let user_id = id();
    NewUser {
        id: user_id,
        email: address(email),
        name: name("Ana", "Li"),
        password_hash: Some("$plain$Quiet-River-42".into()),
        roles: roles.to_vec(),
        created_at: NOON,
        audit: audit("user.created", user_id),
    }
}

pub fn registration(email: &str, first: &str, at: OffsetDateTime) -> PendingRegistration {
    PendingRegistration {
        id: id(),
        email: address(email),
        name: name(first, "Li"),
        password_hash: format!("$plain${first}"),
        created_at: at,
        contested: false,
    }
}

/// The token of a registration. Without a registration it is a decoy, written so that both cases cost the same.
pub fn token(email: &str, registration_id: Option<Uuid>, at: OffsetDateTime) -> OneTimeToken {
    OneTimeToken::new(id(), Purpose::VerifyEmail, address(email), registration_id, at)
}

/// A session that starts at `at`.
pub fn session(user_id: Uuid, at: OffsetDateTime) -> Session {
    let device = Device { ip_prefix: Some("192.0.2.0/24".into()), user_agent: Some("Test".into()) };
    Session::open(id(), user_id, vec![Proof::new(Method::Password, at)], device, at)
}

/// A complete application form, parsed.
pub fn fields() -> ApplicationFields {
    fields_with(&[])
}

/// The same with these texts.
pub fn fields_with(texts: &[(&str, &str)]) -> ApplicationFields {
    let raw = RawFields::example().with(&Field::ADDRESS_LINE2, "");
    let raw = texts
        .iter()
        .fold(raw, |raw, (name, text)| raw.with(Field::named(name).expect("a field of the form"), *text));
    ApplicationFields::parse(&raw, NOON.date()).expect("a valid form")
}

/// The real rule for a submission.
pub fn submit_step(at: OffsetDateTime) -> Step<Applicant, Submission> {
    submission(fields(), at)
}

pub fn submission(fields: ApplicationFields, at: OffsetDateTime) -> Step<Applicant, Submission> {
    Box::new(move |applicant| submit(applicant, fields, &Season::default(), &act(at)))
}

/// The real rule for a decision.
pub fn decide_step(decision: Decision, admin_id: Uuid, at: OffsetDateTime) -> DecideStep {
    Box::new(move |seen| decide(seen, decision, None, Some("noted".into()), admin_id, &act(at)))
}

/// The real rule for changing a user, by an administrator or on the command line.
pub fn change_step(
    change: UserChange,
    actor: Option<Uuid>,
    at: OffsetDateTime,
) -> Step<UserChangeContext, Option<UserChangePlan>> {
    Box::new(move |seen| change_user(seen, change, actor, Some("noted".into()), &act(at)))
}

pub fn totp(secret: &str, at: OffsetDateTime) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_secret(secret).with_account_name("x").build().expect("a valid secret");
    totp.generate(u64::try_from(at.unix_timestamp()).expect("after 1970")).to_string()
}

/// The real rule for deleting an account.
pub fn deletion_step() -> Step<DeletionContext, DeletionPlan> {
    Box::new(move |leaving: &DeletionContext| {
        let mut leaving = leaving.clone();
        let proved = proved(&mut leaving.account);
        delete_account(&leaving, &proved, &act(NOON))
    })
}

/// A re-authentication by password, in a session that is added to the account.
pub fn proved(account: &mut AccountSecurity) -> Reauthentication {
    let open = session(account.user.id, NOON);
    let session_id = open.id;
    account.sessions.push(open);
    Reauthentication { session_id, password_hash: account.password_hash.clone() }
}

/// The real rule for a request for changes. No name means all fields.
pub fn asking(admin: Uuid, names: &[&str], at: OffsetDateTime) -> ChangeStep {
    let asked = |field: &&Field| names.is_empty() || names.contains(&field.name());
    let fields = Field::ALL.iter().filter(asked).collect();
    Box::new(move |seen| request_changes(seen, "Which city?".to_owned(), fields, admin, &act(at)))
}

/// How long a decision can be undone.
pub const WINDOW: Duration = Duration::seconds(10);

/// The real rule for a decision whose mail is due after the window.
pub fn undoable_step(decision: Decision, admin: Uuid, at: OffsetDateTime) -> DecideStep {
    let inner = decide_step(decision, admin, at);
    Box::new(move |seen| Ok(DecisionPlan { mail_due_at: at + WINDOW, ..inner(seen)? }))
}

/// The real rule for undoing a decision.
pub fn undo_step(admin: Uuid, at: OffsetDateTime) -> UndoStep {
    Box::new(move |seen| undo(seen, WINDOW, admin, &act(at)))
}
