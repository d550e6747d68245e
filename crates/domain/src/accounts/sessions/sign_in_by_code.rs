//! Sign-in with a mailed code. Responses, work and rows are the same for every address.

use std::sync::{Arc, OnceLock};

use crate::accounts::request_mail::request_mail;
use crate::accounts::{
    AccountSecurity, Device, Method, Purpose, RedeemContext, Sessions, SignInOutcome, SignInRecord,
    TokenSelector, redeem_code,
};
use crate::idempotency::RequestRecord;
use crate::shared::{Code, EmailAddress, Refusal};

impl Sessions {
    /// Queues a mail with a code. An unconfirmed address gets its confirmation mail instead, and an unknown one gets no
    /// mail.
    pub async fn request_code(&self, email: &str, record: Option<RequestRecord>) -> Result<(), Refusal> {
        request_mail(&*self.accounts, Purpose::SignInCode, email, record, self.acts.begin()).await
    }

    /// Opens a session or asks the owner of the address for a second factor, if the code is from the newest mail.
    ///
    /// # Errors
    /// `code_invalid` for a wrong, used or expired code, after too many wrong ones, and for an address that cannot sign
    /// in: callers cannot tell which.
    pub async fn sign_in_by_code(
        &self,
        email: &str,
        code: &str,
        device: Device,
    ) -> Result<SignInOutcome, Refusal> {
        let email = EmailAddress::parse(email, "/email").map_err(|_| Code::CodeInvalid)?;
        let (act, secrets) = (self.acts.begin(), self.secrets.clone());
        let now = act.now;
        let code = code.trim().to_owned();
        let record = Arc::new(OnceLock::new());
        let found = record.clone();
        let step = Box::new(move |seen: &RedeemContext| {
            let matches = seen.token.as_ref().is_some_and(|token| secrets.code(token.id) == code);
            let _ = found.set(seen.record.clone());
            redeem_code(seen, matches, &act)
        });
        let selector = TokenSelector::NewestFor(email, &[Purpose::SignInCode]);
        let redeemed = self.accounts.redeem_verification(selector, now, step).await;
        redeemed.map_err(|refusal| refusal.shown_as(Code::CodeInvalid, &[Code::TokenInvalid]))?;
        let Some(Some(SignInRecord::User(seen))) = record.get().cloned() else {
            return Err(Code::CodeInvalid.into());
        };
        let user_id = seen.user.id;
        let holds = move |account: &AccountSecurity| account.is_unchanged_since(&seen);
        let finished = self.finish_first_step(user_id, Method::Code, device, holds).await;
        let hidden = [Code::InvalidCredentials, Code::AccountDisabled, Code::NotFound];
        finished.map_err(|refusal| refusal.shown_as(Code::CodeInvalid, &hidden))
    }
}
