//! The rules for a presented link or typed code. Confirming an address turns one pending registration into a user, and
//! the store deletes the others for the address. If several were pending, the user who follows the link owns the
//! address, but another person may have entered the password. The user is then created without a password, and the
//! owner sets it with a grant.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Accounts, AddressSide, CODE_ATTEMPTS, NewUser, OneTimeToken, PendingRegistration, Purpose, SignInRecord,
};
use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, PersonName, Refusal};

#[derive(Clone)]
pub enum PresentedToken {
    /// The text after `#token=` in the link.
    Link(String),
    Code {
        email: String,
        code: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    Address {
        email: EmailAddress,
        /// Lets the owner set the password if several sign-ups with the address were pending.
        recovery_token: Option<String>,
    },
    Recovery {
        recovery_token: String,
    },
    EmailChange {
        /// The address that has not confirmed yet; `None` once the address is changed.
        pending: Option<AddressSide>,
    },
    /// The account got an earlier address back.
    EmailRestored {
        recovery_token: String,
    },
}

#[derive(Debug, Clone)]
pub enum TokenSelector {
    /// The token of a link whose secret has been verified.
    Id(Uuid),
    /// The newest token with one of these purposes that was sent to the address, so that each attempt is compared with
    /// one code.
    NewestFor(EmailAddress, &'static [Purpose]),
}

impl Accounts {
    /// Redeems a link or a code. It confirms an address, grants the right to set a new password, confirms a change of
    /// address, or restores an address. Confirming an address creates the user with the role applicant and deletes the
    /// other registrations for the address. Does not sign the user in.
    ///
    /// # Errors
    /// `token_invalid` for every token that is not accepted. Callers cannot tell why.
    pub async fn redeem_verification(&self, presented: PresentedToken) -> Result<Redeemed, Refusal> {
        let act = self.acts.begin();
        let now = act.now;
        let used = match presented {
            PresentedToken::Link(text) => {
                let id = self.secrets.read_link(&text).ok_or(Code::TokenInvalid)?;
                let token = self.store.find_token(id).await?.ok_or(Code::TokenInvalid)?;
                if token.purpose.is_of_change() {
                    return self.redeem_email_change(id).await;
                }
                let step = Box::new(move |seen: &_| redeem_link(seen, &act));
                self.store.redeem_verification(TokenSelector::Id(id), now, step).await?
            }
            PresentedToken::Code { email, code } => {
                let email = EmailAddress::parse(&email, "/email").map_err(|_| Code::TokenInvalid)?;
                let purposes = codes_of(self.store.sign_in_record(&email).await?.as_ref());
                let secrets = self.secrets.clone();
                let step = Box::new(move |seen: &RedeemContext| {
                    let matches =
                        seen.token.as_ref().is_some_and(|token| secrets.code(token.id) == code.trim());
                    redeem_code(seen, matches, &act)
                });
                self.store.redeem_verification(TokenSelector::NewestFor(email, purposes), now, step).await?
            }
        };
        let recovery_token = used.grant.map(|grant| self.secrets.grant(grant.id));
        match (used.create, recovery_token) {
            (Some(user), recovery_token) => Ok(Redeemed::Address { email: user.email, recovery_token }),
            (None, Some(recovery_token)) => Ok(Redeemed::Recovery { recovery_token }),
            (None, None) => Err(Code::TokenInvalid.into()),
        }
    }
}

/// Read under the lock on the address.
#[derive(Debug, Clone)]
pub struct RedeemContext {
    pub email: EmailAddress,
    /// The token that was presented; `None` if no mail with a code was sent to the address.
    pub token: Option<OneTimeToken>,
    /// The token's registration, unless it was deleted.
    pub registration: Option<PendingRegistration>,
    pub registrations: u32,
    pub wrong_codes: u32,
    pub record: Option<SignInRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedeemOutcome {
    Redeem(Box<RedeemPlan>),
    /// Store only this wrong code.
    CountTry(OneTimeToken),
    Refuse,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedeemPlan {
    pub purpose: Purpose,
    pub at: OffsetDateTime,
    /// The user to create. Every pending registration for the address is then deleted.
    pub create: Option<NewUser>,
    pub grant: Option<OneTimeToken>,
    pub mail: Option<OutgoingMail>,
}

/// The purposes of the mails whose codes can be typed for an address. Any client can sign up with a user's address, and
/// this must not displace the owner's recovery mail.
pub const fn codes_of(record: Option<&SignInRecord>) -> &'static [Purpose] {
    match record {
        Some(SignInRecord::User(_)) => &[Purpose::Recovery],
        _ => &[Purpose::VerifyEmail, Purpose::Recovery],
    }
}

pub fn redeem_link(seen: &RedeemContext, act: &Act) -> RedeemOutcome {
    let used =
        seen.token.as_ref().filter(|token| token.is_live(act.now)).and_then(|token| match token.purpose {
            Purpose::VerifyEmail => confirm(seen, act),
            Purpose::Recovery => recover(seen, token, act),
            // Links for a change of address have a separate rule.
            _ => None,
        });
    used.map_or(RedeemOutcome::Refuse, |used| RedeemOutcome::Redeem(Box::new(used)))
}

/// `matches` tells whether the typed code belongs to the token. Every code that is not accepted is counted, whatever
/// the reason or the address.
pub fn redeem_code(seen: &RedeemContext, matches: bool, act: &Act) -> RedeemOutcome {
    if seen.wrong_codes >= CODE_ATTEMPTS {
        return RedeemOutcome::Refuse;
    }
    let correct = seen.token.as_ref().filter(|token| matches && token.accepts_code(act.now));
    let used = correct.and_then(|token| match token.purpose {
        Purpose::VerifyEmail => confirm(seen, act),
        Purpose::Recovery => recover(seen, token, act),
        Purpose::SignInCode => sign_in(seen, act.now),
        _ => None,
    });
    used.map_or_else(
        || {
            let email = seen.email.clone();
            RedeemOutcome::CountTry(OneTimeToken::new(act.new_id(), Purpose::WrongCode, email, None, act.now))
        },
        |used| RedeemOutcome::Redeem(Box::new(used)),
    )
}

fn confirm(seen: &RedeemContext, act: &Act) -> Option<RedeemPlan> {
    let registration = seen.registration.as_ref()?;
    if matches!(seen.record, Some(SignInRecord::User(_))) {
        return None;
    }
    let contested = registration.contested || seen.registrations > 1;
    let password_hash = (!contested).then(|| registration.password_hash.clone());
    let email = &registration.email;
    Some(RedeemPlan {
        purpose: Purpose::VerifyEmail,
        at: act.now,
        create: Some(registration.confirmed(password_hash, act)),
        grant: contested.then(|| grant(email, act)),
        mail: contested.then(|| act.mail(MailKind::AddressConfirmed, email, &PersonName::none())),
    })
}

fn recover(seen: &RedeemContext, token: &OneTimeToken, act: &Act) -> Option<RedeemPlan> {
    seen.record.is_some().then(|| RedeemPlan {
        purpose: Purpose::Recovery,
        at: act.now,
        create: None,
        grant: Some(grant(&token.email, act)),
        mail: None,
    })
}

fn sign_in(seen: &RedeemContext, now: OffsetDateTime) -> Option<RedeemPlan> {
    let Some(SignInRecord::User(account)) = &seen.record else { return None };
    let purpose = Purpose::SignInCode;
    (!account.user.is_disabled()).then_some(RedeemPlan {
        purpose,
        at: now,
        create: None,
        grant: None,
        mail: None,
    })
}

fn grant(email: &EmailAddress, act: &Act) -> OneTimeToken {
    OneTimeToken::new(act.new_id(), Purpose::RecoveryGrant, email.clone(), None, act.now)
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::accounts::factors::testing::{self, address, user};
    use crate::accounts::roles::Role;
    use crate::accounts::sessions::User;
    use crate::mail::testing::{FIRST_ID, act};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const MINUTE: Duration = Duration::MINUTE;
    const ANA: &str = "a@example.org";

    fn registration() -> PendingRegistration {
        testing::registration(ANA, NOW)
    }

    /// A token with this purpose, sent at [`NOW`] to an address with one pending sign-up.
    fn presented(purpose: Purpose) -> RedeemContext {
        let registration_id = (purpose == Purpose::VerifyEmail).then_some(Uuid::from_u128(1));
        RedeemContext {
            email: address(ANA),
            token: Some(OneTimeToken::new(Uuid::from_u128(2), purpose, address(ANA), registration_id, NOW)),
            registration: registration_id.map(|_| registration()),
            registrations: 1,
            wrong_codes: 0,
            record: Some(SignInRecord::Unverified(Box::new(registration()))),
        }
    }

    fn owner(disabled_at: Option<OffsetDateTime>) -> SignInRecord {
        testing::owner(User { disabled_at, ..user(ANA, NOW) }, Some("hash"))
    }

    /// Redeems a link (`None`) or a code that is correct or wrong.
    fn redeem(seen: &RedeemContext, code: Option<bool>, after: Duration) -> RedeemOutcome {
        match code {
            None => redeem_link(seen, &act(NOW + after)),
            Some(matches) => redeem_code(seen, matches, &act(NOW + after)),
        }
    }

    fn word(redemption: &RedeemOutcome) -> &'static str {
        match redemption {
            RedeemOutcome::Redeem(used) => match (&used.create, &used.grant) {
                (Some(user), None) if user.password_hash.is_some() => "create",
                (Some(user), Some(_)) if user.password_hash.is_none() => "create without password",
                (None, Some(_)) => "grant",
                (None, None) => "sign in",
                other => panic!("{other:?}"),
            },
            RedeemOutcome::CountTry(_) => "count",
            RedeemOutcome::Refuse => "refuse",
        }
    }

