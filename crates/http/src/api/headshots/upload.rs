//! The form of an upload: `multipart/form-data` with one field `file`. Running uploads are limited in their number per user,
//! their minimum rate, and the memory that they share.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use forum_domain::headshots::{ImageKind, UploadedFile};
use forum_domain::shared::FieldError;
use futures_util::stream::{self, BoxStream, StreamExt};
use poem::web::{Field, Multipart};
use poem::{Body, FromRequest, Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use tokio::io::AsyncReadExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::request::keyed_limit::{KeyedLimit, Permit};
use crate::request::operations::NAME_SHOWN;
use crate::request::request_checks;
use crate::response::code::Code;
use crate::response::downloads::PACE;
use crate::response::problem::{Problem, unknown};

const FORM: &str = "multipart/form-data";
const FILE: &str = "file";
/// Maximum size of a request, in bytes: the file and the form around it.
const LIMIT: usize = ImageKind::MAX_BYTES + 16 * 1024;

/// Memory for all uploads, in bytes: twelve of the largest files.
pub(crate) const MEMORY: usize = 12 * LIMIT;

/// The unread form of a request, so that permissions are checked before the body is read.
pub(crate) struct PhotoForm(Body);

impl PhotoForm {
    pub(crate) async fn read(self, request: &Request, upload: &Upload) -> Result<UploadedFile> {
        request_checks::check_body(request, LIMIT)?;
        let content_type = request.content_type().unwrap_or_default();
        if !content_type.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case(FORM)) {
            let detail = "Send the photo as multipart/form-data.";
            return Err(Problem::new(Code::UnsupportedMediaType, detail).into());
        }
        let mut body = RequestBody::new(upload.receive(self.0, LIMIT));
        let form = <Multipart as FromRequest>::from_request(request, &mut body).await;
        let form = form.map_err(|_| Problem::from(Code::MalformedRequest))?;
        // The form parser reports only an interrupted stream.
        let file = Self::file(form).await;
        Ok(file.map_err(|problem| upload.stopped().map_or(problem, Problem::from))?)
    }

    /// The only file; other parts are refused.
    async fn file(mut form: Multipart) -> Result<UploadedFile, Problem> {
        let mut file = None;
        while let Some(field) = form.next_field().await.map_err(|_| Code::MalformedRequest)? {
            match field.name() {
                Some(FILE) if file.is_none() => file = Some(Self::content(field).await?),
                Some(FILE) => {
                    let detail = "Only one photo can be sent at a time.";
                    return Err(FieldError::new("/file", "too_many", detail).into());
                }
                Some(name) => {
                    let name: String = name.chars().take(NAME_SHOWN).collect();
                    return Err(unknown(Code::UnknownField, "", &name).into());
                }
                None => return Err(Code::MalformedRequest.into()),
            }
        }
        file.ok_or_else(|| FieldError::new("/file", "required", "Please choose a photo.").into())
    }

    async fn content(field: Field) -> Result<UploadedFile, Problem> {
        let name = field.file_name().map(str::to_owned);
        let mut content = Vec::new();
        // One byte more than allowed detects a file that is too large.
        let most = ImageKind::MAX_BYTES as u64 + 1;
        let mut reader = Box::pin(field.into_async_read().take(most));
        reader.read_to_end(&mut content).await.map_err(|_| Code::MalformedRequest)?;
        if content.len() > ImageKind::MAX_BYTES {
            return Err(Code::PayloadTooLarge.into());
        }
        Ok(UploadedFile { content, name })
    }
}

