//! The wizard's fields (spec sections 3 and 5) and their checks. Lengths are code points; the database repeats
//! them.

use time::Date;
use time::macros::{date, format_description};
use uuid::Uuid;

use crate::headshots::Headshot;
use crate::shared::{FieldError, Invalid, Text, TextRule};

/// T-shirt sizes of the wizard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TShirtSize {
    /// XS
    Xs,
    /// S
    S,
    /// M
    M,
    /// L
    L,
    /// XL
    Xl,
    /// XXL
    Xxl,
}

impl TShirtSize {
    /// Every size, in order.
    pub const ALL: [Self; 6] = [Self::Xs, Self::S, Self::M, Self::L, Self::Xl, Self::Xxl];

    /// The label, which is also what is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Xs => "XS",
            Self::S => "S",
            Self::M => "M",
            Self::L => "L",
            Self::Xl => "XL",
            Self::Xxl => "XXL",
        }
    }

    /// The size with this label.
    pub fn parse(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.as_str() == label)
    }
}

/// Limits of the fields; a test compares them with the schema's.
pub struct FieldLimits;

impl FieldLimits {
    /// teaching_experience.
    pub const EXPERIENCE: usize = 5_000;
    /// teaching_position, school_district.
    pub const POSITION: usize = 200;
    /// Subjects at most.
    pub const SUBJECTS: usize = 20;
    /// One subject.
    pub const SUBJECT: usize = 100;
    /// address_line1, address_line2.
    pub const ADDRESS: usize = 200;
    /// city.
    pub const CITY: usize = 100;
    /// state.
    pub const STATE: usize = 50;
    /// zip_code.
    pub const ZIP: usize = 20;
    /// phone.
    pub const PHONE: usize = 32;
    /// An administrator's note on a decision.
    pub const NOTE: usize = 2_000;
    /// The earliest date of birth.
    pub const EARLIEST_BIRTH: Date = date!(1900 - 01 - 01);
}

/// The fields as they came from the form.
#[derive(Clone, Default)]
pub struct RawFields {
    /// Long text.
    pub teaching_experience: String,
    /// Current teaching position.
    pub teaching_position: String,
    /// School district.
    pub school_district: String,
    /// Any number of subjects.
    pub subjects_taught: Vec<String>,
    /// `YYYY-MM-DD`.
    pub date_of_birth: String,
    /// Address line 1.
    pub address_line1: String,
    /// Address line 2; blank means none.
    pub address_line2: Option<String>,
    /// City.
    pub city: String,
    /// State.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// Phone number.
    pub phone: String,
    /// One of the six labels.
    pub t_shirt_size: String,
    /// Id of a photo of one's own; blank means none.
    pub headshot_id: Option<String>,
}

/// The fields of an application, checked.
#[derive(Clone, PartialEq, Eq)]
pub struct ApplicationFields {
    /// 1–5,000 code points, line breaks allowed.
    pub teaching_experience: String,
    /// 1–200.
    pub teaching_position: String,
    /// 1–200.
    pub school_district: String,
    /// Up to 20 different ones of 1–100.
    pub subjects_taught: Vec<String>,
    /// From 1900-01-01 to the day of submission.
    pub date_of_birth: Date,
    /// 1–200.
    pub address_line1: String,
    /// Up to 200.
    pub address_line2: Option<String>,
    /// 1–100.
    pub city: String,
    /// 1–50.
    pub state: String,
    /// 1–20.
    pub zip_code: String,
    /// 1–32.
    pub phone: String,
    /// One of the six sizes.
    pub t_shirt_size: TShirtSize,
    /// The photo; that it is one of the applicant's own is seen under lock.
    pub headshot_id: Option<Uuid>,
}

/// Never the values: they are personal data and debug output ends in logs.
impl std::fmt::Debug for ApplicationFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApplicationFields").finish_non_exhaustive()
    }
}

