//! Applications as a CSV file (RFC 4180), written while they are read.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use csv::{Terminator, Writer, WriterBuilder};
use forum_domain::applications::{ExportRow, ExportRows, InternalColumns};
use forum_domain::shared::Fault;
use futures_util::future::join;
use futures_util::stream;
use poem::Body;
use time::format_description::well_known::Rfc3339;
use tokio::time::Instant;

use crate::api::review::export::columns::{Cell, cells, header};
use crate::response::downloads::{PIECE, allowed};

/// First characters that make a spreadsheet treat text as a formula, or that it strips before it looks at the next
/// one.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\n', '＝', '＋', '－', '＠'];

/// Tells Excel that the file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Maximum duration of an export. Its snapshot keeps the database from removing deleted rows.
pub(crate) const LONGEST: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CsvOptions {
    pub(crate) columns: InternalColumns,
    /// Whether the file begins with a byte-order mark.
    pub(crate) bom: bool,
}

/// The file: header, `first`, then `rows`. It is read at the client's rate, one batch ahead, holds `held` until its end, and
/// fails on a fault or if the client reads too slowly.
pub(crate) fn body(
    options: CsvOptions,
    first: Vec<ExportRow>,
    rows: Box<dyn ExportRows>,
    held: impl Send + 'static,
    patience: Duration,
) -> Body {
    let started = Instant::now();
    let begun = Sent { next: Ok(first), rows, written: Bytes::new(), bytes: 0, held };
    let pieces = stream::try_unfold(begun, move |mut sent| async move {
        if started.elapsed() > allowed(sent.bytes, patience).min(LONGEST) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        if sent.written.is_empty() {
            let is_first = sent.bytes == 0;
            let applications = sent.next.map_err(io::Error::other)?;
            if applications.is_empty() && !is_first {
                return Ok(None);
            }
            // The database reads the next rows while these are written.
            let text = async { written(options, &applications, is_first) };
            let (next, text) = join(sent.rows.next(), text).await;
            sent = Sent { next, written: text?.into(), ..sent };
        }
        let piece = sent.written.split_to(sent.written.len().min(PIECE));
        sent.bytes += piece.len();
        Ok(Some((piece, sent)))
    });
    Body::from_bytes_stream(pieces)
}

struct Sent<H> {
    /// Rows that were read already.
    next: Result<Vec<ExportRow>, Fault>,
    rows: Box<dyn ExportRows>,
    /// The text of earlier rows that is not sent yet.
    written: Bytes,
    bytes: usize,
    #[expect(dead_code, reason = "dropped at the end")]
    held: H,
}

/// These rows, after the header if they are the first.
fn written(options: CsvOptions, rows: &[ExportRow], is_first: bool) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    if is_first && options.bom {
        text.extend(BYTE_ORDER_MARK.as_bytes());
    }
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(text);
    if is_first {
        writer.write_record(header(options.columns))?;
    }
    for row in rows {
        write(&mut writer, cells(row, options.columns))?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

fn write(writer: &mut Writer<Vec<u8>>, row: Vec<Cell<'_>>) -> io::Result<()> {
    for cell in row {
        match cell {
            Cell::Text(text) if text.starts_with(FORMULA) => writer.write_field(format!("'{text}"))?,
            Cell::Text(text) => writer.write_field(text.as_bytes())?,
            Cell::Instant(at) => writer.write_field(at.format(&Rfc3339).map_err(io::Error::other)?)?,
            Cell::Date(day) => writer.write_field(day.to_string())?,
            Cell::Empty => writer.write_field("")?,
        }
    }
    Ok(writer.write_record(None::<&[u8]>)?)
}

#[cfg(test)]
mod tests;
