//! Fills a database with fictitious applicants and their applications, for the bench and for demonstrations. The seed
//! number determines everything except the dates.
//!
//! PostgreSQL generates the rows, a few thousand per statement. `material` has the words and `statements` the SQL. The
//! applicants have no password, so signing in as one of them is impossible.

mod material;
mod statements;

use forum_adapters::postgres::ConnectionPool;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;
use sqlx::{Connection, PgConnection};
use time::OffsetDateTime;

/// Number of applications that one statement generates.
const BATCH: i64 = 4_000;

/// Domain of all addresses. Registration below `.example` is impossible (RFC 2606).
const DOMAIN: &str = "seeded.example";

#[derive(Debug, Clone, Copy)]
pub struct Seed {
    pub applications: u32,
    /// Each number generates different people and can be used only once in a database.
    pub number: i64,
    /// The applications are spread over the three years before this time.
    pub until: OffsetDateTime,
}

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error(
        "the database contains {0} applications of real people; --beside-real adds fictitious ones to them"
    )]
    RealApplications(i64),
    #[error("this database already contains seed {0}; another --seed adds other people")]
    Repeated(i64),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Seed {
    /// Writes the rows and brings the planner's statistics up to date. Refuses a database with other applications
    /// unless `beside_real` is set. An interrupted run leaves complete batches.
    ///
    /// # Errors
    /// See [`SeedError`].
    pub async fn sow(&self, pool: &ConnectionPool, beside_real: bool) -> Result<(), SeedError> {
        // The pool's statement timeout is for requests.
        let options = pool.options().clone().options([("statement_timeout", "0")]);
        let mut connection = PgConnection::connect_with(&options).await?;
        let seeded = self.sow_on(&mut connection, beside_real).await;
        connection.close().await?;
        seeded
    }

    async fn sow_on(&self, connection: &mut PgConnection, beside_real: bool) -> Result<(), SeedError> {
        let real: i64 = sqlx::query_scalar(statements::REAL).bind(DOMAIN).fetch_one(&mut *connection).await?;
        if real > 0 && !beside_real {
            return Err(SeedError::RealApplications(real));
        }
        if sqlx::query_scalar(statements::IS_REPEATED).bind(self.number).fetch_one(&mut *connection).await? {
            return Err(SeedError::Repeated(self.number));
        }
        sqlx::raw_sql(statements::PICK).execute(&mut *connection).await?;
        self.bound(statements::REVIEWERS, 0, 0).execute(&mut *connection).await?;
        let last = i64::from(self.applications);
        for from in (1..=last).step_by(BATCH as usize) {
            let to = last.min(from + BATCH - 1);
            let mut tx = connection.begin().await?;
            for statement in statements::BATCH {
                self.bound(statement, from, to).execute(&mut *tx).await?;
            }
            tx.commit().await?;
        }
        // As the program's housekeeping does each hour.
        sqlx::raw_sql(statements::FOLD).execute(&mut *connection).await?;
        sqlx::raw_sql("analyze").execute(&mut *connection).await?;
        Ok(())
    }

    /// Every statement has the same parameters and uses those it needs.
    fn bound(&self, statement: &'static str, from: i64, to: i64) -> Query<'static, Postgres, PgArguments> {
        let words = |words: &'static str| words.split(' ').collect::<Vec<_>>();
        let places: Vec<&str> =
            material::PLACES.iter().flat_map(|(place, often)| std::iter::repeat_n(*place, *often)).collect();
        sqlx::query(statement)
            .bind(self.number)
            .bind(from)
            .bind(to)
            .bind(i64::from(self.applications))
            .bind(self.until)
            .bind(DOMAIN)
            .bind(words(material::FIRST_NAMES))
            .bind(words(material::LAST_NAMES))
            .bind(material::POSITIONS)
            .bind(places)
            .bind(material::DISTRICTS)
            .bind(material::SUBJECTS)
            .bind(material::STREETS)
            .bind(material::EXPERIENCES)
            .bind(material::NOTES)
            .bind(words(material::NAME_STARTS))
            .bind(words(material::NAME_ENDS))
    }
}
