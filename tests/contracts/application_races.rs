//! Acts on one application at the same time. Afterwards all invariants hold, and the mails about decisions are those about
//! the decisions in force.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use forum_domain::accounts::Role;
use forum_domain::applications::{ChangeActor, Decision, Mark, Status, resubmit, take_back};
use forum_domain::mail::MailKind;
use forum_domain::shared::Refusal;
use forum_tests::builders::{NOON, WINDOW, act, asking, fields_with, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::application::applications::withdraw_step;
use crate::concurrently;

const ROUNDS: usize = 160;
/// In the first rounds, the acts happen one after the other in each order, so that every outcome occurs.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const DECIDED: OffsetDateTime = NOON.saturating_add(Duration::minutes(30));
const UNDONE: OffsetDateTime = DECIDED.saturating_add(Duration::SECOND);
/// The clock of the worker is ahead, so that it sends the mail while the decision can still be undone.
const DUE: OffsetDateTime = DECIDED.saturating_add(WINDOW);

#[derive(Debug, Clone, Copy)]
enum Deed {
    Ask,
    Edit,
    TakeBack,
    Approve,
    /// By another administrator.
    Reject,
    Undo,
    ApproveAndUndo,
    Withdraw,
    Send,
    MarkYes,
    Unmark,
    /// By another administrator.
    MarkNo,
}

use Deed::{
    Approve, ApproveAndUndo, Ask, Edit, MarkNo, MarkYes, Reject, Send, TakeBack, Undo, Unmark, Withdraw,
};

/// What happened before, the acts at the same time, and the statuses that result; `None` for a withdrawn application.
type Scenario = (Option<Deed>, [Deed; 3], &'static [Option<Status>]);

const SCENARIOS: [Scenario; 11] = [
    (Some(Approve), [Undo, Send, Send], &[Some(Status::Pending), Some(Status::Approved)]),
    (
        Some(Approve),
        [Undo, Reject, Send],
        &[Some(Status::Pending), Some(Status::Approved), Some(Status::Rejected)],
    ),
    (None, [ApproveAndUndo, Withdraw, Send], &[None]),
    (Some(Ask), [Edit, Approve, Send], &[Some(Status::Approved)]),
    (Some(Ask), [Edit, Withdraw, Send], &[None]),
    (None, [Ask, Approve, Send], &[Some(Status::Approved)]),
    (Some(Ask), [TakeBack, Edit, Send], &[Some(Status::Pending)]),
    (None, [MarkYes, MarkNo, Withdraw], &[None]),
    (None, [MarkYes, MarkNo, Approve], &[Some(Status::Approved)]),
    (Some(MarkYes), [Unmark, MarkNo, Reject], &[Some(Status::Rejected)]),
    (Some(Ask), [MarkYes, MarkNo, Edit], &[Some(Status::Pending)]),
];

/// The mails that arrived: recipient and kind.
type Inbox = Arc<Mutex<Vec<(String, MailKind)>>>;

#[derive(Clone)]
struct Round {
    stores: Stores,
    inbox: Inbox,
    application: Uuid,
    applicant: Uuid,
    admins: [Uuid; 2],
}

impl Round {
    async fn perform(self, deed: Deed) {
        if let Err(refused) = self.result(deed).await {
            assert!(!refused.is_fault(), "{deed:?}: {refused:?}");
        }
    }

    async fn result(&self, deed: Deed) -> Result<(), Refusal> {
        let Self { stores, application, applicant, admins, .. } = self;
        let (id, applicant, [one, two]) = (*application, *applicant, *admins);
        let administrator = ChangeActor::Administrator(one);
        match deed {
            Ask => {
                let step = asking(one, &["city"], NOON);
                stores.change_requests.change(id, administrator, step).await.map(drop)
            }
            Edit => {
                let fields = fields_with(&[("city", "Ocala")]);
                let step = Box::new(move |seen: &_| resubmit(seen, fields, 1, applicant, &act(DECIDED)));
                stores.change_requests.change(id, ChangeActor::Applicant(applicant), step).await.map(drop)
            }
            TakeBack => {
                let open = stores.changes_of(id).await.open.map_or(Uuid::nil(), |open| open.request.id);
                let step = Box::new(move |seen: &_| take_back(seen, open, one, &act(DECIDED)));
                stores.change_requests.change(id, administrator, step).await.map(drop)
            }
            Approve => {
                let step = undoable_step(Decision::Approve, one, DECIDED);
                stores.review.decide(id, one, step).await.map(drop)
            }
            Reject => {
                let step = undoable_step(Decision::Reject, two, UNDONE + Duration::SECOND);
                stores.review.decide(id, two, step).await.map(drop)
            }
            Undo => stores.review.undo(id, one, undo_step(one, UNDONE)).await.map(drop),
            ApproveAndUndo => {
                Box::pin(self.result(Approve)).await?;
                Box::pin(self.result(Undo)).await
            }
            Withdraw => stores.applications.withdraw(id, applicant, withdraw_step(applicant)).await.map(drop),
            MarkYes => stores.mark(id, one, Some(Mark::Yes)).await.map(drop),
            Unmark => stores.mark(id, one, None).await.map(drop),
            MarkNo => stores.mark(id, two, Some(Mark::No)).await.map(drop),
            Send => {
                send(stores, &self.inbox, DUE).await;
                Ok(())
            }
        }
    }

    async fn status(&self) -> Option<Status> {
        let read = self.stores.review.read(self.application).await.expect("a result");
        read.map(|(found, _)| found.application.status)
    }
}

async fn send(stores: &Stores, inbox: &Inbox, now: OffsetDateTime) {
    let lease = || stores.outbox.lease(now, now + Duration::MINUTE, id());
    while let Some(entry) = lease().await.expect("a lease") {
        inbox.lock().expect("the inbox").push((entry.mail.to.as_str().to_owned(), entry.mail.kind));
        stores.mark_sent(entry.mail.id, entry.lease, now).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn acts_on_an_application_at_the_same_time_have_the_effect_of_one_order() {
    let stores = &Stores::checked().await;
    let admins = [stores.admin().await, stores.user("two@example.org", &[Role::Admin]).await];
    let (inbox, mut expected) = (Inbox::default(), BTreeSet::new());
    for (number, (before, deeds, statuses)) in SCENARIOS.into_iter().enumerate() {
        let mut seen = BTreeSet::new();
        for turn in 0..ROUNDS {
            let email = format!("ana{turn}@{number}.example.org");
            let applicant = stores.applicant(&email).await;
            let application = stores.submitted(applicant, NOON).await.id;
            let (stores, inbox) = (stores.clone(), inbox.clone());
            let round = Round { stores, inbox, application, applicant, admins };
            if let Some(before) = before {
                round.clone().perform(before).await;
            }
            let mut acts = deeds.map(|deed| Some(round.clone().perform(deed)));
            if let Some(order) = ORDERS.get(turn) {
                for number in order {
                    acts[*number].take().expect("each act once").await;
                }
            } else {
                acts.rotate_left(turn % 3);
                concurrently(acts.into_iter().flatten()).await;
            }
            let status = round.status().await;
            seen.insert(status.map(Status::as_str));
            expected.extend(match status {
                None | Some(Status::Pending) => None,
                Some(Status::Approved) => Some((email, MailKind::ApplicationApproved.as_str())),
                Some(Status::Rejected) => Some((email, MailKind::ApplicationRejected.as_str())),
            });
        }
        for status in statuses.iter().map(|status| status.map(Status::as_str)) {
            assert!(seen.contains(&status), "{deeds:?}: {status:?} never occurs");
        }
    }
    // Each decision in force is mailed once, and no other one.
    send(stores, &inbox, NOON + Duration::DAY).await;
    let mails = inbox.lock().expect("the inbox").clone().into_iter();
    let about_decisions: Vec<_> = mails
        .filter(|(_, kind)| [MailKind::ApplicationApproved, MailKind::ApplicationRejected].contains(kind))
        .map(|(to, kind)| (to, kind.as_str()))
        .collect();
    assert_eq!(about_decisions.len(), expected.len(), "a decision is mailed twice");
    assert_eq!(about_decisions.into_iter().collect::<BTreeSet<_>>(), expected);
}
