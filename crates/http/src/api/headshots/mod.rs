//! `/headshots`: the caller's photos. `site::headshot_files` serves the files.

pub(crate) mod upload;

use std::sync::Arc;

use forum_domain::headshots::{self as domain, HeadshotSort, Headshots};
use forum_domain::limits::RateLimit;
use forum_domain::shared::{Order, PageRequest};
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::api::headshots::upload::{PhotoForm, Uploads};
use crate::api::tag::Tag;
use crate::request::auth::{ApplicantOnly, SignedIn};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::list::{self, Cursor, Limit, Offset, Page, ascending};
use crate::request::{attached, limits};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::words::Word;

/// Default page size of the list (docs/product.md, 4.6).
const LISTED: u32 = 100;

/// A stored photo.
#[derive(Object)]
pub(crate) struct Headshot {
    /// The `headshot_id` for an application.
    id: Uuid,
    /// The name of the file: `headshot-`, a timestamp in milliseconds and the extension.
    name: String,
    /// Path of the photo on this site. Anyone with the path can see the photo. With `private_photos` it expires after one to
    /// two days.
    headshot_url: String,
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
    /// Size of the file.
    bytes: u64,
}

/// A page of your photos.
#[derive(Object)]
pub(crate) struct HeadshotPage {
    #[oai(flatten)]
    page: Page<Headshot>,
}

error_codes!(
    UploadCodes: [NotApplicant, InUse, UnsupportedImage, ImageTooLarge, ImageUnreadable],
    SIGNED_IN, BODY, REPEATABLE,
);
error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, QUERY);
error_codes!(DeleteCodes: [NotFound, InUse], SIGNED_IN);

pub(crate) struct HeadshotsApi {
    pub(crate) headshots: Arc<Headshots>,
}

#[OpenApi(tag = "Tag::Headshots")]
impl HeadshotsApi {
    /// Upload a photo
    ///
    /// Takes a JPEG, PNG or WebP image of at most 5 MiB, 10,000 pixels a side and 50 megapixels. The image is re-encoded:
    /// upright, at most 1,024 pixels a side, without metadata. You keep up to three photos; another upload replaces the
    /// oldest one that no application uses. If applications use all three, the upload is refused with `in_use`. A photo that
    /// a request for changes asks you to replace does not count. A photo that neither an application nor your draft shows is
    /// deleted after a day.
    #[oai(path = "/headshots", method = "post", operation_id = "upload_headshot")]
    async fn upload_headshot(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: PhotoForm,
    ) -> Result<Recorded<Created<Headshot>>, ApiError<UploadCodes>> {
        let upload = attached::<Uploads>(request)?.begin(caller.user.id)?;
        let user = caller.user.id;
        if !key.is_known(user).await? {
            limits::user(request, &RateLimit::UPLOADS, user).await?;
        }
        let file = form.read(request, &upload).await.map_err(|error| Problem::of(&error))?;
        // Of the file, because the boundary of the form changes with every request.
        let digest = Sha256::digest(&file.content);
        let act = |keyed| self.headshots.upload(&caller, file, keyed);
        let headshots = self.headshots.clone();
        let created = move |headshot: &domain::Headshot| JsonResponse(Headshot::shown(headshot, &headshots));
        let uploaded = key.once(user, &digest, created, act).await?;
        drop(upload);
        Ok(uploaded)
    }

    /// List your photos
    ///
    /// Photos that you can use in an application.
    #[oai(path = "/headshots", method = "get", operation_id = "list_headshots")]
    async fn list_headshots(
        &self,
        SignedIn(caller): SignedIn,
        limit: Limit<LISTED>,
        offset: Offset,
        cursor: Cursor,
        /// `created_at` is the time of the upload.
        #[oai(default)]
        sort: Query<Word<HeadshotSort>>,
        /// Ascending or descending.
        #[oai(default = "ascending")]
        order: Query<Word<Order>>,
    ) -> Result<Success<HeadshotPage>, ApiError<ListCodes>> {
        let list = |page| PageRequest::new(page, sort.0.0, order.0.0, &[]);
        let page = list::list_page(limit, offset, cursor, list)?;
        let listing = self.headshots.list(&caller, page).await?;
        Ok(JsonResponse(HeadshotPage {
            page: Page::of(listing, |headshot| Headshot::shown(&headshot, &self.headshots)),
        }))
    }

    /// Delete a photo
    ///
    /// A photo that an application uses cannot be deleted.
    #[oai(path = "/headshots/:id", method = "delete", operation_id = "delete_headshot")]
    async fn delete_headshot(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of the photo.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<DeleteCodes>> {
        self.headshots.remove(&caller, id.0).await?;
        Ok(NoContent)
    }
}

impl Headshot {
    fn shown(headshot: &domain::Headshot, headshots: &Headshots) -> Self {
        let domain::Headshot { id, key, width, height, bytes, .. } = headshot;
        let (name, headshot_url) = (key.name(), headshots.address(&key.url()));
        Self { id: *id, name, headshot_url, width: *width, height: *height, bytes: *bytes }
    }
}
