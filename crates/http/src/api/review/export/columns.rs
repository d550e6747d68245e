//! The columns of an export, and the cells of a row.

use std::borrow::Cow;

use forum_domain::applications::{ExportRow, InternalColumns};
use time::{Date, OffsetDateTime};

/// The applicant's columns (docs/product.md, 6.5).
const APPLICANT: [&str; 20] = [
    "id",
    "status",
    "submitted_at",
    "reviewed_at",
    "first_name",
    "last_name",
    "email",
    "teaching_experience",
    "teaching_position",
    "school_district",
    "subjects_taught",
    "date_of_birth",
    "address_line1",
    "address_line2",
    "city",
    "state",
    "zip_code",
    "phone",
    "headshot_url",
    "t_shirt_size",
];

pub(crate) enum Cell<'a> {
    Text(Cow<'a, str>),
    Instant(OffsetDateTime),
    Date(Date),
    Empty,
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Empty, Self::from)
    }
}

pub(crate) fn header(internal: InternalColumns) -> Vec<&'static str> {
    let optional = [(internal.note, "note"), (internal.reviewer, "reviewer")];
    let optional = optional.into_iter().filter(|(included, _)| *included).map(|(_, name)| name);
    APPLICANT.into_iter().chain(optional).collect()
}

/// One cell for each column of [`header`].
pub(crate) fn cells(row: &ExportRow, internal: InternalColumns) -> Vec<Cell<'_>> {
    let (application, person) = (&row.detail.application, row.detail.person.as_ref());
    let fields = &application.fields;
    let name = person.map(|person| &person.name);
    let mut cells: Vec<Cell<'_>> = vec![
        application.id.to_string().into(),
        application.status.as_str().into(),
        Cell::Instant(application.submitted_at),
        application.reviewed_at.map_or(Cell::Empty, Cell::Instant),
        name.map(|name| name.first.as_str()).into(),
        name.map(|name| name.last.as_str()).into(),
        person.map(|person| person.email.as_str()).into(),
        fields.teaching_experience.as_str().into(),
        fields.teaching_position.as_str().into(),
        fields.school_district.as_str().into(),
        fields.subjects_taught.join("; ").into(),
        Cell::Date(fields.date_of_birth),
        fields.address_line1.as_str().into(),
        fields.address_line2.as_deref().into(),
        fields.city.as_str().into(),
        fields.state.as_str().into(),
        fields.zip_code.as_str().into(),
        fields.phone.as_str().into(),
        application.headshot_url.as_deref().into(),
        fields.t_shirt_size.as_str().into(),
    ];
    if internal.note {
        cells.push(application.note.as_deref().into());
    }
    if internal.reviewer {
        let reviewer = row.reviewer.as_ref().map(|name| format!("{} {}", name.first, name.last));
        cells.push(reviewer.map_or(Cell::Empty, Cell::from));
    }
    cells
}
