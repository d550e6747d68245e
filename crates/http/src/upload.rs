//! The form of an upload: `multipart/form-data` with one field `file`, read part by part. Nothing is read past a limit,
//! and the memory of all uploads together is bounded.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use forum_domain::headshots::{ImageKind, UploadedFile};
use forum_domain::shared::FieldError;
use futures_util::StreamExt;
use poem::web::Field;
use poem::web::Multipart;
use poem::{Body, FromRequest, Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use tokio::io::AsyncReadExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::code::Code;
use crate::framing;
use crate::problem::Problem;

const FORM: &str = "multipart/form-data";
/// The only field.
const FILE: &str = "file";
/// Maximum number of bytes in a request: the file plus the form around it.
const LIMIT: usize = ImageKind::MAX_BYTES + 16 * 1024;
/// Maximum number of characters of a field's name shown in an error.
const NAME_SHOWN: usize = 64;

/// The memory that all uploads together may use. If it is used up, a client is told to retry and holds no connection
/// open meanwhile.
#[derive(Clone)]
pub(crate) struct UploadMemory(Arc<Semaphore>);

impl UploadMemory {
    /// Enough for twelve of the largest files, in bytes.
    const BYTES: usize = 12 * LIMIT;

    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(Self::BYTES)))
    }
}

/// A completely read form.
pub(crate) struct PhotoForm {
    /// The file.
    pub(crate) file: UploadedFile,
    /// Its share of [`UploadMemory`]; kept as long as the bytes.
    pub(crate) memory: Arc<Mutex<Meter>>,
}

/// Counts received bytes.
pub(crate) struct Meter {
    left: usize,
    memory: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
    /// Why reading stopped.
    stopped: Option<Code>,
}

impl Meter {
    fn take(&mut self, bytes: usize) -> io::Result<()> {
        let code = match (self.left.checked_sub(bytes), u32::try_from(bytes)) {
            (Some(left), Ok(permits)) => match self.memory.clone().try_acquire_many_owned(permits) {
                Ok(permit) => {
                    self.left = left;
                    match &mut self.held {
                        Some(held) => held.merge(permit),
                        None => self.held = Some(permit),
                    }
                    return Ok(());
                }
                Err(_) => Code::Busy,
            },
            _ => Code::PayloadTooLarge,
        };
        self.stopped = Some(code);
        Err(io::Error::other("reading was stopped"))
    }
}

fn locked(meter: &Mutex<Meter>) -> std::sync::MutexGuard<'_, Meter> {
    meter.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PhotoForm {
    async fn read(request: &Request, body: &mut RequestBody) -> Result<Self> {
        framing::check_body(request, LIMIT)?;
        let content_type = request.content_type().unwrap_or_default();
        if !content_type.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case(FORM)) {
            let detail = "Send the photo as multipart/form-data.";
            return Err(Problem::new(Code::UnsupportedMediaType, detail).into());
        }
        let Some(UploadMemory(memory)) = request.data().cloned() else {
            tracing::error!("the API was built without upload memory");
            return Err(Problem::from(Code::InternalError).into());
        };
        let meter = Arc::new(Mutex::new(Meter { left: LIMIT, memory, held: None, stopped: None }));
        let counting = meter.clone();
        let counted = body.take()?.into_bytes_stream().map(move |chunk| {
            let chunk = chunk?;
            locked(&counting).take(chunk.len()).map(|()| chunk)
        });
        let mut counted = RequestBody::new(Body::from_bytes_stream(counted));
        let form = <Multipart as FromRequest>::from_request(request, &mut counted).await;
        let form = form.map_err(|_| Problem::from(Code::MalformedRequest))?;
        match Self::file(form).await {
            Ok(file) => Ok(Self { file, memory: meter }),
            // The form parser only knows that its stream was interrupted.
            Err(problem) => Err(locked(&meter).stopped.map_or(problem, Problem::from).into()),
        }
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
                    let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
                    return Err(
                        FieldError::new(pointer, "unknown_field", Code::UnknownField.sentence()).into()
                    );
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
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        Self::read(request, body).await
    }
}
