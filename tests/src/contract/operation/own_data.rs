//! The contract of `OwnDataStore`.

use std::sync::Arc;

use forum_domain::accounts::{AddressOwner, ReauthenticationRefused, RegistrationDraft, Role, Roles};
use forum_domain::applications::{
    ApplicationFields, DecideError, Decision, ReviewFilter, ReviewSort, Status, SubmitError,
};
use forum_domain::headshots::{HeadshotChangeError, HeadshotState};
use forum_domain::mail::MailKind;
use forum_domain::own_data::{DeleteAccountError, DeletionContext, DeletionStep};
use forum_domain::shared::{Order, Page};
use forum_domain::users::{UserChange, UserError};
use time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::builders::{
    NOON, address, audit, change_step, decide_step, deletion_step, fields, id, mail, registration, session,
    submit_step, token,
};
use crate::contract::account::identities::linked;
use crate::contract::account::registrations::register;
use crate::contract::application::drafts::{found, saved};
use crate::contract::application::headshots::stored as uploaded;
use crate::contract::steps::{Recorder, Rendezvous};
use crate::contract::{Stores, concurrently};

async fn decided(stores: &Stores, user_id: Uuid, admin: Uuid) -> Uuid {
    let application = stores.submitted(user_id, NOON).await.id;
    stores.decide(application, Decision::Reject, admin, NOON).await;
    application
}

