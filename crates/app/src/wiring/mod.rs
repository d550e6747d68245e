//! Chooses the program's adapter for each port.

pub mod mailbox;
mod readiness;

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::crypto::{Argon2Hasher, Keys, PasetoIssuer, WebauthnPasskeys};
use forum_adapters::files::OpendalFileStore;
use forum_adapters::images::PixelProcessor;
use forum_adapters::mail::{
    FromAddress, MailUrl, MiniJinjaComposer, SmtpMailSender, SmtpServer, SpoolMailSender,
};
use forum_adapters::openid::{Documents, OpenIdProviders};
use forum_adapters::postgres::{
    ConnectionPool, MailSignal, PgAccountStore, PgApplicationStore, PgAuditLog, PgChangeRequestStore,
    PgContactStore, PgHeadshotStore, PgHousekeepingStore, PgIdentityStore, PgMachineStore, PgNewsletterStore,
    PgNoteStore, PgOutboxStore, PgOwnDataStore, PgRateLimiter, PgRequestRecords, PgReviewStore,
    PgSessionStore, PgTemplateStore, PgUserStore,
};
use forum_adapters::system::{RandomIds, SystemClock, SystemTimer};
use forum_domain::accounts::{AdminAccounts, MachineTokens};
use forum_domain::act::Acts;
use forum_domain::mail::{EmailMessages, EmailTemplates, MailSender};
use forum_domain::shared::Clock;
use forum_domain::site::Season;
use forum_domain::use_cases::{Addresses, Ports, UseCases};
use forum_domain::users::UserAdministration;
use forum_http::Readiness;

use crate::config::Config;
use readiness::PartsReadiness;

const TEMPLATES: &str = "the mail templates of this program";

pub struct Wired {
    pub use_cases: UseCases,
    pub readiness: Arc<dyn Readiness>,
    pub hasher: Arc<Argon2Hasher>,
    /// `site_keys::watch` replaces its keys.
    pub issuer: Arc<PasetoIssuer>,
    pub files: Arc<OpendalFileStore>,
    pub clock: Arc<dyn Clock>,
}

/// Connects the real adapters to the ports. Links in mails start with `origin`.
pub fn wire(
    config: &Config,
    pool: &ConnectionPool,
    keys: Keys,
    origin: &str,
    clock: Option<Arc<dyn Clock>>,
) -> anyhow::Result<Wired> {
    let clock = clock.unwrap_or_else(|| Arc::new(SystemClock));
    let issuer = Arc::new(PasetoIssuer::new(keys.ring));
    let mails = MailSignal::default();
    let outbox = Arc::new(PgOutboxStore::new(pool.clone(), mails.clone()));
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    let files = Arc::new(files);
    let hasher = Arc::new(Argon2Hasher::new());
    let readiness = Arc::new(PartsReadiness {
        pool: pool.clone(),
        files: files.clone(),
        outbox: outbox.clone(),
        clock: clock.clone(),
    });
    let ports = Ports {
        accounts: Arc::new(PgAccountStore::new(pool.clone(), mails.clone())),
        own_data: Arc::new(PgOwnDataStore::new(pool.clone())),
        sessions: Arc::new(PgSessionStore::new(pool.clone(), mails.clone())),
        machines: Arc::new(PgMachineStore::new(pool.clone())),
        passkeys: Arc::new(WebauthnPasskeys::new(origin)?),
        identities: Arc::new(PgIdentityStore::new(pool.clone())),
        providers: Arc::new(OpenIdProviders::new(config.providers.clone(), &Documents::new(&config.trust)?)),
        chains: config.chains.clone(),
        admin_factor: config.admin_factor,
        undo_window: config.undo_window,
        applications: Arc::new(PgApplicationStore::new(pool.clone(), mails.clone())),
        change_requests: Arc::new(PgChangeRequestStore::new(pool.clone(), mails.clone())),
        review: Arc::new(PgReviewStore::new(pool.clone(), mails.clone())),
        notes: Arc::new(PgNoteStore::new(pool.clone())),
        contact: Arc::new(PgContactStore::new(pool.clone(), mails.clone())),
        mailboxes: config.mailboxes.clone(),
        newsletter: Arc::new(PgNewsletterStore::new(pool.clone(), mails.clone())),
        headshots: Arc::new(PgHeadshotStore::new(pool.clone())),
        files: files.clone(),
        images: Arc::new(PixelProcessor::default()),
        outbox,
        templates: Arc::new(PgTemplateStore::new(pool.clone(), mails.clone())),
        audit: Arc::new(PgAuditLog::new(pool.clone())),
        users: Arc::new(PgUserStore::new(pool.clone(), mails)),
        leftovers: Arc::new(PgHousekeepingStore::new(pool.clone())),
        requests: Arc::new(PgRequestRecords::new(pool.clone())),
        retention: config.retention,
        limiter: Arc::new(PgRateLimiter::new(pool.clone())),
        limits_factor: config.limits_factor,
        refusal_pace: forum_domain::limits::PACE,
        hasher: hasher.clone(),
        issuer: issuer.clone(),
        secrets: keys.master,
        composer: Arc::new(
            MiniJinjaComposer::with_contact(config.mail_reply_to.address()).context(TEMPLATES)?,
        ),
        sender: mail_sender(config, origin)?,
        clock: clock.clone(),
        timer: Arc::new(SystemTimer),
        ids: Arc::new(RandomIds),
        site: config.site.clone(),
    };
    Ok(Wired { use_cases: use_cases(ports, origin), readiness, hasher, issuer, files, clock })
}

