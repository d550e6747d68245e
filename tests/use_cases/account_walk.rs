//! A random walk over all operations on addresses, by two users with two mailboxes each and by a stranger with two
//! other mailboxes. After every step the stranger has no session as one of the users and knows no password for an
//! account with one of their addresses, and no address belongs to two accounts. From time to time each user signs in
//! with only a mailbox.

use forum_domain::accounts::{Redeemed, Role, SignedIn};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Clock, Code};
use forum_tests::timing::scaled;
use time::{Duration, OffsetDateTime};

use crate::world::World;

/// The passwords with which the stranger signs up with other people's addresses.
const STRANGE: [&str; 2] = ["Planted-Bridge-7", "Seeded-Thicket-88"];
const STRANGER: usize = 2;
const BOXES: [[&str; 2]; 3] = [
    ["ana@example.org", "ana@new.example"],
    ["bo@example.org", "bo@new.example"],
    ["eve@example.org", "eve@new.example"],
];

/// Pseudo-random numbers that are the same in every run (SplitMix64).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Usually one of the two newest.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let recent = &all[all.len().saturating_sub(2)..];
        let from = if self.below(4) == 0 { all } else { recent };
        (!from.is_empty()).then(|| from[self.below(from.len())].clone())
    }
}

/// How the actor of a step treats the mails that it causes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    /// The actor requested a change of address and follows its mails.
    Change,
    Other,
}

/// The secrets that a person keeps between steps.
#[derive(Default)]
struct Person {
    boxes: [&'static str; 2],
    /// Links in mails, including used and expired ones. Confirmations have the index of their mailbox.
    confirmations: Vec<(usize, String)>,
    recoveries: Vec<String>,
    changes: Vec<String>,
    restores: Vec<String>,
    codes: Vec<(usize, String)>,
    grants: Vec<String>,
    passwords: Vec<String>,
    sessions: Vec<SignedIn>,
    signed_up: [Option<OffsetDateTime>; 2],
}

impl Person {
    fn reads(&mut self, world: &World, from: usize, act: Act) {
        for mail in &world.inbox.sent()[from..] {
            let Some(at) = self.boxes.iter().position(|own| own.eq_ignore_ascii_case(&mail.to)) else {
                continue;
            };
            let link = mail.token().map(str::to_owned);
            match mail.kind {
                MailKind::Recovery => self.recoveries.extend(link),
                MailKind::EmailChanged => self.restores.extend(link),
                // As the mails request, a person does not confirm a change that another person requested.
                MailKind::ChangeEmailOld | MailKind::ChangeEmailNew if act == Act::Other => {}
                MailKind::ChangeEmailOld | MailKind::ChangeEmailNew => self.changes.extend(link),
                _ => self.confirmations.extend(link.map(|link| (at, link))),
            }
            self.codes.extend(mail.code().map(|code| (at, code.to_owned())));
        }
    }

    /// Whether the person has signed up with this mailbox within the last seven days.
    fn expects_confirmation(&self, world: &World, at: usize) -> bool {
        self.signed_up[at].is_some_and(|at| world.clock.now() < at + Duration::days(7))
    }

    fn keeps(&mut self, verified: Redeemed) {
        match verified {
            Redeemed::Recovery { recovery_token } => self.grants.push(recovery_token),
            Redeemed::Address { recovery_token, .. } => self.grants.extend(recovery_token),
            Redeemed::EmailChange { pending } => {
                if pending.is_none() {
                    self.signed_up = [None; 2];
                }
            }
            Redeemed::EmailRestored { recovery_token } => {
                self.signed_up = [None; 2];
                self.grants.push(recovery_token);
            }
        }
    }

    async fn follows(&mut self, world: &World, dice: &mut Dice) {
        let link = match dice.below(8) {
            0 | 1 => dice
                .one_of(&self.confirmations)
                .filter(|(at, _)| self.expects_confirmation(world, *at))
                .map(|(_, link)| link),
            2 => dice.one_of(&self.recoveries),
            3 => dice.one_of(&self.restores),
            _ => dice.one_of(&self.changes),
        };
        if let Some(link) = link
            && let Ok(verified) = world.follows(&link).await
        {
            self.keeps(verified);
        }
    }

    async fn types(&mut self, world: &World, dice: &mut Dice) {
        let Some((at, code)) = dice.one_of(&self.codes) else { return };
        if self.expects_confirmation(world, at)
            && let Ok(verified) = world.types(self.boxes[at], &code).await
        {
            self.keeps(verified);
        }
        self.sessions.extend(world.enters_code(self.boxes[at], &code).await);
    }

