//! Decisions on one application and on several, and undoing them.

use std::collections::BTreeMap;
use std::sync::Arc;

use forum_domain::applications::{
    self as domain, BulkKey, Decision, FieldLimits, MAX_BULK, Review, SkipReason,
};
use forum_domain::headshots::Headshots;
use forum_domain::idempotency::{LookUp, Requester};
use forum_domain::limits::RateLimit;
use forum_domain::mail::EmailTemplates;
use forum_domain::shared::{Fault, Invalid};
use forum_domain::users::Actor;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::api::applications::detail::ApplicationDetail;
use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::idempotency::{IdempotencyKey, Record, Recorded};
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{AtMost, IdKind, Length, Nullable, Optional, Text};
use crate::response::words::Word;
use crate::site::email_previews;

type Ids = AtMost<Text<IdKind>, MAX_BULK>;

/// A decision on an application.
#[derive(Object)]
pub(crate) struct DecisionRequest {
    decision: Word<Decision>,
    /// An internal note, which the applicant never sees.
    note: Optional<Length<0, { FieldLimits::NOTE }>>,
    /// The version of the answers that you have read. If it is not the current one, the application stays pending.
    version: Option<Nullable<u32>>,
}

/// An application with the decision that you made.
#[derive(Object)]
pub(crate) struct DecidedApplication {
    #[oai(flatten)]
    application: ApplicationDetail,
    /// How long you can undo the decision, in seconds. 0 if it is final.
    undo_seconds: u64,
}

/// One decision on several applications.
#[derive(Object)]
pub(crate) struct BulkDecisionRequest {
    /// The applications, at most 100 and each once.
    ids: Ids,
    decision: Word<Decision>,
    /// An internal note on each application, which the applicants never see.
    note: Optional<Length<0, { FieldLimits::NOTE }>>,
    /// The versions of the answers that you have read, one for each id in the order of `ids`. An application whose
    /// answers have changed since then is skipped.
    versions: Option<Nullable<AtMost<u32, MAX_BULK>>>,
}

/// Applications to decide.
#[derive(Object)]
pub(crate) struct DecisionPreviewRequest {
    /// The applications, at most 100 and each once.
    ids: Ids,
    decision: Word<Decision>,
}

/// The number of applications from a state.
#[derive(Object)]
pub(crate) struct ChosenByState {
    /// The code of a US state or territory. Null for all other places together.
    state: Nullable<String>,
    /// At least 1.
    count: u32,
}

/// What a decision on several applications would do now.
#[derive(Object)]
pub(crate) struct DecisionPreview {
    /// The number of applicants who would get an email.
    mails: u32,
    /// The subject line of the first of these emails. Null if there are none.
    subject: Nullable<String>,
    /// Path of a page on this site with that email, for a sandboxed frame. It needs no token and expires after ten minutes.
    preview_url: Nullable<String>,
    /// The number of these applications by state.
    by_state: Vec<ChosenByState>,
    /// The applications that would be skipped.
    skipped: Vec<SkippedApplication>,
}

/// Several decisions to undo.
#[derive(Object)]
pub(crate) struct BulkUndoRequest {
    /// The applications, at most 100 and each once.
    ids: Ids,
}

/// An application that was skipped.
#[derive(Object)]
pub(crate) struct SkippedApplication {
    /// The id from the request.
    id: Uuid,
    code: Word<SkipReason>,
}

fn skipped(skipped: Vec<(Uuid, SkipReason)>) -> Vec<SkippedApplication> {
    skipped.into_iter().map(|(id, reason)| SkippedApplication { id, code: reason.into() }).collect()
}

/// The outcome of a decision on several applications.
#[derive(Object)]
pub(crate) struct BulkDecision {
    /// The applications that have this decision now.
    decided: Vec<Uuid>,
    /// The applications that this request did not change.
    skipped: Vec<SkippedApplication>,
    /// How long the decisions can be undone, in seconds. 0 if they are final.
    undo_seconds: u64,
    /// Until when all of these decisions can be undone. Null if there are none or they are final.
    undo_until: Nullable<OffsetDateTime>,
}

/// The outcome of undoing several decisions.
#[derive(Object)]
pub(crate) struct BulkUndo {
    /// The applications that are pending again.
    undone: Vec<Uuid>,
    /// The applications that this request did not change.
    skipped: Vec<SkippedApplication>,
}

