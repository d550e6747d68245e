//! Messages of the contact form: each is stored and mailed to the mailbox of its subject. Administrators answer them.

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Administrator;
use crate::act::{Act, Acts};
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{
    Code, EmailAddress, Fault, FieldError, Invalid, Listing, Order, Page, PageRequest, PersonName, Refusal,
    SearchWords, Sorting, Step, TextRule, name_part, words,
};

/// Maximum number of characters of a message.
pub const MESSAGE_MAX: usize = 5_000;
pub const PHONE_MAX: usize = 40;

/// A person needs longer to fill in the form.
const FASTEST: Duration = Duration::seconds(2);

words! {
    /// The subjects of the form, named as its options.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Subject {
        ForumApplication = "forum-application",
        UniversityPartnerships = "university-partnerships",
        MediaRequest = "media-request",
        PressSpeaking = "press-speaking",
        GeneralQuestion = "general-question",
    }
}

impl Subject {
    pub const fn label(self) -> &'static str {
        match self {
            Self::ForumApplication => "Forum Application",
            Self::UniversityPartnerships => "University Partnerships",
            Self::MediaRequest => "Media Request",
            Self::PressSpeaking => "Press & Speaking",
            Self::GeneralQuestion => "General Question",
        }
    }

    pub const fn department(self) -> Department {
        match self {
            Self::ForumApplication | Self::UniversityPartnerships => Department::Forum,
            Self::MediaRequest | Self::PressSpeaking => Department::Media,
            Self::GeneralQuestion => Department::General,
        }
    }
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Department {
        General = "general",
        Media = "media",
        Forum = "forum",
        Donations = "donations",
        Merchandise = "merchandise",
    }
}

/// The addresses of the departments, in the order of [`Department::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailboxes(Arc<[EmailAddress; Department::ALL.len()]>);

impl Mailboxes {
    pub fn new(address: impl FnMut(Department) -> EmailAddress) -> Self {
        Self(Arc::new(Department::ALL.map(address)))
    }

    pub fn of(&self, department: Department) -> &EmailAddress {
        &self.0[department as usize]
    }
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum MessageState {
        New = "new",
        Answered = "answered",
        Spam = "spam",
    }
}

/// What a visitor has typed.
#[derive(Debug, Clone)]
pub struct ContactForm {
    pub full_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub subject: Subject,
    pub message: String,
    pub is_teacher: bool,
    /// A hidden field, which only programs fill in.
    pub reference: Option<String>,
    /// How long the form was open.
    pub open_for: Duration,
}

/// What the writer has sent, valid and cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// One line without a web address.
    pub full_name: String,
    /// Unconfirmed: no mail is ever sent to it.
    pub email: EmailAddress,
    pub phone: Option<String>,
    pub subject: Subject,
    pub text: String,
    pub is_teacher: bool,
}

impl Letter {
    /// The letter, and whether a person seems to have written it.
    ///
    /// # Errors
    /// Field errors.
    pub fn parse(form: &ContactForm) -> Result<(Self, bool), Invalid> {
        let mut errors = Vec::new();
        let text = |field, label, limit, multiline| TextRule { field, label, limit, multiline };
        let email =
            EmailAddress::parse(&form.email, "/email").map_err(|error: FieldError| errors.push(error));
        let letter = Self {
            full_name: name_part(&form.full_name, "/full_name", "Full name", &mut errors),
            email: email.unwrap_or_else(|()| EmailAddress::stored(String::new())),
            phone: text("/phone", "Phone number", PHONE_MAX, false)
                .optional(form.phone.as_deref().unwrap_or_default(), &mut errors),
            subject: form.subject,
            text: text("/message", "Message", MESSAGE_MAX, true).required(&form.message, &mut errors),
            is_teacher: form.is_teacher,
        };
        Invalid::unless_empty(errors)?;
        let is_filled = form.reference.as_ref().is_some_and(|text| !text.trim().is_empty());
        Ok((letter, !is_filled && form.open_for >= FASTEST))
    }

