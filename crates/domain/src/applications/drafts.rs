//! Drafts: what an applicant has entered so far, one per user. Values are stored as typed, even if unfinished, and validated
//! when the application is submitted. Only their size is limited.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{Caller, Roles};
use crate::applications::{
    ApplicationFields, Applications, Field, FieldKind, FieldLimits, FieldValue, RawFields,
};
use crate::headshots::{Headshot, photos_left, with_chosen_photo};
use crate::shared::{Code, Fault, FieldError, Invalid, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub fields: ApplicationFields,
    /// The step of the wizard, from 1 to [`STEPS`](Self::STEPS).
    pub step: u8,
    pub updated_at: OffsetDateTime,
    /// Another after every save.
    pub version: Uuid,
}

/// The owner of a draft, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftContext {
    pub roles: Roles,
    pub pending: Option<Uuid>,
    pub photos: Vec<Uuid>,
    /// Of the stored draft, or [`Draft::NO_VERSION`].
    pub version: Uuid,
}

impl Applications {
    /// The caller's draft. Who lost the role can still have one that a withdrawal left.
    ///
    /// # Errors
    /// `not_applicant` without the role and a draft.
    pub async fn draft(&self, caller: &Caller) -> Result<Option<Draft>, Refusal> {
        let draft = self.store.draft(caller.user.id).await?;
        if caller.roles().is_applicant() || draft.is_some() {
            return Ok(draft);
        }
        Err(Code::NotApplicant.into())
    }

    /// The number of photos that the caller can still send with applications, once there are few: with one left, the next
    /// application is the last one with a new photo.
    pub async fn few_photos_left(&self, caller: &Caller) -> Result<Option<usize>, Fault> {
        let left = photos_left(&self.headshots.headshots.own(caller.user.id).await?);
        Ok((left <= 1).then_some(left))
    }

    /// Replaces the caller's draft, if it has one of the versions in `seen`. `None` is any. The draft gets `version`, or a
    /// random one.
    ///
    /// # Errors
    /// All field errors together, then those of [`save_draft`].
    pub async fn save_draft(
        &self,
        caller: &Caller,
        seen: Option<Vec<Uuid>>,
        version: Option<&str>,
        (raw, step): (RawFields, i64),
    ) -> Result<Draft, Refusal> {
        let (chosen, act) = (raw.headshot_id.clone(), self.acts.begin());
        let given = |text| Uuid::try_parse(text).ok().filter(|id| *id != Draft::NO_VERSION);
        let version = version.map_or_else(|| Some(act.new_id()), given);
        let (user_id, parsed) = (caller.user.id, Draft::parse(raw, step, act.now, version));
        let photos = &*self.headshots.headshots;
        let draft = with_chosen_photo(parsed, photos, user_id, chosen.as_deref(), unknown_photo()).await?;
        self.store.save_draft(user_id, Box::new(move |drafter| save_draft(drafter, seen, draft))).await
    }

    /// # Errors
    /// Those of [`draft`](Self::draft).
    pub async fn delete_draft(&self, caller: &Caller) -> Result<(), Refusal> {
        self.draft(caller).await?;
        Ok(self.store.delete_draft(caller.user.id).await?)
    }
}

impl Draft {
    /// Number of steps in the wizard (docs/product.md, 4.2).
    pub const STEPS: u8 = 3;

    /// Stands for no draft.
    pub const NO_VERSION: Uuid = Uuid::nil();

    /// Checks all sizes and reports all errors together. Does not trim text.
    ///
    /// # Errors
    /// Codes `too_long`, `too_many`, `invalid_text` (U+0000, which PostgreSQL cannot store), `unknown_headshot` below
    /// `/fields`, `out_of_range` at `/step`, `invalid_value` at `/version`.
    fn parse(
        raw: RawFields,
        step: i64,
        updated_at: OffsetDateTime,
        version: Option<Uuid>,
    ) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        for field in &Field::ALL {
            if let Some(value) = raw.values.get(field.name()) {
                check(field, value, &mut errors);
            }
        }
        let headshot_id = parse_photo_id(raw.headshot_id.as_deref(), &mut errors);
        let step = u8::try_from(step).ok().filter(|step| (1..=Self::STEPS).contains(step));
        if step.is_none() {
            let detail = format!("step must be a number from 1 to {}.", Self::STEPS);
            errors.push(FieldError::new("/step", "out_of_range", detail));
        }
        if version.is_none() {
            let detail = "version must be a UUID that is not nil.".to_owned();
            errors.push(FieldError::new("/version", "invalid_value", detail));
        }
        match (step, version) {
            (Some(step), Some(version)) if errors.is_empty() => {
                let fields = ApplicationFields { values: raw.values, headshot_id };
                Ok(Self { fields, step, updated_at, version })
            }
            _ => Err(Invalid(errors)),
        }
    }
}

