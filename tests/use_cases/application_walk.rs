//! A random walk over everything that happens to applications: two applicants submit, edit, withdraw and apply again, two
//! administrators decide, undo, ask for changes and write notes, and one of the applicants is an administrator at times.

use std::collections::{BTreeMap, BTreeSet};

use forum_domain::accounts::{Caller, Role};
use forum_domain::applications::{
    ChangeState, Decision, OwnApplicationSort, OwnApplicationSummary, RawFields, Status,
};
use forum_domain::headshots::{Headshot, ImageKind, OwnHeadshot, UploadedFile};
use forum_domain::mail::{MailKind, OutboxEntry};
use forum_domain::shared::{Clock, Page};
use forum_domain::use_cases::UseCases;
use forum_domain::users::{Actor, UserChange};
use forum_tests::builders::{address, deletion_step, new_user};
use forum_tests::harness::Ports;
use forum_tests::memory::plain_image;
use forum_tests::timing::scaled;
use time::Duration;
use uuid::Uuid;

use crate::account_walk::Dice;
use crate::world::ANA;

/// An applicant who becomes an administrator.
const BO: &str = "bo@example.org";
const ADMINS: [&str; 2] = ["max@example.org", "zoe@example.org"];

struct Walk {
    ports: Ports,
    app: UseCases,
    dice: Dice,
    /// All accounts of each applicant, the current one last.
    accounts: BTreeMap<&'static str, Vec<Uuid>>,
    /// Mails that a worker holds.
    held: Vec<OutboxEntry>,
    counts: BTreeMap<&'static str, usize>,
}

impl Walk {
    fn count(&mut self, what: &'static str, happened: bool) {
        *self.counts.entry(what).or_default() += usize::from(happened);
    }

    /// The person with the current roles. An applicant who left comes back with a new account.
    async fn caller(&mut self, email: &'static str) -> Caller {
        let accounts = &self.ports.accounts;
        let find = async || accounts.find_by_email(&address(email)).await.expect("a result");
        let user = match find().await {
            Some(user) => user,
            None => {
                let role = if ADMINS.contains(&email) { Role::Admin } else { Role::Applicant };
                accounts.create_user(new_user(email, &[role])).await.expect("a new address");
                let user = find().await.expect("an account");
                self.accounts.entry(email).or_default().push(user.id);
                user
            }
        };
        Caller { user, session_id: Uuid::nil(), proofs: Vec::new(), lacks_factor: false }
    }

    /// The applications of an account, newest first.
    async fn of(&self, user_id: Uuid) -> Vec<OwnApplicationSummary> {
        let page = OwnApplicationSort::page(None, Page { limit: 1_000, offset: 0 });
        self.ports.applications.list_own(user_id, None, page).await.expect("a list").items
    }

    async fn state(&self, id: Uuid) -> ChangeState {
        let read = self.ports.review.read(id).await.expect("a result");
        read.expect("an application").1
    }

    async fn unshown(&self, user_id: Uuid, age: Duration) -> Vec<Headshot> {
        let headshots = &self.ports.headshots;
        let stored = headshots.stored_of(user_id).await.expect("a result");
        let keys = stored.iter().map(|photo| photo.key.to_string()).collect();
        headshots.unshown(keys, self.ports.clock.now() - age).await.expect("a result")
    }

