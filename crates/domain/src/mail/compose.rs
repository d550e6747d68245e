//! What an email says: each kind has its page on the site, and some a link or a code.

use async_trait::async_trait;

use super::dispatch::Outcome;
use super::schedule::not_final_until;
use crate::accounts::OneTimeToken;
use crate::mail::{
    FilledTemplate, MailDispatcher, MailKind, OutgoingMail, RenderedMail, RequestState, SendError,
    TemplateText,
};
use crate::newsletter::{Subscriber, mailed_link, one_click};
use crate::shared::Fault;

const EXPIRED: &str = "its link expired before it could be sent";

/// Parsing HTML is slow, so implementations MUST NOT do it on the caller's thread.
#[async_trait]
pub trait Composer: Send + Sync {
    /// An account mail from the program's own template files. `link` and `code` are given for mails with a token.
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError>;

    /// The mail of a stored template: its HTML in the frame of all mails, and the plain text derived from it. Links
    /// that begin with `/` point to the site at `origin`.
    ///
    /// # Errors
    /// Faults, which are transient, unlike a [`ComposeError`].
    async fn stored_mail(
        &self,
        filled: FilledTemplate,
        origin: &str,
    ) -> Result<Result<RenderedMail, ComposeError>, Fault>;

    /// The first markup in this HTML that an email may not have, as the subject of a sentence: `<script>`, `the
    /// attribute onclick of <a>`.
    async fn forbidden_markup(&self, html: &str) -> Result<Option<String>, Fault>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be composed: {0}")]
pub struct ComposeError(pub String);

impl MailDispatcher {
    /// The content of a mail that is to be sent now. Its secrets are derived from the stored token, so that the outbox
    /// contains none.
    pub(super) async fn prepare(&self, mail: &OutgoingMail) -> Result<Result<RenderedMail, Outcome>, Fault> {
        let page = |path: &str| format!("{}{path}", self.origin);
        let linked = |path: &str| self.composer.account_mail(mail, Some(&page(path)), None);
        let composed = match mail.kind {
            MailKind::Decoy => return Ok(Err(Outcome::Nothing)),
            MailKind::VerifyEmail
            | MailKind::Recovery
            | MailKind::SignInCode
            | MailKind::ChangeEmailOld
            | MailKind::ChangeEmailNew
            | MailKind::EmailChanged
            | MailKind::AdminInvitation => {
                let expired = || Err(Outcome::Failed(SendError::Permanent(EXPIRED.to_owned())));
                // Tokens are deleted long after they expire.
                let Some(token_id) = mail.token_id else { return Ok(expired()) };
                let token = self.accounts.find_token(token_id).await?;
                let was_live = |token: &OneTimeToken| token.is_live(token.created_at);
                // A used token, or one that has lost its target, needs no mail.
                let Some(token) = token.filter(was_live) else { return Ok(Err(Outcome::Nothing)) };
                if !token.is_live(self.clock.now()) {
                    return Ok(expired());
                }
                let (secret, code) = (self.secrets.link(token_id), self.secrets.code(token_id));
                let link = |path: &str| page(&format!("{path}#token={secret}"));
                let (link, code) = match mail.kind {
                    MailKind::Recovery => (Some(link("/auth/reset")), Some(code.as_str())),
                    MailKind::SignInCode => (None, Some(code.as_str())),
                    MailKind::ChangeEmailOld | MailKind::ChangeEmailNew => {
                        (Some(link("/auth/confirm")), None)
                    }
                    MailKind::EmailChanged => (Some(link("/auth/restore")), None),
                    MailKind::AdminInvitation => (Some(link("/auth/invitation")), None),
                    _ => (Some(link("/auth/confirm")), Some(code.as_str())),
                };
                self.composer.account_mail(mail, link.as_deref(), code)
            }
            MailKind::AccountExists
            | MailKind::AddressConfirmed
            | MailKind::ChangeEmailTaken
            | MailKind::EmailRestored => linked("/auth"),
            MailKind::AccountChanged => linked("/contact"),
            MailKind::ChangesRequested | MailKind::ChangesReminder => {
                match self.outbox.request_state(mail.id).await? {
                    RequestState::Open => linked("/apply#changes"),
                    RequestState::Decided(at) => {
                        let later = not_final_until(at, self.clock.now());
                        return Ok(Err(later.map_or(Outcome::Nothing, Outcome::Later)));
                    }
                    RequestState::Ended => return Ok(Err(Outcome::Nothing)),
                }
            }
            // A notice links to the page where the owner can undo the change.
            MailKind::PasswordChanged
            | MailKind::NewDevice
            | MailKind::SessionStopped
            | MailKind::SessionReplaced
            | MailKind::AccountRestored
            | MailKind::FactorAdded
            | MailKind::FactorRemoved
            | MailKind::RecoveryCodeUsed
            | MailKind::IdentitiesChanged => linked("/auth/recover"),
            MailKind::ApplicationSubmitted
            | MailKind::ApplicationApproved
            | MailKind::ApplicationRejected => match self.templates.find(mail.kind.as_str()).await? {
                Some(template) => {
                    let text = template.text.as_sent(mail.kind.as_str(), &self.season);
                    self.composer.stored_mail(text.filled(&mail.name), &self.origin).await?
                }
                None => {
                    let missing = format!("no template named {} is stored", mail.kind.as_str());
                    return Ok(Err(Outcome::Failed(SendError::Transient(missing))));
                }
            },
            MailKind::ContactMessage => {
                // A message can be deleted while its mail waits.
                let Some(letter) = self.contact.letter_of(mail.id).await? else {
                    return Ok(Err(Outcome::Nothing));
                };
                let about = OutgoingMail { items: letter.items(), ..mail.clone() };
                let desk = page("/admin?tab=messages");
                self.composer.account_mail(&about, Some(&desk), None).map(|composed| RenderedMail {
                    reply_to: Some((letter.full_name, letter.email)),
                    ..composed
                })
            }
            MailKind::TemplateTest => {
                let Some(TemplateText { subject, html_content }) = self.templates.test_text(mail.id).await?
                else {
                    return Ok(Err(Outcome::Nothing));
                };
                let marked = TemplateText { subject: format!("[Test] {subject}"), html_content };
                self.composer.stored_mail(marked.filled(&mail.name), &self.origin).await?
            }
            MailKind::NewsletterConfirm | MailKind::NewsletterSubscribed => {
                let subscriber = self.newsletter.find_by_email(&mail.to).await?;
                let path = |seen: &Subscriber| mailed_link(mail.kind, seen, &self.secrets, self.clock.now());
                let Some((id, path)) = subscriber.and_then(|seen| Some((seen.id, path(&seen)?))) else {
                    return Ok(Err(Outcome::Nothing));
                };
                let unsubscribe_url = Some(one_click(&self.origin, &self.secrets, id));
                linked(&path).map(|content| RenderedMail { unsubscribe_url, ..content })
            }
        };
        Ok(composed.map_err(|error| Outcome::Failed(SendError::Permanent(error.to_string()))))
    }
}
