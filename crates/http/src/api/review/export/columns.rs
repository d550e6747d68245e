//! The columns of an export of applications, and the cells of a row.

use std::borrow::Cow;

use forum_domain::applications::{
    ExportRow, Field, FieldKind, FieldValue, InternalColumns, state_key, us_state,
};
use time::format_description::BorrowedFormatItem;
use time::macros::{date, format_description};
use time::{Date, OffsetDateTime};

/// The applicant's columns (docs/product.md, 6.5): the names for programs and the headings of a workbook.
const APPLICANT: &[(&str, &str)] = &[
    ("id", "Application ID"),
    ("status", "Status"),
    ("submitted_at", "Submitted"),
    ("reviewed_at", "Decided"),
    ("first_name", "First name"),
    ("last_name", "Last name"),
    ("email", "Email"),
    ("teaching_experience", "Teaching experience"),
    ("teaching_position", "Teaching position"),
    ("school_district", "School district"),
    ("subjects_taught", "Subjects taught"),
    ("date_of_birth", "Date of birth"),
    ("address_line1", "Address line 1"),
    ("address_line2", "Address line 2"),
    ("city", "City"),
    ("state", "State"),
    ("zip_code", "ZIP code"),
    ("phone", "Phone"),
    ("headshot_url", "Photo"),
    ("t_shirt_size", "T-shirt size"),
];
const DATE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Before this day LibreOffice shows every date as the day before, because Excel counts a 29 February 1900.
const FIRST_DATE: Date = date!(1900 - 03 - 01);

/// The columns of an export.
pub(crate) trait Sheet: Copy + Send + Sync + 'static {
    type Row: Send + Sync + 'static;
    /// The name of the sheet of a workbook. In lower case, the name of the file begins with it.
    const NAME: &'static str;

    /// The names of the columns, for programs.
    fn header(self) -> Vec<&'static str>;

    /// One cell for each name.
    fn cells(self, row: &Self::Row) -> Vec<Cell<'_>>;

    /// The headings of a workbook, and whether the column has long texts.
    fn headings(self) -> Vec<(&'static str, bool)>;

    /// One cell for each heading. Addresses of the site begin with `origin`.
    fn workbook_cells<'a>(self, row: &'a Self::Row, _origin: &str) -> Vec<Cell<'a>> {
        self.cells(row)
    }
}

impl Sheet for InternalColumns {
    type Row = ExportRow;
    const NAME: &'static str = "Applications";

    fn header(self) -> Vec<&'static str> {
        columns(self).map(|(name, _)| name).collect()
    }

    fn cells(self, row: &ExportRow) -> Vec<Cell<'_>> {
        columns(self).map(|(name, _)| cell(row, name)).collect()
    }

    fn headings(self) -> Vec<(&'static str, bool)> {
        let mut headings = Vec::new();
        for (name, heading) in columns(self) {
            headings.push((heading, matches!(name, "teaching_experience" | "note")));
            // The code of a US state or territory follows the text that was entered.
            if name == "state" {
                headings.push(("State (code)", false));
            }
        }
        headings
    }

    fn workbook_cells<'a>(self, row: &'a ExportRow, origin: &str) -> Vec<Cell<'a>> {
        let mut cells = Vec::new();
        for (name, _) in columns(self) {
            cells.push(match cell(row, name) {
                Cell::Text(path) if name == "headshot_url" => Cell::text(format!("{origin}{path}")),
                Cell::Text(text) if is_date(name) => match Date::parse(&text, DATE) {
                    Ok(date) if date >= FIRST_DATE => Cell::Date(date),
                    _ => Cell::text(text),
                },
                cell => cell,
            });
            if name == "state" {
                let state = us_state(&state_key(row.detail.application.fields.text(name)));
                cells.push(Cell::optional(state.map(|(code, _)| code)));
            }
        }
        cells
    }
}

pub(crate) enum Cell<'a> {
    Text(Cow<'a, str>),
    Instant(OffsetDateTime),
    Date(Date),
    Empty,
}

impl<'a> Cell<'a> {
    /// Line breaks within a cell are line feeds. A workbook would show a carriage return as `_x000D_`.
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        Self::Text(if text.contains('\r') {
            text.replace("\r\n", "\n").replace('\r', "\n").into()
        } else {
            text
        })
    }

    pub(crate) fn optional(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }
}

fn columns(internal: InternalColumns) -> impl Iterator<Item = (&'static str, &'static str)> {
    let optional = [(internal.note, ("note", "Note")), (internal.reviewer, ("reviewer", "Decided by"))];
    let optional = optional.into_iter().filter(|(included, _)| *included).map(|(_, column)| column);
    APPLICANT.iter().copied().chain(optional)
}

fn is_date(name: &str) -> bool {
    Field::named(name).is_some_and(|field| field.kind == FieldKind::Date)
}

fn cell<'a>(row: &'a ExportRow, column: &str) -> Cell<'a> {
    let (application, person) = (&row.detail.application, row.detail.person.as_ref());
    let name = person.map(|person| &person.name);
    match column {
        "id" => Cell::text(application.id.to_string()),
        "status" => Cell::text(application.status.as_str()),
        "submitted_at" => Cell::Instant(application.submitted_at),
        "reviewed_at" => application.reviewed_at.map_or(Cell::Empty, Cell::Instant),
        "first_name" => Cell::optional(name.map(|name| name.first.as_str())),
        "last_name" => Cell::optional(name.map(|name| name.last.as_str())),
        "email" => Cell::optional(person.map(|person| person.email.as_str())),
        "headshot_url" => Cell::optional(application.headshot_url.as_deref()),
        "note" => Cell::optional(application.note.as_deref()),
        "reviewer" => {
            Cell::optional(row.reviewer.as_ref().map(|name| format!("{} {}", name.first, name.last)))
        }
        field => match application.fields.values.get(field) {
            Some(FieldValue::List(items)) => Cell::text(items.join("; ")),
            Some(FieldValue::Text(text)) => Cell::text(text.as_str()),
            None => Cell::Empty,
        },
    }
}
