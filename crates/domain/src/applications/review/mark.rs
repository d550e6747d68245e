//! The marks of administrators: their own opinion of a pending application, and the team's.

use uuid::Uuid;

use crate::accounts::Administrator;
use crate::act::Act;
use crate::applications::{Review, Status, check_not_own};
use crate::audit::AuditEvent;
use crate::shared::{Code, Refusal, words};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mark {
        Yes = "yes",
        Maybe = "maybe",
        No = "no",
    }
}

words! {
    /// The rule of the SQL function `team_mark`: yes or no needs a majority, and a lead of two if there are both.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TeamMark {
        Yes = "yes",
        Divided = "divided",
        No = "no",
        None = "none",
    }
}

/// The numbers of marks, and that of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    pub yes: u32,
    pub maybe: u32,
    pub no: u32,
    pub mine: Option<Mark>,
}

/// An application to mark, read under lock.
#[derive(Debug, Clone, Copy)]
pub struct Markable {
    pub applicant: Uuid,
    pub status: Status,
    pub mine: Option<Mark>,
}

#[derive(Debug, Clone)]
pub struct MarkChange {
    /// `None` takes the mark away.
    pub mark: Option<Mark>,
    /// Without the mark, because the audit log outlives it.
    pub audit: AuditEvent,
}

impl Review {
    /// Stores the administrator's mark, or takes it away.
    ///
    /// # Errors
    /// `not_found`, `forbidden` to a former administrator, and those of [`mark`].
    pub async fn mark(
        &self,
        admin: &Administrator,
        id: Uuid,
        wanted: Option<Mark>,
    ) -> Result<Marks, Refusal> {
        let (admin_id, act) = (admin.caller().user.id, self.acts.begin());
        let step = Box::new(move |seen: &Markable| mark(seen, id, admin_id, wanted, &act));
        self.store.mark(id, admin_id, step).await
    }
}

/// Returns `None` if the mark is stored already.
///
/// # Errors
/// `own_application`, `application_already_decided`.
pub fn mark(
    seen: &Markable,
    id: Uuid,
    admin_id: Uuid,
    mark: Option<Mark>,
    act: &Act,
) -> Result<Option<MarkChange>, Refusal> {
    check_not_own(seen.applicant, admin_id, "You cannot mark your own application.")?;
    if seen.status != Status::Pending {
        return Err(Code::ApplicationAlreadyDecided.into());
    }
    if mark == seen.mine {
        return Ok(None);
    }
    let audit = act.audit(Some(admin_id), "application.marked", ("application", id));
    Ok(Some(MarkChange { mark, audit }))
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::mail::testing::act;

    #[test]
    fn only_a_pending_application_of_another_person_takes_a_mark_and_only_a_new_one_is_audited() {
        let [applicant, admin, id] = [1, 2, 3].map(Uuid::from_u128);
        let act = act(OffsetDateTime::UNIX_EPOCH);
        let (yes, no) = (Some(Mark::Yes), Some(Mark::No));
        let table = [
            (Status::Pending, admin, None, yes, Ok(true)),
            (Status::Pending, admin, yes, no, Ok(true)),
            (Status::Pending, admin, yes, None, Ok(true)),
            (Status::Pending, admin, yes, yes, Ok(false)),
            (Status::Pending, admin, None, None, Ok(false)),
            (Status::Pending, applicant, None, yes, Err(Code::OwnApplication)),
            (Status::Approved, applicant, None, yes, Err(Code::OwnApplication)),
            (Status::Approved, admin, None, yes, Err(Code::ApplicationAlreadyDecided)),
            (Status::Rejected, admin, yes, None, Err(Code::ApplicationAlreadyDecided)),
        ];
        for (status, actor, mine, wanted, expected) in table {
            let marked = mark(&Markable { applicant, status, mine }, id, actor, wanted, &act);
            if let Ok(Some(MarkChange { mark, audit })) = &marked {
                assert_eq!((*mark, audit.action, audit.target_id), (wanted, "application.marked", id));
                assert!(audit.detail.is_empty(), "the audit log outlives the mark");
            }
            let marked = marked.map(|change| change.is_some()).map_err(|refusal| refusal.code);
            assert_eq!(marked, expected, "{status:?} {mine:?} {wanted:?}");
        }
    }
}
