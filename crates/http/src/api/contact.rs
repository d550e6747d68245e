//! `/contact-messages` and `/admin/contact-messages`: the contact form, and its messages for administrators.

use std::sync::Arc;

use forum_domain::contact::{
    self as domain, ContactForm, ContactMessages, Department, Letter, MESSAGE_MAX, MessageAct, MessageFilter,
    MessageState, PHONE_MAX, Signer, Subject,
};
use forum_domain::idempotency::{NewRequest, Requester};
use forum_domain::limits::{Bucket, RateLimit};
use forum_domain::shared::{NAME_MAX, SEARCH_MAX};
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Record, Recorded};
use crate::request::json::Form;
use crate::request::limits;
use crate::request::list::{self, Cursor, Limit, Offset, Page, search_text};
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, JsonResponse, Success};
use crate::response::schema_types::{Email, Filled, Length, Nullable, Optional, Text};
use crate::response::words::Word;

/// A message to the organization.
#[derive(Object)]
pub(crate) struct ContactMessageRequest {
    /// The writer's name, without a web address.
    full_name: Filled<NAME_MAX>,
    /// Where the organization can answer. No email is sent to it.
    email: Email,
    /// The writer's telephone number.
    phone: Optional<Length<0, PHONE_MAX>>,
    subject: Word<Subject>,
    /// Plain text.
    message: Filled<MESSAGE_MAX>,
    /// Whether the writer is a current or former classroom teacher.
    is_teacher: bool,
    /// A reference of the organization's own forms. Leave it empty.
    reference: Optional<Length<0, 200>>,
    /// Milliseconds for which the form was open.
    open_ms: u32,
}

/// The message is stored.
#[derive(Object)]
pub(crate) struct ContactReceipt {
    department: Word<Department>,
}

/// A message of the contact form.
#[derive(Object)]
pub(crate) struct ContactMessage {
    /// Identifies the message.
    id: Uuid,
    /// The writer's name.
    full_name: String,
    /// The address that the writer typed. Nobody has confirmed it.
    email: Email,
    /// The writer's telephone number.
    phone: Nullable<String>,
    subject: Word<Subject>,
    /// Plain text.
    message: String,
    /// Whether the writer is a current or former classroom teacher.
    is_teacher: bool,
    state: Word<MessageState>,
    /// When the message arrived.
    received_at: OffsetDateTime,
    /// The administrator who took the message.
    owner_id: Nullable<Uuid>,
    /// The owner's first and last name. Null after account deletion.
    owner_name: Nullable<String>,
    /// The administrator who last changed the state.
    handled_by: Nullable<Uuid>,
    /// The first and last name of that administrator. Null after account deletion.
    handler_name: Nullable<String>,
    /// When the state last changed.
    handled_at: Nullable<OffsetDateTime>,
}

impl From<domain::ContactMessage> for ContactMessage {
    fn from(message: domain::ContactMessage) -> Self {
        let domain::ContactMessage { id, letter, received_at, state, mail_id: _, owner, handled } = message;
        let Letter { full_name, email, phone, subject, text, is_teacher } = letter;
        let (handler, handled_at) = handled.unzip();
        let signed = |signer: Option<Signer>| {
            let (id, name) = signer.map(|signer| (signer.id, signer.name)).unzip();
            let name = name.flatten().map(|name| format!("{} {}", name.first, name.last));
            (Nullable(id), Nullable(name))
        };
        let ((owner_id, owner_name), (handled_by, handler_name)) = (signed(owner), signed(handler));
        Self {
            id,
            full_name,
            email: Email::from(&email),
            phone: Nullable(phone),
            subject: subject.into(),
            message: text,
            is_teacher,
            state: state.into(),
            received_at,
            owner_id,
            owner_name,
            handled_by,
            handler_name,
            handled_at: Nullable(handled_at),
        }
    }
}

/// The number of messages by state, regardless of the filter.
#[derive(Object)]
pub(crate) struct ContactMessageCounts {
    /// Messages that wait for an answer.
    new: u64,
    /// Messages that an administrator marked as answered.
    answered: u64,
    /// Messages that the site or an administrator took for spam.
    spam: u64,
}

/// A page of the messages, the newest first.
#[derive(Object)]
pub(crate) struct ContactMessagePage {
    #[oai(flatten)]
    page: Page<ContactMessage>,
    counts: ContactMessageCounts,
}

