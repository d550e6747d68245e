//! HAProxy with the shipped configuration, on this machine's addresses and with a test certificate.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use forum_tests::authority::Authority;
use forum_tests::waiting::wait_for;
use reqwest::Certificate;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

const SHIPPED: &str = include_str!("../../../../deploy/proxy/haproxy.cfg");
/// The name in the certificate.
const HOST: &str = "localhost";

/// A running HAProxy. Dropping it stops it.
pub struct Balancer {
    _running: Child,
    _folder: TempDir,
    authority: Certificate,
    plain: SocketAddr,
    /// The site's address, without a trailing slash.
    pub url: String,
}

/// Free addresses on this machine.
pub async fn free_addresses(count: usize) -> anyhow::Result<Vec<SocketAddr>> {
    let mut listeners = Vec::new();
    for _ in 0..count {
        listeners.push(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?);
    }
    listeners.iter().map(|listener| Ok(listener.local_addr()?)).collect()
}

/// Replaces text that the shipped configuration must contain.
fn replace(text: &str, shipped: &str, ours: &str) -> anyhow::Result<String> {
    if !text.contains(shipped) {
        bail!("deploy/proxy/haproxy.cfg does not contain {shipped}");
    }
    Ok(text.replace(shipped, ours))
}

impl Balancer {
    /// Starts HAProxy in front of three processes: https on `site`, plain http on `plain`.
    pub async fn start(site: SocketAddr, plain: SocketAddr, served: &[SocketAddr]) -> anyhow::Result<Self> {
        let (folder, authority) = (tempfile::tempdir()?, Authority::new());
        let certificate = folder.path().join("site.pem");
        std::fs::write(&certificate, authority.server_pem(HOST))?;
        let mut text =
            replace(SHIPPED, "/etc/haproxy/educators-forum.pem", &certificate.display().to_string())?;
        text = replace(&text, "bind :443", &format!("bind {site}"))?;
        text = replace(&text, "bind :80\n", &format!("bind {plain}\n"))?;
        for (number, address) in (11..).zip(served) {
            text = replace(&text, &format!("10.0.0.{number}:8080"), &address.to_string())?;
        }
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, text)?;
        let mut command = Command::new("haproxy");
        // It runs in the foreground and does not log servers that come and go.
        command
            .args(["-db", "-q", "-f"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let running = command.spawn().context("haproxy (Debian's package of that name)")?;
        let authority = Certificate::from_pem(authority.pem().as_bytes())?;
        let url = format!("https://{HOST}:{}", site.port());
        Ok(Self { _running: running, _folder: folder, authority, plain, url })
    }

    pub fn client(&self) -> anyhow::Result<reqwest::Client> {
        // HAProxy closes idle connections after 10 s, and a request sent at that moment would be lost.
        let client = reqwest::Client::builder()
            .tls_certs_only([self.authority.clone()])
            .pool_idle_timeout(Duration::from_secs(5));
        Ok(client.redirect(reqwest::redirect::Policy::none()).timeout(Duration::from_secs(90)).build()?)
    }

    /// Waits until it serves a ready process, and checks that plain http redirects to https.
    pub async fn is_up(&self) -> anyhow::Result<()> {
        let client = self.client()?;
        let is_ready = async || {
            let answer = client.get(format!("{}/api/ready", self.url)).send().await;
            answer.is_ok_and(|answer| answer.status() == 200)
        };
        wait_for("the balancer", is_ready).await;
        let plain = client.get(format!("http://{}/about", self.plain)).send().await?;
        if plain.status() != 308 {
            bail!("plain http: {}", plain.status());
        }
        Ok(())
    }
}