    /// Signs in with the newest passwords.
    async fn signs_in(&mut self, world: &World, email: &str) {
        for password in self.passwords.iter().rev().take(3) {
            self.sessions.extend(world.signs_in(email, password).await);
        }
    }

    /// Requests a change of address with the newest passwords.
    async fn asks_for(&mut self, world: &World, to: &str) {
        let Some(session) = self.sessions.last() else { return };
        let Ok(caller) = world.calls(session).await else { return };
        for password in self.passwords.iter().rev().take(3) {
            match world.accounts.change_email(&caller, to, Some(password)).await {
                Ok(()) => return,
                Err(refusal) => match refusal.code {
                    Code::InvalidCredentials => {}
                    Code::ValidationFailed => return,
                    other => panic!("{other:?}"),
                },
            }
        }
    }
}

/// A step by a person with their own mailboxes.
async fn own_step(world: &World, dice: &mut Dice, person: &mut Person, turn: usize) -> Act {
    let own = format!("Own-Meadow-{turn}");
    let (at, other) = (dice.below(2), dice.below(2));
    let (email, to) = (person.boxes[at], person.boxes[other]);
    match dice.below(20) {
        0 | 1 => {
            world.signs_up(email, &own).await.expect("a valid sign-up");
            person.signed_up[at] = Some(world.clock.now());
            person.passwords.push(own);
        }
        2 => {
            world.accounts.resend_verification(email, None).await.expect("an address");
        }
        3 => world.accounts.request_recovery(email, None).await.expect("an address"),
        4 => world.sessions.request_code(email, None).await.expect("an address"),
        5..=10 => person.follows(world, dice).await,
        11 => person.types(world, dice).await,
        12 | 13 => {
            if let Some(grant) = dice.one_of(&person.grants)
                && world.chooses(&grant, &own).await.is_ok()
            {
                person.passwords.push(own);
            }
        }
        14 => person.signs_in(world, email).await,
        15 | 16 => {
            person.signs_in(world, email).await;
            person.asks_for(world, to).await;
            return Act::Change;
        }
        17 => {
            // The person resends the mails for their current address.
            if let Some(session) = person.sessions.last()
                && let Ok(caller) = world.calls(session).await
            {
                world
                    .accounts
                    .resend_email_change(caller.user.email.as_str(), None)
                    .await
                    .expect("an address");
                return Act::Change;
            }
        }
        18 => {
            let (Some(session), Some(old)) = (person.sessions.last(), person.passwords.last().cloned())
            else {
                return Act::Other;
            };
            let Ok(caller) = world.calls(session).await else { return Act::Other };
            if dice.below(3) == 0 {
                if world.own_data.delete_account(&caller, Some(&old)).await.is_ok() {
                    person.signed_up = [None; 2];
                }
            } else if world.accounts.change_password(&caller, &old, &own).await.is_ok() {
                person.passwords.push(own);
            }
        }
        _ => {
            if dice.below(3) > 0 {
                world.clock.advance(Duration::seconds(1 + dice.below(600) as i64));
            } else {
                world.clock.advance(Duration::hours(dice.below(30) as i64));
                world.housekeeping.run().await;
            }
        }
    }
    Act::Other
}

/// A step by the stranger with other people's addresses.
async fn strange_step(world: &World, dice: &mut Dice, stranger: &mut Person) -> Act {
    let email = BOXES[dice.below(2)][dice.below(2)];
    let typed = email.to_uppercase();
    match dice.below(8) {
        0 | 1 => world.signs_up(&typed, STRANGE[dice.below(2)]).await.expect("a valid sign-up"),
        2 => {
            world.accounts.resend_verification(email, None).await.expect("an address");
        }
        3 => world.accounts.request_recovery(email, None).await.expect("an address"),
        4 => world.sessions.request_code(&typed, None).await.expect("an address"),
        5 => world.accounts.resend_email_change(email, None).await.expect("an address"),
        6 => {
            // The stranger guesses codes and forges links and grants.
            let code = format!("{:06}", dice.below(1_000_000));
            assert!(
                world.types(email, &code).await.is_err() && world.enters_code(email, &code).await.is_err()
            );
            let forged = format!("{}A", "B".repeat(63));
            assert!(
                world.follows(&forged).await.is_err() && world.chooses(&forged, STRANGE[0]).await.is_err()
            );
        }
        _ => {
            let own = stranger.boxes[dice.below(2)];
            stranger.signs_in(world, own).await;
            stranger.asks_for(world, email).await;
            return Act::Change;
        }
    }
    Act::Other
}

async fn check(world: &World, stranger: &Person, context: &str) {
    let users_addresses = || BOXES[..STRANGER].iter().flatten();
    for email in users_addresses() {
        let known = stranger.passwords.iter().rev().take(2).map(String::as_str);
        for password in STRANGE.into_iter().chain(known) {
            let result = world.signs_in(email, password).await;
            assert!(result.is_err(), "{context}: the stranger signs in as {email} with {password}");
        }
    }
    for session in &stranger.sessions {
        if let Ok(caller) = world.calls(session).await {
            let email = caller.user.email.key();
            assert!(
                users_addresses().all(|own| *own != email),
                "{context}: the stranger has a session as {email}"
            );
        }
    }
    let users = world.stores.accounts.with_role(Role::Applicant).await.expect("readable values");
    let mut emails: Vec<String> = users.iter().map(|user| user.email.key()).collect();
    let all = emails.len();
    emails.sort_unstable();
    emails.dedup();
    assert_eq!(emails.len(), all, "{context}: an address belongs to two accounts");
}

/// Signs in to an account with only the mailbox: by recovery, by the restore link, or by signing up.
async fn signs_in_by_mailbox(world: &World, person: &mut Person, email: &str, turn: usize, context: &str) {
    let chosen = format!("Own-Recovered-{turn}");
    let before = world.inbox.sent().len();
    world.accounts.request_recovery(email, None).await.expect("an address");
    world.deliver().await;
    if world.inbox.sent().len() == before {
        world.signs_up(email, &chosen).await.expect("a valid sign-up");
        world.deliver().await;
    }
    let verified = world.follows(&world.link_to(email)).await;
    match verified.unwrap_or_else(|error| panic!("{context}: the link to {email}: {error}")) {
        Redeemed::Recovery { recovery_token }
        | Redeemed::EmailRestored { recovery_token }
        | Redeemed::Address { recovery_token: Some(recovery_token), .. } => {
            let set = world.chooses(&recovery_token, &chosen).await;
            set.unwrap_or_else(|error| panic!("{context}: a password for {email}: {error}"));
        }
        Redeemed::Address { recovery_token: None, .. } => {}
        other => panic!("{context}: {other:?}"),
    }
    let user =
        world.signs_in(email, &chosen).await.unwrap_or_else(|error| panic!("{context}: {email}: {error:?}"));
    assert_eq!(user.user.email.key(), email);
    world.deliver().await;
    person.passwords.push(chosen);
    person.sessions.push(user);
}

/// Walks with eight seeds. Returns the number of confirmed, changed and restored addresses and of deleted accounts.
async fn walk(steps: usize) -> [usize; 4] {
    let mut log = Vec::new();
    for seed in 1..=8 {
        let (world, mut dice) = (World::new().await, Dice(seed));
        let mut people = BOXES.map(|boxes| Person { boxes, ..Person::default() });
        for turn in 0..steps / 8 {
            let context = format!("seed {seed}, turn {turn}");
            let (actor, read) = (dice.below(3), world.inbox.sent().len());
            let act = if actor == STRANGER && dice.below(3) > 0 {
                strange_step(&world, &mut dice, &mut people[actor]).await
            } else {
                own_step(&world, &mut dice, &mut people[actor], turn).await
            };
            world.deliver().await;
            for (at, person) in people.iter_mut().enumerate() {
                person.reads(&world, read, if at == actor { act } else { Act::Other });
                let old = person.sessions.len().saturating_sub(4);
                person.sessions.drain(..old);
            }
            // An actor who has just requested a change of address often completes it before another step cancels it.
            if act == Act::Change {
                let read = world.inbox.sent().len();
                for _ in 0..8 {
                    people[actor].follows(&world, &mut dice).await;
                }
                world.deliver().await;
                people.iter_mut().for_each(|person| person.reads(&world, read, Act::Other));
            }
            world.clock.advance(Duration::SECOND);
            check(&world, &people[STRANGER], &context).await;
            if turn % 60 == 59 {
                for person in &mut people[..STRANGER] {
                    let email = person.boxes[dice.below(2)];
                    signs_in_by_mailbox(&world, person, email, turn, &context).await;
                }
            }
        }
        log.extend(world.stores.readback.audit_actions().await);
    }
    let actions = ["user.verified", "user.email_changed", "user.email_restored", "user.deleted"];
    actions.map(|action| log.iter().filter(|known| *known == action).count())
}

#[tokio::test]
async fn a_random_walk_admits_no_stranger_and_locks_out_no_owner() {
    let counts = walk(scaled(1_200, 6_000)).await;
    // Without enough of these actions a walk proves nothing.
    assert!(counts.iter().zip([8, 2, 2, 2]).all(|(count, least)| *count >= least), "{counts:?}");
}