    /// What the mail lists: the subject, the message, and lines about the writer.
    pub fn items(&self) -> Vec<String> {
        let Self { full_name, email, phone, subject, text, is_teacher } = self;
        let phone = phone.as_ref().map(|phone| format!("Phone: {phone}"));
        let teacher = is_teacher.then(|| "A current or former classroom teacher".to_owned());
        let about = [format!("Name: {full_name}"), format!("Email: {}", email.as_str())];
        let head = [subject.label().to_owned(), text.clone()];
        head.into_iter().chain(about).chain(phone).chain(teacher).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactMessage {
    pub id: Uuid,
    pub letter: Letter,
    pub received_at: OffsetDateTime,
    pub state: MessageState,
    /// The mail to the department. `None` until an administrator says that it is no spam.
    pub mail_id: Option<Uuid>,
    pub owner_id: Option<Uuid>,
    /// Who last changed the state, and when.
    pub handled: Option<(Uuid, OffsetDateTime)>,
}

/// A message with the current names of administrators; `None` for deleted accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedMessage {
    pub message: ContactMessage,
    pub owner: Option<PersonName>,
    pub handler: Option<PersonName>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MessageCounts {
    pub new: u64,
    pub answered: u64,
    pub spam: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageSort;

impl Sorting for MessageSort {
    const LIST: &'static str = "contact_messages";

    fn name(self) -> &'static str {
        "received_at"
    }
}

#[derive(Debug, Clone, Default)]
pub struct MessageFilter {
    pub state: Option<MessageState>,
    pub subject: Option<Subject>,
    /// Each word occurs in the name, the address or the message.
    pub query: Option<String>,
}

impl MessageFilter {
    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    /// The newest first.
    pub fn page(&self, page: Page) -> PageRequest<MessageSort> {
        let (state, subject) =
            (self.state.map_or("", MessageState::as_str), self.subject.map_or("", Subject::as_str));
        let words = [state, subject, self.query.as_deref().unwrap_or_default()];
        PageRequest::new(page, MessageSort, Order::Desc, &words)
    }
}

/// What an administrator does with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageAct {
    /// Becomes its owner.
    Take,
    Answer,
    MarkAsSpam,
    /// A message that is no spam after all is mailed, if it was not.
    Reopen,
}

#[derive(Debug, Clone)]
pub struct NewMessage {
    pub message: ContactMessage,
    pub mail: Option<OutgoingMail>,
    pub record: Option<RequestRecord>,
}

#[derive(Debug, Clone)]
pub struct MessageChange {
    pub message: ContactMessage,
    pub mail: Option<OutgoingMail>,
    pub audit: AuditEvent,
}

#[async_trait]
pub trait ContactStore: Send + Sync {
    /// Stores everything or nothing.
    async fn add(&self, new: NewMessage) -> Result<(), Fault>;

    /// A page of the messages that match, and the numbers of all messages.
    async fn list(
        &self,
        filter: MessageFilter,
        page: PageRequest<MessageSort>,
    ) -> Result<(Listing<SignedMessage>, MessageCounts), Fault>;

    /// Reads the message under lock and stores what `step` returns; `None` changes nothing. Returns the message as stored.
    ///
    /// # Errors
    /// `not_found`; `forbidden` if `actor` is no longer an administrator; those of the step.
    async fn change(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<SignedMessage, Option<MessageChange>>,
    ) -> Result<SignedMessage, Refusal>;

    /// What the mail with this id is about. `None` if it was deleted.
    async fn letter_of(&self, mail_id: Uuid) -> Result<Option<Letter>, Fault>;
}

pub struct ContactMessages {
    pub store: Arc<dyn ContactStore>,
    pub mailboxes: Mailboxes,
    pub acts: Acts,
}

impl ContactMessages {
    /// Stores a letter and mails it to the department of its subject, unless no person seems to have written it.
    pub async fn receive(
        &self,
        letter: Letter,
        by_person: bool,
        record: Option<RequestRecord>,
    ) -> Result<(), Fault> {
        let new = receive(letter, by_person, &self.mailboxes, &self.acts.begin());
        self.store.add(NewMessage { record, ..new }).await
    }