/// The export itself is recorded and is part of the exported log.
pub async fn a_data_export_contains_all_data_of_its_user_and_no_other_data(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    for user in [ana, bo] {
        stores.open(session(user, NOON)).await;
        uploaded(stores, user, NOON).await;
        decided(stores, user, admin).await;
        stores.submitted(user, NOON + Duration::days(1)).await;
    }
    // An approved applicant who applies again may have a draft beside the decided application.
    let cy = stores.applicant("cy@example.org").await;
    let draft = saved(stores, cy, "Tampa", NOON).await;
    let mut entry = audit("user.exported", ana);
    entry.actor_id = Some(ana);
    entry.at = NOON + Duration::days(2);
    let data = stores.own_data.collect(ana, entry).await.expect("a result").expect("a stored row");
    assert_eq!((data.user.id, data.user.email.as_str()), (ana, "ana@example.org"));
    assert_eq!(data.user.roles, Roles::from_iter([Role::Applicant]));
    assert_eq!(data.sessions.iter().map(|row| row.user_id).collect::<Vec<_>>(), [ana]);
    let applications: Vec<_> = data.applications.iter().map(|own| &own.application).collect();
    assert_eq!(
        applications.iter().map(|row| row.status).collect::<Vec<_>>(),
        [Status::Pending, Status::Rejected]
    );
    for application in &applications {
        assert_eq!((application.user_id, &application.note, application.decided_by), (ana, &None, None));
        assert_eq!(application.fields.city, fields().city);
    }
    assert_eq!(data.applications.iter().map(|own| own.history.len()).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(data.headshots.iter().map(|row| row.key.user_id).collect::<Vec<_>>(), [ana]);
    let mut kinds: Vec<&str> = data.mails.iter().map(|mail| mail.kind.as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["application_rejected", "application_submitted", "application_submitted"]);
    let actions: Vec<&str> = data.actions.iter().map(|action| action.action.as_str()).collect();
    assert_eq!(actions, ["user.exported", "application.submitted", "application.submitted"]);
    assert_eq!((data.actions_total, data.draft), (3, None));
    assert_eq!(stores.readback.audit_actions().await.last().map(String::as_str), Some("user.exported"));

    let theirs = stores.own_data.collect(cy, audit("user.exported", cy)).await.expect("a result");
    assert!(theirs.expect("a stored row").draft == Some(draft), "the draft is not in the copy");

    let before = stores.readback.audit().await.len();
    assert_eq!(stores.own_data.collect(id(), audit("user.exported", ana)).await, Ok(None));
    assert_eq!(stores.readback.audit().await.len(), before);
}

/// Rows of other users stay.
pub async fn deletion_keeps_only_anonymous_decided_applications(stores: &Stores) {
    let ana = stores.applicant("Ana@example.org").await;
    let bo = stores.applicant("bo@example.org").await;
    let admin = stores.admin().await;
    let opened = session(ana, NOON);
    stores.open(opened.clone()).await;
    stores.open(session(bo, NOON)).await;
    for (user, subject) in [(ana, "1"), (bo, "2")] {
        linked(stores, user, subject).await;
    }
    let (photo, theirs) = (uploaded(stores, ana, NOON).await, uploaded(stores, bo, NOON).await);
    let old = decided(stores, ana, admin).await;
    let pending = stores.submitted(ana, NOON + Duration::days(1)).await.id;
    let kept = stores.submitted(bo, NOON).await.id;
    register(stores, registration("ana@EXAMPLE.org", "again", NOON)).await;
    register(stores, registration("bo2@example.org", "other", NOON)).await;
    let history = stores.history(old).await;

    let photos = stores.delete_account(ana).await;
    assert_eq!(
        photos.iter().map(|row| (row.id, row.state)).collect::<Vec<_>>(),
        [(photo.id, HeadshotState::Removing)]
    );

    let detail = stores.application(old).await;
    assert_eq!(detail.person, None);
    let left = detail.application;
    assert_eq!((left.status, left.decided_by, left.reviewed_at), (Status::Rejected, Some(admin), Some(NOON)));
    assert!(left.fields == fields().erased(), "the answers are still there");
    assert_eq!((left.note, left.headshot_url), (None, None));
    assert_eq!(stores.history(old).await, history);
    assert_eq!(stores.applications.find(pending).await, Ok(None));
    assert_eq!(stores.history(pending).await, []);
    let page = ReviewFilter::default().page(Page::default(), ReviewSort::Name, Order::Asc);
    let (listing, counts) = stores.queue.list(ReviewFilter::default(), page).await.expect("a list");
    let listed: Vec<_> = listing.items.iter().map(|item| (item.id, item.person.is_some())).collect();
    assert_eq!(listed, [(old, false), (kept, true)]);
    assert_eq!((counts.total, counts.rejected, counts.pending), (2, 1, 1));
    assert_eq!(listing.items[0].teaching_position, ApplicationFields::ERASED);

    assert_eq!(stores.sessions.find(opened.id).await, Ok(None));
    assert_eq!(stores.readback.sessions().await, 1);
    assert_eq!(stores.readback.roles(ana).await, Roles::default());
    assert_eq!(stores.identities.of_user(ana).await, Ok(vec![]));
    assert_eq!(stores.identities.of_user(bo).await.map(|kept| kept.len()), Ok(1));
    assert_eq!(stores.profiles.account(ana).await, Ok(None));
    assert_eq!(stores.accounts.sign_in_record(&address("ana@example.org")).await, Ok(None));
    assert_eq!((stores.readback.registrations().await, stores.readback.tokens().await), (1, 1));
    let mails = stores.readback.mails().await;
    assert!(mails.iter().all(|mail| !mail.to.eq_ignore_ascii_case("ana@example.org")), "{mails:?}");
    assert!(mails.iter().any(|mail| mail.kind == MailKind::ApplicationSubmitted), "rows of other users stay");
    let photos = stores.readback.headshots().await;
    assert!(photos.contains(&(photo.id, HeadshotState::Removing)));
    assert!(photos.contains(&(theirs.id, HeadshotState::Stored)));
    let actions = stores.readback.audit_actions().await;
    assert_eq!(actions[actions.len() - 2..], ["application.withdrawn", "user.deleted"]);
}

/// The address is free, and the id has no user.
pub async fn a_deleted_user_can_do_nothing_and_the_address_can_sign_up_again(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    stores.delete_account(ana).await;
    let again = stores.own_data.delete_account(ana, NOON, deletion_step()).await;
    assert_eq!(again, Err(ReauthenticationRefused::SessionEnded.into()));
    assert_eq!(stores.own_data.collect(ana, audit("user.exported", ana)).await, Ok(None));
    let submitted = stores.applications.submit(ana, submit_step(NOON)).await;
    assert_eq!(submitted, Err(SubmitError::UnknownUser));
    let step = Box::new(|_: &[_]| panic!("there is no user"));
    assert_eq!(stores.headshots.change(ana, None, step).await, Err(HeadshotChangeError::UnknownUser));
    let grant = change_step(UserChange::Grant(Role::Admin), None, NOON);
    assert_eq!(stores.users.change(ana, grant).await, Err(UserError::NotFound));

    let owners = Recorder::default();
    let recorder = owners.clone();
    let waiting = registration("ana@example.org", "Ana", NOON);
    let waiting_id = waiting.id;
    let step = Box::new(move |owner: AddressOwner| {
        recorder.record(owner);
        RegistrationDraft {
            token: token("ana@example.org", Some(waiting_id), NOON),
            mail: mail(MailKind::VerifyEmail, "ana@example.org", NOON),
            record: None,
        }
    });
    stores.accounts.register(waiting, step).await.expect("the address is free");
    assert_eq!(owners.take(), [AddressOwner::Unknown]);
    let new = stores.applicant("ana@example.org").await;
    assert_ne!(new, ana);
    assert!(stores.applications.find(id()).await == Ok(None));
}

/// The draft's photo is removed like all others.
pub async fn deleting_an_account_deletes_its_draft(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    saved(stores, ana, "Tampa", NOON).await;
    saved(stores, bo, "Orlando", NOON).await;
    stores.delete_account(ana).await;
    assert_eq!(found(stores, ana).await, None);
    assert!(found(stores, bo).await.is_some());
    assert_eq!(stores.readback.count("application_drafts").await, 1);
}

pub async fn a_refused_deletion_changes_nothing(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let pending = stores.submitted(ana, NOON).await.id;
    let step: DeletionStep = Box::new(move |context: &DeletionContext| {
        assert_eq!((context.pending, context.other_admins), (Some(pending), 0));
        Err(DeleteAccountError::LastAdmin)
    });
    assert_eq!(stores.own_data.delete_account(ana, NOON, step).await, Err(DeleteAccountError::LastAdmin));
    assert!(stores.applications.find(pending).await.expect("a result").is_some());
    assert_eq!(stores.readback.mails().await.len(), 1);
}

/// A disabled administrator does not count.
pub async fn only_administrators_who_can_sign_in_count_as_others(stores: &Stores) {
    let [ana, bo] = stores.ana_and_bo(&[Role::Admin]).await;
    stores.user("cy@example.org", &[Role::Member]).await;
    stores.readback.disable(bo, NOON).await;
    let left = stores.own_data.delete_account(ana, NOON, deletion_step()).await;
    assert_eq!(left, Err(DeleteAccountError::LastAdmin));
    stores.user("di@example.org", &[Role::Admin]).await;
    stores.delete_account(ana).await;
}

/// The second must see the result of the first.
pub async fn two_administrators_deleting_their_accounts_concurrently_leave_one(stores: &Stores) {
    let mut admins = Vec::new();
    for email in ["ana@example.org", "bo@example.org"] {
        admins.push(stores.user(email, &[Role::Admin]).await);
    }
    let meeting = Rendezvous::default();
    let results = concurrently(admins.into_iter().map(|admin| {
        let (own_data, step) = (Arc::clone(&stores.own_data), meeting.before(deletion_step()));
        async move { own_data.delete_account(admin, NOON, step).await }
    }))
    .await;
    assert!(results.contains(&Ok(Vec::new())), "{results:?}");
    assert!(results.contains(&Err(DeleteAccountError::LastAdmin)), "{results:?}");
}

/// They do not deadlock: the second finds the application decided or gone.
pub async fn a_concurrent_decision_and_deletion_both_finish(stores: &Stores) {
    let admin = stores.admin().await;
    for round in 0..20 {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON).await.id;
        let (decided, deleted) = tokio::join!(
            stores.applications.decide(application, admin, decide_step(Decision::Approve, admin, NOON)),
            stores.own_data.delete_account(ana, NOON, deletion_step()),
        );
        assert_eq!(deleted, Ok(Vec::new()));
        let left = stores.applications.find(application).await.expect("a result");
        match decided {
            Ok(_) => assert_eq!(left.expect("a stored row").application.status, Status::Approved),
            Err(refused) => {
                assert_eq!(refused, DecideError::NotFound);
                assert_eq!(left, None);
            }
        }
        assert_eq!(stores.readback.roles(ana).await, Roles::default());
    }
}

