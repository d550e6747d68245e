//! Builds the use cases over any ports, for the program (`wiring`) and for the tests.

use std::sync::Arc;

use forum_domain::accounts::{
    Access, AccountLinks, AccountSecurityStore, AccountStore, AdminFactor, Chain, CodeChallenges, CodeFlow,
    CodeFlowPorts, EmailChangeStore, EmailChanges, EmailChangesPorts, FactorSignIn, FactorSignInPorts,
    IdentityProviders, IdentitySignIn, IdentitySignInPorts, IdentityStore, IdentityVerifier,
    IdentityVerifierPorts, OneTimeTokens, OwnAccount, OwnAccountPorts, OwnFactors, OwnFactorsPorts,
    OwnIdentities, OwnIdentitiesPorts, PasskeySignIn, PasskeySignInPorts, Passkeys, PasswordHasher,
    ProfileStore, Recovery, RecoveryPorts, SecretDeriver, SessionStore, Sessions, SessionsPorts, SignInCodes,
    SignInCodesPorts, SignInFlows, SignUp, SignUpPorts, TokenIssuer, TotpCodes, Verification,
    WalletSignatures,
};
use forum_domain::applications::{
    ApplicationStore, DraftStore, Drafts, Review, ReviewPorts, ReviewQueue, SubmitApplication, SubmitPorts,
};
use forum_domain::audit::AuditLog;
use forum_domain::events::{EventLog, Events};
use forum_domain::headshots::{
    FileStore, HeadshotPorts, HeadshotStore, Headshots, ImageProcessor, SweepHeadshots,
};
use forum_domain::housekeeping::{Housekeeping, HousekeepingStore, Retention};
use forum_domain::limits::{KnownNetworks, Limits, LimitsPorts, RateLimiter};
use forum_domain::mail::{
    Composer, HtmlPolicy, MailDispatcher, MailDispatcherPorts, MailQueue, MailSender, OutboxStore,
    TemplateStore,
};
use forum_domain::mail_administration::{EmailMessages, EmailTemplates, EmailTemplatesPorts};
use forum_domain::own_data::{ArchiveWriter, OwnDataPorts, OwnDataService, OwnDataStore};
use forum_domain::shared::{Clock, IdSource, Timer};
use forum_domain::users::{UserAdministration, UserDirectory, UserPorts, UserStore};
use forum_http::{Readiness, Services};

/// The ports of a serving process.
#[derive(Clone)]
pub struct Ports {
    pub accounts: Arc<dyn AccountStore>,
    pub profiles: Arc<dyn ProfileStore>,
    pub email_changes: Arc<dyn EmailChangeStore>,
    pub own_data: Arc<dyn OwnDataStore>,
    pub archives: Arc<dyn ArchiveWriter>,
    pub sessions: Arc<dyn SessionStore>,
    /// Factors, identities, and the opening of sessions.
    pub security: Arc<dyn AccountSecurityStore>,
    pub totp: Arc<dyn TotpCodes>,
    pub passkeys: Arc<dyn Passkeys>,
    pub identities: Arc<dyn IdentityStore>,
    pub providers: Arc<dyn IdentityProviders>,
    pub chains: Vec<Chain>,
    pub wallet_signatures: Arc<dyn WalletSignatures>,
    pub code_challenges: Arc<dyn CodeChallenges>,
    pub sign_in_flows: Arc<dyn SignInFlows>,
    /// Whether administrators need a second factor.
    pub admin_factor: AdminFactor,
    pub applications: Arc<dyn ApplicationStore>,
    pub drafts: Arc<dyn DraftStore>,
    pub queue: Arc<dyn ReviewQueue>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub files: Arc<dyn FileStore>,
    pub images: Arc<dyn ImageProcessor>,
    pub outbox: Arc<dyn OutboxStore>,
    pub templates: Arc<dyn TemplateStore>,
    pub html_policy: Arc<dyn HtmlPolicy>,
    pub audit: Arc<dyn AuditLog>,
    pub events: Arc<dyn EventLog>,
    pub directory: Arc<dyn UserDirectory>,
    pub users: Arc<dyn UserStore>,
    pub leftovers: Arc<dyn HousekeepingStore>,
    pub retention: Retention,
    /// Token buckets that all processes share.
    pub limiter: Arc<dyn RateLimiter>,
    pub local_limiter: Arc<dyn RateLimiter>,
    pub networks: Arc<dyn KnownNetworks>,
    /// Multiplies every limit.
    pub limits_factor: f64,
    /// Minimum response time of refusals by a limit. Zero in tests.
    pub refusal_pace: std::time::Duration,
    pub hasher: Arc<dyn PasswordHasher>,
    pub issuer: Arc<dyn TokenIssuer>,
    /// Derives links, codes and refresh tokens.
    pub secrets: Arc<dyn SecretDeriver>,
    pub composer: Arc<dyn Composer>,
    pub sender: Arc<dyn MailSender>,
    pub clock: Arc<dyn Clock>,
    pub timer: Arc<dyn Timer>,
    pub ids: Arc<dyn IdSource>,
    pub readiness: Arc<dyn Readiness>,
}

