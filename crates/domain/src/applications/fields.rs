//! The values of the wizard's fields and their validation against the list in `field.rs`.

use time::Date;
use time::macros::format_description;
use uuid::Uuid;

use super::field::{Field, FieldLimits, TShirtSize};
use crate::headshots::Headshot;
use crate::shared::{FieldError, Invalid, TextRule};

/// The fields as received, not validated.
#[derive(Clone, Default)]
pub struct RawFields {
    pub teaching_experience: String,
    pub teaching_position: String,
    pub school_district: String,
    pub subjects_taught: Vec<String>,
    /// `YYYY-MM-DD`.
    pub date_of_birth: String,
    pub address_line1: String,
    /// Blank means none.
    pub address_line2: Option<String>,
    pub city: String,
    pub state: String,
    pub zip_code: String,
    pub phone: String,
    pub t_shirt_size: String,
    /// Id of one of the caller's own photos; blank means none.
    pub headshot_id: Option<String>,
}

impl RawFields {
    /// The form filled in with each field's example, without a photo.
    pub fn example() -> Self {
        let text = |field: Field| field.example.concat();
        Self {
            teaching_experience: text(Field::EXPERIENCE),
            teaching_position: text(Field::POSITION),
            school_district: text(Field::DISTRICT),
            subjects_taught: Field::SUBJECTS.example.iter().map(ToString::to_string).collect(),
            date_of_birth: text(Field::BIRTH),
            address_line1: text(Field::ADDRESS_LINE1),
            address_line2: Some(text(Field::ADDRESS_LINE2)),
            city: text(Field::CITY),
            state: text(Field::STATE),
            zip_code: text(Field::ZIP),
            phone: text(Field::PHONE),
            t_shirt_size: text(Field::T_SHIRT),
            headshot_id: None,
        }
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct ApplicationFields {
    /// 1–5,000 code points, line breaks allowed.
    pub teaching_experience: String,
    pub teaching_position: String,
    pub school_district: String,
    /// Up to 20 distinct subjects of 1–100 code points.
    pub subjects_taught: Vec<String>,
    /// From 1900-01-01 to the day of submission, in UTC.
    pub date_of_birth: Date,
    pub address_line1: String,
    pub address_line2: Option<String>,
    pub city: String,
    pub state: String,
    pub zip_code: String,
    pub phone: String,
    pub t_shirt_size: TShirtSize,
    /// The photo; whether the applicant owns it is checked under lock.
    pub headshot_id: Option<Uuid>,
}

/// Never shows the values: they are personal data, and debug output ends up in logs.
impl std::fmt::Debug for ApplicationFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApplicationFields").finish_non_exhaustive()
    }
}

impl ApplicationFields {
    /// Replaces all text once the account is deleted.
    pub const ERASED: &str = "—";

    /// The fields with all personal data erased.
    #[must_use]
    pub fn erased(self) -> Self {
        let text = || Self::ERASED.to_owned();
        Self {
            teaching_experience: text(),
            teaching_position: text(),
            school_district: text(),
            subjects_taught: Vec::new(),
            date_of_birth: FieldLimits::EARLIEST_BIRTH,
            address_line1: text(),
            address_line2: None,
            city: text(),
            state: text(),
            zip_code: text(),
            phone: text(),
            t_shirt_size: TShirtSize::M,
            headshot_id: None,
        }
    }

    /// The fields whose values differ from those of `other`, in the order of the form.
    pub fn differing(&self, other: &Self) -> Vec<&'static Field> {
        let differs = |field: &&Field| match field.name() {
            "teaching_experience" => self.teaching_experience != other.teaching_experience,
            "teaching_position" => self.teaching_position != other.teaching_position,
            "school_district" => self.school_district != other.school_district,
            "subjects_taught" => self.subjects_taught != other.subjects_taught,
            "date_of_birth" => self.date_of_birth != other.date_of_birth,
            "address_line1" => self.address_line1 != other.address_line1,
            "address_line2" => self.address_line2 != other.address_line2,
            "city" => self.city != other.city,
            "state" => self.state != other.state,
            "zip_code" => self.zip_code != other.zip_code,
            "phone" => self.phone != other.phone,
            "t_shirt_size" => self.t_shirt_size != other.t_shirt_size,
            _ => self.headshot_id != other.headshot_id,
        };
        Field::ALL.iter().filter(differs).collect()
    }

    /// Validates every field and reports all errors together. `today` is the latest accepted date of birth (in UTC; a
    /// date of birth needs no more precision).
    ///
    /// # Errors
    /// Codes `required`, `too_long`, `invalid_text`, `invalid_date`, `out_of_range`, `too_many`, `duplicate`,
    /// `invalid_choice`, `unknown_headshot` at the field's pointer.
    pub fn parse(raw: &RawFields, today: Date) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        let mut text = |field: &Field, value: &str| field.required_text(value, &mut errors);
        let teaching_experience = text(&Field::EXPERIENCE, &raw.teaching_experience);
        let teaching_position = text(&Field::POSITION, &raw.teaching_position);
        let school_district = text(&Field::DISTRICT, &raw.school_district);
        let address_line1 = text(&Field::ADDRESS_LINE1, &raw.address_line1);
        let city = text(&Field::CITY, &raw.city);
        let state = text(&Field::STATE, &raw.state);
        let zip_code = text(&Field::ZIP, &raw.zip_code);
        let phone = text(&Field::PHONE, &raw.phone);
        let line2 = raw.address_line2.as_deref();
        let address_line2 = line2.and_then(|value| Field::ADDRESS_LINE2.optional_text(value, &mut errors));
        let subjects_taught = subjects(&raw.subjects_taught, &mut errors);
        let date_of_birth = birth(&raw.date_of_birth, today, &mut errors);
        let t_shirt_size = size(&raw.t_shirt_size, &mut errors);
        let headshot_id = headshot(raw.headshot_id.as_deref(), &mut errors);
        match (date_of_birth, t_shirt_size) {
            (Some(date_of_birth), Some(t_shirt_size)) if errors.is_empty() => Ok(Self {
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
            }),
            _ => Err(Invalid(errors)),
        }
    }
}