    async fn applicant_step(&mut self) {
        let email = [ANA, BO][self.dice.below(2)];
        let caller = self.caller(email).await;
        let user_id = caller.user.id;
        let pending = self.of(user_id).await.into_iter().find(|own| own.status == Status::Pending);
        let photos = self.ports.headshots.stored_of(user_id).await.expect("a result");
        let chosen = self.dice.one_of(&photos).filter(|_| self.dice.below(4) > 0);
        let headshot_id = chosen.as_ref().map(|photo| photo.id.to_string());
        let raw = RawFields { headshot_id: headshot_id.clone(), ..RawFields::example() };
        let services = &self.app;
        match (self.dice.below(24), pending) {
            (0..5, _) => {
                let file = UploadedFile { content: plain_image(ImageKind::Png, 64, 48), name: None };
                let uploaded = services.headshots.upload(&caller, file, None).await.is_ok();
                self.count("uploaded", uploaded);
            }
            (5, _) => {
                let draft = RawFields { headshot_id, ..RawFields::default() };
                let saved = services.applications.save_draft(&caller, None, None, (draft, 3)).await.is_ok();
                self.count("saved", saved);
            }
            (6, _) => drop(services.applications.delete_draft(&caller).await),
            (7, _) => {
                if let Some(photo) = chosen {
                    let _ = services.headshots.remove(&caller, photo.id).await;
                }
            }
            (8, _) if self.dice.below(8) == 0 => {
                let (own_data, now) = (&self.ports.own_data, self.ports.clock.now());
                let left = own_data.delete_account(user_id, now, deletion_step()).await.is_ok();
                self.count("left", left);
            }
            (9 | 10, Some(own)) => {
                let withdrawn = services.applications.withdraw(&caller, own.id, None).await.is_ok();
                self.count("withdrawn", withdrawn);
                assert_eq!(
                    self.unshown(user_id, Duration::ZERO).await,
                    Vec::new(),
                    "public after a withdrawal"
                );
            }
            (_, Some(own)) => {
                let state = self.state(own.id).await;
                let edit = services.change_requests.resubmit(&caller, own.id, state.version, &raw).await;
                self.count("edited", edit.is_ok());
            }
            (_, None) => {
                let submitted = services.applications.submit(&caller, &raw, None).await.is_ok();
                self.count("submitted", submitted);
            }
        }
    }

    async fn administrator_step(&mut self) {
        let email = [ADMINS[0], ADMINS[1], BO][self.dice.below(3)];
        let caller = self.caller(email).await;
        let Ok(admin) = caller.into_administrator() else { return };
        let mut all = Vec::new();
        for email in [ANA, BO] {
            let user_id = self.caller(email).await.user.id;
            all.extend(self.of(user_id).await.into_iter().map(|own| (own.submitted_at, own.id, user_id)));
        }
        all.sort_unstable();
        let Some((_, id, applicant)) = self.dice.one_of(&all) else { return };
        if applicant == admin.caller().user.id {
            return;
        }
        let decision = [Decision::Approve, Decision::Reject, Decision::Reject][self.dice.below(3)];
        let recent = all.iter().rev().take(4).map(|(_, id, _)| *id);
        let review = &self.app.review;
        let changes = &self.app.change_requests;
        match self.dice.below(12) {
            0..4 => {
                let decided = review.decide(&admin, id, decision, None, Some("noted"), None).await.is_ok();
                self.count("decided", decided);
            }
            4 => {
                let versions = recent.map(|id| (id, None)).collect();
                let bulk = review.decide_all(&admin, versions, decision, None, None).await.expect("a role");
                self.count("decided together", !bulk.done.is_empty());
            }
            5 | 6 => {
                let undone = review.undo(&admin, id).await.is_ok();
                self.count("undone", undone);
            }
            7 => {
                let bulk = review.undo_all(&admin, recent.collect::<BTreeSet<_>>()).await.expect("a role");
                self.count("undone together", !bulk.done.is_empty());
            }
            8 | 9 => {
                let fields = ["headshot_id".to_owned()];
                let asked = changes.request(&admin, id, "Another photo?", &fields, None).await.is_ok();
                self.count("asked", asked);
            }
            10 => {
                let is_own = |applicant: Uuid| applicant == admin.caller().user.id;
                let recent = all.iter().rev().take(4).filter(|(_, _, applicant)| !is_own(*applicant));
                for (_, id, applicant) in recent {
                    let Some(open) = self.state(*id).await.open else { continue };
                    changes.take_back(&admin, *id, open.request.id).await.expect("an open request");
                    let left = self.unshown(*applicant, Duration::ZERO).await;
                    assert_eq!(left, Vec::new(), "uploaded for the request");
                    *self.counts.entry("taken back").or_default() += 1;
                }
            }
            _ => {
                let noted = self.app.notes.add(&admin, id, "Called.", None).await.is_ok();
                self.count("noted", noted);
            }
        }
    }

