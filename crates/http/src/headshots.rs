//! `/headshots`: the caller's own photos. How the form is read is in `upload.rs`, how stored photos are served
//! in `photo_files.rs`.

use std::sync::Arc;

use forum_domain::headshots::{
    self as domain, ChangeError, DecodedLimits, HeadshotRefusal, Headshots, ImageError, RemoveError,
    UploadError, Uploaded,
};
use forum_domain::shared::{Fault, IdempotencyKey, Order, Page, RecordedResponse};
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::types::ToJSON;
use poem_openapi::{Enum, Object, OpenApi};
use uuid::Uuid;

use crate::answer::{Answer, Done, Refused, Success, refusals};
use crate::api::Tag;
use crate::auth::{ApplicantOnly, SignedIn};
use crate::idempotency::{Recorded, fingerprint, retry_key};
use crate::problem::Problem;
use crate::review::OrderWord;
use crate::upload::PhotoForm;

/// Items of the list where the caller does not say (spec section 9, "Storage list defaults").
const LISTED: i64 = 100;

/// A stored photo.
#[derive(Object)]
pub(crate) struct Headshot {
    /// What `headshot_id` of an application names.
    id: Uuid,
    /// `headshot-`, a timestamp and the ending.
    name: String,
    /// Its public address, below the site's origin.
    headshot_url: String,
    /// Pixels.
    width: u32,
    /// Pixels.
    height: u32,
    /// Size of the file.
    bytes: u64,
}

/// A part of the own photos.
#[derive(Object)]
pub(crate) struct HeadshotPage {
    items: Vec<Headshot>,
    /// Photos in the whole list.
    total: u64,
    limit: u32,
    offset: u32,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum HeadshotSortWord {
    /// The file's name.
    Name,
    /// When it was uploaded.
    CreatedAt,
}

refusals!(UploadStatuses: [
    (403, "`not_applicant`"),
    (409, "`in_use`: applications show all three photos; one of them can be used again"),
    (415, "`unsupported_image`: no JPEG, PNG or WebP by content; `unsupported_media_type`"),
    (422, "`image_too_large`, `image_unreadable`, `validation_failed`, `unknown_field` or `idempotency_key_reused`"),
], SIGNED_IN, BODY);
refusals!(ListStatuses: [], SIGNED_IN, QUERY);
refusals!(DeleteStatuses: [
    (404, "`not_found`: the caller has none with this id"),
    (409, "`in_use`: an application shows it"),
], SIGNED_IN);

/// The operations.
pub(crate) struct HeadshotsApi {
    pub(crate) headshots: Arc<Headshots>,
}

#[OpenApi(tag = "Tag::Headshots")]
impl HeadshotsApi {
    /// Upload a photo
    ///
    /// A JPEG, PNG or WebP of at most 5 MiB, 8,000 pixels a side and 24 megapixels. It is made anew from its
    /// pixels: upright, at most 1,024 pixels a side, without metadata. Three are kept; a further one replaces
    /// the oldest that no application shows.
    #[oai(path = "/headshots", method = "post", operation_id = "upload_headshot")]
    async fn upload_headshot(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
        request: &Request,
        /// 1–64 printable characters; the same file sent again under the same key gets the same answer for 24 hours.
        #[oai(name = "Idempotency-Key")]
        _key: Header<Option<String>>,
        form: PhotoForm,
    ) -> Result<Recorded<Headshot>, Refused<UploadStatuses>> {
        let PhotoForm { file, memory } = form;
        // Over the file alone: the boundary of a form differs each time it is sent.
        let fingerprint = fingerprint(&file.content);
        let retry = retry_key(request.headers())?.map(|key| IdempotencyKey {
            key,
            fingerprint,
            record: Box::new(record),
        });
        let uploaded = self.headshots.upload(&caller, file, retry).await?;
        drop(memory);
        Ok(match uploaded {
            Uploaded::Created(headshot) => Recorded::fresh(record(&headshot)),
            Uploaded::Replayed(response) => Recorded::replayed(response),
        })
    }

