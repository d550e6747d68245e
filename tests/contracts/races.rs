//! Pairs of acts of which the second begins while the first holds its locks: it waits, and sees what the first stored.

use forum_domain::accounts::{Purpose, Role, TokenSelector, check_refresh, redeem_email_change};
use forum_domain::applications::{ApplicationFields, ChangeActor, Decision, decide, resubmit};
use forum_domain::headshots::HeadshotStep;
use forum_domain::mail::{StoredTemplate, TemplateChange, TemplateText, edit};
use forum_domain::notes::{self, MAX_NOTES};
use forum_domain::shared::{Code, Step};
use forum_domain::users::UserChange::{self, Disable, Revoke};
use forum_tests::builders::{
    ChangeStep, DecideStep, NOON, act, address, asking, change_step, decide_step, deletion_step, fields,
    registration, session, submission,
};
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use time::Duration;
use uuid::Uuid;

use crate::accounts::{issue, reset_step};
use crate::accounts::{link_step, register};
use crate::accounts::{password_step, requested};
use crate::application::applications::withdraw_step;
use crate::application::headshots::{begin, remove, save_step, stored};
use crate::application::review::{adding, noted};
use crate::concurrently;
use crate::steps::{Act, Rendezvous, race};

pub(crate) const TEMPLATE: &str = "application_approved";

/// The real rule for an edit of the first version.
pub(crate) fn edit_step(subject: &str) -> Step<StoredTemplate, Option<TemplateChange>> {
    let text = TemplateText { subject: subject.into(), html_content: "<p>Hello {{first_name}}</p>".into() };
    Box::new(move |seen| edit(seen, 1, text, None, &act(NOON)))
}

fn submits(stores: &Stores, meeting: &Rendezvous, user: Uuid, fields: ApplicationFields) -> Act {
    let (applications, step) = (stores.applications.clone(), meeting.before(submission(fields, NOON)));
    async move { applications.submit(user, step).await.map(drop) }.boxed()
}

fn decides(stores: &Stores, meeting: &Rendezvous, application: Uuid, admin: Uuid, step: DecideStep) -> Act {
    let (review, step) = (stores.review.clone(), meeting.before(step));
    async move { review.decide(application, admin, step).await.map(drop) }.boxed()
}

fn changes(
    stores: &Stores,
    meeting: &Rendezvous,
    application: Uuid,
    actor: ChangeActor,
    step: ChangeStep,
) -> Act {
    let (requests, step) = (stores.change_requests.clone(), meeting.before(step));
    async move { requests.change(application, actor, step).await.map(drop) }.boxed()
}

fn changes_photos(stores: &Stores, meeting: &Rendezvous, user: Uuid, step: HeadshotStep) -> Act {
    let (headshots, step) = (stores.headshots.clone(), meeting.before(step));
    async move { headshots.change(user, None, step).await.map(drop) }.boxed()
}

fn adds_note(stores: &Stores, meeting: &Rendezvous, application: Uuid, author: Uuid) -> Act {
    let (notes, step) = (stores.notes.clone(), meeting.before(adding(application, author)));
    async move { notes.add(application, author, step).await.map(drop) }.boxed()
}

fn changes_user(
    stores: &Stores,
    meeting: &Rendezvous,
    user: Uuid,
    change: UserChange,
    by: Option<Uuid>,
) -> Act {
    let (users, step) = (stores.users.clone(), meeting.before(change_step(change, by, NOON)));
    async move { users.change(user, step).await.map(drop) }.boxed()
}

