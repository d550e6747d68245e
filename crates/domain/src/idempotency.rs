//! Idempotent requests: an act stores the response in its transaction, and a repeated request gets that response. A bulk act
//! has such a record for each of its items and continues where it ended.
//! `look_up` makes a [`NewRequest`] of the client's key, the HTTP layer adds how its response is made ([`KeyedRequest`]), the
//! rule of the act makes the [`RequestRecord`], and the store of the act writes it.

use std::sync::Arc;

use async_trait::async_trait;
use derive_more::Constructor;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Secrets;
use crate::shared::{Clock, Fault};

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
    pub user_id: Option<Uuid>,
    /// The application whose data the response contains. The record is deleted with it, and with the account of its
    /// applicant or of the sender.
    pub application_id: Option<Uuid>,
    pub fingerprint: [u8; 32],
    pub response: RecordedResponse,
    pub expires_at: OffsetDateTime,
}

pub type Recorder<T> = Box<dyn FnOnce(&T) -> RecordedResponse + Send>;

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

/// Stores the responses of requests. Stores of acts write records in their transactions by the same rule as
/// [`store`](Self::store).
#[async_trait]
pub trait RequestRecords: Send + Sync {
    /// The record of a request, unless it has expired at `now`.
    async fn find(&self, id: &RequestId, now: OffsetDateTime) -> Result<Option<RequestRecord>, Fault>;

    /// Stores the record of a request whose effect is not in the same transaction. MUST wait for a concurrent transaction that stores the
    /// same id. Replaces an expired record.
    ///
    /// # Errors
    /// `Repeated` if a record with this id has not expired when the new one was created.
    async fn store(&self, record: &RequestRecord) -> Result<(), Fault>;
}

/// The sender of a request, within which its key is unique.
#[derive(Debug, Clone, Copy)]
pub enum Requester<'a> {
    User(Uuid),
    /// A client without an account: its network and the submitted address. With the address alone, a client elsewhere could
    /// find out whether a request with a guessable key was made for it, or use up that key. With the network alone, two
    /// clients of a school could use up each other's keys.
    Client {
        network: Option<&'a str>,
        address: &'a str,
    },
}

pub enum LookUp {
    New(NewRequest),
    Replayed(RecordedResponse),
    KeyReused,
}

#[derive(Constructor)]
pub struct IdempotentRequests {
    records: Arc<dyn RequestRecords>,
    secrets: Secrets,
    clock: Arc<dyn Clock>,
}

const REQUEST: &str = "idempotent request";
const BODY: &str = "body of an idempotent request";

impl IdempotentRequests {
    /// Looks up the record of a request. `content` distinguishes requests with the same key. It may contain a password, so
    /// that only a MAC of it is stored.
    pub async fn look_up(
        &self,
        requester: Requester<'_>,
        operation: &str,
        key: &str,
        content: &[u8],
    ) -> Result<LookUp, Fault> {
        let now = self.clock.now();
        let (user_id, id) = self.id_of(requester, operation, key);
        let fingerprint = self.derive(BODY, content);
        Ok(match self.records.find(&id, now).await? {
            None => LookUp::New(NewRequest { id, user_id, fingerprint, now }),
            Some(record) if record.fingerprint == fingerprint => LookUp::Replayed(record.response),
            Some(_) => LookUp::KeyReused,
        })
    }

    /// Whether the user has sent a request with this key, which no limit counts again.
    pub async fn is_known(&self, user_id: Uuid, operation: &str, key: &str) -> Result<bool, Fault> {
        let (_, id) = self.id_of(Requester::User(user_id), operation, key);
        Ok(self.records.find(&id, self.clock.now()).await?.is_some())
    }

    /// Stores the record of a request whose effect is not in the same transaction; `Repeated` if a concurrent one was faster.
    pub async fn store(&self, record: &RequestRecord) -> Result<(), Fault> {
        self.records.store(record).await
    }

    fn id_of(&self, requester: Requester<'_>, operation: &str, key: &str) -> (Option<Uuid>, RequestId) {
        let (user_id, sender) = match requester {
            Requester::User(id) => (Some(id), id.to_string()),
            Requester::Client { network, address } => {
                (None, format!("{}\0{}", network.unwrap_or_default(), address.trim().to_lowercase()))
            }
        };
        // The key is printable, so the last separator is unambiguous.
        (user_id, self.derive(REQUEST, format!("{operation}\0{sender}\0{key}").as_bytes()))
    }

    fn derive(&self, label: &str, message: &[u8]) -> [u8; 32] {
        self.secrets.derive(label, Uuid::nil(), message)
    }
}
