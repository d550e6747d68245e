//! Withdrawal of a pending application by its applicant.

use uuid::Uuid;

use crate::accounts::Caller;
use crate::act::Act;
use crate::applications::{ApplicationDetail, Applications, Draft, Status};
use crate::audit::AuditEvent;
use crate::headshots::{Headshot, OwnHeadshot, remove_unshown};
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::shared::{Code, Refusal};

/// An application and its applicant's photos, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawable {
    pub detail: ApplicationDetail,
    /// With their use by other applications and their versions, and by no draft, because the answers replace it.
    pub photos: Vec<OwnHeadshot>,
}

/// Everything that a withdrawal stores, in one transaction. It deletes the application with everything about it.
#[derive(Debug, Clone)]
pub struct Withdrawal {
    /// The answers, for the next application.
    pub draft: Draft,
    /// The photos to remove: only the application, its versions or its requests led to them.
    pub removed: Vec<Headshot>,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

impl Applications {
    /// Withdraws the caller's pending application. Its answers become the draft of the next one.
    ///
    /// # Errors
    /// Those of [`withdraw`].
    pub async fn withdraw(
        &self,
        caller: &Caller,
        id: Uuid,
        keyed: Option<KeyedRequest<()>>,
    ) -> Result<(), Refusal> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let record = keyed.map(|request| request.answered(&(), None));
        let step = Box::new(move |seen: &_| Ok(Withdrawal { record, ..withdraw(seen, user_id, &act)? }));
        for photo in self.store.withdraw(id, user_id, step).await? {
            self.headshots.clear(&photo).await;
        }
        Ok(())
    }
}

/// Withdraws a pending application (docs/product.md, 4.5). The draft opens at the last step, which shows all answers.
///
/// # Errors
/// `not_found`, also for another user; `application_already_decided`.
pub fn withdraw(seen: &Withdrawable, user_id: Uuid, act: &Act) -> Result<Withdrawal, Refusal> {
    let application = &seen.detail.application;
    if application.user_id != user_id {
        return Err(Code::NotFound.into());
    }
    if application.status != Status::Pending {
        return Err(Refusal::already_decided(application.status));
    }
    let (fields, version) = (application.fields.clone(), act.new_id());
    let draft = Draft { fields, step: Draft::STEPS, updated_at: act.now, version };
    let removed = remove_unshown(&seen.photos, act.now, act.now).into_iter();
    Ok(Withdrawal {
        removed: removed.filter(|photo| draft.fields.headshot_id != Some(photo.id)).collect(),
        draft,
        audit: act.audit(Some(user_id), "application.withdrawn", ("application", application.id)),
        record: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::applications::application::testing::{ADMIN, LATER, TEACHER, detail, photo};
    use crate::headshots::HeadshotState;
    use crate::mail::testing::act;

    fn submitted(status: Status) -> Withdrawable {
        Withdrawable { detail: detail(status), photos: Vec::new() }
    }

    #[test]
    fn only_its_applicant_can_withdraw_an_application_and_only_while_it_is_pending() {
        for status in Status::ALL {
            let seen = submitted(status);
            let own = withdraw(&seen, TEACHER, &act(LATER)).map(drop);
            let expected = match status {
                Status::Pending => Ok(()),
                _ => Err(Refusal::already_decided(status)),
            };
            assert_eq!(own, expected, "{status:?}");
            let other = withdraw(&seen, ADMIN, &act(LATER)).map(drop);
            assert_eq!(other, Err(Code::NotFound.into()), "{status:?}");
        }
    }

    #[test]
    fn a_withdrawal_is_audited_without_personal_data_and_its_answers_are_the_draft() {
        let seen = submitted(Status::Pending);
        let Withdrawal { audit, draft, .. } = withdraw(&seen, TEACHER, &act(LATER)).expect("a withdrawal");
        assert_eq!((audit.action, audit.actor_id, audit.at), ("application.withdrawn", Some(TEACHER), LATER));
        assert_eq!((audit.target_type, audit.target_id), ("application", seen.detail.application.id));
        assert!(audit.detail.is_empty());
        let fields = seen.detail.application.fields;
        assert_eq!((draft.fields, draft.step, draft.updated_at), (fields, 3, LATER));
    }

    #[test]
    fn the_photos_that_no_other_application_shows_are_removed_but_for_that_of_the_draft() {
        for (chosen, expected) in [(Some(Uuid::from_u128(7)), vec![8]), (None, vec![7, 8])] {
            let photos = vec![OwnHeadshot { in_use: true, ..photo(6) }, photo(7), photo(8)];
            let mut seen = Withdrawable { photos, ..submitted(Status::Pending) };
            seen.detail.application.fields.headshot_id = chosen;
            let removed = withdraw(&seen, TEACHER, &act(LATER)).expect("a withdrawal").removed;
            assert!(removed.iter().all(|photo| photo.state == HeadshotState::Removing));
            assert_eq!(removed.iter().map(|photo| photo.id.as_u128()).collect::<Vec<_>>(), expected);
        }
    }
}
