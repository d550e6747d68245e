//! All ports, and the use cases on them. The program and the tests build them here.

use std::sync::Arc;

use crate::accounts::{
    Access, AccountStore, Accounts, AdminFactor, Chain, FactorVerifier, Identities, IdentityProviders,
    IdentityStore, MachineStore, Passkeys, PasswordHasher, Secrets, SessionStore, Sessions, TokenIssuer,
};
use crate::act::Acts;
use crate::applications::{
    ApplicationStore, Applications, ChangeRequestStore, ChangeRequests, Review, ReviewStore,
};
use crate::audit::AuditLog;
use crate::contact::{ContactMessages, ContactStore, Mailboxes};
use crate::events::Events;
use crate::headshots::{FileStore, HeadshotStore, Headshots, ImageProcessor};
use crate::housekeeping::{Housekeeping, HousekeepingStore, Retention};
use crate::idempotency::{IdempotentRequests, RequestRecords};
use crate::limits::{Limits, LocalBuckets, Meter, RateLimiter};
use crate::mail::{
    Composer, EmailMessages, EmailTemplates, MailDispatcher, MailSender, OutboxStore, TemplateStore,
};
use crate::newsletter::{Newsletter, NewsletterStore};
use crate::notes::{NoteStore, Notes};
use crate::own_data::{OwnDataService, OwnDataStore};
use crate::shared::{Clock, IdSource, Timer};
use crate::site::{Feature, Site};
use crate::users::{Invitations, UserAdministration, UserStore};

#[derive(Clone)]
pub struct Ports {
    pub accounts: Arc<dyn AccountStore>,
    pub own_data: Arc<dyn OwnDataStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub machines: Arc<dyn MachineStore>,
    pub passkeys: Arc<dyn Passkeys>,
    pub identities: Arc<dyn IdentityStore>,
    pub providers: Arc<dyn IdentityProviders>,
    pub chains: Vec<Chain>,
    pub admin_factor: AdminFactor,
    pub undo_window: time::Duration,
    pub applications: Arc<dyn ApplicationStore>,
    pub change_requests: Arc<dyn ChangeRequestStore>,
    pub review: Arc<dyn ReviewStore>,
    pub notes: Arc<dyn NoteStore>,
    pub contact: Arc<dyn ContactStore>,
    /// Where messages of the contact form are mailed.
    pub mailboxes: Mailboxes,
    pub newsletter: Arc<dyn NewsletterStore>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub files: Arc<dyn FileStore>,
    pub images: Arc<dyn ImageProcessor>,
    pub outbox: Arc<dyn OutboxStore>,
    pub templates: Arc<dyn TemplateStore>,
    pub audit: Arc<dyn AuditLog>,
    pub users: Arc<dyn UserStore>,
    pub leftovers: Arc<dyn HousekeepingStore>,
    pub requests: Arc<dyn RequestRecords>,
    pub retention: Retention,
    pub limiter: Arc<dyn RateLimiter>,
    /// Multiplies every limit.
    pub limits_factor: f64,
    /// Minimum response time for refusals by a limit. Zero in tests.
    pub refusal_pace: std::time::Duration,
    pub hasher: Arc<dyn PasswordHasher>,
    pub issuer: Arc<dyn TokenIssuer>,
    /// Derives links, codes and refresh tokens.
    pub secrets: Secrets,
    pub composer: Arc<dyn Composer>,
    pub sender: Arc<dyn MailSender>,
    pub clock: Arc<dyn Clock>,
    pub timer: Arc<dyn Timer>,
    pub ids: Arc<dyn IdSource>,
    pub site: Arc<Site>,
}

/// Addresses of the site.
pub struct Addresses<'a> {
    /// Links in mails start with it.
    pub origin: &'a str,
    /// The path to which identity providers return.
    pub callback: &'a str,
    /// The right-hand side of every `Message-ID`.
    pub mail_domain: &'a str,
}

#[derive(Clone)]
pub struct UseCases {
    pub accounts: Arc<Accounts>,
    pub sessions: Arc<Sessions>,
    pub identities: Arc<Identities>,
    pub own_data: Arc<OwnDataService>,
    pub access: Arc<Access>,
    pub applications: Arc<Applications>,
    pub change_requests: Arc<ChangeRequests>,
    pub review: Arc<Review>,
    pub notes: Arc<Notes>,
    pub contact: Arc<ContactMessages>,
    pub newsletter: Arc<Newsletter>,
    pub headshots: Arc<Headshots>,
    pub limits: Arc<Limits>,
    pub requests: Arc<IdempotentRequests>,
    pub users: Arc<UserAdministration>,
    pub invitations: Arc<Invitations>,
    pub email_templates: Arc<EmailTemplates>,
    pub email_messages: Arc<EmailMessages>,
    pub audit: Arc<dyn AuditLog>,
    pub events: Arc<Events>,
    pub ids: Arc<dyn IdSource>,
    pub dispatcher: Arc<MailDispatcher>,
    pub housekeeping: Arc<Housekeeping>,
}

