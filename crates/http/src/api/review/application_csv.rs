//! Applications as rows of a CSV file (RFC 4180), written while they are read.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use csv::{Terminator, Writer, WriterBuilder};
use forum_domain::applications::{ApplicationDetail, ExportRows};
use futures_util::stream;
use poem::Body;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::time::Instant;

use crate::response::downloads::{PATIENCE, allowed};

/// The columns (docs/product.md, 6.5).
pub(crate) const HEADER: [&str; 20] = [
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

/// First characters that make a spreadsheet treat text as a formula, or that it strips before it looks at the next
/// one.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Maximum duration of an export. Its snapshot keeps the database from removing deleted rows.
const LONGEST: Duration = Duration::from_secs(600);

/// The file: header, `first`, then `rows`. It is read at the client's rate, holds `held` until its end, and fails on a
/// fault or if the client reads too slowly.
pub(crate) fn body(
    first: Vec<ApplicationDetail>,
    rows: Box<dyn ExportRows>,
    held: impl Send + 'static,
) -> Body {
    patiently(first, rows, held, PATIENCE)
}

fn patiently(
    first: Vec<ApplicationDetail>,
    rows: Box<dyn ExportRows>,
    held: impl Send + 'static,
    patience: Duration,
) -> Body {
    let started = Instant::now();
    let begun = Sent { next: Some(first), rows, bytes: 0, held };
    let pieces = stream::try_unfold(begun, move |mut sent| async move {
        let (applications, is_first) = match sent.next.take() {
            Some(first) => (first, true),
            None => (sent.rows.next().await.map_err(io::Error::other)?, false),
        };
        if applications.is_empty() && !is_first {
            return Ok(None);
        }
        if started.elapsed() > allowed(sent.bytes, patience).min(LONGEST) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        let piece = piece(&applications, is_first)?;
        sent.bytes += piece.len();
        Ok(Some((Bytes::from(piece), sent)))
    });
    Body::from_bytes_stream(pieces)
}

struct Sent<H> {
    /// Rows read before the first byte is sent.
    next: Option<Vec<ApplicationDetail>>,
    rows: Box<dyn ExportRows>,
    bytes: usize,
    #[expect(dead_code, reason = "dropped at the end")]
    held: H,
}

/// These rows, after the header if they are the first.
fn piece(applications: &[ApplicationDetail], is_first: bool) -> io::Result<Vec<u8>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    if is_first {
        writer.write_record(HEADER)?;
    }
    for application in applications {
        write(&mut writer, application)?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

fn write(writer: &mut Writer<Vec<u8>>, detail: &ApplicationDetail) -> io::Result<()> {
    let ApplicationDetail { application, person } = detail;
    let fields = &application.fields;
    let name = person.as_ref().map(|person| &person.name);
    let row: [&str; HEADER.len()] = [
        &application.id.to_string(),
        application.status.as_str(),
        &instant(application.submitted_at)?,
        &application.reviewed_at.map(instant).transpose()?.unwrap_or_default(),
        name.map_or("", |name| &name.first),
        name.map_or("", |name| &name.last),
        person.as_ref().map_or("", |person| person.email.as_str()),
        &fields.teaching_experience,
        &fields.teaching_position,
        &fields.school_district,
        &fields.subjects_taught.join("; "),
        &fields.date_of_birth.to_string(),
        &fields.address_line1,
        fields.address_line2.as_deref().unwrap_or_default(),
        &fields.city,
        &fields.state,
        &fields.zip_code,
        &fields.phone,
        application.headshot_url.as_deref().unwrap_or_default(),
        fields.t_shirt_size.as_str(),
    ];
    for cell in row {
        if cell.starts_with(FORMULA) {
            writer.write_field(format!("'{cell}"))?;
        } else {
            writer.write_field(cell)?;
        }
    }
    Ok(writer.write_record(None::<&[u8]>)?)
}

fn instant(at: OffsetDateTime) -> io::Result<String> {
    at.format(&Rfc3339).map_err(io::Error::other)
}

#[cfg(test)]
mod tests;