/// Subjects are compared exactly after trimming, as in the wizard.
fn subjects(raw: &[String], errors: &mut Vec<FieldError>) -> Vec<String> {
    if raw.len() > FieldLimits::SUBJECTS {
        errors.push(FieldError::new(
            Field::SUBJECTS.pointer,
            "too_many",
            "At most 20 subjects can be listed.",
        ));
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

fn birth(raw: &str, today: Date, errors: &mut Vec<FieldError>) -> Option<Date> {
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
    Some(date)
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
    use crate::applications::FieldKind;

    const TODAY: Date = date!(2026 - 11 - 21);

    fn error_codes(raw: &RawFields) -> Vec<(String, &'static str)> {
        ApplicationFields::parse(raw, TODAY)
            .err()
            .map(|invalid| invalid.0.into_iter().map(|e| (e.field, e.code)).collect())
            .unwrap_or_default()
    }

    #[test]
    fn a_filled_form_is_accepted_and_trimmed() {
        let raw = RawFields {
            subjects_taught: vec!["Science".into(), " Math ".into()],
            address_line2: Some("  ".into()),
            ..RawFields::example()
        };
        let fields = ApplicationFields::parse(&raw, TODAY).expect("a valid form");
        assert_eq!(fields.subjects_taught, ["Science", "Math"]);
        assert_eq!(fields.address_line2, None);
        assert_eq!(fields.date_of_birth, date!(1984 - 02 - 29));
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
            let mut raw = RawFields::example();
            let set = |raw: &mut RawFields, value: String| match field.name() {
                "teaching_experience" => raw.teaching_experience = value,
                "teaching_position" => raw.teaching_position = value,
                "school_district" => raw.school_district = value,
                "address_line1" => raw.address_line1 = value,
                "address_line2" => raw.address_line2 = Some(value),
                "city" => raw.city = value,
                "state" => raw.state = value,
                "zip_code" => raw.zip_code = value,
                "phone" => raw.phone = value,
                other => panic!("no value for {other}"),
            };
            set(&mut raw, "é".repeat(limit));
            assert_eq!(error_codes(&raw), [], "{field:?}");
            set(&mut raw, "é".repeat(limit + 1));
            assert_eq!(error_codes(&raw), [(field.pointer.to_owned(), "too_long")]);
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
            let raw = RawFields { date_of_birth: value.into(), ..RawFields::example() };
            assert_eq!(error_codes(&raw).first().map(|(_, code)| *code), code, "{value:?}");
        }
    }

    #[test]
    fn subjects_are_limited_distinct_and_not_blank() {
        let subjects =
            |list: Vec<String>| error_codes(&RawFields { subjects_taught: list, ..RawFields::example() });
        let numbered = |count: usize| (0..count).map(|n| format!("Subject {n}")).collect::<Vec<_>>();
        assert_eq!(subjects(Vec::new()), []);
        assert_eq!(subjects(numbered(20)), []);
        assert_eq!(subjects(numbered(21)), [("/subjects_taught".to_owned(), "too_many")]);
        let odd = vec!["Art".into(), " Art ".into(), "art".into(), " ".into(), "x".repeat(101)];
        assert_eq!(
            subjects(odd),
            [
                ("/subjects_taught/1".to_owned(), "duplicate"),
                ("/subjects_taught/3".to_owned(), "required"),
                ("/subjects_taught/4".to_owned(), "too_long")
            ]
        );
    }

    #[test]
    fn only_the_listed_t_shirt_sizes_are_accepted() {
        for (size, known) in
            [("XS", true), ("S", true), ("M", true), ("L", true), ("XL", true), ("XXL", true)]
                .into_iter()
                .chain([("XXXL", false), ("m", false), (" M", false)])
        {
            let raw = RawFields { t_shirt_size: size.into(), ..RawFields::example() };
            assert_eq!(error_codes(&raw).is_empty(), known, "{size}");
        }
    }
}
