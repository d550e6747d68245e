//! The values of the wizard's fields and their validation against the list in `field.rs`.

use std::collections::BTreeMap;

use time::Date;
use time::macros::format_description;
use uuid::Uuid;

use crate::applications::{Field, FieldKind, FieldLimits, TShirtSize};
use crate::headshots::Headshot;
use crate::shared::{FieldError, Invalid, TextRule};

/// A date is `YYYY-MM-DD`, a size its label.
#[derive(Clone, PartialEq, Eq)]
pub enum FieldValue {
    Text(String),
    List(Vec<String>),
}

/// The values by field name, without the photo. A missing one was not entered.
pub type FieldValues = BTreeMap<&'static str, FieldValue>;

/// The fields as received, not validated.
#[derive(Clone, Default)]
pub struct RawFields {
    pub values: FieldValues,
    /// Id of one of the caller's own photos.
    pub headshot_id: Option<String>,
}

/// The fields of an application, which are valid, or of a draft, which may be unfinished.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ApplicationFields {
    pub values: FieldValues,
    /// The photo; the rule of the act checks whether the applicant owns it.
    pub headshot_id: Option<Uuid>,
}

impl From<&str> for FieldValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<String>> for FieldValue {
    fn from(items: Vec<String>) -> Self {
        Self::List(items)
    }
}

impl RawFields {
    /// The form filled in with each field's example, without a photo.
    pub fn example() -> Self {
        let example = |field: &Field| match field.kind {
            FieldKind::Headshot => None,
            FieldKind::List { .. } => {
                Some(field.example.iter().map(ToString::to_string).collect::<Vec<_>>().into())
            }
            _ => Some(field.example.concat().as_str().into()),
        };
        let values = Field::ALL.iter().filter_map(|field| Some((field.name(), example(field)?)));
        Self { values: values.collect(), headshot_id: None }
    }

    #[must_use]
    pub fn with(mut self, field: &Field, value: impl Into<FieldValue>) -> Self {
        self.values.insert(field.name(), value.into());
        self
    }
}

/// Never shows the values: they are personal data, and debug output ends up in logs.
impl std::fmt::Debug for ApplicationFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApplicationFields").finish_non_exhaustive()
    }
}

impl ApplicationFields {
    /// What replaces the fields once the account is deleted.
    pub fn erased() -> Self {
        let erased = |field: &Field| match field.kind {
            FieldKind::Text { .. } => field.required.then(|| "—".into()),
            FieldKind::List { .. } => Some(Vec::new().into()),
            FieldKind::Date => Some(FieldLimits::EARLIEST_BIRTH.to_string().as_str().into()),
            FieldKind::TShirtSize => Some(TShirtSize::M.as_str().into()),
            FieldKind::Headshot => None,
        };
        let values = Field::ALL.iter().filter_map(|field| Some((field.name(), erased(field)?)));
        Self { values: values.collect(), headshot_id: None }
    }

    pub fn text(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }

    /// The fields whose values differ from those of `other`, in the order of the form.
    pub fn differing(&self, other: &Self) -> Vec<&'static Field> {
        let differs = |field: &&Field| match field.kind {
            FieldKind::Headshot => self.headshot_id != other.headshot_id,
            _ => self.values.get(field.name()) != other.values.get(field.name()),
        };
        Field::ALL.iter().filter(differs).collect()
    }

    /// Validates every field and reports all errors together, in the order of the form. `today` is the latest accepted date
    /// of birth (in UTC; a date of birth needs no more precision).
    ///
    /// # Errors
    /// Codes `required`, `too_long`, `invalid_text`, `invalid_date`, `out_of_range`, `too_many`, `duplicate`,
    /// `invalid_choice`, `unknown_headshot` at the field's pointer.
    pub fn parse(raw: &RawFields, today: Date) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        let mut values = FieldValues::new();
        for field in &Field::ALL {
            let (text, items) = match raw.values.get(field.name()) {
                Some(FieldValue::Text(text)) => (text.as_str(), &[][..]),
                Some(FieldValue::List(items)) => ("", items.as_slice()),
                None => ("", &[][..]),
            };
            let value = match field.kind {
                FieldKind::Text { .. } if field.required => {
                    Some(FieldValue::Text(field.rule().required(text, &mut errors)))
                }
                FieldKind::Text { .. } => field.rule().optional(text, &mut errors).map(FieldValue::Text),
                FieldKind::List { .. } => Some(subjects(items, &mut errors).into()),
                FieldKind::Date => birth(text, today, &mut errors).map(FieldValue::Text),
                FieldKind::TShirtSize => size(text, &mut errors).map(|size| size.as_str().into()),
                FieldKind::Headshot => None,
            };
            values.extend(value.map(|value| (field.name(), value)));
        }
        let headshot_id = headshot(raw.headshot_id.as_deref(), &mut errors);
        Invalid::unless_empty(errors)?;
        Ok(Self { values, headshot_id })
    }
}

/// Subjects are compared exactly after trimming, as in the wizard.
fn subjects(raw: &[String], errors: &mut Vec<FieldError>) -> Vec<String> {
    if raw.len() > FieldLimits::SUBJECTS {
        let detail = "At most 20 subjects can be listed.";
        errors.push(FieldError::new(Field::SUBJECTS.pointer, "too_many", detail));
        return Vec::new();
    }
    let mut subjects: Vec<String> = Vec::with_capacity(raw.len());
    for (index, subject) in raw.iter().enumerate() {
        let field = || format!("{}/{index}", Field::SUBJECTS.pointer);
        let rule = TextRule { field: "", label: "Subject", limit: FieldLimits::SUBJECT, multiline: false };
        let subject = rule.cleaned(subject);
        if subject.is_empty() {
            errors.push(FieldError::new(field(), "required", "A subject cannot be blank."));
        } else if let Some((code, detail)) = rule.problem(&subject) {
            errors.push(FieldError::new(field(), code, detail));
        } else if subjects.contains(&subject) {
            errors.push(FieldError::new(field(), "duplicate", "This subject is listed already."));
        }
        subjects.push(subject);
    }
    subjects
}

