//! Five hundred concurrent sign-ins. Each costs a password hash of 19 MiB, so most of them wait or are refused.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{ADMIN, PASSWORD, expect_invariants, quiet_installation};
use crate::client::Client;

const AT_ONCE: usize = 500;
/// The maximum memory growth in MiB.
const MOST: u64 = 120;

#[tokio::test]
async fn five_hundred_concurrent_sign_ins_are_answered_or_refused_in_bounded_memory() {
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let visitor = Client::new(&program.url);
    program.forget_peak_memory();
    let before = program.peak_memory();
    let mut requests = JoinSet::new();
    for index in 0..AT_ONCE {
        let visitor = visitor.clone();
        let body = match index % 3 {
            0 => json!({ "email": ADMIN, "password": PASSWORD }),
            1 => json!({ "email": ADMIN, "password": "Wrong-9-password" }),
            _ => json!({ "email": format!("nobody{index}@school.example"), "password": PASSWORD }),
        };
        requests.spawn(async move {
            let answer = visitor.post("/auth/sessions", body).await;
            let status = answer.status().as_u16();
            (status, answer.json::<Value>().await.expect("JSON")["code"] == "busy")
        });
    }
    let (mut statuses, mut busy) = (BTreeMap::<u16, usize>::new(), 0);
    while let Some(answer) = requests.join_next().await {
        let (status, is_busy) = answer.expect("a response");
        busy += usize::from(is_busy);
        *statuses.entry(status).or_default() += 1;
        if statuses.values().sum::<usize>() % 20 == 0 {
            assert_eq!(visitor.get("/health").await["status"], "ok");
        }
    }
    let grown = (program.peak_memory() - before) / (1024 * 1024);
    assert!(grown < MOST, "{grown} MiB");
    let known = [201, 401, 429, 503];
    assert!(statuses.keys().all(|status| known.contains(status)), "{statuses:?}");
    assert!(statuses.contains_key(&201) && statuses.contains_key(&401), "{statuses:?}");
    // Without the queue limit, the requests would wait until their deadline.
    assert!(busy > 0, "no request was refused because of a full queue: {statuses:?}");
    // Attempts by other clients lock out no user.
    visitor.sign_in(ADMIN, PASSWORD).await;
    expect_invariants(&installation).await;
    program.end().await;
}