/// # Errors
/// `/ids` with code `required` or `too_many`; `/ids/{index}` with code `duplicate` or `invalid_value`.
fn unique(ids: &Ids) -> Result<Vec<Uuid>, Invalid> {
    let error = |field: String, code, detail: &str| Err(Invalid::one(field, code, detail));
    match ids.0.len() {
        0 => return error("/ids".into(), "required", "Choose at least one application."),
        number if number > MAX_BULK => {
            return error("/ids".into(), "too_many", "Choose at most 100 applications.");
        }
        _ => {}
    }
    let mut unique = Vec::new();
    for (index, text) in ids.0.iter().enumerate() {
        match Uuid::parse_str(&text.0) {
            Ok(id) if !unique.contains(&id) => unique.push(id),
            Ok(_) => return error(format!("/ids/{index}"), "duplicate", "This id is listed twice."),
            Err(_) => return error(format!("/ids/{index}"), "invalid_value", "This must be a UUID."),
        }
    }
    Ok(unique)
}

/// # Errors
/// Those of `unique`; `/versions` with code `invalid_value`.
fn with_versions(ids: &Ids, versions: Option<Vec<u32>>) -> Result<BTreeMap<Uuid, Option<u32>>, Invalid> {
    let ids = unique(ids)?;
    match versions {
        None => Ok(ids.into_iter().map(|id| (id, None)).collect()),
        Some(versions) if versions.len() == ids.len() => {
            Ok(ids.into_iter().zip(versions.into_iter().map(Some)).collect())
        }
        Some(_) => Err(Invalid::one("/versions", "invalid_value", "List one version for each id.")),
    }
}

error_codes!(
    DecideCodes: [NotFound, ApplicationAlreadyDecided, OwnApplication, VersionConflict],
    SIGNED_IN, ADMIN, BODY, TEXT, REPEATABLE,
);
error_codes!(UndoCodes: [NotFound, UndoExpired, AppliedAgain], SIGNED_IN, ADMIN);
error_codes!(BulkCodes: [], SIGNED_IN, ADMIN, BODY, TEXT, REPEATABLE);
error_codes!(BulkUndoCodes: [], SIGNED_IN, ADMIN, BODY);