    /// List the own photos
    #[oai(path = "/headshots", method = "get", operation_id = "list_headshots")]
    async fn list_headshots(
        &self,
        SignedIn(caller): SignedIn,
        /// 1–100, 100 by default.
        limit: Query<Option<i64>>,
        /// Photos to pass over, 0 by default.
        offset: Query<Option<i64>>,
        /// By `name` by default.
        sort: Query<Option<HeadshotSortWord>>,
        /// `asc` by default.
        order: Query<Option<OrderWord>>,
    ) -> Result<Success<HeadshotPage>, Refused<ListStatuses>> {
        let page = Page::new(Some(limit.0.unwrap_or(LISTED)), offset.0)?;
        let sort = match sort.0.unwrap_or(HeadshotSortWord::Name) {
            HeadshotSortWord::Name => domain::HeadshotSort::Name,
            HeadshotSortWord::CreatedAt => domain::HeadshotSort::CreatedAt,
        };
        let order = order.0.map_or(Order::Asc, Order::from);
        let listing = self.headshots.list(&caller, sort, order, page).await?;
        Ok(Answer(HeadshotPage {
            items: listing.items.iter().map(Headshot::from).collect(),
            total: listing.total,
            limit: listing.limit,
            offset: listing.offset.unwrap_or_default(),
        }))
    }

    /// Remove a photo
    #[oai(path = "/headshots/:id", method = "delete", operation_id = "delete_headshot")]
    async fn delete_headshot(
        &self,
        SignedIn(caller): SignedIn,
        /// The photo.
        id: Path<Uuid>,
    ) -> Result<Done, Refused<DeleteStatuses>> {
        self.headshots.remove(&caller, id.0).await?;
        Ok(Done)
    }
}

/// The answer to an upload, which a replay repeats to the letter.
fn record(headshot: &domain::Headshot) -> RecordedResponse {
    RecordedResponse { status: StatusCode::CREATED.as_u16(), body: Headshot::from(headshot).to_json_string() }
}

impl From<&domain::Headshot> for Headshot {
    fn from(headshot: &domain::Headshot) -> Self {
        let domain::Headshot { id, key, width, height, bytes, .. } = headshot;
        let (name, headshot_url) = (key.name(), key.url());
        Self { id: *id, name, headshot_url, width: *width, height: *height, bytes: *bytes }
    }
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::NotApplicant => {
                Self::new(StatusCode::FORBIDDEN, "not_applicant", "Only applicants can upload a photo.")
            }
            UploadError::TooManyBytes => Self::too_large(),
            UploadError::Unsupported => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_image",
                "Please choose a JPEG, PNG or WebP image.",
            ),
            UploadError::Image(error) => error.into(),
            UploadError::Store(ChangeError::Refused(refusal)) => refusal.into(),
            UploadError::Store(ChangeError::KeyReused) => Self::key_reused(),
            UploadError::Store(ChangeError::UnknownUser) => Self::account_gone(),
            UploadError::Store(ChangeError::Fault(fault)) => fault.into(),
        }
    }
}

impl From<ImageError> for Problem {
    fn from(error: ImageError) -> Self {
        let unusable = |code, detail: String| Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail);
        match error {
            // Its decoder would hold too much memory: 16 bits a channel, an animation, an unusual coding.
            ImageError::TooLarge { width, height } if DecodedLimits::allow(width, height) => unusable(
                "image_too_large",
                "This image takes too much memory to read. Please save it as an ordinary JPEG and choose that."
                    .to_owned(),
            ),
            ImageError::TooLarge { width, height } => unusable(
                "image_too_large",
                format!(
                    "The image is {width} × {height} pixels. Please choose one of at most 8,000 pixels a side \
                     and 24 megapixels."
                ),
            ),
            ImageError::Unreadable(_) => {
                let detail = "The image is damaged and cannot be read. Please choose another one.";
                unusable("image_unreadable", detail.to_owned())
            }
            ImageError::Busy => Self::busy(),
            ImageError::Fault(fault) => fault.into(),
        }
    }
}

impl From<HeadshotRefusal> for Problem {
    fn from(refusal: HeadshotRefusal) -> Self {
        match refusal {
            // The next upload takes back one that did not end within five minutes.
            HeadshotRefusal::NotFound => {
                Fault::Unavailable("an upload was given up before it ended".to_owned()).into()
            }
            HeadshotRefusal::InUse => RemoveError::InUse.into(),
            HeadshotRefusal::Unfinished => Self::busy(),
            HeadshotRefusal::AllInUse => {
                let detail = "Your applications show all three of your photos. Please use one of them again.";
                Self::new(StatusCode::CONFLICT, "in_use", detail)
            }
        }
    }
}

impl From<RemoveError> for Problem {
    fn from(error: RemoveError) -> Self {
        match error {
            RemoveError::NotFound => Self::not_found(),
            RemoveError::InUse => {
                Self::new(StatusCode::CONFLICT, "in_use", "One of your applications shows this photo.")
            }
            RemoveError::Fault(fault) => fault.into(),
        }
    }
}
