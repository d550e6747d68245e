//! How many applications the committee wants to approve, and how far it is.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{Administrator, Reader};
use crate::act::Act;
use crate::applications::Review;
use crate::audit::AuditEvent;
use crate::shared::{Code, Fault, Invalid, Refusal};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub number: Option<u32>,
    /// New with every change; the nil UUID before the first.
    pub version: Uuid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    pub target: Target,
    pub approved: u64,
    /// Pending applications that the team wants.
    pub team_yes: u64,
}

impl Target {
    pub const MAX: u32 = 100_000;
}

/// The time from which applications count, for example since the last season, and the time before which they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SubmittedWithin {
    pub after: Option<OffsetDateTime>,
    pub before: Option<OffsetDateTime>,
}

impl Review {
    pub async fn selection(&self, reader: &Reader, submitted: SubmittedWithin) -> Result<Selection, Fault> {
        self.store.selection(reader.id(), submitted).await
    }

    /// Replaces the target if it is one of the `seen` versions, `None` being any. The numbers are those of all applications.
    ///
    /// # Errors
    /// A field error, `version_conflict`, `forbidden` to a former administrator.
    pub async fn set_target(
        &self,
        admin: &Administrator,
        seen: Option<Vec<Uuid>>,
        number: Option<u32>,
    ) -> Result<Selection, Refusal> {
        if number.is_some_and(|number| !(1..=Target::MAX).contains(&number)) {
            let detail = "The target must be a number from 1 to 100,000.";
            return Err(Invalid::one("/target", "invalid_value", detail).into());
        }
        let (admin_id, act) = (admin.caller().user.id, self.acts.begin());
        let step =
            Box::new(move |current: &Target| set_target(current, seen.as_deref(), number, admin_id, &act));
        let target = self.store.set_target(admin_id, step).await?;
        Ok(Selection { target, ..self.store.selection(admin_id, SubmittedWithin::default()).await? })
    }
}

/// Returns `None` if the number is stored already.
fn set_target(
    current: &Target,
    seen: Option<&[Uuid]>,
    number: Option<u32>,
    admin_id: Uuid,
    act: &Act,
) -> Result<Option<(Target, AuditEvent)>, Refusal> {
    if number == current.number {
        return Ok(None);
    }
    if seen.is_some_and(|seen| !seen.contains(&current.version)) {
        return Err(Code::VersionConflict.into());
    }
    let version = act.ordered_id();
    let shown = number.map_or("none".to_owned(), |number| number.to_string());
    let audit = act.audit(Some(admin_id), "selection.changed", ("selection", version)).with("target", shown);
    Ok(Some((Target { number, version }, audit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::testing::act;

    #[test]
    fn a_target_replaces_only_the_version_that_was_seen_and_a_repetition_changes_nothing() {
        let current = Target { number: Some(40), version: Uuid::from_u128(1) };
        let [other, admin] = [2, 3].map(Uuid::from_u128);
        let act = act(OffsetDateTime::UNIX_EPOCH);
        let set = |seen: Option<&[Uuid]>, number| {
            let set = set_target(&current, seen, number, admin, &act).map_err(|refusal| refusal.code)?;
            Ok(set.map(|(target, audit)| (target.number, target.version != current.version, audit.detail)))
        };
        let changed = |number, shown: &str| Ok(Some((number, true, vec![("target", shown.to_owned())])));
        assert_eq!(set(Some(&[other, current.version]), Some(50)), changed(Some(50), "50"));
        assert_eq!(set(None, None), changed(None, "none"));
        assert_eq!(set(Some(&[other]), Some(50)), Err(Code::VersionConflict));
        assert_eq!(set(Some(&[other]), Some(40)), Ok(None));
    }
}