fn deletes_account(stores: &Stores, meeting: &Rendezvous, user: Uuid) -> Act {
    let (own_data, step) = (stores.own_data.clone(), meeting.before(deletion_step()));
    async move { own_data.delete_account(user, NOON, step).await.map(drop) }.boxed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_of_two_acts_on_an_application_sees_the_first() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let [ana, bo] = stores.two_applicants().await;
    let twice = |meeting: &Rendezvous| [0, 1].map(|_| submits(stores, meeting, ana, fields()));
    assert_eq!(race(twice).await, [Ok(()), Err(Code::ApplicationPendingExists)]);
    assert_eq!(stores.readback.mails().await.len(), 1);

    let application = stores.submitted(bo, NOON).await.id;
    let ask = |meeting: &Rendezvous| {
        let actor = ChangeActor::Administrator(admin);
        [0, 1].map(|_| changes(stores, meeting, application, actor, asking(admin, &[], NOON)))
    };
    assert_eq!(race(ask).await, [Ok(()), Err(Code::ChangeRequestOpen)]);

    // The administrator has not seen the answers of the edit.
    let edit_and_decide = |meeting: &Rendezvous| {
        let edit = Box::new(move |seen: &_| resubmit(seen, fields(), 1, bo, &act(NOON)));
        let first_version =
            Box::new(move |seen: &_| decide(seen, Decision::Approve, Some(1), None, admin, &act(NOON)));
        [
            changes(stores, meeting, application, ChangeActor::Applicant(bo), edit),
            decides(stores, meeting, application, admin, first_version),
        ]
    };
    assert_eq!(race(edit_and_decide).await, [Ok(()), Err(Code::VersionConflict)]);

    let decide_twice = |meeting: &Rendezvous| {
        [Decision::Approve, Decision::Reject]
            .map(|decision| decides(stores, meeting, application, admin, decide_step(decision, admin, NOON)))
    };
    assert_eq!(race(decide_twice).await, [Ok(()), Err(Code::ApplicationAlreadyDecided)]);
    assert!(stores.readback.roles(bo).await.is_member());
}

/// The role is checked under the lock that the decision takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_demotion_waits_for_a_decision_and_a_decision_or_note_for_a_deletion() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let [ana, bo] = stores.two_applicants().await;
    let (of_ana, of_bo) = (stores.submitted(ana, NOON).await.id, stores.submitted(bo, NOON).await.id);
    stores.user("other@example.org", &[Role::Admin]).await;
    let approve = || decide_step(Decision::Approve, admin, NOON);
    // A decision that locked the application before the user would deadlock with the deletion.
    let delete_and_decide = |meeting: &Rendezvous| {
        [deletes_account(stores, meeting, ana), decides(stores, meeting, of_ana, admin, approve())]
    };
    assert_eq!(race(delete_and_decide).await, [Ok(()), Err(Code::NotFound)]);
    let cy = stores.applicant("cy@example.org").await;
    let of_cy = stores.submitted(cy, NOON).await.id;
    stores.decide(of_cy, Decision::Reject, admin, NOON).await;
    let delete_and_note = |meeting: &Rendezvous| {
        [deletes_account(stores, meeting, cy), adds_note(stores, meeting, of_cy, admin)]
    };
    assert_eq!(race(delete_and_note).await, [Ok(()), Err(Code::NotFound)]);
    assert_eq!(stores.readback.count("application_notes").await, 0);
    let decide_and_demote = |meeting: &Rendezvous| {
        [
            decides(stores, meeting, of_bo, admin, approve()),
            changes_user(stores, meeting, admin, Revoke(Role::Admin), None),
        ]
    };
    assert_eq!(race(decide_and_demote).await, [Ok(()), Ok(())]);
}

