use time::OffsetDateTime;
use uuid::Uuid;

use super::own_factors::NAME;
use crate::accounts::{
    AccountSecurity, Authenticator, Caller, Challenge, ChallengePurpose, FACTORS_MAX, Factor, FactorKind,
    SecurityChange, Sessions, TotpEnrolment,
};
use crate::shared::{Code, Refusal};

pub enum Enrolment {
    Totp {
        id: Uuid,
        set_up: TotpEnrolment,
    },
    Passkey {
        id: Uuid,
        challenge: Challenge,
        /// Options for the browser (see [`Ceremony::options`](crate::accounts::factors::Ceremony::options)).
        options: String,
    },
}

const fn unnamed(kind: FactorKind) -> &'static str {
    match kind {
        FactorKind::Totp => "Authenticator app",
        FactorKind::Passkey => "Passkey",
    }
}

impl Sessions {
    /// Begins to enrol a factor in a fresh session. An unverified factor of the same kind is deleted.
    pub async fn enrol_factor(
        &self,
        caller: &Caller,
        kind: FactorKind,
        name: Option<&str>,
    ) -> Result<Enrolment, Refusal> {
        let name = NAME.parse_optional(name)?;
        let act = self.acts.begin();
        let (user, id, now) = (&caller.user, act.new_id(), act.now);
        let factor = |authenticator| Factor {
            id,
            user_id: user.id,
            friendly_name: name.unwrap_or_else(|| unnamed(kind).to_owned()),
            authenticator,
            created_at: now,
            verified_at: None,
            last_used_at: None,
        };
        match kind {
            FactorKind::Totp => {
                let factor = factor(Authenticator::Totp { last_step: None });
                self.begin_factor(caller, factor, None, now).await?;
                let set_up = self.verifier.enrolment(id, user.email.as_str());
                Ok(Enrolment::Totp { id, set_up })
            }
            FactorKind::Passkey => {
                let account = self.list_factors(caller).await?;
                let ceremony = self.verifier.passkeys.creation(user, &account.passkeys())?;
                let purpose = ChallengePurpose::Verify { factor_id: id };
                let challenge = Challenge::of_passkey(&ceremony, user.id, purpose, now);
                let factor = factor(Authenticator::Passkey(None));
                self.begin_factor(caller, factor, Some(challenge.clone()), now).await?;
                Ok(Enrolment::Passkey { id, challenge, options: ceremony.options })
            }
        }
    }

    async fn begin_factor(
        &self,
        caller: &Caller,
        factor: Factor,
        challenge: Option<Challenge>,
        now: OffsetDateTime,
    ) -> Result<(), Refusal> {
        let step = move |account: &AccountSecurity| {
            let abandoned = |other: &&Factor| !other.is_verified() && other.kind() == factor.kind();
            let remove: Vec<Uuid> = account.factors.iter().filter(abandoned).map(|other| other.id).collect();
            if account.factors.len() - remove.len() >= FACTORS_MAX {
                return Err(Code::TooManyFactors.into());
            }
            Ok(SecurityChange { remove, challenge, ..SecurityChange::from(factor) })
        };
        self.change_freshly(caller, now, step).await
    }
}
