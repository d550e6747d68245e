//! Exports and counts of applications, decisions that are undone, notes and reads, and former administrators.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{
    ApplicationDetail, ChangeActor, Counts, Decision, ExportRequest, ExportRow, InternalColumns,
    ReviewFilter, ReviewSort, Status,
};
use forum_domain::audit::AuditEvent;
use forum_domain::mail::OutboxEntry;
use forum_domain::notes::{self, NewNote, Notable, Note};
use forum_domain::shared::{Batches, Code, EXPORT_BATCH, Order, Page, Refusal, Step};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, UndoStep, WINDOW, act, change_step, id, undo_step, undoable_step};
use forum_tests::seed::Seed;
use forum_tests::stores::Stores;
use futures_util::TryStreamExt;
use sqlx::AssertSqlSafe;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::concurrently;
use crate::mail::outbox::lease;
use crate::steps::Rendezvous;

const DUE: OffsetDateTime = NOON.saturating_add(WINDOW);
const IN_TIME: OffsetDateTime = NOON.saturating_add(Duration::seconds(5));

/// Two full batches, so that the last fetch finds no row.
const SEED: Seed = Seed { applications: 2 * EXPORT_BATCH as u32, number: 7, until: NOON };

async fn seeded() -> Stores {
    let stores = Stores::fresh().await;
    SEED.sow(stores.pool(), false).await.expect("a seeded database");
    stores
}

/// The ids of the applications that this condition selects, the newest first.
async fn ids(stores: &Stores, condition: &'static str) -> Vec<Uuid> {
    let sql = format!("select id from applications where {condition} order by submitted_at desc, id desc");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(stores.pool()).await.expect("ids")
}

pub(super) async fn read(total: u64, mut rows: Batches<ExportRow>) -> Vec<(Uuid, Status)> {
    let mut read = Vec::new();
    while let Some(batch) = rows.try_next().await.expect("readable rows") {
        assert!((1..=EXPORT_BATCH).contains(&batch.len()), "{}", batch.len());
        read.extend(batch.iter().map(|row| (row.detail.application.id, row.detail.application.status)));
    }
    assert_eq!(rows.try_next().await, Ok(None), "no rows follow the end");
    assert_eq!(total, read.len() as u64);
    read
}

#[tokio::test]
async fn an_export_of_several_batches_has_each_row_of_its_snapshot_once_and_in_order() {
    let stores = &seeded().await;
    let [all, pending] = [ids(stores, "true").await, ids(stores, "status = 'pending'").await];
    assert_eq!(all.len(), 2 * EXPORT_BATCH);
    assert_ne!(pending.len() % EXPORT_BATCH, 0);
    let export = async |request| {
        let (total, rows) = stores.review.export(request).await.expect("an open export");
        read(total, rows).await.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    let columns = InternalColumns { reviewer: true, note: true };
    assert_eq!(export(ExportRequest { columns, ..ExportRequest::default() }).await, all);
    let filter = ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    assert_eq!(export(ExportRequest { filter, ..ExportRequest::default() }).await, pending);

    // Later changes are not visible.
    let (total, rows) = stores.review.export(ExportRequest::default()).await.expect("an open export");
    let admin = stores.admin().await;
    for application in &pending {
        stores.decide(*application, Decision::Approve, admin, NOON).await;
    }
    stores.submitted(stores.applicant("late@example.org").await, NOON).await;
    let read = read(total, rows).await;
    assert_eq!(read.iter().map(|(id, _)| *id).collect::<Vec<_>>(), all);
    let seen = read.iter().filter(|(_, status)| *status == Status::Pending).map(|(id, _)| *id);
    assert_eq!(seen.collect::<Vec<_>>(), pending);
}

#[tokio::test]
async fn an_export_ends_at_a_row_that_cannot_be_read() {
    let stores = &seeded().await;
    let unreadable = "alter table applications alter phone drop not null;
        update applications set phone = null
        where id = (select id from applications order by submitted_at desc, id desc limit 1)";
    sqlx::raw_sql(unreadable).execute(stores.pool()).await.expect("a row without a number");
    let (_, mut rows) = stores.review.export(ExportRequest::default()).await.expect("an open export");
    rows.try_next().await.expect_err("a row without a number");
    assert_eq!(rows.try_next().await, Ok(None), "no batch is left out");
}

async fn counts(stores: &Stores) -> Counts {
    let filter = ReviewFilter::default();
    let page = filter.page(Page { limit: 1, offset: 0 }, ReviewSort::default(), Order::Desc);
    let (listing, counts) = stores.review.list(filter, page).await.expect("a result");
    assert_eq!(listing.total, counts.total);
    counts
}

/// Of 60 applicants 40 are approved and half delete their accounts, a third of them with a pending application. Counts are
/// folded at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counts_stay_exact_under_concurrent_changes() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let acts = stores.applicants(60).await.into_iter().enumerate().map(|(number, user_id)| {
        let stores = stores.clone();
        async move {
            let application = stores.submitted(user_id, NOON).await.id;
            if number % 3 != 0 {
                stores.decide(application, Decision::Approve, admin, NOON).await;
            }
            if number % 6 >= 3 {
                stores.delete_account(user_id).await;
            }
            if number % 10 == 0 {
                stores.leftovers.fold_counts().await.expect("folded counts");
            }
        }
    });
    concurrently(acts).await;
    let expected = Counts { total: 50, pending: 10, approved: 40, rejected: 0 };
    assert_eq!(counts(stores).await, expected);
    for _ in 0..2 {
        stores.leftovers.fold_counts().await.expect("folded counts");
        assert_eq!(counts(stores).await, expected);
    }
}