impl Field {
    /// Maximum length of a string or a list item in a draft, in code points.
    pub const fn draft_limit(&self) -> usize {
        match self.kind {
            FieldKind::Text { limit, .. } | FieldKind::List { limit, .. } => limit,
            FieldKind::Date | FieldKind::TShirtSize | FieldKind::Headshot => FieldLimits::UNFINISHED,
        }
    }
}

fn check(field: &Field, value: &FieldValue, errors: &mut Vec<FieldError>) {
    let pointer = format!("/fields{}", field.pointer);
    let mut text = |pointer: String, text: &str| {
        let limit = field.draft_limit();
        if text.contains('\0') {
            let detail = format!("{} holds characters that cannot be stored.", field.label);
            errors.push(FieldError::new(pointer, "invalid_text", detail));
        } else if text.chars().count() > limit {
            let detail = format!("{} may be at most {limit} characters long.", field.label);
            errors.push(FieldError::new(pointer, "too_long", detail));
        }
    };
    match value {
        FieldValue::Text(value) => text(pointer, value),
        FieldValue::List(items) => match field.kind {
            FieldKind::List { items: max, .. } if items.len() > max => {
                let detail = format!("{}: at most {max} can be listed.", field.label);
                errors.push(FieldError::new(pointer, "too_many", detail));
            }
            _ => items.iter().enumerate().for_each(|(index, item)| text(format!("{pointer}/{index}"), item)),
        },
    }
}

/// A malformed id gets the same error as an unknown one.
fn parse_photo_id(raw: Option<&str>, errors: &mut Vec<FieldError>) -> Option<Uuid> {
    let raw = raw.map(str::trim).filter(|raw| !raw.is_empty())?;
    let id = Uuid::try_parse(raw).ok();
    if id.is_none() {
        errors.push(unknown_photo());
    }
    id
}

fn unknown_photo() -> FieldError {
    let unknown = Headshot::unknown();
    FieldError { field: format!("/fields{}", unknown.field), ..unknown }
}

