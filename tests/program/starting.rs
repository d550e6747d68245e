//! Startup, shutdown, and restart after a kill.

use std::time::Duration;

use forum_tests::program::Installation;
use forum_tests::timing::wait_for;
use procfs::process::LimitValue;
use tokio::net::UnixDatagram;
use tokio::time::timeout;

use crate::support::{children, postmaster, signal};

async fn healthy(url: &str) -> bool {
    let answer = reqwest::get(format!("{url}/api/ready")).await.expect("a response");
    answer.status() == 200
}

#[tokio::test]
async fn a_service_manager_is_notified_of_readiness_shutdown_and_a_missing_database() {
    let installation = Installation::new();
    let path = installation.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    let notified = async || {
        let mut message = [0; 128];
        let length = timeout(Duration::from_secs(60), manager.recv(&mut message)).await;
        let length = length.expect("a message").expect("a received message");
        String::from_utf8_lossy(&message[..length]).trim_end().to_owned()
    };
    let installation = installation.with("NOTIFY_SOCKET", path.display().to_string());
    let program = installation.serve().await;
    assert_eq!(notified().await, "READY=1");
    assert!(healthy(&program.url).await);
    program.end().await;
    assert_eq!(notified().await, "STOPPING=1");

    let program = installation.with("DATABASE_URL", "postgres://ann@127.0.0.1:1/forum").serve().await;
    let status = notified().await;
    assert!(status.starts_with("STATUS=cannot open the database; retrying"), "{status}");
    program.end().await;
}

#[tokio::test]
async fn the_limit_on_open_files_is_raised_for_many_connections() {
    let few = ["sh", "-c", "ulimit -S -n 64 && exec \"$0\" \"$@\""].map(str::to_owned);
    let installation = Installation::new().with_wrapper(few);
    let program = installation.serve().await;
    let files = program.process().limits().expect("its limits").max_open_files;
    let [soft, hard] = [files.soft_limit, files.hard_limit].map(|limit| match limit {
        LimitValue::Value(value) => value,
        LimitValue::Unlimited => u64::MAX,
    });
    assert_eq!(soft, hard.min(4096));
    program.end().await;
}

/// If the program exited first, the kernel would end PostgreSQL without a checkpoint, and the next start would need a
/// recovery.
#[tokio::test]
async fn at_shutdown_the_program_waits_until_its_postgresql_has_written_everything() {
    let (installation, mut program) = Installation::served().await;
    let log =
        || std::fs::read_to_string(installation.path().join("data/postgres/postgres.log")).expect("a log");
    let is_checkpointer = |pid: &u32| {
        std::fs::read_to_string(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|name| name.contains("checkpointer"))
    };
    let server = postmaster(&installation).expect("a server");
    let checkpointer: Vec<u32> = children(server).into_iter().filter(is_checkpointer).collect();
    assert!(signal("STOP", &checkpointer));
    program.signal("TERM").await;
    wait_for("the request", async || log().contains("received fast shutdown request")).await;
    let early = timeout(Duration::from_secs(1), program.ended()).await;
    assert!(early.is_err(), "{early:?}");
    assert!(signal("CONT", &checkpointer));
    assert!(program.ended().await.success());
    assert!(log().ends_with("database system is shut down\n"), "{}", log());
}

/// Log rotation and supervisors send it to every process.
#[tokio::test]
async fn a_site_ignores_sighup() {
    let installation = Installation::new().with_wrapper(["env", "--default-signal=HUP"].map(str::to_owned));
    let mut program = installation.serve().await;
    program.signal("HUP").await;
    let ended = timeout(Duration::from_secs(1), program.ended()).await;
    assert!(ended.is_err(), "{ended:?}");
    program.end().await;
}

#[tokio::test]
async fn a_site_with_an_https_origin_keeps_browsers_on_https() {
    let installation = Installation::new().with("FORUM__SITE__ORIGIN", "https://forum.example.org");
    let program = installation.serve().await;
    let answer = reqwest::get(format!("{}/api/health", program.url)).await.expect("a response");
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000");
    program.end().await;
}

#[tokio::test]
async fn a_second_program_on_one_data_directory_is_refused_and_the_first_keeps_running() {
    let installation = Installation::new();
    let first = installation.serve().await;
    let output = installation.run(&["serve"]).await.failure();
    assert!(output.contains("already run by") && output.contains("FORUM__DATA__DIR"), "{output}");
    assert!(healthy(&first.url).await);
    first.end().await;
}
