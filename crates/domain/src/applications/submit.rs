//! Submission of an application.

use uuid::Uuid;

use crate::accounts::{Caller, Roles};
use crate::act::Act;
use crate::applications::{
    Application, ApplicationEvent, ApplicationFields, Applications, RawFields, Status,
};
use crate::audit::AuditEvent;
use crate::headshots::{Headshot, HeadshotKey, with_chosen_photo};
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, Invalid, PersonName, Refusal};
use crate::site::Season;

/// The applicant, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applicant {
    pub user_id: Uuid,
    pub name: PersonName,
    pub email: EmailAddress,
    pub roles: Roles,
    pub pending: Option<Uuid>,
    /// Ids and keys of the stored photos.
    pub headshots: Vec<(Uuid, HeadshotKey)>,
}

#[derive(Debug, Clone)]
pub struct Submission {
    pub application: Application,
    pub event: ApplicationEvent,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

impl Applications {
    /// Submits the caller's application and confirms its receipt by mail.
    ///
    /// # Errors
    /// All field errors together, then those of [`submit`].
    pub async fn submit(
        &self,
        caller: &Caller,
        raw: &RawFields,
        keyed: Option<KeyedRequest<Application>>,
    ) -> Result<Application, Refusal> {
        let act = self.acts.begin();
        let (user_id, chosen) = (caller.user.id, raw.headshot_id.as_deref());
        let season = self.season;
        let parsed = ApplicationFields::parse(raw, act.now.date());
        let photos = &*self.headshots.headshots;
        let fields = with_chosen_photo(parsed, photos, user_id, chosen, Headshot::unknown()).await?;
        let step = Box::new(move |applicant: &_| {
            let submission = submit(applicant, fields, &season, &act)?;
            let application = &submission.application;
            let record = keyed.map(|request| request.answered(application, Some(application.id)));
            Ok(Submission { record, ..submission })
        });
        self.store.submit(user_id, step).await
    }
}

/// Checks that a user with these roles may apply.
///
/// # Errors
/// `already_member`, then `not_applicant`.
pub fn check_applicant(roles: &Roles) -> Result<(), Refusal> {
    match roles {
        roles if roles.is_member() => Err(Code::AlreadyMember.into()),
        roles if roles.is_applicant() => Ok(()),
        _ => Err(Refusal::new(Code::NotApplicant, "Only applicants can submit an application.")),
    }
}

/// Creates a pending application (docs/product.md, 4.5).
///
/// # Errors
/// In this order: `already_member`, `not_applicant`, `application_pending_exists`, `season_closed`, `unknown_headshot`.
pub fn submit(
    applicant: &Applicant,
    fields: ApplicationFields,
    season: &Season,
    act: &Act,
) -> Result<Submission, Refusal> {
    check_applicant(&applicant.roles)?;
    if applicant.pending.is_some() {
        return Err(Code::ApplicationPendingExists.into());
    }
    if season.is_closed(act.now) {
        return Err(Code::SeasonClosed.into());
    }
    let headshot_url = match fields.headshot_id {
        None => None,
        Some(id) => {
            let chosen = applicant.headshots.iter().find(|(known, _)| *known == id);
            Some(chosen.ok_or_else(|| Invalid(vec![Headshot::unknown()]))?.1.url())
        }
    };
    let application = Application {
        id: act.new_id(),
        user_id: applicant.user_id,
        status: Status::Pending,
        submitted_at: act.now,
        reviewed_at: None,
        fields,
        headshot_url,
        note: None,
        decided_by: None,
    };
    Ok(Submission {
        event: ApplicationEvent::of(&application, None, applicant.user_id, act),
        mail: OutgoingMail {
            application_id: Some(application.id),
            ..act.mail(MailKind::ApplicationSubmitted, &applicant.email, &applicant.name)
        },
        audit: act
            .audit(Some(applicant.user_id), "application.submitted", ("application", application.id))
            .with("status", application.status.as_str()),
        record: None,
        application,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::accounts::roles::Role;
    use crate::applications::application::testing::{NOW, TEACHER, fields, photo};
    use crate::mail::testing::act;

    fn applicant(roles: Roles) -> Applicant {
        Applicant {
            user_id: TEACHER,
            name: PersonName { first: "Ana".into(), last: "Li".into() },
            email: EmailAddress::stored("ana@example.org".into()),
            roles,
            pending: None,
            headshots: Vec::new(),
        }
    }

    fn submitted(applicant: &Applicant) -> Result<Submission, Refusal> {
        submit(applicant, fields(), &Season::default(), &act(NOW))
    }

    /// In the order in which refusals are reported.
    #[test]
    fn only_an_applicant_without_membership_or_pending_application_may_submit() {
        let (pending, none) = (Some(Uuid::from_u128(9)), [Role::Admin, Role::Moderator, Role::Partner]);
        let with = |role| none.into_iter().chain([role]).collect();
        let table: [(Roles, Result<(), Code>, Code); 4] = [
            (Role::ALL.into_iter().collect(), Err(Code::AlreadyMember), Code::AlreadyMember),
            (with(Role::Member), Err(Code::AlreadyMember), Code::AlreadyMember),
            (none.into_iter().collect(), Err(Code::NotApplicant), Code::NotApplicant),
            (with(Role::Applicant), Ok(()), Code::ApplicationPendingExists),
        ];
        for (roles, expected, with_pending) in table {
            let applicant = applicant(roles);
            let code = |applicant: &_| submitted(applicant).map(drop).map_err(|refusal| refusal.code);
            assert_eq!(code(&applicant), expected, "{:?}", applicant.roles);
            assert_eq!(code(&Applicant { pending, ..applicant }), Err(with_pending));
        }
    }

    #[test]
    fn after_the_season_nothing_is_submitted_and_a_pending_application_is_still_the_reason() {
        let season = Season { closes_on: Some(NOW.date() - time::Duration::days(2)), decides_by: None };
        let code = |pending| {
            let applicant = Applicant { pending, ..applicant(Roles::from_iter([Role::Applicant])) };
            submit(&applicant, fields(), &season, &act(NOW)).map(drop).map_err(|refusal| refusal.code)
        };
        assert_eq!(code(None), Err(Code::SeasonClosed));
        assert_eq!(code(Some(TEACHER)), Err(Code::ApplicationPendingExists));
    }

    #[test]
    fn a_submission_returns_its_history_mail_and_audit_entry() {
        let applicant = applicant(Roles::from_iter([Role::Applicant]));
        let Submission { application, event, mail, audit, .. } =
            submitted(&applicant).expect("an accepted transition");
        assert_eq!((application.user_id, application.submitted_at), (TEACHER, NOW));
        assert_eq!((application.reviewed_at, application.decided_by, &application.note), (None, None, &None));
        assert_eq!((event.application_id, event.actor_id, event.at), (application.id, TEACHER, NOW));
        assert_eq!((event.from, event.to), (None, Status::Pending));
        let mailed = (mail.kind, &mail.to, &mail.name);
        assert_eq!(mailed, (MailKind::ApplicationSubmitted, &applicant.email, &applicant.name));
        assert_eq!((mail.token_id, mail.queued_at), (None, NOW));
        let audited = (audit.action, audit.actor_id, audit.target_id);
        assert_eq!(audited, ("application.submitted", Some(TEACHER), application.id));
        assert_eq!(audit.detail, [("status", "pending".to_owned())]);
        assert_eq!(BTreeSet::from([application.id, event.id, mail.id, audit.id]).len(), 4);
    }

    #[test]
    fn an_application_shows_the_chosen_photo_if_it_belongs_to_the_applicant() {
        let photos = [31, 32].map(photo).map(|own| (own.headshot.id, own.headshot.key));
        let url = |index: usize| Some(photos[index].1.url());
        let table = [
            (None, Ok(None)),
            (Some(31), Ok(url(0))),
            (Some(32), Ok(url(1))),
            (Some(33), Err(Invalid(vec![Headshot::unknown()]).into())),
        ];
        for (chosen, expected) in table {
            let role = Roles::from_iter([Role::Applicant]);
            let applicant = Applicant { headshots: photos.to_vec(), ..applicant(role) };
            let fields = ApplicationFields { headshot_id: chosen.map(Uuid::from_u128), ..fields() };
            let result = submit(&applicant, fields, &Season::default(), &act(NOW));
            let shown = result.map(|submission| submission.application.headshot_url);
            assert_eq!(shown, expected, "{chosen:?}");
        }
    }
}