/// Locks taken in opposite orders must not deadlock.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_administrators_deciding_on_each_other_at_the_same_time_both_succeed() {
    let stores = &Stores::fresh().await;
    let [one, two] = stores.ana_and_bo(&[Role::Admin, Role::Applicant]).await;
    let (of_one, of_two) = (stores.submitted(one, NOON).await.id, stores.submitted(two, NOON).await.id);
    let meeting = Rendezvous::default();
    let both = [(of_one, two), (of_two, one)].map(|(application, admin)| {
        decides(stores, &meeting, application, admin, decide_step(Decision::Approve, admin, NOON))
    });
    assert_eq!(concurrently(both).await, [Ok(()), Ok(())]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_draft_a_photo_and_a_note_see_a_submission_or_withdrawal_that_they_waited_for() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let [ana, bo] = stores.two_applicants().await;
    let submit_and_save = |meeting: &Rendezvous| {
        let step = meeting.before(save_step(None, NOON));
        let applications = stores.applications.clone();
        let save = async move { applications.save_draft(ana, step).await.map(drop) };
        [submits(stores, meeting, ana, fields()), save.boxed()]
    };
    assert_eq!(race(submit_and_save).await, [Ok(()), Err(Code::ApplicationPendingExists)]);
    assert_eq!(stores.applications.draft(ana).await, Ok(None));

    let photo = stored(stores, bo, NOON).await.id;
    let submit_and_remove = |meeting: &Rendezvous| {
        let fields = ApplicationFields { headshot_id: Some(photo), ..fields() };
        let remove = changes_photos(stores, meeting, bo, remove(photo, NOON));
        [submits(stores, meeting, bo, fields), remove]
    };
    assert_eq!(race(submit_and_remove).await, [Ok(()), Err(Code::InUse)]);
    // Two uploads at the same instant get different keys.
    let upload_twice =
        |meeting: &Rendezvous| [0, 1].map(|_| changes_photos(stores, meeting, bo, begin(bo, NOON)));
    assert_eq!(race(upload_twice).await, [Ok(()), Ok(())]);

    let application = stores.submitted(stores.applicant("cy@example.org").await, NOON).await;
    let (id, applicant) = (application.id, application.user_id);
    let note = noted(stores, id, admin).await;
    for _ in 2..MAX_NOTES {
        noted(stores, id, admin).await;
    }
    let add_twice = |meeting: &Rendezvous| [0, 1].map(|_| adds_note(stores, meeting, id, admin));
    assert_eq!(race(add_twice).await, [Ok(()), Err(Code::TooManyNotes)]);
    // Both delete the note and write the review list. In different orders each would wait for the other.
    let delete_and_withdraw = |meeting: &Rendezvous| {
        let delete = Box::new(move |seen: &_| notes::delete(seen, admin, None, &act(NOON)));
        let (store, delete) = (stores.notes.clone(), meeting.before(delete));
        let delete = async move { store.change(id, note.id, admin, delete).await.map(drop) };
        let (store, withdraw) = (stores.applications.clone(), meeting.before(withdraw_step(applicant)));
        let withdraw = async move { store.withdraw(id, applicant, withdraw).await.map(drop) };
        [delete.boxed(), withdraw.boxed()]
    };
    assert_eq!(race(delete_and_withdraw).await, [Ok(()), Ok(())]);
}

/// They change different rows, but the second must see the result of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn administrators_removing_each_other_leave_one() {
    let stores = &Stores::fresh().await;
    for (number, changes) in [[Revoke(Role::Admin); 2], [Disable; 2], [Revoke(Role::Admin), Disable]]
        .into_iter()
        .chain([[Disable, Revoke(Role::Admin)]])
        .enumerate()
    {
        let [ana, bo] = two_administrators(stores, number).await;
        let [first, second] = changes;
        let remove_both = |meeting: &Rendezvous| {
            [
                changes_user(stores, meeting, ana, first, Some(bo)),
                changes_user(stores, meeting, bo, second, Some(ana)),
            ]
        };
        assert_eq!(race(remove_both).await, [Ok(()), Err(Code::LastAdmin)], "{changes:?}");
    }
    let [ana, bo] = two_administrators(stores, 4).await;
    let delete_both = |meeting: &Rendezvous| [ana, bo].map(|user| deletes_account(stores, meeting, user));
    assert_eq!(race(delete_both).await, [Ok(()), Err(Code::LastAdmin)]);
}

/// There are no others who can sign in.
async fn two_administrators(stores: &Stores, number: usize) -> [Uuid; 2] {
    let earlier = stores.accounts.with_role(Role::Admin).await.expect("a result");
    let both = [
        stores.user(&format!("ana{number}@example.org"), &[Role::Admin]).await,
        stores.user(&format!("bo{number}@example.org"), &[Role::Admin]).await,
    ];
    // Those who are disabled stay, and do not count.
    for user in earlier.into_iter().filter(|user| !user.is_disabled()) {
        let demote = change_step(Revoke(Role::Admin), None, NOON);
        stores.users.change(user.id, demote).await.expect("remaining administrators");
    }
    both
}