pub fn use_cases(ports: Ports, origin: &str) -> UseCases {
    let mail_domain = &message_id_domain(origin);
    UseCases::new(ports, &Addresses { origin, callback: forum_http::CALLBACK, mail_domain })
}

/// The host of `origin`, for `Message-ID`.
fn message_id_domain(origin: &str) -> String {
    let host = url::Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| "localhost".to_owned())
}

/// The use cases for `admin create|list`. Commands wake no worker, but workers poll the outbox every second.
pub fn admin_accounts(pool: &ConnectionPool) -> AdminAccounts {
    AdminAccounts {
        accounts: Arc::new(PgAccountStore::new(pool.clone(), MailSignal::default())),
        hasher: Arc::new(Argon2Hasher::new()),
        acts: acts(NO_MAILS),
    }
}

/// The use cases for `users` and `admin grant|revoke`. The domain of `origin` is used in their mails' `Message-ID`.
pub fn user_administration(pool: &ConnectionPool, origin: &str) -> UserAdministration {
    UserAdministration {
        accounts: Arc::new(PgAccountStore::new(pool.clone(), MailSignal::default())),
        sessions: Arc::new(PgSessionStore::new(pool.clone(), MailSignal::default())),
        users: Arc::new(PgUserStore::new(pool.clone(), MailSignal::default())),
        acts: acts(origin),
    }
}

/// The use cases for `tokens`.
pub fn machine_tokens(pool: &ConnectionPool) -> MachineTokens {
    MachineTokens { store: Arc::new(PgMachineStore::new(pool.clone())), acts: acts(NO_MAILS) }
}

/// The use cases for `mail list|retry|discard`.
pub fn email_messages(pool: &ConnectionPool) -> EmailMessages {
    let outbox = Arc::new(PgOutboxStore::new(pool.clone(), MailSignal::default()));
    EmailMessages { outbox, acts: acts(NO_MAILS) }
}

/// The use cases for `mail template`. Relative links are resolved against `origin`.
pub fn email_templates(
    pool: &ConnectionPool,
    origin: &str,
    season: Season,
) -> anyhow::Result<EmailTemplates> {
    Ok(EmailTemplates {
        store: Arc::new(PgTemplateStore::new(pool.clone(), MailSignal::default())),
        composer: Arc::new(MiniJinjaComposer::new().context(TEMPLATES)?),
        acts: acts(origin),
        origin: origin.to_owned(),
        season,
    })
}

/// The origin for commands that queue no mail.
pub const NO_MAILS: &str = "";

/// The host of `origin` is the domain of each `Message-ID`.
fn acts(origin: &str) -> Acts {
    Acts::new(Arc::new(SystemClock), Arc::new(RandomIds), &message_id_domain(origin))
}

fn mail_sender(config: &Config, origin: &str) -> anyhow::Result<Arc<dyn MailSender>> {
    Ok(match &config.mail {
        MailUrl::Spool { directory } => Arc::new(
            SpoolMailSender::open(directory, mail_from(config))
                .context("FORUM__MAIL__URL: cannot create the spool folder")?,
        ),
        MailUrl::Smtp(server) => Arc::new(smtp_sender(config, server, origin)),
    })
}

pub fn smtp_sender(config: &Config, server: &SmtpServer, origin: &str) -> SmtpMailSender {
    let hello = config.ehlo_name.clone().unwrap_or_else(|| message_id_domain(origin));
    SmtpMailSender::new(server.clone(), mail_from(config), config.trust.clone()).with_hello(&hello)
}

fn mail_from(config: &Config) -> FromAddress {
    config.mail_from.clone().replied_to_at(config.mail_reply_to.clone())
}
