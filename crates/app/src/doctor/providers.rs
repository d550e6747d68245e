//! Checks the sign-in providers: fetches and validates their published configuration.

use forum_adapters::openid::{Documents, OpenIdProviders};

use super::Finding;
use crate::config::Config;

const SUBJECT: &str = "provider";

/// One finding per configured provider.
pub(super) async fn examine(config: &Config) -> Vec<Finding> {
    let why = "its users cannot sign in, and those without a password on this site are locked out";
    let fix = "this machine must be able to reach the provider; spell `issuer` in FORUM__OPENID__PROVIDERS exactly as the \
               provider's metadata does, with or without a slash at its end";
    let documents = match Documents::new(&config.trust) {
        Ok(documents) => documents,
        Err(error) => return vec![Finding::wrong(SUBJECT, error.to_string(), why, fix)],
    };
    let providers = OpenIdProviders::new(config.providers.clone(), &documents);
    let examined = providers.examine().await.into_iter();
    examined
        .map(|(settings, outcome)| match outcome {
            Ok(()) => {
                let (name, issuer, client) = (&settings.name, &settings.issuer, &settings.client_id);
                Finding::fine(
                    SUBJECT,
                    format!("{name}: {issuer} can sign users in; this site is its client {client}"),
                )
            }
            Err(fault) => Finding::wrong(SUBJECT, format!("{}: {fault}", settings.name), why, fix),
        })
        .collect()
}