async fn decided(stores: &Stores, decision: Decision, roles: &[Role]) -> (Uuid, Uuid, Uuid) {
    let ana = stores.user("ana@example.org", roles).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
    let step = undoable_step(decision, admin, NOON);
    stores.review.decide(application, admin, step).await.expect("a pending application");
    (ana, admin, application)
}

async fn undone(
    stores: &Stores,
    application: Uuid,
    admin: Uuid,
    at: OffsetDateTime,
) -> Result<ApplicationDetail, Refusal> {
    stores.review.undo(application, admin, undo_step(admin, at)).await
}

/// The decision found the role of a member, and no role of an applicant.
#[tokio::test]
async fn roles_that_the_approval_did_not_change_stay() {
    let stores = &Stores::fresh().await;
    let ana = stores.user("ana@example.org", &[Role::Applicant]).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
    for change in [UserChange::Grant(Role::Member), UserChange::Revoke(Role::Applicant)] {
        stores.users.change(ana, change_step(change, Some(admin), NOON)).await.expect("an allowed change");
    }
    let step = undoable_step(Decision::Approve, admin, NOON);
    stores.review.decide(application, admin, step).await.expect("a pending application");
    undone(stores, application, admin, IN_TIME).await.expect("in time");
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter([Role::Member]));
}

#[tokio::test]
async fn a_decision_whose_mail_is_leased_or_was_tried_cannot_be_undone() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = decided(stores, Decision::Reject, &[Role::Applicant]).await;
    let before = stores.application(application).await;
    let entries: Vec<OutboxEntry> = lease(stores, 2, DUE).await;
    let entry = entries.last().expect("a leased mail");
    // The clock of this process is behind that of the worker.
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(Code::UndoExpired.into()));
    let retry = forum_domain::mail::AfterFailure::Hold(DUE + Duration::MINUTE);
    let settled = stores.outbox.mark_failed(entry.mail.id, entry.lease, retry, "421 later").await;
    assert_eq!(settled, Ok(true));
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(Code::UndoExpired.into()));
    assert_eq!(stores.application(application).await, before);
    assert_eq!(stores.readback.mails().await.len(), 2);
}