impl UseCases {
    pub fn new(ports: Ports, addresses: &Addresses<'_>) -> Self {
        let Addresses { origin, callback, mail_domain } = *addresses;
        let acts = Acts::new(ports.clock.clone(), ports.ids.clone(), mail_domain);
        let accounts = Arc::new(Accounts {
            store: ports.accounts.clone(),
            hasher: ports.hasher.clone(),
            secrets: ports.secrets.clone(),
            acts: acts.clone(),
        });
        let verifier = FactorVerifier { secrets: ports.secrets.clone(), passkeys: ports.passkeys };
        let signed_in = Arc::new(Sessions {
            store: ports.sessions.clone(),
            accounts: ports.accounts.clone(),
            identities: ports.identities.clone(),
            verifier,
            hasher: ports.hasher.clone(),
            issuer: ports.issuer.clone(),
            secrets: ports.secrets.clone(),
            greets: ports.site.has(Feature::Apply),
            acts: acts.clone(),
        });
        let identities = Arc::new(Identities {
            store: ports.identities,
            providers: ports.providers,
            chains: ports.chains,
            sessions: signed_in.clone(),
            origin: origin.to_owned(),
            redirect_uri: format!("{origin}{callback}"),
        });
        let photos = Arc::new(Headshots {
            headshots: ports.headshots.clone(),
            files: ports.files,
            images: ports.images,
            clock: ports.clock.clone(),
            ids: ports.ids.clone(),
            signing: ports.site.has(Feature::PrivatePhotos).then(|| ports.secrets.clone()),
        });
        let requests =
            Arc::new(IdempotentRequests::new(ports.requests, ports.secrets.clone(), ports.clock.clone()));
        let limits = Limits {
            shared: ports.limiter,
            local: Arc::new(LocalBuckets::default()),
            secrets: ports.secrets.clone(),
            clock: ports.clock.clone(),
            factor: ports.limits_factor,
            pace: ports.refusal_pace,
            meter: Meter::default(),
        };
        let access = Arc::new(Access::new(
            ports.sessions.clone(),
            ports.machines,
            ports.issuer,
            ports.clock.clone(),
            ports.admin_factor,
        ));
        let users = Arc::new(UserAdministration {
            accounts: ports.accounts.clone(),
            sessions: ports.sessions.clone(),
            users: ports.users,
            acts: acts.clone(),
        });
        Self {
            events: Arc::new(Events {
                log: ports.audit.clone(),
                access: access.clone(),
                clock: ports.clock.clone(),
            }),
            email_templates: Arc::new(EmailTemplates {
                store: ports.templates.clone(),
                composer: ports.composer.clone(),
                acts: acts.clone(),
                origin: origin.to_owned(),
                season: ports.site.season,
            }),
            email_messages: Arc::new(EmailMessages { outbox: ports.outbox.clone(), acts: acts.clone() }),
            limits: Arc::new(limits),
            requests,
            accounts,
            sessions: signed_in,
            identities,
            invitations: Arc::new(Invitations { users: users.clone(), secrets: ports.secrets.clone() }),
            users,
            access,
            applications: Arc::new(Applications {
                store: ports.applications.clone(),
                headshots: photos.clone(),
                season: ports.site.season,
                acts: acts.clone(),
            }),
            change_requests: Arc::new(ChangeRequests {
                store: ports.change_requests,
                review: ports.review.clone(),
                headshots: ports.headshots.clone(),
                audit: ports.audit.clone(),
                acts: acts.clone(),
            }),
            notes: Arc::new(Notes { store: ports.notes, acts: acts.clone() }),
            contact: Arc::new(ContactMessages {
                store: ports.contact.clone(),
                mailboxes: ports.mailboxes,
                acts: acts.clone(),
            }),
            newsletter: Arc::new(Newsletter {
                store: ports.newsletter.clone(),
                audit: ports.audit.clone(),
                secrets: ports.secrets.clone(),
                acts: acts.clone(),
                origin: origin.to_owned(),
            }),
            review: Arc::new(Review {
                store: ports.review,
                audit: ports.audit.clone(),
                acts: acts.clone(),
                undo_window: ports.undo_window,
            }),
            own_data: Arc::new(OwnDataService {
                own_data: ports.own_data,
                sessions: ports.sessions,
                accounts: ports.accounts.clone(),
                hasher: ports.hasher,
                headshots: photos.clone(),
                acts,
            }),
            headshots: photos,
            audit: ports.audit,
            ids: ports.ids.clone(),
            housekeeping: Arc::new(Housekeeping {
                store: ports.leftovers,
                clock: ports.clock.clone(),
                retention: ports.retention,
            }),
            dispatcher: Arc::new(MailDispatcher {
                outbox: ports.outbox,
                templates: ports.templates,
                composer: ports.composer,
                sender: ports.sender,
                accounts: ports.accounts,
                contact: ports.contact,
                newsletter: ports.newsletter,
                secrets: ports.secrets,
                clock: ports.clock,
                timer: ports.timer,
                ids: ports.ids,
                origin: origin.to_owned(),
                season: ports.site.season,
            }),
        }
    }
}