fn birth(raw: &str, today: Date, errors: &mut Vec<FieldError>) -> Option<String> {
    let mut refused = |code, detail| {
        errors.push(Field::BIRTH.error(code, detail));
        None
    };
    if raw.trim().is_empty() {
        return refused("required", "is required.");
    }
    let Ok(date) = Date::parse(raw.trim(), format_description!("[year]-[month]-[day]")) else {
        return refused("invalid_date", "must be a real date.");
    };
    if date < FieldLimits::EARLIEST_BIRTH || date > today {
        return refused("out_of_range", "must lie between January 1, 1900 and today.");
    }
    Some(date.to_string())
}

fn size(raw: &str, errors: &mut Vec<FieldError>) -> Option<TShirtSize> {
    if raw.is_empty() {
        errors.push(Field::T_SHIRT.error("required", "is required."));
        return None;
    }
    let size = TShirtSize::parse(raw);
    if size.is_none() {
        errors.push(Field::T_SHIRT.error("invalid_choice", "must be one of XS, S, M, L, XL, XXL."));
    }
    size
}

/// A malformed or empty id gets the same error as an unknown one.
fn headshot(raw: Option<&str>, errors: &mut Vec<FieldError>) -> Option<Uuid> {
    let id = Uuid::try_parse(raw?.trim()).ok();
    if id.is_none() {
        errors.push(Headshot::unknown());
    }
    id
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use time::macros::date;

    use super::*;

    const TODAY: Date = date!(2026 - 11 - 21);

    fn error_codes(raw: &RawFields) -> Vec<(String, &'static str)> {
        ApplicationFields::parse(raw, TODAY)
            .err()
            .map(|invalid| invalid.0.into_iter().map(|e| (e.field, e.code)).collect())
            .unwrap_or_default()
    }

    #[test]
    fn a_filled_form_is_accepted_and_trimmed() {
        let subjects = vec!["Science".to_owned(), " Math ".to_owned()];
        let raw = RawFields::example()
            .with(&Field::SUBJECTS, subjects)
            .with(&Field::ADDRESS_LINE2, "  ")
            .with(&Field::CITY, " Tampa");
        let fields = ApplicationFields::parse(&raw, TODAY).expect("a valid form");
        assert!(fields.values["subjects_taught"] == vec!["Science".to_owned(), "Math".to_owned()].into());
        assert!(!fields.values.contains_key("address_line2"));
        assert_eq!((fields.text("city"), fields.text("date_of_birth")), ("Tampa", "1984-02-29"));
    }

    #[test]
    fn an_empty_form_reports_all_required_fields_together() {
        let named: Vec<String> =
            error_codes(&RawFields::default()).into_iter().map(|(field, _)| field).collect();
        // An empty list of subjects is valid.
        let required = Field::ALL.iter().filter(|field| field.required && **field != Field::SUBJECTS);
        let required: BTreeSet<&str> = required.map(|field| field.pointer).collect();
        assert_eq!(named.len(), required.len(), "{named:?}");
        assert_eq!(named.iter().map(String::as_str).collect::<BTreeSet<_>>(), required);
    }

    #[test]
    fn limits_are_counted_in_code_points_and_include_the_maximum() {
        for field in &Field::ALL {
            let FieldKind::Text { limit, .. } = field.kind else { continue };
            let codes = |length| error_codes(&RawFields::example().with(field, "é".repeat(length).as_str()));
            assert_eq!(codes(limit), [], "{field:?}");
            assert_eq!(codes(limit + 1), [(field.pointer.to_owned(), "too_long")]);
        }
    }

    #[test]
    fn dates_of_birth_must_be_real_and_between_1900_and_today() {
        let table = [
            ("1900-01-01", None),
            ("2026-11-21", None),
            ("2026-11-22", Some("out_of_range")),
            ("1899-12-31", Some("out_of_range")),
            ("2023-02-29", Some("invalid_date")),
            ("02/03/1984", Some("invalid_date")),
            ("", Some("required")),
        ];
        for (value, code) in table {
            let raw = RawFields::example().with(&Field::BIRTH, value);
            assert_eq!(error_codes(&raw).first().map(|(_, code)| *code), code, "{value:?}");
        }
    }

    #[test]
    fn subjects_are_limited_distinct_and_not_blank() {
        let subjects = |list: Vec<String>| error_codes(&RawFields::example().with(&Field::SUBJECTS, list));
        let numbered = |count: usize| (0..count).map(|n| format!("Subject {n}")).collect::<Vec<_>>();
        assert_eq!(subjects(Vec::new()), []);
        assert_eq!(subjects(numbered(20)), []);
        assert_eq!(subjects(numbered(21)), [("/subjects_taught".to_owned(), "too_many")]);
        let odd = vec!["Art".into(), " Art ".into(), "art".into(), " ".into(), "x".repeat(101)];
        let refused = [(1, "duplicate"), (3, "required"), (4, "too_long")];
        assert_eq!(subjects(odd), refused.map(|(at, code)| (format!("/subjects_taught/{at}"), code)));
    }

    #[test]
    fn only_the_listed_t_shirt_sizes_are_accepted() {
        for size in ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "m", " M"] {
            let raw = RawFields::example().with(&Field::T_SHIRT, size);
            let known = size != "XXXL" && size.trim().to_uppercase() == size;
            assert_eq!(error_codes(&raw).is_empty(), known, "{size}");
        }
    }
}
