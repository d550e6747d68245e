use std::sync::Arc;

use uuid::Uuid;

use super::change::{ChangeUse, Side, UsedChangeIds};
use super::redeem::redeem_change;
use super::redeemed::Redeemed;
use super::request::{ChangeEmailError, ChangeIds, request_change, resend_change};
use super::store::EmailChangeStore;
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::profile::ProfileStore;
use crate::accounts::profile::Reauthentication;
use crate::accounts::registration::RedeemError;
use crate::accounts::registration::ResendError;
use crate::accounts::sessions::Caller;
use crate::accounts::tokens::OneTimeTokens;
use crate::mail::MailQueue;
use crate::shared::{Clock, EmailAddress, IdSource, Invalid};

pub struct EmailChangesPorts {
    pub changes: Arc<dyn EmailChangeStore>,
    pub profiles: Arc<dyn ProfileStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub tokens: OneTimeTokens,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub mails: MailQueue,
}

pub struct EmailChanges(EmailChangesPorts);

impl EmailChanges {
    pub fn new(ports: EmailChangesPorts) -> Self {
        Self(ports)
    }

    /// Asks both addresses to confirm a change, and replaces an earlier request. Responses, work and rows are the same
    /// whether the new address is free, pending or taken. Without the current password the session must be fresh.
    ///
    /// # Errors
    /// In this order: `Reauthentication`; a field error at `/email`, `same_email` for the present address. Faults.
    pub async fn request(
        &self,
        caller: &Caller,
        email: &str,
        current: Option<&str>,
    ) -> Result<(), ChangeEmailError> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, current, &*self.0.profiles, &*self.0.hasher).await??;
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let (ids, mails, now) = (ChangeIds::new(&*self.0.ids), self.0.mails.clone(), self.0.clock.now());
        let new_email = email.clone();
        let step = Box::new(move |seen: &_| request_change(seen, &proved, new_email, ids, &mails, now));
        self.0.changes.request(user_id, email, now, step).await
    }

    /// Sends the mails of a change again that waits for the confirmation of this address or of the other one. Every address
    /// costs the same rows.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn resend(&self, email: &str) -> Result<(), ResendError> {
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let (ids, mails, now) = (ChangeIds::new(&*self.0.ids), self.0.mails.clone(), self.0.clock.now());
        let address = email.clone();
        let step = Box::new(move |seen: Option<&_>| resend_change(seen, &address, ids, &mails, now));
        Ok(self.0.changes.resend(email, now, step).await?)
    }

    /// Uses the link with this token, whose secret is right.
    ///
    /// # Errors
    /// `TokenInvalid` for anything wrong with it; faults.
    pub async fn redeem(&self, token_id: Uuid) -> Result<Redeemed, RedeemError> {
        let (ids, mails, now) = (UsedChangeIds::new(&*self.0.ids), self.0.mails.clone(), self.0.clock.now());
        let step = Box::new(move |seen: &_| redeem_change(seen, ids, &mails, now));
        Ok(match self.0.changes.redeem(token_id, now, step).await? {
            ChangeUse::Confirm(Side::Old) => Redeemed::EmailChange { pending: Some(Side::New) },
            ChangeUse::Confirm(Side::New) => Redeemed::EmailChange { pending: Some(Side::Old) },
            ChangeUse::Complete { .. } => Redeemed::EmailChange { pending: None },
            ChangeUse::Restore { grant: Some(grant), .. } => {
                Redeemed::EmailRestored { recovery_token: self.0.tokens.grant(grant.id) }
            }
            ChangeUse::Restore { grant: None, .. } => Redeemed::EmailChange { pending: None },
        })
    }
}
