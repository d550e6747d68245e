use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::request_records::RequestRecords;
use crate::accounts::tokens::SecretDeriver;
use crate::shared::{Clock, Fault, NewRequest, RecordedResponse, RequestId, RequestRecord};

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

/// What is recorded about a request.
pub enum LookUp {
    New(NewRequest),
    Replayed(RecordedResponse),
    /// The key was used with another request.
    KeyReused,
}

#[derive(Constructor)]
pub struct IdempotentRequests {
    records: Arc<dyn RequestRecords>,
    secrets: Arc<dyn SecretDeriver>,
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

    /// Stores the record of a request that has no other effect.
    ///
    /// # Errors
    /// `Repeated` if a concurrent request has stored it; faults.
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
