//! The export as an Excel workbook, and the file that it is made in. tests/foreign-client reads the cells with another
//! program's library.

use std::path::Path;

use forum_tests::harness::{Ports, TestApi};
use forum_tests::postgres::PostgresDatabase;
use http_body_util::BodyExt;
use sqlx::PgPool;

use super::export::begun;

const EXPORT: &str = "/api/admin/applications/export";

#[tokio::test]
async fn a_workbook_is_a_zip_file_with_its_own_name_and_has_no_byte_order_mark() {
    let api = TestApi::new().await;
    let (_, admin, _) = api.desk().await;
    let answer = admin.get(&format!("{EXPORT}?format=xlsx&status=pending")).await.expect(200);
    let content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(answer.header("content-type"), content_type);
    let name = "attachment; filename=\"applications-2026-11-20.xlsx\"";
    assert_eq!(answer.header("content-disposition"), name);
    assert!(answer.body.starts_with(b"PK\x03\x04"));
    admin.get(&format!("{EXPORT}?format=xlsx&bom=true")).await.problem(422, "validation_failed");
    // The permits of the refused export are free again.
    admin.get(&format!("{EXPORT}?format=xlsx")).await.expect(200);
}

/// The open files of this process in a folder. Files of workbooks have no name there.
fn open_files(folder: &Path) -> usize {
    let open = std::fs::read_dir("/proc/self/fd").expect("open files").flatten();
    open.filter(|file| std::fs::read_link(file.path()).is_ok_and(|path| path.starts_with(folder))).count()
}

/// Other connections that are not idle.
async fn busy_connections(pool: &PgPool) -> i64 {
    let query = "select count(*) from pg_stat_activity
                 where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()";
    sqlx::query_scalar(query).fetch_one(pool).await.expect("a number")
}

/// Waits for the writer, which notices the end when it asks for the next rows.
async fn released(folder: &Path, pool: &PgPool) {
    let released = async {
        while open_files(folder) > 0 || busy_connections(pool).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), released).await.expect("nothing left open");
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_disconnects_leaves_no_file_and_no_connection() {
    let database = PostgresDatabase::fresh().await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut ports = Ports::postgres(database.pool());
    ports.settings.temporary_files = folder.path().to_owned();
    let api = TestApi::with(ports);
    let admin = api.admin("admin@forum.example").await;
    let insert = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), (select user_id from profiles limit 1), 'rejected', '2026-01-01', '2026-01-02',
            repeat('x', 5000), 'p', 'd', '{}', '1980-01-01', 'a', 'c', 's', 'z', '1', 'M'
        from generate_series(1, 5000)";
    let pool = PgPool::connect_with(database.pool().options().clone()).await.expect("a connection");
    sqlx::query(insert).execute(&pool).await.expect("applications");

    // While the workbook is made.
    let mut making = Box::pin(begun(&api, "admin@forum.example", "?format=xlsx"));
    let began = std::time::Instant::now();
    while open_files(folder.path()) == 0 {
        assert!(began.elapsed().as_secs() < 60, "no file is begun");
        let moment = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(moment, &mut making).await.is_err(), "the workbook is complete");
    }
    drop(making);
    released(folder.path(), &pool).await;

    // While it is sent.
    let mut response = begun(&api, "admin@forum.example", "?format=xlsx").await;
    assert_eq!(response.status(), 200);
    response.body_mut().frame().await.expect("a piece").expect("no fault");
    assert!(open_files(folder.path()) > 0);
    drop(response);
    released(folder.path(), &pool).await;

    admin.get(&format!("{EXPORT}?format=xlsx&q=unknown")).await.expect(200);
    pool.close().await;
}
