//! Checks the sign-in providers: fetches and validates their published configuration.

use forum_adapters::openid::{Documents, OpenIdProviders};

use super::Finding;
use crate::config::Config;

const SUBJECT: &str = "provider";

pub(super) async fn examine(config: &Config) -> Vec<Finding> {
    let why = "its users cannot sign in, and those without a password on this site are locked out";
    let fix = "this machine must be able to reach the provider; spell `issuer` in FORUM__OPENID__PROVIDERS exactly as the \
               provider's metadata does, with or without a slash at its end";
    let documents = match Documents::new(&config.trust) {
        Ok(documents) => documents,
        Err(error) => return vec![Finding::wrong(SUBJECT, error.to_string(), why, fix)],
    };
    let providers = OpenIdProviders::new(config.providers.clone(), &documents);
    let examined = providers.examine().await.into_iter().map(|(settings, outcome)| {
        let (name, issuer, client) = (&settings.name, &settings.issuer, &settings.client_id);
        let signs_in =
            outcome.map(|()| format!("{name}: {issuer} can sign users in; this site is its client {client}"));
        Finding::of(SUBJECT, signs_in.map_err(|fault| format!("{name}: {fault}")), why, fix)
    });
    examined.collect()
}
