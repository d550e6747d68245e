//! The subscribers of the newsletter.

use async_trait::async_trait;
use forum_domain::mail::MailKind;
use forum_domain::newsletter::{
    GrowthWeek, NewsletterStore, Preferences, RequestContext, RequestDraft, RequestStep, Subscriber,
    SubscriberCounts, SubscriberFilter, SubscriberSort, SubscriberState, SubscriptionForm, WEEKS,
};
use forum_domain::shared::{Code, EmailAddress, Fault, Listing, PageRequest, Refusal, Step};
use futures_util::stream::BoxStream;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Encode, FromRow, PgConnection, Postgres, QueryBuilder, Type};
use time::{Date, OffsetDateTime, Time};
use uuid::Uuid;

use crate::postgres::accounts::user::lock_address;
use crate::postgres::connection::export::{batches, begin};
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::connection::keyset::{self, Columns};
use crate::postgres::connection::search::push_words;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgNewsletterStore;

#[derive(FromRow)]
struct SubscriberRow {
    id: Uuid,
    email: String,
    first_name: Option<String>,
    is_educator: bool,
    form: String,
    consent_version: i32,
    consent: String,
    requested_at: Option<OffsetDateTime>,
    subscribed_at: Option<OffsetDateTime>,
    unsubscribed_at: Option<OffsetDateTime>,
}

impl TryFrom<SubscriberRow> for Subscriber {
    type Error = Fault;

    fn try_from(row: SubscriberRow) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            email: EmailAddress::stored(row.email),
            preferences: Preferences { first_name: row.first_name, is_educator: row.is_educator },
            form: SubscriptionForm::parse(&row.form).ok_or_else(|| unknown("form", &row.form))?,
            consent_version: row.consent_version,
            consent: row.consent,
            requested_at: row.requested_at,
            subscribed_at: row.subscribed_at,
            unsubscribed_at: row.unsubscribed_at,
        })
    }
}

const SELECT: &str = "id, email, first_name, is_educator, form, consent_version, consent, requested_at, \
    subscribed_at, unsubscribed_at";
const COLUMNS: Columns = Columns { keys: &["since"], id: "id" };