/// The clock of the worker is ahead, so that the mail is due while the decision can still be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_worker_gets_no_mail_while_its_decision_is_undone() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = decided(stores, Decision::Approve, &[Role::Applicant]).await;
    // The mail about the submission is due first.
    lease(stores, 1, NOON).await;
    let (begun, delayed) = (Rendezvous::default(), Rendezvous::default());
    let (review, entered, left) = (Arc::clone(&stores.review), begun.clone(), delayed.clone());
    let inner = undo_step(admin, IN_TIME);
    let step: UndoStep = Box::new(move |seen| {
        entered.enter();
        left.enter();
        inner(seen)
    });
    let mut undoing = JoinSet::new();
    undoing.spawn(async move { review.undo(application, admin, step).await.map(drop) });
    begun.enter();
    let until = DUE + Duration::MINUTE;
    assert_eq!(stores.outbox.lease(DUE, until, id()).await, Ok(None), "the locked mail is skipped");
    delayed.enter();
    assert_eq!(undoing.join_all().await, [Ok(())]);
    assert_eq!(stores.outbox.lease(DUE, until, id()).await, Ok(None), "the mail is gone");
    assert_eq!(stores.application(application).await.application.status, Status::Pending);
}

/// The real rule for a new note.
pub(crate) fn adding(application: Uuid, author: Uuid) -> Step<Notable, NewNote> {
    Box::new(move |seen| notes::add(seen, application, author, "Called.".to_owned(), &act(NOON)))
}

pub(crate) async fn noted(stores: &Stores, application: Uuid, author: Uuid) -> Note {
    stores.notes.add(application, author, adding(application, author)).await.expect("a stored note")
}

fn never<C, R>() -> Step<C, R> {
    Box::new(|_| panic!("the step must not run"))
}

/// The role is checked under the lock, before the step.
#[tokio::test]
async fn a_former_administrator_reads_adds_changes_undoes_marks_and_asks_for_nothing() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let admin = stores.admin().await;
    for (email, change) in
        [("a@example.org", UserChange::Revoke(Role::Admin)), ("b@example.org", UserChange::Disable)]
    {
        let former = stores.user(email, &[Role::Admin]).await;
        let note = noted(stores, application, former).await.id;
        stores.users.change(former, change_step(change, Some(admin), NOON)).await.expect("an allowed change");
        let actor = ChangeActor::Administrator(former);
        let refused = [
            stores.notes.list(application, former, never()).await.map(drop),
            stores.notes.add(application, former, never()).await.map(drop),
            stores.notes.change(application, note, former, never()).await.map(drop),
            stores.review.decide(application, former, never()).await.map(drop),
            stores.review.undo(application, former, never()).await.map(drop),
            stores.review.mark(application, former, never()).await.map(drop),
            stores.review.set_target(former, never()).await.map(drop),
            stores.change_requests.change(application, actor, never()).await.map(drop),
        ];
        assert_eq!(refused.map(|refused| refused.map_err(|refusal| refusal.code)), [Err(Code::Forbidden); 8]);
        // The path names an application, so that a note is not found under another one.
        let elsewhere = stores.notes.change(id(), note, admin, never()).await;
        assert_eq!(elsewhere.map_err(|refusal| refusal.code), Err(Code::NotFound));
    }
}

/// A page makes several reads when it opens an application, and reads the notes after every event.
#[tokio::test]
async fn a_read_is_audited_unless_the_same_administrators_last_one_is_recent() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let admin = stores.admin().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let reads = async |admin, minutes| {
        let at = NOON + Duration::minutes(minutes);
        let audit =
            move || AuditEvent::new(id(), at, Some(admin), "application.read", ("application", application));
        let (list, one, two) = futures_util::join!(
            stores.notes.list(application, admin, Box::new(move |_| Ok(audit()))),
            stores.audit.record_read(audit()),
            stores.audit.record_read(audit())
        );
        assert!(list.is_ok() && one.is_ok() && two.is_ok(), "{list:?}, {one:?}, {two:?}");
        let actions = stores.readback.audit_actions().await;
        actions.iter().filter(|action| *action == "application.read").count()
    };
    assert_eq!(reads(admin, 0).await, 1);
    assert_eq!(reads(admin, 14).await, 1);
    assert_eq!(reads(other, 14).await, 2);
    assert_eq!(reads(admin, 15).await, 3);
}
