//! A random walk over all operations that protect one account, by its owner, by a thief who has copied a session and later
//! reads the mails of a change of address, and by an administrator who resets factors. While the account has the owner's
//! address, no session of the thief has `aal2`. After a restore or a recovery only the owner has access.

use std::collections::HashMap;

use forum_domain::accounts::{
    AccountSecurity, Assurance, Caller, ChallengePurpose, Device, Enrolment, FactorAnswer, FactorKind,
    Redeemed, SignInOutcome, SignedIn, assurance,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::Clock;
use forum_domain::users::{Actor, UserAdministration, UserChange};
use forum_tests::builders::{acts, address, totp};
use forum_tests::timing::scaled;
use time::Duration;
use uuid::Uuid;

use crate::account_walk::Dice;
use crate::world::World;

const OWNER: &str = "ana@example.org";
const THIEF: &str = "eve@evil.example";

/// An enrolment that is waiting for its first code.
#[derive(Clone)]
struct Begun {
    id: Uuid,
    secret: String,
    challenge_id: Option<Uuid>,
}

/// The secrets that the owner or the thief keeps between steps.
#[derive(Default)]
struct Person {
    sessions: Vec<SignedIn>,
    password: String,
    begun: Vec<Begun>,
    /// The secrets of verified apps, by factor.
    apps: HashMap<Uuid, String>,
    recovery_codes: Vec<String>,
}

struct Walk {
    world: World,
    dice: Dice,
    owner: Person,
    thief: Person,
    users: UserAdministration,
    /// Whether the account has the thief's address.
    stolen: bool,
    turn: usize,
    counts: HashMap<&'static str, usize>,
}

impl Walk {
    async fn new(seed: u64, world: World) -> Self {
        world.joins(OWNER).await;
        let stores = &world.stores;
        let users = UserAdministration {
            accounts: stores.accounts.clone(),
            sessions: stores.sessions.clone(),
            users: stores.users.clone(),
            acts: acts(world.clock.clone()),
        };
        let owner = Person { password: crate::world::PASSWORD.into(), ..Person::default() };
        let counts = HashMap::new();
        let (dice, thief) = (Dice::new(seed), Person::default());
        Self { world, dice, owner, thief, users, stolen: false, turn: 0, counts }
    }

    fn count(&mut self, what: &'static str, happened: bool) {
        *self.counts.entry(what).or_default() += usize::from(happened);
    }

    async fn account(&self) -> AccountSecurity {
        let stores = &self.world.stores;
        let email = address(if self.stolen { THIEF } else { OWNER });
        let user = stores.accounts.find_by_email(&email).await.expect("a readable value");
        let account = stores.sessions.security(user.expect("an account").id, self.world.clock.now()).await;
        account.expect("an existing account")
    }

    /// Signs in by password, and by a code from the owner's app if the account asks for a factor.
    async fn signs_in(&self, person: &Person, email: &str) -> Option<SignedIn> {
        let entry = self.world.sessions.sign_in(email, &person.password, Device::default()).await.ok()?;
        match entry {
            SignInOutcome::SignedIn(signed_in) => Some(signed_in),
            SignInOutcome::FactorRequired(required) => {
                let own = required
                    .factors
                    .iter()
                    .find_map(|factor| person.apps.get(&factor.id).map(|secret| (factor.id, secret.clone())));
                let answer = match own {
                    Some((factor_id, secret)) => {
                        FactorAnswer::Code { factor_id, code: totp(&secret, self.world.clock.now()) }
                    }
                    None => FactorAnswer::RecoveryCode(person.recovery_codes.last()?.clone()),
                };
                let token = &required.challenge_token;
                self.world.sessions.sign_in_by_factor(token, answer, Device::default()).await.ok()
            }
        }
    }

    async fn enrols(&self, caller: &Caller, person: &mut Person) {
        if let Ok(Enrolment::Totp { id, set_up }) =
            self.world.sessions.enrol_factor(caller, FactorKind::Totp, None).await
        {
            person.begun.push(Begun { id, secret: set_up.secret, challenge_id: None });
        }
    }

    /// Creates a challenge for an enrolment, or answers it; returns whether a factor was verified.
    async fn continues_enrolment(&mut self, caller: &Caller, is_owner: bool) -> bool {
        let person = if is_owner { &self.owner } else { &self.thief };
        let Some(begun) = self.dice.one_of(&person.begun) else { return false };
        let factors = self.world.sessions.clone();
        let person = if is_owner { &mut self.owner } else { &mut self.thief };
        let Some(challenge_id) = begun.challenge_id else {
            if let Ok(asked) = factors.challenge_factor(caller, begun.id).await {
                assert!(matches!(asked.challenge.purpose, ChallengePurpose::Verify { .. }));
                let own = person.begun.iter_mut().filter(|other| other.id == begun.id);
                own.for_each(|own| own.challenge_id = Some(asked.challenge.id));
            }
            return false;
        };
        let code = totp(&begun.secret, self.world.clock.now());
        let answer = FactorAnswer::Code { factor_id: begun.id, code };
        let Ok(verified) = factors.verify_factor(caller, begun.id, challenge_id, answer).await else {
            return false;
        };
        person.apps.insert(begun.id, begun.secret);
        person.begun.retain(|other| other.id != begun.id);
        person.recovery_codes.extend(verified.recovery_codes.into_iter().flatten());
        person.sessions.push(verified.signed_in);
        true
    }

    async fn owner_step(&mut self) {
        if self.stolen {
            return;
        }
        if self.dice.below(4) == 0 || self.owner.sessions.is_empty() {
            let signed_in = self.signs_in(&self.owner, OWNER).await;
            self.owner.sessions.extend(signed_in);
        }
        let Some(session) = self.owner.sessions.last() else { return };
        let Ok(caller) = self.world.calls(session).await else {
            self.owner.sessions.pop();
            return;
        };
        match self.dice.below(8) {
            0 | 1 => {
                let mut person = std::mem::take(&mut self.owner);
                self.enrols(&caller, &mut person).await;
                self.owner = person;
            }
            2..=4 => {
                // Creates a challenge and answers it.
                self.continues_enrolment(&caller, true).await;
                let verified = self.continues_enrolment(&caller, true).await;
                self.count("verified", verified);
            }
            5 => {
                let own: Vec<Uuid> = self.owner.apps.keys().copied().collect();
                if let Some(id) = self.dice.one_of(&own)
                    && self.world.sessions.remove_factor(&caller, id).await.is_ok()
                {
                    self.owner.apps.remove(&id);
                    self.count("removed", true);
                }
            }
            6 => drop(self.world.sessions.reauthenticate_by_password(&caller, &self.owner.password).await),
            _ => {
                if let Ok(codes) = self.world.sessions.create_recovery_codes(&caller).await {
                    self.owner.recovery_codes = codes;
                }
            }
        }
    }

    /// An action by the thief with a copied session.
    async fn thief_step(&mut self) {
        // The thief copies only stale sessions: an owner leaves no session unattended within ten minutes of authentication.
        if self.dice.below(6) == 0
            && let Some(copied) = self.dice.one_of(&self.owner.sessions)
        {
            self.world.clock.advance(Duration::minutes(10));
            self.thief.sessions.push(copied);
            return;
        }
        if self.stolen && self.dice.below(3) == 0 {
            let signed_in = self.signs_in(&self.thief, THIEF).await;
            self.thief.sessions.extend(signed_in);
        }
        let Some(session) = self.dice.one_of(&self.thief.sessions) else { return };
        let Ok(caller) = self.world.calls(&session).await else { return };
        // A thief with the password of an account without factors is like its owner. With a factor the password must
        // not suffice.
        if (self.stolen || self.account().await.has_verified())
            && assurance(&caller.proofs) == Assurance::Aal1
        {
            let password = if self.stolen { &self.thief.password } else { &self.owner.password };
            drop(self.world.sessions.reauthenticate_by_password(&caller, password).await);
        }
        match self.dice.below(6) {
            0 | 1 => {
                let mut person = std::mem::take(&mut self.thief);
                self.enrols(&caller, &mut person).await;
                self.thief = person;
            }
            2..=4 => {
                let verified = self.continues_enrolment(&caller, false).await;
                assert!(self.stolen || !verified, "turn {}: the thief verified a factor", self.turn);
                self.count("thief verified", verified);
            }
            _ if assurance(&caller.proofs) == Assurance::Aal1 => {
                for id in self.owner.apps.keys() {
                    let removed = self.world.sessions.remove_factor(&caller, *id).await;
                    assert!(removed.is_err(), "turn {}: the thief removed a factor", self.turn);
                }
            }
            _ => {}
        }
    }

    /// The thief, who can read the owner's mail for a short time, moves the account to another address and sets a
    /// password.
    async fn is_stolen(&mut self) {
        let Some(session) = self.owner.sessions.last().cloned() else { return };
        let Ok(caller) = self.world.calls(&session).await else { return };
        let asked = self.world.accounts.change_email(&caller, THIEF, Some(&self.owner.password)).await;
        if self.stolen || asked.is_err() {
            return;
        }
        self.world.deliver().await;
        for email in [OWNER, THIEF] {
            self.world.follows(&self.world.link_to(email)).await.expect("a confirmation");
        }
        self.thief.sessions.push(session);
        self.thief.password = self.owner.password.clone();
        if self.dice.below(2) == 0 {
            self.thief.password = format!("Stolen-Meadow-{}", self.turn);
            self.world.recovers(THIEF, &self.thief.password).await.expect("a mail to the thief");
        }
        self.stolen = true;
        self.count("stolen", true);
    }

    /// The owner follows the restore link, after which the thief has no access.
    async fn is_restored(&mut self) {
        self.world.deliver().await;
        let sent = self.world.inbox.sent();
        let notice = sent.iter().rev().find(|mail| mail.kind == MailKind::EmailChanged).expect("a notice");
        let link = notice.token().expect("a link");
        // This is within the seven days of the link.
        let Redeemed::EmailRestored { recovery_token } =
            self.world.follows(link).await.expect("a valid link")
        else {
            panic!("turn {}: the link did not restore the address", self.turn)
        };
        self.stolen = false;
        self.owner.password = format!("Own-Restored-{}", self.turn);
        self.world.chooses(&recovery_token, &self.owner.password).await.expect("a valid password");
        self.thief_is_out("restored").await;
        self.count("restored", true);
        self.owner_signs_in().await;
    }

    async fn thief_is_out(&mut self, how: &str) {
        let context = format!("turn {}, {how}", self.turn);
        for session in &self.thief.sessions {
            assert!(self.world.calls(session).await.is_err(), "{context}: the thief has an active session");
        }
        let account = self.account().await;
        for factor in &account.factors {
            assert!(
                !self.thief.apps.contains_key(&factor.id),
                "{context}: one of the thief's factors remains"
            );
        }
        for email in [OWNER, THIEF] {
            assert!(self.signs_in(&self.thief, email).await.is_none(), "{context}: the thief can sign in");
        }
        self.owner.apps.retain(|id, _| account.factor(*id).is_some());
        self.thief = Person::default();
    }

    /// The owner signs in, after a reset by an administrator if all factors are lost.
    async fn owner_signs_in(&mut self) {
        self.world.clock.advance(Duration::seconds(90));
        let mut signed_in = self.signs_in(&self.owner, OWNER).await;
        if signed_in.is_none() {
            let user_id = self.account().await.user.id;
            let (change, reason) = (UserChange::RemoveFactors, Some("identity confirmed"));
            self.users.change(Actor::CommandLine, user_id, change, reason).await.expect("a reset");
            self.owner.apps.clear();
            self.count("reset", true);
            for session in self.thief.sessions.iter().chain(&self.owner.sessions) {
                if let Ok(caller) = self.world.calls(session).await {
                    assert_eq!(assurance(&caller.proofs), Assurance::Aal1, "turn {}", self.turn);
                }
            }
            signed_in = self.signs_in(&self.owner, OWNER).await;
        }
        let signed_in = signed_in.unwrap_or_else(|| panic!("turn {}: the owner is locked out", self.turn));
        self.owner.sessions.push(signed_in);
    }

    async fn owner_recovers(&mut self) {
        self.world.deliver().await;
        if self.dice.below(3) == 0 {
            // The owner has lost the phone and the recovery codes.
            self.owner.apps.clear();
            self.owner.recovery_codes.clear();
        }
        let password = format!("Own-Chosen-{}", self.turn);
        self.world.recovers(OWNER, &password).await.expect("a mail to the owner");
        self.owner.password = password;
        self.thief_is_out("recovered").await;
        self.owner.begun.clear();
        self.owner_signs_in().await;
    }

    async fn check(&self) {
        if self.stolen {
            return;
        }
        for session in &self.thief.sessions {
            let Ok(caller) = self.world.calls(session).await else { continue };
            let copied = self.owner.sessions.iter().any(|own| own.refresh_token == session.refresh_token);
            // A copied session may have been raised by its owner.
            assert!(
                copied
                    || !caller
                        .proofs
                        .iter()
                        .any(|proof| { proof.factor_id.is_some_and(|id| self.thief.apps.contains_key(&id)) }),
                "turn {}: the thief has aal2",
                self.turn
            );
        }
    }

    async fn takes_a_turn(&mut self) {
        match self.dice.below(40) {
            0 | 1 if !self.stolen => self.is_stolen().await,
            0 | 1 => self.is_restored().await,
            2 if !self.stolen => self.owner_recovers().await,
            3..=17 => self.owner_step().await,
            18..=34 => self.thief_step().await,
            _ => {
                let seconds = 1 + self.dice.below(900) as i64;
                self.world.clock.advance(Duration::seconds(seconds));
            }
        }
        self.world.clock.advance(Duration::seconds(31));
        self.world.deliver().await;
        for person in [&mut self.owner, &mut self.thief] {
            let old = person.sessions.len().saturating_sub(6);
            person.sessions.drain(..old);
        }
        self.check().await;
    }
}

/// Walks with eight seeds. Returns how often each event happened.
async fn walk(steps: usize) -> HashMap<&'static str, usize> {
    let mut counts = HashMap::new();
    for seed in 1..=8 {
        let mut walk = Walk::new(seed, World::new().await).await;
        for turn in 0..steps / 8 {
            walk.turn = turn;
            walk.takes_a_turn().await;
        }
        for (what, count) in walk.counts {
            *counts.entry(what).or_default() += count;
        }
    }
    counts
}

#[tokio::test]
async fn in_a_random_walk_no_thief_keeps_an_account_and_no_owner_is_locked_out() {
    let counts = walk(scaled(2_400, 12_000)).await;
    // Without enough of these events a walk proves nothing.
    for (what, least) in
        [("verified", 4), ("removed", 1), ("stolen", 10), ("thief verified", 1), ("restored", 10)]
    {
        assert!(counts.get(what).is_some_and(|count| *count >= least), "{what}: {counts:?}");
    }
}
