//! An act whose last write fails stores nothing.

use std::fmt::Debug;

use forum_domain::accounts::{
    EmailChangeOutcome, PasswordChange, PasswordReset, Purpose, RecoveryCodes, RegistrationDraft, Role,
    SecurityChange, redeem_email_change,
};
use forum_domain::applications::{
    ChangeActor, ChangePlan, Decision, DecisionPlan, Mark, MarkChange, Submission, Target, Withdrawal,
    resubmit,
};
use forum_domain::headshots::Headshot;
use forum_domain::mail::{MailKind, TemplateChange};
use forum_domain::shared::{Code, Refusal};
use forum_domain::users::{UserChange, UserChangePlan};
use forum_tests::builders::{
    NOON, act, audit, change_step, decide_step, fields_with, id, mail, registration, session, submit_step,
    token,
};
use forum_tests::stores::Stores;

use crate::accounts::{follow_change, password_step, requested};
use crate::accounts::{issue, reset_step};
use crate::application::applications::withdraw_step;
use crate::application::headshots::begin;
use crate::mail::messages::dead;
use crate::mail::outbox::queue;
use crate::races::{TEMPLATE, edit_step};
use crate::sessions::factor;

/// The rows of every table.
pub(crate) async fn contents(stores: &Stores) -> String {
    let rows = "select string_agg(query_to_xml(rows, true, false, '')::text, '' order by relname)
                from pg_class, format('select * from %I t order by t::text', relname) as rows
                where relnamespace = 'public'::regnamespace and relkind = 'r'";
    sqlx::query_scalar(rows).fetch_one(stores.pool()).await.expect("readable tables")
}

pub(crate) async fn stores_nothing<T: Debug, E: Into<Refusal>>(
    stores: &Stores,
    what: &str,
    act: impl Future<Output = Result<T, E>>,
) {
    let before = contents(stores).await;
    let failed = act.await.map(drop).map_err(|error| error.into().code);
    assert_eq!(failed, Err(Code::InternalError), "{what}");
    assert!(contents(stores).await == before, "{what} left rows behind");
}

#[tokio::test]
async fn an_act_whose_mail_or_audit_entry_cannot_be_stored_changes_nothing() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(bo, NOON).await.id;
    stores.requested(application, admin).await;
    stores.open(session(ana, NOON)).await;
    // A mail and an entry with these ids are stored already.
    let (mail, audit) = (&mail(MailKind::Decoy, "x@example.org", NOON), &audit("user.created", ana));
    queue(stores, mail.clone()).await;
    stores.audit.record(audit.clone()).await.expect("an entry");

    let twice = mail.clone();
    let step = Box::new(|seen: &_| Ok(Submission { mail: twice, ..submit_step(NOON)(seen)? }));
    stores_nothing(stores, "a submission", stores.applications.submit(ana, step)).await;
    let twice = mail.clone();
    let approve = decide_step(Decision::Approve, admin, NOON);
    let step = Box::new(|seen: &_| Ok(DecisionPlan { mail: twice, ..approve(seen)? }));
    stores_nothing(stores, "a decision", stores.review.decide(application, admin, step)).await;
    let twice = audit.clone();
    let step = Box::new(|_: &_| Ok(Some(MarkChange { mark: Some(Mark::Yes), audit: twice })));
    stores_nothing(stores, "a mark", stores.review.mark(application, admin, step)).await;
    let twice = audit.clone();
    let step = Box::new(|_: &_| Ok(Some((Target { number: Some(40), version: id() }, twice))));
    stores_nothing(stores, "a target", stores.review.set_target(admin, step)).await;
    let twice = audit.clone();
    let step = Box::new(move |seen: &_| Ok(Withdrawal { audit: twice, ..withdraw_step(bo)(seen)? }));
    stores_nothing(stores, "a withdrawal", stores.applications.withdraw(application, bo, step)).await;
    let twice = audit.clone();
    let step = Box::new(move |seen: &_| {
        let edit = resubmit(seen, fields_with(&[("city", "Ocala")]), 1, bo, &act(NOON))?;
        Ok(ChangePlan { audit: twice, ..edit })
    });
    let actor = ChangeActor::Applicant(bo);
    stores_nothing(stores, "an edit", stores.change_requests.change(application, actor, step)).await;

    let twice = audit.clone();
    let step = Box::new(|seen: &_| {
        let change = edit_step("one")(seen)?;
        Ok(change.map(|change| TemplateChange { audit: twice, ..change }))
    });
    stores_nothing(stores, "an edit of a template", stores.templates.change(TEMPLATE, None, step)).await;
    let failed = dead(stores).await;
    stores_nothing(stores, "a retry", stores.retry_mail(failed, audit.clone(), None)).await;
    for change in [UserChange::Disable, UserChange::Revoke(Role::Applicant), UserChange::Grant(Role::Member)]
    {
        let (twice, inner) = (audit.clone(), change_step(change, Some(admin), NOON));
        let step = Box::new(|seen: &_| Ok(inner(seen)?.map(|plan| UserChangePlan { audit: twice, ..plan })));
        stores_nothing(stores, &format!("{change:?}"), stores.users.change(ana, step)).await;
    }
}

