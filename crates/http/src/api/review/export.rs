//! `GET /admin/applications/export`: the list as a CSV file, streamed while it is read.

use std::sync::Arc;

use forum_domain::applications::{Export, ExportRequest, Review};
use forum_domain::audit::ActError;
use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use time::Date;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::api::applications::views::StatusWord;
use crate::api::review::application_csv;
use crate::api::review::operations::{Instant, SearchText, SortWord, StateText, SubjectText, filter};
use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::keyed_limit::KeyedLimit;
use crate::request::list::{OrderWord, descending};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::problem::{Problem, into_problem};
use crate::response::responses::documented_file;

/// Maximum number of running exports. Each holds a database connection.
const MAX_RUNNING: usize = 2;
/// Maximum number of running exports per user, and `Retry-After` of another one.
const MAX_PER_USER: usize = 1;
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);
const CSV: &str = "text/csv";
/// States encoding and header row, so that programs need not guess (RFC 4180, section 3).
const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

into_problem!(ActError {
    ActError::Former(_) => Code::Forbidden,
    ActError::Fault(fault) => fault,
});

error_codes!(ExportCodes: [], SIGNED_IN, ADMIN, QUERY, TEXT);

pub(crate) struct ReviewExportApi {
    review: Arc<Review>,
    exports: Arc<Semaphore>,
    of_user: KeyedLimit<Uuid>,
}

impl ReviewExportApi {
    pub(crate) fn new(review: Arc<Review>) -> Self {
        Self { review, exports: Arc::new(Semaphore::new(MAX_RUNNING)), of_user: KeyedLimit::default() }
    }
}

pub(crate) struct CsvFile {
    date: Date,
    content: Body,
}

impl IntoResponse for CsvFile {
    fn into_response(self) -> Response {
        let name = format!("attachment; filename=\"applications-{}.csv\"", self.date);
        let response = Response::builder().content_type(CONTENT_TYPE);
        response.header(header::CONTENT_DISPOSITION, name).body(self.content)
    }
}

impl ApiResponse for CsvFile {
    fn meta() -> MetaResponses {
        let schema = MetaSchema::new("string");
        MetaResponses { responses: vec![documented_file(CSV, schema)] }
    }

    fn register(_registry: &mut Registry) {}
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewExportApi {
    /// Export applications
    ///
    /// A CSV file (RFC 4180, UTF-8) of all applications that match the filter, read in one snapshot. The header row
    /// names the fields, and list items are separated by `; `. To prevent formula injection, an apostrophe precedes
    /// every value that begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a carriage return. The export
    /// is logged. An administrator can run one export at a time.
    #[oai(path = "/export", method = "get", operation_id = "export_applications")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn export_applications(
        &self,
        Admin(admin): Admin,
        /// Only applications with this status.
        status: Query<Option<StatusWord>>,
        /// Only applications in which each of these words, in any order, occurs in the name, email address, teaching
        /// position, school district, city, state or subjects. Case, accents and apostrophes are ignored. A word of one
        /// or two characters must begin a word.
        q: SearchText,
        /// Only applications from this state: the name or the code of a US state or territory, or another text.
        state: StateText,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Instant,
        /// Only applications submitted before this time.
        submitted_before: Instant,
        /// The sort field, as in the list.
        #[oai(default)]
        sort: Query<SortWord>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<OrderWord>,
    ) -> Result<CsvFile, ApiError<ExportCodes>> {
        let filter = filter(status.0, q, state, subject, (submitted_after, submitted_before))?;
        let Some(of_user) = self.of_user.begin(admin.caller().user.id, 1, MAX_PER_USER) else {
            let detail = "An export of yours is being made or sent already. Please wait until it is there.";
            return Err(Problem::new(Code::RateLimited, detail).retry_after(RETRY_AFTER).into());
        };
        let permit = self.exports.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        let request = ExportRequest { filter, sort: sort.0.into(), order: order.0.into() };
        let Export { at, mut rows, .. } = self.review.export(&admin, request).await?;
        // A fault before the first row still becomes a problem document.
        let first = rows.next().await?;
        Ok(CsvFile { date: at.date(), content: application_csv::body(first, rows, (permit, of_user)) })
    }
}