/// The user clicks a link twice, or the links of two mails. The loser gets a refusal, not a fault.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_of_two_links_for_an_address_is_refused() {
    let stores = &Stores::fresh().await;
    for (email, twice) in [("ana@example.org", true), ("bo@example.org", false)] {
        let one = register(stores, registration(email, "Ana", NOON)).await;
        let other = register(stores, registration(&email.to_uppercase(), "Ana", NOON)).await;
        let confirm = |meeting: &Rendezvous| {
            [one, if twice { one } else { other }].map(|token| {
                let (accounts, step) = (stores.accounts.clone(), meeting.before(link_step(NOON)));
                let token = TokenSelector::Id(token);
                async move { accounts.redeem_verification(token, NOON, step).await.map(drop) }.boxed()
            })
        };
        assert_eq!(race(confirm).await, [Ok(()), Err(Code::TokenInvalid)], "{email}");
        let owner = stores.accounts.find_by_email(&address(email)).await.expect("a result").expect("a user");
        assert_eq!(stores.account(owner.id).await.password_hash, None, "another person may have chosen it");
    }
    assert_eq!(stores.readback.audit_actions().await, ["user.verified"; 2]);

    stores.applicant("cy@example.org").await;
    let grant = issue(stores, "cy@example.org", Purpose::RecoveryGrant, NOON).await;
    let reset = |meeting: &Rendezvous| {
        [0, 1].map(|_| {
            let (accounts, step) = (stores.accounts.clone(), meeting.before(reset_step("$plain$new", NOON)));
            async move { accounts.set_recovery_password(grant, step).await }.boxed()
        })
    };
    assert_eq!(race(reset).await, [Ok(()), Err(Code::RecoveryExpired)]);

    let di = stores.user("di@example.org", &[]).await;
    let tokens = requested(stores, di, "di@new.example", NOON).await;
    let confirm = |meeting: &Rendezvous| {
        tokens.map(|token| {
            let step = Box::new(move |seen: &_| redeem_email_change(seen, &act(NOON)));
            let (accounts, step) = (stores.accounts.clone(), meeting.before(step));
            async move { accounts.redeem_email_change(token, NOON, step).await.map(drop) }.boxed()
        })
    };
    assert_eq!(race(confirm).await, [Ok(()), Ok(())]);
    assert_eq!(stores.account(di).await.user.email.as_str(), "di@new.example");
}

/// An attacker who knows the old password must not undo the owner's change of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_change_of_a_password_a_session_or_a_template_sees_the_first() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let change_password = |meeting: &Rendezvous| {
        ["$plain$one", "$plain$two"].map(|hash| {
            let (accounts, step) = (stores.accounts.clone(), meeting.before(password_step(ana, hash)));
            async move { accounts.change_password(ana, step).await }.boxed()
        })
    };
    assert_eq!(race(change_password).await, [Ok(()), Ok(())]);
    assert_eq!(stores.account(ana).await.password_hash.as_deref(), Some("$plain$two"));

    let open = session(ana, NOON);
    stores.open(open.clone()).await;
    let refresh = |meeting: &Rendezvous| {
        [0, 1].map(|_| {
            let step = Box::new(|live: &_| check_refresh(live, 1, &act(NOON + Duration::SECOND)));
            let (sessions, step) = (stores.sessions.clone(), meeting.before(step));
            async move { sessions.rotate(open.id, NOON, step).await.map(drop) }.boxed()
        })
    };
    assert_eq!(race(refresh).await, [Ok(()), Ok(())]);
    assert_eq!(stores.live_session(open.id).await.session.counter, 2);

    // Both editors have read version 1.
    let edit = |meeting: &Rendezvous| {
        ["one", "two"].map(|subject| {
            let (templates, step) = (stores.templates.clone(), meeting.before(edit_step(subject)));
            async move { templates.change(TEMPLATE, None, step).await.map(drop) }.boxed()
        })
    };
    assert_eq!(race(edit).await, [Ok(()), Err(Code::VersionConflict)]);
    let stored = stores.templates.find(TEMPLATE).await.expect("a result").expect("a template");
    assert_eq!(stored.text.subject, "one");
}
