//! Rows as a CSV file (RFC 4180), written while they are read.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use csv::{Terminator, Writer, WriterBuilder};
use forum_domain::shared::{Batches, Fault};
use futures_util::TryStreamExt;
use futures_util::future::join;
use futures_util::stream;
use poem::Body;
use time::format_description::well_known::Rfc3339;
use tokio::time::Instant;

use crate::api::review::export::columns::{Cell, Sheet};
use crate::response::downloads::{PIECE, allowed};

/// First characters that make a spreadsheet treat text as a formula, or that it strips before it looks at the next
/// one.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\n', '＝', '＋', '－', '＠'];

/// Tells Excel that the file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Maximum duration of an export. Its snapshot keeps the database from removing deleted rows.
pub(crate) const LONGEST: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CsvOptions<S> {
    pub(crate) columns: S,
    /// Whether the file begins with a byte-order mark.
    pub(crate) bom: bool,
}

/// The file: header, `first`, then `rows`. It is read at the client's rate, one batch ahead, holds `held` until its end, and
/// fails on a fault or if the client reads too slowly.
pub(crate) fn body<S: Sheet>(
    options: CsvOptions<S>,
    first: Vec<S::Row>,
    rows: Batches<S::Row>,
    held: impl Send + 'static,
    patience: Duration,
) -> Body {
    let started = Instant::now();
    let begun = Sent { next: Ok(Some(first)), rows, written: Bytes::new(), bytes: 0, held };
    let pieces = stream::try_unfold(begun, move |mut sent| async move {
        if started.elapsed() > allowed(sent.bytes, patience).min(LONGEST) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        if sent.written.is_empty() {
            let is_first = sent.bytes == 0;
            let Some(batch) = sent.next.map_err(io::Error::other)? else { return Ok(None) };
            // The database reads the next rows while these are written.
            let text = async { written(options, &batch, is_first) };
            let (next, text) = join(sent.rows.try_next(), text).await;
            sent = Sent { next, written: text?.into(), ..sent };
        }
        let piece = sent.written.split_to(sent.written.len().min(PIECE));
        sent.bytes += piece.len();
        Ok(Some((piece, sent)))
    });
    Body::from_bytes_stream(pieces)
}

struct Sent<R, H> {
    /// Rows that were read already.
    next: Result<Option<Vec<R>>, Fault>,
    rows: Batches<R>,
    /// The text of earlier rows that is not sent yet.
    written: Bytes,
    bytes: usize,
    #[expect(dead_code, reason = "dropped at the end")]
    held: H,
}

