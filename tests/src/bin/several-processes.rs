//! `several-processes PROGRAM`: restarts three serving processes and a worker in turn, as an upgrade does, behind HAProxy as
//! `deploy/proxy/haproxy.cfg` configures it, while applicants apply and are approved. No request may fail, and nothing may
//! be lost or duplicated.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use forum_domain::headshots::ImageKind;
use forum_tests::authority::Authority;
use forum_tests::client::Client;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::postgres::insert_applicants;
use forum_tests::program::{Installation, Program};
use forum_tests::smtp_sink::{ReceivedMail, SmtpSink};
use forum_tests::timing::wait_for;
use futures_util::future::join_all;
use reqwest::{Certificate, Method, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

const ADMIN: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";
const WELCOME: &str = "Welcome to the Educators Forum";
const AT_ONCE: usize = 8;
/// More than can be approved during the restarts.
const APPLICANTS: i32 = 10_000;
const SHIPPED: &str = include_str!("../../../deploy/proxy/haproxy.cfg");

/// Those who became members without a loss or a duplicate.
const MEMBERS: &str = "
    select count(*) from applications a
    where status = 'approved'
      and (select count(*) from application_events e where e.application_id = a.id and e.to_status = 'approved') = 1
      and (select string_agg(role, ',') from user_roles r where r.user_id = a.user_id) = 'member'
      and (select count(*) from headshots h where h.user_id = a.user_id and h.state = 'stored') = 1";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let executable = std::env::args().nth(1).context("usage: several-processes PROGRAM")?;
    let (sink, folder) = (SmtpSink::start().await, tempfile::tempdir()?);
    let database = PostgresDatabase::empty().await;
    let [site, plain, served @ ..] = free_addresses::<5>().await?;
    let url = format!("https://localhost:{}", site.port());
    // The worker listens nowhere.
    let [one, two, three] = served;
    let installations = [one, two, three, (Ipv4Addr::LOCALHOST, 0).into()].map(|address: SocketAddr| {
        Installation::new()
            .with_mail(&sink)
            .with_executable(&executable)
            .with("DATABASE_URL", database.url())
            .with("FORUM__DATA__DIR", folder.path().join("data").display().to_string())
            .with("FORUM__SITE__ORIGIN", &url)
            .with("FORUM__HTTP__LISTEN", address.to_string())
            .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.0.1")
            .with("FORUM__HTTP__DRAIN_SECONDS", "3")
    });
    let mut programs = join_all(installations.iter().enumerate().map(start)).await;
    installations[0].create_admin(ADMIN, PASSWORD).await;
    let mut connection = database.pool().acquire().await?;
    let waiting = RefCell::new(insert_applicants(&mut connection, APPLICANTS).await.into_iter());
    drop(connection);

    let authority = Authority::new();
    let _balancer = balancer(folder.path(), &authority, site, plain, &served)?;
    // HAProxy closes idle connections after 10 s, and a request sent at that moment would be lost.
    let http = reqwest::Client::builder()
        .tls_certs_only([Certificate::from_pem(authority.pem().as_bytes())?])
        .pool_idle_timeout(Duration::from_secs(5))
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    wait_for("the balancer", async || is_ready(&http, &url).await).await;
    let redirected = http.get(format!("http://{plain}/about")).send().await?;
    ensure!(redirected.status() == 308, "plain http: {}", redirected.status());

    let visitor = Client::with_http(http, &url);
    let admin = visitor.sign_in(ADMIN, PASSWORD).await;
    let photo = photos::photo(ImageKind::Jpeg, 640, 480);
    let (is_over, approved) = (Cell::new(false), Cell::new(0_i64));
    let applicants = join_all((0..AT_ONCE).map(async |_| {
        while !is_over.get() {
            let email = waiting.borrow_mut().next().expect("more applicants");
            becomes_member(&visitor, &admin, &email, &photo).await;
            approved.set(approved.get() + 1);
        }
    }));
    let restarts = async {
        restart_each(&installations, &mut programs).await;
        is_over.set(true);
    };
    tokio::join!(applicants, restarts);

    let members: i64 = sqlx::query_scalar(MEMBERS).fetch_one(database.pool()).await?;
    ensure!(
        approved.get() > 0 && members == approved.get(),
        "{} approved, {members} members",
        approved.get()
    );
    let unsent = "select count(*) from outbox where state <> 'sent'";
    let is_sent =
        async || sqlx::query_scalar(unsent).fetch_one(database.pool()).await.is_ok_and(|left: i64| left == 0);
    wait_for("every mail is sent", is_sent).await;
    let mails = sink.mails();
    let welcomes = mails.iter().map(ReceivedMail::read).filter(|mail| mail.subject.starts_with(WELCOME));
    let ids: BTreeMap<String, String> = welcomes.map(|mail| (mail.message_id, mail.to)).collect();
    let welcomed: BTreeSet<&String> = ids.values().collect();
    ensure!((ids.len(), welcomed.len()) == (usize::try_from(members)?, ids.len()), "{} mails", ids.len());
    installations[0].run(&["doctor", "--invariants"]).await.success();
    join_all(programs.into_iter().map(Program::end)).await;
    Ok(())
}