/// The deletion holds the lock on the user when the decision begins. A decision that locked the application before the
/// user would then deadlock with the deletion, which removes the application.
pub async fn a_decision_during_a_deletion_waits_until_it_ends(stores: &Stores) {
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let (start, started) = oneshot::channel();
    let step = deletion_step();
    let slow: DeletionStep = Box::new(move |context| {
        start.send(()).expect("a receiver");
        Rendezvous::default().enter();
        step(context)
    });
    let own_data = Arc::clone(&stores.own_data);
    let mut deletion = JoinSet::new();
    deletion.spawn(async move { own_data.delete_account(ana, NOON, slow).await });
    started.await.expect("a started deletion");
    let decision = decide_step(Decision::Approve, admin, NOON);
    let decided = stores.applications.decide(application, admin, decision).await;
    assert_eq!(decided, Err(DecideError::NotFound));
    assert_eq!(deletion.join_all().await, [Ok(Vec::new())]);
}

/// Its decision does not depend on the account.
pub async fn a_decided_application_of_a_deleted_account_stays_decided(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = decided(stores, ana, admin).await;
    stores.delete_account(ana).await;
    let step = decide_step(Decision::Approve, admin, NOON);
    let refused = stores.applications.decide(application, admin, step).await;
    let known = DecideError::AlreadyDecided(Status::Rejected);
    assert_eq!(refused, Err(known));
}