    fn expect(table: &[(&RedeemContext, Option<bool>, Duration, &str)]) {
        for (seen, code, after, expected) in table {
            assert_eq!(word(&redeem(seen, *code, *after)), *expected, "{code:?} after {after} for {seen:?}");
        }
    }

    #[test]
    fn the_user_gets_the_data_from_the_registration_and_the_creation_is_audited() {
        let RedeemOutcome::Redeem(used) = redeem(&presented(Purpose::VerifyEmail), None, MINUTE) else {
            panic!("a valid link")
        };
        let RedeemPlan { purpose, at, create, grant, mail } = *used;
        assert_eq!((purpose, at, grant, mail), (Purpose::VerifyEmail, NOW + MINUTE, None, None));
        let NewUser { id, email, name, password_hash, roles, created_at, audit } = create.expect("a user");
        let (user_id, registration) = (Uuid::from_u64_pair(0, FIRST_ID), registration());
        assert_eq!((id, email, name), (user_id, registration.email, registration.name));
        assert_eq!((password_hash, roles), (Some(registration.password_hash), vec![Role::Applicant]));
        assert_eq!((audit.action, audit.actor_id, audit.target_id), ("user.verified", Some(id), id));
        assert_eq!((created_at, audit.at), (at, at));
    }

    #[test]
    fn only_a_live_link_or_a_correct_code_confirms_an_address() {
        let fresh = presented(Purpose::VerifyEmail);
        let taken = RedeemContext { record: Some(owner(None)), ..fresh.clone() };
        let dropped = RedeemContext { registration: None, ..fresh.clone() };
        let unsent = RedeemContext { token: None, registration: None, ..fresh.clone() };
        let four_wrong = RedeemContext { wrong_codes: 4, ..fresh.clone() };
        let five_wrong = RedeemContext { wrong_codes: 5, ..fresh.clone() };
        expect(&[
            (&fresh, None, Duration::hours(24) - MINUTE, "create"),
            (&fresh, None, Duration::hours(24), "refuse"),
            (&fresh, Some(true), Duration::minutes(9), "create"),
            (&fresh, Some(true), Duration::minutes(10), "count"),
            (&fresh, Some(false), MINUTE, "count"),
            (&fresh, Some(false), Duration::minutes(11), "count"),
            (&taken, None, MINUTE, "refuse"),
            (&taken, Some(true), MINUTE, "count"),
            (&dropped, None, MINUTE, "refuse"),
            (&dropped, Some(true), MINUTE, "count"),
            (&unsent, Some(false), MINUTE, "count"),
            (&four_wrong, Some(true), MINUTE, "create"),
            (&four_wrong, Some(false), MINUTE, "count"),
            (&five_wrong, Some(true), MINUTE, "refuse"),
            (&five_wrong, Some(false), MINUTE, "refuse"),
            (&five_wrong, None, MINUTE, "create"),
        ]);
    }