/// Decides on a draft. It replaces the earlier draft completely, so the client must have seen that one. A request that
/// arrives after the submission is refused, so that a deleted draft does not reappear.
///
/// # Errors
/// In this order: `not_applicant`, `application_pending_exists`, `version_conflict`, `unknown_headshot`.
pub fn save_draft(drafter: &DraftContext, seen: Option<Vec<Uuid>>, draft: Draft) -> Result<Draft, Refusal> {
    if !drafter.roles.is_applicant() {
        return Err(Code::NotApplicant.into());
    }
    if drafter.pending.is_some() {
        return Err(Code::ApplicationPendingExists.into());
    }
    if seen.is_some_and(|seen| !seen.contains(&drafter.version)) {
        return Err(Code::VersionConflict.into());
    }
    if draft.fields.headshot_id.is_some_and(|id| !drafter.photos.contains(&id)) {
        return Err(Invalid(vec![unknown_photo()]).into());
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::roles::Role;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const PHOTO: Uuid = Uuid::from_u128(1);
    const VERSION: Uuid = Uuid::from_u128(4);

    fn typed(field: &Field, value: impl Into<FieldValue>) -> RawFields {
        RawFields::default().with(field, value)
    }

    fn error_codes(raw: RawFields, step: i64) -> Vec<(String, &'static str)> {
        let errors =
            Draft::parse(raw, step, NOW, Some(VERSION)).err().map(|invalid| invalid.0).unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn unfinished_values_are_kept_as_typed() {
        let raw = typed(&Field::BIRTH, "198")
            .with(&Field::CITY, " Tam")
            .with(&Field::PHONE, "")
            .with(&Field::T_SHIRT, "XXXX")
            .with(&Field::DISTRICT, "a\u{200d}b")
            .with(&Field::SUBJECTS, vec![String::new(), "Math".into(), "Math".into()]);
        let draft = Draft::parse(raw.clone(), 1, NOW, Some(VERSION)).expect("a draft");
        assert!(draft.fields.values == raw.values);
        assert_eq!(error_codes(RawFields::default(), 1), []);
    }

    #[test]
    fn limits_are_counted_in_code_points_and_include_the_maximum() {
        for field in Field::ALL.iter().filter(|field| field.kind != FieldKind::Headshot) {
            let codes = |length: usize| {
                let text = "é".repeat(length);
                let raw = match field.kind {
                    FieldKind::List { .. } => typed(field, vec![text]),
                    _ => typed(field, text.as_str()),
                };
                error_codes(raw, 1)
            };
            let limit = match field.kind {
                FieldKind::Text { limit, .. } | FieldKind::List { limit, .. } => limit,
                _ => 32,
            };
            assert_eq!(codes(limit), [], "{field:?}");
            let end = if matches!(field.kind, FieldKind::List { .. }) { "/0" } else { "" };
            assert_eq!(codes(limit + 1), [(format!("/fields{}{end}", field.pointer), "too_long")]);
        }
        let subjects = |count| error_codes(typed(&Field::SUBJECTS, vec!["a".to_owned(); count]), 1);
        assert_eq!(subjects(20), []);
        assert_eq!(subjects(21), [("/fields/subjects_taught".to_owned(), "too_many")]);
    }

    #[test]
    fn unstorable_values_and_wrong_steps_are_refused_together() {
        let bad = typed(&Field::CITY, "a\0").with(&Field::SUBJECTS, vec!["Math".into(), "a\0".into()]);
        let expected = [
            ("/fields/subjects_taught/1", "invalid_text"),
            ("/fields/city", "invalid_text"),
            ("/fields/headshot_id", "unknown_headshot"),
            ("/step", "out_of_range"),
        ];
        let codes = error_codes(RawFields { headshot_id: Some("no-id".into()), ..bad }, 4);
        assert_eq!(codes, expected.map(|(field, code)| (field.to_owned(), code)));
        for (step, fits) in [(0, false), (1, true), (3, true), (4, false), (-1, false), (257, false)] {
            assert_eq!(error_codes(RawFields::default(), step).is_empty(), fits, "{step}");
        }
        let blank = RawFields { headshot_id: Some(" ".into()), ..RawFields::default() };
        assert_eq!(Draft::parse(blank, 1, NOW, Some(VERSION)).expect("a draft").fields.headshot_id, None);
    }

    #[test]
    fn an_applicant_without_a_pending_application_replaces_a_draft_that_was_seen_with_their_own_photo() {
        use Code::{ApplicationPendingExists, NotApplicant, ValidationFailed, VersionConflict};
        let (applicant, member) = ([Role::Applicant].as_slice(), [Role::Member].as_slice());
        let (pending, other) = (Some(Uuid::from_u128(2)), Some(Uuid::from_u128(3)));
        let table = [
            (applicant, None, None, None, Ok(())),
            (applicant, None, None, Some(PHOTO), Ok(())),
            (applicant, None, None, other, Err(ValidationFailed)),
            (applicant, None, Some(vec![VERSION]), other, Err(ValidationFailed)),
            (applicant, None, Some(vec![PHOTO, VERSION]), None, Ok(())),
            (applicant, None, Some(vec![PHOTO]), other, Err(VersionConflict)),
            (applicant, None, Some(Vec::new()), None, Err(VersionConflict)),
            (applicant, pending, Some(vec![PHOTO]), other, Err(ApplicationPendingExists)),
            (member, pending, Some(vec![PHOTO]), other, Err(NotApplicant)),
            (&[], None, None, None, Err(NotApplicant)),
        ];
        for (roles, pending, seen, headshot_id, expected) in table {
            let roles = roles.iter().copied().collect();
            let drafter = DraftContext { roles, pending, photos: vec![PHOTO], version: VERSION };
            let fields = ApplicationFields { headshot_id, ..ApplicationFields::default() };
            let draft = Draft { fields, step: 1, updated_at: NOW, version: PHOTO };
            let saved = save_draft(&drafter, seen.clone(), draft).map(drop).map_err(|refusal| refusal.code);
            assert_eq!(saved, expected, "{drafter:?} {seen:?} {headshot_id:?}");
        }
    }
}
