//! The lower bound for serving a page: nginx sends the same bytes from a precompressed file.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use reqwest::Client;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::cpu;
use crate::load::{Shots, Until, fire, request};

/// nginx on a separate port. Dropping it stops it.
pub struct PageFloor {
    url: String,
    nginx: Child,
    _folder: TempDir,
}

impl PageFloor {
    /// Serves the response from the program at `url` to the first of `shots`.
    pub async fn start(client: &Client, url: &str, shots: &Shots) -> anyhow::Result<Self> {
        let page = request(client, url, &shots(0)).send().await?.error_for_status()?;
        ensure!(page.headers()["content-encoding"] == "gzip", "the program compresses its pages");
        let page = page.bytes().await?;
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        // The index must exist, but `gzip_static always` sends the other file.
        fs::write(at("index.html"), "")?;
        fs::write(at("index.html.gz"), page)?;
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        fs::write(at("nginx.conf"), configuration(&at(""), port))?;
        let nginx = Command::new("nginx")
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(at("nginx.conf"))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("nginx")?;
        let url = format!("http://127.0.0.1:{port}");
        for _ in 0..100 {
            if client.get(&url).send().await.is_ok() {
                return Ok(Self { url, nginx, _folder: folder });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("nginx does not answer")
    }

    /// CPU milliseconds of one request for the page, with as many clients as the program had.
    pub async fn cpu_ms(
        &self,
        client: &Client,
        clients: usize,
        until: Until,
        shots: Shots,
    ) -> anyhow::Result<f64> {
        let nginx = i32::try_from(self.nginx.id().context("nginx has ended")?)?;
        let spent = || cpu::with_children(nginx);
        let before = spent()?;
        let measured = fire(client, &self.url, clients, until, shots).await?;
        Ok((spent()? - before) * 1e3 / measured.requests as f64)
    }
}

/// Two workers, no access log, and a practically unlimited number of requests per connection.
fn configuration(folder: &Path, port: u16) -> String {
    let folder = folder.display();
    format!(
        "daemon off; master_process on; worker_processes 2; pid {folder}/pid; error_log {folder}/error.log;
         user root;
         events {{ worker_connections 256; }}
         http {{
             access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=16;
             types {{ text/html html; }}
             server {{
                 listen 127.0.0.1:{port}; root {folder}; index index.html;
                 gzip_static always; add_header Cache-Control no-cache; add_header Vary Accept-Encoding;
             }}
         }}"
    )
}
