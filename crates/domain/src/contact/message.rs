use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, PersonName, words};

/// Maximum number of characters of a message.
pub const MESSAGE_MAX: usize = 5_000;
pub const PHONE_MAX: usize = 40;

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
    /// The departments that have a subject in the form.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Department {
        General = "general",
        Media = "media",
        Forum = "forum",
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

    pub(super) fn mail_about(&self, letter: &Letter, act: &Act) -> OutgoingMail {
        act.mail(MailKind::ContactMessage, self.of(letter.subject.department()), &PersonName::none())
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

/// An administrator with the current name; `None` once the account is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signer {
    pub id: Uuid,
    pub name: Option<PersonName>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactMessage {
    pub id: Uuid,
    pub letter: Letter,
    pub received_at: OffsetDateTime,
    pub state: MessageState,
    /// The mail to the department. `None` until an administrator says that it is no spam.
    pub mail_id: Option<Uuid>,
    pub owner: Option<Signer>,
    /// Who last changed the state, and when.
    pub handled: Option<(Signer, OffsetDateTime)>,
}
