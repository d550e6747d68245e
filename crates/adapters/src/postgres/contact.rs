//! Messages of the contact form.

use async_trait::async_trait;
use forum_domain::contact::{
    ContactMessage, ContactStore, Letter, MessageChange, MessageCounts, MessageFilter, MessageSort,
    MessageState, NewMessage, Signer, Subject,
};
use forum_domain::shared::{Code, EmailAddress, Fault, Listing, PageRequest, Refusal, Step};
use sqlx::{Encode, FromRow, PgExecutor, Postgres, QueryBuilder, Type};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_actor;
use crate::postgres::applications::application::name;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{fault, unknown};
use crate::postgres::connection::keyset::{self, Columns};
use crate::postgres::connection::search::{by_state, push_words};
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgContactStore;

#[derive(FromRow)]
struct MessageRow {
    id: Uuid,
    full_name: String,
    email: String,
    phone: Option<String>,
    subject: String,
    text: String,
    is_teacher: bool,
    received_at: OffsetDateTime,
    state: String,
    mail_id: Option<Uuid>,
    owner_id: Option<Uuid>,
    owner_first: Option<String>,
    owner_last: Option<String>,
    handled_by: Option<Uuid>,
    handled_at: Option<OffsetDateTime>,
    handler_first: Option<String>,
    handler_last: Option<String>,
}

impl TryFrom<MessageRow> for ContactMessage {
    type Error = Fault;

    fn try_from(row: MessageRow) -> Result<Self, Fault> {
        let letter = Letter {
            full_name: row.full_name,
            email: EmailAddress::stored(row.email),
            phone: row.phone,
            subject: Subject::parse(&row.subject).ok_or_else(|| unknown("subject", &row.subject))?,
            text: row.text,
            is_teacher: row.is_teacher,
        };
        let (owner, handler) =
            (name(row.owner_first, row.owner_last), name(row.handler_first, row.handler_last));
        let handler = row.handled_by.map(|id| Signer { id, name: handler });
        Ok(Self {
            id: row.id,
            letter,
            received_at: row.received_at,
            state: MessageState::parse(&row.state).ok_or_else(|| unknown("message state", &row.state))?,
            mail_id: row.mail_id,
            owner: row.owner_id.map(|id| Signer { id, name: owner }),
            handled: handler.zip(row.handled_at),
        })
    }
}

const SELECT: &str = "l.id, l.full_name, l.email, l.phone, l.subject, l.text, l.is_teacher, l.received_at, l.state, l.mail_id, l.owner_id, l.handled_by, l.handled_at, o.first_name as owner_first, o.last_name as owner_last, h.first_name as handler_first, h.last_name as handler_last";
const FROM: &str = " from contact_messages l left join profiles o on o.user_id = l.owner_id left join profiles h on h.user_id = l.handled_by where true";

const COLUMNS: Columns = Columns { keys: &["l.received_at"], id: "l.id" };

/// The newest messages whose `column` has this value, newest first.
pub(crate) async fn newest_of<'v>(
    executor: impl PgExecutor<'_>,
    column: &'static str,
    value: impl Encode<'v, Postgres> + Type<Postgres> + 'v,
    limit: u32,
) -> Result<Vec<ContactMessage>, Fault> {
    let mut query = QueryBuilder::new(format!("select {SELECT}{FROM} and {column} = "));
    query.push_bind(value).push(" order by l.received_at desc, l.id desc limit ").push_bind(i64::from(limit));
    let rows: Vec<MessageRow> = query.build_query_as().fetch_all(executor).await.map_err(fault)?;
    rows.into_iter().map(ContactMessage::try_from).collect()
}

#[async_trait]
impl ContactStore for PgContactStore {
    #[tracing::instrument(name = "contact.receive", skip_all)]
    async fn add(&self, NewMessage { message, mail, record }: NewMessage) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        let ContactMessage { id, letter, received_at, state, mail_id, .. } = message;
        execute!(
            &mut *tx,
            "insert into contact_messages
                 (id, full_name, email, phone, subject, text, is_teacher, received_at, state, mail_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            id,
            letter.full_name,
            letter.email.as_str(),
            letter.phone,
            letter.subject.as_str(),
            letter.text,
            letter.is_teacher,
            received_at,
            state.as_str(),
            mail_id,
        )?;
        if let Some(mail) = &mail {
            outbox::queue(&mut tx, mail).await?;
        }
        idempotency::insert(&mut tx, record.as_ref()).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "contact.list", skip_all)]
    async fn list(
        &self,
        filter: MessageFilter,
        page: PageRequest<MessageSort>,
    ) -> Result<(Listing<ContactMessage>, MessageCounts), Fault> {
        let words = filter.words();
        let from = |query: &mut QueryBuilder<Postgres>| {
            query.push(FROM);
            if let Some(state) = filter.state {
                query.push(" and l.state = ").push_bind(state.as_str());
            }
            if let Some(subject) = filter.subject {
                query.push(" and l.subject = ").push_bind(subject.as_str());
            }
            if let Some(words) = &words {
                push_words(query, words, None);
            }
        };
        let mut connection = self.pool.acquire().await?;
        let rows: Listing<MessageRow> = keyset::read(&mut connection, SELECT, from, &COLUMNS, &page).await?;
        let counts = by_state(&mut connection, "contact_messages", MessageState::ALL).await?;
        connection.release();
        Ok((rows.try_map(ContactMessage::try_from)?, counts))
    }

    #[tracing::instrument(name = "contact.change", skip_all)]
    async fn change(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<ContactMessage, Option<MessageChange>>,
    ) -> Result<ContactMessage, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, Some(actor)).await??;
        // A separate statement takes the lock, so that the next one sees what was committed during the wait.
        execute!(&mut *tx, "select from contact_messages where id = $1 for update", id)?;
        let seen = newest_of(&mut *tx, "l.id", id, 1).await?.pop().ok_or(Code::NotFound)?;
        let Some(MessageChange { message, mail, audit }) = step(&seen)? else { return Ok(seen) };
        let (handler, handled_at) = message.handled.as_ref().map(|(handler, at)| (handler.id, *at)).unzip();
        execute!(
            &mut *tx,
            "update contact_messages
             set state = $2, mail_id = $3, owner_id = $4, handled_by = $5, handled_at = $6 where id = $1",
            id,
            message.state.as_str(),
            message.mail_id,
            message.owner.as_ref().map(|owner| owner.id),
            handler,
            handled_at,
        )?;
        if let Some(mail) = &mail {
            outbox::queue(&mut tx, mail).await?;
        }
        audit_log::insert(&mut tx, &audit).await?;
        self.mails.commit(tx).await?;
        Ok(message)
    }

    #[tracing::instrument(name = "contact.letter_of", skip_all)]
    async fn letter_of(&self, mail_id: Uuid) -> Result<Option<Letter>, Fault> {
        let message = newest_of(&self.pool, "l.mail_id", mail_id, 1).await?.pop();
        Ok(message.map(|message| message.letter))
    }
}