#[async_trait]
impl NewsletterStore for PgNewsletterStore {
    #[tracing::instrument(name = "newsletter.request", skip_all)]
    async fn request(
        &self,
        email: EmailAddress,
        since: OffsetDateTime,
        step: RequestStep,
    ) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &email).await?;
        let mails = sqlx::query_scalar!(
            r#"select count(*) as "mails!" from outbox
               where lower(to_email) = $1 and queued_at > $2 and kind = any($3)"#,
            email.key(),
            since,
            &MailKind::OF_NEWSLETTER.map(|kind| kind.as_str().to_owned()),
        )
        .fetch_one(&mut *tx)
        .await
        .map_err(fault)?;
        let subscriber = find(&mut tx, "lower(email) = $1 for update", email.key()).await?;
        let RequestDraft { subscriber, mail } =
            step(RequestContext { subscriber, mails: mails.unsigned_abs() });
        store(&mut tx, &subscriber).await?;
        outbox::queue(&mut tx, &mail).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "newsletter.find_by_email", skip_all)]
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<Subscriber>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let found = of_address(&mut connection, email).await;
        connection.release();
        found
    }

    #[tracing::instrument(name = "newsletter.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<Subscriber>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let found = find(&mut connection, "id = $1", id).await;
        connection.release();
        found
    }

    #[tracing::instrument(name = "newsletter.change", skip_all)]
    async fn change(
        &self,
        id: Uuid,
        step: Step<Subscriber, Option<Subscriber>>,
    ) -> Result<Option<Subscriber>, Refusal> {
        let mut tx = self.pool.begin().await?;
        let seen = find(&mut tx, "id = $1 for update", id).await?.ok_or(Code::NotFound)?;
        let next = step(&seen)?;
        match &next {
            Some(next) => store(&mut tx, next).await?,
            None => execute!(&mut *tx, "delete from newsletter_subscribers where id = $1", id)?,
        }
        tx.commit().await?;
        Ok(next)
    }

    #[tracing::instrument(name = "newsletter.list", skip_all)]
    async fn list(
        &self,
        filter: SubscriberFilter,
        page: PageRequest<SubscriberSort>,
    ) -> Result<(Listing<Subscriber>, SubscriberCounts), Fault> {
        let words = filter.words();
        let from = |query: &mut QueryBuilder<Postgres>| {
            query.push("from newsletter_subscribers l where true");
            if let Some(state) = filter.state {
                query.push(format_args!(" and state = '{}'", state.as_str()));
            }
            if let Some(words) = &words {
                push_words(query, words);
            }
        };
        let mut connection = self.pool.acquire().await?;
        let rows: Listing<SubscriberRow> =
            keyset::read(&mut connection, SELECT, from, &COLUMNS, &page).await?;
        let numbers =
            sqlx::query!(r#"select state, count(*) as "number!" from newsletter_subscribers group by state"#);
        let numbers = numbers.fetch_all(&mut *connection).await.map_err(fault)?;
        connection.release();
        let of = |state: SubscriberState| {
            let row = numbers.iter().find(|row| row.state == state.as_str());
            row.map_or(0, |row| row.number.unsigned_abs())
        };
        let counts = SubscriberCounts {
            pending: of(SubscriberState::Pending),
            subscribed: of(SubscriberState::Subscribed),
            unsubscribed: of(SubscriberState::Unsubscribed),
        };
        Ok((rows.try_map(Subscriber::try_from)?, counts))
    }

    #[tracing::instrument(name = "newsletter.export", skip_all)]
    async fn export(&self) -> Result<(u64, BoxStream<'static, Result<Vec<Subscriber>, Fault>>), Fault> {
        let mut tx = begin(&self.pool).await?;
        let total = sqlx::query_scalar!(
            r#"select count(*) as "total!" from newsletter_subscribers where state = 'subscribed'"#
        );
        let total = total.fetch_one(&mut *tx).await.map_err(fault)?;
        let query = QueryBuilder::new(format!(
            "declare subscribers no scroll cursor for select {SELECT} from newsletter_subscribers
             where state = 'subscribed' order by since, id"
        ));
        let decode =
            |row: &PgRow| -> Result<Subscriber, StoreError> { Ok(SubscriberRow::from_row(row)?.try_into()?) };
        Ok((total.unsigned_abs(), batches(tx, "subscribers", query, decode).await?))
    }

    #[tracing::instrument(name = "newsletter.growth", skip_all)]
    async fn growth(&self, last: Date) -> Result<Vec<GrowthWeek>, Fault> {
        let last = last.with_time(Time::MIDNIGHT).assume_utc();
        let weeks = sqlx::query!(
            r#"select week as "week!",
                      (select count(*) from newsletter_subscribers
                       where subscribed_at >= week and subscribed_at < week + interval '168 hours') as "subscribed!",
                      (select count(*) from newsletter_subscribers
                       where unsubscribed_at >= week and unsubscribed_at < week + interval '168 hours') as "unsubscribed!"
               from generate_series($1::timestamptz, $2::timestamptz, interval '168 hours') as week order by week"#,
            last - time::Duration::weeks(i64::from(WEEKS) - 1),
            last,
        );
        let weeks = weeks.fetch_all(&self.pool).await.map_err(fault)?.into_iter().map(|row| GrowthWeek {
            begins: row.week.to_offset(time::UtcOffset::UTC).date(),
            subscribed: row.subscribed.unsigned_abs(),
            unsubscribed: row.unsubscribed.unsigned_abs(),
        });
        Ok(weeks.collect())
    }
}

pub(crate) async fn of_address(
    connection: &mut PgConnection,
    email: &EmailAddress,
) -> Result<Option<Subscriber>, Fault> {
    find(connection, "lower(email) = $1", email.key()).await
}

async fn find<'q>(
    connection: &mut PgConnection,
    condition: &'static str,
    value: impl Encode<'q, Postgres> + Type<Postgres> + Send + 'q,
) -> Result<Option<Subscriber>, Fault> {
    let statement = format!("select {SELECT} from newsletter_subscribers where {condition}");
    let row: Option<SubscriberRow> = sqlx::query_as(AssertSqlSafe(statement))
        .bind(value)
        .fetch_optional(connection)
        .await
        .map_err(fault)?;
    row.map(Subscriber::try_from).transpose()
}

async fn store(connection: &mut PgConnection, subscriber: &Subscriber) -> Result<(), StoreError> {
    let Subscriber { preferences: Preferences { first_name, is_educator }, .. } = subscriber;
    execute!(
        connection,
        "insert into newsletter_subscribers
             (id, email, first_name, is_educator, form, consent_version, consent, requested_at, subscribed_at,
              unsubscribed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (id) do update
         set first_name = $3, is_educator = $4, form = $5, consent_version = $6, consent = $7, requested_at = $8,
             subscribed_at = $9, unsubscribed_at = $10",
        subscriber.id,
        subscriber.email.as_str(),
        first_name.as_deref(),
        is_educator,
        subscriber.form.as_str(),
        subscriber.consent_version,
        subscriber.consent,
        subscriber.requested_at,
        subscriber.subscribed_at,
        subscriber.unsubscribed_at,
    )
}
