//! A long random walk over everything that can be done with one address by its owner and two strangers. The mail reaches
//! only the owner. After every step the strangers hold no session and know no password, and the owner can get in.

use forum_domain::accounts::{ResendRequest, SignedIn, Verified};
use forum_domain::mail::MailKind;
use forum_domain::shared::Clock;
use time::{Duration, OffsetDateTime};

use crate::world::{ANA, World};

const STEPS: usize = 3_000;
/// The passwords that two strangers try and enter.
const STRANGE: [&str; 2] = ["Planted-Bridge-7", "Seeded-Thicket-88"];

/// Numbers that look random and are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// What the owner keeps between steps.
#[derive(Default)]
struct Owner {
    /// Links of all her confirmation mails, used and expired ones included.
    confirmations: Vec<String>,
    recoveries: Vec<String>,
    codes: Vec<String>,
    grants: Vec<String>,
    session: Option<SignedIn>,
    signed_up: Option<OffsetDateTime>,
}

impl Owner {
    /// Reads the mails from the `from`th on; returns their number.
    fn reads(&mut self, world: &World, from: usize) -> usize {
        let mails = world.inbox.sent();
        for mail in &mails[from..] {
            let link = mail.content.text.split_once("#token=").map(|(_, rest)| first_word(rest));
            match mail.kind {
                MailKind::Recovery => self.recoveries.extend(link),
                _ => self.confirmations.extend(link),
            }
            let code = mail.content.text.split_once("code: ").map(|(_, rest)| first_word(rest));
            self.codes.extend(code.filter(|code| code != "-"));
        }
        mails.len()
    }

    /// As the mail asks, she ignores it unless she has signed up herself, lately enough that it waits.
    fn expects_confirmation(&self, world: &World) -> bool {
        self.signed_up.is_some_and(|at| world.clock.now() < at + Duration::days(7))
    }

    fn keeps(&mut self, verified: Verified) {
        match verified {
            Verified::Recovery { recovery_token } | Verified::EmailRestored { recovery_token } => {
                self.grants.push(recovery_token);
            }
            Verified::EmailChange { .. } => {}
            Verified::Address { recovery_token } => self.grants.extend(recovery_token),
        }
    }
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or_default().to_owned()
}

fn one_of<'a>(dice: &mut Dice, all: &'a [String]) -> Option<&'a String> {
    // Mostly one of the newest.
    let recent = &all[all.len().saturating_sub(4)..];
    let from = if dice.below(4) == 0 { all } else { recent };
    (!from.is_empty()).then(|| &from[dice.below(from.len())])
}

async fn step(world: &World, dice: &mut Dice, owner: &mut Owner, turn: usize) {
    let own = format!("Own-Meadow-{turn}");
    match dice.below(12) {
        0 => {
            world.signs_up(ANA, &own).await.expect("a good sign-up");
            owner.signed_up = Some(world.clock.now());
        }
        1 | 2 => {
            let password = STRANGE[dice.below(2)];
            world.signs_up("ANA@example.org", password).await.expect("a good sign-up");
        }
        3 => world.verification.resend(ResendRequest { email: ANA.into() }).await.expect("an address"),
        4 => world.recovery.request(ANA).await.expect("an address"),
        5 => world.codes.request(ANA).await.expect("an address"),
        6 => {
            let links = if owner.expects_confirmation(world) && dice.below(2) == 0 {
                &owner.confirmations
            } else {
                &owner.recoveries
            };
            if let Some(link) = one_of(dice, links).cloned()
                && let Ok(verified) = world.follows(&link).await
            {
                owner.keeps(verified);
            }
        }
        7 => {
            if let Some(code) = one_of(dice, &owner.codes).cloned() {
                if owner.expects_confirmation(world)
                    && let Ok(verified) = world.types(ANA, &code).await
                {
                    owner.keeps(verified);
                }
                if let Ok(session) = world.enters_code(ANA, &code).await {
                    owner.session = Some(session);
                }
            }
        }
        8 => {
            if let Some(grant) = one_of(dice, &owner.grants).cloned()
                && world.chooses(&grant, &own).await.is_ok()
            {
                world.signs_in(ANA, &own).await.expect("she chose it");
                if let Some(session) = owner.session.take() {
                    assert!(world.calls(&session).await.is_err(), "a new password ends every session");
                }
            }
        }
        9 => {
            // The strangers guess codes and forge links and grants from what they were given themselves.
            let code = format!("{:06}", dice.below(1_000_000));
            assert!(world.types(ANA, &code).await.is_err() && world.enters_code(ANA, &code).await.is_err());
            let forged = format!("{}A", "B".repeat(63));
            assert!(
                world.follows(&forged).await.is_err() && world.chooses(&forged, STRANGE[0]).await.is_err()
            );
        }
        10 => {
            world.clock.advance(Duration::seconds(1 + dice.below(600) as i64));
        }
        _ => {
            world.clock.advance(Duration::hours(dice.below(30) as i64));
            world.housekeeping.run().await;
        }
    }
}

#[tokio::test]
async fn in_a_long_walk_no_stranger_gets_in_and_the_owner_is_never_locked_out() {
    for seed in 1..=4 {
        let (world, mut dice) = (World::new(), Dice(seed));
        let (mut owner, mut read) = (Owner::default(), 0);
        // She is the first to sign up in half of the walks.
        if seed % 2 == 0 {
            world.signs_up(ANA, "Own-Meadow-1st").await.expect("a good sign-up");
            owner.signed_up = Some(world.clock.now());
        }
        for turn in 0..STEPS / 4 {
            step(&world, &mut dice, &mut owner, turn).await;
            world.deliver().await;
            read = owner.reads(&world, read);
            world.clock.advance(Duration::SECOND);
            for password in STRANGE {
                let result = world.signs_in(ANA, password).await;
                assert!(result.is_err(), "seed {seed}, turn {turn}: a stranger is in with {password}");
            }
            if turn % 50 == 49 {
                world.signs_up(ANA, "Own-Meadow-2nd").await.expect("a good sign-up");
                world.deliver().await;
                let chosen = format!("Own-Recovered-{turn}");
                world.recovers(ANA, &chosen).await.unwrap_or_else(|error| panic!("{seed} {turn}: {error}"));
                world.signs_in(ANA, &chosen).await.expect("her own mail let her in");
            }
        }
    }
}
