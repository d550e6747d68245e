//! `GET /admin/applications/export`: the list as a file.

pub(crate) mod columns;
pub(crate) mod csv_file;
mod xlsx_file;

use std::path::PathBuf;
use std::sync::Arc;

use forum_domain::accounts::Reader;
use forum_domain::applications::{
    ChangesFilter, ExportRequest, ExportRow, InternalColumns, MarkFilter, Review, ReviewFilter, ReviewSort,
    Status, TeamMark,
};
use forum_domain::headshots::Headshots;
use forum_domain::shared::{Export, Invalid, Order};
use futures_util::{StreamExt, TryStreamExt};
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, Enum, OpenApi};
use time::Date;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::api::review::export::columns::Sheet;
use crate::api::review::export::csv_file::CsvOptions;
use crate::api::review::{
    HasNotes, OnlyIds, OtherPlaces, Regions, SearchText, States, SubjectText, Time, filter,
};
use crate::api::tag::Tag;
use crate::request::auth::{Exporting, Standing};
use crate::request::keyed_limit::{KeyedLimit, Permit};
use crate::request::list::descending;
use crate::response::api_error::{ApiError, Codes, error_codes};
use crate::response::code::Code;
use crate::response::downloads::{PATIENCE, file_in_pieces};
use crate::response::problem::Problem;
use crate::response::responses::documented_file;
use crate::response::words::Word;

/// Maximum number of running exports. Each holds a database connection.
const MAX_RUNNING: usize = 2;
/// Maximum number of running exports per user, and `Retry-After` of another one.
const MAX_PER_USER: usize = 1;
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);
const CSV: &str = "text/csv";
/// States encoding and header row, so that programs need not guess (RFC 4180, section 3).
const CSV_WITH_PARAMETERS: &str = "text/csv; charset=utf-8; header=present";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

error_codes!(ExportCodes: [], SIGNED_IN, ADMIN, QUERY, TEXT);

pub(crate) struct ReviewExportApi {
    pub(crate) review: Arc<Review>,
    pub(crate) headshots: Arc<Headshots>,
    pub(crate) exports: Arc<Exports>,
}

/// The running exports, which share a limit.
pub(crate) struct Exports {
    running: Arc<Semaphore>,
    of_user: KeyedLimit<Uuid>,
    /// The folder of temporary files.
    folder: PathBuf,
    origin: Arc<str>,
}

/// The permission to run an export.
pub(crate) struct Begun {
    held: (OwnedSemaphorePermit, Permit<Uuid>),
    standing: Standing,
    format: Format,
    bom: bool,
}

impl Exports {
    pub(crate) fn new(folder: PathBuf, origin: &str) -> Self {
        let running = Arc::new(Semaphore::new(MAX_RUNNING));
        Self { running, of_user: KeyedLimit::default(), folder, origin: origin.into() }
    }

    /// # Errors
    /// `rate_limited` while the reader runs another one, `busy`, and a field error for a workbook with a byte-order mark.
    pub(crate) fn begin<C: Codes>(
        &self,
        reader: &Reader,
        request: &Request,
        format: Format,
        bom: bool,
    ) -> Result<Begun, ApiError<C>> {
        let Some(of_user) = self.of_user.begin(reader.id(), 1, MAX_PER_USER) else {
            let detail = "An export of yours is being made or sent already. Please wait until it is there.";
            return Err(Problem::new(Code::RateLimited, detail).retry_after(RETRY_AFTER).into());
        };
        let permit = self.running.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        if bom && format == Format::Xlsx {
            return Err(
                Invalid::one("/bom", "invalid_value", "Only CSV files have a byte-order mark.").into()
            );
        }
        let standing = Standing::of_export(request, reader)?;
        Ok(Begun { held: (permit, of_user), standing, format, bom })
    }

    pub(crate) async fn file<S: Sheet>(
        &self,
        begun: Begun,
        columns: S,
        Export { at, total, mut rows }: Export<S::Row>,
    ) -> Result<ExportFile, Problem> {
        let Begun { held, standing, format, bom } = begun;
        if format == Format::Xlsx && total > xlsx_file::MAX_ROWS {
            let detail = "A workbook holds at most 1,048,575 rows. Choose CSV.";
            return Err(Invalid::one("/format", "invalid_value", detail).into());
        }
        // A fault before the first row still becomes a problem document.
        let first = rows.try_next().await?.unwrap_or_default();
        let content = match format {
            Format::Csv => csv_file::body(CsvOptions { columns, bom }, first, rows, held, PATIENCE),
            Format::Xlsx => {
                let (folder, origin) = (self.folder.clone(), self.origin.clone());
                let plan = xlsx_file::Plan { folder, columns, total, origin };
                file_in_pieces(xlsx_file::make(plan, first, rows).await?, held)
            }
        };
        Ok(ExportFile { name: S::NAME, date: at.date(), format, content: standing.guard(content) })
    }
}

/// What kind of file an export is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum)]
#[oai(rename = "ExportFormat", rename_all = "lowercase")]
pub(crate) enum Format {
    #[default]
    Csv,
    Xlsx,
}

pub(crate) struct ExportFile {
    name: &'static str,
    date: Date,
    format: Format,
    content: Body,
}