impl ApplicationFields {
    /// Checks every field and reports everything that is wrong at once. `today` is the latest date of birth
    /// (in UTC; a date of birth needs no finer clock).
    ///
    /// # Errors
    /// Codes `required`, `too_long`, `invalid_text`, `invalid_date`, `out_of_range`, `too_many`, `duplicate`,
    /// `invalid_choice`, `unknown_headshot` at the field's pointer.
    pub fn parse(raw: &RawFields, today: Date) -> Result<Self, Invalid> {
        let mut errors = Vec::new();
        let mut required = |value: &str, field, label, limit, multiline| {
            Text::required(value, TextRule { field, label, limit, multiline }, &mut errors)
        };
        use FieldLimits as L;
        let experience = ("/teaching_experience", "Teaching Experience");
        let position = ("/teaching_position", "Current Teaching Position");
        let teaching_experience =
            required(&raw.teaching_experience, experience.0, experience.1, L::EXPERIENCE, true);
        let teaching_position = required(&raw.teaching_position, position.0, position.1, L::POSITION, false);
        let school_district =
            required(&raw.school_district, "/school_district", "School District", L::POSITION, false);
        let address_line1 =
            required(&raw.address_line1, "/address_line1", "Address Line 1", L::ADDRESS, false);
        let city = required(&raw.city, "/city", "City", L::CITY, false);
        let state = required(&raw.state, "/state", "State", L::STATE, false);
        let zip_code = required(&raw.zip_code, "/zip_code", "ZIP Code", L::ZIP, false);
        let phone = required(&raw.phone, "/phone", "Phone Number", L::PHONE, false);
        let line2 = TextRule {
            field: "/address_line2",
            label: "Address Line 2",
            limit: L::ADDRESS,
            multiline: false,
        };
        let address_line2 =
            raw.address_line2.as_deref().and_then(|value| Text::optional(value, line2, &mut errors));
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

/// Subjects are compared exactly after trimming, as the wizard does.
fn subjects(raw: &[String], errors: &mut Vec<FieldError>) -> Vec<String> {
    if raw.len() > FieldLimits::SUBJECTS {
        errors.push(FieldError::new("/subjects_taught", "too_many", "At most 20 subjects can be listed."));
        return Vec::new();
    }
    let mut subjects: Vec<String> = Vec::with_capacity(raw.len());
    for (index, subject) in raw.iter().enumerate() {
        let field = || format!("/subjects_taught/{index}");
        let subject = subject.trim();
        let rule = TextRule { field: "", label: "Subject", limit: FieldLimits::SUBJECT, multiline: false };
        if subject.is_empty() {
            errors.push(FieldError::new(field(), "required", "A subject cannot be blank."));
        } else if let Some((code, detail)) = Text::problem(subject, rule) {
            errors.push(FieldError::new(field(), code, detail));
        } else if subjects.iter().any(|known| known == subject) {
            errors.push(FieldError::new(field(), "duplicate", "This subject is listed already."));
        }
        subjects.push(subject.to_owned());
    }
    subjects
}

fn birth(raw: &str, today: Date, errors: &mut Vec<FieldError>) -> Option<Date> {
    let field = "/date_of_birth";
    if raw.trim().is_empty() {
        errors.push(FieldError::new(field, "required", "Date of Birth is required."));
        return None;
    }
    let Ok(date) = Date::parse(raw.trim(), format_description!("[year]-[month]-[day]")) else {
        errors.push(FieldError::new(field, "invalid_date", "Date of Birth must be a real date."));
        return None;
    };
    if date < FieldLimits::EARLIEST_BIRTH || date > today {
        let detail = "Date of Birth must lie between January 1, 1900 and today.";
        errors.push(FieldError::new(field, "out_of_range", detail));
        return None;
    }
    Some(date)
}

fn size(raw: &str, errors: &mut Vec<FieldError>) -> Option<TShirtSize> {
    let field = "/t_shirt_size";
    if raw.is_empty() {
        errors.push(FieldError::new(field, "required", "T-Shirt Size is required."));
        return None;
    }
    let size = TShirtSize::parse(raw);
    if size.is_none() {
        let detail = "T-Shirt Size must be one of XS, S, M, L, XL, XXL.";
        errors.push(FieldError::new(field, "invalid_choice", detail));
    }
    size
}

/// What is no id at all is answered like the id of no photo.
fn headshot(raw: Option<&str>, errors: &mut Vec<FieldError>) -> Option<Uuid> {
    let raw = raw.map(str::trim).filter(|raw| !raw.is_empty())?;
    let id = Uuid::try_parse(raw).ok();
    if id.is_none() {
        errors.push(Headshot::unknown());
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = date!(2026 - 11 - 21);

    fn filled() -> RawFields {
        RawFields {
            teaching_experience: "Twelve years.\nMostly grade 4.".into(),
            teaching_position: "Grade 4 teacher".into(),
            school_district: "Hillsborough".into(),
            subjects_taught: vec!["Science".into(), " Math ".into()],
            date_of_birth: "1984-02-29".into(),
            address_line1: "1 Main St".into(),
            address_line2: Some("  ".into()),
            city: "Tampa".into(),
            state: "Florida".into(),
            zip_code: "33601".into(),
            phone: "(813) 555-0100".into(),
            t_shirt_size: "M".into(),
            headshot_id: None,
        }
    }

    fn complaints(raw: &RawFields) -> Vec<(String, &'static str)> {
        ApplicationFields::parse(raw, TODAY)
            .err()
            .map(|invalid| invalid.0.into_iter().map(|e| (e.field, e.code)).collect())
            .unwrap_or_default()
    }

    #[test]
    fn a_filled_form_is_accepted_and_trimmed() {
        let fields = ApplicationFields::parse(&filled(), TODAY).expect("a good form");
        assert_eq!(fields.subjects_taught, ["Science", "Math"]);
        assert_eq!(fields.address_line2, None);
        assert_eq!(fields.date_of_birth, date!(1984 - 02 - 29));
    }

    #[test]
    fn an_empty_form_names_every_required_field_at_once() {
        let fields: Vec<String> =
            complaints(&RawFields::default()).into_iter().map(|(field, _)| field).collect();
        assert_eq!(
            fields,
            [
                "/teaching_experience",
                "/teaching_position",
                "/school_district",
                "/address_line1",
                "/city",
                "/state",
                "/zip_code",
                "/phone",
                "/date_of_birth",
                "/t_shirt_size"
            ]
        );
    }

    #[test]
    fn each_limit_is_counted_in_code_points_and_its_last_value_passes() {
        type Set = fn(&mut RawFields, String);
        let table: [(Set, usize, &str); 9] = [
            (|raw, v| raw.teaching_experience = v, 5_000, "/teaching_experience"),
            (|raw, v| raw.teaching_position = v, 200, "/teaching_position"),
            (|raw, v| raw.school_district = v, 200, "/school_district"),
            (|raw, v| raw.address_line1 = v, 200, "/address_line1"),
            (|raw, v| raw.address_line2 = Some(v), 200, "/address_line2"),
            (|raw, v| raw.city = v, 100, "/city"),
            (|raw, v| raw.state = v, 50, "/state"),
            (|raw, v| raw.zip_code = v, 20, "/zip_code"),
            (|raw, v| raw.phone = v, 32, "/phone"),
        ];
        for (set, limit, field) in table {
            let mut raw = filled();
            set(&mut raw, "é".repeat(limit));
            assert_eq!(complaints(&raw), [], "{field}");
            set(&mut raw, "é".repeat(limit + 1));
            assert_eq!(complaints(&raw), [(field.to_owned(), "too_long")]);
        }
    }

    #[test]
    fn dates_of_birth_are_real_not_future_and_from_1900() {
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
            let raw = RawFields { date_of_birth: value.into(), ..filled() };
            assert_eq!(complaints(&raw).first().map(|(_, code)| *code), code, "{value:?}");
        }
    }

    #[test]
    fn subjects_are_few_different_and_not_blank() {
        let subjects = |list: Vec<String>| complaints(&RawFields { subjects_taught: list, ..filled() });
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
    fn every_listed_t_shirt_size_is_known_and_no_other() {
        for (size, known) in
            [("XS", true), ("S", true), ("M", true), ("L", true), ("XL", true), ("XXL", true)]
                .into_iter()
                .chain([("XXXL", false), ("m", false), (" M", false)])
        {
            let raw = RawFields { t_shirt_size: size.into(), ..filled() };
            assert_eq!(complaints(&raw).is_empty(), known, "{size}");
        }
    }
}