    #[test]
    fn after_several_sign_ups_the_owner_sets_the_password() {
        let fresh = presented(Purpose::VerifyEmail);
        let beside = RedeemContext { registrations: 2, ..fresh.clone() };
        // The other sign-up has been deleted since.
        let contested = PendingRegistration { contested: true, ..registration() };
        let after = RedeemContext { registration: Some(contested), ..fresh };
        for seen in [beside, after] {
            for code in [None, Some(true)] {
                let redemption = redeem(&seen, code, MINUTE);
                assert_eq!(word(&redemption), "create without password");
                let RedeemOutcome::Redeem(used) = redemption else { unreachable!() };
                let grant = used.grant.expect("a grant");
                let until = NOW + MINUTE * 11;
                assert_eq!((grant.purpose, grant.expires_at), (Purpose::RecoveryGrant, until));
                let OutgoingMail { kind, name, token_id, .. } = used.mail.expect("a notice");
                assert_eq!((kind, name, token_id), (MailKind::AddressConfirmed, PersonName::none(), None));
            }
        }
    }

    #[test]
    fn the_link_and_the_code_of_a_recovery_mail_give_a_grant_to_the_owner_of_the_address() {
        let pending = presented(Purpose::Recovery);
        let with = |record| RedeemContext { record, ..presented(Purpose::Recovery) };
        let (enabled, disabled) = (with(Some(owner(None))), with(Some(owner(Some(NOW)))));
        let unowned = with(None);
        let four_wrong = RedeemContext { wrong_codes: 4, ..enabled.clone() };
        let five_wrong = RedeemContext { wrong_codes: 5, ..enabled.clone() };
        let soon = MINUTE * 2;
        expect(&[
            (&pending, None, soon, "grant"),
            (&enabled, None, soon, "grant"),
            (&disabled, None, soon, "grant"),
            (&unowned, None, soon, "refuse"),
            (&pending, None, MINUTE * 59, "grant"),
            (&pending, None, MINUTE * 60, "refuse"),
            (&pending, Some(true), soon, "grant"),
            (&enabled, Some(true), MINUTE * 10 - Duration::SECOND, "grant"),
            (&enabled, Some(true), MINUTE * 10, "count"),
            (&enabled, Some(false), soon, "count"),
            (&unowned, Some(true), soon, "count"),
            (&four_wrong, Some(true), soon, "grant"),
            (&five_wrong, Some(true), soon, "refuse"),
        ]);
    }

