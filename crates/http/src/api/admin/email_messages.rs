//! `/admin/email-messages`: the email log.

use std::sync::Arc;

use forum_domain::mail::{EmailMessages, MailRecord, MailSort, MailState};
use forum_domain::users::Actor;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::list::{self, Limit, LogCursor, LogPage};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{AcceptedEmpty, JsonResponse, Success};
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// An email.
#[derive(Object)]
pub(crate) struct EmailMessage {
    /// Identifies the email.
    id: Uuid,
    /// The recipient's address, masked.
    to: String,
    /// The kind of email: the name of a stored template, or of an account mail.
    template: String,
    state: Word<MailState>,
    /// Number of delivery attempts since it was queued or retried.
    attempts: u32,
    /// Time of the act that caused the mail.
    created_at: OffsetDateTime,
    /// Why the last attempt failed.
    last_error: Nullable<String>,
}

impl From<MailRecord> for EmailMessage {
    fn from(record: MailRecord) -> Self {
        let MailRecord { id, kind, to, state, attempts, queued_at, last_error } = record;
        let last_error = Nullable(last_error);
        let (template, state) = (kind, state.into());
        Self { id, to, template, state, attempts, created_at: queued_at, last_error }
    }
}

/// A page of the email log.
#[derive(Object)]
pub(crate) struct EmailMessagePage {
    #[oai(flatten)]
    page: LogPage<EmailMessage>,
}

error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, ADMIN, QUERY);
error_codes!(RetryCodes: [NotFound, Conflict], SIGNED_IN, ADMIN, KEY, REPEATABLE);

pub(crate) struct EmailMessagesApi {
    pub(crate) messages: Arc<EmailMessages>,
}

#[OpenApi(prefix_path = "/admin/email-messages", tag = "Tag::Email")]
impl EmailMessagesApi {
    /// List emails
    ///
    /// A page of the mail log, newest first. Sent mails are kept for a limited time.
    #[oai(path = "/", method = "get", operation_id = "list_email_messages")]
    async fn list_email_messages(
        &self,
        Reading(reader): Reading,
        /// Only emails in this state.
        state: Query<Option<Word<MailState>>>,
        limit: Limit,
        cursor: LogCursor,
    ) -> Result<Success<EmailMessagePage>, ApiError<ListCodes>> {
        let state = state.0.map(|word| word.0);
        let page = list::log_page(limit, cursor, |page| MailSort::page(state, page))?;
        let page = self.messages.list(&reader, state, page).await?;
        Ok(JsonResponse(EmailMessagePage { page: LogPage::of(page, EmailMessage::from) }))
    }

    /// Retry an email
    ///
    /// Queues a failed email again. The `Message-ID` stays the same, so that recipients can recognize a duplicate.
    #[oai(path = "/:id/retry", method = "post", operation_id = "retry_email_message")]
    async fn retry_email_message(
        &self,
        Admin(admin): Admin,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// The id of the email.
        id: Path<Uuid>,
    ) -> Result<Recorded<AcceptedEmpty>, ApiError<RetryCodes>> {
        let (actor, user_id) = (Actor::Administrator(&admin), admin.caller().user.id);
        let act = |key| self.messages.retry(actor, id.0, key);
        Ok(key.once(user_id, &[], |()| AcceptedEmpty, act).await?)
    }
}
