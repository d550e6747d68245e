//! Rows as an Excel workbook. A workbook is a ZIP archive whose directory is written last, so it is made in a
//! temporary file and sent afterwards. Files have no name in the folder, so a crash leaves none behind.

use std::fs::File;
use std::io::Seek;
use std::path::PathBuf;
use std::sync::Arc;

use forum_domain::shared::{Batches, Fault};
use futures_util::TryStreamExt;
use rust_xlsxwriter::{ExcelDateTime, Format, IgnoreError, Workbook, XlsxError};
use tokio::sync::mpsc;

use crate::api::review::export::columns::{Cell, Sheet};

/// Maximum number of rows: those of a worksheet without the header.
pub(crate) const MAX_ROWS: u64 = 1_048_575;
/// Maximum number of rows in a workbook whose texts are stored beside the sheet, as Excel does. Some readers, such as
/// Apple's Quick Look, show texts within the sheet as empty cells. While the file is made these texts are in memory.
const MAX_SHARED: u64 = 20_000;
/// From 1 to 9. The default, 6, makes the file 5 % smaller but takes 2 s longer for a million applications.
const COMPRESSION: u8 = 4;
/// In characters.
const WIDTH: f64 = 18.0;
const WIDE: f64 = 60.0;
/// In Excel's language. All times are in UTC.
const INSTANT: &str = "yyyy-mm-dd hh:mm:ss \"UTC\"";
const DATE: &str = "yyyy-mm-dd";

/// What a workbook is made of, besides its rows.
pub(crate) struct Plan<S> {
    /// The folder of temporary files.
    pub(crate) folder: PathBuf,
    pub(crate) columns: S,
    /// The number of rows.
    pub(crate) total: u64,
    pub(crate) origin: Arc<str>,
}

/// The workbook with `first`, then `rows`. Dropping the future stops the writer.
pub(crate) async fn make<S: Sheet>(
    plan: Plan<S>,
    first: Vec<S::Row>,
    mut rows: Batches<S::Row>,
) -> Result<File, Fault> {
    // An empty batch marks the end. Without it the workbook is incomplete and dropped.
    let (sender, batches) = mpsc::channel(1);
    let writer = tokio::task::spawn_blocking(move || write(&plan, batches));
    let mut batch = first;
    loop {
        let is_last = batch.is_empty();
        // A writer that failed has closed the channel.
        if sender.send(batch).await.is_err() || is_last {
            break;
        }
        batch = rows.try_next().await?.unwrap_or_default();
    }
    let unwritable = |reason: String| Fault::Unavailable(format!("cannot write the workbook: {reason}"));
    // The library panics if a temporary file cannot be written.
    let written = writer.await.map_err(|error| unwritable(error.to_string()))?;
    written.map_err(|error| match error {
        XlsxError::IoError(_) | XlsxError::ZipError(_) | XlsxError::TempFileError(..) => {
            unwritable(error.to_string())
        }
        permanent => Fault::Bug(format!("cannot make the workbook: {permanent}")),
    })
}

fn write<S: Sheet>(plan: &Plan<S>, mut batches: mpsc::Receiver<Vec<S::Row>>) -> Result<File, XlsxError> {
    let mut workbook = Workbook::new();
    workbook.set_tempdir(&plan.folder)?;
    workbook.set_zip_compression_level(COMPRESSION);
    let (instant, date) = (Format::new().set_num_format(INSTANT), Format::new().set_num_format(DATE));
    let bold = Format::new().set_bold();
    let headings = plan.columns.headings();
    let last_column = (headings.len() - 1) as u16;
    let sheet = if plan.total <= MAX_SHARED {
        workbook.add_worksheet_with_low_memory()?
    } else {
        workbook.add_worksheet_with_constant_memory()?
    };
    sheet.set_name(S::NAME)?.set_freeze_panes(1, 0)?;
    for (column, (heading, is_long)) in (0..).zip(headings) {
        sheet.set_column_width(column, if is_long { WIDE } else { WIDTH })?;
        sheet.write_string_with_format(0, column, heading, &bold)?;
    }
    let mut number = 0;
    loop {
        let batch =
            batches.blocking_recv().ok_or_else(|| XlsxError::CustomError("interrupted".to_owned()))?;
        if batch.is_empty() {
            break;
        }
        for row in &batch {
            number += 1;
            for (column, cell) in (0..).zip(plan.columns.workbook_cells(row, &plan.origin)) {
                match cell {
                    Cell::Text(text) => sheet.write_string(number, column, text)?,
                    Cell::Instant(at) => {
                        let at = ExcelDateTime::from_timestamp(at.unix_timestamp())?;
                        sheet.write_datetime_with_format(number, column, at, &instant)?
                    }
                    Cell::Date(day) => {
                        let day = ExcelDateTime::from_ymd(
                            day.year().unsigned_abs() as u16,
                            day.month().into(),
                            day.day(),
                        )?;
                        sheet.write_datetime_with_format(number, column, day, &date)?
                    }
                    Cell::Empty => continue,
                };
            }
        }
    }
    sheet.autofilter(0, 0, number, last_column)?;
    // Otherwise Excel marks every ZIP code as a mistake.
    sheet.ignore_error_range(0, 0, number, last_column, IgnoreError::NumberStoredAsText)?;
    let mut file = tempfile::tempfile_in(&plan.folder)?;
    workbook.save_to_writer(&mut file)?;
    file.rewind()?;
    Ok(file)
}
