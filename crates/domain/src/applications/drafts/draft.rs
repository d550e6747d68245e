//! Drafts: what an applicant has entered so far. Values are stored as typed, even if unfinished, and validated when the
//! application is submitted. Only their size is limited.

use std::collections::BTreeMap;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::roles::Roles;
use crate::applications::field::{Field, FieldKind, FieldLimits};
use crate::applications::fields::ApplicationFields;
use crate::headshots::Headshot;
use crate::shared::{Fault, FieldError, Invalid};

#[derive(Clone, PartialEq, Eq)]
pub enum DraftValue {
    Text(String),
    List(Vec<String>),
}

/// The values by field name, without the photo. Missing fields were not entered yet.
pub type DraftValues = BTreeMap<&'static str, DraftValue>;

/// A draft as received, not validated.
#[derive(Clone, Default)]
pub struct RawDraft {
    pub values: DraftValues,
    /// Id of one of the caller's own photos; blank means none.
    pub headshot_id: Option<String>,
    pub step: i64,
}

#[derive(Clone, PartialEq, Eq)]
pub struct DraftContent {
    pub values: DraftValues,
    pub headshot_id: Option<Uuid>,
    /// The step of the wizard, from 1 to [`STEPS`](Self::STEPS).
    pub step: u8,
}

/// Never shows the values: they are personal data, and debug output ends up in logs.
impl std::fmt::Debug for DraftContent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DraftContent").finish_non_exhaustive()
    }
}

/// A row of `application_drafts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub content: DraftContent,
    pub updated_at: OffsetDateTime,
}

/// The owner of a draft, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftContext {
    pub roles: Roles,
    pub pending: Option<Uuid>,
    pub photos: Vec<Uuid>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveDraftError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("only applicants have a draft")]
    NotApplicant,
    #[error("an application is already pending")]
    PendingExists,
    #[error("there is no such photo")]
    UnknownHeadshot,
    #[error("no such user")]
    UnknownUser,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OwnDraftError {
    #[error("only applicants have a draft")]
    NotApplicant,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl DraftContent {
    /// Number of steps in the wizard (docs/product.md, 4.2).
    pub const STEPS: u8 = 3;

    /// The answers of an application, at the last step.
    pub fn of(fields: &ApplicationFields) -> Self {
        let ApplicationFields {
            teaching_experience,
            teaching_position,
            school_district,
            subjects_taught,
            date_of_birth,
            address_line1,
            address_line2,
            city,
            state,
            zip_code,
            phone,
            t_shirt_size,
            headshot_id,
        } = fields;
        let text = |value: &str| DraftValue::Text(value.to_owned());
        let mut values = DraftValues::from([
            (Field::EXPERIENCE.name(), text(teaching_experience)),
            (Field::POSITION.name(), text(teaching_position)),
            (Field::DISTRICT.name(), text(school_district)),
            (Field::SUBJECTS.name(), DraftValue::List(subjects_taught.clone())),
            (Field::BIRTH.name(), text(&date_of_birth.to_string())),
            (Field::ADDRESS_LINE1.name(), text(address_line1)),
            (Field::CITY.name(), text(city)),
            (Field::STATE.name(), text(state)),
            (Field::ZIP.name(), text(zip_code)),
            (Field::PHONE.name(), text(phone)),
            (Field::T_SHIRT.name(), text(t_shirt_size.as_str())),
        ]);
        if let Some(line) = address_line2 {
            values.insert(Field::ADDRESS_LINE2.name(), text(line));
        }
        Self { values, headshot_id: *headshot_id, step: Self::STEPS }
    }

    /// Checks all sizes and reports all errors together. Does not trim text.
    ///
    /// # Errors
    /// Codes `too_long`, `too_many`, `invalid_text` (U+0000, which PostgreSQL cannot store), `unknown_headshot` below
    /// `/fields`, `out_of_range` at `/step`.
    pub fn parse(raw: RawDraft) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        for field in &Field::ALL {
            if let Some(value) = raw.values.get(field.name()) {
                check(field, value, &mut errors);
            }
        }
        let headshot_id = parse_photo_id(raw.headshot_id.as_deref(), &mut errors);
        let step = u8::try_from(raw.step).ok().filter(|step| (1..=Self::STEPS).contains(step));
        if step.is_none() {
            let detail = format!("step must be a number from 1 to {}.", Self::STEPS);
            errors.push(FieldError::new("/step", "out_of_range", detail));
        }
        match step {
            Some(step) if errors.is_empty() => Ok(Self { values: raw.values, headshot_id, step }),
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

fn check(field: &Field, value: &DraftValue, errors: &mut Vec<FieldError>) {
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
        DraftValue::Text(value) => text(pointer, value),
        DraftValue::List(items) => match field.kind {
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

/// The field error for a photo that is not one of the caller's stored photos.
pub fn unknown_photo() -> FieldError {
    let unknown = Headshot::unknown();
    FieldError { field: format!("/fields{}", unknown.field), ..unknown }
}

/// Checks that a user may read and delete their draft: every applicant, and who lost the role, as long as it exists.
///
/// # Errors
/// `NotApplicant`.
pub(super) fn check_owner(roles: &Roles, draft: Option<&Draft>) -> Result<(), OwnDraftError> {
    if roles.is_applicant() || draft.is_some() { Ok(()) } else { Err(OwnDraftError::NotApplicant) }
}

/// Decides on a draft that was received at `now`. It replaces the earlier draft completely: of two devices, the one
/// that saves last wins. A request that arrives after the submission is refused, so that a deleted draft does not
/// reappear.
///
/// # Errors
/// In this order: `NotApplicant`, `PendingExists`, `UnknownHeadshot`.
pub fn save(
    drafter: &DraftContext,
    content: DraftContent,
    now: OffsetDateTime,
) -> Result<Draft, SaveDraftError> {
    if !drafter.roles.is_applicant() {
        return Err(SaveDraftError::NotApplicant);
    }
    if drafter.pending.is_some() {
        return Err(SaveDraftError::PendingExists);
    }
    if content.headshot_id.is_some_and(|id| !drafter.photos.contains(&id)) {
        return Err(SaveDraftError::UnknownHeadshot);
    }
    Ok(Draft { content, updated_at: now })
}

#[cfg(test)]
mod tests;
