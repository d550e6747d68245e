//! `EmailChangeStore`, and what other stores do to changes of address.

use std::sync::Arc;

use forum_domain::accounts::{
    AddressOwner, ChangeEmailError, ChangeIds, ChangeUse, EmailChange, NewUserError, OneTimeToken,
    PasswordChange, PresentedChange, Purpose, RedeemChangeStep, RegistrationDraft, RequestChangeStep, Side,
    UsedChangeIds, VerifyError, redeem_change, request_change, resend_change,
};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::own_data::{DepartureIds, Leaving, leave};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::meeting::Meeting;
use super::registrations::{register, token_is_live};
use super::{Stores, at_once, person};
use crate::builders::{NOON, address, audit, id, mail, mail_queue, new_user, registration, session};

const OLD: &str = "ana@example.org";
const NEW: &str = "ana@new.example";
const PASSWORD: Option<&str> = Some("$plain$Quiet-River-42");

fn ids() -> ChangeIds {
    ChangeIds { change: id(), tokens: [id(), id()] }
}

/// Asks for a change with the real rule; returns its id.
pub(super) async fn request(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    asked(stores, user_id, to, at).await.change
}

/// Asks for a change; returns the ids of its rows.
async fn asked(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> ChangeIds {
    let (ids, new_email) = (ids(), address(to));
    let step: RequestChangeStep =
        Box::new(move |seen| request_change(seen, PASSWORD, new_email, ids, &mail_queue(), at));
    stores.email_changes.request(user_id, address(to), at, step).await.expect("a good request");
    ids
}

/// Sets a new password, which ends a waiting change.
pub(super) async fn end_waiting(stores: &Stores, user_id: Uuid, at: OffsetDateTime) {
    let step = Box::new(move |_: &_| {
        let notice = mail(MailKind::PasswordChanged, OLD, at);
        let audit = audit("user.password_changed", user_id);
        Ok(PasswordChange { password_hash: "$plain$new".into(), at, keep: Uuid::nil(), mail: notice, audit })
    });
    stores.profiles.change_password(user_id, step).await.expect("a new password");
}

/// Follows a link with the real rule.
async fn follow(stores: &Stores, token: Uuid, at: OffsetDateTime) -> Result<ChangeUse, VerifyError> {
    let ids = UsedChangeIds { token: id(), audit: id() };
    let step = Box::new(move |seen: &_| redeem_change(seen, ids, &mail_queue(), at));
    stores.email_changes.redeem(token, at, step).await
}

/// Changes the address of a user; returns the token that puts the old one back.
async fn moved(stores: &Stores, user_id: Uuid, to: &str, at: OffsetDateTime) -> Uuid {
    let [old, new] = asked(stores, user_id, to, at).await.tokens;
    assert_eq!(follow(stores, old, at).await, Ok(ChangeUse::Confirm(Side::Old)));
    match follow(stores, new, at).await {
        Ok(ChangeUse::Complete { side: Side::New, restore, .. }) => restore.id,
        other => panic!("the last confirmation: {other:?}"),
    }
}

async fn owner(stores: &Stores, email: &str, at: OffsetDateTime) -> AddressOwner {
    let (told, heard) = std::sync::mpsc::channel();
    let token = OneTimeToken::new(id(), Purpose::Recovery, address(email), None, at);
    let mail = mail(MailKind::Silence, email, at);
    let step = Box::new(move |owner| {
        told.send(owner).expect("it is heard");
        RegistrationDraft { token, mail }
    });
    stores.accounts.issue(address(email), at, step).await.expect("the rows are written");
    heard.recv().expect("the step ran")
}

async fn address_of(stores: &Stores, user_id: Uuid) -> String {
    let account = stores.profiles.account(user_id).await.expect("it is read").expect("it is there");
    account.user.email.as_str().to_owned()
}

async fn changes(stores: &Stores, user_id: Uuid) -> Vec<EmailChange> {
    let data = stores.own_data.collect(user_id, audit("user.exported", user_id)).await.expect("it is read");
    data.expect("it is there").email_changes
}

async fn kinds(stores: &Stores) -> Vec<(MailKind, String)> {
    let mut kinds: Vec<_> =
        stores.readback.mails().await.into_iter().map(|mail| (mail.kind, mail.to)).collect();
    kinds.sort_by_key(|(kind, to)| (kind.as_str(), to.clone()));
    kinds
}

pub async fn a_request_stores_a_change_two_links_and_two_mails(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let asked = asked(stores, ana, NEW, NOON).await;
    let until = NOON + Duration::hours(1);
    let stored = EmailChange {
        id: asked.change,
        user_id: ana,
        old_email: address(OLD),
        new_email: address(NEW),
        requested_at: NOON,
        expires_at: until,
        old_confirmed_at: None,
        new_confirmed_at: None,
        changed_at: None,
        ended_at: None,
    };
    assert_eq!(changes(stores, ana).await, [stored]);
    let mails = [(MailKind::ChangeEmailNew, NEW.to_owned()), (MailKind::ChangeEmailOld, OLD.to_owned())];
    assert_eq!(kinds(stores).await, mails);
    for (token, purpose, email) in
        [(asked.tokens[0], Purpose::ChangeEmailOld, OLD), (asked.tokens[1], Purpose::ChangeEmailNew, NEW)]
    {
        let found = stores.accounts.find_token(token).await.expect("it is read").expect("it is there");
        let expected = OneTimeToken::of_change(token, purpose, address(email), Some(asked.change), NOON);
        assert_eq!(found, expected);
    }
    assert_eq!(address_of(stores, ana).await, OLD);
}

pub async fn a_refused_request_leaves_no_trace(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let step: RequestChangeStep = Box::new(|_| Err(ChangeEmailError::InvalidCredentials));
    let refused = stores.email_changes.request(ana, address(NEW), NOON, step).await;
    assert_eq!(refused, Err(ChangeEmailError::InvalidCredentials));
    let step: RequestChangeStep = Box::new(|_| panic!("there is nobody"));
    let unknown = stores.email_changes.request(id(), address(NEW), NOON, step).await;
    assert_eq!(unknown, Err(ChangeEmailError::InvalidCredentials));
    assert_eq!(stores.readback.email_changes().await, 0);
    assert!(stores.readback.mails().await.is_empty());
}

pub async fn a_request_writes_the_same_rows_whoever_has_the_address(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    person(&*stores.accounts, "Bo@example.org", &[]).await;
    register(stores, registration("cy@example.org", "Cy", NOON)).await;
    for to in ["bo@EXAMPLE.org", "cy@example.org", "free@example.org"] {
        let counted = async || {
            let readback = &stores.readback;
            (readback.tokens().await, readback.mails().await.len(), readback.email_changes().await)
        };
        let before = counted().await;
        asked(stores, ana, to, NOON).await;
        let after = counted().await;
        assert_eq!(after, (before.0 + 2, before.1 + 2, before.2 + 1), "{to}");
    }
    let told = kinds(stores).await;
    assert!(told.contains(&(MailKind::ChangeEmailTaken, "bo@EXAMPLE.org".to_owned())), "{told:?}");
    assert!(told.contains(&(MailKind::ChangeEmailNew, "cy@example.org".to_owned())), "{told:?}");
}

pub async fn both_confirmations_in_either_order_change_the_address(stores: &Stores) {
    for (order, name) in [([0, 1], "one"), ([1, 0], "two")] {
        let (old, new) = (format!("{name}@example.org"), format!("{name}@new.example"));
        let user = person(&*stores.accounts, &old, &[]).await;
        let opened = session(user, NOON);
        stores.sessions.open(opened.clone()).await.expect("a session opens");
        let tokens = asked(stores, user, &new, NOON).await.tokens;
        let sides = [Side::Old, Side::New];
        assert_eq!(follow(stores, tokens[order[0]], NOON).await, Ok(ChangeUse::Confirm(sides[order[0]])));
        assert_eq!(address_of(stores, user).await, old);
        assert_eq!(follow(stores, tokens[order[0]], NOON).await, Err(VerifyError::TokenInvalid), "once");
        let at = NOON + Duration::minutes(59);
        let last = follow(stores, tokens[order[1]], at).await.expect("the last confirmation");
        assert!(matches!(&last, ChangeUse::Complete { side, .. } if *side == sides[order[1]]), "{last:?}");
        assert_eq!(address_of(stores, user).await, new);
        let change = changes(stores, user).await.remove(0);
        let confirmed = [change.old_confirmed_at, change.new_confirmed_at];
        assert_eq!((confirmed[order[0]], confirmed[order[1]]), (Some(NOON), Some(at)));
        assert_eq!((change.changed_at, change.ended_at), (Some(at), None));
        assert_eq!(change.expires_at, at + Duration::days(7));
        let live = stores.sessions.find(opened.id).await.expect("it is read").expect("it is there");
        assert_eq!(live.session.revoked_at, None, "the change was proved, nobody is signed out");
    }
    let log = stores.readback.audit_actions().await;
    assert_eq!(log.iter().filter(|action| *action == "user.email_changed").count(), 2);
    let notices = kinds(stores).await.into_iter().filter(|(kind, _)| *kind == MailKind::EmailChanged);
    let to: Vec<_> = notices.map(|(_, to)| to).collect();
    assert_eq!(to, ["one@example.org", "two@example.org"]);
}

/// Whatever was begun with either address is void.
pub async fn a_change_ends_registrations_links_and_grants_of_both_addresses(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let mut begun = Vec::new();
    for (email, purpose) in
        [(OLD, Purpose::Recovery), (OLD, Purpose::RecoveryGrant), (NEW, Purpose::SignInCode)]
    {
        let token = OneTimeToken::new(id(), purpose, address(email), None, NOON);
        begun.push(token.id);
        let mail = OutgoingMail { token_id: Some(token.id), ..mail(MailKind::Recovery, email, NOON) };
        let step = Box::new(move |_| RegistrationDraft { token, mail });
        stores.accounts.issue(address(email), NOON, step).await.expect("a mail is queued");
    }
    begun.push(register(stores, registration(NEW, "Eve", NOON)).await);
    register(stores, registration(OLD, "Eve", NOON)).await;
    let strange = register(stores, registration("bo@example.org", "Bo", NOON)).await;
    moved(stores, ana, NEW, NOON).await;
    for token in begun {
        assert!(!token_is_live(stores, token, NOON).await);
    }
    assert!(token_is_live(stores, strange, NOON).await);
    assert_eq!(stores.readback.registrations().await, 1);
}

pub async fn a_newer_request_a_password_and_a_taken_address_void_the_links(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let [old, new] = asked(stores, ana, NEW, NOON).await.tokens;
    let second = asked(stores, ana, "second@example.org", NOON).await.tokens;
    for token in [old, new] {
        assert_eq!(follow(stores, token, NOON).await, Err(VerifyError::TokenInvalid), "a newer request");
    }
    assert!(token_is_live(stores, second[0], NOON).await);
    end_waiting(stores, ana, NOON).await;
    for token in second {
        assert!(!token_is_live(stores, token, NOON).await, "a new password");
        assert_eq!(follow(stores, token, NOON).await, Err(VerifyError::TokenInvalid), "a new password");
    }
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let [old, new] = asked(stores, bo, "late@example.org", NOON).await.tokens;
    follow(stores, old, NOON).await.expect("the first confirmation");
    person(&*stores.accounts, "Late@example.org", &[]).await;
    assert_eq!(follow(stores, new, NOON).await, Err(VerifyError::TokenInvalid), "taken meanwhile");
    assert_eq!(address_of(stores, bo).await, "bo@example.org");
}

pub async fn an_address_is_reserved_as_long_as_it_can_be_put_back(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    let end = NOON + Duration::days(7);
    let last = end - Duration::seconds(1);
    let name = crate::builders::name("Ana", "Li");
    assert_eq!(owner(stores, "ANA@example.org", last).await, AddressOwner::Moved(restore, name));
    let mut twin = new_user(OLD, &[]);
    twin.created_at = last;
    assert_eq!(stores.accounts.create_user(twin).await, Err(NewUserError::AddressTaken));
    asked(stores, bo, OLD, last).await;
    assert!(kinds(stores).await.contains(&(MailKind::ChangeEmailTaken, OLD.to_owned())));
    // The account itself may have it again.
    asked(stores, ana, OLD, NOON).await;
    assert!(kinds(stores).await.contains(&(MailKind::ChangeEmailNew, OLD.to_owned())));
    assert_eq!(owner(stores, OLD, end).await, AddressOwner::Nobody);
    let mut twin = new_user(OLD, &[]);
    twin.created_at = end;
    assert_eq!(stores.accounts.create_user(twin).await, Ok(()));
    assert_eq!(follow(stores, restore, end).await, Err(VerifyError::TokenInvalid));
}

pub async fn putting_an_address_back_ends_sessions_password_and_later_changes(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    let (own, strange) = (session(ana, NOON), session(bo, NOON));
    for session in [&own, &strange] {
        stores.sessions.open(session.clone()).await.expect("a session opens");
    }
    let restore = moved(stores, ana, NEW, NOON).await;
    let waiting = asked(stores, ana, "third@example.org", NOON).await.tokens;
    let at = NOON + Duration::days(1);
    let used = follow(stores, restore, at).await.expect("the link is good");
    let ChangeUse::Restore { grant, .. } = used else { panic!("it puts the address back: {used:?}") };
    assert_eq!(grant.email, address(OLD));
    assert!(token_is_live(stores, grant.id, at).await);
    let account = stores.profiles.account(ana).await.expect("it is read").expect("it is there");
    assert_eq!((account.user.email.as_str(), account.password_hash), (OLD, None));
    let revoked = async |id| stores.sessions.find(id).await.expect("read").expect("there").session.revoked_at;
    assert_eq!((revoked(own.id).await, revoked(strange.id).await), (Some(at), None));
    for token in waiting {
        assert!(!token_is_live(stores, token, at).await);
    }
    assert!(changes(stores, ana).await.iter().all(|change| change.ended_at == Some(at)));
    assert_eq!(follow(stores, restore, at).await, Err(VerifyError::TokenInvalid), "once");
    assert_eq!(owner(stores, NEW, at).await, AddressOwner::Nobody);
    assert!(kinds(stores).await.contains(&(MailKind::EmailRestored, NEW.to_owned())));
    let log = stores.readback.audit_actions().await;
    assert!(log.iter().any(|action| action == "user.email_restored"), "{log:?}");
}

/// Whoever had the address first gets it back, whatever was changed in between.
pub async fn of_a_chain_of_changes_the_oldest_link_wins(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let first = moved(stores, ana, NEW, NOON).await;
    let second = moved(stores, ana, "third@example.org", NOON + Duration::minutes(1)).await;
    let third = moved(stores, ana, "fourth@example.org", NOON + Duration::minutes(2)).await;
    let at = NOON + Duration::hours(1);
    follow(stores, second, at).await.expect("the link is good");
    assert_eq!(address_of(stores, ana).await, NEW);
    assert_eq!(follow(stores, third, at).await, Err(VerifyError::TokenInvalid), "a later change");
    follow(stores, first, at).await.expect("an earlier change");
    assert_eq!(address_of(stores, ana).await, OLD);
}

pub async fn mails_requested_again_are_the_same_rows_for_every_address(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let asked = asked(stores, ana, NEW, NOON).await;
    follow(stores, asked.tokens[0], NOON).await.expect("the old address confirms");
    let at = NOON + Duration::minutes(30);
    for (email, known) in [("ANA@example.org", true), (NEW, true), ("nobody@example.org", false)] {
        let before = (stores.readback.tokens().await, stores.readback.mails().await.len());
        let ids = ids();
        let to = address(email);
        let step = Box::new(move |seen: Option<&_>| {
            let resend = resend_change(seen, &to, ids, &mail_queue(), at);
            assert_eq!(resend.extended.is_some(), known);
            resend
        });
        stores.email_changes.resend(address(email), at, step).await.expect("the rows are written");
        let after = (stores.readback.tokens().await, stores.readback.mails().await.len());
        assert_eq!(after, (before.0 + 2, before.1 + 2), "{email}");
        assert_eq!(token_is_live(stores, ids.tokens[1], at).await, known);
    }
    assert_eq!(changes(stores, ana).await[0].expires_at, at + Duration::hours(1));
    let sent: Vec<_> = kinds(stores).await.into_iter().map(|(kind, _)| kind).collect();
    let count = |kind| sent.iter().filter(|sent| **sent == kind).count();
    assert_eq!((count(MailKind::ChangeEmailOld), count(MailKind::ChangeEmailNew)), (1, 3));
    follow(stores, asked.tokens[1], at).await.expect("the older link still works");
}

/// If the lock is missing, both are inside their step together.
pub async fn a_second_confirmation_sees_what_the_first_stored(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let tokens = asked(stores, ana, NEW, NOON).await.tokens;
    let meeting = Meeting::default();
    let results = at_once(tokens.map(|token| {
        let (store, meeting) = (Arc::clone(&stores.email_changes), meeting.clone());
        let step: RedeemChangeStep = Box::new(move |seen: &PresentedChange| {
            meeting.enter();
            redeem_change(seen, UsedChangeIds { token: id(), audit: id() }, &mail_queue(), NOON)
        });
        async move { store.redeem(token, NOON, step).await }
    }))
    .await;
    let complete = |used: &Result<ChangeUse, VerifyError>| matches!(used, Ok(ChangeUse::Complete { .. }));
    assert_eq!(results.iter().filter(|used| complete(used)).count(), 1, "{results:?}");
    assert_eq!(address_of(stores, ana).await, NEW);
}

/// Two accounts that want one address, and an exchange of addresses, neither deadlock nor share an address.
pub async fn many_changes_at_once_leave_every_address_with_one_account(stores: &Stores) {
    let mut tokens = Vec::new();
    for turn in 0..10 {
        let user = person(&*stores.accounts, &format!("p{turn}@example.org"), &[]).await;
        let to = if turn % 2 == 0 { "wanted@example.org".to_owned() } else { format!("n{turn}@example.org") };
        tokens.extend(asked(stores, user, &to, NOON).await.tokens);
    }
    let results = at_once(tokens.into_iter().map(|token| {
        let store = Arc::clone(&stores.email_changes);
        let step: RedeemChangeStep = Box::new(move |seen: &PresentedChange| {
            redeem_change(seen, UsedChangeIds { token: id(), audit: id() }, &mail_queue(), NOON)
        });
        async move { store.redeem(token, NOON, step).await }
    }))
    .await;
    let complete = results.iter().filter(|used| matches!(used, Ok(ChangeUse::Complete { .. })));
    assert_eq!(complete.count(), 6, "{results:?}");
    assert!(results.iter().all(|used| !matches!(used, Err(VerifyError::Fault(_)))), "{results:?}");
}

pub async fn a_change_whose_notice_cannot_be_queued_leaves_the_old_address(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let [old, new] = asked(stores, ana, NEW, NOON).await.tokens;
    follow(stores, old, NOON).await.expect("the first confirmation");
    let taken = stores.readback.mails().await[0].id;
    let step: RedeemChangeStep = Box::new(move |seen| {
        let used = redeem_change(seen, UsedChangeIds { token: id(), audit: id() }, &mail_queue(), NOON);
        match used {
            Some(ChangeUse::Complete { side, restore, mail, audit }) => {
                Some(ChangeUse::Complete { side, restore, mail: OutgoingMail { id: taken, ..mail }, audit })
            }
            other => other,
        }
    });
    let failed = stores.email_changes.redeem(new, NOON, step).await;
    assert!(matches!(failed, Err(VerifyError::Fault(_))), "{failed:?}");
    assert_eq!(address_of(stores, ana).await, OLD);
    assert!(token_is_live(stores, new, NOON).await);
}

pub async fn a_deleted_account_leaves_no_change_link_or_mail_of_one(stores: &Stores) {
    let ana = person(&*stores.accounts, OLD, &[]).await;
    let bo = person(&*stores.accounts, "bo@example.org", &[]).await;
    asked(stores, bo, "bo@new.example", NOON).await;
    let restore = moved(stores, ana, NEW, NOON).await;
    let waiting = asked(stores, ana, "third@example.org", NOON).await.tokens;
    let ids = DepartureIds { user: id(), application: id() };
    let step = Box::new(move |leaving: &Leaving| leave(leaving, PASSWORD, ids, NOON));
    stores.own_data.erase(ana, step).await.expect("they may leave");
    for token in [restore, waiting[0], waiting[1]] {
        assert_eq!(stores.accounts.find_token(token).await, Ok(None));
        assert_eq!(follow(stores, token, NOON).await, Err(VerifyError::TokenInvalid));
    }
    assert_eq!(stores.readback.email_changes().await, 1);
    let left: Vec<_> = kinds(stores).await.into_iter().map(|(_, to)| to).collect();
    assert_eq!(left, ["bo@new.example", "bo@example.org"]);
    assert_eq!(owner(stores, OLD, NOON).await, AddressOwner::Nobody);
}