impl IntoResponse for ExportFile {
    fn into_response(self) -> Response {
        let (content_type, extension) = match self.format {
            Format::Csv => (CSV_WITH_PARAMETERS, "csv"),
            Format::Xlsx => (XLSX, "xlsx"),
        };
        let name = self.name.to_lowercase();
        let name = format!("attachment; filename=\"{name}-{}.{extension}\"", self.date);
        let response = Response::builder().content_type(content_type);
        response.header(header::CONTENT_DISPOSITION, name).body(self.content)
    }
}

impl ApiResponse for ExportFile {
    fn meta() -> MetaResponses {
        let content = |content_type, schema| {
            let schema = MetaSchemaRef::Inline(Box::new(schema));
            MetaMediaType { content_type, schema }
        };
        let text = MetaSchema::new("string");
        let binary = MetaSchema::new_with_format("string", "binary");
        MetaResponses { responses: vec![documented_file(vec![content(CSV, text), content(XLSX, binary)])] }
    }

    fn register(_registry: &mut Registry) {}
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewExportApi {
    /// Export applications
    ///
    /// A file of all applications that match the filter, read in one snapshot. The header row names the columns: the
    /// members of `ApplicationDetail` without `user_id`, `headshot_id`, `note` and `decided_by`, then the columns
    /// requested by `include_note` and `include_reviewer`. Find columns by name, because a release may add some. List
    /// items are separated by `; `. The export is logged. An administrator can run one export at a time. It is aborted if the
    /// session ends, you lose the administrator role, or you read less than 16 KiB a second. With `private_photos` the address of
    /// the application in the dashboard replaces that of its photo.
    ///
    /// - `csv` is UTF-8 (RFC 4180). Null is empty. To prevent formula injection, an apostrophe precedes every value that
    ///   begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a line break. If the transfer is aborted
    ///   before its last chunk, the file is incomplete.
    /// - `xlsx` is an Excel workbook with one sheet. The header row has headings for readers, such as `First name`. `State (code)`
    ///   is the code of a US state or territory, and `Photo` the whole address. Times are in UTC, and times and dates are
    ///   Excel's dates, but text before March 1900. All other cells are text. The response begins when the workbook is complete, which takes seconds for 100,000 applications.
    ///   It holds at most 1,048,575 applications.
    #[oai(path = "/export", method = "get", operation_id = "export_applications")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn export_applications(
        &self,
        Exporting(reader): Exporting,
        request: &Request,
        /// Only these applications, at most 100.
        id: OnlyIds,
        /// Only applications with this status.
        status: Query<Option<Word<Status>>>,
        /// Only applications in which each of these words, in any order, occurs in the name, email address, teaching
        /// position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
        /// apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
        /// searched in the experience.
        q: SearchText,
        /// Only applications from this state: the name or the code of a US state or territory, or another text. May be
        /// repeated, and combined with `region` and `other_places`: then from any of these places.
        state: States,
        /// Only applications from this region of the US Census Bureau. May be repeated.
        region: Regions,
        /// With `true` only applications whose state is no US state or territory.
        other_places: OtherPlaces,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
        /// Only applications about which administrators have written notes, or with `false` only the others. Your own
        /// applications are left out.
        has_notes: HasNotes,
        /// Only applications with this mark of yours. Your own applications are left out.
        mark: Query<Option<Word<MarkFilter>>>,
        /// Only applications with this sum of all marks. Your own applications are left out.
        team: Query<Option<Word<TeamMark>>>,
        /// Only applications whose last request for changes has this status.
        changes: Query<Option<Word<ChangesFilter>>>,
        /// The sort field, as in the list.
        #[oai(default)]
        sort: Query<Word<ReviewSort>>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<Word<Order>>,
        /// The format of the file.
        #[oai(default)]
        format: Query<Format>,
        /// Whether a CSV file begins with a byte-order mark, which older versions of Excel need to recognize UTF-8.
        #[oai(default)]
        bom: Query<bool>,
        /// Whether the column `note` has the internal note of the decision.
        #[oai(default)]
        include_note: Query<bool>,
        /// Whether the column `reviewer` has the name of the administrator who decided.
        #[oai(default)]
        include_reviewer: Query<bool>,
    ) -> Result<ExportFile, ApiError<ExportCodes>> {
        let (places, times) = ((state, region, other_places), (submitted_after, submitted_before));
        let assessed = (mark, team, changes);
        let filter = ReviewFilter {
            ids: id.0.map(|ids| ids.0),
            ..filter(&reader, (status.0, has_notes.0), q, places, subject, times, assessed)?
        };
        let begun = self.exports.begin::<ExportCodes>(&reader, request, format.0, bom.0)?;
        let columns = InternalColumns { note: include_note.0, reviewer: include_reviewer.0 };
        let wanted = ExportRequest { filter, sort: sort.0.0, order: order.0.0, columns };
        let export = self.review.export(&reader, wanted).await?;
        let are_private = self.headshots.are_private();
        let rows = export.rows.map_ok(move |mut batch| {
            if are_private {
                batch.iter_mut().for_each(link_to_dashboard);
            }
            batch
        });
        let export = Export { rows: rows.boxed(), ..export };
        Ok(self.exports.file(begun, columns, export).await?)
    }
}

/// A file is kept for longer than the address of a photo is valid.
fn link_to_dashboard(row: &mut ExportRow) {
    let application = &mut row.detail.application;
    if let Some(address) = &mut application.headshot_url {
        *address = format!("/admin?application={}", application.id);
    }
}