pub(crate) struct DecisionsApi {
    pub(crate) review: Arc<Review>,
    pub(crate) headshots: Arc<Headshots>,
    pub(crate) templates: Arc<EmailTemplates>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl DecisionsApi {
    /// Approve or reject an application
    ///
    /// Approval makes the applicant a member. You can undo the decision for `undo_seconds`. Afterwards it is final, and the
    /// applicant is notified by email.
    #[oai(path = "/:id/decision", method = "post", operation_id = "decide_application")]
    async fn decide_application(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// The id of the application.
        id: Path<Uuid>,
        json: Json<DecisionRequest>,
    ) -> Result<Recorded<Success<DecidedApplication>>, ApiError<DecideCodes>> {
        let user_id = admin.caller().user.id;
        if !key.is_known(user_id).await? {
            limits::user(request, &RateLimit::REVIEW_CHANGES, user_id).await?;
        }
        let DecisionRequest { decision, note, version } = json.body;
        let version = version.and_then(|version| version.0);
        let (decision, note, window) = (decision.0, Text::given(note), self.review.undo_window);
        let (caller, undo_seconds) = (admin.caller().clone(), window.whole_seconds().unsigned_abs());
        let headshots = self.headshots.clone();
        let response = move |detail: &domain::ApplicationDetail| {
            let application = ApplicationDetail::seen_by(&caller, detail.clone(), &headshots);
            JsonResponse(DecidedApplication { application, undo_seconds })
        };
        let act = |keyed| self.review.decide(&admin, id.0, decision, version, note.as_deref(), keyed);
        Ok(key.once(user_id, &json.raw, response, act).await?)
    }

    /// Undo a decision
    ///
    /// The application is pending again, the applicant gets no mail, and has the same roles as before. Possible for the
    /// administrator who decided, within `undo_seconds` of the decision. Undoing a decision again has no effect.
    #[oai(path = "/:id/decision/undo", method = "post", operation_id = "undo_decision")]
    async fn undo_decision(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationDetail>, ApiError<UndoCodes>> {
        limits::user(request, &RateLimit::UNDOS, admin.caller().user.id).await?;
        let detail = self.review.undo(&admin, id.0).await?;
        Ok(JsonResponse(ApplicationDetail::seen_by(admin.caller(), detail, &self.headshots)))
    }

    /// Approve or reject several applications
    ///
    /// Each application is decided separately. Applications that cannot be decided are skipped. After a fault the rest is
    /// skipped with the code `unavailable`. Repeat the request with the same `Idempotency-Key` to decide the rest, or if
    /// the response is lost: what the first request decided has its present state in the response.
    #[oai(path = "/decisions", method = "post", operation_id = "decide_applications")]
    async fn decide_applications(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        json: Json<BulkDecisionRequest>,
    ) -> Result<Recorded<Success<BulkDecision>>, ApiError<BulkCodes>> {
        let (user_id, raw, records) = (admin.caller().user.id, &json.raw, key.records());
        let known = key.look_up(Requester::User(user_id), raw).await?;
        if !matches!(known, Some(LookUp::Replayed(_))) {
            limits::user(request, &RateLimit::BULK_DECISIONS, user_id).await?;
        }
        let BulkDecisionRequest { ids, decision, note, versions } = json.body;
        let versions = versions.and_then(|versions| versions.0).map(|versions| versions.0);
        let (versions, note) = (with_versions(&ids, versions)?, Text::given(note));
        let key = key.text()?.map(|key| BulkKey { requests: records, key, content: raw });
        let bulk = self.review.decide_all(&admin, versions, decision.0, note.as_deref(), key).await?;
        let left = bulk.undo_until.map_or(Duration::ZERO, |until| until - self.review.acts.now());
        let response: Success<_> = JsonResponse(BulkDecision {
            decided: bulk.done,
            skipped: skipped(bulk.skipped),
            undo_seconds: left.max(Duration::ZERO).as_seconds_f64().ceil() as u64,
            undo_until: Nullable(bulk.undo_until),
        });
        let response = response.record();
        match known {
            Some(LookUp::Replayed(_)) => return Ok(Recorded::replayed(response)),
            Some(LookUp::New(new)) => match records.store(&new.answered(response.clone(), None)).await {
                Ok(()) | Err(Fault::Repeated) => {}
                // Each decision has a record of its own.
                Err(fault) => tracing::warn!(%fault, "cannot record the response to several decisions"),
            },
            _ => {}
        }
        Ok(Recorded::fresh(response))
    }

    /// Preview a decision on several applications
    ///
    /// Who would get an email, the first of these emails, and what would be skipped. Nothing is decided.
    #[oai(path = "/decisions/preview", method = "post", operation_id = "preview_decisions")]
    async fn preview_decisions(
        &self,
        Admin(admin): Admin,
        request: &Request,
        json: Json<DecisionPreviewRequest>,
    ) -> Result<Success<DecisionPreview>, ApiError<BulkUndoCodes>> {
        limits::user(request, &RateLimit::EMAIL_PREVIEWS, admin.caller().user.id).await?;
        let domain::DecisionPreview { mails, by_state, skipped: left } =
            self.review.preview(&admin, &unique(&json.body.ids)?).await?;
        let (kind, actor) = (json.body.decision.0.mail(), Actor::Administrator(&admin));
        let mail = match mails.first() {
            Some(person) => Some(self.templates.preview_stored(actor, kind, person).await?),
            None => None,
        };
        let by_state = by_state
            .into_iter()
            .map(|(state, count)| ChosenByState { state: Nullable(state.map(str::to_owned)), count });
        Ok(JsonResponse(DecisionPreview {
            mails: mails.len() as u32,
            preview_url: Nullable(mail.as_ref().map(|(_, page)| email_previews::url(*page))),
            subject: Nullable(mail.map(|(mail, _)| mail.subject)),
            by_state: by_state.collect(),
            skipped: skipped(left),
        }))
    }

    /// Undo several decisions
    ///
    /// Each decision is undone separately. Decisions that cannot be undone are skipped.
    #[oai(path = "/decisions/undo", method = "post", operation_id = "undo_decisions")]
    async fn undo_decisions(
        &self,
        Admin(admin): Admin,
        request: &Request,
        json: Json<BulkUndoRequest>,
    ) -> Result<Success<BulkUndo>, ApiError<BulkUndoCodes>> {
        limits::user(request, &RateLimit::UNDOS, admin.caller().user.id).await?;
        let ids = unique(&json.body.ids)?.into_iter().collect();
        let bulk = self.review.undo_all(&admin, ids).await?;
        Ok(JsonResponse(BulkUndo { undone: bulk.done, skipped: skipped(bulk.skipped) }))
    }
}
