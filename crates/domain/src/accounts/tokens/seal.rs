use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::secret_deriver::SecretDeriver;

/// Writes and reads `base64url(id ‖ payload ‖ MAC)`. The MAC covers the id, `context` and the payload, so a token
/// cannot be forged with the contents of the database.
pub(crate) struct Seal<'a> {
    pub(crate) secrets: &'a dyn SecretDeriver,
    pub(crate) label: &'static str,
    pub(crate) context: &'a [u8],
}

impl Seal<'_> {
    pub(crate) fn write(&self, id: Uuid, payload: &[u8]) -> String {
        let mac = self.secrets.derive(self.label, id, &[self.context, payload].concat());
        URL_SAFE_NO_PAD.encode([id.as_bytes(), payload, &mac].concat())
    }

    /// The id and the payload, if the MAC is valid.
    pub(crate) fn read<const PAYLOAD: usize>(&self, text: &str) -> Option<(Uuid, [u8; PAYLOAD])> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (payload, mac) = rest.split_first_chunk::<PAYLOAD>()?;
        let (id, mac) = (Uuid::from_bytes(*id), mac.try_into().ok()?);
        let message = [self.context, payload].concat();
        self.secrets.matches(self.label, id, &message, mac).then_some((id, *payload))
    }
}
