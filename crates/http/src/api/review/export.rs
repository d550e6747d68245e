//! `GET /admin/applications/export`: the list as a file for spreadsheets, sent while it is read.

use std::sync::Arc;

use forum_domain::applications::{Export, ExportRequest, Review};
use forum_domain::audit::ActError;
use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use time::Date;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::api::applications::views::StatusWord;
use crate::api::review::application_csv;
use crate::api::review::operations::{SearchText, SortWord, filter};
use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::keyed_limit::KeyedLimit;
use crate::request::list::{OrderWord, descending};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{ApiError, error_codes, response};

/// Exports under way at most; each holds a connection to the database.
const AT_ONCE: usize = 2;
/// Exports that a user may have under way, and `Retry-After` of another one.
const OF_A_USER: usize = 1;
const WAIT: time::Duration = time::Duration::seconds(10);
const CSV: &str = "text/csv";
/// With it, programs need not guess the encoding or whether there is a header row (RFC 4180, section 3).
const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

impl From<ActError> for Problem {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Former(_) => Code::Forbidden.into(),
            ActError::Fault(fault) => fault.into(),
        }
    }
}

error_codes!(ExportCodes: [], SIGNED_IN, ADMIN, QUERY, TEXT);

pub(crate) struct ReviewExportApi {
    review: Arc<Review>,
    exports: Arc<Semaphore>,
    of_user: KeyedLimit<Uuid>,
}

impl ReviewExportApi {
    pub(crate) fn new(review: Arc<Review>) -> Self {
        Self { review, exports: Arc::new(Semaphore::new(AT_ONCE)), of_user: KeyedLimit::default() }
    }
}

/// A CSV file to save.
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
        let schema = MetaSchemaRef::Inline(Box::new(MetaSchema::new("string")));
        let mut file = response(200, "Success.", vec![MetaMediaType { content_type: CSV, schema }]);
        file.headers.push(MetaHeader {
            name: "Content-Disposition".to_owned(),
            description: Some("Suggests a name for the file.".to_owned()),
            required: true,
            deprecated: false,
            schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("string"))),
        });
        MetaResponses { responses: vec![file] }
    }

    fn register(_registry: &mut Registry) {}
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewExportApi {
    /// Export applications
    ///
    /// A CSV file (RFC 4180, UTF-8) of all applications that match the filter, as of one moment; the header row names the
    /// fields, and the entries of a list are separated by `; `. So that no spreadsheet takes a text for a formula, an
    /// apostrophe stands before every value that begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a
    /// carriage return. The export is audited. An administrator gets one at a time.
    #[oai(path = "/export", method = "get", operation_id = "export_applications")]
    async fn export_applications(
        &self,
        Admin(admin): Admin,
        /// Only applications with this status.
        status: Query<Option<StatusWord>>,
        /// Only applications whose name, email address, teaching position or school district contains this text, in
        /// upper or lower case, with or without accents.
        q: SearchText,
        /// As in the list.
        #[oai(default)]
        sort: Query<SortWord>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<OrderWord>,
    ) -> Result<CsvFile, ApiError<ExportCodes>> {
        let filter = filter(status.0, q)?;
        let Some(of_user) = self.of_user.begin(admin.caller().user.id, 1, OF_A_USER) else {
            let detail = "An export of yours is being made or sent already. Please wait until it is there.";
            return Err(Problem::new(Code::RateLimited, detail).retry_after(WAIT).into());
        };
        let permit = self.exports.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        let request = ExportRequest { filter, sort: sort.0.into(), order: order.0.into() };
        let Export { at, mut rows, .. } = self.review.export(&admin, request).await?;
        // A fault before the first row is still a problem document.
        let first = rows.next().await?;
        Ok(CsvFile { date: at.date(), content: application_csv::body(first, rows, (permit, of_user)) })
    }
}