/// These rows, after the header if they are the first.
fn written<S: Sheet>(options: CsvOptions<S>, rows: &[S::Row], is_first: bool) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    if is_first && options.bom {
        text.extend(BYTE_ORDER_MARK.as_bytes());
    }
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(text);
    if is_first {
        writer.write_record(options.columns.header())?;
    }
    for row in rows {
        write(&mut writer, options.columns.cells(row))?;
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
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use forum_domain::applications::{
        Application, ApplicationDetail, ApplicationFields, ExportRow, FieldValue, InternalColumns, Person,
        RawFields, Status,
    };
    use forum_domain::shared::{EmailAddress, PersonName};
    use futures_util::StreamExt;
    use time::macros::datetime;
    use uuid::Uuid;

    use proptest::prelude::*;

    use super::*;
    use crate::response::downloads::PATIENCE;

    fn detail(first: &str) -> ExportRow {
        let at = datetime!(2026-11-20 12:00 UTC);
        let fields = ApplicationFields::parse(&RawFields::example(), at.date()).expect("a valid form");
        let application = Application {
            id: Uuid::nil(),
            user_id: Uuid::nil(),
            status: Status::Pending,
            submitted_at: at,
            reviewed_at: None,
            fields,
            headshot_url: None,
            note: Some("internal".to_owned()),
            decided_by: None,
        };
        let name = PersonName { first: first.to_owned(), last: "Li".to_owned() };
        let person = Person { name, email: EmailAddress::stored("ana@example.org".to_owned()) };
        ExportRow { detail: ApplicationDetail { application, person: Some(person) }, reviewer: None }
    }

    /// `left` batches of one row each, and the number of those that were requested.
    fn rows(left: usize) -> (Batches<ExportRow>, Arc<AtomicUsize>) {
        let requested = Arc::new(AtomicUsize::new(0));
        let counted = requested.clone();
        let batches = stream::iter(0..left).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(vec![detail("Ana")])
        });
        (batches.boxed(), requested)
    }

    fn text(rows: &[ExportRow], is_first: bool) -> String {
        String::from_utf8(
            written(CsvOptions::<InternalColumns>::default(), rows, is_first).expect("a written piece"),
        )
        .expect("UTF-8")
    }

    #[test]
    fn a_value_that_a_spreadsheet_would_evaluate_gets_an_apostrophe() {
        let table = [
            ("=1+1", "'=1+1"),
            ("-1", "'-1"),
            ("\t=1", "'\t=1"),
            ("\r\n=1", "\"'\n=1\""),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠A", "'＠A"),
            ("1=1", "1=1"),
            ("'=1", "'=1"),
            ("Ana \"Bo\"", "\"Ana \"\"Bo\"\"\""),
        ];
        for (first, cell) in table {
            let text = text(&[detail(first)], false);
            assert!(
                text.contains(&format!(",pending,2026-11-20T12:00:00Z,,{cell},Li,")),
                "{first:?}: {text}"
            );
        }
    }

    #[test]
    fn a_workbook_also_has_the_code_of_the_state_dates_and_complete_addresses_of_photos() {
        let columns = InternalColumns::default();
        let names: Vec<_> = columns.headings().into_iter().map(|(name, _)| name).collect();
        let mut row = detail("=1");
        row.detail.application.headshot_url = Some("/storage/a.png".to_owned());
        for (day, is_date) in [("1900-02-28", false), ("1900-03-01", true)] {
            let born = FieldValue::Text(day.to_owned());
            row.detail.application.fields.values.insert("date_of_birth", born);
            let cells = columns.workbook_cells(&row, "https://forum.example");
            assert_eq!(cells.len(), names.len());
            let cell = |name| &cells[names.iter().position(|known| *known == name).expect("a column")];
            for (name, expected) in [
                ("First name", "=1"),
                ("State (code)", "FL"),
                ("Photo", "https://forum.example/storage/a.png"),
            ] {
                assert!(matches!(cell(name), Cell::Text(text) if text == expected), "{name}");
            }
            assert_eq!(matches!(cell("Date of birth"), Cell::Date(_)), is_date, "{day}");
        }
    }

    #[test]
    fn internal_columns_and_the_byte_order_mark_are_added_on_request() {
        let columns = InternalColumns { note: true, reviewer: true };
        let reviewer = Some(PersonName { first: "Ben".to_owned(), last: "Ode".to_owned() });
        let decided = ExportRow { reviewer, ..detail("Ana") };
        let options = CsvOptions { columns, bom: true };
        let first =
            String::from_utf8(written(options, &[decided], true).expect("a written piece")).expect("UTF-8");
        assert!(
            first.starts_with("\u{feff}id,status,") && first.contains(",t_shirt_size,note,reviewer\r\n"),
            "{first}"
        );
        assert!(first.ends_with(",internal,Ben Ode\r\n"), "{first}");
        let next = String::from_utf8(written(options, &[detail("Cleo")], false).expect("a written piece"))
            .expect("UTF-8");
        assert!(!next.contains('\u{feff}') && next.ends_with(",internal,\r\n"), "{next}");
    }

    #[tokio::test]
    async fn rows_are_read_one_batch_before_the_client_reads_them() {
        let (rows, requested) = rows(1_000);
        let mut pieces =
            body(CsvOptions::<InternalColumns>::default(), vec![detail("Ana")], rows, (), PATIENCE)
                .into_bytes_stream();
        for taken in 1..=20 {
            pieces.next().await.expect("another piece").expect("no fault");
            assert_eq!(requested.load(Ordering::Relaxed), taken, "batches read for {taken} pieces");
        }
    }

    #[tokio::test]
    async fn a_client_that_reads_too_slowly_is_cut_off_and_the_permit_is_released() {
        let held = Arc::new(());
        let (rows, first) = (rows(1_000).0, vec![detail("Ana")]);
        let slow = body(CsvOptions::<InternalColumns>::default(), first, rows, held.clone(), Duration::ZERO);
        assert!(slow.into_vec().await.is_err());
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test]
    async fn a_batch_of_long_texts_is_sent_in_pieces() {
        let mut row = detail("Ana");
        row.detail.application.fields.values.insert("teaching_experience", "é".repeat(5_000).as_str().into());
        let pieces = body(CsvOptions::<InternalColumns>::default(), vec![row; 250], rows(1).0, (), PATIENCE)
            .into_bytes_stream();
        let lengths: Vec<usize> = pieces.map(|piece| piece.expect("no fault").len()).collect().await;
        assert!(lengths.iter().all(|length| (1..=PIECE).contains(length)), "{lengths:?}");
        assert!(lengths.iter().sum::<usize>() > 2_500_000);
    }

    proptest! {
        /// A strict reader, as spreadsheets have.
        #[test]
        fn every_cell_reads_back_unchanged_or_after_an_apostrophe_and_none_is_a_formula(
            texts in prop::collection::vec("(?s)[=+@＝\t\r\n\",;' -]{0,4}.{0,12}", 5),
        ) {
            let mut row = detail(&texts[0]);
            let fields = &mut row.detail.application.fields;
            fields.values.insert("teaching_experience", texts[1].as_str().into());
            fields.values.insert("subjects_taught", texts[2..4].to_vec().into());
            fields.values.insert("phone", texts[4].as_str().into());
            let text = text(&[row], true);
            let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
            let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("rows of one width");
            let [row] = rows.as_slice() else { panic!("{} rows", rows.len()) };
            let columns = ["first_name", "teaching_experience", "subjects_taught", "phone"];
            let written = [texts[0].clone(), texts[1].clone(), texts[2..4].join("; "), texts[4].clone()];
            let written = written.map(|text| text.replace("\r\n", "\n").replace('\r', "\n"));
            for (column, original) in columns.into_iter().zip(written) {
                let at = InternalColumns::default().header().iter().position(|name| *name == column).expect("a column");
                let cell = &row[at];
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\n', '＝', '＋', '－', '＠']), "{:?}", cell);
                prop_assert!(cell == original || cell.strip_prefix('\'') == Some(original.as_str()), "{:?} for {:?}", cell, original);
            }
        }
    }
}