#[tokio::test]
async fn an_act_on_an_account_whose_notice_cannot_be_queued_changes_nothing() {
    let stores = &Stores::fresh().await;
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    stores.open(session(ana, NOON)).await;
    let mail = &mail(MailKind::Decoy, "x@example.org", NOON);
    queue(stores, mail.clone()).await;

    let (twice, waiting) = (mail.clone(), registration("bo@example.org", "Bo", NOON));
    let token = token("bo@example.org", Some(waiting.id), NOON);
    let step = Box::new(|_| RegistrationDraft { token, mail: twice, record: None, audit: None });
    stores_nothing(stores, "a sign-up", stores.accounts.sign_up(waiting, step)).await;
    let twice = mail.clone();
    let step = Box::new(move |seen: &_| {
        Ok(PasswordChange { mail: twice, ..password_step(ana, "$plain$new")(seen)? })
    });
    stores_nothing(stores, "a new password", stores.accounts.change_password(ana, step)).await;
    let change = SecurityChange {
        put: vec![factor(ana, NOON)],
        recovery: Some(Some(RecoveryCodes::new(id(), NOON))),
        open: Some(session(ana, NOON)),
        mails: vec![mail.clone()],
        ..SecurityChange::default()
    };
    stores_nothing(stores, "a sign-in", stores.change_security(ana, change)).await;
    let grant = issue(stores, "ana@example.org", Purpose::RecoveryGrant, NOON).await;
    let taken = mail.id;
    let step = Box::new(move |seen: &_| {
        let mut reset = reset_step("$plain$new", NOON)(seen)?;
        if let PasswordReset::Change(change) = &mut reset {
            change.mail.as_mut().expect("a notice").id = taken;
        }
        Ok(reset)
    });
    stores_nothing(stores, "a reset", stores.accounts.set_recovery_password(grant, step)).await;
    let [old, new] = requested(stores, ana, "ana@new.example", NOON).await;
    follow_change(stores, old, NOON).await.expect("the first confirmation");
    let step = Box::new(move |seen: &_| {
        let mut used = redeem_email_change(seen, &act(NOON))?;
        if let EmailChangeOutcome::Complete { mail, .. } = &mut used {
            mail.id = taken;
        }
        Ok(used)
    });
    stores_nothing(stores, "a new address", stores.accounts.redeem_email_change(new, NOON, step)).await;
    let inner = begin(ana, NOON);
    let twins = Box::new(move |own: &[_]| {
        let first = inner(own)?.remove(0);
        Ok(vec![first.clone(), Headshot { id: id(), ..first }])
    });
    stores_nothing(stores, "an upload", stores.headshots.change(ana, None, twins)).await;
}