pub struct UseCases {
    pub services: Services,
    pub dispatcher: MailDispatcher,
    pub sweep: SweepHeadshots,
    pub housekeeping: Housekeeping,
}

impl UseCases {
    /// Builds the use cases. Links in mails start with `origin`, whose host is the right-hand side of every
    /// `Message-ID`.
    pub fn new(ports: Ports, origin: &str) -> Self {
        let Ports {
            accounts,
            profiles,
            email_changes,
            own_data,
            archives,
            sessions,
            security,
            totp,
            passkeys,
            identities,
            providers,
            chains,
            wallet_signatures,
            code_challenges,
            sign_in_flows,
            admin_factor,
            applications,
            drafts,
            queue,
            headshots,
            files,
            images,
            outbox,
            templates,
            html_policy,
            audit,
            events,
            directory,
            users,
            leftovers,
            retention,
            limiter,
            local_limiter,
            networks,
            limits_factor,
            refusal_pace,
            hasher,
            issuer,
            secrets,
            composer,
            sender,
            clock,
            timer,
            ids,
            readiness,
        } = ports;
        let mails = MailQueue::new(ids.clone(), message_id_domain(origin));
        let tokens = OneTimeTokens::new(secrets.clone());
        let links = Arc::new(AccountLinks::new(accounts.clone(), tokens.clone(), clock.clone()));
        let email_changes = Arc::new(EmailChanges::new(EmailChangesPorts {
            changes: email_changes,
            profiles: profiles.clone(),
            hasher: hasher.clone(),
            tokens: tokens.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let signed_in = Arc::new(Sessions::new(SessionsPorts {
            accounts: accounts.clone(),
            sessions: sessions.clone(),
            security: security.clone(),
            passkeys: passkeys.clone(),
            hasher: hasher.clone(),
            issuer: issuer.clone(),
            secrets: secrets.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let photos = Arc::new(Headshots::new(HeadshotPorts {
            headshots: headshots.clone(),
            files: files.clone(),
            images,
            clock: clock.clone(),
            ids: ids.clone(),
        }));
        let own_factors = Arc::new(OwnFactors::new(OwnFactorsPorts {
            security: security.clone(),
            profiles: profiles.clone(),
            hasher: hasher.clone(),
            secrets: secrets.clone(),
            totp: totp.clone(),
            passkeys: passkeys.clone(),
            sessions: signed_in.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let factor_sign_in = Arc::new(FactorSignIn::new(FactorSignInPorts {
            security: security.clone(),
            sessions: signed_in.clone(),
            secrets: secrets.clone(),
            totp,
            passkeys: passkeys.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let passkey_sign_in = Arc::new(PasskeySignIn::new(PasskeySignInPorts {
            security: security.clone(),
            flows: sign_in_flows.clone(),
            passkeys,
            sessions: signed_in.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let code_flow = CodeFlowPorts {
            providers: providers.clone(),
            flows: sign_in_flows.clone(),
            challenges: code_challenges,
            secrets: secrets.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        };
        let code_flow = Arc::new(CodeFlow::new(code_flow, format!("{origin}{}", forum_http::CALLBACK)));
        let identity_verifier = IdentityVerifierPorts {
            providers,
            chains,
            signatures: wallet_signatures,
            flows: sign_in_flows,
            code_flow: code_flow.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        };
        let identity_verifier = Arc::new(IdentityVerifier::new(identity_verifier, origin.to_owned()));
        let identity_sign_in = Arc::new(IdentitySignIn::new(IdentitySignInPorts {
            identities: identities.clone(),
            verifier: identity_verifier.clone(),
            sessions: signed_in.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        }));
        let own_identities = Arc::new(OwnIdentities::new(OwnIdentitiesPorts {
            identities,
            security: security.clone(),
            verifier: identity_verifier.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            mails: mails.clone(),
        }));
        let limits =
            LimitsPorts { shared: limiter, local: local_limiter, networks, secrets, clock: clock.clone() };
        let access = Arc::new(Access::new(sessions, issuer, clock.clone(), admin_factor));
        let email_templates = EmailTemplatesPorts {
            templates: templates.clone(),
            policy: html_policy,
            composer: composer.clone(),
            mails: mails.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        };
        let services = Services {
            events: Arc::new(Events::new(events, access.clone(), clock.clone())),
            email_templates: Arc::new(EmailTemplates::new(email_templates, origin)),
            email_messages: Arc::new(EmailMessages::new(outbox.clone(), clock.clone(), ids.clone())),
            limits: Arc::new(Limits::new(limits, limits_factor, refusal_pace)),
            recovery: Arc::new(Recovery::new(RecoveryPorts {
                accounts: accounts.clone(),
                hasher: hasher.clone(),
                tokens: tokens.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails: mails.clone(),
            })),
            sign_in_codes: Arc::new(SignInCodes::new(SignInCodesPorts {
                accounts: accounts.clone(),
                sessions: signed_in.clone(),
                tokens: tokens.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails: mails.clone(),
            })),
            sign_up: Arc::new(SignUp::new(SignUpPorts {
                accounts: accounts.clone(),
                hasher: hasher.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails: mails.clone(),
            })),
            verification: Arc::new(Verification::new(
                accounts.clone(),
                email_changes.clone(),
                tokens,
                clock.clone(),
                ids.clone(),
                mails.clone(),
            )),
            sessions: signed_in,
            own_factors,
            factor_sign_in,
            passkey_sign_in,
            code_flow,
            identity_verifier,
            identity_sign_in,
            own_identities,
            users: Arc::new(UserAdministration::new(UserPorts {
                accounts,
                directory,
                users,
                clock: clock.clone(),
                ids: ids.clone(),
            })),
            own_account: Arc::new(OwnAccount::new(OwnAccountPorts {
                profiles: profiles.clone(),
                hasher: hasher.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails: mails.clone(),
            })),
            email_changes,
            access,
            applications: Arc::new(SubmitApplication::new(SubmitPorts {
                applications: applications.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails: mails.clone(),
            })),
            drafts: Arc::new(Drafts::new(drafts, clock.clone())),
            review: Arc::new(Review::new(ReviewPorts {
                applications,
                queue,
                audit: audit.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                mails,
            })),
            own_data: Arc::new(OwnDataService::new(OwnDataPorts {
                own_data,
                security,
                profiles,
                hasher,
                headshots: photos.clone(),
                archives,
                clock: clock.clone(),
                ids: ids.clone(),
            })),
            headshots: photos,
            audit,
            ids: ids.clone(),
            readiness,
        };
        let sweep = SweepHeadshots::new(headshots, files, clock.clone());
        let housekeeping = Housekeeping::new(leftovers, clock.clone(), retention);
        let mailing = MailDispatcherPorts { outbox, templates, composer, sender, links, clock, timer, ids };
        Self { services, dispatcher: MailDispatcher::new(mailing, origin), sweep, housekeeping }
    }
}

/// The host of `origin`, for `Message-ID`.
pub(crate) fn message_id_domain(origin: &str) -> String {
    url::Url::parse(origin)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned))
        .unwrap_or_else(|| "localhost".to_owned())
}