error_codes!(SendCodes: [NotFound], BODY, TEXT, REPEATABLE);
error_codes!(ListCodes: [NotFound, InvalidCursor], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(ActCodes: [NotFound], SIGNED_IN, ADMIN);
error_codes!(ConflictCodes: [NotFound, Conflict], SIGNED_IN, ADMIN);

pub(crate) struct ContactApi {
    pub(crate) contact: Arc<ContactMessages>,
}

#[OpenApi(tag = "Tag::Contact")]
impl ContactApi {
    /// Send a message to the organization
    ///
    /// The message is mailed to the department of its subject, whose reply goes to the writer.
    #[oai(path = "/contact-messages", method = "post", operation_id = "send_contact_message")]
    async fn send_contact_message(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<ContactMessageRequest>,
    ) -> Result<Recorded<Accepted<ContactReceipt>>, ApiError<SendCodes>> {
        let ContactMessageRequest {
            full_name,
            email,
            phone,
            subject,
            message,
            is_teacher,
            reference,
            open_ms,
        } = form.body;
        let (letter, by_person) = Letter::parse(&ContactForm {
            full_name: full_name.0,
            email: email.0,
            phone: Text::given(phone),
            subject: subject.0,
            message: message.0,
            is_teacher,
            reference: Text::given(reference),
            open_for: Duration::milliseconds(open_ms.into()),
        })?;
        let (address, network) = (letter.email.as_str().to_owned(), client_network(request));
        let network = network.as_deref();
        let receipt = || JsonResponse::<202, _>(ContactReceipt { department: subject.0.department().into() });
        let act = |new: Option<NewRequest>| async {
            let buckets = [
                Bucket::of_network(&RateLimit::CONTACT_FROM_NETWORK, network),
                Bucket::of_address(&RateLimit::CONTACT_OF_ADDRESS, &address),
                Bucket::of_site(&RateLimit::CONTACT_MESSAGES),
            ];
            limits::limits(request)?.count(buckets).await?;
            let record = new.map(|new| new.answered(receipt().record(), None));
            self.contact.receive(letter, by_person, record).await?;
            Ok::<_, Problem>(receipt().record())
        };
        Ok(key.recorded(Requester::Client { network, address: &address }, &form.raw, act).await?)
    }

    /// List the messages of the contact form
    ///
    /// A page of the messages that match the filter, the newest first, and the number of all messages by state.
    #[oai(path = "/admin/contact-messages", method = "get", operation_id = "list_contact_messages")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn list_contact_messages(
        &self,
        Reading(reader): Reading,
        /// Only messages in this state.
        state: Query<Option<Word<MessageState>>>,
        /// Only messages with this subject.
        subject: Query<Option<Word<Subject>>>,
        /// Only messages in which each of these words, in any order, occurs in the name, the email address or the
        /// message. Case, accents and apostrophes are ignored. A word of one or two characters must begin a word.
        q: Query<Option<Text<Length<0, SEARCH_MAX>>>>,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
    ) -> Result<Success<ContactMessagePage>, ApiError<ListCodes>> {
        let query = search_text(Text::given(q.0).as_deref())?;
        let (state, subject) = (state.0.map(|word| word.0), subject.0.map(|word| word.0));
        let filter = MessageFilter { state, subject, query };
        let page = list::list_page(limit, offset, cursor, |page| filter.page(page))?;
        let (listing, [new, answered, spam]) = self.contact.list(&reader, filter, page).await?;
        let counts = ContactMessageCounts { new, answered, spam };
        Ok(JsonResponse(ContactMessagePage { page: Page::of(listing, ContactMessage::from), counts }))
    }

    /// Take a message
    ///
    /// The caller becomes its owner. Other administrators see the name.
    #[oai(path = "/admin/contact-messages/:id/owner", method = "post", operation_id = "take_contact_message")]
    async fn take_contact_message(
        &self,
        Admin(admin): Admin,
        /// The id of the message.
        id: Path<Uuid>,
    ) -> Result<Success<ContactMessage>, ApiError<ConflictCodes>> {
        Ok(JsonResponse(self.contact.change(&admin, id.0, MessageAct::Take).await?.into()))
    }

    /// Mark a message as answered
    ///
    /// Only new messages can be marked. Repeating it has no effect.
    #[oai(
        path = "/admin/contact-messages/:id/answered",
        method = "post",
        operation_id = "answer_contact_message"
    )]
    async fn answer_contact_message(
        &self,
        Admin(admin): Admin,
        /// The id of the message.
        id: Path<Uuid>,
    ) -> Result<Success<ContactMessage>, ApiError<ConflictCodes>> {
        Ok(JsonResponse(
            self.contact.change(&admin, id.0, MessageAct::Mark(MessageState::Answered)).await?.into(),
        ))
    }

    /// Mark a message as spam
    ///
    /// Only new messages can be marked. Repeating it has no effect.
    #[oai(
        path = "/admin/contact-messages/:id/spam",
        method = "post",
        operation_id = "mark_contact_message_as_spam"
    )]
    async fn mark_contact_message_as_spam(
        &self,
        Admin(admin): Admin,
        /// The id of the message.
        id: Path<Uuid>,
    ) -> Result<Success<ContactMessage>, ApiError<ConflictCodes>> {
        Ok(JsonResponse(
            self.contact.change(&admin, id.0, MessageAct::Mark(MessageState::Spam)).await?.into(),
        ))
    }

    /// Reopen a message
    ///
    /// The message is new again. One that was never mailed, because it seemed to be spam, is mailed now.
    #[oai(
        path = "/admin/contact-messages/:id/reopen",
        method = "post",
        operation_id = "reopen_contact_message"
    )]
    async fn reopen_contact_message(
        &self,
        Admin(admin): Admin,
        /// The id of the message.
        id: Path<Uuid>,
    ) -> Result<Success<ContactMessage>, ApiError<ActCodes>> {
        Ok(JsonResponse(self.contact.change(&admin, id.0, MessageAct::Mark(MessageState::New)).await?.into()))
    }
}
