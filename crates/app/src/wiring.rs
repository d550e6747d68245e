//! The composition root: which adapter stands behind which port.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::crypto::{Argon2Hasher, HmacSecretDeriver, KeyDirectory, PasetoIssuer};
use forum_adapters::mail::{MailUrl, MiniJinjaComposer, SmtpMailSender, SpoolMailSender};
use forum_adapters::postgres::{
    PgAccountStore, PgApplicationStore, PgAuditLog, PgHeadshotStore, PgOutboxStore, PgPool, PgReviewQueue,
    PgSessionStore,
};
use forum_adapters::system::{RandomIds, SystemClock, SystemTimer};
use forum_domain::accounts::{
    Access, AdminAccounts, OneTimeTokens, Sessions, SessionsPorts, SignUp, SignUpPorts, Verification,
};
use forum_domain::applications::{Review, ReviewPorts, SubmitApplication, SubmitPorts};
use forum_domain::headshots::{HeadshotPorts, Headshots, SweepHeadshots};
use forum_domain::mail::{MailAdministration, MailDispatcher, MailDispatcherPorts, MailQueue, MailSender};
use forum_domain::shared::{Clock, IdSource};
use forum_http::Services;
use time::OffsetDateTime;

use crate::config::Config;
use crate::photos;
use crate::readiness::PartsReadiness;

/// The services of a serving process.
pub struct Wired {
    /// What the HTTP side calls.
    pub services: Services,
    /// What the mail worker runs.
    pub dispatcher: MailDispatcher,
    /// What clears up after uploads that were cut off.
    pub sweep: SweepHeadshots,
    /// What signs access tokens, for the changes of its keys.
    pub issuer: Arc<PasetoIssuer>,
}

/// Puts the real adapters behind the ports. `origin` is where links in mails lead.
///
/// # Errors
/// When keys, mail or the file store cannot be set up.
pub fn wire(
    config: &Config,
    pool: &PgPool,
    origin: &str,
    clock: Option<Arc<dyn Clock>>,
) -> anyhow::Result<Wired> {
    let keys = KeyDirectory::open(&config.keys_dir).context("FORUM__KEYS__DIR")?;
    let clock = clock.unwrap_or_else(|| Arc::new(SystemClock));
    let ids: Arc<dyn IdSource> = Arc::new(RandomIds);
    let hasher = Arc::new(Argon2Hasher::new());
    let secrets = Arc::new(HmacSecretDeriver::new(&keys.master));
    let issuer = Arc::new(PasetoIssuer::new(keys.ring));
    let accounts = Arc::new(PgAccountStore::new(pool.clone()));
    let sessions = Arc::new(PgSessionStore::new(pool.clone()));
    let applications = Arc::new(PgApplicationStore::new(pool.clone()));
    let outbox = Arc::new(PgOutboxStore::new(pool.clone()));
    let headshots = Arc::new(PgHeadshotStore::new(pool.clone()));
    let (files, images) = photos::adapters(config)?;
    let sweep = SweepHeadshots::new(headshots.clone(), files.clone(), clock.clone());
    let mails = MailQueue::new(ids.clone(), message_id_domain(origin));
    let tokens = OneTimeTokens::new(secrets.clone());

    let services = Services {
        sign_up: Arc::new(SignUp::new(SignUpPorts {
            accounts: accounts.clone(),
            hasher: hasher.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        })),
        verification: Arc::new(Verification::new(
            accounts.clone(),
            tokens.clone(),
            clock.clone(),
            ids.clone(),
            mails.clone(),
        )),
        sessions: Arc::new(Sessions::new(SessionsPorts {
            accounts,
            sessions: sessions.clone(),
            hasher,
            issuer: issuer.clone(),
            secrets,
            clock: clock.clone(),
            ids: ids.clone(),
        })),
        access: Arc::new(Access::new(sessions, issuer.clone(), clock.clone())),
        applications: Arc::new(SubmitApplication::new(SubmitPorts {
            applications: applications.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        })),
        review: Arc::new(Review::new(ReviewPorts {
            applications,
            queue: Arc::new(PgReviewQueue::new(pool.clone())),
            audit: Arc::new(PgAuditLog::new(pool.clone())),
            clock: clock.clone(),
            ids: ids.clone(),
            mails,
        })),
        headshots: Arc::new(Headshots::new(HeadshotPorts {
            headshots,
            files: files.clone(),
            images,
            clock: clock.clone(),
            ids: ids.clone(),
        })),
        ids: ids.clone(),
        readiness: Arc::new(PartsReadiness::new(pool.clone(), files, outbox.clone(), clock.clone())),
    };
    let dispatcher = MailDispatcher::new(
        MailDispatcherPorts {
            outbox,
            composer: Arc::new(MiniJinjaComposer::new().context("the mail templates of this program")?),
            sender: mail_sender(config, clock.now())?,
            tokens,
            clock,
            timer: Arc::new(SystemTimer),
            ids,
        },
        origin,
    );
    Ok(Wired { services, dispatcher, sweep, issuer })
}

/// What `admin create|grant|list` calls.
pub fn admin_accounts(pool: &PgPool) -> AdminAccounts {
    AdminAccounts::new(
        Arc::new(PgAccountStore::new(pool.clone())),
        Arc::new(Argon2Hasher::new()),
        Arc::new(SystemClock),
        Arc::new(RandomIds),
    )
}

/// What `mail list|retry` calls.
pub fn mail_administration(pool: &PgPool) -> MailAdministration {
    MailAdministration::new(Arc::new(PgOutboxStore::new(pool.clone())), Arc::new(SystemClock))
}

fn mail_sender(config: &Config, now: OffsetDateTime) -> anyhow::Result<Arc<dyn MailSender>> {
    let from = config.mail_from.clone();
    Ok(match &config.mail {
        MailUrl::Spool { directory } => Arc::new(
            SpoolMailSender::open(directory, from, now)
                .context("FORUM__MAIL__URL: cannot make the spool folder")?,
        ),
        MailUrl::Smtp(server) => Arc::new(SmtpMailSender::new(server.clone(), from, config.trust.clone())),
    })
}

/// The host of the origin: the right-hand side of every `Message-ID`.
fn message_id_domain(origin: &str) -> String {
    url::Url::parse(origin)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned))
        .unwrap_or_else(|| "localhost".to_owned())
}
