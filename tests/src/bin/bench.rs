//! `bench`: measures how fast the program in the same build directory responds, over loopback, on its private
//! PostgreSQL. Prints requests per second and the median and 99th percentile in milliseconds; asserts nothing.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use forum_tests::program::Installation;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const SECONDS: Duration = Duration::from_secs(3);
const AT_ONCE: usize = 16;
/// The health check while 400 clients hold a half-sent header open.
const BESIDE_SLOW: &str = "beside 400 slow";
const EMAIL: &str = "bench@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

#[derive(Clone)]
struct Shot {
    name: &'static str,
    method: Method,
    path: &'static str,
    body: Option<Value>,
    expected: u16,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let place = Installation::new()?.with("FORUM__LIMITS__FACTOR", "1000000");
    let program = place.serve().await?;
    place.create_admin(EMAIL, PASSWORD).await?;
    let client = Client::new();
    let sign_in = json!({ "email": EMAIL, "password": PASSWORD });
    let session = client.post(format!("{}/api/auth/sessions", program.url)).json(&sign_in).send().await?;
    let session: Value = session.error_for_status()?.json().await?;
    let token = session["access_token"].as_str().context("an access token")?;

    let address = program.url.strip_prefix("http://").context("an address")?;
    let mut slow = Vec::new();

    let get = |name, path| Shot { name, method: Method::GET, path, body: None, expected: 200 };
    let shots = [
        get("page", "/"),
        get("health", "/api/health"),
        get("own account", "/api/users/me"),
        get("review list", "/api/admin/applications"),
        Shot {
            name: "sign-in",
            method: Method::POST,
            path: "/api/auth/sessions",
            body: Some(sign_in),
            expected: 201,
        },
        get(BESIDE_SLOW, "/api/health"),
    ];
    writeln!(std::io::stdout(), "{:<16}{:>10}{:>12}{:>12}", "request", "a second", "median ms", "99 % ms")?;
    for shot in shots {
        let name = shot.name;
        while name == BESIDE_SLOW && slow.len() < 400 {
            let mut socket = TcpStream::connect(address).await?;
            socket.write_all(b"GET / HTTP/1.1\r\nHost: fo").await?;
            slow.push(socket);
        }
        let mut times = fire(&client, &program.url, token, shot).await?;
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
        let rate = times.len() as f64 / SECONDS.as_secs_f64();
        writeln!(std::io::stdout(), "{name:<16}{rate:>10.0}{:>12.2}{:>12.2}", at(0.5), at(0.99))?;
    }
    program.end().await
}

/// Sends the request repeatedly from several tasks; returns how long each request took.
async fn fire(client: &Client, url: &str, token: &str, shot: Shot) -> anyhow::Result<Vec<Duration>> {
    let until = Instant::now() + SECONDS;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let (client, url, token, shot) =
            (client.clone(), format!("{url}{}", shot.path), token.to_owned(), shot.clone());
        tasks.spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < until {
                let mut request = client.request(shot.method.clone(), &url).bearer_auth(&token);
                if let Some(body) = &shot.body {
                    request = request.json(body);
                }
                let started = Instant::now();
                let answer = request.send().await?;
                let status = answer.status().as_u16();
                answer.bytes().await?;
                times.push(started.elapsed());
                ensure!(status == shot.expected || status == 503, "{url} answered {status}");
            }
            Ok(times)
        });
    }
    let mut all = Vec::new();
    while let Some(times) = tasks.join_next().await {
        all.extend(times??);
    }
    Ok(all)
}