    #[test]
    fn for_a_users_address_only_the_code_in_a_recovery_mail_is_accepted() {
        let pending = SignInRecord::Unverified(Box::new(registration()));
        assert_eq!(codes_of(Some(&owner(None))), [Purpose::Recovery]);
        assert_eq!(codes_of(Some(&pending)), [Purpose::VerifyEmail, Purpose::Recovery]);
        assert_eq!(codes_of(None), codes_of(Some(&pending)));
    }

    #[test]
    fn a_sign_in_code_signs_in_only_the_enabled_owner_of_the_address() {
        let with = |record| RedeemContext { record, ..presented(Purpose::SignInCode) };
        let (user, disabled) = (with(Some(owner(None))), with(Some(owner(Some(NOW)))));
        let (pending, unowned) = (presented(Purpose::SignInCode), with(None));
        expect(&[
            (&user, Some(true), MINUTE, "sign in"),
            (&user, Some(false), MINUTE, "count"),
            (&user, Some(true), MINUTE * 10, "count"),
            (&user, None, MINUTE, "refuse"),
            (&disabled, Some(true), MINUTE, "count"),
            (&pending, Some(true), MINUTE, "count"),
            (&unowned, Some(true), MINUTE, "count"),
        ]);
    }

    #[test]
    fn a_used_token_a_grant_and_a_wrong_code_do_nothing() {
        use Purpose::{Recovery, RecoveryGrant, SignInCode, VerifyEmail, WrongCode};
        let table = [(VerifyEmail, true), (Recovery, true), (SignInCode, true)];
        for (purpose, used) in table.into_iter().chain([(RecoveryGrant, false), (WrongCode, false)]) {
            let record = (purpose != VerifyEmail).then(|| owner(None));
            let mut seen = RedeemContext { record, ..presented(purpose) };
            seen.token.as_mut().expect("a token").used_at = used.then_some(NOW);
            expect(&[(&seen, None, MINUTE, "refuse"), (&seen, Some(true), MINUTE, "count")]);
        }
    }

    #[test]
    fn a_wrong_code_counts_for_a_day() {
        let RedeemOutcome::CountTry(wrong) = redeem(&presented(Purpose::SignInCode), Some(false), MINUTE)
        else {
            panic!("a wrong code")
        };
        let made = (wrong.purpose, wrong.email, wrong.registration_id);
        assert_eq!(made, (Purpose::WrongCode, address(ANA), None));
        assert_eq!(wrong.expires_at, NOW + MINUTE + Duration::DAY);
    }
}
