//! The wizard's fields (docs/product.md, 4.3): names, labels and limits. Validation uses this list. Tests compare the
//! schema, the API document and the stored row with it.

use time::Date;
use time::macros::date;

use crate::shared::{FieldError, TextRule, words};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TShirtSize {
        Xs = "XS",
        S = "S",
        M = "M",
        L = "L",
        Xl = "XL",
        Xxl = "XXL",
    }
}

/// Limits that several places name, in code points unless stated otherwise.
pub struct FieldLimits;

impl FieldLimits {
    pub const SUBJECTS: usize = 20;
    pub const SUBJECT: usize = 100;
    pub const STATE: usize = 50;
    /// An unfinished date or choice in a draft.
    pub const UNFINISHED: usize = 32;
    /// The note of a decision.
    pub const NOTE: usize = 2_000;
    pub const EARLIEST_BIRTH: Date = date!(1900 - 01 - 01);
}

#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// JSON pointer of the member in the request: `/` and the column's name.
    pub pointer: &'static str,
    pub label: &'static str,
    /// Whether a request must contain it (subjects may be an empty list).
    pub required: bool,
    pub kind: FieldKind,
    pub description: &'static str,
    /// Example for the API document and the tests: the items of a list, and empty for the photo.
    pub example: &'static [&'static str],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text {
        /// Maximum length in code points.
        limit: usize,
        multiline: bool,
    },
    List {
        items: usize,
        /// Maximum length of an item in code points.
        limit: usize,
    },
    Date,
    /// One of the [`TShirtSize`] labels.
    TShirtSize,
    Headshot,
}

impl Field {
    pub const EXPERIENCE: Self = Self::text("/teaching_experience", "Teaching Experience", 5_000)
        .multiline()
        .described("The applicant's work as a teacher. May contain line breaks.")
        .like(&["Twelve years.\nMostly grade 4."]);
    pub const POSITION: Self = Self::text("/teaching_position", "Current Teaching Position", 200)
        .described("The current teaching position.")
        .like(&["Grade 4 teacher"]);
    pub const DISTRICT: Self = Self::text("/school_district", "School District", 200)
        .described("The district of the applicant's school.")
        .like(&["Hillsborough"]);
    pub const SUBJECTS: Self = Self::of(
        FieldKind::List { items: FieldLimits::SUBJECTS, limit: FieldLimits::SUBJECT },
        "/subjects_taught",
        "Subjects Taught",
    )
    .described("Each subject once.")
    .like(&["Science", "Math"]);
    pub const BIRTH: Self = Self::of(FieldKind::Date, "/date_of_birth", "Date of Birth")
        .described("The applicant's date of birth, from 1900-01-01 to today.")
        .like(&["1984-02-29"]);
    pub const ADDRESS_LINE1: Self = Self::text("/address_line1", "Address Line 1", 200)
        .described("Street and house number.")
        .like(&["1 Main Street"]);
    pub const ADDRESS_LINE2: Self = Self::text("/address_line2", "Address Line 2", 200)
        .optional()
        .described("Apartment, suite or building.")
        .like(&["Apartment 2"]);
    pub const CITY: Self =
        Self::text("/city", "City", 100).described("The city of the postal address.").like(&["Tampa"]);
    pub const STATE: Self = Self::text("/state", "State", FieldLimits::STATE)
        .described("The state of the postal address.")
        .like(&["Florida"]);
    pub const ZIP: Self =
        Self::text("/zip_code", "ZIP Code", 20).described("The postal code of the address.").like(&["33601"]);
    pub const PHONE: Self = Self::text("/phone", "Phone Number", 32)
        .described("The applicant's phone number.")
        .like(&["(813) 555-0100"]);
    pub const T_SHIRT: Self = Self::of(FieldKind::TShirtSize, "/t_shirt_size", "T-Shirt Size")
        .described("One of the values of `TShirtSize`.")
        .like(&["M"]);
    pub const HEADSHOT: Self = Self::of(FieldKind::Headshot, "/headshot_id", "Photo")
        .optional()
        .described("One of your uploaded photos.");

    pub const ALL: [Self; 13] = [
        Self::EXPERIENCE,
        Self::POSITION,
        Self::DISTRICT,
        Self::SUBJECTS,
        Self::BIRTH,
        Self::ADDRESS_LINE1,
        Self::ADDRESS_LINE2,
        Self::CITY,
        Self::STATE,
        Self::ZIP,
        Self::PHONE,
        Self::T_SHIRT,
        Self::HEADSHOT,
    ];

    /// Whether it identifies or locates the applicant, and so is no reason to choose an application.
    pub fn is_personal(&self) -> bool {
        [Self::BIRTH, Self::ADDRESS_LINE1, Self::ADDRESS_LINE2, Self::ZIP, Self::PHONE].contains(self)
    }

    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|field| field.name() == name)
    }

    /// The name of the column and of the API member.
    pub const fn name(&self) -> &'static str {
        self.pointer.split_at(1).1
    }

    pub(super) fn error(&self, code: &'static str, detail: &str) -> FieldError {
        FieldError::new(self.pointer, code, format!("{} {detail}", self.label))
    }

    pub(super) fn rule(&self) -> TextRule {
        let (limit, multiline) = match self.kind {
            FieldKind::Text { limit, multiline } => (limit, multiline),
            FieldKind::List { limit, .. } => (limit, false),
            FieldKind::Date | FieldKind::TShirtSize | FieldKind::Headshot => (usize::MAX, false),
        };
        TextRule { field: self.pointer, label: self.label, limit, multiline }
    }

    const fn of(kind: FieldKind, pointer: &'static str, label: &'static str) -> Self {
        Self { pointer, label, required: true, kind, description: "", example: &[] }
    }

    const fn text(pointer: &'static str, label: &'static str, limit: usize) -> Self {
        Self::of(FieldKind::Text { limit, multiline: false }, pointer, label)
    }

    const fn multiline(self) -> Self {
        match self.kind {
            FieldKind::Text { limit, .. } => {
                Self { kind: FieldKind::Text { limit, multiline: true }, ..self }
            }
            _ => self,
        }
    }

    const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    const fn like(self, example: &'static [&'static str]) -> Self {
        Self { example, ..self }
    }

    const fn optional(self) -> Self {
        Self { required: false, ..self }
    }
}
