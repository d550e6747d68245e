//! The processes: two that serve and run a worker, one that only serves, and one worker. They are killed and restarted.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use forum_tests::program::{Installation, Program};
use forum_tests::waiting::wait_for;
use tokio::time::Instant;

/// The time between two kills.
const PAUSE: Duration = Duration::from_secs(3);
/// The longest pause before a killed process starts again.
const AWAY: Duration = Duration::from_millis(1500);

#[derive(Clone, Copy)]
enum Role {
    Both,
    Site,
    Worker,
}

struct Member {
    installation: Installation,
    role: Role,
    running: Option<Program>,
}

impl Member {
    async fn start(&mut self) {
        self.running = Some(match self.role {
            Role::Both => self.installation.serve().await,
            Role::Site => self.installation.serve_only().await,
            Role::Worker => self.installation.work().await,
        });
    }
}

pub struct Members(Vec<Member>);

impl Members {
    /// Creates three processes that serve at these addresses, and a worker. All use one keys directory.
    pub fn new(
        program: &Path,
        served: &[SocketAddr],
        configured: impl Fn(Installation) -> Installation,
    ) -> Self {
        let mut members: Vec<Member> = Vec::new();
        let roles = [Role::Both, Role::Both, Role::Site, Role::Worker];
        let addresses = served.iter().map(Some).chain([None]);
        for (role, address) in roles.into_iter().zip(addresses) {
            let mut installation = configured(Installation::new()).with_executable(program);
            if let Some(address) = address {
                installation = installation.with("FORUM__HTTP__LISTEN", address.to_string());
            }
            if let Some(first) = members.first() {
                let keys = first.installation.path().join("data/keys");
                installation = installation.with("FORUM__KEYS__DIR", keys.display().to_string());
            }
            members.push(Member { installation, role, running: None });
        }
        Self(members)
    }

    /// The settings for commands.
    pub fn installation(&self) -> &Installation {
        &self.0[0].installation
    }

    /// Starts all processes concurrently.
    pub async fn start_all(&mut self) {
        futures_util::future::join_all(self.0.iter_mut().map(Member::start)).await;
    }

    /// Kills one of them every few seconds and starts it again; returns how often.
    pub async fn storm(&mut self, time: Duration) -> usize {
        let (begun, mut kills) = (Instant::now(), 0_u32);
        while begun.elapsed() < time {
            tokio::time::sleep(PAUSE).await;
            let count = self.0.len();
            let victim = &mut self.0[kills as usize * 3 % count];
            if let Some(program) = victim.running.take() {
                program.kill().await;
            }
            tokio::time::sleep(AWAY / 4 * (kills % 5)).await;
            victim.start().await;
            kills += 1;
        }
        kills as usize
    }

    /// Shuts each down cleanly and starts it again, as an upgrade does. Returns the number of restarts.
    pub async fn restart_each(&mut self) -> usize {
        for member in &mut self.0 {
            if let Some(program) = member.running.take() {
                program.end().await;
            }
            member.start().await;
            if let Some(program) = member.running.as_ref().filter(|_| !matches!(member.role, Role::Worker)) {
                let ready = format!("{}/api/ready", program.url);
                wait_for("the restarted process", async || {
                    reqwest::get(&ready).await.is_ok_and(|answer| answer.status() == 200)
                })
                .await;
                // The balancer checks every second.
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
        }
        self.0.len()
    }

    /// Shuts all of them down cleanly.
    pub async fn end(mut self) {
        for member in &mut self.0 {
            if let Some(program) = member.running.take() {
                program.end().await;
            }
        }
    }
}
