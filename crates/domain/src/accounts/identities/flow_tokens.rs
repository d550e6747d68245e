//! Tokens that identify a flow outside the server. They cannot be forged with the contents of the database.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use derive_more::Constructor;
use uuid::Uuid;

use super::flow::FlowKind;
use crate::accounts::tokens::{Seal, SecretDeriver};

#[derive(Clone, Constructor)]
pub(crate) struct FlowTokens(Arc<dyn SecretDeriver>);

impl FlowTokens {
    /// `base64url(id ‖ MAC)`.
    pub(crate) fn write(&self, kind: FlowKind, id: Uuid) -> String {
        self.seal(kind).write(id, b"")
    }

    /// The id of the flow, if the token belongs to a flow of this kind.
    pub(crate) fn read(&self, kind: FlowKind, token: &str) -> Option<Uuid> {
        self.seal(kind).read::<0>(token).map(|(id, _)| id)
    }

    fn seal(&self, kind: FlowKind) -> Seal<'_> {
        Seal { secrets: &*self.0, label: "sign-in flow", context: kind.as_str().as_bytes() }
    }

    /// A secret that is derived for the flow and not stored: 256 bits as 43 characters.
    pub(crate) fn secret(&self, label: &str, id: Uuid) -> String {
        URL_SAFE_NO_PAD.encode(self.0.derive(label, id, b""))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::accounts::tokens::testing::Plain;

    proptest! {
        #[test]
        fn only_an_unchanged_token_of_the_same_kind_is_accepted(
            id in any::<u128>(), at in any::<prop::sample::Index>(), other in "(?s).", junk in "(?s).{0,90}|[A-Za-z0-9_-]{64}",
        ) {
            let (tokens, id) = (FlowTokens::new(Arc::new(Plain(1))), Uuid::from_u128(id));
            for kind in FlowKind::ALL {
                let text = tokens.write(kind, id);
                for read_as in FlowKind::ALL {
                    prop_assert_eq!(tokens.read(read_as, &text), (kind == read_as).then_some(id));
                }
                let at = at.index(text.len());
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                prop_assert_eq!(tokens.read(kind, &changed).is_some(), changed == text, "{}", changed);
                prop_assert_eq!(tokens.read(kind, &junk), None);
            }
        }
    }
}
