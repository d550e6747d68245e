//! Idempotent requests: the recorded response of the first request, which is replayed for repetitions.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResponse {
    pub status: u16,
    pub body: String,
}

impl RecordedResponse {
    /// How long a recorded response is replayed.
    pub const LIFETIME: Duration = Duration::hours(24);
}

/// Identifies a request: a MAC of its sender, operation and key.
pub type RequestId = [u8; 32];

/// The record of a request, which an act stores in its transaction. A store refuses the act with `Fault::Repeated` if a
/// concurrent request with the same id was faster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRecord {
    pub id: RequestId,
    /// The sender, unless it has no account.
    pub user_id: Option<Uuid>,
    /// The application whose data the response contains. The record is deleted with it, and with the account of its
    /// applicant or of the sender.
    pub application_id: Option<Uuid>,
    /// A MAC of the request.
    pub fingerprint: [u8; 32],
    pub response: RecordedResponse,
    pub expires_at: OffsetDateTime,
}

pub type Recorder<T> = Box<dyn FnOnce(&T) -> RecordedResponse + Send>;

/// A request whose key is new.
#[derive(Debug, Clone)]
pub struct NewRequest {
    pub id: RequestId,
    /// The sender, unless it has no account.
    pub user_id: Option<Uuid>,
    pub fingerprint: [u8; 32],
    pub now: OffsetDateTime,
}

impl NewRequest {
    /// The record of its response. `application_id` is the application whose data the response contains.
    pub fn answered(self, response: RecordedResponse, application_id: Option<Uuid>) -> RequestRecord {
        let Self { id, user_id, fingerprint, now } = self;
        let expires_at = now + RecordedResponse::LIFETIME;
        RequestRecord { id, user_id, application_id, fingerprint, response, expires_at }
    }
}

/// A request whose response depends on what its act creates.
pub struct KeyedRequest<T> {
    pub request: NewRequest,
    pub record: Recorder<T>,
}

impl<T> KeyedRequest<T> {
    pub fn answered(self, created: &T, application_id: Option<Uuid>) -> RequestRecord {
        self.request.answered((self.record)(created), application_id)
    }
}
