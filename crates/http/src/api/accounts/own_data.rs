//! `GET /users/me/export`: a copy of the caller's data.

use std::sync::Arc;

use forum_domain::limits::RateLimit;
use forum_domain::own_data::{DataCopy, OwnDataService};
use forum_domain::shared::Fault;
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use tokio::sync::{Mutex, Semaphore};
use uuid::Uuid;

use crate::api::accounts::data_archive::zip;
use crate::api::tag::Tag;
use crate::request::auth::{SignedIn, Standing};
use crate::request::keyed_limit::KeyedLimit;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::downloads::{PATIENCE, in_pieces};
use crate::response::problem::Problem;
use crate::response::responses::documented_file;

/// Maximum number of running exports. Each needs up to 25 MB.
const MAX_RUNNING: usize = 4;
/// Maximum number of running exports per user, and `Retry-After` of another one.
const MAX_PER_USER: usize = 1;
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);
const FILE_NAME: &str = "attachment; filename=\"educators-forum-data.zip\"";
const ZIP: &str = "application/zip";

error_codes!(ExportCodes: [ReauthenticationRequired], SIGNED_IN);

pub(crate) struct OwnDataApi {
    own_data: Arc<OwnDataService>,
    exports: Arc<Semaphore>,
    of_user: KeyedLimit<Uuid>,
    /// Held while a file is written, which takes twice the memory of its photos.
    writing: Mutex<()>,
}

impl OwnDataApi {
    pub(crate) fn new(own_data: Arc<OwnDataService>) -> Self {
        let exports = Arc::new(Semaphore::new(MAX_RUNNING));
        Self { own_data, exports, of_user: KeyedLimit::default(), writing: Mutex::default() }
    }

    async fn write(&self, copy: DataCopy) -> Result<Vec<u8>, Fault> {
        let _one = self.writing.lock().await;
        let written = tokio::task::spawn_blocking(move || zip(&copy)).await;
        let written =
            written.map_err(|error| Fault::Unavailable(format!("a copy was interrupted: {error}")))?;
        written.map_err(|error| Fault::Bug(format!("cannot write a ZIP file: {error}")))
    }
}

pub(crate) struct ZipFile(Body);

impl IntoResponse for ZipFile {
    fn into_response(self) -> Response {
        Response::builder().content_type(ZIP).header(header::CONTENT_DISPOSITION, FILE_NAME).body(self.0)
    }
}

impl ApiResponse for ZipFile {
    fn meta() -> MetaResponses {
        let schema = MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "binary")));
        MetaResponses { responses: vec![documented_file(vec![MetaMediaType { content_type: ZIP, schema }])] }
    }

    fn register(_registry: &mut Registry) {}
}

#[OpenApi(tag = "Tag::Users")]
impl OwnDataApi {
    /// Get a copy of your data
    ///
    /// Requires recent authentication, as enrolling a factor does. Returns a ZIP file with `data.json`, which holds
    /// everything the site has stored about you, except internal notes and marks about your applications, and your photos.
    /// For administrators it contains the newest 20,000
    /// actions; `actions_total` is their number.
    #[oai(path = "/users/me/export", method = "get", operation_id = "export_current_user")]
    async fn export_current_user(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
    ) -> Result<ZipFile, ApiError<ExportCodes>> {
        let Some(of_user) = self.of_user.begin(caller.user.id, 1, MAX_PER_USER) else {
            let detail = "A copy of your data is being made or sent already. Please wait until it is there.";
            return Err(Problem::new(Code::RateLimited, detail).retry_after(RETRY_AFTER).into());
        };
        limits::user(request, &RateLimit::EXPORTS, caller.user.id).await?;
        let permit = self.exports.clone().try_acquire_owned().map_err(|_| Code::Busy)?;
        let file = self.write(self.own_data.export(&caller).await?).await?;
        let content = in_pieces(file, (permit, of_user), PATIENCE);
        Ok(ZipFile(Standing::of_user(request, &caller)?.guard(content)))
    }
}