async fn free_addresses<const COUNT: usize>() -> anyhow::Result<[SocketAddr; COUNT]> {
    let mut addresses = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)); COUNT];
    let mut listeners = Vec::new();
    for address in &mut addresses {
        let listener = TcpListener::bind(*address).await?;
        *address = listener.local_addr()?;
        listeners.push(listener);
    }
    Ok(addresses)
}

/// Starts HAProxy in front of the processes: https on `site`, plain http on `plain`.
fn balancer(
    folder: &Path,
    authority: &Authority,
    site: SocketAddr,
    plain: SocketAddr,
    served: &[SocketAddr],
) -> anyhow::Result<Child> {
    let (certificate, file) = (folder.join("site.pem"), folder.join("haproxy.cfg"));
    std::fs::write(&certificate, authority.server_pem("localhost"))?;
    let mut replacements = vec![
        ("/etc/haproxy/educators-forum.pem".to_owned(), certificate.display().to_string()),
        ("bind :443".to_owned(), format!("bind {site}")),
        ("bind :80\n".to_owned(), format!("bind {plain}\n")),
    ];
    let servers = (11..).zip(served);
    replacements
        .extend(servers.map(|(number, address)| (format!("10.0.0.{number}:8080"), address.to_string())));
    let mut text = SHIPPED.to_owned();
    for (shipped, ours) in replacements {
        ensure!(text.contains(&shipped), "deploy/proxy/haproxy.cfg does not contain {shipped}");
        text = text.replace(&shipped, &ours);
    }
    std::fs::write(&file, text)?;
    let mut command = Command::new("haproxy");
    // It runs in the foreground and does not log servers that come and go.
    command.args(["-db", "-q", "-f"]).arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    command.kill_on_drop(true).spawn().context("haproxy (Debian's package of that name)")
}

/// Starts the process with this number: two that serve and run a worker, one that only serves, and a worker.
async fn start((number, installation): (usize, &Installation)) -> Program {
    match number {
        0 | 1 => installation.serve().await,
        2 => installation.serve_only().await,
        _ => installation.work().await,
    }
}

async fn is_ready(http: &reqwest::Client, url: &str) -> bool {
    let response = http.get(format!("{url}/api/ready")).send().await;
    response.is_ok_and(|response| response.status() == 200)
}

/// Shuts each down cleanly and starts it again.
async fn restart_each(installations: &[Installation], programs: &mut [Program]) {
    for (numbered, program) in installations.iter().enumerate().zip(programs) {
        program.signal("TERM").await;
        assert!(program.ended().await.success());
        *program = start(numbered).await;
        let http = reqwest::Client::new();
        if numbered.0 < 3 {
            wait_for("the restarted process", async || is_ready(&http, &program.url).await).await;
        }
        // The balancer checks every second.
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

/// An applicant signs in, applies with a photo and is approved.
async fn becomes_member(visitor: &Client, admin: &Client, email: &str, photo: &[u8]) {
    let applicant = visitor.sign_in(email, PASSWORD).await;
    let headshot = json_of(applicant.upload("me.jpeg", photo).await).await;
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = headshot["id"].clone();
    let application = json_of(applicant.post("/applications", wizard).await).await;
    let id = application["id"].as_str().unwrap_or_else(|| panic!("{application}"));
    let decision = json!({ "decision": "approved" });
    admin.call(Method::POST, &format!("/admin/applications/{id}/decision"), &decision, 200).await;
    let me = applicant.get("/users/me").await;
    assert_eq!(me["roles"], json!(["member"]), "{me}");
}

async fn json_of(response: Response) -> Value {
    response.json().await.expect("JSON")
}