    async fn program_step(&mut self) {
        match self.dice.below(6) {
            0 => self.held.extend(self.app.dispatcher.lease().await.expect("a working outbox")),
            1 => {
                if let Some(entry) = self.held.pop() {
                    self.app.dispatcher.deliver(&entry).await.expect("a working outbox");
                }
            }
            2 => self.deliver().await,
            3 => self.ports.clock.advance(Duration::seconds(self.dice.below(30) as i64)),
            4 => {
                // A member can apply again, and Bo is an administrator at times.
                let (ana, bo) = (self.caller(ANA).await.user.id, self.caller(BO).await.user.id);
                let admin = [UserChange::Grant, UserChange::Revoke][self.dice.below(2)](Role::Admin);
                let changes = [
                    (ana, UserChange::Revoke(Role::Member)),
                    (bo, UserChange::Revoke(Role::Member)),
                    (bo, admin),
                ];
                for (user_id, change) in changes {
                    let users = &self.app.users;
                    let _ = users.change(Actor::CommandLine, user_id, change, None).await;
                    let applicant = UserChange::Grant(Role::Applicant);
                    let _ = users.change(Actor::CommandLine, user_id, applicant, None).await;
                }
            }
            _ => {
                let later = Duration::hours(self.dice.below(30) as i64);
                self.sweep(later).await;
            }
        }
    }

    async fn deliver(&self) {
        while self.app.dispatcher.dispatch().await.expect("a working outbox").is_some() {}
    }

    async fn sweep(&mut self, later: Duration) {
        self.ports.clock.advance(later);
        self.app.headshots.sweep().await.expect("a completed sweep");
        for user_id in self.accounts.values().filter_map(|accounts| accounts.last()) {
            assert_eq!(self.unshown(*user_id, Duration::DAY).await, Vec::new(), "no row shows it");
            let photos = self.ports.headshots.own(*user_id).await.expect("a result");
            let old = |own: &&OwnHeadshot| {
                !own.is_exempt && own.headshot.changed_at <= self.ports.clock.now() - Duration::DAY
            };
            // One more, if a decision closed the request to replace a photo.
            assert!(photos.iter().filter(old).count() <= Headshot::KEPT + 1, "{photos:?}");
        }
    }

    async fn check(&self, context: &str) {
        let sent = self.ports.inbox.sent();
        for (email, accounts) in &self.accounts {
            let mut all = Vec::new();
            for user_id in accounts {
                let own = self.of(*user_id).await;
                let older = own.iter().skip(1).find(|own| own.status == Status::Pending);
                assert_eq!(older, None, "{context}: {email} has a later application than the pending one");
                all.extend(own);
            }
            for (kind, status) in [
                (MailKind::ApplicationApproved, Status::Approved),
                (MailKind::ApplicationRejected, Status::Rejected),
            ] {
                let mails = sent.iter().filter(|mail| mail.kind == kind && mail.to == *email);
                let mails = mails.map(|mail| mail.id).collect::<BTreeSet<_>>().len();
                let decisions = all.iter().filter(|own| own.status == status).count();
                assert!(mails <= decisions, "{context}: a mail to {email} about an undone decision");
            }
        }
    }
}

#[tokio::test]
async fn applications_keep_their_rules_on_a_random_walk() {
    let ports = Ports::new().await;
    let ports = ports.with(|program| program.undo_window = Duration::seconds(10));
    let (app, dice) = (ports.use_cases(), Dice::new(16));
    let (accounts, counts) = (BTreeMap::new(), BTreeMap::new());
    let mut walk = Walk { ports, app, dice, accounts, held: Vec::new(), counts };
    for turn in 0..scaled(3_000, 12_000) {
        match walk.dice.below(7) {
            0..3 => walk.applicant_step().await,
            3..6 => walk.administrator_step().await,
            _ => walk.program_step().await,
        }
        // Many steps fit into the time in which a decision can be undone.
        walk.ports.clock.advance(Duration::milliseconds(200));
        walk.check(&format!("turn {turn}")).await;
    }
    // Expired leases and decisions that can be undone delay mails.
    walk.ports.clock.advance(Duration::MINUTE);
    walk.deliver().await;
    walk.sweep(Duration::days(2)).await;
    let sent: BTreeSet<Uuid> = walk.ports.inbox.sent().iter().map(|mail| mail.id).collect();
    for user_id in walk.accounts.values().flatten() {
        for own in walk.of(*user_id).await {
            let open = walk.state(own.id).await.open;
            assert!(open.is_none_or(|open| sent.contains(&open.request.id)), "the mail of a request is lost");
        }
    }
    // Without enough of these the walk would prove nothing.
    assert!(walk.counts.len() == 13 && walk.counts.values().all(|count| *count >= 1), "{:?}", walk.counts);
}