impl<'a> ApiExtractor<'a> for PhotoForm {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(_registry: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        let file = MetaSchema {
            description: Some("A JPEG, PNG or WebP image of at most 5 MiB."),
            max_length: Some(ImageKind::MAX_BYTES),
            ..MetaSchema::new_with_format("string", "binary")
        };
        let schema = MetaSchema {
            required: vec![FILE],
            properties: vec![(FILE, MetaSchemaRef::Inline(Box::new(file)))],
            ..MetaSchema::new("object")
        };
        let schema = MetaSchemaRef::Inline(Box::new(schema));
        let content = vec![MetaMediaType { content_type: FORM, schema }];
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(
        _request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        Ok(Self(body.take()?))
    }
}

/// Maximum number of uploads per user: one, and its repetition after a lost connection.
const MAX_PER_USER: usize = 2;
/// `Retry-After` of another one. A stalled upload has failed by then.
const RETRY_AFTER: time::Duration = time::Duration::seconds(10);

/// Passed to the API as request data.
#[derive(Clone)]
pub(crate) struct Uploads {
    /// Counts running uploads.
    pub(crate) of_user: KeyedLimit<Uuid>,
    /// In bytes, for all uploads together. If it is exhausted, uploads are refused at once instead of queued, so that no
    /// connection waits.
    pub(crate) memory: Arc<Semaphore>,
    /// How long an upload may stall.
    pub(crate) patience: Duration,
}

impl Uploads {
    /// Starts an upload of this user.
    ///
    /// # Errors
    /// 429 `rate_limited` if the user has two running uploads.
    pub(crate) fn begin(&self, user_id: Uuid) -> Result<Upload, Box<Problem>> {
        let Some(permit) = self.of_user.begin(user_id, 1, MAX_PER_USER) else {
            let detail = "Two of your photos are being uploaded already. Please wait until they are done.";
            return Err(Box::new(Problem::new(Code::RateLimited, detail).retry_after(RETRY_AFTER)));
        };
        Ok(Upload { uploads: self.clone(), _permit: permit, held: Arc::default() })
    }
}

/// A running upload. Dropping it releases its memory and its permit.
pub(crate) struct Upload {
    uploads: Uploads,
    _permit: Permit<Uuid>,
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    bytes: usize,
    memory: Option<OwnedSemaphorePermit>,
    stopped: Option<Code>,
}

impl Upload {
    /// Bounds a body by `limit` bytes, the shared memory and the minimum rate. Memory is reserved as the bytes arrive.
    pub(crate) fn receive(&self, body: Body, limit: usize) -> Body {
        let (held, memory) = (self.held.clone(), self.uploads.memory.clone());
        let (started, patience) = (Instant::now(), self.uploads.patience);
        let rest: BoxStream<'static, io::Result<Bytes>> = body.into_bytes_stream().boxed();
        let received = stream::try_unfold(rest, move |mut rest| {
            let (held, memory) = (held.clone(), memory.clone());
            async move {
                let earned = Duration::from_secs_f64(locked(&held).bytes as f64 / PACE);
                let Ok(next) = timeout_at(started + patience + earned, rest.next()).await else {
                    return Err(locked(&held).stop(Code::RequestTimeout));
                };
                let Some(chunk) = next.transpose()? else { return Ok(None) };
                locked(&held).take(chunk.len(), limit, memory)?;
                Ok(Some((chunk, rest)))
            }
        });
        Body::from_bytes_stream(received)
    }

    /// The code with which reading stopped.
    pub(crate) fn stopped(&self) -> Option<Code> {
        locked(&self.held).stopped
    }
}

fn locked(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Held {
    fn take(&mut self, bytes: usize, limit: usize, memory: Arc<Semaphore>) -> io::Result<()> {
        let all = self.bytes + bytes;
        let (true, Ok(permits)) = (all <= limit, u32::try_from(bytes)) else {
            return Err(self.stop(Code::PayloadTooLarge));
        };
        let Ok(permit) = memory.try_acquire_many_owned(permits) else {
            return Err(self.stop(Code::Busy));
        };
        self.bytes = all;
        match &mut self.memory {
            Some(memory) => memory.merge(permit),
            None => self.memory = Some(permit),
        }
        Ok(())
    }

    fn stop(&mut self, code: Code) -> io::Error {
        self.stopped = Some(code);
        io::Error::other("reading was stopped")
    }
}

#[cfg(test)]
mod tests {
    use poem::http::header;
    use proptest::prelude::*;

    use super::*;

    /// The file in a body of this form, or `None` if it is refused.
    fn read(body: Vec<u8>) -> Option<UploadedFile> {
        let request =
            Request::builder().header(header::CONTENT_TYPE, "multipart/form-data; boundary=fence").finish();
        let mut body = RequestBody::new(Body::from_vec(body));
        let reading = async {
            let form =
                <Multipart as FromRequest>::from_request(&request, &mut body).await.expect("a boundary");
            PhotoForm::file(form).await.ok()
        };
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(reading)
    }

    fn part(name: &str, content: &[u8]) -> Vec<u8> {
        let head = format!(
            "--fence\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"me.png\"\r\n\r\n"
        );
        [head.as_bytes(), content, b"\r\n"].concat()
    }

    proptest! {
        #[test]
        fn exactly_one_file_of_any_bytes_is_read_completely(
            content in prop::collection::vec(any::<u8>(), 0..3_000), other in "[a-z]{1,9}", at in any::<prop::sample::Index>(),
        ) {
            let unnamed = [part("", &content), b"--fence--\r\n".to_vec()].concat();
            prop_assert!(read(unnamed).is_none() && read(content.clone()).is_none());
            let whole = [part("file", &content), b"--fence--\r\n".to_vec()].concat();
            prop_assert_eq!(read(whole.clone()).map(|file| (file.content, file.name)), Some((content, Some("me.png".into()))));
            prop_assume!(other != "file");
            for second in [part("file", b"x"), part(&other, b"x")] {
                prop_assert!(read([part("file", b""), second, b"--fence--\r\n".to_vec()].concat()).is_none());
            }
            // The last case ends after the boundary, before the closing hyphens.
            let end = whole.len() - b"--\r\n".len();
            for cut in [at.index(end), whole.len() - 12, end] {
                prop_assert!(read(whole[..cut].to_vec()).is_none(), "{} of {}", cut, whole.len());
            }
        }
    }
}