    pub async fn list(
        &self,
        _: &Administrator,
        filter: MessageFilter,
        page: PageRequest<MessageSort>,
    ) -> Result<(Listing<SignedMessage>, MessageCounts), Fault> {
        self.store.list(filter, page).await
    }

    /// # Errors
    /// `not_found`, `conflict`, `forbidden` to a former administrator.
    pub async fn change(
        &self,
        admin: &Administrator,
        id: Uuid,
        what: MessageAct,
    ) -> Result<SignedMessage, Refusal> {
        let (actor, act, mailboxes) = (admin.caller().user.id, self.acts.begin(), self.mailboxes.clone());
        let step = Box::new(move |seen: &SignedMessage| change(seen, what, actor, &mailboxes, &act));
        self.store.change(id, actor, step).await
    }
}

fn mail_to(subject: Subject, mailboxes: &Mailboxes, act: &Act) -> OutgoingMail {
    act.mail(MailKind::ContactMessage, mailboxes.of(subject.department()), &PersonName::none())
}

pub fn receive(letter: Letter, by_person: bool, mailboxes: &Mailboxes, act: &Act) -> NewMessage {
    let mail = by_person.then(|| mail_to(letter.subject, mailboxes, act));
    let message = ContactMessage {
        id: act.ordered_id(),
        letter,
        received_at: act.now,
        state: if by_person { MessageState::New } else { MessageState::Spam },
        mail_id: mail.as_ref().map(|mail| mail.id),
        owner_id: None,
        handled: None,
    };
    NewMessage { message, mail, record: None }
}

/// A repeated act changes nothing. Only a new message is answered or spam, so that of two administrators the second learns of
/// the first.
///
/// # Errors
/// `conflict`.
pub fn change(
    seen: &SignedMessage,
    what: MessageAct,
    actor: Uuid,
    mailboxes: &Mailboxes,
    act: &Act,
) -> Result<Option<MessageChange>, Refusal> {
    let ContactMessage { id, state, mail_id, owner_id, handled, ref letter, .. } = seen.message;
    let mut message = seen.message.clone();
    let mut mail = None;
    let action = match what {
        MessageAct::Take => {
            // Nobody else can become the owner after a deleted account.
            match (owner_id, &seen.owner) {
                (Some(owner), _) if owner == actor => return Ok(None),
                (Some(_), Some(name)) => return Err(done_by(Some(name), "taken this message")),
                _ => message.owner_id = Some(actor),
            }
            "contact_message.taken"
        }
        MessageAct::Reopen if state == MessageState::New => return Ok(None),
        MessageAct::Reopen => {
            message.state = MessageState::New;
            if mail_id.is_none() {
                let late = mail_to(letter.subject, mailboxes, act);
                message.mail_id = Some(late.id);
                mail = Some(late);
            }
            "contact_message.reopened"
        }
        MessageAct::Answer | MessageAct::MarkAsSpam => {
            let (next, action) = match what {
                MessageAct::Answer => (MessageState::Answered, "contact_message.answered"),
                _ => (MessageState::Spam, "contact_message.marked_as_spam"),
            };
            let is_own = handled.is_none_or(|(handler, _)| handler == actor);
            match state {
                MessageState::New => message.state = next,
                state if state == next && is_own => return Ok(None),
                MessageState::Answered => {
                    return Err(done_by(seen.handler.as_ref(), "marked this message as answered"));
                }
                MessageState::Spam => {
                    return Err(done_by(seen.handler.as_ref(), "marked this message as spam"));
                }
            }
            action
        }
    };
    if what != MessageAct::Take {
        message.handled = Some((actor, act.now));
    }
    let audit = act.audit(Some(actor), action, ("contact_message", id));
    Ok(Some(MessageChange { message, mail, audit }))
}

fn done_by(name: Option<&PersonName>, what: &str) -> Refusal {
    let name = name.map_or_else(|| "Someone".to_owned(), |name| format!("{} {}", name.first, name.last));
    Refusal::new(Code::Conflict, format!("{name} has already {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::testing::act;
    use crate::shared::NAME_MAX;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: Uuid = Uuid::from_u128(2);
    const BO: Uuid = Uuid::from_u128(3);

    fn form() -> ContactForm {
        ContactForm {
            full_name: "Ada Lopez".to_owned(),
            email: "ada@school.example".to_owned(),
            phone: None,
            subject: Subject::MediaRequest,
            message: "May I quote\nthe report?".to_owned(),
            is_teacher: false,
            reference: Some(" ".to_owned()),
            open_for: FASTEST,
        }
    }

    fn letter() -> Letter {
        Letter::parse(&form()).expect("a letter").0
    }

    fn mailboxes() -> Mailboxes {
        Mailboxes::new(|department| EmailAddress::stored(format!("{}@forum.example", department.as_str())))
    }

    fn received(by_person: bool) -> NewMessage {
        receive(letter(), by_person, &mailboxes(), &act(NOON))
    }

    #[test]
    fn every_field_is_checked_and_no_line_break_or_address_reaches_a_header() {
        type Edit = fn(&mut ContactForm);
        let table: [(Edit, &[(&str, &str)]); 11] = [
            (
                |form| form.full_name = "Ada\r\nBcc: x@example.org".into(),
                &[("/full_name", "invalid_text"), ("/full_name", "url_in_name")],
            ),
            (|form| form.full_name = "Ada\nLopez".into(), &[("/full_name", "invalid_text")]),
            (|form| form.full_name = "see evil.com".into(), &[("/full_name", "url_in_name")]),
            (|form| form.full_name = "x".repeat(NAME_MAX + 1), &[("/full_name", "too_long")]),
            (|form| form.full_name = " ".into(), &[("/full_name", "required")]),
            (
                |form| form.email = "ada@school.example\r\nBcc: x@example.org".into(),
                &[("/email", "invalid_text")],
            ),
            (|form| form.email = "ada@school.example, x@example.org".into(), &[("/email", "invalid_email")]),
            (|form| form.phone = Some("1".repeat(PHONE_MAX + 1)), &[("/phone", "too_long")]),
            (|form| form.message = "é".repeat(MESSAGE_MAX + 1), &[("/message", "too_long")]),
            (|form| form.message = "a\u{0}b".into(), &[("/message", "invalid_text")]),
            (
                |form| (form.message, form.email) = (String::new(), String::new()),
                &[("/email", "required"), ("/message", "required")],
            ),
        ];
        for (edit, expected) in table {
            let mut wrong = form();
            edit(&mut wrong);
            let Invalid(errors) = Letter::parse(&wrong).expect_err("refused");
            let found: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
            assert_eq!(found, expected);
        }
        let longest = ContactForm { message: "é".repeat(MESSAGE_MAX), ..form() };
        assert!(Letter::parse(&longest).is_ok());
    }

    #[test]
    fn a_filled_hidden_field_or_less_than_two_seconds_is_a_program() {
        let by_person = |reference: &str, open_for| {
            let form = ContactForm { reference: Some(reference.to_owned()), open_for, ..form() };
            Letter::parse(&form).expect("a letter").1
        };
        assert!(by_person("", FASTEST) && by_person(" ", Duration::hours(9)));
        assert!(!by_person("", FASTEST - Duration::MILLISECOND) && !by_person("x", Duration::hours(9)));
    }

    #[test]
    fn a_message_is_mailed_to_the_department_of_its_subject_and_spam_is_not_mailed() {
        let expected = ["forum", "forum", "media", "media", "general"];
        for (subject, department) in Subject::ALL.into_iter().zip(expected) {
            let new = receive(Letter { subject, ..letter() }, true, &mailboxes(), &act(NOON));
            let mail = new.mail.expect("a mail");
            assert_eq!(mail.to.as_str(), format!("{department}@forum.example"), "{subject:?}");
            assert_eq!((new.message.mail_id, new.message.state), (Some(mail.id), MessageState::New));
        }
        let spam = received(false);
        assert_eq!((spam.mail, spam.message.mail_id, spam.message.state), (None, None, MessageState::Spam));
    }

    #[test]
    fn the_subjects_are_those_of_the_form() {
        let form = include_str!("../../../../ui/src/content/marketing/contact.ts");
        for subject in Subject::ALL {
            let option = format!("{{ value: '{}', label: '{}' }}", subject.as_str(), subject.label());
            assert!(form.contains(&option), "{option}");
        }
        assert_eq!(form.matches("{ value: '").count(), Subject::ALL.len());
    }

    /// What a message in this state, which Ana has marked or taken, becomes.
    fn changed(state: MessageState, what: MessageAct, actor: Uuid) -> Result<Option<MessageChange>, Refusal> {
        let mut message = received(true).message;
        message.state = state;
        message.handled = (state != MessageState::New).then_some((ANA, NOON));
        message.owner_id = Some(ANA);
        let name = || Some(PersonName { first: "Ana".to_owned(), last: "Li".to_owned() });
        let seen = SignedMessage { message, owner: name(), handler: name() };
        change(&seen, what, actor, &mailboxes(), &act(NOON + Duration::HOUR))
    }

    #[test]
    fn the_second_of_two_administrators_learns_of_the_first_and_a_repeated_act_changes_nothing() {
        use MessageAct::{Answer, MarkAsSpam, Reopen, Take};
        use MessageState::{Answered, New, Spam};
        let conflict = |words: &str| Err(format!("Ana Li has already {words}."));
        let answered = || conflict("marked this message as answered");
        let spam = || conflict("marked this message as spam");
        let table = [
            (New, Answer, BO, Ok(Some((Answered, "contact_message.answered")))),
            (New, MarkAsSpam, BO, Ok(Some((Spam, "contact_message.marked_as_spam")))),
            (New, Reopen, BO, Ok(None)),
            (Answered, Answer, ANA, Ok(None)),
            (Answered, Answer, BO, answered()),
            (Answered, MarkAsSpam, ANA, answered()),
            (Answered, Reopen, BO, Ok(Some((New, "contact_message.reopened")))),
            (Spam, MarkAsSpam, ANA, Ok(None)),
            (Spam, MarkAsSpam, BO, spam()),
            (Spam, Answer, BO, spam()),
            (Spam, Reopen, BO, Ok(Some((New, "contact_message.reopened")))),
            (New, Take, ANA, Ok(None)),
            (New, Take, BO, conflict("taken this message")),
        ];
        for (state, what, actor, expected) in table {
            let found = changed(state, what, actor);
            let found = found.map(|change| change.map(|change| (change.message.state, change.audit.action)));
            let found = found.map_err(|refusal| refusal.to_string());
            assert_eq!(found, expected, "{what:?} by {actor} in {state:?}");
        }
        let change = changed(New, Answer, BO).expect("a change").expect("a change");
        assert_eq!(change.message.handled, Some((BO, NOON + Duration::HOUR)));
        assert!(change.mail.is_none());
    }

    #[test]
    fn a_message_that_was_no_spam_is_mailed_once_and_one_of_a_deleted_account_can_be_taken() {
        let spam = SignedMessage { message: received(false).message, owner: None, handler: None };
        let reopened = change(&spam, MessageAct::Reopen, BO, &mailboxes(), &act(NOON));
        let reopened = reopened.expect("a change").expect("a change");
        let mail = reopened.mail.expect("a mail");
        assert_eq!((mail.to.as_str(), reopened.message.mail_id), ("media@forum.example", Some(mail.id)));
        let again = ContactMessage { state: MessageState::Spam, ..reopened.message };
        let again = SignedMessage { message: again, ..spam };
        let change_of = |seen: &SignedMessage, what| {
            change(seen, what, BO, &mailboxes(), &act(NOON)).expect("a change").expect("a change")
        };
        assert!(change_of(&again, MessageAct::Reopen).mail.is_none());
        let left = ContactMessage { owner_id: Some(ANA), ..again.message };
        let taken = change_of(&SignedMessage { message: left, ..again }, MessageAct::Take).message;
        assert_eq!((taken.owner_id, taken.handled), (Some(BO), Some((BO, NOON))));
    }
}
