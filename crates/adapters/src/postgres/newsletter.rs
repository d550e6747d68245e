//! The subscribers of the newsletter.

use async_trait::async_trait;
use forum_domain::newsletter::{
    GrowthWeek, NewsletterStore, Preferences, RequestDraft, RequestStep, Subscriber, SubscriberCounts,
    SubscriberFilter, SubscriberSort, SubscriberState, SubscriptionForm, WEEKS,
};
use forum_domain::shared::{Batches, Code, EmailAddress, Fault, Listing, PageRequest, Refusal, Step};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Encode, FromRow, PgConnection, PgExecutor, Postgres, QueryBuilder, Type};
use time::{Date, Duration, OffsetDateTime, Time, UtcOffset};
use uuid::Uuid;

use crate::postgres::accounts::user::lock_address;
use crate::postgres::connection::export::{batches, begin};
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::connection::keyset::{self, Columns};
use crate::postgres::connection::search::{by_state, push_words};
use crate::postgres::idempotency;
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
    async fn request(&self, email: EmailAddress, step: RequestStep) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &email).await?;
        let seen = find(&mut *tx, "lower(email) = $1 for update", email.key()).await?;
        let RequestDraft { subscriber, mail, record } = step(seen);
        store(&mut tx, &subscriber).await?;
        outbox::queue(&mut tx, &mail).await?;
        idempotency::insert(&mut tx, record.as_ref()).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "newsletter.find_by_email", skip_all)]
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<Subscriber>, Fault> {
        find(&self.pool, "lower(email) = $1", email.key()).await
    }

    #[tracing::instrument(name = "newsletter.find", skip_all)]
    async fn find(&self, id: Uuid) -> Result<Option<Subscriber>, Fault> {
        find(&self.pool, "id = $1", id).await
    }

    #[tracing::instrument(name = "newsletter.change", skip_all)]
    async fn change(
        &self,
        id: Uuid,
        step: Step<Subscriber, Option<Subscriber>>,
    ) -> Result<Option<Subscriber>, Refusal> {
        let mut tx = self.pool.begin().await?;
        let seen = find(&mut *tx, "id = $1 for update", id).await?.ok_or(Code::NotFound)?;
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
                query.push(" and state = ").push_bind(state.as_str());
            }
            if let Some(words) = &words {
                push_words(query, words, None);
            }
        };
        let mut connection = self.pool.acquire().await?;
        let rows: Listing<SubscriberRow> =
            keyset::read(&mut connection, SELECT, from, &COLUMNS, &page).await?;
        let counts = by_state(&mut connection, "newsletter_subscribers", SubscriberState::ALL).await?;
        connection.release();
        Ok((rows.try_map(Subscriber::try_from)?, counts))
    }

    #[tracing::instrument(name = "newsletter.export", skip_all)]
    async fn export(&self) -> Result<(u64, Batches<Subscriber>), Fault> {
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
        // Each of the two counts reads the table once.
        let weeks = sqlx::query!(
            r#"with changes as (
                   select date_bin('168 hours', subscribed_at, $1) as week, 1 as subscribed, 0 as unsubscribed
                   from newsletter_subscribers
                   union all
                   select date_bin('168 hours', unsubscribed_at, $1), 0, 1 from newsletter_subscribers
               )
               select week as "week!", coalesce(sum(subscribed), 0) as "subscribed!",
                      coalesce(sum(unsubscribed), 0) as "unsubscribed!"
               from generate_series($1::timestamptz, $2::timestamptz, interval '168 hours') as week
               left join changes using (week) group by week order by week"#,
            last - Duration::weeks(i64::from(WEEKS) - 1),
            last,
        );
        let weeks = weeks.fetch_all(&self.pool).await.map_err(fault)?.into_iter().map(|row| GrowthWeek {
            begins: row.week.to_offset(UtcOffset::UTC).date(),
            subscribed: row.subscribed.unsigned_abs(),
            unsubscribed: row.unsubscribed.unsigned_abs(),
        });
        Ok(weeks.collect())
    }
}

pub(crate) async fn find<'q>(
    executor: impl PgExecutor<'_>,
    condition: &'static str,
    value: impl Encode<'q, Postgres> + Type<Postgres> + Send + 'q,
) -> Result<Option<Subscriber>, Fault> {
    let statement = format!("select {SELECT} from newsletter_subscribers where {condition}");
    let query = sqlx::query_as(AssertSqlSafe(statement)).bind(value);
    let row: Option<SubscriberRow> = query.fetch_optional(executor).await.map_err(fault)?;
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
