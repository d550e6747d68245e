use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::change::{AddressSide, EmailChangeOutcome};
use super::redeem::redeem_change;
use super::redeemed::Redeemed;
use super::request::{ChangeEmailError, ChangeResend, request_change, resend_change};
use super::store::EmailChangeStore;
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::profile::{ProfileStore, Reauthentication};
use crate::accounts::registration::{RedeemError, ResendError};
use crate::accounts::sessions::Caller;
use crate::accounts::tokens::OneTimeTokens;
use crate::act::Acts;
use crate::idempotency::RequestRecord;
use crate::shared::{EmailAddress, Invalid};

#[derive(Constructor)]
pub struct EmailChanges {
    changes: Arc<dyn EmailChangeStore>,
    profiles: Arc<dyn ProfileStore>,
    hasher: Arc<dyn PasswordHasher>,
    tokens: OneTimeTokens,
    acts: Acts,
}

impl EmailChanges {
    /// Requests confirmation of a change from both addresses, and replaces an earlier request. Responses, work and rows
    /// are the same whether the new address is free, pending or taken. Without the current password the session must be
    /// fresh.
    ///
    /// # Errors
    /// In this order: `Reauthentication`; a field error at `/email`, `same_email` for the current address. Faults.
    pub async fn request(
        &self,
        caller: &Caller,
        email: &str,
        current: Option<&str>,
    ) -> Result<(), ChangeEmailError> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, current, &*self.profiles, &*self.hasher).await??;
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let act = self.acts.begin();
        let (now, new_email) = (act.now, email.clone());
        let step = Box::new(move |seen: &_| request_change(seen, &proved, new_email, &act));
        self.changes.request(user_id, email, now, step).await
    }

    /// Resends the mails for a pending change from or to this address. Writes the same rows for every address.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn resend(&self, email: &str, record: Option<RequestRecord>) -> Result<(), ResendError> {
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let act = self.acts.begin();
        let (now, address) = (act.now, email.clone());
        let step =
            Box::new(move |seen: Option<&_>| ChangeResend { record, ..resend_change(seen, &address, &act) });
        Ok(self.changes.resend(email, now, step).await?)
    }

    /// Redeems the link with this token, whose secret has been verified.
    ///
    /// # Errors
    /// `TokenInvalid` if the link is not accepted; faults.
    pub async fn redeem(&self, token_id: Uuid) -> Result<Redeemed, RedeemError> {
        let act = self.acts.begin();
        let now = act.now;
        let step = Box::new(move |seen: &_| redeem_change(seen, &act));
        Ok(match self.changes.redeem(token_id, now, step).await? {
            EmailChangeOutcome::Confirm(AddressSide::Old) => {
                Redeemed::EmailChange { pending: Some(AddressSide::New) }
            }
            EmailChangeOutcome::Confirm(AddressSide::New) => {
                Redeemed::EmailChange { pending: Some(AddressSide::Old) }
            }
            EmailChangeOutcome::Complete { .. } => Redeemed::EmailChange { pending: None },
            EmailChangeOutcome::Restore { grant: Some(grant), .. } => {
                Redeemed::EmailRestored { recovery_token: self.tokens.grant(grant.id) }
            }
            EmailChangeOutcome::Restore { grant: None, .. } => Redeemed::EmailChange { pending: None },
        })
    }
}
