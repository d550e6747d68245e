//! Passkeys (Web Authentication, with `webauthn-rs`) without attestation and with user verification. They are discoverable
//! credentials, so that signing in needs no email address.

use forum_domain::accounts::{Ceremony, CredentialClaim, PasskeyRecord, Passkeys, User};
use forum_domain::shared::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Webauthn, WebauthnBuilder, WebauthnError,
};
use webauthn_rs_proto::{AllowCredentials, CollectedClientData, ResidentKeyRequirement};

use crate::mail::ORGANISATION;

pub struct WebauthnPasskeys(Webauthn);

/// Replaces IP addresses: browsers accept passkeys only for host names, and without TLS only for this one.
const LOCAL: &str = "localhost";

impl WebauthnPasskeys {
    /// Passkeys for the host of `origin`, used on pages of exactly this origin. An IP address such as
    /// `http://127.0.0.1:8080` is replaced by `http://localhost:8080`.
    pub fn new(origin: &str) -> Result<Self, Fault> {
        let mut origin = Url::parse(origin).map_err(bug)?;
        if origin.domain().is_none() {
            origin.set_host(Some(LOCAL)).map_err(bug)?;
        }
        let host = origin.domain().unwrap_or(LOCAL).to_owned();
        let built =
            WebauthnBuilder::new(&host, &origin).and_then(|builder| builder.rp_name(ORGANISATION).build());
        Ok(Self(built.map_err(bug)?))
    }
}

fn bug(error: impl std::fmt::Display) -> Fault {
    Fault::Bug(format!("passkeys: {error}"))
}

fn text(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(bug)
}

fn parsed<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

fn id_of(challenge: &[u8]) -> Option<Uuid> {
    challenge.first_chunk().map(|half| Uuid::from_bytes(*half))
}

fn ceremony(challenge: &[u8], options: &impl Serialize, state: &impl Serialize) -> Result<Ceremony, Fault> {
    let id = id_of(challenge).ok_or_else(|| bug("a challenge is too short"))?;
    Ok(Ceremony { id, options: text(options)?, state: text(state)? })
}

fn client_data(credential: &PublicKeyCredential) -> Option<CollectedClientData> {
    serde_json::from_slice(&credential.response.client_data_json).ok()
}

fn record(passkey: &Passkey) -> Option<PasskeyRecord> {
    let credential_id = passkey.cred_id().clone();
    Some(PasskeyRecord { credential_id, record: text(passkey).ok()? })
}

impl Passkeys for WebauthnPasskeys {
    fn creation(&self, user: &User, known: &[&PasskeyRecord]) -> Result<Ceremony, Fault> {
        let known = known.iter().map(|passkey| passkey.credential_id.clone()).collect();
        let (mut options, state) = self
            .0
            .start_passkey_registration(
                user.id,
                user.email.as_str(),
                &format!("{} {}", user.name.first, user.name.last),
                Some(known),
            )
            .map_err(bug)?;
        if let Some(selection) = &mut options.public_key.authenticator_selection {
            // Signing in without an email address requires a discoverable credential.
            selection.resident_key = Some(ResidentKeyRequirement::Required);
            selection.require_resident_key = true;
        }
        ceremony(&options.public_key.challenge, &options.public_key, &state)
    }

    fn created(&self, state: &str, credential: &str) -> Option<PasskeyRecord> {
        let state: PasskeyRegistration = parsed(state)?;
        let credential: RegisterPublicKeyCredential = parsed(credential)?;
        let passkey = self.0.finish_passkey_registration(&credential, &state).inspect_err(refused).ok()?;
        record(&passkey)
    }

    fn request(&self, allowed: &[&PasskeyRecord]) -> Result<Ceremony, Fault> {
        let (mut options, state) = self.0.start_discoverable_authentication().map_err(bug)?;
        // The key is read with the response, under the lock on its owner, so that its counter is current.
        options.public_key.allow_credentials = allowed
            .iter()
            .map(|passkey| AllowCredentials {
                type_: "public-key".to_owned(),
                id: passkey.credential_id.clone(),
                transports: None,
            })
            .collect();
        ceremony(&options.public_key.challenge, &options.public_key, &state)
    }

    fn claim(&self, credential: &str) -> Option<CredentialClaim> {
        let credential: PublicKeyCredential = parsed(credential)?;
        let client = client_data(&credential)?;
        let owner = credential.get_user_unique_id().and_then(|handle| Uuid::from_slice(handle).ok());
        Some(CredentialClaim {
            ceremony_id: id_of(&client.challenge)?,
            credential_id: credential.raw_id,
            user_id: owner,
        })
    }

    fn used(&self, state: &str, passkey: &PasskeyRecord, credential: &str) -> Option<PasskeyRecord> {
        let state: DiscoverableAuthentication = parsed(state)?;
        let mut passkey: Passkey = parsed(&passkey.record)?;
        let credential: PublicKeyCredential = parsed(credential)?;
        // The library checks this only for new passkeys.
        if client_data(&credential)?.cross_origin == Some(true) {
            return None;
        }
        let key = DiscoverableKey::from(&passkey);
        let used = self.0.finish_discoverable_authentication_v2(&credential, state, &key);
        let used = used.inspect_err(refused).ok()?;
        passkey.update_credential(&used)?;
        record(&passkey)
    }
}

/// Logs the cause for the operator. The browser gets only the refusal.
fn refused(error: &WebauthnError) {
    tracing::info!(cause = %error, "a passkey credential was refused");
}
