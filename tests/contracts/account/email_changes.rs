//! `EmailChangeStore`, and what other stores do to changes of address.

mod redemption;
mod requests;

use forum_domain::accounts::{
    AddressOwner, AddressSide, EmailChange, EmailChangeOutcome, OneTimeToken, PasswordChange, Purpose,
    RedeemError, RegistrationDraft, RequestChangeStep, redeem_change, request_change,
};
use forum_domain::mail::MailKind;
use forum_tests::builders::{act, address, audit, id, mail, proved};
use forum_tests::stores::Stores;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::steps::Recorder;

const OLD: &str = "ana@example.org";
const NEW: &str = "ana@new.example";

/// Requests a change with the real rule; returns its id.
pub(crate) async fn request(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    requested(stores, user_id, to, at).await.change
}

/// The ids of the rows of a request.
#[derive(Clone)]
struct Requested {
    change: Uuid,
    tokens: [Uuid; 2],
}

/// Requests a change; returns the ids of its rows.
async fn requested(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Requested {
    let (new_email, requests) = (address(to), Recorder::default());
    let recorder = requests.clone();
    let step: RequestChangeStep = Box::new(move |seen| {
        let mut seen = seen.clone();
        let proved = proved(&mut seen.account);
        let request = request_change(&seen, &proved, new_email, &act(at))?;
        let tokens = request.tokens.each_ref().map(|token| token.id);
        recorder.record(Requested { change: request.change.id, tokens });
        Ok(request)
    });
    stores.email_changes.request(user_id, address(to), at, step).await.expect("a valid request");
    requests.take().remove(0)
}

/// Sets a new password, which ends a pending change.
pub(crate) async fn end_waiting(stores: &Stores, user_id: Uuid, at: OffsetDateTime) {
    let step = Box::new(move |_: &_| {
        let notice = mail(MailKind::PasswordChanged, OLD, at);
        let audit = audit("user.password_changed", user_id);
        Ok(PasswordChange { password_hash: "$plain$new".into(), at, keep: Uuid::nil(), mail: notice, audit })
    });
    stores.profiles.change_password(user_id, step).await.expect("a new password");
}

/// Follows a link with the real rule.
async fn follow(stores: &Stores, token: Uuid, at: OffsetDateTime) -> Result<EmailChangeOutcome, RedeemError> {
    let step = Box::new(move |seen: &_| redeem_change(seen, &act(at)));
    stores.email_changes.redeem(token, at, step).await
}

/// Changes the address of a user. Returns the token that restores the old one.
async fn moved(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    let [old, new] = requested(stores, user_id, to, at).await.tokens;
    assert_eq!(follow(stores, old, at).await, Ok(EmailChangeOutcome::Confirm(AddressSide::Old)));
    match follow(stores, new, at).await {
        Ok(EmailChangeOutcome::Complete { side: AddressSide::New, restore, .. }) => restore.id,
        other => panic!("the last confirmation: {other:?}"),
    }
}

async fn owner(stores: &Stores, email: &str, at: OffsetDateTime) -> AddressOwner {
    let owners = Recorder::default();
    let recorder = owners.clone();
    let token = OneTimeToken::new(id(), Purpose::Recovery, address(email), None, at);
    let mail = mail(MailKind::Decoy, email, at);
    let step = Box::new(move |owner| {
        recorder.record(owner);
        RegistrationDraft { token, mail, record: None }
    });
    stores.accounts.issue(address(email), at, step).await.expect("stored rows");
    owners.take().remove(0)
}

async fn address_of(stores: &Stores, user_id: Uuid) -> String {
    let account = stores.account(user_id).await;
    account.user.email.as_str().to_owned()
}

async fn changes(stores: &Stores, user_id: Uuid) -> Vec<EmailChange> {
    let data = stores.own_data.collect(user_id, audit("user.exported", user_id)).await.expect("a result");
    data.expect("a stored row").email_changes
}

async fn kinds(stores: &Stores) -> Vec<(MailKind, String)> {
    let mut kinds: Vec<_> =
        stores.readback.mails().await.into_iter().map(|mail| (mail.kind, mail.to)).collect();
    kinds.sort_by_key(|(kind, to)| (kind.as_str(), to.clone()));
    kinds
}
