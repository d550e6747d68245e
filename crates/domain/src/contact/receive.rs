use time::Duration;

use super::message::{ContactMessage, Letter, MESSAGE_MAX, Mailboxes, MessageState, PHONE_MAX, Subject};
use crate::act::Act;
use crate::contact::ContactMessages;
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, Fault, FieldError, Invalid, TextRule, name_part};

/// A person needs longer to fill in the form.
const FASTEST: Duration = Duration::seconds(2);

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
}

#[derive(Debug, Clone)]
pub struct NewMessage {
    pub message: ContactMessage,
    pub mail: Option<OutgoingMail>,
    pub record: Option<RequestRecord>,
}

impl ContactMessages {
    /// Stores a letter and mails it to the department of its subject, unless no person seems to have written it.
    pub async fn receive(
        &self,
        letter: Letter,
        by_person: bool,
        record: Option<RequestRecord>,
    ) -> Result<(), Fault> {
        self.store.add(receive(letter, by_person, record, &self.mailboxes, &self.acts.begin())).await
    }
}

pub fn receive(
    letter: Letter,
    by_person: bool,
    record: Option<RequestRecord>,
    mailboxes: &Mailboxes,
    act: &Act,
) -> NewMessage {
    let mail = by_person.then(|| mailboxes.mail_about(&letter, act));
    let message = ContactMessage {
        id: act.ordered_id(),
        letter,
        received_at: act.now,
        state: if by_person { MessageState::New } else { MessageState::Spam },
        mail_id: mail.as_ref().map(|mail| mail.id),
        owner: None,
        handled: None,
    };
    NewMessage { message, mail, record }
}

#[cfg(test)]
pub(super) mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::mail::testing::act;
    use crate::shared::NAME_MAX;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

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

    pub fn mailboxes() -> Mailboxes {
        Mailboxes::new(|department| EmailAddress::stored(format!("{}@forum.example", department.as_str())))
    }

    pub fn received(subject: Subject, by_person: bool) -> NewMessage {
        let (letter, _) = Letter::parse(&ContactForm { subject, ..form() }).expect("a letter");
        receive(letter, by_person, None, &mailboxes(), &act(NOON))
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
            let new = received(subject, true);
            let mail = new.mail.expect("a mail");
            assert_eq!(mail.to.as_str(), format!("{department}@forum.example"), "{subject:?}");
            assert_eq!((new.message.mail_id, new.message.state), (Some(mail.id), MessageState::New));
        }
        let spam = received(Subject::MediaRequest, false);
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
}
